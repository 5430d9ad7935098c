/* SPDX-License-Identifier: BSD-3-Clause */
/* Quantities: numbers, units, expressions, and their dimensions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem/again.h"
#include "study/grammar.h"
#include "test_problem_kinds.h"

#include <stdio.h>

static const double pi = 3.14159265358979323846;

/** Variables that the expressions below may use. */
static const char variables[] = "  L: 1.2 m\n  r: 150 mm\n  E: 210 GPa\n  m: 7 kg\n  k: 2 kN/m\n  n: 3\n  zero: 0 m\n";

/** Read one parameter `x` with this text. @return false if it is faulty; the first message is kept in `message` */
static bool evaluate(const char *quantity, hol_parameter *x, char message[200])
{
  char text[600];
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)snprintf(text, sizeof text, "parameters:\n%s  x: '%s'\nparts:\n  a: {kind: body, mass: 1}\n", variables,
                 quantity);
  bool is_good = read_text(text, &problem, &faults) == HOL_OK;
  message[0] = '\0';
  for (size_t i = 0; i < problem.parameter_count; i++) {
    if (strcmp(problem.parameter[i].name, "x") == 0) {
      *x = problem.parameter[i];
    }
  }
  if (faults.count > 0) {
    (void)snprintf(message, 200, "%s", faults.item[0].message);
  }
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
  return is_good;
}

static void assert_quantity(const char *quantity, double value, int length, int mass, int time)
{
  hol_parameter x = {0};
  char message[200];
  if (!evaluate(quantity, &x, message)) {
    fail_msg("%s: %s", quantity, message);
  }
  if (!is_near(x.value, value) || x.dimension.length != length || x.dimension.mass != mass ||
      x.dimension.time != time) {
    fail_msg("%s is %.17g m^%d kg^%d s^%d", quantity, x.value, x.dimension.length, x.dimension.mass, x.dimension.time);
  }
}

static void assert_refused(const char *quantity, const char *expected)
{
  hol_parameter x = {0};
  char message[200];
  if (evaluate(quantity, &x, message)) {
    fail_msg("%s was accepted as %.17g", quantity, x.value);
  }
  assert_string_equal(message, expected);
}

static void test_numbers_are_read_as_written(void **state)
{
  (void)state;
  assert_quantity("3", 3, 0, 0, 0);
  assert_quantity("-3.5e-3", -3.5e-3, 0, 0, 0);
  assert_quantity("+.5", 0.5, 0, 0, 0);
  assert_quantity("1.", 1, 0, 0, 0);
  assert_quantity("0.1", 0.1, 0, 0, 0);
  assert_quantity("5764895213.377608", 5764895213.377608, 0, 0, 0);
}

static void test_units_convert_to_si(void **state)
{
  (void)state;
  assert_quantity("210 GPa", 210e9, -1, 1, -2);
  assert_quantity("7850 kg/m^3", 7850, -3, 1, 0);
  assert_quantity("2 MN/m", 2e6, 0, 1, -2);
  assert_quantity("1e-3 m", 1e-3, 1, 0, 0);
  assert_quantity("40mm", 0.04, 1, 0, 0);
  assert_quantity("-3 kN", -3000, 1, 1, -2);
  assert_quantity("500 N m", 500, 2, 1, -2);
  assert_quantity("500 Nm", 500, 2, 1, -2);
  assert_quantity("12 cm^4", 12e-8, 4, 0, 0);
  assert_quantity("3 N m/rad", 3, 2, 1, -2);
  assert_quantity("2 1/s", 2, 0, 0, -1);
  assert_quantity("5 %", 0.05, 0, 0, 0);
  assert_quantity("3 \xC2\xB5m", 3e-6, 1, 0, 0);
  assert_quantity("3 t", 3000, 0, 1, 0);
  assert_quantity("1 in", 0.0254, 1, 0, 0);
}

static void test_hertz_is_two_pi_radians_per_second(void **state)
{
  (void)state;
  assert_quantity("50 Hz", 100 * pi, 0, 0, -1);
  assert_quantity("2 kHz", 4000 * pi, 0, 0, -1);
  assert_quantity("2 hertz", 4 * pi, 0, 0, -1);
  assert_quantity("2 hertzes", 4 * pi, 0, 0, -1);
  assert_quantity("1 1/Hz", 1 / (2 * pi), 0, 0, 1);
  assert_quantity("300 rpm", 10 * pi, 0, 0, -1);
  assert_quantity("10 rad/s", 10, 0, 0, -1);
  assert_quantity("2*n Hz", 12 * pi, 0, 0, -1);
  assert_quantity("10 rev/min", 10 * 2 * pi / 60, 0, 0, -1);
}

static void test_angles_have_no_dimension(void **state)
{
  (void)state;
  assert_quantity("180 deg", pi, 0, 0, 0);
  assert_quantity("90\xC2\xB0", pi / 2, 0, 0, 0);
  assert_quantity("2 rad", 2, 0, 0, 0);
  assert_quantity("atan2(r, L)", atan2(0.15, 1.2), 0, 0, 0);
}

static void test_expressions_carry_dimensions(void **state)
{
  (void)state;
  assert_quantity("L", 1.2, 1, 0, 0);
  assert_quantity("0.3*L", 0.36, 1, 0, 0);
  assert_quantity("160*(r/L)^3", 160 * pow(0.15 / 1.2, 3), 0, 0, 0);
  assert_quantity("pi*r^4/4*E", pi * pow(0.15, 4) / 4 * 210e9, 3, 1, -2);
  assert_quantity("sqrt(k/m)", sqrt(2000.0 / 7), 0, 0, -1);
  assert_quantity("max(L, r)", 1.2, 1, 0, 0);
  assert_quantity("(n > 2 ? L : r)", 1.2, 1, 0, 0);
  assert_quantity("(L^3)^(1/3)", 1.2, 1, 0, 0);
  assert_quantity("sin(pi/2)", 1, 0, 0, 0);
  assert_quantity("2*pi", 2 * pi, 0, 0, 0);
  assert_quantity("sqrt (4)*-n", -6, 0, 0, 0);
  assert_quantity("(n <= 3 && n != 2 || n == 7 ? 1 : 2)", 1, 0, 0, 0);
  assert_quantity("2^3^2 - -1", 513, 0, 0, 0);
}

/** The dimension is known even where the value is zero. */
static void test_zero_keeps_its_dimension(void **state)
{
  (void)state;
  assert_quantity("L - 8*r", 0, 1, 0, 0);
  assert_quantity("2*zero", 0, 1, 0, 0);
  assert_quantity("zero", 0, 1, 0, 0);
  assert_quantity("0*E", 0, 0, 0, 0); /* zero whatever E is: of every dimension */
  assert_refused("L - 1.2",
                 "adds or compares quantities of different dimensions, or takes a function of one that has a "
                 "dimension");
}

/** A term that happens to be zero hides nothing: of a parameter, or of a difference. */
static void test_zero_terms_keep_their_dimension(void **state)
{
  (void)state;
  static const char words[] =
      "adds or compares quantities of different dimensions, or takes a function of one that has a "
      "dimension";
  assert_refused("zero + m", words);
  assert_refused("m - 3*zero", words);
  assert_refused("k + (L - 8*r)", words);
  assert_refused("E*(1 + zero)", words);
  assert_quantity("L + zero", 1.2, 1, 0, 0);
  assert_quantity("m*(1 + zero/L)", 7, 0, 1, 0);
  assert_quantity("L*sqrt(1 - (zero/L)^2)", 1.2, 1, 0, 0);
  assert_quantity("L + 0*E", 1.2, 1, 0, 0);
}

/** Units of mechanics whose factors are exact by definition, and what UDUNITS writes otherwise or not at all. */
static void test_customary_units_are_exact(void **state)
{
  (void)state;
  double lb = 0.45359237, lbf = 0.45359237 * 9.80665, ft = 0.3048;
  assert_quantity("1 slug", lbf / ft, 0, 1, 0);
  assert_quantity("2 slugs", 2 * lbf / ft, 0, 1, 0);
  assert_quantity("1 slinch", 12 * lbf / ft, 0, 1, 0);
  assert_quantity("16 oz", lb, 0, 1, 0);
  assert_quantity("16 ounces", lb, 0, 1, 0);
  assert_quantity("16 ozf", lbf, 1, 1, -2);
  assert_quantity("7000 grain", lb, 0, 1, 0);
  assert_quantity("1 short_hundredweight", 100 * lb, 0, 1, 0);
  assert_quantity("1 poundal", lb * ft, 1, 1, -2);
  assert_quantity("1 kip/ft", 1000 * lbf / ft, 0, 1, -2);
  assert_quantity("1 ksi", 1000 * lbf / (ft * ft / 144), -1, 1, -2);
  assert_quantity("1 mm⁴", 1e-12, 4, 0, 0);
  assert_quantity("2 N·m²", 2, 3, 1, -2);
  assert_quantity("3 kg·m⁻³", 3, -3, 1, 0);
  assert_quantity("4 s⁻²", 4, 0, 0, -2);
}

static void test_unit_multiplies_the_whole_expression(void **state)
{
  (void)state;
  assert_quantity("2*n N/m", 6, 0, 1, -2);
  assert_quantity("1 + n mm", 0.004, 1, 0, 0);
  assert_quantity("(n) m", 3, 1, 0, 0);
  assert_quantity("sqrt(4) m", 2, 1, 0, 0);
  assert_quantity("L m", 1.2, 2, 0, 0);
}

/** `m` is a parameter here, a mass: after a number it is the metre all the same, after `*` never. */
static void test_parameters_named_like_units_change_nothing(void **state)
{
  (void)state;
  assert_quantity("2 m", 2, 1, 0, 0);
  assert_quantity("2*m", 14, 0, 1, 0);
  assert_quantity("m", 7, 0, 1, 0);
  assert_quantity("m m", 7, 1, 1, 0);
}

static void test_sums_of_different_dimensions_are_refused(void **state)
{
  static const char *const text[] = {"L + m",  "L + 1", "L + 1e-9*k", "1e-9*L + k",
                                     "exp(L)", "L > 1", "min(L, m)",  "sin(L)"};
  (void)state;
  for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
    assert_refused(text[i],
                   "adds or compares quantities of different dimensions, or takes a function of one that has a "
                   "dimension");
  }
  assert_refused("sqrt(L)", "has the dimension length^0.5, which no quantity here has");
}

static void test_units_of_other_worlds_are_refused(void **state)
{
  (void)state;
  assert_refused("20 degC", "the unit `degC` has to do with temperature, electricity, substance or light");
  assert_refused("3 A", "the unit `A` has to do with temperature, electricity, substance or light");
  assert_refused("3 parsnips", "unknown unit `parsnips`");
  assert_refused("3 m^0.5", "unknown unit `m^0.5`");
  assert_refused("3 g0", "unknown unit `g0`");
  assert_refused("3 2", "unknown unit `2`");
  assert_refused("3 m @ 4", "unknown unit `m @ 4`");
  assert_refused("3 days since 1990", "unknown unit `days since 1990`");
}

static void test_values_that_are_no_numbers_are_refused(void **state)
{
  (void)state;
  assert_refused("1/0", "the value is not a finite number");
  assert_refused("sqrt(-1)", "the value is not a finite number");
  assert_refused("1e999", "the number is too large");
  assert_refused("1e308 km", "the value is not a finite number");
  assert_refused(".nan", "a quantity must be a finite number");
  assert_refused("-.inf", "a quantity must be a finite number");
  assert_refused("inf", "a quantity must be a finite number");
  assert_refused("0x10", "unknown unit `x10`");
}

static void test_bad_expressions_are_refused(void **state)
{
  (void)state;
  assert_refused("(L", "cannot be evaluated: missing parenthesis");
  assert_refused("2*", "cannot be evaluated: unexpected end of expression");
  assert_refused("1, 2", "`,` does not belong here");
  assert_refused("L = 2", "`=` does not belong here");
  assert_refused("2 + #", "`#` does not belong here");
  assert_refused("L*Q", "unknown parameter `Q`");
  assert_refused("xi", "a quantity that varies with `xi` cannot be given here");
  assert_refused("index", "`index` has a value only inside a repeated group");
}

static void test_parameters_may_stand_in_any_order(void **state)
{
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)state;
  assert_int_equal(
      read_text("parameters: {a: 2*b, b: c + d, d: 1 m, c: 3*d}\nparts: {m: {kind: body}}\n", &problem, &faults),
      HOL_OK);
  assert_int_equal(problem.parameter_count, 4);
  assert_true(is_near(problem.parameter[0].value, 8));
  assert_int_equal(problem.parameter[0].dimension.length, 1);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** Evaluated one after the other, not one inside the other: a long chain needs no deep stack. */
static void test_long_chain_of_parameters_is_read(void **state)
{
  static char text[400000];
  size_t used = (size_t)snprintf(text, sizeof text, "parameters:\n");
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)state;
  for (int i = 0; i < 10000; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "  p%d: p%d + 1\n", i, i + 1);
  }
  (void)snprintf(text + used, sizeof text - used, "  p10000: 0\nparts: {m: {kind: body}}\n");
  assert_int_equal(read_text(text, &problem, &faults), HOL_OK);
  assert_true(is_near(problem.parameter[0].value, 10000));
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

static void test_overrides_replace_parameters(void **state)
{
  static const char text[] = "parameters: {L: 1.2 m, k: 3, area: L^2}\nparts: {m: {kind: body}}\n";
  const hol_override set[] = {{"L=2"}, {"k = 2*L N/m "}, {"L = 300 cm"}};
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)state;
  assert_int_equal(read_with(text, set, 3, &problem, &faults), HOL_OK);
  assert_true(is_near(problem.parameter[0].value, 3)); /* the last one counts */
  assert_true(is_near(problem.parameter[2].value, 9));
  hol_problem_clear(&problem);
  assert_int_equal(read_with(text, set, 1, &problem, &faults), HOL_OK);
  assert_true(is_near(problem.parameter[2].value, 4)); /* a bare number is in the SI unit of the file's value */
  assert_int_equal(problem.parameter[2].dimension.length, 2);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** A number that is set counts after what the command line says, and the file's bytes are not asked for twice. */
static void test_reading_again_takes_numbers_and_keeps_the_tree(void **state)
{
  char text[] = "parameters: {L: 1.2 m, k: 3*L N, area: L^2}\nparts: {m: {kind: body}}\n";
  const hol_override set[] = {{"L=2"}};
  const hol_setting setting[] = {{"L", 1.0 / 3}};
  size_t shapes;
  (void)hol_shape_grammars(&shapes);
  const hol_problem_source source = {.bytes = text,
                                     .size = sizeof text - 1,
                                     .kinds = test_kinds,
                                     .n_kinds = TEST_KIND_COUNT,
                                     .shapes = hol_shape_grammars(&shapes),
                                     .n_shapes = shapes,
                                     .set = set,
                                     .n_set = 1,
                                     .grammar = &hol_all_analyses};
  hol_kept_file file = {0};
  hol_problem problem = {0};
  hol_faults faults = {0};
  (void)state;
  for (int i = 0; i < 3; i++) {
    assert_int_equal(hol_problem_read_again(&file, &source, setting, i > 0, &problem, &faults), HOL_OK);
    double L = i > 0 ? 1.0 / 3 : 2;
    assert_true(problem.parameter[0].value >= L);
    assert_true(problem.parameter[0].value <= L);
    assert_int_equal(problem.parameter[0].dimension.length, 1);
    assert_true(is_near(problem.parameter[1].value, 3 * L));
    assert_true(is_near(problem.parameter[2].value, L * L));
    assert_string_equal(problem.identity, problem.sha256);
    assert_int_equal(strlen(problem.sha256), 64);
    hol_problem_clear(&problem);
    memset(text, i == 0 ? '\0' : ' ', 10);
  }
  const hol_setting bad[] = {{"L", INFINITY}};
  assert_int_equal(hol_problem_read_again(&file, &source, bad, 1, &problem, &faults), HOL_INVALID);
  assert_string_equal(faults.item[0].message, "the value of parameter `L` is not a finite number");
  hol_kept_file_clear(&file);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

static void test_bad_overrides_are_named(void **state)
{
  static const char text[] = "parameters: {L: 1.2 m}\nparts: {m: {kind: body}}\n";
  static const struct {
    const char *set, *message, *hint;
  } row[] = {
      {"l=2", "--set l=2: the file has no parameter `l`", "did you mean `L`?"},
      {"L=2 kg", "--set L=2 kg: the parameter is a length in the file, not a mass", NULL},
      {"L", "--set L: expected name=value", "e.g. --set L=1.5"},
      {"L=", "--set L=: the value is missing", NULL},
      {"L=1/0", "--set L=1/0: the value is not a finite number", NULL},
      {"L=2*L", "parameter `L` depends on itself: L -> L", NULL},
  };
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_problem problem = {0};
    hol_faults faults = {0};
    const hol_override set = {row[i].set};
    assert_int_equal(read_with(text, &set, 1, &problem, &faults), HOL_INVALID);
    assert_int_equal(faults.count, 1);
    assert_string_equal(faults.item[0].message, row[i].message);
    if (row[i].hint) {
      assert_string_equal(faults.item[0].hint, row[i].hint);
    }
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_are_read_as_written),
      cmocka_unit_test(test_units_convert_to_si),
      cmocka_unit_test(test_hertz_is_two_pi_radians_per_second),
      cmocka_unit_test(test_angles_have_no_dimension),
      cmocka_unit_test(test_expressions_carry_dimensions),
      cmocka_unit_test(test_zero_keeps_its_dimension),
      cmocka_unit_test(test_zero_terms_keep_their_dimension),
      cmocka_unit_test(test_customary_units_are_exact),
      cmocka_unit_test(test_unit_multiplies_the_whole_expression),
      cmocka_unit_test(test_parameters_named_like_units_change_nothing),
      cmocka_unit_test(test_sums_of_different_dimensions_are_refused),
      cmocka_unit_test(test_units_of_other_worlds_are_refused),
      cmocka_unit_test(test_values_that_are_no_numbers_are_refused),
      cmocka_unit_test(test_bad_expressions_are_refused),
      cmocka_unit_test(test_parameters_may_stand_in_any_order),
      cmocka_unit_test(test_long_chain_of_parameters_is_read),
      cmocka_unit_test(test_overrides_replace_parameters),
      cmocka_unit_test(test_reading_again_takes_numbers_and_keeps_the_tree),
      cmocka_unit_test(test_bad_overrides_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
