#include "cli/run.h"

#include "base/memory.h"
#include "cli/checkpoint.h"
#include "cli/export.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* With several files all are read and diagnosed before any is solved, so that a fault in the last one is not found
   after hours. */

/** One problem file on its way. {0} is empty. */
typedef struct job {
  const char *file;
  hol_text bytes;
  char *folder; /**< where the files are that it is read with; NULL: the current one. Owned */
  hol_problem problem;
  hol_diagnostics faults;
  size_t faults_told; /**< of these, already on standard error */
  hol_result result;
  bool is_sweep; /**< what there is of a result is in `sweep` */
  hol_sweep sweep;
  hol_nonlinear_result nonlinear; /**< what there is where the problem has `nonlinear` */
  checkpoint kept;                /**< what a long run has found so far */
  bool is_written;                /**< there may be files of it */
  hol_status status;
} job;

/** All files, and what is to be written at the end. */
typedef struct work {
  const cli_options *options;
  const hol_comm *comm;
  bool on_terminal;    /**< standard error is */
  hol_part_keys *keys; /**< [key_count], owned */
  size_t key_count;
  job *jobs; /**< [options->file_count], owned */
  hol_text json, csv, netcdf;
  bool output_failed; /**< standard output takes no more, which is told */
  bool is_blocked;    /**< some file has faults or cannot be read: nothing is written over */
} work;

static hol_status worse(hol_status a, hol_status b)
{
  return a > b ? a : b; /* the statuses are listed in the order of severity */
}

static bool is_standard(const char *path)
{
  return path && strcmp(path, "-") == 0;
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
static void tell(const work *all, const char *path, const char *reason)
{
  hol_text text = {0};
  hol_text_add(&text, "holonome: %s: %s\n", path, reason);
  say(all, &text);
  hol_text_clear(&text);
}

/** Complain of a failed call on a path: a system's reason for HOL_FILE.
 *  @return status */
static hol_status tell_failure(const work *all, const char *path, hol_status status)
{
  int reason = errno;
  tell(all, path, status == HOL_FILE ? strerror(reason) : hol_status_text(status));
  return status;
}

/** Text to standard output. Its failure is told once; the work goes on, other outputs may be all right. */
static hol_status put_output(work *all, const hol_text *text)
{
  if (text->failed) {
    return HOL_MEMORY;
  }
  if (all->output_failed) {
    return HOL_FILE;
  }
  if (is_speaker(all) && cli_files_put(STDOUT_FILENO, text->data, text->size) != HOL_OK) {
    all->output_failed = true;
    return tell_failure(all, "standard output", HOL_FILE);
  }
  return HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ one file */

/** Tell the faults found since the last time; remarks alone only where they are wanted. */
static void tell_faults(job *one, const work *all)
{
  if (one->faults.count > one->faults_told && (!all->options->quiet || one->faults.errors > 0)) {
    hol_diagnostics_sort(&one->faults);
    hol_text text = {0};
    if (hol_output_faults(&one->faults, one->file, one->bytes.data, one->bytes.size, &text) != HOL_OK) {
      one->status = worse(one->status, HOL_MEMORY);
    }
    say(all, &text);
    hol_text_clear(&text);
  }
  one->faults_told = one->faults.count;
}

/** Was the search or the sweep ended by a signal? */
static bool is_stopped(const job *one)
{
  const bool stopped = hol_nonlinear_asked(&one->problem) ? one->nonlinear.stopped
                       : one->is_sweep                    ? one->sweep.points == 0
                                                          : one->result.stopped;
  return one->status == HOL_INCOMPLETE && stopped;
}

/** Is there a result that can be shown? */
static bool has_result(const job *one)
{
  return one->status == HOL_OK || (one->status == HOL_INCOMPLETE && !is_stopped(one));
}

/** The bytes of a problem file from rank 0 to all; why it cannot be read is told. Collective. */
static hol_status job_share(job *one, const work *all)
{
  hol_status status = is_speaker(all) ? cli_files_read(one->file, &one->bytes) : HOL_OK;
  if (status == HOL_FILE) {
    (void)tell_failure(all, one->file, status);
  }
  HOL_TRY(agree(all, status));
  return all->comm->broadcast(all->comm->handle, &one->bytes.data, &one->bytes.size);
}

static hol_problem_source source_of(const job *one, const work *all)
{
  return (hol_problem_source){.bytes = one->bytes.data,
                              .size = one->bytes.size,
                              .kinds = all->keys,
                              .n_kinds = all->key_count,
                              .set = all->options->set,
                              .n_set = all->options->set_count,
                              .folder = one->folder};
}

/** Read a problem file into a job. Collective. */
static void job_read(job *one, const work *all)
{
  one->status = job_share(one, all);
  if (one->status != HOL_OK) {
    return;
  }
  const char *slash = strrchr(one->file, '/');
  one->folder = slash ? hol_alloc_text(one->file, slash > one->file ? (size_t)(slash - one->file) : 1) : NULL;
  const hol_problem_source source = source_of(one, all);
  hol_status status = slash && !one->folder ? HOL_MEMORY : hol_problem_read_source(&source, &one->problem, &one->faults);
  one->status = agree(all, status); /* other files are read by every rank itself */
}

/** What is shown of a run, and in which words. */
typedef struct watch {
  progress *line;
  const char *what, *then; /**< is counted; is done after that */
} watch;

static bool proceed(void *context, size_t done, size_t total, size_t points)
{
  (void)points;
  const watch *w = context;
  progress_show(w->line, done, total, done < total ? w->what : w->then);
  return !cli_interrupt_came();
}

/** The same for curves, which are few and long: the points of the one under way are told, too. */
static bool proceed_along(void *context, size_t done, size_t total, size_t points)
{
  const watch *w = context;
  progress_along(w->line, done, total, points);
  return !cli_interrupt_came();
}

/** The curves of a nonlinear analysis. Collective. */
static void job_trace(job *one, const work *all)
{
  progress line = progress_start(is_speaker(all) && !all->options->quiet && all->on_terminal);
  watch seen = {.line = &line};
  hol_watch how = {.progress = proceed_along, .context = &seen, .store = checkpoint_store(&one->kept)};
  one->status = hol_nonlinear_solve_shared(hol_nonlinear_asked(&one->problem), all->comm, how, &one->nonlinear);
  progress_end(&line);
  if (one->status == HOL_OK && is_speaker(all) && !one->nonlinear.complete) {
    one->status = HOL_INCOMPLETE;
  }
  one->status = agree(all, one->status);
}

/** Solve, sweep, or only build the model. Faults are told by the caller. Collective. */
static void job_solve(job *one, const work *all, bool dry_run)
{
  const cli_options *options = all->options;
  const hol_problem_source source = source_of(one, all);
  progress line = progress_start(is_speaker(all) && !options->quiet && !dry_run && all->on_terminal);
  bool sweeps = one->is_sweep && !dry_run;
  watch seen = {&line, sweeps ? "points" : "frequencies", sweeps ? "points" : "frequencies, now their modes"};
  hol_watch how = {
      .progress = proceed, .context = &seen, .store = dry_run ? (hol_store){0} : checkpoint_store(&one->kept)};
  if (sweeps) {
    hol_sweep_options options_of = {.comm = all->comm, .watch = how};
    one->status = hol_sweep_run(&source, &one->problem, options_of, &one->sweep, &one->faults);
  } else {
    hol_solve_options options_of = {.dry_run = dry_run, .source = &source, .comm = all->comm, .watch = how};
    one->status = hol_solve(&one->problem, options_of, &one->result, &one->faults);
  }
  progress_end(&line);
}

/** Read a file and, where it is not solved at once, find its mechanical faults, too. Collective. */
static void job_prepare(job *one, const work *all)
{
  job_read(one, all);
  if (one->status == HOL_OK && hol_nonlinear_asked(&one->problem)) {
    one->status = hol_nonlinear_prepare(&one->problem, &one->faults);
  } else if (one->status == HOL_OK && (all->options->dry_run || all->options->file_count > 1)) {
    job_solve(one, all, true);
    if (one->status == HOL_INCOMPLETE) {
      one->status = HOL_OK; /* nothing was to be found yet */
    }
    hol_result_clear(&one->result);
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
  const char *results = hol_nonlinear_asked(&one->problem) ? "curves" : one->is_sweep ? "points" : "frequencies";
  checkpoint_of of = {one->file, one->problem.identity, results};
  hol_status status = checkpoint_open(&one->kept, of, all->options, all->comm, &kind);
  const char *base = one->kept.base ? one->kept.base : one->file;
  one->is_written = kind != CHECKPOINT_NONE && !one->kept.is_taken;
  if (status == HOL_FILE) {
    bool is_read = kind != CHECKPOINT_NONE && kind != CHECKPOINT_FITS;
    tell(all, base, is_read ? checkpoint_words(kind) : strerror(errno));
  } else if (status == HOL_OK && !all->options->quiet && all->options->resume && kind == CHECKPOINT_NONE) {
    tell(all, base, "there is none, this run starts from the beginning");
  } else if (status == HOL_OK && !all->options->quiet && !all->options->resume && kind == CHECKPOINT_FITS) {
    tell(all, base, "an earlier run has left results here; they are used with --resume only");
  }
  return status;
}

/** After a run that was stopped or has failed: what is kept, and how to go on. Collective. */
static void job_close(job *one, const work *all)
{
  checkpoint *kept = &one->kept;
  bool must_go_on = !has_result(one);
  bool writes = checkpoint_close(kept, must_go_on);
  one->is_written = agree(all, one->is_written || writes ? HOL_INCOMPLETE : HOL_OK) != HOL_OK;
  if ((kept->has_failed || kept->is_taken) && (must_go_on || !all->options->quiet)) {
    hol_text reason = {0};
    hol_text_add(&reason, "%s; results of this run are not kept for --resume", checkpoint_trouble(kept));
    tell(all, kept->path, reason.failed ? checkpoint_trouble(kept) : reason.data);
    hol_text_clear(&reason);
  }
  if (is_stopped(one)) {
    tell(all, one->file, "stopped before the end");
  }
  if (must_go_on && one->is_written) {
    tell(all, kept->base ? kept->base : one->file, "keeps what was found; to go on, add --resume to the same command");
  }
}

/** Solve a file for good. Collective. */
static void job_finish(job *one, const work *all)
{
  one->is_sweep = hol_plan_of(&one->problem) && all->options->command == COMMAND_RUN;
  one->status = job_open(one, all);
  if (one->status != HOL_OK) {
    return;
  }
  cli_interrupt_watch();
  if (hol_nonlinear_asked(&one->problem)) {
    job_trace(one, all);
  } else {
    job_solve(one, all, false);
  }
  job_close(one, all);
  cli_interrupt_unwatch();
  tell_faults(one, all);
  one->status = agree(all, one->status);
}

/** Tell what hindered an export, or what was left out of it: what was solved is as it was. */
static void tell_export(const job *one, const work *all, hol_diagnostics *faults)
{
  if (faults->count > 0 && (!all->options->quiet || faults->errors > 0)) {
    hol_text text = {0};
    hol_diagnostics told = *faults;
    told.errors = 0; /* nothing is said of what was solved */
    if (hol_output_faults(&told, one->file, one->bytes.data, one->bytes.size, &text) == HOL_OK) {
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
  if (one->problem.export.file && has_result(one) && is_speaker(all) && all->options->command == COMMAND_RUN) {
    hol_text failed = {0};
    hol_diagnostics faults = {0};
    const cli_export what = {&one->problem, one->folder, all->keys, all->key_count};
    status = cli_export_write(&what, &faults, &failed);
    if (status != HOL_OK && status != HOL_INVALID) {
      (void)tell_failure(all, failed.data ? failed.data : one->problem.export.file, status);
    }
    tell_export(one, all, &faults);
    hol_text_clear(&failed);
    hol_diagnostics_clear(&faults);
  }
  return agree(all, status);
}

/** Free what is not needed any more once the result is told. */
static void job_clear(job *one)
{
  hol_result_clear(&one->result);
  hol_sweep_clear(&one->sweep);
  hol_nonlinear_result_clear(&one->nonlinear);
  hol_diagnostics_clear(&one->faults);
  hol_problem_clear(&one->problem);
  hol_text_clear(&one->bytes);
  free(one->folder);
  one->folder = NULL;
}

/* ------------------------------------------------------------------------------------------------ results */

/** One line per mode, under one header for all files; sweeps and curves have columns of their own and bring their header. */
static hol_status collect_csv(work *all, const job *one, const hol_output_source *source)
{
  hol_text text = {0};
  bool has_columns = one->is_sweep || hol_nonlinear_asked(&one->problem);
  hol_status status = hol_nonlinear_asked(&one->problem) ? hol_nonlinear_csv(&one->nonlinear, &text)
                      : one->is_sweep                    ? hol_sweep_csv(&one->sweep, &text)
                                                         : hol_output_csv(&one->result, source, &text);
  const char *first = status == HOL_OK ? text.data : "";
  if (all->csv.size > 0 && status == HOL_OK && !has_columns) {
    first = strchr(first, '\n') + 1; /* the header is there already */
  }
  hol_text_put(&all->csv, first, strlen(first));
  hol_text_clear(&text);
  return status;
}

static hol_status collect_json(work *all, const job *one, const hol_output_source *source)
{
  hol_text_add(&all->json, "%s", all->json.size == 0 ? (all->options->file_count > 1 ? "[\n" : "") : ",\n");
  if (!has_result(one)) {
    return hol_output_json_failure(&one->problem, source, one->status, &all->json);
  }
  if (hol_nonlinear_asked(&one->problem)) {
    return hol_output_nonlinear_json(&one->nonlinear, &one->problem, source, &all->json);
  }
  return one->is_sweep ? hol_output_sweep_json(&one->sweep, &one->problem, source, &all->json)
                       : hol_output_json(&one->result, source, &all->json);
}

/** Collect what goes to --json, --csv and --netcdf. */
static hol_status collect(work *all, const job *one)
{
  if (!is_speaker(all)) {
    return HOL_OK;
  }
  hol_output_source source = {one->file};
  if (all->options->json) {
    HOL_TRY(collect_json(all, one, &source));
  }
  if (all->options->csv && has_result(one)) {
    HOL_TRY(collect_csv(all, one, &source));
  }
  if (all->options->netcdf && has_result(one) && one->is_sweep) {
    hol_status status = hol_sweep_netcdf(&one->sweep, &all->netcdf);
    if (status != HOL_OK) {
      tell(all, all->options->netcdf,
           status == HOL_FILE ? "the plugin libholonome_netcdf.so or the NetCDF library cannot be loaded"
                              : hol_status_text(status));
      return status;
    }
  }
  return all->json.failed || all->csv.failed ? HOL_MEMORY : HOL_OK;
}

/** The table, headed by the name of the file if there are several. */
static hol_status put_table(work *all, const job *one)
{
  const cli_options *options = all->options;
  if (options->quiet || is_standard(options->json) || is_standard(options->csv)) {
    return HOL_OK;
  }
  hol_text text = {0};
  hol_output_source source = {one->file};
  if (options->file_count > 1) {
    hol_text_add(&text, "%s== %s\n", one == all->jobs ? "" : "\n", one->file);
  }
  hol_status status = hol_nonlinear_asked(&one->problem)
                          ? hol_nonlinear_table(&one->nonlinear, one->problem.title, &text)
                      : one->is_sweep ? hol_sweep_table(&one->sweep, &text)
                                      : hol_output_table(&one->result, &source, &text);
  status = status == HOL_OK ? put_output(all, &text) : status;
  hol_text_clear(&text);
  return status;
}

/** Add the first differences to a line, the others by their number. */
static void put_differences(hol_text *line, const hol_text *words, size_t differences)
{
  enum { SHOWN = 3 };
  const char *word = words->data;
  for (size_t i = 0; i < differences && i < SHOWN; ++i) {
    size_t length = strcspn(word, "\n");
    hol_text_add(line, "; ");
    hol_text_put(line, word, length);
    word += length + 1;
  }
  if (differences > SHOWN) {
    hol_text_add(line, "; and %zu more", differences - SHOWN);
  }
}

/** Compare with what the file expects. `line` gets what is to be said, empty where all is well.
 *  @return HOL_INCOMPLETE if anything differs or nothing can be compared */
static hol_status compare(const job *one, hol_text *line, size_t *compared)
{
  size_t differences = 0;
  hol_text words = {0};
  hol_status status = hol_nonlinear_asked(&one->problem)
                          ? hol_nonlinear_compare(&one->nonlinear, &one->problem, compared, &differences, &words)
                          : hol_output_compare(&one->result, compared, &differences, &words);
  if (status == HOL_OK && differences > 0) {
    hol_text_add(line,
                 hol_nonlinear_asked(&one->problem) ? "%zu differences, %zu numbers compared"
                                                    : "%zu of %zu frequencies differ",
                 differences, *compared);
    put_differences(line, &words, differences);
  } else if (status == HOL_OK && *compared == 0 &&
             !(hol_nonlinear_asked(&one->problem) && one->problem.expect_count > 0)) {
    hol_text_add(line, "nothing to compare, the file has no `expect`");
  }
  hol_text_clear(&words);
  if (one->status == HOL_INCOMPLETE && one->result.only_upper) {
    if (line->size == 0) {
      hol_text_add(line, "all %zu frequencies agree", *compared);
    }
    hol_text_add(line, "; they are upper bounds only");
  } else if (one->status == HOL_INCOMPLETE) {
    hol_text_add(line, "%s%s", line->size ? "; " : "",
                 hol_nonlinear_asked(&one->problem) ? "not every curve is complete" : "the list is not proved complete");
  }
  return status == HOL_OK && line->size > 0 ? HOL_INCOMPLETE : status;
}

/** One line on a checked file. */
static hol_status put_check(work *all, const job *one)
{
  hol_text difference = {0}, line = {0};
  size_t compared = 0;
  hol_status status = HOL_OK;
  if (has_result(one)) {
    status = compare(one, &difference, &compared);
  } else {
    hol_text_add(&difference, "not checked, %s", hol_status_text(one->status));
  }
  if (difference.size > 0) {
    hol_text_add(&line, "%s: %s\n", one->file, difference.data);
  } else if (!all->options->quiet) {
    hol_text_add(&line, "%s: ok, %zu %s agree\n", one->file, compared,
                 hol_nonlinear_asked(&one->problem) ? "numbers" : "frequencies");
  }
  if (difference.failed || line.failed) {
    status = HOL_MEMORY;
  }
  if (is_standard(all->options->json) || is_standard(all->options->csv)) {
    say(all, &line); /* standard output is taken */
  } else if (line.size > 0) {
    status = worse(status, put_output(all, &line));
  }
  hol_text_clear(&line);
  hol_text_clear(&difference);
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
    for (size_t i = 0; i < one->result.note_count; ++i) {
      hol_text_add(&reason, "; %s", one->result.note[i]);
    }
    tell(all, one->file, reason.failed ? hol_status_text(one->status) : reason.data);
    hol_text_clear(&reason);
  }
  if (all->options->command == COMMAND_CHECK) {
    return put_check(all, one);
  }
  return has_result(one) ? put_table(all, one) : HOL_OK;
}

/* ------------------------------------------------------------------------------------------------ all files */

/** Write one collected text to its path. */
static hol_status write_output(work *all, const char *path, const hol_text *text)
{
  if (!path) {
    return HOL_OK;
  }
  if (is_standard(path)) {
    return put_output(all, text);
  }
  hol_status status = text->failed ? HOL_MEMORY : is_speaker(all) ? cli_files_write(path, text) : HOL_OK;
  return status == HOL_OK ? HOL_OK : tell_failure(all, path, status);
}

/** May the result be written there, and is no problem file lost by it? */
static hol_status check_output(const work *all, const char *path)
{
  const cli_options *options = all->options;
  if (!path || is_standard(path) || !is_speaker(all)) {
    return HOL_OK;
  }
  for (size_t i = 0; i < options->file_count; ++i) {
    if (cli_files_same(path, options->file[i])) {
      tell(all, path, "this is a problem file, nothing is written over it");
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
  for (size_t i = 0; i < all->options->file_count; ++i) {
    all->jobs[i].file = all->options->file[i];
    job_prepare(&all->jobs[i], all);
    worst = worse(worst, all->jobs[i].status);
  }
  return worst;
}

/** Solve all files that can be and say what they give. What a file leads to depends on statuses that all ranks share.
 *  Collective.
 *  @return the worst status */
static hol_status solve_all(work *all)
{
  hol_status worst = HOL_OK;
  for (size_t i = 0; i < all->options->file_count; ++i) {
    job *one = &all->jobs[i];
    if (one->status == HOL_OK) {
      job_finish(one, all);
    }
    bool stopped = is_stopped(one);
    all->is_blocked = all->is_blocked || stopped || one->status == HOL_INVALID || one->status == HOL_FILE;
    worst = worse(worst, worse(one->status, put_result(all, one)));
    if (!all->is_blocked) {
      hol_status status = collect(all, one);
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
  for (size_t i = 0; i < all->options->file_count && is_speaker(all); ++i) {
    const job *one = &all->jobs[i];
    if (one->is_written && one->kept.base && (one->status == HOL_OK || one->status == HOL_INCOMPLETE)) {
      checkpoint_remove(&one->kept);
    }
  }
}

/** One line per file that is in order. */
static hol_status put_dry_run(work *all)
{
  hol_text text = {0};
  for (size_t i = 0; i < all->options->file_count && !all->options->quiet; ++i) {
    const job *one = &all->jobs[i];
    if (one->status == HOL_OK) {
      hol_text_add(&text, "%s: valid, parts: %zu, joints: %zu\n", one->file, one->problem.part_count,
                   one->problem.joint_count);
    }
  }
  hol_status status = text.size > 0 ? put_output(all, &text) : HOL_OK;
  hol_text_clear(&text);
  return status;
}

/** Write what was collected, or say that it is not. */
static hol_status write_all(work *all)
{
  const cli_options *options = all->options;
  if (all->is_blocked) {
    const char *path = options->json ? options->json : options->csv ? options->csv : options->netcdf;
    if (path) {
      tell(all, path, "not written, not every file has a result");
    }
    return HOL_OK;
  }
  if (options->json && options->file_count > 1) {
    hol_text_add(&all->json, "]\n");
  }
  hol_status json = write_output(all, options->json, &all->json), csv = write_output(all, options->csv, &all->csv);
  return worse(worse(json, csv), write_output(all, options->netcdf, &all->netcdf));
}

/** May everything be written where it is to go? */
static hol_status check_outputs(const work *all)
{
  HOL_TRY(check_output(all, all->options->json));
  HOL_TRY(check_output(all, all->options->csv));
  return check_output(all, all->options->netcdf);
}

/** --netcdf takes the sweep of one file; others have none. */
static hol_status check_netcdf(const work *all)
{
  const char *path = all->options->netcdf;
  if (!path || all->jobs[0].status != HOL_OK) {
    return HOL_OK;
  }
  if (all->options->file_count > 1 || !hol_plan_of(&all->jobs[0].problem)) {
    tell(all, path, "--netcdf is for one file with a sweep");
    return HOL_USAGE;
  }
  return HOL_OK;
}

static hol_status run_in(work *all)
{
  HOL_TRY(agree(all, check_outputs(all)));
  hol_status worst = prepare_all(all);
  HOL_TRY(check_netcdf(all));
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
  const hol_part_kind *kinds = hol_part_kinds(&all.key_count);
  all.keys = hol_alloc(all.key_count + 1, sizeof *all.keys);
  all.jobs = hol_alloc(options->file_count + 1, sizeof *all.jobs);
  hol_status status = agree(&all, all.keys && all.jobs ? HOL_OK : HOL_MEMORY);
  for (size_t i = 0; status == HOL_OK && i < all.key_count; ++i) {
    all.keys[i] = kinds[i].keys;
  }
  status = agree(&all, status == HOL_OK ? run_in(&all) : status);
  for (size_t i = 0; all.jobs && i < options->file_count; ++i) {
    job_clear(&all.jobs[i]);
    checkpoint_clear(&all.jobs[i].kept);
  }
  hol_text_clear(&all.csv);
  hol_text_clear(&all.json);
  hol_text_clear(&all.netcdf);
  free(all.jobs);
  free(all.keys);
  return status;
}
