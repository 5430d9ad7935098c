/* SPDX-License-Identifier: BSD-3-Clause */
/* Models with one parameter moved by the steps of a finite difference, and the branches of a root in them. */
#include "modes/perturbed.h"
#include "problem/origin.h"
#include "base/memory.h"
#include "spectrum/vectors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Branches that are expected closer to each other than this, relative to λ, are looked for together. */
static const double together = 1e-7;

/** The linearised pencil is good for roots this close, relative to λ; farther ones are looked for once more from
 *  there. */
static const double linear = 1e-7;
enum { PASSES = 4 };

static void moved_clear(hol_perturbed *moved)
{
  hol_sturm_counter_clear(&moved->counter);
  hol_system_clear(&moved->system);
  hol_model_clear(&moved->model);
  hol_prestressed_clear(&moved->prestressed);
  hol_problem_clear(&moved->problem);
}

void hol_stencil_clear(hol_stencil *stencil)
{
  for (size_t k = 0; k < HOL_STENCIL; k++) {
    moved_clear(&stencil->at[k]);
  }
  *stencil = (hol_stencil){0};
}

double hol_stencil_shift(const hol_stencil *stencil, size_t k)
{
  static const double both[HOL_STENCIL] = {-2, -1, 1, 2}, one[HOL_STENCIL] = {1, 2, 3, 4};
  return stencil->step * (stencil->side ? (double)stencil->side * one[k] : both[k]);
}

/* ---- building ---- */

/** Are the unknowns the same, one by one? */
static bool has_same_unknowns(const hol_system *a, const hol_system *b)
{
  bool same = a->fixed == b->fixed && a->modal_count == b->modal_count && a->segment_count == b->segment_count &&
              a->idle_count == b->idle_count && a->spring_unknown == b->spring_unknown &&
              a->coordinates == b->coordinates;
  for (size_t i = 0; same && i < a->idle_count; i++) {
    same = a->idle[i] == b->idle[i];
  }
  for (size_t i = 0; same && i < a->model->spring_count; i++) {
    same = a->parallel[i].first == b->parallel[i].first;
  }
  for (size_t i = 0; same && i < a->modal_count; i++) {
    const hol_modal *x = &a->modal[i], *y = &b->modal[i];
    same = x->ports == y->ports && x->reactions == y->reactions && x->rigid == y->rigid &&
           x->first_unknown == y->first_unknown &&
           memcmp(x->port, y->port, (x->ports - x->reactions) * sizeof *x->port) == 0;
  }
  return same;
}

/** A problem in the coordinates of the one that is moved, or in its own. */
static hol_status build_system(const hol_system *system, const hol_problem *problem, bool like, hol_perturbed *moved)
{
  hol_faults faults = {0};
  const hol_model *model = system->model;
  moved->model.cancellation = model->cancellation;
  hol_status status =
      like ? hol_model_fill(model->layout, problem, &moved->model)
           : hol_model_make(problem, (hol_model_request){.exact = model->exact, .reactions = model->reactions},
                            &moved->model, &faults);
  hol_faults_clear(&faults);
  HOL_TRY(status);
  moved->model.reach = system->model->reach;
  return hol_system_build_near(system, &moved->model, &moved->system);
}

static hol_status read_moved(const hol_sensitivities *s, const struct hol_by *by, double value, hol_problem *problem)
{
  const hol_setting setting = {by->parameter->name, value};
  hol_faults faults = {0};
  hol_status status = hol_problem_with(s->system->model->problem, &setting, 1, problem, &faults);
  hol_faults_clear(&faults);
  if (status != HOL_OK) {
    hol_problem_clear(problem);
  }
  return status;
}

/** The problem at another value with the axial forces that it has at rest there. @param[out] problem  borrowed */
static hol_status stress_moved(const hol_sensitivities *s, hol_perturbed *moved, const hol_problem **problem)
{
  hol_faults faults = {0};
  hol_status status =
      hol_prestress_by_loads(&moved->problem, s->system->model->cancellation, &moved->prestressed, &faults);
  hol_faults_clear(&faults);
  *problem = &moved->prestressed.problem;
  return status;
}

/** Does a model have all its numbers from the problem once it is filled? What varies along a member is evaluated where
 *  it is needed. */
static bool can_move_on(const hol_problem *problem)
{
  bool can = true;
  for (size_t i = 0; i < problem->part_count && can; i++) {
    can = problem->part[i].piece_count == 0;
  }
  return can;
}

/** The problem at another value, to fill a model: that of all models by this parameter, moved, or one read for this
 *  model alone.
 *  @param[out] problem  borrowed */
static hol_status move_to(const hol_sensitivities *s, struct hol_by *by, double value, hol_perturbed *moved,
                          const hol_problem **problem)
{
  if (s->system->model->problem->analysis.prestress) {
    HOL_TRY(read_moved(s, by, value, &moved->problem));
    return stress_moved(s, moved, problem);
  }
  bool is_read = by->here.part_count > 0;
  HOL_TRY(is_read ? HOL_OK : read_moved(s, by, value, &by->here));
  *problem = &by->here;
  if (can_move_on(&by->here) && (!is_read || hol_problem_at(&by->here, &value))) {
    return HOL_OK;
  }
  *problem = &moved->problem;
  return read_moved(s, by, value, &moved->problem);
}

static hol_status build_moved(hol_sensitivities *s, struct hol_by *by, double value, bool *is_like,
                              hol_perturbed *moved)
{
  const hol_problem *problem;
  HOL_TRY(move_to(s, by, value, moved, &problem));
  hol_status status = build_system(s->system, problem, true, moved);
  if (status != HOL_OK || !has_same_unknowns(s->system, &moved->system)) {
    HOL_TRY(status == HOL_MEMORY ? status : HOL_OK);
    *is_like = false;
    hol_system_clear(&moved->system);
    hol_model_clear(&moved->model);
    HOL_TRY(build_system(s->system, problem, false, moved));
  }
  moved->counter = (hol_sturm_counter){.system = &moved->system, .proceed = s->proceed, .context = s->context};
  return HOL_OK;
}

static hol_status build_side(hol_sensitivities *s, struct hol_by *by, hol_stencil *stencil)
{
  stencil->is_known = stencil->is_like = true;
  for (size_t k = 0; k < HOL_STENCIL && stencil->is_known; k++) {
    double value = by->parameter->value + hol_stencil_shift(stencil, k);
    hol_status status = build_moved(s, by, value, &stencil->is_like, &stencil->at[k]);
    HOL_TRY(status == HOL_MEMORY ? status : HOL_OK);
    stencil->is_known = status == HOL_OK;
  }
  return HOL_OK;
}

hol_status hol_stencil_build(hol_sensitivities *s, struct hol_by *by, double step, hol_stencil *stencil)
{
  static const int side[] = {0, 1, -1};
  if (stencil->step > 0) {
    return HOL_OK;
  }
  for (size_t i = 0; i < sizeof side / sizeof *side && !stencil->is_known; i++) {
    hol_stencil_clear(stencil);
    stencil->step = step;
    stencil->side = side[i];
    HOL_TRY(build_side(s, by, stencil));
  }
  return HOL_OK;
}

/* ---- roots ---- */

/** The branches number first..first+k−1 of a root. */
typedef struct group {
  size_t first, k;
  double at; /**< λ where they are expected */
} group;

/** Is the count at λ what it must be with `done` branches and those of the group with theta < 0 below? Those within
 *  rounding of λ may be on either side, and so may other roots close by. */
static bool count_agrees(const hol_tracked_root *f, size_t done, size_t k, const double *theta, double tiny,
                         size_t count)
{
  size_t least = f->below + done, most = f->above - f->root->multiplicity + done;
  for (size_t i = 0; i < k; i++) {
    least += theta[i] < -tiny;
    most += theta[i] <= tiny;
  }
  return count >= least && count <= most;
}

/** Roots of a group from S at one λ: λ + theta. Z: [n k + 2n] */
static hol_status solve_group(hol_sturm_counter *counter, const group *g, double *Z, double *theta, double *noise)
{
  size_t n = counter->matrix.n;
  hol_resolution resolution;
  HOL_TRY(hol_ritz(counter, g->k, 3, Z, theta, &resolution));
  *noise = fmax(*noise, resolution.root);
  for (size_t j = 0; j < g->k; j++) { /* a vector far from a null vector says nothing */
    double residual = hol_residual_weight(&counter->matrix, Z + j * n, theta[j], Z + g->k * n);
    if (!(residual <= fmax(1e-6 * fabs(counter->matrix.lambda), 100 * resolution.root))) {
      return HOL_NUMERICAL;
    }
  }
  return HOL_OK;
}

/** Estimate the roots of a group from where they are expected, and expect them at the estimates from now on.
 *  @param[in]  done    branches below the group
 *  @param[out] is_far  they are too far from there for the linearised pencil; otherwise the count has been compared */
static hol_status estimate_group(hol_sturm_counter *counter, const hol_tracked_root *f, size_t done, group *g,
                                 double *lambda, double *noise, bool *is_far)
{
  size_t count, k = g->k;
  HOL_TRY(hol_sturm_count_with_slope(counter, g->at, &count));
  double *Z = hol_alloc(counter->matrix.n * (k + 2), sizeof *Z), at = g->at;
  hol_status status = Z ? solve_group(counter, g, Z, lambda, noise) : HOL_MEMORY;
  free(Z);
  HOL_TRY(status);
  double tiny = 4 * (*noise + DBL_EPSILON * at);
  *is_far = fmax(fabs(lambda[0]), fabs(lambda[k - 1])) > fmax(linear * at, 2 * tiny);
  if (!*is_far && !count_agrees(f, done, k, lambda, tiny, count)) {
    return HOL_NUMERICAL;
  }
  g->at += 0.5 * (lambda[0] + lambda[k - 1]);
  for (size_t j = 0; j < k; j++) {
    lambda[j] += at;
  }
  return fabs(g->at - f->root->lambda) <= f->around ? HOL_OK : HOL_NUMERICAL;
}

static hol_status find_group(hol_sturm_counter *counter, const hol_tracked_root *f, size_t done, group *g,
                             double *lambda, double *noise)
{
  bool is_far = true;
  for (int pass = 0; pass < PASSES && is_far; pass++) {
    HOL_TRY(estimate_group(counter, f, done, g, lambda, noise, &is_far));
  }
  return is_far ? HOL_NUMERICAL : HOL_OK;
}

/** Reverse a list. */
static void reverse(size_t n, double *x)
{
  for (size_t i = 0; i < n / 2; i++) {
    double keep = x[i];
    x[i] = x[n - 1 - i];
    x[n - 1 - i] = keep;
  }
}

/** The next branches from the lowest on that are expected at one place: where the parameter falls, the last ones. */
static group next_group(const hol_root *root, double shift, const double *slope, size_t done)
{
  size_t k = root->multiplicity, n = 0;
  double low = 0, high = 0;
  for (size_t i = done; i < k; i++, n++) {
    double at = root->lambda + shift * slope[shift > 0 ? i : k - 1 - i];
    low = n == 0 ? at : low;
    if (at - low > together * root->lambda) {
      break;
    }
    high = at;
  }
  return (group){.first = shift > 0 ? done : k - done - n, .k = n, .at = 0.5 * (low + high)};
}

hol_status hol_perturbed_roots(hol_perturbed *moved, const hol_tracked_root *followed, double shift,
                               const double *slope, double *lambda, double *noise)
{
  size_t k = followed->root->multiplicity;
  hol_status status = HOL_OK;
  *noise = 0;
  for (size_t done = 0; done < k && status == HOL_OK;) {
    group g = next_group(followed->root, shift, slope, done);
    status = find_group(&moved->counter, followed, done, &g, lambda + g.first, noise);
    if (shift < 0) {
      reverse(g.k, lambda + g.first);
    }
    done += g.k;
  }
  hol_sturm_counter_release(&moved->counter);
  return status;
}

hol_status hol_perturbed_slopes(hol_perturbed *moved, const hol_tracked_root *followed, double shift, double *slope)
{
  const hol_root *root = followed->root;
  group all = {.k = root->multiplicity, .at = root->lambda};
  double noise = 0;
  bool is_far;
  hol_tracked_root loosely = *followed;
  loosely.below = 0;
  loosely.above = SIZE_MAX;
  HOL_TRY(estimate_group(&moved->counter, &loosely, 0, &all, slope, &noise, &is_far));
  for (size_t i = 0; i < all.k; i++) {
    slope[i] = (slope[i] - root->lambda) / shift;
  }
  if (shift < 0) {
    reverse(all.k, slope);
  }
  return HOL_OK;
}
