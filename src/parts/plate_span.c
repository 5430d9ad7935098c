#include "parts/plate_span.h"
#include "base/memory.h"
#include "parts/plate_shape.h"
#include "parts/profile_legendre.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 48 };

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

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/** All places between which the functions are polynomials. @param[out] end [elements + 1 + 2 * layers] */
static size_t panels(const hol_span *span, double *end)
{
  size_t count = 0;
  for (size_t i = 0; i <= span->elements; i++) {
    end[count++] = span->length * (double)i / (double)span->elements;
  }
  for (size_t i = 0; i < span->layers; i++) {
    end[count++] = span->layer[i];
    end[count++] = span->length - span->layer[i];
  }
  qsort(end, count, sizeof *end, rising);
  return count;
}

/** Add the integrals at one point. @param[in] v [3][n] */
static void add_point(hol_span *span, double weight, const double *v)
{
  static const size_t left[4] = {0, 2, 2, 1}, right[4] = {0, 2, 0, 1};
  size_t n = span->n;
  for (size_t kind = 0; kind < 4; kind++) {
    const double *f = v + left[kind] * n, *g = v + right[kind] * n;
    for (size_t j = 0; j < n; j++) {
      double factor = weight * g[j];
      for (size_t i = 0; i < n && factor != 0; i++) {
        span->integral[kind][i + j * n] += factor * f[i];
      }
    }
  }
}

static void integrate(hol_span *span, double *end, double *v)
{
  long double s[POINTS_MOST], weight[POINTS_MOST];
  size_t points = span->degree + 1, count = panels(span, end);
  hol_gauss(points, s, weight);
  for (size_t k = 0; k + 1 < count; k++) {
    double h = end[k + 1] - end[k];
    for (size_t q = 0; q < points && h > 1e-13 * span->length; q++) {
      double x = end[k] + 0.5 * h * (1 + (double)s[q]);
      for (int order = 0; order < 3; order++) {
        hol_span_at(span, x, order, v + (size_t)order * span->n);
      }
      add_point(span, 0.5 * h * (double)weight[q], v);
    }
  }
}

hol_status hol_span_start(double length, hol_division d, hol_span *span)
{
  *span = (hol_span){.length = length, .elements = d.elements, .degree = d.degree, .layers = d.layers, .layer_degree = d.layer_degree};
  span->global = 2 * (d.elements + 1) + d.elements * (d.degree - 3);
  span->local = d.layers * (d.layer_degree - 1);
  span->n = span->global + 2 * span->local;
  for (size_t i = 0; i < d.layers; i++) {
    span->layer[i] = length * d.reach * pow(d.thin, (double)i);
  }
  bool ok = true;
  for (size_t k = 0; k < 4; k++) {
    span->integral[k] = hol_alloc(span->n * span->n, sizeof **span->integral);
    ok = ok && span->integral[k];
  }
  double *end = hol_alloc(d.elements + 1 + 2 * d.layers, sizeof *end), *v = hol_alloc(3 * span->n, sizeof *v);
  ok = ok && end && v;
  if (ok) {
    integrate(span, end, v);
  } else {
    hol_span_clear(span);
  }
  free(end);
  free(v);
  return ok ? HOL_OK : HOL_MEMORY;
}

void hol_span_clear(hol_span *span)
{
  for (size_t k = 0; k < 4; k++) {
    free(span->integral[k]);
  }
  *span = (hol_span){0};
}

/** Local functions at x from their end: on each layer, from the outermost in, those that vanish with their slope where it
 *  stops. */
static void local_at(const hol_span *span, double x, int order, double *value)
{
  size_t each = span->layer_degree - 1;
  double v[3][48];
  for (size_t l = 0; l < span->layers && x <= span->layer[l]; l++) {
    double h = span->layer[l];
    hol_plate_shape(span->layer_degree, fmax(-1, fmin(1, 2 * x / h - 1)), h, v);
    for (size_t i = 0; i < each; i++) {
      value[l * each + i] = v[order][i < 2 ? i : i + 2];
    }
  }
}

void hol_span_at(const hol_span *span, double x, int order, double *value)
{
  double h = hol_span_step(span), v[3][48];
  size_t e = (size_t)fmax(0, fmin(floor(x / h), (double)(span->elements - 1)));
  double from = (double)e * h;
  hol_plate_shape(span->degree, fmax(-1, fmin(1, 2 * (x - from) / h - 1)), h, v);
  memset(value, 0, span->n * sizeof *value);
  for (size_t i = 0; i <= span->degree; i++) {
    value[freedom(span, e, i)] = v[order][i];
  }
  double *end = value + span->global + span->local;
  local_at(span, x, order, value + span->global);
  local_at(span, span->length - x, order, end);
  for (size_t i = 0; i < span->local && order == 1; i++) {
    end[i] = -end[i];
  }
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
