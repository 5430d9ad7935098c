/** @file falling.h  A structure all of which has the same acceleration: what of it each motion of its parts has. Room `statics`.
 *
 *  A uniform acceleration g loads a structure by M r, r the translation by one along g: by its weight under gravity, and, the other way,
 *  as the ground moves and motions are told relative to it. */
#ifndef STATICS_FALLING_H
#define STATICS_FALLING_H

#include "model/model.h"

/** A component of a vector along an own axis of a part; 0 of rotations. @param[in] freedom  of the part's own axes */
double hol_falling_component(const hol_model *model, size_t part, size_t freedom, const double vector[3]);
/** The acceleration as displacements of all columns. @return [columns] owned by the caller; NULL: no memory */
double *hol_falling_columns(const hol_model *model, const double g[3]);
/** Of a part in own modes the amplitudes of its rigid-body modes, by least squares over its ports: as those are M-orthonormal, the forces
 *  on them. Its elastic modes are not loaded.
 *  @param[out] c  [rigid_count], 0 before
 *  @return HOL_INVALID: it is held by its own ends, edges or matrices; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_falling_amplitudes(const hol_model *model, const hol_member *member, const double g[3],
                                                 double *c);

#endif
