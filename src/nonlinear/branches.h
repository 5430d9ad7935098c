/* SPDX-License-Identifier: BSD-3-Clause */
/** @file branches.h  The branches found so far, and whether a motion is on one of them.
 *
 *  With a motion also its images are motions: the force is the same after a whole number of its periods, and changes
 *  sign after half of one, as the model does with the sign of q (axial modes unchanged). */
#ifndef NONLINEAR_BRANCHES_H
#define NONLINEAR_BRANCHES_H

#include "nonlinear/curve.h"
#include "continuation/path.h"
#include "nonlinear/floquet.h"
#include "nonlinear/spectra.h"

/** The equations for motions of one period, as a hol_equation. */
typedef struct hol_steady {
  hol_balance balance;
  hol_floquet floquet;
  hol_equation equation;
  double unit;  /**< of ν: the range */
  double small; /**< displacements that are nothing beside those at which the beam stretches */
  double limit; /**< backbone: of the RMS of coordinate `watched` */
  bool in_well; /**< backbone: about a displaced state of rest */
  size_t watched;
  double *branch_point; /**< [points][unknowns + 1] of finished branches, with their images */
  size_t points, capacity;
} hol_steady;

/** @param[in] with_stability  compute multipliers at every point */
HOL_MUST_CHECK hol_status hol_steady_start(hol_steady *s, const hol_nonlinear_model *model,
                                           const hol_nonlinear_options *options, size_t period, bool with_stability);
void hol_steady_clear(hol_steady *s);

/** The same where the sign has to be found first. */
HOL_MUST_CHECK hol_status hol_steady_index(hol_steady *s, const double *z, hol_stability *stability);
/** The sign of det ∂R/∂x, the index of the motion; 0 where it vanishes. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_steady_sign(hol_steady *s, const double *z, long *sign);

/** Remember a branch point and its images. */
HOL_MUST_CHECK hol_status hol_steady_remember(hol_steady *s, const double *z);

/** The r-th of 2m images of coefficients [n·block] of lateral modes: later by r half periods of the force, q with sign
 *  (−1)^r. */
void hol_image(const hol_balance *balance, const double *full, size_t r, double *image);

/** Is z a point of a branch or of an image of it?
 *  @param[out] found  valid with HOL_OK
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_branch_has(hol_steady *s, const hol_nonlinear_branch *branch, const double *z,
                                         bool images, bool *found);

/** Is a motion of one coordinate, found by integration in time, on a branch or an image of it? Newton's method on the
 *  Poincaré map begins where the chords of the branch pass its frequency. Right where it says so; where it does not a
 *  fold may be near.
 *  @param[out] found  valid with HOL_OK
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_branch_has_cycle(const hol_nonlinear_model *model, const hol_nonlinear_branch *branch,
                                               const hol_spectrum *cycle, bool *found);

/** Join two paths from one point, the first taken backwards (or without points), into a branch. The paths are not
 *  changed. */
HOL_MUST_CHECK hol_status hol_branch_make(hol_steady *s, const hol_path *back, const hol_path *forth,
                                          hol_nonlinear_branch *branch);

#endif
