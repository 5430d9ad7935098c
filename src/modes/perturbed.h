/* SPDX-License-Identifier: BSD-3-Clause */
/** @file perturbed.h  Problems with one parameter moved a little, and their roots there. Parts of sensitivity.h. */
#ifndef MODES_PERTURBED_H
#define MODES_PERTURBED_H

#include "modes/sensitivity.h"

/** Build the problems of one step, if they are not there yet: to both sides of the parameter, else to one of them.
 *  @return HOL_MEMORY; stencil->is_known says whether the parameter can be moved */
HOL_MUST_CHECK hol_status hol_stencil_build(hol_sensitivities *s, struct hol_by *by, double step, hol_stencil *stencil);
void hol_stencil_clear(hol_stencil *stencil);
/** Return how far the parameter is moved in problem k, SI. */
double hol_stencil_shift(const hol_stencil *stencil, size_t k);

/** Data of a root before it is sought in moved problems. */
typedef struct hol_tracked_root {
  const hol_root *root;
  double around;       /**< λ within which moved roots stay */
  size_t below, above; /**< N(λ − around), N(λ + around) of the problem itself */
} hol_tracked_root;

/** Compute the branches of a root where the parameter is moved.
 *  @param[in]  slope   [multiplicity] dλ/dθ as expected, rising
 *  @param[out] lambda  [multiplicity] in the order of the slopes
 *  @param[out] noise   rounding error of these
 *  @return HOL_NUMERICAL where they are not found near that place, or the count says that others are there; HOL_MEMORY;
 *          HOL_INCOMPLETE */
HOL_MUST_CHECK hol_status hol_perturbed_roots(hol_perturbed *moved, const hol_tracked_root *followed, double shift,
                                              const double *slope, double *lambda, double *noise);
/** Estimate the slopes of the branches roughly: dλ/dθ from S at λ itself, rising. @return as hol_perturbed_roots() */
HOL_MUST_CHECK hol_status hol_perturbed_slopes(hol_perturbed *moved, const hol_tracked_root *followed, double shift,
                                               double *slope);

#endif
