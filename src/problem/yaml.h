/* SPDX-License-Identifier: BSD-3-Clause */
/** @file yaml.h  Reading of a YAML file as a tree of nodes with positions, and recovery from syntax errors. */
#ifndef HOLONOME_PROBLEM_YAML_H
#define HOLONOME_PROBLEM_YAML_H

#include "holonome/problem.h"
#include "base/arena.h"

typedef enum {
  HOL_NODE_NONE, /**< nothing is written there */
  HOL_NODE_BAD,  /**< faulty, and reported already */
  HOL_NODE_TEXT,
  HOL_NODE_LIST,
  HOL_NODE_MAP
} hol_node_kind;

/** A node; {0} is nothing. Lives in an arena. */
typedef struct hol_node {
  hol_node_kind kind;
  uint32_t line, column, length; /**< as in hol_place; columns and length count characters (code points) */
  size_t count;                  /**< text: bytes; list: items; map: pairs */
  const char *text;              /**< text: 0-terminated, without quotes */
  struct hol_node *item; /**< list: [count]; map: [2*count], key and value in turn; keys are texts, no two alike */
} hol_node;

enum { HOL_FILE_SIZE_MAX = 1 << 24, HOL_DEPTH_MAX = 64 };

/** Check that the text can be read: not empty, not above HOL_FILE_SIZE_MAX, UTF-8 without control characters.
 *  A fault is added otherwise, at the first bad byte. Cost O(size). */
bool hol_source_check(const char *bytes, size_t size, hol_faults *faults);

/** Read the tree.
 *
 *  libfyaml ends at the first syntax error. To find the others too, the lines of the entry with the error are blanked
 *  and the file is read again, up to 20 readings in all. The tree is that of the remaining entries, a bad node if the
 *  last reading fails, too.
 *
 *  @param[in]  bytes    accepted by hol_source_check()
 *  @param[in]  arena    for the nodes and nothing else yet: it is emptied before each reading
 *  @param[out] root     the top node; {0} where nothing is left of the file
 *  @param[out] damaged  there were syntax errors: entries may be missing from the tree through no fault of their own
 *  @return HOL_MEMORY. Faults are added, not returned. Cost O(size) per reading. */
HOL_MUST_CHECK hol_status hol_yaml_read(const char *bytes, size_t size, hol_arena *arena, hol_faults *faults,
                                        hol_node *root, bool *damaged);

/** Return the position of a node in the file. */
hol_place hol_node_place(const hol_node *node);
/** Return the name of a kind of node: "a list", "a mapping", ... */
const char *hol_node_kind_text(hol_node_kind kind);

#endif
