/** @file plate_span.h  Functions of one coordinate for products of them: C¹ elements, and their integrals. Internal to room
 *  `parts`. */
#ifndef PARTS_PLATE_SPAN_H
#define PARTS_PLATE_SPAN_H

#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>

/** Functions on 0 ≤ x ≤ length: freedoms 2i, 2i + 1 are value and slope at node i, then degree − 3 inside each element. */
typedef struct hol_span {
  double length;
  size_t elements, degree, n;
  double *integral[4];  /**< [n * n] column-major: ∫fg, ∫f″g″, ∫f″g, ∫f′g′ with f by rows */
} hol_span;

HOL_MUST_CHECK hol_status hol_span_start(double length, size_t elements, size_t degree, hol_span *span);
void hol_span_clear(hol_span *span);

/** All functions at x. @param[in] order of the derivative, 0 .. 2  @param[out] value [n] */
void hol_span_at(const hol_span *span, double x, int order, double *value);
/** Coefficients of 1 and of x. @param[out] value [n] */
void hol_span_linear(const hol_span *span, double constant, double slope, double *value);
/** The freedom inside element e; i from 0. */
size_t hol_span_inner(const hol_span *span, size_t e, size_t i);

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
