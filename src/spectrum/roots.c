/* SPDX-License-Identifier: BSD-3-Clause */
/* Roots by Sturm counts: bisection, Newton's method on the Rayleigh functional, proved brackets, null vectors. */
#include "spectrum/roots.h"
#include "base/memory.h"
#include "spectrum/vectors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Is the root reached? The next step would be shorter than this one by at least the factor that this one is shorter
 *  than the last (neighbours close by slow the convergence down, so a short step alone says nothing). */
static bool is_reached(double lambda, double step, double last)
{
  double tiny = 2 * DBL_EPSILON * lambda;
  return fabs(step) <= 4 * tiny || (fabs(step) <= 1e-7 * lambda && step * step <= 0.25 * tiny * fabs(last));
}

/** Memory for vectors kept from the search; those beyond it are made again. */
static const size_t vector_room = (size_t)256 << 20;

bool hol_vectors_fit(size_t count, size_t n)
{
  return count <= vector_room / (n * sizeof(double));
}

void hol_vectors_clear(hol_vectors *vectors)
{
  for (size_t i = 0; i < vectors->count; i++) {
    free(vectors->item[i].value);
  }
  free(vectors->item);
  *vectors = (hol_vectors){0};
}

void hol_vectors_discard(hol_sturm_counter *counter)
{
  hol_vectors_clear(&counter->vectors);
}

/** Unknowns up to which factors are small. */
enum { KEPT_MOST = 2000 };

static void clear_factors(hol_sturm_counter *counter)
{
  hol_matrix_clear(&counter->matrix);
  hol_decomposition_clear(&counter->decomposition);
}

void hol_sturm_counter_release(hol_sturm_counter *counter)
{
  bool lacks_pivots = counter->decomposition.lacks_pivots;
  if (counter->matrix.n > KEPT_MOST) {
    clear_factors(counter);
    counter->decomposition.lacks_pivots = lacks_pivots; /* reported at the end of the run */
  }
}

void hol_sturm_counter_clear(hol_sturm_counter *counter)
{
  clear_factors(counter);
  hol_vectors_discard(counter);
  *counter = (hol_sturm_counter){0};
}

hol_status hol_roots_append(hol_roots *roots, const hol_root *root)
{
  if (!hol_grow(&roots->item, &roots->capacity, roots->count + 1, sizeof *roots->item)) {
    return HOL_MEMORY;
  }
  roots->item[roots->count++] = *root;
  return HOL_OK;
}

void hol_roots_clear(hol_roots *roots)
{
  free(roots->item);
  *roots = (hol_roots){0};
}

/** λ of a place of the search, or a distance in λ of one there. */
static double lambda_of(const hol_sturm_counter *counter, double mu)
{
  return counter->mirrored ? -mu : mu;
}

hol_status hol_contradict(hol_sturm_counter *counter, double from, size_t before, double at, size_t count)
{
  counter->contradiction =
      (hol_contradiction){HOL_COUNT_FALLS, lambda_of(counter, from), lambda_of(counter, at), before, count};
  return HOL_NUMERICAL;
}

static hol_status evaluate_at(hol_sturm_counter *counter, double lambda, bool derivative, size_t *count)
{
  double at = lambda_of(counter, lambda);
  size_t all;
  if (counter->proceed && !counter->proceed(counter->context)) {
    return HOL_INCOMPLETE;
  }
  HOL_TRY(hol_system_matrix(counter->system, at, derivative, &counter->matrix));
  HOL_TRY(hol_decompose(counter->system, &counter->matrix, &counter->decomposition));
  counter->evaluations++;
  if (hol_system_count(counter->system, &counter->matrix, counter->decomposition.negative, &all) != HOL_OK) {
    counter->contradiction = (hol_contradiction){.kind = HOL_COUNT_NEGATIVE, .at = at};
    return HOL_NUMERICAL;
  }
  if (counter->mirrored && all > counter->growing) {
    counter->contradiction = (hol_contradiction){HOL_COUNT_FALLS, at, 0, all, counter->growing};
    return HOL_NUMERICAL;
  }
  *count = counter->mirrored ? counter->growing - all : all;
  return HOL_OK;
}

hol_status hol_sturm_count(hol_sturm_counter *counter, double lambda, size_t *count)
{
  return evaluate_at(counter, lambda, false, count);
}

hol_status hol_sturm_count_with_slope(hol_sturm_counter *counter, double lambda, size_t *count)
{
  return evaluate_at(counter, lambda, true, count);
}

/** hol_ritz() with distances θ on the scale of tasks and roots. */
static hol_status ritz(hol_sturm_counter *counter, size_t k, size_t iterations, double *V, double *theta,
                       hol_resolution *resolution)
{
  HOL_TRY(hol_ritz(counter, k, iterations, V, theta, resolution));
  for (size_t i = 0; counter->mirrored && i < (k + 1) / 2; i++) {
    double low = theta[i];
    theta[i] = -theta[k - 1 - i];
    theta[k - 1 - i] = -low;
  }
  return HOL_OK;
}

/** hol_residual_weight() with θ on that scale. */
static double residual_of(const hol_sturm_counter *counter, const double *v, double theta, double *y)
{
  return hol_residual_weight(&counter->matrix, v, lambda_of(counter, theta), y);
}

/** S(λ) of a root in the form that belongs to another λ close by. */
static hol_status matrix_as(hol_sturm_counter *counter, double lambda, double as)
{
  return hol_system_matrix_as(counter->system, lambda_of(counter, lambda), lambda_of(counter, as), true,
                              &counter->matrix);
}

/** A count that falls, or rises beyond that of the end of its interval, is rounding next to a root. Farther from the
 *  end than this, relatively, it is not. */
static const double next_to = 1e-2;

/** Is a count possible beside those of the ends of an interval that λ lies in? */
static hol_status check_count(hol_sturm_counter *counter, const hol_interval *in, double lambda, size_t count)
{
  if (count < in->low_count && lambda - in->low > next_to * lambda) {
    return hol_contradict(counter, in->low, in->low_count, lambda, count);
  }
  if (count > in->high_count && in->high - lambda > next_to * lambda) {
    return hol_contradict(counter, lambda, count, in->high, in->high_count);
  }
  return HOL_OK;
}

/** Stiffness over mass of what is there: geometric mean of the members' and the springs' own scales. */
double hol_typical_lambda(const hol_system *system)
{
  const hol_model *model = system->model;
  double sum = 0, mass = 0;
  size_t n = 0;
  for (size_t i = 0; i < model->mass_count; i++) {
    mass += log(fabs(model->mass[i].mass)) / (double)model->mass_count;
  }
  for (size_t i = 0; i < system->modal_count; i++) { /* of some the first own frequency tells */
    const hol_component_modes *own =
        system->modal[i].member->class->characteristic_eigenvalue ? NULL : system->modal[i].component_modes;
    if (own && own->modes && own->omega2[0] > 0) {
      sum += log(own->omega2[0]);
      n++;
    }
  }
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    if (m->class->characteristic_eigenvalue) {
      sum += m->class->characteristic_eigenvalue(m->of, mass);
      n++;
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    sum -= log(model->spring[i].compliance) + mass;
    n++;
  }
  double lambda = n ? exp(sum / (double)n) : 1.0;
  return isfinite(lambda) && lambda > 0 ? lambda : 1.0;
}

static double middle(double a, double b)
{
  return a > 0 && b > 4 * a ? sqrt(a) * sqrt(b) : a + 0.5 * (b - a);
}

hol_status hol_vectors_append(hol_vectors *all, struct hol_vector vector)
{
  if (!hol_grow(&all->item, &all->capacity, all->count + 1, sizeof *all->item)) {
    free(vector.value);
    return HOL_MEMORY;
  }
  all->item[all->count++] = vector;
  all->bytes += vector.n * vector.columns * sizeof *vector.value;
  all->is_sorted = false;
  return HOL_OK;
}

/** Keep the null vector of a root for its modes, if there is room. Takes it over.
 *  @param[in] v  [n] of the counter's matrix */
static hol_status keep_found(hol_sturm_counter *counter, size_t index, double *v)
{
  size_t n = counter->matrix.n;
  if (counter->vectors.bytes + n * sizeof *v > vector_room) {
    free(v);
    return HOL_OK;
  }
  return hol_vectors_append(&counter->vectors, (struct hol_vector){index, n, 1, counter->matrix.signature, v});
}

/** Begin the proof of the root found. */
static void begin_proof(hol_task *task, double width)
{
  task->phase = HOL_PROVE_LOWER;
  task->found.index = task->in.low_count + 1;
  task->found.multiplicity = task->in.high_count - task->in.low_count;
  task->width = fmax(width, 2 * DBL_EPSILON * task->found.lambda);
  task->tries = 0;
}

/** Which number a root has is what the counts say at the ends of the interval that it was looked for in. Where these
 *  are so close to it that elimination may have moved it across, the bracket reaches as far: neighbours that it may
 *  have been taken for are in it. */
static void widen_for_count(hol_task *task)
{
  const hol_interval *in = task->outer.high > 0 ? &task->outer : &task->in;
  hol_root *found = &task->found;
  double room = 8 * task->resolution.count;
  if (found->lambda - in->low < room || in->high - found->lambda < room) {
    found->lower = fmax(fmin(found->lower, found->lambda - room), 0.0);
    found->upper = fmax(found->upper, found->lambda + room);
  }
}

/** One end of the bracket is proved, or is that of the interval. */
static void end_proof(hol_task *task, double proved)
{
  hol_root *found = &task->found;
  bool is_lower = task->phase == HOL_PROVE_LOWER;
  *(is_lower ? &found->lower : &found->upper) = proved;
  task->phase = is_lower ? HOL_PROVE_UPPER : HOL_FOUND;
  task->tries = 0;
  if (task->phase == HOL_FOUND) {
    /* Where one end needed room for wrong counts, the other was right by luck: it gets the same room. */
    double room = fmax(found->lambda - found->lower, found->upper - found->lambda);
    found->lower = fmin(found->lower, fmax(found->lambda - room, task->in.low));
    found->upper = fmax(found->upper, fmin(found->lambda + room, task->in.high));
    /* The counts are those of S as computed: leave room for the rounding of its entries. */
    double pad = 8 * (task->resolution.root + 2 * DBL_EPSILON * found->lambda);
    found->lower = fmax(found->lower - pad, 0.0);
    found->upper += pad;
    widen_for_count(task);
  }
}

/** Try one end of a bracket `width` off λ, and four times farther every time until the count there is the wanted
 *  one. */
static hol_status prove_root(hol_sturm_counter *counter, hol_task *task)
{
  bool is_lower = task->phase == HOL_PROVE_LOWER;
  double lambda = task->found.lambda, end = is_lower ? task->in.low : task->in.high;
  size_t wanted = is_lower ? task->in.low_count : task->in.high_count;
  while (task->tries < 40) {
    double offset = ldexp(task->width, (int)(2 * task->tries++));
    double at = is_lower ? lambda - offset : lambda + offset;
    if (at == lambda) {
      continue;
    }
    if ((is_lower ? at <= end : at >= end) || !(at > 0)) {
      break;
    }
    size_t count;
    HOL_TRY(evaluate_at(counter, at, false, &count));
    HOL_TRY(check_count(counter, &task->in, at, count));
    if (count == wanted) {
      end_proof(task, at);
    }
    return HOL_OK;
  }
  end_proof(task, end);
  return HOL_OK;
}

/** The search for a single root is over, with its vector or (NULL) without. Where counts were wrong close to it, or the
 *  residual is more than rounding, the bracket starts that much wider. */
static hol_status end_refinement(hol_sturm_counter *counter, size_t rank, hol_task *task, double at, double *vector,
                                 double width)
{
  task->found.at = vector ? at : 0;
  task->found.holder = vector ? rank : SIZE_MAX;
  double noise = fmax(task->count_above - task->found.lambda, task->found.lambda - task->count_below);
  if (noise > 0 || !vector || task->found.lambda <= task->in.low || task->found.lambda >= task->in.high) {
    task->in = task->outer;
  }
  task->in.low = fmin(task->in.low, task->found.lambda);
  task->in.high = fmax(task->in.high, task->found.lambda);
  task->resolution.root = fmax(task->resolution.root, width);
  begin_proof(task, fmax(task->resolution.root, 4 * noise));
  return vector ? keep_found(counter, task->found.index, vector) : HOL_OK;
}

/** Close to a root that is small against what surrounds it, rounding spoils counts long before it spoils the Rayleigh
 *  functional, which is a sum of energies. So a count narrows the bracket, unless it contradicts a step whose vector is
 *  good enough (residual). Wrong counts are identified when the root is known.
 *  @return true if Newton may go on from λ + θ */
static bool reconcile_count(hol_task *task, bool root_above, double theta, double residual)
{
  double lambda = task->found.lambda, target = lambda + theta;
  bool trusted = target > task->outer.low && target < task->outer.high && residual < 0.01 * fabs(theta) &&
                 fabs(theta) < 1e-3 * lambda;
  task->count_above = root_above ? fmax(task->count_above, lambda) : task->count_above;
  task->count_below = root_above ? task->count_below : fmin(task->count_below, lambda);
  if (trusted && root_above != (theta > 0) && fabs(theta) > 4 * (task->resolution.root + DBL_EPSILON * lambda)) {
    return true;
  }
  *(root_above ? &task->in.low : &task->in.high) = lambda;
  return target > task->in.low && target < task->in.high;
}

/** A short step from a vector that is far from a null vector: the start of the iteration had next to nothing of it, and
 *  a mixture of others happens to have hardly any energy. */
static bool converged_to_wrong_vector(double lambda, double theta, double residual)
{
  return fabs(theta) < 1e-3 * lambda && residual > fmax(10 * fabs(theta), 1e-6 * lambda);
}

/** Is the root outside the bracket of counts? Rounding has changed counts there, while the Rayleigh functional of good
 *  vectors shows how far away the root is. */
static bool outside_bracket(double lambda, double theta, double residual)
{
  return fabs(theta) > 1e-3 * lambda && residual < 0.01 * fabs(theta) && lambda + theta > -0.01 * lambda;
}

/** Accept the root λ + θ of the vectors, in a bracket with room on either side for the error of counts. A root that is
 *  zero to rounding is set to rounding. */
static void accept_outside_bracket(hol_task *task, double lambda, double theta, double room)
{
  double target = fmax(lambda + theta, DBL_EPSILON * lambda);
  task->found =
      (hol_root){.lambda = target, .is_cluster = task->in.high_count > task->in.low_count + 1, .holder = SIZE_MAX};
  task->in.low = fmin(task->in.low, fmax(target - room, 0));
  task->in.high = fmax(task->in.high, target + room);
  begin_proof(task, room);
}

/** Newton on the Rayleigh functional for a single root.
 *  @param[in,out] v  [n + 2n scratch], NULL once it is taken over */
static hol_status refine_in(hol_sturm_counter *counter, size_t rank, hol_task *task, size_t count, double **v)
{
  double theta = 0, lambda = task->found.lambda;
  hol_status status = ritz(counter, 1, 2, *v, &theta, &task->resolution);
  if (status != HOL_OK && status != HOL_NUMERICAL) {
    return status;
  }
  bool known = status == HOL_OK;
  double residual = known ? residual_of(counter, *v, theta, *v + counter->matrix.n) : HUGE_VAL;
  known = known && !converged_to_wrong_vector(lambda, theta, residual);
  bool goes_on = reconcile_count(task, count <= task->in.low_count, theta, residual) && known;
  if (known && is_reached(lambda, theta, task->last) && lambda + theta > 0) {
    double *vector = *v;
    *v = NULL;
    task->found.lambda = lambda + theta;
    return end_refinement(counter, rank, task, lambda, vector, residual);
  }
  bool is_spent = task->in.high - task->in.low <= 2 * DBL_EPSILON * task->in.high || ++task->tries == 60;
  if (is_spent && known && outside_bracket(lambda, theta, residual)) {
    task->in = task->outer;
    accept_outside_bracket(task, lambda, theta, 4 * fabs(theta));
    return HOL_OK;
  }
  if (is_spent) {
    task->found.lambda = goes_on ? lambda + theta : middle(task->in.low, task->in.high);
    return end_refinement(counter, rank, task, 0, NULL, goes_on ? 4 * fabs(theta) : 0);
  }
  task->last = known ? theta : 0;
  task->found.lambda = goes_on ? lambda + theta : middle(task->in.low, task->in.high);
  return HOL_OK;
}

static hol_status refine_root(hol_sturm_counter *counter, size_t rank, hol_task *task)
{
  size_t count;
  HOL_TRY(evaluate_at(counter, task->found.lambda, true, &count));
  HOL_TRY(check_count(counter, &task->in, task->found.lambda, count));
  double *v = hol_alloc(3 * counter->matrix.n, sizeof *v);
  hol_status status = v ? refine_in(counter, rank, task, count, &v) : HOL_MEMORY;
  free(v);
  return status;
}

/** Several roots close together, estimates λ + theta from one block: what rounding leaves as one frequency is
 *  settled. */
static void accept_group(hol_task *task, double lambda, const double *theta, hol_resolution resolution)
{
  size_t k = task->in.high_count - task->in.low_count;
  double spread = theta[k - 1] - theta[0], gap = fmax(16 * resolution.root, 1e-13 * lambda);
  /* The linearised roots are right to about θ²/λ only. */
  double error = 10 * fmax(theta[0] * theta[0], theta[k - 1] * theta[k - 1]) / lambda;
  double mean = lambda + theta[0] + 0.5 * spread;
  if (spread > gap || error > 0.1 * gap || mean <= task->in.low || mean >= task->in.high) {
    return;
  }
  task->found = (hol_root){
      .lambda = mean, .is_cluster = spread > 4 * resolution.root && spread > 1e-14 * lambda, .holder = SIZE_MAX};
  task->resolution = resolution;
  begin_proof(task, fmax(resolution.root, spread));
}

/** Look whether the roots of an interval, whose S(λ) is in the counter, are one frequency. */
static hol_status try_group(hol_sturm_counter *counter, double lambda, hol_task *task)
{
  size_t k = task->in.high_count - task->in.low_count;
  hol_resolution resolution;
  double *V = hol_alloc(counter->matrix.n * k, sizeof *V), *theta = hol_alloc(k, sizeof *theta);
  hol_status status = V && theta ? ritz(counter, k, 2, V, theta, &resolution) : HOL_MEMORY;
  if (status == HOL_OK) {
    accept_group(task, lambda, theta, resolution);
  }
  free(V);
  free(theta);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

/** The same for several roots in a bracket of counts: are they in it? */
static hol_status try_outside_bracket(hol_sturm_counter *counter, double lambda, hol_task *task)
{
  size_t k = task->in.high_count - task->in.low_count, n = counter->matrix.n;
  double worst = 0;
  hol_resolution resolution;
  double *V = hol_alloc(n * k + 2 * n, sizeof *V), *theta = hol_alloc(k, sizeof *theta);
  hol_status status = V && theta ? ritz(counter, k, 2, V, theta, &resolution) : HOL_MEMORY;
  double residual = 0;
  for (size_t j = 0; j < k && status == HOL_OK; j++) {
    residual = fmax(residual, residual_of(counter, V + j * n, theta[j], V + k * n));
    worst = fmax(worst, fabs(theta[j]));
  }
  bool is_more_than_rounding = status == HOL_OK && worst > 4 * (resolution.root + DBL_EPSILON * lambda);
  if (is_more_than_rounding && residual < 0.01 * worst && lambda + theta[0] > -0.01 * lambda) {
    accept_outside_bracket(task, lambda, 0.5 * (theta[0] + theta[k - 1]), 4 * worst);
  }
  free(V);
  free(theta);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

/** Cut an interval at a point where the count is known. Rounding may put it outside its neighbours: it is then moved
 *  between them. */
static void cut(hol_task *task, hol_task *upper, double at, size_t count)
{
  hol_interval in = task->in;
  count = count < in.low_count ? in.low_count : count > in.high_count ? in.high_count : count;
  upper->in = (hol_interval){at, in.high, count, in.high_count};
  task->in = (hol_interval){in.low, at, in.low_count, count};
}

/** An interval with several roots, or a wide one: in the end it is cut or settled. */
static hol_status seek(hol_sturm_counter *counter, hol_task *task, hol_task *upper)
{
  size_t k = task->in.high_count - task->in.low_count, count;
  double width = task->in.high - task->in.low, at = middle(task->in.low, task->in.high);
  bool is_close = k > 1 && width < 3e-8 * task->in.high, is_least = width <= 4 * DBL_EPSILON * task->in.high;
  HOL_TRY(evaluate_at(counter, at, is_close, &count));
  HOL_TRY(check_count(counter, &task->in, at, count));
  if (is_close) {
    HOL_TRY(try_group(counter, at, task));
  }
  if (task->phase == HOL_SEEK && is_least) {
    HOL_TRY(try_outside_bracket(counter, at, task));
  }
  if (task->phase == HOL_SEEK && is_least) {
    task->found = (hol_root){.lambda = 0.5 * (task->in.low + task->in.high), .is_cluster = true, .holder = SIZE_MAX};
    task->resolution = (hol_resolution){0};
    begin_proof(task, 0);
  } else if (task->phase == HOL_SEEK) {
    cut(task, upper, at, count);
  }
  return HOL_OK;
}

hol_status hol_task_step(hol_sturm_counter *counter, size_t rank, hol_task *task, hol_task *upper)
{
  *upper = (hol_task){0};
  size_t k = task->in.high_count - task->in.low_count;
  if (task->phase == HOL_SEEK && k == 1 && task->in.high - task->in.low < 0.5 * task->in.high) {
    task->phase = HOL_REFINE;
    task->outer = task->in;
    task->count_above = task->in.low;
    task->count_below = task->in.high;
    task->found = (hol_root){.lambda = middle(task->in.low, task->in.high), .holder = SIZE_MAX};
  }
  switch (task->phase) {
  case HOL_SEEK:
    return seek(counter, task, upper);
  case HOL_REFINE:
    return refine_root(counter, rank, task);
  case HOL_PROVE_LOWER:
  case HOL_PROVE_UPPER:
    return prove_root(counter, task);
  case HOL_FOUND:
    break;
  }
  return HOL_OK;
}

size_t hol_task_weight(const hol_task *task)
{
  switch (task->phase) {
  case HOL_SEEK:
    return 8 * (task->in.high_count - task->in.low_count);
  case HOL_REFINE:
    return task->tries < 4 ? 6 - task->tries : 3;
  case HOL_PROVE_LOWER:
    return 2;
  case HOL_PROVE_UPPER:
  case HOL_FOUND:
    break;
  }
  return 1;
}

void hol_roots_merge(hol_roots *roots)
{
  size_t n = 0;
  for (size_t i = 0; i < roots->count; i++) {
    hol_root *last = n > 0 ? &roots->item[n - 1] : NULL;
    if (last && roots->item[i].lower < last->upper) {
      last->upper = fmax(last->upper, roots->item[i].upper);
      last->multiplicity += roots->item[i].multiplicity;
      last->is_cluster = true;
      last->at = 0;
      last->lambda = 0.5 * (last->lambda + roots->item[i].lambda);
      bool by_fields = last->to > 0 && roots->item[i].to > 0;
      last->from = by_fields ? last->from : 0;
      last->to = by_fields ? roots->item[i].to : 0;
      last->residual = by_fields ? fmax(last->residual, roots->item[i].residual) : 0;
    } else {
      roots->item[n++] = roots->item[i];
    }
  }
  roots->count = n;
}

/** Go down until nothing but the modes without energy is below. */
static hol_status find_floor(hol_sturm_counter *counter, size_t zero, double start, double *low, size_t *count)
{
  double lambda = start;
  for (int i = 0; i < 250; i++, lambda /= i < 8 ? 16.0 : 256.0) {
    size_t above = i ? *count : SIZE_MAX;
    HOL_TRY(hol_sturm_count(counter, lambda, count));
    if (*count > above) {
      return hol_contradict(counter, lambda, *count, lambda * 16, above);
    }
    if (*count <= zero || lambda < 1e-290) {
      break;
    }
  }
  *low = lambda;
  return HOL_OK;
}

/** Go up until `last` frequencies are below, or the limit is reached, or numbers that are no longer finite. */
static hol_status find_ceiling(hol_sturm_counter *counter, size_t last, double start, double limit, double *high,
                               size_t *count)
{
  double lambda = fmin(start, limit), factor = 4.0;
  for (int i = 0; i < 300; i++) {
    size_t below;
    hol_status status = hol_sturm_count(counter, lambda, &below);
    if (status == HOL_NUMERICAL && i > 0) {
      return HOL_OK;
    }
    HOL_TRY(status);
    if (i > 0 && below < *count) {
      return hol_contradict(counter, *high, *count, lambda, below);
    }
    *high = lambda;
    *count = below;
    if (*count >= last || lambda >= limit || lambda > 1e290) {
      break;
    }
    lambda = fmin(lambda * factor, limit);
    factor = i > 10 && counter->system->finite_roots != SIZE_MAX ? 256.0 : 4.0;
  }
  return HOL_OK;
}

hol_status hol_interval_find(hol_sturm_counter *counter, size_t zero, size_t last, double limit, hol_interval *interval)
{
  *interval = (hol_interval){0};
  double start = fmin(hol_typical_lambda(counter->system), limit);
  HOL_TRY(find_floor(counter, zero, start, &interval->low, &interval->low_count));
  if (interval->low_count < zero) {
    return hol_contradict(counter, 0, zero, interval->low, interval->low_count);
  }
  if (interval->low_count > zero) {
    counter->contradiction = (hol_contradiction){HOL_COUNT_STAYS, 0, interval->low, zero, interval->low_count};
    return HOL_NUMERICAL;
  }
  return find_ceiling(counter, last, fmax(start, interval->low), limit, &interval->high, &interval->high_count);
}

hol_status hol_interval_above(hol_sturm_counter *counter, double low, size_t zero, size_t last, double limit,
                              hol_interval *interval)
{
  *interval = (hol_interval){.low = low};
  HOL_TRY(hol_sturm_count(counter, low, &interval->low_count));
  if (interval->low_count != zero) {
    return hol_contradict(counter, 0, zero, low, interval->low_count);
  }
  double start = fmax(fmin(hol_typical_lambda(counter->system), limit), low);
  return find_ceiling(counter, last, start, limit, &interval->high, &interval->high_count);
}

static int by_index(const void *a, const void *b)
{
  const struct hol_vector *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

const struct hol_vector *hol_vector_of(hol_sturm_counter *counter, const hol_root *root)
{
  hol_vectors *all = &counter->vectors;
  if (!all->is_sorted && all->count) {
    qsort(all->item, all->count, sizeof *all->item, by_index);
    all->is_sorted = true;
  }
  const struct hol_vector key = {.index = root->index};
  return root->at > 0 && all->count ? bsearch(&key, all->item, all->count, sizeof key, by_index) : NULL;
}

void hol_vector_discard(hol_sturm_counter *counter, const hol_root *root)
{
  const struct hol_vector *kept = hol_vector_of(counter, root);
  struct hol_vector *own = kept ? &counter->vectors.item[kept - counter->vectors.item] : NULL;
  if (own) {
    counter->vectors.bytes -= own->value ? own->n * own->columns * sizeof *own->value : 0;
    free(own->value);
    *own = (struct hol_vector){.index = own->index};
  }
}

/** Make the vector of a single root again as the search made it.
 *  @param[out] made  its value is owned by the caller */
static hol_status remake_vector(hol_sturm_counter *counter, const hol_root *root, struct hol_vector *made)
{
  size_t count;
  double theta;
  hol_resolution resolution;
  HOL_TRY(evaluate_at(counter, root->at, true, &count));
  *made = (struct hol_vector){root->index, counter->matrix.n, 1, counter->matrix.signature,
                              hol_alloc(counter->matrix.n, sizeof *made->value)};
  return made->value ? ritz(counter, 1, 2, made->value, &theta, &resolution) : HOL_MEMORY;
}

/** The vectors found with a root, that of a single one made again if need be, if they still fit the matrix at the root
 *  itself. */
static hol_status reuse_vector(hol_sturm_counter *counter, const hol_root *root, struct hol_vector *made, double **v)
{
  const struct hol_vector *kept = hol_vector_of(counter, root);
  if (!kept && root->at > 0 && root->multiplicity == 1) {
    HOL_TRY(remake_vector(counter, root, made));
    kept = made;
  }
  HOL_TRY(matrix_as(counter, root->lambda, kept ? root->at : root->lambda));
  if (!kept || kept->n != counter->matrix.n || kept->columns != root->multiplicity ||
      kept->signature != counter->matrix.signature) {
    return HOL_OK;
  }
  *v = hol_alloc(kept->n * kept->columns, sizeof **v);
  if (!*v) {
    return HOL_MEMORY;
  }
  memcpy(*v, kept->value, kept->n * kept->columns * sizeof **v);
  return HOL_OK;
}

/** Null vectors from S factorised at λ + shift; they must fit S at the root, which is in the counter afterwards. */
static hol_status vectors_beside(hol_sturm_counter *counter, const hol_root *root, double shift, double **v)
{
  size_t count, k = root->multiplicity;
  hol_resolution resolution;
  HOL_TRY(evaluate_at(counter, root->lambda + shift, true, &count));
  size_t n = counter->matrix.n;
  uint64_t signature = counter->matrix.signature;
  free(*v);
  *v = hol_alloc(n * k, sizeof **v);
  double *theta = hol_alloc(k, sizeof *theta);
  hol_status status = *v && theta ? ritz(counter, k, 3, *v, theta, &resolution) : HOL_MEMORY;
  free(theta);
  HOL_TRY(status);
  HOL_TRY(matrix_as(counter, root->lambda, root->lambda + shift));
  return counter->matrix.n == n && counter->matrix.signature == signature ? HOL_OK : HOL_NUMERICAL;
}

hol_status hol_root_vectors(hol_sturm_counter *counter, const hol_root *root, double **v)
{
  *v = NULL;
  struct hol_vector made = {0};
  hol_status reused = reuse_vector(counter, root, &made, v);
  free(made.value);
  if (reused != HOL_OK || *v) {
    return reused == HOL_OK ? hol_normalise(&counter->matrix, root->multiplicity, *v) : reused;
  }
  hol_status status = HOL_NUMERICAL;
  /* At the root itself the factors may favour one of several null vectors beyond all measure: a little beside it. */
  static const double beside[] = {1e-9, -1e-9, 1e-7, -1e-7, 0};
  for (size_t i = root->multiplicity > 1 ? 0 : 4; i < 5 && status == HOL_NUMERICAL; i++) {
    status = vectors_beside(counter, root, beside[i] * root->lambda, v);
  }
  return status == HOL_OK ? hol_normalise(&counter->matrix, root->multiplicity, *v) : status;
}
