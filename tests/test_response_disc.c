/* SPDX-License-Identifier: BSD-3-Clause */
/* Steady motions by N modes of each part: the exact ones are in their discs. Random rows of beams and bars of different
   laws, with springs and dashpots, moving bases and forces at joints. */
#include "close.h"
#include "reading.h"

#include "base/memory.h"
#include "problem/grammar.h"
#include "response/steady/response.h"
#include "draw.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYSTEMS = 240, CURVES_MOST = 32 };

/** Every part by a law of its own. */
static void add_law(char *text, size_t size)
{
  char *end = text + strlen(text);
  size -= strlen(text);
  if (draw(0, 1) < 0.5) {
    (void)snprintf(end, size, "loss_factor: %.17g", draw(0, 0.1));
  } else {
    (void)snprintf(end, size, "rayleigh: {mass: %.17g, stiffness: %.17g}", draw(0, 0.3), pow(10, draw(-6, -3)));
  }
}

static void make_text(char *text, size_t size, bool is_exact)
{
  int parts = 1 + (int)draw(0, 3), modes = 2 + (int)draw(0, 8), order = 1 + (int)draw(0, 3);
  bool is_base = draw(0, 1) < 0.3;
  (void)snprintf(text, size, "freedoms: [ux, uy, rz]\nparts:\n");
  for (int i = 0; i < parts; i++) {
    (void)snprintf(text + strlen(text), size - strlen(text),
                   "  p%d: {kind: beam, from: [%d, 0], to: [%d, 0], EI: %.17g, EA: %.17g, line_mass: %.17g, ", i, i,
                   i + 1, pow(10, draw(-0.5, 0.5)), pow(10, draw(2, 3)), pow(10, draw(-0.5, 0.5)));
    add_law(text, size);
    (void)strncat(text, "}\n", size - strlen(text) - 1);
  }
  (void)snprintf(text + strlen(text), size - strlen(text), "joints:\n  - {name: root, fix: p0.start}\n");
  for (int i = 1; i < parts; i++) {
    (void)snprintf(text + strlen(text), size - strlen(text), "  - {weld: [p%d.end, p%d.start]}\n", i - 1, i);
  }
  (void)snprintf(text + strlen(text), size - strlen(text),
                 "  - {spring: p0@0.4, direction: [0, 1], stiffness: %.17g, damping: %.17g}\n"
                 "  - {dashpot: p%d.end, direction: [0.6, 0.8], damping: %.17g}\n"
                 "analysis:\n",
                 pow(10, draw(-1, 2)), draw(0, 0.1), parts - 1, pow(10, draw(-3, 0)));
  if (is_exact) {
    (void)strncat(text, "  compliance: exact\n", size - strlen(text) - 1);
  } else {
    (void)snprintf(text + strlen(text), size - strlen(text), "  compliance: {modes: %d, order: %d}\n", modes, order);
  }
  (void)snprintf(text + strlen(text), size - strlen(text),
                 "  response: {load: %s, frequencies: [1], at:\n"
                 "    [{point: p%d.end, direction: [0, 1]}, {point: p0@0.3, rotation: z}, {reaction: root}]}\n",
                 is_base ? "{base: [root], direction: [0.8, 0.6], acceleration: 2}"
                         : "{at: p0@0.7, direction: [0.1, 1], force: 1.5}",
                 parts - 1);
}

/** Values at ω. @param[out] radius  NULL where they are exact @return how many */
static size_t take(uint64_t seed, bool is_exact, double omega, double complex *value, double *radius)
{
  char text[4096];
  reading r = {0};
  hol_faults faults = {0};
  hol_response_system s = {0};
  draw_seed = seed;
  make_text(text, sizeof text, is_exact);
  assert_true(reading_of(text, &r));
  const hol_response_request *request = hol_request_of(&r.problem, &hol_response_grammar);
  assert_int_equal(hol_response_begin(&r.problem, request, 100, &s, &faults), HOL_OK);
  size_t curves = hol_response_curves(&s);
  assert_true(curves <= CURVES_MOST);
  assert_int_equal(hol_response_at(&s, omega, value, NULL), HOL_OK);
  if (radius) {
    assert_int_equal(hol_response_radii(&s, value, radius), HOL_OK);
  }
  hol_response_end(&s);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return curves;
}

static void test_exact_responses_are_in_their_discs(void **unused)
{
  (void)unused;
  size_t bounded = 0, all = 0;
  double tightest = 0;
  for (uint64_t seed = 1; seed <= SYSTEMS; seed++) {
    double complex exact[CURVES_MOST], few[CURVES_MOST];
    double radius[CURVES_MOST];
    double omega = pow(10, -0.5 + 2.5 * (double)(seed * 37 % SYSTEMS) / SYSTEMS);
    size_t curves = take(seed, true, omega, exact, NULL);
    assert_int_equal(take(seed, false, omega, few, radius), curves);
    for (size_t i = 0; i < curves; i++, all++) {
      double off = cabs(few[i] - exact[i]), least = 1e-11 * cabs(exact[i]) + 1e-16;
      if (!(off <= radius[i] * (1 + 1e-9) + least)) {
        fail_msg("seed %d, curve %zu at %g rad/s: %g off, disc %g", (int)seed, i, omega, off, radius[i]);
      }
      bounded += isfinite(radius[i]) ? 1 : 0;
      tightest = isfinite(radius[i]) && radius[i] > 1e3 * least ? fmax(tightest, off / radius[i]) : tightest;
    }
  }
  print_message("%zu of %zu values bounded, errors up to %.3f of the radius\n", bounded, all, tightest);
  assert_true(2 * bounded > all);
  assert_true(tightest > 0.2);
}

/** Tip receptance of a cantilever with EI = m = l = 1, η = 0.01: ω, and H = (cosh k sin k − sinh k cos k)/(g k³ (1 +
 *  cosh k cos k)) with k⁴ = ω²/g, g = 1 + iη, in 40 digits. The third and fourth ω are resonances. */
static const double tip[][3] = {
    {0.01, 0.33330262161619523816, -0.0033330524044427184042},
    {0.5, 0.33998063268273651732, -0.0034680044164184434744},
    {3.516015, 0.010482687833178619197, -32.356374793883556896},
    {22.0345, -0.0068205442582426430311, -0.82388200179866003562},
    {100, -0.00035255717985461765218, -0.000034606208738092256401},
    {500, -0.000054972844698672122951, -5.6021337912130557382e-6},
};

/** At all of these. @param[out] widest  the largest radius, over the magnitude, of the first four */
static void check_tip(const char *compliance, double *widest)
{
  char text[512];
  reading r = {0};
  hol_faults faults = {0};
  hol_response_system s = {0};
  (void)snprintf(
      text, sizeof text,
      "freedoms: [uy, rz]\n"
      "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, loss_factor: 0.01}}\n"
      "joints: [{fix: b.start}]\n"
      "analysis:\n  compliance: %s\n"
      "  response: {load: {at: b.end, direction: [0, 1], force: 1}, at: [{point: b.end, direction: [0, 1]}], "
      "frequencies: [1]}\n",
      compliance);
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_response_begin(&r.problem, hol_request_of(&r.problem, &hol_response_grammar), 650, &s, &faults),
                   HOL_OK);
  *widest = 0;
  for (size_t k = 0; k < sizeof tip / sizeof *tip; k++) {
    double complex value;
    double radius;
    assert_int_equal(hol_response_at(&s, tip[k][0], &value, NULL), HOL_OK);
    assert_int_equal(hol_response_radii(&s, &value, &radius), HOL_OK);
    double off = hypot(creal(value) - tip[k][1], cimag(value) - tip[k][2]);
    if (!(off <= radius) || !(radius >= DBL_EPSILON * cabs(value))) {
      fail_msg("%s, %g rad/s: %g off, radius %g", compliance, tip[k][0], off, radius);
    }
    *widest = k < 4 ? fmax(*widest, radius / cabs(value)) : *widest;
  }
  hol_response_end(&s);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

static void test_rounding_is_in_radii(void **unused)
{
  (void)unused;
  double modal, exact;
  check_tip("{modes: 8, order: 3}", &modal);
  check_tip("exact", &exact);
  print_message("radii by 8 modes up to %.1e, exact %.1e of the magnitude\n", modal, exact);
  assert_true(modal < 1e-9);
  assert_true(exact < 1e-11);
}

/** Tip receptance of a fixed bar with EA = m = l = 1, tan ω/ω, by its first mode: of those left out, of the third
 *  order, the second is nearly all. What it does to the rest of the structure makes the error 1/(1 − κ) times as large:
 *  the radius holds it, and is not much larger. */
static void test_one_mode_left_out_of_a_bar(void **unused)
{
  (void)unused;
  static const double omega[] = {3.59, 3.96, 4.33};
  reading r = {0};
  hol_faults faults = {0};
  hol_response_system s = {0};
  assert_true(reading_of("freedoms: [ux]\n"
                         "parts: {b: {kind: bar, length: 1, EA: 1, line_mass: 1}}\n"
                         "joints: [{fix: b.start}]\n"
                         "analysis:\n  compliance: {modes: 1, order: 3}\n"
                         "  response: {load: {at: b.end, direction: [1, 0], force: 1}, frequencies: [1],\n"
                         "    at: [{point: b.end, direction: [1, 0]}]}\n",
                         &r));
  assert_int_equal(hol_response_begin(&r.problem, hol_request_of(&r.problem, &hol_response_grammar), 50, &s, &faults),
                   HOL_OK);
  for (size_t k = 0; k < sizeof omega / sizeof *omega; k++) {
    double complex value;
    double radius;
    assert_int_equal(hol_response_at(&s, omega[k], &value, NULL), HOL_OK);
    assert_int_equal(hol_response_radii(&s, &value, &radius), HOL_OK);
    double off = cabs(value - tan(omega[k]) / omega[k]);
    assert_true(off <= radius);
    assert_true(off > 0.95 * radius);
  }
  hol_response_end(&s);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rounding_is_in_radii),
      cmocka_unit_test(test_one_mode_left_out_of_a_bar),
      cmocka_unit_test(test_exact_responses_are_in_their_discs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
