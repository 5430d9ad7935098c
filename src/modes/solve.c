/* SPDX-License-Identifier: BSD-3-Clause */
/* hol_solve() and hol_solve_frequencies(): prestress, model, search, modes and report of one run. */
#include "base/clock.h"
#include "base/memory.h"
#include "modes/frequencies.h"
#include "modes/run.h"
#include "statics/neglected.h"

/** Number of parts from which on memory freed by reading and modelling is returned. */
enum { MANY_PARTS = 2000 };

hol_status hol_run_build(hol_run *run, hol_faults *faults)
{
  const hol_model_request request = {.exact = run->problem->analysis.exact,
                                     .reactions = run->problem->analysis.reactions};
  HOL_TRY(hol_model_make(run->problem, request, &run->model, faults));
  if (run->problem->analysis.sensitivity_count == 0) {
    hol_layout_close(run->model.own_layout);
  }
  run->model.common = run->is_common ? &run->common : NULL;
  HOL_TRY(hol_model_find_zero_modes(&run->model, faults));
  if (run->problem->part_count > MANY_PARTS) {
    hol_trim();
  }
  bool wants = run->problem->analysis.effective.is_asked && !run->only_frequencies;
  return wants ? hol_rigid_make(&run->model, &run->rigid, faults) : HOL_OK;
}

/** What else is borne at rest has no effect on frequencies. */
static hol_status note_neglected(hol_result *result, unsigned which)
{
  hol_text words = {0};
  hol_text_add(&words, "not in it, what is borne at rest besides: ");
  hol_neglected_put(which, &words);
  hol_status status = words.failed ? HOL_MEMORY : hol_run_note(result, hol_format("%s", words.data));
  hol_text_clear(&words);
  return status;
}

/** Axial forces at rest go into the problem. */
static hol_status stress(hol_run *run, hol_faults *faults)
{
  HOL_TRY(hol_prestress_by_loads(run->problem, run->model.cancellation, &run->prestressed, faults));
  const hol_prestressed *made = &run->prestressed;
  run->problem = &made->problem;
  HOL_TRY(hol_run_note(run->result, hol_format("axial forces of the structure at rest are in it: from %.6g N to %.6g N",
                                               made->least, made->greatest)));
  return made->neglected ? note_neglected(run->result, made->neglected) : HOL_OK;
}

/** What is left when all modes are made. Collective. */
static hol_status conclude(hol_run *run)
{
  HOL_TRY(hol_run_collect_effort(run));
  run->has_modes = true;
  hol_status status = run->comm.rank == 0 ? hol_run_conclude(run) : HOL_OK;
  if (run->comm.rank == 0 && run->rigid.count && (status == HOL_OK || status == HOL_INCOMPLETE)) {
    hol_status checked = hol_run_effective(run);
    status = checked == HOL_OK ? status : checked;
  }
  return status;
}

static hol_status solve_problem(hol_run *run, hol_faults *faults)
{
  double start = hol_seconds(), tolerance = run->problem->analysis.tolerance;
  run->model.cancellation = (hol_cancellation){hol_run_proceed, run};
  if (run->problem->analysis.prestress) {
    HOL_TRY(hol_run_agree(run, stress(run, faults)));
  }
  hol_status built = hol_run_build(run, faults);
  built = built == HOL_NUMERICAL && hol_run_check_magnitudes(run, faults) == HOL_INVALID ? HOL_INVALID : built;
  HOL_TRY(hol_run_agree(run, built == HOL_OK ? hol_run_report_model(run) : built));
  if (run->options.dry_run) {
    return hol_run_agree(run, hol_run_describe(run));
  }
  HOL_TRY(hol_run_agree(run, hol_run_check_magnitudes(run, faults)));
  run->result->seconds_model = hol_seconds() - start;
  start = hol_seconds();
  hol_status found = run->model.exact || !(tolerance > 0) /* collective */
                         ? hol_run_attempt(run, run->problem->analysis.modes, run->problem->analysis.order)
                         : hol_run_attempt_to(run, tolerance);
  HOL_TRY(hol_run_agree(run, hol_run_explain(run, found, faults)));
  HOL_TRY(hol_run_agree(run, hol_run_describe(run)));
  run->result->unknowns = run->system.fixed;
  HOL_TRY(hol_run_modes(run));
  HOL_TRY(hol_run_collect_modes(run));
  HOL_TRY(hol_run_end_common(run, HOL_OK, faults));
  hol_status status = conclude(run);
  run->result->seconds_solve = hol_seconds() - start;
  return hol_run_agree(run, status);
}

static hol_status solve_run(hol_run *run, hol_faults *faults)
{
  run->comm = run->options.comm ? *run->options.comm : hol_comm_serial();
  run->farm = (hol_farm){.comm = &run->comm, .watch = run->options.watch, .total = 1};
  *run->result = (hol_result){.problem = run->problem};
  size_t before = faults->errors;
  hol_status status = hol_run_begin_common(run);
  status = status == HOL_OK ? solve_problem(run, faults) : status;
  status = hol_run_end_common(run, status, faults);
  bool is_unnamed = status == HOL_NUMERICAL || (status == HOL_INVALID && faults->errors == before);
  if (status == HOL_NUMERICAL && faults->errors == before) {
    status = hol_run_fault_compression(run, faults);
    is_unnamed = status == HOL_NUMERICAL;
  }
  status = is_unnamed ? hol_run_fault_unusual_number(run, faults) : status;
  if (status == HOL_NUMERICAL && faults->errors == before) {
    hol_run_fault_reactions(run, faults);
  }
  run->result->stopped = status == HOL_INCOMPLETE && !run->has_modes && !run->options.dry_run;
  if (run->result->constraint) {
    run->model.own_layout->constraint = NULL; /* the result owns them now */
  }
  if (run->result->spring) {
    run->model.own_layout->spring = NULL; /* and these */
  }
  if (run->result->component) {
    run->model.own_layout->component = NULL; /* and what they are called */
    run->model.own_layout->component_count = 0;
  }
  hol_run_discard(run);
  hol_index_give(&run->index, run->result);
  hol_index_clear(&run->index);
  hol_sensitivities_clear(&run->sensitivities);
  hol_rigid_clear(&run->rigid);
  hol_model_clear(&run->model);
  hol_prestressed_clear(&run->prestressed);
  return status;
}

hol_status hol_solve(const hol_problem *problem, hol_solve_options options, hol_result *result, hol_faults *faults)
{
  hol_run run = {.problem = problem, .options = options, .result = result};
  return solve_run(&run, faults);
}

hol_status hol_solve_frequencies(const hol_problem *problem, hol_solve_options options, hol_result *result,
                                 hol_faults *faults)
{
  hol_run run = {.problem = problem, .options = options, .result = result, .only_frequencies = true};
  return solve_run(&run, faults);
}
