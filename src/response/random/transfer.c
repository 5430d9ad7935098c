/* SPDX-License-Identifier: BSD-3-Clause */
/* Transfer function by poles and residues: values, and integrals of its square with a spectral density. */
#include "response/random/transfer.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

hol_status hol_transfer_start(hol_transfer *t, size_t modes)
{
  t->pole = hol_alloc(2 * modes, sizeof *t->pole);
  t->residue = hol_alloc(2 * modes, sizeof *t->residue);
  t->poles = 0;
  return t->pole && t->residue ? HOL_OK : HOL_MEMORY;
}

void hol_transfer_clear(hol_transfer *t)
{
  free(t->pole);
  free(t->residue);
  *t = (hol_transfer){.rest = 0};
}

void hol_transfer_add(hol_transfer *t, double a, double b, double c, double lambda)
{
  if (lambda == 0) {
    t->pole[t->poles] = -c;
    t->residue[t->poles++] = a;
    return;
  }
  static const double same = 1e-7;
  c = fabs(c * c / 4 - lambda) < same * lambda ? c * (1 + same) : c;
  double complex root = csqrt(c * c / 4 - lambda), far = -c / 2 - root,
                 near = creal(root) > 0 ? lambda / far : -c / 2 + root;
  t->pole[t->poles] = near;
  t->residue[t->poles++] = (a * near + b) / (near - far);
  t->pole[t->poles] = far;
  t->residue[t->poles++] = -(a * far + b) / (near - far);
}

double complex hol_transfer_at(const hol_transfer *t, double complex s)
{
  double complex sum = t->rest;
  for (size_t p = 0; p < t->poles; p++) {
    sum += t->residue[p] / (s - t->pole[p]);
  }
  return sum;
}

/** Sizes of the terms of H(s). */
static double size_at(const hol_transfer *t, double complex s)
{
  double sum = fabs(t->rest);
  for (size_t p = 0; p < t->poles; p++) {
    sum += cabs(t->residue[p] / (s - t->pole[p]));
  }
  return sum;
}

/** ∫ G ω^n dω, G = constant + slope ω. */
static double moment(const double omega[2], const double G[2], int n)
{
  double slope = (G[1] - G[0]) / (omega[1] - omega[0]), constant = G[0] - slope * omega[0], part[2];
  for (int i = 0; i < 2; i++) {
    part[i] = pow(omega[i], n + 1) * (constant / (n + 1) + slope * omega[i] / (n + 2));
  }
  return n == 0 ? (G[0] + G[1]) / 2 * (omega[1] - omega[0]) : part[1] - part[0];
}

/** ∫ G 2z/(z² + ω²) dω. @param[out] size  of the terms it is a sum of */
static double complex about_pole(double complex z, const double omega[2], const double G[2], double *size)
{
  double slope = (G[1] - G[0]) / (omega[1] - omega[0]), constant = G[0] - slope * omega[0], logs = 0;
  double complex plus[2], minus[2];
  for (size_t i = 0; i < 2; i++) {
    plus[i] = clog(z + hol_complex(0, omega[i]));
    minus[i] = clog(z - hol_complex(0, omega[i]));
    logs += cabs(plus[i]) + cabs(minus[i]);
  }
  double complex turn = (plus[1] - plus[0] - minus[1] + minus[0]) / (hol_complex(0, 2) * z);
  double complex grow = (plus[1] - plus[0] + minus[1] - minus[0]) / 2;
  *size = logs * (fabs(constant) + cabs(z) * fabs(slope));
  return 2 * z * (constant * turn + slope * grow);
}

/** ∫ G ω^{2k} 2z/(z² + ω²) dω, k = 0 .. order. @param[out] I,size  [order + 1] */
static void about_pole_derived(double complex z, int order, const double omega[2], const double G[2], double complex *I,
                               double *size)
{
  enum { TERMS = 18 }; /* of quotients 1/9 and less */
  I[0] = about_pole(z, omega, G, size);
  for (int k = 1; k <= order; k++) {
    double complex power = 1;
    if (3 * omega[1] > cabs(z)) {
      double complex first = 2 * z * moment(omega, G, 2 * k - 2);
      I[k] = first - z * z * I[k - 1];
      size[k] = cabs(first) + cabs(z * z) * size[k - 1];
      continue;
    }
    I[k] = 0;
    for (int j = 0; j < TERMS; j++) {
      I[k] += 2 / z * power * moment(omega, G, 2 * (k + j));
      power *= -1 / (z * z);
    }
    size[k] = cabs(2 / z) * moment(omega, G, 2 * k);
  }
}

double hol_transfer_square(const hol_transfer *t, hol_transfer_rate rate, const double omega[2], const double G[2],
                           double *size)
{
  double complex I[3] = {0};
  double terms[3] = {0};
  double complex sum = t->rest * t->rest * moment(omega, G, 2 * rate.order);
  if (rate.order == 2) {
    double direct = rate.direct * rate.direct * moment(omega, G, 0),
           mixed = 2 * rate.direct * t->rest * moment(omega, G, 2);
    sum += direct - mixed;
    *size += fabs(direct) + fabs(mixed);
  }
  *size += cabs(sum);
  for (size_t p = 0; p < t->poles; p++) {
    double complex z = -t->pole[p], opposite = hol_transfer_at(t, z);
    double opposite_terms = size_at(t, z);
    about_pole_derived(z, rate.order, omega, G, I, terms);
    sum += t->residue[p] * (opposite * I[rate.order] - rate.direct * I[1]);
    *size += cabs(t->residue[p]) * (opposite_terms * terms[rate.order] + fabs(rate.direct) * terms[1]);
  }
  return creal(sum);
}

double hol_transfer_whole(const hol_transfer *t, double *size)
{
  double complex sum = 0;
  for (size_t p = 0; p < t->poles; p++) {
    sum += M_PI * t->residue[p] * (hol_transfer_at(t, -t->pole[p]) - t->rest);
    *size += M_PI * cabs(t->residue[p]) * size_at(t, -t->pole[p]);
  }
  return creal(sum);
}
