/* SPDX-License-Identifier: BSD-3-Clause */
/** @file buckling.h  Linear buckling: critical load factors, isolated by Sturm counts.
 *
 *  The static stiffness under so many times the loads is K₀ + f K₁, with the axial forces of the linear solution in K₁.
 *  Where K₀ is positive definite, the number J(f) of its negative eigenvalues never falls as f grows, and is the number
 *  of critical factors below f (theory §9): the count of N at λ = 0 with the factor as parameter. */
#ifndef STATICS_BUCKLING_H
#define STATICS_BUCKLING_H

#include "result/analysis.h"
#include "statics/statics.h"

struct hol_analysis_grammar; /* see problem/grammar.h */
struct hol_geometry;         /* see model/geometry.h */

/** What a file asks for. */
typedef struct hol_buckling_request {
  size_t count;  /**< factors, on each side */
  bool reversed; /**< those of the loads reversed, too */
} hol_buckling_request;

/** What an entry of `expect` is about. */
typedef struct hol_buckling_expected {
  size_t count;
  double *factor; /**< [count], owned */
} hol_buckling_expected;

/** A motion in which a structure buckles, at the stations of its parts. {0} is empty. */
typedef struct hol_buckled {
  size_t *first; /**< [part_count + 1] stations of a part: from here to those of the next. Owned */
  double *x;     /**< [stations] m, along the part. Owned */
  double (*displacement)[HOL_FREEDOM_COUNT]; /**< [stations] global; the largest is 1. Owned */
  size_t part;                               /**< in which that is */
} hol_buckled;
void hol_buckled_clear(hol_buckled *buckled);

/** A critical factor; negative where the loads are reversed. */
typedef struct hol_buckling_factor {
  double factor, lower, upper;
  size_t multiplicity;
  hol_buckled *shape; /**< [shapes] multiplicity of them, or none. Owned */
  size_t shapes;
  size_t count_below, count_above; /**< critical factors between zero and the bracket, and up to its far end */
} hol_buckling_factor;

/** {0} is empty. */
typedef struct hol_buckling {
  const hol_problem *problem;  /**< borrowed */
  hol_buckling_factor *factor; /**< [factors] by size, the positive ones first. Owned */
  size_t factors, capacity;
  struct hol_geometry *geometry; /**< of the stations of the shapes; NULL: there are none. Owned */
  bool is_stable;                /**< without the loads */
  bool complete;                 /**< these are the smallest, as many as asked for or all there are */
  bool is_counted;               /**< they are those of the axial forces: complete but for what is neglected */
  unsigned neglected;            /**< what else is borne, without effect on the stiffness here, see neglected.h */
  double reach[2]; /**< beyond these factors, forwards and reversed, there are no counts: compression comes up to a
                      shear stiffness. None are looked for; 0: it was not reached */
  bool is_filled;
  bool is_stopped;        /**< cancelled: not all that is there has been looked for */
  size_t evaluations;     /**< counts */
  double least, greatest; /**< axial forces under the loads, N */
} hol_buckling;

/** @param[in] cancellation  asked before every count, and while parts are computed
 *  @return HOL_INCOMPLETE if not all are found and proved, or cancelled; HOL_INVALID with faults, HOL_NUMERICAL,
 *                         HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_buckling_find(const hol_problem *problem, const hol_buckling_request *request,
                                            hol_cancellation cancellation, hol_buckling *found, hol_faults *faults);

/** Compute the buckling modes of a critical factor, as many as its multiplicity: v of S(f) v = 0, independent in the
 *  product of dS/df.
 *  @param[in]  statics  under the loads themselves
 *  @param[out] shape    [count] {0}; to be cleared in every case
 *  @param[in,out] geometry  filled with the places of their stations where it is {0}; to be cleared in every case
 *  @return HOL_NUMERICAL if they are not to be had; HOL_MEMORY. Cost: two matrices */
HOL_MUST_CHECK hol_status hol_buckled_shapes(const hol_problem *problem, const hol_statics *statics, double factor,
                                             size_t count, hol_buckled *shape, struct hol_geometry *geometry);

HOL_MUST_CHECK hol_status hol_buckling_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_buckling_table(const hol_buckling *found, hol_text *text);

extern const struct hol_analysis_grammar hol_buckling_grammar;
extern const hol_analysis_row hol_buckling_row;

#endif
