/* SPDX-License-Identifier: BSD-3-Clause */
/* Displacements, amplitude and harmonics of a motion on a branch. */
#include "nonlinear/curve.h"

#include <assert.h>
#include <math.h>

static const double *block_of(const hol_nonlinear_branch *branch, const double *coefficient, size_t i)
{
  assert(i < branch->coordinates);
  return coefficient + i * (2 * branch->harmonics * branch->period + 1);
}

/** The sum and its first two derivatives by θ. */
static void motion_of(const double *c, size_t highest, double theta, double value[3])
{
  value[0] = c[0] * sqrt(0.5);
  value[1] = value[2] = 0;
  for (size_t h = 1; h <= highest; h++) {
    double n = (double)h, x = cos(n * theta), y = sin(n * theta);
    value[0] += c[2 * h - 1] * x + c[2 * h] * y;
    value[1] += n * (c[2 * h] * x - c[2 * h - 1] * y);
    value[2] -= n * n * (c[2 * h - 1] * x + c[2 * h] * y);
  }
}

double hol_nonlinear_motion(const hol_nonlinear_branch *branch, const double *coefficient, size_t i, double theta)
{
  double value[3];
  motion_of(block_of(branch, coefficient, i), branch->harmonics * branch->period, theta, value);
  return value[0];
}

/** Turn (x, y) by the angle of (c, s). */
static void turn(double c, double s, double *x, double *y)
{
  double turned = *x * c - *y * s;
  *y = *x * s + *y * c;
  *x = turned;
}

/** The sum alone at θ of (cos θ, sin θ), to some rounding: harmonics by turning the first one further. */
static double roughly(const double *c, size_t highest, double cosine, double sine)
{
  double x = 1, y = 0, sum = c[0] * sqrt(0.5);
  for (size_t h = 1; h <= highest; h++) {
    turn(cosine, sine, &x, &y);
    sum += c[2 * h - 1] * x + c[2 * h] * y;
  }
  return sum;
}

/** The place of the largest of so many samples. Those that are as large but for rounding - half a period apart of
 *  motions with odd harmonics only - are compared exactly. @param[out] best  its size; 0: there is no motion */
static double largest_sample(const double *c, size_t highest, size_t samples, double *best)
{
  double h = 2 * M_PI / (double)samples, turn_x = cos(h), turn_y = sin(h);
  double rough = 0, sum = 0, at = 0, value[3], x = 1, y = 0;
  for (size_t k = 0; k <= 2 * highest; k++) {
    sum += fabs(c[k]);
  }
  for (size_t s = 0; s < samples; s++, turn(turn_x, turn_y, &x, &y)) {
    rough = fmax(rough, fabs(roughly(c, highest, x, y)));
  }
  *best = 0;
  x = 1;
  y = 0;
  for (size_t s = 0; s < samples; s++, turn(turn_x, turn_y, &x, &y)) {
    if (fabs(roughly(c, highest, x, y)) < rough - 1e-9 * sum) {
      continue;
    }
    motion_of(c, highest, (double)s * h, value);
    if (fabs(value[0]) > *best) {
      *best = fabs(value[0]);
      at = (double)s * h;
    }
  }
  return at;
}

double hol_nonlinear_amplitude(const hol_nonlinear_branch *branch, const double *coefficient, size_t i)
{
  size_t highest = branch->harmonics * branch->period, samples = 16 * highest;
  const double *c = block_of(branch, coefficient, i), h = 2 * M_PI / (double)samples;
  double best, value[3], at = largest_sample(c, highest, samples, &best);
  for (int k = 0; k < 8; k++) { /* Newton's method for the extremum beside the largest sample */
    motion_of(c, highest, at, value);
    best = fmax(best, fabs(value[0]));
    if (value[2] == 0 || !(fabs(value[1] / value[2]) < h)) {
      break;
    }
    at -= value[1] / value[2];
  }
  return best;
}

double hol_nonlinear_harmonic(const hol_nonlinear_branch *branch, const double *coefficient, size_t i, size_t h)
{
  const double *c = block_of(branch, coefficient, i);
  assert(h <= branch->harmonics * branch->period);
  return h == 0 ? fabs(c[0]) * sqrt(0.5) : hypot(c[2 * h - 1], c[2 * h]);
}
