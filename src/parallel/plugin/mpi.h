/** @file mpi.h  What the plugin libholonome_mpi.so brings: the communicator of a program started on several ranks. */
#ifndef PARALLEL_PLUGIN_MPI_H
#define PARALLEL_PLUGIN_MPI_H

#include "holonome/solve.h"

/** Functions of the plugin, found by their names. */
typedef hol_status hol_mpi_starter(hol_comm *comm);
typedef void hol_mpi_ender(hol_status status);

/** Start MPI.
 *  @param[out] comm  valid until hol_mpi_end()
 *  @return HOL_MEMORY if MPI cannot be started; it has then said why. */
hol_mpi_starter hol_mpi_start;

/** What the plugin libholonome_mpi_mumps.so brings: dmumps_c() on the communicator of hol_mpi_start(). Collective.
 *  @param[in,out] id  DMUMPS_STRUC_C */
typedef void hol_mumps_caller(void *id);
hol_mumps_caller hol_mpi_mumps;

/** End MPI. Collective when all is well. After a communication that failed the others cannot be reached any more: all
 *  ranks are then ended with `status`, and this does not return. */
hol_mpi_ender hol_mpi_end;

#endif
