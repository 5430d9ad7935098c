/** @file launch.h  Which process of how many this is, and the communicator between them.
 *
 *  A launcher (mpirun, srun) tells its processes by their environment. Without one, or with a single process, no MPI is
 *  loaded and nothing is paid for it. */
#ifndef PARALLEL_LAUNCH_H
#define PARALLEL_LAUNCH_H

#include "holonome/solve.h"
#include "holonome/text.h"

#include <stdbool.h>

/** {0} is a single process that has not begun. */
typedef struct parallel {
  size_t rank, size; /**< as the launcher says; size 0: more than one, it does not say how many */
  hol_comm comm;     /**< from parallel_start() on */
  void *library;     /**< the plugin; NULL without MPI */
} parallel;

/** Look who this is; needs no MPI. Not collective. */
parallel parallel_look(void);

/** Make the communicator: with MPI if there is more than one process.
 *  @param[out] complaint what went wrong, a whole line
 *  @return HOL_MEMORY if MPI cannot be had. */
HOL_MUST_CHECK hol_status parallel_start(parallel *p, hol_text *complaint);

/** Does standard error end at a terminal? Launchers pass it on through a pipe: then it is theirs that counts, if it can
 * be seen. */
bool parallel_is_on_terminal(const parallel *p);

/** Agree on the status that all processes end with, and end MPI. If the others cannot be reached any more, all are
 * ended and this does not return. Collective.
 *  @return the worst status of all */
hol_status parallel_end(parallel *p, hol_status status);

#endif
