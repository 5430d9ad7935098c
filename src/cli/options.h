/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h  Command-line options, parsed and checked. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "holonome/holonome.h"
#include "study/formats.h"

typedef enum {
  COMMAND_RUN,
  COMMAND_CHECK,
  COMMAND_REPORT,
  COMMAND_EXAMPLE,
  COMMAND_KEYS,
  COMMAND_HELP,
  COMMAND_VERSION
} cli_command;

/** Parsed command line; {0} is empty. */
typedef struct cli_options {
  cli_command command;
  const char *output[HOL_FORMATS_MAX]; /**< where to, "-" for standard output; NULL if not wanted. Borrowed from argv */
  const char *page;                    /**< where `report` writes to; NULL: not given. Borrowed from argv */
  size_t drawn_first, drawn_last;      /**< modes in pictures, by number; 0: the first ones */
  bool dry_run, quiet, resume, schema, force;
  const char *unit_word;   /**< as written; NULL: not given. Borrowed from argv */
  hol_frequency_unit unit; /**< of tables */
  char **file; /**< [file_count], at least one for run, check and report, else at most one name; part of argv */
  size_t file_count;
  hol_override *set; /**< [set_count], owned */
  size_t set_count;
} cli_options;

/** Parse the command line; argv is permuted.
 *  @param[out] options   to be cleared in every case
 *  @param[out] complaint what is wrong, whole lines
 *  @return HOL_USAGE (see complaint), HOL_MEMORY. */
HOL_MUST_CHECK hol_status cli_options_read(int argc, char **argv, cli_options *options, hol_text *complaint);

/** Free the options and make them empty. Idempotent. */
void cli_options_clear(cli_options *options);

/** Add the text of --help. */
void cli_options_help(hol_text *text);

#endif
