/* SPDX-License-Identifier: BSD-3-Clause */
/* All points of a sweep: dealt over ranks by blocks, gathered in order. */
#include "base/clock.h"
#include "base/memory.h"
#include "farm/farm.h"
#include "modes/analysis.h"
#include "sweep/assemble.h"
#include "sweep/batch.h"
#include "sweep/refined_window.h"
#include "sweep/outputs.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Points of a block: fixed, so that nothing in a point depends on the number of ranks. */
enum { BLOCK = 64 };
/** Fewer points than this are not worth the preparation of a batch. */
enum { BATCH_LEAST = 32 };
/** Snapshots kept: a point, those before it, and those of the line before. */
enum { KEPT = 6 };
/** How far back on the way it came a point with a multiple frequency is left from, in steps. */
static const double step_back = 1e-3;

/** Everything one rank owns. */
typedef struct run {
  const hol_problem *problem;
  const hol_plan *plan;
  hol_sweep_options options;
  hol_farm farm;
  hol_solver solver;
  hol_sweep_point *point; /**< [plan->points] */
  double *value;          /**< [3 * axis_count] scratch */
  hol_snapshot kept[KEPT];
  size_t kept_point[KEPT];     /**< 1 + the point it is of; 0: empty */
  size_t kept_use[KEPT], uses; /**< when it was asked for last */
  bool has_batch;
  hol_batch batch;
  char (*unit)[48]; /**< [plan->outputs] */
} run;

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/** Outcome and snapshot of a point. With a count asked for, one solution with the spare modes gives both, unless these
 * are what is not proved. */
static hol_status solve_both(run *r, size_t p, hol_outcome *outcome, hol_snapshot *snapshot)
{
  const hol_analysis *analysis = &r->problem->analysis;
  hol_plan_values(r->plan, p, r->value);
  if (analysis->frequencies == HOL_FREQUENCIES_COUNT) {
    HOL_TRY(hol_point_solve(&r->solver, r->value, HOL_POINT_ASKED_AND_SPARE, outcome, snapshot, NULL));
    if (outcome->status == HOL_OK) {
      return HOL_OK;
    }
    hol_outcome_clear(outcome);
    return hol_point_solve(&r->solver, r->value, 0, outcome, NULL, NULL);
  }
  HOL_TRY(hol_point_solve(&r->solver, r->value, 0, outcome, NULL, NULL));
  size_t modes = outcome->first + outcome->count + HOL_POINT_SPARE - 1;
  return hol_point_solve(&r->solver, r->value, modes, NULL, snapshot, NULL);
}

/** The snapshot of a point, from those kept or anew. Borrowed until KEPT others have been asked for. */
static hol_status snapshot_of(run *r, size_t p, hol_snapshot **snapshot)
{
  size_t slot = 0;
  r->uses++;
  for (size_t i = 0; i < KEPT; i++) {
    if (r->kept_point[i] == p + 1) {
      *snapshot = &r->kept[i];
      r->kept_use[i] = r->uses;
      return HOL_OK;
    }
    slot = r->kept_use[i] < r->kept_use[slot] ? i : slot;
  }
  hol_snapshot_clear(&r->kept[slot]);
  r->kept_point[slot] = 0;
  hol_outcome outcome = {0};
  hol_status status = solve_both(r, p, &outcome, &r->kept[slot]);
  if (status == HOL_OK && !r->point[p].is_done && !r->point[p].outcome.omega) {
    r->point[p].outcome = outcome;
    outcome = (hol_outcome){0};
  }
  hol_outcome_clear(&outcome);
  HOL_TRY(status);
  r->kept_point[slot] = p + 1;
  r->kept_use[slot] = r->uses;
  *snapshot = &r->kept[slot];
  return HOL_OK;
}

/** Has s a multiple frequency that the one before has not? Its shapes are then not known apart. */
static bool meets(const hol_snapshot *s, const hol_snapshot *before)
{
  for (size_t i = s->rigid; i + 1 < s->count && i + 1 < before->count; i++) {
    if (hol_is_multiple(s, i) && !hol_is_multiple(before, i)) {
      return true;
    }
  }
  return false;
}

/** The snapshot from which a point is left: its own, or that of a place just before it where frequencies have just met
 *  there.
 *  @param[out] own  filled where it is another one; to be cleared by the caller */
static hol_status departure(run *r, size_t p, hol_snapshot *own, const hol_snapshot **from, double *value)
{
  hol_snapshot *here, *earlier;
  size_t axis, before = hol_plan_before(r->plan, p, &axis);
  HOL_TRY(snapshot_of(r, p, &here));
  hol_plan_values(r->plan, p, value);
  *from = here;
  if (before == SIZE_MAX) {
    return HOL_OK;
  }
  bool has_multiple = false;
  for (size_t i = 0; i < here->count; i++) {
    has_multiple = has_multiple || hol_is_multiple(here, i);
  }
  if (!has_multiple) {
    return HOL_OK;
  }
  HOL_TRY(snapshot_of(r, before, &earlier));
  if (meets(here, earlier)) {
    hol_plan_values(r->plan, before, r->value);
    for (size_t a = 0; a < r->plan->axis_count; a++) {
      value[a] += step_back * (r->value[a] - value[a]);
    }
    HOL_TRY(hol_point_solve(&r->solver, value, here->count, NULL, own, NULL));
    *from = own;
  }
  return HOL_OK;
}

/** Follow the modes of the point before to this one. */
static hol_status follow_to(run *r, size_t p, hol_link *link)
{
  size_t axes = r->plan->axis_count, axis, before = hol_plan_before(r->plan, p, &axis);
  hol_snapshot *to, left = {0};
  const hol_snapshot *from;
  HOL_TRY(snapshot_of(r, p, &to));
  if (before == SIZE_MAX) {
    return hol_link_start(link, to->count);
  }
  double *start = r->value + axes, *end = start + axes;
  hol_status status = departure(r, before, &left, &from, start);
  if (status == HOL_OK) {
    hol_plan_values(r->plan, p, end);
    hol_snapshot a = *from, b;
    status = snapshot_of(r, p, &to); /* it may have been let go */
    if (status == HOL_OK) {
      b = *to;
      a.t = 0;
      b.t = 1;
      hol_way way = {.solver = &r->solver,
                     .from = start,
                     .to = end,
                     .axis = axis,
                     .modes = a.count > b.count ? a.count : b.count,
                     .spare = HOL_POINT_SPARE,
                     .value = r->value};
      status = hol_follow(&way, &a, &b, link);
    }
  }
  hol_snapshot_clear(&left);
  return status;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static bool watch_outputs(void *context, size_t done, size_t total, size_t points)
{
  const run *r = context;
  (void)done;
  (void)total;
  (void)points;
  return hol_farm_go_on(&r->farm) == HOL_OK;
}

/** What is wanted of other analyses, if anything. A point where that cannot be had is not solved.
 *  @param[in] value  [axis_count]
 *  @param[out] output  [outputs]; unit  may be NULL
 *  @return HOL_INCOMPLETE: to be stopped; HOL_MEMORY */
static hol_status take_outputs(run *r, const double *value, double *output, char (*unit)[48], hol_status *ended,
                               hol_faults *faults)
{
  hol_problem here = {0};
  const hol_watch watch = {.progress = watch_outputs, .context = r};
  hol_status status = hol_point_read(&r->solver, value, &here, faults);
  *ended = status;
  if (status == HOL_OK) {
    status = hol_outputs_take(r->options.study, &here, watch, output, unit, ended, faults);
    *ended = status > *ended ? status : *ended;
  }
  hol_problem_clear(&here);
  return status == HOL_MEMORY || status == HOL_INCOMPLETE ? status : HOL_OK;
}

static hol_status solve_outputs(run *r, size_t p)
{
  hol_sweep_point *point = &r->point[p];
  hol_faults ignored = {0};
  hol_status ended = HOL_OK, status = HOL_OK;
  if (r->plan->outputs == 0 || point->outcome.status > HOL_INCOMPLETE) {
    return HOL_OK;
  }
  point->output = hol_alloc(r->plan->outputs, sizeof *point->output);
  point->outputs = point->output ? r->plan->outputs : 0;
  hol_plan_values(r->plan, p, r->value);
  status = point->output ? take_outputs(r, r->value, point->output, NULL, &ended, &ignored) : HOL_MEMORY;
  point->outcome.status = ended > point->outcome.status ? ended : point->outcome.status;
  hol_faults_clear(&ignored);
  return status;
}

static hol_status solve_frequencies(run *r, size_t p)
{
  hol_sweep_point *point = &r->point[p];
  if (r->problem->analysis.frequencies == HOL_FREQUENCIES_NONE) {
    return hol_outcome_start(&point->outcome, 1, 0);
  }
  if (r->plan->follow) {
    hol_snapshot *ignored;
    if (!point->outcome.omega) { /* a neighbour may have asked for it already */
      HOL_TRY(snapshot_of(r, p, &ignored));
    }
    if (!point->outcome.omega) {
      hol_plan_values(r->plan, p, r->value);
      HOL_TRY(hol_point_solve(&r->solver, r->value, 0, &point->outcome, NULL, NULL));
    }
    return follow_to(r, p, &point->link);
  }
  hol_plan_values(r->plan, p, r->value);
  return hol_point_solve(&r->solver, r->value, 0, &point->outcome, NULL, NULL);
}

static hol_status publish_point(run *r, size_t p)
{
  r->point[p].is_done = true;
  return hol_farm_publish(&r->farm, p, 1);
}

/** Points of a block side by side, as far as that goes. The whole block is done anew where a point of it is missing:
 * what comes out of a point depends, in its last digits, on those before it in the block. */
static hol_status solve_batches(run *r, size_t first, size_t last)
{
  hol_batch_restart(&r->batch);
  for (size_t p = first; p < last; p += HOL_LANES) {
    size_t count = last - p < HOL_LANES ? last - p : HOL_LANES;
    hol_outcome outcome[HOL_LANES] = {{0}};
    bool solved[HOL_LANES];
    hol_status status = hol_batch_solve(&r->batch, p, count, outcome, solved);
    for (size_t l = 0; l < count; l++) {
      hol_sweep_point *point = &r->point[p + l];
      if (status == HOL_OK && solved[l] && !point->is_done) {
        point->outcome = outcome[l];
        point->is_batched = true;
        status = publish_point(r, p + l);
      } else {
        hol_outcome_clear(&outcome[l]);
      }
    }
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** The points of a block, those before `last`. */
static void block_range(const run *r, size_t block, size_t *first, size_t *last)
{
  *first = block * BLOCK;
  *last = *first + BLOCK < r->plan->points ? *first + BLOCK : r->plan->points;
}

/** A whole block. */
static hol_status solve_block(void *of, void *item, void *second, hol_did *did)
{
  run *r = of;
  const hol_item *block = item;
  size_t first, last;
  (void)second;
  block_range(r, block->place, &first, &last);
  did->work = block->weight;
  if (r->has_batch) {
    HOL_TRY(solve_batches(r, first, last));
  }
  for (size_t p = first; p < last; p++) {
    if (!r->point[p].is_done) {
      HOL_TRY(solve_frequencies(r, p));
      HOL_TRY(solve_outputs(r, p));
      HOL_TRY(publish_point(r, p));
    }
  }
  return HOL_OK;
}

static void pass_point(void *of, uint64_t key, hol_bytes *bytes)
{
  run *r = of;
  if (key >= r->plan->points) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
    return;
  }
  hol_sweep_point *point = &r->point[key];
  if (bytes->takes) {
    hol_sweep_point_clear(point); /* as a neighbour it may have been looked at here, too */
    point->is_done = true;
  }
  hol_record_pass(point, bytes);
}

/** The blocks of which a point is missing, after those of an earlier run.
 *  @param[out] block  [blocks]; [count] */
static hol_status find_open(run *r, const hol_workload *workload, size_t blocks, hol_item *block, size_t *count)
{
  for (size_t b = 0; b < blocks; b++) {
    size_t first, last, missing = 0;
    block_range(r, b, &first, &last);
    for (size_t p = first; p < last; p++) {
      hol_status status = hol_farm_fetch(&r->farm, workload, p);
      if (status == HOL_INCOMPLETE) {
        hol_sweep_point_clear(&r->point[p]);
        missing++;
      } else {
        HOL_TRY(status);
        r->farm.done++;
      }
    }
    if (missing > 0) {
      block[(*count)++] = (hol_item){.place = b, .weight = missing, .splits = 1};
    }
  }
  return HOL_OK;
}

/** All points on every rank. Collective. */
static hol_status do_all(run *r)
{
  const hol_workload workload = {.size = sizeof(hol_item), .of = r, .step = solve_block, .pass = pass_point};
  const hol_comm *comm = r->farm.comm;
  size_t blocks = (r->plan->points + BLOCK - 1) / BLOCK, count = 0;
  hol_item *block = hol_alloc(blocks, sizeof *block);
  hol_status status = block ? find_open(r, &workload, blocks, block, &count) : HOL_MEMORY;
  status = comm->agree(comm->handle, status);
  status = status == HOL_OK ? hol_farm_run(&r->farm, &workload, block, count) : status;
  free(block);
  return status;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

/** The faults of outputs at r->value. */
static hol_status explain_outputs(run *r, hol_faults *own)
{
  double *output = hol_alloc(r->plan->outputs, sizeof *output);
  hol_status ended, status = output ? take_outputs(r, r->value, output, NULL, &ended, own) : HOL_MEMORY;
  free(output);
  return status;
}

/** The faults of the first point that is not valid, as remarks that say where. */
static hol_status explain(run *r, const hol_sweep *sweep, hol_faults *faults)
{
  size_t p = 0;
  while (p < sweep->points && sweep->status[p] != HOL_INVALID) {
    p++;
  }
  if (p == sweep->points) {
    return HOL_OK;
  }
  hol_faults own = {0};
  hol_outcome outcome = {0};
  hol_text where = {0};
  hol_plan_values(r->plan, p, r->value);
  for (size_t a = 0; a < sweep->axis_count; a++) {
    hol_text_add(&where, "%s%s = %.6g%s%s", a ? ", " : "", sweep->axis[a].name, r->value[a],
                 strcmp(sweep->axis[a].unit, "1") ? " " : "",
                 strcmp(sweep->axis[a].unit, "1") ? sweep->axis[a].unit : "");
  }
  hol_status status = hol_point_solve(&r->solver, r->value, 0, &outcome, NULL, &own);
  if (status == HOL_OK && r->plan->outputs && own.errors == 0) {
    status = explain_outputs(r, &own);
  }
  for (size_t i = 0; i < own.count && !where.failed; i++) {
    if (own.item[i].is_error) {
      hol_faults_add(faults, false, own.item[i].place, own.item[i].hint, "at %s: %s", where.data, own.item[i].message);
    }
  }
  status = where.failed ? HOL_MEMORY : status;
  hol_outcome_clear(&outcome);
  hol_faults_clear(&own);
  hol_text_clear(&where);
  return status;
}

/** Compliances asked for at all points: the least and the greatest number of each kind. */
typedef struct span {
  size_t modes[2], order[2];
  double tolerance[2];
} span;

static span span_of(const run *r)
{
  const hol_analysis *a = &r->problem->analysis;
  span s = {{SIZE_MAX, 0}, {SIZE_MAX, 0}, {HUGE_VAL, 0}};
  for (size_t p = 0; p < r->plan->points; p++) {
    const hol_outcome *o = &r->point[p].outcome;
    bool is_told = !r->point[p].is_batched && o->modes + o->order > 0; /* all of a batch are as the file has it */
    size_t modes = is_told ? o->modes : a->modes, order = is_told ? o->order : a->order;
    double tolerance = is_told ? o->tolerance : a->tolerance;
    if (!is_told && !r->point[p].is_batched) {
      continue;
    }
    s.modes[0] = modes < s.modes[0] ? modes : s.modes[0];
    s.modes[1] = modes > s.modes[1] ? modes : s.modes[1];
    s.order[0] = order < s.order[0] ? order : s.order[0];
    s.order[1] = order > s.order[1] ? order : s.order[1];
    s.tolerance[0] = fmin(tolerance, s.tolerance[0]);
    s.tolerance[1] = fmax(tolerance, s.tolerance[1]);
  }
  if (s.modes[0] > s.modes[1]) { /* no point is solved */
    s = (span){{a->modes, a->modes}, {a->order, a->order}, {a->tolerance, a->tolerance}};
  }
  return s;
}

/** "4", or "2 to 8". */
static char *range_text(const size_t number[2])
{
  return number[0] == number[1] ? hol_format("%zu", number[0]) : hol_format("%zu to %zu", number[0], number[1]);
}

static hol_status describe(const run *r, hol_sweep *sweep)
{
  const hol_analysis *a = &r->problem->analysis;
  const char *reactions = hol_reactions_text(a->reactions);
  span s = span_of(r);
  char *modes = range_text(s.modes), *order = range_text(s.order);
  if (modes && order) {
    sweep->compliance =
        a->exact                          ? hol_format("exact")
        : reactions                       ? hol_format("%s", reactions)
        : s.tolerance[1] > s.tolerance[0] ? hol_format("bounds within %g to %g", s.tolerance[0], s.tolerance[1])
        : s.tolerance[0] > 0              ? hol_format("bounds within %g", s.tolerance[0])
        : s.order[1] > 1 ? hol_format("%s modes of each motion dynamic, remainder of order %s", modes, order)
                         : hol_format("%s modes of each motion dynamic, the rest quasistatic", modes);
  }
  free(modes);
  free(order);
  return sweep->compliance ? HOL_OK : HOL_MEMORY;
}

/** The status of the whole: that of the points where none is solved. */
static hol_status conclude(const hol_sweep *sweep)
{
  hol_status worst = HOL_OK;
  bool any = false;
  for (size_t p = 0; p < sweep->points; p++) {
    hol_status s = sweep->status[p];
    any = any || s == HOL_OK || s == HOL_INCOMPLETE;
    worst = s > worst ? s : worst;
  }
  return worst == HOL_OK ? HOL_OK : any ? HOL_INCOMPLETE : worst;
}

static hol_status finish_sweep(run *r, hol_sweep *sweep, hol_faults *faults)
{
  HOL_TRY(hol_sweep_assemble(r->problem, r->point, (const char(*)[48])r->unit, sweep));
  HOL_TRY(describe(r, sweep));
  if (r->plan->follow) {
    HOL_TRY(hol_sweep_branches(r->plan, r->point, sweep));
  }
  if (r->plan->is_random) {
    HOL_TRY(hol_sweep_take_statistics(sweep));
  }
  return r->farm.comm->rank == 0 ? explain(r, sweep, faults) : HOL_OK;
}

/** Asked inside a point, too: one may take long. */
static bool proceed(void *context)
{
  const run *r = context;
  return hol_farm_go_on(&r->farm) == HOL_OK;
}

static hol_status start_run(run *r)
{
  r->point = hol_alloc(r->plan->points, sizeof *r->point);
  r->value = hol_alloc(3 * r->plan->axis_count, sizeof *r->value);
  if (!r->point || !r->value) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_solver_start(r->problem, &r->solver));
  r->solver.proceed = proceed;
  r->solver.context = r;
  bool may_batch = !r->plan->follow && r->plan->outputs == 0 && !r->problem->analysis.prestress;
  if (may_batch && !r->options.one_by_one && r->plan->points >= BATCH_LEAST) {
    hol_status status = hol_batch_start(&r->solver, &r->batch);
    if (status == HOL_MEMORY) {
      return status;
    }
    r->has_batch = status == HOL_OK;
  }
  return HOL_OK;
}

/** Are there numbers of these names? That is seen at the first point that can be solved, by every rank for itself; and
 *  their units. */
static hol_status check_outputs(run *r, hol_faults *faults)
{
  enum { POINTS = 4 };
  hol_status ended = HOL_INVALID, status = HOL_OK;
  if (r->plan->outputs == 0) {
    return HOL_OK;
  }
  if (!r->options.study) {
    return HOL_USAGE;
  }
  HOL_TRY(hol_outputs_check(r->options.study, faults));
  double *output = hol_alloc(r->plan->outputs, sizeof *output);
  r->unit = hol_alloc(r->plan->outputs, sizeof *r->unit);
  status = output && r->unit ? HOL_OK : HOL_MEMORY;
  for (size_t p = 0; p < POINTS && p < r->plan->points && status == HOL_OK && ended > HOL_INCOMPLETE; p++) {
    hol_faults own = {0};
    hol_problem here = {0};
    hol_plan_values(r->plan, p, r->value);
    if (hol_point_read(&r->solver, r->value, &here, &own) == HOL_OK) {
      const hol_watch watch = {.progress = watch_outputs, .context = r};
      status = hol_outputs_take(r->options.study, &here, watch, output, r->unit, &ended, &own);
    }
    if (status == HOL_INVALID) {
      const hol_finding *last = &own.item[own.count - 1];
      hol_faults_add(faults, true, last->place, last->hint, "%s", last->message);
    }
    hol_problem_clear(&here);
    hol_faults_clear(&own);
  }
  free(output);
  return status;
}

static hol_status run_blocks(run *r, hol_sweep *sweep, hol_faults *faults)
{
  const hol_comm *comm = r->farm.comm;
  HOL_TRY(comm->agree(comm->handle, start_run(r)));
  HOL_TRY(comm->agree(comm->handle, check_outputs(r, faults)));
  HOL_TRY(do_all(r));
  HOL_TRY(comm->agree(comm->handle, finish_sweep(r, sweep, faults)));
  hol_status status = hol_sweep_refine_events(&r->farm, &r->solver, sweep);
  if (status != HOL_OK) { /* stopped: what there is has to be continued */
    hol_sweep_clear(sweep);
    return status;
  }
  return conclude(sweep);
}

hol_status hol_sweep_run(const hol_problem *problem, hol_sweep_options options, hol_sweep *sweep, hol_faults *faults)
{
  run r = {.problem = problem, .plan = hol_plan_of(problem), .options = options};
  const hol_comm alone = hol_comm_serial();
  double begin = hol_seconds();
  *sweep = (hol_sweep){0};
  if (!r.plan) {
    return HOL_USAGE;
  }
  r.farm = (hol_farm){.comm = options.comm ? options.comm : &alone, .watch = options.watch, .total = r.plan->points};
  hol_status status = run_blocks(&r, sweep, faults);
  for (size_t p = 0; r.point && p < r.plan->points; p++) {
    hol_sweep_point_clear(&r.point[p]);
  }
  for (size_t i = 0; i < KEPT; i++) {
    hol_snapshot_clear(&r.kept[i]);
  }
  hol_batch_clear(&r.batch);
  hol_solver_clear(&r.solver);
  free(r.unit);
  free(r.point);
  free(r.value);
  sweep->seconds = hol_seconds() - begin;
  return status;
}
