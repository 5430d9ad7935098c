/* SPDX-License-Identifier: BSD-3-Clause */
/* Random vibration by mode superposition: mean squares of receivers, error radii, frequencies of output densities. */
#include "response/random/random.h"

#include "base/memory.h"
#include "base/vector.h"
#include "problem/grammar.h"
#include "response/forced/impulse_residual.h"
#include "response/random/transfer.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES_MOST = 512, EACH_RESONANCE = 8, EVEN = 120 };
/** Terms of closed forms are rounded by so much, relatively. */
static const double stepped = 16 * DBL_EPSILON;

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

/** Nothing loose, and everything damped. */
static hol_status check(const hol_problem *problem, const hol_forced_request *request, const hol_forced *forced,
                        hol_faults *faults)
{
  size_t loose;
  HOL_TRY(hol_forced_check(problem, request, &loose, faults));
  if (loose > 0) {
    hol_faults_add(faults, true, request->place, "hold it by joints",
                   "random motion of a loose structure has no bound");
    return HOL_INVALID;
  }
  if (!forced->is_coupled && !(forced->law.mass > 0) && !(forced->law.stiffness > 0) && !(forced->law.ratio > 0)) {
    hol_faults_add(faults, true, request->place, "damping_ratio: 2 %, or `rayleigh` of all parts",
                   "without damping random motion has no bound");
    return HOL_INVALID;
  }
  return HOL_OK;
}

/** White noise leaves rates of motion without bound, but of the lowest modes. */
static hol_status check_rates(const hol_forced_request *request, hol_faults *faults)
{
  for (size_t i = 0; i < request->loads; i++) {
    for (size_t r = 0; r < request->receivers && hol_random_is_white(&request->load[i].density); r++) {
      if (request->receiver[r].quantity != HOL_DISPLACEMENT) {
        hol_faults_add(faults, true, request->receiver[r].place, "a density up to a last frequency: {file: psd.csv}",
                       "under white noise only displacements have a finite variance");
        return HOL_INVALID;
      }
    }
  }
  return HOL_OK;
}

static hol_status start(const hol_problem *problem, hol_random *n, hol_faults *faults)
{
  const hol_forced_request *request = hol_request_of(problem, &hol_random_grammar);
  *n = (hol_random){.request = request};
  HOL_TRY(check_rates(request, faults));
  HOL_TRY(hol_forced_start(problem, request, &n->forced, faults));
  return check(problem, request, &n->forced, faults);
}

hol_status hol_random_check(const hol_problem *problem, hol_faults *faults)
{
  hol_random n;
  hol_status status = start(problem, &n, faults);
  hol_random_clear(&n);
  return status;
}

/* ---- where densities are told ------------------------------------------------------------------------------------ */

static size_t modes_of(const hol_random *n)
{
  return n->forced.is_coupled ? n->forced.coupled.modes : n->forced.modes.modes;
}

/** λ and c of q″ + c q′ + λ q. */
static double lambda_of(const hol_random *n, size_t k)
{
  return n->forced.is_coupled ? n->forced.coupled.mode[k].lambda : n->forced.modes.lambda[k];
}

static double damping_of(const hol_random *n, size_t k)
{
  return n->forced.is_coupled ? n->forced.coupled.mode[k].c
                              : hol_proportional_damping(n->forced.law, n->forced.modes.lambda[k]);
}

/** Up to where densities are told: the end of the last one; of white noise the last mode taken. */
static double end_of(const hol_random *n)
{
  double last = 0, end = 0;
  for (size_t k = 0; k < modes_of(n); k++) {
    last = fmax(last, sqrt(lambda_of(n, k)));
  }
  for (size_t i = 0; i < n->request->loads; i++) {
    const hol_density *d = &n->request->load[i].density;
    end = fmax(end, hol_random_is_white(d) ? last : d->omega[d->count - 1]);
  }
  return end;
}

static void add_omega(hol_random *n, double omega, double end)
{
  if (omega >= 0 && omega <= end) {
    n->omega[n->omegas++] = omega;
  }
}

/** Even steps, points of densities, and of every resonance a few on its circle. */
static hol_status choose_omegas(hol_random *n)
{
  double end = end_of(n);
  size_t most = EVEN + 1 + modes_of(n) * (2 * EACH_RESONANCE + 1), kept = 0;
  for (size_t i = 0; i < n->request->loads; i++) {
    most += n->request->load[i].density.count;
  }
  n->omega = hol_alloc(most, sizeof *n->omega);
  if (!n->omega) {
    return HOL_MEMORY;
  }
  for (int i = 0; i <= EVEN; i++) {
    add_omega(n, end * i / EVEN, end);
  }
  for (size_t i = 0; i < n->request->loads; i++) {
    for (size_t k = 0; k < n->request->load[i].density.count; k++) {
      add_omega(n, n->request->load[i].density.omega[k], end);
    }
  }
  for (size_t k = 0; k < modes_of(n); k++) {
    double lambda = lambda_of(n, k), half = damping_of(n, k) / 2;
    for (int j = -EACH_RESONANCE; j <= EACH_RESONANCE && half * half < lambda; j++) {
      add_omega(n, sqrt(lambda) + half * tan(j * M_PI / (2 * EACH_RESONANCE + 2)), end);
    }
  }
  hol_sort(n->omegas, n->omega);
  for (size_t i = 0; i < n->omegas; i++) {
    if (kept == 0 || n->omega[i] > n->omega[kept - 1] * (1 + 1e-12)) {
      n->omega[kept++] = n->omega[i];
    }
  }
  n->omegas = kept;
  return HOL_OK;
}

/* ---- one load ---------------------------------------------------------------------------------------------------- */

static hol_status fill_transfer(const hol_random *n, const hol_forced_load *load, size_t receiver, hol_transfer *t)
{
  const hol_superposition *s = &n->forced.modes;
  HOL_TRY(hol_transfer_start(t, s->modes));
  t->rest = load->rest[receiver];
  for (size_t k = 0; k < s->modes; k++) {
    double a = s->phi[receiver + k * s->probes] * load->sign * load->phi[k * load->step];
    if (fabs(a) > 0) {
      hol_transfer_add(t, 0, a, hol_proportional_damping(n->forced.law, s->lambda[k]), s->lambda[k]);
    }
  }
  return HOL_OK;
}

/** What a density, and modes under it, have in the root mean square. {0} is empty. */
typedef struct shares {
  double *of[3];   /**< [modes] by order: of q⁽ᵒʳᵈᵉʳ⁾ where q″ + c q′ + λ q is the load. Owned */
  double whole[3]; /**< of the derivatives of the load itself; of white noise 0 */
} shares;

static void clear_shares(shares *s)
{
  for (size_t i = 0; i < 3; i++) {
    free(s->of[i]);
  }
}

/** ∫ G |direct + s^order H|² dω. */
static double square_of(const hol_density *d, hol_transfer_rate rate, const hol_transfer *t, double *size)
{
  double sum = 0;
  if (hol_random_is_white(d)) {
    sum = d->value[0] * hol_transfer_whole(t, size);
    *size *= d->value[0];
    return sum;
  }
  for (size_t i = 0; i + 1 < d->count; i++) {
    sum += hol_transfer_square(t, rate, d->omega + i, d->value + i, size);
  }
  return sum;
}

/** Of one mode. */
static hol_status share_mode(const hol_random *n, const hol_density *d, size_t k, shares *s)
{
  const hol_superposition *modes = &n->forced.modes;
  hol_transfer t = {.rest = 0};
  hol_status status = hol_transfer_start(&t, 1);
  if (status == HOL_OK) {
    hol_transfer_add(&t, 0, 1, hol_proportional_damping(n->forced.law, modes->lambda[k]), modes->lambda[k]);
  }
  for (int order = 0; status == HOL_OK && order <= hol_forced_orders(&n->forced); order++) {
    double size = 0, square = square_of(d, (hol_transfer_rate){.order = order}, &t, &size);
    s->of[order][k] = sqrt(fmax(square, 0) + stepped * size);
  }
  hol_transfer_clear(&t);
  return status;
}

/** @param[out] s  {0}; to be cleared in every case */
static hol_status share(const hol_random *n, const hol_density *d, shares *s)
{
  const hol_transfer one = {.rest = 1};
  for (int order = 0; order <= hol_forced_orders(&n->forced); order++) {
    double size = 0;
    s->of[order] = hol_alloc(n->forced.modes.modes, sizeof(double));
    s->whole[order] = hol_random_is_white(d) ? 0 : sqrt(square_of(d, (hol_transfer_rate){.order = order}, &one, &size));
    HOL_TRY(s->of[order] ? HOL_OK : HOL_MEMORY);
  }
  for (size_t k = 0; k < n->forced.modes.modes; k++) {
    HOL_TRY(share_mode(n, d, k, s));
  }
  return HOL_OK;
}

/** Relative error of a mode under noise: of shapes, of its frequency over its damping, and as equal poles are taken
 *  apart. */
static double known_of(const hol_random *n, size_t k)
{
  static const double near_critical = 1e-6;
  const hol_superposition *s = &n->forced.modes;
  double lambda = s->lambda[k], c = hol_proportional_damping(n->forced.law, lambda), omega = sqrt(lambda);
  bool is_critical = fabs(c * c / 4 - lambda) < near_critical * lambda;
  return s->known[k] + 2 * (s->width[k] / omega + stepped) * (1 + omega / c) + (is_critical ? near_critical : 0);
}

/** The largest of 1/|λ − ω² + iωc|. */
static double peak_of(double lambda, double c)
{
  return c * c / 2 < lambda ? 1 / (c * sqrt(lambda - c * c / 4)) : 1 / lambda;
}

/** How far the root mean square can be off as computed parts are not as stiff as they are taken for: by δK whose energy
 *  is no more than a share ε of that of any motion, so that |δH_rd| = |h_rᵀ δK h_d| ≤ ε (Σ λ φ_r² |h|²)^½ (Σ λ φ_d²
 *  |h|²)^½ at every frequency. What is left out has √T_rr at rest, and is larger by what it lacks.
 *  @param[in] later  of the density, what modes left out have at the most over what they have at rest, as a root mean
 *                    square */
static double of_computed(const hol_random *n, const hol_forced_load *load, const double *share, double later,
                          size_t receiver)
{
  const hol_superposition *s = &n->forced.modes;
  bool is_all = !isfinite(s->next);
  double own = is_all ? 0 : s->rest[receiver * (s->probes + 1)], pushed = is_all ? 0 : load->own;
  double sum = own * pushed * later * later;
  for (size_t k = 0; k < s->modes; k++) {
    double phi = s->phi[receiver + k * s->probes], driven = load->phi[k * load->step], lambda = s->lambda[k];
    double peak = peak_of(lambda, hol_proportional_damping(n->forced.law, lambda)), rest = peak * later;
    sum += lambda * (phi * phi * pushed + driven * driven * own) * rest * rest;
    for (size_t l = 0; l < s->modes; l++) {
      double other = s->lambda[l], push = load->phi[l * load->step];
      double high = peak_of(other, hol_proportional_damping(n->forced.law, other));
      double both = fmin(share[k] * high, share[l] * peak);
      sum += lambda * phi * phi * other * push * push * both * both;
    }
  }
  return s->computed * sqrt(sum);
}

/** Sizes of terms, and what they could be. @return how far the root mean square can be off by rounding and by what is
 *  known of modes */
static double add_sizes(const hol_random *n, const hol_forced_load *load, const shares *s, size_t receiver,
                        hol_random_motion *m)
{
  const hol_superposition *modes = &n->forced.modes;
  int order = hol_motion_order(n->request->receiver[receiver].quantity);
  bool is_all = !isfinite(modes->next);
  double whole = s->whole[order], off = load->doubt[receiver] * whole, terms = fabs(load->rest[receiver]) * whole;
  double power = is_all ? 0 : modes->rest[receiver * (modes->probes + 1)] * whole,
         pushed = is_all ? 0 : load->own * whole;
  for (size_t k = 0; k < modes->modes; k++) {
    double phi = modes->phi[receiver + k * modes->probes], driven = load->phi[k * load->step], q = s->of[order][k];
    off += fabs(phi * driven) * q * known_of(n, k);
    terms += fabs(phi * driven) * q;
    power += phi * phi * q;
    pushed += driven * driven * q;
  }
  m->terms += terms;
  m->scale += sqrt(power * pushed);
  return off;
}

/** The mean square of a receiver. @param[in] impulse_residual  of white noise Σ|φ_r φ_d|/√λ @return what it
 *  can lack, as a root
 *  mean square */
static double add_square(const hol_random *n, const hol_density *d, const hol_transfer *t, hol_transfer_rate rate,
                         double size, double impulse_residual, hol_random_motion *m)
{
  double next = n->forced.modes.next, stiffness = n->forced.law.stiffness, terms = 0;
  double c = isfinite(next) ? hol_proportional_damping(n->forced.law, next) : 1;
  m->square += square_of(d, rate, t, &terms);
  m->square_rounding += stepped * terms;
  if (hol_random_is_white(d)) {
    double by_root = sqrt(d->value[0] * M_PI / (2 * c)) * impulse_residual;
    return stiffness > 0 ? fmin(by_root, sqrt(d->value[0] * M_PI / (2 * stiffness)) * size) : by_root;
  }
  return size > 0 ? size * sqrt(hol_random_missing(d, next, c, rate.order)) : 0;
}

/** A receiver under a load that may move it. */
static hol_status add_receiver(hol_random *n, size_t load, const hol_forced_load *push, const shares *shared, size_t r,
                               double impulse_residual, hol_faults *faults)
{
  const hol_superposition *s = &n->forced.modes;
  hol_random_motion *m = &n->motion[r];
  hol_transfer t = {.rest = 0};
  hol_status status = fill_transfer(n, push, r, &t);
  status = status == HOL_OK && !isfinite(s->next) ? hol_random_check_light(n, load, &t, faults) : status;
  if (status == HOL_OK) {
    double size = isfinite(s->next) ? sqrt(s->rest[r * (s->probes + 1)] * push->own) : 0;
    double lacking =
        add_square(n, &n->request->load[load].density, &t, hol_random_rate(n, r, load), size, impulse_residual, m);
    double off = lacking + add_sizes(n, push, shared, r, m);
    if (isfinite(lacking) && s->computed > 0) {
      int order = hol_motion_order(n->request->receiver[r].quantity);
      bool is_static = size > 0 && !hol_random_is_white(&n->request->load[load].density);
      off += of_computed(n, push, shared->of[order], is_static ? shared->whole[order] + lacking / size : 0, r);
    }
    m->square_radius += off * off;
    hol_random_add_density(n, r, load, &t);
  }
  hol_transfer_clear(&t);
  return status;
}

/** Are sums for white noise what errors rest on, and have they an end? */
static void judge_impulse(hol_random *n, const hol_forced_load *push, const double *impulse_residual)
{
  enum { ENOUGH = 64 }; /* modes, where no number of them gives a bound */
  for (size_t r = 0; r < n->receivers && push->probe != SIZE_MAX; r++) {
    bool has_other = n->forced.law.stiffness > 0, has_end = isfinite(impulse_residual[r]);
    if (!hol_forced_is_apart(push, r)) {
      n->forced.is_measured = n->forced.is_measured || has_end || !has_other;
      n->forced.is_endless = n->forced.is_endless || (!has_end && !has_other && n->forced.modes.modes >= ENOUGH);
    }
  }
}

static hol_status add_load(hol_random *n, size_t load, hol_faults *faults)
{
  const hol_superposition *s = &n->forced.modes;
  const hol_density *density = &n->request->load[load].density;
  const hol_forced_load push = hol_forced_load_of(&n->forced, load);
  shares shared = {.whole = {0}};
  double *impulse_residual = hol_alloc(n->receivers, sizeof *impulse_residual);
  hol_status status = impulse_residual ? share(n, density, &shared) : HOL_MEMORY;
  if (status == HOL_OK && hol_random_is_white(density) && isfinite(s->next)) {
    status = hol_impulse_residuals(s, n->receivers, push.probe, impulse_residual);
    judge_impulse(n, &push, impulse_residual);
  }
  for (size_t r = 0; status == HOL_OK && r < n->receivers; r++) {
    status =
        hol_forced_is_apart(&push, r) ? HOL_OK : add_receiver(n, load, &push, &shared, r, impulse_residual[r], faults);
  }
  clear_shares(&shared);
  free(impulse_residual);
  return status;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

/** Receivers that hardly move, or not at all, are judged beside this share of the largest. */
static const double hardly = 1e-3;
/** Those whose terms are no more than this beside what they could be do not move: the modes that the load moves do not
 *  have them. */
static const double decoupled = 1e-9;

static double *top_of(const hol_random *n, size_t receiver, double top[2][3])
{
  const hol_output *probe = &n->request->receiver[receiver];
  return &top[probe->turns][hol_motion_order(probe->quantity)];
}

static void judge(hol_random *n)
{
  const hol_forced_request *request = n->request;
  double top[2][3] = {{0}};
  for (size_t r = 0; r < n->receivers; r++) {
    hol_random_motion *m = &n->motion[r];
    m->rms = isnan(m->square) ? (double)NAN : sqrt(fmax(m->square, 0));
    double rounded =
        m->rms > 0 ? fmin(m->square_rounding / m->rms, sqrt(m->square_rounding)) : sqrt(m->square_rounding);
    m->radius = sqrt(m->square_radius) + rounded;
    double *of = top_of(n, r, top);
    *of = fmax(*of, m->rms);
  }
  n->forced.is_reached = true;
  for (size_t r = 0; r < n->receivers; r++) {
    const hol_random_motion *m = &n->motion[r];
    double size = fmax(m->rms, hardly * *top_of(n, r, top));
    bool is_small = m->radius <= request->tolerance * (m->terms <= decoupled * m->scale ? fmax(size, m->scale) : size);
    n->forced.is_reached = n->forced.is_reached && (request->count > 0 ? isfinite(m->radius) : is_small);
  }
}

static hol_status begin(hol_random *n)
{
  n->receivers = n->request->receivers;
  n->motion = hol_alloc(n->receivers, sizeof *n->motion);
  if (!n->motion) {
    n->receivers = 0;
    return HOL_MEMORY;
  }
  HOL_TRY(choose_omegas(n));
  bool is_open = n->forced.is_coupled && !hol_complex_modes_are_known(&n->forced.coupled);
  for (size_t r = 0; r < n->receivers; r++) {
    n->motion[r].density = hol_alloc(n->omegas, sizeof(double));
    if (!n->motion[r].density) {
      return HOL_MEMORY;
    }
    for (size_t i = 0; is_open && i < n->omegas; i++) {
      n->motion[r].density[i] = NAN;
    }
  }
  return HOL_OK;
}

static void empty(void *of)
{
  hol_random *n = of;
  for (size_t r = 0; n->motion && r < n->receivers; r++) {
    free(n->motion[r].density);
  }
  free(n->motion);
  free(n->omega);
  n->motion = NULL;
  n->omega = NULL;
  n->receivers = n->omegas = 0;
}

static hol_status fill(void *of, hol_faults *faults)
{
  hol_random *n = of;
  HOL_TRY(begin(n));
  for (size_t i = 0; i < n->request->loads; i++) {
    if (!n->forced.is_coupled) {
      HOL_TRY(add_load(n, i, faults));
    }
    for (size_t r = 0; n->forced.is_coupled && r < n->receivers; r++) {
      HOL_TRY(hol_random_add_coupled(n, r, i, faults));
    }
  }
  judge(n);
  return HOL_OK;
}

void hol_random_clear(hol_random *n)
{
  empty(n);
  hol_forced_clear(&n->forced);
  *n = (hol_random){.request = NULL};
}

hol_status hol_random_run(const hol_problem *problem, hol_solve_options options, hol_random *n, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  const hol_forced_use use = {n, fill, empty, .has_impulse = false};
  HOL_TRY(comm->agree(comm->handle, start(problem, n, faults)));
  return hol_forced_run(&use, MODES_MOST, options, &n->forced, faults);
}
