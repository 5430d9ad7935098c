/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damped.h  Damped modes e^{st} and their complex eigenvalues s: the analysis `damped`.
 *
 *  Module `response`. They are listed in the order of |s|, of a pair of complex conjugates that with Im s > 0 alone,
 *  and real ones each by itself. The list is (damping_models.h, winding_number.h)
 *
 *      proved   one law of damping for all, or loss factors alone: from the proved list of undamped frequencies
 *      counted  as many as the winding number of the determinant along a circle, computed in steps
 *      open     neither */
#ifndef RESPONSE_DAMPED_H
#define RESPONSE_DAMPED_H

#include "result/analysis.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

/** What a file asks for. */
typedef struct hol_damped_request {
  size_t count; /**< motions; 0: those below */
  double below; /**< rad/s: |s| */
  hol_place place;
} hol_damped_request;

/** What an entry of `expect` is about: s of the first motions. */
typedef struct hol_damped_expected {
  size_t count;
  double (*s)[2]; /**< [count] owned */
} hol_damped_expected;

typedef enum { HOL_DAMPED_PROVED, HOL_DAMPED_COUNTED, HOL_DAMPED_OPEN } hol_damped_count;
/** Where a motion is proved to be: nowhere, λ in a disc, s in a circle. */
typedef enum { HOL_REGION_NONE, HOL_REGION_DISC, HOL_REGION_CIRCLE } hol_damped_region;

/** A damped motion. */
typedef struct hol_damped_motion {
  size_t number;        /**< from 1 */
  double s[2];          /**< rad/s */
  double lambda[2];     /**< −s² */
  double omega;         /**< |s|, rad/s */
  double damping_ratio; /**< −Re s/|s|; NAN if s = 0 */
  double loss_factor;   /**< Im λ/Re λ; NAN where Re λ ≤ 0 */
  double lower, upper;  /**< proved bounds of omega; NAN: none are known */
  hol_damped_region region;
  double centre[2], radius; /**< of the region; NAN without one. A region in which several are is that of each of
                                 them */
  double residual;          /**< what another step would change, relative to |s|; NAN where s has a formula */
} hol_damped_motion;

/** Accumulation points of eigenvalues that a result has room for. */
enum { HOL_ACCUMULATIONS_MOST = 8 };

/** {0} is empty. */
typedef struct hol_damped {
  const hol_problem *problem; /**< borrowed */
  hol_damped_motion *motion;  /**< [motions] in the order of omega. Owned */
  size_t motions, capacity;
  hol_damped_count known;
  const char *law;                             /**< in words. Static */
  const char *reason;                          /**< why the list is open; NULL: it is not. Static */
  double accumulation[HOL_ACCUMULATIONS_MOST]; /**< [accumulations] 1/s, rising: infinitely many are next to minus this,
                                                    and those in a tenth of it about there are not listed */
  size_t accumulations;
  size_t evaluations; /**< matrices, beside those of undamped frequencies */
  bool is_filled, is_exhausted /**< there are no others */, is_stopped;
} hol_damped;

/** @param[out] found  {0}; to be cleared by the row in every case
 *  @return HOL_INCOMPLETE if the list is open or progress said stop; HOL_INVALID with faults, HOL_NUMERICAL,
 *                         HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_damped_find(const hol_problem *problem, hol_watch watch,
                                          const hol_damped_request *request, hol_damped *found, hol_faults *faults);

HOL_MUST_CHECK hol_status hol_damped_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_damped_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_damped_table(const hol_study *study, const void *result, hol_text *text);

extern const struct hol_analysis_grammar hol_damped_grammar;
extern const hol_analysis_row hol_damped_row;

#endif
