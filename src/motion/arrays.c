/* SPDX-License-Identifier: BSD-3-Clause */
/* A motion as arrays over named axes, for NetCDF. */
#include "motion/describe.h"

#include "base/memory.h"
#include "motion/series.h"
#include "result/quantities.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const hol_quantity time_quantity = {.name = "t", .type = HOL_NUMBER, .unit = "s", .text = "time"},
                          bare_time = {.name = "t", .type = HOL_NUMBER, .unit = "1", .text = "time"};

static const hol_quantity *quantity_of_time(const hol_motion_result *r)
{
  return r->system->has_time_unit ? &time_quantity : &bare_time;
}

/** An axis of names and what runs over it, with the arrays of its members' units and errors. */
typedef struct named_axis {
  hol_quantity name, unit, error;
  hol_motion_group first; /**< whose names and units these are */
} named_axis;

enum { COORDINATE, STATE, OUTPUT, CONSTRAINT, ELEMENT, PROGRAM, AXES };
static const named_axis axes[AXES] = {
    [COORDINATE] = {{.name = "coordinate", .type = HOL_TEXT},
                    {.name = "coordinate_unit", .type = HOL_TEXT},
                    {.name = "coordinate_error", .type = HOL_NUMBER, .text = "largest over time, estimated"},
                    HOL_MOTION_COORDINATES},
    [STATE] = {{.name = "state", .type = HOL_TEXT},
               {.name = "state_unit", .type = HOL_TEXT},
               {.name = "state_error", .type = HOL_NUMBER, .text = "largest over time, estimated"},
               HOL_MOTION_AUXILIARIES},
    [OUTPUT] = {{.name = "output", .type = HOL_TEXT},
                {.name = "output_unit", .type = HOL_TEXT},
                {.name = "output_error", .type = HOL_NUMBER, .text = "largest over time, estimated"},
                HOL_MOTION_OUTPUTS},
    [CONSTRAINT] = {{.name = "constraint", .type = HOL_TEXT},
                    {.name = "reaction_unit", .type = HOL_TEXT},
                    {.name = "reaction_error", .type = HOL_NUMBER, .text = "largest over time, estimated"},
                    HOL_MOTION_REACTIONS},
    [ELEMENT] = {{.name = "friction_element", .type = HOL_TEXT},
                 {.name = "friction_unit", .type = HOL_TEXT},
                 {.name = "friction_error", .type = HOL_NUMBER},
                 HOL_MOTION_FRICTIONS},
    [PROGRAM] = {{.name = "program", .type = HOL_TEXT},
                 {.name = "control_unit", .type = HOL_TEXT},
                 {.name = "control_error", .type = HOL_NUMBER},
                 HOL_MOTION_CONTROLS}};

/** The array of each group over t and its axis. */
static const struct {
  hol_motion_group group;
  size_t axis;
  hol_quantity quantity;
} arrays[] = {
    {HOL_MOTION_COORDINATES, COORDINATE, {.name = "position", .type = HOL_NUMBER}},
    {HOL_MOTION_SPEEDS, COORDINATE, {.name = "speed", .type = HOL_NUMBER, .text = "derivative of the coordinate"}},
    {HOL_MOTION_ACCELERATIONS, COORDINATE, {.name = "acceleration", .type = HOL_NUMBER}},
    {HOL_MOTION_FORCES,
     COORDINATE,
     {.name = "force", .type = HOL_NUMBER, .text = "generalised force of the ideal constraints"}},
    {HOL_MOTION_NONIDEALS,
     COORDINATE,
     {.name = "nonideal", .type = HOL_NUMBER, .text = "generalised force that is not ideal, and friction"}},
    {HOL_MOTION_FREEINGS,
     COORDINATE,
     {.name = "free_by", .type = HOL_NUMBER, .text = "generalised force that makes the reactions vanish"}},
    {HOL_MOTION_AUXILIARIES, STATE, {.name = "state_value", .type = HOL_NUMBER}},
    {HOL_MOTION_OUTPUTS, OUTPUT, {.name = "output_value", .type = HOL_NUMBER}},
    {HOL_MOTION_REACTIONS,
     CONSTRAINT,
     {.name = "reaction", .type = HOL_NUMBER, .text = "multiplier; none where it is not unique"}},
    {HOL_MOTION_FRICTIONS, ELEMENT, {.name = "friction", .type = HOL_NUMBER, .text = "force along the slip"}},
    {HOL_MOTION_CONTROLS, PROGRAM, {.name = "control", .type = HOL_NUMBER}}};

/** Names, units and errors of the members of an axis. */
typedef struct members {
  const char **name, **unit;
  char (*room)[HOL_DIMENSION_TEXT];
  double *error;
  bool has_error;
} members;

static void put_members_over(const hol_sink *sink, const named_axis *of, const members *m, size_t count)
{
  const hol_sink_axis axis = {&of->name, count, m->name}, *const over[] = {&axis};
  hol_put_array(sink, &of->name, 1, over, 0, m->name);
  hol_put_array(sink, &of->unit, 1, over, 0, m->unit);
  if (m->has_error) {
    hol_put_array(sink, &of->error, 1, over, 0, m->error);
  }
}

static void put_groups_over(const hol_sink *sink, const hol_motion_result *r, size_t a, const members *m, size_t count)
{
  const hol_quantity *t = quantity_of_time(r);
  const hol_sink_axis times = {t, r->times, r->time}, axis = {&axes[a].name, count, m->name};
  const hol_sink_axis *const over[] = {&times, &axis};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    if (arrays[i].axis == a && hol_motion_series_count(r, arrays[i].group) > 0) {
      const hol_motion_series first = hol_motion_series_at(r, arrays[i].group, 0);
      if (first.value) {
        hol_put_array(sink, &arrays[i].quantity, 2, over, 0, first.value);
      }
    }
  }
}

static hol_status put_axis(const hol_sink *sink, const hol_motion_result *r, size_t a)
{
  size_t count = hol_motion_series_count(r, axes[a].first);
  members m = {hol_alloc(count, sizeof *m.name), hol_alloc(count, sizeof *m.unit), hol_alloc(count, sizeof *m.room),
               hol_alloc(count, sizeof *m.error), false};
  hol_status status = m.name && m.unit && m.room && m.error ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < count && status == HOL_OK; i++) {
    const hol_motion_series series = hol_motion_series_at(r, axes[a].first, i);
    (void)strcpy(m.room[i], series.unit);
    m.name[i] = series.name;
    m.unit[i] = m.room[i];
    m.error[i] = series.error;
    m.has_error = m.has_error || series.error >= 0;
  }
  if (status == HOL_OK && count > 0) {
    put_members_over(sink, &axes[a], &m, count);
    put_groups_over(sink, r, a, &m, count);
  }
  free(m.name);
  free(m.unit);
  free(m.room);
  free(m.error);
  return status;
}

/** What happens, to which element. */
static hol_status put_events(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity event = {.name = "event", .type = HOL_COUNT, .unit = "1", .text = "number"},
                            element = {.name = "event_element", .type = HOL_TEXT},
                            mode[] = {{.name = "event_from", .type = HOL_TEXT}, {.name = "event_to", .type = HOL_TEXT}};
  static const hol_quantity column[] = {
      {.name = "event_time", .type = HOL_NUMBER, .at = offsetof(hol_motion_event, time)},
      {.name = "event_impulse", .type = HOL_NUMBER, .at = offsetof(hol_motion_event, impulse)},
      {.name = "event_lost_energy", .type = HOL_NUMBER, .at = offsetof(hol_motion_event, lost_energy)},
      {.name = "event_rank", .type = HOL_COUNT, .unit = "1", .at = offsetof(hol_motion_event, rank)}};
  const hol_sink_axis axis = {&event, r->events, NULL}, *const over[] = {&axis};
  const char **words = hol_alloc(3 * r->events, sizeof *words);
  if (!words) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < r->events; i++) {
    const char *name = hol_motion_event_element(r, &r->event[i]);
    words[i] = name ? name : "";
    words[r->events + i] = hol_motion_mode_word[r->event[i].from];
    words[2 * r->events + i] = hol_motion_mode_word[r->event[i].to];
  }
  if (r->events > 0) {
    hol_put_columns(sink, column, sizeof column / sizeof *column, &axis, sizeof *r->event, r->event);
    hol_put_array(sink, &element, 1, over, 0, words);
    hol_put_array(sink, &mode[0], 1, over, 0, words + r->events);
    hol_put_array(sink, &mode[1], 1, over, 0, words + 2 * r->events);
  }
  free(words);
  return HOL_OK;
}

static void put_over_time(const hol_sink *sink, const hol_motion_result *r)
{
  static const hol_quantity energy = {.name = "energy", .type = HOL_NUMBER, .unit = "J", .text = "H = T2 - T0 + V"},
                            bare = {.name = "energy", .type = HOL_NUMBER, .unit = "1", .text = "H = T2 - T0 + V"},
                            unmet = {.name = "unmet", .type = HOL_NUMBER, .unit = "1"};
  const hol_quantity *t = quantity_of_time(r);
  const hol_sink_axis times = {t, r->times, r->time}, *const over[] = {&times};
  hol_put_array(sink, t, 1, over, 0, r->time);
  if (r->energy) {
    hol_put_array(sink, r->system->has_time_unit ? &energy : &bare, 1, over, 0, r->energy);
  }
  if (r->unmet) {
    hol_put_array(sink, &unmet, 1, over, 0, r->unmet);
  }
}

hol_status hol_motion_arrays(const void *result, const hol_sink *sink)
{
  static const hol_quantity check[] = {
      {.name = "drift", .type = HOL_NUMBER, .at = offsetof(hol_motion_result, drift)},
      {.name = "power_balance", .type = HOL_NUMBER, .at = offsetof(hol_motion_result, power_balance)},
      {.name = "error", .type = HOL_NUMBER, .at = offsetof(hol_motion_result, error)}};
  const hol_motion_result *r = result;
  hol_put_members(sink, check, sizeof check / sizeof *check, r);
  hol_put_truth(sink, &hol_quantity_complete, r->complete);
  if (!r->system || !r->time || r->times == 0) {
    return HOL_OK;
  }
  put_over_time(sink, r);
  for (size_t a = 0; a < AXES; a++) {
    HOL_TRY(put_axis(sink, r, a));
  }
  return put_events(sink, r);
}
