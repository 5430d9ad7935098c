/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reduction.h  Reduction common to all structures of a sweep: joints, constraints, shapes of component modes.
 *
 *  A reduction exists when nothing but numbers changes over the sweep, and of these only such as leave the joints as
 *  they are: lengths, stiffnesses, masses, places on members. All this is checked at a few places of the sweep; where
 *  it does not hold there is no reduction, and points are solved one by one. */
#ifndef SWEEP_REDUCTION_H
#define SWEEP_REDUCTION_H

#include "compliance/system.h"
#include "model/layout.h"
#include "parts/line/class.h"
#include "sweep/lanes.h"
#include "sweep/changes.h"
#include "sweep/plan.h"
#include "sweep/point.h"

/** Most ports and elastic modes of a member. */
enum { HOL_REDUCTION_PORTS = 24, HOL_REDUCTION_MODES = 64 };

/** A motion of a member by its component modes. */
typedef struct hol_reduction_member {
  const hol_modal *modal; /**< of the first place, for ports and numbers of modes */
  hol_motion motion;
  size_t part;
  bool is_fixed;       /**< ports do not move along it, and its modes keep their shape */
  hol_line unit;       /**< length, stiffness and mass 1 */
  hol_line_mode *mode; /**< [modal->modes + 1] of the unit line; owned */
} hol_reduction_member;

/** A lumped mass; those of a group move as one, r·w with one r but for a factor. */
typedef struct hol_reduction_mass {
  size_t group;  /**< SIZE_MAX: it cannot move */
  double square; /**< of the factor */
} hol_reduction_mass;

typedef struct hol_reduction {
  hol_problem work;    /**< read at the first place, moved to the structure at hand */
  hol_changes changes; /**< of work */
  hol_model model;     /**< of work, filled with the structure at hand */
  hol_system system;   /**< at the first place */
  bool is_exact;       /**< then what follows up to `member` is not there */
  size_t order;        /**< of the reduced determinant */
  size_t groups;       /**< of lumped masses */
  size_t rigid;        /**< rigid-body modes of all members */
  size_t modes;        /**< elastic ones */
  double *weight;      /**< [order * multipliers] reactions from the unknowns: Λ_i = Σ_j weight[i*order + j] y_j */
  double *group_row;   /**< [groups * order] */
  hol_reduction_member *member; /**< [system.modal_count] */
  hol_reduction_mass *mass;     /**< [model.mass_count] */
  bool *part_changes;           /**< [part_count] */
  bool fits[HOL_LANES];         /**< the numbers of a lane do, as far as the program tells */
} hol_reduction;

/** Find the reduction of a sweep.
 *  @return HOL_INVALID if there is none; HOL_MEMORY. Cost: some solutions. */
HOL_MUST_CHECK hol_status hol_reduction_find(hol_solver *solver, hol_reduction *reduction);
void hol_reduction_clear(hol_reduction *reduction);

/** Store the parameters of a structure in a lane of the variables of the program.
 *  @param[in]  value  [axis_count]
 *  @param[out] axis   [1 + axis_count] */
void hol_reduction_axis(const hol_reduction *reduction, const double *value, hol_lane *axis, size_t lane);

/** Run the program for the structures of a vector.
 *  @param[in]  axis  [1 + axis_count]
 *  @param[out] step  [1 + program.count] */
void hol_reduction_run(hol_reduction *reduction, const hol_lane *axis, hol_lane_dd *step);

/** Store the numbers of one structure in `work` and the model.
 *  @param[in] step,lane  as hol_reduction_run() has left them, and which lane
 *  @return false: the structure does not fit the reduction, is not valid, or memory is out; hol_solve() reports
 *          which */
bool hol_reduction_fit(hol_reduction *reduction, const hol_lane_dd *step, size_t lane);

/** Compute the parameters of one of the places at which a reduction is checked. */
void hol_reduction_place(const hol_plan *plan, size_t place, double *value);

#endif
