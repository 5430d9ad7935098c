/** @file netcdf.h  What the plugin for NetCDF offers. */
#ifndef SWEEP_PLUGIN_NETCDF_H
#define SWEEP_PLUGIN_NETCDF_H

#include "holonome/solve.h"

#define HOL_NETCDF_SYMBOL "hol_netcdf_sweep"

/** What the plugin is handed, for it shares no names with the library. */
typedef struct hol_netcdf_task {
  const hol_sweep *sweep;
  const char *program;       /**< name and version */
  const double *probability; /**< [HOL_SWEEP_QUANTILES] */
} hol_netcdf_task;

/** The file as one block of memory.
 *  @param[out] memory  owned by the caller (free); NULL after a failure
 *  @return 0, or what the NetCDF library returned */
typedef int hol_netcdf_writer(const hol_netcdf_task *task, void **memory, size_t *size);
hol_netcdf_writer hol_netcdf_sweep;

#endif
