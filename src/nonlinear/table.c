/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of steady motions. */
#include "base/memory.h"
#include "holonome/output.h"
#include "nonlinear/curve.h"
#include "nonlinear/analysis.h"
#include "nonlinear/words.h"
#include "result/digits.h"
#include "result/unit.h"
#include "result/words.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

/** Of one mode: where it rests without a force, if not at 0 alone. */
static void put_rest(hol_text *text, const hol_nonlinear_model *m)
{
  double mu = hol_nonlinear_cubic(m, 0), square = -m->omega2[0] / mu;
  if (m->lateral == 1 && m->omega2[0] != 0 && square > 0 && isfinite(square)) {
    bool is_well = mu > 0;
    hol_text_add(text, "  at rest  q = 0 (%s), q = +-%.10g (%s", is_well ? "unstable" : "stable", sqrt(square),
                 is_well ? "stable, small motions about it at " : "unstable");
    if (is_well) {
      hol_text_add(text, "%.10g 1/s", sqrt(-2 * m->omega2[0]));
    }
    hol_text_add(text, ")\n");
  }
}

/** A frequency, or where its square is negative the rate at which the mode leaves the straight beam. */
static void put_frequency(hol_text *text, double omega2, hol_frequency_unit unit)
{
  if (omega2 >= 0) {
    hol_text_add(text, "%12.8g  %11.6g", sqrt(omega2), hol_unit_of(unit, sqrt(omega2)));
  } else {
    hol_text_add(text, "  grows as exp(%.7g t)", sqrt(-omega2));
  }
}

static void put_equation(hol_text *text, const hol_nonlinear_model *m)
{
  hol_text_add(text, "q'' + viscous q' + (eta/nu) omega2 q' + omega2 q + mu q^3 + [(eta/nu^3) mu q'^3]\n"
                     "    = (P + P_nu2 nu^2) cos nu t, the term in brackets with cubic loss\n");
  hol_text_add(text, "  omega2   %.10g 1/s^2", m->omega2[0]);
  if (m->omega2[0] >= 0) {
    hol_text_add(text, ", omega = %.10g 1/s", sqrt(m->omega2[0]));
  }
  hol_text_add(text, "\n  mu       %.10g\n", hol_nonlinear_cubic(m, 0));
  put_rest(text, m);
  hol_text_add(text, "  P        %.10g\n  P_nu2    %.10g\n", m->force[0], m->force_nu2[0]);
}

static void put_lateral(hol_text *text, const hol_nonlinear_model *m, size_t k, hol_frequency_unit unit)
{
  hol_text_add(text, "%4zu  ", k + 1);
  put_frequency(text, m->omega2[k], unit);
  hol_text_add(text, "  %12.8g  %11.6g  %11.5g\n", m->mass[k], m->S[k * (m->lateral + 1)], hol_nonlinear_cubic(m, k));
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

/** The axial modes with inertia: how they are driven, and what the book calls its coefficients. */
static void put_bar(hol_text *text, const hol_nonlinear_model *m)
{
  put_formula(text, "U_r",
              "axial mode r: M_r (U_r'' + viscous U_r') = -R_r, R_r = M_r (p_r^2 z_r + eta p_r z_r'), "
              "z_r = U_r - q Q^r q/2");
  if (m->inertia == HOL_AXIAL_HELD) {
    put_formula(text, "held",
                "the bar between its supports, u = sum_r U_r sin(r pi x/l), p_r = r pi/l sqrt(EA/m), "
                "M_r = m l/2, Q^r_kj = -2/(r pi) integral of X_k' X_j' cos(r pi x/l)");
    return;
  }
  put_formula(text, "bar",
              "straightened (4.1)-(4.7): modes (2j - 1) pi/(2 l) sqrt(EA/m) of the bar held at its start "
              "and the quasistatic rest, with the stretch given; Q^r in proportion to S");
  double EA = m->stiffness * m->line.length;
  double compliance = m->line.length / EA;
  for (size_t j = 0; j < m->axial; j++) {
    double wave = (2 * (double)j + 1) * M_PI / (2 * m->line.length);
    compliance -= 2 / (m->line.length * EA * wave * wave);
    if (j < MODES_SHOWN) {
      hol_text_add(text, "  (4.2) p_%zu = %.8g 1/s\n", 2 * j + 1, wave * sqrt(EA / m->line.mass));
    }
  }
  hol_text_add(text, "  1/(l/EA - sum over these of 1/(M_j p_j^2)) = %.10g N/m\n", 1 / compliance);
}

static void put_beam(hol_text *text, const hol_nonlinear_model *m, hol_frequency_unit unit)
{
  hol_text_add(text,
               "M_k (q_k'' + (viscous + eta omega2_k/nu) q_k' + omega2_k q_k) + L sum_j S_kj q_j\n"
               "    %s= F_k cos nu t,   L = c q S q/2\n",
               m->axial > 0 ? "- sum_r R_r sum_j Q^r_kj q_j " : "");
  put_formula(text, "q_k", "lateral mode k, EI X'''' - T X'' = m omega2 X, max |X| = 1: a displacement");
  put_formula(text, "M, S", "M_k, S_kj: integral of m X_k^2, of X_k' X_j'");
  put_formula(text, "mu_k", "c S_kk^2/(2 M_k); pinned, first mode: EA pi^4/(4 m l^4)");
  if (m->axial > 0) {
    put_bar(text, m);
  }
  put_formula(text, "loss", "cubic: (eta/nu^3) c (q' S q'/2) sum_j S_kj q_j' besides; linear: without that");
  hol_text_add(text, "  c = EA/l = %.10g N/m\n", m->stiffness);
  hol_text_add(text, "mode   omega 1/s  %11s        M kg      S 1/m     mu 1/(m s)^2\n", hol_unit_name[unit]);
  for (size_t k = 0; k < m->lateral && k < MODES_SHOWN; k++) {
    put_lateral(text, m, k, unit);
  }
  if (m->lateral > MODES_SHOWN) {
    hol_text_add(text, "and %zu more lateral modes\n", m->lateral - MODES_SHOWN);
  }
  for (size_t j = 0; j < m->axial && j < MODES_SHOWN; j++) {
    double p = sqrt(m->omega2[m->lateral + j]);
    hol_text_add(text, "  axial mode %zu: p = %.8g 1/s, M = %.6g kg\n", j + 1, p, m->mass[m->lateral + j]);
  }
  put_rest(text, m);
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

/** A number with so many digits as its relative error leaves, in a column; one of which no digit is certain with
 *  `~`. */
static void put_known(hol_text *text, int width, int most, double x, double error)
{
  char cell[HOL_CELL];
  if (isnan(error) || 2 * error < pow(10, -most)) {
    (void)snprintf(cell, sizeof cell, "%.*g", most, x);
  } else if (isinf(error)) {
    (void)snprintf(cell, sizeof cell, "~%.1g", x);
  } else {
    hol_digits_print(x, x * (1 - error), x * (1 + error), cell);
  }
  hol_text_add(text, "%*s", width, cell);
}

/** How many harmonics the branches of each period have, and what is left out. */
static void put_harmonics(hol_text *text, const hol_nonlinear_curve *curve)
{
  size_t last = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    last = curve->branch[i].period > last ? curve->branch[i].period : last;
  }
  for (size_t period = 1; period <= last; period++) {
    double tail = 0, missing = 0;
    size_t harmonics = 0;
    for (size_t i = 0; i < curve->branches; i++) {
      const hol_nonlinear_branch *b = &curve->branch[i];
      if (b->period == period) {
        harmonics = b->harmonics;
        tail = fmax(tail, b->tail);
        missing = fmax(missing, b->missing);
      }
    }
    if (harmonics > 0) {
      hol_text_add(text, "%zu %s of period %zu: the last two at most %.1e of a motion, those left\n  out %.1e\n",
                   harmonics, harmonics == 1 ? "harmonic" : "harmonics", period, tail, missing);
    }
  }
}

static void put_events(hol_text *text, const hol_nonlinear_curve *curve, hol_frequency_unit unit)
{
  size_t events = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    const hol_nonlinear_branch *b = &curve->branch[i];
    for (size_t k = 0; k < b->events; k++, events++) {
      const hol_nonlinear_event *e = &b->event[k];
      if (events == 0) {
        hol_text_add(text, "branch  event                         nu 1/s%15s       amplitude\n", hol_unit_name[unit]);
      }
      if (events < EVENTS_SHOWN) {
        hol_text_add(text, "%6zu  %-22s ", i + 1, event_words(e));
        put_known(text, 15, 11, e->nu, e->error);
        put_known(text, 15, 9, hol_unit_of(unit, e->nu), e->error);
        put_known(text, 16, 9, hol_nonlinear_amplitude(b, e->coefficient, 0), e->error);
        hol_text_put(text, "\n", 1);
      }
    }
  }
  if (events > EVENTS_SHOWN) {
    hol_text_add(text, "and %zu more events\n", events - EVENTS_SHOWN);
  }
}

/** Why the curve is not complete. */
static void put_reasons(hol_text *text, const hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->reasons; i++) {
    hol_text words = {0};
    hol_incomplete_words(&words, &curve->reason[i]);
    if (words.failed) {
      text->failed = true;
    } else {
      hol_words_wrap(text, "not complete: ", 2, words.data);
    }
    hol_text_clear(&words);
  }
}

static void put_curve(hol_text *text, const hol_nonlinear_curve *curve, hol_frequency_unit unit)
{
  hol_text_add(text, "%zu %s, %zu points, %s\n", curve->branches, curve->branches == 1 ? "branch" : "branches",
               points_of(curve), curve->complete ? "complete" : "NOT COMPLETE");
  if (curve->failed) {
    hol_text_add(text, "a numerical computation failed here; earlier results are kept\n");
  }
  put_reasons(text, curve);
  put_harmonics(text, curve);
  put_events(text, curve, unit);
}

/** What is known of other motions. */
static void put_coexisting(hol_text *text, const hol_nonlinear_curve *curve)
{
  static const char *const words[] = {
      "a search found no further motions; isolated branches are not excluded",
      ("the indices add up at the searched frequencies, so that no odd number of motions is missing there; isolated "
       "branches are not excluded"),
      "there are no others, whatever their period: with these losses all motions converge"};
  hol_text first = {0};
  hol_text_add(&first, "coexisting motions %s: ", hol_coexisting_word(curve->coexisting));
  if (first.failed) {
    text->failed = true;
  } else {
    hol_words_wrap(text, first.data, 2, words[curve->coexisting]);
  }
  hol_text_clear(&first);
}

static const char *law_words(const hol_nonlinear_loss *loss)
{
  return loss->cubic ? "cubic (4.13)" : "linear (4.14)";
}

/** All motions at the frequencies asked for. */
static void put_motions(hol_text *text, const hol_nonlinear_curve *curve)
{
  if (curve->motions > 0) {
    hol_text_add(text, "motions at nu 1/s        amplitude  branch  images  period  stability\n");
  }
  for (size_t i = 0; i < curve->motions; i++) {
    const hol_nonlinear_motion_at *m = &curve->motion[i];
    const hol_nonlinear_branch *b = &curve->branch[m->branch];
    hol_text_add(text, "%17.11g ", m->nu);
    put_known(text, 16, 11, m->amplitude, m->error);
    hol_text_add(text, " %7zu %7zu %7zu  ", m->branch + 1, m->images, b->period);
    hol_text_add(text, "%s (%.3g)\n",
                 m->unstable == SIZE_MAX ? "?"
                 : m->unstable           ? "unstable"
                                         : "stable",
                 m->multiplier);
  }
}

/** What integration in time says of the motions of a curve. */
static void put_confirmations(hol_text *text, const hol_nonlinear_curve *curve)
{
  size_t count[2] = {0}, agree[2] = {0};
  double largest = 0;
  for (size_t i = 0; i < curve->branches; i++) {
    const hol_nonlinear_branch *b = &curve->branch[i];
    for (size_t k = 0; k < b->confirmations; k++) {
      const hol_nonlinear_confirmation *c = &b->confirmation[k];
      count[c->is_stable]++;
      agree[c->is_stable] += c->agrees;
      largest = c->is_stable ? fmax(largest, c->difference) : largest;
    }
  }
  if (count[0] + count[1] > 0) {
    hol_text_add(text, "in time: %zu of %zu stable motions confirmed, largest difference %.2g", agree[1], count[1],
                 largest);
    if (count[0] > 0) {
      hol_text_add(text, ";\n  %zu of %zu unstable ones diverge", agree[0], count[0]);
    }
    hol_text_put(text, "\n", 1);
  }
}

static void put_case(hol_text *text, const hol_nonlinear_case *item, size_t number, hol_frequency_unit unit)
{
  hol_text_add(text, "\ncurve %zu: level %.6g", number, item->level);
  if (item->loss.viscous != 0) {
    hol_text_add(text, ", viscous %.6g 1/s", item->loss.viscous);
  }
  if (item->loss.eta != 0) {
    hol_text_add(text, ", eta %.6g %s", item->loss.eta, law_words(&item->loss));
  }
  hol_text_put(text, "\n", 1);
  put_curve(text, &item->curve, unit);
  put_coexisting(text, &item->curve);
  put_motions(text, &item->curve);
  put_confirmations(text, &item->curve);
  if (item->has_closed_form) {
    hol_text_add(text, "one harmonic, closed form: %s", item->folds ? "folds at" : "no fold");
    for (size_t i = 0; i < item->folds; i++) {
      hol_text_add(text, "%s%.11g", i == 0 ? " " : i % 2 == 0 ? ",\n  " : ", ", item->fold[i].nu);
    }
    hol_text_put(text, "\n", 1);
  }
}

static void put_found(hol_text *text, const hol_nonlinear_found *f, hol_frequency_unit unit)
{
  char cell[HOL_CELL];
  hol_text_add(text, "\nfolds vanish: level %.6g", f->level);
  if (f->loss.viscous != 0) {
    hol_text_add(text, ", viscous %.6g 1/s", f->loss.viscous);
  }
  hol_text_add(text, ", eta %s\n", law_words(&f->loss));
  if (f->kind == HOL_VANISHING_NOT) {
    hol_text_add(text, f->failed ? "  NOT FOUND: a numerical computation failed\n"
                                 : "  NOT FOUND: there are no folds, or always some, in the loss factors allowed\n");
    return;
  }
  hol_digits_print(f->loss.eta, f->lower, f->upper, cell);
  hol_text_add(text, "  at eta = %s (between %.15g and %.15g)\n", cell, f->lower, f->upper);
  hol_text_add(text, "  %s\n  at nu = %.11g 1/s, %.9g %s, amplitude %.9g\n%s",
               f->kind == HOL_VANISHING_CUSP ? "two folds meet" : "the last one leaves the range", f->nu,
               hol_unit_of(unit, f->nu), hol_unit_name[unit], f->amplitude,
               f->complete ? "" : "  NOT PROVED: a curve was not complete\n");
}

static void put_backbone(hol_text *text, const hol_nonlinear_curve *curve, hol_frequency_unit unit)
{
  hol_text_add(text, "\nbackbone: ");
  put_curve(text, curve, unit);
  const hol_nonlinear_branch *b = &curve->branch[0];
  if (curve->branches > 0 && b->points > 0) {
    size_t last = b->points - 1;
    hol_text_add(text, "from nu = %.10g to %.10g 1/s at amplitude %.6g\n", b->nu[0], b->nu[last],
                 hol_nonlinear_amplitude(b, b->coefficient + last * b->unknowns, 0));
  }
}

static void put_resonances(hol_text *text, const hol_nonlinear_result *result, hol_frequency_unit unit)
{
  hol_text_add(text,
               "\nfirst resonance with n lateral and a dynamic axial modes\n"
               "   n    a          nu 1/s%15s       amplitude   from the last one\n",
               hol_unit_name[unit]);
  const hol_nonlinear_resonance *last = &result->resonance[result->resonances - 1];
  for (size_t i = 0; i < result->resonances; i++) {
    const hol_nonlinear_resonance *r = &result->resonance[i];
    if (!isfinite(r->nu)) {
      hol_text_add(text, "%4zu %4zu  NO PEAK between `from` and `to`: the first resonance lies outside\n", r->lateral,
                   r->axial);
      continue;
    }
    hol_text_add(text, "%4zu %4zu %15.11g %14.9g %15.9g ", r->lateral, r->axial, r->nu, hol_unit_of(unit, r->nu),
                 r->amplitude);
    if (isfinite(last->nu)) {
      hol_text_add(text, "%19.2e", r->nu / last->nu - 1);
    }
    hol_text_add(text, "%s\n", r->complete ? "" : " (?)");
  }
}

hol_status hol_nonlinear_table(const hol_nonlinear_result *result, const char *title, hol_frequency_unit unit,
                               hol_text *text)
{
  if (title) {
    hol_words_wrap(text, "", 0, title);
  }
  if (!hol_item_model(result)->mass) {
    hol_text_add(text, "nothing was computed\n"); /* it was stopped at the very beginning */
    return text->failed ? HOL_MEMORY : HOL_OK;
  }
  if (result->kind == HOL_NONLINEAR_DUFFING) {
    put_equation(text, hol_item_model(result));
  } else {
    put_beam(text, hol_item_model(result), unit);
  }
  for (size_t i = 0; i < result->items; i++) {
    put_case(text, &result->item[i], i + 1, unit);
  }
  for (size_t i = 0; i < result->founds; i++) {
    put_found(text, &result->found[i], unit);
  }
  if (result->resonances > 0) {
    put_resonances(text, result, unit);
  }
  if (result->backbone.branches > 0 || result->backbone.failed) {
    put_backbone(text, &result->backbone, unit);
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}
