/** @file nonlinear.h  Beams with immovable supports: steady forced motions, their curves and events.
 *
 *  Room `nonlinear`. A beam whose supports cannot approach each other stretches as it bends. The lateral modes q and those
 *  axial modes U_r that have inertia obey                                                   [book VI §4, theory §8]
 *
 *      Λ = c ½ qᵀS q,   c = EA/l
 *      M_k (q̈_k + c_v q̇_k + (η/ν) ω_k² q̇_k + ω_k² q_k) + Λ Σ_j S_kj q_j − Σ_r R_r Σ_j Q^r_kj q_j + cubic loss = F_k(ν) cos νt
 *      M_r (Ü_r + c_v U̇_r) = −R_r,   R_r = M_r (p_r² z_r + ηp_r ż_r),   z_r = U_r − ½ qᵀQ^r q
 *
 *  with F_k(ν) = force_k + force_nu2_k ν². Without inertia U_r follows, z_r = 0: then the axial force is the same all along
 *  the beam. What inertia adds loses with the loss factor at its own frequency. The stretch itself loses, however many axial
 *  modes have inertia, by the law alone: with (4.10) the elastic force with q replaced by q̇/ν, times η,
 *  (η/ν³) c ½ (q̇ᵀS q̇) Σ_j S_kj q̇_j; with (4.14) nothing.
 *
 *  Motions of period 2π m/ν are sought as Fourier sums; the equations for their coefficients are those of the Gauss
 *  principle (C.11), evaluated at equidistant times, enough of them (4H + 1 or more) to be exact for cubic terms. */
#ifndef HOLONOME_NONLINEAR_H
#define HOLONOME_NONLINEAR_H

#include "holonome/comm.h"
#include "holonome/solve.h"
#include "holonome/status.h"
#include "holonome/text.h"
#include "holonome/watch.h"

#include <stdbool.h>
#include <stddef.h>

/** The beam as numbers, and what the file asks for: see src/nonlinear. */
typedef struct hol_nonlinear_model hol_nonlinear_model;
typedef struct hol_nonlinear_request hol_nonlinear_request;

/** (4.13) and (4.14): A = a² is a root of A[(ω² − ν² + ¾μA)² + (c_v ν + ηω² + ¾ημA)²] = (P + P₂ν²)²; the last term in
 *  the second bracket is there with the cubic loss only. */
typedef struct hol_duffing {
  double omega2, mu, viscous, eta;
  bool cubic_loss;
  double P, P_nu2;
} hol_duffing;

/** Amplitude and frequency of a fold. */
typedef struct hol_duffing_fold {
  double nu, amplitude;
} hol_duffing_fold;
enum { HOL_DUFFING_FOLDS_MAX = 12 };

/** What happens at a point of a branch. */
typedef enum {
  HOL_EVENT_FOLD,            /**< the frequency turns back: jump up or down */
  HOL_EVENT_BRANCH,          /**< branches cross */
  HOL_EVENT_PERIOD_DOUBLING, /**< a multiplier passes −1 */
  HOL_EVENT_TORUS,           /**< a pair of complex multipliers passes the unit circle */
  HOL_EVENT_PEAK             /**< largest or smallest RMS of the first lateral mode along the branch */
} hol_event_kind;

typedef struct hol_nonlinear_event {
  hol_event_kind kind;
  double nu;           /**< located to 1e-9 relative or better */
  size_t before;       /**< it lies between this point of the branch and the next */
  double *coefficient; /**< [unknowns], owned */
  bool is_maximum;     /**< peaks: of the RMS; folds: of ν */
  double error;        /**< of ν and of the motion by the harmonics left out, relative; INFINITY: with more of them
                                  there is no such motion; NAN: not computed */
} hol_nonlinear_event;

typedef enum {
  HOL_BRANCH_ENDS_AT_RANGE,  /**< the frequency range */
  HOL_BRANCH_ENDS_CLOSED,    /**< its own beginning */
  HOL_BRANCH_ENDS_AT_BRANCH, /**< a branch point of a known branch */
  HOL_BRANCH_ENDS_AT_LIMIT,  /**< points or amplitude asked for (backbone) */
  HOL_BRANCH_ENDS_EARLY      /**< no step could be made: incomplete */
} hol_branch_end;

/** What integration in time says of a motion on a branch. */
typedef struct hol_nonlinear_confirmation {
  size_t point;      /**< of the branch */
  bool is_stable;    /**< by its multipliers */
  bool agrees;       /**< stable: disturbed a little it comes back; unstable: it goes away */
  double difference; /**< stable: of the motion it comes to from that of the branch, over the largest displacement */
  size_t periods;    /**< integrated */
} hol_nonlinear_confirmation;

/** One branch, point after point. The motion at a point is, with θ = νt/period,
 *
 *      q_i = C_i0/√2 + Σ_h C_{i,2h−1} cos hθ + C_{i,2h} sin hθ,  h = 1..harmonics·period,  C = coefficient + point·unknowns  */
typedef struct hol_nonlinear_branch {
  size_t points, unknowns; /**< unknowns = N (2·harmonics·period + 1); those of axial modes, which come last, are no
                                  unknowns of the equations but follow from the others */
  size_t coordinates, harmonics, period;
  double *nu;          /**< [points] */
  double *coefficient; /**< [points·unknowns] coordinate after coordinate */
  size_t *unstable;    /**< [points] Floquet multipliers outside the unit circle; SIZE_MAX: not computed */
  double *multiplier;  /**< [points] largest modulus; NAN: not computed */
  hol_nonlinear_event *event;
  size_t events;
  hol_nonlinear_confirmation *confirmation;
  size_t confirmations;  /**< by integration in time, where it was asked for */
  hol_branch_end end[2]; /**< how it ends at its first and last point */
  size_t parent;         /**< branch it was left from at a branch point or period doubling; SIZE_MAX: none */
  size_t images;         /**< further branches that are this one shifted in time (by half a period with reversed sign,
                                  by whole periods of the force), not listed */
  double tail;           /**< largest size of the two highest harmonics at a point, over that of the motion */
  double missing;        /**< largest size of the harmonics from H + 1 to 2H that the residual between the harmonics
                                  would bring about, over that of the motion */
} hol_nonlinear_branch;

/** A motion at a frequency that was asked for. */
typedef struct hol_nonlinear_motion_at {
  double nu;
  size_t branch;       /**< it lies on; its images are motions, too */
  double *coefficient; /**< [unknowns of the branch], owned */
  double amplitude;    /**< of the first coordinate */
  size_t unstable;     /**< multipliers outside the unit circle; SIZE_MAX: not computed */
  double multiplier;   /**< largest modulus; NAN: not computed */
  double error;        /**< of the motion by the harmonics left out, over its size; INFINITY: with more harmonics
                                  there is no such motion; NAN: not computed */
} hol_nonlinear_motion_at;

/** Why a curve is not complete. */
typedef enum {
  HOL_LACK_EARLY,     /**< a branch could not be followed any further */
  HOL_LACK_POINTS,    /**< a branch has as many points as are allowed */
  HOL_LACK_FORCE,     /**< the force could not be grown to its full size */
  HOL_LACK_BRANCHES,  /**< there are more branches than are allowed */
  HOL_LACK_INDEX,     /**< the indices do not sum to what they must */
  HOL_LACK_MOTION,    /**< a motion at a frequency asked for could not be computed */
  HOL_LACK_TIME,      /**< integration in time does not confirm a stable motion */
  HOL_LACK_HARMONICS, /**< the harmonics are too few */
  HOL_LACK_CYCLE,     /**< a motion found by integration in time is on no branch */
  HOL_LACK_CHAOS      /**< there are so many unstable motions of several periods that they were not followed */
} hol_lack_kind;

typedef struct hol_nonlinear_lack {
  hol_lack_kind kind;
  double nu;          /**< where; NAN: nowhere in particular */
  size_t branch;      /**< SIZE_MAX: none */
  size_t period;      /**< indices, cycles: of these motions; 0: of none */
  long sum, expected; /**< indices */
  size_t count;       /**< chaos: so many motions */
  double size;        /**< time: the difference; harmonics: the part that is missing */
} hol_nonlinear_lack;
enum { HOL_LACKS_MAX = 8 };

/** What is known of motions besides those listed. */
typedef enum {
  HOL_COEXISTING_OPEN,    /**< the indices do not close, or are not known */
  HOL_COEXISTING_COUNTED, /**< the indices close at every searched frequency: an even number of motions may be missing,
                                  on isolated branches */
  HOL_COEXISTING_PROVED   /**< two motions would come ever closer to each other: there are no others */
} hol_coexisting;

typedef struct hol_nonlinear_curve {
  hol_nonlinear_branch *branch;
  size_t branches;
  hol_nonlinear_motion_at *motion;
  size_t motions; /**< by frequency as asked for, then by amplitude */
  bool complete;  /**< every branch ended properly, no limit was met and the indices of the motions at the
                                  searched frequencies sum to 1, or to -1 where μ < 0, as they must */
  hol_coexisting coexisting;
  hol_nonlinear_lack lack[HOL_LACKS_MAX];
  size_t lacks;           /**< why it is not complete; only the first ones are kept */
  bool failed;            /**< a computation failed: what was found before that is there, and complete is false */
  size_t steps, rejected; /**< continuation steps taken and refused */
} hol_nonlinear_curve;

typedef enum { HOL_NONLINEAR_NONE, HOL_NONLINEAR_BEAM, HOL_NONLINEAR_DUFFING } hol_nonlinear_kind;

/** How a motion loses energy; a curve for each. */
typedef struct hol_nonlinear_loss {
  double viscous; /**< 1/s; ≥ 0 */
  double eta;     /**< loss factor, ≥ 0 */
  bool cubic;     /**< of the cubic term, too: (4.10), (4.13); false: (4.14) */
  hol_place viscous_place, eta_place;
} hol_nonlinear_loss;

/** One curve of a request: one level of the forces and one loss. */
typedef struct hol_nonlinear_case {
  double level;
  hol_nonlinear_loss loss;
  hol_nonlinear_curve curve;
  bool has_closed_form; /**< one mode: (4.13) or (4.14) besides */
  hol_duffing closed_form;
  hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX];
  size_t folds;
} hol_nonlinear_case;

/** How folds vanish. */
typedef enum {
  HOL_VANISHING_CUSP,     /**< two of them meet: a cusp of the fold curve, where ν(s) has a triple point */
  HOL_VANISHING_AT_RANGE, /**< the last one leaves the range of frequencies */
  HOL_VANISHING_NOT       /**< there are none, or always some, in the loss factors allowed */
} hol_vanishing_kind;

/** A loss factor that was sought. */
typedef struct hol_nonlinear_found {
  size_t find; /**< of the request */
  double level;
  hol_nonlinear_loss loss; /**< the law; its eta is the loss factor found, NAN where there is none */
  hol_vanishing_kind kind;
  double lower, upper;  /**< cusp: at `lower` the branch folds there, at `upper` it does not */
  double nu, amplitude; /**< of the cusp; of the last fold; amplitude of the first coordinate */
  bool complete;        /**< every curve looked at was complete, and there are folds below, none above */
  bool failed;          /**< a computation failed, so that nothing is said */
} hol_nonlinear_found;

/** The first resonance with some numbers of modes, at the first level and with the first loss. */
typedef struct hol_nonlinear_resonance {
  size_t lateral, axial;
  double nu, amplitude; /**< where the RMS of the first mode is largest; of the first mode. NAN: there is no peak */
  bool complete;        /**< the curve is */
} hol_nonlinear_resonance;

/** Everything a request leads to. {0} is empty. */
typedef struct hol_nonlinear_result {
  hol_nonlinear_kind kind;
  hol_nonlinear_model *model; /**< at level 1, without loss; owned, NULL while it is empty */
  hol_nonlinear_case *item;
  size_t items; /**< levels × losses, losses running faster */
  hol_nonlinear_found *found;
  size_t founds;
  hol_nonlinear_resonance *resonance;
  size_t resonances;            /**< axial modes running faster */
  hol_nonlinear_curve backbone; /**< no branches: not asked for, or `failed` */
  bool complete;
  bool stopped; /**< by progress */
} hol_nonlinear_result;

/** Find the curves of steady motions that a problem asks for.
 *  @param[in,out] problem  as it was read; the beam that its part makes is noted in it. Borrowed
 *  @param[in]     options  dry_run: only its faults are found. Of the watch, curves are told, and pieces of them are kept:
 *                          branches as they grow, and whole curves
 *  @param[out]    result   {0}; to be cleared by the caller in every case. The same for any number of ranks and wherever an
 *                          earlier run was cut short; on rank 0, empty elsewhere
 *  @param[out]    faults   of the part and of what is asked for, appended
 *  @return HOL_USAGE: the problem asks for no curves; HOL_INVALID; HOL_INCOMPLETE: not every curve is complete, or progress
 *          said stop (`stopped`, the result is then empty); HOL_NUMERICAL, HOL_MEMORY; what a record returned. The same on
 *          every rank. Collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_run(hol_problem *problem, hol_solve_options options,
                                            hol_nonlinear_result *result, hol_diagnostics *faults);
/** Free everything, leave {0}. Idempotent. */
void hol_nonlinear_result_clear(hol_nonlinear_result *result);

#endif
