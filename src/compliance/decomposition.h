/* SPDX-License-Identifier: BSD-3-Clause */
/** @file decomposition.h  Factorisation of S(λ), dense or sparse: its inertia, and solutions with it.
 *
 *  Up to 100 unknowns (20 with `reckons`) the factorisation is dense with pivoting. Larger systems are condensed first:
 *  the multipliers stand in small diagonal blocks D (interface forces of a member, end quantities of a segment, a
 *  spring), so
 *
 *      n₋(S) = n₋(D) + n₋(K),   K = Z − BᵀD⁻¹B                        (Haynsworth; theory (6))
 *
 *  with K sparse, factorised as base/indefinite.h has it: without pivoting, its few small pivots set right by a border,
 *  or by MUMPS. Condensation fails where D is near singular (a fixed-interface frequency of a member) or too many
 *  pivots are small. Then matrices of 200 unknowns or more go to MUMPS with pivoting, smaller ones, and those on which
 *  MUMPS fails, to the dense factorisation. Above 2000 unknowns the dense one is used only if MUMPS cannot be loaded;
 *  there MUMPS skips pivots that are zero to rounding, so that λ on a root counts as below it.
 *  Equal segments share one block: eliminated.h. */
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
  bool reckons;      /**< set by the caller: its error bounds include hol_decomposition_energy() */
  size_t fallbacks;  /**< matrices of at least 200 unknowns whose condensation failed */
  bool lacks_pivots; /**< MUMPS was needed and could not be loaded */
} hol_decomposition;

/** Factorise S and count its negative eigenvalues, d->negative.
 *  @param[in]     matrix  S(λ); all entries finite
 *  @param[in,out] d       the workspace is reused; after a failure it solves nothing
 *  @return HOL_NUMERICAL: every method failed; HOL_MEMORY. Cost O(n³) dense, about O(n) condensed. */
HOL_MUST_CHECK hol_status hol_decompose(const hol_system *system, const hol_matrix *matrix, hol_decomposition *d);
/** x ← S⁻¹ x. @param[in,out] x  [n * columns] @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_decomposition_solve(hol_decomposition *d, double *x, size_t columns);
/** Solve for right-hand sides without forces on condensed multipliers, for the other unknowns alone;
 *  multipliers are not touched where all of them are condensed. @param[in,out] v  [condensation->n * columns]
 *  @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_decomposition_solve_condensed(hol_decomposition *d, const hol_condensation *condensation,
                                                            double *v, size_t columns);
/** Return the energy of the terms in which multipliers were eliminated: rounding is relative to it, beside that of S
 *  itself, see condensed.h; 0 after a dense or MUMPS factorisation. @param[in] v  [n] */
double hol_decomposition_energy(const hol_decomposition *d, const double *v);
void hol_decomposition_clear(hol_decomposition *d);
/** Free the factors: nothing can be solved until the next factorisation. The analysis of the pattern may be kept. */
void hol_decomposition_rest(hol_decomposition *d);

#endif
