/* SPDX-License-Identifier: BSD-3-Clause */
/* Counting on the second road against closed forms: the count steps where a frequency is, and nowhere near it. What is
   compared with it elsewhere is worth as much as this. */
#include "close.h"

#include "fe_count.h"
#include "reading.h"

static const double pi = 3.14159265358979323846;

/** There are `below` eigenvalues under λ(1 - width), `multiplicity` more under λ(1 + width). */
static void steps_at(const fe_counter *c, double lambda, size_t below, size_t multiplicity, double width)
{
  double apart = width * fabs(lambda);
  assert_int_equal(fe_counter_below(c, lambda - apart), below);
  assert_int_equal(fe_counter_below(c, lambda + apart), below + multiplicity);
}

static void open_text(const char *text, double omega, reading *r, fe_counter *c)
{
  assert_true(reading_of(text, r));
  bool known = fe_counter_open(&r->problem, r->kind, omega, 0, c);
  if (!known) {
    print_error("%s\n", c->fault);
  }
  assert_true(known);
}

static void close_all(reading *r, fe_counter *c)
{
  fe_counter_clear(c);
  reading_clear(r);
}

/** λ = (nπ)⁴ - P (nπ)², EI = m = L = 1: three are negative where P is 100. */
static void test_fe_count_pinned_column_beyond_buckling(void **state)
{
  (void)state;
  reading r = {0};
  fe_counter c = {0};
  open_text(
      "freedoms: [uy, rz]\nparts: {b: {kind: beam, from: [0, 0], to: [1, 0], EI: 1, line_mass: 1, axial_force: -100}}\n"
      "joints:\n  - {pin: b.start}\n  - {pin: b.end}\nanalysis: {frequencies: {count: 3}}\n",
      300, &r, &c);
  double lambda[5];
  for (int n = 1; n <= 5; n++) {
    lambda[n - 1] = pow(n * pi, 4) - 100 * pow(n * pi, 2);
  }
  steps_at(&c, lambda[1], 0, 1, 1e-12); /* -2389 */
  steps_at(&c, lambda[2], 1, 1, 1e-12); /* -993 */
  steps_at(&c, lambda[0], 2, 1, 1e-12); /* -890 */
  steps_at(&c, lambda[3], 3, 1, 1e-12);
  close_all(&r, &c);
}

/** In the plane, inextensible: ω² = EI/(mR⁴) n²(n² - 1)²/(n² + 1), twice each, after three rigid motions. */
static void test_fe_count_free_ring_in_its_plane(void **state)
{
  (void)state;
  reading r = {0};
  fe_counter c = {0};
  open_text("freedoms: [ux, uy, rz]\nparts: {h: {kind: ring, at: [0, 0, 0], radius: 2, EI_z: 3, line_mass: 0.7}}\n"
            "joints:\n  - {spring: h@0.2, freedom: ux, stiffness: 1e-14}\nanalysis: {frequencies: {count: 3}}\n",
            60, &r, &c);
  for (int n = 2; n <= 5; n++) {
    double square = n * n;
    steps_at(&c, 3 / (0.7 * 16) * square * (square - 1) * (square - 1) / (square + 1), 3 + 2 * (size_t)(n - 2), 2,
             1e-12);
  }
  close_all(&r, &c);
}

/** Across it, with EI = GJ and no polar inertia: ω² = EI/(mR⁴) n²(n² - 1)²/(n² + EI/GJ). */
static void test_fe_count_free_ring_across_its_plane(void **state)
{
  (void)state;
  reading r = {0};
  fe_counter c = {0};
  open_text(
      "freedoms: [uz, rx, ry]\nparts: {h: {kind: ring, at: [0, 0, 0], radius: 1.5, EI_y: 2, GJ: 0.8, line_mass: 1}}\n"
      "joints:\n  - {spring: h@0.2, freedom: uz, stiffness: 1e-14}\nanalysis: {frequencies: {count: 3}}\n",
      60, &r, &c);
  for (int n = 2; n <= 4; n++) {
    double square = n * n, unit = 2 / pow(1.5, 4);
    steps_at(&c, unit * square * (square - 1) * (square - 1) / (square + 2 / 0.8), 3 + 2 * (size_t)(n - 2), 2, 1e-12);
  }
  close_all(&r, &c);
}

/** One without twist, held at two points: found by elements of its own in 40 digits. */
static void test_fe_count_untwistable_ring_fixed_twice(void **state)
{
  (void)state;
  reading r = {0};
  fe_counter c = {0};
  open_text("freedoms: [uz, rx, ry]\nparts: {h: {kind: ring, at: [0, 0, 0], radius: 1, EI_y: 1, line_mass: 1}}\n"
            "joints:\n  - {fix: h@0}\n  - {fix: h@0.27}\nanalysis: {frequencies: {count: 3}}\n",
            10, &r, &c);
  static const double omega[] = {0.96048077187, 2.2738844655, 4.9611905520};
  for (size_t i = 0; i < 3; i++) {
    steps_at(&c, omega[i] * omega[i], i, 1, 1e-10);
  }
  close_all(&r, &c);
}

/** Polynomials without loads at points converge fast: clamped disk, ωR²√(m/D) = 3.19622062², 4.61089988² twice; a plate
 *  on simple supports, π²(i² + k²/s²). */
static void test_fe_count_plates(void **state)
{
  (void)state;
  reading r = {0};
  fe_counter c = {0};
  open_text("freedoms: [uz, rx, ry]\nmaterials: {u: {E: 12, nu: 0, density: 1}}\n"
            "parts: {p: {kind: plate, at: [0, 0, 0], radius: 1, thickness: 1, material: u, rim: clamped}}\n"
            "analysis: {frequencies: {count: 3}}\n",
            50, &r, &c);
  steps_at(&c, pow(3.1962206165825, 4), 0, 1, 1e-8);
  steps_at(&c, pow(4.6108998790491, 4), 1, 2, 1e-7);
  close_all(&r, &c);
  open_text("freedoms: [uz, rx, ry]\nmaterials: {u: {E: 12, nu: 0, density: 1}}\n"
            "parts: {p: {kind: plate, at: [0, 0, 0], sides: [1, 2], thickness: 1, material: u,\n"
            "    edges: [supported, supported, supported, supported]}}\nanalysis: {frequencies: {count: 3}}\n",
            50, &r, &c);
  steps_at(&c, pow(pi * pi * 1.25, 2), 0, 1, 1e-7);
  steps_at(&c, pow(pi * pi * 2, 2), 1, 1, 1e-7);
  close_all(&r, &c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fe_count_pinned_column_beyond_buckling),
      cmocka_unit_test(test_fe_count_free_ring_in_its_plane),
      cmocka_unit_test(test_fe_count_free_ring_across_its_plane),
      cmocka_unit_test(test_fe_count_untwistable_ring_fixed_twice),
      cmocka_unit_test(test_fe_count_plates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
