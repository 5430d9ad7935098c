/* SPDX-License-Identifier: BSD-3-Clause */
/* Complex eigenvalues of a damped uniform segment in one form: roots of a polynomial, all at once. */
#include "parts/line/damped_own.h"
#include "base/polynomial.h"

#include <float.h>
#include <math.h>

enum { DEGREE = 4, STEPS = 200 };

/** Σ c_k s^k. */
typedef struct polynomial {
  double complex c[DEGREE + 1];
} polynomial;

static polynomial sum_of(double complex a, polynomial p, double complex b, polynomial q)
{
  for (int k = 0; k <= DEGREE; k++) {
    p.c[k] = a * p.c[k] + b * q.c[k];
  }
  return p;
}

/** Of degrees whose sum is no more than there is room for. */
static polynomial product_of(polynomial p, polynomial q)
{
  polynomial all = {{0}};
  for (int i = 0; i <= DEGREE; i++) {
    for (int k = 0; i + k <= DEGREE; k++) {
      all.c[i + k] += p.c[i] * q.c[k];
    }
  }
  return all;
}

/** All zeros. @param[out] s  [DEGREE] @return how many */
static size_t zeros_of(polynomial p, double complex *s)
{
  size_t degree = DEGREE;
  while (degree > 0 && !(cabs(p.c[degree]) > 0)) {
    degree--;
  }
  double size = degree > 0 ? pow(cabs(p.c[0] / p.c[degree]), 1 / (double)degree) : 0;
  size = size > 0 ? size : 1;
  hol_polynomial_zeros(degree, p.c, size, STEPS, 4 * DBL_EPSILON, s);
  return degree;
}

hol_status hol_line_damped_own(const hol_line *line, double h, const hol_damping *damping, hol_form form, size_t n,
                               double complex *s, size_t *count)
{
  bool is_half = form == HOL_FORM_FIXED_FREE || form == HOL_FORM_PINNED_GUIDED, bends = hol_line_is_bending(line);
  double wave = acos(-1) * ((double)n - (is_half ? 0.5 : 0)), x = wave * wave, h2 = h * h;
  double phi = line->shear > 0 ? 1 / line->shear : 0, e = 1 + phi * line->tension, shear = line->rotary * phi;
  const polynomial g = {{hol_complex(1, damping->loss_factor), damping->stiffness}}, A = {{0, -damping->mass, -1}};
  const polynomial viscous = {{0, line->motion == HOL_TORSION ? 0 : -damping->line}};
  polynomial r = sum_of(1, sum_of(line->mass, A, 1, viscous), -line->foundation, g);
  polynomial q = sum_of(1, g, -shear, A), t = sum_of(line->tension, g, -line->rotary * e, A);
  *count = 0;
  if (!(line->mass > 0)) {
    return HOL_INVALID;
  }
  if (n == 0) {
    *count = bends && shear > 0 && form == HOL_FORM_PINNED_PINNED ? zeros_of(q, s) : 0;
    return HOL_OK;
  }
  if (!bends) {
    *count = zeros_of(sum_of(x, g, -h2 / line->stiffness, r), s);
    return HOL_OK;
  }
  double a = line->stiffness * e;
  polynomial middle = sum_of(line->stiffness * phi, r, -1, t);
  polynomial rest = sum_of(x * x, g, -x * h2 / a, middle);
  *count = shear > 0 ? zeros_of(sum_of(1, product_of(rest, g), -h2 * h2 / a, product_of(r, q)), s)
                     : zeros_of(sum_of(1, rest, -h2 * h2 / a, r), s);
  return HOL_OK;
}
