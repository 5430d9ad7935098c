/** @file near.h  Structures of a reduction with exact compliances, each by the fields of the one before: two determinants for all roots.
 *
 *  The vectors of a neighbour's roots are fields of the structure at hand (spectrum/trial.h): they are improved by the solutions at both
 *  ends of the interval, which lie as they did there, and prove the list. Nothing is searched. Where a list does not come out so the
 *  structure is to be solved otherwise. */
#ifndef SWEEP_NEAR_H
#define SWEEP_NEAR_H

#include "spectrum/trial.h"

/** What is taken from one structure to the next. */
typedef struct hol_near_state {
  size_t n, count, inside;
  double low, high, as;   /**< ends, and λ whose forms are taken, rad²/s² */
  double above, below;    /**< roots that are not in the block are beyond these */
  double *theta, *vector; /**< [count], [n * count] */
} hol_near_state;

/** {0} is empty. */
typedef struct hol_near {
  bool is_ready; /**< hol_near_start() has found where to begin */
  size_t zero, wanted;
  hol_near_state base; /**< of one structure */
  hol_trial_end low, high;
  hol_forces forces;
  hol_trial trial; /**< of the last structure that was solved */
  double as;
  bool is_at_base; /**< the next structure is compared with the first, not with the last */
} hol_near;

/** Where to begin: fields of the first structure. Without is_ready if it has none of this kind.
 *  @param[in] zero,wanted  roots zero + 1 .. wanted are to be found @param[in] first  λ of root zero + 1, of that structure
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_near_start(const hol_system *system, size_t zero, size_t wanted, double first, hol_near *near);
/** Go on from the first structure. */
void hol_near_restart(hol_near *near);
void hol_near_clear(hol_near *near);
/** Roots of a structure. @pre is_ready
 *  @param[in]  ratio  a size that all λ are roughly proportional to, against that of the last structure, or the first if is_at_base
 *  @param[out] lambda,margin  [wanted], of roots zero + 1 on: proved within λ(1 ∓ margin)
 *  @param[out] found  they are
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_near_solve(hol_near *near, const hol_system *system, double ratio, double *lambda,
                                         double *margin, bool *found);

#endif
