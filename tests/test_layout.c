/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts: models filled at other numbers against models of their own, and numbers at which a layout does not hold. */
#include "reading.h"

#include "base/reshaped.h"
#include "holonome/solve.h"
#include "model/layout.h"
#include "parts/line/class.h"
#include "spectrum/roots.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096, COUNT = 8 };

/** A structure with one parameter, a layout at its first value, and a model. */
typedef struct laid {
  reading here, there;
  hol_model model;
  bool *touched;
} laid;

/** Bars that swing: c hangs by one end, and does so alone unless what is joined to its other end is moved by it. */
#define TRUSS(mass, place, along)                                                                                      \
  "parts:\n"                                                                                                           \
  "  a: {kind: bar, from: [0, 0], to: [1, 0], EA: 100, line_mass: 1}\n"                                                \
  "  b: {kind: bar, from: [1, 1], to: [1, 0], EA: 100, line_mass: " mass "}\n"                                         \
  "  c: {kind: bar, from: [1, 0], to: [2, 0], EA: 100, line_mass: " mass "}\n"                                         \
  "joints:\n"                                                                                                          \
  "  - {pin: a.start}\n"                                                                                               \
  "  - {pin: b.start}\n"                                                                                               \
  "  - {hinge: [a.end, b.end, c.start]}\n"                                                                             \
  "  - {spring: b@" place ", direction: [1, 0], stiffness: 30}\n"                                                      \
  "  - {spring: c.end, direction: [1, " along "], stiffness: 30}\n" ANALYSIS

static void read_at(const char *text, double x, reading *r)
{
  char with[ROOM];
  (void)snprintf(with, sizeof with, "parameters: {x: %.17g}\n%s", x, text);
  assert_true(reading_of(with, r));
}

/** Lay the structure out at `from` and read it at `to`. */
static void lay_out(const char *text, bool exact, double from, double to, laid *l)
{
  hol_faults faults = {0};
  *l = (laid){0};
  read_at(text, from, &l->here);
  read_at(text, to, &l->there);
  assert_int_equal(hol_model_make(&l->here.problem, (hol_model_request){.exact = exact}, &l->model, &faults), HOL_OK);
  l->touched = malloc(l->here.problem.part_count * sizeof *l->touched);
  assert_non_null(l->touched);
  for (size_t i = 0; i < l->here.problem.part_count; i++) {
    l->touched[i] = true;
  }
  hol_faults_clear(&faults);
}

static void leave(laid *l)
{
  free(l->touched);
  hol_model_clear(&l->model);
  reading_clear(&l->here);
  reading_clear(&l->there);
}

static size_t count_below(const hol_model *model, double lambda)
{
  hol_system system = {0};
  hol_sturm_counter counter = {.system = &system};
  size_t count = 0;
  assert_int_equal(hol_system_build(model, model->exact ? 0 : 6, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  assert_int_equal(hol_sturm_count(&counter, lambda, &count), HOL_OK);
  hol_sturm_counter_clear(&counter);
  hol_system_clear(&system);
  return count;
}

/** Frequencies of the structure as hol_solve() finds them, in its own coordinates, are those of a model that is filled:
 *  counted. */
static void has_frequencies_of(const hol_model *model, hol_problem *problem)
{
  hol_result result = {0};
  hol_faults faults = {0};
  problem->analysis.exact = model->exact;
  problem->analysis.modes = 6;
  assert_int_equal(hol_solve(problem, (hol_solve_options){0}, &result, &faults), HOL_OK);
  assert_true(result.mode_count >= COUNT / 2);
  for (size_t k = 0; k < result.mode_count; k++) {
    double lambda = result.mode[k].omega * result.mode[k].omega;
    if (lambda > 0) {
      assert_int_equal(count_below(model, lambda * (1 - 1e-9)), result.mode[k].count_below);
      assert_int_equal(count_below(model, lambda * (1 + 1e-9)), result.mode[k].count_above);
    }
  }
  hol_result_clear(&result);
  hol_faults_clear(&faults);
}

static bool same_row(const hol_sparse *a, const hol_sparse *b)
{
  bool same = a->count == b->count;
  for (size_t i = 0; i < a->count && same; i++) {
    same = a->index[i] == b->index[i] && fabs(a->value[i] - b->value[i]) <= 1e-10 * hol_sparse_max(a);
  }
  return same;
}

/** Numbers to the bit, rows to rounding. */
static void are_same(const hol_model *a, const hol_model *b)
{
  assert_int_equal(a->station_count, b->station_count);
  for (size_t s = 0; s < a->station_count; s++) {
    assert_memory_equal(&a->station[s].x, &b->station[s].x, sizeof a->station[s].x);
    assert_memory_equal(a->station[s].at, b->station[s].at, sizeof a->station[s].at);
  }
  assert_int_equal(a->member_count, b->member_count);
  for (size_t i = 0; i < a->member_count; i++) {
    assert_ptr_equal(a->member[i].class, b->member[i].class);
    if (a->member[i].class->words) { /* a line, or the means along one */
      const hol_line *x = hol_line_part_line(a->member[i].of), *y = hol_line_part_line(b->member[i].of);
      const double one[] = {x->length, x->stiffness, x->mass, x->rotary, x->shear, x->tension, x->foundation},
                   other[] = {y->length, y->stiffness, y->mass, y->rotary, y->shear, y->tension, y->foundation};
      assert_memory_equal(one, other, sizeof one);
    }
    assert_int_equal(a->member[i].rigid_count, b->member[i].rigid_count);
    for (size_t k = 0; k < a->member[i].stations * a->member[i].orders; k++) {
      assert_true(same_row(&a->member[i].port[k].row, &b->member[i].port[k].row));
    }
  }
  assert_int_equal(a->mass_count, b->mass_count);
  for (size_t i = 0; i < a->mass_count; i++) {
    assert_memory_equal(&a->mass[i].mass, &b->mass[i].mass, sizeof a->mass[i].mass);
    assert_true(same_row(&a->mass[i].along.row, &b->mass[i].along.row));
  }
  assert_int_equal(a->spring_count, b->spring_count);
  for (size_t i = 0; i < a->spring_count; i++) {
    assert_memory_equal(&a->spring[i].compliance, &b->spring[i].compliance, sizeof a->spring[i].compliance);
  }
}

#define ANALYSIS "analysis: {frequencies: {count: 8}}\n"

static const char links[] = "parts:\n"
                            "  a: {kind: body, at: [0, 0], mass: 1, inertia: 1}\n"
                            "  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, EA: 9}\n"
                            "joints:\n"
                            "  - {weld: [a, b.start]}\n"
                            "  - {roller: a, direction: [1, 0]}\n"
                            "  - {roller: a, direction: [1, x]}\n" ANALYSIS;
static const char shaft[] = "parts:\n"
                            "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1 + x, line_mass: 1, EA: 300}\n"
                            "  b: {kind: beam, from: [1, 0], to: [1, 2], EI: 2, line_mass: 1 + x, EA: 200}\n"
                            "  d: {kind: body, at: [0.2 + x/4, 0], mass: x, inertia: 0.01*x}\n"
                            "  e: {kind: body, at: [1, 2], mass: 0.4, inertia: 0.03}\n"
                            "joints:\n"
                            "  - {fix: a.start}\n"
                            "  - {weld: [a@(0.2 + x/4), d]}\n"
                            "  - {weld: [a.end, b.start]}\n"
                            "  - {weld: [b.end, e]}\n"
                            "  - {spring: b@0.5, freedom: ux, stiffness: 10*x}\n" ANALYSIS;

static const char frame[] =
    "parts:\n"
    "  a: {kind: beam, from: [0, 0, 0], to: [0, 0, 1 + x], EI: 1, GJ: 1, line_mass: 1, EA: 90, polar_inertia: 0.01}\n"
    "  b: {kind: beam, from: [0, 0, 1 + x], to: [1, x, 1], EI: 2, GJ: 2, line_mass: 2, EA: 80, polar_inertia: 0.02}\n"
    "  d: {kind: body, at: [1.2, 2*x, 1 - x], mass: 1, inertia: [0.1, 0.2, 0.3]}\n"
    "joints:\n"
    "  - {fix: a.start}\n"
    "  - {weld: [a.end, b.start]}\n"
    "  - {weld: [b.end, d]}\n"
    "  - {pin: a@0.5}\n" ANALYSIS;

static const char matrix[] =
    "parts:\n"
    "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
    "  b: {kind: beam, from: [1, 0], to: [2 + x, 0], EI: 1, line_mass: 1}\n"
    "joints:\n"
    "  - {fix: a.start}\n"
    "  - {spring: [a.end, b.start], stiffness: [[9*x, 0, -9*x, 0], [0, 4, 0, -4], [-9*x, 0, 9*x, 0], [0, -4, 0, 4]]}\n"
    "  - {spring: b.end, stiffness: [[8, -x], [-x, 6]]}\n"
    "freedoms: [uy, rz]\n" ANALYSIS;

static void test_filled_models_have_the_frequencies_of_their_numbers(void **state)
{
  static const struct {
    const char *text;
    double from, to;
  } structure[] = {{shaft, 1, 1.4},    {shaft, 0.5, 2},  {frame, 0.1, 0.3},
                   {frame, 0.3, -0.2}, {matrix, 1, 1.2}, {matrix, 1, 2}};
  (void)state;
  for (size_t i = 0; i < 2 * sizeof structure / sizeof *structure; i++) {
    laid l;
    hol_model model = {0};
    lay_out(structure[i / 2].text, i % 2, structure[i / 2].from, structure[i / 2].to, &l);
    assert_int_equal(hol_model_fill(l.model.layout, &l.there.problem, &model), HOL_OK);
    assert_int_equal(model.coordinates, l.model.coordinates);
    has_frequencies_of(&model, &l.there.problem);
    hol_model_clear(&model);
    leave(&l);
  }
}

static void test_a_model_that_is_filled_at_its_own_numbers_is_the_same(void **state)
{
  static const char *const text[] = {shaft, frame, matrix};
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    laid l;
    hol_model model = {0};
    lay_out(text[i], false, 1, 1, &l);
    assert_int_equal(hol_model_fill(l.model.layout, &l.there.problem, &model), HOL_OK);
    are_same(&model, &l.model);
    hol_model_clear(&model);
    leave(&l);
  }
}

static void test_a_model_that_is_refilled_is_one_that_is_filled(void **state)
{
  (void)state;
  for (int i = 0; i < 4; i++) {
    laid l;
    hol_model model = {0};
    lay_out(i < 2 ? shaft : TRUSS("x", "0.4", "0"), i % 2, 0.5, 2, &l);
    assert_int_equal(hol_model_fill(l.model.layout, &l.there.problem, &model), HOL_OK);
    assert_int_equal(hol_model_refill(&l.there.problem, l.touched, &l.model), HOL_OK);
    are_same(&l.model, &model);
    has_frequencies_of(&l.model, &l.there.problem);
    hol_model_clear(&model);
    leave(&l);
  }
}

/** What has been put into a model in vain leaves no trace. */
static void test_a_model_is_refilled_after_numbers_that_did_not_fit(void **state)
{
  static const double unfit[] = {3.2, -0.8, 0, -2}; /* the body at the end, at the start, without mass; negative
                                                       stiffness */
  (void)state;
  for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
    laid l;
    reading r = {0};
    hol_model model = {0};
    lay_out(shaft, false, 0.5, 2, &l);
    read_at(shaft, 1, &r);
    for (size_t p = 0; p < r.problem.part_count; p++) {
      r.problem.part[p].value[HOL_P_MASS] *= p == 2 ? unfit[i] : 1;
      r.problem.part[p].value[HOL_P_EI] *= p == 0 && unfit[i] < -1 ? -1 : 1;
    }
    r.problem.joint[1].point[0].xi = 0.2 + unfit[i] / 4;
    r.problem.part[2].from[0] = r.problem.part[2].to[0] = 0.2 + unfit[i] / 4;
    assert_int_equal(hol_model_refill(&r.problem, l.touched, &l.model), HOL_RESHAPED);
    assert_int_equal(hol_model_refill(&l.there.problem, l.touched, &l.model), HOL_OK);
    assert_int_equal(hol_model_fill(l.model.layout, &l.there.problem, &model), HOL_OK);
    are_same(&l.model, &model);
    hol_model_clear(&model);
    reading_clear(&r);
    leave(&l);
  }
}

static void test_a_layout_says_where_it_does_not_hold(void **state)
{
  static const struct {
    const char *text;
    double from, to;
    bool fills;
  } structure[] = {
      {shaft, 0.5, 2, true},
      {shaft, 0.5, 3.2, false}, /* the body stands where the other member begins */
      {"parts:\n"               /* two bodies pass each other */
       "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
       "  d: {kind: body, at: [x, 0], mass: 1}\n"
       "  e: {kind: body, at: [0.5, 0], mass: 2}\n"
       "joints:\n"
       "  - {fix: a.start}\n"
       "  - {weld: [a@x, d], freedoms: [uy]}\n"
       "  - {weld: [a@0.5, e], freedoms: [uy]}\n"
       "freedoms: [uy, rz]\n" ANALYSIS,
       0.3, 0.7, false},
      {"parts:\n" /* what turned without effect gets an inertia */
       "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
       "  d: {kind: body, at: [0.5, 0], mass: 1, inertia: x}\n"
       "joints:\n"
       "  - {fix: a.start}\n"
       "  - {weld: [a@0.5, d], freedoms: [uy]}\n"
       "freedoms: [uy, rz]\n" ANALYSIS,
       0, 0.5, false},
      {links, 0.5, 0, false},                  /* the second link, parallel to the first, holds nothing more */
      {links, 0, 0.5, false},                  /* the same, the other way round */
      {TRUSS("1", "0.4", "x"), 0, 0.5, false}, /* a bar is no longer alone */
      {TRUSS("1", "0.4", "x"), 0.5, 0, false}, /* and the other way round */
      {TRUSS("1", "0.4", "x"), 0.5, 0.7, true},
      {TRUSS("1", "x", "0"), 0.4, 0.7, true},
  };
  (void)state;
  for (size_t i = 0; i < sizeof structure / sizeof *structure; i++) {
    laid l;
    hol_model model = {0};
    lay_out(structure[i].text, false, structure[i].from, structure[i].to, &l);
    assert_int_equal(hol_model_fill(l.model.layout, &l.there.problem, &model),
                     structure[i].fills ? HOL_OK : HOL_RESHAPED);
    hol_model_clear(&model);
    leave(&l);
  }
}

/** Parts that turn, arms that grow, and places on a straight line that move change rows. */
static void test_rows_are_not_refilled(void **state)
{
  static const char *const text[] = {frame, TRUSS("1", "x", "0")};
  (void)state;
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    laid l;
    hol_model model = {0};
    lay_out(text[i], false, 0.1, 0.3, &l);
    assert_int_equal(hol_model_fill(l.model.layout, &l.there.problem, &model), HOL_OK);
    assert_int_equal(hol_model_refill(&l.there.problem, l.touched, &l.model), HOL_RESHAPED);
    hol_model_clear(&model);
    leave(&l);
  }
}

/** A layout that is closed still says what its rows are, each word once. */
static void test_a_layout_that_is_closed_is_not_filled(void **state)
{
  laid l;
  hol_model model = {0};
  (void)state;
  lay_out(frame, false, 0.1, 0.3, &l);
  hol_layout_close(l.model.own_layout);
  assert_int_equal(hol_model_fill(l.model.layout, &l.there.problem, &model), HOL_RESHAPED);
  hol_model_clear(&model);
  for (size_t i = 0; i < l.model.layout->constraint_count; i++) {
    const hol_constraint *row = &l.model.layout->constraint[i];
    assert_ptr_equal(row->name, row->joint == SIZE_MAX ? l.here.problem.part[row->part].name
                                                       : l.here.problem.joint[row->joint].name);
  }
  assert_true(l.model.layout->component_count > 0);
  for (size_t i = 0; i < l.model.layout->component_count; i++) {
    for (size_t k = 0; k < i; k++) {
      assert_string_not_equal(l.model.layout->component[i], l.model.layout->component[k]);
    }
  }
  has_frequencies_of(&l.model, &l.here.problem);
  leave(&l);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_filled_models_have_the_frequencies_of_their_numbers),
      cmocka_unit_test(test_a_model_that_is_filled_at_its_own_numbers_is_the_same),
      cmocka_unit_test(test_a_model_that_is_refilled_is_one_that_is_filled),
      cmocka_unit_test(test_a_model_is_refilled_after_numbers_that_did_not_fit),
      cmocka_unit_test(test_a_layout_says_where_it_does_not_hold),
      cmocka_unit_test(test_rows_are_not_refilled),
      cmocka_unit_test(test_a_layout_that_is_closed_is_not_filled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
