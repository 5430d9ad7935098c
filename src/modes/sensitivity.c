/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of frequencies by parameters: from ∂S/∂θ, and from roots of moved problems as a check. */
#include "modes/sensitivity.h"
#include "base/memory.h"
#include "base/near.h"
#include "base/vector.h"
#include "modes/alignment.h"
#include "modes/perturbed.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Relative step: truncation (kl·step)⁴ and rounding ε/step both stay near 1e-11. What each shorter one is of the one
 *  before. */
static const double relative_step = 3e-5, shorter = 0.1;

/** Both roads agree to this, relative to the derivative or to λ/θ: the second is of second order. Rounding may not
 *  leave more than `largest_noise` of them. */
static const double agreement = 1e-7, largest_noise = 1e-6;

/** Moved roots stay within this of λ. */
static const double vicinity = 1e-3;

/** Component modes that differ by less in ω² are kept as unknowns together. */
static const double cluster_gap = 1e-3;

/** Everything about one root. */
typedef struct study {
  hol_sensitivities *s;
  hol_tracked_root followed;
  const hol_root *root;
  size_t k;       /**< its multiplicity */
  hol_kept *kept; /**< [kept_count] component modes as unknowns, clusters whole */
  size_t kept_count;
  hol_pattern pattern;
  size_t n;            /**< unknowns with these */
  double *V, *moved;   /**< [n * k] null vectors, and the same in a moved basis */
  double *G, *half[2]; /**< [k²] difference, and mean of both sides at the short and the long step */
  double *y;           /**< [n] */
} study;

/** What one step gives for one parameter. */
typedef struct finding {
  double *energies, *resolved,
      *other;     /**< [k] dλ/dθ, rising: by the first road; by the second, with the step and half of it */
  double noise;   /**< of the second */
  double bend[2]; /**< how much the mean of both sides differs from the middle, over the step; and half of it */
  double jump;    /**< by how much the derivative changes at θ itself */
} finding;

void hol_sensitivities_clear(hol_sensitivities *s)
{
  for (size_t i = 0; s->by && i < s->count; i++) {
    for (size_t l = 0; l < HOL_STEPS; l++) {
      hol_stencil_clear(&s->by[i].stencil[l]);
    }
    hol_problem_clear(&s->by[i].here);
  }
  free(s->by);
  hol_sturm_counter_clear(&s->counter);
  hol_matrix_clear(&s->matrix);
  *s = (hol_sensitivities){0};
}

/** What is much or little for a parameter: its value, or where that is 0 a number of its dimension made of the size,
 *  the mass and the frequencies of the structure. */
static double range_of(const hol_system *system, const hol_parameter *parameter)
{
  if (parameter->value != 0) {
    return fabs(parameter->value);
  }
  double mass, centre[3], inertia[6];
  hol_model_mass_properties(system->model, &mass, centre, inertia);
  double range = pow(system->model->extent, parameter->dimension.length) * pow(mass, parameter->dimension.mass) *
                 pow(hol_typical_lambda(system), -0.5 * parameter->dimension.time);
  return isfinite(range) && range > 0 ? range : 1.0;
}

hol_status hol_sensitivities_begin(const hol_system *system, hol_sensitivities *out)
{
  const hol_problem *problem = system->model->problem;
  size_t count = problem->analysis.sensitivity_count;
  *out = (hol_sensitivities){.by = hol_alloc(count, sizeof *out->by), .system = system};
  if (!out->by) {
    return HOL_MEMORY;
  }
  out->count = count;
  for (size_t i = 0; i < count; i++) {
    const hol_parameter *parameter = &problem->parameter[problem->analysis.sensitivity[i]];
    out->by[i].parameter = parameter;
    out->by[i].range = range_of(system, parameter);
  }
  return HOL_OK;
}

size_t hol_sensitivities_evaluations(const hol_sensitivities *s)
{
  size_t sum = s->counter.evaluations;
  for (size_t i = 0; i < s->count * HOL_STEPS * HOL_STENCIL; i++) {
    sum += s->by[i / (HOL_STEPS * HOL_STENCIL)]
               .stencil[i / HOL_STENCIL % HOL_STEPS]
               .at[i % HOL_STENCIL]
               .counter.evaluations;
  }
  return sum;
}

const char *hol_sensitivities_reason(const hol_sensitivities *s, size_t parameter)
{
  const hol_stencil *last = &s->by[parameter].stencil[HOL_STEPS - 1];
  return last->step > 0 && !last->is_known ? "the parameter cannot be moved"
                                           : "frequencies solved again beside it do not confirm it";
}

/* ---- the first road ---- */

/** Modes of one part: those kept already, and with them all that are in one cluster with them. kept: room for all */
static size_t list_part(const hol_system *system, const hol_matrix *matrix, size_t modal, hol_kept *kept)
{
  const hol_modal *m = &system->modal[modal];
  size_t count = 0;
  for (size_t first = 0, end; first < m->modes; first = end) {
    bool is_kept = false;
    for (end = first;
         end < m->modes && (end == first || end < m->rigid ||
                            (first >= m->rigid && hol_is_near(m->omega2[end - 1], m->omega2[end], cluster_gap)));
         end++) {
      is_kept = is_kept || hol_kept_find(matrix->kept, matrix->kept_count, modal, end);
    }
    for (size_t i = first; i < end && is_kept; i++) {
      kept[count++] = (hol_kept){modal, i};
    }
  }
  return count;
}

static hol_status list_kept(study *t, const hol_matrix *matrix)
{
  const hol_system *system = t->s->system;
  size_t room = 0;
  for (size_t i = 0; i < system->modal_count; i++) {
    room += system->modal[i].modes;
  }
  t->kept = hol_alloc(room, sizeof *t->kept);
  for (size_t i = 0; t->kept && i < system->modal_count; i++) {
    t->kept_count += list_part(system, matrix, i, t->kept + t->kept_count);
  }
  t->n = system->fixed + t->kept_count;
  t->pattern = (hol_pattern){t->kept, t->kept_count, system, matrix};
  return t->kept ? HOL_OK : HOL_MEMORY;
}

/** Null vectors with all modes of the list as unknowns. */
static void extend(study *t, const hol_matrix *matrix, const double *V)
{
  size_t fixed = t->s->system->fixed;
  for (size_t j = 0; j < t->k; j++) {
    const double *v = V + j * matrix->n;
    memcpy(t->V + j * t->n, v, fixed * sizeof *v);
    for (size_t i = 0; i < t->kept_count; i++) {
      t->V[j * t->n + fixed + i] = hol_modal_amplitude(t->s->system, matrix, t->kept[i].modal, t->kept[i].mode, v);
    }
  }
}

/** The null vectors in the component modes of a moved problem. */
static hol_status align(study *t, const hol_system *moved)
{
  const hol_system *system = t->s->system;
  memcpy(t->moved, t->V, t->n * t->k * sizeof *t->V);
  for (size_t first = 0, end; first < t->kept_count; first = end) {
    const hol_kept *kept = t->kept + first;
    bool is_rigid = kept->mode < system->modal[kept->modal].rigid;
    for (end = first; end < t->kept_count && t->kept[end].modal == kept->modal &&
                      (t->kept[end].mode < system->modal[kept->modal].rigid) == is_rigid;
         end++) {
    }
    for (size_t j = 0; j < t->k; j++) {
      HOL_TRY(hol_align(system, moved, kept, end - first, t->moved + j * t->n + system->fixed + first));
    }
  }
  return HOL_OK;
}

/** G += factor · VᵀSV, lower triangle; V fits the matrix. */
static void add_products(const hol_matrix *matrix, size_t k, const double *V, double factor, double *y, double *G)
{
  for (size_t j = 0; j < k; j++) {
    hol_matrix_apply(matrix, false, false, V + j * matrix->n, y);
    for (size_t i = j; i < k; i++) {
      G[i + j * k] += factor * hol_dot(matrix->n, V + i * matrix->n, y);
    }
  }
}

static double trace(size_t k, const double *G)
{
  double sum = 0;
  for (size_t i = 0; i < k; i++) {
    sum += G[i * (k + 1)];
  }
  return sum / (double)k;
}

/** Fourth-order first derivative, and the jump of the derivative at θ itself. The mean of both sides differs from the
 *  middle by a multiple of h² where all is smooth, of h where it is not: twice this over h at one step less the same at
 *  two steps leaves the jump alone. */
static hol_status by_energies_in(study *t, hol_stencil *stencil, finding *f)
{
  static const double both[HOL_STENCIL] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12},
                      one[HOL_STENCIL] = {4, -3, 4.0 / 3, -1.0 / 4};
  size_t square = t->k * t->k;
  memset(t->G, 0, 3 * square * sizeof *t->G);
  HOL_TRY(hol_system_matrix_like(t->s->system, t->root->lambda, &t->pattern, &t->s->matrix));
  add_products(&t->s->matrix, t->k, t->V, stencil->side ? -25.0 / 12 * stencil->side / stencil->step : 0, t->y, t->G);
  for (int i = 0; i < 2; i++) {
    add_products(&t->s->matrix, t->k, t->V, -1, t->y, t->half[i]);
  }
  for (size_t p = 0; p < HOL_STENCIL; p++) {
    HOL_TRY(hol_system_matrix_like(&stencil->at[p].system, t->root->lambda, &t->pattern, &t->s->matrix));
    HOL_TRY(align(t, &stencil->at[p].system));
    double weight = stencil->side ? (double)stencil->side * one[p] : both[p];
    add_products(&t->s->matrix, t->k, t->moved, weight / stencil->step, t->y, t->G);
    add_products(&t->s->matrix, t->k, t->moved, 0.5, t->y, t->half[p == 0 || p == 3]);
  }
  f->jump = stencil->side ? 0 : (2 * trace(t->k, t->half[0]) - 0.5 * trace(t->k, t->half[1])) / stencil->step;
  return hol_dense_eigen(t->k, t->G, f->energies);
}

/** @return HOL_NUMERICAL where S of the moved problems cannot be compared */
static hol_status by_energies(study *t, hol_stencil *stencil, finding *f)
{
  return stencil->is_like ? by_energies_in(t, stencil, f) : HOL_NUMERICAL;
}

/* ---- the second road ---- */

/** Derivatives from roots where the parameter is moved by two of the stencil's steps, or by one.
 *  @param[in]  expected  [k] rising
 *  @param[out] slope     [k] */
static hol_status by_roots(study *t, hol_stencil *stencil, bool far, const double *expected, double *slope, finding *f)
{
  size_t a = stencil->side ? (far ? 1 : 0) : (far ? 0 : 1), b = stencil->side ? (far ? 3 : 1) : (far ? 3 : 2);
  double rounding[2], x = hol_stencil_shift(stencil, a), z = hol_stencil_shift(stencil, b);
  double *lambda = hol_alloc(2 * t->k, sizeof *lambda);
  hol_status status =
      lambda ? hol_perturbed_roots(&stencil->at[a], &t->followed, x, expected, lambda, &rounding[0]) : HOL_MEMORY;
  status = status == HOL_OK
               ? hol_perturbed_roots(&stencil->at[b], &t->followed, z, expected, lambda + t->k, &rounding[1])
               : status;
  f->bend[!far] = 0;
  for (size_t i = 0; i < t->k && status == HOL_OK; i++) {
    f->bend[!far] +=
        stencil->side ? 0 : (lambda[i] + lambda[t->k + i] - 2 * t->root->lambda) / (2 * fabs(x) * (double)t->k);
    double near = (lambda[i] - t->root->lambda) / x, wide = (lambda[t->k + i] - t->root->lambda) / z;
    slope[i] = (z * near - x * wide) / (z - x); /* of the parabola through both and the root itself */
  }
  if (status == HOL_OK) {
    f->noise = fmax(f->noise, 2 * (rounding[0] + rounding[1]) / fabs(x));
  }
  free(lambda);
  return status;
}

/* ---- both ---- */

/** Do two lists of derivatives agree, but for rounding? */
static bool agree_but_rounding(const study *t, const struct hol_by *by, const double *a, const double *b, double noise)
{
  double unit = t->root->lambda / by->range;
  bool same = true;
  for (size_t i = 0; i < t->k && same; i++) {
    double size = fabs(a[i]) + unit;
    same = noise <= largest_noise * size && fabs(a[i] - b[i]) <= agreement * size + noise;
  }
  return same;
}

/** Of what goes wrong with moved problems only this ends the run; all else is a derivative that does not stand. */
static hol_status only_fatal(hol_status status)
{
  return status == HOL_OK || status == HOL_MEMORY || status == HOL_INCOMPLETE ? status : HOL_NUMERICAL;
}

/** Is the derivative the same to both sides of θ? */
static bool is_smooth(const study *t, const struct hol_by *by, const finding *f)
{
  double mean = 0;
  for (size_t i = 0; i < t->k; i++) {
    mean += f->energies[i] / (double)t->k;
  }
  return fabs(f->jump) <= agreement * (fabs(mean) + t->root->lambda / by->range) + 4 * f->noise;
}

/** The second road alone, with steps of two sizes. */
static hol_status step_without_energies(study *t, const struct hol_by *by, hol_stencil *stencil, finding *f)
{
  HOL_TRY(hol_perturbed_slopes(&stencil->at[1], &t->followed, hol_stencil_shift(stencil, 1), f->energies));
  HOL_TRY(by_roots(t, stencil, false, f->energies, f->other, f));
  HOL_TRY(by_roots(t, stencil, true, f->other, f->resolved, f));
  for (size_t i = 0; i < t->k; i++) {
    f->energies[i] = (4 * f->other[i] - f->resolved[i]) / 3;
  }
  f->jump = 2 * f->bend[1] - f->bend[0];
  return is_smooth(t, by, f) && agree_but_rounding(t, by, f->other, f->resolved, f->noise) ? HOL_OK : HOL_NUMERICAL;
}

static hol_status step_in(study *t, const struct hol_by *by, hol_stencil *stencil, finding *f)
{
  if (!stencil->is_known) {
    return HOL_NUMERICAL;
  }
  f->noise = f->jump = 0;
  hol_status first = by_energies(t, stencil, f);
  if (first != HOL_OK) {
    HOL_TRY(only_fatal(first) == HOL_NUMERICAL ? HOL_OK : first);
    return step_without_energies(t, by, stencil, f);
  }
  HOL_TRY(by_roots(t, stencil, true, f->energies, f->resolved, f));
  return is_smooth(t, by, f) && agree_but_rounding(t, by, f->energies, f->resolved, f->noise) ? HOL_OK : HOL_NUMERICAL;
}

/** One step. @return HOL_NUMERICAL where the derivative does not stand */
static hol_status try_step(study *t, const struct hol_by *by, hol_stencil *stencil, finding *f)
{
  return only_fatal(step_in(t, by, stencil, f));
}

/** dλ/dθ of the branches into slope, NAN where it is withheld. @param[in] by  NULL: it is withheld */
static hol_status differentiate_branches(study *t, struct hol_by *by, double *slope)
{
  double *work = hol_alloc(2 * t->k, sizeof *work);
  finding f = {slope, work, work ? work + t->k : NULL, 0, {0, 0}, 0};
  hol_status status = work ? HOL_NUMERICAL : HOL_MEMORY;
  for (size_t l = 0; l < HOL_STEPS && by && status == HOL_NUMERICAL; l++) {
    status = hol_stencil_build(t->s, by, relative_step * by->range * pow(shorter, (double)l), &by->stencil[l]);
    status = status == HOL_OK ? try_step(t, by, &by->stencil[l], &f) : status;
  }
  for (size_t i = 0; i < t->k && status == HOL_NUMERICAL; i++) {
    slope[i] = nan("");
  }
  free(work);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

/** What there is around the root: moved roots are compared with it. */
static hol_status count_around(study *t)
{
  hol_sturm_counter *counter = &t->s->counter;
  *counter = (hol_sturm_counter){.system = t->s->system,
                                 .matrix = counter->matrix,
                                 .decomposition = counter->decomposition,
                                 .evaluations = counter->evaluations,
                                 .proceed = t->s->proceed,
                                 .context = t->s->context};
  t->followed.root = t->root;
  t->followed.around = vicinity * t->root->lambda;
  HOL_TRY(hol_sturm_count(counter, t->root->lambda - t->followed.around, &t->followed.below));
  hol_status status = hol_sturm_count(counter, t->root->lambda + t->followed.around, &t->followed.above);
  hol_sturm_counter_release(counter);
  return status;
}

static hol_status study_in(study *t, const hol_matrix *matrix, const double *V, double *slope, hol_mode *mode)
{
  hol_sensitivities *s = t->s;
  extend(t, matrix, V);
  hol_status around = only_fatal(count_around(t));
  HOL_TRY(around == HOL_NUMERICAL ? HOL_OK : around);
  for (size_t p = 0; p < s->count; p++) {
    HOL_TRY(differentiate_branches(t, around == HOL_OK ? &s->by[p] : NULL, slope));
    for (size_t i = 0; i < t->k; i++) {
      mode[i].sensitivity[p] = slope[i] / (2 * sqrt(t->root->lambda));
    }
  }
  return HOL_OK;
}

hol_status hol_sensitivities_of(hol_sensitivities *s, const hol_matrix *matrix, const hol_root *root, const double *V,
                                hol_mode *mode)
{
  size_t k = root->multiplicity;
  study t = {.s = s, .root = root, .k = k};
  hol_status status = list_kept(&t, matrix);
  t.V = hol_alloc(t.n * k, sizeof *t.V);
  t.moved = hol_alloc(t.n * k, sizeof *t.moved);
  t.G = hol_alloc(3 * k * k, sizeof *t.G);
  t.y = hol_alloc(t.n, sizeof *t.y);
  double *slope = hol_alloc(k, sizeof *slope);
  bool ok = t.V && t.moved && t.G && t.y && slope;
  for (size_t i = 0; i < k && ok; i++) {
    mode[i].sensitivity = hol_alloc(s->count, sizeof *mode[i].sensitivity);
    ok = mode[i].sensitivity != NULL;
  }
  if (status == HOL_OK && ok) {
    t.half[0] = t.G + k * k;
    t.half[1] = t.G + 2 * k * k;
    status = study_in(&t, matrix, V, slope, mode);
  }
  free(t.kept);
  free(t.V);
  free(t.moved);
  free(t.G);
  free(t.y);
  free(slope);
  return ok || status != HOL_OK ? status : HOL_MEMORY;
}
