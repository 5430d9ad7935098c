/* What is asked for of random motions, and what is expected of them. */
#include "base/memory.h"
#include "problem/grammar.h"
#include "response/noise.h"
#include "response/probe_read.h"
#include "response/record.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT_MOST = 100000 };
enum { LOAD, RECEIVERS, COUNT, TOLERANCE, RATIO, LOSSES, KEYS };
enum { AT, BASE, DIRECTION, ROTATION, DENSITY, LOAD_KEYS };

static const char forms[] = "{at: beam.end, direction: [0, 1], density: 2 N^2/Hz} or "
                            "{base: ground, direction: x, density: {file: psd.csv, unit: 1 m^2/s^4/Hz}}";
/** Of squares, per frequency. */
static const hol_dimension force = {.length = 2, .mass = 2, .time = -3}, moment = {.length = 4, .mass = 2, .time = -3},
                           acceleration = {.length = 2, .time = -3};

static const hol_key random_key[] = {
    {.name = "load", .form = "mapping(s)", .meaning = "forces and motions of the ground, not correlated", .is_required = true},
    {.name = "at", .form = "mapping(s)", .meaning = "what is looked at", .is_required = true},
    {.name = "count", .form = "count", .meaning = "so many modes"},
    {.name = "tolerance", .otherwise = "1e-3", .meaning = "as many modes as errors so small need"},
    {.name = "damping_ratio", .otherwise = "none", .meaning = "of every mode, besides the damping of the file"},
    {.name = "loss_factors", .form = "word", .meaning = "viscous: each as the damping ratio of half of it"},
};
static const hol_key load_key[] = {
    {.name = "at", .form = "a point", .meaning = "of a force or a moment"},
    {.name = "base", .form = "joints", .meaning = "the ground that moves: `ground`, or its joints"},
    {.name = "direction", .form = "direction", .meaning = "of the force, or of the motion"},
    {.name = "rotation", .form = "direction", .meaning = "the axis of a moment; in a plane z"},
    {.name = "density",
     .form = "mapping",
     .meaning = "one-sided: white noise by a number, N^2/Hz, or a file",
     .is_required = true},
};
static const hol_key density_key[] = {
    {.name = "file", .form = "file", .meaning = "CSV: frequencies in Hz and densities", .is_required = true},
    {.name = "unit", .form = "number", .otherwise = "SI per Hz", .meaning = "of the densities"},
};
enum { RANDOM, LOAD_OF, DENSITY_OF };
static const hol_mapping mapping[] = {
    {"random", "`random`", NULL, HOL_KEYS_OF(random_key)},
    {"random.load", "a random load", NULL, HOL_KEYS_OF(load_key)},
    {"random.load.density", "`density`", NULL, HOL_KEYS_OF(density_key)},
    {"random.at", "a receiver", NULL, HOL_KEYS_OF(hol_receiver_keys)},
};

/* ---- densities ----------------------------------------------------------------------------------------------------- */

/** Hz and values in units of one per Hz, or what is said, become rad/s and SI per rad/s. */
static bool read_file(hol_reader *reader, const hol_field *field, hol_dimension dimension, hol_noise_density *d)
{
  const hol_wanted wanted = {.what = "density", .dimension = dimension, .least = 1};
  double unit = 1 / (2 * M_PI);
  if (field[1].value && !hol_read_quantity(reader, field[1].value, wanted, &unit)) {
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
  const hol_wanted wanted = {.what = "density", .dimension = dimension, .least = 0};
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
  (void)hol_read_quantity(reader, node, wanted, d->value);
}

/* ---- loads --------------------------------------------------------------------------------------------------------- */

static void read_load(hol_reader *reader, const hol_node *node, hol_noise_load *load)
{
  hol_field field[LOAD_KEYS];
  load->probe.place = hol_node_place(node);
  if (!hol_mapping_take(reader, node, &mapping[LOAD_OF], field) ||
      !hol_check_either(reader, node, field[AT].value, field[BASE].value, forms,
                        "a load acts `at` a point, or moves the `base`") ||
      !hol_probe_read_axis(reader, node, &field[DIRECTION], &field[ROTATION], &load->probe)) {
    return;
  }
  load->is_ground = field[BASE].value != NULL;
  if (load->is_ground && load->probe.turns) {
    hol_fault(reader, field[ROTATION].name, NULL, "the ground moves along a `direction`");
  } else if (load->is_ground) {
    hol_read_ground(reader, field[BASE].value);
  } else {
    (void)hol_read_point(reader, field[AT].value, &load->probe.point);
  }
  if (field[DENSITY].value) {
    read_density(reader, field[DENSITY].value,
                 load->is_ground     ? acceleration
                 : load->probe.turns ? moment
                                     : force,
                 &load->density);
  } else {
    hol_fault_missing(reader, node, forms, "a random load needs `density`");
  }
}

static void read_loads(hol_reader *reader, const hol_node *node, hol_noise_request *request)
{
  const hol_node *item;
  size_t count = hol_read_items(node, &item), grounds = 0;
  request->load = hol_alloc(count, sizeof *request->load);
  if (!request->load) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < count && reader->status == HOL_OK; i++) {
    hol_noise_load *load = &request->load[request->loads++];
    read_load(reader, &item[i], load);
    grounds += load->is_ground;
    if (load->is_ground && grounds > 1) {
      hol_fault(reader, &item[i], "one density for both", "the ground moves in one way");
    }
  }
  if (count == 0) {
    hol_fault(reader, node, forms, "`load` is empty");
  }
}

/* ---- the analysis -------------------------------------------------------------------------------------------------- */

static void read_noise(hol_reader *reader, const hol_node *key)
{
  const hol_wanted tolerance = {.what = "tolerance", .least = 1};
  hol_field field[KEYS];
  hol_noise_request *request = hol_request_start(reader, &hol_noise_grammar, sizeof *request);
  if (!request) {
    return;
  }
  *request = (hol_noise_request){.tolerance = 1e-3, .place = hol_node_place(key)};
  request->law = (hol_proportional_wish){.ratio = (double)NAN, .place = hol_node_place(key)};
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
    hol_probe_read_receivers(reader, field[RECEIVERS].value, &request->receiver, &request->receivers);
  }
  if (field[TOLERANCE].value && field[COUNT].value) {
    hol_fault(reader, field[COUNT].name, NULL, "modes are chosen by `tolerance` or by `count`");
  } else if (field[COUNT].value) {
    (void)hol_read_count(reader, field[COUNT].value, "`count`", 1, COUNT_MOST, &request->count);
  } else if (field[TOLERANCE].value) {
    (void)hol_read_quantity(reader, field[TOLERANCE].value, tolerance, &request->tolerance);
  }
  hol_proportional_read(reader, &field[RATIO], &field[LOSSES], &request->law);
}

static void clear(void *wanted)
{
  hol_noise_request *request = wanted;
  for (size_t i = 0; i < request->loads; i++) {
    free(request->load[i].probe.point.text);
    free(request->load[i].density.omega);
    free(request->load[i].density.value);
  }
  for (size_t i = 0; i < request->receivers; i++) {
    free(request->receiver[i].point.text);
  }
  free(request->load);
  free(request->receiver);
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
  if (!hol_expect_kind(reader, list, HOL_NODE_LIST, "`rms`")) {
    return;
  }
  expected->value = hol_alloc(list->count + 1, sizeof *expected->value);
  if (!expected->value) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < list->count; i++) {
    hol_quantity quantity;
    if (hol_read_any(reader, &list->item[i], "a root mean square", &quantity)) {
      expected->value[expected->count++] = quantity.value;
    }
  }
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
