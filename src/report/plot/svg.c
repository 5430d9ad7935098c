/* SPDX-License-Identifier: BSD-3-Clause */
/* SVG 1.1 primitives: lines, paths, circles, text with estimated width, escaping, colours. */
#include "report/plot/svg.h"

#include "result/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *hol_svg_color(size_t number)
{
  static const char *const color[] = {"#7d838b", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#4a2600", "#5b1a8c"};
  return color[number <= HOL_SVG_COLORS ? number : 0];
}

void hol_svg_pale(size_t number, char color[8])
{
  static const double share = 0.58;
  const char *full = hol_svg_color(number);
  unsigned long all = strtoul(full + 1, NULL, 16);
  unsigned pale[3];
  for (size_t k = 0; k < 3; k++) {
    double part = (double)(all >> 8 * (2 - k) & 0xff);
    pale[k] = (unsigned)lround(255 + share * (part - 255)) & 0xff;
  }
  (void)snprintf(color, 8, "#%02x%02x%02x", pale[0], pale[1], pale[2]);
}

/** What XML 1.0 lets stand in a document. */
static bool is_shown(uint32_t character)
{
  return character != HOL_NO_CHARACTER && hol_words_printable(character) && character != 0xFFFE && character != 0xFFFF;
}

void hol_svg_escaped(hol_text *svg, const char *words, size_t most)
{
  size_t size = strlen(words);
  for (size_t i = 0, count = 0; i < size; count++) {
    uint32_t character;
    size_t length = hol_words_next(words + i, size - i, &character);
    if (count == most) {
      hol_text_add(svg, "\xE2\x80\xA6");
      return;
    }
    if (character == '<' || character == '>' || character == '&' || character == '"') {
      hol_text_add(svg, "&#%u;", (unsigned)character);
    } else if (character == '\n' || character == '\t') {
      hol_text_put(svg, " ", 1);
    } else {
      hol_text_put(svg, is_shown(character) ? words + i : "?", is_shown(character) ? length : 1);
    }
    i += length;
  }
}

void hol_svg_number(hol_text *svg, double x)
{
  char cell[32];
  (void)snprintf(cell, sizeof cell, "%.2f", fabs(x) < 0.005 || !(fabs(x) < 1e9) ? 0.0 : x);
  size_t size = strlen(cell);
  while (cell[size - 1] == '0') {
    size--;
  }
  hol_text_put(svg, cell, cell[size - 1] == '.' ? size - 1 : size);
}

void hol_svg_attribute(hol_text *svg, const char *name, double x)
{
  hol_text_add(svg, " %s=\"", name);
  hol_svg_number(svg, x);
  hol_text_put(svg, "\"", 1);
}

void hol_svg_begin(hol_text *svg, double width, double height, const char *title, const char *what)
{
  enum { MOST = 2000 };
  hol_text_add(svg,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" "
               "width=\"");
  hol_svg_number(svg, width);
  hol_text_add(svg, "pt\" height=\"");
  hol_svg_number(svg, height);
  hol_text_add(svg, "pt\" viewBox=\"0 0 ");
  hol_svg_number(svg, width);
  hol_text_put(svg, " ", 1);
  hol_svg_number(svg, height);
  hol_text_add(svg, "\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n<title>");
  hol_svg_escaped(svg, title, MOST);
  hol_text_add(svg, "</title>\n<desc>");
  hol_svg_escaped(svg, what, MOST);
  hol_text_add(svg, "</desc>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
}

void hol_svg_end(hol_text *svg)
{
  hol_text_add(svg, "</svg>\n");
}

void hol_svg_words(hol_text *svg, hol_spot at, hol_svg_anchor anchor, double size, const char *color, const char *words)
{
  static const char *const anchors[] = {"start", "middle", "end"};
  hol_text_add(svg, "<text");
  hol_svg_attribute(svg, "x", at.x);
  hol_svg_attribute(svg, "y", at.y);
  hol_svg_attribute(svg, "font-size", size);
  hol_text_add(svg, " text-anchor=\"%s\" fill=\"%s\">", anchors[anchor], color);
  hol_svg_escaped(svg, words, SIZE_MAX);
  hol_text_add(svg, "</text>\n");
}

void hol_svg_upright(hol_text *svg, hol_spot at, double size, const char *color, const char *words)
{
  hol_text_add(svg, "<text");
  hol_svg_attribute(svg, "x", at.x);
  hol_svg_attribute(svg, "y", at.y);
  hol_svg_attribute(svg, "font-size", size);
  hol_text_add(svg, " text-anchor=\"middle\" fill=\"%s\" transform=\"rotate(-90 ", color);
  hol_svg_number(svg, at.x);
  hol_text_put(svg, " ", 1);
  hol_svg_number(svg, at.y);
  hol_text_add(svg, ")\">");
  hol_svg_escaped(svg, words, SIZE_MAX);
  hol_text_add(svg, "</text>\n");
}

/** Of one character, for a size of 1. */
static double width_of(uint32_t character)
{
  static const unsigned short ascii[] = {
      278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
      556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
      611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
      667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
      222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
  bool is_known = character >= ' ' && character < ' ' + sizeof ascii / sizeof *ascii;
  return is_known ? ascii[character - ' '] / 1000.0 : 1;
}

double hol_svg_width(const char *words, double size)
{
  double width = 0;
  for (size_t i = 0, length = strlen(words); i < length;) {
    uint32_t character;
    i += hol_words_next(words + i, length - i, &character);
    width += width_of(is_shown(character) ? character : '?');
  }
  return size * width;
}

void hol_svg_fitted(hol_text *svg, hol_spot at, double size, double width, const char *words)
{
  hol_text fitted = {0};
  double used = size;
  bool is_whole = hol_svg_width(words, size) <= width;
  for (size_t i = 0, length = strlen(words); i < length;) {
    uint32_t character;
    size_t bytes = hol_words_next(words + i, length - i, &character);
    used += size * width_of(is_shown(character) ? character : '?');
    if (!is_whole && used > width) {
      hol_text_add(&fitted, "\xE2\x80\xA6");
      break;
    }
    hol_text_put(&fitted, words + i, bytes);
    i += bytes;
  }
  hol_svg_words(svg, at, HOL_SVG_START, size, HOL_SVG_INK, fitted.data ? fitted.data : "");
  svg->failed = svg->failed || fitted.failed;
  hol_text_clear(&fitted);
}

void hol_svg_line(hol_text *svg, hol_spot from, hol_spot to, const char *look)
{
  hol_text_add(svg, "<line");
  hol_svg_attribute(svg, "x1", from.x);
  hol_svg_attribute(svg, "y1", from.y);
  hol_svg_attribute(svg, "x2", to.x);
  hol_svg_attribute(svg, "y2", to.y);
  hol_text_add(svg, "%s%s/>\n", *look ? " " : "", look);
}

void hol_svg_path(hol_text *svg, const hol_spot *at, size_t count, bool is_closed, const char *look)
{
  hol_text_add(svg, is_closed ? "<polygon points=\"" : "<polyline points=\"");
  for (size_t i = 0; i < count; i++) {
    hol_text_put(svg, " ", i > 0);
    hol_svg_number(svg, at[i].x);
    hol_text_put(svg, ",", 1);
    hol_svg_number(svg, at[i].y);
  }
  hol_text_add(svg, "\"%s%s/>\n", *look ? " " : "", look);
}

void hol_svg_circle(hol_text *svg, hol_spot at, double radius, const char *look)
{
  hol_text_add(svg, "<circle");
  hol_svg_attribute(svg, "cx", at.x);
  hol_svg_attribute(svg, "cy", at.y);
  hol_svg_attribute(svg, "r", radius);
  hol_text_add(svg, "%s%s/>\n", *look ? " " : "", look);
}
