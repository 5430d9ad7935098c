/* SPDX-License-Identifier: BSD-3-Clause */
/* Nonlinear model of a beam: lateral modes under tension, point and distributed forces, support motion, buckling
   load. */
#include "nonlinear/bar.h"
#include "nonlinear/shapes.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/** Wave numbers of the first buckling shape times length: π, the root of tan α = α, 2π. */
static const double buckling_wave[3] = {M_PI, 4.49340945790906417531, 2 * M_PI};

static size_t clamped_ends(const hol_nonlinear_beam *beam)
{
  return (size_t)(beam->end[0] == HOL_END_CLAMPED) + (size_t)(beam->end[1] == HOL_END_CLAMPED);
}

double hol_nonlinear_buckling_load(const hol_nonlinear_beam *beam)
{
  double wave = buckling_wave[clamped_ends(beam)] / beam->length;
  return wave * wave * beam->EI;
}

static bool is_positive(double x)
{
  return isfinite(x) && x > 0;
}

static bool is_valid(const hol_nonlinear_beam *beam)
{
  for (int i = 0; i < 2; i++) {
    if (beam->end[i] != HOL_END_PINNED && beam->end[i] != HOL_END_CLAMPED) {
      return false;
    }
  }
  return is_positive(beam->length) && is_positive(beam->EA) && is_positive(beam->EI) && is_positive(beam->line_mass) &&
         isfinite(beam->tension);
}

/** The frequency equation with a l = nπ + δ, b² l² = a² l² + τ, divided by what never vanishes: rising through its
 *  root. */
static double frequency_equation(size_t clamped, size_t n, double tau, double delta)
{
  double a = M_PI * (double)n + delta, b = sqrt(fmax(a * a + tau, 0)), t = b > 0 ? tanh(b) / b : 1;
  if (clamped == 2) {
    return 2 * a * ((n % 2 ? -1 : 1) / cosh(b) - cos(delta)) + tau * sin(delta) * t;
  }
  return sin(delta) - a * t * cos(delta);
}

/** δ by bisection; between the ends of the bracket the equation changes sign exactly once (frequencies of the ends lie
 *  between those of pinned and of clamped ends of the next numbers). Under compression λ ≥ 0 shortens the bracket. */
static double phase_of_mode(size_t clamped, size_t n, double tau)
{
  if (clamped == 0) {
    return 0;
  }
  double low = tau < 0 ? fmax(sqrt(-tau) - M_PI * (double)n, 0) : 0, high = M_PI;
  while (true) {
    double mid = low + (high - low) / 2;
    if (mid <= low || mid >= high) {
      return mid;
    }
    if (frequency_equation(clamped, n, tau, mid) < 0) {
      low = mid;
    } else {
      high = mid;
    }
  }
}

/** Coefficients for the ends; e = exp(−bl). Each form is free of cancellation: c₂ and c₃ are of order one. */
static void coefficients(const hol_nonlinear_beam *beam, double delta, hol_line_mode *m)
{
  double e = exp(-m->b * beam->length), parity = fmod(m->turns, 2) > 0 ? -1 : 1;
  double ca = parity * cos(delta), sa = parity * sin(delta), r = m->b / m->a;
  if (beam->end[0] == HOL_END_CLAMPED) { /* X = X′ = 0 at 0, X = 0 at l; the last condition is the frequency equation */
    m->c[2] = 1 - e * (ca + r * sa);
    m->c[3] = ca - r * sa - e;
    m->c[0] = -(m->c[2] + e * m->c[3]);
    m->c[1] = r * (m->c[2] - e * m->c[3]);
  } else if (beam->end[1] == HOL_END_CLAMPED) { /* X = X″ = 0 at 0, X = 0 at l */
    m->c[1] = 1 - e * e;
    m->c[3] = -sa;
    m->c[2] = e * sa;
    m->c[0] = 0;
  } else {
    m->c[1] = 1;
  }
}

/* Beyond buckling: λ < 0, and four waves e^{±iax}, e^{±ibx} with A² + B² = K² = −Tl²/EI, A = al > B = bl, λ = −EI/m
 * (AB)²/l⁴. With A = K cos φ, B = K sin φ the modes are those φ in (0, π/4) at which a function vanishes, which rise as
 * φ falls. */

/** Vanishes at a mode that is even or odd about the middle (clamped ends), or of one clamped end; 0 at A = B, too. */
static double slow_equation(size_t clamped, bool is_odd, double A, double B)
{
  double p = clamped == 2 ? A / 2 : A, q = clamped == 2 ? B / 2 : B;
  return clamped == 2 && !is_odd ? p * sin(p) * cos(q) - q * sin(q) * cos(p)
                                 : q * sin(p) * cos(q) - p * sin(q) * cos(p);
}

/** Which one of its kind a mode is, from 0, and how many buckling loads of the kind are exceeded: zeros of sin(K/2), of
 *  tan(K/2) = K/2, of tan K = K. */
static size_t exceeded(size_t clamped, bool is_odd, double K)
{
  double x = clamped == 2 ? K / 2 : K;
  if (clamped == 2 && !is_odd) {
    return (size_t)fmax(ceil(x / M_PI) - 1, 0); /* K > 2πj */
  }
  double turns = floor(x / M_PI + 0.5); /* tan x = x has one root in every (nπ − π/2, nπ + π/2), n ≥ 1 */
  double rest = x - turns * M_PI;
  bool is_past = turns >= 1 && sin(rest) > x * cos(rest);
  return (size_t)fmax(turns - 1 + is_past, 0);
}

/** φ of number `wanted` of its kind, counted from π/4 down to 0 the way A rises.
 *  @return HOL_NUMERICAL if there are not as many as buckling loads are exceeded */
static hol_status slow_mode(size_t clamped, bool is_odd, double K, size_t wanted, double *phi)
{
  size_t samples = 200 * (size_t)(2 + K), count = exceeded(clamped, is_odd, K);
  size_t found = 0;
  double at = 0, last = M_PI / 4 * (1 - 1e-6), f_last = slow_equation(clamped, is_odd, K * cos(last), K * sin(last));
  for (size_t i = 1; i <= samples; i++) {
    double high = last, low = M_PI / 4 * (1 - 1e-6) * (1 - (double)i / (double)samples);
    double f = i < samples ? slow_equation(clamped, is_odd, K * cos(low), K * sin(low)) : 0;
    last = low;
    if (i == samples || (f < 0) == (f_last < 0)) {
      continue;
    }
    f_last = f;
    for (int step = 0; step < 60; step++) {
      double mid = low + (high - low) / 2;
      bool is_low = (slow_equation(clamped, is_odd, K * cos(mid), K * sin(mid)) < 0) == (f < 0);
      low = is_low ? mid : low;
      high = is_low ? high : mid;
    }
    at = found++ == wanted ? low : at;
  }
  *phi = at;
  return found == count && wanted < found ? HOL_OK : HOL_NUMERICAL;
}

/** Coefficients of such a mode; each form satisfies one end, or both displacements. */
static void slow_coefficients(const hol_nonlinear_beam *beam, bool is_odd, double A, double B, double c[4])
{
  double p = A / 2, q = B / 2;
  if (clamped_ends(beam) == 1) {
    bool is_first =
        beam->end[0] == HOL_END_CLAMPED; /* sin B sin a(l − x) − sin A sin b(l − x), or from the other end */
    c[0] = is_first ? sin(A) * sin(B) : 0;
    c[1] = is_first ? -sin(B) * cos(A) : sin(B);
    c[2] = is_first ? -sin(A) * sin(B) : 0;
    c[3] = is_first ? sin(A) * cos(B) : -sin(A);
  } else if (is_odd) { /* sin q sin a(x − l/2) − sin p sin b(x − l/2) */
    c[0] = -sin(q) * sin(p);
    c[1] = sin(q) * cos(p);
    c[2] = sin(p) * sin(q);
    c[3] = -sin(p) * cos(q);
  } else { /* cos q cos a(x − l/2) − cos p cos b(x − l/2) */
    c[0] = cos(q) * cos(p);
    c[1] = cos(q) * sin(p);
    c[2] = -cos(p) * cos(q);
    c[3] = -cos(p) * sin(q);
  }
}

/** Mode number k, from 0, if it grows: the first ones do, as many as buckling loads are exceeded. */
static hol_status growing_mode(const hol_nonlinear_beam *beam, size_t k, hol_line_mode *mode, bool *grows)
{
  size_t clamped = clamped_ends(beam);
  bool is_odd = clamped == 2 && k % 2;
  double l = beam->length, K = beam->tension < 0 ? sqrt(-beam->tension * l * l / beam->EI) : 0;
  size_t wanted = clamped == 2 ? k / 2 : k;
  *grows = clamped > 0 && wanted < exceeded(clamped, is_odd, K);
  if (!*grows) {
    return HOL_OK;
  }
  double phi;
  HOL_TRY(slow_mode(clamped, is_odd, K, wanted, &phi));
  double A = K * cos(phi), B = K * sin(phi);
  *mode = (hol_line_mode){.a = A / l, .b = -B / l, .omega2 = -beam->EI / beam->line_mass * pow(A * B / (l * l), 2)};
  slow_coefficients(beam, is_odd, A, B, mode->c);
  return HOL_OK;
}

static void normalise_mode(const hol_nonlinear_beam *beam, const hol_line *line, hol_line_mode *m)
{
  double mass = beam->line_mass * hol_shape_product(beam->length, m, m, 0);
  double start = hol_line_mode_at(line, m, 0, beam->end[0] == HOL_END_CLAMPED ? 2 : 1);
  double factor = (start < 0 ? -1 : 1) / sqrt(mass);
  for (int i = 0; i < 4; i++) {
    m->c[i] *= factor;
  }
}

static hol_line line_of(const hol_nonlinear_beam *beam)
{
  return (hol_line){.motion = HOL_BENDING_Z,
                    .length = beam->length,
                    .stiffness = beam->EI,
                    .mass = beam->line_mass,
                    .tension = beam->tension,
                    .end = {beam->end[0], beam->end[1]}};
}

hol_status hol_nonlinear_beam_modes(const hol_nonlinear_beam *beam, size_t count, hol_line_mode *mode)
{
  if (!is_valid(beam)) {
    return HOL_INVALID;
  }
  const hol_line line = line_of(beam);
  double l = beam->length, tau = beam->tension * l * l / beam->EI;
  for (size_t k = 0; k < count; k++) {
    bool grows;
    HOL_TRY(growing_mode(beam, k, &mode[k], &grows));
    if (grows) {
      normalise_mode(beam, &line, &mode[k]);
      continue;
    }
    double delta = phase_of_mode(clamped_ends(beam), k + 1, tau), al = M_PI * (double)(k + 1) + delta;
    double bl2 = al * al + tau;
    if (!(bl2 > 0) && clamped_ends(beam) > 0) { /* within rounding of buckling */
      return HOL_INVALID;
    }
    double bl = bl2 != 0 ? sqrt(fabs(bl2)) : 1; /* pinned: a sine alone, whatever b is */
    mode[k] = (hol_line_mode){.a = al / l, .b = bl / l, .turns = (double)(k + 1), .phase = delta};
    mode[k].omega2 = beam->EI / beam->line_mass * (al / l) * (al / l) * (bl2 / l / l);
    coefficients(beam, delta, &mode[k]);
    normalise_mode(beam, &line, &mode[k]);
  }
  return HOL_OK;
}

/** Is an integral over the beam zero because the ends are alike and the integrand changes sign about the middle? Such
 *  zeros must be exact: coordinates that nothing excites have to stay at rest exactly, or branch points dissolve. */
static bool is_antisymmetric(const hol_nonlinear_beam *beam, size_t parity)
{
  return beam->end[0] == beam->end[1] && parity % 2;
}

static hol_status lateral_modes(const hol_nonlinear_beam *beam, hol_nonlinear_model *model)
{
  size_t n = model->lateral;
  model->line = line_of(beam);
  HOL_TRY(hol_nonlinear_beam_modes(beam, n, model->shape));
  for (size_t k = 0; k < n; k++) {
    model->shape_scale[k] = 1 / hol_shape_largest(&model->line, &model->shape[k], k);
    model->mass[k] = model->shape_scale[k] * model->shape_scale[k];
    model->omega2[k] = model->shape[k].omega2;
    for (size_t j = 0; j <= k; j++) {
      double s = hol_shape_product(beam->length, &model->shape[k], &model->shape[j], 1);
      bool orthogonal = k != j && (clamped_ends(beam) == 0 || is_antisymmetric(beam, k + j));
      model->S[k * n + j] = model->S[j * n + k] = orthogonal ? 0 : s * model->shape_scale[k] * model->shape_scale[j];
    }
  }
  return HOL_OK;
}

hol_status hol_nonlinear_from_beam(const hol_nonlinear_beam *beam, size_t lateral, size_t axial,
                                   hol_nonlinear_model *model)
{
  if (!is_valid(beam) || lateral == 0) {
    return HOL_INVALID;
  }
  HOL_TRY(hol_nonlinear_model_start(model, lateral, axial));
  model->shape = hol_alloc(lateral, sizeof *model->shape);
  model->shape_scale = hol_alloc(lateral, sizeof *model->shape_scale);
  model->place = beam->place;
  model->place.name = model->name = hol_format("%s", beam->place.name ? beam->place.name : "beam");
  if (!model->shape || !model->shape_scale || !model->name) {
    return HOL_MEMORY;
  }
  model->stiffness = beam->EA / beam->length;
  model->inertia = beam->inertia;
  HOL_TRY(lateral_modes(beam, model));
  return hol_bar_modes(beam, model);
}

double hol_nonlinear_shape_at(const hol_nonlinear_model *model, size_t k, double x)
{
  assert(model->shape && k < model->lateral);
  return model->shape_scale[k] * hol_line_mode_at(&model->line, &model->shape[k], x, 0);
}

void hol_nonlinear_add_point_force(hol_nonlinear_model *model, double x, double force)
{
  double rounding = 1e-13;
  for (size_t k = 0; k < model->lateral; k++) {
    double value = hol_nonlinear_shape_at(model, k, x);
    model->force[k] += fabs(value) > rounding ? force * value : 0; /* a force at a node excites nothing at all */
  }
}

/** ∫X_k dx. */
static double mean_of(const hol_nonlinear_model *model, size_t k)
{
  assert(model->shape);
  bool is_zero = model->line.end[0] == model->line.end[1] && k % 2;
  return is_zero ? 0 : model->shape_scale[k] * hol_shape_mean(model->line.length, &model->shape[k]);
}

void hol_nonlinear_add_distributed_force(hol_nonlinear_model *model, double load)
{
  for (size_t k = 0; k < model->lateral; k++) {
    model->force[k] += load * mean_of(model, k);
  }
}

void hol_nonlinear_add_support_motion(hol_nonlinear_model *model, double amplitude)
{
  for (size_t k = 0; k < model->lateral; k++) {
    model->force_nu2[k] += model->line.mass * amplitude * mean_of(model, k);
  }
}
