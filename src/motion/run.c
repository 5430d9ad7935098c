/* SPDX-License-Identifier: BSD-3-Clause */
/* Motion over time: scales from a coarse integration, then two of different tolerance whose difference is the error. */
#include "motion/run.h"

#include "base/integrator.h"
#include "base/memory.h"
#include "motion/integrate.h"
#include "motion/start.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Tolerance of the integration that finds the sizes of the numbers. */
static const double coarse = 1e-5;
/** First tolerance beside the accuracy asked for; the second beside the first; the least first one: with tighter ones
 *  rounding decides. */
static const double beside_accuracy = 1e-3, tighter = 1.0 / 30, least = 1e-12;
/** Largest drift, relative to the scales of the constraints, of a complete motion. */
static const double drift_most = 1e-12;

/** A motion under way. */
typedef struct motion {
  hol_motion_equations equations;
  hol_motion_start start;
  double *state, *scale, *largest; /**< [size] owned */
  double *mass;                    /**< [coordinates] M_ii at the start; owned */
  size_t size;
} motion;

/* ---- scales ------------------------------------------------------------------------------------------------------ */

static bool is_alike(const hol_motion_system *s, size_t i, size_t j)
{
  const hol_dimension *a = &s->coordinate[i].dimension, *b = &s->coordinate[j].dimension;
  return a->length == b->length && a->mass == b->mass && a->time == b->time;
}

/** Give coordinates of one dimension one scale: the largest of their sizes, in scale[0 .. n). Where all are 0:
 *  `instead`.
 */
static void share_scales(const hol_motion_system *s, const double *size, double *scale)
{
  for (size_t i = 0; i < s->coordinates; i++) {
    scale[i] = 0;
    for (size_t j = 0; j < s->coordinates; j++) {
      scale[i] = is_alike(s, i, j) ? fmax(scale[i], size[j]) : scale[i];
    }
  }
}

static void replace_zeros(double *scale, size_t count, double instead)
{
  for (size_t i = 0; i < count; i++) {
    scale[i] = scale[i] > 0 && isfinite(scale[i]) ? scale[i] : instead;
  }
}

/** Scales from the sizes of the state, or where that is at rest from how far accelerations take it. */
static void set_scales(motion *m, const double *size)
{
  const hol_motion_system *s = m->equations.system;
  size_t n = s->coordinates;
  share_scales(s, size, m->scale);
  share_scales(s, size + n, m->scale + n);
  double energy = 0;
  for (size_t i = 0; i < n; i++) {
    energy = fmax(energy, m->mass[i] * m->scale[n + i] * m->scale[n + i] / 2);
  }
  for (size_t i = 2 * n; i < m->size; i++) {
    m->scale[i] = size[i];
  }
  m->scale[m->size - 1] = fmax(m->scale[m->size - 1], energy); /* work is rounding where all forces are conservative */
  replace_zeros(m->scale, m->size, 1);
}

/** First scales: sizes at the start, or where these are 0 what speeds and accelerations make of them until the end. */
static hol_status guess_scales(motion *m, hol_motion_solver *solver, double end)
{
  size_t n = m->equations.coordinates;
  double *rate = hol_alloc(m->size, sizeof *rate);
  hol_status status = rate ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    hol_motion_solver_rate(solver, m->state, rate);
    for (size_t i = 0; i < n; i++) {
      m->mass[i] = fabs(solver->numbers.mass[i * n + i]);
    }
    for (size_t i = 0; i < m->size; i++) {
      double speed = i < n ? m->state[n + i] : rate[i], change = fabs(rate[i]) * end;
      double second = i < n ? fabs(solver->acceleration[i]) * end * end : 0;
      double size = fabs(i < n ? m->state[i] : m->state[i]);
      m->largest[i] = size > 0 ? size : fabs(speed) > 0 ? change : second;
    }
    set_scales(m, m->largest);
  }
  free(rate);
  return status;
}

/** Integrate coarsely for the sizes of all numbers. */
static hol_status find_scales(motion *m, hol_watch watch)
{
  hol_motion_result first = {0};
  for (size_t i = 0; i < m->size; i++) {
    m->largest[i] = 0;
  }
  hol_status status = hol_motion_result_make(&m->start, &first);
  status = status == HOL_OK ? hol_motion_integrate(&m->start, coarse, watch, &first, m->largest) : status;
  hol_motion_result_clear(&first);
  if (status == HOL_OK) {
    set_scales(m, m->largest);
  }
  return status;
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

/** Largest difference over time of component i of arrays [times][count], up to time k; also of the last time alone. */
static void compare(const double *a, const double *b, size_t count, size_t time, double rounding, double *error)
{
  for (size_t i = 0; i < count; i++) {
    double value = b[time * count + i], difference = fabs(a[time * count + i] - value);
    difference = isnan(difference) ? 0 : difference + rounding * fabs(value);
    error[i] = isnan(error[i]) ? difference : fmax(error[i], difference);
  }
}

static double relative(const double *error, const double *scale, size_t count)
{
  double largest = 0;
  for (size_t i = 0; i < count; i++) {
    largest = fmax(largest, isnan(error[i]) ? 0 : error[i] / scale[i]);
  }
  return largest;
}

/** The errors of `to`, by the difference from a coarser integration. */
static void find_errors(const motion *m, const hol_motion_result *coarser, hol_motion_result *to)
{
  const hol_motion_system *s = m->equations.system;
  size_t n = s->coordinates;
  double rounding = DBL_EPSILON * sqrt((double)to->steps + 1);
  for (size_t k = 0; k < to->times; k++) {
    compare(coarser->position, to->position, n, k, rounding, to->position_error);
    compare(coarser->speed, to->speed, n, k, rounding, to->speed_error);
    compare(coarser->reaction, to->reaction, s->constraints, k, rounding, to->reaction_error);
    compare(coarser->output, to->output, s->outputs, k, rounding, to->output_error);
    compare(coarser->auxiliary, to->auxiliary, s->states, k, rounding, to->auxiliary_error);
    to->error = fmax(relative(to->position_error, m->scale, n), relative(to->speed_error, m->scale + n, n));
    to->error = fmax(to->error, relative(to->auxiliary_error, m->scale + 2 * n, s->states));
    if (to->error > m->start.request->accuracy && isinf(to->accuracy_until)) {
      to->accuracy_until = to->time[k];
    }
  }
}

static bool is_accurate(const motion *m, const hol_motion_result *result)
{
  return result->error <= m->start.request->accuracy;
}

static void conclude(const motion *m, hol_motion_result *result)
{
  double accuracy = m->start.request->accuracy;
  result->complete = is_accurate(m, result) && result->drift <= drift_most && result->power_balance <= accuracy &&
                     isinf(result->stopped_at);
}

/** What the start told of the constraints goes into the result that is kept. */
static void keep(hol_motion_result *from, hol_motion_result *to)
{
  hol_motion_row *row = to->row;
  for (size_t k = 0; k < to->system->constraints; k++) {
    from->row[k].is_unique = row[k].is_unique;
    from->row[k].is_free = row[k].is_free;
    from->row[k].largest = row[k].largest;
  }
  to->row = from->row;
  from->row = row;
  to->rank = from->rank;
  to->near_rank = from->near_rank;
  to->is_assembled = from->is_assembled;
  to->moved = from->moved;
  to->lost_energy = from->lost_energy;
}

/** Integrate with tighter and tighter tolerances. */
static hol_status integrate(motion *m, hol_watch watch, hol_motion_result *result)
{
  double tolerance = fmax(beside_accuracy * m->start.request->accuracy, least);
  hol_motion_result coarser = {0};
  hol_status status = hol_motion_result_make(&m->start, &coarser);
  status = status == HOL_OK ? hol_motion_integrate(&m->start, tolerance, watch, &coarser, NULL) : status;
  for (bool again = true; status == HOL_OK && again;) {
    hol_motion_result finer = {0};
    status = hol_motion_result_make(&m->start, &finer);
    status = status == HOL_OK ? hol_motion_integrate(&m->start, tighter * tolerance, watch, &finer, NULL) : status;
    if (status == HOL_OK) {
      find_errors(m, &coarser, &finer);
    }
    again = !is_accurate(m, &finer) && tolerance > least && isinf(finer.stopped_at);
    tolerance = fmax(tolerance * tighter, least);
    hol_motion_result_clear(&coarser);
    coarser = finer;
  }
  keep(result, &coarser);
  hol_motion_result_clear(result);
  *result = coarser;
  if (status == HOL_OK) {
    conclude(m, result);
  }
  return status;
}

static hol_status make(const hol_motion_system *system, const hol_motion_request *request, motion *m)
{
  HOL_TRY(hol_motion_equations_make(system, &m->equations));
  m->size = hol_motion_state_size(&m->equations);
  m->state = hol_alloc(m->size, sizeof *m->state);
  m->scale = hol_alloc(m->size, sizeof *m->scale);
  m->largest = hol_alloc(m->size, sizeof *m->largest);
  m->mass = hol_alloc(m->equations.coordinates, sizeof *m->mass);
  m->start = (hol_motion_start){&m->equations, request, m->state, m->scale};
  return m->state && m->scale && m->largest && m->mass ? HOL_OK : HOL_MEMORY;
}

static hol_status solve(motion *m, hol_motion_solver *solver, hol_watch watch, hol_motion_result *result,
                        hol_faults *faults)
{
  const hol_motion_request *request = m->start.request;
  HOL_TRY(hol_motion_solver_make(&m->equations, solver));
  HOL_TRY(hol_motion_result_make(&m->start, result));
  HOL_TRY(hol_motion_start_check(solver, request, m->state, result, faults));
  HOL_TRY(guess_scales(m, solver, request->time[request->times - 1]));
  HOL_TRY(find_scales(m, watch));
  return integrate(m, watch, result);
}

hol_status hol_motion_run(const hol_motion_system *system, const hol_motion_request *request, hol_watch watch,
                          hol_motion_result *result, hol_faults *faults)
{
  motion m = {0};
  hol_motion_solver solver = {0};
  hol_status status = make(system, request, &m);
  status = status == HOL_OK ? solve(&m, &solver, watch, result, faults) : status;
  if (status == HOL_FILE) {
    hol_faults_add(faults, true, system->place, NULL, "%s", HOL_INTEGRATOR_MISSING);
  }
  hol_motion_solver_clear(&solver);
  hol_motion_equations_clear(&m.equations);
  free(m.state);
  free(m.scale);
  free(m.largest);
  free(m.mass);
  return status == HOL_OK && !result->complete ? HOL_INCOMPLETE : status;
}
