/* SPDX-License-Identifier: BSD-3-Clause */
/* Follow the branch of a start both ways unless it is known, and queue the branches that leave it. */
#include "nonlinear/search.h"

#include "base/memory.h"
#include "base/vector.h"
#include "nonlinear/incomplete.h"

#include <math.h>
#include <stdlib.h>

static hol_path_options path_options(const hol_curve_search *s)
{
  const hol_nonlinear_options *o = &s->options;
  return (hol_path_options){.from = o->from,
                            .to = o->to,
                            .unit = o->to - o->from,
                            .first_step = o->step,
                            .largest_step = fmin(HOL_LARGEST_STEP, 1 / (double)o->points),
                            .max_points = o->max_points,
                            .farm = s->farm};
}

/** Is the motion on a known branch, or on an image of one? */
static hol_status is_on_known(hol_curve_search *s, hol_steady *steady, const double *z, bool *known)
{
  *known = false;
  for (size_t i = 0; i < s->curve->branches && !*known; i++) {
    HOL_TRY(hol_branch_has(steady, &s->curve->branch[i], z, true, known));
  }
  return HOL_OK;
}

/** How many different branches the images of a new branch make. */
static hol_status count_images(hol_steady *s, hol_nonlinear_branch *b)
{
  size_t all = 2 * s->balance.period, n = s->balance.unknowns, middle = b->points / 2;
  double *z = hol_alloc(n + 1, sizeof *z);
  hol_status status = z ? HOL_OK : HOL_MEMORY;
  size_t same = 0;
  for (size_t r = 0; status == HOL_OK && r < all; r++) {
    bool found = false;
    hol_image(&s->balance, b->coefficient + middle * b->unknowns, r, z);
    z[n] = b->nu[middle];
    status = hol_branch_has(s, b, z, false, &found);
    same += found || r == 0;
  }
  b->images = same > 0 ? all / same - 1 : 0;
  free(z);
  return status;
}

/** From an event with another branch two seeds, one to each side. */
static hol_status seeds_beside(hol_curve_search *s, const hol_path_event *event, size_t period, size_t parent)
{
  size_t n = s->steady[period - 1].balance.unknowns + 1;
  for (int side = -1; side <= 1; side += 2) {
    hol_seed *it;
    HOL_TRY(hol_seed_new(s, period, true, &it));
    it->parent = parent;
    hol_path_beside(event, n, side, it->z, it->direction);
  }
  return HOL_OK;
}

/** At a period doubling the motion, written with twice its period, is a branch point. */
static hol_status seeds_of_doubling(hol_curve_search *s, const hol_path_event *event, const double *t, size_t period,
                                    size_t parent)
{
  hol_steady *steady;
  HOL_TRY(hol_search_steady(s, 2 * period, &steady));
  const hol_balance *narrow = &s->steady[period - 1].balance, *wide = &steady->balance;
  size_t n = wide->unknowns + 1;
  double *work = hol_alloc(3 * n, sizeof *work), *z = work, *direction = work ? work + n : NULL;
  if (!work) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < wide->coordinates; i++) {
    size_t from = i * narrow->block, to = i * wide->block;
    z[to] = event->z[from];
    direction[to] = t[from];
    for (size_t h = 1; h <= narrow->highest && 2 * h <= wide->highest; h++) {
      for (size_t k = 0; k < 2; k++) {
        z[to + 4 * h - 1 + k] = event->z[from + 2 * h - 1 + k];
        direction[to + 4 * h - 1 + k] = t[from + 2 * h - 1 + k];
      }
    }
  }
  z[n - 1] = event->z[narrow->unknowns];
  direction[n - 1] = t[narrow->unknowns];
  hol_status status = hol_path_other_tangent(&steady->equation, steady->unit, z, direction, work + 2 * n);
  if (status == HOL_OK) {
    status = hol_steady_remember(steady, z);
  }
  if (status == HOL_NUMERICAL) { /* the harmonics of twice the period are too few for it */
    hol_incomplete_add(s->curve,
                       (hol_incomplete_reason){.kind = HOL_INCOMPLETE_MOTION, .nu = z[n - 1], .branch = parent});
    free(work);
    return HOL_OK;
  }
  if (status == HOL_OK) {
    const hol_path_event doubled = {.kind = HOL_EVENT_BRANCH, .z = z, .other_tangent = work + 2 * n};
    status = seeds_beside(s, &doubled, 2 * period, parent);
  }
  free(work);
  return status;
}

/** Queue what leaves a path at its branch points and period doublings, and remember those points. */
static hol_status queue_other_branches(hol_curve_search *s, const hol_path *path, size_t period, size_t parent)
{
  bool is_left_aside = s->options.only_primary || (s->chaos_nu > 0 && period > 1);
  for (size_t i = 0; i < path->events; i++) {
    const hol_path_event *e = &path->event[i];
    if (e->kind == HOL_EVENT_BRANCH) {
      HOL_TRY(hol_steady_remember(&s->steady[period - 1], e->z));
      if (!is_left_aside) {
        HOL_TRY(seeds_beside(s, e, period, parent));
      }
    } else if (e->kind == HOL_EVENT_PERIOD_DOUBLING && !is_left_aside && 2 * period <= s->options.period) {
      HOL_TRY(seeds_of_doubling(s, e, path->t + e->before * (path->unknowns + 1), period, parent));
    }
  }
  return HOL_OK;
}

static hol_status add_branch(hol_curve_search *s, hol_steady *steady, const hol_path *back, const hol_path *forth,
                             const hol_seed *from)
{
  hol_nonlinear_curve *curve = s->curve;
  if (!hol_grow(&curve->branch, &s->branch_capacity, curve->branches + 1, sizeof *curve->branch)) {
    return HOL_MEMORY;
  }
  hol_nonlinear_branch *b = &curve->branch[curve->branches];
  HOL_TRY(hol_branch_make(steady, back, forth, b));
  size_t number = curve->branches++, period = from->period;
  b->parent = from->parent;
  curve->steps += back->steps + forth->steps;
  curve->rejected += back->rejected + forth->rejected;
  for (size_t i = 0; i < 2; i++) {
    size_t points = i == 0 ? back->points : forth->points;
    const hol_incomplete_kind kind = points >= s->options.max_points ? HOL_INCOMPLETE_POINTS : HOL_INCOMPLETE_EARLY;
    if (b->end[i] == HOL_BRANCH_ENDS_EARLY) {
      hol_incomplete_add(
          curve, (hol_incomplete_reason){.kind = kind, .nu = b->nu[i == 0 ? 0 : b->points - 1], .branch = number});
    }
  }
  HOL_TRY(count_images(steady, b));
  HOL_TRY(queue_other_branches(s, back, period, number));
  return queue_other_branches(s, forth, period, number);
}

/** Does the motion repeat after a part of its period? Then another system of equations has it. */
static bool is_of_shorter_period(const hol_balance *b, const double *z)
{
  double size = hol_largest(b->unknowns, z);
  for (size_t part = 1; part < b->period; part++) {
    if (b->period % part != 0) {
      continue;
    }
    size_t every = b->period / part; /* only every so-many-th harmonic */
    double off = 0;
    for (size_t i = 0; i < b->unknowns; i++) {
      size_t h = (i % b->block + 1) / 2;
      off = h % every ? fmax(off, fabs(z[i])) : off;
    }
    if (off <= 1e-8 * size) {
      return true;
    }
  }
  return false;
}

/** Follow a branch from its first point. On a fold that cannot be improved at its frequency, but along the branch.
 *  @param[in] direction  with `fixed`: up or down in ν */
static hol_status follow_start(hol_steady *s, const hol_path_options *o, const hol_path *start, const double *direction,
                               bool fixed, hol_path *path)
{
  size_t n = s->balance.unknowns + 1;
  hol_status status = hol_path_follow(&s->equation, o, start->z, direction, fixed, path);
  if (status != HOL_NUMERICAL || !fixed) {
    return status;
  }
  double *tangent = hol_alloc(n, sizeof *tangent);
  if (!tangent) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    tangent[i] = start->t[i] * (start->t[n - 1] * direction[n - 1] < 0 ? -1 : 1);
  }
  hol_path_clear(path);
  hol_status again = hol_path_follow(&s->equation, o, start->z, tangent, false, path);
  free(tangent);
  return again;
}

/** A motion found by integration in time is on no branch: the harmonics chosen for it are too few. Those of the file
 *  may be meant so. */
static void report_missing_cycle(hol_curve_search *s, const hol_seed *from)
{
  if (from->cycle > 0 && s->options.harmonics == 0) {
    hol_incomplete_add(s->curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_CYCLE,
                                                         .nu = from->z[s->steady[from->period - 1].balance.unknowns],
                                                         .branch = SIZE_MAX,
                                                         .period = from->period});
  }
}

/** Follow the new branch of a seed from its first point, and add it.
 *  @param[in] direction  of the seed, or along ν */
static hol_status follow_both_ways(hol_curve_search *s, const hol_seed *from, const hol_path *start,
                                   const double *direction, hol_path *back, hol_path *forth)
{
  hol_steady *steady = &s->steady[from->period - 1];
  size_t n = steady->balance.unknowns + 1;
  const hol_path_options o = path_options(s);
  double nu = from->z[n - 1];
  double *down = hol_alloc(n, sizeof *down);
  hol_status status = down ? follow_start(steady, &o, start, direction, !from->direction, forth) : HOL_MEMORY;
  bool both = !from->direction && nu > o.from && nu < o.to && forth->end != HOL_BRANCH_ENDS_CLOSED;
  if (status == HOL_OK && both) {
    down[n - 1] = -1;
    status = follow_start(steady, &o, start, down, true, back);
  } else if (status == HOL_OK && from->direction) {
    status = hol_path_step_back(from->z, from->direction, forth, back);
  }
  if (status == HOL_OK) {
    status = add_branch(s, steady, back, forth, from);
  } else if (status == HOL_NUMERICAL) { /* its multipliers are beyond numbers: that motion only is lost */
    hol_incomplete_add(s->curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_MOTION, .nu = nu, .branch = SIZE_MAX});
    status = HOL_OK;
  }
  free(down);
  return status;
}

/** Follow a seed unless its branch is known; `from` is a copy, the queue may move. */
static hol_status follow_seed(hol_curve_search *s, hol_seed from, hol_path *start, hol_path *back, hol_path *forth)
{
  hol_steady *steady = &s->steady[from.period - 1];
  size_t n = steady->balance.unknowns + 1;
  hol_path_options o = path_options(s);
  double nu = from.z[n - 1];
  double *along = hol_alloc(n, sizeof *along);
  if (!along) {
    return HOL_MEMORY;
  }
  hol_path_options one = o;
  hol_equation plain = steady->equation;
  plain.stability = NULL;
  one.max_points = 1;
  one.farm = NULL;
  along[n - 1] = nu >= o.to ? -1 : 1;
  const double *direction = from.direction ? from.direction : along;
  hol_status status = hol_path_follow(&plain, &one, from.z, direction, !from.direction, start);
  bool skip = status == HOL_NUMERICAL;
  if (skip) { /* with this many harmonics there is no such motion */
    status = HOL_OK;
    report_missing_cycle(s, &from);
  } else if (status == HOL_OK) {
    double there = start->z[n - 1];
    skip = is_of_shorter_period(&steady->balance, start->z) || there < o.from || there > o.to;
    if (!skip) {
      status = is_on_known(s, steady, start->z, &skip);
    }
  }
  if (status == HOL_OK && !skip) {
    status = follow_both_ways(s, &from, start, direction, back, forth);
  }
  free(along);
  return status;
}

/** Is a motion found by integration in time on a branch already? Much cheaper than by the equations, where it says
 *  so. */
static hol_status is_known_cycle(const hol_curve_search *s, const hol_seed *from, bool *known)
{
  *known = false;
  for (size_t i = 0; from->cycle > 0 && i < s->curve->branches && !*known; i++) {
    HOL_TRY(hol_branch_has_cycle(s->model, &s->curve->branch[i], &s->cycles.item[from->cycle - 1], known));
  }
  return HOL_OK;
}

static hol_status follow_unless_known(hol_curve_search *s, hol_seed from)
{
  hol_path start = {0}, back = {0}, forth = {0};
  bool is_known;
  HOL_TRY(is_known_cycle(s, &from, &is_known));
  hol_status status = is_known ? HOL_OK : follow_seed(s, from, &start, &back, &forth);
  hol_path_clear(&start);
  hol_path_clear(&back);
  hol_path_clear(&forth);
  return status;
}

hol_status hol_search_follow_all(hol_curve_search *s)
{
  while (s->taken < s->queued && s->curve->branches < s->options.max_branches) {
    HOL_TRY(hol_farm_go_on(s->farm));
    HOL_TRY(follow_unless_known(s, s->queue[s->taken++]));
  }
  return HOL_OK;
}

/** Queue and follow the cycles that have not been queued, from the shortest period on: branches of twice a period end
 *  where those of the period have shown that they do. */
hol_status hol_search_follow_cycles(hol_curve_search *s)
{
  size_t from = s->cycle_seeds;
  s->cycle_seeds = s->cycles.count;
  for (size_t period = 1; period <= s->options.period; period++) {
    HOL_TRY(hol_seeds_of_period(s, from, period));
    HOL_TRY(hol_search_follow_all(s));
  }
  return HOL_OK;
}
