/* Curves dealt to the ranks: rank r solves every size-th curve from number r on and sends it to rank 0 as bytes. */
#include "holonome/nonlinear.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- to bytes: every structure as it is in memory, followed by what its pointers lead to ---------------------------
 */

static void put(hol_text *bytes, const void *x, size_t count, size_t size)
{
  hol_text_put(bytes, x, count * size);
}

static void put_branch(hol_text *bytes, const hol_nonlinear_branch *b)
{
  put(bytes, b, 1, sizeof *b);
  put(bytes, b->nu, b->points, sizeof *b->nu);
  put(bytes, b->coefficient, b->points * b->unknowns, sizeof *b->coefficient);
  put(bytes, b->unstable, b->points, sizeof *b->unstable);
  put(bytes, b->multiplier, b->points, sizeof *b->multiplier);
  for (size_t i = 0; i < b->events; i++) {
    put(bytes, &b->event[i], 1, sizeof b->event[i]);
    put(bytes, b->event[i].coefficient, b->unknowns, sizeof *b->event[i].coefficient);
  }
}

static void put_case(hol_text *bytes, const hol_nonlinear_case *item)
{
  put(bytes, item, 1, sizeof *item);
  for (size_t i = 0; i < item->curve.branches; i++) {
    put_branch(bytes, &item->curve.branch[i]);
  }
}

/* ---- and back -----------------------------------------------------------------------------------------------------
 */

/** What is left to be read. The bytes come from put_case() of the same program, so that they are only counted. */
typedef struct reading {
  const char *at;
  size_t left;
} reading;

static hol_status take(reading *bytes, void *x, size_t size)
{
  if (size > bytes->left) {
    return HOL_NUMERICAL;
  }
  memcpy(x, bytes->at, size);
  bytes->at += size;
  bytes->left -= size;
  return HOL_OK;
}

/** @param[out] array  a pointer to the pointer to fill; owned by the caller in every case */
static hol_status take_array(reading *bytes, void **array, size_t count, size_t size)
{
  *array = hol_alloc(count, size);
  return *array ? take(bytes, *array, count * size) : HOL_MEMORY;
}

static hol_status take_numbers(reading *bytes, double **x, size_t count)
{
  void *array = NULL;
  hol_status status = take_array(bytes, &array, count, sizeof **x);
  *x = array;
  return status;
}

/** @param[out] b  can be cleared in every case */
static hol_status take_branch(reading *bytes, hol_nonlinear_branch *b)
{
  hol_nonlinear_branch head = {0};
  void *unstable = NULL;
  HOL_TRY(take(bytes, &head, sizeof head));
  *b = head;
  b->nu = b->coefficient = b->multiplier = NULL;
  b->unstable = NULL;
  b->event = NULL;
  b->events = 0;
  HOL_TRY(take_numbers(bytes, &b->nu, b->points));
  HOL_TRY(take_numbers(bytes, &b->coefficient, b->points * b->unknowns));
  hol_status status = take_array(bytes, &unstable, b->points, sizeof *b->unstable);
  b->unstable = unstable;
  HOL_TRY(status);
  HOL_TRY(take_numbers(bytes, &b->multiplier, b->points));
  b->event = hol_alloc(head.events, sizeof *b->event);
  if (!b->event) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < head.events; i++) {
    HOL_TRY(take(bytes, &b->event[i], sizeof b->event[i]));
    b->event[i].coefficient = NULL;
    b->events++;
    HOL_TRY(take_numbers(bytes, &b->event[i].coefficient, b->unknowns));
  }
  return HOL_OK;
}

/** @param[out] item  {0} on entry; can be cleared in every case */
static hol_status take_case(reading *bytes, hol_nonlinear_case *item)
{
  hol_nonlinear_case head = {0};
  HOL_TRY(take(bytes, &head, sizeof head));
  const size_t branches = head.curve.branches;
  head.curve.branch = NULL;
  head.curve.branches = 0;
  *item = head;
  item->curve.branch = hol_alloc(branches, sizeof *item->curve.branch);
  if (!item->curve.branch) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < branches; i++) {
    item->curve.branches++;
    HOL_TRY(take_branch(bytes, &item->curve.branch[i]));
  }
  return HOL_OK;
}

/* ---- the curves of all ranks --------------------------------------------------------------------------------------
 */

/** The curves of this rank as bytes. */
static hol_status solve_own(const hol_nonlinear_request *request, const hol_comm *comm, hol_text *bytes)
{
  for (size_t k = comm->rank; k < hol_nonlinear_cases(request); k += comm->size) {
    hol_nonlinear_case item = {0};
    hol_status status = hol_nonlinear_case_solve(request, k, &item);
    if (status == HOL_OK) {
      put_case(bytes, &item);
    }
    hol_nonlinear_case_clear(&item);
    HOL_TRY(status);
  }
  return bytes->failed ? HOL_MEMORY : HOL_OK;
}

/** All curves in their order from the bytes of all ranks. */
static hol_status take_all(const hol_comm *comm, const char *all, const size_t *sizes, size_t cases,
                           hol_nonlinear_result *result)
{
  reading *rank = hol_alloc(comm->size, sizeof *rank);
  hol_status status = rank ? HOL_OK : HOL_MEMORY;
  for (size_t r = 0; rank && r < comm->size; r++) {
    rank[r] = (reading){all, sizes[r]};
    all += sizes[r];
  }
  for (size_t k = 0; status == HOL_OK && k < cases; k++) {
    result->items++;
    status = take_case(&rank[k % comm->size], &result->item[k]);
  }
  free(rank);
  return status;
}

static hol_status collect(const hol_nonlinear_request *request, const hol_comm *comm, const hol_text *own,
                          hol_nonlinear_result *result)
{
  const size_t cases = hol_nonlinear_cases(request);
  char *all = NULL;
  size_t *sizes = NULL;
  hol_status status = comm->collect(comm->handle, own->data, own->size, &all, &sizes);
  if (status == HOL_OK && comm->rank == 0) {
    result->item = hol_alloc(cases, sizeof *result->item);
    status = result->item ? take_all(comm, all, sizes, cases, result) : HOL_MEMORY;
  }
  free(all);
  free(sizes);
  return status;
}

hol_status hol_nonlinear_solve_shared(const hol_nonlinear_request *request, const hol_comm *comm,
                                      hol_nonlinear_result *result)
{
  hol_text own = {0};
  hol_status status = comm->agree(comm->handle, solve_own(request, comm, &own));
  if (status == HOL_OK) {
    status = collect(request, comm, &own, result);
  }
  hol_text_clear(&own);
  if (status == HOL_OK && comm->rank == 0) {
    status = hol_nonlinear_finish(request, result);
  }
  return comm->agree(comm->handle, status);
}
