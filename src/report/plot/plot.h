/* SPDX-License-Identifier: BSD-3-Clause */
/** @file plot.h  Pictures of a result for papers: one sheet of the width of a column, pictures one below another.
 *
 *  Kinds of pictures are rows of a table, independent of analyses: each kind searches the result for data that it can
 *  draw. */
#ifndef REPORT_PLOT_PLOT_H
#define REPORT_PLOT_PLOT_H

#include "report/plot/svg.h"
#include "report/plot/tree.h"

/** Points: 85 mm. */
static const double hol_sheet_width = 240;

/** Modes to draw, by their numbers; {0}: the first HOL_PLOT_MODES that are no rigid bodies. */
typedef struct hol_mode_range {
  size_t first, last;
} hol_mode_range;

/** A sheet while it is drawn. */
typedef struct hol_sheet {
  const hol_plot_node *result;
  hol_mode_range chosen;
  hol_arena *arena; /**< for as long as the sheet is drawn */
  hol_text svg;     /**< pictures so far */
  hol_text what;    /**< what they show, in words */
  double foot;      /**< where the next picture begins */
} hol_sheet;

/** Draw the pictures of one kind that the result contains, and move the foot below them. @return HOL_MEMORY */
typedef hol_status hol_picture(hol_sheet *sheet);

hol_picture hol_picture_shapes;    /**< the structure in its first modes */
hol_picture hol_picture_staircase; /**< the count of frequencies, and how close the bounds are */
hol_picture hol_picture_views;     /**< what the result describes as to be drawn, by role */

/** Parts of a result that are drawn on a sheet. {.chosen = ..} is empty. */
typedef struct hol_plot {
  hol_plot_tree tree;
  hol_mode_range chosen;
  size_t shown; /**< modes so far whose shapes are kept */
} hol_plot;

/** Return a sink that stores a result, and of its mode shapes only those that are drawn. @param[out] plot  lives as
 *  long as the sink; to be cleared in every case */
hol_sink hol_plot_sink(hol_plot *plot);
/** Draw the result that was written to the sink.
 *  @param[in,out] svg   added to
 *  @return HOL_USAGE: there is nothing to draw; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_plot_add(hol_plot *plot, hol_text *svg);
/** Draw it in characters, in 80 columns of a terminal: shapes, and the count of frequencies. @return as above */
HOL_MUST_CHECK hol_status hol_plot_letters(hol_plot *plot, hol_text *text);
void hol_plot_clear(hol_plot *plot);

/* For pictures */
enum { HOL_PLOT_MODES = 12, HOL_PLOT_MODES_MAX = 200 }; /**< so many are drawn, and can be */
/** Choose the modes to draw. @param[out] mode  [HOL_PLOT_MODES_MAX] @param[out] all  how many there are of their kind
 *  @return how many */
size_t hol_plot_choose(const hol_plot_node *modes, hol_mode_range chosen, const hol_plot_node **mode, size_t *all);
/** Compose a title such as "mode 3: 12.34 Hz", with at most six digits: the table has more where they are known. */
void hol_plot_title(const hol_plot_node *mode, char *title, size_t size);
/** Print a mode's frequency in Hz with the digits that its bounds certify. @param[out] cell  [24] */
void hol_plot_frequency(const hol_plot_node *mode, char *cell);

/** A shape of the structure in a grid of them. */
typedef struct hol_panel_of {
  const hol_plot_node *shapes; /**< displacements by part */
  const char *title;
  const char *kind; /**< with its number what the panel is called in the sheet */
  double number;
  const char *what; /**< of the first: what the grid shows, in words */
} hol_panel_of;
enum { HOL_PANEL_TITLE = 64 };
/** Draw shapes and move the foot below them. @param[in] of  [count], 1 to HOL_PLOT_MODES_MAX @param[in] all  how many
 *  there are @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_shapes_draw(hol_sheet *sheet, const hol_plot_node *geometry, const hol_panel_of *of,
                                          size_t count, size_t all);

#endif
