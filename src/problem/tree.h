/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tree.h  Parsing of a YAML file into a tree of nodes, up to the first syntax error. */
#ifndef HOLONOME_PROBLEM_TREE_H
#define HOLONOME_PROBLEM_TREE_H

#include "problem/yaml.h"

/** The first syntax error of a reading; line 0: none. */
typedef struct hol_syntax_error {
  size_t line, column;
  char message[160];
  size_t open_line, open_column; /**< the outermost flow list or mapping that was open; 0: none */
} hol_syntax_error;

/** Parse the tree.
 *  @param[in]  arena   for the nodes; emptied first
 *  @param[out] faults  faults other than of syntax (keys given twice, aliases, ...) are added
 *  @param[out] root    the top node; {0} where there is none or a syntax error ended the reading
 *  @param[out] error   the syntax error; unchanged if there is none
 *  @return HOL_MEMORY. Cost O(size). */
HOL_MUST_CHECK hol_status hol_tree_read(const char *bytes, size_t size, hol_arena *arena, hol_faults *faults,
                                        hol_node *root, hol_syntax_error *error);

#endif
