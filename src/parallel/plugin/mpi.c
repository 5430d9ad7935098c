/* SPDX-License-Identifier: BSD-3-Clause */
/* The communicator over MPI, a shared object of its own: loaded only in a program that was started on several ranks.
   Counts in MPI are int; longer messages go in pieces. */
#include "parallel/plugin/mpi.h"
#include "base/memory.h"

#include <dlfcn.h>
#include <limits.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Longest piece of a message, bytes. */
enum { PIECE = 1 << 30 };

/** Did a communication fail? Nothing can be agreed upon afterwards. */
typedef struct link {
  int rank, size;
  int failed;
  int is_sought;            /**< MUMPS was */
  hol_mumps_caller *factor; /**< on all ranks; NULL: on some it cannot be loaded */
} link;

/** Note a failure; what MPI says of the first one goes to standard error, nobody else can tell it. */
static int good(link *l, int code)
{
  if (code != MPI_SUCCESS && !l->failed) {
    char words[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    (void)MPI_Error_string(code, words, &length);
    (void)fprintf(stderr, "holonome: rank %d: %s\n", l->rank, words);
    l->failed = 1;
  }
  return !l->failed;
}

static hol_status agree(void *handle, hol_status status)
{
  link *l = handle;
  int own = (int)status, worst = (int)HOL_MEMORY;
  if (l->failed || !good(l, MPI_Allreduce(&own, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD))) {
    return HOL_MEMORY;
  }
  return (hol_status)worst;
}

/** rank `root`'s bytes to every rank. */
static int spread(link *l, char *bytes, size_t count, int root)
{
  for (size_t at = 0; at < count && !l->failed; at += PIECE) {
    size_t rest = count - at;
    (void)good(l, MPI_Bcast(bytes + at, rest < PIECE ? (int)rest : PIECE, MPI_BYTE, root, MPI_COMM_WORLD));
  }
  return !l->failed;
}

/** A piece at a time from one rank to rank 0. */
static int send(link *l, const char *bytes, size_t count)
{
  for (size_t at = 0; at < count && !l->failed; at += PIECE) {
    size_t rest = count - at;
    (void)good(l, MPI_Send(bytes + at, rest < PIECE ? (int)rest : PIECE, MPI_BYTE, 0, 0, MPI_COMM_WORLD));
  }
  return !l->failed;
}

static int receive(link *l, char *bytes, size_t count, int from)
{
  for (size_t at = 0; at < count && !l->failed; at += PIECE) {
    size_t rest = count - at;
    (void)good(l, MPI_Recv(bytes + at, rest < PIECE ? (int)rest : PIECE, MPI_BYTE, from, 0, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE));
  }
  return !l->failed;
}

/** Every rank's number of bytes; memory for all of them where they are wanted.
 *  @return agreed upon */
static hol_status prepare(link *l, size_t count, int wanted, char **all, size_t *sizes, size_t *start)
{
  uint64_t own = count;
  uint64_t *counts = hol_alloc((size_t)l->size, sizeof *counts);
  hol_status status = agree(l, counts && sizes && start ? HOL_OK : HOL_MEMORY);
  if (status == HOL_OK && !good(l, MPI_Allgather(&own, 1, MPI_UINT64_T, counts, 1, MPI_UINT64_T, MPI_COMM_WORLD))) {
    status = HOL_MEMORY;
  }
  if (status == HOL_OK) {
    start[0] = 0;
    for (int r = 0; r < l->size; r++) {
      sizes[r] = (size_t)counts[r];
      start[r + 1] = start[r] + sizes[r];
    }
    *all = wanted ? hol_alloc(start[l->size] + 1, 1) : NULL;
    status = agree(l, *all || !wanted ? HOL_OK : HOL_MEMORY);
  }
  free(counts);
  return status;
}

/** Everything at once, where int can count it. */
static int gather_short(link *l, const void *bytes, size_t count, char *all, const size_t *sizes, const size_t *start)
{
  int *number = hol_alloc(2 * (size_t)l->size, sizeof *number);
  int good_memory = agree(l, number ? HOL_OK : HOL_MEMORY) == HOL_OK;
  for (int r = 0; r < l->size && good_memory; r++) {
    number[r] = (int)sizes[r];
    number[l->size + r] = (int)start[r];
  }
  int done = good_memory && good(l, MPI_Allgatherv(bytes, (int)count, MPI_BYTE, all, number, number + l->size, MPI_BYTE,
                                                   MPI_COMM_WORLD));
  free(number);
  return done;
}

static hol_status gather_in(link *l, const void *bytes, size_t count, char **all, size_t *sizes, size_t *start)
{
  hol_status status = prepare(l, count, 1, all, sizes, start);
  if (status != HOL_OK) {
    return status;
  }
  if (start[l->size] <= INT_MAX) {
    return gather_short(l, bytes, count, *all, sizes, start) ? HOL_OK : HOL_MEMORY;
  }
  if (count) {
    memcpy(*all + start[l->rank], bytes, count);
  }
  for (int r = 0; r < l->size && !l->failed; r++) {
    (void)spread(l, *all + start[r], sizes[r], r);
  }
  return l->failed ? HOL_MEMORY : HOL_OK;
}

static hol_status collect_in(link *l, const void *bytes, size_t count, char **all, size_t *sizes, size_t *start)
{
  hol_status status = prepare(l, count, l->rank == 0, all, sizes, start);
  if (status != HOL_OK) {
    return status;
  }
  if (l->rank > 0) {
    return send(l, bytes, count) ? HOL_OK : HOL_MEMORY;
  }
  if (count) {
    memcpy(*all, bytes, count);
  }
  for (int r = 1; r < l->size && !l->failed; r++) {
    (void)receive(l, *all + start[r], sizes[r], r);
  }
  return l->failed ? HOL_MEMORY : HOL_OK;
}

typedef hol_status gatherer(link *l, const void *bytes, size_t count, char **all, size_t *sizes, size_t *start);

/** Owner of what a gathering needs. */
static hol_status with_room(link *l, gatherer *work, const void *bytes, size_t count, char **all, size_t **sizes)
{
  size_t *start = hol_alloc((size_t)l->size + 1, sizeof *start);
  *all = NULL;
  *sizes = hol_alloc((size_t)l->size, sizeof **sizes);
  hol_status status = l->failed ? HOL_MEMORY : work(l, bytes, count, all, *sizes, start);
  free(start);
  if (status != HOL_OK || !*all) {
    free(*all);
    free(*sizes);
    *all = NULL;
    *sizes = NULL;
  }
  return status;
}

static hol_status gather(void *handle, const void *bytes, size_t count, char **all, size_t **sizes)
{
  return with_room(handle, gather_in, bytes, count, all, sizes);
}

static hol_status collect(void *handle, const void *bytes, size_t count, char **all, size_t **sizes)
{
  return with_room(handle, collect_in, bytes, count, all, sizes);
}

static hol_status broadcast(void *handle, char **bytes, size_t *count)
{
  link *l = handle;
  uint64_t size = *count;
  if (l->failed || !good(l, MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD))) {
    return HOL_MEMORY;
  }
  char *room = l->rank == 0 ? *bytes : hol_alloc((size_t)size + 1, 1);
  hol_status status = agree(l, room || size == 0 ? HOL_OK : HOL_MEMORY);
  if (status == HOL_OK && !spread(l, room, (size_t)size, 0)) {
    status = HOL_MEMORY;
  }
  if (l->rank > 0) {
    if (status != HOL_OK) {
      free(room);
      room = NULL;
    } else {
      room[size] = '\0'; /* texts stay texts */
    }
    *bytes = room;
    *count = status == HOL_OK ? (size_t)size : 0;
  }
  return status;
}

/** Load MUMPS, from beside this plugin or where both were installed; its symbols are nobody else's, since the library
 *  that is not parallel has the same. It stays until the process ends, as MPI does. */
static hol_mumps_caller *load_mumps(void)
{
#if defined(RTLD_DEEPBIND) && !defined(HOLONOME_SANITIZED)
  int mode = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#else
  int mode = RTLD_NOW | RTLD_LOCAL;
#endif
  void *library = dlopen("libholonome_mpi_mumps.so", mode);
  library = library ? library : dlopen(HOLONOME_PLUGINS "/libholonome_mpi_mumps.so", mode);
  void *symbol = library ? dlsym(library, "hol_mpi_mumps") : NULL;
  hol_mumps_caller *caller;
  memcpy(&caller, &symbol, sizeof caller);
  return caller;
}

static bool mumps(void *handle, void *id)
{
  link *l = handle;
  if (!l->is_sought) {
    hol_mumps_caller *caller = load_mumps();
    l->is_sought = 1;
    l->factor = agree(l, caller ? HOL_OK : HOL_FILE) == HOL_OK ? caller : NULL;
  }
  if (l->factor && id) {
    l->factor(id);
  }
  return l->factor != NULL;
}

/** MPI is one per process, and so is this. */
static link world;

hol_status hol_mpi_start(hol_comm *comm)
{
  int provided;
  /* Open MPI spends two thirds of its start looking for matching-capable networks (layer cm), which pays for heavy
     traffic only; the few kilobytes sent here go by shared memory, UCX or TCP. A choice of the user's stands. */
  (void)setenv("OMPI_MCA_pml", "^cm", 0);
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) {
    return HOL_MEMORY;
  }
  world = (link){0};
  (void)good(&world, MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  (void)good(&world, MPI_Comm_rank(MPI_COMM_WORLD, &world.rank));
  (void)good(&world, MPI_Comm_size(MPI_COMM_WORLD, &world.size));
  *comm = (hol_comm){.rank = (size_t)world.rank,
                     .size = (size_t)world.size,
                     .handle = &world,
                     .agree = agree,
                     .gather = gather,
                     .collect = collect,
                     .broadcast = broadcast,
                     .mumps = mumps};
  return world.failed ? HOL_MEMORY : HOL_OK;
}

void hol_mpi_end(hol_status status)
{
  if (world.failed) {
    (void)MPI_Abort(MPI_COMM_WORLD, (int)status);
  } else {
    (void)MPI_Finalize();
  }
}
