/* SPDX-License-Identifier: BSD-3-Clause */
/* Transforms of straight lines between samples. */
#include "manoeuvre/samples.h"

#include <math.h>

enum { DEGREES = HOL_BASIS_DEGREE_MOST + 1 };

/** E(z) and E′(z) of samples.h; its series where the quotient would cancel. */
static void half_hat(double complex z, double complex e[2])
{
  enum { TERMS = 20 };
  double complex turn = hol_complex(-cimag(z), creal(z)), i = hol_complex(0, 1);
  if (cabs(z) < 1) {
    double complex term = 0.5; /* (iz)^n/(n + 2)! */
    e[0] = e[1] = 0;
    for (int n = 0; n < TERMS; n++) {
      e[0] += term;
      e[1] += i * (double)(n + 1) * term / (double)(n + 3);
      term *= turn / (double)(n + 3);
    }
    return;
  }
  e[0] = (1 + turn - cexp(turn)) / (z * z);
  e[1] = (i - i * cexp(turn)) / (z * z) - 2 * e[0] / z;
}

static double place(size_t samples, size_t j)
{
  return (2 * (double)j - (double)(samples - 1)) / (double)(samples - 1);
}

void hol_samples_transform(size_t samples, size_t m, size_t degree, double complex kappa, double complex *value,
                           double complex *slope)
{
  double delta = 2 / (double)(samples - 1), phi[DEGREES];
  double complex right[2], left[2];
  half_hat(kappa * delta, right);
  half_hat(-kappa * delta, left);
  for (size_t k = 0; k <= degree; k++) {
    value[k] = slope[k] = 0;
  }
  for (size_t j = 0; j < samples; j++) {
    double x = place(samples, j);
    double complex turn = delta * cexp(hol_complex(0, 1) * kappa * x - fabs(cimag(kappa)));
    double complex hat = (j + 1 < samples ? right[0] : 0) + (j > 0 ? left[0] : 0);
    double complex rate = delta * ((j + 1 < samples ? right[1] : 0) - (j > 0 ? left[1] : 0));
    double complex weight = turn * hat, derived = turn * (rate + hol_complex(0, x) * hat);
    hol_basis_values(m, degree, x, phi);
    for (size_t k = 0; k <= degree; k++) {
      value[k] += weight * phi[k];
      slope[k] += derived * phi[k];
    }
  }
}

void hol_samples_moments(size_t samples, size_t m, size_t degree, double complex *area, double complex *moment)
{
  double delta = 2 / (double)(samples - 1), phi[DEGREES];
  for (size_t k = 0; k <= degree; k++) {
    area[k] = moment[k] = 0;
  }
  for (size_t j = 0; j < samples; j++) {
    double x = place(samples, j), share = j == 0 || j + 1 == samples ? 0.5 : 1;
    double shift = j == 0 ? delta / 6 : j + 1 == samples ? -delta / 6 : 0;
    hol_basis_values(m, degree, x, phi);
    for (size_t k = 0; k <= degree; k++) {
      area[k] += delta * share * phi[k];
      moment[k] += delta * (share * x + shift) * phi[k];
    }
  }
}
