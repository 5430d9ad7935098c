/* SPDX-License-Identifier: BSD-3-Clause */
/* Lumped masses of either sign, which files may not have, in chains of bodies and bars: Sturm counts, the pencil, modes
   and shares of energy against dense eigenproblems of K and M; zero-energy modes. */
#include "solved.h"

#include "compliance/decomposition.h"
#include "draw.h"
#include "model/layout.h"
#include "spectrum/pencil.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 6 };

/** Bodies b1 .. on a line; the first is held by a spring, each by one to the next, some by one to the next but one. */
typedef struct chain {
  double K[BODIES][BODIES], mass[BODIES];
  reading r;
} chain;

static void add_spring(chain *c, int i, int j, double k, hol_text *text)
{
  c->K[i][i] += k;
  if (j < 0) {
    hol_text_add(text, "  - {spring: b%d, direction: x, stiffness: %.17g}\n", i, k);
    return;
  }
  c->K[j][j] += k;
  c->K[i][j] -= k;
  c->K[j][i] -= k;
  hol_text_add(text, "  - {spring: [b%d, b%d], direction: x, stiffness: %.17g}\n", i, j, k);
}

static void make_chain(chain *c)
{
  hol_text text = {0};
  *c = (chain){.r = {0}};
  hol_text_add(&text, "freedoms: [ux]\nparts:\n");
  for (int i = 0; i < BODIES; i++) {
    c->mass[i] = draw(0.2, 3) * (i > 0 && draw(0, 1) < 0.5 ? -1 : 1);
    hol_text_add(&text, "  b%d: {kind: body, at: [%d], mass: %.17g}\n", i, i, fabs(c->mass[i]));
  }
  hol_text_add(&text, "joints:\n");
  add_spring(c, 0, -1, draw(1, 20), &text);
  for (int i = 0; i + 1 < BODIES; i++) {
    add_spring(c, i, i + 1, draw(1, 20), &text);
    if (i + 2 < BODIES && draw(0, 1) < 0.5) {
      add_spring(c, i, i + 2, draw(1, 20), &text);
    }
  }
  hol_text_add(&text, "analysis: {frequencies: {count: %d}, compliance: exact}\n", BODIES);
  assert_false(text.failed);
  assert_true(reading_of(text.data, &c->r));
  hol_text_clear(&text);
  for (int i = 0; i < BODIES; i++) {
    c->r.problem.part[i].value[HOL_P_MASS] = c->mass[i];
  }
}

/** Negative eigenvalues of K − λM. */
static size_t dense_count(const chain *c, double lambda)
{
  double A[BODIES][BODIES], w[BODIES];
  size_t count = 0;
  memcpy(A, c->K, sizeof A);
  for (int i = 0; i < BODIES; i++) {
    A[i][i] -= lambda * c->mass[i];
  }
  assert_int_equal(LAPACKE_dsyev(LAPACK_COL_MAJOR, 'N', 'L', BODIES, A[0], BODIES, w), 0);
  for (int i = 0; i < BODIES; i++) {
    count += w[i] < 0;
  }
  return count;
}

/** Positive λ of K v = λ M v, rising, from M v = μ K v. */
static size_t dense_eigenvalues(const chain *c, double lambda[BODIES])
{
  double M[BODIES][BODIES] = {{0}}, K[BODIES][BODIES], mu[BODIES];
  size_t count = 0;
  memcpy(K, c->K, sizeof K);
  for (int i = 0; i < BODIES; i++) {
    M[i][i] = c->mass[i];
  }
  assert_int_equal(LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'N', 'L', BODIES, M[0], BODIES, K[0], BODIES, mu), 0);
  for (int i = BODIES; i-- > 0;) {
    if (mu[i] > 0) {
      lambda[count++] = 1 / mu[i];
    }
  }
  return count;
}

static void build(const hol_problem *problem, hol_model *model, hol_system *system)
{
  hol_faults faults = {0};
  assert_int_equal(hol_model_make(problem, (hol_model_request){.exact = true}, model, &faults), HOL_OK);
  assert_int_equal(hol_system_build(model, 0, 1, HOL_BOUND_UPPER, system), HOL_OK);
}

static size_t sturm_count(const hol_system *system, double lambda)
{
  hol_matrix matrix = {0};
  hol_decomposition d = {0};
  size_t count = 0;
  assert_int_equal(hol_system_matrix(system, lambda, false, &matrix), HOL_OK);
  assert_int_equal(hol_decompose(system, &matrix, &d), HOL_OK);
  assert_int_equal(hol_system_count(system, &matrix, d.negative, &count), HOL_OK);
  hol_matrix_clear(&matrix);
  hol_decomposition_clear(&d);
  return count;
}

static void test_counts_are_those_of_the_dense_matrix(void **state)
{
  (void)state;
  for (int k = 0; k < 40; k++) {
    chain c;
    hol_model model = {0};
    hol_system system = {0};
    double lambda[BODIES];
    make_chain(&c);
    build(&c.r.problem, &model, &system);
    assert_int_equal(model.mass_count, BODIES);
    size_t found = dense_eigenvalues(&c, lambda);
    for (int i = 0; i < 50; i++) {
      double at = pow(10, draw(-3, 4)) * (i % 5 ? 1 : -1);
      assert_int_equal(sturm_count(&system, at), dense_count(&c, at));
    }
    for (size_t i = 0; i < found; i++) {
      assert_int_equal(sturm_count(&system, lambda[i] * (1 + 1e-9)), i + 1);
    }
    hol_system_clear(&system);
    hol_model_clear(&model);
    reading_clear(&c.r);
  }
}

static void test_pencil_and_modes_have_the_positive_eigenvalues(void **state)
{
  (void)state;
  for (int k = 0; k < 40; k++) {
    chain c;
    hol_model model = {0};
    hol_system system = {0};
    solved s = {0};
    double lambda[BODIES], pencil[BODIES], norm;
    size_t count = BODIES;
    make_chain(&c);
    size_t positive = dense_eigenvalues(&c, lambda);
    build(&c.r.problem, &model, &system);
    assert_int_equal(hol_pencil(&system, 1, pencil, &count, &norm), HOL_OK);
    assert_int_equal(count, positive);
    assert_all_close(pencil, lambda, positive, 1e-11, 0);
    s.reading = c.r;
    s.reading.problem.analysis.count = positive;
    (void)solve_again(&s);
    assert_int_equal(s.result.mode_count, positive);
    for (size_t i = 0; i < positive; i++) {
      assert_close(s.result.mode[i].omega, sqrt(lambda[i]), 1e-12);
    }
    assert_int_equal(s.result.growing, 0); /* K is positive: λ < 0 is of negative inertia, no growth */
    forget(&s);
    hol_system_clear(&system);
    hol_model_clear(&model);
  }
}

/** Two bars with bodies at their ends, the last of negative mass. */
static void solve_bars(const char *compliance, double line_mass, solved *s)
{
  char text[1024];
  (void)snprintf(text, sizeof text,
                 "freedoms: [ux]\nparts:\n"
                 "  p: {kind: bar, from: [0], to: [1], EA: 8, line_mass: %g}\n"
                 "  q: {kind: bar, from: [1], to: [2], EA: 5, line_mass: %g}\n"
                 "  m: {kind: body, at: [1], mass: 2}\n"
                 "  n: {kind: body, at: [2], mass: 0.7}\n"
                 "joints: [{fix: p.start}, {weld: [p.end, q.start]}, {weld: [p.end, m]}, {weld: [q.end, n]},\n"
                 "  {spring: n, direction: x, stiffness: 3}]\n"
                 "analysis: {frequencies: {count: 1}, compliance: %s}\n",
                 line_mass, line_mass, compliance);
  assert_true(reading_of(text, &s->reading));
  s->reading.problem.part[3].value[HOL_P_MASS] = -0.7;
  (void)solve_again(s);
  assert_int_equal(s->result.mode_count, 1);
}

/** Shares of the strain energy: k δ² over that of both bars and the spring; by component modes as exactly. */
static void test_shares_of_strain_energy(void **state)
{
  (void)state;
  solved light = {0}, heavy = {0}, modes = {0};
  solve_bars("exact", 1e-9, &light);
  double lambda = pow(light.result.mode[0].omega, 2), u = 1, v = (13 - 2 * lambda) / 5; /* 8u + 5(u − v) = 2λu */
  assert_close(lambda * -0.7 * v, 5 * (v - u) + 3 * v, 1e-7);
  double all = 8 * u * u + 5 * (v - u) * (v - u) + 3 * v * v;
  assert_close(light.result.mode[0].energy[0], 8 * u * u / all, 1e-6);
  assert_close(light.result.mode[0].energy[1], 5 * (v - u) * (v - u) / all, 1e-6);
  assert_near(light.result.mode[0].energy[2] + light.result.mode[0].energy[3], 0, 1e-12);
  solve_bars("exact", 0.5, &heavy);
  solve_bars("{modes: 12}", 0.5, &modes);
  for (size_t i = 0; i < 2; i++) {
    assert_in_range(1e3 * heavy.result.mode[0].energy[i], 10, 990);
    assert_close(modes.result.mode[0].energy[i], heavy.result.mode[0].energy[i], 1e-5);
  }
  forget(&light);
  forget(&heavy);
  forget(&modes);
}

/** Free bodies of opposite masses: their motion as one has no kinetic energy, and is a zero-energy mode all the
 *  same. */
static void test_zero_energy_modes_of_opposite_masses(void **state)
{
  (void)state;
  reading r = {0};
  hol_model model = {0};
  hol_system system = {0};
  assert_true(reading_of("freedoms: [ux]\n"
                         "parts: {a: {kind: body, at: [0], mass: 2}, b: {kind: body, at: [1], mass: 2}}\n"
                         "joints: [{spring: [a, b], direction: x, stiffness: 3}]\n"
                         "analysis: {frequencies: {count: 1}, compliance: exact}\n",
                         &r));
  r.problem.part[1].value[HOL_P_MASS] = -2;
  build(&r.problem, &model, &system);
  assert_int_equal(hol_model_find_zero_modes(&model, &r.faults), HOL_OK);
  assert_int_equal(model.zero_count, 1);
  for (size_t i = 0; i < 2; i++) {
    assert_close(fabs(hol_sparse_dot(&model.mass[i].along.row, model.zero_mode[0].w)), 0.5, 1e-14); /* Σ |m| u² = 1 */
  }
  hol_system_clear(&system);
  hol_model_clear(&model);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts_are_those_of_the_dense_matrix),
      cmocka_unit_test(test_pencil_and_modes_have_the_positive_eigenvalues),
      cmocka_unit_test(test_shares_of_strain_energy),
      cmocka_unit_test(test_zero_energy_modes_of_opposite_masses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
