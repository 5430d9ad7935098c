/* SPDX-License-Identifier: BSD-3-Clause */
/* Singular solutions of the biharmonic equation by Goursat's functions, and their images in straight edges. */
#include "parts/plate/pole.h"
#include "base/complex.h"

#include <math.h>
#include <string.h>

/* ---- series ------------------------------------------------------------------------------------------------------ */

/** Index of the exponent b. */
static size_t term(int b)
{
  return (size_t)(b - HOL_POLE_LEAST);
}

static int exponent(size_t k)
{
  return (int)k + HOL_POLE_LEAST;
}

/** a + factor b. */
static hol_pole_series sum(const hol_pole_series *a, double complex factor, const hol_pole_series *b)
{
  hol_pole_series s;
  for (size_t k = 0; k < HOL_POLE_TERMS; k++) {
    s.log[k] = a->log[k] + factor * b->log[k];
    s.pure[k] = a->pure[k] + factor * b->pure[k];
  }
  return s;
}

static hol_pole_series derivative(const hol_pole_series *a)
{
  hol_pole_series s = {.log = {0}};
  for (size_t k = 1; k < HOL_POLE_TERMS; k++) {
    s.log[k - 1] = exponent(k) * a->log[k];
    s.pure[k - 1] = exponent(k) * a->pure[k] + a->log[k];
  }
  return s;
}

/** Without a constant; ζ^b ln ζ for b ≥ 0 only. */
static hol_pole_series integral_of_series(const hol_pole_series *a)
{
  hol_pole_series s = {.log = {0}};
  for (size_t k = 0; k + 1 < HOL_POLE_TERMS; k++) {
    double raised = exponent(k) + 1;
    if (exponent(k) == -1) {
      s.log[k + 1] += a->pure[k];
      continue;
    }
    s.log[k + 1] += a->log[k] / raised;
    s.pure[k + 1] += a->pure[k] / raised - a->log[k] / (raised * raised);
  }
  return s;
}

/** (ζ + shift) a. */
static hol_pole_series times(const hol_pole_series *a, double complex shift)
{
  hol_pole_series s = {.log = {0}};
  for (size_t k = 0; k < HOL_POLE_TERMS; k++) {
    s.log[k] = shift * a->log[k] + (k ? a->log[k - 1] : 0);
    s.pure[k] = shift * a->pure[k] + (k ? a->pure[k - 1] : 0);
  }
  return s;
}

/** h*, of the mirrored coordinate and its logarithm. */
static hol_pole_series mirrored(const hol_pole_series *a)
{
  hol_pole_series s;
  for (size_t k = 0; k < HOL_POLE_TERMS; k++) {
    double sign = exponent(k) % 2 ? -1 : 1;
    s.log[k] = sign * conj(a->log[k]);
    s.pure[k] = sign * conj(a->pure[k]);
  }
  return s;
}

/** factor · a of the coordinate turned: ζ = turn ζ′. */
static hol_pole_series turned(const hol_pole_series *a, double complex turn, double complex factor)
{
  hol_pole_series s;
  for (size_t k = 0; k < HOL_POLE_TERMS; k++) {
    double complex power = cpow(turn, exponent(k));
    s.log[k] = factor * power * a->log[k];
    s.pure[k] = factor * power * a->pure[k];
  }
  return s;
}

/* ---- poles ------------------------------------------------------------------------------------------------------- */

/** A pole with nothing yet. */
static hol_pole pole_at(double complex at, double turn)
{
  return (hol_pole){.at = at, .turn = turn, .cut = {cos(turn), sin(turn)}};
}

hol_pole hol_pole_source(double complex at, double amplitude)
{
  hol_pole pole = pole_at(at, 0);
  pole.part[0][1].log[term(1)] = amplitude;
  return pole;
}

/** φ₁, χ₁ about −s̄₀. */
static void reflect(const hol_pole_edge *edge, double complex image_at, const hol_pole_series *phi,
                    const hol_pole_series *chi, hol_pole_series *phi1, hol_pole_series *chi1)
{
  hol_pole_series phi_star = mirrored(phi), none = {.log = {0}};
  if (edge->kind == HOL_EDGE_SUPPORTED) {
    hol_pole_series chi_star = mirrored(chi);
    *phi1 = phi_star;
    *chi1 = sum(&none, -1, &chi_star);
    return;
  }
  double kappa = edge->kind == HOL_EDGE_CLAMPED ? 1 : -(3 + edge->nu) / (1 - edge->nu);
  hol_pole_series slope = derivative(phi), psi = derivative(chi);
  hol_pole_series slope_star = mirrored(&slope), psi_star = mirrored(&psi), by_s = times(&slope_star, image_at);
  hol_pole_series both = sum(&by_s, 1, &psi_star);
  *phi1 = sum(&none, -1 / kappa, &both);
  hol_pole_series slope1 = derivative(phi1), lifted = times(&slope1, image_at), psi1 = sum(&lifted, -kappa, &phi_star);
  *chi1 = integral_of_series(&psi1);
}

hol_pole hol_pole_image(const hol_pole *pole, const hol_pole_edge *edge, bool is_source)
{
  double complex turn = hol_complex(rint(cos(edge->normal)), rint(sin(edge->normal))), back = conj(turn);
  double complex s0 = (pole->at - edge->at) * back, image_at = -conj(s0);
  hol_pole_series phi = turned(&pole->part[0][1], turn, back), chi = turned(&pole->part[0][0], turn, 1);
  chi = sum(&chi, -conj(s0), &phi);
  hol_pole_series phi1, chi1;
  reflect(edge, image_at, &phi, &chi, &phi1, &chi1);
  chi1 = sum(&chi1, conj(image_at), &phi1);
  double from = is_source ? edge->normal + M_PI : pole->turn;
  hol_pole image = pole_at(edge->at + image_at * turn, 2 * edge->normal + M_PI - from);
  image.part[0][0] = turned(&chi1, back, 1);
  image.part[0][1] = turned(&phi1, back, turn);
  if (edge->kind == HOL_EDGE_CLAMPED) { /* the deflection is constant along it; 0 is wanted */
    double complex foot = edge->at + hol_complex(0, cimag(s0)) * turn;
    double jet[HOL_JET] = {0};
    hol_pole_jet(pole, 0, foot, jet);
    hol_pole_jet(&image, 0, foot, jet);
    image.part[0][0].pure[term(0)] -= jet[0];
  }
  return image;
}

void hol_pole_chain(hol_pole *pole, double factor)
{
  for (size_t j = 1; j < HOL_CHAIN; j++) {
    for (size_t k = 0; k < 2; k++) { /* Δ² = 16 ∂²∂̄² */
      double a = 2 * (double)(j - 1) + (double)k;
      hol_pole_series once = integral_of_series(&pole->part[j - 1][k]), twice = integral_of_series(&once),
                      none = {.log = {0}};
      pole->part[j][k] = sum(&none, factor / (16 * (a + 1) * (a + 2)), &twice);
    }
  }
}

/** ln ζ, cut where the pole wants it. */
static double complex logarithm(const hol_pole *pole, double complex zeta)
{
  double c = pole->cut[0], s = pole->cut[1], x = creal(zeta), y = cimag(zeta);
  return hol_complex(0.5 * log(x * x + y * y), atan2(y * c - x * s, x * c + y * s));
}

/** 1/ζ. */
static double complex inverse_of(double complex zeta)
{
  double x = creal(zeta), y = cimag(zeta), square = x * x + y * y;
  return hol_complex(x / square, -y / square);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/** ∂^k of a series, k ≤ 3. @param[in] power [HOL_POLE_TERMS + 3] from ζ^{least − 3} on */
static void derivatives(const hol_pole_series *a, double complex L, const double complex *power, double complex d[4])
{
  d[0] = d[1] = d[2] = d[3] = 0;
  for (size_t n = 0; n < HOL_POLE_TERMS; n++) {
    if (a->log[n] == 0 && a->pure[n] == 0) {
      continue;
    }
    double complex log = a->log[n], pure = a->pure[n];
    for (size_t k = 0; k < 4; k++) {
      double b = exponent(n) - (double)k;
      d[k] += (log * L + pure) * power[n + 3 - k];
      pure = b * pure + log;
      log *= b;
    }
  }
}

/** Add the jet of Re[ ζ̄^a f ]: ∂x = ∂ + ∂̄, ∂y = i(∂ − ∂̄). @param[in] f ∂^k f  @param[in] g ∂̄^k ζ̄^a */
static void add_product(const double complex f[4], const double complex g[4], double jet[HOL_JET])
{
  double complex f0g1 = f[0] * g[1], f1g0 = f[1] * g[0], f2g0 = f[2] * g[0], f1g1 = f[1] * g[1], f0g2 = f[0] * g[2];
  double complex f3g0 = f[3] * g[0], f2g1 = f[2] * g[1], f1g2 = f[1] * g[2], f0g3 = f[0] * g[3];
  jet[0] += creal(f[0] * g[0]);
  jet[1] += creal(f1g0 + f0g1);
  jet[2] -= cimag(f1g0 - f0g1);
  jet[3] += creal(f2g0 + 2 * f1g1 + f0g2);
  jet[4] -= cimag(f2g0 - f0g2);
  jet[5] -= creal(f2g0 - 2 * f1g1 + f0g2);
  jet[6] += creal(f3g0 + 3 * f2g1 + 3 * f1g2 + f0g3);
  jet[7] -= cimag(f3g0 + f2g1 - f1g2 - f0g3);
  jet[8] -= creal(f3g0 - f2g1 - f1g2 + f0g3);
  jet[9] += cimag(f3g0 - 3 * f2g1 + 3 * f1g2 - f0g3);
}

/** At the centre: value and slopes of what is not singular there. */
static void add_at_centre(const hol_pole *pole, size_t j, double jet[HOL_JET])
{
  double complex f = pole->part[j][0].pure[term(1)], g = pole->part[j][1].pure[term(0)];
  if (j == 0) {
    jet[0] += creal(pole->part[0][0].pure[term(0)]);
    jet[1] += creal(f + g);
    jet[2] -= cimag(f - g);
  }
}

void hol_pole_jet(const hol_pole *pole, size_t j, double complex z, double jet[HOL_JET])
{
  double complex zeta = z - pole->at;
  if (zeta == 0) {
    add_at_centre(pole, j, jet);
    return;
  }
  double complex power[HOL_POLE_TERMS + 3], inverse = inverse_of(zeta), f[4];
  power[3 - HOL_POLE_LEAST] = 1;
  for (size_t k = 3 - HOL_POLE_LEAST; k + 1 < HOL_POLE_TERMS + 3; k++) {
    power[k + 1] = power[k] * zeta;
  }
  for (size_t k = 3 - HOL_POLE_LEAST; k-- > 0;) {
    power[k] = power[k + 1] * inverse;
  }
  double complex L = logarithm(pole, zeta);
  for (int part = 0; part < 2; part++) {
    int a = 2 * (int)j + part;
    double complex g[4] = {0};
    double factor = 1;
    for (int l = 0; l < 4 && l <= a; l++) {
      g[l] = factor * conj(power[a - l + 3 - HOL_POLE_LEAST]);
      factor *= a - l;
    }
    derivatives(&pole->part[j][part], L, power, f);
    add_product(f, g, jet);
  }
}

double hol_pole_value(const hol_pole *pole, double complex z)
{
  enum { FIRST = -HOL_POLE_LEAST - 1, LAST = -HOL_POLE_LEAST + 2 }; /* W_0 has no other exponents than −1 .. 2 */
  double complex zeta = z - pole->at, inverse = inverse_of(zeta), L = logarithm(pole, zeta), sum[2] = {0};
  for (size_t a = 0; a < 2; a++) {
    const hol_pole_series *s = &pole->part[0][a];
    for (size_t k = LAST + 1; k-- > FIRST;) { /* Horner */
      sum[a] *= zeta;
      sum[a] += s->log[k] == 0 ? 0 : s->log[k] * L;
      sum[a] += s->pure[k];
    }
  }
  return creal((sum[0] + conj(zeta) * sum[1]) * inverse);
}
