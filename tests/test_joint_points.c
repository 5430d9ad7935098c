/* SPDX-License-Identifier: BSD-3-Clause */
/* Joints between two points of one part: of a ring, a plate, an imported part. Two points of it are two, one of them
   twice is not. */
#include "solved.h"

#include <string.h>

static void test_spring_across_a_ring(void **state)
{
  (void)state;
  solved s = {0};
  solve_proved(&s, HOLONOME_TESTS "/faults/ring-spring-two-points.yaml");
  assert_int_equal(s.result.rigid_modes, 3);
  assert_close(omega_of(&s, 4), 2.683281572999, 1e-11); /* the spring is parallel to the mode that it leaves alone */
  assert_close(omega_of(&s, 5), 4.080236087889, 1e-11);
  assert_close(omega_of(&s, 6), 7.589466384404, 1e-11);
  forget(&s);
}

/** The same equation as a tie and as a constraint; the modes that the tie leaves alone are those of the plate without
 *  it. */
static void test_tie_across_a_plate(void **state)
{
  (void)state;
  solved tie = {0}, equation = {0}, none = {0};
  static const char *const plate =
      "freedoms: [uz, rx, ry]\nmaterials: {m: {E: 12, nu: 0, density: 1}}\nparts:\n"
      "  p: {kind: plate, at: [0, 0, 0], radius: 1, thickness: 1, material: m, rim: supported, "
      "points: {a: [0.5, 0], b: [0, 0.4]}}\njoints:\n%sanalysis: {frequencies: {count: 3}}\n";
  solve_proved(&tie, HOLONOME_TESTS "/faults/plate-weld-two-points.yaml");
  assert_int_equal(solve_text(&equation, plate, "  - {constraint: {terms: [[1, p.a, uz], [-1, p.b, uz]]}}\n"), HOL_OK);
  assert_int_equal(solve_text(&none, plate, "  []\n"), HOL_OK);
  for (size_t i = 1; i <= 3; i++) {
    assert_close(omega_of(&tie, i), omega_of(&equation, i), 1e-12);
  }
  assert_close(omega_of(&tie, 2), omega_of(&none, 2),
               1e-10); /* of the two with a nodal diameter one moves both points alike */
  assert_true(omega_of(&tie, 1) < omega_of(&none, 1) * (1 - 1e-2) ||
              omega_of(&tie, 1) > omega_of(&none, 1) * (1 - 1e-12));
  forget(&tie);
  forget(&equation);
  forget(&none);
}

/** [[2, -1], [-1, 1]] and another spring of 1 between the two: [[3, -2], [-2, 2]]. */
static void test_spring_between_ports_of_an_imported_part(void **state)
{
  (void)state;
  solved s = {0};
  solve_proved(&s, HOLONOME_TESTS "/faults/import-spring-two-ports.yaml");
  assert_close(omega_of(&s, 1), sqrt(2.5 - sqrt(4.25)), 1e-13);
  assert_close(omega_of(&s, 2), sqrt(2.5 + sqrt(4.25)), 1e-13);
  forget(&s);
}

static void test_welds_and_slides_across_a_ring(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(
      solve_text(&s,
                 "parts:\n  hoop: {kind: ring, at: [0, 0, 0], radius: 1, EI: 1, GJ: 1, line_mass: 1}\njoints:\n"
                 "  - {weld: [hoop@0, hoop@0.5, hoop@0.25]}\n  - {slide: [hoop@0.1, hoop@0.6], direction: [1, 0, 0]}\n"
                 "analysis: {frequencies: {count: 9}}\n"),
      HOL_OK);
  assert_int_equal(s.result.rigid_modes, 6);
  assert_true(s.result.complete);
  forget(&s);
}

static void test_one_point_twice_is_still_refused(void **state)
{
  (void)state;
  static const char *const joint[3] = {"weld: [hoop@0, hoop@0.5, hoop@0]", "weld: [hoop@0, hoop@1]",
                                       "spring: [hoop@0.25, hoop@0.25], freedom: uz, stiffness: 1"};
  for (size_t i = 0; i < 3; i++) {
    char text[512];
    reading r = {0};
    snprintf(text, sizeof text,
             "parts:\n  hoop: {kind: ring, at: [0, 0, 0], radius: 1, EI: 1, GJ: 1, line_mass: 1}\njoints:\n"
             "  - {%s}\nanalysis: {frequencies: {count: 9}}\n",
             joint[i]);
    assert_false(reading_of(text, &r));
    assert_non_null(strstr(r.faults.item[0].message, "is joined to itself"));
    reading_clear(&r);
  }
}

/** Points on the rim of a hub move with it: held at three of them it is clamped, and those beyond are redundant. */
static void test_points_on_the_rim_of_a_hub(void **state)
{
  (void)state;
  static const char *const plate =
      "freedoms: [uz, rx, ry]\nmaterials: {m: {E: 12, nu: 0.3, density: 1}}\nparts:\n"
      "  p: {kind: plate, at: [0, 0, 0], radius: 1, inner_radius: 0.3, inner_edge: hub, thickness: 1, "
      "material: m, points: {a: [0.3, 0], b: [0, -0.3], c: [-0.18, 0.24], d: [0.18, 0.24]}}\njoints:\n%s"
      "analysis: {frequencies: {count: 5}}\n";
  solved fixed = {0}, pinned = {0}, sprung = {0}, equation = {0};
  assert_int_equal(solve_text(&fixed, plate, "  - {fix: p.hub}\n"), HOL_OK);
  assert_int_equal(
      solve_text(&pinned, plate, "  - {pin: p.a}\n  - {pin: p.b}\n  - {pin: p.c}\n  - {pin: p.d}\n  - {pin: p.hub}\n"),
      HOL_OK);
  assert_int_equal(
      solve_text(&sprung, plate,
                 "  - {spring: p.a, freedom: uz, stiffness: 2}\n  - {spring: p.b, freedom: uz, stiffness: 3}\n"
                 "  - {spring: p.c, freedom: uz, stiffness: 4}\n  - {spring: p.d, freedom: uz, stiffness: 8}\n"),
      HOL_OK);
  assert_int_equal(
      solve_text(
          &equation, plate,
          "  - {constraint: {terms: [[1, p.hub, uz], [-0.3, p.hub, ry]], compliance: 1/2}}\n"
          "  - {constraint: {terms: [[1, p.hub, uz], [-0.3, p.hub, rx]], compliance: 1/3}}\n"
          "  - {constraint: {terms: [[1, p.hub, uz], [0.24, p.hub, rx], [0.18, p.hub, ry]], compliance: 1/4}}\n"
          "  - {constraint: {terms: [[1, p.hub, uz], [0.24, p.hub, rx], [-0.18, p.hub, ry]], compliance: 1/8}}\n"),
      HOL_OK);
  assert_true(pinned.result.complete);
  assert_true(sprung.result.complete);
  for (size_t i = 1; i <= 5; i++) {
    assert_close(omega_of(&pinned, i), omega_of(&fixed, i), 1e-12);
    assert_close(omega_of(&sprung, i), omega_of(&equation, i), 1e-11);
  }
  forget(&fixed);
  forget(&pinned);
  forget(&sprung);
  forget(&equation);
}

static void test_lumped_mass_as_lines_is_whole(void **state)
{
  (void)state;
  solved s = {0};
  solve_proved(&s, HOLONOME_TESTS "/faults/import-lines-lumped.yaml");
  assert_close(omega_of(&s, 1), sqrt(1.5 - sqrt(1.25)), 1e-13); /* [[2, -1], [-1, 1]] and two equal masses */
  assert_close(omega_of(&s, 2), sqrt(1.5 + sqrt(1.25)), 1e-13);
  forget(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_spring_across_a_ring),
      cmocka_unit_test(test_tie_across_a_plate),
      cmocka_unit_test(test_spring_between_ports_of_an_imported_part),
      cmocka_unit_test(test_welds_and_slides_across_a_ring),
      cmocka_unit_test(test_one_point_twice_is_still_refused),
      cmocka_unit_test(test_points_on_the_rim_of_a_hub),
      cmocka_unit_test(test_lumped_mass_as_lines_is_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
