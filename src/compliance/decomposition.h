/* SPDX-License-Identifier: BSD-3-Clause */
/** @file decomposition.h  Factorisation of S(λ), dense or sparse: its inertia, and solutions with it.
 *
 *  Small systems go to a pivoted dense factorisation. Large ones are condensed first: the multipliers stand in small
 *  diagonal blocks D (the ports of a member, the end quantities of a segment, a spring), so
 *
 *      n₋(S) = n₋(D) + n₋(K),   K = Z − BᵀD⁻¹B                        (Haynsworth; theory (6))
 *
 *  with K sparse, factorised as base/indefinite.h has it: without pivoting, its few small pivots set right by a border,
 *  or by MUMPS. Where D is near singular (a pole of the members' held frequencies) or too many pivots are small, that λ
 *  goes to a pivoted sparse factorisation, and if that fails to the dense one, but for matrices of more than some
 *  thousand rows: there pivots that are zero to rounding are passed over, so that λ on a root counts as below it.
 *  Blocks of segments are the same for all that are alike: eliminated.h. */
#ifndef COMPLIANCE_DECOMPOSITION_H
#define COMPLIANCE_DECOMPOSITION_H

#include "base/pivoted.h"
#include "compliance/condensation.h"

struct hol_condensed;

/** {0} is empty; reused from one λ to the next. */
typedef struct hol_decomposition {
  hol_factor dense;
  struct hol_condensed *condensed;                       /**< NULL until a large system is met */
  hol_pivoted *pivoted;                                  /**< NULL until needed */
  enum { HOL_DENSE, HOL_CONDENSED, HOL_PIVOTED } method; /**< which of them holds the last matrix */
  int *row, *column;                                     /**< [capacity] for MUMPS */
  double *value;
  size_t capacity;
  size_t n, negative;
  double *scale; /**< [n] size of the unknowns: x = scale × (order one) */
  size_t scale_capacity;
  bool reckons;     /**< set by the caller: it reckons with hol_decomposition_energy(), however stiff a multiplier is */
  size_t fallbacks; /**< times a large system needed pivoting */
  bool lacks_pivots; /**< then there was no MUMPS to be loaded */
} hol_decomposition;

HOL_MUST_CHECK hol_status hol_decompose(const hol_system *system, const hol_matrix *matrix, hol_decomposition *d);
/** x ← S⁻¹ x. */
HOL_MUST_CHECK hol_status hol_decomposition_solve(hol_decomposition *d, double *x, size_t columns);
/** Solve for right-hand sides without forces on condensed multipliers, for the other unknowns alone;
 *  multipliers are not touched where all of them are condensed. @param[in,out] v  [condensation->n * columns]
 *  @return HOL_MEMORY, too */
HOL_MUST_CHECK hol_status hol_decomposition_solve_condensed(hol_decomposition *d, const hol_condensation *condensation,
                                                            double *v, size_t columns);
/** Return the energy of the terms in which multipliers were eliminated: rounding is relative to it, beside that of S
 *  itself, see condensed.h; 0 where the whole was factorised with pivots. @param[in] v  [n] */
double hol_decomposition_energy(const hol_decomposition *d, const double *v);
void hol_decomposition_clear(hol_decomposition *d);
/** Free the factors: nothing can be solved until the next factorisation. The analysis of the pattern may be kept. */
void hol_decomposition_rest(hol_decomposition *d);

#endif
