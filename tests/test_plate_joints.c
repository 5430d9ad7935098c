/* SPDX-License-Identifier: BSD-3-Clause */
/* Plates with joints: bounds against Levy's single series, which knows nothing of polynomials, images or component
   modes. */
#include "flexible_fixture.h"
#include "parts/plate/rectangle.h"
#include "solved.h"

#include <string.h>

/* ---- Levy: a plate a × b, D = ρh = 1, supported along x = 0 and x = a, loaded by a unit force -------------------- */

static const long double pi = 3.14159265358979323846264338327950288L;

/** Value, slope, moment and force across y of e^{−c y} falling from y = 0 (up) or from y = b, or of a sine or
 *  cosine. */
static void conditions_of(long double k, long double nu, long double c2, const long double jet[2], long double out[4])
{
  out[0] = jet[0]; /* w″ = c² w */
  out[1] = jet[1];
  out[2] = (c2 - nu * k * k) * jet[0];
  out[3] = (c2 - (2 - nu) * k * k) * jet[1];
}

/** The strip w⁗ − 2k²w″ + (k⁴ − λ)w = δ(y − η): w, w′ are sums of two kinds, w″ = c²w with c² = k² ± √λ. */
typedef struct strip {
  long double k, nu, b, c2[2], root;
} strip;

/** Free-space part of one kind at distance d ≥ 0 from the force: value and derivative in d. */
static void free_space(const strip *s, size_t kind, long double d, long double jet[2])
{
  long double factor = (kind == 1 ? 1 : -1) / (2 * s->root), c = sqrtl(fabsl(s->c2[kind]));
  if (s->c2[kind] > 0) {
    jet[0] = factor * expl(-c * d) / (2 * c);
    jet[1] = -factor * expl(-c * d) / 2;
  } else {
    jet[0] = -factor * sinl(c * d) / (2 * c);
    jet[1] = -factor * cosl(c * d) / 2;
  }
}

/** Four solutions without a force, of size one. */
static void homogeneous(const strip *s, size_t which, long double y, long double jet[2])
{
  long double c2 = s->c2[which / 2], c = sqrtl(fabsl(c2)), d = which % 2 ? s->b - y : y, sign = which % 2 ? -1 : 1;
  if (c2 > 0) {
    jet[0] = expl(-c * d);
    jet[1] = -sign * c * jet[0];
  } else {
    jet[0] = which % 2 ? sinl(c * y) : cosl(c * y);
    jet[1] = which % 2 ? c * cosl(c * y) : -c * sinl(c * y);
  }
}

static void solve_four(long double A[4][5])
{
  for (size_t k = 0; k < 4; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < 4; i++) {
      best = fabsl(A[i][k]) > fabsl(A[best][k]) ? i : best;
    }
    for (size_t j = 0; j < 5; j++) {
      long double kept = A[k][j];
      A[k][j] = A[best][j];
      A[best][j] = kept;
    }
    for (size_t i = 0; i < 4; i++) {
      long double factor = i == k ? 0 : A[i][k] / A[k][k];
      for (size_t j = 0; j < 5; j++) {
        A[i][j] -= factor * A[k][j];
      }
    }
  }
}

/** Deflection of the strip at y under the force at η. */
static long double strip_at(const strip *s, const char edge[2], long double eta, long double y)
{
  static const size_t held[3][2] = {{0, 2}, {0, 1}, {2, 3}}; /* supported, clamped, free */
  long double A[4][5] = {{0}}, jet[2], w = 0;
  for (size_t e = 0; e < 2; e++) {
    const size_t *row = held[edge[e] == 's' ? 0 : edge[e] == 'c' ? 1 : 2];
    for (size_t i = 0; i < 2; i++) {
      long double value[4], size = 0;
      for (size_t j = 0; j < 4; j++) {
        homogeneous(s, j, e ? s->b : 0, jet);
        conditions_of(s->k, s->nu, s->c2[j / 2], jet, value);
        A[2 * e + i][j] = value[row[i]];
        size = fmaxl(size, fabsl(value[row[i]]));
      }
      for (size_t kind = 0; kind < 2; kind++) {
        free_space(s, kind, e ? s->b - eta : eta, jet);
        jet[1] *= e ? 1 : -1;
        conditions_of(s->k, s->nu, s->c2[kind], jet, value);
        A[2 * e + i][4] -= value[row[i]];
      }
      for (size_t j = 0; j < 5; j++) {
        A[2 * e + i][j] /= size;
      }
    }
  }
  solve_four(A);
  for (size_t kind = 0; kind < 2; kind++) {
    free_space(s, kind, fabsl(y - eta), jet);
    w += jet[0];
  }
  for (size_t j = 0; j < 4; j++) {
    homogeneous(s, j, y, jet);
    w += A[j][4] / A[j][j] * jet[0];
  }
  return w;
}

/** Dynamic compliance of a point for itself. What is left out falls with the cube of the number of terms once it is
 *  replaced by its mean, twice the strip of the half-plane's leading term. */
static double levy(double a, double b, double nu, const char edge[2], const double at[2], double lambda)
{
  enum { TERMS = 6000 };
  long double sum = 0, k = 0, last = 0;
  for (int m = TERMS; m >= 1; m--) {
    k = m * pi / a;
    strip s = {.k = k, .nu = nu, .b = b, .root = sqrtl(lambda)};
    s.c2[0] = k * k + s.root;
    s.c2[1] = k * k - s.root;
    long double shape = sinl(k * at[0]), w = strip_at(&s, edge, at[1], at[1]);
    last = m == TERMS ? w * k * k * k : last;
    sum += 2 / (long double)a * shape * shape * w;
  }
  long double K = (TERMS + 0.5L) * pi / a; /* Σ 1/k³ ≈ (a/π) ∫ dk/k³ */
  sum += last / (long double)a * ((long double)a / pi) / (2 * K * K);
  return (double)sum;
}

typedef struct levy_case {
  double a, b, nu;
  const char *edges, *first, *second; /**< of y = 0, y = b */
  double at[2];
  double spring, mass;
} levy_case;

/** 1 + (k − λm) Γ changes its sign inside of each bracket, but for modes with a node there. */
static void check_case(const levy_case *c)
{
  solved s = {0};
  hol_status status = solve_text(&s,
                                 "freedoms: [uz, rx, ry]\nmaterials: {m: {E: %.17g, nu: %.17g, density: 1}}\nparts:\n"
                                 "  p: {kind: plate, at: [0, 0, 0], sides: [%.17g, %.17g], thickness: 1, material: m, "
                                 "edges: [supported, supported, %s, %s], points: {a: [%.17g, %.17g]}}\n"
                                 "  b: {kind: body, at: [%.17g, %.17g, 0], mass: %.17g}\njoints:\n"
                                 "  - {hinge: [p.a, b]}\n  - {spring: p.a, freedom: uz, stiffness: %.17g}\n"
                                 "analysis: {frequencies: {count: 5}}\n",
                                 12 * (1 - c->nu * c->nu), c->nu, c->a, c->b, c->first, c->second, c->at[0], c->at[1],
                                 c->at[0], c->at[1], c->mass, c->spring);
  assert_int_equal(status, HOL_OK);
  assert_true(s.result.complete);
  for (size_t i = 0; i < 5; i++) {
    const hol_mode *mode = &s.result.mode[i];
    assert_true(mode->upper - mode->lower <= 2e-8 * mode->omega);
    double value[2];
    for (size_t k = 0; k < 2; k++) {
      double omega = k ? mode->upper : mode->lower, lambda = omega * omega;
      value[k] = 1 + (c->spring - lambda * c->mass) * levy(c->a, c->b, c->nu, c->edges, c->at, lambda);
    }
    assert_true(value[0] * value[1] < 0);
  }
  forget(&s);
}

static void test_bounds_hold_however_near_an_edge_the_joint_is(void **state)
{
  (void)state;
  static const levy_case cases[] = {
      {1.3, 1, 0.3, "ss", "supported", "supported", {0.41, 0.02}, 1000, 0.1},
      {1.3, 1, 0.3, "cc", "clamped", "clamped", {0.41, 0.02}, 1000, 0.1},
      {1.3, 1, 0.3, "cc", "clamped", "clamped", {0.003, 0.37}, 1000, 0.1},
      {1, 1.4, 0.25, "ff", "free", "free", {0.37, 1.4}, 50, 0.3},
      {1, 1.4, 0.25, "ff", "free", "free", {0.37, 1.395}, 50, 0.3},
      {1, 1.4, 0.25, "cf", "clamped", "free", {0.37, 1.38}, 50, 0.3},
      {2.7, 1, 0.2, "cf", "clamped", "free", {1.1, 1}, 50, 0.3},
      {1, 3.1, 0, "sf", "supported", "free", {0.021, 3.09}, 50, 0.3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check_case(&cases[i]);
  }
}

/* ---- what was found wrong ---------------------------------------------------------------------------------------- */

static double widest(const solved *s)
{
  double width = 0;
  for (size_t i = 0; i < s->result.mode_count; i++) {
    const hol_mode *mode = &s->result.mode[i];
    width = fmax(width, mode->omega > 0 ? (mode->upper - mode->lower) / mode->omega : 0);
  }
  return width;
}

static void test_point_near_a_clamped_edge(void **state)
{
  (void)state;
  solved s = {0};
  solve_proved(&s, HOLONOME_TESTS "/faults/plate-point-near-clamped-edge.yaml");
  assert_close(omega_of(&s, 1), 28.95362296692, 1e-12);
  assert_close(omega_of(&s, 2), 54.743915532, 1e-11);
  assert_close(omega_of(&s, 3), 69.33464800, 1e-10);
  assert_true(widest(&s) < 2e-9);
  forget(&s);
}

/** The frequencies change with the distance from the rim as they begin to. */
static void test_points_a_little_off_the_rim(void **state)
{
  (void)state;
  static const char *const words =
      "freedoms: [uz, rx, ry]\nmaterials: {m: {E: 12, nu: 0, density: 1}}\nparts:\n"
      "  p: {kind: plate, at: [0, 0, 0], radius: 1, thickness: 1, material: m, points: {a: [%.17g, 0], "
      "b: [%.17g, %.17g], c: [%.17g, %.17g]}}\njoints:\n  - {roller: p.a, direction: [0, 0, 1]}\n"
      "  - {roller: p.b, direction: [0, 0, 1]}\n  - {roller: p.c, direction: [0, 0, 1]}\n"
      "analysis: {frequencies: {count: 4}}\n";
  solved s = {0};
  solve_proved(&s, HOLONOME_TESTS "/faults/plate-points-six-digits-on-rim.yaml");
  assert_close(omega_of(&s, 1), 3.456737114, 1e-9);
  assert_true(widest(&s) < 1e-11);
  double omega[3];
  for (size_t k = 0; k < 3; k++) {
    double r = 1 - (k == 0 ? 0 : k == 1 ? 4e-7 : 4e-4), y = r * sqrt(0.75);
    assert_int_equal(solve_text(&s, words, r, -0.5 * r, y, -0.5 * r, -y), HOL_OK);
    assert_true(widest(&s) < 2e-9);
    omega[k] = omega_of(&s, 1);
  }
  assert_close(omega[0], 3.4567349812117, 1e-12);
  assert_close((omega[1] - omega[0]) / 4e-7, (omega[2] - omega[0]) / 4e-4, 5e-3);
  forget(&s);
}

static void test_plates_with_joints_are_complete(void **state)
{
  (void)state;
  static const char *const path[] = {HOLONOME_TESTS "/faults/plate-on-four-springs.yaml",
                                     HOLONOME_TESTS "/faults/plates-joined-along-edge.yaml",
                                     HOLONOME_TESTS "/faults/plate-on-four-springs-tolerance.yaml",
                                     HOLONOME_TESTS "/faults/plates-joined-along-edge-tolerance.yaml"};
  solved s = {0};
  double omega[2] = {0};
  for (size_t i = 0; i < 4; i++) {
    solve_proved(&s, path[i]);
    assert_true(widest(&s) <= (i < 2 ? 2e-8 : 1e-5));
    if (i < 2) {
      assert_non_null(strstr(s.result.compliance, "exact, computed parts to "));
      omega[i] = omega_of(&s, 5);
    }
    assert_close(omega_of(&s, 5), omega[i % 2], 1e-5);
  }
  forget(&s);
}

/* ---- two discretisations ----------------------------------------------------------------------------------------- */

/** Many more modes mean another discretisation: both agree within what they say. */
static void test_stated_errors_hold_between_discretisations(void **state)
{
  (void)state;
  static const hol_plate_edge F = HOL_EDGE_FREE, S = HOL_EDGE_SUPPORTED, C = HOL_EDGE_CLAMPED;
  const hol_plate_edge edges[][4] = {{C, F, F, F}, {C, C, F, F}, {C, F, C, F}, {C, C, S, F},
                                     {C, S, F, S}, {C, C, C, C}, {F, F, F, F}};
  for (size_t c = 0; c < sizeof edges / sizeof *edges; c++) {
    double side = 1 + 0.4 * (double)c, at[2][2] = {{0.43 * side, 0.9}, {side * 0.61, 0.37}};
    hol_rectangle plate = {.side = {side, 1}, .D = 1, .nu = 0.3, .mass = 1};
    memcpy(plate.edge, edges[c], sizeof plate.edge);
    hol_rectangle_part part = {.plate = plate, .points = 2, .at = at, .places = 1, .place = at};
    hol_port port[2] = {{0, 0, HOL_UZ}, {0, 1, HOL_UZ}};
    hol_component_modes few = fixture_compute(hol_rectangle_class(), &part, port, 2, 6);
    hol_component_modes many = fixture_compute(hol_rectangle_class(), &part, port, 2, 24);
    assert_true(few.error < 1e-8);
    double gamma[2][4];
    for (size_t k = 0; k < 6; k++) {
      assert_close(few.omega2[k], many.omega2[k], few.error + many.error);
    }
    for (size_t k = 0; k < 2; k++) {
      const hol_component_modes *own = k ? &many : &few;
      assert_int_equal(own->class->residual_flexibility(own, 0, 1, false, gamma[k]), HOL_OK);
    }
    for (size_t i = 0; i < 4; i += 3) {
      assert_close(gamma[0][i], gamma[1][i], few.error + many.error);
    }
    hol_component_modes_clear(&few);
    hol_component_modes_clear(&many);
  }
}

/* ---- turned plates --------------------------------------------------------------------------------------------- */

/** A plate that carries a body has the same frequencies however its axes lie to those of the file: also where its
 *  points cannot bear moments about directions that are none of the file's. */
static void test_turned_plates_have_the_same_frequencies(void **state)
{
  (void)state;
  static const char *const shape[] = {"sides: [0.6, 0.4], edges: [supported, supported, supported, clamped]",
                                      "radius: 0.4, rim: supported"};
  static const char *const turned[] = {"", "x_axis: [1, 1, 0], ", "x_axis: [1, 1e-12, 0], ", "normal: [1, 2, 3], ",
                                       "normal: [1, -1, 1], x_axis: [1, 1, 0], "};
  enum { MODES = 6 };
  for (size_t i = 0; i < 2; i++) {
    double omega[MODES];
    solved s = {0};
    for (size_t k = 0; k < sizeof turned / sizeof *turned; k++) {
      const char *format =
          "parts:\n"
          "  p: {kind: plate, at: [0, 0, 0], %s%s, thickness: 8e-3, material: steel, points: {hook: [0.2, 0.15]}}\n"
          "  load: {kind: body, mass: 2}\n"
          "materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}\n"
          "joints:\n  - {hinge: [p.hook, load]}\n"
          "analysis: {frequencies: {count: 6}}\n";
      assert_int_equal(solve_text(&s, format, turned[k], shape[i]), HOL_OK);
      assert_true(s.result.complete);
      for (size_t m = 0; m < MODES; m++) {
        omega[m] = k ? omega[m] : omega_of(&s, m + 1);
        assert_close(omega_of(&s, m + 1), omega[m], 1e-12);
      }
    }
    forget(&s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds_hold_however_near_an_edge_the_joint_is),
      cmocka_unit_test(test_point_near_a_clamped_edge),
      cmocka_unit_test(test_points_a_little_off_the_rim),
      cmocka_unit_test(test_plates_with_joints_are_complete),
      cmocka_unit_test(test_stated_errors_hold_between_discretisations),
      cmocka_unit_test(test_turned_plates_have_the_same_frequencies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
