/* SPDX-License-Identifier: BSD-3-Clause */
/* Own damped motions of what is eliminated, the poles of det S(s): of a bar with damping in proportion to its
   stiffness, s² + bλs + λ = 0 for every own λ, infinitely many come together at s = −1/b. A disc about that point is
   left out; all others are told. */
#include "close.h"
#include "reading.h"

#include "problem/grammar.h"
#include "response/steady/response.h"
#include "response/winding_number.h"

#include <stdio.h>
#include <stdlib.h>

static const double stiffness = 0.1;

/** Of a bar that is fixed, b = 0.1 s: the discs left out, and the poles within a circle. @param[out] pole  [*count]
 *  owned */
static hol_status poles_of(const char *compliance, double radius, hol_eigenvalue_region *region, double complex **pole,
                           size_t *count)
{
  char text[512];
  reading r = {0};
  hol_faults faults = {0};
  hol_response_system s = {0};
  double complex value;
  (void)snprintf(text, sizeof text,
                 "freedoms: [ux]\n"
                 "parts: {b: {kind: bar, length: 1, EA: 1, line_mass: 1, rayleigh: {stiffness: %g}}}\n"
                 "joints: [{fix: b.start}]\n"
                 "analysis:\n  compliance: %s\n"
                 "  response: {load: {at: b.end, direction: [1, 0], force: 1}, frequencies: [1],\n"
                 "    at: [{point: b.end, direction: [1, 0]}]}\n",
                 stiffness, compliance);
  assert_true(reading_of(text, &r));
  assert_int_equal(hol_response_begin(&r.problem, hol_request_of(&r.problem, &hol_response_grammar), 100, &s, &faults),
                   HOL_OK);
  assert_int_equal(hol_response_at(&s, 1, &value, NULL), HOL_OK);
  const hol_eigenvalues zeros = {.dynamic = &s.dynamic};
  hol_accumulation_discs(&zeros, region);
  assert_true(isinf(region->radius));
  region->radius = radius;
  hol_status status = hol_determinant_poles(&zeros, region, pole, count);
  hol_response_end(&s);
  hol_faults_clear(&faults);
  reading_clear(&r);
  return status;
}

/** Roots in a region of s² + bλs + λ = 0 for λ = (jπ)², j up to a number. */
static size_t roots_in(const hol_eigenvalue_region *region, size_t most)
{
  size_t count = 0;
  for (size_t j = 1; j <= most; j++) {
    double lambda = pow(acos(-1) * (double)j, 2), half = stiffness * lambda / 2;
    double complex root = csqrt(half * half - lambda), fast = -half - root; /* two that are real: the product is λ */
    count += hol_eigenvalue_region_contains(region, fast);
    count += hol_eigenvalue_region_contains(region, lambda / fast);
  }
  return count;
}

/** Exact members have all own frequencies, those in component modes the first four. However large the circle is, the
 *  disc about −1/b keeps its infinitely many out; without it nobody could count. */
static void motions_that_accumulate_are_left_out(void **state)
{
  (void)state;
  static const double size[] = {0.7, 0.95, 1.05, 3, 8};
  for (size_t k = 0; k < 2 * sizeof size / sizeof *size; k++) {
    bool is_exact = k % 2 == 0;
    double complex *pole = NULL;
    hol_eigenvalue_region region;
    size_t count = 0, within = 0;
    assert_int_equal(
        poles_of(is_exact ? "exact" : "{modes: 4, order: 3}", size[k / 2] / stiffness, &region, &pole, &count), HOL_OK);
    assert_int_equal(region.discs, 1);
    assert_close(creal(region.centre[0]), -1 / stiffness, 1e-14);
    assert_true(region.part > 0);
    assert_false(hol_eigenvalue_region_contains(&region, -1 / stiffness * (1 - 0.9 * region.part)));
    for (size_t j = 0; j < count; j++) {
      within += hol_eigenvalue_region_contains(&region, pole[j]);
    }
    assert_int_equal(within, roots_in(&region, is_exact ? 2000 : 4));
    free(pole);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(motions_that_accumulate_are_left_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
