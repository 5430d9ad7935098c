/* Results as JSON and CSV. */
#include "holonome/holonome.h"
#include "nonlinear/describe.h"
#include "nonlinear/words.h"
#include "output/csv.h"
#include "output/json.h"
#include "result/quantities.h"
#include "spectrum/describe.h"
#include "study/describe.h"
#include "sweep/describe.h"

static hol_status failure_of(const hol_text *text)
{
  return text->failed ? HOL_MEMORY : HOL_OK;
}

hol_status hol_output_json(const hol_result *result, const hol_output_source *source, hol_text *text)
{
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  hol_study_open(&sink, result->problem, source->file);
  HOL_TRY(hol_modes_describe(result, &sink));
  hol_close(&sink);
  return failure_of(text);
}

hol_status hol_output_json_failure(const hol_problem *problem, const hol_output_source *source, hol_status failure,
                                   hol_text *text)
{
  static const hol_quantity error = {.name = "error", .type = HOL_TEXT};
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  hol_study_open(&sink, problem, source->file);
  hol_put_truth(&sink, &hol_quantity_complete, false);
  hol_put_text(&sink, &error, hol_status_text(failure));
  hol_close(&sink);
  return failure_of(text);
}

hol_status hol_output_sweep_json(const hol_sweep *sweep, const hol_problem *problem, const hol_output_source *source,
                                 hol_text *text)
{
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  hol_study_open(&sink, problem, source->file);
  hol_sweep_describe(sweep, &sink);
  hol_close(&sink);
  return failure_of(text);
}

hol_status hol_output_nonlinear_json(const hol_nonlinear_result *result, const hol_problem *problem,
                                     const hol_output_source *source, hol_text *text)
{
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  hol_study_open(&sink, problem, source->file);
  hol_nonlinear_describe(result, &sink);
  hol_put_truth(&sink, &hol_quantity_complete, result->complete);
  hol_close(&sink);
  return failure_of(text);
}

hol_status hol_nonlinear_json(const hol_nonlinear_result *result, hol_text *text)
{
  hol_json json = {.text = text};
  const hol_sink sink = hol_json_sink(&json);
  hol_nonlinear_describe(result, &sink);
  return failure_of(text);
}

hol_status hol_output_csv(const hol_result *result, const hol_output_source *source, hol_text *text)
{
  hol_csv csv = {.text = text};
  const hol_sink sink = hol_csv_sink(&csv);
  hol_study_open(&sink, result->problem, source->file);
  hol_status status = hol_modes_describe(result, &sink);
  hol_close(&sink);
  hol_csv_clear(&csv);
  return status == HOL_OK ? failure_of(text) : status;
}
