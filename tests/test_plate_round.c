/* SPDX-License-Identifier: BSD-3-Clause */
/* Circular and annular plates: against roots of Bessel determinants, closed static deflections, and themselves. */
#include "flexible_fixture.h"
#include "parts/plate/green.h"
#include "parts/plate/round.h"

static const double pi = 3.14159265358979323846;

enum { FIRST = 5 };

/** R = 1, D = 1, ρh = 1, ν = 0.3; inner radius 0.3 where there is one. λ = ω R² √(ρh/D), nodal diameters. */
static const struct {
  const char *name;
  hol_round_plate plate;
  size_t rigid;
  struct {
    double lambda;
    int n;
  } mode[FIRST];
} known[] = {
    {"clamped",
     {1, 0, false, HOL_EDGE_CLAMPED, 1, 0.3, 1},
     0,
     {{10.215826229867279, 0},
      {21.260397694614598, 1},
      {34.877035420319661, 2},
      {39.771148236457082, 0},
      {51.030035483776119, 3}}},
    {"free",
     {1, 0, false, HOL_EDGE_FREE, 1, 0.3, 1},
     3,
     {{5.3583297878999116, 2},
      {9.0031373502955271, 0},
      {12.438988165408138, 3},
      {20.474550113938136, 1},
      {21.835162704169382, 4}}},
    {"free annulus",
     {1, 0.3, false, HOL_EDGE_FREE, 1, 0.3, 1},
     3,
     {{4.9059851034310509, 2},
      {8.3534756759423861, 0},
      {12.265828379994933, 3},
      {18.291815671769308, 1},
      {21.783366613040684, 4}}},
    {"free at a hub",
     {1, 0.3, true, HOL_EDGE_FREE, 1, 0.3, 1},
     3,
     {{7.9564865444585165, 2},
      {12.919756577424598, 0},
      {13.27573299804432, 3},
      {22.073776931432069, 4},
      {22.482693536274288, 1}}},
    {"supported annulus",
     {1, 0.3, false, HOL_EDGE_SUPPORTED, 1, 0.3, 1},
     0,
     {{4.6640770837159691, 0},
      {12.815930356637118, 1},
      {24.115948714215466, 2},
      {37.042243015209629, 0},
      {38.774719328656418, 3}}},
    {"clamped with a hub",
     {1, 0.3, true, HOL_EDGE_CLAMPED, 1, 0.3, 1},
     0,
     {{14.571522292171793, 0}, {23.417329439646711, 1}, {51.138849608524066, 2}, {0, 0}, {0, 0}}},
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void test_frequencies_equal_roots_of_bessel_determinants(void **state)
{
  (void)state;
  for (size_t c = 0; c < KNOWN; c++) {
    hol_round_part part = {.plate = known[c].plate};
    hol_component_modes own = fixture_compute(hol_round_class(), &part, NULL, 0, 9);
    assert_int_equal(own.rigid, known[c].rigid);
    assert_true(own.error < 1e-11);
    size_t k = 0;
    for (size_t i = 0; i < FIRST && known[c].mode[i].lambda > 0; i++) {
      for (int twice = 0; twice < (known[c].mode[i].n ? 2 : 1); twice++) {
        assert_close(sqrt(own.omega2[k++]), known[c].mode[i].lambda, 1e-12);
      }
    }
    hol_component_modes_clear(&own);
  }
}

/** Points on both sides of a ray, at the rim, at the same radius, and the centre or a hub. */
static void fill_points(const hol_round_plate *plate, hol_round_part *part, double (*at)[2], bool *is_hub)
{
  static const double points[5][2] = {{0.62, 0.3}, {0.62, 1.9}, {0.85, -2.0}, {1, 0.7}, {0, 0}};
  static const bool hub[5] = {false, false, false, false, true};
  for (size_t i = 0; i < 5; i++) {
    at[i][0] = points[i][0];
    at[i][1] = points[i][1];
    is_hub[i] = hub[i] && plate->has_hub;
    at[i][0] += i == 4 && !plate->has_hub ? plate->inner : 0;
  }
  *part = (hol_round_part){.plate = *plate, .points = 5, .at = at, .is_hub = is_hub, .places = 4, .place = at};
}

/** uz at the first three points and, where it is free, at the rim; uz or all of the last. */
static size_t list_ports(const hol_round_plate *plate, hol_port *port)
{
  size_t ports = 0;
  for (size_t i = 0; i < 5; i++) {
    if (i != 3 || plate->rim == HOL_EDGE_FREE) {
      port[ports++] = (hol_port){0, i, HOL_UZ};
    }
  }
  if (plate->has_hub) {
    port[ports++] = (hol_port){0, 4, HOL_RX};
    port[ports++] = (hol_port){0, 4, HOL_RY};
  }
  return ports;
}

static void test_modes_and_remainders_make_up_the_compliances(void **state)
{
  (void)state;
  for (size_t c = 0; c < KNOWN; c++) {
    hol_round_part part;
    double at[5][2], gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
    bool is_hub[5];
    hol_port port[FIXTURE_PORTS];
    fill_points(&known[c].plate, &part, at, is_hub);
    size_t ports = list_ports(&known[c].plate, port);
    hol_component_modes own = fixture_compute(hol_round_class(), &part, port, ports, 12);
    assert_true(own.error < 1e-10);
    fixture_check_sums(&own, 1e-12, gamma);
    for (size_t i = 0; i < 3; i++) {
      fixture_check_field(&own, i, i, HOL_UZ, gamma, 1e-9, 1e-3);
    }
    hol_component_modes_clear(&own);
    fixture_check_wishes(hol_round_class(), &part, port, ports, 6, 30, 1e-7);
  }
}

static double michell(const double x[2], const double y[2])
{
  double cosine = cos(x[1] - y[1]), product = x[0] * y[0] * cosine;
  double square = x[0] * x[0] + y[0] * y[0] - 2 * product, image = 1 + x[0] * x[0] * y[0] * y[0] - 2 * product;
  return ((1 - x[0] * x[0]) * (1 - y[0] * y[0]) + (square > 0 ? square * log(square / image) : 0)) / (16 * pi);
}

static void test_clamped_plate_bends_as_michell_says(void **state)
{
  (void)state;
  hol_round_part part;
  double at[5][2], gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  bool is_hub[5];
  hol_port port[FIXTURE_PORTS];
  fill_points(&known[0].plate, &part, at, is_hub);
  size_t ports = list_ports(&known[0].plate, port);
  hol_component_modes own = fixture_compute(hol_round_class(), &part, port, ports, 5);
  fixture_check_sums(&own, 1e-12, gamma);
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j < ports; j++) {
      assert_within(gamma[i + j * ports], michell(at[port[i].point], at[port[j].point]), 0, 1e-14);
    }
  }
  hol_component_modes_clear(&own);
}

static void test_supported_plate_and_hub_have_textbook_compliances(void **state)
{
  (void)state;
  double at[1][2] = {{0, 0}}, gamma[FIXTURE_ORDERS * 9];
  bool is_hub[1] = {false};
  hol_round_part full = {
      .plate = {1, 0, false, HOL_EDGE_SUPPORTED, 1, 0.3, 1}, .points = 1, .at = at, .is_hub = is_hub};
  hol_port port[3] = {{0, 0, HOL_UZ}, {0, 0, HOL_RX}, {0, 0, HOL_RY}};
  hol_component_modes own = fixture_compute(hol_round_class(), &full, port, 1, 3);
  fixture_check_sums(&own, 1e-12, gamma);
  assert_close(gamma[0], 3.3 / 1.3 / (16 * pi), 1e-12);
  hol_component_modes_clear(&own);
  is_hub[0] = true;
  hol_round_part hub = {.plate = {1, 0.3, true, HOL_EDGE_CLAMPED, 1, 0.3, 1}, .points = 1, .at = at, .is_hub = is_hub};
  own = fixture_compute(hol_round_class(), &hub, port, 3, 3);
  fixture_check_sums(&own, 1e-12, gamma);
  double a = 0.09, l = log(1 / 0.3);
  assert_close(gamma[0], ((1 - a) - 4 * a * l * l / (1 - a)) / (16 * pi), 1e-12);
  assert_close(gamma[4], (l - (1 - a) / (1 + a)) / (4 * pi), 1e-12);
  assert_close(gamma[8], gamma[4], 1e-12);
  hol_component_modes_clear(&own);
}

static void test_moments_at_points_are_refused(void **state)
{
  (void)state;
  double at[1][2] = {{0.5, 0}};
  bool is_hub[1] = {false};
  hol_round_part part = {.plate = {1, 0, false, HOL_EDGE_FREE, 1, 0.3, 1}, .points = 1, .at = at, .is_hub = is_hub};
  hol_port port = {0, 0, HOL_RX};
  hol_modes_request request = {.port = &port, .ports = 1, .modes = 2};
  hol_component_modes own;
  assert_false(hol_round_class()->accepts_force(&part, port));
  assert_int_equal(hol_component_modes_compute(hol_round_class(), &part, &request, &own), HOL_INVALID);
  assert_null(own.omega2);
}

/** Two roads to Σ_{n > 40}: the tail, and the tail after 20000 with the terms between. */
static void test_tails_of_static_deflections_are_sums(void **state)
{
  (void)state;
  static const double place[][3] = {{1, 1, 0},     {1, 1, 0.9},   {1, 1, 0.01}, {0.3, 0.3, 0},
                                    {1, 0.9, 0.2}, {0.7, 0.7, 0}, {0.999, 1, 0}};
  for (size_t c = 1; c < 5; c++) {
    for (size_t k = 0; k < sizeof place / sizeof place[0]; k++) {
      double whole[3], later[3], sum = 0, one[2];
      if (known[c].plate.rim != HOL_EDGE_FREE || (known[c].plate.has_hub && place[k][0] < 0.4)) {
        continue;
      }
      (void)hol_round_green_tail(&known[c].plate, 40, place[k][0], place[k][1], place[k][2], whole);
      (void)hol_round_green_tail(&known[c].plate, 20000, place[k][0], place[k][1], place[k][2], later);
      for (size_t n = 20000; n > 40; n--) {
        hol_round_green(&known[c].plate, (double)n, place[k][0], place[k][1], one);
        sum += one[0] * cos((double)n * place[k][2]);
      }
      assert_within(whole[0], sum + later[0], 0, 3e-13);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frequencies_equal_roots_of_bessel_determinants),
      cmocka_unit_test(test_modes_and_remainders_make_up_the_compliances),
      cmocka_unit_test(test_clamped_plate_bends_as_michell_says),
      cmocka_unit_test(test_supported_plate_and_hub_have_textbook_compliances),
      cmocka_unit_test(test_moments_at_points_are_refused),
      cmocka_unit_test(test_tails_of_static_deflections_are_sums),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
