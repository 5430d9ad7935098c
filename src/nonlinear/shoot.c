#include "nonlinear/shoot.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The map is a search's inner loop: a fixed number of big steps, each extrapolated from 1..ROWS drift-kick-drift substeps
 * (order 2·ROWS). The damping v′ = −cv − γv³ is integrated exactly, half before and half after every kick, so that the
 * composition is symmetric and its error even in the substep. Motions found are computed anew by Fourier sums. */
enum { ITERATIONS = 24, STATE = 6, LANES = 8, ROWS = 6, KICKS = ROWS * (ROWS + 1) / 2 }; /* state and two variations */

/** Factors of the exact damping: v⁺ = a v/√(1 + b v²). */
typedef struct damper {
  double a, b;
} damper;

typedef struct oscillator {
  double omega2, mu, force, nu, c, gamma; /* v′ = −ω²q − μq³ − cv − γv³ + F cos νt */
  size_t steps;                           /* big steps in a period of the force */
  double weight[ROWS];
  damper half[ROWS];                      /* of half a substep */
  double *wave;                           /* [steps][KICKS] force at the kicks */
} oscillator;

/** v⁺ = v e^{−cτ}/√(1 + (γ/c)(1 − e^{−2cτ}) v²). */
static damper damper_of(const oscillator *o, double tau)
{
  const double x = 2 * o->c * tau;
  return (damper){exp(-x / 2), o->gamma * (x > 1e-12 ? -expm1(-x) / o->c : 2 * tau)};
}

/** The tables that go with a number of steps; wave is owned by the oscillator. */
static hol_status fill_tables(oscillator *o)
{
  const double h = 2 * M_PI / (double)o->steps;
  o->wave = hol_alloc(o->steps * KICKS, sizeof *o->wave);
  if (!o->wave) {
    return HOL_MEMORY;
  }
  double *wave = o->wave;
  for (size_t i = 0; i < o->steps; i++) {
    for (size_t j = 1; j <= ROWS; j++) {
      for (size_t m = 0; m < j; m++) {
        *wave++ = o->force * cos(h * ((double)i + ((double)m + 0.5) / (double)j));
      }
    }
  }
  for (size_t j = 1; j <= ROWS; j++) {
    o->half[j - 1] = damper_of(o, h / o->nu / (double)j / 2);
  }
  return HOL_OK;
}

static oscillator oscillator_of(const hol_nonlinear_model *m, double nu, const double box[2])
{
  const double mass = m->mass[0], s2 = m->S[0] * m->S[0];
  oscillator o = {.omega2 = m->omega2[0], .mu = 0.5 * m->stiffness * s2 / mass, .nu = nu};
  o.force = (m->force[0] + m->force_nu2[0] * nu * nu) / mass;
  o.c = m->viscous + m->eta * m->omega2[0] / nu;
  o.gamma = m->cubic_loss ? 0.5 * m->eta * m->static_stiffness * s2 / mass / (nu * nu * nu) : 0;
  const double fastest = sqrt(fmax(fabs(o.omega2), nu * nu) + 3 * fabs(o.mu) * box[0] * box[0]);
  o.steps = (size_t)fmin(ceil(2 * M_PI * fastest / nu / 1.5) + 1, 4096);
  for (int j = 1; j <= ROWS; j++) {
    o.weight[j - 1] = 1;
    for (int i = 1; i <= ROWS; i++) {
      o.weight[j - 1] *= i == j ? 1 : (double)(j * j) / (double)(j * j - i * i);
    }
  }
  return o;
}

/* Several states at once: LANES of them side by side hide the length of the chain of operations of one. */
typedef struct states {
  double y[STATE][LANES]; /* q, v, then both variations */
} states;

static void damp(damper d, states *s)
{
  for (size_t l = 0; l < LANES; l++) {
    double factor = d.a, slope = d.a;
    if (d.b != 0) {
      const double shrink = 1 / (1 + d.b * s->y[1][l] * s->y[1][l]);
      factor *= sqrt(shrink);
      slope = factor * shrink;
    }
    s->y[1][l] *= factor;
    s->y[3][l] *= slope;
    s->y[5][l] *= slope;
  }
}

static void drift(double h, states *s)
{
  for (size_t k = 0; k < STATE; k += 2) {
    for (size_t l = 0; l < LANES; l++) {
      s->y[k][l] += h * s->y[k + 1][l];
    }
  }
}

static void kick(const oscillator *o, double t, double wave, states *s)
{
  for (size_t l = 0; l < LANES; l++) {
    const double q = s->y[0][l], square = o->mu * q * q, slope = t * (o->omega2 + 3 * square);
    s->y[1][l] += t * (wave - (o->omega2 + square) * q);
    s->y[3][l] -= slope * s->y[2][l];
    s->y[5][l] -= slope * s->y[4][l];
  }
}

/** One big step of length h; `wave` holds its kicks. */
static void big_step(const oscillator *o, const double *wave, double h, states *s)
{
  states sum = {0};
  for (size_t j = 1; j <= ROWS; j++) {
    const double t = h / (double)j;
    states z = *s;
    drift(t / 2, &z);
    for (size_t m = 0; m < j; m++) {
      damp(o->half[j - 1], &z);
      kick(o, t, *wave++, &z);
      damp(o->half[j - 1], &z);
      drift(m + 1 < j ? t : t / 2, &z);
    }
    for (size_t k = 0; k < STATE; k++) {
      for (size_t l = 0; l < LANES; l++) {
        sum.y[k][l] += o->weight[j - 1] * z.y[k][l];
      }
    }
  }
  *s = sum;
}

/** The map over `period` periods, with its derivatives by displacement and by velocity. */
static void map(const oscillator *o, size_t period, states *s)
{
  const double step = 2 * M_PI / (double)o->steps / o->nu;
  for (size_t l = 0; l < LANES; l++) {
    s->y[2][l] = s->y[5][l] = 1;
    s->y[3][l] = s->y[4][l] = 0;
  }
  for (size_t i = 0; i < period * o->steps; i++) {
    big_step(o, o->wave + i % o->steps * KICKS, step, s);
  }
}

/** The map of one state. */
static void map_one(const oscillator *o, size_t period, const double z[2], double image[2])
{
  states s = {0};
  s.y[0][0] = z[0];
  s.y[1][0] = z[1];
  map(o, period, &s);
  image[0] = s.y[0][0];
  image[1] = s.y[1][0];
}

void hol_cycles_clear(hol_cycles *cycles)
{
  free(cycles->state);
  *cycles = (hol_cycles){0};
}

static double distance(const double *x, const double *y, const double box[2])
{
  return fmax(fabs(x[0] - y[0]) / box[0], fabs(x[1] - y[1]) / box[1]);
}

static hol_status add(hol_cycles *cycles, const double z[2])
{
  if (!hol_grow(&cycles->state, &cycles->capacity, 2 * (cycles->count + 1), sizeof *cycles->state)) {
    return HOL_MEMORY;
  }
  memcpy(cycles->state + 2 * cycles->count, z, 2 * sizeof *z);
  cycles->count++;
  return HOL_OK;
}

/** Newton's method for P(z) = z in one lane. */
typedef struct lane {
  bool is_busy;
  double z[2];               /* the state whose image is asked for */
  double from[2], step[2];   /* z = from + factor·step */
  double factor, miss;       /* |P − 1| at `from`, in units of the box */
  int iterations, halvings;
} lane;

typedef enum { LANE_GOES_ON, LANE_ARRIVED, LANE_LOST } lane_state;

static void move(lane *l)
{
  l->z[0] = l->from[0] + l->factor * l->step[0];
  l->z[1] = l->from[1] + l->factor * l->step[1];
}

/** Take the image of z and its derivatives: a new step, or half of the old one while the miss does not shrink. */
static lane_state advance(lane *l, const double y[STATE], const double box[2])
{
  const double f[2] = {y[0] - l->z[0], y[1] - l->z[1]}, miss = hypot(f[0] / box[0], f[1] / box[1]);
  if (l->iterations > 0 && l->halvings < 6 && !(miss < l->miss)) {
    l->factor /= 2;
    l->halvings++;
    move(l);
    return LANE_GOES_ON;
  }
  const double a = y[2] - 1, b = y[4], c = y[3], d = y[5] - 1, det = a * d - b * c;
  memcpy(l->from, l->z, sizeof l->from);
  l->step[0] = -(d * f[0] - b * f[1]) / det;
  l->step[1] = -(a * f[1] - c * f[0]) / det;
  const double size = fmax(fabs(l->step[0]) / box[0], fabs(l->step[1]) / box[1]);
  l->miss = miss;
  l->halvings = 0;
  l->factor = size > 0.3 ? 0.3 / size : 1;
  move(l);
  if (!isfinite(size) || ++l->iterations > ITERATIONS || fabs(l->z[0]) > 4 * box[0] || fabs(l->z[1]) > 4 * box[1]) {
    return LANE_LOST;
  }
  return size < 1e-8 ? LANE_ARRIVED : LANE_GOES_ON;
}

/** Put the next state of the grid into a lane, if there is one. */
static void refill(lane *l, size_t *next, size_t grid, const double box[2])
{
  *l = (lane){.is_busy = *next < grid * grid};
  if (l->is_busy) {
    const double x = (double)(*next % grid) + 0.5, v = (double)(*next / grid) + 0.5;
    l->z[0] = box[0] * (2 * x / (double)grid - 1);
    l->z[1] = box[1] * (2 * v / (double)grid - 1);
    (*next)++;
  }
}

/** Keep a fixed point if it is new. */
static hol_status take(const double z[2], const double box[2], hol_cycles *all)
{
  for (size_t i = 0; i < all->count; i++) {
    if (distance(all->state + 2 * i, z, box) < 1e-6) {
      return HOL_OK;
    }
  }
  return add(all, z);
}

/** Newton's method from every state of the grid. */
static hol_status search(const oscillator *o, size_t period, size_t grid, const double box[2], hol_keeper *keeper,
                         hol_cycles *all)
{
  lane lanes[LANES];
  size_t next = 0, busy = 0;
  for (size_t l = 0; l < LANES; l++) {
    refill(&lanes[l], &next, grid, box);
    busy += lanes[l].is_busy;
  }
  while (busy > 0) {
    HOL_TRY(hol_keeper_go_on(keeper));
    states s = {0};
    for (size_t l = 0; l < LANES; l++) {
      s.y[0][l] = lanes[l].z[0];
      s.y[1][l] = lanes[l].z[1];
    }
    map(o, period, &s);
    busy = 0;
    for (size_t l = 0; l < LANES; l++) {
      const double y[STATE] = {s.y[0][l], s.y[1][l], s.y[2][l], s.y[3][l], s.y[4][l], s.y[5][l]};
      const lane_state state = lanes[l].is_busy ? advance(&lanes[l], y, box) : LANE_LOST;
      if (state == LANE_ARRIVED) {
        HOL_TRY(take(lanes[l].z, box, all));
      }
      if (state != LANE_GOES_ON) {
        HOL_TRY(lanes[l].is_busy ? hol_keeper_count(keeper) : HOL_OK);
        refill(&lanes[l], &next, grid, box);
      }
      busy += lanes[l].is_busy;
    }
  }
  return HOL_OK;
}

/** Take out motions whose period is a proper part. */
static void drop_shorter(const oscillator *o, size_t period, const double box[2], hol_cycles *all)
{
  size_t kept = 0;
  for (size_t i = 0; i < all->count; i++) {
    double *z = all->state + 2 * i, y[2];
    bool is_shorter = false;
    for (size_t part = 1; part < period && !is_shorter; part++) {
      if (period % part == 0) {
        map_one(o, part, z, y);
        is_shorter = distance(z, y, box) < 1e-6;
      }
    }
    if (!is_shorter) {
      memmove(all->state + 2 * kept, z, 2 * sizeof *z);
      kept++;
    }
  }
  all->count = kept;
}

/** Take what an earlier run has found. */
static hol_status restore(hol_reading bytes, hol_cycles *cycles)
{
  size_t count;
  HOL_TRY(hol_take_bytes(&bytes, &count, 1, sizeof count));
  if (!hol_grow(&cycles->state, &cycles->capacity, 2 * count, sizeof *cycles->state)) {
    return HOL_MEMORY;
  }
  cycles->count = count;
  return hol_take_bytes(&bytes, cycles->state, 2 * count, sizeof *cycles->state);
}

static hol_status keep(hol_keeper *keeper, size_t operation, const hol_cycles *cycles)
{
  hol_text bytes = {0};
  hol_put_bytes(&bytes, &cycles->count, 1, sizeof cycles->count);
  hol_put_bytes(&bytes, cycles->state, 2 * cycles->count, sizeof *cycles->state);
  const hol_status status = hol_keeper_record(keeper, operation, 0, &bytes);
  hol_text_clear(&bytes);
  return status;
}

static hol_status find(const hol_nonlinear_model *model, double nu, hol_cycle_search how, hol_keeper *keeper,
                       hol_cycles *cycles)
{
  oscillator o = oscillator_of(model, nu, how.box);
  hol_status status = fill_tables(&o);
  if (status == HOL_OK) {
    status = search(&o, how.period, how.grid, how.box, keeper, cycles);
  }
  if (status == HOL_OK) {
    drop_shorter(&o, how.period, how.box, cycles);
  }
  free(o.wave);
  return status;
}

hol_status hol_cycles_find(const hol_nonlinear_model *model, double nu, hol_cycle_search how, hol_keeper *keeper,
                           hol_cycles *cycles)
{
  assert(model->lateral == 1 && model->axial == 0 && how.box[0] > 0 && how.box[1] > 0);
  const size_t operation = keeper ? hol_keeper_next(keeper) : 0;
  hol_reading bytes;
  if (hol_keeper_recall(keeper, operation, 0, &bytes.at, &bytes.left)) {
    return restore(bytes, cycles);
  }
  HOL_TRY(find(model, nu, how, keeper, cycles));
  return keeper ? keep(keeper, operation, cycles) : HOL_OK;
}
