/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers from 1e-300 to 1e300: what comes out is right, or named with its part, or not called complete. */
#include "solved.h"

#include <math.h>
#include <string.h>

/** A structure with numbers to be replaced: `@` is the one that is looked at. Its frequencies go like its power, if
 *  that is not 0. */
typedef struct variant {
  const char *name, *text;
  double usual, power;
} variant;

#define BEAM(L, EI, m, f)                                                                                              \
  "freedoms: [uy, rz]\nparts:\n  b: {kind: beam, from: [0, 0], to: [" L ", 0], EI: " EI ", line_mass: " m              \
  ", foundation: " f "}\njoints: [{fix: b.start}]\n"
#define TAPER(L, EI)                                                                                                   \
  "freedoms: [uy, rz]\nparts:\n  b: {kind: beam, from: [0, 0], to: [" L ", 0], EI: \"" EI                              \
  "*(1 + 0.3*xi)\", line_mass: \"1 + xi\"}\njoints: [{fix: b.start}]\n"
#define CHAIN(M, k)                                                                                                    \
  "freedoms: [ux]\nparts:\n  a: {kind: body, at: [0, 0], mass: " M                                                     \
  "}\n  b: {kind: body, at: [1, 0], mass: 2}\njoints: [{spring: a, freedom: ux, stiffness: " k                         \
  "}, {spring: [a, b], freedom: ux, stiffness: 1}]\n"
#define ROUND(E, rho, R, t)                                                                                            \
  "freedoms: [uz, rx, ry]\nmaterials: {u: {E: " E ", nu: 0.3, density: " rho                                           \
  "}}\nparts:\n  d: {kind: plate, at: [0, 0, 0], radius: " R ", thickness: " t                                         \
  ", material: u, rim: clamped}\njoints: []\n"
#define HUB(R, r, k)                                                                                                   \
  "freedoms: [uz, rx, ry]\nmaterials: {u: {E: 10.92, nu: 0.3, density: 1}}\nparts:\n  d: {kind: plate, at: [0, 0, 0]"  \
  ", radius: " R ", inner_radius: " r ", inner_edge: hub, thickness: 1, material: u}\njoints:\n"                       \
  "  - {spring: d.hub, freedom: uz, stiffness: " k "}\n  - {spring: d.hub, freedom: rx, stiffness: 2}\n"               \
  "  - {spring: d.hub, freedom: ry, stiffness: 2}\n"
#define RING(R, EA, EI, m)                                                                                             \
  "freedoms: [ux, uy, rz]\nparts:\n  h: {kind: ring, at: [0, 0, 0], radius: " R ", EA: " EA ", EI_z: " EI              \
  ", line_mass: " m "}\njoints: [{spring: h@0, freedom: ux, stiffness: 1}]\n"

static const variant all[] = {
    {"length of a beam", BEAM("@", "1", "1", "0"), 1, -2},
    {"EI of a beam", BEAM("1", "@", "1", "0"), 1, 0.5},
    {"mass of a beam", BEAM("1", "1", "@", "0"), 1, -0.5},
    {"foundation", BEAM("1", "1", "1", "@"), 1, 0},
    {"length of a tapered beam", TAPER("@", "1"), 1, -2},
    {"EI of a tapered beam", TAPER("1", "@"), 1, 0.5},
    {"mass of a body", CHAIN("@", "1"), 1, 0},
    {"stiffness of a spring", CHAIN("1", "@"), 1, 0},
    {"E of a plate", ROUND("@", "1", "1", "1"), 10.92, 0.5},
    {"density of a plate", ROUND("10.92", "@", "1", "1"), 1, -0.5},
    {"radius of a plate", ROUND("10.92", "1", "@", "1"), 1, -2},
    {"thickness of a plate", ROUND("10.92", "1", "1", "@"), 1, 1},
    {"radius of a plate with a hub", HUB("@", "0.3", "5"), 1, 0},
    {"radius of a hub", HUB("1", "@", "5"), 0.3, 0},
    {"stiffness under a hub", HUB("1", "0.3", "@"), 5, 0},
    {"radius of a ring", RING("@", "400", "1", "1"), 1, 0},
    {"EA of a ring", RING("1", "@", "1", "1"), 400, 0},
    {"EI of a ring", RING("1", "400", "@", "1"), 1, 0},
    {"mass of a ring", RING("1", "400", "1", "@"), 1, 0},
};

/** The text with a number, and an analysis. */
static void write(hol_text *text, const variant *v, double value, const char *compliance)
{
  const char *at = strchr(v->text, '@');
  text->size = 0;
  while (at[1] >= '0' && at[1] <= '9') { /* a point of a ring */
    at = strchr(at + 1, '@');
  }
  hol_text_add(text, "%.*s%.17g%s", (int)(at - v->text), v->text, value, at + 1);
  hol_text_add(text, "analysis: {frequencies: {count: 3}, compliance: %s}\noutput: {shapes: none}\n", compliance);
}

/** Is a failure named: does its fault have a place and a message? */
static bool is_named(const hol_faults *faults)
{
  return faults->errors > 0 && faults->item[0].place.line > 0 && faults->item[0].message != NULL;
}

/** Solve with a number. @return the status; anything but a result or a named fault fails the test */
static hol_status try_number(solved *s, const variant *v, double value, const char *compliance)
{
  hol_text text = {0};
  hol_faults faults = {0};
  write(&text, v, value, compliance);
  forget(s);
  assert_true(reading_of(text.data, &s->reading));
  s->status = hol_solve(&s->reading.problem, (hol_solve_options){0}, &s->result, &faults);
  bool is_answer = s->status == HOL_OK || s->status == HOL_INCOMPLETE;
  if (!is_answer && !(s->status == HOL_INVALID && is_named(&faults))) {
    print_error("%s = %g, %s: status %d\n", v->name, value, compliance, (int)s->status);
    fail();
  }
  hol_faults_clear(&faults);
  hol_text_clear(&text);
  return s->status;
}

static void test_any_number_is_solved_or_named(void **state)
{
  (void)state;
  static const double exponent[] = {30, -30, 100, -100, 200, -200, 300, -300};
  static const char *const compliance[] = {"exact", "{modes: 4}"};
  solved usual = {0}, s = {0};
  size_t answers = 0;
  for (size_t i = 0; i < 2 * sizeof all / sizeof *all; i++) {
    const variant *v = &all[i / 2];
    assert_int_equal(try_number(&usual, v, v->usual, compliance[i % 2]), HOL_OK);
    for (size_t e = 0; e < sizeof exponent / sizeof *exponent; e++) {
      double factor = pow(10, exponent[e]);
      bool is_whole = try_number(&s, v, factor * v->usual, compliance[i % 2]) == HOL_OK && s.result.complete;
      for (size_t k = 0; k < s.result.mode_count && is_whole && v->power != 0; k++) {
        assert_close(s.result.mode[k].omega, usual.result.mode[k].omega * pow(factor, v->power), 1e-6);
      }
      answers += is_whole;
    }
  }
  print_message("%zu of %zu solved\n", answers, 16 * sizeof all / sizeof *all);
  forget(&usual);
  forget(&s);
}

/** A column has about √(|T|/EI) L/π motions that grow: so many component modes are found, or there are too many and its
 *  force is named. */
static void test_columns_far_beyond_buckling(void **state)
{
  (void)state;
  static const double force[] = {-1e2, -1e4, -1e6, -1e7, -1e12};
  for (size_t i = 0; i < sizeof force / sizeof *force; i++) {
    solved s = {0};
    hol_faults faults = {0};
    hol_text text = {0};
    hol_text_add(
        &text,
        "freedoms: [uy, rz]\nparts:\n  b: {kind: beam, length: 1, EI: 1, line_mass: 1, axial_force: %g}\n"
        "joints: [{pin: b.start}, {pin: b.end}]\nanalysis: {frequencies: {count: 3}, compliance: {modes: 4}}\n",
        force[i]);
    assert_true(reading_of(text.data, &s.reading));
    s.status = hol_solve(&s.reading.problem, (hol_solve_options){0}, &s.result, &faults);
    double growing = sqrt(-force[i]) / 3.14159265358979;
    if (growing < 200) {
      assert_int_equal(s.status, HOL_INCOMPLETE);
      assert_int_equal(s.result.growing, (size_t)growing);
    } else {
      assert_int_equal(s.status, HOL_INVALID);
      assert_true(is_named(&faults));
      assert_non_null(strstr(faults.item[0].message, "grow under its axial force"));
    }
    hol_faults_clear(&faults);
    hol_text_clear(&text);
    forget(&s);
  }
}

/** The lower root of 2λ² − (3 + 2k) λ + k = 0: masses 1 and 2 on springs k and 1. */
static double soft_root(double k)
{
  return 2 * k / (3 + 2 * k + sqrt((3 + 2 * k) * (3 + 2 * k) - 8 * k));
}

/** A spring to the ground so soft that what is between the bodies hides it from every count: its frequency is where the
 *  motion says, and within its bounds; in one direction and in two at once. */
static void test_soft_spring_is_never_lost(void **state)
{
  (void)state;
  solved s = {0};
  for (int e = 2; e <= 250; e += e < 30 ? 1 : 20) {
    for (int directions = 1; directions <= 2; directions++) {
      hol_text text = {0};
      hol_text_add(&text, "freedoms: [ux, uy]\nparts:\n  a: {kind: body, at: [0, 0], mass: 1}\n"
                          "  b: {kind: body, at: [1, 0], mass: 2}\njoints:\n");
      for (int i = 0; i < 2; i++) {
        hol_text_add(&text,
                     "  - {spring: a, freedom: u%c, stiffness: %s%d}\n"
                     "  - {spring: [a, b], freedom: u%c, stiffness: 1}\n",
                     "xy"[i], i < directions ? "1e-" : "1e+0", i < directions ? e : 0, "xy"[i]);
      }
      hol_text_add(&text, "analysis: {frequencies: {count: 9}}\n");
      (void)solve_words(&s, &text);
      double omega = sqrt(soft_root(pow(10, -e)));
      if (s.status == HOL_OK || s.status == HOL_INCOMPLETE) {
        assert_int_equal(s.result.mode_count, 4);
        for (int k = 0; k < directions; k++) {
          assert_true(!(s.result.mode[k].lower > omega * (1 + 1e-15)));
          assert_true(!(s.result.mode[k].upper < omega * (1 - 1e-15)));
        }
      } else {
        assert_int_equal(s.status, HOL_INVALID);
      }
      if (e <= 25) {
        assert_int_equal(s.status, HOL_OK);
        assert_close(s.result.mode[0].omega, omega, 1e-6);
      }
      hol_text_clear(&text);
    }
  }
  forget(&s);
}

/** Powers of λ up to the 16th, and the 16th parts of it: with as many orders as its frequencies allow a structure is
 *  what it is in other units of time. */
static void test_orders_in_any_unit_of_time(void **state)
{
  (void)state;
  static const char *const of_E[] = {"EI of a beam", "EI of a tapered beam", "E of a plate"};
  static const char *const compliance[] = {"{modes: 8, order: 16}", "{tolerance: 1e-9}", "exact"};
  solved usual = {0}, s = {0};
  size_t solutions = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const variant *v = &all[i];
    bool is_one = !strcmp(v->name, of_E[0]) || !strcmp(v->name, of_E[1]) || !strcmp(v->name, of_E[2]);
    for (size_t c = 0; c < 3 && is_one; c++) {
      assert_int_equal(try_number(&usual, v, v->usual, compliance[c]), HOL_OK);
      for (int e = -40; e <= 40; e += 5, solutions++) {
        assert_int_equal(try_number(&s, v, v->usual * pow(10, e), compliance[c]), HOL_OK);
        for (size_t k = 0; k < 3; k++) {
          const hol_mode *mode = &s.result.mode[k], *other = &usual.result.mode[k];
          double factor = pow(10, 0.5 * e);
          assert_close(mode->omega, other->omega * factor, 2e-9);
          assert_true(mode->lower <= other->upper * factor * (1 + 1e-14));
          assert_true(mode->upper >= other->lower * factor * (1 - 1e-14));
        }
      }
    }
  }
  assert_int_equal(solutions, 3 * 3 * 17);
  forget(&usual);
  forget(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_any_number_is_solved_or_named), cmocka_unit_test(test_orders_in_any_unit_of_time),
      cmocka_unit_test(test_columns_far_beyond_buckling), cmocka_unit_test(test_soft_spring_is_never_lost)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
