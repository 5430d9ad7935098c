/* SPDX-License-Identifier: BSD-3-Clause */
/** @file recall.h  Reading of a result in JSON into the same tree that an analysis fills through a sink. */
#ifndef REPORT_PLOT_RECALL_H
#define REPORT_PLOT_RECALL_H

#include "report/plot/tree.h"
#include "report/scan.h"

/** Read a text as --json writes it into the sink of a tree: of one file an object, of several a list. A 0 byte must
 *  follow it.
 *  @param[in]  sink  of a tree (hol_plot_tree_sink(), hol_plot_sink()) @param[out] scan  what is wrong of HOL_INVALID
 *  @return HOL_INVALID, HOL_MEMORY. Cost O(size). */
HOL_MUST_CHECK hol_status hol_plot_node_recall(const char *bytes, size_t size, const hol_sink *sink, hol_scan *scan);

#endif
