/* SPDX-License-Identifier: BSD-3-Clause */
/* Manoeuvres of structures: participations by reactions against effective masses, the bound of all other modes,
   supports that stay, forces, damping, as a file asks for them. */
#include "close.h"
#include "reading.h"

#include "manoeuvre/manoeuvre.h"
#include "problem/grammar.h"

#include <stdio.h>

/** Evenly from 0 to 1, always the same. */
static double draw(unsigned *state)
{
  *state = *state * 1664525U + 1013904223U;
  return (*state >> 8) / 16777216.0;
}

static hol_status run(const char *text, reading *r, hol_manoeuvre *m)
{
  hol_faults faults = {0};
  assert_true(reading_of(text, r));
  hol_status status = hol_manoeuvre_run(&r->problem, (hol_solve_options){.comm = NULL}, m, &faults);
  hol_faults_clear(&faults);
  return status;
}

static void participations_are_those_of_effective_masses(void **state)
{
  (void)state;
  enum { STRUCTURES = 16 };
  unsigned seed = 7;
  for (size_t i = 0; i < STRUCTURES; i++) {
    char text[1000];
    double length = 0.5 + draw(&seed), out = 0.3 + draw(&seed), mass = 3 * draw(&seed), tip = 2 * draw(&seed);
    double angle = 1.5 * draw(&seed), x = length * cos(angle), y = length * sin(angle);
    (void)snprintf(text, sizeof text,
                   "parts: {a: {kind: beam, from: [0.4, 0.3], to: [%.17g, %.17g], EI: 1, EA: 300, line_mass: 1},\n"
                   "  b: {kind: beam, from: [%.17g, %.17g], to: [%.17g, %.17g], EI: 2, EA: 300, line_mass: 0.5},\n"
                   "  c: {kind: body, at: [%.17g, %.17g], mass: %.17g, inertia: 0.01},\n"
                   "  d: {kind: body, at: [%.17g, %.17g], mass: %.17g}}\n"
                   "joints: [{name: hub, fix: a.start}, {weld: [a.end, b.start, c]}, {weld: [b.end, d]}]\n"
                   "analysis: {manoeuvre: {hub: {joint: hub, %s}, by: 1, in: %.17g, quiet: %d, smooth: %d}}\n",
                   0.4 + x, 0.3 + y, 0.4 + x, 0.3 + y, 0.4 + x + out, 0.3 + y, 0.4 + x, 0.3 + y, mass, 0.4 + x + out,
                   0.3 + y, tip, i % 2 == 0 ? "rotation: z" : "direction: [0.6, 0.8]", 2 + 10 * draw(&seed),
                   1 + (int)(4 * draw(&seed)), (int)(i % 4));
    reading r = {0};
    hol_manoeuvre m = {.problem = NULL};
    assert_int_equal(run(text, &r, &m), HOL_OK);
    double energy = 0, sum = 0;
    for (size_t k = 0; k < m.modes; k++) {
      double g = m.mode[k].participation;
      assert_within(fabs(g), fabs(m.result.mode[k].participation[0]), 1e-10, 1e-12 * sqrt(m.moving_mass));
      energy += k < m.quiet ? 0 : pow(g * m.mode[k].rest, 2) / 2;
      sum += g * g;
    }
    assert_true(sum <= m.moving_mass * (1 + 1e-12));
    assert_true(energy <= m.rest_energy);
    reading_clear(&r);
    hol_manoeuvre_clear(&m);
  }
}

/** A beam on two pins, of which one moves: √2/kπ. */
static void other_supports_may_stay(void **state)
{
  (void)state;
  reading r = {0};
  hol_manoeuvre m = {.problem = NULL};
  assert_int_equal(run("freedoms: [uy, rz]\n"
                       "parts: {beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}}\n"
                       "joints: [{name: a, pin: beam.start}, {pin: beam.end}]\n"
                       "analysis: {manoeuvre: {hub: {joint: a, direction: y}, by: 1, in: 1, quiet: 3}}\n",
                       &r, &m),
                   HOL_OK);
  for (size_t k = 0; k < m.modes; k++) {
    assert_close(fabs(m.mode[k].participation), sqrt(2) / ((double)(k + 1) * M_PI), 1e-12);
  }
  assert_true(isnan(m.moving_mass) && isnan(m.rest_energy));
  reading_clear(&r);
  hol_manoeuvre_clear(&m);
}

/** Two masses on a spring, 2 kg under the force, 1 kg behind it: ω² = k (1/2 + 1/1), G² = 1·3/2. */
static void forces_move_what_is_loose(void **state)
{
  (void)state;
  reading r = {0};
  hol_manoeuvre m = {.problem = NULL};
  assert_int_equal(run("freedoms: [ux]\n"
                       "parts: {a: {kind: body, at: [0, 0], mass: 2}, b: {kind: body, at: [0, 0], mass: 1}}\n"
                       "joints: [{spring: [a, b], direction: x, stiffness: 6}]\n"
                       "analysis: {manoeuvre: {hub: {point: a, direction: x}, by: 1, in: 5, quiet: 1,\n"
                       "                       damping_ratio: 1 %}}\n",
                       &r, &m),
                   HOL_OK);
  assert_int_equal(m.modes, 1);
  assert_close(m.mode[0].omega, 3, 1e-12);
  assert_close(m.force_mass, 3, 1e-12);
  assert_close(fabs(m.mode[0].participation), sqrt(1.5), 1e-12);
  assert_close(creal(m.mode[0].pole), -0.03, 1e-12);
  assert_near(m.mode[0].rest, 0, 1e-14);
  reading_clear(&r);
  hol_manoeuvre_clear(&m);
}

static void tables_follow_their_lines(void **state)
{
  (void)state;
  reading r = {0};
  hol_manoeuvre m = {.problem = NULL};
  assert_int_equal(run("analysis:\n"
                       "  manoeuvre: {frequencies: [1, 1.8], participation: [1, 1], by: 2, in: 9, sampled: 0.5}\n",
                       &r, &m),
                   HOL_OK);
  assert_int_equal(m.rows, 19);
  assert_close(m.table[2 * m.rows - 1], 2, 1e-13);
  assert_near(m.table[3 * m.rows - 1], 0, 1e-14);
  reading_clear(&r);
  hol_manoeuvre_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(participations_are_those_of_effective_masses),
      cmocka_unit_test(other_supports_may_stay),
      cmocka_unit_test(forces_move_what_is_loose),
      cmocka_unit_test(tables_follow_their_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
