#include "nonlinear/trace.h"

#include "base/memory.h"
#include "nonlinear/branches.h"
#include "nonlinear/shoot.h"
#include "nonlinear/time.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LARGEST_STEP = 0.1, AWAY = 0.01; /* lengths: of any step; from a branch point to the start of a branch */
enum { GRID = 12, GRID_OF_LONGER = 18, ROUNDS = 3, PERIOD_MAX = 64, POINTS_FROM_REST = 100000 };

/** A motion from which a branch is to be followed. */
typedef struct seed {
  size_t period, parent;
  double *z;                 /* [unknowns + 1] */
  double *direction;         /* [unknowns + 1] from a branch point, z is AWAY of it there; NULL: along ν, both ways */
} seed;

typedef struct search {
  const hol_nonlinear_model *model;
  hol_nonlinear_options options;
  hol_nonlinear_curve *curve;
  size_t branch_capacity;
  hol_steady *steady;        /* [period] for 1.. periods of the force, started when needed */
  bool started[PERIOD_MAX];
  seed *queue;
  size_t queued, taken, queue_capacity;
  size_t tries;              /* of several modes, left */
  hol_keeper *keeper;        /* or NULL; borrowed */
} search;

/* ---------------------------------------------------------------------------------------------------- options */

static hol_nonlinear_options completed(hol_nonlinear_options o)
{
  o.harmonics = o.harmonics ? o.harmonics : 7;
  o.period = o.period ? o.period : 1;
  o.step = o.step != 0 ? o.step : 0.01;
  o.points = o.points ? o.points : 50;
  o.max_points = o.max_points ? o.max_points : 100000;
  o.search = o.search ? o.search : 5;
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

/* ---------------------------------------------------------------------------------------------------- seeds */

static hol_status steady_for(search *s, size_t period, hol_steady **steady)
{
  hol_steady *it = &s->steady[period - 1];
  *steady = it;
  if (!s->started[period - 1]) {
    s->started[period - 1] = true;
    HOL_TRY(hol_steady_start(it, s->model, &s->options, period, !s->options.no_stability));
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
  const size_t n = steady->balance.unknowns + 1;
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
  const size_t n = steady->balance.unknowns + 1;
  HOL_TRY(new_seed(s, 1, false, &it));
  hol_equation by_force = steady->equation;
  by_force.observe = NULL;
  by_force.size_slope = NULL;
  by_force.known = NULL;
  const hol_path_options o = {.from = 0, .to = 1, .unit = 1, .first_step = 0.05, .largest_step = LARGEST_STEP,
                              .max_points = POINTS_FROM_REST, .is_definite = true, .keeper = s->keeper};
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
      s->queued--; /* rest and full force are not connected within the limits */
      free(it->z);
      s->curve->complete = false;
    }
  }
  hol_path_clear(&path);
  free(work);
  return status;
}

/** A lateral mode alone as the equation of the closed form. */
static hol_duffing closed_form_of(const hol_nonlinear_model *m, size_t k)
{
  const double mass = m->mass[k], s = m->S[k * (m->lateral + 1)];
  return (hol_duffing){.omega2 = m->omega2[k], .mu = 0.5 * m->stiffness * s * s / mass, .viscous = m->viscous,
                       .eta = m->eta, .cubic_loss = m->cubic_loss, .P = m->force[k] / mass,
                       .P_nu2 = m->force_nu2[k] / mass};
}

static hol_duffing closed_form(const hol_nonlinear_model *m)
{
  return closed_form_of(m, 0);
}

/** All solutions with one harmonic at ν. */
static hol_status seed_closed_form(search *s, double nu)
{
  const hol_duffing d = closed_form(s->model);
  double amplitude[3];
  const size_t count = hol_duffing_amplitudes(&d, nu, amplitude);
  for (size_t i = 0; i < count; i++) {
    const double a = amplitude[i], stretched = 0.75 * d.mu * a * a;
    const double k = d.omega2 - nu * nu + stretched;
    const double h = d.viscous * nu + d.eta * (d.omega2 + (d.cubic_loss ? stretched : 0)), p = hypot(k, h);
    const double sign = d.P + d.P_nu2 * nu * nu < 0 ? -1 : 1;
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
  const hol_duffing d = closed_form(s->model);
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  const size_t folds = hol_duffing_folds(&d, s->options.from, s->options.to, fold);
  double last = s->options.from;
  HOL_TRY(seed_closed_form(s, s->options.from));
  for (size_t i = 0; i <= folds && folds > 0; i++) {
    const double next = i < folds ? fold[i].nu : s->options.to;
    HOL_TRY(seed_closed_form(s, last + (next - last) / 2));
    last = next;
  }
  return seed_closed_form(s, s->options.to);
}

/** Small motions at ν about a state of rest at which the beam is bent, ω²q + μq³ = 0: saddles of a softening spring and
 *  bottoms of wells, both too narrow for a grid to hit. The other sign is an image. */
static hol_status seed_beside_rest(search *s, double nu)
{
  const hol_duffing d = closed_form(s->model);
  if (!(d.omega2 * d.mu < 0)) {
    return HOL_OK;
  }
  const double q = sqrt(-d.omega2 / d.mu), k = -2 * d.omega2 - nu * nu, h = d.viscous * nu + d.eta * d.omega2;
  const double force = d.P + d.P_nu2 * nu * nu, square = k * k + h * h;
  seed *it;
  HOL_TRY(new_seed(s, 1, false, &it));
  it->z[0] = sqrt(2) * q;
  it->z[1] = square > 0 ? force * k / square : 0;
  it->z[2] = square > 0 ? force * h / square : 0;
  it->z[s->steady[0].balance.unknowns] = nu;
  return HOL_OK;
}

/** Fourier coefficients of the motion from a state, by its values at equidistant times. */
static hol_status seed_cycle(search *s, double nu, size_t period, const double state[2])
{
  seed *it;
  HOL_TRY(new_seed(s, period, false, &it));
  const hol_balance *b = &s->steady[period - 1].balance;
  const size_t samples = 4 * b->highest + 4;
  const double length = 2 * M_PI * (double)period / nu;
  double y[2] = {state[0], state[1]};
  hol_clock clock;
  hol_status status = hol_clock_start(&clock, s->model, nu, 1e-11, false);
  for (size_t i = 0; status == HOL_OK && i < samples; i++) {
    const double factor = 2 / (double)samples * y[0];
    it->z[0] += factor * sqrt(0.5);
    for (size_t h = 1; h <= b->highest; h++) {
      const double angle = 2 * M_PI * (double)(h * i % samples) / (double)samples;
      it->z[2 * h - 1] += factor * cos(angle);
      it->z[2 * h] += factor * sin(angle);
    }
    status = hol_clock_run(&clock, length * (double)i / (double)samples, length * (double)(i + 1) / (double)samples, y);
  }
  it->z[b->unknowns] = nu;
  hol_clock_clear(&clock);
  return status == HOL_NUMERICAL ? HOL_OK : status; /* then Newton's method refuses it */
}

/** Displacements and velocities that periodic motions at ν stay within, generously: three times what one harmonic, the
 *  restoring force alone and the force alone suggest. */
static void box_of(const hol_duffing *d, double nu, double box[2])
{
  double amplitude[3], largest = 0;
  const size_t count = hol_duffing_amplitudes(d, nu, amplitude);
  for (size_t i = 0; i < count; i++) {
    largest = fmax(largest, amplitude[i]);
  }
  const double force = fabs(d->P + d->P_nu2 * nu * nu);
  largest = fmax(largest, d->mu > 0 ? cbrt(force / d->mu) : 0);
  largest = fmax(largest, d->mu != 0 ? sqrt(fabs(d->omega2 / d->mu)) * (d->mu < 0 || d->omega2 < 0 ? 1 : 0.1) : 0);
  box[0] = 2 * largest;
  const double stretched = fmax(d->omega2 + 0.75 * d->mu * largest * largest, 0);
  box[1] = box[0] * fmax(nu, sqrt(stretched));
}

/** All periodic motions of one mode at ν with this period. */
static hol_status seeds_of_cycles(search *s, double nu, size_t period, size_t grid)
{
  const hol_duffing d = closed_form(s->model);
  hol_cycle_search how = {.period = period, .grid = grid};
  hol_cycles cycles = {0};
  box_of(&d, nu, how.box);
  if (!(how.box[0] > 0)) {
    return HOL_OK;
  }
  hol_status status = hol_cycles_find(s->model, nu, how, s->keeper, &cycles);
  for (size_t i = 0; status == HOL_OK && i < cycles.count; i++) {
    status = seed_cycle(s, nu, period, cycles.state + 2 * i);
  }
  hol_cycles_clear(&cycles);
  return status;
}

static bool is_one_mode(const search *s)
{
  return s->model->lateral == 1 && s->model->axial == 0;
}

/** The frequencies at which periodic motions are searched for: close to both ends of the range, and inside. */
static size_t searched(const search *s)
{
  return s->options.search + 2;
}

static double searched_at(const search *s, size_t i)
{
  const hol_nonlinear_options *o = &s->options;
  const double range = o->to - o->from;
  if (i < 2) {
    return i == 0 ? o->from + 1e-6 * range : o->to - 1e-6 * range;
  }
  return o->from + range * ((double)i - 1.5) / (double)o->search;
}

/** A motion of one mode with one harmonic, the others at rest but for what the force does to them without stretching. */
static hol_status seed_mode(search *s, double nu, size_t k, const double motion[2], size_t h)
{
  const hol_nonlinear_model *m = s->model;
  seed *it;
  HOL_TRY(new_seed(s, 1, false, &it));
  const hol_balance *b = &s->steady[0].balance;
  for (size_t i = 0; i < m->lateral; i++) {
    const hol_duffing d = closed_form_of(m, i);
    const double stiff = d.omega2 - nu * nu, loss = d.viscous * nu + d.eta * d.omega2;
    const double force = d.P + d.P_nu2 * nu * nu, square = stiff * stiff + loss * loss;
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
  const hol_duffing d = closed_form_of(s->model, k);
  double amplitude[3];
  const size_t count = hol_duffing_amplitudes(&d, nu, amplitude);
  for (size_t i = 0; i < count && s->tries > 0; i++) {
    const double a = amplitude[i], stretched = 0.75 * d.mu * a * a, stiff = d.omega2 - nu * nu + stretched;
    const double loss = d.viscous * nu + d.eta * (d.omega2 + (d.cubic_loss ? stretched : 0)), p = hypot(stiff, loss);
    const double signed_a = d.P + d.P_nu2 * nu * nu < 0 ? -a : a;
    const double motion[2] = {p > 0 ? signed_a * stiff / p : a, p > 0 ? signed_a * loss / p : 0};
    HOL_TRY(a > 0 ? seed_mode(s, nu, k, motion, 1) : HOL_OK);
  }
  return HOL_OK;
}

/** Its free motions with h times the frequency, at two phases of the force: what another mode may excite. */
static hol_status seeds_free(search *s, double nu, size_t k, size_t h)
{
  const hol_duffing d = closed_form_of(s->model, k);
  const double frequency = (double)h * nu, square = 4 * (frequency * frequency - d.omega2) / (3 * d.mu);
  if (!(square > 0) || h > s->options.harmonics) {
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
  const double d = (double)s->steady[0].balance.unknowns;
  s->tries = (size_t)fmin(fmax(4e8 / (d * d * d), LEAST_TRIES), TRIES);
  for (size_t h = 0; h <= 3; h++) {
    for (size_t k = 0; k < s->model->lateral; k++) {
      for (size_t i = 0; i < searched(s) && s->tries > 0; i++) {
        HOL_TRY(h == 0 ? seeds_forced(s, searched_at(s, i), k) : seeds_free(s, searched_at(s, i), k, h));
      }
    }
  }
  return HOL_OK;
}

/** Starts of one mode. */
static hol_status seeds_of_one_mode(search *s)
{
  HOL_TRY(seeds_of_closed_form(s));
  for (size_t i = 0; i < searched(s); i++) {
    HOL_TRY(seed_beside_rest(s, searched_at(s, i)));
  }
  for (size_t period = 1; period <= s->options.period; period++) {
    for (size_t i = 0; i < searched(s); i++) {
      HOL_TRY(seeds_of_cycles(s, searched_at(s, i), period, period == 1 ? GRID : GRID_OF_LONGER));
    }
  }
  return HOL_OK;
}

static hol_status first_seeds(search *s)
{
  HOL_TRY(seed_from_rest(s, s->options.from));
  HOL_TRY(seed_from_rest(s, s->options.to));
  return is_one_mode(s) ? seeds_of_one_mode(s) : s->options.only_primary ? HOL_OK : seeds_of_modes(s);
}

/* ---------------------------------------------------------------------------------------------------- following a seed */

static hol_path_options path_options(const search *s)
{
  const hol_nonlinear_options *o = &s->options;
  return (hol_path_options){.from = o->from, .to = o->to, .unit = o->to - o->from, .first_step = o->step,
                            .largest_step = fmin(LARGEST_STEP, 1 / (double)o->points), .max_points = o->max_points,
                            .keeper = s->keeper};
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
  const size_t all = 2 * s->balance.period, n = b->unknowns, middle = b->points / 2;
  double *z = hol_alloc(n + 1, sizeof *z);
  hol_status status = z ? HOL_OK : HOL_MEMORY;
  size_t same = 0;
  for (size_t r = 0; status == HOL_OK && r < all; r++) {
    bool found = false;
    hol_image(&s->balance, b->coefficient + middle * n, r, z);
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
  const size_t n = s->steady[period - 1].balance.unknowns + 1;
  for (int side = -1; side <= 1; side += 2) {
    seed *it;
    HOL_TRY(new_seed(s, period, true, &it));
    it->parent = parent;
    for (size_t i = 0; i < n; i++) {
      it->direction[i] = (double)side * event->across[i];
      it->z[i] = event->z[i] + AWAY * it->direction[i];
    }
  }
  return HOL_OK;
}

/** At a period doubling the motion, written with twice its period, is a branch point. */
static hol_status seeds_of_doubling(search *s, const hol_path_event *event, const double *t, size_t period, size_t parent)
{
  hol_steady *steady;
  HOL_TRY(steady_for(s, 2 * period, &steady));
  const hol_balance *narrow = &s->steady[period - 1].balance, *wide = &steady->balance;
  const size_t n = wide->unknowns + 1;
  double *work = hol_alloc(3 * n, sizeof *work), *z = work, *direction = work ? work + n : NULL;
  if (!work) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < wide->coordinates; i++) {
    const size_t from = i * narrow->block, to = i * wide->block;
    z[to] = event->z[from];
    direction[to] = t[from];
    for (size_t h = 1; h <= narrow->highest; h++) {
      for (size_t k = 0; k < 2; k++) {
        z[to + 4 * h - 1 + k] = event->z[from + 2 * h - 1 + k];
        direction[to + 4 * h - 1 + k] = t[from + 2 * h - 1 + k];
      }
    }
  }
  z[n - 1] = event->z[narrow->unknowns];
  direction[n - 1] = t[narrow->unknowns];
  hol_status status = hol_path_across(&steady->equation, steady->unit, z, direction, work + 2 * n);
  if (status == HOL_OK) {
    status = hol_steady_remember(steady, z);
  }
  if (status == HOL_OK) {
    const hol_path_event doubled = {.kind = HOL_EVENT_BRANCH, .z = z, .across = work + 2 * n};
    status = seeds_beside(s, &doubled, 2 * period, parent);
  }
  free(work);
  return status;
}

/** Queue what leaves a path at its branch points and period doublings, and remember those points. */
static hol_status leave(search *s, const hol_path *path, size_t period, size_t parent)
{
  for (size_t i = 0; i < path->events; i++) {
    const hol_path_event *e = &path->event[i];
    if (e->kind == HOL_EVENT_BRANCH) {
      HOL_TRY(hol_steady_remember(&s->steady[period - 1], e->z));
      if (!s->options.only_primary) {
        HOL_TRY(seeds_beside(s, e, period, parent));
      }
    } else if (e->kind == HOL_EVENT_PERIOD_DOUBLING && !s->options.only_primary && 2 * period <= s->options.period) {
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
  const size_t number = curve->branches++, period = from->period;
  b->parent = from->parent;
  curve->steps += back->steps + forth->steps;
  curve->rejected += back->rejected + forth->rejected;
  curve->complete = curve->complete && b->end[0] != HOL_BRANCH_ENDS_EARLY && b->end[1] != HOL_BRANCH_ENDS_EARLY;
  HOL_TRY(count_images(steady, b));
  HOL_TRY(leave(s, back, period, number));
  return leave(s, forth, period, number);
}

/** The way back from the start of a branch to the branch point it leaves: one step. */
static hol_status step_back(const seed *from, const hol_path *start, hol_path *back)
{
  const size_t n = start->unknowns + 1;
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
  double size = 0;
  for (size_t i = 0; i < b->unknowns; i++) {
    size = fmax(size, fabs(z[i]));
  }
  for (size_t part = 1; part < b->period; part++) {
    if (b->period % part != 0) {
      continue;
    }
    const size_t every = b->period / part; /* only every so-many-th harmonic */
    double off = 0;
    for (size_t i = 0; i < b->unknowns; i++) {
      const size_t h = (i % b->block + 1) / 2;
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
  const size_t n = s->balance.unknowns + 1;
  const hol_status status = hol_path_follow(&s->equation, o, start->z, direction, fixed, path);
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
  const hol_status again = hol_path_follow(&s->equation, o, start->z, tangent, false, path);
  free(tangent);
  return again;
}

/** Follow a seed unless its branch is known; `from` is a copy, the queue may move. */
static hol_status follow_in(search *s, seed from, hol_path *start, hol_path *back, hol_path *forth)
{
  hol_steady *steady = &s->steady[from.period - 1];
  const size_t n = steady->balance.unknowns + 1;
  hol_path_options o = path_options(s);
  const double nu = from.z[n - 1];
  double *along = hol_alloc(n, sizeof *along);
  if (!along) {
    return HOL_MEMORY;
  }
  hol_path_options one = o;
  hol_equation plain = steady->equation;
  plain.observe = NULL;
  one.max_points = 1;
  one.keeper = NULL;
  along[n - 1] = nu >= o.to ? -1 : 1;
  const double *direction = from.direction ? from.direction : along;
  hol_status status = hol_path_follow(&plain, &one, from.z, direction, !from.direction, start);
  bool skip = status == HOL_NUMERICAL;
  if (skip) { /* with this many harmonics there is no such motion */
    status = HOL_OK;
  } else if (status == HOL_OK) {
    const double there = start->z[n - 1];
    skip = is_of_shorter_period(&steady->balance, start->z) || there < o.from || there > o.to;
    if (!skip) {
      status = is_on_known(s, steady, start->z, &skip);
    }
  }
  if (status == HOL_OK && !skip) {
    status = follow_start(steady, &o, start, direction, !from.direction, forth);
    const bool both = !from.direction && nu > o.from && nu < o.to && forth->end != HOL_BRANCH_ENDS_CLOSED;
    along[n - 1] = -1;
    if (status == HOL_OK && both) {
      status = follow_start(steady, &o, start, along, true, back);
    } else if (status == HOL_OK && from.direction) {
      status = step_back(&from, forth, back);
    }
    if (status == HOL_OK) {
      status = add_branch(s, steady, back, forth, &from);
    }
  }
  free(along);
  return status;
}

static hol_status follow(search *s, seed from)
{
  hol_path start = {0}, back = {0}, forth = {0};
  const hol_status status = follow_in(s, from, &start, &back, &forth);
  hol_path_clear(&start);
  hol_path_clear(&back);
  hol_path_clear(&forth);
  return status;
}

/* ---------------------------------------------------------------------------------------------------- is any missing?
 *
 * The indices sign det(1 − DPᵐ) of all motions with m periods of the force sum to the degree of the restoring force
 * g = ω²q + μq³ over a large interval: periodic motions stay within bounds while the force is taken away, and those of the
 * equation without force that are no states of rest count nothing [Capietto, Mawhin, Zanolin, Trans. Amer. Math. Soc. 329
 * (1992)]. The degree is 1 if g pulls back at large q, −1 if it pushes away, however the velocity is damped. Counted over
 * the branches that cross a frequency, images included, the sum tells whether one is missing (or any odd number). */

static long expected_sum(const search *s)
{
  const hol_duffing d = closed_form(s->model);
  return (d.mu != 0 ? d.mu : d.omega2) < 0 ? -1 : 1;
}

/** Index of the motion between points k and k + 1 of a branch at ν, for the map over `turns` of its periods. */
static hol_status index_at(search *s, const hol_nonlinear_branch *b, size_t k, double nu, size_t turns, long *index)
{
  hol_steady *steady = &s->steady[b->period - 1];
  const size_t n = b->unknowns;
  const double part = (nu - b->nu[k]) / (b->nu[k + 1] - b->nu[k]);
  double *z = hol_alloc(n + 1, sizeof *z);
  hol_status status = z ? HOL_OK : HOL_MEMORY;
  hol_stability stability = {0};
  if (status == HOL_OK) {
    for (size_t i = 0; i < n; i++) {
      z[i] = b->coefficient[k * n + i] + part * (b->coefficient[(k + 1) * n + i] - b->coefficient[k * n + i]);
    }
    z[n] = nu;
    bool converged = false;
    status = hol_path_solve(&steady->equation, steady->unit, z, &converged);
  }
  if (status == HOL_OK) {
    status = hol_steady_index(steady, z, &stability);
  }
  *index = (stability.above + (turns % 2 ? 0 : stability.below)) % 2 ? -1 : 1;
  free(z);
  return status;
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
  const double near = 1e-4 * (s->options.to - s->options.from);
  for (size_t i = 0; i < s->curve->branches; i++) {
    const hol_nonlinear_branch *b = &s->curve->branch[i];
    for (size_t k = 0; period % b->period == 0 && k < b->events; k++) {
      const hol_nonlinear_event *e = &b->event[k];
      const bool crosses = e->before + 1 < b->points && (b->nu[e->before] < nu) != (b->nu[e->before + 1] < nu);
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
  const double step = (o->to - o->from) / 2000 * (nu < (o->from + o->to) / 2 ? 1 : -1);
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
    HOL_TRY(hol_keeper_go_on(s->keeper));
    HOL_TRY(follow(s, s->queue[s->taken++]));
  }
  s->curve->complete = s->curve->complete && s->taken == s->queued;
  return HOL_OK;
}

/** Search anew, from a finer grid, where the indices say that a motion is missing. */
static hol_status search_missing(search *s, double nu, size_t period)
{
  size_t grid = period == 1 ? GRID : GRID_OF_LONGER;
  for (int round = 0; round < ROUNDS; round++) {
    long sum;
    nu = clear_of_events(s, nu, period);
    HOL_TRY(index_sum(s, nu, period, &sum));
    if (sum == expected_sum(s)) {
      return HOL_OK;
    }
    if (round + 1 == ROUNDS) {
      break;
    }
    grid = 2 * grid + 3;
    HOL_TRY(seeds_of_cycles(s, nu, period, grid));
    HOL_TRY(follow_all(s));
  }
  s->curve->complete = s->curve->is_counted = false;
  return HOL_OK;
}

static hol_status trace_in(search *s)
{
  HOL_TRY(first_seeds(s));
  HOL_TRY(follow_all(s));
  if (!is_one_mode(s) || s->options.only_primary) {
    return HOL_OK;
  }
  s->curve->is_counted = true;
  for (size_t period = 1; period <= s->options.period; period++) {
    for (size_t i = 0; i < searched(s); i++) {
      HOL_TRY(search_missing(s, searched_at(s, i), period));
    }
  }
  return HOL_OK;
}

hol_status hol_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options, hol_keeper *keeper,
                     hol_nonlinear_curve *curve)
{
  search s = {.model = model, .options = completed(*options), .curve = curve, .keeper = keeper};
  if (!is_valid(&s.options) || !has_loss(model)) {
    return HOL_INVALID;
  }
  curve->complete = true;
  s.steady = hol_alloc(s.options.period, sizeof *s.steady);
  const hol_status status = s.steady ? trace_in(&s) : HOL_MEMORY;
  for (size_t i = 0; s.steady && i < s.options.period; i++) {
    hol_steady_clear(&s.steady[i]);
  }
  for (size_t i = 0; i < s.queued; i++) {
    free(s.queue[i].z);
    free(s.queue[i].direction);
  }
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

static double beyond(void *self, const double *z)
{
  const hol_steady *s = self;
  double sum = 0;
  for (size_t i = 0; i < s->balance.unknowns; i++) {
    const size_t full = s->balance.active[i];
    sum += full / s->balance.block == s->watched ? z[i] * z[i] : 0;
  }
  return sqrt(sum / 2) / s->limit - 1;
}

/** Coefficient of cos hθ of a coordinate among the unknowns of a free motion. */
static size_t cosine(const hol_steady *s, size_t coordinate, size_t h)
{
  return coordinate * (s->balance.highest + 1) + h;
}

/** A beginning: a small motion of mode k, and the way to go. */
typedef struct beginning {
  double size, omega;        /* of mode k alone */
  double *z, *direction;     /* [unknowns + 1] */
} beginning;

/** Set the beginning, with another coefficient so many times as large as that of mode k. */
static void set_beginning(const hol_steady *s, size_t k, size_t with, double part, beginning *b)
{
  const size_t n = s->balance.unknowns + 1;
  memset(b->z, 0, n * sizeof *b->z);
  memset(b->direction, 0, n * sizeof *b->direction);
  b->z[with] = part * b->size;
  b->direction[with] = part;
  b->z[cosine(s, k, 1)] = b->size;
  b->direction[cosine(s, k, 1)] = 1;
  b->z[n - 1] = b->omega;
}

/** Improve it.
 *  @return HOL_NUMERICAL if there is no such motion, or only one in which mode k has no part */
static hol_status improve_beginning(const hol_steady *s, hol_path_options options, size_t k, beginning *b)
{
  const size_t n = s->balance.unknowns + 1;
  hol_path path = {0};
  options.max_points = 1;
  options.keeper = NULL;
  hol_status status = hol_path_follow(&s->equation, &options, b->z, b->direction, false, &path);
  if (status == HOL_OK) {
    memcpy(b->z, path.z, n * sizeof *b->z);
    status = fabs(b->z[cosine(s, k, 1)]) > 0.1 * b->size ? HOL_OK : HOL_NUMERICAL;
  }
  hol_path_clear(&path);
  return status;
}

/** Where a multiple of the frequency is that of another mode, this mode goes along however small the motion is, and how
 *  much of it only the cubic terms tell. Then other beginnings are tried, from small parts of the other mode to large. */
static hol_status begin_backbone(const hol_steady *s, const hol_path_options *options, size_t k, beginning *b)
{
  static const double part[] = {0.01, -0.01, 0.03, -0.03, 0.1, -0.1, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7, 1, -1, 2, -2};
  const hol_nonlinear_model *m = s->balance.model;
  set_beginning(s, k, 0, 0, b);
  hol_status status = improve_beginning(s, *options, k, b);
  for (size_t t = 0; status == HOL_NUMERICAL && t < sizeof part / sizeof *part; t++) {
    for (size_t i = 0; status == HOL_NUMERICAL && i < m->lateral; i++) {
      const double multiple = round(sqrt(fmax(m->omega2[i], 0)) / b->omega);
      if (i != k && multiple >= 1 && multiple <= (double)s->balance.highest) {
        set_beginning(s, k, cosine(s, i, (size_t)multiple), part[t], b);
        status = improve_beginning(s, *options, k, b);
      }
    }
  }
  return status;
}

static hol_status backbone_in(hol_steady *s, size_t k, const hol_nonlinear_options *o, hol_keeper *keeper,
                              hol_path *path)
{
  const size_t n = s->balance.unknowns + 1;
  double *work = hol_alloc(2 * n, sizeof *work);
  if (!work) {
    return HOL_MEMORY;
  }
  const hol_duffing d = closed_form_of(s->balance.model, k);
  const double size = 1e-3 * s->limit, square = d.omega2 + 0.75 * d.mu * size * size;
  beginning b = {.size = size, .omega = sqrt(square > 0 ? square : d.omega2), .z = work, .direction = work + n};
  const hol_path_options options = {.from = o->from, .to = o->to, .unit = sqrt(d.omega2), .first_step = o->step,
                                    .largest_step = LARGEST_STEP, .max_points = o->max_points, .keeper = keeper};
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
  s->equation.unknowns = s->balance.unknowns;
  s->equation.limit = beyond;
  s->equation.size_slope = NULL;
  s->equation.known = NULL;
  return HOL_OK;
}

static hol_status keep(hol_steady *s, const hol_path *path, hol_nonlinear_curve *curve)
{
  const hol_path none = {0};
  curve->branch = hol_alloc(1, sizeof *curve->branch);
  if (!curve->branch) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_branch_make(s, &none, path, curve->branch));
  curve->branches = 1;
  curve->branch->end[0] = HOL_BRANCH_ENDS_AT_LIMIT;
  curve->complete = path->end != HOL_BRANCH_ENDS_EARLY;
  curve->steps = path->steps;
  curve->rejected = path->rejected;
  return HOL_OK;
}

hol_status hol_backbone(const hol_nonlinear_model *model, size_t k, hol_backbone_range range,
                        hol_keeper *keeper, hol_nonlinear_curve *curve)
{
  const double rms_limit = range.rms_limit;
  const hol_nonlinear_options *options = range.options;
  hol_nonlinear_options o = completed(*options);
  if (k >= model->lateral || !(rms_limit > 0) || !isfinite(rms_limit) || !(model->omega2[k] > 0) || !(o.step > 0)) {
    return HOL_INVALID;
  }
  o.to = o.to > 0 ? o.to : 1e9 * sqrt(model->omega2[k]);
  hol_steady s;
  hol_path path = {0};
  hol_status status = hol_steady_start(&s, model, &o, 1, false);
  status = status == HOL_OK ? set_free(&s, k, rms_limit) : status;
  status = status == HOL_OK ? backbone_in(&s, k, &o, keeper, &path) : status;
  status = status == HOL_OK ? keep(&s, &path, curve) : status;
  hol_path_clear(&path);
  hol_steady_clear(&s);
  return status;
}

hol_status hol_nonlinear_backbone(const hol_nonlinear_model *model, size_t k, double rms_limit,
                                  const hol_nonlinear_options *options, hol_nonlinear_curve *curve)
{
  return hol_backbone(model, k, (hol_backbone_range){rms_limit, options}, NULL, curve);
}
