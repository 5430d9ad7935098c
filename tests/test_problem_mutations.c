/* SPDX-License-Identifier: BSD-3-Clause */
/* A good file with bytes changed at random: whatever it says then, it is read or refused, never more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test_problem_kinds.h"

/** Without units, for they cost the reading of the data base of UDUNITS-2 each time: most trials are made with this. */
static const char plain[] =
    "title: Everything\n"
    "parameters: {L: 1.2, r: 0.15, k: 2*L, n: 3}\n"
    "materials:\n"
    "  steel: {E: 210e9, density: 7850, nu: 0.3}\n"
    "sections:\n"
    "  round: {shape: circle, diameter: r/4}\n"
    "  flat: {area: 3e-4, I: 4e-8}\n"
    "freedoms: [ux, uy, rz]\n"
    "parts:\n"
    "  shaft: {kind: beam, from: [0, 0], to: [L, 0], material: steel, section: round, ends: clamped-free}\n"
    "  rotor: {kind: disk, at: [0.3*L, 0], radius: r, thickness: 0.02, material: steel}\n"
    "  cell:\n"
    "    repeat: {n: n, step: [L, 0], ends: open}\n"
    "    parts:\n"
    "      beam: {kind: beam, from: [0, 1], to: [L, 1], EI: 3*index, line_mass: 1}\n"
    "      m: {kind: body, at: [L, 1], mass: 2, inertia: 1e-3}\n"
    "    joints:\n"
    "      - {weld: [beam.end, m, cell.next.beam.start]}\n"
    "joints:\n"
    "  - {pin: shaft.start, name: \"left\"}\n"
    "  - {weld: [shaft@0.3, rotor]}\n"
    "  - {spring: shaft@(L/2), direction: [0, 1], stiffness: k}\n"
    "  - {spring: rotor, stiffness: [[2, 1, 0], [1, 2, 0], [0, 0, 4]]}\n"
    "  - {constraint: {terms: [[1, shaft.end, uy], [-0.5, rotor, rz]], compliance: 1e-3}}\n"
    "  - pin: cell[last].m\n"
    "analysis:\n"
    "  frequencies: {below: 2}\n"
    "  compliance: {modes: 6, order: 2}\n"
    "output: {points: 5, shapes: all}\n"
    "expect:\n"
    "  - {frequencies: [35.54, 130.21], rtol: 1e-3, source: 'nowhere'}\n";

static const char with_units[] =
    "title: Everything\n"
    "parameters: {L: 1.2 m, r: 15 cm, k: 2*L kN/m^2, n: 3}\n"
    "materials:\n"
    "  steel: {E: 210 GPa, density: 7850 kg/m^3, nu: 0.3}\n"
    "sections:\n"
    "  round: {shape: circle, diameter: r/4}\n"
    "  flat: {area: 3 cm^2, I: 4 cm^4}\n"
    "freedoms: [ux, uy, rz]\n"
    "parts:\n"
    "  shaft: {kind: beam, from: [0, 0], to: [L, 0], material: steel, section: round, ends: clamped-free}\n"
    "  rotor: {kind: disk, at: [0.3*L, 0], radius: r, thickness: 20 mm, material: steel}\n"
    "  cell:\n"
    "    repeat: {n: n, step: [L, 0], ends: open}\n"
    "    parts:\n"
    "      beam: {kind: beam, from: [0, 1], to: [L, 1], EI: 3*index, line_mass: 1}\n"
    "      m: {kind: body, at: [L, 1], mass: 2 kg, inertia: 1e-3}\n"
    "    joints:\n"
    "      - {weld: [beam.end, m, cell.next.beam.start]}\n"
    "joints:\n"
    "  - {pin: shaft.start, name: \"left\"}\n"
    "  - {weld: [shaft@0.3, rotor]}\n"
    "  - {spring: shaft@(L/2), direction: [0, 1], stiffness: k}\n"
    "  - {spring: rotor, stiffness: [[2, 1, 0], [1, 2, 0], [0, 0, 4 N m]]}\n"
    "  - {constraint: {terms: [[1, shaft.end, uy], [-0.5 m, rotor, rz]], compliance: 1e-3}}\n"
    "  - pin: cell[last].m\n"
    "analysis:\n"
    "  frequencies: {below: 2 kHz}\n"
    "  compliance: {modes: 6, order: 2}\n"
    "output: {points: 5, shapes: all}\n"
    "expect:\n"
    "  - {frequencies: [35.54 Hz, 130.21 Hz], rtol: 1e-3, source: 'nowhere'}\n";

static const char curves[] =
    "parts:\n"
    "  b: {kind: beam, length: 2, EI: 1, EA: 1e4, line_mass: 1, supports: immovable, ends: clamped-pinned}\n"
    "analysis:\n"
    "  nonlinear: {part: b, lateral_modes: 2, axial_modes: 1, harmonics: 3, from: 12, to: 22, step: 0.1, points: 9,\n"
    "    force: {at: 0.4, amplitude: 0.8, distributed: 1, support_motion: 0.1}, subharmonics: 2,\n"
    "    backbone: {limit: 2}, levels: [1, 2], loss: {viscous: 0.4, eta: [0.1, 0.2], cubic: true}}\n"
    "expect: [{folds: [18.03, 18.34], curve: 2, rtol: 1e-3}, {folds: []}]\n";

static const char equation[] =
    "analysis:\n"
    "  nonlinear: {kind: duffing, omega2: 1, mu: -0.1, P: 0.18, P_nu2: 1, from: 0.9, to: 1.4, loss: {viscous: 0.05},\n"
    "    backbone: true}\n"
    "expect: [{folds: [1.1, 1.2]}]\n";

static const char motion[] =
    "parameters: {m: 2, g: 9.81, l: 1.5, mu: 0.3}\n"
    "motion:\n"
    "  coordinates: {x: {start: l, speed: 0}, y: {start: -l/2, speed: x*0.2}, th: {start: 0.1, speed: x'}}\n"
    "  define: {a: th' + b, b: x'*cos(th), n: m*g}\n"
    "  kinetic: m/2*(x'^2 + y'^2) + a^2/2\n"
    "  potential: m*g*y\n"
    "  forces: {x: -x', th: \"min(t, 3)*Q\"}\n"
    "  work: {y: -mu*abs(reaction(wire))}\n"
    "  states: {Q: {start: 1, rate: -Q^(1/3)}}\n"
    "  constraints:\n"
    "    wire: y = sin(x)\n"
    "    pull: {equation: \"th'' = -th'/2 + t\", by: {th: 1, x: cos(th)}, free: true}\n"
    "  friction: [{name: f, at: wire, slip: x', static: mu, dynamic: mu/2}, {name: p, limit: n, slip: [x', y']}]\n"
    "  program: {w: {equation: \"x''' + x'*y'' = 0\", by: {x: 1}, start: [0]}}\n"
    "  breaks: [3]\n"
    "analysis:\n"
    "  motion: {to: 2*l, points: 5, accuracy: 1e-9, assemble: true, outputs: {v: a}, free_by: [x], stiff: false}\n"
    "expect:\n"
    "  - {motion: x, at: 0.75, value: 1, within: 0.1}\n"
    "  - {motion: reaction wire, at: 3, value: 2}\n"
    "  - {motion: event 0, value: 1}\n";

enum { SIZE_MAX_OF_FILES = 2000 };

/** Marsaglia's xorshift: the same numbers in every run. */
static uint64_t next(uint64_t *seed)
{
  *seed ^= *seed >> 21;
  *seed ^= *seed << 35;
  *seed ^= *seed >> 4;
  return *seed;
}

/** Read, and check what must hold of any outcome. */
static void read_any(const char *bytes, size_t size)
{
  hol_problem problem = {0};
  hol_faults faults = {0};
  hol_status status = read_bytes(bytes, size, NULL, 0, &problem, &faults);
  assert_true(status == HOL_OK || status == HOL_INVALID);
  assert_int_equal(status == HOL_INVALID, faults.errors > 0);
  for (size_t i = 0; i < faults.count; i++) {
    if (faults.item[i].message[0] == '\0' || faults.item[i].place.line == 0) {
      fail_msg("`%s` without place in\n%.*s", faults.item[i].message, (int)size, bytes);
    }
  }
  for (size_t i = 0; status == HOL_OK && i < problem.joint_count; i++) {
    assert_non_null(problem.joint[i].name);
    for (size_t j = 0; j < problem.joint[i].point_count; j++) {
      assert_true(problem.joint[i].point[j].part < problem.part_count);
    }
  }
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

static void test_good_files_are_good(void **state)
{
  static const char *const text[] = {plain, with_units, curves, equation, motion};
  (void)state;
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    hol_problem problem = {0};
    hol_faults faults = {0};
    assert_int_equal(read_text(text[i], &problem, &faults), HOL_OK);
    assert_int_equal(faults.errors, 0);
    assert_true(strlen(text[i]) < SIZE_MAX_OF_FILES);
    hol_faults_clear(&faults);
    hol_problem_clear(&problem);
  }
}

static void test_truncated_files_are_read_or_refused(void **state)
{
  (void)state;
  for (size_t size = 0; size < sizeof plain; size++) {
    read_any(plain, size);
  }
  for (size_t size = 0; size < sizeof curves; size++) {
    read_any(curves, size);
  }
  for (size_t size = 0; size < sizeof equation; size++) {
    read_any(equation, size);
  }
  for (size_t size = 0; size < sizeof motion; size++) {
    read_any(motion, size);
  }
  for (size_t size = 0; size < sizeof with_units; size += 17) {
    read_any(with_units, size);
  }
}

/** Change up to four bytes, mostly to signs that mean something in YAML. */
static void change_bytes(const char *good, int trials, uint64_t seed)
{
  static const char sign[] = "{}[]:,-#'\"|>*&!%@`~?\n\t \\0.^()";
  size_t size = strlen(good);
  for (int trial = 0; trial < trials; trial++) {
    char bytes[SIZE_MAX_OF_FILES];
    memcpy(bytes, good, size);
    for (uint64_t changes = 1 + next(&seed) % 4; changes > 0; changes--) {
      bool is_sign = next(&seed) % 4 > 0;
      char byte = is_sign ? sign[next(&seed) % (sizeof sign - 1)] : (char)(unsigned char)(next(&seed) % 256);
      bytes[next(&seed) % size] = byte;
    }
    read_any(bytes, size);
  }
}

static void test_changed_bytes_are_read_or_refused(void **state)
{
  (void)state;
  change_bytes(plain, 2000, 88172645463325252u);
  change_bytes(curves, 2000, 271828182845904523u);
  change_bytes(equation, 2000, 141421356237309504u);
  change_bytes(motion, 2000, 577215664901532861u);
  change_bytes(with_units, 60, 123456789123456789u);
}

/** Put pieces of the file in other places: more of it stays sound YAML than with changed bytes. */
static void move_pieces(const char *good, int trials, uint64_t seed)
{
  size_t size = strlen(good);
  for (int trial = 0; trial < trials; trial++) {
    char bytes[SIZE_MAX_OF_FILES];
    memcpy(bytes, good, size);
    size_t length = 1 + next(&seed) % 20;
    size_t from = next(&seed) % (size - length), to = next(&seed) % (size - length);
    memmove(bytes + to, good + from, length);
    read_any(bytes, size);
  }
}

static void test_moved_pieces_are_read_or_refused(void **state)
{
  (void)state;
  move_pieces(plain, 2000, 362436069362436069u);
  move_pieces(curves, 2000, 314159265358979323u);
  move_pieces(equation, 2000, 161803398874989484u);
  move_pieces(motion, 2000, 915965594177219015u);
  move_pieces(with_units, 60, 987654321987654321u);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_files_are_good),
      cmocka_unit_test(test_truncated_files_are_read_or_refused),
      cmocka_unit_test(test_changed_bytes_are_read_or_refused),
      cmocka_unit_test(test_moved_pieces_are_read_or_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
