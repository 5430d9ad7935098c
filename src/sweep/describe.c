/* SPDX-License-Identifier: BSD-3-Clause */
/* Result of a sweep for every output format: record, rows, arrays and views. */
#include "sweep/describe.h"

#include "base/memory.h"
#include "result/number.h"
#include "result/quantities.h"
#include "result/view.h"
#include "modes/describe.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD};

#define EVENT(member) .at = offsetof(hol_sweep_event, member)
#define STATISTICS(member) .at = offsetof(hol_sweep_statistics, member)

/** What is told of an event in every format, in this order in those of arrays. */
enum { KIND, POINT, AXIS, NUMBER, LOWER_BRANCH, UPPER_BRANCH, AT, OMEGA, GAP, EVENT_QUANTITIES };
static const hol_quantity event_quantity[EVENT_QUANTITIES] = {
    [KIND] = {.name = "kind",
              .type = HOL_CHOICE,
              .unit = "1",
              .text = "event of two frequencies between neighbouring points",
              .word = hol_sweep_event_word,
              EVENT(kind)},
    [POINT] = {.name = "point",
               .type = HOL_COUNT,
               .unit = "1",
               .text = "the later of the two points, from 0, last parameter fastest",
               EVENT(point)},
    [AXIS] = {.name = "axis",
              .type = HOL_COUNT,
              .unit = "1",
              .text = "parameter that changes between the two points, from 0",
              EVENT(axis)},
    [NUMBER] = {.name = "mode",
                .type = HOL_COUNT,
                .unit = "1",
                .text = "number of the lower of the two modes before",
                EVENT(number)},
    [LOWER_BRANCH] = {.name = "lower_branch",
                      .type = HOL_COUNT,
                      .unit = "1",
                      .text = "branch of the lower frequency before",
                      EVENT(branch[0])},
    [UPPER_BRANCH] = {.name = "upper_branch",
                      .type = HOL_COUNT,
                      .unit = "1",
                      .text = "branch of the upper frequency before",
                      EVENT(branch[1])},
    [AT] = {.name = "at", .type = HOL_NUMBER, .text = "value of that parameter, in its SI unit", EVENT(at)},
    [OMEGA] = {.name = "omega",
               .type = HOL_NUMBER,
               .unit = "rad s-1",
               .text = "mean of the two circular frequencies there",
               EVENT(omega)},
    [GAP] = {.name = "gap", .type = HOL_NUMBER, .unit = "rad s-1", .text = "least difference of the two", EVENT(gap)}};

enum { STATISTICS_QUANTITIES = 5 };
static const hol_quantity statistics_quantity[STATISTICS_QUANTITIES] = {
    {.name = "count",
     .type = HOL_COUNT,
     .unit = "1",
     .text = "samples at which the frequency is known",
     STATISTICS(count)},
    {.name = "mean", .type = HOL_NUMBER, .unit = "rad s-1", .text = "mean of omega", STATISTICS(mean)},
    {.name = "deviation",
     .type = HOL_NUMBER,
     .unit = "rad s-1",
     .text = "standard deviation of omega",
     STATISTICS(deviation)},
    {.name = "least", .type = HOL_NUMBER, .unit = "rad s-1", .text = "least omega of all samples", STATISTICS(least)},
    {.name = "greatest",
     .type = HOL_NUMBER,
     .unit = "rad s-1",
     .text = "greatest omega of all samples",
     STATISTICS(greatest)}};
static const hol_quantity probability = {
    .name = "probability", .type = HOL_NUMBER, .unit = "1", .text = "of a sample below the quantile"};

static const hol_quantity branch = {.name = "branch",
                                    .type = HOL_COUNT,
                                    .unit = "1",
                                    .text = "branch that the frequency belongs to by its shape; 0: none",
                                    .flags = HOL_BLOCK,
                                    .items = 6};

#undef EVENT
#undef STATISTICS

/** Statuses in words, by their numbers. */
static const char *const ending[] = {"solved", "incomplete", "usage", "invalid", "file", "numerical", "memory", NULL};
static const hol_quantity seed = {.name = "seed", .type = HOL_COUNT};
static const hol_quantity status = {
    .name = "status", .type = HOL_CHOICE, .unit = "1", .text = "how the solution ended", .word = ending};

/* ----------------------------------------------------------------------------------------------------- all of it */

static void put_events(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity events = {.name = "events", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6};
  static const hol_quantity parameter = {.name = "parameter", .type = HOL_TEXT},
                            number = {.name = "number", .type = HOL_COUNT},
                            branches = {.name = "branches", .type = HOL_COUNT};
  hol_open(sink, &events);
  for (size_t e = 0; e < sweep->event_count; e++) {
    const hol_sweep_event *event = &sweep->event[e];
    hol_open(sink, &record);
    hol_put_members(sink, &event_quantity[KIND], 2, event);
    hol_put_text(sink, &parameter, sweep->axis[event->axis].name);
    hol_put_members(sink, &event_quantity[AT], 1, event);
    hol_put_count(sink, &number, event->number);
    hol_put_list(sink, &branches, 2, event->branch);
    hol_put_members(sink, &event_quantity[OMEGA], 2, event);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_statistics(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity statistics = {.name = "statistics", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6};
  static const hol_quantity number = {.name = "number", .type = HOL_COUNT},
                            quantiles = {.name = "quantiles", .type = HOL_NUMBER};
  hol_put_list(sink, &probability, HOL_SWEEP_QUANTILES, hol_sweep_probability);
  hol_open(sink, &statistics);
  for (size_t c = 0; c < sweep->columns; c++) {
    const hol_sweep_statistics *s = &sweep->statistics[c];
    hol_open(sink, &record);
    hol_put_count(sink, &number, sweep->first + c);
    hol_put_members(sink, statistics_quantity, STATISTICS_QUANTITIES, s);
    hol_put_list(sink, &quantiles, HOL_SWEEP_QUANTILES, s->quantile);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_outputs(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity outputs = {.name = "outputs", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6},
                            values = {.name = "output_values", .type = HOL_NUMBER, .flags = HOL_BLOCK, .items = 6},
                            quantiles = {.name = "quantiles", .type = HOL_NUMBER};
  static const hol_quantity member[] = {
      {.name = "name", .type = HOL_TEXT, .at = offsetof(hol_sweep_output, name)},
      {.name = "of", .type = HOL_TEXT, .text = "analysis and path", .at = offsetof(hol_sweep_output, path)}};
  static const hol_quantity unit = {.name = "unit", .type = HOL_TEXT};
  hol_open(sink, &outputs);
  for (size_t o = 0; o < sweep->outputs; o++) {
    hol_open(sink, &record);
    hol_put_members(sink, member, 2, &sweep->output[o]);
    hol_put_text(sink, &unit, sweep->output[o].unit);
    if (sweep->output_statistics) {
      hol_put_members(sink, statistics_quantity, STATISTICS_QUANTITIES, &sweep->output_statistics[o]);
      hol_put_list(sink, &quantiles, HOL_SWEEP_QUANTILES, sweep->output_statistics[o].quantile);
    }
    hol_close(sink);
  }
  hol_close(sink);
  hol_put_rows(sink, &values, sweep->points, sweep->outputs, sweep->output_value);
}

static void put_parameters(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity parameters = {.name = "parameters", .type = HOL_LIST},
                            name = {.name = "name", .type = HOL_TEXT}, unit = {.name = "unit", .type = HOL_TEXT};
  static const hol_quantity size[] = {{.name = "points", .type = HOL_COUNT, .at = offsetof(hol_sweep, points)},
                                      {.name = "first",
                                       .type = HOL_COUNT,
                                       .text = "number of the mode of the first column",
                                       .at = offsetof(hol_sweep, first)},
                                      {.name = "modes", .type = HOL_COUNT, .at = offsetof(hol_sweep, columns)}};
  static const hol_quantity statuses = {.name = "status", .type = HOL_LIST}, number = {.type = HOL_COUNT};
  hol_open(sink, &parameters);
  for (size_t a = 0; a < sweep->axis_count; a++) {
    hol_open(sink, &record);
    hol_put_text(sink, &name, sweep->axis[a].name);
    hol_put_text(sink, &unit, sweep->axis[a].unit);
    hol_close(sink);
  }
  hol_close(sink);
  hol_put_members(sink, size, sizeof size / sizeof size[0], sweep);
  hol_open(sink, &statuses);
  for (size_t i = 0; i < sweep->points; i++) {
    hol_put_count(sink, &number, (size_t)sweep->status[i]);
  }
  hol_close(sink);
}

/** More points around events, as those of the sweep. */
static void put_loupes(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity loupes = {.name = "loupes", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6},
                            of = {.name = "event", .type = HOL_COUNT, .text = "which, from 0"},
                            values = {.name = "values", .type = HOL_NUMBER},
                            of_branch = {.name = "branch", .type = HOL_COUNT},
                            omega = {.name = "omega", .type = HOL_NUMBER, .unit = "rad s-1"};
  hol_open(sink, &loupes);
  for (size_t l = 0; l < sweep->loupes; l++) {
    const hol_sweep_loupe *loupe = &sweep->loupe[l];
    hol_open(sink, &record);
    hol_put_count(sink, &of, loupe->event);
    hol_put_rows(sink, &values, HOL_SWEEP_LOUPE_POINTS, 1, loupe->value);
    hol_put_rows(sink, &of_branch, HOL_SWEEP_LOUPE_POINTS, sweep->columns, loupe->branch);
    hol_put_rows(sink, &omega, HOL_SWEEP_LOUPE_POINTS, sweep->columns, loupe->omega);
    hol_close(sink);
  }
  hol_close(sink);
}

/** The structure where its shapes are told. */
static hol_status put_states(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity states = {.name = "states", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 6},
                            values = {.name = "values", .type = HOL_NUMBER},
                            of = {.name = "event", .type = HOL_COUNT, .text = "at which it is"};
  hol_status told = HOL_OK;
  hol_open(sink, &states);
  for (size_t i = 0; i < sweep->states && told == HOL_OK; i++) {
    const hol_sweep_state *state = &sweep->state[i];
    hol_open(sink, &record);
    if (state->event != SIZE_MAX) {
      hol_put_count(sink, &of, state->event);
    }
    hol_put_list(sink, &values, sweep->axis_count, state->value);
    told = hol_shapes_describe(&state->result, sink);
    hol_close(sink);
  }
  hol_close(sink);
  return told;
}

/** Numbers of every mode at every point. */
static void put_modes(const hol_sink *sink, const hol_sweep *sweep, size_t quantity, const double *value)
{
  hol_put_rows(sink, &hol_mode_quantity[quantity], sweep->points, sweep->columns, value);
}

static const char lists_complete[] = "Counting proves every list of frequencies complete.";

/** How frequencies, or outputs, of samples are spread. */
static void put_sample_views(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_view view[] = {{.role = "sample",
                                   .title = "Natural frequencies of the samples",
                                   .each = "statistics",
                                   .value = "omega",
                                   .name = {"number"},
                                   .axis = "probability",
                                   .label = "mode",
                                   .unit = "rad/s",
                                   .marks = "quantiles",
                                   .against = "values",
                                   .against_each = "parameters",
                                   .proof = lists_complete},
                                  {.role = "sample",
                                   .title = "Outputs of the samples",
                                   .each = "outputs",
                                   .value = "output_values",
                                   .name = {"name"},
                                   .axis = "probability",
                                   .marks = "quantiles",
                                   .against = "values",
                                   .against_each = "parameters"}};
  bool has_modes = sweep->columns > 0, has_outputs = sweep->outputs > 0 && sweep->output_statistics;
  hol_put_views(sink, has_modes ? view : view + 1, (size_t)has_modes + has_outputs);
}

static const char *unit_of(const hol_sweep_axis *axis)
{
  return strcmp(axis->unit, "1") != 0 ? axis->unit : NULL;
}

static const char *spacing_of(const hol_sweep_axis *axis)
{
  return axis->is_logarithmic ? "log" : NULL;
}

/** What all views over one parameter, or two, have. */
static hol_view over_grid(const hol_sweep *sweep, const char *role, const char *title, const char *value)
{
  const hol_sweep_axis *a = &sweep->axis[0], *b = sweep->axis_count > 1 ? &sweep->axis[1] : NULL;
  return (hol_view){.role = role,
                    .title = title,
                    .value = value,
                    .axis = "values",
                    .axis_label = a->name,
                    .axis_unit = unit_of(a),
                    .spacing = spacing_of(a),
                    .other_label = b ? b->name : NULL,
                    .other_unit = b ? unit_of(b) : NULL,
                    .other_spacing = b ? spacing_of(b) : NULL};
}

/** Frequencies by branch, with what happens to them, or as a map. */
static hol_view modes_view(const hol_sweep *sweep, bool is_map)
{
  hol_view view = over_grid(sweep, is_map ? "map" : "branches", "Natural frequencies", "omega");
  view.first = "first";
  view.label = "natural frequency";
  view.unit = "rad/s";
  view.proof = lists_complete;
  view.states = sweep->states ? "states" : NULL;
  if (sweep->branch && !is_map) {
    view.branch = "branch";
    view.marks = "events";
    view.mark_x = "at";
    view.mark_y = "omega";
    view.mark_name = "kind";
    view.mark_curves = "branches";
    view.mark_gap = "gap";
    view.closer = sweep->loupes ? "loupes" : NULL;
  }
  return view;
}

/** Frequencies and outputs over one parameter or two, or how those of samples are spread. */
static void put_view(const hol_sink *sink, const hol_sweep *sweep)
{
  if (sweep->is_random) {
    if (sweep->statistics) {
      put_sample_views(sink, sweep);
    }
    return;
  }
  if (sweep->axis_count > 2 || sweep->points < 2) {
    return;
  }
  bool is_map = sweep->axis_count == 2, has_modes = sweep->columns > 0, has_outputs = sweep->outputs > 0;
  hol_view view[] = {modes_view(sweep, is_map),
                     over_grid(sweep, is_map ? "map" : "column", "Outputs", "output_values")};
  view[1].each = "outputs";
  view[1].name[0] = "name";
  hol_put_views(sink, has_modes ? view : view + 1, (size_t)has_modes + has_outputs);
}

hol_status hol_sweep_describe(const void *result, const hol_sink *sink)
{
  const hol_sweep *sweep = result;
  static const hol_quantity all = {.name = "sweep", .type = HOL_RECORD, .flags = HOL_BLOCK, .items = 4};
  static const hol_quantity values = {.name = "values",
                                      .type = HOL_NUMBER,
                                      .text = "of the parameters, in their units",
                                      .flags = HOL_BLOCK,
                                      .items = 6};
  static const hol_quantity ended[] = {{.name = "unstable",
                                        .type = HOL_COUNT,
                                        .text = "points with motions that grow",
                                        .at = offsetof(hol_sweep, unstable)},
                                       {.name = "solved",
                                        .type = HOL_COUNT,
                                        .text = "points with every frequency found and proved",
                                        .at = offsetof(hol_sweep, solved)}};
  static const hol_quantity solve = {.name = "solve", .type = HOL_NUMBER, .unit = "s"};
  hol_put_text(sink, &hol_quantity_compliance, sweep->compliance);
  hol_open(sink, &all);
  if (sweep->is_random) {
    hol_put_count(sink, &seed, sweep->seed);
  }
  put_parameters(sink, sweep);
  hol_put_rows(sink, &values, sweep->points, sweep->axis_count, sweep->parameter);
  if (sweep->branch) {
    hol_put_rows(sink, &branch, sweep->points, sweep->columns, sweep->branch);
    put_events(sink, sweep);
  }
  if (sweep->statistics) {
    put_statistics(sink, sweep);
  }
  if (sweep->outputs) {
    put_outputs(sink, sweep);
  }
  put_modes(sink, sweep, HOL_MODE_GROWTH, sweep->growth);
  put_modes(sink, sweep, HOL_MODE_LOWER, sweep->lower);
  put_modes(sink, sweep, HOL_MODE_UPPER, sweep->upper);
  put_modes(sink, sweep, HOL_MODE_OMEGA, sweep->omega);
  hol_put_members(sink, ended, sizeof ended / sizeof ended[0], sweep);
  put_view(sink, sweep);
  if (sweep->loupes) {
    put_loupes(sink, sweep);
  }
  if (sweep->states) {
    HOL_TRY(put_states(sink, sweep));
  }
  hol_close(sink);
  hol_put_truth(sink, &hol_quantity_complete, sweep->solved == sweep->points);
  hol_open(sink, &hol_quantity_timing);
  hol_put_number(sink, &solve, sweep->seconds);
  hol_close(sink);
  return HOL_OK;
}

/* ---------------------------------------------------------------------------------------------- frequencies as rows */

/** The columns of a sweep: its parameters, and those in the order of `fixed`. */
typedef struct columns {
  hol_quantity *parameter;   /**< [axis_count], owned */
  hol_quantity *output;      /**< [outputs], owned */
  const hol_quantity **each; /**< the last NULL, owned */
} columns;

static const hol_quantity point_number = {.name = "point", .type = HOL_COUNT};

static void name_columns(const hol_sweep *sweep, columns *c)
{
  const hol_quantity *const mode = hol_mode_quantity;
  const hol_quantity *const last[] = {&status,
                                      &mode[HOL_MODE_NUMBER],
                                      &mode[HOL_MODE_OMEGA],
                                      &mode[HOL_MODE_HERTZ],
                                      &mode[HOL_MODE_LOWER],
                                      &mode[HOL_MODE_UPPER],
                                      sweep->unstable ? &mode[HOL_MODE_GROWTH] : NULL,
                                      sweep->branch ? &branch : NULL};
  size_t n = 0;
  c->each[n++] = &point_number;
  for (size_t a = 0; a < sweep->axis_count; a++) {
    c->parameter[a] = (hol_quantity){
        .name = sweep->axis[a].name, .type = HOL_NUMBER, .unit = sweep->axis[a].unit, .flags = HOL_SHOW_UNIT};
    c->each[n++] = &c->parameter[a];
  }
  size_t lasts =
      sweep->columns || !sweep->outputs ? sizeof last / sizeof *last : 1; /* without frequencies the status alone */
  for (size_t i = 0; i < lasts; i++) {
    if (last[i]) {
      c->each[n++] = last[i];
    }
  }
  for (size_t o = 0; o < sweep->outputs; o++) {
    c->output[o] = (hol_quantity){
        .name = sweep->output[o].name, .type = HOL_NUMBER, .unit = sweep->output[o].unit, .flags = HOL_SHOW_UNIT};
    c->each[n++] = &c->output[o];
  }
}

static void open_row(const hol_sink *sink, const hol_sweep *sweep, const columns *c, size_t point)
{
  hol_open(sink, &record);
  hol_put_count(sink, &point_number, point);
  for (size_t a = 0; a < sweep->axis_count; a++) {
    hol_put_number(sink, &c->parameter[a], sweep->parameter[point * sweep->axis_count + a]);
  }
  hol_put_choice(sink, &status, (int)sweep->status[point]);
  for (size_t o = 0; o < sweep->outputs; o++) {
    hol_put_number(sink, &c->output[o], sweep->output_value[point * sweep->outputs + o]);
  }
}

static void put_frequency(const hol_sink *sink, const hol_sweep *sweep, size_t at, size_t number)
{
  hol_put_count(sink, &hol_mode_quantity[HOL_MODE_NUMBER], number);
  hol_put_number(sink, &hol_mode_quantity[HOL_MODE_OMEGA], sweep->omega[at]);
  hol_put_number(sink, &hol_mode_quantity[HOL_MODE_HERTZ], hol_number_hertz(sweep->omega[at]));
  hol_put_number(sink, &hol_mode_quantity[HOL_MODE_LOWER], sweep->lower[at]);
  hol_put_number(sink, &hol_mode_quantity[HOL_MODE_UPPER], sweep->upper[at]);
  hol_put_number(sink, &hol_mode_quantity[HOL_MODE_GROWTH], sweep->growth[at]);
  if (sweep->branch) {
    hol_put_count(sink, &branch, sweep->branch[at]);
  }
}

/** One for every frequency, and one for a point without any. */
static void put_point(const hol_sink *sink, const hol_sweep *sweep, const columns *c, size_t point)
{
  size_t found = 0;
  for (size_t k = 0; k < sweep->columns; k++) {
    size_t at = point * sweep->columns + k;
    if (!isnan(sweep->omega[at])) {
      open_row(sink, sweep, c, point);
      put_frequency(sink, sweep, at, sweep->first + k);
      hol_close(sink);
      found++;
    }
  }
  if (!found) {
    open_row(sink, sweep, c, point);
    hol_close(sink);
  }
}

hol_status hol_sweep_rows(const void *result, const hol_sink *sink)
{
  const hol_sweep *sweep = result;
  columns c = {.parameter = hol_alloc(sweep->axis_count, sizeof *c.parameter),
               .output = hol_alloc(sweep->outputs, sizeof *c.output),
               .each = hol_alloc(sweep->axis_count + sweep->outputs + 10, sizeof *c.each)};
  hol_status made = c.parameter && c.output && c.each ? HOL_OK : HOL_MEMORY;
  if (made == HOL_OK) {
    name_columns(sweep, &c);
    const hol_quantity rows = {.type = HOL_LIST, .column = c.each};
    hol_open(sink, &rows);
    for (size_t p = 0; p < sweep->points; p++) {
      put_point(sink, sweep, &c, p);
    }
    hol_close(sink);
  }
  free(c.parameter);
  free(c.output);
  free(c.each);
  return made;
}

/* ------------------------------------------------------------------------------------------ numbers over parameters */

enum { NAME_ROOM = 128 };

/** The axes of a sweep: of its grid or its samples, and of modes behind them. */
typedef struct axes {
  const hol_sink_axis **over; /**< [points + 1], owned */
  hol_sink_axis *axis;        /**< [axis_count + 1], owned, and so are the next two */
  hol_quantity *parameter;
  char (*name)[NAME_ROOM];
  size_t *number; /**< [columns] of modes, owned */
  double *value;  /**< [points of the sweep] of one output, owned */
  size_t points;  /**< axes of the points */
} axes;

static const hol_quantity mode_number = {.name = "mode", .type = HOL_COUNT, .unit = "1", .text = "number of the mode"};

/** The name of a parameter or an output, unless a quantity has it. */
static void name_apart(const char *name, const char *what, char *out)
{
  static const char *const taken[] = {"mode",   "omega",    "lower",    "upper",       "growth", "status",
                                      "branch", "sample",   "event",    "pair",        "mean",   "deviation",
                                      "least",  "greatest", "quantile", "probability", "count"};
  bool is_taken = strncmp(name, "event_", 6) == 0;
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
    is_taken = is_taken || strcmp(name, taken[i]) == 0;
  }
  (void)snprintf(out, NAME_ROOM, "%.100s%s%s", name, is_taken ? "_" : "", is_taken ? what : "");
}

static void fill_axes(const hol_sweep *sweep, axes *a)
{
  static const hol_quantity sample = {.name = "sample", .type = HOL_COUNT};
  for (size_t i = 0; i < sweep->axis_count; i++) {
    name_apart(sweep->axis[i].name, "parameter", a->name[i]);
    a->parameter[i] = (hol_quantity){.name = a->name[i],
                                     .type = HOL_NUMBER,
                                     .unit = sweep->axis[i].unit,
                                     .text = sweep->is_random ? "random parameter" : "parameter",
                                     .at = i * sizeof(double)};
    a->axis[i] = (hol_sink_axis){&a->parameter[i], sweep->axis[i].count, sweep->axis[i].value};
  }
  if (sweep->is_random) {
    a->axis[0] = (hol_sink_axis){&sample, sweep->points, NULL};
  }
  for (size_t c = 0; c < sweep->columns; c++) {
    a->number[c] = sweep->first + c;
  }
  a->points = sweep->is_random ? 1 : sweep->axis_count;
  a->axis[a->points] = (hol_sink_axis){&mode_number, sweep->columns, a->number};
  for (size_t i = 0; i <= a->points; i++) {
    a->over[i] = &a->axis[i];
  }
}

/** Of events the names say what they are of. */
static void put_event_arrays(const hol_sink *sink, const hol_sweep *sweep)
{
  static const hol_quantity event = {.name = "event", .type = HOL_COUNT};
  const hol_sink_axis axis = {&event, sweep->event_count, NULL};
  for (size_t i = 0; i < EVENT_QUANTITIES; i++) {
    char name[NAME_ROOM];
    hol_quantity of_event = event_quantity[i];
    (void)snprintf(name, sizeof name, "event_%s", event_quantity[i].name);
    of_event.name = name;
    hol_put_columns(sink, &of_event, 1, &axis, sizeof *sweep->event, sweep->event);
  }
}

static void put_statistics_arrays(const hol_sink *sink, const hol_sweep *sweep, const hol_sink_axis *mode)
{
  static const hol_quantity quantile = {
      .name = "quantile", .type = HOL_NUMBER, .unit = "rad s-1", .text = "quantiles of omega"};
  const hol_sweep_statistics *of = sweep->statistics;
  const hol_sink_axis below = {&probability, HOL_SWEEP_QUANTILES, hol_sweep_probability}, *const over[] = {mode,
                                                                                                           &below};
  hol_put_array(sink, &probability, 1, &over[1], 0, hol_sweep_probability);
  hol_put_columns(sink, statistics_quantity, STATISTICS_QUANTITIES, mode, sizeof *of, of);
  hol_put_array(sink, &quantile, 2, over, sizeof *of, of->quantile);
}

/** Outputs over the points. */
static void put_output_arrays(const hol_sink *sink, const hol_sweep *sweep, const axes *a)
{
  for (size_t o = 0; o < sweep->outputs; o++) {
    const hol_sweep_output *output = &sweep->output[o];
    char name[NAME_ROOM];
    name_apart(output->name, "output", name);
    const hol_quantity quantity = {.name = name, .type = HOL_NUMBER, .unit = output->unit, .text = output->path};
    for (size_t p = 0; p < sweep->points; p++) {
      a->value[p] = sweep->output_value[p * sweep->outputs + o];
    }
    hol_put_array(sink, &quantity, a->points, a->over, 0, a->value);
  }
}

static void put_frequency_arrays(const hol_sink *sink, const hol_sweep *sweep, const axes *a)
{
  size_t rank = a->points + 1;
  hol_put_array(sink, &hol_mode_quantity[HOL_MODE_OMEGA], rank, a->over, 0, sweep->omega);
  hol_put_array(sink, &hol_mode_quantity[HOL_MODE_LOWER], rank, a->over, 0, sweep->lower);
  hol_put_array(sink, &hol_mode_quantity[HOL_MODE_UPPER], rank, a->over, 0, sweep->upper);
  hol_put_array(sink, &hol_mode_quantity[HOL_MODE_GROWTH], rank, a->over, 0, sweep->growth);
  if (sweep->branch) {
    hol_put_array(sink, &branch, rank, a->over, 0, sweep->branch);
  }
  if (sweep->event_count) {
    put_event_arrays(sink, sweep);
  }
  if (sweep->statistics) {
    put_statistics_arrays(sink, sweep, a->over[a->points]);
  }
}

static void put_arrays(const hol_sink *sink, const hol_sweep *sweep, const axes *a)
{
  hol_put_text(sink, &hol_quantity_compliance, sweep->compliance);
  if (sweep->is_random) {
    hol_put_count(sink, &seed, sweep->seed);
    hol_put_columns(sink, a->parameter, sweep->axis_count, a->over[0], sweep->axis_count * sizeof(double),
                    sweep->parameter);
  }
  hol_put_array(sink, &status, a->points, a->over, 0, sweep->status);
  put_output_arrays(sink, sweep, a);
  if (sweep->columns) {
    put_frequency_arrays(sink, sweep, a);
  }
}

hol_status hol_sweep_arrays(const void *result, const hol_sink *sink)
{
  const hol_sweep *sweep = result;
  size_t n = sweep->axis_count;
  axes a = {.over = hol_alloc(n + 1, sizeof *a.over),
            .axis = hol_alloc(n + 1, sizeof *a.axis),
            .parameter = hol_alloc(n, sizeof *a.parameter),
            .name = hol_alloc(n, sizeof *a.name),
            .number = hol_alloc(sweep->columns, sizeof *a.number),
            .value = hol_alloc(sweep->points, sizeof *a.value)};
  bool is_made = a.over && a.axis && a.parameter && a.name && a.number && a.value;
  hol_status made = is_made ? HOL_OK : HOL_MEMORY;
  if (made == HOL_OK) {
    fill_axes(sweep, &a);
    put_arrays(sink, sweep, &a);
  }
  free(a.over);
  free(a.axis);
  free(a.parameter);
  free(a.name);
  free(a.number);
  free(a.value);
  return made;
}
