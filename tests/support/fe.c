/* SPDX-License-Identifier: BSD-3-Clause */
#include "fe.h"

#include "fe_krylov.h"
#include "problem/kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const real wanted_agreement = 1e-13L;     /* of λ between two degrees */
static const real acceptable_agreement = 1e-11L; /* where stiffnesses are too unequal for more; the error says so */
static const real rounding = 1e-15L;             /* of ω */

enum { FIRST_DEGREE = 6, LAST_DEGREE = 250, DEGREE_STEP = 3, MAX_EXTRA = 12 };

static fe_status fail(fe_answer *answer, fe_status status, const char *why)
{
  snprintf(answer->message, sizeof answer->message, "%s", why);
  return status;
}

/** Eigenvalues with elements of one fineness; memory of the spectrum is the pool's. */
static bool spectrum_at(const fe_model *model, const fe_reduction *reduction, fe_fineness fineness,
                        const fe_known *known, size_t count, fe_pool *pool, fe_spectrum *found)
{
  fe_pool local = {0};
  fe_system system;
  fe_spectrum here;
  fe_system_build(model, reduction, fineness, &local, &system);
  bool good = fe_lowest(&system, known, count, &here);
  *found = here;
  found->order = system.order;
  found->lambda = fe_pool_get(pool, here.count, sizeof *found->lambda);
  memcpy(found->lambda, here.lambda, here.count * sizeof *found->lambda);
  fe_pool_clear(&local);
  return good;
}

/** The least λ, within a factor `ratio` above it, with at least `count` eigenvalues below; they are more than there are
 *  below `low` and no more than below `high`. */
static real bisect(const fe_system *system, size_t count, real low, real high, real ratio)
{
  while (high > ratio * low) {
    const real middle = real_sqrt(low) * real_sqrt(high);
    if (fe_system_count_below(system, middle) >= count) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return high;
}

/** What a rough system says about the frequencies wanted. */
typedef struct outline {
  size_t zeros;
  size_t available; /**< eigenvalues below any that matters */
  real lowest;      /**< a little above the lowest that is not zero; 0: there is none */
  real last;        /**< a little above the last one wanted */
} outline;

/** By counting alone, so no shift need be known. */
static outline outline_of(const fe_system *system, size_t count)
{
  size_t zeros = fe_system_zeros(system);
  const real typical = fe_system_typical(system);
  outline o = {.zeros = zeros, .available = zeros};
  real high = typical, low = 1e-9L * typical;
  for (int step = 0; step < 40 && o.available <= (count > zeros ? count : zeros); step++) {
    high *= 8;
    o.available = fe_system_count_below(system, high);
  }
  while (low > 1e-20L * typical && fe_system_count_below(system, low) > zeros) {
    low /= 1000;
  }
  o.lowest = o.available > zeros ? bisect(system, zeros + 1, low, high, 1.5L) : 0;
  size_t last = count < o.available ? count : o.available;
  o.last = last > zeros ? bisect(system, last, low, high, 1.1L) : 0;
  return o;
}

/** How fine the elements must be, and which shift is near the frequencies wanted. */
static bool maxima(const fe_model *model, const fe_reduction *reduction, size_t count, fe_fineness *fineness,
                   fe_known *known)
{
  known->is_continuous = fe_system_is_continuous(model);
  for (size_t degree = FIRST_DEGREE; degree <= LAST_DEGREE; degree += degree / 2) {
    fe_pool local = {0};
    fe_system system;
    fe_system_build(model, reduction, (fe_fineness){.at_least = degree}, &local, &system);
    const outline o = outline_of(&system, count);
    known->shift = o.lowest > 0 ? o.lowest : fe_system_typical(&system);
    known->zeros = o.zeros;
    *fineness = (fe_fineness){.omega = real_sqrt(o.last), .at_least = 4};
    fe_pool_clear(&local);
    if (o.available > count || !known->is_continuous) {
      return true;
    }
  }
  return false;
}

static void write_answer(const fe_spectrum *coarse, const fe_spectrum *fine, size_t zeros, fe_answer *answer)
{
  answer->rigid = zeros < answer->count ? zeros : answer->count;
  for (size_t i = zeros; i < answer->count; i++) {
    const real omega = real_sqrt(fine->lambda[i]), other = real_sqrt(coarse->lambda[i]);
    answer->omega[i] = (double)omega;
    answer->error[i] = (double)(real_abs(omega - other) + rounding * omega);
  }
}

/** Do two spectra agree, apart from the zero eigenvalues? */
static bool agree(const fe_spectrum *a, const fe_spectrum *b, size_t zeros, real agreement)
{
  for (size_t i = zeros; i < a->count && i < b->count; i++) {
    if (!(real_abs(a->lambda[i] - b->lambda[i]) <= agreement * b->lambda[i])) {
      return false;
    }
  }
  return true;
}

/** Raise the degrees until two spectra agree. @return did they? Dense solutions may agree to fewer digits. */
static bool refine(const fe_model *model, const fe_reduction *reduction, fe_fineness fineness, const fe_known *known,
                   size_t count, fe_spectrum *coarse, fe_spectrum *fine, fe_pool *pool)
{
  *coarse = *fine = (fe_spectrum){0};
  for (fineness.extra = 0; fineness.extra <= MAX_EXTRA; fineness.extra += DEGREE_STEP) {
    *coarse = *fine;
    if (!spectrum_at(model, reduction, fineness, known, count, pool, fine)) {
      return false;
    }
    if (fineness.extra > 0 && agree(coarse, fine, known->zeros, wanted_agreement)) {
      return true;
    }
  }
  return known->is_difficult && agree(coarse, fine, known->zeros, acceptable_agreement);
}

static fe_status solve_in(const fe_model *model, fe_reduction *reduction, size_t count, fe_answer *answer,
                          fe_pool *pool)
{
  fe_fineness fineness;
  fe_known known = {0};
  fe_spectrum coarse, fine;
  if (!maxima(model, reduction, count, &fineness, &known)) {
    return fail(answer, FE_FAILED, "there are no frequencies with rough elements");
  }
  if (!refine(model, reduction, fineness, &known, count, &coarse, &fine, pool)) {
    known.is_difficult = true;
    if (!refine(model, reduction, fineness, &known, count, &coarse, &fine, pool)) {
      return fail(answer, FE_FAILED, "the stiffness is not positive, or higher degrees do not agree");
    }
  }
  answer->exhausted = fine.exhausted;
  answer->order = fine.order;
  answer->count = fine.count < coarse.count ? fine.count : coarse.count;
  answer->omega = calloc(answer->count + 1, sizeof *answer->omega);
  answer->error = calloc(answer->count + 1, sizeof *answer->error);
  if (!answer->omega || !answer->error) {
    abort();
  }
  write_answer(&coarse, &fine, known.zeros, answer);
  return FE_OK;
}

/** Motions in which nothing but one bar takes part are no modes: as many of the zero frequencies less. */
static void forget_lone(size_t lone, fe_answer *answer)
{
  lone = lone < answer->rigid ? lone : answer->rigid;
  answer->rigid -= lone;
  answer->count -= lone;
  memmove(answer->omega, answer->omega + lone, answer->count * sizeof *answer->omega);
  memmove(answer->error, answer->error + lone, answer->count * sizeof *answer->error);
}

fe_status fe_solve(const hol_problem *problem, const hol_part_grammar *const *kinds, size_t n_kinds, size_t count,
                   fe_answer *answer)
{
  fe_pool pool = {0};
  fe_model model;
  fe_reduction reduction;
  fe_status status = FE_OK;
  fe_clear(answer);
  (void)n_kinds;
  fe_model_build(problem, kinds, &pool, &model);
  if (model.fault) {
    status = fail(answer, FE_UNSUPPORTED, model.fault);
  } else {
    fe_reduction_build(&model, &reduction);
    if (!fe_reduction_drop(&model, &reduction)) {
      answer->exhausted = true; /* nothing has mass */
    } else {
      status = solve_in(&model, &reduction, count + reduction.lone, answer, &pool);
      if (status == FE_OK) {
        forget_lone(reduction.lone, answer);
      }
    }
  }
  fe_pool_clear(&pool);
  return status;
}

void fe_clear(fe_answer *answer)
{
  free(answer->omega);
  free(answer->error);
  *answer = (fe_answer){0};
}
