/* Named points of parts that have own axes. */
#include "problem/reader.h"

#include <stdlib.h>

hol_part_point *hol_part_point_new(hol_reader *reader, const hol_node *name, hol_part *part)
{
  if (!hol_check_name(reader, name, "a point")) {
    return NULL;
  }
  hol_part_point *moved = realloc(part->point, (part->point_count + 1) * sizeof *moved);
  if (!moved) {
    reader->status = HOL_MEMORY;
    return NULL;
  }
  part->point = moved;
  hol_part_point *point = &part->point[part->point_count];
  *point = (hol_part_point){.name = hol_own_text(reader, name->text), .place = hol_node_place(name)};
  part->point_count += point->name != NULL;
  return point->name ? point : NULL;
}

void hol_read_part_points(hol_reader *reader, const hol_node *node, hol_part *part)
{
  static const hol_wanted coordinate = {.what = "coordinate", .dimension = {.length = 1}, .least = 2};
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, "`points`")) {
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    hol_part_point *point = hol_part_point_new(reader, name, part);
    if (point && hol_read_list(reader, name + 1, coordinate, 3, point->at) == 1) {
      hol_fault(reader, name + 1, "[x, y] or [x, y, z] in the part's own axes", "a point needs two or three coordinates");
    }
  }
}
