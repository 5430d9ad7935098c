/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pivoted.h  Sparse symmetric indefinite factorisation with pivoting, by MUMPS.
 *
 *  MUMPS is loaded when the first large matrix needs it, so that small problems do not pay for starting it; its
 *  sequential library brings a stand-in for MPI of its own and is kept out of the program's name space. Factors that
 *  ranks have in common (lockstep.h) are those of the MUMPS that the ranks' communicator brings: each has a part of
 *  them, and every call is collective. */
#ifndef BASE_PIVOTED_H
#define BASE_PIVOTED_H

#include "base/ldl.h"
#include "base/lockstep.h"

/** Opaque; NULL is valid for freeing. */
typedef struct hol_pivoted hol_pivoted;

/** Create a solver without a matrix yet.
 *  @param[in]  common  ranks that have its factors in common; NULL: they are this process' own. Borrowed
 *  @param[out] p       NULL on failure
 *  @return HOL_FILE if MUMPS cannot be loaded, HOL_NUMERICAL if it does not start, HOL_MEMORY; what hol_lockstep_meet()
 *                   says. */
HOL_MUST_CHECK hol_status hol_pivoted_new(hol_lockstep *common, hol_pivoted **p);
/** Free the solver. Not collective, even of factors in common: see lockstep.h. */
void hol_pivoted_free(hol_pivoted *p);

/** Factorise the symmetric matrix Σ value·e_row e_columnᵀ (lower triangle; repeated places add up).
 *  The ordering is made anew every time: it depends on the values, too, and what comes out may not depend on which
 *  matrix was the first.
 *  @param[in]  row,column [count] from 0, borrowed for the call
 *  @param[in]  goes_on    pivots that are zero to rounding are skipped (they count as not negative), and solutions have
 *                         next to no component along them; else the matrix is refused
 *  @param[out] negative   n₋, by the signs of the pivots (INFOG(12))
 *  @return HOL_NUMERICAL if MUMPS fails or the matrix is singular to rounding, HOL_MEMORY; what hol_lockstep_meet()
 *                        says. */
HOL_MUST_CHECK hol_status hol_pivoted_factorise(hol_pivoted *p, size_t n, size_t count, const int *row,
                                                const int *column, const double *value, bool goes_on, size_t *negative);
/** Analyse a pattern, once for all its matrices: eliminated in the order that it has, as far as pivots allow. Borrowed
 *  for the call.
 *  @return HOL_NUMERICAL if MUMPS fails, HOL_MEMORY; what hol_lockstep_meet() says. */
HOL_MUST_CHECK hol_status hol_pivoted_analyse(hol_pivoted *p, const hol_ldl_pattern *pattern);
/** Factorise a matrix of that pattern. @param[in] value  in its order; borrowed for the call, as the pattern */
HOL_MUST_CHECK hol_status hol_pivoted_renew(hol_pivoted *p, const hol_ldl_pattern *pattern, double *value,
                                            size_t *negative);
/** Solve A x = b in place, x ← A⁻¹ x. Of factors in common x is that of rank 0, and every rank is given the
 *  solution. */
HOL_MUST_CHECK hol_status hol_pivoted_solve(hol_pivoted *p, double *x, size_t columns);

#endif
