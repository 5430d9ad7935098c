/* SPDX-License-Identifier: BSD-3-Clause */
/* Systems in named coordinates as they are read: names, starts, orders, dimensions, numbers of formulas; what is asked
   for and expected. Faults are in tests/wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

#include "expression/dimension.h"
#include "holonome/holonome.h"
#include "motion/analysis.h"
#include "problem/again.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char analysis[] = "analysis: {motion: {to: 3}}\n";

/** Read a system, with `analysis` behind it. */
static const hol_motion_wanted *take(const char *text, const char *rest, reading *r)
{
  char all[4000];
  (void)snprintf(all, sizeof all, "%s%s", text, rest);
  *r = (reading){0};
  assert_true(reading_of(all, r));
  const hol_motion_wanted *wanted = hol_motion_asked(&r->problem);
  assert_non_null(wanted);
  assert_true(wanted->has_system);
  return wanted;
}

/** The value of a step where all state variables are those given, others 0. */
static double value_of(const hol_motion_system *s, hol_step step, const size_t *number, const double *value, size_t n)
{
  double *state = calloc(hol_motion_variables(s), sizeof *state);
  double *all = calloc(s->program.count + 1, sizeof *all);
  assert_non_null(state);
  assert_non_null(all);
  for (size_t i = 0; i < n; i++) {
    state[number[i]] = value[i];
  }
  hol_program_run_states(&s->program, state, all);
  double found = all[step];
  free(state);
  free(all);
  return found;
}

static void assert_close(double a, double b)
{
  if (!(fabs(a - b) <= 1e-14 * (fabs(a) + fabs(b)))) {
    fail_msg("%.17g is not %.17g", a, b);
  }
}

static void assert_dimension(hol_dimension d, int length, int mass, int time)
{
  assert_true(hol_dimension_equal(d, HOL_DIMENSION(length, mass, time)));
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

static const char everything[] =
    "parameters: {m: 2, g: 9.81, l: 1.5, mu: 0.3}\n"
    "motion:\n"
    "  coordinates: {x: {start: l, speed: n}, y: {start: -x/2, speed: x*0.2 - x'}, th: {start: 0.1}}\n"
    "  define: {a: th' + b, b: x'*cos(th), n: m*g}\n"
    "  kinetic: m/2*(x'^2 + y'^2) + a^2/2\n"
    "  potential: m*g*y\n"
    "  forces: {x: -x', th: \"min(t, 3)*Q\"}\n"
    "  work: {y: -mu*abs(reaction(wire))}\n"
    "  states: {Q: {start: x*2, rate: -Q^(1/3)}}\n"
    "  constraints:\n"
    "    wire: y = sin(x)\n"
    "    pull: {equation: \"th'' = -th'/2 + t\", by: {th: 1, x: cos(th)}, free: true}\n"
    "  friction: [{name: f, at: wire, slip: x', dynamic: mu/2}, {name: p, limit: n, slip: [x', y']}]\n"
    "  program: {w: {equation: \"x'''' + x'*y'' = 0\", by: {x: 2}, start: [3, l]}}\n"
    "  breaks: [2, 3]\n";

static void test_all_keys_are_read(void **state)
{
  (void)state;
  reading r;
  const hol_motion_system *s = &take(everything, analysis, &r)->system;
  assert_int_equal(s->coordinates, 3);
  assert_string_equal(s->coordinate[2].name, "th");
  assert_int_equal(s->coordinate[1].place.line, 3);
  assert_close(s->coordinate[0].start, 1.5);
  assert_close(s->coordinate[0].speed, 2 * 9.81);
  assert_close(s->coordinate[1].start, -0.75);
  assert_close(s->coordinate[1].speed, 0.3 - 2 * 9.81);
  assert_true(!(fabs(s->coordinate[2].speed) > 0));
  assert_int_equal(s->states, 1);
  assert_close(s->state[0].start, 3);
  assert_int_equal(s->constraints, 2);
  assert_int_equal(s->constraint[0].order, 0);
  assert_null(s->constraint[0].by);
  assert_int_equal(s->constraint[1].order, 2);
  assert_true(s->constraint[1].wants_free);
  assert_int_equal(s->constraint[1].by[1], 0);
  assert_int_equal(s->frictions, 2);
  assert_int_equal(s->friction[0].at, 0);
  assert_int_equal(s->friction[0].fixed, s->friction[0].sliding);
  assert_int_equal(s->friction[1].at, SIZE_MAX);
  assert_true(s->friction[1].limit && s->friction[1].slip[1] && !s->friction[0].slip[1]);
  assert_int_equal(s->controls, 1);
  assert_int_equal(s->control[0].order, 4);
  assert_int_equal(s->control[0].starts, 2);
  assert_close(s->control[0].start[1], 1.5);
  assert_int_equal(s->kinks, 2);
  assert_false(s->has_time_unit);
  reading_clear(&r);
}

/** Formulas are those of the text: by hand at a state. */
static void test_formulas_have_their_numbers(void **state)
{
  (void)state;
  reading r;
  const hol_motion_system *s = &take(everything, analysis, &r)->system;
  const size_t number[] = {hol_motion_time(),
                           hol_motion_variable(s, 0, 0),
                           hol_motion_variable(s, 0, 1),
                           hol_motion_variable(s, 0, 2),
                           hol_motion_variable(s, 1, 0),
                           hol_motion_variable(s, 1, 1),
                           hol_motion_variable(s, 1, 2),
                           hol_motion_variable(s, 2, 2),
                           hol_motion_auxiliary(s, 0),
                           hol_motion_reaction(s, 0)};
  enum { COUNT = sizeof number / sizeof *number };
  const double v[COUNT] = {2.5, 0.3, -0.7, 1.1, 0.9, -1.3, 0.6, 4.2, 0.064, -5};
  const double a = 0.6 + 0.9 * cos(1.1);
  assert_close(value_of(s, s->kinetic, number, v, COUNT), 0.9 * 0.9 + 1.3 * 1.3 + a * a / 2);
  assert_close(value_of(s, s->potential, number, v, COUNT), -0.7 * 2 * 9.81);
  assert_close(value_of(s, s->coordinate[0].force, number, v, COUNT), -0.9);
  assert_close(value_of(s, s->coordinate[2].force, number, v, COUNT), 2.5 * 0.064);
  assert_close(value_of(s, s->coordinate[1].work, number, v, COUNT), -1.5);
  assert_close(value_of(s, s->state[0].rate, number, v, COUNT), -0.4);
  assert_close(value_of(s, s->constraint[0].equation, number, v, COUNT), -0.7 - sin(0.3));
  assert_close(value_of(s, s->constraint[1].equation, number, v, COUNT), 4.2 + 0.3 - 2.5);
  assert_close(value_of(s, s->constraint[1].by[0], number, v, COUNT), cos(1.1));
  assert_close(value_of(s, s->friction[1].limit, number, v, COUNT), 2 * 9.81);
  assert_close(value_of(s, s->friction[1].slip[1], number, v, COUNT), -1.3);
  reading_clear(&r);
}

/** The order is that of the highest derivative on which an equation really depends. */
static void test_order_follows_from_dependence(void **state)
{
  static const struct {
    const char *equation;
    unsigned order;
  } row[] = {{"x = y", 0},
             {"x' - x' + y = 0", 0},
             {"0*x'' + x' = y", 1},
             {"x'*sin(x) = y'^2", 1},
             {"k*x'' + x' = 0", 1},
             {"x'' + y'' = 3", 2},
             {"x''*y' = y''*x'*x", 2},
             {"(x')^0*x = 1", 0},
             {"t*x + 2*y - 3 = t", 0}};
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char text[400];
    reading r;
    (void)snprintf(text, sizeof text,
                   "parameters: {k: 0}\nmotion:\n  coordinates: {x: {start: 1}, y: {start: 1}}\n"
                   "  kinetic: (x'^2 + y'^2)/2\n  constraints: {c: \"%s\"}\n",
                   row[i].equation);
    const hol_motion_system *s = &take(text, analysis, &r)->system;
    if (s->constraint[0].order != row[i].order) {
      fail_msg("%s: order %u", row[i].equation, s->constraint[0].order);
    }
    reading_clear(&r);
  }
}

/** Energies at most quadratic in speeds, in whatever form. */
static void test_quadratic_energies_are_accepted(void **state)
{
  static const char *const row[] = {
      "x'^2/2",         "(x' + y'*cos(x))^2/2 + x*y'", "x'*y' + exp(-x)*x'^2", "(x'^2)^1 + t*x'",
      "x'^2/(1 + x^2)", "sqrt(1 + x^2)*y'^2 + x"};
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char text[400];
    reading r;
    (void)snprintf(text, sizeof text, "motion:\n  coordinates: {x: {start: 1}, y: {start: 1}}\n  kinetic: \"%s\"\n",
                   row[i]);
    (void)take(text, analysis, &r);
    reading_clear(&r);
  }
}

/* ---- dimensions -------------------------------------------------------------------------------------------------- */

static void test_dimensions_of_a_system(void **state)
{
  (void)state;
  reading r;
  const hol_motion_system *s =
      &take("parameters: {m: 2 kg, g: 9.81 m/s^2, l: 1 m, R: 0.2 m}\n"
            "motion:\n"
            "  coordinates: {x: {start: 0 m}, y: {start: 0, speed: 2 m/s}, th: {start: 30 deg, speed: 1 rad/s},\n"
            "    z: {start: R*sin(th), speed: R*th'*cos(th)}, w: {start: 3, speed: y'/2}}\n"
            "  kinetic: m/2*(x'^2 + y'^2 + z'^2 + w'^2) + m*R^2*th'^2\n"
            "  potential: m*g*y\n"
            "  forces: {x: 3, th: 2 N m, y: \"-0*y'\"}\n"
            "  states: {Q: {start: 2 kg, rate: \"-Q/t/2\"}}\n"
            "  constraints: {a: x^2 + y^2 = l^2, b: \"x' = R*th'\", c: {equation: \"x = 1 m\", by: {th: R}}, \n"
            "    d: \"z'' = g\"}\n"
            "  friction: [{name: f, at: d, slip: th'*l, dynamic: 0.1}, {name: g, at: b, slip: th'*l, static: 0.1}]\n",
            "analysis: {motion: {to: 3, outputs: {v: \"sqrt(x'^2 + y'^2)\"}}}\n", &r)
           ->system;
  assert_true(s->has_time_unit);
  assert_dimension(s->coordinate[1].dimension, 1, 0, 0);
  assert_dimension(s->coordinate[2].dimension, 0, 0, 0);
  assert_dimension(s->coordinate[3].dimension, 1, 0, 0);
  assert_dimension(s->coordinate[4].dimension, 1, 0, 0); /* a bare start is SI where the speed has a unit */
  assert_dimension(s->state[0].dimension, 0, 1, 0);
  assert_dimension(s->constraint[0].multiplier, 0, 1, -2); /* N/m: of an area */
  assert_dimension(s->constraint[1].multiplier, 1, 1, -2); /* N: of a speed, by its gradient in speeds */
  assert_dimension(s->constraint[2].multiplier, 1, 1, -2); /* a moment R times it on th */
  assert_dimension(s->output[0].dimension, 1, 0, -1);
  reading_clear(&r);
}

/** Time is a bare number where everything is, else it is in seconds: also by a unit anywhere. */
static void test_time_has_a_unit_where_anything_has_one(void **state)
{
  static const struct {
    const char *start, *kinetic, *rest;
    bool has_unit;
  } row[] = {{"0", "x'^2/2", "analysis: {motion: {to: 3}}", false},
             {"30 deg", "k*x'^2", "analysis: {motion: {to: k}}", false},
             {"0 m", "m*x'^2", "analysis: {motion: {to: 3}}", true},
             {"0", "J*x'^2", "analysis: {motion: {to: 3 s}}", true},
             {"0", "J*x'^2", "analysis: {motion: {at: [3 s]}}", true},
             {"0", "J*x'^2", "analysis: {motion: {to: 3}}", true}};
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char text[400];
    reading r;
    (void)snprintf(
        text, sizeof text,
        "parameters: {k: 3, m: 2 kg, J: 2 kg m^2}\nmotion: {coordinates: {x: {start: %s}}, kinetic: \"%s\"}\n",
        row[i].start, row[i].kinetic);
    const hol_motion_wanted *wanted = take(text, row[i].rest, &r);
    assert_int_equal(wanted->system.has_time_unit, row[i].has_unit);
    assert_close(wanted->request.time[wanted->request.times - 1], 3);
    reading_clear(&r);
  }
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

/** Parameters are numbers in the system: with other values the file is read again. */
static void test_other_parameters_make_another_system(void **state)
{
  (void)state;
  char text[4000];
  hol_faults faults = {0};
  hol_problem problem = {0};
  (void)snprintf(text, sizeof text, "%s%s", everything, analysis);
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
  const size_t n[] = {hol_motion_variable(&hol_motion_asked(&problem)->system, 0, 1)};
  const double y[] = {0.5};
  for (int i = 0; i < 3; i++) { /* by the same parameter twice: not moved without reading */
    double m = 3 + i;
    assert_int_equal(hol_problem_set(&problem, "m", m, &faults), HOL_OK);
    const hol_motion_system *s = &hol_motion_asked(&problem)->system;
    assert_close(value_of(s, s->potential, n, y, 1), 0.5 * m * 9.81);
    assert_close(s->coordinate[0].speed, m * 9.81);
  }
  assert_int_equal(hol_problem_set(&problem, "l", 2, &faults), HOL_OK);
  assert_close(hol_motion_asked(&problem)->system.coordinate[1].start, -1);
  assert_close(hol_motion_asked(&problem)->system.control[0].start[1], 2);
  assert_int_equal(faults.count, 0);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
}

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

static void test_requests_are_read(void **state)
{
  static const char one[] = "motion: {coordinates: {x: {start: 1}, y: {start: 0}}, kinetic: x'^2/2 + y'^2}\n";
  (void)state;
  reading r;
  const hol_motion_request *q = &take(one, "analysis: {motion: {to: 3}}\n", &r)->request;
  assert_int_equal(q->times, 201);
  assert_true(!(fabs(q->time[0]) > 0));
  assert_close(q->time[67], 1.005);
  assert_close(q->time[200], 3);
  assert_close(q->accuracy, 1e-8);
  assert_false(q->assembles || q->is_stiff);
  assert_null(q->frees);
  reading_clear(&r);
  q = &take(one, "analysis: {motion: {at: [0, 0.5, 2], accuracy: 1e-6, assemble: true, stiff: true, free_by: [y]}}\n",
            &r)
           ->request;
  assert_int_equal(q->times, 3);
  assert_close(q->time[1], 0.5);
  assert_close(q->accuracy, 1e-6);
  assert_true(q->assembles && q->is_stiff);
  assert_true(q->frees[1] && !q->frees[0]);
  reading_clear(&r);
}

static void test_expectations_are_read(void **state)
{
  static const char *const quantity[] = {"x",        "x''",       "Q",          "v",       "energy", "reaction wire",
                                         "force th", "control w", "friction f", "event 12"};
  static const char last[] = "analysis: {motion: {to: 3, points: 4, outputs: {v: a}}}\nexpect:\n";
  (void)state;
  reading r;
  char text[2000];
  size_t used = (size_t)snprintf(text, sizeof text, "%s", last);
  for (size_t i = 0; i < 10; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "  - {motion: %s, %svalue: %zu%s}\n", quantity[i],
                             i == 9 ? "" : "at: 2, ", i, i % 2 ? ", within: 0.1" : ", rtol: 1e-3");
  }
  (void)take(everything, text, &r);
  assert_int_equal(r.problem.expect_count, 10);
  for (size_t i = 0; i < 10; i++) {
    const hol_expect *expect = &r.problem.expect[i];
    const hol_motion_expected *e = expect->wanted;
    assert_string_equal(e->quantity, quantity[i]);
    assert_true(i == 9 ? isnan(e->at) : !(fabs(e->at - 2) > 0));
    assert_true(!(fabs(e->value - (double)i) > 0));
    assert_true(i % 2 ? !(fabs(e->within - 0.1) > 0) : isnan(e->within));
    assert_close(expect->rtol, i % 2 ? 1e-9 : 1e-3);
  }
  reading_clear(&r);
}

/** Long chains of abbreviations, in the wrong order. */
static void test_abbreviations_in_any_order(void **state)
{
  enum { LINKS = 500, ROOM = 40 * LINKS };
  (void)state;
  char *text = calloc(1, ROOM);
  reading r = {0};
  assert_non_null(text);
  size_t used = (size_t)snprintf(text, ROOM, "motion:\n  coordinates: {x: {start: 1, speed: d0}}\n  define:\n");
  for (int i = 0; i < LINKS; i++) {
    used += (size_t)snprintf(text + used, ROOM - used, "    d%d: d%d + x\n", i, i + 1);
  }
  used += (size_t)snprintf(text + used, ROOM - used, "    d%d: x\n  kinetic: d0*x'^2\n%s", LINKS, analysis);
  assert_true(reading_of(text, &r));
  const hol_motion_system *s = &hol_motion_asked(&r.problem)->system;
  assert_close(s->coordinate[0].speed, LINKS + 1);
  const size_t number[] = {hol_motion_variable(s, 0, 0), hol_motion_variable(s, 1, 0)};
  const double value[] = {2, 3};
  assert_close(value_of(s, s->kinetic, number, value, 2), 18 * (LINKS + 1));
  reading_clear(&r);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_keys_are_read),
      cmocka_unit_test(test_formulas_have_their_numbers),
      cmocka_unit_test(test_order_follows_from_dependence),
      cmocka_unit_test(test_quadratic_energies_are_accepted),
      cmocka_unit_test(test_dimensions_of_a_system),
      cmocka_unit_test(test_time_has_a_unit_where_anything_has_one),
      cmocka_unit_test(test_other_parameters_make_another_system),
      cmocka_unit_test(test_requests_are_read),
      cmocka_unit_test(test_expectations_are_read),
      cmocka_unit_test(test_abbreviations_in_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
