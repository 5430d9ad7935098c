/* SPDX-License-Identifier: BSD-3-Clause */
/* Circular arcs: against closed forms, straight beams, textbook deflections, and dynamic stiffnesses made here. */
#include "dice.h"
#include "flexible_fixture.h"
#include "parts/arc/arc.h"

typedef long double wide;

static const double pi = 3.14159265358979323846;

/** Everything at once: extension, shear, rotary inertia, twist. */
static const hol_arc soft = {.length = 2.3,
                             .curvature = 0.8,
                             .moves = {true, true},
                             .flexibility = {{0.01, 0.02, 0.9}, {0.03, 1.4, 1.1}},
                             .inertia = {{2.1, 2.1, 0.01}, {2.1, 0.02, 0.015}}};

static const hol_arc half_circle = {.length = 3.14159265358979323846 * 1.5,
                                    .curvature = 1 / 1.5,
                                    .moves = {true, true},
                                    .flexibility = {{0.01, 0.02, 0.9}, {0.03, 1.4, 1.1}},
                                    .inertia = {{2.1, 2.1, 0.01}, {2.1, 0.02, 0.015}}};

/** Ends pulled apart by 1: M = R sin θ, N = sin θ, Q = cos θ; turned against each other about the diameter: T = cos θ,
 *  M = sin θ. */
static void test_ends_of_a_half_circle_part_as_in_textbooks(void **state)
{
  (void)state;
  double s[2] = {0, half_circle.length}, gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS], R = 1.5;
  hol_arc_part part = {.arc = half_circle, .points = 2, .s = s, .places = 2, .place = s};
  hol_port port[4] = {{0, 0, HOL_UY}, {0, 1, HOL_UY}, {0, 0, HOL_RY}, {0, 1, HOL_RY}}; /* own y is along the diameter */
  hol_component_modes own = fixture_compute(hol_arc_class(), &part, port, 4, 8);
  fixture_check_sums(&own, 1e-12, gamma);
  const double *in = half_circle.flexibility[0], *across = half_circle.flexibility[1];
  assert_close(gamma[0] - 2 * gamma[1] + gamma[5], pi * R / 2 * (in[0] + in[1] + R * R * in[2]), 1e-13);
  assert_close(gamma[10] - 2 * gamma[11] + gamma[15], pi * R / 2 * (across[1] + across[2]), 1e-13);
  hol_component_modes_clear(&own);
}

static void test_modes_and_remainders_make_up_the_compliances(void **state)
{
  (void)state;
  double s[2] = {0.4, 2.3}, gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  hol_port port[FIXTURE_PORTS];
  for (size_t i = 0; i < FIXTURE_PORTS; i++) {
    port[i] = (hol_port){0, i / 6, (int)(i % 6)};
  }
  for (int thin = 0; thin < 2; thin++) {
    hol_arc_part part = {.arc = soft, .points = 2, .s = s, .places = 2, .place = s};
    for (size_t p = 0; p < HOL_ARC_PLANES && thin; p++) { /* no shear, no extension, no inertia of turning */
      part.arc.flexibility[p][0] = part.arc.flexibility[0][1] = part.arc.inertia[p][2] = part.arc.inertia[1][1] = 0;
    }
    hol_component_modes own = fixture_compute(hol_arc_class(), &part, port, FIXTURE_PORTS, 20);
    assert_true(own.error < 1e-12);
    fixture_check_sums(&own, 1e-12, gamma);
    for (size_t i = 0; i < FIXTURE_PORTS; i++) {
      fixture_check_field(&own, i, i / 6, (int)(i % 6), gamma, 1e-11, 1e-11);
    }
    hol_component_modes_clear(&own);
    fixture_check_wishes(hol_arc_class(), &part, port, FIXTURE_PORTS, 10, 40, 1e-11);
  }
}

/** The difference of β + kv is that of the components it is made of. */
static void test_differences_of_twist_are_those_of_components(void **state)
{
  (void)state;
  double s[2] = {0.5, 1.9}, gamma[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS], sum[7] = {0}, k = soft.curvature;
  hol_arc_part part = {.arc = soft, .points = 2, .s = s, .places = 2, .place = s};
  hol_port port[7] = {{0, 1, HOL_EVEN_FROM}};
  const double weight[6] = {-k, -cos(k * s[0]), -sin(k * s[0]), k, cos(k * s[1]), sin(k * s[1])};
  for (size_t i = 0; i < 6; i++) {
    port[1 + i] = (hol_port){0, i / 3, (int)(HOL_UZ + i % 3)};
  }
  hol_component_modes own = fixture_compute(hol_arc_class(), &part, port, 7, 10);
  fixture_check_sums(&own, 1e-12, gamma);
  for (size_t i = 0; i < 7; i++) {
    for (size_t j = 0; j < 6; j++) {
      sum[i] += weight[j] * gamma[i + 7 * (j + 1)];
    }
    assert_near(sum[i], gamma[i], 1e-12 * gamma[8]);
  }
  hol_component_modes_clear(&own);
}

/** Almost straight: βl of the free beam, cosh βl cos βl = 1, and of the free rod. */
static void test_straight_arcs_have_frequencies_of_beams(void **state)
{
  (void)state;
  static const double beta[] = {4.730040744862704, 7.853204624095838, 10.99560783800167, 14.13716549125746};
  hol_arc_part part = {.arc = {.length = 2, .curvature = 1e-10, .moves = {true}, .flexibility = {{1.0 / 50, 0, 0.25}}}};
  part.arc.inertia[0][0] = part.arc.inertia[0][1] = 3;
  hol_component_modes own = fixture_compute(hol_arc_class(), &part, NULL, 0, 6);
  double expected[] = {0, 0, 0, 0, 50.0 / 3 * pi * pi / 4, 50.0 / 3 * pi * pi};
  for (size_t i = 0; i < 4; i++) {
    expected[i] = 4.0 / 3 * pow(beta[i] / 2, 4);
  }
  for (size_t i = 0; i < 6; i++) {
    double nearest = HUGE_VAL;
    for (size_t k = 0; k < own.modes; k++) {
      nearest = fmin(nearest, fabs(own.omega2[k] / expected[i] - 1));
    }
    assert_true(nearest < 1e-12 || expected[i] > own.omega2[own.trusted - 1]);
  }
  hol_component_modes_clear(&own);
}

/** φφᵀ of the rigid-body modes at a point is 1/mass, and 1/inertia of its rotations: here of a straight one about its
 *  middle. */
static void test_rigid_body_modes_are_orthonormal(void **state)
{
  (void)state;
  double s[1] = {1}, l = 2, m = 3, j = 0.02;
  hol_arc_part part = {.arc = soft, .points = 1, .s = s};
  part.arc.length = l;
  part.arc.curvature = 1e-12;
  for (size_t i = 0; i < 2; i++) {
    part.arc.inertia[i][0] = m;
    part.arc.inertia[i][1] = i ? j : m;
    part.arc.inertia[i][2] = 0;
  }
  hol_port port[6] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 0, 5}};
  hol_component_modes own = fixture_compute(hol_arc_class(), &part, port, 6, 2);
  double lateral = m * l * l * l / 12,
         expected[6] = {1 / (m * l), 1 / (m * l), 1 / (m * l), 1 / (j * l), 1 / lateral, 1 / lateral};
  assert_int_equal(own.rigid, 6);
  for (size_t i = 0; i < 6; i++) {
    double sum = 0;
    for (size_t k = 0; k < own.rigid; k++) {
      sum += own.phi[i + 6 * k] * own.phi[i + 6 * k];
    }
    assert_close(sum, expected[i], 1e-11);
  }
  hol_component_modes_clear(&own);
}

/* ---- a referee --------------------------------------------------------------------------------------------------- */

enum { N = 3, STATE = 6 };

/** How d and f change along the arc. */
static void slope(const hol_arc *arc, size_t plane, wide lambda, const wide y[STATE], wide dy[STATE])
{
  const double *c = arc->flexibility[plane], *r = arc->inertia[plane];
  wide k = arc->curvature;
  if (plane == 0) {
    dy[0] = (wide)c[0] * y[3] + k * y[1];
    dy[1] = (wide)c[1] * y[4] - k * y[0] + y[2];
    dy[2] = (wide)c[2] * y[5];
    dy[3] = k * y[4] - lambda * (wide)r[0] * y[0];
    dy[4] = -k * y[3] - lambda * (wide)r[1] * y[1];
    dy[5] = -y[4] - lambda * (wide)r[2] * y[2];
  } else {
    dy[0] = (wide)c[0] * y[3] - y[2];
    dy[1] = (wide)c[1] * y[4] + k * y[2];
    dy[2] = (wide)c[2] * y[5] - k * y[1];
    dy[3] = -lambda * (wide)r[0] * y[0];
    dy[4] = k * y[5] - lambda * (wide)r[1] * y[1];
    dy[5] = y[3] - k * y[4] - lambda * (wide)r[2] * y[2];
  }
}

/** y at h by Taylor's series: derivatives are linear in y. */
static void advance(const hol_arc *arc, size_t plane, wide lambda, wide h, wide y[STATE])
{
  enum { TERMS = 40 };
  wide term[STATE], next[STATE];
  memcpy(term, y, sizeof term);
  for (int n = 1; n < TERMS; n++) {
    slope(arc, plane, lambda, term, next);
    for (size_t i = 0; i < STATE; i++) {
      term[i] = next[i] * h / n;
      y[i] += term[i];
    }
  }
}

/** Stiffness between both ends of a piece. K: [6][6] over d at the start, d at the end. */
static void stiffness_of(const hol_arc *arc, size_t plane, wide lambda, wide h, wide K[STATE][STATE])
{
  wide a[N][2 * N], work[N][2 * N + N]; /* b | a, 1 */
  wide c[N][N], e[N][N];
  for (size_t j = 0; j < STATE; j++) {
    wide y[STATE] = {0};
    y[j] = 1;
    advance(arc, plane, lambda, h, y);
    for (size_t i = 0; i < N; i++) {
      a[i][j] = y[i];
      if (j < N) {
        c[i][j] = y[N + i];
      } else {
        e[i][j - N] = y[N + i];
      }
    }
  }
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < N; j++) {
      work[i][j] = a[i][N + j];
      work[i][N + j] = -a[i][j];
      work[i][2 * N + j] = i == j;
    }
  }
  for (size_t p = 0; p < N; p++) { /* f₁ = b⁻¹(d₂ − a d₁), with the largest pivot */
    size_t best = p;
    for (size_t i = p + 1; i < N; i++) {
      best = fabsl(work[i][p]) > fabsl(work[best][p]) ? i : best;
    }
    for (size_t j = 0; j < 3 * N; j++) {
      wide kept = work[p][j];
      work[p][j] = work[best][j];
      work[best][j] = kept;
    }
    for (size_t i = 0; i < N; i++) {
      wide factor = i == p ? 0 : work[i][p] / work[p][p];
      for (size_t j = 0; j < 3 * N; j++) {
        work[i][j] -= factor * work[p][j];
      }
    }
  }
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < 2 * N; j++) {
      wide f = work[i][N + j] / work[i][i];
      K[i][j] = -f;
    }
  }
  for (size_t i = 0; i < N; i++) {
    for (size_t j = 0; j < 2 * N; j++) {
      wide sum = j < N ? c[i][j] : 0;
      for (size_t m = 0; m < N; m++) {
        sum -= e[i][m] * K[m][j];
      }
      K[N + i][j] = sum;
    }
  }
}

/** Negative pivots, the largest first. a: [n][STATE] */
static size_t negatives_of(size_t n, wide a[STATE][STATE])
{
  bool done[STATE] = {false};
  size_t count = 0;
  for (size_t step = 0; step < n; step++) {
    size_t p = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
      p = !done[i] && (p == SIZE_MAX || fabsl(a[i][i]) > fabsl(a[p][p])) ? i : p;
    }
    done[p] = true;
    count += a[p][p] < 0;
    for (size_t i = 0; i < n; i++) {
      wide factor = done[i] ? 0 : a[i][p] / a[p][p];
      for (size_t j = 0; j < n && !done[i]; j++) {
        a[i][j] -= factor * a[p][j];
      }
    }
  }
  return count;
}

/** Is a piece so short that it has no frequency below λ, held at one end or both? */
static bool is_short(const hol_arc *arc, size_t plane, wide lambda, wide h)
{
  const double *c = arc->flexibility[plane], *r = arc->inertia[plane];
  wide softest = (wide)fmax(c[2], plane ? c[1] : 0), slide = (wide)c[0] + (plane ? 0 : (wide)c[1]);
  wide turning = (wide)r[2] + (plane ? (wide)r[1] : 0);
  return lambda * ((wide)r[0] * (slide * h * h / 2 + softest * h * h * h * h / 12) + turning * softest * h * h / 2) <
         0.9L;
}

/** Stiffness of a piece of any length, of two halves alike. @return frequencies below λ of the piece held at both
 *  ends */
static size_t join_halves(const hol_arc *arc, size_t plane, wide lambda, wide h, wide K[STATE][STATE])
{
  enum { ALL = 9 };
  if (is_short(arc, plane, lambda, h)) {
    stiffness_of(arc, plane, lambda, h, K);
    return 0;
  }
  wide half[STATE][STATE], sum[ALL][ALL] = {{0}}, middle[STATE][STATE];
  size_t held = join_halves(arc, plane, lambda, h / 2, half);
  const size_t place[2][STATE] = {{3, 4, 5, 0, 1, 2}, {0, 1, 2, 6, 7, 8}}; /* the middle comes first */
  for (size_t e = 0; e < 2 * STATE * STATE; e++) {
    size_t side = e / (STATE * STATE), i = e / STATE % STATE, j = e % STATE;
    sum[place[side][i]][place[side][j]] += half[i][j];
  }
  for (size_t i = 0; i < N * N; i++) {
    middle[i / N][i % N] = sum[i / N][i % N];
  }
  size_t between = negatives_of(N, middle);
  for (size_t p = 0; p < N; p++) {
    for (size_t i = p + 1; i < ALL; i++) {
      wide factor = sum[i][p] / sum[p][p];
      for (size_t j = p; j < ALL; j++) {
        sum[i][j] -= factor * sum[p][j];
      }
    }
  }
  for (size_t i = 0; i < STATE * STATE; i++) {
    K[i / STATE][i % STATE] = sum[N + i / STATE][N + i % STATE];
  }
  return 2 * held + between;
}

static size_t free_below(const hol_arc *arc, size_t plane, double lambda)
{
  wide K[STATE][STATE];
  size_t held = join_halves(arc, plane, lambda, arc->length, K);
  return held + negatives_of(STATE, K);
}

static hol_arc random_arc(uint64_t *dice)
{
  hol_arc arc = {.length = dice_uniform(dice, 0.3, 4), .moves = {true, true}};
  double m = dice_uniform(dice, 0.2, 5), slim = pow(10, dice_uniform(dice, -5, -1)) * arc.length * arc.length;
  double bend = pow(10, dice_uniform(dice, -1, 1)), shear = dice_chance(dice, 0.5) ? bend * slim * 3 : 0;
  double turning = dice_chance(dice, 0.5) ? m * slim : 0;
  arc.curvature = dice_uniform(dice, 0.01, 6) / arc.length;
  const double C[2][3] = {{bend * slim * (dice_chance(dice, 0.8) ? 1 : 1e-3), shear, bend},
                          {shear, bend * dice_uniform(dice, 0.3, 5), bend * dice_uniform(dice, 0.3, 3)}};
  const double R[2][3] = {{m, m, turning}, {m, dice_chance(dice, 0.7) ? m * slim * 2 : 0, turning}};
  memcpy(arc.flexibility, C, sizeof C);
  memcpy(arc.inertia, R, sizeof R);
  return arc;
}

static void test_own_frequencies_are_where_dynamic_stiffnesses_count_them(void **state)
{
  (void)state;
  enum { ARCS = 20, MODES = 9 };
  uint64_t dice = 20;
  for (size_t a = 0; a < ARCS; a++) {
    hol_arc both = random_arc(&dice);
    for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
      hol_arc_part part = {.arc = both};
      part.arc.moves[1 - p] = false;
      hol_component_modes own = fixture_compute(hol_arc_class(), &part, NULL, 0, MODES);
      assert_true(own.error < 1e-11);
      for (size_t k = 0; k < MODES; k++) {
        size_t count, below = free_below(&both, p, own.omega2[k] * (1 - 1e-9)),
                      above = free_below(&both, p, own.omega2[k] * (1 + 1e-9));
        assert_true(below <= 3 + k);
        assert_true(above >= 4 + k);
        assert_int_equal(hol_arc_count(&both, (hol_arc_plane)p, own.omega2[k] * (1 - 1e-9), &count), HOL_OK);
        assert_int_equal(count, below);
        assert_int_equal(hol_arc_count(&both, (hol_arc_plane)p, own.omega2[k] * (1 + 1e-9), &count), HOL_OK);
        assert_int_equal(count, above);
      }
      hol_component_modes_clear(&own);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends_of_a_half_circle_part_as_in_textbooks),
      cmocka_unit_test(test_modes_and_remainders_make_up_the_compliances),
      cmocka_unit_test(test_differences_of_twist_are_those_of_components),
      cmocka_unit_test(test_straight_arcs_have_frequencies_of_beams),
      cmocka_unit_test(test_rigid_body_modes_are_orthonormal),
      cmocka_unit_test(test_own_frequencies_are_where_dynamic_stiffnesses_count_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
