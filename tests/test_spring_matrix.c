/* SPDX-License-Identifier: BSD-3-Clause */
/* Springs given as stiffness matrices in units as different as they come: every frequency within its bounds, against
   113 bits. */
#include "dice.h"
#include "quad.h"
#include "solved.h"

#include <stdlib.h>
#include <string.h>

enum { FREEDOMS = 3, MOST = 2 * FREEDOMS };

typedef struct structure {
  uint64_t seed;
  size_t n; /**< freedoms of all bodies */
  quad K[MOST * MOST];
  double mass[MOST];
  int unit[FREEDOMS]; /**< powers of two: √(N/m), √(N m) */
  hol_text text;
} structure;

static size_t below(structure *s, size_t n)
{
  return (size_t)dice_uniform(&s->seed, 0, (double)n);
}

/** D G Gᵀ D with small integers in G and powers of two in D: its rank is that of G. Rows 0 .. n−1 of the structure from
 *  `first`. */
static void add_matrix(structure *s, size_t first, size_t n, const char *points)
{
  double D[MOST], K[MOST * MOST] = {0};
  size_t rank = 1 + below(s, n + 2);
  for (size_t i = 0; i < n; i++) {
    D[i] = ldexp(1, s->unit[i % FREEDOMS] + (int)below(s, 5));
  }
  for (size_t r = 0; r < rank; r++) {
    double g[MOST];
    for (size_t i = 0; i < n; i++) {
      g[i] = (double)below(s, 9) - 4;
    }
    for (size_t i = 0; i < n * n; i++) {
      K[i] += D[i % n] * g[i % n] * D[i / n] * g[i / n];
    }
  }
  hol_text_add(&s->text, "  - {spring: %s, stiffness: [", points);
  double top = 0;
  for (size_t i = 0; i < n * n; i++) {
    s->K[first + i % n + (first + i / n) * s->n] += K[i];
    hol_text_add(&s->text, "%s%.17g%s", i % n ? ", " : i ? ", [" : "[", K[i], i % n == n - 1 ? "]" : "");
    top = fmax(top, fabs(K[i]));
  }
  hol_text_add(&s->text, "]}\n");
  if (!(top > 0)) {
    s->text.failed = true; /* a matrix of zeros is refused */
  }
}

static void add_spring(structure *s)
{
  static const char *const name[] = {"ux", "uy", "rz"};
  size_t f = below(s, FREEDOMS);
  double k = ldexp(1, 2 * s->unit[f] + (int)below(s, 8));
  hol_text_add(&s->text, "  - {spring: a, freedom: %s, stiffness: %.17g}\n", name[f], k);
  s->K[f * (s->n + 1)] += k;
}

/** @return false where there is nothing to solve */
static bool make(structure *s, uint64_t seed)
{
  hol_text_clear(&s->text);
  *s = (structure){.seed = seed, .n = FREEDOMS};
  bool two = below(s, 2);
  s->n = two ? MOST : FREEDOMS;
  for (size_t f = 0; f < FREEDOMS; f++) { /* N/m from 1e-6 to 1e3, N m from 1e0 to 1e12 */
    s->unit[f] = (int)below(s, 15) - 10 + (f == 2 ? 10 + (int)below(s, 5) : 0);
  }
  hol_text_add(&s->text, "freedoms: [ux, uy, rz]\nparts:\n");
  for (size_t b = 0; b < s->n / FREEDOMS; b++) {
    double mass = pow(10, 6 * dice_uniform(&s->seed, 0, 1) - 3),
           inertia = pow(10, 12 * dice_uniform(&s->seed, 0, 1) - 3);
    s->mass[FREEDOMS * b] = s->mass[FREEDOMS * b + 1] = mass;
    s->mass[FREEDOMS * b + 2] = inertia;
    hol_text_add(&s->text, "  %c: {kind: body, at: [%zu, 0], mass: %.17g, inertia: %.17g}\n", (int)('a' + b), b, mass,
                 inertia);
  }
  hol_text_add(&s->text, "joints:\n");
  add_matrix(s, 0, FREEDOMS, "a");
  if (two) {
    add_matrix(s, 0, MOST, "[a, b]");
  }
  for (size_t i = below(s, 3); i > 0; i--) {
    add_spring(s);
  }
  hol_text_add(&s->text, "analysis: {frequencies: {count: 20}}\n");
  return !s->text.failed;
}

/** Squares of the frequencies; the first of them are zero. @return how many are */
static size_t refer(const structure *s, double *lambda)
{
  size_t n = s->n;
  quad K[MOST * MOST], M[MOST * MOST] = {0}, found[MOST];
  for (size_t i = 0; i < n * n; i++) {
    K[i] = s->K[i];
    M[i] = i % n == i / n ? s->mass[i % n] : 0;
  }
  size_t rank = quad_pencil(n, M, K, found);
  for (size_t i = 0; i < n * n; i++) {
    K[i] = s->K[i] / (quad_sqrt(s->mass[i % n]) * quad_sqrt(s->mass[i / n]));
  }
  quad_eigen(n, K, found);
  for (size_t i = 0; i < n; i++) {
    lambda[i] = i < n - rank ? 0 : (double)quad_sqrt(found[i]);
  }
  return n - rank;
}

static bool is_right(structure *s)
{
  double omega[MOST];
  size_t zeros = refer(s, omega);
  solved run = {0};
  hol_status status = solve_words(&run, &s->text);
  bool right =
      status == HOL_OK && run.result.complete && run.result.mode_count == s->n && run.result.rigid_modes == zeros;
  for (size_t i = 0; i < run.result.mode_count && i < s->n; i++) {
    const hol_mode *mode = &run.result.mode[i];
    if (i < zeros ? mode->omega > 0 : !(mode->lower <= omega[i] && omega[i] <= mode->upper)) {
      print_error("mode %zu: %.17g <= %.17g <= %.17g, but it is %.17g\n", i + 1, mode->lower, mode->omega, mode->upper,
                  omega[i]);
      right = false;
    }
  }
  if (!right) {
    print_error("status %d, %zu modes of %zu, %zu of %zu zero\n%s", (int)status, run.result.mode_count, s->n,
                run.result.rigid_modes, zeros, s->text.data);
  }
  forget(&run);
  return right;
}

static void test_mixed_units(void **state)
{
  (void)state;
  enum { CASES = 1500 };
  structure s = {0};
  size_t wrong = 0;
  for (size_t i = 0; i < CASES; i++) {
    wrong += make(&s, i) && !is_right(&s);
  }
  hol_text_clear(&s.text);
  assert_int_equal(wrong, 0);
}

/** The second frequency came out 1e-13 off with bounds of 1e-14. */
static void test_soft_spring_beside_stiff_rotation(void **state)
{
  (void)state;
  solved run = {0};
  assert_int_equal(solve_file(&run, HOLONOME_TESTS "/faults/spring-matrix.yaml"), HOL_OK);
  assert_int_equal(run.result.mode_count, 3);
  const hol_mode *mode = &run.result.mode[1];
  assert_true(mode->lower <= 2.98272784349474793e-4);
  assert_true(2.98272784349474793e-4 <= mode->upper);
  assert_close(mode->omega, 2.98272784349474793e-4, 1e-14);
  assert_true(mode->upper - mode->lower < 1e-12 * mode->omega);
  forget(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mixed_units),
      cmocka_unit_test(test_soft_spring_beside_stiff_rotation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
