/* SPDX-License-Identifier: BSD-3-Clause */
/* Small motions about rest and about steady motions, against closed forms, published eigenvalues and matrices made in
   another way. */
#include "close.h"

#include "holonome/holonome.h"
#include "motion/linearise_analysis.h"
#include "motion/result.h"
#include "motion/run.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A text that is read and linearised. */
typedef struct run {
  hol_problem problem;
  hol_faults faults;
  hol_linearise_found found;
  hol_status status;
} run;

static void find(const char *text, run *r)
{
  const hol_comm comm = hol_comm_serial();
  *r = (run){.status = HOL_OK};
  r->status = hol_read(text, strlen(text), (hol_read_options){0}, &r->problem, &r->faults);
  if (r->status == HOL_OK) {
    const hol_study study = {.file = "text", .problem = &r->problem, .comm = &comm};
    r->status = hol_linearise_row.run(&study, (hol_watch){.context = NULL}, &r->found, &r->faults);
  }
}

static void clear(run *r)
{
  hol_linearise_row.clear(&r->found);
  hol_faults_clear(&r->faults);
  hol_problem_clear(&r->problem);
}

static const hol_linearised *solved(const char *text, run *r)
{
  find(text, r);
  for (size_t i = 0; i < r->faults.count; i++) {
    print_error("%s\n", r->faults.item[i].message);
  }
  assert_int_equal(r->status, HOL_OK);
  assert_true(r->found.result.complete);
  return &r->found.result;
}

/** A file of the gallery with one parameter changed. */
static const char *file_with(const char *name, const char *parameter, double value)
{
  static char text[16384], changed[16512];
  char path[512], key[64];
  snprintf(path, sizeof path, "%s/motion/%s.yaml", HOLONOME_PROBLEMS, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t size = fread(text, 1, sizeof text - 1, file);
  text[size] = '\0';
  fclose(file);
  snprintf(key, sizeof key, "\n  %s: ", parameter);
  char *at = strstr(text, key);
  assert_non_null(at);
  at += strlen(key);
  char *rest = strchr(at, ' '); /* behind the number */
  assert_non_null(rest);
  snprintf(changed, sizeof changed, "%.*s%.17g%s", (int)(at - text), text, value, rest);
  char *expect = strstr(changed, "\nexpect:");
  if (expect) {
    expect[1] = '\0';
  }
  return changed;
}

static void assert_root(const hol_linearise_root *root, double real, double imaginary, double rtol)
{
  assert_within(root->real, real, 0, rtol * hypot(real, imaginary));
  assert_within(root->imaginary, imaginary, 0, rtol * hypot(real, imaginary));
  assert_true(hypot(root->real - real, root->imaginary - imaginary) <=
              root->error + 4e-14 * hypot(real, imaginary)); /* digits of the literals */
}

static double square_of(const hol_linearise_root *root)
{
  return root->real * root->real - root->imaginary * root->imaginary;
}

/* ---- steady motions ---------------------------------------------------------------------------------------------- */

/** Meijaard, Papadopoulos, Ruina, Schwab (2007), table 2, at 5 m/s. */
static void test_bicycle(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l = solved(file_with("bicycle", "v", 5), &r);
  assert_int_equal(l->dimension, 10);
  assert_int_equal(l->by_symmetry + l->by_family, 6);
  assert_int_equal(l->by_symmetry, 4);
  assert_int_equal(l->roots, 3);
  assert_root(&l->root[0], -0.322866429004087, 0, 1e-12);
  assert_root(&l->root[1], -0.775341882195845, 4.46486771378823, 1e-13);
  assert_root(&l->root[2], -14.0783896927982, 0, 1e-13);
  assert_int_equal(l->stability, HOL_STABILITY_STABLE);
  assert_true(l->residual < 1e-12);
  clear(&r);
}

/** Real part of the weave motion, or the smallest real eigenvalue. */
static double growth_at(double v, bool oscillates)
{
  run r;
  const hol_linearised *l = solved(file_with("bicycle", "v", v), &r);
  double value = NAN;
  for (size_t i = 0; i < l->roots && isnan(value); i++) {
    value = oscillates == (l->root[i].imaginary > 0) ? l->root[i].real : (double)NAN;
  }
  clear(&r);
  return value;
}

/** The speed at which growth vanishes, by the cubic through four points next to it. */
static double crossing(double near, bool oscillates)
{
  double v[4], f[4], sum = 0;
  for (int i = 0; i < 4; i++) {
    v[i] = near + 0.001 * (2 * i - 3);
    f[i] = growth_at(v[i], oscillates);
  }
  assert_true(f[1] * f[2] < 0);
  for (int i = 0; i < 4; i++) {
    double term = v[i];
    for (int j = 0; j < 4; j++) {
      term *= j == i ? 1 : f[j] / (f[j] - f[i]);
    }
    sum += term;
  }
  return sum;
}

static void test_bicycle_speeds(void **state)
{
  (void)state;
  assert_close(crossing(4.2925, true), 4.29238253634111, 1e-13);
  assert_close(crossing(6.0240, false), 6.02426201538837, 1e-12);
}

/** A s^2 - i B W s - m g a = 0. */
static void test_heavy_ball(void **state)
{
  (void)state;
  static const double A = 0.009 + 2 * 0.13 * 0.13, B = 0.0075 + 2 * 0.1 * 0.13, C = 2 * 9.81 * 0.03;
  double squared[2];
  static const double spin[3] = {4.737914359651731, 8, 20};
  for (size_t k = 0; k < 3; k++) {
    run r;
    const hol_linearised *l = solved(file_with("heavy-ball", "W", spin[k]), &r);
    double half = B * spin[k] / (2 * A), inside = C / A - half * half;
    assert_int_equal(l->by_symmetry, 3);
    assert_int_equal(l->by_family, 1);
    assert_int_equal(l->dimension, 8);
    assert_int_equal(l->roots, 2);
    if (inside > 0) {
      assert_root(&l->root[l->root[0].real > 0 ? 0 : 1], sqrt(inside), half, 1e-13);
      assert_root(&l->root[l->root[0].real > 0 ? 1 : 0], -sqrt(inside), half, 1e-13);
      assert_int_equal(l->stability, HOL_STABILITY_UNSTABLE);
      squared[k] = l->root[0].real * l->root[0].real;
    } else {
      assert_root(&l->root[0], 0, half - sqrt(-inside), 1e-12);
      assert_root(&l->root[1], 0, half + sqrt(-inside), 1e-13);
      assert_int_equal(l->stability, HOL_STABILITY_UNDECIDED);
    }
    clear(&r);
  }
  assert_close(B * spin[0] / (2 * A), 1.8542071384151, 1e-13);
  double slope = (squared[1] - squared[0]) / (spin[1] * spin[1] - spin[0] * spin[0]);
  assert_close(sqrt(spin[0] * spin[0] - squared[0] / slope), 9.475828719303461, 1e-12);
}

/** s^2 = (4/5)(g/r)(1 - W^2/Wc^2), Wc^2 = g/(3 r). */
static void test_upright_disk(void **state)
{
  (void)state;
  static const double spin[] = {0, 1, 2.4, 2.7, 4, 30};
  for (size_t k = 0; k < sizeof spin / sizeof *spin; k++) {
    run r;
    const hol_linearised *l = solved(file_with("disk-upright", "W", spin[k]), &r);
    double square = 0.8 * 9.81 / 0.5 * (1 - spin[k] * spin[k] * 3 * 0.5 / 9.81);
    assert_true(l->roots >= 1);
    assert_close(square_of(&l->root[l->roots - 1]), square, 1e-12);
    assert_int_equal(l->stability, square > 0 ? HOL_STABILITY_UNSTABLE : HOL_STABILITY_UNDECIDED);
    assert_int_equal(l->by_symmetry, 3);
    assert_int_equal(l->dimension, 8);
    clear(&r);
  }
}

/** A blade held by springs, at rest: rows of velocities take directions away, and coordinates not. M x'' + k x = 0
 *  along it, J a'' + q a = 0; across it it may stand anywhere: one zero. */
static void test_rest_on_a_blade(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l =
      solved("motion:\n  coordinates: {x: {start: 0}, y: {start: 0}, a: {start: 0}}\n"
             "  kinetic: 2/2*(x'^2 + y'^2) + 3/2*a'^2\n  potential: 8/2*x^2 + 27/2*a^2\n"
             "  constraints: {blade: -x'*sin(a) + y'*cos(a) = 0}\nanalysis: {linearise: {at: equilibrium}}\n",
             &r);
  assert_false(l->is_holonomic);
  assert_int_equal(l->dimension, 5);
  assert_int_equal(l->by_symmetry, 1);
  assert_int_equal(l->by_family, 0);
  assert_int_equal(l->roots, 2);
  assert_root(&l->root[0], 0, 2, 1e-13);
  assert_root(&l->root[1], 0, 3, 1e-13);
  clear(&r);
}

/** Damping, and forces without a potential. */
static void test_forces(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l = solved("motion:\n  coordinates: {x: {start: 3}}\n  kinetic: x'^2\n"
                                   "  potential: 9*(x - 2)^2\n  forces: {x: -4*x'}\nanalysis: {linearise: {}}\n",
                                   &r);
  assert_int_equal(l->stability, HOL_STABILITY_STABLE);
  assert_close(l->position[0], 2, 1e-14);
  assert_int_equal(l->roots, 1);
  assert_root(&l->root[0], -1, sqrt(8), 1e-14);
  clear(&r);
  l = solved("motion:\n  coordinates: {x: {start: 0.1}, y: {start: 0}}\n  kinetic: (x'^2 + y'^2)/2\n"
             "  potential: 2*(x^2 + y^2)\n  forces: {x: 0.3*y, y: -0.3*x}\nanalysis: {linearise: {at: equilibrium}}\n",
             &r);
  assert_false(l->is_holonomic);
  assert_int_equal(l->stability, HOL_STABILITY_UNSTABLE);
  assert_int_equal(l->roots, 2);
  double size = pow(16 + 0.09, 0.25), angle = atan2(0.3, -4.) / 2;
  for (size_t i = 0; i < 2; i++) {
    bool grows = l->root[i].real > 0;
    assert_root(&l->root[i], (grows ? 1 : -1) * size * cos(angle), size * sin(angle), 1e-13);
  }
  clear(&r);
}

/* ---- loaded mechanisms at rest ----------------------------------------------------------------------------------- */

enum { LINKS = 50 };

static const char *write_chain(void)
{
  static char text[32768];
  size_t at = 0;
#define ADD(...) at += (size_t)snprintf(text + at, sizeof text - at, __VA_ARGS__)
  ADD("motion:\n  coordinates:\n");
  for (int i = 1; i <= LINKS; i++) {
    ADD("    x%d: {start: 0}\n    y%d: {start: %.17g}\n", i, i, -0.2 * i);
  }
  ADD("  kinetic: 0.25*(");
  for (int i = 1; i <= LINKS; i++) {
    ADD("%sx%d'^2 + y%d'^2", i > 1 ? " + " : "", i, i);
  }
  ADD(")\n  potential: 4.905*(");
  for (int i = 1; i <= LINKS; i++) {
    ADD("%sy%d", i > 1 ? " + " : "", i);
  }
  ADD(")\n  constraints:\n    r1: x1^2 + y1^2 = 0.04\n");
  for (int i = 2; i <= LINKS; i++) {
    ADD("    r%d: (x%d - x%d)^2 + (y%d - y%d)^2 = 0.04\n", i, i, i - 1, i, i - 1);
  }
  ADD("analysis: {linearise: {at: equilibrium}}\n");
#undef ADD
  return text;
}

/** A chain so long that its factors are sparse: it stays at rest, with its reactions. */
static void test_chain_at_rest(void **state)
{
  (void)state;
  run r;
  find(write_chain(), &r);
  double end = 0.01;
  const hol_motion_request request = {.time = &end, .times = 1, .accuracy = 1e-8};
  hol_motion_result motion = {0};
  assert_int_equal(hol_motion_run(r.found.result.system, &request, (hol_watch){.context = NULL}, &motion, &r.faults),
                   HOL_OK);
  assert_true(motion.complete);
  for (size_t i = 0; i < LINKS; i++) {
    assert_near(motion.acceleration[2 * i + 1], 0, 1e-10);
    assert_close(fabs(motion.reaction[i]), 0.5 * 9.81 * (double)(LINKS - i) / 0.4, 1e-10);
  }
  hol_motion_result_clear(&motion);
  clear(&r);
}

/** Tensions follow from the equations: T_i = (N + 1 - i) m g; x'' = sum of T/(m l) (x_neighbour - x). */
static void test_chain(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l = solved(write_chain(), &r);
  double d[LINKS], e[LINKS];
  for (int i = 0; i < LINKS; i++) {
    d[i] = 9.81 / 0.2 * (2 * (LINKS - i) - 1);
    e[i] = -9.81 / 0.2 * (LINKS - 1 - i);
  }
  assert_int_equal(LAPACKE_dsterf(LINKS, d, e), 0);
  assert_true(l->is_holonomic);
  assert_int_equal(l->roots, LINKS);
  assert_int_equal(l->dimension, 2 * LINKS);
  assert_int_equal(l->counted, 0);
  assert_int_equal(l->stability, HOL_STABILITY_STABLE);
  for (size_t i = 0; i < LINKS; i++) {
    assert_close(l->root[i].imaginary, sqrt(d[i]), 2e-12);
    assert_true(l->root[i].lower <= l->root[i].imaginary && l->root[i].imaginary <= l->root[i].upper);
    assert_true(l->root[i].upper - l->root[i].lower < 1e-9);
  }
  assert_close(l->root[0].imaginary, 1.18504301, 1e-8);
  assert_close(l->root[1].imaginary, 2.72044261, 1e-8);
  assert_close(l->root[LINKS - 1].imaginary, 94.14485519, 1e-10);
  for (size_t i = 0; i < LINKS; i++) { /* of r_i: d/dq of its square is 2 l */
    assert_close(fabs(l->reaction[i]), 0.5 * 9.81 * (double)(LINKS - i) / 0.4, 1e-12);
  }
  clear(&r);
}

static const char pendulum[] = "motion:\n  coordinates: {x: {start: %s}, y: {start: %s}}\n"
                               "  kinetic: (x'^2 + y'^2)/2\n  potential: 9.81*y + %s/2*x^2\n"
                               "  constraints: {rod: x^2 + y^2 = 1%s}\nanalysis: {linearise: {at: equilibrium}}\n";

static const hol_linearised *pendulum_with(const char *x, const char *y, const char *spring, const char *more, run *r)
{
  char text[1024];
  snprintf(text, sizeof text, pendulum, x, y, spring, more);
  return solved(text, r);
}

/** Hanging, upside down, and upside down with a spring that just balances the weight. */
static void test_verdicts(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l = pendulum_with("0.3", "-1", "0", "", &r);
  assert_int_equal(l->stability, HOL_STABILITY_STABLE);
  assert_close(l->root[0].imaginary, sqrt(9.81), 1e-14);
  assert_close(l->position[1], -1, 1e-14);
  clear(&r);
  l = pendulum_with("0.1", "1", "0", "", &r);
  assert_int_equal(l->stability, HOL_STABILITY_UNSTABLE);
  assert_int_equal(l->counted, 1);
  assert_root(&l->root[0], sqrt(9.81), 0, 1e-13);
  assert_true(isnan(l->root[0].lower));
  clear(&r);
  l = pendulum_with("0", "1", "9.81", "", &r);
  assert_int_equal(l->stability, HOL_STABILITY_UNDECIDED);
  assert_int_equal(l->roots, 0);
  assert_int_equal(l->by_family, 2);
  assert_int_equal(l->dimension, 2);
  clear(&r);
  for (int sign = -1; sign <= 1; sign += 2) { /* next to it */
    l = pendulum_with("0", "1", sign > 0 ? "9.810000001" : "9.809999999", "", &r);
    assert_int_equal(l->stability, sign > 0 ? HOL_STABILITY_STABLE : HOL_STABILITY_UNSTABLE);
    assert_close(square_of(&l->root[0]), -sign * 1e-9, 1e-5);
    clear(&r);
  }
}

/** The rod stated three times over: reactions are not unique, the frequency is. */
static void test_redundant_rows(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l = pendulum_with("0.1", "-1", "2", ", again: 3*x^2 + 3*y^2 = 3, third: x*x + y^2 = 1", &r);
  assert_true(l->is_holonomic);
  assert_int_equal(l->roots, 1);
  assert_close(l->root[0].imaginary, sqrt(11.81), 1e-13);
  assert_true(isnan(l->reaction[0]) && isnan(l->reaction[1]));
  clear(&r);
}

/** A pendulum on a cart that may stand anywhere: the cart gives two zeros, and no doubt. */
static void test_cart(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l = solved("motion:\n  coordinates: {x: {start: 0}, a: {start: 0.3}}\n"
                                   "  kinetic: 3/2*x'^2 + x'*a'*cos(a)/2 + a'^2/8\n  potential: -9.81/2*cos(a)\n"
                                   "analysis: {linearise: {at: equilibrium}}\n",
                                   &r);
  assert_int_equal(l->by_symmetry, 1);
  assert_int_equal(l->by_family, 1);
  assert_int_equal(l->dimension, 4);
  assert_int_equal(l->roots, 1);
  assert_close(l->root[0].imaginary, sqrt(9.81 / 0.5 * 1.5), 1e-13);
  assert_close(l->shape[2], 1, 0);
  assert_close(l->shape[0], -1. / 6, 1e-13);
  assert_int_equal(l->stability, HOL_STABILITY_STABLE);
  clear(&r);
}

/** A body on a ball joint: two pendulums, and it may turn about the vertical. */
static void test_body_in_space(void **state)
{
  (void)state;
  run r;
  const hol_linearised *l =
      solved("gravity: [0, 0, -9.81]\nparts:\n  a: {kind: body, at: [0, 0, -0.5], mass: 2, inertia: [0.3, 0.2, 0.1]}\n"
             "joints: [{pin: {point: a, offset: [0, 0, 0.5]}}]\nanalysis: {linearise: {at: equilibrium}}\n",
             &r);
  assert_true(l->is_holonomic);
  assert_int_equal(l->dimension, 6);
  assert_int_equal(l->roots, 2);
  assert_close(l->root[0].imaginary, sqrt(9.81 / 0.8), 1e-12);
  assert_close(l->root[1].imaginary, sqrt(9.81 / 0.7), 1e-12);
  assert_int_equal(l->by_family, 2);
  assert_int_equal(l->stability, HOL_STABILITY_UNDECIDED);
  clear(&r);
}

/* ---- an instant of a motion, and what is refused ----------------------------------------------------------------- */

static void test_instant(void **state)
{
  (void)state;
  static const char text[] = "motion:\n  coordinates: {a: {start: 1.2}}\n  kinetic: a'^2/2\n  potential: -9.81*cos(a)\n"
                             "analysis: {linearise: {at: %s}}\n";
  for (int k = 0; k < 2; k++) {
    char with[512];
    run r;
    snprintf(with, sizeof with, text, k ? "0.4" : "0");
    const hol_linearised *l = solved(with, &r);
    double a = l->position[0];
    assert_true(k ? a < 1 : a >= 1.2);
    assert_within(l->speed[0] * l->speed[0] / 2, 9.81 * (cos(a) - cos(1.2)), 1e-9, 1e-14);
    assert_close(square_of(&l->root[0]), -9.81 * cos(a), 1e-13);
    assert_int_equal(l->stability, HOL_STABILITY_UNDECIDED);
    clear(&r);
  }
}

static void test_refused(void **state)
{
  (void)state;
  static const char *const text[][2] = {
      {"friction: [{name: f, slip: x', normal: '1', dynamic: 0.2}]\nanalysis: {linearise: {}}\n", "dry friction"},
      {"constraints: {c: x' = y'}\nanalysis: {linearise: {steady: {x': 1, y': 2}}}\n", "do not allow the speeds"},
      {"potential: x\nanalysis: {linearise: {steady: {x': 1}}}\n", "no steady motion"},
      {"potential: x\nanalysis: {linearise: {at: equilibrium}}\n", "no position of rest"},
      {"potential: x\nanalysis: {linearise: {steady: {q': 1}}}\n", "no coordinate `q`"},
      {"potential: x\nanalysis: {linearise: {steady: {x: 1}}}\n", "is no speed"},
      {"potential: x\nanalysis: {linearise: {at: 1, steady: {x': 1}}}\n", "either `at` or `steady`"},
      {"states: {s: {start: 0, rate: x}}\nanalysis: {linearise: {}}\n", "auxiliary states"}};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    char all[1024];
    run r;
    char body[512];
    snprintf(body, sizeof body, "%s", text[i][0]);
    snprintf(all, sizeof all,
             "motion:\n  coordinates: {x: {start: 0}, y: {start: 0}}\n  kinetic: (x'^2 + y'^2)/2\n  %s", body);
    find(all, &r);
    assert_int_equal(r.status, HOL_INVALID);
    bool is_told = false;
    for (size_t k = 0; k < r.faults.count; k++) {
      is_told = is_told || strstr(r.faults.item[k].message, text[i][1]);
      if (!strstr(r.faults.item[k].message, text[i][1])) {
        print_error("%s\n", r.faults.item[k].message);
      }
    }
    assert_true(is_told);
    clear(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bicycle),
      cmocka_unit_test(test_bicycle_speeds),
      cmocka_unit_test(test_heavy_ball),
      cmocka_unit_test(test_upright_disk),
      cmocka_unit_test(test_rest_on_a_blade),
      cmocka_unit_test(test_forces),
      cmocka_unit_test(test_chain),
      cmocka_unit_test(test_chain_at_rest),
      cmocka_unit_test(test_verdicts),
      cmocka_unit_test(test_redundant_rows),
      cmocka_unit_test(test_cart),
      cmocka_unit_test(test_body_in_space),
      cmocka_unit_test(test_instant),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
