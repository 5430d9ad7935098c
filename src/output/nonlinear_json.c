#include "nonlinear/curve.h"
#include "output/nonlinear.h"
#include "output/number.h"

#include <math.h>
#include <stdint.h>

static void put_number(hol_text *text, double x)
{
  hol_number_add(text, x, "null");
}

static void put_numbers(hol_text *text, const char *name, const double *x, size_t count)
{
  hol_text_add(text, "\"%s\": [", name);
  for (size_t i = 0; i < count; i++) {
    hol_text_put(text, ", ", i > 0 ? 2 : 0);
    put_number(text, x[i]);
  }
  hol_text_put(text, "]", 1);
}

static const char *truth(bool value)
{
  return value ? "true" : "false";
}

/* ---------------------------------------------------------------------------------------------------- coefficients */

static void put_formulas(hol_text *text, const hol_nonlinear_result *r)
{
  if (r->kind == HOL_NONLINEAR_DUFFING) {
    hol_text_add(text, "\"equation\": \"q'' + viscous q' + (eta/nu) omega2 q' + omega2 q + mu q^3 + [(eta/nu^3) mu "
                       "q'^3] = (P + P_nu2 nu^2) cos(nu t), the term in brackets with cubic_loss\"");
    return;
  }
  hol_text_add(
      text,
      "\"equation\": \"M_k (q_k'' + (viscous + eta omega2_k/nu) q_k' + omega2_k q_k) + L sum_j S_kj q_j - sum_r R_r "
      "sum_j Q^r_kj q_j = F_k cos(nu t), L = c q S q/2, M_r (U_r'' + viscous U_r') = -R_r, R_r = M_r (p_r^2 z_r + eta "
      "p_r z_r'), z_r = U_r - q Q^r q/2\", \"formulas\": {\"S\": \"S_kj = integral X_k' X_j' dx, max |X_k| = 1\", "
      "\"mass\": \"M_k = integral m X_k^2 dx; axial m l/2\", \"c\": \"EA/l\", "
      "\"omega2\": \"EI X'''' - T X'' = m omega2 X\", \"axial\": \"%s\", "
      "\"cubic_loss\": \"with it (eta/nu^3) c (q' S q'/2) sum_j S_kj q_j' besides\", "
      "\"mu\": \"mu_k = c S_kk^2/(2 M_k); pinned, first mode: EA pi^4/(4 m l^4)\"}",
      hol_output_model(r)->inertia == HOL_AXIAL_HELD
          ? "held: p_r = r pi/l sqrt(EA/m), Q^r_kj = -2/(r pi) integral X_k' X_j' cos(r pi x/l) dx"
          : "straightened: modes (2j - 1) pi/(2 l) sqrt(EA/m) with the quasistatic rest and the stretch given, "
            "Q^r in proportion to S");
}

static void put_model(hol_text *text, const hol_nonlinear_result *r)
{
  const hol_nonlinear_model *m = hol_output_model(r);
  const size_t n = m->lateral + m->axial;
  hol_text_add(text, "\"coefficients\": {\"lateral\": %zu, \"axial\": %zu, ", m->lateral, m->axial);
  put_numbers(text, "omega2", m->omega2, n);
  hol_text_put(text, ", ", 2);
  put_numbers(text, "mass", m->mass, n);
  hol_text_put(text, ", ", 2);
  put_numbers(text, "S", m->S, m->lateral * m->lateral);
  hol_text_put(text, ", ", 2);
  put_numbers(text, "form", m->form, m->axial * m->lateral * m->lateral);
  hol_text_put(text, ", ", 2);
  put_numbers(text, "force", m->force, n);
  hol_text_put(text, ", ", 2);
  put_numbers(text, "force_nu2", m->force_nu2, n);
  hol_text_add(text, ", \"c\": ");
  put_number(text, m->stiffness);
  hol_text_add(text, ", \"mu\": [");
  for (size_t k = 0; k < m->lateral; k++) {
    const double s = m->S[k * (m->lateral + 1)];
    hol_text_put(text, ", ", k > 0 ? 2 : 0);
    put_number(text, 0.5 * m->stiffness * s * s / m->mass[k]);
  }
  hol_text_add(text, "], ");
  put_formulas(text, r);
  hol_text_put(text, "}", 1);
}

/* ---------------------------------------------------------------------------------------------------- branches */

/** The end of an object that is one motion of a branch: amplitudes of its coordinates and Fourier coefficients. */
static void put_state(hol_text *text, const hol_nonlinear_branch *b, const double *coefficient)
{
  hol_text_add(text, ", \"amplitude\": [");
  for (size_t i = 0; i < b->coordinates; i++) {
    hol_text_put(text, ", ", i > 0 ? 2 : 0);
    put_number(text, hol_nonlinear_amplitude(b, coefficient, i));
  }
  hol_text_add(text, "], ");
  put_numbers(text, "coefficients", coefficient, b->unknowns);
  hol_text_put(text, "}", 1);
}

static void put_event(hol_text *text, const hol_nonlinear_branch *b, const hol_nonlinear_event *e)
{
  hol_text_add(text, "{\"kind\": \"%s\", ", hol_event_word(e->kind));
  if (e->kind == HOL_EVENT_FOLD || e->kind == HOL_EVENT_PEAK) {
    hol_text_add(text, "\"maximum\": %s, ", truth(e->is_maximum));
  }
  hol_text_add(text, "\"after_point\": %zu, \"nu\": ", e->before + 1);
  put_number(text, e->nu);
  hol_text_add(text, ", \"error\": ");
  put_number(text, e->error);
  put_state(text, b, e->coefficient);
}

static void put_amplitudes(hol_text *text, const hol_nonlinear_branch *b)
{
  hol_text_add(text, "\"amplitude\": [");
  for (size_t i = 0; i < b->coordinates; i++) {
    hol_text_add(text, "%s[", i > 0 ? ", " : "");
    for (size_t k = 0; k < b->points && !text->failed; k++) {
      hol_text_put(text, ", ", k > 0 ? 2 : 0);
      put_number(text, hol_nonlinear_amplitude(b, b->coefficient + k * b->unknowns, i));
    }
    hol_text_put(text, "]", 1);
  }
  hol_text_put(text, "]", 1);
}

static void put_stability(hol_text *text, const hol_nonlinear_branch *b)
{
  hol_text_add(text, "\"unstable\": [");
  for (size_t k = 0; k < b->points; k++) {
    hol_text_put(text, ", ", k > 0 ? 2 : 0);
    if (b->unstable[k] == SIZE_MAX) {
      hol_text_put(text, "null", 4);
    } else {
      hol_text_add(text, "%zu", b->unstable[k]);
    }
  }
  hol_text_add(text, "], ");
  put_numbers(text, "multiplier", b->multiplier, b->points);
}

/** What integration in time says, where it was asked. */
static void put_confirmations(hol_text *text, const hol_nonlinear_branch *b)
{
  hol_text_add(text, "\"in_time\": [");
  for (size_t i = 0; i < b->confirmations; i++) {
    const hol_nonlinear_confirmation *c = &b->confirmation[i];
    hol_text_add(text, "%s{\"point\": %zu, \"stable\": %s, \"agrees\": %s, \"difference\": ", i > 0 ? ", " : "",
                 c->point, truth(c->is_stable), truth(c->agrees));
    put_number(text, c->is_stable ? c->difference : (double)NAN);
    hol_text_add(text, ", \"periods\": %zu}", c->periods);
  }
  hol_text_put(text, "], ", 3);
}

static void put_branch(hol_text *text, const hol_nonlinear_branch *b)
{
  hol_text_add(text, "{\"period\": %zu, \"harmonics\": %zu, \"parent\": ", b->period, b->harmonics);
  if (b->parent == SIZE_MAX) {
    hol_text_put(text, "null", 4);
  } else {
    hol_text_add(text, "%zu", b->parent);
  }
  hol_text_add(text, ", \"images\": %zu, \"ends\": [\"%s\", \"%s\"], \"tail\": ", b->images,
               hol_branch_end_word(b->end[0]), hol_branch_end_word(b->end[1]));
  put_number(text, b->tail);
  hol_text_add(text, ", \"missing\": ");
  put_number(text, b->missing);
  hol_text_put(text, ", ", 2);
  put_numbers(text, "nu", b->nu, b->points);
  hol_text_put(text, ", ", 2);
  put_amplitudes(text, b);
  hol_text_put(text, ", ", 2);
  put_stability(text, b);
  hol_text_add(text, ", \"events\": [");
  for (size_t i = 0; i < b->events; i++) {
    hol_text_put(text, ", ", i > 0 ? 2 : 0);
    put_event(text, b, &b->event[i]);
  }
  hol_text_add(text, "], ");
  put_confirmations(text, b);
  put_numbers(text, "coefficients", b->coefficient, b->points * b->unknowns);
  hol_text_put(text, "}", 1);
}

static void put_motion(hol_text *text, const hol_nonlinear_curve *curve, const hol_nonlinear_motion_at *m)
{
  const hol_nonlinear_branch *b = &curve->branch[m->branch];
  hol_text_add(text, "{\"nu\": ");
  put_number(text, m->nu);
  hol_text_add(text, ", \"branch\": %zu, \"unstable\": ", m->branch);
  if (m->unstable == SIZE_MAX) {
    hol_text_put(text, "null", 4);
  } else {
    hol_text_add(text, "%zu", m->unstable);
  }
  hol_text_add(text, ", \"multiplier\": ");
  put_number(text, m->multiplier);
  hol_text_add(text, ", \"error\": ");
  put_number(text, m->error);
  put_state(text, b, m->coefficient);
}

static void put_curve(hol_text *text, const hol_nonlinear_curve *curve)
{
  hol_text_add(text, "%s", curve->failed ? "\"failed\": true, " : "");
  hol_text_add(text, "\"complete\": %s, \"coexisting\": \"%s\", \"steps\": %zu, \"rejected\": %zu, \"branches\": [",
               truth(curve->complete), hol_coexisting_word(curve->coexisting), curve->steps, curve->rejected);
  for (size_t i = 0; i < curve->branches && !text->failed; i++) {
    hol_text_add(text, "%s\n   ", i > 0 ? "," : "");
    put_branch(text, &curve->branch[i]);
  }
  hol_text_add(text, "], \"not_complete\": [");
  for (size_t i = 0; i < curve->lacks; i++) {
    hol_text_add(text, "%s\"", i > 0 ? ", " : "");
    hol_lack_words(text, &curve->lack[i]);
    hol_text_put(text, "\"", 1);
  }
  hol_text_add(text, "], \"motions\": [");
  for (size_t i = 0; i < curve->motions && !text->failed; i++) {
    hol_text_add(text, "%s\n   ", i > 0 ? "," : "");
    put_motion(text, curve, &curve->motion[i]);
  }
  hol_text_put(text, "]", 1);
}

static void put_case(hol_text *text, const hol_nonlinear_case *item)
{
  hol_text_add(text, "{\"level\": ");
  put_number(text, item->level);
  hol_text_add(text, ", \"viscous\": ");
  put_number(text, item->loss.viscous);
  hol_text_add(text, ", \"eta\": ");
  put_number(text, item->loss.eta);
  hol_text_add(text, ", \"cubic_loss\": %s", truth(item->loss.cubic));
  if (item->has_closed_form) {
    hol_text_add(text, ", \"one_harmonic_folds\": [");
    for (size_t i = 0; i < item->folds; i++) {
      hol_text_add(text, "%s{\"nu\": ", i > 0 ? ", " : "");
      put_number(text, item->fold[i].nu);
      hol_text_add(text, ", \"amplitude\": ");
      put_number(text, item->fold[i].amplitude);
      hol_text_put(text, "}", 1);
    }
    hol_text_put(text, "]", 1);
  }
  hol_text_put(text, ", ", 2);
  put_curve(text, &item->curve);
  hol_text_put(text, "}", 1);
}

static void put_found(hol_text *text, const hol_nonlinear_found *f)
{
  static const char *const how[] = {"cusp", "range", "none"};
  const struct {
    const char *name;
    double value;
  } number[] = {{"level", f->level},        {"viscous", f->loss.viscous}, {"eta", f->loss.eta},
                {"lower", f->lower},        {"upper", f->upper},          {"nu", f->nu},
                {"amplitude", f->amplitude}};
  hol_text_add(text, "{\"what\": \"folds-vanish\", \"how\": \"%s\", \"complete\": %s, \"cubic_loss\": %s",
               f->failed ? "failed" : how[f->kind], truth(f->complete), truth(f->loss.cubic));
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    hol_text_add(text, ", \"%s\": ", number[i].name);
    put_number(text, number[i].value);
  }
  hol_text_put(text, "}", 1);
}

static void put_resonance(hol_text *text, const hol_nonlinear_resonance *r)
{
  hol_text_add(text, "{\"lateral_modes\": %zu, \"axial_modes\": %zu, \"nu\": ", r->lateral, r->axial);
  put_number(text, r->nu);
  hol_text_add(text, ", \"amplitude\": ");
  put_number(text, r->amplitude);
  hol_text_add(text, ", \"complete\": %s}", truth(r->complete));
}

hol_status hol_nonlinear_json(const hol_nonlinear_result *result, hol_text *text)
{
  hol_text_add(text, "{\"complete\": %s, ", truth(result->complete));
  put_model(text, result);
  hol_text_add(text, ",\n \"curves\": [");
  for (size_t i = 0; i < result->items; i++) {
    hol_text_add(text, "%s\n  ", i > 0 ? "," : "");
    put_case(text, &result->item[i]);
  }
  hol_text_add(text, "],\n \"found\": [");
  for (size_t i = 0; i < result->founds; i++) {
    hol_text_add(text, "%s\n  ", i > 0 ? "," : "");
    put_found(text, &result->found[i]);
  }
  hol_text_add(text, "],\n \"convergence\": [");
  for (size_t i = 0; i < result->resonances; i++) {
    hol_text_add(text, "%s\n  ", i > 0 ? "," : "");
    put_resonance(text, &result->resonance[i]);
  }
  hol_text_add(text, "],\n \"backbone\": ");
  if (result->backbone.branches > 0 || result->backbone.failed) {
    hol_text_put(text, "{", 1);
    put_curve(text, &result->backbone);
    hol_text_put(text, "}", 1);
  } else {
    hol_text_put(text, "null", 4);
  }
  hol_text_put(text, "}", 1);
  return text->failed ? HOL_MEMORY : HOL_OK;
}
