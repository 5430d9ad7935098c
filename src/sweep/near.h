/** @file near.h  Structures of a reduction with exact compliances, each by the fields of the one before: two determinants for all roots.
 *
 *  The vectors of a neighbour's roots are fields of the structure at hand (spectrum/trial.h): they are improved by the solutions at both
 *  ends of the interval, which lie as they did there, and prove the list. Nothing is searched. Where that does not come out so, vectors
 *  are estimated anew (spectrum/estimates.h); where it does not come out then, the structure is to be solved otherwise. */
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
  hol_trial_end low, high;
  hol_forces forces;
  hol_followers followers;
  hol_trial trial;
} hol_near;

/** May structures like this be solved so? @param[in] wanted  frequencies, those without energy counted */
bool hol_near_fits(const hol_system *system, size_t wanted);
/** Forget the last structure, and that it was in vain. */
void hol_near_restart(hol_near *near);
void hol_near_clear(hol_near *near);
/** Roots zero + 1 .. wanted of a structure. @pre hol_near_fits()
 *  @param[in]  size  that all λ are roughly proportional to
 *  @param[out] lambda,margin  [wanted], from root zero + 1 on: proved within λ(1 ∓ margin)
 *  @param[out] found  they are
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_near_solve(hol_near *near, const hol_system *system, double size, double *lambda,
                                         double *margin, bool *found);

#endif
