/* SPDX-License-Identifier: BSD-3-Clause */
/** @file formats.h  Table of the output formats of results, one row each. */
#ifndef STUDY_FORMATS_H
#define STUDY_FORMATS_H

#include "holonome/solve.h"
#include "study/study.h"

enum { HOL_FORMATS_MAX = 8 };

typedef struct hol_output_format {
  const char *option, *help;            /**< of the command line */
  const char *before, *between, *after; /**< the results of several files; before and after one file there is nothing */
  const char *refusal;                  /**< it takes one file; what is said else. NULL: it takes all */
  bool (*takes)(const hol_problem *problem); /**< with `refusal`: has it what is written? NULL: that is known once it is
                                                  written */
  const char *missing;                       /**< what is said where the library it needs cannot be loaded */
  bool (*can)(const char *path); /**< asked before anything is solved: can it be loaded? NULL: it is not asked */
  const char *large;         /**< what is said of more than HOL_LARGE_OUTPUT bytes: how to get less; NULL: nothing */
  bool is_of_report;         /**< made by `holonome report` as well */
  bool tells_all;            /**< it has of modes what JSON leaves out */
  bool is_streamed;          /**< bytes that are written are not looked at again: they need not stay in memory */
  bool is_text;              /**< it may take the place of the table */
  const char *const *ending; /**< of its paths, the last NULL; NULL: they end as they like */
  /** Write the results. @param[in,out] text  with the results of earlier files
   *  @return HOL_MEMORY; HOL_FILE, HOL_NUMERICAL of a library; HOL_USAGE: nothing to write, `refusal` is reported */
  hol_status (*write)(const hol_study *study, hol_text *text);
  /** Write the table of one analysis of several, for formats with a table for each analysis, whose `write` takes only
   *  studies of one analysis.
   *  @param[in] key  of the analysis
   *  @return as `write`; HOL_USAGE: the study has no such analysis. NULL: the format has one table for all */
  hol_status (*write_of)(const hol_study *study, const char *key, hol_text *text);
  hol_status (*write_standard)(const hol_study *study, hol_text *text); /**< to standard output; NULL: as anywhere */
  /** Does a path ask for several files? NULL: none does. Then these are written in place of what `write` gives, one
   *  after another:
   *  @param[in] k  0: that of the path itself @param[out] name  of file k; empty: there is none @return as `write` */
  bool (*is_series)(const char *path);
  hol_status (*write_series)(const hol_study *study, const char *path, size_t k, hol_text *name, hol_text *text);
  /** Write a failure in place of results; NULL: then nothing is written. */
  hol_status (*write_failure)(const hol_study *study, hol_status failure, hol_text *text);
  /** Make the final output of what was written of all files; NULL: it is final already.
   *  @return HOL_MEMORY */
  hol_status (*finish)(hol_text *text);
  /** Then convert it to the format given by the path; NULL: no conversion.
   *  @return HOL_MEMORY; HOL_FILE, HOL_NUMERICAL of a library */
  hol_status (*convert)(const char *path, hol_text *text);
} hol_output_format;
enum { HOL_LARGE_OUTPUT = 100000000 };
extern const hol_output_format hol_output_formats[]; /**< [hol_format_count] */
extern const size_t hol_format_count;                /**< at most HOL_FORMATS_MAX */

/** Write a failure as hol_write_failure(), with the list of `faults` and their positions in the file.
 *  @param[in] faults  NULL: they are left out
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_write_refusal(const hol_problem *problem, const char *file, hol_status failure,
                                            const hol_faults *faults, hol_text *text);

#endif
