/* SPDX-License-Identifier: BSD-3-Clause */
/* Coefficients of a beam with immovable supports against closed forms and the defining properties of its modes. */
#include "close.h"
#include "nonlinear/bar.h"

#include "holonome/solve.h"

#include <stdlib.h>

static const hol_end both[4][2] = {{HOL_END_PINNED, HOL_END_PINNED},
                                   {HOL_END_CLAMPED, HOL_END_PINNED},
                                   {HOL_END_PINNED, HOL_END_CLAMPED},
                                   {HOL_END_CLAMPED, HOL_END_CLAMPED}};

/** A steel strip: l = 0.78 m, 10 cm by 0.42 cm. */
static hol_nonlinear_beam strip(size_t ends, double tension)
{
  double E = 2.1e11, rho = 7850, S = 0.1 * 0.0042, J = 0.1 * 0.0042 * 0.0042 * 0.0042 / 12;
  return (hol_nonlinear_beam){.length = 0.78,
                              .EA = E * S,
                              .EI = E * J,
                              .line_mass = rho * S,
                              .tension = tension,
                              .end = {both[ends][0], both[ends][1]}};
}

static hol_line line_of(const hol_nonlinear_beam *b)
{
  return (hol_line){.motion = HOL_BENDING_Z,
                    .length = b->length,
                    .stiffness = b->EI,
                    .mass = b->line_mass,
                    .tension = b->tension,
                    .end = {b->end[0], b->end[1]}};
}

static void test_modes_without_tension_are_own_modes_of_the_line(void **state)
{
  (void)state;
  for (size_t e = 0; e < 4; e++) {
    const hol_nonlinear_beam b = strip(e, 0);
    const hol_line line = line_of(&b);
    hol_line_mode mine[12], own[12];
    assert_int_equal(hol_nonlinear_beam_modes(&b, 12, mine), HOL_OK);
    assert_int_equal(hol_line_component_modes(&line, 12, own), HOL_OK);
    for (size_t k = 0; k < 12; k++) {
      assert_close(mine[k].omega2, own[k].omega2, 1e-13);
      for (int i = 0; i <= 10; i++) {
        double x = 0.078 * i;
        assert_near(hol_line_mode_at(&line, &mine[k], x, 0), hol_line_mode_at(&line, &own[k], x, 0), 1e-11);
      }
    }
  }
}

/** X = X' = 0 or X = X″ = 0 at the ends, and ω² by Rayleigh's quotient over the shape, integrated by Simpson's rule. */
static void test_modes_under_tension_have_their_properties(void **state)
{
  (void)state;
  static const double share[] = {-0.999, -0.5, 0.1, 10, 1000};
  for (size_t e = 0; e < 4; e++) {
    for (size_t t = 0; t < 5; t++) {
      hol_nonlinear_beam b = strip(e, 0);
      b.tension = share[t] * hol_nonlinear_buckling_load(&b);
      const hol_line line = line_of(&b);
      hol_line_mode m[5];
      assert_int_equal(hol_nonlinear_beam_modes(&b, 5, m), HOL_OK);
      for (size_t k = 0; k < 5; k++) {
        assert_true(k == 0 || m[k].omega2 > m[k - 1].omega2);
        for (int end = 0; end < 2; end++) {
          double x = end * b.length;
          int order = b.end[end] == HOL_END_CLAMPED ? 1 : 2;
          assert_near(hol_line_mode_at(&line, &m[k], x, 0), 0, 1e-9);
          assert_near(hol_line_mode_at(&line, &m[k], x, order) / pow(m[k].a, order), 0, 1e-9);
        }
        int n = 4000;
        double mass = 0, bent = 0, turned = 0;
        for (int i = 0; i <= n; i++) {
          double x = b.length * i / n, w = (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * b.length / n / 3;
          mass += w * pow(hol_line_mode_at(&line, &m[k], x, 0), 2);
          turned += w * pow(hol_line_mode_at(&line, &m[k], x, 1), 2);
          bent += w * pow(hol_line_mode_at(&line, &m[k], x, 2), 2);
        }
        assert_close(b.line_mass * mass, 1, 1e-9);
        assert_within(b.EI * bent + b.tension * turned, m[k].omega2, 1e-6, 1e-8 * b.EI * bent);
      }
    }
  }
}

static void test_tension_of_pinned_beam_is_closed_form(void **state)
{
  (void)state;
  hol_nonlinear_beam b = strip(0, 0);
  for (int i = -9; i < 40; i++) {
    b.tension = 0.1 * i * hol_nonlinear_buckling_load(&b);
    hol_line_mode m[6];
    assert_int_equal(hol_nonlinear_beam_modes(&b, 6, m), HOL_OK);
    for (size_t k = 0; k < 6; k++) {
      double w = (double)(k + 1) * M_PI / b.length;
      assert_close(m[k].omega2, w * w * (b.EI * w * w + b.tension) / b.line_mass, 1e-13);
    }
  }
}

static void test_pinned_model_is_that_of_the_book(void **state)
{
  (void)state;
  const hol_nonlinear_beam b = strip(0, 0);
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&b, 4, 0, &m), HOL_OK);
  double E = 2.1e11, rho = 7850, l = 0.78, mass = b.line_mass * l;
  for (size_t k = 0; k < 4; k++) {
    for (size_t j = 0; j < 4; j++) {
      double n = (double)(k + 1);
      assert_within(m.S[4 * k + j], k == j ? n * n * M_PI * M_PI / (2 * l) : 0, 1e-12, 0);
    }
    assert_close(m.mass[k], mass / 2, 1e-13);
  }
  double mu = 0.5 * m.stiffness * m.S[0] * m.S[0] / m.mass[0];
  assert_close(mu, E * pow(M_PI, 4) / (4 * rho * pow(l, 4)), 1e-12); /* (4.8) */
  hol_nonlinear_model_clear(&m);
}

/** Beyond buckling: as many λ < 0 as loads are exceeded, ends held, modes orthogonal with ∫EI X″² + T X′² = λ, by
 *  quadrature. */
static void test_modes_beyond_buckling(void **state)
{
  (void)state;
  static const double excess[] = {1.02, 1.7, 3.4, 8.1, 20.3};
  for (size_t ends = 0; ends < 3; ends++) {
    for (size_t e = 0; e < 5; e++) {
      hol_nonlinear_beam b = strip(ends, 0);
      size_t clamped = (size_t)(b.end[0] == HOL_END_CLAMPED) + (size_t)(b.end[1] == HOL_END_CLAMPED);
      size_t count = 9, n = 6000;
      double first = hol_nonlinear_buckling_load(&b), K = b.length * sqrt(excess[e] * first / b.EI);
      b.tension = -excess[e] * first;
      hol_line_mode m[9];
      const hol_line line = line_of(&b);
      assert_int_equal(hol_nonlinear_beam_modes(&b, count, m), HOL_OK);
      size_t negative = 0, loads = 0;
      for (size_t k = 0; k < count; k++) {
        negative += m[k].omega2 < 0;
        for (int end = 0; end < 2; end++) {
          double x = end * b.length, scale = sqrt(1 / (b.line_mass * b.length));
          assert_near(hol_line_mode_at(&line, &m[k], x, 0), 0, 1e-8 * scale);
          int order = b.end[end] == HOL_END_CLAMPED ? 1 : 2;
          assert_near(hol_line_mode_at(&line, &m[k], x, order) * pow(b.length / (K + 3), order), 0, 1e-7 * scale);
        }
      }
      for (double x = 0.001; x < K; x += 0.0007) { /* sign changes of the buckling equation below K */
        double y = x + 0.0007;
        const double f[2] = {clamped == 0   ? sin(x)
                             : clamped == 1 ? sin(x) - x * cos(x)
                                            : 2 - 2 * cos(x) - x * sin(x),
                             clamped == 0   ? sin(y)
                             : clamped == 1 ? sin(y) - y * cos(y)
                                            : 2 - 2 * cos(y) - y * sin(y)};
        loads += y < K && (f[0] < 0) != (f[1] < 0);
      }
      assert_int_equal(negative, loads);
      for (size_t i = 0; i < count * count; i++) {
        const hol_line_mode *p = &m[i / count], *q = &m[i % count];
        double mass = 0, energy = 0;
        for (size_t s = 0; s <= n; s++) {
          double x = b.length * (double)s / (double)n, weight = s == 0 || s == n ? 1 : s % 2 ? 4 : 2;
          mass += weight * b.line_mass * hol_line_mode_at(&line, p, x, 0) * hol_line_mode_at(&line, q, x, 0);
          energy += weight * b.EI * hol_line_mode_at(&line, p, x, 2) * hol_line_mode_at(&line, q, x, 2);
          energy += weight * b.tension * hol_line_mode_at(&line, p, x, 1) * hol_line_mode_at(&line, q, x, 1);
        }
        double h = b.length / (3 * (double)n);
        assert_near(mass * h, i / count == i % count, 1e-7);
        assert_near(energy * h, i / count == i % count ? p->omega2 : 0, 1e-7 * (fabs(p->omega2) + fabs(q->omega2)));
      }
    }
  }
}

/** Second approximation of §4 and its generalisation, at every frequency: the stretch s of modes (4.2) in line with the
 *  quasistatic rest needs Λ = s/(1/c + Σ 1/(M (p_j² − Ω²))), 1/c = l/ES − Σ 1/(M p_j²). */
static void test_straightened_bar_is_that_of_the_book(void **state)
{
  (void)state;
  hol_nonlinear_beam b = strip(0, 0);
  b.inertia = HOL_AXIAL_STRAIGHTENED;
  for (size_t n = 1; n <= 5; n++) {
    hol_nonlinear_model m = {0};
    assert_int_equal(hol_nonlinear_from_beam(&b, 2, n, &m), HOL_OK);
    double M = b.line_mass * b.length / 2, first = M_PI / (2 * b.length) * sqrt(b.EA / b.line_mass);
    assert_close(m.stiffness, b.EA / b.length, 1e-15);
    for (double W = 0.01 * first; W < 9 * first; W *= 1.37) {
      double compliance = b.length / b.EA, force = m.stiffness;
      for (size_t j = 0; j < n; j++) {
        double p = (2 * (double)j + 1) * first;
        compliance += 1 / (M * (p * p - W * W)) - 1 / (M * p * p);
      }
      for (size_t r = 0; r < n; r++) {
        double part = m.form[4 * r] / m.S[0];
        assert_close(m.form[4 * r + 3], part * m.S[3], 1e-13);
        assert_true(m.form[4 * r + 1] == 0);
        force += part * part * creal(hol_bar_respond(&m, r, true, hol_complex(0, W)).pull);
      }
      assert_close(1 / force, compliance, 1e-10);
    }
    hol_nonlinear_model_clear(&m);
  }
}

/** The forms of the held bar by Simpson's rule. */
static void test_forms_of_the_held_bar_equal_quadrature(void **state)
{
  (void)state;
  for (int ends = 0; ends < 3; ends++) {
    const hol_nonlinear_beam b = strip((size_t)ends, 0.7);
    hol_nonlinear_model m = {0};
    assert_int_equal(hol_nonlinear_from_beam(&b, 4, 9, &m), HOL_OK);
    for (size_t r = 0; r < 9; r++) {
      double wave = (double)(r + 1) * M_PI / b.length;
      assert_close(m.omega2[4 + r], wave * wave * b.EA / b.line_mass, 1e-14);
      assert_close(m.mass[4 + r], b.line_mass * b.length / 2, 1e-15);
      for (size_t k = 0; k < 16; k++) {
        size_t n = 4000;
        double sum = 0;
        for (size_t i = 0; i <= n; i++) {
          double x = b.length * (double)i / (double)n, weight = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;
          double slope = m.shape_scale[k / 4] * hol_line_mode_at(&m.line, &m.shape[k / 4], x, 1);
          double other = m.shape_scale[k % 4] * hol_line_mode_at(&m.line, &m.shape[k % 4], x, 1);
          sum += weight * slope * other * cos(wave * x) * b.length / (3 * (double)n);
        }
        assert_within(m.form[16 * r + k], -2 / ((double)(r + 1) * M_PI) * sum, 1e-9, 1e-9 * m.S[15]);
      }
    }
    hol_nonlinear_model_clear(&m);
  }
}

/** One pinned mode, q = a cos νt with 2ν far below the axial frequencies: inertia takes from the stiffness of the
 *  stretch 4ν² times the mass of the axial motion, m l/(2 (2π)²)·2 of the held and m l/3 of the straightened bar with
 *  all modes. */
static void test_inertia_of_held_and_straightened_bar(void **state)
{
  (void)state;
  hol_nonlinear_beam b = strip(0, 0);
  double omega = pow(M_PI / b.length, 2) * sqrt(b.EI / b.line_mass), total = b.line_mass * b.length;
  const double mass[2] = {total / (8 * M_PI * M_PI), total / 3};
  for (int i = 0; i < 2; i++) {
    hol_nonlinear_model m = {0};
    double pull = 0;
    b.inertia = i == 0 ? HOL_AXIAL_HELD : HOL_AXIAL_STRAIGHTENED;
    assert_int_equal(hol_nonlinear_from_beam(&b, 1, 100, &m), HOL_OK);
    for (size_t r = 0; r < 100; r++) {
      pull += m.form[r] * m.form[r] / (m.S[0] * m.S[0]) *
              creal(hol_bar_respond(&m, r, true, hol_complex(0, 2 * omega)).pull);
    }
    assert_close(pull, -4 * omega * omega * mass[i], i == 0 ? 1e-4 : 0.005);
    hol_nonlinear_model_clear(&m);
  }
}

/** ∫X_k′X_j′dx and ∫X dx by Simpson's rule. */
static void test_integrals_equal_quadrature(void **state)
{
  (void)state;
  for (size_t e = 0; e < 4; e++) {
    for (int t = -1; t < 3; t++) {
      hol_nonlinear_beam b = strip(e, 0);
      b.tension = 0.7 * t * hol_nonlinear_buckling_load(&b);
      hol_nonlinear_model m = {0};
      assert_int_equal(hol_nonlinear_from_beam(&b, 4, 0, &m), HOL_OK);
      hol_nonlinear_add_distributed_force(&m, 3);
      hol_nonlinear_add_support_motion(&m, 0.01);
      int n = 2000;
      double s[16] = {0}, mean[4] = {0};
      for (int i = 0; i <= n; i++) {
        double x = b.length * i / n, w = (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * b.length / n / 3;
        for (size_t k = 0; k < 4; k++) {
          double slope = m.shape_scale[k] * hol_line_mode_at(&m.line, &m.shape[k], x, 1);
          mean[k] += w * hol_nonlinear_shape_at(&m, k, x);
          for (size_t j = 0; j < 4; j++) {
            s[4 * k + j] += w * slope * m.shape_scale[j] * hol_line_mode_at(&m.line, &m.shape[j], x, 1);
          }
        }
      }
      assert_all_close(m.S, s, 16, 1e-8, 1e-8);
      for (size_t k = 0; k < 4; k++) {
        assert_within(m.force[k], 3 * mean[k], 1e-9, 1e-9);
        assert_within(m.force_nu2[k], b.line_mass * 0.01 * mean[k], 1e-9, 1e-11);
      }
      hol_nonlinear_model_clear(&m);
    }
  }
}

static void test_shapes_have_largest_displacement_one(void **state)
{
  (void)state;
  for (size_t e = 0; e < 4; e++) {
    const hol_nonlinear_beam b = strip(e, 500);
    hol_nonlinear_model m = {0};
    assert_int_equal(hol_nonlinear_from_beam(&b, 6, 0, &m), HOL_OK);
    for (size_t k = 0; k < 6; k++) {
      double largest = 0;
      for (int i = 0; i <= 20000; i++) {
        largest = fmax(largest, fabs(hol_nonlinear_shape_at(&m, k, b.length * i / 20000)));
      }
      assert_close(largest, 1, 1e-6);
      assert_true(largest <= 1 + 1e-14);
    }
    hol_nonlinear_model_clear(&m);
  }
}

static void test_force_at_a_node_excites_nothing(void **state)
{
  (void)state;
  for (size_t e = 0; e < 4; e += 3) {
    const hol_nonlinear_beam b = strip(e, 100);
    hol_nonlinear_model m = {0};
    assert_int_equal(hol_nonlinear_from_beam(&b, 4, 0, &m), HOL_OK);
    hol_nonlinear_add_point_force(&m, b.length / 2, 7);
    hol_nonlinear_add_distributed_force(&m, 7);
    assert_true(m.force[1] == 0);
    assert_true(m.force[3] == 0);
    assert_true(m.force[0] != 0);
    assert_true(m.S[1] == 0);
    assert_true(m.S[3] == 0);
    assert_true((m.S[2] != 0) == (e == 3));
    hol_nonlinear_model_clear(&m);
  }
}

static void test_buckling_changes_the_sign_and_impossible_beams_are_refused(void **state)
{
  (void)state;
  hol_line_mode mode[1];
  for (size_t e = 0; e < 4; e++) {
    hol_nonlinear_beam b = strip(e, 0);
    double load = hol_nonlinear_buckling_load(&b);
    b.tension = -load;
    hol_status status = hol_nonlinear_beam_modes(&b, 1, mode); /* at the load itself rounding decides */
    assert_true(status == HOL_INVALID || fabs(mode[0].omega2) < 100);
    b.tension = -1.2 * load;
    assert_int_equal(hol_nonlinear_beam_modes(&b, 1, mode), HOL_OK);
    assert_true(mode[0].omega2 < -1);
    b.tension = -(1 - 1e-9) * load;
    assert_int_equal(hol_nonlinear_beam_modes(&b, 1, mode), HOL_OK);
    assert_true(mode[0].omega2 > 0);
    assert_true(mode[0].omega2 < 1);
  }
  hol_nonlinear_model m = {0};
  hol_nonlinear_beam wrong = strip(0, 0);
  wrong.end[1] = HOL_END_FREE;
  assert_int_equal(hol_nonlinear_from_beam(&wrong, 1, 0, &m), HOL_INVALID);
  wrong = strip(0, 0);
  wrong.EA = 0;
  assert_int_equal(hol_nonlinear_from_beam(&wrong, 1, 0, &m), HOL_INVALID);
  wrong = strip(0, (double)NAN);
  assert_int_equal(hol_nonlinear_from_beam(&wrong, 1, 0, &m), HOL_INVALID);
  wrong = strip(0, 0);
  assert_int_equal(hol_nonlinear_from_beam(&wrong, 0, 0, &m), HOL_INVALID);
  hol_nonlinear_model_clear(&m);
  hol_nonlinear_model_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_modes_without_tension_are_own_modes_of_the_line),
      cmocka_unit_test(test_modes_under_tension_have_their_properties),
      cmocka_unit_test(test_tension_of_pinned_beam_is_closed_form),
      cmocka_unit_test(test_pinned_model_is_that_of_the_book),
      cmocka_unit_test(test_modes_beyond_buckling),
      cmocka_unit_test(test_straightened_bar_is_that_of_the_book),
      cmocka_unit_test(test_forms_of_the_held_bar_equal_quadrature),
      cmocka_unit_test(test_inertia_of_held_and_straightened_bar),
      cmocka_unit_test(test_integrals_equal_quadrature),
      cmocka_unit_test(test_shapes_have_largest_displacement_one),
      cmocka_unit_test(test_force_at_a_node_excites_nothing),
      cmocka_unit_test(test_buckling_changes_the_sign_and_impossible_beams_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
