/* SPDX-License-Identifier: BSD-3-Clause */
/* Formulas, their derivatives, copies and schedules with too little memory: the k-th allocation and all after it fail,
 * until none does. That is what is said; more memory for the same program then leads to the right value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expression/derive.h"
#include "expression/extract.h"
#include "expression/quantity.h"
#include "expression/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t allowed = SIZE_MAX; /* allocations before the first that fails */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool is_granted(void)
{
  bool granted = allowed > 0;
  allowed -= granted && allowed != SIZE_MAX ? 1 : 0;
  return granted;
}

void *__wrap_malloc(size_t size)
{
  return is_granted() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
  return is_granted() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
  return is_granted() ? __real_realloc(memory, size) : NULL;
}

/** All that a motion makes of a text. */
typedef struct work {
  hol_arena arena;
  hol_scope scope;
  hol_derivatives by;
  hol_switches switches;
  hol_program few;
  hol_schedule schedule;
  double value[400];
} work;

static void clear_work(work *w)
{
  hol_derivatives_clear(&w->by);
  hol_switches_clear(&w->switches);
  hol_program_clear(&w->few);
  hol_schedule_clear(&w->schedule);
  hol_scope_clear(&w->scope);
  hol_arena_clear(&w->arena);
}

static hol_status add_state(hol_scope *scope, const char *name, uint16_t number)
{
  size_t at;
  bool is_taken;
  HOL_TRY(hol_scope_add_local(scope, name, &at, &is_taken));
  return hol_scope_set_state(scope, at, number, 0, HOL_DIMENSION(0, 0, 0));
}

/** An equation in x, x' and a reaction. */
static hol_status compile(work *w, hol_step *step)
{
  static const char text[] = "abs(x)^3.5*exp(x')/(1 + x^2) + min(sin(x), 2*x) + sin(2*x)^2*tan(x/3) + atan2(x, x') "
                             "+ log(1 + x^2)*cosh(x) - sqrt(2 + x)*x^7 + asin(x/3) + acos(x*x'/9) = reaction(left)";
  hol_quantity equation;
  hol_complaint complaint;
  w->scope.arena = &w->arena;
  hol_scope_open_local(&w->scope);
  HOL_TRY(add_state(&w->scope, "x", 0));
  HOL_TRY(add_state(&w->scope, "x'", 1));
  HOL_TRY(add_state(&w->scope, "reaction(left)", 2));
  HOL_TRY(hol_equation_compile(&w->scope, text, &equation, &complaint));
  *step = equation.step;
  return HOL_OK;
}

/** Its second derivative by x at x = 0.5, x' = 2. */
static hol_status differentiate(work *w, hol_step step, double *second)
{
  static const double state[3] = {0.5, 2, 0};
  hol_switches_clear(&w->switches);
  hol_program_clear(&w->few);
  HOL_TRY(hol_program_derivative(&w->scope.program, &w->by, step, &step));
  HOL_TRY(hol_program_derivative(&w->scope.program, &w->by, step, &step));
  HOL_TRY(hol_program_switches(&w->scope.program, &step, 1, &w->switches));
  HOL_TRY(hol_program_extract(&w->few, &w->scope.program, NULL, &step, 1, &step));
  HOL_TRY(hol_schedule_make(&w->few, &w->schedule));
  assert_true(w->few.count < sizeof w->value / sizeof *w->value);
  hol_schedule_begin(&w->schedule, w->value);
  hol_schedule_run_states(&w->schedule, state, w->value);
  *second = w->value[step];
  return HOL_OK;
}

static double with_memory(work *w, hol_step step)
{
  double second = NAN;
  assert_int_equal(differentiate(w, step, &second), HOL_OK);
  assert_int_equal(w->switches.count, 2);
  clear_work(w);
  return second;
}

static void test_lack_of_memory_is_said(void **state)
{
  hol_status status = HOL_MEMORY;
  hol_step step = 0;
  work w = {0};
  (void)state;
  assert_int_equal(compile(&w, &step), HOL_OK);
  double wanted = with_memory(&w, step), second;
  size_t k = 0;
  for (; status != HOL_OK && k < 10000; k++) {
    w = (work){0};
    allowed = k;
    status = compile(&w, &step);
    bool is_compiled = status == HOL_OK;
    status = is_compiled ? differentiate(&w, step, &second) : status;
    allowed = SIZE_MAX;
    assert_true(status == HOL_OK || status == HOL_MEMORY);
    hol_schedule_clear(&w.schedule);
    double again = is_compiled ? with_memory(&w, step) : wanted;
    if (!(fabs(again - wanted) <= 1e-14 * fabs(wanted))) {
      fail_msg("%zu: %.17g and not %.17g", k, again, wanted);
    }
    clear_work(&w);
  }
  assert_true(k > 20 && status == HOL_OK && isfinite(wanted));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_lack_of_memory_is_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
