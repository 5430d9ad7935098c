/* SPDX-License-Identifier: BSD-3-Clause */
/* Lockstep of ranks: agreement on the next operation, ownership of distributed objects, leaving. */
#include "base/lockstep.h"

#include <stdlib.h>
#include <string.h>

/** What a rank comes with. Plain data. */
typedef struct ticket {
  size_t what, size[2], left;
  hol_status status;
} ticket;

static bool is_same(const ticket *a, const ticket *b)
{
  return a->what == b->what && a->size[0] == b->size[0] && a->size[1] == b->size[1] && a->left == b->left;
}

static size_t count_left(const hol_lockstep *l)
{
  size_t left = 0;
  for (const hol_common *thing = l->first; thing; thing = thing->next) {
    left += thing->is_left;
  }
  return left;
}

/** End what its owners have left, or all there is. */
static void end_things(hol_lockstep *l, bool all, bool is_reached)
{
  for (hol_common **at = &l->first; *at;) {
    hol_common *thing = *at;
    if (all || thing->is_left) {
      *at = thing->next;
      thing->end(thing, is_reached);
    } else {
      at = &thing->next;
    }
  }
}

/** What follows from what all ranks have come with. */
static hol_status judge(hol_lockstep *l, const ticket *all)
{
  hol_status worst = HOL_OK;
  bool same = true, is_end = true;
  for (size_t r = 0; r < l->comm->size; r++) {
    worst = all[r].status > worst ? all[r].status : worst;
    same = same && is_same(&all[r], &all[0]);
    is_end = is_end && all[r].what == HOL_MEET_TO_LEAVE;
  }
  if (is_end) {
    return all[0].status;
  }
  l->has_parted = worst == HOL_OK && !same;
  return l->has_parted ? HOL_NUMERICAL : worst;
}

static void finish(hol_lockstep *l, hol_status status, bool is_reached)
{
  end_things(l, true, is_reached);
  l->is_over = true;
  l->status = status;
}

hol_status hol_lockstep_meet(hol_lockstep *l, hol_meeting what, const size_t size[2], hol_status status)
{
  if (l->is_over) {
    return HOL_INCOMPLETE;
  }
  ticket own = {.what = (size_t)what, .size = {size[0], size[1]}, .left = count_left(l), .status = status};
  char *bytes = NULL;
  size_t *sizes = NULL;
  hol_status reached = l->comm->gather(l->comm->handle, &own, sizeof own, &bytes, &sizes);
  hol_status judged = reached == HOL_OK ? judge(l, (const ticket *)(const void *)bytes) : reached;
  free(bytes);
  free(sizes);
  if (judged == HOL_OK && what != HOL_MEET_TO_LEAVE) {
    end_things(l, false, true);
    return HOL_OK;
  }
  finish(l, judged, reached == HOL_OK);
  return HOL_INCOMPLETE;
}

void hol_lockstep_add(hol_lockstep *l, hol_common *thing)
{
  hol_common **at = &l->first;
  while (*at) {
    at = &(*at)->next;
  }
  thing->lockstep = l;
  *at = thing;
}

hol_status hol_lockstep_break(hol_lockstep *l, hol_status status)
{
  finish(l, status, false);
  return HOL_INCOMPLETE;
}

hol_status hol_lockstep_leave(hol_lockstep *l, hol_status status)
{
  hol_status met = hol_lockstep_meet(l, HOL_MEET_TO_LEAVE, (const size_t[2]){0, 0}, status);
  return met == HOL_OK ? HOL_OK : l->status; /* it is over in any case */
}
