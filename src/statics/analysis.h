/* SPDX-License-Identifier: BSD-3-Clause */
/** @file analysis.h  The analysis `static` as a row; src/study/analyses.c lists it. */
#ifndef STATICS_ANALYSIS_H
#define STATICS_ANALYSIS_H

#include "result/analysis.h"
#include "statics/statics.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

/** What a file asks for. */
typedef struct hol_static_request {
  size_t points; /**< along every member */
  hol_place place;
} hol_static_request;

/** What an entry of `expect` is about. */
typedef enum { HOL_EXPECT_DISPLACEMENT, HOL_EXPECT_REACTION, HOL_EXPECT_AXIAL_FORCE } hol_static_quantity;
typedef struct hol_static_expected {
  hol_static_quantity quantity;
  hol_point point; /**< its text is owned */
  size_t joint;
  size_t count;
  double *value; /**< [count] SI, owned */
} hol_static_expected;

/** A structure at rest, and what is said of it. {0} is empty. */
typedef struct hol_static_result {
  hol_statics statics;
  double balance[2]; /**< see hol_statics_balance() */
  bool is_filled, is_stable, is_balanced;
  bool is_stopped; /**< by progress: there is nothing to show */
} hol_static_result;

/** Get displacement (m) and rotation (rad) of a station, global components. */
void hol_static_displacement(const hol_static_result *result, size_t station, double value[HOL_FREEDOM_COUNT]);
/** Get the next reaction of a joint on its first point, one for each of its equations.
 *  @param[in,out] next  0 to begin with
 *  @return false: there are no more */
bool hol_static_reaction(const hol_static_result *result, size_t joint, size_t *next, const char **component,
                         double *value);

HOL_MUST_CHECK hol_status hol_static_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_static_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_static_table(const hol_static_result *result, hol_text *text);
HOL_MUST_CHECK hol_status hol_static_compare(const hol_static_result *result, const hol_problem *problem,
                                             hol_comparison *comparison);

extern const struct hol_analysis_grammar hol_static_grammar;
extern const hol_analysis_row hol_static_row;

#endif
