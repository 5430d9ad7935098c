/* SPDX-License-Identifier: BSD-3-Clause */
/** @file chart.h  Charts of curves, marks and samples on a sheet, independent of analyses. */
#ifndef REPORT_PLOT_CHART_H
#define REPORT_PLOT_CHART_H

#include "report/plot/plot.h"

/** A curve; it may turn back. */
typedef struct hol_curve {
  const char *name;             /**< NULL: as the one before */
  const double *x, *y, *radius; /**< [count]; NAN ends a piece. radius: a band around the curve, NULL: none */
  const bool *flag;             /**< [count] dashed there; NULL: nowhere */
  size_t count, color;          /**< 0: of the rest */
  bool is_guide;                /**< thin, and no reason to make room for it */
} hol_curve;

typedef struct hol_curve_mark {
  double x, y;
  size_t color, kind; /**< of `kind` in the chart: its form */
  const char *words;  /**< beside it, where there is room; NULL: none */
} hol_curve_mark;

enum { HOL_KINDS = 4 };

/** All is borrowed. */
typedef struct hol_chart {
  const hol_curve *curve;
  size_t curves;
  const hol_curve_mark *mark;
  size_t marks;
  const char *kind[HOL_KINDS]; /**< words for the forms of marks; NULL: none */
  const char *title, *x, *y;   /**< of the axes, with units; title NULL: none */
  bool is_log;          /**< upwards in powers of ten, down to 1e-9 of the largest value: what is below is not drawn */
  bool is_named_at_end; /**< names of curves stand at their right ends, not below */
  bool is_log_across;   /**< to the right in powers of ten; nothing is drawn at 0 and below */
  bool is_equal;        /**< a unit is as long upwards as to the right */
  double left, wide, tall; /**< points, of its place on the sheet; 0: the whole width, as high as charts are */
} hol_chart;

/** Draw a chart and move the foot below it. */
void hol_chart_draw(hol_sheet *sheet, const hol_chart *chart);

/** Draw two charts side by side (the second may have no curves), each of half the width, and move the foot below
 *  them. */
void hol_charts_draw(hol_sheet *sheet, const hol_chart charts[2]);

/** Samples of one number. */
typedef struct hol_samples {
  const double *value; /**< [count] NAN: none */
  size_t count;
  double line[2]; /**< marked, with the words; NAN: none */
  const char *words[2];
  const char *x;
} hol_samples;

/** Draw two histograms side by side (the second may have no samples), and move the foot below them. */
void hol_histograms_draw(hol_sheet *sheet, const hol_samples samples[2]);

#endif
