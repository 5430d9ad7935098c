/* SPDX-License-Identifier: BSD-3-Clause */
/* List of undamped modes from which damped modes are searched, and list of damped modes in the order of |s|. */
#include "response/damped_list.h"
#include "base/memory.h"
#include "modes/frequencies.h"

#include <math.h>
#include <stdlib.h>

/* ---- undamped motions -------------------------------------------------------------------------------------------- */

void hol_undamped_clear(hol_undamped *u)
{
  hol_result_clear(&u->result);
  hol_model_clear(&u->model);
}

hol_status hol_undamped_solve(hol_undamped *u, size_t count, double below, hol_faults *faults)
{
  hol_analysis *asked = &u->problem.analysis;
  *asked = (hol_analysis){.frequencies = count ? HOL_FREQUENCIES_COUNT : HOL_FREQUENCIES_BELOW,
                          .count = count,
                          .to = below,
                          .exact = true,
                          .order = 1,
                          .place = asked->place};
  hol_result_clear(&u->result);
  hol_solve_options options = {.watch = {.progress = u->watch.progress, .context = u->watch.context}};
  hol_status status = hol_solve_frequencies(&u->problem, options, &u->result, faults);
  const hol_result *r = &u->result;
  u->is_proved = status == HOL_OK;
  u->covered = count ? (r->mode_count ? r->mode[r->mode_count - 1].lower : 0) : below;
  u->covered = r->exhausted && u->is_proved ? (double)INFINITY : u->covered * u->covered;
  return status == HOL_INCOMPLETE && !r->stopped ? HOL_OK : status;
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

hol_status hol_damped_add(hol_damped *found, double complex s, hol_damped_motion **added)
{
  if (!hol_grow(&found->motion, &found->capacity, found->motions + 1, sizeof *found->motion)) {
    return HOL_MEMORY;
  }
  hol_damped_motion *m = *added = &found->motion[found->motions++];
  double complex lambda = -s * s;
  double size = cabs(s);
  *m = (hol_damped_motion){.s = {creal(s), cimag(s)},
                           .lambda = {size > 0 ? creal(lambda) : 0, size > 0 ? cimag(lambda) : 0},
                           .omega = size,
                           .damping_ratio = size > 0 ? -creal(s) / size : (double)NAN,
                           .loss_factor = creal(lambda) > 0 ? cimag(lambda) / creal(lambda) : (double)NAN,
                           .lower = NAN,
                           .upper = NAN,
                           .centre = {NAN, NAN},
                           .radius = NAN,
                           .residual = NAN};
  return HOL_OK;
}

static int by_size(const void *a, const void *b)
{
  const hol_damped_motion *x = a, *y = b;
  int order = (x->omega > y->omega) - (x->omega < y->omega);
  return order ? order : (x->s[1] > y->s[1]) - (x->s[1] < y->s[1]);
}

double hol_damped_cut(const hol_damped_request *request, hol_damped *found)
{
  if (found->motions) {
    qsort(found->motion, found->motions, sizeof *found->motion, by_size);
  }
  size_t kept = request->count ? request->count : found->motions;
  double size = request->below;
  if (request->count) {
    size = found->motions < kept ? (double)NAN : found->motion[kept - 1].omega;
  } else {
    while (kept > 0 && !(found->motion[kept - 1].omega < size)) {
      kept--;
    }
  }
  found->motions = found->motions < kept ? found->motions : kept;
  for (size_t i = 0; i < found->motions; i++) {
    found->motion[i].number = i + 1;
  }
  return size;
}
