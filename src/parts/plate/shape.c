/* SPDX-License-Identifier: BSD-3-Clause */
/* Shape functions of plate elements: cubic Hermite functions and bubbles of higher degree. */
#include "parts/plate/shape.h"

#include <assert.h>
#include <math.h>

enum { MOST = 52 };

/** Cubics: values and slopes at the ends. */
static void hermite(double s, double h, double value[3][48])
{
  double a = 1 - s, b = 1 + s;
  value[0][0] = 0.25 * a * a * (2 + s);
  value[1][0] = -0.75 * a * b * (2 / h);
  value[2][0] = 1.5 * s * (4 / (h * h));
  value[0][1] = 0.125 * h * a * a * b;
  value[1][1] = -0.25 * a * (1 + 3 * s);
  value[2][1] = (3 * s - 1) / h;
  value[0][2] = 0.25 * b * b * (2 - s);
  value[1][2] = 0.75 * a * b * (2 / h);
  value[2][2] = -1.5 * s * (4 / (h * h));
  value[0][3] = -0.125 * h * b * b * a;
  value[1][3] = -0.25 * b * (1 - 3 * s);
  value[2][3] = (3 * s + 1) / h;
}

void hol_plate_shape(size_t degree, double s, double h, double value[3][48])
{
  assert(degree >= 3 && degree + 3 < MOST && degree < 48);
  double P[MOST] = {1, s};
  for (size_t k = 2; k <= degree; k++) {
    P[k] = ((double)(2 * k - 1) * s * P[k - 1] - (double)(k - 1) * P[k - 2]) / (double)k;
  }
  hermite(s, h, value);
  for (size_t k = 2; k + 2 <= degree; k++) { /* ∫∫ P_k, of unit second derivative in L² */
    double unit = sqrt((double)(2 * k + 1)), at = (double)(2 * k + 1);
    size_t i = k + 2;
    value[2][i] = unit * P[k] * (4 / (h * h));
    value[1][i] = unit * (P[k + 1] - P[k - 1]) / at * (2 / h);
    value[0][i] = unit * ((P[k + 2] - P[k]) / (at + 2) - (P[k] - P[k - 2]) / (at - 2)) / at;
  }
}
