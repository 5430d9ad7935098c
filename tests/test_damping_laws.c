/* SPDX-License-Identifier: BSD-3-Clause */
/* Circles about undamped motions that hold one damped motion each (Rouché), against the condition itself all along
   them. */
#include "close.h"

#include "response/damping_models.h"

/** The largest |s| Σ p_j/|ω_j² + s²| on the circle of this radius about iω_0. */
static double largest_on(const double *omega, const double *power, size_t count, double radius)
{
  enum { PLACES = 720 };
  double largest = 0;
  for (int i = 0; i < PLACES; i++) {
    double angle = 2 * acos(-1) * i / PLACES, sum = 0;
    double complex s = hol_complex(radius * cos(angle), omega[0] + radius * sin(angle));
    for (size_t j = 0; j < count; j++) {
      sum += power[j] / cabs(omega[j] * omega[j] + s * s);
    }
    largest = fmax(largest, cabs(s) * sum);
  }
  return largest;
}

/** One motion at 1 rad/s in the list and one at 1.2 beyond it, which is known by what it leaves of the static
 *  compliance alone: towards it that grows by λ′/(λ′ − (ω + ρ)²). On the circle the condition of both holds, and nearly
 *  fails; with twice the power of the second there is no circle. */
static void modes_beyond_the_list_grow(void **state)
{
  (void)state;
  double omega[2] = {1, 1.2}, power[2] = {0.01, 0.3};
  hol_dashpot_modes one = {.omega = omega, .power = power, .count = 1, .rest = power[1] / 1.44, .beyond = 1.44};
  double radius = hol_dashpot_circle(&one, 0);
  assert_true(largest_on(omega, power, 2, radius) < 1);
  assert_true(largest_on(omega, power, 2, radius) > 0.97);
  one.rest *= 2;
  assert_true(isnan(hol_dashpot_circle(&one, 0)));
}

/** One motion alone, p small: |s| p/|ω² + s²| is p (ω + ρ)/(ρ (2ω − ρ)) at the most, which is 1 where ρ² − (2ω − p)ρ +
 *  pω = 0. */
static void one_motion_alone(void **state)
{
  (void)state;
  double omega = 3, power = 0.02, b = 2 * omega - power;
  const hol_dashpot_modes one = {.omega = &omega, .power = &power, .count = 1, .beyond = INFINITY};
  double least = 2 * power * omega / (b + sqrt(b * b - 4 * power * omega)), radius = hol_dashpot_circle(&one, 0);
  assert_true(radius >= least);
  assert_true(radius <= 1.005 * least);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(modes_beyond_the_list_grow), cmocka_unit_test(one_motion_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
