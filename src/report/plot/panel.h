/* SPDX-License-Identifier: BSD-3-Clause */
/** @file panel.h  Picture of a structure in one mode: undeformed in grey, deformed in colour, with joints and
 *  supports. */
#ifndef REPORT_PLOT_PANEL_H
#define REPORT_PLOT_PANEL_H

#include "report/plot/sketch.h"

/** A line or a face of a part, drawn from the farthest to the nearest. */
typedef struct hol_panel_piece {
  size_t part, place[4], count; /**< of a line: from place[0] on, and place[1] behind them where it is closed */
  bool is_face, is_closed;
  bool is_ruled[4]; /**< of a face: the side from place[k] on is a line of the mesh that is drawn */
  double depth;
} hol_panel_piece;

/** Buffers for one drawing, reused for the next. Memory belongs to the arena. */
typedef struct hol_panel {
  const hol_sketch *sketch; /**< moved. Borrowed */
  hol_sketch_view view;
  double factor, angle;   /**< of what moves and of what turns */
  hol_spot *rest, *moved; /**< [places] */
  hol_spot *line, *way;   /**< [more than places] a line before it is written, and before it is thinned */
  double *depth;          /**< [places] */
  hol_panel_piece *piece; /**< [places + parts] */
  size_t pieces;
  double wide; /**< points, of lines */
  double unit; /**< of symbols of the ground: 1, or less where there are many */
} hol_panel;

/** Allocate the buffers of a drawing. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_panel_make(const hol_sketch *sketch, hol_arena *arena, hol_panel *panel);
/** Draw the mode set by hol_sketch_take(). */
void hol_panel_draw(hol_panel *panel, hol_text *svg);

/* symbols.c */
/** Draw joints at the deformed positions of their points. */
void hol_panel_joints(const hol_panel *panel, hol_text *svg);

#endif
