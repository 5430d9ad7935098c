/* SPDX-License-Identifier: BSD-3-Clause */
/* Response spectra: largest motions of oscillators against the closed form, and of one mode against the motion in time;
   the correlation against what it must be. */
#include "close.h"
#include "reading.h"

#include "problem/grammar.h"
#include "response/shock/peak.h"
#include "response/shock/seismic.h"
#include "response/transient/transient.h"

#include <stdio.h>

/** Under a step the largest motion is 1 + exp(−πζ/√(1 − ζ²)) of that at rest. */
static void test_peak_under_a_step(void **state)
{
  (void)state;
  static const double ratio[] = {0, 0.01, 0.05, 0.2, 0.7};
  const hol_history step = {.kind = HOL_HISTORY_STEP, .size = 3};
  for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++) {
    for (double lambda = 1e-6; lambda < 1e9; lambda *= 1000) {
      double peak = hol_oscillator_peak((hol_oscillator){lambda, 2 * ratio[i] * sqrt(lambda)}, &step);
      double beyond = exp(-M_PI * ratio[i] / sqrt(1 - ratio[i] * ratio[i]));
      assert_close(peak, 3 / lambda * (1 + beyond), 1e-12);
    }
  }
}

/** Half a sine, without damping, from much shorter than a period to much longer: after the pulse 2β cos(π/2β)/(1 − β²)
 *  of that at rest with β = period / twice the duration > 1; else it is during the pulse, sin(2πm/(1 + 1/β))/(1 − β)
 *  for the best m. */
static void test_peak_under_half_a_sine(void **state)
{
  (void)state;
  for (double b = 0.05; b < 40; b *= 1.37) { /* circular frequency of the pulse over that of the oscillator */
    double best = 0;
    for (int m = 1; b < 1 && m < 200; m++) {
      double angle = 2 * M_PI * m / (1 + 1 / b);
      best = angle < M_PI ? fmax(best, fabs(sin(angle) / (1 - b))) : best;
    }
    double after = fabs(2 * b * cos(M_PI / (2 * b)) / (1 - b * b));
    const hol_history pulse = {.kind = HOL_HISTORY_HALF_SINE, .size = 1, .duration = M_PI / b};
    assert_close(hol_oscillator_peak((hol_oscillator){1, 0}, &pulse), fmax(best, after), 1e-9);
  }
}

/** Of one mode the estimate is no estimate: it is the largest of the motion in time. */
static void test_one_mode_is_the_motion_in_time(void **state)
{
  (void)state;
  reading r = {0};
  hol_faults faults = {0};
  hol_seismic s = {.estimates = 0};
  hol_transient t = {.receivers = 0};
  assert_true(reading_of("freedoms: [ux]\nparts: {a: {kind: body, at: [0, 0], mass: 2}}\n"
                         "joints: [{spring: a, direction: x, stiffness: 700}]\n"
                         "analysis:\n"
                         "  response_spectrum: {base: ground, direction: x, accelerogram: {half_sine: [3, 0.4]},\n"
                         "    at: {point: a, direction: x}, damping_ratio: 0.02}\n"
                         "  transient: {load: {base: ground, direction: x, acceleration: {half_sine: [3, 0.4]}},\n"
                         "    at: {point: a, direction: x}, to: 2, step: 1e-5, damping_ratio: 0.02}\n",
                         &r));
  assert_int_equal(hol_seismic_run(&r.problem, (hol_solve_options){0}, &s, &faults), HOL_OK);
  assert_int_equal(hol_transient_run(&r.problem, (hol_solve_options){0}, &t, &faults), HOL_OK);
  assert_close(s.estimate[0].total, fabs(t.motion[0].largest), 1e-7);
  assert_close(s.estimate[1].total, 700 * fabs(t.motion[0].largest), 1e-7);
  assert_near(s.estimate[0].missing, 0, 1e-12);
  hol_seismic_clear(&s);
  hol_transient_clear(&t);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

/** It is that of two modes under white noise; 1 for the same, symmetric, gone for modes far apart. */
static void test_correlation(void **state)
{
  (void)state;
  const hol_seismic_mode a = {.omega = 10, .ratio = 0.05}, same = a, b = {.omega = 11, .ratio = 0.02},
                         far = {.omega = 1000, .ratio = 0.05};
  assert_close(hol_seismic_correlation(&a, &a), 1, 0);
  assert_close(hol_seismic_correlation(&a, &same), 1, 1e-14);
  assert_close(hol_seismic_correlation(&a, &b), hol_seismic_correlation(&b, &a), 1e-14);
  assert_true(hol_seismic_correlation(&a, &far) < 1e-4);
  /* ∫ Re H_a conj(H_b) dω over the root of ∫|H_a|² ∫|H_b|², summed in small steps */
  double cross = 0, own_a = 0, own_b = 0;
  for (double w = 0.0005; w < 400; w += 0.001) {
    double ra = 100 - w * w, ia = 2 * 0.05 * 10 * w, rb = 121 - w * w, ib = 2 * 0.02 * 11 * w;
    cross += (ra * rb + ia * ib) / ((ra * ra + ia * ia) * (rb * rb + ib * ib));
    own_a += 1 / (ra * ra + ia * ia);
    own_b += 1 / (rb * rb + ib * ib);
  }
  assert_close(hol_seismic_correlation(&a, &b), cross / sqrt(own_a * own_b), 1e-4);
}

/** A mode below the spectrum is named; a list of it holds on all formats. */
static void test_modes_below_the_spectrum_are_refused(void **state)
{
  (void)state;
  reading r = {0};
  hol_study study = {0};
  hol_faults faults = {0};
  static double frequency[] = {5, 50}, acceleration[] = {1, 2};
  assert_true(reading_of("freedoms: [ux]\nparts: {a: {kind: body, at: [0, 0], mass: 2}}\n"
                         "joints: [{spring: a, direction: x, stiffness: 700}]\n"
                         "analysis: {response_spectrum: {base: ground, direction: x, accelerogram: {step: 1},\n"
                         "  at: {point: a, direction: x}, damping_ratio: 0.02}}\n",
                         &r));
  hol_seismic_request *request = hol_request_of(&r.problem, &hol_seismic_grammar);
  request->is_record = false;
  request->frequency = frequency;
  request->acceleration = acceleration;
  request->points = 2;
  assert_int_equal(hol_study_run(&r.problem, (hol_solve_options){0}, &study, &faults), HOL_INVALID);
  assert_int_equal(faults.count, 1);
  assert_non_null(
      strstr(faults.item[0].message, "mode 1, of 2.97752 Hz, lies below the spectrum, which begins at 5 Hz"));
  hol_study_clear(&study);
  hol_faults_clear(&faults);
  request->frequency = request->acceleration = NULL;
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_peak_under_a_step), cmocka_unit_test(test_peak_under_half_a_sine),
      cmocka_unit_test(test_one_mode_is_the_motion_in_time), cmocka_unit_test(test_correlation),
      cmocka_unit_test(test_modes_below_the_spectrum_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
