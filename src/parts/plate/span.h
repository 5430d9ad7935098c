/* SPDX-License-Identifier: BSD-3-Clause */
/** @file span.h  Functions of one coordinate for a product basis: C¹ finite elements, and their integrals. Internal to
 *  module `parts`. */
#ifndef PARTS_PLATE_SPAN_H
#define PARTS_PLATE_SPAN_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { HOL_SPAN_LAYERS = 16 };

/** Resolution of a side: equal elements of high degree, and at both ends, where corners make motions less smooth, local
 *  functions on ever thinner layers laid over each other, each `thin` of the one before. */
typedef struct hol_division {
  size_t elements, degree;
  size_t layers, layer_degree; /**< layers ≤ HOL_SPAN_LAYERS; 0: none */
  double reach, thin;          /**< length of the outermost layer, at most half of the side */
} hol_division;

/** Functions on 0 ≤ x ≤ length: freedoms 2i, 2i + 1 are value and slope at node i of equal elements, then degree − 3
 *  inside each; from `global` on the local ones at the start, `local` of them - of each layer value and slope at x = 0,
 *  then the others - and as many at the end, their mirror images. */
typedef struct hol_span {
  double length;
  size_t elements, degree, n, global, local;
  size_t layers, layer_degree;
  double layer[HOL_SPAN_LAYERS]; /**< [layers] their lengths from the ends, falling */
  double *integral[4];           /**< [n * n] column-major: ∫fg, ∫f″g″, ∫f″g, ∫f′g′ with f by rows */
  size_t points;                 /**< of a quadrature along it that is exact for products of two functions */
  double *place, *weight;        /**< [points] */
  double *value[3];              /**< [n * points] the functions there, first and second derivatives */
} hol_span;

/** Build functions, quadrature and integrals.
 *  @param[in] least  distance from its ends that the quadrature must resolve, m */
HOL_MUST_CHECK hol_status hol_span_start(double length, hol_division division, double least, hol_span *span);
void hol_span_clear(hol_span *span);

/** Evaluate all functions at x, first and second derivatives. @param[out] value  [3][n] */
void hol_span_all_at(const hol_span *span, double x, double *const value[3]);
/** Compute the coefficients of constant + slope x. @param[out] value [n] */
void hol_span_linear(const hol_span *span, double constant, double slope, double *value);
/** Return the layer of a freedom, SIZE_MAX: it is not local. */
size_t hol_span_layer(const hol_span *span, size_t freedom);
/** Return the least degree, of its element or of its layer, from which on a freedom exists. */
size_t hol_span_degree(const hol_span *span, size_t freedom);
/** Does a local freedom belong to the end, not to the start? */
bool hol_span_is_end(const hol_span *span, size_t freedom);
/** Return the length of the equal elements. */
double hol_span_step(const hol_span *span);

/** A subset of motions: each is one freedom, or two with equal or opposite sign. {0} is empty. */
typedef struct hol_subspan {
  size_t n;
  size_t (*freedom)[2]; /**< [n] second SIZE_MAX: none */
  double (*factor)[2];  /**< [n] */
  double *integral[4];  /**< [n * n] */
} hol_subspan;

typedef enum { HOL_ALL, HOL_EVEN, HOL_ODD } hol_parity;

/** Select motions of a parity about the middle without those freedoms of the ends that are held (value, slope at the
 *  start; at the end); for a parity both ends must be held alike. */
HOL_MUST_CHECK hol_status hol_subspan_start(const hol_span *span, hol_parity parity, const bool held[4],
                                            hol_subspan *sub);
void hol_subspan_clear(hol_subspan *sub);
/** Return Σ factor · value of the freedoms of motion i. */
double hol_subspan_of(const hol_subspan *sub, size_t i, const double *value);

#endif
