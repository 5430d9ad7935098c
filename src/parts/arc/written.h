/* SPDX-License-Identifier: BSD-3-Clause */
/** @file written.h  Keys of arcs in a problem file, and where they place the arc. Module `parts`. */
#ifndef PARTS_ARC_WRITTEN_H
#define PARTS_ARC_WRITTEN_H

#include "problem/draft.h"

/** Start tangent and normal of an arc, as its numbers determine them: hol_part.own. HOL_P_LENGTH and HOL_P_RADIUS are
 *  set with it; all 0 after a fault. */
typedef struct hol_arc_words {
  double tangent[3], normal[3]; /**< unit, global components: at its start; about which it turns */
} hol_arc_words;

/** `centre`, `from`, `to`; `normal` says which way round. For hol_part_grammar.place and .settle. */
extern const hol_key hol_key_arc_from, hol_key_arc_to, hol_key_arc_centre, hol_key_arc_normal;
void hol_place_arc(hol_reader *reader, const hol_part_draft *draft);
void hol_settle_arc(hol_reader *reader, const hol_part_draft *draft);

#endif
