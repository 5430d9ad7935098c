#include "spectrum/roots.h"
#include "base/memory.h"
#include "spectrum/vectors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Is the root reached? The next step would be shorter than this one by at least the factor that this one is shorter than
 *  the last (neighbours close by slow the convergence down, so a short step alone says nothing). */
static bool is_reached(double lambda, double step, double last)
{
  double tiny = 2 * DBL_EPSILON * lambda;
  return fabs(step) <= 4 * tiny || (fabs(step) <= 1e-7 * lambda && step * step <= 0.25 * tiny * fabs(last));
}

/** The search: a stack of intervals, lowest on top. */
struct search {
  hol_counter *counter;
  hol_roots *roots;
  hol_interval *stack;
  size_t depth, capacity;
};

void hol_counter_clear(hol_counter *counter)
{
  hol_matrix_clear(&counter->matrix);
  hol_decomposition_clear(&counter->decomposition);
  *counter = (hol_counter){0};
}

void hol_roots_clear(hol_roots *roots)
{
  for (size_t i = 0; i < roots->count; i++) {
    free(roots->item[i].vector);
  }
  free(roots->item);
  *roots = (hol_roots){0};
}

static hol_status evaluate(hol_counter *counter, double lambda, bool derivative, size_t *count)
{
  HOL_TRY(hol_system_matrix(counter->system, lambda, derivative, &counter->matrix));
  HOL_TRY(hol_decompose(counter->system, &counter->matrix, &counter->decomposition));
  counter->evaluations++;
  *count = hol_system_count(counter->system, &counter->matrix, counter->decomposition.negative);
  return HOL_OK;
}

hol_status hol_count(hol_counter *counter, double lambda, size_t *count)
{
  return evaluate(counter, lambda, false, count);
}

/** Stiffness over mass of what is there: geometric mean of the members' and the springs' own scales. */
double hol_typical_lambda(const hol_system *system)
{
  const hol_model *model = system->model;
  double sum = 0, mass = 0;
  size_t n = 0;
  for (size_t i = 0; i < model->mass_count; i++) {
    mass += log(model->mass[i].mass) / (double)model->mass_count;
  }
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_line *line = &model->member[i].line;
    double power = hol_line_is_bending(line) ? 4 : 2;
    double per_mass = line->mass > 0 ? log(line->mass) : mass;
    sum += log(line->stiffness) - per_mass - (line->mass > 0 ? power : power - 1) * log(line->length);
    n++;
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

static hol_status push(struct search *s, hol_interval interval)
{
  if (interval.high_count <= interval.low_count) {
    return HOL_OK;
  }
  if (!hol_grow(&s->stack, &s->capacity, s->depth + 1, sizeof *s->stack)) {
    return HOL_MEMORY;
  }
  s->stack[s->depth++] = interval;
  return HOL_OK;
}

static hol_status keep(struct search *s, hol_root root)
{
  hol_roots *r = s->roots;
  if (!hol_grow(&r->item, &r->capacity, r->count + 1, sizeof *r->item)) {
    free(root.vector);
    return HOL_MEMORY;
  }
  r->item[r->count++] = root;
  if (s->counter->progress && !s->counter->progress(s->counter->context, root.index + root.multiplicity - 1)) {
    return HOL_INCOMPLETE;
  }
  return HOL_OK;
}

/** Cut an interval at a point where the count is known. Rounding may put it outside its neighbours: it is then moved
 *  between them. */
static hol_status cut(struct search *s, hol_interval in, double at, size_t count)
{
  count = count < in.low_count ? in.low_count : count > in.high_count ? in.high_count : count;
  HOL_TRY(push(s, (hol_interval){at, in.high, count, in.high_count}));
  return push(s, (hol_interval){in.low, at, in.low_count, count});
}

/** Move one end of a bracket to within `width` of λ, and farther off until the count there is the wanted one. */
static hol_status prove_end(hol_counter *counter, double lambda, double width, double end, size_t wanted, double *proved)
{
  double sign = end < lambda ? -1.0 : 1.0;
  for (int tries = 0; tries < 40; tries++, width *= 4) {
    double at = lambda + sign * width;
    if (at == lambda) {
      continue;
    }
    if (sign * (end - at) <= 0 || !(at > 0)) {
      break;
    }
    size_t count;
    HOL_TRY(evaluate(counter, at, false, &count));
    if (count == wanted) {
      *proved = at;
      return HOL_OK;
    }
  }
  *proved = end;
  return HOL_OK;
}

/** The roots of an interval, whose estimate is known, as one frequency with a proved bracket. Takes over the vector of
 *  `found`, which brings λ, vector and is_cluster. */
static hol_status settle(struct search *s, hol_interval in, hol_root found, double width, double resolution)
{
  found.index = in.low_count + 1;
  found.multiplicity = in.high_count - in.low_count;
  width = fmax(width, 2 * DBL_EPSILON * found.lambda);
  hol_status status = prove_end(s->counter, found.lambda, width, in.low, in.low_count, &found.lower);
  if (status == HOL_OK) {
    status = prove_end(s->counter, found.lambda, width, in.high, in.high_count, &found.upper);
  }
  if (status != HOL_OK) {
    free(found.vector);
    return status;
  }
  /* The counts are those of S as computed: leave room for the rounding of its entries. */
  double pad = 8 * (resolution + 2 * DBL_EPSILON * found.lambda);
  found.lower = fmax(found.lower - pad, 0.0);
  found.upper += pad;
  return keep(s, found);
}

/** State of the refinement of one root. */
struct refinement {
  hol_root found;
  size_t capacity;
  double resolution;      /**< rounding of the root as S has it */
  double noise;           /**< distance from the root at which a count was seen to be wrong */
  double last;            /**< the step before */
};

/** One step from λ: the count fences the root in, Newton on the Rayleigh functional says where it is. Close to a root
 *  that is small against what surrounds it, rounding spoils counts long before it spoils the functional, which is a sum
 *  of energies: where the two contradict each other the count is not believed, and the contradiction is remembered. */
static hol_status refine_step(struct search *s, hol_interval *in, struct refinement *r, bool *done)
{
  hol_counter *counter = s->counter;
  double lambda = r->found.lambda, theta;
  size_t count;
  HOL_TRY(evaluate(counter, lambda, true, &count));
  if (!hol_grow(&r->found.vector, &r->capacity, counter->matrix.n, sizeof *r->found.vector)) {
    return HOL_MEMORY;
  }
  bool root_above = count <= in->low_count;
  bool known = hol_ritz(counter, 1, 2, r->found.vector, &theta, &r->resolution) == HOL_OK;
  double target = known ? lambda + theta : 0;
  bool inside = target > in->low && target < in->high;
  bool contradicted = inside && root_above != (theta > 0) && fabs(theta) < 1e-2 * lambda &&
                      fabs(theta) > 4 * (r->resolution + DBL_EPSILON * lambda);
  if (contradicted) {
    r->noise = fmax(r->noise, fabs(theta));
  } else {
    *(root_above ? &in->low : &in->high) = lambda;
  }
  *done = known && target > 0 && is_reached(lambda, theta, r->last);
  if (*done) {
    r->found.lambda = target;
    r->found.n = counter->matrix.n;
    r->found.form = counter->matrix.form;
    return HOL_OK;
  }
  *done = in->high - in->low <= 2 * DBL_EPSILON * in->high;
  r->last = known ? theta : 0;
  r->found.lambda = inside ? target : middle(in->low, in->high);
  return HOL_OK;
}

/** Refine the single root of an interval to rounding and prove its bracket. */
static hol_status refine(struct search *s, hol_interval in)
{
  struct refinement r = {.found.lambda = middle(in.low, in.high)};
  hol_interval outer = in;
  hol_status status = HOL_OK;
  bool done = false;
  for (int it = 0; it < 200 && status == HOL_OK && !done; it++) {
    status = refine_step(s, &in, &r, &done);
  }
  if (status != HOL_OK || !r.found.n) {
    free(r.found.vector);
    r.found.vector = NULL;
  }
  HOL_TRY(status);
  if (r.noise > 0 || r.found.lambda <= in.low || r.found.lambda >= in.high) {
    in = outer; /* its ends were counted far from the root */
  }
  return settle(s, in, r.found, fmax(r.resolution, 4 * r.noise), r.resolution);
}

/** Several roots close together: their estimates from one block; the groups that rounding leaves are settled, or the
 *  interval is cut on. `done` tells whether the interval has been dealt with. */
static hol_status group_in(struct search *s, hol_interval in, double lambda, const double *theta, double resolution,
                           bool *done)
{
  size_t k = in.high_count - in.low_count;
  double spread = theta[k - 1] - theta[0], gap = fmax(16 * resolution, 1e-13 * lambda);
  /* The linearised roots are right to about θ²/λ only. */
  double error = 10 * fmax(theta[0] * theta[0], theta[k - 1] * theta[k - 1]) / lambda;
  double mean = lambda + theta[0] + 0.5 * spread;
  if (spread > gap || error > 0.1 * gap || mean <= in.low || mean >= in.high) {
    *done = false;
    return HOL_OK;
  }
  *done = true;
  double width = fmax(resolution, spread);
  hol_root found = {.lambda = mean, .is_cluster = spread > 4 * resolution && spread > 1e-14 * lambda};
  return settle(s, in, found, width, resolution);
}

static hol_status try_group(struct search *s, hol_interval in, bool *done)
{
  size_t k = in.high_count - in.low_count, count;
  double lambda = middle(in.low, in.high), resolution;
  *done = false;
  HOL_TRY(evaluate(s->counter, lambda, true, &count));
  double *V = hol_alloc(s->counter->matrix.n * k, sizeof *V), *theta = hol_alloc(k, sizeof *theta);
  hol_status status = V && theta ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && hol_ritz(s->counter, k, 2, V, theta, &resolution) == HOL_OK) {
    status = group_in(s, in, lambda, theta, resolution, done);
  }
  free(V);
  free(theta);
  return status;
}

/** One interval from the stack. */
static hol_status treat(struct search *s, hol_interval in)
{
  size_t k = in.high_count - in.low_count;
  double width = in.high - in.low;
  if (k == 1 && width < 0.5 * in.high) {
    return refine(s, in);
  }
  if (k > 1 && width < 3e-8 * in.high) {
    bool done;
    HOL_TRY(try_group(s, in, &done));
    if (done) {
      return HOL_OK;
    }
  }
  if (width <= 4 * DBL_EPSILON * in.high) {
    return settle(s, in, (hol_root){.lambda = 0.5 * (in.low + in.high), .is_cluster = true}, 0, 0);
  }
  double at = middle(in.low, in.high);
  size_t count;
  HOL_TRY(evaluate(s->counter, at, false, &count));
  return cut(s, in, at, count);
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
      free(last->vector);
      free(roots->item[i].vector);
      last->vector = NULL;
      last->lambda = 0.5 * (last->lambda + roots->item[i].lambda);
    } else {
      roots->item[n++] = roots->item[i];
    }
  }
  roots->count = n;
}

/** Go down until nothing but the modes without energy is below. */
static hol_status find_floor(hol_counter *counter, size_t zero, double start, double *low, size_t *count)
{
  double lambda = start;
  for (int i = 0; i < 250; i++, lambda /= i < 8 ? 16.0 : 256.0) {
    HOL_TRY(hol_count(counter, lambda, count));
    if (*count <= zero || lambda < 1e-290) {
      break;
    }
  }
  *low = lambda;
  return HOL_OK;
}

/** Go up until `last` frequencies are below, or the limit is reached. */
static hol_status find_ceiling(hol_counter *counter, size_t last, double start, double limit, double *high, size_t *count)
{
  double lambda = fmin(start, limit), factor = 4.0;
  for (int i = 0; i < 300; i++) {
    HOL_TRY(hol_count(counter, lambda, count));
    if (*count >= last || lambda >= limit || lambda > 1e290) {
      break;
    }
    lambda = fmin(lambda * factor, limit);
    factor = i > 10 && counter->system->finite_roots != SIZE_MAX ? 256.0 : 4.0;
  }
  *high = lambda;
  return HOL_OK;
}

static hol_status search_all(struct search *s, size_t first, size_t last)
{
  while (s->depth) {
    hol_interval in = s->stack[--s->depth];
    if (in.low_count >= last || in.high_count < first) {
      continue;
    }
    HOL_TRY(treat(s, in));
  }
  return HOL_OK;
}

hol_status hol_interval_find(hol_counter *counter, size_t zero, size_t last, double limit, hol_interval *interval)
{
  *interval = (hol_interval){0};
  double start = fmin(hol_typical_lambda(counter->system), limit);
  HOL_TRY(find_floor(counter, zero, start, &interval->low, &interval->low_count));
  if (interval->low_count != zero) {
    return HOL_NUMERICAL;
  }
  return find_ceiling(counter, last, fmax(start, interval->low), limit, &interval->high, &interval->high_count);
}

hol_status hol_roots_find(hol_counter *counter, const hol_interval *interval, size_t first, size_t last, hol_roots *roots)
{
  struct search s = {.counter = counter, .roots = roots};
  hol_status status = push(&s, *interval);
  status = status == HOL_OK ? search_all(&s, first, last) : status;
  free(s.stack);
  return status;
}

/** The vector found with a single root, if it still fits the matrix at the root itself. */
static hol_status reuse_vector(hol_counter *counter, const hol_root *root, double **v)
{
  HOL_TRY(hol_system_matrix(counter->system, root->lambda, true, &counter->matrix));
  if (root->multiplicity != 1 || !root->vector || root->n != counter->matrix.n || root->form != counter->matrix.form) {
    return HOL_OK;
  }
  *v = hol_alloc(root->n, sizeof **v);
  if (!*v) {
    return HOL_MEMORY;
  }
  memcpy(*v, root->vector, root->n * sizeof **v);
  return HOL_OK;
}

hol_status hol_root_vectors(hol_counter *counter, const hol_root *root, double **v)
{
  *v = NULL;
  HOL_TRY(reuse_vector(counter, root, v));
  if (*v) {
    return HOL_OK;
  }
  size_t count, k = root->multiplicity;
  double resolution;
  HOL_TRY(evaluate(counter, root->lambda, true, &count));
  *v = hol_alloc(counter->matrix.n * k, sizeof **v);
  double *theta = hol_alloc(k, sizeof *theta);
  hol_status status = *v && theta ? hol_ritz(counter, k, 3, *v, theta, &resolution) : HOL_MEMORY;
  free(theta);
  return status;
}
