/** @file again.h  Reading one file many times, with other values of its parameters. */
#ifndef HOLONOME_PROBLEM_AGAIN_H
#define HOLONOME_PROBLEM_AGAIN_H

#include "holonome/problem.h"
#include "expression/unit.h"
#include "problem/yaml.h"

/** What is kept of a file from one reading to the next: to read its tree, and the data base of units, takes longer than
 *  all the rest. {0} is ready. */
typedef struct hol_kept_file {
  hol_arena arena; /**< of the tree */
  hol_node root;
  bool has_tree;   /**< false: not read yet, or with faults */
  char sha256[65]; /**< of its bytes, as in hol_problem */
  hol_units units; /**< met so far */
} hol_kept_file;
void hol_kept_file_clear(hol_kept_file *file);

/** A parameter that the file has and its value, SI: as `--set`, after those of the source. */
typedef struct hol_setting {
  const char *name;
  double value;
} hol_setting;

/** hol_problem_read_source() by the grammar of the source, with parameters at other values.
 *  @param[in,out] file     of the same bytes each time; to be cleared by the caller at the end
 *  @param[in]     setting  [n] */
HOL_MUST_CHECK hol_status hol_problem_read_again(hol_kept_file *file, const hol_problem_source *source,
                                                 const hol_setting *setting, size_t n, hol_problem *problem,
                                                 hol_diagnostics *faults);

#endif
