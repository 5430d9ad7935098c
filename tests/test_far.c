/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures far from the origin: every file of the gallery is written anew with its places moved as on a map, and has
 * the brackets that it has where it is. What is asked for in digits that a difference of doubles does not have is
 * compared with closed forms. */
#include "holonome/solve.h"
#include "expression/decimal.h"
#include "expression/lexer.h"
#include "parts/kinds.h"
#include "parts/section.h"
#include "problem/again.h"
#include "study/grammar.h"
#include "support/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Metres as a parameter, for places that follow from other ones. */
#define METRE "metre_to_move_by"

/** By which places are moved, m. */
static const char *const offset[] = {"500000", "5812345.2", "4123.7"};

/* ---- moved files ------------------------------------------------------------------------------------------------- */

typedef struct moved_file {
  hol_problem_source source;
  hol_kept_file kept;
  bool is_of_names; /**< what names a parameter has the dimension of a length */
  hol_units units;
} moved_file;

static bool has_name(const char *text)
{
  char name[64];
  hol_name_walk walk = hol_name_walk_start(text);
  return hol_name_walk_next(&walk, name, sizeof name);
}

/** `1.2 m` becomes `(1.2) + 500000/1 m`. */
static void move_text(moved_file *f, hol_node *node, const char *by)
{
  size_t end = hol_lexer_expression_end(node->text);
  const char *unit = node->text + end;
  char factor[64] = "";
  hol_unit of;
  if (*unit) {
    assert_int_equal(hol_units_parse(&f->units, unit, &of), HOL_OK);
    (void)snprintf(factor, sizeof factor, "/%.15g ", of.factor);
  } else if (f->is_of_names && has_name(node->text)) {
    (void)snprintf(factor, sizeof factor, "*" METRE);
  }
  node->text = hol_arena_print(&f->kept.arena, "(%.*s) + %s%s%s", (int)end, node->text, by, factor, unit);
  assert_non_null(node->text);
  node->count = strlen(node->text);
}

static void move_place(moved_file *f, hol_node *list)
{
  for (size_t i = 0; list->kind == HOL_NODE_LIST && i < list->count && i < 3; i++) {
    if (list->item[i].kind == HOL_NODE_TEXT) {
      move_text(f, &list->item[i], offset[i]);
    }
  }
}

/** The places of parts, and of the parts of groups. */
static void move_parts(moved_file *f, hol_node *parts)
{
  static const char *const key[] = {"from", "to", "at", "centre"};
  for (size_t i = 0; parts->kind == HOL_NODE_MAP && i < parts->count; i++) {
    hol_node *part = &parts->item[2 * i + 1];
    for (size_t k = 0; part->kind == HOL_NODE_MAP && k < part->count; k++) {
      const char *name = part->item[2 * k].text;
      for (size_t j = 0; j < sizeof key / sizeof *key; j++) {
        if (strcmp(name, key[j]) == 0) {
          move_place(f, &part->item[2 * k + 1]);
        }
      }
      if (strcmp(name, "parts") == 0) {
        move_parts(f, &part->item[2 * k + 1]);
      }
    }
  }
}

static hol_node text_node(const char *text)
{
  return (hol_node){.kind = HOL_NODE_TEXT, .text = text, .count = strlen(text), .line = 1, .column = 1};
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

/** The mapping with one pair more. */
static void add_pair(hol_arena *arena, hol_node *map, const char *key, hol_node value)
{
  hol_node *item = hol_arena_take(arena, (2 * map->count + 2) * sizeof *item);
  assert_non_null(item);
  if (map->kind == HOL_NODE_MAP && map->count > 0) {
    memcpy(item, map->item, 2 * map->count * sizeof *item);
  }
  map->kind = HOL_NODE_MAP;
  map->item = item;
  item[2 * map->count] = text_node(key);
  item[2 * map->count++ + 1] = value;
}

static bool read_moved(moved_file *f, bool is_of_names, hol_problem *problem)
{
  hol_faults faults = {0};
  bool damaged;
  f->is_of_names = is_of_names;
  assert_int_equal(hol_yaml_read(f->source.bytes, f->source.size, &f->kept.arena, &faults, &f->kept.root, &damaged),
                   HOL_OK);
  f->kept.has_tree = true;
  hol_node *root = &f->kept.root, *parameters = find_value(root, "parameters");
  if (!parameters) {
    add_pair(&f->kept.arena, root, "parameters", (hol_node){.kind = HOL_NODE_MAP, .line = 1, .column = 1});
    parameters = find_value(root, "parameters");
  }
  add_pair(&f->kept.arena, parameters, METRE, text_node("1 m"));
  move_parts(f, find_value(root, "parts"));
  hol_status status = hol_problem_read_again(&f->kept, &f->source, NULL, 0, problem, &faults);
  hol_faults_clear(&faults);
  return status == HOL_OK;
}

/** Does a part stand at the origin or at its joint, whichever, by its kind? */
static bool has_unplaced_body(const hol_problem *p)
{
  bool has = false;
  for (size_t i = 0; i < p->part_count; i++) {
    has = has || (!p->part[i].is_placed && p->part[i].of->points >= HOL_POINTS_NAMED);
  }
  return has;
}

/* ---- brackets ---------------------------------------------------------------------------------------------------- */

static bool is_near(double a, double b)
{
  return fabs(a - b) <= 1e-14 * fabs(a) || (isnan(a) && isnan(b));
}

/** The worst of all. */
typedef struct tally {
  size_t files, modes, left_out, wrong;
} tally;

static void compare(const char *path, const hol_result *here, const hol_result *there, tally *t)
{
  bool alike = here->mode_count == there->mode_count && here->complete == there->complete;
  for (size_t i = 0; alike && i < here->mode_count; i++) {
    const hol_mode *a = &here->mode[i], *b = &there->mode[i];
    alike = is_near(a->lower, b->lower) && is_near(a->upper, b->upper) && is_near(a->omega, b->omega);
    if (!alike) {
      print_error("%s, mode %zu: [%.17g, %.17g], moved [%.17g, %.17g]\n", path, i + 1, a->lower, a->upper, b->lower,
                  b->upper);
    }
  }
  if (!alike) {
    print_error("%s: %zu modes, moved %zu\n", path, here->mode_count, there->mode_count);
    t->wrong++;
  }
  t->files++;
  t->modes += here->mode_count;
}

static void solve(const hol_problem *problem, hol_result *result)
{
  hol_faults faults = {0};
  (void)!hol_solve(problem, (hol_solve_options){0}, result, &faults);
  hol_faults_clear(&faults);
}

static void visit(const char *path, tally *t)
{
  moved_file f = {0};
  hol_problem problem = {0}, moved = {0};
  hol_faults faults = {0};
  char *folder = strdup(path);
  assert_non_null(folder);
  *strrchr(folder, '/') = '\0';
  assert_int_equal(hol_read_file(path, (hol_read_options){0}, &problem, &faults), HOL_OK);
  f.source = (hol_problem_source){
      .bytes = problem.bytes, .size = problem.size, .folder = folder, .grammar = &hol_all_analyses};
  f.source.kinds = hol_part_grammars(&f.source.n_kinds);
  f.source.shapes = hol_shape_grammars(&f.source.n_shapes);
  bool is_asked = problem.analysis.frequencies != HOL_FREQUENCIES_NONE && !has_unplaced_body(&problem);
  bool is_read = is_asked && read_moved(&f, true, &moved);
  if (is_asked && !is_read) {
    hol_problem_clear(&moved);
    hol_arena_clear(&f.kept.arena);
    is_read = read_moved(&f, false, &moved);
  }
  if (is_read) {
    hol_result here = {0}, there = {0};
    for (size_t k = 0; k < 3; k++) { /* the motions of the ground that are asked for are about a place */
      moved.analysis.effective.about[k] += strtod(offset[k], NULL) * (k < moved.dimensions);
    }
    solve(&problem, &here);
    solve(&moved, &there);
    compare(path, &here, &there, t);
    hol_result_clear(&here);
    hol_result_clear(&there);
  } else if (is_asked) {
    print_message("%s: not moved\n", path);
    t->left_out++;
  }
  hol_units_clear(&f.units);
  hol_kept_file_clear(&f.kept);
  hol_problem_clear(&moved);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
  free(folder);
}

static void the_gallery_has_the_same_brackets_on_a_map(void **state)
{
  (void)state;
  glob_t all;
  tally t = {0};
  assert_int_equal(glob(HOLONOME_PROBLEMS "/*/*.yaml", 0, NULL, &all), 0);
  for (size_t i = 0; i < all.gl_pathc; i++) {
    visit(all.gl_pathv[i], &t);
  }
  globfree(&all);
  print_message("%zu files, %zu modes, %zu files not moved\n", t.files, t.modes, t.left_out);
  assert_int_equal(t.wrong, 0);
  assert_true(t.files > 180);
  assert_true(t.left_out < 5);
}

/* ---- digits of doubles that are gone before they are subtracted -------------------------------------------------- */

/** Frequencies in 25 digits, of transfer matrices and dynamic stiffnesses in 80, for the decimals as written; rad/s. */
typedef struct known {
  size_t mode;
  const char *omega;
} known;

/** @param[in] width  most of brackets, relative */
static void check_within(const char *text, const known *wanted, size_t count, double width)
{
  reading r = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_solve(&r.problem, (hol_solve_options){0}, &result, &faults), HOL_OK);
  assert_true(result.complete);
  for (size_t i = 0; i < count; i++) {
    assert_true(wanted[i].mode <= result.mode_count);
    const hol_mode *m = &result.mode[wanted[i].mode - 1];
    const hol_dd right = hol_decimal_read(wanted[i].omega);
    double below = (right.value - m->lower) + right.rest, above = (m->upper - right.value) - right.rest;
    if (!(below >= 0 && above >= 0 && m->upper - m->lower <= width * m->upper)) {
      print_error("%s\nmode %zu: [%.17g, %.17g] for %s\n", text, wanted[i].mode, m->lower, m->upper, wanted[i].omega);
      fail();
    }
  }
  hol_result_clear(&result);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

static void check_known(const char *text, const known *wanted, size_t count)
{
  check_within(text, wanted, count, 1e-13);
}

#define CANTILEVER(from, to)                                                                                           \
  "freedoms: [uy, rz]\nparameters: {a: 500000.1, b: 500000.4 m, c: 0.1}\n"                                             \
  "parts:\n  beam: {kind: beam, from: [" from ", 0], to: [" to ", 0], EI: 1, line_mass: 1}\n"                          \
  "joints: [{fix: beam.start}]\nanalysis: {frequencies: {count: 3}}\n"

/** Lengths: as numbers, parameters, expressions, in mixed units, of copies. */
static void lengths_keep_their_digits(void **state)
{
  (void)state;
  static const known cantilever[] = {{1, "39.066836316668346482512598525"}, {3, "685.524604594990021849610988159"}};
  static const char *const text[] = {
      CANTILEVER("500000.1", "500000.4"),
      CANTILEVER("a", "b"),
      CANTILEVER("500000.1 m", "500000400 mm"),
      CANTILEVER("500000 + c", "500000 + 4*c"),
      CANTILEVER("500000 + sqrt(c^2)", "500000 + abs(-0.4)"),
      "freedoms: [uy, rz]\nparts:\n  g:\n    repeat: {n: 3, step: [250000.05 m, 0]}\n"
      "    parts:\n      beam: {kind: beam, from: [0, 0], to: [0.3, 0], EI: 1, line_mass: 1}\n"
      "joints: [{fix: g.1.beam.start}, {fix: g.2.beam.start}, {fix: g.3.beam.start}]\n"
      "analysis: {frequencies: {count: 1}}\n"};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    check_known(text[i], cantilever, i < 5 ? 2 : 1);
  }
}

static void axes_and_arms_keep_their_digits(void **state)
{
  (void)state;
  static const known triangle[] = {{1, "102.730057021531260951759449374"}, {4, "486.218370944997580487033397847"}},
                     arm[] = {{1, "10.7550680622452985325301828538"}, {4, "860.591032386386638089523367058"}};
  check_known(
      "parts:\n"
      "  a: {kind: beam, from: [345678.1, 5812345.2], to: [345678.1, 5812349.3], EI: 2e6, EA: 1e9, line_mass: 80}\n"
      "  b: {kind: beam, from: [345681.3, 5812345.2], to: [345678.1, 5812349.3], EI: 2e6, EA: 1e9, line_mass: 80}\n"
      "joints: [{fix: a.start}, {fix: b.start}, {weld: [a.end, b.end]}]\nanalysis: {frequencies: {count: 4}}\n",
      triangle, 2);
  check_known("parts:\n"
              "  mast: {kind: beam, from: [5812345, 0], to: [5812345, 2], EI: 1e4, EA: 1e8, line_mass: 5}\n"
              "  head: {kind: body, at: [5812345.01, 2], mass: 30, inertia: 0.1}\n"
              "joints: [{fix: mast.start}, {weld: [mast.end, head]}]\nanalysis: {frequencies: {count: 4}}\n",
              arm, 2);
  check_known("parts:\n" /* a body without a place goes where its joint is, with the arm */
              "  mast: {kind: beam, from: [5812345, 0], to: [5812345, 2], EI: 1e4, EA: 1e8, line_mass: 5}\n"
              "  head: {kind: body, at: [5812345.01, 2], mass: 30}\n  ring: {kind: body, inertia: 0.1}\n"
              "joints: [{fix: mast.start}, {weld: [mast.end, head]}, {weld: [head, ring]}]\n"
              "analysis: {frequencies: {count: 4}}\n",
              arm, 2);
}

/** A dense end: of a billionth of the length, a member of its own; longer, a piece. */
static void short_pieces_keep_their_digits(void **state)
{
  (void)state;
  static const known right[] = {{1, "1.2220591187953349938371140191"},
                                {2, "7.65851376884726420799439017693"},
                                {3, "21.4440603137810841128907083517"}};
  check_known("freedoms: [uy, rz]\nparameters: {e: 1e-9}\nparts:\n"
              "  most: {kind: beam, from: [0, 0], to: [1 - e, 0], EI: 0.0018, line_mass: 0.0149}\n"
              "  rest: {kind: beam, from: [1 - e, 0], to: [1, 0], EI: 1, line_mass: 28.4}\n"
              "joints: [{fix: most.start}, {weld: [most.end, rest.start]}]\nanalysis: {frequencies: {count: 3}}\n",
              right, 3);
  static const known piece[][1] = {
      {{1, "1.22205446271049477311096"}}, {{1, "1.221598413857843478983267"}}, {{1, "1.17791415998627851262603"}}};
  static const char *const share[] = {"2e-9", "1e-7", "1e-5"};
  for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
    char text[400];
    (void)snprintf(text, sizeof text,
                   "freedoms: [uy, rz]\nparameters: {e: %s}\nparts:\n"
                   "  b: {kind: beam, from: [0, 0], to: [1, 0], EI: 0.0018, line_mass: 0.0149,\n"
                   "    pieces: [{to: 1 - e}, {EI: 1, line_mass: 28.4}]}\n"
                   "joints: [{fix: b.start}]\nanalysis: {frequencies: {count: 3}}\n",
                   share[i]);
    check_within(text, piece[i], 1, 1e-11); /* computed relations leave room */
  }
}

#define CAN(section)                                                                                                   \
  "freedoms: [ux]\nmaterials: {m: {E: 200 GPa, density: 8000 kg/m^3, nu: 0.3}}\nsections: {foil: {" section "}}\n"     \
  "parts:\n  can: {kind: bar, from: [0, 0], to: [3 m, 0], material: m, section: foil}\n"                               \
  "  lid: {kind: body, at: [3 m, 0], mass: 100 kg}\n"                                                                  \
  "joints: [{fix: can.start}, {weld: [can.end, lid]}]\nanalysis: {frequencies: {count: 3}}\n"

/** The area of a tube is pi t (d - t), however thin its wall is, and however that is given. */
static void thin_walls_keep_their_digits(void **state)
{
  (void)state;
  static const known tube[] = {{1, "631.369565169813294232593513487"},
                               {2, "5314.73974118648738777794246444"},
                               {3, "10511.814333907922690598954438"}},
                     foil[] = {{1, "631.383979907811774215719412213"}, {3, "10511.8162383234273437731156627"}};
  check_known(CAN("shape: tube, diameter: 2 m, thickness: 0.1 mm"), tube, 3);
  check_known(CAN("shape: tube, diameter: 2 m, inner_diameter: 1999.8 mm"), tube, 3);
  check_known(CAN("shape: tube, diameter: 10 m, thickness: 20 um"), foil, 2);
  check_known(CAN("shape: tube, diameter: 10 m, inner_diameter: 9.99996"), foil, 2);
}

/** The last two modes stay at the last cell of fifty. */
static void cells_far_down_a_chain_keep_their_digits(void **state)
{
  (void)state;
  static const known right[] = {{51, "6118.55806456264533708545744183"}, {52, "6119.69340584103050425139897982"}};
  check_known("freedoms: [ux]\nparameters: {ls: 100 mm, la: 150 mm}\n"
              "materials: {steel: {E: 210 GPa, density: 5527578.504146583 kg/m^3},\n"
              "  aluminium: {E: 70 GPa, density: 2915.440819369256 kg/m^3}}\n"
              "sections: {round: {shape: circle, diameter: 20 mm}}\nparts:\n  cell:\n"
              "    repeat: {n: 50, step: [ls + la, 0], ends: open}\n    parts:\n"
              "      steel: {kind: bar, from: [0, 0], to: [ls, 0], material: steel, section: round}\n"
              "      alu: {kind: bar, from: [ls, 0], to: [ls + la, 0], material: aluminium, section: round}\n"
              "    joints:\n    - weld: [steel.end, alu.start]\n    - weld: [alu.end, cell.next.steel.start]\n"
              "joints: [{fix: cell.first.steel.start}]\nanalysis: {frequencies: {count: 52}}\n",
              right, 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lengths_keep_their_digits),
      cmocka_unit_test(axes_and_arms_keep_their_digits),
      cmocka_unit_test(short_pieces_keep_their_digits),
      cmocka_unit_test(thin_walls_keep_their_digits),
      cmocka_unit_test(cells_far_down_a_chain_keep_their_digits),
      cmocka_unit_test(the_gallery_has_the_same_brackets_on_a_map),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
