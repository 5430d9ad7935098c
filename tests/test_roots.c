/* SPDX-License-Identifier: BSD-3-Clause */
/* The search for single roots where its vectors mislead it, on systems of three masses whose frequencies are known: K =
   Q diag(k) Qᵀ with any rotation Q, M = 1. */
#include "close.h"

#include "spectrum/roots.h"
#include "spectrum/vectors.h"

#include <float.h>
#include <stdlib.h>

enum { SIDE = 3 };
static const double pi = 3.14159265358979323846;

/** Three masses on three springs, one along each column of Q, of stiffness k. */
typedef struct trio {
  double Q[SIDE][SIDE], unit[SIDE]; /**< Q[i] is the direction of spring i */
  size_t index[SIDE];
  hol_mass mass[SIDE];
  hol_spring spring[SIDE];
  hol_parallel parallel[SIDE];
  hol_model model;
  hol_system system;
} trio;

/** Turn the directions in the plane of two axes. */
static void turn(trio *t, size_t a, size_t b, double angle)
{
  for (size_t i = 0; i < SIDE; i++) {
    double x = t->Q[i][a], y = t->Q[i][b];
    t->Q[i][a] = cos(angle) * x - sin(angle) * y;
    t->Q[i][b] = sin(angle) * x + cos(angle) * y;
  }
}

static void make(trio *t, const double k[SIDE], double first, double second)
{
  *t = (trio){.model = {.mass_count = SIDE, .spring_count = SIDE}};
  for (size_t i = 0; i < SIDE; i++) {
    t->index[i] = i;
    t->unit[i] = 1;
    t->Q[i][i] = 1;
  }
  turn(t, 0, 1, 0.4);
  turn(t, 1, 2, first);
  turn(t, 0, 1, second);
  for (size_t i = 0; i < SIDE; i++) {
    t->mass[i] = (hol_mass){.mass = 1, .along.row = {.count = 1, .index = &t->index[i], .value = &t->unit[i]}};
    t->spring[i] =
        (hol_spring){.compliance = 1 / k[i], .along.row = {.count = SIDE, .index = t->index, .value = t->Q[i]}};
    t->parallel[i] = (hol_parallel){.first = i, .compliance = 1 / k[i], .fraction = 1};
  }
  t->model.mass = t->mass;
  t->model.spring = t->spring;
  t->system = (hol_system){.model = &t->model,
                           .coordinates = SIDE,
                           .spring_unknown = SIDE,
                           .parallel = t->parallel,
                           .fixed = 2 * SIDE,
                           .multipliers = SIDE,
                           .finite_roots = SIDE};
}

/** What the search's first vector at λ is: its parts along the modes, its Rayleigh quotient λ + θ, and how far off that
 *  may be. */
typedef struct look {
  double part[SIDE], theta, residual;
} look;

static look look_at(const trio *t, double lambda)
{
  look at = {{0}, 0, 0};
  hol_sturm_counter counter = {.system = &t->system};
  double v[2 * SIDE], scratch[4 * SIDE];
  hol_resolution resolution;
  size_t count;
  assert_int_equal(hol_sturm_count_with_slope(&counter, lambda, &count), HOL_OK);
  assert_int_equal(hol_ritz(&counter, 1, 2, v, &at.theta, &resolution), HOL_OK);
  at.residual = hol_residual_weight(&counter.matrix, v, at.theta, scratch);
  for (size_t i = 0; i < SIDE; i++) {
    for (size_t j = 0; j < SIDE; j++) {
      at.part[i] += t->Q[i][j] * v[j];
    }
  }
  hol_sturm_counter_clear(&counter);
  return at;
}

/** Stiffnesses: the second is the one searched for, the others lie as far below λ as above. */
static const double stiffness[SIDE] = {0.95, 1.45, 1.55};
static const double middle = 1.25;

/** The first angle for which the vector has nothing of the mode that is searched for. */
static double blind_angle(double second, look *at)
{
  enum { STEPS = 64 };
  trio t;
  double low = 0, sign = 0;
  for (int i = 0; i <= STEPS; i++) {
    double angle = pi * i / STEPS;
    make(&t, stiffness, angle, second);
    double part = look_at(&t, middle).part[1];
    if (i > 0 && fabs(part) < 0.9 && part * sign < 0) {
      break;
    }
    low = angle;
    sign = part;
  }
  double step = pi / STEPS;
  for (int i = 0; i < 60; i++) {
    step /= 2;
    make(&t, stiffness, low + step, second);
    low += look_at(&t, middle).part[1] * sign > 0 ? step : 0;
  }
  make(&t, stiffness, low, second);
  *at = look_at(&t, middle);
  return low;
}

/** A vector that has nothing of the root's own and as much of the mode below as of the one above has its Rayleigh
 *  quotient where it was taken. A step of length nothing is not the end of the search: the root is 0.2 away. */
static void test_vector_that_has_nothing_of_the_root(void **state)
{
  (void)state;
  enum { STEPS = 64 };
  look at, before = {{0}, 0, 0};
  double low = 0, step = 2 * pi / STEPS;
  int found = 0;
  for (int i = 0; i <= STEPS && !found; i++) {
    (void)blind_angle(step * i, &at);
    found = i > 0 && fabs(at.part[1]) < 1e-12 && fabs(before.part[1]) < 1e-12 && at.theta * before.theta < 0 &&
            fabs(at.theta - before.theta) < 0.2;
    low = found ? low : step * i;
    before = found ? before : at;
  }
  assert_true(found);
  for (int i = 0; i < 60; i++) {
    step /= 2;
    (void)blind_angle(low + step, &at);
    low += at.theta * before.theta > 0 ? step : 0;
  }
  trio t;
  make(&t, stiffness, blind_angle(low, &at), low);
  print_message("theta %g, residual %g, part %g\n", at.theta, at.residual, at.part[1]);
  assert_near(at.part[1], 0, 1e-12);
  assert_near(at.theta, 0, 8 * DBL_EPSILON);
  assert_true(at.residual > 0.1);

  hol_sturm_counter counter = {.system = &t.system};
  hol_task task = {.in = {1, 1.5, 1, 2}}, upper;
  for (int i = 0; i < 100 && task.phase != HOL_FOUND; i++) {
    assert_int_equal(hol_task_step(&counter, 0, &task, &upper), HOL_OK);
    assert_int_equal(upper.in.high_count, upper.in.low_count);
  }
  assert_int_equal(task.phase, HOL_FOUND);
  assert_int_equal(task.found.index, 2);
  assert_int_equal(task.found.multiplicity, 1);
  assert_close(task.found.lambda, stiffness[1], 1e-14);
  assert_true(task.found.lower <= stiffness[1]);
  assert_true(stiffness[1] <= task.found.upper);
  assert_true(task.found.upper - task.found.lower < 1e-12);
  hol_sturm_counter_clear(&counter);
}

/** Step until the bracket is done, or a count contradicts others. */
static hol_status finish(hol_sturm_counter *counter, hol_task *task)
{
  hol_task upper;
  hol_status status = HOL_OK;
  for (int i = 0; i < 100 && status == HOL_OK && task->phase != HOL_FOUND; i++) {
    status = hol_task_step(counter, 0, task, &upper);
  }
  return status;
}

/** A bracket is what counts say, not what a step says: where the root that was found is off, by far more than the first
 *  width, the bracket still holds the true one, and not much else. */
static void test_bracket_of_a_root_that_is_off(void **state)
{
  (void)state;
  static const double off[] = {-1e-3, -1e-6, -1e-10, 1e-10, 1e-6, 1e-3};
  for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
    trio t;
    make(&t, stiffness, 0.7, 0.3);
    hol_sturm_counter counter = {.system = &t.system};
    hol_task task = {.phase = HOL_PROVE_LOWER,
                     .in = {1, 1.5, 1, 2},
                     .found = {.lambda = stiffness[1] * (1 + off[i]), .index = 2, .multiplicity = 1},
                     .width = 1e-13};
    assert_int_equal(finish(&counter, &task), HOL_OK);
    assert_int_equal(task.phase, HOL_FOUND);
    assert_true(task.found.lower <= stiffness[1]);
    assert_true(stiffness[1] <= task.found.upper);
    assert_true(task.found.upper - task.found.lower <= 32 * fabs(off[i]));
    hol_sturm_counter_clear(&counter);
  }
}

/** Counts that fall, or rise beyond the end, contradict each other: named, whichever way, in every phase. */
static void test_counts_that_contradict_each_other(void **state)
{
  (void)state;
  static const hol_interval claimed[] = {{1, 1.5, 2, 3}, {1, 1.5, 0, 0}};
  static const hol_phase phase[] = {HOL_SEEK, HOL_REFINE, HOL_PROVE_LOWER};
  for (size_t k = 0; k < 6; k++) {
    trio t;
    make(&t, stiffness, 0.7, 0.3);
    hol_sturm_counter counter = {.system = &t.system};
    double at = 1.25; /* below it there is one root, above it another */
    hol_task task = {.phase = phase[k % 3],
                     .in = claimed[k / 3],
                     .outer = claimed[k / 3],
                     .found = {.lambda = at, .index = 1, .multiplicity = 1},
                     .width = 0.01};
    assert_int_equal(finish(&counter, &task), HOL_NUMERICAL);
    assert_int_equal(counter.contradiction.kind, HOL_COUNT_FALLS);
    assert_true(counter.contradiction.before > counter.contradiction.count);
    assert_true(counter.contradiction.from < counter.contradiction.at);
    hol_sturm_counter_clear(&counter);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_vector_that_has_nothing_of_the_root),
      cmocka_unit_test(test_bracket_of_a_root_that_is_off),
      cmocka_unit_test(test_counts_that_contradict_each_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
