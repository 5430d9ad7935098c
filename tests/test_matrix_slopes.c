/* SPDX-License-Identifier: BSD-3-Clause */
/* S′(λ), which Newton's steps, energies and bounds of residuals live on, is the derivative of S(λ) in every bound and
   order:
   compared entry by entry with quotients of differences of S in one pattern. */
#include "close.h"
#include "model_of.h"
#include "reading.h"

#include "compliance/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MODES = 3, ORDERS = 6 };

static const char tail[] = "analysis: {frequencies: {count: 1}}\n";

/** Structures of all kinds of parts that have compliances. */
static const struct {
  const char *name, *text;
} structure[] = {
    {"beams, a mass and a spring", "parts:\n"
                                   "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                                   "  b: {kind: beam, from: [1, -0.5], to: [1, 0.7], EI: 2, line_mass: 0.5}\n"
                                   "  m: {kind: body, at: [1, 0], mass: 0.3}\n"
                                   "joints:\n"
                                   "  - {pin: a.start}\n"
                                   "  - {weld: [a.end, b@0.4, m]}\n"
                                   "  - {spring: b.end, direction: [1, 0], stiffness: 30}\n"
                                   "  - {spring: [a@0.3, b.start], direction: [0, 1], stiffness: 20}\n"},
    {"a cone under tension",
     "parts:\n"
     "  a: {kind: beam, length: 1, EI: (1 - 0.5*xi)^4, line_mass: (1 - 0.5*xi)^2, axial_force: 2}\n"
     "  m: {kind: body, at: [1, 0], mass: 0.3}\n"
     "joints:\n"
     "  - {spring: a.start, direction: [0, 1], stiffness: 30}\n"
     "  - {weld: [a.end, m]}\n"},
    {"a ring on springs", "freedoms: [ux, uy, rz]\n"
                          "parts:\n"
                          "  r: {kind: ring, at: [0, 0, 0], radius: 0.5, EA: 900, EI: 1, line_mass: 1}\n"
                          "joints:\n"
                          "  - {spring: r@0, direction: [1, 0, 0], stiffness: 30}\n"
                          "  - {spring: r@0.3, direction: [0, 1, 0], stiffness: 40}\n"},
    {"a plate on springs",
     "freedoms: [uz, rx, ry]\n"
     "materials: {m: {E: 2e11, density: 7800, nu: 0.3}}\n"
     "parts:\n"
     "  p: {kind: plate, at: [0, 0, 0], radius: 0.5, thickness: 0.01, material: m, points: {a: [0.3, "
     "0.1], b: [-0.2, 0.3]}}\n"
     "joints:\n"
     "  - {spring: p.a, direction: [0, 0, 1], stiffness: 3e5}\n"
     "  - {spring: p.b, direction: [0, 0, 1], stiffness: 4e5}\n"},
};

/** Largest difference between S′ and the quotients, in units of what S changes by over λ. */
static double mismatch(const hol_system *system, double lambda)
{
  static const double weight[] = {1, -8, 8, -1};
  static const double step[] = {-2, -1, 1, 2};
  double h = 1e-3 * fmin(lambda, fabs(system->cutoff - lambda));
  hol_matrix at = {0}, beside = {0};
  assert_int_equal(hol_system_matrix(system, lambda, true, &at), HOL_OK);
  double *quotient = calloc(at.entry_count, sizeof *quotient), worst = 0;
  assert_non_null(quotient);
  for (size_t k = 0; k < 4; k++) {
    assert_int_equal(hol_system_matrix_as(system, lambda + step[k] * h, lambda, false, &beside), HOL_OK);
    assert_int_equal(beside.entry_count, at.entry_count);
    for (size_t e = 0; e < at.entry_count; e++) {
      assert_int_equal(beside.entry[e].row, at.entry[e].row);
      assert_int_equal(beside.entry[e].column, at.entry[e].column);
      quotient[e] += weight[k] * beside.entry[e].value / (12 * h);
    }
  }
  for (size_t e = 0; e < at.entry_count; e++) {
    double derivative = at.entry[e].derivative;
    double size = fabs(derivative) + 1e-3 * fabs(at.entry[e].value) / lambda;
    worst = fmax(worst, size > 0 ? fabs(derivative - quotient[e]) / size : fabs(quotient[e]));
  }
  free(quotient);
  hol_matrix_clear(&at);
  hol_matrix_clear(&beside);
  return worst;
}

/** At places from far below the first mode left out to close below it, where the tail of the lower bound is most of
 *  it. */
static void compare(const char *name, const hol_model *model, size_t order, hol_bound bound)
{
  static const double share[] = {0.003, 0.11, 0.47, 0.83, 0.96};
  hol_system system = {0};
  assert_int_equal(hol_system_build(model, MODES, order, bound, &system), HOL_OK);
  double top = isfinite(system.cutoff) ? system.cutoff : 1e4;
  for (size_t i = 0; i < sizeof share / sizeof share[0]; i++) {
    double worst = mismatch(&system, share[i] * top);
    if (!(worst < 1e-7)) {
      print_error("%s, order %zu, %s bound, at %g of the cutoff: S' is off by %.3g\n", name, order,
                  bound == HOL_BOUND_LOWER ? "lower" : "upper", share[i], worst);
    }
    assert_true(worst < 1e-7);
  }
  hol_system_clear(&system);
}

static void test_slopes_are_those_of_differences(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof structure / sizeof structure[0]; i++) {
    char text[2000];
    reading r = {0};
    (void)snprintf(text, sizeof text, "%s%s", structure[i].text, tail);
    assert_true(reading_of(text, &r));
    for (int exact = 0; exact < 2; exact++) {
      hol_model model = {0};
      r.problem.analysis.exact = exact;
      assert_int_equal(model_of(&r.problem, &model), HOL_OK);
      for (size_t order = 1; order <= (exact ? 1 : ORDERS); order++) {
        compare(structure[i].name, &model, order, HOL_BOUND_UPPER);
        if (!exact) {
          compare(structure[i].name, &model, order, HOL_BOUND_LOWER);
        }
      }
      hol_model_clear(&model);
    }
    reading_clear(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slopes_are_those_of_differences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
