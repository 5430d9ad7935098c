/* SPDX-License-Identifier: BSD-3-Clause */
/* What a sweep is written as: the files hold its numbers, to the last bit. */
#include "close.h"
#include "reading.h"

#include "holonome/holonome.h"
#include "sweep/analysis.h"
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

/** Bars beside each other, their frequencies apart or not. */
static const char crossing[] = "parameters: {growth: 1.5}\n"
                               "parts:\n"
                               "  a: {kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}\n"
                               "  b: {kind: bar, from: [0, 1], to: [1, 1], EA: growth, line_mass: 1}\n"
                               "joints:\n"
                               "  - {fix: a.start}\n"
                               "  - {fix: b.start}\n"
                               "analysis:\n"
                               "  frequencies: {count: 2}\n"
                               "  sweep: {over: {growth: {from: 0.9, to: 1.12, points: 4}}, follow: true}\n";

/** A problem, what it has led to, and the study that these are. */
typedef struct solved {
  reading r;
  hol_sweep sweep;
  hol_study study;
} solved;

static void run(const char *text, solved *s)
{
  *s = (solved){0};
  assert_true(reading_of(text, &s->r));
  hol_status status = hol_sweep_run(&s->r.problem, (hol_sweep_options){0}, &s->sweep, &s->r.faults);
  assert_true(status == HOL_OK || status == HOL_INCOMPLETE);
  s->study = (hol_study){
      .problem = &s->r.problem, .found = {{.row = &hol_sweep_row, .result = &s->sweep, .status = status}}, .founds = 1};
}

static void forget(solved *s)
{
  hol_sweep_clear(&s->sweep);
  reading_clear(&s->r);
}

static void test_csv_has_a_line_for_every_frequency_and_one_for_a_point_without(void **state)
{
  (void)state;
  solved s;
  hol_text text = {0};
  run(grid, &s);
  const hol_sweep sweep = s.sweep; /* borrowed */
  assert_int_equal(hol_write(&s.study, "csv", &text), HOL_OK);
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
      assert_true(!(fabs(L - sweep.parameter[2 * p]) > 0));
      assert_true(!(fabs(k - sweep.parameter[2 * p + 1]) > 0));
      assert_string_equal(status, sweep.status[p] == HOL_OK ? "solved" : "invalid");
      assert_true(lines == 1 || !(fabs(omega - sweep.omega[2 * p + c]) > 0));
    }
  }
  assert_int_equal(strlen(strchr(line, '\n')), 1);
  hol_text_clear(&text);
  forget(&s);
}

static void test_table_names_every_parameter_and_event(void **state)
{
  (void)state;
  solved s;
  hol_text text = {0};
  run(samples, &s);
  assert_int_equal(hol_sweep_table(&s.sweep, NULL, HOL_UNIT_HERTZ, &text), HOL_OK);
  assert_non_null(strstr(text.data, "20 samples, 20 solved and proved; seed 9\n"));
  assert_non_null(strstr(text.data, "\n  k "));
  for (const char *line = text.data; *line; line = strchr(line, '\n') + 1) {
    assert_true(strcspn(line, "\n") <= 80);
  }
  hol_text_clear(&text);
  const hol_sweep_statistics *first = &s.sweep.statistics[0];
  char mean[64];
  assert_int_equal(hol_sweep_table(&s.sweep, NULL, HOL_UNIT_RPM, &text), HOL_OK);
  snprintf(mean, sizeof mean, "\n   1 %13.8g %13.4g ", first->mean * 30 / acos(-1), first->deviation * 30 / acos(-1));
  assert_non_null(strstr(text.data, mean));
  assert_non_null(strstr(text.data, "mean rpm     deviation "));
  hol_text_clear(&text);
  forget(&s);
}

#ifndef HOLONOME_SANITIZED /* dlopen() of the sanitizer does not know the program's run path */

/** Open what the writer made. @return the file's number */
static int open_written(const solved *s, hol_text *bytes)
{
  int file = -1;
  assert_int_equal(hol_write(&s->study, "netcdf", bytes), HOL_OK);
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
  solved s;
  hol_text bytes = {0}, again = {0};
  run(grid, &s);
  const hol_sweep sweep = s.sweep; /* borrowed */
  int file = open_written(&s, &bytes), variable, dimension[3];
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
  assert_int_equal(hol_write(&s.study, "netcdf", &again), HOL_OK);
  assert_int_equal(bytes.size, again.size);
  assert_memory_equal(bytes.data, again.data, bytes.size);
  hol_text_clear(&bytes);
  hol_text_clear(&again);
  forget(&s);
}

static void test_netcdf_of_samples_has_statistics_and_the_seed(void **state)
{
  (void)state;
  solved s;
  hol_text bytes = {0};
  unsigned long long seed = 0;
  run(samples, &s);
  const hol_sweep sweep = s.sweep; /* borrowed */
  int file = open_written(&s, &bytes);
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
  forget(&s);
}

/** Attributes of a variable, or of the file. */
static void tell_attributes(int file, int variable, int count, hol_text *told)
{
  for (int i = 0; i < count; i++) {
    char name[NC_MAX_NAME + 1], words[256] = "";
    nc_type type;
    size_t length;
    assert_int_equal(nc_inq_attname(file, variable, i, name), NC_NOERR);
    assert_int_equal(nc_inq_att(file, variable, name, &type, &length), NC_NOERR);
    if (type == NC_CHAR) {
      assert_true(length < sizeof words);
      assert_int_equal(nc_get_att_text(file, variable, name, words), NC_NOERR);
      hol_text_add(told, "  %s: %s\n", name, words);
    } else {
      hol_text_add(told, "  %s: %d of type %d\n", name, (int)length, (int)type);
    }
  }
}

/** All that a file has but its numbers: dimensions, then variables, in order. */
static void tell_structure(int file, hol_text *told)
{
  int dimensions, variables, attributes;
  char name[NC_MAX_NAME + 1];
  size_t length;
  assert_int_equal(nc_inq(file, &dimensions, &variables, &attributes, NULL), NC_NOERR);
  tell_attributes(file, NC_GLOBAL, attributes, told);
  for (int d = 0; d < dimensions; d++) {
    assert_int_equal(nc_inq_dim(file, d, name, &length), NC_NOERR);
    hol_text_add(told, "%s = %zu\n", name, length);
  }
  for (int v = 0; v < variables; v++) {
    int rank, over[NC_MAX_VAR_DIMS];
    nc_type type;
    assert_int_equal(nc_inq_var(file, v, name, &type, &rank, over, &attributes), NC_NOERR);
    hol_text_add(told, "%s, type %d, over", name, (int)type);
    for (int d = 0; d < rank; d++) {
      assert_int_equal(nc_inq_dimname(file, over[d], name), NC_NOERR);
      hol_text_add(told, " %s", name);
    }
    hol_text_add(told, "\n");
    tell_attributes(file, v, attributes, told);
  }
}

static void check_structure(const char *problem, const char *recorded)
{
  solved s;
  hol_text bytes = {0}, told = {0};
  char expected[8192] = "";
  run(problem, &s);
  int file = open_written(&s, &bytes);
  tell_structure(file, &told);
  FILE *in = fopen(recorded, "rb");
  assert_non_null(in);
  assert_true(fread(expected, 1, sizeof expected - 1, in) > 0);
  assert_int_equal(fclose(in), 0);
  assert_string_equal(told.data, expected);
  assert_int_equal(nc_close(file), NC_NOERR);
  hol_text_clear(&bytes);
  hol_text_clear(&told);
  forget(&s);
}

/** A parameter may have the name of what is told. */
static void test_netcdf_has_the_dimensions_names_and_units_recorded(void **state)
{
  (void)state;
  check_structure(crossing, HOLONOME_TESTS "/netcdf/followed.txt");
  check_structure(samples, HOLONOME_TESTS "/netcdf/samples.txt");
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
      cmocka_unit_test(test_netcdf_has_the_dimensions_names_and_units_recorded),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
