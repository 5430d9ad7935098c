/** @file encloser.h  What enclose.c and shares.c have in common: one rank at work on intervals. */
#ifndef SPECTRUM_ENCLOSER_H
#define SPECTRUM_ENCLOSER_H

#include "spectrum/estimates.h"
#include "spectrum/search.h"

/** Roots from one end at the most, where ends are put by estimates; of those beyond the last that is wanted, between which an end is put, so many
 *  are to be good, so many more about right; fields from beyond an end. */
enum { HOL_INTERVAL_ROOTS = 40, HOL_INTERVAL_AHEAD = 4, HOL_INTERVAL_ROUGH = 4, HOL_INTERVAL_BEYOND = 10 };

/** An interval ends at this part of the nearest pole above. */
#define HOL_INTERVAL_NEAR 0.6

/** {0} but for what is borrowed. */
typedef struct hol_encloser {
  const hol_search *search;
  hol_counter *counter;
  hol_patience patience; /**< the counter's */
  const hol_system *system;
  size_t zero;            /**< frequencies below all that is searched */
  double as;              /**< λ whose forms are taken */
  double limit;           /**< λ up to which they have no pole */
  double reach;           /**< length of an interval, as far as it is known: what estimates are exact up to */
  double length;          /**< of the one that was tried last */
  bool is_rough;          /**< estimates are to place ends only */
  bool is_early, is_fine; /**< they have ended early, which from an end below all roots are coarse, too; they are not to */
  hol_trial_end low, high;
  hol_trial_end spare; /**< one that is no longer needed: the next one has its pattern */
  double low_as;       /**< λ whose forms the low end has */
  hol_matrix matrix;   /**< of forms that are tried */
  hol_forces forces;
  hol_followers followers; /**< chosen by the low end */
  hol_symmetric *mass;     /**< of the last estimates */
  hol_trial trial, beside; /**< fields of one interval, and of the next one, from the same estimates */
  hol_estimates estimates; /**< about an end, until fields are taken of them */
  size_t estimated;        /**< frequencies below that end */
  size_t again;            /**< ends that were factorised once more, with pivots */
  size_t closer;           /**< times the low end has come closer to the first root */
  size_t holder;           /**< who keeps the vectors of the next root; SIZE_MAX: every rank in turn */
  bool is_broken;          /**< what has failed is not the method: HOL_NUMERICAL ends the run */
  hol_roots *roots;        /**< of intervals that are proved */
  hol_vectors vectors;     /**< of these roots, as far as this rank holds them */
  hol_intervals told;      /**< what is told of it */
} hol_encloser;

/** It does not work here. @param[in] why  for who reads the result @return HOL_NUMERICAL */
hol_status hol_encloser_give_up(hol_encloser *c, const char *why);
/** An end, in one that is empty or has been taken before. @param[in] as  λ whose forms are taken; 0: those that are best there */
HOL_MUST_CHECK hol_status hol_encloser_take_end(hol_encloser *c, double lambda, double as, hol_trial_end *e);
/** Forget an end. */
void hol_encloser_drop_end(hol_encloser *c, hol_trial_end *e);
/** The low end, and its forms. */
HOL_MUST_CHECK hol_status hol_encloser_take_low(hol_encloser *c, double lambda, double as);
/** Forms that have no pole for a good way above some λ: c->as, which is kept where it is as good, and c->limit.
 *  @param[in] about  λ up to four times which are tried
 *  @return HOL_NUMERICAL if there are none */
HOL_MUST_CHECK hol_status hol_encloser_choose_forms(hol_encloser *c, double lambda, double about);
/** The same for the low end; one more determinant where it has had others. */
HOL_MUST_CHECK hol_status hol_encloser_take_forms(hol_encloser *c);
/** Estimates about an end, on both sides of it. */
HOL_MUST_CHECK hol_status hol_encloser_estimate(hol_encloser *c, hol_trial_end *end, hol_estimates_side below,
                                                hol_estimates_side above);
/** Where an end is best above that of the estimates: in the widest gap behind what is wanted, or behind most of what is good.
 *  @param[out] inside  estimates below it @return HOL_NUMERICAL: nowhere */
HOL_MUST_CHECK hol_status hol_encloser_choose_high(hol_encloser *c, double *lambda, size_t *inside);
/** Fields of the interval above or below that end. @param[in] inside  frequencies in it
 *  @param[in,out] t  the encloser's; what has been in it is forgotten */
HOL_MUST_CHECK hol_status hol_encloser_fields(hol_encloser *c, bool is_above, size_t inside, hol_trial *t);
/** The high end becomes the low one. */
void hol_encloser_go_up(hol_encloser *c);
/** Prove by fields what lies between the low end and the high one, which becomes the low end. @param[in] lambda  of the high end, where it is
 *  not there yet @param[in,out] t  left empty */
HOL_MUST_CHECK hol_status hol_encloser_prove(hol_encloser *c, double lambda, hol_trial *t);
/** From the low end, which the estimates are about, to the next one, which becomes the low end. */
HOL_MUST_CHECK hol_status hol_encloser_step(hol_encloser *c);
/** Motions without energy just below the low end stand in the way of all solutions there: it is put between them and the first root.
 *  @pre estimates are there */
HOL_MUST_CHECK hol_status hol_encloser_raise_low(hol_encloser *c);
/** Put an end on the list. */
HOL_MUST_CHECK hol_status hol_encloser_tell(hol_encloser *c, double lambda, size_t count);
/** Hand the vectors over to the counter. */
HOL_MUST_CHECK hol_status hol_encloser_store(hol_encloser *c, hol_vectors *vectors);

#endif
