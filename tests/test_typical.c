/* Where the search for frequencies starts. */
#include "solved.h"

#include "holonome/parts.h"
#include "spectrum/roots.h"

/** Where the search starts in a structure, and its first frequency. */
static void look(const char *text, double *start, double *omega)
{
  reading r = {0};
  hol_model model = {0};
  hol_system system = {0};
  hol_diagnostics faults = {0};
  solved run = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_model_build(&r.problem, &model, &faults), HOL_OK);
  assert_int_equal(hol_system_build(&model, 4, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  *start = sqrt(hol_typical_lambda(&system));
  hol_system_clear(&system);
  hol_model_clear(&model);
  hol_diagnostics_clear(&faults);
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
                   "freedoms: [uz, rx, ry]\nmaterials: {m: {E: %g, density: 7800, nu: 0.3}}\nparts:\n  p: {kind: plate, at: [0, 0, 0], radius: 0.5, "
                   "thickness: 0.01, material: m, rim: clamped}\n"
                   "analysis: {frequencies: {count: 1}}\n",
                   modulus[i]);
    look(text, &start, &omega);
    assert_true(start > 0.1 * omega && start < 10 * omega);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_start_in_a_plate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
