/* SPDX-License-Identifier: BSD-3-Clause */
/* Workspace of friction at zero slip, and the choice of the method. */
#include "motion/friction_choice.h"

#include "base/memory.h"
#include "motion/friction_solve.h"

#include <stdlib.h>
#include <string.h>

/** LAPACK's blocks of columns, at most. */
enum { BLOCK = 64 };

hol_status hol_friction_choice_make(size_t elements, hol_friction_choice *choice)
{
  size_t n = elements;
  choice->most = n;
  choice->space = (n + 2) * (BLOCK + 4);
  choice->tau = hol_alloc(n, sizeof(double));
  choice->acceleration = hol_alloc(n, sizeof(double));
  choice->slide = hol_alloc(n, sizeof *choice->slide);
  choice->is_about = hol_alloc(n, sizeof(bool));
  choice->is_unique = hol_alloc(n, sizeof(bool));
  choice->solution = hol_alloc(HOL_FRICTION_SOLUTIONS * n, sizeof(double));
  choice->clean = hol_alloc(n * n, sizeof(double));
  choice->bound = hol_alloc(n, sizeof(double));
  choice->held = hol_alloc(n, sizeof *choice->held);
  choice->scratch = hol_alloc(choice->space, sizeof(double));
  choice->matrix = hol_alloc(n * n, sizeof(double));
  choice->vector = hol_alloc(3 * n, sizeof(double));
  choice->pivot = hol_alloc(n, sizeof *choice->pivot);
  bool ok = choice->tau && choice->acceleration && choice->slide && choice->is_about && choice->is_unique &&
            choice->solution && choice->clean && choice->bound && choice->held && choice->scratch && choice->matrix &&
            choice->vector && choice->pivot;
  return ok ? HOL_OK : HOL_MEMORY;
}

void hol_friction_choice_clear(hol_friction_choice *choice)
{
  void *const owned[] = {choice->tau,      choice->acceleration, choice->slide, choice->is_about, choice->is_unique,
                         choice->solution, choice->clean,        choice->bound, choice->held,     choice->scratch,
                         choice->matrix,   choice->vector,       choice->pivot};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
  *choice = (hol_friction_choice){0};
}

static bool has_contact(const hol_friction_elements *elements)
{
  bool has = false;
  for (size_t k = 0; k < elements->count; k++) {
    has = has || (elements->at && elements->at[k] != SIZE_MAX);
  }
  return has;
}

hol_status hol_friction_decide(hol_friction_choice *choice, const hol_friction_elements *elements,
                               hol_friction_answer *answer)
{
  *answer = HOL_FRICTION_SETTLED;
  choice->solutions = 1;
  if (!has_contact(elements)) {
    HOL_TRY(hol_friction_settle(choice, elements, elements->limit));
    *answer = hol_friction_agrees(choice, elements) ? HOL_FRICTION_SETTLED : HOL_FRICTION_NO;
    choice->solutions = *answer == HOL_FRICTION_SETTLED;
    return HOL_OK;
  }
  if (elements->count <= HOL_FRICTION_PATTERNS) {
    HOL_TRY(hol_friction_try_patterns(choice, elements));
    *answer = choice->solutions == 0   ? HOL_FRICTION_NO
              : choice->solutions == 1 ? HOL_FRICTION_SETTLED
                                       : HOL_FRICTION_SEVERAL;
    return HOL_OK;
  }
  bool is_settled = false;
  HOL_TRY(hol_friction_repeat(choice, elements, &is_settled));
  *answer = is_settled ? HOL_FRICTION_SETTLED : HOL_FRICTION_NO;
  choice->solutions = is_settled;
  return HOL_OK;
}
