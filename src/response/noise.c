#include "response/noise.h"

#include "base/memory.h"
#include "base/vector.h"
#include "problem/grammar.h"
#include "response/struck.h"
#include "response/transfer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES_FIRST = 8, MODES_MOST = 512, CUTS = 16, EACH_RESONANCE = 8, EVEN = 120 };

void hol_noise_clear(hol_noise *n)
{
  for (size_t r = 0; n->motion && r < n->receivers; r++) {
    free(n->motion[r].density);
  }
  free(n->motion);
  free(n->omega);
  hol_superposition_clear(&n->modes);
  hol_complex_modes_clear(&n->coupled);
  *n = (hol_noise){0};
}

/* ---- what is wished ------------------------------------------------------------------------------------------------ */

/** Receivers first, then points of loads. @param[out] probe  [receivers + loads] */
static hol_superposition_wish wish_of(const hol_problem *problem, const hol_noise_request *request, hol_probe *probe)
{
  hol_superposition_wish wish = {.problem = problem, .probe = probe, .ground_place = request->place};
  for (size_t i = 0; i < request->receivers; i++) {
    probe[wish.probes++] = request->receiver[i];
  }
  for (size_t i = 0; i < request->loads; i++) {
    const hol_noise_load *load = &request->load[i];
    if (load->is_ground) {
      wish.moves_ground = true;
      wish.ground_place = load->probe.place;
      memcpy(wish.ground, load->probe.direction, sizeof wish.ground);
    } else {
      probe[wish.probes++] = load->probe;
    }
  }
  return wish;
}

/** The law, unless parts and joints have different ones. @return HOL_INVALID with a fault if nothing is damped */
static hol_status find_law(const hol_problem *problem, const hol_noise_request *request, bool *couples,
                           hol_proportional *law, hol_faults *faults)
{
  HOL_TRY(hol_proportional_find(problem, request->law, couples, law, faults));
  if (*couples || law->mass > 0 || law->stiffness > 0 || law->ratio > 0) {
    return HOL_OK;
  }
  hol_faults_add(faults, true, request->place, "damping_ratio: 2 %, or `rayleigh` of all parts",
                 "without damping random motion has no bound");
  return HOL_INVALID;
}

static hol_status check(const hol_superposition_wish *wish, const hol_noise_request *request, hol_faults *faults)
{
  size_t loose;
  hol_proportional law;
  bool couples = false;
  HOL_TRY(hol_superposition_check(wish, &loose, faults));
  if (loose > 0) {
    hol_faults_add(faults, true, request->place, "hold it by joints", "random motion of a loose structure has no bound");
    return HOL_INVALID;
  }
  return find_law(wish->problem, request, &couples, &law, faults);
}

hol_status hol_noise_check(const hol_problem *problem, hol_faults *faults)
{
  const hol_noise_request *request = hol_request_of(problem, &hol_noise_grammar);
  hol_probe *probe = hol_alloc(request->receivers + request->loads, sizeof *probe);
  if (!probe) {
    return HOL_MEMORY;
  }
  const hol_superposition_wish wish = wish_of(problem, request, probe);
  hol_status status = check(&wish, request, faults);
  free(probe);
  return status;
}

/* ---- where densities are told --------------------------------------------------------------------------------------- */

bool hol_noise_is_white(const hol_noise_density *density)
{
  return density->count == 1;
}

static size_t modes_of(const hol_noise *n)
{
  return n->is_coupled ? n->coupled.modes : n->modes.modes;
}

/** λ and c of q″ + c q′ + λ q. */
static double lambda_of(const hol_noise *n, size_t k)
{
  return n->is_coupled ? n->coupled.mode[k].lambda : n->modes.lambda[k];
}

static double damping_of(const hol_noise *n, size_t k)
{
  return n->is_coupled ? n->coupled.mode[k].c : hol_proportional_damping(n->law, n->modes.lambda[k]);
}

/** Up to where densities are told: the end of the last one; of white noise the last mode taken. */
static double end_of(const hol_noise *n)
{
  double last = 0, end = 0;
  for (size_t k = 0; k < modes_of(n); k++) {
    last = fmax(last, sqrt(lambda_of(n, k)));
  }
  for (size_t i = 0; i < n->request->loads; i++) {
    const hol_noise_density *d = &n->request->load[i].density;
    end = fmax(end, hol_noise_is_white(d) ? last : d->omega[d->count - 1]);
  }
  return end;
}

static void add_omega(hol_noise *n, double omega, double end)
{
  if (omega >= 0 && omega <= end) {
    n->omega[n->omegas++] = omega;
  }
}

/** Even steps, points of densities, and of every resonance a few on its circle. */
static hol_status choose_omegas(hol_noise *n)
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

static double value_at(const hol_noise_density *d, double omega)
{
  size_t i = 0;
  while (i < d->count && d->omega[i] < omega) {
    i++;
  }
  if (hol_noise_is_white(d) || (i < d->count && !(d->omega[i] > omega))) {
    return d->value[hol_noise_is_white(d) ? 0 : i];
  }
  if (i == 0 || i == d->count) {
    return 0;
  }
  double part = (omega - d->omega[i - 1]) / (d->omega[i] - d->omega[i - 1]);
  return (1 - part) * d->value[i - 1] + part * d->value[i];
}

/* ---- one load ------------------------------------------------------------------------------------------------------ */

/** A load on the structure in its modes. */
typedef struct push {
  const hol_noise_density *density;
  const double *phi; /**< of mode k phi[k * step], times sign */
  size_t step;
  double sign;
  const double *rest; /**< [receivers] what the other modes do at rest */
  double own;         /**< Σ φ_d²/λ of them, from above */
  size_t probe;       /**< SIZE_MAX: the ground */
} push;

static push push_of(const hol_noise *n, const hol_noise_load *load, size_t probe)
{
  const hol_superposition *s = &n->modes;
  return load->is_ground ? (push){&load->density, s->participation, 1, -1, s->ground_rest, s->mass / s->next, SIZE_MAX}
                         : (push){&load->density,
                                  s->phi + probe,
                                  s->probes,
                                  1,
                                  s->rest + probe * s->probes,
                                  s->rest[probe * (s->probes + 1)],
                                  probe};
}

/** |H| is no more than √(T_rr T_dd) times this too small or too large. */
static double left_out(const hol_noise *n, double omega)
{
  double next = n->modes.next, square = omega * omega;
  if (!isfinite(next)) {
    return 0;
  }
  return square < next ? (square + omega * hol_proportional_damping(n->law, next)) / (next - square) : HUGE_VAL;
}

/** ∫ G left_out² dω over a straight piece, from above: it rises with ω. */
static double missing_square(const hol_noise *n, const double omega[2], const double G[2])
{
  double sum = 0;
  for (int i = 0; i < CUTS; i++) {
    double to = (i + 1.0) / CUTS, most = left_out(n, omega[0] + to * (omega[1] - omega[0]));
    double mean = G[0] + (i + 0.5) / CUTS * (G[1] - G[0]);
    sum += mean > 0 ? mean * (omega[1] - omega[0]) / CUTS * most * most : 0;
  }
  return sum;
}

static hol_status fill_transfer(const hol_noise *n, const push *load, size_t receiver, hol_transfer *t)
{
  const hol_superposition *s = &n->modes;
  HOL_TRY(hol_transfer_start(t, s->modes));
  t->rest = isfinite(s->next) ? load->rest[receiver] : 0;
  for (size_t k = 0; k < s->modes; k++) {
    double a = s->phi[receiver + k * s->probes] * load->sign * load->phi[k * load->step];
    if (fabs(a) > 0) {
      hol_transfer_add(t, 0, a, hol_proportional_damping(n->law, s->lambda[k]), s->lambda[k]);
    }
  }
  return HOL_OK;
}

/** The mean square of a receiver, and the square of what it can lack. @param[in] struck  of white noise Σ|φ_r φ_d|/√λ */
static void add_square(const hol_noise *n, const push *load, const hol_transfer *t, double size, double struck,
                       hol_noise_motion *m)
{
  const hol_noise_density *d = load->density;
  if (hol_noise_is_white(d)) {
    double c = isfinite(n->modes.next) ? hol_proportional_damping(n->law, n->modes.next) : 1;
    m->square += d->value[0] * hol_transfer_whole(t);
    m->square_radius += d->value[0] * M_PI / (2 * c) * struck * struck;
    return;
  }
  for (size_t i = 0; i + 1 < d->count; i++) {
    m->square += hol_transfer_square(t, d->omega + i, d->value + i);
    m->square_radius += size > 0 ? size * size * missing_square(n, d->omega + i, d->value + i) : 0;
  }
}

static void add_density(hol_noise *n, size_t receiver, const hol_noise_density *density, const hol_transfer *t)
{
  for (size_t i = 0; i < n->omegas; i++) {
    double H = cabs(hol_transfer_at(t, hol_complex(0, n->omega[i])));
    n->motion[receiver].density[i] += value_at(density, n->omega[i]) * H * H;
  }
}

void hol_noise_add_density(hol_noise *n, size_t receiver, size_t load, const hol_transfer *t)
{
  add_density(n, receiver, &n->request->load[load].density, t);
}

static hol_status add_load(hol_noise *n, const push *load)
{
  const hol_superposition *s = &n->modes;
  double *struck = hol_alloc(n->receivers, sizeof *struck);
  hol_status status = struck ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK && hol_noise_is_white(load->density) && isfinite(s->next)) {
    status = hol_struck_sums(s, n->receivers, load->probe, struck);
    n->is_measured = n->is_measured || load->probe != SIZE_MAX;
  }
  for (size_t r = 0; status == HOL_OK && r < n->receivers; r++) {
    hol_transfer t = {.rest = 0};
    status = fill_transfer(n, load, r, &t);
    if (status == HOL_OK) {
      double size = isfinite(s->next) ? sqrt(s->rest[r * (s->probes + 1)] * load->own) : 0;
      add_square(n, load, &t, size, struck[r], &n->motion[r]);
      add_density(n, r, load->density, &t);
    }
    hol_transfer_clear(&t);
  }
  free(struck);
  return status;
}

/* ---- all of them --------------------------------------------------------------------------------------------------- */

/** Receivers that hardly move, or not at all, are judged beside this share of the largest. */
static const double hardly = 1e-3;

void hol_noise_judge(hol_noise *n)
{
  double top[2] = {0};
  for (size_t r = 0; r < n->receivers; r++) {
    hol_noise_motion *m = &n->motion[r];
    m->rms = sqrt(fmax(m->square, 0));
    m->radius = sqrt(m->square_radius);
    top[n->request->receiver[r].turns] = fmax(top[n->request->receiver[r].turns], m->rms);
  }
  n->is_reached = true;
  for (size_t r = 0; r < n->receivers; r++) {
    const hol_noise_motion *m = &n->motion[r];
    bool is_small = m->radius <= n->request->tolerance * fmax(m->rms, hardly * top[n->request->receiver[r].turns]);
    n->is_reached = n->is_reached && (n->request->count > 0 ? isfinite(m->radius) : is_small);
  }
}

hol_status hol_noise_begin(hol_noise *n)
{
  n->receivers = n->request->receivers;
  n->motion = hol_alloc(n->receivers, sizeof *n->motion);
  if (!n->motion) {
    n->receivers = 0;
    return HOL_MEMORY;
  }
  HOL_TRY(choose_omegas(n));
  for (size_t r = 0; r < n->receivers; r++) {
    n->motion[r].density = hol_alloc(n->omegas, sizeof(double));
    if (!n->motion[r].density) {
      return HOL_MEMORY;
    }
  }
  return HOL_OK;
}

/** On rank 0, with the modes that there are. @return HOL_INCOMPLETE: a radius is too large */
static hol_status shake(hol_noise *n)
{
  HOL_TRY(n->modes.modes == 0 ? HOL_INCOMPLETE : hol_noise_begin(n));
  for (size_t i = 0, probe = n->receivers; i < n->request->loads; i++) {
    const push load = push_of(n, &n->request->load[i], probe);
    probe += !n->request->load[i].is_ground;
    HOL_TRY(add_load(n, &load));
  }
  hol_noise_judge(n);
  return n->is_reached ? HOL_OK : HOL_INCOMPLETE;
}

/** With so many modes. @return HOL_INCOMPLETE: not everything is proved, or more modes are wanted */
static hol_status attempt(const hol_superposition_wish *wish, size_t modes, hol_solve_options options, hol_noise *n,
                          hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  hol_status status = hol_superposition_make(wish, modes, options, &n->modes, faults);
  n->stopped = n->modes.result.stopped;
  if (status > HOL_INCOMPLETE || n->stopped) {
    return status;
  }
  hol_status shaken = comm->agree(comm->handle, comm->rank == 0 ? shake(n) : HOL_OK);
  return shaken > status ? shaken : status;
}

/** Are more modes what is lacking? The same on every rank. */
static bool needs_more(const hol_noise *n, const hol_comm *comm)
{
  bool more = comm->rank == 0 && !n->stopped && !n->is_reached && n->modes.is_complete && isfinite(n->modes.next);
  return comm->agree(comm->handle, more ? HOL_INCOMPLETE : HOL_OK) == HOL_INCOMPLETE;
}

hol_status hol_noise_start(const hol_problem *problem, hol_noise *n, hol_faults *faults)
{
  const hol_noise_request *request = hol_request_of(problem, &hol_noise_grammar);
  *n = (hol_noise){.problem = problem, .request = request};
  HOL_TRY(find_law(problem, request, &n->is_coupled, &n->law, faults));
  return hol_noise_check(problem, faults);
}

hol_status hol_noise_superpose(hol_solve_options options, hol_noise *n, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  const hol_problem *problem = n->problem;
  const hol_noise_request *request = n->request;
  hol_probe *probe = hol_alloc(request->receivers + request->loads, sizeof *probe);
  HOL_TRY(comm->agree(comm->handle, probe ? HOL_OK : HOL_MEMORY));
  const hol_superposition_wish wish = wish_of(problem, request, probe);
  const hol_noise empty = *n;
  size_t modes = request->count > 0 ? request->count : MODES_FIRST;
  hol_status status = attempt(&wish, modes, options, n, faults);
  while (status == HOL_INCOMPLETE && request->count == 0 && modes < MODES_MOST && needs_more(n, comm)) {
    hol_noise_clear(n);
    *n = empty;
    modes *= 2;
    status = attempt(&wish, modes, options, n, faults);
  }
  n->modes.probe = NULL;
  free(probe);
  return status;
}
