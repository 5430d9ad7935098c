/** @file plate_span.h  Functions of one coordinate for products of them: C¹ elements, and their integrals. Internal to room
 *  `parts`. */
#ifndef PARTS_PLATE_SPAN_H
#define PARTS_PLATE_SPAN_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { HOL_SPAN_ELEMENTS = 64 };

/** How a side is divided: equal elements, the first and the last with thin layers at the ends, each `thin` of what is left. */
typedef struct hol_division {
  size_t elements;      /**< ≥ 1, without the layers */
  size_t layers;        /**< at each end */
  double thin;
  size_t degree, layer_degree;
} hol_division;

/** Functions on 0 ≤ x ≤ length: freedoms 2i, 2i + 1 are value and slope at node i, then degree − 3 inside each element. */
typedef struct hol_span {
  double length;
  size_t elements, n;
  double node[HOL_SPAN_ELEMENTS + 1];
  size_t degree[HOL_SPAN_ELEMENTS], inner[HOL_SPAN_ELEMENTS]; /**< of an element; its first inner freedom */
  double *integral[4];  /**< [n * n] column-major: ∫fg, ∫f″g″, ∫f″g, ∫f′g′ with f by rows */
} hol_span;

/** @return HOL_NUMERICAL for more than HOL_SPAN_ELEMENTS elements */
HOL_MUST_CHECK hol_status hol_span_start(double length, hol_division division, hol_span *span);
void hol_span_clear(hol_span *span);

/** All functions at x. @param[in] order of the derivative, 0 .. 2  @param[out] value [n] */
void hol_span_at(const hol_span *span, double x, int order, double *value);
/** Coefficients of 1 and of x. @param[out] value [n] */
void hol_span_linear(const hol_span *span, double constant, double slope, double *value);
/** The element of a place. */
size_t hol_span_element(const hol_span *span, double x);

/** A subset of motions: each is one freedom, or two with equal or opposite sign. {0} is empty. */
typedef struct hol_subspan {
  size_t n;
  size_t (*freedom)[2]; /**< [n] second SIZE_MAX: none */
  double (*factor)[2];  /**< [n] */
  double *integral[4];  /**< [n * n] */
} hol_subspan;

typedef enum { HOL_ALL, HOL_EVEN, HOL_ODD } hol_parity;

/** Motions of a parity about the middle without those freedoms of the ends that are held (value, slope at the start; at the end);
 *  for a parity both ends must be held alike. */
HOL_MUST_CHECK hol_status hol_subspan_start(const hol_span *span, hol_parity parity, const bool held[4],
                                            hol_subspan *sub);
void hol_subspan_clear(hol_subspan *sub);
/** Σ factor · value of the freedoms of motion i. */
double hol_subspan_of(const hol_subspan *sub, size_t i, const double *value);

#endif
