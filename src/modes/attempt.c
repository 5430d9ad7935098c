/* SPDX-License-Identifier: BSD-3-Clause */
/* Search of a run: frequencies and growth rates with upper and lower bounds; more modes until a tolerance is met. */
#include "spectrum/enclose.h"
#include "modes/run.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_status hol_run_agree(const hol_run *run, hol_status status)
{
  return run->comm.agree(run->comm.handle, status);
}

/** Frequencies that are not looked for above zero: growing, without energy, and neutral. */
static size_t base_of(const hol_run *run)
{
  return run->ground.growing + run->model.zero_count + run->ground.neutral;
}

/** λ beyond which a residual flexibility of higher order is rounding: λʲΓ_j then hides what is there besides, since
 *  (λ/λ_c)ʲ, λ_c the cut-off, comes near 1/ε. There are no lower bounds at all above λ_c. */
static double meaningful(const hol_run *run)
{
  bool is_polynomial = run->system.order > 1 && isfinite(run->system.cutoff);
  return is_polynomial ? run->system.cutoff * pow(1e11, 1.0 / (double)(run->system.order - 1)) : HUGE_VAL;
}

/** λ of a frequency that is given: no more than what can be counted at. */
static double square(double omega)
{
  return fmin(omega * omega, 1e290);
}

/** Indices of the frequencies asked for. */
static hol_status choose_range(hol_run *run)
{
  const hol_analysis *a = &run->problem->analysis;
  size_t zero = base_of(run);
  run->first = 1;
  run->last = 0;
  if (a->frequencies == HOL_FREQUENCIES_COUNT) {
    run->last = a->count;
  } else if (a->frequencies == HOL_FREQUENCIES_BELOW || a->frequencies == HOL_FREQUENCIES_RANGE) {
    size_t below = 0;
    HOL_TRY(hol_sturm_count(&run->counter, fmin(square(a->to), meaningful(run)), &run->last));
    run->last = run->last > zero ? run->last : zero; /* where rounding is all there is below `to` */
    if (a->frequencies == HOL_FREQUENCIES_RANGE && a->from > 0) {
      HOL_TRY(hol_sturm_count(&run->counter, square(a->from), &below));
      run->first = (below > zero ? below : zero) + 1;
    }
  }
  if (run->last > run->system.finite_roots) {
    run->last = run->system.finite_roots;
  }
  run->too_many = run->last + 1 > run->first && run->last + 1 - run->first > HOL_COUNT_MOST;
  return run->too_many ? HOL_INVALID : HOL_OK;
}

bool hol_run_proceed(void *context)
{
  const hol_run *run = context;
  return hol_farm_go_on(&run->farm) == HOL_OK;
}

/** A search begins: how many frequencies there are without it, of how many. */
static void begin_count(hol_run *run)
{
  run->farm.done = run->first <= base_of(run) ? base_of(run) : 0;
  run->farm.total = run->last + 1 - run->first;
}

/** What an attempt before has left is no longer true. */
static hol_intervals *forgotten(hol_intervals *intervals)
{
  free(intervals->end);
  *intervals = (hol_intervals){0};
  return intervals;
}

/** The first root of the second determinant may lie below the edge of the ground: an edge below that.
 *  @return HOL_INCOMPLETE where that root is not above zero */
static hol_status lower_edge(hol_sturm_counter *counter, size_t base, double *edge)
{
  enum { STEPS = 12 };
  size_t below = 0;
  for (int i = 0; i < STEPS; i++, *edge /= 16) {
    HOL_TRY(hol_sturm_count(counter, *edge, &below));
    if (below <= base) {
      return HOL_OK;
    }
  }
  return HOL_INCOMPLETE;
}

/** Roots first..last. Collective. */
static hol_status find_roots(hol_run *run, hol_sturm_counter *counter, size_t first, size_t last, double limit,
                             hol_roots *roots)
{
  hol_search search = {.counter = counter, .farm = &run->farm, .stage = run->stage++, .first = first, .last = last};
  search.intervals = roots == &run->roots ? forgotten(&run->result->intervals) : NULL;
  begin_count(run);
  double edge = run->ground.edge;
  size_t base = base_of(run), found = base;
  hol_status above_ground = roots == &run->lower_roots && edge > 0 ? lower_edge(counter, base, &edge) : HOL_OK;
  if (above_ground == HOL_INCOMPLETE) { /* no lower bounds */
    return HOL_OK;
  }
  HOL_TRY(hol_run_agree(run, above_ground));
  HOL_TRY(hol_run_agree(run, hol_enclose_roots(&search, base, edge, roots, &edge, &found)));
  HOL_TRY(hol_farm_broadcast(&run->farm, &edge, sizeof edge));
  HOL_TRY(hol_farm_broadcast(&run->farm, &found, sizeof found));
  if (found >= last) {
    return HOL_OK;
  }
  search.first = found >= first ? found + 1 : first;
  HOL_TRY(hol_run_agree(run, edge > 0 ? hol_interval_above(counter, edge, found, last, limit, &search.interval)
                                      : hol_interval_find(counter, base, last, limit, &search.interval)));
  HOL_TRY(hol_farm_broadcast(&run->farm, &search.interval, sizeof search.interval));
  return hol_search_roots(&search, roots);
}

/* ------------------------------------------------------------------------------------------------ below zero */

/** −λ down to which the system's series of the residual flexibility serve. */
static double series_limit(const hol_system *system)
{
  double limit = system->trust;
  if (!system->model->exact && !system->by_reactions && system->order > 1) {
    limit = fmin(limit, 0.5 * system->remainder_cutoff);
  }
  return limit;
}

/** What there is about zero and below it. */
static hol_status count_ground(hol_run *run)
{
  run->ground = (hol_ground){0};
  return hol_may_grow(&run->model) ? hol_ground_find(&run->counter, series_limit(&run->system), &run->ground) : HOL_OK;
}

size_t hol_run_growth_number(const hol_run *run, size_t index)
{
  return run->ground.growing + 1 - index;
}

/** Rates of the motions that grow, as far as they are wanted, by one of the two determinants. Collective. */
static hol_status find_growth_of(hol_run *run, const hol_system *system, size_t first, hol_sturm_counter *counter,
                                 hol_roots *roots)
{
  const hol_ground *g = &run->ground;
  *counter = (hol_sturm_counter){
      .system = system, .mirrored = true, .growing = g->growing, .proceed = hol_run_proceed, .context = run};
  hol_search search = {
      .counter = counter, .farm = &run->farm, .stage = run->stage++, .first = first, .last = g->growing - g->beyond};
  begin_count(run);
  search.interval = (hol_interval){.low = g->edge, .high = g->floor};
  HOL_TRY(hol_run_agree(run, hol_sturm_count(counter, g->edge, &search.interval.low_count)));
  HOL_TRY(hol_run_agree(run, hol_sturm_count(counter, g->floor, &search.interval.high_count)));
  HOL_TRY(hol_farm_broadcast(&run->farm, &search.interval, sizeof search.interval));
  if (search.interval.low_count > 0) {
    return hol_contradict(counter, 0, 0, g->edge, search.interval.low_count);
  }
  return search.interval.high_count < first ? HOL_OK : hol_search_roots(&search, roots);
}

/** Growing motions, with both determinants: which of them bounds from above depends on the order of the residual
 *  flexibility. */
static hol_status find_growth(hol_run *run)
{
  size_t growing = run->ground.growing, beyond = run->ground.beyond;
  size_t wanted = run->last < growing ? run->last : growing;
  bool is_range = run->problem->analysis.frequencies == HOL_FREQUENCIES_RANGE;
  size_t first = growing + 1 - (is_range ? growing : wanted);
  if (growing == 0 || first + beyond > growing || run->problem->analysis.frequencies == HOL_FREQUENCIES_NONE) {
    return HOL_OK;
  }
  HOL_TRY(find_growth_of(run, &run->system, first, &run->growth_counter, &run->growth));
  if (run->model.exact || run->system.by_reactions || !isfinite(run->system.cutoff)) {
    return HOL_OK;
  }
  if (!run->lower.model) {
    HOL_TRY(hol_run_agree(run, hol_system_build_lower(&run->system, &run->lower)));
  }
  return find_growth_of(run, &run->lower, first, &run->growth_lower_counter, &run->growth_lower);
}

void hol_run_growth_bounds(const hol_run *run, const hol_root *root, size_t index, double *lower, double *upper)
{
  *lower = root->lower;
  *upper = root->upper;
  if (run->system.by_reactions) {
    *upper = nan(""); /* the motion that grows fastest has not been allowed */
  }
  if (run->model.exact || run->system.by_reactions || !isfinite(run->system.cutoff)) {
    return;
  }
  for (size_t i = 0; i < run->growth_lower.count; i++) {
    const hol_root *other = &run->growth_lower.item[i];
    if (index >= other->index && index < other->index + other->multiplicity) {
      *lower = fmin(*lower, other->lower);
      *upper = fmax(*upper, other->upper);
      return;
    }
  }
  *lower = nan("");
}

/* ------------------------------------------------------------------------------------------------ above zero */

static hol_status find_upper(hol_run *run)
{
  size_t zero = base_of(run), first = run->first > zero ? run->first : zero + 1;
  return run->last < first ? HOL_OK : find_roots(run, &run->counter, first, run->last, meaningful(run), &run->roots);
}

/** The second determinant, whose roots lie below those of the structure (theory §3), only up to the cut-off.
 *  @param[out] limit  λ up to which it serves
 *  @param[out] last   index of the last frequency wanted and found below it; 0: none */
static hol_status prepare_lower(hol_run *run, double *limit, size_t *last)
{
  if (!run->lower.model) {
    HOL_TRY(hol_system_build_lower(&run->system, &run->lower));
  }
  hol_sturm_counter_release(&run->counter);
  run->lower_counter = (hol_sturm_counter){.system = &run->lower, .proceed = hol_run_proceed, .context = run};
  *limit = fmin(run->lower.remainder_cutoff, run->lower.cutoff) * (1 - 1e-9);
  size_t below;
  HOL_TRY(hol_sturm_count(&run->lower_counter, *limit, &below));
  const hol_root *top = &run->roots.item[run->roots.count - 1];
  *last = top->index + top->multiplicity - 1;
  *last = *last < below ? *last : below;
  return HOL_OK;
}

static hol_status find_lower(hol_run *run)
{
  if (run->model.exact || run->system.by_reactions || run->roots.count == 0 || !isfinite(run->system.cutoff)) {
    return HOL_OK;
  }
  double limit = 0;
  size_t last = 0, first = run->roots.item[0].index;
  HOL_TRY(hol_run_agree(run, prepare_lower(run, &limit, &last)));
  HOL_TRY(hol_farm_broadcast(&run->farm, &limit, sizeof limit));
  HOL_TRY(hol_farm_broadcast(&run->farm, &last, sizeof last));
  return last < first || last <= base_of(run)
             ? HOL_OK
             : find_roots(run, &run->lower_counter, first, last, limit, &run->lower_roots);
}

double hol_run_lower_bound(const hol_run *run, const hol_root *root, size_t index)
{
  if (run->model.exact || !isfinite(run->system.cutoff)) { /* nothing is cut off */
    return root->lower;
  }
  if (!(root->lambda < run->system.cutoff)) {
    return nan("");
  }
  for (size_t i = 0; i < run->lower_roots.count; i++) {
    const hol_root *low = &run->lower_roots.item[i];
    if (index >= low->index && index < low->index + low->multiplicity) {
      return fmin(low->lower, root->lambda);
    }
  }
  return nan("");
}

/** What has been found with one system, and what borrows from it. */
static void forget_findings(hol_run *run)
{
  run->effort.evaluations += run->counter.evaluations + run->lower_counter.evaluations;
  hol_sturm_counter_clear(&run->counter);
  run->effort.evaluations += run->growth_counter.evaluations + run->growth_lower_counter.evaluations;
  hol_sturm_counter_clear(&run->lower_counter);
  hol_sturm_counter_clear(&run->growth_counter);
  hol_sturm_counter_clear(&run->growth_lower_counter);
  hol_roots_clear(&run->roots);
  hol_roots_clear(&run->lower_roots);
  hol_roots_clear(&run->growth);
  hol_roots_clear(&run->growth_lower);
  hol_system_clear(&run->lower);
}

void hol_run_discard(hol_run *run)
{
  forget_findings(run);
  hol_system_clear(&run->system);
}

/** λ up to which members that are computed must be right: all that is asked for lies below. 0: they are. */
static hol_status missing_reach(hol_run *run, double *reach)
{
  const hol_analysis *a = &run->problem->analysis;
  double trust = run->system.trust * (1 - 1e-9);
  *reach = 0;
  if (!isfinite(trust)) {
    return HOL_OK;
  }
  if (a->frequencies == HOL_FREQUENCIES_BELOW || a->frequencies == HOL_FREQUENCIES_RANGE) {
    double to = square(a->to) * (1 + 1e-6);
    *reach = trust > to ? 0 : to;
  } else if (a->frequencies == HOL_FREQUENCIES_COUNT) {
    size_t below;
    HOL_TRY(hol_sturm_count(&run->counter, trust, &below));
    *reach = below >= a->count ? 0 : 3 * trust;
  }
  return HOL_OK;
}

static hol_status build_system(hol_run *run, size_t N, size_t order)
{
  HOL_TRY(run->system.model ? hol_system_renew(N, order, &run->system)
                            : hol_system_build(&run->model, N, order, HOL_BOUND_UPPER, &run->system));
  run->counter = (hol_sturm_counter){.system = &run->system, .proceed = hol_run_proceed, .context = run};
  return HOL_OK;
}

/** Computed members must reach as far down as the fastest growth, too; but not without end. */
static hol_status build_to_reach(hol_run *run, size_t N, size_t order)
{
  enum { DEEPER_MOST = 6 };
  double reach = 0;
  for (int deeper = 0;;) {
    HOL_TRY(build_system(run, N, order));
    HOL_TRY(missing_reach(run, &reach));
    if (!(reach > 0)) {
      HOL_TRY(count_ground(run));
      bool is_shallow = run->ground.beyond > 0 && isfinite(run->system.trust) && deeper++ < DEEPER_MOST;
      reach = is_shallow ? 4 * run->system.trust : 0;
    }
    if (!(reach > 0)) {
      return HOL_OK;
    }
    run->effort.evaluations += run->counter.evaluations;
    hol_sturm_counter_clear(&run->counter);
    run->model.reach = reach;
  }
}

/** Motions by joint reactions are some of those of the structure, whose mass may be singular in an imported part: they
 *  have no more frequencies than it has. What seems to be beyond is rounding of a mass that is zero. */
static hol_status limit_roots(hol_run *run)
{
  size_t all = SIZE_MAX;
  hol_status status = hol_run_has_doubtful_reactions(run) ? hol_run_exact_count_all(run, &all) : HOL_OK;
  if (status == HOL_OK && all < run->system.finite_roots) {
    run->system.finite_roots = all;
  }
  return status == HOL_MEMORY || status == HOL_INCOMPLETE ? status : HOL_OK; /* where it cannot be asked it says
                                                                                nothing */
}

/** Do all upper bounds have as many frequencies below them as they are said to have? With exact compliances, where they
 *  can be asked. Those that have so by a little more than they are get that room.
 *  @param[out] lambda, count  [roots] scratch @param[in,out] holds  [roots] false before */
static hol_status check_upper_in(hol_run *run, double *lambda, size_t *count, bool *holds)
{
  static const double room[] = {1e-12, 1e-9, 1e-7}; /* where both agree to rounding it decides */
  size_t doubtful = run->roots.count;
  for (size_t t = 0; t < sizeof room / sizeof *room && doubtful; t++) {
    for (size_t i = 0; i < run->roots.count; i++) {
      lambda[i] = run->roots.item[i].upper * (1 + room[t]);
    }
    hol_status status = hol_run_exact_count(run, run->roots.count, lambda, count);
    if (status != HOL_OK) {
      return status == HOL_MEMORY || status == HOL_INCOMPLETE ? status : HOL_OK;
    }
    for (size_t i = 0; i < run->roots.count; i++) {
      hol_root *root = &run->roots.item[i];
      if (!holds[i] && count[i] + 1 >= root->index + root->multiplicity) {
        holds[i] = true;
        root->upper = t > 0 ? lambda[i] : root->upper;
        doubtful--;
      }
    }
  }
  return doubtful ? HOL_NUMERICAL : HOL_OK;
}

static hol_status check_upper(hol_run *run)
{
  if (!hol_run_has_doubtful_reactions(run) || run->roots.count == 0) {
    return HOL_OK;
  }
  double *lambda = hol_alloc(run->roots.count, sizeof *lambda);
  size_t *count = hol_alloc(run->roots.count, sizeof *count);
  bool *holds = hol_alloc(run->roots.count, sizeof *holds);
  hol_status status = lambda && count && holds ? check_upper_in(run, lambda, count, holds) : HOL_MEMORY;
  free(lambda);
  free(count);
  free(holds);
  return status;
}

static hol_status prepare(hol_run *run, size_t N, size_t order)
{
  HOL_TRY(build_to_reach(run, N, order));
  HOL_TRY(limit_roots(run));
  bool has_tolerance = !run->model.exact && run->problem->analysis.tolerance > 0; /* what is good enough is said by
                                                                                     that */
  if (run->system.error > HOL_RUN_COMPUTED_WELL && !has_tolerance) {
    run->loose = run->loose || !run->options.accepts_bounds;
    HOL_TRY(hol_run_note(run->result, hol_format("computed parts are known to %.1g only", run->system.error)));
  }
  return choose_range(run);
}

hol_status hol_run_attempt(hol_run *run, size_t N, size_t order)
{
  HOL_TRY(hol_run_agree(run, prepare(run, N, order)));
  HOL_TRY(hol_farm_broadcast(&run->farm, &run->ground, sizeof run->ground));
  HOL_TRY(hol_farm_broadcast(&run->farm, &run->first, sizeof run->first));
  HOL_TRY(hol_farm_broadcast(&run->farm, &run->last, sizeof run->last));
  begin_count(run);
  HOL_TRY(find_growth(run));
  HOL_TRY(find_upper(run));
  HOL_TRY(hol_run_agree(run, check_upper(run)));
  return find_lower(run);
}

/** Distance of two bounds of a λ in frequency, relative to its estimate, when computed parts are off by `error`;
 *  HUGE_VAL: there are not both. */
static double width_between(double low, double high, double lambda, double error)
{
  const double width = sqrt(high) * (1 + error) - sqrt(low) * (1 - error);
  return width <= HUGE_VAL ? width / sqrt(lambda) : HUGE_VAL;
}

/** The widest of all rates of growing motions wanted. */
static double growth_width(const hol_run *run, double error)
{
  size_t wanted = run->last < run->ground.growing ? run->last : run->ground.growing, found = 0;
  double widest = 0;
  for (size_t i = 0; i < run->growth.count; i++) {
    const hol_root *root = &run->growth.item[i];
    found += root->multiplicity;
    for (size_t k = 0; k < root->multiplicity; k++) {
      double low, high;
      hol_run_growth_bounds(run, root, root->index + k, &low, &high);
      widest = fmax(widest, width_between(low, high, root->lambda, error));
    }
  }
  return found >= wanted ? widest : HUGE_VAL;
}

/** The widest of all that is asked for; HUGE_VAL where something is missing, or a bound of it. */
static double widest_of(const hol_run *run, double error)
{
  size_t found = run->last < base_of(run) ? run->last : base_of(run); /* these are known as they are */
  double widest = growth_width(run, error);
  for (size_t i = 0; i < run->roots.count; i++) {
    const hol_root *root = &run->roots.item[i];
    found = root->index + root->multiplicity - 1;
    for (size_t k = 0; k < root->multiplicity; k++) {
      double low = hol_run_lower_bound(run, root, root->index + k);
      widest = fmax(widest, width_between(low, root->upper, root->lambda, error));
    }
  }
  bool has_all = found >= run->last && (run->problem->analysis.frequencies != HOL_FREQUENCIES_COUNT ||
                                        found >= run->problem->analysis.count || !isfinite(run->system.cutoff));
  return has_all ? widest : HUGE_VAL;
}

/** Whether to go on with more modes. Where the widest bracket is no narrower for twice as many, those that a part lacks
 *  are not what it is wide for. */
typedef struct climb {
  double width;   /**< of the step before; 0: none */
  size_t in_vain; /**< steps that did not make it narrower */
} climb;

/** @return HOL_OK if everything is as tight as asked, HOL_INCOMPLETE if more modes may help, HOL_NUMERICAL if not */
static hol_status judge_step(const hol_run *run, double tolerance, climb *c)
{
  enum { VAIN_MOST = 2 };
  if (widest_of(run, run->system.error) <= tolerance) {
    return HOL_OK;
  }
  const double width = widest_of(run, 0);
  c->in_vain = width > 0.5 * c->width && c->width > 0 && width < HUGE_VAL ? c->in_vain + 1 : 0;
  c->width = width;
  /* nor do they where it is the discretisation of computed parts that is too coarse */
  return width <= tolerance || c->in_vain == VAIN_MOST ? HOL_NUMERICAL : HOL_INCOMPLETE;
}

hol_status hol_run_attempt_to(hol_run *run, double tolerance)
{
  static const struct {
    size_t N, order;
  } step[] = {{4, 1},   {4, 3},   {8, 3},   {8, 6},    {14, 6},   {14, 10},
              {24, 10}, {40, 12}, {64, 14}, {100, 14}, {160, 14}, {300, 14}};
  enum { STEPS = sizeof step / sizeof *step };
  climb c = {0};
  for (size_t i = 0; i < STEPS; i++) {
    HOL_TRY(hol_run_attempt(run, step[i].N, step[i].order));
    hol_status judged = hol_run_agree(run, judge_step(run, tolerance, &c));
    if (judged == HOL_OK) {
      return HOL_OK;
    }
    if (judged != HOL_INCOMPLETE) {
      break;
    }
    if (i + 1 < STEPS) {
      forget_findings(run);
    }
  }
  run->loose = true;
  return hol_run_note(run->result,
                      hol_format("the tolerance %g is not reached for every frequency: see the bounds", tolerance));
}
