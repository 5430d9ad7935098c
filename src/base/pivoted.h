/** @file pivoted.h  Sparse symmetric indefinite factorisation with pivoting, by MUMPS (sequential).
 *
 *  MUMPS is loaded when the first large matrix needs it, so that small problems do not pay for starting it; its sequential
 *  library brings a stand-in for MPI of its own and is kept out of the program's name space. */
#ifndef BASE_PIVOTED_H
#define BASE_PIVOTED_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Opaque; NULL is valid for freeing. */
typedef struct hol_pivoted hol_pivoted;

/** A solver without a matrix yet.
 *  @param[out] is_missing  MUMPS cannot be loaded
 *  @return NULL then, and if memory is out. */
hol_pivoted *hol_pivoted_new(bool *is_missing);
void hol_pivoted_free(hol_pivoted *p);
/** From now on ask of every pivot half of the largest entry in its column, the most there is to ask, not a hundredth: it takes longer. */
void hol_pivoted_be_careful(hol_pivoted *p);

/** Factorise the symmetric matrix Σ value·e_row e_columnᵀ (lower triangle; repeated places add up).
 *  The ordering is made anew every time: it depends on the values, too, and what comes out may not depend on which matrix
 *  was the first.
 *  @param[in]  row,column [count] from 0, borrowed for the call
 *  @param[in]  goes_on    pivots that are zero to rounding are passed over (they count as not negative), and solutions have next to
 *                         nothing along them; else the matrix is refused
 *  @param[out] negative   n₋, by the signs of the pivots (INFOG(12))
 *  @return HOL_NUMERICAL if MUMPS fails or the matrix is singular to rounding, HOL_MEMORY. */
HOL_MUST_CHECK hol_status hol_pivoted_factorise(hol_pivoted *p, size_t n, size_t count, const int *row,
                                                const int *column, const double *value, bool goes_on, size_t *negative);
/** x ← A⁻¹ x. */
HOL_MUST_CHECK hol_status hol_pivoted_solve(hol_pivoted *p, double *x, size_t columns);

#endif
