/* SPDX-License-Identifier: BSD-3-Clause */
/* Lateral mode shapes of a beam under tension, and integrals of products of them. */
#include "nonlinear/shapes.h"
#include "base/complex.h"

#include <assert.h>
#include <math.h>

/** A exp(s (x − at)). */
typedef struct wave {
  double complex a, s;
  double at;
} wave;

/** c₀ cos ax + c₁ sin ax as two conjugate exponentials, the other two as they are. */
static void waves(double length, const hol_line_mode *m, int order, wave w[4])
{
  assert(m->a > 0 && m->b != 0);
  double complex half = hol_complex(m->c[0] / 2, -m->c[1] / 2);
  w[0] = (wave){half, hol_complex(0, m->a), 0};
  w[1] = (wave){conj(half), hol_complex(0, -m->a), 0};
  w[2] = (wave){m->c[2], -m->b, 0};
  w[3] = (wave){m->c[3], m->b, length};
  if (m->b < 0) {
    double complex other = hol_complex(m->c[2] / 2, -m->c[3] / 2);
    w[2] = (wave){other, hol_complex(0, -m->b), 0};
    w[3] = (wave){conj(other), hol_complex(0, m->b), 0};
  }
  for (int i = 0; i < 4; i++) {
    for (int o = 0; o < order; o++) {
      w[i].a *= w[i].s;
    }
  }
}

/** (eᶻ − 1)/z for |z| ≤ 1/2, without cancellation: 1 + z/2 (1 + z/3 (1 + …)). */
static double complex mean_growth(double complex z)
{
  double complex sum = 1;
  for (int k = 16; k >= 2; k--) {
    sum = 1 + sum * z / k;
  }
  return sum;
}

/** ∫₀ˡ of the product of two waves and e^{iκx}. */
static double complex integral_of_waves(double length, const wave *x, const wave *y, double kappa)
{
  double complex s = x->s + y->s + hol_complex(0, kappa), z = s * length;
  double complex start = cexp(-x->s * x->at - y->s * y->at);
  if (cabs(z) <= 0.5) {
    return x->a * y->a * start * length * mean_growth(z);
  }
  double complex end = cexp(x->s * (length - x->at) + y->s * (length - y->at) + hol_complex(0, kappa * length));
  return x->a * y->a * (end - start) / s;
}

double hol_shape_product(double length, const hol_line_mode *x, const hol_line_mode *y, int order)
{
  wave p[4], q[4];
  waves(length, x, order, p);
  waves(length, y, order, q);
  double complex sum = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      sum += integral_of_waves(length, &p[i], &q[j], 0);
    }
  }
  return creal(sum);
}

double hol_shape_product_cosine(const hol_line *line, const hol_line_mode *shape, size_t k, size_t j, size_t number)
{
  bool is_pinned = line->end[0] == HOL_END_PINNED && line->end[1] == HOL_END_PINNED;
  size_t difference = k > j ? k - j : j - k;
  if ((line->end[0] == line->end[1] && (k + j + number) % 2) ||
      (is_pinned && number != difference && number != k + j + 2)) {
    return 0;
  }
  wave p[4], q[4];
  waves(line->length, &shape[k], 1, p);
  waves(line->length, &shape[j], 1, q);
  double kappa = (double)number * M_PI / line->length;
  double complex sum = 0;
  for (int i = 0; i < 16; i++) {
    sum += integral_of_waves(line->length, &p[i / 4], &q[i % 4], kappa) +
           integral_of_waves(line->length, &p[i / 4], &q[i % 4], -kappa);
  }
  return creal(sum) / 2;
}

double hol_shape_mean(double length, const hol_line_mode *x)
{
  const wave one = {1, 0, 0};
  wave p[4];
  waves(length, x, 0, p);
  double complex sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += integral_of_waves(length, &p[i], &one, 0);
  }
  return creal(sum);
}

double hol_shape_largest(const hol_line *line, const hol_line_mode *x, size_t k)
{
  size_t samples = 32 * (k + 2);
  double best = 0, at = 0, h = line->length / (double)samples;
  for (size_t i = 1; i < samples; i++) {
    double value = fabs(hol_line_mode_at(line, x, (double)i * h, 0));
    if (value > best * (1 + 1e-12)) {
      best = value;
      at = (double)i * h;
    }
  }
  double low = at - h, high = at + h; /* X′ changes sign once here */
  double left = hol_line_mode_at(line, x, low, 1);
  for (int i = 0; i < 60 && high - low > 1e-15 * line->length; i++) {
    double mid = low + (high - low) / 2;
    if ((hol_line_mode_at(line, x, mid, 1) > 0) == (left > 0)) {
      low = mid;
    } else {
      high = mid;
    }
  }
  return fabs(hol_line_mode_at(line, x, low, 0));
}
