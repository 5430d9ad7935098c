/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rigid.h  Rigid motions of the whole structure with the ground, and the participation factors of modes in them.
 *
 *  The ground moves by one along or about an axis, and everything with it: r. Of a mode φ of unit modal mass L = φᵀM r
 *  is its participation, and L² the effective mass. No integral is needed: a member or part moves by its M-orthonormal
 *  rigid-body modes, r is among them, and what a mode has of them is balanced by the forces on its ports,
 *
 *      λ φᵀM X = −Σ_ports (force on the member) X(port).
 *
 *  Only lines that do not follow freely - held by own ends, on a foundation, under an axial force as they turn - are
 *  integrated, by Gauss's rule. */
#ifndef MODES_RIGID_H
#define MODES_RIGID_H

#include "modes/solution.h"

/** Rigid motions of a structure. {0} is none. */
typedef struct hol_rigid {
  size_t count;                      /**< at most HOL_FREEDOM_COUNT */
  double unit[HOL_FREEDOM_COUNT][6]; /**< displacement at `about`, and rotation */
  double about[3];                   /**< m */
  double *U;                         /**< [count * columns] owned */
  double *q;                       /**< [count * rigid_coordinates] amplitudes of rigid-body modes of members. Owned */
  bool *is_integrated;             /**< [count * member_count] is a member integrated? Owned */
  double total[HOL_FREEDOM_COUNT]; /**< rᵀM r, kg or kg m² */
  double fixed[HOL_FREEDOM_COUNT]; /**< of it lumped masses that nothing can move against the ground */
} hol_rigid;

/** Compute the motions that the problem requests. Faults: a motion that freedoms leave out; parts that do not follow
 *  freely, and cannot be integrated.
 *  @param[out] rigid  {0}; to be cleared in every case
 *  @return HOL_INVALID with a fault, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_rigid_make(const hol_model *model, hol_rigid *rigid, hol_faults *faults);
void hol_rigid_clear(hol_rigid *rigid);

/** Do all members follow motion d freely? */
bool hol_rigid_is_free(const hol_rigid *rigid, const hol_model *model, size_t d);
/** Compute the participation factors of a solution of unit modal mass. @param[out] L  [rigid->count]
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_rigid_participations(const hol_rigid *rigid, const hol_solution *solution, double *L);

#endif
