/* SPDX-License-Identifier: BSD-3-Clause */
/* Formulas and equations in state variables: names with primes and reactions, local names, values that are not finite
 * yet, lengths, messages and their places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expression/lexer.h"
#include "expression/quantity.h"
#include "expression/syntax.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { X, SPEED, ANGLE, WIRE, TIME, STATES };

static const double present[STATES] = {0, 3, 0.4, 12, 0};

static void add_parameter(hol_scope *scope, const char *name, double value, hol_dimension dimension)
{
  size_t number;
  assert_int_equal(hol_scope_add(scope, name, &number), HOL_OK);
  scope->variable[number].state = HOL_VARIABLE_READY;
  scope->variable[number].quantity = (hol_quantity){.value = value, .dimension = dimension};
}

static void open_states(hol_scope *scope)
{
  static const struct {
    const char *name;
    hol_dimension dimension;
  } row[STATES] = {
      {"x", {1, 0, 0}}, {"x'", {1, 0, -1}}, {"a", {0}}, {"reaction(left-wire)", {1, 1, -2}}, {"t", {0, 0, 1}}};
  hol_scope_open_local(scope);
  for (size_t i = 0; i < STATES; i++) {
    size_t number;
    bool is_taken;
    assert_int_equal(hol_scope_add_local(scope, row[i].name, &number, &is_taken), HOL_OK);
    assert_false(is_taken);
    assert_int_equal(hol_scope_set_state(scope, number, (uint16_t)i, present[i], row[i].dimension), HOL_OK);
  }
}

static void open_scope(hol_scope *scope, hol_arena *arena)
{
  *arena = (hol_arena){0};
  *scope = (hol_scope){.arena = arena};
  add_parameter(scope, "m", 2, HOL_DIMENSION(0, 1, 0));
  add_parameter(scope, "c", 5, HOL_DIMENSION(0, 1, -1));
  open_states(scope);
}

static void close_scope(hol_scope *scope, hol_arena *arena)
{
  hol_scope_clear(scope);
  hol_arena_clear(arena);
}

static hol_quantity formula(hol_scope *scope, const char *text)
{
  hol_quantity quantity = {0};
  hol_complaint complaint;
  if (hol_formula_compile(scope, text, 0, strlen(text), &quantity, &complaint) != HOL_OK) {
    fail_msg("%s: %s", text, complaint.message);
  }
  return quantity;
}

static double value_at(const hol_scope *scope, hol_step step, const double *state)
{
  double *value = calloc(scope->program.count + 1, sizeof *value);
  assert_non_null(value);
  hol_program_run_states(&scope->program, state, value);
  double result = value[step];
  free(value);
  return result;
}

static void check_close(double value, double wanted)
{
  if (!(fabs(value - wanted) <= 1e-14 * fabs(wanted))) {
    fail_msg("%.17g instead of %.17g", value, wanted);
  }
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void test_primes_and_reactions_are_part_of_names(void **state)
{
  static const struct {
    const char *text, *name;
    hol_token_kind kind;
  } row[] = {
      {"x'*2", "x'", HOL_TOKEN_NAME},
      {"x'''", "x'''", HOL_TOKEN_NAME},
      {"x' '", "x'", HOL_TOKEN_NAME},
      {"reaction(wire)+1", "reaction(wire)", HOL_TOKEN_NAME},
      {"reaction ( left-wire\n)", "reaction(left-wire)", HOL_TOKEN_NAME},
      {"reaction(2)", "reaction", HOL_TOKEN_FUNCTION},
      {"reaction(a + b)", "reaction", HOL_TOKEN_FUNCTION},
      {"reaction(a", "reaction", HOL_TOKEN_FUNCTION},
      {"reactions(a)", "reactions", HOL_TOKEN_FUNCTION},
      {"reaction'(a)", "reaction'", HOL_TOKEN_NAME},
      {"sin(a)", "sin", HOL_TOKEN_FUNCTION},
  };
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_token token;
    char name[HOL_NAME_SIZE];
    assert_true(hol_lexer_next(row[i].text, strlen(row[i].text), 0, &token));
    assert_int_equal(hol_lexer_name(row[i].text, token.length, name, sizeof name), strlen(row[i].name));
    assert_string_equal(name, row[i].name);
    assert_int_equal(token.kind, row[i].kind);
  }
  char small[4];
  assert_int_equal(hol_lexer_name("abcd", 4, small, sizeof small), 0);
}

/** A prime behind a number stays what it was: a unit that is not known, feet or minutes. */
static void test_primes_behind_numbers_are_units(void **state)
{
  hol_arena arena;
  hol_scope scope;
  hol_quantity q;
  hol_complaint complaint;
  (void)state;
  open_scope(&scope, &arena);
  assert_int_equal(hol_quantity_compile(&scope, "5'", &q, &complaint), HOL_INVALID);
  assert_string_equal(complaint.message, "unknown unit `'`");
  assert_int_equal(complaint.offset, 1);
  assert_int_equal(hol_lexer_expression_end("5 x'"), 2);
  assert_int_equal(hol_lexer_expression_end("5*x' m"), 5);
  close_scope(&scope, &arena);
}

/** Where no states are, their names are no names. */
static void test_states_go_away(void **state)
{
  static const struct {
    const char *text, *message, *meant;
    bool has_hint;
  } row[] = {
      {"2*x' + m", "unknown parameter `x'`", "x'", false},
      {"c*m'", "unknown parameter `m'`", "m'", true},
      {"1 + reaction( left-wire )", "unknown parameter `reaction(left-wire)`", "reaction( left-wire )", false},
      {"x", "unknown parameter `x`", "x", false},
      {"3 t'", "unknown unit `t'`", "t'", false},
  };
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  formula(&scope, "m*x'^2/2 + reaction(left-wire)*x");
  assert_true(scope.program.count > STATES);
  hol_scope_close_local(&scope);
  assert_int_equal(scope.program.count, 0);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_quantity q;
    hol_complaint complaint;
    assert_int_equal(hol_quantity_compile(&scope, row[i].text, &q, &complaint), HOL_INVALID);
    assert_string_equal(complaint.message, row[i].message);
    assert_int_equal(complaint.offset, strstr(row[i].text, row[i].meant) - row[i].text);
    assert_int_equal(complaint.length, strlen(row[i].meant));
    if (row[i].has_hint) {
      assert_string_equal(complaint.hint, "did you mean `m`?");
    } else {
      assert_true(!complaint.hint || !strstr(complaint.hint, "did you mean"));
    }
  }
  open_states(&scope); /* again, as for another section */
  check_close(formula(&scope, "2*x'").value, 6);
  close_scope(&scope, &arena);
}

static void test_local_names_are_not_taken_twice(void **state)
{
  hol_arena arena;
  hol_scope scope;
  size_t number;
  bool is_taken;
  (void)state;
  open_scope(&scope, &arena);
  assert_int_equal(hol_scope_add_local(&scope, "m", &number, &is_taken), HOL_OK);
  assert_true(is_taken);
  assert_true(scope.variable[number].state == HOL_VARIABLE_READY && !scope.variable[number].is_local);
  assert_int_equal(hol_scope_add_local(&scope, "x'", &number, &is_taken), HOL_OK);
  assert_true(is_taken);
  assert_int_equal(hol_scope_add_local(&scope, "n", &number, &is_taken), HOL_OK);
  assert_false(is_taken);
  scope.variable[number].quantity = formula(&scope, "c*x'"); /* an abbreviation */
  scope.variable[number].state = HOL_VARIABLE_READY;
  check_close(formula(&scope, "n + n").value, 30);
  assert_true(hol_dimension_equal(formula(&scope, "n").dimension, HOL_DIMENSION(1, 1, -2)));
  hol_scope_close_local(&scope);
  assert_null(hol_scope_find(&scope, "n", 1));
  assert_non_null(hol_scope_find(&scope, "m", 1));
  close_scope(&scope, &arena);
}

/* ---- formulas ---------------------------------------------------------------------------------------------------- */

static void test_formulas_follow_the_states(void **state)
{
  static const double other[STATES] = {0.5, -2, 1, 7, 9};
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  hol_step kinetic = formula(&scope, "m/2*x'^2").step, wave = formula(&scope, "reaction(left-wire)*\n  sin(a)\n").step;
  hol_step number = formula(&scope, "3 kN").step;
  check_close(value_at(&scope, kinetic, present), 9);
  check_close(value_at(&scope, kinetic, other), 4);
  check_close(value_at(&scope, wave, other), 7 * sin(1));
  check_close(value_at(&scope, number, other), 3000);
  assert_true(scope.program.step[number].code == HOL_STEP_CONSTANT);
  assert_true(scope.program.step[wave].flags & HOL_STEP_OF_STATE);
  close_scope(&scope, &arena);
}

/** 1/x may begin where x is 0, 1/0 may not. */
static void test_only_what_follows_from_states_may_be_infinite(void **state)
{
  static const double other[STATES] = {0.25, 0};
  static const char *const refused[] = {"1/0", "x + (1 m)/0", "x*ln(m/m - 1)"};
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_scope(&scope, &arena);
  hol_quantity q = formula(&scope, "1/x");
  assert_true(!isfinite(q.value));
  check_close(value_at(&scope, q.step, other), 4);
  assert_true(hol_dimension_equal(q.dimension, HOL_DIMENSION(-1, 0, 0)));
  assert_true(!isfinite(formula(&scope, "3/x kN").value));
  size_t before = scope.program.count;
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    hol_complaint complaint;
    assert_int_equal(hol_formula_compile(&scope, refused[i], 0, strlen(refused[i]), &q, &complaint), HOL_INVALID);
    assert_int_equal(scope.program.count, before);
  }
  close_scope(&scope, &arena);
}

/** The sum of so many terms is longer than a quantity may be. */
static void test_formulas_may_be_long(void **state)
{
  enum { TERMS = 7000 };
  hol_arena arena;
  hol_scope scope;
  hol_quantity q;
  hol_complaint complaint;
  char *text = malloc((size_t)9 * TERMS + 8000);
  (void)state;
  assert_non_null(text);
  open_scope(&scope, &arena);
  text[0] = '\0';
  for (size_t i = 0, n = 0; i < TERMS; i++, n += 9) {
    memcpy(text + n, i ? "+ 1*x'  \n" : "0 + x'  \n", 10);
  }
  check_close(formula(&scope, text).value, 3.0 * TERMS);
  assert_int_equal(hol_quantity_compile(&scope, text, &q, &complaint), HOL_INVALID);
  assert_string_equal(complaint.message, "the text is too long for a quantity");
  memset(text + strlen(text) - 2, ' ', 2000);
  strcpy(text + (size_t)9 * TERMS + 1900, "+ 1*x'");
  assert_int_equal(hol_formula_compile(&scope, text, 0, strlen(text), &q, &complaint), HOL_INVALID);
  assert_string_equal(complaint.message, "the formula is too long");
  free(text);
  close_scope(&scope, &arena);
}

static void check_complaint(const hol_complaint *complaint, const char *text, const char *message, const char *meant)
{
  assert_string_equal(complaint->message, message);
  assert_int_equal(complaint->offset, strstr(text, meant) - text);
  assert_int_equal(complaint->length, strlen(meant));
}

/** What is wrong is said at its place in the whole text. */
static void test_places_of_faults_are_those_in_the_text(void **state)
{
  static const char mixed[] = "adds or compares quantities of different dimensions, or takes a function of one that "
                              "has a dimension";
  static const struct {
    const char *text, *message, *meant;
  } row[] = {
      {"x = x + \n c", mixed, "+"},
      {"sin(x) = 0", mixed, "sin"},
      {"x = 2*y'", "unknown parameter `y'`", "y'"},
      {"x = 2*(x", "cannot be evaluated: missing parenthesis", "("},
      {"x = 0.1", "the sides of the equation are a length and a plain number", "="},
      {"x == 1 = x = 2", "an equation has one `=`", "= 2"},
      {"x = 2 $", "unknown unit `$`", "$"},
  };
  hol_arena arena;
  hol_scope scope;
  hol_quantity q;
  hol_complaint complaint;
  (void)state;
  open_scope(&scope, &arena);
  size_t before = scope.program.count;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    assert_int_equal(hol_equation_compile(&scope, row[i].text, &q, &complaint), HOL_INVALID);
    complaint.length += row[i].meant[0] == '=' ? strlen(row[i].meant) - 1 : 0;
    check_complaint(&complaint, row[i].text, row[i].message, row[i].meant);
    assert_int_equal(scope.program.count, before);
  }
  assert_int_equal(hol_equation_compile(&scope, "x == 1 m", &q, &complaint), HOL_INVALID);
  assert_string_equal(complaint.message, "an equation has a `=`");
  assert_int_equal(hol_equation_compile(&scope, "x = ", &q, &complaint), HOL_INVALID);
  assert_string_equal(complaint.message, "cannot be evaluated: expression is empty");
  close_scope(&scope, &arena);
}

static void test_equations_are_differences(void **state)
{
  static const double other[STATES] = {0.5, -2, 1, 7, 9};
  hol_arena arena;
  hol_scope scope;
  hol_quantity q;
  hol_complaint complaint;
  (void)state;
  open_scope(&scope, &arena);
  assert_int_equal(hol_equation_compile(&scope, "x' = 0", &q, &complaint), HOL_OK);
  assert_true(scope.program.step[q.step].code == HOL_STEP_STATE); /* nothing is taken away */
  assert_int_equal(hol_equation_compile(&scope, "0 = m*x' - reaction(left-wire)*t", &q, &complaint), HOL_OK);
  check_close(value_at(&scope, q.step, other), 4 + 63);
  assert_true(hol_dimension_equal(q.dimension, HOL_DIMENSION(1, 1, -1)));
  assert_int_equal(hol_equation_compile(&scope, "(x >= 2*x) + (a != 1) + (a == 1) = a", &q, &complaint), HOL_OK);
  check_close(value_at(&scope, q.step, other), 0);
  check_close(value_at(&scope, q.step, present), 2 - 0.4);
  close_scope(&scope, &arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_primes_and_reactions_are_part_of_names),
      cmocka_unit_test(test_primes_behind_numbers_are_units),
      cmocka_unit_test(test_states_go_away),
      cmocka_unit_test(test_local_names_are_not_taken_twice),
      cmocka_unit_test(test_formulas_follow_the_states),
      cmocka_unit_test(test_only_what_follows_from_states_may_be_infinite),
      cmocka_unit_test(test_formulas_may_be_long),
      cmocka_unit_test(test_places_of_faults_are_those_in_the_text),
      cmocka_unit_test(test_equations_are_differences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
