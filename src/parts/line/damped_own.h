/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damped_own.h  Complex eigenvalues of a damped uniform segment in one of its forms: poles of its
 *  damped relation. Internal to module `parts`.
 *
 *  Waves √x of a form with pins or held ends are nπ, with one end free or guided (n − 1/2)π, whatever the damping, and
 *  x is a root of x² − S x + P (damped.h). So s is a root of a polynomial: with A = −(s² + a s), g = 1 + iη + b s, r =
 *  m A − c s − f g, t = T g − ρ e A and q = g − ρφ A,
 *
 *      x g = h² r/EA                                                        (along, or twisting)
 *      x² g² − x (h²/EI e) (EI φ r − t) g − (h⁴/EI e) r q = 0               (bending; over g where ρφ = 0)
 *
 *  and with shear and pins there is q = 0 besides, a turning that goes with no displacement. */
#ifndef PARTS_LINE_DAMPED_OWN_H
#define PARTS_LINE_DAMPED_OWN_H

#include "parts/line/damped.h"

/** Find all those of the n-th wave. @param[in] n  from 0: motions without a wave
 *  @param[out] s  [*count], count ≤ HOL_DAMPED_OWN_MOST @return HOL_INVALID without mass */
HOL_MUST_CHECK hol_status hol_line_damped_own(const hol_line *line, double h, const hol_damping *damping, hol_form form,
                                              size_t n, double complex *s, size_t *count);

#endif
