/* SPDX-License-Identifier: BSD-3-Clause */
/** @file netcdf.h  Interface of the NetCDF plugin. It shares no names with the library. */
#ifndef OUTPUT_PLUGIN_NETCDF_H
#define OUTPUT_PLUGIN_NETCDF_H

#include "result/sink.h"

#define HOL_NETCDF_SYMBOL "hol_netcdf"

/** Sink that writes arrays to a NetCDF-4 file: axes are its dimensions, each with a variable where it has values;
 *  values put before the arrays are attributes of the file. */
typedef struct hol_netcdf_plugin {
  /** @param[in]  path  of a file that is there, to be written row by row as it is told; NULL: it is made in memory
   *  @param[out] sink  its writer is to be ended
   *  @return 0, or what the NetCDF library returned: then there is nothing to end */
  int (*begin)(const char *path, hol_sink *sink);
  /** Close the file and free the writer.
   *  @param[out] memory  the file as one block, owned by the caller (free); NULL after a failure, or with a path
   *  @return 0, or what the NetCDF library returned first since the file was begun */
  int (*end)(hol_sink *sink, void **memory, size_t *size);
} hol_netcdf_plugin;
extern const hol_netcdf_plugin hol_netcdf;

#endif
