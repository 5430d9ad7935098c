/* SPDX-License-Identifier: BSD-3-Clause */
/* Comparison of steady motions with those that a problem expects. */
#include "base/memory.h"
#include "base/vector.h"
#include "holonome/output.h"
#include "nonlinear/analysis.h"
#include "nonlinear/request.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static_assert(HOL_EVENT_PEAK + 1 == HOL_EXPECT_EVENTS, "every kind of event can be expected");

/** The frequencies of all events of a kind on a curve, rising.
 *  @param[out] nu  owned by the caller
 *  @return HOL_MEMORY */
static hol_status events_of(const hol_nonlinear_curve *curve, hol_event_kind kind, double **nu, size_t *count)
{
  size_t events = 0;
  *count = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    events += curve->branch[i].events;
  }
  *nu = hol_alloc(events + 1, sizeof **nu);
  if (!*nu) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < curve->branches; i++) {
    const hol_nonlinear_branch *b = &curve->branch[i];
    for (size_t k = 0; k < b->events; k++) {
      if (b->event[k].kind == kind) {
        (*nu)[(*count)++] = b->event[k].nu;
      }
    }
  }
  hol_sort(*count, *nu);
  return HOL_OK;
}

/** What is compared, and what has come of it. */
typedef struct comparison {
  const hol_nonlinear_result *result;
  double rtol;
  const hol_expected_motions *motions;
  size_t *compared, *differences;
  hol_text *text;
} comparison;

static bool differs(const comparison *c, double x, double expected)
{
  bool is_off = !(fabs(x - expected) <= c->rtol * fabs(expected));
  ++*c->compared;
  *c->differences += is_off;
  return is_off;
}

static hol_status compare_events(const comparison *c, hol_event_kind kind)
{
  static const char *const word[] = {"fold", "branch point", "period doubling", "torus bifurcation", "peak"};
  const hol_expect_events *expected = &c->motions->event[kind];
  double *nu = NULL;
  size_t count = 0;
  HOL_TRY(events_of(&c->result->item[c->motions->curve - 1].curve, kind, &nu, &count));
  if (count != expected->count) {
    hol_text_add(c->text, "curve %zu: %zu %ss, expected %zu\n", c->motions->curve, count, word[kind], expected->count);
    ++*c->differences;
  }
  for (size_t i = 0; i < count && i < expected->count; i++) {
    if (differs(c, nu[i], expected->nu[i])) {
      hol_text_add(c->text, "curve %zu, %s %zu: %.12g 1/s, expected %.12g\n", c->motions->curve, word[kind], i + 1,
                   nu[i], expected->nu[i]);
    }
  }
  free(nu);
  return HOL_OK;
}

static void compare_amplitudes(const comparison *c)
{
  const hol_nonlinear_curve *curve = &c->result->item[c->motions->curve - 1].curve;
  size_t count = 0;
  for (size_t i = 0; i < curve->motions; i++) {
    if (curve->motion[i].nu != c->motions->at) {
      continue;
    }
    if (count < c->motions->amplitudes && differs(c, curve->motion[i].amplitude, c->motions->amplitude[count])) {
      hol_text_add(c->text, "curve %zu, motion %zu at %.12g 1/s: amplitude %.12g, expected %.12g\n", c->motions->curve,
                   count + 1, c->motions->at, curve->motion[i].amplitude, c->motions->amplitude[count]);
    }
    count++;
  }
  if (count != c->motions->amplitudes) {
    hol_text_add(c->text, "curve %zu: %zu motions at %.12g 1/s, expected %zu\n", c->motions->curve, count,
                 c->motions->at, c->motions->amplitudes);
    ++*c->differences;
  }
}

static hol_status compare_all(const comparison *c)
{
  const hol_nonlinear_result *result = c->result;
  const hol_expected_motions *expect = c->motions;
  for (size_t kind = 0; kind < HOL_EXPECT_EVENTS && expect->curve <= result->items; kind++) {
    if (expect->event[kind].is_given) {
      HOL_TRY(compare_events(c, (hol_event_kind)kind));
    }
  }
  if (expect->has_amplitudes && expect->curve <= result->items) {
    compare_amplitudes(c);
  }
  if (expect->has_eta && expect->found <= result->founds &&
      differs(c, result->found[expect->found - 1].loss.eta, expect->eta)) {
    hol_text_add(c->text, "loss factor %zu: %.12g, expected %.12g\n", expect->found,
                 result->found[expect->found - 1].loss.eta, expect->eta);
  }
  return HOL_OK;
}

hol_status hol_nonlinear_compare(const hol_nonlinear_result *result, const hol_problem *problem, size_t *compared,
                                 size_t *differences, hol_text *text)
{
  *compared = *differences = 0;
  for (size_t i = 0; i < problem->expect_count; i++) {
    const hol_expect *expect = &problem->expect[i];
    const comparison c = {result, expect->rtol, expect->wanted, compared, differences, text};
    if (expect->of == &hol_nonlinear_grammar && expect->wanted) {
      HOL_TRY(compare_all(&c));
    }
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}
