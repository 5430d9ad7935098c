/* SPDX-License-Identifier: BSD-3-Clause */
/* Shooting: periodic motions of one coordinate as fixed points of the Poincaré map. */
#include "nonlinear/shoot.h"

#include "base/memory.h"
#include "nonlinear/map.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** The map is the inner loop of a search: LANES states side by side. Motions found are computed anew by Fourier
 *  sums. */
enum { ITERATIONS = 24, LANES = HOL_LANES };
/** Of the box: states that are the same; that have come to a known motion; that repeat so well that Newton's method is
 *  worth while. */
static const double SAME = 1e-6, CAPTURED = 1e-3, REPEATS = 1e-3;
/** Settling: e-fold decays of a disturbance waited for, periods at least and at most. */
static const double DECAYS = 12;
enum { PERIODS_LEAST = 60, PERIODS_MOST = 1000 };

/** All states of a motion: after r half periods of the force, with sign (−1)^r. */
typedef struct orbit {
  size_t first, images; /**< in `image` */
  bool is_stable;
} orbit;

typedef struct search {
  hol_oscillator map;
  const hol_cycle_search *how;
  hol_farm *farm;
  hol_cycles *found;
  orbit *known;
  size_t count, capacity;
  double *image; /**< [images][2] */
  size_t images, image_capacity;
} search;

void hol_cycles_clear(hol_cycles *cycles)
{
  free(cycles->cycle);
  *cycles = (hol_cycles){0};
}

static double state_distance(const search *s, const double *x, const double *y)
{
  return fmax(fabs(x[0] - y[0]) / s->how->box[0], fabs(x[1] - y[1]) / s->how->box[1]);
}

static bool has_left(const search *s, const double z[2])
{
  return !(fabs(z[0]) <= 4 * s->how->box[0] && fabs(z[1]) <= 4 * s->how->box[1]);
}

/** Is the state one of a known motion's? */
static bool is_known_motion(const search *s, const double z[2], double near, bool stable_only)
{
  for (size_t i = 0; i < s->count; i++) {
    const orbit *o = &s->known[i];
    for (size_t k = 0; k < o->images && (o->is_stable || !stable_only); k++) {
      if (state_distance(s, s->image + 2 * (o->first + k), z) < near) {
        return true;
      }
    }
  }
  return false;
}

/** Room for the images of a motion at the end of the list. */
static hol_status grow_images(search *s, size_t images)
{
  return hol_grow(&s->image, &s->image_capacity, 2 * (s->images + images), sizeof *s->image) ? HOL_OK : HOL_MEMORY;
}

/** The images of a motion after those of all others. @return its shortest period */
static size_t lay_out(search *s, const double z[2], size_t period)
{
  double *image = s->image + 2 * s->images;
  hol_states states = {0};
  states.q[0] = z[0];
  states.v[0] = z[1];
  for (size_t r = 0; r < 2 * period; r++) {
    double sign = r % 2 ? -1 : 1;
    image[2 * r] = sign * states.q[0];
    image[2 * r + 1] = sign * states.v[0];
    hol_map_states(&s->map, 1, r % 2, &states);
  }
  for (size_t part = 1; part < period; part++) {
    if (period % part == 0 && state_distance(s, image + 4 * part, z) < SAME) {
      return part;
    }
  }
  return period;
}

/** Keep a motion if it is new, and not of a period shorter than those sought. */
static hol_status take_motion(search *s, const double z[2], size_t period, bool is_stable)
{
  if (is_known_motion(s, z, SAME, false)) {
    return HOL_OK;
  }
  HOL_TRY(grow_images(s, 2 * period));
  size_t shortest = lay_out(s, z, period);
  if (shortest < s->how->shortest) {
    return HOL_OK;
  }
  hol_cycles *all = s->found;
  if (!hol_grow(&s->known, &s->capacity, s->count + 1, sizeof *s->known) ||
      !hol_grow(&all->cycle, &all->capacity, all->count + 1, sizeof *all->cycle)) {
    return HOL_MEMORY;
  }
  s->known[s->count++] = (orbit){s->images, 2 * shortest, is_stable};
  s->images += 2 * shortest;
  all->cycle[all->count++] = (hol_cycle){{z[0], z[1]}, shortest, is_stable};
  return HOL_OK;
}

/* ---- Newton's method --------------------------------------------------------------------------------------------- */

/** Newton's method for P(z) = z in one lane. */
typedef struct lane {
  bool is_busy;
  double z[2];             /**< the state whose image is asked for */
  double from[2], step[2]; /**< z = from + factor·step */
  double factor, miss;     /**< |P − 1| at `from`, in units of the box */
  int iterations, halvings;
  bool is_stable; /**< multipliers at `from` */
} lane;

typedef enum { LANE_GOES_ON, LANE_ARRIVED, LANE_LOST } lane_state;

static void move(lane *l)
{
  l->z[0] = l->from[0] + l->factor * l->step[0];
  l->z[1] = l->from[1] + l->factor * l->step[1];
}

/** The image of a state with its derivatives. */
typedef struct image {
  double z[2], by_q[2], by_v[2];
} image;

static image image_in(const hol_states *s, size_t l)
{
  return (image){{s->q[l], s->v[l]}, {s->by_q[0][l], s->by_q[1][l]}, {s->by_v[0][l], s->by_v[1][l]}};
}

/** Take the image of z: a new step, or half of the old one while the miss does not shrink. */
static lane_state advance(const search *s, lane *l, const image *y)
{
  const double *box = s->how->box;
  const double f[2] = {y->z[0] - l->z[0], y->z[1] - l->z[1]}, miss = hypot(f[0] / box[0], f[1] / box[1]);
  if (l->iterations > 0 && l->halvings < 6 && !(miss < l->miss)) {
    l->factor /= 2;
    l->halvings++;
    move(l);
    return LANE_GOES_ON;
  }
  double a = y->by_q[0] - 1, b = y->by_v[0], c = y->by_q[1], d = y->by_v[1] - 1, det = a * d - b * c;
  double trace = a + d + 2, product = y->by_q[0] * y->by_v[1] - b * c;
  memcpy(l->from, l->z, sizeof l->from);
  l->is_stable = fabs(trace) < 1 + product && product < 1;
  l->step[0] = -(d * f[0] - b * f[1]) / det;
  l->step[1] = -(a * f[1] - c * f[0]) / det;
  double size = fmax(fabs(l->step[0]) / box[0], fabs(l->step[1]) / box[1]);
  l->miss = miss;
  l->halvings = 0;
  l->factor = size > 0.3 ? 0.3 / size : 1;
  move(l);
  if (!isfinite(size) || ++l->iterations > ITERATIONS || has_left(s, l->z)) {
    return LANE_LOST;
  }
  return size < 1e-8 ? LANE_ARRIVED : LANE_GOES_ON;
}

/** Where Newton's method begins: a grid, then the starts with this period. */
typedef struct sources {
  size_t period, next;
} sources;

static bool next_start(const search *s, sources *from, double z[2])
{
  size_t grid = from->period == s->how->shortest ? s->how->grid : s->how->grid_of_others;
  while (from->next < grid * grid + s->how->starts) {
    size_t i = from->next++;
    if (i < grid * grid) {
      z[0] = s->how->box[0] * (2 * ((double)(i % grid) + 0.5) / (double)grid - 1);
      z[1] = s->how->box[1] * (2 * ((double)(i / grid) + 0.5) / (double)grid - 1);
      return true;
    }
    const hol_cycle_start *start = &s->how->start[i - grid * grid];
    if (start->period == from->period) {
      memcpy(z, start->state, 2 * sizeof *z);
      return true;
    }
  }
  return false;
}

static void start_lane(const search *s, sources *from, lane *l)
{
  *l = (lane){0};
  l->is_busy = next_start(s, from, l->z);
}

/** The images of the states in all lanes. */
static void map_lanes(const search *s, size_t period, const lane *lanes, hol_states *states)
{
  *states = (hol_states){0};
  for (size_t l = 0; l < LANES; l++) {
    states->q[l] = lanes[l].z[0];
    states->v[l] = lanes[l].z[1];
  }
  hol_map_varied(&s->map, 2 * period, states);
}

static hol_status solve_period(search *s, size_t period)
{
  lane lanes[LANES];
  sources from = {.period = period};
  size_t busy = 0;
  for (size_t l = 0; l < LANES; l++) {
    start_lane(s, &from, &lanes[l]);
    busy += lanes[l].is_busy;
  }
  while (busy > 0) {
    HOL_TRY(hol_farm_go_on(s->farm));
    hol_states states;
    map_lanes(s, period, lanes, &states);
    busy = 0;
    for (size_t l = 0; l < LANES; l++) {
      const image y = image_in(&states, l);
      const lane_state state = lanes[l].is_busy ? advance(s, &lanes[l], &y) : LANE_LOST;
      if (state == LANE_ARRIVED) {
        HOL_TRY(take_motion(s, lanes[l].z, period, lanes[l].is_stable));
      }
      if (state != LANE_GOES_ON) {
        HOL_TRY(lanes[l].is_busy ? hol_farm_count(s->farm) : HOL_OK);
        start_lane(s, &from, &lanes[l]);
      }
      busy += lanes[l].is_busy;
    }
  }
  return HOL_OK;
}

/** Newton's method from one state. @param[out] is_stable  whether it came to a stable motion, z */
static void solve_one(const search *s, size_t period, double z[2], bool *is_stable)
{
  lane lanes[LANES] = {{.z = {z[0], z[1]}}};
  lane_state state = LANE_GOES_ON;
  while (state == LANE_GOES_ON) {
    hol_states states;
    map_lanes(s, period, lanes, &states);
    const image y = image_in(&states, 0);
    state = advance(s, &lanes[0], &y);
  }
  memcpy(z, lanes[0].z, 2 * sizeof *z);
  *is_stable = state == LANE_ARRIVED && lanes[0].is_stable;
}

/* ---- settling ---------------------------------------------------------------------------------------------------- */

/** A state that is let run. */
typedef struct runner {
  bool is_busy;
  double z[2], anchor[2]; /**< now, and where it was `window` periods ago */
  size_t window, periods;
  double repeats;
} runner;

/** States evenly spread over the box [Roberts' sequence, built on the plastic number], after the starts. */
static void release_state(const search *s, size_t *next, runner *r)
{
  size_t i = (*next)++;
  *r = (runner){.is_busy = i < s->how->starts + s->how->settling, .repeats = REPEATS};
  if (i < s->how->starts) {
    memcpy(r->z, s->how->start[i].state, sizeof r->z);
  } else {
    double plastic = 1.3247179572447460, k = (double)(i - s->how->starts) + 1;
    r->z[0] = s->how->box[0] * (2 * fmod(0.5 + k / plastic, 1) - 1);
    r->z[1] = s->how->box[1] * (2 * fmod(0.5 + k / (plastic * plastic), 1) - 1);
  }
  memcpy(r->anchor, r->z, sizeof r->z);
}

/** After one more period. @param[out] done  whether the state has come to a motion that is known now, or left */
static hol_status watch(search *s, runner *r, size_t most, bool *done)
{
  r->window++;
  *done = has_left(s, r->z) || ++r->periods > most;
  if (!*done && state_distance(s, r->z, r->anchor) < r->repeats) {
    double z[2] = {r->z[0], r->z[1]};
    bool is_stable = false;
    *done = is_known_motion(s, z, CAPTURED, true);
    if (!*done) {
      solve_one(s, r->window, z, &is_stable);
      *done = is_stable && state_distance(s, z, r->z) < 0.1;
      HOL_TRY(*done ? take_motion(s, z, r->window, true) : HOL_OK);
      r->repeats *= 0.1; /* not yet */
    }
  }
  if (r->window == s->how->longest) {
    r->window = 0;
    memcpy(r->anchor, r->z, sizeof r->z);
    *done = *done || is_known_motion(s, r->z, CAPTURED, true);
  }
  return HOL_OK;
}

static hol_status settle_states(search *s)
{
  runner runners[LANES];
  size_t next = 0, busy = 0;
  double rate = M_PI * s->map.c / s->map.nu; /* a disturbance decays by e^−rate in a period, on the average */
  size_t most = (size_t)fmin(fmax(DECAYS / fmax(rate, 1e-6), PERIODS_LEAST), PERIODS_MOST);
  for (size_t l = 0; l < LANES; l++) {
    release_state(s, &next, &runners[l]);
    busy += runners[l].is_busy;
  }
  while (busy > 0) {
    HOL_TRY(hol_farm_go_on(s->farm));
    hol_states states = {0};
    for (size_t l = 0; l < LANES; l++) {
      states.q[l] = runners[l].z[0];
      states.v[l] = runners[l].z[1];
    }
    hol_map_states(&s->map, 2, false, &states);
    busy = 0;
    for (size_t l = 0; l < LANES; l++) {
      runner *r = &runners[l];
      bool done = true;
      r->z[0] = states.q[l];
      r->z[1] = states.v[l];
      HOL_TRY(r->is_busy ? watch(s, r, most, &done) : HOL_OK);
      if (done) {
        HOL_TRY(r->is_busy ? hol_farm_count(s->farm) : HOL_OK);
        release_state(s, &next, r);
      }
      busy += r->is_busy;
    }
  }
  return HOL_OK;
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

/** Put the motions found since there were `before`, or take them. */
static void pass_cycles(hol_bytes *bytes, size_t before, hol_cycles *cycles)
{
  size_t count = cycles->count - before;
  hol_bytes_length(bytes, &count);
  if (!hol_grow(&cycles->cycle, &cycles->capacity, before + count, sizeof *cycles->cycle)) {
    hol_bytes_fail(bytes, HOL_MEMORY);
    return;
  }
  cycles->count = before + count;
  for (size_t i = before; i < cycles->count; i++) {
    hol_cycle *c = &cycles->cycle[i];
    hol_bytes_fill(bytes, c->state, 2);
    hol_bytes_count(bytes, &c->period);
    hol_bytes_truth(bytes, &c->is_stable);
  }
}

static hol_status find_cycles_in(search *s)
{
  if (s->how->settling > 0) {
    HOL_TRY(settle_states(s));
  }
  for (size_t period = s->how->shortest; period <= s->how->longest; period++) {
    HOL_TRY(solve_period(s, period));
  }
  return HOL_OK;
}

/** Stable ones first, in the order in which they were found. */
static void sort_cycles(hol_cycles *cycles, size_t before)
{
  size_t stable = before;
  for (size_t i = before; i < cycles->count; i++) {
    const hol_cycle c = cycles->cycle[i];
    if (c.is_stable) {
      memmove(cycles->cycle + stable + 1, cycles->cycle + stable, (i - stable) * sizeof c);
      cycles->cycle[stable++] = c;
    }
  }
}

static hol_status find_cycles(const hol_nonlinear_model *model, double nu, const hol_cycle_search *how, hol_farm *farm,
                              hol_cycles *cycles)
{
  search s = {.map = hol_oscillator_of(model, nu), .how = how, .farm = farm, .found = cycles};
  size_t before = cycles->count;
  s.map.c *= how->loss > 0 ? how->loss : 1;
  s.map.gamma *= how->loss > 0 ? how->loss : 1;
  hol_status status = hol_oscillator_start(&s.map, how->box[0], 1);
  status = status == HOL_OK ? find_cycles_in(&s) : status;
  sort_cycles(cycles, before);
  hol_oscillator_clear(&s.map);
  free(s.known);
  free(s.image);
  return status;
}

hol_status hol_cycles_find(const hol_nonlinear_model *model, double nu, const hol_cycle_search *how, hol_farm *farm,
                           hol_cycles *cycles)
{
  assert(how->box[0] > 0 && how->box[1] > 0 && how->shortest >= 1);
  size_t operation = hol_farm_next(farm), before = cycles->count;
  hol_bytes bytes = {0};
  if (hol_farm_find(farm, operation, 0, &bytes)) {
    pass_cycles(&bytes, before, cycles);
    return hol_bytes_end(&bytes);
  }
  HOL_TRY(find_cycles(model, nu, how, farm, cycles));
  if (farm) {
    pass_cycles(&bytes, before, cycles);
  }
  return hol_farm_keep(farm, operation, 0, &bytes);
}
