/* SPDX-License-Identifier: BSD-3-Clause */
/** @file solve.h  From a problem to what it asks for: frequencies and modes, sweeps, curves, reduced structures.
 *
 *  Whatever is found is a struct that {0} makes empty, that the caller owns, and that its function of clearing
 *  frees. */
#ifndef HOLONOME_SOLVE_H
#define HOLONOME_SOLVE_H

#include "holonome/faults.h"
#include "holonome/problem.h"
#include "holonome/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------------- other processes */

/** What the library knows of other processes: a small set of functions.
 *
 *  The library never starts or ends MPI and never sees it. The program hands over a communicator; hol_comm_serial() is
 *  the one of a single process. Functions marked collective must be called by every rank, in the same order. */
typedef struct hol_comm {
  size_t rank, size;
  void *handle;
  /** Collective. The largest of the statuses of all ranks, the same on every rank. */
  hol_status (*agree)(void *handle, hol_status status);
  /** Collective. Every rank's bytes on every rank, in the order of ranks.
   *  @param[out] all   the bytes one after another, owned by the caller (free), may be NULL when there are none
   *  @param[out] sizes [size] owned by the caller (free)
   *  @return HOL_MEMORY on every rank if any rank is out of memory. */
  hol_status (*gather)(void *handle, const void *bytes, size_t count, char **all, size_t **sizes);
  /** Collective. The same on rank 0 only; *all and *sizes are NULL elsewhere. */
  hol_status (*collect)(void *handle, const void *bytes, size_t count, char **all, size_t **sizes);
  /** Collective. rank 0's bytes to every rank: *bytes is owned by the caller (free) on the others. */
  hol_status (*broadcast)(void *handle, char **bytes, size_t *count);
  /** Collective. A call of MUMPS, dmumps_c(), on all ranks: what `analysis: {distribute: factors}` is done with. May be
   *  NULL.
   *  @param[in,out] id  its DMUMPS_STRUC_C, whose comm_fortran is set here; NULL: only look whether it is to be had
   *  @return false, on every rank, if it is not */
  bool (*mumps)(void *handle, void *id);
} hol_comm;

/** The communicator of one process; nothing to free. Not collective. */
hol_comm hol_comm_serial(void);

/* -------------------------------------------------------------------------------------------------------- long runs */

/* What a long run tells while it goes on, and where it keeps what it has found. */

/** The format of all that is stored, of whatever analysis: what an item is, and what its bytes are. A number of its
 *  own, raised by every change of these, since a version of the library may see several. */
enum { HOL_STORE_FORMAT = 10 };

/** A place for finished results, so that a run that was cut short can be continued. What is stored means something only
 *  to the same problem, the same version of the library and the same HOL_STORE_FORMAT. */
typedef struct hol_store {
  void *context;
  /** Keep a result. Called on the rank that found it, each item once.
   *  @return anything but HOL_OK ends the run with that status. May be NULL. */
  hol_status (*record)(void *context, size_t item, const void *bytes, size_t count);
  /** The bytes kept of an item, borrowed until the next call. Must be the same on every rank. May be NULL.
   *  @return false if there are none */
  bool (*recall)(void *context, size_t item, const void **bytes, size_t *count);
} hol_store;

/** {0}: nobody looks, nothing is kept. */
typedef struct hol_watch {
  /** Progress: `done` of `total` - frequencies, points of a sweep, curves - found by all ranks, as far as this one
   *  knows; `points` of the curve under way on this rank. Called on every rank, before every matrix and at every point
   *  of a curve.
   *  @return false to stop. May be NULL */
  bool (*progress)(void *context, size_t done, size_t total, size_t points);
  void *context;
  hol_store store;
} hol_watch;

/* -------------------------------------------------------------------------------------------- frequencies and modes */

/* What a run has found: plain data from module `spectrum` to module `output`. */

/** The field of one part in one mode. What it points to belongs to the mode, places to the result. */
typedef struct hol_shape {
  size_t points;   /**< stations; bodies have 1 */
  const double *s; /**< [points] arc length, m; NULL of a flexible part */
  double (*at)[3]; /**< [points] placed global coordinates of a flexible part's samples, m; else NULL */
  double *value[HOL_FREEDOM_COUNT]; /**< [points] displacement (m) or rotation (rad) in global components; NULL where
                                          the freedom is not considered */
} hol_shape;

/** The reaction of one joint in one mode, acting on its first-named point: hol_reaction_of(). */
typedef struct hol_reaction {
  size_t count;        /**< components: one per scalar equation of the joint */
  const double *value; /**< [count], N or N m; the mode's */
} hol_reaction;

/** A natural frequency and its mode, or a motion that grows. Arrays are owned by the result. */
typedef struct hol_mode {
  size_t number; /**< from 1 */
  double omega;  /**< rad/s; 0 of a motion that grows, is without energy, or is neutral */
  double growth; /**< 1/s: the rate of a motion that grows as e^{growth·t} (and of its mirror image that
                                          dies away); 0: it does not; HUGE_VAL: faster than `lower_growth`, which is all
                                          that is known, and without shape */
  double lower_growth, upper_growth; /**< proved bounds of it; NAN = unknown */
  bool is_neutral;                   /**< rounding does not tell whether it oscillates, up to `upper`, or grows, up to
                                          `upper_growth`; there is no shape then */
  double lower, upper;               /**< proved bounds of the continuous structure's frequency, rad/s; NAN = unknown */
  size_t multiplicity;               /**< of the frequency */
  bool is_cluster;                   /**< multiplicity > 1 is that of a bracket that could not be resolved further */
  bool reaction_free;
  double modal_mass; /**< for largest component 1, of fields of members between samples too */
  double residual;   /**< largest violation of a constraint or equilibrium, relative; of the shape too: how far
                                          it is from joints, relative to its largest component */
  size_t count_below, count_above; /**< natural frequencies counted below and up to the bracket of this one */
  double interval[2]; /**< λ, rad²/s²: proved with all others between these two ends, where frequencies are counted (see
                                          hol_intervals); {0, 0}: by counts beside it */
  double field_residual; /**< of one proved between two ends: a frequency is as close to its field as this part of the
                                          way to an end, in λ. Its bounds are closer, by the square */
  double pencil_omega;   /**< the same root by the linear pencil; NAN = not taken */
  double *sensitivity;   /**< [sensitivity_count of the analysis] dω/dθ, rad/s per SI unit of the parameter; of
                                          a repeated frequency the branches, rising; NAN where it is withheld, with a
                                          note:
                                          two independent roads do not agree; NULL when none were asked for */
  double participation[HOL_FREEDOM_COUNT]; /**< in the motions of the ground that effective masses are asked for, of
                                                unit modal mass:
                                          root of kg or of kg m². The square is the effective mass */
  double *outlet; /**< [6 * outlets of hol_problem.exported] their displacements (m) and rotations (rad), of unit modal
                       mass; NULL:
                       there are none, or nothing but the frequency is asked for */
  double *energy; /**< [part_count] share of the kinetic energy (strain energy if omega is 0: NAN) */
  double *reaction; /**< [hol_result.reaction_first[joint_count]] of all joints, N or N m: hol_reaction_of(); NULL: not
                         kept, or the motion has no shape */
  hol_shape *shape; /**< [part_count] one block with all values; NULL when shapes are off. Unit modal mass */
} hol_mode;

/** One scalar constraint equation. */
typedef struct hol_constraint {
  size_t joint;          /**< index; SIZE_MAX: of a part (its own ends or its rigidity) */
  size_t part;           /**< index when of a part */
  const char *name;      /**< of the joint, of the part, e.g. `weld: e0.end, e1.start`; borrowed from the problem */
  const char *component; /**< "ux", "along (0.6, 0.8)"; one of hol_result.component */
  bool redundant;
  char *depends_on; /**< redundant: the constraints it follows from, in words; owned, else NULL */
  double left;  /**< the largest of its coefficients that were taken for rounding without being differences of larger
                *   ones, relative to the largest of all; 0: none */
  double error; /**< relative error of its independent part, where it depends nearly on the constraints before it; 0: it
                     is well independent, or redundant */
} hol_constraint;

/** One scalar spring of a joint. */
typedef struct hol_elastic {
  size_t joint;
  const char *component; /**< "uy", "about (0, 0, 1)", "equation", "1 of matrix"; one of hol_result.component */
} hol_elastic;

/** What one rank has done. */
typedef struct hol_effort {
  size_t evaluations; /**< determinants formed */
  double seconds;     /**< of the processor, for roots and modes, without waiting for others */
  size_t factors;     /**< bytes of its part of factors in common, at the most of one matrix; 0: there were none */
  size_t factorising; /**< bytes that a factorisation took, at the most, to the megabyte */
} hol_effort;

/** An end of an interval of λ. */
typedef struct hol_interval_end {
  double lambda; /**< rad²/s² */
  size_t count;  /**< frequencies counted below it */
} hol_interval_end;

/** How frequencies are proved many at a time: counted at the ends of an interval, enclosed between by the fields of all
 *  of them. {0}: that has not been tried. */
typedef struct hol_intervals {
  bool is_tried;
  hol_interval_end *end; /**< [ends] rising; the frequencies between the first and the last are proved so. Owned */
  size_t ends, capacity;
  size_t factorisations; /**< determinants */
  size_t solves;         /**< with their factors, a right-hand side each */
  const char *fallback;  /**< why it ends before the last frequency asked for, where the rest is counted beside each of
                              them; NULL: it does not */
} hol_intervals;

/** What of the mass moves in the modes that are listed as the ground moves. */
typedef struct hol_effective_mass {
  double unit[6], about[3]; /**< as hol_ground_motions */
  double total;             /**< mass or inertia that is moved, kg or kg m² */
  double fixed;             /**< of it lumped masses that do not move against the ground */
  double remainder;         /**< what is not in the modes listed: total − Σ participation² */
  double independent; /**< the same without any mode inside a circle in the complex plane: see `circle`; NAN: not had */
  size_t circle;      /**< modes inside; those that follow are subtracted. What is checked is their masses */
} hol_effective_mass;

/** Frequencies and modes of a problem, and what is proved of them; {0} is empty. */
typedef struct hol_result {
  const hol_problem *problem;         /**< borrowed */
  char *theory;                       /**< which beam theory */
  char *compliance;                   /**< which compliance, e.g. "6 modes of each motion, quasistatic remainder" */
  size_t unknowns;                    /**< order of the frequency determinant */
  double mass, centre[3], inertia[6]; /**< kg; m; kg m² about the centre: xx yy zz xy xz yz (as matrix entries) */
  hol_constraint *constraint;
  size_t constraint_count;
  hol_elastic *spring; /**< [spring_count]; components of a joint's reaction: its constraints in their order, then its
                            springs in theirs */
  size_t spring_count;
  char **component; /**< [component_count] words of constraints and springs, each once; owned */
  size_t component_count;
  struct hol_geometry *geometry; /**< where parts and joints are, for writing it down; opaque, owned. NULL without
                                      shapes */
  hol_mode *mode;
  size_t mode_count;
  size_t *reaction_first; /**< [joint_count + 1] components of joint j are reaction_first[j] .. reaction_first[j + 1] −
                               1 of hol_mode.reaction. Owned; NULL: there are no modes */
  double *place;          /**< what the places of shapes point into, m. Owned */
  hol_effective_mass *effective; /**< [effective_count] owned */
  size_t effective_count;
  size_t rigid_modes;      /**< number of modes without energy */
  size_t growing;          /**< number of motions that grow: the structure is unstable. Modes 1..growing */
  size_t neutral;          /**< number of motions of which rounding does not tell whether they grow */
  bool complete;           /**< counting proves the list, and all bounds are known */
  bool count_proved;       /**< counting proves the list */
  bool reactions_left_out; /**< they are known, but their numbers in all modes are more than 500 000: not written one by
                                one, in JSON, unless hol_problem.output_reactions asks for them */
  bool only_upper;         /**< by joint reactions: upper bounds of as many frequencies, and others may lie between */
  bool stopped;            /**< progress said stop: modes are missing */
  bool exhausted;          /**< no more natural frequencies exist than those listed */
  double computed; /**< largest relative error that computed parts (varying members, plates, ..) state of ω² of their
                        component modes and of their compliances; 0: there are none */
  char **note;
  size_t note_count;                   /**< remarks: dropped freedoms, wide brackets, ...; owned */
  double seconds_model, seconds_solve; /**< wall time */
  hol_intervals intervals;
  hol_effort *effort;
  size_t rank_count; /**< [rank_count] of every rank, owned; on rank 0 only */
} hol_result;

/** Free everything, leave {0}. Idempotent. Not collective. */
void hol_result_clear(hol_result *result);
/** The reaction of a joint in a mode of the result: {0} where there is none. Borrowed. Not collective. */
hol_reaction hol_reaction_of(const hol_result *result, const hol_mode *mode, size_t joint);

/** How to solve; {0}: in one process, unwatched. */
typedef struct hol_solve_options {
  bool dry_run;         /**< build the model, find its faults, solve nothing */
  bool is_told_only;    /**< of modes no more is kept than JSON has: without reactions where these are left out of it */
  bool accepts_bounds;  /**< computed parts may be known to few digits: the bounds have it, and so has what is made of
                            them */
  const hol_comm *comm; /**< NULL: one process. Borrowed */
  hol_watch watch;      /**< frequencies are told, and kept */
} hol_solve_options;

/** Solve a problem.
 *  @param[in]  problem  borrowed; must outlive result
 *  @param[out] result   {0} or filled; to be cleared by the caller in every case
 *  @param[out] faults   geometric and mechanical faults of the file, appended
 *  @return HOL_OK; HOL_INCOMPLETE (result is filled, complete is false; without modes if progress said stop);
 *          HOL_INVALID (see faults); HOL_NUMERICAL, HOL_MEMORY (result is partly filled); the same on every rank.
 *  Collective. Every rank must be given the same problem; the result is the same for any number of ranks, bit for bit,
 *  and whole on rank 0 (the others hold the modes they have computed themselves). */
HOL_MUST_CHECK hol_status hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result,
                                    hol_faults *faults);

/* ----------------------------------------------------------------------------------------------------------- sweeps */

/* The same structure for many values of its parameters: grids, random samples, modes followed.
 *
 *  A problem file asks for it:
 *
 *      analysis:
 *        sweep: {over: {r: {from: 0 m, to: 0.5 m, points: 101}, L: [1 m, 2 m]}, follow: true}
 *        sweep: {sample: {E: {mean: 210 GPa, deviation: 5 GPa}, L: {uniform: [1 m, 1.1 m]}}, count: 1000, seed: 7}
 *
 *  `over` is a grid, every value of each parameter with every value of the others (`spacing: log` in place of equal
 * steps; the last parameter runs fastest). `sample` draws all its parameters independently; sample i depends on the
 * seed and i alone. Results are those of hol_solve() at each point, and the same to the last bit for any number of
 * ranks. */

/** How a frequency list changed between two neighbouring points of a grid. */
#define HOL_SWEEP_EVENT_LIST(X)                                                                                        \
  X(CROSSING, "crossing", "two frequencies pass through each other, shapes unchanged")                                 \
  X(VEERING, "veering", "two frequencies come close and turn away, exchanging their shapes")                           \
  X(UNCLEAR, "unclear", "shapes change so much that they cannot be followed; order is kept")
#define X(id, ...) HOL_SWEEP_##id,
/** Which change; names as in HOL_SWEEP_EVENT_LIST. */
typedef enum { HOL_SWEEP_EVENT_LIST(X) HOL_SWEEP_EVENT_KINDS } hol_sweep_event_kind;
#undef X

/** One such change. */
typedef struct hol_sweep_event {
  hol_sweep_event_kind kind;
  size_t point;     /**< the later of the two points */
  size_t axis;      /**< along which they are neighbours */
  size_t number;    /**< mode number, from 1, of the lower frequency before the event; UNCLEAR: of the lowest lost */
  size_t branch[2]; /**< of the lower and the upper frequency before the event; UNCLEAR: 0 */
  double at;        /**< value of the axis' parameter there, SI */
  double omega;     /**< rad/s, mean of the two there */
  double gap;       /**< rad/s, least difference of the two; 0 for a crossing */
} hol_sweep_event;

/** Quantiles of a random sweep. */
enum { HOL_SWEEP_QUANTILES = 7 };
/** One frequency over all samples at which it is known, and the motion oscillates. */
typedef struct hol_sweep_statistics {
  size_t count;
  double mean, deviation, least, greatest; /**< rad/s; deviation with count - 1, NAN for fewer than two */
  double quantile[HOL_SWEEP_QUANTILES];    /**< rad/s, linear between order statistics; of probability 0.025, 0.05,
                                                  0.25, 0.5, 0.75, 0.95, 0.975 */
} hol_sweep_statistics;

/** One parameter of the sweep. */
typedef struct hol_sweep_axis {
  char *name;          /**< owned */
  char unit[48];       /**< SI, "1" for plain numbers */
  size_t count;        /**< grid: values */
  bool is_logarithmic; /**< grid: they are as many times the one before */
  double *value;       /**< grid: [count], owned; random: NULL */
} hol_sweep_axis;

/** A number that is taken of other analyses at every point. */
typedef struct hol_sweep_output {
  char *name, *path; /**< owned */
  char unit[48];     /**< "1" where none is told */
} hol_sweep_output;

/** Points of a loupe. */
enum { HOL_SWEEP_LOUPE_POINTS = 41 };
/** An event of a grid of one parameter looked at more closely: the columns of the sweep once more, at points around
 *  it. */
typedef struct hol_sweep_loupe {
  size_t event;   /**< index into hol_sweep.event */
  double *value;  /**< [HOL_SWEEP_LOUPE_POINTS] of the parameter, SI, rising. Owned, and so are the next two */
  double *omega;  /**< [HOL_SWEEP_LOUPE_POINTS * columns] rad/s, NAN where there is none */
  size_t *branch; /**< likewise, from 1; 0 where there is none */
} hol_sweep_loupe;

/** The structure with its shapes at one place of a grid. */
typedef struct hol_sweep_state {
  size_t event;  /**< index into hol_sweep.event; SIZE_MAX: an end of the grid */
  double *value; /**< [axis_count] SI, owned */
  hol_problem problem;
  hol_result result; /**< of that problem */
} hol_sweep_state;

/** What a sweep has found; {0} is empty. Column c belongs to mode number first + c. */
typedef struct hol_sweep {
  char *compliance; /**< in words, as hol_result */
  hol_sweep_axis *axis;
  size_t axis_count;
  bool is_random;
  uint64_t seed;
  size_t points, columns, first;
  double *parameter;             /**< [points * axis_count] SI */
  hol_status *status;            /**< [points] as hol_solve(): OK and INCOMPLETE have frequencies */
  double *omega, *lower, *upper; /**< [points * columns] rad/s, NAN where there is none or no bound is known */
  double *growth;                /**< [points * columns] 1/s: rates of motions that grow, whose omega is 0; else 0 */
  size_t unstable;               /**< points with motions that grow */
  size_t *branch;                /**< [points * columns] from 1, 0 where there is none; NULL unless followed */
  size_t branches;
  hol_sweep_event *event;
  size_t event_count;
  hol_sweep_loupe *loupe; /**< [loupes] of crossings and veerings, in their order; owned */
  size_t loupes;
  hol_sweep_state *state; /**< [states] both ends of a grid, then events that have a loupe: as many as have 500 000
                               numbers; owned */
  size_t states;
  hol_sweep_statistics *statistics; /**< [columns], NULL for grids */
  hol_sweep_output *output;         /**< [outputs] */
  size_t outputs;
  double *output_value;                    /**< [points * outputs] NAN where there is none */
  hol_sweep_statistics *output_statistics; /**< [outputs], in its unit; NULL for grids */
  size_t solved;                           /**< points with every frequency found and proved */
  size_t batched;                          /**< points done side by side */
  double seconds;                          /**< wall time */
} hol_sweep;

/** How to sweep; {0}: in one process, unwatched. */
typedef struct hol_sweep_options {
  const hol_comm *comm;          /**< NULL: one process. Borrowed */
  hol_watch watch;               /**< points are told, and kept */
  bool one_by_one;               /**< every point by hol_solve(), nothing in batches */
  const struct hol_study *study; /**< of its others are the outputs; NULL: there are none. Borrowed */
} hol_sweep_options;

/** Do the sweep a problem file asks for.
 *  @param[in]  problem  as it was read, with a sweep; borrowed
 *  @param[out] sweep    {0} or filled (on every rank); to be cleared by the caller in every case
 *  @param[out] faults   of the first point that is not valid, as remarks
 *  @return HOL_OK; HOL_USAGE: the problem asks for no sweep; HOL_INCOMPLETE: some points are not solved, see their
 * statuses, or progress said stop (the sweep is then empty); the status of the points if none is solved; HOL_MEMORY;
 *  what a record returned. The same on every rank. Collective. */
HOL_MUST_CHECK hol_status hol_sweep_run(const hol_problem *problem, hol_sweep_options options, hol_sweep *sweep,
                                        hol_faults *faults);
/** Free everything, leave {0}. Idempotent. Not collective. */
void hol_sweep_clear(hol_sweep *sweep);

/* ----------------------------------------------------------------------------------------------------------- curves */

/* Beams with immovable supports: steady forced motions, their curves and events.
 *
 *  A beam whose supports cannot approach each other stretches as it bends. The lateral modes q and those
 *  axial modes U_r that have inertia obey                                                   [book VI §4, theory §8]
 *
 *      Λ = c ½ qᵀS q,   c = EA/l
 *      M_k (q̈_k + c_v q̇_k + (η/ν) ω_k² q̇_k + ω_k² q_k) + Λ Σ_j S_kj q_j − Σ_r R_r Σ_j Q^r_kj q_j + cubic loss =
 *      F_k(ν) cos νt
 *      M_r (Ü_r + c_v U̇_r) = −R_r,   R_r = M_r (p_r² z_r + ηp_r ż_r),   z_r = U_r − ½ qᵀQ^r q
 *
 *  with F_k(ν) = force_k + force_nu2_k ν². Without inertia U_r follows, z_r = 0: then the axial force is the same all
 *  along the beam. What inertia adds loses with the loss factor at its own frequency. The stretch itself loses, however
 *  many axial modes have inertia, by the law alone: with (4.10) the elastic force with q replaced by q̇/ν, times η,
 *  (η/ν³) c ½ (q̇ᵀS q̇) Σ_j S_kj q̇_j; with (4.14) nothing.
 *
 *  Motions of period 2π m/ν are sought as Fourier sums; the equations for their coefficients are those of the Gauss
 *  principle (C.11), evaluated at equidistant times, enough of them (4H + 1 or more) to be exact for cubic terms. */

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
/** Folds of one closed form at the most. */
enum { HOL_DUFFING_FOLDS_MAX = 12 };

/** What happens at a point of a branch. */
typedef enum {
  HOL_EVENT_FOLD,            /**< the frequency turns back: jump up or down */
  HOL_EVENT_BRANCH,          /**< branches cross */
  HOL_EVENT_PERIOD_DOUBLING, /**< a multiplier passes −1 */
  HOL_EVENT_TORUS,           /**< a pair of complex multipliers passes the unit circle */
  HOL_EVENT_PEAK             /**< largest or smallest RMS of the first lateral mode along the branch */
} hol_event_kind;

/** Something that happens at a point of a branch, between two of its points. */
typedef struct hol_nonlinear_event {
  hol_event_kind kind;
  double nu;           /**< located to 1e-9 relative or better */
  size_t before;       /**< it lies between this point of the branch and the next */
  double *coefficient; /**< [unknowns], owned */
  bool is_maximum;     /**< peaks: of the RMS; folds: of ν */
  double error;        /**< of ν and of the motion by the harmonics left out, relative; INFINITY: with more of them
                                  there is no such motion; NAN: not computed */
} hol_nonlinear_event;

/** Why a branch ends. */
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
 *      q_i = C_i0/√2 + Σ_h C_{i,2h−1} cos hθ + C_{i,2h} sin hθ,  h = 1..harmonics·period,  C = coefficient +
 *      point·unknowns  */
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
  size_t branch; /**< it lies on */
  size_t images; /**< so many other motions are this one, later by half periods of the force and for every half with the
                            other sign; they are not listed */
  double *coefficient; /**< [unknowns of the branch], owned */
  double amplitude;    /**< of the first coordinate */
  size_t unstable;     /**< multipliers outside the unit circle; SIZE_MAX: not computed */
  double multiplier;   /**< largest modulus; NAN: not computed */
  double error;        /**< of the motion by the harmonics left out, over its size; INFINITY: with more harmonics
                                  there is no such motion; NAN: not computed */
} hol_nonlinear_motion_at;

/** Why a curve is not complete. */
typedef enum {
  HOL_INCOMPLETE_EARLY,     /**< a branch could not be followed any further */
  HOL_INCOMPLETE_POINTS,    /**< a branch has as many points as are allowed */
  HOL_INCOMPLETE_FORCE,     /**< the force could not be grown to its full size */
  HOL_INCOMPLETE_BRANCHES,  /**< there are more branches than are allowed */
  HOL_INCOMPLETE_INDEX,     /**< the indices do not sum to what they must */
  HOL_INCOMPLETE_MOTION,    /**< a motion at a frequency asked for could not be computed */
  HOL_INCOMPLETE_TIME,      /**< integration in time does not confirm a stable motion */
  HOL_INCOMPLETE_HARMONICS, /**< the harmonics are too few */
  HOL_INCOMPLETE_CYCLE,     /**< a motion found by integration in time is on no branch */
  HOL_INCOMPLETE_CHAOS      /**< there are so many unstable motions of several periods that they were not followed */
} hol_incomplete_kind;

/** One reason why a curve is not complete, with its numbers. */
typedef struct hol_incomplete_reason {
  hol_incomplete_kind kind;
  double nu;          /**< where; NAN: nowhere in particular */
  size_t branch;      /**< SIZE_MAX: none */
  size_t period;      /**< indices, cycles: of these motions; 0: of none */
  long sum, expected; /**< indices */
  size_t count;       /**< chaos: so many motions */
  double size;        /**< time: the difference; harmonics: the part that is missing */
} hol_incomplete_reason;
/** Reasons kept. */
enum { HOL_REASONS_MAX = 8 };

/** What is known of motions besides those listed. */
typedef enum {
  HOL_COEXISTING_OPEN,    /**< the indices do not close, or are not known */
  HOL_COEXISTING_COUNTED, /**< the indices close at every searched frequency: an even number of motions may be missing,
                                  on isolated branches */
  HOL_COEXISTING_PROVED   /**< two motions would come ever closer to each other: there are no others */
} hol_coexisting;

/** All branches found of one curve, and what is proved of them. */
typedef struct hol_nonlinear_curve {
  hol_nonlinear_branch *branch;
  size_t branches;
  hol_nonlinear_motion_at *motion;
  size_t motions; /**< by frequency as asked for, then by amplitude */
  bool complete;  /**< every branch ended properly, no limit was met and the indices of the motions at the
                                  searched frequencies sum to 1, or to -1 where μ < 0, as they must */
  hol_coexisting coexisting;
  hol_incomplete_reason reason[HOL_REASONS_MAX];
  size_t reasons;         /**< number of reasons why it is not complete; the first ones are stored */
  bool failed;            /**< a computation failed: what was found before that is there, and complete is false */
  size_t steps, rejected; /**< continuation steps taken and refused */
} hol_nonlinear_curve;

/** What is asked for: nothing, a beam of the problem, or Duffing's equation by its coefficients. */
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
 *  @param[in]     options  dry_run: only its faults are found. Of the watch, curves are told, and pieces of them are
 *                          kept:
 *                          branches as they grow, and whole curves
 *  @param[out]    result   {0}; to be cleared by the caller in every case. The same for any number of ranks and
 *                          wherever an earlier run was cut short; on rank 0, empty elsewhere
 *  @param[out]    faults   of the part and of what is asked for, appended
 *  @return HOL_USAGE: the problem asks for no curves; HOL_INVALID; HOL_INCOMPLETE: not every curve is complete, or
 *          progress said stop (`stopped`, the result is then empty); HOL_NUMERICAL, HOL_MEMORY; what a record returned.
 *          The same on every rank. Collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_run(hol_problem *problem, hol_solve_options options,
                                            hol_nonlinear_result *result, hol_faults *faults);
/** Free everything, leave {0}. Idempotent. Not collective. */
void hol_nonlinear_result_clear(hol_nonlinear_result *result);

/* -------------------------------------------------------------------------------------------- a structure as a part */

/* A structure reduced to points by which it can be joined, as matrices: parts for other problems.
 *
 *  With N modes Φ (rigid-body modes among them) of the structure whose exported points are free, and what the
 *  others give statically and in first order, R = Γ₀ and Γ₁ (src/parts/substructure.h), the points move by u = Φq + Rf.
 *  Taken as coordinates in place of as many modes this is the reduction of MacNeal (stiffness) and Rubin (mass): a
 *  Rayleigh-Ritz method, so that frequencies computed with it are upper bounds but for rounding. */

/** A reduced structure; SI. {0} is empty; to be freed with hol_reduced_clear(). */
typedef struct hol_reduced {
  size_t n;            /**< unknowns: components of points first, then amplitudes */
  size_t rows;         /**< components of points */
  size_t *outlet;      /**< [rows] index into hol_export.outlet */
  int *freedom;        /**< [rows] */
  double (*at)[3];     /**< [hol_export.outlets] global coordinates, m */
  size_t rigid, modes; /**< rigid-body modes; elastic modes kept */
  size_t statics;      /**< static deflections kept */
  double *omega;       /**< [rigid + modes] rad/s, rising; 0 for rigid-body modes */
  double cutoff;       /**< rad/s, of the first mode left out; 0: none is */
  double *K, *M;       /**< [n * n] */
} hol_reduced;

/** Free everything, leave {0}. Idempotent. Not collective. */
void hol_reduced_clear(hol_reduced *reduced);

/** Reduce the structure as its problem's `output.export` says. Points that are held are left out with a remark, and so
 *  are components at which no force can act, such as rotations of a thin plate at a point. Cost: one solution for its
 *  modes, and ten matrices.
 *  @return HOL_INVALID with faults added (components of points that depend on each other); HOL_NUMERICAL, HOL_MEMORY.
 *  Not collective. */
HOL_MUST_CHECK hol_status hol_reduce(const hol_problem *problem, hol_reduced *reduced, hol_faults *faults);

/* -------------------------------------------------------------------------------------- all that a problem asks for */

/** Analyses of one study at the most. */
enum { HOL_ANALYSES_MAX = 16 };

/** In which unit tables tell frequencies; everything else is in rad/s. */
typedef enum { HOL_UNIT_HERTZ, HOL_UNIT_RPM, HOL_UNIT_RADIANS } hol_frequency_unit;

/** One problem, the analyses that it asks for, and what they have found. {0} is empty. */
typedef struct hol_study {
  const char *file; /**< as named by the user. Borrowed, as all here but results */
  hol_problem *problem;
  const hol_comm *comm;
  hol_frequency_unit unit;        /**< of tables; to be set before they are written */
  size_t drawn_first, drawn_last; /**< modes in pictures, by number; 0: the first ones */
  bool is_told_only;              /**< as in hol_solve_options */
  struct hol_found {
    const struct hol_analysis_row *row; /**< which analysis, see src/result/analysis.h */
    void *result;                       /**< hol_result, hol_sweep or hol_nonlinear_result; owned */
    hol_status status;
    bool is_due;             /**< it has not been run */
  } found[HOL_ANALYSES_MAX]; /**< [founds] what is run for it, in the order of the rows */
  size_t founds;
  size_t others; /**< behind these, without results: what else the file asks for, which the last one found runs
                      itself */
  char **note;   /**< [notes] remarks on the structure, on rank 0, where no analysis has them among its own; owned */
  size_t notes;
} hol_study;

/** Run everything that a problem asks for, as `holonome run` does: one analysis after another until one fails.
 *  @param[in]  problem  as it was read; must outlive the study. A part that is made into a nonlinear beam is noted in
 *                       it
 *  @param[in]  options  of each analysis; the first one that keeps anything has the store
 *  @param[out] study    overwritten; to be cleared by the caller in every case
 *  @param[out] faults   geometric and mechanical faults of the file, appended
 *  @return the worst of their statuses, as hol_solve(). Collective: what is found is on rank 0 as those say. */
HOL_MUST_CHECK hol_status hol_study_run(hol_problem *problem, hol_solve_options options, hol_study *study,
                                        hol_faults *faults);
/** What an analysis has found, "modes" (hol_result), "sweep" (hol_sweep), "nonlinear" (hol_nonlinear_result). Borrowed.
 *  @return NULL if it was not asked for. Not collective. */
const void *hol_study_result(const hol_study *study, const char *analysis);
/** Free results and make their list empty. Idempotent. Not collective. */
void hol_study_clear(hol_study *study);

#ifdef __cplusplus
}
#endif

#endif
