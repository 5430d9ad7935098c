/* SPDX-License-Identifier: BSD-3-Clause */
/* Damping as it is read, and dashpots as rows of a structure. */
#include "reading.h"

#include "model/layout.h"
#include "parts/damping.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static void assert_near(double a, double b)
{
  assert_true(fabs(a - b) <= 1e-14 * fabs(b));
}

static void test_laws_of_parts_are_read(void **state)
{
  (void)state;
  static const char text[] =
      "freedoms: [uy, rz]\n"
      "parameters: {eta: 0.03}\n"
      "materials: {rubber: {E: 8 MPa, density: 1100 kg/m^3, loss_factor: 5*eta}}\n"
      "sections: {s: {shape: circle, diameter: 10 mm}}\n"
      "parts:\n"
      "  a: {kind: beam, from: [0, 0], to: [1, 0], material: rubber, section: s}\n"
      "  b: {kind: beam, from: [0, 1], to: [1, 1], material: rubber, section: s, loss_factor: eta,\n"
      "      rayleigh: {mass: 2 1/min, stiffness: 3 ms}, line_damping: 4 N s/mm^2}\n"
      "  c: {kind: body, at: [0, 2], mass: 1}\n"
      "analysis: {frequencies: {count: 1}}\n";
  reading r = {0};
  assert_true(reading_of(text, &r));
  hol_damping a = hol_part_damping(&r.problem.part[0]), b = hol_part_damping(&r.problem.part[1]),
              c = hol_part_damping(&r.problem.part[2]);
  assert_near(a.loss_factor, 0.15);
  assert_true(a.mass <= 0);
  assert_true(a.stiffness <= 0);
  assert_true(a.line <= 0);
  assert_true(hol_damping_is_any(a));
  assert_near(b.loss_factor, 0.03);
  assert_near(b.mass, 2.0 / 60);
  assert_near(b.stiffness, 3e-3);
  assert_near(b.line, 4e6);
  assert_false(hol_damping_is_any(c));
  assert_int_equal(hol_problem_set(&r.problem, "eta", 0.04, &r.faults), HOL_OK);
  assert_near(hol_part_damping(&r.problem.part[0]).loss_factor, 0.2);
  assert_near(hol_part_damping(&r.problem.part[1]).loss_factor, 0.04);
  reading_clear(&r);
}

/** Displacement and rotation of every station, the structure moving as one body about the origin: u = t + z × r. */
static void move_as_one(const hol_model *model, const double t[2], double turn, double *U)
{
  for (size_t i = 0; i < model->station_count; i++) {
    const hol_station *s = &model->station[i];
    U[s->column + model->slot[HOL_UX]] = t[0] - turn * s->at[1];
    U[s->column + model->slot[HOL_UY]] = t[1] + turn * s->at[0];
    U[s->column + model->slot[HOL_RZ]] = turn * model->scale;
  }
}

static void test_dashpots_measure_what_they_resist(void **state)
{
  (void)state;
  static const char text[] =
      "freedoms: [ux, uy, rz]\n"
      "parts:\n"
      "  a: {kind: beam, from: [0, 0], to: [2, 0], EI: 1, EA: 9, line_mass: 1}\n"
      "  b: {kind: body, at: [1, 3], mass: 1, inertia: 1}\n"
      "joints:\n"
      "  - {dashpot: a@0.5, direction: [3, 4], damping: 7 N s/m}\n"
      "  - {dashpot: {point: b, offset: [0, 2]}, freedom: ux, damping: 8 N s/m}\n"
      "  - {dashpot: [a.end, b], freedom: uy, damping: 9 N s/m}\n"
      "  - {dashpot: b, freedom: rz, damping: 10 N m s}\n"
      "  - {spring: a.start, freedom: uy, stiffness: 5 N/m, damping: 11 N s/m, loss_factor: 0.25}\n"
      "  - {spring: a.start, freedom: ux, stiffness: 5 N/m}\n"
      "  - {dashpot: a.end, direction: [1, 0], damping: 0 N s/m}\n"
      "analysis: {frequencies: {count: 1}}\n";
  static const double t[] = {0.3, -0.7}, turn = 0.2, damping[] = {7, 8, 9, 10, 11};
  reading r = {0};
  hol_model model = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_model_make(&r.problem, (hol_model_request){.exact = false}, &model, &r.faults), HOL_OK);
  assert_int_equal(model.dashpot_count, 5);
  assert_int_equal(model.spring_count, 2);
  double *U = calloc(model.columns, sizeof *U);
  assert_non_null(U);
  move_as_one(&model, t, turn, U);
  const double moved[] = {0.6 * t[0] + 0.8 * (t[1] + turn * 1), t[0] - turn * 5, turn * 2 - turn * 1, turn, t[1]};
  for (size_t i = 0; i < model.dashpot_count; i++) {
    assert_near(r.problem.joint[model.dashpot[i].joint].damping, damping[i]);
    assert_true(fabs(hol_sparse_dot(&model.dashpot[i].along.full, U) - moved[i]) < 1e-14);
    assert_true(model.dashpot[i].along.row.count > 0);
  }
  assert_near(r.problem.joint[model.spring[0].joint].loss_factor, 0.25);
  free(U);
  hol_model_clear(&model);
  reading_clear(&r);
}

static void test_what_dashpots_alone_resist_is_refused(void **state)
{
  (void)state;
  static const char text[] = "freedoms: [uy]\n"
                             "parts:\n"
                             "  a: {kind: body, at: [0, 0], mass: 1}\n"
                             "  b: {kind: body, at: [0, 1]}\n"
                             "joints:\n"
                             "  - {spring: a, freedom: uy, stiffness: 5 N/m}\n"
                             "  - {dashpot: [a, b], freedom: uy, damping: 1 N s/m}\n"
                             "analysis: {frequencies: {count: 1}}\n";
  reading r = {0};
  hol_model model = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_model_make(&r.problem, (hol_model_request){.exact = false}, &model, &r.faults), HOL_INVALID);
  assert_true(r.faults.count > 0);
  assert_non_null(strstr(r.faults.item[r.faults.count - 1].message, "neither stiffness nor mass"));
  hol_model_clear(&model);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_laws_of_parts_are_read),
      cmocka_unit_test(test_dashpots_measure_what_they_resist),
      cmocka_unit_test(test_what_dashpots_alone_resist_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
