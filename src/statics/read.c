/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked for of a structure at rest, and what is expected of it. */
#include "base/memory.h"
#include "problem/grammar.h"
#include "statics/analysis.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 10000 };

static const hol_key static_key[] = {
    {.name = "points", .form = "count", .otherwise = "21", .meaning = "places along every member"},
};
static const hol_mapping mapping[] = {{"static", "`static`", NULL, HOL_KEYS_OF(static_key)}};

static void read_static(hol_reader *reader, const hol_node *key)
{
  hol_static_request *request = hol_request_start(reader, &hol_static_grammar, sizeof *request);
  hol_field field[1];
  if (!request) {
    return;
  }
  *request = (hol_static_request){.points = 21, .place = hol_node_place(key)};
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  if (field[0].value) {
    (void)hol_read_count(reader, field[0].value, "`points`", 2, POINTS_MAX, &request->points);
  }
  if (reader->problem->load_count == 0 && reader->problem->gravity_place.line == 0) {
    hol_fault_missing(reader, key,
                      "loads: [{at: beam.end, direction: [0, -1], force: 2 kN}], or gravity: [0, -9.81 m/s^2]",
                      "`static` needs `loads` or `gravity`");
  }
}

/** Axial forces at rest go into everything that asks for frequencies. */
static void read_prestress(hol_reader *reader, const hol_node *key)
{
  bool *wanted = &reader->problem->analysis.prestress;
  if (hol_read_bool(reader, key + 1, "`prestress`", wanted) && *wanted && reader->problem->load_count == 0 &&
      reader->problem->gravity_place.line == 0) {
    hol_fault_missing(reader, key, "gravity: [0, -9.81 m/s^2]", "`prestress` needs `loads` or `gravity`");
  }
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  static const char *const key[] = {"displacement", "reaction", "axial_force"};
  const hol_node *values = hol_field_named(field, "values")->value;
  hol_static_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  size_t given = 0;
  if (!expected) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  for (size_t k = 0; k < 3; k++) {
    given += hol_field_named(field, key[k])->value != NULL;
    expected->quantity = hol_field_named(field, key[k])->value ? (hol_static_quantity)k : expected->quantity;
  }
  if (given != 1 || !values) {
    hol_fault(reader, entry, "{displacement: beam.end, values: [0, -1 mm, 0]}",
              "one of `displacement`, `reaction` and `axial_force` goes with `values`");
    return;
  }
  const hol_node *of = hol_field_named(field, key[expected->quantity])->value;
  if (expected->quantity == HOL_EXPECT_REACTION) {
    (void)hol_read_joint_name(reader, of, &expected->joint);
  } else {
    (void)hol_read_point(reader, of, &expected->point);
  }
  hol_read_values(reader, values, "`values`", "a value", &expected->value, &expected->count);
}

static void clear_expected(void *wanted)
{
  hol_static_expected *expected = wanted;
  free(expected->point.text);
  free(expected->value);
}

static const hol_analysis_key key[] = {
    {"static", read_static, "mapping", "displacements, reactions and axial forces at rest"},
    {"prestress", read_prestress, "truth", "frequencies with the axial forces that loads bring about"}};
static const hol_expected_key expected[] = {
    {"displacement", true}, {"reaction", true}, {"axial_force", true}, {"values", false}};

const hol_analysis_grammar hol_static_grammar = {.key = key,
                                                 .bears_loads = true,
                                                 .keys = sizeof key / sizeof *key,
                                                 .mapping = mapping,
                                                 .mappings = sizeof mapping / sizeof *mapping,
                                                 .expected = expected,
                                                 .expected_keys = sizeof expected / sizeof *expected,
                                                 .expect = read_expected,
                                                 .clear_expected = clear_expected};
