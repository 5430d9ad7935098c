/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of motion in time, and what is expected of it. */
#include "base/memory.h"
#include "base/vector.h"
#include "problem/grammar.h"
#include "response/probe_read.h"
#include "response/record.h"
#include "response/transient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES_MOST = 1000000 };

static const hol_dimension force = {.length = 1, .mass = 1, .time = -2}, moment = {.length = 2, .mass = 1, .time = -2},
                           acceleration = {.length = 1, .time = -2}, seconds = {.time = 1};

static const hol_key transient_key[] = {
    {.name = "load", .form = "mapping(s)", .meaning = "forces and motions of the ground", .is_required = true},
    {.name = "at", .form = "mapping(s)", .meaning = "what is looked at", .is_required = true},
    {.name = "to", .what = "time", .dimension = {.time = 1}, .meaning = "the last time"},
    {.name = "step", .what = "time", .dimension = {.time = 1}, .meaning = "from one time to the next"},
    {.name = "times", .form = "list", .meaning = "instead: times that rise"},
    {.name = "tolerance", .otherwise = "1e-4", .meaning = "as many modes as errors so small need"},
    {.name = "count", .form = "count", .meaning = "instead: so many modes"},
    HOL_LAW_ROWS,
};
static const hol_key load_key[] = {
    HOL_DRIVER_ROWS,
    {.name = "history", .form = "mapping", .meaning = "of a force or a moment"},
    {.name = "acceleration", .form = "mapping", .meaning = "of the ground"},
};
enum { TRANSIENT, LOAD_OF, HISTORY_OF, ACCELERATION_OF, RECEIVER_OF };
static const hol_mapping mapping[] = {
    {"transient", "`transient`", NULL, HOL_KEYS_OF(transient_key)},
    {"transient.load", "a load in time", NULL, HOL_KEYS_OF(load_key)},
    {"transient.load.history", "`history`", NULL, HOL_KEYS_OF(hol_history_keys)},
    {"transient.load.acceleration", "`acceleration`", NULL, HOL_KEYS_OF(hol_history_keys)},
    {"transient.at", "a receiver of forced motion", NULL, HOL_KEYS_OF(hol_motion_keys)},
};

/* ---- loads ------------------------------------------------------------------------------------------------------- */

enum { HISTORY = HOL_DRIVER_KEYS, ACCELERATION, LOAD_KEYS };

static const char load_forms[] = "{at: beam.end, direction: [0, 1], history: {step: 1 N}} or {base: [clamp], "
                                 "direction: [1, 0], acceleration: {file: ground.csv}}";

/** Forces have a history, the ground an acceleration. */
static bool has_its_keys(hol_reader *reader, const hol_node *node, const hol_field *field, bool is_ground)
{
  const size_t mine = is_ground ? ACCELERATION : HISTORY, others = is_ground ? HISTORY : ACCELERATION;
  if (field[others].value) {
    hol_fault(reader, field[others].name, load_forms, "`%s` does not go with `%s`", field[others].key,
              is_ground ? "base" : "at");
    return false;
  }
  if (!field[mine].value) {
    hol_fault_missing(reader, node, load_forms, "`%s` needs `%s`", is_ground ? "base" : "at", field[mine].key);
    return false;
  }
  return true;
}

/** @return false after a fault that leaves its direction open */
static bool read_load(hol_reader *reader, const hol_node *node, hol_driver *load, hol_history *history)
{
  hol_field field[LOAD_KEYS];
  load->probe.place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[LOAD_OF], field) ||
      !hol_driver_read(reader, node, field, load_forms, load)) {
    return false;
  }
  if (!has_its_keys(reader, node, field, load->is_ground)) {
    return true;
  }
  if (load->is_ground) {
    (void)hol_history_read(reader, field[ACCELERATION].value, "`acceleration`", acceleration, history);
  } else {
    (void)hol_history_read(reader, field[HISTORY].value, "`history`", load->probe.turns ? moment : force, history);
  }
  return true;
}

/** Is it the ground along another direction? */
static bool moves_otherwise(const hol_driver *ground, const hol_driver *load)
{
  return load->is_ground && ground && hol_distance(ground->probe.direction, load->probe.direction) > 1e-12;
}

static void read_loads(hol_reader *reader, const hol_node *node, hol_transient_request *request)
{
  const hol_node *item;
  const hol_driver *ground = NULL;
  size_t count = hol_forced_read_loads(reader, node, load_forms, &item, &request->forced);
  request->history = hol_alloc(count, sizeof *request->history);
  if (!request->history) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < count && reader->status == HOL_OK; i++) {
    hol_driver *load = &request->forced.load[i];
    if (!read_load(reader, &item[i], load, &request->history[i])) {
      continue;
    }
    if (moves_otherwise(ground, load)) {
      hol_fault(reader, &item[i], "a file for each", "the ground moves along one direction");
    }
    ground = load->is_ground ? load : ground;
  }
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

static bool make_room(hol_reader *reader, size_t count, hol_transient_request *request)
{
  request->time = hol_alloc(count, sizeof *request->time);
  return request->time || hol_note(reader, HOL_MEMORY);
}

static void read_steps(hol_reader *reader, const hol_node *to, const hol_node *step, hol_transient_request *request)
{
  const hol_wanted end = {.what = "`to`", .dimension = seconds, .least = 1},
                   each = {.what = "`step`", .dimension = seconds, .least = 1};
  double last = 0, by = 0;
  if (!hol_read_quantity(reader, to, end, &last) || !hol_read_quantity(reader, step, each, &by)) {
    return;
  }
  double steps = floor(last / by * (1 + 1e-12));
  if (!(steps < TIMES_MOST)) {
    hol_fault(reader, step, NULL, "there are more than %d steps", TIMES_MOST);
    return;
  }
  if (make_room(reader, (size_t)steps + 1, request)) {
    for (; (double)request->times <= steps; request->times++) {
      request->time[request->times] = (double)request->times * by;
    }
  }
}

static void read_list(hol_reader *reader, const hol_node *node, hol_transient_request *request)
{
  const hol_wanted time = {.what = "a time", .dimension = seconds, .least = 0};
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`times`") || !make_room(reader, node->count, request)) {
    return;
  }
  request->times =
      hol_read_list(reader, node, time, node->count < TIMES_MOST ? node->count : TIMES_MOST, request->time);
  for (size_t i = 1; i < request->times; i++) {
    if (!(request->time[i] > request->time[i - 1])) {
      hol_fault(reader, &node->item[i], NULL, "times must rise");
      return;
    }
  }
}

/* ---- the analysis
   -------------------------------------------------------------------------------------------------- */

enum { LOAD, RECEIVERS, TO, STEP, TIMES, TOLERANCE, COUNT, LAW, KEYS = LAW + HOL_LAW_KEYS };

static void read_times(hol_reader *reader, const hol_node *key, const hol_field *field, hol_transient_request *request)
{
  static const char times_forms[] = "to: 1 s, step: 1 ms, or times: [0.1 s, 0.2 s]";
  const hol_node *to = field[TO].value, *step = field[STEP].value, *times = field[TIMES].value;
  if (times && !to && !step) {
    read_list(reader, times, request);
  } else if (to && step && !times) {
    read_steps(reader, to, step, request);
  } else if (times || (to && step)) {
    hol_fault(reader, key, times_forms, "times are either listed or `to` and `step`");
  } else {
    hol_fault_missing(reader, key, times_forms, "`transient` needs times: `to` and `step`, or `times`");
  }
}

static void read_transient(hol_reader *reader, const hol_node *key)
{
  hol_field field[KEYS];
  hol_transient_request *request = hol_request_start(reader, &hol_transient_grammar, sizeof *request);
  if (!request) {
    return;
  }
  hol_forced_request_start(key, 1e-4, &request->forced);
  if (!hol_mapping_take(reader, key + 1, &mapping[TRANSIENT], field)) {
    return;
  }
  if (!field[LOAD].value || !field[RECEIVERS].value) {
    hol_fault_missing(reader, key, load_forms, "`transient` needs `%s`", field[LOAD].value ? "at" : "load");
  }
  if (field[LOAD].value) {
    read_loads(reader, field[LOAD].value, request);
  }
  if (field[RECEIVERS].value) {
    hol_probe_read_receivers(reader, field[RECEIVERS].value, &mapping[RECEIVER_OF], &request->forced.receiver,
                             &request->forced.receivers);
  }
  read_times(reader, key, field, request);
  hol_forced_read_count(reader, &field[TOLERANCE], &field[COUNT], &request->forced);
  hol_law_read(reader, &field[LAW], &request->forced.law);
}

static void clear(void *wanted)
{
  hol_transient_request *request = wanted;
  for (size_t i = 0; request->history && i < request->forced.loads; i++) {
    hol_history_clear(&request->history[i]);
  }
  free(request->history);
  free(request->time);
  hol_forced_request_clear(&request->forced);
}

/* ---- expect
   -------------------------------------------------------------------------------------------------------- */

/** Lists of equal length: times among those asked for, and values of any dimension. */
static void read_pairs(hol_reader *reader, const hol_node *times, const hol_node *values,
                       hol_transient_expected *expected)
{
  const hol_wanted time = {.what = "a time", .dimension = seconds, .least = 0};
  if (!hol_expect_kind(reader, times, HOL_NODE_LIST, "`times`") ||
      !hol_expect_kind(reader, values, HOL_NODE_LIST, "`values`")) {
    return;
  }
  if (times->count != values->count) {
    hol_fault(reader, values, NULL, "%zu times have %zu values", times->count, values->count);
    return;
  }
  expected->time = hol_alloc(times->count, sizeof *expected->time);
  expected->value = hol_alloc(times->count, sizeof *expected->value);
  if (!expected->time || !expected->value) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  size_t read = hol_read_list(reader, times, time, times->count, expected->time);
  for (size_t i = 0; i < read; i++) {
    hol_quantity quantity;
    if (hol_read_any(reader, &values->item[i], "a value", &quantity)) {
      expected->value[expected->count++] = quantity.value;
    }
  }
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *receiver = hol_field_named(field, "receiver")->value, *times = hol_field_named(field, "times")->value,
                 *values = hol_field_named(field, "values")->value;
  const hol_transient_request *request = hol_request_of(reader->problem, &hol_transient_grammar);
  hol_transient_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  expected->receiver = 1;
  if (receiver) {
    (void)hol_read_count(reader, receiver, "`receiver`", 1,
                         request && request->forced.receivers > 0 ? request->forced.receivers : 1, &expected->receiver);
  }
  if (!times || !values) {
    hol_fault_missing(reader, entry, "{receiver: 1, times: [0.5 s], values: [1 mm]}",
                      "a motion in time is expected by `times` and `values`");
    return;
  }
  read_pairs(reader, times, values, expected);
}

static void clear_expected(void *wanted)
{
  hol_transient_expected *expected = wanted;
  free(expected->time);
  free(expected->value);
}

static const hol_analysis_key key[] = {
    {"transient", read_transient, "mapping", "motion in time under forces and as the ground moves"}};
static const hol_expected_key expected[] = {{"receiver", true}, {"times", true}};

const hol_analysis_grammar hol_transient_grammar = {.key = key,
                                                    .keys = sizeof key / sizeof *key,
                                                    .mapping = mapping,
                                                    .mappings = sizeof mapping / sizeof *mapping,
                                                    .expected = expected,
                                                    .expected_keys = sizeof expected / sizeof *expected,
                                                    .expect = read_expected,
                                                    .clear = clear,
                                                    .clear_expected = clear_expected};
