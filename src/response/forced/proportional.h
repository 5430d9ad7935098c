/* SPDX-License-Identifier: BSD-3-Clause */
/** @file proportional.h  Proportional damping: one law for a whole structure, which leaves its modes uncoupled. */
#ifndef RESPONSE_FORCED_PROPORTIONAL_H
#define RESPONSE_FORCED_PROPORTIONAL_H

#include "holonome/problem.h"

/** A mode loses by c q′, c = mass + stiffness λ + 2 ratio √λ. {0}: nothing. */
typedef struct hol_proportional {
  double mass;      /**< 1/s, Rayleigh's a */
  double stiffness; /**< s, Rayleigh's b */
  double ratio;     /**< of the critical damping, the same for all modes */
} hol_proportional;

/** Return c of a mode. */
double hol_proportional_damping(hol_proportional law, double lambda);

/** What a file says of it besides its parts and joints. */
typedef struct hol_proportional_request {
  double ratio;    /**< `damping_ratio`; NAN: not given */
  bool is_viscous; /**< a loss factor η that is the same everywhere stands for the ratio η/2 */
  hol_place place;
} hol_proportional_request;

/** Find the law that all parts and joints have. Faults: parts or joints with another one, dashpots, loss factors.
 *  @param[out] couples  where laws differ and nothing has a loss factor: that, instead of faults; NULL: faults
 *  @return HOL_INVALID with faults, HOL_MEMORY. Cost: a model, if anything is damped. Not collective. */
HOL_MUST_CHECK hol_status hol_proportional_find(const hol_problem *problem, hol_proportional_request spec,
                                                bool *couples, hol_proportional *law, hol_faults *faults);

#endif
