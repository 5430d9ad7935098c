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
#include "holonome/line.h"
#include "holonome/solve.h"
#include "holonome/status.h"
#include "holonome/text.h"

#include <stdbool.h>
#include <stddef.h>

/* ---------------------------------------------------------------------------------------------- the model as numbers */

/** How the bar moves along itself while it bends. */
typedef enum {
  HOL_AXIAL_HELD, /**< as the von Kármán beam does: u vanishes at both ends and is driven by the strain ½w′² that
                                bending causes from place to place; U_r of u = Σ U_r sin(rπx/l), p_r = rπ/l √(EA/m), and
                                Q^r_kj = −2/(rπ) ∫X_k′X_j′ cos(rπx/l) dx */
  HOL_AXIAL_STRAIGHTENED /**< as the book has it (4.1)-(4.7): the bent beam is taken to be straight, held at its start, and
                                drawn by Λ at its end to the length it has; with all modes its inertia is that of u = x/l
                                times the stretch and more. U_r are the modes of (4.7) and the quasistatic rest together with
                                the stretch given; Q^r is proportional to S */
} hol_axial_inertia;

/** Lateral modes first, then axial ones: N = lateral + axial coordinates. {0} is empty. */
typedef struct hol_nonlinear_model {
  size_t lateral, axial;
  double *mass;      /**< [N] modal masses, kg (bare equation: 1); > 0 */
  double *omega2;    /**< [N] rad²/s²; of axial modes p_r² > 0 */
  double *S;         /**< [lateral²] ∫X_k′X_j′dx, 1/m */
  double *form;      /**< [axial][lateral²] Q^r, 1/m: ½ qᵀQ^r q is U_r without inertia */
  double stiffness;  /**< c = EA/l, N/m */
  double *force;     /**< [N] N */
  double *force_nu2; /**< [N] N s² */
  double viscous;    /**< c_v, 1/s; ≥ 0 */
  double eta;        /**< loss factor, ≥ 0 */
  bool cubic_loss;   /**< (4.10) and (4.13); false: (4.14) */
  hol_axial_inertia inertia;
  hol_line_mode *shape; /**< [lateral] own modes of the beam, or NULL */
  double *shape_scale;  /**< [lateral] X_k = shape_scale · hol_line_mode_at(): largest displacement 1 */
  hol_line line;        /**< the beam, valid where shape is not NULL */
} hol_nonlinear_model;

/** Room for a model with everything zero except masses 1. The model must be {0}. */
HOL_MUST_CHECK hol_status hol_nonlinear_model_start(hol_nonlinear_model *model, size_t lateral, size_t axial);
/** Free everything, leave {0}. Idempotent. */
void hol_nonlinear_model_clear(hol_nonlinear_model *model);

/** A uniform beam between supports that do not move along it. */
typedef struct hol_nonlinear_beam {
  double length;             /**< m, > 0 */
  double EA, EI;             /**< N, N m²; > 0 */
  double line_mass;          /**< kg/m, > 0 */
  double tension;            /**< initial, N; negative: compression */
  hol_end end[2];            /**< HOL_END_PINNED or HOL_END_CLAMPED */
  hol_axial_inertia inertia; /**< of axial modes that are dynamic */
} hol_nonlinear_beam;

/** The compression at which the beam buckles, N: (π, 4.4934…, 2π)² EI/l² for pinned, clamped-pinned and clamped ends. */
double hol_nonlinear_buckling_load(const hol_nonlinear_beam *beam);

/** The first `count` lateral modes under the initial tension, of unit modal mass, by the number of their half waves: rising up
 *  to the buckling load. In (nπ, (n+1)π] lies exactly one wave number a l of each (a² = −T/2EI + √(T²/4EI² + mλ/EI)), so none
 *  is missed. Under more compression as many of the first ones have λ < 0 as buckling loads are exceeded.
 *  @return HOL_INVALID if numbers or ends are not as above or a clamped beam is within rounding of buckling, HOL_NUMERICAL
 *  if not all modes with λ < 0 are found */
HOL_MUST_CHECK hol_status hol_nonlinear_beam_modes(const hol_nonlinear_beam *beam, size_t count, hol_line_mode *mode);

/** The model of a beam: `lateral` ≥ 1 modes under its tension, `axial` modes dynamic. Without forces and loss.
 *  S and Q^r in closed form from the modes; modes have largest displacement 1, so that q is a displacement.
 *  @param[out] model  {0} on entry; to be cleared by the caller in every case
 *  @return as hol_nonlinear_beam_modes(), HOL_MEMORY, HOL_NUMERICAL. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_from_beam(const hol_nonlinear_beam *beam, size_t lateral, size_t axial,
                                                  hol_nonlinear_model *model);

/** The bare equation q̈ + c_v q̇ + … + ω² q + μ q³ = (P + P₂ν²) cos νt, S = 1, c = 2μ. `model` is {0} on entry. */
HOL_MUST_CHECK hol_status hol_nonlinear_from_duffing(double omega2, double mu, hol_nonlinear_model *model);

/** X_k(x), largest magnitude 1. Needs a model from a beam. */
double hol_nonlinear_shape_at(const hol_nonlinear_model *model, size_t k, double x);
/** Add a harmonic point force of amplitude `force` (N) at x: F_k += force · X_k(x). */
void hol_nonlinear_add_point_force(hol_nonlinear_model *model, double x, double force);
/** Add a uniformly distributed harmonic force, N/m: F_k += load ∫X_k dx. */
void hol_nonlinear_add_distributed_force(hol_nonlinear_model *model, double load);
/** Add a lateral harmonic motion of both supports together, of amplitude `amplitude` (m); q is then the displacement
 *  relative to the supports: F_k += ν² m ∫X_k dx · amplitude. */
void hol_nonlinear_add_support_motion(hol_nonlinear_model *model, double amplitude);

/* --------------------------------------------------------------------------------- one mode, one harmonic, closed form */

/** (4.13) and (4.14): A = a² is a root of A[(ω² − ν² + ¾μA)² + (c_v ν + ηω² + ¾ημA)²] = (P + P₂ν²)²; the last term in
 *  the second bracket is there with the cubic loss only. */
typedef struct hol_duffing {
  double omega2, mu, viscous, eta;
  bool cubic_loss;
  double P, P_nu2;
} hol_duffing;

/** All amplitudes at a frequency, rising; a double one (on a fold, within rounding) is given once or twice.
 *  @return their number, 0..3 (0 only where numbers are not finite). */
size_t hol_duffing_amplitudes(const hol_duffing *duffing, double nu, double amplitude[3]);

/** Amplitude and frequency of a fold. */
typedef struct hol_duffing_fold {
  double nu, amplitude;
} hol_duffing_fold;
enum { HOL_DUFFING_FOLDS_MAX = 12 };

/** All folds with from ≤ ν ≤ to, rising: roots of the discriminant, a polynomial in ν, isolated by the signs of its
 *  Bernstein coefficients, so that none is missed. Frequencies right to a few units of rounding where simple.
 *  @return their number */
size_t hol_duffing_folds(const hol_duffing *duffing, double from, double to,
                         hol_duffing_fold fold[HOL_DUFFING_FOLDS_MAX]);

/** The loss factor at which the last fold in from ≤ ν ≤ to vanishes as η grows from eta_low to eta_high (there are folds
 *  at eta_low, none at eta_high): a triple root, refined by Newton's method.
 *  @param[out] eta, at  the loss factor; where the folds merge
 *  @return HOL_INVALID if there is no fold at eta_low or one at eta_high. */
HOL_MUST_CHECK hol_status hol_duffing_vanishing(const hol_duffing *duffing, double from, double to, double eta_low,
                                                double eta_high, double *eta, hol_duffing_fold *at);

/* -------------------------------------------------------------------------------------- curves with any number of harmonics */

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

/** Free everything, leave {0}. Idempotent. */
void hol_nonlinear_curve_clear(hol_nonlinear_curve *curve);

/** How to trace; zero members take their defaults. */
typedef struct hol_nonlinear_options {
  double from, to;     /**< rad/s, 0 < from < to */
  size_t harmonics;    /**< H of the force's frequency, even ones and the mean included; 0: as many as the motions
                                  need, for every period of its own */
  size_t period;       /**< largest period sought, in periods of the force; 1. Greater: subharmonic branches too */
  double step;         /**< first step along the curve, relative; any positive number; 0.01 */
  size_t points;       /**< least number of points across the range: bounds the step; 50 */
  size_t max_points;   /**< per branch; 100000 */
  size_t max_branches; /**< 100 */
  size_t search;       /**< frequencies, evenly spaced by their logarithms, at which further motions are looked for,
                                  besides the ends of the range and where such motions are born; 5 */
  const double *at;
  size_t ats;        /**< more frequencies where they are looked for; borrowed */
  bool only_primary; /**< leave out branches from branch points and period doublings */
  bool no_stability;
} hol_nonlinear_options;

/** All branches of steady motions in a frequency range.
 *
 *  Branches are followed by arc length. A step is refused if the tangent turns too far, Newton's method contracts too
 *  slowly or its correction is too large; between two accepted points the signs of the bordered determinant and of the
 *  frequency's share in the tangent, the inertia of the symmetric part of the Jacobian and the number of multipliers
 *  outside the unit circle must be explained by the events located there, otherwise the step is halved.
 *  Beginnings: the force grown from zero at both ends of the range; one mode: all solutions of the one-harmonic equation
 *  between its folds, and all periodic motions found by letting states run until they repeat and by Newton's method on the
 *  Poincaré map, from a grid of states and from free motions; several modes: at the searched frequencies the solutions of the
 *  one-harmonic equation of each mode alone, and its free motions at one, two and three times the frequency.
 *  @param[out] curve  {0} on entry, to be cleared in every case
 *  @return HOL_INVALID for options out of range or a model without any loss, HOL_NUMERICAL, HOL_MEMORY; curves that are
 *  not complete are no failure. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_trace(const hol_nonlinear_model *model, const hol_nonlinear_options *options,
                                              hol_nonlinear_curve *curve);

/** Free undamped motion that starts in lateral mode k with small amplitude (about the bottom of the well where ω_k² < 0),
 *  time-symmetric (cosines only), until the RMS of q_k, its mean included, passes rms_limit or its frequency leaves [from, to]
 *  of the options (both 0: no bounds).
 *  Forces and losses of the model are left out; stability is not computed. One branch.
 *  @return as hol_nonlinear_trace(); HOL_INVALID also where mode k has no small free motions */
HOL_MUST_CHECK hol_status hol_nonlinear_backbone(const hol_nonlinear_model *model, size_t k, double rms_limit,
                                                 const hol_nonlinear_options *options, hol_nonlinear_curve *curve);

/** Coordinate i of a point of a branch at phase θ = νt/period. */
double hol_nonlinear_motion(const hol_nonlinear_branch *branch, const double *coefficient, size_t i, double theta);
/** Its largest magnitude over a period (right to rounding). */
double hol_nonlinear_amplitude(const hol_nonlinear_branch *branch, const double *coefficient, size_t i);
/** Its h-th harmonic of ν/period, √(c² + s²) (h = 0: the mean). */
double hol_nonlinear_harmonic(const hol_nonlinear_branch *branch, const double *coefficient, size_t i, size_t h);

/* ------------------------------------------------------------------------------------------------------ motion in time */

/** Integrate the model from one time to another by extrapolation of the modified midpoint rule, error per unit of the
 *  state's scale below `tolerance` in every step.
 *  @param[in,out] state  [2N] displacements, then velocities
 *  @return HOL_NUMERICAL if the step underflows, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_integrate(const hol_nonlinear_model *model, double nu, double from, double to,
                                                  double tolerance, double *state);

/* -------------------------------------------------------------------------------- a request as the problem file has it */

typedef enum { HOL_NONLINEAR_NONE, HOL_NONLINEAR_BEAM, HOL_NONLINEAR_DUFFING } hol_nonlinear_kind;

/** Where the parts of a request stand in the problem file; line 0 where they were not given. */
typedef struct hol_nonlinear_places {
  hol_place request, part, supports, tension, lateral_modes, axial_modes, harmonics, range, force, loss, levels, period,
      step, backbone, check, at;
} hol_nonlinear_places;

/** How a motion loses energy; a curve for each. */
typedef struct hol_nonlinear_loss {
  double viscous; /**< 1/s; ≥ 0 */
  double eta;     /**< loss factor, ≥ 0 */
  bool cubic;     /**< of the cubic term, too: (4.10), (4.13); false: (4.14) */
  hol_place viscous_place, eta_place;
} hol_nonlinear_loss;

/** A loss factor that is sought: the one from which on no motion with the force's period folds any more. It is sought for
 *  every level and for every law - viscous loss, with or without that of the cubic term - among the losses. */
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
  hol_place lateral_place, axial_place;
} hol_nonlinear_convergence;

/** What `analysis: nonlinear:` asks for; to be filled by the reader, checked by hol_nonlinear_check(). Zero members that are
 *  not needed take their defaults. Arrays are owned by the request. */
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
  size_t ats; /**< rad/s, frequencies at which all motions are listed */
  hol_nonlinear_find *find;
  size_t finds;
  hol_nonlinear_time_check check;
  bool wants_backbone;
  double backbone_limit; /**< RMS of the first mode, m; 0: twice the largest of the curves */
  hol_nonlinear_places place;
} hol_nonlinear_request;

/** Free what the request owns, leave {0}. Idempotent. */
void hol_nonlinear_request_clear(hol_nonlinear_request *request);

/** Is the request possible? Faults are added with their places: movable supports, compression at or above buckling, a loss
 *  below zero or none at all, an empty range, numbers that are not finite, too many unknowns.
 *  @return HOL_INVALID if there is any */
HOL_MUST_CHECK hol_status hol_nonlinear_check(const hol_nonlinear_request *request, hol_diagnostics *faults);

/** Fill the beam of the request that a problem holds from its part, and check the request. A beam in space bends in its
 *  local x-y plane. `problem->nonlinear` must not be NULL.
 *  @param[out] faults  those of the part and of hol_nonlinear_check(), appended
 *  @return HOL_INVALID if there is any. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_prepare(hol_problem *problem, hol_diagnostics *faults);

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

/** All of it: the model, every curve, the backbone. `result` is {0} on entry, to be cleared in every case. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_solve(const hol_nonlinear_request *request, hol_nonlinear_result *result);

/** What a long analysis tells, and where it keeps what it has found. {0}: nothing, nowhere. */
typedef struct hol_nonlinear_watch {
  /** Curves of this rank done, of those it has to do; points found and searches started of the one under way.
   *  Called at each of them.
   *  @return false to stop. May be NULL */
  bool (*progress)(void *context, size_t done, size_t total, size_t points);
  void *context;
  hol_store store; /**< items are pieces of curves: branches as they grow, and whole curves */
} hol_nonlinear_watch;

/** The same with the curves dealt to the ranks; the result, the same for any number of them and wherever an earlier run was
 *  cut short, is on rank 0, empty elsewhere.
 *  @return HOL_INCOMPLETE if progress said stop, `result` is then empty but for `stopped`; what a record returned; the same
 *          on every rank. Collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_solve_shared(const hol_nonlinear_request *request, const hol_comm *comm,
                                                     hol_nonlinear_watch watch, hol_nonlinear_result *result);
void hol_nonlinear_result_clear(hol_nonlinear_result *result);

/** The coefficients with their formulas, then of every curve its events, in at most 80 columns. Room `output`.
 *  @param[in] title  NULL: none */
HOL_MUST_CHECK hol_status hol_nonlinear_table(const hol_nonlinear_result *result, const char *title, hol_text *text);
/** Compare the events of curves and the loss factors found with those that a problem expects; one line of words per
 *  difference is added to `text`.
 *  @param[out] compared     numbers compared
 *  @param[out] differences  numbers that differ by more than their rtol, and curves with another number of events */
HOL_MUST_CHECK hol_status hol_nonlinear_compare(const hol_nonlinear_result *result, const hol_problem *problem,
                                                size_t *compared, size_t *differences, hol_text *text);
/** One row per point and event, in the order of travel: number of the curve, level, viscous, eta, law (linear or cubic),
 *  branch, period, kind (point, fold-max, …, motion), nu, hertz, largest displacement and first harmonic of every coordinate,
 *  multipliers outside the unit circle, largest multiplier. Then a row of kind folds-vanish for every loss factor found,
 *  and the backbone, with empty first columns. Numbers with 17 digits. Room `output`. */
HOL_MUST_CHECK hol_status hol_nonlinear_csv(const hol_nonlinear_result *result, hol_text *text);
/** The same as one JSON object with the coefficients and their formulas; README describes it. Room `output`. */
HOL_MUST_CHECK hol_status hol_nonlinear_json(const hol_nonlinear_result *result, hol_text *text);

#endif
