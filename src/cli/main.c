/* SPDX-License-Identifier: BSD-3-Clause */
/* Entry point of the program: command line, start of MPI, dispatch of the command, exit status. */
#include "cli/files.h"
#include "cli/gallery.h"
#include "cli/keys.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/run.h"
#include "cli/schema.h"

#include "parallel/launch.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <string.h>
#include <unistd.h>

/** Words to standard output, the whole purpose of --help and --version. */
static hol_status print(const hol_text *text)
{
  hol_status status = text->failed ? HOL_MEMORY : cli_files_put(STDOUT_FILENO, text->data, text->size);
  if (status == HOL_OK || (status == HOL_FILE && errno == EPIPE)) { /* who reads may have read enough */
    return status;
  }
  hol_text complaint = {0};
  hol_text_add(&complaint, "holonome: standard output: %s\n",
               status == HOL_FILE ? strerror(errno) : hol_status_text(status));
  cli_files_tell(&complaint);
  hol_text_clear(&complaint);
  return status;
}

/** Blocks of more than a megabyte go back to the system when they are freed. By itself glibc raises that size to what
 *  has been freed before, up to 32 MB: what large structures need for a while would stay between small things that are
 *  kept. */
static void give_back_blocks(void)
{
#ifdef __GLIBC__
  enum { BLOCK = 1 << 20 };
  (void)mallopt(M_MMAP_THRESHOLD, BLOCK);
  (void)mallopt(M_TRIM_THRESHOLD, 2 * BLOCK);
#endif
}

/** Of OpenMP, if a library has brought it. */
extern void omp_set_num_threads(int threads) __attribute__((weak));
extern void omp_set_max_active_levels(int levels) __attribute__((weak));

/** No threads of OpenMP: users choose how many processes there are. CHOLMOD else starts four for every block of
 *  columns, whatever OMP_NUM_THREADS says, and ranks wait for threads of each other. Libraries that ask how many there
 *  may be are told one. */
static void stay_alone(void)
{
  if (omp_set_num_threads && omp_set_max_active_levels) {
    omp_set_num_threads(1);
    omp_set_max_active_levels(0);
  }
}

/** Solve, together with the other processes if there are any. */
static hol_status work(const cli_options *options, parallel *p, hol_text *text)
{
  give_back_blocks();
  stay_alone();
  hol_status status = parallel_start(p, text);
  if (status == HOL_OK) {
    status = cli_run(options, &p->comm, parallel_is_on_terminal(p));
  } else if (p->rank == 0) {
    cli_files_tell(text);
  }
  return parallel_end(p, status);
}

/** What `list` tells, or what `one` tells of the name given, with what has to be said of it. */
static hol_status show(const cli_options *options, const parallel *p, void (*list)(hol_text *text),
                       hol_status (*one)(const char *name, hol_text *text, hol_text *remark), hol_text *text)
{
  hol_text remark = {0};
  hol_status status = HOL_OK;
  if (options->file_count) {
    status = one(options->file[0], text, &remark);
  } else {
    list(text);
  }
  if (p->rank == 0) {
    status = status == HOL_OK ? print(text) : status;
    cli_files_tell(&remark);
  }
  hol_text_clear(&remark);
  return status;
}

static hol_status obey(const cli_options *options, parallel *p, hol_text *text)
{
  switch (options->command) {
  case COMMAND_HELP:
    cli_options_help(text);
    break;
  case COMMAND_VERSION:
    hol_text_add(text, "holonome %s\n", HOLONOME_VERSION);
    break;
  case COMMAND_EXAMPLE:
    return show(options, p, cli_gallery_list, cli_gallery_print, text);
  case COMMAND_KEYS:
    return show(options, p, options->schema ? cli_schema_print : cli_keys_list, cli_keys_print, text);
  case COMMAND_REPORT:
    return p->rank == 0 ? cli_report(options, text) : HOL_OK;
  case COMMAND_RUN:
  case COMMAND_CHECK:
    return work(options, p, text);
  }
  return p->rank == 0 ? print(text) : HOL_OK;
}

int main(int argc, char **argv)
{
  cli_files_guard_standard();
  (void)signal(SIGPIPE, SIG_IGN); /* a reader that has gone shows as a write error, which is reported */
  cli_options options = {0};
  hol_text text = {0};
  hol_status status = cli_options_read(argc, argv, &options, &text);
  bool is_read = status == HOL_OK;
  parallel p = parallel_look();
  if (is_read) {
    status = obey(&options, &p, &text);
  } else if (p.rank == 0) {
    cli_files_tell(&text);
  }
  /* Of what is not shared rank 0 alone has a status: a launcher that sees it of another first ends rank 0 before it has
     said why. */
  bool is_shared = is_read && (options.command == COMMAND_RUN || options.command == COMMAND_CHECK);
  hol_text_clear(&text);
  cli_options_clear(&options);
  return is_shared || p.rank == 0 ? (int)status : 0;
}
