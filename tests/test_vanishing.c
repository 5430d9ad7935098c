/* SPDX-License-Identifier: BSD-3-Clause */
/* Members whose stiffness comes to nothing: at an end, written as sums that cancel there; and between the ends. */
#include "solved.h"

#include <string.h>

/** The first frequencies of a cone, clamped at its base: theory has them to ten digits. */
static const double cone[2] = {8.719258855, 21.14566239};

static void test_expanded_cone(void **state)
{
  (void)state;
  solved run = {0};
  assert_true(reading_of_file(HOLONOME_TESTS "/faults/cone-expanded.yaml", &run.reading));
  assert_int_equal(solve_again(&run), HOL_OK);
  assert_true(run.result.complete);
  assert_all_close(((double[]){omega_of(&run, 1), omega_of(&run, 2)}), cone, 2, 1e-9, 0);
  forget(&run);
}

/** Written as a product and as a sum it is the same member, either way round, and with another piece before the tip. */
static void test_sums_are_as_good_as_products(void **state)
{
  (void)state;
  static const struct {
    const char *product[2], *sum[2], *held;
  } pair[] = {
      {{"(1-xi)^4", "(1-xi)^2"}, {"1-4*xi+6*xi^2-4*xi^3+xi^4", "1-2*xi+xi^2"}, "start"},
      {{"xi^3*(2-xi)", "xi"}, {"(1-(1-xi))^3+(1-3*(1-xi)+3*(1-xi)^2-(1-xi)^3)*(1-xi)", "1-(1-xi)"}, "end"},
      {{"5*(1-xi)^3", "2*(1-xi)"}, {"5-15*xi+15*xi^2-5*xi^3", "2-2*xi"}, "start"},
  };
  for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
    double omega[2][4];
    for (size_t k = 0; k < 2; k++) {
      const char *const *words = k ? pair[i].sum : pair[i].product;
      solved run = {0};
      assert_int_equal(
          solve_text(
              &run,
              "freedoms: [uy, rz]\nparts:\n  e: {kind: beam, from: [0, 0], to: [1, 0], EI: \"%s\", line_mass: \"%s\"}\n"
              "joints: [{fix: e.%s}]\nanalysis: {frequencies: {count: 4}}\n",
              words[0], words[1], pair[i].held),
          HOL_OK);
      for (size_t n = 0; n < 4; n++) {
        omega[k][n] = omega_of(&run, n + 1);
      }
      forget(&run);
    }
    assert_all_close(omega[1], omega[0], 4, 1e-11, 0);
  }
}

static void test_stiffness_between_the_ends(void **state)
{
  (void)state;
  static const struct {
    const char *words, *at;
  } given[] = {{"(xi-0.5)^2", "at xi = 0.5,"}, {"abs(xi-0.31)", "at xi = 0.31,"}, {"1-4*xi+4*xi^2", "at xi = 0.5,"}};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    char text[400];
    reading r = {0};
    hol_result result = {0};
    hol_faults faults = {0};
    (void)snprintf(text, sizeof text,
                   "freedoms: [uy, rz]\nparts:\n  e: {kind: beam, from: [0, 0], to: [1, 0], EI: \"%s\", line_mass: 1}\n"
                   "joints: [{fix: e.start}]\nanalysis: {frequencies: {count: 4}}\n",
                   given[i].words);
    assert_true(reading_of(text, &r));
    assert_int_equal(hol_solve(&r.problem, (hol_solve_options){0}, &result, &faults), HOL_INVALID);
    assert_int_equal(faults.errors, 1);
    assert_non_null(strstr(faults.item[0].message, "`e` has no bending stiffness"));
    assert_non_null(strstr(faults.item[0].message, given[i].at));
    assert_int_equal(faults.item[0].place.line, 3);
    hol_faults_clear(&faults);
    hol_result_clear(&result);
    reading_clear(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_expanded_cone),
      cmocka_unit_test(test_sums_are_as_good_as_products),
      cmocka_unit_test(test_stiffness_between_the_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
