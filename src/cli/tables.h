/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tables.h  CSV of problem files with several analyses: one table, and one output file, for each analysis. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include "study/formats.h"

/** The table of one analysis, over all problem files that request it. */
typedef struct cli_table {
  const char *key; /**< of the analysis. Static */
  hol_text name;   /**< of its file. Owned */
  hol_text text;   /**< owned */
} cli_table;

/** {0}: none. */
typedef struct cli_tables {
  cli_table table[HOL_ANALYSES_MAX];
  size_t count;
} cli_tables;

/** Add the analyses of a study that are not yet in the list. */
void cli_tables_add(cli_tables *tables, const hol_study *study);
/** Name the files after a path: STEM.csv or STEM gives STEM.KEY.csv. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status cli_tables_name(cli_tables *tables, const char *path);
/** Add the names of the files to `text`: "a, b and c". */
void cli_tables_list(const cli_tables *tables, hol_text *text);
/** Add the results of a study to the table of each of its analyses. @return as hol_output_format.write_of */
HOL_MUST_CHECK hol_status cli_tables_take(cli_tables *tables, const hol_output_format *format, const hol_study *study);
void cli_tables_clear(cli_tables *tables);

#endif
