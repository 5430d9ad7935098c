/* SPDX-License-Identifier: BSD-3-Clause */
/** @file estimates.h  Estimates of roots about an end, and vectors to start from: eigenpairs of the pencil of
 *  expansion.h by block Lanczos. */
#ifndef SPECTRUM_ESTIMATES_H
#define SPECTRUM_ESTIMATES_H

#include "spectrum/expansion.h"
#include "spectrum/trial.h"

/** Vectors of more unknowns of S than this are long: their cost and memory dominate. */
enum { HOL_ESTIMATES_LONG = 10000 };

/** Estimates requested on one side of a shift: number that must converge, and number of further rough ones. */
typedef struct hol_estimates_side {
  size_t good, rough;
} hol_estimates_side;

/** Estimates requested. */
typedef struct hol_estimates_request {
  hol_estimates_side below, above;
  hol_expansion_request of; /**< how exact */
  bool is_early; /**< as soon as those about right are so to a hundredth: good ones of less would tell themselves in
                      forces at joints */
} hol_estimates_request;

/** {0} is empty. The largest data of a search: to be cleared as soon as trial functions are taken from them. */
typedef struct hol_estimates {
  double about;  /**< σ, rad²/s² */
  double rough;  /**< residual of those about right, relatively */
  size_t solves; /**< right-hand sides that were solved for them */
  hol_krylov krylov;
  hol_symmetric *mass; /**< −S′ at the end on what trial functions keep; NULL: it has blocks besides. Whoever takes it
                            leaves NULL */
} hol_estimates;

/** Compute estimates about an end, which is borrowed. @return as hol_expansion_make() and hol_block_lanczos_run(); to
 *  be cleared in every case */
HOL_MUST_CHECK hol_status hol_estimates_make(const hol_system *system, hol_shift *end, hol_estimates_request request,
                                             hol_cancellation cancellation, hol_estimates *e);
void hol_estimates_clear(hol_estimates *e);
/** Return the number of converged estimates above the end, with no other nearer. */
size_t hol_estimates_good(const hol_estimates *e);
/** Return the number of estimates above the end that are about right: at least as many. */
size_t hol_estimates_rough(const hol_estimates *e);
/** Return the i-th estimate above the end, from 0, rad²/s². */
double hol_estimate(const hol_estimates *e, size_t i);
/** Return the number of converged estimates below the end, with no other nearer. */
size_t hol_estimates_good_below(const hol_estimates *e);
/** Return the i-th estimate below the end, from the end down, from 0. @return −HUGE_VAL: there is none */
double hol_estimate_below(const hol_estimates *e, size_t i);
/** Take trial functions from the estimates inside an interval that begins with the end (`is_above`), or ends
 *  with it; then from some beyond, those above by nearness up to `limit`, then those below.
 *  @param[in,out] t  its condensed multipliers are those of the request @return HOL_MEMORY, HOL_NUMERICAL: too few are
 *                    there */
HOL_MUST_CHECK hol_status hol_estimates_trial(const hol_estimates *e, bool is_above, size_t inside, size_t beyond,
                                              double limit, hol_trial *t);

#endif
