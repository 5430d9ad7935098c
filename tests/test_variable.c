/* SPDX-License-Identifier: BSD-3-Clause */
/* Members that vary in whole structures: against the same structures described otherwise, and bounds against exact
 * ones. */
#include "close.h"
#include "holonome/holonome.h"
#include "holonome/solve.h"
#include "model_of.h"
#include "reading.h"

#include "compliance/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A problem solved. */
typedef struct solved {
  reading reading;
  hol_result result;
  hol_faults faults;
  hol_status status;
} solved;

static void solve(const char *text, solved *s)
{
  *s = (solved){0};
  assert_true(reading_of(text, &s->reading));
  s->status = hol_solve(&s->reading.problem, (hol_solve_options){0}, &s->result, &s->faults);
}

static void leave(solved *s)
{
  hol_result_clear(&s->result);
  hol_faults_clear(&s->faults);
  reading_clear(&s->reading);
}

/** Both texts have the same frequencies. */
static void compare(const char *a, const char *b, double rtol)
{
  solved x, y;
  solve(a, &x);
  solve(b, &y);
  assert_int_equal(x.status, HOL_OK);
  assert_int_equal(y.status, HOL_OK);
  assert_int_equal(x.result.mode_count, y.result.mode_count);
  assert_int_equal(x.result.rigid_modes, y.result.rigid_modes);
  for (size_t i = 0; i < x.result.mode_count; i++) {
    assert_close(x.result.mode[i].omega, y.result.mode[i].omega, rtol);
    assert_true(x.result.mode[i].lower <= x.result.mode[i].omega);
    assert_true(x.result.mode[i].omega <= x.result.mode[i].upper);
  }
  bool weighs = x.result.mass > 0; /* a shaft by itself does not */
  for (size_t k = 0; k < 3 && weighs; k++) {
    assert_close(x.result.mass, y.result.mass, 1e-12);
    assert_near(x.result.centre[k], y.result.centre[k], 1e-12);
  }
  for (size_t k = 0; k < 6 && weighs; k++) {
    assert_near(x.result.inertia[k], y.result.inertia[k], 1e-11);
  }
  leave(&x);
  leave(&y);
}

#define BODIES                                                                                                         \
  "  m: {kind: body, at: [0.3, 0, 0.1], mass: 0.4, inertia: [0.02, 0.03, 0.01]}\n"                                     \
  "joints:\n  - {weld: [b@0.3, m]}\n"                                                                                  \
  "  - {spring: b@0.8, direction: [0.3, 1, -0.4], stiffness: 300}\n"                                                   \
  "analysis: {frequencies: {count: 18}}\n"

static void test_uniform_beam_said_to_vary_is_the_same_in_space(void **state)
{
  (void)state;
  compare(
      "parts:\n  b: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EA: 300 + 0*xi, GJ: 2, EI_y: 1, EI_z: 3, line_mass: 1,"
      " polar_inertia: 0.01}\n" BODIES,
      "parts:\n  b: {kind: beam, from: [0, 0, 0], to: [1, 0, 0], EA: 300, GJ: 2, EI_y: 1, EI_z: 3, line_mass: 1,"
      " polar_inertia: 0.01}\n" BODIES,
      1e-12);
}

static void test_uniform_beam_of_every_theory_said_to_vary_is_the_same(void **state)
{
  (void)state;
  static const char *const theory[] = {"", "theory: rayleigh, ", "theory: timoshenko, "};
  static const char *const ends[] = {"free-free", "clamped-free", "pinned-guided", "clamped-clamped"};
  for (size_t t = 0; t < 3; t++) {
    for (size_t e = 0; e < 4; e++) {
      char text[2][600];
      for (int k = 0; k < 2; k++) {
        (void)snprintf(text[k], sizeof text[k],
                       "materials: {s: {E: 1000, density: 1, nu: 0.3}}\n"
                       "sections: {q: {shape: rectangle, width: 0.1, height: %s}}\n"
                       "parts:\n  b: {kind: beam, from: [0, 0], to: [1, 0.5], material: s, section: q, %sends: %s}\n"
                       "joints: [{spring: b@0.4, direction: [1, 2], stiffness: 3}]\n"
                       "analysis: {frequencies: {count: 9}}\n",
                       k ? "0.2" : "0.2 + 0*xi", theory[t], ends[e]);
      }
      compare(text[0], text[1], 1e-11);
    }
  }
}

static void test_pieces_are_members_welded(void **state)
{
  (void)state;
  compare("parameters: {E: 50}\n"
          "parts:\n  b: {kind: beam, length: 2, EA: 30*E, line_mass: 1 + xi, EI: E,\n"
          "      pieces: [{to: 0.25, EI: E*(2 - 4*xi)}, {to: 1.2 m, axial_force: 10*xi}, {line_mass: 3, EA: 20*E}]}\n"
          "joints: [{pin: b.start}, {fix: b@0.7}]\nanalysis: {frequencies: {count: 12}}\n",
          "parameters: {E: 50}\n"
          "parts:\n  a: {kind: beam, from: [0, 0], to: [0.5, 0], EA: 30*E, line_mass: 1 + xi/4, EI: E*(2 - xi)}\n"
          "  b: {kind: beam, from: [0.5, 0], to: [1.2, 0], EA: 30*E, line_mass: 1.25 + 0.35*xi, EI: E,\n"
          "      axial_force: 2.5 + 3.5*xi}\n"
          "  c: {kind: beam, from: [1.2, 0], to: [2, 0], EA: 20*E, line_mass: 3, EI: E}\n"
          "joints: [{pin: a.start}, {weld: [a.end, b.start]}, {weld: [b.end, c.start]}, {fix: c@0.25}]\n"
          "analysis: {frequencies: {count: 12}}\n",
          1e-11);
}

static void test_member_may_be_run_through_from_either_end(void **state)
{
  (void)state;
  compare("parts:\n  b: {kind: beam, length: 1, EI: (1 - xi)^4 + 0.01, line_mass: exp(-3*xi), kGA: 20, rotary_inertia: "
          "0.01*xi}\n"
          "joints: [{fix: b.start}, {spring: b@0.6, freedom: uy, stiffness: 4}]\n"
          "freedoms: [uy, rz]\nanalysis: {frequencies: {below: 200}}\n",
          "parts:\n  b: {kind: beam, from: [1, 0], to: [0, 0], EI: xi^4 + 0.01, line_mass: exp(3*xi - 3), kGA: 20,\n"
          "      rotary_inertia: 0.01*(1 - xi)}\n"
          "joints: [{fix: b.end}, {spring: b@0.4, freedom: uy, stiffness: 4}]\n"
          "freedoms: [uy, rz]\nanalysis: {frequencies: {below: 200}}\n",
          1e-11);
}

static void test_axial_and_torsional_motions_may_vary_too(void **state)
{
  (void)state;
  compare(
      "parts:\n  b: {kind: shaft, from: [0, 0, 0], to: [2, 0, 0], GJ: 3*(1 + xi)^2, polar_inertia: (1 + xi)^2}\n"
      "joints: [{fix: b.start}]\nfreedoms: [rx]\nanalysis: {frequencies: {from: 1, to: 40}}\n",
      "parts:\n  b: {kind: bar, length: 2, EA: 3*(1 + xi)^2, line_mass: (1 + xi)^2}\n"
      "  rest: {kind: body, at: [0, 0]}\n"
      "joints: [{weld: [b.start, rest]}, {fix: rest}]\nfreedoms: [ux]\nanalysis: {frequencies: {from: 1, to: 40}}\n",
      1e-12);
}

static void test_many_modes_reach_as_far_as_asked(void **state)
{
  (void)state;
  solved s;
  solve("parts:\n  b: {kind: beam, length: 1, EI: (1 - xi)^3, line_mass: 1 - xi}\n"
        "freedoms: [uy, rz]\njoints: [{fix: b.start}]\nanalysis: {frequencies: {count: 40}}\n",
        &s);
  assert_int_equal(s.status, HOL_OK);
  assert_int_equal(s.result.mode_count, 40);
  assert_close(s.result.mode[39].omega, 4046.9656723084657, 1e-12); /* root of Bessel functions */
  leave(&s);
}

/** Bounds of N modes hold what is exact, and close in with the order of the residual flexibility. */
static void test_bounds_hold_the_exact_frequencies(void **state)
{
  (void)state;
  static const char *const compliance[] = {"exact", "{modes: 3}", "{modes: 3, order: 4}", "{tolerance: 1e-9}"};
  double exact[4], width[4] = {0};
  for (size_t c = 0; c < 4; c++) {
    char text[700];
    (void)snprintf(
        text, sizeof text,
        "parts:\n  b: {kind: beam, length: 1, EI: (1 - 0.7*xi)^3, line_mass: 1 - 0.7*xi, kGA: 40*(1 - 0.7*xi),\n"
        "      axial_force: 0.2*(1 - xi), foundation: 3*xi}\n  m: {kind: body, at: [0.5, 0], mass: 0.5, inertia: 0.1}\n"
        "freedoms: [uy, rz]\njoints: [{fix: b.start}, {weld: [b@0.5, m]}]\n"
        "analysis: {frequencies: {count: 3}, compliance: %s}\n",
        compliance[c]);
    solved s;
    solve(text, &s);
    assert_true(s.status == HOL_OK || (s.status == HOL_INCOMPLETE && c == 1));
    for (size_t i = 0; i < 3; i++) {
      const hol_mode *mode = &s.result.mode[i];
      exact[i] = c ? exact[i] : mode->omega;
      assert_true(!(mode->lower > exact[i] * (1 + 1e-13)));
      assert_true(exact[i] * (1 - 1e-13) <= mode->upper);
      width[c] = fmax(width[c], (mode->upper - mode->lower) / mode->omega);
    }
    leave(&s);
  }
  assert_true(width[0] < 1e-11);
  assert_true(width[2] < 0.1 * width[1]);
  assert_true(width[3] < 1e-9);
}

static void test_shape_is_that_of_the_uniform_member(void **state)
{
  (void)state;
  static const char *const text =
      "parts:\n  b: {kind: beam, length: 1, EI: 1%s, line_mass: 1}\n  m: {kind: body, at: [0.4, 0], mass: 2}\n"
      "freedoms: [uy, rz]\njoints: [{fix: b.start}, {hinge: [b@0.4, m]}, {spring: b.end, freedom: uy,"
      " stiffness: 30}]\nanalysis: {frequencies: {count: 4}}\n";
  char own[500], uniform[500];
  (void)snprintf(own, sizeof own, text, " + 0*xi");
  (void)snprintf(uniform, sizeof uniform, text, "");
  solved x, y;
  solve(own, &x);
  solve(uniform, &y);
  for (size_t i = 0; i < 4; i++) {
    const hol_mode *a = &x.result.mode[i], *b = &y.result.mode[i];
    assert_close(a->modal_mass, b->modal_mass, 1e-9);
    assert_all_close(a->energy, b->energy, 2, 1e-10, 1e-12);
    assert_all_close(a->shape[0].value[HOL_UY], b->shape[0].value[HOL_UY], 21, 0, 1e-10);
    assert_all_close(a->shape[0].value[HOL_RZ], b->shape[0].value[HOL_RZ], 21, 0, 1e-9);
    for (size_t j = 0; j < 3; j++) {
      for (size_t k = 0; k < hol_reaction_of(&x.result, a, j).count; k++) {
        assert_near(hol_reaction_of(&x.result, a, j).value[k] / (a->omega * a->omega),
                    hol_reaction_of(&y.result, b, j).value[k] / (a->omega * a->omega), 1e-10);
      }
    }
  }
  leave(&x);
  leave(&y);
}

static void test_mass_of_a_wedge_has_its_centre_at_a_third(void **state)
{
  (void)state;
  solved s;
  solve("parts:\n  b: {kind: beam, from: [0, 0], to: [0, 3], EI: (1 - xi)^3, line_mass: 2*(1 - xi)}\n"
        "joints: [{fix: b.start}]\nanalysis: {frequencies: {count: 1}}\n",
        &s);
  assert_int_equal(s.status, HOL_OK);
  assert_close(s.result.mass, 3, 1e-14);
  assert_close(s.result.centre[1], 1, 1e-14);
  assert_close(s.result.inertia[2], 1.5, 1e-13); /* m l²/18 */
  leave(&s);
}

/** Without mass, so that its stiffness may not vary. */
#define MASSLESS(EI)                                                                                                   \
  "parts:\n  b: {kind: beam, length: 1, EI: " EI                                                                       \
  ", line_mass: 0}\n  m: {kind: body, mass: 1, inertia: 1, at: [1, 0]}\n"                                              \
  "freedoms: [uy, rz]\njoints: [{fix: b.start}, {weld: [b.end, m]}]\n"

/** Compressed close to the shear stiffness, to 0.99 and 0.998 of it, motions grow; as the uniform member. */
static void test_compressed_close_to_the_shear_stiffness(void **state)
{
  (void)state;
  static const char *const force[] = {"-9", "-9.9", "-9.98"};
  for (size_t i = 0; i < sizeof force / sizeof *force; i++) {
    char text[2][300];
    solved s[2];
    for (int k = 0; k < 2; k++) {
      (void)snprintf(
          text[k], sizeof text[k],
          "parts:\n  b: {kind: beam, length: 0.3, EI: 5, line_mass: 1, kGA: 10, axial_force: %s%s}\n"
          "freedoms: [uy, rz]\njoints: [{pin: b.start}, {pin: b.end}]\nanalysis: {frequencies: {count: 4}}\n",
          force[i], k ? "+0*xi" : "");
      solve(text[k], &s[k]);
    }
    assert_int_equal(s[1].status, s[0].status);
    assert_int_equal(s[1].result.growing, s[0].result.growing);
    for (size_t n = 0; n < 4; n++) {
      assert_close(s[1].result.mode[n].omega, s[0].result.mode[n].omega, 1e-12);
      assert_close(s[1].result.mode[n].growth, s[0].result.mode[n].growth, 1e-12);
    }
    leave(&s[0]);
    leave(&s[1]);
  }
}

#define LIGHT_AND_COMPRESSED                                                                                           \
  "parts:\n  b: {kind: beam, length: 1, EI: 1, line_mass: \"xi > 0.7 ? 1 : 0\", axial_force: -100}\n"                  \
  "freedoms: [uy, rz]\nanalysis: {frequencies: {count: 2}, compliance: "

/** Compressed beyond what it bears where it has no mass, it buckles at once: its component modes cannot be computed,
 *  exact compliances count what grows, as of two members. */
static void test_massless_compressed_pieces_grow_at_once(void **state)
{
  (void)state;
  solved s, two;
  solve(LIGHT_AND_COMPRESSED "{modes: 4}}\n", &s);
  assert_int_equal(s.status, HOL_INVALID);
  assert_non_null(strstr(s.faults.item[0].message, "what its axial force makes grow has too little mass"));
  leave(&s);
  solve(LIGHT_AND_COMPRESSED "exact}\n", &s);
  solve("parts:\n  b: {kind: beam, from: [0, 0], to: [0.7, 0], EI: 1, line_mass: 0, axial_force: -100}\n"
        "  c: {kind: beam, from: [0.7, 0], to: [1, 0], EI: 1, line_mass: 1, axial_force: -100}\nfreedoms: [uy, rz]\n"
        "joints: [{weld: [b.end, c.start]}]\nanalysis: {frequencies: {count: 2}}\n",
        &two);
  assert_int_equal(s.status, HOL_INCOMPLETE);
  assert_int_equal(two.status, HOL_INCOMPLETE);
  assert_int_equal(s.result.growing, two.result.growing);
  assert_true(s.result.growing > 0);
  leave(&s);
  leave(&two);
}

static void test_impossible_members_are_faults(void **state)
{
  (void)state;
  static const struct {
    const char *text, *fault;
  } row[] = {
      {"parts:\n  b: {kind: beam, length: 1, EI: (1 - xi)^3, line_mass: 1 - xi}\n  m: {kind: body, at: [1, 0], mass: "
       "1}\n"
       "freedoms: [uy, rz]\njoints: [{fix: b.start}, {hinge: [b.end, m]}]\n",
       "sharp tip, where a force"},
      {"parts:\n  b: {kind: beam, length: 1, EI: 1 - xi, line_mass: 1 - xi}\n"
       "freedoms: [uy, rz]\njoints: [{pin: b.start}, {spring: b.end, freedom: rz, stiffness: 1}]\n",
       "sharp tip, where a moment"},
      {"parts:\n  b: {kind: bar, length: 1, EA: xi, line_mass: 1, ends: clamped-free}\nfreedoms: [ux]\njoints: []\n",
       "sharp tip, where a force"},
      {"parts:\n  b: {kind: beam, length: 1, EI: 2 - xi, line_mass: 0}\nfreedoms: [uy, rz]\njoints: [{fix: b.start}]\n",
       "no mass in bending"},
      {MASSLESS("\"1+exp(-((xi-0.3137)/1e-4)^2)\""), "no mass in bending"},
      {MASSLESS("\"xi < 0.7 && xi > 0.6999 ? 1e-4 : 1\""), "no mass in bending"},
      {"parts:\n  b: {kind: beam, length: 1, EI: \"1-exp(-((xi-0.3137)/1e-4)^2)\", line_mass: 1}\nfreedoms: [uy, rz]\n",
       "no bending stiffness at xi = 0.3137, between"},
      {"parts:\n  b: {kind: beam, length: 1, EI: 1, line_mass: 1/sqrt(xi)}\nfreedoms: [uy, rz]\n",
       "line_mass of `b` has no bound at xi = 0"},
      {"parts:\n  b: {kind: beam, length: 1, EI: 1, line_mass: \"2+sin(1/(xi-0.3137))\"}\nfreedoms: [uy, rz]\n",
       "changes faster than can be followed at xi = 0.313"},
      {"materials: {m: {E: 1, density: 1, nu: 0.3}}\nsections: {s: {shape: tube, diameter: 1 - xi/2, inner_diameter: "
       "0.6}}\n"
       "parts:\n  b: {kind: beam, length: 1, material: m, section: s}\nfreedoms: [uy, rz]\njoints: [{fix: b.start}]\n",
       "impossible at xi"},
      {"parts:\n  b: {kind: beam, length: 1, line_mass: 1, pieces: [{to: 0.5, EI: 1}, {}]}\nfreedoms: [uy, rz]\n"
       "joints: [{fix: b.start}]\n",
       "needs EI"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char text[700];
    (void)snprintf(text, sizeof text, "%sanalysis: {frequencies: {count: 2}}\n", row[i].text);
    solved s;
    solve(text, &s);
    assert_int_equal(s.status, HOL_INVALID);
    assert_true(s.faults.count >= 1);
    assert_true(s.faults.item[0].place.line > 0);
    if (!strstr(s.faults.item[0].message, row[i].fault)) {
      fail_msg("row %zu: %s", i, s.faults.item[0].message);
    }
    leave(&s);
  }
}

/** What is added all along, in one piece, or to a member without mass of its own, moves as if it were the member's. */
static void test_added_mass_is_mass(void **state)
{
  static const char *const pair[][2] = {
      {"line_mass: 1, added_mass: 1 + 2*xi kg/m", "line_mass: 2 + 2*xi kg/m"},
      {"line_mass: 1, pieces: [{to: 0.4, added_mass: 3}, {}]", "line_mass: 1, pieces: [{to: 0.4, line_mass: 4}, {}]"},
      {"line_mass: 1 + xi kg/m, added_mass: 2", "line_mass: 3 + xi kg/m"},
      {"line_mass: 0, added_mass: 2", "line_mass: 2"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
    char text[2][400];
    for (size_t k = 0; k < 2; k++) {
      (void)snprintf(text[k], sizeof text[k],
                     "parts:\n  b: {kind: beam, from: [0, 0], to: [2, 0], EI: 1000, EA: 1e6, %s}\n"
                     "joints: [{fix: b.start}]\nanalysis: {frequencies: {count: 6}}\n",
                     pair[i][k]);
    }
    compare(text[0], text[1], 1e-12);
  }
}

/* ---- what samples do not see ---- */

#define CLAMPED(properties) "parts:\n  b: {kind: beam, length: 1, " properties "}\nfreedoms: [uy, rz]\n"
#define LOWEST "analysis: {frequencies: {count: 4}}\n"

/** A heavy needle of a width far below the distance of samples: against Hermite elements graded about it, in double
 *  precision. */
static void test_needles_between_samples_are_found(void **state)
{
  (void)state;
  static const double omega[] = {3.2565034532, 12.3066482, 43.2033545, 114.8822366};
  solved s;
  solve(CLAMPED("EI: 1, line_mass: \"1+exp(-((xi-0.3137)/1e-4)^2)/1e-4\"") "joints: [{fix: b.start}]\n" LOWEST, &s);
  assert_int_equal(s.status, HOL_OK);
  for (size_t i = 0; i < 4; i++) {
    assert_close(s.result.mode[i].omega, omega[i], i ? 4e-7 : 1e-8);
  }
  assert_close(s.result.mass, 1 + sqrt(3.14159265358979323846), 1e-12);
  leave(&s);
}

/** The narrower, the more like a body: the rest is of the order of the width squared. */
static void test_narrow_needle_is_a_body(void **state)
{
  (void)state;
  solved needle, body;
  solve(CLAMPED("EI: 1, line_mass: \"1+exp(-((xi-0.5)/1e-5)^2)/1e-5\"") "joints: [{fix: b.start}]\n" LOWEST, &needle);
  solve("freedoms: [uy, rz]\nparts:\n  b: {kind: beam, length: 1, EI: 1, line_mass: 1}\n"
        "  m: {kind: body, at: [0.5, 0], mass: 1.7724538509055160}\njoints: [{fix: b.start}, {weld: [b@0.5, "
        "m]}]\n" LOWEST,
        &body);
  assert_int_equal(needle.status, HOL_OK);
  assert_int_equal(body.status, HOL_OK);
  for (size_t i = 0; i < 4; i++) {
    assert_close(needle.result.mode[i].omega, body.result.mode[i].omega, 1e-6);
  }
  leave(&needle);
  leave(&body);
}

/** A segment between two places is that piece, however short, in mass and in stiffness. */
static void test_steps_of_expressions_are_cut_exactly(void **state)
{
  (void)state;
  compare(
      CLAMPED("EI: 1, line_mass: \"xi > 0.3137 && xi < 0.31371 ? 1e5 : 1\"") "joints: [{fix: b.start}]\n" LOWEST,
      CLAMPED(
          "EI: 1, line_mass: 1, pieces: [{to: 0.3137}, {to: 0.31371, line_mass: 1e5}, {to: 1}]") "joints: [{fix: "
                                                                                                 "b.start}]\n" LOWEST,
      1e-11);
  compare(CLAMPED("EI: \"xi < 0.7 && xi > 0.6999 ? 1e-4 : 1\", line_mass: 1") "joints: [{fix: b.start}]\n" LOWEST,
          CLAMPED("EI: 1, line_mass: 1, pieces: [{to: 0.6999}, {to: 0.7, EI: 1e-4}, {to: 1}]") "joints: [{fix: "
                                                                                               "b.start}]\n" LOWEST,
          1e-11);
}

/** Tails of a peak on nothing need not be right to their last digit: against component modes of the cantilever, 100 and
 *  200 of them, in double precision with quadrature graded about the peak. */
static void test_peaks_on_nothing_are_found(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double omega[4];
  } row[] = {
      {CLAMPED(
           "EI: 1, line_mass: 1, foundation: \"1e4*exp(-((xi-0.3137)/1e-2)^2)\"") "joints: [{fix: b.start}]\n" LOWEST,
       {4.71152042428, 26.0740977767, 64.96526906, 121.262215144}},
      {CLAMPED("EI: 1, line_mass: 1, axial_force: \"exp(-((xi-0.3137)/1e-3)^2)\"") "joints: [{fix: b.start}]\n" LOWEST,
       {3.51677096203, 22.0350923182, 61.6972622043, 120.903386640}},
      {CLAMPED("EI: 1, line_mass: 1, foundation: exp(-((xi-0.3137)/1e-3)^2)") "joints: [{fix: b.start}]\n" LOWEST,
       {3.516037398871, 22.03454082107, 61.69724652233, 120.9019194561}},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    solved s;
    solve(row[i].text, &s);
    assert_int_equal(s.status, HOL_OK);
    for (size_t k = 0; k < 4; k++) {
      assert_close(s.result.mode[k].omega, row[i].omega[k], 1e-9);
    }
    leave(&s);
  }
}

/** What hardly resists a motion beside the stiffness of the rest: component modes 1e-7 to 1e-16 as fast as the others,
 *  and all the others are as good as without it. Uniform members have closed forms; a peak is again against component
 *  modes of the cantilever. */
static void test_faint_foundations_leave_the_rest_right(void **state)
{
  (void)state;
  static const char *const faint[] = {"1e-4", "1e-6", "1e-8", "1e-10"};
  static const double peak[] = {3.51601527123938, 22.0344915695191, 61.6972144161169, 120.901916052973};
  for (size_t i = 0; i < sizeof faint / sizeof *faint; i++) {
    char varies[300], uniform[300];
    (void)snprintf(varies, sizeof varies,
                   CLAMPED("EI: 1, line_mass: 1, foundation: %s+0*xi") "joints: [{fix: b.start}]\n" LOWEST, faint[i]);
    (void)snprintf(uniform, sizeof uniform,
                   CLAMPED("EI: 1, line_mass: 1, foundation: %s") "joints: [{fix: b.start}]\n" LOWEST, faint[i]);
    compare(varies, uniform, 1e-12);
  }
  solved s;
  solve(CLAMPED("EI: 1, line_mass: 1, foundation: 1e-6*exp(-((xi-0.3137)/1e-1)^2)") "joints: [{fix: b.start}]\n" LOWEST,
        &s);
  assert_int_equal(s.status, HOL_OK);
  for (size_t i = 0; i < 4; i++) {
    assert_close(s.result.mode[i].omega, peak[i], 1e-12);
    assert_true(s.result.mode[i].lower <= peak[i] * (1 + 1e-14));
    assert_true(peak[i] * (1 - 1e-14) <= s.result.mode[i].upper);
  }
  leave(&s);
}

/** What would be lost beside the rest of its component modes is named; exact compliances lose nothing by it. */
static void test_foundations_beyond_numbers_are_named(void **state)
{
  (void)state;
  static const char *const what[] = {"foundation: 1e-14+0*xi", "foundation: 1e-18+0*xi", "axial_force: 1e-14*xi"};
  for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
    char text[300];
    (void)snprintf(text, sizeof text,
                   CLAMPED("EI: 1, line_mass: 1, %s") "joints: [{fix: b.start}]\n"
                                                      "analysis: {frequencies: {count: 4}, compliance: {modes: 8}}\n",
                   what[i]);
    solved s;
    solve(text, &s);
    assert_int_equal(s.status, HOL_INVALID);
    assert_int_equal(s.faults.item[0].place.line, 2);
    assert_non_null(
        strstr(s.faults.item[0].message, i < 2 ? "the foundation of `b` is 1e" : "the axial force of `b` is 1e"));
    leave(&s);
    (void)snprintf(text, sizeof text, CLAMPED("EI: 1, line_mass: 1, %s") "joints: [{fix: b.start}]\n" LOWEST, what[i]);
    compare(text, CLAMPED("EI: 1, line_mass: 1") "joints: [{fix: b.start}]\n" LOWEST, 1e-12);
  }
}

/** A mass that comes to nothing at an end with all its derivatives, and one that is written with a quotient: as smooth
 *  as any. */
static void test_flat_ends_are_smooth(void **state)
{
  (void)state;
  compare(CLAMPED("EI: 1, line_mass: exp(-1/xi)") "joints: [{fix: b.start}]\n" LOWEST,
          CLAMPED("EI: 1, line_mass: \"xi < 0.01 ? 0 : exp(-1/max(xi, 0.001))\"") "joints: [{fix: b.start}]\n" LOWEST,
          1e-11);
}

/** What changes within less than numbers can say is refused, not left out. */
static void test_needles_beyond_numbers_are_refused(void **state)
{
  (void)state;
  static const char *const width[] = {"1e-14", "1e-300"};
  for (size_t i = 0; i < 2; i++) {
    char text[400];
    (void)snprintf(text, sizeof text, CLAMPED("EI: 1, line_mass: \"1+exp(-((xi-0.3137)/%s)^2)/%s\"") LOWEST, width[i],
                   width[i]);
    solved s;
    solve(text, &s);
    assert_int_equal(s.status, HOL_INVALID);
    assert_non_null(strstr(s.faults.item[0].message, "faster than can be followed"));
    leave(&s);
  }
}

/* ---- members alike are computed once ---- */

/** A chain of five members, bending only; `EI` is that of the even ones. */
static void write_chain(char *text, size_t size, const char *EI, const char *compliance)
{
  (void)snprintf(text, size,
                 "freedoms: [uy, rz]\n"
                 "parameters: {a: 0.5}\n"
                 "parts:\n"
                 "  c:\n"
                 "    repeat: {n: 5, step: [2, 0], ends: open}\n"
                 "    parts:\n"
                 "      b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1 + a*xi, line_mass: 1}\n"
                 "      d: {kind: beam, from: [1, 0], to: [2, 0], EI: %s, line_mass: 1}\n"
                 "    joints:\n"
                 "      - {weld: [b.end, d.start]}\n"
                 "      - {weld: [d.end, c.next.b.start]}\n"
                 "joints: [{fix: c.1.b.start}, {spring: c.5.d.end, direction: [0, 1], stiffness: 3},\n"
                 "         {spring: c.5.d.end, freedom: rz, stiffness: 3}]\n"
                 "analysis: {frequencies: {count: 8}, compliance: %s}\n",
                 EI, compliance);
}

/** Members computed for a chain. */
static size_t computed_of(const char *EI, const char *compliance)
{
  char text[1000];
  reading r = {0};
  hol_model model = {0};
  hol_system system = {0};
  size_t count = 0;
  write_chain(text, sizeof text, EI, compliance);
  assert_true(reading_of(text, &r));
  assert_int_equal(model_of(&r.problem, &model), HOL_OK);
  assert_int_equal(hol_system_build(&model, r.problem.analysis.modes, 1, HOL_BOUND_UPPER, &system), HOL_OK);
  assert_int_equal(system.modal_count, 10);
  for (size_t i = 0; i < system.modal_count; i++) {
    count += !system.modal[i].is_borrowed;
  }
  hol_system_clear(&system);
  hol_model_clear(&model);
  reading_clear(&r);
  return count;
}

static void test_members_alike_are_computed_once(void **state)
{
  (void)state;
  static const char *const compliance[] = {"{modes: 4}", "reactions", "{reactions: separate}"};
  for (size_t i = 0; i < sizeof compliance / sizeof *compliance; i++) {
    assert_int_equal(computed_of("1 + a*xi", compliance[i]), 1);
    assert_int_equal(computed_of("1 + xi*a", compliance[i]), 2);         /* the same in other words */
    assert_int_equal(computed_of("1 + a*xi*index", compliance[i]), 6);   /* the same words for other numbers */
    assert_int_equal(computed_of("1 + a*xi MN mm^2", compliance[i]), 2); /* and with another unit */
  }
}

static void test_members_computed_once_have_the_frequencies_of_each_by_itself(void **state)
{
  (void)state;
  static const char *const compliance[] = {"exact", "{modes: 4}"};
  for (size_t i = 0; i < sizeof compliance / sizeof *compliance; i++) {
    char once[1000], apart[1000];
    write_chain(once, sizeof once, "1 + a*xi", compliance[i]);
    write_chain(apart, sizeof apart, "1 + (a + 0*index)*xi", compliance[i]);
    compare(once, apart, 1e-12);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_needles_between_samples_are_found),
      cmocka_unit_test(test_narrow_needle_is_a_body),
      cmocka_unit_test(test_steps_of_expressions_are_cut_exactly),
      cmocka_unit_test(test_needles_beyond_numbers_are_refused),
      cmocka_unit_test(test_peaks_on_nothing_are_found),
      cmocka_unit_test(test_flat_ends_are_smooth),
      cmocka_unit_test(test_faint_foundations_leave_the_rest_right),
      cmocka_unit_test(test_foundations_beyond_numbers_are_named),
      cmocka_unit_test(test_uniform_beam_said_to_vary_is_the_same_in_space),
      cmocka_unit_test(test_uniform_beam_of_every_theory_said_to_vary_is_the_same),
      cmocka_unit_test(test_pieces_are_members_welded),
      cmocka_unit_test(test_member_may_be_run_through_from_either_end),
      cmocka_unit_test(test_axial_and_torsional_motions_may_vary_too),
      cmocka_unit_test(test_many_modes_reach_as_far_as_asked),
      cmocka_unit_test(test_bounds_hold_the_exact_frequencies),
      cmocka_unit_test(test_shape_is_that_of_the_uniform_member),
      cmocka_unit_test(test_mass_of_a_wedge_has_its_centre_at_a_third),
      cmocka_unit_test(test_added_mass_is_mass),
      cmocka_unit_test(test_compressed_close_to_the_shear_stiffness),
      cmocka_unit_test(test_massless_compressed_pieces_grow_at_once),
      cmocka_unit_test(test_impossible_members_are_faults),
      cmocka_unit_test(test_members_alike_are_computed_once),
      cmocka_unit_test(test_members_computed_once_have_the_frequencies_of_each_by_itself),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
