/** @file transfer.h  Modes as bytes, to send them between ranks. */
#ifndef SPECTRUM_TRANSFER_H
#define SPECTRUM_TRANSFER_H

#include "base/bytes.h"
#include "holonome/solve.h"

/** Put a mode of this problem, or take one into {0}: it is to be cleared in every case. */
void hol_mode_pass(hol_mode *mode, const hol_problem *problem, hol_bytes *bytes);

#endif
