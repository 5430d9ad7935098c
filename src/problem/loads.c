/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that do not change with time: forces, moments, line loads, gravity. */
#include "base/memory.h"
#include "problem/keys.h"

#include <assert.h>
#include <string.h>

/** In the order of hol_load_keys. */
enum { AT, PART, DIRECTION, ROTATION, FORCE, MOMENT, LINE_LOAD, KEYS };

static const char forms[] =
    "{at: beam.end, direction: [0, -1], force: 2 kN}, {at: beam.end, rotation: z, moment: 3 N m} or "
    "{part: beam, direction: [0, -1], line_load: 2 kN/m}";

/** Which key has its size, SIZE_MAX after a fault. */
static size_t size_of(hol_reader *reader, const hol_node *node, const hol_field *field)
{
  int sizes = (field[FORCE].value != NULL) + (field[MOMENT].value != NULL) + (field[LINE_LOAD].value != NULL);
  if (sizes == 0) {
    hol_fault_missing(reader, node, forms, "a load needs `force`, `moment` or `line_load`");
  } else if (sizes > 1) {
    hol_fault(reader, node, forms, "a load is one of `force`, `moment` and `line_load`");
  }
  return sizes != 1 ? SIZE_MAX : field[FORCE].value ? FORCE : field[MOMENT].value ? MOMENT : LINE_LOAD;
}

/** Is there what goes with its size, and nothing else? A moment in the plane needs no axis. */
static bool has_its_keys(hol_reader *reader, const hol_node *node, const hol_field *field, size_t size)
{
  size_t where = size == LINE_LOAD ? PART : AT, whither = size == MOMENT ? ROTATION : DIRECTION;
  bool is_good = true;
  for (size_t k = AT; k <= ROTATION; k++) {
    bool is_own = k == where || k == whither;
    if (field[k].value && !is_own) {
      hol_fault(reader, field[k].name, forms, "`%s` does not go with `%s`", field[k].key, field[size].key);
      is_good = false;
    } else if (!field[k].value && is_own && !(k == ROTATION && reader->problem->dimensions == 2)) {
      hol_fault_missing(reader, node, forms, "`%s` needs `%s`", field[size].key, field[k].key);
      is_good = false;
    }
  }
  return is_good;
}

bool hol_read_part_name(hol_reader *reader, const hol_node *node, size_t *part)
{
  const char *name = hol_read_text(reader, node, "the name of a part");
  hol_nearest nearest = {.wanted = name};
  if (!name || hol_names_find(&reader->parts, name, part)) {
    return name != NULL;
  }
  for (size_t i = 0; i < reader->problem->part_count; i++) {
    hol_nearest_offer(&nearest, reader->problem->part[i].name);
  }
  hol_fault_unknown(reader, node, hol_nearest_hint(reader, &nearest), "part `%s` is not defined", name);
  return false;
}

static void read_load(hol_reader *reader, const hol_node *node, hol_load *load)
{
  static const hol_dimension force = {.length = 1, .mass = 1, .time = -2},
                             moment = {.length = 2, .mass = 1, .time = -2}, line_load = {.mass = 1, .time = -2};
  hol_field field[KEYS];
  assert(hol_load_keys.keys == KEYS);
  hol_fields_of(&hol_load_keys, field);
  load->place = hol_node_place(node);
  load->direction[2] = 1;
  if (!hol_fields_take(reader, node, "a load", field, KEYS)) {
    return;
  }
  size_t size = size_of(reader, node, field);
  if (size == SIZE_MAX || !has_its_keys(reader, node, field, size)) {
    return;
  }
  load->is_along = size == LINE_LOAD;
  load->turns = size == MOMENT;
  const hol_node *direction = field[load->turns ? ROTATION : DIRECTION].value;
  if (load->is_along) {
    (void)hol_read_part_name(reader, field[PART].value, &load->part);
  } else {
    (void)hol_read_point(reader, field[AT].value, &load->point);
  }
  if (direction) {
    load->direction[2] = 0;
    (void)hol_read_direction(reader, direction, load->turns ? "`rotation`" : "`direction`", load->direction);
  }
  const hol_wanted wanted = {.what = field[size].key,
                             .dimension = size == FORCE    ? force
                                          : size == MOMENT ? moment
                                                           : line_load,
                             .least = 2};
  (void)hol_read_quantity(reader, field[size].value, wanted, &load->size);
}

void hol_read_loads(hol_reader *reader, const hol_node *node)
{
  hol_problem *problem = reader->problem;
  if (!node || node->kind == HOL_NODE_NONE || !hol_expect_kind(reader, node, HOL_NODE_LIST, "`loads`")) {
    return;
  }
  problem->load = hol_alloc(node->count + 1, sizeof *problem->load);
  if (!problem->load) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    read_load(reader, &node->item[i], &problem->load[problem->load_count++]);
  }
}

void hol_read_gravity(hol_reader *reader, const hol_node *node)
{
  static const hol_wanted wanted = {.what = "gravity", .dimension = {.length = 1, .time = -2}, .least = 2};
  hol_problem *problem = reader->problem;
  if (!node || node->kind == HOL_NODE_NONE) {
    return;
  }
  problem->gravity_place = hol_node_place(node);
  size_t count = hol_read_list(reader, node, wanted, 3, problem->gravity);
  if (count && count != problem->dimensions) {
    hol_fault(reader, node, "as many components as coordinates", "gravity has %zu components in a structure of %zu",
              count, problem->dimensions);
  }
}
