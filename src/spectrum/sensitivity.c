#include "spectrum/sensitivity.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Places of the stencil in steps, and the weights of the fourth-order first derivative. */
static const double place[HOL_STENCIL] = {-2, -1, 1, 2};
static const double weight[HOL_STENCIL] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};

/** Relative step: truncation (kl·step)⁴ and rounding ε/step both stay near 1e-11. */
static const double relative_step = 3e-5;

static void moved_clear(hol_moved *moved)
{
  hol_system_clear(&moved->system);
  hol_model_clear(&moved->model);
  hol_problem_clear(&moved->problem);
}

void hol_sensitivities_clear(hol_sensitivities *s)
{
  for (size_t i = 0; s->by && i < s->count; i++) {
    for (size_t k = 0; k < HOL_STENCIL; k++) {
      moved_clear(&s->by[i].at[k]);
    }
  }
  free(s->by);
  hol_matrix_clear(&s->matrix);
  *s = (hol_sensitivities){0};
}

static hol_status build_moved(const hol_system *system, hol_moved *moved)
{
  hol_diagnostics faults = {0};
  hol_status status = hol_model_build_like(&moved->problem, system->model, &moved->model, &faults);
  hol_diagnostics_clear(&faults);
  HOL_TRY(status);
  HOL_TRY(hol_system_build(&moved->model, system->modes, system->order, system->bound, &moved->system));
  return moved->system.fixed == system->fixed ? HOL_OK : HOL_NUMERICAL;
}

hol_status hol_sensitivities_build(const hol_system *system, const hol_problem_source *source, hol_sensitivities *out)
{
  const hol_problem *problem = system->model->problem;
  *out = (hol_sensitivities){.by = hol_alloc(problem->analysis.sensitivity_count, sizeof *out->by)};
  if (!out->by) {
    return HOL_MEMORY;
  }
  out->count = problem->analysis.sensitivity_count;
  for (size_t i = 0; i < out->count; i++) {
    const hol_parameter *parameter = &problem->parameter[problem->analysis.sensitivity[i]];
    struct hol_by *by = &out->by[i];
    by->step = relative_step * (parameter->value != 0 ? fabs(parameter->value) : 1.0);
    by->known = true;
    for (size_t k = 0; k < HOL_STENCIL && by->known; k++) {
      double value = parameter->value + place[k] * by->step;
      const char *name = parameter->name;
      hol_status status = hol_problem_reread(source, 1, &name, &value, &by->at[k].problem);
      status = status == HOL_OK ? build_moved(system, &by->at[k]) : status;
      if (status == HOL_MEMORY) {
        return status;
      }
      by->known = status == HOL_OK;
    }
  }
  return HOL_OK;
}

/** G += factor · VᵀSV, lower triangle. */
static void add_products(const hol_matrix *matrix, size_t k, const double *V, double factor, double *y, double *G)
{
  for (size_t j = 0; j < k; j++) {
    hol_matrix_apply(matrix, false, false, V + j * matrix->n, y);
    for (size_t i = j; i < k; i++) {
      for (size_t l = 0; l < matrix->n; l++) {
        G[i + j * k] += factor * V[l + i * matrix->n] * y[l];
      }
    }
  }
}

/** dλ/dθ of the k branches into slope, NAN if the forms of S differ between the places of the stencil. */
static hol_status differentiate(hol_sensitivities *s, const struct hol_by *by, const hol_matrix *matrix, double lambda,
                                size_t k, const double *V, double *G, double *y, double *slope)
{
  bool known = by->known;
  memset(G, 0, k * k * sizeof *G);
  for (size_t p = 0; p < HOL_STENCIL && known; p++) {
    HOL_TRY(hol_system_matrix_as(&by->at[p].system, lambda, matrix->as, false, &s->matrix));
    known = s->matrix.n == matrix->n && s->matrix.form == matrix->form;
    if (known) {
      add_products(&s->matrix, k, V, weight[p] / by->step, y, G);
    }
  }
  if (known) {
    return hol_dense_eigen(k, G, slope);
  }
  for (size_t i = 0; i < k; i++) {
    slope[i] = nan("");
  }
  return HOL_OK;
}

hol_status hol_sensitivities_of(hol_sensitivities *s, const hol_matrix *matrix, const hol_root *root, const double *V,
                                hol_mode *mode)
{
  size_t k = root->multiplicity;
  double *G = hol_alloc(k * k, sizeof *G), *y = hol_alloc(matrix->n, sizeof *y), *slope = hol_alloc(k, sizeof *slope);
  hol_status status = G && y && slope ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < k && status == HOL_OK; i++) {
    mode[i].sensitivity = hol_alloc(s->count, sizeof *mode[i].sensitivity);
    status = mode[i].sensitivity ? HOL_OK : HOL_MEMORY;
  }
  for (size_t p = 0; p < s->count && status == HOL_OK; p++) {
    status = differentiate(s, &s->by[p], matrix, root->lambda, k, V, G, y, slope);
    for (size_t i = 0; i < k && status == HOL_OK; i++) {
      mode[i].sensitivity[p] = slope[i] / (2 * sqrt(root->lambda));
    }
  }
  free(G);
  free(y);
  free(slope);
  return status;
}
