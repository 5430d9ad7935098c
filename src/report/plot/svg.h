/** @file svg.h  What pictures are drawn with: lines, areas and words of SVG 1.1, in points of 1/72 inch from the upper left corner.
 *
 *  Places have two decimals, so that the same result gives the same bytes wherever rounding agrees to that. Everything looks as its
 *  attributes say: no style sheet, no script, nothing to be fetched. */
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
/** Of 1 to HOL_SVG_COLORS; of anything else that of the rest. */
const char *hol_svg_color(size_t number);
/** The same, paler: of faces. */
void hol_svg_pale(size_t number, char color[8]);

/** Points, of words. */
static const double hol_svg_letter = 7, hol_svg_small = 6;

typedef enum { HOL_SVG_START, HOL_SVG_MIDDLE, HOL_SVG_END } hol_svg_anchor;

/** What stands before and after everything else. @param[in] title, what  foreign words */
void hol_svg_begin(hol_text *svg, double width, double height, const char *title, const char *what);
void hol_svg_end(hol_text *svg);

/** Foreign words, `most` characters at most: what is no character of XML, or would turn the direction of writing, as `?`. */
void hol_svg_escaped(hol_text *svg, const char *words, size_t most);
/** A place: two decimals at most. */
void hol_svg_number(hol_text *svg, double x);
/** " name="x"". */
void hol_svg_attribute(hol_text *svg, const char *name, double x);
/** A line of words, its foot at a place. @param[in] size  in points @param[in] color  as SVG has it */
void hol_svg_words(hol_text *svg, hol_spot at, hol_svg_anchor anchor, double size, const char *color, const char *words);
/** The same from below upwards, its middle at a place. */
void hol_svg_upright(hol_text *svg, hol_spot at, double size, const char *color, const char *words);
/** Words in a width: what does not fit is left out for an ellipsis. */
void hol_svg_fitted(hol_text *svg, hol_spot at, double size, double width, const char *words);
/** Width of words in points, of letters as Helvetica, Arial and Liberation Sans have them. */
double hol_svg_width(const char *words, double size);
/** A straight line. @param[in] look  its further attributes, such as `stroke="#fff"`; "" of a group's own */
void hol_svg_line(hol_text *svg, hol_spot from, hol_spot to, const char *look);
/** A line through places, closed and filled or not. */
void hol_svg_path(hol_text *svg, const hol_spot *at, size_t count, bool is_closed, const char *look);
void hol_svg_circle(hol_text *svg, hol_spot at, double radius, const char *look);

#endif
