/* SPDX-License-Identifier: BSD-3-Clause */
/* Every number of every file of the gallery is made a parameter, which is moved in two ways: by the origins of the
 * numbers that follow from it, and by reading the file again. Both give the same problem to the last bit, and refuse
 * the same. */
#include "holonome/solve.h"
#include "parts/resolve.h"
#include "expression/lexer.h"
#include "problem/again.h"
#include "parts/import/written.h"
#include "parts/kinds.h"
#include "parts/section.h"
#include "problem/origin.h"
#include "problem/varying.h"
#include "study/grammar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVED "moved_number"

/* ---- equal bits -------------------------------------------------------------------------------------------------- */

static bool same(const double *a, const double *b, size_t n)
{
  return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

static bool same_text(const char *a, const char *b)
{
  return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_varying(hol_varying *a, hol_varying *b)
{
  static const double xi[] = {0.01, 0.3, 0.62, 0.99};
  bool alike = !a == !b;
  for (size_t i = 0; alike && a && i < sizeof xi / sizeof *xi; i++) {
    double x[HOL_PROPERTY_COUNT] = {0}, y[HOL_PROPERTY_COUNT] = {0};
    alike = hol_varying_at(a, xi[i], x) == hol_varying_at(b, xi[i], y) && same(x, y, HOL_PROPERTY_COUNT);
  }
  return alike;
}

static bool same_section(const hol_section *a, const hol_section *b)
{
  bool alike = same_text(a->name, b->name) && a->of == b->of && a->given == b->given && !a->varying == !b->varying &&
               same(a->number, b->number, 2 * HOL_SECTION_NUMBERS);
  for (double xi = 0.05; alike && a->varying && xi < 1; xi += 0.3) {
    hol_section x = {0}, y = {0};
    alike = hol_section_at(a, xi, &x) == hol_section_at(b, xi, &y) && same_section(&x, &y);
  }
  return alike;
}

static bool same_material(const hol_material *a, const hol_material *b)
{
  return same_text(a->name, b->name) && same(&a->E, &b->E, 4);
}

/** Where in its table, 0: nowhere. */
static size_t place_of(const void *item, const void *table, size_t size)
{
  return item ? 1 + (size_t)((const char *)item - (const char *)table) / size : 0;
}

static bool same_users(const hol_problem *a, const hol_material *x, const hol_section *s, const hol_problem *b,
                       const hol_material *y, const hol_section *t)
{
  return place_of(x, a->material, sizeof *x) == place_of(y, b->material, sizeof *y) &&
         place_of(s, a->section, sizeof *s) == place_of(t, b->section, sizeof *t);
}

static bool same_matrices(const hol_matrices *a, const hol_matrices *b, size_t ports)
{
  bool alike = same(&a->length, &b->length, 3);
  for (size_t i = 0; alike && i < ports; i++) {
    const hol_coupling *x = &a->coupling[i], *y = &b->coupling[i];
    alike = memcmp(x->row, y->row, sizeof x->row) == 0 && x->node_count == y->node_count &&
            memcmp(x->node ? x->node : x->row, y->node ? y->node : y->row, x->node_count * sizeof *x->node) == 0;
  }
  return alike;
}

/** Numbers of their own, and what matrices have besides. */
static bool same_own(const hol_part *a, const hol_part *b)
{
  bool alike = a->of == b->of && !a->own == !b->own;
  for (size_t i = 0; alike && a->own && i < a->of->keys; i++) {
    const hol_key *key = a->of->key[i];
    size_t bytes = (key->count ? key->count : 1) * sizeof(double);
    alike = !key->is_own || memcmp((const char *)a->own + key->at, (const char *)b->own + key->at, bytes) == 0;
  }
  return alike && (a->of != &hol_kind_matrices.grammar || same_matrices(a->own, b->own, a->point_count));
}

static bool same_part(const hol_problem *p, const hol_part *a, const hol_problem *q, const hol_part *b)
{
  bool alike = same_text(a->name, b->name) && a->kind == b->kind && same(a->from, b->from, 6) &&
               same(a->to, b->to, 6) && same(a->up, b->up, 3) && same(a->axis, b->axis, 3) &&
               same(a->x_axis, b->x_axis, 3) && same(a->z_axis, b->z_axis, 3) && same_own(a, b) &&
               a->given == b->given && same(a->value, b->value, HOL_PROPERTY_COUNT) &&
               same(a->inertia, b->inertia, 3) && same_users(p, a->material, a->section, q, b->material, b->section) &&
               a->point_count == b->point_count && a->piece_count == b->piece_count;
  for (size_t i = 0; alike && i < a->point_count; i++) {
    alike = same_text(a->point[i].name, b->point[i].name) && same(a->point[i].at, b->point[i].at, 3);
  }
  for (size_t i = 0; alike && i < a->piece_count; i++) {
    const hol_part_piece *x = &a->piece[i], *y = &b->piece[i];
    alike = same(&x->to, &y->to, 2) && x->given == y->given && same(x->value, y->value, HOL_PROPERTY_COUNT) &&
            same_users(p, x->material, x->section, q, y->material, y->section) && same_varying(x->varying, y->varying);
  }
  return alike;
}

static bool same_point(const hol_point *a, const hol_point *b)
{
  return a->part == b->part && a->index == b->index && same(&a->xi, &b->xi, 2) && same_text(a->text, b->text);
}

static bool same_joint(const hol_joint *a, const hol_joint *b)
{
  bool alike = a->kind == b->kind && same_text(a->name, b->name) && a->point_count == b->point_count &&
               a->freedom == b->freedom && same(a->direction, b->direction, 3) &&
               a->stiffness_count == b->stiffness_count && a->term_count == b->term_count &&
               same(a->stiffness, b->stiffness, a->stiffness_count) && same(&a->compliance, &b->compliance, 1);
  for (size_t i = 0; alike && i < a->point_count; i++) {
    alike = same_point(&a->point[i], &b->point[i]);
  }
  for (size_t i = 0; alike && i < a->term_count; i++) {
    const hol_term *x = &a->term[i], *y = &b->term[i];
    alike = same(&x->coefficient, &y->coefficient, 1) && same_point(&x->point, &y->point) && x->freedom == y->freedom &&
            same(x->direction, y->direction, 3);
  }
  return alike;
}

static bool same_asked(const hol_problem *a, const hol_problem *b)
{
  const hol_analysis *x = &a->analysis, *y = &b->analysis;
  return a->dimensions == b->dimensions && a->freedoms == b->freedoms && x->frequencies == y->frequencies &&
         x->count == y->count && same(&x->from, &y->from, 2) && x->exact == y->exact && x->modes == y->modes &&
         x->order == y->order && same(&x->tolerance, &y->tolerance, 1) && a->output_points == b->output_points &&
         a->exported.modes == b->exported.modes && a->request_count == b->request_count;
}

static bool same_problem(const hol_problem *a, const hol_problem *b)
{
  bool alike = same_asked(a, b) && a->parameter_count == b->parameter_count && a->material_count == b->material_count &&
               a->section_count == b->section_count && a->part_count == b->part_count &&
               a->joint_count == b->joint_count;
  for (size_t i = 0; alike && i < a->parameter_count; i++) {
    alike = same_text(a->parameter[i].name, b->parameter[i].name) &&
            same(&a->parameter[i].value, &b->parameter[i].value, 1);
  }
  for (size_t i = 0; alike && i < a->material_count; i++) {
    alike = same_material(&a->material[i], &b->material[i]);
  }
  for (size_t i = 0; alike && i < a->section_count; i++) {
    alike = same_section(&a->section[i], &b->section[i]);
  }
  for (size_t i = 0; alike && i < a->part_count; i++) {
    alike = same_part(a, &a->part[i], b, &b->part[i]);
  }
  for (size_t i = 0; alike && i < a->joint_count; i++) {
    alike = same_joint(&a->joint[i], &b->joint[i]);
  }
  return alike;
}

/* ---- moving ------------------------------------------------------------------------------------------------------ */

/** What has been tried. */
typedef struct tally {
  size_t numbers; /**< parameters made */
  size_t moved, read_again, refused;
} tally;

/** A file whose tree has one parameter more. */
typedef struct gallery_file {
  const char *path;
  hol_problem_source source;
  hol_kept_file kept;
  hol_node *value; /**< of that parameter */
  tally *tally;
} gallery_file;

static bool read_at(gallery_file *f, double value, hol_problem *problem)
{
  const hol_setting setting = {MOVED, value};
  hol_faults faults = {0};
  hol_status status = hol_problem_read_again(&f->kept, &f->source, &setting, 1, problem, &faults);
  hol_faults_clear(&faults);
  assert_int_not_equal(status, HOL_MEMORY);
  return status == HOL_OK;
}

static void compare_at(gallery_file *f, hol_problem *moved, double value, const char *text)
{
  hol_problem again = {0};
  bool is_good = read_at(f, value, &again), is_moved = hol_problem_at(moved, &value);
  f->tally->moved += is_moved;
  f->tally->read_again += is_good && !is_moved;
  f->tally->refused += !is_good;
  if (is_moved && (!is_good || !same_problem(moved, &again))) {
    print_error("%s, `%s` at %.17g: not as when read again\n", f->path, text, value);
    fail();
  }
  hol_problem_clear(&again);
}

/** The number that stands in a text from `start` to `end`. */
static void move_number(gallery_file *f, hol_node *node, size_t start, size_t end)
{
  static const double factor[] = {1.0078125, 0.9, 2, 1};
  hol_problem problem = {0};
  const hol_node before = *node;
  size_t room = before.count + sizeof MOVED;
  char *text = hol_arena_print(&f->kept.arena, "%.*s%s%s", (int)start, before.text, MOVED, before.text + end);
  char *number = hol_arena_copy(&f->kept.arena, before.text + start, end - start);
  assert_non_null(text);
  assert_non_null(number);
  assert_true(strlen(text) < room);
  node->text = text;
  node->count = strlen(text);
  f->value->text = number;
  f->value->count = end - start;
  double value = strtod(number, NULL);
  if (read_at(f, value, &problem)) {
    f->tally->numbers++;
    for (size_t i = 0; i < sizeof factor / sizeof *factor; i++) {
      compare_at(f, &problem, factor[i] * value, before.text);
    }
  }
  hol_problem_clear(&problem);
  *node = before;
}

static void move_numbers_of(gallery_file *f, hol_node *node)
{
  const char *at = strchr(node->text, '@');
  size_t from = at ? (size_t)(at - node->text) + 1 : 0, end = from + hol_lexer_expression_end(node->text + from);
  hol_token token;
  while (hol_lexer_next(node->text, end, from, &token)) {
    from = token.start + token.length;
    if (token.kind == HOL_TOKEN_NUMBER) {
      move_number(f, node, token.start, from);
    }
  }
}

static void walk(gallery_file *f, hol_node *node)
{
  if (node->kind == HOL_NODE_TEXT) {
    move_numbers_of(f, node);
  }
  for (size_t i = 0; node->kind == HOL_NODE_LIST && i < node->count; i++) {
    walk(f, &node->item[i]);
  }
  for (size_t i = 0; node->kind == HOL_NODE_MAP && i < node->count; i++) {
    walk(f, &node->item[2 * i + 1]);
  }
}

/** A mapping with one pair more, whose value is returned. */
static hol_node *add_pair(hol_arena *arena, hol_node *map, const char *key)
{
  hol_node *item = hol_arena_take(arena, (2 * map->count + 2) * sizeof *item);
  assert_non_null(item);
  if (map->kind == HOL_NODE_MAP && map->count > 0) {
    memcpy(item, map->item, 2 * map->count * sizeof *item);
  }
  map->kind = HOL_NODE_MAP;
  map->item = item;
  item[2 * map->count] = (hol_node){.kind = HOL_NODE_TEXT, .text = key, .count = strlen(key), .line = 1, .column = 1};
  item[2 * map->count + 1] = (hol_node){.kind = HOL_NODE_TEXT, .line = 1, .column = 1};
  return &item[2 * map->count++ + 1];
}

static hol_node *find_value(hol_node *map, const char *key)
{
  for (size_t i = 0; i < map->count; i++) {
    if (strcmp(map->item[2 * i].text, key) == 0) {
      return &map->item[2 * i + 1];
    }
  }
  return NULL;
}

static void visit_tree(gallery_file *f)
{
  static const char *const top[] = {"parameters", "materials", "sections", "parts", "joints", "analysis"};
  hol_node *root = &f->kept.root, *parameters = find_value(root, "parameters");
  if (!parameters) {
    parameters = add_pair(&f->kept.arena, root, "parameters");
    *parameters = (hol_node){.kind = HOL_NODE_MAP, .line = 1, .column = 1};
  }
  f->value = add_pair(&f->kept.arena, parameters, MOVED);
  for (size_t i = 0; i < sizeof top / sizeof *top; i++) {
    hol_node *node = find_value(root, top[i]);
    size_t own = node == parameters; /* the last one, which is the parameter added */
    if (node && node->kind == HOL_NODE_MAP) {
      for (size_t k = 0; k + own < node->count; k++) {
        bool is_plan = strcmp(node->item[2 * k].text, "sweep") == 0; /* that no structure of a sweep has */
        if (!is_plan) {
          walk(f, &node->item[2 * k + 1]);
        }
      }
    } else if (node) {
      walk(f, node);
    }
  }
}

static char *read_bytes(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*size + 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  (void)fclose(file);
  bytes[*size] = '\0';
  return bytes;
}

static void visit(const char *path, const hol_part_grammar *const *keys, size_t kinds, tally *t)
{
  char *folder = strdup(path);
  assert_non_null(folder);
  *strrchr(folder, '/') = '\0';
  gallery_file f = {.path = path, .tally = t};
  f.source = (hol_problem_source){.kinds = keys, .n_kinds = kinds, .folder = folder, .grammar = &hol_all_analyses};
  f.source.shapes = hol_shape_grammars(&f.source.n_shapes);
  char *bytes = read_bytes(path, &f.source.size);
  f.source.bytes = bytes;
  hol_faults faults = {0};
  bool damaged;
  assert_int_equal(hol_yaml_read(bytes, f.source.size, &f.kept.arena, &faults, &f.kept.root, &damaged), HOL_OK);
  assert_int_equal(faults.count, 0);
  f.kept.has_tree = true;
  if (!find_value(&f.kept.root, "motion")) { /* a system in coordinates is read again at other parameters, always */
    visit_tree(&f);
  }
  hol_kept_file_clear(&f.kept);
  free(bytes);
  free(folder);
}

/* ---- what the gallery has not ------------------------------------------------------------------------------------ */

/** Read at the first values of two parameters, move to the second.
 *  @return whether it could be moved; it is then compared */
static bool moves(const char *text, const char *const name[2], const double first[2], const double second[2])
{
  hol_problem_source source = {.bytes = text, .size = strlen(text), .grammar = &hol_all_analyses};
  source.kinds = hol_part_grammars(&source.n_kinds);
  source.shapes = hol_shape_grammars(&source.n_shapes);
  hol_kept_file file = {0};
  hol_problem problem = {0}, again = {0};
  hol_faults faults = {0};
  hol_setting setting[] = {{name[0], first[0]}, {name[1], first[1]}};
  assert_int_equal(hol_problem_read_again(&file, &source, setting, 2, &problem, &faults), HOL_OK);
  setting[0].value = second[0];
  setting[1].value = second[1];
  hol_status status = hol_problem_read_again(&file, &source, setting, 2, &again, &faults);
  bool is_moved = hol_problem_at(&problem, second);
  if (is_moved) {
    assert_int_equal(status, HOL_OK);
    assert_true(same_problem(&problem, &again));
  }
  hol_problem_clear(&problem);
  hol_problem_clear(&again);
  hol_faults_clear(&faults);
  hol_kept_file_clear(&file);
  return is_moved;
}

/** In whichever order they are evaluated, a parameter that follows from another one too. */
static void several_parameters_move_together(void **state)
{
  (void)state;
  static const char text[] = "parameters: {b: 2*a, a: 1 m, c: a + b}\n"
                             "parts:\n  bar: {kind: bar, from: [0, 0], to: [a, b], EA: 3*c N/m, line_mass: 1}\n";
  static const char *const straight[] = {"a", "b"}, *const crossed[] = {"b", "a"};
  assert_true(moves(text, straight, (double[]){1, 3}, (double[]){2, 5}));
  assert_true(moves(text, crossed, (double[]){1, 3}, (double[]){2, 5}));
  assert_false(moves(text, crossed, (double[]){1, 3}, (double[]){-5, 2.5})); /* EA is negative */
}

/** Ends of pieces by arc length, numbers of sections that follow from others. */
static void what_follows_moves_along(void **state)
{
  (void)state;
  static const char pieces[] =
      "parameters: {a: 4 m, b: 1 m}\nparts:\n  bar: {kind: bar, length: a, EA: 2 N, line_mass: 1,\n"
      "    pieces: [{to: b}, {to: 2*b, EA: 3 N}, {EA: b * 1 N/m}]}\n";
  static const char sections[] =
      "parameters: {a: 4 cm, b: 1 cm}\nmaterials: {steel: {E: 210 GPa, nu: 0.3, density: 7850}}\n"
      "sections: {round: {shape: circle, radius: a}, pipe: {shape: tube, diameter: a, thickness: b},\n"
      "  box: {shape: square, side: b}, direct: {area: a*b, I: a^3*b}}\n"
      "parts: {bar: {kind: bar, length: 1 m, material: steel, section: pipe}}\n";
  static const char *const name[] = {"a", "b"};
  assert_true(moves(pieces, name, (double[]){4, 1}, (double[]){5, 1.1}));
  assert_false(moves(pieces, name, (double[]){4, 1}, (double[]){4, 2})); /* the second piece ends with the member */
  assert_true(moves(sections, name, (double[]){0.04, 0.01}, (double[]){0.05, 0.011}));
  assert_false(moves(sections, name, (double[]){0.04, 0.01}, (double[]){0.02, 0.01})); /* no pipe is left */
}

/** What has been decided by a number is decided anew: how many copies, whether a component is zero, of which dimension
 *  a power is, whether places on a part are one. */
static void decisions_are_not_moved(void **state)
{
  (void)state;
#define BAR "{kind: bar, from: [0, 0], to: [1, 0], EA: 1, line_mass: 1}"
  static const char copies[] =
      "parameters: {n: 3, k: 2}\nparts:\n  cell: {repeat: {n: n, step: [k, 0]}, parts: {bar: " BAR "}}\n";
  static const char joints[] = "parameters: {n: 3, k: 2}\nparts: {bar: " BAR "}\njoints:\n"
                               "  - {spring: bar.end, direction: [k, n], stiffness: 1}\n"
                               "  - {spring: [bar@(n/10), bar@(k/10)], freedom: ux, stiffness: 1}\n";
  static const char power[] = "parameters: {n: 3, k: 2 m}\nparts: {bar: " BAR "}\n"
                              "joints:\n  - {spring: bar.end, freedom: ux, stiffness: k^n * 1 N/m^4}\n";
  static const char *const name[] = {"n", "k"};
  assert_true(moves(copies, name, (double[]){3, 2}, (double[]){3, 2.5}));
  assert_false(moves(copies, name, (double[]){3, 2}, (double[]){4, 2}));
  assert_true(moves(joints, name, (double[]){3, 2}, (double[]){4, 2.5}));
  assert_false(moves(joints, name, (double[]){3, 2}, (double[]){0, 2}));
  assert_false(moves(joints, name, (double[]){3, 2}, (double[]){2, 2}));
  assert_true(moves(power, name, (double[]){3, 2}, (double[]){3, 4}));
  assert_false(moves(power, name, (double[]){3, 2}, (double[]){4, 2}));
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

static void every_number_moves_as_if_read_again(void **state)
{
  (void)state;
  size_t kinds;
  glob_t files;
  tally t = {0};
  const hol_part_grammar *const *keys = hol_part_grammars(&kinds);
  assert_int_equal(glob(HOLONOME_PROBLEMS "/*/*.yaml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    visit(files.gl_pathv[i], keys, kinds, &t);
  }
  globfree(&files);
  /* Few are to be read again: what varies along members, matrices of springs, places on rings, and what is asked
     for. */
  assert_true(t.numbers > 2500);
  assert_true(t.moved > 9000);
  assert_true(10 * t.read_again < t.moved);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_number_moves_as_if_read_again), cmocka_unit_test(several_parameters_move_together),
      cmocka_unit_test(what_follows_moves_along), cmocka_unit_test(decisions_are_not_moved)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
