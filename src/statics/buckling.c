/* SPDX-License-Identifier: BSD-3-Clause */
/* The analysis `buckling`. */
#include "statics/buckling.h"

#include "base/memory.h"
#include "model/geometry.h"
#include "problem/grammar.h"
#include "statics/statics.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT_MAX = 1000 };

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

static const hol_key buckling_key[] = {
    {.name = "count", .form = "count", .otherwise = "1", .meaning = "number of factors, multiple ones repeated"},
    {.name = "reversed", .form = "truth", .otherwise = "false", .meaning = "also that many for reversed loads"},
};
static const hol_mapping mapping[] = {{"buckling", "`buckling`", NULL, HOL_KEYS_OF(buckling_key)}};

static void read_buckling(hol_reader *reader, const hol_node *key)
{
  hol_buckling_request *request = hol_request_start(reader, &hol_buckling_grammar, sizeof *request);
  hol_field field[2];
  if (!request) {
    return;
  }
  request->count = 1;
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field)) {
    return;
  }
  if (field[0].value) {
    (void)hol_read_count(reader, field[0].value, "`count`", 1, COUNT_MAX, &request->count);
  }
  if (field[1].value) {
    (void)hol_read_bool(reader, field[1].value, "`reversed`", &request->reversed);
  }
  if (reader->problem->load_count == 0 && reader->problem->gravity_place.line == 0) {
    hol_fault_missing(reader, key,
                      "loads: [{at: column.end, direction: [0, -1], force: 1 kN}], or gravity: [0, -9.81 m/s^2]",
                      "`buckling` needs `loads` or `gravity`");
  }
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  static const hol_wanted wanted = {.what = "`factors`", .least = 2};
  const hol_node *list = hol_field_named(field, "factors")->value;
  (void)entry;
  hol_buckling_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  if (!expected || !list || !hol_expect_kind(reader, list, HOL_NODE_LIST, "`factors`")) {
    (void)hol_note(reader, expected ? HOL_OK : HOL_MEMORY);
    return;
  }
  expected->factor = hol_alloc(list->count + 1, sizeof *expected->factor);
  if (!hol_note(reader, expected->factor ? HOL_OK : HOL_MEMORY)) {
    return;
  }
  expected->count = hol_read_list(reader, list, wanted, COUNT_MAX, expected->factor);
}

static void clear_expected(void *wanted)
{
  free(((hol_buckling_expected *)wanted)->factor);
}

static const hol_analysis_key key[] = {{"buckling", read_buckling, "mapping", "critical load factors"}};
static const hol_expected_key expected[] = {{"factors", true}};

const hol_analysis_grammar hol_buckling_grammar = {.key = key,
                                                   .bears_loads = true,
                                                   .keys = sizeof key / sizeof *key,
                                                   .mapping = mapping,
                                                   .mappings = sizeof mapping / sizeof *mapping,
                                                   .expected = expected,
                                                   .expected_keys = sizeof expected / sizeof *expected,
                                                   .expect = read_expected,
                                                   .clear_expected = clear_expected};

/* ---- row --------------------------------------------------------------------------------------------------------- */

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_buckling_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  hol_statics statics = {.residual = 0};
  hol_status status =
      hol_statics_prepare(&(hol_statics_request){.problem = study->problem, .points = 2}, &statics, faults);
  hol_statics_clear(&statics);
  return study->comm->agree(study->comm->handle, status);
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_buckling_request *request = hol_request_of(study->problem, &hol_buckling_grammar);
  return study->comm->agree(study->comm->handle,
                            hol_buckling_find(study->problem, request, hol_watch_cancellation(&watch), result, faults));
}

static bool is_stopped(const void *result)
{
  return ((const hol_buckling *)result)->is_stopped;
}

static bool is_complete(const void *result)
{
  return ((const hol_buckling *)result)->complete;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  return hol_buckling_table(result, text);
}

/** The factors that an entry expects, each as often as it is multiple. */
static void compare_entry(const hol_buckling *found, const hol_expect *expect, hol_comparison *c)
{
  const hol_buckling_expected *e = expect->wanted;
  size_t n = 0;
  for (size_t i = 0; i < found->factors; i++) {
    for (size_t k = 0; k < found->factor[i].multiplicity && n < e->count; k++, n++) {
      c->compared++;
      if (!(fabs(found->factor[i].factor - e->factor[n]) <= expect->rtol * fabs(e->factor[n]))) {
        c->differences++;
        hol_text_add(&c->words, "factor %zu: %.15g, expected %.15g\n", n + 1, found->factor[i].factor, e->factor[n]);
      }
    }
  }
  if (n < e->count) {
    c->differences += e->count - n;
    hol_text_add(&c->words, "%zu factors, expected %zu\n", n, e->count);
  }
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  const hol_buckling *found = result;
  for (size_t i = 0; i < study->problem->expect_count && found->is_filled; i++) {
    if (study->problem->expect[i].of == &hol_buckling_grammar && study->problem->expect[i].wanted) {
      compare_entry(found, &study->problem->expect[i], c);
    }
  }
  hol_comparison_tell(c, "factors");
  return hol_comparison_end(c, status, "the factors are not proved complete");
}

static void clear(void *result)
{
  hol_buckling *found = result;
  for (size_t i = 0; i < found->factors; i++) {
    for (size_t k = 0; k < found->factor[i].shapes; k++) {
      hol_buckled_clear(&found->factor[i].shape[k]);
    }
    free(found->factor[i].shape);
  }
  if (found->geometry) {
    hol_geometry_clear(found->geometry);
  }
  free(found->geometry);
  free(found->factor);
  *found = (hol_buckling){.problem = NULL};
}

const hol_analysis_row hol_buckling_row = {.key = "buckling",
                                           .counted = "factors",
                                           .then = "factors",
                                           .is_asked = is_asked,
                                           .prepare = prepare,
                                           .run = run,
                                           .is_complete = is_complete,
                                           .is_stopped = is_stopped,
                                           .describe = hol_buckling_describe,
                                           .table = table,
                                           .compared = "factors",
                                           .compare = compare,
                                           .size = sizeof(hol_buckling),
                                           .clear = clear};
