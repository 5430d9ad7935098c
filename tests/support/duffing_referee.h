/* SPDX-License-Identifier: BSD-3-Clause */
/* Random Duffing problems, and a referee that finds their stable motions by nothing but integration in time: many
 * random states are let run until they repeat. It shares no code with the program; its integrator is the composition of
 * 17 stages and order 8 of W. Kahan and R.-C. Li [Math. Comp. 66 (1997)] of exact damped linear motion and kicks. */
#ifndef DUFFING_REFEREE_H
#define DUFFING_REFEREE_H

#include "holonome/solve.h"

/** q'' + (c + eta omega2/nu) q' + omega2 q + mu q^3 [+ (eta mu/nu^3) q'^3] = P cos nu t at one frequency. */
typedef struct duffing_problem {
  double omega2, mu, P, nu;
  hol_nonlinear_loss loss;
  double from, to; /**< range of frequencies about nu */
} duffing_problem;

/** Number k of the problems of a seed: two thirds hardening, the others softening, double wells and without linear
 *  stiffness, in random units. */
duffing_problem duffing_problem_at(unsigned long seed, unsigned long k);

/** Number k of the problems with little loss over a wide range of frequencies, where motions of three periods live on
 *  branches of their own: two thirds hardening, the others double wells, softening and without linear stiffness. nu is
 *  not set. */
duffing_problem duffing_light_at(unsigned long seed, unsigned long k);

enum { DUFFING_PERIODS = 5, DUFFING_FOUND_MAX = 64 };

/** A state of a stable motion at t = 0. */
typedef struct duffing_found {
  double q, v;
  unsigned period;
} duffing_found;

/** The motions that so many random states come to. Displacements and velocities are right to `unit` times 1e-6 or so.
 *  @param[out] unit  of displacement and velocity: what the motions are measured by
 *  @return their number; images are listed one by one */
unsigned duffing_referee(const duffing_problem *problem, unsigned long seed, unsigned states,
                         duffing_found found[DUFFING_FOUND_MAX], double unit[2]);

/** What a comparison has shown. */
typedef struct duffing_verdict {
  unsigned found, missing; /**< stable motions of the referee; those that are not listed as stable */
  bool complete;
  hol_coexisting coexisting;
  hol_incomplete_kind reason; /**< the first one, where it is not complete */
  size_t listed;
  double program_seconds, referee_seconds;
} duffing_verdict;

/** Solve the problem by the program and by the referee. */
duffing_verdict duffing_compare(const duffing_problem *problem, unsigned long seed, unsigned states);

/** A stable motion that is not on any branch of a curve. */
typedef struct duffing_lost {
  double nu, q, v;
  unsigned period;
} duffing_lost;

enum { DUFFING_LOST_MAX = 32 };

/** What a comparison all along a curve has shown. */
typedef struct duffing_along {
  unsigned places, found, missing; /**< stable motions of one to `longest` periods; images are counted once each */
  duffing_lost lost[DUFFING_LOST_MAX];
  bool complete;
  hol_incomplete_kind reason;
  size_t branches;
  double program_seconds, referee_seconds;
} duffing_along;

/** Trace a curve with `subharmonics: longest` by what the program searches of itself, and ask the referee at so many
 *  random frequencies of the range whether a stable motion is on none of its branches. */
duffing_along duffing_compare_along(const duffing_problem *problem, unsigned long seed, unsigned longest,
                                    unsigned places, unsigned count);

#endif
