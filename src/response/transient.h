/** @file transient.h  Motion in time under forces and as the ground moves: what a file asks for, and what is found. */
#ifndef RESPONSE_TRANSIENT_H
#define RESPONSE_TRANSIENT_H

#include "result/analysis.h"
#include "response/complex_modes.h"
#include "response/superposition.h"
#include "response/truncation.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

/** A force or moment at a point, or an acceleration of the ground. */
typedef struct hol_transient_load {
  bool is_ground;
  hol_probe probe; /**< of the ground its direction and place */
  hol_history history;
} hol_transient_load;

/** What a file asks for. */
typedef struct hol_transient_request {
  hol_transient_load *load; /**< [loads] owned */
  size_t loads;
  hol_probe *receiver; /**< [receivers] owned, with their texts */
  size_t receivers;
  double *time; /**< [times] s, rising. Owned */
  size_t times;
  hol_proportional_wish law;
  size_t count;     /**< modes to be taken; 0: as many as the tolerance needs */
  double tolerance; /**< of the radius, beside the largest of its receiver */
  hol_place place;
} hol_transient_request;

/** What an entry of `expect` has. */
typedef struct hol_transient_expected {
  size_t receiver;      /**< from 1 */
  double *time, *value; /**< [count] owned */
  size_t count;
} hol_transient_expected;

/** A receiver in time. */
typedef struct hol_transient_motion {
  double *value; /**< [times] m or rad, relative to the ground where that moves. Owned */
  double *radius; /**< [times] how far from it the motion can be, for the modes left out; INFINITY: not known. Where damping couples the
                       modes, what the upper half of those taken has changed up to then. Owned */
  double largest, at, most; /**< the largest of all times by its size, and when; the largest radius */
} hol_transient_motion;

/** {0} is empty. */
typedef struct hol_transient {
  const hol_problem *problem;           /**< borrowed */
  const hol_transient_request *request; /**< of it */
  hol_superposition modes;
  hol_transient_motion *motion; /**< [receivers] owned */
  size_t receivers;
  hol_proportional law; /**< how all modes are damped */
  bool is_coupled;      /**< by damping: `coupled` stands for `modes` */
  hol_complex_modes coupled;
  bool is_reached;  /**< every radius is within the tolerance, or modes are given by their number */
  bool is_measured; /**< radii are measured; of an impulse they rest on how fast modes die out far above, which is */
  bool stopped;
} hol_transient;

/** Find the motion with modes as they are wished, in a result that is {0}. @return as hol_superposition_make(). Collective. */
HOL_MUST_CHECK hol_status hol_transient_run(const hol_problem *problem, hol_solve_options options,
                                            hol_transient *result, hol_faults *faults);
/** Find faults of it alone. Not collective. */
HOL_MUST_CHECK hol_status hol_transient_check(const hol_problem *problem, hol_faults *faults);
void hol_transient_clear(hol_transient *result);

/** Room for all receivers of a result with its request. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_transient_start(hol_transient *result);
/** The largest of each receiver; and is every radius small beside them? */
void hol_transient_judge(hol_transient *result);

HOL_MUST_CHECK hol_status hol_transient_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_transient_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_transient_arrays(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_transient_table(const hol_transient *result, hol_text *text);
/** Compare with what is expected of it. */
void hol_transient_compare(const hol_transient *result, hol_comparison *comparison);

extern const struct hol_analysis_grammar hol_transient_grammar;
extern const hol_analysis_row hol_transient_row;

#endif
