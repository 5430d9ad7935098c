/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped eigenvalues under any linear damping: search from undamped modes, then proof or count. */
#include "response/damped_search.h"
#include "response/damped_state.h"

#include <math.h>
#include <stdlib.h>

/** Undamped modes beyond the request. */
enum { UNDAMPED_EXTRA = 4 };

static void clear(hol_damped_state *s)
{
  hol_eigenvalues_clear(&s->zeros);
  hol_dynamic_clear(&s->dynamic);
  hol_system_clear(&s->system);
  free(s->size);
  free(s->pole);
}

/** Solve for as many undamped modes as are wanted, and some more. */
static hol_status solve_undamped(hol_damped_state *s, size_t more, hol_faults *faults)
{
  size_t count = s->request->count;
  if (count == 0) {
    HOL_TRY(hol_undamped_solve(s->undamped, 0, s->request->below, faults));
    count = s->undamped->result.mode_count;
  }
  return hol_undamped_solve(s->undamped, count + more, 0, faults);
}

static hol_status list_motions(const hol_damped_state *s, hol_damped *found)
{
  hol_damped_motion *m;
  found->motions = 0;
  for (size_t i = 0; i < s->rigid; i++) {
    HOL_TRY(hol_damped_add(found, 0, &m));
    m->residual = 0;
  }
  for (size_t i = 0; i < s->zeros.count; i++) {
    if (hol_damped_is_listed(s, s->zeros.zero[i])) {
      HOL_TRY(hol_damped_add(found, s->zeros.zero[i], &m));
      m->residual = s->zeros.residual[i];
    }
  }
  return HOL_OK;
}

/** Test whether the discs prove the part of the list that is wanted. */
static bool is_proved(const hol_damped_state *s, hol_damped *found)
{
  const hol_result *r = &s->undamped->result;
  bool may_be = s->kind->is_losses_only && s->undamped->is_proved && r->growing + r->neutral == 0;
  size_t proved = may_be ? hol_damped_prove_by_discs(s, found) : 0, wanted = s->request->count;
  for (size_t i = s->rigid; i < proved; i++) { /* of the first so many, in the order of size, each is in a group */
    proved = i < found->motions && found->motion[i].region == HOL_REGION_DISC ? proved : 0;
  }
  if (wanted == 0) { /* one more is beyond */
    while (wanted < found->motions && found->motion[wanted].omega < s->request->below) {
      wanted++;
    }
    wanted++;
  }
  return may_be && (proved >= wanted || (isinf(s->undamped->covered) && proved == r->mode_count));
}

static hol_status run(hol_damped_state *s, hol_damped *found, hol_faults *faults)
{
  HOL_TRY(hol_damped_prepare(s, faults));
  HOL_TRY(hol_damped_search_from_undamped(s));
  HOL_TRY(hol_damped_search_real_axis(s));
  const hol_damped_request all = {.below = HUGE_VAL};
  HOL_TRY(list_motions(s, found));
  (void)hol_damped_cut(&all, found);
  if (is_proved(s, found)) {
    found->known = HOL_DAMPED_PROVED;
    found->reason = NULL;
  } else {
    HOL_TRY(s->kind->is_lossy ? hol_damped_search_lower_half(s) : HOL_OK);
    HOL_TRY(hol_damped_count_zeros(s, found));
    HOL_TRY(list_motions(s, found));
    (void)hol_damped_cut(&all, found);
    (void)is_proved(s, found);
  }
  if (s->kind->is_dashpots_only && found->known == HOL_DAMPED_COUNTED) {
    HOL_TRY(hol_damped_circles(s->undamped, found, faults));
  }
  found->evaluations = s->zeros.evaluations;
  (void)hol_damped_cut(s->request, found);
  hol_damped_list_accumulations(s, found);
  return HOL_OK;
}

hol_status hol_damped_search(hol_undamped *undamped, const hol_damped_kind *kind, const hol_damped_request *request,
                             hol_damped *found, hol_faults *faults)
{
  hol_damped_state s = {.undamped = undamped, .kind = kind, .request = request};
  found->reason = "this kind of damping cannot be searched";
  HOL_TRY(solve_undamped(&s, UNDAMPED_EXTRA + request->count / 2, faults));
  hol_status status = run(&s, found, faults);
  clear(&s);
  return status;
}
