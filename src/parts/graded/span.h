/* SPDX-License-Identifier: BSD-3-Clause */
/** @file span.h  Dynamic stiffness relations of segments (spans) assembled from short pieces. Internal to module
 `parts`. *
 *  A piece of which the start is held and the end is free has by (1) of series.h, with y = n(h),
 *
 *      α = B D⁻¹,   R = D⁻ᵀ,   K = D⁻¹C      in the matrix S = [−α −R 1; −Rᵀ K 0; 1 0 0] of relation.h,
 *
 *  and no own frequency below its reach. Two spans that meet share the displacements there. Everything but the end
 *  quantities of the form wanted is eliminated with complete pivoting [Bunch, Parlett, SIAM J. Numer. Anal. 8 (1971)
 *  639]; by Haynsworth's formula
 *      count  =  counts of both  +  n₋(what is eliminated)  −  its multipliers.
 *
 *  The form is chosen anew at every joint, so that no entry is large: of the forms in which two of the four end
 *  quantities are free one at least has no pole near by. Numbers are in units of one length and one stiffness. */
#ifndef PARTS_GRADED_SPAN_H
#define PARTS_GRADED_SPAN_H

#include "holonome/status.h"
#include "parts/graded/series.h"
#include "parts/line/dual.h"
#include "parts/relation.h"

/** Units: of displacements and rotations, of forces and moments; of energy. */
typedef struct hol_span_units {
  double length, displacement[2], force[2], energy;
} hol_span_units;
hol_span_units hol_span_units_of(size_t orders, double length, double stiffness);

/** Columns beside the unknowns: residuals of S under a unit translation and a unit rotation about the start, and a
 *  load. */
enum { HOL_SPAN_SHIFT, HOL_SPAN_TURN, HOL_SPAN_LOAD, HOL_SPAN_SIDES };

/** A span in a form. The unknowns are those of hol_relation. Plain data. */
typedef struct hol_span {
  size_t orders;
  double length;  /**< in units */
  unsigned freed; /**< bit i: the multiplier of end port i is an unknown, multipliers in the order of these bits */
  size_t n_mu;
  size_t count; /**< own frequencies in this form below λ */
  hol_dual S[HOL_RELATION_MAX][HOL_RELATION_MAX];
  double side[HOL_RELATION_MAX][HOL_SPAN_SIDES];
} hol_span;

/** Return the ports freed in a form; HOL_FORM_ANY: those of a held start. */
unsigned hol_form_freed(hol_form form, size_t orders);

/** Compute the span of a piece at λ. */
void hol_span_of(const hol_power_series *series, const hol_span_units *units, double lambda, hol_span *span);

/** Join two spans to one, or change the form of one.
 *  @param[in] second  what follows, NULL: nothing
 *  @param[in] form    HOL_FORM_ANY: the best one
 *  @param[out] span   may be `first`
 *  @return HOL_NUMERICAL at a pole of the form given */
HOL_MUST_CHECK hol_status hol_span_join(const hol_span *first, const hol_span *second, hol_form form, hol_span *span);

/** Convert a span to a relation in SI. */
void hol_span_relation(const hol_span *span, const hol_span_units *units, hol_relation *relation);

#endif
