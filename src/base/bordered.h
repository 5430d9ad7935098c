/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bordered.h  Sparse LDL^T factorisation (L D Lᵀ) in which a border corrects the few pivots that are too small.
 *
 *  Without pivoting an elimination grows where a pivot is small against its column. Such rows j, in the columns E of
 *  the unit matrix, get a diagonal that is sound, K' = K + E Δ Eᵀ with Δ = diag(s_j) > 0, and what was added is taken
 *  off again in a border:
 *
 *      M = ( K'   E   )     n₋(M) = n₋(Δ⁻¹) + n₋(K' − E Δ Eᵀ) = n₋(K)                          last rows eliminated
 *      first,
 *          ( Eᵀ   Δ⁻¹ )     n₋(M) = n₋(K') + n₋(W),   W = Δ⁻¹ − EᵀK'⁻¹E                         last rows eliminated
 *          last
 *
 *  [Haynsworth, Linear Algebra Appl. 1 (1968) 73-81], and K x = b by M (x, y) = (b, 0), which is Woodbury's formula: W
 *  y = −EᵀK'⁻¹b, K'x = b − E y.
 *
 *  What is lost. With K' = L D Lᵀ and F = L⁻¹E the whole is one elimination without pivots of M, with the factor (L 0;
 *  FᵀD⁻¹ 1), the pivots (D, W), and W solved by its eigenvectors. Its signs and solutions are therefore those of a
 *  matrix M + δM,
 *  |zᵀδM z| ≤ some ε times |z|ᵀ|L||D||Lᵀ||z| over all rows (Higham, Accuracy and Stability of Numerical Algorithms, 2nd
 *  ed., Theorem 9.3). Along v of K that is along z = (v, −Δ Eᵀv), for M z = (K v, 0); and eliminating the border from M
 *  + δM leaves K + δK with vᵀδK v = zᵀδM z to first order. So rounding of K along v is ε times
 *
 *      Σ_k |d_k| (Σ_i |L_ik v_i| + Σ_j |F_kj/d_k| s_j |v_j|)²  +  (1 + ‖Δ½ W Δ½‖) Σ_j s_j v_j²,
 *
 *  the last for W itself and for the sums K_jj + s_j. */
#ifndef BASE_BORDERED_H
#define BASE_BORDERED_H

#include "base/ldl.h"

/** Rows that are bordered at the most. */
enum { HOL_BORDER_MOST = 32 };

/** Opaque; NULL is valid for freeing. */
typedef struct hol_bordered hol_bordered;

/** Create a factorisation, as hol_ldl_new(). */
hol_bordered *hol_bordered_new(size_t n, const size_t *column_start, const size_t *row, bool is_lasting);
void hol_bordered_free(hol_bordered *b);
/** Free the factors and keep the analysis, as hol_ldl_rest(). */
void hol_bordered_rest(hol_bordered *b);
/** Return the values, in the order of the pattern, to be filled before factorising; the factorisation changes the
 *  diagonal of the rows that it borders. */
double *hol_bordered_values(hol_bordered *b);
/** Return the matrix and its analysis, as hol_ldl_pattern_of(). */
hol_ldl_pattern hol_bordered_pattern(const hol_bordered *b);
/** Factorise, with a border where pivots grow too much. Rows are chosen by the values alone, not by what was factorised
 *  before.
 *  @param[in]  growth    the most that pivots may exceed the largest diagonal entry, and ‖Δ½ W Δ½‖ one
 *  @param[out] negative  n₋(K)
 *  @return HOL_NUMERICAL if no border of HOL_BORDER_MOST rows bounds the growth, or a pivot is zero even with the
 *          border. */
HOL_MUST_CHECK hol_status hol_bordered_factorise(hol_bordered *b, double growth, size_t *negative);
/** Return the number of rows in the border of the last factorisation. */
size_t hol_bordered_rows(const hol_bordered *b);
/** Return the sum above for the last factorisation: rounding of K along v is ε times it.
 *  @param[in] v  [n]; work [n] scratch */
double hol_bordered_energy(const hol_bordered *b, const double *v, double *work);
/** Solve K x = b in place, x ← K⁻¹ x, `columns` right-hand sides with leading dimension n. */
HOL_MUST_CHECK hol_status hol_bordered_solve(hol_bordered *b, double *x, size_t columns);

#endif
