/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tree.h  Tree of a result in memory with look-up by name, for pictures, which need the first members together
 *  with the last.
 *
 *  The tree has the structure of the JSON. Consecutive numbers are stored together as doubles. */
#ifndef REPORT_PLOT_TREE_H
#define REPORT_PLOT_TREE_H

#include "base/arena.h"
#include "result/sink.h"

#include <stdbool.h>

typedef enum {
  HOL_PLOT_NODE_NOTHING,
  HOL_PLOT_NODE_NUMBER,
  HOL_PLOT_NODE_TRUTH, /**< the number 0 or 1 */
  HOL_PLOT_NODE_TEXT,
  HOL_PLOT_NODE_RECORD, /**< members have names */
  HOL_PLOT_NODE_LIST,   /**< members have none */
  HOL_PLOT_NODE_NUMBERS /**< a list of numbers and nothing else */
} hol_plot_node_type;

/** Owned by its tree. */
typedef struct hol_plot_node {
  const char *name;
  hol_plot_node_type type;
  double number; /**< NAN: none */
  const char *text;
  const double *value; /**< [count] */
  size_t count;        /**< of its members, or of its numbers */
  struct hol_plot_node *first, *last, *next, *parent;
} hol_plot_node;

/** {0} is empty. */
typedef struct hol_plot_tree {
  hol_arena arena;     /**< of all nodes, and of what is made of it */
  hol_plot_node *all;  /**< the root. Owned by the arena */
  hol_plot_node *open; /**< what was opened last */
  const char *named;   /**< in a map: the name of what comes next */
  bool failed;         /**< memory ran out */
  /** Is what comes next, a record or a list of this name, to be forgotten with all that is in it? NULL: nothing is.
   *  @param[in] of  what it would stand in, as read so far; NULL: nothing */
  bool (*forgets)(const hol_plot_node *of, const char *name, void *context);
  void *context;
  size_t forgotten; /**< so many things are open of which nothing is kept */
} hol_plot_tree;

/** Return the sink that fills a tree, which is borrowed. */
hol_sink hol_plot_tree_sink(hol_plot_tree *tree);
void hol_plot_tree_clear(hol_plot_tree *tree);

/** Return a member by its name; NULL: there is none, or `of` is NULL. */
const hol_plot_node *hol_plot_node_get(const hol_plot_node *of, const char *name);
/** Return a number; NAN: it is none. */
double hol_plot_node_number(const hol_plot_node *of);
/** Return a text; "": it is none. */
const char *hol_plot_node_text(const hol_plot_node *of);
bool hol_plot_node_truth(const hol_plot_node *of);
/** Return the number of members or numbers; 0 for NULL. */
size_t hol_plot_node_count(const hol_plot_node *of);
/** Return number i of a list of numbers; NAN: there is none. */
double hol_plot_node_value(const hol_plot_node *of, size_t i);

#endif
