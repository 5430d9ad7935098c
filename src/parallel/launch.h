/* SPDX-License-Identifier: BSD-3-Clause */
/** @file launch.h  Rank and number of processes, and the communicator between them.
 *
 *  A launcher (mpirun, srun) sets them in the environment of its processes. Without one, or with a single process, MPI
 *  is not loaded and costs nothing. */
#ifndef PARALLEL_LAUNCH_H
#define PARALLEL_LAUNCH_H

#include "holonome/solve.h"
#include "holonome/text.h"

#include <stdbool.h>

/** State of a parallel run; {0} is a single process before parallel_start(). */
typedef struct parallel {
  size_t rank, size; /**< as the launcher says; size 0: more than one, it does not say how many */
  hol_comm comm;     /**< from parallel_start() on */
  void *library;     /**< the plugin; NULL without MPI */
} parallel;

/** Return rank and size from the environment; needs no MPI. Not collective. */
parallel parallel_look(void);

/** Create the communicator: with MPI if there is more than one process.
 *  @param[out] complaint what went wrong, a whole line
 *  @return HOL_MEMORY if MPI cannot be had. */
HOL_MUST_CHECK hol_status parallel_start(parallel *p, hol_text *complaint);

/** Does standard error end at a terminal? Launchers pass it on through a pipe: then the standard error of the launcher
 *  counts, if it is accessible. */
bool parallel_is_on_terminal(const parallel *p);

/** Agree on the status that all processes end with, and end MPI. If other processes cannot be reached any
 *  more, all are ended and this function does not return. Collective.
 *  @return the worst status of all */
hol_status parallel_end(parallel *p, hol_status status);

#endif
