/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of plates in a problem file: sides, edges, rim, inner edge; points of a plate; comparison. */
#include "parts/plate/written.h"
#include "problem/draft.h"

#include <string.h>

/** A word of a list of edges. */
static bool read_edge(hol_reader *reader, const hol_node *node, const char *what, hol_plate_edge *edge)
{
  static const char *const word[] = {"free", "supported", "clamped"};
  size_t choice;
  if (!hol_read_choice(reader, node, what, word, 3, &choice)) {
    return false;
  }
  *edge = choice == 0 ? HOL_EDGE_FREE : choice == 1 ? HOL_EDGE_SUPPORTED : HOL_EDGE_CLAMPED;
  return true;
}

static void read_sides(hol_reader *reader, const hol_field *field, hol_part *part)
{
  hol_plate_words *plate = part->own;
  size_t before = reader->faults->errors;
  plate->sides_place = hol_node_place(field->value);
  const hol_home outer = hol_enter_own(reader, part);
  plate->has_sides = hol_read_list(reader, field->value, hol_key_wanted(&hol_key_sides), 2, plate->side) == 2;
  reader->home = outer;
  if (!plate->has_sides && reader->faults->errors == before) {
    hol_fault(reader, field->value, "sides: [1 m, 0.5 m], along x and along y", "a rectangular plate has two sides");
  }
}

static void read_edges(hol_reader *reader, const hol_field *field, hol_part *part)
{
  static const char order[] = "four of free, supported and clamped, of the edges x = 0, x = a, y = 0, y = b";
  const hol_node *node = field->value;
  hol_plate_words *plate = part->own;
  plate->edges_place = hol_node_place(node);
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`edges`")) {
    return;
  }
  if (node->count != 4) {
    hol_fault(reader, node, order, "a rectangular plate has four edges, not %zu", node->count);
    return;
  }
  plate->has_edges = true;
  for (size_t e = 0; e < 4; e++) {
    plate->has_edges = read_edge(reader, &node->item[e], "edge", &plate->edge[e]) && plate->has_edges;
  }
}

static void read_rim(hol_reader *reader, const hol_field *field, hol_part *part)
{
  hol_plate_words *plate = part->own;
  plate->rim_place = hol_node_place(field->value);
  plate->has_rim = read_edge(reader, field->value, "`rim`", &plate->edge[0]);
}

static void read_inner_edge(hol_reader *reader, const hol_field *field, hol_part *part)
{
  static const char *const word[] = {"free", "hub"};
  hol_plate_words *plate = part->own;
  size_t choice;
  plate->inner_place = hol_node_place(field->value);
  if (hol_read_choice(reader, field->value, "`inner_edge`", word, 2, &choice) && choice == 1) {
    hol_node name = *field->value;
    name.text = "hub";
    plate->has_hub = hol_part_point_new(reader, &name, part) != NULL;
  }
}

const hol_key hol_key_sides = {.name = "sides",
                               .what = "side",
                               .dimension = {.length = 1},
                               .least = 1,
                               .form = "[m, m]",
                               .is_own = true,
                               .at = offsetof(hol_plate_words, side),
                               .count = 2,
                               .place = offsetof(hol_plate_words, sides_place),
                               .meaning = "of a rectangular plate, along its own x and y",
                               .read = read_sides};
const hol_key hol_key_edges = {
    .name = "edges",
    .form = "list",
    .otherwise = "all free",
    .meaning = "of a rectangular plate at x = 0, x = a, y = 0, y = b: each free, supported or clamped",
    .read = read_edges};
const hol_key hol_key_rim = {.name = "rim",
                             .form = "word",
                             .otherwise = "free",
                             .meaning = "of a round plate: free, supported or clamped",
                             .read = read_rim};
const hol_key hol_key_inner_edge = {.name = "inner_edge",
                                    .form = "word",
                                    .otherwise = "free",
                                    .meaning =
                                        "of a plate with a hole: free, or hub, which is rigid and the point `hub`",
                                    .read = read_inner_edge};
const hol_key hol_key_inner_radius = {.name = "inner_radius",
                                      .what = "inner radius",
                                      .dimension = {.length = 1},
                                      .least = 1,
                                      .is_own = true,
                                      .at = offsetof(hol_plate_words, inner_radius),
                                      .place = offsetof(hol_plate_words, inner_radius_place),
                                      .meaning = "of a round plate with a hole"};

void hol_settle_plate(hol_reader *reader, const hol_part_draft *draft)
{
  const hol_plate_words *plate = draft->part->own;
  hol_settle_points(reader, draft);
  if (!draft->part->is_placed && !plate->has_hub) {
    hol_place_at_origin(reader, draft->part);
  }
}

/** The bytes of n numbers. */
static bool equal(const double *a, const double *b, size_t n)
{
  return memcmp(a, b, n * sizeof *a) == 0;
}

bool hol_plate_is_same(const void *own, const void *other, size_t points)
{
  (void)points;
  const hol_plate_words *a = own, *b = other;
  return a->has_sides == b->has_sides && a->has_edges == b->has_edges && a->has_rim == b->has_rim &&
         a->has_hub == b->has_hub && equal(a->side, b->side, 2) && equal(&a->inner_radius, &b->inner_radius, 1) &&
         memcmp(a->edge, b->edge, sizeof a->edge) == 0;
}
