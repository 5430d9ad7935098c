/* SPDX-License-Identifier: BSD-3-Clause */
/* Continuation of equations whose curves are known in closed form: circle, cubic fold, pitchfork with and without
   imperfection, two lines, two springs with their buckled branches, a narrow resonance. */
#include "close.h"

#include "continuation/path.h"

#include <string.h>

/** R = f(x, p) with f_x, f_p, one unknown. */
typedef struct curve {
  void (*f)(double x, double p, double v[3]);
} curve;

static void evaluate(void *self, const double *z, double *r, double *a)
{
  const curve *c = self;
  double v[3];
  c->f(z[0], z[1], v);
  r[0] = v[0];
  if (a) {
    a[0] = v[1];
    a[1] = v[2];
  }
}

static void circle(double x, double p, double v[3])
{
  v[0] = x * x + p * p - 1;
  v[1] = 2 * x;
  v[2] = 2 * p;
}

static void pitchfork(double x, double p, double v[3])
{
  v[0] = x * (p - x * x);
  v[1] = p - 3 * x * x;
  v[2] = x;
}

static void lines(double x, double p, double v[3])
{
  v[0] = (x - p) * (x + 2 * p - 3);
  v[1] = (x + 2 * p - 3) + (x - p);
  v[2] = -(x + 2 * p - 3) + 2 * (x - p);
}

/** x³ − 3εx = p: folds at x = ±√ε, p = ∓2ε√ε, close together for small ε. */
static double epsilon_of_cubic;

static void cubic(double x, double p, double v[3])
{
  v[0] = x * x * x - 3 * epsilon_of_cubic * x - p;
  v[1] = 3 * x * x - 3 * epsilon_of_cubic;
  v[2] = -1;
}

static hol_path follow(void (*f)(double, double, double[3]), hol_path_options o, double x, double p, double dx,
                       double dp)
{
  curve c = {f};
  const hol_equation e = {.unknowns = 1, .self = &c, .evaluate = evaluate};
  const double z[2] = {x, p}, t[2] = {dx, dp};
  hol_path path = {0};
  o.max_points = o.max_points ? o.max_points : 10000;
  o.is_definite = true;
  assert_int_equal(hol_path_follow(&e, &o, z, t, true, &path), HOL_OK);
  return path;
}

static const hol_path_options wide = {.from = -5, .to = 5, .unit = 1, .first_step = 0.01, .largest_step = 0.1};

static void test_circle_closes_with_two_folds(void **state)
{
  (void)state;
  static const double first[] = {1e-8, 1e-3, 1, 1e6};
  for (size_t i = 0; i < 4; i++) {
    hol_path_options o = wide;
    o.first_step = first[i];
    hol_path path = follow(circle, o, 0.8, 0.6, 0, 1);
    assert_int_equal(path.end, HOL_BRANCH_ENDS_CLOSED);
    assert_int_equal(path.events, 2);
    for (size_t k = 0; k < 2; k++) {
      assert_int_equal(path.event[k].kind, HOL_EVENT_FOLD);
      assert_close(path.event[k].z[1], k == 0 ? 1 : -1, 1e-14);
      assert_near(path.event[k].z[0], 0, 1e-9);
      assert_true(path.event[k].is_maximum == (k == 0));
    }
    for (size_t k = 0; k < path.points; k++) {
      assert_close(hypot(path.z[2 * k], path.z[2 * k + 1]), 1,
                   3e-12); /* what Newton's method may leave, 1e-12 of a length */
    }
    hol_path_clear(&path);
    hol_path_clear(&path);
  }
}

static void test_path_ends_exactly_on_the_range(void **state)
{
  (void)state;
  hol_path_options o = wide;
  o.to = 0.9;
  hol_path path = follow(circle, o, 0.8, 0.6, 0, 1);
  assert_int_equal(path.end, HOL_BRANCH_ENDS_AT_RANGE);
  assert_true(path.z[2 * path.points - 1] == 0.9);
  assert_close(path.z[2 * path.points - 2], sqrt(1 - 0.81), 1e-12);
  assert_int_equal(path.events, 0);
  hol_path_clear(&path);
}

static void test_pitchfork_is_found_from_both_branches(void **state)
{
  (void)state;
  hol_path path = follow(pitchfork, wide, 0, -1, 0, 1); /* x = 0 */
  assert_int_equal(path.end, HOL_BRANCH_ENDS_AT_RANGE);
  assert_int_equal(path.events, 1);
  assert_int_equal(path.event[0].kind, HOL_EVENT_BRANCH);
  assert_near(path.event[0].z[1], 0, 1e-11);
  assert_near(path.event[0].other_tangent[1], 0, 1e-6); /* the parabola leaves at right angles */
  assert_true(fabs(path.event[0].other_tangent[0]) > 0.01);
  hol_path_clear(&path);
  path = follow(pitchfork, wide, 1, 1, 0, -1); /* x² = p */
  assert_int_equal(path.end, HOL_BRANCH_ENDS_AT_RANGE);
  assert_int_equal(path.events, 1); /* the vertex is no fold besides */
  assert_int_equal(path.event[0].kind, HOL_EVENT_BRANCH);
  assert_near(path.event[0].z[0], 0, 1e-6);
  assert_near(path.event[0].z[1], 0, 1e-9);
  hol_path_clear(&path);
}

static void test_crossing_lines_are_followed_straight(void **state)
{
  (void)state;
  hol_path path = follow(lines, wide, 0.5, 0.5, 0, 1);
  assert_int_equal(path.events, 1);
  assert_int_equal(path.event[0].kind, HOL_EVENT_BRANCH);
  assert_close(path.event[0].z[0], 1, 1e-9);
  assert_close(path.event[0].z[1], 1, 1e-9);
  for (size_t k = 0; k < path.points; k++) {
    assert_near(path.z[2 * k] - path.z[2 * k + 1], 0, 1e-9);
  }
  hol_path_clear(&path);
}

static void test_folds_close_together_are_both_found(void **state)
{
  (void)state;
  static const double epsilon[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5};
  for (size_t i = 0; i < 5; i++) {
    epsilon_of_cubic = epsilon[i];
    double x = -1, p = x * x * x - 3 * epsilon[i] * x, root = sqrt(epsilon[i]);
    hol_path path = follow(cubic, wide, x, p, 0, 1);
    assert_int_equal(path.end, HOL_BRANCH_ENDS_AT_RANGE);
    assert_int_equal(path.events, 2);
    assert_near(path.event[0].z[1], 2 * epsilon[i] * root, 1e-12);
    assert_near(path.event[1].z[1], -2 * epsilon[i] * root, 1e-12);
    hol_path_clear(&path);
  }
  epsilon_of_cubic = -1e-6; /* none any more */
  hol_path path = follow(cubic, wide, -1, -1 - 3e-6, 0, 1);
  assert_int_equal(path.events, 0);
  hol_path_clear(&path);
}

/** (k(p) + x³-free) linear oscillator by its two amplitudes, loss 2d: peak of height 1/2d over a width of about d. */
static double loss_of_resonance;

static void resonance(void *self, const double *z, double *r, double *a)
{
  (void)self;
  double k = 1 - z[2] * z[2] + 1e-9 * (z[0] * z[0] + z[1] * z[1]), c = loss_of_resonance * z[2];
  r[0] = k * z[0] + c * z[1] - 1e-3;
  r[1] = k * z[1] - c * z[0];
  if (a) {
    double kx = 2e-9 * z[0], ky = 2e-9 * z[1];
    const double row[6] = {k + kx * z[0],  c + ky * z[0], -2 * z[2] * z[0] + loss_of_resonance * z[1],
                           -c + kx * z[1], k + ky * z[1], -2 * z[2] * z[1] - loss_of_resonance * z[0]};
    memcpy(a, row, sizeof row);
  }
}

static void test_narrow_resonance_is_not_stepped_over(void **state)
{
  (void)state;
  static const double loss[] = {1e-2, 1e-4, 1e-5};
  for (size_t i = 0; i < 3; i++) {
    loss_of_resonance = loss[i];
    const hol_equation e = {.unknowns = 2, .evaluate = resonance};
    const hol_path_options o = {
        .from = 0.5, .to = 2, .unit = 1.5, .first_step = 0.1, .largest_step = 0.1, .max_points = 100000};
    const double z[3] = {1e-3 / 0.75, 0, 0.5}, t[3] = {0, 0, 1};
    hol_path path = {0};
    assert_int_equal(hol_path_follow(&e, &o, z, t, true, &path), HOL_OK);
    assert_int_equal(path.end, HOL_BRANCH_ENDS_AT_RANGE);
    double highest = 0;
    for (size_t k = 0; k < path.points; k++) {
      highest = fmax(highest, hypot(path.z[3 * k], path.z[3 * k + 1]));
    }
    assert_close(highest, 1e-3 / loss[i], 0.05);
    hol_path_clear(&path);
  }
}

static void test_start_far_from_any_solution_is_refused(void **state)
{
  (void)state;
  curve c = {circle};
  const hol_equation e = {.unknowns = 1, .self = &c, .evaluate = evaluate};
  const double z[2] = {0.3, 3}, t[2] = {0, 1};
  hol_path path = {0};
  hol_path_options o = wide;
  o.max_points = 100;
  assert_int_equal(hol_path_follow(&e, &o, z, t, true, &path), HOL_NUMERICAL);
  hol_path_clear(&path);
}

/** An imperfect pitchfork, x³ − p x + ε: for ε > 0 the solutions with x > 0 have a fold at x = (ε/2)^⅓, p = 3x². */
static double imperfection;

static void imperfect_pitchfork(double x, double p, double v[3])
{
  v[0] = x * x * x - p * x + imperfection;
  v[1] = 3 * x * x - p;
  v[2] = -x;
}

static void test_fold_of_an_imperfect_pitchfork_is_where_it_is_in_closed_form(void **state)
{
  (void)state;
  static const double epsilon[] = {0.5, 1e-2, 1e-4, 1e-6};
  for (size_t i = 0; i < 4; i++) {
    imperfection = epsilon[i];
    double x = 2, p = x * x + epsilon[i] / x, at = cbrt(epsilon[i] / 2);
    hol_path path = follow(imperfect_pitchfork, wide, x, p, 0, -1);
    assert_int_equal(path.end, HOL_BRANCH_ENDS_AT_RANGE);
    assert_int_equal(path.events, 1);
    assert_int_equal(path.event[0].kind, HOL_EVENT_FOLD);
    assert_false(path.event[0].is_maximum);
    assert_close(path.event[0].z[1], 3 * at * at, 1e-10);
    assert_close(path.event[0].z[0], at, 1e-5); /* the root of dp/ds, along which p is stationary */
    hol_path_clear(&path);
    path = follow(imperfect_pitchfork, wide, -2, 4 - epsilon[i] / 2, 0, -1); /* the branch without a fold */
    assert_int_equal(path.end, HOL_BRANCH_ENDS_AT_RANGE);
    assert_int_equal(path.events, 0);
    hol_path_clear(&path);
  }
}

/** Two springs: the gradient of ½(1 − p)(x² + 2 y²) + ¼(x² + y²)² + ½ y²; y = 0 on the branch that leaves the trivial
 *  one at p = 1, x² = p − 1; on the one that leaves it at p = 3/2, x = 0, y² = 2p − 3. */
static void springs(void *self, const double *z, double *r, double *a)
{
  (void)self;
  double x = z[0], y = z[1], p = z[2], square = x * x + y * y;
  r[0] = (1 - p) * x + square * x;
  r[1] = 2 * (1 - p) * y + y + square * y;
  if (a) {
    const double row[6] = {1 - p + square + 2 * x * x,           2 * x * y, -x, 2 * x * y,
                           2 * (1 - p) + 1 + square + 2 * y * y, -2 * y};
    memcpy(a, row, sizeof row);
  }
}

/** Unstable directions by the sign of the determinant of the Hessian and its trace. */
static hol_status stability_of_springs(void *self, const double *z, double sign, hol_stability *stability)
{
  double r[2], a[6];
  springs(self, z, r, a);
  double trace = a[0] + a[4], determinant = a[0] * a[4] - a[1] * a[3];
  assert_true(sign == 0 || sign * determinant > 0);
  *stability = (hol_stability){.above = determinant < 0 ? 1 : trace < 0 ? 2 : 0};
  return HOL_OK;
}

static void test_branches_of_two_springs_are_reached_by_switching(void **state)
{
  (void)state;
  const hol_equation e = {.unknowns = 2, .evaluate = springs, .stability = stability_of_springs};
  const hol_path_options o = {
      .from = 0, .to = 2.2, .unit = 1, .first_step = 0.01, .largest_step = 0.1, .max_points = 1000};
  const double z[3] = {0, 0, 0}, t[3] = {0, 0, 1}, critical[2] = {1, 1.5};
  hol_path trivial = {0};
  assert_int_equal(hol_path_follow(&e, &o, z, t, true, &trivial), HOL_OK);
  assert_int_equal(trivial.end, HOL_BRANCH_ENDS_AT_RANGE);
  assert_int_equal(trivial.events, 2);
  assert_int_equal(trivial.point[0].stability.above, 0);
  assert_int_equal(trivial.point[trivial.points - 1].stability.above, 2);
  for (size_t k = 0; k < 2; k++) {
    const hol_path_event *event = &trivial.event[k];
    assert_int_equal(event->kind, HOL_EVENT_BRANCH);
    assert_near(event->z[2], critical[k], 1e-11);
    assert_near(event->other_tangent[1 - k], 0, 1e-9); /* along one coordinate, at right angles to the trivial branch */
    assert_near(event->other_tangent[2], 0, 1e-9);
    for (int side = -1; side <= 1; side += 2) {
      double start[3], way[3];
      hol_path_beside(event, 3, side, start, way);
      hol_path branch = {0};
      assert_int_equal(hol_path_follow(&e, &o, start, way, false, &branch), HOL_OK);
      assert_int_equal(branch.end, HOL_BRANCH_ENDS_AT_RANGE);
      const double *last = branch.z + 3 * (branch.points - 1);
      assert_true(last[2] == 2.2);
      assert_near(last[1 - k], 0, 1e-10);
      assert_close(fabs(last[k]), k == 0 ? sqrt(1.2) : sqrt(1.4), 1e-11);
      assert_int_equal(branch.point[1].stability.above, k);
      hol_path_clear(&branch);
    }
  }
  hol_path_clear(&trivial);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_circle_closes_with_two_folds),
      cmocka_unit_test(test_path_ends_exactly_on_the_range),
      cmocka_unit_test(test_pitchfork_is_found_from_both_branches),
      cmocka_unit_test(test_crossing_lines_are_followed_straight),
      cmocka_unit_test(test_folds_close_together_are_both_found),
      cmocka_unit_test(test_narrow_resonance_is_not_stepped_over),
      cmocka_unit_test(test_fold_of_an_imperfect_pitchfork_is_where_it_is_in_closed_form),
      cmocka_unit_test(test_branches_of_two_springs_are_reached_by_switching),
      cmocka_unit_test(test_start_far_from_any_solution_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
