/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights of the solutions at both ends of an interval, and the most that they leave of roots outside. */
#include "spectrum/blend.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/** Linear weights are good enough if they leave no more than that: the others keep some of what is far away. */
static const double little = 0.1;

static double left_at(const hol_blend *b, double theta, const double weight[2], double lambda)
{
  double sum = 0;
  for (int e = 0; e < 2; e++) { /* an end that has no part in it may be where λ is */
    sum += weight[e] == 0 ? 0 : weight[e] / (lambda - b->sigma[e]);
  }
  double left = fabs(1 - (lambda - theta) * sum);
  return isnan(left) ? HUGE_VAL : left;
}

static bool is_outside(const hol_blend *b, double lambda)
{
  return (isfinite(b->above) && lambda > b->above) || (isfinite(b->below) && lambda < b->below);
}

/** (1) is c + A/(λ − σ₀) − B/(λ − σ₁): it is largest at the nearest roots, far away, or where its slope is zero. */
double hol_blend_left(const hol_blend *b, double theta, const double weight[2])
{
  const double near[] = {b->above, b->below};
  double most = isfinite(b->above) || isfinite(b->below) ? fabs(1 - weight[0] - weight[1]) : 0;
  for (int i = 0; i < 2; i++) {
    most = isfinite(near[i]) ? fmax(most, left_at(b, theta, weight, near[i])) : most;
  }
  double root = sqrt(weight[0] * (theta - b->sigma[0]) / (weight[1] * (b->sigma[1] - theta)));
  for (int sign = -1; sign <= 1; sign += 2) {
    double s = sign * root, lambda = (b->sigma[0] - s * b->sigma[1]) / (1 - s);
    if (isfinite(lambda) && is_outside(b, lambda)) {
      most = fmax(most, left_at(b, theta, weight, lambda));
    }
  }
  return most;
}

/** Weights for which (1) is `left[0]` at one λ and `left[1]` at another, HUGE_VAL for what is far away. @return false:
 *  there are none */
static bool weights_for(const hol_blend *b, double theta, const double lambda[2], const double left[2],
                        double weight[2])
{
  double a[2][2];
  for (int i = 0; i < 2; i++) {
    for (int e = 0; e < 2; e++) {
      a[i][e] = isfinite(lambda[i]) ? (lambda[i] - theta) / (lambda[i] - b->sigma[e]) : 1;
    }
  }
  double determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
  weight[0] = ((1 - left[0]) * a[1][1] - (1 - left[1]) * a[0][1]) / determinant;
  weight[1] = ((1 - left[1]) * a[0][0] - (1 - left[0]) * a[1][0]) / determinant;
  return isfinite(weight[0]) && isfinite(weight[1]);
}

/** Weights that leave −e, e, −e at the nearest roots of both sides and far away between them. */
static bool balanced_weights(const hol_blend *b, double theta, double weight[2])
{
  const double near[] = {b->above, b->below}, none[] = {0, 0}, one[] = {-1, -1};
  double zero[2], slope[2];
  if (!isfinite(b->above) || !isfinite(b->below) || !weights_for(b, theta, near, none, zero) ||
      !weights_for(b, theta, near, one, slope)) {
    return false;
  }
  /* with w = zero + e (slope − zero) it is −e at both, and 1 − Σw far away, which is to be e */
  double rise = slope[0] + slope[1] - zero[0] - zero[1], e = (1 - zero[0] - zero[1]) / (1 + rise);
  for (int i = 0; i < 2; i++) {
    weight[i] = zero[i] + e * (slope[i] - zero[i]);
  }
  return isfinite(e);
}

static void take_better(const hol_blend *b, double theta, const double other[2], double weight[2])
{
  if (hol_blend_left(b, theta, other) < hol_blend_left(b, theta, weight)) {
    memcpy(weight, other, 2 * sizeof *weight);
  }
}

void hol_blend_weights(const hol_blend *b, double theta, bool clean, double weight[2])
{
  static const double one_end[][2] = {{1, 0}, {0, 1}}, nothing[] = {0, 0};
  double high = fmin(fmax((theta - b->sigma[0]) / (b->sigma[1] - b->sigma[0]), 0), 1), other[2];
  const double pair[][2] = {{b->above, HUGE_VAL}, {b->below, HUGE_VAL}, {b->above, b->below}};
  weight[0] = 1 - high;
  weight[1] = high;
  if (hol_blend_left(b, theta, weight) <= little) {
    return;
  }
  for (int i = 0; i < 2; i++) {
    take_better(b, theta, one_end[i], weight);
  }
  for (int i = 0; i < (clean ? 2 : 3); i++) {
    if (isfinite(pair[i][0]) && (i < 2 || isfinite(pair[i][1])) && weights_for(b, theta, pair[i], nothing, other)) {
      take_better(b, theta, other, weight);
    }
  }
  if (!clean && balanced_weights(b, theta, other)) {
    take_better(b, theta, other, weight);
  }
}
