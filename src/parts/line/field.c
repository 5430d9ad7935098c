/* SPDX-License-Identifier: BSD-3-Clause */
/* The field inside a segment, from the end quantities that its form holds or has as multipliers.

   Each wave X of x = σh² runs between its ends as (ξ = place/h, ratios of line/wave.h)
       both ends pinned      X = X(0) u_{1−ξ}/u_1 + X(h) u_ξ/u_1
       far end guided        X = X(0) v_{1−ξ}/v_1 + h X′(h) u_ξ/v_1
   and Σ F(x)X, Σ xF(x)X of both waves need only Σ X = w and Σ xX = −h²w″ there: Σ F X = F[] Σ xX + F{} Σ X. All ratios
   lie between decaying exponentials, so long segments do no harm; short ones go by the series behind the brackets.
   The ratios depend on the place, the sums on the solution: each is computed once. */
#include "parts/line/bending.h"

#include <math.h>

/* ---- places --------------------------------------------------------------------------------------------------- */

static double fraction(const hol_relation *relation, double x)
{
  return fmin(fmax(x / relation->h, 0), 1);
}

static hol_relation_waves rod_places(const hol_line *line, const hol_relation *relation, size_t count, const double *x,
                                     hol_relation_sample *place)
{
  double h = relation->h, c = line->stiffness;
  hol_root root = hol_root_of((relation->lambda * line->mass - line->foundation) * h * h / c);
  hol_wave near = relation->form == HOL_FORM_FIXED_FREE ? HOL_WAVE_COSINE : HOL_WAVE_SINE;
  hol_wave other = near == HOL_WAVE_SINE ? HOL_WAVE_COSINE : HOL_WAVE_SINE;
  for (size_t i = 0; i < count; i++) {
    double xi = fraction(relation, x[i]), away[2], there[2];
    hol_root_values(&root, 1 - xi, near, away);
    hol_root_values(&root, xi, near, there);
    place[i].away[0].at_zero = away[near];
    place[i].away[1].at_zero = away[other];
    place[i].there[0].at_zero = there[HOL_WAVE_SINE];
    place[i].there[1].at_zero = there[HOL_WAVE_COSINE];
  }
  return (hol_relation_waves){.h = h, .c = c, .S = root.x};
}

static hol_relation_waves bending_places(const hol_line *line, const hol_relation *relation, size_t count,
                                         const double *x, hol_relation_sample *place)
{
  hol_bending b = hol_bending_of(line, relation->h, relation->lambda);
  hol_wave near = relation->form == HOL_FORM_PINNED_PINNED ? HOL_WAVE_SINE : HOL_WAVE_COSINE;
  hol_wave other = near == HOL_WAVE_SINE ? HOL_WAVE_COSINE : HOL_WAVE_SINE;
  hol_pair_places places = hol_pair_places_of(&b.pair, near);
  for (size_t i = 0; i < count; i++) {
    double xi = fraction(relation, x[i]);
    hol_line_value away[2], there[2];
    hol_pair_values(&places, 1 - xi, away);
    hol_pair_values(&places, xi, there);
    for (int order = 0; order < 2; order++) {
      hol_line_value from = away[order ? other : near], to = there[order ? HOL_WAVE_COSINE : HOL_WAVE_SINE];
      place[i].away[order].slope = from.slope;
      place[i].away[order].at_zero = from.at_zero;
      place[i].there[order].slope = to.slope;
      place[i].there[order].at_zero = to.at_zero;
    }
  }
  return (hol_relation_waves){.h = b.h,
                              .c = b.EI,
                              .phi = b.phi,
                              .e = b.e,
                              .a = b.a,
                              .mu = b.mu.v,
                              .rho = b.rho.v,
                              .S = b.pair.S.v,
                              .P = b.pair.P.v};
}

hol_relation_waves hol_relation_samples(const hol_line *line, const hol_relation *relation, size_t count,
                                        const double *x, hol_relation_sample *place)
{
  return (relation->n_ports == 2 ? rod_places : bending_places)(line, relation, count, x, place);
}

/* ---- rods ----------------------------------------------------------------------------------------------------- */

static void rod_field(const hol_relation *relation, const hol_relation_waves *b, size_t count,
                      const hol_relation_sample *place, const double *v, double *value, double *slope)
{
  bool is_free = relation->form == HOL_FORM_FIXED_FREE;
  double u1 = is_free ? v[1] : v[0], far_end = is_free ? v[0] * b->h / b->c : v[1], turn = is_free ? b->S : -1;
  for (size_t i = 0; i < count; i++) {
    value[i] = u1 * place[i].away[0].at_zero + far_end * place[i].there[0].at_zero;
    slope[i] = (u1 * (turn * place[i].away[1].at_zero) + far_end * place[i].there[1].at_zero) / b->h;
  }
}

/* ---- bending -------------------------------------------------------------------------------------------------- */

/** Of two waves at one end: Σ X and Σ xX. */
typedef struct wave_sums {
  double sum, weighted;
} wave_sums;

/** End quantities of a solution. Guided far end: Σ hX′, Σ x hX′ there, and its slope and force. */
typedef struct end_sums {
  wave_sums start, end;
  double theta, force;
} end_sums;

/** −h²w″ at an end from the bending moment there. */
static double bent(const hol_relation_waves *b, double w, double moment)
{
  return b->h * b->h * (b->phi * b->mu * w - moment / b->c) / b->e;
}

static end_sums sums_of(const hol_relation *relation, const hol_relation_waves *b, const double *v)
{
  end_sums s = {.start = {v[2], bent(b, v[2], -v[0])}};
  if (relation->form == HOL_FORM_PINNED_PINNED) {
    s.end = (wave_sums){v[4], bent(b, v[4], v[1])};
  } else {
    double h = b->h;
    s.force = v[1];
    s.theta = (v[5] + b->phi * s.force) / b->e; /* w′ at the guided end */
    s.end = (wave_sums){h * s.theta, h * (b->S * s.theta + h * h * b->rho * s.force / b->a)};
  }
  return s;
}

/** Σ F X */
static double brought(double slope, double at_zero, wave_sums end)
{
  return slope * end.weighted + at_zero * end.sum;
}

/** Σ x F X */
static double brought_weighted(const hol_relation_waves *b, double slope, double at_zero, wave_sums end)
{
  return (at_zero + b->S * slope) * end.weighted - b->P * slope * end.sum;
}

static double deflection(const hol_relation_sample *p, const end_sums *s)
{
  return brought(p->away[0].slope, p->away[0].at_zero, s->start) +
         brought(p->there[0].slope, p->there[0].at_zero, s->end);
}

/** V = μ Σ X′/σ of both ends pinned. An end brings through P = v_ξ/u_1: μh P[] Σ X + a P{} (Σ xX − S Σ X)/(ρh³), finite
 *  at σ = 0 since σ₁σ₂ = −μρ/a. */
static double pinned_shear(const hol_relation_waves *b, double slope, double at_zero, wave_sums end)
{
  double h = b->h, h3 = h * h * h;
  return b->mu * h * slope * end.sum + b->a * at_zero * (end.weighted - b->S * end.sum) / (b->rho * h3);
}

/** ψ = e w′ − φV */
static double pinned_slope(const hol_relation_waves *b, const hol_relation_sample *p, const end_sums *s)
{
  double away = brought(p->away[1].slope, p->away[1].at_zero, s->start);
  double there = brought(p->there[1].slope, p->there[1].at_zero, s->end);
  double shear = b->phi > 0 ? pinned_shear(b, p->there[1].slope, p->there[1].at_zero, s->end) -
                                  pinned_shear(b, p->away[1].slope, p->away[1].at_zero, s->start)
                            : 0;
  return b->e * ((there - away) / b->h) - b->phi * shear;
}

static double guided_slope(const hol_relation_waves *b, const hol_relation_sample *p, const end_sums *s)
{
  double h = b->h, away = brought(p->away[1].slope, p->away[1].at_zero, s->start);
  double away_weighted = brought_weighted(b, p->away[1].slope, p->away[1].at_zero, s->start);
  double slope = (away_weighted + p->there[1].slope * s->end.weighted + p->there[1].at_zero * s->end.sum) / h;
  double shear = s->force * p->there[1].at_zero + b->mu * h * (h * s->theta * p->there[1].slope + away);
  return b->e * slope - b->phi * shear;
}

void hol_relation_field(const hol_relation *relation, const hol_relation_waves *waves, size_t count,
                        const hol_relation_sample *place, const double *v, double *value, double *slope)
{
  if (relation->n_ports == 2) {
    rod_field(relation, waves, count, place, v, value, slope);
    return;
  }
  end_sums s = sums_of(relation, waves, v);
  bool pinned = relation->form == HOL_FORM_PINNED_PINNED;
  for (size_t i = 0; i < count; i++) {
    value[i] = deflection(&place[i], &s);
    slope[i] = pinned ? pinned_slope(waves, &place[i], &s) : guided_slope(waves, &place[i], &s);
  }
}

/* ---- one place ------------------------------------------------------------------------------------------------ */

/** u″ = −x u/h²; ψ′ = φμ w + e w″ */
static double curvature(const hol_relation *relation, const hol_relation_waves *b, const hol_relation_sample *p,
                        const double *v, double w)
{
  if (relation->n_ports == 2) {
    return -b->S * w / (b->h * b->h);
  }
  end_sums s = sums_of(relation, b, v);
  double weighted = brought_weighted(b, p->away[0].slope, p->away[0].at_zero, s.start) +
                    brought_weighted(b, p->there[0].slope, p->there[0].at_zero, s.end);
  return b->phi * b->mu * w - b->e * weighted / (b->h * b->h);
}

double hol_relation_at(const hol_line *line, const hol_relation *relation, const double *v, double x, int order)
{
  hol_relation_sample place = {0};
  hol_relation_waves waves = hol_relation_samples(line, relation, 1, &x, &place);
  double value, slope;
  hol_relation_field(relation, &waves, 1, &place, v, &value, &slope);
  return order == 0 ? value : order == 1 ? slope : curvature(relation, &waves, &place, v, value);
}
