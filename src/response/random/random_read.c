/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of random motions, and what is expected of them. */
#include "base/memory.h"
#include "excitation/record.h"
#include "problem/grammar.h"
#include "response/forced/forced_read.h"
#include "response/random/random.h"

#include <stdlib.h>

enum { LOAD, RECEIVERS, COUNT, TOLERANCE, LAW, KEYS = LAW + HOL_LAW_KEYS };

static const hol_key random_key[] = {
    {.name = "load",
     .form = "mapping(s)",
     .meaning = "forces and motions of the ground, not correlated",
     .is_required = true},
    {.name = "at", .form = "mapping(s)", .meaning = "output", .is_required = true},
    {.name = "count", .form = "count", .meaning = "so many modes"},
    {.name = "tolerance", .otherwise = "1e-3", .meaning = "as many modes as errors so small need"},
    HOL_LAW_ROWS,
};
static const hol_key load_key[] = {
    HOL_EXCITATION_ROWS,
    {.name = "density",
     .form = "mapping",
     .meaning = "one-sided: white noise by a number, N^2/Hz, or a file",
     .is_required = true},
};
static const hol_mapping mapping[] = {
    {"random", "`random`", NULL, HOL_KEYS_OF(random_key)},
    {"random.load", "a random load", NULL, HOL_KEYS_OF(load_key)},
    {"random.load.density", "`density`", NULL, HOL_KEYS_OF(hol_density_keys)},
    {"random.at", "a receiver of forced motion", NULL, HOL_KEYS_OF(hol_motion_keys)},
};
static const char load_hint[] = "{at: beam.end, direction: [0, 1], density: 2 N^2/Hz} or "
                                "{base: ground, direction: x, density: {file: psd.csv, unit: 1 m^2/s^4/Hz}}";
static const hol_excitation_form form = {.analysis = "random",
                                         .load = &mapping[1],
                                         .output = &mapping[3],
                                         .load_need = "a random load needs `density`",
                                         .load_hint = load_hint,
                                         .both_hint = load_hint};

/* ---- the analysis ------------------------------------------------------------------------------------------------ */

static void read_noise(hol_reader *reader, const hol_node *key)
{
  hol_field field[KEYS];
  hol_forced_request *request = hol_request_start(reader, &hol_random_grammar, sizeof *request);
  if (!request) {
    return;
  }
  hol_forced_request_start(key, 1e-3, request);
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  hol_forced_read_loads(reader, key, &field[LOAD], &form, request);
  hol_forced_read_count(reader, &field[TOLERANCE], &field[COUNT], request);
  hol_law_read(reader, &field[LAW], &request->law);
}

static void clear(void *wanted)
{
  hol_forced_request_clear(wanted);
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *list = hol_field_named(field, "rms")->value;
  hol_random_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  (void)entry;
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  hol_read_values(reader, list, "`rms`", "a root mean square", &expected->value, &expected->count);
}

static void clear_expected(void *wanted)
{
  free(((hol_random_expected *)wanted)->value);
}

static const hol_analysis_key key[] = {
    {"random", read_noise, "mapping", "root mean squares under loads of known spectral density"}};
static const hol_expected_key expected[] = {{"rms", true}};

const hol_analysis_grammar hol_random_grammar = {.key = key,
                                                 .keys = sizeof key / sizeof *key,
                                                 .mapping = mapping,
                                                 .mappings = sizeof mapping / sizeof *mapping,
                                                 .expected = expected,
                                                 .expected_keys = sizeof expected / sizeof *expected,
                                                 .expect = read_expected,
                                                 .clear = clear,
                                                 .clear_expected = clear_expected};
