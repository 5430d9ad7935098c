/* SPDX-License-Identifier: BSD-3-Clause */
/** @file freeing.h  Free motion: forces on chosen coordinates that make every reaction vanish (W. Chen, X. Wu, F. Mei
 *  2016).
 *
 *  Reactions vanish where A a = b, a = M^-1 (h + C). Forces Q on the coordinates B add M^-1 B Q to a:
 *
 *      Q = -S^(-1/2) (A M^-1 B S^(-1/2))^+ (A a - b),     S = B' M^-1 B,
 *
 *  the least ones in the metric of S where they are not unique; on all coordinates Q = A' lambda. `unmet` is the share
 *  of A a - b that no Q takes away. Unless the coordinates span all rows the motion is not that of the held system. */
#ifndef MOTION_FREEING_H
#define MOTION_FREEING_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** {0} is empty; hol_motion_freeing_clear() frees it. */
typedef struct hol_motion_freeing {
  const bool *is_chosen; /**< [n] borrowed; NULL: no forces are sought */
  size_t n, rows;        /**< of all, the most */
  double *force;         /**< [n] Q */
  double unmet;          /**< 0 .. 1 */
  double difference;     /**< largest of the accelerations with Q and without constraints from those of the held system,
                              beside the largest of these, in units */
  double *mass, *answer, *metric, *matrix, *right, *free; /**< scratch */
  int *pivot;
} hol_motion_freeing;

/** @param[in] is_chosen  [n] borrowed @param[out] freeing  {0}, to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_motion_freeing_make(const bool *is_chosen, size_t n, size_t rows,
                                                  hol_motion_freeing *freeing);
void hol_motion_freeing_clear(hol_motion_freeing *freeing);

/** Find Q, all in units in which masses have diagonal 1.
 *  @param[in] mass   [n n]  @param[in] row  [rows n] independent rows of A, of length 1  @param[in] right  [rows] b
 *  @param[in] load   [n] h + C
 *  @return HOL_NUMERICAL: M is singular */
HOL_MUST_CHECK hol_status hol_motion_freeing_find(hol_motion_freeing *freeing, const double *mass, const double *row,
                                                  const double *right, size_t rows, const double *load);

#endif
