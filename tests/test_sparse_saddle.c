/* SPDX-License-Identifier: BSD-3-Clause */
/* The sparse saddle system of accelerations and multipliers, against dense elimination, and its cost on long chains. */
#include "close.h"
#include "motion_check.h"
#include "reading.h"

#include "base/clock.h"
#include "base/vector.h"
#include "motion/bodies.h"
#include "motion/sparse_saddle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A saddle system with the values of dense matrices. */
static hol_sparse_saddle *saddle_of(size_t n, size_t rows, const double *M, const double *A)
{
  hol_saddle_place *mass = calloc(n * n, sizeof *mass), *gradient = calloc(rows * n + 1, sizeof *gradient);
  size_t masses = 0, gradients = 0;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      if (fabs(M[i * n + j]) > 0) {
        mass[masses++] = (hol_saddle_place){i, j};
      }
    }
  }
  for (size_t r = 0; r < rows; r++) {
    for (size_t j = 0; j < n; j++) {
      if (fabs(A[r * n + j]) > 0) {
        gradient[gradients++] = (hol_saddle_place){r, j};
      }
    }
  }
  hol_sparse_saddle *s = NULL;
  assert_int_equal(hol_sparse_saddle_new(n, rows, mass, masses, gradient, gradients, &s), HOL_OK);
  for (size_t e = 0; e < masses; e++) {
    hol_sparse_saddle_mass(s)[e] = M[mass[e].row * n + mass[e].column];
  }
  for (size_t e = 0; e < gradients; e++) {
    hol_sparse_saddle_gradient(s)[e] = A[gradient[e].row * n + gradient[e].column];
  }
  free(mass);
  free(gradient);
  return s;
}

/** Bodies of a text by both. */
static void compare(const char *text, size_t redundant)
{
  reading r = {0};
  hol_motion_system system = {0};
  motion_check c = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_motion_bodies(&r.problem, &system, NULL, &faults), HOL_OK);
  assert_true(motion_check_of(&system, &c));
  hol_sparse_saddle *s = saddle_of(c.n, c.rows, c.M, c.A);
  double *a = calloc(c.n, sizeof *a), *multiplier = calloc(c.rows + 1, sizeof *multiplier);
  assert_int_equal(hol_sparse_saddle_choose(s), HOL_OK);
  assert_int_equal(hol_sparse_saddle_rank(s), c.rank);
  assert_int_equal(c.rank, c.rows - redundant);
  size_t undetermined;
  assert_int_equal(hol_sparse_saddle_factorise(s, 0, &undetermined), HOL_OK);
  assert_int_equal(hol_sparse_saddle_solve(s, c.h, c.b, a, multiplier), HOL_OK);
  double size = hol_largest(c.n, c.acceleration);
  assert_all_close(a, c.acceleration, c.n, 1e-12, 1e-12 * size);
  for (size_t i = 0; i < c.rows; i++) {
    if (hol_sparse_saddle_is_unique(s, i)) {
      assert_within(multiplier[i], c.reaction[i], 1e-11, 1e-11 * hol_largest(c.rows, c.reaction));
    }
  }
  hol_sparse_saddle_free(s);
  free(a);
  free(multiplier);
  motion_check_clear(&c);
  hol_motion_system_clear(&system);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

static void test_bodies(void **state)
{
  (void)state;
  compare("gravity: [0, 0, -9.81]\nparts: {m: {kind: body, at: [0, 0, 1], mass: 3, inertia: [1, 2, 2.5], spin: [0.1, "
          "0.2, 3]}}\njoints: [{pin: {point: m, offset: [0.3, 0.2, -1]}}]\n",
          0);
  compare("gravity: [0, -9.81, 0]\nparts:\n"
          "  a: {kind: body, at: [0.5, 0, 0], mass: 1, inertia: [0, 1/12, 1/12]}\n"
          "  b: {kind: body, at: [1, -0.5, 0], mass: 1, inertia: [1/12, 0, 1/12]}\n"
          "  c: {kind: body, at: [1, -1, 0.5], mass: 1, inertia: [1/12, 1/12, 0]}\n"
          "  d: {kind: body, at: [0.5, -1, 1], mass: 1, inertia: [0, 1/12, 1/12]}\n"
          "  e: {kind: body, at: [0, -0.5, 1], mass: 1, inertia: [1/12, 0, 1/12]}\n"
          "joints:\n"
          "  - {pin: {point: a, offset: [-0.5, 0, 0]}, axis: y}\n"
          "  - {hinge: [{point: a, offset: [0.5, 0, 0]}, {point: b, offset: [0, 0.5, 0]}], axis: z}\n"
          "  - {hinge: [{point: b, offset: [0, -0.5, 0]}, {point: c, offset: [0, 0, -0.5]}], axis: x}\n"
          "  - {hinge: [{point: c, offset: [0, 0, 0.5]}, {point: d, offset: [0.5, 0, 0]}], axis: y}\n"
          "  - {hinge: [{point: d, offset: [-0.5, 0, 0]}, {point: e, offset: [0, -0.5, 0]}], axis: z}\n"
          "  - {pin: {point: e, offset: [0, 0.5, 0]}, axis: x}\n",
          1);
}

/** Redundant rows: which, of what they are made, and which multipliers are determined. */
static void test_redundant_rows(void **state)
{
  (void)state;
  const double M[9] = {2, 0, 0, 0, 3, 0, 0, 0, 5},
               A[12] = {1, 1, 0, 0, 0, 1,
                        2, 2, 3, 0, 1, 0}; /* the third is twice the first and three times the second */
  hol_sparse_saddle *s = saddle_of(3, 3, M, A);
  double factor[3], a[3], multiplier[3];
  const double h[3] = {7, 11, 13}, b[3] = {1, 2, 8};
  assert_int_equal(hol_sparse_saddle_choose(s), HOL_OK);
  assert_int_equal(hol_sparse_saddle_rank(s), 2);
  for (size_t r = 0; r < 3; r++) {
    assert_false(hol_sparse_saddle_is_unique(s, r));
    if (hol_sparse_saddle_is_redundant(s, r)) {
      hol_sparse_saddle_combination(s, r, factor);
      factor[r] = -1;
      for (size_t j = 0; j < 3; j++) {
        assert_near(factor[0] * A[j] + factor[1] * A[3 + j] + factor[2] * A[6 + j], 0, 1e-13);
      }
    }
  }
  assert_int_equal(hol_sparse_saddle_factorise(s, 0, NULL), HOL_OK);
  assert_int_equal(hol_sparse_saddle_solve(s, h, b, a, multiplier), HOL_OK);
  assert_close(a[0] + a[1], 1, 1e-14);
  assert_close(a[2], 2, 1e-14);
  assert_close(2 * a[0] - 7, 3 * a[1] - 11, 1e-13); /* along (1, -1, 0) nothing is held */
  hol_sparse_saddle_free(s);
}

/** A coordinate without mass that no row holds. */
static void test_undetermined(void **state)
{
  (void)state;
  const double M[9] = {2, 0, 0, 0, 0, 0, 0, 0, 5}, A[3] = {1, 0, 1};
  hol_sparse_saddle *s = saddle_of(3, 1, M, A);
  size_t which = 7;
  assert_int_equal(hol_sparse_saddle_choose(s), HOL_OK);
  assert_int_equal(hol_sparse_saddle_factorise(s, 0, &which), HOL_INVALID);
  assert_int_equal(which, 1);
  hol_sparse_saddle_free(s);
}

/** Positions are moved by some rows, in a metric that has a floor where there is no mass. */
static void test_projection(void **state)
{
  (void)state;
  const double M[9] = {2, 0, 0, 0, 0, 0, 0, 0, 8}, A[6] = {1, 0, 1, 0, 1, 0}, f[2] = {3, 5};
  const bool takes[2] = {true, false};
  hol_sparse_saddle *s = saddle_of(3, 2, M, A);
  double change[3], multiplier[2];
  assert_int_equal(hol_sparse_saddle_choose(s), HOL_OK);
  hol_sparse_saddle_take(s, takes);
  assert_int_equal(hol_sparse_saddle_factorise(s, 1e-8, NULL), HOL_OK);
  assert_int_equal(hol_sparse_saddle_solve(s, NULL, f, change, multiplier), HOL_OK);
  assert_close(change[0], 3 * 0.8, 1e-12); /* shares as 1/2 to 1/8 */
  assert_close(change[2], 3 * 0.2, 1e-12);
  assert_near(change[1], 0, 1e-15);
  assert_near(multiplier[1], 0, 0);
  hol_sparse_saddle_free(s);
}

/* ---- a long chain ------------------------------------------------------------------------------------------------ */

/** A chain of bodies in space on ball joints, entries one body after another. Rows: 6 a body, 3 a joint. */
typedef struct chain {
  size_t n, rows, masses, gradients;
  hol_saddle_place *mass, *gradient;
  double *M, *A, *h, *b;
} chain;

static void put(chain *c, size_t row, size_t column, double value)
{
  c->gradient[c->gradients] = (hol_saddle_place){row, column};
  c->A[c->gradients++] = value;
}

/** Body k, at an angle: e_i are the rows of two rotations. */
static void add_body(chain *c, size_t k, double e[3][3])
{
  static const double second[3] = {0.02, 0.03, 0.09};
  double t = 0.3 + 0.7 * sin((double)k), p = 1.1 * (double)k,
         row[3][3] = {{cos(p), sin(p), 0},
                      {-sin(p) * cos(t), cos(p) * cos(t), sin(t)},
                      {sin(p) * sin(t), -cos(p) * sin(t), cos(t)}};
  memcpy(e, row, sizeof row);
  for (size_t i = 0; i < 12; i++) {
    c->mass[c->masses] = (hol_saddle_place){12 * k + i, 12 * k + i};
    c->M[c->masses++] = i < 3 ? 1.5 : second[i / 3 - 1];
    c->h[12 * k + i] = i == 2 ? -9.81 * 1.5 : 0;
  }
  for (size_t i = 0, r = 9 * k; i < 3; i++) {
    for (size_t j = i; j < 3; j++, r++) {
      for (size_t d = 0; d < 3; d++) {
        put(c, r, 12 * k + 3 + 3 * i + d, e[j][d]);
        if (i != j) {
          put(c, r, 12 * k + 3 + 3 * j + d, e[i][d]);
        }
      }
      c->b[r] = i == j ? -0.4 : 0.1;
    }
  }
}

static chain chain_of(size_t bodies)
{
  static const double top[3] = {0.04, -0.03, 0.3}, bottom[3] = {-0.02, 0.05, -0.3};
  chain c = {.n = 12 * bodies, .rows = 9 * bodies};
  c.mass = calloc(c.n, sizeof *c.mass);
  c.gradient = calloc(60 * bodies, sizeof *c.gradient);
  c.M = calloc(c.n, sizeof *c.M);
  c.A = calloc(60 * bodies, sizeof *c.A);
  c.h = calloc(c.n, sizeof *c.h);
  c.b = calloc(c.rows, sizeof *c.b);
  double e[3][3];
  for (size_t k = 0; k < bodies; k++) {
    add_body(&c, k, e);
    for (size_t d = 0; d < 3; d++) {
      size_t r = 9 * k + 6 + d;
      put(&c, r, 12 * k + d, 1);
      for (size_t i = 0; i < 3; i++) {
        put(&c, r, 12 * k + 3 + 3 * i + d, top[i]);
      }
      if (k > 0) {
        put(&c, r, 12 * (k - 1) + d, -1);
        for (size_t i = 0; i < 3; i++) {
          put(&c, r, 12 * (k - 1) + 3 + 3 * i + d, -bottom[i]);
        }
      }
      c.b[r] = 0.3 * (double)(d + 1);
    }
  }
  return c;
}

static void clear_chain(chain *c)
{
  void *const all[] = {c->mass, c->gradient, c->M, c->A, c->h, c->b};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    free(all[i]);
  }
}

/** Largest residuals of both equations beside the sizes of their terms. */
static void check_residuals(const chain *c, const double *a, const double *multiplier)
{
  double *rest = calloc(c->n, sizeof *rest), *size = calloc(c->n, sizeof *size), *gap = calloc(c->rows, sizeof *gap),
         *terms = calloc(c->rows, sizeof *terms), most = hol_largest(c->n, c->h);
  for (size_t e = 0; e < c->masses; e++) {
    rest[e] = c->h[e] - c->M[e] * a[e];
  }
  for (size_t e = 0; e < c->gradients; e++) {
    size_t i = c->gradient[e].column, r = c->gradient[e].row;
    rest[i] += c->A[e] * multiplier[r];
    most = fmax(most, fabs(c->A[e] * multiplier[r]));
    gap[r] += c->A[e] * a[i];
    terms[r] = fmax(terms[r], fabs(c->A[e] * a[i]));
  }
  assert_near(hol_largest(c->n, rest) / most, 0, 1e-12);
  for (size_t r = 0; r < c->rows; r++) {
    assert_near(gap[r] - c->b[r], 0, 1e-12 * hol_largest(c->rows, terms));
  }
  free(rest);
  free(size);
  free(gap);
  free(terms);
}

/** Seconds of an evaluation, factors and solution, for a chain of so many bodies. */
static double time_chain(size_t bodies)
{
  chain c = chain_of(bodies);
  hol_sparse_saddle *s = NULL;
  double *a = calloc(c.n, sizeof *a), *multiplier = calloc(c.rows, sizeof *multiplier);
  assert_int_equal(hol_sparse_saddle_new(c.n, c.rows, c.mass, c.masses, c.gradient, c.gradients, &s), HOL_OK);
  memcpy(hol_sparse_saddle_mass(s), c.M, c.masses * sizeof *c.M);
  memcpy(hol_sparse_saddle_gradient(s), c.A, c.gradients * sizeof *c.A);
  assert_int_equal(hol_sparse_saddle_choose(s), HOL_OK);
  assert_int_equal(hol_sparse_saddle_rank(s), c.rows);
  double least = HUGE_VAL;
  for (int k = 0; k < 8; k++) {
    double start = hol_seconds();
    assert_int_equal(hol_sparse_saddle_factorise(s, 0, NULL), HOL_OK);
    assert_int_equal(hol_sparse_saddle_solve(s, c.h, c.b, a, multiplier), HOL_OK);
    least = fmin(least, hol_seconds() - start);
  }
  check_residuals(&c, a, multiplier);
  print_message("%zu bodies: %.3g ms, %zu iterations\n", bodies, 1e3 * least, hol_sparse_saddle_iterations(s));
  hol_sparse_saddle_free(s);
  free(a);
  free(multiplier);
  clear_chain(&c);
  return least;
}

/** The cost of an evaluation grows as the chain does; the bound allows for caches and a busy machine. */
static void test_cost_of_long_chains(void **state)
{
  (void)state;
  double first = time_chain(25);
  (void)time_chain(50);
  (void)time_chain(100);
  (void)time_chain(200);
  assert_true(time_chain(400) < 4 * 16 * first);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bodies),
      cmocka_unit_test(test_redundant_rows),
      cmocka_unit_test(test_undetermined),
      cmocka_unit_test(test_projection),
      cmocka_unit_test(test_cost_of_long_chains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
