/* SPDX-License-Identifier: BSD-3-Clause */
/** @file joint_forces.h  Forces that the joints transmit in a solution. */
#ifndef COMPLIANCE_JOINT_FORCES_H
#define COMPLIANCE_JOINT_FORCES_H

#include "compliance/segment_ends.h"

/** Compute the forces that must act on the columns of U to keep springs, masses and members in this motion.
 *  @param[in]  v      [matrix->n]
 *  @param[in]  ends   of all segments, taken for v; NULL: they are taken one by one
 *  @param[out] force  [columns] */
void hol_column_forces(const hol_system *system, const hol_matrix *matrix, const double *v,
                       const hol_segment_ends *ends, double *force);
/** Compute the multipliers of all rows of constraints that give these forces, of least norm where rows are redundant.
 *  @param[out] multiplier  [constraint_count] */
HOL_MUST_CHECK hol_status hol_joint_multipliers(const hol_model *model, const double *force, double *multiplier);

#endif
