/* SPDX-License-Identifier: BSD-3-Clause */
/* Densities of loads, and of motions under them. */
#include "response/random/random.h"

#include <math.h>

/** Pieces of a straight one for what rises with the frequency. */
enum { CUTS = 16 };

bool hol_random_is_white(const hol_density *density)
{
  return density->count == 1;
}

hol_status hol_random_check_light(const hol_random *n, size_t load, const hol_transfer *t, hol_faults *faults)
{
  static const double rounding = 1e-9; /* of what is there at rest */
  const hol_excitation *of = &n->request->load[load];
  if (!hol_random_is_white(&of->density) || !(fabs(t->rest) > rounding * cabs(hol_transfer_at(t, 0)))) {
    return HOL_OK;
  }
  hol_faults_add(faults, true, of->at.place, "a density up to a last frequency: {file: psd.csv}",
                 "white noise moves what has no mass: that has no bound");
  return HOL_INVALID;
}

hol_transfer_rate hol_random_rate(const hol_random *n, size_t receiver, size_t load)
{
  return (hol_transfer_rate){.order = hol_motion_order(n->request->receiver[receiver].quantity),
                             .direct = hol_forced_share(&n->forced, receiver, load)};
}

static double value_at(const hol_density *d, double omega)
{
  size_t i = 0;
  while (i < d->count && d->omega[i] < omega) {
    i++;
  }
  if (hol_random_is_white(d) || (i < d->count && !(d->omega[i] > omega))) {
    return d->value[hol_random_is_white(d) ? 0 : i];
  }
  if (i == 0 || i == d->count) {
    return 0;
  }
  double part = (omega - d->omega[i - 1]) / (d->omega[i] - d->omega[i - 1]);
  return (1 - part) * d->value[i - 1] + part * d->value[i];
}

void hol_random_add_density(hol_random *n, size_t receiver, size_t load, const hol_transfer *t)
{
  const hol_transfer_rate rate = hol_random_rate(n, receiver, load);
  for (size_t i = 0; i < n->omegas; i++) {
    double complex s = hol_complex(0, n->omega[i]), derived = hol_transfer_at(t, s);
    for (int k = 0; k < rate.order; k++) {
      derived *= s;
    }
    double H = cabs(rate.direct + derived);
    n->motion[receiver].density[i] += value_at(&n->request->load[load].density, n->omega[i]) * H * H;
  }
}

/** |H| is no more than √(T_rr T_dd) times this too small or too large. */
static double left_out(double next, double c, double omega)
{
  double square = omega * omega;
  return !isfinite(next) ? 0 : square < next ? (square + omega * c) / (next - square) : (double)HUGE_VAL;
}

double hol_random_missing(const hol_density *d, double next, double c, int order)
{
  double sum = 0;
  for (size_t k = 0; k + 1 < d->count; k++) {
    double from = d->omega[k], step = (d->omega[k + 1] - from) / CUTS;
    for (int i = 0; i < CUTS; i++) {
      double end = from + (i + 1) * step, most = left_out(next, c, end) * pow(end, order);
      double mean = d->value[k] + (i + 0.5) / CUTS * (d->value[k + 1] - d->value[k]);
      sum += mean > 0 ? mean * step * most * most : 0;
    }
  }
  return sum;
}
