/* SPDX-License-Identifier: BSD-3-Clause */
/** @file transfer.h  Serialisation of modes, to send them between ranks. */
#ifndef MODES_TRANSFER_H
#define MODES_TRANSFER_H

#include "base/bytes.h"
#include "holonome/solve.h"
#include "modes/mode.h"

/** Write a mode of this problem, or read one into {0}: it is to be cleared in every case.
 *  @param[in] index  of the run, the same on all ranks: how many numbers there are, and the places of shapes */
void hol_mode_pass(hol_mode *mode, const hol_problem *problem, const hol_index *index, hol_bytes *bytes);

#endif
