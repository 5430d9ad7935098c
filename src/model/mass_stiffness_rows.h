/* SPDX-License-Identifier: BSD-3-Clause */
/** @file mass_stiffness_rows.h  Mass and stiffness as rows over the columns that constraints leave. Module `model`. */
#ifndef MODEL_MASS_STIFFNESS_ROWS_H
#define MODEL_MASS_STIFFNESS_ROWS_H

#include "model/model.h"

/** Where rows over the columns (reduced) go: to an elimination at once, or kept for all to be looked at together. */
typedef struct hol_row_collector {
  hol_elimination *elimination; /**< NULL: kept */
  hol_sparse *row;              /**< [count] scaled to a largest entry of 1 */
  size_t count, capacity;
} hol_row_collector;

/** Add a row; skip one without entries. */
HOL_MUST_CHECK hol_status hol_collect_row(hol_row_collector *to, const hol_sparse *row);
/** Add a row that is a difference of terms of this size, without entries that may be rounding only. */
HOL_MUST_CHECK hol_status hol_collect_difference(hol_row_collector *to, hol_sparse *row, double size);
/** Add the deformations of the segments of a member without mass, or of an exact one. */
HOL_MUST_CHECK hol_status hol_collect_segments(const hol_model *model, const hol_member *m, hol_row_collector *to);
/** Add all mass and stiffness rows, but for masses that are moved by the ends of their own member (HOL_BY_CHORD). */
HOL_MUST_CHECK hol_status hol_collect_other_rows(const hol_model *model, hol_row_collector *to);
/** Add all mass and stiffness rows; the columns left without a pivot have no effect. */
HOL_MUST_CHECK hol_status hol_collect_mass_stiffness_rows(const hol_model *model, hol_row_collector *to);

#endif
