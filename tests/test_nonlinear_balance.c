/* SPDX-License-Identifier: BSD-3-Clause */
/* The equations for Fourier coefficients: their Jacobian by differences, themselves by the force law in time, and one
 * harmonic by the closed form. */
#include "nonlinear_fixture.h"

#include "nonlinear/duffing.h"
#include "nonlinear/floquet.h"

#include <string.h>

static void fill(double *z, size_t n, double size, double p)
{
  unsigned long seed = 7;
  for (size_t i = 0; i < n; i++) {
    z[i] = size * some_number(&seed);
  }
  z[n] = p;
}

static void check_jacobian(hol_balance *b, double p)
{
  size_t d = b->unknowns, n = d + 1;
  double *z = calloc(n, sizeof *z), *r = calloc(d, sizeof *r), *up = calloc(d, sizeof *up),
         *down = calloc(d, sizeof *down);
  double *a = calloc(d * n, sizeof *a), top = 0;
  fill(z, d, 0.05, p);
  hol_balance_evaluate(b, z, r, a);
  for (size_t i = 0; i < d * n; i++) {
    top = fmax(top, fabs(a[i]));
  }
  for (size_t j = 0; j < n; j++) {
    double keep = z[j], h = 1e-6;
    z[j] = keep + h;
    hol_balance_evaluate(b, z, up, NULL);
    z[j] = keep - h;
    hol_balance_evaluate(b, z, down, NULL);
    z[j] = keep;
    for (size_t i = 0; i < d; i++) {
      assert_near(a[i * n + j], (up[i] - down[i]) / (2 * h), 1e-9 * top);
    }
  }
  free(z);
  free(r);
  free(up);
  free(down);
  free(a);
}

static void test_jacobian_equals_differences(void **state)
{
  (void)state;
  hol_nonlinear_model m = busy_beam();
  for (size_t period = 1; period <= 3; period++) {
    hol_balance b;
    assert_int_equal(hol_balance_start(&b, &m, 3, period), HOL_OK);
    check_jacobian(&b, 17);
    b.parameter = HOL_BY_FORCE;
    b.nu = 17;
    check_jacobian(&b, 0.7);
    hol_balance_clear(&b);
    hol_balance_clear(&b);
  }
  hol_balance b;
  assert_int_equal(hol_balance_start(&b, &m, 4, 1), HOL_OK);
  assert_int_equal(hol_balance_make_free(&b), HOL_OK);
  assert_int_equal(b.unknowns, 2 * 5);
  check_jacobian(&b, 15);
  hol_balance_clear(&b);
  hol_nonlinear_model_clear(&m);
}

/** Displacement and first two derivatives in time of coordinate i at phase θ. */
static void motion_at(const hol_balance *b, const double *z, size_t i, double theta, double w, double q[3])
{
  const double *c = z + i * b->block;
  q[0] = c[0] * sqrt(0.5);
  q[1] = q[2] = 0;
  for (size_t h = 1; h <= b->highest; h++) {
    double n = (double)h * w, x = cos((double)h * theta), y = sin((double)h * theta);
    q[0] += c[2 * h - 1] * x + c[2 * h] * y;
    q[1] += n * (c[2 * h] * x - c[2 * h - 1] * y);
    q[2] -= n * n * (c[2 * h - 1] * x + c[2 * h] * y);
  }
}

/** −R_r at every time for given q, from the law in the header: s_r in harmonics by quadrature, then
 *  (−Ω² + ic_vΩ) U = −(p² + iηpΩ)(U − s) for each of them. */
static void pull_of(const hol_nonlinear_model *m, size_t r, const double *s, size_t n, double w, double *pull)
{
  double p = sqrt(m->omega2[2 + r]);
  memset(pull, 0, n * sizeof *pull);
  for (long h = -20; h <= 20; h++) {
    double W = (double)h * w;
    double re = 0, im = 0;
    for (size_t t = 0; t < n; t++) {
      double angle = 2 * M_PI * (double)h * (double)t / (double)n;
      re += s[t] * cos(angle) / (double)n;
      im -= s[t] * sin(angle) / (double)n;
    }
    double sr = p * p, si = m->eta * p * W, tr = -W * W, ti = m->viscous * W; /* spring, inertia */
    double ar = sr + tr, ai = si + ti, norm = ar * ar + ai * ai;
    double ur = (sr * ar + si * ai) / norm, ui = (si * ar - sr * ai) / norm; /* U/s */
    double zr = ur - 1, zi = ui, kr = -m->mass[2 + r] * (sr * zr - si * zi), ki = -m->mass[2 + r] * (sr * zi + si * zr);
    for (size_t t = 0; t < n; t++) {
      double angle = 2 * M_PI * (double)h * (double)t / (double)n;
      pull[t] += (kr * re - ki * im) * cos(angle) - (kr * im + ki * re) * sin(angle);
    }
  }
}

/** M(q̈ + …) + forces − applied force of the law in the header, at one time; pull: −R_r. */
static void law(const hol_nonlinear_model *m, double q[2][3], const double pull[2], double nu, double wave,
                double out[2])
{
  double stretch = 0, rate = 0, g[2], gv[2];
  for (size_t k = 0; k < 2; k++) {
    g[k] = m->S[2 * k] * q[0][0] + m->S[2 * k + 1] * q[1][0];
    gv[k] = m->S[2 * k] * q[0][1] + m->S[2 * k + 1] * q[1][1];
    stretch += 0.5 * q[k][0] * g[k];
    rate += 0.5 * q[k][1] * gv[k];
  }
  for (size_t i = 0; i < 2; i++) {
    double force = m->stiffness * stretch * g[i] + m->eta / (nu * nu * nu) * m->stiffness * rate * gv[i];
    for (size_t r = 0; r < 2; r++) {
      force += pull[r] * (m->form[4 * r + 2 * i] * q[0][0] + m->form[4 * r + 2 * i + 1] * q[1][0]);
    }
    out[i] = m->mass[i] * (q[i][2] + (m->viscous + m->eta / nu * m->omega2[i]) * q[i][1] + m->omega2[i] * q[i][0]) +
             force - (m->force[i] + m->force_nu2[i] * nu * nu) * wave;
  }
}

enum { TIMES = 97 }; /* many more than needed */

/** −R_r at all times. */
static void pulls(const hol_nonlinear_model *m, const hol_balance *b, const double *z, double w, double pull[2][TIMES])
{
  for (size_t r = 0; r < 2; r++) {
    double s[TIMES];
    for (size_t t = 0; t < TIMES; t++) {
      double q[2][3];
      s[t] = 0;
      for (size_t i = 0; i < 2; i++) {
        motion_at(b, z, i, 2 * M_PI * (double)t / TIMES, w, q[i]);
      }
      for (size_t i = 0; i < 4; i++) {
        s[t] += 0.5 * m->form[4 * r + i] * q[i / 2][0] * q[i % 2][0];
      }
    }
    pull_of(m, r, s, TIMES, w, pull[r]);
  }
}

static void test_residual_is_the_harmonics_of_the_force_law(void **state)
{
  (void)state;
  hol_nonlinear_model m = busy_beam();
  for (size_t period = 1; period <= 2; period++) {
    hol_balance b;
    assert_int_equal(hol_balance_start(&b, &m, 3, period), HOL_OK);
    size_t d = b.unknowns;
    double nu = 16, w = nu / (double)period;
    double *z = calloc(d + 1, sizeof *z), *r = calloc(d, sizeof *r), *sum = calloc(d, sizeof *sum), pull[2][TIMES];
    fill(z, d, 0.05, nu);
    hol_balance_evaluate(&b, z, r, NULL);
    pulls(&m, &b, z, w, pull);
    for (size_t s = 0; s < TIMES; s++) {
      double theta = 2 * M_PI * (double)s / TIMES;
      double q[2][3], f[2];
      for (size_t i = 0; i < 2; i++) {
        motion_at(&b, z, i, theta, w, q[i]);
      }
      const double here[2] = {pull[0][s], pull[1][s]};
      law(&m, q, here, nu, cos((double)period * theta), f);
      for (size_t i = 0; i < 2; i++) {
        double *at = sum + i * b.block;
        at[0] += 2.0 / TIMES * f[i] * sqrt(0.5);
        for (size_t h = 1; h <= b.highest; h++) {
          at[2 * h - 1] += 2.0 / TIMES * f[i] * cos((double)h * theta);
          at[2 * h] += 2.0 / TIMES * f[i] * sin((double)h * theta);
        }
      }
    }
    assert_all_close(r, sum, d, 1e-11, 1e-9);
    free(z);
    free(r);
    free(sum);
    hol_balance_clear(&b);
  }
  hol_nonlinear_model_clear(&m);
}

/** The closed form's amplitude, with its phase, makes the residual of one harmonic vanish. */
static void test_one_harmonic_is_the_closed_form(void **state)
{
  (void)state;
  for (int cubic = 0; cubic < 2; cubic++) {
    const hol_duffing d = {
        .omega2 = 1.3, .mu = 0.4, .viscous = 0.03, .eta = 0.05, .cubic_loss = cubic, .P = 0.2, .P_nu2 = 0.1};
    hol_nonlinear_model m = {0};
    assert_int_equal(hol_nonlinear_from_duffing(d.omega2, d.mu, &m), HOL_OK);
    m.viscous = d.viscous;
    m.eta = d.eta;
    m.cubic_loss = cubic;
    m.force[0] = d.P;
    m.force_nu2[0] = d.P_nu2;
    hol_balance b;
    assert_int_equal(hol_balance_start(&b, &m, 1, 1), HOL_OK);
    for (double nu = 0.3; nu < 3; nu += 0.1) {
      double a[3];
      size_t count = hol_duffing_amplitudes(&d, nu, a);
      for (size_t i = 0; i < count; i++) {
        double g = 0.75 * d.mu * a[i] * a[i], k = d.omega2 - nu * nu + g;
        double h = d.viscous * nu + d.eta * (d.omega2 + (cubic ? g : 0)), p = hypot(k, h);
        const double z[4] = {0, a[i] * k / p, a[i] * h / p, nu};
        double r[3];
        hol_balance_evaluate(&b, z, r, NULL);
        for (int j = 0; j < 3; j++) {
          assert_near(r[j], 0, 1e-11);
        }
      }
    }
    hol_balance_clear(&b);
    hol_nonlinear_model_clear(&m);
  }
}

static void test_odd_motions_have_no_even_part_at_all(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  hol_balance b;
  assert_int_equal(hol_balance_start(&b, &m, 7, 1), HOL_OK);
  double z[16], r[15];
  fill(z, 15, 1, 1.2);
  for (size_t k = 0; k < 15; k++) {
    z[k] = (k + 1) / 2 % 2 ? z[k] : 0;
  }
  hol_balance_evaluate(&b, z, r, NULL);
  for (size_t k = 0; k < 15; k++) {
    assert_true((k + 1) / 2 % 2 || r[k] == 0);
  }
  hol_balance_clear(&b);
  hol_nonlinear_model_clear(&m);
}

/** A motion of a few harmonics written with many: Hill's determinant vanishes where a real multiplier is e^{2πλ}. */
static void check_hill(const hol_nonlinear_model *m, double size, double nu)
{
  hol_balance b = {0};
  hol_floquet f = {0};
  hol_stability s = {0};
  assert_int_equal(hol_balance_start(&b, m, 24, 1), HOL_OK);
  assert_int_equal(hol_floquet_start(&f, &b), HOL_OK);
  size_t d = b.unknowns;
  double *z = calloc(d + 1, sizeof *z), *work = calloc(d * (d + 2), sizeof *work);
  size_t *pivot = calloc(d, sizeof *pivot);
  assert_non_null(z);
  assert_non_null(work);
  assert_non_null(pivot);
  for (size_t i = 0; i < m->lateral; i++) {
    fill(z + i * b.block, 7, size, 0); /* three harmonics; the last number is overwritten by 0 */
  }
  for (int i = 0; i < 100 && !(s.nearest > 0); i++, nu *= 1.02) { /* until there is one */
    z[d] = nu;
    assert_int_equal(hol_floquet_stability(&f, z, nu, &s), HOL_OK);
  }
  assert_true(s.nearest > 0);
  double lambda = log(s.nearest) / (2 * M_PI);
  double below = hol_balance_hill(&b, z, lambda * (1 - 1e-7), work, pivot).sign;
  double above = hol_balance_hill(&b, z, lambda * (1 + 1e-7), work, pivot).sign;
  assert_true(below * above < 0);
  free(z);
  free(work);
  free(pivot);
  hol_floquet_clear(&f);
  hol_balance_clear(&b);
}

static void test_hills_determinant_vanishes_at_real_multipliers(void **state)
{
  (void)state;
  hol_nonlinear_model m = duffing_of_brief();
  check_hill(&m, 2, 1);
  m.eta = 0.05;
  m.cubic_loss = true;
  check_hill(&m, 2, 1);
  hol_nonlinear_model_clear(&m);
  m = busy_beam();
  check_hill(&m, 0.02, 17);
  hol_nonlinear_model_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_jacobian_equals_differences),
      cmocka_unit_test(test_residual_is_the_harmonics_of_the_force_law),
      cmocka_unit_test(test_one_harmonic_is_the_closed_form),
      cmocka_unit_test(test_odd_motions_have_no_even_part_at_all),
      cmocka_unit_test(test_hills_determinant_vanishes_at_real_multipliers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
