/* SPDX-License-Identifier: BSD-3-Clause */
/* Key `motion` of `analysis`: times, accuracy, outputs. */
#include "motion/reading.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TO, POINTS, AT, ACCURACY, ASSEMBLE, OUTPUTS, FREE_BY, STIFF, FIELDS };
enum { POINTS_DEFAULT = 201, POINTS_MOST = 10000000 };
static const double accuracy_default = 1e-8;

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

void hol_motion_read_outputs(hol_motion_reading *reading, const hol_field *field)
{
  static const hol_motion_rule rule = {.what = "an output", .order = 1};
  hol_reader *reader = reading->reader;
  hol_motion_system *s = reading->system;
  const hol_node *map = field->value;
  if (!hol_expect_kind(reader, map, HOL_NODE_MAP, "`outputs`")) {
    return;
  }
  s->output = hol_alloc(map->count + 1, sizeof *s->output);
  if (!s->output) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < map->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &map->item[2 * i];
    const char *is =
        strcmp(name->text, "energy") == 0 ? "the energy T2 - T0 + potential" : hol_motion_name_is(reading, name->text);
    hol_quantity quantity;
    bool is_named = hol_check_name(reader, name, "an output");
    bool is_same = is && strcmp(is, "an abbreviation") == 0;
    if (is_named && is && !is_same && strcmp(is, "a parameter") != 0) {
      hol_fault(reader, name, NULL, "`%s` cannot be the name of an output: it is %s", name->text, is);
      continue;
    }
    if (hol_motion_formula(reading, name + 1, &rule, &quantity) && is_named) {
      s->output[s->outputs++] = (hol_motion_output){
          .name = hol_own_text(reader, name->text), .value = quantity.step, .dimension = quantity.dimension};
    }
  }
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

static bool make_room(hol_reader *reader, size_t count, hol_motion_request *request)
{
  request->time = hol_alloc(count, sizeof *request->time);
  return request->time || hol_note(reader, HOL_MEMORY);
}

static void read_range(hol_reader *reader, const hol_field *field, hol_dimension time, hol_motion_request *request)
{
  const hol_wanted end = {.what = "`to`", .dimension = time, .least = 1};
  size_t points = POINTS_DEFAULT;
  double to;
  bool is_good =
      !field[POINTS].value || hol_read_count(reader, field[POINTS].value, "`points`", 2, POINTS_MOST, &points);
  if (!hol_read_quantity(reader, field[TO].value, end, &to) || !is_good || !make_room(reader, points, request)) {
    return;
  }
  request->times = points;
  for (size_t i = 0; i < points; i++) {
    request->time[i] = to * (double)i / (double)(points - 1);
  }
}

static void read_list(hol_reader *reader, const hol_node *node, hol_dimension time, hol_motion_request *request)
{
  const hol_wanted each = {.what = "time", .dimension = time, .least = 0};
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`at`") || !make_room(reader, node->count + 1, request)) {
    return;
  }
  request->times = hol_read_list(reader, node, each, POINTS_MOST, request->time);
  for (size_t i = 1; i < request->times; i++) {
    if (!(request->time[i] > request->time[i - 1])) {
      hol_fault(reader, &node->item[i], NULL, "times must rise");
      return;
    }
  }
  if (request->times == 1 && !(request->time[0] > 0)) {
    hol_fault(reader, node, NULL, "a motion has a time after 0");
  }
}

static void read_times(hol_reader *reader, const hol_node *key, const hol_field *field, hol_dimension time,
                       hol_motion_request *request)
{
  static const char forms[] = "to: 10 s, points: 201, or at: [0.5 s, 1 s]";
  if (field[AT].value && (field[TO].value || field[POINTS].value)) {
    hol_fault(reader, field[AT].name, forms, "times are either listed in `at`, or go `to` the last one");
  } else if (field[AT].value) {
    read_list(reader, field[AT].value, time, request);
  } else if (field[TO].value) {
    read_range(reader, field, time, request);
  } else {
    hol_fault_missing(reader, key, forms, "`motion` needs times: `to`, or `at`");
  }
}

/* ---- the request ------------------------------------------------------------------------------------------------- */

/** The coordinates whose forces are to take reactions away. */
static void read_free_by(hol_reader *reader, const hol_node *list, const hol_motion_system *s,
                         hol_motion_request *request)
{
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, "`free_by`")) {
    return;
  }
  if (list->count == 0) {
    hol_fault(reader, list, "free_by: [x]", "`free_by` names no coordinate");
  }
  request->frees = hol_alloc(s->coordinates + 1, sizeof *request->frees);
  if (!request->frees) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < list->count; i++) {
    const char *name = hol_read_text(reader, &list->item[i], "a coordinate");
    hol_nearest nearest = {.wanted = name};
    size_t k = 0;
    while (name && k < s->coordinates && strcmp(s->coordinate[k].name, name) != 0) {
      hol_nearest_offer(&nearest, s->coordinate[k].name);
      k++;
    }
    if (name && k == s->coordinates) {
      hol_fault_unknown(reader, &list->item[i], hol_nearest_hint(reader, &nearest), "there is no coordinate `%s`",
                        name);
    } else if (name) {
      request->frees[k] = true;
    }
  }
}

static void read_options(hol_reader *reader, const hol_field *field, const hol_motion_wanted *wanted,
                         hol_motion_request *request)
{
  const hol_wanted accuracy = {.what = "`accuracy`", .least = 1};
  if (field[ACCURACY].value) {
    request->accuracy_place = hol_node_place(field[ACCURACY].value);
    if (hol_read_quantity(reader, field[ACCURACY].value, accuracy, &request->accuracy) && !(request->accuracy < 1)) {
      hol_fault(reader, field[ACCURACY].value, "accuracy: 1e-8", "`accuracy` must be below 1");
    }
  }
  if (field[ASSEMBLE].value) {
    (void)hol_read_bool(reader, field[ASSEMBLE].value, "`assemble`", &request->assembles);
  }
  if (field[STIFF].value) {
    (void)hol_read_bool(reader, field[STIFF].value, "`stiff`", &request->is_stiff);
  }
  if (field[FREE_BY].value && wanted->has_system) {
    read_free_by(reader, field[FREE_BY].value, &wanted->system, request);
  }
}

/** Keys that name coordinates. */
static void refuse_of_bodies(hol_reader *reader, const hol_field *field)
{
  if (field->value) {
    hol_fault(reader, field->name, NULL, "`%s` belongs to a system in coordinates, `motion` at the top of the file",
              field->key);
  }
}

void hol_motion_read_request(hol_reader *reader, const hol_node *key, hol_motion_wanted *wanted)
{
  hol_field field[FIELDS];
  hol_motion_request *request = &wanted->request;
  request->accuracy = accuracy_default;
  request->place = hol_node_place(key);
  wanted->has_request = true;
  if (!hol_mapping_take(reader, key + 1, &hol_motion_mapping[HOL_MOTION_OF_REQUEST], field)) {
    return;
  }
  read_times(reader, key, field, hol_motion_time_dimension(&wanted->system), request);
  read_options(reader, field, wanted, request);
  if (!hol_motion_is_text(wanted)) {
    refuse_of_bodies(reader, &field[OUTPUTS]);
    refuse_of_bodies(reader, &field[FREE_BY]);
  }
}
