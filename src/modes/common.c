/* SPDX-License-Identifier: BSD-3-Clause */
/* Factors that ranks have in common: `analysis: {distribute: factors}`. Everything else of a run every rank does by
   itself, the same. */
#include "base/memory.h"
#include "modes/run.h"

hol_status hol_run_begin_common(hol_run *run)
{
  const hol_comm *all = run->options.comm;
  bool is_alone = !all || all->size == 1;
  if (!run->problem->analysis.distributes) {
    return HOL_OK;
  }
  if (!is_alone && (!all->mumps || !all->mumps(all->handle, NULL))) {
    return hol_run_note(run->result, hol_format("factors are not distributed, each rank has its own: the plugin with "
                                                "MUMPS for several ranks is not to be had"));
  }
  run->is_common = true;
  run->comm = hol_comm_serial();
  run->common = (hol_lockstep){.comm = is_alone ? &run->comm : all};
  if (run->common.comm->rank > 0) {
    run->farm.watch.store.record = NULL; /* rank 0 keeps all there is */
  }
  return HOL_OK;
}

hol_status hol_run_end_common(hol_run *run, hol_status status, hol_faults *faults)
{
  if (!run->is_common) {
    return status;
  }
  hol_status left = hol_lockstep_leave(&run->common, status);
  if (run->common.has_parted) {
    hol_faults_add(faults, true, run->problem->analysis.place, "ranks on machines of one kind compute the same",
                   "factors cannot be distributed over these ranks: they have come to different numbers");
  }
  run->is_common = false;
  run->model.common = NULL;
  run->effort.factors = run->common.factors;
  run->effort.factorising = run->common.factorising;
  run->comm = run->options.comm ? *run->options.comm : hol_comm_serial();
  return left;
}
