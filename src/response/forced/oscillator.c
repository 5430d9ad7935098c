/* SPDX-License-Identifier: BSD-3-Clause */
/* The exponential of a matrix by its series and repeated squaring, in units in which all entries are of the size of
   what turns. */
#include "response/forced/oscillator.h"

#include <math.h>
#include <string.h>

enum { N = 4, TERMS = 18 };

static void multiply(double a[N][N], double b[N][N], double c[N][N])
{
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      c[i][j] = 0;
      for (size_t k = 0; k < N; k++) {
        c[i][j] += a[i][k] * b[k][j];
      }
    }
  }
}

/** e^A − 1 for |A| ≤ ½. */
static void series(double a[N][N], double e[N][N])
{
  double power[N][N], next[N][N];
  memcpy(power, a, sizeof power);
  memcpy(e, a, sizeof power);
  for (int term = 2; term <= TERMS; term++) {
    multiply(power, a, next);
    for (size_t i = 0; i < N * N; i++) {
      power[i / N][i % N] = next[i / N][i % N] / term;
      e[i / N][i % N] += power[i / N][i % N];
    }
  }
}

/** e^A; squared without its 1, (1 + E)² − 1 = 2E + E², so that small ones keep their digits. */
static void exponential(double a[N][N], double e[N][N])
{
  double size = 0, next[N][N];
  for (size_t i = 0; i < N; i++) {
    double row = 0;
    for (size_t j = 0; j < N; j++) {
      row += fabs(a[i][j]);
    }
    size = fmax(size, row);
  }
  int halvings = size > 0.5 ? 1 + ilogb(size / 0.5) : 0;
  for (size_t i = 0; i < N * N; i++) {
    a[i / N][i % N] = ldexp(a[i / N][i % N], -halvings);
  }
  series(a, e);
  for (int k = 0; k < halvings; k++) {
    multiply(e, e, next);
    for (size_t i = 0; i < N * N; i++) {
      e[i / N][i % N] = 2 * e[i / N][i % N] + next[i / N][i % N];
    }
  }
  for (size_t i = 0; i < N; i++) {
    e[i][i] += 1;
  }
}

hol_propagator hol_propagator_of(hol_oscillator o, double square, double h)
{
  const double angle = sqrt(o.lambda) * h, turn = sqrt(square) * h, w = fmax(1, angle), v = fmax(1, turn);
  const double unit[N] = {w, h, h * h, h * h * h / v}; /* (q, q′, f, f′) times these */
  double a[N][N] = {{0, w, 0, 0}, {-angle * (angle / w), -o.c * h, 1, 0}, {0, 0, 0, v}, {0, 0, -turn * (turn / v), 0}};
  hol_propagator p = {.time = h, .square = square};
  exponential(a, p.a);
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      p.a[i][j] *= unit[j] / unit[i];
    }
  }
  return p;
}

void hol_propagate(const hol_propagator *p, double f, double slope, double state[2])
{
  const double x[N] = {state[0], state[1], f, slope};
  for (size_t i = 0; i < 2; i++) {
    state[i] = 0;
    for (size_t j = 0; j < N; j++) {
      state[i] += p->a[i][j] * x[j];
    }
  }
}
