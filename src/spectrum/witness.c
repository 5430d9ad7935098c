/* How many frequencies the structure itself has where only upper bounds are known: a count with exact compliances. */
#include "spectrum/run.h"

#include <math.h>

/** The same structure with exact compliances, right up to λ. */
typedef struct witness {
  hol_problem problem; /**< a shallow copy: what it holds is the run's */
  hol_layout layout;
  hol_model model;
  hol_system system;
  hol_counter counter;
} witness;

static hol_status count_in(witness *w, double lambda, hol_faults *faults, size_t *count)
{
  w->problem.analysis.exact = true;
  HOL_TRY(hol_layout_make(&w->problem, true, &w->layout, &w->model, faults));
  w->model.reach = fabs(lambda);
  HOL_TRY(hol_system_build(&w->model, 0, 1, HOL_BOUND_UPPER, &w->system));
  w->counter.system = &w->system;
  return hol_count(&w->counter, lambda, count);
}

hol_status hol_run_witness(const hol_run *run, double lambda, size_t *count)
{
  witness w = {.problem = *run->problem,
               .model = {.patience = run->model.patience},
               .counter = {.proceed = run->model.patience.proceed, .context = run->model.patience.context}};
  hol_faults faults = {0};
  hol_status status = count_in(&w, lambda, &faults, count);
  hol_counter_clear(&w.counter);
  hol_system_clear(&w.system);
  hol_model_clear(&w.model);
  hol_layout_clear(&w.layout);
  hol_faults_clear(&faults);
  return status;
}
