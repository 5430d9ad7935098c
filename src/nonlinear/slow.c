/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination of fast axial modes from the variations of a motion. */
#include "nonlinear/slow.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 12 };
static const double CONVERGED = 1e-11, NOTHING = 1e-15; /* of K̃ and C̃ */

hol_status hol_slow_start(hol_slow *slow, hol_balance *balance)
{
  size_t n = balance->coordinates, samples = balance->samples, axial = balance->model->axial;
  size_t matrix = n * n * samples, rows = axial * n * samples;
  hol_slow s = {.balance = balance};
  s.work = hol_alloc(4 * matrix + 6 * rows + 6 * n * samples + 3 * n * n + 2 * n * n * balance->width, sizeof *s.work);
  *slow = s;
  if (!s.work) {
    return HOL_MEMORY;
  }
  double *at = s.work;
  for (int i = 0; i < 2; i++) {
    slow->plain[i] = at;
    slow->now[i] = at + matrix;
    at += 2 * matrix;
  }
  for (int i = 0; i < 2; i++) {
    slow->v[i] = at;
    slow->inertia[i] = at + rows;
    at += 2 * rows;
  }
  slow->g1 = at;
  slow->g2 = at + rows;
  slow->row = at + 2 * rows;
  slow->solver = slow->row + 6 * n * samples;
  slow->stiffness = slow->solver + 3 * n * n;
  slow->damping = slow->stiffness + n * n * balance->width;
  return HOL_OK;
}

void hol_slow_clear(hol_slow *slow)
{
  free(slow->work);
  *slow = (hol_slow){0};
}

/** K and C of the lateral modes under Λ, with the loss of the cubic term. */
static void fill_plain(hol_slow *s, double w)
{
  const hol_balance *b = s->balance;
  const hol_nonlinear_model *m = b->model;
  size_t n = b->coordinates, samples = b->samples;
  double period = (double)b->period;
  double loss = m->cubic_loss ? m->eta * m->stiffness / (period * period * period) : 0;
  for (size_t i = 0; i < n; i++) {
    const double scale = 1 / (m->mass[i] * w * w), *gi = b->g + i * samples, *vi = b->gv + i * samples;
    for (size_t j = 0; j < n; j++) {
      const double *gj = b->g + j * samples, *vj = b->gv + j * samples, sij = m->S[i * n + j];
      double *k = s->plain[0] + (i * n + j) * samples, *c = s->plain[1] + (i * n + j) * samples;
      for (size_t t = 0; t < samples; t++) {
        k[t] = scale * (b->force[t] * sij + m->stiffness * gi[t] * gj[t]) + (i == j ? m->omega2[i] / (w * w) : 0);
        c[t] = i == j ? (m->viscous * w + m->eta * m->omega2[i] / period) / (w * w) : 0;
        c[t] += loss != 0 ? scale * loss * (b->loss[t] * sij + vi[t] * vj[t]) : 0;
      }
    }
  }
}

/** x ← A⁻¹ x with `columns` columns; A = 1 + positive semidefinite, but for a scaling, so that no pivot is small. */
static void solve_dense(size_t n, double *a, size_t columns, double *x)
{
  for (size_t k = 0; k < n; k++) {
    for (size_t i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      for (size_t j = k + 1; factor != 0 && j < n; j++) {
        a[i * n + j] -= factor * a[k * n + j];
      }
      for (size_t c = 0; factor != 0 && c < columns; c++) {
        x[i * columns + c] -= factor * x[k * columns + c];
      }
    }
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t c = 0; c < columns; c++) {
      for (size_t j = i + 1; j < n; j++) {
        x[i * columns + c] -= a[i * n + j] * x[j * columns + c];
      }
      x[i * columns + c] /= a[i * n + i];
    }
  }
}

/** (1 + Σ (M_r/M) g_r g_rᵀ) (K̃, C̃) = (K, C) + Σ (pull Q^r/(M w²), 0) + (M_r/M) g_r (rows of what is left), at a
 *  sample. */
static void join_at(hol_slow *s, size_t t, double w, double *a, double *x)
{
  const hol_balance *b = s->balance;
  const hol_nonlinear_model *m = b->model;
  size_t n = b->coordinates, samples = b->samples;
  double c = m->viscous / w;
  for (size_t i = 0; i < n * n; i++) {
    a[i] = i % (n + 1) == 0;
    x[i / n * 2 * n + i % n] = s->plain[0][i * samples + t];
    x[i / n * 2 * n + n + i % n] = s->plain[1][i * samples + t];
  }
  for (size_t r = 0; r < m->axial; r++) {
    const double *Q = m->form + r * n * n, mass = m->mass[n + r], pull = b->pull[r * samples + t];
    for (size_t i = 0; i < n; i++) {
      double part = mass / m->mass[i] * b->reach[(r * n + i) * samples + t], scale = 1 / (m->mass[i] * w * w);
      for (size_t j = 0; j < n; j++) {
        size_t at = (r * n + j) * samples + t;
        double g = b->reach[at], g1 = s->g1[at];
        a[i * n + j] += part * g;
        x[i * 2 * n + j] += scale * pull * Q[i * n + j] + part * (s->g2[at] + c * g1 + s->inertia[0][at]);
        x[i * 2 * n + n + j] += part * (2 * g1 + c * g + s->inertia[1][at]);
      }
    }
  }
}

/** K̃ and C̃ from the rows. @return the largest change, relative */
static double join_rows(hol_slow *s, double w)
{
  size_t n = s->balance->coordinates, samples = s->balance->samples;
  double *a = s->solver, *x = a + n * n, change[2] = {0}, size[2] = {0};
  for (size_t t = 0; t < samples; t++) {
    join_at(s, t, w, a, x);
    solve_dense(n, a, 2 * n, x);
    for (size_t i = 0; i < 2 * n * n; i++) {
      size_t which = i / n % 2;
      double *now = s->now[which] + (i / (2 * n) * n + i % n) * samples + t;
      change[which] = fmax(change[which], fabs(x[i] - *now));
      size[which] = fmax(size[which], fabs(x[i]));
      *now = x[i];
    }
  }
  return fmax(change[0] / size[0], change[1] / fmax(size[1], sqrt(size[0])));
}

/** D of the row (a, b): (a′ − bK̃, a + b′ − bC̃). All [n][samples]. */
static void differentiate_row(const hol_slow *s, const double *a, const double *b, double *da, double *db)
{
  size_t n = s->balance->coordinates, samples = s->balance->samples;
  for (size_t j = 0; j < n; j++) {
    double *restrict ja = da + j * samples, *restrict jb = db + j * samples;
    hol_balance_slope(s->balance, a + j * samples, ja);
    hol_balance_slope(s->balance, b + j * samples, jb);
    for (size_t t = 0; t < samples; t++) {
      jb[t] += a[j * samples + t];
    }
    for (size_t i = 0; i < n; i++) {
      const double *k = s->now[0] + (i * n + j) * samples, *c = s->now[1] + (i * n + j) * samples,
                   *bi = b + i * samples;
      for (size_t t = 0; t < samples; t++) {
        ja[t] -= bi[t] * k[t];
        jb[t] -= bi[t] * c[t];
      }
    }
  }
}

/** (D² + c̄D) of the row (a, b). @param[out] d, dd  [2][n][samples] each: D; D² + c̄D */
static void take_inertia(const hol_slow *s, double c, const double *a, const double *b, double *d, double *dd)
{
  size_t all = s->balance->coordinates * s->balance->samples;
  differentiate_row(s, a, b, d, d + all);
  differentiate_row(s, d, d + all, dd, dd + all);
  for (size_t i = 0; i < 2 * all; i++) {
    dd[i] += c * d[i];
  }
}

/** The next rows of axial mode r, and their inertia. */
static void improve(hol_slow *s, size_t r, double w)
{
  const hol_balance *b = s->balance;
  const hol_nonlinear_model *m = b->model;
  size_t all = b->coordinates * b->samples;
  double c = m->viscous / w, damping = hol_bar_damping(m, r) / w, p2 = m->omega2[m->lateral + r] / (w * w);
  const double *g = b->reach + r * all, *g1 = s->g1 + r * all;
  double *a = s->v[0] + r * all, *v = s->v[1] + r * all, *sum = s->row, *d = sum + 2 * all, *dd = d + 2 * all;
  for (size_t i = 0; i < all; i++) {
    sum[i] = g[i] + a[i];
  }
  take_inertia(s, c, sum, v, d, dd);
  for (size_t i = 0; i < all; i++) {
    a[i] = -(dd[i] + damping * (d[i] - g1[i])) / p2;
    v[i] = -(dd[all + i] + damping * (d[all + i] - g[i])) / p2;
  }
  take_inertia(s, c, a, v, d, dd);
  memcpy(s->inertia[0] + r * all, dd, all * sizeof *dd);
  memcpy(s->inertia[1] + r * all, dd + all, all * sizeof *dd);
}

/** One coordinate without varying loss: y = z e^{−½∫E}, E = C̃ − C, takes the varying damping away, which leaves
 *  z″ + C z′ + (K̃ − ½E′ − ¼E² − ½CE) z = 0; z has multipliers e^{π mean E} times as large. */
static void straighten(hol_slow *s)
{
  size_t samples = s->balance->samples;
  double *e = s->row, *slope = e + samples, mean = 0;
  for (size_t t = 0; t < samples; t++) {
    e[t] = s->now[1][t] - s->plain[1][t];
    mean += e[t] / (double)samples;
  }
  hol_balance_slope(s->balance, e, slope);
  for (size_t t = 0; t < samples; t++) {
    s->now[0][t] -= 0.5 * slope[t] + 0.25 * e[t] * e[t] + 0.5 * s->plain[1][t] * e[t];
    s->now[1][t] = s->plain[1][t];
  }
  s->factor = exp(-M_PI * mean);
}

/** Coefficients of what axial modes add; those that are nothing are 0 and cost nothing. */
static void take_difference(hol_slow *s, int which, double *coefficient)
{
  const hol_balance *b = s->balance;
  size_t square = b->coordinates * b->coordinates, samples = b->samples;
  double *difference = s->row, largest = 0;
  for (size_t i = 0; i < square * samples; i++) {
    largest = fmax(largest, fabs(s->now[0][i]));
  }
  double nothing = NOTHING * (which == 0 ? largest : sqrt(largest));
  for (size_t i = 0; i < square; i++) {
    for (size_t t = 0; t < samples; t++) {
      difference[t] = s->now[which][i * samples + t] - s->plain[which][i * samples + t];
    }
    double *x = coefficient + i * b->width;
    hol_balance_spectrum(b, difference, x);
    for (size_t k = 0; k < b->width; k++) {
      x[k] = fabs(x[k]) > nothing ? x[k] : 0;
    }
  }
}

bool hol_slow_reduce(hol_slow *s, const double *full, double nu)
{
  hol_balance *b = s->balance;
  size_t rows = b->model->axial * b->coordinates, samples = b->samples;
  double w = nu / (double)b->period;
  hol_balance_in_time(b, full, nu);
  fill_plain(s, w);
  for (size_t i = 0; i < rows; i++) {
    hol_balance_slope(b, b->reach + i * samples, s->g1 + i * samples);
    hol_balance_slope(b, s->g1 + i * samples, s->g2 + i * samples);
  }
  for (int i = 0; i < 2; i++) {
    memset(s->v[i], 0, rows * samples * sizeof *s->v[i]);
    memset(s->inertia[i], 0, rows * samples * sizeof *s->inertia[i]);
  }
  double last = (double)INFINITY, change = join_rows(s, w);
  bool converged = false;
  for (int round = 0; round < ROUNDS && !converged && change < last; round++) {
    last = round > 0 ? 0.5 * change : last;
    for (size_t r = 0; r < b->model->axial; r++) {
      if (hol_bar_takes_part(b->model, r)) {
        improve(s, r, w);
      }
    }
    change = join_rows(s, w);
    converged = change < CONVERGED;
  }
  s->factor = 1;
  if (b->coordinates == 1 && !(b->model->cubic_loss && b->model->eta != 0)) {
    straighten(s);
  }
  take_difference(s, 0, s->stiffness);
  take_difference(s, 1, s->damping);
  return converged;
}
