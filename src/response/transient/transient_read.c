/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of motion in time, and what is expected of it. */
#include "base/memory.h"
#include "excitation/record.h"
#include "problem/grammar.h"
#include "response/forced/forced_read.h"
#include "response/transient/transient.h"

#include <math.h>
#include <stdlib.h>

enum { TIMES_MOST = 1000000 };

static const hol_dimension seconds = {.time = 1};

static const hol_key transient_key[] = {
    {.name = "load", .form = "mapping(s)", .meaning = "forces and motions of the ground", .is_required = true},
    {.name = "at", .form = "mapping(s)", .meaning = "output", .is_required = true},
    {.name = "to", .what = "time", .dimension = {.time = 1}, .meaning = "the last time"},
    {.name = "step", .what = "time", .dimension = {.time = 1}, .meaning = "from one time to the next"},
    {.name = "times", .form = "list", .meaning = "instead: times that rise"},
    {.name = "tolerance", .otherwise = "1e-4", .meaning = "as many modes as errors so small need"},
    {.name = "count", .form = "count", .meaning = "instead: so many modes"},
    HOL_LAW_ROWS,
};
static const hol_key load_key[] = {
    HOL_EXCITATION_ROWS,
    {.name = "history", .form = "mapping", .meaning = "of a force or a moment"},
    {.name = "acceleration", .form = "mapping", .meaning = "of the ground"},
};
static const hol_mapping mapping[] = {
    {"transient", "`transient`", NULL, HOL_KEYS_OF(transient_key)},
    {"transient.load", "a load in time", NULL, HOL_KEYS_OF(load_key)},
    {"transient.load.history", "`history`", NULL, HOL_KEYS_OF(hol_history_keys)},
    {"transient.load.acceleration", "`acceleration`", NULL, HOL_KEYS_OF(hol_history_keys)},
    {"transient.at", "a receiver of forced motion", NULL, HOL_KEYS_OF(hol_motion_keys)},
};

static const char load_hint[] = "{at: beam.end, direction: [0, 1], history: {step: 1 N}} or {base: [clamp], "
                                "direction: [1, 0], acceleration: {file: ground.csv}}";
static const hol_excitation_form form = {.analysis = "transient",
                                         .load = &mapping[1],
                                         .output = &mapping[4],
                                         .load_need = "a load is one of `history` and `acceleration`",
                                         .load_hint = load_hint,
                                         .both_hint = load_hint};

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

/* ---- the analysis ------------------------------------------------------------------------------------------------ */

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
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  hol_forced_read_loads(reader, key, &field[LOAD], &form, &request->forced);
  read_times(reader, key, field, request);
  hol_forced_read_count(reader, &field[TOLERANCE], &field[COUNT], &request->forced);
  hol_law_read(reader, &field[LAW], &request->forced.law);
}

static void clear(void *wanted)
{
  hol_transient_request *request = wanted;
  free(request->time);
  hol_forced_request_clear(&request->forced);
}

/* ---- expect ------------------------------------------------------------------------------------------------------ */

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
