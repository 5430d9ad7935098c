/* SPDX-License-Identifier: BSD-3-Clause */
/** @file views.h  Rendering of the views of a result (result/view.h) on a sheet. Internal to `report/plot`. */
#ifndef REPORT_PLOT_VIEWS_H
#define REPORT_PLOT_VIEWS_H

#include "report/plot/chart.h"

enum { HOL_VIEW_WORDS = 160 };

/** A view and the record it stands in. */
typedef struct hol_drawn_view {
  hol_sheet *sheet;
  const hol_plot_node *record, *view;
} hol_drawn_view;

/** Allocate zeroed memory of the sheet, one item more than requested; NULL without memory, and the sheet has failed. */
void *hol_view_take(const hol_drawn_view *v, size_t count, size_t size);
/** Return the text of the view under a key; "": there is none. */
const char *hol_view_word(const hol_drawn_view *v, const char *key);
/** Return the member of a record whose name is the text of the view under a key. */
const hol_plot_node *hol_view_told(const hol_drawn_view *v, const hol_plot_node *record, const char *key);
/** Convert rad/s to Hz; other units are unchanged. */
double hol_view_in_hertz(const char *unit, double x);
/** Compose an axis label "label in unit". */
const char *hol_view_axis_words(const hol_drawn_view *v, const char *before, const char *label, const char *unit);
/** Compose the name that distinguishes one record from the others. */
const char *hol_view_name(const hol_drawn_view *v, const hol_plot_node *each, const hol_plot_node *one);

/* Roles */
/** Draw role "shape": a displaced structure, once or by record of a list. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_view_shapes(const hol_drawn_view *v);
/** Draw role "map": numbers over two parameters. */
void hol_view_maps(const hol_drawn_view *v);

#endif
