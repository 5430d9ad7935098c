/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauss-Legendre quadrature points, Legendre polynomials and their integrals, in extended precision. */
#include "parts/profile/legendre.h"
#include "base/pi.h"

#include <math.h>

static const long double pi = HOL_LONG_PI;

/** P_n(s) and P_{n−1}(s). */
static void last_two(size_t n, long double s, long double *value, long double *before)
{
  long double p0 = 1, p1 = s;
  for (size_t k = 2; k <= n; k++) {
    long double p2 = ((long double)(2 * k - 1) * s * p1 - (long double)(k - 1) * p0) / (long double)k;
    p0 = p1;
    p1 = p2;
  }
  *value = n ? p1 : 1;
  *before = n ? p0 : 0;
}

void hol_gauss(size_t n, long double *s, long double *w)
{
  for (size_t i = 0; i < (n + 1) / 2; i++) {
    long double x = cosl(pi * ((long double)i + 0.75L) / ((long double)n + 0.5L)), value, before, slope = 1;
    for (int step = 0; step < 12; step++) { /* Newton; the start is right to a few digits, so four do */
      last_two(n, x, &value, &before);
      slope = (long double)n * (x * value - before) / (x * x - 1);
      long double change = value / slope;
      x -= change;
      if (fabsl(change) < 1e-18L) {
        break;
      }
    }
    if (2 * i + 1 == n) {
      x = 0;
    }
    last_two(n, x, &value, &before);
    slope = (long double)n * (x * value - before) / (x * x - 1);
    s[n - 1 - i] = x;
    s[i] = -x;
    w[i] = w[n - 1 - i] = 2 / ((1 - x * x) * slope * slope);
  }
}

void hol_legendre(size_t n, long double s, long double *P)
{
  for (size_t k = 0; k < n; k++) {
    P[k] = k == 0   ? 1
           : k == 1 ? s
                    : ((long double)(2 * k - 1) * s * P[k - 1] - (long double)(k - 1) * P[k - 2]) / (long double)k;
  }
}

void hol_legendre_integrate(size_t n, const long double *c, long double *integral)
{
  for (size_t k = 0; k <= n; k++) {
    integral[k] = 0;
  }
  for (size_t k = 0; k < n; k++) { /* ∫P_k = (P_{k+1} − P_{k−1})/(2k + 1), ∫P_0 = P_1 + P_0 */
    long double part = c[k] / (long double)(2 * k + 1);
    integral[k + 1] += part;
    integral[k ? k - 1 : 0] += k ? -part : part;
  }
}

void hol_legendre_times_s(size_t n, const long double *c, long double *product)
{
  for (size_t k = 0; k <= n; k++) {
    product[k] = 0;
  }
  for (size_t k = 0; k < n; k++) { /* s P_k = ((k + 1) P_{k+1} + k P_{k−1})/(2k + 1) */
    long double part = c[k] / (long double)(2 * k + 1);
    product[k + 1] += part * (long double)(k + 1);
    if (k) {
      product[k - 1] += part * (long double)k;
    }
  }
}
