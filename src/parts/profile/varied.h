/* SPDX-License-Identifier: BSD-3-Clause */
/** @file varied.h  Profiles of the motions of parts that vary, or have no normal modes in closed form. Module
 *  `parts`. */
#ifndef PARTS_PROFILE_VARIED_H
#define PARTS_PROFILE_VARIED_H

#include "parts/line/class.h"
#include "parts/profile/profile.h"
#include "parts/resolve.h"

/** Properties of a piece that are polynomials of low degree, by powers of the distance from each of its ends (in shares
 *  of the piece): [stiffness, mass, rotary, shear, tension, foundation][from the end]. */
enum { HOL_POWERS = 9 };
typedef struct hol_powers {
  bool is_used;
  double power[HOL_PROPERTIES][2][HOL_POWERS];
} hol_powers;

/** One motion of a part that varies, or has no component modes in closed form, to be computed. */
typedef struct hol_varied {
  hol_line_part means; /**< the line of its means, and its rigid-body modes: hol_varied_settle(). First, see there */
  hol_profile profile; /**< its context is this */
  hol_profile_values values; /**< of a uniform motion */
  double half_waves;         /**< hol_profile_half_waves() */
  const hol_part *part;      /**< borrowed */
  hol_freedoms freedoms;
  hol_profile_function direct; /**< the properties as written, where `powers` stand in */
  hol_powers *powers; /**< [pieces] for those where the expressions are rounding near an end at which they come to
                                               nothing; NULL: none. In the same piece of memory */
  double to[];        /**< ends of the pieces */
} hol_varied;

/** Create one of a uniform motion, for which no part is needed.
 *  @return NULL if memory is out; to be freed with free() */
hol_varied *hol_varied_uniform(const hol_line *line);

/** Set the line of its means and compute its rigid-body modes, which a substructure needs.
 *  @return as hol_profile_rigid_modes() */
HOL_MUST_CHECK hol_status hol_varied_settle(hol_varied *varied, const hol_line *means);

/** Return the class of such motions, each a hol_varied; static storage. */
const hol_substructure_class *hol_profile_class(hol_motion motion);

/** Return the computed member of component modes of this class. */
const hol_computed *hol_profile_computed(const hol_component_modes *modes);

/** Is every piece the same all along, but for a linear axial force? Then one place in the middle determines all of
 *  it. */
bool hol_varied_is_stepped(const hol_varied *varied);

/** As hol_substructure_class.compressed. */
bool hol_varied_compressed(const hol_varied *varied);

/** Are two motions the same, so that results for one apply to the other? */
bool hol_varied_is_alike(const hol_varied *a, const hol_varied *b);

/** Create the profile of one motion of a part.
 *  @param[in] resolved  the part resolved
 *  @return NULL if memory is out; to be freed with free() */
hol_varied *hol_varied_new(const hol_part *part, const hol_resolved *resolved, hol_freedoms freedoms, hol_motion motion,
                           const hol_end end[2]);

#endif
