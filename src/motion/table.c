/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of a motion for a terminal: a few times of it, reactions, constraints, events, and how far it is checked. */
#include "motion/describe.h"

#include "motion/series.h"
#include "result/words.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** Columns of the table: name, unit, so many times, error. */
enum { NAME = 15, UNIT = 9, TIMES = 4, VALUE = 12, ERROR = 8 };
/** More than these of a kind are counted, not shown. */
enum { SERIES_SHOWN = 12, EVENTS_SHOWN = 20 };

/** The times shown: the first, the last, and others evenly between. */
typedef struct shown {
  size_t time[TIMES], count;
} shown;

static shown choose_times(const hol_motion_result *r)
{
  size_t times = r->times;
  while (times > 1 && r->time[times - 1] > r->stopped_at) { /* there is nothing to show */
    times--;
  }
  shown s = {.count = times < TIMES ? times : TIMES};
  for (size_t i = 0; i < s.count; i++) {
    s.time[i] = s.count > 1 ? (i * (times - 1) + (s.count - 1) / 2) / (s.count - 1) : 0;
  }
  return s;
}

/** A number with as many of five digits as a cell takes; "-": none. */
static void put_number(hol_text *text, double x)
{
  char cell[32] = "-";
  int size = isfinite(x) ? snprintf(cell, sizeof cell, "%.5g", x) : 1;
  if (size >= VALUE) {
    (void)snprintf(cell, sizeof cell, "%.4g", x);
  }
  hol_text_add(text, "%*s", VALUE, cell);
}

/** A time of the motion in words: "2.5 s". */
static void say_time(hol_text *text, const hol_motion_result *r, double time)
{
  hol_text_add(text, r->system->has_time_unit ? "%.8g s" : "%.8g", time);
}

/** Add a text that is made for the moment, broken into lines. */
static void put_wrapped(hol_text *text, const char *first, size_t indent, hol_text *words)
{
  enum { FIRST_MOST = 39 }; /* of a line that is broken; a longer name is words, too */
  text->failed = text->failed || words->failed;
  if (strlen(first) > FIRST_MOST) {
    hol_text all = {0};
    hol_text_add(&all, "%s%s", first, words->data ? words->data : "");
    text->failed = text->failed || all.failed;
    hol_words_wrap(text, "", indent, all.data ? all.data : "");
    hol_text_clear(&all);
  } else {
    hol_words_wrap(text, first, indent, words->data ? words->data : "");
  }
  hol_text_clear(words);
}

/* ---------------------------------------------------------------------------------------------------- the numbers */

static void put_head(hol_text *text, const hol_motion_result *r)
{
  const hol_motion_system *s = r->system;
  hol_text words = {0};
  hol_text_add(&words, "%zu %s, %zu %s", s->coordinates, s->coordinates == 1 ? "coordinate" : "coordinates",
               s->constraints, s->constraints == 1 ? "constraint" : "constraints");
  if (s->constraints > 0 && r->row) {
    hol_text_add(&words, " of rank %zu", r->rank);
  }
  if (r->times > 1) {
    hol_text_add(&words, "; %zu times from %.8g to ", r->times, r->time[0]);
  } else {
    hol_text_add(&words, "; at t = ");
  }
  say_time(&words, r, r->time[r->times - 1]);
  put_wrapped(text, "motion: ", 2, &words);
}

static void put_heading(hol_text *text, const hol_motion_result *r, const char *what, const shown *s, bool has_error)
{
  hol_text_add(text, "\n%-*s%-*s", NAME, what, UNIT, r->system->has_time_unit ? "t, s" : "t");
  for (size_t i = 0; i < s->count; i++) {
    put_number(text, r->time[s->time[i]]);
  }
  hol_text_add(text, has_error ? "%*s\n" : "\n", ERROR, "error");
}

static void put_series(hol_text *text, const hol_motion_series *series, const shown *s)
{
  hol_text name = {0};
  hol_motion_series_say(series, false, &name);
  text->failed = text->failed || name.failed;
  hol_words_cell(text, name.data ? name.data : "", 0, NAME);
  hol_words_cell(text, strcmp(series->unit, "1") != 0 ? series->unit : "", NAME, UNIT);
  for (size_t i = 0; i < s->count; i++) {
    put_number(text, hol_motion_series_value(series, s->time[i]));
  }
  if (series->error >= 0) {
    hol_text_add(text, "%*.1e", ERROR, series->error);
  }
  hol_text_put(text, "\n", 1);
  hol_text_clear(&name);
}

/** The rows of one group under the heading; those beyond the first are counted. */
static void put_group(hol_text *text, const hol_motion_result *r, hol_motion_group which, const shown *s)
{
  size_t count = hol_motion_series_count(r, which);
  for (size_t i = 0; i < count && i < SERIES_SHOWN; i++) {
    const hol_motion_series series = hol_motion_series_at(r, which, i);
    put_series(text, &series, s);
  }
  if (count > SERIES_SHOWN) {
    hol_text_add(text, "  and %zu more %s\n", count - SERIES_SHOWN, hol_motion_group_key[which]);
  }
}

/** Is any number of a group not zero? */
static bool is_there(const hol_motion_result *r, hol_motion_group which)
{
  bool is = false;
  for (size_t i = 0; i < hol_motion_series_count(r, which); i++) {
    const hol_motion_series series = hol_motion_series_at(r, which, i);
    for (size_t k = 0; k < r->times && !is; k++) {
      is = fabs(hol_motion_series_value(&series, k)) > 0;
    }
  }
  return is;
}

/** Nonideal forces are shown where there are any, forces of all constraints together where reactions do not tell. */
static bool is_shown(const hol_motion_result *r, hol_motion_group which)
{
  bool is_told = true, has_number = false;
  for (size_t i = 0; r->row && i < r->system->constraints; i++) {
    is_told = is_told && r->row[i].is_unique;
  }
  for (size_t i = 0; i < hol_motion_series_count(r, which); i++) {
    has_number = has_number || hol_motion_series_at(r, which, i).has_number;
  }
  return (has_number || (which == HOL_MOTION_REACTIONS && r->system->constraints > 0)) &&
         (which != HOL_MOTION_NONIDEALS || is_there(r, which)) && (which != HOL_MOTION_FORCES || !is_told);
}

static void put_numbers(hol_text *text, const hol_motion_result *r)
{
  static const struct {
    hol_motion_group group;
    const char *heading;
  } row[] = {{HOL_MOTION_REACTIONS, "reaction of"},    {HOL_MOTION_FORCES, "force on"},
             {HOL_MOTION_FRICTIONS, "friction of"},    {HOL_MOTION_CONTROLS, "control of"},
             {HOL_MOTION_NONIDEALS, "nonideal force"}, {HOL_MOTION_FREEINGS, "force to add"}};
  const shown s = choose_times(r);
  put_heading(text, r, "", &s, true);
  put_group(text, r, HOL_MOTION_COORDINATES, &s);
  put_group(text, r, HOL_MOTION_SPEEDS, &s);
  put_group(text, r, HOL_MOTION_AUXILIARIES, &s);
  put_group(text, r, HOL_MOTION_OUTPUTS, &s);
  put_group(text, r, HOL_MOTION_ENERGIES, &s);
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (is_shown(r, row[i].group)) {
      put_heading(text, r, row[i].heading, &s, row[i].group == HOL_MOTION_REACTIONS);
      put_group(text, r, row[i].group, &s);
    }
  }
}

/* ------------------------------------------------------------------------------------------ constraints and events */

/** Add the names of the constraints of which something holds: "rod, pin". @return how many there are */
static size_t say_names(hol_text *words, const hol_motion_result *r, bool (*holds)(const hol_motion_row *row))
{
  size_t count = 0;
  for (size_t i = 0; i < r->system->constraints; i++) {
    if (holds(&r->row[i])) {
      hol_text_add(words, "%s%s", count++ > 0 ? ", " : "", r->system->constraint[i].name);
    }
  }
  return count;
}

static bool is_not_unique(const hol_motion_row *row)
{
  return !row->is_unique;
}

static bool is_free(const hol_motion_row *row)
{
  return row->is_free;
}

static void put_named(hol_text *text, const hol_motion_result *r, const char *what,
                      bool (*holds)(const hol_motion_row *row))
{
  hol_text words = {0};
  if (say_names(&words, r, holds) > 0) {
    put_wrapped(text, what, 2, &words);
  }
  hol_text_clear(&words);
}

static void put_redundant(hol_text *text, const hol_motion_result *r, size_t i)
{
  const hol_motion_row *row = &r->row[i];
  hol_text words = {0};
  hol_text_add(&words, "%s follows from", r->system->constraint[i].name);
  for (size_t k = 0; k < row->follows; k++) {
    hol_text_add(&words, "%s %s", k ? "," : "", r->system->constraint[row->follows_from[k]].name);
  }
  hol_text_add(&words, row->follows ? "" : " the others");
  put_wrapped(text, "redundant: ", 2, &words);
}

/** Residual force of a constraint of which it is asked how far the motion is from needing no reaction. */
static void put_residual(hol_text *text, const hol_motion_result *r, size_t i)
{
  hol_text words = {0};
  hol_text_add(&words, "%s %.6g, what its reaction has to make up", r->system->constraint[i].name,
               r->row[i].residual_force);
  put_wrapped(text, "residual force at the start: ", 2, &words);
}

/** What is known of constraints besides their reactions; nothing of those that are as usual. */
static void put_rows(hol_text *text, const hol_motion_result *r)
{
  bool is_any = false;
  for (size_t i = 0; r->row && i < r->system->constraints; i++) {
    const hol_motion_row *row = &r->row[i];
    is_any = is_any || row->is_redundant || !row->is_unique || row->is_free || r->system->constraint[i].wants_free;
  }
  if (!is_any) {
    return;
  }
  hol_text_put(text, "\n", 1);
  for (size_t i = 0; i < r->system->constraints; i++) {
    if (r->row[i].is_redundant) {
      put_redundant(text, r, i);
    }
    if (r->system->constraint[i].wants_free) {
      put_residual(text, r, i);
    }
  }
  put_named(text, r, "reactions not unique: ", is_not_unique);
  put_named(text, r, "constraints that the motion meets without a reaction: ", is_free);
}

static void put_event(hol_text *text, const hol_motion_result *r, const hol_motion_event *e, size_t i)
{
  char first[48], time[32];
  const char *element = hol_motion_event_element(r, e);
  hol_text words = {0};
  (void)snprintf(time, sizeof time, r->system->has_time_unit ? "%.8g s" : "%.8g", e->time);
  (void)snprintf(first, sizeof first, "%5zu%18s  ", i, time);
  hol_text_add(&words, "%s%s", element ? element : "", element ? ": " : "");
  if (e->to == HOL_MOTION_RANK_CHANGES) {
    hol_text_add(&words, "the rank of the constraints is %zu from here on", e->rank);
  } else {
    hol_text_add(&words, "%s, then %s", hol_motion_mode_word[e->from], hol_motion_mode_word[e->to]);
  }
  if (fabs(e->impulse) > 0) {
    hol_text_add(&words, ", impulse %.5g", e->impulse);
  }
  if (fabs(e->lost_energy) > 0) {
    hol_text_add(&words, ", energy lost %.3g%s", e->lost_energy, r->system->has_time_unit ? " J" : "");
  }
  put_wrapped(text, first, strlen(first), &words);
}

static void put_events(hol_text *text, const hol_motion_result *r)
{
  if (r->events > 0) {
    hol_text_add(text, "\n%5s%18s\n", "event", "at");
  }
  for (size_t i = 0; i < r->events && i < EVENTS_SHOWN; i++) {
    put_event(text, r, &r->event[i], i);
  }
  if (r->events > EVENTS_SHOWN) {
    hol_text_add(text, "  and %zu more events\n", r->events - EVENTS_SHOWN);
  }
}

/* ---------------------------------------------------------------------------------------------------- the verdict */

static void put_start(hol_text *text, const hol_motion_result *r)
{
  if (r->is_assembled && (r->moved > 0 || fabs(r->lost_energy) > 0)) {
    hol_text words = {0};
    hol_text_add(&words, "start projected onto the constraints: a coordinate changed by up to %.3g, energy lost %.3g%s",
                 r->moved, r->lost_energy, r->system->has_time_unit ? " J" : "");
    put_wrapped(text, "", 2, &words);
  }
  if (r->near_rank) {
    hol_words_wrap(text, "", 2,
                   "rank of the constraints in doubt: one of them is within 1e-6 of following from the others");
  }
}

static void put_free_by(hol_text *text, const hol_motion_result *r)
{
  double most = 0;
  for (size_t k = 0; r->unmet && k < r->times; k++) {
    most = fmax(most, isnan(r->unmet[k]) ? 0 : r->unmet[k]);
  }
  if (r->unmet && r->stopped_at > 0) {
    hol_text words = {0};
    hol_text_add(&words, "with the forces to add the reactions vanish, but for %.2g of the residual force; ", most);
    hol_text_add(&words, r->stays_free ? "the motion is the same as with reactions"
                                       : "the motion is not the same as with reactions");
    put_wrapped(text, "", 2, &words);
  }
}

static void put_verdict(hol_text *text, const hol_motion_result *r)
{
  hol_text words = {0};
  if (r->steps > 0) {
    hol_text_add(&words, "error %.1e of a coordinate's scale, drift of the constraints %.1e, power balance %.1e",
                 r->error, r->drift, r->power_balance);
    hol_text_add(&words, " (%zu steps, %zu evaluations)", r->steps, r->evaluations);
    put_wrapped(text, "checks: ", 2, &words);
  }
  if (isfinite(r->accuracy_until)) {
    hol_text_add(&words, "from t = ");
    say_time(&words, r, r->accuracy_until);
    hol_text_add(&words, " on the error exceeds the accuracy asked for");
    put_wrapped(text, "", 2, &words);
  }
  if (isfinite(r->stopped_at)) {
    hol_text_add(&words, "t = ");
    say_time(&words, r, r->stopped_at);
    hol_text_add(&words, "%s%s", r->stop_reason ? ": " : "", r->stop_reason ? r->stop_reason : "");
    put_wrapped(text, "NO MOTION after ", 2, &words);
  }
  if (!r->complete) {
    hol_text_add(text, "NOT COMPLETE (exit status %d)\n", HOL_INCOMPLETE);
  }
}

hol_status hol_motion_table(const hol_motion_result *result, const char *title, hol_text *text)
{
  if (title && *title) {
    hol_words_wrap(text, "", 0, title);
  }
  if (!result->system || !result->time || result->times == 0) {
    hol_text_add(text, "nothing was computed\n"); /* it was stopped at the very beginning */
    return text->failed ? HOL_MEMORY : HOL_OK;
  }
  put_head(text, result);
  if (is_shown(result, HOL_MOTION_COORDINATES)) {
    put_numbers(text, result);
  }
  put_rows(text, result);
  put_events(text, result);
  hol_text_put(text, "\n", 1);
  put_start(text, result);
  put_free_by(text, result);
  put_verdict(text, result);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
