/* SPDX-License-Identifier: BSD-3-Clause */
/** @file netcdf.h  Output of the arrays of a result as a NetCDF-4 file. */
#ifndef OUTPUT_NETCDF_H
#define OUTPUT_NETCDF_H

#include "holonome/status.h"
#include "holonome/text.h"
#include "result/sink.h"

#include <stdbool.h>

/** Test whether the NetCDF library can be loaded. @param[in] path  any: as hol_output_format.can */
bool hol_netcdf_can(const char *path);

/** Append the bytes of a NetCDF-4 file: dimensions, names, units. The NetCDF library is loaded when this is called. If
 *  `bytes` are drained, the file is written row by row to a file without a name, so that it is never whole in
 *  memory; otherwise, and if there is no room for such a file, it is made in memory.
 *  @param[in]     tell   writes the arrays to the sink, and returns HOL_MEMORY if it cannot
 *  @param[in,out] bytes  added to
 *  @return HOL_FILE if the library cannot be loaded, HOL_NUMERICAL if it fails, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_netcdf_write(hol_status (*tell)(const void *of, const hol_sink *sink), const void *of,
                                           hol_text *bytes);

#endif
