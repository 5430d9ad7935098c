/* SPDX-License-Identifier: BSD-3-Clause */
/* Charts as SVG: linear and logarithmic axes, curves, error bands, marks, labels, legends; histograms. */
#include "report/plot/chart.h"

#include "report/plot/axes.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** Points: height of a chart, its right margin, what its words need above and below. */
static const double tall = 112, right = 12, above = 6, below = 22;
/** What a mark with words needs above it. */
static const double for_words = 12;

/** Where numbers fall. */
typedef struct area {
  double left, top, right, bottom; /**< on paper */
  double low[2], high[2];          /**< numbers; logarithms upwards where is_log */
  bool is_log, is_log_across;
  double end; /**< where the room for legends ends */
} area;

static double place_x(const area *a, double x)
{
  double level = a->is_log_across ? log10(x) : x;
  return a->left + (level - a->low[0]) / (a->high[0] - a->low[0]) * (a->right - a->left);
}

static double place_y(const area *a, double y)
{
  double level = a->is_log ? log10(y) : y;
  return a->bottom - (level - a->low[1]) / (a->high[1] - a->low[1]) * (a->bottom - a->top);
}

/* ---------------------------------------------------------------------------------------------------- axes */

static void widen(double x, double range[2])
{
  if (isfinite(x)) {
    range[0] = fmin(range[0], x);
    range[1] = fmax(range[1], x);
  }
}

static void find_ranges(const hol_chart *chart, double x[2], double y[2])
{
  const double least = chart->is_log_across ? 0 : -HUGE_VAL;
  x[0] = y[0] = HUGE_VAL;
  x[1] = y[1] = -HUGE_VAL;
  for (size_t i = 0; i < chart->curves; i++) {
    const hol_curve *c = &chart->curve[i];
    for (size_t k = 0; k < c->count && !c->is_guide; k++) {
      if (c->x[k] > least) {
        widen(c->x[k], x);
        widen(c->y[k], y);
      }
    }
  }
  for (size_t i = 0; i < chart->marks; i++) {
    widen(chart->mark[i].y, y);
  }
}

/** The least value that is drawn in powers of ten: what is below this share of the largest is nothing. */
static double least_of(const hol_chart *chart, double largest)
{
  static const double nothing = 1e-9;
  double least = largest;
  for (size_t i = 0; i < chart->curves; i++) {
    const hol_curve *c = &chart->curve[i];
    for (size_t k = 0; k < c->count && !c->is_guide; k++) {
      least = c->y[k] > nothing * largest ? fmin(least, c->y[k]) : least;
    }
  }
  return least;
}

/** @return false: there is no number to draw */
static bool set_ranges(const hol_chart *chart, area *a)
{
  double x[2], y[2];
  find_ranges(chart, x, y);
  if (!(x[0] <= x[1] && y[0] <= y[1])) {
    return false;
  }
  double span = y[1] - y[0] > 0 ? y[1] - y[0] : fmax(fabs(y[0]), 1);
  a->is_log = chart->is_log && y[1] > 0;
  y[0] = a->is_log ? least_of(chart, y[1]) : y[0];
  a->is_log_across = chart->is_log_across;
  a->low[0] = a->is_log_across ? log10(x[0]) : x[0];
  a->high[0] = a->is_log_across ? log10(x[1]) : x[1];
  a->high[0] = a->high[0] > a->low[0] ? a->high[0] : a->low[0] + 1;
  a->low[1] = a->is_log ? log10(y[0] / 1.15) : y[0] >= 0 && y[0] < 0.35 * y[1] ? 0 : y[0] - 0.04 * span;
  a->high[1] = a->is_log ? log10(y[1] * 1.25) : y[1] + 0.06 * span;
  for (size_t i = 0; i < chart->marks; i++) {
    double level = a->is_log ? log10(chart->mark[i].y) : chart->mark[i].y;
    double needed = a->low[1] + (level - a->low[1]) / (1 - for_words / (chart->tall > 0 ? chart->tall : tall));
    a->high[1] = chart->mark[i].words && isfinite(needed) ? fmax(a->high[1], needed) : a->high[1];
  }
  return true;
}

static size_t marks_upwards(const area *a, double *mark)
{
  return a->is_log ? hol_axis_decades(pow(10, a->low[1]), pow(10, a->high[1]), mark)
                   : hol_axis_marks(a->low[1], a->high[1], 5, mark);
}

/** As many as have room for their numbers, two at least: one alone does not say how wide the axis is. */
static size_t marks_across(const area *a, double *mark)
{
  static const double room = 36;
  size_t about = (size_t)fmin(5, fmax(2, (a->right - a->left) / room)), count = 0;
  if (a->is_log_across) {
    return hol_axis_decades(pow(10, a->low[0]), pow(10, a->high[0]), mark);
  }
  for (; count < 2 && about <= 10; about++) {
    count = hol_axis_marks(a->low[0], a->high[0], about, mark);
  }
  return count;
}

/** Room for the numbers of the upright axis. */
static double margin_of(const area *a)
{
  double mark[HOL_MARKS], wide = 0;
  size_t count = marks_upwards(a, mark);
  for (size_t i = 0; i < count; i++) {
    char words[HOL_SHORT];
    hol_axis_short(mark[i], 6, words);
    wide = fmax(wide, hol_svg_width(words, hol_svg_small));
  }
  return fmax(wide + 18, 36);
}

static void draw_axes(const area *a, const hol_chart *chart, hol_text *svg)
{
  double across[HOL_MARKS], up[HOL_MARKS];
  size_t acrosses = marks_across(a, across), ups = marks_upwards(a, up);
  char words[HOL_SHORT];
  double end = -HUGE_VAL;
  hol_text_add(svg, "<g class=\"grid\" stroke=\"%s\" stroke-width=\"0.5\">\n", HOL_SVG_GRID);
  for (size_t i = 0; i < acrosses; i++) {
    hol_svg_line(svg, (hol_spot){place_x(a, across[i]), a->top}, (hol_spot){place_x(a, across[i]), a->bottom}, "");
  }
  for (size_t i = 0; i < ups; i++) {
    hol_svg_line(svg, (hol_spot){a->left, place_y(a, up[i])}, (hol_spot){a->right, place_y(a, up[i])}, "");
  }
  hol_text_add(svg, "</g>\n");
  for (size_t i = 0; i < acrosses; i++) {
    double x = place_x(a, across[i]);
    hol_axis_short(across[i], 6, words);
    double half = hol_svg_width(words, hol_svg_small) / 2;
    if (x - half > end) { /* what has no room is named by its neighbours */
      hol_svg_words(svg, (hol_spot){x, a->bottom + 8}, HOL_SVG_MIDDLE, hol_svg_small, HOL_SVG_INK, words);
      end = x + half + 2;
    }
  }
  for (size_t i = 0; i < ups; i++) {
    hol_axis_short(up[i], 6, words);
    hol_svg_words(svg, (hol_spot){a->left - 3, place_y(a, up[i]) + 2}, HOL_SVG_END, hol_svg_small, HOL_SVG_INK, words);
  }
  hol_svg_words(svg, (hol_spot){(a->left + a->right) / 2, a->bottom + 18}, HOL_SVG_MIDDLE, hol_svg_letter, HOL_SVG_INK,
                chart->x);
  hol_svg_upright(svg, (hol_spot){chart->left + 9, (a->top + a->bottom) / 2}, hol_svg_letter, HOL_SVG_INK, chart->y);
}

/* --------------------------------------------------------------------------------------------------- curves */

static void put_spot(hol_text *svg, const char *before, hol_spot at)
{
  hol_text_add(svg, "%s", before);
  hol_svg_number(svg, at.x);
  hol_text_put(svg, ",", 1);
  hol_svg_number(svg, at.y);
}

static bool is_across(const area *a, double x)
{
  double level = a->is_log_across ? log10(x) : x;
  return level >= a->low[0] && level <= a->high[0];
}

/** Is there a place of a curve to draw? Guides end at the border. */
static bool has_place(const area *a, const hol_curve *c, size_t k)
{
  bool has = isfinite(c->x[k]) && isfinite(c->y[k]) && (!a->is_log_across || c->x[k] > 0) &&
             (!a->is_log || c->y[k] >= pow(10, a->low[1]));
  double level = has && a->is_log ? log10(c->y[k]) : c->y[k];
  return has && (!c->is_guide || (is_across(a, c->x[k]) && level >= a->low[1] && level <= a->high[1]));
}

/** The pieces of a curve where its flag is as asked for. Places nearer than can be told apart are left out. */
static void draw_pieces(const area *a, const hol_curve *c, bool is_flagged, hol_text *svg)
{
  const double least = 0.25;
  bool is_on = false;
  hol_spot last = {0, 0};
  hol_text_add(svg, "<path d=\"");
  for (size_t k = 0; k < c->count; k++) {
    bool has = has_place(a, c, k);
    if (!has || (c->flag && c->flag[k]) != is_flagged) {
      if (has && is_on) { /* pieces meet */
        put_spot(svg, "L", (hol_spot){place_x(a, c->x[k]), place_y(a, c->y[k])});
      }
      is_on = false;
      continue;
    }
    hol_spot at = {place_x(a, c->x[k]), place_y(a, c->y[k])};
    if (!is_on || hypot(at.x - last.x, at.y - last.y) >= least || k + 1 == c->count) {
      put_spot(svg, is_on ? "L" : "M", at);
      last = at;
    }
    is_on = true;
  }
  const char *dash = is_flagged ? " stroke-dasharray=\"3 2\"" : c->is_guide ? " stroke-dasharray=\"1 1.5\"" : "";
  hol_text_add(svg, "\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n", hol_svg_color(c->color), c->is_guide ? "0.7" : "1.1",
               dash);
}

/** What the exact value is within. */
static void draw_band(const area *a, const hol_curve *c, hol_text *svg)
{
  size_t from = 0;
  for (size_t k = 0; c->radius && k <= c->count; k++) {
    bool has = k < c->count && has_place(a, c, k) && isfinite(c->radius[k]) &&
               (!a->is_log || c->y[k] - c->radius[k] >= pow(10, a->low[1]));
    if (has) {
      continue;
    }
    if (k > from + 1) {
      hol_text_add(svg, "<path class=\"band\" fill-opacity=\"0.25\" stroke=\"none\" fill=\"%s\" d=\"",
                   hol_svg_color(c->color));
      for (size_t i = from; i < k; i++) {
        put_spot(svg, i == from ? "M" : "L", (hol_spot){place_x(a, c->x[i]), place_y(a, c->y[i] + c->radius[i])});
      }
      for (size_t i = k; i-- > from;) {
        put_spot(svg, "L", (hol_spot){place_x(a, c->x[i]), place_y(a, c->y[i] - c->radius[i])});
      }
      hol_text_add(svg, "z\"/>\n");
    }
    from = k + 1;
  }
}

static void draw_mark(hol_text *svg, hol_spot at, size_t kind, const char *look)
{
  static const double corner[HOL_KINDS][4][2] = {{{0}},
                                                 {{0, -2.6}, {2.6, 0}, {0, 2.6}, {-2.6, 0}},
                                                 {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}},
                                                 {{0, -2.6}, {2.4, 2}, {-2.4, 2}, {0, -2.6}}};
  if (kind % HOL_KINDS == 0) {
    hol_svg_circle(svg, at, 1.9, look);
    return;
  }
  hol_spot spot[4];
  for (size_t k = 0; k < 4; k++) {
    spot[k] = (hol_spot){at.x + corner[kind % HOL_KINDS][k][0], at.y + corner[kind % HOL_KINDS][k][1]};
  }
  hol_svg_path(svg, spot, 4, true, look);
}

/** Is there a place for a mark? */
static bool has_mark(const area *a, const hol_curve_mark *m)
{
  double level = a->is_log ? log10(m->y) : m->y;
  return isfinite(m->x) && is_across(a, m->x) && level >= a->low[1] && level <= a->high[1];
}

/** Where words stand: their box on paper. */
typedef struct box {
  double left, top, right, bottom;
} box;

/** How much of the curves is behind words: places, and some between them. */
static size_t behind(const area *a, const hol_chart *chart, const box *b)
{
  enum { STEPS = 4 };
  size_t count = 0;
  for (size_t i = 0; i < chart->curves; i++) {
    const hol_curve *c = &chart->curve[i];
    for (size_t k = 0; k + 1 < c->count; k++) {
      if (!has_place(a, c, k) || !has_place(a, c, k + 1)) {
        continue;
      }
      const hol_spot from = {place_x(a, c->x[k]), place_y(a, c->y[k])},
                     to = {place_x(a, c->x[k + 1]), place_y(a, c->y[k + 1])};
      for (size_t n = 0; n < STEPS; n++) {
        double t = (double)n / STEPS, x = from.x + t * (to.x - from.x), y = from.y + t * (to.y - from.y);
        count += x > b->left && x < b->right && y > b->top && y < b->bottom;
      }
    }
  }
  return count;
}

/** A mark covers what is near to it. */
static size_t marks_behind(const area *a, const hol_chart *chart, const box *b)
{
  const double near = 2;
  size_t count = 0;
  for (size_t i = 0; i < chart->marks; i++) {
    double x = place_x(a, chart->mark[i].x), y = place_y(a, chart->mark[i].y);
    count += x > b->left - near && x < b->right + near && y > b->top - near && y < b->bottom + near;
  }
  return count;
}

/** The best of some places around a mark: with least of the curves behind it, and none of the words before. @return
 *  false: there is none */
static bool find_box(const area *a, const hol_chart *chart, const hol_curve_mark *m, const box *taken, size_t count,
                     box *best)
{
  static const double around[][2] = {{0, -1}, {1, 0}, {-1, 0}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
  double wide = hol_svg_width(m->words, hol_svg_small), x = place_x(a, m->x), y = place_y(a, m->y);
  size_t least = SIZE_MAX;
  for (size_t k = 0; k < sizeof around / sizeof *around; k++) {
    double aside = around[k][1] == 0 ? 4 : 3, left = around[k][0] == 0  ? x - wide / 2
                                                     : around[k][0] > 0 ? x + aside
                                                                        : x - aside - wide;
    double foot = around[k][1] < 0 ? y - 4 : around[k][1] > 0 ? y + hol_svg_small + 3 : y + 2;
    left = fmin(fmax(left, a->left), a->right - wide);
    const box b = {left, foot - hol_svg_small + 1, left + wide, foot + 1};
    bool is_free = b.top > a->top && b.bottom < a->bottom;
    for (size_t i = 0; i < count && is_free; i++) {
      is_free =
          b.right < taken[i].left || b.left > taken[i].right || b.bottom < taken[i].top || b.top > taken[i].bottom;
    }
    size_t covered = is_free ? behind(a, chart, &b) + 8 * marks_behind(a, chart, &b) : SIZE_MAX;
    if (covered < least) {
      least = covered;
      *best = b;
    }
  }
  return least < SIZE_MAX;
}

/** Words at marks, those of the highest first; no word lies on one before. */
static void name_marks(const area *a, const hol_chart *chart, hol_text *svg)
{
  enum { MOST = 60 };
  box taken[MOST];
  size_t count = 0;
  double done = HUGE_VAL;
  for (size_t n = 0; n < chart->marks && count < MOST; n++) {
    const hol_curve_mark *next = NULL;
    for (size_t i = 0; i < chart->marks; i++) {
      const hol_curve_mark *m = &chart->mark[i];
      next = m->words && m->y < done && (!next || m->y > next->y) ? m : next;
    }
    done = next ? next->y : -HUGE_VAL;
    if (next && has_mark(a, next) && find_box(a, chart, next, taken, count, &taken[count])) {
      const box *b = &taken[count++];
      hol_svg_words(svg, (hol_spot){(b->left + b->right) / 2, b->bottom - 1}, HOL_SVG_MIDDLE, hol_svg_small,
                    HOL_SVG_INK, next->words);
    }
  }
}

static void draw_marks(const area *a, const hol_chart *chart, hol_text *svg)
{
  hol_text_add(svg, "<g class=\"marks\" fill=\"#ffffff\" stroke-width=\"0.9\">\n");
  for (size_t i = 0; i < chart->marks; i++) {
    const hol_curve_mark *m = &chart->mark[i];
    if (has_mark(a, m)) {
      char look[40];
      (void)snprintf(look, sizeof look, "stroke=\"%s\"", hol_svg_color(m->color));
      draw_mark(svg, (hol_spot){place_x(a, m->x), place_y(a, m->y)}, m->kind, look);
    }
  }
  hol_text_add(svg, "</g>\n");
}

static void draw_curves(const area *a, const hol_chart *chart, hol_text *svg)
{
  hol_text_add(svg, "<g class=\"curves\" fill=\"none\" stroke-linejoin=\"round\">\n");
  for (size_t i = 0; i < chart->curves; i++) {
    const hol_curve *c = &chart->curve[i];
    draw_band(a, c, svg);
    draw_pieces(a, c, false, svg);
    if (c->flag) {
      draw_pieces(a, c, true, svg);
    }
  }
  hol_text_add(svg, "</g>\n");
  draw_marks(a, chart, svg);
  name_marks(a, chart, svg);
}

/* --------------------------------------------------------------------------------------------------- legend */

/** Where the right end of a curve is; far below the chart if it ends before. */
static double end_of(const area *a, const hol_curve *c)
{
  size_t last = c->count;
  while (last > 0 && !isfinite(c->y[last - 1])) {
    last--;
  }
  bool is_there = last > 0 && c->name && place_x(a, c->x[last - 1]) > a->right - 1;
  return is_there ? place_y(a, c->y[last - 1]) + 2 : HUGE_VAL;
}

/** Names at the right ends of curves, from the lowest upwards; one that would lie on the one below goes up, or away
 *  where that is far. */
static void name_ends(const area *a, const hol_chart *chart, hol_text *svg)
{
  const double far = 8;
  double below_it = HUGE_VAL, done = HUGE_VAL;
  for (size_t n = 0; n < chart->curves; n++) {
    double y = -HUGE_VAL;
    const char *name = NULL;
    for (size_t i = 0; i < chart->curves; i++) {
      double end = end_of(a, &chart->curve[i]);
      if (end < done && end > y) {
        y = end;
        name = chart->curve[i].name;
      }
    }
    double up = fmin(y, below_it - hol_svg_small);
    if (name && y - up < far) {
      hol_svg_words(svg, (hol_spot){a->right + 2, up}, HOL_SVG_START, hol_svg_small, HOL_SVG_INK, name);
      below_it = up;
    }
    done = y;
  }
}

/** Where the next entry of a legend goes, on a new line if it does not fit. */
static hol_spot next_entry(hol_spot *at, double wide, double left, double end)
{
  if (at->x + wide > end && at->x > left) {
    *at = (hol_spot){left, at->y + 9};
  }
  hol_spot here = *at;
  at->x += wide + 8;
  return here;
}

/** Names of curves and of forms of marks. @return the height */
static double draw_legend(const hol_chart *chart, const area *a, double top, hol_text *svg)
{
  const double bar = 11, left = a->left, most = fmin(190, a->end - left - bar);
  hol_spot at = {left, top + 8};
  bool is_any = false;
  for (size_t i = 0; i < chart->curves && !chart->is_named_at_end; i++) {
    const hol_curve *c = &chart->curve[i];
    if (c->name && *c->name) {
      double wide = fmin(hol_svg_width(c->name, hol_svg_small), most);
      hol_spot here = next_entry(&at, bar + wide, left, a->end);
      char look[80];
      (void)snprintf(look, sizeof look, "stroke=\"%s\" stroke-width=\"1.5\"", hol_svg_color(c->color));
      hol_svg_line(svg, (hol_spot){here.x, here.y - 2}, (hol_spot){here.x + bar - 3, here.y - 2}, look);
      hol_svg_fitted(svg, (hol_spot){here.x + bar, here.y}, hol_svg_small, most, c->name);
      is_any = true;
    }
  }
  for (size_t k = 0; k < HOL_KINDS; k++) {
    if (chart->kind[k]) {
      hol_spot here = next_entry(&at, 7 + fmin(hol_svg_width(chart->kind[k], hol_svg_small), most), left, a->end);
      draw_mark(svg, (hol_spot){here.x + 2, here.y - 2}, k,
                "fill=\"none\" stroke=\"" HOL_SVG_INK "\" stroke-width=\"0.8\"");
      hol_svg_fitted(svg, (hol_spot){here.x + 7, here.y}, hol_svg_small, most, chart->kind[k]);
      is_any = true;
    }
  }
  return is_any ? at.y - top + 4 : 0;
}

/** A unit as long upwards as to the right: the chart becomes as high as it needs, the range upwards wider, or that to
 *  the right. */
static void make_equal(area *a)
{
  const double highest = 150, wide = a->right - a->left;
  double across = a->high[0] - a->low[0], up = a->high[1] - a->low[1], high = wide * up / across;
  if (high > highest) {
    double more = (up * wide / highest - across) / 2;
    a->low[0] -= more;
    a->high[0] += more;
  } else if (high < tall) {
    double more = (across * tall / wide - up) / 2;
    a->low[1] -= more;
    a->high[1] += more;
  }
  a->bottom = a->top + fmin(fmax(high, tall), highest);
}

/** Where a chart is on the sheet. */
static void set_place(const hol_chart *chart, double top, area *a)
{
  double room = 0, wide_of_it = chart->wide > 0 ? chart->wide : hol_sheet_width;
  for (size_t i = 0; i < chart->curves && chart->is_named_at_end; i++) {
    room = fmax(room, chart->curve[i].name ? hol_svg_width(chart->curve[i].name, hol_svg_small) : 0);
  }
  a->end = chart->left + wide_of_it - 4;
  a->left = chart->left + margin_of(a);
  a->right = chart->left + wide_of_it - fmax(right, room + 4);
  a->top = top + above;
  a->bottom = a->top + (chart->tall > 0 ? chart->tall : tall);
  if (chart->is_equal) {
    make_equal(a);
  }
}

void hol_chart_draw(hol_sheet *sheet, const hol_chart *chart)
{
  area a = {0};
  hol_text *svg = &sheet->svg;
  if (!set_ranges(chart, &a)) {
    return;
  }
  if (chart->title) {
    hol_svg_fitted(svg, (hol_spot){chart->left + 6, sheet->foot + 8}, hol_svg_letter,
                   (chart->wide > 0 ? chart->wide : hol_sheet_width) - 12, chart->title);
    sheet->foot += 11;
  }
  set_place(chart, sheet->foot, &a);
  hol_text_add(svg, "<g class=\"chart\">\n");
  draw_axes(&a, chart, svg);
  draw_curves(&a, chart, svg);
  if (chart->is_named_at_end) {
    name_ends(&a, chart, svg);
  }
  sheet->foot = a.bottom + below;
  sheet->foot += draw_legend(chart, &a, sheet->foot, svg) + 4;
  hol_text_add(svg, "</g>\n");
}

void hol_charts_draw(hol_sheet *sheet, const hol_chart charts[2])
{
  double top = sheet->foot, foot = top;
  for (size_t i = 0; i < 2; i++) {
    hol_chart half = charts[i];
    half.wide = hol_sheet_width / 2;
    half.left = (double)i * half.wide;
    sheet->foot = top;
    hol_chart_draw(sheet, &half);
    foot = fmax(foot, sheet->foot);
  }
  sheet->foot = foot;
}

/* ------------------------------------------------------------------------------------------------ histograms */

static void draw_columns(const hol_samples *s, const area *a, size_t bins, hol_text *svg)
{
  enum { MOST = 40 };
  size_t count[MOST] = {0}, most = 1;
  for (size_t i = 0; i < s->count; i++) {
    double share = (s->value[i] - a->low[0]) / (a->high[0] - a->low[0]);
    if (isfinite(share)) {
      size_t bin = share >= 1 ? bins - 1 : (size_t)(share * (double)bins);
      count[bin]++;
      most = count[bin] > most ? count[bin] : most;
    }
  }
  double wide = (a->right - a->left) / (double)bins;
  hol_text_add(svg, "<g class=\"columns\" fill=\"%s\">\n", hol_svg_color(1));
  for (size_t k = 0; k < bins; k++) {
    double x = a->left + (double)k * wide, y = a->bottom - (a->bottom - a->top) * (double)count[k] / (double)most;
    const hol_spot corner[] = {{x + 0.2, a->bottom}, {x + 0.2, y}, {x + wide - 0.2, y}, {x + wide - 0.2, a->bottom}};
    if (count[k] > 0) {
      hol_svg_path(svg, corner, 4, true, "");
    }
  }
  hol_text_add(svg, "</g>\n");
}

static void draw_histogram(const hol_samples *s, double left, double wide, double top, hol_text *svg)
{
  double range[2] = {HUGE_VAL, -HUGE_VAL}, mark[HOL_MARKS];
  for (size_t i = 0; i < s->count; i++) {
    widen(s->value[i], range);
  }
  if (!(range[0] <= range[1])) {
    return;
  }
  area a = {.left = left + 4, .right = left + wide - 4, .top = top + 12, .bottom = top + 58};
  a.low[0] = range[0];
  a.high[0] = range[1] > range[0] ? range[1] : range[0] + 1;
  size_t bins = (size_t)fmin(40, fmax(5, round(sqrt((double)s->count))));
  draw_columns(s, &a, bins, svg);
  for (size_t k = 0; k < 2; k++) {
    if (isfinite(s->line[k]) && s->line[k] >= range[0] && s->line[k] <= range[1]) {
      double x = place_x(&a, s->line[k]);
      hol_svg_line(svg, (hol_spot){x, a.top - 2}, (hol_spot){x, a.bottom},
                   "stroke=\"#d55e00\" stroke-width=\"0.9\" stroke-dasharray=\"2 1.5\"");
      hol_svg_words(svg, (hol_spot){x, a.top - 4}, k ? HOL_SVG_END : HOL_SVG_START, hol_svg_small, HOL_SVG_INK,
                    s->words[k]);
    }
  }
  hol_svg_line(svg, (hol_spot){a.left, a.bottom}, (hol_spot){a.right, a.bottom},
               "stroke=\"" HOL_SVG_INK "\" stroke-width=\"0.5\"");
  size_t count = hol_axis_marks(range[0], range[1], 3, mark);
  for (size_t i = 0; i < count; i++) {
    char words[HOL_SHORT];
    hol_axis_short(mark[i], 6, words);
    hol_svg_words(svg, (hol_spot){place_x(&a, mark[i]), a.bottom + 8}, HOL_SVG_MIDDLE, hol_svg_small, HOL_SVG_INK,
                  words);
  }
  hol_svg_words(svg, (hol_spot){left + wide / 2, a.bottom + 18}, HOL_SVG_MIDDLE, hol_svg_letter, HOL_SVG_INK, s->x);
}

void hol_histograms_draw(hol_sheet *sheet, const hol_samples samples[2])
{
  const double wide = (hol_sheet_width - 12) / 2;
  for (size_t i = 0; i < 2; i++) {
    draw_histogram(&samples[i], 4 + (double)i * (wide + 4), wide, sheet->foot, &sheet->svg);
  }
  sheet->foot += 84;
}
