/* SPDX-License-Identifier: BSD-3-Clause */
/* Duffing’s equation with one harmonic, in closed form: amplitudes at a frequency, and folds. */
#include "nonlinear/duffing.h"

#include <assert.h>
#include <float.h>
#include <math.h>

hol_duffing hol_duffing_of(const hol_nonlinear_model *m, size_t k)
{
  return (hol_duffing){.omega2 = m->omega2[k],
                       .mu = hol_nonlinear_cubic(m, k),
                       .viscous = m->viscous,
                       .eta = m->eta,
                       .cubic_loss = m->cubic_loss,
                       .P = m->force[k] / m->mass[k],
                       .P_nu2 = m->force_nu2[k] / m->mass[k]};
}

/* ----------------------------------------------------------------------- the cubic c₃A³ + c₂A² + c₁A + c₀ in A = a² */

static double damping(const hol_duffing *d, double nu)
{
  return d->viscous * nu + d->eta * d->omega2;
}

static double force_of(const hol_duffing *d, double nu)
{
  return d->P + d->P_nu2 * nu * nu;
}

/** The factor of A in the damping. */
static double cubic_damping(const hol_duffing *d)
{
  return d->cubic_loss ? 0.75 * d->eta * d->mu : 0;
}

static void cubic(const hol_duffing *d, double nu, double c[4])
{
  double k = d->omega2 - nu * nu, m = 0.75 * d->mu, h = damping(d, nu), g = cubic_damping(d);
  c[3] = m * m + g * g;
  c[2] = 2 * (k * m + h * g);
  c[1] = k * k + h * h;
  c[0] = -force_of(d, nu) * force_of(d, nu);
}

static double cubic_at(const double c[4], double x)
{
  return ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
}

/** The root between low and high, where the cubic is monotone and has different signs. */
static double cubic_between(const double c[4], double low, double high)
{
  bool rises = cubic_at(c, high) > cubic_at(c, low);
  double x = low + (high - low) / 2;
  for (int i = 0; i < 2000; i++) {
    if ((cubic_at(c, x) > 0) == rises) {
      high = x;
    } else {
      low = x;
    }
    double slope = (3 * c[3] * x + 2 * c[2]) * x + c[1], newton = x - cubic_at(c, x) / slope;
    double mid = low + (high - low) / 2;
    double next = newton > low && newton < high && i % 3 < 2 ? newton : mid;
    if (mid <= low || mid >= high || next == x) {
      break;
    }
    x = next;
  }
  return x;
}

/** Where the derivative vanishes at positive A: none or two (c₁ ≥ 0, so both have the sign of −c₂). */
static size_t turning_points(const double c[4], double at[2])
{
  double discriminant = c[2] * c[2] - 3 * c[3] * c[1];
  if (!(c[3] > 0) || c[2] >= 0 || !(discriminant > 0)) {
    return 0;
  }
  double q = -c[2] + sqrt(discriminant);
  at[0] = c[1] / q;
  at[1] = q / (3 * c[3]);
  return 2;
}

size_t hol_duffing_amplitudes(const hol_duffing *d, double nu, double amplitude[3])
{
  double c[4];
  cubic(d, nu, c);
  if (!isfinite(c[3]) || !isfinite(c[2]) || !isfinite(c[1]) || !isfinite(c[0]) || (c[3] <= 0 && c[1] <= 0)) {
    return 0;
  }
  /* beyond this bound the cubic is positive: c₃A² + c₂A + c₁ ≥ 0 always, and either term of the sum can carry c₀ */
  double bound = c[3] > 0 ? cbrt(-c[0] / c[3]) + 2 * fabs(c[2]) / c[3] : -c[0] / c[1];
  bound = 2 * bound + DBL_MIN;
  double stop[4] = {0};
  size_t stops = 1 + turning_points(c, stop + 1), count = 0;
  stop[stops++] = bound;
  for (size_t i = 0; i + 1 < stops; i++) {
    double low = cubic_at(c, stop[i]), high = cubic_at(c, stop[i + 1]);
    if (low == 0) {
      amplitude[count++] = sqrt(stop[i]);
    } else if ((low < 0) != (high < 0) && high != 0) {
      amplitude[count++] = sqrt(cubic_between(c, stop[i], stop[i + 1]));
    }
  }
  return count;
}

/* ------------------------------------------------------------------------------- folds: roots of the discriminant in ν
 *
 * With k = ω² − ν², m = ¾μ, h and g the damping's constant and factor of A, c₃ = m² + g², u = km + hg, w = hm − kg
 * (c₃c₁ = u² + w², c₂ = 2u) the discriminant is, but for a negative factor, without any cancellation
 *
 *     D = 4w²(u² + w²)² + 4c₃²F² u(u² + 9w²) + 27c₃⁴F⁴,     three real roots for D < 0.
 */

enum { DEGREE = 12, DEEPEST = 48 };

typedef struct bernstein {
  int degree;
  double c[DEGREE + 1];
} bernstein;

/** Values at both ends and the middle coefficient of a quadratic a₀ + a₁ν + a₂ν². */
static bernstein quadratic(double a0, double a1, double a2, double from, double to)
{
  return (bernstein){
      2, {a0 + (a1 + a2 * from) * from, a0 + a1 * (from + to) / 2 + a2 * from * to, a0 + (a1 + a2 * to) * to}};
}

static double binomial(int n, int k)
{
  double b = 1;
  for (int i = 1; i <= k; i++) {
    b = b * (n - k + i) / i;
  }
  return b;
}

static bernstein bernstein_product(const bernstein *a, const bernstein *b)
{
  bernstein p = {.degree = a->degree + b->degree};
  assert(p.degree <= DEGREE);
  for (int i = 0; i <= a->degree; i++) {
    for (int j = 0; j <= b->degree; j++) {
      p.c[i + j] += binomial(a->degree, i) * binomial(b->degree, j) * a->c[i] * b->c[j];
    }
  }
  for (int i = 0; i <= p.degree; i++) {
    p.c[i] /= binomial(p.degree, i);
  }
  return p;
}

/** αa + βb of equal degree. */
static bernstein sum(double alpha, const bernstein *a, double beta, const bernstein *b)
{
  assert(a->degree == b->degree);
  bernstein s = *a;
  for (int i = 0; i <= a->degree; i++) {
    s.c[i] = alpha * a->c[i] + beta * b->c[i];
  }
  return s;
}

/** D on [from, to]; every factor has its own relative accuracy there. */
static bernstein discriminant(const hol_duffing *d, double from, double to)
{
  double m = 0.75 * d->mu, g = cubic_damping(d), c3 = m * m + g * g, h0 = d->eta * d->omega2;
  const bernstein k = {2, {d->omega2 - from * from, d->omega2 - from * to, d->omega2 - to * to}};
  const bernstein h = quadratic(h0, d->viscous, 0, from, to), f = quadratic(d->P, 0, d->P_nu2, from, to);
  const bernstein u = sum(m, &k, g, &h), w = sum(m, &h, -g, &k);
  const bernstein uu = bernstein_product(&u, &u), ww = bernstein_product(&w, &w), ff = bernstein_product(&f, &f);
  const bernstein r = sum(1, &uu, 1, &ww), t = sum(1, &uu, 9, &ww), rr = bernstein_product(&r, &r),
                  ut = bernstein_product(&u, &t);
  const bernstein first = bernstein_product(&ww, &rr), f4 = bernstein_product(&ff, &ff),
                  second = bernstein_product(&ff, &ut);
  const bernstein one = {2, {1, 1, 1}}, f44 = bernstein_product(&f4, &one), f4r = bernstein_product(&f44, &one);
  const bernstein s2 = bernstein_product(&second, &one);
  const bernstein tail = sum(4 * c3 * c3, &s2, 27 * c3 * c3 * c3 * c3, &f4r);
  return sum(4, &first, 1, &tail);
}

static double discriminant_at(const hol_duffing *d, double nu)
{
  return discriminant(d, nu, nu).c[0];
}

static int variations(const bernstein *b)
{
  int count = 0;
  double last = 0;
  for (int i = 0; i <= b->degree; i++) {
    if (b->c[i] != 0) { /* exact zeros have no sign */
      count += last != 0 && (b->c[i] > 0) != (last > 0);
      last = b->c[i];
    }
  }
  return count;
}

static double root_between(const hol_duffing *d, double from, double to)
{
  bool rises = discriminant_at(d, to) > 0;
  while (true) {
    double mid = from + (to - from) / 2;
    if (mid <= from || mid >= to) {
      return mid;
    }
    if ((discriminant_at(d, mid) > 0) == rises) {
      to = mid;
    } else {
      from = mid;
    }
  }
}

/** At a fold one of the two turning points of the cubic is a root. */
static hol_duffing_fold fold_at(const hol_duffing *d, double nu)
{
  double c[4], at[2] = {0};
  cubic(d, nu, c);
  double u = -c[2] / 2, rest = fmax(u * u - 0.75 * c[3] * c[1], 0); /* c₂² − 3c₃c₁ = 4·rest */
  at[1] = (2 * u + 2 * sqrt(rest)) / (3 * c[3]);
  at[0] = at[1] != 0 ? c[1] / (3 * c[3] * at[1]) : 0;
  double a = fabs(cubic_at(c, at[0])) < fabs(cubic_at(c, at[1])) ? at[0] : at[1];
  return (hol_duffing_fold){nu, sqrt(fmax(a, 0))};
}

/** Roots of D in [from, to], rising. Two roots closer than the deepest interval are none: a cusp. */
static size_t isolate(const hol_duffing *d, double from, double to, int depth, size_t count, hol_duffing_fold *fold)
{
  const bernstein b = discriminant(d, from, to);
  int changes = variations(&b);
  if (changes == 0 || count == HOL_DUFFING_FOLDS_MAX) {
    return count;
  }
  bool differs = (b.c[0] > 0) != (b.c[b.degree] > 0);
  if (changes == 1 || depth == DEEPEST) {
    if (differs) {
      fold[count++] = fold_at(d, root_between(d, from, to));
    }
    return count;
  }
  double mid = from + (to - from) / 2;
  count = isolate(d, from, mid, depth + 1, count, fold);
  return isolate(d, mid, to, depth + 1, count, fold);
}

/** The same equation with ω, the largest force and the amplitude of order one, so that no power overflows. */
static hol_duffing scaled(const hol_duffing *d, double to)
{
  double unit = to, u2 = unit * unit, amplitude = d->mu != 0 ? unit / sqrt(fabs(d->mu)) : 1;
  hol_duffing s = *d;
  s.omega2 /= u2;
  s.viscous /= unit;
  s.mu = d->mu > 0 ? 1 : d->mu < 0 ? -1 : 0;
  s.P /= u2 * amplitude;
  s.P_nu2 /= amplitude;
  return s;
}

size_t hol_duffing_folds(const hol_duffing *duffing, double from, double to,
                         hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX])
{
  assert(from > 0 && to > from);
  if (duffing->mu == 0) {
    return 0;
  }
  const hol_duffing s = scaled(duffing, to);
  double amplitude = to / sqrt(fabs(duffing->mu));
  size_t count = isolate(&s, from / to, 1, 0, 0, fold);
  for (size_t i = 0; i < count; i++) {
    fold[i].nu *= to;
    fold[i].amplitude *= amplitude;
  }
  return count;
}
