/* SPDX-License-Identifier: BSD-3-Clause */
/** @file effective.h  Output and comparison of effective masses; they are computed in effective.c, rigid.h and
 *  apparent.h. */
#ifndef MODES_EFFECTIVE_H
#define MODES_EFFECTIVE_H

#include "holonome/solve.h"
#include "holonome/text.h"
typedef struct hol_sink hol_sink; /* see result/sink.h */

/** Effective masses in an entry of `expect`: of modes from hol_expect.first on, in the first of the motions
 *  requested. */
typedef struct hol_expected_masses {
  size_t count;
  double *value; /**< [count] kg or kg m², owned */
} hol_expected_masses;

/** Write effective masses, if they are requested, into the record that is open. */
void hol_effective_describe(const hol_result *result, const hol_sink *sink);
/** Append a table for each motion. */
void hol_effective_table(const hol_result *result, hol_text *text);
/** Compare effective masses with those expected, as hol_output_compare() does. */
void hol_effective_compare(const hol_result *result, size_t *compared, size_t *differences, hol_text *text);

#endif
