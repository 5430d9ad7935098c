/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shapes.h  Lateral modes of a beam under tension, and integrals of products of modes. */
#ifndef NONLINEAR_SHAPES_H
#define NONLINEAR_SHAPES_H

#include "parts/line/line.h"

/** ∫₀ˡ d^oX/dx^o · d^oY/dx^o dx in closed form: a mode is a sum of four exponentials.
 *  @param[in] order  o, 0..3 */
double hol_shape_product(double length, const hol_line_mode *x, const hol_line_mode *y, int order);

/** ∫₀ˡ X_k′ X_j′ cos(nπx/l) dx of two of the modes of a beam, n ≥ 1; exactly 0 where symmetry makes it so. */
double hol_shape_product_cosine(const hol_line *line, const hol_line_mode *shape, size_t k, size_t j, size_t number);

/** ∫₀ˡ X dx. */
double hol_shape_mean(double length, const hol_line_mode *x);

/** The largest |X| over the beam; the mode is number k (from 0). */
double hol_shape_largest(const hol_line *line, const hol_line_mode *x, size_t k);

#endif
