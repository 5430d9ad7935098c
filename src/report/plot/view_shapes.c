/* SPDX-License-Identifier: BSD-3-Clause */
/* Role "shape": a structure at rest under its loads, ways in which it buckles. */
#include "report/plot/axes.h"
#include "report/plot/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Panels in the making. */
typedef struct panels {
  hol_panel_of of[HOL_PLOT_MODES];
  char title[HOL_PLOT_MODES][HOL_PANEL_TITLE];
  size_t count, all;
} panels;

/** The largest displacement of parts. */
static double largest(const hol_plot_node *shapes)
{
  static const char *const name[] = {"ux", "uy", "uz"};
  double most = 0;
  for (const hol_plot_node *part = shapes ? shapes->first : NULL; part; part = part->next) {
    size_t count = 0;
    const hol_plot_node *u[3];
    for (size_t c = 0; c < 3; c++) {
      u[c] = hol_plot_node_get(part, name[c]);
      count = hol_plot_node_count(u[c]) > count ? hol_plot_node_count(u[c]) : count;
    }
    for (size_t k = 0; k < count; k++) {
      double square = 0;
      for (size_t c = 0; c < 3; c++) {
        double x = k < hol_plot_node_count(u[c]) ? hol_plot_node_value(u[c], k) : 0;
        square += isfinite(x) ? x * x : 0;
      }
      most = fmax(most, sqrt(square));
    }
  }
  return most;
}

/** "factor 0.4173" of a record that has a name, else how far it goes. */
static void name_panel(const hol_drawn_view *v, const hol_plot_node *one, const hol_plot_node *shapes, char *title)
{
  const hol_plot_node *names = hol_plot_node_get(v->view, "name");
  const char *key = names && names->first ? hol_plot_node_text(names->first) : "";
  double number = *key ? hol_plot_node_number(hol_plot_node_get(one, key)) : (double)NAN;
  char cell[HOL_SHORT];
  hol_axis_short(isnan(number) ? largest(shapes) : number, isnan(number) ? 4 : 6, cell);
  if (isnan(number)) {
    (void)snprintf(title, HOL_PANEL_TITLE, "largest %.30s %s %.12s",
                   *hol_view_word(v, "label") ? hol_view_word(v, "label") : "", cell, hol_view_word(v, "unit"));
  } else {
    (void)snprintf(title, HOL_PANEL_TITLE, "%.30s %s", key, cell);
  }
}

/** Shapes of a record: one, or a list of them. */
static void add_panels(const hol_drawn_view *v, const hol_plot_node *one, panels *p)
{
  const hol_plot_node *shapes = hol_view_told(v, one, "shape");
  const hol_plot_node *next = shapes && shapes->type == HOL_PLOT_NODE_LIST ? shapes->first : shapes;
  while (next) {
    p->all++;
    if (p->count < HOL_PLOT_MODES) {
      name_panel(v, one, next, p->title[p->count]);
      p->of[p->count] =
          (hol_panel_of){next, p->title[p->count], "shape", (double)p->count + 1, hol_view_word(v, "title")};
      p->count++;
    }
    next = next != shapes ? next->next : NULL;
  }
}

hol_status hol_view_shapes(const hol_drawn_view *v)
{
  const hol_plot_node *each = hol_view_told(v, v->record, "each"), *geometry = hol_plot_node_get(v->record, "geometry");
  panels p = {.count = 0};
  if (!each) {
    add_panels(v, v->record, &p);
  }
  for (const hol_plot_node *one = each ? each->first : NULL; one; one = one->next) {
    add_panels(v, one, &p);
  }
  if (!geometry || p.count == 0) {
    return HOL_OK;
  }
  hol_svg_fitted(&v->sheet->svg, (hol_spot){6, v->sheet->foot + 8}, hol_svg_letter, hol_sheet_width - 12,
                 hol_view_word(v, "title"));
  v->sheet->foot += 12;
  return hol_shapes_draw(v->sheet, geometry, p.of, p.count, p.count);
}
