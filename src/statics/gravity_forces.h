/* SPDX-License-Identifier: BSD-3-Clause */
/** @file gravity_forces.h  Uniform acceleration of a structure, as components of the motions of its parts. Room
 *  `statics`.
 *
 *  A uniform acceleration g loads a structure by M r, r the translation by one along g: by its weight under gravity,
 *  and, the other way, as the ground moves and motions are told relative to it. */
#ifndef STATICS_GRAVITY_FORCES_H
#define STATICS_GRAVITY_FORCES_H

#include "model/model.h"

/** Return the component of a vector along an own axis of a part; 0 of rotations.
 *  @param[in] freedom  of the part's own axes */
double hol_gravity_component(const hol_model *model, size_t part, size_t freedom, const double vector[3]);
/** Compute the acceleration as displacements of all columns. @return [columns] owned by the caller; NULL: no memory */
double *hol_gravity_columns(const hol_model *model, const double g[3]);
/** Compute the amplitudes of the rigid-body modes of a part in component modes, by least squares over its ports: as
 *  those modes are M-orthonormal, they are the forces on them. Its elastic modes are not loaded.
 *  @param[out] c  [rigid_count], 0 before
 *  @return HOL_INVALID: it is held by its own ends, edges or matrices; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_gravity_amplitudes(const hol_model *model, const hol_member *member, const double g[3],
                                                 double *c);

#endif
