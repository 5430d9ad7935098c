/* SPDX-License-Identifier: BSD-3-Clause */
/** @file describe.h  Result of a sweep as quantities for every output format: arrays over points and modes. */
#ifndef SWEEP_DESCRIBE_H
#define SWEEP_DESCRIBE_H

#include "holonome/solve.h"
#include "result/sink.h"

/* Three descriptions of a hol_sweep, for hol_analysis_row. None is collective. */

/** Describe a sweep in the open record. @return HOL_OK */
HOL_MUST_CHECK hol_status hol_sweep_describe(const void *result, const hol_sink *sink);
/** Describe a sweep as a list with columns: a row for each frequency of each point, and one for a point without any.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sweep_rows(const void *result, const hol_sink *sink);
/** Describe a sweep as arrays: status over the axes of the grid (or over samples), frequencies over these and modes,
 *  the rest over events, modes and quantiles. Quantities of the whole sweep come first.
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sweep_arrays(const void *result, const hol_sink *sink);

/** Words for events: "crossing", "veering", "unclear", by hol_sweep_event_kind; the last NULL. */
extern const char *const hol_sweep_event_word[];

/** Probabilities of the quantiles: 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975. */
extern const double hol_sweep_probability[HOL_SWEEP_QUANTILES];
/** Write a summary in at most 80 columns: ranges, statistics, events.
 *  @param[in] title  NULL: none */
HOL_MUST_CHECK hol_status hol_sweep_table(const hol_sweep *sweep, const char *title, hol_frequency_unit unit,
                                          hol_text *text);

#endif
