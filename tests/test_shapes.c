/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes are at their joints whatever the compliance; modal masses are those of the field, reactions those of the
   joint's first point. */
#include "solved.h"

static const double pi = 3.14159265358979323846;

static double value_of(const solved *s, size_t mode, size_t freedom, size_t place)
{
  return s->result.mode[mode].shape[0].value[freedom][place];
}

/* ---- at the joints ---- */

static void test_shapes_of_a_remainder_of_higher_order_are_at_their_supports(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_file(&s, HOLONOME_TESTS "/faults/shape-order-breaks-supports.yaml"), HOL_OK);
  assert_int_equal(s.result.mode_count, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_near(value_of(&s, i, HOL_UY, 0), 0, 1e-11);
    assert_near(value_of(&s, i, HOL_UY, 4), 0, 1e-11);
    assert_near(value_of(&s, i, HOL_RZ, 4), 0, 1e-11);
    assert_true(s.result.mode[i].residual < 1e-11);
  }
  forget(&s);
}

/** The same beam by exact compliances: shapes of order k are as near to these as the frequencies let expect. */
static void compare_with_exact(const char *beam, const char *compliance)
{
  static const char words[] =
      "freedoms: [uy, rz]\nparts:\n  b: {kind: beam, length: 1, %s}\njoints:\n  - {pin: b.start}\n"
      "  - {fix: b.end}\n  - {spring: b@0.3, direction: [0, 1], stiffness: 40}\n"
      "analysis: {frequencies: {count: 3}, compliance: %s}\noutput: {points: 11}\n";
  solved a = {0}, b = {0};
  assert_int_equal(solve_text(&a, words, beam, "exact"), HOL_OK);
  (void)solve_text(&b, words, beam, compliance); /* a tolerance may be out of reach */
  assert_int_equal(b.result.mode_count, 3);
  for (size_t i = 0; i < 3; i++) {
    const hol_mode *mode = &b.result.mode[i];
    double width = (mode->upper - mode->lower) / mode->omega, allowed = fmax(1e-9, sqrt(width));
    for (size_t p = 0; p < 11; p++) {
      assert_near(value_of(&b, i, HOL_UY, p), value_of(&a, i, HOL_UY, p), allowed);
      assert_near(value_of(&b, i, HOL_RZ, p), value_of(&a, i, HOL_RZ, p), 10 * allowed);
    }
    assert_near(value_of(&b, i, HOL_UY, 0), 0, 1e-10);
    assert_near(value_of(&b, i, HOL_UY, 10), 0, 1e-10);
    assert_near(value_of(&b, i, HOL_RZ, 10), 0, 1e-9);
    assert_close(mode->modal_mass, a.result.mode[i].modal_mass, 10 * allowed);
  }
  forget(&a);
  forget(&b);
}

static void test_shapes_by_modes_are_those_of_exact_compliances(void **state)
{
  (void)state;
  static const char *const beam[] = {"EI: 4, line_mass: 2", "EI: 4, kGA: 6, line_mass: 2, foundation: 8",
                                     "EI: 4, line_mass: 2, axial_force: -3", "EI: 4*(1 + xi)^3, line_mass: 2*(1 + xi)"};
  static const char *const compliance[] = {"{modes: 8}", "{modes: 8, order: 3}", "{modes: 6, order: 8}",
                                           "{tolerance: 1e-9}", "{tolerance: 1e-12}"};
  for (size_t b = 0; b < sizeof beam / sizeof *beam; b++) {
    for (size_t c = 0; c < sizeof compliance / sizeof *compliance; c++) {
      compare_with_exact(beam[b], compliance[c]);
    }
  }
}

static void test_a_ring_held_at_one_place_stays_there_in_every_mode(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_file(&s, HOLONOME_TESTS "/faults/shape-ring-exact-breaks-fix.yaml"), HOL_OK);
  assert_int_equal(s.result.mode_count, 12);
  for (size_t i = 0; i < 12; i++) {
    assert_near(value_of(&s, i, HOL_UX, 0), 0, 1e-11);
    assert_near(value_of(&s, i, HOL_UY, 0), 0, 1e-11);
    assert_near(value_of(&s, i, HOL_RZ, 0), 0, 1e-11);
    assert_true(s.result.mode[i].residual < 1e-11);
  }
  forget(&s);
}

/** At places where plates are sampled: held by a hub, on a spring, pinned. @return the largest displacement there */
static double largest_at(const solved *s, size_t mode, double x, double y)
{
  const hol_shape *shape = &s->result.mode[mode].shape[0];
  double largest = 0, found = 0;
  for (size_t p = 0; p < shape->points; p++) {
    if (hypot(shape->at[p][0] - x, shape->at[p][1] - y) < 1e-9) {
      largest = fmax(largest, fabs(shape->value[HOL_UZ][p]));
      found++;
    }
  }
  assert_true(found > 0);
  return largest;
}

static void test_plates_are_at_their_joints_in_every_mode(void **state)
{
  (void)state;
  solved s = {0};
  (void)solve_text(&s, "freedoms: [uz, rx, ry]\nmaterials: {m: {E: 12, nu: 0.3, density: 1}}\nparts:\n"
                       "  p: {kind: plate, at: [0, 0, 0], radius: 1, thickness: 1, material: m,\n"
                       "      points: {a: [1, 0], b: [0.5, 0]}}\njoints:\n  - {pin: p.a}\n  - {pin: p.b}\n"
                       "analysis: {frequencies: {count: 8}}\n");
  assert_int_equal(s.result.mode_count, 8);
  for (size_t i = 0; i < 8; i++) {
    assert_near(largest_at(&s, i, 1, 0), 0, 1e-9);
    assert_near(largest_at(&s, i, 0.5, 0), 0, 1e-9);
  }
  (void)solve_text(
      &s, "freedoms: [uz, rx, ry]\nmaterials: {m: {E: 12, nu: 0.3, density: 1}}\nparts:\n"
          "  p: {kind: plate, at: [0, 0, 0], sides: [1, 1.6], edges: [supported, free, free, free], thickness: 1,\n"
          "      material: m, points: {a: [1, 0.8]}}\njoints:\n  - {pin: p.a}\n"
          "analysis: {frequencies: {count: 5}, compliance: {modes: 12, order: 3}}\n");
  assert_int_equal(s.result.mode_count, 5);
  for (size_t i = 0; i < 5; i++) {
    assert_near(largest_at(&s, i, 1, 0.8), 0, 1e-9);
    assert_true(s.result.mode[i].residual < 1e-9);
  }
  forget(&s);
}

/** On the negative x axis a rotation about x moves a point by rounding only: with any density the same structure is
 *  found. */
static void test_a_plate_pinned_on_the_line_of_a_rigid_rotation_scales_with_its_density(void **state)
{
  (void)state;
  solved s = {0};
  double first = 0;
  for (size_t i = 0; i < 5; i++) {
    double density = pow(2, (double)i - 1);
    assert_int_equal(solve_text(&s,
                                "freedoms: [uz, rx, ry]\nmaterials: {m: {E: 500, nu: 0.25, density: %g}}\nparts:\n"
                                "  p: {kind: plate, at: [0, 0, 0], radius: 1.5, thickness: 0.125, material: m,\n"
                                "      points: {a: [-0.375, 0]}}\njoints:\n  - {pin: p.a}\n"
                                "analysis: {frequencies: {count: 4}}\n",
                                density),
                     HOL_OK);
    assert_int_equal(s.result.rigid_modes, 2);
    first = i ? first : omega_of(&s, 3) * sqrt(density);
    assert_close(omega_of(&s, 3) * sqrt(density), first, 1e-11);
  }
  forget(&s);
}

/** A mode of an imported part beyond a held row: what joints have of it is rounding. */
static void test_the_shape_of_a_mode_that_hardly_reaches_its_joints_is_what_it_is(void **state)
{
  (void)state;
  solved s = {0};
  (void)solve_file(&s, HOLONOME_TESTS "/faults/shape-beyond-held-row.yaml");
  assert_int_equal(s.result.mode_count, 4);
  double k = 2.3125, m = 1.64453125;
  for (size_t i = 0; i < 4; i++) {
    const hol_mode *mode = &s.result.mode[i];
    assert_true(mode->residual < 1e-11);
    if (fabs(mode->omega * mode->omega - k / m) < 1e-9) {
      assert_close(fabs(mode->shape[0].value[HOL_UX][4]), 1 / sqrt(m), 1e-9);
      assert_near(mode->shape[0].value[HOL_UX][3], 0, 1e-11);
    }
  }
  forget(&s);
}

/* ---- the largest component ---- */

static void test_modal_masses_are_those_of_the_field_between_samples(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_file(&s, HOLONOME_TESTS "/faults/modal-mass-at-nodes.yaml"), HOL_OK);
  for (size_t i = 0; i < 20; i++) {
    assert_close(s.result.mode[i].modal_mass, 0.5, 1e-10);
    assert_false(s.result.mode[i].reaction_free);
    assert_close(fabs(hol_reaction_of(&s.result, &s.result.mode[i], 0).value[0]), sqrt(2.0) * pi * (double)(i + 1),
                 1e-9);
  }
  for (size_t points = 2; points < 8; points++) {
    assert_int_equal(solve_text(&s,
                                "freedoms: [uy, rz]\nparts:\n  b: {kind: beam, length: 1, EI: 1, line_mass: 1}\n"
                                "joints:\n  - {pin: b.start}\n  - {pin: b.end}\n"
                                "analysis: {frequencies: {count: 30}}\noutput: {points: %zu}\n",
                                points),
                     HOL_OK);
    for (size_t i = 0; i < 30; i++) {
      assert_close(s.result.mode[i].modal_mass, 0.5, 1e-10);
      assert_false(s.result.mode[i].reaction_free);
    }
  }
  forget(&s);
}

/** A shaft held at both ends in space turns and does not move; a pinned tie bar moves between its joints. */
static void test_modal_masses_of_other_motions(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s,
                              "parts:\n  b: {kind: beam, from: [0, 0, 0], to: [0, 1, 0], EI: 1e6, GJ: 1, EA: 1e9,\n"
                              "      line_mass: 1, polar_inertia: 1}\njoints:\n  - {fix: b.start}\n  - {fix: b.end}\n"
                              "analysis: {frequencies: {count: 2}}\noutput: {points: 4}\n"),
                   HOL_OK);
  assert_close(s.result.mode[0].modal_mass, 0.5, 1e-9);
  assert_close(s.result.mode[1].modal_mass, 0.5, 1e-9);
  static const char *const compliance[] = {"exact", "{modes: 12}", "{modes: 6, order: 6}"};
  for (size_t c = 0; c < 3; c++) {
    assert_int_equal(solve_text(&s,
                                "freedoms: [uy, rz]\nparts:\n  b: {kind: beam, length: 2, EI: 1, line_mass: 1}\n"
                                "joints:\n  - {pin: b.start}\n  - {pin: b@0.5}\n  - {pin: b.end}\n"
                                "analysis: {frequencies: {count: 3}, compliance: %s}\noutput: {points: 3}\n",
                                compliance[c]),
                     HOL_OK);
    assert_close(s.result.mode[0].modal_mass, 1, c ? 1e-4 : 1e-9); /* sin πx: all places sampled are nodes */
    assert_close(s.result.mode[2].modal_mass, 1, c ? 1e-4 : 1e-9);
  }
  forget(&s);
}

/** A free ring: w = cos(nθ + φ), u = −sin(nθ + φ)/n. Its largest component along x or y, on a fine grid, is what the
 *  modal mass belongs to; at the places sampled it is up to a tenth less. */
static void test_modal_masses_of_a_ring_are_those_between_samples(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s,
                              "parts:\n  r: {kind: ring, at: [0, 0], radius: 1.5, EI: 2, line_mass: 3}\njoints: []\n"
                              "analysis: {frequencies: {count: 17}}\n"),
                   HOL_OK);
  for (size_t i = 3; i < 17; i++) {
    double n = 2 + (double)((i - 3) / 2), size = 1 / sqrt(pi * 1.5 * 3 * (1 + 1 / (n * n)));
    double largest = 0;
    for (size_t k = 0; k < 20000; k++) { /* the pair is as the samples have it: its angle from the first two */
      double theta = 2 * pi * (double)k / 20000,
             phase = atan2(value_of(&s, i, HOL_UY, 0) * n, value_of(&s, i, HOL_UX, 0));
      double w = size * cos(n * theta - phase), u = -size * sin(n * theta - phase) / n;
      largest = fmax(largest, fmax(fabs(w * cos(theta) - u * sin(theta)), fabs(w * sin(theta) + u * cos(theta))));
    }
    assert_close(s.result.mode[i].modal_mass, 1 / (largest * largest), 1e-6);
  }
  forget(&s);
}

/* ---- shapes that are not asked for ---- */

static const char frame[] =
    "parts:\n  storey:\n    repeat: {n: 12, step: [0, 1], ends: open}\n    parts:\n"
    "      bay:\n        repeat: {n: 12, step: [1, 0], ends: open}\n        parts:\n"
    "          post: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 40, line_mass: 1}\n"
    "          beam: {kind: beam, from: [0, 1], to: [1, 1], EI: 2, EA: 50, line_mass: 1}\n"
    "        joints:\n          - {weld: [post.end, beam.start]}\n          - {weld: [beam.end, bay.next.post.end]}\n"
    "          - {weld: [post.end, \"storey[next].bay[index].post.start\"]}\n"
    "joints:\n  - {fix: \"storey[1].bay[1].post.start\"}\n"
    "analysis: {frequencies: %s}\noutput: {points: %d, shapes: %s}\n";

/** Where nobody asks for shapes, parts that cannot have the largest value are not looked at, and there is no room for
 *  all at once. */
static void test_modes_of_large_structures_are_the_same_without_shapes(void **state)
{
  (void)state;
  static const char *const count[] = {"{count: 10}", "{from: 20 rad/s, to: 20.1 rad/s}"};
  for (size_t k = 0; k < 2; k++) {
    solved with = {0}, without = {0};
    assert_int_equal(solve_text(&with, frame, count[k], 201, "all"), HOL_OK);
    assert_int_equal(solve_text(&without, frame, count[k], 201, "none"), HOL_OK);
    assert_true(with.result.mode_count > 3);
    assert_int_equal(with.result.mode_count, without.result.mode_count);
    for (size_t i = 0; i < with.result.mode_count; i++) {
      const hol_mode *a = &with.result.mode[i], *b = &without.result.mode[i];
      assert_true(a->shape);
      assert_true(!b->shape);
      assert_memory_equal(&a->modal_mass, &b->modal_mass, sizeof a->modal_mass);
      assert_memory_equal(&a->residual, &b->residual, sizeof a->residual);
      assert_int_equal(a->reaction_free, b->reaction_free);
      assert_memory_equal(a->energy, b->energy, with.reading.problem.part_count * sizeof *a->energy);
      assert_memory_equal(a->reaction, b->reaction,
                          with.result.reaction_first[with.reading.problem.joint_count] * sizeof *a->reaction);
    }
    forget(&with);
    forget(&without);
  }
}

/* ---- reactions ---- */

static void test_reaction_of_an_elastic_constraint_is_the_force_on_the_first_point(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_file(&s, HOLONOME_TESTS "/faults/reaction-of-elastic-constraint.yaml"), HOL_OK);
  const hol_mode *mode = &s.result.mode[0];
  double a = value_of(&s, 0, HOL_UY, 0), b = mode->shape[1].value[HOL_UY][0], lambda = mode->omega * mode->omega;
  assert_close(hol_reaction_of(&s.result, mode, 1).value[0], 2.7378452722565525, 1e-9);
  assert_close(hol_reaction_of(&s.result, mode, 1).value[0], (10 - lambda) * a, 1e-9);
  assert_close(hol_reaction_of(&s.result, mode, 1).value[0], -2 * -(-2 * a + 5 * b) / 0.1, 1e-9);
  assert_close(hol_reaction_of(&s.result, mode, 1).value[0] * 5 / -2, -lambda * 3 * b, 1e-9);
  forget(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes_of_a_remainder_of_higher_order_are_at_their_supports),
      cmocka_unit_test(test_shapes_by_modes_are_those_of_exact_compliances),
      cmocka_unit_test(test_a_ring_held_at_one_place_stays_there_in_every_mode),
      cmocka_unit_test(test_plates_are_at_their_joints_in_every_mode),
      cmocka_unit_test(test_a_plate_pinned_on_the_line_of_a_rigid_rotation_scales_with_its_density),
      cmocka_unit_test(test_the_shape_of_a_mode_that_hardly_reaches_its_joints_is_what_it_is),
      cmocka_unit_test(test_modal_masses_are_those_of_the_field_between_samples),
      cmocka_unit_test(test_modal_masses_of_other_motions),
      cmocka_unit_test(test_modal_masses_of_a_ring_are_those_between_samples),
      cmocka_unit_test(test_modes_of_large_structures_are_the_same_without_shapes),
      cmocka_unit_test(test_reaction_of_an_elastic_constraint_is_the_force_on_the_first_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
