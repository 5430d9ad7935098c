/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of response spectra, and what is expected of them. */
#include "base/memory.h"
#include "excitation/record.h"
#include "problem/grammar.h"
#include "response/forced/forced_read.h"
#include "response/shock/seismic.h"

#include <stdlib.h>

enum {
  BASE,
  DIRECTION,
  SPECTRUM,
  RECORD,
  RECEIVERS,
  COUNT,
  LAW,
  KEYS = LAW + HOL_LAW_KEYS,
  COUNT_MOST = 100000,
  COUNT_USUAL = 20
};

static const char forms[] =
    "{base: ground, direction: x, spectrum: {file: spectrum.csv}, at: {point: roof.end, direction: x}}";
static const hol_dimension acceleration = {.length = 1, .time = -2};

static const hol_key seismic_key[] = {
    {.name = "base",
     .form = "joints",
     .meaning = "the ground that moves: `ground`, or its joints",
     .is_required = true},
    {.name = "direction", .form = "direction", .meaning = "of the ground's motion", .is_required = true},
    {.name = "spectrum", .form = "mapping", .meaning = "largest accelerations of oscillators"},
    {.name = "accelerogram", .form = "mapping", .meaning = "instead: an acceleration of which it is made"},
    {.name = "at", .form = "mapping(s)", .meaning = "output", .is_required = true},
    {.name = "count", .form = "count", .otherwise = "20", .meaning = "so many modes"},
    HOL_LAW_ROWS,
};
static const hol_key spectrum_key[] = {
    {.name = "file", .form = "file", .meaning = "CSV: frequencies in Hz and accelerations", .is_required = true},
    {.name = "unit",
     .what = "acceleration",
     .dimension = {.length = 1, .time = -2},
     .otherwise = "1 m/s^2",
     .meaning = "of the accelerations"},
};
static const hol_mapping mapping[] = {
    {"response_spectrum", "`response_spectrum`", NULL, HOL_KEYS_OF(seismic_key)},
    {"response_spectrum.spectrum", "`spectrum`", NULL, HOL_KEYS_OF(spectrum_key)},
    {"response_spectrum.accelerogram", "`accelerogram`", NULL, HOL_KEYS_OF(hol_history_keys)},
    {"response_spectrum.at", "a receiver of forced motion", NULL, HOL_KEYS_OF(hol_motion_keys)},
};

static const hol_excitation_form form = {.analysis = "response_spectrum", .output = &mapping[3]};

/** Frequencies above zero with accelerations above zero. */
static void read_spectrum(hol_reader *reader, const hol_node *node, hol_seismic_request *request)
{
  hol_field field[2];
  const hol_wanted unit = {.what = "acceleration", .dimension = acceleration, .least = 1};
  request->spectrum_place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[1], field)) {
    return;
  }
  if (field[1].value) {
    (void)hol_read_quantity(reader, field[1].value, unit, &request->unit);
  }
  if (!field[0].value) {
    hol_fault_missing(reader, node, "{file: spectrum.csv, unit: 9.81 m/s^2}", "`spectrum` needs `file`");
    return;
  }
  bool is_good =
      hol_columns_read(reader, field[0].value, 1e-12, &request->frequency, &request->acceleration, &request->points);
  for (size_t i = 0; is_good && i < request->points; i++) {
    if (!(request->acceleration[i] > 0)) {
      hol_fault(reader, field[0].value, "frequency in Hz, acceleration: 2.5, 0.8",
                "the spectrum must be positive, and is not at %.6g Hz", request->frequency[i]);
      return;
    }
  }
}

static void read_motion(hol_reader *reader, const hol_node *key, const hol_field *field, hol_seismic_request *request)
{
  if (!field[BASE].value || !field[DIRECTION].value || !field[RECEIVERS].value) {
    hol_fault_missing(reader, key, forms, "`response_spectrum` needs `%s`",
                      field[BASE].value ? field[DIRECTION].value ? "at" : "direction" : "base");
  }
  if (field[BASE].value) {
    hol_read_ground(reader, field[BASE].value);
  }
  if (field[DIRECTION].value) {
    (void)hol_read_unit_vector(reader, field[DIRECTION].value, "`direction`", request->ground.direction);
  }
  hol_read_outputs(reader, field[RECEIVERS].value, &form, &request->receiver, &request->receivers);
  for (size_t i = 0; i < request->receivers; i++) {
    if (request->receiver[i].quantity == HOL_VELOCITY || request->receiver[i].quantity == HOL_ACCELERATION) {
      hol_fault(reader, field[RECEIVERS].value, "displacement or absolute_acceleration",
                "a spectrum does not tell the `%s` of `%s`", hol_motion_word[request->receiver[i].quantity],
                request->receiver[i].point.text ? request->receiver[i].point.text : "");
    }
  }
  if (!hol_check_either(reader, key, field[SPECTRUM].value, field[RECORD].value, forms,
                        "either a `spectrum` or an `accelerogram` is needed")) {
    return;
  }
  request->is_record = field[RECORD].value != NULL;
  if (request->is_record) {
    (void)hol_history_read(reader, field[RECORD].value, "`accelerogram`", acceleration, &request->record);
  } else {
    read_spectrum(reader, field[SPECTRUM].value, request);
  }
}

static void read_seismic(hol_reader *reader, const hol_node *key)
{
  hol_field field[KEYS];
  hol_seismic_request *request = hol_request_start(reader, &hol_seismic_grammar, sizeof *request);
  if (!request) {
    return;
  }
  *request = (hol_seismic_request){.unit = 1, .count = COUNT_USUAL, .law = hol_law_none(key)};
  request->ground.place = hol_node_place(key);
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  read_motion(reader, key, field, request);
  if (field[COUNT].value) {
    (void)hol_read_count(reader, field[COUNT].value, "`count`", 1, COUNT_MOST, &request->count);
  }
  hol_law_read(reader, &field[LAW], &request->law);
}

static void clear(void *wanted)
{
  hol_seismic_request *request = wanted;
  hol_outputs_clear(request->receiver, request->receivers);
  free(request->frequency);
  free(request->acceleration);
  hol_history_clear(&request->record);
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *list = hol_field_named(field, "estimates")->value;
  hol_seismic_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  (void)entry;
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  hol_read_values(reader, list, "`estimates`", "an estimate", &expected->value, &expected->count);
}

static void clear_expected(void *wanted)
{
  free(((hol_seismic_expected *)wanted)->value);
}

static const hol_analysis_key key[] = {
    {"response_spectrum", read_seismic, "mapping", "estimates of the largest motions as the ground shakes"}};
static const hol_expected_key expected[] = {{"estimates", true}};

const hol_analysis_grammar hol_seismic_grammar = {.key = key,
                                                  .keys = sizeof key / sizeof *key,
                                                  .mapping = mapping,
                                                  .mappings = sizeof mapping / sizeof *mapping,
                                                  .expected = expected,
                                                  .expected_keys = sizeof expected / sizeof *expected,
                                                  .expect = read_expected,
                                                  .clear = clear,
                                                  .clear_expected = clear_expected};
