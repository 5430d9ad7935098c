/* SPDX-License-Identifier: BSD-3-Clause */
/** @file view.h  Views: descriptions of plots of a result by role, so that a renderer needs no knowledge of analyses.
 *
 *  A view is a record among the results: `role` (one of a closed list), `each` (the list whose records are one curve
 *  each), `value` and perhaps `radius` (their numbers), `only` and `only_word` (which of them: those with that word),
 *  `name` (what distinguishes them), `axis` (the numbers they run over), labels and units of both, and `marks` (a list
 *  of each record, with `x` and `y`, and a word or number by which it is known), `between` (how far a cubic between two
 *  places is proved to be off at most, relatively). Paths are names in the record that the view stands in.
 *
 *  Roles: "complex": pairs of real and imaginary part, drawn as magnitude and phase. "value": real numbers;
 *  their marks are events.
 *  "density": numbers that are not negative, in powers of ten where they need that. "curve": curves that may turn
 *  back: their axis stands beside their values, in the records of the list `within`; values and marks are lists,
 *  one for each coordinate. "branches": a row of numbers for every row of the axis, by column or by what `branch`
 *  says. "column": such rows, each column a curve for itself, named by its record, whose `unit` it has. "sample":
 *  such rows in no order, a column for each record; `axis` are probabilities, of which every record has the
 *  quantiles. "map": rows over two axes, whose numbers are the rows of `axis`; a column for each mode, or for each
 *  record. "shape": a structure that is displaced: the record has `geometry`, and `shape`, or each record of
 *  `each` has. */
#ifndef RESULT_VIEW_H
#define RESULT_VIEW_H

#include "result/sink.h"

/** Plain data, static texts; NULL: there is none. */
typedef struct hol_view {
  const char *role;  /**< as above */
  const char *title; /**< of the picture */
  const char *each, *value, *radius;
  const char *only, *only_word; /**< of `each` those that have this word under this name */
  const char *name[4];          /**< the first NULL ends them */
  const char *axis, *axis_label, *axis_unit;
  const char *label, *unit; /**< of the values */
  const char *marks, *mark_x, *mark_y, *mark_name;
  const char *between;        /**< a number of the record that the view stands in */
  const char *within;         /**< the list in each record that has the pieces of its curve */
  const char *flag;           /**< numbers beside the values; dashed where they are not 0 */
  const char *branch, *first; /**< numbers of the curves of a row; without them, that of the first column */
  const char *guide;          /**< a record of pieces `within`, drawn thin */
  const char *spacing;        /**< "log": the axis goes by powers of ten */
  const char *other_label, *other_unit, *other_spacing; /**< of a second axis, the next column of `axis` */
  const char *closer; /**< a list of records which have axis, value and branch once more, at more points around a mark;
                           `event` is its index */
  const char *mark_curves,
      *mark_gap; /**< of a mark: the numbers of the curves that it is of, and how close these come; 0: they meet */
  const char *against,
      *against_each;  /**< of samples: rows of what was drawn for them, and the records that name its columns */
  const char *proof;  /**< a sentence that is true where the result is complete: what is proved of it */
  const char *states; /**< a list of structures that have shapes: `values` of the axes, `geometry`, `modes` */
  const char *shape;  /**< the displacements by part, and components of a structure, or a list of such */
  const char *motion; /**< of role "curve": Fourier coefficients of each point, coordinate after coordinate: the mean
                           times the root of two, then of cos hθ and sin hθ, h = 1 ..; θ runs once in `period` periods
                           of the axis */
} hol_view;

/** Write all views of the open record. */
void hol_put_views(const hol_sink *sink, const hol_view *view, size_t count);

#endif
