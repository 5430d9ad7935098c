/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of a sweep from its finished points: axes, mode columns, frequencies, status. */
#include "sweep/assemble.h"
#include "base/memory.h"
#include "expression/dimension.h"
#include "sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t hol_plan_before(const hol_plan *plan, size_t point, size_t *axis)
{
  size_t stride = 1;
  for (size_t a = plan->axis_count; a-- > 0;) {
    if (point / stride % plan->axis[a].count > 0) {
      *axis = a;
      return point - stride;
    }
    stride *= plan->axis[a].count;
  }
  return SIZE_MAX;
}

static hol_status name_axes(const hol_problem *problem, hol_sweep *sweep)
{
  const hol_plan *plan = hol_plan_of(problem);
  sweep->axis = hol_alloc(plan->axis_count, sizeof *sweep->axis);
  if (!sweep->axis) {
    return HOL_MEMORY;
  }
  sweep->axis_count = plan->axis_count;
  for (size_t a = 0; a < plan->axis_count; a++) {
    hol_sweep_axis *axis = &sweep->axis[a];
    const hol_parameter *parameter = &problem->parameter[plan->axis[a].parameter];
    axis->name = hol_alloc_text(parameter->name, strlen(parameter->name));
    hol_dimension_unit(parameter->dimension, axis->unit);
    if (!axis->name) {
      return HOL_MEMORY;
    }
    if (!plan->is_random) {
      axis->count = plan->axis[a].count;
      axis->is_logarithmic = plan->axis[a].kind == HOL_AXIS_LOGARITHMIC;
      axis->value = hol_alloc(axis->count, sizeof *axis->value);
      if (!axis->value) {
        return HOL_MEMORY;
      }
      for (size_t i = 0; i < axis->count; i++) {
        axis->value[i] = hol_axis_value(&plan->axis[a], i);
      }
    }
  }
  return HOL_OK;
}

/** Mode numbers that occur. */
static void find_columns(const hol_sweep_point *point, hol_sweep *sweep)
{
  size_t first = SIZE_MAX, last = 0;
  for (size_t p = 0; p < sweep->points; p++) {
    const hol_outcome *o = &point[p].outcome;
    if (o->count) {
      first = o->first < first ? o->first : first;
      last = o->first + o->count - 1 > last ? o->first + o->count - 1 : last;
    }
  }
  sweep->first = first == SIZE_MAX ? 1 : first;
  sweep->columns = first == SIZE_MAX ? 0 : last + 1 - first;
}

static void fill_rows(const hol_problem *problem, const hol_sweep_point *point, hol_sweep *sweep)
{
  size_t n = sweep->columns;
  for (size_t i = 0; i < sweep->points * n; i++) {
    sweep->omega[i] = sweep->lower[i] = sweep->upper[i] = nan(""); /* growth is 0 */
  }
  for (size_t p = 0; p < sweep->points; p++) {
    const hol_outcome *o = &point[p].outcome;
    hol_plan_values(hol_plan_of(problem), p, sweep->parameter + p * sweep->axis_count);
    sweep->status[p] = o->status;
    sweep->solved += o->status == HOL_OK;
    sweep->batched += point[p].is_batched;
    bool grows = false;
    for (size_t k = 0; k < o->count && o->first + k - sweep->first < n; k++) {
      size_t at = p * n + o->first + k - sweep->first;
      sweep->omega[at] = o->omega[k];
      sweep->lower[at] = o->lower[k];
      sweep->upper[at] = o->upper[k];
      sweep->growth[at] = o->growth[k];
      grows = grows || o->growth[k] > 0;
    }
    sweep->unstable += grows;
  }
}

static hol_status fill_outputs(const hol_plan *plan, const hol_sweep_point *point, const char (*unit)[48],
                               hol_sweep *sweep)
{
  size_t n = plan->outputs;
  sweep->output = hol_alloc(n, sizeof *sweep->output);
  sweep->output_value = hol_alloc(sweep->points * n, sizeof *sweep->output_value);
  if (!sweep->output || !sweep->output_value) {
    return HOL_MEMORY;
  }
  for (size_t o = 0; o < n; o++) {
    hol_sweep_output *output = &sweep->output[sweep->outputs++];
    output->name = hol_alloc_text(plan->output[o].name, strlen(plan->output[o].name));
    output->path = hol_alloc_text(plan->output[o].path, strlen(plan->output[o].path));
    memcpy(output->unit, unit[o][0] ? unit[o] : "1", unit[o][0] ? sizeof output->unit : 2);
    if (!output->name || !output->path) {
      return HOL_MEMORY;
    }
  }
  for (size_t p = 0; p < sweep->points; p++) {
    for (size_t o = 0; o < n; o++) {
      sweep->output_value[p * n + o] = point[p].outputs == n ? point[p].output[o] : (double)NAN;
    }
  }
  return HOL_OK;
}

hol_status hol_sweep_assemble(const hol_problem *problem, const hol_sweep_point *point, const char (*unit)[48],
                              hol_sweep *sweep)
{
  const hol_plan *plan = hol_plan_of(problem);
  sweep->points = plan->points;
  sweep->is_random = plan->is_random;
  sweep->seed = plan->seed;
  find_columns(point, sweep);
  HOL_TRY(name_axes(problem, sweep));
  size_t cells = sweep->points * sweep->columns;
  sweep->parameter = hol_alloc(sweep->points * sweep->axis_count, sizeof *sweep->parameter);
  sweep->status = hol_alloc(sweep->points, sizeof *sweep->status);
  sweep->omega = hol_alloc(cells, sizeof *sweep->omega);
  sweep->lower = hol_alloc(cells, sizeof *sweep->lower);
  sweep->upper = hol_alloc(cells, sizeof *sweep->upper);
  sweep->growth = hol_alloc(cells, sizeof *sweep->growth);
  if (!sweep->parameter || !sweep->status || !sweep->omega || !sweep->lower || !sweep->upper || !sweep->growth) {
    return HOL_MEMORY;
  }
  fill_rows(problem, point, sweep);
  return plan->outputs ? fill_outputs(plan, point, unit, sweep) : HOL_OK;
}

void hol_sweep_state_clear(hol_sweep_state *state)
{
  hol_result_clear(&state->result);
  hol_problem_clear(&state->problem);
  free(state->value);
  *state = (hol_sweep_state){0};
}

static void clear_windows(hol_sweep *sweep)
{
  for (size_t l = 0; l < sweep->loupes; l++) {
    free(sweep->loupe[l].value);
    free(sweep->loupe[l].omega);
    free(sweep->loupe[l].branch);
  }
  for (size_t i = 0; i < sweep->states; i++) {
    hol_sweep_state_clear(&sweep->state[i]);
  }
  free(sweep->loupe);
  free(sweep->state);
}

void hol_sweep_clear(hol_sweep *sweep)
{
  clear_windows(sweep);
  for (size_t a = 0; a < sweep->axis_count; a++) {
    free(sweep->axis[a].name);
    free(sweep->axis[a].value);
  }
  for (size_t o = 0; o < sweep->outputs; o++) {
    free(sweep->output[o].name);
    free(sweep->output[o].path);
  }
  free(sweep->output);
  free(sweep->output_value);
  free(sweep->output_statistics);
  free(sweep->compliance);
  free(sweep->axis);
  free(sweep->parameter);
  free(sweep->status);
  free(sweep->omega);
  free(sweep->lower);
  free(sweep->upper);
  free(sweep->growth);
  free(sweep->branch);
  free(sweep->event);
  free(sweep->statistics);
  *sweep = (hol_sweep){0};
}
