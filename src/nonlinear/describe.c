/* SPDX-License-Identifier: BSD-3-Clause */
/* Result of the analysis `nonlinear` as quantities, for every output format. */
#include "nonlinear/describe.h"

#include "nonlinear/curve.h"
#include "nonlinear/words.h"
#include "result/view.h"

#include <math.h>
#include <stdint.h>

static const hol_quantity record = {.type = HOL_RECORD}, number = {.type = HOL_NUMBER}, text = {.type = HOL_TEXT};
static const hol_quantity complete = {.name = "complete", .type = HOL_TRUTH};
const hol_quantity hol_curve_quantity[HOL_CURVE_QUANTITIES] = {
    [HOL_CURVE_NU] = {.name = "nu", .type = HOL_NUMBER, .unit = "rad s-1", .text = "circular frequency of the force"},
    [HOL_CURVE_LEVEL] = {.name = "level", .type = HOL_NUMBER, .text = "of the force"},
    [HOL_CURVE_VISCOUS] = {.name = "viscous", .type = HOL_NUMBER, .unit = "s-1", .text = "viscous loss"},
    [HOL_CURVE_ETA] = {.name = "eta", .type = HOL_NUMBER, .text = "loss factor"},
    [HOL_CURVE_UNSTABLE] = {.name = "unstable",
                            .type = HOL_COUNT,
                            .text = "Floquet multipliers outside the unit circle"},
    [HOL_CURVE_MULTIPLIER] = {
        .name = "multiplier", .type = HOL_NUMBER, .text = "largest modulus of a Floquet multiplier"}};
static const hol_quantity amplitude = {.name = "amplitude", .type = HOL_NUMBER, .unit = "m"};
static const hol_quantity amplitudes = {
    .name = "amplitude", .type = HOL_LIST, .unit = "m", .text = "largest displacement of every coordinate"};
static const hol_quantity error = {.name = "error", .type = HOL_NUMBER, .text = "by the harmonics left out, relative"};
static const hol_quantity coefficients = {
    .name = "coefficients", .type = HOL_NUMBER, .text = "of Fourier, coordinate after coordinate"};
static const hol_quantity cubic_loss = {.name = "cubic_loss", .type = HOL_TRUTH};

/* ---------------------------------------------------------------------------------------------------- coefficients */

static void put_formulas(const hol_sink *sink, const hol_nonlinear_result *r)
{
  static const hol_quantity equation = {.name = "equation", .type = HOL_TEXT},
                            formulas = {.name = "formulas", .type = HOL_RECORD};
  static const struct {
    hol_quantity quantity;
    const char *words;
  } row[] = {{{.name = "S", .type = HOL_TEXT}, "S_kj = integral X_k' X_j' dx, max |X_k| = 1"},
             {{.name = "mass", .type = HOL_TEXT}, "M_k = integral m X_k^2 dx; axial m l/2"},
             {{.name = "c", .type = HOL_TEXT}, "EA/l"},
             {{.name = "omega2", .type = HOL_TEXT}, "EI X'''' - T X'' = m omega2 X"}};
  static const hol_quantity axial = {.name = "axial", .type = HOL_TEXT},
                            loss = {.name = "cubic_loss", .type = HOL_TEXT}, mu = {.name = "mu", .type = HOL_TEXT};
  if (r->kind == HOL_NONLINEAR_DUFFING) {
    hol_put_text(sink, &equation,
                 "q'' + viscous q' + (eta/nu) omega2 q' + omega2 q + mu q^3 + [(eta/nu^3) mu q'^3] = (P + P_nu2 nu^2) "
                 "cos(nu t), the term in brackets with cubic_loss");
    return;
  }
  hol_put_text(sink, &equation,
               "M_k (q_k'' + (viscous + eta omega2_k/nu) q_k' + omega2_k q_k) + L sum_j S_kj q_j - sum_r R_r sum_j "
               "Q^r_kj q_j = F_k cos(nu t), L = c q S q/2, M_r (U_r'' + viscous U_r') = -R_r, R_r = M_r (p_r^2 z_r + "
               "eta p_r z_r'), z_r = U_r - q Q^r q/2");
  hol_open(sink, &formulas);
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    hol_put_text(sink, &row[i].quantity, row[i].words);
  }
  hol_put_text(
      sink, &axial,
      hol_item_model(r)->inertia == HOL_AXIAL_HELD
          ? "held: p_r = r pi/l sqrt(EA/m), Q^r_kj = -2/(r pi) integral X_k' X_j' cos(r pi x/l) dx"
          : "straightened: modes (2j - 1) pi/(2 l) sqrt(EA/m) with the quasistatic rest and the stretch given, "
            "Q^r in proportion to S");
  hol_put_text(sink, &loss, "with it (eta/nu^3) c (q' S q'/2) sum_j S_kj q_j' besides");
  hol_put_text(sink, &mu, "mu_k = c S_kk^2/(2 M_k); pinned, first mode: EA pi^4/(4 m l^4)");
  hol_close(sink);
}

static void put_model(const hol_sink *sink, const hol_nonlinear_result *r)
{
  static const hol_quantity model = {.name = "coefficients", .type = HOL_RECORD};
  static const hol_quantity modes[] = {
      {.name = "lateral", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_model, lateral)},
      {.name = "axial", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_model, axial)}};
  static const hol_quantity omega2 = {.name = "omega2", .type = HOL_NUMBER, .unit = "s-2"},
                            mass = {.name = "mass", .type = HOL_NUMBER, .unit = "kg"};
  static const hol_quantity S = {.name = "S", .type = HOL_NUMBER, .unit = "m-1"},
                            form = {.name = "form", .type = HOL_NUMBER, .unit = "m-1"};
  static const hol_quantity force = {.name = "force", .type = HOL_NUMBER, .unit = "N"},
                            force_nu2 = {.name = "force_nu2", .type = HOL_NUMBER, .unit = "N s2"};
  static const hol_quantity c = {.name = "c", .type = HOL_NUMBER, .unit = "N m-1"},
                            mu = {.name = "mu", .type = HOL_LIST, .unit = "m-2 s-2"};
  const hol_nonlinear_model *m = hol_item_model(r);
  size_t n = m->lateral + m->axial;
  hol_open(sink, &model);
  hol_put_members(sink, modes, 2, m);
  hol_put_list(sink, &omega2, n, m->omega2);
  hol_put_list(sink, &mass, n, m->mass);
  hol_put_list(sink, &S, m->lateral * m->lateral, m->S);
  hol_put_list(sink, &form, m->axial * m->lateral * m->lateral, m->form);
  hol_put_list(sink, &force, n, m->force);
  hol_put_list(sink, &force_nu2, n, m->force_nu2);
  hol_put_number(sink, &c, m->stiffness);
  hol_open(sink, &mu);
  for (size_t k = 0; k < m->lateral; k++) {
    hol_put_number(sink, &number, hol_nonlinear_cubic(m, k));
  }
  hol_close(sink);
  put_formulas(sink, r);
  hol_close(sink);
}

/* ---------------------------------------------------------------------------------------------------- branches */

/** The end of a record that is one motion of a branch: amplitudes of its coordinates and Fourier coefficients. */
static void put_state(const hol_sink *sink, const hol_nonlinear_branch *b, const double *coefficient)
{
  hol_open(sink, &amplitudes);
  for (size_t i = 0; i < b->coordinates; i++) {
    hol_put_number(sink, &number, hol_nonlinear_amplitude(b, coefficient, i));
  }
  hol_close(sink);
  hol_put_list(sink, &coefficients, b->unknowns, coefficient);
}

static void put_event(const hol_sink *sink, const hol_nonlinear_branch *b, const hol_nonlinear_event *e)
{
  static const hol_quantity kind = {.name = "kind", .type = HOL_TEXT}, maximum = {.name = "maximum", .type = HOL_TRUTH},
                            after = {.name = "after_point", .type = HOL_COUNT};
  hol_open(sink, &record);
  hol_put_text(sink, &kind, hol_event_word(e->kind));
  if (e->kind == HOL_EVENT_FOLD || e->kind == HOL_EVENT_PEAK) {
    hol_put_truth(sink, &maximum, e->is_maximum);
  }
  hol_put_count(sink, &after, e->before + 1);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_NU], e->nu);
  hol_put_number(sink, &error, e->error);
  put_state(sink, b, e->coefficient);
  hol_close(sink);
}

static void put_amplitudes(const hol_sink *sink, const hol_nonlinear_branch *b)
{
  static const hol_quantity list = {.type = HOL_LIST};
  hol_open(sink, &amplitudes);
  for (size_t i = 0; i < b->coordinates; i++) {
    hol_open(sink, &list);
    for (size_t k = 0; k < b->points; k++) {
      hol_put_number(sink, &number, hol_nonlinear_amplitude(b, b->coefficient + k * b->unknowns, i));
    }
    hol_close(sink);
  }
  hol_close(sink);
}

/** What integration in time says, where it was asked. */
static void put_confirmations(const hol_sink *sink, const hol_nonlinear_branch *b)
{
  static const hol_quantity in_time = {.name = "in_time", .type = HOL_LIST};
  static const hol_quantity member[] = {
      {.name = "point", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_confirmation, point)},
      {.name = "stable", .type = HOL_TRUTH, .at = offsetof(hol_nonlinear_confirmation, is_stable)},
      {.name = "agrees", .type = HOL_TRUTH, .at = offsetof(hol_nonlinear_confirmation, agrees)}};
  static const hol_quantity difference = {.name = "difference", .type = HOL_NUMBER},
                            periods = {.name = "periods", .type = HOL_COUNT};
  hol_open(sink, &in_time);
  for (size_t i = 0; i < b->confirmations; i++) {
    const hol_nonlinear_confirmation *c = &b->confirmation[i];
    hol_open(sink, &record);
    hol_put_members(sink, member, sizeof member / sizeof *member, c);
    hol_put_number(sink, &difference, c->is_stable ? c->difference : (double)NAN);
    hol_put_count(sink, &periods, c->periods);
    hol_close(sink);
  }
  hol_close(sink);
}

static void put_branch(const hol_sink *sink, const hol_nonlinear_branch *b)
{
  static const hol_quantity first[] = {
      {.name = "period",
       .type = HOL_COUNT,
       .text = "in periods of the force",
       .at = offsetof(hol_nonlinear_branch, period)},
      {.name = "harmonics", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_branch, harmonics)},
      {.name = "parent", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_branch, parent)},
      {.name = "images", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_branch, images)}};
  static const hol_quantity ends = {.name = "ends", .type = HOL_LIST}, events = {.name = "events", .type = HOL_LIST};
  static const hol_quantity left_out[] = {
      {.name = "tail", .type = HOL_NUMBER, .at = offsetof(hol_nonlinear_branch, tail)},
      {.name = "missing", .type = HOL_NUMBER, .at = offsetof(hol_nonlinear_branch, missing)}};
  hol_open(sink, &record);
  hol_put_members(sink, first, sizeof first / sizeof *first, b);
  hol_open(sink, &ends);
  hol_put_text(sink, &text, hol_branch_end_word(b->end[0]));
  hol_put_text(sink, &text, hol_branch_end_word(b->end[1]));
  hol_close(sink);
  hol_put_members(sink, left_out, 2, b);
  hol_put_list(sink, &hol_curve_quantity[HOL_CURVE_NU], b->points, b->nu);
  put_amplitudes(sink, b);
  hol_put_list(sink, &hol_curve_quantity[HOL_CURVE_UNSTABLE], b->points, b->unstable);
  hol_put_list(sink, &hol_curve_quantity[HOL_CURVE_MULTIPLIER], b->points, b->multiplier);
  hol_open(sink, &events);
  for (size_t i = 0; i < b->events; i++) {
    put_event(sink, b, &b->event[i]);
  }
  hol_close(sink);
  put_confirmations(sink, b);
  hol_put_list(sink, &coefficients, b->points * b->unknowns, b->coefficient);
  hol_close(sink);
}

/* ---------------------------------------------------------------------------------------------------------- curves */

static void put_motion(const hol_sink *sink, const hol_nonlinear_curve *curve, const hol_nonlinear_motion_at *m)
{
  static const hol_quantity branch = {.name = "branch", .type = HOL_COUNT},
                            images = {.name = "images", .type = HOL_COUNT};
  hol_open(sink, &record);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_NU], m->nu);
  hol_put_count(sink, &branch, m->branch);
  hol_put_count(sink, &images, m->images);
  hol_put_count(sink, &hol_curve_quantity[HOL_CURVE_UNSTABLE], m->unstable);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_MULTIPLIER], m->multiplier);
  hol_put_number(sink, &error, m->error);
  put_state(sink, &curve->branch[m->branch], m->coefficient);
  hol_close(sink);
}

static void put_reasons(const hol_sink *sink, const hol_nonlinear_curve *curve)
{
  static const hol_quantity not_complete = {.name = "not_complete", .type = HOL_LIST};
  hol_open(sink, &not_complete);
  for (size_t i = 0; i < curve->reasons; i++) {
    hol_text words = {0};
    hol_incomplete_words(&words, &curve->reason[i]);
    hol_put_text(sink, &text, words.data);
    hol_text_clear(&words);
  }
  hol_close(sink);
}

static void put_curve(const hol_sink *sink, const hol_nonlinear_curve *curve)
{
  static const hol_quantity failed = {.name = "failed", .type = HOL_TRUTH},
                            coexisting = {.name = "coexisting", .type = HOL_TEXT};
  static const hol_quantity steps[] = {
      {.name = "steps", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_curve, steps)},
      {.name = "rejected", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_curve, rejected)}};
  static const hol_quantity branches = {.name = "branches", .type = HOL_LIST, .items = 3},
                            motions = {.name = "motions", .type = HOL_LIST, .items = 3};
  if (curve->failed) {
    hol_put_truth(sink, &failed, true);
  }
  hol_put_truth(sink, &complete, curve->complete);
  hol_put_text(sink, &coexisting, hol_coexisting_word(curve->coexisting));
  hol_put_members(sink, steps, 2, curve);
  hol_open(sink, &branches);
  for (size_t i = 0; i < curve->branches; i++) {
    put_branch(sink, &curve->branch[i]);
  }
  hol_close(sink);
  put_reasons(sink, curve);
  hol_open(sink, &motions);
  for (size_t i = 0; i < curve->motions; i++) {
    put_motion(sink, curve, &curve->motion[i]);
  }
  hol_close(sink);
}

static void put_case(const hol_sink *sink, const hol_nonlinear_case *item)
{
  static const hol_quantity folds = {.name = "one_harmonic_folds", .type = HOL_LIST, .text = "in closed form"};
  hol_open(sink, &record);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_LEVEL], item->level);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_VISCOUS], item->loss.viscous);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_ETA], item->loss.eta);
  hol_put_truth(sink, &cubic_loss, item->loss.cubic);
  if (item->has_closed_form) {
    hol_open(sink, &folds);
    for (size_t i = 0; i < item->folds; i++) {
      hol_open(sink, &record);
      hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_NU], item->fold[i].nu);
      hol_put_number(sink, &amplitude, item->fold[i].amplitude);
      hol_close(sink);
    }
    hol_close(sink);
  }
  put_curve(sink, &item->curve);
  hol_close(sink);
}

static void put_found(const hol_sink *sink, const hol_nonlinear_found *f)
{
  static const char *const word[] = {"cusp", "range", "none"};
  static const hol_quantity what = {.name = "what", .type = HOL_TEXT}, how = {.name = "how", .type = HOL_TEXT};
  static const hol_quantity lower = {.name = "lower", .type = HOL_NUMBER},
                            upper = {.name = "upper", .type = HOL_NUMBER};
  hol_open(sink, &record);
  hol_put_text(sink, &what, "folds-vanish");
  hol_put_text(sink, &how, f->failed ? "failed" : word[f->kind]);
  hol_put_truth(sink, &complete, f->complete);
  hol_put_truth(sink, &cubic_loss, f->loss.cubic);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_LEVEL], f->level);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_VISCOUS], f->loss.viscous);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_ETA], f->loss.eta);
  hol_put_number(sink, &lower, f->lower);
  hol_put_number(sink, &upper, f->upper);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_NU], f->nu);
  hol_put_number(sink, &amplitude, f->amplitude);
  hol_close(sink);
}

static void put_resonance(const hol_sink *sink, const hol_nonlinear_resonance *r)
{
  static const hol_quantity modes[] = {
      {.name = "lateral_modes", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_resonance, lateral)},
      {.name = "axial_modes", .type = HOL_COUNT, .at = offsetof(hol_nonlinear_resonance, axial)}};
  hol_open(sink, &record);
  hol_put_members(sink, modes, 2, r);
  hol_put_number(sink, &hol_curve_quantity[HOL_CURVE_NU], r->nu);
  hol_put_number(sink, &amplitude, r->amplitude);
  hol_put_truth(sink, &complete, r->complete);
  hol_close(sink);
}

/** The backbone, of which there may be none. */
static void put_backbone(const hol_sink *sink, const hol_nonlinear_curve *curve)
{
  static const hol_quantity backbone = {.name = "backbone", .type = HOL_RECORD, .line = 1};
  if (curve->branches == 0 && !curve->failed) {
    hol_put_nothing(sink, &backbone);
    return;
  }
  hol_open(sink, &backbone);
  put_curve(sink, curve);
  hol_close(sink);
}

static void put_view(const hol_sink *sink, const hol_nonlinear_result *result)
{
  bool is_beam = result->kind == HOL_NONLINEAR_BEAM;
  const hol_view view = {.role = "curve",
                         .title = "Amplitude and frequency",
                         .each = "curves",
                         .within = "branches",
                         .value = "amplitude",
                         .flag = "unstable",
                         .name = {"level", "viscous", "eta", "cubic_loss"},
                         .axis = "nu",
                         .axis_label = is_beam ? "frequency of the force" : "circular frequency of the force",
                         .axis_unit = is_beam ? "rad/s" : NULL, /* a bare equation may be without units */
                         .label = "amplitude",
                         .marks = "events",
                         .mark_x = "nu",
                         .mark_y = "amplitude",
                         .mark_name = "kind",
                         .guide = result->backbone.branches ? "backbone" : NULL,
                         .shape = is_beam ? "coordinates" : NULL,
                         .motion = "coefficients",
                         .unit = is_beam ? "m" : NULL};
  hol_put_views(sink, &view, result->items > 0);
}

void hol_nonlinear_describe(const hol_nonlinear_result *result, const hol_sink *sink)
{
  static const hol_quantity all = {.name = "nonlinear", .type = HOL_RECORD};
  static const hol_quantity curves = {.name = "curves", .type = HOL_LIST, .line = 1, .items = 2};
  static const hol_quantity found = {.name = "found", .type = HOL_LIST, .line = 1, .items = 2};
  static const hol_quantity convergence = {.name = "convergence", .type = HOL_LIST, .line = 1, .items = 2};
  hol_open(sink, &all);
  hol_put_truth(sink, &complete, result->complete);
  put_model(sink, result);
  hol_open(sink, &curves);
  for (size_t i = 0; i < result->items; i++) {
    put_case(sink, &result->item[i]);
  }
  hol_close(sink);
  hol_open(sink, &found);
  for (size_t i = 0; i < result->founds; i++) {
    put_found(sink, &result->found[i]);
  }
  hol_close(sink);
  hol_open(sink, &convergence);
  for (size_t i = 0; i < result->resonances; i++) {
    put_resonance(sink, &result->resonance[i]);
  }
  hol_close(sink);
  put_backbone(sink, &result->backbone);
  put_view(sink, result);
  hol_nonlinear_draw(result, sink);
  hol_close(sink);
}
