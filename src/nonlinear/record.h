/* SPDX-License-Identifier: BSD-3-Clause */
/** @file record.h  Finished curves and what else a request leads to as bytes: for other ranks and for a checkpoint. */
#ifndef NONLINEAR_RECORD_H
#define NONLINEAR_RECORD_H

#include "base/bytes.h"
#include "holonome/solve.h"

/** Put a result, or take one into {0}: it can be cleared in every case. */
void hol_case_pass(hol_bytes *bytes, hol_nonlinear_case *item);
void hol_found_pass(hol_bytes *bytes, hol_nonlinear_found *found);
void hol_resonance_pass(hol_bytes *bytes, hol_nonlinear_resonance *resonance);

#endif
