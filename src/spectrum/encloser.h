/* SPDX-License-Identifier: BSD-3-Clause */
/** @file encloser.h  Enclosure of roots interval by interval on one rank, for enclose.c and shares.c. */
#ifndef SPECTRUM_ENCLOSER_H
#define SPECTRUM_ENCLOSER_H

#include "spectrum/estimates.h"
#include "spectrum/search.h"

/** Most roots from one end, where ends are placed by estimates; estimates beyond the last root wanted, between which an
 *  end is placed: so many converged, so many more rough; trial functions from beyond an end. */
enum { HOL_INTERVAL_ROOTS = 40, HOL_INTERVAL_AHEAD = 4, HOL_INTERVAL_ROUGH = 4, HOL_INTERVAL_BEYOND = 10 };

/** Fraction of the nearest pole above at which an interval ends. */
#define HOL_INTERVAL_NEAR 0.6

/** State of an enclosure. {0} but for what is borrowed. */
typedef struct hol_encloser {
  const hol_search *search;
  hol_sturm_counter *counter;
  hol_cancellation cancellation; /**< the counter's */
  const hol_system *system;
  size_t zero;            /**< frequencies below all that is searched */
  double as;              /**< λ whose forms are taken */
  double limit;           /**< λ up to which they have no pole */
  double reach;           /**< length of an interval, as far as it is known: what estimates are exact up to */
  double length;          /**< of the one that was tried last */
  bool is_rough;          /**< estimates are to place ends only */
  bool is_early, is_fine; /**< estimates stopped early (and are coarse from a shift below all roots); they must not */
  hol_shift low, high;
  hol_shift spare_shift; /**< released: the next one reuses its pattern */
  double low_as;         /**< λ whose forms the low end has */
  hol_matrix matrix;     /**< of forms that are tried */
  hol_forces forces;
  hol_condensation condensation; /**< chosen by the low end */
  hol_symmetric *mass;           /**< of the last estimates */
  hol_trial trial, next_trial;   /**< trial functions of one interval, and of the next one, from the same estimates */
  hol_estimates estimates;       /**< about an end, until trial functions are taken of them */
  size_t estimated;              /**< frequencies below that end */
  size_t refactorisations;       /**< ends that were factorised once more, with pivots */
  size_t approaches;             /**< times the low end was moved towards the first root */
  size_t holder;                 /**< rank that stores the vectors of the next root; SIZE_MAX: all in turn */
  bool is_broken;                /**< not the method failed: HOL_NUMERICAL ends the run */
  hol_roots *roots;              /**< of intervals that are proved */
  hol_vectors vectors;           /**< of these roots, as far as this rank holds them */
  hol_intervals intervals;       /**< shifts and counts for the result */
} hol_encloser;

/** Record the reason why the method fails here. @param[in] why  text for the result @return HOL_NUMERICAL */
hol_status hol_encloser_fail(hol_encloser *c, const char *why);
/** Factorise S(λ) at a shift, which is empty or reused. @param[in] as  λ whose forms are taken; 0:
 *  those that are best there */
HOL_MUST_CHECK hol_status hol_encloser_factorise(hol_encloser *c, double lambda, double as, hol_shift *e);
/** Discard an end. */
void hol_encloser_release(hol_encloser *c, hol_shift *e);
/** Factorise S(λ) at the low end, and set its forms. */
HOL_MUST_CHECK hol_status hol_encloser_factorise_low(hol_encloser *c, double lambda, double as);
/** Choose forms that have no pole in a long interval above some λ: c->as, which is kept where it is as good, and
 *  c->limit.
 *  @param[in] about  λ up to four times which are tried
 *  @return HOL_NUMERICAL if there are none */
HOL_MUST_CHECK hol_status hol_encloser_choose_forms(hol_encloser *c, double lambda, double about);
/** Choose forms for the low end; one more factorisation where it had others. */
HOL_MUST_CHECK hol_status hol_encloser_choose_low_forms(hol_encloser *c);
/** Compute estimates of roots about an end, on both sides of it. */
HOL_MUST_CHECK hol_status hol_encloser_estimate(hol_encloser *c, hol_shift *end, hol_estimates_side below,
                                                hol_estimates_side above);
/** Choose λ of the high end above the end of the estimates: in the widest gap beyond the roots wanted, or beyond most
 *  of the converged estimates.
 *  @param[out] inside  estimates below it @return HOL_NUMERICAL: nowhere */
HOL_MUST_CHECK hol_status hol_encloser_choose_high(hol_encloser *c, double *lambda, size_t *inside);
/** Take the trial functions of the interval above or below that end. @param[in] inside  frequencies in it
 *  @param[in,out] t  the encloser's; what has been in it is forgotten */
HOL_MUST_CHECK hol_status hol_encloser_trial(hol_encloser *c, bool is_above, size_t inside, hol_trial *t);
/** Make the high end the low one. */
void hol_encloser_advance(hol_encloser *c);
/** Prove the roots between the low end and the high one by trial functions; the high end becomes the low end.
 *  @param[in] lambda  of the high end, where it is not there yet @param[in,out] t  left empty */
HOL_MUST_CHECK hol_status hol_encloser_prove(hol_encloser *c, double lambda, hol_trial *t);
/** Prove one interval, from the low end, which the estimates are about, to the next end, which becomes the low end. */
HOL_MUST_CHECK hol_status hol_encloser_step(hol_encloser *c);
/** Where zero-energy modes just below the low end would dominate all solutions there, move it between them and the
 *  first root.
 *  @pre estimates are there */
HOL_MUST_CHECK hol_status hol_encloser_raise_low(hol_encloser *c);
/** Append an end to the list. */
HOL_MUST_CHECK hol_status hol_encloser_append_interval(hol_encloser *c, double lambda, size_t count);
/** Transfer the vectors to the counter. */
HOL_MUST_CHECK hol_status hol_encloser_store(hol_encloser *c, hol_vectors *vectors);

#endif
