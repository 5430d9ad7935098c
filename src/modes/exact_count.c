/* SPDX-License-Identifier: BSD-3-Clause */
/* How many frequencies the structure itself has where only upper bounds are known: a count with exact compliances. */
#include "modes/run.h"

#include <math.h>

/** The same structure with exact compliances, right up to λ. */
typedef struct witness {
  hol_model model;
  hol_system system;
  hol_sturm_counter counter;
} witness;

static hol_status build_in(witness *w, const hol_problem *problem, double reach, hol_faults *faults)
{
  HOL_TRY(hol_model_make(problem, (hol_model_request){.exact = true}, &w->model, faults));
  w->model.reach = reach;
  HOL_TRY(hol_system_build(&w->model, 0, 1, HOL_BOUND_UPPER, &w->system));
  w->counter.system = &w->system;
  return HOL_OK;
}

static hol_status ask_in(witness *w, const hol_problem *problem, size_t n, const double *lambda, size_t *count,
                         hol_faults *faults)
{
  double reach = 0;
  for (size_t i = 0; i < n; i++) {
    reach = fmax(reach, fabs(lambda[i]));
  }
  HOL_TRY(build_in(w, problem, reach, faults));
  for (size_t i = 0; i < n; i++) {
    HOL_TRY(hol_sturm_count(&w->counter, lambda[i], &count[i]));
  }
  return HOL_OK;
}

/** @param[out] all  how many there are in all; NULL: not wanted */
static hol_status ask(const hol_run *run, size_t n, const double *lambda, size_t *count, size_t *all)
{
  witness w = {.model = {.cancellation = run->model.cancellation},
               .counter = {.proceed = run->model.cancellation.proceed, .context = run->model.cancellation.context}};
  hol_faults faults = {0};
  hol_status status = ask_in(&w, run->problem, n, lambda, count, &faults);
  if (status == HOL_OK && all) {
    *all = w.system.finite_roots;
  }
  hol_sturm_counter_clear(&w.counter);
  hol_system_clear(&w.system);
  hol_model_clear(&w.model);
  hol_faults_clear(&faults);
  return status;
}

hol_status hol_run_exact_count(const hol_run *run, size_t n, const double *lambda, size_t *count)
{
  return ask(run, n, lambda, count, NULL);
}

hol_status hol_run_exact_count_all(const hol_run *run, size_t *all)
{
  return ask(run, 0, NULL, NULL, all);
}

bool hol_run_has_doubtful_reactions(const hol_run *run)
{
  bool has_matrices = false;
  for (size_t i = 0; i < run->model.member_count; i++) {
    has_matrices |= run->model.member[i].class->is_discrete;
  }
  return has_matrices && !run->model.exact && run->problem->analysis.reactions != HOL_REACTIONS_NONE;
}
