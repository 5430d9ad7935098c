/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces in joints between parts, of responses: against the receptances of both sides, each by itself, and as
   frequencies go to 0. */
#include "responded.h"
#include "close.h"
#include "draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 4096, FREQUENCIES = 4, UNKNOWNS = 3 };

/** Two beams that meet somewhere; one is fixed, the other ends on a pin and a spring. */
typedef struct knee {
  char beam[2][512], support[2][256], asked[256];
  char joint[64];
  size_t unknowns; /**< 3 of a weld, 2 of a hinge */
} knee;

static knee random_knee(void)
{
  knee k = {.unknowns = draw(0, 1) < 0.5 ? 3 : 2};
  double x = draw(0.5, 2), y = draw(-1, 1);
  for (int i = 0; i < 2; i++) {
    char law[128];
    if (draw(0, 1) < 0.5) {
      (void)snprintf(law, sizeof law, "loss_factor: %.17g", draw(0, 0.3));
    } else {
      (void)snprintf(law, sizeof law, "rayleigh: {mass: %.17g, stiffness: %.17g}", draw(0, 1), exp(draw(-11, -5)));
    }
    (void)snprintf(
        k.beam[i], sizeof k.beam[i],
        "  %c: {kind: beam, from: [%.17g, %.17g], to: [%.17g, %.17g], EI: %.17g, EA: %.17g, line_mass: %.17g, %s}\n",
        'a' + i, i ? x : 0, i ? y : 0, i ? 2.5 : x, i ? 0.3 : y, draw(0.5, 3), exp(draw(2, 9)), draw(0.5, 2), law);
  }
  (void)snprintf(k.support[0], sizeof k.support[0], "  - {fix: a.start}\n");
  (void)snprintf(k.support[1], sizeof k.support[1],
                 "  - {pin: b.end}\n  - {spring: b.end, freedom: rz, stiffness: %.17g, damping: 0.1}\n", draw(0.1, 10));
  (void)snprintf(k.joint, sizeof k.joint, "  - {name: knee, %s: [a.end, b.start]}\n",
                 k.unknowns == 3 ? "weld" : "hinge");
  (void)snprintf(k.asked, sizeof k.asked, "frequencies: [%.17g, %.17g, %.17g, %.17g]", draw(1e-3, 1e-2), draw(0.3, 1),
                 draw(1, 5), draw(5, 20));
  return k;
}

/** Displacements of the end of one side under forces there, by themselves; and under the load of the first one. */
static void solve_side(const knee *k, int side, solved *s)
{
  char text[TEXT];
  const char *end = side ? "b.start" : "a.end";
  int size =
      snprintf(text, TEXT,
               "freedoms: [ux, uy, rz]\nparts:\n%sjoints:\n%sanalysis:\n  response:\n    separate: true\n    load:\n"
               "      - {at: %s, direction: x, force: 1}\n      - {at: %s, direction: y, force: 1}\n"
               "      - {at: %s, rotation: z, moment: 1}\n",
               k->beam[side], k->support[side], end, end, end);
  if (side == 0) {
    size += snprintf(text + size, (size_t)(TEXT - size), "      - {at: a@0.4, direction: [0.6, 0.8], force: 2}\n");
  }
  (void)snprintf(text + size, (size_t)(TEXT - size),
                 "    at: [{point: %s, direction: x}, {point: %s, direction: y}, {point: %s, rotation: z}]\n    %s\n",
                 end, end, end, k->asked);
  assert_int_equal(solve(text, s), HOL_OK);
}

/** x ← A⁻¹ x, with the largest pivots. */
static void eliminate(size_t n, double complex A[UNKNOWNS][UNKNOWNS], double complex x[UNKNOWNS])
{
  for (size_t p = 0; p < n; p++) {
    size_t best = p;
    for (size_t i = p + 1; i < n; i++) {
      best = cabs(A[i][p]) > cabs(A[best][p]) ? i : best;
    }
    for (size_t j = 0; j < n; j++) {
      double complex kept = A[p][j];
      A[p][j] = A[best][j];
      A[best][j] = kept;
    }
    double complex kept = x[p];
    x[p] = x[best];
    x[best] = kept;
    for (size_t i = 0; i < n; i++) {
      double complex factor = i == p ? 0 : A[i][p] / A[p][p];
      for (size_t j = 0; j < n; j++) {
        A[i][j] -= factor * A[p][j];
      }
      x[i] -= factor * x[p];
    }
  }
  for (size_t i = 0; i < n; i++) {
    x[i] /= A[i][i];
  }
}

/** (H_a + H_b) F = −u of the free end: both ends then move alike under F and −F. @return the largest difference */
static double check_knee(void)
{
  const knee k = random_knee();
  char text[TEXT];
  solved all, side[2];
  double worst = 0;
  solve_side(&k, 0, &side[0]);
  solve_side(&k, 1, &side[1]);
  (void)snprintf(text, TEXT,
                 "freedoms: [ux, uy, rz]\nparts:\n%s%sjoints:\n%s%s%sanalysis:\n  response:\n"
                 "    load: {at: a@0.4, direction: [0.6, 0.8], force: 2}\n    at: {reaction: knee}\n    %s\n",
                 k.beam[0], k.beam[1], k.support[0], k.support[1], k.joint, k.asked);
  assert_int_equal(solve(text, &all), HOL_OK);
  assert_int_equal(all.response.curves, k.unknowns);
  for (size_t f = 0; f < FREQUENCIES; f++) {
    double complex A[UNKNOWNS][UNKNOWNS], force[UNKNOWNS];
    double size = 0;
    for (size_t i = 0; i < k.unknowns; i++) {
      for (size_t j = 0; j < k.unknowns; j++) {
        A[i][j] = side[0].response.curve[4 * i + j].value[f] + side[1].response.curve[3 * i + j].value[f];
      }
      force[i] = -side[0].response.curve[4 * i + 3].value[f];
    }
    eliminate(k.unknowns, A, force);
    for (size_t i = 0; i < k.unknowns; i++) {
      size = fmax(size, cabs(force[i]));
    }
    for (size_t i = 0; i < k.unknowns; i++) {
      worst = fmax(worst, cabs(all.response.curve[i].value[f] - force[i]) / size);
    }
  }
  done(&all);
  done(&side[0]);
  done(&side[1]);
  return worst;
}

static void test_forces_are_those_of_both_sides(void **state)
{
  (void)state;
  double worst = 0;
  for (int trial = 0; trial < 200; trial++) {
    worst = fmax(worst, check_knee());
  }
  print_message("200 knees: the largest difference is %.1e of the force\n", worst);
  assert_true(worst < 1e-9);
}

/** Slopes: what is interpolated agrees with what is between, to the tolerance. */
static void test_forces_over_a_range(void **state)
{
  (void)state;
  for (int trial = 0; trial < 5; trial++) {
    const knee k = random_knee();
    char text[TEXT];
    solved s;
    (void)snprintf(text, TEXT,
                   "freedoms: [ux, uy, rz]\nparts:\n%s%sjoints:\n%s%s%sanalysis:\n  response:\n"
                   "    load: {at: a@0.4, direction: [0.6, 0.8], force: 2}\n    at: {reaction: knee}\n"
                   "    from: 0.2\n    to: 4\n    tolerance: 1e-7\n",
                   k.beam[0], k.beam[1], k.support[0], k.support[1], k.joint);
    assert_int_equal(solve(text, &s), HOL_OK);
    assert_true(s.response.is_met);
    assert_true(s.response.difference <= 1e-7);
    done(&s);
  }
}

static const char bars[] = "freedoms: [ux, uy, rz]\n"
                           "parts:\n"
                           "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 2, EA: 50, line_mass: 1}\n"
                           "  b: {kind: bar, from: [%s], to: [%s], EA: 2, line_mass: 1}\n"
                           "  m: {kind: body, at: [1, 0], mass: 3, inertia: 1}\n"
                           "joints:\n"
                           "  - {fix: a.start}\n"
                           "  - {name: top, weld: [a.end, b.start]}\n"
                           "  - {name: load, %s: [a.end, m]}\n"
                           "  - {pin: b.end}\n"
                           "%s"
                           "analysis:\n"
                           "  response: {load: {at: m, direction: y, force: 1}, frequencies: [0.3, 2],\n"
                           "    at: [{reaction: %s}, {point: m, direction: y}]}\n";

/** No moment goes into a bar; a mass takes its force and what its acceleration leaves. */
static void test_what_a_joint_transmits(void **state)
{
  (void)state;
  char text[TEXT];
  solved s;
  (void)snprintf(text, TEXT, bars, "1, 0", "1, 1", "weld", "", "top");
  assert_int_equal(solve(text, &s), HOL_OK);
  assert_int_equal(s.response.curves, 3);
  assert_string_equal(s.response.curve[0].component, "ux");
  assert_string_equal(s.response.curve[1].component, "uy");
  done(&s);
  (void)snprintf(text, TEXT, bars, "1, 0", "1, 1", "ball", "", "load");
  assert_int_equal(solve(text, &s), HOL_OK);
  assert_int_equal(s.response.curves, 3);
  for (size_t f = 0; f < s.response.count; f++) { /* on a.end: 1 − m a */
    double square = s.response.omega[f] * s.response.omega[f];
    double complex expected = 1 + 3 * square * s.response.curve[2].value[f];
    assert_true(cabs(s.response.curve[1].value[f] - expected) < 1e-11 * cabs(expected));
  }
  done(&s);
}

/** Forces that are not determined are refused at the joint: of what is held twice, of bars whose turning nothing
 *  carries. */
static void test_forces_that_are_not_known(void **state)
{
  (void)state;
  static const char *const from[] = {"1, 0", "1.2, 0.1"}, *const to[] = {"1, 1", "1.2, 1"};
  static const char *const more[] = {"  - {weld: [a.end, m]}\n", ""}, *const asked[] = {"load", "top"};
  for (int i = 0; i < 2; i++) {
    char text[TEXT];
    solved s;
    (void)snprintf(text, TEXT, bars, from[i], to[i], "weld", more[i], asked[i]);
    assert_int_equal(solve(text, &s), HOL_INVALID);
    assert_int_equal(s.faults.errors, 1);
    assert_int_equal(s.faults.item[s.faults.count - 1].place.line, i ? 8 : 9);
    done(&s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forces_are_those_of_both_sides), cmocka_unit_test(test_forces_over_a_range),
      cmocka_unit_test(test_what_a_joint_transmits), cmocka_unit_test(test_forces_that_are_not_known)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
