/* SPDX-License-Identifier: BSD-3-Clause */
/** @file request.h  A request for steady motions as the problem file has it. Module `nonlinear`. */
#ifndef NONLINEAR_REQUEST_H
#define NONLINEAR_REQUEST_H

#include "nonlinear/curve.h"

/** Where the parts of a request stand in the problem file; line 0 where they were not given. */
typedef struct hol_nonlinear_places {
  hol_place request, part, supports, tension, lateral_modes, axial_modes, harmonics, range, force, loss, levels, period,
      step, backbone, check, at;
} hol_nonlinear_places;

/** A loss factor that is sought: the one from which on no motion with the force's period folds any more. It is sought
 *  for every level and for every law - viscous loss, with or without that of the cubic term - among the losses. */
typedef struct hol_nonlinear_find {
  double from, to;     /**< loss factors it lies between; 0: not known */
  bool has_law, cubic; /**< only for losses with this `cubic` */
  hol_place place;
} hol_nonlinear_find;

/** How integration in time checks a curve. */
typedef struct hol_nonlinear_time_check {
  bool is_wanted;
  bool is_refused;  /**< not even the cheap form: one mode, one motion of every stretch by the Poincaré map */
  size_t points;    /**< of every stretch of a branch with the same stability; 3 */
  double tolerance; /**< largest difference, over the largest displacement; 0.05 */
} hol_nonlinear_time_check;

/** Numbers of modes with which the first resonance is computed: every number of lateral modes with every one of axial
 *  modes. Owned by the request. */
typedef struct hol_nonlinear_convergence {
  size_t *lateral, laterals;
  size_t *axial, axials;
} hol_nonlinear_convergence;

/** What `analysis: nonlinear:` asks for; to be filled by the reader, checked by hol_nonlinear_check(). Zero members
 *  that are not needed take their defaults. Arrays are owned by the request. */
typedef struct hol_nonlinear_request {
  hol_nonlinear_kind kind;
  /* kind beam */
  size_t part;             /**< index into hol_problem.part */
  hol_nonlinear_beam beam; /**< of that part, by hol_nonlinear_prepare() */
  hol_nonlinear_convergence convergence;
  bool is_immovable;               /**< the supports of the part are said to be */
  size_t lateral_modes;            /**< 1 */
  size_t axial_modes;              /**< dynamic ones */
  hol_axial_inertia axial_inertia; /**< theirs; goes into `beam` */
  double force, force_at;          /**< point force, N, and its place, m from the start */
  double distributed;              /**< N/m */
  double support_motion;           /**< m */
  /* kind duffing */
  double omega2, mu;
  double P, P_nu2; /**< force per unit mass and its part with ν² */
  /* both */
  hol_nonlinear_loss *loss;
  size_t losses; /**< one curve each */
  double *level;
  size_t levels; /**< factors of all forces, one curve each; none: 1 */
  hol_nonlinear_options options;
  double *at;
  size_t ats; /**< rad/s, frequencies at which motions are looked for and listed */
  hol_nonlinear_find *find;
  size_t finds;
  hol_nonlinear_time_check check;
  bool wants_backbone;
  double backbone_limit; /**< RMS of the first mode, m; 0: twice the largest of the curves */
  hol_nonlinear_places place;
} hol_nonlinear_request;

/** Kinds of events of steady motions, in the order of hol_event_kind. */
enum { HOL_EXPECT_EVENTS = 5 };
typedef struct hol_expect_events {
  bool is_given;
  double *nu; /**< [count] rad/s, rising, owned */
  size_t count;
} hol_expect_events;

/** What an entry of `expect` says of steady motions; zero members are not expected. */
typedef struct hol_expected_motions {
  hol_expect_events event[HOL_EXPECT_EVENTS]; /**< of a curve, and no others of their kinds */
  size_t curve;                               /**< its number, from 1; losses run faster than levels */
  bool has_amplitudes; /**< of all motions at a frequency of a curve are expected, and no others */
  double at;           /**< rad/s, among those at which they are listed */
  double *amplitude;   /**< [amplitudes] of the first coordinate, rising, owned */
  size_t amplitudes;
  bool has_eta; /**< a loss factor that `find` seeks is expected */
  double eta;
  size_t found; /**< its number, from 1, in the order of the result */
} hol_expected_motions;

/** Free what the request owns, leave {0}. Idempotent. */
void hol_nonlinear_request_clear(hol_nonlinear_request *request);

/** Is the request possible? Faults are added with their places: movable supports, compression at or above buckling, a
 *  loss below zero or none at all, an empty range, numbers that are not finite, too many unknowns.
 *  @return HOL_INVALID if there is any */
HOL_MUST_CHECK hol_status hol_nonlinear_check(const hol_nonlinear_request *request, hol_faults *faults);

/** The number of curves: they are independent of each other and may be computed anywhere. */
size_t hol_nonlinear_cases(const hol_nonlinear_request *request);

/** The number of loss factors that are sought: searches × levels × laws. */
size_t hol_nonlinear_finds(const hol_nonlinear_request *request);
/** The number of first resonances: numbers of lateral modes × numbers of axial modes. */
size_t hol_nonlinear_resonances(const hol_nonlinear_request *request);

/** The model of a request at level 1 and without loss. `model` is {0} on entry. */
HOL_MUST_CHECK hol_status hol_nonlinear_model_of(const hol_nonlinear_request *request, hol_nonlinear_model *model);

/** Curve number k. `item` is {0} on entry, to be cleared by hol_nonlinear_case_clear() in every case.
 *  @return as hol_nonlinear_trace(), but a numerical failure is that of the curve. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_case_solve(const hol_nonlinear_request *request, size_t k,
                                                   hol_nonlinear_case *item);
void hol_nonlinear_case_clear(hol_nonlinear_case *item);

/** All of it: the model, every curve, the backbone. `result` is {0} on entry, to be cleared in every case. Not
 *  collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_solve(const hol_nonlinear_request *request, hol_nonlinear_result *result);

/** What a file asks for; NULL: nothing nonlinear. */
hol_nonlinear_request *hol_nonlinear_asked(const hol_problem *problem);

/** Fill the beam of the request that a problem holds from its part, and check the request. A beam in space bends in its
 *  local x-y plane. hol_nonlinear_asked() must not be NULL.
 *  @param[out] faults  those of the part and of hol_nonlinear_check(), appended
 *  @return HOL_INVALID if there is any. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_prepare(hol_problem *problem, hol_faults *faults);

/** The same with the curves dealt to the ranks; the result, the same for any number of them and wherever an earlier run
 *  was cut short, is on rank 0, empty elsewhere.
 *  @param[in] watch  curves are told; pieces of them are kept: branches as they grow, and whole curves
 *  @return HOL_INCOMPLETE if progress said stop, `result` is then empty but for `stopped`; what a record returned; the
 *          same on every rank. Collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_solve_shared(const hol_nonlinear_request *request, const hol_comm *comm,
                                                     hol_watch watch, hol_nonlinear_result *result);

#endif
