/* SPDX-License-Identifier: BSD-3-Clause */
/* MUMPS over ranks, a shared object of its own: loaded only where factors are to be in common. */
#include "parallel/plugin/mpi.h"

#include <dmumps_c.h>
#include <mpi.h>

void hol_mpi_mumps(void *id)
{
  DMUMPS_STRUC_C *structure = id;
  structure->comm_fortran = (MUMPS_INT)MPI_Comm_c2f(MPI_COMM_WORLD);
  dmumps_c(structure);
}
