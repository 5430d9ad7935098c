/* SPDX-License-Identifier: BSD-3-Clause */
/** @file again.h  Repeated reading of one problem file with other parameter values. */
#ifndef HOLONOME_PROBLEM_AGAIN_H
#define HOLONOME_PROBLEM_AGAIN_H

#include "holonome/problem.h"
#include "expression/unit.h"
#include "problem/kind.h"
#include "problem/yaml.h"

/** Source of a problem: bytes, grammar, overrides and access to other files; all borrowed. */
typedef struct hol_problem_source {
  const char *bytes;
  size_t size;
  const hol_part_grammar *const *kinds; /**< [n_kinds] the kinds of parts that exist; borrowed by the problem as well */
  size_t n_kinds;
  const struct hol_shape_grammar *const *shapes; /**< [n_shapes] of sections, likewise; the first is of those without a
                                                      shape */
  size_t n_shapes;
  const hol_override *set; /**< [n_set] parameters that replace those of the file */
  size_t n_set;
  const char *folder;                /**< of the problem file, where the other files are; NULL: the current one */
  hol_files files;                   /**< which of them may be opened */
  const struct hol_grammar *grammar; /**< the analyses that exist */
} hol_problem_source;

/** Cache of a file between readings: to parse its tree and the database of units takes longer than all the rest. {0} is
 *  ready. */
typedef struct hol_kept_file {
  hol_arena arena; /**< of the tree */
  hol_node root;
  bool has_tree;   /**< false: not read yet, or with faults */
  char sha256[65]; /**< of its bytes, as in hol_problem */
  hol_units units; /**< met so far */
} hol_kept_file;
void hol_kept_file_clear(hol_kept_file *file);

/** How a problem was read, so that it can be read again: hol_problem.reading. */
typedef struct hol_reading {
  hol_problem_source source; /**< all of it owned but for the bytes, which are the problem's, the kinds and the
                                  grammar */
  hol_override *set;         /**< [source.n_set], their texts as well */
  char *folder;
  hol_kept_file file; /**< where there are parameters that could get other values */
  size_t moved;       /**< the number, from 1, of the parameter by which the problem can be moved; 0: none */
} hol_reading;
/** Free a reading and the memory it owns; NULL is allowed. */
void hol_reading_free(hol_reading *reading);

/** A parameter of the file and its value, SI: as `--set`, after those of the source. It is a variable, by which the
 *  problem can be moved without being read again: see origin.h. */
typedef struct hol_setting {
  const char *name;
  double value;
} hol_setting;

/** Read a problem with some parameters at other values, and record how its numbers follow from these. The address of
 *  its bytes is not stored.
 *  @param[in,out] file     of the same bytes each time; to be cleared by the caller at the end
 *  @param[in]     setting  [n] */
HOL_MUST_CHECK hol_status hol_problem_read_again(hol_kept_file *file, const hol_problem_source *source,
                                                 const hol_setting *setting, size_t n, hol_problem *problem,
                                                 hol_faults *faults);

/** Read the file of a problem again that hol_read() has read, with its overrides and these values. Not thread-safe for
 *  one problem. */
HOL_MUST_CHECK hol_status hol_problem_with(const hol_problem *problem, const hol_setting *setting, size_t n,
                                           hol_problem *other, hol_faults *faults);

#endif
