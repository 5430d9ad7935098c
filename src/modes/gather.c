/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes of all roots, growing and zero-energy motions: filled on the ranks that make them, collected on rank 0. */
#include "modes/run.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/vector.h"
#include "modes/transfer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hol_mode *new_mode(hol_result *result, size_t *capacity)
{
  if (!hol_grow(&result->mode, capacity, result->mode_count + 1, sizeof *result->mode)) {
    return NULL;
  }
  hol_mode *mode = &result->mode[result->mode_count++];
  *mode = (hol_mode){.pencil_omega = nan("")};
  return mode;
}

/** What stays with the mode that is the last now. From the mode on with which reactions are too many to be told those
 *  before it lose theirs, too. */
static hol_stored_fields stored_fields(hol_run *run)
{
  hol_result *result = run->result;
  bool drops =
      run->options.is_told_only && (run->problem->output_reactions == HOL_TELL_NONE || hol_run_leaves_reactions(run));
  for (size_t i = 0; drops && !run->drops_reactions && i < result->mode_count; i++) {
    free(result->mode[i].reaction);
    result->mode[i].reaction = NULL;
  }
  run->drops_reactions = drops;
  return (hol_stored_fields){.shapes = run->problem->output_shapes && !run->only_frequencies, .reactions = !drops};
}

static hol_solution solution_of(hol_run *run)
{
  return (hol_solution){.system = &run->system,
                        .modal_of = run->index.modal_of,
                        .segment_of = run->index.segment_of,
                        .rigid_of = run->index.rigid_of,
                        .rigid = run->rigid.count ? &run->rigid : NULL,
                        .fields = &run->index.fields,
                        .samples = &run->index.samples,
                        .reactions = &run->index.reactions,
                        .U = run->index.U,
                        .force = run->index.force};
}

static hol_status zero_modes(hol_run *run, size_t *capacity)
{
  size_t zero = run->model.zero_count, below = run->ground.growing;
  for (size_t i = 0; run->first <= below + zero && (below == 0 || below < run->last) && i < zero; i++) {
    hol_mode *mode = new_mode(run->result, capacity);
    if (!mode) {
      return HOL_MEMORY;
    }
    mode->number = below + i + 1;
    mode->multiplicity = zero;
    mode->count_below = below;
    mode->count_above = below + zero;
    hol_solution s = solution_of(run);
    s.zero = &run->model.zero_mode[i];
    HOL_TRY(run->only_frequencies ? HOL_OK : hol_mode_fill(&s, 0.0, stored_fields(run), mode));
  }
  return HOL_OK;
}

/** What has to be known of a mode of which nothing but the frequency is asked: that it fulfils the equations, beyond
 *  doubt or, if its residual says less, as hol_mode_fill() finds it. */
static hol_status check_mode(hol_run *run, const hol_solution *s, double lambda, hol_mode *mode)
{
  static const double beyond_doubt = 1e-3;
  HOL_TRY(hol_mode_residual(s, mode));
  return mode->residual <= beyond_doubt ? HOL_OK : hol_mode_fill(s, lambda, stored_fields(run), mode);
}

/** The modes of one root. */
static hol_status fill_root(hol_run *run, const hol_root *root, const double *V, size_t *capacity)
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
    mode->lower = sqrt(hol_run_lower_bound(run, root, mode->number)) * (1 - run->system.error);
    mode->multiplicity = root->multiplicity;
    mode->is_cluster = root->is_cluster;
    mode->count_below = root->index - 1;
    mode->count_above = root->index - 1 + root->multiplicity;
    mode->interval[0] = root->from;
    mode->interval[1] = root->to;
    mode->field_residual = root->residual;
    hol_solution s = solution_of(run);
    s.matrix = &run->counter.matrix;
    s.v = V + k * run->counter.matrix.n;
    HOL_TRY(run->only_frequencies ? check_mode(run, &s, root->lambda, mode)
                                  : hol_mode_fill(&s, root->lambda, stored_fields(run), mode));
  }
  return HOL_OK;
}

static hol_status root_modes(hol_run *run, const hol_root *root, size_t *capacity)
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
  hol_vector_discard(&run->counter, root);
  return status;
}

/** Modes of one rate of growth, null vectors V. */
static hol_status fill_growth(hol_run *run, const hol_root *root, const double *V, size_t *capacity)
{
  hol_sturm_counter *counter = &run->growth_counter;
  size_t top = hol_run_growth_number(run, root->index + root->multiplicity - 1);
  for (size_t k = 0; k < root->multiplicity; k++) {
    hol_mode *mode = new_mode(run->result, capacity);
    if (!mode) {
      return HOL_MEMORY;
    }
    double lower, upper;
    hol_run_growth_bounds(run, root, root->index + root->multiplicity - 1 - k, &lower, &upper);
    mode->number = top + k;
    mode->growth = sqrt(root->lambda);
    mode->lower_growth = sqrt(lower) * (1 - run->system.error);
    mode->upper_growth = sqrt(upper) * (1 + run->system.error);
    mode->multiplicity = root->multiplicity;
    mode->is_cluster = root->is_cluster;
    mode->count_below = top - 1;
    mode->count_above = top - 1 + root->multiplicity;
    hol_solution s = solution_of(run);
    s.matrix = &counter->matrix;
    s.v = V + k * counter->matrix.n;
    HOL_TRY(hol_mode_fill(&s, -root->lambda, stored_fields(run), mode));
  }
  return HOL_OK;
}

/** Rates of growth have no derivatives: the roads that these are checked by lie above zero. */
static hol_status withhold_sensitivities(hol_run *run, size_t first)
{
  size_t count = run->sensitivities.count;
  for (size_t i = first; i < run->result->mode_count && count; i++) {
    double *slope = hol_alloc(count, sizeof *slope);
    if (!slope) {
      return HOL_MEMORY;
    }
    for (size_t p = 0; p < count; p++) {
      slope[p] = nan("");
    }
    run->result->mode[i].sensitivity = slope;
  }
  return HOL_OK;
}

/** Motions that grow, the fastest first. They are few: rank 0 makes them all. */
static hol_status growth_modes(hol_run *run, size_t *capacity)
{
  hol_status status = HOL_OK;
  for (size_t i = run->growth.count; i-- > 0 && status == HOL_OK;) {
    const hol_root *root = &run->growth.item[i];
    double *V = NULL;
    size_t first = run->result->mode_count;
    status = hol_root_vectors(&run->growth_counter, root, &V);
    if (status == HOL_OK && root->multiplicity > 1) {
      status = hol_separate_reaction_free(&run->growth_counter, &run->index, root->multiplicity, V);
    }
    status = status == HOL_OK ? fill_growth(run, root, V, capacity) : status;
    free(V);
    status = status == HOL_OK ? withhold_sensitivities(run, first) : status;
  }
  return status;
}

/** A mode of which no more is known than its number and its bounds. */
static hol_mode *new_shapeless(hol_run *run, size_t *capacity)
{
  hol_mode *mode = new_mode(run->result, capacity);
  if (!mode) {
    return NULL;
  }
  mode->modal_mass = mode->residual = nan("");
  return mode;
}

/** Motions that grow faster than can be followed: their numbers, and a rate that they exceed. */
static hol_status beyond_modes(hol_run *run, size_t *capacity)
{
  size_t beyond = run->ground.beyond;
  for (size_t i = 0; i < beyond && i < run->last; i++) {
    hol_mode *mode = new_shapeless(run, capacity);
    if (!mode) {
      return HOL_MEMORY;
    }
    mode->number = i + 1;
    mode->growth = HUGE_VAL;
    mode->lower_growth = sqrt(run->ground.floor);
    mode->upper_growth = nan("");
    mode->multiplicity = 1;
    mode->count_above = beyond;
  }
  return HOL_OK;
}

/** Motions of which rounding does not tell whether they grow: their numbers, and how slow they are. */
static hol_status neutral_modes(hol_run *run, size_t *capacity)
{
  size_t below = run->ground.growing + run->model.zero_count, neutral = run->ground.neutral;
  for (size_t i = 0; run->first <= below + neutral && below < run->last && i < neutral; i++) {
    hol_mode *mode = new_shapeless(run, capacity);
    if (!mode) {
      return HOL_MEMORY;
    }
    mode->number = below + i + 1;
    mode->is_neutral = true;
    mode->upper = mode->upper_growth = sqrt(run->ground.edge);
    mode->multiplicity = neutral;
    mode->is_cluster = neutral > 1;
    mode->count_below = below;
    mode->count_above = below + neutral;
  }
  return HOL_OK;
}

/** All modes that are not above zero. */
static hol_status modes_below(hol_run *run, size_t *capacity)
{
  HOL_TRY(beyond_modes(run, capacity));
  HOL_TRY(growth_modes(run, capacity));
  HOL_TRY(zero_modes(run, capacity));
  return neutral_modes(run, capacity);
}

static hol_status prepare_modes(hol_run *run, size_t *capacity)
{
  HOL_TRY(hol_index_build(&run->system, &run->index));
  if (run->problem->reading && run->problem->analysis.sensitivity_count) {
    HOL_TRY(hol_sensitivities_begin(&run->system, &run->sensitivities));
    run->sensitivities.proceed = hol_run_proceed;
    run->sensitivities.context = run;
  }
  return run->comm.rank == 0 ? modes_below(run, capacity) : HOL_OK;
}

/** The modes of this rank's roots from the next one on, for some time if there are others to speak to. */
static hol_status some_modes(hol_run *run, size_t *next, size_t *capacity)
{
  hol_round round = hol_round_start();
  bool is_over = false;
  hol_status status = HOL_OK;
  for (; *next < run->roots.count && status == HOL_OK && !is_over; ++*next) {
    if (run->roots.item[*next].maker == run->comm.rank) {
      status = hol_run_proceed(run) ? root_modes(run, &run->roots.item[*next], capacity) : HOL_INCOMPLETE;
      is_over = run->comm.size > 1 && hol_round_is_over(&round);
    }
  }
  run->effort.seconds += hol_processor_seconds() - round.processor;
  return status;
}

hol_status hol_run_modes(hol_run *run)
{
  size_t capacity = 0, next = 0;
  HOL_TRY(hol_run_agree(run, prepare_modes(run, &capacity)));
  HOL_TRY(hol_run_distribute(run));
  for (hol_status more = HOL_INCOMPLETE; more == HOL_INCOMPLETE;) {
    HOL_TRY(hol_run_agree(run, some_modes(run, &next, &capacity)));
    more = hol_run_agree(run, next < run->roots.count ? HOL_INCOMPLETE : HOL_OK);
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
static hol_status append_modes(hol_run *run, char *data, const size_t *sizes)
{
  hol_result *result = run->result;
  size_t capacity = result->mode_count, at = sizes[0];
  for (size_t r = 1; r < run->comm.size; at += sizes[r], r++) {
    hol_bytes bytes = hol_bytes_of(data + at, sizes[r]);
    while (bytes.left > 0) {
      hol_mode *mode = new_mode(result, &capacity);
      if (!mode) {
        return HOL_MEMORY;
      }
      *mode = (hol_mode){0};
      hol_mode_pass(mode, run->problem, &run->index, &bytes);
    }
    HOL_TRY(hol_bytes_end(&bytes));
  }
  if (result->mode_count) {
    qsort(result->mode, result->mode_count, sizeof *result->mode, by_number);
  }
  return HOL_OK;
}

hol_status hol_run_collect_modes(hol_run *run)
{
  if (run->comm.size == 1) {
    return HOL_OK;
  }
  hol_bytes own = {0};
  for (size_t i = 0; run->comm.rank > 0 && i < run->result->mode_count; i++) {
    hol_mode_pass(&run->result->mode[i], run->problem, &run->index, &own);
  }
  char *data = NULL;
  size_t *sizes = NULL;
  hol_status status = hol_run_agree(run, own.status);
  if (status == HOL_OK) {
    status = run->comm.collect(run->comm.handle, own.text.data, own.text.size, &data, &sizes);
  }
  if (status == HOL_OK && run->comm.rank == 0) {
    status = append_modes(run, data, sizes);
  }
  free(data);
  free(sizes);
  hol_bytes_clear(&own);
  return hol_run_agree(run, status);
}

/** Was MUMPS not to be had on this rank, though it was needed? */
static bool lacks_pivots(const hol_run *run)
{
  const hol_sturm_counter *counter[] = {&run->counter, &run->lower_counter, &run->growth_counter,
                                        &run->growth_lower_counter};
  bool lacks = false;
  for (size_t i = 0; i < sizeof counter / sizeof counter[0]; i++) {
    lacks |= counter[i]->decomposition.lacks_pivots;
  }
  return lacks;
}

hol_status hol_run_collect_effort(hol_run *run)
{
  hol_status loaded = run->comm.agree(run->comm.handle, lacks_pivots(run) ? HOL_FILE : HOL_OK);
  run->lacks_pivots = loaded == HOL_FILE;
  hol_effort own = {.evaluations = run->effort.evaluations,
                    .seconds = run->effort.seconds + run->farm.seconds,
                    .factors = run->effort.factors,
                    .factorising = run->effort.factorising};
  char *data = NULL;
  size_t *sizes = NULL;
  own.evaluations +=
      run->counter.evaluations + run->lower_counter.evaluations + hol_sensitivities_evaluations(&run->sensitivities);
  HOL_TRY(run->comm.collect(run->comm.handle, &own, sizeof own, &data, &sizes));
  run->result->effort = (hol_effort *)(void *)data; /* from hol_alloc(), so aligned for everything */
  run->result->rank_count = data ? run->comm.size : 0;
  free(sizes);
  return HOL_OK;
}
