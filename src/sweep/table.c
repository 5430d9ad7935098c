/* SPDX-License-Identifier: BSD-3-Clause */
/* Text table of a sweep: parameters, solved points, frequency ranges, statistics, outputs and events. */
#include "holonome/solve.h"
#include "result/unit.h"
#include "result/words.h"
#include "sweep/describe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { EVENTS_SHOWN = 20, COLUMNS_SHOWN = 40, CELL = 32, NAME = 20 };

static void put_unit(hol_text *text, const char *unit)
{
  if (strcmp(unit, "1") != 0) {
    hol_text_add(text, " %s", unit);
  }
}

/** Add a line that may have long names in it. */
static void put_line(hol_text *text, hol_text *line)
{
  text->failed = text->failed || line->failed;
  hol_words_line(text, 4, line->data ? line->data : "");
  hol_text_clear(line);
}

static void put_axes(hol_text *text, const hol_sweep *sweep)
{
  for (size_t a = 0; a < sweep->axis_count; a++) {
    const hol_sweep_axis *axis = &sweep->axis[a];
    double least = HUGE_VAL, greatest = -HUGE_VAL;
    hol_text line = {0};
    for (size_t p = 0; p < sweep->points; p++) {
      double x = sweep->parameter[p * sweep->axis_count + a];
      least = fmin(least, x);
      greatest = fmax(greatest, x);
    }
    hol_text_add(&line, "  %-12s  %.6g to %.6g", axis->name, least, greatest);
    put_unit(&line, axis->unit);
    if (axis->count) {
      hol_text_add(&line, ", %zu values", axis->count);
    }
    put_line(text, &line);
  }
}

static void put_points(hol_text *text, const hol_sweep *sweep)
{
  size_t incomplete = 0, failed = 0;
  for (size_t p = 0; p < sweep->points; p++) {
    incomplete += sweep->status[p] == HOL_INCOMPLETE;
    failed += sweep->status[p] != HOL_OK && sweep->status[p] != HOL_INCOMPLETE;
  }
  hol_text_add(text, "%zu %s, %zu solved and proved", sweep->points, sweep->is_random ? "samples" : "points",
               sweep->solved);
  if (incomplete) {
    hol_text_add(text, ", %zu not proved", incomplete);
  }
  if (failed) {
    hol_text_add(text, ", %zu without %s", failed, sweep->outputs ? "results" : "frequencies");
  }
  if (sweep->unstable) {
    hol_text_add(text, ", %zu unstable", sweep->unstable);
  }
  if (sweep->is_random) {
    hol_text_add(text, "; seed %llu", (unsigned long long)sweep->seed);
  }
  hol_text_add(text, "\n");
}

/** Least and greatest of one column. */
static void put_range(hol_text *text, const hol_sweep *sweep, size_t column, hol_frequency_unit unit)
{
  double least = HUGE_VAL, greatest = -HUGE_VAL;
  size_t known = 0, grows = 0;
  for (size_t p = 0; p < sweep->points; p++) {
    double omega = sweep->omega[p * sweep->columns + column];
    grows += sweep->growth[p * sweep->columns + column] > 0;
    if (!isnan(omega)) {
      least = fmin(least, omega);
      greatest = fmax(greatest, omega);
      known++;
    }
  }
  hol_text_add(text, "%4zu", sweep->first + column);
  if (known) {
    hol_text_add(text, "  %14.8g  %14.8g", hol_unit_of(unit, least), hol_unit_of(unit, greatest));
  } else {
    hol_text_add(text, "  %14s  %14s", "-", "-");
  }
  if (known < sweep->points) {
    hol_text_add(text, "  at %zu points", known);
  }
  if (grows) {
    hol_text_add(text, "  grows at %zu", grows);
  }
  hol_text_put(text, "\n", 1);
}

static void put_ranges(hol_text *text, const hol_sweep *sweep, hol_frequency_unit unit)
{
  int room = 13 - (int)strlen(hol_unit_name[unit]);
  hol_text_add(text, "\nmode  %*s %s  %*s %s\n", room, "least", hol_unit_name[unit], room, "greatest",
               hol_unit_name[unit]);
  for (size_t c = 0; c < sweep->columns && c < COLUMNS_SHOWN; c++) {
    put_range(text, sweep, c, unit);
  }
}

static void put_statistics(hol_text *text, const hol_sweep *sweep, hol_frequency_unit unit)
{
  int room = 12 - (int)strlen(hol_unit_name[unit]);
  hol_text_add(text, "\nmode %*s %s %13s %13s %13s %13s\n", room, "mean", hol_unit_name[unit], "deviation", "2.5 %",
               "median", "97.5 %");
  for (size_t c = 0; c < sweep->columns && c < COLUMNS_SHOWN; c++) {
    const hol_sweep_statistics *s = &sweep->statistics[c];
    const double value[] = {s->mean, s->deviation, s->quantile[0], s->quantile[HOL_SWEEP_QUANTILES / 2],
                            s->quantile[HOL_SWEEP_QUANTILES - 1]};
    hol_text_add(text, "%4zu", sweep->first + c);
    for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
      char cell[CELL] = "-";
      if (!isnan(value[i])) {
        (void)snprintf(cell, sizeof cell, i == 1 ? "%.4g" : "%.8g", hol_unit_of(unit, value[i]));
      }
      hol_text_add(text, " %13s", cell);
    }
    hol_text_put(text, "\n", 1);
  }
}

/** Least and greatest of an output. */
static void put_output(hol_text *text, const hol_sweep *sweep, size_t o)
{
  const hol_sweep_output *output = &sweep->output[o];
  double least = HUGE_VAL, greatest = -HUGE_VAL;
  size_t known = 0;
  for (size_t p = 0; p < sweep->points; p++) {
    double value = sweep->output_value[p * sweep->outputs + o];
    if (!isnan(value)) {
      least = fmin(least, value);
      greatest = fmax(greatest, value);
      known++;
    }
  }
  hol_words_cell(text, output->name, 0, NAME);
  if (known) {
    hol_text_add(text, "%14.8g  %14.8g", least, greatest);
  } else {
    hol_text_add(text, "%14s  %14s", "-", "-");
  }
  if (known && sweep->output_statistics) {
    hol_text_add(text, "  %14.8g", sweep->output_statistics[o].mean);
  }
  put_unit(text, output->unit);
  if (known < sweep->points) {
    hol_text_add(text, "  at %zu points", known);
  }
  hol_text_put(text, "\n", 1);
}

static void put_outputs(hol_text *text, const hol_sweep *sweep)
{
  hol_text_add(text, "\n%-*s%14s  %14s%s\n", NAME, "output", "least", "greatest",
               sweep->output_statistics ? "            mean" : "");
  for (size_t o = 0; o < sweep->outputs; o++) {
    put_output(text, sweep, o);
  }
}

static void put_event(hol_text *text, const hol_sweep *sweep, const hol_sweep_event *event, hol_frequency_unit unit)
{
  const hol_sweep_axis *axis = &sweep->axis[event->axis];
  hol_text line = {0};
  hol_text_add(&line, "  %-8s  modes %zu and %zu  at %s = %.6g", hol_sweep_event_word[event->kind], event->number,
               event->number + 1, axis->name, event->at);
  put_unit(&line, axis->unit);
  hol_text_add(&line, ", %.6g %s", hol_unit_of(unit, event->omega), hol_unit_name[unit]);
  if (event->kind == HOL_SWEEP_VEERING) {
    hol_text_add(&line, ", gap %.3g %s", hol_unit_of(unit, event->gap), hol_unit_name[unit]);
  }
  put_line(text, &line);
}

static void put_events(hol_text *text, const hol_sweep *sweep, hol_frequency_unit unit)
{
  size_t count[HOL_SWEEP_EVENT_KINDS] = {0};
  for (size_t e = 0; e < sweep->event_count; e++) {
    count[sweep->event[e].kind]++;
  }
  hol_text_add(text, "\n%zu branches: %zu crossings, %zu veerings", sweep->branches, count[HOL_SWEEP_CROSSING],
               count[HOL_SWEEP_VEERING]);
  if (count[HOL_SWEEP_UNCLEAR]) {
    hol_text_add(text, ", %zu not followed beyond doubt", count[HOL_SWEEP_UNCLEAR]);
  }
  hol_text_put(text, "\n", 1);
  for (size_t e = 0; e < sweep->event_count && e < EVENTS_SHOWN; e++) {
    put_event(text, sweep, &sweep->event[e], unit);
  }
  if (sweep->event_count > EVENTS_SHOWN) {
    hol_text_add(text, "  and %zu more\n", sweep->event_count - EVENTS_SHOWN);
  }
}

hol_status hol_sweep_table(const hol_sweep *sweep, const char *title, hol_frequency_unit unit, hol_text *text)
{
  if (title) {
    hol_words_wrap(text, "", 0, title);
  }
  hol_words_wrap(text, "compliance: ", strlen("compliance: "), sweep->compliance ? sweep->compliance : "");
  put_points(text, sweep);
  put_axes(text, sweep);
  if (sweep->columns && sweep->statistics) {
    put_statistics(text, sweep, unit);
  } else if (sweep->columns) {
    put_ranges(text, sweep, unit);
  }
  if (sweep->columns > COLUMNS_SHOWN) {
    hol_text_add(text, "and %zu more modes\n", sweep->columns - COLUMNS_SHOWN);
  }
  if (sweep->outputs) {
    put_outputs(text, sweep);
  }
  if (sweep->branch) {
    put_events(text, sweep, unit);
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}
