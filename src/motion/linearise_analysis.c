/* SPDX-License-Identifier: BSD-3-Clause */
/* Row of the analysis `linearise`: the motion that it is about, and comparison with what the file expects. */
#include "motion/linearise_analysis.h"

#include "base/memory.h"
#include "motion/analysis.h"
#include "motion/result.h"
#include "motion/run.h"
#include "problem/grammar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Of the motion up to the instant, relative. */
static const double accuracy = 1e-10;

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_linearise_grammar) != NULL;
}

/* ---- the system -------------------------------------------------------------------------------------------------- */

/** What has no linear terms, or none that are known here. */
static hol_status refuse_terms(const hol_motion_system *s, hol_place place, hol_faults *faults)
{
  const struct {
    size_t count;
    const char *what;
  } row[] = {{s->frictions, "dry friction has no linear terms"},
             {s->controls, "motions under a program are not linearised"},
             {s->states, "systems with auxiliary states are not linearised"}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (row[i].count > 0) {
      hol_faults_add(faults, true, place, NULL, "%s", row[i].what);
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

/** Coordinate of the speed "x'"; all where there is none. */
static size_t find_coordinate(const hol_motion_system *s, const char *speed)
{
  size_t i = 0, length = strlen(speed) - 1;
  while (i < s->coordinates &&
         !(strlen(s->coordinate[i].name) == length && strncmp(s->coordinate[i].name, speed, length) == 0)) {
    i++;
  }
  return i;
}

/** Take the speeds of `steady` to their coordinates. @param[out] speed  [coordinates] */
static hol_status take_speeds(const hol_linearise_wanted *wanted, const hol_motion_system *s, double *speed,
                              hol_faults *faults)
{
  for (size_t i = 0; i < s->coordinates; i++) {
    speed[i] = (double)NAN;
  }
  for (size_t i = 0; i < wanted->speeds; i++) {
    size_t k = find_coordinate(s, wanted->speed[i].name);
    if (k == s->coordinates) {
      hol_faults_add(faults, true, wanted->speed[i].place, NULL, "the bodies have no coordinate of the speed `%s`",
                     wanted->speed[i].name);
      return HOL_INVALID;
    }
    speed[k] = wanted->speed[i].value;
  }
  return HOL_OK;
}

/** The system of the file: in named coordinates, or of its bodies. */
static hol_status find_system(const hol_problem *problem, hol_motion_system *bodies, const hol_motion_system **system,
                              hol_faults *faults)
{
  const hol_motion_wanted *motion = hol_motion_asked(problem);
  const hol_linearise_wanted *wanted = hol_request_of(problem, &hol_linearise_grammar);
  const bool is_text = motion && motion->has_system;
  HOL_TRY(is_text ? HOL_OK : hol_motion_make_bodies(problem, bodies, faults));
  *system = is_text ? &motion->system : bodies;
  return refuse_terms(*system, wanted->place, faults);
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  hol_motion_system bodies = {0};
  const hol_motion_system *system;
  hol_status status = find_system(study->problem, &bodies, &system, faults);
  hol_motion_system_clear(&bodies);
  return status;
}

/* ---- run --------------------------------------------------------------------------------------------------------- */

/** The state of the motion at the instant, assembled and integrated as the analysis `motion` of the file.
 *  @param[out] state  [2 coordinates] @return as hol_motion_run() */
static hol_status find_state(const hol_motion_system *system, const hol_linearise_wanted *wanted,
                             const hol_motion_request *of_motion, hol_watch watch, double *state, hol_faults *faults)
{
  size_t n = system->coordinates;
  for (size_t i = 0; i < n; i++) {
    state[i] = system->coordinate[i].start;
    state[n + i] = system->coordinate[i].speed;
  }
  if (wanted->about != HOL_LINEARISE_TIME || !(wanted->time > 0)) {
    return HOL_OK;
  }
  double time = wanted->time;
  const hol_motion_request request = {.time = &time,
                                      .times = 1,
                                      .accuracy = accuracy,
                                      .assembles = of_motion && of_motion->assembles,
                                      .is_stiff = of_motion && of_motion->is_stiff,
                                      .place = wanted->place,
                                      .accuracy_place = wanted->place};
  hol_motion_result motion = {0};
  hol_status status = hol_motion_run(system, &request, watch, &motion, faults);
  if ((status == HOL_OK || status == HOL_INCOMPLETE) && motion.times == 1 && motion.position && motion.speed) {
    memcpy(state, motion.position, n * sizeof *state);
    memcpy(state + n, motion.speed, n * sizeof *state);
  }
  if (motion.stop_reason && status != HOL_MEMORY) {
    hol_faults_add(faults, true, wanted->place, NULL, "there is no motion at this time: %s", motion.stop_reason);
    status = HOL_INVALID;
  }
  hol_motion_result_clear(&motion);
  return status;
}

static hol_status run_with(const hol_motion_system *system, const hol_linearise_wanted *wanted, hol_watch watch,
                           hol_linearise_found *found, hol_faults *faults)
{
  double *speed = hol_alloc(system->coordinates, sizeof *speed),
         *state = hol_alloc(2 * system->coordinates + 1, sizeof *state);
  const hol_linearise_request request = {
      .about = wanted->about, .time = wanted->time, .speed = speed, .place = wanted->place};
  const hol_motion_wanted *motion = hol_motion_asked(found->problem);
  hol_status status = speed && state ? take_speeds(wanted, system, speed, faults) : HOL_MEMORY;
  status =
      status == HOL_OK ? find_state(system, wanted, motion ? &motion->request : NULL, watch, state, faults) : status;
  if (status == HOL_OK || status == HOL_INCOMPLETE) {
    hol_status own = hol_motion_linearise(
        system, &request, state, request.about == HOL_LINEARISE_TIME ? wanted->time : 0, &found->result, faults);
    found->result.complete = found->result.complete && status == HOL_OK;
    status = own == HOL_OK ? status : own;
  }
  free(speed);
  free(state);
  return status;
}

static hol_status run_linearise(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  hol_linearise_found *found = result;
  const hol_linearise_wanted *wanted = hol_request_of(study->problem, &hol_linearise_grammar);
  const hol_motion_system *system;
  found->problem = study->problem;
  found->about = wanted->about;
  found->time = wanted->time;
  hol_status status = find_system(study->problem, &found->bodies, &system, faults);
  status = status == HOL_OK ? run_with(system, wanted, watch, found, faults) : status;
  return study->comm->agree(study->comm->handle, status);
}

static bool is_stopped(const void *result)
{
  return ((const hol_linearise_found *)result)->result.system == NULL;
}

static bool is_complete(const void *result)
{
  return ((const hol_linearise_found *)result)->result.complete;
}

static void clear_linearise(void *result)
{
  hol_linearise_found *found = result;
  hol_linearised_clear(&found->result);
  hol_motion_system_clear(&found->bodies);
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

/** How far the nearest eigenvalue is from one expected. */
static double find_nearest(const hol_linearised *r, const hol_linearise_expected_root *e, size_t *nearest)
{
  double least = INFINITY;
  for (size_t i = 0; i < r->roots; i++) {
    double distance = hypot(isnan(e->real) ? 0 : r->root[i].real - e->real, r->root[i].imaginary - e->imaginary);
    *nearest = distance < least ? i : *nearest;
    least = fmin(least, distance);
  }
  return least;
}

static void compare_entry(const hol_linearised *r, const hol_expect *expect, hol_comparison *c)
{
  const hol_linearise_expected *expected = expect->wanted;
  for (size_t i = 0; i < expected->roots; i++) {
    const hol_linearise_expected_root *e = &expected->root[i];
    size_t nearest = 0;
    double size = hypot(isnan(e->real) ? 0 : e->real, e->imaginary);
    c->compared++;
    if (find_nearest(r, e, &nearest) <= expect->rtol * size) {
      continue;
    }
    c->differences++;
    if (r->roots == 0) {
      hol_text_add(&c->words, "no eigenvalue, expected [%.15g, %.15g]\n", e->real, e->imaginary);
    } else {
      hol_text_add(&c->words, "nearest eigenvalue [%.15g, %.15g], expected [%.15g, %.15g]\n", r->root[nearest].real,
                   r->root[nearest].imaginary, e->real, e->imaginary);
    }
  }
}

hol_status hol_linearise_compare(const hol_study *study, const void *found, hol_status status, hol_comparison *c)
{
  const hol_linearise_found *f = found;
  for (size_t i = 0; i < study->problem->expect_count && f->result.system; i++) {
    if (study->problem->expect[i].of == &hol_linearise_grammar && study->problem->expect[i].wanted) {
      compare_entry(&f->result, &study->problem->expect[i], c);
    }
  }
  hol_comparison_tell(c, "eigenvalues");
  return hol_comparison_end(c, status, "not all eigenvalues are found");
}

const hol_analysis_row hol_linearise_row = {.key = "linearise",
                                            .tells_structure = true,
                                            .counted = "eigenvalues",
                                            .is_prepared = true,
                                            .is_asked = is_asked,
                                            .prepare = prepare,
                                            .run = run_linearise,
                                            .is_complete = is_complete,
                                            .is_stopped = is_stopped,
                                            .describe = hol_linearise_describe,
                                            .rows = hol_linearise_rows,
                                            .arrays = hol_linearise_arrays,
                                            .table = hol_linearise_table,
                                            .compared = "eigenvalues",
                                            .compare = hol_linearise_compare,
                                            .size = sizeof(hol_linearise_found),
                                            .clear = clear_linearise};
