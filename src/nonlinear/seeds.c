/* SPDX-License-Identifier: BSD-3-Clause */
/* Starts of branches: motions out of rest, in closed form, from integration in time, of one mode of several. */
#include "nonlinear/search.h"

#include "base/memory.h"
#include "nonlinear/duffing.h"
#include "nonlinear/incomplete.h"
#include "nonlinear/isolas.h"
#include "nonlinear/melnikov.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ISOLA_LOSS = 0.6; /* of the model's: where isolated branches are looked for */
enum { POINTS_FROM_REST = 100000 };

hol_status hol_search_steady(hol_curve_search *s, size_t period, hol_steady **steady)
{
  hol_steady *it = &s->steady[period - 1];
  *steady = it;
  if (!s->started[period - 1]) {
    hol_nonlinear_options o = s->options;
    o.harmonics = s->harmonics[period - 1];
    s->started[period - 1] = true;
    HOL_TRY(hol_steady_start(it, s->model, &o, period, !s->options.no_stability));
  }
  return HOL_OK;
}

hol_status hol_seed_new(hol_curve_search *s, size_t period, bool with_direction, hol_seed **added)
{
  hol_steady *steady;
  HOL_TRY(hol_search_steady(s, period, &steady));
  if (!hol_grow(&s->queue, &s->queue_capacity, s->queued + 1, sizeof *s->queue)) {
    return HOL_MEMORY;
  }
  size_t n = steady->balance.unknowns + 1;
  hol_seed *it = &s->queue[s->queued];
  *it = (hol_seed){.period = period, .parent = SIZE_MAX, .z = hol_alloc(n, sizeof *it->z)};
  it->direction = with_direction ? hol_alloc(n, sizeof *it->direction) : NULL;
  s->queued++;
  *added = it;
  return it->z && (it->direction || !with_direction) ? HOL_OK : HOL_MEMORY;
}

/** The motion at ν that grows out of rest as the force grows. */
static hol_status seed_from_rest(hol_curve_search *s, double nu)
{
  hol_steady *steady;
  hol_seed *it;
  HOL_TRY(hol_search_steady(s, 1, &steady));
  size_t n = steady->balance.unknowns + 1;
  HOL_TRY(hol_seed_new(s, 1, false, &it));
  hol_equation by_force = steady->equation;
  by_force.stability = NULL;
  by_force.size_slope = NULL;
  by_force.known_branch_point = NULL;
  const hol_path_options o = {.from = 0,
                              .to = 1,
                              .unit = 1,
                              .first_step = 0.05,
                              .largest_step = HOL_LARGEST_STEP,
                              .max_points = POINTS_FROM_REST,
                              .is_definite = true,
                              .farm = s->farm};
  double *work = hol_alloc(2 * n, sizeof *work);
  hol_path path = {0};
  hol_status status = work ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    work[2 * n - 1] = 1;
    steady->balance.parameter = HOL_BY_FORCE;
    steady->balance.nu = nu;
    status = hol_path_follow(&by_force, &o, work, work + n, true, &path);
    steady->balance.parameter = HOL_BY_FREQUENCY;
  }
  if (status == HOL_OK) {
    const double *last = path.z + (path.points - 1) * n;
    memcpy(it->z, last, (n - 1) * sizeof *last);
    it->z[n - 1] = nu;
    if (path.end != HOL_BRANCH_ENDS_AT_RANGE || last[n - 1] != 1) {
      s->queued--; /* rest and full force are not connected: the way may lead back to another state of rest */
      free(it->z);
      if (path.end == HOL_BRANCH_ENDS_EARLY) {
        hol_incomplete_add(s->curve,
                           (hol_incomplete_reason){.kind = HOL_INCOMPLETE_FORCE, .nu = nu, .branch = SIZE_MAX});
      }
    }
  }
  hol_path_clear(&path);
  free(work);
  return status;
}

/** All solutions with one harmonic at ν. */
static hol_status seed_closed_form(hol_curve_search *s, double nu)
{
  const hol_duffing d = hol_duffing_of(s->model, 0);
  double amplitude[3];
  size_t count = hol_duffing_amplitudes(&d, nu, amplitude);
  for (size_t i = 0; i < count; i++) {
    double a = amplitude[i], stretched = 0.75 * d.mu * a * a;
    double k = d.omega2 - nu * nu + stretched;
    double h = d.viscous * nu + d.eta * (d.omega2 + (d.cubic_loss ? stretched : 0)), p = hypot(k, h);
    double sign = d.P + d.P_nu2 * nu * nu < 0 ? -1 : 1;
    hol_seed *it;
    HOL_TRY(hol_seed_new(s, 1, false, &it));
    it->z[1] = p > 0 ? sign * a * k / p : a; /* q = a cos(νt − ψ), force in phase with k cos ψ + h sin ψ */
    it->z[2] = p > 0 ? sign * a * h / p : 0;
    it->z[s->steady[0].balance.unknowns] = nu;
  }
  return HOL_OK;
}

/** Between the folds of the one-harmonic equation all of its solutions: at least one on every branch of it. */
static hol_status seeds_of_closed_form(hol_curve_search *s)
{
  const hol_duffing d = hol_duffing_of(s->model, 0);
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  size_t folds = hol_duffing_folds(&d, s->options.from, s->options.to, fold);
  double last = s->options.from;
  HOL_TRY(seed_closed_form(s, s->options.from));
  for (size_t i = 0; i <= folds && folds > 0; i++) {
    double next = i < folds ? fold[i].nu : s->options.to;
    HOL_TRY(seed_closed_form(s, last + (next - last) / 2));
    last = next;
  }
  return seed_closed_form(s, s->options.to);
}

/** Small motions at ν about a state of rest at which the beam is bent in mode k, ω²q + μq³ = 0: saddles of a softening
 *  spring and bottoms of wells, both too narrow for a grid to hit. The other sign is an image. */
static hol_status seed_beside_rest(hol_curve_search *s, double nu, size_t mode)
{
  const hol_duffing d = hol_duffing_of(s->model, mode);
  if (!(d.omega2 * d.mu < 0)) {
    return HOL_OK;
  }
  double q = sqrt(-d.omega2 / d.mu), k = -2 * d.omega2 - nu * nu, h = d.viscous * nu + d.eta * d.omega2;
  double force = d.P + d.P_nu2 * nu * nu, square = k * k + h * h;
  hol_seed *it;
  HOL_TRY(hol_seed_new(s, 1, false, &it));
  double *z = it->z + mode * s->steady[0].balance.block;
  z[0] = sqrt(2) * q;
  z[1] = square > 0 ? force * k / square : 0;
  z[2] = square > 0 ? force * h / square : 0;
  it->z[s->steady[0].balance.unknowns] = nu;
  return HOL_OK;
}

/** A motion found by integration in time. */
static hol_status seed_cycle(hol_curve_search *s, const hol_spectrum *from)
{
  hol_seed *it;
  HOL_TRY(hol_seed_new(s, from->cycle.period, false, &it));
  const hol_balance *b = &s->steady[from->cycle.period - 1].balance;
  size_t highest = from->highest < b->highest ? from->highest : b->highest;
  it->cycle = (size_t)(from - s->cycles.item) + 1;
  memcpy(it->z, from->coefficient, (2 * highest + 1) * sizeof *it->z);
  it->z[b->unknowns] = from->nu;
  return HOL_OK;
}

/** Look for periodic motions of one mode at ν; those found are added to the cycles. */
hol_status hol_seeds_find_cycles(hol_curve_search *s, double nu, hol_cycle_search how)
{
  hol_cycle_start *start = NULL;
  hol_cycles found = {0};
  hol_status status = hol_melnikov_starts(s->model, nu, how.longest, &start, &how.starts, how.box);
  how.start = start;
  if (status == HOL_OK && how.box[0] > 0) {
    status = hol_cycles_find(s->model, nu, &how, s->farm, &found);
    status = status == HOL_OK ? hol_spectra_add(s->model, nu, how.box[0], &found, &s->cycles) : status;
  }
  hol_cycles_clear(&found);
  free(start);
  return status;
}

/** Motions on isolated branches, from those at ν with less loss; they are added to the cycles, at their own
 *  frequencies. */
hol_status hol_seeds_find_isolas(hol_curve_search *s, double nu)
{
  const double loss = ISOLA_LOSS;
  hol_cycle_search how = {
      .shortest = 1, .longest = s->options.period, .grid = HOL_GRID, .grid_of_others = HOL_GRID, .loss = loss};
  hol_cycle_start *start = NULL;
  hol_cycles low = {0};
  hol_isola_motion *found = NULL;
  size_t count = 0;
  hol_status status = hol_melnikov_starts(s->model, nu, how.longest, &start, &how.starts, how.box);
  how.start = start;
  hol_isola_range range = {s->at[0], s->at[1], {how.box[0], how.box[1]}};
  if (status == HOL_OK && how.box[0] > 0) {
    status = hol_cycles_find(s->model, nu, &how, s->farm, &low);
    found = hol_alloc(low.count, sizeof *found);
    status = found ? status : HOL_MEMORY;
  }
  status =
      status == HOL_OK && found ? hol_isolas_ascend(s->model, &range, nu, loss, &low, s->farm, found, &count) : status;
  for (size_t i = 0; status == HOL_OK && i < count; i++) {
    const hol_cycles one = {.cycle = &found[i].cycle, .count = 1};
    status = hol_spectra_add(s->model, found[i].nu, how.box[0], &one, &s->cycles);
  }
  hol_cycles_clear(&low);
  free(found);
  free(start);
  return status;
}

/** How many unstable motions of several periods have been found at the frequency of this one. */
size_t hol_seeds_unstable_beside(const hol_curve_search *s, const hol_spectrum *one)
{
  size_t count = 0;
  for (size_t i = 0; i < s->cycles.count; i++) {
    const hol_spectrum *other = &s->cycles.item[i];
    count += other->nu == one->nu && !other->cycle.is_stable && other->cycle.period > 1;
  }
  return count;
}

/** Is a cycle to be followed? Where motions are chaotic there are more and more unstable ones with every period
 *  more. */
static bool is_worth_following(hol_curve_search *s, const hol_spectrum *it)
{
  if (it->cycle.is_stable || it->cycle.period == 1) {
    return true;
  }
  size_t count = hol_seeds_unstable_beside(s, it);
  if (count > HOL_CHAOS && s->chaos_nu != it->nu) {
    s->chaos_nu = it->nu;
    hol_incomplete_add(s->curve, (hol_incomplete_reason){
                                     .kind = HOL_INCOMPLETE_CHAOS, .nu = it->nu, .branch = SIZE_MAX, .count = count});
  }
  return count <= HOL_CHAOS;
}

/** Queue the cycles of one period that have come since there were `from`: stable ones first. */
hol_status hol_seeds_of_period(hol_curve_search *s, size_t from, size_t period)
{
  for (int rank = 0; rank < 2; rank++) {
    for (size_t i = from; i < s->cycles.count; i++) {
      const hol_cycle *c = &s->cycles.item[i].cycle;
      bool is_due = c->period == period && c->is_stable == (rank == 0);
      HOL_TRY(is_due && is_worth_following(s, &s->cycles.item[i]) ? seed_cycle(s, &s->cycles.item[i]) : HOL_OK);
    }
  }
  return HOL_OK;
}

/** A motion of one mode with one harmonic, the others at rest but for what the force does to them without
 *  stretching. */
static hol_status seed_mode(hol_curve_search *s, double nu, size_t k, const double motion[2], size_t h)
{
  const hol_nonlinear_model *m = s->model;
  hol_seed *it;
  HOL_TRY(hol_seed_new(s, 1, false, &it));
  const hol_balance *b = &s->steady[0].balance;
  for (size_t i = 0; i < m->lateral; i++) {
    const hol_duffing d = hol_duffing_of(m, i);
    double stiff = d.omega2 - nu * nu, loss = d.viscous * nu + d.eta * d.omega2;
    double force = d.P + d.P_nu2 * nu * nu, square = stiff * stiff + loss * loss;
    if (i != k || h != 1) {
      it->z[i * b->block + 1] = force * stiff / square;
      it->z[i * b->block + 2] = force * loss / square;
    }
  }
  it->z[k * b->block + 2 * h - 1] = motion[0];
  it->z[k * b->block + 2 * h] = motion[1];
  it->z[b->unknowns] = nu;
  s->tries--;
  return HOL_OK;
}

/** The forced motions of a mode alone. */
static hol_status seeds_forced(hol_curve_search *s, double nu, size_t k)
{
  const hol_duffing d = hol_duffing_of(s->model, k);
  double amplitude[3];
  size_t count = hol_duffing_amplitudes(&d, nu, amplitude);
  for (size_t i = 0; i < count && s->tries > 0; i++) {
    double a = amplitude[i], stretched = 0.75 * d.mu * a * a, stiff = d.omega2 - nu * nu + stretched;
    double loss = d.viscous * nu + d.eta * (d.omega2 + (d.cubic_loss ? stretched : 0)), p = hypot(stiff, loss);
    double signed_a = d.P + d.P_nu2 * nu * nu < 0 ? -a : a;
    const double motion[2] = {p > 0 ? signed_a * stiff / p : a, p > 0 ? signed_a * loss / p : 0};
    HOL_TRY(a > 0 ? seed_mode(s, nu, k, motion, 1) : HOL_OK);
  }
  return HOL_OK;
}

/** Its free motions with h times the frequency, at two phases of the force: what another mode may excite. */
static hol_status seeds_free(hol_curve_search *s, double nu, size_t k, size_t h)
{
  const hol_duffing d = hol_duffing_of(s->model, k);
  double frequency = (double)h * nu, square = 4 * (frequency * frequency - d.omega2) / (3 * d.mu);
  if (!(square > 0) || h > s->harmonics[0]) {
    return HOL_OK;
  }
  for (int phase = 0; phase < 2 && s->tries > 0; phase++) {
    const double motion[2] = {phase ? 0 : sqrt(square), phase ? sqrt(square) : 0};
    HOL_TRY(seed_mode(s, nu, k, motion, h));
  }
  return HOL_OK;
}

/** Starts of several modes: few where the equations are many. */
static hol_status seeds_of_modes(hol_curve_search *s)
{
  enum { TRIES = 200, LEAST_TRIES = 10 };
  double d = (double)s->steady[0].balance.unknowns;
  s->tries = (size_t)fmin(fmax(4e8 / (d * d * d), LEAST_TRIES), TRIES);
  for (size_t k = 0; k < s->model->lateral; k++) {
    for (size_t i = 0; i < s->ats; i++) {
      HOL_TRY(seed_beside_rest(s, s->at[i], k));
    }
  }
  for (size_t h = 0; h <= 3; h++) {
    for (size_t k = 0; k < s->model->lateral; k++) {
      for (size_t i = 0; i < s->ats && s->tries > 0; i++) {
        HOL_TRY(h == 0 ? seeds_forced(s, s->at[i], k) : seeds_free(s, s->at[i], k, h));
      }
    }
  }
  return HOL_OK;
}

/** Starts of one mode. */
static hol_status seeds_of_one_mode(hol_curve_search *s)
{
  HOL_TRY(seeds_of_closed_form(s));
  for (size_t i = 0; i < s->ats; i++) {
    HOL_TRY(seed_beside_rest(s, s->at[i], 0));
  }
  return HOL_OK;
}

hol_status hol_seeds_first(hol_curve_search *s)
{
  HOL_TRY(seed_from_rest(s, s->options.from));
  HOL_TRY(seed_from_rest(s, s->options.to));
  return hol_search_has_one_mode(s) ? seeds_of_one_mode(s) : s->options.only_primary ? HOL_OK : seeds_of_modes(s);
}
