#include "output/nonlinear.h"
#include "output/number.h"
#include "output/words.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_SHOWN = 24, MODES_SHOWN = 12 };

/* ---------------------------------------------------------------------------------------------------- coefficients */

static void put_formula(hol_text *text, const char *name, const char *formula)
{
  hol_text first = {0};
  hol_text_add(&first, "  %-5s ", name);
  if (first.failed) {
    text->failed = true;
  } else {
    hol_words_wrap(text, first.data, first.size, formula);
  }
  hol_text_clear(&first);
}

static double cubic(const hol_nonlinear_model *m, size_t k)
{
  const double s = m->S[k * (m->lateral + 1)];
  return 0.5 * m->stiffness * s * s / m->mass[k];
}

static void put_equation(hol_text *text, const hol_nonlinear_model *m)
{
  hol_text_add(text, "q'' + viscous q' + (eta/nu) omega2 q' + omega2 q + mu q^3 + [(eta/nu^3) mu q'^3]\n"
                     "    = (P + P_nu2 nu^2) cos nu t, the term in brackets with cubic loss\n");
  hol_text_add(text, "  omega2   %.10g 1/s^2, omega = %.10g 1/s\n  mu       %.10g\n", m->omega2[0], sqrt(m->omega2[0]),
               cubic(m, 0));
  hol_text_add(text, "  P        %.10g\n  P_nu2    %.10g\n", m->force[0], m->force_nu2[0]);
}

static void put_lateral(hol_text *text, const hol_nonlinear_model *m, size_t k)
{
  hol_text_add(text, "%4zu  %12.8g  %11.6g  %12.8g  %11.6g  %11.5g\n", k + 1, sqrt(m->omega2[k]),
               hol_number_hertz(sqrt(m->omega2[k])), m->mass[k], m->S[k * (m->lateral + 1)], cubic(m, k));
}

static void put_forces(hol_text *text, const hol_nonlinear_model *m)
{
  for (size_t k = 0; k < m->lateral && k < MODES_SHOWN; k++) {
    if (m->force[k] != 0 || m->force_nu2[k] != 0) {
      hol_text_add(text, "  F_%-6zu %.8g N", k + 1, m->force[k]);
      if (m->force_nu2[k] != 0) {
        hol_text_add(text, " + %.8g N s^2 nu^2", m->force_nu2[k]);
      }
      hol_text_put(text, "\n", 1);
    }
  }
}

static void put_beam(hol_text *text, const hol_nonlinear_model *m)
{
  hol_text_add(text, "M_k (q_k'' + (viscous + eta omega2_k/nu) q_k' + omega2_k q_k) + L sum_j S_kj q_j\n"
                     "    = F_k cos nu t,   L = c (q S q/2 - sum_j e_j u_j)\n");
  put_formula(text, "q_k", "lateral mode k, EI X'''' - T X'' = m omega2 X, max |X| = 1: a displacement");
  put_formula(text, "M, S", "M_k, S_kj: integral of m X_k^2, of X_k' X_j'");
  put_formula(text, "mu_k", "c S_kk^2/(2 M_k); pinned, first mode, axial modes quasistatic: EA pi^4/(4 m l^4)");
  if (m->axial > 0) {
    put_formula(text, "u_j", "axial mode j: p_j = (2j - 1) pi/(2 l) sqrt(EA/m), M_j = m l/2, e_j = +1, -1, ...");
  }
  put_formula(text, "loss", "cubic: (eta/nu^3) (EA/l) (q' S q'/2) sum_j S_kj q_j' besides; linear: without that");
  put_formula(text, "c", "1/c = l/EA - sum over dynamic axial modes of 1/(M_j p_j^2)");
  hol_text_add(text, "  c = %.10g N/m, EA/l = %.10g N/m\n", m->stiffness, m->static_stiffness);
  hol_text_add(text, "mode   omega 1/s           Hz        M kg      S 1/m     mu 1/(m s)^2\n");
  for (size_t k = 0; k < m->lateral && k < MODES_SHOWN; k++) {
    put_lateral(text, m, k);
  }
  if (m->lateral > MODES_SHOWN) {
    hol_text_add(text, "and %zu more lateral modes\n", m->lateral - MODES_SHOWN);
  }
  for (size_t j = 0; j < m->axial && j < MODES_SHOWN; j++) {
    const double p = sqrt(m->omega2[m->lateral + j]);
    hol_text_add(text, "  axial mode %zu: p = %.8g 1/s, M = %.6g kg\n", j + 1, p, m->mass[m->lateral + j]);
  }
  put_forces(text, m);
}

/* ---------------------------------------------------------------------------------------------------------- curves */

static size_t points_of(const hol_nonlinear_curve *curve)
{
  size_t points = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    points += curve->branch[i].points;
  }
  return points;
}

static const char *event_words(const hol_nonlinear_event *e)
{
  switch (e->kind) {
  case HOL_EVENT_FOLD:
    return e->is_maximum ? "fold, jump as nu rises" : "fold, jump as nu falls";
  case HOL_EVENT_PEAK:
    return e->is_maximum ? "peak" : "least amplitude";
  case HOL_EVENT_BRANCH:
    return "branch point";
  case HOL_EVENT_PERIOD_DOUBLING:
    return "period doubling";
  case HOL_EVENT_TORUS:
    break;
  }
  return "torus bifurcation";
}

static void put_events(hol_text *text, const hol_nonlinear_curve *curve)
{
  size_t events = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    const hol_nonlinear_branch *b = &curve->branch[i];
    for (size_t k = 0; k < b->events; k++, events++) {
      const hol_nonlinear_event *e = &b->event[k];
      if (events == 0) {
        hol_text_add(text, "branch  event                         nu 1/s             Hz       amplitude\n");
      }
      if (events < EVENTS_SHOWN) {
        hol_text_add(text, "%6zu  %-22s %15.11g %14.9g %15.9g\n", i + 1, event_words(e), e->nu, hol_number_hertz(e->nu),
                     hol_nonlinear_amplitude(b, e->coefficient, 0));
      }
    }
  }
  if (events > EVENTS_SHOWN) {
    hol_text_add(text, "and %zu more events\n", events - EVENTS_SHOWN);
  }
}

static void put_curve(hol_text *text, const hol_nonlinear_curve *curve)
{
  hol_text_add(text, "%zu %s, %zu points, %s\n", curve->branches, curve->branches == 1 ? "branch" : "branches",
               points_of(curve), curve->complete ? "complete" : "NOT COMPLETE");
  put_events(text, curve);
}

static void put_case(hol_text *text, const hol_nonlinear_case *item, size_t number)
{
  hol_text_add(text, "\ncurve %zu: level %.6g", number, item->level);
  if (item->loss.viscous != 0) {
    hol_text_add(text, ", viscous %.6g 1/s", item->loss.viscous);
  }
  if (item->loss.eta != 0) {
    hol_text_add(text, ", eta %.6g %s", item->loss.eta, item->loss.cubic ? "cubic (4.13)" : "linear (4.14)");
  }
  hol_text_put(text, "\n", 1);
  put_curve(text, &item->curve);
  if (item->has_closed_form) {
    hol_text_add(text, "one harmonic, closed form: %s", item->folds ? "folds at" : "no fold");
    for (size_t i = 0; i < item->folds; i++) {
      hol_text_add(text, "%s%.11g", i == 0 ? " " : i % 2 == 0 ? ",\n  " : ", ", item->fold[i].nu);
    }
    hol_text_put(text, "\n", 1);
  }
}

static void put_backbone(hol_text *text, const hol_nonlinear_curve *curve)
{
  hol_text_add(text, "\nbackbone: ");
  put_curve(text, curve);
  const hol_nonlinear_branch *b = &curve->branch[0];
  if (b->points > 0) {
    const size_t last = b->points - 1;
    hol_text_add(text, "from nu = %.10g to %.10g 1/s at amplitude %.6g\n", b->nu[0], b->nu[last],
                 hol_nonlinear_amplitude(b, b->coefficient + last * b->unknowns, 0));
  }
}

hol_status hol_nonlinear_table(const hol_nonlinear_result *result, const char *title, hol_text *text)
{
  if (title) {
    hol_words_wrap(text, "", 0, title);
  }
  if (result->kind == HOL_NONLINEAR_DUFFING) {
    put_equation(text, &result->model);
  } else {
    put_beam(text, &result->model);
  }
  for (size_t i = 0; i < result->items; i++) {
    put_case(text, &result->item[i], i + 1);
  }
  if (result->backbone.branches > 0) {
    put_backbone(text, &result->backbone);
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}

/* ------------------------------------------------------------------------------------------------------ comparison */

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/** The frequencies of all folds of a curve, rising.
 *  @param[out] nu  owned by the caller
 *  @return HOL_MEMORY */
static hol_status folds_of(const hol_nonlinear_curve *curve, double **nu, size_t *count)
{
  size_t events = 0;
  *count = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    events += curve->branch[i].events;
  }
  *nu = malloc((events + 1) * sizeof **nu);
  if (!*nu) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < curve->branches; i++) {
    const hol_nonlinear_branch *b = &curve->branch[i];
    for (size_t k = 0; k < b->events; k++) {
      if (b->event[k].kind == HOL_EVENT_FOLD) {
        (*nu)[(*count)++] = b->event[k].nu;
      }
    }
  }
  qsort(*nu, *count, sizeof **nu, by_size);
  return HOL_OK;
}

static hol_status compare_curve(const hol_nonlinear_curve *curve, const hol_expect *expect, size_t *compared,
                                size_t *differences, hol_text *text)
{
  double *nu = NULL;
  size_t count = 0;
  HOL_TRY(folds_of(curve, &nu, &count));
  if (count != expect->folds) {
    hol_text_add(text, "curve %zu: %zu folds, expected %zu\n", expect->curve, count, expect->folds);
    ++*differences;
  }
  for (size_t i = 0; i < count && i < expect->folds; i++) {
    ++*compared;
    if (!(fabs(nu[i] - expect->fold[i]) <= expect->rtol * fabs(expect->fold[i]))) {
      hol_text_add(text, "curve %zu, fold %zu: %.12g 1/s, expected %.12g\n", expect->curve, i + 1, nu[i],
                   expect->fold[i]);
      ++*differences;
    }
  }
  free(nu);
  return HOL_OK;
}

hol_status hol_nonlinear_compare(const hol_nonlinear_result *result, const hol_problem *problem, size_t *compared,
                                 size_t *differences, hol_text *text)
{
  *compared = *differences = 0;
  for (size_t i = 0; i < problem->expect_count; i++) {
    const hol_expect *expect = &problem->expect[i];
    if (expect->has_folds && expect->curve <= result->items) {
      HOL_TRY(compare_curve(&result->item[expect->curve - 1].curve, expect, compared, differences, text));
    }
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}
