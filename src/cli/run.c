/* SPDX-License-Identifier: BSD-3-Clause */
/* The commands `run` and `check`: read, diagnose and solve all problem files; write tables, outputs and exports. */
#include "result/words.h"
#include "cli/run.h"

#include "base/memory.h"
#include "cli/checkpoint.h"
#include "cli/export.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/rehearsal.h"
#include "cli/tables.h"
#include "problem/yaml.h"
#include "result/analysis.h"
#include "study/formats.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* With several files all are read and diagnosed before any is solved, so that a fault in the last one is not found
   after hours. */

/** One problem file on its way. {0} is empty. */
typedef struct job {
  const char *file; /**< as it is named to the user */
  const char *path; /**< where it is read from; "-": standard input */
  char *folder;     /**< where the files are that it is read with; NULL: the current one. Owned */
  hol_problem problem;
  hol_faults faults;
  size_t faults_told; /**< of these, already on standard error */
  hol_study study;    /**< its analyses, and what they have found */
  checkpoint kept;    /**< what a long run has found so far */
  bool is_written;    /**< there may be files of it */
  hol_status status;
} job;

/** A file of several that one path asks for. */
typedef struct piece {
  hol_text name, text;
} piece;

/** All files, and what is to be written at the end. */
typedef struct work {
  const cli_options *options;
  const hol_comm *comm;
  bool on_terminal;                 /**< standard error is */
  job *jobs;                        /**< [options->file_count], owned */
  hol_text output[HOL_FORMATS_MAX]; /**< the results of all files so far */
  cli_spill spill[HOL_FORMATS_MAX]; /**< what of these is no longer in memory */
  piece *piece;                     /**< [pieces] of outputs of several files, but for the file of their path. Owned */
  size_t pieces, room;
  cli_tables tables;  /**< the analyses of all files, each of which has a table in CSV */
  bool output_failed; /**< standard output takes no more, which is told */
  bool is_refused;    /**< a format has nothing to write, as was said */
  bool is_blocked;    /**< some file has faults or cannot be read: nothing is written over */
} work;

static hol_status worse(hol_status a, hol_status b)
{
  return a > b ? a : b; /* the statuses are listed in the order of severity */
}

/** Rank 0 reads, writes and speaks; the others know the same and are silent. */
static bool is_speaker(const work *all)
{
  return all->comm->rank == 0;
}

/** The worst status of all ranks, so that all take the same way. Collective. */
static hol_status agree(const work *all, hol_status status)
{
  return all->comm->agree(all->comm->handle, status);
}

/** Words to standard error. */
static void say(const work *all, const hol_text *text)
{
  if (is_speaker(all)) {
    cli_files_tell(text);
  }
}

/** `holonome: path: reason`. */
static void report_about(const work *all, const char *path, const char *reason)
{
  hol_text text = {0};
  hol_text_add(&text, "holonome: ");
  (void)hol_words_add(&text, path, strlen(path), SIZE_MAX);
  hol_text_add(&text, ": %s\n", reason);
  say(all, &text);
  hol_text_clear(&text);
}

/** Complain of a failed call on a path: a system's reason for HOL_FILE.
 *  @return status */
static hol_status tell_failure(const work *all, const char *path, hol_status status)
{
  int reason = errno;
  report_about(all, path, status == HOL_FILE ? strerror(reason) : hol_status_text(status));
  return status;
}

/** Text to standard output. Its failure is told once; the work goes on, other outputs may be all right. A reader that
 *  has read enough is no failure to speak of. */
static hol_status put_output(work *all, const cli_spill *spill, const hol_text *text)
{
  if (text->failed) {
    return HOL_MEMORY;
  }
  if (all->output_failed) {
    return HOL_FILE;
  }
  if (is_speaker(all) && cli_files_put_all(STDOUT_FILENO, spill, text) != HOL_OK) {
    all->output_failed = true;
    return errno == EPIPE ? HOL_FILE : tell_failure(all, "standard output", HOL_FILE);
  }
  return HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ one file */

/** What rank 0 has to say; without an error of its own that of the first rank which has one: a file may be missing on
 *  one machine only, counts contradict each other where only one rank has counted. Collective. */
static hol_status say_first(const work *all, const hol_text *own, bool has_error)
{
  char *texts = NULL;
  size_t *sizes = NULL;
  bool is_told = is_speaker(all) || has_error;
  hol_status status = all->comm->collect(all->comm->handle, own->data, is_told ? own->size : 0, &texts, &sizes);
  say(all, own);
  for (size_t r = 1, at = sizes ? sizes[0] : 0; sizes && !has_error && r < all->comm->size; at += sizes[r], r++) {
    if (sizes[r] > 0) {
      hol_text other = {0};
      hol_text_put(&other, texts + at, sizes[r]);
      say(all, &other);
      status = worse(status, other.failed ? HOL_MEMORY : HOL_OK);
      hol_text_clear(&other);
      break;
    }
  }
  free(texts);
  free(sizes);
  return status;
}

/** Tell the faults found since the last time; remarks alone only where they are wanted. Collective. */
static void tell_faults(job *one, const work *all)
{
  hol_status status = HOL_OK;
  hol_text text = {0};
  hol_faults fresh = one->faults;
  fresh.item += one->faults.item ? one->faults_told : 0;
  fresh.count -= one->faults_told;
  if (fresh.count > 0 && (!all->options->quiet || one->faults.errors > 0)) {
    hol_faults_sort(&fresh);
    status = hol_faults_text(&fresh, one->file, one->problem.bytes, one->problem.size, &text);
  }
  status = worse(status, say_first(all, &text, one->faults.errors > 0));
  hol_text_clear(&text);
  one->status = worse(one->status, status);
  one->faults_told = one->faults.count;
}

/** Was an analysis ended by a signal? */
static bool is_stopped(const job *one)
{
  return one->status == HOL_INCOMPLETE && hol_study_is_stopped(&one->study);
}

/** Is there a result that can be shown? */
static bool has_result(const job *one)
{
  return one->status == HOL_OK || (one->status == HOL_INCOMPLETE && !is_stopped(one));
}

/** Why a problem file cannot be read, and which may be meant if it is not there. */
static void tell_unread(const work *all, const job *one)
{
  int reason = errno;
  hol_text words = {0}, meant = {0};
  if (reason == ENOENT) {
    cli_files_meant(one->path, &meant);
  }
  hol_text_add(&words, "%s%s", strerror(reason), meant.size ? "; did you mean `" : "");
  (void)hol_words_add(&words, meant.data ? meant.data : "", meant.size, SIZE_MAX);
  hol_text_add(&words, "%s", meant.size ? "`?" : "");
  report_about(all, one->file, words.data ? words.data : "");
  hol_text_clear(&words);
  hol_text_clear(&meant);
}

/** The bytes of a problem file from rank 0 to all; why it cannot be read is told. Collective. */
static hol_status share_bytes(const job *one, const work *all, hol_text *bytes)
{
  hol_status status = is_speaker(all) ? cli_files_read(one->path, HOL_FILE_SIZE_MAX, bytes) : HOL_OK;
  if (status == HOL_FILE) {
    tell_unread(all, one);
  }
  HOL_TRY(agree(all, status));
  return all->comm->broadcast(all->comm->handle, &bytes->data, &bytes->size);
}

/** Read a problem from the bytes of its file. Not collective: other files are read by every rank itself. */
static hol_status read_problem(job *one, const cli_options *options, const hol_text *bytes)
{
  const char *slash = strrchr(one->file, '/');
  one->folder = slash ? hol_alloc_text(one->file, slash > one->file ? (size_t)(slash - one->file) : 1) : NULL;
  if (slash && !one->folder) {
    return HOL_MEMORY;
  }
  const hol_read_options with = {.set = options->set, .set_count = options->set_count, .folder = one->folder};
  HOL_TRY(hol_read(bytes->data, bytes->size, with, &one->problem, &one->faults));
  const cli_export exported = {&one->problem, one->folder, options->force};
  return cli_export_check(&exported, one->path, &one->faults);
}

/** Read a problem file into a job. Collective. */
static void job_read(job *one, const work *all)
{
  hol_text bytes = {0};
  one->status = share_bytes(one, all, &bytes);
  if (one->status == HOL_OK) {
    one->status = agree(all, read_problem(one, all->options, &bytes));
  }
  hol_text_clear(&bytes);
}

/** What is shown of a run. */
typedef struct show {
  progress *line;
  const hol_analysis_row *row;
} show;

static bool proceed(void *context, size_t done, size_t total, size_t points)
{
  const show *s = context;
  if (s->row->is_told_along) {
    progress_along(s->line, done, total, points);
  } else {
    progress_show(s->line, done, total, done < total ? s->row->counted : s->row->then);
  }
  return !cli_interrupt_came();
}

/** Run one of the analyses. The first one that keeps anything has the checkpoint. Collective. */
static void job_run(job *one, const work *all, struct hol_found *found, bool *is_kept)
{
  bool keeps = found->row->kept && !*is_kept;
  bool shows = is_speaker(all) && !all->options->quiet && all->on_terminal;
  progress line = progress_start(shows, rehearsal_read(all->comm->rank).renewal);
  show shown = {&line, found->row};
  hol_watch watch = {
      .progress = proceed, .context = &shown, .store = keeps ? checkpoint_store(&one->kept) : (hol_store){0}};
  hol_study_run_one(&one->study, found, watch, &one->faults);
  progress_end(&line);
  *is_kept = *is_kept || keeps;
}

/** Run its analyses, one after another until one fails. Faults are told by the caller. Collective. */
static void job_solve(job *one, const work *all)
{
  bool is_kept = false;
  for (size_t i = 0; i < one->study.founds && has_result(one); i++) {
    job_run(one, all, &one->study.found[i], &is_kept);
    one->status = worse(one->status, one->study.found[i].status);
  }
  if (has_result(one)) {
    one->status = worse(one->status, agree(all, is_speaker(all) ? hol_study_remark(&one->study) : HOL_OK));
  }
}

/** Has no output more of modes than JSON? Then no more need be kept. */
static bool is_told_only(const cli_options *options)
{
  bool is_told = true;
  for (size_t i = 0; i < hol_format_count; i++) {
    is_told = is_told && !(options->output[i] && hol_output_formats[i].tells_all);
  }
  return is_told;
}

/** Read a file and, where it is not solved at once, find its mechanical faults, too. Collective. */
static void job_prepare(job *one, const work *all)
{
  bool is_all = all->options->dry_run || all->options->file_count > 1;
  job_read(one, all);
  one->study = (hol_study){.file = one->file, .problem = &one->problem, .comm = all->comm, .unit = all->options->unit};
  one->study.drawn_first = all->options->drawn_first;
  one->study.drawn_last = all->options->drawn_last;
  one->study.is_told_only = is_told_only(all->options);
  if (one->status == HOL_OK) {
    one->status = agree(all, hol_study_start(&one->study, all->options->command == COMMAND_CHECK));
  }
  if (one->status == HOL_OK) {
    one->status = hol_study_prepare(&one->study, is_all, &one->faults);
  }
  tell_faults(one, all);
  one->status = agree(all, one->status);
  if (one->status == HOL_NUMERICAL || one->status == HOL_MEMORY) {
    (void)tell_failure(all, one->file, one->status);
  }
}

/** What was found earlier, for --resume, and a place for what is found now. Collective.
 *  @return HOL_FILE if the checkpoint does not fit, which is told */
static hol_status job_open(job *one, const work *all)
{
  checkpoint_kind kind;
  checkpoint_of of = {one->file, one->problem.identity, hol_study_keeps(&one->study)};
  hol_status status = checkpoint_open(&one->kept, of, all->options, all->comm, &kind);
  const char *base = one->kept.base ? one->kept.base : one->file;
  one->is_written = kind != CHECKPOINT_NONE && !one->kept.is_taken;
  if (status == HOL_FILE) {
    bool is_read = kind != CHECKPOINT_NONE && kind != CHECKPOINT_FITS;
    report_about(all, base, is_read ? checkpoint_words(kind) : strerror(errno));
  } else if (status == HOL_OK && !all->options->quiet && all->options->resume && kind == CHECKPOINT_NONE) {
    report_about(all, base, "not found, this run starts from the beginning");
  } else if (status == HOL_OK && !all->options->quiet && !all->options->resume && kind == CHECKPOINT_FITS) {
    report_about(all, base, "an earlier run has left results here; they are used with --resume only");
  }
  return status;
}

/** After a run that was stopped or has failed: what is kept, and how to go on. Collective. */
static void job_close(job *one, const work *all)
{
  checkpoint *kept = &one->kept;
  bool must_go_on = !has_result(one);
  bool would_fail = one->status == HOL_INVALID; /* again, with the same file */
  bool writes = checkpoint_close(kept, must_go_on && !would_fail);
  one->is_written = agree(all, one->is_written || writes ? HOL_INCOMPLETE : HOL_OK) != HOL_OK;
  if ((kept->has_failed || kept->is_taken) && (must_go_on || !all->options->quiet)) {
    hol_text reason = {0};
    hol_text_add(&reason, "%s; results of this run are not kept for --resume", checkpoint_trouble(kept));
    report_about(all, kept->path, reason.failed ? checkpoint_trouble(kept) : reason.data);
    hol_text_clear(&reason);
  }
  if (is_stopped(one)) {
    report_about(all, one->file, "stopped before the end");
  }
  if (must_go_on && one->is_written) {
    report_about(all, kept->base ? kept->base : one->file,
                 would_fail ? "keeps the results before the error, for this file and these values of --set only"
                            : "keeps the results so far; to continue, add --resume to the same command");
  }
}

/** Solve a file for good. Collective. */
static void job_finish(job *one, const work *all)
{
  one->status = job_open(one, all);
  if (one->status != HOL_OK) {
    return;
  }
  cli_interrupt_watch();
  job_solve(one, all);
  job_close(one, all);
  cli_interrupt_unwatch();
  tell_faults(one, all);
  one->status = agree(all, one->status);
}

/** Tell what hindered an export, or what was left out of it: what was solved is as it was. */
static void tell_export(const job *one, const work *all, hol_faults *faults)
{
  if (faults->count > 0 && (!all->options->quiet || faults->errors > 0)) {
    hol_text text = {0};
    hol_faults told = *faults;
    told.errors = 0; /* nothing is said of what was solved */
    if (hol_faults_text(&told, one->file, one->problem.bytes, one->problem.size, &text) == HOL_OK) {
      say(all, &text);
    } else {
      (void)tell_failure(all, one->file, HOL_MEMORY);
    }
    hol_text_clear(&text);
  }
}

/** The structure as matrices that can be a part of another problem. Collective. */
static hol_status job_export(const job *one, const work *all)
{
  hol_status status = HOL_OK;
  if (one->problem.exported.file && has_result(one) && is_speaker(all) && all->options->command == COMMAND_RUN) {
    hol_text failed = {0};
    hol_faults faults = {0};
    const cli_export what = {&one->problem, one->folder, all->options->force};
    status = cli_export_write(&what, &faults, &failed);
    if (status != HOL_OK && status != HOL_INVALID) {
      (void)tell_failure(all, failed.data ? failed.data : one->problem.exported.file, status);
    }
    tell_export(one, all, &faults);
    hol_text_clear(&failed);
    hol_faults_clear(&faults);
  }
  return agree(all, status);
}

/** Free what is not needed any more once the result is told. */
static void job_clear(job *one)
{
  hol_study_clear(&one->study);
  hol_faults_clear(&one->faults);
  hol_problem_clear(&one->problem);
  free(one->folder);
  one->folder = NULL;
}

/* ------------------------------------------------------------------------------------------------ results */

/** Add what a file gives to one of the outputs. */
static hol_status collect_as(work *all, const job *one, const hol_output_format *format, bool is_standard,
                             hol_text *text)
{
  if (!has_result(one) && !format->write_failure) {
    return HOL_OK;
  }
  bool is_first = text->size + text->drained == 0;
  hol_text_add(text, "%s", !is_first ? format->between : all->options->file_count > 1 ? format->before : "");
  return !has_result(one)                        ? format->write_failure(&one->study, one->status, text)
         : is_standard && format->write_standard ? format->write_standard(&one->study, text)
                                                 : format->write(&one->study, text);
}

/** The files of an output of several: the first in place of the one that others have. */
static hol_status collect_series(work *all, const job *one, const hol_output_format *format, const char *path,
                                 hol_text *first)
{
  hol_text name = {0};
  HOL_TRY(has_result(one) ? format->write_series(&one->study, path, 0, &name, first) : HOL_OK);
  hol_text_clear(&name);
  for (size_t k = 1; has_result(one); k++) {
    if (!hol_grow(&all->piece, &all->room, all->pieces + 1, sizeof *all->piece)) {
      return HOL_MEMORY;
    }
    piece *next = &all->piece[all->pieces++];
    HOL_TRY(format->write_series(&one->study, path, k, &next->name, &next->text));
    if (next->name.size == 0) {
      all->pieces--;
      return HOL_OK;
    }
  }
  return HOL_OK;
}

/** Does a format write a file for each analysis? */
static bool is_split(const work *all, const hol_output_format *format)
{
  return format->write_of && all->tables.count > 1;
}

/** Collect what is to be written. */
static hol_status collect_results(work *all, const job *one)
{
  for (size_t i = 0; i < hol_format_count && is_speaker(all); i++) {
    const hol_output_format *format = &hol_output_formats[i];
    const char *path = all->options->output[i];
    bool is_series = path && format->is_series && format->is_series(path);
    if (path && format->is_streamed) {
      all->spill[i].path = path;
      all->output[i].drain = cli_spill_take;
      all->output[i].context = &all->spill[i];
      all->output[i].beside = cli_files_is_standard(path) ? NULL : path;
    }
    bool is_in_tables = path && is_split(all, format);
    hol_status status = is_series      ? collect_series(all, one, format, path, &all->output[i])
                        : is_in_tables ? (has_result(one) ? cli_tables_take(&all->tables, format, &one->study) : HOL_OK)
                        : path         ? collect_as(all, one, format, cli_files_is_standard(path), &all->output[i])
                                       : HOL_OK;
    if (status == HOL_USAGE) {
      report_about(all, path, format->refusal);
      all->is_refused = true;
    } else if (status != HOL_OK && format->missing) {
      report_about(all, path, status == HOL_FILE ? format->missing : hol_status_text(status));
    }
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** Does an output take the place of the table? */
static bool is_output_taken(const work *all)
{
  bool taken = false;
  for (size_t i = 0; i < hol_format_count; i++) {
    taken = taken || (hol_output_formats[i].is_text && cli_files_is_standard(all->options->output[i]));
  }
  return taken;
}

/** The table, headed by the name of the file if there are several. */
static hol_status put_table(work *all, const job *one)
{
  const cli_options *options = all->options;
  if (options->quiet || is_output_taken(all)) {
    return HOL_OK;
  }
  hol_text text = {0};
  if (options->file_count > 1) {
    hol_text_add(&text, "%s== ", one == all->jobs ? "" : "\n");
    (void)hol_words_add(&text, one->file, strlen(one->file), SIZE_MAX);
    hol_text_add(&text, "\n");
  }
  hol_status status = hol_write_table(&one->study, &text);
  status = status == HOL_OK ? put_output(all, NULL, &text) : status;
  hol_text_clear(&text);
  return status;
}

/** One line on a checked file. */
static hol_status put_check(work *all, const job *one)
{
  hol_comparison total = {0};
  hol_text line = {0};
  hol_status status = HOL_OK;
  if (has_result(one)) {
    status = hol_compare(&one->study, &total);
  } else {
    hol_text_add(&total.line, "not checked, %s", hol_status_text(one->status));
  }
  if (total.line.size > 0) {
    (void)hol_words_add(&line, one->file, strlen(one->file), SIZE_MAX);
    hol_text_add(&line, ": %s\n", total.line.data);
  } else if (!all->options->quiet) {
    (void)hol_words_add(&line, one->file, strlen(one->file), SIZE_MAX);
    hol_text_add(&line, ": ok, ");
    hol_comparison_agree(&line, total.compared, total.what ? total.what : "numbers");
    hol_text_add(&line, "\n");
  }
  if (total.line.failed || line.failed) {
    status = HOL_MEMORY;
  }
  if (is_output_taken(all)) {
    say(all, &line); /* standard output is taken */
  } else if (line.size > 0) {
    status = worse(status, put_output(all, NULL, &line));
  }
  hol_text_clear(&line);
  hol_comparison_clear(&total);
  return status;
}

/** Everything that is said of one solved (or failed) file. */
static hol_status put_result(work *all, const job *one)
{
  if (!is_speaker(all)) {
    return HOL_OK;
  }
  if (is_stopped(one)) {
    return HOL_OK; /* told already */
  }
  if (one->status == HOL_NUMERICAL || one->status == HOL_MEMORY) {
    hol_text reason = {0};
    hol_text_add(&reason, "%s", hol_status_text(one->status));
    hol_study_excuse(&one->study, &reason);
    report_about(all, one->file, reason.failed ? hol_status_text(one->status) : reason.data);
    hol_text_clear(&reason);
  }
  if (all->options->command == COMMAND_CHECK) {
    return put_check(all, one);
  }
  return has_result(one) ? put_table(all, one) : HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ all files */

/** Much is written: is there a way to less? */
static void remark_size(const work *all, const hol_output_format *format, const char *path, const hol_text *text)
{
  size_t size = text->size + text->drained;
  if (!all->options->quiet && format->large && size > HOL_LARGE_OUTPUT) {
    hol_text words = {0};
    hol_text_add(&words, "%zu MB; %s", size / 1000000, format->large);
    report_about(all, cli_files_is_standard(path) ? "standard output" : path, words.data ? words.data : format->large);
    hol_text_clear(&words);
  }
}

/** A run that failed has nothing to put in place of what an earlier one has written. */
static bool has_bytes(const hol_text *text)
{
  return text->size + text->drained > 0 || text->failed;
}

/** Write one collected text to its path. */
static hol_status write_output(work *all, const hol_output_format *format, const char *path, const hol_text *text)
{
  if (!path || (!has_bytes(text) && !cli_files_is_standard(path))) {
    return HOL_OK;
  }
  const cli_spill *spill = text->context;
  remark_size(all, format, path, text);
  if (text->failed && spill && spill->reason) {
    errno = spill->reason;
    return tell_failure(all, path, HOL_FILE);
  }
  if (cli_files_is_standard(path)) {
    return put_output(all, spill, text);
  }
  hol_status status = text->failed ? HOL_MEMORY : is_speaker(all) ? cli_files_write(path, spill, text) : HOL_OK;
  return status == HOL_OK ? HOL_OK : tell_failure(all, path, status);
}

/** The same in the form that the path asks for. */
static hol_status convert_output(work *all, const hol_output_format *format, const char *path, hol_text *text)
{
  bool is_made = path && format->convert && is_speaker(all) && !cli_files_is_standard(path) && has_bytes(text);
  hol_status status = is_made ? format->convert(path, text) : HOL_OK;
  if (status != HOL_OK) {
    report_about(all, path, status == HOL_FILE ? format->missing : hol_status_text(status));
    return status;
  }
  return write_output(all, format, path, text);
}

/** Is a path that of a file which a problem reads, or which its export makes? Why nothing else is written there, in
 *  words; NULL: it is not. */
static const char *taken_by(const job *one, const cli_options *options, const char *path)
{
  const cli_export exported = {&one->problem, one->folder, options->force};
  bool is_input = false;
  for (size_t i = 0; i < one->problem.file_count && !is_input; i++) {
    hol_text input = {0};
    is_input = cli_files_beside(one->folder, one->problem.file[i].name, &input) && cli_files_same(path, input.data);
    hol_text_clear(&input);
  }
  return is_input                            ? "a problem reads this file, nothing is written over it"
         : cli_export_makes(&exported, path) ? "an export and another result cannot both go to this file"
                                             : NULL;
}

/** May the result be written there, and is no problem file lost by it? */
static hol_status check_output(const work *all, const char *path)
{
  const cli_options *options = all->options;
  if (!path || cli_files_is_standard(path) || !is_speaker(all)) {
    return HOL_OK;
  }
  for (size_t i = 0; i < options->file_count; i++) {
    if (cli_files_same(path, options->file[i])) {
      report_about(all, path, "this is a problem file, nothing is written over it");
      return HOL_USAGE;
    }
    const char *reason = taken_by(&all->jobs[i], options, path); /* known once it has been read */
    if (reason) {
      report_about(all, path, reason);
      return HOL_USAGE;
    }
  }
  hol_status status = cli_files_check(path);
  return status == HOL_OK ? HOL_OK : tell_failure(all, path, status);
}

/** Read and diagnose all files. Collective.
 *  @return the worst of their statuses */
static hol_status prepare_all(work *all)
{
  hol_status worst = HOL_OK;
  for (size_t i = 0; i < all->options->file_count; i++) {
    all->jobs[i].path = all->options->file[i];
    all->jobs[i].file = cli_files_is_standard(all->options->file[i]) ? "<stdin>" : all->options->file[i];
    job_prepare(&all->jobs[i], all);
    worst = worse(worst, all->jobs[i].status);
    cli_tables_add(&all->tables, &all->jobs[i].study);
  }
  return worst;
}

/** Solve all files that can be and say what they give. What a file leads to depends on statuses that all ranks share.
 *  Collective.
 *  @return the worst status */
static hol_status solve_all(work *all)
{
  hol_status worst = HOL_OK;
  for (size_t i = 0; i < all->options->file_count; i++) {
    job *one = &all->jobs[i];
    if (one->status == HOL_OK) {
      job_finish(one, all);
    }
    bool stopped = is_stopped(one);
    all->is_blocked = all->is_blocked || stopped || one->status == HOL_INVALID || one->status == HOL_FILE;
    worst = worse(worst, worse(one->status, put_result(all, one)));
    if (!all->is_blocked) {
      hol_status status = collect_results(all, one);
      worst = worse(worst, status);
      all->is_blocked = status != HOL_OK;
    }
    worst = worse(worst, job_export(one, all));
    job_clear(one);
    if (stopped) {
      break;
    }
  }
  return worst;
}

/** What is written need not be found again. */
static void remove_checkpoints(work *all)
{
  for (size_t i = 0; i < all->options->file_count && is_speaker(all); i++) {
    const job *one = &all->jobs[i];
    if ((one->is_written || one->kept.has_failed) && one->kept.base &&
        (one->status == HOL_OK || one->status == HOL_INCOMPLETE)) {
      checkpoint_remove(&one->kept);
    }
  }
}

/** One line per file that is in order. */
static hol_status put_dry_run(work *all)
{
  hol_text text = {0};
  for (size_t i = 0; i < all->options->file_count && !all->options->quiet; i++) {
    const job *one = &all->jobs[i];
    if (one->status == HOL_OK) {
      (void)hol_words_add(&text, one->file, strlen(one->file), SIZE_MAX);
      hol_text_add(&text, ": valid, parts: %zu, joints: %zu\n", one->problem.part_count, one->problem.joint_count);
    }
  }
  hol_status status = text.size > 0 ? put_output(all, NULL, &text) : HOL_OK;
  hol_text_clear(&text);
  return status;
}

/** A file for each table, which is told. */
static hol_status write_tables(work *all, const hol_output_format *format, const char *path)
{
  hol_text words = {0};
  hol_status worst = HOL_OK;
  bool is_any = false;
  for (size_t i = 0; i < all->tables.count; i++) {
    const cli_table *table = &all->tables.table[i];
    is_any = is_any || has_bytes(&table->text);
    worst = worse(worst, write_output(all, format, table->name.data, &table->text));
  }
  hol_text_add(&words, "a table for each analysis: ");
  cli_tables_list(&all->tables, &words);
  if (worst == HOL_OK && is_any && !all->options->quiet) {
    report_about(all, path, words.data ? words.data : "a table for each analysis");
  }
  hol_text_clear(&words);
  return worst;
}

/** Write what was collected, or say that it is not. */
static hol_status write_all(work *all)
{
  hol_status worst = HOL_OK;
  for (size_t i = 0; i < hol_format_count && !all->is_refused; i++) {
    const char *path = all->options->output[i];
    if (path && all->is_blocked) {
      report_about(all, path, "not written, not every file has a result");
      return HOL_OK;
    }
    if (path && is_split(all, &hol_output_formats[i])) {
      worst = worse(worst, write_tables(all, &hol_output_formats[i], path));
      continue;
    }
    if (path && all->options->file_count > 1) {
      hol_text_add(&all->output[i], "%s", hol_output_formats[i].after);
    }
    if (path && hol_output_formats[i].finish && is_speaker(all)) {
      hol_status status = hol_output_formats[i].finish(&all->output[i]);
      all->output[i].failed = all->output[i].failed || status != HOL_OK;
    }
    worst = worse(worst, convert_output(all, &hol_output_formats[i], path, &all->output[i]));
  }
  for (size_t i = 0; i < all->pieces && !all->is_refused; i++) {
    hol_status status = cli_files_write(all->piece[i].name.data, NULL, &all->piece[i].text);
    worst = worse(worst, status == HOL_OK ? HOL_OK : tell_failure(all, all->piece[i].name.data, status));
  }
  return worst;
}

/** May everything be written where it is to go? */
static hol_status check_outputs(const work *all)
{
  for (size_t i = 0; i < hol_format_count; i++) {
    const hol_output_format *format = &hol_output_formats[i];
    const char *path = all->options->output[i];
    HOL_TRY(check_output(all, path));
    if (path && format->can && is_speaker(all) && !cli_files_is_standard(path) && !format->can(path)) {
      report_about(all, path, format->missing);
      return HOL_FILE;
    }
  }
  return HOL_OK;
}

/** May the file of each table be written, and is it not that of another output? */
static hol_status check_tables(work *all, const char *path)
{
  HOL_TRY(cli_tables_name(&all->tables, path));
  for (size_t k = 0; k < all->tables.count && is_speaker(all); k++) {
    const char *name = all->tables.table[k].name.data;
    for (size_t i = 0; i < hol_format_count; i++) {
      const char *other = all->options->output[i];
      if (other && !cli_files_is_standard(other) && cli_files_same(name, other)) {
        report_about(all, name, "a table and another result cannot both go to this file");
        return HOL_USAGE;
      }
    }
    HOL_TRY(check_output(all, name));
  }
  return HOL_OK;
}

/** Rows of several analyses are not alike: each has a file, and standard output takes none of them. */
static hol_status split_tables(work *all)
{
  for (size_t i = 0; i < hol_format_count; i++) {
    const char *path = all->options->output[i];
    if (!path || !is_split(all, &hol_output_formats[i])) {
      continue;
    }
    if (!cli_files_is_standard(path)) {
      return check_tables(all, path);
    }
    hol_text words = {0};
    hol_status status = cli_tables_name(&all->tables, "STEM");
    hol_text_add(&words, "it takes one table, and there is one for each analysis; `--%s STEM` writes ",
                 hol_output_formats[i].option);
    cli_tables_list(&all->tables, &words);
    report_about(all, "standard output", words.data ? words.data : "it takes one table");
    hol_text_clear(&words);
    return status == HOL_OK ? HOL_USAGE : status;
  }
  return HOL_OK;
}

/** Some formats take one file with arrays; others have none. */
static hol_status check_formats(const work *all)
{
  const job *first = all->jobs;
  for (size_t i = 0; i < hol_format_count && first->status == HOL_OK; i++) {
    const hol_output_format *format = &hol_output_formats[i];
    const char *path = all->options->output[i];
    if (path && format->refusal &&
        (all->options->file_count > 1 || (format->takes && !format->takes(&first->problem)))) {
      report_about(all, path, format->refusal);
      return HOL_USAGE;
    }
  }
  return HOL_OK;
}

static hol_status run_jobs(work *all)
{
  HOL_TRY(agree(all, check_outputs(all)));
  hol_status worst = prepare_all(all);
  HOL_TRY(check_formats(all));
  HOL_TRY(agree(all, worst == HOL_OK ? check_outputs(all) : HOL_OK));
  HOL_TRY(agree(all, split_tables(all)));
  if (all->options->dry_run) {
    return worse(worst, put_dry_run(all));
  }
  all->is_blocked = worst != HOL_OK;
  if (worst != HOL_OK && all->options->command == COMMAND_RUN) {
    return worst;
  }
  worst = worse(worst, solve_all(all));
  hol_status written = write_all(all);
  if (written == HOL_OK && !all->is_blocked && !all->output_failed) {
    remove_checkpoints(all);
  }
  return worse(worst, written);
}

hol_status cli_run(const cli_options *options, const hol_comm *comm, bool on_terminal)
{
  work all = {.options = options, .comm = comm, .on_terminal = on_terminal};
  all.jobs = hol_alloc(options->file_count + 1, sizeof *all.jobs);
  hol_status status = agree(&all, all.jobs ? HOL_OK : HOL_MEMORY);
  status = agree(&all, status == HOL_OK ? run_jobs(&all) : status);
  for (size_t i = 0; all.jobs && i < options->file_count; i++) {
    job_clear(&all.jobs[i]);
    checkpoint_clear(&all.jobs[i].kept);
  }
  for (size_t i = 0; i < hol_format_count; i++) {
    hol_text_clear(&all.output[i]);
    cli_spill_close(&all.spill[i]);
  }
  for (size_t i = 0; i < all.pieces; i++) {
    hol_text_clear(&all.piece[i].name);
    hol_text_clear(&all.piece[i].text);
  }
  cli_tables_clear(&all.tables);
  free(all.piece);
  free(all.jobs);
  return status;
}
