/* SPDX-License-Identifier: BSD-3-Clause */
/* C1 finite elements of high degree and corner layers along one side of a plate: functions, quadrature, integrals. */
#include "parts/plate/span.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/plate/shape.h"
#include "parts/profile/legendre.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 48, STEPS_MOST = 48, ENDS_MOST = 512 };

double hol_span_step(const hol_span *span)
{
  return span->length / (double)span->elements;
}

size_t hol_span_layer(const hol_span *span, size_t freedom)
{
  return freedom < span->global ? SIZE_MAX : (freedom - span->global) % span->local / (span->layer_degree - 1);
}

static size_t freedom(const hol_span *span, size_t e, size_t i)
{
  return i < 4 ? 2 * e + i : 2 * (span->elements + 1) + e * (span->degree - 3) + i - 4;
}

size_t hol_span_degree(const hol_span *span, size_t at)
{
  size_t nodes = 2 * (span->elements + 1);
  if (at < nodes) {
    return 3;
  }
  if (at < span->global) {
    return 4 + (at - nodes) % (span->degree - 3);
  }
  size_t i = (at - span->global) % span->local % (span->layer_degree - 1);
  return i < 2 ? 3 : i + 2;
}

bool hol_span_is_end(const hol_span *span, size_t at)
{
  return at >= span->global + span->local;
}

/** All places between which the functions are polynomials, halves of elements, and distances from both ends that grow
 *  from `least` on. @return their number, 0: too many */
static size_t panels(const hol_span *span, double least, double end[ENDS_MOST])
{
  size_t count = 0, kept = 0, halves = 2 * span->elements;
  if (halves + 2 * span->layers + STEPS_MOST >= ENDS_MOST) {
    return 0;
  }
  for (size_t i = 0; i <= halves; i++) {
    end[count++] = span->length * (double)i / (double)halves;
  }
  for (size_t i = 0; i < span->layers; i++) {
    end[count++] = span->layer[i];
    end[count++] = span->length - span->layer[i];
  }
  for (double step = fmax(least, 1e-11 * span->length); step < 0.2 * span->length; step *= 4) {
    end[count++] = step;
    end[count++] = span->length - step;
  }
  hol_sort(count, end);
  for (size_t i = 0; i < count; i++) {
    if (kept == 0 || end[i] - end[kept - 1] > 1e-13 * span->length) {
      end[kept++] = end[i];
    }
  }
  return kept;
}

/** Places, weights and values of all functions. */
static hol_status fill_table(hol_span *span, double least)
{
  double end[ENDS_MOST];
  long double s[POINTS_MOST], weight[POINTS_MOST];
  size_t each = span->degree + 2, count = panels(span, least, end);
  if (count < 2 || each > POINTS_MOST) {
    return HOL_NUMERICAL;
  }
  hol_gauss(each, s, weight);
  span->points = (count - 1) * each;
  span->place = hol_alloc(span->points, sizeof *span->place);
  span->weight = hol_alloc(span->points, sizeof *span->weight);
  for (size_t order = 0; order < 3; order++) {
    span->value[order] = hol_alloc(span->points * span->n, sizeof **span->value);
  }
  if (!span->place || !span->weight || !span->value[0] || !span->value[1] || !span->value[2]) {
    return HOL_MEMORY;
  }
  for (size_t q = 0; q < span->points; q++) {
    double from = end[q / each], h = end[q / each + 1] - from;
    span->place[q] = from + 0.5 * h * (1 + (double)s[q % each]);
    span->weight[q] = 0.5 * h * (double)weight[q % each];
    double *const value[3] = {span->value[0] + q * span->n, span->value[1] + q * span->n, span->value[2] + q * span->n};
    hol_span_all_at(span, span->place[q], value);
  }
  return HOL_OK;
}

/** @param[in] weighted  [n * points] workspace */
static void integrate_products(hol_span *span, double *weighted)
{
  static const size_t left[4] = {0, 2, 2, 1}, right[4] = {0, 2, 0, 1};
  size_t n = span->n;
  for (size_t kind = 0; kind < 4; kind++) {
    for (size_t k = 0; k < n * span->points; k++) {
      weighted[k] = span->weight[k / n] * span->value[right[kind]][k];
    }
    hol_block f = {span->value[left[kind]], n, false}, g = {weighted, n, true};
    hol_dense_multiply(n, span->points, n, 1, f, g, 0, span->integral[kind], n);
  }
}

static hol_status build_span(hol_span *span, double least)
{
  bool ok = true;
  for (size_t k = 0; k < 4; k++) {
    span->integral[k] = hol_alloc(span->n * span->n, sizeof **span->integral);
    ok = ok && span->integral[k];
  }
  HOL_TRY(ok ? HOL_OK : HOL_MEMORY);
  HOL_TRY(fill_table(span, least));
  double *weighted = hol_alloc(span->n * span->points, sizeof *weighted);
  if (!weighted) {
    return HOL_MEMORY;
  }
  integrate_products(span, weighted);
  free(weighted);
  return HOL_OK;
}

hol_status hol_span_start(double length, hol_division d, double least, hol_span *span)
{
  *span = (hol_span){
      .length = length, .elements = d.elements, .degree = d.degree, .layers = d.layers, .layer_degree = d.layer_degree};
  span->global = 2 * (d.elements + 1) + d.elements * (d.degree - 3);
  span->local = d.layers * (d.layer_degree - 1);
  span->n = span->global + 2 * span->local;
  for (size_t i = 0; i < d.layers; i++) {
    span->layer[i] = d.reach * pow(d.thin, (double)i);
  }
  hol_status status = build_span(span, least);
  if (status != HOL_OK) {
    hol_span_clear(span);
  }
  return status;
}

void hol_span_clear(hol_span *span)
{
  for (size_t k = 0; k < 4; k++) {
    free(span->integral[k]);
  }
  for (size_t order = 0; order < 3; order++) {
    free(span->value[order]);
  }
  free(span->place);
  free(span->weight);
  *span = (hol_span){0};
}

/** Local functions at x from their end: on each layer, from the outermost in, those that vanish with their slope where
 *  it stops. @param[in] sign  of odd derivatives  @param[out] value  [3] orders from the first of that end on */
static void local_at(const hol_span *span, double x, double sign, double *const value[3])
{
  size_t each = span->layer_degree - 1;
  double v[3][48];
  for (size_t l = 0; l < span->layers && x <= span->layer[l]; l++) {
    double h = span->layer[l];
    hol_plate_shape(span->layer_degree, fmax(-1, fmin(1, 2 * x / h - 1)), h, v);
    for (size_t i = 0; i < each; i++) {
      size_t from = i < 2 ? i : i + 2;
      value[0][l * each + i] = v[0][from];
      value[1][l * each + i] = sign * v[1][from];
      value[2][l * each + i] = v[2][from];
    }
  }
}

void hol_span_all_at(const hol_span *span, double x, double *const value[3])
{
  double h = hol_span_step(span), v[3][48];
  size_t e = (size_t)fmax(0, fmin(floor(x / h), (double)(span->elements - 1)));
  hol_plate_shape(span->degree, fmax(-1, fmin(1, 2 * (x - (double)e * h) / h - 1)), h, v);
  double *start[3], *end[3];
  for (size_t order = 0; order < 3; order++) {
    memset(value[order], 0, span->n * sizeof **value);
    for (size_t i = 0; i <= span->degree; i++) {
      value[order][freedom(span, e, i)] = v[order][i];
    }
    start[order] = value[order] + span->global;
    end[order] = start[order] + span->local;
  }
  local_at(span, x, 1, start);
  local_at(span, span->length - x, -1, end);
}

void hol_span_linear(const hol_span *span, double constant, double slope, double *value)
{
  memset(value, 0, span->n * sizeof *value);
  for (size_t i = 0; i <= span->elements; i++) {
    value[2 * i] = constant + slope * span->length * (double)i / (double)span->elements;
    value[2 * i + 1] = slope;
  }
}

/** The mirror image of a freedom and its sign. */
static size_t mirror(const hol_span *span, size_t at, double *sign)
{
  size_t nodes = 2 * (span->elements + 1), inside = span->degree - 3;
  if (at >= span->global) {
    *sign = 1;
    return at < span->global + span->local ? at + span->local : at - span->local;
  }
  if (at < nodes) {
    *sign = at % 2 ? -1 : 1;
    return 2 * (span->elements - at / 2) + at % 2;
  }
  size_t e = (at - nodes) / inside, i = (at - nodes) % inside;
  *sign = i % 2 ? -1 : 1;
  return nodes + (span->elements - 1 - e) * inside + i;
}

static bool is_held(const hol_span *span, size_t at, const bool held[4])
{
  size_t start = span->global, end = span->global + span->local;
  if (at >= span->global) {
    size_t inside = (at - start) % (span->layer_degree - 1);
    return inside < 2 && held[at < end ? inside : 2 + inside];
  }
  return (at < 2 && held[at]) || (at / 2 == span->elements && at < 2 * (span->elements + 1) && held[2 + at % 2]);
}

static void choose_subset(const hol_span *span, hol_parity parity, const bool held[4], hol_subspan *sub)
{
  for (size_t at = 0; at < span->n; at++) {
    double sign;
    size_t other = mirror(span, at, &sign);
    if (is_held(span, at, held) || (parity != HOL_ALL && other < at)) {
      continue;
    }
    sign *= parity == HOL_ODD ? -1 : 1;
    bool alone = parity == HOL_ALL || other == at;
    if (parity != HOL_ALL && other == at && sign < 0) {
      continue;
    }
    sub->freedom[sub->n][0] = at;
    sub->freedom[sub->n][1] = alone ? SIZE_MAX : other;
    sub->factor[sub->n][0] = 1;
    sub->factor[sub->n][1] = alone ? 0 : sign;
    sub->n++;
  }
}

static double pair(const hol_subspan *sub, const hol_span *span, size_t kind, size_t i, size_t j)
{
  double sum = 0;
  for (size_t a = 0; a < 2; a++) {
    for (size_t b = 0; b < 2; b++) {
      if (sub->freedom[i][a] != SIZE_MAX && sub->freedom[j][b] != SIZE_MAX) {
        sum += sub->factor[i][a] * sub->factor[j][b] *
               span->integral[kind][sub->freedom[i][a] + sub->freedom[j][b] * span->n];
      }
    }
  }
  return sum;
}

hol_status hol_subspan_start(const hol_span *span, hol_parity parity, const bool held[4], hol_subspan *sub)
{
  *sub = (hol_subspan){.freedom = hol_alloc(span->n, sizeof *sub->freedom),
                       .factor = hol_alloc(span->n, sizeof *sub->factor)};
  if (!sub->freedom || !sub->factor) {
    hol_subspan_clear(sub);
    return HOL_MEMORY;
  }
  choose_subset(span, parity, held, sub);
  for (size_t kind = 0; kind < 4; kind++) {
    sub->integral[kind] = hol_alloc(sub->n * sub->n, sizeof **sub->integral);
    if (!sub->integral[kind]) {
      hol_subspan_clear(sub);
      return HOL_MEMORY;
    }
    for (size_t i = 0; i < sub->n * sub->n; i++) {
      sub->integral[kind][i] = pair(sub, span, kind, i % sub->n, i / sub->n);
    }
  }
  return HOL_OK;
}

void hol_subspan_clear(hol_subspan *sub)
{
  free(sub->freedom);
  free(sub->factor);
  for (size_t k = 0; k < 4; k++) {
    free(sub->integral[k]);
  }
  *sub = (hol_subspan){0};
}

double hol_subspan_of(const hol_subspan *sub, size_t i, const double *value)
{
  double sum = 0;
  for (size_t a = 0; a < 2; a++) {
    sum += sub->freedom[i][a] == SIZE_MAX ? 0 : sub->factor[i][a] * value[sub->freedom[i][a]];
  }
  return sum;
}
