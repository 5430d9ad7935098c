/* SPDX-License-Identifier: BSD-3-Clause */
/* Models that the tests of steady motions share. */
#ifndef NONLINEAR_FIXTURE_H
#define NONLINEAR_FIXTURE_H

#include "close.h"

#include "nonlinear/describe.h"
#include "nonlinear/model.h"
#include "output/json.h"

#include <stdlib.h>

/** Arithmetic-geometric mean: K(k) = (π/2)/agm(1, k′). */
static inline double agm(double a, double b)
{
  for (int i = 0; i < 8; i++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return a;
}

/** What was found, as JSON without what a study has besides. */
static inline hol_text json_of(const hol_nonlinear_result *result)
{
  hol_text text = {0};
  hol_json json = {.text = &text};
  const hol_sink sink = hol_json_sink(&json);
  hol_nonlinear_describe(result, &sink);
  assert_false(text.failed);
  return text;
}

/** x″ + 0.05x′ + x + 0.1x³ = 0.18 cos νt */
static inline hol_nonlinear_model duffing_of_brief(void)
{
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(1, 0.1, &m), HOL_OK);
  m.viscous = 0.05;
  m.force[0] = 0.18;
  return m;
}

/** x″ + 0.25x′ + x + x³ = b cos t of appendix G, at any frequency. */
static inline hol_nonlinear_model duffing_of_appendix(double b)
{
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_duffing(1, 1, &m), HOL_OK);
  m.viscous = 0.25;
  m.force[0] = b;
  return m;
}

/** A clamped-pinned beam with everything a model can have: two lateral and two axial modes, all losses, both forces. */
static inline hol_nonlinear_model busy_beam(void)
{
  const hol_nonlinear_beam b = {
      .length = 1, .EA = 1e3, .EI = 1, .line_mass = 1, .tension = 20, .end = {HOL_END_CLAMPED, HOL_END_PINNED}};
  hol_nonlinear_model m = {0};
  assert_int_equal(hol_nonlinear_from_beam(&b, 2, 2, &m), HOL_OK);
  hol_nonlinear_add_point_force(&m, 0.3, 10);
  hol_nonlinear_add_support_motion(&m, 0.01);
  m.viscous = 0.3;
  m.eta = 0.1;
  m.cubic_loss = true;
  return m;
}

/** Numbers between -1 and 1, the same in every run. */
static inline double some_number(unsigned long *seed)
{
  *seed = (*seed * 6364136223846793005UL + 1442695040888963407UL) & 0xffffffffffffUL;
  return (double)(*seed >> 16) / (double)(1UL << 31) - 1;
}

#endif
