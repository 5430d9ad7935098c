/* What a sweep is written as: the files hold its numbers, to the last bit. */
#include "close.h"
#include "reading.h"

#include "holonome/holonome.h"
#include "sweep/describe.h"

#include <netcdf.h>
#include <netcdf_mem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char grid[] = "title: two bars\n"
                           "parameters: {L: 1 m, omega: 3}\n"
                           "parts:\n"
                           "  a: {kind: bar, from: [0, 0], to: [L, 0], EA: omega N, line_mass: 1 kg/m}\n"
                           "joints:\n"
                           "  - {fix: a.start}\n"
                           "analysis:\n"
                           "  frequencies: {count: 2}\n"
                           "  sweep: {over: {L: [1 m, 0 m, 3 m], omega: [1, 4]}, follow: true}\n";
static const char samples[] = "parameters: {k: 1}\n"
                              "parts:\n"
                              "  a: {kind: bar, from: [0, 0], to: [1, 0], EA: k, line_mass: 1}\n"
                              "joints:\n"
                              "  - {fix: a.start}\n"
                              "analysis:\n"
                              "  frequencies: {count: 2}\n"
                              "  sweep: {sample: {k: {uniform: [1, 2]}}, count: 20, seed: 9}\n";

static void run(const char *text, hol_sweep *sweep)
{
  reading r = {0};
  assert_true(reading_of(text, &r));
  hol_status status = hol_sweep_run(&r.problem, (hol_sweep_options){0}, sweep, &r.faults);
  assert_true(status == HOL_OK || status == HOL_INCOMPLETE);
  reading_clear(&r);
}

static void test_csv_has_a_line_for_every_frequency_and_one_for_a_point_without(void **state)
{
  (void)state;
  hol_sweep sweep;
  hol_text text = {0};
  run(grid, &sweep);
  assert_int_equal(hol_sweep_csv(&sweep, &text), HOL_OK);
  const char *line = text.data;
  assert_int_equal(strncmp(line, "point,L [m],omega,status,number,omega,hertz,lower,upper,branch\n", 63), 0);
  for (size_t p = 0; p < sweep.points; p++) {
    size_t lines = sweep.status[p] == HOL_OK ? 2 : 1;
    for (size_t c = 0; c < lines; c++) {
      line = strchr(line, '\n') + 1;
      size_t point, number = 0;
      double L, k, omega = 0;
      char status[16];
      int found = sscanf(line, "%zu,%lf,%lf,%15[a-z],%zu,%lf", &point, &L, &k, status, &number, &omega);
      assert_int_equal(found, sweep.status[p] == HOL_OK ? 6 : 4);
      assert_int_equal(point, p);
      assert_true(!(fabs(L - sweep.parameter[2 * p]) > 0) && !(fabs(k - sweep.parameter[2 * p + 1]) > 0));
      assert_string_equal(status, sweep.status[p] == HOL_OK ? "solved" : "invalid");
      assert_true(lines == 1 || !(fabs(omega - sweep.omega[2 * p + c]) > 0));
    }
  }
  assert_int_equal(strlen(strchr(line, '\n')), 1);
  hol_text_clear(&text);
  hol_sweep_clear(&sweep);
}

static void test_table_names_every_parameter_and_event(void **state)
{
  (void)state;
  hol_sweep sweep;
  hol_text text = {0};
  run(samples, &sweep);
  assert_int_equal(hol_sweep_table(&sweep, &text), HOL_OK);
  assert_non_null(strstr(text.data, "20 samples, 20 solved and proved; seed 9\n"));
  assert_non_null(strstr(text.data, "\n  k "));
  for (const char *line = text.data; *line; line = strchr(line, '\n') + 1) {
    assert_true(strcspn(line, "\n") <= 80);
  }
  hol_text_clear(&text);
  hol_sweep_clear(&sweep);
}

#ifndef HOLONOME_SANITIZED /* dlopen() of the sanitizer does not know the program's run path */

/** Open what the writer made. @return the file's number */
static int open_written(const hol_sweep *sweep, hol_text *bytes)
{
  int file = -1;
  assert_int_equal(hol_sweep_netcdf(sweep, bytes), HOL_OK);
  assert_int_equal(nc_open_mem("sweep", NC_NOWRITE, bytes->size, bytes->data, &file), NC_NOERR);
  return file;
}

/** A variable of doubles with these dimensions is this. */
static void check_variable(int file, const char *name, const char *unit, size_t count, const double *expected)
{
  int variable, dimensions, dimension[NC_MAX_VAR_DIMS];
  char found[64] = "";
  double value[256];
  size_t total = 1, length;
  assert_int_equal(nc_inq_varid(file, name, &variable), NC_NOERR);
  assert_int_equal(nc_inq_var(file, variable, NULL, NULL, &dimensions, dimension, NULL), NC_NOERR);
  for (int d = 0; d < dimensions; d++) {
    assert_int_equal(nc_inq_dimlen(file, dimension[d], &length), NC_NOERR);
    total *= length;
  }
  assert_int_equal(total, count);
  assert_true(count <= sizeof value / sizeof value[0]);
  assert_int_equal(nc_get_var_double(file, variable, value), NC_NOERR);
  for (size_t i = 0; i < count; i++) {
    assert_true(isnan(expected[i]) ? isnan(value[i]) : !(fabs(value[i] - expected[i]) > 0));
  }
  assert_int_equal(nc_get_att_text(file, variable, "units", found), NC_NOERR);
  assert_string_equal(found, unit);
}

static void test_netcdf_of_a_grid_has_a_dimension_for_every_parameter(void **state)
{
  (void)state;
  hol_sweep sweep;
  hol_text bytes = {0}, again = {0};
  run(grid, &sweep);
  int file = open_written(&sweep, &bytes), variable, dimension[3];
  char name[NC_MAX_NAME + 1], title[32] = "";
  check_variable(file, "L", "m", 3, sweep.axis[0].value);
  check_variable(file, "omega_parameter", "1", 2, sweep.axis[1].value);
  check_variable(file, "omega", "rad s-1", 12, sweep.omega);
  check_variable(file, "lower", "rad s-1", 12, sweep.lower);
  check_variable(file, "upper", "rad s-1", 12, sweep.upper);
  assert_int_equal(nc_inq_varid(file, "omega", &variable), NC_NOERR);
  assert_int_equal(nc_inq_vardimid(file, variable, dimension), NC_NOERR);
  const char *const expected[] = {"L", "omega_parameter", "mode"};
  for (int d = 0; d < 3; d++) {
    assert_int_equal(nc_inq_dimname(file, dimension[d], name), NC_NOERR);
    assert_string_equal(name, expected[d]);
  }
  assert_int_equal(nc_get_att_text(file, NC_GLOBAL, "title", title), NC_NOERR);
  assert_string_equal(title, "two bars");
  assert_int_equal(nc_close(file), NC_NOERR);
  assert_int_equal(hol_sweep_netcdf(&sweep, &again), HOL_OK);
  assert_int_equal(bytes.size, again.size);
  assert_memory_equal(bytes.data, again.data, bytes.size);
  hol_text_clear(&bytes);
  hol_text_clear(&again);
  hol_sweep_clear(&sweep);
}

static void test_netcdf_of_samples_has_statistics_and_the_seed(void **state)
{
  (void)state;
  hol_sweep sweep;
  hol_text bytes = {0};
  unsigned long long seed = 0;
  run(samples, &sweep);
  int file = open_written(&sweep, &bytes);
  double mean[2], quantile[2 * HOL_SWEEP_QUANTILES];
  for (size_t c = 0; c < 2; c++) {
    mean[c] = sweep.statistics[c].mean;
    memcpy(quantile + c * HOL_SWEEP_QUANTILES, sweep.statistics[c].quantile, sizeof sweep.statistics[c].quantile);
  }
  check_variable(file, "k", "1", 20, sweep.parameter);
  check_variable(file, "mean", "rad s-1", 2, mean);
  check_variable(file, "quantile", "rad s-1", 2 * HOL_SWEEP_QUANTILES, quantile);
  check_variable(file, "probability", "1", HOL_SWEEP_QUANTILES, hol_sweep_probability);
  assert_int_equal(nc_get_att_ulonglong(file, NC_GLOBAL, "seed", &seed), NC_NOERR);
  assert_int_equal(seed, 9);
  assert_int_equal(nc_close(file), NC_NOERR);
  hol_text_clear(&bytes);
  hol_sweep_clear(&sweep);
}

#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_csv_has_a_line_for_every_frequency_and_one_for_a_point_without),
      cmocka_unit_test(test_table_names_every_parameter_and_event),
#ifndef HOLONOME_SANITIZED
      cmocka_unit_test(test_netcdf_of_a_grid_has_a_dimension_for_every_parameter),
      cmocka_unit_test(test_netcdf_of_samples_has_statistics_and_the_seed),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
