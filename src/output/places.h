/* SPDX-License-Identifier: BSD-3-Clause */
/** @file places.h  Stations of all parts in one list, and their displacements in modes, for files of other programs.
 *  Module `output`. */
#ifndef OUTPUT_PLACES_H
#define OUTPUT_PLACES_H

#include "holonome/solve.h"

/** Points of a structure; {0} is empty. */
typedef struct hol_places {
  const hol_result *result; /**< borrowed */
  size_t *first;            /**< [parts + 1] of each part */
  size_t parts, count;
  double (*at)[3]; /**< [count] m */
  double size;     /**< m, of the structure: the diagonal of its box; 1 of a single place */
} hol_places;

/** Collect the stations of a result, whose modes need shapes. To be cleared in every case. @return HOL_MEMORY;
 *  HOL_INVALID without shapes */
HOL_MUST_CHECK hol_status hol_places_make(const hol_result *result, hol_places *places);
void hol_places_clear(hol_places *places);
/** Compute displacement (m) and rotation (rad) of a point in a mode of unit modal mass; 0 for freedoms not
 *  considered. */
void hol_places_moved(const hol_places *places, size_t mode, size_t place, double value[HOL_FREEDOM_COUNT]);
/** Return the largest displacement in a mode, m. */
double hol_places_largest(const hol_places *places, size_t mode);
/** Has a mode a shape to draw? */
bool hol_places_has(const hol_places *places, size_t mode);

#endif
