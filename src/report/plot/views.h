/** @file views.h  A view of a result (result/view.h) on its way to paper. Internal to `report/plot`. */
#ifndef REPORT_PLOT_VIEWS_H
#define REPORT_PLOT_VIEWS_H

#include "report/plot/chart.h"

enum { HOL_VIEW_WORDS = 160 };

/** A view and the record it stands in. */
typedef struct hol_drawn_view {
  hol_sheet *sheet;
  const hol_told *record, *view;
} hol_drawn_view;

/** Zeroed memory of the sheet, one item more than asked for; NULL without, and the sheet has failed. */
void *hol_view_take(const hol_drawn_view *v, size_t count, size_t size);
/** What stands in the view under a key; "": nothing. */
const char *hol_view_word(const hol_drawn_view *v, const char *key);
/** What the record has under the name that the view has under a key. */
const hol_told *hol_view_told(const hol_drawn_view *v, const hol_told *record, const char *key);
/** rad/s are shown as Hz. */
double hol_view_in_hertz(const char *unit, double x);
/** "label in unit". */
const char *hol_view_axis_words(const hol_drawn_view *v, const char *before, const char *label, const char *unit);
/** What distinguishes one record from the others. */
const char *hol_view_name(const hol_drawn_view *v, const hol_told *each, const hol_told *one);

/* Roles */
/** "shape": a structure that is displaced, once or by record of a list. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_view_shapes(const hol_drawn_view *v);
/** "map": numbers over two parameters. */
void hol_view_maps(const hol_drawn_view *v);

#endif
