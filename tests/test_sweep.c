/* SPDX-License-Identifier: BSD-3-Clause */
/* Sweeps: which values are drawn, and that every point is what hol_solve() gives there. */
#include "close.h"
#include "reading.h"

#include "holonome/holonome.h"
#include "sweep/describe.h"
#include "sweep/plan.h"
#include "sweep/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char shaft[] =
    "parameters: {L: 1 m, d: 20 mm, k: 1e5 N/m}\n"
    "parts:\n"
    "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 210e9*pi*d^4/64 N/m^2, line_mass: 6e3*d^2 kg/m^3}\n"
    "joints:\n"
    "  - {fix: a.start}\n"
    "  - {spring: a.end, direction: [0, 1], stiffness: k}\n"
    "analysis:\n"
    "  frequencies: {count: 3}\n"
    "  compliance: {modes: 5}\n";

/** The text with a sweep added; owned by the caller. */
static char *with_sweep(const char *sweep)
{
  size_t room = strlen(shaft) + strlen(sweep) + 1;
  char *text = malloc(room);
  assert_non_null(text);
  (void)snprintf(text, room, "%s%s", shaft, sweep);
  return text;
}

static hol_status run(const char *text, hol_sweep_options options, hol_sweep *sweep)
{
  reading r = {0};
  assert_true(reading_of(text, &r));
  hol_status status = hol_sweep_run(&r.problem, options, sweep, &r.faults);
  reading_clear(&r);
  return status;
}

/** Known answers of the generator's authors (Random123, kat_vectors). */
static void test_random_numbers_are_those_of_philox(void **state)
{
  (void)state;
  uint32_t all = UINT32_MAX;
  const struct {
    uint32_t counter[4], key[2], block[4];
  } known[] = {{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
               {{all, all, all, all}, {all, all}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
               {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                {0xa4093822, 0x299f31d0},
                {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    uint32_t block[4];
    hol_philox(known[i].counter, known[i].key, block);
    assert_memory_equal(block, known[i].block, sizeof block);
  }
}

static void test_normal_quantiles_invert_the_error_function(void **state)
{
  (void)state;
  const double p[] = {1e-300, 1e-16, 1e-5, 0.02, 0.074, 0.2, 0.5, 0.6, 0.93, 0.999};
  for (size_t i = 0; i < sizeof p / sizeof p[0]; i++) {
    double x = hol_normal_quantile(p[i]);
    assert_close(0.5 * erfc(-x / sqrt(2.0)), p[i], 1e-13 * (1 + x * x)); /* condition x² of the tail */
  }
}

static void test_uniform_numbers_are_uniform_and_independent(void **state)
{
  (void)state;
  enum { N = 20000 };
  double mean = 0, square = 0, product = 0, lag = 0, last = 0.5;
  for (uint64_t i = 0; i < N; i++) {
    double x = hol_random_uniform(7, i, 0) - 0.5, y = hol_random_uniform(7, i, 1) - 0.5;
    assert_true(fabs(x) < 0.5);
    mean += x / N;
    square += x * x / N;
    product += x * y / N;
    lag += x * last / N;
    last = x;
  }
  assert_near(mean, 0, 5 * sqrt(1.0 / 12 / N)); /* five standard deviations */
  assert_near(square, 1.0 / 12, 5 * sqrt(1.0 / 180 / N));
  assert_near(product, 0, 5.0 / 12 / sqrt(N));
  assert_near(lag, 0, 5.0 / 12 / sqrt(N));
}

static void test_grid_runs_through_all_values_last_parameter_fastest(void **state)
{
  (void)state;
  char *text = with_sweep("  sweep: {over: {d: [10 mm, 30 mm], L: {from: 1 m, to: 4 m, points: 3, spacing: log}}}\n");
  reading r = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_plan_of(&r.problem)->points, 6);
  const double expected[6][2] = {{0.01, 1}, {0.01, 2}, {0.01, 4}, {0.03, 1}, {0.03, 2}, {0.03, 4}};
  for (size_t p = 0; p < 6; p++) {
    double value[2];
    hol_plan_values(hol_plan_of(&r.problem), p, value);
    assert_all_close(value, expected[p], 2, 1e-15, 0);
  }
  reading_clear(&r);
  free(text);
}

/** hol_solve() of the structure with these values written into the text. */
static void check_point(const hol_sweep *sweep, size_t point)
{
  const double *value = sweep->parameter + point * 2;
  char text[1024];
  (void)snprintf(text, sizeof text, "parameters: {L: %.17g m, d: %.17g m, k: 1e5 N/m}%s", value[1], value[0],
                 strchr(shaft, '\n'));
  reading r = {0};
  hol_result result = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_solve(&r.problem, (hol_solve_options){0}, &result, &r.faults), sweep->status[point]);
  assert_int_equal(result.mode_count, sweep->columns);
  for (size_t c = 0; c < sweep->columns; c++) {
    size_t at = point * sweep->columns + c;
    assert_close(sweep->omega[at], result.mode[c].omega, 1e-10);
    assert_true(sweep->lower[at] <= sweep->omega[at]);
    assert_true(sweep->omega[at] <= sweep->upper[at]);
    assert_close(sweep->lower[at], result.mode[c].lower, 1e-9);
    assert_close(sweep->upper[at], result.mode[c].upper, 1e-9);
  }
  hol_result_clear(&result);
  reading_clear(&r);
}

static void test_every_point_is_the_solution_there(void **state)
{
  (void)state;
  char *text = with_sweep("  sweep: {over: {d: [10 mm, 30 mm], L: {from: 0.5 m, to: 2 m, points: 4}}}\n");
  hol_sweep sweep;
  assert_int_equal(run(text, (hol_sweep_options){0}, &sweep), HOL_OK);
  assert_int_equal(sweep.points, 8);
  assert_int_equal(sweep.solved, 8);
  assert_int_equal(sweep.columns, 3);
  assert_string_equal(sweep.axis[1].unit, "m");
  for (size_t p = 0; p < sweep.points; p++) {
    check_point(&sweep, p);
  }
  hol_sweep_clear(&sweep);
  hol_sweep_clear(&sweep);
  free(text);
}

/** A free uniform cantilever's frequency is proportional to d/L²: statistics of L⁻² are known in closed form. */
/** A beam between a pin and a roller under the force that pulls it: ω₁² = (π/L)⁴ EI/m + (π/L)² F/m, at more points than
 *  a batch begins with. */
static void test_every_point_has_the_axial_forces_of_its_own_loads(void **state)
{
  (void)state;
  static const char text[] = "freedoms: [ux, uy, rz]\n"
                             "parameters: {F: 1 N, L: 1 m}\n"
                             "parts:\n"
                             "  b: {kind: beam, from: [0, 0], to: [0, L], EI: 2, EA: 1e6, line_mass: 3}\n"
                             "joints: [{pin: b.start}, {roller: b.end, direction: x}]\n"
                             "loads: [{at: b.end, direction: [0, 1], force: F}]\n"
                             "analysis:\n"
                             "  frequencies: {count: 1}\n"
                             "  prestress: true\n"
                             "  sweep: {over: {F: {from: -4 N, to: 40 N, points: 20}, L: [1 m, 2 m]}}\n";
  hol_sweep sweep;
  assert_int_equal(run(text, (hol_sweep_options){0}, &sweep), HOL_OK);
  assert_int_equal(sweep.points, 40);
  assert_int_equal(sweep.solved, 40);
  for (size_t p = 0; p < sweep.points; p++) {
    double F = sweep.parameter[2 * p], k = acos(-1) / sweep.parameter[2 * p + 1];
    assert_close(sweep.omega[p], k * sqrt((2 * k * k + F) / 3), 1e-12);
  }
  hol_sweep_clear(&sweep);
}

static void test_statistics_agree_with_the_law_of_the_samples(void **state)
{
  (void)state;
  const char *text = "parameters: {L: 1}\n"
                     "parts:\n"
                     "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 1, line_mass: 1}\n"
                     "joints:\n"
                     "  - {fix: a.start}\n"
                     "analysis:\n"
                     "  frequencies: {count: 1}\n"
                     "  sweep: {sample: {L: {uniform: [1, 2]}}, count: 2000, seed: 11}\n";
  hol_sweep sweep;
  assert_int_equal(run(text, (hol_sweep_options){0}, &sweep), HOL_OK);
  const hol_sweep_statistics *s = sweep.statistics;
  double unit = 3.516015268500157, variance = 7.0 / 24 - 0.25; /* E L⁻² = 1/2, E L⁻⁴ = 7/24 */
  assert_int_equal(s->count, 2000);
  assert_near(s->mean / unit, 0.5, 5 * sqrt(variance / 2000));
  assert_near(s->deviation / unit, sqrt(variance), 0.01);
  assert_near(s->quantile[3] / unit, 1 / 2.25, 0.01);
  assert_true(s->least / unit >= 0.25);
  assert_true(s->greatest / unit <= 1);
  for (size_t q = 0; q < HOL_SWEEP_QUANTILES; q++) {
    double fast = 1 / pow(2 - hol_sweep_probability[q], 2);
    assert_near(s->quantile[q] / unit, fast, 0.03);
  }
  hol_sweep_clear(&sweep);
}

static void test_points_that_are_not_valid_are_said_and_the_others_solved(void **state)
{
  (void)state;
  char *text = with_sweep("  sweep: {over: {L: [1 m, 0 m, 2 m]}}\n");
  reading r = {0};
  hol_sweep sweep;
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_sweep_run(&r.problem, (hol_sweep_options){0}, &sweep, &r.faults), HOL_INCOMPLETE);
  assert_int_equal(sweep.status[0], HOL_OK);
  assert_int_equal(sweep.status[1], HOL_INVALID);
  assert_int_equal(sweep.status[2], HOL_OK);
  assert_true(isnan(sweep.omega[3]));
  assert_int_equal(r.faults.count, 1);
  assert_int_equal(r.faults.errors, 0);
  assert_non_null(strstr(r.faults.item[0].message, "at L = 0 m: length of `a` must be positive"));
  hol_sweep_clear(&sweep);
  reading_clear(&r);
  free(text);
  text = with_sweep("  sweep: {over: {L: [0 m]}}\n");
  assert_int_equal(run(text, (hol_sweep_options){0}, &sweep), HOL_INVALID);
  hol_sweep_clear(&sweep);
  free(text);
}

static void test_frequencies_that_only_some_points_have_keep_their_numbers(void **state)
{
  (void)state;
  const char *text = "parameters: {L: 1}\n"
                     "parts:\n"
                     "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 1, line_mass: 1}\n"
                     "joints:\n"
                     "  - {fix: a.start}\n"
                     "analysis:\n"
                     "  frequencies: {from: 10, to: 70}\n"
                     "  sweep: {over: {L: [1, 0.5]}, follow: true}\n";
  hol_sweep sweep;
  assert_int_equal(run(text, (hol_sweep_options){0}, &sweep), HOL_OK);
  assert_int_equal(sweep.first, 1);
  assert_int_equal(sweep.columns, 3);
  assert_true(isnan(sweep.omega[0]));
  assert_close(sweep.omega[1], 22.03449156452713, 1e-10);
  assert_close(sweep.omega[2], 61.69721441354914, 1e-10);
  assert_close(sweep.omega[3], 4 * 3.516015268500157, 1e-10);
  assert_true(isnan(sweep.omega[4]));
  const size_t branch[] = {0, 1, 2, 3, 0, 0};
  assert_memory_equal(sweep.branch, branch, sizeof branch);
  hol_sweep_clear(&sweep);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_numbers_are_those_of_philox),
      cmocka_unit_test(test_normal_quantiles_invert_the_error_function),
      cmocka_unit_test(test_uniform_numbers_are_uniform_and_independent),
      cmocka_unit_test(test_grid_runs_through_all_values_last_parameter_fastest),
      cmocka_unit_test(test_every_point_is_the_solution_there),
      cmocka_unit_test(test_every_point_has_the_axial_forces_of_its_own_loads),
      cmocka_unit_test(test_statistics_agree_with_the_law_of_the_samples),
      cmocka_unit_test(test_points_that_are_not_valid_are_said_and_the_others_solved),
      cmocka_unit_test(test_frequencies_that_only_some_points_have_keep_their_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
