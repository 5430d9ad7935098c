/* SPDX-License-Identifier: BSD-3-Clause */
/* Axial forces that the loads bring about: what rounding makes of none is none, and what is little beside others is
   not. */
#include "close.h"
#include "fe.h"
#include "holonome/holonome.h"
#include "reading.h"
#include "statics/buckling.h"
#include "statics/neglected.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct ran {
  hol_problem problem;
  hol_faults faults;
  hol_study study;
  hol_status status;
} ran;

static void clear(ran *r)
{
  hol_study_clear(&r->study);
  hol_faults_clear(&r->faults);
  hol_problem_clear(&r->problem);
}

static void run(const char *text, ran *r)
{
  *r = (ran){.status = HOL_OK};
  if (hol_read(text, strlen(text), (hol_read_options){0}, &r->problem, &r->faults) != HOL_OK) {
    fail_msg("%s", r->faults.item[0].message);
  }
  r->status = hol_study_run(&r->problem, (hol_solve_options){0}, &r->study, &r->faults);
}

/** Frequencies under loads that bring about no axial force are those of the structure without loads, by finite
 *  elements. */
static void check_without_force(const char *structure, const char *loads, size_t count)
{
  char text[4096];
  ran r;
  reading alone = {.kinds = 0};
  fe_answer right = {.count = 0};
  (void)snprintf(text, sizeof text, "%s\nanalysis: {frequencies: {count: %zu}}\n", structure, count);
  assert_true(reading_of(text, &alone));
  assert_int_equal(fe_solve(&alone.problem, alone.kind, alone.kinds, count, &right), FE_OK);
  (void)snprintf(text, sizeof text, "%s\n%s\nanalysis: {frequencies: {count: %zu}, prestress: true}\n", structure,
                 loads, count);
  run(text, &r);
  assert_int_equal(r.status, HOL_OK);
  const hol_result *found = hol_study_result(&r.study, "modes");
  assert_true(found->complete);
  assert_true(found->mode_count >= count);
  for (size_t i = 0; i < count; i++) {
    assert_within(found->mode[i].omega, right.omega[i], 1e-11, right.error[i]);
    assert_true(found->mode[i].upper - found->mode[i].lower <= 2e-12 * found->mode[i].omega);
  }
  clear(&r);
  fe_clear(&right);
  reading_clear(&alone);
}

static void test_moments_on_oblique_members(void **state)
{
  (void)state;
  check_without_force("parts:\n"
                      "  a: {kind: beam, from: [0, 0], to: [1, 0.3], EI: 2, EA: 1400, line_mass: 1}\n"
                      "  b: {kind: beam, from: [0, 0], to: [0, 1], EI: 2, EA: 1400, line_mass: 1}\n"
                      "joints: [{weld: [a.start, b.start]}, {pin: a.start}, {fix: a.end}, {fix: b.end}]\n",
                      "loads: [{at: a@0.4, moment: 4}]", 2);
  check_without_force("parts:\n"
                      "  a: {kind: beam, from: [0.14, 0.38], to: [0.07, -0.53], EI: 2.6, EA: 1200, line_mass: 0.7}\n"
                      "  b: {kind: beam, from: [0.07, -0.53], to: [-0.88, -0.57], EI: 1.6, EA: 1400, line_mass: 0.5}\n"
                      "  c: {kind: beam, from: [-0.88, -0.57], to: [-0.59, 0.88], EI: 1.7, EA: 170, line_mass: 0.3}\n"
                      "joints: [{pin: a.start}, {weld: [a.end, b.start]}, {fix: b.start}, {weld: [b.end, c.start]},\n"
                      "  {fix: b.end}, {fix: c.end}]\n",
                      "loads: [{at: b.start, direction: [0.2, -0.1], force: 1}, {at: a@0.37, moment: 4}]", 3);
}

/** An oblique cantilever under forces across it; in space, too. */
static void test_forces_across_oblique_members(void **state)
{
  (void)state;
  check_without_force("parts: {a: {kind: beam, from: [0, 0], to: [3, 4], EI: 2, EA: 1400, line_mass: 1}}\n"
                      "joints: [{fix: a.start}]\n",
                      "loads: [{at: a.end, direction: [-4, 3], force: 1}]", 3);
  check_without_force(
      "parts: {a: {kind: beam, from: [0.2, -0.5, -0.9], to: [-0.6, 0.3, 0.3], EI: 2, EA: 3100, line_mass: 1,\n"
      "  GJ: 0.3, polar_inertia: 0.003}}\njoints: [{fix: a.start}, {fix: a.end}]\n",
      "loads: [{at: a@0.37, moment: 0.9, rotation: [-0.4, 0.3, -0.6]}, {at: a.end, direction: [-0.7, 0.03, 0.06], "
      "force: 0.6}]",
      4);
}

/** A chain of sixty oblique members under a moment: axial forces of rounding grow along it, and are no forces. */
static void test_a_long_chain_under_a_moment(void **state)
{
  (void)state;
  enum { MEMBERS = 60 };
  char text[16384];
  size_t at = 0;
  double x = 1000, y = -700;
  ran r;
  at += (size_t)snprintf(text + at, sizeof text - at, "parts:\n");
  for (int i = 0; i < MEMBERS; i++) {
    double to[2] = {x + cos(1.7 * i), y + sin(1.7 * i * i)};
    at += (size_t)snprintf(
        text + at, sizeof text - at,
        "  b%d: {kind: beam, from: [%.17g, %.17g], to: [%.17g, %.17g], EI: 1, EA: 1e6, line_mass: 1}\n", i, x, y, to[0],
        to[1]);
    x = to[0];
    y = to[1];
  }
  at += (size_t)snprintf(text + at, sizeof text - at, "joints:\n  - {fix: b0.start}\n");
  for (int i = 1; i < MEMBERS; i++) {
    at += (size_t)snprintf(text + at, sizeof text - at, "  - {weld: [b%d.end, b%d.start]}\n", i - 1, i);
  }
  (void)snprintf(text + at, sizeof text - at,
                 "loads: [{at: b40@0.3, moment: 3000}]\nanalysis: {buckling: {count: 2, reversed: true}}\n");
  run(text, &r);
  const hol_buckling *found = hol_study_result(&r.study, "buckling");
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(found->factors, 0);
  assert_true(found->least == 0);
  assert_true(found->greatest == 0);
  clear(&r);
}

/** Critical factors under a moment that brings about no axial force: there are none. */
static void test_a_moment_has_no_critical_factor(void **state)
{
  (void)state;
  ran r;
  run("parts: {a: {kind: beam, from: [0, 0], to: [1, 1], EI: 3, EA: 376, line_mass: 1}}\n"
      "joints: [{fix: a.start}, {pin: a.end}]\nloads: [{at: a@0.37, moment: 0.2}]\n"
      "analysis: {buckling: {count: 2, reversed: true}}\n",
      &r);
  const hol_buckling *found = hol_study_result(&r.study, "buckling");
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(found->factors, 0);
  assert_true(found->complete);
  clear(&r);
}

/** Two columns of one structure, one under 1e-11 of what the other bears: Euler's factors of both. */
static void test_little_is_not_none(void **state)
{
  (void)state;
  static const double euler = M_PI * M_PI / 4;
  ran r;
  run("parts:\n  a: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 1e4, line_mass: 1}\n"
      "  b: {kind: beam, from: [1, 0], to: [1.6, 0.8], EI: 1, EA: 1e4, line_mass: 1}\n"
      "joints: [{fix: a.start}, {fix: b.start}]\n"
      "loads: [{at: a.end, direction: [0, 1], force: 1}, {at: b.end, direction: [-0.6, -0.8], force: 1e-11}]\n"
      "analysis: {buckling: {count: 2, reversed: true}}\n",
      &r);
  const hol_buckling *found = hol_study_result(&r.study, "buckling");
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(found->factors, 4);
  assert_true(found->factor[0].lower <= euler * 1e11);
  assert_true(euler * 1e11 <= found->factor[0].upper);
  assert_true(-found->factor[2].upper <= euler);
  assert_true(euler <= -found->factor[2].lower);
  clear(&r);
}

/** Columns side by side whose factors are closer than any vector can tell: what counts prove is proved. */
static void test_close_factors(void **state)
{
  (void)state;
  static const double EI[3] = {1.0000000001395206, 1.0000000006476821, 1.0000000013056574};
  ran r;
  char text[2048];
  (void)snprintf(text, sizeof text,
                 "parts:\n  a: {kind: beam, from: [0, 0], to: [0, 1], EI: %.17g, EA: 1e4, line_mass: 1}\n"
                 "  b: {kind: beam, from: [1, 0], to: [1, 1], EI: %.17g, EA: 1e4, line_mass: 1}\n"
                 "  c: {kind: beam, from: [2, 0], to: [2, 1], EI: %.17g, EA: 1e4, line_mass: 1}\n"
                 "joints: [{fix: a.start}, {fix: b.start}, {fix: c.start}]\n"
                 "loads: [{at: a.end, direction: [0, -1], force: 1}, {at: b.end, direction: [0, -1], force: 1},\n"
                 "  {at: c.end, direction: [0, -1], force: 1}]\n"
                 "analysis: {buckling: {count: 3}}\n",
                 EI[1], EI[0], EI[2]);
  run(text, &r);
  const hol_buckling *found = hol_study_result(&r.study, "buckling");
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(found->factors, 3);
  for (size_t i = 0; i < 3; i++) {
    double right = EI[i] * M_PI * M_PI / 4;
    assert_true(found->factor[i].lower <= right);
    assert_true(right <= found->factor[i].upper);
    assert_true(found->factor[i].upper - found->factor[i].lower <= 1e-12 * right);
    assert_int_equal(found->factor[i].multiplicity, 1);
    assert_int_equal(found->factor[i].count_below, i);
  }
  clear(&r);
}

/** What a structure bears besides axial forces makes its list of factors incomplete, and is told, where it is there. */
static void test_what_is_neglected(void **state)
{
  (void)state;
#define STRIP(PROPERTIES, FREEDOMS, LOAD)                                                                              \
  FREEDOMS "parts: {a: {kind: beam, from: [0, 0, 0], to: [0.6, 0.3, 0.2], EA: 1e4, line_mass: 1, " PROPERTIES "}}\n"   \
           "joints: [{fix: a.start}]\nloads: [{at: a.end, direction: " LOAD ", force: 1}]\n"                           \
           "analysis: {buckling: {count: 1}}\n"
#define LEVER(DIRECTION)                                                                                               \
  "parts: {a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 100, line_mass: 1},\n"                                 \
  "  b: {kind: body, at: [1, 1], mass: 1, inertia: 1}, c: {kind: beam, from: [3, 0], to: [3, 1], EI: 1, EA: 100, "     \
  "line_mass: 1}}\njoints: [{fix: a.start}, {roller: a.end, direction: [0, 1]}, {weld: [a.end, b]}, {fix: c.start}]\n" \
  "loads: [" DIRECTION "]\nanalysis: {buckling: {count: 1}}\n"
  static const struct {
    const char *text;
    unsigned neglected;
    size_t factors;
  } row[] = {{STRIP("EI: 2, GJ: 1, polar_inertia: 0.01", "", "[-3, 6, 0]"), HOL_NEGLECTED_MOMENTS, 0},
             {STRIP("EI: 2, GJ: 1, polar_inertia: 0.01", "", "[-3, 6, -1]"), HOL_NEGLECTED_MOMENTS, 1},
             {STRIP("EI: 2, GJ: 1, polar_inertia: 0.01", "", "[0.6, 0.3, 0.2]"), 0, 0},
             {STRIP("EI: 2, GJ: 1, polar_inertia: 0.01", "", "[-0.6, -0.3, -0.2]"), 0, 1},
             {STRIP("EI: 2", "", "[-3, 6, 0]"), 0, 0},
             {LEVER("{at: b, direction: [0, -1], force: 1}"), HOL_NEGLECTED_ARMS, 0},
             {LEVER("{at: c.end, direction: [0, -1], force: 1}"), 0, 1},
             {"parts: {r: {kind: ring, radius: 1, EI: 1, EA: 1000, line_mass: 1},\n"
              "  a: {kind: beam, from: [1, 0], to: [2, 0], EI: 1, EA: 100, line_mass: 1}}\n"
              "joints: [{weld: [a.start, r@0]}, {fix: a.end}]\nloads: [{at: r@0.5, direction: [-1, 0], force: 1}]\n"
              "analysis: {buckling: {count: 1}}\n",
              HOL_NEGLECTED_PARTS, 0}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    ran r;
    hol_text words = {0};
    run(row[i].text, &r);
    const hol_buckling *found = hol_study_result(&r.study, "buckling");
    assert_non_null(found);
    assert_int_equal(found->neglected, row[i].neglected);
    assert_int_equal(found->factors, row[i].factors);
    assert_true(found->is_counted);
    assert_true(found->complete == (row[i].neglected == 0));
    assert_int_equal(r.status, row[i].neglected ? HOL_INCOMPLETE : HOL_OK);
    assert_int_equal(hol_buckling_table(found, &words), HOL_OK);
    assert_true((strstr(words.data, "does not buckle") != NULL) == (row[i].neglected == 0 && row[i].factors == 0));
    hol_text_clear(&words);
    clear(&r);
  }
}

/** The same of frequencies: a note. */
static void test_prestress_says_what_is_neglected(void **state)
{
  (void)state;
  ran r;
  run("parts: {a: {kind: beam, from: [0, 0, 0], to: [0.6, 0, 0], EA: 1e4, line_mass: 1, EI: 2, GJ: 1, polar_inertia: "
      "0.01}}\n"
      "joints: [{fix: a.start}]\nloads: [{at: a.end, direction: [0, -1, 0], force: 1}]\n"
      "analysis: {frequencies: {count: 2}, prestress: true}\n",
      &r);
  const hol_result *found = hol_study_result(&r.study, "modes");
  bool is_said = false;
  assert_int_equal(r.status, HOL_OK);
  for (size_t i = 0; i < found->note_count; i++) {
    is_said = is_said || strstr(found->note[i], hol_neglected_word[0]);
  }
  assert_true(is_said);
  clear(&r);
}

/** So many times, then no more. */
static bool count_down(void *context)
{
  size_t *left = context;
  *left -= *left > 0;
  return *left > 0;
}

/** Buckling and the structure at rest end where cancellation does, at whatever count. */
static void test_buckling_ends_when_told(void **state)
{
  (void)state;
  static const char text[] =
      "parts: {a: {kind: beam, from: [0, 0], to: [0, 1], EI: 1.2, EA: 222, kGA: 14.8, line_mass: 0.44}}\n"
      "joints: [{fix: a.start}, {roller: a.end, direction: x}]\ngravity: [0, -8]\nanalysis: {buckling: {count: 3}}\n";
  hol_problem problem = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_read(text, strlen(text), (hol_read_options){0}, &problem, &faults), HOL_OK);
  for (size_t k = 1; k < 60; k += 7) {
    hol_buckling found;
    size_t left = k;
    const hol_buckling_request request = {.count = 3, .reversed = true};
    assert_int_equal(hol_buckling_find(&problem, &request, (hol_cancellation){count_down, &left}, &found, &faults),
                     HOL_INCOMPLETE);
    assert_true(found.is_stopped);
    assert_false(found.complete);
    assert_true(found.evaluations <= k + 2);
    assert_int_equal(faults.errors, 0);
    hol_buckling_row.clear(&found);
  }
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
}

/** A beam under its weight, pinned and clamped, has one factor, close to the shear stiffness, and counts end between
 *  two shares of that.
 *  @param[in] more  of its keys */
static void check_close_to_the_shear_stiffness(const char *more, double factor, double rtol, double least, double most)
{
  char text[400];
  ran r;
  (void)snprintf(text, sizeof text,
                 "parts: {a: {kind: beam, from: [0, 0], to: [0, 1], EI: 1.2, EA: 222, kGA: 14.8, line_mass: 0.44%s}}\n"
                 "joints: [{fix: a.start}, {roller: a.end, direction: x}]\ngravity: [0, -8]\n"
                 "analysis: {buckling: {count: 3}}\n",
                 more);
  run(text, &r);
  const hol_buckling *found = hol_study_result(&r.study, "buckling");
  assert_int_equal(r.status, HOL_INCOMPLETE);
  assert_int_equal(found->factors, 1);
  assert_close(found->factor[0].factor, factor, rtol);
  assert_true(found->reach[0] > 14.8 / 3.52 * least);
  assert_true(found->reach[0] < 14.8 / 3.52 * most);
  clear(&r);
}

/** Parts of a segment grow with what is left of the shear stiffness: a factor at 0.9977 of it; power series in 60
 *  digits. */
static void test_close_to_the_shear_stiffness(void **state)
{
  (void)state;
  check_close_to_the_shear_stiffness("", 4.194916045416690657887, 1e-12, 1 - 2e-9, 1);
}

/** On a foundation, by pieces that shrink towards the shear stiffness: a factor at 0.99896 of it; Runge-Kutta of order
 *  8 in the two unknown end forces. Counts stop at 0.999 of the shear stiffness, where rounding of what is left of it
 *  is 2e-13. */
static void test_close_to_the_shear_stiffness_on_a_foundation(void **state)
{
  (void)state;
  check_close_to_the_shear_stiffness(", foundation: 1.4", 4.2001209954725, 1e-11, 0.9985, 0.9991);
}

/** A strut pinned twice under a load P and a mass M at its end in the field g: omega^2 = q^2 (EI q^2 - P - M g)/m with
 *  q = pi/l. Its derivatives by P, M, EI and l, where the axial forces change with the parameter. */
static void test_sensitivities_with_axial_forces(void **state)
{
  (void)state;
  static const double EI = 3, l = 2, m = 0.7, P = 1.25, M = 0.2, g = 9.8;
  const double q = M_PI / l, omega = sqrt(q * q * (EI * q * q - P - M * g) / m);
  const double right[4] = {-q * q / (2 * m * omega), -g * q * q / (2 * m * omega), q * q * q * q / (2 * m * omega),
                           -(4 * EI * q * q * q * q - 2 * (P + M * g) * q * q) / (2 * m * omega * l)};
  ran r;
  run("parameters: {P: 1.25, M: 0.2, EI: 3, l: 2}\n"
      "parts:\n  a: {kind: beam, from: [0, 0], to: [0, l], EI: EI, EA: 1e5, line_mass: 0.7}\n"
      "  w: {kind: body, mass: M}\n"
      "joints: [{pin: a.start}, {roller: a.end, direction: x}, {tie: [a.end, w], freedom: uy}, {roller: w, direction: "
      "x}]\n"
      "loads: [{at: a.end, direction: [0, -1], force: P}, {at: w, direction: [0, -1], force: M*9.8}]\n"
      "analysis: {frequencies: {count: 1}, prestress: true, sensitivities: [P, M, EI, l]}\n",
      &r);
  const hol_result *found = hol_study_result(&r.study, "modes");
  assert_int_equal(r.status, HOL_OK);
  assert_close(found->mode[0].omega, omega, 1e-11);
  assert_all_close(found->mode[0].sensitivity, right, 4, 1e-7, 0);
  clear(&r);
}

/** A portal under its weight: the derivative by a mass, of which nothing is withheld, is what frequencies differ by. */
static void test_sensitivities_under_weight(void **state)
{
  (void)state;
  double omega[2][2], slope[2] = {0, 0};
  static const double m = 2, step = 1e-4;
  for (int i = 0; i < 3; i++) {
    char text[2048];
    ran r;
    (void)snprintf(text, sizeof text,
                   "parameters: {m: %.17g}\n"
                   "parts:\n  a: {kind: beam, from: [0, 0], to: [0, 1], EI: 100, EA: 1e6, line_mass: 1}\n"
                   "  b: {kind: beam, from: [0, 1], to: [1, 1], EI: 100, EA: 1e6, line_mass: 1}\n"
                   "  c: {kind: beam, from: [1, 1], to: [1, 0], EI: 100, EA: 1e6, line_mass: 1}\n"
                   "  w: {kind: body, mass: m, inertia: 0.01}\n"
                   "joints: [{fix: a.start}, {fix: c.end}, {weld: [a.end, b.start]}, {weld: [b.end, c.start]}, {weld: "
                   "[b@0.4, w]}]\n"
                   "gravity: [0, -9.81]\nanalysis: {frequencies: {count: 2}, prestress: true%s}\n",
                   m + (i < 2 ? (2 * i - 1) * step : 0), i < 2 ? "" : ", sensitivities: [m]");
    run(text, &r);
    const hol_result *found = hol_study_result(&r.study, "modes");
    for (size_t k = 0; k < 2 && i < 2; k++) {
      omega[i][k] = found->mode[k].omega;
    }
    for (size_t k = 0; k < 2 && i == 2; k++) {
      slope[k] = found->mode[k].sensitivity[0];
    }
    clear(&r);
  }
  for (size_t k = 0; k < 2; k++) {
    assert_close(slope[k], (omega[1][k] - omega[0][k]) / (2 * step), 1e-6);
  }
}

/** Loads that compress a beam by several times its shear stiffness are no fault: the factor is below 1, P/(1 + P/kGA)
 *  with P = n^2 pi^2 EI. */
static void test_loads_beyond_the_shear_stiffness(void **state)
{
  (void)state;
  ran r;
  run("parts: {a: {kind: beam, from: [0, 0], to: [0, 1], EI: 1, EA: 1e4, kGA: 40, line_mass: 1}}\n"
      "joints: [{pin: a.start}, {roller: a.end, direction: x}]\n"
      "loads: [{at: a.end, direction: [0, -1], force: 1000}]\nanalysis: {buckling: {count: 2}}\n",
      &r);
  const hol_buckling *found = hol_study_result(&r.study, "buckling");
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.faults.errors, 0);
  assert_int_equal(found->factors, 2);
  for (int n = 1; n <= 2; n++) {
    double P = n * n * M_PI * M_PI;
    assert_close(found->factor[n - 1].factor, P / (1 + P / 40) / 1000, 1e-12);
  }
  clear(&r);
}

/** Stocky beam under its weight, clamped twice: fewer factors than asked for below its shear stiffness, and nothing
 *  known beyond. It is not said not to buckle. */
static void test_nothing_known_beyond_the_shear_stiffness(void **state)
{
  (void)state;
  ran r;
  hol_text words = {0};
  run("parts: {a: {kind: beam, from: [0, 0], to: [0, 1], EI: 50, EA: 1e4, kGA: 4, line_mass: 1}}\n"
      "joints: [{fix: a.start}, {fix: a.end}]\ngravity: [0, -2]\nanalysis: {buckling: {count: 2}}\n",
      &r);
  const hol_buckling *found = hol_study_result(&r.study, "buckling");
  assert_int_equal(r.status, HOL_INCOMPLETE);
  assert_false(found->complete);
  assert_int_equal(found->factors, 0);
  assert_true(found->reach[0] > 3.9);
  assert_true(found->reach[0] < 4);
  assert_int_equal(hol_buckling_table(found, &words), HOL_OK);
  assert_null(strstr(words.data, "does not buckle"));
  hol_text_clear(&words);
  clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_moments_on_oblique_members),
                                     cmocka_unit_test(test_forces_across_oblique_members),
                                     cmocka_unit_test(test_a_long_chain_under_a_moment),
                                     cmocka_unit_test(test_a_moment_has_no_critical_factor),
                                     cmocka_unit_test(test_little_is_not_none),
                                     cmocka_unit_test(test_close_factors),
                                     cmocka_unit_test(test_what_is_neglected),
                                     cmocka_unit_test(test_prestress_says_what_is_neglected),
                                     cmocka_unit_test(test_buckling_ends_when_told),
                                     cmocka_unit_test(test_close_to_the_shear_stiffness),
                                     cmocka_unit_test(test_close_to_the_shear_stiffness_on_a_foundation),
                                     cmocka_unit_test(test_sensitivities_with_axial_forces),
                                     cmocka_unit_test(test_sensitivities_under_weight),
                                     cmocka_unit_test(test_loads_beyond_the_shear_stiffness),
                                     cmocka_unit_test(test_nothing_known_beyond_the_shear_stiffness)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
