#include "fe.h"

#include "fe_krylov.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const real zero_tolerance = 1e-10L;   /* of λ, relative to the lowest elastic one */
static const real wanted_agreement = 1e-13L; /* of λ between two degrees */
static const real rounding = 1e-15L;

enum { FIRST_DEGREE = 6, LAST_DEGREE = 30, DEGREE_STEP = 3, MAX_EXTRA = 18 };

static fe_status fail(fe_answer *answer, fe_status status, const char *why)
{
  snprintf(answer->message, sizeof answer->message, "%s", why);
  return status;
}

/* Eigenvalues with elements of one fineness; memory of the spectrum is the pool's. */
static bool spectrum_at(const fe_model *model, const fe_reduction *reduction, fe_fineness fineness, real shift,
                        size_t count, fe_pool *pool, fe_spectrum *found, size_t *order)
{
  fe_pool local = {0};
  fe_system system;
  fe_spectrum here;
  fe_system_build(model, reduction, fineness, &local, &system);
  const bool good = fe_lowest(&system, shift > 0 ? shift : fe_system_typical(&system), fe_system_is_continuous(model),
                              count, &here);
  *order = system.order;
  *found = here;
  found->lambda = fe_pool_get(pool, here.count, sizeof *found->lambda);
  memcpy(found->lambda, here.lambda, here.count * sizeof *found->lambda);
  fe_pool_clear(&local);
  return good;
}

/* The lowest eigenvalue that is not zero; 0 if all are. Zeros come out near 1e-17 of the shift. */
static real lowest_elastic(const fe_spectrum *found)
{
  for (size_t i = 0; i < found->count; ++i) {
    if (found->lambda[i] > 1e-14L * found->shift) {
      return found->lambda[i];
    }
  }
  return 0;
}

/* Two rough passes: how fine the elements must be, and which shift is near the frequencies wanted. */
static bool survey(const fe_model *model, const fe_reduction *reduction, size_t count, fe_fineness *fineness, real *shift,
                   fe_pool *pool)
{
  const bool is_continuous = fe_system_is_continuous(model);
  size_t order;
  *shift = 0;
  for (size_t degree = FIRST_DEGREE; degree <= LAST_DEGREE; degree += 4) {
    fe_spectrum found;
    if (!spectrum_at(model, reduction, (fe_fineness){.at_least = degree}, *shift, count, pool, &found, &order)) {
      return false;
    }
    const real elastic = lowest_elastic(&found);
    *shift = elastic > 0 ? elastic : found.shift;
    if ((found.count >= count && elastic > 0) || !is_continuous) {
      const real highest = found.count ? found.lambda[found.count - 1] : 0;
      *fineness = (fe_fineness){.omega = highest > 0 ? sqrtl(highest) : 0, .at_least = 4};
      return true;
    }
    count = found.count >= count && elastic <= 0 ? found.count + 1 : count;
  }
  return false;
}

static void write_answer(const fe_spectrum *coarse, const fe_spectrum *fine, real shift, fe_answer *answer)
{
  for (size_t i = 0; i < answer->count; ++i) {
    const real lambda = fine->lambda[i], omega = lambda > 0 ? sqrtl(lambda) : 0;
    if (lambda < zero_tolerance * shift) {
      answer->rigid++;
      continue;
    }
    const real other = coarse->lambda[i] > 0 ? sqrtl(coarse->lambda[i]) : 0;
    answer->omega[i] = (double)omega;
    answer->error[i] = (double)(fabsl(omega - other) + rounding * omega);
  }
}

/* Do two spectra agree? The zero ones are told by the shift, which is near the lowest elastic one. */
static bool agree(const fe_spectrum *a, const fe_spectrum *b, real shift)
{
  for (size_t i = 0; i < a->count && i < b->count; ++i) {
    const bool zero = a->lambda[i] < zero_tolerance * shift && b->lambda[i] < zero_tolerance * shift;
    if (!zero && fabsl(a->lambda[i] - b->lambda[i]) > wanted_agreement * b->lambda[i]) {
      return false;
    }
  }
  return true;
}

static fe_status solve_in(const fe_model *model, fe_reduction *reduction, size_t count, fe_answer *answer, fe_pool *pool)
{
  fe_fineness fineness;
  real shift;
  if (!survey(model, reduction, count, &fineness, &shift, pool)) {
    return fail(answer, FE_FAILED, "no frequencies with rough elements: is the stiffness positive?");
  }
  fe_spectrum coarse = {0}, fine = {0};
  for (fineness.extra = 0; fineness.extra <= MAX_EXTRA; fineness.extra += DEGREE_STEP) {
    coarse = fine;
    if (!spectrum_at(model, reduction, fineness, shift, count, pool, &fine, &answer->order)) {
      return fail(answer, FE_FAILED, "the eigenvalues could not be found");
    }
    if (fineness.extra > 0 && agree(&coarse, &fine, shift)) {
      break;
    }
  }
  if (fineness.extra > MAX_EXTRA) {
    return fail(answer, FE_FAILED, "higher degrees do not agree");
  }
  answer->exhausted = fine.exhausted;
  answer->count = fine.count < coarse.count ? fine.count : coarse.count;
  answer->omega = calloc(answer->count + 1, sizeof *answer->omega);
  answer->error = calloc(answer->count + 1, sizeof *answer->error);
  if (!answer->omega || !answer->error) {
    abort();
  }
  write_answer(&coarse, &fine, shift, answer);
  return FE_OK;
}

fe_status fe_solve(const hol_problem *problem, const hol_part_keys *kinds, size_t n_kinds, size_t count, fe_answer *answer)
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
      status = solve_in(&model, &reduction, count, answer, &pool);
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
