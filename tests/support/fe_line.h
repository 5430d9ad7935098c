/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_line.h  Hierarchical polynomial elements for one motion of a segment of a member. */
#ifndef HOLONOME_TESTS_FE_LINE_H
#define HOLONOME_TESTS_FE_LINE_H

#include "fe_pool.h"

#include <stdbool.h>

typedef enum {
  FE_ROD,      /**< axial or torsion: ends (u₁, u₂) */
  FE_SLENDER,  /**< bending, rotation of the section = slope: ends (w₁, w₁′, w₂, w₂′) */
  FE_SHEARABLE /**< bending, rotation of its own: ends (w₁, ψ₁, w₂, ψ₂) */
} fe_line_kind;

/** A segment. Strain energy ½∫ c ψ′² + s (w′ − ψ)² + T w′² + f w², kinetic ½∫ m ẇ² + r ψ̇²; a rod has c u′² + f u². */
typedef struct fe_line {
  fe_line_kind kind;
  real length;     /**< m, > 0 */
  real stiffness;  /**< c: EA, GJ or EI */
  real mass;       /**< m, per length */
  real rotary;     /**< r, per length */
  real shear;      /**< s, FE_SHEARABLE only */
  real tension;    /**< T */
  real foundation; /**< f, per length */
} fe_line;

/** Polynomials go no higher. */
enum { FE_LINE_MAX_DEGREE = 320 };

/** Legendre polynomials P_0..P_n at x, n <= FE_LINE_MAX_DEGREE + 15. @param[out] P  [n + 1] */
void fe_legendre(real x, size_t n, real *P);
/** Node i of Gauss's rule with n nodes on (-1, 1), and its weight. */
real fe_gauss_node(size_t i, size_t n, real *weight);

/** Unknowns at the ends: 2 or 4. */
size_t fe_line_ends(const fe_line *line);
/** Interior unknowns with polynomials up to `degree` (≥ 3) for the deflection. None for a segment whose static
 * deflection is already exact and that has no mass. */
size_t fe_line_bubbles(const fe_line *line, size_t degree);
/** Least degree that resolves waves of circular frequency omega: the error of a frequency is then near 1e-14. */
size_t fe_line_degree(const fe_line *line, real omega);
/** Stiffness and mass matrices over (ends, interior unknowns), integrated by Gauss's rule to rounding.
 *  @param[out] K,M  [n*n], n = ends + bubbles */
void fe_line_matrices(const fe_line *line, size_t degree, real *K, real *M, fe_pool *pool);
/** Strain energy (twice) of a field given by its ends and interior unknowns, as a sum of squares: no digits cancel
 * where a stiff segment moves almost as a rigid one.
 *  @param[in] z  [ends + bubbles] */
real fe_line_strain(const fe_line *line, size_t degree, const real *z, fe_pool *pool);

#endif
