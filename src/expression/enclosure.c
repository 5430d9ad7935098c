/* SPDX-License-Identifier: BSD-3-Clause */
/* Interval and disc arithmetic over the steps of a program: enclosures, polynomial degrees, breaks. */
#include "expression/enclosure.h"

#include <float.h>
#include <math.h>
#include <string.h>

/** A function of the library is right to a few units in the last place; sums, products and roots to half a one. */
static const double slack = 4 * DBL_EPSILON;

static const hol_enclosure unknown = {-HUGE_VAL, HUGE_VAL, 0, HUGE_VAL};

static bool is_true(double a)
{
  return a < 0 || a > 0;
}

/* ---- intervals --------------------------------------------------------------------------------------------------- */

/** Rounded outwards. What is not a number is anything. A zero is right: sums that vanish do so exactly. */
static void set_interval(hol_enclosure *v, double low, double high)
{
  bool known = low <= high;
  v->low = known ? low - slack * fabs(low) : -HUGE_VAL;
  v->high = known ? high + slack * fabs(high) : HUGE_VAL;
  if (isnan(v->low) || isnan(v->high)) { /* an infinity less its slack */
    v->low = known && isfinite(low) ? low - slack * fabs(low) : -HUGE_VAL;
    v->high = known && isfinite(high) ? high + slack * fabs(high) : HUGE_VAL;
  }
}

static void set_disc(hol_enclosure *v, double middle, double reach)
{
  bool known = isfinite(middle) && isfinite(reach);
  v->middle = known ? middle : 0;
  v->reach = known ? reach + slack * (fabs(middle) + reach) + DBL_MIN : HUGE_VAL;
}

/** One that is the same everywhere, without rounding. */
static hol_enclosure exactly(double value)
{
  hol_enclosure v = {value, value, value, 0};
  return isfinite(value) ? v : unknown;
}

/** The smallest interval around both; where neither is known to be taken there is no disc. */
static hol_enclosure hull(const hol_enclosure *a, const hol_enclosure *b)
{
  return (hol_enclosure){fmin(a->low, b->low), fmax(a->high, b->high), 0, HUGE_VAL};
}

/** An end of which this was lost by rounding. What is exact stays so: that 1 − ξ² is not negative at ξ = 1 matters to
 *  its root. */
static double outwards(double value, double lost, double direction)
{
  return lost >= 0 && lost <= 0 ? value : value + direction * (slack * fabs(value) + DBL_MIN);
}

/** What is too large for a number is not infinite: a lower end is the largest one. */
static double overflown(double value, double a, double b, double direction)
{
  bool is_bound = isfinite(a) && isfinite(b) && value * direction < 0;
  return is_bound ? copysign(DBL_MAX, value) : value;
}

/** @param[in] direction  −1 for a lower end, 1 for an upper one */
static double add_ends(double a, double b, double direction)
{
  double s = a + b, part = s - a;
  return isfinite(s) ? outwards(s, (a - (s - part)) + (b - part), direction) : overflown(s, a, b, direction);
}

/** Nothing times whatever is nothing. */
static double multiply_ends(double a, double b, double direction)
{
  if (!is_true(a) || !is_true(b)) {
    return 0;
  }
  double p = a * b;
  bool in_range = isfinite(p) && fabs(p) > DBL_MIN / DBL_EPSILON;
  return isfinite(p) ? outwards(p, in_range ? fma(a, b, -p) : 1, direction) : overflown(p, a, b, direction);
}

static void set_ends(hol_enclosure *v, double low, double high)
{
  bool known = low <= high;
  v->low = known ? low : -HUGE_VAL;
  v->high = known ? high : HUGE_VAL;
}

static void multiply_intervals(const hol_enclosure *a, const hol_enclosure *b, hol_enclosure *v)
{
  double x[2] = {a->low, a->high}, y[2] = {b->low, b->high}, low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < 4; i++) {
    low = fmin(low, multiply_ends(x[i / 2], y[i % 2], -1));
    high = fmax(high, multiply_ends(x[i / 2], y[i % 2], 1));
  }
  set_ends(v, low, high);
}

/** A function that rises, or falls, between the ends; NAN where it has no value. */
static void set_monotone(const hol_enclosure *a, double (*f)(double), bool falls, hol_enclosure *v)
{
  double first = f(falls ? a->high : a->low), last = f(falls ? a->low : a->high);
  set_interval(v, first, last);
}

static double at_least(double least, double value)
{
  return value < least ? least : value;
}

/** cos(x − shift): between an end and the multiples of π on the way. */
static void set_wave(const hol_enclosure *a, double (*f)(double), double shift, hol_enclosure *v)
{
  static const double far = 1e8, near = 1e-6;
  double width = a->high - a->low, first = f(a->low), last = f(a->high);
  if (!(width < 2 * M_PI) || fabs(a->low) > far || fabs(a->high) > far) {
    set_interval(v, -1, 1);
    return;
  }
  double from = ceil((a->low - shift) / M_PI - near), to = floor((a->high - shift) / M_PI + near);
  bool has_top = from <= to && (from < to || fmod(from, 2) == 0),
       has_bottom = from <= to && (from < to || fmod(from, 2) != 0);
  set_interval(v, has_bottom ? -1 : fmin(first, last), has_top ? 1 : fmax(first, last));
}

/* ---- sums and products ------------------------------------------------------------------------------------------- */

static hol_enclosure negative(const hol_enclosure *a)
{
  return (hol_enclosure){-a->high, -a->low, -a->middle, a->reach};
}

static hol_enclosure sum(const hol_enclosure *a, const hol_enclosure *b)
{
  hol_enclosure v;
  set_ends(&v, add_ends(a->low, b->low, -1), add_ends(a->high, b->high, 1));
  set_disc(&v, a->middle + b->middle, a->reach + b->reach);
  return v;
}

static hol_enclosure multiplied(const hol_enclosure *a, const hol_enclosure *b)
{
  hol_enclosure v;
  multiply_intervals(a, b, &v);
  set_disc(&v, a->middle * b->middle, fabs(a->middle) * b->reach + a->reach * (fabs(b->middle) + b->reach));
  return v;
}

/** 1/f. On the disc |1/(c + z) − 1/c| = |z|/(|c| |c + z|). */
static hol_enclosure inverse(const hol_enclosure *a)
{
  hol_enclosure v = unknown;
  if (a->low > 0 || a->high < 0) {
    set_interval(&v, 1 / a->high, 1 / a->low);
  }
  double c = fabs(a->middle);
  if (c > a->reach) {
    set_disc(&v, 1 / a->middle, a->reach / (c * (c - a->reach)) * (1 + slack * c / (c - a->reach)));
  }
  return v;
}

/* ---- powers ------------------------------------------------------------------------------------------------------ */

/** An end to a whole power; of 1 and its negative exactly. */
static double raise_end(double a, double n, double direction)
{
  return n <= 1 ? a : n <= 2 ? multiply_ends(a, a, direction) : outwards(pow(a, n), fabs(a) - 1, direction);
}

/** fⁿ, n > 0: |(c + z)ⁿ − cⁿ| ≤ (|c| + |z|)ⁿ − |c|ⁿ. */
static hol_enclosure whole_power(const hol_enclosure *a, double n)
{
  hol_enclosure v;
  double c = fabs(a->middle), most = pow(c + a->reach, n);
  if (fmod(n, 2) != 0 || a->low >= 0) {
    set_ends(&v, raise_end(a->low, n, -1), raise_end(a->high, n, 1));
  } else {
    double near = a->high >= 0 ? 0 : raise_end(a->high, n, -1);
    set_ends(&v, near, fmax(raise_end(a->low, n, 1), raise_end(a->high, n, 1)));
  }
  set_disc(&v, pow(a->middle, n), most - pow(c, n) + n * slack * most);
  return v;
}

static hol_enclosure exponential(const hol_enclosure *a);
static hol_enclosure logarithm(const hol_enclosure *a);

/** f^p of f ≥ 0: the least and largest are at ends of both intervals. Discs by exp(p log f). */
static hol_enclosure general_power(const hol_enclosure *a, const hol_enclosure *b)
{
  hol_enclosure v = unknown, rise = logarithm(a);
  double x[2] = {a->low, a->high}, y[2] = {b->low, b->high}, low = HUGE_VAL, high = 0;
  for (int i = 0; i < 4; i++) {
    double corner = pow(x[i / 2], y[i % 2]);
    low = fmin(low, isnan(corner) ? 0 : corner);
    high = fmax(high, isnan(corner) ? HUGE_VAL : corner);
  }
  if (a->low >= 0) {
    set_interval(&v, low, high);
  }
  rise.low = rise.high = 0;
  rise = multiplied(&rise, b);
  rise = exponential(&rise);
  v.middle = rise.middle;
  v.reach = rise.reach;
  return v;
}

static hol_enclosure power(const hol_enclosure *a, const hol_enclosure *b)
{
  static const double most = 64;
  double n = b->low;
  if (!(b->low >= b->high) || floor(n) != n || fabs(n) > most) {
    return general_power(a, b);
  }
  if (!is_true(n)) {
    return exactly(1);
  }
  hol_enclosure v = whole_power(a, fabs(n));
  return n < 0 ? inverse(&v) : v;
}

/** √f: |√(c + z) − √c| ≤ √c − √(c − |z|). */
static hol_enclosure root(const hol_enclosure *a)
{
  hol_enclosure v = unknown;
  set_interval(&v, sqrt(a->low), sqrt(a->high)); /* NAN below 0 */
  double t = a->reach / a->middle;
  if (a->middle > a->reach) {
    set_disc(&v, sqrt(a->middle), sqrt(a->middle) * t / (1 + sqrt(1 - t)) * (1 + slack / (1 - t)));
  }
  return v;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/** |e^(c + z) − e^c| ≤ e^c (e^|z| − 1). */
static hol_enclosure exponential(const hol_enclosure *a)
{
  hol_enclosure v;
  set_monotone(a, exp, false, &v);
  v.low = at_least(0, v.low);
  v.high += 4 * DBL_TRUE_MIN; /* an underflow may be times something large */
  set_disc(&v, exp(a->middle), exp(a->middle) * expm1(a->reach));
  if (exp(a->middle) <= 0) { /* an underflow, times something large */
    set_disc(&v, 0, exp(a->middle + a->reach) + DBL_MIN);
  }
  return v;
}

/** |log(1 + z/c)| ≤ −log(1 − |z|/c). */
static hol_enclosure logarithm(const hol_enclosure *a)
{
  hol_enclosure v = unknown;
  set_monotone(a, log, false, &v);
  double t = a->reach / a->middle;
  if (a->middle > a->reach) {
    set_disc(&v, log(a->middle), -log1p(-t) * (1 + slack / (1 - t)) + slack / (1 - t));
  }
  return v;
}

static hol_enclosure times(const hol_enclosure *a, double factor)
{
  hol_enclosure b = exactly(factor);
  b.low -= slack * fabs(factor);
  b.high += slack * fabs(factor);
  b.reach = slack * fabs(factor);
  return multiplied(a, &b);
}

/** |sin(c + z) − sin c| ≤ |sin c| (cosh|z| − 1) + |cos c| sinh|z|, and with the other functions of this kind
 *  likewise. */
static hol_enclosure wave(const hol_enclosure *a, bool is_sine)
{
  hol_enclosure v;
  double s = sin(a->middle), c = cos(a->middle), f = is_sine ? s : c, slope = fabs(is_sine ? c : s),
         half = sinh(a->reach / 2);
  set_wave(a, is_sine ? sin : cos, is_sine ? M_PI / 2 : 0, &v);
  set_disc(&v, f, fabs(f) * 2 * half * half + slope * sinh(a->reach));
  return v;
}

static hol_enclosure hyperbolic(const hol_enclosure *a, bool is_sine)
{
  hol_enclosure v;
  double s = sinh(a->middle), c = cosh(a->middle), f = is_sine ? s : c, slope = is_sine ? c : fabs(s),
         half = sinh(a->reach / 2);
  if (is_sine) {
    set_monotone(a, sinh, false, &v);
  } else {
    bool has_zero = a->low <= 0 && a->high >= 0;
    set_interval(&v, has_zero ? 1 : fmin(cosh(a->low), cosh(a->high)), fmax(cosh(a->low), cosh(a->high)));
  }
  set_disc(&v, f, fabs(f) * 2 * half * half + slope * sinh(a->reach));
  return v;
}

static hol_enclosure tangent(const hol_enclosure *a)
{
  static const double near = 1e-6;
  hol_enclosure s = wave(a, true), c = wave(a, false), over = inverse(&c), v = multiplied(&s, &over);
  double from = floor(a->low / M_PI - 0.5 - near), to = floor(a->high / M_PI - 0.5 + near);
  bool is_near = fabs(a->low) < 1e8 && fabs(a->high) < 1e8;
  if (is_near && from >= to) {
    set_monotone(a, tan, false, &v);
  } else {
    v.low = -HUGE_VAL;
    v.high = HUGE_VAL;
  }
  return v;
}

/** tanh z = 1 − 2w/(1 + w), w = exp(−2z), for a middle ≥ 0; odd. */
static hol_enclosure hyperbolic_tangent(const hol_enclosure *a)
{
  hol_enclosure sided = a->middle < 0 ? negative(a) : *a, one = exactly(1), w = times(&sided, -2);
  w = exponential(&w);
  hol_enclosure below = sum(&one, &w);
  below = inverse(&below);
  hol_enclosure v = multiplied(&w, &below);
  v = times(&v, -2);
  v = sum(&one, &v);
  v = a->middle < 0 ? negative(&v) : v;
  set_monotone(a, tanh, false, &v);
  return v;
}

/** A function whose derivative is no more than 1/m or 1/√m in size where |base + sign z²| ≥ m: reach times that. */
static void set_by_slope(const hol_enclosure *a, double value, double at_middle, bool is_root, hol_enclosure *v)
{
  double c = a->middle, r = a->reach, m = at_middle - (2 * fabs(c) * r + r * r) * (1 + slack) - slack * (1 + c * c);
  if (m > 0) {
    set_disc(v, value, r / (is_root ? sqrt(m) : m));
  }
}

static hol_enclosure inverse_function(const hol_enclosure *a, double (*f)(double))
{
  hol_enclosure v = unknown;
  double c = a->middle, square = c * c;
  set_monotone(a, f, f == acos, &v);
  if (f == atan || f == asinh) {
    set_by_slope(a, f(c), 1 + square, f == asinh, &v);
  } else if (f == acosh && c > 1) {
    set_by_slope(a, f(c), square - 1, true, &v);
  } else if (f != acosh && fabs(c) < 1) {
    set_by_slope(a, f(c), 1 - square, f != atanh, &v);
  }
  return v;
}

/* ---- what jumps or bends: by the interval, which says on which side all of it is --------------------------------- */

static hol_enclosure size(const hol_enclosure *a)
{
  if (a->low >= 0) {
    return *a;
  }
  return a->high <= 0 ? negative(a) : (hol_enclosure){0, fmax(-a->low, a->high), 0, HUGE_VAL};
}

/** A function that rises by steps. */
static hol_enclosure stepped(const hol_enclosure *a, double (*f)(double))
{
  double low = f(a->low), high = f(a->high);
  return low >= high ? exactly(low) : (hol_enclosure){low, high, 0, HUGE_VAL};
}

static hol_enclosure decided(bool is_yes, bool is_no)
{
  return is_yes ? exactly(1) : is_no ? exactly(0) : (hol_enclosure){0, 1, 0, HUGE_VAL};
}

/** Is a below b all over the stretch? xi itself is inside, which is enough against a number. */
static bool is_below(const hol_program *program, const hol_operation *o, const hol_enclosure *a, const hol_enclosure *b,
                     bool or_equal)
{
  bool is_xi = program->step[o->a].code == HOL_STEP_VARIABLE && program->step[o->b].code == HOL_STEP_CONSTANT;
  bool is_number = program->step[o->b].code == HOL_STEP_VARIABLE && program->step[o->a].code == HOL_STEP_CONSTANT;
  return a->high < b->low || ((or_equal || is_xi || is_number) && a->high <= b->low);
}

static hol_enclosure compared(const hol_program *program, const hol_operation *o, const hol_enclosure *a,
                              const hol_enclosure *b)
{
  bool below = is_below(program, o, a, b, false), above = is_below(program, o, b, a, false);
  bool not_above = is_below(program, o, a, b, true), not_below = is_below(program, o, b, a, true);
  bool same = a->low >= a->high && b->low >= b->high && a->low >= b->low && a->low <= b->low;
  switch (o->code) {
  case HOL_STEP_LESS:
    return decided(below, not_below);
  case HOL_STEP_LESS_EQUAL:
    return decided(not_above, above);
  case HOL_STEP_GREATER:
    return decided(above, not_above);
  case HOL_STEP_GREATER_EQUAL:
    return decided(not_below, below);
  case HOL_STEP_EQUAL:
    return decided(same, below || above);
  default:
    return decided(below || above, same);
  }
}

static hol_enclosure combined(const hol_operation *o, const hol_enclosure *a, const hol_enclosure *b)
{
  bool a_is = a->low > 0 || a->high<0, b_is = b->low> 0 || b->high < 0;
  bool a_not = !is_true(a->low) && !is_true(a->high), b_not = !is_true(b->low) && !is_true(b->high);
  return o->code == HOL_STEP_AND ? decided(a_is && b_is, a_not || b_not) : decided(a_is || b_is, a_not && b_not);
}

static hol_enclosure selected(const hol_enclosure *a, const hol_enclosure *b, const hol_enclosure *c)
{
  if (a->low > 0 || a->high < 0) {
    return *b;
  }
  return is_true(a->low) || is_true(a->high) ? hull(b, c) : *c;
}

static hol_enclosure extreme(const hol_enclosure *a, const hol_enclosure *b, bool is_least)
{
  if (a->high <= b->low || b->high <= a->low) {
    return (a->high <= b->low) == is_least ? *a : *b;
  }
  return is_least ? (hol_enclosure){fmin(a->low, b->low), fmin(a->high, b->high), 0, HUGE_VAL}
                  : (hol_enclosure){fmax(a->low, b->low), fmax(a->high, b->high), 0, HUGE_VAL};
}

/** atan2(y, x): by the arc tangent of the smaller quotient that is known; none on the cut, y = 0 and x < 0. */
static hol_enclosure angle(const hol_enclosure *y, const hol_enclosure *x)
{
  bool by_x = x->low > 0;
  if (!by_x && !(y->low > 0) && !(y->high < 0)) {
    return (hol_enclosure){-M_PI - slack, M_PI + slack, 0, HUGE_VAL};
  }
  hol_enclosure over = by_x ? inverse(x) : inverse(y), quotient = by_x ? multiplied(y, &over) : multiplied(x, &over);
  hol_enclosure v = inverse_function(&quotient, atan), quarter = exactly(y->low > 0 ? M_PI / 2 : -M_PI / 2);
  if (by_x) {
    return v;
  }
  quarter.low -= slack;
  quarter.high += slack;
  quarter.reach = slack;
  v = negative(&v);
  return sum(&quarter, &v);
}

static hol_enclosure distance(const hol_enclosure *a, const hol_enclosure *b)
{
  hol_enclosure x = whole_power(a, 2), y = whole_power(b, 2), both = sum(&x, &y), v = root(&both);
  hol_enclosure p = size(a), q = size(b);
  set_interval(&v, hypot(p.low, q.low), hypot(p.high, q.high)); /* where squares leave the range */
  return v;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static hol_enclosure function_of(double (*f)(double), const hol_enclosure *a)
{
  static double (*const by_slope[])(double) = {asin, acos, atan, asinh, acosh, atanh};
  for (size_t i = 0; i < sizeof by_slope / sizeof *by_slope; i++) {
    if (f == by_slope[i]) {
      return inverse_function(a, f);
    }
  }
  if (f == sin || f == cos) {
    return wave(a, f == sin);
  }
  if (f == sinh || f == cosh) {
    return hyperbolic(a, f == sinh);
  }
  if (f == log2 || f == log10) {
    hol_enclosure v = logarithm(a);
    return times(&v, f == log2 ? M_LOG2E : M_LOG10E);
  }
  return f == tan    ? tangent(a)
         : f == tanh ? hyperbolic_tangent(a)
         : f == exp  ? exponential(a)
         : f == log  ? logarithm(a)
         : f == sqrt ? root(a)
         : f == fabs ? size(a)
                     : stepped(a, f); /* sign, rint */
}

/** May a step that this one needs have no value? Where one of two is selected, only what decides counts. */
static bool is_lost(const hol_operation *o, const hol_enclosure *a, const hol_enclosure *b)
{
  bool a_lost = !(a->low > -HUGE_VAL) && !(a->high < HUGE_VAL), b_lost = !(b->low > -HUGE_VAL) && !(b->high < HUGE_VAL);
  return a_lost || (b_lost && o->code != HOL_STEP_SELECT);
}

static hol_enclosure arithmetic(const hol_program *program, const hol_operation *o, const hol_enclosure *a,
                                const hol_enclosure *b, const hol_enclosure *c)
{
  hol_enclosure other;
  switch ((hol_step_code)o->code) {
  case HOL_STEP_ADD:
    return sum(a, b);
  case HOL_STEP_SUBTRACT:
    other = negative(b);
    return o->a == o->b ? exactly(0) : sum(a, &other);
  case HOL_STEP_MULTIPLY:
    return o->a == o->b ? whole_power(a, 2) : multiplied(a, b);
  case HOL_STEP_DIVIDE:
    other = inverse(b);
    if (program->step[o->b].code == HOL_STEP_VARIABLE && !(b->low > 0)) { /* xi is inside: above 0 */
      other.low = 1 / b->high;
    }
    return is_lost(o, a, &other) ? unknown : multiplied(a, &other);
  case HOL_STEP_POWER:
    return power(a, b);
  case HOL_STEP_AND:
  case HOL_STEP_OR:
    return combined(o, a, b);
  case HOL_STEP_ATAN2:
    return angle(a, b);
  case HOL_STEP_LEAST:
  case HOL_STEP_GREATEST:
    return extreme(a, b, o->code == HOL_STEP_LEAST);
  case HOL_STEP_HYPOTENUSE:
    return distance(a, b);
  case HOL_STEP_NEGATE:
    return negative(a);
  case HOL_STEP_FUNCTION:
    return function_of(hol_functions()[o->b].value, a);
  case HOL_STEP_SELECT:
    return selected(a, b, c);
  default:
    return compared(program, o, a, b);
  }
}

void hol_program_enclose(const hol_program *program, double from, double to, hol_enclosure *value)
{
  double half = 0.5 * (to - from);
  value[0] = (hol_enclosure){0};
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    bool is_function = o->code == HOL_STEP_FUNCTION;
    if (o->code == HOL_STEP_CONSTANT) {
      value[i] = exactly(o->value.value);
    } else if (o->code == HOL_STEP_VARIABLE) {
      value[i] = (hol_enclosure){.low = from, .high = to};
      set_disc(&value[i], from + half, HOL_ENCLOSED_WIDENING * half);
    } else {
      const hol_enclosure *a = &value[o->a], *b = &value[is_function ? 0 : o->b];
      value[i] = is_lost(o, a, b) ? unknown : arithmetic(program, o, a, b, &value[o->c]);
    }
  }
}

/* ---- degrees ----------------------------------------------------------------------------------------------------- */

/** @param[in] is_in  NULL: in xi */
static unsigned degree_of(const hol_program *program, const hol_operation *o, const uint8_t *is_in,
                          const uint8_t *degree)
{
  unsigned a = degree[o->a], b = o->code == HOL_STEP_FUNCTION ? 0 : degree[o->b], c = degree[o->c];
  unsigned none = HOL_NO_POLYNOMIAL;
  switch ((hol_step_code)o->code) {
  case HOL_STEP_CONSTANT:
    return isfinite(o->value.value) ? 0 : none;
  case HOL_STEP_VARIABLE:
    return is_in ? 0 : 1;
  case HOL_STEP_STATE:
    return is_in && is_in[o->number];
  case HOL_STEP_ADD:
  case HOL_STEP_SUBTRACT:
    return a > b ? a : b;
  case HOL_STEP_MULTIPLY:
    return a + b;
  case HOL_STEP_DIVIDE:
    return b == 0 && (is_in || is_true(program->step[o->b].value.value)) ? a : none;
  case HOL_STEP_NEGATE:
    return a;
  case HOL_STEP_POWER: {
    bool is_open = is_in && program->step[o->b].code != HOL_STEP_CONSTANT; /* of other states */
    double n = is_open ? -1 : program->step[o->b].value.value;
    return is_in && a + b == 0 ? 0 : b == 0 && n >= 0 && n < none && floor(n) == n ? a * (unsigned)n : none;
  }
  case HOL_STEP_SELECT:
    return !is_in || a > 0 ? none : b > c ? b : c;
  default:
    return is_in && a + b + c == 0 ? 0 : none;
  }
}

void hol_program_degrees(const hol_program *program, const uint8_t *is_in, uint8_t *degree)
{
  degree[0] = 0;
  for (size_t i = 1; i <= program->count; i++) {
    unsigned d = degree_of(program, &program->step[i], is_in, degree);
    degree[i] = (uint8_t)(d < HOL_NO_POLYNOMIAL ? d : HOL_NO_POLYNOMIAL);
  }
}

bool hol_program_may_jump(const hol_program *program)
{
  bool jumps = false;
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    const char *name = o->code == HOL_STEP_FUNCTION ? hol_functions()[o->b].name : "";
    bool by_value = !strcmp(name, "sign") || !strcmp(name, "rint");
    jumps = jumps || by_value || (o->code >= HOL_STEP_LESS && o->code <= HOL_STEP_ATAN2) || o->code == HOL_STEP_SELECT;
  }
  return jumps;
}

/* ---- joints of branches ------------------------------------------------------------------------------------------ */

/** Is it where sides a and b of it meet that it may bend? A single one meets zero. */
static bool has_joint(const hol_operation *o, hol_step *a, hol_step *b)
{
  const char *name = o->code == HOL_STEP_FUNCTION ? hol_functions()[o->b].name : "";
  bool is_single = !strcmp(name, "abs") || !strcmp(name, "sign");
  *a = o->a;
  *b = is_single ? 0 : o->b;
  return is_single || (o->code >= HOL_STEP_LESS && o->code <= HOL_STEP_NOT_EQUAL) || o->code == HOL_STEP_LEAST ||
         o->code == HOL_STEP_GREATEST;
}

size_t hol_program_breaks(const hol_program *program, const uint8_t *degree, double *value, size_t most, double *xi)
{
  size_t count = 0;
  for (size_t i = 1; i <= program->count && count < most; i++) {
    hol_step a, b;
    double gap[2], at = -1;
    if (!has_joint(&program->step[i], &a, &b) || degree[a] > 1 || (b && degree[b] > 1)) {
      continue;
    }
    for (int end = 0; end < 2; end++) {
      double place = end;
      hol_program_run_double(program, &place, value);
      gap[end] = value[a] - (b ? value[b] : 0);
    }
    at = gap[0] / (gap[0] - gap[1]);
    for (int side = 0; side < 2 && b; side++) { /* by a number itself */
      hol_step one = side ? b : a, other = side ? a : b;
      bool is_number = program->step[one].code == HOL_STEP_CONSTANT && program->step[other].code == HOL_STEP_VARIABLE;
      at = is_number ? value[one] : at;
    }
    if (at > 0 && at < 1) {
      xi[count++] = at;
    }
  }
  return count;
}
