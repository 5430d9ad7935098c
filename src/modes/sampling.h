/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sampling.h  Sample points of the parts of a structure, and mode shapes at them.
 *
 *  Sample points are the same in all modes, and the same for parts of the same length, for which they are stored
 *  once. */
#ifndef MODES_SAMPLING_H
#define MODES_SAMPLING_H

#include "modes/solution.h"

/** Most values of one mode that are kept where its shape is not requested; for larger structures, those of one part at
 *  a time. */
enum { HOL_SAMPLING_KEPT = 1 << 17 };

/** Properties of a part that every mode needs, stored close together: resolved parts are large. */
typedef struct hol_outline {
  double length;  /**< m */
  uint32_t axes;  /**< which of hol_sampling.axes it has */
  bool is_along;  /**< its samples are along a line */
  bool is_circle; /**< they lie on a circle and are of an even number */
  bool is_plain;  /**< it does not move as a whole or as a straight line beside its members */
} hol_outline;

/** {0} is empty. */
typedef struct hol_sampling {
  size_t parts;
  size_t *member;       /**< [parts + 1] first member of a part in the model */
  hol_shape *shape;     /**< [parts] points and places; with `is_all` values, too, in `room` */
  hol_outline *outline; /**< [parts] */
  double (*axes)[3][3]; /**< [axes_count] sizes of the components of own axes, of parts that follow each other once */
  size_t axes_count, axes_capacity;
  double *place;                  /**< what s and at of all shapes point into; who keeps shapes takes it over */
  size_t points;                  /**< of all parts */
  size_t points_most;             /**< of one part */
  size_t freedoms;                /**< considered ones */
  size_t slot[HOL_FREEDOM_COUNT]; /**< as hol_model */
  bool is_all;                    /**< there is room for the values of all parts */
  double *room;                   /**< values: of all parts, or of the largest one */
  double (*most)[2];              /**< [parts] scratch: hol_sample_maxima */
  bool *is_made;                  /**< [parts] scratch: hol_sample_maxima */
} hol_sampling;

/** @param[out] samples  to be cleared in every case @return HOL_MEMORY. Not collective. Cost: O(points + parts log
 *  parts) */
HOL_MUST_CHECK hol_status hol_sampling_make(const hol_model *model, hol_sampling *samples);
void hol_sampling_clear(hol_sampling *samples);

/** Allocate shapes of all parts as one block, places in samples->place, to be freed with free().
 *  @param[in] value  [points * freedoms] of a block that was made by this function, behind its shapes; NULL: zeroes
 *  @return NULL if memory is out */
hol_shape *hol_sampling_shapes(const hol_sampling *samples, const double *value);
/** Return the values behind such shapes: [points * freedoms]. */
double *hol_sampling_values(const hol_sampling *samples, hol_shape *shape);
/** Return the shape of one part with room for its values. */
hol_shape hol_sampling_one(const hol_sampling *samples, size_t part);

/** Compute the motion of a part at its places.
 *  @param[in]     solution  samples, fields and U are its, see hol_fields_begin()
 *  @param[in,out] shape     with places and room for values
 *  @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_sample_part(const hol_solution *solution, size_t part, hol_shape *shape);
/** Compute upper bounds of all components of the motion of a part along a line at its places: displacements [0],
 *  rotations [1].
 *  @return false: it is not known */
bool hol_sample_bound(const hol_solution *solution, size_t part, double bound[2]);

#endif
