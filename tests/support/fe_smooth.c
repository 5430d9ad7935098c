/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_smooth.h"

#include "fe_line.h"

/** Polynomials of the start by powers of x; those of the end are their mirror images. */
static const real start_0[1][6] = {{0.5L, -0.5L}};
static const real start_1[2][6] = {{0.5L, -0.75L, 0, 0.25L}, {0.25L, -0.25L, -0.25L, 0.25L}};
static const real start_2[3][6] = {{0.5L, -0.9375L, 0, 0.625L, 0, -0.1875L},
                                   {0.3125L, -0.4375L, -0.375L, 0.625L, 0.0625L, -0.1875L},
                                   {0.0625L, -0.0625L, -0.125L, 0.125L, 0.0625L, -0.0625L}};

/** Derivative k of a polynomial of degree 5. */
static real derivative(const real *c, size_t k, real x)
{
  real sum = 0;
  for (size_t p = 6; p-- > k;) {
    real factor = c[p];
    for (size_t i = 0; i < k; i++) {
      factor *= (real)(p - i);
    }
    sum = sum * x + factor;
  }
  return sum;
}

/** P_j integrated `times` from -1 so that ends are zero, j ≥ times. */
static real integrated(const real *P, size_t j, size_t times)
{
  if (times == 0) {
    return P[j];
  }
  return (integrated(P, j + 1, times - 1) - integrated(P, j - 1, times - 1)) / (real)(2 * j + 1);
}

void fe_smooth(real x, size_t order, size_t bubbles, real half, fe_jet *f)
{
  const real(*start)[6] = order == 0 ? start_0 : order == 1 ? start_1 : start_2;
  real P[FE_SMOOTH_MOST + 8];
  fe_legendre(x, bubbles + 2 * order + 4, P);
  for (size_t k = 0; k <= order + 1; k++) {
    for (size_t i = 0; i <= order; i++) {
      const real unit = real_power(half, (unsigned)i) / real_power(half, (unsigned)k);
      f[i].d[k] = unit * derivative(start[i], k, x);
      f[order + 1 + i].d[k] = ((i + k) % 2 ? -1 : 1) * unit * derivative(start[i], k, -x);
    }
    for (size_t b = 0; b < bubbles; b++) {
      size_t j = b + order + 1;
      const real scale = real_sqrt((2 * (real)j + 1) / 2) * real_power(half, (unsigned)order);
      f[2 * (order + 1) + b].d[k] = scale * integrated(P, j, order + 1 - k) / real_power(half, (unsigned)k);
    }
  }
}
