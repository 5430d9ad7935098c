/* SPDX-License-Identifier: BSD-3-Clause */
/* Analyses of one problem file: selection, preparation, run, description, tables, comparison with expected values. */
#include "study/study.h"

#include "base/memory.h"
#include "result/quantities.h"
#include "result/words.h"
#include "study/analyses.h"
#include "study/describe.h"
#include "study/whole.h"

#include <stdlib.h>
#include <string.h>

/** Of a study of which some analysis has not been run. */
static const char not_run[] = "not every requested analysis has been run";

/** The analyses asked for; `others`: even where another one runs them. The first one where there are none. */
static void choose(hol_study *study, bool compares)
{
  const hol_analysis_row *row;
  for (size_t i = 0; (row = hol_analysis_row_at(i)) != NULL; i++) {
    if (!row->is_asked(study->problem) || (compares && !row->compare)) {
      continue;
    }
    if (row->runs_others) {
      study->others = study->founds;
      memmove(&study->found[1], &study->found[0], study->founds * sizeof study->found[0]);
      study->found[0] = (struct hol_found){.row = row};
      study->founds = 1;
      return;
    }
    study->found[study->founds++].row = row;
  }
  if (study->founds == 0) {
    study->found[study->founds++].row = hol_analysis_row_at(0);
  }
}

hol_status hol_study_start(hol_study *study, bool compares)
{
  choose(study, compares);
  for (size_t i = 0; i < study->founds; i++) {
    study->found[i].is_due = true;
  }
  for (size_t i = 0; i < study->founds; i++) {
    study->found[i].result = hol_alloc(1, study->found[i].row->size);
    if (!study->found[i].result) {
      return HOL_MEMORY;
    }
  }
  return HOL_OK;
}

void hol_study_clear(hol_study *study)
{
  for (size_t i = 0; i < study->founds; i++) {
    if (study->found[i].result) {
      study->found[i].row->clear(study->found[i].result);
    }
    free(study->found[i].result);
    study->found[i] = (struct hol_found){0};
  }
  study->founds = 0;
  for (size_t i = 0; i < study->notes; i++) {
    free(study->note[i]);
  }
  free(study->note);
  study->note = NULL;
  study->notes = 0;
}

const void *hol_study_result(const hol_study *study, const char *analysis)
{
  for (size_t i = 0; i < study->founds; i++) {
    if (strcmp(study->found[i].row->key, analysis) == 0) {
      return study->found[i].result;
    }
  }
  return NULL;
}

bool hol_study_has_arrays(const hol_problem *problem)
{
  const hol_analysis_row *row;
  bool any = false;
  for (size_t i = 0; (row = hol_analysis_row_at(i)) != NULL; i++) {
    any = any || (row->arrays && row->is_asked(problem));
  }
  return any;
}

hol_status hol_study_prepare(const hol_study *study, bool all, hol_faults *faults)
{
  for (size_t i = 0; i < study->founds; i++) {
    const hol_analysis_row *row = study->found[i].row;
    if (all || row->is_prepared) {
      HOL_TRY(row->prepare(study, faults));
    }
  }
  return HOL_OK;
}

static hol_status worse(hol_status a, hol_status b)
{
  return a > b ? a : b; /* the statuses are listed in the order of severity */
}

void hol_study_run_one(hol_study *study, struct hol_found *found, hol_watch watch, hol_faults *faults)
{
  found->status = found->row->run(study, watch, found->result, faults);
  found->is_due = false;
}

/** Run the analyses, one after another until one fails. Collective. */
static hol_status run_all(hol_study *study, hol_watch watch, hol_faults *faults)
{
  const hol_store store = watch.store;
  bool is_kept = false;
  hol_status worst = HOL_OK;
  for (size_t i = 0; i < study->founds && worst <= HOL_INCOMPLETE && !hol_study_is_stopped(study); i++) {
    struct hol_found *found = &study->found[i];
    bool keeps = found->row->kept && !is_kept;
    watch.store = keeps ? store : (hol_store){0};
    hol_study_run_one(study, found, watch, faults);
    worst = worse(worst, found->status);
    is_kept = is_kept || keeps;
  }
  return worst;
}

hol_status hol_study_run(hol_problem *problem, hol_solve_options options, hol_study *study, hol_faults *faults)
{
  const hol_comm alone = hol_comm_serial(), *comm = options.comm ? options.comm : &alone;
  *study = (hol_study){.file = problem->path, .problem = problem, .comm = comm, .is_told_only = options.is_told_only};
  hol_status status = comm->agree(comm->handle, hol_study_start(study, false));
  status = status == HOL_OK ? hol_study_prepare(study, options.dry_run, faults) : status;
  if (status == HOL_OK && !options.dry_run) {
    status = run_all(study, options.watch, faults);
    bool has_found = comm->rank == 0 && status <= HOL_INCOMPLETE;
    status = worse(status, comm->agree(comm->handle, has_found ? hol_study_remark(study) : HOL_OK));
  }
  study->comm = options.comm;
  return status;
}

bool hol_study_is_stopped(const hol_study *study)
{
  bool stopped = false;
  for (size_t i = 0; i < study->founds; i++) {
    const struct hol_found *found = &study->found[i];
    stopped = stopped || (found->status == HOL_INCOMPLETE && found->row->is_stopped(found->result));
  }
  return stopped;
}

hol_status hol_study_failure(const hol_study *study)
{
  hol_status failure = HOL_OK;
  for (size_t i = 0; i < study->founds; i++) {
    const struct hol_found *found = &study->found[i];
    failure = worse(failure, found->is_due ? HOL_INCOMPLETE : found->status > HOL_INCOMPLETE ? found->status : HOL_OK);
  }
  return failure;
}

const char *hol_study_keeps(const hol_study *study)
{
  const char *kept = "";
  for (size_t i = study->founds; i-- > 0;) {
    kept = study->found[i].row->kept ? study->found[i].row->kept : kept;
  }
  return kept;
}

static bool is_complete(const struct hol_found *found)
{
  return found->status == HOL_OK && found->row->is_complete(found->result);
}

/** Is all that the file asks for found and proved? */
static bool is_all_complete(const hol_study *study)
{
  bool is = true;
  for (size_t i = 0; i < study->founds; i++) {
    is = is && is_complete(&study->found[i]);
  }
  return is;
}

/** Of several analyses each: the one `complete` beside the problem is of all. */
static void describe_completeness(const hol_study *study, const hol_sink *sink)
{
  static const hol_quantity each = {.name = "completeness", .type = HOL_MAP, .text = "of each analysis"},
                            one = {.type = HOL_TRUTH};
  if (study->founds < 2) {
    return;
  }
  hol_open(sink, &each);
  for (size_t i = 0; i < study->founds; i++) {
    hol_put_name(sink, study->found[i].row->key);
    hol_put_truth(sink, &one, is_complete(&study->found[i]));
  }
  hol_close(sink);
}

/** One analysis: in a record of its own, or beside the problem.
 *  @param[in] tell    that of its row; NULL: it has nothing to tell
 *  @param[in] beside  as told there */
static hol_status tell_one(const struct hol_found *found, hol_status (*tell)(const void *result, const hol_sink *sink),
                           const hol_sink *sink, const hol_sink *beside)
{
  const hol_quantity record = {.name = found->row->key, .type = HOL_RECORD, .flags = HOL_BLOCK, .items = 4};
  if (!tell || found->row->has_own_place) {
    return tell ? tell(found->result, beside) : HOL_OK;
  }
  hol_open(sink, &record);
  HOL_TRY(tell(found->result, sink));
  hol_close(sink);
  return HOL_OK;
}

hol_status hol_study_arrays(const hol_study *study, const hol_sink *sink)
{
  hol_whole whole = {.to = sink, .is_complete = is_all_complete(study)};
  const hol_sink beside = hol_whole_sink(&whole);
  for (size_t i = 0; i < study->founds; i++) {
    HOL_TRY(tell_one(&study->found[i], study->found[i].row->arrays, sink, &beside));
  }
  if (!whole.is_told && !study->found[0].row->runs_others) { /* a sweep tells that of each point */
    hol_put_truth(sink, &hol_quantity_complete, whole.is_complete);
  }
  return HOL_OK;
}

/** All of them; whether all are complete stands where an analysis tells that beside the problem, else behind them. */
static hol_status describe_each(const hol_study *study, const hol_sink *sink)
{
  hol_whole whole = {.to = sink, .is_complete = is_all_complete(study)};
  const hol_sink beside = hol_whole_sink(&whole);
  for (size_t i = 0; i < study->founds; i++) {
    HOL_TRY(tell_one(&study->found[i], study->found[i].row->describe, sink, &beside));
  }
  if (!whole.is_told) {
    hol_put_truth(sink, &hol_quantity_complete, whole.is_complete);
  }
  describe_completeness(study, sink);
  return HOL_OK;
}

static void describe_notes(const hol_study *study, const hol_sink *sink)
{
  static const hol_quantity notes = {.name = "notes", .type = HOL_LIST}, note = {.type = HOL_TEXT};
  if (study->notes == 0) {
    return;
  }
  hol_open(sink, &notes);
  for (size_t i = 0; i < study->notes; i++) {
    hol_put_text(sink, &note, study->note[i]);
  }
  hol_close(sink);
}

hol_status hol_study_describe(const hol_study *study, const hol_sink *sink)
{
  hol_study_open(sink, study->problem, study->file);
  HOL_TRY(describe_each(study, sink));
  describe_notes(study, sink);
  hol_close(sink);
  return HOL_OK;
}

/** A table behind others of the same file: its title, which they have, is left out. */
static hol_status put_behind(const hol_study *study, const struct hol_found *found, hol_text *text)
{
  const char *words = study->problem->title;
  hol_text title = {0}, own = {0};
  if (words && *words) {
    hol_words_wrap(&title, "", 0, words);
  }
  hol_status status = found->row->table(study, found->result, &own);
  bool has_title = title.size > 0 && own.size > title.size && memcmp(own.data, title.data, title.size) == 0;
  size_t from = has_title ? title.size : 0;
  hol_text_add(text, "\n");
  hol_text_put(text, own.size > 0 ? own.data + from : "", own.size - from);
  text->failed = text->failed || own.failed || title.failed;
  hol_text_clear(&own);
  hol_text_clear(&title);
  return status;
}

hol_status hol_write_table(const hol_study *study, hol_text *text)
{
  hol_status failure = hol_study_failure(study);
  if (failure != HOL_OK) {
    hol_text_add(text, "No result: %s\n", failure == HOL_INCOMPLETE ? not_run : hol_status_text(failure));
    return text->failed ? HOL_MEMORY : HOL_OK;
  }
  for (size_t i = 0; i < study->founds; i++) {
    const struct hol_found *found = &study->found[i];
    HOL_TRY(i > 0 ? put_behind(study, found, text) : found->row->table(study, found->result, text));
  }
  hol_text_put(text, "\n", study->notes > 0 ? 1 : 0);
  for (size_t i = 0; i < study->notes; i++) {
    hol_words_wrap(text, "note: ", strlen("note: "), study->note[i]);
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}

void hol_study_excuse(const hol_study *study, hol_text *text)
{
  for (size_t i = 0; i < study->founds; i++) {
    if (study->found[i].row->excuse) {
      study->found[i].row->excuse(study->found[i].result, text);
    }
  }
}

/** @param[in,out] total  what each comparison says, and how many numbers were compared */
static hol_status compare_found(const hol_study *study, const struct hol_found *found, hol_comparison *total)
{
  hol_comparison own = {0};
  hol_status status = found->row->compare(study, found->result, found->status, &own);
  bool is_off = own.line.size > 0;
  hol_text_add(&total->line, "%s%s", is_off && total->line.size ? "; " : "", is_off ? own.line.data : "");
  hol_text_put(&total->words, own.words.data, own.words.size);
  total->line.failed = total->line.failed || own.line.failed || own.words.failed;
  total->compared += own.compared;
  total->differences += own.differences;
  total->what = total->what ? "numbers" : found->row->compared;
  hol_comparison_clear(&own);
  return status == HOL_OK && is_off ? HOL_INCOMPLETE : status;
}

hol_status hol_compare(const hol_study *study, hol_comparison *comparison)
{
  hol_status worst = HOL_OK;
  bool can_compare = false;
  *comparison = (hol_comparison){0};
  hol_status failure = hol_study_failure(study);
  if (failure != HOL_OK || hol_study_is_stopped(study)) {
    hol_text_add(&comparison->line, "not compared: %s",
                 failure > HOL_INCOMPLETE    ? hol_status_text(failure)
                 : failure == HOL_INCOMPLETE ? not_run
                                             : "stopped before the end");
    return comparison->line.failed ? HOL_MEMORY : HOL_INCOMPLETE;
  }
  for (size_t i = 0; i < study->founds; i++) {
    if (study->found[i].row->compare) {
      worst = worse(worst, compare_found(study, &study->found[i], comparison));
      can_compare = true;
    }
  }
  if (can_compare && comparison->compared == 0 && study->problem->expect_count == 0) {
    hol_text rest = comparison->line;
    comparison->line = (hol_text){.failed = rest.failed};
    hol_text_add(&comparison->line, "nothing to compare, the file has no `expect`%s%s", rest.size ? "; " : "",
                 rest.size ? rest.data : "");
    hol_text_clear(&rest);
    worst = worst == HOL_OK ? HOL_INCOMPLETE : worst;
  }
  return comparison->line.failed || comparison->words.failed ? HOL_MEMORY : worst;
}
