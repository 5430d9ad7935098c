/* SPDX-License-Identifier: BSD-3-Clause */
/* Motions that cannot begin, or end before their time: what is said, and where. Faults of the start that are the
   file's are in tests/wrong_structures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

#include "holonome/holonome.h"
#include "motion/analysis.h"
#include "motion/run.h"

#include <math.h>

static void run(const char *text, reading *r, hol_motion_result *result)
{
  *r = (reading){0};
  *result = (hol_motion_result){0};
  assert_true(reading_of(text, r));
  const hol_motion_wanted *wanted = hol_motion_asked(&r->problem);
  assert_non_null(wanted);
  assert_int_equal(hol_motion_run(&wanted->system, &wanted->request, (hol_watch){0}, result, &r->faults),
                   HOL_INCOMPLETE);
  assert_false(result->complete);
  assert_non_null(result->stop_reason);
}

/** No motion at all; no constraint is free of a reaction that was never found. */
static void check_stop_at_start(const char *text, const char *reason)
{
  reading r;
  hol_motion_result result;
  run(text, &r, &result);
  assert_true(fabs(result.stopped_at) <= 0);
  assert_string_equal(result.stop_reason, reason);
  for (size_t i = 0; i < result.system->constraints; i++) {
    assert_false(result.row[i].is_free);
  }
  hol_motion_result_clear(&result);
  reading_clear(&r);
}

/* Painleve 1895: for mu = 2 at a = 1 friction turns the rod into the ground, whatever the sign of the reaction. */
static void test_painleve_a_rod_that_slides_with_much_friction(void **state)
{
  (void)state;
  check_stop_at_start("parameters: {m: 1, l: 1, g: 9.81, mu: 2, th: 1}\n"
                      "motion:\n"
                      "  coordinates:\n"
                      "    x: {start: 0, speed: -5}\n"
                      "    y: {start: l*sin(th), speed: l*cos(th)*2}\n"
                      "    a: {start: th, speed: 2}\n"
                      "  kinetic: m/2*(x'^2 + y'^2) + m*l^2/6*a'^2\n"
                      "  potential: m*g*y\n"
                      "  constraints: {tip: y - l*sin(a) = 0}\n"
                      "  friction: [{name: tip, at: tip, slip: x' + l*sin(a)*a', dynamic: mu}]\n"
                      "analysis: {motion: {to: 1}}\n",
                      "no normal reaction agrees with the friction of `tip` (Painleve's paradox)");
}

static void test_friction_on_a_reaction_that_is_not_unique(void **state)
{
  (void)state;
  check_stop_at_start("motion:\n"
                      "  coordinates: {x: {start: 0, speed: 1}, y: {start: 0}}\n"
                      "  kinetic: (x'^2 + y'^2)/2\n"
                      "  potential: 9.81*y\n"
                      "  constraints: {floor: y = 0, ground: 2*y = 0}\n"
                      "  friction: [{name: sole, at: floor, slip: x', dynamic: 0.3}]\n"
                      "analysis: {motion: {to: 1}}\n",
                      "friction `sole` is not determined: the reaction of constraint `floor` is not unique");
}

static void test_forces_that_cannot_unload_all_constraints(void **state)
{
  (void)state;
  check_stop_at_start("parameters: {m: 1, l: 1, g: 9.81}\n"
                      "motion:\n"
                      "  coordinates: {x1: {start: 0}, y1: {start: -l}, x2: {start: l}, y2: {start: -l}}\n"
                      "  kinetic: m/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2)\n"
                      "  potential: m*g*(y1 + y2)\n"
                      "  constraints: {upper: x1^2 + y1^2 = l^2, lower: (x2 - x1)^2 + (y2 - y1)^2 = l^2}\n"
                      "analysis: {motion: {to: 1, free_by: [x2, y2]}}\n",
                      "constraints `upper`, `lower` cannot all be unloaded by forces on `x2`, `y2`: 1 of the residual "
                      "force is left");
}

/* By the principle of Gauss the speed on a circle is w0/cn(w0 t | 1/2), infinite at K(1/2)/w0 = 1.8540746773013719. */
static void test_a_speed_that_grows_beyond_all_bounds(void **state)
{
  (void)state;
  reading r;
  hol_motion_result result;
  run("motion:\n"
      "  coordinates: {x: {start: 1}, y: {start: 0, speed: 1}}\n"
      "  kinetic: (x'^2 + y'^2)/2\n"
      "  principle: gauss\n"
      "  program: {circle: {equation: x*x''' + y*y''' + 3*(x'*x'' + y'*y'') = 0, start: [-1, 0]}}\n"
      "analysis: {motion: {to: 3, points: 4}}\n",
      &r, &result);
  assert_true(fabs(result.stopped_at - 1.8540746773013719) < 1e-6);
  hol_motion_result_clear(&result);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_painleve_a_rod_that_slides_with_much_friction),
      cmocka_unit_test(test_friction_on_a_reaction_that_is_not_unique),
      cmocka_unit_test(test_forces_that_cannot_unload_all_constraints),
      cmocka_unit_test(test_a_speed_that_grows_beyond_all_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
