/* SPDX-License-Identifier: BSD-3-Clause */
/* What the long sums behind higher orders leave out: Γ_j of the upper bound lies below the true one, that of the lower
   bound above it, and not far. True ones of rods come from the power series of their compliances,

       fixed, free:  tan(β)/β,     free, free:  −cot(β)/β and −1/(β sin(β)),     β² = λ     (EA = line mass = length =
       1),

   less the first N modes; in long double, since Γ_j and what the sums leave out are ten digits apart. */
#include "close.h"
#include "model_of.h"
#include "reading.h"

#include "compliance/system.h"

enum { MODES = 3, ORDERS = 3 };

static const char fixed_free[] = "freedoms: [ux]\n"
                                 "parts: {a: {kind: bar, length: 1, EA: 1, line_mass: 1, ends: clamped-free}, m: "
                                 "{kind: body, at: [1, 0, 0], mass: 1}}\n"
                                 "joints: [{weld: [a.end, m]}]\n"
                                 "analysis: {frequencies: {count: 1}}\n";
static const char free_free[] =
    "freedoms: [ux]\n"
    "parts: {a: {kind: bar, length: 1, EA: 1, line_mass: 1}, m: {kind: body, at: [1, 0, 0], mass: 1}, "
    "n: {kind: body, at: [0, 0, 0], mass: 2}}\n"
    "joints: [{weld: [a.start, n]}, {weld: [a.end, m]}]\n"
    "analysis: {frequencies: {count: 1}}\n";

/** Γ_j of the only part, by both bounds: [ORDERS][ports²]. */
static void sums_of(const char *text, size_t ports, double *lower, double *upper)
{
  reading r = {0};
  hol_model model = {0};
  assert_true(reading_of(text, &r));
  r.problem.analysis.exact = false;
  assert_int_equal(model_of(&r.problem, &model), HOL_OK);
  for (int is_lower = 0; is_lower < 2; is_lower++) {
    hol_system system = {0};
    assert_int_equal(hol_system_build(&model, MODES, ORDERS, is_lower ? HOL_BOUND_LOWER : HOL_BOUND_UPPER, &system),
                     HOL_OK);
    assert_int_equal(system.modal_count, 1);
    assert_int_equal(system.modal[0].ports, ports);
    for (size_t i = 0; i < ORDERS * ports * ports; i++) {
      (is_lower ? lower : upper)[i] = system.modal[0].flexibility[i];
    }
    hol_system_clear(&system);
  }
  hol_model_clear(&model);
  reading_clear(&r);
}

/** 2 Σ 1/ω^{2(j+1)}, ω = (first + step k)π, k < count, the part of the modes kept. */
static long double kept(long double first, long double step, size_t count, size_t j)
{
  const long double pi = 3.14159265358979323846264338327950288L;
  long double sum = 0;
  for (size_t k = 0; k < count; k++) {
    const long double omega = (first + step * (long double)k) * pi;
    sum += 2 / powl(omega, 2 * (long double)(j + 1));
  }
  return sum;
}

/** The true one is enclosed, up to the rounding of sums of thousands of terms, and the bounds are as close as the sums
 *  are long:
 *  six thousand terms leave less than 1e-8 of Γ_1, and the less of the others. */
static void check(const char *what, size_t j, double lower, double upper, long double right)
{
  double below = (double)((right - upper) / right), above = (double)((lower - right) / right);
  print_message("%s: Gamma_%zu is %.17g, %.2e below and %.2e above\n", what, j, (double)right, below, above);
  assert_true(below > -2e-13);
  assert_true(above > -2e-13);
  assert_true(below < 1e-8);
  assert_true(above < 1e-8);
  if (j == 1) { /* beyond rounding */
    assert_true(below > 1e-12);
    assert_true(above > 1e-12);
  }
}

static void test_rod_fixed_at_one_end(void **state)
{
  (void)state;
  static const long double series[ORDERS] = {1, 1 / 3.0L, 2 / 15.0L};
  double lower[ORDERS], upper[ORDERS];
  sums_of(fixed_free, 1, lower, upper);
  for (size_t j = 1; j < ORDERS; j++) {
    check("fixed, free", j, lower[j], upper[j], series[j] - kept(0.5L, 1, MODES, j));
  }
}

/** Forces (1, 1) and (1, −1) on the ends drive modes by turns: two compliances by themselves. */
static void test_free_rod(void **state)
{
  (void)state;
  static const long double same[ORDERS] = {1 / 3.0L, 1 / 45.0L, 2 / 945.0L};
  static const long double other[ORDERS] = {-1 / 6.0L, -7 / 360.0L, -31 / 15120.0L};
  double lower[ORDERS * 4], upper[ORDERS * 4];
  sums_of(free_free, 2, lower, upper);
  for (size_t j = 1; j < ORDERS; j++) {
    for (int sign = -1; sign <= 1; sign += 2) { /* modes 1 and 3 are odd, mode 2 is even */
      const long double modes = sign > 0 ? kept(2, 2, 1, j) : kept(1, 2, 2, j);
      check(sign > 0 ? "even modes" : "odd modes", j, lower[4 * j] + sign * lower[4 * j + 1],
            upper[4 * j] + sign * upper[4 * j + 1], same[j] + sign * other[j] - 2 * modes);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rod_fixed_at_one_end),
      cmocka_unit_test(test_free_rod),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
