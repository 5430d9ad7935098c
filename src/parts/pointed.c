/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts known at points: their sites, and one block of memory with the numbers that their class works on. */
#include "parts/pointed.h"
#include "base/memory.h"

#include <string.h>

void *hol_pointed_start(const hol_resolving *r, const hol_pointed *pointed, hol_resolved *resolved)
{
  const hol_part *part = r->part;
  size_t points = part->point_count, places = pointed->samples + points;
  hol_sites *f = hol_sites_new(resolved);
  if (f && hol_sites_start(pointed->class, points, pointed->samples, f)) {
    f->part = hol_alloc(1, pointed->size + places * pointed->width * sizeof(double) + points);
    f->even = pointed->has_even ? hol_alloc(points + 1, sizeof *f->even) : NULL;
    f->leader = pointed->has_leaders ? hol_alloc(points + 1, sizeof *f->leader) : NULL;
  }
  if (!f || !f->part || (pointed->has_even && !f->even) || (pointed->has_leaders && !f->leader)) {
    hol_faults_add(r->faults, true, part->place, NULL, "%s", hol_status_text(HOL_MEMORY));
    return NULL;
  }
  for (size_t i = 0; i < points; i++) {
    memcpy(f->at[i], part->point[i].at, sizeof f->at[i]);
    f->freedoms[i] = pointed->carried;
  }
  return f->part;
}
