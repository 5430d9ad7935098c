/* SPDX-License-Identifier: BSD-3-Clause */
/* Sections `analysis`, `output` and `expect` of a file; each analysis reads its own keys. */
#include "base/memory.h"
#include "problem/grammar.h"
#include "problem/keys.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 64, POINTS_MAX = 1000000 };

const hol_field *hol_field_named(const hol_field *field, const char *key)
{
  while (strcmp(field->key, key) != 0) {
    field++;
  }
  return field;
}

const hol_node *hol_node_value(const hol_node *map, const char *key)
{
  for (size_t i = 0; map && map->kind == HOL_NODE_MAP && i < map->count; i++) {
    if (strcmp(map->item[2 * i].text, key) == 0) {
      return &map->item[2 * i + 1];
    }
  }
  return NULL;
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

void *hol_request_start(hol_reader *reader, const hol_analysis_grammar *of, size_t size)
{
  hol_problem *problem = reader->problem;
  void *wanted = hol_alloc(1, size);
  if (!wanted || !hol_extend(&problem->request, problem->request_count, 1, sizeof *problem->request)) {
    reader->status = HOL_MEMORY;
    free(wanted);
    return NULL;
  }
  problem->request[problem->request_count++] = (hol_request){of, wanted};
  return wanted;
}

void *hol_request_of(const hol_problem *problem, const hol_analysis_grammar *of)
{
  for (size_t i = 0; i < problem->request_count; i++) {
    if (problem->request[i].of == of) {
      return problem->request[i].wanted;
    }
  }
  return NULL;
}

void hol_requests_clear(hol_problem *problem)
{
  for (size_t i = 0; i < problem->request_count; i++) {
    const hol_request *request = &problem->request[i];
    if (request->of->clear) {
      request->of->clear(request->wanted);
    }
    free(request->wanted);
  }
  free(problem->request);
  for (size_t i = 0; i < problem->expect_count; i++) {
    const hol_expect *expect = &problem->expect[i];
    if (expect->wanted && expect->of->clear_expected) {
      expect->of->clear_expected(expect->wanted);
    }
    free(expect->wanted);
    free(expect->omega);
    free(expect->source);
  }
  free(problem->expect);
}

static bool asks_for_many(const hol_problem *problem)
{
  for (size_t i = 0; i < problem->request_count; i++) {
    if (problem->request[i].of->is_many) {
      return true;
    }
  }
  return false;
}

bool hol_is_bare(const hol_reader *reader, const hol_node *root)
{
  for (size_t i = 0; i < reader->grammar->count; i++) {
    const hol_analysis_grammar *of = reader->grammar->analysis[i];
    const hol_node *analysis = hol_node_value(root, "analysis");
    const hol_node *value = of->is_bare ? hol_node_value(analysis, of->key[0].name) : NULL;
    if ((value && of->is_bare(value)) || (of->section && hol_node_value(root, of->section))) {
      return true;
    }
  }
  return false;
}

/* ---- analysis ---------------------------------------------------------------------------------------------------- */

void hol_read_analysis_sections(hol_reader *reader, const hol_node *root)
{
  for (size_t i = 0; i < reader->grammar->count; i++) {
    const hol_analysis_grammar *of = reader->grammar->analysis[i];
    const hol_node *value = of->section ? hol_node_value(root, of->section) : NULL;
    if (value) {
      of->read_section(reader, value - 1, root);
    }
  }
}

/** Another analysis asked for in the same file. */
static void refuse_others(hol_reader *reader, const hol_field *field, size_t count, const hol_field *own, size_t owns)
{
  for (size_t i = 0; i < count; i++) {
    if (field[i].value && (&field[i] < own || &field[i] >= own + owns)) {
      hol_fault(reader, field[i].name, NULL, "`%s` and `%s` cannot be in one file", field[i].key, own->key);
    }
  }
}

/** Does something else stand in place of parts? */
static bool has_other_parts(const hol_problem *problem)
{
  bool has = false;
  for (size_t i = 0; i < problem->request_count; i++) {
    has = has || problem->request[i].of->section;
  }
  return has && problem->part_count == 0;
}

static void read_keys(hol_reader *reader, const hol_field *field, size_t count)
{
  const hol_field *own = field;
  const bool is_other = has_other_parts(reader->problem);
  for (size_t i = 0; i < reader->grammar->count; i++) {
    const hol_analysis_grammar *of = reader->grammar->analysis[i];
    for (size_t k = 0; k < of->keys; k++) {
      if (own[k].value && of->is_alone) {
        refuse_others(reader, field, count, own, of->keys);
      }
      if (own[k].value && is_other && !of->is_many) {
        hol_fault(reader, own[k].name, NULL, "`%s` is about parts, and the file has none", own[k].key);
      } else if (own[k].value) {
        of->key[k].read(reader, own[k].name);
      }
    }
    own += of->keys;
  }
}

void hol_read_analysis(hol_reader *reader, const hol_node *node)
{
  hol_field field[KEYS_MAX] = {{0}};
  size_t count = 0;
  reader->problem->analysis.exact = true;
  reader->problem->analysis.order = 1;
  for (size_t i = 0; i < reader->grammar->count; i++) {
    const hol_analysis_grammar *of = reader->grammar->analysis[i];
    for (size_t k = 0; k < of->keys; k++) {
      assert(count < KEYS_MAX);
      field[count++].key = of->key[k].name;
    }
  }
  if (node && node->kind != HOL_NODE_NONE && hol_fields_take(reader, node, "`analysis`", field, count)) {
    read_keys(reader, field, count);
  }
  if (reader->problem->request_count == 0 && reader->grammar->count && reader->grammar->analysis[0]->by_default) {
    reader->grammar->analysis[0]->by_default(reader);
  }
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

static void read_export_ports(hol_reader *reader, const hol_node *node, hol_export *export)
{
  if (!hol_expect_kind(reader, node, HOL_NODE_MAP, "`ports`")) {
    return;
  }
  if (node->count == 0) {
    hol_fault(reader, node, "ports: {foot: frame.start}", "`ports` is empty");
  }
  export->outlet = hol_alloc(node->count + 1, sizeof *export->outlet);
  if (!export->outlet) {
    reader->status = HOL_MEMORY;
    return;
  }
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    const hol_node *name = &node->item[2 * i];
    hol_point point;
    if (hol_check_name(reader, name, "a point") && hol_read_point(reader, name + 1, &point) == HOL_POINT_FOUND) {
      export->outlet[export->outlets] = (hol_outlet){hol_own_text(reader, name->text), point};
      export->outlets++;
    }
  }
}

static void read_export(hol_reader *reader, const hol_node *key, hol_export *export)
{
  enum { MODES_MOST = 1000 };
  static const char form[] = "export: {file: frame, modes: 12, ports: {foot: frame.start}}";
  hol_field field[] = {{.key = "file"}, {.key = "modes"}, {.key = "ports"}};
  export->place = hol_node_place(key);
  if (!hol_fields_take(reader, key + 1, "`export`", field, 3)) {
    return;
  }
  if (reader->problem->analysis.prestress) {
    hol_fault(reader, key, NULL, "`export` does not go with `prestress`");
  }
  if (asks_for_many(reader->problem)) {
    hol_fault(reader, key, NULL, "`export` is for one structure, not for a sweep or a nonlinear analysis");
  }
  if (!field[0].value || !field[1].value || !field[2].value) {
    hol_fault_missing(reader, key, form, "`export` needs `file`, `modes` and `ports`");
  }
  const char *file = field[0].value ? hol_read_text(reader, field[0].value, "`file`") : NULL;
  if (file && (file[0] == '\0' || file[strlen(file) - 1] == '/')) {
    hol_fault(reader, field[0].value, form, "`file` is what the names of the files begin with");
  } else if (file) {
    if (!hol_is_below(file)) {
      hol_fault(reader, field[0].value, "export: {file: frame, ...} writes frame-k.mtx, frame-m.mtx and frame.yaml",
                "an export is written below the folder of the problem file, not to `%s`", file);
    }
    export->file = hol_own_text(reader, file);
  }
  if (field[1].value) {
    (void)hol_read_count(reader, field[1].value, "`modes`", 1, MODES_MOST, &export->modes);
  }
  if (field[2].value) {
    read_export_ports(reader, field[2].value, export);
  }
}

void hol_read_output(hol_reader *reader, const hol_node *node)
{
  static const char *const word[] = {"none", "all"};
  hol_problem *problem = reader->problem;
  hol_field field[4];
  assert(hol_output_keys.keys == 4);
  hol_fields_of(&hol_output_keys, field);
  size_t choice;
  problem->output_points = 21;
  problem->output_shapes = true;
  if (!node || node->kind == HOL_NODE_NONE || !hol_fields_take(reader, node, "`output`", field, 4)) {
    return;
  }
  if (field[0].value) {
    (void)hol_read_count(reader, field[0].value, "`points`", 2, POINTS_MAX, &problem->output_points);
  }
  if (field[1].value && hol_read_choice(reader, field[1].value, "`shapes`", word, 2, &choice)) {
    problem->output_shapes = choice == 1;
  }
  if (field[2].value && hol_read_choice(reader, field[2].value, "`reactions`", word, 2, &choice)) {
    problem->output_reactions = choice == 1 ? HOL_TELL_ALL : HOL_TELL_NONE;
  }
  if (field[3].value) {
    read_export(reader, field[3].name, &problem->exported);
  }
}

/* ---- expect ------------------------------------------------------------------------------------------------------ */

/** Which analysis an entry is about: one that is alone in its file, one that has a key of the entry, the first. */
static const hol_analysis_grammar *find_expected(const hol_reader *reader, const hol_field *field)
{
  const hol_analysis_grammar *found = reader->grammar->analysis[0];
  for (size_t i = 0; i < reader->grammar->count; i++) {
    const hol_analysis_grammar *of = reader->grammar->analysis[i];
    if (of->is_alone && hol_request_of(reader->problem, of)) {
      return of;
    }
    for (size_t k = 0; k < of->expected_keys; k++) {
      found = of->expected[k].decides && hol_field_named(field, of->expected[k].name)->value ? of : found;
    }
  }
  return found;
}

static void read_expected(hol_reader *reader, const hol_node *node, hol_expect *expect)
{
  static const hol_wanted rtol = {.what = "rtol", .least = 1};
  hol_field field[KEYS_MAX] = {{0}};
  size_t count = 0;
  for (size_t i = 0; i < reader->grammar->count; i++) {
    const hol_analysis_grammar *of = reader->grammar->analysis[i];
    for (size_t k = 0; k < of->expected_keys; k++) {
      assert(count < KEYS_MAX);
      field[count++].key = of->expected[k].name;
    }
  }
  expect->place = hol_node_place(node);
  expect->rtol = 1e-9;
  if (!hol_fields_take(reader, node, "an entry of `expect`", field, count)) {
    return;
  }
  expect->of = find_expected(reader, field);
  expect->of->expect(reader, node, field, expect);
  if (reader->status != HOL_OK) {
    return;
  }
  const hol_field *tolerance = hol_field_named(field, "rtol"), *origin = hol_field_named(field, "source");
  if (tolerance->value) {
    (void)hol_read_quantity(reader, tolerance->value, rtol, &expect->rtol);
  }
  const char *source = origin->value ? hol_read_text(reader, origin->value, "`source`") : NULL;
  expect->source = source ? hol_own_text(reader, source) : NULL;
}

void hol_read_expectations(hol_reader *reader, const hol_node *node)
{
  hol_problem *problem = reader->problem;
  if (!node || node->kind == HOL_NODE_NONE || !hol_expect_kind(reader, node, HOL_NODE_LIST, "`expect`")) {
    return;
  }
  problem->expect = hol_alloc(node->count + 1, sizeof *problem->expect);
  if (!problem->expect) {
    reader->status = HOL_MEMORY;
    return;
  }
  const hol_home outer = hol_enter(reader, HOL_TABLE_ASIDE, 0, NULL, 0);
  for (size_t i = 0; i < node->count && reader->status == HOL_OK; i++) {
    read_expected(reader, &node->item[i], &problem->expect[problem->expect_count++]);
  }
  reader->home = outer;
}
