#include "sweep/near.h"
#include "base/memory.h"
#include "spectrum/estimates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Unknowns from which on it is worth while; fields from beyond the upper end, how many of them stay there. */
enum { LEAST = 20, BEYOND = 6, STAY = 3 };
/** The lower end against the first root; parts of the nearest pole that an end, and fields, may reach; the least gap for an end. */
static const double below_first = 0.5, near_pole = 0.6, clear = 0.95, least_gap = 1e-4;

static void clear_state(hol_near_state *s)
{
  free(s->theta);
  free(s->vector);
  *s = (hol_near_state){0};
}

void hol_near_clear(hol_near *near)
{
  clear_state(&near->base);
  hol_trial_end_clear(&near->low);
  hol_trial_end_clear(&near->high);
  hol_forces_clear(&near->forces);
  hol_trial_clear(&near->trial);
  *near = (hol_near){0};
}

/* ---- where ends lie --------------------------------------------------------------------------------------------------- */

/** The widest gap above the roots that are wanted. @return false: there is none to speak of */
static bool choose_high(const double *theta, size_t wanted, size_t last, double *lambda, size_t *inside)
{
  double widest = least_gap;
  for (size_t i = wanted; i < last; i++) {
    double gap = (theta[i] - theta[i - 1]) / theta[i];
    if (gap > widest) {
      widest = gap;
      *lambda = 0.5 * (theta[i] + theta[i - 1]);
      *inside = i;
    }
  }
  return widest > least_gap;
}

/** Fields above the lower end: those below it come last. */
static size_t fields_above(const hol_trial *t)
{
  size_t count = t->count;
  while (count > 0 && t->theta[count - 1] < t->low->lambda) {
    count--;
  }
  return count;
}

/** Where the ends of the next structure are to be. @return false: nowhere */
static bool place_ends(hol_near *near)
{
  hol_trial *t = &near->trial;
  size_t roots = near->wanted - near->zero, above = fields_above(t);
  double low = below_first * t->theta[0], high = 0;
  bool is_rising = low > 0 && above > roots;
  for (size_t i = 1; i < above; i++) {
    is_rising = is_rising && t->theta[i] >= t->theta[i - 1];
  }
  size_t last = above < roots + STAY ? above : roots + STAY;
  if (!is_rising || !choose_high(t->theta, roots, last, &high, &t->inside)) {
    return false;
  }
  near->low.lambda = low;
  near->high.lambda = high;
  return true;
}

/* ---- the first structure ---------------------------------------------------------------------------------------------- */

/** Fields of the first structure from estimates about its lower end. */
static hol_status estimate_fields(const hol_system *system, double first, hol_near *near, hol_estimates *e)
{
  size_t roots = near->wanted - near->zero;
  double low, limit;
  near->as = below_first * first;
  HOL_TRY(hol_trial_end_take(system, near->as, near->as, &near->low));
  if (near->low.count != near->zero) {
    return HOL_NUMERICAL;
  }
  hol_expansion_range(system, &near->low.matrix, &low, &limit);
  const hol_estimates_wish wish = {roots + STAY, 0.05 * (limit - near->as), limit};
  HOL_TRY(hol_estimates_make(system, &near->low, wish, (hol_patience){0}, e));
  bool fits = hol_estimates_good(e) > roots + 1 && hol_estimate(e, roots) < near_pole * limit;
  return fits ? hol_estimates_fields(e, roots, BEYOND, clear * limit, &near->trial) : HOL_NUMERICAL;
}

static hol_status keep_state(const hol_near *near, hol_near_state *s)
{
  const hol_trial *t = &near->trial;
  *s = (hol_near_state){.n = t->n,
                        .count = t->count,
                        .inside = t->inside,
                        .low = near->low.lambda,
                        .high = near->high.lambda,
                        .as = near->as,
                        .above = t->above,
                        .below = t->below,
                        .theta = hol_alloc_copy(t->theta, t->count, sizeof *s->theta),
                        .vector = hol_alloc_copy(t->x, t->count * t->n, sizeof *s->vector)};
  return s->theta && s->vector ? HOL_OK : HOL_MEMORY;
}

static hol_status solve_first(const hol_system *system, double first, hol_near *near)
{
  hol_estimates e = {0};
  near->trial = (hol_trial){.low = &near->low, .high = &near->high};
  hol_status status = estimate_fields(system, first, near, &e);
  hol_estimates_clear(&e);
  HOL_TRY(status);
  HOL_TRY(place_ends(near) ? HOL_OK : HOL_NUMERICAL);
  return keep_state(near, &near->base);
}

hol_status hol_near_start(const hol_system *system, size_t zero, size_t wanted, double first, hol_near *near)
{
  *near = (hol_near){.zero = zero, .wanted = wanted};
  bool fits = !system->by_reactions && system->model->exact && !isfinite(system->trust) && system->fixed >= LEAST &&
              wanted < system->finite_roots && first > 0;
  hol_status status = fits ? solve_first(system, first, near) : HOL_NUMERICAL;
  near->is_ready = status == HOL_OK;
  return status == HOL_MEMORY ? status : HOL_OK;
}

/* ---- one after another ------------------------------------------------------------------------------------------------ */

void hol_near_restart(hol_near *near)
{
  const hol_near_state *s = &near->base;
  hol_trial *t = &near->trial;
  if (!near->is_ready || hol_trial_start(t, s->n, s->count) != HOL_OK) {
    near->is_ready = false;
    return;
  }
  memcpy(t->theta, s->theta, s->count * sizeof *t->theta);
  memcpy(t->x, s->vector, s->count * s->n * sizeof *t->x);
  t->inside = s->inside;
  t->above = s->above;
  t->below = s->below;
  near->low.lambda = s->low;
  near->high.lambda = s->high;
  near->as = s->as;
  near->is_at_base = true;
}

/** Everything known of the last structure as it would be of one whose λ are so many times as large. */
static void stretch_scale(hol_near *near, double ratio)
{
  hol_trial *t = &near->trial;
  for (size_t i = 0; i < t->count; i++) {
    t->theta[i] *= ratio;
  }
  t->above *= ratio;
  t->below *= ratio;
  near->as *= ratio;
  near->low.lambda *= ratio;
  near->high.lambda *= ratio;
}

static hol_status take_ends(hol_near *near, const hol_system *system)
{
  const hol_trial *t = &near->trial;
  HOL_TRY(hol_trial_end_take(system, near->low.lambda, near->as, &near->low));
  HOL_TRY(hol_trial_end_take(system, near->high.lambda, near->as, &near->high));
  bool fits = near->low.matrix.n == t->n && near->high.matrix.signature == near->low.matrix.signature &&
              near->low.count == near->zero && near->high.count == near->zero + t->inside;
  return fits ? HOL_OK : HOL_NUMERICAL;
}

static hol_status prove(hol_near *near, const hol_system *system)
{
  hol_trial *t = &near->trial;
  HOL_TRY(take_ends(near, system));
  t->system = system;
  t->forces = &near->forces;
  t->as = near->as;
  t->low = &near->low;
  t->high = &near->high;
  t->patience = NULL;
  HOL_TRY(hol_trial_start(t, t->n, t->count));
  HOL_TRY(hol_trial_refine(t));
  return hol_trial_prove(t);
}

static void put_roots(const hol_near *near, double *lambda, double *margin)
{
  double lower, upper;
  for (size_t from = 0, to; from < near->trial.inside; from = to) {
    to = hol_trial_root(&near->trial, from, &lower, &upper);
    for (size_t k = near->zero + from; k < near->zero + to && k < near->wanted; k++) {
      lambda[k] = 0.5 * (lower + upper);
      margin[k] = 0.5 * (upper - lower) / lambda[k];
    }
  }
}

hol_status hol_near_solve(hol_near *near, const hol_system *system, double ratio, double *lambda, double *margin,
                          bool *found)
{
  *found = false;
  near->is_at_base = false;
  stretch_scale(near, ratio);
  hol_forces_clear(&near->forces);
  hol_status status = hol_forces_make(system, &near->forces);
  status = status == HOL_OK ? prove(near, system) : status;
  *found = status == HOL_OK;
  if (*found) {
    put_roots(near, lambda, margin);
  }
  if (!*found || !place_ends(near)) {
    hol_near_restart(near);
  }
  return status == HOL_MEMORY ? status : HOL_OK;
}
