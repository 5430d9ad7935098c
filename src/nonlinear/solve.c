/* The tasks of a request - curves, searches for loss factors, first resonances - as items of a farm, for rank 0. */
#include "nonlinear/record.h"
#include "nonlinear/tasks.h"

#include "base/memory.h"

#include <stdlib.h>

/** A request under way on one rank. */
typedef struct run {
  const hol_nonlinear_request *request;
  hol_farm farm;
  hol_nonlinear_result *result;
} run;

/** Put the result of a task, or take it. */
static void pass(void *of, uint64_t key, hol_bytes *bytes)
{
  hol_nonlinear_result *result = ((const run *)of)->result;
  const size_t task = hol_farm_item(key), after = task - result->items;
  if (task < result->items) {
    hol_case_pass(bytes, &result->item[task]);
  } else if (after < result->founds) {
    hol_found_pass(bytes, &result->found[after]);
  } else {
    hol_resonance_pass(bytes, &result->resonance[after - result->founds]);
  }
}

static hol_status solve(run *r, size_t task)
{
  hol_nonlinear_result *result = r->result;
  const size_t after = task - result->items;
  if (task < result->items) {
    return hol_case_solve(r->request, task, &r->farm, &result->item[task]);
  }
  return after < result->founds ? hol_vanishing_solve(r->request, after, &r->farm, &result->found[after])
                                : hol_resonance_solve(r->request, after - result->founds, &r->farm,
                                                      &result->resonance[after - result->founds]);
}

/** Only curves own anything. */
static void forget(run *r, size_t task)
{
  if (task < r->result->items) {
    hol_nonlinear_case_clear(&r->result->item[task]);
  }
}

/** A whole task. */
static hol_status step(void *of, void *item, void *second, hol_did *did)
{
  run *r = of;
  const size_t task = ((const hol_item *)item)->place;
  (void)second;
  did->work = 1;
  hol_farm_begin(&r->farm, task);
  hol_status status = solve(r, task);
  status = status == HOL_OK ? hol_farm_give(&r->farm, hol_farm_key(task), 1) : status;
  if (r->farm.comm->rank > 0) {
    forget(r, task);
  }
  return status;
}

/** Room for the results, and what an earlier run has left of them. Bytes that are no result are none.
 *  @param[out] open  [tasks] the others; [count] */
static hol_status start(run *r, hol_item *open, size_t *count)
{
  hol_nonlinear_result *result = r->result;
  result->item = hol_alloc(hol_nonlinear_cases(r->request), sizeof *result->item);
  result->found = hol_alloc(hol_nonlinear_finds(r->request), sizeof *result->found);
  result->resonance = hol_alloc(hol_nonlinear_resonances(r->request), sizeof *result->resonance);
  if (!open || !result->item || !result->found || !result->resonance) {
    return HOL_MEMORY;
  }
  result->items = hol_nonlinear_cases(r->request);
  result->founds = hol_nonlinear_finds(r->request);
  result->resonances = hol_nonlinear_resonances(r->request);
  for (size_t task = 0; task < r->farm.total; task++) {
    hol_bytes bytes = {0};
    const bool is_there = hol_farm_recall(&r->farm, hol_farm_key(task), &bytes);
    if (is_there) {
      pass(r, hol_farm_key(task), &bytes);
    }
    HOL_TRY(bytes.status == HOL_MEMORY ? HOL_MEMORY : HOL_OK);
    const bool is_done = is_there && hol_bytes_end(&bytes) == HOL_OK;
    if (!is_done || r->farm.comm->rank > 0) {
      forget(r, task);
    }
    r->farm.done += is_done;
    open[*count] = (hol_item){.place = task, .weight = 1, .splits = 1};
    *count += !is_done;
  }
  return HOL_OK;
}

static hol_status run_in(run *r, hol_item *open)
{
  const hol_chore chore = {
      .size = sizeof(hol_item), .is_long = true, .is_for_first = true, .of = r, .step = step, .pass = pass};
  const hol_comm *comm = r->farm.comm;
  size_t count = 0;
  HOL_TRY(comm->agree(comm->handle, start(r, open, &count)));
  HOL_TRY(hol_farm_run(&r->farm, &chore, open, count));
  if (comm->rank > 0) {
    return comm->agree(comm->handle, HOL_OK);
  }
  hol_farm_begin(&r->farm, r->farm.total); /* the backbone needs the curves, and takes little */
  return comm->agree(comm->handle, hol_request_finish(r->request, &r->farm, r->result));
}

hol_status hol_nonlinear_solve_shared(const hol_nonlinear_request *request, const hol_comm *comm, hol_watch watch,
                                      hol_nonlinear_result *result)
{
  run r = {.request = request, .farm = {.comm = comm, .watch = watch}, .result = result};
  r.farm.total = hol_nonlinear_cases(request) + hol_nonlinear_finds(request) + hol_nonlinear_resonances(request);
  hol_item *open = hol_alloc(r.farm.total, sizeof *open);
  const hol_status status = run_in(&r, open);
  free(open);
  if (comm->rank > 0 || status == HOL_INCOMPLETE) {
    hol_nonlinear_result_clear(result);
  }
  result->stopped = status == HOL_INCOMPLETE;
  return status;
}

hol_status hol_nonlinear_solve(const hol_nonlinear_request *request, hol_nonlinear_result *result)
{
  const hol_comm alone = hol_comm_serial();
  return hol_nonlinear_solve_shared(request, &alone, (hol_watch){0}, result);
}
