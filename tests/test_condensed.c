/* SPDX-License-Identifier: BSD-3-Clause */
/* Condensation without pivoting counts rightly where few pivots are small, and refuses what it would miscount: matrices
   of which many are, blocks that are nearly singular. Whoever asks for the inertia gets it from a factorisation that
   pivots. */
#include "close.h"

#include "compliance/condensed.h"

#include <float.h>

enum { BLOCKS_MOST = 80, SIDE = 3, BLOCK_MOST = 65 };

/** A matrix by its lower triangle, and the system that says which of its unknowns are multipliers. */
typedef struct made {
  hol_model model;
  hol_modal modal;
  hol_system system;
  hol_matrix matrix;
  hol_entry entry[BLOCKS_MOST * SIDE * SIDE + BLOCK_MOST * (BLOCK_MOST + 3)];
} made;

static void put(made *m, size_t row, size_t column, double value)
{
  m->entry[m->matrix.entry_count++] = (hol_entry){.row = (uint32_t)row, .column = (uint32_t)column, .value = value};
}

/** Coordinates first, then one part with `ports` multipliers. */
static void begin(made *m, size_t coordinates, size_t ports)
{
  *m = (made){.modal = {.first_unknown = coordinates, .ports = ports}};
  m->system = (hol_system){.model = &m->model,
                           .coordinates = coordinates,
                           .fixed = coordinates + ports,
                           .modal = &m->modal,
                           .modal_count = ports ? 1 : 0};
  m->matrix = (hol_matrix){.n = coordinates + ports, .entry = m->entry};
}

/** A block of three coordinates with a tiny diagonal entry in one place:
 *
 *      (  t   a   b )
 *      (  a   2   c )      a = 0.7, b = 1.3, has two negative eigenvalues for c = 5, one for c = −5:
 *      (  b   c   2 )
 *
 *  on the vectors orthogonal to (0, a, b) its energy is that of (0, b, −a), 2 (a² + b²) − 2 a b c, and t, a, b make a
 *  pair of both signs. Eliminating with t first leaves differences with 1/t that hold nothing of 2 and c. */
static void put_block(made *m, size_t first, size_t tiny, double c)
{
  size_t a = tiny == 0 ? 1 : 0;
  for (size_t i = 0; i < SIDE; i++) {
    for (size_t j = 0; j <= i; j++) {
      size_t other = i == tiny ? j : i;
      double edge = other == a ? 0.7 : 1.3, inside = i == j ? 2 : c;
      put(m, first + i, first + j, i == j && i == tiny ? 1e-17 : i == tiny || j == tiny ? edge : inside);
    }
  }
}

/** All unknowns are of order one. */
static const double *ones(void)
{
  static double one[BLOCK_MOST + 1];
  for (size_t i = 0; i < sizeof one / sizeof one[0]; i++) {
    one[i] = 1;
  }
  return one;
}

/** One block, whichever pivot comes first. */
static void test_growth_is_set_right(void **state)
{
  (void)state;
  for (size_t tiny = 0; tiny < SIDE; tiny++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      made m;
      struct hol_condensed *c = NULL;
      size_t negative = SIZE_MAX;
      begin(&m, SIDE, 0);
      put_block(&m, 0, tiny, 5 * sign);
      assert_int_equal(hol_condense(&m.system, &m.matrix, ones(), false, &c, &negative), HOL_OK);
      assert_int_equal(negative, sign > 0 ? 2 : 1);
      hol_condensed_free(c);
    }
  }
}

/** Many of them in matrices that are condensed at first: the dense factorisation and the sparse one with pivots count
 *  them. */
static void test_what_is_refused_is_counted_with_pivots(void **state)
{
  (void)state;
  static const size_t blocks[] = {40, BLOCKS_MOST};
  for (size_t k = 0; k < 2; k++) {
    static made m;
    hol_decomposition d = {0};
    size_t wanted = 0;
    begin(&m, SIDE * blocks[k], 0);
    for (size_t b = 0; b < blocks[k]; b++) {
      bool is_more = b % 5 < 2;
      put_block(&m, SIDE * b, 0, is_more ? 5 : -5);
      wanted += is_more ? 2 : 1;
    }
    assert_int_equal(hol_decompose(&m.system, &m.matrix, &d), HOL_OK);
    assert_int_not_equal(d.method, HOL_CONDENSED);
    assert_int_equal(d.fallbacks, k); /* times MUMPS was asked: in the larger one */
    assert_int_equal(d.negative, wanted);
    hol_decomposition_clear(&d);
  }
}

/** Multipliers whose block D is ±(1 1ᵀ + δ(1 − 1 1ᵀ/n)), coupled to one coordinate. */
static hol_status condense_block(size_t ports, double sign, double delta, size_t *negative)
{
  static made m;
  struct hol_condensed *c = NULL;
  begin(&m, 1, ports);
  put(&m, 0, 0, 1);
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j <= i; j++) {
      put(&m, 1 + i, 1 + j, sign * (1 + delta * ((i == j ? 1 : 0) - 1 / (double)ports)));
    }
    put(&m, 1 + i, 0, i == 0 ? 0.25 : 0);
  }
  hol_status status = hol_condense(&m.system, &m.matrix, ones(), false, &c, negative);
  hol_condensed_free(c);
  return status;
}

/** Nearly singular blocks are refused; sound ones are not, definite or not: of two, of three, and of so many that they
 *  are tried as definite ones first. */
static void test_blocks_of_multipliers(void **state)
{
  (void)state;
  static const size_t size[] = {2, SIDE, BLOCK_MOST};
  for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
    size_t ports = size[k], negative;
    assert_int_equal(condense_block(ports, 1, 0.5, &negative), HOL_OK);
    assert_int_equal(negative, 0);
    assert_int_equal(condense_block(ports, -1, 0.5, &negative), HOL_OK);
    assert_int_equal(negative, ports);
    assert_int_equal(condense_block(ports, 1, -0.5, &negative), HOL_OK);
    assert_int_equal(negative, ports - 1);
    assert_int_equal(condense_block(ports, -1, -0.5, &negative), HOL_OK);
    assert_int_equal(negative, 1);
    for (int sign = -1; sign <= 1; sign += 2) {
      assert_int_equal(condense_block(ports, sign, 1e-11, &negative), HOL_NUMERICAL);
      assert_int_equal(condense_block(ports, sign, -1e-11, &negative), HOL_NUMERICAL);
    }
  }
}

/** A stiff spring between two coordinates, 1/D = −1e9 against 2 and 3: refused, but for who reckons with the energy in
 *  which the rest is lost. That has 1e9 times the square of how far the spring is stretched, and solutions are right to
 *  as much. */
static void test_stiff_multipliers_are_reckoned_with(void **state)
{
  (void)state;
  enum { UNKNOWNS = 120, LAST = UNKNOWNS - 1 }; /* more than are factorised dense */
  static made m;
  begin(&m, LAST, 1);
  m.matrix.lambda = 1;
  for (size_t i = 0; i < LAST; i++) {
    put(&m, i, i, i == 1 ? -3 : 2);
  }
  put(&m, LAST, 0, 1);
  put(&m, LAST, 1, -1);
  put(&m, LAST, LAST, -1e-9);
  for (int reckons = 0; reckons < 2; reckons++) {
    hol_decomposition d = {.reckons = reckons};
    assert_int_equal(hol_decompose(&m.system, &m.matrix, &d), HOL_OK);
    assert_true((d.method == HOL_CONDENSED) == (reckons == 1));
    assert_int_equal(d.negative, 2); /* the multiplier, and both coordinates as one: 2 − 3 */
    double v[UNKNOWNS] = {1, -2};
    double energy = hol_decomposition_energy(&d, v); /* 9e9 by the multiplier, as much again by K */
    assert_true(reckons ? energy > 17.9e9 && energy < 18.1e9 : energy <= 0);
    double x[2 * UNKNOWNS] = {1, 0};
    x[UNKNOWNS + 1] = 1;
    assert_int_equal(hol_decomposition_solve(&d, x, 2), HOL_OK);
    for (size_t i = 0; i < 4; i++) { /* both move by −1 */
      assert_true(fabs(x[(i / 2) * UNKNOWNS + i % 2] + 1) < 1e-6);
    }
    hol_decomposition_clear(&d);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_growth_is_set_right),
      cmocka_unit_test(test_what_is_refused_is_counted_with_pivots),
      cmocka_unit_test(test_blocks_of_multipliers),
      cmocka_unit_test(test_stiff_multipliers_are_reckoned_with),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
