/* SPDX-License-Identifier: BSD-3-Clause */
/* The analysis `damped`: what is asked for, what is expected, its row. */
#include "response/damped.h"

#include "base/memory.h"
#include "model/layout.h"
#include "problem/grammar.h"
#include "statics/prestress.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT_MAX = 2000 };

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

static const hol_key damped_key[] = {
    {.name = "count", .form = "count", .meaning = "number of motions"},
    {.name = "below", .what = "frequency", .dimension = {.time = -1}, .meaning = "all with |s| below a frequency"},
};
static const hol_mapping mapping[] = {{"damped", "`damped`", NULL, HOL_KEYS_OF(damped_key)}};

static void read_damped(hol_reader *reader, const hol_node *key)
{
  static const hol_wanted frequency = {.what = "frequency", .dimension = {.time = -1}, .least = 1};
  hol_damped_request *request = hol_request_start(reader, &hol_damped_grammar, sizeof *request);
  hol_field field[2];
  if (!request) {
    return;
  }
  *request = (hol_damped_request){.count = 1, .place = hol_node_place(key)};
  if (!hol_mapping_take(reader, key + 1, &mapping[0], field) ||
      !hol_check_either(reader, key, field[0].value, field[1].value, "{count: 6}, or {below: 2 kHz}",
                        "`damped` needs either `count` or `below`")) {
    return;
  }
  if (field[0].value) {
    (void)hol_read_count(reader, field[0].value, "`count`", 1, COUNT_MAX, &request->count);
  } else if (hol_read_quantity(reader, field[1].value, frequency, &request->below)) {
    request->count = 0;
  }
}

/** [re, im] of one s. */
static bool read_pair(hol_reader *reader, const hol_node *node, double s[2])
{
  static const hol_wanted wanted = {.what = "rate", .dimension = {.time = -1}, .least = 2};
  if (!hol_expect_kind(reader, node, HOL_NODE_LIST, "an s of `damped`")) {
    return false;
  }
  if (node->count != 2) {
    hol_fault(reader, node, "damped: [[-0.4, 3.5], [-2, 0]]", "an s is [real part, imaginary part]");
    return false;
  }
  return hol_read_list(reader, node, wanted, 2, s) == 2;
}

static void read_expected(hol_reader *reader, const hol_node *entry, const hol_field *field, hol_expect *expect)
{
  const hol_node *list = hol_field_named(field, "damped")->value;
  (void)entry;
  hol_damped_expected *expected = expect->wanted = hol_alloc(1, sizeof *expected);
  if (!expected || !list || !hol_expect_kind(reader, list, HOL_NODE_LIST, "`damped`")) {
    (void)hol_note(reader, expected ? HOL_OK : HOL_MEMORY);
    return;
  }
  expected->s = hol_alloc(list->count + 1, sizeof *expected->s);
  if (!hol_note(reader, expected->s ? HOL_OK : HOL_MEMORY)) {
    return;
  }
  for (size_t i = 0; i < list->count && i < COUNT_MAX; i++) {
    expected->count += read_pair(reader, &list->item[i], expected->s[expected->count]);
  }
}

static void clear_expected(void *wanted)
{
  free(((hol_damped_expected *)wanted)->s);
}

static const hol_analysis_key key[] = {{"damped", read_damped, "mapping", "damped modes, as complex eigenvalues"}};
static const hol_expected_key expected[] = {{"damped", true}};

const hol_analysis_grammar hol_damped_grammar = {.key = key,
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
  return hol_request_of(problem, &hol_damped_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  hol_model model = {0};
  hol_status status = hol_model_make(study->problem, (hol_model_request){.exact = true}, &model, faults);
  hol_model_clear(&model);
  return study->comm->agree(study->comm->handle, status);
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_damped_request *request = hol_request_of(study->problem, &hol_damped_grammar);
  hol_damped *found = result;
  hol_prestressed prestressed = {.is_owned = NULL};
  hol_status status = hol_prestress_where_asked(study->problem, hol_watch_cancellation(&watch), &prestressed, faults);
  status = status == HOL_OK ? hol_damped_find(&prestressed.problem, watch, request, found, faults) : status;
  found->problem = study->problem;
  hol_prestressed_clear(&prestressed);
  return study->comm->agree(study->comm->handle, status);
}

static bool is_stopped(const void *result)
{
  return ((const hol_damped *)result)->is_stopped;
}

static bool is_complete(const void *result)
{
  return ((const hol_damped *)result)->known == HOL_DAMPED_PROVED;
}

static void compare_entry(const hol_damped *found, const hol_expect *expect, hol_comparison *c)
{
  const hol_damped_expected *e = expect->wanted;
  for (size_t i = 0; i < e->count && i < found->motions; i++) {
    const double *s = found->motion[i].s;
    c->compared++;
    if (!(hypot(s[0] - e->s[i][0], s[1] - e->s[i][1]) <= expect->rtol * hypot(e->s[i][0], e->s[i][1]))) {
      c->differences++;
      hol_text_add(&c->words, "motion %zu: s = [%.15g, %.15g], expected [%.15g, %.15g]\n", i + 1, s[0], s[1],
                   e->s[i][0], e->s[i][1]);
    }
  }
  if (found->motions < e->count) {
    c->differences += e->count - found->motions;
    hol_text_add(&c->words, "%zu damped motions, expected %zu\n", found->motions, e->count);
  }
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  const hol_damped *found = result;
  for (size_t i = 0; i < study->problem->expect_count && found->is_filled; i++) {
    if (study->problem->expect[i].of == &hol_damped_grammar && study->problem->expect[i].wanted) {
      compare_entry(found, &study->problem->expect[i], c);
    }
  }
  hol_comparison_tell(c, "damped motions");
  return hol_comparison_end(c, status, "the list of damped motions is not proved");
}

static void clear(void *result)
{
  hol_damped *found = result;
  free(found->motion);
  *found = (hol_damped){.problem = NULL};
}

const hol_analysis_row hol_damped_row = {.key = "damped",
                                         .counted = "frequencies",
                                         .then = "damped motions",
                                         .is_asked = is_asked,
                                         .prepare = prepare,
                                         .run = run,
                                         .is_complete = is_complete,
                                         .is_stopped = is_stopped,
                                         .describe = hol_damped_describe,
                                         .rows = hol_damped_rows,
                                         .table = hol_damped_table,
                                         .compared = "damped motions",
                                         .compare = compare,
                                         .size = sizeof(hol_damped),
                                         .clear = clear};
