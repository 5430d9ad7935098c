/* SPDX-License-Identifier: BSD-3-Clause */
/** @file statics.h  Linear statics: equilibrium under loads and gravity, S(0) v = b.
 *
 *  Module `statics`. At λ = 0 the matrix of the general form (theory §6) is that of statics: rigid-body modes of parts
 *  that are free are unknowns without stiffness, exact segments have their static relations, axial force included.
 *  What loads put to the right of it is in closed form (theory §9). n₋ of the same matrix counts the motions in which
 *  the structure is unstable. */
#ifndef STATICS_STATICS_H
#define STATICS_STATICS_H

#include "compliance/decomposition.h"
#include "model/layout.h"

/** What is to be solved. */
typedef struct hol_statics_request {
  const hol_problem *problem; /**< borrowed, must outlive what is made of it */
  size_t points;              /**< places along every member, its ends included; at least 2 */
  const hol_point *point;     /**< [point_count] further places. Borrowed */
  size_t point_count;
  bool joints;                   /**< all points that joints name, too, with whatever moves there */
  hol_cancellation cancellation; /**< asked while parts are computed */
} hol_statics_request;

/** A structure at rest. {0} is empty. */
typedef struct hol_statics {
  const hol_problem *problem; /**< borrowed */
  hol_point *output;          /**< [outputs] where loads act and displacements are asked for */
  size_t outputs;
  size_t *output_of; /**< [load_count] at which output a load acts */
  hol_model model;
  hol_system system;
  hol_matrix matrix;
  hol_decomposition decomposition;
  double *v;     /**< [matrix.n] the solution */
  double *b;     /**< [matrix.n] loads */
  double *U;     /**< [model.columns] displacements */
  double *load;  /**< [model.columns] loads on them */
  double *size;  /**< [model.columns] of the terms that these are sums of */
  double *along; /**< [segment_count * HOL_RELATION_MAX] what loads along segments put to the right of their
                      relations */
  double *force; /**< [segment_count * HOL_RELATION_MAX] at the ports of segments, those of its start first: what acts
                      on them */
  double *rounding; /**< the same: how far rounding moves these, see hol_statics_rounding(); NULL: not asked for */
  double largest;   /**< of the forces, moments over the length of their part; with `rounding` */
  double *tension;  /**< [2 * segment_count] axial force at both ends of the segments of axial motions, N; else 0 */
  double *axial; /**< [model.station_count] just behind a station, at the end of a part before it; NAN: there is none */
  double *multiplier;        /**< [model.constraint_count] of rows */
  size_t unstable;           /**< unstable directions */
  const hol_model *unloaded; /**< members with an exact relation here must have one, see hol_statics_count(); borrowed,
                                  NULL: no matter */
  double residual;           /**< of S v = b: Σ|v_i r_i| over the same of its terms */
} hol_statics;

/** Find the part and the freedom that move most in a zero-energy mode, of several that move alike the first.
 *  @param[in] w  of the motion
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_statics_moves_most(const hol_model *model, const double *w, size_t *part,
                                                 size_t *freedom);

/** Solve S(0) v = b. Faults: what is not held; loads that nothing bears.
 *  @param[out] statics  {0}; to be cleared in every case
 *  @return HOL_INVALID with faults, HOL_NUMERICAL, HOL_INCOMPLETE if cancelled, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_statics_solve(const hol_statics_request *spec, hol_statics *statics, hol_faults *faults);
void hol_statics_clear(hol_statics *statics);
/** Prepare all but the solution, and find faults. To be cleared in every case. @return as hol_statics_solve() */
HOL_MUST_CHECK hol_status hol_statics_prepare(const hol_statics_request *spec, hol_statics *statics,
                                              hol_faults *faults);

/** Make model, system and matrix at λ = 0 of statics->problem, and count unstable directions by its inertia; no
 *  loads.
 *  @return HOL_NUMERICAL, also where axial forces come so close to the shear stiffness that a member has no exact
 *          relation any more, which it has in statics->unloaded; HOL_INVALID with faults, HOL_INCOMPLETE if cancelled,
 *          HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_statics_count(hol_statics *statics, hol_faults *faults);

/** Do the same with the requested structure, with nodes at its places. To be cleared in every case.
 *  @return as hol_statics_count() */
HOL_MUST_CHECK hol_status hol_statics_make(const hol_statics_request *spec, hol_statics *statics, hol_faults *faults);

/** Put the loads into b, load and along. @return HOL_INVALID with faults, HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_statics_load(hol_statics *statics, hol_faults *faults);

/** Estimate rounding errors of the forces at the ports of segments (root mean square over eight solutions), from the
 *  sizes of the terms of all equations: statics->rounding. Of none it makes no more than hol_statics_limit().
 *  @return HOL_NUMERICAL, HOL_MEMORY. Cost: eight solutions. Not collective. */
HOL_MUST_CHECK hol_status hol_statics_rounding(hol_statics *statics);

/** Return the force at a port of a segment up to which it cannot be distinguished from zero: a multiple of its own
 *  rounding and of that of the largest force of the structure, which the factors leave anywhere. */
double hol_statics_limit(const hol_statics *statics, size_t segment, size_t port);

/** Compute the forces at the ports of a segment in a solution, without loads along it.
 *  @param[out] force  [HOL_RELATION_MAX] ports first */
void hol_statics_end_forces(const hol_statics *statics, size_t segment, const double *v, double *force);

/** Return whether it is the axial motion of a member. */
bool hol_statics_is_axial(const hol_member *member);

/** Compute the imbalance of ground reactions and loads, over the sum of the sizes of all these forces: [0] forces,
 *  [1] moments; NAN: there are joints without known reactions. @return HOL_OK */
HOL_MUST_CHECK hol_status hol_statics_balance(const hol_statics *statics, double balance[2]);

#endif
