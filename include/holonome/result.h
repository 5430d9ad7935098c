/** @file result.h  What a run has found: plain data from room `spectrum` to room `output`. */
#ifndef HOLONOME_RESULT_H
#define HOLONOME_RESULT_H

#include "holonome/problem.h"

/** The field of one part in one mode. */
typedef struct hol_shape {
  size_t points;   /**< stations; bodies have 1 */
  double *s;       /**< [points] arc length, m; NULL of a flexible part */
  double (*at)[3]; /**< [points] placed global coordinates of a flexible part's samples, m; else NULL */
  double *value[HOL_FREEDOM_COUNT]; /**< [points] displacement (m) or rotation (rad) in global components; NULL where
                                          the freedom is not considered */
} hol_shape;

/** The reaction of one joint, acting on its first-named point. */
typedef struct hol_reaction {
  size_t count;  /**< components: one per scalar equation of the joint */
  double *value; /**< [count], N or N m */
} hol_reaction;

typedef struct hol_mode {
  size_t number; /**< from 1 */
  double omega;  /**< rad/s; 0 of a motion that grows, is without energy, or is neutral */
  double growth; /**< 1/s: the rate of a motion that grows as e^{growth·t} (and of its mirror image that
                                          dies away); 0: it does not; HUGE_VAL: faster than `lower_growth`, which is all that
                                          is known, and without shape */
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
  double pencil_omega;             /**< the same root by the linear pencil; NAN = not taken */
  double *sensitivity;    /**< [sensitivity_count of the analysis] dω/dθ, rad/s per SI unit of the parameter; of
                                          a repeated frequency the branches, rising; NAN where it is withheld, with a note:
                                          two independent roads do not agree; NULL when none were asked for */
  double *energy;         /**< [part_count] share of the kinetic energy (strain energy if omega is 0: NAN) */
  hol_reaction *reaction; /**< [joint_count] */
  hol_shape *shape;       /**< [part_count]; NULL when shapes are off. Unit modal mass */
} hol_mode;

/** One scalar constraint equation. */
typedef struct hol_constraint {
  size_t joint;    /**< index; SIZE_MAX: of a part (its own ends or its rigidity) */
  size_t part;     /**< index when of a part */
  char *name;      /**< e.g. `weld: e0.end, e1.start` `ux`; owned */
  char *component; /**< "ux", "along (0.6, 0.8)"; owned */
  bool redundant;
  char *depends_on; /**< redundant: the constraints it follows from, in words; owned, else NULL */
} hol_constraint;

/** What one rank has done. */
typedef struct hol_effort {
  size_t evaluations; /**< determinants formed */
  double seconds;     /**< of the processor, for roots and modes, without waiting for others */
} hol_effort;

typedef struct hol_result {
  const hol_problem *problem;         /**< borrowed */
  char *theory;                       /**< which beam theory */
  char *compliance;                   /**< which compliance, e.g. "6 modes of each motion, quasistatic remainder" */
  size_t unknowns;                    /**< order of the frequency determinant */
  double mass, centre[3], inertia[6]; /**< kg; m; kg m² about the centre: xx yy zz xy xz yz (as matrix entries) */
  hol_constraint *constraint;
  size_t constraint_count;
  hol_mode *mode;
  size_t mode_count;
  size_t rigid_modes; /**< number of modes without energy */
  size_t growing;     /**< number of motions that grow: the structure is unstable. Modes 1..growing */
  size_t neutral;     /**< number of motions of which rounding does not tell whether they grow */
  bool complete;      /**< counting proves the list, and all bounds are known */
  bool count_proved;  /**< counting proves the list */
  bool only_upper;    /**< by joint reactions: upper bounds of as many frequencies, and others may lie between */
  bool stopped;       /**< progress said stop: modes are missing */
  bool exhausted;     /**< no more natural frequencies exist than those listed */
  char **note;
  size_t note_count;                   /**< remarks: dropped freedoms, wide brackets, ...; owned */
  double seconds_model, seconds_solve; /**< wall time */
  hol_effort *effort;
  size_t rank_count; /**< [rank_count] of every rank, owned; on rank 0 only */
} hol_result;

/** Free everything, leave {0}. Idempotent. */
void hol_result_clear(hol_result *result);

#endif
