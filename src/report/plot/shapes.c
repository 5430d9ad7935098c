/* SPDX-License-Identifier: BSD-3-Clause */
/* A grid of mode shapes. */
#include "report/plot/axes.h"
#include "report/plot/panel.h"
#include "report/plot/plot.h"
#include "result/digits.h"
#include "result/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 4 };

/** What is drawn: modes of the result, and where. */
typedef struct grid {
  const hol_panel_of *of; /**< [modes] */
  size_t modes;
  double low[2], high[2]; /**< of the places in all modes drawn, in metres of the view */
  size_t columns;
  double wide, high_of_row, scale; /**< points; of a metre */
  double around;                   /**< points around the structure, for its symbols */
} grid;

/** Points between panels, of a title, and of the whole grid. */
static const double gap = 6, heading = 9, tallest = 330;

void hol_plot_frequency(const hol_plot_node *mode, char *cell)
{
  const double omega = hol_plot_node_number(hol_plot_node_get(mode, "omega"));
  const double lower = hol_plot_node_number(hol_plot_node_get(mode, "lower")),
               upper = hol_plot_node_number(hol_plot_node_get(mode, "upper"));
  hol_digits_print(omega > 0 ? hol_number_hertz(omega) : 0, hol_number_hertz(lower), hol_number_hertz(upper), cell);
}

void hol_plot_title(const hol_plot_node *mode, char *title, size_t size)
{
  double number = hol_plot_node_number(hol_plot_node_get(mode, "number")),
         omega = hol_plot_node_number(hol_plot_node_get(mode, "omega"));
  double growth = hol_plot_node_number(hol_plot_node_get(mode, "growth")), hertz = hol_number_hertz(omega);
  char cell[HOL_CELL], few[HOL_SHORT];
  hol_plot_frequency(mode, cell);
  hol_axis_short(hertz, 6, few);
  if (growth > 0) {
    (void)snprintf(title, size, "mode %.0f: grows", number);
  } else if (!(omega > 0)) {
    (void)snprintf(title, size, "mode %.0f: rigid body", number);
  } else {
    (void)snprintf(title, size, "mode %.0f: %s Hz", number, cell[0] != '~' && strlen(cell) > 7 ? few : cell);
  }
}

static bool is_elastic(const hol_plot_node *mode)
{
  return hol_plot_node_number(hol_plot_node_get(mode, "omega")) > 0;
}

/** Is a mode one of those chosen; without a choice, of the pass: elastic ones, then all? */
static bool is_meant(const hol_plot_node *mode, hol_mode_range chosen, size_t pass)
{
  double number = hol_plot_node_number(hol_plot_node_get(mode, "number"));
  return chosen.first > 0 ? number >= (double)chosen.first && number <= (double)chosen.last
                          : pass > 0 || is_elastic(mode);
}

size_t hol_plot_choose(const hol_plot_node *modes, hol_mode_range chosen, const hol_plot_node **mode, size_t *all)
{
  size_t count = 0, most = chosen.first > 0 ? HOL_PLOT_MODES_MAX : HOL_PLOT_MODES;
  *all = 0;
  for (size_t pass = 0; pass < 2 && count == 0; pass++) {
    *all = 0;
    for (const hol_plot_node *one = modes ? modes->first : NULL; one; one = one->next) {
      *all += chosen.first > 0 || is_meant(one, chosen, pass);
      if (is_meant(one, chosen, pass) && count < most && hol_plot_node_count(hol_plot_node_get(one, "shapes")) > 0) {
        mode[count++] = one;
      }
    }
  }
  return count;
}

static void widen(grid *g, hol_spot at)
{
  g->low[0] = fmin(g->low[0], at.x);
  g->high[0] = fmax(g->high[0], at.x);
  g->low[1] = fmin(g->low[1], at.y);
  g->high[1] = fmax(g->high[1], at.y);
}

/** The box of all joints, and of all places, at rest and in every mode drawn. */
static void measure(hol_sketch *s, grid *g)
{
  const double none[3] = {0};
  const hol_sketch_view view = hol_sketch_look(s);
  g->low[0] = g->low[1] = HUGE_VAL;
  g->high[0] = g->high[1] = -HUGE_VAL;
  for (size_t j = 0; j < s->joints; j++) {
    for (size_t k = 0; k < s->joint[j].ends; k++) {
      widen(g, hol_sketch_spot(&view, s->joint[j].end[k].at, 0, none, NULL));
    }
  }
  for (size_t m = 0; m < g->modes; m++) {
    hol_sketch_take(s, g->of[m].shapes);
    double factor = hol_sketch_factor(s);
    for (size_t i = 0; i < s->places; i++) {
      widen(g, hol_sketch_spot(&view, s->at[i], 0, none, NULL));
      widen(g, hol_sketch_spot(&view, s->at[i], factor, s->move[i], NULL));
    }
  }
}

/** The number of columns in which the structure is largest, with its titles whole. */
static void lay_out(const hol_sketch *s, grid *g)
{
  double title = 0, wide = fmax(g->high[0] - g->low[0], 0.05 * s->size),
         high = fmax(g->high[1] - g->low[1], 0.05 * s->size);
  if (fmax(wide, high) < 0.6 * s->size) { /* one place alone */
    wide = high = 0.6 * s->size;
  }
  g->around = 8;
  for (size_t j = 0; j < s->joints; j++) {
    bool is_foot = s->joint[j].is_ground && strcmp(s->joint[j].kind, "spring") == 0;
    g->around = is_foot ? 15 : g->around;
  }
  for (size_t m = 0; m < g->modes; m++) {
    title = fmax(title, hol_svg_width(g->of[m].title, hol_svg_letter));
  }
  double pages = ceil((double)g->modes / HOL_PLOT_MODES); /* of more modes the sheet is longer */
  for (size_t columns = 1; columns <= COLUMNS && columns <= g->modes; columns++) {
    size_t rows = (g->modes + columns - 1) / columns;
    double cell = (hol_sheet_width - gap * (double)(columns + 1)) / (double)columns;
    double left = fmin(pages * tallest / (double)rows, 170) - heading - gap - 2 * g->around;
    double scale = fmin((cell - 2 * g->around) / wide, left / high);
    if (columns == 1 || (cell >= title && scale > 1.001 * g->scale)) {
      g->columns = columns;
      g->scale = fmax(scale, 1e-300);
      g->wide = cell;
    }
  }
  g->high_of_row = heading + 2 * g->around + g->scale * high + gap;
}

/** x, y, z as they are seen. */
static void draw_triad(const hol_sketch *s, hol_spot at, hol_text *svg)
{
  static const char *const name[] = {"x", "y", "z"};
  const hol_sketch_view view = hol_sketch_look(s);
  hol_text_add(svg, "<g class=\"axes\" stroke=\"%s\" stroke-width=\"0.6\">\n", HOL_SVG_INK);
  for (size_t k = 0; k < 3; k++) {
    double x = view.row[0][k], y = view.row[1][k];
    if (hypot(x, y) > 0.15) {
      hol_svg_line(svg, at, (hol_spot){at.x + 8 * x, at.y - 8 * y}, "");
    }
  }
  hol_text_add(svg, "</g>\n");
  for (size_t k = 0; k < 3; k++) {
    double x = view.row[0][k], y = view.row[1][k];
    if (hypot(x, y) > 0.15) {
      hol_svg_words(svg, (hol_spot){at.x + 11.5 * x, at.y - 11.5 * y + 2}, HOL_SVG_MIDDLE, hol_svg_small, HOL_SVG_INK,
                    name[k]);
    }
  }
}

/** Colours and their names, in as many lines as they need; one colour needs none. @return the height */
static double draw_legend(const hol_sketch *s, double left, double top, hol_text *svg)
{
  const double line = 9, bar = 9, most = 90;
  double x = left, y = top + line;
  bool seen[HOL_SVG_COLORS + 1] = {false}, is_any = false;
  for (size_t i = 0; i < s->parts; i++) {
    is_any = is_any || s->part[i].color != s->part[0].color;
  }
  for (size_t i = 0; i < s->parts && is_any; i++) {
    const hol_sketch_part *part = &s->part[i];
    if (seen[part->color]) {
      continue;
    }
    seen[part->color] = true;
    const char *words = part->color ? part->group : "others";
    double wide = fmin(hol_svg_width(words, hol_svg_small), most);
    if (x + bar + 3 + wide > hol_sheet_width - gap && x > left) {
      x = left;
      y += line;
    }
    char look[80];
    (void)snprintf(look, sizeof look, "stroke=\"%s\" stroke-width=\"2\"", hol_svg_color(part->color));
    hol_svg_line(svg, (hol_spot){x, y - 2}, (hol_spot){x + bar, y - 2}, look);
    hol_svg_fitted(svg, (hol_spot){x + bar + 3, y}, hol_svg_small, most, words);
    x += bar + 3 + wide + 9;
  }
  return is_any ? y - top + 3 : 0;
}

static void draw_modes(hol_sheet *sheet, hol_sketch *s, const grid *g, hol_panel *panel)
{
  panel->view.scale = g->scale;
  for (size_t m = 0; m < g->modes; m++) {
    double left = gap + (double)(m % g->columns) * (g->wide + gap),
           top = sheet->foot + (double)(m / g->columns) * g->high_of_row;
    double middle = left + g->wide / 2,
           y = top + heading + g->around + (g->high_of_row - heading - gap - 2 * g->around) / 2;
    panel->view.shift =
        (hol_spot){middle - g->scale * (g->low[0] + g->high[0]) / 2, y - g->scale * (g->low[1] + g->high[1]) / 2};
    hol_text_add(&sheet->svg, "<g id=\"%s-%.0f\">\n", g->of[m].kind, g->of[m].number);
    hol_sketch_take(s, g->of[m].shapes);
    hol_panel_draw(panel, &sheet->svg);
    hol_svg_words(&sheet->svg, (hol_spot){middle, top + 7}, HOL_SVG_MIDDLE, hol_svg_letter, HOL_SVG_INK,
                  g->of[m].title);
    hol_text_add(&sheet->svg, "</g>\n");
  }
}

/** Below the grid: colours, axes, and how many modes are left out. */
static void draw_below(hol_sheet *sheet, const hol_sketch *s, const grid *g, size_t all)
{
  double left = gap, high = 0;
  if (!s->is_plane) {
    draw_triad(s, (hol_spot){gap + 9, sheet->foot + 14}, &sheet->svg);
    left += 28;
    high = 24;
  }
  double used = draw_legend(s, left, sheet->foot, &sheet->svg);
  if (all > g->modes) {
    char words[80];
    (void)snprintf(words, sizeof words, "%zu of %zu modes", g->modes, all);
    hol_svg_words(&sheet->svg, (hol_spot){left, sheet->foot + used + 8}, HOL_SVG_START, hol_svg_small, HOL_SVG_SOFT,
                  words);
    used += 11;
  }
  sheet->foot += fmax(used, high);
}

hol_status hol_shapes_draw(hol_sheet *sheet, const hol_plot_node *geometry, const hol_panel_of *of, size_t count,
                           size_t all)
{
  hol_sketch sketch = {0};
  hol_panel panel = {0};
  grid g = {.of = of, .modes = count};
  const hol_plot_node *shapes[HOL_PLOT_MODES_MAX];
  for (size_t m = 0; m < count; m++) {
    shapes[m] = of[m].shapes;
  }
  HOL_TRY(hol_sketch_make(geometry, sheet->arena, &sketch));
  if (sketch.places == 0) {
    return HOL_OK;
  }
  hol_sketch_turn(&sketch, shapes, count);
  HOL_TRY(hol_panel_make(&sketch, sheet->arena, &panel));
  measure(&sketch, &g);
  lay_out(&sketch, &g);
  draw_modes(sheet, &sketch, &g, &panel);
  sheet->foot += g.high_of_row * (double)((g.modes + g.columns - 1) / g.columns);
  draw_below(sheet, &sketch, &g, all);
  sheet->foot += gap;
  hol_text_add(&sheet->what, "%s, the structure at rest in grey, the largest displacement a tenth of its size",
               of[0].what);
  if (!sketch.is_plane) {
    hol_text_add(&sheet->what, ", seen from (%g, %g, %g)", sketch.eye[0], sketch.eye[1], sketch.eye[2]);
  }
  hol_text_add(&sheet->what, ". ");
  return HOL_OK;
}

hol_status hol_picture_shapes(hol_sheet *sheet)
{
  const hol_plot_node *geometry = hol_plot_node_get(sheet->result, "geometry"),
                      *modes = hol_plot_node_get(sheet->result, "modes");
  const hol_plot_node *mode[HOL_PLOT_MODES_MAX];
  char title[HOL_PLOT_MODES_MAX][HOL_PANEL_TITLE], what[64];
  hol_panel_of of[HOL_PLOT_MODES_MAX];
  size_t all, count = hol_plot_choose(modes, sheet->chosen, mode, &all);
  if (!geometry || count == 0) {
    return HOL_OK;
  }
  (void)snprintf(what, sizeof what, "Shapes of %zu modes", count);
  for (size_t m = 0; m < count; m++) {
    hol_plot_title(mode[m], title[m], sizeof title[m]);
    of[m] = (hol_panel_of){hol_plot_node_get(mode[m], "shapes"), title[m], "mode",
                           hol_plot_node_number(hol_plot_node_get(mode[m], "number")), what};
  }
  return hol_shapes_draw(sheet, geometry, of, count, all);
}
