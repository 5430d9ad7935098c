/* SPDX-License-Identifier: BSD-3-Clause */
/* Comparison of a motion with what its file expects. */
#include "motion/analysis.h"
#include "motion/quantity.h"
#include "motion/result.h"
#include "problem/grammar.h"

#include <math.h>
#include <stdlib.h>

/** The number of the time `at` of the motion; SIZE_MAX: there is none. */
static size_t find_time(const hol_motion_result *result, double at)
{
  size_t k = 0;
  while (k < result->times && (result->time[k] < at || result->time[k] > at)) {
    k++;
  }
  return k < result->times ? k : SIZE_MAX;
}

/** The quantity found; NAN: it has none. */
static double find_value(const hol_motion_result *r, const hol_motion_expected *e)
{
  const hol_motion_system *s = r->system;
  const hol_motion_quantity q = hol_motion_quantity_named(s, e->quantity);
  const size_t k = find_time(r, e->at);
  if (q.kind == HOL_MOTION_EVENT) {
    return q.number < r->events ? r->event[q.number].time : (double)NAN;
  }
  const struct {
    const double *value;
    size_t count;
  } row[HOL_MOTION_NO_QUANTITY] = {[HOL_MOTION_POSITION] = {r->position, s->coordinates},
                                   [HOL_MOTION_SPEED] = {r->speed, s->coordinates},
                                   [HOL_MOTION_ACCELERATION] = {r->acceleration, s->coordinates},
                                   [HOL_MOTION_STATE] = {r->auxiliary, s->states},
                                   [HOL_MOTION_OUTPUT] = {r->output, s->outputs},
                                   [HOL_MOTION_ENERGY] = {r->energy, 1},
                                   [HOL_MOTION_REACTION] = {r->reaction, s->constraints},
                                   [HOL_MOTION_FORCE] = {r->force, s->coordinates},
                                   [HOL_MOTION_CONTROL] = {r->control, s->controls},
                                   [HOL_MOTION_FRICTION] = {r->friction, s->frictions}};
  bool is_there = q.kind != HOL_MOTION_NO_QUANTITY && k != SIZE_MAX && row[q.kind].value;
  return is_there ? row[q.kind].value[k * row[q.kind].count + q.number] : (double)NAN;
}

static void compare_one(const hol_motion_result *result, const hol_expect *expect, hol_comparison *c)
{
  const hol_motion_expected *e = expect->wanted;
  const double found = find_value(result, e);
  const double limit = isnan(e->within) ? expect->rtol * fabs(e->value) : e->within;
  c->compared++;
  if (fabs(found - e->value) <= limit) {
    return;
  }
  c->differences++;
  if (isnan(e->at)) {
    hol_text_add(&c->words, "%s: %.12g, expected %.12g\n", e->quantity, found, e->value);
  } else {
    hol_text_add(&c->words, "%s at %.6g: %.12g, expected %.12g\n", e->quantity, e->at, found, e->value);
  }
}

hol_status hol_motion_compare(const hol_study *study, const void *found, hol_status status, hol_comparison *comparison)
{
  const hol_motion_result *result = found;
  for (size_t i = 0; i < study->problem->expect_count; i++) {
    const hol_expect *expect = &study->problem->expect[i];
    if (expect->of == &hol_motion_analysis_grammar && expect->wanted && result->system) {
      compare_one(result, expect, comparison);
    }
  }
  hol_comparison_tell(comparison, "numbers");
  return hol_comparison_end(comparison, status, "the motion is not complete");
}
