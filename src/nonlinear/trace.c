/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves and backbones: starting points, continuation, and the sum of indices. */
#include "nonlinear/trace.h"

#include "base/memory.h"
#include "base/vector.h"
#include "nonlinear/branches.h"
#include "nonlinear/duffing.h"
#include "nonlinear/incomplete.h"
#include "nonlinear/isolas.h"
#include "nonlinear/melnikov.h"
#include "nonlinear/spectra.h"
#include "nonlinear/truncation.h"
#include "nonlinear/unique.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double WELL_TAIL = 1e-6;
static const double ISOLA_LOSS = 0.6; /* of the model's: where isolated branches are looked for */
static const double LARGEST_STEP = 0.1,
                    AWAY = 0.01; /* lengths: of any step; from a branch point to the start of a branch */
enum { GRID = 12, SETTLING = 128, ROUNDS = 3, BIRTHS = 6, CHAOS = 16, PERIOD_MAX = 64, POINTS_FROM_REST = 100000 };

/** A motion from which a branch is to be followed. */
typedef struct seed {
  size_t period, parent;
  size_t cycle;      /**< found by integration in time: its number, from 1; 0: otherwise */
  double *z;         /**< [unknowns + 1] */
  double *direction; /**< [unknowns + 1] from a branch point, z is AWAY of it there; NULL: along ν, both ways */
} seed;

typedef struct search {
  const hol_nonlinear_model *model;
  hol_nonlinear_options options;
  hol_nonlinear_curve *curve;
  size_t branch_capacity;
  hol_steady *steady; /**< [period] for 1.. periods of the force, started when needed */
  bool started[PERIOD_MAX];
  seed *queue;
  size_t queued, taken, queue_capacity;
  size_t tries;                 /**< of several modes, left */
  hol_farm *farm;               /**< or NULL; borrowed */
  size_t harmonics[PERIOD_MAX]; /**< of motions with 1.. periods of the force */
  double *at;
  size_t ats;         /**< searched frequencies; owned */
  hol_spectra cycles; /**< one mode: the motions found there by integration in time */
  size_t cycle_seeds; /**< of the cycles those that have been queued */
  double chaos_nu;    /**< where the last cycles were left aside */
} search;

/* ---------------------------------------------------------------------------------------------------- options */

static hol_nonlinear_options completed(hol_nonlinear_options o)
{
  o.period = o.period ? o.period : 1;
  o.step = o.step != 0 ? o.step : 0.01;
  o.points = o.points ? o.points : 50;
  o.max_points = o.max_points ? o.max_points : 100000;
  o.search = o.search ? o.search : o.period > 1 ? 24 : 5;
  o.max_branches = o.max_branches ? o.max_branches : 100;
  return o;
}

static bool is_valid(const hol_nonlinear_options *o)
{
  return isfinite(o->from) && isfinite(o->to) && o->from > 0 && o->to > o->from && o->step > 0 && isfinite(o->step) &&
         o->period <= PERIOD_MAX && o->harmonics <= 1000;
}

static bool has_loss(const hol_nonlinear_model *m)
{
  return isfinite(m->viscous) && isfinite(m->eta) && m->viscous >= 0 && m->eta >= 0 && m->viscous + m->eta > 0;
}

static bool is_one_mode(const search *s)
{
  return s->model->lateral == 1 && s->model->axial == 0;
}

/* ---------------------------------------------------------------------------------------------------- seeds */

static hol_status steady_for(search *s, size_t period, hol_steady **steady)
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

/** Queue a seed with room for its numbers, all zero. */
static hol_status new_seed(search *s, size_t period, bool with_direction, seed **added)
{
  hol_steady *steady;
  HOL_TRY(steady_for(s, period, &steady));
  if (!hol_grow(&s->queue, &s->queue_capacity, s->queued + 1, sizeof *s->queue)) {
    return HOL_MEMORY;
  }
  size_t n = steady->balance.unknowns + 1;
  seed *it = &s->queue[s->queued];
  *it = (seed){.period = period, .parent = SIZE_MAX, .z = hol_alloc(n, sizeof *it->z)};
  it->direction = with_direction ? hol_alloc(n, sizeof *it->direction) : NULL;
  s->queued++;
  *added = it;
  return it->z && (it->direction || !with_direction) ? HOL_OK : HOL_MEMORY;
}

/** The motion at ν that grows out of rest as the force grows. */
static hol_status seed_from_rest(search *s, double nu)
{
  hol_steady *steady;
  seed *it;
  HOL_TRY(steady_for(s, 1, &steady));
  size_t n = steady->balance.unknowns + 1;
  HOL_TRY(new_seed(s, 1, false, &it));
  hol_equation by_force = steady->equation;
  by_force.stability = NULL;
  by_force.size_slope = NULL;
  by_force.known_branch_point = NULL;
  const hol_path_options o = {.from = 0,
                              .to = 1,
                              .unit = 1,
                              .first_step = 0.05,
                              .largest_step = LARGEST_STEP,
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
static hol_status seed_closed_form(search *s, double nu)
{
  const hol_duffing d = hol_duffing_of(s->model, 0);
  double amplitude[3];
  size_t count = hol_duffing_amplitudes(&d, nu, amplitude);
  for (size_t i = 0; i < count; i++) {
    double a = amplitude[i], stretched = 0.75 * d.mu * a * a;
    double k = d.omega2 - nu * nu + stretched;
    double h = d.viscous * nu + d.eta * (d.omega2 + (d.cubic_loss ? stretched : 0)), p = hypot(k, h);
    double sign = d.P + d.P_nu2 * nu * nu < 0 ? -1 : 1;
    seed *it;
    HOL_TRY(new_seed(s, 1, false, &it));
    it->z[1] = p > 0 ? sign * a * k / p : a; /* q = a cos(νt − ψ), force in phase with k cos ψ + h sin ψ */
    it->z[2] = p > 0 ? sign * a * h / p : 0;
    it->z[s->steady[0].balance.unknowns] = nu;
  }
  return HOL_OK;
}

/** Between the folds of the one-harmonic equation all of its solutions: at least one on every branch of it. */
static hol_status seeds_of_closed_form(search *s)
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
static hol_status seed_beside_rest(search *s, double nu, size_t mode)
{
  const hol_duffing d = hol_duffing_of(s->model, mode);
  if (!(d.omega2 * d.mu < 0)) {
    return HOL_OK;
  }
  double q = sqrt(-d.omega2 / d.mu), k = -2 * d.omega2 - nu * nu, h = d.viscous * nu + d.eta * d.omega2;
  double force = d.P + d.P_nu2 * nu * nu, square = k * k + h * h;
  seed *it;
  HOL_TRY(new_seed(s, 1, false, &it));
  double *z = it->z + mode * s->steady[0].balance.block;
  z[0] = sqrt(2) * q;
  z[1] = square > 0 ? force * k / square : 0;
  z[2] = square > 0 ? force * h / square : 0;
  it->z[s->steady[0].balance.unknowns] = nu;
  return HOL_OK;
}

/** A motion found by integration in time. */
static hol_status seed_cycle(search *s, const hol_spectrum *from)
{
  seed *it;
  HOL_TRY(new_seed(s, from->cycle.period, false, &it));
  const hol_balance *b = &s->steady[from->cycle.period - 1].balance;
  size_t highest = from->highest < b->highest ? from->highest : b->highest;
  it->cycle = (size_t)(from - s->cycles.item) + 1;
  memcpy(it->z, from->coefficient, (2 * highest + 1) * sizeof *it->z);
  it->z[b->unknowns] = from->nu;
  return HOL_OK;
}

/** Look for periodic motions of one mode at ν; those found are added to the cycles. */
static hol_status find_cycles(search *s, double nu, hol_cycle_search how)
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
static hol_status find_isolas(search *s, double nu)
{
  const double loss = ISOLA_LOSS;
  hol_cycle_search how = {
      .shortest = 1, .longest = s->options.period, .grid = GRID, .grid_of_others = GRID, .loss = loss};
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
static size_t unstable_beside(const search *s, const hol_spectrum *one)
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
static bool is_worth_following(search *s, const hol_spectrum *it)
{
  if (it->cycle.is_stable || it->cycle.period == 1) {
    return true;
  }
  size_t count = unstable_beside(s, it);
  if (count > CHAOS && s->chaos_nu != it->nu) {
    s->chaos_nu = it->nu;
    hol_incomplete_add(s->curve, (hol_incomplete_reason){
                                     .kind = HOL_INCOMPLETE_CHAOS, .nu = it->nu, .branch = SIZE_MAX, .count = count});
  }
  return count <= CHAOS;
}

/** Queue the cycles of one period that have come since there were `from`: stable ones first. */
static hol_status seeds_of_period(search *s, size_t from, size_t period)
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

/** The frequencies at which motions are searched for: close to both ends of the range, inside, evenly spaced by their
 *  logarithms, those asked for and, of one mode, those at which motions are born. */
static hol_status choose_frequencies(search *s)
{
  const hol_nonlinear_options *o = &s->options;
  double range = o->to - o->from, ratio = o->to / o->from;
  s->at = hol_alloc(o->search + o->ats + 2 + BIRTHS, sizeof *s->at);
  if (!s->at) {
    return HOL_MEMORY;
  }
  s->at[0] = o->from + 1e-6 * range;
  s->at[1] = o->to - 1e-6 * range;
  s->ats = 2;
  for (size_t i = 0; i < o->search; i++) {
    s->at[s->ats++] = o->from * pow(ratio, ((double)i + 0.5) / (double)o->search);
  }
  for (size_t i = 0; i < o->ats; i++) {
    s->at[s->ats++] = fmin(fmax(o->at[i], s->at[0]), s->at[1]);
  }
  s->ats += is_one_mode(s) ? hol_melnikov_frequencies(s->model, o->from, o->to, o->period, BIRTHS, s->at + s->ats) : 0;
  return HOL_OK;
}

/** A motion of one mode with one harmonic, the others at rest but for what the force does to them without
 *  stretching. */
static hol_status seed_mode(search *s, double nu, size_t k, const double motion[2], size_t h)
{
  const hol_nonlinear_model *m = s->model;
  seed *it;
  HOL_TRY(new_seed(s, 1, false, &it));
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
static hol_status seeds_forced(search *s, double nu, size_t k)
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
static hol_status seeds_free(search *s, double nu, size_t k, size_t h)
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
static hol_status seeds_of_modes(search *s)
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
static hol_status seeds_of_one_mode(search *s)
{
  HOL_TRY(seeds_of_closed_form(s));
  for (size_t i = 0; i < s->ats; i++) {
    HOL_TRY(seed_beside_rest(s, s->at[i], 0));
  }
  return HOL_OK;
}

static hol_status first_seeds(search *s)
{
  HOL_TRY(seed_from_rest(s, s->options.from));
  HOL_TRY(seed_from_rest(s, s->options.to));
  return is_one_mode(s) ? seeds_of_one_mode(s) : s->options.only_primary ? HOL_OK : seeds_of_modes(s);
}

/* ------------------------------------------------------------------------------------------------- following a seed */

static hol_path_options path_options(const search *s)
{
  const hol_nonlinear_options *o = &s->options;
  return (hol_path_options){.from = o->from,
                            .to = o->to,
                            .unit = o->to - o->from,
                            .first_step = o->step,
                            .largest_step = fmin(LARGEST_STEP, 1 / (double)o->points),
                            .max_points = o->max_points,
                            .farm = s->farm};
}

/** Is the motion on a known branch, or on an image of one? */
static hol_status is_on_known(search *s, hol_steady *steady, const double *z, bool *known)
{
  *known = false;
  for (size_t i = 0; i < s->curve->branches && !*known; i++) {
    HOL_TRY(hol_branch_has(steady, &s->curve->branch[i], z, true, known));
  }
  return HOL_OK;
}

/** How many different branches the images of a new branch make. */
static hol_status count_images(hol_steady *s, hol_nonlinear_branch *b)
{
  size_t all = 2 * s->balance.period, n = s->balance.unknowns, middle = b->points / 2;
  double *z = hol_alloc(n + 1, sizeof *z);
  hol_status status = z ? HOL_OK : HOL_MEMORY;
  size_t same = 0;
  for (size_t r = 0; status == HOL_OK && r < all; r++) {
    bool found = false;
    hol_image(&s->balance, b->coefficient + middle * b->unknowns, r, z);
    z[n] = b->nu[middle];
    status = hol_branch_has(s, b, z, false, &found);
    same += found || r == 0;
  }
  b->images = same > 0 ? all / same - 1 : 0;
  free(z);
  return status;
}

/** From an event with another branch two seeds, one to each side. */
static hol_status seeds_beside(search *s, const hol_path_event *event, size_t period, size_t parent)
{
  size_t n = s->steady[period - 1].balance.unknowns + 1;
  for (int side = -1; side <= 1; side += 2) {
    seed *it;
    HOL_TRY(new_seed(s, period, true, &it));
    it->parent = parent;
    for (size_t i = 0; i < n; i++) {
      it->direction[i] = (double)side * event->other_tangent[i];
      it->z[i] = event->z[i] + AWAY * it->direction[i];
    }
  }
  return HOL_OK;
}

/** At a period doubling the motion, written with twice its period, is a branch point. */
static hol_status seeds_of_doubling(search *s, const hol_path_event *event, const double *t, size_t period,
                                    size_t parent)
{
  hol_steady *steady;
  HOL_TRY(steady_for(s, 2 * period, &steady));
  const hol_balance *narrow = &s->steady[period - 1].balance, *wide = &steady->balance;
  size_t n = wide->unknowns + 1;
  double *work = hol_alloc(3 * n, sizeof *work), *z = work, *direction = work ? work + n : NULL;
  if (!work) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < wide->coordinates; i++) {
    size_t from = i * narrow->block, to = i * wide->block;
    z[to] = event->z[from];
    direction[to] = t[from];
    for (size_t h = 1; h <= narrow->highest && 2 * h <= wide->highest; h++) {
      for (size_t k = 0; k < 2; k++) {
        z[to + 4 * h - 1 + k] = event->z[from + 2 * h - 1 + k];
        direction[to + 4 * h - 1 + k] = t[from + 2 * h - 1 + k];
      }
    }
  }
  z[n - 1] = event->z[narrow->unknowns];
  direction[n - 1] = t[narrow->unknowns];
  hol_status status = hol_path_other_tangent(&steady->equation, steady->unit, z, direction, work + 2 * n);
  if (status == HOL_OK) {
    status = hol_steady_remember(steady, z);
  }
  if (status == HOL_NUMERICAL) { /* the harmonics of twice the period are too few for it */
    hol_incomplete_add(s->curve,
                       (hol_incomplete_reason){.kind = HOL_INCOMPLETE_MOTION, .nu = z[n - 1], .branch = parent});
    free(work);
    return HOL_OK;
  }
  if (status == HOL_OK) {
    const hol_path_event doubled = {.kind = HOL_EVENT_BRANCH, .z = z, .other_tangent = work + 2 * n};
    status = seeds_beside(s, &doubled, 2 * period, parent);
  }
  free(work);
  return status;
}

/** Queue what leaves a path at its branch points and period doublings, and remember those points. */
static hol_status leave(search *s, const hol_path *path, size_t period, size_t parent)
{
  bool is_left_aside = s->options.only_primary || (s->chaos_nu > 0 && period > 1);
  for (size_t i = 0; i < path->events; i++) {
    const hol_path_event *e = &path->event[i];
    if (e->kind == HOL_EVENT_BRANCH) {
      HOL_TRY(hol_steady_remember(&s->steady[period - 1], e->z));
      if (!is_left_aside) {
        HOL_TRY(seeds_beside(s, e, period, parent));
      }
    } else if (e->kind == HOL_EVENT_PERIOD_DOUBLING && !is_left_aside && 2 * period <= s->options.period) {
      HOL_TRY(seeds_of_doubling(s, e, path->t + e->before * (path->unknowns + 1), period, parent));
    }
  }
  return HOL_OK;
}

static hol_status add_branch(search *s, hol_steady *steady, const hol_path *back, const hol_path *forth,
                             const seed *from)
{
  hol_nonlinear_curve *curve = s->curve;
  if (!hol_grow(&curve->branch, &s->branch_capacity, curve->branches + 1, sizeof *curve->branch)) {
    return HOL_MEMORY;
  }
  hol_nonlinear_branch *b = &curve->branch[curve->branches];
  HOL_TRY(hol_branch_make(steady, back, forth, b));
  size_t number = curve->branches++, period = from->period;
  b->parent = from->parent;
  curve->steps += back->steps + forth->steps;
  curve->rejected += back->rejected + forth->rejected;
  for (size_t i = 0; i < 2; i++) {
    size_t points = i == 0 ? back->points : forth->points;
    const hol_incomplete_kind kind = points >= s->options.max_points ? HOL_INCOMPLETE_POINTS : HOL_INCOMPLETE_EARLY;
    if (b->end[i] == HOL_BRANCH_ENDS_EARLY) {
      hol_incomplete_add(
          curve, (hol_incomplete_reason){.kind = kind, .nu = b->nu[i == 0 ? 0 : b->points - 1], .branch = number});
    }
  }
  HOL_TRY(count_images(steady, b));
  HOL_TRY(leave(s, back, period, number));
  return leave(s, forth, period, number);
}

/** The way back from the start of a branch to the branch point it leaves: one step. */
static hol_status step_back(const seed *from, const hol_path *start, hol_path *back)
{
  size_t n = start->unknowns + 1;
  back->unknowns = start->unknowns;
  back->end = HOL_BRANCH_ENDS_AT_BRANCH;
  back->z = hol_alloc(2 * n, sizeof *back->z);
  back->point = hol_alloc(2, sizeof *back->point);
  if (!back->z || !back->point) {
    return HOL_MEMORY;
  }
  back->points = 2;
  for (size_t i = 0; i < n; i++) {
    back->z[i] = start->z[i];
    back->z[n + i] = from->z[i] - AWAY * from->direction[i];
  }
  back->point[1].stability = start->point[0].stability; /* at the branch point itself it is undecided */
  return HOL_OK;
}

/** Does the motion repeat after a part of its period? Then another system of equations has it. */
static bool is_of_shorter_period(const hol_balance *b, const double *z)
{
  double size = hol_largest(b->unknowns, z);
  for (size_t part = 1; part < b->period; part++) {
    if (b->period % part != 0) {
      continue;
    }
    size_t every = b->period / part; /* only every so-many-th harmonic */
    double off = 0;
    for (size_t i = 0; i < b->unknowns; i++) {
      size_t h = (i % b->block + 1) / 2;
      off = h % every ? fmax(off, fabs(z[i])) : off;
    }
    if (off <= 1e-8 * size) {
      return true;
    }
  }
  return false;
}

/** Follow a branch from its first point. On a fold that cannot be improved at its frequency, but along the branch.
 *  @param[in] direction  with `fixed`: up or down in ν */
static hol_status follow_start(hol_steady *s, const hol_path_options *o, const hol_path *start, const double *direction,
                               bool fixed, hol_path *path)
{
  size_t n = s->balance.unknowns + 1;
  hol_status status = hol_path_follow(&s->equation, o, start->z, direction, fixed, path);
  if (status != HOL_NUMERICAL || !fixed) {
    return status;
  }
  double *tangent = hol_alloc(n, sizeof *tangent);
  if (!tangent) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < n; i++) {
    tangent[i] = start->t[i] * (start->t[n - 1] * direction[n - 1] < 0 ? -1 : 1);
  }
  hol_path_clear(path);
  hol_status again = hol_path_follow(&s->equation, o, start->z, tangent, false, path);
  free(tangent);
  return again;
}

/** A motion found by integration in time is on no branch: the harmonics chosen for it are too few. Those of the file
 *  may be meant so. */
static void miss_cycle(search *s, const seed *from)
{
  if (from->cycle > 0 && s->options.harmonics == 0) {
    hol_incomplete_add(s->curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_CYCLE,
                                                         .nu = from->z[s->steady[from->period - 1].balance.unknowns],
                                                         .branch = SIZE_MAX,
                                                         .period = from->period});
  }
}

/** Follow the new branch of a seed from its first point, and add it.
 *  @param[in] direction  of the seed, or along ν */
static hol_status follow_both_ways(search *s, const seed *from, const hol_path *start, const double *direction,
                                   hol_path *back, hol_path *forth)
{
  hol_steady *steady = &s->steady[from->period - 1];
  size_t n = steady->balance.unknowns + 1;
  const hol_path_options o = path_options(s);
  double nu = from->z[n - 1];
  double *down = hol_alloc(n, sizeof *down);
  hol_status status = down ? follow_start(steady, &o, start, direction, !from->direction, forth) : HOL_MEMORY;
  bool both = !from->direction && nu > o.from && nu < o.to && forth->end != HOL_BRANCH_ENDS_CLOSED;
  if (status == HOL_OK && both) {
    down[n - 1] = -1;
    status = follow_start(steady, &o, start, down, true, back);
  } else if (status == HOL_OK && from->direction) {
    status = step_back(from, forth, back);
  }
  if (status == HOL_OK) {
    status = add_branch(s, steady, back, forth, from);
  } else if (status == HOL_NUMERICAL) { /* its multipliers are beyond numbers: that motion only is lost */
    hol_incomplete_add(s->curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_MOTION, .nu = nu, .branch = SIZE_MAX});
    status = HOL_OK;
  }
  free(down);
  return status;
}

/** Follow a seed unless its branch is known; `from` is a copy, the queue may move. */
static hol_status follow_in(search *s, seed from, hol_path *start, hol_path *back, hol_path *forth)
{
  hol_steady *steady = &s->steady[from.period - 1];
  size_t n = steady->balance.unknowns + 1;
  hol_path_options o = path_options(s);
  double nu = from.z[n - 1];
  double *along = hol_alloc(n, sizeof *along);
  if (!along) {
    return HOL_MEMORY;
  }
  hol_path_options one = o;
  hol_equation plain = steady->equation;
  plain.stability = NULL;
  one.max_points = 1;
  one.farm = NULL;
  along[n - 1] = nu >= o.to ? -1 : 1;
  const double *direction = from.direction ? from.direction : along;
  hol_status status = hol_path_follow(&plain, &one, from.z, direction, !from.direction, start);
  bool skip = status == HOL_NUMERICAL;
  if (skip) { /* with this many harmonics there is no such motion */
    status = HOL_OK;
    miss_cycle(s, &from);
  } else if (status == HOL_OK) {
    double there = start->z[n - 1];
    skip = is_of_shorter_period(&steady->balance, start->z) || there < o.from || there > o.to;
    if (!skip) {
      status = is_on_known(s, steady, start->z, &skip);
    }
  }
  if (status == HOL_OK && !skip) {
    status = follow_both_ways(s, &from, start, direction, back, forth);
  }
  free(along);
  return status;
}

/** Is a motion found by integration in time on a branch already? Much cheaper than by the equations, where it says
 *  so. */
static hol_status is_known_cycle(const search *s, const seed *from, bool *known)
{
  *known = false;
  for (size_t i = 0; from->cycle > 0 && i < s->curve->branches && !*known; i++) {
    HOL_TRY(hol_branch_has_cycle(s->model, &s->curve->branch[i], &s->cycles.item[from->cycle - 1], known));
  }
  return HOL_OK;
}

static hol_status follow(search *s, seed from)
{
  hol_path start = {0}, back = {0}, forth = {0};
  bool is_known;
  HOL_TRY(is_known_cycle(s, &from, &is_known));
  hol_status status = is_known ? HOL_OK : follow_in(s, from, &start, &back, &forth);
  hol_path_clear(&start);
  hol_path_clear(&back);
  hol_path_clear(&forth);
  return status;
}

/* ---------------------------------------------------------------------------------------------------- is any missing?
 *
 * The indices sign det(1 − DPᵐ) of all motions with m periods of the force sum to the degree of the restoring force
 * g = ω²q + μq³ over a large interval: periodic motions stay within bounds while the force is taken away, and those of
 * the equation without force that are no states of rest count nothing [Capietto, Mawhin, Zanolin, Trans. Amer. Math.
 * Soc. 329 (1992)]. The degree is 1 if g pulls back at large q, −1 if it pushes away, however the velocity is damped.
 * Counted over the branches that cross a frequency, images included, the sum tells whether one is missing (or any odd
 *  number).
 * The same holds for a beam with any number of modes and harmonics: while the force is taken away the losses bound the
 * velocities, ∮c q̇ᵀMq̇ ≤ ∮Fᵀq̇, and these the displacements by the stretching energy, which pulls back at large q;
 * what is left without a force are states of rest, whose indices sum to 1. */

static long expected_sum(const search *s)
{
  const hol_duffing d = hol_duffing_of(s->model, 0);
  return (d.mu != 0 ? d.mu : d.omega2) < 0 ? -1 : 1;
}

/** Index of the motion between points k and k + 1 of a branch at ν, for the map over `turns` of its periods; 0 where it
 *  cannot be computed, so that the sum does not close. */
static hol_status index_at(search *s, const hol_nonlinear_branch *b, size_t k, double nu, size_t turns, long *index)
{
  hol_steady *steady = &s->steady[b->period - 1];
  size_t n = steady->balance.unknowns;
  const double *here = b->coefficient + k * b->unknowns, *next = here + b->unknowns;
  double part = (nu - b->nu[k]) / (b->nu[k + 1] - b->nu[k]);
  double *z = hol_alloc(n + 1, sizeof *z);
  hol_status status = z ? HOL_OK : HOL_MEMORY;
  hol_stability stability = {0};
  bool is_there = false;
  if (status == HOL_OK) {
    for (size_t i = 0; i < n; i++) {
      z[i] = here[i] + part * (next[i] - here[i]);
    }
    z[n] = nu;
    status = hol_path_solve(&steady->equation, steady->unit, z, &is_there);
  }
  if (status == HOL_OK && is_there && turns % 2) { /* only the sign of the determinant counts */
    status = hol_steady_sign(steady, z, index);
  } else if (status == HOL_OK && is_there) {
    status = hol_steady_index(steady, z, &stability);
    *index = (stability.above + stability.below) % 2 ? -1 : 1;
  }
  *index = is_there && status == HOL_OK ? *index : 0;
  free(z);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

static hol_status index_sum(search *s, double nu, size_t period, long *sum)
{
  *sum = 0;
  for (size_t i = 0; i < s->curve->branches; i++) {
    const hol_nonlinear_branch *b = &s->curve->branch[i];
    for (size_t k = 0; period % b->period == 0 && k + 1 < b->points; k++) {
      if ((b->nu[k] < nu) != (b->nu[k + 1] < nu)) {
        long index = 0;
        HOL_TRY(index_at(s, b, k, nu, period / b->period, &index));
        *sum += index * (long)(b->images + 1);
      }
    }
  }
  return HOL_OK;
}

/** Is a frequency away from all events, so that the motions at it can be told from each other by their neighbours? */
static bool is_clear(const search *s, double nu, size_t period)
{
  double near = 1e-4 * (s->options.to - s->options.from);
  for (size_t i = 0; i < s->curve->branches; i++) {
    const hol_nonlinear_branch *b = &s->curve->branch[i];
    for (size_t k = 0; period % b->period == 0 && k < b->events; k++) {
      const hol_nonlinear_event *e = &b->event[k];
      bool crosses = e->before + 1 < b->points && (b->nu[e->before] < nu) != (b->nu[e->before + 1] < nu);
      if (crosses || fabs(e->nu - nu) < near) {
        return false;
      }
    }
  }
  return true;
}

/** A frequency that is, if there is one a little further inside the range. */
static double clear_of_events(const search *s, double nu, size_t period)
{
  enum { STEPS = 40 };
  const hol_nonlinear_options *o = &s->options;
  double step = (o->to - o->from) / 2000 * (nu < (o->from + o->to) / 2 ? 1 : -1);
  for (int i = 0; i < STEPS; i++) {
    if (is_clear(s, nu + i * step, period)) {
      return nu + i * step;
    }
  }
  return nu;
}

static hol_status follow_all(search *s)
{
  while (s->taken < s->queued && s->curve->branches < s->options.max_branches) {
    HOL_TRY(hol_farm_go_on(s->farm));
    HOL_TRY(follow(s, s->queue[s->taken++]));
  }
  return HOL_OK;
}

/** Queue and follow the cycles that have not been queued, from the shortest period on: branches of twice a period end
 *  where those of the period have shown that they do. */
static hol_status follow_cycles(search *s)
{
  size_t from = s->cycle_seeds;
  s->cycle_seeds = s->cycles.count;
  for (size_t period = 1; period <= s->options.period; period++) {
    HOL_TRY(seeds_of_period(s, from, period));
    HOL_TRY(follow_all(s));
  }
  return HOL_OK;
}

/** Search anew, from a finer grid, where the indices say that a motion is missing. */
static hol_status search_missing(search *s, double nu, size_t period)
{
  size_t grid = GRID;
  for (int round = 1; round < ROUNDS && s->curve->branches < s->options.max_branches; round++) {
    long sum;
    if (period > 1 && s->chaos_nu > 0) {
      break; /* they do not close in any case */
    }
    nu = clear_of_events(s, nu, period);
    HOL_TRY(index_sum(s, nu, period, &sum));
    if (sum == expected_sum(s)) {
      break;
    }
    grid = 2 * grid + 3;
    HOL_TRY(find_cycles(s, nu, (hol_cycle_search){.shortest = period, .longest = period, .grid = grid}));
    HOL_TRY(follow_cycles(s));
  }
  return HOL_OK;
}

/** Do the indices close now? What was missing at one frequency may have been found at another. */
static hol_status check_sum(search *s, double nu, size_t period, bool *closes)
{
  long expected = expected_sum(s);
  long sum;
  nu = clear_of_events(s, nu, period);
  HOL_TRY(index_sum(s, nu, period, &sum));
  if (sum != expected) {
    hol_incomplete_add(s->curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_INDEX,
                                                         .nu = nu,
                                                         .branch = SIZE_MAX,
                                                         .period = period,
                                                         .sum = sum,
                                                         .expected = expected});
    *closes = false;
  }
  return HOL_OK;
}

/** Do the indices close, and is there a theorem? */
static hol_status count(search *s)
{
  hol_nonlinear_curve *curve = s->curve;
  size_t places = s->options.period * s->ats;
  bool closes = true;
  for (size_t i = 0; is_one_mode(s) && i < places; i++) {
    HOL_TRY(search_missing(s, s->at[i % s->ats], i / s->ats + 1));
  }
  for (size_t i = 0; i < (s->chaos_nu > 0 ? s->ats : places); i++) {
    HOL_TRY(check_sum(s, s->at[i % s->ats], i / s->ats + 1, &closes));
  }
  curve->coexisting = !closes || curve->reasons > 0 ? HOL_COEXISTING_OPEN : HOL_COEXISTING_COUNTED;
  if (curve->coexisting == HOL_COEXISTING_COUNTED && curve->branches == 1 && hol_is_unique(s->model, &s->options)) {
    curve->coexisting = HOL_COEXISTING_PROVED;
  }
  return HOL_OK;
}

/** Everything with the harmonics chosen. */
static hol_status trace_once(search *s)
{
  s->curve->complete = true;
  HOL_TRY(first_seeds(s));
  HOL_TRY(follow_all(s));
  HOL_TRY(follow_cycles(s));
  if (!s->options.only_primary) {
    HOL_TRY(count(s));
  }
  if (s->taken < s->queued) {
    hol_incomplete_add(s->curve,
                       (hol_incomplete_reason){.kind = HOL_INCOMPLETE_BRANCHES, .nu = (double)NAN, .branch = SIZE_MAX});
    s->curve->coexisting = HOL_COEXISTING_OPEN;
  }
  return HOL_OK;
}

/** Forget what has been followed. */
static void clear_search(search *s)
{
  for (size_t i = 0; s->steady && i < s->options.period; i++) {
    hol_steady_clear(&s->steady[i]);
    s->started[i] = false;
  }
  for (size_t i = 0; i < s->queued; i++) {
    free(s->queue[i].z);
    free(s->queue[i].direction);
  }
  s->queued = s->taken = s->cycle_seeds = 0;
  s->chaos_nu = 0;
}

/* ---------------------------------------------------------------------------------------------------- harmonics */

/** Parts of a motion that may be left out. */
static const double ENOUGH = 1e-6;
enum { USUAL = 7, LEAST = 3, UNKNOWNS_MAX = 321 };

/** So many harmonics, those of twice the period at least as many: its motions are born from these. */
static void raise_harmonics(search *s, size_t period, size_t harmonics)
{
  size_t n = s->model->lateral + s->model->axial;
  size_t most = (UNKNOWNS_MAX / n - 1) / (2 * period);
  harmonics = harmonics < most ? harmonics : most;
  if (harmonics > s->harmonics[period - 1]) {
    s->harmonics[period - 1] = harmonics;
    if (2 * period <= s->options.period) {
      raise_harmonics(s, 2 * period, harmonics);
    }
  }
}

/** As many as the cycles found so far need. @return whether there were as many */
static bool fit_cycles(search *s)
{
  bool is_enough = true;
  for (size_t i = 0; s->options.harmonics == 0 && i < s->cycles.count; i++) {
    const hol_spectrum *it = &s->cycles.item[i];
    size_t period = it->cycle.period, before = s->harmonics[period - 1];
    if (it->cycle.is_stable || period == 1 || unstable_beside(s, it) <= CHAOS) {
      raise_harmonics(s, period, (it->needed + period - 1) / period);
      is_enough = is_enough && s->harmonics[period - 1] == before;
    }
  }
  return is_enough;
}

/** As the file has them, or as the cycles need them. */
static void choose_harmonics(search *s)
{
  for (size_t period = 1; period <= s->options.period; period++) {
    s->harmonics[period - 1] = s->options.harmonics ? s->options.harmonics : is_one_mode(s) ? LEAST : USUAL;
  }
  (void)fit_cycles(s);
}

/** Are there enough of them on all branches? If not, take more where that is possible. */
static bool has_enough_harmonics(search *s)
{
  bool is_enough = true;
  for (size_t i = 0; s->options.harmonics == 0 && i < s->curve->branches; i++) {
    const hol_nonlinear_branch *b = &s->curve->branch[i];
    if (b->missing > ENOUGH && b->harmonics == s->harmonics[b->period - 1]) {
      raise_harmonics(s, b->period, b->harmonics + 2 + b->harmonics / 2);
      is_enough = is_enough && b->harmonics == s->harmonics[b->period - 1];
    }
  }
  return is_enough;
}

static hol_status trace_in(search *s)
{
  HOL_TRY(choose_frequencies(s));
  for (size_t i = 0; is_one_mode(s) && i < s->ats; i++) {
    HOL_TRY(find_cycles(
        s, s->at[i],
        (hol_cycle_search){
            .shortest = 1, .longest = s->options.period, .grid = GRID, .grid_of_others = GRID, .settling = SETTLING}));
  }
  for (size_t i = 2; is_one_mode(s) && s->options.period > 1 && i < s->ats; i++) { /* without the ends of the range */
    HOL_TRY(find_isolas(s, s->at[i]));
  }
  choose_harmonics(s);
  for (int round = 0;; round++) {
    HOL_TRY(trace_once(s));
    HOL_TRY(hol_truncation_measure(s->model, s->curve));
    bool fits = fit_cycles(s), is_enough = has_enough_harmonics(s);
    if ((fits && is_enough) || round + 1 == ROUNDS) {
      break;
    }
    clear_search(s);
    hol_nonlinear_curve_clear(s->curve);
    s->branch_capacity = 0;
  }
  hol_truncation_check(s->options.harmonics == 0, s->curve);
  s->curve->coexisting = s->curve->reasons > 0 ? HOL_COEXISTING_OPEN : s->curve->coexisting;
  return HOL_OK;
}

hol_status hol_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options, hol_farm *farm,
                     hol_nonlinear_curve *curve)
{
  search s = {.model = model, .options = completed(*options), .curve = curve, .farm = farm};
  if (!is_valid(&s.options) || !has_loss(model)) {
    return HOL_INVALID;
  }
  s.steady = hol_alloc(s.options.period, sizeof *s.steady);
  hol_status status = s.steady ? trace_in(&s) : HOL_MEMORY;
  clear_search(&s);
  hol_spectra_clear(&s.cycles);
  free(s.at);
  free(s.queue);
  free(s.steady);
  return status;
}

hol_status hol_nonlinear_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                               hol_nonlinear_curve *curve)
{
  return hol_trace(model, options, NULL, curve);
}

/* ---------------------------------------------------------------------------------------------------- backbone */

/** The two highest harmonics of the watched coordinate over its first one. */
static double tail_of(const hol_steady *s, const double *z)
{
  const double *c = z + s->watched * (s->balance.highest + 1);
  size_t top = s->balance.highest;
  return top > 2 ? hypot(c[top], c[top - 1]) / fmax(fabs(c[1]), DBL_MIN) : 0;
}

/** The free motion in a well ends in a standstill on the saddle, which no number of harmonics follows: there the path
 *  stops where the highest ones begin to count. */
static double beyond(void *self, const double *z)
{
  const hol_steady *s = self;
  double sum = 0;
  for (size_t i = 0; i < s->balance.unknowns; i++) {
    size_t full = s->balance.active[i];
    sum += full / s->balance.block == s->watched ? z[i] * z[i] : 0;
  }
  double reached = sqrt(sum / 2) / s->limit - 1;
  return s->in_well ? fmax(reached, tail_of(s, z) / WELL_TAIL - 1) : reached;
}

/** Coefficient of cos hθ of a coordinate among the unknowns of a free motion. */
static size_t cosine(const hol_steady *s, size_t coordinate, size_t h)
{
  return coordinate * (s->balance.highest + 1) + h;
}

/** A beginning: a small motion of mode k, and the way to go. */
typedef struct beginning {
  double size, omega, rest; /**< of mode k alone: about this displacement */
  double *z, *direction;    /**< [unknowns + 1] */
} beginning;

/** Set the beginning, with another coefficient so many times as large as that of mode k. */
static void set_beginning(const hol_steady *s, size_t k, size_t with, double part, beginning *b)
{
  size_t n = s->balance.unknowns + 1;
  memset(b->z, 0, n * sizeof *b->z);
  memset(b->direction, 0, n * sizeof *b->direction);
  b->z[with] = part * b->size;
  b->direction[with] = part;
  b->z[cosine(s, k, 0)] = sqrt(2) * b->rest;
  b->z[cosine(s, k, 1)] = b->size;
  b->direction[cosine(s, k, 1)] = 1;
  b->z[n - 1] = b->omega;
}

/** Improve it.
 *  @return HOL_NUMERICAL if there is no such motion, or only one in which mode k has no part */
static hol_status improve_beginning(const hol_steady *s, hol_path_options options, size_t k, beginning *b)
{
  size_t n = s->balance.unknowns + 1;
  hol_path path = {0};
  options.max_points = 1;
  options.farm = NULL;
  hol_status status = hol_path_follow(&s->equation, &options, b->z, b->direction, false, &path);
  if (status == HOL_OK) {
    memcpy(b->z, path.z, n * sizeof *b->z);
    status = fabs(b->z[cosine(s, k, 1)]) > 0.1 * b->size ? HOL_OK : HOL_NUMERICAL;
  }
  hol_path_clear(&path);
  return status;
}

/** Where a multiple of the frequency is that of another mode, this mode goes along however small the motion is, and how
 *  much of it only the cubic terms tell. Then other beginnings are tried, from small parts of the other mode to
 *  large. */
static hol_status begin_backbone(const hol_steady *s, const hol_path_options *options, size_t k, beginning *b)
{
  static const double part[] = {0.01, -0.01, 0.03, -0.03, 0.1, -0.1, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7, 1, -1, 2, -2};
  const hol_nonlinear_model *m = s->balance.model;
  set_beginning(s, k, 0, 0, b);
  hol_status status = improve_beginning(s, *options, k, b);
  for (size_t t = 0; status == HOL_NUMERICAL && t < sizeof part / sizeof *part; t++) {
    for (size_t i = 0; status == HOL_NUMERICAL && i < m->lateral; i++) {
      double multiple = round(sqrt(fmax(m->omega2[i], 0)) / b->omega);
      if (i != k && multiple >= 1 && multiple <= (double)s->balance.highest) {
        set_beginning(s, k, cosine(s, i, (size_t)multiple), part[t], b);
        status = improve_beginning(s, *options, k, b);
      }
    }
  }
  return status;
}

/** The frequency of small free motions about rest, or about the bottom of a well; of a large one if that is 0. */
static double natural(const hol_duffing *d, double large)
{
  return sqrt(d->omega2 > 0 ? d->omega2 : d->omega2 < 0 ? -2 * d->omega2 : 0.75 * d->mu * large * large);
}

static hol_status backbone_in(hol_steady *s, size_t k, const hol_nonlinear_options *o, hol_farm *farm, hol_path *path)
{
  size_t n = s->balance.unknowns + 1;
  double *work = hol_alloc(2 * n, sizeof *work);
  if (!work) {
    return HOL_MEMORY;
  }
  const hol_duffing d = hol_duffing_of(s->balance.model, k);
  double size = 1e-3 * s->limit, square = d.omega2 + 0.75 * d.mu * size * size, of_rest = natural(&d, s->limit);
  beginning b = {
      .size = size, .omega = d.omega2 >= 0 && square > 0 ? sqrt(square) : of_rest, .z = work, .direction = work + n};
  b.rest = d.omega2 < 0 ? sqrt(-d.omega2 / d.mu) : 0;
  const hol_path_options options = {.from = o->from,
                                    .to = o->to,
                                    .unit = of_rest,
                                    .first_step = o->step,
                                    .largest_step = LARGEST_STEP,
                                    .max_points = o->max_points,
                                    .farm = farm};
  hol_status status = begin_backbone(s, &options, k, &b);
  if (status == HOL_OK) {
    status = hol_path_follow(&s->equation, &options, b.z, b.direction, false, path);
  }
  free(work);
  return status;
}

/** The free equations of a fresh hol_steady. */
static hol_status set_free(hol_steady *s, size_t k, double rms_limit)
{
  HOL_TRY(hol_balance_make_free(&s->balance));
  s->watched = k;
  s->limit = rms_limit;
  s->in_well = s->balance.model->omega2[k] < 0;
  s->equation.unknowns = s->balance.unknowns;
  s->equation.limit = beyond;
  s->equation.size_slope = NULL;
  s->equation.known_branch_point = NULL;
  return HOL_OK;
}

static hol_status keep_path(hol_steady *s, const hol_path *path, hol_nonlinear_curve *curve)
{
  const hol_path none = {0};
  curve->branch = hol_alloc(1, sizeof *curve->branch);
  if (!curve->branch) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_branch_make(s, &none, path, curve->branch));
  curve->branches = 1;
  curve->branch->end[0] = HOL_BRANCH_ENDS_AT_LIMIT;
  curve->complete = true;
  if (path->end == HOL_BRANCH_ENDS_EARLY) {
    hol_incomplete_add(curve, (hol_incomplete_reason){.kind = HOL_INCOMPLETE_EARLY,
                                                      .nu = curve->branch->nu[curve->branch->points - 1],
                                                      .branch = 0});
  }
  curve->steps = path->steps;
  curve->rejected = path->rejected;
  return HOL_OK;
}

/** With the harmonics of the options. */
static hol_status backbone_once(const hol_nonlinear_model *model, size_t k, double rms_limit,
                                const hol_nonlinear_options *o, hol_farm *farm, hol_nonlinear_curve *curve)
{
  hol_steady s;
  hol_path path = {0};
  hol_nonlinear_model free = *model; /* borrows: of a free motion nothing is lost */
  free.cubic_loss = false;
  hol_status status = hol_steady_start(&s, model, o, 1, false);
  status = status == HOL_OK ? set_free(&s, k, rms_limit) : status;
  status = status == HOL_OK ? backbone_in(&s, k, o, farm, &path) : status;
  status = status == HOL_OK ? keep_path(&s, &path, curve) : status;
  status = status == HOL_OK ? hol_truncation_measure(&free, curve) : status;
  hol_path_clear(&path);
  hol_steady_clear(&s);
  return status;
}

hol_status hol_backbone(const hol_nonlinear_model *model, size_t k, hol_backbone_range range, hol_farm *farm,
                        hol_nonlinear_curve *curve)
{
  double rms_limit = range.rms_limit;
  hol_nonlinear_options o = completed(*range.options);
  bool is_chosen = o.harmonics == 0;
  o.harmonics = is_chosen ? USUAL : o.harmonics;
  if (k >= model->lateral || !(rms_limit > 0) || !isfinite(rms_limit) || !(o.step > 0)) {
    return HOL_INVALID;
  }
  const hol_duffing d = hol_duffing_of(model, k);
  if (!(d.omega2 > 0) && !(d.mu > 0)) {
    return HOL_INVALID;
  }
  o.to = o.to > 0 ? o.to : 1e9 * natural(&d, rms_limit);
  for (int round = 1;; round++) {
    HOL_TRY(backbone_once(model, k, rms_limit, &o, farm, curve));
    if (!is_chosen || round == ROUNDS || curve->branch->missing <= ENOUGH) {
      break;
    }
    hol_nonlinear_curve_clear(curve);
    o.harmonics += 2 + o.harmonics / 2;
  }
  hol_truncation_check(is_chosen, curve);
  return HOL_OK;
}

hol_status hol_nonlinear_backbone(const hol_nonlinear_model *model, size_t k, double rms_limit,
                                  const hol_nonlinear_options *options, hol_nonlinear_curve *curve)
{
  return hol_backbone(model, k, (hol_backbone_range){rms_limit, options}, NULL, curve);
}
