/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces of segments through deformations: sums of entries that cancel, against closed forms in extended precision;
   S(λ)x, S′(λ)x and xᵀS(λ)y, against the matrix; and what the matrix cannot tell: a motion that deforms
   nothing has its inertia alone, however slow. */
#include "close.h"
#include "dice.h"
#include "model_of.h"
#include "reading.h"

#include "base/memory.h"
#include "base/vector.h"
#include "compliance/forces.h"
#include "parts/line/line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sums of entries --------------------------------------------------------------------------------------------- */

static hol_relation relation_of(hol_motion motion, double x, hol_form form)
{
  const hol_line line = {.motion = motion, .length = 1, .stiffness = 1, .mass = 1};
  hol_relation r;
  assert_int_equal(hol_line_relation(&line, 1, x, form, true, &r), HOL_OK);
  assert_int_equal(r.form, form);
  return r;
}

static void assert_sum(double value, long double expected, double size)
{
  assert_true(fabsl(value - expected) <= 4e-15L * (long double)size + 8e-15L * fabsl(expected));
}

/** Long waves, where entries are nearly one and their sums nearly nothing, to short ones. √λ = β². */
static void sums_have_digits_of_their_own(void **state)
{
  (void)state;
  static const long double beta[] = {1e-6L, 1e-4L, 1e-3L, 0.02L, 0.1L, 0.5L, 0.9L, 1.3L, 1.5L, 2.2L, 4.0L, 5.3L, 7.2L};
  for (size_t i = 0; i < sizeof beta / sizeof *beta; i++) {
    long double b = beta[i], h = b / 2;
    double lambda = (double)(b * b * b * b);
    b = sqrtl(sqrtl((long double)lambda));
    h = b / 2;
    hol_relation r = relation_of(HOL_BENDING_Y, lambda, HOL_FORM_PINNED_PINNED);
    long double series = -2 * powl(h, 4) / 3 - 34 * powl(h, 8) / 315; /* (β/2)(tanh(β/2) − tan(β/2)) */
    long double pinned = b < 0.01L ? series : h * (tanhl(h) - tanl(h));
    assert_sum(r.sum[0][0], pinned, 0);
    assert_sum(r.sum[0][1], -pinned, 0);
    assert_close(r.sum[0][2], r.S[2][2] + r.S[2][4], 1e-13);
    if (fabsl(cosl(b)) > 0.3L) {
      r = relation_of(HOL_BENDING_Y, lambda, HOL_FORM_PINNED_GUIDED);
      long double s = sinl(h), sh = sinhl(h), fall = -s * s / cosl(b) + sh * sh / coshl(b); /* 1 − (sec β + sech β)/2 */
      fall = b < 0.01L ? -5 * powl(b, 4) / 24 - 1385 * powl(b, 8) / 40320 : fall;
      assert_sum(r.sum[0][1], fall, 0);
      assert_sum(r.sum[1][0], fall, 0);
      r = relation_of(HOL_AXIAL, (double)(b * b), HOL_FORM_FIXED_FREE);
      assert_sum(r.sum[0][0], -2 * s * s / cosl(b), 0);
    }
  }
}

/** Of motions that are slow for their tension one wave is long and the other decays at once: λ/T is next to nothing
 *  beside T, and inertia is what is left of it. C − D of √σ cot √σ and √σ/sin √σ is G = −√σ tan(√σ/2), which is zero
 *  with σ. */
static void sums_of_slow_motions_under_tension(void **state)
{
  (void)state;
  static const double tension[] = {1e-3, 0.1, 1, 1.9, 2.1, 4.6, 9.8, 30, 300, 4000},
                      lambda[] = {1e-15, 1e-9, 1e-5, 5e-3, 0.1, 3};
  for (size_t i = 0; i < sizeof tension / sizeof *tension * 6; i++) {
    hol_relation r;
    const hol_line line = {.motion = HOL_BENDING_Y, .length = 1, .stiffness = 1, .mass = 1, .tension = tension[i / 6]};
    long double T = line.tension, l = lambda[i % 6], big = (T + sqrtl(T * T + 4 * l)) / 2, slow = l / big;
    assert_int_equal(hol_line_relation(&line, 1, lambda[i % 6], HOL_FORM_PINNED_PINNED, true, &r), HOL_OK);
    long double decaying = sqrtl(big) * tanhl(sqrtl(big) / 2), waving = -sqrtl(slow) * tanl(sqrtl(slow) / 2);
    long double at_zero = (big * waving + slow * decaying) / (big + slow), slope = (waving - decaying) / (big + slow);
    assert_sum(r.sum[0][0], at_zero, 0);
    assert_sum(r.sum[0][1], -at_zero, 0);
    assert_sum(r.sum[0][2], T * at_zero + l * slope, 0);
    assert_sum(r.sum[0][4], T * at_zero + l * slope, 0);
  }
}

/** Growing motions: λ < 0. */
static void sums_below_zero(void **state)
{
  (void)state;
  static const double x[] = {1e-12, 1e-6, 1e-3, 0.3, 0.9, 1.1, 1.9, 2.1, 30};
  for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
    hol_relation r = relation_of(HOL_AXIAL, -x[i], HOL_FORM_FIXED_FREE);
    long double k = sqrtl((long double)x[i]), half = sinhl(k / 2);
    assert_sum(r.sum[0][0], 2 * half * half / coshl(k), 0);
  }
}

/* ---- a structure ------------------------------------------------------------------------------------------------- */

/** Members along and across, one of two segments, one pulled, one on a foundation, one that yields in shear, one
 *  held. */
static const char structure[] =
    "parts:\n"
    "  a: {kind: beam, from: [0, 0], to: [3, 4], EA: 1e6, EI: 1e3, line_mass: 2}\n"
    "  b: {kind: beam, from: [3, 4], to: [7, 4], EA: 1e6, EI: 2e3, line_mass: 1, axial_force: 50}\n"
    "  c: {kind: beam, from: [7, 4], to: [7, 0], EA: 1e5, EI: 3e3, kGA: 4e3, rotary_inertia: 0.1, line_mass: 2}\n"
    "  d: {kind: beam, from: [0, 0], to: [7, 0], EA: 2e6, EI: 1e3, line_mass: 0}\n"
    "  e: {kind: bar, from: [0, 0], to: [7, 4], EA: 1e4, line_mass: 1}\n"
    "  f: {kind: beam, from: [3, 4], to: [3, 7], EA: 1e5, EI: 500, line_mass: 3%s}\n"
    "joints:\n"
    "  - {weld: [a.end, b.start, f.start]}\n"
    "  - {weld: [b.end, c.start]}\n"
    "  - {hinge: [c.end, d.end]}\n"
    "  - {hinge: [a.start, d.start, e.start]}\n"
    "  - {weld: [b@0.4, e.end], freedoms: [uy]}\n"
    "  - {hinge: [e.end, c.start]}\n"
    "%s"
    "analysis: {frequencies: {count: 5}, compliance: exact}\n";

typedef struct built {
  reading reading;
  hol_model model;
  hol_system system;
  hol_forces forces;
} built;

static void build(built *b, const char *text)
{
  *b = (built){0};
  assert_true(reading_of(text, &b->reading));
  assert_int_equal(model_of(&b->reading.problem, &b->model), HOL_OK);
  assert_int_equal(hol_system_build(&b->model, 0, 1, HOL_BOUND_UPPER, &b->system), HOL_OK);
  assert_int_equal(hol_forces_make(&b->system, &b->forces), HOL_OK);
}

static void clear_built(built *b)
{
  hol_forces_clear(&b->forces);
  hol_system_clear(&b->system);
  hol_model_clear(&b->model);
  reading_clear(&b->reading);
}

static double *random_vector(size_t n, uint64_t *dice)
{
  double *x = hol_alloc(n, sizeof *x);
  assert_non_null(x);
  for (size_t i = 0; i < n; i++) {
    x[i] = dice_uniform(dice, -1, 1);
  }
  return x;
}

/** All that forces tell at one λ, in the forms of another, against the matrix. */
static void compare(const built *b, double lambda, double as, uint64_t *dice)
{
  hol_matrix all = {0}, rest = {0};
  if (hol_system_matrix_as(&b->system, lambda, as, true, &all) != HOL_OK) {
    hol_matrix_clear(&all);
    return; /* a pole */
  }
  assert_int_equal(hol_system_matrix_rest(&b->system, lambda, as, &rest), HOL_OK);
  assert_int_equal(rest.n, all.n);
  assert_int_equal(rest.below, all.below);
  assert_true(rest.signature == all.signature);
  assert_true(rest.entry_count < all.entry_count);
  size_t n = all.n;
  double *x = random_vector(n, dice), *y = random_vector(n, dice), *work = random_vector(6 * n, dice);
  double *force = work, *slope = work + n, *by_entries = work + 2 * n, *size = work + 3 * n;
  hol_forces_apply(&b->forces, &rest, x, force, slope);
  for (int d = 0; d < 2; d++) {
    hol_matrix_apply(&all, d, false, x, by_entries);
    hol_matrix_apply(&all, d, true, x, size);
    for (size_t i = 0; i < n; i++) {
      double terms = 0;
      for (size_t e = 0; e < all.entry_count; e++) { /* |S| |x| by row */
        const hol_entry *entry = &all.entry[e];
        double value = fabs(d ? entry->derivative : entry->value);
        terms += entry->row == i ? value * fabs(x[entry->column]) : 0;
        terms += entry->column == i && entry->row != i ? value * fabs(x[entry->row]) : 0;
      }
      assert_true(fabs((d ? slope : force)[i] - by_entries[i]) <= 1e-13 * terms + 1e-300);
    }
  }
  double terms, energy = hol_forces_energy(&b->forces, &rest, x, y, &terms, work + 4 * n), most = 0, plain;
  hol_matrix_apply(&all, false, false, y, by_entries);
  plain = hol_dot(n, x, by_entries);
  for (size_t e = 0; e < all.entry_count; e++) {
    const hol_entry *entry = &all.entry[e];
    most += fabs(entry->value) * (fabs(x[entry->row] * y[entry->column]) + fabs(x[entry->column] * y[entry->row]));
  }
  assert_true(fabs(energy - plain) <= 1e-13 * most);
  assert_true(terms <= 4 * most);
  assert_true(fabs(energy) <= terms);
  double across = hol_forces_energy(&b->forces, &rest, y, x, NULL, work + 4 * n);
  assert_true(fabs(energy - across) <= 1e-13 * terms);
  free(x);
  free(y);
  free(work);
  hol_matrix_clear(&all);
  hol_matrix_clear(&rest);
}

static void forces_are_those_of_the_matrix(void **state)
{
  (void)state;
  static const char *const held[] = {"", "  - {fix: f.end}\n  - {spring: b.end, freedom: ux, stiffness: 1e4}\n"};
  uint64_t dice = 1;
  for (size_t k = 0; k < 2; k++) {
    char text[4096];
    built b;
    snprintf(text, sizeof text, structure, k ? ", foundation: 100" : "", held[k]);
    build(&b, text);
    for (int i = 0; i < 40; i++) {
      double lambda = pow(10, dice_uniform(&dice, -6, 5));
      compare(&b, lambda, i % 2 ? lambda : lambda * dice_uniform(&dice, 0.1, 1.5), &dice);
    }
    clear_built(&b);
  }
}

/** D(λ)v and D′(λ)v against S x and S′x of all unknowns x = (v, T v), in every entry: that of D′ is wᵀD′v for a unit
 *  vector w. */
static void compare_followed(const built *b, hol_condensation *f, const hol_matrix *rest, uint64_t *dice)
{
  size_t n = f->n, all = f->all;
  double *v = random_vector(n, dice), *y = random_vector(2 * n, dice), *z = y + n, *work = random_vector(2 * all, dice);
  double *x = random_vector(4 * all, dice), *force = x + all, *slope = x + 2 * all, *w = x + 3 * all;
  double largest = 0, steepest = 0;
  hol_forces_apply_condensed(&b->forces, f, rest, v, y, z, work);
  hol_forces_expand(&b->forces, f, v, x);
  hol_forces_apply(&b->forces, rest, x, force, slope);
  for (size_t i = 0; i < all; i++) {
    largest = fmax(largest, fabs(force[i]));
    steepest = fmax(steepest, fabs(slope[i]));
  }
  for (size_t i = 0; i < all; i++) {
    assert_true(fabs(force[i] - (f->number[i] == UINT32_MAX ? 0 : y[f->number[i]])) <= 1e-12 * largest);
  }
  assert_true(fabs(hol_forces_mass_condensed(&b->forces, f, rest, v, work) + hol_dot(n, v, z)) <=
              1e-12 * (double)n * steepest);
  for (size_t k = 0; k < n; k++) {
    memset(v, 0, n * sizeof *v);
    v[k] = 1;
    hol_forces_expand(&b->forces, f, v, w);
    assert_true(fabs(z[k] - hol_dot(all, w, slope)) <= 1e-11 * (steepest + fabs(z[k])));
  }
  free(v);
  free(y);
  free(work);
  free(x);
}

/** With all multipliers, without those of some members, without any but those of massless ones. */
static void what_follows_may_be_left_out(void **state)
{
  (void)state;
  static const double top[] = {0, 30, 1000};
  size_t left[3] = {0};
  uint64_t dice = 7;
  char text[4096];
  built b;
  snprintf(text, sizeof text, structure, ", foundation: 100", "  - {fix: f.end}\n");
  build(&b, text);
  for (size_t k = 0; k < 3; k++) {
    hol_matrix rest = {0};
    hol_condensation f = {0};
    assert_int_equal(hol_system_matrix_rest(&b.system, 3, 3, &rest), HOL_OK);
    assert_int_equal(hol_condensation_choose(&b.system, &rest, top[k], &f), HOL_OK);
    left[k] = f.n;
    for (int i = 0; i < 10; i++) {
      assert_int_equal(hol_system_matrix_rest(&b.system, dice_uniform(&dice, 0.1, 25), 3, &rest), HOL_OK);
      assert_int_equal(hol_condensation_at(&f, &rest), HOL_OK);
      compare_followed(&b, &f, &rest, &dice);
    }
    hol_condensation_clear(&f);
    hol_matrix_clear(&rest);
  }
  assert_true(left[1] < left[0]);
  assert_true(left[1] < left[2]);
  assert_true(left[2] < left[0]);
  clear_built(&b);
}

/** Without foundation, axial force and ends that are held: a rigid motion has −λ times its mass for energy, to the last
 *  digits at λ of which S itself has none. */
static void a_rigid_motion_has_its_inertia_alone(void **state)
{
  (void)state;
  built b;
  build(&b, "parts:\n"
            "  a: {kind: beam, from: [0, 0], to: [3, 4], EA: 1e6, EI: 1e3, line_mass: 2}\n"
            "  b: {kind: beam, from: [3, 4], to: [7, 4], EA: 1e9, EI: 2e3, line_mass: 1}\n"
            "  c: {kind: beam, from: [7, 4], to: [7, 0], EA: 1e5, EI: 3e7, line_mass: 2}\n"
            "joints: [{weld: [a.end, b.start]}, {weld: [b.end, c.start]}]\n"
            "analysis: {frequencies: {count: 5}, compliance: exact}\n");
  static const double lambda[] = {1e-18, 1e-12, 1e-6, 1e-3};
  for (size_t k = 0; k < sizeof lambda / sizeof *lambda; k++) {
    hol_matrix rest = {0};
    assert_int_equal(hol_system_matrix_rest(&b.system, lambda[k], lambda[k], &rest), HOL_OK);
    hol_condensation f = {0};
    assert_int_equal(hol_condensation_choose(&b.system, &rest, 1, &f), HOL_OK);
    assert_int_equal(hol_condensation_at(&f, &rest), HOL_OK);
    double *x = hol_alloc(rest.n, sizeof *x), *work = hol_alloc(4 * rest.n, sizeof *work), terms;
    assert_non_null(x);
    assert_non_null(work);
    assert_true(f.n == b.model.coordinates);
    for (size_t i = 0; i < b.model.zero_count; i++) { /* three rigid motions, none of which has multipliers at rest */
      memcpy(x, b.model.zero_mode[i].w, b.model.coordinates * sizeof *x);
      double energy = hol_forces_energy(&b.forces, &rest, x, x, &terms, work);
      assert_true(fabs(energy + lambda[k]) <= (1e-14 + 10 * lambda[k]) * lambda[k]); /* they have unit mass */
      assert_true(terms <= 40 * lambda[k]);
      double *force = work, *slope = force + f.n; /* x has no multipliers: it is what is left */
      hol_forces_apply_condensed(&b.forces, &f, &rest, x, force, slope, work + 2 * rest.n);
      assert_true(fabs(hol_dot(f.n, x, force) + lambda[k]) <= (1e-12 + 10 * lambda[k]) * lambda[k] + 1e-25);
    }
    assert_int_equal(b.model.zero_count, 3);
    free(x);
    free(work);
    hol_condensation_clear(&f);
    hol_matrix_clear(&rest);
  }
  clear_built(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(sums_have_digits_of_their_own),
                                     cmocka_unit_test(sums_of_slow_motions_under_tension),
                                     cmocka_unit_test(sums_below_zero),
                                     cmocka_unit_test(forces_are_those_of_the_matrix),
                                     cmocka_unit_test(what_follows_may_be_left_out),
                                     cmocka_unit_test(a_rigid_motion_has_its_inertia_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
