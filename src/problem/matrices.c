/* Parts imported as matrices: files, units, ports. */
#include "problem/matrices.h"
#include "base/memory.h"
#include "problem/reader.h"

#include <errno.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ROWS_MOST = 100000000, NODES_MOST = 1000000 };

static void source_clear(hol_matrix_source *source)
{
  free(source->name);
  free(source->path);
}

void hol_matrices_free(hol_matrices *matrices)
{
  if (!matrices) {
    return;
  }
  source_clear(&matrices->stiffness);
  source_clear(&matrices->mass);
  source_clear(&matrices->map);
  source_clear(&matrices->nodes);
  free(matrices->coupling);
  free(matrices);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

/** Keep the digest of a file that is read beside the problem file, each file once. */
static void keep_file(hol_reader *reader, const hol_node *node, const hol_matrix_source *source)
{
  hol_problem *problem = reader->problem;
  struct stat about;
  for (size_t i = 0; i < problem->file_count; i++) {
    if (strcmp(problem->file[i].name, source->name) == 0) {
      return;
    }
  }
  bool is_there = stat(source->path, &about) == 0;
  char digest[65] = "";
  if (!is_there || !S_ISREG(about.st_mode) || !SHA256File(source->path, digest)) {
    hol_fault(reader, node, "the path is taken from the folder of the problem file", "%s cannot be read: %s",
              source->name, is_there && !S_ISREG(about.st_mode) ? "it is no file" : strerror(errno));
    return;
  }
  char *name = hol_own_text(reader, source->name);
  if (!name || !hol_extend(&problem->file, problem->file_count, 1, sizeof *problem->file)) {
    free(name);
    reader->status = HOL_MEMORY;
    return;
  }
  hol_problem_file *file = &problem->file[problem->file_count++];
  *file = (hol_problem_file){.name = name};
  memcpy(file->sha256, digest, sizeof file->sha256);
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
  const char *folder = reader->folder && text[0] != '/' ? reader->folder : "";
  const char *path = hol_arena_print(reader->arena, "%s%s%s", folder, folder[0] ? "/" : "", text);
  source->place = hol_node_place(node);
  source->name = hol_own_text(reader, text);
  source->path = path ? hol_own_text(reader, path) : NULL;
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

static void read_units(hol_reader *reader, const hol_node *node, hol_matrices *m)
{
  hol_field field[] = {{.key = "length"}, {.key = "mass"}, {.key = "time"}};
  if (hol_fields_take(reader, node, "`units`", field, 3)) {
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
  } else if (field[COUPLING].value && hol_read_choice(reader, field[COUPLING].value, "`coupling`", coupling, 2, &choice)) {
    port->is_rigid = choice == 1;
  }
}

static void read_ports(hol_reader *reader, const hol_node *node, hol_part *part)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, "`ports`")) {
    return;
  }
  part->matrices->coupling = hol_alloc(node->count + 1, sizeof *part->matrices->coupling);
  if (!part->matrices->coupling) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    hol_part_point *point = hol_part_point_new(reader, name, part);
    if (point) {
      read_port(reader, name, name + 1, point, &part->matrices->coupling[part->point_count - 1]);
    }
  }
}

/* ---- together --------------------------------------------------------------------------------------------------- */

void hol_read_matrices(hol_reader *reader, const hol_node *name, const hol_field *const field[HOL_MATRICES_KEYS],
                       hol_part *part)
{
  hol_matrices *m = part->matrices = hol_alloc(1, sizeof *m);
  if (!m) {
    reader->status = HOL_MEMORY;
    return;
  }
  m->length = m->mass_unit = m->time = 1;
  const hol_node *stiffness = field[HOL_MATRICES_STIFFNESS]->value, *mass = field[HOL_MATRICES_MASS]->value;
  if (!stiffness || !mass) {
    hol_fault_missing(reader, name, "stiffness: k.mtx, mass: m.mtx",
                      "`%s` needs the files of its `stiffness` and `mass`", name->text);
  }
  if (stiffness) {
    read_file(reader, stiffness, "`stiffness`", &m->stiffness);
  }
  if (mass) {
    read_file(reader, mass, "`mass`", &m->mass);
  }
  if (field[HOL_MATRICES_MAP]->value) {
    read_file(reader, field[HOL_MATRICES_MAP]->value, "`map`", &m->map);
  }
  if (field[HOL_MATRICES_NODES]->value) {
    read_file(reader, field[HOL_MATRICES_NODES]->value, "`nodes`", &m->nodes);
  }
  if (field[HOL_MATRICES_UNITS]->value) {
    read_units(reader, field[HOL_MATRICES_UNITS]->value, m);
  }
  if (field[HOL_MATRICES_PORTS]->value) {
    read_ports(reader, field[HOL_MATRICES_PORTS]->value, part);
  }
}
