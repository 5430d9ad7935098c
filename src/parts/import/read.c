/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts imported as matrices: files, units, ports. Which numbers they have is held: they are read anew where one
   moves. */
#include "parts/import/written.h"

#include "base/file.h"
#include "base/memory.h"
#include "parts/import/matrix_file.h"
#include "problem/draft.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 100000000, NODES_MOST = 1000000 };

static void source_clear(hol_matrix_source *source)
{
  free(source->name);
  free(source->path);
}

void hol_matrices_clear(void *own)
{
  hol_matrices *matrices = own;
  source_clear(&matrices->stiffness);
  source_clear(&matrices->mass);
  source_clear(&matrices->map);
  source_clear(&matrices->nodes);
  for (size_t i = 0; i < matrices->couplings; i++) {
    free(matrices->coupling[i].node);
    free(matrices->coupling[i].set);
  }
  free(matrices->coupling);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

/** Keep the digest of a file that is read beside the problem file, each file once. */
static void keep_file(hol_reader *reader, const hol_node *node, const hol_matrix_source *source)
{
  char digest[65] = "";
  if (hol_has_digest(reader, source->name)) {
    return;
  }
  if (hol_file_digest(source->path, HOL_IMPORT_SIZE_MOST, digest) != HOL_OK) {
    hol_beside_unread(reader, node, source->name);
    return;
  }
  (void)hol_keep_digest(reader, source->name, digest);
}

static void read_file(hol_reader *reader, const hol_node *node, const char *what, hol_matrix_source *source)
{
  const char *text = hol_read_text(reader, node, what);
  if (!text || text[0] == '\0') {
    if (text) {
      hol_fault(reader, node, NULL, "%s must name a file", what);
    }
    return;
  }
  const char *path = hol_beside_path(reader, node, text);
  if (!path) {
    return;
  }
  source->place = hol_node_place(node);
  source->name = hol_own_text(reader, text);
  source->path = hol_own_text(reader, path);
  if (source->name && source->path) {
    keep_file(reader, node, source);
  } else {
    reader->status = HOL_MEMORY;
  }
}

/** `mm` as well as `25.4 mm`. */
static void read_unit(hol_reader *reader, const hol_field *field, hol_dimension dimension, double *value)
{
  if (!field->value) {
    return;
  }
  const char *text = hol_read_text(reader, field->value, "a unit");
  if (!text) {
    return;
  }
  hol_node node = *field->value;
  if (strspn(text, "0123456789.+-") == 0) {
    node.text = hol_arena_print(reader->arena, "1 %s", text);
    if (!node.text) {
      reader->status = HOL_MEMORY;
      return;
    }
    node.count = strlen(node.text);
  }
  (void)hol_read_quantity(reader, &node, (hol_wanted){.what = field->key, .dimension = dimension, .least = 1}, value);
}

static void read_units(hol_reader *reader, const hol_field *units, hol_part *part)
{
  hol_matrices *m = part->own;
  hol_field field[] = {{.key = "length"}, {.key = "mass"}, {.key = "time"}};
  if (hol_fields_take(reader, units->value, "`units`", field, 3)) {
    read_unit(reader, &field[0], HOL_DIMENSION(1, 0, 0), &m->length);
    read_unit(reader, &field[1], HOL_DIMENSION(0, 1, 0), &m->mass_unit);
    read_unit(reader, &field[2], HOL_DIMENSION(0, 0, 1), &m->time);
  }
}

/* ---- ports ------------------------------------------------------------------------------------------------------ */

enum { AT = HOL_FREEDOM_COUNT, NODE, NODES, COUPLING, PORT_KEYS };

static void read_node_list(hol_reader *reader, const hol_node *node, hol_coupling *port)
{
  if (node->kind == HOL_NODE_TEXT) {
    port->set = hol_own_text(reader, node->text);
    return;
  }
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`nodes`")) {
    return;
  }
  port->node = hol_alloc(node->count + 1, sizeof *port->node);
  if (!port->node) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    if (hol_read_count(reader, &node->item[i], "the number of a node", 1, ROWS_MOST * (size_t)10,
                       &port->node[port->node_count])) {
      port->node_count++;
    }
  }
  if (node->count == 0) {
    hol_fault(reader, node, "nodes: [17, 18, 19], or the name of a set in the file of nodes", "`nodes` is empty");
  }
}

static void read_rows(hol_reader *reader, const hol_field *field, hol_coupling *port)
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (field[f].value) {
      port->row_place[f] = hol_node_place(field[f].value);
      (void)hol_read_count(reader, field[f].value, "the number of a row", 1, ROWS_MOST, &port->row[f]);
    }
  }
}

static void read_port(hol_reader *reader, const hol_node *name, const hol_node *node, hol_part_point *point,
                      hol_coupling *port)
{
  static const hol_wanted coordinate = {.what = "coordinate", .dimension = {.length = 1}, .least = 2};
  static const char *const coupling[] = {"distributing", "rigid"};
  static const char ways[] = "{at: [0, 0, 0], ux: 12, uy: 13}, {node: 17} or {nodes: [17, 18, 19]}";
  hol_field field[PORT_KEYS] = {{.key = "ux"}, {.key = "uy"}, {.key = "uz"},   {.key = "rx"},    {.key = "ry"},
                                {.key = "rz"}, {.key = "at"}, {.key = "node"}, {.key = "nodes"}, {.key = "coupling"}};
  port->place = hol_node_place(name);
  if (!hol_fields_take(reader, node, "a port", field, PORT_KEYS)) {
    return;
  }
  int rows = 0;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    rows |= field[f].value != NULL;
  }
  int given = rows + (field[NODE].value != NULL) + (field[NODES].value != NULL);
  if (given != 1) {
    (given ? hol_fault : hol_fault_missing)(reader, name, ways, "port `%s` needs rows, or `node`, or `nodes`%s",
                                            name->text, given ? ", and only one of them" : "");
    return;
  }
  read_rows(reader, field, port);
  if (field[AT].value) {
    size_t n = hol_read_list(reader, field[AT].value, coordinate, 3, point->at);
    port->has_at = n > 0;
    if (n == 1) {
      hol_fault(reader, field[AT].value, "at: [x, y, z]", "`at` needs two or three coordinates");
    }
  }
  if (field[NODE].value) {
    port->node = hol_alloc(1, sizeof *port->node);
    port->node_count = port->node != NULL;
    reader->status = port->node ? reader->status : HOL_MEMORY;
    (void)(port->node && hol_read_count(reader, field[NODE].value, "the number of a node", 1, ROWS_MOST, port->node));
  }
  if (field[NODES].value) {
    read_node_list(reader, field[NODES].value, port);
  }
  size_t choice = 0;
  if (field[COUPLING].value && !field[NODES].value) {
    hol_fault(reader, field[COUPLING].name, NULL, "`coupling` belongs to `nodes`");
  } else if (field[COUPLING].value &&
             hol_read_choice(reader, field[COUPLING].value, "`coupling`", coupling, 2, &choice)) {
    port->is_rigid = choice == 1;
  }
}

static void read_ports(hol_reader *reader, const hol_field *field, hol_part *part)
{
  hol_matrices *m = part->own;
  const hol_node *node = field->value;
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, "`ports`")) {
    return;
  }
  m->coupling = hol_alloc(node->count + 1, sizeof *m->coupling);
  if (!m->coupling) {
    reader->status = HOL_MEMORY;
    return;
  }
  m->couplings = node->count;
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    hol_part_point *point = hol_part_point_new(reader, name, part);
    if (point) {
      read_port(reader, name, name + 1, point, &m->coupling[part->point_count - 1]);
    }
  }
}

/* ---- together --------------------------------------------------------------------------------------------------- */

static void read_stiffness(hol_reader *reader, const hol_field *field, hol_part *part)
{
  read_file(reader, field->value, "`stiffness`", &((hol_matrices *)part->own)->stiffness);
}

static void read_mass(hol_reader *reader, const hol_field *field, hol_part *part)
{
  read_file(reader, field->value, "`mass`", &((hol_matrices *)part->own)->mass);
}

static void read_map(hol_reader *reader, const hol_field *field, hol_part *part)
{
  read_file(reader, field->value, "`map`", &((hol_matrices *)part->own)->map);
}

static void read_nodes(hol_reader *reader, const hol_field *field, hol_part *part)
{
  read_file(reader, field->value, "`nodes`", &((hol_matrices *)part->own)->nodes);
}

const hol_key hol_key_stiffness_file = {.name = "stiffness",
                                        .form = "file",
                                        .is_required = true,
                                        .meaning = "Matrix Market, or lines `row column value`",
                                        .read = read_stiffness};
const hol_key hol_key_mass_file = {.name = "mass",
                                   .form = "file",
                                   .is_required = true,
                                   .meaning = "likewise; or its diagonal alone",
                                   .read = read_mass};
const hol_key hol_key_map_file = {.name = "map",
                                  .form = "file",
                                  .meaning = "a line `node.freedom` for every row: what ports by nodes need",
                                  .read = read_map};
const hol_key hol_key_nodes_file = {.name = "nodes",
                                    .form = "file",
                                    .meaning = "coordinates: lines `node x y z`, or *NODE and *NSET",
                                    .read = read_nodes};
const hol_key hol_key_units = {.name = "units",
                               .form = "mapping",
                               .otherwise = "SI",
                               .meaning = "of these files: length, mass, time",
                               .read = read_units};
const hol_key hol_key_ports = {.name = "ports",
                               .form = "mapping",
                               .meaning = "named points by which it is joined: by rows, by a node, by many",
                               .read = read_ports};

void hol_matrices_place(hol_reader *reader, const hol_part_draft *draft)
{
  hol_matrices *m = draft->part->own;
  m->length = m->mass_unit = m->time = 1;
  hol_place_standing(reader, draft);
  if (!hol_draft_field(draft, "stiffness")->value || !hol_draft_field(draft, "mass")->value) {
    hol_fault_missing(reader, draft->name, "stiffness: k.mtx, mass: m.mtx",
                      "`%s` needs the files of its `stiffness` and `mass`", draft->name->text);
  }
}

/* ---- the same ---------------------------------------------------------------------------------------------------- */

static bool equal_words(const char *a, const char *b)
{
  return a && b ? strcmp(a, b) == 0 : !a && !b;
}

static bool equal(const double *a, const double *b)
{
  return memcmp(a, b, sizeof *a) == 0;
}

static bool is_same_port(const hol_coupling *a, const hol_coupling *b)
{
  return a->has_at == b->has_at && a->is_rigid == b->is_rigid && a->node_count == b->node_count &&
         equal_words(a->set, b->set) && memcmp(a->row, b->row, sizeof a->row) == 0 &&
         (a->node_count == 0 || memcmp(a->node, b->node, a->node_count * sizeof *a->node) == 0);
}

/** Files by their names: they do not change while they are read. */
bool hol_matrices_is_same(const void *own, const void *other, size_t points)
{
  const hol_matrices *a = own, *b = other;
  bool same = equal_words(a->stiffness.path, b->stiffness.path) && equal_words(a->mass.path, b->mass.path) &&
              equal_words(a->map.path, b->map.path) && equal_words(a->nodes.path, b->nodes.path) &&
              equal(&a->length, &b->length) && equal(&a->mass_unit, &b->mass_unit) && equal(&a->time, &b->time);
  for (size_t i = 0; same && i < points; i++) {
    same = is_same_port(&a->coupling[i], &b->coupling[i]);
  }
  return same;
}
