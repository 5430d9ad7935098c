/* SPDX-License-Identifier: BSD-3-Clause */
/* Rectangular plates: against Navier's sines, published frequencies, closed deflections, and themselves. */
#include "flexible_fixture.h"
#include "base/vector.h"
#include "parts/plate/rectangle.h"

static const double pi = 3.14159265358979323846;

enum { POINTS = 4 };
#define F HOL_EDGE_FREE
#define S HOL_EDGE_SUPPORTED
#define C HOL_EDGE_CLAMPED

/** Inside, inside, on the edge x = a, at the corner (a, b). */
static double at[POINTS][2] = {{0.4, 0.3}, {0.7, 0.8}, {1, 0.35}, {1, 1}};

static hol_rectangle_part part_with(hol_plate_edge x0, hol_plate_edge xa, hol_plate_edge y0, hol_plate_edge yb)
{
  hol_rectangle plate = {.side = {1, 1}, .edge = {x0, xa, y0, yb}, .D = 1, .nu = 0.3, .mass = 1};
  return (hol_rectangle_part){.plate = plate, .points = POINTS, .at = at, .places = POINTS, .place = at};
}

static size_t list_ports(const hol_rectangle_part *part, hol_port *port)
{
  size_t ports = 0;
  for (size_t i = 0; i < POINTS; i++) {
    hol_port one = {0, i, HOL_UZ};
    if (hol_rectangle_class()->accepts_force(part, one)) {
      port[ports++] = one;
    }
  }
  return ports;
}

static void test_supported_plate_has_naviers_frequencies(void **state)
{
  (void)state;
  hol_rectangle_part part = part_with(S, S, S, S);
  part.plate.side[1] = 0.6;
  hol_component_modes own = fixture_compute(hol_rectangle_class(), &part, NULL, 0, 20);
  double omega[400];
  for (size_t k = 0; k < 400; k++) {
    double m = (double)(k % 20 + 1), n = (double)(k / 20 + 1) / 0.6;
    omega[k] = pi * pi * (m * m + n * n);
  }
  hol_sort(400, omega);
  for (size_t k = 0; k < 20; k++) {
    assert_close(sqrt(own.omega2[k]), omega[k], 1e-11);
  }
  hol_component_modes_clear(&own);
}

static void test_square_plates_have_published_frequencies(void **state)
{
  (void)state;
  static const struct {
    hol_plate_edge edge[4];
    size_t rigid, count;
    double rtol, omega[5];
  } known[] = {
      {{F, F, F, F}, 3, 5, 1e-9, {13.46819736, 19.59613736, 24.27020089, 34.80089103, 34.80089103}},
      {{C, C, C, C}, 0, 5, 2e-9, {35.98519, 73.39385, 73.39385, 108.2165, 131.5808}},
      {{C, F, F, F}, 0, 5, 1e-4, {3.4710, 8.5063, 21.285, 27.199, 30.956}},
      {{S, S, F, F}, 0, 2, 1e-5, {9.6314, 16.1348}},
      {{S, F, F, F}, 1, 2, 1e-4, {6.6437, 14.9015}},
      {{S, F, S, F}, 0, 2, 1e-3, {3.3670, 17.316}},
  };
  for (size_t c = 0; c < sizeof known / sizeof known[0]; c++) {
    const hol_plate_edge *e = known[c].edge;
    hol_rectangle_part part = part_with(e[0], e[1], e[2], e[3]);
    hol_component_modes own = fixture_compute(hol_rectangle_class(), &part, NULL, 0, 5);
    assert_int_equal(own.rigid, known[c].rigid);
    for (size_t k = 0; k < known[c].count; k++) {
      assert_close(sqrt(own.omega2[k]), known[c].omega[k], fmax(known[c].rtol, 6e-6 * (c > 0)));
    }
    hol_component_modes_clear(&own);
  }
}

static void test_modes_and_remainders_make_up_the_compliances(void **state)
{
  (void)state;
  static const hol_plate_edge edges[][4] = {{F, F, F, F}, {S, S, S, S}, {C, F, F, F},
                                            {S, F, F, F}, {F, S, C, S}, {F, F, F, S}};
  for (size_t c = 0; c < sizeof edges / sizeof edges[0]; c++) {
    hol_rectangle_part part = part_with(edges[c][0], edges[c][1], edges[c][2], edges[c][3]);
    hol_port port[POINTS];
    double gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
    size_t ports = list_ports(&part, port);
    hol_component_modes own = fixture_compute(hol_rectangle_class(), &part, port, ports, 8);
    fixture_check_sums(&own, 1e-10, gamma);
    for (size_t i = 0; i < ports; i++) {
      /* the compliances are stationary: their error is of the square of that of the deflections, and what the force at
       * a point has of the second order is in them only */
      fixture_check_field(&own, i, port[i].point, HOL_UZ, gamma, 1e-2 * sqrt(own.error) + 1e-10,
                          1e-2 * sqrt(own.error) + 1e-4);
    }
    hol_component_modes_clear(&own);
  }
}

/** Σ_n cos nx/(n² + m²)² over n ≥ 1. */
static double sum_of_squares(double m, double x)
{
  double q = exp(-m * x), r = exp(-m * (2 * pi - x)), e = exp(-2 * pi * m), d = 1 - e;
  double value = (q + r) / d, slope = (-x * q - (2 * pi - x) * r) / d - (q + r) * 2 * pi * e / (d * d);
  double first = -pi / (2 * m * m) * value + pi / (2 * m) * slope + 1 / (m * m * m); /* d/dm of Σ cos nx/(n² + m²) */
  return -first / (2 * m);
}

static void test_supported_plate_bends_as_navier_says(void **state)
{
  (void)state;
  hol_rectangle_part part = part_with(S, S, S, S);
  hol_port port[2] = {{0, 0, HOL_UZ}, {0, 1, HOL_UZ}};
  double gamma[FIXTURE_ORDERS * 4];
  hol_component_modes own = fixture_compute(hol_rectangle_class(), &part, port, 2, 8);
  fixture_check_sums(&own, 1e-10, gamma);
  assert_true(own.error < 1e-8);
  for (size_t k = 0; k < 3; k++) {
    const double *x = at[k == 1], *y = at[k > 0];
    double sum = 0;
    for (size_t m = 200000; m > 0; m--) {
      double t = (double)m, plus = sum_of_squares(t, pi * fabs(x[1] - y[1])),
             minus = sum_of_squares(t, pi * (x[1] + y[1]));
      sum += 2 * sin(t * pi * x[0]) * sin(t * pi * y[0]) * (plus - minus);
    }
    assert_within(k == 0   ? gamma[0]
                  : k == 1 ? gamma[3]
                           : gamma[1],
                  sum / pow(pi, 4), 0, (own.error + 3e-11) * gamma[0]); /* what is left of the sum */
  }
  hol_component_modes_clear(&own);
}

/** Two edges that meet supported, the others free: under a force at the free corner the plate is w = F xy/2(1 − ν)D. */
static void test_corner_force_twists_the_plate(void **state)
{
  (void)state;
  hol_rectangle_part part = part_with(S, F, S, F);
  hol_port port[POINTS];
  double gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  size_t ports = list_ports(&part, port);
  assert_int_equal(ports, POINTS);
  hol_component_modes own = fixture_compute(hol_rectangle_class(), &part, port, ports, 8);
  fixture_check_sums(&own, 1e-10, gamma);
  for (size_t i = 0; i < POINTS; i++) {
    assert_within(gamma[i + 3 * POINTS], at[i][0] * at[i][1] / 1.4, 0, own.error);
  }
  hol_component_modes_clear(&own);
}

static void test_ports_on_held_edges_and_moments_are_refused(void **state)
{
  (void)state;
  hol_rectangle_part part = part_with(F, C, F, F);
  assert_false(hol_rectangle_class()->accepts_force(&part, (hol_port){0, 2, HOL_UZ}));
  assert_false(hol_rectangle_class()->accepts_force(&part, (hol_port){0, 3, HOL_UZ}));
  assert_false(hol_rectangle_class()->accepts_force(&part, (hol_port){0, 0, HOL_RX}));
  assert_true(hol_rectangle_class()->accepts_force(&part, (hol_port){0, 0, HOL_UZ}));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_supported_plate_has_naviers_frequencies),
      cmocka_unit_test(test_square_plates_have_published_frequencies),
      cmocka_unit_test(test_modes_and_remainders_make_up_the_compliances),
      cmocka_unit_test(test_supported_plate_bends_as_navier_says),
      cmocka_unit_test(test_corner_force_twists_the_plate),
      cmocka_unit_test(test_ports_on_held_edges_and_moments_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
