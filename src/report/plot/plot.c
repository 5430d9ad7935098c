/* SPDX-License-Identifier: BSD-3-Clause */
/* Sheet of pictures as one SVG document, and the sink that keeps the mode shapes to draw and discards the others. */
#include "report/plot/plot.h"

#include <string.h>

static hol_picture *const pictures[] = {hol_picture_shapes, hol_picture_staircase, hol_picture_views};

static hol_status draw(hol_sheet *sheet)
{
  const double margin = 4;
  sheet->foot = margin;
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    HOL_TRY(pictures[i](sheet));
  }
  sheet->foot += margin;
  return sheet->svg.failed || sheet->what.failed ? HOL_MEMORY : sheet->svg.size == 0 ? HOL_USAGE : HOL_OK;
}

/** Shapes of modes that are not drawn: most of a large result. Those of rigid bodies are drawn where there are no
 *  others. */
static bool forgets(const hol_plot_node *of, const char *name, void *context)
{
  hol_plot *plot = context;
  if (strcmp(name, "shapes") != 0) {
    return false;
  }
  const double number = hol_plot_node_number(hol_plot_node_get(of, "number"));
  if (plot->chosen.first > 0) {
    return number < (double)plot->chosen.first || number > (double)plot->chosen.last;
  }
  bool is_elastic = hol_plot_node_number(hol_plot_node_get(of, "omega")) > 0;
  plot->shown += is_elastic;
  return is_elastic && plot->shown > HOL_PLOT_MODES;
}

hol_sink hol_plot_sink(hol_plot *plot)
{
  plot->tree.forgets = forgets;
  plot->tree.context = plot;
  return hol_plot_tree_sink(&plot->tree);
}

hol_status hol_plot_add(hol_plot *plot, hol_text *svg)
{
  hol_plot_tree *tree = &plot->tree;
  hol_sheet sheet = {.result = tree->all, .arena = &tree->arena, .chosen = plot->chosen};
  hol_status status = tree->failed ? HOL_MEMORY : draw(&sheet);
  if (status == HOL_OK) {
    hol_svg_begin(svg, hol_sheet_width, sheet.foot,
                  hol_plot_node_text(hol_plot_node_get(hol_plot_node_get(tree->all, "problem"), "title")),
                  sheet.what.data ? sheet.what.data : "");
    hol_text_put(svg, sheet.svg.data, sheet.svg.size);
    hol_svg_end(svg);
    status = svg->failed ? HOL_MEMORY : HOL_OK;
  }
  hol_text_clear(&sheet.svg);
  hol_text_clear(&sheet.what);
  return status;
}

void hol_plot_clear(hol_plot *plot)
{
  hol_plot_tree_clear(&plot->tree);
  *plot = (hol_plot){.chosen = plot->chosen};
}
