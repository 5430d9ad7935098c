/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of parts for summed results: the copies of a repeated part, and all other parts of one kind. */
#include "problem/groups.h"

#include "base/memory.h"
#include "expression/names.h"
#include "problem/kind.h"

#include <stdlib.h>
#include <string.h>

/** The number of a copy, `[3]` or `[12]`, at the beginning of some text; the name of a part that is none has no
 *  brackets. */
static size_t length_of_number(const char *text)
{
  size_t digits = *text == '[' ? strspn(text + 1, "0123456789") : 0;
  return digits > 0 && text[1 + digits] == ']' ? digits + 2 : 0;
}

bool hol_groups_is_copy(const hol_part *part)
{
  return strchr(part->name, '[') != NULL;
}

/** @return owned by the caller; NULL: no memory */
static char *name_of(const hol_part *part)
{
  const char *from = hol_groups_is_copy(part) ? part->name : part->of ? part->of->name : "";
  char *name = hol_alloc(strlen(from) + 1, 1); /* `[*]` is no longer than a number */
  for (char *to = name; name && *from;) {
    size_t length = length_of_number(from);
    if (length > 0) {
      memcpy(to, "[*]", 3);
      to += 3;
      from += length;
    } else {
      *to++ = *from++;
    }
  }
  return name;
}

static hol_status take_part(hol_groups *groups, hol_names *known, size_t i, const hol_part *part)
{
  char *name = name_of(part);
  bool existed = false;
  hol_status status = name ? hol_names_add(known, name, groups->count, &existed) : HOL_MEMORY;
  if (status == HOL_OK && !existed) {
    groups->of[i] = groups->count;
    groups->name[groups->count++] = name;
    return HOL_OK;
  }
  if (status == HOL_OK) {
    (void)hol_names_find(known, name, &groups->of[i]);
  }
  free(name);
  return status;
}

hol_status hol_groups_make(const hol_problem *problem, hol_groups *groups)
{
  hol_names known = {0};
  groups->name = hol_alloc(problem->part_count, sizeof *groups->name);
  groups->of = hol_alloc(problem->part_count, sizeof *groups->of);
  hol_status status = groups->name && groups->of ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < problem->part_count; i++) {
    status = take_part(groups, &known, i, &problem->part[i]);
  }
  hol_names_clear(&known);
  return status;
}

void hol_groups_sum(const hol_groups *groups, size_t parts, const double *share, double *sum)
{
  for (size_t g = 0; g < groups->count; g++) {
    sum[g] = 0;
  }
  for (size_t i = 0; i < parts; i++) {
    sum[groups->of[i]] += share[i];
  }
}

void hol_groups_clear(hol_groups *groups)
{
  for (size_t g = 0; g < groups->count; g++) {
    free(groups->name[g]);
  }
  free(groups->name);
  free(groups->of);
  *groups = (hol_groups){0};
}
