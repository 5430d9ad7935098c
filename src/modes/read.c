/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of natural frequencies: which, by which compliance, with which derivatives; and which are
   expected. */
#include "modes/analysis.h"

#include "base/memory.h"
#include "base/vector.h"
#include "problem/grammar.h"
#include "modes/effective.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = HOL_COUNT_MOST };

static const hol_key frequencies_key[] = {
    {.name = "count",
     .form = "count",
     .otherwise = "10",
     .meaning = "number of frequencies, rigid-body modes included"},
    {.name = "below", .what = "frequency", .dimension = {.time = -1}, .meaning = "instead: all below a frequency"},
    {.name = "from", .what = "frequency", .dimension = {.time = -1}, .meaning = "instead: all in a range"},
    {.name = "to", .what = "frequency", .dimension = {.time = -1}, .meaning = "its end"},
};
static const hol_key compliance_key[] = {
    {.name = "modes", .form = "count", .meaning = "number of dynamic modes of every part, the rest quasistatic"},
    {.name = "order",
     .form = "count",
     .otherwise = "1",
     .meaning = "order of the residual terms in the squared frequency"},
    {.name = "tolerance", .form = "number", .meaning = "as many modes and terms as this accuracy needs"},
    {.name = "reactions", .form = "word", .meaning = "shared or separate: reactions as coordinates"},
};
static const hol_key effective_key[] = {
    {.name = "direction", .form = "direction", .otherwise = "all axes", .meaning = "along which the ground moves"},
    {.name = "rotation", .form = "direction", .meaning = "about which it turns"},
    {.name = "about", .form = "point", .otherwise = "the origin", .meaning = "a point of the axis"},
    {.name = "base", .form = "joints", .otherwise = "ground", .meaning = "or joints by name"},
};
enum { FREQUENCIES, COMPLIANCE, EFFECTIVE };
static const hol_mapping mapping[] = {
    {"frequencies", "`frequencies`", NULL, HOL_KEYS_OF(frequencies_key)},
    {"compliance", "`compliance`", NULL, HOL_KEYS_OF(compliance_key)},
    {"effective_masses", "`effective_masses`", NULL, HOL_KEYS_OF(effective_key)},
};

/** A frequency that bounds the list; a remark where it has no unit, since tables are in Hz. */
static bool read_frequency(hol_reader *reader, const hol_node *node, int least, double *value)
{
  static const double pi = 3.14159265358979323846;
  const hol_wanted frequency = {.what = "frequency", .dimension = {.time = -1}, .least = least};
  hol_quantity quantity;
  reader->unit_survey.is_paused = true;
  bool is_read = hol_read_wanted(reader, node, frequency, &quantity);
  reader->unit_survey.is_paused = false;
  if (!is_read) {
    return false;
  }
  if (hol_dimension_is_none(quantity.dimension) && !quantity.fits_all && quantity.value != 0) {
    hol_faults_add(reader->faults, false, hol_node_place(node), "a unit says which is meant, e.g. 100 Hz or 100 rad/s",
                   "a frequency without a unit is in rad/s: %.6g rad/s, which is %.6g Hz", quantity.value,
                   quantity.value / (2 * pi));
  }
  hol_settle(reader, hol_number_of(&quantity), least, value);
  return true;
}

/** A number alone is how many. What is given is read, even where it is given in too many ways, so that its own faults
 *  are told too. */
static void read_frequencies(hol_reader *reader, const hol_node *key)
{
  hol_analysis *analysis = &reader->problem->analysis;
  static const char forms[] = "{count: 6}, {below: 2 kHz}, or {from: 100 Hz, to: 2 kHz}";
  hol_field field[4];
  const hol_node *node = key + 1;
  analysis->place = hol_node_place(key);
  analysis->is_told = true;
  if (node->kind == HOL_NODE_TEXT) {
    analysis->frequencies = HOL_FREQUENCIES_COUNT;
    (void)hol_read_count(reader, node, "`frequencies`", 1, COUNT_MAX, &analysis->count);
    return;
  }
  if (!hol_mapping_take(reader, node, &mapping[FREQUENCIES], field)) {
    return;
  }
  const hol_node *count = field[0].value, *below = field[1].value, *from = field[2].value, *to = field[3].value;
  int ways = (count != NULL) + (below != NULL) + (from || to);
  if (ways == 0) {
    hol_fault_missing(reader, key, forms, "`frequencies` does not say which are wanted");
  } else if (ways > 1) {
    hol_fault(reader, key, forms, "`frequencies` says in more than one way which are wanted");
  } else if (!count && !below && !from != !to) {
    hol_fault_missing(reader, key, forms, "a range of frequencies needs both `from` and `to`");
  }
  analysis->frequencies = count ? HOL_FREQUENCIES_COUNT : below ? HOL_FREQUENCIES_BELOW : HOL_FREQUENCIES_RANGE;
  if (count) {
    (void)hol_read_count(reader, count, "`count`", 1, COUNT_MAX, &analysis->count);
  }
  if (below) {
    (void)read_frequency(reader, below, 1, &analysis->to);
  }
  bool has_from = from && read_frequency(reader, from, 0, &analysis->from);
  bool has_to = to && read_frequency(reader, to, 1, &analysis->to);
  if (has_from && has_to && !(analysis->from < analysis->to)) {
    hol_fault(reader, to, NULL, "`to` must be above `from`");
  }
}

const char *hol_reactions_text(hol_reactions_kind kind)
{
  return kind == HOL_REACTIONS_SHARED     ? "joint reactions as coordinates, shared by what they join: upper bounds"
         : kind == HOL_REACTIONS_SEPARATE ? "joint reactions as coordinates, of every part by itself: upper bounds"
                                          : NULL;
}

static void read_reactions(hol_reader *reader, const hol_field *field, hol_analysis *analysis)
{
  static const char *const word[] = {"shared", "separate"};
  size_t choice;
  for (size_t i = 0; i < 3; i++) {
    if (field[i].value) {
      hol_fault(reader, field[i].name, "reactions, or {reactions: separate}", "`%s` does not go with `reactions`",
                field[i].key);
    }
  }
  if (hol_read_choice(reader, field[3].value, "`reactions`", word, 2, &choice)) {
    analysis->reactions = choice ? HOL_REACTIONS_SEPARATE : HOL_REACTIONS_SHARED;
  }
}

static void read_modes(hol_reader *reader, const hol_node *node, const hol_field *field, hol_analysis *analysis)
{
  static const hol_wanted tolerance = {.what = "tolerance", .least = 1};
  const hol_node *modes = field[0].value, *order = field[1].value, *wanted = field[2].value;
  analysis->exact = false;
  if (field[3].value) {
    read_reactions(reader, field, analysis);
    return;
  }
  (void)hol_check_either(reader, node, modes, wanted,
                         "exact, {modes: 6}, {modes: 6, order: 2}, {tolerance: 1e-6} or reactions",
                         "`compliance` needs either `modes` or `tolerance`");
  if (modes) {
    (void)hol_read_count(reader, modes, "`modes`", 1, COUNT_MAX, &analysis->modes);
  }
  if (order && !modes) {
    hol_fault(reader, field[1].name, NULL, "`order` belongs to `modes`");
  } else if (order) {
    (void)hol_read_count(reader, order, "`order`", 1, 16, &analysis->order);
  }
  if (wanted && hol_read_quantity(reader, wanted, tolerance, &analysis->tolerance) && analysis->tolerance >= 1) {
    hol_fault(reader, wanted, "relative, e.g. 1e-6", "tolerance must be less than 1");
  }
}

static void read_compliance(hol_reader *reader, const hol_node *key)
{
  hol_analysis *analysis = &reader->problem->analysis;
  static const char *const word[] = {"exact", "reactions"};
  const hol_node *node = key + 1;
  size_t choice;
  if (node->kind == HOL_NODE_MAP) {
    hol_field field[4];
    (void)hol_mapping_take(reader, node, &mapping[COMPLIANCE], field);
    read_modes(reader, key, field, analysis);
  } else if (hol_read_choice(reader, node, "`compliance`", word, 2, &choice) && choice) {
    analysis->exact = false;
    analysis->reactions = HOL_REACTIONS_SHARED;
  }
}

/** A file that asks for nothing wants to know the lowest ones. */
static void ask_for_lowest(hol_reader *reader)
{
  hol_analysis *analysis = &reader->problem->analysis;
  if (analysis->frequencies == HOL_FREQUENCIES_NONE) {
    analysis->frequencies = HOL_FREQUENCIES_COUNT;
    analysis->is_told = true;
    analysis->count = 10;
  }
}

/** One name of `sensitivities`. */
static void read_sensitivity(hol_reader *reader, const hol_node *node, hol_analysis *analysis)
{
  const char *name = hol_read_text(reader, node, "the name of a parameter");
  hol_nearest nearest = {.wanted = name};
  size_t i = 0;
  while (name && i < reader->problem->parameter_count && strcmp(reader->problem->parameter[i].name, name) != 0) {
    hol_nearest_offer(&nearest, reader->problem->parameter[i++].name);
  }
  if (name && i == reader->problem->parameter_count) {
    hol_fault_unknown(reader, node, hol_nearest_hint(reader, &nearest), "parameter `%s` is not defined", name);
  } else if (name) {
    analysis->sensitivity[analysis->sensitivity_count++] = i;
  }
}

static void read_sensitivities(hol_reader *reader, const hol_node *key)
{
  hol_analysis *analysis = &reader->problem->analysis;
  const hol_node *node = key + 1;
  ask_for_lowest(reader);
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "`sensitivities`")) {
    return;
  }
  analysis->sensitivity = hol_alloc(node->count + 1, sizeof *analysis->sensitivity);
  if (!analysis->sensitivity) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < node->count; i++) {
    read_sensitivity(reader, &node->item[i], analysis);
  }
}

/** Along or about one axis. */
static void read_motion(hol_reader *reader, const hol_field *field, hol_ground_motions *asked)
{
  const hol_node *direction = field[0].value, *rotation = field[1].value;
  double axis[3] = {0, 0, 1};
  if (direction && rotation) {
    hol_fault(reader, field[1].name, "all has both", "effective masses are along a `direction` or about a `rotation`");
    return;
  }
  asked->is_all = !direction && !rotation;
  if (!asked->is_all &&
      hol_read_direction(reader, direction ? direction : rotation, direction ? "`direction`" : "`rotation`", axis)) {
    double size = hol_length(axis);
    for (size_t k = 0; k < 3; k++) {
      asked->unit[k + (rotation ? HOL_RX : HOL_UX)] = axis[k] / size;
    }
  }
}

/** A file that asks for no frequencies has them of the lowest modes. */
static void read_effective(hol_reader *reader, const hol_node *key)
{
  static const char *const word[] = {"all"};
  static const hol_wanted place = {.what = "coordinate", .dimension = {.length = 1}, .least = 0};
  hol_ground_motions *asked = &reader->problem->analysis.effective;
  const hol_node *node = key + 1;
  hol_field field[4];
  size_t choice;
  *asked = (hol_ground_motions){.is_asked = true, .place = hol_node_place(key)};
  ask_for_lowest(reader);
  if (node->kind != HOL_NODE_MAP) {
    asked->is_all = hol_read_choice(reader, node, "`effective_masses`", word, 1, &choice);
    return;
  }
  if (!hol_mapping_take(reader, node, &mapping[EFFECTIVE], field)) {
    return;
  }
  if (field[3].value) {
    hol_read_ground(reader, field[3].value);
  }
  read_motion(reader, field, asked);
  if (field[2].value && field[0].value) {
    hol_fault(reader, field[2].name, NULL, "`about` belongs to a rotation");
  } else if (field[2].value) {
    size_t count = hol_read_list(reader, field[2].value, place, 3, asked->about);
    if (count && count != reader->problem->dimensions) {
      hol_fault(reader, field[2].value, "as many as everywhere else",
                "`about` has %zu coordinates in a structure of %zu", count, reader->problem->dimensions);
    }
  }
}

/** Effective masses, in kg or kg m². */
static void read_expected_masses(hol_reader *reader, const hol_node *list, hol_expect *expect)
{
  hol_expected_masses *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  expect->place = hol_node_place(list);
  hol_read_values(reader, list, "`effective_masses`", "an effective mass", &expected->value, &expected->count);
}

static void clear_expected(void *wanted)
{
  free(((hol_expected_masses *)wanted)->value);
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_field *first = hol_field_named(field, "first");
  const hol_node *list = hol_field_named(field, "frequencies")->value;
  const hol_node *masses = hol_field_named(field, "effective_masses")->value;
  expect->first = 1;
  if (masses && list) {
    hol_fault(reader, masses, "an entry for each", "`frequencies` and `effective_masses` are expected by themselves");
  } else if (masses) {
    read_expected_masses(reader, masses, expect);
  } else if (!list) {
    hol_fault_missing(reader, entry, "{frequencies: [35.54 Hz], rtol: 1e-3}",
                      "nothing is expected here: no `frequencies`");
  } else if (hol_expect_kind(reader, list, HOL_NODE_LIST, "`frequencies`")) {
    expect->place = hol_node_place(list);
    expect->omega = hol_alloc(list->count + 1, sizeof *expect->omega);
    if (!expect->omega) {
      reader->status = HOL_MEMORY;
      return;
    }
    static const hol_wanted frequency = {.what = "frequency", .dimension = {.time = -1}, .least = 0};
    expect->count = hol_read_list(reader, list, frequency, COUNT_MAX, expect->omega);
  }
  if (first->value) {
    (void)hol_read_count(reader, first->value, "`first`", 1, COUNT_MAX, &expect->first);
  }
}

/** What ranks have in common. */
static void read_distribute(hol_reader *reader, const hol_node *key)
{
  static const char *const word[] = {"factors"};
  size_t choice;
  if (hol_read_choice(reader, key + 1, "`distribute`", word, 1, &choice)) {
    reader->problem->analysis.distributes = true;
  }
}

static const hol_analysis_key key[] = {
    {"frequencies", read_frequencies, "mapping", "which frequencies; a number alone is a count"},
    {"compliance", read_compliance, "mapping", "compliance of the parts: exact, reactions, or a mapping"},
    {"sensitivities", read_sensitivities, "list", "parameters for the derivatives of every frequency"},
    {"effective_masses", read_effective, "mapping", "effective masses of the modes under ground motion; or all"},
    {"distribute", read_distribute, "word", "factors: one factorisation at a time, spread over all ranks"}};
static const hol_expected_key expected[] = {
    {"frequencies", true}, {"effective_masses", true}, {"rtol", false}, {"source", false}, {"first", false}};
const hol_analysis_grammar hol_modes_grammar = {.key = key,
                                                .keys = sizeof key / sizeof *key,
                                                .mapping = mapping,
                                                .mappings = sizeof mapping / sizeof *mapping,
                                                .by_default = ask_for_lowest,
                                                .expected = expected,
                                                .expected_keys = sizeof expected / sizeof *expected,
                                                .expect = read_expected,
                                                .clear_expected = clear_expected};
