/** @file netcdf.h  NetCDF-4 files of the arrays that are told. */
#ifndef OUTPUT_NETCDF_H
#define OUTPUT_NETCDF_H

#include "holonome/status.h"
#include "holonome/text.h"
#include "result/sink.h"

/** The bytes of a NetCDF-4 file: dimensions, names, units. The NetCDF library is loaded when this is called. Where `bytes` are drained the
 *  file is written row by row to one without a name, so that nothing of its size is in memory; if there is no room for one, and
 *  else, it is made in memory.
 *  @param[in]     tell   tells the sink what there is, and returns HOL_MEMORY if it cannot
 *  @param[in,out] bytes  added to
 *  @return HOL_FILE if the library cannot be loaded, HOL_NUMERICAL if it fails, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_netcdf_write(hol_status (*tell)(const void *of, const hol_sink *sink), const void *of,
                                           hol_text *bytes);

#endif
