/* SPDX-License-Identifier: BSD-3-Clause */
/* Static compliances against textbook deflections, the component modes they are the sum of, and their defining
   properties. */
#include "line_fixture.h"

enum { MANY = 1000, FEW = 10, RODS = 4 };

static const double gyrations[] = {0, 0.03, 0.4};
enum { GYRATIONS = sizeof gyrations / sizeof gyrations[0], LINES = PAIR_COUNT * GYRATIONS + RODS };

/** Every pair of ends: beams without and with rotary inertia, then rods. */
static hol_line any_line(size_t k)
{
  if (k < PAIR_COUNT * GYRATIONS) {
    return bending_line(k % PAIR_COUNT, gyrations[k / PAIR_COUNT]);
  }
  size_t rod = k - PAIR_COUNT * GYRATIONS;
  hol_line line = bending_line(0, 0);
  line.motion = rod % 2 ? HOL_AXIAL : HOL_TORSION;
  line.end[0] = rod / 2 ? PINNED : FREE;
  line.end[1] = rod % 2 ? GUIDED : FREE;
  return line;
}

/** l³/EI or l/c, the size of a compliance, per lengthⁿ. */
static double natural(const hol_line *line, int n)
{
  double l = line->length;
  return (hol_line_is_bending(line) ? l * l * l : l) / line->stiffness / pow(l, n);
}

static int highest_order(const hol_line *line)
{
  return hol_line_is_bending(line) ? 1 : 0;
}

static void test_compliances_equal_textbook_deflections(void **state)
{
  (void)state;
  static const struct {
    hol_motion motion;
    hol_end end[2];
    double x, xi;
    int order, order_xi;
    double value;
  } row[] = {
      {HOL_BENDING_Y, {CLAMPED, FREE}, 1, 1, 0, 0, 1.0 / 3},
      {HOL_BENDING_Y, {CLAMPED, FREE}, 1, 1, 1, 0, 1.0 / 2},
      {HOL_BENDING_Y, {CLAMPED, FREE}, 1, 1, 1, 1, 1},
      {HOL_BENDING_Y, {FREE, CLAMPED}, 0, 0, 1, 0, -1.0 / 2},
      {HOL_BENDING_Y, {FREE, CLAMPED}, 0, 0, 1, 1, 1},
      {HOL_BENDING_Y, {CLAMPED, FREE}, 0, 1, 2, 0, 1},    /* M = Pl */
      {HOL_BENDING_Y, {CLAMPED, FREE}, 0.5, 1, 3, 0, -1}, /* constant shear */
      {HOL_BENDING_Y, {PINNED, PINNED}, 0.5, 0.5, 0, 0, 1.0 / 48},
      {HOL_BENDING_Y, {PINNED, PINNED}, 0, 0, 1, 1, 1.0 / 3},
      {HOL_BENDING_Y, {PINNED, PINNED}, 1, 0, 1, 1, -1.0 / 6},
      {HOL_BENDING_Y, {CLAMPED, CLAMPED}, 0.5, 0.5, 0, 0, 1.0 / 192},
      {HOL_BENDING_Y, {CLAMPED, CLAMPED}, 0, 0.5, 2, 0, 1.0 / 8},
      {HOL_BENDING_Y, {CLAMPED, PINNED}, 0.5, 0.5, 0, 0, 7.0 / 768},
      {HOL_BENDING_Y, {PINNED, CLAMPED}, 0.5, 0.5, 0, 0, 7.0 / 768},
      {HOL_BENDING_Y, {CLAMPED, PINNED}, 1, 1, 1, 1, 1.0 / 4},
      {HOL_BENDING_Y, {CLAMPED, GUIDED}, 1, 1, 0, 0, 1.0 / 12},
      {HOL_BENDING_Y, {PINNED, GUIDED}, 1, 1, 0, 0, 1.0 / 3},
      {HOL_BENDING_Y, {GUIDED, GUIDED}, 0, 0, 0, 0, 1.0 / 45}, /* Σ 2/(nπ)⁴ */
      {HOL_BENDING_Y, {GUIDED, GUIDED}, 1, 0, 0, 0, -7.0 / 360},
      {HOL_AXIAL, {CLAMPED, FREE}, 1, 1, 0, 0, 1},
      {HOL_AXIAL, {FREE, PINNED}, 0.25, 0.5, 0, 0, 0.5},
      {HOL_TORSION, {CLAMPED, CLAMPED}, 0.5, 0.5, 0, 0, 0.25},
      {HOL_TORSION, {FREE, FREE}, 0, 0, 0, 0, 1.0 / 3}, /* Σ 2/(nπ)² */
      {HOL_AXIAL, {FREE, FREE}, 1, 0, 0, 0, -1.0 / 6},
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    hol_line line = {.motion = row[k].motion, .length = 2, .stiffness = 5, .mass = 3};
    line.end[0] = row[k].end[0];
    line.end[1] = row[k].end[1];
    double unit = natural(&line, row[k].order + row[k].order_xi);
    double value = hol_line_static(&line, 2 * row[k].x, row[k].order, 2 * row[k].xi, row[k].order_xi);
    assert_near(value / unit, row[k].value, 2e-16);
  }
}

/** Inertia relief of the free beam, at one section z. */
static void test_free_beam_compliances_at_one_section_are_the_known_polynomials(void **state)
{
  (void)state;
  hol_line line = unit_line(HOL_BENDING_Y, FREE, FREE, 0);
  for (double z = 0; z <= 1; z += 0.0625) {
    double displacement =
        1.0 / 105 - 11 * z / 105 + 13 * z * z / 35 - (pow(z, 3) + pow(z, 4)) / 3 + (3 * pow(z, 5) - pow(z, 6)) / 5;
    double mixed =
        (-11.0 / 105 + 26 * z / 35 - (3 * z * z + 4 * pow(z, 3)) / 3 + (15 * pow(z, 4) - 6 * pow(z, 5)) / 5) / 2;
    double rotation = 13.0 / 35 - z + 2 * pow(z, 3) - pow(z, 4);
    assert_near(hol_line_static(&line, z, 0, z, 0), displacement, 3e-16);
    assert_near(hol_line_static(&line, z, 1, z, 0), mixed, 3e-16);
    assert_near(hol_line_static(&line, z, 0, z, 1), mixed, 3e-16);
    assert_near(hol_line_static(&line, z, 1, z, 1), rotation, 3e-16);
  }
}

static void test_compliances_are_symmetric_to_the_last_bit(void **state)
{
  (void)state;
  for (size_t k = 0; k < LINES; k++) {
    hol_line line = any_line(k);
    for (double x = 0; x <= 1; x += 0.1) {
      for (double xi = 0; xi <= 1; xi += 0.1) {
        for (int p = 0; p <= highest_order(&line); p++) {
          for (int q = 0; q <= p; q++) {
            double there = hol_line_static(&line, x * line.length, p, xi * line.length, q);
            double back = hol_line_static(&line, xi * line.length, q, x * line.length, p);
            assert_true(there == back);
          }
        }
      }
    }
  }
}

typedef struct response {
  const hol_line *line;
  const hol_line_mode *mode;
  double xi;
  int order_xi;
} response;

static double inertia_of_response(double x, const void *context)
{
  const response *r = context;
  double value =
      r->line->mass * hol_line_static(r->line, x, 0, r->xi, r->order_xi) * hol_line_mode_at(r->line, r->mode, x, 0);
  if (r->line->rotary > 0) {
    value +=
        r->line->rotary * hol_line_static(r->line, x, 1, r->xi, r->order_xi) * hol_line_mode_at(r->line, r->mode, x, 1);
  }
  return value;
}

/** ∫Γ(x, ξ) M X(x) dx = X(ξ)/ω² for each elastic mode and 0 for the rigid-body modes: this pins Γ down altogether. */
static void test_compliance_resolves_into_own_modes(void **state)
{
  (void)state;
  for (size_t k = 0; k < LINES; k++) {
    hol_line line = any_line(k);
    hol_line_mode mode[FEW + 2];
    size_t rigid = hol_line_rigid_modes(&line, mode);
    assert_int_equal(hol_line_component_modes(&line, FEW, mode + rigid), HOL_OK);
    for (size_t i = 0; i < rigid + FEW; i++) {
      for (int q = 0; q <= highest_order(&line); q++) {
        for (double xi = 0; xi < 1.1; xi += 0.23) {
          response r = {&line, &mode[i], fmin(xi, 1) * line.length, q};
          double sum =
              integral(inertia_of_response, &r, 0, r.xi) + integral(inertia_of_response, &r, r.xi, line.length);
          double expected = i < rigid ? 0 : hol_line_mode_at(&line, &mode[i], r.xi, q) / mode[i].omega2;
          double size = natural(&line, q) * sqrt(line.mass * line.length);
          assert_near(sum, expected, 5e-15 * size);
        }
      }
    }
  }
}

/** The sum falls short by at most its tail; each term is below 16/(mlω²) times the wave numbers of the slopes. */
static void test_compliance_equals_the_sum_over_thousand_modes(void **state)
{
  (void)state;
  static hol_line_mode mode[MANY];
  for (size_t k = 0; k < LINES; k++) {
    hol_line line = any_line(k);
    assert_int_equal(hol_line_component_modes(&line, MANY, mode), HOL_OK);
    for (int p = 0; p <= highest_order(&line); p++) {
      for (int q = 0; q <= p; q++) {
        static const double point[] = {0, 0.3, 0.55, 1};
        for (size_t i = 0; i < 16; i++) {
          double x = point[i / 4] * line.length, xi = point[i % 4] * line.length, sum = 0;
          for (size_t n = MANY; n-- > 0;) {
            sum += hol_line_mode_at(&line, &mode[n], x, p) * hol_line_mode_at(&line, &mode[n], xi, q) / mode[n].omega2;
          }
          double falling = hol_line_is_bending(&line) ? 3 - p - q : 1; /* Σ_{n > N} (nπ)^−(falling + 1) */
          double tail = 16 / (pow(M_PI, falling + 1) * falling * pow(MANY - 1, falling));
          double unit = natural(&line, p + q);
          assert_near(hol_line_static(&line, x, p, xi, q) / unit, sum / unit, tail + 1e-14);
        }
      }
    }
  }
}

static void test_derivatives_of_compliances_equal_differences(void **state)
{
  (void)state;
  for (size_t k = 0; k < PAIR_COUNT * GYRATIONS; k++) {
    hol_line line = any_line(k);
    double l = line.length, h = 1e-4 * l;
    for (int p = 0; p < 3; p++) {
      for (int q = 0; q < 2; q++) {
        for (double x = 0.1 * l; x < l; x += 0.2 * l) {
          double xi = 0.61 * l, unit = natural(&line, p + q + 1);
          double difference =
              (hol_line_static(&line, x + h, p, xi, q) - hol_line_static(&line, x - h, p, xi, q)) / (2 * h);
          assert_near(difference / unit, hol_line_static(&line, x, p + 1, xi, q) / unit, 1e-7);
        }
      }
    }
    double xi_difference =
        (hol_line_static(&line, 0.3 * l, 2, 0.61 * l + h, 0) - hol_line_static(&line, 0.3 * l, 2, 0.61 * l - h, 0)) /
        (2 * h);
    assert_near(xi_difference / natural(&line, 3), hol_line_static(&line, 0.3 * l, 2, 0.61 * l, 1) / natural(&line, 3),
                1e-7);
  }
}

static void test_deflections_meet_the_end_conditions(void **state)
{
  (void)state;
  for (size_t k = 0; k < PAIR_COUNT * GYRATIONS; k++) {
    hol_line line = any_line(k);
    hol_line_mode rigid[2];
    size_t count = hol_line_rigid_modes(&line, rigid);
    for (int e = 0; e < 2; e++) {
      double at = e * line.length, xi = 0.37 * line.length;
      bool lies = line.end[e] == CLAMPED || line.end[e] == PINNED,
           level = line.end[e] == CLAMPED || line.end[e] == GUIDED;
      for (int q = 0; q < 2; q++) {
        double shear = hol_line_static(&line, at, 3, xi, q); /* carries the rotary inertia r R′ of the relief load */
        for (size_t i = 0; i < count; i++) {
          shear -= line.rotary / line.stiffness * hol_line_mode_at(&line, &rigid[i], at, 1) *
                   hol_line_mode_at(&line, &rigid[i], xi, q);
        }
        double moved = lies ? hol_line_static(&line, at, 0, xi, q) / natural(&line, q) : shear / natural(&line, q + 3);
        int turn = level ? 1 : 2;
        assert_near(moved, 0, 2e-15);
        assert_near(hol_line_static(&line, at, turn, xi, q) / natural(&line, turn + q), 0, 2e-15);
      }
    }
  }
}

static void test_derivatives_jump_at_the_load_and_are_taken_from_the_right(void **state)
{
  (void)state;
  for (size_t k = 0; k < PAIR_COUNT * GYRATIONS; k++) {
    hol_line line = any_line(k);
    for (double xi = 0; xi <= 1; xi += 0.125) {
      double at = xi * line.length, step = 1e-15 * line.length;
      for (int q = 0; q < 2; q++) {
        int order = 3 - q; /* shear at a force, bending moment at a couple */
        double unit = natural(&line, 3) * (q ? -1 : 1), here = hol_line_static(&line, at, order, at, q);
        assert_near((here - hol_line_static(&line, at - step, order, at, q)) / unit, 1, 2e-14);
        assert_near((here - hol_line_static(&line, at + step, order, at, q)) / unit, 0, 2e-14);
      }
    }
  }
}

static void test_a_mirrored_line_has_the_mirrored_compliance(void **state)
{
  (void)state;
  for (size_t k = 0; k < LINES; k++) {
    hol_line line = any_line(k), mirror = line;
    mirror.end[0] = line.end[1];
    mirror.end[1] = line.end[0];
    double l = line.length;
    for (int p = 0; p <= highest_order(&line); p++) {
      double there = hol_line_static(&line, 0.25 * l, p, 0.75 * l, 0), unit = natural(&line, p);
      double image = hol_line_static(&mirror, 0.75 * l, p, 0.25 * l, 0);
      assert_near(image / unit, (p ? -there : there) / unit, 1e-16);
    }
  }
}

static void test_massless_lines_have_compliance_only_without_rigid_modes(void **state)
{
  (void)state;
  for (size_t k = 0; k < LINES; k++) {
    hol_line line = any_line(k), massless = line;
    hol_line_mode rigid[2];
    massless.mass = massless.rotary = 0;
    double value = hol_line_static(&massless, 0.5, 0, 0.8, 0);
    if (hol_line_rigid_modes(&line, rigid) > 0) {
      assert_true(isnan(value));
    } else {
      assert_true(value == hol_line_static(&line, 0.5, 0, 0.8, 0));
    }
  }
}

static void test_compliance_is_not_a_number_where_no_polynomial_holds(void **state)
{
  (void)state;
  for (size_t i = 0; i < 3; i++) {
    hol_line line = bending_line(5, 0);
    line.shear = i == 0 ? 7 : 0;
    line.tension = i == 1 ? -7 : 0;
    line.foundation = i == 2 ? 7 : 0;
    assert_true(isnan(hol_line_static(&line, 0.5, 0, 0.5, 0)));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_compliances_equal_textbook_deflections),
      cmocka_unit_test(test_free_beam_compliances_at_one_section_are_the_known_polynomials),
      cmocka_unit_test(test_compliances_are_symmetric_to_the_last_bit),
      cmocka_unit_test(test_compliance_resolves_into_own_modes),
      cmocka_unit_test(test_compliance_equals_the_sum_over_thousand_modes),
      cmocka_unit_test(test_derivatives_of_compliances_equal_differences),
      cmocka_unit_test(test_deflections_meet_the_end_conditions),
      cmocka_unit_test(test_derivatives_jump_at_the_load_and_are_taken_from_the_right),
      cmocka_unit_test(test_a_mirrored_line_has_the_mirrored_compliance),
      cmocka_unit_test(test_massless_lines_have_compliance_only_without_rigid_modes),
      cmocka_unit_test(test_compliance_is_not_a_number_where_no_polynomial_holds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
