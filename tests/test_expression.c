/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions as steps: their values, rounded once, dimensions, places of faults, other values of the
 * variables, several structures side by side. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expression/decimal.h"
#include "expression/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Volatile: the compiler knows functions better than the library does. */
static const volatile double a = 0.37, b = 1.1, c = -2.3, n = 3;

static void add_variable(hol_scope *scope, const char *name, double value, hol_dimension dimension)
{
  size_t number;
  assert_int_equal(hol_scope_add(scope, name, &number), HOL_OK);
  scope->variable[number].state = HOL_VARIABLE_READY;
  scope->variable[number].quantity = (hol_quantity){.value = value, .dimension = dimension};
}

static void open_scope(hol_scope *scope, hol_arena *arena)
{
  *arena = (hol_arena){0};
  *scope = (hol_scope){.arena = arena};
  add_variable(scope, "a", a, HOL_DIMENSION(0, 0, 0));
  add_variable(scope, "b", b, HOL_DIMENSION(0, 0, 0));
  add_variable(scope, "c", c, HOL_DIMENSION(0, 0, 0));
  add_variable(scope, "n", n, HOL_DIMENSION(0, 0, 0));
  add_variable(scope, "L", 1.2, HOL_DIMENSION(1, 0, 0));
  add_variable(scope, "zero", 0, HOL_DIMENSION(1, 0, 0));
  add_variable(scope, "m", 7, HOL_DIMENSION(0, 1, 0));
  add_variable(scope, "E", 210e9, HOL_DIMENSION(-1, 1, -2));
}

static void close_scope(hol_scope *scope, hol_arena *arena)
{
  hol_scope_clear(scope);
  hol_arena_clear(arena);
}

static hol_quantity compile(hol_scope *scope, const char *text)
{
  hol_quantity quantity = {0};
  hol_complaint complaint;
  if (hol_quantity_compile(scope, text, &quantity, &complaint) != HOL_OK) {
    fail_msg("%s: %s", text, complaint.message);
  }
  return quantity;
}

static bool has_bits(double x, double y)
{
  return memcmp(&x, &y, sizeof x) == 0;
}

/** Make a variable of the program of one that has a value. */
static hol_step let_vary(hol_scope *scope, const char *name)
{
  hol_quantity *q = &scope->variable[hol_scope_find(scope, name, strlen(name)) - scope->variable].quantity;
  assert_int_equal(hol_program_parameter(&scope->program, q->value, q->dimension, &q->step), HOL_OK);
  return q->step;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/** A text and its value. */
typedef struct wanted {
  const char *text;
  double value;
} wanted;

static void check_values(hol_scope *scope, const wanted *row, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    double value = compile(scope, row[i].text).value;
    if (!has_bits(value, row[i].value)) {
      fail_msg("%s is %a and not %a", row[i].text, value, row[i].value);
    }
  }
}

/** Computed in 60 digits from the doubles that the variables are, and rounded once: the same everywhere. */
static void test_arithmetic_has_the_bits_recorded(void **state)
{
  static const wanted row[] = {
      {"a^2", 0x1.185f06f694467p-3},
      {"a^3", 0x1.9ef30a4e379b7p-5},
      {"(a)^4", 0x1.331002818f8cap-6},
      {"-a^2", -0x1.185f06f694467p-3},
      {"a/b/n", 0x1.cb3f9cb3f9cb3p-4},
      {"a - b - c", 0x1.91eb851eb851ep+0},
      {"a/-b*n", -0x1.0253c8253c825p+0},
      {"1/3 + 1/7", 0x1.e79e79e79e79ep-2},
      {"rint(2.5) + rint(c)", 0x1p+0},
      {"sign(c) + abs(c)", 0x1.4ccccccccccccp+0},
      {"sum(a, b, c) - avg(a, b, c, n)", -0x1.5f5c28f5c28f5p+0},
      {"min(a, b, c)*max(a, b, c)", -0x1.43d70a3d70a3dp+1},
      {"a < b && b < n || c > 0", 1},
      {"a == a != 0", 1},
      {"(a > b ? a : b > n ? b : c)", -0x1.2666666666666p+1},
      {"(n > 2 ? sqrt(n) : sqrt(c))", 0x1.bb67ae8584caap+0},
      {"a ? b ? 1 : 2 : 3", 1},
      {"a + b > n ? a : b + c*n", -0x1.7333333333332p+2},
      {"pi*a^2/4", 0x1.b867f2f6ff0acp-4},
      {"(1 + a)*(1 - a)", 0x1.b9e83e425aee6p-1},
      {"((a*1.5 + b)*1.25 - c)/n", 0x1.74ccccccccccdp+0},
  };
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  check_values(&scope, row, sizeof row / sizeof row[0]);
  assert_int_equal(scope.program.count, 0); /* nothing varies, nothing is kept */
  close_scope(&scope, &arena);
}

static void test_functions_are_those_of_the_library(void **state)
{
  const wanted row[] = {
      {"sin(a)*cos(b)*tan(c)", (double)(sinl(a) * cosl(b) * tanl(c))},
      {"asin(a) + acos(a) + atan(c)", (double)(asinl(a) + acosl(a) + atanl(c))},
      {"sinh(a) - cosh(b) + tanh(c)", (double)(sinhl(a) - coshl(b) + tanhl(c))},
      {"asinh(1e-9)", (double)(asinhl(1e-9L))},
      {"acosh(b) + atanh(a)", (double)(acoshl(b) + atanhl(a))},
      {"sqrt(a)*exp(b)/ln(n)", (double)(sqrtl(a) * expl(b) / logl(n))},
      {"log(b) - log10(b) + log2(b)", (double)(logl(b) - log10l(b) + log2l(b))},
      {"atan2(a, c)", (double)(atan2l(a, c))},
      {"2^a", (double)(powl(2, a))},
      {"a^-2", (double)(powl(a, -2))},
      {"2^-a*b", (double)(powl(2, -a) * b)},
      {"a^b^n", (double)(powl(a, powl(b, n)))},
      {"a^4", (double)((long double)a * a * a * a)},
      {"(a + b)^4", (double)(powl((long double)a + b, 4))},
      {"a^n", (double)(powl(a, 3))},
      {"_pi + _e", (double)(acosl(-1) + expl(1))},
  };
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  check_values(&scope, row, sizeof row / sizeof row[0]);
  close_scope(&scope, &arena);
}

/** As long as an expression may be, no deeper stack is needed. */
static void test_brackets_may_be_as_deep_as_an_expression_is_long(void **state)
{
  enum { DEPTH = 1999 };
  char text[4002] = "";
  hol_arena arena;
  hol_scope scope;
  hol_quantity quantity;
  hol_complaint complaint;
  (void)state;
  open_scope(&scope, &arena);
  memset(text, '(', DEPTH);
  text[DEPTH] = 'a';
  memset(text + DEPTH + 1, ')', DEPTH);
  assert_true(has_bits(compile(&scope, text).value, a));
  for (size_t i = 0; i < 2000; i++) {
    memcpy(text + 2 * i, "a^", 3);
  }
  text[3999] = '\0'; /* a^a^...^a, from the right */
  assert_true(isfinite(compile(&scope, text).value));
  memset(text, '-', 4001);
  text[4001] = '\0';
  assert_int_equal(hol_quantity_compile(&scope, text, &quantity, &complaint), HOL_INVALID);
  assert_string_equal(complaint.message, "the expression is too long");
  close_scope(&scope, &arena);
}

/* ---- dimensions -------------------------------------------------------------------------------------------------- */

static void test_dimensions_follow_from_those_of_the_variables(void **state)
{
  static const struct {
    const char *text;
    int length, mass, time;
  } row[] = {
      {"L^n", 3, 0, 0},
      {"(L^3)^(1/3)", 1, 0, 0},
      {"sqrt(E*L/m)", 0, 0, -1},
      {"sqrt(L)*sqrt(L)", 1, 0, 0},
      {"L - L", 1, 0, 0},
      {"max(L, 0, zero)", 1, 0, 0},
      {"(L > 0 ? L : 0)", 1, 0, 0},
      {"sign(L) + (L && m)", 0, 0, 0},
      {"atan2(L, zero)", 0, 0, 0},
      {"L + 0*E", 1, 0, 0},
      {"E*L^4/12/m", 3, 0, -2},
      {"(n > 2 ? 0 : L)", 1, 0, 0},
      {"(L/zero > 1)*L", 1, 0, 0},
  };
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_dimension d = compile(&scope, row[i].text).dimension;
    if (d.length != row[i].length || d.mass != row[i].mass || d.time != row[i].time) {
      fail_msg("%s is m^%d kg^%d s^%d", row[i].text, d.length, d.mass, d.time);
    }
  }
  assert_true(compile(&scope, "0*E").fits_all);
  assert_false(compile(&scope, "0*n").fits_all);
  close_scope(&scope, &arena);
}

static void assert_refused(hol_scope *scope, const char *text, const char *message, const char *place)
{
  hol_quantity quantity = {.value = 17};
  hol_complaint complaint;
  if (hol_quantity_compile(scope, text, &quantity, &complaint) != HOL_INVALID) {
    fail_msg("%s was accepted as %g", text, quantity.value);
  }
  assert_string_equal(complaint.message, message);
  const char *meant = complaint.length ? text + complaint.offset : text;
  if (complaint.length != strlen(place) || strncmp(meant, place, complaint.length) != 0) {
    fail_msg("%s: `%.*s` is named, and not `%s`", text, (int)complaint.length, meant, place);
  }
  assert_true(has_bits(quantity.value, 17));
}

/** Also what evaluation at other scales let pass: a logarithm undone, a branch not taken, terms too small to show. */
static void test_mixed_dimensions_are_refused_where_they_meet(void **state)
{
  static const char mixed[] =
      "adds or compares quantities of different dimensions, or takes a function of one that has a dimension";
  static const char *const row[][2] = {
      {"exp(ln(L))", "ln"}, {"ln(L) - ln(2*L)", "ln"}, {"(n > 2 ? L : m)", "?"},         {"L + 1e-30*m", "+"},
      {"2*L == m", "=="},   {"tanh(m*1e9)", "tanh"},   {"min(L, 2, m)", "min"},          {"n^L", "^"},
      {"rint(L)", "rint"},  {"E - 1.5", "-"},          {"atan2(L, 1)*(L - 1)", "atan2"},
  };
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    assert_refused(&scope, row[i][0], mixed, row[i][1]);
  }
  close_scope(&scope, &arena);
}

static void test_faults_of_syntax_are_placed(void **state)
{
  static const char *const row[][3] = {
      {"(a + b", "missing parenthesis", "("},
      {"a + max(b, c", "missing parenthesis", "max"},
      {"a*", "unexpected end of expression", "*"},
      {"a*-", "unexpected end of expression", "-"},
      {"a ** b", "unexpected operator \"*\"", "*"},
      {"- -a", "unexpected operator \"-\"", "-"},
      {"a <= == b", "unexpected operator \"==\"", "=="},
      {"(a b)", "unexpected variable \"b\"", "b"},
      {"(a 2)", "unexpected value \"2\"", "2"},
      {"(a sin(b))", "unexpected function \"sin\"", "sin"},
      {"a + (b))", "unexpected parenthesis \")\"", ")"},
      {"a + ()", "unexpected parenthesis \")\"", ")"},
      {"(a(b))", "unexpected parenthesis \"(\"", "("},
      {"sine(a)", "unexpected token \"sine\"", "sine"},
      {"a & b", "unexpected token \"&\"", "&"},
      {"sin(a, b)", "too many parameters for function \"sin\"", "sin"},
      {"1 + atan2(a)", "too few parameters for function \"atan2\"", "atan2"},
      {"sum()", "too few parameters for function \"sum\"", "sum"},
      {"(a, b)", "function arguments used without a function", ","},
      {"max(a ? b, c)", "unexpected argument separator", ","},
      {"max(, c)", "unexpected argument separator", ","},
      {"a ? b", "if-then-else operator is missing an else clause", "?"},
      {"(a ? b) : c", "if-then-else operator is missing an else clause", "?"},
      {"a : b", "misplaced colon", ":"},
      {"a ? : b", "unexpected operator \":\"", ":"},
  };
  hol_arena arena;
  hol_scope scope;
  char message[120];
  (void)state;
  open_scope(&scope, &arena);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    (void)snprintf(message, sizeof message, "cannot be evaluated: %s", row[i][1]);
    assert_refused(&scope, row[i][0], message, row[i][2]);
  }
  assert_refused(&scope, "1/(2 + 1e999)", "the number is too large", "1e999");
  assert_int_equal(scope.program.count, 0);
  close_scope(&scope, &arena);
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

static void test_equal_steps_are_one_and_constants_are_folded(void **state)
{
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  hol_step step = let_vary(&scope, "a");
  assert_int_equal(compile(&scope, "a").step, step);
  assert_int_equal(compile(&scope, "b*c + 2*n").step, 0);
  size_t before = scope.program.count;
  step = compile(&scope, "(a + b*c)^2 mm").step;
  size_t count = scope.program.count;
  assert_int_equal(count, before + 8); /* b, c, b*c, the sum, 2, its square, the unit, all of it */
  assert_int_equal(compile(&scope, "(a+b*c)^2 mm").step, step);
  assert_int_equal(scope.program.count, count);
  assert_refused(&scope, "(a + b*c)^3 + L",
                 "adds or compares quantities of different dimensions, or takes a function of one that has a dimension",
                 "+");
  assert_int_equal(scope.program.count, count);
  close_scope(&scope, &arena);
}

static uint64_t next_random(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

static const char *const varied_text[] = {
    "a^4 + b^3*c^2 - a*b/c",
    "pi*a^2/4*abs(1 - (b/a)^2)^1.5",
    "(a > b ? sqrt(a - b) : sqrt(b - a))",
    "min(a, b, c) + max(a*b, c) - abs(a - c)",
    "(a < b) + (a <= c)*2 + (b != c)*4 - (a && b - b)",
    "sin(a)*exp(-b) + atan2(a, c) + rint(10*c)",
    "avg(a, b, c, -a) kN/mm",
    "xi*a + (1 - xi)*b^2",
};
enum { TEXTS = sizeof varied_text / sizeof varied_text[0] };

/** The program run again is the text read again: for one structure and in every lane, to the last bit. */
static void test_running_again_is_reading_again(void **state)
{
  static const char *const name[] = {"a", "b", "c"};
  hol_arena arena;
  hol_scope scope;
  hol_step step[TEXTS];
  uint64_t seed = 12;
  (void)state;
  open_scope(&scope, &arena);
  for (size_t v = 0; v < 3; v++) {
    (void)let_vary(&scope, name[v]);
  }
  assert_int_equal(hol_scope_open_xi(&scope, true, 0.25), HOL_OK);
  for (size_t i = 0; i < TEXTS; i++) {
    step[i] = compile(&scope, varied_text[i]).step;
    assert_true(step[i] > 0);
  }
  hol_dd *value = calloc(scope.program.count + 1, sizeof *value);
  hol_lane_dd *lanes = (hol_lane_dd *)(void *)hol_lanes_alloc(2 * (scope.program.count + 1));
  hol_lane variable[4];
  assert_non_null(value);
  assert_non_null(lanes);
  for (size_t v = 0; v < 4; v++) {
    for (size_t l = 0; l < HOL_LANES; l++) {
      double x = (double)next_random(&seed) / 1073741824.0 - (v ? 0 : 0.5);
      variable[v][l] = v == 2 ? rint(1e5 * x) / 1e5 : x; /* b is a decimal, which has a rest */
    }
  }
  hol_program_lanes(&scope.program, variable, lanes);
  for (size_t l = 0; l < HOL_LANES; l++) {
    const double one[] = {variable[0][l], variable[1][l], variable[2][l], variable[3][l]};
    hol_arena other_arena;
    hol_scope other;
    hol_program_run(&scope.program, one, value);
    open_scope(&other, &other_arena);
    for (size_t v = 0; v < 3; v++) {
      other.variable[v].quantity.value = one[v + 1];
      other.variable[v].quantity.rest = hol_decimal_near(one[v + 1]).rest;
    }
    assert_int_equal(hol_scope_open_xi(&other, true, one[0]), HOL_OK);
    for (size_t i = 0; i < TEXTS; i++) {
      hol_quantity again = {.value = NAN};
      hol_complaint complaint;
      hol_status status = hol_quantity_compile(&other, varied_text[i], &again, &complaint);
      const hol_dd moved = value[step[i]];
      assert_true(has_bits(moved.value, lanes[step[i]].value[l]));
      assert_true(has_bits(moved.rest, lanes[step[i]].rest[l]));
      assert_true(status == HOL_OK ? has_bits(moved.value, again.value) && has_bits(moved.rest, again.rest)
                                   : !isfinite(moved.value));
    }
    close_scope(&other, &other_arena);
  }
  free(value);
  free(lanes);
  close_scope(&scope, &arena);
}

/** Only what lies above xi is kept along a member, with the rest as it is. */
static void test_numbers_along_a_member_keep_what_follows_from_xi(void **state)
{
  hol_arena arena;
  hol_scope scope;
  hol_program along = {0};
  hol_step copy[2];
  double value[16];
  (void)state;
  open_scope(&scope, &arena);
  (void)let_vary(&scope, "b");
  assert_int_equal(hol_scope_open_xi(&scope, true, 0.5), HOL_OK);
  hol_step step = compile(&scope, "b^3*sin(b + a)*(1 - xi)^2 + xi mm").step;
  assert_int_equal(hol_program_along(&along, &scope.program, step, &copy[0]), HOL_OK);
  assert_int_equal(hol_program_along(&along, &scope.program, step, &copy[1]), HOL_OK);
  assert_int_equal(copy[0], copy[1]);
  assert_true(along.count <= 10);
  assert_true(along.count < scope.program.count);
  for (double xi = 0; xi <= 1; xi += 0.125) {
    double expected = (b * b * b * sin(b + a) * pow(1 - xi, 2) + xi) * 0.001;
    hol_program_run_double(&along, &xi, value);
    assert_true(fabs(value[copy[0]] - expected) <= 4e-16 * fabs(expected));
  }
  assert_int_equal(hol_scope_open_xi(&scope, false, 0), HOL_OK);
  assert_int_equal(scope.program.count, 1); /* b */
  hol_program_clear(&along);
  close_scope(&scope, &arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic_has_the_bits_recorded),
      cmocka_unit_test(test_functions_are_those_of_the_library),
      cmocka_unit_test(test_brackets_may_be_as_deep_as_an_expression_is_long),
      cmocka_unit_test(test_dimensions_follow_from_those_of_the_variables),
      cmocka_unit_test(test_mixed_dimensions_are_refused_where_they_meet),
      cmocka_unit_test(test_faults_of_syntax_are_placed),
      cmocka_unit_test(test_equal_steps_are_one_and_constants_are_folded),
      cmocka_unit_test(test_running_again_is_reading_again),
      cmocka_unit_test(test_numbers_along_a_member_keep_what_follows_from_xi),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
