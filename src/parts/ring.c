#include "parts/ring.h"
#include "base/memory.h"
#include "base/vector.h"
#include "parts/series.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/** Families summed one by one at first (what follows is known by powers of 1/n), for the deflection under forces; most. */
enum { FAMILIES_FIRST = 4096, FAMILIES_FIELD = 256, FAMILIES_MOST = 1 << 20 };
static const double beyond = 100;

enum { COMPONENTS = 4 };

/** One elastic coordinate of a family, of unit strain energy, and the amplitudes it gives: with cos nθ (c) or sin nθ (s), and
 * turned by a quarter wave with sin nθ or −cos nθ. In the plane the components are
 * w (c), u (s), ψ = rz (s); across it v (c), β (c), radial rotation (s), and τ = β + v/R (c), which only twist makes: as a
 * difference of the others it would be lost in a ring that twists little. */
typedef struct coordinate {
  double amplitude[COMPONENTS];
} coordinate;

/** A family in one motion: up to two coordinates, their mass matrix diagonalised. */
typedef struct family {
  size_t count;
  double mu[2];
  double amplitude[2][COMPONENTS]; /**< ψ = φ/ω of the components */
} family;

/* ---- families -------------------------------------------------------------------------------------------------------------- */

/** Coordinates in the plane, n ≥ 1. */
static size_t in_plane(const hol_ring *ring, double n, coordinate z[2])
{
  double R = ring->radius, d = n * n - 1, stretch = ring->EA > 0 ? sqrt(R / (pi * ring->EA)) : 0;
  double bend = sqrt(R * R * R / (pi * ring->EI_in)) / n;
  if (n == 1) { /* a = b: one coordinate, U = W */
    if (stretch == 0) {
      return 0;
    }
    double a = 1 / sqrt(1 / (stretch * stretch) + 1 / (bend * bend));
    z[0] = (coordinate){{0.5 * a, 0.5 * a, a / R}};
    return 1;
  }
  z[0] = (coordinate){{bend * n / d, -bend / d, bend / R}};
  z[1] = (coordinate){{-stretch / d, stretch * n / d, 0}};
  return stretch > 0 ? 2 : 1;
}

/** Coordinates across the plane, n ≥ 1. */
static size_t across(const hol_ring *ring, double n, coordinate z[2])
{
  double R = ring->radius, d = n * n - 1, twist = ring->GJ > 0 ? sqrt(R / (pi * ring->GJ)) / n : 0;
  double bend = sqrt(R / (pi * ring->EI_across));
  if (n == 1) { /* a = b; no mass moves with the rigid rotation: V/R = I_p/(mR²) B */
    if (twist == 0) {
      return 0;
    }
    double a = 1 / sqrt(1 / (twist * twist) + 1 / (bend * bend)), part = ring->polar_inertia / (ring->line_mass * R * R);
    double B = a / (1 + part);
    z[0] = (coordinate){{R * part * B, B, -part * B, a}};
    return 1;
  }
  z[0] = (coordinate){{R * bend / d, -bend / d, -n * bend / d}};
  z[1] = (coordinate){{-R * twist / d, twist * n * n / d, n * twist / d, twist}};
  return twist > 0 ? 2 : 1;
}

/** Modes of two coordinates with the mass matrix Σ mass amplitude amplitudeᵀ over the two components with mass. */
static void diagonalise(size_t count, const coordinate z[2], const double mass[2], family *f)
{
  double m[2][2] = {{0}}, B[2][2] = {{0}};
  f->count = count;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < 2; k++) {
      B[k][i] = sqrt(mass[k]) * z[i].amplitude[k];
    }
  }
  for (size_t i = 0; i < 2; i++) {
    for (size_t j = 0; j < 2; j++) {
      m[i][j] = B[0][i] * B[0][j] + B[1][i] * B[1][j];
    }
  }
  double angle = 0.5 * atan2(2 * m[0][1], m[0][0] - m[1][1]), c = cos(angle), s = sin(angle);
  double larger = 0.5 * (m[0][0] + m[1][1]) + hypot(0.5 * (m[0][0] - m[1][1]), m[0][1]);
  double area = B[0][0] * B[1][1] - B[0][1] * B[1][0]; /* of B, without cancellation in what it is for */
  f->mu[0] = count ? larger : 0;
  f->mu[1] = larger > 0 ? area * area / larger : 0;
  for (size_t k = 0; k < COMPONENTS; k++) {
    double first = z[0].amplitude[k], second = count > 1 ? z[1].amplitude[k] : 0;
    f->amplitude[0][k] = count > 1 ? c * first + s * second : first;
    f->amplitude[1][k] = c * second - s * first;
  }
}

/** The elastic modes of n nodal diameters. @param[in] plane  in the plane, or across it */
static family family_of(const hol_ring *ring, double n, bool plane)
{
  family f = {0};
  coordinate z[2] = {{{0}}};
  double R = ring->radius;
  if (n > 0) {
    double mass[2] = {pi * R * ring->line_mass, pi * R * (plane ? ring->line_mass : ring->polar_inertia)};
    size_t count = plane ? in_plane(ring, n, z) : across(ring, n, z);
    diagonalise(count, z, mass, &f);
  } else if (plane && ring->EA > 0) { /* breathing */
    f = (family){.count = 1, .mu = {ring->line_mass * R * R / ring->EA}};
    f.amplitude[0][0] = sqrt(R / (2 * pi * ring->EA));
  } else if (!plane) { /* every section turns alike */
    f = (family){.count = 1, .mu = {ring->polar_inertia * R * R / ring->EI_across}};
    f.amplitude[0][1] = sqrt(R / (2 * pi * ring->EI_across));
  }
  return f;
}

/* ---- ports ------------------------------------------------------------------------------------------------------------------- */

static bool is_in_plane(int freedom)
{
  return freedom == HOL_UX || freedom == HOL_UY || freedom == HOL_RZ;
}

/** A component at a place; of HOL_EVEN_FROM, τ there less τ at another place. */
typedef struct spot {
  int freedom;
  double theta, from;
} spot;

static bool is_even(int freedom)
{
  return freedom >= HOL_EVEN_FROM;
}

/** What of the components of its motion a component in own axes is, at θ. */
static void weights(int freedom, double theta, double weight[COMPONENTS])
{
  double c = cos(theta), s = sin(theta);
  static const double none[COMPONENTS] = {0};
  memcpy(weight, none, sizeof none);
  switch (freedom) {
    case HOL_UX: weight[0] = c, weight[1] = -s; break;
    case HOL_UY: weight[0] = s, weight[1] = c; break;
    case HOL_RZ: weight[2] = 1; break;
    case HOL_UZ: weight[0] = 1; break;
    case HOL_RX: weight[1] = -s, weight[2] = c; break;
    case HOL_RY: weight[1] = c, weight[2] = s; break;
    default: weight[3] = 1; break;
  }
}

/** Do the components go with the cosine in the first mode of a family? */
static bool is_cosine(bool plane, size_t component)
{
  return component == 0 || (!plane && component != 2);
}

/** A component at θ in the motion with these amplitudes; `turned` is the second mode of a pair. */
static double value_there(int freedom, double theta, double n, bool turned, const double amplitude[COMPONENTS])
{
  double weight[COMPONENTS], sum = 0, c = cos(n * theta), s = sin(n * theta);
  bool plane = is_in_plane(freedom);
  weights(freedom, theta, weight);
  for (size_t k = 0; k < COMPONENTS; k++) {
    double shape = is_cosine(plane, k) ? (turned ? s : c) : turned ? -c : s;
    sum += weight[k] * amplitude[k] * shape;
  }
  return sum;
}

static double value_at(spot at, double n, bool turned, const double amplitude[COMPONENTS])
{
  double value = value_there(at.freedom, at.theta, n, turned, amplitude);
  return is_even(at.freedom) ? value - value_there(at.freedom, at.from, n, turned, amplitude) : value;
}

/* ---- static compliances ---------------------------------------------------------------------------------------------------------- */

/** Bernoulli polynomial of degree k ≤ 7. */
static double bernoulli(size_t k, double x)
{
  static const double c[8][8] = {{1},
                                 {-1. / 2, 1},
                                 {1. / 6, -1, 1},
                                 {0, 1. / 2, -3. / 2, 1},
                                 {-1. / 30, 0, 1, -2, 1},
                                 {0, -1. / 6, 0, 5. / 3, -5. / 2, 1},
                                 {1. / 42, 0, -1. / 2, 0, 5. / 2, -3, 1},
                                 {0, 1. / 6, 0, -7. / 6, 0, 7. / 2, -7. / 2, 1}};
  double sum = 0;
  for (size_t i = k + 1; i-- > 0;) {
    sum = sum * x + c[k][i];
  }
  return sum;
}

enum { POWERS = 8 };

/** Σ_{n > last} n^{−k} cos nφ for even k, sin nφ for odd k, 1 ≤ k < POWERS: all of it less the first ones. */
static void power_tails(size_t last, double phi, double tail[POWERS])
{
  double x = phi / (2 * pi) - floor(phi / (2 * pi)), factor = 0.5;
  tail[0] = 0;
  for (size_t k = 1; k < POWERS; k++) {
    factor *= 2 * pi / (double)k;
    tail[k] = (k % 4 == 2 || k % 4 == 3 ? 1 : -1) * factor * bernoulli(k, x);
  }
  tail[1] = x == 0 ? 0 : tail[1]; /* the sum where it jumps */
  for (size_t n = last; n > 0; n--) {
    double c = cos((double)n * phi), s = sin((double)n * phi), inverse = 1 / (double)n, power = inverse;
    for (size_t k = 1; k < POWERS; k++, power *= inverse) {
      tail[k] -= power * (k % 2 ? s : c);
    }
  }
}

/** An amplitude of n as coefficient · n^power / (n² − 1)^poles. */
typedef struct law {
  double coefficient;
  int power;
  size_t poles;
} law;

/** Those of the coordinates of n ≥ 2, see in_plane() and across(). */
static void laws(const hol_ring *ring, bool plane, law law_of[2][COMPONENTS])
{
  memset(law_of, 0, 2 * sizeof *law_of);
  double R = ring->radius;
  if (plane) {
    double bend = sqrt(R * R * R / (pi * ring->EI_in)), stretch = ring->EA > 0 ? sqrt(R / (pi * ring->EA)) : 0;
    law_of[0][0] = (law){bend, 0, 1};
    law_of[0][1] = (law){-bend, -1, 1};
    law_of[0][2] = (law){bend / R, -1, 0};
    law_of[1][0] = (law){-stretch, 0, 1};
    law_of[1][1] = (law){stretch, 1, 1};
    return;
  }
  double bend = sqrt(R / (pi * ring->EI_across)), twist = ring->GJ > 0 ? sqrt(R / (pi * ring->GJ)) : 0;
  law_of[0][0] = (law){R * bend, 0, 1};
  law_of[0][1] = (law){-bend, 0, 1};
  law_of[0][2] = (law){-bend, 1, 1};
  law_of[1][0] = (law){-R * twist, -1, 1};
  law_of[1][1] = (law){twist, 1, 1};
  law_of[1][2] = (law){twist, 0, 1};
  law_of[1][3] = (law){twist, -1, 0};
}

/** Σ_{n > last} of the product of two amplitudes times cos nφ or sin nφ: by powers of 1/n. */
static double product_tail(law a, law b, const double tail[POWERS])
{
  size_t poles = a.poles + b.poles;
  long power = 2 * (long)poles - a.power - b.power;
  double sum = 0, binomial = 1;
  for (size_t k = 0; power < POWERS; k++, power += 2) { /* (1 − 1/n²)^{−poles} */
    assert(power >= 1);
    sum += binomial * tail[power];
    binomial *= (double)(poles + k) / (double)(k + 1);
    if (poles == 0) {
      break;
    }
  }
  return a.coefficient * b.coefficient * sum;
}

/** What all families beyond the last give to the static compliance between components at two places.
 *  @param[in] tail  for φ = θ_a − θ_b */
static double later_there(const hol_ring *ring, spot a, spot b, const double tail[POWERS])
{
  bool plane = is_in_plane(a.freedom);
  law law_of[2][COMPONENTS];
  double wa[COMPONENTS], wb[COMPONENTS], sum = 0;
  laws(ring, plane, law_of);
  weights(a.freedom, a.theta, wa);
  weights(b.freedom, b.theta, wb);
  for (size_t i = 0; i < COMPONENTS; i++) {
    for (size_t j = 0; j < COMPONENTS; j++) {
      bool ci = is_cosine(plane, i), cj = is_cosine(plane, j);
      double sign = ci && !cj ? -1 : 1; /* cos·sin − sin·cos = −sin φ */
      for (size_t z = 0; z < 2 && wa[i] * wb[j] != 0; z++) {
        sum += law_of[z][i].coefficient * law_of[z][j].coefficient != 0
                   ? sign * wa[i] * wb[j] * product_tail(law_of[z][i], law_of[z][j], tail)
                   : 0;
      }
    }
  }
  return sum;
}

/** What all families beyond the last give to the static compliance between two spots. */
static double later(const hol_ring *ring, size_t last, spot a, spot b)
{
  double sum = 0;
  if (is_in_plane(a.freedom) != is_in_plane(b.freedom)) {
    return 0;
  }
  for (int i = 0; i < (is_even(a.freedom) ? 2 : 1); i++) {
    for (int j = 0; j < (is_even(b.freedom) ? 2 : 1); j++) {
      double tail[POWERS];
      spot x = {a.freedom, i ? a.from : a.theta, 0}, y = {b.freedom, j ? b.from : b.theta, 0};
      power_tails(last, x.theta - y.theta, tail);
      sum += (i == j ? 1 : -1) * later_there(ring, x, y, tail);
    }
  }
  return sum;
}

/* ---- what modes without fields of their own give ------------------------------------------------------------------------- */

/** Components that a place has in own axes, and pairs of one of them and one of a port. */
enum { PLACE_COMPONENTS = 3, PAIRS = PLACE_COMPONENTS * COMPONENTS };

/** Γ_j between two places depends on the angle φ between them only, component by component:
 *
 *      Σ_n c(n) cos nφ, or ∓ sin nφ of a component that goes with the cosine and one that goes with the sine,
 *      c = Σ_k a_i a_l μ^j over those modes of n nodal diameters whose fields are not known
 *
 *  Γ_0 goes on beyond its last family in closed form. */
typedef struct waves {
  size_t reach[HOL_TAILS];  /**< families summed */
  size_t from[HOL_TAILS];   /**< where the coefficients of an order begin */
  double *c;                /**< [2][..][PAIRS][reach + 1] across and in the plane, by orders */
  size_t size;              /**< of one of the two */
  double *cosine, *sine;    /**< [largest reach + 1] of nφ */
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
    for (size_t n = 0; n <= w->reach[1] && (plane ? ring->in_plane : ring->across); n++) {
      family f = family_of(ring, (double)n, plane);
      for (size_t k = 0; k < f.count; k++) {
        double power = f.mu[k] >= mu ? 0 : 1;
        for (size_t order = 0; order < HOL_TAILS && power > 0; order++, power *= f.mu[k]) {
          double *c = w->c + plane * w->size + w->from[order] + n;
          for (size_t pair = 0; pair < PAIRS && n <= w->reach[order]; pair++) {
            c[pair * (w->reach[order] + 1)] += power * f.amplitude[k][pair / COMPONENTS] * f.amplitude[k][pair % COMPONENTS];
          }
        }
      }
    }
  }
}

/** The higher the order the faster the sums converge.
 *  @param[in] last   family up to which compliances are summed
 *  @param[in] modes  whose fields are known */
static hol_status waves_start(const hol_ring *ring, size_t last, size_t modes, double mu, waves *w)
{
  last = last < FAMILIES_FIRST + 2 * modes ? last : FAMILIES_FIRST + 2 * modes;
  for (size_t order = 0; order < HOL_TAILS; order++) {
    size_t enough = order == 0 ? FAMILIES_FIELD + modes : FAMILIES_FIELD * (order < 4 ? (size_t)16 >> order : 1) + 2 * modes;
    w->reach[order] = order == 1 || enough > last ? last : enough;
    w->from[order] = w->size;
    w->size += PAIRS * (w->reach[order] + 1);
  }
  w->c = hol_alloc(2 * w->size, sizeof *w->c);
  w->cosine = hol_alloc(last + 1, sizeof *w->cosine);
  w->sine = hol_alloc(last + 1, sizeof *w->sine);
  if (!w->c || !w->cosine || !w->sine) {
    return HOL_MEMORY;
  }
  fill_waves(ring, mu, w);
  return HOL_OK;
}

/** cos nφ and sin nφ, anew every so often: rounding adds up. */
static void turn(size_t last, double phi, waves *w)
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
  double tail[POWERS];      /**< for Γ_0 beyond */
} pairs;

static void pairs_at(const hol_ring *ring, double phi, waves *w, pairs *p)
{
  turn(w->reach[1], phi, w);
  power_tails(w->reach[0], phi, p->tail);
  for (size_t i = 0; i < 2 * HOL_TAILS * PAIRS; i++) {
    size_t plane = i / (PAIRS * HOL_TAILS), order = i / PAIRS % HOL_TAILS, pair = i % PAIRS, count = w->reach[order] + 1;
    bool first = is_cosine(plane, pair / COMPONENTS), second = is_cosine(plane, pair % COMPONENTS);
    const double *c = w->c + plane * w->size + w->from[order] + pair * count;
    bool moves = plane ? ring->in_plane && pair % COMPONENTS < PLACE_COMPONENTS : ring->across;
    double value = moves ? hol_dot(count, c, first == second ? w->cosine : w->sine) : 0;
    p->sum[plane][order][pair] = first && !second ? -value : value; /* cos·sin − sin·cos = −sin φ */
  }
}

/* ---- the whole -------------------------------------------------------------------------------------------------------------------- */

/** A computation; borrowed: part and wish. */
typedef struct work {
  const hol_ring_part *part;
  const hol_flexible_wish *wish;
  spot *port;           /**< [ports] */
  size_t last;          /**< family summed one by one */
  double *psi;          /**< [ports] */
  hol_series series;
} work;

/** A term is marked by its number in the family, the turned one, the motion, and n. */
static size_t mark_of(size_t n, bool plane, bool turned, size_t k)
{
  return n * 8 + (plane ? 4 : 0) + (turned ? 2 : 0) + k;
}

static hol_status add_family(work *w, size_t n, bool plane)
{
  family f = family_of(&w->part->ring, (double)n, plane);
  for (size_t k = 0; k < f.count; k++) {
    for (int turned = 0; turned < (n ? 2 : 1); turned++) {
      for (size_t i = 0; i < w->wish->ports; i++) {
        spot port = w->port[i];
        bool is_its = is_in_plane(port.freedom) == plane;
        w->psi[i] = is_its ? value_at(port, (double)n, turned, f.amplitude[k]) : 0;
      }
      HOL_TRY(hol_series_add(&w->series, f.mu[k], w->psi, mark_of(n, plane, turned, k)));
    }
  }
  return HOL_OK;
}

/** The largest 1/ω² of all families beyond the last: frequencies rise with n. */
static double next_mu(const work *w)
{
  const hol_ring *ring = &w->part->ring;
  double n = (double)w->last + 1, mu = ring->in_plane ? family_of(ring, n, true).mu[0] : 0;
  return ring->across ? fmax(mu, family_of(ring, n, false).mu[0]) : mu;
}

/** Sum families until the modes wished for and those some way beyond are among them. */
static hol_status collect(work *w, size_t *modes)
{
  size_t n = 0;
  for (w->last = FAMILIES_FIRST; w->last < FAMILIES_MOST; w->last *= 2) {
    for (; n <= w->last; n++) {
      if (w->part->ring.in_plane) {
        HOL_TRY(add_family(w, n, true));
      }
      if (w->part->ring.across) {
        HOL_TRY(add_family(w, n, false));
      }
    }
    HOL_TRY(hol_series_sort(&w->series));
    if (w->wish->modes < w->series.count) {
      size_t at = w->wish->modes ? w->wish->modes - 1 : 0;
      double mu = w->series.mu[at] / beyond;
      *modes = hol_series_below(&w->series, mu);
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
static double rigid_at(const hol_ring *ring, int motion, spot at)
{
  double R = ring->radius, mass = 2 * pi * R * ring->line_mass, x = R * cos(at.theta), y = R * sin(at.theta);
  double across_inertia = 0.5 * mass * R * R + pi * R * ring->polar_inertia;
  double size = motion < HOL_RX ? mass : motion == HOL_RZ ? mass * R * R : across_inertia, unit = 1 / sqrt(size);
  if (at.freedom == motion || is_even(at.freedom)) {
    return at.freedom == motion ? unit : 0; /* a rigid ring does not twist */
  }
  switch (motion * 6 + at.freedom) {
    case HOL_RZ * 6 + HOL_UX: return -y * unit;
    case HOL_RZ * 6 + HOL_UY: return x * unit;
    case HOL_RX * 6 + HOL_UZ: return y * unit;
    case HOL_RY * 6 + HOL_UZ: return -x * unit;
    default: return 0;
  }
}

static void fill_tail(work *w)
{
  size_t ports = w->wish->ports;
  for (size_t i = 0; i < ports; i++) {
    for (size_t j = 0; j <= i; j++) {
      double value = later(&w->part->ring, w->last, w->port[i], w->port[j]);
      w->series.tail[i + j * ports] = w->series.tail[j + i * ports] = value;
    }
  }
}

static void fill_fields(work *w, size_t rigid, const int *motion, size_t modes)
{
  const hol_ring *ring = &w->part->ring;
  size_t rows = HOL_PLACE * w->part->places;
  for (size_t row = 0; row < rows; row++) {
    spot at = {(int)(row % HOL_PLACE), w->part->place[row / HOL_PLACE], 0};
    bool plane = is_in_plane(at.freedom);
    if (plane ? !ring->in_plane : !ring->across) {
      continue;
    }
    for (size_t k = 0; k < rigid; k++) {
      w->series.field[row + k * rows] = rigid_at(ring, motion[k], at);
    }
    for (size_t k = 0; k < modes; k++) {
      size_t mark = w->series.mark[k], n = mark / 8;
      if (plane == (mark / 4 % 2 == 1)) {
        family f = family_of(ring, (double)n, plane);
        w->series.field[row + (rigid + k) * rows] =
            value_at(at, (double)n, mark / 2 % 2, f.amplitude[mark % 2]) / sqrt(f.mu[mark % 2]);
      }
    }
  }
}

/** Γ_j from an end of a port to the components of its plane at a place, added with a sign.
 *  @param[in] b  the end as a place */
static void add_responses(work *w, const pairs *p, size_t place, size_t port, spot b, double sign)
{
  bool plane = is_in_plane(b.freedom);
  size_t rows = HOL_PLACE * w->part->places;
  double wa[COMPONENTS], wb[COMPONENTS];
  weights(b.freedom, b.theta, wb);
  for (int freedom = 0; freedom < HOL_PLACE; freedom++) {
    spot a = {freedom, w->part->place[place], 0};
    weights(freedom, a.theta, wa);
    for (size_t order = 0; order < HOL_TAILS && is_in_plane(freedom) == plane; order++) {
      double sum = order == 0 ? later_there(&w->part->ring, a, b, p->tail) : 0;
      for (size_t pair = 0; pair < PAIRS; pair++) {
        sum += wa[pair / COMPONENTS] * wb[pair % COMPONENTS] * p->sum[plane][order][pair];
      }
      w->series.response[(order * w->wish->ports + port) * rows + place * HOL_PLACE + (size_t)freedom] += sign * sum;
    }
  }
}

static void fill_place(work *w, size_t place, waves *all)
{
  pairs p, q;
  for (size_t port = 0; port < w->wish->ports; port++) {
    spot b = w->port[port];
    if (port == 0 || b.theta != w->port[port - 1].theta) {
      pairs_at(&w->part->ring, w->part->place[place] - b.theta, all, &p);
    }
    add_responses(w, &p, place, port, b, 1);
    if (is_even(b.freedom)) {
      pairs_at(&w->part->ring, w->part->place[place] - b.from, all, &q);
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

static hol_status compute_in(work *w, hol_own_modes *own)
{
  const hol_ring *ring = &w->part->ring;
  size_t modes = 0, ports = w->wish->ports;
  for (size_t i = 0; i < ports; i++) {
    hol_flexible_port port = w->wish->port[i];
    if (is_in_plane(port.freedom) ? !ring->in_plane : !ring->across) {
      return HOL_INVALID;
    }
    double from = is_even(port.freedom) ? w->part->theta[port.freedom - HOL_EVEN_FROM] : 0;
    w->port[i] = (spot){port.freedom, w->part->theta[port.point], from};
  }
  HOL_TRY(w->wish->only_rigid ? HOL_OK : collect(w, &modes));
  int motion[6] = {0};
  size_t rigid = rigid_freedoms(ring, motion);
  HOL_TRY(hol_series_prepare(&w->series, rigid + modes));
  if (!w->wish->only_rigid) {
    fill_tail(w);
    fill_fields(w, rigid, motion, modes);
    HOL_TRY(ports && !w->wish->is_repeated ? fill_responses(w, modes) : HOL_OK);
  }
  double *rigid_phi = hol_alloc(ports * rigid, sizeof *rigid_phi);
  for (size_t k = 0; rigid_phi && k < ports * rigid; k++) {
    rigid_phi[k] = rigid_at(ring, motion[k / ports], w->port[k % ports]);
  }
  hol_status status = rigid_phi ? hol_series_publish(&w->series, rigid, rigid_phi, modes, own) : HOL_MEMORY;
  free(rigid_phi);
  own->error = fmax(ring->error, 64 * DBL_EPSILON);
  return status;
}

static hol_status compute(const void *part, const hol_flexible_wish *wish, hol_own_modes *modes)
{
  const hol_ring_part *ring = part;
  work w = {.part = ring,
            .wish = wish,
            .port = hol_alloc(wish->ports, sizeof *w.port),
            .psi = hol_alloc(wish->ports, sizeof *w.psi),
            .series = {.ports = wish->ports, .places = ring->places}};
  *modes = (hol_own_modes){.kind = hol_ring_class()};
  hol_status status = w.port && w.psi ? compute_in(&w, modes) : HOL_MEMORY;
  free(w.port);
  free(w.psi);
  hol_series_clear(&w.series);
  if (status != HOL_OK) {
    hol_series_release(modes);
  }
  return status;
}

static bool bears(const void *part, hol_flexible_port port)
{
  const hol_ring *ring = &((const hol_ring_part *)part)->ring;
  return is_in_plane(port.freedom) ? ring->in_plane : ring->across;
}

static void release(void *part)
{
  hol_ring_part *ring = part;
  free(ring->theta);
  free(ring->place);
  free(ring);
}

const hol_flexible_class *hol_ring_class(void)
{
  static const hol_flexible_class class = {.compute = compute,
                                           .remainder = hol_series_remainder,
                                           .field = hol_series_field,
                                           .clear = hol_series_release,
                                           .bears = bears,
                                           .free = release};
  return &class;
}
