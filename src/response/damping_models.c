/* SPDX-License-Identifier: BSD-3-Clause */
/* Enclosures of damped eigenvalues: uniform damping, discs of differing loss factors, circles of dashpots (Rouché). */
#include "response/damping_models.h"

#include <float.h>
#include <math.h>

/** Rounding of the roots, in terms of λ. */
static const double rounding = 16 * DBL_EPSILON;

/** Smallest circle about the root s that holds what |δ| makes of it, the other root being so far away; NAN: there is
 *  none. */
static double radius_alone(double apart, double size, double slope)
{
  /* ρ (apart − ρ) = size + slope ρ */
  double b = apart - slope, discriminant = b * b - 4 * size;
  return b > 0 && discriminant > 0 ? 2 * size / (b + sqrt(discriminant)) : (double)NAN;
}

/** The same about the middle of both roots, which are half of `apart` from it. */
static double radius_together(double apart, double size, double slope)
{
  /* (ρ − apart/2)² = size + slope ρ: with x = ρ − apart/2, x² − slope x − (size + slope apart/2) = 0 */
  double rest = size + slope * apart / 2;
  return apart / 2 + (slope + sqrt(slope * slope + 4 * rest)) / 2;
}

static void find_radii(hol_damping law, double lower, double upper, const double complex s[2], hol_damping_root root[2])
{
  double lambda = (lower + upper) / 2, delta = (upper - lower) / 2 + rounding * lambda;
  double apart = cabs(s[0] - s[1]), slope = delta * law.stiffness;
  for (int i = 0; i < 2; i++) {
    double complex g = hol_complex(1, law.loss_factor) + law.stiffness * s[i];
    root[i] = (hol_damping_root){s[i], radius_alone(apart, delta * cabs(g), slope)};
    if (isnan(root[i].radius)) {
      double complex middle = hol_complex(1, law.loss_factor) + law.stiffness * (s[0] + s[1]) / 2;
      root[i].radius = apart / 2 + radius_together(apart, delta * cabs(middle), slope);
    }
    root[i].radius += rounding * cabs(s[i]);
  }
}

size_t hol_damping_roots(hol_damping law, double lower, double upper, hol_damping_root root[2])
{
  double lambda = (lower + upper) / 2, A = law.mass + law.stiffness * lambda;
  double complex B = hol_complex(lambda, lambda * law.loss_factor), d = csqrt(A * A - 4 * B), s[2];
  bool has_loss = law.loss_factor > 0 && lambda > 0;
  s[0] = -(A + (creal(d) < 0 ? -d : d)) / 2;
  s[1] = cabs(s[0]) > 0 ? B / s[0] : 0;
  if (!has_loss && A * A < 4 * lambda) { /* a pair */
    s[0] = hol_complex(-A / 2, sqrt(4 * lambda - A * A) / 2);
    s[1] = conj(s[0]);
  }
  find_radii(law, lower, upper, s, root);
  if (!(cabs(s[0]) > 0) && !(cabs(s[1]) > 0)) {
    root[0] = (hol_damping_root){0, 0};
    return 1;
  }
  if (!has_loss && !(cimag(s[0]) > 0)) { /* real, the slower one first */
    root[0].s = creal(s[0]);
    root[1].s = creal(s[1]);
    if (fabs(creal(s[1])) < fabs(creal(s[0]))) {
      const hol_damping_root other = root[0];
      root[0] = root[1];
      root[1] = other;
    }
    return 2;
  }
  if (cimag(s[1]) > 0) {
    root[0] = root[1];
  }
  return 1;
}

double hol_damping_reach(hol_damping law, double size, double outside)
{
  double g = hypot(1, law.loss_factor);
  return size * (size + law.mass) / fmax(g - law.stiffness * size, law.stiffness > 0 ? outside : g);
}

hol_loss_disc hol_loss_disc_of(double least, double most, double lower, double upper)
{
  double complex c = hol_complex(1, (least + most) / 2);
  double lambda = (lower + upper) / 2, r = (most - least) / 2;
  return (hol_loss_disc){c * lambda, r * upper + cabs(c) * ((upper - lower) / 2 + rounding * upper)};
}

bool hol_loss_discs_are_apart(hol_loss_disc a, hol_loss_disc b)
{
  return cabs(a.centre - b.centre) > a.radius + b.radius;
}

/** A bound of |s| Σ p_j/|ω_j² + s²| on the circle; infinite where there is none. */
static double power_on(const hol_dashpot_modes *m, size_t k, double radius)
{
  double omega = m->omega[k], size = omega + radius, sum = m->power[k] / (radius * (2 * omega - radius));
  for (size_t j = 0; j < m->count; j++) {
    double apart = fabs(m->omega[j] - omega) - radius;
    if (j != k && !(apart > 0)) {
      return HUGE_VAL;
    }
    sum += j != k ? m->power[j] / (apart * (m->omega[j] + omega - radius)) : 0;
  }
  if (!(size * size < m->beyond) || !(radius < omega)) {
    return HUGE_VAL;
  }
  sum += isinf(m->beyond) ? m->rest : m->rest * m->beyond / (m->beyond - size * size);
  return size * sum;
}

double hol_dashpot_circle(const hol_dashpot_modes *m, size_t k)
{
  static const double least = 1e-10, ratio = 1.005;
  double radius = fmax(m->power[k] / 2, least * m->omega[k]);
  while (radius < m->omega[k]) {
    if (power_on(m, k, radius) < 1) {
      return radius;
    }
    radius *= ratio;
  }
  return NAN;
}
