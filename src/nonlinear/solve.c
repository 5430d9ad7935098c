/* SPDX-License-Identifier: BSD-3-Clause */
/* The tasks of a request - curves, searches for loss factors, first resonances - as items of a farm, for rank 0. */
#include "nonlinear/record.h"
#include "nonlinear/request.h"
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
static void pass_task(void *of, uint64_t key, hol_bytes *bytes)
{
  hol_nonlinear_result *result = ((const run *)of)->result;
  size_t task = hol_farm_item(key), after = task - result->items;
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
  size_t after = task - result->items;
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
static hol_status solve_task(void *of, void *item, void *second, hol_did *did)
{
  run *r = of;
  size_t task = ((const hol_item *)item)->place;
  (void)second;
  did->work = 1;
  hol_farm_begin(&r->farm, task);
  hol_status status = solve(r, task);
  status = status == HOL_OK ? hol_farm_publish(&r->farm, hol_farm_key(task), 1) : status;
  if (r->farm.comm->rank > 0) {
    forget(r, task);
  }
  return status;
}

/** Room for the results. */
static hol_status start_tasks(const run *r)
{
  hol_nonlinear_result *result = r->result;
  size_t items = hol_nonlinear_cases(r->request), founds = hol_nonlinear_finds(r->request);
  size_t resonances = hol_nonlinear_resonances(r->request);
  result->item = hol_alloc(items, sizeof *result->item);
  result->found = hol_alloc(founds, sizeof *result->found);
  result->resonance = hol_alloc(resonances, sizeof *result->resonance);
  if (!result->item || !result->found || !result->resonance) {
    return HOL_MEMORY;
  }
  result->items = items;
  result->founds = founds;
  result->resonances = resonances;
  return HOL_OK;
}

/** The tasks that an earlier run has not done. @param[out] open  [tasks]; [count] */
static hol_status find_open(run *r, const hol_workload *workload, hol_item *open, size_t *count)
{
  HOL_TRY(open ? start_tasks(r) : HOL_MEMORY);
  for (size_t task = 0; task < r->farm.total; task++) {
    hol_status status = hol_farm_fetch(&r->farm, workload, hol_farm_key(task));
    HOL_TRY(status == HOL_INCOMPLETE ? HOL_OK : status);
    if (status == HOL_INCOMPLETE || r->farm.comm->rank > 0) {
      forget(r, task);
    }
    r->farm.done += status == HOL_OK;
    open[*count] = (hol_item){.place = task, .weight = 1, .splits = 1};
    *count += status == HOL_INCOMPLETE;
  }
  return HOL_OK;
}

static hol_status run_in(run *r, hol_item *open)
{
  const hol_workload workload = {
      .size = sizeof(hol_item), .is_long = true, .is_for_first = true, .of = r, .step = solve_task, .pass = pass_task};
  const hol_comm *comm = r->farm.comm;
  size_t count = 0;
  HOL_TRY(comm->agree(comm->handle, find_open(r, &workload, open, &count)));
  HOL_TRY(hol_farm_run(&r->farm, &workload, open, count));
  hol_farm_begin(&r->farm, r->farm.total); /* the backbone needs the curves, and takes little */
  return comm->agree(comm->handle, comm->rank == 0 ? hol_request_finish(r->request, &r->farm, r->result) : HOL_OK);
}

hol_status hol_nonlinear_solve_shared(const hol_nonlinear_request *request, const hol_comm *comm, hol_watch watch,
                                      hol_nonlinear_result *result)
{
  run r = {.request = request, .farm = {.comm = comm, .watch = watch}, .result = result};
  r.farm.total = hol_nonlinear_cases(request) + hol_nonlinear_finds(request) + hol_nonlinear_resonances(request);
  hol_item *open = hol_alloc(r.farm.total, sizeof *open);
  hol_status status = run_in(&r, open);
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
