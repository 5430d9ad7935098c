/* SPDX-License-Identifier: BSD-3-Clause */
/** @file forced.h  Forced response by mode superposition, transient and random: loads and receivers, and modes or,
 *  where damping couples them, damped modes; more of both until errors are within the tolerance. Internal to room
 *  `response`. */
#ifndef RESPONSE_FORCED_FORCED_H
#define RESPONSE_FORCED_FORCED_H

#include "response/complex_modes.h"
#include "response/forced/proportional.h"
#include "response/forced/superposition.h"

typedef struct hol_sink hol_sink; /* see result/sink.h */

/** What a file asks for. */
typedef struct hol_forced_request {
  hol_excitation *load; /**< [loads] at points, or accelerations of the base; owned */
  size_t loads;
  hol_output *receiver; /**< [receivers] owned, with their texts */
  size_t receivers;
  hol_proportional_request law;
  size_t count;     /**< modes to be taken; 0: as many as the tolerance needs */
  double tolerance; /**< of errors */
  hol_place place;
} hol_forced_request;

void hol_forced_request_clear(hol_forced_request *request);

/** {0} is empty. */
typedef struct hol_forced {
  const hol_problem *problem;        /**< borrowed */
  const hol_forced_request *request; /**< of it */
  hol_proportional law;              /**< how all modes are damped */
  bool is_coupled;                   /**< by damping: `coupled` stands for `modes` */
  hol_superposition modes;
  hol_complex_modes coupled; /**< the last list without a gap, where there is one */
  size_t open_from;          /**< so many damped motions were looked for, too, and their list is open; 0: none is */
  const char *open_reason;   /**< why; NULL: it is not said. Static */
  bool is_reached;           /**< errors are within the tolerance, or modes are given by their number */
  bool is_endless;           /**< errors have no bound, however many modes there are */
  bool is_measured;          /**< errors are, or rest on something that is */
  bool stopped;
} hol_forced;

void hol_forced_clear(hol_forced *forced);
/** Find the law of damping, or that laws differ (`is_coupled`). Not collective.
 *  @param[out] forced  without modes @return HOL_INVALID with faults, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_forced_start(const hol_problem *problem, const hol_forced_request *request,
                                           hol_forced *forced, hol_faults *faults);
/** Find faults of the problem and the request, without solving. @param[out] loose  number of zero-energy modes
 *  @return HOL_INVALID with faults, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_forced_check(const hol_problem *problem, const hol_forced_request *request, size_t *loose,
                                           hol_faults *faults);

/** Return the highest order of time derivatives that receivers ask for. */
int hol_forced_orders(const hol_forced *forced);
/** Return the share of the ground acceleration of a load in the acceleration of a receiver: of an absolute one its
 *  component along that. 0 of forces. */
double hol_forced_share(const hol_forced *forced, size_t receiver, size_t load);

/** What is made of modes. */
typedef struct hol_forced_use {
  void *result; /**< whose member the hol_forced is */
  /** With the modes that there are; decides whether errors are within the tolerance. Where damping couples the modes on
   *  every rank, else on rank 0. @return HOL_MEMORY, HOL_INVALID with faults */
  hol_status (*fill)(void *result, hol_faults *faults);
  void (*empty)(void *result); /**< takes back what fill() made */
  bool has_impulse; /**< there are impulses in the loads, or in those derivatives of them that are asked for */
} hol_forced_use;

/** Compute the modes, or damped modes, and fill the result with them. A requested number is taken as it is. Otherwise
 *  the first attempt has eight. Modes are doubled until errors are within the tolerance or `most` is reached. Damped
 *  modes are doubled, 512 at most, until errors are within the tolerance; where a list has a gap the next attempts lie
 *  between the longest list without a gap and the shortest with one, or take a quarter more. The result is that of the
 *  last list without a gap, or, if none is without, of the last one.
 *  @param[in,out] forced  as started @param[in] most  modes (not damped modes) are doubled only below this number
 *  @return as hol_superposition_make(), hol_complex_modes_make(), fill(). Collective. */
HOL_MUST_CHECK hol_status hol_forced_run(const hol_forced_use *use, size_t most, hol_solve_options options,
                                         hol_forced *forced, hol_faults *faults);

/** A load on the structure in its modes, where damping leaves them apart. */
typedef struct hol_forced_load {
  const double *phi; /**< of mode k phi[k * step], times sign */
  size_t step;
  double sign;
  const double *rest;  /**< [receivers] what the other modes do at rest */
  const double *doubt; /**< [receivers] how far that can be from it */
  const bool *apart;   /**< [receivers] it does not move them; NULL: it may move all */
  double own;          /**< Σ φ_d²/λ of them, from above */
  size_t probe;        /**< of the superposition; SIZE_MAX: the ground */
} hol_forced_load;

/** Does a load never move a receiver? */
static inline bool hol_forced_is_apart(const hol_forced_load *load, size_t receiver)
{
  return load->apart && load->apart[receiver];
}

/** @param[in] load  its number */
hol_forced_load hol_forced_load_of(const hol_forced *forced, size_t load);

/* ---- told -------------------------------------------------------------------------------------------------------- */

/** Return whether the list of modes, or of damped modes, is complete. */
bool hol_forced_is_complete(const hol_forced *forced);
/** Return whether that list is complete and every error is within the tolerance. */
bool hol_forced_is_met(const hol_forced *forced);
/** Write the theory, the compliance and the number of modes. */
void hol_forced_put_taken(const hol_sink *sink, const hol_forced *forced);
/** Write the next mode, the law of damping, what errors are, and whether they are within the tolerance. */
void hol_forced_put_law(const hol_sink *sink, const hol_forced *forced);
/** Append the last lines of a table. @param[in] bound  what is said of the error where modes are proved */
void hol_forced_put_verdict(hol_text *text, const hol_forced *forced, const char *bound);

#endif
