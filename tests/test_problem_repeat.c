/* SPDX-License-Identifier: BSD-3-Clause */
/* Repeated groups. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem/kind.h"
#include "test_problem_kinds.h"

static const char chain[] = "parameters: {n: 4, L: 0.2 m}\n"
                            "parts:\n"
                            "  wall: {kind: body, at: [0, 0]}\n"
                            "  cell:\n"
                            "    repeat: {n: n, step: [L, 0], ends: open}\n"
                            "    parts:\n"
                            "      beam: {kind: beam, from: [0, 0], to: [L, 0], EI: 3*index, line_mass: 1}\n"
                            "      mass: {kind: body, at: [L, 0], mass: 2 kg}\n"
                            "    joints:\n"
                            "      - {weld: [beam.end, mass]}\n"
                            "      - {weld: [mass, cell.next.beam.start], name: link}\n"
                            "      - {spring: [mass, \"cell[index+2].mass\"], freedom: uy, stiffness: 3}\n"
                            "joints:\n"
                            "  - {pin: cell.first.beam.start}\n"
                            "  - pin: cell[last].beam.end\n"
                            "  - {weld: [wall, \"cell[n-1].beam@0.5\"]}\n";

static hol_problem read_good(const char *text)
{
  hol_problem problem = {0};
  hol_faults faults = {0};
  if (read_text(text, &problem, &faults) != HOL_OK) {
    fail_msg("%zu:%zu: %s", faults.item[0].place.line, faults.item[0].place.column, faults.item[0].message);
  }
  hol_faults_clear(&faults);
  return problem;
}

static void test_copies_are_numbered_from_one_and_shifted(void **state)
{
  hol_problem p = read_good(chain);
  (void)state;
  assert_int_equal(p.part_count, 9);
  assert_string_equal(p.part[1].name, "cell[1].beam");
  assert_string_equal(p.part[8].name, "cell[4].mass");
  assert_true(is_near(p.part[5].from[0], 0.4));
  assert_true(is_near(p.part[5].to[0], 0.4 + 0.2));
  assert_true(is_near(p.part[7].value[HOL_P_EI], 12));
  hol_problem_clear(&p);
}

/** What a copy has stands where it is written, once for all of them. */
static void test_copies_stand_where_they_are_written(void **state)
{
  static const char nested[] = "parts:\n"
                               "  row:\n"
                               "    repeat: {n: 3, step: [0, 5], ends: open}\n"
                               "    parts:\n"
                               "      cell:\n"
                               "        repeat: {n: 4, step: [1, 0], ends: open}\n"
                               "        parts:\n"
                               "          a: {kind: beam, from: [0, 0], to: [1, 0], EI: 3*index, line_mass: 1}\n"
                               "          b: {kind: beam, from: [0, 1], to: [1, 1], line_mass: 2, EI: 4}\n"
                               "      end: {kind: beam, from: [9, 0], to: [9, 1], EI: 5, line_mass: 1}\n"
                               "  other: {kind: beam, from: [0, 9], to: [1, 9], EI: 6, line_mass: 1}\n";
  hol_problem p = read_good(nested);
  (void)state;
  assert_int_equal(p.part_count, 3 * (4 * 2 + 1) + 1);
  for (size_t i = 0; i < p.part_count; i++) {
    bool is_other = i == 27, is_end = i % 9 == 8, is_b = i % 9 % 2;
    size_t line = is_other ? 11 : is_end ? 10 : is_b ? 9 : 8, column = is_other ? 53 : is_end ? 55 : is_b ? 71 : 57;
    const hol_place EI = hol_place_of_property(&p.part[i], HOL_P_EI);
    assert_int_equal(EI.line, line);
    assert_int_equal(EI.column, column);
    assert_int_equal(EI.length, is_other || is_end || is_b ? 1 : 7);
    assert_int_equal(hol_place_of_property(&p.part[i], HOL_P_EA).line, 0);
    assert_ptr_equal(p.part[i].places, p.part[is_other ? 27 : is_end ? 8 : is_b ? 1 : 0].places);
  }
  hol_problem_clear(&p);
}

static void test_joints_beyond_open_ends_are_left_out(void **state)
{
  static const char *const name[] = {"weld cell[1].beam.end, cell[1].mass",
                                     "cell[1].link",
                                     "spring cell[1].mass, cell[3].mass uy",
                                     "weld cell[2].beam.end, cell[2].mass",
                                     "cell[2].link",
                                     "spring cell[2].mass, cell[4].mass uy",
                                     "weld cell[3].beam.end, cell[3].mass",
                                     "cell[3].link",
                                     "weld cell[4].beam.end, cell[4].mass",
                                     "pin cell[1].beam.start",
                                     "pin cell[4].beam.end",
                                     "weld wall, cell[3].beam@0.5"};
  hol_problem p = read_good(chain);
  (void)state;
  assert_int_equal(p.joint_count, sizeof name / sizeof name[0]);
  for (size_t i = 0; i < p.joint_count; i++) {
    assert_string_equal(p.joint[i].name, name[i]);
  }
  hol_problem_clear(&p);
}

static void test_closed_ends_make_a_ring(void **state)
{
  hol_problem p = read_good("freedoms: [ux]\n"
                            "parts:\n"
                            "  ring:\n"
                            "    repeat: {n: 3, ends: closed}\n"
                            "    parts: {m: {kind: body, mass: index}}\n"
                            "    joints:\n"
                            "      - {spring: [m, ring.next.m], freedom: ux, stiffness: 1}\n"
                            "      - {tie: [m, ring.previous.m], freedom: ux}\n");
  (void)state;
  assert_int_equal(p.joint_count, 6);
  assert_string_equal(p.joint[1].name, "tie ring[1].m, ring[3].m ux");
  assert_string_equal(p.joint[4].name, "spring ring[3].m, ring[1].m ux");
  assert_true(is_near(p.part[2].value[HOL_P_MASS], 3));
  hol_problem_clear(&p);
}

static void test_groups_may_stand_in_groups(void **state)
{
  hol_problem p = read_good("parts:\n"
                            "  row:\n"
                            "    repeat: {n: 2, step: [0, 1], ends: open}\n"
                            "    parts:\n"
                            "      post: {kind: body, at: [0, 0]}\n"
                            "      cell:\n"
                            "        repeat: {n: 3, step: [1, 0], ends: open}\n"
                            "        parts: {m: {kind: body, at: [0, 0], mass: 1}}\n"
                            "        joints:\n"
                            "          - {weld: [m, cell.next.m]}\n"
                            "          - {weld: [m, post]}\n"
                            "          - {weld: [m, row.next.post]}\n"
                            "    joints:\n"
                            "      - {weld: [cell.last.m, row.next.cell.first.m]}\n");
  (void)state;
  assert_int_equal(p.part_count, 8);
  assert_string_equal(p.part[7].name, "row[2].cell[3].m");
  assert_true(is_near(p.part[7].from[0], 2));
  assert_true(is_near(p.part[7].from[1], 1));
  assert_int_equal(p.joint_count, 1 + 2 * 2 + 6 + 3);
  assert_string_equal(p.joint[0].name, "weld row[1].cell[3].m, row[2].cell[1].m");
  hol_problem_clear(&p);
}

static void test_hundred_thousand_copies_are_read(void **state)
{
  hol_problem p = read_good("parts:\n"
                            "  cell:\n"
                            "    repeat: {n: 100000, step: [1, 0], ends: open}\n"
                            "    parts: {m: {kind: body, at: [0, 0], mass: 1}}\n"
                            "    joints: [{weld: [m, cell.next.m]}]\n");
  (void)state;
  assert_int_equal(p.part_count, 100000);
  assert_int_equal(p.joint_count, 99999);
  hol_problem_clear(&p);
}

static void test_explosions_are_refused(void **state)
{
  static const char *const text[] = {
      "parts: {a: {repeat: {n: 1e7}, parts: {m: {kind: body}}}}\n",
      "parts: {a: {repeat: {n: 600000}, parts: {m: {kind: body}, k: {kind: body}}}}\n",
      "parts: {a: {repeat: {n: 1000}, parts: {b: {repeat: {n: 1000}, parts: {c: {repeat: {n: 1000}, parts: {}}}}}}}\n"};
  static const char *const message[] = {"`n` must be a whole number from 1 to 1000000",
                                        "more than 1000000 parts in the file", "more than 1000000 copies in the file"};
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    hol_problem p = {0};
    hol_faults faults = {0};
    assert_int_equal(read_text(text[i], &p, &faults), HOL_INVALID);
    assert_int_equal(faults.count, 1);
    assert_int_equal(strncmp(faults.item[0].message, message[i], strlen(message[i])), 0);
    hol_faults_clear(&faults);
    hol_problem_clear(&p);
  }
}

/** A fault in a group is told once, with the first copy that has it. */
static void test_faults_in_groups_are_told_once(void **state)
{
  hol_problem p = {0};
  hol_faults faults = {0};
  (void)state;
  assert_int_equal(read_text("parts:\n"
                             "  cell:\n"
                             "    repeat: {n: 50, step: [1, 0]}\n"
                             "    parts: {m: {kind: body, mass: 30 - index, inertia: -1}}\n",
                             &p, &faults),
                   HOL_INVALID);
  assert_int_equal(faults.count, 2);
  assert_string_equal(faults.item[0].message, "mass must not be negative (in cell[31])");
  assert_string_equal(faults.item[1].message, "inertia must not be negative");
  hol_faults_clear(&faults);
  hol_problem_clear(&p);
}

/** Of a weld of several points those beyond the ends are left out; two must remain, and a spring keeps both its
 *  ends. */
static void test_points_beyond_open_ends_are_left_out(void **state)
{
  (void)state;
  static const char storeys[] = "parts:\n"
                                "  storey:\n"
                                "    repeat: {n: 3, step: [0, 1], ends: open}\n"
                                "    parts:\n"
                                "      column: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, line_mass: 1}\n"
                                "      girder: {kind: beam, from: [0, 1], to: [1, 1], EI: 1, line_mass: 1}\n"
                                "    joints:\n"
                                "      - {weld: [storey.next.column.start, column.end, girder.start]}\n"
                                "      - {weld: [girder.end, storey.previous.girder.end]}\n"
                                "      - {spring: [column.end, storey.next.column.end], freedom: uy, stiffness: 3}\n";
  hol_problem problem = read_good(storeys);
  assert_int_equal(problem.joint_count, 7); /* three welds of columns, two of girders, two springs */
  size_t points[4] = {0};
  for (size_t j = 0; j < problem.joint_count; j++) {
    assert_true(problem.joint[j].point_count < 4);
    points[problem.joint[j].point_count]++;
  }
  assert_int_equal(points[3], 2);
  assert_int_equal(points[2], 5);
  const hol_joint *last = &problem.joint[5];
  assert_string_equal(last->name, "weld storey[3].column.end, storey[3].girder.start");
  hol_problem_clear(&problem);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copies_are_numbered_from_one_and_shifted),
      cmocka_unit_test(test_copies_stand_where_they_are_written),
      cmocka_unit_test(test_joints_beyond_open_ends_are_left_out),
      cmocka_unit_test(test_points_beyond_open_ends_are_left_out),
      cmocka_unit_test(test_closed_ends_make_a_ring),
      cmocka_unit_test(test_groups_may_stand_in_groups),
      cmocka_unit_test(test_hundred_thousand_copies_are_read),
      cmocka_unit_test(test_explosions_are_refused),
      cmocka_unit_test(test_faults_in_groups_are_told_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
