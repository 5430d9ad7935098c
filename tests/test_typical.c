/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the search for frequencies starts, and where it does not. */
#include "model_of.h"
#include "solved.h"

#include "spectrum/roots.h"

#include <string.h>

/** Where the search starts in a structure, and its first frequency. */
static void look(const char *text, double *start, double *omega)
{
  reading r = {0};
  hol_model model = {0};
  hol_system system = {0};
  solved run = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(model_of(&r.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 4, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  *start = sqrt(hol_typical_lambda(&system));
  hol_system_clear(&system);
  hol_model_clear(&model);
  reading_clear(&r);
  assert_int_equal(solve_text(&run, "%s", text), HOL_OK);
  *omega = omega_of(&run, 1);
  forget(&run);
}

/** A plate has no line: the search begins at its own frequencies, whatever they are. */
static void test_start_in_a_plate(void **state)
{
  (void)state;
  static const double modulus[] = {1e-9, 2e11, 1e24};
  for (size_t i = 0; i < sizeof modulus / sizeof *modulus; i++) {
    char text[600];
    double start, omega;
    (void)snprintf(text, sizeof text,
                   "freedoms: [uz, rx, ry]\nmaterials: {m: {E: %g, density: 7800, nu: 0.3}}\nparts:\n  p: {kind: "
                   "plate, at: [0, 0, 0], radius: 0.5, "
                   "thickness: 0.01, material: m, rim: clamped}\n"
                   "analysis: {frequencies: {count: 1}}\n",
                   modulus[i]);
    look(text, &start, &omega);
    assert_true(start > 0.1 * omega);
    assert_true(start < 10 * omega);
  }
}

/** Numbers that leave no frequency are faults, with the part, the place and the cause. */
static void test_magnitudes(void **state)
{
  (void)state;
  static const struct {
    const char *beam, *said;
  } given[] = {
      {"length: 1, EI: 1e300, line_mass: 1", "`e` would have frequencies of about 1e150 rad/s"},
      {"length: 1, EI: 1, line_mass: 1e300", "`e` would have frequencies of about 1e-150 rad/s"},
      {"length: 1e200, EI: 1, line_mass: 1", "`e` would have frequencies of about 1e-400 rad/s"},
      {"length: 1e-300, EI: 1, line_mass: 1", "`e` would have frequencies of about 1e600 rad/s"},
      {"length: 1, EI: 1, line_mass: 1, foundation: 1e30", "the foundation of `e` is 1e30 times what it resists with"},
      {"length: 1, EI: 1, line_mass: 1, axial_force: 1e200",
       "the axial force of `e` is 1e200 times what it resists with"},
  };
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    char text[400];
    reading r = {0};
    hol_result result = {0};
    hol_faults faults = {0};
    (void)snprintf(text, sizeof text,
                   "freedoms: [uy, rz]\nparts:\n  e: {kind: beam, %s}\njoints: [{fix: e.start}]\nanalysis: "
                   "{frequencies: {count: 2}}\n",
                   given[i].beam);
    assert_true(reading_of(text, &r));
    assert_int_equal(hol_solve(&r.problem, (hol_solve_options){0}, &result, &faults), HOL_INVALID);
    assert_int_equal(faults.errors, 1);
    assert_non_null(strstr(faults.item[0].message, given[i].said));
    assert_int_equal(faults.item[0].place.line, 3);
    hol_faults_clear(&faults);
    hol_result_clear(&result);
    reading_clear(&r);
  }
}

/** Large numbers whose quotients are not large are as good as any; `below` may be as large as it likes where there is
 *  an end. */
static void test_large_numbers(void **state)
{
  (void)state;
  solved run = {0};
  assert_int_equal(solve_text(&run,
                              "freedoms: [uy, rz]\nparts:\n  e: {kind: beam, length: 1, EI: 1e300, line_mass: 1e300}\n"
                              "joints: [{fix: e.start}]\nanalysis: {frequencies: {count: 1}}\n"),
                   HOL_OK);
  assert_close(omega_of(&run, 1), 3.5160152685, 1e-9);
  assert_int_equal(
      solve_text(&run, "freedoms: [ux]\nparts:\n  b: {kind: body, at: [0, 0], mass: 2}\n"
                       "joints: [{spring: b, freedom: ux, stiffness: 8}]\nanalysis: {frequencies: {below: 1e300}}\n"),
      HOL_OK);
  assert_int_equal(run.result.mode_count, 1);
  assert_close(omega_of(&run, 1), 2, 1e-14);
  forget(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_start_in_a_plate),
      cmocka_unit_test(test_magnitudes),
      cmocka_unit_test(test_large_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
