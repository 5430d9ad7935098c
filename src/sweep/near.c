/* SPDX-License-Identifier: BSD-3-Clause */
/* Rayleigh-Ritz solution of each structure by the exact trial functions of the one before, proved by two Sturm
   counts. */
#include "sweep/near.h"
#include "base/memory.h"
#include "spectrum/estimates.h"
#include "spectrum/roots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Unknowns from which on it is worth while; trial functions from beyond the upper end, how many of them stay there. */
enum { LEAST = 20, BEYOND = 6, STAY = 3 };
/** The lower end against the first root; the least gap for an end; an end below all roots against λ of members by
 *  themselves, of structures that are held, of free ones. */
static const double below_first = 0.5, least_gap = 1e-4, least_held = 1e-9, least_free = 1e-6;
/** Of what estimates may lack. */
static const double least_effect = 1e-6;

void hol_near_clear(hol_near *near)
{
  hol_shift_clear(&near->low);
  hol_shift_clear(&near->high);
  hol_forces_clear(&near->forces);
  hol_condensation_clear(&near->condensation);
  hol_trial_clear(&near->trial);
  *near = (hol_near){0};
}

void hol_near_restart(hol_near *near)
{
  near->has_last = near->is_vain = false;
}

bool hol_near_fits(const hol_system *system, size_t wanted)
{
  return !system->by_reactions && system->model->exact && !isfinite(system->trust) && system->fixed >= LEAST &&
         wanted < system->finite_roots;
}

/* ---- where ends lie ---------------------------------------------------------------------------------------------- */

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

/** Trial functions above the lower end: those below it come last. */
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

/* ---- the first structure ----------------------------------------------------------------------------------------- */

/** Trial functions from estimates about an end below all roots. */
static hol_status estimate_in(hol_near *near, const hol_system *system, hol_estimates *e)
{
  size_t roots = near->wanted - near->zero;
  double low, limit;
  near->as = hol_typical_lambda(system) * (near->zero ? least_free : least_held);
  HOL_TRY(hol_shift_factorise(system, near->as, near->as, &near->low));
  if (near->low.count != near->zero) {
    return HOL_NUMERICAL;
  }
  hol_expansion_range(system, &near->low.matrix, &low, &limit);
  hol_condensation_clear(&near->condensation);
  HOL_TRY(hol_condensation_choose(system, &near->low.matrix, limit, &near->condensation));
  const hol_estimates_request spec = {.above = {roots, STAY},
                                      .of = {&near->condensation, 0.05 * limit, least_effect, limit}};
  HOL_TRY(hol_estimates_make(system, &near->low, spec, (hol_cancellation){0}, e));
  return hol_estimates_rough(e) > roots ? hol_estimates_trial(e, true, roots, BEYOND, HUGE_VAL, &near->trial)
                                        : HOL_NUMERICAL;
}

static hol_status estimate_fields(hol_near *near, const hol_system *system)
{
  hol_estimates e = {0};
  near->trial.low = &near->low;
  near->trial.condensation = &near->condensation;
  hol_status status = estimate_in(near, system, &e);
  hol_estimates_clear(&e);
  HOL_TRY(status);
  return place_ends(near) ? HOL_OK : HOL_NUMERICAL;
}

/* ---- one after another ------------------------------------------------------------------------------------------- */

/** Everything known of the last structure as it would be of one whose λ are so many times as large. */
static void change_scale(hol_near *near, double ratio)
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
  HOL_TRY(hol_shift_factorise(system, near->low.lambda, near->as, &near->low));
  HOL_TRY(hol_shift_factorise(system, near->high.lambda, near->as, &near->high));
  bool fits = near->low.matrix.n == t->all && near->high.matrix.signature == near->low.matrix.signature &&
              near->low.count == near->zero && near->high.count == near->zero + t->inside;
  return fits ? HOL_OK : HOL_NUMERICAL;
}

static hol_status prove(hol_near *near, const hol_system *system)
{
  hol_trial *t = &near->trial;
  HOL_TRY(take_ends(near, system));
  HOL_TRY(hol_condensation_move(&near->condensation, system));
  t->system = system;
  t->forces = &near->forces;
  t->condensation = &near->condensation;
  t->as = near->as;
  t->low = &near->low;
  t->high = &near->high;
  t->cancellation = NULL;
  HOL_TRY(hol_trial_start(t, t->count));
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

static hol_status solve(hol_near *near, const hol_system *system, double size)
{
  hol_status status = HOL_NUMERICAL;
  HOL_TRY(hol_forces_make(system, &near->forces));
  if (near->has_last) {
    change_scale(near, size / near->size);
    status = prove(near, system);
  }
  if (status == HOL_NUMERICAL && !near->is_vain) {
    status = estimate_fields(near, system);
    status = status == HOL_OK ? prove(near, system) : status;
    near->is_vain = status == HOL_NUMERICAL;
  }
  return status;
}

hol_status hol_near_solve(hol_near *near, const hol_system *system, double size, double *lambda, double *margin,
                          bool *found)
{
  hol_forces_clear(&near->forces);
  hol_status status = solve(near, system, size);
  *found = status == HOL_OK;
  if (*found) {
    put_roots(near, lambda, margin);
  }
  near->size = size;
  near->has_last = *found && place_ends(near);
  return status == HOL_MEMORY ? status : HOL_OK;
}
