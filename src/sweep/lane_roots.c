/* SPDX-License-Identifier: BSD-3-Clause */
/* Roots of several frequency determinants side by side: brackets, Rayleigh quotient steps, proof by Sturm counts. */
#include "sweep/lane_roots.h"
#include "base/memory.h"
#include "sweep/margins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** The lower bound is looked for up to this part of the cut-off. */
static const double below_cutoff = 1 - 1e-6;

hol_status hol_lane_roots_start(hol_lane_roots *roots, size_t zero, size_t wanted)
{
  *roots = (hol_lane_roots){.zero = zero, .wanted = wanted};
  roots->lambda = hol_lanes_alloc(wanted);
  roots->margin = hol_lanes_alloc(wanted);
  roots->low = hol_lanes_alloc(wanted);
  roots->low_margin = hol_lanes_alloc(wanted);
  roots->x = hol_lanes_alloc(wanted * HOL_LANES_ORDER);
  roots->bracket = hol_lanes_alloc(2 * wanted);
  roots->plan = hol_alloc(wanted, sizeof *roots->plan);
  roots->work = (hol_lane_work *)hol_lanes_alloc(sizeof(hol_lane_work) / sizeof(hol_lane));
  roots->state = (hol_lane_state *)hol_lanes_alloc(sizeof(hol_lane_state) / sizeof(hol_lane));
  return roots->lambda && roots->margin && roots->low && roots->low_margin && roots->x && roots->bracket &&
                 roots->plan && roots->work && roots->state
             ? HOL_OK
             : HOL_MEMORY;
}

void hol_lane_roots_clear(hol_lane_roots *roots)
{
  free(roots->lambda);
  free(roots->margin);
  free(roots->low);
  free(roots->low_margin);
  free(roots->x);
  free(roots->bracket);
  free(roots->plan);
  free(roots->work);
  free(roots->state);
  *roots = (hol_lane_roots){0};
}

/** Roots of one of the two determinants. */
typedef struct search {
  const hol_lane_system *system;
  hol_lane_roots *roots;
  bool lower;
  hol_lane *lambda, *margin; /**< of roots */
  hol_lane_plan plan;        /**< in use */
  double limit[HOL_LANES];   /**< no λ beyond */
} search;

static double middle(double low, double high, double limit)
{
  if (!(high < HUGE_VAL)) {
    return low > 0 ? fmin(4 * low, low + 0.75 * (limit - low)) : 1;
  }
  return low > 0 && high < 4 * low ? low + 0.5 * (high - low) : low > 0 ? sqrt(low) * sqrt(high) : 0.25 * high;
}

/** What a count tells of all roots. */
static void narrow(search *s, size_t lane)
{
  const hol_lane_roots *r = s->roots;
  double lambda = r->state->lambda[lane], count = r->state->count[lane];
  for (size_t k = r->zero; k < r->wanted; k++) {
    hol_lane *low = &r->bracket[2 * k], *high = low + 1;
    if (count <= (double)k) {
      (*low)[lane] = fmax((*low)[lane], lambda);
    } else {
      (*high)[lane] = fmin((*high)[lane], lambda);
    }
  }
}

/** The next λ of a lane; a vector that led astray is given up. */
static double next_lambda(search *s, size_t k, size_t lane, double proposed)
{
  hol_lane_roots *r = s->roots;
  double low = r->bracket[2 * k][lane], high = r->bracket[2 * k + 1][lane];
  if (proposed > low && proposed < high && proposed < s->limit[lane]) {
    return proposed;
  }
  for (size_t i = 0; i < s->system->order + s->system->free; i++) {
    r->state->x[i][lane] = i % 2 ? -0.7 : 1.0;
  }
  return middle(low, high, s->limit[lane]);
}

/** Steps to a root near which the lanes stand; `open` lanes move, others stay. */
static void approach(search *s, size_t k, const bool *wanted, double *estimate)
{
  hol_lane_roots *r = s->roots;
  bool open[HOL_LANES];
  size_t left = 0;
  for (size_t l = 0; l < HOL_LANES; l++) {
    open[l] = wanted[l];
    left += wanted[l];
  }
  for (int step = 0; step < HOL_STEPS_MOST && left > 0; step++) {
    hol_lanes_step(s->system, s->lower, &s->plan, r->work, r->state);
    r->evaluations++;
    for (size_t l = 0; l < HOL_LANES; l++) {
      if (!open[l]) {
        continue;
      }
      double lambda = r->state->lambda[l], theta = r->state->theta[l];
      narrow(s, l);
      if (fabs(theta) <= hol_last_step * lambda) {
        estimate[l] = lambda + theta;
        open[l] = false;
        left--;
      } else {
        r->state->lambda[l] = next_lambda(s, k, l, lambda + theta);
      }
    }
  }
}

/** Counts beside the estimates, on one side. Only those count that rounding cannot make.
 *  @param[in,out] sure  lanes where N is the wanted number */
static void count_beside(search *s, double sign, const double *estimate, const double *margin, double wanted,
                         bool *sure)
{
  hol_lane_roots *r = s->roots;
  for (size_t l = 0; l < HOL_LANES; l++) {
    r->state->lambda[l] = estimate[l] * (1 + sign * margin[l]);
  }
  hol_lanes_count(s->system, s->lower, &s->plan, r->work, r->state);
  r->evaluations++;
  for (size_t l = 0; l < HOL_LANES; l++) {
    if (sure[l]) {
      narrow(s, l);
    }
    bool agrees = r->state->count[l] <= wanted && r->state->count[l] >= wanted;
    sure[l] = sure[l] && agrees && r->state->doubt[l] <= 0.25 * margin[l];
  }
}

/** Prove that the estimates are root number k + 1: by counts on both sides, for the lower bound on the lower side alone
 * (it is only to be below). Where rounding is too large for the margin, once more with a larger one.
 *  @param[out] proved  lanes where it is */
static void prove_estimates(search *s, size_t k, const double *estimate, const bool *wanted, bool *proved)
{
  hol_lane_roots *r = s->roots;
  double margin[HOL_LANES];
  bool all = false;
  for (size_t l = 0; l < HOL_LANES; l++) {
    margin[l] = hol_margin_first;
  }
  for (int round = 0; round < 2 && !all; round++) {
    for (size_t l = 0; l < HOL_LANES; l++) {
      bool again = round > 0 && wanted[l] && !proved[l];
      margin[l] = again ? fmin(fmax(margin[l], 8 * r->state->doubt[l]), hol_margin_most) : margin[l];
    }
    memcpy(proved, wanted, HOL_LANES * sizeof *proved);
    count_beside(s, -1, estimate, margin, (double)k, proved);
    if (!s->lower) {
      count_beside(s, +1, estimate, margin, (double)k + 1, proved);
    }
    all = memcmp(proved, wanted, HOL_LANES * sizeof *proved) == 0;
  }
  for (size_t l = 0; l < HOL_LANES; l++) {
    if (proved[l]) {
      s->lambda[k][l] = estimate[l];
      s->margin[k][l] = margin[l];
    }
  }
}

/** Root number k + 1 of all good lanes; those where it is not found and proved are good no more. */
static void find_root(search *s, size_t k)
{
  hol_lane_roots *r = s->roots;
  bool open[HOL_LANES], proved[HOL_LANES];
  double estimate[HOL_LANES];
  memcpy(open, r->good, sizeof open);
  for (size_t i = 0; i < s->system->order + s->system->free; i++) {
    r->state->x[i] = r->x[k * HOL_LANES_ORDER + i];
  }
  for (size_t l = 0; l < HOL_LANES; l++) {
    estimate[l] = 1;
    r->state->lambda[l] = next_lambda(s, k, l, s->lambda[k][l]);
  }
  size_t left = 1;
  s->plan = r->plan[k];
  for (int round = 0; round < HOL_ROUNDS_MOST && left > 0; round++) {
    approach(s, k, open, estimate);
    for (size_t i = 0; i < s->system->order + s->system->free; i++) {
      r->x[k * HOL_LANES_ORDER + i] = r->state->x[i];
    }
    prove_estimates(s, k, estimate, open, proved);
    left = 0;
    for (size_t l = 0; l < HOL_LANES; l++) {
      open[l] = open[l] && !proved[l];
      left += open[l];
      if (open[l] && left == 1) { /* pivots to the liking of the first that is left */
        hol_lanes_plan(s->system, r->work, l, &s->plan);
      }
      if (open[l]) { /* another root, or a bad place: on from the middle of what is left */
        r->state->lambda[l] = next_lambda(s, k, l, 0);
      }
    }
  }
  for (size_t l = 0; l < HOL_LANES; l++) {
    r->good[l] = r->good[l] && !open[l];
  }
}

static bool any_good(const hol_lane_roots *r)
{
  bool any = false;
  for (size_t l = 0; l < HOL_LANES; l++) {
    any = any || r->good[l];
  }
  return any;
}

static void find_all(search *s)
{
  hol_lane_roots *r = s->roots;
  for (size_t k = 0; k < r->wanted; k++) {
    for (size_t l = 0; l < HOL_LANES; l++) {
      r->bracket[2 * k][l] = 0;
      r->bracket[2 * k + 1][l] = HUGE_VAL;
    }
  }
  for (size_t k = r->zero; k < r->wanted && any_good(r); k++) {
    find_root(s, k);
  }
}

void hol_lane_roots_plan(const hol_lane_system *system, hol_lane_roots *roots, size_t lane)
{
  static const double beside = 1 + 1e-6; /* at the root itself one of the pivots is rounding */
  hol_lane_plan plan = {{0}, {false}};
  for (size_t i = 0; i < HOL_LANES_ORDER; i++) {
    plan.row[i] = i;
  }
  for (size_t k = roots->zero; k < roots->wanted; k++) {
    roots->state->lambda = roots->lambda[k] * beside;
    hol_lanes_count(system, false, &plan, roots->work, roots->state);
    hol_lanes_plan(system, roots->work, lane, &roots->plan[k]);
  }
}

void hol_lane_roots_find(const hol_lane_system *system, hol_lane_roots *roots)
{
  search s = {.system = system, .roots = roots, .lambda = roots->lambda, .margin = roots->margin};
  for (size_t l = 0; l < HOL_LANES; l++) {
    s.limit[l] = HUGE_VAL;
  }
  find_all(&s);
  s.lower = true;
  s.lambda = roots->low;
  s.margin = roots->low_margin;
  for (size_t l = 0; l < HOL_LANES; l++) {
    for (size_t k = 0; k < system->members; k++) {
      s.limit[l] = fmin(s.limit[l], system->cutoff[k][l] * below_cutoff);
    }
    for (size_t k = roots->zero; k < roots->wanted; k++) {
      roots->low[k][l] = roots->lambda[k][l];
      roots->good[l] = roots->good[l] && roots->lambda[k][l] < s.limit[l];
    }
  }
  find_all(&s);
}
