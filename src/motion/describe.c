/* SPDX-License-Identifier: BSD-3-Clause */
/* A motion as quantities, for every output format, and its views. */
#include "motion/describe.h"

#include "base/memory.h"
#include "motion/series.h"
#include "result/quantities.h"
#include "result/view.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const hol_quantity record = {.type = HOL_RECORD}, word = {.type = HOL_TEXT};
static const hol_quantity name_quantity = {.name = "name", .type = HOL_TEXT},
                          unit_quantity = {.name = "unit", .type = HOL_TEXT, .text = "SI; none of a bare number"},
                          error_quantity = {
                              .name = "error", .type = HOL_NUMBER, .text = "largest over time, estimated"};
static const hol_quantity t_quantity = {.name = "t", .type = HOL_NUMBER};

/** Write a text that is made for the moment. @return HOL_MEMORY */
static hol_status put_made(const hol_sink *sink, const hol_quantity *quantity, hol_text *text)
{
  hol_status status = text->failed ? HOL_MEMORY : HOL_OK;
  hol_put_text(sink, quantity, text->data);
  hol_text_clear(text);
  return status;
}

/* ------------------------------------------------------------------------------------------------ series over time */

/** The value between two times at which it and its derivative are known, by the cubic of Hermite; NAN: not known. */
static double value_between(const hol_motion_result *r, size_t coordinate, double t)
{
  size_t k = 1, n = r->system->coordinates;
  while (k < r->times && r->time[k] < t) {
    k++;
  }
  if (k >= r->times || !r->position || !r->speed || t < r->time[0]) {
    return (double)NAN;
  }
  const double *q = r->position + coordinate, *v = r->speed + coordinate;
  double h = r->time[k] - r->time[k - 1], x = h > 0 ? (t - r->time[k - 1]) / h : 0;
  double q0 = q[(k - 1) * n], q1 = q[k * n], v0 = v[(k - 1) * n] * h, v1 = v[k * n] * h, y = 1 - x;
  return q0 * y * y * (1 + 2 * x) + q1 * x * x * (3 - 2 * x) + x * y * (v0 * y - v1 * x);
}

/** "tip sticks", or "sticks" if there is one element: what happens at an event, in a picture. */
static void say_event(const hol_motion_result *r, const hol_motion_event *e, hol_text *text)
{
  bool is_row = e->to == HOL_MOTION_RANK_CHANGES, is_only = !is_row && r->system->frictions == 1;
  const char *element = is_only ? NULL : hol_motion_event_element(r, e);
  hol_text_add(text, "%s%s", element ? element : "", element ? " " : "");
  if (is_row) {
    hol_text_add(text, "rank %zu", e->rank);
  } else {
    hol_text_add(text, e->to == HOL_MOTION_STICKS ? "sticks" : "slips");
  }
}

/** Marks of events on the curve of a coordinate. */
static hol_status put_marks(const hol_sink *sink, const hol_motion_result *r, size_t coordinate)
{
  static const hol_quantity list = {.name = "events", .type = HOL_LIST},
                            value = {.name = "value", .type = HOL_NUMBER, .text = "at the event, interpolated"},
                            what = {.name = "what", .type = HOL_TEXT};
  hol_status status = HOL_OK;
  hol_open(sink, &list);
  for (size_t i = 0; i < r->events; i++) {
    hol_text text = {0};
    say_event(r, &r->event[i], &text);
    hol_open(sink, &record);
    hol_put_number(sink, &t_quantity, r->event[i].time);
    hol_put_number(sink, &value, value_between(r, coordinate, r->event[i].time));
    status = put_made(sink, &what, &text) == HOL_OK ? status : HOL_MEMORY;
    hol_close(sink);
  }
  hol_close(sink);
  return status;
}

/** One series: name, unit, numbers, error. */
static hol_status put_series(const hol_sink *sink, const hol_motion_result *r, hol_motion_group which, size_t i)
{
  const hol_motion_series series = hol_motion_series_at(r, which, i);
  const char *unit = *series.unit ? series.unit : NULL;
  const hol_quantity value = {.name = "value", .type = HOL_NUMBER, .unit = unit ? unit : "1"};
  const hol_sink_axis times = {NULL, series.value ? r->times : 0, NULL}, *const over[] = {&times};
  hol_text name = {0};
  hol_motion_series_say(&series, false, &name);
  hol_open(sink, &record);
  hol_status status = put_made(sink, &name_quantity, &name);
  hol_put_text(sink, &unit_quantity, unit);
  hol_put_array(sink, &value, 1, over, series.count * sizeof(double), series.value);
  if (!isnan(series.error)) {
    hol_put_number(sink, &error_quantity, series.error);
  }
  if (which == HOL_MOTION_COORDINATES && r->events > 0) {
    status = put_marks(sink, r, i) == HOL_OK ? status : HOL_MEMORY;
  }
  hol_close(sink);
  return status;
}

static hol_status put_group(const hol_sink *sink, const hol_motion_result *r, hol_motion_group which, const char *key)
{
  const hol_quantity list = {.name = key, .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4};
  hol_status status = HOL_OK;
  hol_open(sink, &list);
  for (size_t i = 0; i < hol_motion_series_count(r, which); i++) {
    status = put_series(sink, r, which, i) == HOL_OK ? status : HOL_MEMORY;
  }
  hol_close(sink);
  return status;
}

static hol_status put_groups(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity unit_of_t = {.name = "t_unit", .type = HOL_TEXT};
  hol_status status = HOL_OK;
  hol_put_list(sink, &t_quantity, r->time ? r->times : 0, r->time);
  hol_put_text(sink, &unit_of_t, r->system && r->system->has_time_unit ? "s" : NULL);
  for (hol_motion_group which = 0; which < HOL_MOTION_FREEINGS; which++) {
    status = put_group(sink, r, which, hol_motion_group_key[which]) == HOL_OK ? status : HOL_MEMORY;
  }
  return status;
}

/* ------------------------------------------------------------------------------------------ constraints and events */

static void put_row(const hol_sink *sink, const hol_motion_result *r, size_t i)
{
  static const hol_quantity follows = {.name = "follows_from", .type = HOL_LIST};
  static const hol_quantity member[] = {
      {.name = "order", .type = HOL_COUNT, .text = "of its highest derivative"},
      {.name = "redundant", .type = HOL_TRUTH},
      {.name = "unique", .type = HOL_TRUTH, .text = "the reaction, all along the motion"},
      {.name = "free", .type = HOL_TRUTH, .text = "the motion meets the constraint without its reaction"},
      {.name = "largest", .type = HOL_NUMBER, .text = "of the reaction, by its size"},
      {.name = "residual_force",
       .type = HOL_NUMBER,
       .text = "A a - b at the start, of the motion without constraints"}};
  enum { ORDER, REDUNDANT, UNIQUE, FREE, LARGEST, RESIDUAL };
  const hol_motion_constraint *constraint = &r->system->constraint[i];
  const hol_motion_row *row = &r->row[i];
  hol_open(sink, &record);
  hol_put_text(sink, &name_quantity, constraint->name);
  hol_put_count(sink, &member[ORDER], constraint->order);
  hol_put_truth(sink, &member[REDUNDANT], row->is_redundant);
  hol_open(sink, &follows);
  for (size_t k = 0; k < row->follows; k++) {
    hol_put_text(sink, &word, r->system->constraint[row->follows_from[k]].name);
  }
  hol_close(sink);
  hol_put_truth(sink, &member[UNIQUE], row->is_unique);
  hol_put_truth(sink, &member[FREE], row->is_free);
  hol_put_number(sink, &member[LARGEST], row->largest);
  hol_put_number(sink, &member[RESIDUAL], row->residual_force);
  hol_close(sink);
}

static void put_constraints(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity list = {.name = "constraints", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4};
  static const hol_quantity rank = {.name = "rank", .type = HOL_COUNT, .text = "of the constraints at the start"},
                            near = {
                                .name = "near_rank", .type = HOL_TRUTH, .text = "the rank is a matter of judgement"};
  hol_open(sink, &list);
  for (size_t i = 0; r->row && r->system && i < r->system->constraints; i++) {
    put_row(sink, r, i);
  }
  hol_close(sink);
  hol_put_count(sink, &rank, r->rank);
  hol_put_truth(sink, &near, r->near_rank);
}

static void put_events(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity list = {.name = "events", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4};
  static const hol_quantity time = {.name = "time", .type = HOL_NUMBER, .at = offsetof(hol_motion_event, time)},
                            element = {.name = "element", .type = HOL_TEXT},
                            from = {.name = "from", .type = HOL_CHOICE, .word = hol_motion_mode_word},
                            to = {.name = "to", .type = HOL_CHOICE, .word = hol_motion_mode_word};
  static const hol_quantity rest[] = {
      {.name = "impulse", .type = HOL_NUMBER, .at = offsetof(hol_motion_event, impulse)},
      {.name = "lost_energy", .type = HOL_NUMBER, .at = offsetof(hol_motion_event, lost_energy)},
      {.name = "rank", .type = HOL_COUNT, .at = offsetof(hol_motion_event, rank)}};
  hol_open(sink, &list);
  for (size_t i = 0; i < r->events; i++) {
    const hol_motion_event *e = &r->event[i];
    hol_open(sink, &record);
    hol_put_number(sink, &time, e->time);
    hol_put_text(sink, &element, hol_motion_event_element(r, e));
    hol_put_choice(sink, &from, (int)e->from);
    hol_put_choice(sink, &to, (int)e->to);
    hol_put_members(sink, rest, sizeof rest / sizeof *rest, e);
    hol_close(sink);
  }
  hol_close(sink);
}

/* ----------------------------------------------------------------------------------------------------- the verdict */

static void put_assembled(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity assembled = {.name = "assembled", .type = HOL_RECORD};
  static const hol_quantity member[] = {
      {.name = "moved",
       .type = HOL_NUMBER,
       .text = "largest change of a coordinate",
       .at = offsetof(hol_motion_result, moved)},
      {.name = "lost_energy", .type = HOL_NUMBER, .at = offsetof(hol_motion_result, lost_energy)}};
  if (r->is_assembled) {
    hol_open(sink, &assembled);
    hol_put_members(sink, member, sizeof member / sizeof *member, r);
    hol_close(sink);
  }
}

static hol_status put_free_by(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity free_by = {.name = "free_by", .type = HOL_RECORD},
                            unmet = {.name = "unmet", .type = HOL_NUMBER, .text = "share of A a - b that is left"},
                            same = {.name = "same_motion",
                                    .type = HOL_TRUTH,
                                    .text = "the motion stays that of the constrained system"};
  hol_status status = HOL_OK;
  if (r->freeing || r->unmet) {
    hol_open(sink, &free_by);
    status = put_group(sink, r, HOL_MOTION_FREEINGS, "forces");
    hol_put_list(sink, &unmet, r->unmet ? r->times : 0, r->unmet);
    hol_put_truth(sink, &same, r->stays_free);
    hol_close(sink);
  }
  return status;
}

static void put_checks(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity member[] = {
      {.name = "drift",
       .type = HOL_NUMBER,
       .text = "largest residual of the constraints, relative to their scales",
       .at = offsetof(hol_motion_result, drift)},
      {.name = "power_balance",
       .type = HOL_NUMBER,
       .text = "change of H less the work of all forces, relative to the largest of T and the change of V",
       .at = offsetof(hol_motion_result, power_balance)},
      {.name = "error",
       .type = HOL_NUMBER,
       .text = "largest of a coordinate relative to its scale, by integration with a looser tolerance",
       .at = offsetof(hol_motion_result, error)},
      {.name = "accuracy_until",
       .type = HOL_NUMBER,
       .text = "from this time on the error exceeds the accuracy",
       .at = offsetof(hol_motion_result, accuracy_until)},
      {.name = "stopped_at",
       .type = HOL_NUMBER,
       .text = "from this time on there is no motion",
       .at = offsetof(hol_motion_result, stopped_at)}};
  static const hol_quantity count[] = {
      {.name = "steps", .type = HOL_COUNT, .at = offsetof(hol_motion_result, steps)},
      {.name = "evaluations", .type = HOL_COUNT, .at = offsetof(hol_motion_result, evaluations)}};
  static const hol_quantity reason = {.name = "reason", .type = HOL_TEXT};
  hol_put_members(sink, member, sizeof member / sizeof *member, r);
  hol_put_text(sink, &reason, r->stop_reason);
  hol_put_members(sink, count, sizeof count / sizeof *count, r);
}

/* ----------------------------------------------------------------------------------------------------------- views */

/** Fewer times than these are no curve, and an energy that changes by less beside its size is constant. */
enum { TIMES_OF_A_CURVE = 8 };
static const double constant = 1e-9;

/** The largest energy that constraints could exchange by the sizes of their forces at one of the times. */
static double exchanged_most(const hol_motion_result *r)
{
  size_t n = r->system->coordinates;
  double most = 0;
  for (size_t k = 0; k < r->times && r->force && r->speed; k++) {
    double power = 0;
    for (size_t j = 0; j < n; j++) {
      power += fabs(r->force[k * n + j] * r->speed[k * n + j]);
    }
    most = fmax(most, power);
  }
  return most * (r->time[r->times - 1] - r->time[0]);
}

/** Is the energy the same at all times, but for rounding and the error of the integration? It may be zero. */
static bool is_conserved(const hol_motion_result *r)
{
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (size_t k = 0; k < r->times && r->energy; k++) {
    least = fmin(least, r->energy[k]);
    most = fmax(most, r->energy[k]);
  }
  return most - least <= constant * fmax(fmax(fabs(most), fabs(least)), exchanged_most(r));
}

/** Views of a group, one for each unit in it, because each has an axis of its own. */
typedef struct views {
  hol_view *view;                   /**< [capacity] owned */
  char (*unit)[HOL_DIMENSION_TEXT]; /**< [capacity] of each; owned */
  size_t count;
} views;

static void add_views(views *all, const hol_motion_result *r, hol_motion_group which, hol_view view)
{
  size_t first = all->count;
  view.role = "value";
  view.each = hol_motion_group_key[which];
  view.value = "value";
  view.name[0] = "name";
  view.axis = "t";
  view.axis_label = "time";
  for (size_t i = 0; i < hol_motion_series_count(r, which); i++) {
    const hol_motion_series series = hol_motion_series_at(r, which, i);
    char *unit = all->unit[all->count];
    size_t k = first;
    (void)strcpy(unit, series.unit);
    while (k < all->count && strcmp(all->unit[k], unit) != 0) {
      k++;
    }
    if (k == all->count && series.has_number) {
      view.axis_unit = r->system->has_time_unit ? "s" : NULL;
      view.only = *unit ? "unit" : NULL;
      view.only_word = *unit ? unit : NULL;
      view.unit = view.only_word && strcmp(unit, "rad/s") == 0 ? "1/s" : view.only_word; /* not shown in Hz */
      all->view[all->count++] = view;
    }
  }
}

static hol_status put_views(const hol_sink *sink, const hol_motion_result *r)
{
  static const struct {
    hol_motion_group group;
    hol_view view;
  } row[] = {{HOL_MOTION_COORDINATES,
              {.title = "Coordinates",
               .label = "coordinate",
               .marks = "events",
               .mark_x = "t",
               .mark_y = "value",
               .mark_name = "what"}},
             {HOL_MOTION_AUXILIARIES, {.title = "Auxiliary states", .label = "state"}},
             {HOL_MOTION_OUTPUTS, {.title = "Outputs", .label = "output"}},
             {HOL_MOTION_REACTIONS, {.title = "Reactions of the constraints", .label = "reaction"}},
             {HOL_MOTION_FRICTIONS, {.title = "Friction forces", .label = "friction force"}},
             {HOL_MOTION_CONTROLS, {.title = "Controls of the programs", .label = "control"}},
             {HOL_MOTION_ENERGIES, {.title = "Energy", .label = "energy"}}};
  size_t capacity = 1;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    capacity += hol_motion_series_count(r, row[i].group);
  }
  views all = {.view = hol_alloc(capacity, sizeof *all.view), .unit = hol_alloc(capacity, sizeof *all.unit)};
  hol_status status = all.view && all.unit ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < sizeof row / sizeof *row && status == HOL_OK; i++) {
    if (row[i].group != HOL_MOTION_ENERGIES || (r->energy && !is_conserved(r))) {
      add_views(&all, r, row[i].group, row[i].view);
    }
  }
  if (status == HOL_OK) {
    hol_put_views(sink, all.view, all.count);
  }
  free(all.view);
  free(all.unit);
  return status;
}

hol_status hol_motion_describe(const void *result, const hol_sink *sink)
{
  const hol_motion_result *r = result;
  HOL_TRY(put_groups(sink, r));
  put_constraints(sink, r);
  put_events(sink, r);
  HOL_TRY(put_free_by(sink, r));
  put_assembled(sink, r);
  put_checks(sink, r);
  if (r->times >= TIMES_OF_A_CURVE) {
    HOL_TRY(put_views(sink, r));
  }
  hol_put_truth(sink, &hol_quantity_complete, r->complete);
  return HOL_OK;
}
