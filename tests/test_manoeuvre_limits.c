/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans within limits: known problems, random ones against shapers and proved bounds; S-curves and shapers by
   themselves; without the plugin. The linker puts the function below in the place of dlopen(). */
#include "close.h"

#include "base/linear_program.h"
#include "manoeuvre/bounds.h"
#include "manoeuvre/limits.h"

#include <stdbool.h>
#include <string.h>

static bool is_plugin_hidden;

void *__real_dlopen(const char *file, int mode);
void *__wrap_dlopen(const char *file, int mode);

void *__wrap_dlopen(const char *file, int mode)
{
  return is_plugin_hidden && file && strstr(file, "clp") ? NULL : __real_dlopen(file, mode);
}

/** Under sanitizers plugins are not loaded. */
static void needs_plugin(hol_status status)
{
#ifdef HOLONOME_SANITIZED
  if (status == HOL_FILE) {
    skip();
  }
#endif
  assert_int_equal(status, HOL_OK);
}

/** Evenly from 0 to 1, always the same. */
static double draw(unsigned *state)
{
  *state = *state * 1664525U + 1013904223U;
  return (*state >> 8) / 16777216.0;
}

static const hol_plan_limits crane = {1, 0.3, 0.6}, boom = {0.4, 0.25, 0.8};
static const hol_quiet of_crane[] = {{.pole = 0}, {.pole = 0}};

static void set(hol_quiet *quiet, const double *omega, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    quiet[i] = (hol_quiet){.pole = hol_complex(0, omega[i])};
  }
}

static void keeps(const hol_plan *plan, const hol_plan_limits *l)
{
  for (int i = 0; i <= 4000; i++) {
    hol_plan_point p = hol_plan_at(plan, plan->in * i / 4000);
    assert_true(fabs(p.speed) <= l->speed * (1 + 1e-9));
    assert_true(fabs(p.acceleration) <= l->acceleration * (1 + 1e-9));
    assert_true(fabs(p.jerk) <= l->jerk * (1 + 1e-9));
  }
}

static void known_problems_take_the_time_of_a_linear_program(void **state)
{
  (void)state;
  hol_quiet quiet[2];
  hol_plan plan;
  double below = 0;
  memcpy(quiet, of_crane, sizeof quiet);
  set(quiet, (const double[]){0.9978476482836068, 8.1515673382985}, 2);
  hol_plan_request request = {.by = 10, .smooth = 1, .quiet = quiet, .quiets = 2};
  needs_plugin(hol_plan_make_within(&request, 19, &crane, &plan));
  assert_true(plan.in <= 15.25 * 1.002 && plan.in >= 14.827); /* 14.827 s with 200 free values of jerk */
  keeps(&plan, &crane);
  assert_int_equal(hol_limits_no_plan_below(&request, &crane, &below), HOL_OK);
  assert_close(below, 13 + 5.0 / 6, 1e-9);
  assert_int_equal(hol_limits_no_plan_below(&request, &(hol_plan_limits){HUGE_VAL, 0.3, HUGE_VAL}, &below), HOL_OK);
  assert_true(below <= 11.5910 && below >= 11.55); /* 11.5903 s, the least time of bounded acceleration */
  set(quiet, (const double[]){7.11116, 62.0929}, 2);
  request.by = 1.5707963267948966;
  needs_plugin(hol_plan_make_within(&request, 21, &boom, &plan));
  assert_true(plan.in <= 6.0);
  keeps(&plan, &boom);
}

/** |u| ≤ 1, by 1, ω = 1: 4.2819 s. */
static void one_motion_has_a_least_time(void **state)
{
  (void)state;
  const hol_quiet quiet = {.pole = hol_complex(0, 1)};
  const hol_plan_limits limits = {HUGE_VAL, 1, HUGE_VAL};
  const hol_plan_request request = {.by = 1, .quiet = &quiet, .quiets = 1};
  double below = 0;
  hol_plan plan;
  assert_int_equal(hol_limits_no_plan_below(&request, &limits, &below), HOL_OK);
  assert_true(below <= 4.2819 + 5e-5 && below >= 4.2815);
  needs_plugin(hol_plan_make_within(&request, 41, &limits, &plan));
  assert_true(plan.in >= below && plan.in < 4.32);
}

static void random_problems_end_and_keep_their_limits(void **state)
{
  (void)state;
  enum { PROBLEMS = 50 };
  unsigned seed = 39;
  size_t faster = 0;
  for (size_t k = 0; k < PROBLEMS; k++) {
    hol_quiet quiet[3];
    size_t count = 1 + (size_t)(3 * draw(&seed));
    double omega = 1, below = 0;
    for (size_t i = 0; i < count; i++) {
      quiet[i] = (hol_quiet){.pole = hol_complex(0, omega)};
      omega *= 1.3 + 3 * draw(&seed);
    }
    const hol_plan_limits limits = {pow(10, draw(&seed) - 0.5), pow(10, draw(&seed) - 0.5), pow(10, draw(&seed) - 0.2)};
    const hol_plan_request request = {.by = 1, .smooth = 1, .quiet = quiet, .quiets = count};
    hol_plan plan;
    hol_s_curve curve = hol_s_curve_of(1, &limits);
    needs_plugin(hol_plan_make_within(&request, 2 * count + 17, &limits, &plan));
    assert_int_equal(hol_limits_no_plan_below(&request, &limits, &below), HOL_OK);
    double zv = hol_s_curve_duration(&curve) + hol_shaper_duration(HOL_SHAPER_ZV, quiet, count);
    assert_true(below <= plan.in && below <= zv * (1 + 1e-12));
    keeps(&plan, &limits);
    for (size_t i = 0; i < count; i++) {
      assert_near(cabs(hol_plan_rest(&plan, quiet[i].pole)), 0, 1e-13);
    }
    faster += plan.in < zv ? 1 : 0;
  }
  print_message("faster than S-curve and ZV in %zu of %d\n", faster, PROBLEMS);
  assert_true(faster > PROBLEMS * 9 / 10);
}

static void damped_motions_and_double_zeros_rest_within_limits(void **state)
{
  (void)state;
  const hol_quiet quiet[] = {{.pole = hol_complex(-0.05, 1), .is_double = true}, {.pole = hol_complex(-0.1, 2.7)}};
  const hol_plan_request request = {.by = 10, .smooth = 1, .quiet = quiet, .quiets = 2};
  const hol_plan_limits limits = {1, 0.5, 1};
  hol_plan plan;
  needs_plugin(hol_plan_make_within(&request, 23, &limits, &plan));
  keeps(&plan, &limits);
  for (size_t i = 0; i < 2; i++) {
    assert_near(cabs(hol_plan_rest(&plan, quiet[i].pole)), 0, 1e-12);
  }
  assert_near(cabs(hol_plan_rest(&plan, quiet[0].pole * 1.001)), 0, 1e-4);
}

/* ---- S-curves and shapers ---------------------------------------------------------------------------------------- */

static void s_curves_have_the_rigid_time(void **state)
{
  (void)state;
  hol_s_curve curve = hol_s_curve_of(-10, &crane);
  assert_close(hol_s_curve_duration(&curve), 13 + 5.0 / 6, 1e-14);
  curve = hol_s_curve_of(1, &(hol_plan_limits){HUGE_VAL, 1, HUGE_VAL}); /* bang-bang */
  assert_close(hol_s_curve_duration(&curve), 2, 1e-14);
  curve = hol_s_curve_of(1, &(hol_plan_limits){10, HUGE_VAL, 32}); /* jerk alone: 4 (a/2J)^{1/3} */
  assert_close(hol_s_curve_duration(&curve), 1, 1e-14);
  curve = hol_s_curve_of(1, &(hol_plan_limits){10, 2, 8}); /* v²/2 + v/4 = 1 */
  assert_close(curve.travel, 1 / ((-0.25 + sqrt(0.0625 + 2))), 1e-14);
}

static void shapers_leave_what_they_should(void **state)
{
  (void)state;
  const hol_quiet quiet[] = {{.pole = hol_complex(0, 0.9978476482836068)}, {.pole = hol_complex(0, 8.1515673382985)}};
  hol_s_curve curve = hol_s_curve_of(10, &crane);
  double plain = hol_shaper_rest(&curve, HOL_SHAPER_NONE, quiet, 2, quiet[0].pole);
  assert_near(hol_shaper_rest(&curve, HOL_SHAPER_ZV, quiet, 2, quiet[0].pole), 0, 1e-14);
  assert_near(hol_shaper_rest(&curve, HOL_SHAPER_ZVD, quiet, 2, quiet[1].pole), 0, 1e-14);
  double ei = hol_shaper_rest(&curve, HOL_SHAPER_EI, quiet, 1, quiet[0].pole);
  assert_close(ei, 0.05 * plain, 1e-9);
  assert_close(hol_s_curve_duration(&curve) + hol_shaper_duration(HOL_SHAPER_ZV, quiet, 2), 17.3671, 1e-5);
  assert_close(hol_s_curve_duration(&curve) + hol_shaper_duration(HOL_SHAPER_ZVD, quiet, 2), 20.9009, 1e-5);
  const hol_quiet damped = {.pole = hol_complex(-0.1, 1)};
  assert_near(hol_shaper_rest(&curve, HOL_SHAPER_ZV, &damped, 1, damped.pole), 0, 1e-14);
  assert_near(hol_shaper_rest(&curve, HOL_SHAPER_ZVD, &damped, 1, damped.pole), 0, 1e-14);
}

/* ---- linear programs --------------------------------------------------------------------------------------------- */

static void linear_programs_say_what_they_cannot(void **state)
{
  (void)state;
  const double a[] = {1, 1, 1, -1}, cost[] = {-1, -1}, lower[] = {-HUGE_VAL, -HUGE_VAL}, upper[] = {4, 1};
  double x[2] = {0};
  needs_plugin(hol_linear_program(2, 2, a, cost, lower, upper, 100, x));
  assert_close(x[0] + x[1], 4, 1e-9);
  const double above[] = {5, -HUGE_VAL};
  assert_int_equal(hol_linear_program(2, 2, a, cost, above, upper, 100, x), HOL_INVALID);
  is_plugin_hidden = true;
  assert_int_equal(hol_linear_program(2, 2, a, cost, lower, upper, 100, x), HOL_FILE);
  is_plugin_hidden = false;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_problems_take_the_time_of_a_linear_program),
      cmocka_unit_test(one_motion_has_a_least_time),
      cmocka_unit_test(random_problems_end_and_keep_their_limits),
      cmocka_unit_test(damped_motions_and_double_zeros_rest_within_limits),
      cmocka_unit_test(s_curves_have_the_rigid_time),
      cmocka_unit_test(shapers_leave_what_they_should),
      cmocka_unit_test(linear_programs_say_what_they_cannot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
