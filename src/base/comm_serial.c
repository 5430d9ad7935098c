/* SPDX-License-Identifier: BSD-3-Clause */
/* The communicator of a single process: status, gather and broadcast without MPI. */
#include "holonome/solve.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static hol_status serial_agree(void *handle, hol_status status)
{
  (void)handle;
  return status;
}

static hol_status serial_gather(void *handle, const void *bytes, size_t count, char **all, size_t **sizes)
{
  (void)handle;
  *all = hol_alloc(count, 1);
  *sizes = hol_alloc(1, sizeof **sizes);
  if (!*all || !*sizes) {
    free(*all);
    free(*sizes);
    *all = NULL;
    *sizes = NULL;
    return HOL_MEMORY;
  }
  if (count) {
    memcpy(*all, bytes, count);
  }
  **sizes = count;
  return HOL_OK;
}

static hol_status serial_broadcast(void *handle, char **bytes, size_t *count)
{
  (void)handle;
  (void)bytes;
  (void)count;
  return HOL_OK;
}

hol_comm hol_comm_serial(void)
{
  return (hol_comm){.rank = 0,
                    .size = 1,
                    .agree = serial_agree,
                    .gather = serial_gather,
                    .collect = serial_gather,
                    .broadcast = serial_broadcast};
}
