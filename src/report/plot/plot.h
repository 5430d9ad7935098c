/** @file plot.h  Pictures of a result for papers, on one sheet as wide as a column: what there is to draw, one below another.
 *
 *  The sheet knows kinds of pictures, each a row of a table, and no analysis: a kind looks into the result whether there is anything for it. */
#ifndef REPORT_PLOT_PLOT_H
#define REPORT_PLOT_PLOT_H

#include "report/plot/svg.h"
#include "report/plot/told.h"

/** Points: 85 mm. */
static const double hol_sheet_width = 240;

/** A sheet in the making. */
typedef struct hol_sheet {
  const hol_told *result;
  hol_arena *arena; /**< for as long as the sheet is drawn */
  hol_text svg;     /**< pictures so far */
  hol_text what;    /**< what they show, in words */
  double foot;      /**< where the next picture begins */
} hol_sheet;

/** Draw what the result has of a kind, and move the foot below it. @return HOL_MEMORY */
typedef hol_status hol_picture(hol_sheet *sheet);

hol_picture hol_picture_shapes;    /**< the structure in its first modes */
hol_picture hol_picture_staircase; /**< the count of frequencies, and how close the bounds are */
hol_picture hol_picture_views;     /**< what the result describes as to be drawn, by role */

/** Draw what a result has.
 *  @param[in,out] book  of the result; its arena grows
 *  @param[in,out] svg   added to
 *  @return HOL_USAGE: there is nothing to draw; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_plot_add(hol_told_book *book, hol_text *svg);

/** Tell a result to a sheet: a sink that keeps of many shapes those that are drawn.
 *  @param[out] book   {0}; to be cleared in every case
 *  @param[out] shown  {0}; lives as long as the sink */
hol_sink hol_plot_sink(hol_told_book *book, size_t *shown);

/* For pictures */
enum { HOL_PLOT_MODES = 12 }; /**< at most so many are drawn */
/** A mode's frequency in Hz with the digits that its bounds certify. @param[out] cell  [24] */
void hol_plot_frequency(const hol_told *mode, char *cell);

#endif
