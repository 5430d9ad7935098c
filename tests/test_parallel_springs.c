/* SPDX-License-Identifier: BSD-3-Clause */
/* Springs stretched by the same motions: one spring by what they do, each by its own force. */
#include "solved.h"

#include <math.h>

static void assert_complete(const solved *s, const double *omega, size_t count)
{
  assert_int_equal(s->status, HOL_OK);
  assert_true(s->result.complete);
  assert_true(s->result.exhausted);
  assert_int_equal(s->result.mode_count, count);
  for (size_t i = 0; i < count; i++) {
    assert_close(s->result.mode[i].omega, omega[i], 1e-9);
    assert_true(s->result.mode[i].lower <= s->result.mode[i].omega);
    assert_true(s->result.mode[i].omega <= s->result.mode[i].upper);
  }
}

/** Roots of m n λ² − ((m + n) k + n c) λ + k c = 0: a mass m held by c, and a mass n on a spring k. */
static void two_masses(double m, double n, double k, double c, double omega[2])
{
  double b = (m + n) * k + n * c, root = sqrt(b * b - 4 * m * n * k * c);
  omega[0] = sqrt(2 * k * c / (b + root));
  omega[1] = sqrt((b + root) / (2 * m * n));
}

/** Two bodies with two springs between them, soft to all but rigid, and two that hold one of them. */
static void test_springs_between_bodies(void **state)
{
  (void)state;
  solved run = {0};
  for (int e = -8; e <= 24; e += 4) {
    double k = pow(10, e), omega[2];
    (void)solve_text(
        &run,
        "freedoms: [ux]\nparts:\n  a: {kind: body, at: [0, 0, 0], mass: 2}\n  b: {kind: body, at: [1, 0, 0], mass: 3}\n"
        "joints:\n  - {spring: [a, b], freedom: ux, stiffness: %.17g}\n"
        "  - {spring: [b, a], freedom: ux, stiffness: %.17g}\n"
        "  - {spring: a, freedom: ux, stiffness: 4}\n  - {spring: a, freedom: ux, stiffness: 1}\n"
        "analysis: {frequencies: {count: 8}, compliance: exact}\n",
        k, 3 * k);
    two_masses(2, 3, 4 * k, 5, omega);
    assert_complete(&run, omega, 2);
    for (size_t i = 0; i < 2; i++) { /* forces are as the stiffnesses */
      hol_reaction r[4];
      for (size_t j = 0; j < 4; j++) {
        r[j] = hol_reaction_of(&run.result, &run.result.mode[i], j);
      }
      assert_close(r[1].value[0], -3 * r[0].value[0], 1e-9);
      assert_close(r[2].value[0], 4 * r[3].value[0], 1e-9);
      assert_true(r[0].value[0] != 0);
      assert_true(r[3].value[0] != 0);
    }
  }
  forget(&run);
}

/** A stiffness matrix of a point that is pinned: one freedom is left to all of its springs, and what is beside it is
 *  light. */
static void test_matrix_of_a_pinned_point(void **state)
{
  (void)state;
  solved run = {0};
  (void)solve_text(
      &run,
      "freedoms: [ux, uy, rz]\nparts:\n"
      "  b: {kind: body, at: [3, 0, 0], mass: 0.00318, inertia: [1, 1, 0.019]}\n"
      "  a: {kind: body, at: [1, 0, 0], mass: 1.5, inertia: [1, 1, 20]}\n"
      "joints:\n"
      "  - {spring: b, stiffness: [[601832292352, -120795955200, -3197379813572608], [-120795955200, 43486543872, "
      "1051133116153856], [-3197379813572608, 1051133116153856, 2.950758475853149e+19]]}\n"
      "  - {pin: b}\n  - {spring: a, stiffness: [[6, 0, 0], [0, 24, 0], [0, 0, 20]]}\n"
      "analysis: {frequencies: {count: 8}, compliance: exact}\n");
  assert_complete(&run, (double[]){1, 2, 4, sqrt(2.950758475853149e+19 / 0.019)}, 4);
  forget(&run);
}

/** Three springs between three bodies, of which any two would do: the list is that of bodies moving as one, or is not
 *  called complete. */
static void test_springs_all_round(void **state)
{
  (void)state;
  solved run = {0};
  size_t given_up = 0;
  for (int e = 4; e <= 24; e += 2) {
    (void)solve_text(
        &run,
        "freedoms: [ux]\nparts:\n  a: {kind: body, at: [0, 0, 0], mass: 2}\n  b: {kind: body, at: [1, 0, 0], mass: 3}\n"
        "  c: {kind: body, at: [2, 0, 0], mass: 5}\njoints:\n  - {spring: [a, b], freedom: ux, stiffness: 1e%d}\n"
        "  - {spring: [b, c], freedom: ux, stiffness: 3e%d}\n  - {spring: [a, c], freedom: ux, stiffness: 2e%d}\n"
        "  - {spring: a, freedom: ux, stiffness: 10}\n"
        "analysis: {frequencies: {count: 1}, compliance: exact}\noutput: {shapes: none}\n",
        e, e, e);
    if (run.status == HOL_OK) {
      assert_close(omega_of(&run, 1), 1, 10 * pow(10, -e) + 1e-10);
    } else { /* counts contradict each other, which is blamed on the stiffness, or a motion does not fulfil the
                equations */
      assert_true(run.status == HOL_INCOMPLETE || run.status == HOL_INVALID);
      assert_false(run.result.complete);
      given_up++;
    }
  }
  assert_true(given_up < 5); /* as long as digits are left it is solved */
  forget(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_springs_between_bodies),
      cmocka_unit_test(test_matrix_of_a_pinned_point),
      cmocka_unit_test(test_springs_all_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
