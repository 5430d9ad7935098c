/* SPDX-License-Identifier: BSD-3-Clause */
/* Names, values, errors and dimensions of what a motion consists of, one series of numbers after another. */
#include "motion/series.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

const char *const hol_motion_group_key[HOL_MOTION_GROUPS] = {[HOL_MOTION_COORDINATES] = "coordinates",
                                                             [HOL_MOTION_SPEEDS] = "speeds",
                                                             [HOL_MOTION_ACCELERATIONS] = "accelerations",
                                                             [HOL_MOTION_AUXILIARIES] = "states",
                                                             [HOL_MOTION_OUTPUTS] = "outputs",
                                                             [HOL_MOTION_REACTIONS] = "reactions",
                                                             [HOL_MOTION_FORCES] = "forces",
                                                             [HOL_MOTION_NONIDEALS] = "nonideal",
                                                             [HOL_MOTION_FRICTIONS] = "friction",
                                                             [HOL_MOTION_CONTROLS] = "controls",
                                                             [HOL_MOTION_ENERGIES] = "energy",
                                                             [HOL_MOTION_FREEINGS] = "free_by"};

const char *const hol_motion_mode_word[] = {[HOL_MOTION_STICKS] = "sticks",
                                            [HOL_MOTION_SLIPS_FORWARD] = "slips forward",
                                            [HOL_MOTION_SLIPS_BACKWARD] = "slips backward",
                                            [HOL_MOTION_SLIPS_IN_PLANE] = "slips in a plane",
                                            [HOL_MOTION_RANK_CHANGES] = "rank changes",
                                            NULL};

/** Values of a group, and their largest errors; NULL: none. */
typedef struct group {
  size_t count;
  const double *value, *error;
} group;

static group group_of(const hol_motion_result *r, hol_motion_group which)
{
  const hol_motion_system *s = r->system;
  if (!s) {
    return (group){0};
  }
  const group all[HOL_MOTION_GROUPS] = {[HOL_MOTION_COORDINATES] = {s->coordinates, r->position, r->position_error},
                                        [HOL_MOTION_SPEEDS] = {s->coordinates, r->speed, r->speed_error},
                                        [HOL_MOTION_ACCELERATIONS] = {s->coordinates, r->acceleration, NULL},
                                        [HOL_MOTION_AUXILIARIES] = {s->states, r->auxiliary, r->auxiliary_error},
                                        [HOL_MOTION_OUTPUTS] = {s->outputs, r->output, r->output_error},
                                        [HOL_MOTION_REACTIONS] = {s->constraints, r->reaction, r->reaction_error},
                                        [HOL_MOTION_FORCES] = {s->coordinates, r->force, NULL},
                                        [HOL_MOTION_NONIDEALS] = {s->coordinates, r->nonideal, NULL},
                                        [HOL_MOTION_FRICTIONS] = {s->frictions, r->friction, NULL},
                                        [HOL_MOTION_CONTROLS] = {s->controls, r->control, NULL},
                                        [HOL_MOTION_ENERGIES] = {1, r->energy, NULL},
                                        [HOL_MOTION_FREEINGS] = {r->freeing ? s->coordinates : 0, r->freeing, NULL}};
  return all[which];
}

static const char *name_of(const hol_motion_system *s, hol_motion_group which, size_t i)
{
  return which == HOL_MOTION_AUXILIARIES ? s->state[i].name
         : which == HOL_MOTION_OUTPUTS   ? s->output[i].name
         : which == HOL_MOTION_REACTIONS ? s->constraint[i].name
         : which == HOL_MOTION_FRICTIONS ? s->friction[i].name
         : which == HOL_MOTION_CONTROLS  ? s->control[i].name
         : which == HOL_MOTION_ENERGIES  ? "energy"
                                         : s->coordinate[i].name;
}

static hol_dimension quotient(hol_dimension a, hol_dimension b)
{
  (void)hol_dimension_multiply(a, HOL_DIMENSION(-b.length, -b.mass, -b.time), &a);
  return a;
}

static hol_dimension dimension_of(const hol_motion_system *s, hol_motion_group which, size_t i)
{
  const hol_dimension time = hol_motion_time_dimension(s);
  switch (which) {
  case HOL_MOTION_COORDINATES:
    return s->coordinate[i].dimension;
  case HOL_MOTION_SPEEDS:
    return quotient(s->coordinate[i].dimension, time);
  case HOL_MOTION_ACCELERATIONS:
    return quotient(quotient(s->coordinate[i].dimension, time), time);
  case HOL_MOTION_AUXILIARIES:
    return s->state[i].dimension;
  case HOL_MOTION_OUTPUTS:
    return s->output[i].dimension;
  case HOL_MOTION_REACTIONS:
    return s->constraint[i].multiplier;
  case HOL_MOTION_FRICTIONS:
    return s->friction[i].dimension;
  case HOL_MOTION_CONTROLS:
    return s->control[i].multiplier;
  default:
    return quotient(hol_motion_energy_dimension(s), s->coordinate[i].dimension);
  }
}

size_t hol_motion_series_count(const hol_motion_result *result, hol_motion_group which)
{
  return group_of(result, which).count;
}

hol_motion_series hol_motion_series_at(const hol_motion_result *result, hol_motion_group which, size_t i)
{
  const hol_motion_system *s = result->system;
  const group of = group_of(result, which);
  hol_motion_series series = {.group = which,
                              .name = name_of(s, which, i),
                              .value = of.value ? of.value + i : NULL,
                              .count = of.count,
                              .error = of.error ? of.error[i] : (double)NAN};
  if (which == HOL_MOTION_ENERGIES && s->has_time_unit) {
    (void)strcpy(series.unit, "J");
  } else if (s->has_time_unit && !(which == HOL_MOTION_CONTROLS && s->is_gauss)) {
    hol_dimension_unit(dimension_of(s, which, i), series.unit);
  }
  for (size_t k = 0; k < result->times && !series.has_number; k++) {
    series.has_number = isfinite(hol_motion_series_value(&series, k));
  }
  series.error = series.has_number ? series.error : (double)NAN;
  return series;
}

double hol_motion_series_value(const hol_motion_series *series, size_t k)
{
  return series->value ? series->value[k * series->count] : (double)NAN;
}

void hol_motion_series_say(const hol_motion_series *series, bool among_all, hol_text *text)
{
  static const char *const before[HOL_MOTION_GROUPS] = {
      [HOL_MOTION_REACTIONS] = "reaction ", [HOL_MOTION_FORCES] = "force ",     [HOL_MOTION_NONIDEALS] = "nonideal ",
      [HOL_MOTION_FRICTIONS] = "friction ", [HOL_MOTION_CONTROLS] = "control ", [HOL_MOTION_FREEINGS] = "free_by "};
  const char *primes = series->group == HOL_MOTION_SPEEDS ? "'" : series->group == HOL_MOTION_ACCELERATIONS ? "''" : "";
  hol_text_add(text, "%s%s%s", among_all && before[series->group] ? before[series->group] : "", series->name, primes);
}

const char *hol_motion_event_element(const hol_motion_result *result, const hol_motion_event *event)
{
  const hol_motion_system *s = result->system;
  bool is_row = event->from == HOL_MOTION_RANK_CHANGES || event->to == HOL_MOTION_RANK_CHANGES;
  return is_row ? (event->element < s->constraints ? s->constraint[event->element].name : NULL)
                : (event->element < s->frictions ? s->friction[event->element].name : NULL);
}
