/* SPDX-License-Identifier: BSD-3-Clause */
/* Rings as substructures: modes by nodal diameters in closed form, static compliances, residual flexibility, fields. */
#include "parts/ring/ring.h"
#include "base/memory.h"
#include "base/pi.h"
#include "base/vector.h"
#include "parts/series.h"

#include <assert.h>
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Joints of a ring may let it move in differences of its own motions only: all that is summed or subtracted is so in
 * 64 bits, and rounded once. */
typedef long double wide;

static const wide pi = HOL_LONG_PI;

/** Families summed one by one at first (what follows is known by powers of 1/n); where the same is done again for a
 *  ring next to one that is known; for the deflection under forces; most. Of what follows only Γ_2 and later ones are
 *  left out, which fall off like n^{−5}. */
enum { FAMILIES_FIRST = 4096, FAMILIES_AGAIN = 1024, FAMILIES_FIELD = 256, FAMILIES_MOST = 1 << 20 };
static const double beyond = 100;

enum { COMPONENTS = 4 };

/** One elastic coordinate of a family, of unit strain energy, and the amplitudes it gives: with cos nθ (c) or sin nθ
 * (s), and turned by a quarter wave with sin nθ or −cos nθ. In the plane the components are
 * w (c), u (s), ψ = rz (s); across it v (c), β (c), radial rotation (s), and τ = β + v/R (c), which only twist makes:
 * as a difference of the others it would be lost in a ring that twists little. */
typedef struct coordinate {
  wide amplitude[COMPONENTS];
} coordinate;

/** A family in one motion: up to two coordinates, their mass matrix diagonalised. */
typedef struct family {
  size_t count;
  wide mu[2];
  wide amplitude[2][COMPONENTS]; /**< ψ = φ/ω of the components */
} family;

/* ---- families ---------------------------------------------------------------------------------------------------- */

/** Coordinates in the plane, n ≥ 1. */
static size_t in_plane(const hol_ring *ring, wide n, coordinate z[2])
{
  wide R = ring->radius, d = n * n - 1, stretch = ring->EA > 0 ? sqrtl(R / (pi * ring->EA)) : 0;
  wide bend = sqrtl(R * R * R / (pi * ring->EI_in)) / n;
  if (n == 1) { /* a = b: one coordinate, U = W */
    if (stretch == 0) {
      return 0;
    }
    wide a = 1 / sqrtl(1 / (stretch * stretch) + 1 / (bend * bend));
    z[0] = (coordinate){{0.5L * a, 0.5L * a, a / R}};
    return 1;
  }
  z[0] = (coordinate){{bend * n / d, -bend / d, bend / R}};
  z[1] = (coordinate){{-stretch / d, stretch * n / d, 0}};
  return stretch > 0 ? 2 : 1;
}

/** Coordinates across the plane, n ≥ 1. */
static size_t across(const hol_ring *ring, wide n, coordinate z[2])
{
  wide R = ring->radius, d = n * n - 1, twist = ring->GJ > 0 ? sqrtl(R / (pi * ring->GJ)) / n : 0;
  wide bend = sqrtl(R / (pi * ring->EI_across));
  if (n == 1) { /* a = b; no mass moves with the rigid rotation: V/R = I_p/(mR²) B */
    if (twist == 0) {
      return 0;
    }
    wide a = 1 / sqrtl(1 / (twist * twist) + 1 / (bend * bend)), part = ring->polar_inertia / (ring->line_mass * R * R);
    wide B = a / (1 + part);
    z[0] = (coordinate){{R * part * B, B, -part * B, a}};
    return 1;
  }
  z[0] = (coordinate){{R * bend / d, -bend / d, -n * bend / d}};
  z[1] = (coordinate){{-R * twist / d, twist * n * n / d, n * twist / d, twist}};
  return twist > 0 ? 2 : 1;
}

/** Modes of two coordinates with the mass matrix Σ mass amplitude amplitudeᵀ over the two components with mass. */
static void diagonalise(size_t count, const coordinate z[2], const wide mass[2], family *f)
{
  wide m[2][2] = {{0}}, B[2][2] = {{0}};
  f->count = count;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < 2; k++) {
      B[k][i] = sqrtl(mass[k]) * z[i].amplitude[k];
    }
  }
  for (size_t i = 0; i < 2; i++) {
    for (size_t j = 0; j < 2; j++) {
      m[i][j] = B[0][i] * B[0][j] + B[1][i] * B[1][j];
    }
  }
  wide angle = 0.5L * atan2l(2 * m[0][1], m[0][0] - m[1][1]), c = cosl(angle), s = sinl(angle);
  wide larger = 0.5L * (m[0][0] + m[1][1]) + hypotl(0.5L * (m[0][0] - m[1][1]), m[0][1]);
  wide area = B[0][0] * B[1][1] - B[0][1] * B[1][0]; /* of B, without cancellation in what it is for */
  f->mu[0] = count ? larger : 0;
  f->mu[1] = larger > 0 ? area * area / larger : 0;
  for (size_t k = 0; k < COMPONENTS; k++) {
    wide first = z[0].amplitude[k], second = count > 1 ? z[1].amplitude[k] : 0;
    f->amplitude[0][k] = count > 1 ? c * first + s * second : first;
    f->amplitude[1][k] = c * second - s * first;
  }
}

/** Coefficients of the squares of the first two components in the kinetic energy of a family, times two. */
static void masses(const hol_ring *ring, bool plane, wide mass[2])
{
  mass[0] = pi * ring->radius * ring->line_mass;
  mass[1] = pi * ring->radius * (plane ? ring->line_mass : ring->polar_inertia);
}

/** The elastic modes of n nodal diameters. @param[in] plane  in the plane, or across it */
static family family_of(const hol_ring *ring, wide n, bool plane)
{
  family f = {0};
  coordinate z[2] = {{{0}}};
  wide R = ring->radius;
  if (n > 0) {
    wide mass[2];
    masses(ring, plane, mass);
    size_t count = plane ? in_plane(ring, n, z) : across(ring, n, z);
    diagonalise(count, z, mass, &f);
  } else if (plane && ring->EA > 0) { /* breathing */
    f = (family){.count = 1, .mu = {ring->line_mass * R * R / ring->EA}};
    f.amplitude[0][0] = sqrtl(R / (2 * pi * ring->EA));
  } else if (!plane) { /* every section turns alike */
    f = (family){.count = 1, .mu = {ring->polar_inertia * R * R / ring->EI_across}};
    f.amplitude[0][1] = sqrtl(R / (2 * pi * ring->EI_across));
  }
  return f;
}

/* ---- ports ------------------------------------------------------------------------------------------------------- */

static bool is_in_plane(int freedom)
{
  return freedom == HOL_UX || freedom == HOL_UY || freedom == HOL_RZ;
}

/** A component at a place; of HOL_EVEN_FROM, τ there less τ at another place. */
typedef struct spot {
  int freedom;
  wide theta, from;
} spot;

static bool is_even(int freedom)
{
  return freedom >= HOL_EVEN_FROM;
}

/** Component in own axes at θ, over the components of the motion. */
static void weights(int freedom, wide theta, wide weight[COMPONENTS])
{
  wide c = cosl(theta), s = sinl(theta);
  static const wide none[COMPONENTS] = {0};
  memcpy(weight, none, sizeof none);
  switch (freedom) {
  case HOL_UX:
    weight[0] = c, weight[1] = -s;
    break;
  case HOL_UY:
    weight[0] = s, weight[1] = c;
    break;
  case HOL_RZ:
    weight[2] = 1;
    break;
  case HOL_UZ:
    weight[0] = 1;
    break;
  case HOL_RX:
    weight[1] = -s, weight[2] = c;
    break;
  case HOL_RY:
    weight[1] = c, weight[2] = s;
    break;
  default:
    weight[3] = 1;
    break;
  }
}

/** Do the components go with the cosine in the first mode of a family? */
static bool is_cosine(bool plane, size_t component)
{
  return component == 0 || (!plane && component != 2);
}

/** An end of a port as n goes up from 0. */
typedef struct wheel {
  wide weight[COMPONENTS];
  wide c, s;           /**< cos nθ, sin nθ */
  wide step_c, step_s; /**< cos θ, sin θ */
} wheel;

static void wheel_turn(wheel *w, int freedom, wide theta, size_t n)
{
  if (n == 0) {
    weights(freedom, theta, w->weight);
    w->step_c = cosl(theta);
    w->step_s = sinl(theta);
  }
  bool anew = n % 128 == 0; /* rounding adds up */
  wide before = w->c, beside = w->s;
  w->c = anew ? cosl((wide)n * theta) : w->step_c * before - w->step_s * beside;
  w->s = anew ? sinl((wide)n * theta) : w->step_s * before + w->step_c * beside;
}

/** Weight of each component of n nodal diameters at an end; [1]: in the second mode of a pair, turned. */
static void shares_of(bool plane, const wheel *w, wide share[2][COMPONENTS])
{
  for (size_t k = 0; k < COMPONENTS; k++) {
    share[0][k] = w->weight[k] * (is_cosine(plane, k) ? w->c : w->s);
    share[1][k] = w->weight[k] * (is_cosine(plane, k) ? w->s : -w->c);
  }
}

/** The same at a port.
 *  @param[in,out] w  [2] its ends, at n − 1 before */
static void shares_at(spot at, wheel *w, size_t n, wide share[2][COMPONENTS])
{
  bool plane = is_in_plane(at.freedom);
  wheel_turn(&w[0], at.freedom, at.theta, n);
  shares_of(plane, &w[0], share);
  if (is_even(at.freedom)) {
    wide other[2][COMPONENTS];
    wheel_turn(&w[1], at.freedom, at.from, n);
    shares_of(plane, &w[1], other);
    for (size_t k = 0; k < 2 * COMPONENTS; k++) {
      share[k / COMPONENTS][k % COMPONENTS] -= other[k / COMPONENTS][k % COMPONENTS];
    }
  }
}

/** A component somewhere in the motion with these amplitudes. */
static wide value_of(const wide share[COMPONENTS], const wide amplitude[COMPONENTS])
{
  wide sum = 0;
  for (size_t k = 0; k < COMPONENTS; k++) {
    sum += share[k] * amplitude[k];
  }
  return sum;
}

/* ---- static compliances ------------------------------------------------------------------------------------------ */

/** Bernoulli polynomial of degree k ≤ 7 at ½ + y: by powers of y, of which every other is there, little is lost where
 *  it is small. */
static wide bernoulli(size_t k, wide y)
{
  static const wide c[8][4] = {{1},
                               {1},
                               {-1.L / 12, 1},
                               {-1.L / 4, 1},
                               {7.L / 240, -1.L / 2, 1},
                               {7.L / 48, -5.L / 6, 1},
                               {-31.L / 1344, 7.L / 16, -5.L / 4, 1},
                               {-31.L / 192, 49.L / 48, -7.L / 4, 1}};
  wide sum = 0;
  for (size_t i = k / 2 + 1; i-- > 0;) {
    sum = sum * y * y + c[k][i];
  }
  return k % 2 ? sum * y : sum;
}

enum { POWERS = 8 };

/** Take the first terms from the whole sums. What is left may be 1e-19 of what it is the difference of: sums are
 *  compensated (Neumaier), and the first terms, the only large ones, have sines and cosines of their own. */
static void subtract_first(size_t last, wide phi, wide tail[POWERS])
{
  enum { ANEW = 128 }; /* rounding adds up */
  wide back = cosl(phi), aside = sinl(phi), c = 1, s = 0, lost[POWERS] = {0};
  for (size_t n = last; n > 0; n--) {
    bool anew = n == last || n < ANEW || n % ANEW == 0;
    wide before = c, beside = s, inverse = 1 / (wide)n, power = inverse;
    c = anew ? cosl((wide)n * phi) : back * before + aside * beside;
    s = anew ? sinl((wide)n * phi) : back * beside - aside * before;
    for (size_t k = 1; k < POWERS; k++, power *= inverse) {
      wide term = -power * (k % 2 ? s : c), sum = tail[k] + term;
      lost[k] += fabsl(tail[k]) >= fabsl(term) ? (tail[k] - sum) + term : (term - sum) + tail[k];
      tail[k] = sum;
    }
  }
  for (size_t k = 1; k < POWERS; k++) {
    tail[k] += lost[k];
  }
}

/** Σ_{n > last} n^{−k} cos nφ for even k, sin nφ for odd k, 1 ≤ k < POWERS: all of it less the first ones. */
static void power_tails(size_t last, wide phi, wide tail[POWERS])
{
  wide x = phi / (2 * pi) - floorl(phi / (2 * pi)), factor = 0.5L;
  tail[0] = 0;
  for (size_t k = 1; k < POWERS; k++) {
    factor *= 2 * pi / (wide)k;
    tail[k] = (k % 4 == 2 || k % 4 == 3 ? 1 : -1) * factor * bernoulli(k, x - 0.5L);
  }
  tail[1] = x == 0 ? 0 : tail[1]; /* the sum where it jumps */
  subtract_first(last, phi, tail);
}

/** From this power on differences of whole sums lose what sums beyond the last family are. Γ_1, which counts times λ,
 *  has no lesser ones. */
enum { STEEP = 4 };
/** far_sum() is for (last + 1) |1 − z| of so much or more. */
enum { FAR = 16 };

/** Σ_{n > last} n^{−k} zⁿ, |z| = 1, by parts: z^{m}/(1 − z) Σ_j (z/(1 − z))^j Δ^j m^{−k} with m = last + 1, to 1e-5 of
 *  itself; for z = 1 after Euler and Maclaurin. */
static long double complex far_sum(size_t last, size_t k, long double complex z)
{
  enum { DIFFERENCES = 6 };
  wide m = (wide)last + 1, power = (wide)k, difference[DIFFERENCES];
  if (!(cabsl(1 - z) > 0)) {
    return powl(m, 1 - power) / (power - 1) + powl(m, -power) / 2 + power * powl(m, -power - 1) / 12;
  }
  long double complex sum = 0, factor = 1 / (1 - z);
  for (size_t j = 0; j < DIFFERENCES; j++) {
    difference[j] = powl(m + (wide)j, -power);
  }
  for (size_t j = 0; j < DIFFERENCES; j++, factor *= z / (1 - z)) {
    sum += factor * difference[0];
    for (size_t i = 0; i + j + 1 < DIFFERENCES; i++) {
      difference[i] = difference[i + 1] - difference[i];
    }
  }
  return sum * (cosl(m * cargl(z)) + sinl(m * cargl(z)) * (long double complex)_Complex_I);
}

/** The steep ones anew, of which what is beyond the last family is as good as it is small. Places so close together
 *  that this would take many terms are left as they are. */
static void sum_steep(size_t last, wide phi, wide tail[POWERS])
{
  enum { ANEW = 128, MOST = 1 << 16 };
  wide back = cosl(phi), aside = sinl(phi), c = 1, s = 0,
       apart = cabsl(1 - (back + aside * (long double complex)_Complex_I));
  if (apart > 0 && apart * MOST < FAR) {
    return;
  }
  size_t enough = apart > 0 ? (size_t)(FAR / apart) : 0, to = last > enough ? last : enough;
  for (size_t k = STEEP; k < POWERS; k++) {
    long double complex rest = far_sum(to, k, back + aside * (long double complex)_Complex_I);
    tail[k] = k % 2 ? cimagl(rest) : creall(rest);
  }
  for (size_t n = to; n > last; n--) {
    bool anew = n == to || n % ANEW == 0;
    wide before = c, beside = s, inverse = 1 / (wide)n, power = inverse * inverse * inverse * inverse;
    c = anew ? cosl((wide)n * phi) : back * before + aside * beside;
    s = anew ? sinl((wide)n * phi) : back * beside - aside * before;
    for (size_t k = STEEP; k < POWERS; k++, power *= inverse) {
      tail[k] += power * (k % 2 ? s : c);
    }
  }
}

/** An amplitude of n as coefficient · n^power / (n² − 1)^poles. */
typedef struct law {
  wide coefficient;
  int power;
  size_t poles;
} law;

/** Those of the coordinates of n ≥ 2, see in_plane() and across(). */
static void laws(const hol_ring *ring, bool plane, law law_of[2][COMPONENTS])
{
  memset(law_of, 0, 2 * sizeof *law_of);
  wide R = ring->radius;
  if (plane) {
    wide bend = sqrtl(R * R * R / (pi * ring->EI_in)), stretch = ring->EA > 0 ? sqrtl(R / (pi * ring->EA)) : 0;
    law_of[0][0] = (law){bend, 0, 1};
    law_of[0][1] = (law){-bend, -1, 1};
    law_of[0][2] = (law){bend / R, -1, 0};
    law_of[1][0] = (law){-stretch, 0, 1};
    law_of[1][1] = (law){stretch, 1, 1};
    return;
  }
  wide bend = sqrtl(R / (pi * ring->EI_across)), twist = ring->GJ > 0 ? sqrtl(R / (pi * ring->GJ)) : 0;
  law_of[0][0] = (law){R * bend, 0, 1};
  law_of[0][1] = (law){-bend, 0, 1};
  law_of[0][2] = (law){-bend, 1, 1};
  law_of[1][0] = (law){-R * twist, -1, 1};
  law_of[1][1] = (law){twist, 1, 1};
  law_of[1][2] = (law){twist, 0, 1};
  law_of[1][3] = (law){twist, -1, 0};
}

static law law_product(law a, law b)
{
  return (law){a.coefficient * b.coefficient, a.power + b.power, a.poles + b.poles};
}

/** Σ_{n > last} of such a product times cos nφ or sin nφ: by powers of 1/n. */
static wide product_tail(law p, const wide tail[POWERS])
{
  long power = 2 * (long)p.poles - p.power;
  wide sum = 0, binomial = 1;
  for (size_t k = 0; power < POWERS && p.coefficient != 0; k++, power += 2) { /* (1 − 1/n²)^{−poles} */
    assert(power >= 1);
    sum += binomial * tail[power];
    binomial *= (wide)(p.poles + k) / (wide)(k + 1);
    if (p.poles == 0) {
      break;
    }
  }
  return p.coefficient * sum;
}

/** The laws of all families between two components, summed: of Γ_0 Σ_z a_z b_z, of Γ_1 Σ_zy a_z m_zy b_y with the mass
 *  matrix m of the coordinates, Σ mass amplitude amplitudeᵀ. Γ_2 and what follows converge so fast that nothing is
 *  left. */
static wide law_tail(law law_of[2][COMPONENTS], const wide mass[2], size_t order, const size_t component[2],
                     const wide tail[POWERS])
{
  wide sum = 0;
  for (size_t z = 0; z < 2; z++) {
    law first = law_of[z][component[0]];
    sum += order == 0 ? product_tail(law_product(first, law_of[z][component[1]]), tail) : 0;
    for (size_t k = 0; k < 4 && order == 1; k++) {
      size_t y = k / 2, heavy = k % 2;
      law mid = law_product(law_of[z][heavy], law_of[y][heavy]);
      sum += mass[heavy] * product_tail(law_product(law_product(first, mid), law_of[y][component[1]]), tail);
    }
  }
  return sum;
}

/** Sum of all families beyond the last for Γ_0 or Γ_1 between components at two places.
 *  @param[in] tail  for φ = θ_a − θ_b */
static wide later_there(const hol_ring *ring, size_t order, spot a, spot b, const wide tail[POWERS])
{
  bool plane = is_in_plane(a.freedom);
  law law_of[2][COMPONENTS];
  wide wa[COMPONENTS], wb[COMPONENTS], sum = 0, mass[2];
  laws(ring, plane, law_of);
  masses(ring, plane, mass);
  weights(a.freedom, a.theta, wa);
  weights(b.freedom, b.theta, wb);
  for (size_t i = 0; i < COMPONENTS; i++) {
    for (size_t j = 0; j < COMPONENTS; j++) {
      wide sign = is_cosine(plane, i) && !is_cosine(plane, j) ? -1 : 1; /* cos·sin − sin·cos = −sin φ */
      wide weight = sign * wa[i] * wb[j];
      sum += weight != 0 ? weight * law_tail(law_of, mass, order, (size_t[2]){i, j}, tail) : 0;
    }
  }
  return sum;
}

/** Sums beyond the last family, for the angle they were asked for last: most ports are at few places. */
typedef struct tails {
  bool is_known;
  wide phi, tail[2][POWERS]; /**< for Γ_0, right beside whole sums, and for Γ_1, right beside themselves */
} tails;

static void take_tails(tails *known, size_t last, wide phi)
{
  if (!known->is_known || known->phi != phi) {
    known->is_known = true;
    known->phi = phi;
    power_tails(last, phi, known->tail[0]);
    memcpy(known->tail[1], known->tail[0], sizeof known->tail[1]);
    sum_steep(last, phi, known->tail[1]);
  }
}

/** Sum of all families beyond the last for Γ_0 and Γ_1 between two spots. */
static void later(const hol_ring *ring, size_t last, spot a, spot b, tails *known, wide sum[2])
{
  sum[0] = sum[1] = 0;
  if (is_in_plane(a.freedom) != is_in_plane(b.freedom)) {
    return;
  }
  for (int i = 0; i < (is_even(a.freedom) ? 2 : 1); i++) {
    for (int j = 0; j < (is_even(b.freedom) ? 2 : 1); j++) {
      spot x = {a.freedom, i ? a.from : a.theta, 0}, y = {b.freedom, j ? b.from : b.theta, 0};
      take_tails(known, last, x.theta - y.theta);
      for (size_t order = 0; order < 2; order++) {
        sum[order] += (i == j ? 1 : -1) * later_there(ring, order, x, y, known->tail[order]);
      }
    }
  }
}

/* ---- what modes without fields of their own give ----------------------------------------------------------------- */

/** Components that a place has in own axes, and pairs of one of them and one of a port. */
enum { PLACE_COMPONENTS = 3, PAIRS = PLACE_COMPONENTS * COMPONENTS };

/** Γ_j between two places depends on the angle φ between them only, component by component:
 *
 *      Σ_n c(n) cos nφ, or ∓ sin nφ of a component that goes with the cosine and one that goes with the sine,
 *      c = Σ_k a_i a_l μ^j over those modes of n nodal diameters whose fields are not known
 *
 *  Γ_0 and Γ_1 go on beyond their last family in closed form. */
typedef struct waves {
  size_t reach[HOL_TAILS]; /**< families summed */
  size_t most;             /**< the largest of these */
  size_t from[HOL_TAILS];  /**< where the coefficients of an order begin */
  double *c;               /**< [2][..][PAIRS][reach + 1] across and in the plane, by orders */
  size_t size;             /**< of one of the two */
  double *cosine, *sine;   /**< [most + 1] of nφ */
} waves;

static void waves_clear(waves *w)
{
  free(w->c);
  free(w->cosine);
  free(w->sine);
  *w = (waves){0};
}

/** @param[in] mu  1/ω² of the last mode whose field is known: the others are to be summed; HUGE_VAL: all */
static void fill_waves(const hol_ring *ring, double mu, waves *w)
{
  for (size_t plane = 0; plane < 2; plane++) {
    for (size_t n = 0; n <= w->most && (plane ? ring->in_plane : ring->across); n++) {
      family f = family_of(ring, (wide)n, plane);
      for (size_t k = 0; k < f.count; k++) {
        double next = (double)f.mu[k], power = next >= mu ? 0 : 1;
        for (size_t order = 0; order < HOL_TAILS && power > 0; order++, power *= next) {
          double *c = w->c + plane * w->size + w->from[order] + n;
          for (size_t pair = 0; pair < PAIRS && n <= w->reach[order]; pair++) {
            c[pair * (w->reach[order] + 1)] +=
                power * (double)(f.amplitude[k][pair / COMPONENTS] * f.amplitude[k][pair % COMPONENTS]);
          }
        }
      }
    }
  }
}

/** The higher the order the faster the sums converge; the first two have tails.
 *  @param[in] last   family up to which compliances are summed
 *  @param[in] modes  whose fields are known */
static hol_status waves_start(const hol_ring *ring, size_t last, size_t modes, double mu, waves *w)
{
  last = last < FAMILIES_FIRST + 2 * modes ? last : FAMILIES_FIRST + 2 * modes;
  for (size_t order = 0; order < HOL_TAILS; order++) {
    size_t enough =
        order < 2 ? FAMILIES_FIELD + modes : FAMILIES_FIELD * (order < 4 ? (size_t)16 >> order : 1) + 2 * modes;
    w->reach[order] = enough > last ? last : enough;
    w->most = w->reach[order] > w->most ? w->reach[order] : w->most;
    w->from[order] = w->size;
    w->size += PAIRS * (w->reach[order] + 1);
  }
  w->c = hol_alloc(2 * w->size, sizeof *w->c);
  w->cosine = hol_alloc(w->most + 1, sizeof *w->cosine);
  w->sine = hol_alloc(w->most + 1, sizeof *w->sine);
  if (!w->c || !w->cosine || !w->sine) {
    return HOL_MEMORY;
  }
  fill_waves(ring, mu, w);
  return HOL_OK;
}

/** cos nφ and sin nφ, anew every so often: rounding adds up. */
static void turn_waves(size_t last, double phi, waves *w)
{
  double c = cos(phi), s = sin(phi);
  for (size_t n = 0; n <= last; n++) {
    bool anew = n % 32 == 0;
    double before = anew ? 0 : w->cosine[n - 1], beside = anew ? 0 : w->sine[n - 1];
    w->cosine[n] = anew ? cos((double)n * phi) : c * before - s * beside;
    w->sine[n] = anew ? sin((double)n * phi) : s * before + c * beside;
  }
}

/** Γ_j between the pairs of components of each plane, for one angle φ. */
typedef struct pairs {
  double sum[2][HOL_TAILS][PAIRS];
  wide tail[POWERS]; /**< for Γ_0 and Γ_1 beyond: they reach alike */
} pairs;

static void pairs_at(const hol_ring *ring, double phi, waves *w, pairs *p)
{
  turn_waves(w->most, phi, w);
  power_tails(w->reach[0], phi, p->tail);
  for (size_t i = 0; i < 2 * HOL_TAILS * PAIRS; i++) {
    size_t plane = i / (PAIRS * HOL_TAILS), order = i / PAIRS % HOL_TAILS, pair = i % PAIRS,
           count = w->reach[order] + 1;
    bool first = is_cosine(plane, pair / COMPONENTS), second = is_cosine(plane, pair % COMPONENTS);
    const double *c = w->c + plane * w->size + w->from[order] + pair * count;
    bool moves = plane ? ring->in_plane && pair % COMPONENTS < PLACE_COMPONENTS : ring->across;
    double value = moves ? hol_dot(count, c, first == second ? w->cosine : w->sine) : 0;
    p->sum[plane][order][pair] = first && !second ? -value : value; /* cos·sin − sin·cos = −sin φ */
  }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/** A computation; borrowed: part and request. */
typedef struct work {
  const hol_ring_part *part;
  const hol_modes_request *request;
  spot *port;   /**< [ports] */
  size_t last;  /**< family summed one by one */
  double *psi;  /**< [4 * ports] of a family */
  wheel *wheel; /**< [2 * ports] */
  hol_mode_series series;
} work;

/** A term is marked by its number in the family, the turned one, the motion, and n. */
static size_t mark_of(size_t n, bool plane, size_t turned, size_t k)
{
  return n * 8 + (plane ? 4 : 0) + 2 * turned + k;
}

static hol_status add_family(work *w, size_t n, bool plane)
{
  family f = family_of(&w->part->ring, (wide)n, plane);
  size_t ports = w->request->ports, twins = n ? 2 : 1;
  for (size_t i = 0; i < ports; i++) {
    wide share[2][COMPONENTS] = {{0}};
    if (is_in_plane(w->port[i].freedom) == plane) {
      shares_at(w->port[i], w->wheel + 2 * i, n, share);
    }
    for (size_t k = 0; k < 2 * f.count; k++) {
      w->psi[i + k * ports] = (double)value_of(share[k % 2], f.amplitude[k / 2]);
    }
  }
  for (size_t k = 0; k < f.count; k++) {
    for (size_t turned = 0; turned < twins; turned++) {
      HOL_TRY(hol_mode_series_add(&w->series, (double)f.mu[k], w->psi + (2 * k + turned) * ports,
                                  mark_of(n, plane, turned, k)));
    }
  }
  return HOL_OK;
}

/** The largest 1/ω² of all families beyond the last: frequencies rise with n. */
static double next_mu(const work *w)
{
  const hol_ring *ring = &w->part->ring;
  wide n = (wide)w->last + 1, mu = ring->in_plane ? family_of(ring, n, true).mu[0] : 0;
  return (double)(ring->across ? fmaxl(mu, family_of(ring, n, false).mu[0]) : mu);
}

/** Sum families until the modes requested for and those some way beyond are among them. */
static hol_status collect_families(work *w, size_t *modes)
{
  size_t n = 0;
  for (w->last = w->request->is_repeated ? FAMILIES_AGAIN : FAMILIES_FIRST; w->last < FAMILIES_MOST; w->last *= 2) {
    for (; n <= w->last; n++) {
      HOL_TRY(hol_check_cancelled(w->request->cancellation));
      if (w->part->ring.in_plane) {
        HOL_TRY(add_family(w, n, true));
      }
      if (w->part->ring.across) {
        HOL_TRY(add_family(w, n, false));
      }
    }
    HOL_TRY(hol_mode_series_sort(&w->series));
    if (w->request->modes < w->series.count) {
      size_t at = w->request->modes ? w->request->modes - 1 : 0;
      double mu = w->series.mu[at] / beyond;
      *modes = hol_mode_series_below(&w->series, mu);
      if (mu > 4 * next_mu(w)) {
        return HOL_OK;
      }
    }
  }
  return HOL_NUMERICAL;
}

/** Rigid-body modes: ux, uy, rz in the plane, uz, rx, ry across it. */
static size_t rigid_freedoms(const hol_ring *ring, int freedom[6])
{
  size_t count = 0;
  for (int f = 0; f < 6; f++) {
    if (is_in_plane(f) ? ring->in_plane : ring->across) {
      freedom[count++] = f;
    }
  }
  return count;
}

/** The rigid-body motion along (about) a freedom at θ, of unit modal mass. */
static wide rigid_at(const hol_ring *ring, int motion, spot at)
{
  wide R = ring->radius, mass = 2 * pi * R * ring->line_mass, x = R * cosl(at.theta), y = R * sinl(at.theta);
  wide across_inertia = 0.5L * mass * R * R + pi * R * ring->polar_inertia;
  wide size = motion < HOL_RX ? mass : motion == HOL_RZ ? mass * R * R : across_inertia, unit = 1 / sqrtl(size);
  if (at.freedom == motion || is_even(at.freedom)) {
    return at.freedom == motion ? unit : 0; /* a rigid ring does not twist */
  }
  switch (motion * 6 + at.freedom) {
  case HOL_RZ * 6 + HOL_UX:
    return -y * unit;
  case HOL_RZ * 6 + HOL_UY:
    return x * unit;
  case HOL_RX * 6 + HOL_UZ:
    return y * unit;
  case HOL_RY * 6 + HOL_UZ:
    return -x * unit;
  default:
    return 0;
  }
}

static void fill_tail(work *w)
{
  size_t ports = w->request->ports;
  tails known = {0};
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j <= i; j++) {
      wide value[2];
      later(&w->part->ring, w->last, w->port[i], w->port[j], &known, value);
      for (size_t order = 0; order < 2; order++) {
        w->series.tail[(order * ports + j) * ports + i] = (double)value[order];
      }
    }
  }
}

/** Displacements and rotations at one place. @param[in] f  [modes] the family of each */
static void fill_field_at(work *w, size_t place, size_t rigid, const int *motion, size_t modes, const family *f)
{
  const hol_ring *ring = &w->part->ring;
  size_t rows = HOL_PLACE * w->part->places;
  wide theta = w->part->place[place], weight[HOL_PLACE][COMPONENTS];
  double *field = w->series.field + HOL_PLACE * place;
  for (int freedom = 0; freedom < HOL_PLACE; freedom++) {
    bool moves = is_in_plane(freedom) ? ring->in_plane : ring->across;
    weights(freedom, theta, weight[freedom]);
    for (size_t k = 0; k < rigid && moves; k++) {
      field[(size_t)freedom + k * rows] = (double)rigid_at(ring, motion[k], (spot){freedom, theta, 0});
    }
  }
  for (size_t k = 0; k < modes; k++) {
    size_t mark = w->series.mark[k];
    bool plane = mark / 4 % 2 == 1;
    wide angle = (wide)(mark / 8) * theta, share[2][COMPONENTS];
    wheel turned = {.c = cosl(angle), .s = sinl(angle)};
    for (int freedom = 0; freedom < HOL_PLACE; freedom++) {
      if (is_in_plane(freedom) == plane) {
        memcpy(turned.weight, weight[freedom], sizeof turned.weight);
        shares_of(plane, &turned, share);
        field[(size_t)freedom + (rigid + k) * rows] =
            (double)(value_of(share[mark / 2 % 2], f[k].amplitude[mark % 2]) / sqrtl(f[k].mu[mark % 2]));
      }
    }
  }
}

static hol_status fill_fields(work *w, size_t rigid, const int *motion, size_t modes)
{
  family *f = hol_alloc(modes, sizeof *f);
  if (!f) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < modes; k++) {
    f[k] = family_of(&w->part->ring, (wide)(w->series.mark[k] / 8), w->series.mark[k] / 4 % 2 == 1);
  }
  for (size_t place = 0; place < w->part->places; place++) {
    fill_field_at(w, place, rigid, motion, modes, f);
  }
  free(f);
  return HOL_OK;
}

/** Γ_j from an end of a port to the components of its plane at a place, added with a sign.
 *  @param[in] b  the end as a place */
static void add_responses(work *w, const pairs *p, size_t place, size_t port, spot b, double sign)
{
  bool plane = is_in_plane(b.freedom);
  size_t rows = HOL_PLACE * w->part->places;
  wide wa[COMPONENTS], wb[COMPONENTS];
  weights(b.freedom, b.theta, wb);
  for (int freedom = 0; freedom < HOL_PLACE; freedom++) {
    spot a = {freedom, w->part->place[place], 0};
    weights(freedom, a.theta, wa);
    for (size_t order = 0; order < HOL_TAILS && is_in_plane(freedom) == plane; order++) {
      wide sum = order < 2 ? later_there(&w->part->ring, order, a, b, p->tail) : 0;
      for (size_t pair = 0; pair < PAIRS; pair++) {
        sum += wa[pair / COMPONENTS] * wb[pair % COMPONENTS] * p->sum[plane][order][pair];
      }
      w->series.response[(order * w->request->ports + port) * rows + place * HOL_PLACE + (size_t)freedom] +=
          sign * (double)sum;
    }
  }
}

static void fill_place(work *w, size_t place, waves *all)
{
  pairs p, q;
  for (size_t port = 0; port < w->request->ports; port++) {
    spot b = w->port[port];
    if (port == 0 || b.theta != w->port[port - 1].theta) {
      pairs_at(&w->part->ring, (double)(w->part->place[place] - b.theta), all, &p);
    }
    add_responses(w, &p, place, port, b, 1);
    if (is_even(b.freedom)) {
      pairs_at(&w->part->ring, (double)(w->part->place[place] - b.from), all, &q);
      add_responses(w, &q, place, port, (spot){b.freedom, b.from, 0}, -1);
    }
  }
}

static hol_status fill_responses(work *w, size_t modes)
{
  waves all = {0};
  double mu = modes ? w->series.mu[modes - 1] : HUGE_VAL;
  hol_status status = waves_start(&w->part->ring, w->last, modes, mu, &all);
  for (size_t place = 0; place < w->part->places && status == HOL_OK; place++) {
    fill_place(w, place, &all);
  }
  waves_clear(&all);
  return status;
}

static hol_status compute_modes_in(work *w, hol_component_modes *own)
{
  const hol_ring *ring = &w->part->ring;
  size_t modes = 0, ports = w->request->ports;
  for (size_t i = 0; i < ports; i++) {
    hol_port port = w->request->port[i];
    if (is_in_plane(port.component) ? !ring->in_plane : !ring->across) {
      return HOL_INVALID;
    }
    double from = is_even(port.component) ? w->part->theta[port.component - HOL_EVEN_FROM] : 0;
    w->port[i] = (spot){port.component, w->part->theta[port.point], from};
  }
  HOL_TRY(w->request->only_rigid ? HOL_OK : collect_families(w, &modes));
  int motion[6] = {0};
  size_t rigid = rigid_freedoms(ring, motion);
  HOL_TRY(hol_mode_series_prepare(&w->series, rigid + modes));
  if (!w->request->only_rigid) {
    fill_tail(w);
    HOL_TRY(fill_fields(w, rigid, motion, modes));
    HOL_TRY(ports && !w->request->is_repeated ? fill_responses(w, modes) : HOL_OK);
  }
  double *rigid_phi = hol_alloc(ports * rigid, sizeof *rigid_phi);
  for (size_t k = 0; rigid_phi && k < ports * rigid; k++) {
    rigid_phi[k] = (double)rigid_at(ring, motion[k / ports], w->port[k % ports]);
  }
  hol_status status = rigid_phi ? hol_mode_series_publish(&w->series, rigid, rigid_phi, modes, own) : HOL_MEMORY;
  free(rigid_phi);
  own->error = fmax(ring->error, 64 * DBL_EPSILON);
  return status;
}

static hol_status compute_modes(const void *part, const hol_modes_request *request, hol_component_modes *modes)
{
  const hol_ring_part *ring = part;
  work w = {.part = ring,
            .request = request,
            .port = hol_alloc(request->ports, sizeof *w.port),
            .psi = hol_alloc(4 * request->ports, sizeof *w.psi),
            .wheel = hol_alloc(2 * request->ports, sizeof *w.wheel),
            .series = {.ports = request->ports, .places = ring->places}};
  hol_status status = w.port && w.psi && w.wheel ? compute_modes_in(&w, modes) : HOL_MEMORY;
  free(w.port);
  free(w.psi);
  free(w.wheel);
  hol_mode_series_clear(&w.series);
  return status;
}

static bool accepts_force(const void *part, hol_port port)
{
  const hol_ring *ring = &((const hol_ring_part *)part)->ring;
  return is_in_plane(port.component) ? ring->in_plane : ring->across;
}

const hol_substructure_class *hol_ring_class(void)
{
  static const hol_substructure_class class = {.far = {8, 2000, 0.5},
                                               .theory = "thin rings in closed form",
                                               .component_modes = compute_modes,
                                               .residual_flexibility = hol_mode_series_residual_flexibility,
                                               .field = hol_mode_series_field,
                                               .clear = hol_mode_series_release,
                                               .accepts_force = accepts_force,
                                               .free = free};
  return &class;
}
