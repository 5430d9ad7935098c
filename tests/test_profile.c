/* SPDX-License-Identifier: BSD-3-Clause */
/* Members with varying properties, computed: against closed forms, the exact relations of uniform segments, and an
 * inertia count that knows nothing of the modes. */
#include "base/dense.h"
#include "close.h"
#include "line_fixture.h"
#include "parts/profile/profile.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 6 };

/** Properties: a power of the distance from the end, or one line for each piece. */
typedef struct along {
  double EI_power, mass_power, gyration, shear, tension, foundation;
  const hol_line *piece;
} along;

static hol_status power_at(const void *context, size_t piece, double xi, hol_profile_values *v)
{
  const along *a = context;
  (void)piece;
  double mass = pow(1 - xi, a->mass_power);
  *v = (hol_profile_values){pow(1 - xi, a->EI_power), mass,       a->gyration * mass * pow(1 - xi, 2),
                            a->shear * mass,          a->tension, a->foundation};
  return HOL_OK;
}

static hol_status piece_at(const void *context, size_t piece, double xi, hol_profile_values *v)
{
  const hol_line *line = &((const along *)context)->piece[piece];
  (void)xi;
  *v = (hol_profile_values){line->stiffness, line->mass, line->rotary, line->shear, line->tension, line->foundation};
  return HOL_OK;
}

static hol_profile tapered(const along *a, hol_end start, hol_end end)
{
  return (hol_profile){
      .motion = HOL_BENDING_Z, .length = 1, .pieces = 1, .at = power_at, .context = a, .end = {start, end}};
}

static hol_profile uniform(const along *a)
{
  const hol_line *line = a->piece;
  return (hol_profile){.motion = line->motion,
                       .length = line->length,
                       .pieces = 1,
                       .at = piece_at,
                       .context = a,
                       .end = {line->end[0], line->end[1]}};
}

static hol_computed compute(const hol_profile *profile, const hol_port *port, size_t ports, size_t modes)
{
  hol_computed c;
  hol_profile_request request = {.port = port, .ports = ports, .modes = modes};
  assert_int_equal(hol_computed_build(profile, &request, &c), HOL_OK);
  assert_true(c.modes >= modes);
  assert_true(c.trusted >= modes);
  return c;
}

/** N(λ) by inertia between every two of the requested modes. */
static void check_counts(const hol_computed *c, size_t modes)
{
  for (size_t k = 0; k + 1 < modes; k++) {
    double low = c->omega2[k], high = c->omega2[k + 1];
    size_t count = SIZE_MAX;
    if (high - low > 1e-3 * fabs(high)) {
      assert_int_equal(hol_computed_count(c, 0.5 * (low + high), &count), HOL_OK);
      assert_int_equal(count, k + 1);
    }
  }
}

static void test_wedge_and_cone_equal_bessel_roots(void **state)
{
  (void)state;
  static const struct {
    double EI, mass, omega[FEW];
  } row[] = {{3,
              1,
              {5.3150994236536494, 15.20716795500512, 30.019809145655617, 49.763344637903594, 74.440028651283471,
               104.05065828388031}},
             {4,
              2,
              {8.7192588550799152, 21.145662387868734, 38.453771227732636, 60.680138775097294, 87.833991294600899,
               119.91876309662373}}};
  for (size_t i = 0; i < 2; i++) {
    along a = {.EI_power = row[i].EI, .mass_power = row[i].mass};
    hol_profile p = tapered(&a, CLAMPED, FREE);
    hol_computed c = compute(&p, NULL, 0, FEW);
    assert_true(c.error < 1e-13);
    assert_true(c.has_all);
    for (size_t k = 0; k < FEW; k++) {
      assert_close(sqrt(c.omega2[k]), row[i].omega[k], 1e-14);
      assert_near(hol_computed_mode_at(&c, k, 0, 0), 0, 1e-14);
      assert_near(hol_computed_mode_at(&c, k, 0, 1), 0, 1e-12);
      assert_true(hol_computed_mode_at(&c, k, 0, 2) > 0);
    }
    check_counts(&c, FEW);
    hol_computed_clear(&c);
  }
}

/** Frequencies, shapes and compliances of a uniform line against its closed forms. */
static void check_uniform(const hol_line *line)
{
  along a = {.piece = line};
  hol_profile p = uniform(&a);
  bool bending = hol_line_is_bending(line);
  double l = line->length;
  const hol_port port[] = {{0, 0, 0},      {l, 0, 0}, {0.3 * l, 0, 0}, {0, 0, bending}, {0.3 * l, 0, bending},
                           {l, 0, bending}};
  size_t ports = bending ? 6 : 3;
  hol_computed c = compute(&p, port, ports, FEW);
  hol_line_mode mode[FEW], rigid[2];
  assert_int_equal(c.rigid, hol_line_rigid_modes(line, rigid));
  assert_int_equal(hol_line_component_modes(line, FEW, mode), HOL_OK);
  for (size_t k = 0; k < FEW; k++) {
    assert_close(c.omega2[k], mode[k].omega2, 1e-12);
    for (int order = 0; order <= bending; order++) {
      double unit = pow(mode[k].a, order) / sqrt(line->mass * l);
      for (double x = 0; x < 1.01; x += 0.125) {
        assert_near(hol_computed_mode_at(&c, k, x * l, order) / unit,
                    hol_line_mode_at(line, &mode[k], x * l, order) / unit, 2e-11);
      }
    }
  }
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j < ports; j++) {
      int orders = port[i].component + port[j].component;
      double unit = (bending ? l * l * l : l) / line->stiffness / pow(l, orders);
      double exact = hol_line_static(line, port[i].x, port[i].component, port[j].x, port[j].component);
      assert_near(hol_computed_static(&c, port[i], port[j]) / unit, exact / unit, 1e-13);
    }
  }
  check_counts(&c, FEW);
  hol_computed_clear(&c);
}

static void test_uniform_lines_equal_closed_forms_with_all_ends(void **state)
{
  (void)state;
  for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
    hol_line line = bending_line(pair, pair % 3 ? 0 : 0.05);
    check_uniform(&line);
  }
  static const hol_end end[][2] = {{FREE, FREE}, {CLAMPED, FREE}, {FREE, CLAMPED}, {CLAMPED, PINNED}};
  for (size_t i = 0; i < 4; i++) {
    hol_line rod = {.motion = i % 2 ? HOL_TORSION : HOL_AXIAL,
                    .length = 1.7,
                    .stiffness = 23,
                    .mass = 0.6,
                    .end = {end[i][0], end[i][1]}};
    check_uniform(&rod);
  }
}

static void test_high_modes_keep_their_digits(void **state)
{
  (void)state;
  enum { MANY = 60 };
  hol_line line = bending_line(0, 0);
  along a = {.piece = &line};
  hol_profile p = uniform(&a);
  hol_computed c = compute(&p, NULL, 0, MANY);
  hol_line_mode mode[MANY];
  assert_int_equal(hol_line_component_modes(&line, MANY, mode), HOL_OK);
  for (size_t k = 0; k < MANY; k++) {
    assert_close(c.omega2[k], mode[k].omega2, 1e-12);
  }
  hol_computed_clear(&c);
}

static void test_stepped_cantilever_equals_exact_members(void **state)
{
  (void)state;
  static const double to[] = {0.5, 1};
  static const double omega[] = {4.18114506674444,   14.867945645170307, 44.09551867983347,  81.77077849849493,
                                 135.77554486832904, 209.543353290788,   279.26248303110236, 388.7203525165042};
  const hol_line piece[] = {{.stiffness = 1, .mass = 1}, {.stiffness = 0.125, .mass = 0.5}};
  along a = {.piece = piece};
  hol_profile p = {.motion = HOL_BENDING_Y,
                   .length = 1,
                   .pieces = 2,
                   .to = to,
                   .at = piece_at,
                   .context = &a,
                   .end = {CLAMPED, FREE}};
  hol_computed c = compute(&p, NULL, 0, 8);
  for (size_t k = 0; k < 8; k++) {
    assert_close(sqrt(c.omega2[k]), omega[k], 1e-13);
  }
  hol_computed_clear(&c);
}

/** Number of own frequencies of a uniform line with free ends below λ, rigid-body modes counted, by its exact relation.
 */
static size_t exact_count(const hol_line *line, double lambda)
{
  hol_relation s;
  assert_int_equal(hol_line_relation(line, line->length, lambda, HOL_FORM_ANY, false, &s), HOL_OK);
  size_t n = s.n_mu + s.n_ports;
  hol_factor factor = {0};
  assert_int_equal(hol_factor_start(&factor, n), HOL_OK);
  for (size_t i = 0; i < n * n; i++) {
    factor.a[i] = s.S[i % n][i / n];
  }
  assert_int_equal(hol_factor_compute(&factor), HOL_OK);
  size_t negative = factor.negative;
  hol_factor_clear(&factor);
  return s.count + negative - s.n_mu;
}

static void test_shear_force_and_foundation_equal_exact_segments(void **state)
{
  (void)state;
  const hol_line row[] = {{.shear = 40, .rotary = 0.02},
                          {.shear = 3, .rotary = 0.5},
                          {.tension = 12},
                          {.tension = -9, .foundation = 3},
                          {.foundation = 700},
                          {.foundation = 1e-6},
                          {.rotary = 0.1, .tension = 5},
                          {.shear = 20, .rotary = 0.05, .tension = 7, .foundation = 11}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    hol_line line = row[i];
    line.motion = HOL_BENDING_Z;
    line.length = 1.3;
    line.stiffness = 2;
    line.mass = 0.7;
    along a = {.piece = &line};
    hol_profile p = uniform(&a);
    const hol_port port[] = {{0, 0, 0}, {1.3, 0, 1}};
    hol_computed c = compute(&p, port, 2, FEW);
    assert_true(c.error < 1e-12);
    for (size_t k = 0; k < FEW; k++) {
      double lambda = c.omega2[k];
      size_t here = 1, before = k;
      while (k + here < FEW && c.omega2[k + here] < lambda * (1 + 1e-8)) {
        here++; /* frequencies that coincide */
      }
      while (before > 0 && c.omega2[before - 1] > lambda * (1 - 1e-8)) {
        before--;
      }
      assert_int_equal(exact_count(&line, lambda - 1e-11 * fabs(lambda)), (lambda > 0 ? c.rigid : 0) + before);
      assert_int_equal(exact_count(&line, lambda + 1e-11 * fabs(lambda)), (lambda > 0 ? c.rigid : 0) + k + here);
    }
    hol_computed_clear(&c);
  }
}

static void test_thin_shear_beam_does_not_lock(void **state)
{
  (void)state;
  hol_line stiff = {
      .motion = HOL_BENDING_Z, .length = 1, .stiffness = 1, .mass = 1, .shear = 1e12, .end = {CLAMPED, FREE}};
  along a = {.piece = &stiff};
  hol_profile p = uniform(&a);
  hol_computed c = compute(&p, NULL, 0, 3);
  assert_close(sqrt(c.omega2[0]), 3.5160152685001508, 1e-11);
  assert_close(sqrt(c.omega2[2]), 61.697214410870, 1e-9);
  hol_computed_clear(&c);
}

static void test_kinks_and_soft_tips_are_found(void **state)
{
  (void)state;
  along a = {.EI_power = 1.5, .mass_power = 0.5}; /* no polynomial, singular at the tip */
  hol_profile p = tapered(&a, CLAMPED, FREE);
  hol_computed c = compute(&p, NULL, 0, 3);
  assert_close(sqrt(c.omega2[0]), 4.598964620846, 1e-12);
  check_counts(&c, 3);
  assert_true(c.error < 1e-12);
  hol_computed_clear(&c);
}

static void test_force_at_a_sharp_tip_is_told_by_the_error(void **state)
{
  (void)state;
  along a = {.EI_power = 3, .mass_power = 1};
  hol_profile p = tapered(&a, CLAMPED, FREE);
  const hol_port tip = {1, 0, 0};
  hol_computed c = compute(&p, &tip, 1, 2);
  assert_true(c.error > 1e-6);
  hol_computed_clear(&c);
}

static void test_arpack_finds_what_the_dense_solution_finds(void **state)
{
  (void)state;
  along a = {.EI_power = 4, .mass_power = 2, .gyration = 0.01, .shear = 30};
  hol_profile p = tapered(&a, FREE, FREE);
  const hol_port port[] = {{0, 0, 0}, {0, 0, 1}};
  hol_computed dense = compute(&p, port, 2, 8), sparse;
  hol_profile_request request = {.port = port, .ports = 2, .modes = 8, .dense_most = 10};
  assert_int_equal(hol_computed_build(&p, &request, &sparse), HOL_OK);
  assert_true(dense.has_all);
  assert_true(!sparse.has_all);
  assert_true(sparse.modes < dense.modes);
  double there[2 * 3 * 4], here[2 * 3 * 4];
  for (size_t k = 0; k < 8; k++) {
    assert_close(sparse.omega2[k], dense.omega2[k], 1e-13);
    assert_close(hol_computed_mode_at(&sparse, k, 0.4, 1), hol_computed_mode_at(&dense, k, 0.4, 1), 1e-10);
  }
  assert_int_equal(hol_computed_residual_flexibility(&dense, port, 2, 8, 6, there), HOL_OK);
  assert_int_equal(hol_computed_residual_flexibility(&sparse, port, 2, 8, 6, here), HOL_OK);
  for (size_t i = 0; i < 24; i++) {
    size_t block = i / 4 * 4;
    double unit = sqrt(there[block + i % 2 * 3] * there[block + i / 2 % 2 * 3]);
    assert_near(here[i] / unit, there[i] / unit, 1e-10);
  }
  hol_computed_clear(&dense);
  hol_computed_clear(&sparse);
}

static void test_remainder_is_the_sum_over_the_modes_left_out(void **state)
{
  (void)state;
  static const double tension[] = {0, 4, -40}; /* the last beyond buckling */
  for (size_t t = 0; t < 3; t++) {
    along a = {.EI_power = 1, .mass_power = 1, .tension = tension[t]};
    hol_profile p = tapered(&a, PINNED, PINNED);
    const hol_port port[] = {{0.4, 0, 0}, {0, 0, 1}};
    hol_computed c = compute(&p, port, 2, 8);
    assert_true((c.omega2[0] < 0) == (tension[t] < -1));
    double gamma[3 * 4], *value[2] = {calloc(c.modes, sizeof **value), calloc(c.modes, sizeof **value)};
    assert_int_equal(hol_computed_residual_flexibility(&c, port, 2, 5, 3, gamma), HOL_OK);
    for (size_t i = 0; i < 2; i++) {
      assert_int_equal(hol_computed_modes_at(&c, port[i].x, port[i].component, value[i]), HOL_OK);
    }
    for (size_t j = 0; j < 3; j++) {
      for (size_t i = 0; i < 4; i++) {
        double sum = 0;
        for (size_t k = 5; k < c.modes; k++) {
          sum += value[i % 2][k] * value[i / 2][k] / pow(c.omega2[k], (double)(j + 1));
        }
        assert_within(gamma[4 * j + i], sum, 1e-9, 1e-12 * fabs(gamma[4 * j + 3]));
      }
    }
    free(value[0]);
    free(value[1]);
    hol_computed_clear(&c);
  }
}

static void test_shapes_are_mass_orthonormal(void **state)
{
  (void)state;
  along a = {.EI_power = 3, .mass_power = 1};
  hol_profile p = tapered(&a, FREE, FREE);
  hol_computed c = compute(&p, NULL, 0, FEW);
  assert_int_equal(c.rigid, 2);
  hol_line line = {.motion = HOL_BENDING_Z, .length = 1};
  double node[GAUSS], weight[GAUSS], sum[FEW + 2][FEW + 2] = {{0}};
  gauss(node, weight);
  for (size_t panel = 0; panel < 16 * GAUSS; panel++) {
    double x = ((double)(panel / GAUSS) + node[panel % GAUSS]) / 16, value[FEW + 2];
    for (size_t k = 0; k < FEW + 2; k++) {
      value[k] = k < 2 ? hol_line_mode_at(&line, &c.rigid_mode[k], x, 0) : hol_computed_mode_at(&c, k - 2, x, 0);
    }
    for (size_t k = 0; k < (FEW + 2) * (FEW + 2); k++) {
      sum[k % (FEW + 2)][k / (FEW + 2)] +=
          weight[panel % GAUSS] / 16 * (1 - x) * value[k % (FEW + 2)] * value[k / (FEW + 2)];
    }
  }
  for (size_t i = 0; i < FEW + 2; i++) {
    for (size_t j = 0; j < FEW + 2; j++) {
      assert_near(sum[i][j], i == j, 1e-13);
    }
  }
  hol_computed_clear(&c);
}

/** Pinned lines whose deflections are confined to 1e-3 and 1e-4 lengths beside a force, on few coordinates: searched
 *  for by halving they were more than 500. Frequencies ω² = EIk⁴/(1 + EIk²/kGA) + Tk² + f, k = nπ; under tension a
 *  force in the middle deflects itself by (L/4 − tanh(κL/2)/(2κ))/T, κ² = T/EI; on a shear beam's foundation by
 *  tanh(κL/2)/(2κ kGA), κ² = f/kGA. */
static void test_thin_layers_are_laid_out_at_once(void **state)
{
  (void)state;
  static const struct {
    double EI, shear, tension, foundation;
  } row[] = {{1, 0, 1e6, 0}, {1, 0, 1e8, 0}, {1e12, 1, 0, 1e6}, {1e12, 1, 0, 1e8}};
  const hol_port middle = {.x = 0.5};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    double EI = row[i].EI, T = row[i].tension, f = row[i].foundation, shear = row[i].shear;
    hol_line line = {HOL_BENDING_Z, 1, EI, 1, 0, shear, T, f, {PINNED, PINNED}, 0};
    along a = {.piece = &line};
    hol_profile p = uniform(&a);
    hol_computed c = compute(&p, &middle, 1, 3);
    assert_true(c.unknowns <= (shear > 0 ? 600 : 300));
    assert_true(c.error < 1e-11);
    for (size_t k = 0; k < 3; k++) {
      double square = pow((double)(k + 1) * M_PI, 2), soft = shear > 0 ? EI * square / shear : 0;
      assert_close(c.omega2[k], EI * square * square / (1 + soft) + T * square + f, 1e-12);
    }
    double rate = sqrt(shear > 0 ? f / shear : T / EI), bend = tanh(rate / 2) / (2 * rate);
    assert_close(hol_computed_static(&c, middle, middle), shear > 0 ? bend / shear : (0.25 - bend) / T, 1e-11);
    hol_computed_clear(&c);
  }
}

/** A column that buckles in n half-waves where ω² = k²(EIk² − P) < 0 up to n: all of them are there at once, and the
 *  first beyond. */
static void test_modes_beyond_those_that_grow(void **state)
{
  (void)state;
  hol_line line = {HOL_BENDING_Z, 1, 1, 1, 0, 0, -1e5, 0, {PINNED, PINNED}, 0};
  along a = {.piece = &line};
  hol_profile p = uniform(&a);
  hol_profile_request request = {.modes = 4, .require_positive_energy = true};
  hol_computed c;
  assert_int_equal(hol_computed_build(&p, &request, &c), HOL_OK);
  size_t growing = (size_t)(sqrt(1e5) / M_PI);
  assert_true(c.trusted > growing);
  assert_true(c.trusted < growing + 10);
  assert_true(c.unknowns < 400);
  assert_true(c.omega2[growing - 1] < 0);
  assert_true(c.omega2[growing] > 0);
  double square = pow((double)(growing + 1) * M_PI, 2);
  assert_near(c.omega2[growing], square * (square - 1e5), 1e-11 * square * square);
  assert_near(c.omega2[0], -0.25e10, 1e-4 * 1e10); /* the fastest, within the distance of two neighbours */
  hol_computed_clear(&c);
}

static hol_status bad_at(const void *context, size_t piece, double xi, hol_profile_values *v)
{
  (void)piece;
  *v = *(const hol_profile_values *)context;
  if (v->shear > 0) {
    v->shear = xi < 0.4 ? 0 : 1; /* a kind of shear that ends inside the piece */
  }
  return v->tension > 5 ? HOL_MEMORY : HOL_OK;
}

static void test_impossible_properties_are_refused(void **state)
{
  (void)state;
  static const struct {
    hol_profile_values value;
    hol_status status;
  } row[] = {{{.stiffness = 0, .mass = 1}, HOL_INVALID},
             {{.stiffness = 1, .mass = -1}, HOL_INVALID},
             {{.stiffness = 1, .mass = 0}, HOL_INVALID},
             {{.stiffness = (double)NAN, .mass = 1}, HOL_INVALID},
             {{.stiffness = 1, .mass = (double)INFINITY}, HOL_INVALID},
             {{.stiffness = 1, .mass = 1, .rotary = -1}, HOL_INVALID},
             {{.stiffness = 1, .mass = 1, .foundation = -1}, HOL_INVALID},
             {{.stiffness = 1, .mass = 1, .shear = 1}, HOL_INVALID},
             {{.stiffness = 1, .mass = 1, .tension = 6}, HOL_MEMORY}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    hol_profile p = {.motion = HOL_BENDING_Z, .length = 1, .pieces = 1, .at = bad_at, .context = &row[i].value};
    hol_profile_request request = {.modes = 3};
    hol_computed c;
    assert_int_equal(hol_computed_build(&p, &request, &c), row[i].status);
    assert_null(c.shape);
    hol_computed_clear(&c);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_wedge_and_cone_equal_bessel_roots),
      cmocka_unit_test(test_uniform_lines_equal_closed_forms_with_all_ends),
      cmocka_unit_test(test_high_modes_keep_their_digits),
      cmocka_unit_test(test_stepped_cantilever_equals_exact_members),
      cmocka_unit_test(test_shear_force_and_foundation_equal_exact_segments),
      cmocka_unit_test(test_thin_shear_beam_does_not_lock),
      cmocka_unit_test(test_kinks_and_soft_tips_are_found),
      cmocka_unit_test(test_force_at_a_sharp_tip_is_told_by_the_error),
      cmocka_unit_test(test_arpack_finds_what_the_dense_solution_finds),
      cmocka_unit_test(test_remainder_is_the_sum_over_the_modes_left_out),
      cmocka_unit_test(test_shapes_are_mass_orthonormal),
      cmocka_unit_test(test_thin_layers_are_laid_out_at_once),
      cmocka_unit_test(test_modes_beyond_those_that_grow),
      cmocka_unit_test(test_impossible_properties_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
