/* SPDX-License-Identifier: BSD-3-Clause */
/* The count of natural frequencies over frequency, and how close the bounds are. */
#include "report/plot/axes.h"
#include "report/plot/plot.h"
#include "result/number.h"

#include <math.h>
#include <stdio.h>

/** Points: margins of the charts, heights of both, and between them. */
static const double left = 30, right = 8, tall = 92, strip = 40, between = 15;
/** Powers of ten in the strip. */
enum { DECADES = 16 };

/** Where numbers fall. */
typedef struct stairs {
  const hol_plot_node *modes;
  double first, last, most; /**< counts; Hz */
  double top, low;          /**< of the staircase, of the strip */
} stairs;

static double member(const hol_plot_node *mode, const char *name)
{
  return hol_plot_node_number(hol_plot_node_get(mode, name));
}

static double place_x(const stairs *s, double hertz)
{
  return left + hertz / s->most * (hol_sheet_width - left - right);
}

static double place_y(const stairs *s, double count)
{
  return s->top + tall - (count - s->first) / fmax(1, s->last - s->first) * (tall - 6);
}

static double place_error(const stairs *s, double error)
{
  return s->low - strip * log10(fmin(1, fmax(1e-16, error))) / DECADES;
}

/** The largest relative distance of a bound; NAN: one is not known. */
static double error_of(const hol_plot_node *mode)
{
  double omega = member(mode, "omega"), lower = member(mode, "lower"), upper = member(mode, "upper");
  return isnan(lower) || isnan(upper) ? (double)NAN : fmax(upper - omega, omega - lower) / omega;
}

static void draw_axes(const stairs *s, hol_text *svg)
{
  double mark[HOL_MARKS], foot = s->low + strip;
  char words[HOL_SHORT];
  hol_text_add(svg, "<g class=\"grid\" stroke=\"%s\" stroke-width=\"0.5\">\n", HOL_SVG_GRID);
  size_t across = hol_axis_marks(0, s->most, 5, mark);
  for (size_t i = 0; i < across; i++) {
    double x = place_x(s, mark[i]);
    hol_svg_line(svg, (hol_spot){x, s->top}, (hol_spot){x, s->top + tall}, "");
    hol_svg_line(svg, (hol_spot){x, s->low}, (hol_spot){x, foot}, "");
  }
  for (int k = 0; k <= DECADES; k += 4) {
    double y = s->low + strip * k / DECADES;
    hol_svg_line(svg, (hol_spot){left, y}, (hol_spot){hol_sheet_width - right, y}, "");
  }
  hol_text_add(svg, "</g>\n");
  for (size_t i = 0; i < across; i++) {
    hol_axis_short(mark[i], 6, words);
    hol_svg_words(svg, (hol_spot){place_x(s, mark[i]), foot + 8}, HOL_SVG_MIDDLE, hol_svg_small, HOL_SVG_INK, words);
  }
  for (int k = 0; k <= DECADES; k += 4) {
    (void)snprintf(words, sizeof words, k ? "1e-%d" : "1", k);
    hol_svg_words(svg, (hol_spot){left - 3, s->low + strip * k / DECADES + 2}, HOL_SVG_END, hol_svg_small, HOL_SVG_INK,
                  words);
  }
  size_t up = hol_axis_marks(s->first, s->last, 5, mark);
  for (size_t i = 0; i < up; i++) {
    if (mark[i] == floor(mark[i])) {
      double y = place_y(s, mark[i]);
      hol_svg_line(svg, (hol_spot){left, y}, (hol_spot){hol_sheet_width - right, y},
                   "stroke=\"" HOL_SVG_GRID "\" stroke-width=\"0.5\"");
      hol_axis_short(mark[i], 6, words);
      hol_svg_words(svg, (hol_spot){left - 3, y + 2}, HOL_SVG_END, hol_svg_small, HOL_SVG_INK, words);
    }
  }
}

static void draw_words(const stairs *s, hol_text *svg)
{
  hol_svg_words(svg, (hol_spot){left, s->top - 4}, HOL_SVG_START, hol_svg_small, HOL_SVG_SOFT,
                "number of natural frequencies below");
  hol_svg_words(svg, (hol_spot){left, s->low - 4}, HOL_SVG_START, hol_svg_small, HOL_SVG_SOFT, "relative error bound");
  hol_svg_words(svg, (hol_spot){(left + hol_sheet_width - right) / 2, s->low + strip + 18}, HOL_SVG_MIDDLE,
                hol_svg_letter, HOL_SVG_INK, "frequency in Hz");
}

static void draw_steps(const stairs *s, hol_text *svg)
{
  hol_text_add(svg, "<polyline class=\"count\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" points=\"",
               hol_svg_color(1));
  double level = place_y(s, s->first);
  hol_svg_number(svg, left);
  hol_text_put(svg, ",", 1);
  hol_svg_number(svg, level);
  for (const hol_plot_node *mode = s->modes->first; mode; mode = mode->next) {
    if (!(member(mode, "omega") > 0)) {
      continue;
    }
    const double x = place_x(s, hol_number_hertz(member(mode, "omega"))),
                 next = place_y(s, member(mode, "count_above"));
    const hol_spot corner[] = {{x, level}, {x, next}};
    for (size_t k = 0; k < 2; k++) {
      hol_text_put(svg, " ", 1);
      hol_svg_number(svg, corner[k].x);
      hol_text_put(svg, ",", 1);
      hol_svg_number(svg, corner[k].y);
    }
    level = next;
  }
  hol_text_put(svg, " ", 1);
  hol_svg_number(svg, hol_sheet_width - right);
  hol_text_put(svg, ",", 1);
  hol_svg_number(svg, level);
  hol_text_add(svg, "\"/>\n");
}

/** Each frequency as a dot on its step, and how well it is known below; a cross where a bound is unknown. */
static void draw_dots(const stairs *s, hol_text *svg)
{
  enum { MANY = 60 };
  double radius = s->last - s->first > MANY ? 0.9 : 1.6;
  hol_text_add(svg, "<g class=\"frequencies\" fill=\"#ffffff\" stroke=\"%s\" stroke-width=\"0.8\">\n",
               hol_svg_color(1));
  for (const hol_plot_node *mode = s->modes->first; mode; mode = mode->next) {
    if (!(member(mode, "omega") > 0)) {
      continue;
    }
    double x = place_x(s, hol_number_hertz(member(mode, "omega"))), error = error_of(mode);
    double count = fmin(member(mode, "number"), member(mode, "count_above"));
    hol_svg_circle(svg, (hol_spot){x, place_y(s, isnan(count) ? s->first : count)}, radius, "");
    if (isnan(error)) {
      const hol_spot at = {x, s->low};
      hol_svg_line(svg, (hol_spot){at.x - 2, at.y - 2}, (hol_spot){at.x + 2, at.y + 2}, "stroke=\"#d55e00\"");
      hol_svg_line(svg, (hol_spot){at.x - 2, at.y + 2}, (hol_spot){at.x + 2, at.y - 2}, "stroke=\"#d55e00\"");
    } else {
      hol_svg_circle(svg, (hol_spot){x, place_error(s, error)}, radius, "");
    }
  }
  hol_text_add(svg, "</g>\n");
}

hol_status hol_picture_staircase(hol_sheet *sheet)
{
  stairs s = {.modes = hol_plot_node_get(sheet->result, "modes"), .first = NAN};
  size_t count = 0;
  for (const hol_plot_node *mode = s.modes ? s.modes->first : NULL; mode; mode = mode->next) {
    double omega = member(mode, "omega"), above = member(mode, "count_above");
    if (omega > 0 && isfinite(above)) {
      count++;
      s.first = isnan(s.first) ? member(mode, "count_below") : s.first;
      s.last = above;
      s.most = 1.04 * hol_number_hertz(omega);
    }
  }
  if (count == 0 || !isfinite(s.first) || !(s.most > 0)) {
    return HOL_OK;
  }
  s.top = sheet->foot + 12;
  s.low = s.top + tall + between;
  hol_text_add(&sheet->svg, "<g id=\"staircase\">\n");
  draw_axes(&s, &sheet->svg);
  draw_steps(&s, &sheet->svg);
  draw_dots(&s, &sheet->svg);
  draw_words(&s, &sheet->svg);
  hol_text_add(&sheet->svg, "</g>\n");
  sheet->foot = s.low + strip + 22;
  hol_text_add(&sheet->what, "Number of natural frequencies below each frequency, with a dot at each listed one, and "
                             "its relative error bound. ");
  return HOL_OK;
}
