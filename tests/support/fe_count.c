/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe_count.h"
#include "problem/kind.h"

/** Freedoms without any energy are dropped: told with all energies positive. */
static bool drop_idle(const fe_model *model, fe_reduction *reduction, fe_pool *pool)
{
  fe_model positive = *model;
  positive.element = fe_pool_get(pool, model->elements, sizeof *positive.element);
  for (size_t e = 0; e < model->elements; e++) {
    positive.element[e] = model->element[e];
    positive.element[e].line.tension = real_abs(model->element[e].line.tension);
  }
  return fe_reduction_drop(&positive, reduction);
}

bool fe_counter_open(const hol_problem *problem, const hol_part_grammar *const *kinds, double omega, size_t extra,
                     fe_counter *counter)
{
  fe_reduction reduction;
  *counter = (fe_counter){0};
  fe_model_build_for(problem, kinds, omega, extra, &counter->pool, &counter->model);
  counter->fault = counter->model.fault;
  if (counter->fault) {
    return false;
  }
  fe_reduction_build(&counter->model, &reduction);
  counter->is_empty = !drop_idle(&counter->model, &reduction, &counter->pool);
  counter->lone = reduction.lone;
  fe_system_build(&counter->model, &reduction, (fe_fineness){.omega = omega, .extra = extra, .at_least = 6},
                  &counter->pool, &counter->system);
  return true;
}

size_t fe_counter_below(const fe_counter *counter, real lambda)
{
  size_t count = counter->is_empty ? 0 : fe_system_count_below(&counter->system, lambda);
  return count > counter->lone && lambda > 0 ? count - counter->lone : lambda > 0 ? 0 : count;
}

void fe_counter_clear(fe_counter *counter)
{
  fe_pool_clear(&counter->pool);
  *counter = (fe_counter){0};
}
