#include "nonlinear/shoot.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The map is a search's inner loop: a fixed number of big steps, each extrapolated from 1..ROWS drift-kick-drift substeps
 * (order 2·ROWS). The damping v′ = −cv − γv³ is integrated exactly, half before and half after every kick, so that the
 * composition is symmetric and its error even in the substep. Motions found are computed anew by Fourier sums. */
enum { ITERATIONS = 24, STATE = 6, ROWS = 6, KICKS = ROWS * (ROWS + 1) / 2 }; /* state and two variations */

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
  o.steps = (size_t)fmin(ceil(2 * M_PI * fastest / nu / 1.2) + 1, 4096);
  for (int j = 1; j <= ROWS; j++) {
    o.weight[j - 1] = 1;
    for (int i = 1; i <= ROWS; i++) {
      o.weight[j - 1] *= i == j ? 1 : (double)(j * j) / (double)(j * j - i * i);
    }
  }
  return o;
}

static void damp(damper d, double y[STATE])
{
  const double s = 1 / (1 + d.b * y[1] * y[1]), root = d.b > 0 ? sqrt(s) : 1;
  y[1] *= d.a * root;
  y[3] *= d.a * root * s;
  y[5] *= d.a * root * s;
}

static void drift(double h, double y[STATE])
{
  y[0] += h * y[1];
  y[2] += h * y[3];
  y[4] += h * y[5];
}

/** One big step of length h; `wave` holds its kicks. */
static void big_step(const oscillator *o, const double *wave, double h, double y[STATE])
{
  double sum[STATE] = {0};
  for (size_t j = 1; j <= ROWS; j++) {
    const double t = h / (double)j;
    const damper half = o->half[j - 1];
    double z[STATE];
    memcpy(z, y, sizeof z);
    drift(t / 2, z);
    for (size_t m = 0; m < j; m++) {
      const double slope = o->omega2 + 3 * o->mu * z[0] * z[0];
      damp(half, z);
      z[1] += t * (*wave++ - (o->omega2 + o->mu * z[0] * z[0]) * z[0]);
      z[3] -= t * slope * z[2];
      z[5] -= t * slope * z[4];
      damp(half, z);
      drift(m + 1 < j ? t : t / 2, z);
    }
    for (int i = 0; i < STATE; i++) {
      sum[i] += o->weight[j - 1] * z[i];
    }
  }
  memcpy(y, sum, sizeof sum);
}

/** The map over `period` periods: z⁺, then its derivatives by displacement and by velocity, in y. */
static bool map(const oscillator *o, size_t period, const double z[2], double y[STATE])
{
  const double start[STATE] = {z[0], z[1], 1, 0, 0, 1}, step = 2 * M_PI / (double)o->steps;
  memcpy(y, start, sizeof start);
  for (size_t i = 0; i < period * o->steps; i++) {
    big_step(o, o->wave + i % o->steps * KICKS, step / o->nu, y);
  }
  return isfinite(y[0] + y[1] + y[2] + y[3] + y[4] + y[5]);
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

/** |P(z) − z| in units of the box. */
static double miss_of(const double z[2], const double y[STATE], const double box[2])
{
  return hypot((y[0] - z[0]) / box[0], (y[1] - z[1]) / box[1]);
}

/** Newton's method for P(z) = z, z in place; steps are halved until the miss shrinks. False if it does not arrive. */
static bool solve(const oscillator *o, size_t period, const double box[2], double z[2], double y[STATE])
{
  if (!map(o, period, z, y)) {
    return false;
  }
  for (int i = 0; i < ITERATIONS; i++) {
    const double a = y[2] - 1, b = y[4], c = y[3], d = y[5] - 1, det = a * d - b * c, miss = miss_of(z, y, box);
    const double f[2] = {y[0] - z[0], y[1] - z[1]}, step[2] = {-(d * f[0] - b * f[1]) / det,
                                                              -(a * f[1] - c * f[0]) / det};
    const double size = fmax(fabs(step[0]) / box[0], fabs(step[1]) / box[1]), old[2] = {z[0], z[1]};
    if (!isfinite(size)) {
      return false;
    }
    if (size < 1e-8) {
      z[0] += step[0];
      z[1] += step[1];
      return fabs(z[0]) < 4 * box[0] && fabs(z[1]) < 4 * box[1];
    }
    double factor = size > 0.3 ? 0.3 / size : 1;
    for (int half = 0; half < 6; half++) {
      z[0] = old[0] + factor * step[0];
      z[1] = old[1] + factor * step[1];
      if (map(o, period, z, y) && miss_of(z, y, box) < miss) {
        break;
      }
      factor /= 2;
    }
  }
  return false;
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

/** Newton's method from every state of the grid. */
static hol_status search(const oscillator *o, size_t period, size_t grid, const double box[2], hol_cycles *all)
{
  for (size_t k = 0; k < grid * grid; k++) {
    const double x = (double)(k % grid) + 0.5, v = (double)(k / grid) + 0.5;
    double z[2] = {box[0] * (2 * x / (double)grid - 1), box[1] * (2 * v / (double)grid - 1)}, y[STATE];
    bool is_new = solve(o, period, box, z, y);
    for (size_t i = 0; i < all->count && is_new; i++) {
      is_new = distance(all->state + 2 * i, z, box) > 1e-6;
    }
    if (is_new) {
      HOL_TRY(add(all, z));
    }
  }
  return HOL_OK;
}

/** Take out motions whose period is a proper part. */
static void drop_shorter(const oscillator *o, size_t period, const double box[2], hol_cycles *all)
{
  size_t kept = 0;
  for (size_t i = 0; i < all->count; i++) {
    double *z = all->state + 2 * i, y[STATE];
    bool is_shorter = false;
    for (size_t part = 1; part < period && !is_shorter; part++) {
      is_shorter = period % part == 0 && map(o, part, z, y) && distance(z, y, box) < 1e-6;
    }
    if (!is_shorter) {
      memmove(all->state + 2 * kept, z, 2 * sizeof *z);
      kept++;
    }
  }
  all->count = kept;
}

hol_status hol_cycles_find(const hol_nonlinear_model *model, double nu, size_t period, size_t grid, const double box[2],
                           hol_cycles *cycles)
{
  assert(model->lateral == 1 && model->axial == 0 && box[0] > 0 && box[1] > 0);
  oscillator o = oscillator_of(model, nu, box);
  hol_status status = fill_tables(&o);
  if (status == HOL_OK) {
    status = search(&o, period, grid, box, cycles);
  }
  if (status == HOL_OK) {
    drop_shorter(&o, period, box, cycles);
  }
  free(o.wave);
  return status;
}
