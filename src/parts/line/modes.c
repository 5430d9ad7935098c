/* SPDX-License-Identifier: BSD-3-Clause */
/* Component modes of rods and of Euler–Bernoulli and Rayleigh beams.
 *
 * A harmonic of wave number a goes with an exponential of wave number b and a frequency λ (EI w⁗ + λ r w″ − λ m w = 0):
 *
 *     λ = EI a⁴/(m + r a²),      τ = b/a = (1 + a² r/m)^(−1/2),      τ = 1 without rotary inertia.
 *
 * Write t, e for the harmonic and the exponential part, t₁ = t′/a, e₁ = e′/b at an end, slopes inward. The end asks for
 *
 *     clamped  t = −e, t₁ = −τ e₁      free  t = τ² e, e₁ = τ t₁      pinned  t = e = 0      guided  t₁ = e₁ = 0.
 *
 * A pinned end continues the line as an odd function, a guided end as an even one. So all pairs but three are halves of
 * (or are) symmetric lines with two like *walls* (clamped or free), and with y = half the symmetric line times a and
 * K = τ (clamped) or τ⁻³ (free) the frequencies are
 *
 *     even   y = nπ − atan(K tanh τy)        odd   y = nπ + atan(tanh τy / K)        n = 1, 2, ...
 *
 * The difference of the two sides rises with y, whatever r: one root for each n, none missed, none invented.
 * Clamped-free has, with A = 1 + τ⁴, B = τ(1 − τ²) tanh bl, the equation A cos al − B sin al + 2τ² sech bl = 0, that is
 *
 *     al = (n − ½)π − atan(B/A) − (−1)ⁿ asin(2τ² sech bl / √(A² + B²)),
 *
 * again with a rising difference. Pinned and guided ends alone, and rods, have al = nπ or (n − ½)π. The angle is kept
 * as π·turns + phase, never added up: cos ax keeps its digits in the highest modes. */
#include "parts/line/line.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { ITERATION_LIMIT = 200 };

/** How the line relates to a line with two like walls. */
typedef enum {
  PLAIN,     /**< no walls: a harmonic alone */
  EVEN,      /**< even about the middle of the symmetric line */
  ODD,       /**< odd about it */
  CANTILEVER /**< one wall clamped, the other free */
} family;

/** One mode to be found. */
typedef struct wave {
  const hol_line *line;
  family family;
  hol_end wall; /**< HOL_END_CLAMPED or HOL_END_FREE; not for PLAIN and CANTILEVER */
  bool whole;   /**< the line is the whole symmetric line, not a half of it */
  double turns; /**< al = π·turns + phase */
  double sign;  /**< CANTILEVER: −(−1)ⁿ */
} wave;

static bool is_wall(hol_end end)
{
  return end == HOL_END_FREE || end == HOL_END_CLAMPED;
}

static double wave_ratio(const hol_line *line, double a)
{
  return 1 / sqrt(1 + a * (line->rotary / line->mass) * a);
}

/** The right-hand side of the phase equation, less π·turns, at the angle al. */
static double phase_at(const wave *w, double angle)
{
  double tau = wave_ratio(w->line, angle / w->line->length), z = tau * angle; /* z = bl */
  if (w->family == CANTILEVER) {
    double A = 1 + pow(tau, 4), B = tau * (1 - tau * tau) * tanh(z), E = exp(-z);
    return w->sign * asin(fmin(1, 4 * tau * tau * E / (1 + E * E) / hypot(A, B))) - atan(B / A);
  }
  double K = w->wall == HOL_END_CLAMPED ? tau : 1 / pow(tau, 3), parts = w->whole ? 2 : 1; /* y = angle / parts */
  double t = tanh(z / parts);
  return parts * (w->family == EVEN ? -atan(K * t) : atan(t / K));
}

/** Ends of the interval in which the phase lies. */
static void phase_range(const wave *w, double range[2])
{
  double width = w->whole ? M_PI : M_PI / 2;
  range[0] = w->family == EVEN ? -width : 0;
  range[1] = w->family == EVEN ? 0 : width;
  if (w->family == CANTILEVER) {
    range[0] = w->sign > 0 ? -M_PI / 2 : -M_PI;
    range[1] = w->sign > 0 ? M_PI / 2 : 0;
  }
}

/** The root of phase = phase_at(π·turns + phase) by false position in the Illinois form: the difference rises. */
static hol_status solve_phase(const wave *w, double *phase)
{
  *phase = 0;
  if (w->family == PLAIN) {
    return HOL_OK;
  }
  double x[2], f[2];
  phase_range(w, x);
  for (int i = 0; i < 2; i++) {
    f[i] = x[i] - phase_at(w, M_PI * w->turns + x[i]);
  }
  if (!(f[0] <= 0 && f[1] >= 0)) {
    return HOL_NUMERICAL;
  }
  int last = -1;
  for (int k = 0; k < ITERATION_LIMIT; k++) {
    double mid = f[1] > f[0] ? (x[0] * f[1] - x[1] * f[0]) / (f[1] - f[0]) : x[0];
    double target = phase_at(w, M_PI * w->turns + mid), g = mid - target;
    if (fabs(g) <= DBL_EPSILON * fabs(target) || mid == x[0] || mid == x[1]) {
      *phase = target;
      return HOL_OK;
    }
    int side = g > 0;
    x[side] = mid;
    f[side] = g;
    if (side == last) {
      f[1 - side] /= 2;
    }
    last = side;
  }
  return HOL_NUMERICAL;
}

/** The wave of the n-th elastic mode, n from 1. */
static wave nth_wave(const hol_line *line, size_t n)
{
  wave w = {.line = line, .family = PLAIN, .wall = HOL_END_FREE, .turns = (double)n, .sign = n % 2 ? 1 : -1};
  hol_end left = line->end[0], right = line->end[1];
  if (!hol_line_is_bending(line)) {
    bool like = (left == HOL_END_FREE) == (right == HOL_END_FREE);
    w.turns -= like ? 0 : 0.5;
  } else if (is_wall(left) && left == right) {
    /* even, odd, even, ... with y = nπ − and nπ + a phase: twice that is al */
    w.family = n % 2 ? EVEN : ODD;
    w.turns = (double)(n % 2 ? n + 1 : n);
    w.whole = true;
    w.wall = left;
  } else if (is_wall(left) && is_wall(right)) {
    w.family = CANTILEVER;
    w.turns -= 0.5;
  } else if (is_wall(left) || is_wall(right)) {
    w.family = (is_wall(left) ? right : left) == HOL_END_PINNED ? ODD : EVEN;
    w.wall = is_wall(left) ? left : right;
  } else {
    w.turns -= left == right ? 0 : 0.5;
  }
  return w;
}

/** cos and sin of a·(fraction·l) + quadrants·π/2; the fraction of the length is q + rest. */
static void cos_sin(const hol_line_mode *mode, double q, double rest, int quadrants, double *c, double *s)
{
  /* turns·(q + rest) in twice the working precision, whole quarter turns off exactly */
  double whole = mode->turns * q, tail = fma(mode->turns, q, -whole) + mode->turns * rest;
  double part = fmod(whole, 2), quarter = nearbyint(2 * part);
  double angle = M_PI * (part - quarter / 2 + tail) + mode->phase * q;
  double co = cos(angle), si = sin(angle);
  switch ((((int)quarter + quadrants) % 4 + 4) % 4) {
  case 0:
    *c = co, *s = si;
    break;
  case 1:
    *c = -si, *s = co;
    break;
  case 2:
    *c = -co, *s = -si;
    break;
  default:
    *c = si, *s = -co;
    break;
  }
}

/** The harmonic part (value, inward slope / a) at a wall, from the exponentials e^{−bs} and e^{+bs} there, s inward. */
static void wall_harmonic(hol_end wall, double tau, double decaying, double growing, double t[2])
{
  double e0 = decaying + growing, e1 = growing - decaying;
  t[0] = wall == HOL_END_CLAMPED ? -e0 : tau * tau * e0;
  t[1] = wall == HOL_END_CLAMPED ? -tau * e1 : e1 / tau;
}

/** Coefficients of clamped-free and free-clamped lines. C, S: cos, sin al. */
static void cantilever_shape(const hol_line *line, double tau, double E, double C, double S, double c[4])
{
  /* a decaying exponential 1 at the clamped end goes with q at the free one */
  double divisor = 1 - tau * E * (S - tau * C), q = (E + tau * (S + tau * C)) / divisor;
  bool clamped_left = line->end[0] == HOL_END_CLAMPED;
  c[2] = clamped_left ? 1 : q;
  c[3] = clamped_left ? q : 1;
  wall_harmonic(line->end[0], tau, c[2], c[3] * E, c);
  if (!clamped_left) {
    c[1] = -(S * (1 + E * E) + tau * C * (1 - E * E)) / divisor; /* (E − q)/τ, which cancels where τ is small */
  }
}

/** Coefficients of lines that are, or are half of, a symmetric line. */
static void symmetric_shape(const wave *w, double tau, double E, double C, double S, double c[4])
{
  const hol_line *line = w->line;
  double parity = w->family == EVEN ? 1 : -1, far = w->whole ? parity : parity * E;
  if (is_wall(line->end[0])) {
    c[2] = 1;
    c[3] = far;
    wall_harmonic(w->wall, tau, 1, far * E, c);
    return;
  }
  double t[2];
  c[2] = far;
  c[3] = 1;
  wall_harmonic(w->wall, tau, 1, far * E, t);
  c[0] = w->family == EVEN ? t[0] * C + t[1] * S : 0;
  c[1] = w->family == ODD ? t[0] * S - t[1] * C : 0;
}

/** ∫(m X² + r X′²)dx in closed form, from the values at the ends alone. C, S: cos, sin al; E: e^{−bl}. */
static double modal_mass(const hol_line *line, const hol_line_mode *mode, double C, double S, double E)
{
  const double *c = mode->c;
  double a = mode->a, b = mode->b, l = line->length, m = line->mass, R2 = c[0] * c[0] + c[1] * c[1];
  double t[2] = {c[0] * C + c[1] * S, c[1] * C - c[0] * S}; /* at l: t, t′/a */
  double tt = (t[0] * t[1] - c[0] * c[1]) / a;              /* [t t′]/a² */
  double mass = m * (R2 * l - tt) / 2;                      /* t² + t′²/a² = R² throughout */
  if (!hol_line_is_bending(line)) {
    return mass;
  }
  double r = line->rotary, e0[2] = {c[2] + c[3] * E, c[3] * E - c[2]}, e[2] = {c[2] * E + c[3], c[3] - c[2] * E};
  double te1 = t[0] * e[1] - c[0] * e0[1], t1e = t[1] * e[0] - c[1] * e0[0]; /* [t e′]/b, [t′ e]/a */
  double cross = (b * te1 - a * t1e) / (a * a + b * b);                      /* ∫ t e */
  double D = 4 * c[2] * c[3] * E;                                            /* e² − e′²/b² = D throughout */
  double ee = b > 0 ? (e[0] * e[1] - e0[0] * e0[1]) / b : 0;                 /* [e e′]/b² */
  return mass + m * (2 * cross + (D * l + ee) / 2) +
         r * (a * a * (R2 * l + tt) / 2 + 2 * (b * te1 - b * b * cross) + b * b * (ee - D * l) / 2);
}

/** Coefficients of a mode whose frequency is known, of unit modal mass and with the sign of the contract. */
static hol_status shape(const wave *w, hol_line_mode *mode)
{
  const hol_line *line = w->line;
  double C, S, E = exp(-mode->b * line->length), tau = mode->b / mode->a;
  cos_sin(mode, 1, 0, 0, &C, &S);
  if (w->family == CANTILEVER) {
    cantilever_shape(line, tau, E, C, S, mode->c);
  } else if (w->family != PLAIN) {
    symmetric_shape(w, tau, E, C, S, mode->c);
  } else {
    bool moves = line->end[0] == HOL_END_FREE || (hol_line_is_bending(line) && line->end[0] == HOL_END_GUIDED);
    mode->c[moves ? 0 : 1] = 1;
  }
  double mass = modal_mass(line, mode, C, S, E);
  if (!(mass > 0 && isfinite(mass))) {
    return HOL_NUMERICAL;
  }
  /* at a wall the sign of X or X″ is that of the exponential there; without one c₀ or c₁ decides */
  bool wall = w->family != PLAIN && is_wall(line->end[0]);
  double lead = wall ? mode->c[2] : mode->c[0] + mode->c[1]; /* one of the two is 0 */
  for (int i = 0; i < 4; i++) {
    mode->c[i] *= copysign(1 / sqrt(mass), lead);
  }
  return HOL_OK;
}

static hol_status find_mode(const hol_line *line, size_t n, hol_line_mode *mode)
{
  wave w = nth_wave(line, n);
  *mode = (hol_line_mode){.turns = w.turns};
  HOL_TRY(solve_phase(&w, &mode->phase));
  double a = (M_PI * w.turns + mode->phase) / line->length, c = line->stiffness, m = line->mass;
  mode->a = a;
  mode->omega2 = a * a * (c / m);
  if (hol_line_is_bending(line)) {
    double tau = wave_ratio(line, a);
    mode->b = tau * a;
    mode->omega2 *= mode->b * mode->b;
  }
  if (!(isfinite(mode->omega2) && mode->omega2 > 0)) {
    return HOL_NUMERICAL;
  }
  return shape(&w, mode);
}

hol_status hol_line_component_modes(const hol_line *line, size_t count, hol_line_mode *mode)
{
  assert(line && (mode || count == 0));
  assert(line->length > 0 && line->stiffness > 0 && line->rotary >= 0);
  bool bending = hol_line_is_bending(line);
  if (!(line->mass > 0) || line->foundation != 0 || (bending && (line->shear != 0 || line->tension != 0))) {
    return HOL_INVALID;
  }
  for (size_t i = 0; i < count; i++) {
    HOL_TRY(find_mode(line, i + 1, &mode[i]));
  }
  return HOL_OK;
}

size_t hol_line_rigid_modes(const hol_line *line, hol_line_mode mode[2])
{
  assert(line && mode && line->length > 0);
  double l = line->length, m = line->mass;
  hol_end left = line->end[0], right = line->end[1];
  size_t count = 0;
  mode[0] = mode[1] = (hol_line_mode){0};
  if (!(m > 0) || line->foundation > 0) {
    return 0;
  }
  bool bending = hol_line_is_bending(line);
  bool slides = (left == HOL_END_FREE || (bending && left == HOL_END_GUIDED)) &&
                (right == HOL_END_FREE || (bending && right == HOL_END_GUIDED));
  if (slides) {
    mode[count++].c[2] = 1 / sqrt(m * l);
  }
  if (!bending || line->tension != 0) {
    return count;
  }
  if (left == HOL_END_FREE && right == HOL_END_FREE) {
    mode[count++].c[3] = 1 / sqrt(m * l * l * l / 12 + line->rotary * l);
  } else if ((left == HOL_END_FREE && right == HOL_END_PINNED) || (left == HOL_END_PINNED && right == HOL_END_FREE)) {
    double slope = 1 / sqrt(m * l * l * l / 3 + line->rotary * l);
    mode[count].c[2] = slope * (l / 2);
    mode[count++].c[3] = left == HOL_END_PINNED ? slope : -slope;
  }
  return count;
}

/** The harmonic part of the derivative, divided by a^order. */
static double harmonic_at(const hol_line *line, const hol_line_mode *mode, double x, int order)
{
  double c, s;
  if (mode->turns > 0) {
    double q = x / line->length, rest = fma(-q, line->length, x) / line->length;
    cos_sin(mode, q, rest, order, &c, &s);
  } else {
    double angle = mode->a * x + order * (M_PI / 2);
    c = cos(angle);
    s = sin(angle);
  }
  return mode->c[0] * c + mode->c[1] * s;
}

/** pow(), which is exact for these two orders. */
static double power(double base, int order)
{
  return order == 0 ? 1 : order == 1 ? base : pow(base, order);
}

double hol_line_mode_at(const hol_line *line, const hol_line_mode *mode, double x, int order)
{
  assert(line && mode && order >= 0 && order <= 3);
  double l = line->length, a = mode->a, b = mode->b, value = 0;
  const double *c = mode->c;
  if (a > 0) {
    value = power(a, order) * harmonic_at(line, mode, x, order);
  } else if (order == 0) {
    value = c[0];
  }
  if (b > 0) {
    double odd = order % 2 ? -1 : 1;
    value += power(b, order) * (odd * c[2] * exp(-b * x) + c[3] * exp(-b * (l - x)));
  } else if (b < 0) {
    double phase = -b * x + order * M_PI / 2; /* derivatives turn by right angles */
    value += power(-b, order) * (c[2] * cos(phase) + c[3] * sin(phase));
  } else if (order < 2) {
    value += order == 0 ? c[2] + c[3] * (x - l / 2) : c[3];
  }
  return value;
}

void hol_line_mode_pair(const hol_line *line, const hol_line_mode *mode, double x, double value[2])
{
  double l = line->length, b = mode->b, C, S;
  const double *c = mode->c;
  if (!(mode->turns > 0 && b > 0)) {
    value[0] = hol_line_mode_at(line, mode, x, 0);
    value[1] = hol_line_mode_at(line, mode, x, 1);
    return;
  }
  double q = x / l, near = exp(-b * x), far = exp(-b * (l - x));
  cos_sin(mode, q, fma(-q, l, x) / l, 0, &C, &S);
  value[0] = (c[0] * C + c[1] * S) + (c[2] * near + c[3] * far);
  value[1] = mode->a * (c[0] * -S + c[1] * C) + b * (-c[2] * near + c[3] * far);
}
