/* SPDX-License-Identifier: BSD-3-Clause */
/* Effective masses: against closed forms, finite elements written here, and the apparent mass on a circle for the
   gallery. */
#include "base/memory.h"
#include "close.h"
#include "holonome/holonome.h"
#include "modes/apparent.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct solved {
  hol_problem problem;
  hol_faults faults;
  hol_result result;
  hol_status status;
} solved;

static void solve(solved *s)
{
  s->status = hol_solve(&s->problem, (hol_solve_options){0}, &s->result, &s->faults);
  if (s->status != HOL_OK && s->status != HOL_INCOMPLETE) {
    fail_msg("%s", s->faults.count ? s->faults.item[0].message : "no fault");
  }
}

static void solve_text(const char *text, solved *s)
{
  *s = (solved){.status = HOL_OK};
  if (hol_read(text, strlen(text), (hol_read_options){0}, &s->problem, &s->faults) != HOL_OK) {
    fail_msg("%s", s->faults.item[0].message);
  }
  solve(s);
}

static void clear(solved *s)
{
  hol_result_clear(&s->result);
  hol_faults_clear(&s->faults);
  hol_problem_clear(&s->problem);
}

static double mass(const solved *s, size_t mode, size_t d)
{
  double L = s->result.mode[mode].participation[d];
  return L * L;
}

/* ---- closed forms ------------------------------------------------------------------------------------------------ */

/** 4σ²/β², 40 digits. */
static const double cantilever[10] = {
    0.6130760900260168,  0.1883003610655412,   0.06473223168540602,  0.0330868902754722,   0.02001399882477411,
    0.01339784424116862, 0.009592538041826781, 0.007205061949657202, 0.005609477295018673, 0.00449068957971783};

static void test_cantilever(void **state)
{
  (void)state;
  solved s;
  solve_text("freedoms: [uy, rz]\n"
             "parts:\n  beam: {kind: beam, length: 1, EI: 1, line_mass: 1}\n"
             "joints:\n  - {fix: beam.start}\n"
             "analysis:\n  frequencies: {count: 10}\n  effective_masses: {direction: [0, 1]}\n",
             &s);
  assert_int_equal(s.status, HOL_OK);
  double left = 1;
  for (size_t i = 0; i < 10; i++) {
    assert_close(mass(&s, i, 0), cantilever[i], 1e-11);
    left -= cantilever[i];
  }
  const hol_effective_mass *e = s.result.effective;
  assert_close(e->total, 1, 1e-14);
  assert_true(e->fixed == 0);
  assert_near(e->remainder, left, 1e-12);
  assert_near(e->independent, left, 1e-12);
  assert_int_equal(e->circle, 9); /* the last gap is wide enough */
  clear(&s);
}

/** Masses on springs: modes of a 2×2 matrix, and a mass that nothing moves. */
static void test_chain(void **state)
{
  (void)state;
  solved s;
  solve_text("freedoms: [ux]\n"
             "parts:\n  a: {kind: body, at: [0, 0], mass: 2}\n  b: {kind: body, at: [1, 0], mass: 1}\n"
             "  rock: {kind: body, at: [2, 0], mass: 5}\n"
             "joints:\n  - {spring: a, freedom: ux, stiffness: 2}\n  - {spring: [a, b], freedom: ux, stiffness: 1}\n"
             "  - {fix: rock}\n"
             "analysis:\n  frequencies: {count: 2}\n  effective_masses: all\n",
             &s);
  assert_int_equal(s.result.effective_count, 1);
  /* λ = (5 ± 3)/4 of [3 −1; −1 1] over diag(2, 1); with φ = (1, x), x = 3 − 2λ */
  for (size_t i = 0; i < 2; i++) {
    double lambda = (5 + (i ? 3.0 : -3.0)) / 4, x = 3 - 2 * lambda;
    assert_close(mass(&s, i, 0), (2 + x) * (2 + x) / (2 + x * x), 1e-12);
  }
  assert_close(s.result.effective[0].total, 8, 1e-14);
  assert_close(s.result.effective[0].fixed, 5, 1e-14);
  assert_close(s.result.effective[0].remainder, 5, 1e-13);
  assert_close(s.result.effective[0].independent, 5, 1e-13);
  clear(&s);
}

/** What does not follow freely is integrated: own ends with component modes, a foundation, tension as the ground
 *  turns. */
static void test_held(void **state)
{
  (void)state;
  solved s;
  solve_text("freedoms: [uy, rz]\n"
             "parts:\n  beam: {kind: beam, length: 1, EI: 1, line_mass: 1, ends: clamped-free}\n"
             "analysis:\n  frequencies: {count: 10}\n  compliance: {modes: 12}\n  effective_masses: {direction: y}\n",
             &s);
  for (size_t i = 0; i < 10; i++) {
    assert_close(mass(&s, i, 0), cantilever[i], 1e-11);
  }
  assert_true(isnan(s.result.effective->independent));
  clear(&s);
  static const char *const what[] = {"foundation: 1000", "axial_force: 200"}, *const motion[] = {"direction: y",
                                                                                                 "rotation: z"};
  for (size_t k = 0; k < 4; k++) { /* shapes √2 sin nπx whatever holds the beam besides */
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "parts:\n  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, EA: 1e9, line_mass: 1, %s}\n"
                   "joints:\n  - {pin: beam.start}\n  - {pin: beam.end}\n"
                   "analysis:\n  frequencies: {count: 6}\n  effective_masses: {%s}\n",
                   what[k / 2], motion[k % 2]);
    solve_text(text, &s);
    for (size_t n = 1; n <= 6; n++) {
      double wave = (double)n * acos(-1.0), momentum = k % 2 ? sqrt(2) / wave : n % 2 ? 2 * sqrt(2) / wave : 0;
      assert_within(mass(&s, n - 1, 0), momentum * momentum, 1e-11, 1e-13);
    }
    clear(&s);
  }
}

/** A beam that tapers, held by a joint, from the forces on its ends; held by its own end, integrated over component
 *  modes. */
static void test_taper(void **state)
{
  (void)state;
  static const char *const how[] = {"}\njoints:\n  - {fix: beam.start}\nanalysis:\n",
                                    ", ends: clamped-free}\nanalysis:\n  compliance: {modes: 8}\n"};
  solved s[2];
  for (size_t k = 0; k < 2; k++) {
    char text[1024];
    (void)snprintf(
        text, sizeof text,
        "freedoms: [uy, rz]\nparts:\n  beam: {kind: beam, length: 1, EI: (1 - 0.5*xi)^3, line_mass: 1 - 0.5*xi%s"
        "  frequencies: {count: 5}\n  effective_masses: {direction: y}\n",
        how[k]);
    solve_text(text, &s[k]);
    assert_close(s[k].result.effective->total, 0.75, 1e-13);
  }
  for (size_t i = 0; i < 5; i++) {
    assert_close(mass(&s[1], i, 0), mass(&s[0], i, 0), 1e-11);
  }
  clear(&s[0]);
  clear(&s[1]);
}

/* ---- finite elements --------------------------------------------------------------------------------------------- */

enum { ELEMENTS = 60, UNKNOWNS = 2 * (ELEMENTS + 1) };

typedef struct fe {
  double K[UNKNOWNS][UNKNOWNS], M[UNKNOWNS][UNKNOWNS], omega2[UNKNOWNS];
} fe;

/** A beam of length 1, EI 1 and mass 1, in Hermite's cubics. */
static void fe_beam(fe *f)
{
  double h = 1.0 / ELEMENTS;
  const double k[4][4] = {{12, 6, -12, 6}, {6, 4, -6, 2}, {-12, -6, 12, -6}, {6, 2, -6, 4}};
  const double m[4][4] = {{156, 22, 54, -13}, {22, 4, 13, -3}, {54, 13, 156, -22}, {-13, -3, -22, 4}};
  *f = (fe){.omega2 = {0}};
  for (size_t e = 0; e < ELEMENTS; e++) {
    for (size_t i = 0; i < 4; i++) {
      for (size_t j = 0; j < 4; j++) {
        double turns = (i % 2 ? h : 1) * (j % 2 ? h : 1);
        f->K[2 * e + i][2 * e + j] += k[i][j] * turns / (h * h * h);
        f->M[2 * e + i][2 * e + j] += m[i][j] * turns * h / 420;
      }
    }
  }
}

/** Effective mass of mode i along r. After the eigenvalue problem a row of K is a mode. */
static double fe_mass(const fe *f, const double M[UNKNOWNS][UNKNOWNS], size_t i, const double r[UNKNOWNS])
{
  double L = 0;
  for (size_t a = 0; a < UNKNOWNS; a++) {
    for (size_t b = 0; b < UNKNOWNS; b++) {
      L += f->K[i][a] * M[a][b] * r[b];
    }
  }
  return L * L;
}

/** On two springs, with a body that has inertia inside: forces from the ground come in at the ends and at two
 *  thirds. */
static void test_elements(void **state)
{
  (void)state;
  static fe f, kept;
  fe_beam(&f);
  f.K[0][0] += 300;
  f.K[2 * ELEMENTS * 2 / 3][2 * ELEMENTS * 2 / 3] += 2000;
  f.M[ELEMENTS][ELEMENTS] += 0.4;
  f.M[ELEMENTS + 1][ELEMENTS + 1] += 0.02;
  kept = f;
  assert_int_equal(LAPACKE_dsygv(LAPACK_COL_MAJOR, 1, 'V', 'L', UNKNOWNS, f.K[0], UNKNOWNS, f.M[0], UNKNOWNS, f.omega2),
                   0);
  static const char *const motion[] = {"direction: [0, 1]", "rotation: z, about: [0.3, 0]"};
  for (size_t d = 0; d < 2; d++) {
    double r[UNKNOWNS];
    for (size_t n = 0; n <= ELEMENTS; n++) {
      r[2 * n] = d ? (double)n / ELEMENTS - 0.3 : 1;
      r[2 * n + 1] = d ? 1 : 0;
    }
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "parts:\n  beam: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1}\n"
                   "  hub: {kind: body, at: [0.5, 0], mass: 0.4, inertia: 0.02}\n"
                   "joints:\n  - {weld: [beam@0.5, hub]}\n  - {spring: beam.start, freedom: uy, stiffness: 300}\n"
                   "  - {spring: beam@2/3, freedom: uy, stiffness: 2000}\n  - {roller: beam.start, direction: x}\n"
                   "analysis:\n  frequencies: {count: 6}\n  effective_masses: {%s}\n",
                   motion[d]);
    solved s;
    solve_text(text, &s);
    for (size_t i = 0; i < 6; i++) {
      assert_close(s.result.mode[i].omega, sqrt(f.omega2[i]), 1e-6);
      assert_within(mass(&s, i, 0), fe_mass(&f, (const double(*)[UNKNOWNS])kept.M, i, r), 1e-5, 1e-9);
    }
    assert_near(s.result.effective->remainder, s.result.effective->independent, 1e-12);
    clear(&s);
  }
}

/* ---- the gallery ------------------------------------------------------------------------------------------------- */

static void check_file(const char *name, bool all_checked)
{
  char path[512];
  (void)snprintf(path, sizeof path, "%s/%s.yaml", HOLONOME_PROBLEMS, name);
  solved s = {.status = HOL_OK};
  assert_int_equal(hol_read_file(path, (hol_read_options){0}, &s.problem, &s.faults), HOL_OK);
  s.problem.analysis.effective = (hol_ground_motions){.is_asked = true, .is_all = true};
  solve(&s);
  assert_true(s.result.effective_count > 0);
  for (size_t d = 0; d < s.result.effective_count; d++) {
    const hol_effective_mass *e = &s.result.effective[d];
    bool is_unchecked = !all_checked && e->unit[HOL_RZ] == 1; /* a line that turns under an axial force */
    bool is_same = isnan(e->independent) ? is_unchecked : fabs(e->independent - e->remainder) <= 1e-10 * e->total;
    if (!is_same || !(e->remainder >= -1e-10 * e->total)) {
      fail_msg("%s: motion %zu of total %g: %.15g, without modes %.15g", name, d, e->total, e->remainder,
               e->independent);
    }
    for (size_t k = 0; k < 3 && e->unit[k] == 1; k++) {
      assert_close(e->total, s.result.mass, 1e-12);
    }
  }
  clear(&s);
}

static void test_gallery(void **state)
{
  (void)state;
  static const char *const name[] = {"bars/fixed-fixed",
                                     "bars/two-bars",
                                     "bars/truss",
                                     "bars/triple",
                                     "beams/clamped-pinned",
                                     "beams/cantilever-in-space",
                                     "beams/filled-pipe",
                                     "beams/rayleigh-cantilever",
                                     "beams/clamped-free-n4",
                                     "beams/tension",
                                     "discrete/engine-on-bushings",
                                     "extreme/graded-chain",
                                     "extreme/soft-tail",
                                     "frames/table",
                                     "frames/spokes",
                                     "matrices/bracket-clamped",
                                     "regular/hundred-spans",
                                     "rings/frame",
                                     "plates/disk-on-shaft",
                                     "variable/wedge"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    check_file(name[i], strcmp(name[i], "beams/tension") != 0);
  }
}

/** Of two roots too close to be told apart the vectors are not orthogonal: that is seen and said. */
static void test_disagreement(void **state)
{
  (void)state;
  solved s = {.status = HOL_OK};
  assert_int_equal(hol_read_file(HOLONOME_PROBLEMS "/extreme/twins.yaml", (hol_read_options){0}, &s.problem, &s.faults),
                   HOL_OK);
  s.problem.analysis.effective = (hol_ground_motions){.is_asked = true, .is_all = true};
  solve(&s);
  double apart =
      fabs(s.result.effective[0].independent - s.result.effective[0].remainder) / s.result.effective[0].total;
  assert_true(apart < 1e-6);
  assert_int_equal(s.result.complete, apart <= 1e-8);
  assert_int_equal(s.status, apart <= 1e-8 ? HOL_OK : HOL_INCOMPLETE);
  clear(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cantilever),  cmocka_unit_test(test_chain),
                                     cmocka_unit_test(test_held),        cmocka_unit_test(test_taper),
                                     cmocka_unit_test(test_elements),    cmocka_unit_test(test_gallery),
                                     cmocka_unit_test(test_disagreement)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
