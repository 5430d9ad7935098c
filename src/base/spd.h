/* SPDX-License-Identifier: BSD-3-Clause */
/** @file spd.h  Sparse Cholesky factorisation of large symmetric positive definite matrices, by CHOLMOD
 *  (supernodal). */
#ifndef BASE_SPD_H
#define BASE_SPD_H

#include "holonome/status.h"

#include <stddef.h>

/** Opaque; NULL is valid for freeing. */
typedef struct hol_spd hol_spd;

/** Create a factorisation of order n with the given pattern: columns of the lower triangle, rows rising, diagonal
 *  first.
 *  @param[in] column_start [n + 1], row [column_start[n]]; borrowed as long as the factorisation lives
 *  @return NULL if memory is out or the matrix exceeds what an int counts. Cost: one ordering. */
hol_spd *hol_spd_new(size_t n, const size_t *column_start, const int *row);
void hol_spd_free(hol_spd *spd);
/** Factorise A = L Lᵀ.
 *  @param[in]  value     [column_start[n]] of A
 *  @param[out] offender  where A is not positive definite: the row whose pivot is not positive; SIZE_MAX otherwise
 *  @return HOL_NUMERICAL if A is not positive definite or not finite; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_spd_factorise(hol_spd *spd, const double *value, size_t *offender);
/** Solve A x = b in place, x ← A⁻¹ x, `columns` right-hand sides with leading dimension n. */
HOL_MUST_CHECK hol_status hol_spd_solve(hol_spd *spd, double *x, size_t columns);

#endif
