/* SPDX-License-Identifier: BSD-3-Clause */
/** @file duffing.h  One mode, one harmonic, in closed form. Module `nonlinear`. */
#ifndef NONLINEAR_DUFFING_H
#define NONLINEAR_DUFFING_H

#include "nonlinear/model.h"

/** The equation of a lateral mode alone. */
hol_duffing hol_duffing_of(const hol_nonlinear_model *model, size_t k);

/** All amplitudes at a frequency, rising; a double one (on a fold, within rounding) is given once or twice.
 *  @return their number, 0..3 (0 only where numbers are not finite). */
size_t hol_duffing_amplitudes(const hol_duffing *duffing, double nu, double amplitude[3]);

/** All folds with from ≤ ν ≤ to, rising: roots of the discriminant, a polynomial in ν, isolated by the signs of its
 *  Bernstein coefficients, so that none is missed. Frequencies right to a few units of rounding where simple.
 *  @return their number */
size_t hol_duffing_folds(const hol_duffing *duffing, double from, double to,
                         hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX]);

#endif
