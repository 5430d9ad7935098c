/* SPDX-License-Identifier: BSD-3-Clause */
/* Thin rings: against closed forms, textbook deflections, and themselves. */
#include "flexible_fixture.h"
#include "parts/ring/ring.h"

static const double pi = 3.14159265358979323846;

static const hol_ring soft = {.radius = 1.3,
                              .in_plane = true,
                              .across = true,
                              .EA = 100,
                              .EI_in = 1.1,
                              .EI_across = 0.9,
                              .GJ = 0.7,
                              .line_mass = 2.1,
                              .polar_inertia = 0.02};

static hol_component_modes compute_free(const hol_ring *ring, size_t modes)
{
  hol_ring_part part = {.ring = *ring};
  return fixture_compute(hol_ring_class(), &part, NULL, 0, modes);
}

static void test_inextensible_ring_has_loves_frequencies(void **state)
{
  (void)state;
  hol_ring ring = soft;
  ring.EA = 0;
  ring.across = false;
  hol_component_modes own = compute_free(&ring, 12);
  double unit = ring.EI_in / (ring.line_mass * pow(ring.radius, 4));
  assert_int_equal(own.rigid, 3);
  for (size_t k = 0; k < 12; k++) {
    double n = 2 + (double)(k / 2), d = n * n - 1;
    assert_close(own.omega2[k], unit * n * n * d * d / (n * n + 1), 1e-13);
  }
  hol_component_modes_clear(&own);
}

static void test_ring_across_its_plane_has_loves_frequencies(void **state)
{
  (void)state;
  hol_ring ring = soft;
  ring.in_plane = false;
  ring.polar_inertia = 0;
  hol_component_modes own = compute_free(&ring, 12);
  double unit = ring.EI_across / (ring.line_mass * pow(ring.radius, 4));
  assert_int_equal(own.rigid, 3);
  for (size_t k = 0; k < 12; k++) {
    double n = 2 + (double)(k / 2), d = n * n - 1;
    assert_close(own.omega2[k], unit * n * n * d * d / (n * n + ring.EI_across / ring.GJ), 1e-13);
  }
  hol_component_modes_clear(&own);
}

static void test_breathing_and_turning_inside_out_are_single_modes(void **state)
{
  (void)state;
  hol_component_modes own = compute_free(&soft, 40);
  double breathing = soft.EA / (soft.line_mass * pow(soft.radius, 2));
  double turning = soft.EI_across / (soft.polar_inertia * pow(soft.radius, 2));
  size_t single = 0;
  assert_int_equal(own.rigid, 6);
  for (size_t k = 0; k < own.modes; k++) {
    bool is_one = fabs(own.omega2[k] / breathing - 1) < 1e-12 || fabs(own.omega2[k] / turning - 1) < 1e-12;
    single += is_one;
    k += !is_one; /* its twin */
    assert_true(is_one || k >= own.modes || fabs(own.omega2[k] / own.omega2[k - 1] - 1) < 1e-12);
  }
  assert_int_equal(single, 2);
  hol_component_modes_clear(&own);
}

/** Two opposite forces of 1 pulling: their points part by (π/4 − 2/π) R³/EI, the diameter across shrinks by (2/π − 1/2)
 *  R³/EI; tension adds π/4 − 2/π + 2/π = ... only where EA is finite. */
static void test_diametral_forces_give_textbook_deflections(void **state)
{
  (void)state;
  hol_ring ring = soft;
  ring.EA = 0;
  ring.across = false;
  double theta[4] = {0, 0.5 * pi, pi, 1.5 * pi}, gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  hol_ring_part part = {.ring = ring, .points = 4, .theta = theta, .places = 4, .place = theta};
  hol_port port[4] = {{0, 0, HOL_UX}, {0, 1, HOL_UY}, {0, 2, HOL_UX}, {0, 3, HOL_UY}};
  hol_component_modes own = fixture_compute(hol_ring_class(), &part, port, 4, 8);
  fixture_check_sums(&own, 1e-12, gamma);
  double unit = pow(ring.radius, 3) / ring.EI_in;
  double longer = gamma[0] - gamma[2] - gamma[8] + gamma[10], across = gamma[1] - gamma[9] - gamma[3] + gamma[11];
  assert_close(longer, (pi / 4 - 2 / pi) * unit, 1e-12);
  assert_close(across, -(2 / pi - 0.5) * unit, 1e-12);
  hol_component_modes_clear(&own);
}

static void test_modes_and_remainders_make_up_the_compliances(void **state)
{
  (void)state;
  double theta[2] = {0.3, 2.0}, gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  hol_port port[FIXTURE_PORTS];
  for (size_t i = 0; i < FIXTURE_PORTS; i++) {
    port[i] = (hol_port){0, i / 6, (int)(i % 6)};
  }
  for (int massless = 0; massless < 2; massless++) {
    hol_ring_part part = {.ring = soft, .points = 2, .theta = theta, .places = 2, .place = theta};
    part.ring.polar_inertia = massless ? 0 : part.ring.polar_inertia;
    hol_component_modes own = fixture_compute(hol_ring_class(), &part, port, FIXTURE_PORTS, 20);
    assert_true(own.error < 1e-12);
    fixture_check_sums(&own, 1e-12, gamma);
    for (size_t i = 0; i < FIXTURE_PORTS; i++) {
      fixture_check_field(&own, i, i / 6, (int)(i % 6), gamma, 1e-11, 1e-11);
    }
    hol_component_modes_clear(&own);
    fixture_check_wishes(hol_ring_class(), &part, port, FIXTURE_PORTS, 10, 60, 1e-11);
  }
}

/** Rigid-body modes at the ports are those of a rigid ring: φφᵀ at a point is what 1/mass and 1/inertia give. */
static void test_rigid_body_modes_are_orthonormal(void **state)
{
  (void)state;
  double theta[1] = {0};
  hol_ring_part part = {.ring = soft, .points = 1, .theta = theta};
  hol_port port[6] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 0, 5}};
  hol_component_modes own = fixture_compute(hol_ring_class(), &part, port, 6, 2);
  double R = soft.radius, mass = 2 * pi * R * soft.line_mass, across = mass * R * R / 2 + pi * R * soft.polar_inertia;
  double expected[6] = {1 / mass,   1 / mass + 1 / mass, 1 / mass + R * R / across,
                        1 / across, 1 / across,          1 / (mass * R * R)};
  for (size_t i = 0; i < 6; i++) {
    double sum = 0;
    for (size_t k = 0; k < 6; k++) {
      sum += own.phi[i + 6 * k] * own.phi[i + 6 * k];
    }
    assert_close(sum, expected[i], 1e-13);
  }
  hol_component_modes_clear(&own);
}

/** Γ_1 of what twists or stretches falls off as 1/n⁴ only: summed here far beyond where the ring stops one by one,
 *  without component modes. Forms a, b of unit energy of the strains turn Γ_1 into Σ_n zᵀ M z, M the mass matrix of the
 *  forms. */
static long double long_sum(const hol_ring *ring, bool plane, int component, size_t families)
{
  long double R = ring->radius, EI = plane ? ring->EI_in : ring->EI_across, sum = 0, circle = acosl(-1);
  long double mass[2] = {ring->line_mass, plane ? ring->line_mass : ring->polar_inertia};
  for (size_t k = families; k >= 2; k--) {
    long double n = (long double)k, d = n * n - 1, m[2][2] = {{0}};
    long double bend = sqrtl(plane ? R * R * R / (circle * EI) / (n * n) : R / (circle * EI));
    long double other = sqrtl(plane ? R / (circle * ring->EA) : R / (circle * ring->GJ) / (n * n));
    /* in the plane w and u of (a, b), b = nW + U, a = nU + W; across it v and β, a = n²V/R + B, b = B + V/R */
    long double shape[2][2] = {{(plane ? n : R) * bend / d, -bend / d},
                               {(plane ? -1 : -R) * other / d, (plane ? n : n * n) * other / d}};
    for (size_t i = 0; i < 4; i++) {
      m[i / 2][i % 2] =
          circle * R * (mass[0] * shape[i / 2][0] * shape[i % 2][0] + mass[1] * shape[i / 2][1] * shape[i % 2][1]);
    }
    for (size_t i = 0; i < 4; i++) {
      sum += shape[i / 2][component] * m[i / 2][i % 2] * shape[i % 2][component];
    }
  }
  return sum;
}

/** Families 0 and 1 in full, at θ = 0. */
static long double low_sum(const hol_ring *ring, bool plane, int component)
{
  long double R = ring->radius, m = ring->line_mass, Ip = ring->polar_inertia, circle = acosl(-1);
  if (plane) { /* w = u, with the strain energy π/2 (2w)² (EA/R + EI/R³); breathing moves w alone */
    long double stiffness = 4 * circle * (ring->EA / R + ring->EI_in / (R * R * R)), inertia = 2 * circle * R * m;
    long double breathing = component == 0 ? R / (2 * circle * ring->EA) * (m * R * R / ring->EA) : 0;
    return breathing + inertia / (stiffness * stiffness);
  }
  /* β = B, v = R I_p/(m R²) B moves no mass with the rotations about diameters; all sections turned alike move β
     alone */
  long double part = Ip / (m * R * R), shape[2] = {R * part, 1};
  long double stiffness = circle / R * (ring->EI_across + ring->GJ) * (1 + part) * (1 + part);
  long double inertia = circle * R * (m * shape[0] * shape[0] + Ip * shape[1] * shape[1]);
  long double turning = component == 1 ? R / (2 * circle * ring->EI_across) * (Ip * R * R / ring->EI_across) : 0;
  return turning + shape[component] * shape[component] * inertia / (stiffness * stiffness);
}

/** Where it is done again for a ring next to one that is known, fewer families are summed one by one: to the same
 *  digits. */
static void check_again(const hol_ring_part *part, const hol_port *port, double right, const double *gamma)
{
  hol_modes_request request = {.port = port, .ports = 1, .modes = 8, .is_repeated = true};
  hol_component_modes own = {0};
  double again[FIXTURE_ORDERS];
  assert_int_equal(hol_component_modes_compute(hol_ring_class(), part, &request, &own), HOL_OK);
  assert_int_equal(own.class->residual_flexibility(&own, 0, FIXTURE_ORDERS, false, again), HOL_OK);
  assert_close(again[1], right, 2e-15);
  for (size_t order = 0; order < FIXTURE_ORDERS; order++) {
    assert_close(again[order], gamma[order], 2e-15);
  }
  hol_component_modes_clear(&own);
}

static void test_sums_go_on_beyond_the_last_family(void **state)
{
  (void)state;
  /* at θ = 0 ux is w, uy u, uz v, ry β */
  static const int freedom[4] = {HOL_UX, HOL_UY, HOL_UZ, HOL_RY};
  double theta[1] = {0}, gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  for (size_t i = 0; i < 4; i++) {
    hol_ring_part part = {.ring = soft, .points = 1, .theta = theta, .places = 1, .place = theta};
    hol_port port = {0, 0, freedom[i]};
    hol_component_modes own = fixture_compute(hol_ring_class(), &part, &port, 1, 8);
    assert_int_equal(own.class->residual_flexibility(&own, 0, FIXTURE_ORDERS, false, gamma), HOL_OK);
    long double right = low_sum(&soft, i < 2, (int)(i % 2)) + long_sum(&soft, i < 2, (int)(i % 2), 200000);
    assert_close(gamma[1], (double)right, 2e-15);
    check_again(&part, &port, (double)right, gamma);
    hol_component_modes_clear(&own);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_inextensible_ring_has_loves_frequencies),
      cmocka_unit_test(test_ring_across_its_plane_has_loves_frequencies),
      cmocka_unit_test(test_breathing_and_turning_inside_out_are_single_modes),
      cmocka_unit_test(test_diametral_forces_give_textbook_deflections),
      cmocka_unit_test(test_modes_and_remainders_make_up_the_compliances),
      cmocka_unit_test(test_rigid_body_modes_are_orthonormal),
      cmocka_unit_test(test_sums_go_on_beyond_the_last_family),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
