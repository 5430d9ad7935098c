/* SPDX-License-Identifier: BSD-3-Clause */
/** @file near.h  Rayleigh-Ritz solution of structures with exact compliances, from the trial functions of the one
 *  before: two determinants for all roots.
 *
 *  The vectors of a neighbour's roots are trial functions of the structure at hand (spectrum/trial.h): they are
 *  improved by the solutions at both ends of the interval, which are placed as for the neighbour, and prove the list.
 *  No root is searched for. Where the proof fails, vectors are estimated anew (spectrum/estimates.h); where it fails
 *  again, the structure is to be solved otherwise. */
#ifndef SWEEP_NEAR_H
#define SWEEP_NEAR_H

#include "spectrum/trial.h"

/** {0} is empty. */
typedef struct hol_near {
  size_t zero, wanted;
  bool is_vain;  /**< estimates have proved nothing: none are taken again before a restart */
  bool has_last; /**< what follows is of a structure */
  double size;   /**< that all λ of it are roughly proportional to */
  double as;     /**< λ whose forms are taken */
  hol_shift low, high;
  hol_forces forces;
  hol_condensation condensation;
  hol_trial trial;
} hol_near;

/** Does this method apply to structures like this? @param[in] wanted  frequencies, zero-energy modes counted */
bool hol_near_fits(const hol_system *system, size_t wanted);
/** Discard the last structure, and the mark that estimates failed. */
void hol_near_restart(hol_near *near);
void hol_near_clear(hol_near *near);
/** Find roots zero + 1 .. wanted of a structure. @pre hol_near_fits()
 *  @param[in]  size  that all λ are roughly proportional to
 *  @param[out] lambda,margin  [wanted], from root zero + 1 on: proved within λ(1 ∓ margin)
 *  @param[out] found  they are
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_near_solve(hol_near *near, const hol_system *system, double size, double *lambda,
                                         double *margin, bool *found);

#endif
