/* SPDX-License-Identifier: BSD-3-Clause */
/* The nodes that the rows of an imported part belong to, and where they are. */
#include "base/memory.h"
#include "parts/import/import.h"

#include <stdlib.h>

static int by_node(const void *a, const void *b)
{
  const hol_node_row *x = a, *y = b;
  return x->node != y->node ? (x->node > y->node) - (x->node < y->node) : x->freedom - y->freedom;
}

static hol_status read_map(hol_import *import)
{
  const hol_matrix_source *source = &import->request->map;
  hol_file_fault fault = {0};
  if (!source->path) {
    return HOL_OK;
  }
  HOL_TRY(hol_import_pass(import, source, hol_freedom_map_read(source->path, &import->map, &fault), &fault));
  if (import->map.rows != import->rows) {
    return hol_import_refuse(import, source, 0, NULL, "the map has %zu rows, the matrices %zu", import->map.rows,
                             import->rows);
  }
  import->node_row = hol_alloc(import->rows, sizeof *import->node_row);
  if (!import->node_row) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < import->rows; i++) {
    import->node_row[i] = (hol_node_row){import->map.node[i], import->map.freedom[i], i};
  }
  qsort(import->node_row, import->rows, sizeof *import->node_row, by_node);
  for (size_t i = 1; i < import->rows; i++) {
    if (by_node(&import->node_row[i - 1], &import->node_row[i]) == 0) {
      return hol_import_refuse(import, source, 0, NULL, "freedom %d of node %zu is two rows",
                               import->node_row[i].freedom + 1, import->node_row[i].node);
    }
  }
  return HOL_OK;
}

static hol_status read_nodes(hol_import *import)
{
  const hol_matrix_source *source = &import->request->nodes;
  hol_file_fault fault = {0};
  if (!source->path) {
    return HOL_OK;
  }
  if (!import->request->map.path) {
    return hol_import_refuse_at(import, source->place,
                                "map: job.dof, as CalculiX writes it: a line `node.freedom` for every row",
                                "nodes are of use only with a `map` that says which rows they have");
  }
  HOL_TRY(hol_import_pass(import, source, hol_node_file_read(source->path, &import->nodes, &fault), &fault));
  import->place = hol_alloc(import->rows, sizeof *import->place);
  if (!import->place) {
    return HOL_MEMORY;
  }
  size_t known = 0;
  for (size_t i = 0; i < import->rows; i++) {
    import->place[i] = hol_node_file_find(&import->nodes, import->map.node[i]);
    known += import->place[i] != SIZE_MAX;
  }
  return known ? HOL_OK
               : hol_import_refuse(import, source, 0, NULL, "none of the nodes of the map has coordinates here");
}

hol_status hol_import_read_nodes(hol_import *import)
{
  HOL_TRY(read_map(import));
  return read_nodes(import);
}

size_t hol_import_node_rows(const hol_import *import, size_t node, size_t row[HOL_FREEDOM_COUNT])
{
  size_t low = 0, high = import->node_row ? import->rows : 0, found = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    row[f] = SIZE_MAX;
  }
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (import->node_row[middle].node < node) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; import->node_row && low < import->rows && import->node_row[low].node == node; low++, found++) {
    row[import->node_row[low].freedom] = import->node_row[low].row;
  }
  return found;
}

bool hol_import_node_at(const hol_import *import, size_t node, double at[3])
{
  size_t index = import->place ? hol_node_file_find(&import->nodes, node) : SIZE_MAX;
  for (int k = 0; k < 3 && index != SIZE_MAX; k++) {
    at[k] = import->nodes.at[index][k] * import->request->length;
  }
  return index != SIZE_MAX;
}
