/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of random motions, and what is expected of them. */
#include "base/memory.h"
#include "problem/grammar.h"
#include "response/noise.h"
#include "response/probe_read.h"
#include "response/record.h"

#include <math.h>
#include <stdlib.h>

enum { LOAD, RECEIVERS, COUNT, TOLERANCE, LAW, KEYS = LAW + HOL_LAW_KEYS };
enum { DENSITY = HOL_DRIVER_KEYS, LOAD_KEYS };

static const char forms[] = "{at: beam.end, direction: [0, 1], density: 2 N^2/Hz} or "
                            "{base: ground, direction: x, density: {file: psd.csv, unit: 1 m^2/s^4/Hz}}";
/** Of squares, per frequency. */
static const hol_dimension force = {.length = 2, .mass = 2, .time = -3}, moment = {.length = 4, .mass = 2, .time = -3},
                           acceleration = {.length = 2, .time = -3};

static const hol_key random_key[] = {
    {.name = "load",
     .form = "mapping(s)",
     .meaning = "forces and motions of the ground, not correlated",
     .is_required = true},
    {.name = "at", .form = "mapping(s)", .meaning = "what is looked at", .is_required = true},
    {.name = "count", .form = "count", .meaning = "so many modes"},
    {.name = "tolerance", .otherwise = "1e-3", .meaning = "as many modes as errors so small need"},
    HOL_LAW_ROWS,
};
static const hol_key load_key[] = {
    HOL_DRIVER_ROWS,
    {.name = "density",
     .form = "mapping",
     .meaning = "one-sided: white noise by a number, N^2/Hz, or a file",
     .is_required = true},
};
static const hol_key density_key[] = {
    {.name = "file", .form = "file", .meaning = "CSV: frequencies in Hz and densities", .is_required = true},
    {.name = "unit", .form = "number", .otherwise = "SI per Hz", .meaning = "of the densities"},
};
enum { RANDOM, LOAD_OF, DENSITY_OF, RECEIVER_OF };
static const hol_mapping mapping[] = {
    {"random", "`random`", NULL, HOL_KEYS_OF(random_key)},
    {"random.load", "a random load", NULL, HOL_KEYS_OF(load_key)},
    {"random.load.density", "`density`", NULL, HOL_KEYS_OF(density_key)},
    {"random.at", "a receiver of forced motion", NULL, HOL_KEYS_OF(hol_motion_keys)},
};

/* ---- densities
   ----------------------------------------------------------------------------------------------------- */

/** A density in SI per rad/s. A bare number is per Hz, as bare densities of files are, which is told. */
static bool read_value(hol_reader *reader, const hol_node *node, hol_dimension dimension, int least, double *value)
{
  const hol_wanted wanted = {.what = "density", .dimension = dimension, .least = least};
  hol_quantity quantity;
  if (!hol_read_wanted(reader, node, wanted, &quantity)) {
    return false;
  }
  bool is_bare = hol_dimension_is_none(quantity.dimension) && quantity.value > 0;
  hol_number number = hol_number_of(&quantity);
  if (is_bare) {
    number = hol_compute(reader, HOL_STEP_DIVIDE, number, hol_plain(2 * M_PI));
    hol_faults_add(reader->faults, false, hol_node_place(node), "density: 2 N^2/Hz, or 2 m^2/s^4/Hz of the ground",
                   "a density without a unit is taken in SI per Hz");
  }
  hol_settle(reader, number, least, value);
  return true;
}

/** Hz and values in units of one per Hz, or what is said, become rad/s and SI per rad/s. */
static bool read_file(hol_reader *reader, const hol_field *field, hol_dimension dimension, hol_noise_density *d)
{
  double unit = 1 / (2 * M_PI);
  if (field[1].value && !read_value(reader, field[1].value, dimension, 1, &unit)) {
    return false;
  }
  if (!hol_columns_read(reader, field[0].value, 0, &d->omega, &d->value, &d->count)) {
    return false;
  }
  for (size_t i = 0; i < d->count; i++) {
    if (d->value[i] < 0) {
      hol_fault(reader, field[0].value, "frequency in Hz, density: 20, 0.01", "a density is negative at %.6g Hz",
                d->omega[i]);
      return false;
    }
    d->omega[i] *= 2 * M_PI;
    d->value[i] *= unit;
  }
  return true;
}

/** One number is white noise. */
static void read_density(hol_reader *reader, const hol_node *node, hol_dimension dimension, hol_noise_density *d)
{
  hol_field field[2];
  if (node->kind == HOL_NODE_MAP) {
    if (hol_mapping_take(reader, node, &mapping[DENSITY_OF], field) && field[0].value) {
      (void)read_file(reader, field, dimension, d);
    } else if (!field[0].value) {
      hol_fault_missing(reader, node, "{file: psd.csv, unit: 1 N^2/Hz}", "`density` needs `file`");
    }
    return;
  }
  d->omega = hol_alloc(1, sizeof *d->omega);
  d->value = hol_alloc(1, sizeof *d->value);
  if (!d->omega || !d->value) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  d->count = 1;
  (void)read_value(reader, node, dimension, 0, d->value);
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

static void read_load(hol_reader *reader, const hol_node *node, hol_driver *load, hol_noise_density *density)
{
  hol_field field[LOAD_KEYS];
  load->probe.place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[LOAD_OF], field) || !hol_driver_read(reader, node, field, forms, load)) {
    return;
  }
  if (field[DENSITY].value) {
    read_density(reader, field[DENSITY].value,
                 load->is_ground     ? acceleration
                 : load->probe.turns ? moment
                                     : force,
                 density);
  } else {
    hol_fault_missing(reader, node, forms, "a random load needs `density`");
  }
}

static void read_loads(hol_reader *reader, const hol_node *node, hol_noise_request *request)
{
  const hol_node *item;
  size_t count = hol_forced_read_loads(reader, node, forms, &item, &request->forced), grounds = 0;
  request->density = hol_alloc(count, sizeof *request->density);
  if (!request->density) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < count && reader->status == HOL_OK; i++) {
    read_load(reader, &item[i], &request->forced.load[i], &request->density[i]);
    grounds += request->forced.load[i].is_ground;
    if (request->forced.load[i].is_ground && grounds > 1) {
      hol_fault(reader, &item[i], "one density for both", "the ground moves in one way");
    }
  }
}

/* ---- the analysis
   -------------------------------------------------------------------------------------------------- */

static void read_noise(hol_reader *reader, const hol_node *key)
{
  hol_field field[KEYS];
  hol_noise_request *request = hol_request_start(reader, &hol_noise_grammar, sizeof *request);
  if (!request) {
    return;
  }
  hol_forced_request_start(key, 1e-3, &request->forced);
  if (!hol_mapping_take(reader, key + 1, &mapping[RANDOM], field)) {
    return;
  }
  if (!field[LOAD].value || !field[RECEIVERS].value) {
    hol_fault_missing(reader, key, forms, "`random` needs `%s`", field[LOAD].value ? "at" : "load");
  }
  if (field[LOAD].value) {
    read_loads(reader, field[LOAD].value, request);
  }
  if (field[RECEIVERS].value) {
    hol_probe_read_receivers(reader, field[RECEIVERS].value, &mapping[RECEIVER_OF], &request->forced.receiver,
                             &request->forced.receivers);
  }
  hol_forced_read_count(reader, &field[TOLERANCE], &field[COUNT], &request->forced);
  hol_law_read(reader, &field[LAW], &request->forced.law);
}

static void clear(void *wanted)
{
  hol_noise_request *request = wanted;
  for (size_t i = 0; request->density && i < request->forced.loads; i++) {
    free(request->density[i].omega);
    free(request->density[i].value);
  }
  free(request->density);
  hol_forced_request_clear(&request->forced);
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *list = hol_field_named(field, "rms")->value;
  hol_noise_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  (void)entry;
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  hol_read_values(reader, list, "`rms`", "a root mean square", &expected->value, &expected->count);
}

static void clear_expected(void *wanted)
{
  free(((hol_noise_expected *)wanted)->value);
}

static const hol_analysis_key key[] = {
    {"random", read_noise, "mapping", "root mean squares under loads of known spectral density"}};
static const hol_expected_key expected[] = {{"rms", true}};

const hol_analysis_grammar hol_noise_grammar = {.key = key,
                                                .keys = sizeof key / sizeof *key,
                                                .mapping = mapping,
                                                .mappings = sizeof mapping / sizeof *mapping,
                                                .expected = expected,
                                                .expected_keys = sizeof expected / sizeof *expected,
                                                .expect = read_expected,
                                                .clear = clear,
                                                .clear_expected = clear_expected};
