/* SPDX-License-Identifier: BSD-3-Clause */
/* Bars whose ends move sideways: their mass goes with them. Against truss finite elements, each bar refined on its
   straight line (support/fe.h), beams that hardly bend, closed forms, and shapes whose kinetic energy is integrated. */
#include "solved.h"

#include "dice.h"
#include "fe.h"
#include "sensitivity_referee.h"

#include "holonome/holonome.h"

#include <stdio.h>
#include <string.h>

#define TWO_BARS                                                                                                       \
  "  h: {kind: bar, from: [0, 0], to: [1, 0], EA: 1e6, line_mass: 1}\n"                                                \
  "  v: {kind: bar, from: [1, 1], to: [1, 0], EA: 1e6, line_mass: 1.5}\n"
#define THREE "analysis: {frequencies: {count: 3}}\n"
#define FOUR "analysis: {frequencies: {count: 4}}\n"

static void solve(const char *text, solved *s)
{
  *s = (solved){0};
  assert_int_equal(solve_text(s, "%s", text), HOL_OK);
  assert_true(s->result.complete);
}

/** Does a note speak of sideways motions, and name these bars alone? NULL: no note does. */
static void assert_note(const solved *s, const char *bars)
{
  static const char head[] = "sideways motions of a single bar are ignored: ";
  const char *found = NULL;
  for (size_t i = 0; i < s->result.note_count; i++) {
    found = strncmp(s->result.note[i], head, sizeof head - 1) == 0 ? s->result.note[i] + sizeof head - 1 : found;
  }
  assert_true((found != NULL) == (bars != NULL));
  if (bars) {
    assert_string_equal(found, bars);
  }
}

/** Frequencies, zero ones included, are those of finite elements. */
static void meets_elements(const solved *s, double rtol)
{
  const hol_result *result = &s->result;
  fe_answer answer = {0};
  fe_status status = fe_solve(&s->reading.problem, s->reading.kind, s->reading.kinds, result->mode_count, &answer);
  if (status != FE_OK) {
    print_error("%s\n", answer.message);
  }
  assert_int_equal(status, FE_OK);
  assert_true(answer.count >= result->mode_count);
  for (size_t i = 0; i < result->mode_count; i++) {
    assert_within(result->mode[i].omega, answer.omega[i], rtol, answer.error[i]);
  }
  fe_clear(&answer);
}

/** ∫ m |u|² of a bar over its sampled shape, by Simpson's rule: its part of a unit modal mass. */
static double moving(const hol_shape *shape, double line_mass)
{
  double sum = 0;
  for (size_t i = 0; i < shape->points; i++) {
    double weight = i == 0 || i + 1 == shape->points ? 1 : i % 2 ? 4 : 2;
    for (size_t f = HOL_UX; f <= HOL_UZ; f++) {
      double u = shape->value[f] ? shape->value[f][i] : 0;
      sum += weight * line_mass * u * u;
    }
  }
  return sum * shape->s[shape->points - 1] / 3 / (double)(shape->points - 1);
}

/** The shapes of bars have the energies that are told, and all energies are one. */
static void energies_are_of_shapes(const solved *s)
{
  for (size_t i = 0; i < s->result.mode_count; i++) {
    const hol_mode *mode = &s->result.mode[i];
    double sum = 0;
    for (size_t part = 0; part < s->reading.problem.part_count; part++) {
      const hol_part *p = &s->reading.problem.part[part];
      sum += mode->energy[part];
      if (p->given & HOL_P(LINE_MASS)) {
        assert_near(moving(&mode->shape[part], p->value[HOL_P_LINE_MASS]), mode->energy[part], 2e-7);
      }
    }
    assert_near(sum, 1, 1e-12);
  }
}

/** By three component modes of each bar: the bounds must hold the frequencies that are exact. */
static void bounds_hold(const char *text, const solved *exact)
{
  static const char asked[] = "analysis: {";
  const char *at = strstr(text, asked);
  solved s = {0};
  assert_non_null(at);
  hol_status status =
      solve_text(&s, "%.*s%scompliance: {modes: 3}, %s", (int)(at - text), text, asked, at + sizeof asked - 1);
  assert_true(status == HOL_OK || status == HOL_INCOMPLETE);
  assert_true(s.result.mode_count >= exact->result.mode_count);
  for (size_t i = 0; i < exact->result.mode_count; i++) {
    double omega = exact->result.mode[i].omega;
    assert_true(!(s.result.mode[i].lower > omega * (1 + 1e-11) + 1e-6));
    assert_true(s.result.mode[i].upper >= omega * (1 - 1e-11) - 1e-6);
  }
  forget(&s);
}

/** Everything at once. @param[in] noted  bars that the note names; NULL: there is none */
static void check(const char *text, double rtol, const char *noted)
{
  solved s;
  solve(text, &s);
  meets_elements(&s, rtol);
  assert_note(&s, noted);
  energies_are_of_shapes(&s);
  bounds_hold(text, &s);
  forget(&s);
}

static void test_two_bars_are_beams_that_hardly_bend(void **state)
{
  static const char text[] = "parts:\n"
                             "  h: {kind: %s, from: [0, 0], to: [1, 0], EA: 1e6, line_mass: 1}\n"
                             "  v: {kind: %s, from: [1, 1], to: [1, 0], EA: 1e6, line_mass: 1}\n"
                             "joints: [{pin: h.start}, {pin: v.start}, {hinge: [h.end, v.end]}]\n" THREE;
  static const double stiffness[] = {1e9, 1e10, 1e11};
  (void)state;
  char bars[512], beams[512], kind[64];
  solved s, b;
  snprintf(bars, sizeof bars, text, "bar", "bar");
  solve(bars, &s);
  assert_close(s.result.mode[0].omega / 2 / M_PI, 189.785, 5e-6);
  for (size_t i = 0; i < 3; i++) { /* slopes and bending go like 1/EI */
    snprintf(kind, sizeof kind, "beam, EI: %g", stiffness[i]);
    snprintf(beams, sizeof beams, text, kind, kind);
    solve(beams, &b);
    assert_close(b.result.mode[0].omega, s.result.mode[0].omega, 3e3 / stiffness[i]);
    forget(&b);
  }
  forget(&s);
}

/** Frequency of a bar of linear truss elements, EA = 1e6, m = l = 1, held at one end and with a mass at the other: the
 *  determinant of what is left of the last node when the others are eliminated, which falls between the frequencies of
 *  the bar with that node held. */
static double elements_with_mass(size_t n, double mass)
{
  double low = 0, high = 2 * M_PI * 250 * 1.1;
  for (int step = 0; step < 100; step++) {
    double omega = 0.5 * (low + high), h = 1.0 / (double)n, k = 1e6 / h, m = h * omega * omega / 6,
           pivot = 2 * (k - 2 * m);
    for (size_t i = 1; i < n; i++) {
      pivot = (i + 1 < n ? 2 : 1) * (k - 2 * m) - (k + m) * (k + m) / pivot;
    }
    pivot = n == 1 ? k - 2 * m : pivot;
    *(pivot - mass * omega * omega < 0 ? &high : &low) = omega;
  }
  return low;
}

/** Elements whose nodes stay on the straight lines of two bars, ever more of them. One each has 194.9 Hz. */
static void test_refined_elements_come_to_what_is_found(void **state)
{
  enum { TIMES = 6 };
  (void)state;
  double table[TIMES][TIMES];
  solved s = {0};
  solve_proved(&s, HOLONOME_PROBLEMS "/bars/two-bars.yaml");
  assert_close(elements_with_mass(1, 1.0 / 3) / 2 / M_PI, 194.924, 1e-5);
  for (size_t i = 0; i < TIMES; i++) { /* errors go like 1/n^2, 1/n^4 ... */
    double power = 4;
    table[i][0] = elements_with_mass((size_t)4 << i, 1.0 / 3);
    for (size_t j = 1; j <= i; j++, power *= 4) {
      table[i][j] = table[i][j - 1] + (table[i][j - 1] - table[i - 1][j - 1]) / (power - 1);
    }
  }
  assert_close(s.result.mode[0].omega, table[TIMES - 1][TIMES - 1], 1e-9);
  assert_close(s.result.mode[1].omega, table[TIMES - 1][TIMES - 1], 1e-9);
  forget(&s);
}

static void test_trusses_are_those_of_finite_elements(void **state)
{
  static const char *const name[] = {"bars/ten-bays.yaml", "bars/mast.yaml", "bars/truss.yaml",
                                     "bars/two-bars-light.yaml"};
  (void)state;
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    char path[1024];
    solved s = {0};
    snprintf(path, sizeof path, "%s/%s", HOLONOME_PROBLEMS, name[i]);
    solve_proved(&s, path);
    meets_elements(&s, 1e-9);
    assert_note(&s, NULL);
    forget(&s);
  }
}

static void test_points_between_the_ends_are_on_the_line(void **state)
{
  (void)state;
  check("parts:\n" TWO_BARS "  d: {kind: body, at: [0.3, 0], mass: 0.7}\n"
        "joints:\n  - {pin: h.start}\n  - {pin: v.start}\n  - {hinge: [h.end, v.end]}\n"
        "  - {hinge: [h@0.3, d]}\n  - {spring: v@0.6, freedom: ux, stiffness: 2e5}\noutput: {points: 201}\n" FOUR,
        1e-10, NULL);
}

/** c hangs by one end from what moves, and swings by itself: of its mass a quarter goes across. Zeros are not asked
 *  for. */
static void test_a_bar_that_hangs_by_one_end_is_free_to_swing(void **state)
{
  (void)state;
  solved s;
  check("parts:\n" TWO_BARS "  c: {kind: bar, from: [1, 0], to: [2, 0.5], EA: 3e6, line_mass: 2}\n"
        "joints:\n  - {pin: h.start}\n  - {pin: v.start}\n  - {hinge: [h.end, v.end, c.start]}\noutput: {points: "
        "401}\n" FOUR,
        1e-10, "c");
  check("freedoms: [ux, uy, uz]\nparts:\n  h: {kind: bar, from: [0, 0, 0], to: [1, 0, 0], EA: 1e6, line_mass: 1}\n"
        "  v: {kind: bar, from: [1, 1, 0], to: [1, 0, 0], EA: 1e6, line_mass: 1.5}\n"
        "  w: {kind: bar, from: [1, 0.3, 1], to: [1, 0, 0], EA: 1e6, line_mass: 1.5}\n"
        "  c: {kind: bar, from: [1, 0, 0], to: [2, 0.5, 0.2], EA: 3e6, line_mass: 2}\n"
        "joints:\n  - {pin: h.start}\n  - {pin: v.start}\n  - {pin: w.start}\n  - {hinge: [h.end, v.end, w.end, "
        "c.start]}\n"
        "output: {points: 401}\n" FOUR,
        1e-10, "c");
  /* a mass on a spring, and a quarter of the bar's with it */
  solve("freedoms: [uy]\nparts:\n  m: {kind: body, at: [0, 0], mass: 2}\n"
        "  c: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 4}\n"
        "joints:\n  - {hinge: [m, c.start]}\n  - {spring: m, freedom: uy, stiffness: 12}\n" THREE,
        &s);
  assert_int_equal(s.result.mode_count, 1);
  assert_close(s.result.mode[0].omega, 2.0, 1e-12);
  assert_note(&s, "c");
  forget(&s);
}

/** What moves an exported end from outside takes part. */
static void test_a_bar_that_is_joined_to_other_files_is_not_alone(void **state)
{
  static const char text[] =
      "freedoms: [ux, uy]\nparts:\n" TWO_BARS "  c: {kind: bar, from: [1, 0], to: [2, 0.5], EA: 3e6, line_mass: 2}\n"
      "  d: {kind: bar, from: [1, 0], to: [2, -0.5], EA: 3e6, line_mass: 2}\n"
      "joints:\n  - {pin: h.start}\n  - {pin: v.start}\n"
      "  - {hinge: [h.end, v.end, c.start, d.start]}\n" THREE;
  (void)state;
  solved s;
  char exported[1024];
  solve(text, &s);
  assert_note(&s, "c, d");
  assert_true(omega_of(&s, 1) > 1);
  forget(&s);
  snprintf(exported, sizeof exported, "%soutput: {export: {file: part, modes: 4, ports: {tip: c.end}}}\n", text);
  solve(exported, &s);
  assert_note(&s, "d");
  assert_true(omega_of(&s, 1) <= 0);
  forget(&s);
}

/** What only one bar does has no frequency; chains of several are mechanisms, and have zeros. */
static void test_what_one_bar_does_alone_is_left_out(void **state)
{
  (void)state;
  check("parts:\n  a: {kind: bar, length: 1, EA: 1, line_mass: 1}\njoints: [{fix: a.start}]\noutput: {points: "
        "201}\n" THREE,
        1e-11, "a");
  check("parts:\n  a: {kind: bar, length: 1, EA: 1, line_mass: 1}\njoints: []\noutput: {points: 201}\n" THREE, 1e-11,
        "a");
  check("parts:\n  a: {kind: bar, length: 1, EA: 1, line_mass: 1, ends: clamped-free}\njoints: []\noutput: {points: "
        "201}\n" THREE,
        1e-11, "a");
  check("freedoms: [ux]\nparts:\n  a: {kind: bar, length: 1, EA: 1, line_mass: 1}\njoints: [{fix: a.start}]\n"
        "output: {points: 201}\n" THREE,
        1e-11, NULL);
  check("parts:\n  a: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
        "  b: {kind: bar, from: [1, 0], to: [2, 1], EA: 2, line_mass: 3}\n"
        "  c: {kind: bar, from: [2, 1], to: [3, 0], EA: 2, line_mass: 3}\n"
        "joints: [{pin: a.start}, {hinge: [a.end, b.start]}, {hinge: [b.end, c.start]}]\noutput: {points: 201}\n"
        "analysis: {frequencies: {count: 6}}\n",
        1e-9, "c");
}

static void test_own_ends_hold_sideways(void **state)
{
  static const char text[] = "parts:\n  h: {kind: bar, from: [0, 0], to: [1, 0], EA: 1e6, line_mass: 1%s}\n"
                             "  v: {kind: bar, from: [1, 1], to: [1, 0], EA: 1e6, line_mass: 1.5%s}\n"
                             "joints: [%s{hinge: [h.end, v.end]}]\n" FOUR;
  (void)state;
  char pinned[512], own[512];
  solved s, b;
  snprintf(pinned, sizeof pinned, text, "", "", "{pin: h.start}, {pin: v.start}, ");
  snprintf(own, sizeof own, text, ", ends: clamped-free", ", ends: pinned-free", "");
  solve(pinned, &s);
  solve(own, &b);
  for (size_t i = 0; i < s.result.mode_count; i++) {
    assert_close(b.result.mode[i].omega, s.result.mode[i].omega, 1e-12);
  }
  forget(&s);
  forget(&b);
}

/** A uniform bar in pieces, and one whose mass is where pieces put it. */
static void test_members_that_vary_carry_their_moments(void **state)
{
  static const char text[] =
      "parts:\n  h: {kind: bar, from: [0, 0], to: [1, 0], EA: 1e9, line_mass: %s}\n"
      "  d: {kind: body, at: [1, 0], mass: 0.5}\njoints:\n  - {pin: h.start}\n  - {hinge: [h.end, d]}\n"
      "  - {spring: d, freedom: uy, stiffness: 10}\nanalysis: {frequencies: {count: 1}}\n";
  static const struct {
    const char *line_mass;
    double square; /**< ∫ m ξ² dξ */
  } row[] = {{"3", 1}, {"3*xi", 0.75}, {"\"xi > 0.5 ? 2 : 1\"", 0.625}, {"(1 - xi)^2 + 0.1", 1.0 / 30 + 0.1 / 3}};
  (void)state;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char problem[512];
    solved s;
    snprintf(problem, sizeof problem, text, row[i].line_mass);
    solve(problem, &s);
    assert_close(s.result.mode[0].omega, sqrt(10 / (0.5 + row[i].square)), 1e-10);
    forget(&s);
  }
}

/** Masses, stiffnesses, places: of bars that swing with others, and of one that hangs. */
static void test_derivatives_are_those_of_differences(void **state)
{
  (void)state;
  sensitivity_tally tally = {0};
  assert_true(
      sensitivity_referee("parameters: {x: 1, y: 0.1, m: 1.5, M: 2, k: 2e5, z: 0.6}\nparts:\n"
                          "  h: {kind: bar, from: [0, 0], to: [x, y], EA: 1e6, line_mass: 1}\n"
                          "  v: {kind: bar, from: [1, 1], to: [x, y], EA: 1.2e6, line_mass: m}\n"
                          "  c: {kind: bar, from: [x, y], to: [x + 1, 0.5], EA: 3e6, line_mass: M}\n"
                          "joints:\n  - {pin: h.start}\n  - {pin: v.start}\n  - {hinge: [h.end, v.end, c.start]}\n"
                          "  - {spring: v@z, freedom: ux, stiffness: k}\n"
                          "analysis: {frequencies: {count: 5}, sensitivities: [x, y, m, M, k, z]}\n",
                          NULL, stderr, &tally));
  assert_int_equal(tally.problems, 1);
  assert_int_equal(tally.unsolved + tally.wrong + tally.unsaid + tally.undecided + tally.withheld, 0);
  assert_int_equal(tally.checked, 30);
}

static void check_sweep(const char *text, size_t batched)
{
  reading r = {0};
  hol_sweep batch = {0}, single = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_sweep_run(&r.problem, (hol_sweep_options){0}, &batch, &r.faults), HOL_OK);
  assert_int_equal(hol_sweep_run(&r.problem, (hol_sweep_options){.one_by_one = true}, &single, &r.faults), HOL_OK);
  assert_int_equal(batch.points, single.points);
  assert_int_equal(batch.columns, single.columns);
  assert_int_equal(batch.batched, batched);
  for (size_t i = 0; i < batch.points * batch.columns; i++) {
    assert_close(batch.omega[i], single.omega[i], 1e-11);
  }
  hol_sweep_clear(&batch);
  hol_sweep_clear(&single);
  reading_clear(&r);
}

#define SWEPT(x, z, points)                                                                                            \
  "parameters: {x: 1, m: 1.5, M: 2, k: 2e5, z: 0.6}\nparts:\n"                                                         \
  "  h: {kind: bar, from: [0, 0], to: [" x ", 0.1], EA: 1e6, line_mass: 1}\n"                                          \
  "  v: {kind: bar, from: [1, 1], to: [" x ", 0.1], EA: 1.2e6, line_mass: m}\n"                                        \
  "  c: {kind: bar, from: [" x ", 0.1], to: [2, 0.5], EA: 3e6, line_mass: M}\n"                                        \
  "joints:\n  - {pin: h.start}\n  - {pin: v.start}\n  - {hinge: [h.end, v.end, c.start]}\n"                            \
  "  - {spring: v@" z ", freedom: ux, stiffness: k}\n"                                                                 \
  "analysis:\n  frequencies: {count: 5}\n  sweep: {over: " points "}\n"

/** Masses alone go side by side; nodes that move turn bars, and a point on a bar that moves is another row. */
static void test_sweeps_are_what_single_points_are(void **state)
{
  (void)state;
  check_sweep(SWEPT("1", "0.6", "{m: {from: 1, to: 2, points: 6}, M: {from: 1, to: 3, points: 6}}"), 36);
  check_sweep(SWEPT("x", "0.6", "{x: {from: 0.8, to: 1.2, points: 8}, M: {from: 1, to: 3, points: 8}}"), 0);
  check_sweep(SWEPT("1", "z", "{z: {from: 0.2, to: 0.7, points: 8}, m: {from: 1, to: 2, points: 8}}"), 0);
}

/* ---- random trusses ---- */

enum { NODES_MOST = 6, BARS_MOST = 9 };

/** Places on a coarse grid: bars are in line, or at right angles, often enough; most trusses are mechanisms. */
static void write_bars(uint64_t *dice, size_t dimensions, size_t nodes, hol_text *at, hol_text *parts, hol_text *hinge)
{
  size_t bars = nodes - 1 + dice_pick(dice, BARS_MOST - nodes + 2);
  for (size_t i = 0; i < nodes; i++) {
    hol_text_add(&at[i], "[%zu, %g", i, 0.5 * (double)dice_pick(dice, 4));
    hol_text_add(&at[i], dimensions == 3 ? ", %g]" : "]", 0.25 * (double)dice_pick(dice, 5));
  }
  for (size_t b = 0; b < bars; b++) {
    size_t i = b < nodes - 1 ? b + 1 : dice_pick(dice, nodes), j = dice_pick(dice, b < nodes - 1 ? b + 1 : nodes);
    j = i == j ? (i + 1) % nodes : j;
    hol_text_add(parts, "  b%zu: {kind: bar, from: %s, to: %s, EA: %g, line_mass: %g%s}\n", b, at[i].data, at[j].data,
                 100.0 * (double)(1 + dice_pick(dice, 9)),
                 dice_chance(dice, 0.15) ? 0 : 0.5 * (double)(1 + dice_pick(dice, 6)),
                 dice_chance(dice, 0.15) ? ", transverse_mass: none" : "");
    hol_text_add(&hinge[i], ", b%zu.start", b);
    hol_text_add(&hinge[j], ", b%zu.end", b);
  }
}

/** Nodes with and without a body, held or on a spring; things between the ends of the first bar. */
static void write_joints(uint64_t *dice, size_t nodes, const hol_text *at, const hol_text *hinge, hol_text *parts,
                         hol_text *joints)
{
  static const char *const freedom[] = {"ux", "uy"};
  for (size_t i = 0; i < nodes; i++) {
    double mass = dice_chance(dice, 0.3) ? 0.5 * (double)(1 + dice_pick(dice, 4)) : 0;
    hol_text_add(parts, "  n%zu: {kind: body, at: %s, mass: %g}\n", i, at[i].data, mass);
    hol_text_add(joints, "  - {hinge: [n%zu%s]}\n", i, hinge[i].data);
    if (dice_chance(dice, 0.3)) {
      hol_text_add(joints, "  - {pin: n%zu}\n", i);
    } else if (dice_chance(dice, 0.3)) {
      hol_text_add(joints, "  - {spring: n%zu, freedom: %s, stiffness: 30}\n", i, freedom[dice_pick(dice, 2)]);
    }
  }
  if (dice_chance(dice, 0.3)) {
    hol_text_add(joints, "  - {spring: b0@0.25, freedom: %s, stiffness: 50}\n", freedom[dice_pick(dice, 2)]);
  }
  if (dice_chance(dice, 0.3)) {
    hol_text_add(parts, "  middle: {kind: body, mass: 0.75}\n");
    hol_text_add(joints, "  - {weld: [b0@0.5, middle], freedoms: [ux, uy]}\n");
  }
}

static void write_truss(uint64_t seed, hol_text *text)
{
  uint64_t dice = seed;
  size_t dimensions = 2 + dice_pick(&dice, 2), nodes = 3 + dice_pick(&dice, NODES_MOST - 2);
  hol_text at[NODES_MOST] = {{0}}, hinge[NODES_MOST] = {{0}}, parts = {0}, joints = {0};
  write_bars(&dice, dimensions, nodes, at, &parts, hinge);
  write_joints(&dice, nodes, at, hinge, &parts, &joints);
  hol_text_add(
      text, "freedoms: [ux, uy%s]\nparts:\n%sjoints:\n%sanalysis: {frequencies: {count: 14}}\noutput: {points: 201}\n",
      dimensions == 3 ? ", uz" : "", parts.data, joints.data);
  for (size_t i = 0; i < NODES_MOST; i++) {
    hol_text_clear(&at[i]);
    hol_text_clear(&hinge[i]);
  }
  hol_text_clear(&parts);
  hol_text_clear(&joints);
}

static void test_random_trusses_are_those_of_finite_elements(void **state)
{
  enum { TRUSSES = 100 };
  (void)state;
  size_t solved_ones = 0, reduced = 0;
  for (uint64_t seed = 1; seed <= TRUSSES; seed++) {
    hol_text text = {0};
    solved s = {0};
    fe_answer answer = {0};
    write_truss(seed, &text);
    hol_status status = solve_words(&s, &text);
    fe_status other = fe_solve(&s.reading.problem, s.reading.kind, s.reading.kinds, s.result.mode_count, &answer);
    bool good = status == HOL_OK && other == FE_OK && answer.count >= s.result.mode_count;
    for (size_t i = 0; good && i < s.result.mode_count; i++) {
      good = close_is(s.result.mode[i].omega, answer.omega[i], 1e-9, answer.error[i] + 1e-7 * (answer.omega[i] <= 0));
    }
    if (!good) {
      print_error("seed %llu: status %d, elements %d: %s\n%s", (unsigned long long)seed, (int)status, (int)other,
                  answer.message, text.data);
      for (size_t i = 0; i < s.result.mode_count; i++) {
        print_error("%zu: %.12g %.12g\n", i + 1, s.result.mode[i].omega, i < answer.count ? answer.omega[i] : -1);
      }
    }
    assert_true(good);
    for (size_t i = 0; i < s.result.note_count; i++) {
      reduced += strncmp(s.result.note[i], "sideways", 8) == 0;
    }
    solved_ones++;
    fe_clear(&answer);
    forget(&s);
    hol_text_clear(&text);
  }
  assert_int_equal(solved_ones, TRUSSES);
  assert_true(reduced > TRUSSES / 10);
  assert_true(reduced < TRUSSES * 9 / 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_bars_are_beams_that_hardly_bend),
      cmocka_unit_test(test_refined_elements_come_to_what_is_found),
      cmocka_unit_test(test_trusses_are_those_of_finite_elements),
      cmocka_unit_test(test_points_between_the_ends_are_on_the_line),
      cmocka_unit_test(test_a_bar_that_hangs_by_one_end_is_free_to_swing),
      cmocka_unit_test(test_a_bar_that_is_joined_to_other_files_is_not_alone),
      cmocka_unit_test(test_what_one_bar_does_alone_is_left_out),
      cmocka_unit_test(test_own_ends_hold_sideways),
      cmocka_unit_test(test_members_that_vary_carry_their_moments),
      cmocka_unit_test(test_derivatives_are_those_of_differences),
      cmocka_unit_test(test_sweeps_are_what_single_points_are),
      cmocka_unit_test(test_random_trusses_are_those_of_finite_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
