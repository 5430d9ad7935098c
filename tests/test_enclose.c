/* SPDX-License-Identifier: BSD-3-Clause */
/* Many roots from few determinants: regular frames, grids in space, free and hinged ones, heavy joints, roots beyond
   poles of members. Each bracket is judged by counting on both sides of it, which is the other road to the same
   roots. */
#include "close.h"
#include "enclose_fixture.h"
#include "model_of.h"

#include "base/vector.h"
#include "compliance/forces.h"
#include "spectrum/shifts.h"
#include "spectrum/estimates.h"
#include "spectrum/roots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** What the result says of a mode: between two of the ends told, with their counts, or counted by itself. */
static void judge_interval(const solved *s, const hol_mode *mode)
{
  const hol_intervals *told = &s->result.intervals;
  bool is_field = mode->interval[1] > 0, is_between = false;
  for (size_t i = 1; i < told->ends; i++) {
    const hol_interval_end *low = &told->end[i - 1], *high = &told->end[i];
    is_between |= mode->interval[0] == low->lambda && mode->interval[1] == high->lambda && mode->number > low->count &&
                  mode->number <= high->count;
  }
  assert_int_equal(is_field, is_between);
  assert_int_equal(is_field, told->ends && mode->number <= told->end[told->ends - 1].count);
  assert_true(!is_field ||
              (mode->interval[0] < mode->lower * mode->lower && mode->upper * mode->upper < mode->interval[1]));
  assert_true(mode->field_residual >= 0);
  assert_true(mode->field_residual < 1e-7);
  assert_true(is_field || mode->field_residual <= 0);
}

/** Counts below and above every bracket are those that its number says. @param[in] most  residual of a mode */
static void judge(const solved *s, size_t zero, double most)
{
  hol_model model = {0};
  hol_system system = {0};
  assert_int_equal(model_of(&s->reading.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  hol_sturm_counter counter = {.system = &system};
  for (size_t i = 0; i < s->result.intervals.ends; i++) {
    size_t count;
    assert_int_equal(hol_sturm_count(&counter, s->result.intervals.end[i].lambda, &count), HOL_OK);
    assert_int_equal(s->result.intervals.end[i].count, count);
  }
  for (size_t i = zero; i < s->result.mode_count; i++) {
    const hol_mode *mode = &s->result.mode[i];
    double low = mode->lower * mode->lower, high = mode->upper * mode->upper;
    size_t below, above;
    assert_int_equal(hol_sturm_count(&counter, low * (1 - 1e-10), &below), HOL_OK);
    assert_int_equal(hol_sturm_count(&counter, high * (1 + 1e-10), &above), HOL_OK);
    assert_true(below <= i);
    assert_true(above >= i + 1);
    assert_true(mode->upper - mode->lower < 1e-11 * mode->omega);
    assert_true(mode->residual < most); /* of every line by itself */
    judge_interval(s, mode);
  }
  hol_sturm_counter_clear(&counter);
  hol_system_clear(&system);
  hol_model_clear(&model);
}

static void frames_are_enclosed(void **state)
{
  (void)state;
  static const struct {
    int n, count;
  } c[] = {{4, 6}, {6, 20}, {6, 60}, {10, 100}};
  for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
    char below[600];
    solved s = {0};
    snprintf(below, sizeof below, foot, c[i].n);
    assert_int_equal(solve_text(&s, frame, c[i].n, c[i].n, below, c[i].count), HOL_OK);
    assert_true(s.result.complete);
    assert_null(s.result.intervals.fallback);
    assert_true(s.result.intervals.ends >= 2);
    judge(&s, 0, 1e-6);
    forget(&s);
  }
}

/** Three rigid motions lie below the first end. */
static void a_free_frame_has_rigid_motions(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, frame, 6, 6, "", 25), HOL_OK);
  assert_true(s.result.complete);
  for (size_t i = 0; i < 3; i++) {
    assert_true(s.result.mode[i].omega <= 0);
  }
  judge(&s, 3, 1e-6);
  forget(&s);
}

/** Bands begin and end at poles. */
static void bands_are_enclosed(void **state)
{
  (void)state;
  solved s = {0};
  hol_text all = {0};
  put_spans(&all);
  assert_int_equal(solve_words(&s, &all), HOL_OK);
  assert_true(s.result.complete);
  assert_int_equal(s.result.mode_count, 62);
  assert_null(s.result.intervals.fallback);
  judge(&s, 0, 1e-6);
  const double pi = 3.14159265358979323846;
  assert_true(fabs(s.result.mode[0].omega - pi * pi) < 1e-12 * pi * pi);
  assert_true(fabs(s.result.mode[60].omega - 4 * pi * pi) < 4e-12 * pi * pi);
  hol_text_clear(&all);
  forget(&s);
}

/** More equal frequencies than there are vectors that find them alike: what is not found is seen by the count at the
 *  next end, and counted one by one. The result says why. */
static void what_is_missed_is_counted(void **state)
{
  (void)state;
  solved s = {0};
  hol_text all = {0};
  hol_text_add(&all, "parts:\n");
  for (int i = 0; i < 60; i++) {
    hol_text_add(&all, "  s%d: {kind: beam, from: [%d, 0], to: [%d, 0], EI: 1, line_mass: 1}\n", i, i, i + 1);
  }
  hol_text_add(&all, "joints:\n");
  for (int i = 0; i < 60; i++) {
    hol_text_add(&all, "  - {pin: s%d.start}\n  - {pin: s%d.end}\n", i, i);
  }
  hol_text_add(&all, "analysis: {frequencies: {count: 62}}\noutput: {shapes: none}\n");
  assert_int_equal(solve_words(&s, &all), HOL_OK);
  assert_true(s.result.complete);
  assert_true(s.result.intervals.is_tried);
  assert_non_null(s.result.intervals.fallback);
  assert_true(s.result.mode_count >= 62);
  assert_true(s.result.mode[s.result.mode_count - 1].interval[1] <= 0);
  judge(&s, 0, 1e-6);
  hol_text_clear(&all);
  forget(&s);
}

static void symmetry_makes_multiple_frequencies(void **state)
{
  (void)state;
  solved s = {0};
  hol_text all = {0};
  put_cube(&all);
  assert_int_equal(solve_words(&s, &all), HOL_OK);
  assert_true(s.result.complete);
  assert_true(!s.result.intervals.fallback);
  size_t largest = 0;
  for (size_t i = 0; i < s.result.mode_count; i++) {
    largest =
        s.result.mode[i].omega > 0 && s.result.mode[i].multiplicity > largest ? s.result.mode[i].multiplicity : largest;
  }
  assert_int_equal(largest, 3);
  judge(&s, 6, 1); /* lines that are zero by symmetry hold nothing but rounding */
  hol_text_clear(&all);
  forget(&s);
}

/** The largest entry of the difference between S(σ + t)v and what the pencil has in its place. What is eliminated has
 *  no forces. */
static double pencil_error(const hol_forces *forces, hol_condensation *f, const hol_matrix *at, const hol_expansion *e,
                           double t)
{
  double v[64], x[64], y[64], z[64], slope[64], largest = 0;
  hol_matrix beside = {0};
  assert_int_equal(hol_system_matrix_as(f->system, at->lambda + t, at->lambda, true, &beside), HOL_OK);
  assert_int_equal(beside.n, at->n);
  assert_true(at->n <= 64);
  for (size_t k = 0; k < e->n; k++) {
    v[k] = sin(1 + 2.3 * (double)k);
  }
  assert_int_equal(hol_condensation_at(f, &beside), HOL_OK);
  hol_forces_expand(forces, f, v, x);
  hol_matrix_apply(&beside, false, false, x, y);
  assert_int_equal(hol_condensation_at(f, at), HOL_OK);
  hol_forces_expand(forces, f, v, x);
  hol_matrix_apply(at, false, false, x, z);
  hol_symmetric_multiply(e->mass, 1, e->n, v, slope);
  for (size_t p = 0, k = 0; p < e->auxiliary; p++) {
    double along = 0;
    for (; k < e->end[p]; k++) {
      along += e->entry[k].value * v[e->entry[k].unknown];
    }
    for (size_t j = p ? e->end[p - 1] : 0; j < e->end[p]; j++) {
      slope[e->entry[j].unknown] += t * e->entry[j].value * along / (e->delta[p] - t);
    }
  }
  for (size_t k = 0; k < at->n; k++) {
    uint32_t i = f->number[k];
    largest = fmax(largest, i == UINT32_MAX ? 0 : fabs(y[k] - z[k] + t * slope[i]));
    assert_true(i != UINT32_MAX || fmax(fabs(y[k]), fabs(z[k])) < 1e-13);
  }
  hol_matrix_clear(&beside);
  return largest;
}

/** S(σ + t) and the linear pencil differ by the fourth power of t, with all multipliers (top 0) and without those of
 *  both beams. */
static void the_pencil_is_right_to_the_fourth_order(void **state)
{
  (void)state;
  reading r = {0};
  hol_model model = {0};
  hol_system system = {0};
  hol_matrix at = {0}, rest = {0};
  hol_decomposition decomposition = {0};
  hol_forces forces = {0};
  assert_true(reading_of(
      "parts:\n"
      "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 300, line_mass: 1, kGA: 40, rotary_inertia: 0.01}\n"
      "  b: {kind: beam, from: [1, 0], to: [1, 1], EI: 2, EA: 500, line_mass: 0.7}\n"
      "joints:\n"
      "  - {weld: [a.end, b.start]}\n"
      "analysis: {frequencies: {count: 3}}\n",
      &r));
  assert_int_equal(model_of(&r.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  assert_int_equal(hol_system_matrix(&system, 3, true, &at), HOL_OK);
  assert_int_equal(hol_system_matrix_rest(&system, 3, 3, &rest), HOL_OK);
  assert_int_equal(hol_decompose(&system, &at, &decomposition), HOL_OK);
  assert_int_equal(hol_forces_make(&system, &forces), HOL_OK);
  static const double top[] = {0, 20}, step[] = {0.4, 4}, most[] = {1e-9, 2e-8};
  for (size_t k = 0; k < 2; k++) {
    hol_expansion e = {0};
    hol_condensation f = {0};
    assert_int_equal(hol_condensation_choose(&system, &at, top[k], &f), HOL_OK);
    assert_int_equal(
        hol_expansion_make(&system, &rest, &decomposition, (hol_expansion_request){&f, 100, 1e-6, top[k]}, &e), HOL_OK);
    assert_int_equal(e.n, k ? system.coordinates : at.n);
    double error[3];
    for (int i = 0; i < 3; i++) {
      error[i] = pencil_error(&forces, &f, &at, &e, step[k] * (1 << i));
    }
    assert_true(error[0] > 0);
    assert_true(error[2] < most[k]);
    assert_true(error[1] < error[2] / 13);
    assert_true(error[0] < error[1] / 10);
    hol_expansion_clear(&e);
    hol_condensation_clear(&f);
  }
  hol_forces_clear(&forces);
  hol_decomposition_clear(&decomposition);
  hol_matrix_clear(&at);
  hol_matrix_clear(&rest);
  hol_system_clear(&system);
  hol_model_clear(&model);
  reading_clear(&r);
}

/** What poles of a beam are not taken as they are, farther than twenty times the reach, is in the pencil by columns of
 *  which none is nearer: by
 *  (2) of expansion.h they are means. Where a mean comes out nearer, rounding has made it, and it would be a root that
 *    there is none. */
static void columns_of_rounding_are_left_out(void **state)
{
  (void)state;
  reading r = {0};
  hol_model model = {0};
  hol_system system = {0};
  hol_forces forces = {0};
  size_t columns = 0;
  assert_true(reading_of("freedoms: [uy, rz]\n"
                         "parts: {b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}}\n"
                         "joints: [{pin: b.start}, {pin: b.end}]\n"
                         "analysis: {frequencies: {count: 3}}\n",
                         &r));
  assert_int_equal(model_of(&r.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  assert_int_equal(hol_forces_make(&system, &forces), HOL_OK);
  for (double sigma = 400; sigma < 8000; sigma *= 1.03) {
    hol_matrix at = {0}, rest = {0};
    hol_decomposition decomposition = {0};
    hol_expansion e = {0};
    hol_condensation f = {0};
    double reach = 2 * sigma;
    assert_int_equal(hol_system_matrix(&system, sigma, true, &at), HOL_OK);
    assert_int_equal(hol_system_matrix_rest(&system, sigma, sigma, &rest), HOL_OK);
    assert_int_equal(hol_decompose(&system, &at, &decomposition), HOL_OK);
    assert_int_equal(hol_condensation_choose(&system, &at, 3 * sigma, &f), HOL_OK);
    const hol_expansion_request request = {.condensation = &f, .reach = reach, .effect = 1e-6, .limit = 3 * sigma};
    assert_int_equal(hol_expansion_make(&system, &rest, &decomposition, request, &e), HOL_OK);
    for (size_t p = e.exact; p < e.auxiliary; p++) {
      assert_true(1.01 * e.delta[p] >= 20 * reach);
      columns++;
    }
    hol_expansion_clear(&e);
    hol_condensation_clear(&f);
    hol_decomposition_clear(&decomposition);
    hol_matrix_clear(&at);
    hol_matrix_clear(&rest);
  }
  assert_true(columns > 100);
  hol_forces_clear(&forces);
  hol_system_clear(&system);
  hol_model_clear(&model);
  reading_clear(&r);
}

/** Fields of the roots between two ends about which nothing else is known, proved. */
typedef struct interval {
  hol_shift low, high;
  hol_forces forces;
  hol_condensation condensation;
  hol_trial trial;
} interval;

static void begin_interval(const hol_system *system, double from, double to, size_t inside, interval *v)
{
  static const hol_cancellation cancellation = {0};
  hol_estimates e = {0};
  double limit = 1.2 * to;
  assert_int_equal(hol_shift_factorise(system, from, from, &v->low), HOL_OK);
  assert_int_equal(hol_shift_factorise(system, to, from, &v->high), HOL_OK);
  assert_int_equal(v->high.count - v->low.count, inside);
  assert_int_equal(hol_forces_make(system, &v->forces), HOL_OK);
  assert_int_equal(hol_condensation_choose(system, &v->low.matrix, limit, &v->condensation), HOL_OK);
  const hol_estimates_request request = {
      .above = {inside + 4, 4},
      .of = {.condensation = &v->condensation, .reach = to - from, .effect = 1e-6, .limit = limit}};
  assert_int_equal(hol_estimates_make(system, &v->low, request, cancellation, &e), HOL_OK);
  v->trial = (hol_trial){.system = system,
                         .forces = &v->forces,
                         .condensation = &v->condensation,
                         .low = &v->low,
                         .high = &v->high,
                         .as = from,
                         .cancellation = &cancellation};
  assert_int_equal(hol_estimates_trial(&e, true, inside, 10, limit, &v->trial), HOL_OK);
  hol_estimates_clear(&e);
}

static void prove_interval(const hol_system *system, double from, double to, size_t inside, interval *v)
{
  begin_interval(system, from, to, inside, v);
  assert_int_equal(hol_trial_refine(&v->trial), HOL_OK);
  assert_int_equal(hol_trial_prove(&v->trial), HOL_OK);
  hol_trial_close(&v->trial);
}

static void clear_interval(interval *v)
{
  hol_trial_clear(&v->trial);
  hol_condensation_clear(&v->condensation);
  hol_forces_clear(&v->forces);
  hol_shift_clear(&v->low);
  hol_shift_clear(&v->high);
}

/** The first vector that is nearer to the high end gives back the low one; those that are nearer to that, and are asked
 *  for after it, are corrected by the high end, as noise in a field shows. */
static void vectors_may_be_asked_for_in_any_order(void **state)
{
  (void)state;
  enum { ROOTS = 8 };
  char below[600], text[4000];
  solved s = {0};
  hol_model model = {0};
  hol_system system = {0};
  interval v = {0};
  snprintf(below, sizeof below, foot, 4);
  snprintf(text, sizeof text, frame, 4, 4, below, ROOTS + 1);
  assert_int_equal(solve_text(&s, "%s", text), HOL_OK);
  assert_int_equal(model_of(&s.reading.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  double first = omega_of(&s, 1), last = omega_of(&s, ROOTS), next = omega_of(&s, ROOTS + 1);
  prove_interval(&system, 0.5 * first * first, 0.5 * (last * last + next * next), ROOTS, &v);
  size_t all = v.trial.all;
  assert_true(v.trial.n < all);
  double *rising = calloc(all * ROOTS, sizeof *rising), *after = calloc(all, sizeof *after);
  for (size_t i = 0; i < ROOTS; i++) {
    assert_int_equal(hol_trial_vectors(&v.trial, i, 1, rising + i * all), HOL_OK);
  }
  assert_int_equal(v.low.decomposition.n, 0);
  for (size_t i = ROOTS; i-- > 0;) {
    const double *vector = rising + i * all;
    double noise = 1e-6 * hol_largest(all, vector), correction = 0;
    for (size_t k = 0; k < v.trial.n; k++) {
      v.trial.x[k + i * v.trial.n] += noise * sin(1 + 2.3 * (double)k);
    }
    assert_int_equal(hol_trial_vectors(&v.trial, i, 1, after), HOL_OK);
    for (size_t k = 0; k < v.trial.n; k++) {
      size_t at = v.condensation.unknown[k];
      correction = fmax(correction, fabs(after[at] - vector[at] - noise * sin(1 + 2.3 * (double)k)));
    }
    assert_in_range(correction / noise * 1000, 100, 100000);
  }
  free(rising);
  free(after);
  clear_interval(&v);
  hol_system_clear(&system);
  hol_model_clear(&model);
  forget(&s);
}

/** What rounding of a matrix moves roots by besides, rad²/s², for tests of what is made of it (linker option
 *  --wrap). */
static double rounding_beside;

double __real_hol_rounding_beside(const hol_system *system, const hol_matrix *matrix, const double *v);
double __wrap_hol_rounding_beside(const hol_system *system, const hol_matrix *matrix, const double *v);

double __wrap_hol_rounding_beside(const hol_system *system, const hol_matrix *matrix, const double *v)
{
  return __real_hol_rounding_beside(system, matrix, v) + rounding_beside;
}

/** The third frequency of two beams is one thousandth, in λ, beside an end, below it or above: whether rounding of S
 *  may have moved it across decides if what is counted there proves anything. There is room for sixteen times as
 *  much. */
static void no_frequency_is_too_close_to_an_end(void **state)
{
  (void)state;
  solved s = {0};
  hol_model model = {0};
  hol_system system = {0};
  assert_int_equal(solve_text(&s, "parts: {a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 300, line_mass: 1},\n"
                                  "  b: {kind: beam, from: [1, 0], to: [1, 1], EI: 2, EA: 500, line_mass: 0.7}}\n"
                                  "joints: [{fix: a.start}, {weld: [a.end, b.start]}]\n"
                                  "analysis: {frequencies: {count: 4}}\n"),
                   HOL_OK);
  assert_int_equal(model_of(&s.reading.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, 0, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  double root = omega_of(&s, 3) * omega_of(&s, 3), apart = 1e-3 * root;
  for (size_t k = 0; k < 4; k++) {
    interval v = {0};
    bool is_above = k % 2, is_far = k / 2;
    begin_interval(&system, 1, is_above ? root - apart : root + apart, is_above ? 2 : 3, &v);
    assert_int_equal(hol_trial_refine(&v.trial), HOL_OK);
    rounding_beside = apart / 16 * (is_far ? 0.999 : 1.001);
    assert_int_equal(hol_trial_prove(&v.trial), is_far ? HOL_OK : HOL_NUMERICAL);
    rounding_beside = 0;
    assert_true(is_far || strstr(v.trial.why, "too close to a shift"));
    clear_interval(&v);
  }
  hol_system_clear(&system);
  hol_model_clear(&model);
  forget(&s);
}

/** Ends by counts: as many roots between neighbours as planned, whatever the law. Beyond a jump that is too high there
 *  is no end. */
static void ends_are_placed_by_counts(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNTED; i++) {
    counted law = counted_case[i].law;
    hol_shifts e;
    place_counted(&counted_case[i], &law, &e);
    for (size_t k = 0; k < e.points; k++) {
      size_t count;
      assert_int_equal(count_law(&law, 1, &e.point[k].lambda, &count), HOL_OK);
      assert_true(e.point[k].is_counted);
      assert_true(e.point[k].count == count);
      assert_true(k == 0 || (e.point[k].lambda > e.point[k - 1].lambda && e.point[k].count > e.point[k - 1].count &&
                             100 * (e.point[k].count - e.point[k - 1].count) <= HOL_SHIFTS_LIMIT * (e.piece + 1)));
    }
    size_t top = e.point[e.points - 1].count;
    assert_int_equal(100 * (counted_case[i].last - top) > HOL_SHIFTS_TAIL * (e.piece + 1),
                     counted_case[i].is_cut_short);
    assert_true(2 * e.piece <= HOL_SHIFTS_PAIR);
    assert_true(e.points >= 2);
    assert_true(top <= counted_case[i].last + 8);
    hol_shifts_clear(&e);
  }
}

/** Intervals that are proved on their own have the frequencies of those proved one after another: 80 are few, 81 are
 *  shared out. */
static void what_is_shared_is_the_same(void **state)
{
  (void)state;
  solved one = {0}, many = {0};
  char below[600];
  snprintf(below, sizeof below, foot, 8);
  assert_int_equal(solve_text(&one, frame, 8, 8, below, 80), HOL_OK);
  assert_int_equal(solve_text(&many, frame, 8, 8, below, 160), HOL_OK);
  assert_true(many.result.complete);
  assert_null(many.result.intervals.fallback);
  assert_true(one.result.mode_count >= 80);
  assert_true(many.result.mode_count >= 160);
  for (size_t i = 0; i < 80; i++) {
    const hol_mode *a = &one.result.mode[i], *b = &many.result.mode[i];
    assert_true(a->lower <= b->upper);
    assert_true(b->lower <= a->upper);
  }
  judge(&many, 0, 1e-6);
  forget(&one);
  forget(&many);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(frames_are_enclosed),
                                     cmocka_unit_test(a_free_frame_has_rigid_motions),
                                     cmocka_unit_test(bands_are_enclosed),
                                     cmocka_unit_test(what_is_missed_is_counted),
                                     cmocka_unit_test(ends_are_placed_by_counts),
                                     cmocka_unit_test(no_frequency_is_too_close_to_an_end),
                                     cmocka_unit_test(what_is_shared_is_the_same),
                                     cmocka_unit_test(symmetry_makes_multiple_frequencies),
                                     cmocka_unit_test(vectors_may_be_asked_for_in_any_order),
                                     cmocka_unit_test(the_pencil_is_right_to_the_fourth_order),
                                     cmocka_unit_test(columns_of_rounding_are_left_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
