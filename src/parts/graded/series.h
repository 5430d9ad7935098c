/* SPDX-License-Identifier: BSD-3-Clause */
/** @file series.h  Transfer matrix of a short piece of a member whose properties vary, as a power series in λ. Internal
 *  to module `parts`.
 *
 *  With u = (w, ψ), n = (V, M) of bending, u and N of a rod, the equations of line/bending.h are first-order in v = (u,
 *  n):
 *
 *      w′ = (ψ + φV)/e,   ψ′ = M/EI,   V′ = (f − λm)w,   M′ = −V/e + (T/e − λr)ψ;      u′ = N/EA,   N′ = (f − λm)u
 *
 *  with φ = 1/kGA, e = 1 + φT. Gauss's collocation, which is symplectic, solves them to the order 2n of its n points
 *  [Hairer, Lubich, Wanner, Geometric Numerical Integration, IV.2]. The solution is entire in λ: v = Σ λ^j v_j, where
 *  v_j follows from v_{j−1} by integration, and
 *      u(h) = A u(0) + B n(0),    n(h) = C u(0) + D n(0)
 *      (1)
 *
 *  has B, C, D by a dozen terms each over a piece no longer than a quarter wave. Everything is in units of the piece:
 *  its length h, and the stiffness E of it. */
#ifndef PARTS_GRADED_SERIES_H
#define PARTS_GRADED_SERIES_H

#include "parts/graded/nodes.h"

#include <complex.h>
#include <stdbool.h>

/** Properties of a piece at the points of its nodes. */
typedef enum {
  HOL_G_SOFTNESS,
  HOL_G_MASS,
  HOL_G_ROTARY,
  HOL_G_SHEAR,
  HOL_G_TENSION,
  HOL_G_FOUNDATION,
  HOL_G_COUNT
} hol_graded_property;
typedef struct hol_piece {
  size_t orders;                              /**< 2 in bending, 1 of a rod */
  bool is_step;                               /**< it is the same all along, but for an axial force that is linear */
  double from, to;                            /**< m, along the member */
  double unit;                                /**< of stiffness, like that of the piece: N m², of a rod N */
  double value[HOL_G_COUNT][HOL_NODES_MORE];  /**< 1/EI, m, r, φ, T, f; of a rod 1/EA, m, f */
  double low[HOL_G_COUNT], high[HOL_G_COUNT]; /**< bounds all over it */
} hol_piece;

/** Return the greatest |λ| for which collocation of a piece h long is used, and its own count is zero in the form that
 *  holds its start and leaves its end free; 0: for none. With p = (2h/π)², which is the most that ∫w² is of ∫w′² with w
 *  = 0 at the start, c = λm p + max(−T, 0) and the worst of each property the energy is positive as long as
 *  (Timoshenko's, by ∫w′² ≤ (1 + 1/a)∫ψ² + (1 + a)∫γ², a = kGA/c − 1)
 *
 *      c < kGA,    c/(1 − c/kGA) + λr < EI/p;        of a rod    λm p < EA.
 *
 *  Axial force and foundation must be weak enough for the iteration, too: |T|p < e EI, fp² < EI; and e = 1 + φT must
 *  not be rounding alone. */
double hol_piece_reach(const hol_piece *piece, double h);
/** Return the least e = 1 + φT of a piece in bending under compression; 1 without. */
double hol_piece_least_e(const hol_piece *piece);

enum { HOL_SERIES_TERMS = 16 };
typedef struct hol_power_series {
  size_t orders, terms;
  double h, stiffness; /**< m; N m², of a rod N */
  double reach;        /**< powers are of λ/reach */
  /** [order][row + orders * column] of (1), D less the rigid part: V(h) = V(0), M(h) = M(0) − hV(0) */
  double B[HOL_SERIES_TERMS][4], C[HOL_SERIES_TERMS][4], D[HOL_SERIES_TERMS][4];
  double load[4]; /**< u, n at the end, from rest at the start, under a load along the first port at λ = 0; see `q` */
} hol_power_series;

/** Request beside the series: fields at one λ, or a load. */
typedef struct hol_power_series_request {
  const double *load; /**< [n] q of the load per length at the points; NULL: none */
  double at;          /**< λ/reach of the fields */
  /** [2 * orders][n + 2] NULL, or w and ψ (of a rod u, and u′ h) at 0, the points and 1 from a unit of each of u(0),
   *  n(0) */
  double (*value)[HOL_NODES_MORE + 2], (*slope)[HOL_NODES_MORE + 2];
} hol_power_series_request;

/** Compute the series by collocation. @param[in] reach  of the piece, or less  @param[in] request  NULL: nothing */
void hol_power_series_make(const hol_nodes *nodes, const hol_piece *piece, double reach,
                           const hol_power_series_request *request, hol_power_series *series);

/** The same by power series in the distance from the start, ten times as fast. @pre hol_piece_is_flat() */
void hol_flat_make(const hol_nodes *nodes, const hol_piece *piece, double reach,
                   const hol_power_series_request *request, hol_power_series *series);
/** Fields of it, as those of hol_power_series_request, which are zero before. */
void hol_flat_fields(const hol_nodes *nodes, const hol_piece *piece, double lambda, double (*value)[HOL_NODES_MORE + 2],
                     double (*slope)[HOL_NODES_MORE + 2]);
/** Is it a step, along which shear and axial force change little together? */
bool hol_piece_is_flat(const hol_nodes *nodes, const hol_piece *piece);

/** Store the response of one power of λ to a unit at the start in the matrices.
 *  @param[in] column  of (u(0), n(0))
 *  @param[in] end  w, ψ, V, M (u in the first, N in the third) */
void hol_power_series_put(hol_power_series *series, size_t power, size_t column, const double end[4]);
/** Subtract the rigid part from D, find the number of terms.
 *  @param[in] coupled  does an axial force or a foundation act on it? */
void hol_power_series_finish(hol_power_series *series, bool coupled);

/** Return the difference of two series, relative to their largest entries. */
double hol_power_series_apart(const hol_power_series *a, const hol_power_series *b);

#endif
