/* SPDX-License-Identifier: BSD-3-Clause */
/** @file run.h  One run of hol_solve(), and the data its files share: attempt.c searches, deal.c distributes the modes
 *  over ranks, gather.c makes them, report.c states what is assumed and what is proved. Functions marked collective are
 *  called by every rank. */
#ifndef MODES_RUN_H
#define MODES_RUN_H

#include "holonome/solve.h"
#include "base/lockstep.h"
#include "model/layout.h"
#include "spectrum/ground.h"
#include "modes/mode.h"
#include "modes/rigid.h"
#include "spectrum/search.h"
#include "modes/sensitivity.h"
#include "statics/prestress.h"

/** Everything one run owns. */
typedef struct hol_run {
  const hol_problem *problem; /**< or `prestressed` made of it */
  hol_prestressed prestressed;
  hol_solve_options options;
  hol_comm comm;       /**< while factors are in common that of one process */
  hol_lockstep common; /**< of the ranks that have factors in common, if `is_common` */
  bool is_common;
  hol_result *result;
  hol_model model;
  hol_system system, lower;
  hol_sturm_counter counter, lower_counter;
  hol_roots roots, lower_roots;
  hol_ground ground;                                      /**< what there is at zero and below */
  hol_sturm_counter growth_counter, growth_lower_counter; /**< mirrored, of the same systems */
  hol_roots growth, growth_lower; /**< motions that grow, μ = −λ rising: the fastest, mode 1, is the last */
  hol_sensitivities sensitivities;
  hol_rigid rigid; /**< motions of the ground, if effective masses are asked for */
  hol_index index;
  size_t first, last;
  hol_farm farm;
  size_t stage;          /**< number of searches so far */
  hol_effort effort;     /**< of this rank, as far as it is not in the counters and the farm */
  bool only_frequencies; /**< only frequencies are wanted: other fields are filled only if a proof needs them */
  bool drops_reactions;  /**< reactions are not stored: they are not written */
  bool has_modes;        /**< the end is reached, whatever is proved */
  bool too_many;         /**< more frequencies are asked for than HOL_COUNT_MOST */
  bool loose; /**< a required tolerance is not reached, or computed parts have few digits and this is not accepted */
  bool lacks_pivots; /**< MUMPS was needed on some rank, and could not be loaded there */
} hol_run;

/** Relative width of bounds of exact compliances from which on a remark says why; error of computed parts from which on
 *  a result is not called complete. */
#define HOL_RUN_WIDE 1e-9
#define HOL_RUN_COMPUTED_WELL 1e-8

/** Build the model and its zero-energy modes (rigid-body modes and mechanisms) of the run's problem. Not collective. */
HOL_MUST_CHECK hol_status hol_run_build(hol_run *run, hol_faults *faults);
/** Share factors among all ranks, be it one, from here on, if the problem requests it; each rank then makes all that is
 *  made. Collective. */
HOL_MUST_CHECK hol_status hol_run_begin_common(hol_run *run);
/** Return to factors of each rank by itself; does nothing if it was so. Collective.
 *  @param[in] status  that this rank has come to
 *  @return that to go on with, as hol_lockstep_leave(), the same on every rank */
HOL_MUST_CHECK hol_status hol_run_end_common(hol_run *run, hol_status status, hol_faults *faults);
/** Add a remark to the result (taken over; NULL: HOL_MEMORY). */
HOL_MUST_CHECK hol_status hol_run_note(hol_result *result, char *text);
/** Agree on the worst status after work that every rank does by itself: all go on, or all leave with it. Collective. */
HOL_MUST_CHECK hol_status hol_run_agree(const hol_run *run, hol_status status);
/** Cancellation callback, called before every matrix (context: the run): does the caller want to go on? */
bool hol_run_proceed(void *context);
/** Find roots and lower bounds with N modes and a residual flexibility of order k. Collective. */
HOL_MUST_CHECK hol_status hol_run_attempt(hol_run *run, size_t N, size_t order);
/** Raise N and the order together until every bound is as tight as asked (theory §3: they converge geometrically). */
HOL_MUST_CHECK hol_status hol_run_attempt_to(hol_run *run, double tolerance);
/** Return the lower bound of the frequency with this index, λ. */
double hol_run_lower_bound(const hol_run *run, const hol_root *root, size_t index);
/** Return the number of the mode of a growing motion, counted from the fastest. @param[in] index  of its root in
 *  run->growth */
size_t hol_run_growth_number(const hol_run *run, size_t index);
/** Compute bounds of μ = −λ of a growing motion. @param[in] index  of its root in run->growth; lower is NAN where none
 *  is known */
void hol_run_growth_bounds(const hol_run *run, const hol_root *root, size_t index, double *lower, double *upper);
/** Report why counts contradict each other, or what else prevents a solution, as a fault.
 *  @return the status of the run */
HOL_MUST_CHECK hol_status hol_run_explain(const hol_run *run, hol_status status, hol_faults *faults);
/** Discard one attempt. */
void hol_run_discard(hol_run *run);
/** Assign the modes of every root to a rank, and send it the vector if there is one. Collective. */
HOL_MUST_CHECK hol_status hol_run_distribute(hol_run *run);
/** Are the reactions of the modes so far more numbers than are written unless requested? */
bool hol_run_leaves_reactions(const hol_run *run);
/** Make the modes of every root, each on the rank that it is assigned to. Collective. */
HOL_MUST_CHECK hol_status hol_run_modes(hol_run *run);
/** Collect all modes on rank 0. Collective. */
HOL_MUST_CHECK hol_status hol_run_collect_modes(hol_run *run);
/** Collect the work of every rank on rank 0. Collective. */
HOL_MUST_CHECK hol_status hol_run_collect_effort(hol_run *run);
/** Set the words of the result for its theory and its compliances. */
HOL_MUST_CHECK hol_status hol_run_describe(hol_run *run);
/** Transfer constraints and remarks to the result. */
HOL_MUST_CHECK hol_status hol_run_report_model(hol_run *run);
/** Count the frequencies of the structure with exact compliances below some λ. Cost: a model, and a matrix each. Not
 *  collective.
 *  @param[in]  lambda  [n]
 *  @param[out] count   [n]
 *  @return HOL_NUMERICAL or HOL_INVALID where these are not to be had, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_run_exact_count(const hol_run *run, size_t n, const double *lambda, size_t *count);
/** Are joint reactions of imported parts coordinates, whose mass may be singular? */
bool hol_run_has_doubtful_reactions(const hol_run *run);
/** Report joint reactions as coordinates, if they are doubtful, as the cause of a failure that has no other. */
void hol_run_fault_reactions(const hol_run *run, hol_faults *faults);
/** Count all frequencies of the structure with exact compliances; SIZE_MAX: no end. Cost: a model.
 *  @return as hol_run_exact_count() */
HOL_MUST_CHECK hol_status hol_run_exact_count_all(const hol_run *run, size_t *all);
/** Conclude what the counts prove about the list. */
HOL_MUST_CHECK hol_status hol_run_conclude(hol_run *run);

/** Compute the effective masses of the modes listed, and the same by an independent method. @return HOL_INCOMPLETE if
 *  they do not agree */
HOL_MUST_CHECK hol_status hol_run_effective(hol_run *run);

/** Check that stiffness, mass and length of every member and joint let its frequencies be computed.
 *  @return HOL_INVALID with a fault */
HOL_MUST_CHECK hol_status hol_run_check_magnitudes(const hol_run *run, hol_faults *faults);
/** After HOL_NUMERICAL: name the member in component modes many of which grow. @return HOL_INVALID with a fault;
 *  HOL_NUMERICAL if none do */
HOL_MUST_CHECK hol_status hol_run_fault_compression(const hol_run *run, hol_faults *faults);
/** After HOL_NUMERICAL: name the number of the problem that is out of the ordinary, the farthest from one if there are
 *  several.
 *  @return HOL_INVALID with a fault; HOL_NUMERICAL if all are ordinary */
HOL_MUST_CHECK hol_status hol_run_fault_unusual_number(const hol_run *run, hol_faults *faults);

#endif
