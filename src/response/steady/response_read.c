/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of steady motions under harmonic loads. */
#include "base/memory.h"
#include "excitation/read.h"
#include "problem/grammar.h"
#include "response/steady/response.h"

#include <stdlib.h>

enum { VALUES_MAX = 100000 };

static const hol_key response_key[] = {
    {.name = "load", .form = "mapping(s)", .meaning = "all of the same frequency", .is_required = true},
    {.name = "at", .form = "mapping(s)", .meaning = "output", .is_required = true},
    {.name = "quantity", .form = "word", .otherwise = "receptance", .meaning = "or mobility, accelerance"},
    {.name = "separate", .form = "truth", .otherwise = "false", .meaning = "for every load by itself"},
    {.name = "frequencies", .form = "list", .meaning = "at which the response is computed"},
    {.name = "from",
     .what = "frequency",
     .dimension = {.time = -1},
     .meaning = "instead: a range in which it chooses them"},
    {.name = "to", .what = "frequency", .dimension = {.time = -1}, .meaning = "its end"},
    {.name = "tolerance", .otherwise = "1e-6", .meaning = "between the frequencies chosen"},
};
static const hol_key load_key[] = {
    {.name = "at", .form = "a point", .meaning = "of a force or a moment"},
    {.name = "base", .form = "joints", .meaning = "supports that move: `ground`, or their names"},
    {.name = "part", .form = "name", .meaning = "that bears a line load"},
    {.name = "direction", .form = "direction", .meaning = "of a force or a motion"},
    {.name = "rotation", .form = "direction", .meaning = "the axis of a moment; in a plane z"},
    {.name = "force", .what = "force", .dimension = {1, 1, -2}, .meaning = "at a point"},
    {.name = "moment", .what = "moment", .dimension = {2, 1, -2}, .meaning = "at a point"},
    {.name = "unbalance",
     .what = "unbalance",
     .dimension = {1, 1, 0},
     .meaning = "at a point: a force of omega^2 times this, as of a mass that turns, by its distance"},
    {.name = "line_load",
     .what = "line load",
     .dimension = {0, 1, -2},
     .meaning = "force per length of a uniform member"},
    {.name = "motion", .what = "motion", .dimension = {1, 0, 0}, .meaning = "of supports"},
    {.name = "acceleration", .what = "acceleration", .dimension = {1, 0, -2}, .meaning = "of supports"},
};
static const hol_key receiver_key[] = {
    {.name = "point", .form = "a point", .meaning = "that is looked at"},
    {.name = "direction", .form = "direction", .meaning = "along which it moves"},
    {.name = "rotation", .form = "direction", .meaning = "about which it turns"},
    {.name = "reaction", .form = "name", .meaning = "instead: of a joint but a bushing, gear or constraint"},
};
static const hol_mapping mapping[] = {
    {"response", "`response`", NULL, HOL_KEYS_OF(response_key)},
    {"response.load", "a harmonic load", NULL, HOL_KEYS_OF(load_key)},
    {"response.at", "a harmonic receiver", NULL, HOL_KEYS_OF(receiver_key)},
};

static const hol_excitation_form form = {
    .analysis = "response",
    .load = &mapping[1],
    .output = &mapping[2],
    .load_need = "a load is one of `force`, `moment`, `unbalance`, `line_load`, `motion` and `acceleration`",
    .load_hint = "{at: beam.end, direction: [0, 1], force: 1 N}, {at: beam.end, rotation: z, moment: 1 N m}, {at: "
                 "beam.end, direction: [0, 1], unbalance: 1 g m}, {part: beam, direction: [0, 1], line_load: 1 N/m} or "
                 "{base: [fix beam.start], direction: [0, 1], acceleration: 1 m/s^2}",
    .both_hint = "load: {at: beam.end, direction: [0, 1], force: 1 N}, at: [{point: beam.end, direction: [0, 1]}]",
    .moves_supports = true};

/* ---- frequencies ------------------------------------------------------------------------------------------------- */

static const hol_wanted frequency = {.what = "frequency", .dimension = {0, 0, -1}, .least = 1},
                        given = {.what = "frequency", .dimension = {0, 0, -1}, .least = 0};

static void read_frequencies(hol_reader *reader, const hol_node *node, hol_response_request *request)
{
  size_t count = hol_item_count(node);
  if (count == 0 || count > VALUES_MAX) {
    hol_fault(reader, node, NULL, "`frequencies` has 1 to %d of them", VALUES_MAX);
    return;
  }
  request->omega = hol_alloc(count, sizeof *request->omega);
  if (!request->omega) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    request->count += hol_read_quantity(reader, hol_item(node, i), given, &request->omega[request->count]);
  }
}

static void read_range(hol_reader *reader, const hol_node *key, const hol_field *from, const hol_field *to,
                       hol_response_request *request)
{
  if (!from->value || !to->value) {
    hol_fault_missing(reader, key, "from: 1 Hz, to: 2 kHz", "`response` needs `frequencies`, or `from` and `to`");
    return;
  }
  bool is_read = hol_read_quantity(reader, from->value, frequency, &request->from);
  is_read = hol_read_quantity(reader, to->value, frequency, &request->to) && is_read;
  if (is_read && !(request->from < request->to)) {
    hol_fault(reader, to->value, NULL, "`to` must be above `from`");
  }
}

/* ---- the request ------------------------------------------------------------------------------------------------- */

enum { LOAD, RECEIVERS, QUANTITY, SEPARATE, FREQUENCIES, FROM, TO, TOLERANCE, REQUEST_KEYS };

static void read_response(hol_reader *reader, const hol_node *key)
{
  static const char *const word[] = {"receptance", "mobility", "accelerance"};
  static const hol_wanted tolerance = {.what = "tolerance", .least = 1};
  hol_response_request *request = hol_request_start(reader, &hol_response_grammar, sizeof *request);
  hol_field field[REQUEST_KEYS];
  size_t quantity = 0;
  if (!request) {
    return;
  }
  *request = (hol_response_request){.tolerance = 1e-6, .place = hol_node_place(key)};
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  hol_need_excitation(reader, key, field[LOAD].value, field[RECEIVERS].value, &form);
  hol_read_excitations(reader, field[LOAD].value, &form, &request->load, &request->loads);
  hol_read_outputs(reader, field[RECEIVERS].value, &form, &request->receiver, &request->receivers);
  if (field[QUANTITY].value && hol_read_choice(reader, field[QUANTITY].value, "`quantity`", word, 3, &quantity)) {
    request->quantity = (hol_response_quantity)quantity;
  }
  if (field[SEPARATE].value) {
    (void)hol_read_bool(reader, field[SEPARATE].value, "`separate`", &request->is_separate);
  }
  if (field[TOLERANCE].value) {
    (void)hol_read_quantity(reader, field[TOLERANCE].value, tolerance, &request->tolerance);
  }
  if (field[FREQUENCIES].value && (field[FROM].value || field[TO].value)) {
    hol_fault(reader, field[FREQUENCIES].name, NULL,
              "`frequencies` stands for itself, `from` and `to` for a range: give one of them");
  } else if (field[FREQUENCIES].value) {
    read_frequencies(reader, field[FREQUENCIES].value, request);
  } else {
    read_range(reader, key, &field[FROM], &field[TO], request);
  }
}

static void clear_request(void *wanted)
{
  hol_response_request *request = wanted;
  hol_excitations_clear(request->load, request->loads);
  hol_outputs_clear(request->receiver, request->receivers);
  free(request->omega);
}

/* ---- what is expected -------------------------------------------------------------------------------------------- */

static void read_pairs(hol_reader *reader, const hol_node *list, hol_response_expected *expected)
{
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, "what is expected of a response")) {
    return;
  }
  expected->pair = hol_alloc(list->count + 1, sizeof *expected->pair);
  if (!expected->pair) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < list->count && i < VALUES_MAX; i++) {
    const hol_node *pair = &list->item[i];
    bool is_pair = hol_expect_kind(reader, pair, HOL_NODE_LIST, "a pair of numbers");
    if (is_pair && pair->count != 2) {
      hol_fault(reader, pair, "[re, im], or [frequency, magnitude] of a peak", "a pair has two numbers, not %zu",
                pair->count);
    }
    for (size_t k = 0; is_pair && pair->count == 2 && k < 2; k++) {
      hol_quantity quantity;
      if (hol_read_any(reader, &pair->item[k], "a value", &quantity)) {
        expected->pair[expected->count][k] = quantity.value;
      }
    }
    expected->count += is_pair;
  }
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *values = hol_field_named(field, "response")->value,
                 *peaks = hol_field_named(field, "response_peaks")->value,
                 *curve = hol_field_named(field, "response_receiver")->value;
  hol_response_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  size_t number = 1;
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  if ((values != NULL) == (peaks != NULL)) {
    hol_fault(reader, entry, "{response: [[1, -0.1]]}", "one of `response` and `response_peaks` is expected");
    return;
  }
  if (curve && !hol_read_count(reader, curve, "`response_receiver`", 1, VALUES_MAX, &number)) {
    return;
  }
  expected->curve = number - 1;
  expected->is_peaks = peaks;
  read_pairs(reader, peaks ? peaks : values, expected);
}

static void clear_expected(void *wanted)
{
  free(((hol_response_expected *)wanted)->pair);
}

static const hol_analysis_key key[] = {
    {"response", read_response, "mapping", "steady motions under harmonic forces, or supports that move"}};
static const hol_expected_key expected[] = {{"response", true}, {"response_peaks", true}, {"response_receiver", false}};

const hol_analysis_grammar hol_response_grammar = {.key = key,
                                                   .keys = sizeof key / sizeof *key,
                                                   .mapping = mapping,
                                                   .mappings = sizeof mapping / sizeof *mapping,
                                                   .expected = expected,
                                                   .expected_keys = sizeof expected / sizeof *expected,
                                                   .expect = read_expected,
                                                   .clear = clear_request,
                                                   .clear_expected = clear_expected};
