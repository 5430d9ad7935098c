/* SPDX-License-Identifier: BSD-3-Clause */
/* Structures reduced to matrices and taken as parts of others: the joined structure has the frequencies of the
   whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "holonome/output.h"
#include "holonome/solve.h"
#include "solved.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A folder for the files of a reduction. */
typedef struct place {
  char folder[64], stem[96];
} place;

static int make_place(void **state)
{
  place *p = calloc(1, sizeof *p);
  assert_non_null(p);
  (void)snprintf(p->folder, sizeof p->folder, "/tmp/holonome-reduce-XXXXXX");
  assert_non_null(mkdtemp(p->folder));
  (void)snprintf(p->stem, sizeof p->stem, "%s/part", p->folder);
  *state = p;
  return 0;
}

static int drop_place(void **state)
{
  place *p = *state;
  static const char *const suffix[] = {"-k.mtx", "-m.mtx"};
  for (int i = 0; i < 2; i++) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s%s", p->stem, suffix[i]);
    (void)remove(path);
  }
  (void)remove(p->folder);
  free(p);
  return 0;
}

static void put(const char *path, const hol_text *text)
{
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text->data, 1, text->size, file), text->size);
  assert_int_equal(fclose(file), 0);
}

/** Reduce the problem of a text and write its matrices. ports: those of the part, as the exported problem file has
 *  them. */
static void reduce_to(const place *p, const char *text, hol_reduced *reduced, char *ports, size_t size)
{
  reading r = {0};
  hol_faults faults = {0};
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_reduce(&r.problem, reduced, &faults), HOL_OK);
  for (int mass = 0; mass < 2; mass++) {
    hol_text out = {0};
    char path[128];
    assert_int_equal(hol_write_matrix(&r.problem, reduced, mass, &out), HOL_OK);
    (void)snprintf(path, sizeof path, "%s%s", p->stem, mass ? "-m.mtx" : "-k.mtx");
    put(path, &out);
    hol_text_clear(&out);
  }
  hol_text out = {0};
  assert_int_equal(hol_write_reduced(&r.problem, reduced, "part", &out), HOL_OK);
  const char *from = strstr(out.data, "    ports:\n"), *to = strstr(out.data, "freedoms:");
  assert_non_null(from);
  assert_non_null(to);
  assert_true((size_t)(to - from) < size);
  memcpy(ports, from, (size_t)(to - from));
  ports[to - from] = '\0';
  hol_text_clear(&out);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

/** Compare the structure with the part against the whole: relative differences of the frequencies. An upper bound where
 *  what is left out is left out. */
static void compare(const solved *joined, const solved *whole, double rtol)
{
  assert_int_equal(joined->status, HOL_OK);
  assert_int_equal(whole->status, HOL_OK);
  assert_int_equal(joined->result.mode_count, whole->result.mode_count);
  assert_int_equal(joined->result.rigid_modes, whole->result.rigid_modes);
  for (size_t i = 0; i < whole->result.mode_count; i++) {
    double a = joined->result.mode[i].omega, b = whole->result.mode[i].omega;
    if (!(fabs(a - b) <= rtol * b) || a < b * (1 - 1e-9)) {
      fail_msg("mode %zu: %.15g rad/s joined, %.15g of the whole (relative %.2g)", i + 1, a, b, a / b - 1);
    }
  }
  assert_true(fabs(joined->result.mass - whole->result.mass) < 1e-9 * whole->result.mass);
}

#define FRAME                                                                                                          \
  "freedoms: [ux, uy, uz, rx, ry, rz]\n"                                                                               \
  "materials: {steel: {E: 210 GPa, density: 7850 kg/m^3, nu: 0.3}}\n"                                                  \
  "sections: {bar: {shape: rectangle, width: 10 mm, height: 12 mm}}\n"                                                 \
  "parts:\n"
#define HALF                                                                                                           \
  "  a: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], material: steel, section: bar}\n"                                 \
  "  b: {kind: beam, from: [1, 0, 0], to: [1, 0.6, 0], material: steel, section: bar}\n"                               \
  "  m: {kind: body, at: [0.5, 0, 0], mass: 0.5, inertia: [1e-3, 1e-3, 1e-3]}\n"
#define HALF_JOINTS "  - {weld: [a.end, b.start]}\n  - {weld: [a@0.5, m]}\n"
#define OTHER "  c: {kind: beam, from: [1, 0.6, 0], to: [1, 0.6, 0.8], material: steel, section: bar}\n"

static void test_reduced_half_of_a_frame_joined_equals_the_whole(void **state)
{
  const place *p = *state;
  static const struct {
    size_t modes;
    double rtol;
  } row[] = {{6, 1e-3}, {12, 1e-6}, {30, 2e-8}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    hol_reduced reduced = {0};
    char text[2048], ports[2048];
    (void)snprintf(text, sizeof text,
                   FRAME HALF "joints:\n" HALF_JOINTS
                              "output: {export: {file: part, modes: %zu, ports: {tip: b.end}}}\n",
                   row[i].modes);
    reduce_to(p, text, &reduced, ports, sizeof ports);
    assert_int_equal(reduced.rows, 6);
    assert_int_equal(reduced.rigid, 6);
    assert_true(reduced.modes >= row[i].modes);
    solved whole = {0}, joined = {0};
    solve_text(&whole, FRAME HALF OTHER "joints:\n" HALF_JOINTS "  - {weld: [b.end, c.start]}\n  - {fix: c.end}\n"
                                        "analysis: {frequencies: {count: 10}}\n");
    solve_text(&joined,
               FRAME OTHER
               "  part:\n    kind: matrices\n    at: [0, 0, 0]\n    stiffness: %s-k.mtx\n    mass: %s-m.mtx\n%s"
               "joints:\n  - {weld: [part.tip, c.start]}\n  - {fix: c.end}\nanalysis: {frequencies: {count: 10}}\n",
               p->stem, p->stem, ports);
    compare(&joined, &whole, row[i].rtol);
    forget(&whole);
    forget(&joined);
    hol_reduced_clear(&reduced);
  }
}

/** Free, it has its component modes and as many rigid-body modes at 0 exactly. */
static void test_reduced_alone_has_the_modes_kept(void **state)
{
  const place *p = *state;
  hol_reduced reduced = {0};
  char ports[2048];
  reduce_to(p,
            FRAME HALF "joints:\n" HALF_JOINTS
                       "output: {export: {file: part, modes: 8, ports: {tip: b.end, root: a.start}}}\n",
            &reduced, ports, sizeof ports);
  solved whole = {0}, alone = {0};
  solve_text(&whole, FRAME HALF "joints:\n" HALF_JOINTS "analysis: {frequencies: {count: 14}}\n");
  solve_text(&alone,
             FRAME "  part:\n    kind: matrices\n    stiffness: %s-k.mtx\n    mass: %s-m.mtx\n%s"
                   "analysis: {frequencies: {count: 14}}\n",
             p->stem, p->stem, ports);
  compare(&alone, &whole, 1e-9);
  forget(&whole);
  forget(&alone);
  hol_reduced_clear(&reduced);
}

/** A plane structure that is held, with a body at the point it is joined by, which has no deflection of its own. */
static void test_reduced_held_structure_with_a_body_at_its_port(void **state)
{
  const place *p = *state;
  hol_reduced reduced = {0};
  char ports[2048];
#define MAST                                                                                                           \
  "parts:\n"                                                                                                           \
  "  mast: {kind: beam, from: [0, 0], to: [0, 2], EI: 3, EA: 300, line_mass: 1}\n"                                     \
  "  head: {kind: body, at: [0, 2], mass: 0.7, inertia: 0.1}\n"
#define MAST_JOINTS "joints:\n  - {fix: mast.start}\n  - {weld: [mast.end, head]}\n"
#define BOOM "  boom: {kind: beam, from: [0, 2], to: [1.5, 2.5], EI: 1, EA: 100, line_mass: 0.5}\n"
  reduce_to(p, MAST MAST_JOINTS "output: {export: {file: part, modes: 14, ports: {head: head}}}\n", &reduced, ports,
            sizeof ports);
  assert_int_equal(reduced.rigid, 0);
  assert_int_equal(reduced.rows, 3);
  solved whole = {0}, joined = {0};
  solve_text(&whole, MAST BOOM MAST_JOINTS "  - {weld: [head, boom.start]}\nanalysis: {frequencies: {count: 6}}\n");
  solve_text(&joined,
             "parts:\n" BOOM
             "  part:\n    kind: matrices\n    at: [0, 0]\n    stiffness: %s-k.mtx\n    mass: %s-m.mtx\n%s"
             "joints:\n  - {weld: [part.head, boom.start]}\nanalysis: {frequencies: {count: 6}}\n",
             p->stem, p->stem, ports);
  assert_int_equal(joined.status, HOL_OK);
  for (size_t i = 0; i < 6; i++) {
    double a = joined.result.mode[i].omega, b = whole.result.mode[i].omega;
    assert_true(a >= b * (1 - 1e-9));
    assert_true(a <= b * (1 + 1e-4));
  }
  forget(&whole);
  forget(&joined);
  hol_reduced_clear(&reduced);
}

/** All modes there are: nothing is lost. */
static void test_reduced_chain_of_masses_is_exact(void **state)
{
  const place *p = *state;
  hol_reduced reduced = {0};
  char ports[2048];
#define MASSES                                                                                                         \
  "freedoms: [ux]\nparts:\n"                                                                                           \
  "  a: {kind: body, at: [0, 0], mass: 1}\n  b: {kind: body, at: [1, 0], mass: 2}\n  c: {kind: body, at: [2, 0], "     \
  "mass: 3}\n"
#define SPRINGS                                                                                                        \
  "joints:\n  - {spring: [a, b], freedom: ux, stiffness: 5}\n  - {spring: [b, c], freedom: ux, stiffness: 7}\n"
  reduce_to(p, MASSES SPRINGS "output: {export: {file: part, modes: 5, ports: {left: a, right: c}}}\n", &reduced, ports,
            sizeof ports);
  assert_int_equal(reduced.n, 3);
  assert_int_equal(reduced.modes, 2);
  assert_true(reduced.cutoff == 0);
  solved whole = {0}, joined = {0};
  solve_text(&whole,
             MASSES SPRINGS "  - {spring: a, freedom: ux, stiffness: 11}\n  - {spring: c, freedom: ux, stiffness: 13}\n"
                            "analysis: {frequencies: {count: 3}}\n");
  solve_text(&joined,
             "freedoms: [ux]\nparts:\n  part:\n    kind: matrices\n    stiffness: %s-k.mtx\n    mass: %s-m.mtx\n%s"
             "joints:\n  - {spring: part.left, freedom: ux, stiffness: 11}\n  - {spring: part.right, freedom: ux, "
             "stiffness: 13}\n"
             "analysis: {frequencies: {count: 3}}\n",
             p->stem, p->stem, ports);
  compare(&joined, &whole, 1e-12);
  forget(&whole);
  forget(&joined);
  hol_reduced_clear(&reduced);
}

/** A body on a beam without mass: rigid motions and deflections are all there is, and the deflections are those of the
 *  port. */
static void test_reduced_body_on_a_massless_beam_is_exact(void **state)
{
  const place *p = *state;
  hol_reduced reduced = {0};
  char ports[2048];
#define BODY_ON_BEAM                                                                                                   \
  "  m: {kind: beam, from: [0, 0], to: [1, 2], EI: 2.81, EA: 6080, kGA: 4.88, line_mass: 0}\n"                         \
  "  b: {kind: body, at: [1, 2], mass: 7.43, inertia: 0.00496}\n"
#define PARTNER "  c: {kind: beam, from: [0, 0], to: [1.5, 0.5], EI: 2.5, EA: 300, line_mass: 1.5}\n"
  reduce_to(p,
            "parts:\n" BODY_ON_BEAM "joints:\n  - {weld: [m.end, b]}\n"
            "output: {export: {file: part, modes: 20, ports: {root: m.start}}}\n",
            &reduced, ports, sizeof ports);
  assert_int_equal(reduced.n, 6);
  assert_int_equal(reduced.modes, 0);
  solved whole = {0}, joined = {0};
  solve_text(&whole, "parts:\n" BODY_ON_BEAM PARTNER "joints:\n  - {weld: [m.end, b]}\n  - {weld: [c.start, m.start]}\n"
                     "analysis: {frequencies: {count: 7}}\n");
  solve_text(&joined,
             "parts:\n" PARTNER
             "  part:\n    kind: matrices\n    at: [0, 0]\n    stiffness: %s-k.mtx\n    mass: %s-m.mtx\n%s"
             "joints:\n  - {weld: [c.start, part.root]}\nanalysis: {frequencies: {count: 7}}\n",
             p->stem, p->stem, ports);
  assert_close(whole.result.mode[3].omega, 1.1154, 1e-4); /* by finite elements of degree 12 */
  compare(&joined, &whole, 1e-9);
  forget(&whole);
  forget(&joined);
  hol_reduced_clear(&reduced);
}

/** Points that cannot move by themselves are refused. */
static void test_reduced_dependent_points_are_refused(void **state)
{
  (void)state;
  reading r = {0};
  hol_reduced reduced = {0};
  hol_faults faults = {0};
  assert_true(reading_of("parts:\n"
                         "  mast: {kind: beam, from: [0, 0], to: [0, 2], EI: 3, EA: 300, line_mass: 1}\n"
                         "  head: {kind: body, at: [0, 2], mass: 0.7, inertia: 0.1}\n"
                         "joints:\n  - {weld: [mast.end, head]}\n"
                         "output: {export: {file: part, modes: 6, ports: {head: head, end: mast.end}}}\n",
                         &r));
  assert_int_equal(hol_reduce(&r.problem, &reduced, &faults), HOL_INVALID);
  assert_int_equal(faults.errors, 1);
  assert_null(reduced.K);
  hol_faults_clear(&faults);
  reading_clear(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reduced_half_of_a_frame_joined_equals_the_whole),
      cmocka_unit_test(test_reduced_alone_has_the_modes_kept),
      cmocka_unit_test(test_reduced_held_structure_with_a_body_at_its_port),
      cmocka_unit_test(test_reduced_chain_of_masses_is_exact),
      cmocka_unit_test(test_reduced_body_on_a_massless_beam_is_exact),
      cmocka_unit_test(test_reduced_dependent_points_are_refused),
  };
  return cmocka_run_group_tests(tests, make_place, drop_place);
}
