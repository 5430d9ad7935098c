/* SPDX-License-Identifier: BSD-3-Clause */
/** @file svg.h  SVG 1.1 primitives of pictures: lines, areas and text, in points of 1/72 inch from the upper left
 *  corner.
 *
 *  Places have two decimals, so that the same result gives the same bytes wherever rounding agrees to that. Everything
 *  looks as its attributes say: no style sheet, no script, nothing to be fetched. */
#ifndef REPORT_PLOT_SVG_H
#define REPORT_PLOT_SVG_H

#include "holonome/text.h"

/** Places on paper. */
typedef struct hol_spot {
  double x, y;
} hol_spot;

/** Sizes and colours; the colours are those of the page, which tests hold apart for the colour-blind. */
#define HOL_SVG_INK "#1b1d22"
#define HOL_SVG_SOFT "#5b6068"
#define HOL_SVG_GRID "#e4e6e9"
#define HOL_SVG_REST "#a2a8b0"
enum { HOL_SVG_COLORS = 6 };
/** Return a colour, 1 to HOL_SVG_COLORS; for any other number that of the rest. */
const char *hol_svg_color(size_t number);
/** Return a paler colour, for faces. */
void hol_svg_pale(size_t number, char color[8]);

/** Points, of words. */
static const double hol_svg_letter = 7, hol_svg_small = 6;

typedef enum { HOL_SVG_START, HOL_SVG_MIDDLE, HOL_SVG_END } hol_svg_anchor;

/** Begin and end a document. @param[in] title, what  external text */
void hol_svg_begin(hol_text *svg, double width, double height, const char *title, const char *what);
void hol_svg_end(hol_text *svg);

/** Add external text, `most` characters at most, with `?` for characters that XML does not allow or that change the
 *  direction of writing. */
void hol_svg_escaped(hol_text *svg, const char *words, size_t most);
/** Add a coordinate: two decimals at most. */
void hol_svg_number(hol_text *svg, double x);
/** Add an attribute: " name="x"". */
void hol_svg_attribute(hol_text *svg, const char *name, double x);
/** Add a line of text with its baseline at a place. @param[in] size  in points @param[in] color  as SVG has it */
void hol_svg_words(hol_text *svg, hol_spot at, hol_svg_anchor anchor, double size, const char *color,
                   const char *words);
/** Add a line of text from below upwards, its middle at a place. */
void hol_svg_upright(hol_text *svg, hol_spot at, double size, const char *color, const char *words);
/** Add text within a width: an ellipsis replaces the part that does not fit. */
void hol_svg_fitted(hol_text *svg, hol_spot at, double size, double width, const char *words);
/** Return the width of a text in points, with the letter widths of Helvetica, Arial and Liberation Sans. */
double hol_svg_width(const char *words, double size);
/** Add a straight line. @param[in] look  its further attributes, such as `stroke="#fff"`; "" of a group's own */
void hol_svg_line(hol_text *svg, hol_spot from, hol_spot to, const char *look);
/** Add a line through places, closed and filled or not. */
void hol_svg_path(hol_text *svg, const hol_spot *at, size_t count, bool is_closed, const char *look);
void hol_svg_circle(hol_text *svg, hol_spot at, double radius, const char *look);

#endif
