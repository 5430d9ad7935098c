/* SPDX-License-Identifier: BSD-3-Clause */
/* Role "map": numbers over two parameters, one map for each mode or output, the darker the larger. */
#include "report/plot/axes.h"
#include "report/plot/views.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Maps drawn at most; cells along a side. */
enum { MAPS = 6, CELLS = 60 };
/** Points: height of a map, of its key. */
static const double tall = 84, key = 5;

/** Two parameters and the rows of their values. */
typedef struct grid {
  double *at[2]; /**< [count[k]] rising */
  size_t count[2];
  bool is_log[2];
  const hol_plot_node **row; /**< [count[0] * count[1]] of values; NULL: none */
} grid;

static int by_size(const void *one, const void *other)
{
  const double *a = one, *b = other;
  return (*a > *b) - (*a < *b);
}

/** All values of a parameter, each once. */
static bool list_values(const hol_drawn_view *v, size_t k, grid *g)
{
  const hol_plot_node *axis = hol_view_told(v, v->record, "axis");
  size_t count = hol_plot_node_count(axis);
  g->at[k] = hol_view_take(v, count, sizeof *g->at[k]);
  size_t used = 0;
  for (const hol_plot_node *one = axis && axis->type == HOL_PLOT_NODE_LIST ? axis->first : NULL; one && g->at[k];
       one = one->next) {
    g->at[k][used] = hol_plot_node_value(one, k);
    used += isfinite(g->at[k][used]) ? 1 : 0;
  }
  if (used < 2) {
    return false;
  }
  qsort(g->at[k], used, sizeof *g->at[k], by_size);
  for (size_t i = 0; i < used; i++) {
    if (g->count[k] == 0 || g->at[k][i] > g->at[k][g->count[k] - 1]) {
      g->at[k][g->count[k]++] = g->at[k][i];
    }
  }
  g->is_log[k] = strcmp(hol_view_word(v, k ? "other_spacing" : "spacing"), "log") == 0 && g->at[k][0] > 0;
  return g->count[k] >= 2;
}

static size_t index_of(const grid *g, size_t k, double x)
{
  size_t low = 0, high = g->count[k];
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    low = g->at[k][middle] <= x ? middle : low;
    high = g->at[k][middle] <= x ? high : middle;
  }
  return low;
}

static bool read_grid(const hol_drawn_view *v, grid *g)
{
  const hol_plot_node *axis = hol_view_told(v, v->record, "axis"), *value = hol_view_told(v, v->record, "value");
  if (!list_values(v, 0, g) || !list_values(v, 1, g) || hol_plot_node_count(axis) != hol_plot_node_count(value) ||
      g->count[0] > 10000 || g->count[1] > 10000) {
    return false;
  }
  g->row = hol_view_take(v, g->count[0] * g->count[1], sizeof *g->row);
  const hol_plot_node *row = value->first;
  for (const hol_plot_node *one = axis->first; one && row && g->row; one = one->next, row = row->next) {
    g->row[index_of(g, 0, hol_plot_node_value(one, 0)) * g->count[1] + index_of(g, 1, hol_plot_node_value(one, 1))] =
        row;
  }
  return g->row != NULL;
}

/** One of the maps, where it is. */
typedef struct map {
  const grid *g;
  size_t column;
  const char *unit;
  double left, right, top, bottom, least, most;
} map;

static double value_of(const map *m, size_t i, size_t j)
{
  const hol_plot_node *row = m->g->row[i * m->g->count[1] + j];
  return row ? hol_view_in_hertz(m->unit, hol_plot_node_value(row, m->column)) : (double)NAN;
}

/** Where the border before cell i is: half way from one value to the next. */
static double border(const grid *g, size_t k, size_t i)
{
  const double *at = g->at[k];
  size_t last = g->count[k] - 1, a = i == 0 ? 0 : i > last ? last - 1 : i - 1, b = a + 1;
  double x = g->is_log[k] ? log10(at[a]) : at[a], y = g->is_log[k] ? log10(at[b]) : at[b];
  return i == 0 ? x - (y - x) / 2 : i > last ? y + (y - x) / 2 : (x + y) / 2;
}

static double place(const map *m, size_t k, double level)
{
  double low = border(m->g, k, 0), high = border(m->g, k, m->g->count[k]), share = (level - low) / (high - low);
  return k ? m->bottom - share * (m->bottom - m->top) : m->left + share * (m->right - m->left);
}

/** How dark a value is. */
static double shade(const map *m, double value)
{
  return m->most > m->least ? 0.06 + 0.94 * (value - m->least) / (m->most - m->least) : 0.5;
}

/** @param[in] dark  NAN: there is no value */
static void put_cell(hol_text *svg, const double corner[4], double dark)
{
  hol_text_add(svg, "<rect");
  hol_svg_attribute(svg, "x", corner[0]);
  hol_svg_attribute(svg, "y", corner[1]);
  hol_svg_attribute(svg, "width", corner[2] - corner[0]);
  hol_svg_attribute(svg, "height", corner[3] - corner[1]);
  if (isnan(dark)) {
    hol_text_add(svg, " class=\"none\" fill=\"%s\"/>\n", HOL_SVG_GRID);
  } else {
    hol_text_add(svg, " fill-opacity=\"%.3f\"/>\n", dark);
  }
}

/** Cells, every so many where there are more than can be seen. */
static void draw_cells(const map *m, hol_text *svg)
{
  const grid *g = m->g;
  size_t step[2];
  for (size_t k = 0; k < 2; k++) {
    step[k] = (g->count[k] + CELLS - 1) / CELLS;
  }
  hol_text_add(svg, "<g class=\"cells\" fill=\"%s\" shape-rendering=\"crispEdges\">\n", hol_svg_color(1));
  for (size_t i = 0; i < g->count[0]; i += step[0]) {
    for (size_t j = 0; j < g->count[1]; j += step[1]) {
      size_t to[2] = {i + step[0] < g->count[0] ? i + step[0] : g->count[0],
                      j + step[1] < g->count[1] ? j + step[1] : g->count[1]};
      const double corner[4] = {place(m, 0, border(g, 0, i)), place(m, 1, border(g, 1, to[1])),
                                place(m, 0, border(g, 0, to[0])), place(m, 1, border(g, 1, j))};
      double value = value_of(m, i, j);
      put_cell(svg, corner, isfinite(value) ? shade(m, value) : (double)NAN);
    }
  }
  hol_text_add(svg, "</g>\n");
}

static void draw_axis(const hol_drawn_view *v, const map *m, size_t k)
{
  double mark[HOL_MARKS], low = border(m->g, k, 0), high = border(m->g, k, m->g->count[k]);
  size_t count = m->g->is_log[k] ? hol_axis_decades(pow(10, low), pow(10, high), mark)
                                 : hol_axis_marks(low, high, k ? 4 : 3, mark);
  for (size_t i = 0; i < count; i++) {
    char words[HOL_SHORT];
    double at = place(m, k, m->g->is_log[k] ? log10(mark[i]) : mark[i]);
    hol_axis_short(mark[i], 6, words);
    hol_svg_words(&v->sheet->svg, k ? (hol_spot){m->left - 3, at + 2} : (hol_spot){at, m->bottom + 8},
                  k ? HOL_SVG_END : HOL_SVG_MIDDLE, hol_svg_small, HOL_SVG_INK, words);
  }
}

/** What the shades mean: from the least value to the largest. */
static void draw_key(const map *m, double top, hol_text *svg)
{
  enum { STEPS = 16 };
  hol_text_add(svg, "<g class=\"key\" fill=\"%s\" shape-rendering=\"crispEdges\">\n", hol_svg_color(1));
  for (int k = 0; k < STEPS; k++) {
    double wide = (m->right - m->left) / STEPS;
    const double corner[4] = {m->left + k * wide, top, m->left + (k + 1) * wide, top + key};
    put_cell(svg, corner, shade(m, m->least + (k + 0.5) / STEPS * (m->most - m->least)));
  }
  hol_text_add(svg, "</g>\n");
  char words[2][HOL_SHORT];
  hol_axis_short(m->least, 5, words[0]);
  hol_axis_short(m->most, 5, words[1]);
  hol_svg_words(svg, (hol_spot){m->left, top + key + 7}, HOL_SVG_START, hol_svg_small, HOL_SVG_INK, words[0]);
  hol_svg_words(svg, (hol_spot){m->right, top + key + 7}, HOL_SVG_END, hol_svg_small, HOL_SVG_INK, words[1]);
}

/** "mode 3 in Hz", or the name of an output. */
static const char *title_of(const hol_drawn_view *v, const hol_plot_node *one, size_t column, const char *unit)
{
  const hol_plot_node *names = hol_plot_node_get(v->view, "name");
  double first = hol_plot_node_number(hol_view_told(v, v->record, "first"));
  const char *in = strcmp(unit, "rad/s") == 0 ? "Hz" : strcmp(unit, "1") == 0 ? "" : unit;
  char *words = hol_view_take(v, HOL_VIEW_WORDS, 1);
  if (words && one) {
    (void)snprintf(
        words, HOL_VIEW_WORDS, "%.60s%s%.30s",
        hol_plot_node_text(hol_plot_node_get(one, names && names->first ? hol_plot_node_text(names->first) : "")),
        *in ? " in " : "", in);
  } else if (words) {
    (void)snprintf(words, HOL_VIEW_WORDS, "mode %.0f%s%.30s", (isnan(first) ? 1 : first) + (double)column,
                   *in ? " in " : "", in);
  }
  return words ? words : "";
}

static void draw_map(const hol_drawn_view *v, map *m, const char *title)
{
  hol_text *svg = &v->sheet->svg;
  m->least = HUGE_VAL;
  m->most = -HUGE_VAL;
  for (size_t i = 0; i < m->g->count[0]; i++) {
    for (size_t j = 0; j < m->g->count[1]; j++) {
      double value = value_of(m, i, j);
      m->least = isfinite(value) ? fmin(m->least, value) : m->least;
      m->most = isfinite(value) ? fmax(m->most, value) : m->most;
    }
  }
  if (!(m->least <= m->most)) {
    return;
  }
  hol_text_add(svg, "<g class=\"map\">\n");
  hol_svg_fitted(svg, (hol_spot){m->left, m->top - 4}, hol_svg_small, m->right - m->left, title);
  draw_cells(m, svg);
  draw_axis(v, m, 0);
  draw_axis(v, m, 1);
  hol_svg_words(svg, (hol_spot){(m->left + m->right) / 2, m->bottom + 18}, HOL_SVG_MIDDLE, hol_svg_letter, HOL_SVG_INK,
                hol_view_axis_words(v, "", "axis_label", "axis_unit"));
  hol_svg_upright(svg, (hol_spot){m->left - 31, (m->top + m->bottom) / 2}, hol_svg_letter, HOL_SVG_INK,
                  hol_view_axis_words(v, "", "other_label", "other_unit"));
  draw_key(m, m->bottom + 23, svg);
  hol_text_add(svg, "</g>\n");
}

void hol_view_maps(const hol_drawn_view *v)
{
  grid g = {.row = NULL};
  const hol_plot_node *each = hol_view_told(v, v->record, "each"), *one = each ? each->first : NULL;
  if (!read_grid(v, &g)) {
    return;
  }
  size_t columns = hol_plot_node_count(hol_view_told(v, v->record, "value")->first);
  columns = each && hol_plot_node_count(each) < columns ? hol_plot_node_count(each) : columns;
  columns = columns < MAPS ? columns : MAPS;
  hol_svg_fitted(&v->sheet->svg, (hol_spot){6, v->sheet->foot + 8}, hol_svg_letter, hol_sheet_width - 12,
                 hol_view_word(v, "title"));
  double top = v->sheet->foot + 22;
  for (size_t k = 0; k < columns; k++, one = one ? one->next : NULL) {
    const char *unit =
        *hol_view_word(v, "unit") ? hol_view_word(v, "unit") : hol_plot_node_text(hol_plot_node_get(one, "unit"));
    double left = (double)(k % 2) * hol_sheet_width / 2;
    map m = {
        .g = &g, .column = k, .unit = unit, .left = left + 40, .right = left + hol_sheet_width / 2 - 8, .top = top};
    m.bottom = top + tall;
    draw_map(v, &m, title_of(v, each ? one : NULL, k, unit));
    top += k % 2 || k + 1 == columns ? tall + 54 : 0;
  }
  v->sheet->foot = top - 12;
}
