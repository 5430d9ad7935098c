/* SPDX-License-Identifier: BSD-3-Clause */
/* Expansion in damped modes: residues by contour integrals, residual flexibility, measured truncation errors. */
#include "response/complex_modes.h"

#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/** Nodes on the circle about one pole, and about several or zero. */
enum { NODES = 8, NODES_MORE = 48, MORE = 6, MOMENTS = 4 };
/** Radius of a circle about one pole, in distances to the next; about several, or zero. Rounding of S(s) is felt as the
 *  power of the radius that poles inside are many. */
static const double beside = 0.02, about = 0.2;
/** Relative distance of poles that share a circle; ratio of a real pole to the next below which it shares the circle
 *  about zero. */
static const double close = 1e-4, near_zero = 0.1;
/** Two that are closer than this share one if the others are far. */
static const double near = 0.05;
/** Relative determinant of moments above which they determine two poles; relative misfit of two poles. */
static const double moments_tolerance = 1e-6, two_poles_tolerance = 1e-7;
/** A double pole is taken as two with this half distance, over the radius of the circle. */
static const double apart = 3e-6;
/** A mode's mass is taken from receivers where it is a pair with nearly real shapes: |s| a below this part of b. */
static const double plain = 0.3;
/** Least part of the mass that is attributed to the modes left out. */
static const double least_mass = 0.02;
/** Places for each e-fold of ξ, from exp(−BELOW/EACH) of the first motion left out on; and T ξ without a sum. */
enum { EACH = 2, BELOW = 5, ABOVE = 14 };
static const double hardly_falls = 0.93;
/** Motions with less than this share of the largest are none that die out slowly; the upper half stands for what is
 *  left out where it does this part of it. */
static const double hardly_there = 1e-6, stands_for = 8;
/** A pair is taken by its two real coefficients where Im s is below this part of |s|. */
static const double flat = 1e-2;

void hol_complex_modes_clear(hol_complex_modes *m)
{
  free(m->mode);
  free(m->a);
  free(m->b);
  free(m->rest);
  free(m->slope);
  free(m->energy);
  free(m->upper);
  free(m->struck);
  *m = (hol_complex_modes){0};
}

/** An expansion in progress. {0} is empty. */
typedef struct expansion {
  hol_complex_modes *found;
  const hol_complex_modes_request *spec;
  hol_watch watch;
  hol_response_system system;
  double complex *pole;    /**< [poles] Im ≥ 0, |s| > 0, rising; beyond `taken` neighbours alone */
  bool *is_used, *is_here; /**< [poles] in a circle; in the one looked at */
  size_t poles, taken;
  bool has_zero;                   /**< there are poles at s = 0 */
  double horizon;                  /**< all poles within |s| below this are known */
  double complex *all;             /**< H at a node, of all receivers and loads of the request */
  double complex *value;           /**< [stride] of H at a node */
  double complex *moment[MOMENTS]; /**< [stride] each, by powers of the radius */
} expansion;

static void clear(expansion *w)
{
  hol_response_end(&w->system);
  free(w->pole);
  free(w->is_used);
  free(w->is_here);
  free(w->all);
  free(w->value);
  for (int p = 0; p < MOMENTS; p++) {
    free(w->moment[p]);
  }
}

/* ---- transfer functions ------------------------------------------------------------------------------------------ */

/** H at s of all curves, then of receivers and loads by themselves. */
static hol_status evaluate(expansion *w, double complex s)
{
  const hol_response_request *request = w->spec->request;
  size_t receivers = w->spec->receivers, loads = w->spec->loads, i = 0, own = receivers;
  HOL_TRY(hol_response_transfer(&w->system, s, w->all));
  for (size_t r = 0; r < receivers; r++) {
    for (size_t l = 0; l < loads; l++) {
      w->value[i++] = w->all[r * request->loads + l];
    }
  }
  for (size_t r = 0; r < receivers; r++) {
    w->value[i++] = w->all[r * request->loads + loads + r];
  }
  for (size_t l = 0; l < loads; l++) {
    w->value[i++] = request->load[l].kind == HOL_BASE_ACCELERATION ? 0 : w->all[own * request->loads + l];
    own += request->load[l].kind != HOL_BASE_ACCELERATION;
  }
  return HOL_OK;
}

/** Moments ∮ H z^p ds/2πi of a circle, z = (s − centre)/radius; about zero the means of H and of H/s: the first two
 *  terms of the series of what has no pole inside. With a real centre half of it is walked.
 *  @param[out] mean,slope  [stride] both may be NULL */
static hol_status integrate(expansion *w, double complex centre, double radius, int nodes, double *mean, double *slope)
{
  size_t curves = w->found->stride;
  bool is_real = !(fabs(cimag(centre)) > 0);
  int walked = is_real ? nodes / 2 : nodes;
  for (size_t i = 0; i < MOMENTS * curves; i++) {
    w->moment[i / curves][i % curves] = 0;
  }
  for (int k = 0; k < walked; k++) {
    double angle = 2 * acos(-1) * (k + 0.5) / nodes;
    double complex z = hol_complex(cos(angle), sin(angle));
    HOL_TRY(evaluate(w, centre + radius * z));
    for (size_t i = 0; i < curves; i++) {
      double complex term = radius * w->value[i] * z / nodes;
      for (int p = 0; p < MOMENTS; p++, term *= z) {
        w->moment[p][i] += is_real ? 2 * creal(term) : term;
      }
      if (mean) {
        mean[i] += 2 * creal(w->value[i]) / nodes;
        slope[i] += 2 * creal(w->value[i] / z) / (radius * nodes);
      }
    }
  }
  return HOL_OK;
}

/** Two poles in a circle from the moments of the curve that tells them best: z² + p z + q = 0. What makes them one bit
 *  apart or one makes each doubtful by half of its digits, not p and q.
 *  @return whether a curve tells them */
static bool two_poles_of_moments(const expansion *w, double complex *p, double complex *q)
{
  double best = moments_tolerance;
  for (size_t i = 0; i < w->found->stride; i++) {
    double complex m[MOMENTS];
    for (int k = 0; k < MOMENTS; k++) {
      m[k] = w->moment[k][i];
    }
    double complex D = m[0] * m[2] - m[1] * m[1];
    double size = cabs(m[0] * m[2]) + cabs(m[1] * m[1]), told = size > 0 ? cabs(D) / size : 0;
    if (told > best) {
      best = told;
      *p = (m[1] * m[2] - m[0] * m[3]) / D;
      *q = (m[1] * m[3] - m[2] * m[2]) / D;
    }
  }
  return best > moments_tolerance;
}

/* ---- which poles share a circle ---------------------------------------------------------------------------------- */

/** Poles that share a circle. */
typedef struct group {
  double complex centre, s, t; /**< two of them, the farthest apart; the same if there is one */
  double extent;               /**< from the centre */
  size_t count;                /**< of them in the list */
  bool is_real;                /**< conjugates among them */
} group;

static bool is_flat(double complex s)
{
  return fabs(cimag(s)) <= flat * cabs(s);
}

/** How far around a pole others share its circle: those very close; else the nearest one, if all others are far beyond
 *  it. */
static double reach_of(const expansion *w, size_t first)
{
  double complex s = w->pole[first];
  double nearest = is_flat(s) && fabs(cimag(s)) > 0 ? 0 : (double)INFINITY, next = INFINITY; /* its conjugate is with
                                                                                                it */
  for (size_t i = 0; i < w->poles; i++) {
    double away = i != first ? cabs(w->pole[i] - s) : (double)INFINITY;
    next = fmin(next, fmax(away, nearest));
    nearest = fmin(nearest, away);
  }
  bool is_pair = nearest <= near * cabs(s) && next > 12 * nearest;
  return is_pair ? fmax(nearest, close * cabs(s)) : close * cabs(s);
}

/** A pole that is not used, and all that share its circle. */
static group gather(expansion *w, size_t first)
{
  double complex s = w->pole[first];
  double reach = reach_of(w, first);
  group g = {.s = s, .t = s, .is_real = is_flat(s)};
  for (size_t i = 0; i < w->poles; i++) {
    double away = cabs(w->pole[i] - s);
    w->is_here[i] = i == first || (!w->is_used[i] && away <= reach);
    g.t = w->is_here[i] && away > cabs(g.t - s) ? w->pole[i] : g.t;
    w->is_used[i] = w->is_used[i] || w->is_here[i];
    g.count += w->is_here[i];
  }
  if (g.is_real && fabs(cimag(s)) > 0) {
    g.t = conj(s);
  }
  g.centre = g.is_real ? creal(g.s + g.t) / 2 : (g.s + g.t) / 2;
  g.extent = fmax(cabs(g.s - g.centre), g.count > 1 ? DBL_MIN : 0);
  return g;
}

/** Distance from the centre to the nearest pole that does not share the circle, conjugates among them. */
static double distance(const expansion *w, const group *g)
{
  double least = w->has_zero ? cabs(g->centre) : (double)INFINITY;
  for (size_t i = 0; i < w->poles; i++) {
    least = w->is_here[i] ? least : fmin(least, cabs(w->pole[i] - g->centre));
    if (cimag(w->pole[i]) > 0 && !(w->is_here[i] && g->is_real)) {
      least = fmin(least, cabs(conj(w->pole[i]) - g->centre));
    }
  }
  return fmin(least, fmax(fmin(w->horizon - cabs(g->centre), cabs(g->centre)), cabs(g->centre) * close));
}

/** A term with room for its coefficients. */
static size_t add(expansion *w, double c, double lambda, double size, size_t motions)
{
  hol_complex_modes *m = w->found;
  m->mode[m->modes] = (hol_complex_mode){c, lambda, size};
  m->motions += motions;
  return m->modes++;
}

/** A real pole by itself. */
static void put_real(expansion *w, const group *g)
{
  hol_complex_modes *m = w->found;
  size_t k = add(w, -creal(g->s), 0, cabs(g->s), 1);
  for (size_t i = 0; i < m->stride; i++) {
    m->a[k * m->stride + i] = creal(w->moment[0][i]);
  }
}

/** A pair next to the real axis, or two real poles: z² + p z + q = 0. */
static void put_flat(expansion *w, const group *g, double radius, double p, double q)
{
  hol_complex_modes *m = w->found;
  double centre = creal(g->centre), c = radius * p - 2 * centre,
         lambda = centre * (centre - radius * p) + radius * radius * q;
  size_t k = add(w, c, lambda, fmax(cabs(g->s), cabs(g->t)), g->count);
  for (size_t i = 0; i < m->stride; i++) { /* Σ r = a, Σ r s = b − a c */
    double first = creal(w->moment[0][i]), second = radius * creal(w->moment[1][i]) + centre * first;
    m->a[k * m->stride + i] = first;
    m->b[k * m->stride + i] = second + c * first;
  }
}

/** A pair with its residues. @param[in] residue  [curves] */
static void put_pair(expansion *w, double complex s, const double complex *residue, size_t motions)
{
  hol_complex_modes *m = w->found;
  size_t k = add(w, -2 * creal(s), creal(s * conj(s)), cabs(s), motions);
  for (size_t i = 0; i < m->stride; i++) {
    m->a[k * m->stride + i] = 2 * creal(residue[i]);
    m->b[k * m->stride + i] = -2 * creal(residue[i] * conj(s));
  }
}

/** Two pairs that are close: their residues may be large and opposite. What is one is taken a little apart. */
static void put_pairs(expansion *w, const group *g, double radius, double complex p, double complex q)
{
  double complex root = csqrt(p * p / 4 - q);
  root = cabs(root) > apart ? root : apart;
  double complex z[2] = {-p / 2 + root, -p / 2 - root};
  for (size_t i = 0; i < w->found->stride; i++) {
    double complex all = w->moment[0][i];
    w->moment[1][i] = (w->moment[1][i] - all * z[0]) / (z[1] - z[0]);
    w->moment[0][i] = all - w->moment[1][i];
  }
  put_pair(w, g->centre + radius * z[0], w->moment[0], 1);
  put_pair(w, g->centre + radius * z[1], w->moment[1], g->count - 1);
}

/** Do two poles explain what the circle has? */
static bool explain(const expansion *w, double complex p, double complex q)
{
  double size = 0, worst = 0;
  for (size_t i = 0; i < w->found->stride; i++) {
    size = fmax(size, cabs(w->moment[0][i]) + cabs(w->moment[1][i]));
    worst = fmax(worst, cabs(w->moment[2][i] + p * w->moment[1][i] + q * w->moment[0][i]));
  }
  return worst <= two_poles_tolerance * size;
}

/** One or two poles. */
static hol_status add_group(expansion *w, const group *g)
{
  double away = distance(w, g);
  bool is_one = g->count == 1 && !(g->extent > 0);
  double radius = (is_one ? beside : about) * away;
  HOL_TRY(integrate(w, g->centre, radius, is_one ? NODES : NODES_MORE, NULL, NULL));
  if (is_one && g->is_real) {
    put_real(w, g);
  } else if (is_one) {
    put_pair(w, g->s, w->moment[0], 1);
  } else {
    double complex z[2] = {(g->s - g->centre) / radius, (g->t - g->centre) / radius}, p = -z[0] - z[1], q = z[0] * z[1];
    (void)two_poles_of_moments(w, &p, &q);
    if (!(2 * g->extent < radius) || !explain(w, p, q)) {
      w->found->reason = "more than two damped motions come together";
    } else if (g->is_real) {
      put_flat(w, g, radius, creal(p), creal(q));
    } else {
      put_pairs(w, g, radius, p, q);
    }
  }
  return HOL_OK;
}

/** Add the poles at zero, with a real one next to them, and the static part of all others. */
static hol_status add_zero_poles(expansion *w)
{
  hol_complex_modes *m = w->found;
  bool has_near = w->has_zero && w->taken > 0 && !(fabs(cimag(w->pole[0])) > 0) &&
                  (w->poles == 1 || cabs(w->pole[0]) < near_zero * cabs(w->pole[1]));
  double first = w->poles > has_near ? cabs(w->pole[has_near]) : has_near ? 16 * cabs(w->pole[0]) : 1;
  double radius = about * first, c = has_near ? -creal(w->pole[0]) : 0;
  HOL_TRY(integrate(w, 0, radius, NODES_MORE, m->rest, m->slope));
  if (w->has_zero) {
    size_t k = add(w, c, 0, c, has_near);
    for (size_t i = 0; i < m->stride; i++) { /* Σ r = a, Σ r s = b − a c */
      m->a[k * m->stride + i] = creal(w->moment[0][i]);
      m->b[k * m->stride + i] = radius * creal(w->moment[1][i]) + c * creal(w->moment[0][i]);
    }
    if (has_near) {
      w->is_used[0] = true;
    }
  }
  return HOL_OK;
}

double hol_complex_mode_at_rest(const hol_complex_mode *mode, double a, double b)
{
  if (mode->lambda > 0) {
    return b / mode->lambda;
  }
  return mode->c > 0 ? (a - b / mode->c) / mode->c : 0;
}

/** The derivative of a term with respect to s, at s = 0, but for its pole there. */
static double slope_at_rest(const hol_complex_mode *mode, double a, double b)
{
  if (mode->lambda > 0) {
    return (a - b * mode->c / mode->lambda) / mode->lambda;
  }
  return mode->c > 0 ? (b / mode->c - a) / (mode->c * mode->c) : 0;
}

static hol_status add_all(expansion *w)
{
  hol_complex_modes *m = w->found;
  HOL_TRY(add_zero_poles(w));
  size_t first = m->modes; /* what zero's circle has is not in its mean */
  for (size_t i = 0; i < w->taken && !m->reason; i++) {
    bool may_go_on = !w->watch.progress || w->watch.progress(w->watch.context, i, w->taken, 0);
    if (!may_go_on) {
      m->is_stopped = true;
      return HOL_INCOMPLETE;
    }
    if (!w->is_used[i]) {
      const group g = gather(w, i);
      HOL_TRY(add_group(w, &g));
    }
  }
  for (size_t k = first; k < m->modes; k++) {
    for (size_t i = 0; i < m->stride; i++) {
      double a = m->a[k * m->stride + i], b = m->b[k * m->stride + i];
      m->rest[i] -= hol_complex_mode_at_rest(&m->mode[k], a, b);
      m->slope[i] -= slope_at_rest(&m->mode[k], a, b);
    }
  }
  return HOL_OK;
}

/* ---- checked ----------------------------------------------------------------------------------------------------- */

/** The sum at s. */
static double complex sum_at(const hol_complex_modes *m, size_t curve, double complex s)
{
  double complex sum = m->rest[curve];
  for (size_t k = 0; k < m->modes; k++) {
    const hol_complex_mode *mode = &m->mode[k];
    sum += (m->a[k * m->stride + curve] * s + m->b[k * m->stride + curve]) / (s * (s + mode->c) + mode->lambda);
  }
  return sum;
}

/** Where nothing is left out: how far the sum is from H at some places, which are none of those that it was made of; at
 *  the last, where H is small, beside what it is at the one before. */
static hol_status compare(expansion *w)
{
  hol_complex_modes *m = w->found;
  double low = cabs(w->pole[0]), high = cabs(w->pole[w->taken - 1]);
  const double complex place[] = {low * hol_complex(-0.3, 1), sqrt(low * high) * hol_complex(-0.2, 1),
                                  high * hol_complex(0.1, 1)};
  for (size_t p = 0; p < sizeof place / sizeof *place; p++) {
    HOL_TRY(evaluate(w, place[p]));
    for (size_t i = 0; i < m->curves; i++) {
      double size = p < 2 ? cabs(w->value[i]) : cabs(sum_at(m, i, place[1])),
             off = cabs(w->value[i] - sum_at(m, i, place[p]));
      m->rounding = size > 0 ? fmax(m->rounding, off / size) : m->rounding;
    }
  }
  return HOL_OK;
}

/* ---- what is left out -------------------------------------------------------------------------------------------- */

/** Mass of the ground's motion in a mode, by its part in receivers; where damping couples modes strongly it is none. */
static double mass_of(const expansion *w, size_t load, size_t k)
{
  const hol_complex_modes *m = w->found;
  const double *a = m->a + k * m->stride, *b = m->b + k * m->stride;
  double most = 0;
  for (size_t r = 0; r < w->spec->receivers; r++) {
    double own = b[m->curves + r], here = b[r * m->loads + load];
    bool is_plain = own > 0 && fabs(a[m->curves + r]) * m->mode[k].size < plain * own;
    most = is_plain ? fmax(most, here * here / own) : most;
  }
  return most;
}

/** E of the ground: the mass that is left, all of it at the first frequency left out. */
static double energy_of_ground(const expansion *w, size_t load)
{
  const hol_complex_modes *m = w->found;
  double mass, centre[3], inertia[6];
  hol_model_mass_properties(&w->system.model, &mass, centre, inertia);
  double left = mass;
  for (size_t k = 0; k < m->modes; k++) {
    left -= mass_of(w, load, k);
  }
  return fmax(left, least_mass * mass) / (m->next * m->next);
}

/** E of a probe, from its own curve. */
static double energy_of(const hol_complex_modes *m, size_t i)
{
  double velocity = 0, mobile = 0;
  for (size_t k = 0; k < m->modes; k++) {
    velocity += m->a[k * m->stride + i];
    mobile += fabs(m->b[k * m->stride + i]);
  }
  return fabs(m->rest[i]) + (mobile > 0 ? 2 * velocity * velocity / mobile : 0);
}

/** What the upper half of the modes does at rest. */
static double upper_of(const hol_complex_modes *m, size_t i)
{
  double sum = 0;
  for (size_t k = m->modes / 2; k < m->modes; k++) {
    sum += fabs(hol_complex_mode_at_rest(&m->mode[k], m->a[k * m->stride + i], m->b[k * m->stride + i]));
  }
  return sum;
}

/** Σ φ²/ω = (2/π) ∫ T dξ over real s = ξ > 0, by even steps of ln ξ: of what damping leaves apart. T ξ that hardly
 *  falls any more has no sum. */
static hol_status find_impulse_sums(expansion *w)
{
  hol_complex_modes *m = w->found;
  size_t probes = w->spec->receivers + w->spec->loads;
  double *last = hol_alloc(2 * probes, sizeof *last), *before = last + probes;
  hol_status status = last ? HOL_OK : HOL_MEMORY;
  for (int p = -BELOW; status == HOL_OK && p <= ABOVE; p++) {
    double xi = m->next * exp((double)p / EACH);
    status = evaluate(w, xi);
    for (size_t i = 0; status == HOL_OK && i < probes; i++) {
      double here =
          xi * fmax(creal(w->value[m->curves + i] - sum_at(m, m->curves + i, xi)) + m->rest[m->curves + i], 0);
      m->struck[i] += (p == -BELOW ? 1 / -expm1(-1.0 / EACH) : 1) * here;
      before[i] = last[i];
      last[i] = here;
    }
  }
  for (size_t i = 0; status == HOL_OK && i < probes; i++) {
    double ratio = before[i] > 0 ? last[i] / before[i] : 0;
    m->struck[i] = ratio > hardly_falls ? HUGE_VAL : M_2_PI / EACH * (m->struck[i] + last[i] * ratio / (1 - ratio));
  }
  free(last);
  return status;
}

static hol_status find_residuals(expansion *w)
{
  hol_complex_modes *m = w->found;
  size_t receivers = w->spec->receivers, probes = receivers + w->spec->loads;
  for (size_t i = 0; i < probes; i++) {
    bool is_ground = i >= receivers && w->spec->request->load[i - receivers].kind == HOL_BASE_ACCELERATION;
    m->energy[i] = is_ground ? energy_of_ground(w, i - receivers) : energy_of(m, m->curves + i);
    m->upper[i] = is_ground ? (double)HUGE_VAL : upper_of(m, m->curves + i);
  }
  if (!m->struck) {
    return HOL_OK;
  }
  HOL_TRY(find_impulse_sums(w));
  for (size_t i = receivers; i < probes; i++) { /* Σ L²/ω ≤ √(Σ L²/λ Σ L²) */
    bool is_ground = w->spec->request->load[i - receivers].kind == HOL_BASE_ACCELERATION;
    m->struck[i] = is_ground ? m->energy[i] * m->next : m->struck[i];
  }
  return HOL_OK;
}

/** The least rate at which one of the upper half dies out that has a share worth the name in a curve. */
static double rate_of(const hol_complex_modes *m, size_t i)
{
  double largest = 0, rate = HUGE_VAL;
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = m->modes / 2; k < m->modes; k++) {
      const hol_complex_mode *mode = &m->mode[k];
      double share =
          fmax(fabs(m->a[k * m->stride + i]) * mode->size, fabs(m->b[k * m->stride + i])) / (mode->size * mode->size);
      double half = mode->lambda > 0 && mode->c * mode->c > 4 * mode->lambda
                        ? 2 * mode->lambda / (mode->c + sqrt(mode->c * mode->c - 4 * mode->lambda)) /* the slower one */
                    : mode->lambda > 0 ? mode->c / 2
                                       : mode->c;
      largest = pass == 0 ? fmax(largest, share) : largest;
      rate = pass == 1 && share > hardly_there * largest ? fmin(rate, half) : rate;
    }
  }
  return isfinite(rate) ? rate : 0;
}

hol_residual hol_complex_modes_residual(const hol_complex_modes *m, size_t receiver, size_t load)
{
  if (!isfinite(m->next)) {
    return (hol_residual){.unseen = 1};
  }
  size_t receivers = m->curves / m->loads, curve = receiver * m->loads + load, r = receiver, d = receivers + load;
  bool is_ground = !isfinite(m->upper[d]);
  double own = fabs(m->slope[m->curves + r]), other = fabs(m->slope[m->curves + d]);
  double seen =
      is_ground ? m->upper[r] / m->energy[r] : sqrt(m->upper[r] / m->energy[r] * (m->upper[d] / m->energy[d]));
  hol_residual left = {.size = sqrt(m->energy[r] * m->energy[d]), .slope = fabs(m->slope[curve])};
  left.lag = is_ground ? left.size * own / m->energy[r] : sqrt(own * other);
  left.struck = m->struck ? sqrt(m->struck[r] * m->struck[d]) : 0;
  left.unseen = seen > 0 ? fmax(1, 1 / seen) : (double)HUGE_VAL;
  left.rate = left.unseen < stands_for ? rate_of(m, curve) / 2 : 0;
  return left;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

/** Poles of the list, those at zero aside. The last ones are neighbours of what is taken, where there are more. */
static hol_status list_poles(expansion *w, const hol_damped *damped, size_t wanted)
{
  w->pole = hol_alloc(damped->motions + 1, sizeof *w->pole);
  w->is_used = hol_alloc(damped->motions + 1, sizeof *w->is_used);
  w->is_here = hol_alloc(damped->motions + 1, sizeof *w->is_here);
  if (!w->pole || !w->is_used || !w->is_here) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < damped->motions; i++) {
    const hol_damped_motion *motion = &damped->motion[i];
    if (motion->omega > 0) {
      w->pole[w->poles++] = hol_complex(motion->s[0], motion->s[1]);
    } else {
      w->has_zero = true;
    }
  }
  w->taken = damped->is_exhausted || w->poles < wanted ? w->poles : wanted;
  while (w->taken < w->poles && w->taken > 0 && cabs(w->pole[w->taken]) < cabs(w->pole[w->taken - 1]) * (1 + close)) {
    w->taken++; /* which share a circle */
  }
  w->horizon = damped->is_exhausted || w->poles == 0 ? (double)INFINITY : cabs(w->pole[w->poles - 1]);
  w->found->next = w->taken < w->poles    ? cabs(w->pole[w->taken])
                   : damped->is_exhausted ? (double)HUGE_VAL
                   : w->poles > 0         ? cabs(w->pole[w->poles - 1])
                                          : 0;
  return HOL_OK;
}

static hol_status make_room(expansion *w)
{
  hol_complex_modes *m = w->found;
  const hol_complex_modes_request *spec = w->spec;
  size_t most = w->poles + 2, probes = spec->receivers + spec->loads;
  m->loads = spec->loads;
  m->curves = spec->receivers * spec->loads;
  m->stride = m->curves + probes;
  m->mode = hol_alloc(most, sizeof *m->mode);
  m->a = hol_alloc(most * m->stride, sizeof *m->a);
  m->b = hol_alloc(most * m->stride, sizeof *m->b);
  m->rest = hol_alloc(m->stride, sizeof *m->rest);
  m->slope = hol_alloc(m->stride, sizeof *m->slope);
  m->energy = hol_alloc(probes, sizeof *m->energy);
  m->upper = hol_alloc(probes, sizeof *m->upper);
  m->struck = spec->is_struck ? hol_alloc(probes, sizeof *m->struck) : NULL;
  w->all = hol_alloc(spec->request->receivers * spec->request->loads, sizeof *w->all);
  w->value = hol_alloc(m->stride, sizeof *w->value);
  bool ok = m->mode && m->a && m->b && m->rest && m->slope && m->energy && m->upper && w->all && w->value &&
            (m->struck || !spec->is_struck);
  for (int p = 0; p < MOMENTS; p++) {
    w->moment[p] = hol_alloc(m->stride, sizeof **w->moment);
    ok = ok && w->moment[p];
  }
  return ok ? HOL_OK : HOL_MEMORY;
}

static hol_status make(expansion *w, const hol_damped *damped, size_t wanted, hol_faults *faults)
{
  HOL_TRY(list_poles(w, damped, wanted));
  HOL_TRY(make_room(w));
  double reach = w->poles > 0 ? cabs(w->pole[w->poles - 1]) : 1;
  HOL_TRY(hol_response_begin(w->spec->problem, w->spec->request, 2 * reach, &w->system, faults));
  HOL_TRY(add_all(w));
  if (w->found->reason || w->taken == 0) {
    return HOL_OK;
  }
  return isfinite(w->found->next) ? find_residuals(w) : compare(w);
}

hol_status hol_complex_modes_make(const hol_complex_modes_request *spec, size_t motions, hol_watch watch,
                                  hol_complex_modes *found, hol_faults *faults)
{
  const hol_damped_request wanted = {.count = motions + MORE};
  hol_damped damped = {.problem = NULL};
  expansion w = {.found = found, .spec = spec, .watch = watch};
  hol_status status = hol_damped_find(spec->problem, watch, &wanted, &damped, faults);
  found->known = damped.known;
  found->reason = damped.reason;
  found->is_stopped = damped.is_stopped;
  if (damped.is_filled && !damped.is_stopped && (status == HOL_OK || status == HOL_INCOMPLETE)) {
    hol_status made = make(&w, &damped, motions, faults);
    status = made != HOL_OK ? made : found->reason ? HOL_INCOMPLETE : HOL_OK;
  }
  clear(&w);
  free(damped.motion);
  return status;
}

/* ---- in words ---------------------------------------------------------------------------------------------------- */

bool hol_complex_modes_are_known(const hol_complex_modes *m)
{
  return m->known != HOL_DAMPED_OPEN && !m->reason;
}

void hol_complex_modes_tell(const hol_complex_modes *m, hol_text *text)
{
  if (!hol_complex_modes_are_known(m)) {
    hol_text_add(text, "the list of damped motions is not proved%s%s", m->reason ? ": " : "",
                 m->reason ? m->reason : "");
  } else if (!isfinite(m->next)) {
    hol_text_add(text, "%zu damped motions, counted, are all there are", m->motions);
  } else {
    hol_text_add(
        text,
        "%zu damped motions are all there are below |s| = %.6g rad/s, by counting; the others are there as at rest. "
        "Errors are by the flexibility that is left to them at receivers and loads, which is measured, not proved",
        m->motions, m->next);
  }
}
