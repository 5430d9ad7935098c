/* SPDX-License-Identifier: BSD-3-Clause */
#include "duffing_referee.h"
#include "dice.h"
#include "nonlinear/motions.h"
#include "nonlinear/request.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static double power(uint64_t *state, double low, double high)
{
  return pow(10, dice_uniform(state, low, high));
}

duffing_problem duffing_problem_at(unsigned long seed, unsigned long k)
{
  uint64_t s = seed * 1000003U + k;
  for (int i = 0; i < 4; i++) {
    (void)dice_uniform(&s, 0, 1);
  }
  double kind = dice_uniform(&s, 0, 1), rate = power(&s, -2, 4), length = power(&s, -3, 1);
  duffing_problem p = {.omega2 = 1, .mu = 1};
  p.nu = power(&s, -0.3, 1);
  p.P = power(&s, -1, 1.5);
  if (kind > 0.94) {
    p.omega2 = 0;
  } else if (kind > 0.86) {
    p.omega2 = -1;
    p.P = power(&s, -1, 0.5);
  } else if (kind > 0.7) {
    p.mu = -1;
    p.P = power(&s, -2, -0.3);
    p.nu = power(&s, -0.3, 0.3);
  }
  double way = dice_uniform(&s, 0, 1);
  if (way < 0.7 || p.omega2 <= 0) {
    p.loss.viscous = power(&s, -1.5, 0.3);
  } else {
    p.loss.eta = power(&s, -1.5, -0.3);
    p.loss.cubic = way > 0.85 && p.mu > 0;
  }
  p.from = p.nu / power(&s, 0.005, 0.1);
  p.to = p.nu * power(&s, 0.005, 0.1);
  p.omega2 *= rate * rate;
  p.mu *= rate * rate / (length * length);
  p.P *= length * rate * rate;
  p.nu *= rate;
  p.from *= rate;
  p.to *= rate;
  p.loss.viscous *= rate;
  return p;
}

duffing_problem duffing_light_at(unsigned long seed, unsigned long k)
{
  uint64_t s = seed * 1000003U + k;
  for (int i = 0; i < 4; i++) {
    (void)dice_uniform(&s, 0, 1);
  }
  double kind = dice_uniform(&s, 0, 1), rate = power(&s, -2, 4), length = power(&s, -3, 1);
  duffing_problem p = {.omega2 = 1, .mu = 1};
  double middle = power(&s, 0, 0.4), spread = power(&s, 0.05, 0.2);
  p.P = power(&s, 0, 1.6);
  p.loss.viscous = power(&s, -1.1, -0.5);
  if (kind > 0.94) {
    p.omega2 = 0;
  } else if (kind > 0.82) {
    p.omega2 = -1;
    p.P = power(&s, -1, 0.7);
  } else if (kind > 0.7) {
    p.mu = -1;
    p.P = power(&s, -1.5, -0.2);
    p.loss.viscous = power(&s, -1.5, -0.7);
    middle = power(&s, 0, 0.5);
  }
  p.from = middle / spread * rate;
  p.to = middle * spread * rate;
  p.omega2 *= rate * rate;
  p.mu *= rate * rate / (length * length);
  p.P *= length * rate * rate;
  p.loss.viscous *= rate;
  return p;
}

/* ---- the integrator ---------------------------------------------------------------------------------------------- */

enum { LANES = 8, STAGES = 17 };
static const double kahan_li[STAGES] = {
    0.13020248308889008087881763,  0.56116298177510838456196441,  -0.38947496264484728640807860,
    0.15884190655515560089621075,  -0.39590389413323757733623154, 0.18453964097831570709183254,
    0.25837438768632204729397911,  0.29501172360931029887096624,  -0.60550853383003451169892108,
    0.29501172360931029887096624,  0.25837438768632204729397911,  0.18453964097831570709183254,
    -0.39590389413323757733623154, 0.15884190655515560089621075,  -0.38947496264484728640807860,
    0.56116298177510838456196441,  0.13020248308889008087881763};

/** Several states side by side. */
typedef struct states {
  double q[LANES], v[LANES];
} states;

/** Time and displacement in units that make numbers near 1. */
typedef struct motion {
  double omega2, mu, P, nu, c, gamma;
  unsigned steps; /**< in a period of the force */
  double *half;   /**< [2·STAGES·steps]{aqq aqv avq avv bq bv}: linear motion over half a stage; owned */
} motion;

/** q'' + cq' + ω²q = P cos(νt) over τ from t: the particular motion and the exponential of the matrix. */
static void linear_flow(const motion *m, double t, double tau, double *row)
{
  double root2 = m->omega2 - m->c * m->c / 4, decay = exp(-m->c * tau / 2);
  double x = sqrt(fabs(root2)) * tau,
         s = root2 > 0 ? (x != 0 ? sin(x) / x : 1) * tau : (x != 0 ? sinh(x) / x : 1) * tau;
  double k = root2 > 0 ? cos(x) : cosh(x), half = m->c / 2;
  double stiff = m->omega2 - m->nu * m->nu, lossy = m->c * m->nu, size = stiff * stiff + lossy * lossy;
  double u = m->P * stiff / size, w = m->P * lossy / size; /* u cos νt + w sin νt */
  double q0 = u * cos(m->nu * t) + w * sin(m->nu * t), v0 = m->nu * (w * cos(m->nu * t) - u * sin(m->nu * t));
  double e = t + tau, q1 = u * cos(m->nu * e) + w * sin(m->nu * e),
         v1 = m->nu * (w * cos(m->nu * e) - u * sin(m->nu * e));
  row[0] = decay * (k + half * s);
  row[1] = decay * s;
  row[2] = -decay * m->omega2 * s;
  row[3] = decay * (k - half * s);
  row[4] = q1 - row[0] * q0 - row[1] * v0;
  row[5] = v1 - row[2] * q0 - row[3] * v0;
}

static void start(motion *m, double reach)
{
  double fastest = sqrt(fabs(m->omega2) + 1.5 * fabs(m->mu) * reach * reach) + m->nu;
  m->steps = (unsigned)ceil(2 * M_PI * fastest / m->nu / 1.2) + 4;
  m->half = malloc(2 * STAGES * m->steps * 6 * sizeof *m->half);
  double *row = m->half;
  for (unsigned i = 0; i < m->steps && row; i++) {
    double h = 2 * M_PI / m->nu / m->steps;
    double t = h * i;
    for (int k = 0; k < 2 * STAGES; k++, row += 6) {
      linear_flow(m, t, h * kahan_li[k / 2] / 2, row);
      t += h * kahan_li[k / 2] / 2;
    }
  }
}

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(HOLONOME_SANITIZED) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
static void
one_period(const motion *m, states *s)
{
  const double h = 2 * M_PI / m->nu / m->steps, *row = m->half;
  states z = *s;
  for (unsigned i = 0; i < m->steps; i++) {
    for (int k = 0; k < STAGES; k++, row += 12) {
      double tau = h * kahan_li[k];
      for (int l = 0; l < LANES; l++) {
        double q = row[0] * z.q[l] + row[1] * z.v[l] + row[4];
        z.v[l] = row[2] * z.q[l] + row[3] * z.v[l] + row[5];
        z.q[l] = q;
      }
      for (int l = 0; l < LANES && m->gamma != 0; l++) {
        z.v[l] /= sqrt(1 + m->gamma * tau * z.v[l] * z.v[l]);
      }
      for (int l = 0; l < LANES; l++) {
        z.v[l] -= tau * m->mu * z.q[l] * z.q[l] * z.q[l];
      }
      for (int l = 0; l < LANES && m->gamma != 0; l++) {
        z.v[l] /= sqrt(1 + m->gamma * tau * z.v[l] * z.v[l]);
      }
      for (int l = 0; l < LANES; l++) {
        double q = row[6] * z.q[l] + row[7] * z.v[l] + row[10];
        z.v[l] = row[8] * z.q[l] + row[9] * z.v[l] + row[11];
        z.q[l] = q;
      }
    }
  }
  *s = z;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/** What random states are drawn from: displacements at which a free motion has the frequency of the force, or the force
 *  is balanced. */
static double reach_of(const duffing_problem *p)
{
  double free = sqrt(fmax(p->nu * p->nu - p->omega2, 0.1 * fabs(p->omega2)) / (0.75 * fabs(p->mu)));
  double held = cbrt(fabs(p->P / p->mu)), wells = p->omega2 * p->mu < 0 ? sqrt(-p->omega2 / p->mu) : 0;
  return p->mu < 0 ? wells
                   : fmax(fmin(1.5 * free, fmax(p->P / (p->nu * p->loss.viscous + 1e-9 * p->omega2), held)),
                          fmax(held, 1.5 * wells));
}

typedef struct runner {
  double q, v, q0, v0; /**< now, and at the beginning of the window */
  unsigned window, periods;
  bool is_busy;
} runner;

typedef struct hunt {
  motion m;
  uint64_t random;
  unsigned states, released, most, count;
  double unit[2];
  duffing_found *found;
} hunt;

static void release(hunt *h, runner *r)
{
  *r = (runner){.is_busy = h->released < h->states};
  h->released++;
  r->q0 = r->q = dice_uniform(&h->random, -1, 1) * h->unit[0];
  r->v0 = r->v = dice_uniform(&h->random, -1, 1) * h->unit[1];
}

static double distance(const hunt *h, double q, double v, double r, double w)
{
  return fmax(fabs(q - r) / h->unit[0], fabs(v - w) / h->unit[1]);
}

/** Keep all states of the motion that a state has come to. */
static void keep(hunt *h, const runner *r, unsigned period)
{
  states s = {0};
  s.q[0] = r->q;
  s.v[0] = r->v;
  for (unsigned i = 0; i < h->count; i++) {
    if (distance(h, r->q, r->v, h->found[i].q, h->found[i].v) < 1e-3) {
      return;
    }
  }
  for (unsigned k = 0; k < period && h->count < DUFFING_FOUND_MAX; k++) {
    h->found[h->count++] = (duffing_found){s.q[0], s.v[0], period};
    one_period(&h->m, &s);
  }
}

/** A state that hardly moves may be far from where it goes, slowly: how much less it moves in as many periods more
 *  tells how far that is. */
static bool is_there(const hunt *h, const runner *r)
{
  states s = {0};
  s.q[0] = r->q;
  s.v[0] = r->v;
  for (unsigned i = 0; i < r->window; i++) {
    one_period(&h->m, &s);
  }
  double before = distance(h, r->q, r->v, r->q0, r->v0), after = distance(h, s.q[0], s.v[0], r->q, r->v);
  return before < 1e-13 || (after < before && before * before / (before - after) < 1e-4);
}

/** One more period has passed. @return whether the runner is done */
static bool watch(hunt *h, runner *r)
{
  r->window++;
  r->periods++;
  if (!(fabs(r->q) < 1e3 * h->unit[0]) || r->periods > h->most) {
    return true;
  }
  if (distance(h, r->q, r->v, r->q0, r->v0) < 1e-8 && is_there(h, r)) {
    keep(h, r, r->window);
    return true;
  }
  if (r->window == DUFFING_PERIODS) {
    for (unsigned i = 0; i < h->count; i++) {
      if (distance(h, r->q, r->v, h->found[i].q, h->found[i].v) < 1e-4) {
        return true;
      }
    }
    r->window = 0;
    r->q0 = r->q;
    r->v0 = r->v;
  }
  return false;
}

static void run(hunt *h)
{
  runner r[LANES];
  bool any = false;
  for (int l = 0; l < LANES; l++) {
    release(h, &r[l]);
    any = any || r[l].is_busy;
  }
  while (any) {
    states s;
    for (int l = 0; l < LANES; l++) {
      s.q[l] = r[l].q;
      s.v[l] = r[l].v;
    }
    one_period(&h->m, &s);
    any = false;
    for (int l = 0; l < LANES; l++) {
      r[l].q = s.q[l];
      r[l].v = s.v[l];
      if (r[l].is_busy && watch(h, &r[l])) {
        release(h, &r[l]);
      }
      any = any || r[l].is_busy;
    }
  }
}

unsigned duffing_referee(const duffing_problem *p, unsigned long seed, unsigned count,
                         duffing_found found[DUFFING_FOUND_MAX], double unit[2])
{
  double reach = reach_of(p), c = p->loss.viscous + p->loss.eta * p->omega2 / p->nu;
  hunt h = {.random = seed, .states = count, .found = found, .unit = {reach, reach * p->nu}};
  h.m = (motion){.omega2 = p->omega2,
                 .mu = p->mu,
                 .P = p->P,
                 .nu = p->nu,
                 .c = c,
                 .gamma = p->loss.cubic ? p->loss.eta * p->mu / pow(p->nu, 3) : 0};
  h.unit[1] = reach * fmax(p->nu, sqrt(fmax(p->omega2 + 0.5 * p->mu * reach * reach, 0)));
  h.most = (unsigned)fmin(40 * p->nu / (2 * M_PI * c) + 60, 3000);
  start(&h.m, 1.5 * reach);
  if (h.m.half) {
    run(&h);
  }
  free(h.m.half);
  memcpy(unit, h.unit, sizeof h.unit);
  return h.count;
}

/* ---- the comparison ---------------------------------------------------------------------------------------------- */

static double seconds(void)
{
  struct timespec t = {0};
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/** State of a motion listed, of its r-th image. */
static void state_of(const hol_nonlinear_branch *b, const hol_nonlinear_motion_at *m, size_t r, double *q, double *v)
{
  double theta = M_PI * (double)r / (double)b->period, sign = r % 2 ? -1 : 1, w = m->nu / (double)b->period;
  *q = m->coefficient[0] * sqrt(0.5) * sign;
  *v = 0;
  for (size_t h = 1; h <= b->harmonics * b->period; h++) {
    const double x = cos((double)h * theta), y = sin((double)h * theta), *c = m->coefficient + 2 * h - 1;
    *q += sign * (c[0] * x + c[1] * y);
    *v += sign * (double)h * w * (c[1] * x - c[0] * y);
  }
}

static bool is_listed(const hol_nonlinear_curve *curve, const duffing_found *f, const double unit[2])
{
  for (size_t i = 0; i < curve->motions; i++) {
    const hol_nonlinear_motion_at *m = &curve->motion[i];
    const hol_nonlinear_branch *b = &curve->branch[m->branch];
    for (size_t r = 0; r < 2 * b->period && m->unstable == 0; r++) {
      double q, v;
      state_of(b, m, r, &q, &v);
      double near = 2e-3 + (m->error < 0.01 ? 3 * m->error : 0); /* what the program says of it */
      if (fmax(fabs(q - f->q) / unit[0], fabs(v - f->v) / unit[1]) < near) {
        return true;
      }
    }
  }
  return false;
}

duffing_verdict duffing_compare(const duffing_problem *p, unsigned long seed, unsigned count)
{
  duffing_verdict d = {0};
  hol_nonlinear_loss loss = p->loss;
  double nu = p->nu, unit[2];
  const hol_nonlinear_request r = {
      .kind = HOL_NONLINEAR_DUFFING,
      .omega2 = p->omega2,
      .mu = p->mu,
      .P = p->P,
      .loss = &loss,
      .losses = 1,
      .at = &nu,
      .ats = 1,
      .options = {
          .from = p->from, .to = p->to, .period = DUFFING_PERIODS, .search = 1, .points = 8, .max_branches = 16}};
  duffing_found found[DUFFING_FOUND_MAX];
  hol_nonlinear_case item = {0};
  double before = seconds();
  hol_status status = hol_nonlinear_case_solve(&r, 0, &item);
  double between = seconds();
  d.found = duffing_referee(p, seed, count, found, unit);
  d.referee_seconds = seconds() - between;
  d.program_seconds = between - before;
  d.complete = status == HOL_OK && item.curve.complete;
  d.coexisting = item.curve.coexisting;
  d.reason = item.curve.reason[0].kind;
  d.listed = item.curve.motions;
  for (unsigned i = 0; i < d.found; i++) {
    d.missing += status != HOL_OK || !is_listed(&item.curve, &found[i], unit);
  }
  hol_nonlinear_case_clear(&item);
  return d;
}

/* ---- along a curve ----------------------------------------------------------------------------------------------- */

/** The motions of the branches at one frequency against those of the referee. */
static void compare_at(const duffing_problem *p, const hol_nonlinear_curve *curve, unsigned long seed, unsigned longest,
                       unsigned count, duffing_along *d)
{
  duffing_found found[DUFFING_FOUND_MAX];
  double unit[2];
  unsigned all = duffing_referee(p, seed, count, found, unit);
  for (unsigned i = 0; i < all; i++) {
    if (found[i].period > longest) {
      continue;
    }
    d->found++;
    if (!is_listed(curve, &found[i], unit)) {
      if (d->missing < DUFFING_LOST_MAX) {
        d->lost[d->missing] = (duffing_lost){p->nu, found[i].q, found[i].v, found[i].period};
      }
      d->missing++;
    }
  }
}

static void forget_motions(hol_nonlinear_curve *curve)
{
  for (size_t i = 0; i < curve->motions; i++) {
    free(curve->motion[i].coefficient);
  }
  free(curve->motion);
  curve->motion = NULL;
  curve->motions = 0;
}

duffing_along duffing_compare_along(const duffing_problem *problem, unsigned long seed, unsigned longest,
                                    unsigned places, unsigned count)
{
  duffing_along d = {.places = places};
  duffing_problem p = *problem;
  hol_nonlinear_loss loss = p.loss;
  const hol_nonlinear_request r = {.kind = HOL_NONLINEAR_DUFFING,
                                   .omega2 = p.omega2,
                                   .mu = p.mu,
                                   .P = p.P,
                                   .loss = &loss,
                                   .losses = 1,
                                   .options = {.from = p.from, .to = p.to, .period = longest}};
  hol_nonlinear_case item = {0};
  hol_nonlinear_model model = {0};
  double before = seconds();
  hol_status status = hol_nonlinear_case_solve(&r, 0, &item);
  status = status == HOL_OK ? hol_nonlinear_model_of(&r, &model) : status;
  d.program_seconds = seconds() - before;
  model.viscous = loss.viscous;
  model.eta = loss.eta;
  model.cubic_loss = loss.cubic;
  d.complete = status == HOL_OK && item.curve.complete;
  d.reason = item.curve.reason[0].kind;
  d.branches = item.curve.branches;
  uint64_t random = seed;
  for (unsigned k = 0; status == HOL_OK && k < places; k++) {
    hol_nonlinear_curve *curve = &item.curve;
    p.nu = dice_uniform(&random, p.from, p.to);
    before = seconds();
    status = hol_motions_at(&model, &r.options, &p.nu, 1, curve);
    d.program_seconds += seconds() - before;
    before = seconds();
    compare_at(&p, curve, seed + k, longest, count, &d);
    d.referee_seconds += seconds() - before;
    forget_motions(curve);
  }
  hol_nonlinear_model_clear(&model);
  hol_nonlinear_case_clear(&item);
  return d;
}
