/* SPDX-License-Identifier: BSD-3-Clause */
/* Brackets where elimination loses digits: a cantilever cut into hundreds of pieces of random lengths is the same
   cantilever. Condensed to the displacements of its cuts it is all stiffness of short pieces, thousands of millions of
   times that of the whole, and counts are wrong far around its frequencies; what is reported must hold nevertheless. */
#include "dice.h"
#include "solved.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { MODES_MOST = 12 };

/** Root number k (from 1) of cos β cosh β = −1: near (k − ½)π, by Newton on cos β + 1/cosh β. */
static long double cantilever_root(size_t k)
{
  const long double pi = 3.14159265358979323846264338327950288L;
  long double x = k == 1 ? 1.8751L : ((long double)k - 0.5L) * pi;
  for (int i = 0; i < 50; i++) {
    x -= (cosl(x) + 1 / coshl(x)) / (-sinl(x) - tanhl(x) / coshl(x));
  }
  return x;
}

/** The pieces of one cantilever, EI = m = 1, with lengths from 10^least to 1. @return its length */
static long double put_pieces(uint64_t *dice, size_t pieces, double least, hol_text *text)
{
  long double length = 0;
  hol_text_add(text, "freedoms: [uy, rz]\nparts:\n");
  for (size_t i = 0; i < pieces; i++) {
    char digits[32];
    snprintf(digits, sizeof digits, "%.4g", pow(10, dice_uniform(dice, least, 0)));
    length += (long double)strtod(digits, NULL);
    hol_text_add(text, "  m%zu: {kind: beam, length: %s, EI: 1, line_mass: 1}\n", i, digits);
  }
  hol_text_add(text, "joints:\n  - {fix: m0.start}\n");
  for (size_t i = 0; i + 1 < pieces; i++) {
    hol_text_add(text, "  - {weld: [m%zu.end, m%zu.start]}\n", i, i + 1);
  }
  return length;
}

/** Solve a cantilever in pieces; every bracket must hold. @return the widest of them, relative */
static double check_pieces(uint64_t seed, size_t pieces, double least, size_t modes)
{
  uint64_t dice = seed;
  hol_text text = {0};
  solved s = {0};
  double widest = 0;
  const long double length = put_pieces(&dice, pieces, least, &text);
  hol_text_add(&text, "analysis: {frequencies: {count: %zu}}\noutput: {shapes: none}\n", modes);
  assert_int_equal(solve_words(&s, &text), HOL_OK);
  assert_true(s.result.mode_count >= modes);
  for (size_t i = 0; i < s.result.mode_count && i < MODES_MOST; i++) {
    const hol_mode *mode = &s.result.mode[i];
    const long double beta = cantilever_root(mode->number) / length, right = beta * beta;
    if (!(mode->lower <= right * (1 + LDBL_EPSILON) && right * (1 - LDBL_EPSILON) <= mode->upper)) {
      print_error("seed %llu, mode %zu: %.17Lg is not in [%.17g, %.17g]\n", (unsigned long long)seed, mode->number,
                  right, mode->lower, mode->upper);
      fail();
    }
    widest = fmax(widest, (mode->upper - mode->lower) / mode->omega);
  }
  hol_text_clear(&text);
  forget(&s);
  return widest;
}

/** Pieces of lengths so different that next to nothing is left of the whole. */
static void test_brackets_hold_where_counts_are_lost(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 24; seed++) {
    uint64_t dice = seed;
    double least = dice_uniform(&dice, -3.2, -1);
    check_pieces(seed, 400, least, seed % 2 ? MODES_MOST : 5);
  }
}

/** Where counts are sound at some distance, brackets are as narrow as vectors tell. */
static void test_brackets_are_narrow_where_counts_are_sound_farther_off(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    assert_true(check_pieces(seed, 60, -0.3, MODES_MOST) < 1e-8);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_brackets_hold_where_counts_are_lost),
      cmocka_unit_test(test_brackets_are_narrow_where_counts_are_sound_farther_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
