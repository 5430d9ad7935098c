/* SPDX-License-Identifier: BSD-3-Clause */
/** @file response_deal.h  Distribution of a frequency response over MPI ranks: values at frequencies, damped
 *  eigenvalues, peaks.
 *
 *  Every number is the same whoever has computed it, and every rank has them all before anything is decided by them. */
#ifndef RESPONSE_STEADY_RESPONSE_DEAL_H
#define RESPONSE_STEADY_RESPONSE_DEAL_H

#include "farm/farm.h"
#include "response/steady/response.h"
#include "response/steady/response_bound.h"

typedef enum { HOL_DEALT_VALUES, HOL_DEALT_POLES, HOL_DEALT_PEAKS, HOL_DEALT_KINDS } hol_dealt;

/** A peak or an antiresonance to be found, or found: between two frequencies of a curve. */
typedef struct hol_sought_peak {
  size_t curve, low; /**< it is beyond the frequency of this number, and not beyond the next */
  bool is_dip;
  hol_peak found;
  double zero[2]; /**< of a dip, as in hol_antiresonance */
  size_t factorisations;
} hol_sought_peak;

typedef struct hol_response_deal {
  hol_response_system *system;
  hol_response *response;
  hol_farm farm;
  const hol_response_bound *bound; /**< of interpolation, if it is known. Borrowed */
  double complex *pole;            /**< [naturals of the response] */
  hol_sought_peak *peak;           /**< [peaks] */
  size_t peaks, peak_capacity;
  hol_status (*find_peak)(struct hol_response_deal *deal, hol_sought_peak *peak); /**< by one rank */
  hol_dealt kind;                                                                 /**< that is under way */
  double complex *scratch;                                                        /**< [2 * curves] */
  double *radius;                                                                 /**< [curves] */
} hol_response_deal;

HOL_MUST_CHECK hol_status hol_response_deal_start(hol_response_system *system, hol_response *response,
                                                  const hol_comm *comm, hol_watch watch, hol_response_deal *deal);
void hol_response_deal_end(hol_response_deal *deal);
/** Compute all of one kind with the numbers first .. first + count - 1; results that an earlier run has kept are
 *  recalled. A value that cannot be computed is NAN.
 *  @return HOL_INCOMPLETE: progress said stop; HOL_MEMORY; the same on every rank. Collective. */
HOL_MUST_CHECK hol_status hol_response_deal_out(hol_response_deal *deal, hol_dealt kind, size_t first, size_t count);
/** Append `count` frequencies and compute their values. @param[in] omega  [count] */
HOL_MUST_CHECK hol_status hol_response_deal_values(hol_response_deal *deal, const double *omega, size_t count);

/** Choose frequencies of a range so that interpolation between them is right to the tolerance, and find peaks.
 *  Collective. */
HOL_MUST_CHECK hol_status hol_response_sweep(hol_response_deal *deal);

#endif
