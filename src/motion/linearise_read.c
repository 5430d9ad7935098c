/* SPDX-License-Identifier: BSD-3-Clause */
/* Grammar of the analysis `linearise`: about which motion, and what is expected. */
#include "base/memory.h"
#include "motion/analysis.h"
#include "motion/linearise_analysis.h"
#include "motion/quantity.h"
#include "problem/grammar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT, STEADY, FIELDS };
static const char forms[] = "{at: equilibrium}, {at: 2.5 s} or {steady: {x': 5 m/s}}";

static const hol_key linearise_key[FIELDS] = {
    [AT] = {.name = "at",
            .form = "word or time",
            .otherwise = "equilibrium",
            .meaning = "the position of rest near the start, or an instant of the motion"},
    [STEADY] = {.name = "steady", .form = "mapping", .meaning = "instead: by x', speeds of a steady motion"},
};
static const hol_mapping mapping[] = {{"linearise", "`linearise`", NULL, HOL_KEYS_OF(linearise_key)}};

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

/** The speed that a key of `steady` names. @return its dimension is known and the name is good */
static bool find_speed(hol_reader *reader, const hol_node *name, hol_dimension *dimension)
{
  const hol_motion_wanted *motion = hol_motion_asked(reader->problem);
  size_t length = strlen(name->text);
  if (length < 2 || name->text[length - 1] != '\'') {
    hol_fault(reader, name, "steady: {x': 5 m/s}", "`%s` is no speed: a coordinate with one prime", name->text);
    return false;
  }
  if (!motion || !motion->has_system) {
    return true;
  }
  const hol_motion_quantity q = hol_motion_quantity_named(&motion->system, name->text);
  if (q.kind != HOL_MOTION_SPEED) {
    hol_fault(reader, name, NULL, "there is no coordinate `%.*s`", (int)(length - 1), name->text);
    return false;
  }
  *dimension = q.dimension;
  return true;
}

static void read_steady(hol_reader *reader, const hol_node *map, hol_linearise_wanted *wanted)
{
  const bool is_text = hol_motion_asked(reader->problem) != NULL;
  wanted->about = HOL_LINEARISE_STEADY;
  if (!hol_expect_kind(reader, map, HOL_NODE_MAP, "`steady`")) {
    return;
  }
  if (map->count == 0) {
    hol_fault(reader, map, "steady: {x': 5 m/s}", "`steady` gives no speed");
  }
  wanted->speed = hol_alloc(map->count + 1, sizeof *wanted->speed);
  if (!wanted->speed) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t i = 0; i < map->count; i++) {
    const hol_node *name = &map->item[2 * i];
    hol_linearise_speed *speed = &wanted->speed[wanted->speeds];
    hol_wanted number = {.what = "speed", .least = 2};
    hol_quantity any = {.value = 0};
    if (!find_speed(reader, name, &number.dimension)) {
      continue;
    }
    bool is_good = is_text ? hol_read_quantity(reader, name + 1, number, &speed->value)
                           : hol_read_any(reader, name + 1, "speed", &any);
    if (is_good) {
      speed->value = is_text ? speed->value : any.value;
      speed->name = hol_own_text(reader, name->text);
      speed->place = hol_node_place(name);
      wanted->speeds++;
    }
  }
}

static void read_at(hol_reader *reader, const hol_node *node, hol_linearise_wanted *wanted)
{
  const hol_motion_wanted *motion = hol_motion_asked(reader->problem);
  static const hol_motion_system of_bodies = {.has_time_unit = true};
  const hol_wanted time = {
      .what = "time", .dimension = hol_motion_time_dimension(motion ? &motion->system : &of_bodies), .least = 0};
  if (node->kind == HOL_NODE_TEXT && strcmp(node->text, "equilibrium") == 0) {
    return;
  }
  wanted->about = HOL_LINEARISE_TIME;
  (void)hol_read_quantity(reader, node, time, &wanted->time);
}

static void read_linearise(hol_reader *reader, const hol_node *key)
{
  hol_linearise_wanted *wanted = hol_request_start(reader, &hol_linearise_grammar, sizeof *wanted);
  hol_field field[FIELDS];
  if (!wanted) {
    return;
  }
  wanted->place = hol_node_place(key);
  if (!hol_motion_asked(reader->problem) && reader->problem->part_count == 0) {
    hol_fault_missing(reader, key, "motion: {coordinates: {x: {start: 0 m}}, kinetic: m/2*x'^2}",
                      "nothing moves: the file has neither `motion` at its top nor parts");
    return;
  }
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  if (field[AT].value && field[STEADY].value) {
    hol_fault(reader, field[STEADY].name, forms, "`linearise` is about one motion: either `at` or `steady`");
  } else if (field[STEADY].value) {
    read_steady(reader, field[STEADY].value, wanted);
  } else if (field[AT].value) {
    read_at(reader, field[AT].value, wanted);
  }
}

static void clear_wanted(void *asked)
{
  hol_linearise_wanted *wanted = asked;
  for (size_t i = 0; i < wanted->speeds; i++) {
    free(wanted->speed[i].name);
  }
  free(wanted->speed);
}

/* ---- what is expected -------------------------------------------------------------------------------------------- */

/** [re, im], or the imaginary part: a frequency. */
static bool read_root(hol_reader *reader, const hol_node *node, hol_linearise_expected_root *root)
{
  const hol_motion_wanted *motion = hol_motion_asked(reader->problem);
  const bool has_unit = !motion || motion->system.has_time_unit;
  const hol_wanted wanted = {.what = "rate", .dimension = {.time = (int8_t)(has_unit ? -1 : 0)}, .least = 2};
  double s[2];
  if (node->kind != HOL_NODE_LIST) {
    root->real = (double)NAN;
    return hol_read_quantity(reader, node, wanted, &root->imaginary);
  }
  if (node->count != 2) {
    hol_fault(reader, node, "linearise: [[-0.4, 3.5], 2 Hz]", "an eigenvalue is [real part, imaginary part]");
    return false;
  }
  if (hol_read_list(reader, node, wanted, 2, s) != 2) {
    return false;
  }
  *root = (hol_linearise_expected_root){s[0], fabs(s[1])};
  return true;
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_field *list = hol_field_named(field, "linearise");
  (void)entry;
  if (!hol_request_of(reader->problem, &hol_linearise_grammar)) {
    hol_fault_missing(reader, list->name, NULL, "`linearise` belongs to an analysis `linearise`");
    return;
  }
  hol_linearise_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  if (!expected || !hol_expect_kind(reader, list->value, HOL_NODE_LIST, "`linearise`")) {
    (void)hol_note(reader, expected ? HOL_OK : HOL_MEMORY);
    return;
  }
  expected->root = hol_alloc(list->value->count + 1, sizeof *expected->root);
  for (size_t i = 0; hol_note(reader, expected->root ? HOL_OK : HOL_MEMORY) && i < list->value->count; i++) {
    expected->roots += read_root(reader, &list->value->item[i], &expected->root[expected->roots]);
  }
}

static void clear_expected(void *wanted)
{
  free(((hol_linearise_expected *)wanted)->root);
}

static const hol_analysis_key key[] = {
    {"linearise", read_linearise, "mapping", "small motions about rest or a steady motion"}};
static const hol_expected_key expected_key[] = {{"linearise", true}};
const hol_analysis_grammar hol_linearise_grammar = {.key = key,
                                                    .keys = sizeof key / sizeof *key,
                                                    .mapping = mapping,
                                                    .mappings = sizeof mapping / sizeof *mapping,
                                                    .is_many = true,
                                                    .expected = expected_key,
                                                    .expected_keys = sizeof expected_key / sizeof *expected_key,
                                                    .expect = read_expected,
                                                    .clear = clear_wanted,
                                                    .clear_expected = clear_expected};
