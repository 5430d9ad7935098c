/** @file modes.h  From a null vector of S to a mode: fields, energies, reactions, certificate. */
#ifndef SPECTRUM_MODES_H
#define SPECTRUM_MODES_H

#include "spectrum/roots.h"
#include "spectrum/solution.h"

/** Where members are found in a system; to be freed with hol_index_clear. */
typedef struct hol_index {
  size_t *modal_of, *stretch_of, *rigid_of;
  hol_fields fields;
  double *U, *force;
} hol_index;
HOL_MUST_CHECK hol_status hol_index_build(const hol_system *system, hol_index *index);
void hol_index_clear(hol_index *index);

/** Rotate the columns of V (a multiple frequency) so that motions without reaction stand by themselves. */
HOL_MUST_CHECK hol_status hol_separate_reaction_free(hol_counter *counter, const hol_index *index, size_t k, double *V);

/** Fill a mode from a solution of unit modal mass: everything but number, omega, bounds and counts.
 *  @param[in] lambda  rad²/s²
 *  Shapes are always sampled; the caller drops them when they are not wanted. */
HOL_MUST_CHECK hol_status hol_mode_fill(const hol_solution *solution, double lambda, hol_mode *mode);

/** The residual of a mode alone, from above: that of hol_mode_fill() is no larger. Shapes are sampled, and nothing else is filled.
 *  Cost: that of the shapes, which need no more than their ends. */
HOL_MUST_CHECK hol_status hol_mode_residual(const hol_solution *solution, hol_mode *mode);

#endif
