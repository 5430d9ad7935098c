/* SPDX-License-Identifier: BSD-3-Clause */
/* Motions told: JSON, CSV, arrays, a table of 80 columns, of hand-made results and of those that have nothing. */
#include "close.h"
#include "holonome/holonome.h"
#include "motion/describe.h"
#include "motion/series.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/netcdf.h"
#include "result/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 9, COORDINATES = 2, CONSTRAINTS = 3 };

static char long_name[] = "the_angle_between_the_upper_arm_and_the_direction_of_gravity_in_the_plane_of_the_machine";

/** A system and its motion; all texts are static, so that neither is cleared. */
typedef struct made {
  hol_motion_coordinate coordinate[COORDINATES];
  hol_motion_constraint constraint[CONSTRAINTS];
  hol_motion_friction friction;
  hol_motion_state state;
  hol_motion_output output;
  hol_motion_program control;
  hol_motion_system system;
  double number[20 * TIMES * CONSTRAINTS], time[TIMES], error[CONSTRAINTS];
  hol_motion_event event[3];
  hol_motion_row row[CONSTRAINTS];
  size_t follows[2];
  hol_motion_result result;
} made;

/** The next numbers of those that are made. */
static double *take(made *m, size_t *used, size_t count)
{
  double *value = m->number + *used;
  *used += count;
  return value;
}

static void make_system(made *m, bool has_units)
{
  const hol_dimension length = {.length = has_units},
                      force = {.length = has_units, .mass = has_units, .time = (int8_t)(has_units ? -2 : 0)};
  m->coordinate[0] = (hol_motion_coordinate){.name = "x", .dimension = length};
  m->coordinate[1] = (hol_motion_coordinate){.name = "theta"};
  m->constraint[0] = (hol_motion_constraint){.name = "wire", .dimension = length, .multiplier = force};
  m->constraint[1] = (hol_motion_constraint){.name = "pin", .order = 1, .dimension = length, .multiplier = force};
  m->constraint[2] = (hol_motion_constraint){.name = "rod", .order = 2, .wants_free = true};
  m->friction = (hol_motion_friction){.name = "tip", .at = 0, .dimension = force};
  m->state = (hol_motion_state){.name = "Q"};
  m->output = (hol_motion_output){.name = "speed", .dimension = length};
  m->control = (hol_motion_program){.name = "w", .order = 3, .multiplier = force};
  m->system = (hol_motion_system){.coordinate = m->coordinate,
                                  .coordinates = COORDINATES,
                                  .constraint = m->constraint,
                                  .constraints = CONSTRAINTS,
                                  .friction = &m->friction,
                                  .frictions = 1,
                                  .state = &m->state,
                                  .states = 1,
                                  .output = &m->output,
                                  .outputs = 1,
                                  .control = &m->control,
                                  .controls = 1,
                                  .has_time_unit = has_units};
}

static void make_events(made *m)
{
  m->event[0] = (hol_motion_event){0.25, 0, HOL_MOTION_SLIPS_FORWARD, HOL_MOTION_STICKS, 0, 0, 2};
  m->event[1] = (hol_motion_event){0.75, 1, HOL_MOTION_RANK_CHANGES, HOL_MOTION_RANK_CHANGES, 3.25, 0.5, 1};
  m->event[2] = (hol_motion_event){1, SIZE_MAX, HOL_MOTION_RANK_CHANGES, HOL_MOTION_RANK_CHANGES, 0, 0, 2};
  m->result.event = m->event;
  m->result.events = 3;
}

static void make_rows(made *m)
{
  m->follows[0] = 0;
  m->follows[1] = 1;
  m->row[0] = (hol_motion_row){.name = "wire", .is_unique = true, .largest = 12.5, .residual_force = -2};
  m->row[1] = (hol_motion_row){.name = "pin", .order = 1, .is_unique = true, .is_free = true, .largest = 0};
  m->row[2] = (hol_motion_row){.name = "rod",
                               .order = 2,
                               .is_redundant = true,
                               .follows_from = m->follows,
                               .follows = 2,
                               .largest = NAN,
                               .residual_force = 0.125};
  m->result.row = m->row;
}

static void make(made *m, bool has_units)
{
  *m = (made){0};
  hol_motion_result *r = &m->result;
  size_t used = 0;
  make_system(m, has_units);
  for (size_t i = 0; i < sizeof m->number / sizeof *m->number; i++) {
    m->number[i] = sin((double)i + 1) * pow(10, (double)(i % 7) - 3);
  }
  for (size_t k = 0; k < TIMES; k++) {
    m->time[k] = 0.25 * (double)k;
  }
  for (size_t i = 0; i < CONSTRAINTS; i++) {
    m->error[i] = 1.5e-11;
  }
  *r = (hol_motion_result){.system = &m->system,
                           .times = TIMES,
                           .time = m->time,
                           .rank = 2,
                           .drift = 2e-15,
                           .power_balance = 3e-13,
                           .error = 4e-11,
                           .accuracy_until = INFINITY,
                           .stopped_at = INFINITY,
                           .steps = 120,
                           .evaluations = 1560,
                           .complete = true};
  r->position = take(m, &used, (size_t)TIMES * COORDINATES);
  r->speed = take(m, &used, (size_t)TIMES * COORDINATES);
  r->acceleration = take(m, &used, (size_t)TIMES * COORDINATES);
  r->auxiliary = take(m, &used, TIMES);
  r->reaction = take(m, &used, (size_t)TIMES * CONSTRAINTS);
  r->force = take(m, &used, (size_t)TIMES * COORDINATES);
  r->nonideal = take(m, &used, (size_t)TIMES * COORDINATES);
  r->control = take(m, &used, TIMES);
  r->output = take(m, &used, TIMES);
  r->friction = take(m, &used, TIMES);
  r->energy = take(m, &used, TIMES);
  r->position_error = r->speed_error = r->reaction_error = r->output_error = r->auxiliary_error = m->error;
  for (size_t k = 0; k < TIMES; k++) {
    r->reaction[k * CONSTRAINTS + 2] = NAN;
  }
  make_events(m);
  make_rows(m);
}

/* ---- writers ----------------------------------------------------------------------------------------------------- */

static void write_json(const hol_motion_result *result, hol_text *text)
{
  static const hol_quantity motion = {.type = HOL_RECORD};
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  hol_open(&sink, &motion);
  assert_int_equal(hol_motion_describe(result, &sink), HOL_OK);
  hol_close(&sink);
  assert_false(text->failed);
}

static void write_csv(const hol_motion_result *result, hol_text *text)
{
  hol_csv csv = {.text = text};
  const hol_sink sink = hol_csv_sink(&csv);
  assert_int_equal(hol_motion_rows(result, &sink), HOL_OK);
  hol_csv_clear(&csv);
  assert_false(text->failed);
}

/** All writers end well. */
static void write_all(const hol_motion_result *result)
{
  hol_text text = {0};
  write_json(result, &text);
  assert_null(strstr(text.data, "nan"));
  assert_null(strstr(text.data, "inf"));
  hol_text_clear(&text);
  write_csv(result, &text);
  hol_text_clear(&text);
  if (hol_netcdf_can(NULL)) {
    assert_int_equal(hol_netcdf_write(hol_motion_arrays, result, &text), HOL_OK);
    assert_true(text.size > 0);
    hol_text_clear(&text);
  }
  assert_int_equal(hol_motion_table(result, "A title", &text), HOL_OK);
  for (const char *line = text.data; *line; line += strcspn(line, "\n") + 1) {
    size_t size = strcspn(line, "\n");
    assert_true(hol_words_columns(line, size) <= HOL_COLUMNS);
    assert_true(size == 0 || line[size - 1] != ' ');
  }
  hol_text_clear(&text);
}

static void assert_has(const char *text, const char *words)
{
  if (!strstr(text, words)) {
    (void)fprintf(stderr, "%s\n--- has not: %s\n", text, words);
  }
  assert_non_null(strstr(text, words));
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void tells_series_with_names_and_units(void **state)
{
  (void)state;
  made m;
  hol_text text = {0};
  make(&m, true);
  write_json(&m.result, &text);
  assert_has(text.data, "\"t\": [0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0], \"t_unit\": \"s\"");
  assert_has(text.data, "{\"name\": \"x'\", \"unit\": \"m/s\", \"value\": [");
  assert_has(text.data, "{\"name\": \"theta''\", \"unit\": \"s^-2\"");
  assert_has(text.data, "{\"name\": \"wire\", \"unit\": \"N\"");
  assert_has(text.data,
             "{\"name\": \"rod\", \"unit\": \"1\", \"value\": [null, null, null, null, null, null, null, null, null]");
  assert_has(text.data, "\"redundant\": true, \"follows_from\": [\"wire\", \"pin\"], \"unique\": false");
  assert_has(text.data, "{\"time\": 0.25, \"element\": \"tip\", \"from\": \"slips forward\", \"to\": \"sticks\"");
  assert_has(text.data, "{\"time\": 1.0, \"element\": null, \"from\": \"rank changes\"");
  assert_has(text.data, "\"accuracy_until\": null, \"stopped_at\": null, \"reason\": null");
  hol_text_clear(&text);
  make(&m, false);
  write_json(&m.result, &text);
  assert_has(text.data, "\"t_unit\": null");
  assert_has(text.data, "{\"name\": \"x'\", \"unit\": null, \"value\": [");
  hol_text_clear(&text);
}

static void writes_a_row_for_each_time(void **state)
{
  (void)state;
  made m;
  hol_text text = {0};
  make(&m, true);
  m.result.position[0] = 0.5;
  write_csv(&m.result, &text);
  assert_has(text.data, "t,x,theta,x',theta',x'',theta'',Q,speed,reaction wire,reaction pin,reaction rod,force x,force "
                        "theta,nonideal x,nonideal theta,friction tip,control w,energy\n0.0,0.5,");
  size_t lines = 0;
  for (const char *c = text.data; *c; c++) {
    lines += *c == '\n';
  }
  assert_int_equal(lines, TIMES + 1);
  hol_text_clear(&text);
}

static void shows_a_table(void **state)
{
  (void)state;
  made m;
  hol_text text = {0};
  make(&m, true);
  assert_int_equal(hol_motion_table(&m.result, "A wire", &text), HOL_OK);
  assert_has(text.data, "A wire\nmotion: 2 coordinates, 3 constraints of rank 2; 9 times from 0 to 2 s\n");
  assert_has(text.data, "\nredundant: rod follows from wire, pin\nresidual force at the start: rod 0.125, what its");
  assert_has(text.data, "\nreactions not unique: rod\nconstraints that the motion meets without a reaction: pin\n");
  assert_has(text.data, "    0            0.25 s  tip: slips forward, then sticks\n");
  assert_has(text.data, "    1            0.75 s  pin: the rank of the constraints is 1 from here on,\n");
  assert_has(text.data, "checks: error 4.0e-11 of a coordinate's scale");
  assert_null(strstr(text.data, "NOT COMPLETE"));
  hol_text_clear(&text);
}

static void says_where_the_motion_ends(void **state)
{
  (void)state;
  made m;
  hol_text text = {0};
  make(&m, true);
  m.result.complete = false;
  m.result.stopped_at = 0.8125;
  m.result.stop_reason = "the acceleration is not determined";
  m.result.accuracy_until = 0.5;
  assert_int_equal(hol_motion_table(&m.result, NULL, &text), HOL_OK);
  assert_has(text.data, "NO MOTION after t = 0.8125 s: the acceleration is not determined\nNOT COMPLETE (exit status");
  assert_has(text.data, "from t = 0.5 s on the error exceeds the accuracy asked for");
  hol_text_clear(&text);
  write_json(&m.result, &text);
  assert_has(text.data, "\"stopped_at\": 0.8125, \"reason\": \"the acceleration is not determined\"");
  hol_text_clear(&text);
}

static void tells_forces_that_free(void **state)
{
  (void)state;
  made m;
  double unmet[TIMES] = {0, 0, 0.25};
  hol_text text = {0};
  make(&m, true);
  m.result.freeing = m.result.force;
  m.result.unmet = unmet;
  m.result.is_assembled = true;
  m.result.moved = 0.0625;
  write_json(&m.result, &text);
  assert_has(text.data, "\"free_by\": {\"forces\": [");
  assert_has(text.data, "\"unmet\": [0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], \"same_motion\": false}");
  assert_has(text.data, "\"assembled\": {\"moved\": 0.0625, \"lost_energy\": 0.0}");
  hol_text_clear(&text);
  write_csv(&m.result, &text);
  assert_has(text.data, ",energy,free_by x,free_by theta,unmet\n");
  hol_text_clear(&text);
  write_all(&m.result);
}

/** Coordinates of two units, an energy that changes, and no curve of a reaction that is not unique. */
static void draws_curves_by_unit(void **state)
{
  (void)state;
  made m;
  hol_text text = {0};
  make(&m, true);
  write_json(&m.result, &text);
  assert_has(text.data, "\"each\": \"coordinates\", \"only\": \"unit\", \"only_word\": \"m\"");
  assert_has(text.data, "\"each\": \"coordinates\", \"only\": \"unit\", \"only_word\": \"1\"");
  assert_has(text.data, "\"each\": \"reactions\", \"only\": \"unit\", \"only_word\": \"N\"");
  assert_null(strstr(text.data, "\"each\": \"reactions\", \"only\": \"unit\", \"only_word\": \"1\""));
  assert_has(text.data, "\"each\": \"energy\"");
  hol_text_clear(&text);
  for (size_t k = 0; k < TIMES; k++) {
    m.result.energy[k] = 3 + 1e-12 * (double)k;
  }
  write_json(&m.result, &text);
  assert_null(strstr(text.data, "\"each\": \"energy\""));
  hol_text_clear(&text);
  m.result.times = 2;
  write_json(&m.result, &text);
  assert_null(strstr(text.data, "views"));
  hol_text_clear(&text);
}

static void takes_what_is_missing(void **state)
{
  (void)state;
  made m;
  hol_motion_result r = {.accuracy_until = INFINITY, .stopped_at = INFINITY};
  write_all(&r); /* nothing at all */
  make(&m, true);
  r.system = &m.system;
  write_all(&r); /* nothing computed */
  r.time = m.time;
  r.times = TIMES;
  write_all(&r); /* no numbers */
  m.result.times = 1;
  write_all(&m.result);
  make(&m, false);
  m.system.constraints = m.system.states = m.system.outputs = m.system.controls = m.system.frictions = 0;
  m.result.events = 0;
  write_all(&m.result);
  m.system.coordinates = 0;
  write_all(&m.result);
}

static void takes_any_number(void **state)
{
  (void)state;
  static const double number[] = {NAN, -INFINITY, -1.7976931348623157e308, -4.9e-324, 0};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    made m;
    make(&m, i % 2 == 0);
    for (size_t k = 0; k < sizeof m.number / sizeof *m.number; k++) {
      m.number[k] = number[i];
    }
    for (size_t k = 0; k < CONSTRAINTS; k++) {
      m.error[k] = fabs(number[i]);
    }
    m.result.drift = m.result.power_balance = m.result.error = fabs(number[i]);
    m.result.steps = m.result.evaluations = SIZE_MAX;
    write_all(&m.result);
  }
}

static void takes_long_names(void **state)
{
  (void)state;
  made m;
  make(&m, true);
  m.coordinate[0].name = m.constraint[1].name = m.friction.name = m.output.name = long_name;
  m.coordinate[1].dimension = (hol_dimension){.length = -17, .mass = 23, .time = -31};
  m.constraint[0].name = "a \"wire\"\x1b[31m, of two\nlines \xff";
  m.result.stopped_at = 1;
  m.result.stop_reason = long_name;
  write_all(&m.result);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tells_series_with_names_and_units),
      cmocka_unit_test(writes_a_row_for_each_time),
      cmocka_unit_test(shows_a_table),
      cmocka_unit_test(says_where_the_motion_ends),
      cmocka_unit_test(tells_forces_that_free),
      cmocka_unit_test(draws_curves_by_unit),
      cmocka_unit_test(takes_what_is_missing),
      cmocka_unit_test(takes_any_number),
      cmocka_unit_test(takes_long_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
