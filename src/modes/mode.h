/* SPDX-License-Identifier: BSD-3-Clause */
/** @file mode.h  Natural mode from a null vector of S: fields, energies, reactions, certificate. */
#ifndef MODES_MODE_H
#define MODES_MODE_H

#include "spectrum/roots.h"
#include "modes/sampling.h"
#include "modes/solution.h"

/** Positions of the reactions of each joint in the list of all: the same in all modes. {0} is empty. */
typedef struct hol_reactions {
  size_t *first; /**< [joints + 1] as hol_result.reaction_first */
  size_t *place; /**< [constraint_count + spring_count] where the reaction of an equation goes; SIZE_MAX: it belongs to
                      no joint */
  double *value; /**< [first[joints]] scratch: of the mode at hand */
  double *multiplier; /**< [constraint_count] scratch */
} hol_reactions;

/** Index of the members of a model in its system; to be freed with hol_index_clear. */
typedef struct hol_index {
  size_t *modal_of, *segment_of, *rigid_of;
  hol_fields fields;
  hol_sampling samples;
  hol_reactions reactions;
  double *U, *force;
} hol_index;
HOL_MUST_CHECK hol_status hol_index_build(const hol_system *system, hol_index *index);
/** Transfer to a result what is needed to interpret its modes: places of reactions, and of samples if there are
 *  shapes. */
void hol_index_give(hol_index *index, hol_result *result);
void hol_index_clear(hol_index *index);

/** Rotate the columns of V (a multiple frequency) so that motions without reaction stand by themselves. */
HOL_MUST_CHECK hol_status hol_separate_reaction_free(hol_sturm_counter *counter, const hol_index *index, size_t k,
                                                     double *V);

/** Which fields of a mode are stored; the others are computed only as far as the output of the mode needs them. */
typedef struct hol_stored_fields {
  bool shapes, reactions;
} hol_stored_fields;

/** Fill a mode from a solution of unit modal mass: everything but number, omega, bounds and counts.
 *  @param[in] lambda  rad²/s²
 *  @return HOL_MEMORY, HOL_NUMERICAL; the mode is to be cleared in every case */
HOL_MUST_CHECK hol_status hol_mode_fill(const hol_solution *solution, double lambda, hol_stored_fields stored,
                                        hol_mode *mode);

/** Compute only an upper bound of the residual of a mode: that of hol_mode_fill() is no larger. Nothing else is filled.
 *  Cost: that of the shapes, which need no more than their ends. */
HOL_MUST_CHECK hol_status hol_mode_residual(const hol_solution *solution, hol_mode *mode);

#endif
