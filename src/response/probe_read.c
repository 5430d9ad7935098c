/* SPDX-License-Identifier: BSD-3-Clause */
/* What motions in time, spectra and random motions are read from alike: points and axes, ground that moves, one law of
   damping. */
#include "response/probe_read.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>

/** One, or a list. @param[out] item  where they are @return how many */
static size_t items_of(const hol_node *node, const hol_node **item)
{
  bool is_list = node->kind == HOL_NODE_LIST;
  *item = is_list ? node->item : node;
  return is_list ? node->count : 1;
}

/** Along `direction`, or about `rotation`, which a plane structure need not say. */
bool hol_probe_read_axis(hol_reader *reader, const hol_node *node, const hol_field *direction,
                         const hol_field *rotation, hol_probe *probe)
{
  const hol_node *axis = direction->value ? direction->value : rotation->value;
  double size = 0;
  if (!hol_check_either(reader, node, direction->value, rotation->value, "direction: [0, 1], or rotation: z",
                        "either a `direction` or a `rotation` is needed")) {
    return false;
  }
  probe->turns = rotation->value != NULL;
  if (!hol_read_direction(reader, axis, probe->turns ? "`rotation`" : "`direction`", probe->direction)) {
    return false;
  }
  size = hol_length(probe->direction);
  for (size_t k = 0; k < 3; k++) {
    probe->direction[k] /= size;
  }
  return true;
}

const hol_key hol_motion_keys[] = {
    {.name = "point", .form = "a point", .meaning = "that is looked at", .is_required = true},
    {.name = "direction", .form = "direction", .meaning = "along which it moves"},
    {.name = "rotation", .form = "direction", .meaning = "about which it turns; in a plane z"},
    {.name = "quantity",
     .form = "word",
     .otherwise = "displacement",
     .meaning = "or velocity, acceleration, absolute_acceleration"},
};

/** {point: beam.end, direction: [0, 1]}. */
static void read_receiver(hol_reader *reader, const hol_node *node, const hol_mapping *mapping, hol_probe *probe)
{
  enum { POINT, ALONG, ABOUT, QUANTITY };
  hol_field field[HOL_MOTION_KEYS] = {{.value = NULL}};
  size_t choice;
  probe->place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, mapping, field)) {
    return;
  }
  if (!field[POINT].value) {
    hol_fault_missing(reader, node, "{point: beam.end, direction: [0, 1]}", "a receiver needs `point`");
  } else {
    (void)hol_read_point(reader, field[POINT].value, &probe->point);
  }
  (void)hol_probe_read_axis(reader, node, &field[ALONG], &field[ABOUT], probe);
  if (field[QUANTITY].value && hol_read_choice(reader, field[QUANTITY].value, "`quantity`", hol_motion_word,
                                               HOL_ABSOLUTE_ACCELERATION + 1, &choice)) {
    probe->quantity = (hol_motion_quantity)choice;
  }
}

void hol_probe_read_receivers(hol_reader *reader, const hol_node *node, const hol_mapping *mapping, hol_probe **probe,
                              size_t *probes)
{
  const hol_node *item;
  size_t count = items_of(node, &item);
  *probe = hol_alloc(count, sizeof **probe);
  if (!*probe) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < count && reader->status == HOL_OK; i++) {
    read_receiver(reader, &item[i], mapping, &(*probe)[(*probes)++]);
  }
  if (count == 0) {
    hol_fault(reader, node, "at: [{point: beam.end, direction: [0, 1]}]", "`at` names no receiver");
  }
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

enum { AT, BASE, DIRECTION, ROTATION };

bool hol_driver_read(hol_reader *reader, const hol_node *node, const hol_field *field, const char *forms,
                     hol_driver *driver)
{
  if (!hol_check_either(reader, node, field[AT].value, field[BASE].value, forms,
                        "a load acts `at` a point, or moves the `base`")) {
    return false;
  }
  driver->is_ground = field[BASE].value != NULL;
  if (driver->is_ground && field[ROTATION].value) {
    hol_fault(reader, field[ROTATION].name, NULL, "the ground moves along a `direction`");
    return false;
  }
  if (!hol_probe_read_axis(reader, node, &field[DIRECTION], &field[ROTATION], &driver->probe)) {
    return false;
  }
  if (driver->is_ground) {
    hol_read_ground(reader, field[BASE].value);
  } else {
    (void)hol_read_point(reader, field[AT].value, &driver->probe.point);
  }
  return true;
}

size_t hol_forced_read_loads(hol_reader *reader, const hol_node *node, const char *forms, const hol_node **item,
                             hol_forced_request *request)
{
  size_t count = items_of(node, item);
  request->load = hol_alloc(count, sizeof *request->load);
  if (!request->load) {
    (void)hol_note(reader, HOL_MEMORY);
    return 0;
  }
  if (count == 0) {
    hol_fault(reader, node, forms, "`load` is empty");
  }
  return request->loads = count;
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

hol_proportional_request hol_law_none(const hol_node *key)
{
  return (hol_proportional_request){.ratio = (double)NAN, .place = hol_node_place(key)};
}

void hol_law_read(hol_reader *reader, const hol_field *field, hol_proportional_request *law)
{
  enum { RATIO, LOSSES };
  static const char *const word[] = {"viscous"};
  const hol_wanted ratio = {.what = "damping ratio", .least = 0};
  size_t choice;
  if (field[RATIO].value) {
    law->place = hol_node_place(field[RATIO].name);
    (void)hol_read_quantity(reader, field[RATIO].value, ratio, &law->ratio);
  }
  law->is_viscous =
      field[LOSSES].value && hol_read_choice(reader, field[LOSSES].value, "`loss_factors`", word, 1, &choice);
}

void hol_forced_request_start(const hol_node *key, double tolerance, hol_forced_request *request)
{
  *request = (hol_forced_request){.tolerance = tolerance, .law = hol_law_none(key), .place = hol_node_place(key)};
}

void hol_forced_read_count(hol_reader *reader, const hol_field *tolerance, const hol_field *count,
                           hol_forced_request *request)
{
  enum { COUNT_MOST = 100000 };
  const hol_wanted wanted = {.what = "tolerance", .least = 1};
  if (tolerance->value && count->value) {
    hol_fault(reader, count->name, NULL, "modes are chosen by `tolerance` or by `count`");
  } else if (count->value) {
    (void)hol_read_count(reader, count->value, "`count`", 1, COUNT_MOST, &request->count);
  } else if (tolerance->value) {
    (void)hol_read_quantity(reader, tolerance->value, wanted, &request->tolerance);
  }
}
