/* SPDX-License-Identifier: BSD-3-Clause */
/* Reasons why a curve is not complete. */
#include "nonlinear/incomplete.h"

void hol_incomplete_add(hol_nonlinear_curve *curve, hol_incomplete_reason reason)
{
  curve->complete = false;
  if (curve->reasons < HOL_REASONS_MAX) {
    curve->reason[curve->reasons++] = reason;
  }
}
