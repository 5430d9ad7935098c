/* SPDX-License-Identifier: BSD-3-Clause */
/** @file condensed.h  Condensation of S(λ): its multipliers are eliminated block by block; see decomposition.h. */
#ifndef COMPLIANCE_CONDENSED_H
#define COMPLIANCE_CONDENSED_H

#include "compliance/decomposition.h"

struct hol_condensed;

/** Condense and factorise.
 *  @param[in] scale  [n] size of the unknowns: with it the largest entries of S are of order one
 *  @param[in] reckons  no multiplier is refused for hardly resisting: the caller reckons with hol_condensed_energy()
 *  @param[in,out] c  created at the first call, rebuilt when the pattern of S changes
 *  @return HOL_NUMERICAL where elimination without pivoting is not trustworthy at this λ. */
HOL_MUST_CHECK hol_status hol_condense(const hol_system *system, const hol_matrix *matrix, const double *scale,
                                       bool reckons, struct hol_condensed **c, size_t *negative);
/** Return |v|ᵀ|Bᵀ||D⁻¹||B||v| of the matrix condensed last, D the multipliers' blocks and B their coupling, and
 *  hol_indefinite_energy() of K: rounding of its count and of its solutions is ε times this, where that of S is
 *  ε |v|ᵀ|S||v| (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., §13.3: partitioned elimination).
 *  @param[in] v  [n] */
double hol_condensed_energy(const struct hol_condensed *c, const double *v);
HOL_MUST_CHECK hol_status hol_condensed_solve(struct hol_condensed *c, double *x, size_t columns);
/** Return the number of unknowns left when all multipliers are eliminated: those before the multipliers, then those
 *  after them. */
size_t hol_condensed_order(const struct hol_condensed *c);
/** Solve for right-hand sides that are zero on multipliers, for the remaining unknowns alone.
 *  @param[in,out] x  [order * columns] */
HOL_MUST_CHECK hol_status hol_condensed_solve_rest(struct hol_condensed *c, double *x, size_t columns);
void hol_condensed_free(struct hol_condensed *c);
/** Free the factors, but keep the analysis of the pattern for the next matrix with the same one. @return c, or NULL: it
 *  has been freed, as there is little that the pattern is all of */
struct hol_condensed *hol_condensed_rest(struct hol_condensed *c);

#endif
