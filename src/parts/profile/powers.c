/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties that are polynomials in xi, by powers of the distance from the nearer end. */
#include "parts/kinds.h"
#include "parts/profile/legendre.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 24 };

/** Legendre coefficients of a property over a piece. @return its degree; HOL_POWERS if it is none of a low degree */
static size_t project_on_legendre(const double value[SAMPLES], double a[SAMPLES], double *largest)
{
  long double s[SAMPLES], w[SAMPLES], P[SAMPLES * SAMPLES];
  size_t degree = 0;
  *largest = 0;
  hol_gauss(SAMPLES, s, w);
  for (size_t i = 0; i < SAMPLES; i++) {
    hol_legendre(SAMPLES, s[i], P + i * SAMPLES);
    *largest = fmax(*largest, fabs(value[i]));
  }
  for (size_t k = 0; k < SAMPLES; k++) {
    long double c = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
      c += w[i] * (long double)value[i] * P[i * SAMPLES + k];
    }
    a[k] = (double)(c * ((long double)k + 0.5L));
    degree = fabs(a[k]) > 64 * DBL_EPSILON * *largest ? k : degree;
  }
  return degree < HOL_POWERS ? degree : HOL_POWERS;
}

/** P_k(1 − 2t) = Σ_j (−1)^j C(k, j) C(k + j, j) t^j: powers of t = 1 − ξ or, with P_k(−s) = (−1)^k P_k(s), of ξ. What
 *  is rounding of the terms it is a sum of is nothing: 1 − 2ξ + ξ² is then (1 − ξ)². */
static void to_powers(size_t degree, const double *a, double largest, bool from_end, double power[HOL_POWERS])
{
  for (size_t j = 0; j < HOL_POWERS; j++) {
    double sum = 0, size = 0;
    for (size_t k = j; k <= degree; k++) {
      double c = 1;
      for (size_t i = 1; i <= j; i++) {
        c *= (double)(k - j + i) / (double)i * ((double)(k + i) / (double)i);
      }
      sum += (j % 2 ? -c : c) * (k % 2 && !from_end ? -a[k] : a[k]);
      size += c;
    }
    power[j] = fabs(sum) > 16 * DBL_EPSILON * size * largest ? sum : 0;
  }
}

double hol_powers_at(const hol_powers *p, size_t property, double share)
{
  bool from_end = share > 0.5;
  const double *c = p->power[property][from_end];
  double t = from_end ? 1 - share : share, sum = 0;
  for (size_t j = HOL_POWERS; j-- > 0;) {
    sum = sum * t + c[j];
  }
  return sum;
}

/** Is the expression as written rounding where the property comes to nothing? */
static bool is_noisy(const hol_powers *p, hol_profile_function at, const void *context, size_t piece, double from,
                     double to)
{
  for (int end = 0; end < 2; end++) {
    double share = end ? 1 - 7e-4 : 7e-4, direct[HOL_PROPERTIES];
    hol_profile_values v;
    if (at(context, piece, from + share * (to - from), &v) != HOL_OK) {
      return true;
    }
    hol_profile_list(&v, direct);
    for (size_t k = 0; k < HOL_PROPERTIES; k++) {
      double value = hol_powers_at(p, k, share);
      if (fabs(p->power[k][end][0]) <= 0 && value > 0 && fabs(direct[k] - value) > 1e-13 * value) {
        return true;
      }
    }
  }
  return false;
}

bool hol_powers_fit(hol_profile_function at, const void *context, size_t piece, double from, double to, hol_powers *p)
{
  double value[HOL_PROPERTIES][SAMPLES], a[SAMPLES], list[HOL_PROPERTIES], largest;
  long double s[SAMPLES], w[SAMPLES];
  hol_gauss(SAMPLES, s, w);
  for (size_t i = 0; i < SAMPLES; i++) {
    hol_profile_values v;
    if (at(context, piece, from + 0.5 * (to - from) * (double)(1 + s[i]), &v) != HOL_OK) {
      return false;
    }
    hol_profile_list(&v, list);
    for (size_t k = 0; k < HOL_PROPERTIES; k++) {
      value[k][i] = list[k];
    }
  }
  for (size_t k = 0; k < HOL_PROPERTIES; k++) {
    size_t degree = project_on_legendre(value[k], a, &largest);
    if (degree == HOL_POWERS) {
      return false;
    }
    for (int end = 0; end < 2; end++) {
      to_powers(degree, a, largest, end, p->power[k][end]);
    }
  }
  return is_noisy(p, at, context, piece, from, to);
}
