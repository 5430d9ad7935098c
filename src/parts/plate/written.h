/* SPDX-License-Identifier: BSD-3-Clause */
/** @file written.h  Keys of plates in a problem file. Module `parts`. */
#ifndef PARTS_PLATE_WRITTEN_H
#define PARTS_PLATE_WRITTEN_H

#include "problem/kind.h"

/** How an edge of a plate is held. */
typedef enum { HOL_EDGE_FREE, HOL_EDGE_SUPPORTED, HOL_EDGE_CLAMPED } hol_plate_edge;

/** Data of a plate beside its other numbers: hol_part.own. Places with line 0: not given. */
typedef struct hol_plate_words {
  bool has_sides, has_edges, has_rim, has_hub; /**< has_hub: `inner_edge: hub`; the point `hub` is then its centre */
  double side[2], inner_radius;                /**< m, along x and y; m */
  hol_plate_edge edge[4];                      /**< x = 0, x = a, y = 0, y = b; of a round plate edge[0] is the rim */
  hol_place sides_place, edges_place, rim_place, inner_place, inner_radius_place;
} hol_plate_words;

/** `sides`, `edges`, `rim`, `inner_edge`, `inner_radius`. */
extern const hol_key hol_key_sides, hol_key_edges, hol_key_rim, hol_key_inner_edge, hol_key_inner_radius;
/** As hol_part_grammar.settle: points, and where a plate without `at` stands. Its hub, if it has one, is its first
 *  point, by which a joint may place it. */
void hol_settle_plate(struct hol_reader *reader, const struct hol_part_draft *draft);
/** As hol_part_grammar.is_same. */
bool hol_plate_is_same(const void *own, const void *other, size_t points);

#endif
