/* SPDX-License-Identifier: BSD-3-Clause */
/* What is read from good files. */
#include <stdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "problem/shape.h"
#include "test_problem_kinds.h"

static const double pi = 3.14159265358979323846;

static const char shaft[] = "title: Shaft with a disk and a sprung bearing\n"
                            "source: worked by hand\n"
                            "parameters:\n"
                            "  L: 1.2 m\n"
                            "  r: 150 mm\n"
                            "materials:\n"
                            "  steel: {E: 210 GPa, density: 7850 kg/m^3, nu: 0.3}\n"
                            "sections:\n"
                            "  round40: {shape: circle, diameter: 40 mm}\n"
                            "parts:\n"
                            "  shaft: {kind: beam, from: [0, 0], to: [L, 0], material: steel, section: round40}\n"
                            "  rotor: {kind: disk, at: [0.3*L, 0], radius: r, thickness: 20 mm, material: steel}\n"
                            "joints:\n"
                            "  - {pin: shaft.start}\n"
                            "  - {weld: [shaft@0.3, rotor]}\n"
                            "  - {spring: shaft.end, direction: [0, 1], stiffness: 2 MN/m}\n"
                            "analysis:\n"
                            "  frequencies: {count: 6}\n"
                            "  compliance: exact\n"
                            "expect:\n"
                            "  - {frequencies: [35.54 Hz, 130.21 Hz], rtol: 1e-3, source: a table}\n"
                            "  - {frequencies: [7], first: 3}\n";

/** Read a file that must be good. */
static void read_good(const char *text, hol_problem *problem)
{
  hol_faults faults = {0};
  hol_status status = read_text(text, problem, &faults);
  if (status != HOL_OK) {
    fail_msg("%zu:%zu: %s", faults.count ? faults.item[0].place.line : 0,
             faults.count ? faults.item[0].place.column : 0, faults.count ? faults.item[0].message : "?");
  }
  assert_int_equal(faults.count, 0);
  hol_faults_clear(&faults);
}

/** A number of a section; NAN if it is not given. */
static double number_of(const hol_section *section, const char *key)
{
  for (size_t i = 0; i < section->of->keys; i++) {
    if (strcmp(section->of->key[i]->name, key) == 0 && section->given >> i & 1u) {
      return section->number[i];
    }
  }
  return (double)NAN;
}

static void test_shaft_is_read(void **state)
{
  hol_problem p = {0};
  (void)state;
  read_good(shaft, &p);
  assert_string_equal(p.title, "Shaft with a disk and a sprung bearing");
  assert_string_equal(p.source, "worked by hand");
  assert_int_equal(p.dimensions, 2);
  assert_int_equal(p.freedoms, 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ);
  assert_true(is_near(p.material[0].E, 210e9));
  assert_true(isnan(p.material[0].G));
  assert_string_equal(p.section[0].of->name, "circle");
  assert_true(is_near(number_of(&p.section[0], "diameter"), 0.04));
  assert_int_equal(p.part_count, 2);
  assert_true(p.part[0].is_placed);
  assert_true(p.part[0].material == &p.material[0]);
  assert_true(p.part[0].section == &p.section[0]);
  assert_true(is_near(p.part[0].value[HOL_P_LENGTH], 1.2));
  assert_true(p.part[0].given == HOL_P(LENGTH));
  assert_true(is_near(p.part[1].from[0], 0.36));
  assert_true(is_near(p.part[1].to[0], 0.36));
  assert_int_equal(p.part[1].given, HOL_P(RADIUS) | HOL_P(THICKNESS));
  assert_int_equal(p.part[1].place.line, 12);
  assert_int_equal(p.part[1].place.column, 3);
  assert_int_equal(p.part[1].place.length, 5);
  assert_true(p.analysis.exact);
  assert_true(p.analysis.frequencies == HOL_FREQUENCIES_COUNT);
  assert_true(p.analysis.count == 6);
  assert_int_equal(p.output_points, 21);
  assert_true(p.output_shapes);
  hol_problem_clear(&p);
  hol_problem_clear(&p); /* idempotent */
}

static void test_joints_are_named_by_their_words(void **state)
{
  hol_problem p = {0};
  (void)state;
  read_good(shaft, &p);
  assert_int_equal(p.joint_count, 3);
  assert_string_equal(p.joint[0].name, "pin shaft.start");
  assert_string_equal(p.joint[1].name, "weld shaft@0.3, rotor");
  assert_string_equal(p.joint[2].name, "spring shaft.end");
  assert_int_equal(p.joint[1].point_count, 2);
  assert_true(is_near(p.joint[1].point[0].xi, 0.3));
  assert_true(p.joint[1].point[1].part == 1);
  assert_true(is_near(p.joint[2].stiffness[0], 2e6));
  assert_true(p.joint[2].stiffness_count == 1);
  assert_true(p.joint[2].has_direction);
  assert_true(p.joint[2].freedom == -1);
  hol_problem_clear(&p);
}

static void test_expectations_are_in_radians_per_second(void **state)
{
  hol_problem p = {0};
  (void)state;
  read_good(shaft, &p);
  assert_int_equal(p.expect_count, 2);
  assert_true(is_near(p.expect[0].omega[1], 130.21 * 2 * pi));
  assert_true(is_near(p.expect[0].rtol, 1e-3));
  assert_int_equal(p.expect[0].first, 1);
  assert_string_equal(p.expect[0].source, "a table");
  assert_true(is_near(p.expect[1].omega[0], 7));
  assert_true(is_near(p.expect[1].rtol, 1e-9));
  assert_int_equal(p.expect[1].first, 3);
  hol_problem_clear(&p);
}

/** FIPS 180-4, of the three bytes "abc": the sum is of the bytes, whatever they say. */
static void test_sha256_is_that_of_the_bytes(void **state)
{
  hol_problem p = {0};
  hol_faults faults = {0};
  (void)state;
  assert_int_equal(read_text("abc", &p, &faults), HOL_INVALID);
  assert_string_equal(p.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  hol_faults_clear(&faults);
  hol_problem_clear(&p);
}

static void test_places_of_members_follow_their_keys(void **state)
{
  static const char text[] = "parts:\n"
                             "  a: {kind: beam, length: 2, EI: 1, line_mass: 0}\n"
                             "  b: {kind: beam, from: [1, 2], length: 3, EI: 1, line_mass: 1}\n"
                             "  c: {kind: beam, from: [0, 0], to: [3, 4], EI: 1, line_mass: 1}\n"
                             "  m: {kind: body}\n";
  hol_problem p = {0};
  (void)state;
  read_good(text, &p);
  assert_true(!p.part[0].is_placed);
  assert_true(is_near(p.part[0].to[0], 2));
  assert_true(is_near(p.part[0].value[HOL_P_LENGTH], 2));
  assert_true(p.part[1].is_placed);
  assert_true(is_near(p.part[1].to[0], 4));
  assert_true(is_near(p.part[1].to[1], 2));
  assert_true(p.part[2].is_placed);
  assert_true(is_near(p.part[2].value[HOL_P_LENGTH], 5));
  assert_true(p.part[2].given & HOL_P(LENGTH));
  assert_true(!p.part[3].is_placed);
  assert_true(p.part[0].given & HOL_P(LINE_MASS));
  hol_problem_clear(&p);
}

static void test_words_of_parts_are_read(void **state)
{
  static const char text[] = "parts:\n"
                             "  a: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI_y: 1, EI_z: 2, line_mass: 1,\n"
                             "      theory: timoshenko, ends: clamped-free, up: [0, 1, 0]}\n"
                             "  m: {kind: body, at: [1, 0, 0], mass: 2 t, inertia: [1, 2, 3 g m^2]}\n"
                             "  d: {kind: disk, axis: x, mass: 1, inertia: [1, 1, 1]}\n";
  hol_problem p = {0};
  (void)state;
  read_good(text, &p);
  assert_int_equal(p.dimensions, 3);
  assert_int_equal(p.freedoms, HOL_TRANSLATIONS | HOL_ROTATIONS);
  assert_int_equal(p.part[0].theory, HOL_THEORY_TIMOSHENKO);
  assert_true(p.part[0].has_ends);
  assert_true(p.part[0].end[0] == HOL_END_CLAMPED);
  assert_true(p.part[0].end[1] == HOL_END_FREE);
  assert_true(p.part[0].has_up);
  assert_true(is_near(p.part[0].up[1], 1));
  assert_int_equal(p.part[1].inertia_count, 3);
  assert_true(is_near(p.part[1].inertia[2], 3e-3));
  assert_true(is_near(p.part[1].value[HOL_P_MASS], 2000));
  assert_true(p.part[2].has_axis);
  assert_true(is_near(p.part[2].axis[0], 1));
  hol_problem_clear(&p);
}

static void test_sections_are_read(void **state)
{
  static const char text[] = "sections:\n"
                             "  a: {shape: rectangle, width: 1, height: 2}\n"
                             "  b: {shape: square, side: 3}\n"
                             "  c: {shape: circle, radius: 2}\n"
                             "  d: {shape: tube, diameter: 4, thickness: 1}\n"
                             "  e: {shape: tube, diameter: 4, inner_diameter: 3, kappa: 0.5}\n"
                             "  f: {shape: I, width: 4, height: 5, flange: 1, web: 0.5}\n"
                             "  g: {area: 1 cm^2, I: 2 cm^4, J: 3 cm^4}\n"
                             "parts: {m: {kind: body}}\n";
  hol_problem p = {0};
  (void)state;
  read_good(text, &p);
  assert_int_equal(p.section_count, 7);
  assert_true(is_near(number_of(&p.section[0], "width"), 1));
  assert_true(is_near(number_of(&p.section[0], "height"), 2));
  assert_true(is_near(number_of(&p.section[1], "side"), 3));
  assert_true(is_near(number_of(&p.section[2], "radius"), 2));
  assert_true(is_near(number_of(&p.section[3], "thickness"), 1));
  assert_true(is_near(number_of(&p.section[4], "inner_diameter"), 3));
  assert_true(is_near(number_of(&p.section[4], "kappa"), 0.5));
  assert_true(is_near(number_of(&p.section[5], "flange"), 1));
  assert_true(is_near(number_of(&p.section[5], "web"), 0.5));
  assert_null(p.section[6].of->name);
  assert_true(is_near(number_of(&p.section[6], "I"), 2e-8));
  assert_true(is_near(number_of(&p.section[6], "J"), 3e-8));
  hol_problem_clear(&p);
}

static void test_every_kind_of_joint_is_read(void **state)
{
  static const char text[] =
      "parts:\n"
      "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
      "  b: {kind: beam, from: [1, 0], to: [2, 0], EI: 1, line_mass: 1}\n"
      "  m: {kind: body, at: [1, 0]}\n"
      "joints:\n"
      "  - {weld: [a.end, b.start, m], freedoms: [ux, uy], name: middle}\n"
      "  - {hinge: [a.end, b.start]}\n"
      "  - {fix: a.start, freedoms: [uy]}\n"
      "  - {pin: a.start}\n"
      "  - {roller: b.end, direction: [0, 1]}\n"
      "  - {slide: [a.end, b.start], direction: x}\n"
      "  - {spring: [a.end, b.start], freedom: rz, stiffness: 3 N m/rad}\n"
      "  - {spring: m, direction: [0, 0, 1], rotation: true, stiffness: 5}\n"
      "  - {tie: [a@0.5, b@250 mm], freedom: uy}\n"
      "  - {tie: [a@0.5, b@0.25], direction: [1, 1], stiffness: 4}\n"
      "  - {constraint: {terms: [[1, a.end, uy], [-0.5 m, b@0.5, rz], [2, m, [0, 1]]], compliance: 1e-3 mm/N}}\n"
      "  - {spring: m, stiffness: [[2 N/m, 0, 1 N], [0, 3, 0], [1, 0, 4 N m]]}\n"
      "  - {pin: a.start}\n";
  static const hol_joint_kind kind[] = {HOL_WELD,       HOL_HINGE,  HOL_FIX,    HOL_PIN, HOL_ROLLER,
                                        HOL_SLIDE,      HOL_SPRING, HOL_SPRING, HOL_TIE, HOL_TIE,
                                        HOL_CONSTRAINT, HOL_SPRING, HOL_PIN};
  hol_problem p = {0};
  (void)state;
  read_good(text, &p);
  assert_int_equal(p.joint_count, 13);
  for (size_t i = 0; i < 13; i++) {
    assert_int_equal(p.joint[i].kind, kind[i]);
  }
  assert_string_equal(p.joint[0].name, "middle");
  assert_true(p.joint[0].has_freedoms);
  assert_true(p.joint[0].freedoms == (1u << HOL_UX | 1u << HOL_UY));
  assert_true(p.joint[5].has_direction);
  assert_true(is_near(p.joint[5].direction[0], 1));
  assert_true(p.joint[6].freedom == HOL_RZ);
  assert_true(is_near(p.joint[6].stiffness[0], 3));
  assert_string_equal(p.joint[6].name, "spring a.end, b.start rz");
  assert_true(p.joint[7].rotation);
  assert_true(is_near(p.joint[7].direction[2], 1));
  assert_true(is_near(p.joint[8].point[1].xi, 0.25));
  assert_true(p.joint[8].stiffness_count == 0);
  assert_true(is_near(p.joint[9].stiffness[0], 4));
  assert_int_equal(p.joint[10].term_count, 3);
  assert_true(is_near(p.joint[10].compliance, 1e-6));
  assert_true(is_near(p.joint[10].term[1].coefficient, -0.5));
  assert_true(p.joint[10].term[1].freedom == HOL_RZ);
  assert_true(p.joint[10].term[2].freedom == -1);
  assert_true(p.joint[11].stiffness_count == 9);
  assert_true(is_near(p.joint[11].stiffness[2], 1));
  assert_string_equal(p.joint[12].name, "pin a.start (2)");
  hol_problem_clear(&p);
}

static void test_space_follows_coordinates_then_freedoms(void **state)
{
  static const struct {
    const char *text;
    size_t dimensions;
    hol_freedoms freedoms;
  } row[] = {
      {"parts: {a: {kind: bar, length: 1, EA: 1, line_mass: 1}}\n", 2, 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ},
      {"freedoms: [rx]\nparts: {a: {kind: body, inertia: [1, 0, 0]}}\n", 3, 1u << HOL_RX},
      {"freedoms: [uz, rx, ry]\nparts: {a: {kind: body, at: [0, 0]}}\n", 2, 1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY},
      {"freedoms: [ux]\nparts: {a: {kind: body, at: [0, 0, 0]}}\n", 3, 1u << HOL_UX},
  };
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_problem p = {0};
    read_good(row[i].text, &p);
    assert_int_equal(p.dimensions, row[i].dimensions);
    assert_int_equal(p.freedoms, row[i].freedoms);
    hol_problem_clear(&p);
  }
}

static void test_analyses_are_read(void **state)
{
  static const struct {
    const char *text;
    hol_analysis analysis;
  } row[] = {
      {"frequencies: {below: 2 Hz}, compliance: {modes: 6}",
       {.frequencies = HOL_FREQUENCIES_BELOW, .to = 4 * 3.14159265358979323846, .modes = 6, .order = 1}},
      {"frequencies: {from: 1 rad/s, to: 2 rad/s}, compliance: {modes: 6, order: 2}",
       {.frequencies = HOL_FREQUENCIES_RANGE, .from = 1, .to = 2, .modes = 6, .order = 2}},
      {"frequencies: {count: 3}, compliance: {tolerance: 1e-6}",
       {.frequencies = HOL_FREQUENCIES_COUNT, .count = 3, .tolerance = 1e-6, .order = 1}},
      {"frequencies: {count: 3}", {.frequencies = HOL_FREQUENCIES_COUNT, .count = 3, .exact = true, .order = 1}},
  };
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    char text[200] = "parts: {a: {kind: body}}\noutput: {points: 5, shapes: none}\nanalysis: {";
    const hol_analysis *wanted = &row[i].analysis;
    hol_problem p = {0};
    strcat(strcat(text, row[i].text), "}\n");
    read_good(text, &p);
    assert_int_equal(p.analysis.frequencies, wanted->frequencies);
    assert_true(is_near(p.analysis.from, wanted->from));
    assert_true(is_near(p.analysis.to, wanted->to));
    assert_true(p.analysis.count == wanted->count);
    assert_true(p.analysis.modes == wanted->modes);
    assert_true(p.analysis.order == wanted->order);
    assert_true(p.analysis.exact == wanted->exact);
    assert_true(is_near(p.analysis.tolerance, wanted->tolerance));
    assert_int_equal(p.output_points, 5);
    assert_false(p.output_shapes);
    hol_problem_clear(&p);
  }
}

static void test_texts_may_be_quoted_or_blocks(void **state)
{
  static const char text[] = "title: |\n"
                             "  Two lines:\n"
                             "    the second\n"
                             "\n"
                             "source: >-\n"
                             "  folded\n"
                             "  into one\n"
                             "parts: {\"a\": {kind: 'body', mass: \"2 kg\"}}\r\n";
  hol_problem p = {0};
  (void)state;
  read_good(text, &p);
  assert_string_equal(p.title, "Two lines:\n  the second");
  assert_string_equal(p.source, "folded into one");
  assert_true(is_near(p.part[0].value[HOL_P_MASS], 2));
  hol_problem_clear(&p);
}

static void test_byte_order_mark_is_passed_over(void **state)
{
  hol_problem p = {0};
  (void)state;
  read_good("\xEF\xBB\xBFparts: {a: {kind: body}}\n", &p);
  assert_int_equal(p.part_count, 1);
  hol_problem_clear(&p);
}

/** Remarks on a good file, a line each. */
static void check_remarks(const char *text, const char *expected)
{
  hol_problem problem = {0};
  hol_faults faults = {0};
  char said[2000] = "";
  assert_int_equal(read_text(text, &problem, &faults), HOL_OK);
  for (size_t i = 0; i < faults.count; i++) {
    assert_false(faults.item[i].is_error);
    strcat(strcat(said, faults.item[i].message), "\n");
  }
  assert_string_equal(said, expected);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

static void test_units_left_out_are_remarked_on(void **state)
{
  (void)state;
  check_remarks("parts: {a: {kind: beam, from: [0, 0], to: [1000, 500], EI: 1e9, line_mass: 3}}\n", "");
  check_remarks(
      "parameters: {L: 1000}\nparts:\n  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 10 N m^2, line_mass: 1 kg/m}\n"
      "  b: {kind: body, at: [0, 2 m], mass: 2 kg, inertia: 1 kg m^2}\n",
      "without a unit `L` is read as 1000 m\n");
  check_remarks("materials: {s: {E: 210e3, density: 7.85 kg/m^3}, t: {E: 210 GPa, density: 78500 kg/m^3}}\n"
                "sections: {q: {shape: rectangle, width: 2 cm, height: 3 cm}}\n"
                "parts: {a: {kind: beam, length: 1 m, material: s, section: q}}\n",
                "`s` is softer than rubber: E = 210000 N/m^2\nwithout a unit `210e3` is read as 210000 N/m^2\n"
                "`t` has a density of 78500 kg/m^3, which no solid has\n");
  check_remarks("materials: {s: {E: 0.01, density: 0.1}}\nsections: {q: {shape: square, side: 2}}\n"
                "parts: {a: {kind: beam, length: 1, material: s, section: q}}\n",
                "");
  check_remarks("parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\nanalysis: {frequencies: {below: 100}}\n",
                "a frequency without a unit is in rad/s: 100 rad/s, which is 15.9155 Hz\n");
  check_remarks("parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\nanalysis: {frequencies: {below: 100 Hz}}\n",
                "");
}

/** A unit may stand before a factor in brackets. */
static void test_unit_stands_before_a_factor(void **state)
{
  static const char form[] =
      "parameters: {k: 0.25}\nsections: {q: {shape: circle, diameter: %s}}\n"
      "materials: {s: {E: 1, density: 1}}\nparts: {a: {kind: beam, length: 1, material: s, section: q}}\n";
  static const char *const same[] = {"60 mm*(1 - k)", "60 mm * (1 - k)", "60*(1 - k) mm", "6 cm*(1 - k)",
                                     "(50 + 10) mm*(1 - k)"};
  (void)state;
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    char text[400];
    hol_problem problem = {0};
    hol_faults faults = {0};
    (void)snprintf(text, sizeof text, form, same[i]);
    assert_int_equal(read_text(text, &problem, &faults), HOL_OK);
    const hol_section *section = &problem.section[0];
    size_t key = 0;
    while (!(section->given >> key & 1)) {
      key++;
    }
    assert_true(fabs(section->number[key] - 0.045) < 1e-16);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shaft_is_read),
      cmocka_unit_test(test_joints_are_named_by_their_words),
      cmocka_unit_test(test_expectations_are_in_radians_per_second),
      cmocka_unit_test(test_sha256_is_that_of_the_bytes),
      cmocka_unit_test(test_places_of_members_follow_their_keys),
      cmocka_unit_test(test_words_of_parts_are_read),
      cmocka_unit_test(test_sections_are_read),
      cmocka_unit_test(test_every_kind_of_joint_is_read),
      cmocka_unit_test(test_space_follows_coordinates_then_freedoms),
      cmocka_unit_test(test_analyses_are_read),
      cmocka_unit_test(test_texts_may_be_quoted_or_blocks),
      cmocka_unit_test(test_units_left_out_are_remarked_on),
      cmocka_unit_test(test_unit_stands_before_a_factor),
      cmocka_unit_test(test_byte_order_mark_is_passed_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
