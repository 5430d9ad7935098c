/* SPDX-License-Identifier: BSD-3-Clause */
/* Effective masses of the modes listed, and what is left of them; the same without modes, by the apparent mass on a
   circle. */
#include "modes/apparent.h"
#include "modes/run.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** The two roads agree to so much of the total, or the result is not complete. */
static const double agreed = 1e-8;
/** The cut-off of component modes is so many times the circle at least: with as many orders of the series as there are
 *  nothing is left. */
static const double above = 20;
/** Error of the trapezoidal rule, as a natural logarithm. */
static const double rule = 34;
enum { ORDERS = 14, MODES_MOST = 256, POINTS_LEAST = 16, POINTS_FEW = 200, POINTS_MOST = 4096 };

/** A circle between two neighbouring frequencies. */
typedef struct circle {
  size_t inside; /**< modes of the list */
  double radius; /**< rad²/s²; 0: there is none */
  size_t points;
} circle;

/** The mean over the circle, of the structure in component modes of its parts. */
typedef struct road {
  hol_model model;
  hol_system system;
  hol_rigid rigid;
} road;

/** Points for a gap whose ends have this ratio. */
static size_t points_for(double ratio)
{
  double points = 2 * ceil(rule / log(ratio) / 2);
  return points > POINTS_MOST ? POINTS_MOST + 2 : points < POINTS_LEAST ? POINTS_LEAST : (size_t)points;
}

/** In the last gap of the list that few points are enough for, so that most modes are inside; else in the widest.
 *  Beyond the last one where there are no others. */
static circle choose_circle(const hol_result *result)
{
  circle best = {.points = POINTS_MOST + 1};
  for (size_t i = 0; i < result->mode_count; i++) {
    bool is_last = i + 1 == result->mode_count;
    double low = result->mode[i].omega, high = is_last ? 9 * low : result->mode[i + 1].omega;
    if (low > 0 && high > low && (!is_last || result->exhausted)) {
      size_t points = points_for(high / low);
      best = points < best.points || points <= POINTS_FEW ? (circle){i + 1, low * high, points} : best;
    }
  }
  return best;
}

/** Component modes until the cut-off is far above the circle. */
static hol_status build(road *r, const hol_problem *problem, double radius, hol_faults *faults)
{
  size_t modes = 4;
  HOL_TRY(hol_model_make(problem, (hol_model_request){.exact = false}, &r->model, faults));
  HOL_TRY(hol_model_find_zero_modes(&r->model, faults));
  HOL_TRY(hol_rigid_make(&r->model, &r->rigid, faults));
  HOL_TRY(hol_system_build(&r->model, modes, ORDERS, HOL_BOUND_UPPER, &r->system));
  while (r->system.cutoff < above * radius && modes < MODES_MOST) {
    modes *= 2;
    HOL_TRY(hol_system_renew(modes, ORDERS, &r->system));
  }
  return r->system.cutoff < above * radius ? HOL_INVALID : HOL_OK;
}

static hol_status average_anew(const hol_run *run, const circle *c, double *mean)
{
  road r = {.model = {.cancellation = run->model.cancellation}};
  hol_faults faults = {0};
  hol_status status = build(&r, run->problem, c->radius, &faults);
  status = status == HOL_OK ? hol_apparent_mean(&r.system, &r.rigid, c->radius, c->points, mean) : status;
  hol_rigid_clear(&r.rigid);
  hol_system_clear(&r.system);
  hol_model_clear(&r.model);
  hol_faults_clear(&faults);
  return status;
}

/** With some modes of each part, the structure that has the frequencies listed is that of these modes. */
static hol_status average(const hol_run *run, const circle *c, double *mean)
{
  return run->model.exact ? average_anew(run, c, mean)
                          : hol_apparent_mean(&run->system, &run->rigid, c->radius, c->points, mean);
}

/** The sum over modes first .. of effective masses. */
static double sum_from(const hol_result *result, size_t first, size_t d)
{
  double sum = 0;
  for (size_t i = first; i < result->mode_count; i++) {
    sum += result->mode[i].participation[d] * result->mode[i].participation[d];
  }
  return sum;
}

/** Lists that begin at the first mode, of what oscillates, can be compared with all that is inside a circle. The other
 *  road has computed parts from the same computation, of many more modes: whoever takes their bounds has no use for
 *  it. */
static bool can_compare(const hol_run *run)
{
  const hol_result *result = run->result;
  return result->mode_count > 0 && result->mode[0].number == 1 && result->growing == 0 && result->neutral == 0 &&
         !run->system.by_reactions && !(run->options.accepts_bounds && run->system.error > 0);
}

static hol_status judge(hol_run *run, double worst)
{
  if (!(worst > agreed)) {
    return HOL_OK;
  }
  run->result->complete = false;
  HOL_TRY(
      hol_run_note(run->result, hol_format("effective masses: what is left by the modes and by the apparent mass on "
                                           "a circle differs by %.1e of the total",
                                           worst)));
  return HOL_INCOMPLETE;
}

hol_status hol_run_effective(hol_run *run)
{
  hol_result *result = run->result;
  double mean[HOL_FREEDOM_COUNT] = {0}, worst = 0;
  circle c = can_compare(run) ? choose_circle(result) : (circle){.radius = 0};
  hol_status status = c.radius > 0 ? average(run, &c, mean) : HOL_INVALID;
  if (status == HOL_MEMORY || status == HOL_INCOMPLETE) {
    return status;
  }
  result->effective = hol_alloc(run->rigid.count, sizeof *result->effective);
  if (!result->effective) {
    return HOL_MEMORY;
  }
  result->effective_count = run->rigid.count;
  for (size_t d = 0; d < run->rigid.count; d++) {
    hol_effective_mass *e = &result->effective[d];
    *e = (hol_effective_mass){.total = run->rigid.total[d], .fixed = run->rigid.fixed[d], .independent = (double)NAN};
    for (size_t k = 0; k < 6; k++) {
      e->unit[k] = run->rigid.unit[d][k];
      e->about[k % 3] = run->rigid.about[k % 3];
    }
    e->remainder = e->total - sum_from(result, 0, d);
    if (status == HOL_OK) {
      e->circle = c.inside;
      e->independent = e->total + mean[d] - sum_from(result, c.inside, d);
      worst = e->total > 0 ? fmax(worst, fabs(e->independent - e->remainder) / e->total) : worst;
    }
  }
  return judge(run, worst);
}
