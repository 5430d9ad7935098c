/** @file modes.h  From a null vector of S to a mode: fields, energies, reactions, certificate. */
#ifndef SPECTRUM_MODES_H
#define SPECTRUM_MODES_H

#include "spectrum/fields.h"
#include "spectrum/roots.h"

/** A solution: either the null vector v of S at the matrix's λ, or a motion without energy. */
typedef struct hol_solution {
  const hol_system *system;
  const hol_matrix *matrix; /**< NULL for a motion without energy */
  const double *v;          /**< [matrix->n] */
  const hol_zero_mode *zero;
  const size_t *modal_of, *stretch_of; /**< [member_count] index of its modal, of its first stretch; SIZE_MAX */
  const size_t *rigid_of;              /**< [member_count] first rigid coordinate */
  hol_fields *fields;                  /**< of the system, scratch too; needed for shapes only */
  double *U;                           /**< [columns] scratch: displacements */
  double *force;                       /**< [columns] scratch: forces of parts on the columns */
} hol_solution;

/** Where members are found in a system; to be freed with hol_index_clear. */
typedef struct hol_index {
  size_t *modal_of, *stretch_of, *rigid_of;
  hol_fields fields;
  double *U, *force;
} hol_index;
HOL_MUST_CHECK hol_status hol_index_build(const hol_system *system, hol_index *index);
void hol_index_clear(hol_index *index);

/** Reactions of all scalar equations: multiplier[constraint], minimum norm where constraints are redundant; forces of
 *  springs are unknowns of v themselves. */
HOL_MUST_CHECK hol_status hol_solution_reactions(const hol_solution *solution, double *multiplier);

/** Displacement or twist (order 0), or bending slope (order 1), of a member anywhere; not of a flexible part.
 *  @param[in] member  index in the model
 *  @param[in] terms   as in hol_fields_modal_at()
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_solution_at(const hol_solution *solution, size_t member, double x, int order,
                                          size_t terms, double *value);

/** Rotate the columns of V (a multiple frequency) so that motions without reaction stand by themselves. */
HOL_MUST_CHECK hol_status hol_separate_reaction_free(hol_counter *counter, const hol_index *index, size_t k, double *V);

/** Fill a mode from a solution of unit modal mass: everything but number, omega, bounds and counts.
 *  @param[in] lambda  rad²/s²
 *  Shapes are always sampled; the caller drops them when they are not wanted. */
HOL_MUST_CHECK hol_status hol_mode_fill(const hol_solution *solution, double lambda, hol_mode *mode);

#endif
