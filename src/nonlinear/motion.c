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
    const double n = (double)h, x = cos(n * theta), y = sin(n * theta);
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

double hol_nonlinear_amplitude(const hol_nonlinear_branch *branch, const double *coefficient, size_t i)
{
  const size_t highest = branch->harmonics * branch->period, samples = 16 * highest;
  const double *c = block_of(branch, coefficient, i), h = 2 * M_PI / (double)samples;
  double best = 0, at = 0, value[3];
  for (size_t s = 0; s < samples; s++) {
    motion_of(c, highest, (double)s * h, value);
    if (fabs(value[0]) > best) {
      best = fabs(value[0]);
      at = (double)s * h;
    }
  }
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
