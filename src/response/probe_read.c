/* What motions in time, spectra and random motions are read from alike: points and axes, ground that moves, one law of damping. */
#include "response/probe_read.h"

#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

size_t hol_read_items(const hol_node *node, const hol_node **item)
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

const hol_key hol_receiver_keys[] = {
    {.name = "point", .form = "a point", .meaning = "that is looked at", .is_required = true},
    {.name = "direction", .form = "direction", .meaning = "along which it moves"},
    {.name = "rotation", .form = "direction", .meaning = "about which it turns; in a plane z"},
};
static const hol_mapping receiver_mapping = {"", "a receiver", NULL, HOL_KEYS_OF(hol_receiver_keys)};

/** {point: beam.end, direction: [0, 1]}. */
static void read_receiver(hol_reader *reader, const hol_node *node, hol_probe *probe)
{
  hol_field field[HOL_RECEIVER_KEYS];
  probe->place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &receiver_mapping, field)) {
    return;
  }
  if (!field[0].value) {
    hol_fault_missing(reader, node, "{point: beam.end, direction: [0, 1]}", "a receiver needs `point`");
  } else {
    (void)hol_read_point(reader, field[0].value, &probe->point);
  }
  (void)hol_probe_read_axis(reader, node, &field[1], &field[2], probe);
}

void hol_probe_read_receivers(hol_reader *reader, const hol_node *node, hol_probe **probe, size_t *probes)
{
  const hol_node *item;
  size_t count = hol_read_items(node, &item);
  *probe = hol_alloc(count, sizeof **probe);
  if (!*probe) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < count && reader->status == HOL_OK; i++) {
    read_receiver(reader, &item[i], &(*probe)[(*probes)++]);
  }
  if (count == 0) {
    hol_fault(reader, node, "at: [{point: beam.end, direction: [0, 1]}]", "`at` names no receiver");
  }
}

/** How modes are damped, where parts and joints do not say it, or say it for motions at one frequency. */
void hol_proportional_read(hol_reader *reader, const hol_field *given_ratio, const hol_field *losses,
                           hol_proportional_wish *law)
{
  static const char *const word[] = {"viscous"};
  const hol_wanted ratio = {.what = "damping ratio", .least = 0};
  size_t choice;
  if (given_ratio->value) {
    law->place = hol_node_place(given_ratio->name);
    (void)hol_read_quantity(reader, given_ratio->value, ratio, &law->ratio);
  }
  law->is_viscous = losses->value && hol_read_choice(reader, losses->value, "`loss_factors`", word, 1, &choice);
}
