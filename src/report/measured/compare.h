/* SPDX-License-Identifier: BSD-3-Clause */
/** @file compare.h  Correlation of measured and computed modes: points matched by position, modes by the modal
 *  assurance criterion (MAC).
 *
 *  With u the displacements of a computed mode at the points and in the directions in which the mode v was measured,
 *  MAC = |uᴴ v|² / (uᴴ u · vᴴ v): 1 for proportional shapes, 0 for orthogonal ones. Between the stations of a line a
 *  computed shape is interpolated by a cubic, in a cell of a mesh bilinearly. */
#ifndef REPORT_MEASURED_COMPARE_H
#define REPORT_MEASURED_COMPARE_H

#include "holonome/text.h"
#include "report/measured/measured.h"
#include "report/plot/sketch.h"

static const double hol_mac_least = 0.5; /**< below it two shapes are not the same mode */

typedef struct hol_measured_pair {
  size_t computed, measured; /**< indices */
  double mac;
} hol_measured_pair;

/** Comparison with one computed result. {0} is empty; memory belongs to the arena of the measured data. */
typedef struct hol_pairing {
  size_t result;     /**< its number among all results, from 0 */
  const char *name;  /**< of its file. Borrowed */
  size_t nodes;      /**< measured points on the structure */
  size_t directions; /**< in which they were measured, of all of them */
  size_t shared; /**< points on several parts that move apart there: it is not known which was measured, they are left
                      out */
  double tolerance;           /**< m, a point is on the structure within it */
  double farthest;            /**< m, of the points on it */
  const hol_plot_node **mode; /**< [modes] computed ones */
  size_t modes;
  double *mac;             /**< [modes][measured modes]; NAN where nothing moves in what was measured */
  hol_measured_pair *pair; /**< [pairs] in the order of computed modes */
  size_t pairs;
} hol_pairing;

/** Compare measured modes with a result. @param[in] result  with `geometry` and `modes` with shapes
 *  @return HOL_USAGE: it has none; HOL_MEMORY. Cost: measured points times places, modes times modes times points */
HOL_MUST_CHECK hol_status hol_pairing_make(hol_measured *measured, const hol_plot_node *result, hol_pairing *pairing);

/** Add a table of the measured data alone. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_measured_table(const hol_measured *measured, const char *name, hol_text *text);
/** Add a table of the comparison, for a terminal. @param[in] name  of the measured file @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_pairing_table(const hol_measured *measured, const char *name, const hol_pairing *pairing,
                                            hol_text *text);

#endif
