/* SPDX-License-Identifier: BSD-3-Clause */
/* Effective masses, told, written and compared. */
#include "result/sink.h"
#include "modes/analysis.h"
#include "modes/effective.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double mass_of(const hol_mode *mode, size_t d)
{
  return mode->participation[d] * mode->participation[d];
}

static bool turns(const hol_effective_mass *e)
{
  return e->unit[HOL_RX] != 0 || e->unit[HOL_RY] != 0 || e->unit[HOL_RZ] != 0;
}

/* ---- told -------------------------------------------------------------------------------------------------------- */

static void put_modes(const hol_sink *sink, const hol_result *result, size_t d)
{
  static const hol_quantity modes = {.name = "modes", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            record = {.type = HOL_RECORD};
  static const hol_quantity number = {.name = "number", .type = HOL_COUNT},
                            mass = {.name = "mass", .type = HOL_NUMBER, .text = "effective mass, kg or kg m2"},
                            participation = {.name = "participation",
                                             .type = HOL_NUMBER,
                                             .text = "of the shape of unit modal mass; its square is the mass"},
                            left = {.name = "remainder", .type = HOL_NUMBER, .text = "remaining mass"};
  double remainder = result->effective[d].total;
  hol_open(sink, &modes);
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    remainder -= mass_of(mode, d);
    hol_open(sink, &record);
    hol_put_count(sink, &number, mode->number);
    hol_put_number(sink, &mass, mass_of(mode, d));
    hol_put_number(sink, &participation, mode->participation[d]);
    hol_put_number(sink, &left, remainder);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_one(const hol_sink *sink, const hol_result *result, size_t d)
{
  static const hol_quantity direction = {.name = "direction", .type = HOL_NUMBER, .text = "of the ground"},
                            rotation = {.name = "rotation", .type = HOL_NUMBER, .text = "axis of the ground"},
                            about = {.name = "about", .type = HOL_NUMBER, .unit = "m", .text = "a point of the axis"},
                            circle = {.name = "circle",
                                      .type = HOL_COUNT,
                                      .text = "modes inside the circle of the independent remainder; 0: there is none"};
  static const hol_quantity size[] = {
      {.name = "total",
       .type = HOL_NUMBER,
       .text = "mass or inertia that is moved, kg or kg m2",
       .at = offsetof(hol_effective_mass, total)},
      {.name = "rigid",
       .type = HOL_NUMBER,
       .text = "of it lumped masses that nothing moves against the ground",
       .at = offsetof(hol_effective_mass, fixed)},
      {.name = "remainder",
       .type = HOL_NUMBER,
       .text = "not in the modes listed",
       .at = offsetof(hol_effective_mass, remainder)},
      {.name = "remainder_independent",
       .type = HOL_NUMBER,
       .text = "the same, of the modes inside a circle by the apparent mass on it alone",
       .at = offsetof(hol_effective_mass, independent)}};
  const hol_effective_mass *e = &result->effective[d];
  if (turns(e)) {
    hol_put_list(sink, &rotation, 3, e->unit + 3);
    hol_put_list(sink, &about, 3, e->about);
  } else {
    hol_put_list(sink, &direction, 3, e->unit);
  }
  hol_put_members(sink, size, 4, e);
  hol_put_count(sink, &circle, e->circle);
  put_modes(sink, result, d);
}

void hol_effective_describe(const hol_result *result, const hol_sink *sink)
{
  static const hol_quantity record = {.name = "effective_masses", .type = HOL_RECORD},
                            motions = {.name = "motions", .type = HOL_LIST, .flags = HOL_BLOCK, .items = 4},
                            motion = {.type = HOL_RECORD};
  if (result->effective_count == 0) {
    return;
  }
  hol_open(sink, &record);
  if (!result->problem->analysis.effective.is_all) {
    put_one(sink, result, 0);
    hol_close(sink);
    return;
  }
  hol_open(sink, &motions);
  for (size_t d = 0; d < result->effective_count; d++) {
    hol_open(sink, &motion);
    put_one(sink, result, d);
    hol_close(sink);
  }
  hol_close(sink);
  hol_close(sink);
}

/* ---- written ----------------------------------------------------------------------------------------------------- */

static void put_vector(hol_text *text, const double *v, size_t dimensions)
{
  for (size_t k = 0; k < dimensions; k++) {
    hol_text_add(text, "%s%.4g", k ? ", " : "(", v[k]);
  }
  hol_text_add(text, ")");
}

static void put_heading(hol_text *text, const hol_result *result, const hol_effective_mass *e)
{
  size_t dimensions = result->problem->dimensions;
  if (!turns(e)) {
    hol_text_add(text, "effective masses along ");
    put_vector(text, e->unit, dimensions);
  } else {
    hol_text_add(text, "effective inertias about ");
    if (dimensions == 3 || hypot(e->unit[HOL_RX], e->unit[HOL_RY]) > 0) {
      put_vector(text, e->unit + 3, 3);
      hol_text_add(text, " through ");
    }
    put_vector(text, e->about, dimensions);
  }
  hol_text_add(text, ", %.6g %s in all\n", e->total, turns(e) ? "kg m^2" : "kg");
}

static double percent(double x, const hol_effective_mass *e)
{
  return e->total > 0 ? 100 * x / e->total : 0;
}

static void put_last(hol_text *text, const hol_effective_mass *e)
{
  if (e->fixed > 0) {
    hol_text_add(text, "held  %*.6g  %29.3f\n", 14, e->fixed, percent(e->fixed, e));
  }
  hol_text_add(text, " rest  %14.6g  %14s  %8.3f", e->remainder, "", percent(e->remainder, e));
  if (isnan(e->independent)) {
    hol_text_add(text, "  (not checked)\n\n");
  } else {
    double apart = e->total > 0 ? fabs(e->independent - e->remainder) / e->total : 0;
    hol_text_add(text, "  without modes the same: %s %.0e\n\n", apart < 1e-12 ? "<" : "to", fmax(apart, 1e-12));
  }
}

static void put_table(hol_text *text, const hol_result *result, size_t d)
{
  static const double nothing = 1e-20; /* of the total: what rounding leaves of a participation, squared */
  const hol_effective_mass *e = &result->effective[d];
  const char *unit = turns(e) ? "kg m^2" : "kg";
  double sum = 0;
  put_heading(text, result, e);
  hol_text_add(text, " mode  %11s %s  %14s  %8s  %8s\n", turns(e) ? "in" : "mass in", unit, "participation", "%",
               "sum %");
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    bool is_none = !(mass_of(mode, d) > nothing * e->total);
    sum += mass_of(mode, d);
    hol_text_add(text, "%5zu  %14.6g  %14.6g  %8.3f  %8.3f\n", mode->number, is_none ? 0 : mass_of(mode, d),
                 is_none ? 0 : mode->participation[d], percent(mass_of(mode, d), e), percent(sum, e));
  }
  put_last(text, e);
}

void hol_effective_table(const hol_result *result, hol_text *text)
{
  for (size_t d = 0; d < result->effective_count; d++) {
    put_table(text, result, d);
  }
}

/* ---- compared ---------------------------------------------------------------------------------------------------- */

static void compare_one(const hol_result *result, const hol_expect *expect, size_t i, size_t *differences,
                        hol_text *text)
{
  const hol_expected_masses *expected = expect->wanted;
  size_t number = expect->first + i, first = result->mode_count ? result->mode[0].number : 0;
  bool is_there = result->effective_count > 0 && number >= first && number - first < result->mode_count;
  double mass = is_there ? mass_of(&result->mode[number - first], 0) : (double)NAN, wanted = expected->value[i];
  double least = is_there && wanted == 0 ? 1e-12 * result->effective[0].total : 0;
  if (!(fabs(mass - wanted) <= fmax(expect->rtol * fabs(wanted), least))) {
    hol_text_add(text, "mode %zu: effective mass expected %.10g, found %.10g, allowed %.2g\n", number, wanted, mass,
                 expect->rtol);
    ++*differences;
  }
}

void hol_effective_compare(const hol_result *result, size_t *compared, size_t *differences, hol_text *text)
{
  const hol_problem *problem = result->problem;
  for (size_t e = 0; e < problem->expect_count; e++) {
    const hol_expect *expect = &problem->expect[e];
    const hol_expected_masses *expected = expect->of == &hol_modes_grammar ? expect->wanted : NULL;
    for (size_t i = 0; expected && i < expected->count; i++, ++*compared) {
      compare_one(result, expect, i, differences, text);
    }
  }
}
