#include "spectrum/estimates.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** Columns of a block, vectors beside three for each estimate. */
enum { COLUMNS = 4, SPARE = 150 };
/** Estimates are good, relatively to 1/t; fields from beyond the ends may be so. */
static const double converged = 1e-8, roughly = 1e-3;

void hol_estimates_clear(hol_estimates *e)
{
  hol_krylov_clear(&e->krylov);
  hol_expansion_clear(&e->expansion);
  *e = (hol_estimates){0};
}

/** Estimates above the end that are right to `error`, with no other nearer: the last values. */
static size_t good_above(const hol_krylov *k, double error)
{
  size_t good = 0;
  while (good < k->columns) {
    size_t i = k->columns - 1 - good;
    if (!(k->value[i] > 0 && k->error[i] <= error * k->value[i])) {
      break;
    }
    good++;
  }
  return good;
}

/** The same below the end: the first values. */
static size_t good_below(const hol_krylov *k, double error)
{
  size_t good = 0;
  while (good < k->columns && k->value[good] < 0 && k->error[good] <= -error * k->value[good]) {
    good++;
  }
  return good;
}

static bool has_enough(void *context, const hol_krylov *k)
{
  return good_above(k, converged) >= *(const size_t *)context;
}

hol_status hol_estimates_make(const hol_system *system, hol_trial_end *end, hol_estimates_wish wish,
                              hol_patience patience, hol_estimates *e)
{
  const hol_block_lanczos lanczos = {
      .block = COLUMNS, .most = 3 * wish.count + SPARE, .context = &wish.count, .is_enough = has_enough};
  *e = (hol_estimates){.about = end->lambda};
  HOL_TRY(hol_expansion_make(system, &end->matrix, &end->decomposition, wish.followers, wish.reach, wish.limit,
                             &e->expansion));
  e->expansion.patience = patience;
  return hol_expansion_solve(&e->expansion, &lanczos, &e->krylov);
}

size_t hol_estimates_good(const hol_estimates *e)
{
  return good_above(&e->krylov, converged);
}

double hol_estimate(const hol_estimates *e, size_t i)
{
  return e->about + 1 / e->krylov.value[e->krylov.columns - 1 - i];
}

double hol_estimate_below(const hol_estimates *e)
{
  return e->krylov.value[0] < 0 ? e->about + 1 / e->krylov.value[0] : -HUGE_VAL;
}

hol_status hol_estimates_fields(const hol_estimates *e, size_t inside, size_t beyond, double limit, hol_trial *t)
{
  const hol_krylov *k = &e->krylov;
  size_t good = good_above(k, roughly), next = inside, below = good_below(k, roughly);
  while (next < inside + beyond && next < good && hol_estimate(e, next) < limit) {
    next++;
  }
  below = below < beyond ? below : beyond;
  t->above = next < k->columns && k->value[k->columns - 1 - next] > 0 ? hol_estimate(e, next) : HUGE_VAL;
  t->below = below < k->columns && k->value[below] < 0 ? e->about + 1 / k->value[below] : -HUGE_VAL;
  size_t *number = hol_alloc(next + below, sizeof *number);
  hol_status status = number ? hol_trial_start(t, next + below) : HOL_MEMORY;
  t->inside = inside;
  for (size_t i = 0; i < next + below && status == HOL_OK; i++) {
    number[i] = i < next ? k->columns - 1 - i : i - next;
    t->theta[i] = e->about + 1 / k->value[number[i]];
  }
  status = status == HOL_OK ? hol_krylov_vectors(k, t->n, t->count, number, t->x) : status;
  free(number);
  return status;
}
