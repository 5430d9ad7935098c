#include "parts/plate_span.h"
#include "base/memory.h"
#include "parts/plate_shape.h"
#include "parts/profile_legendre.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 48 };

static size_t freedom(const hol_span *span, size_t e, size_t i)
{
  return i < 4 ? 2 * e + i : span->inner[e] + i - 4;
}

/** Add the integrals of one element. */
static void integrate(hol_span *span, size_t e)
{
  long double s[POINTS_MOST], weight[POINTS_MOST];
  size_t points = span->degree[e] + 1;
  double h = span->node[e + 1] - span->node[e];
  hol_gauss(points, s, weight);
  for (size_t q = 0; q < points; q++) {
    double v[3][48], w = 0.5 * h * (double)weight[q];
    hol_plate_shape(span->degree[e], (double)s[q], h, v);
    for (size_t i = 0; i < points; i++) {
      for (size_t j = 0; j < points; j++) {
        size_t at = freedom(span, e, i) + freedom(span, e, j) * span->n;
        span->integral[0][at] += w * v[0][i] * v[0][j];
        span->integral[1][at] += w * v[2][i] * v[2][j];
        span->integral[2][at] += w * v[2][i] * v[0][j];
        span->integral[3][at] += w * v[1][i] * v[1][j];
      }
    }
  }
}

/** Nodes symmetric about the middle to the last bit where that is possible. */
static void divide(hol_division d, hol_span *span)
{
  size_t elements = span->elements;
  double h = span->length / (double)d.elements;
  for (size_t i = 0; i <= elements / 2; i++) {
    double x = i == 0          ? 0
               : i <= d.layers ? h * pow(d.thin, (double)(d.layers + 1 - i))
                               : h * (double)(i - d.layers);
    span->node[i] = x;
    span->node[elements - i] = 2 * i == elements ? x : span->length - x;
  }
  size_t next = 2 * (elements + 1);
  for (size_t e = 0; e < elements; e++) {
    bool is_layer = e < d.layers || e + d.layers >= elements;
    span->degree[e] = is_layer ? d.layer_degree : d.degree;
    span->inner[e] = next;
    next += span->degree[e] - 3;
  }
  span->n = next;
}

hol_status hol_span_start(double length, hol_division division, hol_span *span)
{
  *span = (hol_span){.length = length, .elements = division.elements + 2 * division.layers};
  if (division.elements > HOL_SPAN_ELEMENTS || span->elements > HOL_SPAN_ELEMENTS) {
    return HOL_NUMERICAL;
  }
  divide(division, span);
  for (size_t k = 0; k < 4; k++) {
    span->integral[k] = hol_alloc(span->n * span->n, sizeof **span->integral);
    if (!span->integral[k]) {
      hol_span_clear(span);
      return HOL_MEMORY;
    }
  }
  for (size_t e = 0; e < span->elements; e++) {
    integrate(span, e);
  }
  return HOL_OK;
}

size_t hol_span_element(const hol_span *span, double x)
{
  size_t e = 0;
  while (e + 1 < span->elements && x >= span->node[e + 1]) {
    e++;
  }
  return e;
}

void hol_span_clear(hol_span *span)
{
  for (size_t k = 0; k < 4; k++) {
    free(span->integral[k]);
  }
  *span = (hol_span){0};
}

void hol_span_at(const hol_span *span, double x, int order, double *value)
{
  size_t e = hol_span_element(span, x);
  double from = span->node[e], h = span->node[e + 1] - from, v[3][48];
  hol_plate_shape(span->degree[e], fmax(-1, fmin(1, 2 * (x - from) / h - 1)), h, v);
  memset(value, 0, span->n * sizeof *value);
  for (size_t i = 0; i <= span->degree[e]; i++) {
    value[freedom(span, e, i)] = v[order][i];
  }
}

void hol_span_linear(const hol_span *span, double constant, double slope, double *value)
{
  memset(value, 0, span->n * sizeof *value);
  for (size_t i = 0; i <= span->elements; i++) {
    value[2 * i] = constant + slope * span->node[i];
    value[2 * i + 1] = slope;
  }
}

/** The mirror image of a freedom and its sign. */
static size_t mirror(const hol_span *span, size_t at, double *sign)
{
  size_t nodes = 2 * (span->elements + 1);
  if (at < nodes) {
    *sign = at % 2 ? -1 : 1;
    return 2 * (span->elements - at / 2) + at % 2;
  }
  size_t e = span->elements - 1;
  while (span->inner[e] > at) {
    e--;
  }
  *sign = (at - span->inner[e]) % 2 ? -1 : 1;
  return span->inner[span->elements - 1 - e] + at - span->inner[e];
}

static bool is_held(const hol_span *span, size_t at, const bool held[4])
{
  return (at < 2 && held[at]) || (at / 2 == span->elements && at < 2 * (span->elements + 1) && held[2 + at % 2]);
}

static void choose(const hol_span *span, hol_parity parity, const bool held[4], hol_subspan *sub)
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
  choose(span, parity, held, sub);
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
