/* SPDX-License-Identifier: BSD-3-Clause */
/** @file friction_choice.h  Coulomb friction at zero slip: which elements stick, which begin to slide.
 *
 *  Elements j without slip have the slip accelerations e and friction forces tau of
 *
 *      e = e0 + W tau,     |tau_j| <= limit_j,     e_j > 0: tau_j = -limit_j,     e_j < 0: tau_j = limit_j,
 *
 *  W = D S D' with the gradients D of the slips and the compliance S of the system under its constraints: symmetric,
 *  positive semidefinite, singular where elements share a slip or a constraint holds one. With limits given tau solves
 *
 *      min tau'W tau/2 + e0'tau     in the box |tau| <= limit
 *
 *  and e is unique, tau may not be. With limits mu |N| from the reactions N = N0 + tau'P of contacts (true Coulomb
 *  friction: friction changes the normal force) there may be no solution, which is Painleve's paradox, or several.
 *
 *  Sizes are a few elements. Nothing here allocates but hol_friction_choice_make(). */
#ifndef MOTION_FRICTION_CHOICE_H
#define MOTION_FRICTION_CHOICE_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** So many elements are solved by all their patterns where limits are from reactions; so many solutions are kept. */
enum { HOL_FRICTION_PATTERNS = 6, HOL_FRICTION_SOLUTIONS = 8 };

/** The elements without slip. Arrays are borrowed. */
typedef struct hol_friction_elements {
  size_t count, contacts;
  const double *w;           /**< [count count]; entries of no more than 1e-11 length_i length_j count as 0 */
  const double *first;       /**< [count] e0 */
  const double *size;        /**< [count] of the terms of e0, whose rounding is no acceleration */
  const double *length;      /**< [count] of D_j in the metric of the compliance without constraints */
  const double *limit;       /**< [count] largest friction forces, static; of elements at a contact not used */
  const size_t *at;          /**< [count] contact whose reaction presses, SIZE_MAX: `limit` counts; NULL: for all */
  const double *coefficient; /**< [count] mu, of elements at a contact */
  const double *loose;       /**< [contacts] N0, reactions without friction of these elements */
  const double *normal;      /**< [count contacts] P, reactions for a unit friction force */
  const int *sign;           /**< [contacts] sign that the reaction must have, 0: any; NULL: any */
} hol_friction_elements;

/** Workspace and results. {0} is empty; hol_friction_choice_clear() frees it. Arrays are owned. */
typedef struct hol_friction_choice {
  size_t most;          /**< elements */
  double *tau;          /**< [count] */
  double *acceleration; /**< [count] e */
  int8_t *slide;        /**< [count] 0: sticks, +1 or -1: begins to slide that way */
  bool *is_about;       /**< [count] at its limit without an acceleration: about to slip; no fault */
  bool *is_unique;      /**< [count] tau_j is: not shared with elements of the same slip */
  size_t steps;         /**< of the active set */
  size_t solutions;     /**< found by patterns: different accelerations or reactions; may be more than are kept */
  double *solution;     /**< [HOL_FRICTION_SOLUTIONS count] their tau, those with most elements that stick first */
  double *clean;        /**< [count count] W in units, rounding set to 0 */
  double *bound;        /**< [count] */
  int8_t *held;         /**< [count] at its upper, lower bound, 0: free */
  double *scratch, *matrix, *vector;
  size_t space;
  int *pivot;
} hol_friction_choice;

/** What there is. */
typedef enum {
  HOL_FRICTION_SETTLED, /**< a solution, the only one if limits are given or patterns were tried */
  HOL_FRICTION_NO,      /**< no pattern agrees with itself and the signs: Painleve's paradox; of many elements: none was
                             found */
  HOL_FRICTION_SEVERAL  /**< choice->solutions of them; the first is taken */
} hol_friction_answer;

/** @param[out] choice  {0} on entry, to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_friction_choice_make(size_t elements, hol_friction_choice *choice);
void hol_friction_choice_clear(hol_friction_choice *choice);

/** Solve by what the limits ask for: the active set where all are given; all patterns of up to
 *  HOL_FRICTION_PATTERNS elements; for more the active set, repeated with limits from the last reactions, and checked.
 *  @return HOL_NUMERICAL: a number is not finite */
HOL_MUST_CHECK hol_status hol_friction_decide(hol_friction_choice *choice, const hol_friction_elements *elements,
                                              hol_friction_answer *answer);

/** Take solution number i of those kept: the one that is continuous in time, where there are several.
 *  @return HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_friction_take(hol_friction_choice *choice, const hol_friction_elements *elements,
                                            size_t i);

/* ---- the parts of it --------------------------------------------------------------------------------------------- */

/** Solve with limits given: active set; of elements to be released and of those that block a step the one with the
 *  least index goes first (Bland 1977), so that it ends.
 *  @param[in] limit  [count], at least 0
 *  @return HOL_NUMERICAL: a number is not finite, or rounding keeps it from ending */
HOL_MUST_CHECK hol_status hol_friction_settle(hol_friction_choice *choice, const hol_friction_elements *elements,
                                              const double *limit);

/** Repeat hol_friction_settle() with limits from the last reactions until they stay.
 *  @param[out] is_settled  they did, to rounding, and the solution agrees with itself */
HOL_MUST_CHECK hol_status hol_friction_repeat(hol_friction_choice *choice, const hol_friction_elements *elements,
                                              bool *is_settled);

/** Try all patterns of sticking and sliding (3^count) with all signs of the reactions that limit those that slide; the
 *  solution with most elements that stick is taken. Cost: at most 5^count small systems. */
HOL_MUST_CHECK hol_status hol_friction_try_patterns(hol_friction_choice *choice, const hol_friction_elements *elements);

#endif
