/* SPDX-License-Identifier: BSD-3-Clause */
/* Random motion where damping couples the modes: by damped motions. */
#include "response/random/random.h"
#include "response/random/transfer.h"

#include <math.h>
#include <stdlib.h>

/** Of a motion that is not damped, what is taken for rounding beside all that is moved at rest. */
static const double unmoved = 1e-9, undamped = 1e-12;
/** A motion without damping is aside of a density that ends so far from it, relatively; there so much is taken instead,
 *  half of c/ω. */
static const double beside = 1e-3, aside = 1e-5;
/** So many times what the upper half has is what the others have under white noise; rounding of a root, relative. */
static const double twice = 2, least_rounding = 1e-12;

/** Terms of a receiver under a load, and of them the upper half by itself, less what it has at rest. */
typedef struct sums {
  hol_transfer all, upper;
  double loose; /**< the largest a/ω or b/λ of a motion that is not damped, and that the load can bring to resonance */
  bool is_aside; /**< there are others that are not damped, whose damping is not taken as zero */
} sums;

static void clear_sums(sums *s)
{
  hol_transfer_clear(&s->all);
  hol_transfer_clear(&s->upper);
}

/** Does the density have something next to a frequency? */
static bool has_band_at(const hol_density *d, double omega)
{
  bool is_beyond = omega > d->omega[d->count - 1] * (1 + beside) || omega < d->omega[0] * (1 - beside);
  return hol_random_is_white(d) || !is_beyond;
}

/** @param[in] sign  of the damping of what has none */
static void add_term(const hol_complex_modes *modes, size_t k, size_t place, const hol_density *density, double sign,
                     sums *s)
{
  const hol_complex_mode *mode = &modes->mode[k];
  double a = modes->a[place], b = modes->b[place], c = mode->c;
  bool is_upper = 2 * k >= modes->modes && isfinite(modes->next);
  if (!(c > undamped * mode->size)) {
    if (!(mode->lambda > 0) || has_band_at(density, mode->size)) {
      s->loose = fmax(s->loose, fmax(fabs(a) / mode->size, fabs(b) / (mode->size * mode->size)));
      return;
    }
    s->is_aside = s->is_aside || fabs(a) > 0 || fabs(b) > 0;
    c = sign * aside * mode->size;
  }
  if (fabs(a) > 0 || fabs(b) > 0) {
    hol_transfer_add(&s->all, a, b, c, mode->lambda);
  }
  if (is_upper && (fabs(a) > 0 || fabs(b) > 0)) {
    hol_transfer_add(&s->upper, a, b, c, mode->lambda);
    s->upper.rest -= hol_complex_mode_at_rest(mode, a, b);
  }
}

/** @param[out] s  {0}; to be cleared in every case */
static hol_status make_sums(const hol_random *n, size_t receiver, size_t load, double sign, sums *s)
{
  const hol_complex_modes *modes = &n->forced.coupled;
  size_t curve = receiver * n->request->loads + load;
  HOL_TRY(hol_transfer_start(&s->all, modes->modes));
  HOL_TRY(hol_transfer_start(&s->upper, modes->modes));
  s->all.rest = modes->rest[curve];
  for (size_t k = 0; k < modes->modes; k++) {
    add_term(modes, k, k * modes->stride + curve, &n->request->load[load].density, sign, s);
  }
  return HOL_OK;
}

/** ∫ G |H|² dω, of white noise without what is at rest. */
static double square_of(const hol_density *d, hol_transfer_rate rate, const hol_transfer *t)
{
  double sum = 0, size = 0;
  if (hol_random_is_white(d)) {
    return d->value[0] * hol_transfer_whole(t, &size);
  }
  for (size_t i = 0; i + 1 < d->count; i++) {
    sum += hol_transfer_square(t, rate, d->omega + i, d->value + i, &size);
  }
  return sum;
}

/** The same; where motions without damping are aside of the density, the mean of a little damping and as much of the
 *  other sign. */
static hol_status take_square(const hol_random *n, size_t receiver, size_t load, const sums *s, double *square)
{
  const hol_density *density = &n->request->load[load].density;
  hol_transfer_rate rate = hol_random_rate(n, receiver, load);
  sums other = {.loose = 0};
  *square = square_of(density, rate, &s->all);
  hol_status status = s->is_aside ? make_sums(n, receiver, load, -1, &other) : HOL_OK;
  if (status == HOL_OK && s->is_aside) {
    *square = (*square + square_of(density, rate, &other.all)) / 2;
  }
  clear_sums(&other);
  return status;
}

/** The square of what the root can lack. */
static double missing_of(const hol_random *n, size_t receiver, size_t load, int order, const hol_transfer *upper)
{
  const hol_density *density = &n->request->load[load].density;
  const hol_residual left = hol_complex_modes_residual(&n->forced.coupled, receiver, load);
  double next = n->forced.coupled.next * n->forced.coupled.next, c = left.lag > 0 ? left.lag / left.size * next : 0;
  if (!hol_random_is_white(density)) {
    return left.size > 0 ? left.size * left.size * hol_random_missing(density, next, c, order) : 0;
  }
  double measured = twice * left.unseen;
  return isfinite(next) ? measured * measured * fabs(square_of(density, (hol_transfer_rate){0}, upper)) : 0;
}

static hol_status check_bound(const hol_random *n, size_t load, const sums *s, hol_faults *faults)
{
  if (s->loose > unmoved * cabs(hol_transfer_at(&s->all, 0))) {
    hol_faults_add(faults, true, n->request->load[load].at.place, "dashpots that resist it, or `rayleigh`",
                   "the load moves what is not damped: its random motion has no bound");
    return HOL_INVALID;
  }
  return isfinite(n->forced.coupled.next) ? HOL_OK : hol_random_check_light(n, load, &s->all, faults);
}

hol_status hol_random_add_coupled(hol_random *n, size_t receiver, size_t load, hol_faults *faults)
{
  hol_random_motion *m = &n->motion[receiver];
  sums s = {.loose = 0};
  double square = 0, rounding = fmax(n->forced.coupled.rounding, least_rounding);
  if (!hol_complex_modes_are_known(&n->forced.coupled)) {
    m->square = m->square_radius = NAN;
    return HOL_OK;
  }
  hol_status status = make_sums(n, receiver, load, 1, &s);
  status = status == HOL_OK ? check_bound(n, load, &s, faults) : status;
  status = status == HOL_OK ? take_square(n, receiver, load, &s, &square) : status;
  if (status == HOL_OK) {
    int order = hol_random_rate(n, receiver, load).order;
    m->square += square;
    m->square_radius += missing_of(n, receiver, load, order, &s.upper) + rounding * rounding * fabs(square);
    hol_random_add_density(n, receiver, load, &s.all);
  }
  clear_sums(&s);
  return status;
}
