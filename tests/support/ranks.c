/* SPDX-License-Identifier: BSD-3-Clause */
#include "ranks.h"

#include "close.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS_MOST = 16, ROOM = 1 << 24 };

/** What the ranks share. */
typedef struct shared {
  pthread_barrier_t barrier;
  size_t ranks;
  hol_status status[RANKS_MOST];
  size_t size[RANKS_MOST];
  char data[ROOM];
} shared;

typedef struct seat {
  shared *all;
  size_t rank;
} seat;

static hol_status agree(void *handle, hol_status status)
{
  const seat *s = handle;
  s->all->status[s->rank] = status;
  pthread_barrier_wait(&s->all->barrier);
  for (size_t r = 0; r < s->all->ranks; r++) {
    status = s->all->status[r] > status ? s->all->status[r] : status;
  }
  pthread_barrier_wait(&s->all->barrier);
  return status;
}

static hol_status gather(void *handle, const void *bytes, size_t count, char **data, size_t **sizes)
{
  const seat *s = handle;
  size_t before = 0, total = 0;
  s->all->size[s->rank] = count;
  pthread_barrier_wait(&s->all->barrier);
  for (size_t r = 0; r < s->all->ranks; r++) {
    before += r < s->rank ? s->all->size[r] : 0;
    total += s->all->size[r];
  }
  if (total > ROOM) {
    return HOL_MEMORY;
  }
  if (count) {
    memcpy(s->all->data + before, bytes, count);
  }
  pthread_barrier_wait(&s->all->barrier);
  *data = malloc(total + 1);
  *sizes = malloc(s->all->ranks * sizeof **sizes);
  if (*data && *sizes) {
    memcpy(*data, s->all->data, total);
    memcpy(*sizes, s->all->size, s->all->ranks * sizeof **sizes);
  }
  pthread_barrier_wait(&s->all->barrier);
  return *data && *sizes ? HOL_OK : HOL_MEMORY;
}

static hol_status collect(void *handle, const void *bytes, size_t count, char **data, size_t **sizes)
{
  const seat *s = handle;
  HOL_TRY(gather(handle, bytes, count, data, sizes));
  if (s->rank > 0) {
    free(*data);
    free(*sizes);
    *data = NULL;
    *sizes = NULL;
  }
  return HOL_OK;
}

static shared *open_shared(size_t ranks)
{
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(ftruncate(fileno(file), sizeof(shared)), 0);
  shared *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
  assert_true(all != MAP_FAILED);
  (void)fclose(file);
  all->ranks = ranks;
  pthread_barrierattr_t attributes;
  assert_int_equal(pthread_barrierattr_init(&attributes), 0);
  assert_int_equal(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED), 0);
  assert_int_equal(pthread_barrier_init(&all->barrier, &attributes, (unsigned)ranks), 0);
  return all;
}

void on_ranks(size_t ranks, rank_work *work, void *context)
{
  assert_in_range(ranks, 1, RANKS_MOST);
  shared *all = open_shared(ranks);
  pid_t child[RANKS_MOST];
  for (size_t r = 0; r < ranks; r++) {
    child[r] = fork();
    assert_true(child[r] >= 0);
    if (child[r] == 0) {
      seat s = {all, r};
      const hol_comm comm = {
          .rank = r, .size = ranks, .handle = &s, .agree = agree, .gather = gather, .collect = collect};
      _exit(work(&comm, context));
    }
  }
  for (size_t r = 0; r < ranks; r++) {
    int code;
    assert_int_equal(waitpid(child[r], &code, 0), child[r]);
    assert_int_equal(code, 0);
  }
  munmap(all, sizeof *all);
}
