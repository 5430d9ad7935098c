/* SPDX-License-Identifier: BSD-3-Clause */
/* The one thing in this shared object: MUMPS with its sequential stand-in for MPI, to be loaded when needed. */
#include <dmumps_c.h>

void hol_mumps(DMUMPS_STRUC_C *id);

void hol_mumps(DMUMPS_STRUC_C *id)
{
  dmumps_c(id);
}
