/* SPDX-License-Identifier: BSD-3-Clause */
/* Lehmann bounds of the roots between two shifts, widened until the inertia of N(x) proves them. */
#include "spectrum/lehmann.h"
#include "base/dense.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Most members of a cluster that are treated together. */
enum { GROUP_MOST = 64, WIDENINGS = 14 };
static const double widening = 8;

/** Roots from..to−1 of one θ, seen from one end. */
typedef struct group {
  const hol_lehmann *l;
  size_t end; /**< 0: σ′, 1: σ */
  size_t from, to;
} group;

typedef struct scratch {
  hol_factor factor;
  double *coupling, *solved; /**< [count * group] */
  double *last, *value;      /**< [group²], [group] */
  double *copy;
} scratch;

/** Number of a trial function when those of the group are left out. */
static size_t other_function(const group *g, size_t i)
{
  return i < g->from ? i : i + (g->to - g->from);
}

/** N_ij(x) with a distance of x from θ_i that may be known better than both. */
static double entry(const group *g, size_t i, size_t j, double x, double theta_minus_x)
{
  const hol_lehmann *l = g->l;
  double sigma = l->sigma[g->end];
  return (l->theta[j] - sigma) * theta_minus_x * l->G[i + j * l->count] + (x - sigma) * l->Q[g->end][i + j * l->count];
}

/** The factors of N_rr(x), and N_gr of the rest to the group. */
static hol_status factorise_rest(const group *g, double x, scratch *s)
{
  const hol_lehmann *l = g->l;
  size_t k = g->to - g->from, n = l->count - k;
  HOL_TRY(hol_factor_start(&s->factor, n));
  for (size_t j = 0; j < n; j++) {
    size_t fj = other_function(g, j);
    for (size_t i = j; i < n; i++) {
      size_t fi = other_function(g, i);
      s->factor.a[i + j * n] = 0.5 * (entry(g, fi, fj, x, l->theta[fi] - x) + entry(g, fj, fi, x, l->theta[fj] - x));
    }
  }
  return hol_factor_compute(&s->factor);
}

/** s->last = N_gg − N_gr N_rr⁻¹N_rg at x = θ + δ, lower triangle. */
static hol_status condense_to_group(const group *g, double delta, scratch *s)
{
  const hol_lehmann *l = g->l;
  size_t k = g->to - g->from, n = l->count - k;
  double theta = l->theta[g->from], x = theta + delta;
  HOL_TRY(factorise_rest(g, x, s));
  for (size_t c = 0; c < k; c++) {
    for (size_t i = 0; i < n; i++) { /* N_gr: θ_i − x is −δ for those of the group, so that no large terms cancel */
      s->coupling[i + c * n] = entry(g, g->from + c, other_function(g, i), x, -delta);
    }
  }
  memcpy(s->solved, s->coupling, n * k * sizeof *s->solved);
  HOL_TRY(hol_factor_solve(&s->factor, s->solved, k));
  for (size_t c = 0; c < k; c++) {
    for (size_t r = c; r < k; r++) {
      double sum =
          0.5 * (entry(g, g->from + r, g->from + c, x, -delta) + entry(g, g->from + c, g->from + r, x, -delta));
      for (size_t i = 0; i < n; i++) {
        sum -= s->coupling[i + r * n] * s->solved[i + c * n];
      }
      s->last[r + c * k] = sum;
    }
  }
  return HOL_OK;
}

/** δ of all roots of the group: eigenvalues of what N says of it at θ, over G. In s->value, rising. */
static hol_status distances(const group *g, scratch *s)
{
  const hol_lehmann *l = g->l;
  size_t k = g->to - g->from;
  HOL_TRY(condense_to_group(g, 0, s));
  double a = l->theta[g->from] - l->sigma[g->end];
  for (size_t c = 0; c < k; c++) {
    for (size_t r = c; r < k; r++) {
      s->copy[r + c * k] = l->G[(g->from + r) + (g->from + c) * l->count];
      s->last[r + c * k] /= a;
      s->last[c + r * k] = s->last[r + c * k];
    }
  }
  HOL_TRY(hol_dense_cholesky(k, s->copy));
  hol_dense_forward(k, s->copy, s->last, k); /* L⁻¹E, then its transpose again */
  for (size_t c = 0; c < k; c++) {
    for (size_t r = 0; r < c; r++) {
      double swap = s->last[r + c * k];
      s->last[r + c * k] = s->last[c + r * k];
      s->last[c + r * k] = swap;
    }
  }
  hol_dense_forward(k, s->copy, s->last, k);
  return hol_dense_eigen(k, s->last, s->value);
}

/** n₋(N(θ + δ)), the group eliminated last. */
static hol_status count_negative(const group *g, double delta, scratch *s, size_t *negative)
{
  size_t k = g->to - g->from;
  HOL_TRY(condense_to_group(g, delta, s));
  *negative = s->factor.negative;
  double *value = s->value + GROUP_MOST;
  HOL_TRY(hol_dense_eigen(k, s->last, value));
  for (size_t i = 0; i < k; i++) {
    *negative += value[i] < 0;
  }
  return HOL_OK;
}

/** Widen a bound until the inertia proves it. @param[in] root  its number inside, from 0 @param[out] bound  rad²/s² */
static hol_status prove(const group *g, size_t root, double delta, scratch *s, double *bound)
{
  const hol_lehmann *l = g->l;
  double theta = l->theta[g->from], room = 2 * DBL_EPSILON * fabs(theta);
  size_t wanted = g->end == 0 ? root + 1 : l->inside - root;
  for (int i = 0; i < WIDENINGS; i++, room *= widening) {
    double at = g->end == 0 ? delta + room : delta - room;
    size_t negative;
    if (!(theta + at > l->sigma[0] && theta + at < l->sigma[1])) {
      break;
    }
    HOL_TRY(count_negative(g, at, s, &negative));
    if (negative >= wanted) {
      *bound = theta + at;
      return HOL_OK;
    }
  }
  return HOL_NUMERICAL;
}

/** δ of a root alone: to the second order in what beside it is small, N_rr is its diagonal. */
static double distance_alone(const group *g)
{
  const hol_lehmann *l = g->l;
  size_t k = g->from, m = l->count;
  const double *G = l->G, *Q = l->Q[g->end];
  double sigma = l->sigma[g->end], theta = l->theta[k], delta = Q[k * (m + 1)];
  for (size_t i = 0; i < m; i++) {
    double beside = (l->theta[i] - sigma) * (l->theta[i] - theta) * G[i * (m + 1)];
    delta -= i == k ? 0 : (theta - sigma) * Q[k + i * m] * Q[k + i * m] / beside;
  }
  return delta / G[k * (m + 1)];
}

static hol_status bound_group(group g, scratch *s, double *bound)
{
  double delta[GROUP_MOST];
  if (g.to - g.from == 1) {
    return prove(&g, g.from, distance_alone(&g), s, &bound[g.from]);
  }
  HOL_TRY(distances(&g, s));
  memcpy(delta, s->value, (g.to - g.from) * sizeof *delta);
  for (size_t i = g.from; i < g.to; i++) {
    HOL_TRY(prove(&g, i, delta[i - g.from], s, &bound[i]));
  }
  return HOL_OK;
}

static hol_status bound_all(const hol_lehmann *l, scratch *s, double *lower, double *upper)
{
  for (size_t from = 0, to; from < l->inside; from = to) {
    for (to = from + 1; to < l->inside && l->theta[to] == l->theta[from];) {
      to++;
    }
    if (to - from > GROUP_MOST) {
      return HOL_NUMERICAL;
    }
    HOL_TRY(bound_group((group){l, 0, from, to}, s, upper));
    HOL_TRY(bound_group((group){l, 1, from, to}, s, lower));
  }
  for (size_t i = 0; i < l->inside; i++) {
    if (!(lower[i] <= upper[i])) { /* rounding has had its way */
      return HOL_NUMERICAL;
    }
    upper[i] = i ? fmax(upper[i], upper[i - 1]) : upper[i];
  }
  for (size_t i = l->inside; i-- > 1;) {
    lower[i - 1] = fmin(lower[i - 1], lower[i]);
  }
  return HOL_OK;
}

hol_status hol_lehmann_bounds(const hol_lehmann *l, double *lower, double *upper)
{
  scratch s = {.coupling = hol_alloc(l->count * GROUP_MOST, sizeof *s.coupling),
               .solved = hol_alloc(l->count * GROUP_MOST, sizeof *s.solved),
               .last = hol_alloc(GROUP_MOST * GROUP_MOST, sizeof *s.last),
               .value = hol_alloc(2 * GROUP_MOST, sizeof *s.value),
               .copy = hol_alloc(GROUP_MOST * GROUP_MOST, sizeof *s.copy)};
  bool ok = s.coupling && s.solved && s.last && s.value && s.copy;
  hol_status status = ok ? bound_all(l, &s, lower, upper) : HOL_MEMORY;
  hol_factor_clear(&s.factor);
  free(s.coupling);
  free(s.solved);
  free(s.last);
  free(s.value);
  free(s.copy);
  return status;
}
