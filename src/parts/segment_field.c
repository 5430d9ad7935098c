/* The field inside a stretch, from the end quantities that its form holds or has as multipliers.

   Each wave X of x = σh² runs between its ends as (ξ = place/h, ratios of segment_wave.h)
       both ends pinned      X = X(0) u_{1−ξ}/u_1 + X(h) u_ξ/u_1
       far end guided        X = X(0) v_{1−ξ}/v_1 + h X′(h) u_ξ/v_1
   and Σ F(x)X, Σ xF(x)X of both waves need only Σ X = w and Σ xX = −h²w″ there: Σ F X = F[] Σ xX + F{} Σ X. All ratios
   lie between decaying exponentials, so long stretches do no harm; short ones go by the series behind the brackets. */
#include "parts/segment_bending.h"

#include <math.h>

/* ---- rods ----------------------------------------------------------------------------------------------------- */

static double rod_at(const hol_line *line, const hol_segment *segment, const double *v, double xi, int order)
{
  double h = segment->h, c = line->stiffness;
  hol_root root = hol_root_of((segment->lambda * line->mass - line->foundation) * h * h / c);
  bool is_free = segment->form == HOL_FORM_FIXED_FREE;
  hol_wave near_wave = is_free ? HOL_WAVE_COSINE : HOL_WAVE_SINE, denominator = near_wave;
  double u1 = is_free ? v[1] : v[0], far_end = is_free ? v[0] * h / c : v[1];
  if (order == 1) {
    double away = is_free ? root.x * hol_root_ratio(&root, HOL_WAVE_SINE, 1 - xi, denominator).v
                          : -hol_root_ratio(&root, HOL_WAVE_COSINE, 1 - xi, denominator).v;
    return (u1 * away + far_end * hol_root_ratio(&root, HOL_WAVE_COSINE, xi, denominator).v) / h;
  }
  double u = u1 * hol_root_ratio(&root, near_wave, 1 - xi, denominator).v +
             far_end * hol_root_ratio(&root, HOL_WAVE_SINE, xi, denominator).v;
  return order == 0 ? u : -root.x * u / (h * h);
}

/* ---- bending -------------------------------------------------------------------------------------------------- */

/* Of two waves at one end: Σ X and Σ xX. */
typedef struct wave_sums {
  double sum, weighted;
} wave_sums;

/* What the waves of one end bring at ξ through a ratio F. */
typedef struct brought {
  double sum, weighted; /* Σ F X, Σ x F X */
} brought;

static brought bring(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator, wave_sums end)
{
  hol_line_through F = hol_pair_ratio(pair, numerator, xi, denominator);
  brought b = {.sum = F.slope.v * end.weighted + F.at_zero.v * end.sum};
  b.weighted = (F.at_zero.v + pair->S.v * F.slope.v) * end.weighted - pair->P.v * F.slope.v * end.sum;
  return b;
}

/* −h²w″ at an end from the bending moment there. */
static double bent(const hol_bending *b, double w, double moment)
{
  return b->h * b->h * (b->phi * b->mu.v * w - moment / b->EI) / b->e;
}

/* w, ψ or ψ′ = φμ w + e w″ from the sums of waves at a place. */
typedef struct field {
  double w, slope, weighted, shear; /* Σ X, Σ X′, Σ xX, V */
} field;

static double field_value(const hol_bending *b, const field *f, int order)
{
  switch (order) {
  case 0:
    return f->w;
  case 1:
    return b->e * f->slope - b->phi * f->shear;
  default:
    return b->phi * b->mu.v * f->w - b->e * f->weighted / (b->h * b->h);
  }
}

/* V = μ Σ X′/σ of both ends pinned. An end brings through P = v_ξ/u_1: μh P[] Σ X + a P{} (Σ xX − S Σ X)/(ρh³), finite
   at σ = 0 since σ₁σ₂ = −μρ/a. */
static double pinned_shear(const hol_bending *b, double xi, wave_sums end)
{
  hol_line_through P = hol_pair_ratio(&b->pair, HOL_WAVE_COSINE, xi, HOL_WAVE_SINE);
  double h = b->h, h3 = h * h * h;
  return b->mu.v * h * P.slope.v * end.sum +
         b->a * P.at_zero.v * (end.weighted - b->pair.S.v * end.sum) / (b->rho.v * h3);
}

static field pinned_field(const hol_bending *b, const double *v, double xi, int order)
{
  wave_sums start = {v[2], bent(b, v[2], -v[0])}, end = {v[4], bent(b, v[4], v[1])};
  field f = {0};
  if (order != 1) {
    brought away = bring(&b->pair, HOL_WAVE_SINE, 1 - xi, HOL_WAVE_SINE, start);
    brought there = bring(&b->pair, HOL_WAVE_SINE, xi, HOL_WAVE_SINE, end);
    f.w = away.sum + there.sum;
    f.weighted = away.weighted + there.weighted;
    return f;
  }
  brought away = bring(&b->pair, HOL_WAVE_COSINE, 1 - xi, HOL_WAVE_SINE, start);
  brought there = bring(&b->pair, HOL_WAVE_COSINE, xi, HOL_WAVE_SINE, end);
  f.slope = (there.sum - away.sum) / b->h;
  f.shear = b->phi > 0 ? pinned_shear(b, xi, end) - pinned_shear(b, 1 - xi, start) : 0;
  return f;
}

static field guided_field(const hol_bending *b, const double *v, double xi, int order)
{
  double h = b->h, force = v[1], theta = (v[5] + b->phi * force) / b->e; /* w′ at the guided end */
  wave_sums start = {v[2], bent(b, v[2], -v[0])};
  wave_sums end = {h * theta, h * (b->pair.S.v * theta + h * h * b->rho.v * force / b->a)}; /* Σ hX′, Σ x hX′ */
  field f = {0};
  if (order != 1) {
    brought away = bring(&b->pair, HOL_WAVE_COSINE, 1 - xi, HOL_WAVE_COSINE, start);
    brought there = bring(&b->pair, HOL_WAVE_SINE, xi, HOL_WAVE_COSINE, end);
    f.w = away.sum + there.sum;
    f.weighted = away.weighted + there.weighted;
    return f;
  }
  brought away = bring(&b->pair, HOL_WAVE_SINE, 1 - xi, HOL_WAVE_COSINE, start);
  hol_line_through cosine = hol_pair_ratio(&b->pair, HOL_WAVE_COSINE, xi, HOL_WAVE_COSINE);
  f.slope = (away.weighted + cosine.slope.v * end.weighted + cosine.at_zero.v * end.sum) / h;
  f.shear = force * cosine.at_zero.v + b->mu.v * h * (h * theta * cosine.slope.v + away.sum);
  return f;
}

double hol_segment_at(const hol_line *line, const hol_segment *segment, const double *v, double x, int order)
{
  double xi = fmin(fmax(x / segment->h, 0), 1);
  if (segment->n_ports == 2) {
    return rod_at(line, segment, v, xi, order);
  }
  hol_bending b = hol_bending_of(line, segment->h, segment->lambda);
  field f = segment->form == HOL_FORM_PINNED_PINNED ? pinned_field(&b, v, xi, order) : guided_field(&b, v, xi, order);
  return field_value(&b, &f, order);
}
