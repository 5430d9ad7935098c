/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of shapes. A shape is a row in one of shape_*.c and a word in shapes.h. */
#include "parts/shapes.h"

#include <math.h>
#include <string.h>

#define X(name) &hol_shape_##name,
static const hol_section_shape *const shapes[] = {&hol_shape_none, HOL_SHAPES(X)};
#undef X
#define X(name) &hol_shape_##name.grammar,
static const hol_shape_grammar *const grammars[] = {&hol_shape_none.grammar, HOL_SHAPES(X)};
#undef X
#define X(name) #name,
static const char *const names[] = {HOL_SHAPES(X)};
#undef X

const char *const *hol_shapes(size_t *count)
{
  *count = sizeof names / sizeof *names;
  return names;
}

const hol_shape_grammar *const *hol_shape_grammars(size_t *count)
{
  *count = sizeof grammars / sizeof *grammars;
  return grammars;
}

/** Are the numbers there, and positive where they are given? */
static bool is_possible(const hol_section *s)
{
  bool is_possible = true;
  for (size_t i = 0; i < s->of->keys; i++) {
    const hol_key *key = s->of->key[i];
    is_possible = is_possible && (s->given >> i & 1u ? s->number[i] > 0 : !key->what || !key->is_required);
  }
  return is_possible;
}

bool hol_section_resolve(const hol_section *section, double nu, hol_section_values *values)
{
  hol_section_values v = {0};
  size_t row = 0;
  while (row < sizeof shapes / sizeof *shapes && &shapes[row]->grammar != section->of) {
    row++;
  }
  bool is_good = row < sizeof shapes / sizeof *shapes && is_possible(section) && shapes[row]->values(section, nu, &v);
  const hol_shape_grammar *of = section->of;
  for (size_t i = 0; is_good && i < of->keys; i++) {
    if (section->given >> i & 1u && strcmp(of->key[i]->name, "kappa") == 0) {
      v.kappa_y = v.kappa_z = section->number[i];
    }
  }
  *values = is_good ? v : (hol_section_values){0};
  return is_good;
}
