/* SPDX-License-Identifier: BSD-3-Clause */
/** @file incomplete.h  Reasons why a curve is not complete. */
#ifndef NONLINEAR_INCOMPLETE_H
#define NONLINEAR_INCOMPLETE_H

#include "holonome/solve.h"

/** Mark a curve as incomplete, with the reason; the first HOL_REASONS_MAX reasons are stored. */
void hol_incomplete_add(hol_nonlinear_curve *curve, hol_incomplete_reason reason);

#endif
