/* SPDX-License-Identifier: BSD-3-Clause */
/* Discs of parts with N component modes: random parts of different laws, tied to each other, against all of their
   modes. */
#include "close.h"

#include "base/complex.h"
#include "response/disc.h"
#include "draw.h"

#include <math.h>

enum { PARTS = 3, MODES = 40, TIES = 3, PORTS = 2 + TIES, SYSTEMS = 200 };

/** Receiver on the first part, driver on the second; ties between each and the next, and one to the ground. */
typedef struct parts {
  double lambda[PARTS][MODES], phi[PARTS][MODES][PORTS];
  double loss[PARTS], mass[PARTS], stiffness[PARTS];
} parts;

static parts draw_parts(void)
{
  parts p;
  for (int k = 0; k < PARTS; k++) {
    double first = draw(0.5, 2);
    p.loss[k] = draw(0, 0.1);
    p.mass[k] = draw(0, 0.1);
    p.stiffness[k] = draw(0, 1e-3);
    for (int i = 0; i < MODES; i++) {
      p.lambda[k][i] = pow(first * (i + draw(0.9, 1.1)), 4);
      for (int j = 0; j < PORTS; j++) {
        p.phi[k][i][j] = j == k || j - 2 == k || (j - 1 == k && j > 2) ? draw(-1, 1) : 0;
      }
      p.phi[k][i][1] = k == 1 ? draw(-1, 1) : 0;
    }
  }
  return p;
}

typedef double complex square[PORTS][PORTS];

/** Compliance of all parts over the ports, by `taken` modes and the others at rest; Σ ε R of those. */
static void compliance(const parts *p, double complex s, int taken, square sum, double rest[PORTS * PORTS])
{
  for (int k = 0; k < PARTS; k++) {
    double complex g = hol_complex(1, p->loss[k]) + p->stiffness[k] * s, inertia = -(s * s + p->mass[k] * s);
    double epsilon = hol_disc_higher(inertia / g, taken < MODES ? p->lambda[k][taken] : HUGE_VAL, g, 1);
    for (int i = 0; i < MODES; i++) {
      double complex factor = i < taken ? 1 / (p->lambda[k][i] * g - inertia) : 1 / (p->lambda[k][i] * g);
      for (int a = 0; a < PORTS; a++) {
        for (int b = 0; b < PORTS; b++) {
          double both = p->phi[k][i][a] * p->phi[k][i][b];
          sum[a][b] += both * factor;
          rest[a * PORTS + b] += i < taken ? 0 : epsilon * both / p->lambda[k][i];
        }
      }
    }
  }
}

/** By elimination with the largest pivots. */
static void invert(square of, double complex inverse[TIES * TIES])
{
  double complex t[TIES][2 * TIES] = {{0}};
  for (int i = 0; i < TIES; i++) {
    for (int j = 0; j < TIES; j++) {
      t[i][j] = of[2 + i][2 + j];
    }
    t[i][TIES + i] = 1;
  }
  for (int k = 0; k < TIES; k++) {
    int best = k;
    for (int i = k; i < TIES; i++) {
      best = cabs(t[i][k]) > cabs(t[best][k]) ? i : best;
    }
    for (int j = 0; j < 2 * TIES; j++) {
      double complex swap = t[k][j];
      t[k][j] = t[best][j];
      t[best][j] = swap;
    }
    for (int i = 0; i < TIES; i++) {
      double complex factor = t[i][k] / t[k][k];
      for (int j = 0; j < 2 * TIES && i != k; j++) {
        t[i][j] -= factor * t[k][j];
      }
    }
  }
  for (int i = 0; i < TIES * TIES; i++) {
    inverse[i] = t[i / TIES][TIES + i % TIES] / t[i / TIES][i / TIES];
  }
}

/** Infinite if κ may be 1 or more. */
static double radius_of(const double *rest, const double complex *inverse, double complex x[2][PORTS])
{
  const hol_disc_block block = {.ports = PORTS, .epsilon = 1, .rest = rest};
  double complex G[PORTS * PORTS] = {0};
  for (int i = 0; i < TIES * TIES; i++) {
    G[(2 + i / TIES) * PORTS + 2 + i % TIES] = inverse[i];
  }
  double kappa = hol_disc_kappa(&block, 1, PORTS, G, G);
  return kappa < 1 ? hol_disc_norm(&block, 1, x[0]) * hol_disc_norm(&block, 1, x[1]) / (1 - kappa) : HUGE_VAL;
}

/** H, and x of both ends. */
static double complex tied(const parts *p, double complex s, int taken, double *radius)
{
  square sum = {{0}};
  double rest[PORTS * PORTS] = {0};
  double complex inverse[TIES * TIES], x[2][PORTS] = {{1, 0}, {0, 1}};
  compliance(p, s, taken, sum, rest);
  invert(sum, inverse);
  double complex H = sum[0][1];
  for (int i = 0; i < TIES; i++) {
    for (int j = 0; j < TIES; j++) {
      x[0][2 + i] -= inverse[i * TIES + j] * sum[2 + j][0];
      x[1][2 + i] -= inverse[i * TIES + j] * sum[2 + j][1];
    }
    H += sum[0][2 + i] * x[1][2 + i];
  }
  *radius = radius_of(rest, inverse, x);
  return H;
}

static void test_responses_are_in_their_discs(void **unused)
{
  (void)unused;
  int bounded = 0, all = 0;
  double tightest = 0;
  for (int n = 0; n < SYSTEMS; n++) {
    parts p = draw_parts();
    double complex s = hol_complex(0, pow(draw(0.3, 6), 2));
    double none, radius;
    double complex exact = tied(&p, s, MODES, &none);
    assert_true(none >= 0);
    assert_true(none == 0);
    for (int taken = 3; taken <= 24; taken += 3) {
      double error = cabs(tied(&p, s, taken, &radius) - exact);
      all++;
      bounded += isfinite(radius);
      tightest = isfinite(radius) && error / radius > tightest ? error / radius : tightest;
      assert_true(error <= radius + 1e-12 * cabs(exact));
    }
  }
  print_message("%d of %d bounded, error up to %.3f of the radius\n", bounded, all, tightest);
  assert_true(3 * bounded > all);
  assert_true(tightest > 0.3);
  assert_true(tightest <= 1);
}

/** One mode left out, nothing tied: the disc is what that mode does beside its residual flexibility, of any order. */
static void test_one_mode_left_out(void **unused)
{
  (void)unused;
  double complex g = hol_complex(1, 0.02), lambda = 30 / g, one = 1, remainder = 0;
  for (size_t order = 1; order < 4; order++) {
    double rest = pow(100, -(double)order);
    const hol_disc_block block = {.ports = 1, .epsilon = hol_disc_higher(lambda, 100, g, order), .rest = &rest};
    remainder += cpow(lambda / 100, (double)order - 1) / (100 * g);
    double norm = hol_disc_norm(&block, 1, &one);
    assert_close(norm * norm, cabs(1 / (100 * g - 30) - remainder), 1e-13);
  }
  assert_true(isinf(hol_disc_higher(130, 100, 1, 1)));
  assert_close(hol_disc_higher(hol_complex(130, 5), 100, 1, 1), cabs(hol_complex(130, 5)) / 5, 1e-15);
}

/** κ of two parts by themselves and of what couples them, against the largest eigenvalue written out. */
static void test_kappa(void **unused)
{
  (void)unused;
  const double rest[1] = {2}, other[4] = {1, 0, 0, 3};
  const hol_disc_block block[2] = {{.ports = 1, .epsilon = 0.5, .rest = rest},
                                   {.first = 1, .ports = 2, .epsilon = 0.1, .rest = other}};
  const double complex alone[9] = {0.7, 0, 0, 0, 0, 0, 0, 0, 0}, both[9] = {0, 0, 0.6, 0, 0, 0, 0.6, 0, 0};
  assert_close(hol_disc_kappa(block, 2, 3, alone, alone), 0.7, 1e-7);
  double kappa =
      hol_disc_kappa(block, 2, 3, both, both); /* singular values twice 0.6 √(1 · 0.3): Frobenius √2 of one */
  assert_close(kappa, sqrt(2) * 0.6 * sqrt(0.3), 1e-7);
}

/** R = [1 1; 1 1] and x = (1 + h, −1), h = 2⁻³⁰: ‖R^½x‖ = h, of which the sum of the rounded products leaves nothing.
 *  The norm told is no less, and not much more. */
static void test_norm_has_room_for_rounding(void **unused)
{
  (void)unused;
  const double h = 0x1p-30, rest[4] = {1, 1, 1, 1};
  const hol_disc_block block = {.ports = 2, .epsilon = 1, .rest = rest};
  const double complex x[2] = {1 + h, -1};
  double norm = hol_disc_norm(&block, 1, x);
  assert_true(norm >= h);
  assert_true(norm <= 2e-7);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_responses_are_in_their_discs),
      cmocka_unit_test(test_one_mode_left_out),
      cmocka_unit_test(test_kappa),
      cmocka_unit_test(test_norm_has_room_for_rounding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
