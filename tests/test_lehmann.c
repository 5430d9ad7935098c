/* SPDX-License-Identifier: BSD-3-Clause */
/* Lehmann's theorem with exact fields: on random pencils K − λM whose eigenvalues LAPACK gives, some of the unknowns
   eliminated as component modes are. Bounds hold however bad the fields are, with roots above and below poles; a field
   left out, or one that stands twice, proves nothing. */
#include "close.h"
#include "dice.h"

#include "base/dense.h"
#include "spectrum/lehmann.h"

#include <lapacke.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 5, MODES = 6, ALL = JOINTS + MODES };

/** K − λM with M's block of modes 1 and K's diagonal. */
typedef struct pencil {
  double K[ALL * ALL], M[ALL * ALL];
  double lambda[ALL], vector[ALL * ALL]; /**< vectors of unit mass */
} pencil;

static void make_pencil(uint64_t *dice, pencil *p)
{
  double root[ALL * ALL];
  for (int i = 0; i < ALL * ALL; i++) {
    root[i] = dice_uniform(dice, -1, 1);
  }
  memset(p->M, 0, sizeof p->M);
  memset(p->K, 0, sizeof p->K);
  for (int i = 0; i < ALL; i++) {
    for (int j = 0; j < ALL; j++) {
      bool is_inside = i >= JOINTS && j >= JOINTS;
      for (int k = 0; k < ALL && !is_inside; k++) {
        p->K[i + j * ALL] += 3 * root[i + k * ALL] * root[j + k * ALL];
      }
      p->M[i + j * ALL] = i == j ? 1 : is_inside ? 0 : 0.3 * root[(i < j ? i : j) + (i < j ? j : i) * ALL] / ALL;
    }
  }
  double pole = dice_uniform(dice, 0.5, 3);
  for (int i = JOINTS; i < ALL; i++) { /* some of them equal */
    pole += dice_chance(dice, 0.3) ? 0 : dice_uniform(dice, 0.2, 4);
    p->K[i * (ALL + 1)] = pole;
  }
  double K[ALL * ALL], M[ALL * ALL];
  memcpy(K, p->K, sizeof K);
  memcpy(M, p->M, sizeof M);
  assert_int_equal(LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'V', 'L', ALL, K, ALL, M, ALL, p->lambda), 0);
  memcpy(p->vector, K, sizeof K);
}

/** S(λ), or S′(λ), from the pencil. */
static void eliminate(const pencil *p, double lambda, bool slope, double *S)
{
  for (int i = 0; i < JOINTS; i++) {
    for (int j = 0; j < JOINTS; j++) {
      double sum = slope ? -p->M[i + j * ALL] : p->K[i + j * ALL] - lambda * p->M[i + j * ALL];
      for (int q = JOINTS; q < ALL; q++) {
        double gap = p->K[q * (ALL + 1)] - lambda;
        double a = p->K[i + q * ALL] - lambda * p->M[i + q * ALL], b = p->K[j + q * ALL] - lambda * p->M[j + q * ALL];
        sum -= slope ? (-p->M[i + q * ALL] * b - a * p->M[j + q * ALL]) / gap + a * b / (gap * gap) : a * b / gap;
      }
      S[i + j * JOINTS] = sum;
    }
  }
}

/** Everything that the theorem needs. */
typedef struct block {
  size_t count;
  double x[ALL * JOINTS], r[ALL * JOINTS], theta[ALL], G[ALL * ALL], Q[2][ALL * ALL];
} block;

static double dot(const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < JOINTS; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

static void multiply(const double *S, const double *x, double *y)
{
  hol_dense_product(JOINTS, JOINTS, 1, S, x, y);
}

static void fill_block(const pencil *p, const double sigma[2], block *b)
{
  double S[JOINTS * JOINTS], y[JOINTS];
  size_t m = b->count;
  for (size_t i = 0; i < m; i++) {
    eliminate(p, b->theta[i], false, S);
    multiply(S, b->x + i * JOINTS, b->r + i * JOINTS);
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j < m; j++) {
      const double *x = b->x + i * JOINTS, *z = b->x + j * JOINTS;
      if (b->theta[i] != b->theta[j]) {
        b->G[i + j * m] = (dot(x, b->r + j * JOINTS) - dot(z, b->r + i * JOINTS)) / (b->theta[i] - b->theta[j]);
      } else {
        eliminate(p, b->theta[i], true, S);
        multiply(S, z, y);
        b->G[i + j * m] = -dot(x, y);
      }
    }
  }
  for (int end = 0; end < 2; end++) {
    hol_factor factor = {0};
    eliminate(p, sigma[end], false, S);
    assert_int_equal(hol_factor_start(&factor, JOINTS), HOL_OK);
    memcpy(factor.a, S, sizeof S);
    assert_int_equal(hol_factor_compute(&factor), HOL_OK);
    for (size_t j = 0; j < m; j++) {
      memcpy(y, b->r + j * JOINTS, sizeof y);
      assert_int_equal(hol_factor_solve(&factor, y, 1), HOL_OK);
      for (size_t i = 0; i < m; i++) {
        b->Q[end][i + j * m] = dot(b->r + i * JOINTS, b->x + j * JOINTS) - dot(b->r + i * JOINTS, y);
      }
    }
    hol_factor_clear(&factor);
  }
}

/** A trial: roots first..first+inside−1 between two ends in the middle of gaps, and one from beyond the upper one. */
typedef struct trial {
  pencil p;
  size_t first, inside;
  double sigma[2];
  block b;
} trial;

/** @return false where the gaps are too narrow to stand in */
static bool make_trial(uint64_t *dice, double error, trial *t)
{
  make_pencil(dice, &t->p);
  const double *l = t->p.lambda;
  t->first = 1 + dice_pick(dice, 3);
  t->inside = 1 + dice_pick(dice, 5);
  size_t end = t->first + t->inside;
  t->sigma[0] = 0.5 * (l[t->first - 1] + l[t->first]);
  t->sigma[1] = 0.5 * (l[end - 1] + l[end]);
  t->b.count = t->inside + 1;
  for (size_t i = 0; i < t->b.count; i++) {
    for (size_t j = 0; j < JOINTS; j++) {
      t->b.x[j + i * JOINTS] = t->p.vector[j + (t->first + i) * ALL] + error * dice_uniform(dice, -1, 1);
    }
    t->b.theta[i] = l[t->first + i] * (1 + error * error * dice_uniform(dice, -1, 1));
  }
  bool ok = l[t->first] - l[t->first - 1] > 1e-3 && l[end] - l[end - 1] > 1e-3;
  for (size_t i = 1; i < t->b.count; i++) {
    ok = ok && t->b.theta[i] > t->b.theta[i - 1];
  }
  return ok && t->b.theta[0] > t->sigma[0] && t->b.theta[t->inside - 1] < t->sigma[1] &&
         t->b.theta[t->inside] > t->sigma[1];
}

static hol_status bounds_of(trial *t, double *lower, double *upper)
{
  fill_block(&t->p, t->sigma, &t->b);
  const hol_lehmann l = {.sigma = {t->sigma[0], t->sigma[1]},
                         .count = t->b.count,
                         .inside = t->inside,
                         .theta = t->b.theta,
                         .G = t->b.G,
                         .Q = {t->b.Q[0], t->b.Q[1]}};
  return hol_lehmann_bounds(&l, lower, upper);
}

static void bounds_hold(void **state)
{
  (void)state;
  static const double errors[] = {1e-10, 1e-6, 1e-4, 1e-2, 0.3};
  uint64_t dice = 7;
  for (size_t e = 0; e < sizeof errors / sizeof *errors; e++) {
    size_t trials = 0, proved = 0;
    double widest = 0;
    while (trials < 1000) {
      trial t;
      double lower[ALL], upper[ALL];
      if (!make_trial(&dice, errors[e], &t)) {
        continue;
      }
      trials++;
      if (bounds_of(&t, lower, upper) != HOL_OK) {
        continue;
      }
      proved++;
      for (size_t i = 0; i < t.inside; i++) {
        double lambda = t.p.lambda[t.first + i], rounding = 1e-11 * (1 + t.p.lambda[ALL - 1]);
        assert_true(lower[i] <= lambda + rounding);
        assert_true(upper[i] >= lambda - rounding);
        widest = fmax(widest, (upper[i] - lower[i]) / lambda);
      }
    }
    assert_true(errors[e] > 1e-3 || proved > 950); /* the rest are modes that hardly move a joint */
    assert_true(errors[e] > 1e-9 || widest < 1e-8);
  }
}

static void what_is_missing_proves_nothing(void **state)
{
  (void)state;
  uint64_t dice = 11;
  size_t trials = 0, copies = 0;
  while (trials < 500) {
    trial t;
    double lower[ALL], upper[ALL];
    if (!make_trial(&dice, 1e-6, &t) || t.inside < 2 || bounds_of(&t, lower, upper) != HOL_OK) {
      continue;
    }
    trials++;
    size_t victim = dice_pick(&dice, t.inside - 1), other = victim + 1;
    trial missing = t;
    for (size_t j = 0; j < JOINTS; j++) { /* its neighbour once more, a little spoilt */
      missing.b.x[j + victim * JOINTS] = t.b.x[j + other * JOINTS] * (1 + 1e-3 * dice_uniform(&dice, -1, 1));
    }
    missing.b.theta[victim] = t.b.theta[other] * (1 - 1e-9);
    hol_status status = bounds_of(&missing, lower, upper);
    bool is_right = status == HOL_OK; /* bounds that are wide enough to be true are no fault */
    for (size_t i = 0; i < t.inside && is_right; i++) {
      double lambda = t.p.lambda[t.first + i];
      is_right = lower[i] <= lambda * (1 + 1e-11) && upper[i] >= lambda * (1 - 1e-11);
    }
    copies += status == HOL_OK;
    assert_true(status != HOL_OK || is_right);
  }
  assert_true(copies < trials / 4);
}

/** One field, θ = 1 between 0 and 2, G = 1: by (2) of lehmann.h upper = 1/(1 − Q′), lower = (1 + 2Q)/(1 + Q). No field
 *  has Q′ < 0 < Q, which only rounding makes: the bounds cross, and nothing is proved. At Q′ = Q = 0 they touch. */
static void crossed_bounds_prove_nothing(void **state)
{
  (void)state;
  static const double small = 1e-6;
  double theta = 1, G = 1, Q[2] = {small, -small}, lower, upper;
  const hol_lehmann l = {.sigma = {0, 2}, .count = 1, .inside = 1, .theta = &theta, .G = &G, .Q = {&Q[0], &Q[1]}};
  assert_int_equal(hol_lehmann_bounds(&l, &lower, &upper), HOL_OK);
  assert_close(upper, 1 / (1 - small), 1e-11);
  assert_close(lower, (1 - 2 * small) / (1 - small), 1e-11);
  Q[0] = Q[1] = 0;
  assert_int_equal(hol_lehmann_bounds(&l, &lower, &upper), HOL_OK);
  assert_close(upper, 1, 1e-15);
  assert_close(lower, 1, 1e-15);
  Q[0] = -small;
  Q[1] = small;
  assert_int_equal(hol_lehmann_bounds(&l, &lower, &upper), HOL_NUMERICAL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_hold), cmocka_unit_test(what_is_missing_proves_nothing),
                                     cmocka_unit_test(crossed_bounds_prove_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
