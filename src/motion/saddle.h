/* SPDX-License-Identifier: BSD-3-Clause */
/** @file saddle.h  Accelerations and multipliers of a system under constraints: the dense saddle system, its
 *  independent rows, its metric.
 *
 *      M a = h + B' lambda,     A a = b                                                                      (1)
 *
 *  M [n n] symmetric and positive semidefinite, A [rows n] with rows that may follow from others, B = A but for rows
 *  that are held by other forces. For M > 0 this is the equation of Udwadia and Kalaba (1992); where M is singular
 *  (Udwadia, Phohomsiri 2006) a is unique if [M; A] has rank n.
 *
 *  Everything is computed in units u of the coordinates in which masses have diagonal 1; one without mass has the
 *  unit in which it counts as much as the others in the rows that it is in. The metric is
 *
 *      W = M + A'A / 2,
 *
 *  A with rows of length 1: positive definite exactly if accelerations are determined, and on motions with A dq given
 *  the metric of M. Rows have length 1 in the metric of W^-1 from then on, so that pivots are sines of angles between
 *  rows and neither units of coordinates nor factors of rows change the rank.
 *
 *  Matrices are dense, row after row. Nothing here allocates but hol_saddle_make() and the two checks of a start. */
#ifndef MOTION_SADDLE_H
#define MOTION_SADDLE_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Workspace and results. {0} is empty; hol_saddle_clear() frees it. Arrays are owned. */
typedef struct hol_saddle {
  size_t n, most;    /**< coordinates; the most rows */
  size_t rows, rank; /**< of the last choice */
  double *unit;      /**< [n] u */
  double *length;    /**< [rows] of A, in units */
  size_t *chosen;    /**< [rows] the independent rows, the first `rank`; then the others */
  size_t *falling;   /**< [rows] all rows in the order of their pivots */
  const bool
      *is_fixed;    /**< set by the caller: [n] coordinates that projections leave as they are; NULL: none. Borrowed */
  double threshold; /**< set by the caller: pivots of no more than this make rows redundant; 0: 1e-9 */
  double *combination; /**< [rows rows] A_j/length_j of rows not chosen is the sum of [j][i] times A_c/length_c,
                            c = chosen[i]; entries of rounding are 0 */
  bool *is_unique;     /**< [rows] lambda_j is: component j of every null vector of A' is 0 */
  double *sine;        /**< [min(rows, n)] pivots, falling from 1: sines of angles of rows with those before */
  bool is_near;        /**< a pivot lies between 1e-12 and 1e-6: the rank is a matter of judgement */
  double *metric;      /**< [n n] Cholesky factor of W in units, lower triangle by columns */
  double *triangle;    /**< [most n] QR factors of the rows chosen */
  double *reflector;   /**< [most] of them */
  double *weight;      /**< [most] lengths of the directions B in the factors */
  double *system;      /**< [order order] (1) in units, by columns; scratch elsewhere */
  double *factor;      /**< [order order] its LU factors */
  size_t order;        /**< n + rank */
  double *vector;      /**< [4 (n + most)] scratch */
  double *scratch;     /**< [space] of LAPACK */
  size_t space;
  int *pivot; /**< [n + most] */
} hol_saddle;

/** @param[in] n  coordinates, at least 1  @param[in] rows  the most rows  @param[out] s  {0} on entry, to be cleared
 *  in every case  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_saddle_make(size_t n, size_t rows, hol_saddle *s);
void hol_saddle_clear(hol_saddle *s);

/* ---- rows and metric --------------------------------------------------------------------------------------------- */

/** Compute units, lengths of rows and the metric; hol_saddle_choose() does so by itself.
 *  @return HOL_NUMERICAL: W is not positive definite: an acceleration is not determined, a mass is negative, or a
 *          number is not finite. Cost n²(n/3 + rows) */
HOL_MUST_CHECK hol_status hol_saddle_scale(hol_saddle *s, size_t rows, const double *mass, const double *row);

/** Choose independent rows: QR with pivots of W^(-1/2) A' (LAPACK's dgeqp3). A pivot of no more than the threshold
 *  makes the other rows redundant. Of rows that depend on each other the first are chosen, as long as a twentieth of
 *  each is new.
 *  @return as hol_saddle_scale(); rank is 0 then. Cost 4 n² rows */
HOL_MUST_CHECK hol_status hol_saddle_choose(hol_saddle *s, size_t rows, const double *mass, const double *row);

/** Compute a basis of the null space of A after a choice, orthonormal in M: A Z = 0, Z'M Z = 1.
 *  @param[out] z  [n - rank][n] vector after vector */
void hol_saddle_null_space(hol_saddle *s, double *z);

/** Return the length of a gradient in the metric of W^-1, after hol_saddle_scale() or hol_saddle_choose().
 *  @param[in] gradient  [n] */
double hol_saddle_length(hol_saddle *s, const double *gradient);

/** Return a row that is not chosen whose direction is not the same combination of the others as its gradient is, so
 *  that (1) leaves open which of them holds the rows; SIZE_MAX: there is none. @param[in] direction  B [rows n] */
size_t hol_saddle_indeterminate(const hol_saddle *s, const double *direction);

/** Return the row whose A a - b is largest beside the size of its terms, |b_j| + sum |A_ji a_i|: rows that were left
 *  out contradict those they follow from, if it is not rounding. SIZE_MAX: every residual is 0.
 *  @param[out] share  of the size of its terms */
size_t hol_saddle_contradiction(const hol_saddle *s, const double *row, const double *right, const double *acceleration,
                                double *share);

/** Find the change of least W-norm for which A dq = -residual of some rows, one step of Gauss-Newton; rows that follow
 *  from others as least squares, each by its length. After hol_saddle_scale() or hol_saddle_choose() with these rows.
 *  @param[in]  which     [count] rows; NULL: the first `count`  @param[in] residual  [count]
 *  @param[out] change    [n] @param[out] left  largest |A dq + residual|/length: what contradictory rows leave
 *  @return HOL_NUMERICAL: a number is not finite */
HOL_MUST_CHECK hol_status hol_saddle_project(hol_saddle *s, const double *row, const size_t *which, size_t count,
                                             const double *residual, double *change, double *left);

/* ---- solution ---------------------------------------------------------------------------------------------------- */

/** Factor (1) with the rows chosen, in units: LU with row pivots, as fast as LDL' at these orders.
 *  @param[in] direction  B [rows n]; NULL: A
 *  @return HOL_NUMERICAL: singular - what is to be held cannot be held by B, friction at Painleve's limit */
HOL_MUST_CHECK hol_status hol_saddle_factor(hol_saddle *s, const double *mass, const double *row,
                                            const double *direction);

/** Solve (1) by the factors, with one step of iterative refinement where the residual is more than rounding.
 *  @param[in]  load          [n] h + C. The ideal multipliers are those for C = 0
 *  @param[in]  right         [rows] b; NULL: 0
 *  @param[out] acceleration  [n]  @param[out] multiplier  [rows] 0 of rows not chosen
 *  @return HOL_NUMERICAL: a number is not finite. Cost 4 order² */
HOL_MUST_CHECK hol_status hol_saddle_solve(hol_saddle *s, const double *load, const double *right, double *acceleration,
                                           double *multiplier);

/* ---- checks of a start ------------------------------------------------------------------------------------------- */

/** Find the speeds of least kinetic energy, in units. After hol_saddle_scale(), whatever it returned.
 *  @param[out] least   v'M v of v of length 1 in units: below -1e-12 a mass is negative  @param[out] vector  [n] v, in
 *  units  @return HOL_NUMERICAL, HOL_MEMORY. Cost 10 n³ */
HOL_MUST_CHECK hol_status hol_saddle_least_mass(const hol_saddle *s, const double *mass, double *least, double *vector);

/** Find accelerations that are not determined: null vectors of [M; A], orthonormal in units. M ≥ 0.
 *  @param[out] vector  [n n] vector after vector, in units  @param[out] count  of them
 *  @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_saddle_undetermined(const hol_saddle *s, size_t rows, const double *mass,
                                                  const double *row, double *vector, size_t *count);

#endif
