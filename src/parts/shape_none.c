/* SPDX-License-Identifier: BSD-3-Clause */
/* A section without a shape: its values as they are. */
#include "parts/shapes.h"

#include <math.h>

static const hol_key shape = {
    .name = "shape", .form = "word", .otherwise = "none", .meaning = "each has keys of its own; without one:"};
static const hol_key area = {HOL_SHAPE_KEY("area", "area", 2), .otherwise = "not known", .meaning = "area"};
static const hol_key I = {HOL_SHAPE_KEY("I", "second moment of area", 4), .otherwise = "I_y, I_z",
                          .meaning = "second moment of area, the same for both planes"};
static const hol_key I_y = {HOL_SHAPE_KEY("I_y", "second moment of area", 4), .otherwise = "not known",
                            .meaning = "second moment of area for bending in the local x-z plane"};
static const hol_key I_z = {HOL_SHAPE_KEY("I_z", "second moment of area", 4), .otherwise = "not known",
                            .meaning = "second moment of area for bending in the local x-y plane"};
static const hol_key J = {HOL_SHAPE_KEY("J", "torsion constant", 4), .otherwise = "not known",
                          .meaning = "torsion constant"};
static const hol_key I_p = {HOL_SHAPE_KEY("I_p", "polar moment of area", 4), .otherwise = "I_y + I_z",
                            .meaning = "polar moment of area"};

enum { SHAPE, AREA, I_, I_Y, I_Z, J_, I_P, KAPPA, KEYS };
static const hol_key *const key[KEYS] = {&shape, &area, &I, &I_y, &I_z, &J, &I_p, &hol_key_kappa_asked};

static void check(hol_reader *reader, const hol_section_draft *draft)
{
  if (draft->field[I_].value && (draft->field[I_Y].value || draft->field[I_Z].value)) {
    hol_fault(reader, draft->field[I_].name, NULL, "`I` stands for both `I_y` and `I_z`, which are given too");
  }
}

static bool values(const hol_section *s, double nu, hol_section_values *v)
{
  (void)nu;
  bool is_one = hol_section_has(s, I_);
  v->area = s->number[AREA];
  v->I_y = s->number[is_one ? I_ : I_Y];
  v->I_z = s->number[is_one ? I_ : I_Z];
  v->J = s->number[J_];
  v->I_p = hol_section_has(s, I_P) ? s->number[I_P] : v->I_y + v->I_z;
  v->kappa_y = v->kappa_z = (double)NAN;
  return true;
}

const hol_section_shape hol_shape_none = {.grammar = {.key = key, .keys = KEYS, .check = check}, .values = values};
