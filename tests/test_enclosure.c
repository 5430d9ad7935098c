/* SPDX-License-Identifier: BSD-3-Clause */
/* Enclosures of expressions in xi hold what they enclose: random expressions on random stretches against their values
 * at many places of the stretch and, where they are said to be analytic, of the disc in the complex plane; and the
 * polynomial through samples is as near as they say. */
#include "close.h"
#include "dice.h"

#include "expression/enclosure.h"
#include "parts/profile/legendre.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { STEPS = 14, EXPRESSIONS = 100000, PLACES = 24, ROUND = 16 };

/** A complex number of its parts; CMPLX() is not there with every compiler. */
static double _Complex complex_of(double real, double imaginary)
{
  double part[2] = {real, imaginary};
  double _Complex z;
  memcpy(&z, part, sizeof z);
  return z;
}

static const double plain[3] = {0};

static hol_step add_number(hol_program *p, uint64_t *dice)
{
  static const double number[] = {0, 1, 2, 3, -1, 0.5, -2, 0.3137, 1e-4, 1e4, 10, 1e-300, 0.41};
  hol_step step = 0;
  size_t i = dice_pick(dice, sizeof number / sizeof *number + 1);
  double value = i < sizeof number / sizeof *number ? number[i] : dice_uniform(dice, -3, 3);
  assert_int_equal(hol_program_constant(p, (hol_dd){value, 0}, plain, 0, &step), HOL_OK);
  return step;
}

static size_t function_count(void)
{
  const hol_function *f = hol_functions();
  size_t n = 0;
  while (strcmp(f[n].name, "max")) {
    n++;
  }
  return n;
}

/** A random program of xi; the last step is as deep as any. */
static void build(hol_program *p, uint64_t *dice)
{
  hol_step step = 0;
  assert_int_equal(hol_program_xi(p, 0.4, &step), HOL_OK);
  for (int i = 0; i < STEPS; i++) {
    hol_step a = (hol_step)(1 + dice_pick(dice, p->count));
    hol_step b = dice_pick(dice, 2) ? add_number(p, dice) : (hol_step)(1 + dice_pick(dice, p->count));
    hol_step c = (hol_step)(1 + dice_pick(dice, p->count));
    hol_step_code code = (hol_step_code)(HOL_STEP_ADD + dice_pick(dice, HOL_STEP_SELECT - HOL_STEP_ADD + 1));
    size_t f = dice_pick(dice, function_count());
    code = dice_pick(dice, 3) == 0 ? HOL_STEP_FUNCTION : dice_pick(dice, 2) == 0 ? HOL_STEP_MULTIPLY : code;
    if (code == HOL_STEP_FUNCTION && !hol_functions()[f].value) {
      continue;
    }
    b = code == HOL_STEP_FUNCTION ? (hol_step)f : code == HOL_STEP_NEGATE ? 0 : b;
    assert_int_equal(hol_program_operation(p, code, a, b, code == HOL_STEP_SELECT ? c : 0, &step), HOL_OK);
  }
}

/** Has a step of numbers a value? What overflows has one, which is too large to be compared. */
static bool is_fair(const hol_program *p, size_t k, const double *value)
{
  const hol_operation *o = &p->step[k];
  return isfinite(value[o->a]) && isfinite(value[o->c]) && (o->code == HOL_STEP_FUNCTION || isfinite(value[o->b]));
}

/** A value rounds by what its operands round: an interval is only asked to hold it to that. */
static bool holds(const hol_enclosure *e, double value)
{
  double slack = 1e-9 * fabs(value) + DBL_MIN;
  return isnan(value) || (e->low - slack <= value && value <= e->high + slack);
}

static double complex complex_function(double (*f)(double), double complex a)
{
  return f == sin     ? csin(a)
         : f == cos   ? ccos(a)
         : f == tan   ? ctan(a)
         : f == asin  ? casin(a)
         : f == acos  ? cacos(a)
         : f == atan  ? catan(a)
         : f == sinh  ? csinh(a)
         : f == cosh  ? ccosh(a)
         : f == tanh  ? ctanh(a)
         : f == asinh ? casinh(a)
         : f == acosh ? cacosh(a)
         : f == atanh ? catanh(a)
         : f == exp   ? cexp(a)
         : f == log   ? clog(a)
         : f == log2  ? clog(a) / log(2)
         : f == log10 ? clog(a) / log(10)
         : f == sqrt  ? csqrt(a)
                      : complex_of((double)NAN, 0);
}

/** Values in the complex plane; NAN where a step is none of those that have one by themselves. */
static void run_complex(const hol_program *p, double complex xi, double complex *v)
{
  v[0] = 0;
  for (size_t i = 1; i <= p->count; i++) {
    const hol_operation *o = &p->step[i];
    double complex a = v[o->a], b = o->code == HOL_STEP_FUNCTION ? 0 : v[o->b];
    switch ((hol_step_code)o->code) {
    case HOL_STEP_CONSTANT:
      v[i] = o->value.value;
      break;
    case HOL_STEP_VARIABLE:
      v[i] = xi;
      break;
    case HOL_STEP_ADD:
      v[i] = a + b;
      break;
    case HOL_STEP_SUBTRACT:
      v[i] = a - b;
      break;
    case HOL_STEP_MULTIPLY:
      v[i] = a * b;
      break;
    case HOL_STEP_DIVIDE:
      v[i] = a / b;
      break;
    case HOL_STEP_POWER:
      v[i] = cpow(a, b);
      break;
    case HOL_STEP_NEGATE:
      v[i] = -a;
      break;
    case HOL_STEP_FUNCTION:
      v[i] = complex_function(hol_functions()[o->b].value, a);
      break;
    default:
      v[i] = complex_of((double)NAN, 0);
    }
  }
}

typedef struct tally {
  size_t known, analytic, smooth, beside;
} tally;

static void check_stretch(const hol_program *p, const hol_enclosure *e, double from, double to, uint64_t *dice,
                          tally *t)
{
  double value[64];
  for (int i = 0; i < PLACES; i++) {
    double xi = from + (to - from) * (i + dice_uniform(dice, 0.01, 0.99)) / PLACES;
    hol_program_run_double(p, &xi, value);
    for (size_t k = 1; k <= p->count; k++) {
      bool in_disc =
          isnan(value[k]) || isinf(e[k].reach) || fabs(value[k] - e[k].middle) <= e[k].reach + 1e-9 * fabs(value[k]);
      bool has_none = isnan(value[k]) && isfinite(e[k].low) && isfinite(e[k].high);
      t->beside += is_fair(p, k, value) && (!holds(&e[k], value[k]) || !in_disc || has_none);
      t->known += isfinite(e[k].low) && isfinite(e[k].high);
    }
  }
}

static void check_disc(const hol_program *p, const hol_enclosure *e, double from, double to, uint64_t *dice, tally *t)
{
  double complex value[64];
  for (int i = 0; i < ROUND; i++) {
    double angle = dice_uniform(dice, 0, 2 * M_PI),
           r = HOL_ENCLOSED_WIDENING / 2 * (to - from) * dice_uniform(dice, 0.7, 1);
    run_complex(p, 0.5 * (from + to) + r * complex_of(cos(angle), sin(angle)), value);
    for (size_t k = 1; k <= p->count; k++) {
      if (isfinite(e[k].reach) && isfinite(creal(value[k])) && isfinite(cimag(value[k]))) {
        t->beside += cabs(value[k] - e[k].middle) > e[k].reach * (1 + 1e-9) + 1e-9 * cabs(value[k]);
        t->analytic++;
      }
    }
  }
}

/** The polynomial through the values at Gauss points, elsewhere: barycentric. */
static void check_samples(const hol_program *p, const hol_enclosure *e, double from, double to, tally *t)
{
  enum { N = HOL_ENCLOSED_SAMPLES };
  long double s[N], w[N];
  double value[64], f[N];
  hol_gauss(N, s, w);
  size_t k = p->count;
  double rounded = 1e-9; /* of values, of which some are differences */
  double limit = HOL_ENCLOSED_PART * e[k].reach + rounded * fabs(e[k].middle);
  double largest = 0;
  for (size_t j = 1; j <= k; j++) {
    largest = fmax(largest, fabs(e[j].middle));
  }
  if (!(limit < 1e-6 * fabs(e[k].middle)) || largest > 1e3 * fabs(e[k].middle)) {
    return;
  }
  for (int i = 0; i < N; i++) {
    double xi = from + 0.5 * (to - from) * (double)(1 + s[i]);
    hol_program_run_double(p, &xi, value);
    f[i] = value[k];
  }
  for (double x = -0.999; x < 1; x += 0.037) {
    long double above = 0, below = 0;
    for (int i = 0; i < N; i++) {
      long double b = (i % 2 ? -1 : 1) * sqrtl((1 - s[i] * s[i]) * w[i]) / ((long double)x - s[i]);
      above += b * f[i];
      below += b;
    }
    double xi = from + 0.5 * (to - from) * (1 + x);
    hol_program_run_double(p, &xi, value);
    t->beside += fabs((double)(above / below) - value[k]) > limit;
    t->smooth++;
  }
}

static void test_what_is_enclosed_is_inside(void **state)
{
  (void)state;
  uint64_t dice = 20261122;
  tally t = {0};
  for (int i = 0; i < EXPRESSIONS; i++) {
    hol_program p = {0};
    hol_enclosure e[64];
    build(&p, &dice);
    assert_true(p.count < 64);
    double width = pow(10, -dice_uniform(&dice, 0, 6)), from = dice_uniform(&dice, 0, 1 - width), to = from + width;
    hol_program_enclose(&p, from, to, e);
    size_t before = t.beside;
    check_stretch(&p, e, from, to, &dice, &t);
    check_disc(&p, e, from, to, &dice, &t);
    check_samples(&p, e, from, to, &t);
    if (t.beside > before) {
      print_message("expression %d on %.17g .. %.17g\n", i, from, to);
    }
    hol_program_clear(&p);
  }
  print_message("%zu values known to be bounded, %zu in discs, %zu of polynomials: %zu beside\n", t.known, t.analytic,
                t.smooth, t.beside);
  assert_true(t.known > 1000000);
  assert_true(t.analytic > 1000000);
  assert_true(t.smooth > 100000);
  assert_int_equal(t.beside, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_enclosed_is_inside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
