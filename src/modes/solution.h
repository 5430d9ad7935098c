/* SPDX-License-Identifier: BSD-3-Clause */
/** @file solution.h  Displacement field of a null vector of S, or of a zero-energy mode. */
#ifndef MODES_SOLUTION_H
#define MODES_SOLUTION_H

#include "modes/fields.h"

/** A solution: either the null vector v of S at the matrix's λ, or a zero-energy mode. */
typedef struct hol_solution {
  const hol_system *system;
  const hol_matrix *matrix; /**< NULL for a zero-energy mode */
  const double *v;          /**< [matrix->n] */
  const hol_zero_mode *zero;
  const size_t *modal_of, *segment_of; /**< [member_count] index of its modal, of its first segment; SIZE_MAX */
  const size_t *rigid_of;              /**< [member_count] first rigid coordinate */
  const struct hol_rigid *rigid;       /**< motions of the ground that modes are to be seen in; NULL: none */
  hol_fields *fields;                  /**< of the system, scratch too; needed for shapes only */
  struct hol_sampling *samples;        /**< of the model, scratch too; needed for shapes only */
  struct hol_reactions *reactions;     /**< of the model, scratch too; needed for modes only */
  double *U;                           /**< [columns] scratch: displacements */
  double *force;                       /**< [columns] scratch: forces of parts on the columns */
} hol_solution;

/** Compute displacement or twist (order 0), or bending slope (order 1), of a member anywhere; not of a flexible part.
 *  @param[in] member  index in the model
 *  @param[in] terms   as in hol_fields_modal_at()
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_solution_at(const hol_solution *solution, size_t member, double x, int order,
                                          size_t terms, double *value);
/** Compute displacement and (bending) slope at many places at once: x, value, slope of as many as the fields have
 *  points. */
HOL_MUST_CHECK hol_status hol_solution_field(const hol_solution *solution, size_t member, const double *x,
                                             double *value, double *slope);

#endif
