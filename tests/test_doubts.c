/* SPDX-License-Identifier: BSD-3-Clause */
/* What is legal and probably not meant is remarked on; what clamps slopes without saying so is refused. */
#include "close.h"
#include "holonome/solve.h"
#include "holonome/text.h"

#include <string.h>

/** All remarks on a problem, one a line; its faults where it has some. */
static hol_text remarks(const char *text)
{
  hol_problem problem = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  hol_text said = {0};
  hol_text_add(&said, "%s", "");
  hol_status status = hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults);
  if (status == HOL_OK) {
    status = hol_solve(&problem, (hol_solve_options){0}, &result, &faults);
  }
  for (size_t i = 0; i < faults.count; i++) {
    hol_text_add(&said, "error: %s\n", faults.item[i].message);
  }
  for (size_t i = 0; status == HOL_OK && i < result.note_count; i++) {
    hol_text_add(&said, "%s\n", result.note[i]);
  }
  hol_result_clear(&result);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
  return said;
}

/** Two beams in line and a mass that has no inertia. */
#define BEAMS_IN_SPACE                                                                                                 \
  "parts:\n  a: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EI: 1, GJ: 1, EA: 1, line_mass: 1, polar_inertia: 1}\n"   \
  "  b: {kind: beam, from: [1, 0, 0], to: [2, 0, 0], EI: 1, GJ: 1, EA: 1, line_mass: 1, polar_inertia: 1}\n"           \
  "  m: {kind: body, at: [2, 0, 0], mass: 1}\n"

#define TWO_BODIES                                                                                                     \
  "parts:\n  a: {kind: body, at: [0, 0], mass: 1, inertia: 1}\n  b: {kind: body, at: [1, 0], mass: 1, inertia: 1}\n"

static void test_what_is_probably_not_meant_is_said(void **state)
{
  (void)state;
  static const struct {
    const char *text, *said;
  } row[] = {
      {"parts:\n  a: {kind: beam, length: 1, EI: 1, line_mass: 1}\n  b: {kind: beam, from: [1, 0], to: [2, 0], EI: 1, "
       "line_mass: 1}\n"
       "joints: [{weld: [a.end, b.start]}]\n",
       ""},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
       "  b: {kind: beam, from: [1, 0], to: [2, 0], EI: 1, line_mass: 1}\n  m: {kind: body, at: [2, 0], mass: 1, "
       "inertia: 1}\n"
       "joints: [{fix: a.start}, {weld: [b.end, m]}]\n",
       "no joint connects these 2 pieces: {a}, {b, m}\nno joint connects ends that meet: a.end and b.start at (1, 0) "
       "m\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [2, 0], EI: 1, line_mass: 1}\n  m: {kind: body, at: [0.5, 0], "
       "mass: 1, "
       "inertia: 1}\njoints: [{fix: a.start}, {weld: [a@0.5, m]}]\n",
       "weld a@0.5, m: a@0.5 is 1 m along a, but m lies on it 0.5 m along: a rigid arm of 0.5 m joins them; `a@0.5 m` "
       "is the point there\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n  b: {kind: beam, from: [1, 0], to: "
       "[1, 2], EI: 1, line_mass: 1}\njoints: [{fix: a.start}, {weld: [a.end, b.end]}]\n",
       "no joint connects ends that meet: a.end and b.start at (1, 0) m\nweld a.end, b.end: b.end is 2 m along b, but "
       "a.end lies on it 0 m along: a rigid arm of 2 m joins them; `b.start` is the point there\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n  m: {kind: body, at: [1, 0.3], "
       "mass: "
       "1, inertia: 1}\njoints: [{fix: a.start}, {weld: [a.end, m]}]\n",
       "weld a.end, m joins points that are 0.3 m apart by a rigid arm; an `offset` at a point says that it is "
       "meant\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n  m: {kind: body, at: [1, 0.3], "
       "mass: "
       "1, inertia: 1}\njoints: [{fix: a.start}, {weld: [{point: a.end, offset: [0, 0.3]}, m]}]\n",
       ""},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n  b: {kind: beam, from: [1, 0], to: "
       "[2, 0], EI: 1, line_mass: 1}\njoints: [{fix: a.end}, {fix: b.start}]\n",
       "no joint connects these 2 pieces: {a}, {b}\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
       "joints: [{pin: a@0.3}, {pin: a@0.3000000004}, {pin: a@0.1}, {spring: a@(0.2/2), freedom: uy, stiffness: 1}]\n",
       "two points of a, at xi = 0.3 (pin a@0.3) and 0.3000000004 (pin a@0.3000000004), are closer than 1e-9 of its "
       "length "
       "and count as one\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n  b: {kind: beam, from: [0, 1], to: "
       "[1, 1], "
       "EI: 1, line_mass: 1}\n"
       "joints: [{constraint: {terms: [[1, a.end, uy], [1e-12, b.end, uy]]}}]\n",
       "constraint a.end, b.end: its term 2, 1e-12 times b, is below 1e-11 of the largest and counts as rounding: "
       "ignored\n"},
      {"parts:\n  c:\n    repeat: {n: 9, step: [1, 0]}\n    parts: {m: {kind: body, at: [0, 0], mass: 1, inertia: "
       "1}}\n",
       "no joint connects these 9 pieces: {c[1].m}, {c[2].m}, {c[3].m}, {c[4].m} and 5 more\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n  m: {kind: body, at: [500, 0], "
       "mass: 1, inertia: 1}\n"
       "joints: [{fix: a.start}, {weld: [a.end, m]}]\n",
       "weld a.end, m holds points together that are 499 m apart, farther than any part is long (1 m): bare numbers "
       "are metres\n"},
      {"parts:\n  a: {kind: beam, from: [0, 0], to: [3, 0], EI: 1, line_mass: 1}\n  m: {kind: body, mass: 1, inertia: "
       "1}\n"
       "joints: [{spring: [m, a@0.25], freedom: ux, stiffness: 1}, {weld: [a.end, m]}, {pin: a.start}]\n",
       "placed by joints: m at (0.75, 0) m\nweld a.end, m: a.end is 3 m along a, but m lies on it 0.75 m along: a "
       "rigid "
       "arm of 2.25 m joins them; `a@0.75 m` is the point there\n"},
      {TWO_BODIES "joints: [{spring: [a, b], freedom: uy, stiffness: 1}, {spring: [a, b], freedom: ux, stiffness: 1}, "
                  "{spring: [a, b], freedom: rz, stiffness: 1}]\n",
       "between points apart, turning the whole strains this; a `bushing` does not: spring a, b uy\n"},
      {TWO_BODIES "joints: [{tie: [a, b], direction: [1, 1]}, {dashpot: [a, b], direction: [0, 1], damping: 1}]\n",
       "between points apart, turning the whole strains these; a `weld` with `freedoms` does not: tie a, b; dashpot a, "
       "b\nnatural frequencies and modes are undamped\n"},
      {TWO_BODIES "joints: [{fix: a}, {fix: b}, {tie: [a, b], freedom: uy}]\n", ""},
      {"freedoms: [ux, uy]\n" TWO_BODIES "joints: [{tie: [a, b], freedom: uy}]\n", ""},
      {"parts:\n  a: {kind: body, at: [0, 0], mass: 1}\n  b: {kind: body, at: [9, 0], mass: 1, inertia: 1}\n"
       "joints: [{pin: a}, {weld: [a, b], freedoms: [ux, uy]}]\n",
       "weld a, b: nothing but this weld moves rz of `a`, so that it holds one displacement less than it names\n"},
      {"materials: {s: {E: 1, density: 1}}\nsections: {r: {shape: square, side: 30}}\n"
       "parts: {a: {kind: beam, length: 1, material: s, section: r}}\n",
       "thicker than long: a; a length without unit is in metres\n"},
      {"materials: {s: {E: 1, density: 1, nu: 0.3}}\nsections: {r: {shape: square, side: 0.5}}\n"
       "parts:\n  a: {kind: beam, from: [0, 0], to: [1, 0], material: s, section: r}\n"
       "  b: {kind: beam, from: [1, 0], to: [2, 0], material: s, section: r, theory: timoshenko}\njoints: [{weld: "
       "[a.end, b.start]}]\n",
       "less than 10 radii of gyration long: a; with `theory: timoshenko` their frequencies would be lower\n"},
      {BEAMS_IN_SPACE "joints: [{hinge: [a.end, b.start]}, {hinge: [a.start, b.end, m]}]\n",
       "error: hinge joins points that are 2 m apart: a.start and b.end\nerror: hinge joins points that are 2 m apart: "
       "a.start and m\n"},
      {BEAMS_IN_SPACE "joints: [{hinge: [a.end, b.start]}, {hinge: [b.end, m]}]\n",
       "without an `axis` a hinge in space turns about every axis: hinge a.end, b.start; `ball` in place of `hinge` "
       "says "
       "that this is meant\nfreedoms ignored because nothing gives them mass or stiffness: m rx, m ry, m rz\n"},
      {BEAMS_IN_SPACE "joints: [{ball: [a.end, b.start]}, {hinge: [b.end, m], axis: [1, 0, 0]}]\n",
       "freedoms ignored because nothing gives them mass or stiffness: m rx\n"},
      {"parts: {d: {kind: shaft, length: 1, GJ: 1, polar_inertia: 1}}\n",
       "no motion in `freedoms` moves d: ignored\nnothing that can move has mass: there are no frequencies\n"},
      {"freedoms: [uy]\nparts: {a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}}\n",
       "error: beam `a` bends, but none of the freedoms lets its ends turn\n"},
      {"freedoms: [uy]\nparts: {a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, ends: guided-guided}}\n",
       ""},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    hol_text said = remarks(row[i].text);
    assert_string_equal(said.data, row[i].said);
    hol_text_clear(&said);
  }
}

/** Without `analysis` the ten lowest are found: those of a free beam, three of them rigid-body modes. */
static void test_ten_frequencies_are_found_by_default(void **state)
{
  (void)state;
  static const char text[] = "parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n";
  hol_problem problem = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_int_equal(hol_solve(&problem, (hol_solve_options){0}, &result, &faults), HOL_OK);
  assert_int_equal(result.mode_count, 10);
  assert_near(result.mode[3].omega, 22.373285448061272, 1e-12);
  hol_result_clear(&result);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_probably_not_meant_is_said),
      cmocka_unit_test(test_ten_frequencies_are_found_by_default),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
