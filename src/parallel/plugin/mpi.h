/* SPDX-License-Identifier: BSD-3-Clause */
/** @file mpi.h  Interface of the plugin libholonome_mpi.so: the communicator of a program started on several ranks. */
#ifndef PARALLEL_PLUGIN_MPI_H
#define PARALLEL_PLUGIN_MPI_H

#include "holonome/solve.h"

/** Functions of the plugin, found by their names. */
typedef hol_status hol_mpi_starter(hol_comm *comm);
typedef void hol_mpi_ender(hol_status status);

/** Start MPI.
 *  @param[out] comm  valid until hol_mpi_end()
 *  @return HOL_MEMORY if MPI cannot be started; it has then printed the reason. */
hol_mpi_starter hol_mpi_start;

/** Call dmumps_c(), from the plugin libholonome_mpi_mumps.so, on the communicator of hol_mpi_start(). Collective.
 *  @param[in,out] id  DMUMPS_STRUC_C */
typedef void hol_mumps_caller(void *id);
hol_mumps_caller hol_mpi_mumps;

/** End MPI. Collective unless a communication has failed: then the other ranks cannot be reached any more, all ranks
 *  are ended with `status`, and this function does not return. */
hol_mpi_ender hol_mpi_end;

#endif
