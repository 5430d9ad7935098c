/** @file varied.h  Motions of parts that vary, or have no own modes in closed form, as profiles. Room `parts`. */
#ifndef PARTS_PROFILE_VARIED_H
#define PARTS_PROFILE_VARIED_H

#include "parts/profile/profile.h"
#include "parts/resolve.h"

/** Properties of a piece that are polynomials of low degree, by powers of the distance from each of its ends (in shares of the
 *  piece): [stiffness, mass, rotary, shear, tension, foundation][from the end]. */
enum { HOL_POWERS = 9 };
typedef struct hol_powers {
  bool is_used;
  double power[6][2][HOL_POWERS];
} hol_powers;

/** One motion of a part that varies, or has no own modes in closed form, to be computed. */
typedef struct hol_varied {
  hol_profile profile;       /**< its context is this */
  hol_profile_values values; /**< of a uniform motion */
  const hol_part *part;      /**< borrowed */
  hol_freedoms freedoms;
  hol_motion motion;
  hol_profile_function direct; /**< the properties as written, where `powers` stand in */
  hol_powers *powers; /**< [pieces] for those where the expressions are rounding near an end at which they come to
                                               nothing; NULL: none. In the same piece of memory */
  double to[];        /**< ends of the pieces */
} hol_varied;

/** The same of a uniform motion, for which no part is needed. @return NULL if memory is out; to be freed with free() */
hol_varied *hol_varied_uniform(const hol_line *line);

/** Are two motions the same, so that what is computed for one serves the other? */
bool hol_varied_is_alike(const hol_varied *a, const hol_varied *b);

/** @param[in] piece  the part resolved
 *  @return NULL if memory is out; to be freed with free() */
hol_varied *hol_varied_new(const hol_part *part, const hol_piece *piece, hol_freedoms freedoms, hol_motion motion,
                           const hol_end end[2]);

#endif
