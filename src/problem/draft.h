/* SPDX-License-Identifier: BSD-3-Clause */
/** @file draft.h  A part while it is read, and keys common to several kinds of parts. Module `problem`. */
#ifndef HOLONOME_PROBLEM_DRAFT_H
#define HOLONOME_PROBLEM_DRAFT_H

#include "problem/reader.h"

/** A part that is being read. */
typedef struct hol_part_draft {
  const hol_node *name;
  const hol_field *field;      /**< [part->of->keys], in the order of the keys */
  struct hol_varying *varying; /**< numbers that vary all along, until hol_settle_pieces() */
  hol_part *part;
} hol_part_draft;

/** Return the field of a key; an empty one if the kind does not have the key. */
const hol_field *hol_draft_field(const hol_part_draft *draft, const char *key);

/** Return the required dimension and range of the number under a key. */
hol_wanted hol_key_wanted(const hol_key *key);
/** Store the numbers read from now on in hol_part.own. @return the previous home, to be restored */
hol_home hol_enter_own(hol_reader *reader, const hol_part *part);

/** Read coordinates under a key as the position of the part; copies are shifted. @return false if there are none, or
 *  after a fault */
bool hol_read_position(hol_reader *reader, const hol_field *field, double *x);

/* ---- keys of several kinds ---- */

/** Keys of a member: `from`, `to`, `length`, and `pieces` with the keys that may vary. For hol_part_grammar.place and
 *  .settle. */
extern const hol_key hol_key_from, hol_key_to, hol_key_length, hol_key_pieces;
void hol_place_member(hol_reader *reader, const hol_part_draft *draft);
void hol_settle_pieces(hol_reader *reader, const hol_part_draft *draft);
/** Read the position `at` of a part at a point. For hol_part_grammar.place. */
void hol_place_at(hol_reader *reader, const hol_part_draft *draft);
/** Read the position of a part that no joint places: without `at` its own axes begin at the origin, in a copy at the
 *  origin of the copy. */
void hol_place_standing(hol_reader *reader, const hol_part_draft *draft);
void hol_place_at_origin(hol_reader *reader, hol_part *part);
/** Find `material` and `section` by their names; entries that could not be read are faults already, and a
 *  NULL node is skipped. */
extern const hol_key hol_key_material, hol_key_section;
void hol_read_material(hol_reader *reader, const hol_node *node, const hol_material **material);
void hol_read_section(hol_reader *reader, const hol_node *node, const hol_section **section);
/** `points`: {hub: [0, 0], tip: [0.3 m, 0.1 m]} in own axes, or as fractions of a circumference. For
 *  hol_part_grammar.settle. */
extern const hol_key hol_key_points;
void hol_settle_points(hol_reader *reader, const hol_part_draft *draft);

/** Make room for one more point of a part. @return it, named; NULL after HOL_MEMORY is noted or the name is no plain
 *  word */
hol_part_point *hol_part_point_new(hol_reader *reader, const hol_node *name, hol_part *part);

#endif
