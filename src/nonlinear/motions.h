/* SPDX-License-Identifier: BSD-3-Clause */
/** @file motions.h  All motions of a curve at given frequencies. */
#ifndef NONLINEAR_MOTIONS_H
#define NONLINEAR_MOTIONS_H

#include "nonlinear/curve.h"

/** Compute the motions of all branches at frequencies of the range, in the order of these, then by the amplitude of the
 *  first coordinate. A branch between two of its points and events passes a frequency once: Newton's method begins
 *  between them. If it fails the curve is not complete.
 *  @param[in] options  those of the curve
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_motions_at(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                                         const double *nu, size_t count, hol_nonlinear_curve *curve);

#endif
