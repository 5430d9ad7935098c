#include "spectrum/run.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_status hol_run_agree(const hol_run *run, hol_status status)
{
  return run->comm.agree(run->comm.handle, status);
}

/** Indices of the frequencies asked for. */
static hol_status choose_range(hol_run *run)
{
  const hol_analysis *a = &run->problem->analysis;
  size_t zero = run->model.zero_count;
  run->first = 1;
  run->last = 0;
  if (a->frequencies == HOL_FREQUENCIES_COUNT) {
    run->last = a->count;
  } else if (a->frequencies == HOL_FREQUENCIES_BELOW || a->frequencies == HOL_FREQUENCIES_RANGE) {
    size_t below = 0;
    HOL_TRY(hol_count(&run->counter, a->to * a->to, &run->last));
    if (a->frequencies == HOL_FREQUENCIES_RANGE && a->from > 0) {
      HOL_TRY(hol_count(&run->counter, a->from * a->from, &below));
      run->first = (below > zero ? below : zero) + 1;
    }
  }
  if (run->last > run->system.finite_roots) {
    run->last = run->system.finite_roots;
  }
  return HOL_OK;
}

bool hol_run_proceed(void *context)
{
  hol_run *run = context;
  size_t zero = run->first <= run->model.zero_count ? run->model.zero_count : 0;
  return !run->options.progress ||
         run->options.progress(run->options.context, zero + run->found, run->last + 1 - run->first);
}

/** What rank 0 has, so that all go on from the same even if they compute differently. Collective. */
static hol_status share(const hol_run *run, void *data, size_t count)
{
  char *bytes = data;
  size_t size = count;
  HOL_TRY(run->comm.broadcast(run->comm.handle, &bytes, &size));
  if (bytes != data && size == count) {
    memcpy(data, bytes, count);
  }
  if (bytes != data) {
    free(bytes);
  }
  return HOL_OK;
}

/** Roots first..last. Collective. */
static hol_status find(hol_run *run, hol_counter *counter, size_t first, size_t last, double limit, hol_roots *roots)
{
  hol_search search = {.counter = counter, .comm = &run->comm, .store = &run->options.store, .stage = run->stage++,
                       .first = first, .last = last, .effort = &run->effort, .found = &run->found};
  run->found = 0;
  HOL_TRY(hol_run_agree(run, hol_interval_find(counter, run->model.zero_count, last, limit, &search.interval)));
  HOL_TRY(share(run, &search.interval, sizeof search.interval));
  return hol_search_roots(&search, roots);
}

static hol_status find_upper(hol_run *run)
{
  size_t zero = run->model.zero_count, first = run->first > zero ? run->first : zero + 1;
  return run->last < first ? HOL_OK : find(run, &run->counter, first, run->last, HUGE_VAL, &run->roots);
}

/** The second determinant, whose roots lie below those of the structure (theory §3), only up to the cut-off.
 *  @param[out] limit  λ up to which it serves
 *  @param[out] last   index of the last frequency wanted and found below it; 0: none */
static hol_status prepare_lower(hol_run *run, double *limit, size_t *last)
{
  HOL_TRY(hol_system_build_lower(&run->system, &run->lower));
  run->lower_counter = (hol_counter){.system = &run->lower, .proceed = hol_run_proceed, .context = run};
  *limit = fmin(run->lower.remainder_cutoff, run->lower.cutoff) * (1 - 1e-9);
  size_t below;
  HOL_TRY(hol_count(&run->lower_counter, *limit, &below));
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
  HOL_TRY(share(run, &limit, sizeof limit));
  HOL_TRY(share(run, &last, sizeof last));
  return last < first || last <= run->model.zero_count
             ? HOL_OK
             : find(run, &run->lower_counter, first, last, limit, &run->lower_roots);
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

void hol_run_forget(hol_run *run)
{
  run->effort.evaluations += run->counter.evaluations + run->lower_counter.evaluations;
  hol_counter_clear(&run->counter);
  hol_counter_clear(&run->lower_counter);
  hol_roots_clear(&run->roots);
  hol_roots_clear(&run->lower_roots);
  hol_system_clear(&run->system);
  hol_system_clear(&run->lower);
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
    double to = a->to * a->to * (1 + 1e-6);
    *reach = trust > to ? 0 : to;
  } else if (a->frequencies == HOL_FREQUENCIES_COUNT) {
    size_t below;
    HOL_TRY(hol_count(&run->counter, trust, &below));
    *reach = below >= a->count ? 0 : 3 * trust;
  }
  return HOL_OK;
}

static hol_status build_system(hol_run *run, size_t N, size_t order)
{
  HOL_TRY(hol_system_build(&run->model, N, order, HOL_BOUND_UPPER, &run->system));
  run->counter = (hol_counter){.system = &run->system, .proceed = hol_run_proceed, .context = run};
  return HOL_OK;
}

static hol_status prepare(hol_run *run, size_t N, size_t order)
{
  HOL_TRY(build_system(run, N, order));
  double reach;
  HOL_TRY(missing_reach(run, &reach));
  while (reach > 0) {
    run->effort.evaluations += run->counter.evaluations;
    hol_counter_clear(&run->counter);
    hol_system_clear(&run->system);
    run->model.reach = reach;
    HOL_TRY(build_system(run, N, order));
    HOL_TRY(missing_reach(run, &reach));
  }
  if (run->system.error > HOL_RUN_COMPUTED_WELL) {
    run->loose = true;
    HOL_TRY(hol_run_note(run->result, hol_format("computed parts are known to %.1g only", run->system.error)));
  }
  return choose_range(run);
}

hol_status hol_run_attempt(hol_run *run, size_t N, size_t order)
{
  HOL_TRY(hol_run_agree(run, prepare(run, N, order)));
  HOL_TRY(share(run, &run->first, sizeof run->first));
  HOL_TRY(share(run, &run->last, sizeof run->last));
  HOL_TRY(find_upper(run));
  return find_lower(run);
}

/** Is every frequency found bounded as tightly as asked, when computed parts are off by `error`? */
static bool is_tight(const hol_run *run, double tolerance, double error)
{
  size_t found = 0;
  for (size_t i = 0; i < run->roots.count; i++) {
    const hol_root *root = &run->roots.item[i];
    found = root->index + root->multiplicity - 1;
    for (size_t k = 0; k < root->multiplicity; k++) {
      double low = hol_run_lower_bound(run, root, root->index + k);
      if (!(sqrt(root->upper) * (1 + error) - sqrt(low) * (1 - error) <= tolerance * sqrt(root->lambda))) {
        return false;
      }
    }
  }
  return found >= run->last && (run->problem->analysis.frequencies != HOL_FREQUENCIES_COUNT ||
                                found >= run->problem->analysis.count || !isfinite(run->system.cutoff));
}

hol_status hol_run_attempt_to(hol_run *run, double tolerance)
{
  static const struct {
    size_t N, order;
  } step[] = {{4, 1}, {4, 3}, {8, 3}, {8, 6}, {14, 6}, {14, 10}, {24, 10}, {40, 12}, {64, 14}, {100, 14}, {160, 14}, {300, 14}};
  enum { STEPS = sizeof step / sizeof *step };
  for (size_t i = 0; i < STEPS; i++) {
    HOL_TRY(hol_run_attempt(run, step[i].N, step[i].order));
    hol_status tight = hol_run_agree(run, is_tight(run, tolerance, run->system.error) ? HOL_OK : HOL_INCOMPLETE);
    if (tight != HOL_INCOMPLETE) {
      return tight;
    }
    /* more modes do not help where it is the discretisation of computed parts that is too coarse */
    tight = hol_run_agree(run, is_tight(run, tolerance, 0) ? HOL_OK : HOL_INCOMPLETE);
    if (tight != HOL_INCOMPLETE) {
      HOL_TRY(tight);
      break;
    }
    if (i + 1 < STEPS) {
      hol_run_forget(run);
    }
  }
  run->loose = true;
  return hol_run_note(run->result, hol_format("the tolerance %g is not reached for every frequency: see the bounds", tolerance));
}
