/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of other analyses at the points of a sweep: closed forms of one mass on a spring and of two. */
#include "close.h"
#include "holonome/holonome.h"

#include <math.h>
#include <netcdf.h>
#include <netcdf_mem.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct ran {
  hol_problem problem;
  hol_faults faults;
  hol_study study;
  const hol_sweep *sweep;
  hol_status status;
} ran;

static void run(const char *text, ran *r)
{
  *r = (ran){.faults = {0}};
  hol_status status = hol_read(text, strlen(text), (hol_read_options){0}, &r->problem, &r->faults);
  for (size_t i = 0; i < r->faults.count; i++) {
    print_message("%zu: %s\n", r->faults.item[i].place.line, r->faults.item[i].message);
  }
  assert_int_equal(status, HOL_OK);
  r->status = hol_study_run(&r->problem, (hol_solve_options){0}, &r->study, &r->faults);
  r->sweep = hol_study_result(&r->study, "sweep");
}

static void clear(ran *r)
{
  hol_study_clear(&r->study);
  hol_faults_clear(&r->faults);
  hol_problem_clear(&r->problem);
}

static double value(const ran *r, size_t point, size_t output)
{
  assert_true(point < r->sweep->points);
  assert_true(output < r->sweep->outputs);
  return r->sweep->output_value[point * r->sweep->outputs + output];
}

/** One mass m = 1 kg: its spring k and dashpot c are swept; of everything there is a closed form. */
#define OSCILLATOR                                                                                                     \
  "parameters: {k: 1, c: 0.1}\n"                                                                                       \
  "freedoms: [uy]\n"                                                                                                   \
  "parts: {mass: {kind: body, at: [0, 0], mass: 1}}\n"

static const char damped[] = OSCILLATOR "joints: [{spring: mass, freedom: uy, stiffness: k, damping: c}]\n"
                                        "analysis:\n"
                                        "  frequencies: {count: 1}\n"
                                        "  response: {load: {at: mass, direction: [0, 1], force: 1}, at: [{point: "
                                        "mass, direction: [0, 1]}], from: 0.1, to: 4}\n"
                                        "  damped: {count: 1}\n"
                                        "  sweep:\n"
                                        "    over: {k: [1, 2, 4], c: [0.1, 0.4, 2.1]}\n"
                                        "    outputs:\n"
                                        "      peak: response.receivers.1.peaks.1.magnitude\n"
                                        "      at: response.receivers.1.peaks.1.omega\n"
                                        "      ratio: damped.1.damping_ratio\n"
                                        "      rate: damped.1.s.1\n"
                                        "      omega: modes.1.omega\n"
                                        "      second: response.receivers.1.peaks.2.magnitude\n";

static void test_a_damped_oscillator(void **state)
{
  (void)state;
  ran r;
  run(damped, &r);
  assert_int_equal(r.sweep->points, 9);
  assert_int_equal(r.sweep->outputs, 6);
  assert_string_equal(r.sweep->output[1].unit, "rad/s");
  for (size_t p = 0; p < 9; p++) {
    double k = r.sweep->parameter[2 * p], c = r.sweep->parameter[2 * p + 1], zeta = c / (2 * sqrt(k));
    bool has_peak = 2 * zeta * zeta < 1;
    assert_int_equal(has_peak, !isnan(value(&r, p, 0)));
    if (has_peak) {
      assert_close(value(&r, p, 0), 1 / (2 * zeta * k * sqrt(1 - zeta * zeta)), 1e-10);
      assert_close(value(&r, p, 1), sqrt(k * (1 - 2 * zeta * zeta)), 1e-8);
    }
    if (zeta < 1) {
      assert_close(value(&r, p, 2), zeta, 1e-12);
      assert_close(value(&r, p, 3), -c / 2, 1e-12);
    }
    assert_close(value(&r, p, 4), sqrt(k), 1e-12);
    assert_close(r.sweep->omega[p], sqrt(k), 1e-12);
    assert_true(isnan(value(&r, p, 5)));
  }
  clear(&r);
}

/** In time and at random: a step to twice the rest; white noise. */
static const char shaken[] = OSCILLATOR
    "joints: [{spring: mass, freedom: uy, stiffness: k}]\n"
    "analysis:\n"
    "  transient: {load: {at: mass, direction: [0, 1], history: {step: 1}}, at: [{point: mass, direction: [0, 1]}],"
    " times: [3.14159265358979323846]}\n"
    "  random: {load: {at: mass, direction: [0, 1], density: 8 N^2/Hz}, at: [{point: mass, direction: [0, 1]}], "
    "damping_ratio: c}\n"
    "  sweep:\n"
    "    over: {k: [1, 2.25, 9]}\n"
    "    outputs: {largest: transient.receivers.1.largest, rms: random.receivers.1.rms}\n";

static void test_in_time_and_at_random(void **state)
{
  (void)state;
  ran r;
  run(shaken, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.sweep->columns, 0);
  for (size_t p = 0; p < 3; p++) {
    double k = r.sweep->parameter[p], omega = sqrt(k), zeta = 0.1;
    assert_close(value(&r, p, 0), (1 - cos(omega * pi)) / k, 1e-10);
    assert_close(value(&r, p, 1), sqrt(8 * omega / (8 * zeta * k * k)), 1e-9);
  }
  clear(&r);
}

/** Two equal masses m, springs k: effective masses (5 ± 3√5)/10 + ... of a chain, whatever m and k are. */
static const char chain[] =
    "parameters: {m: 1}\n"
    "freedoms: [uy]\n"
    "parts: {a: {kind: body, at: [0, 0], mass: m}, b: {kind: body, at: [0, 1], mass: m}}\n"
    "joints: [{spring: a, freedom: uy, stiffness: 1}, {spring: [a, b], freedom: uy, stiffness: 1}]\n"
    "analysis:\n"
    "  frequencies: {count: 2}\n"
    "  effective_masses: {direction: [0, 1]}\n"
    "  sweep:\n"
    "    sample: {m: {uniform: [1, 3]}}\n"
    "    count: 40\n"
    "    outputs: {first: modes.effective_masses.modes.1.mass, moved: modes.effective_masses.total}\n";

static void test_effective_masses_of_samples(void **state)
{
  (void)state;
  ran r;
  double golden = (1 + sqrt(5)) / 2, share = (1 + golden) * (1 + golden) / (1 + golden * golden), mean = 0;
  run(chain, &r);
  assert_int_equal(r.status, HOL_OK);
  for (size_t p = 0; p < 40; p++) {
    double m = r.sweep->parameter[p];
    assert_close(value(&r, p, 0), share * m, 1e-10);
    assert_close(value(&r, p, 1), 2 * m, 1e-12);
    mean += share * m / 40;
  }
  assert_int_equal(r.sweep->output_statistics[0].count, 40);
  assert_close(r.sweep->output_statistics[0].mean, mean, 1e-10);
  clear(&r);
}

static void assert_written(const hol_study *study, const char *format, const char *words)
{
  hol_text text = {0};
  assert_int_equal(format ? hol_write(study, format, &text) : hol_write_table(study, &text), HOL_OK);
  if (!strstr(text.data, words)) {
    fail_msg("%s has no \"%s\":\n%s", format ? format : "the table", words, text.data);
  }
  hol_text_clear(&text);
}

static void test_all_formats_have_them(void **state)
{
  (void)state;
  ran r;
  char row[128];
  run(damped, &r);
  assert_written(&r.study, "csv",
                 "point,k,c,status,number,omega,hertz,lower,upper,peak,at [rad/s],ratio,rate [rad/s],omega");
  (void)snprintf(row, sizeof row, "%.17g", value(&r, 0, 0));
  assert_written(&r.study, "csv", row);
  assert_written(&r.study, "json",
                 "{\"name\": \"at\", \"of\": \"response.receivers.1.peaks.1.omega\", \"unit\": \"rad/s\"}");
  assert_written(&r.study, "json", row);
  assert_written(&r.study, NULL, "output                       least        greatest\npeak");
  assert_written(&r.study, NULL, "second                           -               -  at 0 points\n");
  clear(&r);
}

#ifndef HOLONOME_SANITIZED /* dlopen() of the sanitizer does not know the program's run path */
static void test_netcdf_has_them(void **state)
{
  (void)state;
  ran r;
  hol_text bytes = {0};
  double grid[9], omega[9], zeta = 0.05;
  int file, variable, dimensions;
  run(damped, &r);
  assert_int_equal(hol_write(&r.study, "netcdf", &bytes), HOL_OK);
  assert_int_equal(nc_open_mem("-", 0, bytes.size, bytes.data, &file), NC_NOERR);
  assert_int_equal(nc_inq_varid(file, "peak", &variable), NC_NOERR);
  assert_int_equal(nc_inq_varndims(file, variable, &dimensions), NC_NOERR);
  assert_int_equal(dimensions, 2);
  assert_int_equal(nc_get_var_double(file, variable, grid), NC_NOERR);
  assert_close(grid[0], 1 / (2 * zeta * sqrt(1 - zeta * zeta)), 1e-10);
  assert_int_equal(nc_inq_varid(file, "omega_output", &variable), NC_NOERR);
  assert_int_equal(nc_get_var_double(file, variable, omega), NC_NOERR);
  for (size_t p = 0; p < 9; p++) {
    assert_close(omega[p], sqrt(r.sweep->parameter[2 * p]), 1e-12);
  }
  assert_int_equal(nc_close(file), NC_NOERR);
  hol_text_clear(&bytes);
  clear(&r);
}
#endif

/** What is said of a path, the first being at fault. */
static void check_fault(const char *path, const char *message, const char *hint)
{
  char text[2048];
  ran r;
  (void)snprintf(text, sizeof text,
                 OSCILLATOR "joints: [{spring: mass, freedom: uy, stiffness: k, damping: c}]\n"
                            "analysis:\n"
                            "  damped: {count: 1}\n"
                            "  sweep:\n"
                            "    over: {k: [1, 2]}\n"
                            "    outputs:\n"
                            "      x: %s\n",
                 path);
  run(text, &r);
  assert_int_equal(r.status, HOL_INVALID);
  assert_int_equal(r.faults.errors, 1);
  assert_string_equal(r.faults.item[0].message, message);
  assert_int_equal(r.faults.item[0].place.line, 10);
  assert_int_equal(r.faults.item[0].place.column, 10);
  assert_string_equal(r.faults.item[0].hint ? r.faults.item[0].hint : "", hint);
  clear(&r);
}

static void test_names_that_are_not_there(void **state)
{
  (void)state;
  check_fault("damped.1.ratio", "the results have no `ratio` of `damped.1.ratio`",
              "there are: number, s, lambda, omega, damping_ratio, loss_factor, lower, upper, residual, region, "
              "centre, radius");
  check_fault("damped.dampt.1.s", "the results have no `dampt` of `damped.dampt.1.s`",
              "there are: law, damped, damped_count, reason, accumulation, exhausted, evaluations, complete");
  check_fault("damped.1.omega.2", "the results have no `2` of `damped.1.omega.2`", "");
  check_fault("damped.first.omega", "the results have no `first` of `damped.first.omega`",
              "there are: law, damped, damped_count, reason, accumulation, exhausted, evaluations, complete");
  check_fault("damped.1.s", "`damped.1.s` is not a number", "");
  check_fault("damped.law", "`damped.law` is not a number", "");
  check_fault("damped.1", "`damped.1` is not a number", "");
  check_fault("response.receivers.1.peaks.1.magnitude",
              "the file does not ask for the analysis that `response.receivers.1.peaks.1.magnitude` is of",
              "ask for it beside `sweep`");
}

/** Where a point has no result it is not solved, and the others are. */
static void test_points_without(void **state)
{
  (void)state;
  ran r;
  run("parameters: {k: 1}\n"
      "freedoms: [uy]\n"
      "parts: {mass: {kind: body, at: [0, 0], mass: 1}}\n"
      "joints: [{spring: mass, freedom: uy, stiffness: k}]\n"
      "analysis:\n"
      "  response: {load: {at: mass, direction: [0, 1], force: 1}, at: [{point: mass, direction: [0, 1]}], "
      "frequencies: [1, 2]}\n"
      "  sweep: {over: {k: [1, 3]}, outputs: {first: response.receivers.1.value.1.1, second: "
      "response.receivers.1.value.2.1}}\n",
      &r);
  assert_int_equal(r.status, HOL_INCOMPLETE);
  assert_int_equal(r.sweep->status[0], HOL_INVALID); /* in resonance */
  assert_true(isnan(value(&r, 0, 0)));
  assert_true(isnan(value(&r, 0, 1)));
  assert_int_equal(r.sweep->status[1], HOL_OK);
  assert_close(value(&r, 1, 0), 0.5, 1e-12);
  assert_close(value(&r, 1, 1), -1, 1e-12);
  assert_int_equal(r.faults.errors, 0);
  assert_int_equal(r.faults.count, 1);
  assert_non_null(strstr(r.faults.item[0].message,
                         "at k = 1: the response has no bound at 1 rad/s, an undamped natural frequency"));
  clear(&r);
}

/** A system in coordinates, whose formulas have the numbers of each point: x = v sin(omega t)/omega, and what holds
 *  y = 2 x is twice its mass times its acceleration. */
static const char oscillator_in_coordinates[] =
    "parameters: {k: 1 N/m, m: 2 kg, v: 1 m/s, n: 0.5 kg, T: 1 s}\n"
    "motion:\n"
    "  coordinates: {x: {start: 0 m, speed: v}, y: {start: 0 m, speed: 2*v}}\n"
    "  kinetic: m/2*x'^2 + n/2*y'^2\n"
    "  potential: k/2*x^2\n"
    "  constraints: {lever: y = 2*x}\n"
    "analysis:\n"
    "  motion: {to: T, points: 2}\n"
    "  sweep:\n"
    "    over: {k: [1 N/m, 4 N/m], v: [1 m/s, 3 m/s], T: [0.5 s, 2 s]}\n"
    "    outputs: {x: motion.coordinates.1.value.2, reaction: motion.reactions.1.value.2}\n";

static void test_motions_in_coordinates(void **state)
{
  (void)state;
  ran r;
  run(oscillator_in_coordinates, &r);
  assert_int_equal(r.status, HOL_OK);
  assert_int_equal(r.sweep->points, 8);
  for (size_t p = 0; p < 8; p++) {
    const double *at = &r.sweep->parameter[3 * p];
    double omega = sqrt(at[0] / 4), x = at[1] / omega * sin(omega * at[2]);
    assert_close(value(&r, p, 0), x, 1e-10);
    assert_close(value(&r, p, 1), -0.5 * 2 * omega * omega * x, 1e-9);
  }
  clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_damped_oscillator),      cmocka_unit_test(test_in_time_and_at_random),
      cmocka_unit_test(test_motions_in_coordinates),   cmocka_unit_test(test_effective_masses_of_samples),
      cmocka_unit_test(test_all_formats_have_them),
#ifndef HOLONOME_SANITIZED
      cmocka_unit_test(test_netcdf_has_them),
#endif
      cmocka_unit_test(test_names_that_are_not_there), cmocka_unit_test(test_points_without)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
