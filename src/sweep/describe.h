/** @file describe.h  What a sweep has found, told quantity by quantity: arrays over points and modes. */
#ifndef SWEEP_DESCRIBE_H
#define SWEEP_DESCRIBE_H

#include "holonome/solve.h"
#include "result/sink.h"

/** Tell a sweep, into the record that is open. Not collective. */
void hol_sweep_describe(const hol_sweep *sweep, const hol_sink *sink);

/** "crossing", "veering", "unclear". */
const char *hol_sweep_event_name(hol_sweep_event_kind kind);

/** 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975. */
extern const double hol_sweep_probability[HOL_SWEEP_QUANTILES];
/** A summary in at most 80 columns: ranges, statistics, events. */
HOL_MUST_CHECK hol_status hol_sweep_table(const hol_sweep *sweep, hol_text *text);
/** One line per point and frequency with a header line; 17 digits. */
HOL_MUST_CHECK hol_status hol_sweep_csv(const hol_sweep *sweep, hol_text *text);
/** The bytes of a NetCDF-4 file: dimensions, names, units. The NetCDF library is loaded when this is called.
 *  @return HOL_FILE if it cannot be loaded, HOL_MEMORY, HOL_NUMERICAL if it fails otherwise. */
HOL_MUST_CHECK hol_status hol_sweep_netcdf(const hol_sweep *sweep, hol_text *bytes);

#endif
