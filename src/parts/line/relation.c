/* SPDX-License-Identifier: BSD-3-Clause */
/* Exact end relations of a uniform segment, in the mixed form that has no pole near λ.

   Let y be the multipliers - end forces or moments acting on the segment - and d the ports held. With the conjugate
   displacements c = α y + R d of the multipliers' ports and the holding forces −Rᵀy + K d of the others,

            y   d    c
       S = [−α  −R   1 ]                                                                                       (1)
           [−Rᵀ  K   0 ]
           [ 1   0   0 ]

   and eliminating y leaves the dynamic stiffness of all end ports. α, R, K have poles at the own frequencies of the
   segment with d held and c free; `count` is how many of these lie below λ.

   Rods, x = (λm − f)h²/c:
       FIXED_FREE    y = P₂, d = u₁       α = (h/c) tan√x/√x,  R = 1/cos√x,  K = −(c/h) √x tan√x
       FIXED_FIXED   no y                 S = (c/h) √x [cot√x, −1/sin√x]

   Bending, roots and brackets F[], F{} of line/wave.h, there in units of 1/h². Both ends pinned: waves
   X₁ + X₂ = w, with w and σ₁X₁ + σ₂X₂ = (φμ w − M/EI)/e given at both ends. With P = C = √σ cot(√σ h) or
   P = D = √σ/sin(√σ h), which at σ = 0 are both 1/h:

       PINNED_PINNED   y = (M₁, M₂), d = (w₁, w₂)
           ε_P = P{}/ρ,   α_P = φ ε_P − P[]/EI,   κ_P = (T − λre) ε_P + μ P[]
           α = [α_C α_D; α_D α_C],   R = [−ε_C ε_D; −ε_D ε_C],   K = [κ_C −κ_D; −κ_D κ_C]

   At x = h guided, ψ and V given there: with t = tan(√σ h)/√σ, s = 1/cos(√σ h), (σF)[] = F{} + S F[],

       PINNED_GUIDED   y = (M₁, V₂), d = (w₁, ψ₂)
           α = [(σt)[]/EI − φμ t[]/a,   s[]/a;   s[]/a,   (φ/e)(σt)[] + (ρ/a) t[]]
           R = [μ t[]/a,   (σs)[] − φμ s[]/e;   s{} + φμ s[]/e,   (σt)[]/e]
           K = [−μ(t{} + φμ t[]/e),   −μ s[]/e;   −μ s[]/e,   ((T − λre)(σt)[] − μρ t[])/e]

   For slow motion these tend to statics: α to h/3EI + φ/h, −h/6EI + φ/h, K to T/h − λmh/3; nothing grows with EI.

   Poles: w = sin(qx), ψ ~ cos(qx) with q = nπ/h, or (n − ½)π/h, give a 2×2 matrix of w and ψ with determinant
   (aσ² − bσ − μρ)/φ at σ = q²: one negative eigenvalue for σ₂ < q² < σ₁; below σ₂ none, or two once the section
   turns freely, ρ < 0; and pinned, n = 0 is the pure rotation, below λ for ρ < 0. Without shear: as with ρ = 1. */
#include "parts/line/bending.h"

#include <math.h>

static void put_entry(hol_relation *relation, size_t i, size_t j, hol_dual value)
{
  relation->S[i][j] = relation->S[j][i] = value.v;
  relation->dS[i][j] = relation->dS[j][i] = value.d;
}

static void put_one(hol_relation *relation, size_t i, size_t j)
{
  relation->S[i][j] = relation->S[j][i] = 1;
}

static hol_dual negative(hol_dual a)
{
  return dual_times(-1, a);
}

/** The sums of all rows as they come from the entries: those that cancel are put right behind. */
static void sum_ends(hol_relation *r)
{
  size_t first = r->n_mu, orders = r->n_ports / 2;
  for (size_t k = 0; k < orders; k++) {
    for (size_t i = 0; i < r->n_mu + r->n_ports; i++) {
      r->sum[k][i] = r->S[i][first + k] + r->S[i][first + orders + k];
    }
  }
}

/** 1 − 1/cos√x. */
static double secant_fall(const hol_root *root)
{
  double half = root->x < 0 ? sinh(root->k / 2) : sin(root->k / 2);
  return root->x < -1 ? 1 - root->one / root->v1 : copysign(2 * half * half, -root->x) / root->v1;
}

/** d F/dλ from d F/dx. */
static hol_dual along(hol_dual x, hol_dual ratio)
{
  return (hol_dual){ratio.v, ratio.d * x.d};
}

static void rod_relation(const hol_line *line, hol_form wanted, hol_relation *relation)
{
  double h = relation->h, c = line->stiffness, scale = h * h / c;
  hol_dual x = {(relation->lambda * line->mass - line->foundation) * scale, line->mass * scale};
  hol_root root = hol_root_of(x.v);
  relation->n_ports = 2;
  bool best = x.v <= 0 || root.v1 * root.v1 >= 0.5;
  if (wanted == HOL_FORM_ANY ? best : wanted == HOL_FORM_FIXED_FREE) {
    hol_dual t = along(x, hol_root_ratio(&root, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE));
    hol_dual s = along(x, hol_root_ratio(&root, HOL_WAVE_COSINE, 0, HOL_WAVE_COSINE));
    relation->form = HOL_FORM_FIXED_FREE;
    relation->n_mu = 1;
    relation->count = hol_root_count(x.v, HOL_WAVE_COSINE);
    put_entry(relation, 0, 0, dual_times(-h / c, t));
    put_entry(relation, 0, 1, negative(s));
    put_one(relation, 0, 2);
    put_entry(relation, 1, 1, dual_times(-c / h, dual_mul(x, t)));
    sum_ends(relation);
    relation->sum[0][0] = secant_fall(&root);
    return;
  }
  hol_dual C = along(x, hol_root_ratio(&root, HOL_WAVE_COSINE, 1, HOL_WAVE_SINE));
  hol_dual D = along(x, hol_root_ratio(&root, HOL_WAVE_COSINE, 0, HOL_WAVE_SINE));
  relation->form = HOL_FORM_FIXED_FIXED;
  relation->count = hol_root_count(x.v, HOL_WAVE_SINE);
  put_entry(relation, 0, 0, dual_times(c / h, C));
  put_entry(relation, 1, 1, dual_times(c / h, C));
  put_entry(relation, 0, 1, dual_times(-c / h, D));
  sum_ends(relation); /* the form is that of waves that are not long */
}

hol_bending hol_bending_of(const hol_line *line, double h, double lambda)
{
  hol_bending b = {.h = h, .EI = line->stiffness, .phi = line->shear > 0 ? 1 / line->shear : 0};
  b.e = 1 + b.phi * line->tension;
  b.a = b.EI * b.e;
  b.mu = (hol_dual){lambda * line->mass - line->foundation, line->mass};
  b.rho = (hol_dual){1 - lambda * line->rotary * b.phi, -line->rotary * b.phi};
  b.turn = (hol_dual){line->tension - lambda * line->rotary * b.e, -line->rotary * b.e};
  hol_dual S = dual_times(h * h / b.a, dual_sub(dual_times(b.EI * b.phi, b.mu), b.turn));
  hol_dual P = dual_times(-h * h * h * h / b.a, dual_mul(b.mu, b.rho));
  b.pair = hol_pair_of(S, P);
  return b;
}

/** Terms of C (ξ = 1) or D (ξ = 0) in the form PINNED_PINNED. */
typedef struct pinned_terms {
  hol_dual alpha, epsilon, kappa;
  double rise, bracket; /**< ε − 1/(ρh), and P[] in units of h² */
} pinned_terms;

static pinned_terms pinned_terms_of(const hol_bending *b, double xi)
{
  hol_line_through P = hol_pair_ratio(&b->pair, HOL_WAVE_COSINE, xi, HOL_WAVE_SINE);
  pinned_terms t;
  t.epsilon = dual_times(1 / b->h, dual_div(P.at_zero, b->rho));
  t.rise = P.rise / (b->h * b->rho.v);
  t.bracket = P.slope.v;
  t.alpha = dual_sub(dual_times(b->phi, t.epsilon), dual_times(b->h / b->EI, P.slope));
  t.kappa = dual_fma(dual_times(b->h, dual_mul(b->mu, P.slope)), b->turn, t.epsilon);
  return t;
}

/** Unknowns M₁, M₂, w₁, ψ₁, w₂, ψ₂. */
static void pinned_pinned(const hol_bending *b, hol_relation *relation)
{
  pinned_terms C = pinned_terms_of(b, 1), D = pinned_terms_of(b, 0);
  put_entry(relation, 0, 0, negative(C.alpha));
  put_entry(relation, 1, 1, negative(C.alpha));
  put_entry(relation, 0, 1, negative(D.alpha));
  put_entry(relation, 0, 2, C.epsilon);
  put_entry(relation, 0, 4, negative(D.epsilon));
  put_entry(relation, 1, 2, D.epsilon);
  put_entry(relation, 1, 4, negative(C.epsilon));
  put_one(relation, 0, 3);
  put_one(relation, 1, 5);
  put_entry(relation, 2, 2, C.kappa);
  put_entry(relation, 4, 4, C.kappa);
  put_entry(relation, 2, 4, negative(D.kappa));
  sum_ends(relation);
  relation->sum[0][0] = C.rise - D.rise;
  relation->sum[0][1] = D.rise - C.rise;
  relation->sum[0][2] = relation->sum[0][4] = b->turn.v * (C.rise - D.rise) + b->mu.v * b->h * (C.bracket - D.bracket);
}

/** Unknowns M₁, V₂, w₁, ψ₁, w₂, ψ₂. */
static void pinned_guided(const hol_bending *b, hol_relation *relation)
{
  double h = b->h, h2 = h * h;
  hol_line_through tan = hol_pair_ratio(&b->pair, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE);
  hol_line_through sec = hol_pair_ratio(&b->pair, HOL_WAVE_COSINE, 0, HOL_WAVE_COSINE);
  hol_dual t = dual_times(h * h2, tan.slope), s = dual_times(h2, sec.slope); /* t[], s[] */
  hol_dual st = dual_times(h, dual_fma(tan.at_zero, b->pair.S, tan.slope));  /* (σt)[] */
  hol_dual ss = dual_fma(sec.at_zero, b->pair.S, sec.slope);                 /* (σs)[] */
  hol_dual shear = dual_times(b->phi / b->e, b->mu);                         /* φμ/e */
  hol_dual mt = dual_mul(b->mu, t), ms = dual_mul(b->mu, s), sheared = dual_mul(shear, s);
  put_entry(relation, 0, 0, dual_sub(dual_times(b->phi / b->a, mt), dual_times(1 / b->EI, st)));
  put_entry(relation, 0, 1, dual_times(-1 / b->a, s));
  put_entry(relation, 1, 1,
            negative(dual_add(dual_times(b->phi / b->e, st), dual_times(1 / b->a, dual_mul(b->rho, t)))));
  put_entry(relation, 0, 2, dual_times(-1 / b->a, mt));
  put_entry(relation, 0, 5, dual_sub(sheared, ss));
  put_entry(relation, 1, 2, negative(dual_add(sec.at_zero, sheared)));
  put_entry(relation, 1, 5, dual_times(-1 / b->e, st));
  put_one(relation, 0, 3);
  put_one(relation, 1, 4);
  put_entry(relation, 2, 2, negative(dual_add(dual_mul(b->mu, dual_times(h, tan.at_zero)), dual_mul(shear, mt))));
  put_entry(relation, 2, 5, dual_times(-1 / b->e, ms));
  put_entry(relation, 5, 5, dual_times(1 / b->e, dual_sub(dual_mul(b->turn, st), dual_mul(b->rho, mt))));
  sum_ends(relation);
  relation->sum[0][1] = -(sec.rise + sheared.v);
  relation->sum[1][0] = sheared.v - (sec.rise + b->pair.S.v * sec.slope.v);
}

/** Poles of the form below λ. */
static size_t bending_count(const hol_bending *b, hol_wave denominator)
{
  if (b->pair.is_complex) {
    return 0;
  }
  size_t high = hol_root_count(b->pair.root[0].x, denominator), low = hol_root_count(b->pair.root[1].x, denominator);
  if (b->rho.v > 0) {
    return high - low;
  }
  return high + low + (denominator == HOL_WAVE_SINE ? 1 : 0);
}

/** Distances from poles, as a sine, a cosine or ρ: pinned ends serve from `comfortable` on without looking further (a
 *  sine and a cosine of one wave are not both less). Entries lose digits as 1/distance; two waves together come within
 *  `least` of poles of both forms in one of 10¹² cases. */
static const double comfortable = 0.7, least = 1e-6;

static hol_status bending_relation(const hol_line *line, hol_form wanted, hol_relation *relation)
{
  if (line->shear > 0 && line->tension <= -line->shear) {
    return HOL_NUMERICAL; /* it would buckle in shear at every wave length */
  }
  hol_bending b = hol_bending_of(line, relation->h, relation->lambda);
  double pinned = fmin(hol_pair_distance(&b.pair, HOL_WAVE_SINE), fabs(b.rho.v));
  double guided = pinned >= comfortable && wanted == HOL_FORM_ANY ? 0 : hol_pair_distance(&b.pair, HOL_WAVE_COSINE);
  bool by_pins = wanted == HOL_FORM_ANY ? pinned >= guided : wanted == HOL_FORM_PINNED_PINNED;
  if (!((by_pins ? pinned : guided) > least)) {
    return HOL_NUMERICAL;
  }
  relation->n_mu = 2;
  relation->n_ports = 4;
  if (by_pins) {
    relation->form = HOL_FORM_PINNED_PINNED;
    relation->count = bending_count(&b, HOL_WAVE_SINE);
    pinned_pinned(&b, relation);
  } else {
    relation->form = HOL_FORM_PINNED_GUIDED;
    relation->count = bending_count(&b, HOL_WAVE_COSINE);
    pinned_guided(&b, relation);
  }
  return HOL_OK;
}

static bool is_finite(const hol_relation *relation)
{
  bool finite = true;
  for (size_t i = 0; i < HOL_RELATION_MAX; i++) {
    for (size_t j = 0; j < HOL_RELATION_MAX; j++) {
      finite = finite && isfinite(relation->S[i][j]) && isfinite(relation->dS[i][j]);
    }
  }
  return finite;
}

hol_status hol_line_relation(const hol_line *line, double h, double lambda, hol_form form, bool with_derivative,
                             hol_relation *relation)
{
  hol_relation made = {.h = h, .lambda = lambda};
  if (!(h > 0) || !(line->stiffness > 0) || !isfinite(lambda)) {
    return HOL_NUMERICAL;
  }
  if (line->motion == HOL_AXIAL || line->motion == HOL_TORSION) {
    rod_relation(line, form, &made);
  } else if (line->tension_slope != 0) {
    HOL_TRY(hol_line_pulled(line, form, &made));
    sum_ends(&made);
  } else {
    HOL_TRY(bending_relation(line, form, &made));
  }
  for (size_t i = 0; !with_derivative && i < HOL_RELATION_MAX; i++) {
    for (size_t j = 0; j < HOL_RELATION_MAX; j++) {
      made.dS[i][j] = 0;
    }
  }
  if (!is_finite(&made)) {
    return HOL_NUMERICAL;
  }
  *relation = made;
  return HOL_OK;
}
