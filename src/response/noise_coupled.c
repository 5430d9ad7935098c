/* Random motion where damping couples the modes: by damped motions. */
#include "response/noise.h"
#include "response/transfer.h"

#include <math.h>
#include <stdlib.h>

/** Of a motion that is not damped, what is taken for rounding beside all that is moved at rest. */
static const double unmoved = 1e-9, undamped = 1e-12;

/** Terms of a receiver under a load, and of them the upper half by itself, less what it has at rest. */
typedef struct sums {
  hol_transfer all, upper;
  double loose; /**< the largest a/ω or b/λ of a motion that is not damped */
} sums;

static void clear_sums(sums *s)
{
  hol_transfer_clear(&s->all);
  hol_transfer_clear(&s->upper);
}

static void add_term(const hol_complex_modes *modes, size_t k, size_t place, sums *s)
{
  const hol_complex_mode *mode = &modes->mode[k];
  double a = modes->a[place], b = modes->b[place];
  bool is_upper = 2 * k >= modes->modes && isfinite(modes->next);
  if (!(mode->c > undamped * mode->size)) {
    s->loose = fmax(s->loose, fmax(fabs(a) / mode->size, fabs(b) / (mode->size * mode->size)));
    return;
  }
  if (fabs(a) > 0 || fabs(b) > 0) {
    hol_transfer_add(&s->all, a, b, mode->c, mode->lambda);
  }
  if (is_upper && (fabs(a) > 0 || fabs(b) > 0)) {
    hol_transfer_add(&s->upper, a, b, mode->c, mode->lambda);
    s->upper.rest -= hol_complex_mode_at_rest(mode, a, b);
  }
}

/** @param[out] s  {0}; to be cleared in every case */
static hol_status make_sums(const hol_noise *n, size_t receiver, size_t load, sums *s)
{
  const hol_complex_modes *modes = &n->forced.coupled;
  size_t curve = receiver * n->request->forced.loads + load;
  HOL_TRY(hol_transfer_start(&s->all, modes->modes));
  HOL_TRY(hol_transfer_start(&s->upper, modes->modes));
  s->all.rest = modes->rest[curve];
  for (size_t k = 0; k < modes->modes; k++) {
    add_term(modes, k, k * modes->curves + curve, s);
  }
  return HOL_OK;
}

/** ∫ G |H|² dω, of white noise without what is at rest. */
static double square_of(const hol_noise_density *d, hol_transfer_rate rate, const hol_transfer *t)
{
  double sum = 0;
  if (hol_noise_is_white(d)) {
    return d->value[0] * hol_transfer_whole(t);
  }
  for (size_t i = 0; i + 1 < d->count; i++) {
    sum += hol_transfer_square(t, rate, d->omega + i, d->value + i);
  }
  return sum;
}

hol_status hol_noise_add_coupled(hol_noise *n, size_t receiver, size_t load, hol_faults *faults)
{
  const hol_noise_density *density = &n->request->density[load];
  hol_noise_motion *m = &n->motion[receiver];
  sums s = {.loose = 0};
  hol_status status = make_sums(n, receiver, load, &s);
  if (status == HOL_OK && s.loose > unmoved * cabs(hol_transfer_at(&s.all, 0))) {
    hol_faults_add(faults, true, n->request->forced.load[load].probe.place, "dashpots that resist it, or `rayleigh`",
                   "the load moves what is not damped: its random motion has no bound");
    status = HOL_INVALID;
  }
  if (status == HOL_OK && !isfinite(n->forced.coupled.next)) {
    status = hol_noise_check_light(n, load, &s.all, faults);
  }
  if (status == HOL_OK) {
    hol_transfer_rate rate = hol_noise_rate(n, receiver, load), less = {.order = rate.order};
    double square = square_of(density, rate, &s.all), rounding = n->forced.coupled.rounding;
    m->square += square;
    m->square_radius += square_of(density, less, &s.upper) + rounding * rounding * square;
    hol_noise_add_density(n, receiver, load, &s.all);
  }
  clear_sums(&s);
  return status;
}
