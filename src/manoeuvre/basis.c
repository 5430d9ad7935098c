/* SPDX-License-Identifier: BSD-3-Clause */
/* Gegenbauer polynomials with their weight: values, transforms by spherical Bessel functions, norms, nodes of Gauss. */
#include "manoeuvre/basis.h"

#include <float.h>
#include <math.h>

enum { ORDERS = HOL_BASIS_DEGREE_MOST + HOL_BASIS_SMOOTH_MOST + 4 };

/* ---- spherical Bessel functions ---------------------------------------------------------------------------------- */

/** j_n(z)/z^m = z^{n−m}/(2n + 1)!! Σ (−z²/2)^i/(i! (2n + 3) … (2n + 2i + 1)): terms fall at once for |z| ≤ 1. */
static void take_series(double complex z, size_t m, size_t count, double complex *j)
{
  enum { TERMS = 12 };
  double complex square = -z * z / 2, first = exp(-fabs(cimag(z)));
  for (size_t n = 1; n <= m; n++) {
    first /= (double)(2 * n + 1);
  }
  for (size_t i = 0; i < count; i++) {
    size_t n = m + i;
    first *= i > 0 ? z / (double)(2 * n + 1) : 1;
    double complex sum = 0, term = 1;
    for (size_t k = 1; k <= TERMS; k++) {
      sum += term;
      term *= square / (double)(k * (2 * n + 2 * k + 1));
    }
    j[i] = first * sum;
  }
}

/** j_0 and j_1 times e^{−|Im z|}. */
static void take_first(double complex z, double complex j[2])
{
  double y = cimag(z), rise = exp(y - fabs(y)), fall = exp(-y - fabs(y));
  double complex turn = cexp(hol_complex(0, creal(z))), back = conj(turn);
  double complex sine = (turn * fall - back * rise) / hol_complex(0, 2), cosine = (turn * fall + back * rise) / 2;
  j[0] = sine / z;
  j[1] = (sine / z - cosine) / z;
}

/** Backward, j_{n−1} = (2n + 1)/z j_n − j_{n+1}; numbers that grow too large are taken back. */
static void take_miller(double complex z, size_t last, double complex *j)
{
  static const double large = 1e200;
  double size = fmax((double)last, cabs(z));
  size_t start = (size_t)(size + 30 + 12 * cbrt(size));
  double complex above = 0, here = 1e-200, inverse = 1 / z;
  for (size_t n = start; n > 0; n--) {
    double complex below = (double)(2 * n + 1) * inverse * here - above;
    above = here;
    here = below;
    if (n - 1 <= last) {
      j[n - 1] = here;
    }
    if (cabs(here) > large) {
      above /= large;
      here /= large;
      for (size_t i = n - 1; i <= last; i++) {
        j[i] /= large;
      }
    }
  }
  double complex first[2];
  take_first(z, first);
  double complex factor = cabs(first[0]) >= cabs(first[1]) ? first[0] / j[0] : first[1] / j[1];
  for (size_t n = 0; n <= last; n++) {
    j[n] *= factor;
  }
}

void hol_spherical_bessel(double complex z, size_t m, size_t count, double complex *j)
{
  double complex all[ORDERS], power = 1;
  if (cabs(z) <= 1) {
    take_series(z, m, count, j);
    return;
  }
  size_t last = m + count > 1 ? m + count - 1 : 1;
  take_miller(z, last, all);
  for (size_t i = 0; i < m; i++) {
    power *= z;
  }
  for (size_t i = 0; i < count; i++) {
    j[i] = all[m + i] / power;
  }
}

/* ---- transforms -------------------------------------------------------------------------------------------------- */

/** i^k z. */
static double complex turned(size_t k, double complex z)
{
  double complex half = k % 4 < 2 ? z : -z;
  return k % 2 == 0 ? half : hol_complex(-cimag(half), creal(half));
}

void hol_basis_transform(size_t m, size_t degree, double complex kappa, double complex *value, double complex *slope)
{
  double complex j[ORDERS];
  double factor = 2;
  for (size_t i = 1; i <= m; i++) {
    factor *= 2 * (double)i;
  }
  hol_spherical_bessel(kappa, m, degree + 2, j);
  for (size_t k = 0; k <= degree; k++) {
    factor *= k > 0 ? (double)(2 * m + k) / (double)k : 1;
    value[k] = turned(k, factor * j[k]);
    if (slope) { /* (j_n/κ^m)′ = (k/κ j_n − j_{n+1})/κ^m with n = m + k, and (2n + 1)/κ j_n = j_{n−1} + j_{n+1} */
      double share = (double)k / (double)(2 * (m + k) + 1);
      double complex quotient = k > 0 ? share * (j[k - 1] + j[k + 1]) : 0;
      slope[k] = turned(k, factor * (quotient - j[k + 1]));
    }
  }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

void hol_basis_values(size_t m, size_t degree, double x, double *value)
{
  double nu = (double)m + 0.5, weight = 1, side = (1 - x) * (1 + x);
  for (size_t i = 0; i < m; i++) {
    weight *= side;
  }
  value[0] = weight;
  if (degree > 0) {
    value[1] = weight * 2 * nu * x;
  }
  for (size_t i = 2; i <= degree; i++) {
    double k = (double)i;
    value[i] = (2 * (k + nu - 1) * x * value[i - 1] - (k + 2 * nu - 2) * value[i - 2]) / k;
  }
}

double hol_basis_sum(size_t m, size_t degree, const double *c, double x)
{
  double value[ORDERS], sum = 0;
  hol_basis_values(m, degree, x, value);
  for (size_t k = 0; k <= degree; k++) {
    sum += c[k] * value[k];
  }
  return sum;
}

void hol_basis_derive(size_t m, size_t degree, const double *c, double *slope)
{
  slope[0] = 0;
  for (size_t k = 0; k <= degree; k++) {
    slope[k + 1] = -(double)(k + 1) * (double)(k + 2 * m) / (double)(2 * m - 1) * c[k];
  }
}

double hol_basis_slope(size_t m, size_t degree, const double *c, double x)
{
  double value[ORDERS] = {0}, slope[ORDERS] = {0, 1}, sum = 0;
  if (m > 0) {
    hol_basis_derive(m, degree, c, slope);
    return hol_basis_sum(m - 1, degree + 1, slope, x);
  }
  hol_basis_values(0, degree, x, value);
  for (size_t k = 1; k <= degree; k++) { /* P_k′ = P_{k−2}′ + (2k − 1) P_{k−1} */
    slope[k] = (k > 1 ? slope[k - 2] : 0) + (double)(2 * k - 1) * value[k - 1];
    sum += c[k] * slope[k];
  }
  return sum;
}

void hol_basis_norms(size_t m, size_t degree, double *norm)
{
  double rise = 2 * hol_basis_area(m, 0) * ((double)m + 0.5); /* ∫ (1 − x²)^m, times ν */
  for (size_t k = 0; k <= degree; k++) {
    rise *= k > 0 ? (double)(k + 2 * m) / (double)k : 1;
    norm[k] = rise / ((double)(k + m) + 0.5);
  }
}

double hol_basis_area(size_t m, double x)
{
  double power = x, sum = 0, full = 0, binomial = 1;
  for (size_t i = 0; i <= m; i++) {
    sum += binomial * power / (double)(2 * i + 1);
    full += binomial / (double)(2 * i + 1);
    power *= x * x;
    binomial *= -(double)(m - i) / (double)(i + 1);
  }
  return sum + full;
}

void hol_gauss_nodes(size_t count, double *x, double *weight)
{
  enum { NEWTON = 8 };
  double n = (double)count;
  for (size_t i = 0; i < count; i++) {
    double at = -cos(M_PI * ((double)i + 0.75) / (n + 0.5)), slope = 1;
    for (int step = 0; step < NEWTON; step++) {
      double here = 1, before = 0;
      for (size_t k = 1; k <= count; k++) {
        double next = ((2 * (double)k - 1) * at * here - ((double)k - 1) * before) / (double)k;
        before = here;
        here = next;
      }
      slope = n * (before - at * here) / ((1 - at) * (1 + at));
      at -= here / slope;
      if (fabs(here / slope) < DBL_EPSILON) {
        break;
      }
    }
    x[i] = at;
    weight[i] = 2 / ((1 - at) * (1 + at) * slope * slope);
  }
}
