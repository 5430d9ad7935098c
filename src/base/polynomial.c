/* SPDX-License-Identifier: BSD-3-Clause */
/* Weierstrass' (Durand-Kerner) iteration for all zeros of a polynomial. */
#include "base/polynomial.h"

#include <math.h>

void hol_polynomial_zeros(size_t degree, const double complex *c, double scale, int steps, double enough,
                          double complex *s)
{
  double change = HUGE_VAL;
  for (size_t i = 0; i < degree; i++) {
    s[i] = scale * cpow(hol_complex(0.4, 0.9), (double)i + 1);
  }
  for (int step = 0; step < steps && change > enough; step++) {
    change = 0;
    for (size_t i = 0; i < degree; i++) {
      double complex value = c[degree], others = c[degree];
      for (size_t k = degree; k-- > 0;) {
        value = value * s[i] + c[k];
        others *= k == i ? 1 : s[i] - s[k];
      }
      double complex by = cabs(others) > 0 ? value / others : 0;
      s[i] -= by;
      change = fmax(change, cabs(by) / scale);
    }
  }
}
