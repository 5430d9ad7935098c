/* SPDX-License-Identifier: BSD-3-Clause */
/** @file segment_ends.h  End quantities of all exact segments in a solution, computed once.
 *
 *  What the ports of a segment are is held by its member, each by itself. For one solution after another it is copied
 *  here, one port after the other as they are read: a large structure has more of them than a cache holds. */
#ifndef COMPLIANCE_SEGMENT_ENDS_H
#define COMPLIANCE_SEGMENT_ENDS_H

#include "compliance/system.h"

/** Sparse rows, one after the other. {0} is empty. */
typedef struct hol_rows {
  size_t count;
  uint32_t *first; /**< [count + 1] */
  uint32_t *index; /**< [first[count]] */
  double *value;   /**< [first[count]] */
} hol_rows;

/** {0} is empty. */
typedef struct hol_segment_ends {
  hol_rows row, full;                /**< ports of all segments over the coordinates, over the columns of U */
  double (*local)[HOL_RELATION_MAX]; /**< [segment_count] as hol_segment_solution() has them */
} hol_segment_ends;

/** @param[out] ends  to be cleared in every case @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_segment_ends_make(const hol_system *system, hol_segment_ends *ends);
void hol_segment_ends_clear(hol_segment_ends *ends);
/** Compute the end quantities of a solution. @param[in] v  [matrix->n] */
void hol_segment_ends_take(const hol_system *system, const hol_matrix *matrix, const double *v, hol_segment_ends *ends);

#endif
