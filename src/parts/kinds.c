/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of kinds. A kind is one file kind_*.c, with its row, and a word in kinds.h. */
#include "parts/kinds.h"
#include "parts/section.h"
#include "problem/joint.h"
#include "problem/keys.h"

#include <string.h>

#define X(name) &hol_kind_##name,
static const hol_part_kind *const kinds[] = {HOL_KINDS(X)};
#undef X
#define X(name) &hol_kind_##name.grammar,
static const hol_part_grammar *const grammars[] = {HOL_KINDS(X)};
#undef X

#define X(name) #name,
static const char *const names[] = {HOL_KINDS(X)};
#undef X

const char *const *hol_kinds(size_t *count)
{
  *count = sizeof names / sizeof names[0];
  return names;
}

/** Of joints, and of what else a file has. */
static const hol_key *const *keys_of_problem(const char *word, size_t *count)
{
  const hol_joint_row *joint = hol_joint_row_of(word);
  *count = joint ? joint->keys : 0;
  for (size_t i = 0; !joint && hol_other_keys[i]; i++) {
    if (strcmp(hol_other_keys[i]->word, word) == 0) {
      *count = hol_other_keys[i]->keys;
      return hol_other_keys[i]->key;
    }
  }
  return joint ? joint->key : NULL;
}

/** Of sections by their shape, and of materials. */
static const hol_key *const *keys_of_others(const char *word, size_t *count)
{
  size_t shapes;
  const hol_shape_grammar *const *shape = hol_shape_grammars(&shapes);
  for (size_t i = 0; i < shapes; i++) {
    if (strcmp(shape[i]->name ? shape[i]->name : "section", word) == 0) {
      *count = shape[i]->keys;
      return shape[i]->key;
    }
  }
  if (strcmp(word, "material") == 0) {
    *count = hol_material_keys;
    return hol_material_key;
  }
  return keys_of_problem(word, count);
}

const hol_key *const *hol_keys(const char *kind, size_t *count)
{
  for (size_t i = 0; i < sizeof grammars / sizeof grammars[0]; i++) {
    if (strcmp(names[i], kind) == 0) {
      *count = grammars[i]->keys;
      return grammars[i]->key;
    }
  }
  return keys_of_others(kind, count);
}

const hol_part_kind *const *hol_part_kinds(size_t *count)
{
  *count = sizeof kinds / sizeof kinds[0];
  return kinds;
}

const hol_part_grammar *const *hol_part_grammars(size_t *count)
{
  *count = sizeof grammars / sizeof grammars[0];
  return grammars;
}

hol_status hol_disk_set_axis(hol_resolved *resolved, const hol_part *part, const double axis[3])
{
  if (kinds[part->kind]->resolve != hol_resolve_disk) {
    return HOL_OK;
  }
  hol_disk_turn(resolved, part, axis);
  hol_list_begin(resolved, hol_list_memory_of(resolved));
  return hol_list_body(part, resolved);
}
