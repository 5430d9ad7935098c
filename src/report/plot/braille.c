/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures in a terminal: shapes and the count of frequencies in dots, eight to a letter (Braille, U+2800 to
   U+28FF). */
#include "report/plot/axes.h"
#include "report/plot/plot.h"
#include "report/plot/sketch.h"
#include "result/number.h"
#include "result/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Letters of a line, of a panel and between panels; panels beside each other; rows of a panel at most, of the
 *  staircase. */
enum { WIDE = 78, PANEL = 25, GAP = 1, BESIDE = 3, TALL = 10, STAIRS = 8, ROOM = TALL * PANEL + STAIRS * WIDE };
/** Shapes of so many modes without a choice. */
enum { FEW = 6 };

/** A board of dots, two to a letter across and four down; letters may stand in place of dots. */
typedef struct board {
  size_t columns, rows;
  unsigned char dots[ROOM];
  char letter[ROOM];
} board;

static void set_dot(board *b, double x, double y)
{
  static const unsigned char bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  if (x >= 0 && y >= 0 && x < 2 * (double)b->columns && y < 4 * (double)b->rows) {
    size_t column = (size_t)x, row = (size_t)y;
    b->dots[row / 4 * b->columns + column / 2] |= bit[row % 4][column % 2];
  }
}

/** @param[in] each  every so many dots are set */
static void draw_line(board *b, hol_spot from, hol_spot to, size_t each)
{
  double length = fmax(fabs(to.x - from.x), fabs(to.y - from.y));
  size_t steps = length < 1000 ? (size_t)ceil(length) : 1000;
  for (size_t k = 0; k <= steps; k++) {
    double t = steps > 0 ? (double)k / (double)steps : 0, x = from.x + t * (to.x - from.x),
           y = from.y + t * (to.y - from.y);
    bool is_drawn = each == 1 || ((size_t)fabs(floor(x)) + (size_t)fabs(floor(y))) % each == 0;
    if (is_drawn) {
      set_dot(b, x, y);
    }
  }
}

static void put_letter(board *b, double x, double y, char letter)
{
  if (x >= 0 && y >= 0 && x < 2 * (double)b->columns && y < 4 * (double)b->rows) {
    b->letter[(size_t)y / 4 * b->columns + (size_t)x / 2] = letter;
  }
}

/** A row of a board. */
static void put_row(hol_text *text, const board *b, size_t row)
{
  for (size_t k = 0; k < b->columns; k++) {
    unsigned char dots = b->dots[row * b->columns + k];
    char letter = b->letter[row * b->columns + k];
    if (letter) {
      hol_text_put(text, &letter, 1);
    } else if (dots) {
      const char point[3] = {(char)0xE2, (char)(0xA0 | dots >> 6), (char)(0x80 | (dots & 0x3f))};
      hol_text_put(text, point, sizeof point);
    } else {
      hol_text_put(text, " ", 1);
    }
  }
}

/** Blanks at the end of a line, and its end. */
static void end_line(hol_text *text)
{
  while (text->size > 0 && text->data[text->size - 1] == ' ') {
    text->size--;
  }
  hol_text_put(text, "\n", 1);
}

/* ------------------------------------------------------------------------------------------------------- shapes */

/** Where a structure falls on its boards. */
typedef struct frame {
  hol_sketch_view view;
  size_t rows;
} frame;

static void widen(hol_spot at, hol_spot *low, hol_spot *high)
{
  *low = (hol_spot){fmin(low->x, at.x), fmin(low->y, at.y)};
  *high = (hol_spot){fmax(high->x, at.x), fmax(high->y, at.y)};
}

static frame fit(hol_sketch *s, const hol_plot_node *const *shapes, size_t count)
{
  const double none[3] = {0}, wide = 2 * PANEL - 2;
  frame f = {.view = hol_sketch_look(s)};
  hol_spot low = {HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL};
  for (size_t m = 0; m < count; m++) {
    hol_sketch_take(s, shapes[m]);
    for (size_t i = 0; i < s->places; i++) {
      widen(hol_sketch_spot(&f.view, s->at[i], 0, none, NULL), &low, &high);
      widen(hol_sketch_spot(&f.view, s->at[i], hol_sketch_factor(s), s->move[i], NULL), &low, &high);
    }
  }
  double across = fmax(high.x - low.x, 1e-9 * s->size), up = fmax(high.y - low.y, 1e-9 * s->size);
  f.view.scale = fmin(wide / across, (4 * TALL - 2) / up);
  f.rows = (size_t)fmin(TALL, fmax(2, ceil((f.view.scale * up + 2) / 4)));
  f.view.shift = (hol_spot){wide / 2 + 1 - f.view.scale * (low.x + high.x) / 2,
                            2 * (double)f.rows - f.view.scale * (low.y + high.y) / 2};
  return f;
}

/** Lines of a part, at rest or moved. */
static void draw_part(const hol_sketch *s, const hol_sketch_part *part, const frame *f, double factor, board *b)
{
  size_t columns = part->rows > 0 ? part->columns : part->count, rows = part->rows > 0 ? part->rows : 1;
  size_t each = factor > 0 ? 1 : 4, apart = rows > 1 ? factor > 0 ? rows / 2 : rows - 1 : 1,
         between = (columns + 5) / 6;
  for (size_t i = 0; i < part->count; i++) {
    size_t row = i / columns, column = i % columns, from = part->first + i;
    hol_spot at = hol_sketch_spot(&f->view, s->at[from], factor, s->move[from], NULL);
    bool is_last = column + 1 == columns, is_drawn = row % apart == 0 || row + 1 == rows;
    if (part->is_cloud || part->count == 1) {
      draw_line(b, at, at, 1);
      continue;
    }
    if (is_drawn && (!is_last || part->is_closed)) {
      size_t to = is_last ? from + 1 - columns : from + 1;
      draw_line(b, at, hol_sketch_spot(&f->view, s->at[to], factor, s->move[to], NULL), each);
    }
    bool is_ray = factor > 0 && rows > 1;
    if (is_ray && row + 1 < rows && (column % between == 0 || (is_last && !part->is_closed))) {
      size_t to = from + columns;
      draw_line(b, at, hol_sketch_spot(&f->view, s->at[to], factor, s->move[to], NULL), each);
    }
  }
}

static void draw_mode(const hol_sketch *s, const frame *f, board *b)
{
  const double none[3] = {0};
  *b = (board){.columns = PANEL, .rows = f->rows};
  for (size_t i = 0; i < s->parts; i++) {
    draw_part(s, &s->part[i], f, 0, b);
  }
  for (size_t i = 0; i < s->parts; i++) {
    draw_part(s, &s->part[i], f, hol_sketch_factor(s), b);
  }
  for (size_t j = 0; j < s->joints; j++) {
    if (s->joint[j].is_ground && s->joint[j].ends > 0) {
      hol_spot at = hol_sketch_spot(&f->view, s->joint[j].end[0].at, 0, none, NULL);
      put_letter(b, at.x, at.y, '^');
    }
  }
}

/** Panels beside each other: titles, then row by row. */
static void put_panels(hol_sketch *s, const frame *f, const hol_plot_node *const *mode, size_t count, board *b,
                       hol_text *text)
{
  for (size_t m = 0; m < count; m++) {
    char title[64];
    hol_plot_title(mode[m], title, sizeof title);
    hol_text_add(text, "%-*.*s", PANEL + GAP, PANEL, title);
    hol_sketch_take(s, hol_plot_node_get(mode[m], "shapes"));
    draw_mode(s, f, &b[m]);
  }
  end_line(text);
  for (size_t row = 0; row < f->rows; row++) {
    for (size_t m = 0; m < count; m++) {
      put_row(text, &b[m], row);
      hol_text_add(text, "%*s", GAP, "");
    }
    end_line(text);
  }
}

static hol_status put_shapes(hol_plot *plot, const hol_plot_node *geometry, const hol_plot_node *modes, hol_text *text)
{
  const hol_plot_node *mode[HOL_PLOT_MODES_MAX], *shapes[HOL_PLOT_MODES_MAX];
  hol_sketch sketch = {0};
  size_t all, count = hol_plot_choose(modes, plot->chosen, mode, &all);
  count = plot->chosen.first == 0 && count > FEW ? FEW : count;
  board *b = hol_arena_take(&plot->tree.arena, BESIDE * sizeof *b);
  if (!geometry || count == 0) {
    return HOL_OK;
  }
  HOL_TRY(b ? hol_sketch_make(geometry, &plot->tree.arena, &sketch) : HOL_MEMORY);
  if (sketch.places == 0) {
    return HOL_OK;
  }
  for (size_t m = 0; m < count; m++) {
    shapes[m] = hol_plot_node_get(mode[m], "shapes");
  }
  hol_sketch_turn(&sketch, shapes, count);
  const frame f = fit(&sketch, shapes, count);
  for (size_t m = 0; m < count; m += BESIDE) {
    hol_text_add(text, "%s", m > 0 ? "\n" : "");
    put_panels(&sketch, &f, mode + m, count - m < BESIDE ? count - m : BESIDE, b, text);
  }
  if (all > count) {
    hol_text_add(text, "%zu of %zu modes; ^: held by the ground\n", count, all);
  }
  return HOL_OK;
}

/* ---------------------------------------------------------------------------------------------------- staircase */

/** The count below frequencies, if it is known at every one. @return false: there is none */
static bool draw_stairs(const hol_plot_node *modes, size_t margin, double ends[2], double *last, board *b)
{
  double most = 0, first = NAN;
  for (const hol_plot_node *one = modes ? modes->first : NULL; one; one = one->next) {
    double omega = hol_plot_node_number(hol_plot_node_get(one, "omega")),
           above = hol_plot_node_number(hol_plot_node_get(one, "count_above"));
    if (omega > 0 && isfinite(above)) {
      first = isnan(first) ? hol_plot_node_number(hol_plot_node_get(one, "count_below")) : first;
      most = omega;
      ends[1] = above;
    }
  }
  if (!(most > 0) || !(ends[1] > first)) {
    return false;
  }
  ends[0] = first;
  *last = hol_number_hertz(most);
  *b = (board){.columns = WIDE - margin, .rows = STAIRS};
  double wide = 2 * (double)b->columns - 3, tall = 4 * STAIRS - 1, level = first;
  hol_spot at = {0, tall};
  for (const hol_plot_node *one = modes->first; one; one = one->next) {
    double omega = hol_plot_node_number(hol_plot_node_get(one, "omega")),
           above = hol_plot_node_number(hol_plot_node_get(one, "count_above"));
    if (omega > 0 && isfinite(above)) {
      double x = omega / most * wide;
      level = above;
      const hol_spot foot = {x, at.y}, top = {x, tall - (level - first) / (ends[1] - first) * tall};
      draw_line(b, at, foot, 1);
      draw_line(b, foot, top, 1);
      at = top;
    }
  }
  draw_line(b, at, (hol_spot){wide + 2, at.y}, 1);
  return true;
}

static void put_stairs(hol_plot *plot, const hol_plot_node *modes, hol_text *text)
{
  enum { MARGIN = 8 };
  double ends[2] = {0}, last = 0;
  board *b = hol_arena_take(&plot->tree.arena, sizeof *b);
  if (!b || !draw_stairs(modes, MARGIN, ends, &last, b)) {
    text->failed = text->failed || !b;
    return;
  }
  hol_text_add(text, "%snumber of natural frequencies below\n", text->size > 0 ? "\n" : "");
  for (size_t row = 0; row < STAIRS; row++) {
    if (row == 0 || row + 1 == STAIRS) {
      hol_text_add(text, "%*.0f ", MARGIN - 1, row == 0 ? ends[1] : ends[0]);
    } else {
      hol_text_add(text, "%*s", MARGIN, "");
    }
    put_row(text, b, row);
    end_line(text);
  }
  char words[HOL_SHORT];
  hol_axis_short(last, 6, words);
  hol_text_add(text, "%*s0%*s Hz\n", MARGIN, "", WIDE - MARGIN - 4, words);
}

hol_status hol_plot_letters(hol_plot *plot, hol_text *text)
{
  const hol_plot_node *all = plot->tree.all, *modes = hol_plot_node_get(all, "modes");
  hol_text own = {0};
  hol_status status =
      plot->tree.failed ? HOL_MEMORY : put_shapes(plot, hol_plot_node_get(all, "geometry"), modes, &own);
  if (status == HOL_OK) {
    put_stairs(plot, modes, &own);
    status = own.failed ? HOL_MEMORY : own.size == 0 ? HOL_USAGE : HOL_OK;
  }
  hol_text_add(text, "\n");
  hol_text_put(text, own.data, status == HOL_OK ? own.size : 0);
  hol_text_clear(&own);
  return status == HOL_OK && text->failed ? HOL_MEMORY : status;
}
