#include "nonlinear/floquet.h"

#include "base/dense.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  ORDER = 8,     /* substeps 1..ORDER in an interval; the extrapolated order is 2·ORDER */
  FRACTIONS = 22 /* distinct m/j, 0 ≤ m < j ≤ ORDER */
};

/* m/j, rising, as numerators over 840 = lcm(1..8). */
static const int fraction[FRACTIONS] = {0,   105, 120, 140, 168, 210, 240, 280, 315, 336, 360,
                                        420, 480, 504, 525, 560, 600, 630, 672, 700, 720, 735};

/** Node of the time m/j in an interval; m = j is the first node of the next. */
static size_t node_in_interval(size_t m, size_t j)
{
  const int target = (int)(840 * m / j);
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

hol_status hol_floquet_start(hol_floquet *floquet, const hol_balance *balance)
{
  const size_t n = balance->coordinates, all = 4 * n * n;
  hol_floquet f = {.balance = balance};
  f.y = hol_alloc(4 * all + 2 * n, sizeof(double));
  f.solver = hol_alloc(3 * n * n, sizeof(double));
  *floquet = f;
  if (!f.y || !f.solver) {
    hol_floquet_clear(floquet);
    return HOL_MEMORY;
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
  free(f->basis);
  free(f->q);
  free(f->y);
  free(f->solver);
  *f = (hol_floquet){0};
}

/** Tables for another number of intervals (even, so that the second half period repeats the first up to signs). */
static hol_status set_intervals(hol_floquet *f, size_t intervals)
{
  const hol_balance *b = f->balance;
  const size_t nodes = FRACTIONS * intervals, half = nodes / 2, n = b->coordinates;
  if (intervals == f->intervals) {
    return HOL_OK;
  }
  if (nodes > f->capacity) {
    free(f->basis);
    free(f->q);
    f->capacity = f->intervals = 0;
    f->basis = hol_alloc(b->block * half, sizeof(double));
    f->q = hol_alloc((4 * n + 2 + 2 * n * n) * nodes, sizeof(double));
    if (!f->basis || !f->q) {
      return HOL_MEMORY;
    }
    f->capacity = nodes;
  }
  f->g = f->q + n * nodes;
  f->v = f->g + n * nodes;
  f->gv = f->v + n * nodes;
  f->half = f->gv + n * nodes;
  f->loss = f->half + nodes;
  f->stiffness = f->loss + nodes;
  f->damping = f->stiffness + n * n * nodes;
  for (size_t s = 0; s < half; s++) {
    const double theta = 2 * M_PI / (double)intervals * ((double)(s / FRACTIONS) + fraction[s % FRACTIONS] / 840.0);
    const double c = cos(theta), d = sin(theta);
    double x = 1, y = 0; /* cos hθ, sin hθ: turned on by θ, which loses a rounding each */
    f->basis[s] = sqrt(0.5);
    for (size_t h = 1; h <= b->highest; h++) {
      const double turned = c * x - d * y;
      y = d * x + c * y;
      x = turned;
      f->basis[(2 * h - 1) * half + s] = x;
      f->basis[2 * h * half + s] = y;
    }
  }
  f->intervals = intervals;
  f->nodes = nodes;
  return HOL_OK;
}

/** A coordinate at all nodes: even and odd harmonics apart over half a period. */
static void synthesise(const hol_floquet *f, const double *coefficient, double *restrict value)
{
  const size_t half = f->nodes / 2;
  double *restrict other = value + half;
  memset(value, 0, f->nodes * sizeof *value);
  for (size_t k = 0; k < f->balance->block; k++) {
    const bool is_odd = (k + 1) / 2 % 2;
    const double c = coefficient[k], *restrict basis = f->basis + k * half;
    double *restrict into = is_odd ? other : value;
    for (size_t s = 0; c != 0 && s < half; s++) {
      into[s] += c * basis[s];
    }
  }
  for (size_t s = 0; s < half; s++) {
    const double even = value[s], odd = other[s];
    value[s] = even + odd;
    other[s] = even - odd;
  }
}

/** g = S q at all nodes, and ½ qᵀS q. */
static void stretch(const hol_floquet *f, const double *q, double *g, double *restrict half)
{
  const size_t n = f->nodes, lateral = f->balance->model->lateral;
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
  const double period = (double)f->balance->period;
  return m->cubic_loss ? m->eta * m->static_stiffness / (period * period * period) : 0;
}

static void in_time(hol_floquet *f, const double *full)
{
  const hol_balance *b = f->balance;
  const hol_nonlinear_model *m = b->model;
  const size_t n = f->nodes;
  for (size_t i = 0; i < b->coordinates; i++) {
    synthesise(f, full + i * b->block, f->q + i * n);
  }
  stretch(f, f->q, f->g, f->half);
  for (size_t s = 0; s < n; s++) {
    for (size_t j = 0; j < m->axial; j++) {
      f->half[s] -= m->sign[j] * f->q[(m->lateral + j) * n + s];
    }
    f->half[s] *= m->stiffness;
  }
  if (loss_factor(f) != 0) {
    for (size_t i = 0; i < m->lateral; i++) {
      const double *x = full + i * b->block;
      double *dx = b->turned; /* workspace of the balance, free between its evaluations */
      dx[0] = 0;
      for (size_t h = 1; h <= b->highest; h++) {
        dx[2 * h - 1] = (double)h * x[2 * h];
        dx[2 * h] = -(double)h * x[2 * h - 1];
      }
      synthesise(f, dx, f->v + i * n);
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
  for (size_t k = 0; k < b->coordinates; k++) {
    double own = m->omega2[k] + (k < m->lateral ? fabs(m->stiffness) * stretch_bound * m->S[k * m->lateral + k] / m->mass[k]
                                                : m->stiffness / m->mass[k]);
    fastest = fmax(fastest, fabs(own));
  }
  fastest += fabs(m->stiffness) * slope_bound;
  const double turns = 2 * M_PI * sqrt(fastest) / w / 2.6;
  return turns < 1e5 ? 2 * (size_t)fmax(2, ceil(turns)) : 0;
}

/* --------------------------------------------------------------------------------- one coordinate, two by two */

/** One interval of substeps at k[node] and constant damping: columns (1,0) and (0,1) after it, extrapolated. */
static void interval_of_one(const double *k, double k_end, double length, double c, const double *weight,
                            const size_t *node, double out[4])
{
  double y0 = 0, y1 = 0, v0 = 0, v1 = 0;
  for (size_t j = 1; j <= ORDER; j++) {
    const double h = length / (double)j, t = h * c / 4, alpha = (1 - t) / (1 + t), beta = -0.5 * h / (1 + t);
    const double alpha2 = alpha * alpha, beta2 = (alpha + 1) * beta;
    double a = 1, b = 0, p = beta * k[0], q = alpha; /* y and y′ of both columns after half a kick */
    for (size_t m = 1; m < j; m++) {
      const double s = beta2 * k[node[m]];
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
    const double h = length / (double)j;
    double y[2] = {1, 0}, v[2] = {0, 1};
    for (size_t m = 0; m <= j; m++) {
      const size_t at = m < j ? node[m] : end;
      const double t = h * c[at] / 4, alpha = (1 - t) / (1 + t), beta = -0.5 * h / (1 + t) * k[at];
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

/** Monodromy (row by row) of a single coordinate; overwrites the tables of q and v by stiffness and damping. */
static void monodromy_of_one(hol_floquet *f, const double *full, double w, double m[4])
{
  const hol_nonlinear_model *model = f->balance->model;
  const size_t n = f->nodes;
  const double scale = 1 / (model->mass[0] * w * w), s = model->S[0], loss = loss_factor(f);
  const double constant = (model->viscous * w + model->eta * model->omega2[0] / (double)f->balance->period) / (w * w);
  double weight[ORDER], step[4];
  size_t node[ORDER * (ORDER + 1) / 2];
  extrapolation_weights(weight);
  node_table(node);
  for (size_t i = 0; i < n; i++) {
    f->q[i] = scale * (f->half[i] * s + model->stiffness * f->g[i] * f->g[i]) + model->omega2[0] / (w * w);
  }
  for (size_t i = 0; loss != 0 && i < n; i++) {
    f->v[i] = constant + scale * loss * (f->loss[i] * s + f->gv[i] * f->gv[i]);
  }
  bool is_odd = true; /* only odd harmonics: the coefficients have half the period */
  for (size_t h = 0; h <= f->balance->highest && is_odd; h += 2) {
    is_odd = full[2 * h] == 0 && (h == 0 || full[2 * h - 1] == 0);
  }
  const size_t intervals = is_odd ? f->intervals / 2 : f->intervals;
  const double length = 2 * M_PI / (double)f->intervals;
  m[0] = m[3] = 1;
  m[1] = m[2] = 0;
  for (size_t i = 0; i < intervals; i++) {
    const size_t first = i * FRACTIONS, end = i + 1 < f->intervals ? first + FRACTIONS : 0;
    if (loss != 0) {
      const double *k = f->q + first, *c = f->v + first;
      double k_end = f->q[end], c_end = f->v[end], k_all[FRACTIONS + 1], c_all[FRACTIONS + 1];
      memcpy(k_all, k, FRACTIONS * sizeof *k);
      memcpy(c_all, c, FRACTIONS * sizeof *c);
      k_all[FRACTIONS] = k_end;
      c_all[FRACTIONS] = c_end;
      interval_of_one_varying(k_all, c_all, FRACTIONS, length, weight, node, step);
    } else {
      interval_of_one(f->q + first, f->q[end], length, constant, weight, node, step);
    }
    multiply_two(step, m);
  }
  if (is_odd) {
    const double half[4] = {m[0], m[1], m[2], m[3]};
    multiply_two(half, m);
  }
}

/* --------------------------------------------------------------------------------- any number of coordinates */

/** The constant part of the damping of coordinate i, divided by M w². */
static double constant_damping(const hol_floquet *f, size_t i, double w)
{
  const hol_nonlinear_model *m = f->balance->model;
  return (m->viscous * w + m->eta * m->omega2[i] / (double)f->balance->period) / (w * w);
}

/** K/(M w²) and, with the cubic loss, C/(M w²) at all nodes. */
static void fill_matrices(hol_floquet *f, double w)
{
  const hol_nonlinear_model *m = f->balance->model;
  const size_t n = f->balance->coordinates, l = m->lateral, nodes = f->nodes;
  const double loss = loss_factor(f), c = m->stiffness;
  for (size_t node = 0; node < nodes; node++) {
    double *stiffness = f->stiffness + node * n * n, *damping = f->damping + node * n * n;
    for (size_t i = 0; i < n; i++) {
      const double scale = 1 / (m->mass[i] * w * w);
      for (size_t j = 0; j < n; j++) {
        double k;
        if (i < l && j < l) {
          k = f->half[node] * m->S[i * l + j] + c * f->g[i * nodes + node] * f->g[j * nodes + node];
        } else if (i >= l && j >= l) {
          k = c * m->sign[i - l] * m->sign[j - l];
        } else {
          k = -c * m->sign[(i < l ? j : i) - l] * f->g[(i < l ? i : j) * nodes + node];
        }
        stiffness[i * n + j] = scale * k + (i == j ? m->omega2[i] / (w * w) : 0);
        if (loss != 0) {
          const double part = i < l && j < l ? f->loss[node] * m->S[i * l + j] +
                                                 f->gv[i * nodes + node] * f->gv[j * nodes + node] : 0;
          damping[i * n + j] = scale * loss * part + (i == j ? constant_damping(f, i, w) : 0);
        }
      }
    }
  }
}

/* Rows 0..N−1 of y are displacements, N..2N−1 velocities; the 2N columns of a row lie side by side. */

/** x −= a y for rows of so many numbers. */
static void subtract(size_t count, double a, const double *restrict y, double *restrict x)
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
      const double factor = a[i * n + k] /= a[k * n + k];
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
      subtract(count, a[i * n + j], x + j * count, x + i * count);
    }
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; j++) {
      subtract(count, a[i * n + j], x + j * count, x + i * count);
    }
    for (size_t c = 0; c < count; c++) {
      x[i * count + c] /= a[i * n + i];
    }
  }
}

/** (I + τ/2 C) v⁺ = (I − τ/2 C) v − τ K y for all columns, once or twice. */
static void kick(hol_floquet *f, size_t node, double tau, int times)
{
  const size_t n = f->balance->coordinates, columns = 2 * n;
  const double *damping = f->damping + node * n * n, *stiffness = f->stiffness + node * n * n;
  double *y = f->y, *v = y + n * columns, *x = f->rows;
  for (size_t i = 0; i < n * n; i++) {
    f->solver[i] = 0.5 * tau * damping[i] + (i % (n + 1) == 0);
  }
  factor_damping(n, f->solver);
  for (int t = 0; t < times; t++) {
    memcpy(x, v, n * columns * sizeof *x);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < n; j++) {
        subtract(columns, 0.5 * tau * damping[i * n + j], v + j * columns, x + i * columns);
        subtract(columns, tau * stiffness[i * n + j], y + j * columns, x + i * columns);
      }
    }
    solve_damping(n, f->solver, columns, x);
    memcpy(v, x, n * columns * sizeof *v);
  }
}

/** The same with constant damping: v⁺ = keep v − take K y. */
static void kick_plainly(hol_floquet *f, size_t node, bool twice)
{
  const size_t n = f->balance->coordinates, columns = 2 * n;
  const double *stiffness = f->stiffness + node * n * n, *y = f->y;
  for (size_t i = 0; i < n; i++) {
    const double a = f->keep[i], b = f->take[i], keep = twice ? a * a : a, take = twice ? (1 + a) * b : b;
    double *restrict v = f->y + (n + i) * columns;
    for (size_t c = 0; c < columns; c++) {
      v[c] *= keep;
    }
    for (size_t j = 0; j < n; j++) {
      subtract(columns, take * stiffness[i * n + j], y + j * columns, v);
    }
  }
}

static void drift(hol_floquet *f, double h)
{
  const size_t n = f->balance->coordinates, half = 2 * n * n;
  subtract(half, -h, f->y + half, f->y);
}

/** j substeps over interval i; y holds what they start from. */
static void substeps(hol_floquet *f, size_t i, size_t j, double h, double w, const size_t *node_of)
{
  const bool is_plain = loss_factor(f) == 0;
  for (size_t k = 0; k < f->balance->coordinates; k++) {
    const double t = h / 4 * constant_damping(f, k, w);
    f->keep[k] = (1 - t) / (1 + t);
    f->take[k] = 0.5 * h / (1 + t);
  }
  for (size_t m = 0; m <= j; m++) {
    const size_t node = (i * FRACTIONS + (m < j ? node_of[m] : FRACTIONS)) % f->nodes;
    const bool is_inner = m > 0 && m < j;
    if (m > 0) {
      drift(f, h);
    }
    if (is_plain) {
      kick_plainly(f, node, is_inner);
      continue;
    }
    kick(f, node, h / 2, is_inner ? 2 : 1);
  }
}

static void monodromy_of_many(hol_floquet *f, double w)
{
  const size_t n = 2 * f->balance->coordinates, all = n * n;
  const double length = 2 * M_PI / (double)f->intervals;
  double weight[ORDER];
  size_t node[ORDER * (ORDER + 1) / 2];
  extrapolation_weights(weight);
  node_table(node);
  fill_matrices(f, w);
  memset(f->start, 0, all * sizeof *f->start);
  for (size_t i = 0; i < n; i++) {
    f->start[i * n + i] = 1;
  }
  for (size_t i = 0; i < f->intervals; i++) {
    memset(f->sum, 0, all * sizeof *f->sum);
    for (size_t j = 1; j <= ORDER; j++) {
      memcpy(f->y, f->start, all * sizeof *f->y);
      substeps(f, i, j, length / (double)j, w, node + j * (j - 1) / 2);
      for (size_t k = 0; k < all; k++) {
        f->sum[k] += weight[j - 1] * f->y[k];
      }
    }
    memcpy(f->start, f->sum, all * sizeof *f->start);
  }
  memcpy(f->monodromy, f->start, all * sizeof *f->monodromy);
}

/* --------------------------------------------------------------------------------- multipliers */

static void take(hol_stability *s, double re, double im)
{
  const double modulus = hypot(re, im);
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

static void take_two(const double m[4], hol_stability *s)
{
  const double mean = (m[0] + m[3]) / 2, det = m[0] * m[3] - m[1] * m[2];
  const double square = (m[0] - m[3]) * (m[0] - m[3]) / 4 + m[1] * m[2];
  if (square < 0) {
    take(s, mean, sqrt(-square));
    return;
  }
  const double large = mean < 0 ? mean - sqrt(square) : mean + sqrt(square);
  take(s, large, 0);
  take(s, large != 0 ? det / large : 0, 0);
}

static hol_status take_many(hol_floquet *f, hol_stability *s)
{
  const size_t n = 2 * f->balance->coordinates;
  double *re = f->y, *im = f->y + n;
  HOL_TRY(hol_dense_eigenvalues(n, f->monodromy, re, im));
  for (size_t i = 0; i < n; i++) {
    take(s, re[i], im[i]);
  }
  return HOL_OK;
}

hol_status hol_floquet_stability(hol_floquet *f, const double *full, double nu, hol_stability *stability)
{
  const double w = nu / (double)f->balance->period;
  const size_t intervals = intervals_for(f, full, w);
  *stability = (hol_stability){0};
  if (intervals == 0) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(set_intervals(f, intervals));
  in_time(f, full);
  if (f->balance->coordinates == 1) {
    double m[4];
    monodromy_of_one(f, full, w, m);
    take_two(m, stability);
    return isfinite(stability->largest) ? HOL_OK : HOL_NUMERICAL;
  }
  monodromy_of_many(f, w);
  return take_many(f, stability);
}

void hol_stability_replace(hol_stability *s, double multiplier)
{
  s->above -= s->nearest > 1;
  s->above += multiplier > 1;
  s->nearest = multiplier;
  s->largest = fmax(s->others, multiplier);
}
