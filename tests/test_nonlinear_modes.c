/* SPDX-License-Identifier: BSD-3-Clause */
/* Several modes: the 1:3 internal resonance of a clamped-pinned beam through its branch points, motion in time, and the
 * convergence of the first resonance with the numbers of modes. */
#include "nonlinear_fixture.h"

#include "base/dense.h"
#include "nonlinear/curve.h"
#include "nonlinear/time.h"

#include <string.h>

/** The tension at which ω₂ = 3ω₁; without it the ratio is 3.24. */
static hol_nonlinear_beam tuned_beam(void)
{
  hol_nonlinear_beam b = {.length = 1, .EA = 1e6, .EI = 1, .line_mass = 1, .end = {HOL_END_CLAMPED, HOL_END_PINNED}};
  double low = 0, high = 100;
  for (int i = 0; i < 60; i++) {
    hol_line_mode mode[2];
    b.tension = (low + high) / 2;
    assert_int_equal(hol_nonlinear_beam_modes(&b, 2, mode), HOL_OK);
    *(mode[1].omega2 > 9 * mode[0].omega2 ? &low : &high) = b.tension;
  }
  return b;
}

static hol_nonlinear_curve trace(const hol_nonlinear_model *m, hol_nonlinear_options o)
{
  hol_nonlinear_curve curve = {0};
  assert_int_equal(hol_nonlinear_trace(m, &o, &curve), HOL_OK);
  return curve;
}

/** Displacements and velocities at t = 0. */
static void state_of(const hol_nonlinear_branch *b, const double *c, double nu, double *y)
{
  size_t n = b->coordinates, block = b->unknowns / n;
  for (size_t i = 0; i < n; i++) {
    y[i] = hol_nonlinear_motion(b, c, i, 0);
    y[n + i] = 0;
    for (size_t h = 1; 2 * h < block; h++) {
      y[n + i] += (double)h * nu / (double)b->period * c[i * block + 2 * h];
    }
  }
}

/** A motion disturbed by a thousandth comes back as fast as its largest multiplier says. */
static void check_attracts(const hol_nonlinear_model *m, const hol_nonlinear_branch *b, size_t at, double tolerance)
{
  size_t n = b->coordinates;
  double nu = b->nu[at], T = 2 * M_PI * (double)b->period / nu;
  double periods = ceil(log(1e-4 * tolerance) / log(b->multiplier[at]));
  double start[8], y[8], size = 0;
  state_of(b, b->coefficient + at * b->unknowns, nu, start);
  for (size_t i = 0; i < 2 * n; i++) {
    y[i] = 1.001 * start[i];
    size = fmax(size, i < n ? fabs(start[i]) : fabs(start[i]) / nu);
  }
  assert_int_equal(hol_nonlinear_integrate(m, nu, 0, periods * T, 1e-11, y), HOL_OK);
  for (size_t i = 0; i < 2 * n; i++) {
    assert_near(y[i], start[i], tolerance * size * (i < n ? 1 : nu));
  }
}

/** The multiplier nearest to 1 of a motion, by its variations in time. */
static double nearest_to_one(const hol_nonlinear_model *m, const hol_nonlinear_branch *b, const double *c, double nu)
{
  size_t n = 2 * b->coordinates;
  double y[4 * 5] = {0}, re[4], im[4], nearest = (double)INFINITY;
  state_of(b, c, nu, y);
  for (size_t k = 0; k < n; k++) {
    y[n + k * n + k] = 1;
  }
  hol_clock clock;
  assert_int_equal(hol_clock_start(&clock, m, nu, 1e-12, true), HOL_OK);
  assert_int_equal(hol_clock_run(&clock, 0, 2 * M_PI / nu, y), HOL_OK);
  assert_int_equal(hol_dense_eigenvalues(n, y + n, re, im), HOL_OK);
  for (size_t k = 0; k < n; k++) {
    nearest = fmin(nearest, hypot(re[k] - 1, im[k]));
  }
  hol_clock_clear(&clock);
  return nearest;
}

static void test_internal_resonance_is_followed_through_its_branch_points(void **state)
{
  (void)state;
  const hol_nonlinear_beam beam = tuned_beam();
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&beam, 2, 0, &m), HOL_OK);
  double omega = sqrt(m.omega2[0]);
  assert_close(sqrt(m.omega2[1]), 3 * omega, 1e-12);
  hol_nonlinear_add_point_force(&m, 0.4, 1);
  m.viscous = 0.5;
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.6 * omega, .to = 1.8 * omega, .harmonics = 27});
  assert_true(c.complete);
  assert_int_equal(c.branches, 2);
  const hol_nonlinear_branch *main_branch = &c.branch[0], *side = &c.branch[1];
  assert_int_equal(side->parent, 0);
  assert_int_equal(side->images, 1); /* the mirror image */
  assert_int_equal(side->end[0], HOL_BRANCH_ENDS_AT_BRANCH);
  assert_int_equal(side->end[1], HOL_BRANCH_ENDS_AT_BRANCH);
  double at[2] = {0};
  size_t count = 0;
  for (size_t i = 0; i < main_branch->events; i++) {
    const hol_nonlinear_event *e = &main_branch->event[i];
    if (e->kind == HOL_EVENT_BRANCH || e->kind == HOL_EVENT_FOLD) {
      double tolerance = e->kind == HOL_EVENT_BRANCH ? 1e-10 : 1e-5; /* as 27 harmonics have it */
      assert_near(nearest_to_one(&m, main_branch, e->coefficient, e->nu), 0, tolerance);
    }
    if (e->kind == HOL_EVENT_BRANCH && count < 2) {
      at[count++] = e->nu;
      double q1 = hol_nonlinear_amplitude(main_branch, e->coefficient, 0);
      assert_true(hol_nonlinear_amplitude(main_branch, e->coefficient, 1) > 0.02 * q1); /* both modes move */
    }
  }
  assert_int_equal(count, 2);
  assert_near(side->nu[0], at[0], 1e-9 * omega);
  assert_near(side->nu[side->points - 1], at[1], 1e-9 * omega);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

static void test_stable_motions_of_two_modes_are_reached_in_time(void **state)
{
  (void)state;
  const hol_nonlinear_beam beam = tuned_beam();
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&beam, 2, 0, &m), HOL_OK);
  hol_nonlinear_add_point_force(&m, 0.4, 0.3);
  m.viscous = 2;
  m.eta = 0.02;
  m.cubic_loss = true;
  double omega = sqrt(m.omega2[0]);
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.9 * omega, .to = 1.3 * omega, .harmonics = 11});
  size_t checked = 0;
  for (size_t i = 0; i < c.branches; i++) {
    for (size_t k = 10; k < c.branch[i].points; k += 45) {
      if (c.branch[i].unstable[k] == 0 && c.branch[i].multiplier[k] < 0.97) {
        check_attracts(&m, &c.branch[i], k, 1e-6);
        checked++;
      }
    }
  }
  assert_true(checked >= 2);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** With a dynamic axial mode as well. */
static void test_motion_with_an_axial_mode_is_reached_in_time(void **state)
{
  (void)state;
  const hol_nonlinear_beam beam = {
      .length = 1, .EA = 2e3, .EI = 1, .line_mass = 1, .end = {HOL_END_PINNED, HOL_END_PINNED}};
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&beam, 1, 2, &m), HOL_OK); /* the first one does nothing */
  hol_nonlinear_add_distributed_force(&m, 1);
  m.viscous = 2;
  double omega = sqrt(m.omega2[0]);
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.9 * omega, .to = 1.2 * omega, .harmonics = 9});
  assert_true(c.complete);
  assert_int_equal(c.branch->unstable[0], 0);
  check_attracts(&m, c.branch, 0, 1e-7);
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

/** Where the first resonance jumps up and where it peaks, with n lateral and a axial modes. */
static void resonance(size_t n, size_t a, double *jump, double *peak)
{
  const hol_nonlinear_beam beam = {.length = 1,
                                   .EA = 4e4,
                                   .EI = 1,
                                   .line_mass = 1,
                                   .inertia = HOL_AXIAL_STRAIGHTENED,
                                   .end = {HOL_END_PINNED, HOL_END_CLAMPED}};
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&beam, n, a, &m), HOL_OK);
  hol_nonlinear_add_point_force(&m, 0.3, 0.03);
  m.viscous = 0.6;
  double omega = sqrt(m.omega2[0]);
  const hol_nonlinear_options o = {
      .from = 0.9 * omega, .to = 1.3 * omega, .harmonics = 3, .only_primary = true, .no_stability = true};
  hol_nonlinear_curve c = trace(&m, o);
  for (size_t i = 0; i < c.branch->events; i++) {
    const hol_nonlinear_event *e = &c.branch->event[i];
    *jump = e->kind == HOL_EVENT_FOLD && !e->is_maximum ? e->nu / omega : *jump;
    *peak = e->kind == HOL_EVENT_PEAK && e->is_maximum ? e->nu / omega : *peak;
  }
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

static void test_first_resonance_converges_with_the_numbers_of_modes(void **state)
{
  (void)state;
  double jump[5][3] = {{0}}, peak[5][3] = {{0}};
  for (size_t n = 0; n < 5; n++) {
    for (size_t a = 0; a < 3; a++) {
      resonance(n + 1, a, &jump[n][a], &peak[n][a]);
      assert_true(jump[n][a] > 1);
      assert_true(peak[n][a] > jump[n][a]);
    }
  }
  for (size_t a = 0; a < 3; a++) { /* lateral modes: by the second the peak is there to 1e-4, by the fourth to 3e-5 */
    assert_true(fabs(peak[0][a] - peak[4][a]) > 1e-3);
    assert_true(fabs(peak[1][a] - peak[4][a]) < 1e-4);
    assert_true(fabs(peak[3][a] - peak[4][a]) < 3e-5);
    assert_true(fabs(jump[3][a] - jump[4][a]) < 1e-5);
  }
  for (size_t n = 0; n < 5; n++) { /* axial modes: the second approximation is nearly the last */
    assert_true(fabs(jump[n][1] - jump[n][0]) > 3e-5);
    assert_true(fabs(jump[n][2] - jump[n][1]) < 1e-6);
  }
}

/** A force at the middle of a pinned beam moves the odd modes only - exactly - until the even one loses its
 *  stability. */
static void test_mode_that_nothing_excites_rests_exactly(void **state)
{
  (void)state;
  const hol_nonlinear_beam beam = {
      .length = 1, .EA = 1e6, .EI = 1, .line_mass = 1, .end = {HOL_END_PINNED, HOL_END_PINNED}};
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&beam, 3, 0, &m), HOL_OK);
  hol_nonlinear_add_point_force(&m, 0.5, 0.05);
  m.viscous = 1;
  double omega = sqrt(m.omega2[0]);
  hol_nonlinear_curve c = trace(&m, (hol_nonlinear_options){.from = 0.8 * omega, .to = 1.4 * omega, .harmonics = 5});
  const hol_nonlinear_branch *b = c.branch;
  size_t block = b->unknowns / 3;
  for (size_t k = 0; k < b->points; k++) {
    for (size_t i = 0; i < block; i++) {
      assert_true(b->coefficient[k * b->unknowns + block + i] == 0);
    }
    assert_true(hol_nonlinear_amplitude(b, b->coefficient + k * b->unknowns, 2) > 0);
  }
  hol_nonlinear_curve_clear(&c);
  hol_nonlinear_model_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_internal_resonance_is_followed_through_its_branch_points),
      cmocka_unit_test(test_stable_motions_of_two_modes_are_reached_in_time),
      cmocka_unit_test(test_motion_with_an_axial_mode_is_reached_in_time),
      cmocka_unit_test(test_first_resonance_converges_with_the_numbers_of_modes),
      cmocka_unit_test(test_mode_that_nothing_excites_rests_exactly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
