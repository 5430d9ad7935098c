/** @file places.h  Places of all parts and how they move in modes, one after another, for files of other programs. Room `output`. */
#ifndef OUTPUT_PLACES_H
#define OUTPUT_PLACES_H

#include "holonome/solve.h"

/** {0} is empty. */
typedef struct hol_places {
  const hol_result *result; /**< borrowed */
  size_t *first;            /**< [parts + 1] of each part */
  size_t parts, count;
  double (*at)[3]; /**< [count] m */
  double size;     /**< m, of the structure: the diagonal of its box; 1 of a single place */
} hol_places;

/** Modes with shapes are needed. To be cleared in every case. @return HOL_MEMORY; HOL_INVALID without shapes */
HOL_MUST_CHECK hol_status hol_places_make(const hol_result *result, hol_places *places);
void hol_places_clear(hol_places *places);
/** Displacement (m) and rotation (rad) of a place in a mode of unit modal mass; 0 where not considered. */
void hol_places_moved(const hol_places *places, size_t mode, size_t place, double value[HOL_FREEDOM_COUNT]);
/** The largest displacement in a mode, m. */
double hol_places_largest(const hol_places *places, size_t mode);
/** Can a mode be drawn: has it a shape? */
bool hol_places_has(const hol_places *places, size_t mode);

#endif
