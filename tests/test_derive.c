/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of steps against differences and against another program for algebra; how few steps they need; parts of
 * programs, their states, degrees and switching surfaces; schedules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expression/derive.h"
#include "expression/enclosure.h"
#include "expression/extract.h"
#include "expression/fold.h"
#include "expression/quantity.h"
#include "expression/schedule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_state(hol_scope *scope, const char *name, uint16_t number, double value)
{
  size_t at;
  bool is_taken;
  assert_int_equal(hol_scope_add_local(scope, name, &at, &is_taken), HOL_OK);
  assert_false(is_taken);
  assert_int_equal(hol_scope_set_state(scope, at, number, value, HOL_DIMENSION(0, 0, 0)), HOL_OK);
}

static hol_step formula(hol_scope *scope, const char *text)
{
  hol_quantity quantity = {0};
  hol_complaint complaint;
  if (hol_formula_compile(scope, text, 0, strlen(text), &quantity, &complaint) != HOL_OK) {
    fail_msg("%s: %s", text, complaint.message);
  }
  return quantity.step;
}

static hol_step derivative(hol_program *program, hol_derivatives *by, hol_step step)
{
  hol_step result;
  assert_int_equal(hol_program_derivative(program, by, step, &result), HOL_OK);
  return result;
}

/** The partial derivative by one state. */
static hol_step partial(hol_program *program, hol_step step, unsigned state)
{
  hol_derivatives by = {.state = (uint16_t)state};
  hol_step result = derivative(program, &by, step);
  hol_derivatives_clear(&by);
  return result;
}

/* ---- values in long doubles -------------------------------------------------------------------------------------- */

static long double function_wide(const hol_function *f, long double a)
{
  return f->wide                        ? f->wide(a)
         : strcmp(f->name, "sqrt") == 0 ? sqrtl(a)
         : strcmp(f->name, "abs") == 0  ? fabsl(a)
         : strcmp(f->name, "sign") == 0 ? (a > 0) - (a < 0)
                                        : floorl(a + 0.5L);
}

static long double compared(hol_step_code code, long double a, long double b)
{
  switch (code) {
  case HOL_STEP_LESS:
    return a < b;
  case HOL_STEP_LESS_EQUAL:
    return a <= b;
  case HOL_STEP_GREATER:
    return a > b;
  case HOL_STEP_GREATER_EQUAL:
    return a >= b;
  case HOL_STEP_EQUAL:
    return a <= b && a >= b;
  case HOL_STEP_NOT_EQUAL:
    return a < b || a > b;
  case HOL_STEP_AND:
    return fabsl(a) > 0 && fabsl(b) > 0;
  default:
    return fabsl(a) > 0 || fabsl(b) > 0;
  }
}

static long double value_wide(const hol_operation *o, const long double *value, const long double *state)
{
  bool is_function = o->code == HOL_STEP_FUNCTION;
  long double a = value[o->a], b = is_function ? 0 : value[o->b];
  switch ((hol_step_code)o->code) {
  case HOL_STEP_CONSTANT:
  case HOL_STEP_VARIABLE:
    return (long double)o->value.value + o->value.rest;
  case HOL_STEP_STATE:
    return state[o->number];
  case HOL_STEP_ADD:
    return a + b;
  case HOL_STEP_SUBTRACT:
    return a - b;
  case HOL_STEP_MULTIPLY:
    return a * b;
  case HOL_STEP_DIVIDE:
    return a / b;
  case HOL_STEP_POWER:
    return powl(a, b);
  case HOL_STEP_ATAN2:
    return atan2l(a, b);
  case HOL_STEP_LEAST:
    return b < a ? b : a;
  case HOL_STEP_GREATEST:
    return a < b ? b : a;
  case HOL_STEP_HYPOTENUSE:
    return hypotl(a, b);
  case HOL_STEP_NEGATE:
    return -a;
  case HOL_STEP_FUNCTION:
    return function_wide(&hol_functions()[o->b], a);
  case HOL_STEP_SELECT:
    return fabsl(a) > 0 ? b : value[o->c];
  case HOL_STEP_ROUND:
    return a;
  case HOL_STEP_REST:
    return 0;
  default:
    return compared((hol_step_code)o->code, a, b);
  }
}

/** @param[out] value  [count + 1] */
static void run_wide(const hol_program *program, const long double *state, long double *value)
{
  value[0] = 0;
  for (size_t i = 1; i <= program->count; i++) {
    value[i] = value_wide(&program->step[i], value, state);
  }
}

/* ---- random expressions ------------------------------------------------------------------------------------------ */

enum { VARIABLES = 3, TEXTS = 300, ROOM = 20000, DEPTH = 4 };

static uint64_t draw(uint64_t *seed, uint64_t below)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (*seed >> 33) % below;
}

/** What a %s stands for is an expression; each keeps to the numbers that its functions take. */
static const char *const form[] = {"(%s + %s)",
                                   "(%s - %s)",
                                   "(%s)*(%s)",
                                   "(%s)/(2 + (%s)^2)",
                                   "-(%s)",
                                   "(%s)^2",
                                   "(%s)^3",
                                   "(2 + sin(%s))^(-3)",
                                   "(1.5 + cos(%s))^(0.3*sin(%s))",
                                   "2^sin(%s)",
                                   "(1 + (%s)^2)^1.5",
                                   "(1 + (%s)^2)^-0.3",
                                   "x^5/(1 + abs(%s))",
                                   "sin(%s)",
                                   "cos(%s)",
                                   "tan(sin(%s))",
                                   "asin(0.9*sin(%s))",
                                   "acos(0.9*cos(%s))",
                                   "atan(%s)",
                                   "atan2(%s, %s)",
                                   "sinh(sin(%s))",
                                   "cosh(cos(%s))",
                                   "tanh(%s)",
                                   "asinh(%s)",
                                   "acosh(1.2 + (%s)^2)",
                                   "atanh(0.9*sin(%s))",
                                   "log2(0.5 + (%s)^2)",
                                   "log10(0.5 + (%s)^2)",
                                   "log(0.5 + (%s)^2)",
                                   "ln(1 + abs(%s))",
                                   "exp(sin(%s))",
                                   "sqrt(0.3 + (%s)^2)",
                                   "sign(%s)*(%s)",
                                   "rint(2*sin(%s))*(%s)",
                                   "abs(%s)",
                                   "sum(%s, %s, 1)",
                                   "avg(%s, %s)",
                                   "min(%s, %s)",
                                   "max(%s, %s, 0.1)",
                                   "(%s < %s ? %s : %s)",
                                   "((%s >= 0.3 && %s > -1) || %s <= -0.2 ? %s : 2)",
                                   "(%s == 1 ? 1 : %s)",
                                   "(%s != 1)*(%s)"};

static void write_random(uint64_t *seed, int depth, char *text)
{
  static const char *const leaf[] = {"x", "y", "z", "x", "y", "z", "0.7", "3"};
  if (depth == 0) {
    strcat(text, leaf[draw(seed, sizeof leaf / sizeof leaf[0])]);
    return;
  }
  for (const char *c = form[draw(seed, sizeof form / sizeof form[0])]; *c; c++) {
    if (*c == '%') {
      c++;
      write_random(seed, (int)draw(seed, (uint64_t)depth), text);
    } else {
      strncat(text, c, 1);
    }
  }
}

/** A program of one random expression in x, y, z. */
typedef struct random_one {
  hol_arena arena;
  hol_scope scope;
  char text[ROOM];
  hol_step step;
  long double state[VARIABLES];
} random_one;

static void open_random(random_one *r, uint64_t *seed)
{
  static const char *const name[] = {"x", "y", "z"};
  *r = (random_one){.scope.arena = &r->arena};
  hol_scope_open_local(&r->scope);
  for (size_t i = 0; i < VARIABLES; i++) {
    r->state[i] = (long double)(0.05 + (double)draw(seed, 1000) / 700 - 0.7);
    add_state(&r->scope, name[i], (uint16_t)i, (double)r->state[i]);
  }
  write_random(seed, DEPTH, r->text);
  r->step = formula(&r->scope, r->text);
}

static void close_random(random_one *r)
{
  hol_scope_clear(&r->scope);
  hol_arena_clear(&r->arena);
}

/** Values of a step at a place moved by h along a variable; with whether all is well around it. */
static long double moved(const random_one *r, const hol_switches *switches, hol_step step, size_t variable,
                         long double h, bool *is_smooth)
{
  const hol_program *program = &r->scope.program;
  long double *value = calloc(program->count + 1, sizeof *value), *here = calloc(program->count + 1, sizeof *here);
  long double state[VARIABLES];
  assert_true(value && here);
  memcpy(state, r->state, sizeof state);
  run_wide(program, state, here);
  state[variable] += h;
  run_wide(program, state, value);
  for (size_t i = 0; i < switches->count; i++) {
    hol_step at = switches->item[i].step;
    *is_smooth = *is_smooth && (value[at] > 0) == (here[at] > 0) && fabsl(here[at]) > 0;
  }
  long double result = value[step];
  free(value);
  free(here);
  return result;
}

/** Central differences of two widths, the error of h² taken away. @param[out] error  how far off it may be */
static long double difference(const random_one *r, const hol_switches *switches, hol_step step, size_t variable,
                              long double *error, bool *is_smooth)
{
  static const long double h = 1e-4L;
  long double d[3], size = 0;
  for (int i = 0; i < 3; i++) {
    long double width = h / (1 << i), up = moved(r, switches, step, variable, width, is_smooth),
                down = moved(r, switches, step, variable, -width, is_smooth);
    d[i] = (up - down) / (2 * width);
    size = fmaxl(size, fmaxl(fabsl(up), fabsl(down)));
  }
  long double coarse = (4 * d[1] - d[0]) / 3, fine = (4 * d[2] - d[1]) / 3;
  *error = fabsl(fine - coarse) + 1e-18L * size / h * 1e2L;
  return fine;
}

/** Check one derivative of a step against differences; how well it is known by them is told, too. */
static bool check_difference(random_one *r, const hol_switches *switches, hol_step step, hol_step slope,
                             size_t variable)
{
  const hol_program *program = &r->scope.program;
  bool is_smooth = true;
  long double error, wanted = difference(r, switches, step, variable, &error, &is_smooth);
  long double *value = calloc(program->count + 1, sizeof *value);
  assert_non_null(value);
  run_wide(program, r->state, value);
  long double found = value[slope];
  free(value);
  if (is_smooth && isfinite(wanted) && !(fabsl(found - wanted) <= error + 1e-15L * fabsl(wanted))) {
    fail_msg("%s: derivative %zu is %.18Lg and not %.18Lg within %.1Le", r->text, variable, found, wanted, error);
  }
  return is_smooth && isfinite(wanted) && error < 1e-8L * (1 + fabsl(wanted));
}

static void test_derivatives_agree_with_differences(void **state)
{
  uint64_t seed = 1;
  size_t good = 0, all = 0;
  random_one *r = malloc(sizeof *r);
  (void)state;
  assert_non_null(r);
  for (size_t i = 0; i < TEXTS; i++) {
    hol_switches switches = {0};
    open_random(r, &seed);
    hol_program *program = &r->scope.program;
    hol_step slope[VARIABLES], second[VARIABLES];
    for (unsigned k = 0; k < VARIABLES; k++) {
      slope[k] = partial(program, r->step, k);
      second[k] = partial(program, slope[k], (k + 1) % VARIABLES);
    }
    assert_int_equal(hol_program_switches(program, &r->step, 1, &switches), HOL_OK);
    for (size_t k = 0; k < VARIABLES; k++, all += 2) {
      good += check_difference(r, &switches, r->step, slope[k], k);
      good += check_difference(r, &switches, slope[k], second[k], (k + 1) % VARIABLES);
    }
    hol_switches_clear(&switches);
    close_random(r);
  }
  free(r);
  print_message("%zu of %zu derivatives known by differences\n", good, all);
  assert_true((double)good > 0.95 * (double)all);
}

/** Steps, their values in doubles, extracted and not. */
static void check_close(double value, double wanted, double size, double tolerance, const char *text)
{
  bool same = (isnan(value) && isnan(wanted)) || fabs(value - wanted) <= tolerance * size;
  if (!same && !(isinf(value) && isinf(wanted))) {
    fail_msg("%s: %.17g and not %.17g", text, value, wanted);
  }
}

/** ∂²f/∂x∂y = ∂²f/∂y∂x; a copy of the needed steps has the same values. */
static void test_second_derivatives_are_symmetric(void **state)
{
  uint64_t seed = 2;
  random_one *r = malloc(sizeof *r);
  (void)state;
  assert_non_null(r);
  for (size_t i = 0; i < TEXTS; i++) {
    open_random(r, &seed);
    hol_program *program = &r->scope.program, few = {0};
    hol_step root[3] = {r->step, partial(program, partial(program, r->step, 0), 1),
                        partial(program, partial(program, r->step, 1), 0)},
             copy[3];
    assert_int_equal(hol_program_extract(&few, program, NULL, root, 3, copy), HOL_OK);
    long double *wide = calloc(program->count + 1, sizeof *wide);
    double *value = calloc(few.count + 1, sizeof *value), at[VARIABLES];
    assert_true(wide && value);
    for (size_t k = 0; k < VARIABLES; k++) {
      at[k] = (double)r->state[k];
    }
    run_wide(program, r->state, wide);
    hol_program_run_states(&few, at, value);
    double size = 1 + (double)(fabsl(wide[root[1]]) + fabsl(wide[root[0]]));
    check_close((double)wide[root[1]], (double)wide[root[2]], size, 1e-14, r->text);
    for (int k = 0; k < 3; k++) {
      check_close(value[copy[k]], (double)wide[root[k]], size, 1e-10, r->text);
    }
    free(wide);
    free(value);
    hol_program_clear(&few);
    close_random(r);
  }
  free(r);
}

/* ---- equations of motion ----------------------------------------------------------------------------------------- */

enum { MOST = 7, PARAMETERS = 45 };

/** Coordinates with a kinetic and a potential energy and equations of order 0 or 1; from another program: the mass
 *  matrix ∂²T/∂q'², the forces h in M q'' + h = 0, A and b of A q'' = b. */
typedef struct example {
  size_t coordinates, rows;
  const char *name[MOST];
  double at[MOST], speed[MOST], time;
  struct {
    const char *name;
    double value;
  } parameter[PARAMETERS];
  const char *kinetic, *potential;
  struct {
    const char *text;
    int order;
  } equation[MOST];
  double mass[MOST * MOST], force[MOST], gradient[MOST * MOST], side[MOST];
} example;

/* by sympy 1.14 in 30 digits */
static const example andrews = {
    .coordinates = 7,
    .rows = 6,
    .name = {"be", "th", "ga", "ph", "de", "om", "ep"},
    .at = {-0.0617, 0.1, 0.4553, 0.2227, 0.4874, -0.2227, 1.2305},
    .speed = {3, -2, 0.5, 1, -1.5, 0.25, 2},
    .time = 0,
    .parameter = {{"m1", 0.04325},   {"m2", 0.00365},   {"m3", 0.02373},   {"m4", 0.00706},   {"m5", 0.0705},
                  {"m6", 0.00706},   {"m7", 0.05498},   {"i1", 2.194e-06}, {"i2", 4.41e-07},  {"i3", 5.255e-06},
                  {"i4", 5.667e-07}, {"i5", 1.169e-05}, {"i6", 5.667e-07}, {"i7", 1.912e-05}, {"xa", -0.06934},
                  {"ya", -0.00227},  {"xb", -0.03635},  {"yb", 0.03273},   {"xc", 0.014},     {"yc", 0.072},
                  {"d", 0.028},      {"da", 0.0115},    {"e", 0.02},       {"ea", 0.01421},   {"rr", 0.007},
                  {"ra", 0.00092},   {"ss", 0.035},     {"sa", 0.01874},   {"sb", 0.01043},   {"sc", 0.018},
                  {"sd", 0.02},      {"ta", 0.02308},   {"tb", 0.00916},   {"u", 0.04},       {"ua", 0.01228},
                  {"ub", 0.00449},   {"zf", 0.02},      {"zt", 0.04},      {"fa", 0.01421},   {"mom", 0.033},
                  {"c0", 4530.0},    {"l0", 0.07785}},
    .kinetic = "(m1*ra^2+m2*(rr^2-2*da*rr*cos(th)+da^2)+i1+i2)/2*be'^2+(m2*(da^2-da*rr*cos(th))+i2)*b"
               "e'*th'+(m2*da^2+i2)/2*th'^2+(m3*(sa^2+sb^2)+i3)/2*ga'^2+(m4*(e-ea)^2+i4)/2*ph'^2+(m4*"
               "((e-ea)^2+zt*(e-ea)*sin(ph))+i4)*ph'*de'+(m4*(zt^2+2*zt*(e-ea)*sin(ph)+(e-ea)^2)+m5*("
               "ta^2+tb^2)+i4+i5)/2*de'^2+(m6*(zf-fa)^2+i6)/2*om'^2+(m6*((zf-fa)^2-u*(zf-fa)*sin(om))"
               "+i6)*om'*ep'+(m6*((zf-fa)^2-2*u*(zf-fa)*sin(om)+u^2)+m7*(ua^2+ub^2)+i6+i7)/2*ep'^2",
    .potential = "c0/2*(sqrt((sd*cos(ga)+sc*sin(ga)+xb-xc)^2+(sd*sin(ga)-sc*cos(ga)+yb-yc)^2)-l0)^2",
    .equation = {{"rr*cos(be)-d*cos(be+th)-ss*sin(ga) = xb", 0},
                 {"rr*sin(be)-d*sin(be+th)+ss*cos(ga) = yb", 0},
                 {"rr*cos(be)-d*cos(be+th)-e*sin(ph+de)-zt*cos(de) = xa", 0},
                 {"rr*sin(be)-d*sin(be+th)+e*cos(ph+de)-zt*sin(de) = ya", 0},
                 {"rr*cos(be)-d*cos(be+th)-zf*cos(om+ep)-u*sin(ep) = xa", 0},
                 {"rr*sin(be)-d*sin(be+th)-zf*sin(om+ep)+u*cos(ep) = ya", 0}},
    .mass = {2.748455102274368e-06,
             6.313554011371841e-07,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             6.313554011371841e-07,
             9.237125e-07,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             1.6170147425e-05,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             8.03380146e-07,
             1.1645135761577012e-06,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             1.1645135761577012e-06,
             6.79813830063154e-05,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             8.03380146e-07,
             1.1645135761577012e-06,
             0.0,
             0.0,
             0.0,
             0.0,
             0.0,
             1.1645135761577012e-06,
             4.13409453363154e-05},
    .force = {-2.3466842917003426e-07, -2.6400198281628853e-07, 3.0042543160344573, -3.5881127313143425e-06,
              -3.1894335389460822e-06, 6.3788670778921645e-06, -1.6943865675651062e-06},
    .gradient = {0.0015037638566136563,
                 0.001072137837089613,
                 -0.031434520217262785,
                 0.0,
                 0.0,
                 0.0,
                 0.0,
                 -0.02099278593885424,
                 -0.027979466050271237,
                 -0.015390612031706124,
                 0.0,
                 0.0,
                 0.0,
                 0.0,
                 0.0015037638566136563,
                 0.001072137837089613,
                 0.0,
                 -0.015165933776434106,
                 0.003567275607918374,
                 0.0,
                 0.0,
                 -0.02099278593885424,
                 -0.027979466050271237,
                 0.0,
                 -0.01303819207899681,
                 -0.0483803321692914,
                 0.0,
                 0.0,
                 0.0015037638566136563,
                 0.001072137837089613,
                 0.0,
                 0.0,
                 0.0,
                 0.01691319405285259,
                 0.0035625364143143127,
                 -0.02099278593885424,
                 -0.027979466050271237,
                 0.0,
                 0.0,
                 0.0,
                 -0.010674449256544892,
                 -0.04838068137563284},
    .side = {0.03105300194455521, 0.002901858041509693, -0.047878708270430295, -0.04331500968349056,
             -0.16996367288512856, -0.03717718635121913},
};

static const example sledge = {
    .coordinates = 3,
    .rows = 2,
    .name = {"x", "y", "a"},
    .at = {0.3, -0.7, 1.1},
    .speed = {0.4, 0.9, -2},
    .time = 0.6,
    .parameter = {{"m", 1.5}, {"j", 0.3}, {"l", 0.2}, {"g", 9.81}, {"s", 0.3}},
    .kinetic = "m/2*((x' - l*a'*sin(a))^2 + (y' + l*a'*cos(a))^2) + j/2*a'^2",
    .potential = "m*g*sin(s)*(x + l*cos(a))",
    .equation = {{"-x'*sin(a) + y'*cos(a) = 0.1*sin(3*t)*a'", 1}, {"x'^2 + y'^2 = 1 + 0.2*t^2", 1}},
    .mass = {1.5, 0.0, -0.2673622080184306, 0.0, 1.5, 0.1360788364276732, -0.2673622080184306, 0.1360788364276732,
             0.36},
    .force = {3.804264495310919, -1.0694488320737223, -0.7750972720266494},
    .gradient = {-0.8912073600614353, 0.45359612142557737, -0.09738476308781953, 0.8, 1.8, 0.0},
    .side = {-1.8307288884351933, 0.24},
};

static const example surface = {
    .coordinates = 3,
    .rows = 3,
    .name = {"r", "u", "z"},
    .at = {0.9, 0.35, 1.4},
    .speed = {-0.8, 1.7, 0.6},
    .time = 0.45,
    .parameter = {{"m", 2}, {"k", 30}, {"c", 0.7}, {"w", 1.3}},
    .kinetic = "m/2*(r'^2 + r^2*u'^2 + z'^2)*(1 + 0.1*exp(-z^2)) + 0.05*r'*z'*atan2(z, r)",
    .potential = "k/2*(sqrt(r^2 + z^2) - c)^2 + m*9.81*z + log(1 + r^4)*tanh(z) - k*r^2.5/7",
    .equation = {{"z = c*cosh(r/c) - 0.1*sin(w*t + u)", 0},
                 {"asin(z/9)*r + acos(r/5) - 2^(u/3) = atan(t*z) + abs(z - 2)^3", 0},
                 {"r^u + acosh(2 + z^2) = asinh(z) - atanh(r/4)*log10(3 + z)", 0}},
    .mass = {2.028171684184209, 0.0, 0.049972942348063494, 0.0, 1.6428190641892093, 0.0, 0.049972942348063494, 0.0,
             2.028171684184209},
    .force = {2.823404269617492, -5.030135530207326, 44.15148941128554},
    .gradient = {-1.670398869300186, 0.059381842637406396, 1.0, -0.04713108978011296, -0.25050959941225387,
                 0.8590904002959786, 0.544250473496969, -0.10154598714449684, 0.1721108522207934},
    .side = {2.5041180648651156, 0.6336646570482857, 2.8734705693950766},
};

/** States: coordinates, speeds, time. */
typedef struct motion {
  const example *e;
  hol_arena arena;
  hol_scope scope;
  hol_step rate[2 * MOST + 1];
  hol_step root[2 * MOST * MOST + 2 * MOST];
  size_t roots;
  double state[2 * MOST + 1];
} motion;

static void open_motion(motion *m, const example *e)
{
  size_t n = e->coordinates, number;
  *m = (motion){.e = e, .scope.arena = &m->arena};
  for (size_t i = 0; i < PARAMETERS && e->parameter[i].name; i++) {
    assert_int_equal(hol_scope_add(&m->scope, e->parameter[i].name, &number), HOL_OK);
    m->scope.variable[number].state = HOL_VARIABLE_READY;
    m->scope.variable[number].quantity.value = e->parameter[i].value;
  }
  hol_scope_open_local(&m->scope);
  for (size_t i = 0; i < n; i++) {
    char *speed = hol_arena_print(&m->arena, "%s'", e->name[i]);
    add_state(&m->scope, e->name[i], (uint16_t)i, e->at[i]);
    add_state(&m->scope, speed, (uint16_t)(n + i), e->speed[i]);
    m->state[i] = e->at[i];
    m->state[n + i] = e->speed[i];
    m->rate[i] = formula(&m->scope, speed);
  }
  add_state(&m->scope, "t", (uint16_t)(2 * n), e->time);
  m->state[2 * n] = e->time;
  m->rate[2 * n] = formula(&m->scope, "1");
}

static void close_motion(motion *m)
{
  hol_scope_clear(&m->scope);
  hol_arena_clear(&m->arena);
}

/** d/dt at constant speeds. */
static hol_step total(motion *m, hol_step step)
{
  hol_derivatives by = {.rate = m->rate, .states = 2 * m->e->coordinates + 1};
  hol_step result = derivative(&m->scope.program, &by, step);
  hol_derivatives_clear(&by);
  return result;
}

static hol_step folded(motion *m, hol_step_code code, hol_step a, hol_step b)
{
  hol_step step;
  assert_int_equal(hol_program_fold(&m->scope.program, code, a, b, 0, &step), HOL_OK);
  return step;
}

static void find_equations(motion *m)
{
  hol_program *program = &m->scope.program;
  const size_t n = m->e->coordinates, rows = m->e->rows;
  hol_step kinetic = formula(&m->scope, m->e->kinetic), potential = formula(&m->scope, m->e->potential);
  hol_step lagrangian = folded(m, HOL_STEP_SUBTRACT, kinetic, potential);
  hol_step *force = m->root + n * n, *gradient = force + n, *side = gradient + rows * n;
  for (unsigned i = 0; i < n; i++) {
    hol_step momentum = partial(program, kinetic, (unsigned)n + i);
    for (unsigned j = 0; j < n; j++) {
      m->root[i * n + j] = partial(program, momentum, (unsigned)n + j);
    }
    force[i] = folded(m, HOL_STEP_SUBTRACT, total(m, momentum), partial(program, lagrangian, i));
  }
  for (size_t k = 0; k < rows; k++) {
    hol_quantity equation;
    hol_complaint complaint;
    int order = m->e->equation[k].order;
    assert_int_equal(hol_equation_compile(&m->scope, m->e->equation[k].text, &equation, &complaint), HOL_OK);
    for (unsigned i = 0; i < n; i++) {
      gradient[k * n + i] = partial(program, equation.step, order ? (unsigned)n + i : i);
    }
    hol_step first = total(m, equation.step);
    side[k] = folded(m, HOL_STEP_NEGATE, order ? first : total(m, first), 0);
  }
  m->roots = n * n + n + rows * n + rows;
}

static void check_all(const double *value, const hol_step *root, const double *wanted, size_t count, const char *what)
{
  double size = 0;
  for (size_t i = 0; i < count; i++) {
    size = fmax(size, fabs(wanted[i]));
  }
  for (size_t i = 0; i < count; i++) {
    if (!(fabs(value[root[i]] - wanted[i]) <= 1e-13 * size)) {
      fail_msg("%s, number %zu: %.17g and not %.17g", what, i, value[root[i]], wanted[i]);
    }
  }
}

/** @return the number of steps that the equations need */
static size_t check_equations(const example *e)
{
  const size_t n = e->coordinates;
  hol_program few = {0};
  motion m;
  open_motion(&m, e);
  find_equations(&m);
  hol_step copy[sizeof m.root / sizeof *m.root];
  assert_int_equal(hol_program_extract(&few, &m.scope.program, NULL, m.root, m.roots, copy), HOL_OK);
  double *value = calloc(few.count + 1, sizeof *value);
  assert_non_null(value);
  hol_program_run_states(&few, m.state, value);
  check_all(value, copy, e->mass, n * n, "mass");
  check_all(value, copy + n * n, e->force, n, "force");
  check_all(value, copy + n * n + n, e->gradient, n * e->rows, "gradient");
  check_all(value, copy + n * n + n + n * e->rows, e->side, e->rows, "side");
  size_t count = few.count;
  free(value);
  hol_program_clear(&few);
  close_motion(&m);
  return count;
}

static void test_equations_of_motion_are_those_of_other_algebra(void **state)
{
  (void)state;
  print_message("%zu steps\n", check_equations(&sledge));
  print_message("%zu steps\n", check_equations(&surface));
}

/** Andrews' squeezing mechanism [Schiehlen, Multibody Systems Handbook, Springer 1990], seven bodies. */
static void test_few_steps_are_needed(void **state)
{
  size_t count = check_equations(&andrews);
  (void)state;
  print_message("%zu steps\n", count);
  assert_true(count <= 350);
}

/* ---- neutral elements, states, switches -------------------------------------------------------------------------- */

/** x, y and t as states 0, 1 and 2, and p = 3 as a parameter. */
static void open_small(hol_scope *scope, hol_arena *arena)
{
  size_t number;
  *arena = (hol_arena){0};
  *scope = (hol_scope){.arena = arena};
  assert_int_equal(hol_scope_add(scope, "p", &number), HOL_OK);
  hol_quantity *q = &scope->variable[number].quantity;
  scope->variable[number].state = HOL_VARIABLE_READY;
  assert_int_equal(hol_program_parameter(&scope->program, 3, HOL_DIMENSION(0, 0, 0), &q->step), HOL_OK);
  hol_scope_open_local(scope);
  add_state(scope, "x", 0, 0.5);
  add_state(scope, "y", 1, 2);
  add_state(scope, "t", 2, 0);
}

static void close_small(hol_scope *scope, hol_arena *arena)
{
  hol_scope_clear(scope);
  hol_arena_clear(arena);
}

static size_t extracted(const hol_program *program, const double *variable, hol_step step, hol_program *few,
                        hol_step *copy)
{
  assert_int_equal(hol_program_extract(few, program, variable, &step, 1, copy), HOL_OK);
  return few->count;
}

/** The steps that are left of a text, constants and states counted. */
static void test_neutral_elements_are_left_out(void **state)
{
  static const struct {
    const char *text;
    size_t steps;
  } row[] = {
      {"0 + x", 1},
      {"x - 0", 1},
      {"0*x + y", 1},
      {"1*x", 1},
      {"x/1", 1},
      {"x^1", 1},
      {"x^0", 1},
      {"-(-x)", 1},
      {"0/x", 1},
      {"(x + y) - (x + y)", 1},
      {"2*(3*x)*4", 3},
      {"2*x/8", 3},
      {"x + x", 3},
      {"(x*2)*(y*0.5)", 3},
      {"-x*-y", 3},
      {"y - -x", 3},
      {"x*y - y*x", 1},
      {"(x)^0.5", 2},
      {"(x + 0)^2", 2},
      {"(-x)/(-y)", 3},
      {"y*(x > x/1 ? 1 : 1)", 1},
      {"max(x, x)", 1},
      {"-(x - y)", 3},
      {"3*(-(2*x))", 4},
      {"(1 + x)^-1.5", 6},
  };
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_small(&scope, &arena);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_program few = {0};
    hol_step copy, step = formula(&scope, row[i].text);
    size_t steps = extracted(&scope.program, NULL, step, &few, &copy);
    double at[3] = {1.7, 0.3, 0}, value[40], before[1000];
    assert_true(few.count < 40 && scope.program.count < 1000);
    hol_program_run_states(&few, at, value);
    hol_program_run_states(&scope.program, at, before);
    check_close(value[copy], before[step], fabs(before[step]), 1e-15, row[i].text);
    if (steps != row[i].steps) {
      fail_msg("%s: %zu steps and not %zu", row[i].text, steps, row[i].steps);
    }
    hol_program_clear(&few);
  }
  close_small(&scope, &arena);
}

/** Parameters become constants with other values, or stay. */
static void test_copies_take_parameters_with_them(void **state)
{
  static const double variable[2] = {0, 5}, at[3] = {0.5, 2, 1};
  hol_arena arena;
  hol_scope scope;
  double value[20];
  hol_lane lane[2] = {{0}, {0}};
  hol_lane_dd lanes[20];
  (void)state;
  open_small(&scope, &arena);
  hol_step step = formula(&scope, "p*x + p^2*y"), copy;
  hol_program folded = {0}, open = {0};
  extracted(&scope.program, variable, step, &folded, &copy);
  hol_program_run_states(&folded, at, value);
  check_close(value[copy], 52.5, 52.5, 0, "p = 5");
  assert_int_equal(folded.parameters, 0);
  extracted(&scope.program, NULL, step, &open, &copy);
  assert_int_equal(open.parameters, 1);
  for (size_t l = 0; l < HOL_LANES; l++) {
    lane[1][l] = (double)l;
  }
  hol_program_lanes(&open, lane, lanes); /* states keep x = 0.5, y = 2 */
  for (size_t l = 0; l < HOL_LANES; l++) {
    double p = (double)l;
    check_close(lanes[copy].value[l], 0.5 * p + 2 * p * p, 1, 0, "lanes");
  }
  hol_program_clear(&folded);
  hol_program_clear(&open);
  close_small(&scope, &arena);
}

static void check_degrees(const hol_scope *scope, hol_step step, const uint8_t *is_in, unsigned wanted)
{
  uint8_t degree[1000];
  assert_true(scope->program.count < 1000);
  hol_program_degrees(&scope->program, is_in, degree);
  assert_int_equal(degree[step], wanted);
}

static void test_degrees_are_those_in_some_states(void **state)
{
  static const struct {
    const char *text;
    unsigned in_x, in_y, in_both;
  } row[] = {
      {"x*sin(y)", 1, HOL_NO_POLYNOMIAL, HOL_NO_POLYNOMIAL},
      {"p*x^2/(1 + t)", 2, 0, 2},
      {"x*y + y^2", 1, 2, 2},
      {"(t > 1 ? x : y)", 1, 1, 1},
      {"(x > 1 ? x : y)", HOL_NO_POLYNOMIAL, 1, HOL_NO_POLYNOMIAL},
      {"x/t - t^y", 1, HOL_NO_POLYNOMIAL, HOL_NO_POLYNOMIAL},
      {"(x + y)^3", 3, 3, 3},
      {"min(x, t)*y", HOL_NO_POLYNOMIAL, 1, HOL_NO_POLYNOMIAL},
  };
  static const uint8_t x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, both[3] = {1, 1, 0};
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_small(&scope, &arena);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_step step = formula(&scope, row[i].text);
    check_degrees(&scope, step, x, row[i].in_x);
    check_degrees(&scope, step, y, row[i].in_y);
    check_degrees(&scope, step, both, row[i].in_both);
  }
  uint8_t needed[1000], depends[3];
  hol_step root[2] = {formula(&scope, "x*t"), partial(&scope.program, formula(&scope, "y*t + x^2"), 1)};
  hol_program_depends(&scope.program, root, 1, needed, 3, depends);
  assert_true(depends[0] && !depends[1] && depends[2]);
  hol_program_depends(&scope.program, root + 1, 1, needed, 3, depends);
  assert_true(!depends[0] && !depends[1] && depends[2]);
  close_small(&scope, &arena);
}

/** Zero crossings of these are where values bend (b) or jump (j). */
static void test_switches_are_where_branches_meet(void **state)
{
  static const struct {
    const char *text, *surface[2];
    bool may_jump;
  } row[] = {
      {"abs(x - t)", {"x - t"}, false},
      {"sign(x*y)", {"x*y"}, true},
      {"min(x, y) + max(1, t)", {"x - y", "1 - t"}, false},
      {"(x > 2*t ? 1 : y)", {"x - 2*t"}, true},
      {"(x >= y && t < 1 ? x : 0)", {"x - y", "t - 1"}, true},
      {"rint(x)", {"cos(pi*x)"}, true},
      {"atan2(y, x)", {"y"}, true},
      {"x*y + (p > 1) + (x == y)", {NULL}, false},
  };
  hol_arena arena;
  hol_scope scope;
  (void)state;
  open_small(&scope, &arena);
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_switches switches = {0};
    hol_step step = formula(&scope, row[i].text);
    size_t count = row[i].surface[1] ? 2 : row[i].surface[0] ? 1 : 0;
    assert_int_equal(hol_program_switches(&scope.program, &step, 1, &switches), HOL_OK);
    assert_int_equal(switches.count, count);
    for (size_t k = 0; k < count; k++) {
      assert_int_equal(switches.item[k].step, formula(&scope, row[i].surface[k]));
      assert_int_equal(switches.item[k].may_jump, row[i].may_jump);
    }
    hol_switches_clear(&switches);
  }
  close_small(&scope, &arena);
}

/** Operations that no text has: distances, and the two doubles of a number. */
static void test_derivatives_of_what_no_text_has(void **state)
{
  hol_arena arena;
  hol_scope scope;
  hol_step distance, round, rest;
  double value[100];
  static const double at[3] = {0.6, -0.8, 0};
  (void)state;
  open_small(&scope, &arena);
  hol_program *program = &scope.program;
  hol_step x = formula(&scope, "x"), y = formula(&scope, "y");
  assert_int_equal(hol_program_operation(program, HOL_STEP_HYPOTENUSE, x, y, 0, &distance), HOL_OK);
  assert_int_equal(hol_program_operation(program, HOL_STEP_ROUND, x, 0, 0, &round), HOL_OK);
  assert_int_equal(hol_program_operation(program, HOL_STEP_REST, x, 0, 0, &rest), HOL_OK);
  hol_step by_y = partial(program, distance, 1), of_round = partial(program, round, 0),
           of_rest = partial(program, rest, 0);
  hol_program_run_states(program, at, value);
  check_close(value[by_y], -0.8, 1, 1e-15, "distance");
  check_close(value[of_round], 1, 1, 0, "round");
  check_close(value[of_rest], 0, 1, 0, "rest");
  close_small(&scope, &arena);
}

/** Taken away again, steps leave a program that is the same and goes on in the same way. */
static void test_rewinding_leaves_no_trace(void **state)
{
  hol_arena arena[2];
  hol_scope scope[2];
  (void)state;
  for (int i = 0; i < 2; i++) {
    open_small(&scope[i], &arena[i]);
    formula(&scope[i], "p*x");
  }
  size_t before = scope[0].program.count;
  (void)partial(&scope[0].program, formula(&scope[0], "sin(x*y)^2/x"), 0);
  assert_true(scope[0].program.count > before);
  hol_program_rewind(&scope[0].program, before);
  assert_true(hol_program_equal(&scope[0].program, &scope[1].program));
  for (int i = 0; i < 2; i++) {
    formula(&scope[i], "x*y + cos(y)");
  }
  assert_true(hol_program_equal(&scope[0].program, &scope[1].program));
  for (int i = 0; i < 2; i++) {
    close_small(&scope[i], &arena[i]);
  }
}

/* ---- schedules --------------------------------------------------------------------------------------------------- */

static void check_schedule(const random_one *r, const hol_program *program, const double *at)
{
  hol_schedule schedule;
  double *plain = calloc(program->count + 1, sizeof *plain), *fast = calloc(program->count + 1, sizeof *fast);
  hol_lane *lanes = hol_lanes_alloc(program->count + 1), state[VARIABLES];
  assert_true(plain && fast && lanes);
  assert_int_equal(hol_schedule_make(program, &schedule), HOL_OK);
  hol_schedule_begin_lanes(&schedule, lanes);
  hol_schedule_begin(&schedule, fast);
  for (size_t l = 0; l < HOL_LANES; l++) {
    for (size_t k = 0; k < VARIABLES; k++) {
      state[k][l] = at[k] + 0.1 * (double)l;
    }
  }
  hol_schedule_run_lanes(&schedule, state, lanes);
  for (size_t l = HOL_LANES; l-- > 0;) {
    const double one[VARIABLES] = {state[0][l], state[1][l], state[2][l]};
    hol_schedule_run_states(&schedule, one, fast);
    hol_program_run_states(program, one, plain);
    for (size_t i = 1; i <= program->count; i++) {
      double lane = lanes[i][l];
      assert_true(memcmp(&lane, &fast[i], sizeof lane) == 0 || (isnan(lane) && isnan(fast[i])));
      check_close(fast[i], plain[i], fabs(plain[i]), 1e-12, r->text);
    }
  }
  hol_schedule_clear(&schedule);
  hol_schedule_clear(&schedule);
  free(plain);
  free(fast);
  free(lanes);
}

/** In another order, with sines and cosines together, and side by side. */
static void test_schedules_have_the_same_values(void **state)
{
  uint64_t seed = 3;
  random_one *r = malloc(sizeof *r);
  (void)state;
  assert_non_null(r);
  for (size_t i = 0; i < TEXTS; i++) {
    open_random(r, &seed);
    hol_program *program = &r->scope.program, few = {0};
    hol_step root[2] = {r->step, partial(program, r->step, 0)}, copy[2];
    const double at[VARIABLES] = {(double)r->state[0], (double)r->state[1], (double)r->state[2]};
    assert_int_equal(hol_program_extract(&few, program, NULL, root, 2, copy), HOL_OK);
    check_schedule(r, &few, at);
    check_schedule(r, program, at);
    hol_program_clear(&few);
    close_random(r);
  }
  free(r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_derivatives_agree_with_differences),
      cmocka_unit_test(test_second_derivatives_are_symmetric),
      cmocka_unit_test(test_equations_of_motion_are_those_of_other_algebra),
      cmocka_unit_test(test_few_steps_are_needed),
      cmocka_unit_test(test_neutral_elements_are_left_out),
      cmocka_unit_test(test_copies_take_parameters_with_them),
      cmocka_unit_test(test_degrees_are_those_in_some_states),
      cmocka_unit_test(test_switches_are_where_branches_meet),
      cmocka_unit_test(test_derivatives_of_what_no_text_has),
      cmocka_unit_test(test_rewinding_leaves_no_trace),
      cmocka_unit_test(test_schedules_have_the_same_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
