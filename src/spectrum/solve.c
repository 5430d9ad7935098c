#include "holonome/solve.h"
#include "base/memory.h"
#include "spectrum/modes.h"
#include "spectrum/pencil.h"
#include "spectrum/search.h"
#include "spectrum/sensitivity.h"
#include "spectrum/transfer.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Largest pencil that is solved beside the determinant as a check of every run. */
enum { PENCIL_MOST = 300 };

/** Everything one run owns. */
struct run {
  const hol_problem *problem;
  hol_solve_options options;
  hol_comm comm;
  hol_result *result;
  hol_model model;
  hol_system system, lower;
  hol_counter counter, lower_counter;
  hol_roots roots, lower_roots;
  hol_sensitivities sensitivities;
  hol_index index;
  size_t first, last;
  size_t stage;            /**< number of searches so far */
  size_t found;            /**< frequencies found in this one, by all */
  hol_effort effort;       /**< of this rank, as far as it is not in the counters */
  bool has_modes;          /**< the end is reached, whatever is proved */
  bool loose;              /**< a tolerance was asked for and is not reached */
};

static hol_status note(hol_result *result, char *text)
{
  size_t capacity = result->note_count;
  if (!text || !hol_grow(&result->note, &capacity, result->note_count + 1, sizeof *result->note)) {
    free(text);
    return HOL_MEMORY;
  }
  result->note[result->note_count++] = text;
  return HOL_OK;
}

/** "Euler-Bernoulli beams, bars": what the members are taken for. */
static hol_status describe(struct run *run)
{
  enum { BAR, SHAFT, EULER, RAYLEIGH, TIMOSHENKO, FORCE, FOUNDATION, WORDS };
  static const char *const word[WORDS] = {"bars", "shafts", "Euler-Bernoulli beams", "Rayleigh beams",
                                          "Timoshenko beams", "axial force", "elastic foundation"};
  bool used[WORDS] = {false};
  for (size_t i = 0; i < run->model.member_count; i++) {
    const hol_line *line = &run->model.member[i].line;
    if (hol_line_is_bending(line)) {
      used[line->shear > 0 ? TIMOSHENKO : line->rotary > 0 ? RAYLEIGH : EULER] = true;
    } else {
      used[line->motion == HOL_AXIAL ? BAR : SHAFT] = true;
    }
    used[FORCE] |= line->tension != 0;
    used[FOUNDATION] |= line->foundation > 0;
  }
  char *text = hol_format("%s", run->model.member_count ? "" : "rigid bodies");
  for (size_t w = 0; w < WORDS && text; w++) {
    if (used[w]) {
      char *longer = hol_format("%s%s%s", text, *text ? ", " : "", word[w]);
      free(text);
      text = longer;
    }
  }
  run->result->theory = text;
  size_t N = run->system.model ? run->system.modes : run->problem->analysis.modes;
  size_t order = run->system.model ? run->system.order : run->problem->analysis.order;
  double error = run->system.error;
  char *compliance = run->model.exact && error > 0 ? hol_format("exact, members that vary computed to %.1g", error)
                     : run->model.exact ? hol_format("exact")
                     : order > 1 ? hol_format("%zu modes of each motion dynamic, remainder of order %zu", N, order)
                                 : hol_format("%zu modes of each motion dynamic, the rest quasistatic", N);
  run->result->compliance = compliance;
  return text && run->result->compliance ? HOL_OK : HOL_MEMORY;
}

/** Hand constraints and remarks over to the result. */
static hol_status report_model(struct run *run)
{
  hol_result *result = run->result;
  hol_model *model = &run->model;
  hol_model_mass_properties(model, &result->mass, result->centre, result->inertia);
  result->constraint = model->constraint;
  result->constraint_count = model->constraint_count;
  result->rigid_modes = model->zero_count;
  for (size_t i = 0; i < model->note_count; i++) {
    char *text = model->note[i];
    model->note[i] = NULL;
    HOL_TRY(note(result, text));
  }
  return HOL_OK;
}

/** After work that every rank does by itself: all go on, or all leave with the worst status. Collective. */
static hol_status agree(const struct run *run, hol_status status)
{
  return run->comm.agree(run->comm.handle, status);
}

/** Indices of the frequencies asked for. */
static hol_status choose_range(struct run *run)
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

static bool proceed(void *context)
{
  struct run *run = context;
  size_t zero = run->first <= run->model.zero_count ? run->model.zero_count : 0;
  return !run->options.progress ||
         run->options.progress(run->options.context, zero + run->found, run->last + 1 - run->first);
}

/** What rank 0 has, so that all go on from the same even if they compute differently. Collective. */
static hol_status share(const struct run *run, void *data, size_t count)
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
static hol_status find(struct run *run, hol_counter *counter, size_t first, size_t last, double limit, hol_roots *roots)
{
  hol_search search = {.counter = counter, .comm = &run->comm, .store = &run->options.store, .stage = run->stage++,
                       .first = first, .last = last, .effort = &run->effort, .found = &run->found};
  run->found = 0;
  HOL_TRY(agree(run, hol_interval_find(counter, run->model.zero_count, last, limit, &search.interval)));
  HOL_TRY(share(run, &search.interval, sizeof search.interval));
  return hol_search_roots(&search, roots);
}

static hol_status find_upper(struct run *run)
{
  size_t zero = run->model.zero_count, first = run->first > zero ? run->first : zero + 1;
  return run->last < first ? HOL_OK : find(run, &run->counter, first, run->last, HUGE_VAL, &run->roots);
}

/** The second determinant, whose roots lie below those of the structure (theory §3), only up to the cut-off.
 *  @param[out] limit  λ up to which it serves
 *  @param[out] last   index of the last frequency wanted and found below it; 0: none */
static hol_status prepare_lower(struct run *run, double *limit, size_t *last)
{
  HOL_TRY(hol_system_build(&run->model, run->system.modes, run->system.order, HOL_BOUND_LOWER, &run->lower));
  run->lower_counter = (hol_counter){.system = &run->lower, .proceed = proceed, .context = run};
  *limit = fmin(run->lower.remainder_cutoff, run->lower.cutoff) * (1 - 1e-9);
  size_t below;
  HOL_TRY(hol_count(&run->lower_counter, *limit, &below));
  const hol_root *top = &run->roots.item[run->roots.count - 1];
  *last = top->index + top->multiplicity - 1;
  *last = *last < below ? *last : below;
  return HOL_OK;
}

static hol_status find_lower(struct run *run)
{
  if (run->model.exact || run->roots.count == 0 || run->system.modal_count == 0) {
    return HOL_OK;
  }
  double limit = 0;
  size_t last = 0, first = run->roots.item[0].index;
  HOL_TRY(agree(run, prepare_lower(run, &limit, &last)));
  HOL_TRY(share(run, &limit, sizeof limit));
  HOL_TRY(share(run, &last, sizeof last));
  return last < first || last <= run->model.zero_count
             ? HOL_OK
             : find(run, &run->lower_counter, first, last, limit, &run->lower_roots);
}

/** Lower bound of the frequency with this index, λ. */
static double lower_bound(const struct run *run, const hol_root *root, size_t index)
{
  if (run->model.exact || run->system.modal_count == 0) {
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

static hol_mode *new_mode(hol_result *result, size_t *capacity)
{
  if (!hol_grow(&result->mode, capacity, result->mode_count + 1, sizeof *result->mode)) {
    return NULL;
  }
  hol_mode *mode = &result->mode[result->mode_count++];
  *mode = (hol_mode){.pencil_omega = nan("")};
  return mode;
}

static void drop_shapes(const struct run *run, hol_mode *mode)
{
  if (run->problem->output_shapes || !mode->shape) {
    return;
  }
  for (size_t i = 0; i < run->problem->part_count; i++) {
    free(mode->shape[i].s);
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      free(mode->shape[i].value[f]);
    }
  }
  free(mode->shape);
  mode->shape = NULL;
}

static hol_solution solution_of(struct run *run)
{
  return (hol_solution){.system = &run->system, .modal_of = run->index.modal_of, .stretch_of = run->index.stretch_of,
                        .rigid_of = run->index.rigid_of, .U = run->index.U, .force = run->index.force};
}

static hol_status zero_modes(struct run *run, size_t *capacity)
{
  size_t zero = run->model.zero_count;
  for (size_t i = 0; run->first <= zero && i < zero; i++) {
    hol_mode *mode = new_mode(run->result, capacity);
    if (!mode) {
      return HOL_MEMORY;
    }
    mode->number = i + 1;
    mode->multiplicity = zero;
    mode->count_above = zero;
    hol_solution s = solution_of(run);
    s.zero = &run->model.zero_mode[i];
    HOL_TRY(hol_mode_fill(&s, 0.0, mode));
    drop_shapes(run, mode);
  }
  return HOL_OK;
}

/** The modes of one root. */
static hol_status fill_root(struct run *run, const hol_root *root, const double *V, size_t *capacity)
{
  for (size_t k = 0; k < root->multiplicity; k++) {
    hol_mode *mode = new_mode(run->result, capacity);
    if (!mode) {
      return HOL_MEMORY;
    }
    mode->number = root->index + k;
    mode->omega = sqrt(root->lambda);
    /* What the discretisation of computed members may change; 0 if there are none. */
    mode->upper = sqrt(root->upper) * (1 + run->system.error);
    mode->lower = sqrt(lower_bound(run, root, mode->number)) * (1 - run->system.error);
    mode->multiplicity = root->multiplicity;
    mode->is_cluster = root->is_cluster;
    mode->count_below = root->index - 1;
    mode->count_above = root->index - 1 + root->multiplicity;
    hol_solution s = solution_of(run);
    s.matrix = &run->counter.matrix;
    s.v = V + k * run->counter.matrix.n;
    HOL_TRY(hol_mode_fill(&s, root->lambda, mode));
    drop_shapes(run, mode);
  }
  return HOL_OK;
}

static hol_status root_modes(struct run *run, const hol_root *root, size_t *capacity)
{
  double *V = NULL;
  hol_status status = hol_root_vectors(&run->counter, root, &V);
  if (status == HOL_OK && root->multiplicity > 1) {
    status = hol_separate_reaction_free(&run->counter, &run->index, root->multiplicity, V);
  }
  size_t first = run->result->mode_count;
  status = status == HOL_OK ? fill_root(run, root, V, capacity) : status;
  if (status == HOL_OK && run->sensitivities.count) {
    status = hol_sensitivities_of(&run->sensitivities, &run->counter.matrix, root, V, run->result->mode + first);
  }
  free(V);
  return status;
}

static hol_status prepare_modes(struct run *run, size_t *capacity)
{
  HOL_TRY(hol_index_build(&run->system, &run->index));
  if (run->options.source && run->problem->analysis.sensitivity_count) {
    HOL_TRY(hol_sensitivities_build(&run->system, run->options.source, &run->sensitivities));
  }
  return run->comm.rank == 0 ? zero_modes(run, capacity) : HOL_OK;
}

/** The modes of this rank's roots from the next one on, for some time if there are others to speak to. */
static hol_status some_modes(struct run *run, size_t *next, size_t *capacity)
{
  hol_round round = hol_round_start();
  bool is_over = false;
  hol_status status = HOL_OK;
  for (; *next < run->roots.count && status == HOL_OK && !is_over; ++*next) {
    if (run->roots.item[*next].holder == run->comm.rank) {
      status = proceed(run) ? root_modes(run, &run->roots.item[*next], capacity) : HOL_INCOMPLETE;
      is_over = run->comm.size > 1 && hol_round_is_over(&round);
    }
  }
  run->effort.seconds += hol_processor_seconds() - round.processor;
  return status;
}

/** The modes of every root, each on the rank that has its vector. Collective. */
static hol_status all_modes(struct run *run)
{
  size_t capacity = 0, next = 0;
  HOL_TRY(agree(run, prepare_modes(run, &capacity)));
  for (hol_status more = HOL_INCOMPLETE; more == HOL_INCOMPLETE;) {
    HOL_TRY(agree(run, some_modes(run, &next, &capacity)));
    more = agree(run, next < run->roots.count ? HOL_INCOMPLETE : HOL_OK);
    HOL_TRY(more == HOL_INCOMPLETE ? HOL_OK : more);
  }
  return HOL_OK;
}

static int by_number(const void *a, const void *b)
{
  const hol_mode *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

/** Put the modes of the other ranks in between those of rank 0. */
static hol_status append_modes(struct run *run, char *data, const size_t *sizes)
{
  hol_result *result = run->result;
  size_t capacity = result->mode_count, at = sizes[0];
  for (size_t r = 1; r < run->comm.size; at += sizes[r], r++) {
    hol_bytes bytes = {.data = data + at, .count = sizes[r]};
    while (bytes.read < bytes.count) {
      hol_mode *mode = new_mode(result, &capacity);
      if (!mode) {
        return HOL_MEMORY;
      }
      *mode = (hol_mode){0};
      HOL_TRY(hol_mode_unpack(&bytes, run->problem, mode));
    }
  }
  if (result->mode_count) {
    qsort(result->mode, result->mode_count, sizeof *result->mode, by_number);
  }
  return HOL_OK;
}

/** All modes to rank 0. Collective. */
static hol_status collect_modes(struct run *run)
{
  if (run->comm.size == 1) {
    return HOL_OK;
  }
  hol_bytes own = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; run->comm.rank > 0 && i < run->result->mode_count && status == HOL_OK; i++) {
    status = hol_mode_pack(&run->result->mode[i], run->problem, &own);
  }
  char *data = NULL;
  size_t *sizes = NULL;
  status = agree(run, status);
  if (status == HOL_OK) {
    status = run->comm.collect(run->comm.handle, own.data, own.count, &data, &sizes);
  }
  if (status == HOL_OK && run->comm.rank == 0) {
    status = append_modes(run, data, sizes);
  }
  free(data);
  free(sizes);
  hol_bytes_clear(&own);
  return agree(run, status);
}

/** What every rank has done, to rank 0. Collective. */
static hol_status collect_effort(struct run *run)
{
  hol_effort own = run->effort;
  char *data = NULL;
  size_t *sizes = NULL;
  own.evaluations += run->counter.evaluations + run->lower_counter.evaluations;
  HOL_TRY(run->comm.collect(run->comm.handle, &own, sizeof own, &data, &sizes));
  run->result->effort = (hol_effort *)(void *)data; /* from malloc(), so aligned for everything */
  run->result->rank_count = data ? run->comm.size : 0;
  free(sizes);
  return HOL_OK;
}

/** Compare with the linear pencil; a difference that rounding does not explain takes the proof away. */
static hol_status check_pencil_in(struct run *run, double *lambda, size_t count)
{
  double norm;
  hol_result *result = run->result;
  hol_status status = hol_pencil(&run->system, run->roots.item[0].lambda, lambda, &count, &norm);
  if (status != HOL_OK) {
    return status == HOL_MEMORY ? status : HOL_OK;
  }
  for (size_t i = 0; i < result->mode_count; i++) {
    hol_mode *mode = &result->mode[i];
    if (mode->number > count || !(mode->omega > 0)) {
      continue;
    }
    double p = lambda[mode->number - 1], square = mode->omega * mode->omega;
    mode->pencil_omega = sqrt(fmax(p, 0));
    double allowed = fmax(1e-11, 8 * DBL_EPSILON * norm / square) + (mode->upper - mode->omega) / mode->omega;
    if (!(fabs(mode->pencil_omega - mode->omega) <= allowed * mode->omega)) {
      result->count_proved = false;
      HOL_TRY(note(result, hol_format("mode %zu: the linear pencil gives %.12g rad/s instead", mode->number,
                                      mode->pencil_omega)));
    }
  }
  return HOL_OK;
}

static hol_status check_pencil(struct run *run)
{
  if (run->model.exact || run->system.order > 1 || run->roots.count == 0 || hol_pencil_size(&run->system) > PENCIL_MOST) {
    return HOL_OK;
  }
  const hol_root *top = &run->roots.item[run->roots.count - 1];
  size_t count = top->index + top->multiplicity - 1;
  double *lambda = hol_alloc(count, sizeof *lambda);
  hol_status status = lambda ? check_pencil_in(run, lambda, count) : HOL_MEMORY;
  free(lambda);
  return status;
}

/** What the counts prove about the list. */
static hol_status conclude(struct run *run)
{
  hol_result *result = run->result;
  const hol_analysis *a = &run->problem->analysis;
  size_t next = run->first, unbounded = 0, wide = 0;
  bool gapless = true;
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    gapless &= mode->number == next++;
    unbounded += isnan(mode->lower) ? 1 : 0;
    wide += run->model.exact && mode->upper - mode->lower > 1e-9 * mode->omega;
  }
  size_t listed = next - 1;
  result->exhausted = run->system.finite_roots != SIZE_MAX && run->system.modal_count == 0 &&
                      listed >= run->system.finite_roots;
  bool enough = listed >= run->last && (a->frequencies != HOL_FREQUENCIES_COUNT || listed >= a->count || result->exhausted);
  result->count_proved = gapless && enough;
  if (a->frequencies == HOL_FREQUENCIES_COUNT && !enough) {
    HOL_TRY(note(result, hol_format("%zu of %zu frequencies: with %zu modes of each motion there are no more; use more "
                                    "modes, or compliance: exact", listed, a->count, run->system.modes)));
  }
  HOL_TRY(check_pencil(run));
  if (unbounded) {
    HOL_TRY(note(result, hol_format("%zu frequencies lie above the first mode left out (%.6g rad/s) and have no lower "
                                    "bound; use more modes, or compliance: exact", unbounded,
                                    sqrt(run->system.cutoff))));
  }
  if (wide) {
    HOL_TRY(note(result, hol_format("%zu frequencies are known to fewer than 9 digits: rounding in this structure allows "
                                    "no more, see their bounds", wide)));
  }
  result->complete = result->count_proved && unbounded == 0 && !run->loose;
  return result->complete ? HOL_OK : HOL_INCOMPLETE;
}

/** Forget one attempt. */
static void forget(struct run *run)
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
static hol_status missing_reach(struct run *run, double *reach)
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

static hol_status build_system(struct run *run, size_t N, size_t order)
{
  HOL_TRY(hol_system_build(&run->model, N, order, HOL_BOUND_UPPER, &run->system));
  run->counter = (hol_counter){.system = &run->system, .proceed = proceed, .context = run};
  return HOL_OK;
}

static hol_status prepare(struct run *run, size_t N, size_t order)
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
  if (run->system.error > 1e-8) {
    run->loose = true;
    HOL_TRY(note(run->result, hol_format("members that vary could be computed to %.1g only", run->system.error)));
  }
  return choose_range(run);
}

/** Roots and lower bounds with N modes and a remainder of order k. Collective. */
static hol_status attempt(struct run *run, size_t N, size_t order)
{
  HOL_TRY(agree(run, prepare(run, N, order)));
  HOL_TRY(share(run, &run->first, sizeof run->first));
  HOL_TRY(share(run, &run->last, sizeof run->last));
  HOL_TRY(find_upper(run));
  return find_lower(run);
}

/** Is every frequency found bounded as tightly as asked? */
static bool is_tight(const struct run *run, double tolerance)
{
  size_t found = 0;
  for (size_t i = 0; i < run->roots.count; i++) {
    const hol_root *root = &run->roots.item[i];
    found = root->index + root->multiplicity - 1;
    for (size_t k = 0; k < root->multiplicity; k++) {
      double low = lower_bound(run, root, root->index + k);
      if (!(sqrt(root->upper) - sqrt(low) <= tolerance * sqrt(root->lambda))) {
        return false;
      }
    }
  }
  return found >= run->last && (run->problem->analysis.frequencies != HOL_FREQUENCIES_COUNT ||
                                found >= run->problem->analysis.count || run->system.modal_count == 0);
}

/** Raise N and the order together until every bound is as tight as asked (theory §3: they converge geometrically). */
static hol_status choose_modes(struct run *run, double tolerance)
{
  static const struct {
    size_t N, order;
  } step[] = {{4, 1}, {4, 3}, {8, 3}, {8, 6}, {14, 6}, {14, 10}, {24, 10}, {40, 12}, {64, 14}, {100, 14}, {160, 14}, {300, 14}};
  enum { STEPS = sizeof step / sizeof *step };
  for (size_t i = 0; i < STEPS; i++) {
    HOL_TRY(attempt(run, step[i].N, step[i].order));
    hol_status tight = agree(run, is_tight(run, tolerance) ? HOL_OK : HOL_INCOMPLETE);
    if (tight != HOL_INCOMPLETE) {
      return tight;
    }
    if (i + 1 < STEPS) {
      forget(run);
    }
  }
  run->loose = true;
  return note(run->result, hol_format("the tolerance %g is not reached for every frequency: see the bounds", tolerance));
}

/** When the search finds no floor: does compression make the structure unstable, i.e. are there λ < 0? Then that is a fault
 *  of the problem, at the first axial force below zero. */
static hol_status explain(struct run *run, hol_status status, hol_diagnostics *faults)
{
  size_t growing = 0, part = SIZE_MAX;
  for (size_t i = run->model.member_count; i-- > 0;) {
    part = run->model.member[i].line.tension < 0 ? run->model.member[i].part : part;
  }
  if (status != HOL_NUMERICAL || part == SIZE_MAX || !run->system.model) {
    return status;
  }
  double slightly_negative = -1e-9 * hol_typical_lambda(&run->system);
  if (hol_count(&run->counter, slightly_negative, &growing) != HOL_OK || growing == 0) {
    return status;
  }
  hol_diagnostics_add(faults, true, run->problem->part[part].value_place[HOL_P_AXIAL_FORCE],
                      "compression must stay below the buckling load",
                      "the structure is unstable: with these axial forces %zu motion%s grow instead of oscillating", growing,
                      growing == 1 ? "" : "s");
  return HOL_INVALID;
}

static hol_status solve_in(struct run *run, hol_diagnostics *faults)
{
  double start = hol_seconds(), tolerance = run->problem->analysis.tolerance;
  hol_status built = hol_model_build(run->problem, &run->model, faults);
  HOL_TRY(agree(run, built == HOL_OK ? report_model(run) : built));
  if (run->options.dry_run) {
    return agree(run, describe(run));
  }
  run->result->seconds_model = hol_seconds() - start;
  start = hol_seconds();
  hol_status found = run->model.exact || !(tolerance > 0) /* collective */
                         ? attempt(run, run->problem->analysis.modes, run->problem->analysis.order)
                         : choose_modes(run, tolerance);
  HOL_TRY(agree(run, explain(run, found, faults)));
  HOL_TRY(agree(run, describe(run)));
  run->result->unknowns = run->system.fixed;
  HOL_TRY(all_modes(run));
  HOL_TRY(collect_modes(run));
  HOL_TRY(collect_effort(run));
  run->has_modes = true;
  hol_status status = run->comm.rank == 0 ? conclude(run) : HOL_OK;
  run->result->seconds_solve = hol_seconds() - start;
  return agree(run, status);
}

hol_status hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result, hol_diagnostics *faults)
{
  struct run run = {.problem = problem, .options = options, .result = result};
  run.comm = options.comm ? *options.comm : hol_comm_serial();
  *result = (hol_result){.problem = problem};
  hol_status status = solve_in(&run, faults);
  result->stopped = status == HOL_INCOMPLETE && !run.has_modes && !options.dry_run;
  if (result->constraint) {
    run.model.constraint = NULL; /* the result owns them now */
  }
  forget(&run);
  hol_index_clear(&run.index);
  hol_sensitivities_clear(&run.sensitivities);
  hol_model_clear(&run.model);
  return status;
}
