/* SPDX-License-Identifier: BSD-3-Clause */
/* Exact end relations of a damped uniform segment: those of relation.c, bending.h and wave.c with complex numbers. */
#include "parts/line/damped.h"
#include "base/complex.h"
#include "parts/line/wave.h"

#include <math.h>

typedef hol_complex_dual dual;

/** As in wave.c. */
static const double small = 2.0;
enum { CLOSE_TERMS = 20 };

/* ---- numbers with a derivative ----------------------------------------------------------------------------------- */

static dual times(double complex c, dual a)
{
  return (dual){c * a.v, c * a.d};
}

static dual negative(dual a)
{
  return times(-1, a);
}

static dual constant(double complex c)
{
  return (dual){c, 0};
}

/* ---- one root ---------------------------------------------------------------------------------------------------- */

/** x with the functions u_ξ and v_ξ; beyond `small` they are scaled by e^{−Im k}. */
typedef struct wave_root {
  double complex x, k; /**< k = √x, Im k ≥ 0 */
  double one;          /**< the scale: v_0 */
} wave_root;

static wave_root root_of(double complex x)
{
  wave_root r = {.x = x, .k = csqrt(x), .one = 1};
  r.k = cimag(r.k) < 0 ? -r.k : r.k;
  r.one = cabs(x) < small ? 1 : exp(-cimag(r.k));
  return r;
}

static void waves_at(const wave_root *r, double xi, double complex *u, double complex *v)
{
  if (cabs(r->x) < small) {
    double complex turn = xi * r->k;
    *u = cabs(r->k) > 0 ? csin(turn) / r->k : xi;
    *v = ccos(turn);
    return;
  }
  double complex turn = xi * hol_complex(-cimag(r->k), creal(r->k)); /* i ξ k */
  double complex out = cexp(turn - cimag(r->k)), in = cexp(-turn - cimag(r->k));
  *u = (out - in) / (2 * hol_complex(-cimag(r->k), creal(r->k)));
  *v = (out + in) / 2;
}

/** du_ξ/dx = (ξ v − u)/2x; by its series where that would cancel. */
static double complex sine_slope(double complex x, double xi, double complex u, double complex v)
{
  if (cabs(x) >= 1) {
    return (xi * v - u) / (2 * x);
  }
  double complex term = -xi * xi * xi / 6, sum = term;
  for (int n = 2; n <= 10; n++) {
    term *= -xi * xi * x / ((2 * n) * (2 * n + 1));
    sum += n * term;
  }
  return sum;
}

/** u_ξ or v_ξ and its derivative with respect to x. */
static dual wave_at(const wave_root *r, hol_wave wave, double xi)
{
  double complex u = 0, v = r->one;
  if (xi > 0) {
    waves_at(r, xi, &u, &v);
  }
  return wave == HOL_WAVE_SINE ? (dual){u, sine_slope(r->x, xi, u, v)} : (dual){v, -xi * u / 2};
}

/** A ratio of both, d/dx. */
static dual root_ratio(const wave_root *r, hol_wave numerator, double xi, hol_wave denominator)
{
  return hol_dual_quotient(wave_at(r, numerator, xi), wave_at(r, denominator, 1));
}

/** Distance of √x from the next zero of the denominator, as |sin| or |cos|, at most 1. */
static double root_distance(const wave_root *r, hol_wave denominator)
{
  double along = creal(r->k), across = sinh(fmin(cimag(r->k), 2));
  if (denominator == HOL_WAVE_SINE && cabs(r->k) < M_PI / 2) {
    return 1;
  }
  return fmin(hypot(denominator == HOL_WAVE_SINE ? sin(along) : cos(along), across), 1);
}

/* ---- pairs of roots ---------------------------------------------------------------------------------------------- */

/** The roots of x² − S x + P; derivatives with respect to s. */
typedef struct wave_pair {
  dual S, P;
  wave_root root[2]; /**< the larger one first */
} wave_pair;

/** F[] and F{}, see wave.h. */
typedef struct through {
  dual slope, at_zero;
} through;

static wave_pair pair_of(dual S, dual P)
{
  double complex half = S.v / 2, root = csqrt(half * half - P.v);
  bool is_against = creal(half) * creal(root) + cimag(half) * cimag(root) < 0;
  double complex big = is_against ? half - root : half + root;
  return (wave_pair){S, P, {root_of(big), root_of(cabs(big) > 0 ? P.v / big : 0)}};
}

static double pair_distance(const wave_pair *pair, hol_wave denominator)
{
  return fmin(root_distance(&pair->root[0], denominator), root_distance(&pair->root[1], denominator));
}

/** F[] and F{} from the series of F about the centre; y = x − centre has the roots of y² − S y + P. */
static through sum_series(const wave_pair *pair, double complex centre, const double complex *f, size_t n)
{
  dual S = hol_dual_minus(pair->S, constant(2 * centre));
  dual P = hol_dual_minus(pair->P, times(centre, hol_dual_minus(pair->S, constant(centre))));
  dual h = constant(1), before = constant(0), slope = constant(0), rest = constant(0);
  for (size_t i = 1; i < n; i++) { /* h = h_{i−1} */
    slope = hol_dual_plus(slope, times(f[i], h));
    rest = hol_dual_plus(rest, times(f[i], before));
    dual next = hol_dual_minus(hol_dual_product(S, h), hol_dual_product(P, before));
    before = h;
    h = next;
  }
  dual at_zero = hol_dual_minus(constant(f[0]), hol_dual_product(P, rest));
  return (through){slope, hol_dual_minus(at_zero, times(centre, slope))};
}

static through small_ratio(const wave_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  double f[HOL_WAVE_TERMS];
  double complex complex_f[HOL_WAVE_TERMS];
  size_t n = hol_wave_series(numerator, xi, denominator, cabs(pair->root[0].x), f);
  for (size_t i = 0; i < n; i++) {
    complex_f[i] = f[i];
  }
  return sum_series(pair, 0, complex_f, n);
}

/** u_ξ and v_ξ about a centre, from v′ = −ξu/2 and 2x u′ = ξv − u. */
static void wave_series(const wave_root *centre, double xi, double complex *u, double complex *v)
{
  u[0] = wave_at(centre, HOL_WAVE_SINE, xi).v;
  v[0] = wave_at(centre, HOL_WAVE_COSINE, xi).v;
  for (size_t i = 0; i + 1 < CLOSE_TERMS; i++) {
    double order = (double)(i + 1);
    v[i + 1] = -xi * u[i] / (2 * order);
    u[i + 1] = (xi * v[i] - (2 * order - 1) * u[i]) / (2 * centre->x * order);
  }
}

static through close_ratio(const wave_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  double complex f[CLOSE_TERMS], u[CLOSE_TERMS], v[CLOSE_TERMS], u1[CLOSE_TERMS], v1[CLOSE_TERMS];
  wave_root centre = root_of(pair->S.v / 2);
  wave_series(&centre, 1, u1, v1);
  wave_series(&centre, xi, u, v);
  const double complex *below = denominator == HOL_WAVE_SINE ? u1 : v1, *above = numerator == HOL_WAVE_SINE ? u : v;
  for (size_t i = 0; i < CLOSE_TERMS; i++) {
    double complex sum = above[i];
    for (size_t j = 0; j < i; j++) {
      sum -= f[j] * below[i - j];
    }
    f[i] = sum / below[0];
  }
  return sum_series(pair, centre.x, f, CLOSE_TERMS);
}

/** Are the roots so close that differences would cancel, compared with the distance over which ratios change? */
static bool is_close(const wave_pair *pair)
{
  double complex centre = pair->S.v / 2;
  double apart = cabs(pair->root[0].x - centre), change = sqrt(cabs(centre));
  bool decays = creal(centre) < -fabs(cimag(centre));
  return apart < (decays ? fmin(0.1 * cabs(centre), change) : 0.1 * change);
}

/** Both waves die away within the segment: √x cot √x is κ = −i√x to rounding. */
static bool is_decayed(const wave_pair *pair)
{
  return cimag(pair->root[0].k) > 20 && cimag(pair->root[1].k) > 20;
}

/** κ[] = −1/(κ₁ + κ₂) and κ{} = κ₁κ₂/(κ₁ + κ₂); (κ₁κ₂)² = P, (κ₁ + κ₂)² = 2κ₁κ₂ − S. */
static through decayed_cotangent(const wave_pair *pair)
{
  double complex one = hol_complex(0, -1) * pair->root[0].k, two = hol_complex(0, -1) * pair->root[1].k;
  dual both = {one * two, pair->P.d / (2 * one * two)};
  dual sum = {one + two, (2 * both.d - pair->S.d) / (2 * (one + two))};
  return (through){hol_dual_quotient(constant(-1), sum), hol_dual_quotient(both, sum)};
}

static through apart_ratio(const wave_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  const wave_root *one = &pair->root[0], *two = &pair->root[1];
  dual F1 = root_ratio(one, numerator, xi, denominator), F2 = root_ratio(two, numerator, xi, denominator);
  double complex gap = one->x - two->x;
  dual x1 = {one->x, (pair->S.d * one->x - pair->P.d) / gap}, x2 = {two->x, (pair->P.d - pair->S.d * two->x) / gap};
  F1.d *= x1.d;
  F2.d *= x2.d;
  dual apart = hol_dual_minus(x1, x2);
  return (through){hol_dual_quotient(hol_dual_minus(F1, F2), apart),
                   hol_dual_quotient(hol_dual_minus(hol_dual_product(x1, F2), hol_dual_product(x2, F1)), apart)};
}

static through pair_ratio(const wave_pair *pair, hol_wave numerator, double xi, hol_wave denominator)
{
  if (cabs(pair->root[0].x) < (denominator == HOL_WAVE_SINE ? small : small / 4)) {
    return small_ratio(pair, numerator, xi, denominator);
  }
  if (numerator == HOL_WAVE_COSINE && xi >= 1 && denominator == HOL_WAVE_SINE && is_decayed(pair)) {
    return decayed_cotangent(pair);
  }
  return is_close(pair) ? close_ratio(pair, numerator, xi, denominator) : apart_ratio(pair, numerator, xi, denominator);
}

/* ---- relations --------------------------------------------------------------------------------------------------- */

static void put(hol_damped_relation *relation, size_t i, size_t j, dual value)
{
  relation->S[i][j] = relation->S[j][i] = value.v;
  relation->dS[i][j] = relation->dS[j][i] = value.d;
}

static void put_one(hol_damped_relation *relation, size_t i, size_t j)
{
  relation->S[i][j] = relation->S[j][i] = 1;
}

/** A function of x as one of s. */
static dual along(dual x, dual ratio)
{
  return (dual){ratio.v, ratio.d * x.d};
}

/** λ/g, and what works on a displacement: m λ/g − c s/g − f. */
static dual pace_of(const hol_law *law)
{
  return hol_dual_quotient(law->inertia, law->stiffness);
}

static dual resisted(const hol_line *line, const hol_law *law)
{
  dual viscous = line->motion == HOL_TORSION ? constant(0) : hol_dual_quotient(law->line, law->stiffness);
  return hol_dual_minus(hol_dual_plus(times(line->mass, pace_of(law)), viscous), constant(line->foundation));
}

static hol_status rod(const hol_line *line, double h, const hol_law *law, hol_form wanted,
                      hol_damped_relation *relation)
{
  double c = line->stiffness;
  dual x = times(h * h / c, resisted(line, law));
  wave_root root = root_of(x.v);
  double open = root_distance(&root, HOL_WAVE_COSINE), held = root_distance(&root, HOL_WAVE_SINE);
  bool is_open = wanted == HOL_FORM_ANY ? open >= 0.7 || open >= held : wanted == HOL_FORM_FIXED_FREE;
  relation->n_ports = 2;
  if (!((is_open ? open : held) > 0)) {
    return HOL_NUMERICAL;
  }
  if (is_open) {
    dual t = along(x, root_ratio(&root, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE));
    dual s = along(x, root_ratio(&root, HOL_WAVE_COSINE, 0, HOL_WAVE_COSINE));
    relation->form = HOL_FORM_FIXED_FREE;
    relation->n_mu = 1;
    put(relation, 0, 0, times(-h / c, t));
    put(relation, 0, 1, negative(s));
    put_one(relation, 0, 2);
    put(relation, 1, 1, times(-c / h, hol_dual_product(x, t)));
    return HOL_OK;
  }
  dual C = along(x, root_ratio(&root, HOL_WAVE_COSINE, 1, HOL_WAVE_SINE));
  dual D = along(x, root_ratio(&root, HOL_WAVE_COSINE, 0, HOL_WAVE_SINE));
  relation->form = HOL_FORM_FIXED_FIXED;
  put(relation, 0, 0, times(c / h, C));
  put(relation, 1, 1, times(c / h, C));
  put(relation, 0, 1, times(-c / h, D));
  return HOL_OK;
}

/** As hol_bending. */
typedef struct bent {
  double h, EI, phi, e, a;
  dual mu, rho, turn;
  wave_pair pair;
} bent;

static bent bent_of(const hol_line *line, double h, const hol_law *law)
{
  bent b = {.h = h, .EI = line->stiffness, .phi = line->shear > 0 ? 1 / line->shear : 0};
  dual pace = pace_of(law);
  b.e = 1 + b.phi * line->tension;
  b.a = b.EI * b.e;
  b.mu = resisted(line, law);
  b.rho = hol_dual_minus(constant(1), times(line->rotary * b.phi, pace));
  b.turn = hol_dual_minus(constant(line->tension), times(line->rotary * b.e, pace));
  dual S = times(h * h / b.a, hol_dual_minus(times(b.EI * b.phi, b.mu), b.turn));
  dual P = times(-h * h * h * h / b.a, hol_dual_product(b.mu, b.rho));
  b.pair = pair_of(S, P);
  return b;
}

/** Terms of C (ξ = 1) or D (ξ = 0) in the form PINNED_PINNED. */
typedef struct pinned_terms {
  dual alpha, epsilon, kappa;
} pinned_terms;

static pinned_terms pinned_terms_of(const bent *b, double xi)
{
  through P = pair_ratio(&b->pair, HOL_WAVE_COSINE, xi, HOL_WAVE_SINE);
  pinned_terms t;
  t.epsilon = times(1 / b->h, hol_dual_quotient(P.at_zero, b->rho));
  t.alpha = hol_dual_minus(times(b->phi, t.epsilon), times(b->h / b->EI, P.slope));
  t.kappa = hol_dual_plus(times(b->h, hol_dual_product(b->mu, P.slope)), hol_dual_product(b->turn, t.epsilon));
  return t;
}

/** Unknowns M₁, M₂, w₁, ψ₁, w₂, ψ₂. */
static void pinned_pinned(const bent *b, hol_damped_relation *relation)
{
  pinned_terms C = pinned_terms_of(b, 1), D = pinned_terms_of(b, 0);
  put(relation, 0, 0, negative(C.alpha));
  put(relation, 1, 1, negative(C.alpha));
  put(relation, 0, 1, negative(D.alpha));
  put(relation, 0, 2, C.epsilon);
  put(relation, 0, 4, negative(D.epsilon));
  put(relation, 1, 2, D.epsilon);
  put(relation, 1, 4, negative(C.epsilon));
  put_one(relation, 0, 3);
  put_one(relation, 1, 5);
  put(relation, 2, 2, C.kappa);
  put(relation, 4, 4, C.kappa);
  put(relation, 2, 4, negative(D.kappa));
}

/** Unknowns M₁, V₂, w₁, ψ₁, w₂, ψ₂. */
static void pinned_guided(const bent *b, hol_damped_relation *relation)
{
  double h = b->h, h2 = h * h;
  through tan = pair_ratio(&b->pair, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE);
  through sec = pair_ratio(&b->pair, HOL_WAVE_COSINE, 0, HOL_WAVE_COSINE);
  dual t = times(h * h2, tan.slope), s = times(h2, sec.slope);                            /* t[], s[] */
  dual st = times(h, hol_dual_plus(tan.at_zero, hol_dual_product(b->pair.S, tan.slope))); /* (σt)[] */
  dual ss = hol_dual_plus(sec.at_zero, hol_dual_product(b->pair.S, sec.slope));           /* (σs)[] */
  dual shear = times(b->phi / b->e, b->mu);                                               /* φμ/e */
  dual mt = hol_dual_product(b->mu, t), ms = hol_dual_product(b->mu, s), sheared = hol_dual_product(shear, s);
  put(relation, 0, 0, hol_dual_minus(times(b->phi / b->a, mt), times(1 / b->EI, st)));
  put(relation, 0, 1, times(-1 / b->a, s));
  put(relation, 1, 1, negative(hol_dual_plus(times(b->phi / b->e, st), times(1 / b->a, hol_dual_product(b->rho, t)))));
  put(relation, 0, 2, times(-1 / b->a, mt));
  put(relation, 0, 5, hol_dual_minus(sheared, ss));
  put(relation, 1, 2, negative(hol_dual_plus(sec.at_zero, sheared)));
  put(relation, 1, 5, times(-1 / b->e, st));
  put_one(relation, 0, 3);
  put_one(relation, 1, 4);
  put(relation, 2, 2,
      negative(hol_dual_plus(hol_dual_product(b->mu, times(h, tan.at_zero)), hol_dual_product(shear, mt))));
  put(relation, 2, 5, times(-1 / b->e, ms));
  put(relation, 5, 5, times(1 / b->e, hol_dual_minus(hol_dual_product(b->turn, st), hol_dual_product(b->rho, mt))));
}

static hol_status bending(const hol_line *line, double h, const hol_law *law, hol_form wanted,
                          hol_damped_relation *relation)
{
  static const double comfortable = 0.7, least = 1e-6; /* as in relation.c */
  if (line->shear > 0 && line->tension <= -line->shear) {
    return HOL_NUMERICAL;
  }
  bent b = bent_of(line, h, law);
  double pinned = fmin(pair_distance(&b.pair, HOL_WAVE_SINE), cabs(b.rho.v));
  double guided = pinned >= comfortable ? 0 : pair_distance(&b.pair, HOL_WAVE_COSINE);
  bool by_pins = wanted == HOL_FORM_ANY ? pinned >= guided : wanted == HOL_FORM_PINNED_PINNED;
  guided = by_pins ? guided : pair_distance(&b.pair, HOL_WAVE_COSINE);
  if (!((by_pins ? pinned : guided) > least)) {
    return HOL_NUMERICAL;
  }
  relation->n_mu = 2;
  relation->n_ports = 4;
  relation->form = by_pins ? HOL_FORM_PINNED_PINNED : HOL_FORM_PINNED_GUIDED;
  (by_pins ? pinned_pinned : pinned_guided)(&b, relation);
  return HOL_OK;
}

/** From S of stiffness 1 to stiffness g: forces are g times as large. */
static bool harden(const hol_law *law, hol_damped_relation *relation)
{
  size_t n = relation->n_mu + relation->n_ports;
  bool is_finite = true;
  dual flexibility = hol_dual_quotient(constant(1), law->stiffness);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      bool by_force = i < relation->n_mu, also = j < relation->n_mu;
      dual entry = {relation->S[i][j], relation->dS[i][j]};
      entry = by_force != also ? entry : hol_dual_product(entry, by_force ? flexibility : law->stiffness);
      relation->S[i][j] = entry.v;
      relation->dS[i][j] = entry.d;
      is_finite = is_finite && isfinite(creal(entry.v)) && isfinite(cimag(entry.v)) && isfinite(cabs(entry.d));
    }
  }
  return is_finite;
}

hol_status hol_line_damped(const hol_line *line, double h, const hol_law *law, hol_form form,
                           hol_damped_relation *relation)
{
  *relation = (hol_damped_relation){.form = form};
  if (line->tension_slope != 0) {
    return HOL_INVALID;
  }
  if (!(h > 0) || !(line->stiffness > 0) || !(cabs(law->stiffness.v) > 0)) {
    return HOL_NUMERICAL;
  }
  bool bends = hol_line_is_bending(line);
  HOL_TRY(bends ? bending(line, h, law, form, relation) : rod(line, h, law, form, relation));
  return harden(law, relation) ? HOL_OK : HOL_NUMERICAL;
}

/* ---- loads along segments ---------------------------------------------------------------------------------------- */

/* Under a load q per length w is that without it and the constant w_p = −q/(g μ). So S v = b + end forces with b = w_p
   times the sum of the columns of both displacements. Where μ is small those sums are small, too: they are divided by
   it in closed form. */

/** (sec √x − 1)/x. */
static dual secant_rest(const wave_root *root)
{
  if (cabs(root->x) < small) {
    dual half = wave_at(root, HOL_WAVE_SINE, 0.5), one = wave_at(root, HOL_WAVE_COSINE, 1);
    return hol_dual_quotient(times(2, hol_dual_product(half, half)), one);
  }
  dual secant = root_ratio(root, HOL_WAVE_COSINE, 0, HOL_WAVE_COSINE);
  return hol_dual_quotient(hol_dual_minus(secant, constant(1)), (dual){root->x, 1});
}

static void put_load(double complex *b, double complex *db, size_t i, dual value)
{
  b[i] = value.v;
  db[i] = value.d;
}

/** Of a rod: x is −h²/c times what resists. */
static void load_rod(const hol_line *line, double h, const hol_law *law, hol_form form, double complex *b,
                     double complex *db)
{
  double c = line->stiffness;
  dual x = times(h * h / c, resisted(line, law));
  wave_root root = root_of(x.v), quarter = root_of(x.v / 4);
  if (form == HOL_FORM_FIXED_FREE) {
    put_load(b, db, 0, times(h * h / c, hol_dual_quotient(along(x, secant_rest(&root)), law->stiffness)));
    put_load(b, db, 1, times(h, along(x, root_ratio(&root, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE))));
    return;
  }
  dual half = times(h / 2, along(times(0.25, x), root_ratio(&quarter, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE)));
  put_load(b, db, 0, half);
  put_load(b, db, 1, half);
}

/** tan(√x/2)/√x at both roots: at_zero + x slope. */
static through half_tangent(const bent *of)
{
  const wave_pair quarter = pair_of(times(0.25, of->pair.S), times(0.0625, of->pair.P));
  through T = pair_ratio(&quarter, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE);
  return (through){times(0.125, T.slope), times(0.5, T.at_zero)};
}

/** Unknowns M₁, M₂, w₁, ψ₁, w₂, ψ₂. (√x cot √x − √x/sin √x) = −x tan(√x/2)/√x. */
static void load_pinned(const bent *of, dual g, double complex *b, double complex *db)
{
  double h = of->h;
  through T = half_tangent(of);
  dual turned = times(h * h * h / of->a, T.slope); /* −(ε_C − ε_D)/μ */
  dual sheared = times(h, hol_dual_plus(T.at_zero, hol_dual_product(of->pair.S, T.slope)));
  dual force = hol_dual_plus(sheared, hol_dual_product(of->turn, turned)); /* −(κ_C − κ_D)/μ */
  put_load(b, db, 0, hol_dual_quotient(turned, g));
  put_load(b, db, 1, negative(hol_dual_quotient(turned, g)));
  put_load(b, db, 2, force);
  put_load(b, db, 4, force);
}

/** Unknowns M₁, V₂, w₁, ψ₁, w₂, ψ₂. (sec √x − 1)/x = (tan √x/√x)(tan(√x/2)/√x), of which the slope is wanted. */
static void load_guided(const bent *of, dual g, double complex *b, double complex *db)
{
  double h = of->h, h2 = h * h;
  through tan = pair_ratio(&of->pair, HOL_WAVE_SINE, 1, HOL_WAVE_COSINE), half = half_tangent(of);
  through sec = pair_ratio(&of->pair, HOL_WAVE_COSINE, 0, HOL_WAVE_COSINE);
  dual t = times(h * h2, tan.slope), s = times(h2, sec.slope);
  dual W =
      hol_dual_plus(hol_dual_plus(hol_dual_product(tan.at_zero, half.slope), hol_dual_product(tan.slope, half.at_zero)),
                    hol_dual_product(of->pair.S, hol_dual_product(tan.slope, half.slope)));
  dual lifted = hol_dual_plus(times(h2 * h2 / of->a, hol_dual_product(of->rho, W)), times(of->phi / of->e, s));
  put_load(b, db, 0, hol_dual_quotient(times(1 / of->a, t), g));
  put_load(b, db, 1, hol_dual_quotient(lifted, g));
  put_load(b, db, 2, hol_dual_plus(times(h, tan.at_zero), times(of->phi / of->e, hol_dual_product(of->mu, t))));
  put_load(b, db, 5, times(1 / of->e, s));
}

hol_status hol_line_damped_load(const hol_line *line, double h, const hol_law *law, hol_form form,
                                double complex b[HOL_RELATION_MAX], double complex db[HOL_RELATION_MAX])
{
  for (size_t i = 0; i < HOL_RELATION_MAX; i++) {
    b[i] = db[i] = 0;
  }
  if (!hol_line_is_bending(line)) {
    load_rod(line, h, law, form, b, db);
  } else {
    const bent of = bent_of(line, h, law);
    (form == HOL_FORM_PINNED_PINNED ? load_pinned : load_guided)(&of, law->stiffness, b, db);
  }
  bool is_finite = true;
  for (size_t i = 0; i < HOL_RELATION_MAX; i++) {
    is_finite = is_finite && isfinite(cabs(b[i])) && isfinite(cabs(db[i]));
  }
  return is_finite ? HOL_OK : HOL_NUMERICAL;
}
