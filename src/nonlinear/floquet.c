/* SPDX-License-Identifier: BSD-3-Clause */
/* Floquet multipliers: the monodromy matrix by an extrapolated symmetric composition, and its multipliers outside the
   unit circle. */
#include "nonlinear/floquet.h"

#include "base/dense.h"
#include "base/lane.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  ORDER = 8,     /**< substeps 1..ORDER in an interval; the extrapolated order is 2·ORDER */
  FRACTIONS = 22 /**< distinct m/j, 0 ≤ m < j ≤ ORDER */
};

/** m/j, rising, as numerators over 840 = lcm(1..8). */
static const int fraction[FRACTIONS] = {0,   105, 120, 140, 168, 210, 240, 280, 315, 336, 360,
                                        420, 480, 504, 525, 560, 600, 630, 672, 700, 720, 735};

/** Node of the time m/j in an interval; m = j is the first node of the next. */
static size_t node_in_interval(size_t m, size_t j)
{
  int target = (int)(840 * m / j);
  size_t i = 0;
  while (i < FRACTIONS && fraction[i] != target) {
    i++;
  }
  return i;
}

/** Weights of the extrapolation of an even error expansion: Π_{i≠j} j²/(j² − i²). */
static void extrapolation_weights(double weight[ORDER])
{
  for (int j = 1; j <= ORDER; j++) {
    double w = 1;
    for (int i = 1; i <= ORDER; i++) {
      w *= i == j ? 1 : (double)(j * j) / (double)(j * j - i * i);
    }
    weight[j - 1] = w;
  }
}

hol_status hol_floquet_start(hol_floquet *floquet, hol_balance *balance)
{
  size_t n = balance->coordinates + balance->model->axial, all = 4 * n * n;
  hol_floquet f = {.balance = balance};
  f.functions = balance->model->axial > 0 ? balance->width : balance->block;
  f.y = hol_alloc(4 * all + 2 * n, sizeof(double));
  f.solver = hol_alloc(6 * n * n, sizeof(double));
  *floquet = f;
  hol_status status = f.y && f.solver ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && balance->model->axial > 0) {
    status = hol_slow_start(&floquet->slow, balance);
  }
  if (status != HOL_OK) {
    hol_floquet_clear(floquet);
    return status;
  }
  floquet->start = floquet->y + all;
  floquet->sum = floquet->start + all;
  floquet->monodromy = floquet->sum + all;
  floquet->keep = floquet->monodromy + all;
  floquet->take = floquet->keep + n;
  floquet->rows = floquet->solver + n * n;
  return HOL_OK;
}

void hol_floquet_clear(hol_floquet *f)
{
  hol_slow_clear(&f->slow);
  free(f->basis);
  free(f->q);
  free(f->y);
  free(f->solver);
  *f = (hol_floquet){0};
}

/** Room for `count` numbers, whatever was in it before. */
static bool make_room(double **array, size_t *capacity, size_t count)
{
  if (count > *capacity) {
    free(*array);
    *array = hol_alloc(count, sizeof **array);
    *capacity = *array ? count : 0;
  }
  return *array != NULL;
}

/** Functions of θ at the nodes of half a period; the others repeat them up to signs. */
static void fill_basis(hol_floquet *f)
{
  size_t half = f->nodes / 2;
  for (size_t s = 0; s < half; s++) {
    double theta = 2 * M_PI / (double)f->intervals * ((double)(s / FRACTIONS) + fraction[s % FRACTIONS] / 840.0);
    double c = cos(theta), d = sin(theta);
    double x = 1, y = 0; /* cos hθ, sin hθ: turned on by θ, which loses a rounding each */
    f->basis[s] = sqrt(0.5);
    for (size_t h = 1; 2 * h < f->functions; h++) {
      double turned = c * x - d * y;
      y = d * x + c * y;
      x = turned;
      f->basis[(2 * h - 1) * half + s] = x;
      f->basis[2 * h * half + s] = y;
    }
  }
}

/** Tables for a number of intervals (even, so that the second half period repeats the first up to signs). */
static hol_status set_intervals(hol_floquet *f, size_t intervals)
{
  size_t nodes = FRACTIONS * intervals, half = nodes / 2, l = f->balance->coordinates, n = f->coordinates;
  if (!make_room(&f->q, &f->capacity, (4 * l + 3 + 2 * n * n) * nodes)) {
    return HOL_MEMORY;
  }
  f->g = f->q + l * nodes;
  f->v = f->g + l * nodes;
  f->gv = f->v + l * nodes;
  f->half = f->gv + l * nodes;
  f->loss = f->half + nodes;
  f->extra = f->loss + nodes;
  f->stiffness = f->extra + nodes;
  f->damping = f->stiffness + n * n * nodes;
  f->nodes = nodes;
  if (intervals != f->intervals) {
    f->intervals = 0;
    if (!make_room(&f->basis, &f->basis_capacity, f->functions * half)) {
      return HOL_MEMORY;
    }
    f->intervals = intervals;
    fill_basis(f);
  }
  return HOL_OK;
}

/** So many functions at all nodes. */
static void synthesise(const hol_floquet *f, const double *coefficient, size_t functions, double *restrict value)
{
  hol_balance_synthesise(f->basis, f->nodes / 2, coefficient, functions, value);
}

/** g = S q at all nodes, and ½ qᵀS q. */
static void stretch(const hol_floquet *f, const double *q, double *g, double *restrict half)
{
  size_t n = f->nodes, lateral = f->balance->model->lateral;
  memset(half, 0, n * sizeof *half);
  memset(g, 0, lateral * n * sizeof *g);
  for (size_t k = 0; k < lateral; k++) {
    double *restrict out = g + k * n;
    for (size_t j = 0; j < lateral; j++) {
      const double s = f->balance->model->S[k * lateral + j], *restrict in = q + j * n;
      for (size_t i = 0; s != 0 && i < n; i++) {
        out[i] += s * in[i];
      }
    }
    for (size_t i = 0; i < n; i++) {
      half[i] += 0.5 * q[k * n + i] * out[i];
    }
  }
}

static double loss_factor(const hol_floquet *f)
{
  const hol_nonlinear_model *m = f->balance->model;
  double period = (double)f->balance->period;
  return m->cubic_loss ? m->eta * m->stiffness / (period * period * period) : 0;
}

/** The constant part of the damping of coordinate i, divided by M w². */
static double constant_damping(const hol_floquet *f, size_t i, double w)
{
  const hol_nonlinear_model *m = f->balance->model;
  return (m->viscous * w + m->eta * m->omega2[i] / (double)f->balance->period) / (w * w);
}

/** q, S q, Λ; where velocities matter v = Dq, and with the cubic loss S v and ½vᵀSv. */
static void in_time(hol_floquet *f, const double *full)
{
  const hol_balance *b = f->balance;
  const hol_nonlinear_model *m = b->model;
  size_t n = f->nodes;
  for (size_t i = 0; i < b->coordinates; i++) {
    synthesise(f, full + i * b->block, b->block, f->q + i * n);
  }
  stretch(f, f->q, f->g, f->half);
  for (size_t s = 0; s < n; s++) {
    f->half[s] *= m->stiffness;
  }
  if (loss_factor(f) != 0 || f->coordinates > b->coordinates) {
    for (size_t i = 0; i < m->lateral; i++) {
      const double *x = full + i * b->block;
      double *dx = b->turned; /* workspace of the balance, free between its evaluations */
      dx[0] = 0;
      for (size_t h = 1; h <= b->highest; h++) {
        dx[2 * h - 1] = (double)h * x[2 * h];
        dx[2 * h] = -(double)h * x[2 * h - 1];
      }
      synthesise(f, dx, b->block, f->v + i * n);
    }
    stretch(f, f->v, f->gv, f->loss);
  }
}

/** Intervals so short that the fastest motion turns by about 1.3 in each. */
static size_t intervals_for(const hol_floquet *f, const double *full, double w)
{
  const hol_balance *b = f->balance;
  const hol_nonlinear_model *m = b->model;
  double fastest = 0, stretch_bound = 0, slope_bound = 0;
  for (size_t k = 0; k < m->lateral; k++) {
    double gk = 0, largest = 0;
    for (size_t j = 0; j < m->lateral; j++) {
      double size = 0;
      const double *x = full + j * b->block;
      for (size_t h = 0; h <= b->highest; h++) {
        size += h ? hypot(x[2 * h - 1], x[2 * h]) : fabs(x[0]) * sqrt(0.5);
      }
      gk += fabs(m->S[k * m->lateral + j]) * size;
      largest = j == k ? size : largest;
    }
    stretch_bound += 0.5 * gk * largest;
    slope_bound = fmax(slope_bound, gk * gk / m->mass[k]);
  }
  for (size_t k = 0; k < f->coordinates; k++) {
    double stretched = k < m->lateral ? m->S[k * m->lateral + k] / m->mass[k] : 0;
    fastest = fmax(fastest, fabs(m->omega2[k] + fabs(m->stiffness) * stretch_bound * stretched));
  }
  fastest += fabs(m->stiffness) * slope_bound;
  double turns = 2 * M_PI * sqrt(fastest) / w / 2.6;
  return turns < 1e5 ? 2 * (size_t)fmax(2, ceil(turns)) : 0;
}

/* --------------------------------------------------------------------------------- one coordinate, two by two */

/** One interval of substeps at k[node] and constant damping: columns (1,0) and (0,1) after it, extrapolated. */
static void interval_of_one(const double *k, double k_end, double length, double c, const double *weight,
                            const size_t *node, double out[4])
{
  double y0 = 0, y1 = 0, v0 = 0, v1 = 0;
  for (size_t j = 1; j <= ORDER; j++) {
    double h = length / (double)j, t = h * c / 4, alpha = (1 - t) / (1 + t), beta = -0.5 * h / (1 + t);
    double alpha2 = alpha * alpha, beta2 = (alpha + 1) * beta;
    double a = 1, b = 0, p = beta * k[0], q = alpha; /* y and y′ of both columns after half a kick */
    for (size_t m = 1; m < j; m++) {
      double s = beta2 * k[node[m]];
      a += h * p;
      b += h * q;
      p = alpha2 * p + s * a;
      q = alpha2 * q + s * b;
    }
    node += j;
    a += h * p;
    b += h * q;
    p = alpha * p + beta * k_end * a;
    q = alpha * q + beta * k_end * b;
    y0 += weight[j - 1] * a;
    y1 += weight[j - 1] * b;
    v0 += weight[j - 1] * p;
    v1 += weight[j - 1] * q;
  }
  out[0] = y0;
  out[1] = y1;
  out[2] = v0;
  out[3] = v1;
}

/** The same with damping c[node] that varies. */
static void interval_of_one_varying(const double *k, const double *c, size_t end, double length, const double *weight,
                                    const size_t *node, double out[4])
{
  memset(out, 0, 4 * sizeof *out);
  for (size_t j = 1; j <= ORDER; j++) {
    double h = length / (double)j;
    double y[2] = {1, 0}, v[2] = {0, 1};
    for (size_t m = 0; m <= j; m++) {
      size_t at = m < j ? node[m] : end;
      double t = h * c[at] / 4, alpha = (1 - t) / (1 + t), beta = -0.5 * h / (1 + t) * k[at];
      for (int i = 0; i < 2; i++) {
        y[i] += m > 0 ? h * v[i] : 0;
        v[i] = alpha * v[i] + beta * y[i];
        v[i] = m > 0 && m < j ? alpha * v[i] + beta * y[i] : v[i];
      }
    }
    node += j;
    for (int i = 0; i < 2; i++) {
      out[i] += weight[j - 1] * y[i];
      out[2 + i] += weight[j - 1] * v[i];
    }
  }
}

static void multiply_two(const double a[4], double m[4])
{
  const double r[4] = {a[0] * m[0] + a[1] * m[2], a[0] * m[1] + a[1] * m[3], a[2] * m[0] + a[3] * m[2],
                       a[2] * m[1] + a[3] * m[3]};
  memcpy(m, r, sizeof r);
}

static void node_table(size_t node[ORDER * (ORDER + 1) / 2])
{
  for (size_t j = 1; j <= ORDER; j++) {
    for (size_t m = 0; m < j; m++) {
      *node++ = node_in_interval(m, j);
    }
  }
}

/** x += the function with coefficients up to harmonic 2H, at all nodes. */
static void add_function(hol_floquet *f, const double *coefficient, double *restrict x)
{
  synthesise(f, coefficient, f->functions, f->extra);
  for (size_t i = 0; i < f->nodes; i++) {
    x[i] += f->extra[i];
  }
}

/** Stiffness and damping of a single coordinate at all nodes, in the place of q and v. */
static void fill_one(hol_floquet *f, double w)
{
  const hol_nonlinear_model *model = f->balance->model;
  double scale = 1 / (model->mass[0] * w * w), s = model->S[0], loss = loss_factor(f);
  double constant = constant_damping(f, 0, w);
  for (size_t i = 0; i < f->nodes; i++) {
    f->q[i] = scale * (f->half[i] * s + model->stiffness * f->g[i] * f->g[i]) + model->omega2[0] / (w * w);
  }
  for (size_t i = 0; f->damped != HOL_DAMPING_CONSTANT && i < f->nodes; i++) {
    f->v[i] = constant + (loss != 0 ? scale * loss * (f->loss[i] * s + f->gv[i] * f->gv[i]) : 0);
  }
  if (model->axial > 0) {
    add_function(f, f->slow.stiffness, f->q);
    if (f->damped != HOL_DAMPING_CONSTANT) {
      add_function(f, f->slow.damping, f->v);
    }
  }
}

/** Only odd harmonics: the coefficients of the equation have half the period. */
static bool is_odd(const hol_balance *b, const double *full)
{
  bool odd = true;
  for (size_t h = 0; h <= b->highest && odd; h += 2) {
    odd = full[2 * h] == 0 && (h == 0 || full[2 * h - 1] == 0);
  }
  return odd;
}

/** Interval i of a single coordinate whose stiffness and damping are filled in. */
static void step_of_one(const hol_floquet *f, size_t i, double constant, const double *weight, const size_t *node,
                        double step[4])
{
  size_t first = i * FRACTIONS, end = i + 1 < f->intervals ? first + FRACTIONS : 0;
  double length = 2 * M_PI / (double)f->intervals;
  if (f->damped == HOL_DAMPING_CONSTANT) {
    interval_of_one(f->q + first, f->q[end], length, constant, weight, node, step);
    return;
  }
  double k[FRACTIONS + 1], c[FRACTIONS + 1];
  memcpy(k, f->q + first, FRACTIONS * sizeof *k);
  memcpy(c, f->v + first, FRACTIONS * sizeof *c);
  k[FRACTIONS] = f->q[end];
  c[FRACTIONS] = f->v[end];
  interval_of_one_varying(k, c, FRACTIONS, length, weight, node, step);
}

/** Determinant of the monodromy of a single coordinate: where rounding leaves less of it, as the damping tells. */
static double determinant_of_one(const hol_floquet *f, double constant, const double m[4])
{
  double det = m[0] * m[3] - m[1] * m[2], rounding = 1e-14 * (fabs(m[0] * m[3]) + fabs(m[1] * m[2]));
  if (f->damped != HOL_DAMPING_CONSTANT && rounding < 1e-6 * det) {
    return det;
  }
  double sum = 0; /* of the damping at equidistant times */
  for (size_t i = 0; i < f->intervals; i++) {
    sum += f->damped == HOL_DAMPING_CONSTANT ? constant : f->v[i * FRACTIONS];
  }
  return exp(-2 * M_PI / (double)f->intervals * sum);
}

/** Monodromy (row by row) of a single coordinate and its determinant; overwrites the tables of q and v by stiffness and
 *  damping. */
static void monodromy_of_one(hol_floquet *f, const double *full, double w, double m[4], double *det)
{
  double constant = constant_damping(f, 0, w);
  bool repeats = is_odd(f->balance, full);
  double weight[ORDER], step[4];
  size_t node[ORDER * (ORDER + 1) / 2];
  extrapolation_weights(weight);
  node_table(node);
  fill_one(f, w);
  m[0] = m[3] = 1;
  m[1] = m[2] = 0;
  for (size_t i = 0; i < (repeats ? f->intervals / 2 : f->intervals); i++) {
    step_of_one(f, i, constant, weight, node, step);
    multiply_two(step, m);
  }
  if (repeats) {
    const double half[4] = {m[0], m[1], m[2], m[3]};
    multiply_two(half, m);
  }
  *det = determinant_of_one(f, constant, m);
}

/* --------------------------------------------------------------------------------- any number of coordinates */

/** K/(M w²) and, where it varies, C/(M w²) at all nodes, of lateral coordinates under Λ and with the cubic loss. */
static void fill_lateral(hol_floquet *f, double w)
{
  const hol_nonlinear_model *m = f->balance->model;
  size_t n = f->coordinates, l = m->lateral, nodes = f->nodes;
  double loss = loss_factor(f), c = m->stiffness;
  for (size_t node = 0; node < nodes; node++) {
    double *stiffness = f->stiffness + node * n * n, *damping = f->damping + node * n * n;
    for (size_t i = 0; i < l; i++) {
      double scale = 1 / (m->mass[i] * w * w), gi = f->g[i * nodes + node];
      for (size_t j = 0; j < l; j++) {
        double s = m->S[i * l + j];
        stiffness[i * n + j] =
            scale * (f->half[node] * s + c * gi * f->g[j * nodes + node]) + (i == j ? m->omega2[i] / (w * w) : 0);
        if (f->damped != HOL_DAMPING_CONSTANT) {
          double part = loss != 0 ? f->loss[node] * s + f->gv[i * nodes + node] * f->gv[j * nodes + node] : 0;
          damping[i * n + j] = scale * loss * part;
          damping[i * n + j] += i == j && f->damped == HOL_DAMPING_GENERAL ? constant_damping(f, i, w) : 0;
        }
      }
    }
  }
}

/** Add what following axial modes bring about: functions with few harmonics that count. */
static void add_slow(hol_floquet *f)
{
  size_t square = f->coordinates * f->coordinates, width = f->balance->width;
  for (size_t i = 0; i < 2 * square; i++) {
    const double *x = i < square ? f->slow.stiffness + i * width : f->slow.damping + (i - square) * width;
    double *to = (i < square ? f->stiffness : f->damping) + i % square;
    synthesise(f, x, f->functions, f->extra);
    for (size_t node = 0; node < f->nodes; node++) {
      to[node * square] += f->extra[node];
    }
  }
}

/** Axial mode r at a node: R_r depends on z_r = u_r − gᵀy and its rate. @param[in] g, rate  [l] Q^r q and its
 *  derivative */
static void join_bar(const hol_floquet *f, size_t r, double w, const double *g, const double *rate, double *stiffness,
                     double *damping)
{
  const hol_nonlinear_model *m = f->balance->model;
  size_t n = f->coordinates, l = m->lateral, at = l + r;
  double p2 = m->omega2[at] / (w * w), d = hol_bar_damping(m, r) / w;
  stiffness[at * n + at] = p2;
  damping[at * n + at] = d + m->viscous / w;
  for (size_t i = 0; i < l; i++) {
    double part = m->mass[at] / m->mass[i] * g[i];
    stiffness[i * n + at] = -part * p2;
    damping[i * n + at] = -part * d;
    stiffness[at * n + i] = -(p2 * g[i] + d * rate[i]);
    damping[at * n + i] = -d * g[i];
    for (size_t j = 0; j < l; j++) {
      stiffness[i * n + j] += part * (p2 * g[j] + d * rate[j]);
      damping[i * n + j] += part * d * g[j];
    }
  }
}

/** Axial modes as coordinates of their own. */
static void add_bar(hol_floquet *f, double w)
{
  const hol_balance *b = f->balance;
  const hol_nonlinear_model *m = b->model;
  size_t n = f->coordinates, l = m->lateral, nodes = f->nodes;
  double *g = f->keep, *rate = f->take; /* not needed before the kicks; [N] each */
  for (size_t r = 0; r < m->axial; r++) {
    const double *Q = m->form + r * l * l;
    hol_balance_pull(b, r, b->harmonic);
    synthesise(f, b->harmonic, f->functions, f->extra);
    for (size_t node = 0; node < nodes; node++) {
      double *stiffness = f->stiffness + node * n * n, *damping = f->damping + node * n * n;
      for (size_t i = 0; i < l; i++) {
        g[i] = rate[i] = 0;
        for (size_t j = 0; j < l; j++) {
          g[i] += Q[i * l + j] * f->q[j * nodes + node];
          rate[i] += Q[i * l + j] * f->v[j * nodes + node];
          stiffness[i * n + j] += f->extra[node] * Q[i * l + j] / (m->mass[i] * w * w);
        }
      }
      join_bar(f, r, w, g, rate, stiffness, damping);
    }
  }
}

static void fill_matrices(hol_floquet *f, double w)
{
  const hol_nonlinear_model *m = f->balance->model;
  if (f->coordinates > m->lateral) {
    memset(f->stiffness, 0, 2 * f->coordinates * f->coordinates * f->nodes * sizeof *f->stiffness);
  }
  fill_lateral(f, w);
  if (f->coordinates > m->lateral) {
    add_bar(f, w);
  } else if (m->axial > 0) {
    add_slow(f);
  }
}

/* Rows 0..N−1 of y are displacements, N..2N−1 velocities; the 2N columns of a row lie side by side. */

/** x −= a y for rows of so many numbers. */
static void subtract_rows(size_t count, double a, const double *restrict y, double *restrict x)
{
  for (size_t c = 0; c < count; c++) {
    x[c] -= a * y[c];
  }
}

/** LU of a matrix I + C with C similar to a positive semidefinite one: no pivot is small. */
static void factor_damping(size_t n, double *a)
{
  for (size_t k = 0; k < n; k++) {
    for (size_t i = k + 1; i < n; i++) {
      double factor = a[i * n + k] /= a[k * n + k];
      for (size_t j = k + 1; j < n; j++) {
        a[i * n + j] -= factor * a[k * n + j];
      }
    }
  }
}

/** x ← (LU)⁻¹ x for n rows of so many numbers. */
static void solve_damping(size_t n, const double *a, size_t count, double *x)
{
  for (size_t i = 1; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      subtract_rows(count, a[i * n + j], x + j * count, x + i * count);
    }
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; j++) {
      subtract_rows(count, a[i * n + j], x + j * count, x + i * count);
    }
    for (size_t c = 0; c < count; c++) {
      x[i * count + c] /= a[i * n + i];
    }
  }
}

/** x ← a x + b y, so many columns. */
static void combine_columns(size_t n, size_t columns, const double *a, const double *b, const double *y,
                            const double *x, double *restrict out)
{
  for (size_t i = 0; i < n; i++) {
    double *restrict to = out + i * columns;
    memset(to, 0, columns * sizeof *to);
    for (size_t j = 0; j < n; j++) {
      double p = a[i * n + j], q = b[i * n + j];
      const double *restrict xj = x + j * columns, *restrict yj = y + j * columns;
      for (size_t c = 0; c < columns; c++) {
        to[c] += p * xj[c] + q * yj[c];
      }
    }
  }
}

/** (I + τ/2 C) v⁺ = (I − τ/2 C) v − τ K y for all columns, once or twice. */
static void kick(hol_floquet *f, size_t node, double tau, int times)
{
  size_t n = f->coordinates, columns = 2 * n;
  const double *damping = f->damping + node * n * n, *stiffness = f->stiffness + node * n * n;
  double *v = f->y + n * columns, *x = f->rows, *both = x + n * columns; /* both: [n][2n] A⁻¹ and A⁻¹K, A = I + τ/2 C */
  for (size_t i = 0; i < n * n; i++) {
    f->solver[i] = 0.5 * tau * damping[i] + (i % (n + 1) == 0);
    both[i / n * columns + i % n] = i % (n + 1) == 0;
    both[i / n * columns + n + i % n] = stiffness[i];
  }
  factor_damping(n, f->solver);
  solve_damping(n, f->solver, columns, both);
  for (int t = 1; t < times; t++) {
    memcpy(x, both, n * columns * sizeof *x);
    solve_damping(n, f->solver, columns, x);
  }
  double *a = f->solver, *b = both + n * columns; /* once 2A⁻¹ − I and −τA⁻¹K; twice I − 4A⁻¹ + 4A⁻², −2τA⁻²K */
  for (size_t i = 0; i < n * n; i++) {
    size_t at = i / n * columns + i % n;
    double unit = i % (n + 1) == 0;
    a[i] = times == 1 ? 2 * both[at] - unit : unit - 4 * both[at] + 4 * x[at];
    b[i] = times == 1 ? -tau * both[at + n] : -2 * tau * x[at + n];
  }
  combine_columns(n, columns, a, b, f->y, v, x);
  memcpy(v, x, n * columns * sizeof *v);
}

/** The same with constant damping: v⁺ = keep v − take K y. */
static void kick_plainly(hol_floquet *f, size_t node, bool twice)
{
  size_t n = f->coordinates, columns = 2 * n;
  const double *stiffness = f->stiffness + node * n * n, *y = f->y;
  for (size_t i = 0; i < n; i++) {
    double a = f->keep[i], b = f->take[i], keep = twice ? a * a : a, take = twice ? (1 + a) * b : b;
    double *restrict v = f->y + (n + i) * columns;
    for (size_t c = 0; c < columns; c++) {
      v[c] *= keep;
    }
    for (size_t j = 0; j < n; j++) {
      subtract_rows(columns, take * stiffness[i * n + j], y + j * columns, v);
    }
  }
}

/** out = a x + b z, rows of so many columns; b may be NULL. Inlined with a known number of columns a row of the result
 *  stays in registers. */
HOL_LANE_INLINE void multiply_known(size_t n, size_t columns, const double *a, const double *x, const double *b,
                                    const double *z, double *restrict out)
{
  enum { MOST = 8 };
  for (size_t i = 0; i < n; i++) {
    for (size_t from = 0; from < columns; from += MOST) {
      double sum[MOST] = {0};
      size_t count = columns <= MOST ? columns : columns - from < MOST ? columns - from : MOST;
      for (size_t j = 0; j < n; j++) {
        const double p = a[i * n + j], *row = x + j * columns + from;
        for (size_t c = 0; c < count; c++) {
          sum[c] += p * row[c];
        }
      }
      for (size_t j = 0; b && j < n; j++) {
        const double p = b[i * n + j], *row = z + j * columns + from;
        for (size_t c = 0; c < count; c++) {
          sum[c] += p * row[c];
        }
      }
      for (size_t c = 0; c < count; c++) {
        out[i * columns + from + c] = sum[c];
      }
    }
  }
}

HOL_LANE_INLINE void multiply(size_t n, const double *a, const double *x, const double *b, const double *z, double *out)
{
  switch (n) {
  case 2:
    multiply_known(2, 4, a, x, b, z, out);
    break;
  case 3:
    multiply_known(3, 6, a, x, b, z, out);
    break;
  case 4:
    multiply_known(4, 8, a, x, b, z, out);
    break;
  default:
    multiply_known(n, 2 * n, a, x, b, z, out);
  }
}

/** v′ = −Cv − Ky over τ with y and both matrices held, C so small that its exponential takes few terms:
 *  v⁺ = v − τ (1 − τC/2 + (τC)²/6 − …)(Cv + Ky). Exact flows are symmetric, and two of them are one of double
 *  length. */
HOL_LANE_CLONES static void kick_slightly(hol_floquet *f, size_t node, double tau)
{
  size_t n = f->coordinates, columns = 2 * n, all = n * columns;
  const double *damping = f->damping + node * n * n;
  double *restrict v = f->y + all, *a = f->rows, *b = a + all, factor = -tau;
  multiply(n, f->stiffness + node * n * n, f->y, damping, v, a);
  for (size_t term = 1;; term++) {
    subtract_rows(all, -factor, a, v);
    if (term >= f->terms) {
      return;
    }
    factor *= -tau / (double)(term + 1);
    multiply(n, damping, a, NULL, NULL, b);
    double *swap = a;
    a = b;
    b = swap;
  }
}

static void drift(hol_floquet *f, double h)
{
  size_t n = f->coordinates, half = 2 * n * n;
  subtract_rows(half, -h, f->y + half, f->y);
}

/** y′ = v, v′ = −cv, exactly: `keep` of v is left after a step, y goes on by `take` v. */
static void drift_damped(hol_floquet *f)
{
  size_t n = f->coordinates, columns = 2 * n;
  for (size_t i = 0; i < n; i++) {
    double *restrict y = f->y + i * columns, *restrict v = f->y + (n + i) * columns;
    double keep = f->keep[i], take = f->take[i];
    for (size_t c = 0; c < columns; c++) {
      y[c] += take * v[c];
      v[c] *= keep;
    }
  }
}

/** Factors of constant damping for substeps of length h: of kicks over h/2, or of drifts. */
static void set_factors(hol_floquet *f, double h, double w)
{
  for (size_t k = 0; k < f->coordinates && f->damped != HOL_DAMPING_GENERAL; k++) {
    double c = constant_damping(f, k, w), t = h / 4 * c;
    bool drifts = f->damped == HOL_DAMPING_WEAKLY_VARYING;
    f->keep[k] = drifts ? exp(-c * h) : (1 - t) / (1 + t);
    f->take[k] = drifts ? (c > 0 ? -expm1(-c * h) / c : h) : 0.5 * h / (1 + t);
  }
}

/** j substeps over interval i; y holds what they start from. */
static void substeps(hol_floquet *f, size_t i, size_t j, double h, const size_t *node_of)
{
  bool drifts = f->damped == HOL_DAMPING_WEAKLY_VARYING;
  for (size_t m = 0; m <= j; m++) {
    size_t node = (i * FRACTIONS + (m < j ? node_of[m] : FRACTIONS)) % f->nodes;
    bool is_inner = m > 0 && m < j;
    if (m > 0 && drifts) {
      drift_damped(f);
    } else if (m > 0) {
      drift(f, h);
    }
    if (f->damped == HOL_DAMPING_CONSTANT) {
      kick_plainly(f, node, is_inner);
    } else if (drifts) {
      kick_slightly(f, node, is_inner ? h : h / 2);
    } else {
      kick(f, node, h / 2, is_inner ? 2 : 1);
    }
  }
}

/** How many terms the exponential of the damping takes over an interval. */
static size_t terms_for(const hol_floquet *f)
{
  size_t n = f->coordinates;
  double length = 2 * M_PI / (double)f->intervals;
  double largest = 0, left = 1;
  for (size_t row = 0; row < n * f->nodes; row++) {
    double sum = 0;
    for (size_t j = 0; j < n; j++) {
      sum += fabs(f->damping[row * n + j]);
    }
    largest = fmax(largest, sum);
  }
  size_t terms = 0;
  do {
    terms++;
    left *= length * largest / (double)(terms + 1);
  } while (left > 1e-14 && terms < 40);
  return terms;
}

static void monodromy_of_many(hol_floquet *f, double w)
{
  size_t n = 2 * f->coordinates, all = n * n;
  double length = 2 * M_PI / (double)f->intervals;
  double weight[ORDER];
  size_t node[ORDER * (ORDER + 1) / 2];
  extrapolation_weights(weight);
  node_table(node);
  fill_matrices(f, w);
  f->terms = f->damped == HOL_DAMPING_WEAKLY_VARYING ? terms_for(f) : 0;
  memset(f->start, 0, all * sizeof *f->start);
  for (size_t i = 0; i < n; i++) {
    f->start[i * n + i] = 1;
  }
  for (size_t i = 0; i < f->intervals; i++) {
    memset(f->sum, 0, all * sizeof *f->sum);
    for (size_t j = 1; j <= ORDER; j++) {
      memcpy(f->y, f->start, all * sizeof *f->y);
      set_factors(f, length / (double)j, w);
      substeps(f, i, j, length / (double)j, node + j * (j - 1) / 2);
      for (size_t k = 0; k < all; k++) {
        f->sum[k] += weight[j - 1] * f->y[k];
      }
    }
    memcpy(f->start, f->sum, all * sizeof *f->start);
  }
  memcpy(f->monodromy, f->start, all * sizeof *f->monodromy);
}

/* --------------------------------------------------------------------------------- multipliers */

static void take_multiplier(hol_stability *s, double re, double im)
{
  double modulus = hypot(re, im);
  double other = modulus;
  s->largest = fmax(s->largest, modulus);
  if (im != 0) {
    s->pairs += modulus > 1 && im > 0;
  } else {
    s->above += re > 1;
    s->below += re < -1;
    if (re > 0 && (s->nearest == 0 || fabs(log(re)) < fabs(log(s->nearest)))) {
      other = s->nearest;
      s->nearest = re;
    }
  }
  s->others = fmax(s->others, other);
}

/** @param[in] det  as the damping tells: where a motion runs away fast nothing of it is left in m */
static void take_two(const double m[4], double det, hol_stability *s)
{
  double mean = (m[0] + m[3]) / 2, square = mean * mean - det;
  if (square < 0) {
    take_multiplier(s, mean, sqrt(-square));
    return;
  }
  double large = mean < 0 ? mean - sqrt(square) : mean + sqrt(square);
  take_multiplier(s, large, 0);
  take_multiplier(s, large != 0 ? det / large : 0, 0);
}

static hol_status take_many(hol_floquet *f, hol_stability *s)
{
  size_t n = 2 * f->coordinates;
  double *re = f->y, *im = f->y + n, largest = 0;
  HOL_TRY(hol_dense_eigenvalues(n, f->monodromy, re, im));
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, hypot(re[i], im[i]));
  }
  for (size_t i = 0; i < n;
       i++) { /* beside very large ones the small ones are rounding: they would be inside the circle */
    double modulus = hypot(re[i], im[i]);
    if (modulus > 1e-12 * largest || modulus <= 1e-3) {
      take_multiplier(s, re[i], im[i]);
    }
  }
  return HOL_OK;
}

/** Multipliers with so many coordinates. */
static hol_status integrate_period(hol_floquet *f, const double *full, double w, hol_stability *stability)
{
  size_t intervals = intervals_for(f, full, w);
  if (intervals == 0) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(set_intervals(f, intervals));
  in_time(f, full);
  if (f->coordinates == 1) {
    double factor = f->balance->model->axial > 0 ? f->slow.factor : 1;
    double m[4], det;
    monodromy_of_one(f, full, w, m, &det);
    for (int i = 0; i < 4; i++) {
      m[i] *= factor;
    }
    take_two(m, factor * factor * det, stability);
    return isfinite(stability->largest) ? HOL_OK : HOL_NUMERICAL;
  }
  monodromy_of_many(f, w);
  return take_many(f, stability);
}

/** Pairs of multipliers of axial modes that follow: disturbed they ring at about p_r and fade. */
static void take_ringing(const hol_floquet *f, double w, hol_stability *stability)
{
  const hol_nonlinear_model *m = f->balance->model;
  for (size_t r = 0; r < m->axial; r++) {
    double fades = exp(-M_PI * (m->viscous + hol_bar_damping(m, r)) / w);
    stability->largest = fmax(stability->largest, fades);
    stability->others = fmax(stability->others, fades);
  }
}

hol_status hol_floquet_stability(hol_floquet *f, const double *full, double nu, hol_stability *stability)
{
  const hol_balance *b = f->balance;
  double w = nu / (double)b->period;
  bool follows = b->model->axial > 0 && hol_slow_reduce(&f->slow, full, nu);
  *stability = (hol_stability){0};
  f->coordinates = b->coordinates + (follows ? 0 : b->model->axial);
  bool is_even = loss_factor(f) == 0 && (b->model->axial == 0 || (follows && f->coordinates == 1));
  f->damped = is_even                          ? HOL_DAMPING_CONSTANT
              : loss_factor(f) == 0 && follows ? HOL_DAMPING_WEAKLY_VARYING
                                               : HOL_DAMPING_GENERAL;
  HOL_TRY(integrate_period(f, full, w, stability));
  if (follows) {
    take_ringing(f, w, stability);
  }
  return HOL_OK;
}

void hol_stability_replace(hol_stability *s, double multiplier)
{
  s->above -= s->nearest > 1;
  s->above += multiplier > 1;
  s->nearest = multiplier;
  s->largest = fmax(s->others, multiplier);
}
