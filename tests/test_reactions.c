/* SPDX-License-Identifier: BSD-3-Clause */
/* Joint reactions as generalised coordinates: upper bounds of the frequencies of any structure, the same by an
   independent road, and those of the book.

   HOLONOME_RANDOM=10000, HOLONOME_RANDOM_FIRST=1234 as in test_random.c. */
#include "effort.h"
#include "gallery.h"
#include "random_structure.h"

#include "holonome/output.h"

#include "base/dense.h"
#include "modes/describe.h"

#include <stdlib.h>

/* ---- any structure: upper bounds ---- */

/** The same structure with exact compliances, and by reactions of both kinds. */
typedef struct three {
  hol_result exact, shared, separate;
  char wrong[300];
} three;

static void solve_as(hol_problem *problem, hol_reactions_kind reactions, hol_result *result, char wrong[300])
{
  hol_faults faults = {0};
  problem->analysis.exact = reactions == HOL_REACTIONS_NONE;
  problem->analysis.reactions = reactions;
  problem->output_shapes = false;
  hol_status status = hol_solve(problem, (hol_solve_options){0}, result, &faults);
  if (status != HOL_OK && !(status == HOL_INCOMPLETE && reactions != HOL_REACTIONS_NONE)) {
    snprintf(wrong, 300, "reactions %d: %s%s%s", (int)reactions, hol_status_text(status), faults.count ? ": " : "",
             faults.count ? faults.item[0].message : "");
  }
  for (size_t i = 0; i < result->note_count; i++) {
    if (strstr(result->note[i], "spoilt")) {
      snprintf(wrong, 300, "%s", result->note[i]);
    }
  }
  hol_faults_clear(&faults);
}

/** Is every frequency of `above` an upper bound of that of the same number in `below`? */
static void compare(const hol_result *above, const hol_result *below, const char *names, char wrong[300])
{
  for (size_t i = 0; !*wrong && i < above->mode_count && i < below->mode_count; i++) {
    const hol_mode *a = &above->mode[i], *b = &below->mode[i];
    double low = isnan(b->lower) ? b->omega * (1 - 1e-9) : b->lower;
    if (!(a->upper >= low * (1 - 1e-12)) || !(a->omega > 0) != !(b->omega > 0)) {
      snprintf(wrong, 300, "%s: mode %zu: %.17g and %.17g", names, i + 1, a->upper, b->omega);
    }
  }
}

static void judge(hol_problem *problem, three *t)
{
  solve_as(problem, HOL_REACTIONS_NONE, &t->exact, t->wrong);
  solve_as(problem, HOL_REACTIONS_SHARED, &t->shared, t->wrong);
  solve_as(problem, HOL_REACTIONS_SEPARATE, &t->separate, t->wrong);
  compare(&t->shared, &t->exact, "shared above exact", t->wrong);
  compare(&t->separate, &t->exact, "separate above exact", t->wrong);
  compare(&t->shared, &t->separate, "shared above separate", t->wrong);
  if (!*t->wrong && t->separate.mode_count < t->shared.mode_count &&
      t->separate.mode_count < problem->analysis.count) { /* a multiple one is not cut */
    snprintf(t->wrong, sizeof t->wrong, "%zu modes by separate reactions, %zu by shared ones", t->separate.mode_count,
             t->shared.mode_count);
  }
}

static bool is_bounded(uint64_t seed, size_t *modes)
{
  random_options options = random_options_of(seed);
  options.modes = 0;
  options.shear = seed % 7 == 3;
  options.loads = seed % 5 == 2;
  char *text = random_structure(seed, options);
  three t = {0};
  reading r = {0};
  assert_non_null(text);
  assert_true(reading_of(text, &r));
  judge(&r.problem, &t);
  if (*t.wrong) {
    fprintf(stderr, "# seed %llu: %s\n%s\n", (unsigned long long)seed, t.wrong, text);
  }
  *modes += t.shared.mode_count + t.separate.mode_count;
  hol_result_clear(&t.exact);
  hol_result_clear(&t.shared);
  hol_result_clear(&t.separate);
  reading_clear(&r);
  free(text);
  return !*t.wrong;
}

static void test_reactions_of_random_structures_give_upper_bounds(void **state)
{
  (void)state;
  uint64_t first = effort_number("HOLONOME_RANDOM_FIRST", 1);
  uint64_t count = effort_count(50, 150);
  size_t wrong = 0, modes = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
    wrong += !is_bounded(seed, &modes);
  }
  print_message("%zu frequencies by reactions\n", modes);
  assert_int_equal(wrong, 0);
}

/* ---- every problem of the gallery ---- */

static void visit(const char *path, const char *name, void *context)
{
  size_t *count = context;
  three t = {0};
  reading r = {0};
  assert_true(reading_of_file(path, &r));
  r.problem.analysis.tolerance = 0;
  r.problem.analysis.order = 1;
  judge(&r.problem, &t);
  if (*t.wrong) {
    print_error("%s: %s\n", name, t.wrong);
    ++count[0];
  }
  count[1] += t.shared.mode_count + t.separate.mode_count;
  hol_result_clear(&t.exact);
  hol_result_clear(&t.shared);
  hol_result_clear(&t.separate);
  reading_clear(&r);
}

static void test_reactions_of_every_problem_give_upper_bounds(void **state)
{
  (void)state;
  size_t count[2] = {0};
  size_t files = gallery_visit(visit, count);
  print_message("%zu files, %zu frequencies by reactions\n", files, count[1]);
  assert_true(files > 100);
  assert_true(count[1] > 800);
  assert_int_equal(count[0], 0);
}

/* ---- more points ---- */

/** A bare point welded to the first part, which nothing else touches: one more place for a reaction. */
static bool add_point(const char *text, double at, hol_text *more)
{
  const char *joints = strstr(text, "\njoints:\n"), *parts = strstr(text, "\nparts:\n  ");
  if (!joints || !parts || strncmp(parts + 10, "m1:", 3) != 0) {
    return false;
  }
  hol_text_put(more, text, (size_t)(parts + 8 - text));
  hol_text_add(more, "  more: {kind: body}\n");
  hol_text_put(more, parts + 8, (size_t)(joints + 9 - parts - 8));
  hol_text_add(more, "  - {weld: [m1@%.6g, more]}\n%s", at, joints + 9);
  return !more->failed;
}

static void test_one_more_point_never_raises_a_frequency_by_separate_reactions(void **state)
{
  (void)state;
  uint64_t count = effort_count(25, 75);
  size_t wrong = 0, compared = 0;
  for (uint64_t seed = 1; seed <= count; seed++) {
    random_options options = {.spatial = seed % 3 == 2, .degenerate = seed % 2 == 1, .shear = seed % 5 == 3};
    char *text = random_structure(seed, options), why[300] = "";
    hol_text more = {0};
    reading r = {0}, s = {0};
    hol_result few = {0}, many = {0};
    assert_true(reading_of(text, &r));
    if (add_point(text, 0.1 + 0.8 * (double)(seed % 17) / 17, &more)) {
      assert_true(reading_of(more.data, &s));
      solve_as(&r.problem, HOL_REACTIONS_SEPARATE, &few, why);
      solve_as(&s.problem, HOL_REACTIONS_SEPARATE, &many, why);
      compare(&few, &many, "without and with one more point", why);
      compared += few.mode_count;
      if (*why) {
        print_error("# seed %llu: %s\n", (unsigned long long)seed, why);
        wrong++;
      }
    }
    hol_result_clear(&few);
    hol_result_clear(&many);
    reading_clear(&r);
    reading_clear(&s);
    hol_text_clear(&more);
    free(text);
  }
  assert_true(compared > 2 * count);
  assert_int_equal(wrong, 0);
}

/* ---- a second road: two beams in a line by polynomials ---- */

/** Deflections of a beam that starts at a + bx and bears force F, moment M at both ends and the inertia c0 + c1 x:
 *  a, b, F0, M0, F1, M1, c0, c1. What is at the far end does not bend it. */
enum { SHAPES = 8, BEAMS = 2, ALL = SHAPES * BEAMS + 1, CONDITIONS_MOST = 12, GAUSS = 6 };

static double shape(size_t k, double x, int order)
{
  static const int power[SHAPES] = {0, 1, 3, 2, -1, -1, 4, 5};
  static const double factor[SHAPES] = {1, 1, 1.0 / 6, -0.5, 0, 0, -1.0 / 24, -1.0 / 120};
  double value = factor[k];
  for (int i = 0; i < order; i++) {
    value *= power[k] - i;
  }
  return power[k] < order ? 0 : value * pow(x, power[k] - order);
}

typedef struct road {
  double K[ALL * ALL], M[ALL * ALL]; /**< the last coordinate is the displacement of the mass */
  double C[CONDITIONS_MOST * ALL];   /**< row by row */
  size_t conditions;
} road;

static void add_beam(road *r, size_t beam, double l, double EI, double m)
{
  static const double at[GAUSS / 2] = {0.238619186083196909, 0.661209386466264514, 0.932469514203152028};
  static const double weight[GAUSS / 2] = {0.467913934572691047, 0.360761573048138608, 0.171324492379170345};
  for (size_t g = 0; g < GAUSS; g++) {
    double x = l / 2 * (1 + (g % 2 ? at[g / 2] : -at[g / 2])), w = l / 2 * weight[g / 2];
    for (size_t i = 0; i < SHAPES; i++) {
      for (size_t j = 0; j < SHAPES; j++) {
        size_t place = beam * SHAPES + i + (beam * SHAPES + j) * ALL;
        r->K[place] += w * EI * shape(i, x, 2) * shape(j, x, 2);
        r->M[place] += w * m * shape(i, x, 0) * shape(j, x, 0);
      }
    }
  }
  /* forces and moments about the start balance: F0 + F1 = ∫(c0 + c1 x), M0 + M1 + F1 l = ∫x(c0 + c1 x) */
  double *force = r->C + r->conditions++ * ALL + beam * SHAPES, *moment = r->C + r->conditions++ * ALL + beam * SHAPES;
  force[2] = force[4] = moment[3] = moment[5] = 1;
  moment[4] = l;
  force[6] = -l;
  force[7] = moment[6] = -l * l / 2;
  moment[7] = -l * l * l / 3;
}

/** Deflection (EI = 1 in the shapes: the unknowns are forces over EI) or slope. */
static void add_end(road *r, size_t beam, double x, int order, double factor)
{
  for (size_t k = 0; k < SHAPES; k++) {
    r->C[r->conditions * ALL + beam * SHAPES + k] += factor * shape(k, x, order);
  }
}

static size_t solve_road(road *r, double *omega)
{
  static double Z[ALL * ALL], A[ALL * ALL], B[ALL * ALL], singular[ALL], X[ALL * ALL];
  double C[CONDITIONS_MOST * ALL];
  for (size_t i = 0; i < r->conditions; i++) {
    for (size_t j = 0; j < ALL; j++) {
      C[i + j * r->conditions] = r->C[i * ALL + j];
    }
  }
  assert_int_equal(hol_dense_svd(r->conditions, ALL, C, singular, Z), HOL_OK);
  size_t n = ALL - r->conditions, first = r->conditions;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      A[i + j * n] = B[i + j * n] = 0;
      for (size_t k = 0; k < ALL; k++) {
        for (size_t l = 0; l < ALL; l++) {
          double z = Z[k + (first + i) * ALL] * Z[l + (first + j) * ALL];
          A[i + j * n] += z * r->K[k + l * ALL];
          B[i + j * n] += z * r->M[k + l * ALL];
        }
      }
    }
  }
  assert_int_equal(hol_dense_cholesky(n, B), HOL_OK); /* L⁻¹AL⁻ᵀ */
  hol_dense_forward(n, B, A, n);
  for (size_t i = 0; i < n * n; i++) {
    X[i] = A[i / n + i % n * n];
  }
  hol_dense_forward(n, B, X, n);
  assert_int_equal(hol_dense_eigen(n, X, omega), HOL_OK);
  for (size_t i = 0; i < n; i++) {
    omega[i] = sqrt(omega[i]);
  }
  return n;
}

/** Clamped beam of length 1, EI 1, mass 1; welded to it one of 0.7, EI 2, mass 1.5, whose end carries a mass 0.8 on a
 *  spring
 *  5. */
static size_t take_road(bool shared, double *omega)
{
  static road r;
  r = (road){.conditions = 0};
  add_beam(&r, 0, 1, 1, 1);
  add_beam(&r, 1, 0.7, 2, 1.5);
  r.M[ALL * ALL - 1] = 0.8;
  r.K[ALL * ALL - 1] = 5;
  for (int order = 0; order < 2; order++) {
    add_end(&r, 0, 0, order, 1);
    r.conditions++;
    add_end(&r, 0, 1, order, 1);
    add_end(&r, 1, 0, order, -1);
    r.conditions++;
  }
  add_end(&r, 1, 0.7, 0, 1);
  r.C[r.conditions++ * ALL + ALL - 1] = -1;
  /* shared reactions balance: there is no moment at the far end, and those of the weld are equal and opposite */
  if (shared) {
    r.C[r.conditions++ * ALL + SHAPES + 5] = 1;
  }
  for (size_t k = 0; shared && k < 2; k++) {
    r.C[r.conditions * ALL + 4 + k] = 1;
    r.C[r.conditions++ * ALL + SHAPES + 2 + k] = 2;
  }
  return solve_road(&r, omega);
}

static const char two_beams[] = "freedoms: [uy, rz]\n"
                                "parts:\n"
                                "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                                "  b: {kind: beam, from: [1, 0], to: [1.7, 0], EI: 2, line_mass: 1.5}\n"
                                "  mass: {kind: body, at: [1.7, 0], mass: 0.8}\n"
                                "joints:\n"
                                "  - {fix: a.start}\n"
                                "  - {weld: [a.end, b.start]}\n"
                                "  - {tie: [b.end, mass], freedom: uy}\n"
                                "  - {spring: mass, freedom: uy, stiffness: 5}\n"
                                "analysis: {frequencies: {count: 20}, compliance: {reactions: %s}}\n";

static void compare_roads(bool shared)
{
  solved s = {0};
  double omega[ALL];
  size_t n = take_road(shared, omega);
  assert_int_equal(solve_text(&s, two_beams, shared ? "shared" : "separate"), HOL_INCOMPLETE);
  assert_int_equal(s.result.mode_count, n);
  for (size_t i = 0; i < n; i++) {
    assert_close(s.result.mode[i].omega, omega[i], 1e-8); /* powers of x cost the road some digits */
  }
  forget(&s);
}

static void test_shared_reactions_agree_with_polynomials(void **state)
{
  (void)state;
  compare_roads(true);
}

static void test_separate_reactions_agree_with_polynomials(void **state)
{
  (void)state;
  compare_roads(false);
}

/** The same problem from polynomials with rational coefficients, roots in 50 digits. */
static void test_shared_reactions_are_right_to_rounding(void **state)
{
  (void)state;
  static const double omega[] = {1.972750900722033, 6.206669849997798, 19.66110495690122, 39.61843884334284,
                                 70.72312359510617};
  solved s = {0};
  assert_int_equal(solve_text(&s, two_beams, "shared"), HOL_INCOMPLETE);
  for (size_t i = 0; i < sizeof omega / sizeof *omega; i++) {
    assert_close(s.result.mode[i].omega, omega[i], 1e-13);
  }
  forget(&s);
}

/* ---- parts and cases of their own ---- */

/** Three masses in a row, imported: two deflections for three ports. Separate reactions are all its motions; shared
 *  ones are those of a body and the mass. */
static void test_part_with_more_ports_than_deflections_is_whole_by_separate_reactions(void **state)
{
  (void)state;
  static const char text[] = "freedoms: [ux]\n"
                             "parts:\n"
                             "  c: {kind: matrices, stiffness: chain-k.mtx, mass: chain-m.mtx,\n"
                             "      ports: {a: {at: [0, 0], ux: 1}, b: {at: [1, 0], ux: 2}, c: {at: [2, 0], ux: 3}}}\n"
                             "  d: {kind: body, at: [1, 0], mass: 0.7}\n"
                             "joints:\n"
                             "  - {spring: c.a, direction: [1, 0], stiffness: 3}\n"
                             "  - {weld: [c.b, d]}\n"
                             "  - {spring: c.c, direction: [1, 0], stiffness: 0.5}\n"
                             "analysis: {frequencies: {count: 5}}\n";
  hol_problem problem = {0};
  hol_faults faults = {0};
  three t = {0};
  const hol_read_options options = {.folder = HOLONOME_TESTS "/reactions"};
  assert_int_equal(hol_read(text, strlen(text), options, &problem, &faults), HOL_OK);
  judge(&problem, &t);
  if (*t.wrong) {
    fail_msg("%s", t.wrong);
  }
  assert_int_equal(t.exact.mode_count, 3);
  assert_true(t.exact.complete);
  assert_true(t.exact.exhausted); /* its weld takes one away from two parts with four */
  assert_int_equal(t.separate.mode_count, 3);
  assert_int_equal(t.shared.mode_count, 2);
  for (size_t i = 0; i < 3; i++) {
    assert_close(t.separate.mode[i].omega, t.exact.mode[i].omega, 1e-12);
  }
  hol_result_clear(&t.exact);
  hol_result_clear(&t.shared);
  hol_result_clear(&t.separate);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
}

/** The same beam in closed form and computed; under a compression that would buckle it if its ends were free to turn
 *  about their middle, too. */
static void test_computed_members_have_the_reactions_of_uniform_ones(void **state)
{
  (void)state;
  static const char *const reactions[] = {"shared", "separate"};
  static const char text[] =
      "parts:\n"
      "  a: {kind: beam, from: [0, 0], to: [1, 0], EI: %s, EA: 90, line_mass: 1, rotary_inertia: 0.02}\n"
      "  m: {kind: body, at: [0.4, 0], mass: 0.5, inertia: 0.1}\n"
      "joints: [{pin: a.start}, {weld: [a@0.4, m]}, {spring: a.end, direction: [0.6, 0.8], stiffness: 7}]\n"
      "analysis: {frequencies: {count: 8}, compliance: {reactions: %s}}\n";
  for (size_t k = 0; k < 2; k++) {
    solved a = {0}, b = {0};
    assert_int_equal(solve_text(&a, text, "2", reactions[k]), HOL_INCOMPLETE);
    assert_int_equal(solve_text(&b, text, "2 + 0*xi", reactions[k]), HOL_INCOMPLETE);
    assert_int_equal(a.result.mode_count, b.result.mode_count);
    assert_true(a.result.mode_count >= 5);
    for (size_t i = 0; i < a.result.mode_count; i++) {
      assert_close(a.result.mode[i].omega, b.result.mode[i].omega, 1e-11);
      for (size_t p = 0; p < 21; p++) { /* shapes by both ways */
        assert_near(a.result.mode[i].shape[0].value[HOL_UY][p], b.result.mode[i].shape[0].value[HOL_UY][p], 1e-8);
      }
    }
    forget(&a);
    forget(&b);
  }
}

static void test_compressed_beam_has_reactions(void **state)
{
  (void)state;
  solved s = {0};
  static const char text[] = "freedoms: [uy, rz]\n"
                             "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, axial_force: -8}}\n"
                             "joints: [{pin: b.start}, {pin: b.end}]\n"
                             "analysis: {frequencies: {count: 3}, compliance: {reactions: %s}}\n";
  double pi = 3.14159265358979323846, exact = pi * sqrt(pi * pi - 8);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(solve_text(&s, text, k ? "separate" : "shared"), HOL_INCOMPLETE);
    assert_int_equal(s.result.mode_count, k ? 3 : 1);
    assert_true(s.result.mode[0].omega >= exact);
    assert_true(s.result.mode[0].omega <= exact * (k ? 1.0001 : 1.0003));
  }
  forget(&s);
}

static void test_part_without_joints_moves_as_a_whole(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s, "parts: {b: {kind: beam, length: 1, EI: 1, EA: 2, line_mass: 1}}\n"
                                  "analysis: {frequencies: {count: 5}, compliance: reactions}\n"),
                   HOL_INCOMPLETE);
  assert_int_equal(s.result.mode_count, 3);
  assert_int_equal(s.result.rigid_modes, 3);
  forget(&s);
}

static void test_rigid_parts_have_no_other_bounds_by_reactions(void **state)
{
  (void)state;
  solved s = {0};
  assert_int_equal(solve_text(&s,
                              "freedoms: [ux]\n"
                              "parts: {a: {kind: body, at: [0, 0], mass: 1}, b: {kind: body, at: [1, 0], mass: 2}}\n"
                              "joints: [{spring: [a, b], direction: [1, 0], stiffness: 3}]\n"
                              "analysis: {frequencies: {count: 2}, compliance: reactions}\n"),
                   HOL_OK);
  assert_true(s.result.complete);
  assert_true(!s.result.only_upper);
  assert_close(s.result.mode[1].omega, sqrt(4.5), 1e-14);
  forget(&s);
}

static void test_table_says_that_numbers_are_upper_bounds(void **state)
{
  (void)state;
  solved s = {0};
  hol_text text = {0};
  assert_int_equal(solve_text(&s, "freedoms: [uy, rz]\n"
                                  "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1}}\n"
                                  "joints: [{fix: b.start}]\n"
                                  "analysis: {frequencies: {count: 2}, compliance: reactions}\n"),
                   HOL_INCOMPLETE);
  assert_int_equal(hol_output_table(&s.result, &(hol_output_source){.file = "beam.yaml"}, &text), HOL_OK);
  assert_non_null(strstr(text.data, ": upper\n            bounds\n"));
  assert_non_null(strstr(text.data, " <3.516035165 ")); /* 3.5160351648... is not rounded down */
  assert_non_null(strstr(text.data, "<22.71251540 "));  /* 22.7125153960... */
  assert_non_null(strstr(text.data, " upper "));
  assert_non_null(
      strstr(text.data, "up to that of\n      mode 2, counted with exact compliances, the structure has 2\n"));
  assert_non_null(strstr(text.data, "Not complete: these are upper bounds"));
  assert_null(strstr(text.data, "~"));
  hol_text_clear(&text);
  forget(&s);
}

/** A bare point at a sharp tip, and one at an end that the part itself holds: neither is a place for a reaction. */
static void test_points_that_bear_no_force_add_nothing(void **state)
{
  (void)state;
  static const char *const text[][2] = {
      {"freedoms: [uy, rz]\n"
       "parts: {b: {kind: beam, length: 1, EI: xi^3, line_mass: xi}}\n"
       "joints: [{fix: b.end}]\n",
       "freedoms: [uy, rz]\n"
       "parts: {b: {kind: beam, length: 1, EI: xi^3, line_mass: xi}, p: {kind: body}}\n"
       "joints: [{fix: b.end}, {weld: [b.start, p]}]\n"},
      {"freedoms: [uy, rz]\n"
       "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, ends: clamped-free}}\n"
       "joints: [{spring: b.end, direction: [0, 1], stiffness: 9}]\n",
       "freedoms: [uy, rz]\n"
       "parts: {b: {kind: beam, length: 1, EI: 1, line_mass: 1, ends: clamped-free}, p: {kind: body}}\n"
       "joints: [{weld: [b.start, p]}, {spring: b.end, direction: [0, 1], stiffness: 9}]\n"},
  };
  for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
    solved s[2];
    memset(s, 0, sizeof s);
    for (size_t i = 0; i < 2; i++) {
      assert_int_equal(
          solve_text(&s[i], "%sanalysis: {frequencies: {count: 5}, compliance: {reactions: separate}}\n", text[k][i]),
          HOL_INCOMPLETE);
    }
    assert_int_equal(s[0].result.mode_count, 2);
    assert_int_equal(s[1].result.mode_count, 2);
    for (size_t i = 0; i < 2; i++) {
      assert_close(s[1].result.mode[i].omega, s[0].result.mode[i].omega, 1e-10);
    }
    forget(&s[0]);
    forget(&s[1]);
  }
}

/** dω/dθ by the determinant and by differences. */
static void test_sensitivities_by_reactions_are_those_of_the_frequencies(void **state)
{
  (void)state;
  static const char text[] =
      "parameters: {L: %.17g}\n"
      "parts:\n"
      "  a: {kind: beam, from: [0, 0], to: [L, 0], EI: 1, EA: 300, line_mass: 1}\n"
      "  b: {kind: beam, from: [L, 0], to: [L, L], EI: 2, EA: 400, line_mass: 1.5, kGA: 80}\n"
      "joints: [{fix: a.start}, {weld: [a.end, b.start]}, {spring: b@0.5, direction: [1, 0], stiffness: 9}]\n"
      "analysis: {frequencies: {count: 4}, compliance: reactions, sensitivities: [L]}\n";
  char words[900];
  (void)snprintf(words, sizeof words, text, 1.0);
  hol_problem problem = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  assert_int_equal(hol_read(words, strlen(words), (hol_read_options){0}, &problem, &faults), HOL_OK);
  assert_int_equal(hol_solve(&problem, (hol_solve_options){0}, &result, &faults), HOL_INCOMPLETE);
  solved low = {0}, high = {0};
  double step = 1e-4;
  assert_int_equal(solve_text(&low, text, 1 - step), HOL_INCOMPLETE);
  assert_int_equal(solve_text(&high, text, 1 + step), HOL_INCOMPLETE);
  assert_int_equal(result.mode_count, 4);
  for (size_t i = 0; i < 4; i++) {
    double slope = (high.result.mode[i].omega - low.result.mode[i].omega) / (2 * step);
    assert_close(result.mode[i].sensitivity[0], slope, 1e-5);
  }
  forget(&low);
  forget(&high);
  hol_result_clear(&result);
  hol_problem_clear(&problem);
  hol_faults_clear(&faults);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reactions_of_random_structures_give_upper_bounds),
      cmocka_unit_test(test_reactions_of_every_problem_give_upper_bounds),
      cmocka_unit_test(test_one_more_point_never_raises_a_frequency_by_separate_reactions),
      cmocka_unit_test(test_shared_reactions_agree_with_polynomials),
      cmocka_unit_test(test_separate_reactions_agree_with_polynomials),
      cmocka_unit_test(test_shared_reactions_are_right_to_rounding),
      cmocka_unit_test(test_part_with_more_ports_than_deflections_is_whole_by_separate_reactions),
      cmocka_unit_test(test_computed_members_have_the_reactions_of_uniform_ones),
      cmocka_unit_test(test_compressed_beam_has_reactions),
      cmocka_unit_test(test_part_without_joints_moves_as_a_whole),
      cmocka_unit_test(test_rigid_parts_have_no_other_bounds_by_reactions),
      cmocka_unit_test(test_table_says_that_numbers_are_upper_bounds),
      cmocka_unit_test(test_points_that_bear_no_force_add_nothing),
      cmocka_unit_test(test_sensitivities_by_reactions_are_those_of_the_frequencies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
