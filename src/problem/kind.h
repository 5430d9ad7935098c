/* SPDX-License-Identifier: BSD-3-Clause */
/** @file kind.h  Grammar of a kind of part: the reader is independent of kinds and follows their rows. Module
 *  `problem`; the rows are in module `parts`. */
#ifndef HOLONOME_PROBLEM_KIND_H
#define HOLONOME_PROBLEM_KIND_H

#include "holonome/problem.h"

struct hol_reader;
struct hol_part_draft;

/** Maximum number of keys of one kind. */
enum { HOL_KEYS_MAX = 48 };

/** How points of a part are named. */
typedef enum {
  HOL_POINTS_ITSELF, /**< `rotor`: the part is one point */
  HOL_POINTS_ENDS,   /**< `shaft.start`, `shaft.end`, `shaft@0.3`, between its ends */
  HOL_POINTS_NAMED,  /**< `plate.tip`: points that the part itself names */
  HOL_POINTS_TURNED, /**< these, and `ring@0.3`, a fraction of the circumference to `radius`, which its own points are
                          as well */
  HOL_POINTS_BENT    /**< the same of the `length` of an arc to `radius`, which starts in own axes at 0 along x, towards
                       y */
} hol_point_grammar;

/** Grammar of a kind of part: its keys and the functions that read it. */
typedef struct hol_part_grammar {
  const char *name;          /**< the word after `kind:` */
  const hol_key *const *key; /**< [keys] `kind` first; read in their order, plain numbers before the others */
  size_t keys;
  hol_point_grammar points;
  /** After plain numbers, before all else: where the part is. */
  void (*place)(struct hol_reader *reader, const struct hol_part_draft *draft);
  /** After all else: what needs several keys. NULL: nothing does */
  void (*settle)(struct hol_reader *reader, const struct hol_part_draft *draft);
  size_t own_size; /**< of hol_part.own, which is zeroed before; 0: there is none */
  /** Do the same component modes follow from what two parts with as many points have of their own? NULL: there is
   *  none */
  bool (*is_same)(const void *own, const void *other, size_t points);
  void (*clear)(void *own); /**< free what it owns, not itself; NULL: it owns nothing */
} hol_part_grammar;

/** Return the positions in the file of a part and its properties. For a part that was not read, all have line 0. */
const hol_part_places *hol_places_of(const hol_part *part);
/** Return the position in the file of one of hol_part.value. */
hol_place hol_place_of_property(const hol_part *part, size_t property);

#endif
