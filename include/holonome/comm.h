/** @file comm.h  What the library knows of other processes: a small set of functions.
 *
 *  The library never starts or ends MPI and never sees it. The program hands over a communicator; hol_comm_serial() is
 *  the one of a single process. Functions marked collective must be called by every rank, in the same order. */
#ifndef HOLONOME_COMM_H
#define HOLONOME_COMM_H

#include "holonome/status.h"

#include <stddef.h>

typedef struct hol_comm {
  size_t rank, size;
  void *handle;
  /** Collective. The largest of the statuses of all ranks, the same on every rank. */
  hol_status (*agree)(void *handle, hol_status status);
  /** Collective. Every rank's bytes on every rank, in the order of ranks.
   *  @param[out] all   the bytes one after another, owned by the caller (free), may be NULL when there are none
   *  @param[out] sizes [size] owned by the caller (free)
   *  @return HOL_MEMORY on every rank if any rank is out of memory. */
  hol_status (*gather)(void *handle, const void *bytes, size_t count, char **all, size_t **sizes);
  /** Collective. The same on rank 0 only; *all and *sizes are NULL elsewhere. */
  hol_status (*collect)(void *handle, const void *bytes, size_t count, char **all, size_t **sizes);
  /** Collective. rank 0's bytes to every rank: *bytes is owned by the caller (free) on the others. */
  hol_status (*broadcast)(void *handle, char **bytes, size_t *count);
} hol_comm;

/** The communicator of one process; nothing to free. Not collective. */
hol_comm hol_comm_serial(void);

#endif
