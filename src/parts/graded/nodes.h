/* SPDX-License-Identifier: BSD-3-Clause */
/** @file nodes.h  Gauss points of (0, 1) for collocation: integration from the start, interpolation. Internal to room
 *  `parts`. */
#ifndef PARTS_GRADED_NODES_H
#define PARTS_GRADED_NODES_H

#include <stddef.h>

/** Points of a piece, and those of the error estimate of the same piece: two more. */
enum { HOL_NODES = 12, HOL_NODES_MORE = 14 };

/** n Gauss points. Plain data. */
typedef struct hol_nodes {
  size_t n;
  double x[HOL_NODES_MORE];                        /**< rising */
  double weight[HOL_NODES_MORE];                   /**< of ∫ from 0 to 1 */
  double integral[HOL_NODES_MORE][HOL_NODES_MORE]; /**< [i][j] ∫ from 0 to x_i of the j-th Lagrange polynomial */
  double legendre[HOL_NODES_MORE][HOL_NODES_MORE]; /**< [k][j] Legendre coefficient k of that polynomial */
  double share[HOL_NODES_MORE];                    /**< barycentric weights of the points alone */
  double share_ends[HOL_NODES_MORE + 2];           /**< of 0, the points, 1 */
} hol_nodes;

/** Compute the points, weights and coefficients. @param[in] n  HOL_NODES or HOL_NODES_MORE */
void hol_nodes_make(size_t n, hol_nodes *nodes);

/** Evaluate the polynomial through values at the points, at x. @param[in] value  [n] */
double hol_nodes_at(const hol_nodes *nodes, const double *value, double x);

/** Compute the coefficients of the values at 0, the points and 1 in the polynomial through them at x.
 *  @param[out] share  [n + 2] */
void hol_nodes_shares(const hol_nodes *nodes, double x, double *share);

/** Compute bounds of the polynomial through values at the points, by its Legendre coefficients. */
void hol_nodes_bounds(const hol_nodes *nodes, const double *value, double *least, double *most);

#endif
