/* SPDX-License-Identifier: BSD-3-Clause */
/** @file indefinite.h  Inertia and solution of sparse symmetric indefinite matrices of one pattern, by the cheaper
 *  solver.
 *
 *  Little work is done without pivots and with a border (bordered.h), column by column. Much work, or work in common,
 *  is MUMPS', with pivots, in dense blocks, after the same ordering. Measured on one core (AMD EPYC; flops of L D Lᵀ;
 *  seconds to factorise; ms for each of 1, 4, 8, 16 right-hand sides solved together), K of plane frames of n² bays and
 *  lattices of n³ joints, six freedoms:
 *
 *                  order    flops   L D Lᵀ                          MUMPS
 *      frame  80   19 680   1.4e8   0.06 s  1.5  0.9  1.0  1.0      0.03 s    6   2.2  1.6  1.2
 *            160   77 760   1.2e9   0.59     13  5.5  5.7  5.8      0.17     28    10  6.5  5.1
 *            224  151 872   3.2e9   2.1      24   10   11   11      0.38     59    20   14   10
 *      lattice 8    2 688   6.0e7   0.02    0.2  0.1  0.1  0.1      0.01    0.4   0.2  0.1  0.1
 *             10    5 400   2.7e8   0.10    0.6  0.4  0.4  0.4      0.02    0.9   0.4  0.3  0.3
 *             12    9 504   1.7e9   0.94    4.8  2.1  2.0  2.0      0.11    4.7   2.2  1.2  0.9
 *             16   23 040   1.2e10  9.7      19  7.2  7.1  7.4      0.58     20   7.0  4.3  3.1
 *
 *  Two factorisations and 180 solutions, most of them four at a time, are a list of twenty roots: MUMPS gains from 2e8
 *  flops on, in space by far. */
#ifndef BASE_INDEFINITE_H
#define BASE_INDEFINITE_H

#include "base/bordered.h"
#include "base/pivoted.h"

/** Opaque; NULL is valid for freeing. */
typedef struct hol_indefinite hol_indefinite;

/** Create a factorisation, as hol_ldl_new().
 *  @param[in]  common  factors are in common with the ranks of it; NULL: they are not. Borrowed
 *  @param[out] k       NULL on failure
 *  @return HOL_NUMERICAL if MUMPS fails, HOL_MEMORY; what hol_lockstep_meet() says. */
HOL_MUST_CHECK hol_status hol_indefinite_new(size_t n, const size_t *column_start, const size_t *row, bool is_lasting,
                                             hol_lockstep *common, hol_indefinite **k);
void hol_indefinite_free(hol_indefinite *k);
/** Free the factors and keep the analysis for the next matrix.
 *  @return false: not possible, the factors are MUMPS' */
bool hol_indefinite_rest(hol_indefinite *k);
/** Return the values, in the order of the pattern, to be filled before factorising. */
double *hol_indefinite_values(hol_indefinite *k);
/** Factorise, whatever was factorised before.
 *  @param[in]  growth    digits may be lost by this factor at the most: without pivots as hol_bordered_factorise() has
 *                        it, with them as one solution shows, rows weighted by their diagonal entries
 *  @param[out] negative  n₋(K)
 *  @return HOL_NUMERICAL where more are lost, HOL_MEMORY. */
HOL_MUST_CHECK hol_status hol_indefinite_factorise(hol_indefinite *k, double growth, size_t *negative);
/** Return the energy of which rounding of its signs and solutions along v is ε times: hol_bordered_energy(). With
 *  pivots 4 |v|ᵀ|K||v|, of which 1.3 to 2.7 is what elimination without them makes in the frames and lattices above;
 *  vᵀδKv, from vᵀK(v − K̂⁻¹Kv), was at most ½ ε |v|ᵀ|K||v| there.
 *  @param[in] v  [n]; work [n] scratch */
double hol_indefinite_energy(const hol_indefinite *k, const double *v, double *work);
/** Solve K x = b in place, x ← K⁻¹ x, `columns` right-hand sides with leading dimension n. */
HOL_MUST_CHECK hol_status hol_indefinite_solve(hol_indefinite *k, double *x, size_t columns);
/** Are the factors computed by MUMPS, with pivoting? */
bool hol_indefinite_has_pivots(const hol_indefinite *k);

#endif
