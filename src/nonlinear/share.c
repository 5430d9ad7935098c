/* The tasks of a request - curves, searches for loss factors, first resonances - dealt to the ranks: rank r does every size-th from
 * number r on and sends it to rank 0 as bytes. */
#include "nonlinear/tasks.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- one task ---------------------------------------------------------------------------------------------------- */

static hol_status solve_case(const hol_nonlinear_request *request, size_t k, hol_keeper *keeper, hol_text *bytes)
{
  hol_nonlinear_case item = {0};
  const hol_status status = hol_case_solve(request, k, keeper, &item);
  if (status == HOL_OK) {
    hol_put_bytes(bytes, &item, 1, sizeof item);
    hol_put_curve(bytes, &item.curve);
  }
  hol_nonlinear_case_clear(&item);
  return status;
}

static hol_status solve_find(const hol_nonlinear_request *request, size_t k, hol_keeper *keeper, hol_text *bytes)
{
  hol_nonlinear_found found = {0};
  HOL_TRY(hol_vanishing_solve(request, k, keeper, &found));
  hol_put_bytes(bytes, &found, 1, sizeof found);
  return HOL_OK;
}

static hol_status solve_resonance(const hol_nonlinear_request *request, size_t k, hol_keeper *keeper, hol_text *bytes)
{
  hol_nonlinear_resonance resonance = {0};
  HOL_TRY(hol_resonance_solve(request, k, keeper, &resonance));
  hol_put_bytes(bytes, &resonance, 1, sizeof resonance);
  return HOL_OK;
}

/** How many tasks of each kind. */
typedef struct task_counts {
  size_t cases, finds, resonances;
} task_counts;

static task_counts count_tasks(const hol_nonlinear_request *request)
{
  return (task_counts){hol_nonlinear_cases(request), hol_nonlinear_finds(request), hol_nonlinear_resonances(request)};
}

static hol_status solve_kind(const hol_nonlinear_request *request, size_t task, hol_keeper *keeper, hol_text *bytes)
{
  const task_counts n = count_tasks(request);
  if (task < n.cases) {
    return solve_case(request, task, keeper, bytes);
  }
  return task < n.cases + n.finds ? solve_find(request, task - n.cases, keeper, bytes)
                                  : solve_resonance(request, task - n.cases - n.finds, keeper, bytes);
}

/** A task as bytes, as an earlier run has left them or computed. */
static hol_status solve_task(const hol_nonlinear_request *request, size_t task, hol_keeper *keeper, hol_text *all)
{
  const char *known;
  size_t count;
  hol_text bytes = {0};
  hol_keeper_begin(keeper, task);
  if (hol_keeper_recall(keeper, 0, 0, &known, &count)) {
    hol_text_put(all, known, count);
    return HOL_OK;
  }
  hol_status status = solve_kind(request, task, keeper, &bytes);
  if (status == HOL_OK) {
    status = hol_keeper_record(keeper, 0, 0, &bytes);
  }
  if (status == HOL_OK) {
    hol_put_bytes(all, bytes.data, bytes.size, 1);
  }
  hol_text_clear(&bytes);
  return status;
}

/** The tasks of this rank. */
static hol_status solve_own(const hol_nonlinear_request *request, const hol_comm *comm, hol_keeper *keeper,
                            hol_text *bytes)
{
  const task_counts n = count_tasks(request);
  const size_t tasks = n.cases + n.finds + n.resonances;
  keeper->total = tasks > comm->rank ? (tasks - comm->rank - 1) / comm->size + 1 : 0;
  for (size_t task = comm->rank; task < tasks; task += comm->size) {
    HOL_TRY(solve_task(request, task, keeper, bytes));
    keeper->done++;
  }
  return bytes->failed ? HOL_MEMORY : HOL_OK;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

/** @param[out] item  {0} on entry; can be cleared in every case */
static hol_status take_case(hol_reading *bytes, hol_nonlinear_case *item)
{
  hol_nonlinear_case head = {0};
  HOL_TRY(hol_take_bytes(bytes, &head, 1, sizeof head));
  head.curve = (hol_nonlinear_curve){0};
  *item = head;
  return hol_take_curve(bytes, &item->curve);
}

/** All tasks in their order from the bytes of all ranks.
 *  @param[in] rank  [size] what is left of each rank's */
static hol_status take_in(hol_reading *rank, size_t ranks, task_counts n, hol_nonlinear_result *result)
{
  for (size_t k = 0; k < n.cases + n.finds + n.resonances; k++) {
    hol_reading *bytes = &rank[k % ranks];
    if (k < n.cases) {
      result->items++;
      HOL_TRY(take_case(bytes, &result->item[k]));
    } else if (k < n.cases + n.finds) {
      HOL_TRY(hol_take_bytes(bytes, &result->found[result->founds++], 1, sizeof *result->found));
    } else {
      HOL_TRY(hol_take_bytes(bytes, &result->resonance[result->resonances++], 1, sizeof *result->resonance));
    }
  }
  return HOL_OK;
}

static hol_status take_all(const hol_nonlinear_request *request, const char *all, const size_t *sizes, size_t ranks,
                           hol_nonlinear_result *result)
{
  const task_counts n = count_tasks(request);
  hol_reading *rank = hol_alloc(ranks, sizeof *rank);
  result->item = hol_alloc(n.cases, sizeof *result->item);
  result->found = hol_alloc(n.finds, sizeof *result->found);
  result->resonance = hol_alloc(n.resonances, sizeof *result->resonance);
  hol_status status = rank && result->item && result->found && result->resonance ? HOL_OK : HOL_MEMORY;
  for (size_t r = 0; rank && r < ranks; r++) {
    rank[r] = (hol_reading){all, sizes[r]};
    all += sizes[r];
  }
  status = status == HOL_OK ? take_in(rank, ranks, n, result) : status;
  free(rank);
  return status;
}

static hol_status collect(const hol_nonlinear_request *request, const hol_comm *comm, const hol_text *own,
                          hol_nonlinear_result *result)
{
  char *all = NULL;
  size_t *sizes = NULL;
  hol_status status = comm->collect(comm->handle, own->data, own->size, &all, &sizes);
  if (status == HOL_OK && comm->rank == 0) {
    status = take_all(request, all, sizes, comm->size, result);
  }
  free(all);
  free(sizes);
  return status;
}

/** The backbone needs the curves, and takes little. */
static hol_status finish(const hol_nonlinear_request *request, hol_keeper *keeper, hol_nonlinear_result *result)
{
  hol_keeper_begin(keeper, result->items + result->founds + result->resonances);
  return hol_request_finish(request, keeper, result);
}

hol_status hol_nonlinear_solve_shared(const hol_nonlinear_request *request, const hol_comm *comm, hol_watch watch,
                                      hol_nonlinear_result *result)
{
  hol_text own = {0};
  hol_keeper keeper = {.watch = watch};
  hol_status status = comm->agree(comm->handle, solve_own(request, comm, &keeper, &own));
  if (status == HOL_OK) {
    status = collect(request, comm, &own, result);
  }
  hol_text_clear(&own);
  if (status == HOL_OK && comm->rank == 0) {
    status = finish(request, &keeper, result);
  }
  status = comm->agree(comm->handle, status);
  if (status == HOL_INCOMPLETE) {
    hol_nonlinear_result_clear(result);
    result->stopped = true;
  }
  return status;
}

hol_status hol_nonlinear_solve(const hol_nonlinear_request *request, hol_nonlinear_result *result)
{
  const hol_comm alone = hol_comm_serial();
  return hol_nonlinear_solve_shared(request, &alone, (hol_watch){0}, result);
}
