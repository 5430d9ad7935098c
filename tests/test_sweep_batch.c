/* SPDX-License-Identifier: BSD-3-Clause */
/* Points solved side by side are those of hol_solve(): random structures with random numbers, and structures chosen for
   what moves in them. */
#include "close.h"
#include "random_structure.h"
#include "reading.h"

#include "holonome/holonome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Both roads over one text. */
typedef struct roads {
  hol_sweep batch, single;
} roads;

static void take_roads(const char *text, roads *r)
{
  reading read = {0};
  assert_true(reading_of(text, &read));
  hol_status one = hol_sweep_run(&read.problem, (hol_sweep_options){0}, &r->batch, &read.faults);
  hol_status two = hol_sweep_run(&read.problem, (hol_sweep_options){.one_by_one = true}, &r->single, &read.faults);
  assert_int_equal(one, two);
  reading_clear(&read);
}

static void clear_roads(roads *r)
{
  hol_sweep_clear(&r->batch);
  hol_sweep_clear(&r->single);
}

static void check_same(const double *a, const double *b, size_t count, double rtol)
{
  for (size_t i = 0; i < count; i++) {
    assert_int_equal(isnan(a[i]), isnan(b[i]));
    if (!isnan(a[i])) {
      assert_close(a[i], b[i], rtol);
    }
  }
}

static void check_roads(const roads *r)
{
  const hol_sweep *a = &r->batch, *b = &r->single;
  assert_int_equal(b->batched, 0);
  assert_int_equal(a->points, b->points);
  assert_int_equal(a->columns, b->columns);
  for (size_t p = 0; p < a->points; p++) {
    assert_int_equal(a->status[p], b->status[p]);
  }
  check_same(a->omega, b->omega, a->points * a->columns, 1e-10);
  check_same(a->lower, b->lower, a->points * a->columns, 2e-10);
  check_same(a->upper, b->upper, a->points * a->columns, 2e-10);
  for (size_t i = 0; i < a->points * a->columns; i++) {
    assert_true(isnan(a->lower[i]) || (a->lower[i] <= a->omega[i] && a->omega[i] <= a->upper[i]));
  }
}

/** Is this a key whose number may be multiplied? */
static bool is_property(const char *word)
{
  static const char *const key[] = {
      "EI: ", "EI_y: ", "EI_z: ", "EA: ", "GJ: ", "mass: ", "line_mass: ", "stiffness: ", "E: ", "density: "};
  for (size_t i = 0; i < sizeof key / sizeof key[0]; i++) {
    size_t n = strlen(key[i]);
    if (strncmp(word, key[i], n) == 0 && word[n] >= '0' && word[n] <= '9') {
      return true;
    }
  }
  return false;
}

/** The random structure of a seed, its stiffnesses and masses multiplied by one or other of four parameters. Owned by
 * the caller. */
static char *swept_structure(uint64_t seed, bool exact)
{
  random_options options = random_options_of(seed);
  options.modes = exact ? 0 : 6;
  options.shear = options.shear && exact;
  options.loads = options.loads && exact;
  char *plain = random_structure(seed, options);
  assert_non_null(plain);
  hol_text text = {0};
  hol_text_add(&text, "parameters: {a: 1, b: 1, c: a*b^0.5, d: 1}\n");
  size_t n = 0;
  for (const char *at = plain; *at; at++) {
    bool begins = (at == plain || strchr(" {,", at[-1])) && is_property(at);
    if (strncmp(at, "  frequencies:", 14) == 0) {
      hol_text_add(&text,
                   "  sweep: {sample: {a: {uniform: [0.8, 1.25]}, b: {uniform: [0.8, 1.25]}, d: {mean: 1, "
                   "deviation: 0.05}}, count: 32, seed: %llu}\n",
                   (unsigned long long)seed);
    }
    if (!begins) {
      hol_text_put(&text, at, 1);
      continue;
    }
    size_t key = strcspn(at, " ") + 1;
    hol_text_put(&text, at, key);
    hol_text_add(&text, "%c*", "abcd"[n++ % 4]);
    at += key - 1;
  }
  free(plain);
  assert_false(text.failed);
  return text.data;
}

/** @return structures that were done in batches */
static size_t check_random(uint64_t seeds, bool exact)
{
  size_t with_batches = 0, batched = 0, points = 0;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    char *text = swept_structure(seed, exact);
    roads r;
    take_roads(text, &r);
    check_roads(&r);
    with_batches += r.batch.batched > 0;
    batched += r.batch.batched;
    points += r.batch.batched > 0 ? r.batch.points : 0;
    clear_roads(&r);
    free(text);
  }
  print_message("%zu of %zu structures in batches, %zu of their %zu points\n", with_batches, (size_t)seeds, batched,
                points);
  return with_batches;
}

static void test_batches_agree_with_single_solutions_on_random_structures(void **state)
{
  (void)state;
  assert_true(check_random(40, false) >= 5); /* others have massless members, dependent masses, large determinants */
}

static void test_exact_compliances_agree_with_single_solutions_on_random_structures(void **state)
{
  (void)state;
  assert_true(check_random(24, true) >= 8); /* others have multiple frequencies everywhere, disks that turn */
}

/** @param[in] least  share of the points that must be done side by side */
static void check_text(const char *text, double least)
{
  roads r;
  take_roads(text, &r);
  check_roads(&r);
  assert_true((double)r.batch.batched >= least * (double)r.batch.points);
  clear_roads(&r);
}

static void test_ports_that_move_along_members(void **state)
{
  (void)state;
  check_text(
      "parameters: {L: 1 m, z: 0.3, s: 200 mm, m: 1 kg}\n"
      "parts:\n"
      "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 100 N m^2, line_mass: 2 kg/m, ends: clamped-free}\n"
      "  b: {kind: beam, from: [L - 2*s, 0], to: [2*L - 2*s, 0], EI: 150 N m^2, line_mass: 3 kg/m}\n"
      "  d: {kind: body, at: [z*L, 0], mass: m, inertia: 0.01*m m^2}\n"
      "joints:\n"
      "  - {weld: [a@z, d]}\n"
      "  - {hinge: [a.end, b@(2*s) ]}\n"
      "  - {spring: b.end, freedom: rz, stiffness: 10 N m}\n"
      "freedoms: [uy, rz]\n"
      "analysis:\n"
      "  frequencies: {count: 5}\n"
      "  compliance: {modes: 8}\n"
      "  sweep: {sample: {L: {uniform: [0.9 m, 1.2 m]}, z: {uniform: [0.1, 0.9]}, s: {uniform: [0.1 m, 0.3 m]},\n"
      "                   m: {mean: 1 kg, deviation: 0.1 kg}}, count: 200, seed: 3}\n",
      0.9);
}

static void test_ports_that_move_along_exact_members(void **state)
{
  (void)state;
  check_text("parameters: {L: 1 m, z: 0.3, m: 1 kg, T: 20 N}\n"
             "parts:\n"
             "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 100 N m^2, line_mass: 2 kg/m, axial_force: T}\n"
             "  b: {kind: beam, from: [L, 0], to: [2*L, 0], EI: 150 N m^2, line_mass: 3 kg/m, kGA: 4e4 N}\n"
             "  d: {kind: body, at: [z*L, 0], mass: m, inertia: 0.01*m m^2}\n"
             "joints:\n"
             "  - {fix: a.start}\n"
             "  - {weld: [a@z, d]}\n"
             "  - {hinge: [a.end, b.start]}\n"
             "  - {pin: b@0.5}\n"
             "freedoms: [uy, rz]\n"
             "analysis:\n"
             "  frequencies: {count: 5}\n"
             "  sweep: {sample: {L: {uniform: [0.9 m, 1.2 m]}, z: {uniform: [0.1, 0.9]}, T: {uniform: [-20 N, 20 N]},\n"
             "                   m: {mean: 1 kg, deviation: 0.1 kg}}, count: 200, seed: 3}\n",
             0.9);
}

static void test_free_structures_with_rigid_body_modes(void **state)
{
  (void)state;
  check_text("parameters: {k: 10, m: 1}\n"
             "parts:\n"
             "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, EA: 50}\n"
             "  b: {kind: beam, from: [0, 0], to: [0, 1], EI: m^2, line_mass: m, EA: 80}\n"
             "  c: {kind: body, at: [1, 0], mass: 0.3*m, inertia: 0.02}\n"
             "joints:\n"
             "  - {hinge: [a.start, b.start]}\n"
             "  - {spring: [a.start, b.start], freedom: rz, stiffness: k}\n"
             "  - {weld: [a.end, c]}\n"
             "analysis:\n"
             "  frequencies: {count: 7}\n"
             "  compliance: {modes: 10}\n"
             "  sweep: {over: {k: {from: 0.01, to: 1000, points: 20, spacing: log}, m: [0.2, 0.5, 1, 2, 5]}}\n",
             0.9);
}

static void test_rotary_inertia_changes_the_modes_of_every_point(void **state)
{
  (void)state;
  check_text("parameters: {r: 0.001, L: 1}\n"
             "parts:\n"
             "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 1, line_mass: 1, rotary_inertia: r}\n"
             "  d: {kind: body, at: [L, 0], mass: 0.5}\n"
             "joints:\n"
             "  - {fix: a.start}\n"
             "  - {weld: [a.end, d]}\n"
             "analysis:\n"
             "  frequencies: {count: 4}\n"
             "  compliance: {modes: 8}\n"
             "  sweep: {sample: {r: {uniform: [1e-4, 1e-2]}, L: {uniform: [0.8, 1.2]}}, count: 100, seed: 5}\n",
             0.9);
}

/** Sections and materials, in space; masses that move as one. */
static void test_stock_that_changes_in_space(void **state)
{
  (void)state;
  check_text("parameters: {D: 40 mm, E: 200 GPa, L: 1 m}\n"
             "materials:\n"
             "  steel: {E: E, nu: 0.3, density: 7850 kg/m^3}\n"
             "sections:\n"
             "  round: {shape: circle, diameter: D}\n"
             "parts:\n"
             "  a: {kind: beam, from: [0, 0, 0], to: [0, 0, L], material: steel, section: round}\n"
             "  b: {kind: beam, from: [0, 0, L], to: [L, 0, L], material: steel, section: round}\n"
             "  c: {kind: body, at: [L, 0, L], mass: 2 kg}\n"
             "  d: {kind: body, at: [L, 0, L], mass: 1 kg}\n"
             "joints:\n"
             "  - {fix: a.start}\n"
             "  - {weld: [a.end, b.start]}\n"
             "  - {weld: [b.end, c, d]}\n"
             "analysis:\n"
             "  frequencies: {count: 5}\n"
             "  compliance: {modes: 6}\n"
             "  sweep: {sample: {D: {uniform: [30 mm, 50 mm]}, L: {uniform: [0.7 m, 1.5 m]}, E: {mean: 200 GPa,\n"
             "                   deviation: 5 GPa}}, count: 100, seed: 2}\n",
             0.5);
}

/** Where frequencies cross, or a mode has no reaction, or a number is not valid, the points go one by one. */
static void test_lanes_in_trouble_fall_back(void **state)
{
  (void)state;
  check_text("parameters: {m: 1, B: 1}\n"
             "parts:\n"
             "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: B, line_mass: 1, ends: pinned-pinned}\n"
             "  d: {kind: body, at: [0.5, 0], mass: m}\n"
             "joints:\n"
             "  - {weld: [a@0.5, d], freedoms: [uy]}\n"
             "freedoms: [uy, rz]\n"
             "analysis:\n"
             "  frequencies: {count: 4}\n"
             "  compliance: {modes: 8}\n"
             "  sweep: {sample: {m: {mean: 0.3, deviation: 0.2}, B: {uniform: [0.5, 1]}}, count: 64, seed: 4}\n",
             0);
}

static void test_expressions_with_kinks_are_done_side_by_side(void **state)
{
  (void)state;
  check_text("parameters: {x: 1, y: 1, k: \"max(x, y)\"}\n"
             "parts:\n"
             "  a: {kind: bar, from: [0, 0], to: [1, 0], EA: k, line_mass: 1}\n"
             "joints:\n"
             "  - {fix: a.start}\n"
             "analysis:\n"
             "  frequencies: {count: 2}\n"
             "  compliance: {modes: 4}\n"
             "  sweep: {over: {x: {from: 1, to: 2, points: 8}, y: {from: 0.5, to: 2, points: 8}}}\n",
             1);
}

/** Coordinates of copies, places by arc length, joints that are left out beyond the ends, a mass that jumps. */
static void test_copies_are_done_side_by_side(void **state)
{
  (void)state;
  check_text("parameters: {L: 1 m, far: 1.1 m, k: 2 N/m, m: \"L > far ? 2 : 1\"}\n"
             "parts:\n"
             "  cell:\n"
             "    repeat: {n: 3, step: [L, 0], ends: open}\n"
             "    parts:\n"
             "      a: {kind: bar, from: [0, 0], to: [L, 0], EA: 3, line_mass: m}\n"
             "      d: {kind: body, at: [L, 0], mass: 0.1*index*m}\n"
             "    joints:\n"
             "      - {weld: [a.end, d]}\n"
             "      - {weld: [d, \"cell[next].a.start\"]}\n"
             "      - {spring: \"a@(L/3)\", freedom: ux, stiffness: k}\n"
             "joints:\n"
             "  - {fix: \"cell[1].a.start\"}\n"
             "freedoms: [ux]\n"
             "analysis:\n"
             "  frequencies: {count: 3}\n"
             "  compliance: {modes: 4}\n"
             "  sweep: {over: {L: {from: 0.8 m, to: 1.3 m, points: 12}, k: {from: 1, to: 2, points: 6}}}\n",
             1);
}

/** A frame of four bays and four storeys on a foot, on springs or free; and two lengths, a section and a mass drawn at
 *  random. */
static const char frame[] = "parameters: {a: 1 m, b: 1.2 m, t: 50 mm, m: 20 kg}\n"
                            "materials: {steel: {E: 210 GPa, density: 7850 kg/m^3, nu: 0.3}}\n"
                            "sections: {bar: {shape: square, side: t}}\n"
                            "parts:\n"
                            "  load: {kind: body, at: [0, b], mass: m, inertia: 0.1}\n"
                            "  storey:\n"
                            "    repeat: {n: 4, step: [0, b], ends: open}\n"
                            "    parts:\n"
                            "      bay:\n"
                            "        repeat: {n: 4, step: [a, 0], ends: open}\n"
                            "        parts:\n"
                            "          post: {kind: beam, from: [0, 0], to: [0, b], material: steel, section: bar}\n"
                            "          beam: {kind: beam, from: [0, b], to: [a, b], material: steel, section: bar}\n"
                            "        joints:\n"
                            "          - {weld: [post.end, beam.start]}\n"
                            "          - {weld: [beam.end, bay.next.post.end]}\n"
                            "          - {weld: [post.end, \"storey[next].bay[index].post.start\"]}\n"
                            "joints:\n"
                            "  - {weld: [load, \"storey[1].bay[1].post.end\"]}\n"
                            "%s"
                            "analysis:\n"
                            "  frequencies: {count: 9}\n"
                            "  sweep: {%s}\n";

/** Lists are proved by fields of a neighbour, and are those that each structure has by itself; brackets are no
 *  wider. */
static void test_fields_of_a_neighbour(void **state)
{
  (void)state;
  static const char *const held[] = {
      "  - {fix: \"storey[1].bay[1].post.start\"}\n  - {pin: \"storey[1].bay[4].post.start\"}\n",
      "  - {spring: \"storey[1].bay[1].post.start\", freedom: uy, stiffness: 1 MN/m}\n", ""};
  static const char *const over[] = {
      "over: {a: {from: 0.8 m, to: 1.2 m, points: 40}}",
      "sample: {a: {uniform: [0.8 m, 1.2 m]}, b: {uniform: [0.9 m, 1.3 m]}, t: {uniform: [40 mm, "
      "60 mm]}, m: {uniform: [1 kg, 60 kg]}}, count: 40, seed: 3"};
  for (size_t k = 0; k < 6; k++) {
    char text[4096];
    roads r;
    snprintf(text, sizeof text, frame, held[k / 2], over[k % 2]);
    take_roads(text, &r);
    check_roads(&r);
    assert_int_equal(r.batch.batched, r.batch.points);
    for (size_t i = 0; i < r.batch.points * r.batch.columns; i++) {
      double omega = r.single.omega[i], width = r.batch.upper[i] - r.batch.lower[i];
      assert_true(r.batch.lower[i] <= r.single.upper[i]);
      assert_true(r.single.lower[i] <= r.batch.upper[i]);
      assert_true(!(omega > 0) || width < 2e-13 * omega);
    }
    clear_roads(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_batches_agree_with_single_solutions_on_random_structures),
      cmocka_unit_test(test_exact_compliances_agree_with_single_solutions_on_random_structures),
      cmocka_unit_test(test_ports_that_move_along_members),
      cmocka_unit_test(test_ports_that_move_along_exact_members),
      cmocka_unit_test(test_free_structures_with_rigid_body_modes),
      cmocka_unit_test(test_rotary_inertia_changes_the_modes_of_every_point),
      cmocka_unit_test(test_stock_that_changes_in_space),
      cmocka_unit_test(test_lanes_in_trouble_fall_back),
      cmocka_unit_test(test_expressions_with_kinks_are_done_side_by_side),
      cmocka_unit_test(test_copies_are_done_side_by_side),
      cmocka_unit_test(test_fields_of_a_neighbour),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
