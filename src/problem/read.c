/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading of a whole problem file. */
#include "problem/grammar.h"
#include "base/memory.h"
#include "problem/again.h"
#include "problem/keys.h"
#include "problem/varying.h"

#include <assert.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

/** In the order of hol_file_keys. */
enum {
  TITLE,
  SOURCE,
  PARAMETERS,
  MATERIALS,
  SECTIONS,
  PARTS,
  JOINTS,
  LOADS,
  GRAVITY,
  FREEDOMS,
  SECTION, /* of an analysis, which reads it */
  ANALYSIS,
  OUTPUT,
  EXPECT,
  TOP_COUNT
};

static char *own_node_text(hol_reader *reader, const hol_node *node, const char *what)
{
  const char *text = node && node->kind != HOL_NODE_NONE ? hol_read_text(reader, node, what) : NULL;
  return text ? hol_own_text(reader, text) : NULL;
}

static void read_all_parts(hol_reader *reader, const hol_node *root, const hol_field *field)
{
  if (!field[PARTS].value && hol_is_bare(reader, root)) {
    return;
  }
  field = &field[PARTS];
  if (!field->value) {
    hol_fault_missing(reader, root, "parts: {shaft: {kind: beam, ...}}", "the file has no `parts`");
  } else if (field->value->kind == HOL_NODE_NONE || (field->value->kind == HOL_NODE_MAP && field->value->count == 0)) {
    hol_fault_missing(reader, field->name, "parts: {shaft: {kind: beam, ...}}", "`parts` is empty");
  } else if (hol_expect_kind(reader, field->value, HOL_NODE_MAP, "`parts`")) {
    hol_read_parts(reader, field->value);
  }
}

/** The plane or the space, and its freedoms. Where no coordinates say which, freedoms out of the plane do. */
static void settle_space(hol_reader *reader, const hol_node *freedoms)
{
  static const hol_freedoms out_of_plane = 1u << HOL_UZ | 1u << HOL_RX | 1u << HOL_RY;
  static const hol_freedoms in_plane = 1u << HOL_UX | 1u << HOL_UY | 1u << HOL_RZ;
  hol_problem *problem = reader->problem;
  bool is_given = freedoms && hol_read_freedoms(reader, freedoms, &problem->freedoms);
  if (problem->dimensions == 0) {
    problem->dimensions = problem->freedoms & out_of_plane ? 3 : 2;
  }
  if (!is_given) {
    problem->freedoms = problem->dimensions == 3 ? in_plane | out_of_plane : in_plane;
  }
}

static void read_root(hol_reader *reader, const hol_node *root, const hol_settings *settings)
{
  hol_problem *problem = reader->problem;
  hol_field field[TOP_COUNT];
  assert(hol_file_keys.keys == TOP_COUNT);
  hol_fields_of(&hol_file_keys, field);
  if (!hol_fields_take(reader, root, "a problem file", field, TOP_COUNT)) {
    return;
  }
  problem->title = own_node_text(reader, field[TITLE].value, "`title`");
  problem->source = own_node_text(reader, field[SOURCE].value, "`source`");
  hol_read_parameters(reader, field[PARAMETERS].value, settings);
  hol_read_materials(reader, field[MATERIALS].value);
  hol_read_sections(reader, field[SECTIONS].value);
  read_all_parts(reader, root, field);
  settle_space(reader, field[FREEDOMS].value);
  if (field[PARTS].value && field[PARTS].value->kind == HOL_NODE_MAP) {
    hol_read_group_joints(reader, field[PARTS].value);
  }
  if (field[JOINTS].value) {
    hol_read_joints(reader, field[JOINTS].value);
  }
  hol_fit(&problem->part, &reader->part_capacity, problem->part_count, sizeof *problem->part);
  hol_fit(&problem->joint, &reader->joint_capacity, problem->joint_count, sizeof *problem->joint);
  hol_name_joints(reader);
  hol_find_driven(reader);
  hol_read_loads(reader, field[LOADS].value);
  hol_read_gravity(reader, field[GRAVITY].value);
  hol_read_analysis_sections(reader, root);
  hol_read_analysis(reader, field[ANALYSIS].value);
  hol_read_output(reader, field[OUTPUT].value);
  hol_remark_units(reader);
  hol_read_expectations(reader, field[EXPECT].value);
}

/** The tree of the file. One without faults is kept. @return false where there is none */
static bool read_tree(hol_reader *reader, const hol_problem_source *source, hol_kept_file *file)
{
  size_t before = reader->faults->count;
  if (file->has_tree) {
    return true;
  }
  if (source->size <= HOL_FILE_SIZE_MAX) {
    (void)SHA256Data((const uint8_t *)source->bytes, source->size, file->sha256);
  }
  if (!hol_source_check(source->bytes, source->size, reader->faults) ||
      !hol_note(reader, hol_yaml_read(source->bytes, source->size, &file->arena, reader->faults, &file->root,
                                      &reader->damaged))) {
    return false;
  }
  file->has_tree = reader->faults->count == before;
  return true;
}

static void read_all(hol_reader *reader, const hol_problem_source *source, hol_kept_file *file,
                     const hol_settings *settings)
{
  bool has_tree = read_tree(reader, source, file);
  memcpy(reader->problem->sha256, file->sha256, sizeof file->sha256);
  if (!has_tree) {
    return;
  }
  reader->scope.is_damaged = reader->damaged;
  if (file->root.kind == HOL_NODE_NONE) {
    hol_node top = {.line = 1, .column = 1, .length = 1};
    hol_fault_missing(reader, &top, "a problem file needs at least `parts:`", "the file holds nothing");
    return;
  }
  read_root(reader, &file->root, settings);
}

static void reader_clear(hol_reader *reader)
{
  hol_scope_clear(&reader->scope);
  hol_names_clear(&reader->materials);
  hol_names_clear(&reader->sections);
  hol_names_clear(&reader->parts);
  hol_names_clear(&reader->joints);
  hol_names_clear(&reader->groups);
  hol_names_clear(&reader->faulted);
  hol_names_clear(&reader->unit_survey.bare);
  free(reader->group);
  free(reader->part_end);
  hol_origins_free(reader->origins);
}

/** The digests of all files as one. */
static void identify(hol_problem *problem)
{
  SHA2_CTX context;
  memcpy(problem->identity, problem->sha256, sizeof problem->identity);
  if (problem->file_count == 0) {
    return;
  }
  SHA256Init(&context);
  SHA256Update(&context, (const uint8_t *)problem->sha256, 64);
  for (size_t i = 0; i < problem->file_count; i++) {
    SHA256Update(&context, (const uint8_t *)problem->file[i].sha256, 64);
  }
  (void)SHA256End(&context, problem->identity);
}

void hol_kept_file_clear(hol_kept_file *file)
{
  hol_arena_clear(&file->arena);
  hol_units_clear(&file->units);
  *file = (hol_kept_file){0};
}

hol_status hol_problem_read_again(hol_kept_file *file, const hol_problem_source *source, const hol_setting *setting,
                                  size_t n, hol_problem *problem, hol_faults *faults)
{
  const hol_settings settings = {source->set, source->n_set, setting, n};
  hol_arena arena = {0};
  size_t errors = faults->errors;
  hol_reader reader = {.problem = problem,
                       .faults = faults,
                       .kind = source->kinds,
                       .kind_count = source->n_kinds,
                       .shape = source->shapes,
                       .shape_count = source->n_shapes,
                       .folder = source->folder,
                       .files = source->files,
                       .grammar = source->grammar,
                       .arena = &arena};
  *problem = (hol_problem){.grammar = source->grammar};
  reader.scope.arena = &arena;
  reader.scope.units = file->units;
  if (n == 0 || hol_note(&reader, hol_origins_begin(&reader, n))) {
    read_all(&reader, source, file, &settings);
    (void)hol_note(&reader, hol_origins_end(&reader));
  }
  identify(problem);
  hol_faults_sort(faults);
  file->units = reader.scope.units;
  reader.scope.units = (hol_units){0};
  reader_clear(&reader);
  hol_arena_clear(&arena);
  if (reader.status != HOL_OK) {
    return HOL_MEMORY;
  }
  return faults->errors == errors ? HOL_OK : reader.is_unread ? HOL_FILE : HOL_INVALID;
}

hol_status hol_problem_with(const hol_problem *problem, const hol_setting *setting, size_t n, hol_problem *other,
                            hol_faults *faults)
{
  hol_reading *reading = problem->reading;
  return hol_problem_read_again(&reading->file, &reading->source, setting, n, other, faults);
}

void hol_reading_free(hol_reading *reading)
{
  if (!reading) {
    return;
  }
  for (size_t i = 0; reading->set && i < reading->source.n_set; i++) {
    free((char *)reading->set[i].text);
  }
  hol_kept_file_clear(&reading->file);
  free(reading->set);
  free(reading->folder);
  free(reading);
}

static void clear_places(hol_problem *problem)
{
  while (problem->places) {
    hol_part_places *next = problem->places->next;
    free(problem->places->value);
    free(problem->places);
    problem->places = next;
  }
}

void hol_problem_clear(hol_problem *problem)
{
  hol_reading_free(problem->reading);
  free(problem->path);
  free(problem->bytes);
  for (size_t i = 0; i < problem->parameter_count; i++) {
    free(problem->parameter[i].name);
  }
  for (size_t i = 0; i < problem->material_count; i++) {
    free(problem->material[i].name);
  }
  for (size_t i = 0; i < problem->section_count; i++) {
    free(problem->section[i].name);
    hol_varying_free(problem->section[i].varying);
  }
  for (size_t i = 0; i < problem->part_count; i++) {
    hol_part_clear(&problem->part[i]);
  }
  for (size_t i = 0; i < problem->joint_count; i++) {
    hol_joint_clear(&problem->joint[i]);
  }
  for (size_t i = 0; i < problem->load_count; i++) {
    free(problem->load[i].point.text);
  }
  for (size_t i = 0; i < problem->file_count; i++) {
    free(problem->file[i].name);
  }
  free(problem->file);
  for (size_t i = 0; i < problem->exported.outlets; i++) {
    free(problem->exported.outlet[i].name);
    free(problem->exported.outlet[i].point.text);
  }
  free(problem->exported.outlet);
  free(problem->exported.file);
  free(problem->title);
  free(problem->source);
  free(problem->parameter);
  free(problem->material);
  free(problem->section);
  free(problem->part);
  clear_places(problem);
  free(problem->joint);
  free(problem->load);
  free(problem->analysis.sensitivity);
  hol_origins_free(problem->origins);
  hol_requests_clear(problem);
  *problem = (hol_problem){0};
}
