/* SPDX-License-Identifier: BSD-3-Clause */
/* Comparison of a structure at rest with what its file expects. */
#include "statics/analysis.h"

#include <math.h>

static const size_t one = 1;

/** Of values that belong together the smaller ones are compared on the scale of the largest. */
static double scale_of(const double *value, size_t first, size_t last)
{
  double most = 0;
  for (size_t i = first; i < last; i++) {
    most = fmax(most, fabs(value[i]));
  }
  return most;
}

/** The largest displacement (first 0), or rotation (first HOL_RX), anywhere. */
static double largest(const hol_static_result *result, size_t first)
{
  const hol_model *model = &result->statics.model;
  double most = 0, value[HOL_FREEDOM_COUNT];
  for (size_t k = 0; k < model->station_count; k++) {
    hol_static_displacement(result, k, value);
    most = fmax(most, scale_of(value, first, first + 3));
  }
  return most;
}

static void differ(hol_comparison *c, double value, double expected, double limit, const char *of,
                   const char *component)
{
  c->compared++;
  if (!(fabs(value - expected) <= limit)) {
    c->differences++;
    hol_text_add(&c->words, "%s %s: %.12g, expected %.12g\n", of, component, value, expected);
  }
}

static void miscount(hol_comparison *c, size_t count, size_t expected, const char *of)
{
  if (count != expected) {
    c->differences++;
    hol_text_add(&c->words, "%s: %zu values, expected %zu\n", of, count, expected);
  }
}

static void compare_displacement(const hol_static_result *result, const hol_static_expected *e, double rtol,
                                 hol_comparison *c)
{
  const hol_model *model = &result->statics.model;
  double value[HOL_FREEDOM_COUNT];
  size_t n = 0, turns = 0;
  hol_static_displacement(result, (size_t)(hol_model_station(model, &e->point) - model->station), value);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    turns += model->slot[f] != SIZE_MAX && f < HOL_RX;
  }
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (model->slot[f] != SIZE_MAX && n < e->count) {
      double scale =
          n < turns ? scale_of(e->value, 0, turns < e->count ? turns : e->count) : scale_of(e->value, turns, e->count);
      scale = scale > 0 ? scale : largest(result, f < HOL_RX ? 0 : HOL_RX);
      differ(c, value[f], e->value[n], rtol * scale, e->point.text, hol_freedom_name[f]);
    }
    n += model->slot[f] != SIZE_MAX;
  }
  miscount(c, n, e->count, e->point.text);
}

static void compare_reaction(const hol_static_result *result, const hol_static_expected *e, double rtol,
                             hol_comparison *c)
{
  const char *component, *name = result->statics.problem->joint[e->joint].name;
  size_t next = 0, n = 0;
  double value;
  while (hol_static_reaction(result, e->joint, &next, &component, &value)) {
    if (n < e->count) {
      differ(c, value, e->value[n], rtol * scale_of(e->value, 0, e->count), name, component);
    }
    n++;
  }
  miscount(c, n, e->count, name);
}

static void compare_entry(const hol_static_result *result, const hol_expect *expect, hol_comparison *c)
{
  const hol_static_expected *e = expect->wanted;
  const hol_model *model = &result->statics.model;
  switch (e->quantity) {
  case HOL_EXPECT_DISPLACEMENT:
    compare_displacement(result, e, expect->rtol, c);
    break;
  case HOL_EXPECT_REACTION:
    compare_reaction(result, e, expect->rtol, c);
    break;
  case HOL_EXPECT_AXIAL_FORCE:
    miscount(c, one, e->count, e->point.text);
    if (e->count == one) {
      size_t station = (size_t)(hol_model_station(model, &e->point) - model->station);
      differ(c, result->statics.axial[station], e->value[0], expect->rtol * fabs(e->value[0]), e->point.text,
             "axial force");
    }
    break;
  }
}

hol_status hol_static_compare(const hol_static_result *result, const hol_problem *problem, hol_comparison *c)
{
  for (size_t i = 0; i < problem->expect_count && result->is_filled; i++) {
    if (problem->expect[i].of == &hol_static_grammar && problem->expect[i].wanted) {
      compare_entry(result, &problem->expect[i], c);
    }
  }
  hol_comparison_tell(c, "numbers");
  return c->words.failed || c->line.failed ? HOL_MEMORY : HOL_OK;
}
