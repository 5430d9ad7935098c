/* SPDX-License-Identifier: BSD-3-Clause */
/* Frequencies of Rayleigh beams against 40-digit roots of determinants and an independent Rayleigh–Ritz solution that
 * knows nothing of waves: were a mode missed or invented, its list would differ. */
#include "line_fixture.h"

#include <lapacke.h>

enum { BASIS = 36, EIGHT = 8, MANY = 1000 };

/** ∫ P_k du, P_k Legendre; p[j + 2] = P_j(u). */
static double legendre_integral(const double *p, int k)
{
  if (k <= 0) {
    return k < 0 ? 0 : p[3];
  }
  return (p[k + 3] - p[k + 1]) / (2 * k + 1);
}

/** Functions 1, x − ½ and those whose second derivatives are the orthonormal Legendre polynomials on (0, 1). */
static void basis_at(double x, double value[BASIS], double slope[BASIS])
{
  double p[BASIS + 4] = {0, 0, 1, 2 * x - 1}, u = 2 * x - 1;
  for (int j = 2; j < BASIS + 2; j++) {
    p[j + 2] = ((2 * j - 1) * u * p[j + 1] - (j - 1) * p[j]) / j;
  }
  value[0] = 1;
  slope[0] = 0;
  value[1] = x - 0.5;
  slope[1] = 1;
  for (int j = 0; j < BASIS - 2; j++) {
    double norm = sqrt(2 * j + 1), below = j > 0 ? legendre_integral(p, j - 1) / (2 * j + 1) : 0;
    double above = legendre_integral(p, j + 1) / (2 * j + 1);
    slope[j + 2] = norm / 2 * legendre_integral(p, j);
    value[j + 2] = norm / 4 * (above - below);
  }
}

/** ∫ φφᵀ + r φ′φ′ᵀ dx. */
static void mass_matrix(double rotary, double M[BASIS][BASIS])
{
  double node[GAUSS], weight[GAUSS], value[BASIS], slope[BASIS];
  gauss(node, weight);
  for (int k = 0; k < PANELS * GAUSS; k++) {
    basis_at((k / GAUSS + node[k % GAUSS]) / PANELS, value, slope);
    for (int i = 0; i < BASIS; i++) {
      for (int j = 0; j < BASIS; j++) {
        M[i][j] += weight[k % GAUSS] / PANELS * (value[i] * value[j] + rotary * slope[i] * slope[j]);
      }
    }
  }
}

/** Orthonormal rows of the functions that meet the essential end conditions; their number is returned. */
static int admissible(const hol_line *line, double Z[BASIS][BASIS])
{
  double rows[4][BASIS] = {{0}}, value[BASIS], slope[BASIS], size[4], left[16], spare[4];
  int count = 0;
  for (int e = 0; e < 2; e++) {
    basis_at(e, value, slope);
    bool lies = line->end[e] == CLAMPED || line->end[e] == PINNED;
    bool level = line->end[e] == CLAMPED || line->end[e] == GUIDED;
    for (int i = 0; i < BASIS && lies; i++) {
      rows[count][i] = value[i];
    }
    count += lies;
    for (int i = 0; i < BASIS && level; i++) {
      rows[count][i] = slope[i];
    }
    count += level;
  }
  double all[BASIS][BASIS];
  assert_int_equal(
      LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'A', 4, BASIS, rows[0], BASIS, size, left, 4, all[0], BASIS, spare), 0);
  for (int k = count; k < BASIS; k++) {
    for (int i = 0; i < BASIS; i++) {
      Z[k - count][i] = all[k][i];
    }
  }
  return BASIS - count;
}

/** Squared frequencies of a unit line, rising, rigid-body ones included. */
static void ritz(const hol_line *line, size_t wanted, double lambda[])
{
  double M[BASIS][BASIS] = {{0}}, Z[BASIS][BASIS], A[BASIS][BASIS], B[BASIS][BASIS], mu[BASIS];
  mass_matrix(line->rotary, M);
  int n = admissible(line, Z);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double m = 0, k = 0;
      for (int p = 0; p < BASIS; p++) {
        k += p < 2 ? 0 : Z[i][p] * Z[j][p];
        for (int q = 0; q < BASIS; q++) {
          m += Z[i][p] * M[p][q] * Z[j][q];
        }
      }
      A[i][j] = m;
      B[i][j] = k + m; /* M v = (K + M) v/(1 + λ): the low modes have the large eigenvalues */
    }
  }
  assert_int_equal(LAPACKE_dsygv(LAPACK_ROW_MAJOR, 1, 'N', 'U', n, A[0], BASIS, B[0], BASIS, mu), 0);
  for (size_t i = 0; i < wanted; i++) {
    lambda[i] = 1 / mu[(size_t)n - 1 - i] - 1;
  }
}

static void test_frequencies_equal_the_ritz_list_for_every_pair_of_ends(void **state)
{
  (void)state;
  static const double rotary[] = {0, 1e-4, 0.01, 0.5, 30};
  for (size_t k = 0; k < sizeof rotary / sizeof rotary[0]; k++) {
    for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
      hol_line any = bending_line(pair, 0), line = unit_line(HOL_BENDING_Y, any.end[0], any.end[1], rotary[k]);
      hol_line_mode mode[EIGHT + 2];
      double lambda[EIGHT + 2];
      size_t rigid = hol_line_rigid_modes(&line, mode);
      assert_int_equal(hol_line_component_modes(&line, EIGHT, mode + rigid), HOL_OK);
      ritz(&line, rigid + EIGHT, lambda);
      for (size_t i = 0; i < rigid + EIGHT; i++) {
        assert_within(mode[i].omega2, lambda[i], 1e-11, 1e-12);
      }
    }
  }
}

/** p of the line of length, mass and stiffness 1: sign changes of the 4 × 4 determinant, computed with 40 digits. */
static void test_frequencies_equal_references(void **state)
{
  (void)state;
  static const struct {
    double rotary;
    hol_end end[2];
    double p[3];
  } row[] = {
      {0.01, {FREE, FREE}, {18.2757058814675602, 42.5924971492360383, 71.7343089284931532}},
      {0.01, {CLAMPED, CLAMPED}, {21.1090344042943308, 50.9831662730366486, 85.7164331957579436}},
      {0.01, {CLAMPED, FREE}, {3.4368076210077695, 19.1363702483573631, 46.4935529428492424}},
      {0.01, {CLAMPED, PINNED}, {14.5992139443392398, 41.7947221966765775, 74.8517823927189312}},
      {0.01, {FREE, PINNED}, {13.6620176767111599, 38.2174999183424912, 68.3324450180083341}},
      {0.01, {CLAMPED, GUIDED}, {5.50917886840306937, 27.0619113524435594, 57.9323838321725499}},
      {0.01, {FREE, GUIDED}, {5.27573831068581983, 24.9482896760432088, 52.8313640068321029}},
      {0.5, {FREE, FREE}, {4.35990003387499039, 8.68709928435506482, 13.1964986047533114}},
      {0.5, {CLAMPED, CLAMPED}, {8.27561242591996156, 12.4544969087152836, 17.4653804703836168}},
      {0.5, {CLAMPED, FREE}, {1.89320395553845112, 5.9061313913606888, 10.7555256939742928}},
      {0.5, {CLAMPED, PINNED}, {5.88512077564550774, 10.6399756424146173, 15.2165152260691983}},
      {0.5, {FREE, PINNED}, {4.13687697272129828, 8.68232438719447139, 13.1852132582497169}},
      {0.5, {CLAMPED, GUIDED}, {3.49295510982530324, 8.38427311484213658, 12.9918557061070168}},
      {0.5, {FREE, GUIDED}, {2.06777865045621253, 6.42223941995320585, 10.940428310695215}},
  };
  for (size_t k = 0; k < 2 * sizeof row / sizeof row[0]; k++) { /* and mirrored */
    hol_line line = unit_line(HOL_BENDING_Z, row[k / 2].end[k % 2], row[k / 2].end[1 - k % 2], row[k / 2].rotary);
    hol_line_mode mode[3];
    assert_int_equal(hol_line_component_modes(&line, 3, mode), HOL_OK);
    for (size_t i = 0; i < 3; i++) {
      assert_close(sqrt(mode[i].omega2), row[k / 2].p[i], 2e-15);
    }
  }
}

static void test_wave_numbers_satisfy_the_dispersion_relation(void **state)
{
  (void)state;
  for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
    hol_line line = bending_line(pair, 0.05);
    static hol_line_mode mode[MANY];
    assert_int_equal(hol_line_component_modes(&line, MANY, mode), HOL_OK);
    for (size_t i = 0; i < MANY; i++) {
      double a2 = mode[i].a * mode[i].a, b2 = mode[i].b * mode[i].b, lambda = mode[i].omega2;
      assert_close(a2 * b2, lambda * line.mass / line.stiffness, 3e-15);
      assert_close(a2 - b2, lambda * line.rotary / line.stiffness, 3e-15 * (a2 + b2) / (a2 - b2));
    }
  }
}

/** Fixing or freeing end quantities moves the count by at most their number: at the angle al a pinned line has ⌊al/π⌋
 *  modes below, any other at most two more or fewer (two end quantities differ from pinned). */
static void test_thousand_modes_keep_step_with_the_pinned_line(void **state)
{
  (void)state;
  static const double gyration[] = {0, 1e-3, 0.1, 10, 1e4};
  static hol_line_mode mode[MANY];
  for (size_t k = 0; k < sizeof gyration / sizeof gyration[0]; k++) {
    for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
      hol_line line = bending_line(pair, gyration[k]);
      hol_line_mode rigid[2];
      size_t more = hol_line_rigid_modes(&line, rigid);
      assert_int_equal(hol_line_component_modes(&line, MANY, mode), HOL_OK);
      for (size_t i = 0; i < MANY; i++) {
        double turns = mode[i].a * line.length / M_PI, number = (double)(i + 1 + more);
        assert_true(turns > number - 2 - 1e-9);
        assert_true(turns < number + 2);
        assert_true(i == 0 || mode[i].omega2 > mode[i - 1].omega2);
        assert_true(mode[i].omega2 <= mode[i].a * mode[i].a * line.stiffness / fmax(line.rotary, 1e-300));
      }
    }
  }
}

static void test_slight_rotary_inertia_lowers_by_first_order(void **state)
{
  (void)state;
  for (size_t pair = 0; pair < PAIR_COUNT; pair++) {
    hol_line plain = bending_line(pair, 0), slight = bending_line(pair, 1e-7);
    hol_line_mode mode[2];
    assert_int_equal(hol_line_component_modes(&plain, 1, &mode[0]), HOL_OK);
    assert_int_equal(hol_line_component_modes(&slight, 1, &mode[1]), HOL_OK);
    double drop = 1 - mode[1].omega2 / mode[0].omega2;
    assert_true(drop > -1e-15);
    assert_true(drop < 1e-11);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frequencies_equal_the_ritz_list_for_every_pair_of_ends),
      cmocka_unit_test(test_frequencies_equal_references),
      cmocka_unit_test(test_wave_numbers_satisfy_the_dispersion_relation),
      cmocka_unit_test(test_thousand_modes_keep_step_with_the_pinned_line),
      cmocka_unit_test(test_slight_rotary_inertia_lowers_by_first_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
