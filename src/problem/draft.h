/** @file draft.h  Parts while they are read, for those who write rows of kinds. Room `problem`. */
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

/** What stands under a key; nothing if the kind does not have it. */
const hol_field *hol_draft_field(const hol_part_draft *draft, const char *key);

/** What a number of this key must be. */
hol_wanted hol_key_wanted(const hol_key *key);
/** Numbers that are read from now on stand in hol_part.own. @return where those before did, for the way back */
hol_home hol_enter_own(hol_reader *reader, const hol_part *part);

/** Coordinates that stand under a key, as a place of the part: copies are shifted. @return false if there are none, or after a fault */
bool hol_read_position(hol_reader *reader, const hol_field *field, double *x);

/* ---- keys of several kinds ---- */

/** A member: `from`, `to`, `length`, and `pieces` with the keys that may vary. For hol_part_grammar.place and .settle. */
extern const hol_key hol_key_from, hol_key_to, hol_key_length, hol_key_pieces;
void hol_place_member(hol_reader *reader, const hol_part_draft *draft);
void hol_settle_pieces(hol_reader *reader, const hol_part_draft *draft);
/** A part at a point: `at`. For hol_part_grammar.place. */
void hol_place_at(hol_reader *reader, const hol_part_draft *draft);
/** The same of a part that no joint places: without `at` its own axes begin at the origin, in a copy at that of the copy. */
void hol_place_standing(hol_reader *reader, const hol_part_draft *draft);
void hol_place_at_origin(hol_reader *reader, hol_part *part);
/** `material` and `section` by their names; what could not be read has been complained of, and NULL is left alone. */
extern const hol_key hol_key_material, hol_key_section;
void hol_read_material(hol_reader *reader, const hol_node *node, const hol_material **material);
void hol_read_section(hol_reader *reader, const hol_node *node, const hol_section **section);
/** `points`: {hub: [0, 0], tip: [0.3 m, 0.1 m]} in own axes, or as fractions of a circumference. For hol_part_grammar.settle. */
extern const hol_key hol_key_points;
void hol_settle_points(hol_reader *reader, const hol_part_draft *draft);

/** Make room for one more point of a part. @return it, named; NULL after HOL_MEMORY is noted or the name is no plain word */
hol_part_point *hol_part_point_new(hol_reader *reader, const hol_node *name, hol_part *part);

#endif
