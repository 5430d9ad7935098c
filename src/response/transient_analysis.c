#include "problem/grammar.h"
#include "response/transient_coupled.h"
#include "response/transient_modes.h"

hol_status hol_transient_run(const hol_problem *problem, hol_solve_options options, hol_transient *result,
                             hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  *result = (hol_transient){.problem = problem, .request = hol_request_of(problem, &hol_transient_grammar)};
  HOL_TRY(comm->agree(comm->handle,
                      hol_proportional_find(problem, result->request->law, &result->is_coupled, &result->law, faults)));
  return result->is_coupled ? hol_transient_couple(options, result, faults)
                            : hol_transient_superpose(options, result, faults);
}

static bool is_asked(const hol_problem *problem)
{
  return hol_request_of(problem, &hol_transient_grammar) != NULL;
}

static hol_status prepare(const hol_study *study, hol_faults *faults)
{
  return study->comm->agree(study->comm->handle, hol_transient_check(study->problem, faults));
}

static hol_status run(const hol_study *study, hol_watch watch, void *result, hol_faults *faults)
{
  const hol_solve_options options = {.comm = study->comm, .watch = watch};
  return hol_transient_run(study->problem, options, result, faults);
}

static bool is_stopped(const void *result)
{
  return ((const hol_transient *)result)->stopped;
}

static hol_status table(const hol_study *study, const void *result, hol_text *text)
{
  (void)study;
  return hol_transient_table(result, text);
}

static hol_status compare(const hol_study *study, const void *result, hol_status status, hol_comparison *c)
{
  (void)study;
  hol_transient_compare(result, c);
  if (status == HOL_INCOMPLETE) {
    hol_text_add(&c->line, "%snot everything is proved", c->line.size ? "; " : "");
  }
  return c->words.failed || c->line.failed ? HOL_MEMORY : HOL_OK;
}

static void clear(void *result)
{
  hol_transient_clear(result);
}

const hol_analysis_row hol_transient_row = {.key = "transient",
                                            .has_record = true,
                                            .counted = "frequencies",
                                            .then = "modes",
                                            .is_asked = is_asked,
                                            .prepare = prepare,
                                            .run = run,
                                            .is_stopped = is_stopped,
                                            .describe = hol_transient_describe,
                                            .rows = hol_transient_rows,
                                            .arrays = hol_transient_arrays,
                                            .table = table,
                                            .compared = "numbers",
                                            .compare = compare,
                                            .size = sizeof(hol_transient),
                                            .clear = clear};
