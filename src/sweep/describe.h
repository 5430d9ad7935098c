/** @file describe.h  What a sweep has found, told quantity by quantity: arrays over points and modes. */
#ifndef SWEEP_DESCRIBE_H
#define SWEEP_DESCRIBE_H

#include "holonome/solve.h"
#include "result/sink.h"

/** Tell a sweep, into the record that is open. Not collective. */
void hol_sweep_describe(const hol_sweep *sweep, const hol_sink *sink);
/** Tell it as a list with columns: a row for each frequency of each point, and one for a point without any. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sweep_rows(const hol_sweep *sweep, const hol_sink *sink);
/** Tell it as arrays: status over the axes of the grid (or over samples), frequencies over these and modes, what else there is over
 *  events, modes and quantiles. What holds of all comes first. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sweep_arrays(const hol_sweep *sweep, const hol_sink *sink);

/** "crossing", "veering", "unclear", by hol_sweep_event_kind; the last NULL. */
extern const char *const hol_sweep_event_word[];

/** 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975. */
extern const double hol_sweep_probability[HOL_SWEEP_QUANTILES];
/** A summary in at most 80 columns: ranges, statistics, events. */
HOL_MUST_CHECK hol_status hol_sweep_table(const hol_sweep *sweep, hol_text *text);

#endif
