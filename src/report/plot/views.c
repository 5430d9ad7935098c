/* SPDX-License-Identifier: BSD-3-Clause */
/* What a result describes as to be drawn (result/view.h), by role. No analysis is known here. */
#include "report/plot/axes.h"
#include "report/plot/views.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** From here on the greatest is so many times the least that a straight axis shows nothing of it. */
static const double wide = 30;
enum { COLORS = HOL_SVG_COLORS, CHARTS = 6, WORDS = HOL_VIEW_WORDS };

/* -------------------------------------------------------------------------------------- "value" and "complex" */

typedef enum { REAL, MAGNITUDE, PHASE } part;

static double value_at(const hol_plot_node *value, const hol_plot_node *row, size_t k, part which)
{
  double re = hol_plot_node_value(row, 0), im = hol_plot_node_value(row, 1);
  if (which == PHASE) { /* nothing has none */
    return hypot(re, im) > 0 ? atan2(im, re) * 180 / M_PI : (double)NAN;
  }
  return which == REAL ? hol_plot_node_value(value, k) : hypot(re, im);
}

/** One record as a curve. */
static void fill_curve(const hol_drawn_view *v, const hol_plot_node *one, part which, hol_curve *c)
{
  const hol_plot_node *axis = hol_view_told(v, v->record, "axis"), *value = hol_view_told(v, one, "value"),
                      *radius = hol_view_told(v, one, "radius");
  const char *unit = hol_view_word(v, "axis_unit"), *of = hol_view_word(v, "unit");
  const hol_plot_node *row = which == REAL || !value ? NULL : value->first;
  size_t count = hol_plot_node_count(axis);
  double *x = hol_view_take(v, count, sizeof *x), *y = hol_view_take(v, count, sizeof *y),
         *r = hol_view_take(v, count, sizeof *r);
  if (!x || !y || !r) {
    return;
  }
  for (size_t k = 0; k < count; k++) {
    x[k] = hol_view_in_hertz(unit, hol_plot_node_value(axis, k));
    y[k] = hol_view_in_hertz(of, value_at(value, row, k, which));
    r[k] = hol_view_in_hertz(of, hol_plot_node_value(radius, k));
    bool turns = which == PHASE && k > 0 && fabs(y[k] - y[k - 1]) > 180; /* from -180 to 180 no line leads */
    y[k] = turns ? (double)NAN : y[k];
    row = row ? row->next : NULL;
  }
  c->x = x;
  c->y = y;
  c->radius = which == PHASE || !hol_plot_node_count(radius) ? NULL : r;
  c->count = count;
}

static size_t count_marks(const hol_drawn_view *v, const hol_plot_node *each)
{
  size_t count = 0;
  for (const hol_plot_node *one = each->first; one; one = one->next) {
    count += hol_plot_node_count(hol_view_told(v, one, "marks"));
  }
  return count;
}

/** "mode 3", or a word as it is. */
static const char *words_of(const hol_drawn_view *v, const hol_plot_node *name)
{
  char cell[HOL_SHORT];
  double number = hol_plot_node_number(name);
  char *words = isnan(number) ? NULL : hol_view_take(v, WORDS, 1);
  if (words) {
    hol_axis_short(number, 6, cell);
    (void)snprintf(words, WORDS, "%.60s %s", hol_view_word(v, "mark_name"), cell);
  }
  return words ? words : name && *hol_plot_node_text(name) ? hol_plot_node_text(name) : NULL;
}

static void fill_marks(const hol_drawn_view *v, const hol_plot_node *each, hol_chart *chart)
{
  hol_curve_mark *mark = hol_view_take(v, count_marks(v, each), sizeof *mark);
  size_t color = 0;
  for (const hol_plot_node *one = each->first; one && mark; one = one->next) {
    const hol_plot_node *marks = hol_view_told(v, one, "marks");
    color++;
    for (const hol_plot_node *m = marks && marks->type == HOL_PLOT_NODE_LIST ? marks->first : NULL; m; m = m->next) {
      mark[chart->marks++] = (hol_curve_mark){
          .x = hol_view_in_hertz(hol_view_word(v, "axis_unit"), hol_plot_node_number(hol_view_told(v, m, "mark_x"))),
          .y = hol_view_in_hertz(hol_view_word(v, "unit"), hol_plot_node_number(hol_view_told(v, m, "mark_y"))),
          .words = words_of(v, hol_view_told(v, m, "mark_name")),
          .color = color <= COLORS ? color : 0};
    }
  }
  chart->mark = mark;
}

/** Do the values differ so much that powers of ten are needed? Curves that are 0 everywhere do not say. */
static bool is_wide(const hol_curve *curve, size_t count)
{
  double least = HUGE_VAL, most = 0;
  for (size_t i = 0; i < count; i++) {
    double own[2] = {HUGE_VAL, 0};
    for (size_t k = 0; k < curve[i].count; k++) {
      own[0] = isfinite(curve[i].y[k]) ? fmin(own[0], curve[i].y[k]) : own[0];
      own[1] = isfinite(curve[i].y[k]) ? fmax(own[1], curve[i].y[k]) : own[1];
    }
    least = own[1] > 0 ? fmin(least, own[0]) : least;
    most = fmax(most, own[1]);
  }
  return most > wide * least;
}

/** Says of a curve that is 0 everywhere that it is. */
static void name_still(const hol_drawn_view *v, part which, hol_curve *c)
{
  double most = 0;
  for (size_t k = 0; k < c->count; k++) {
    most = fmax(most, isnan(c->y[k]) && which != PHASE ? HUGE_VAL : fabs(c->y[k])); /* of 0 there is no phase */
  }
  char *words = most > 0 ? NULL : hol_view_take(v, 2 * WORDS, 1);
  if (words) {
    (void)snprintf(words, 2 * WORDS, "%s%s0 everywhere", c->name, *c->name ? ": " : "");
    c->name = words;
  }
}

/** Is a record one of those that the view is of? */
static bool is_meant(const hol_drawn_view *v, const hol_plot_node *one)
{
  return !*hol_view_word(v, "only") ||
         strcmp(hol_plot_node_text(hol_view_told(v, one, "only")), hol_view_word(v, "only_word")) == 0;
}

static void draw_values(const hol_drawn_view *v, part which, const char *before, const char *title)
{
  const hol_plot_node *each = hol_view_told(v, v->record, "each");
  hol_curve *curve = hol_view_take(v, hol_plot_node_count(each), sizeof *curve);
  size_t count = 0;
  for (const hol_plot_node *one = each ? each->first : NULL; one && curve; one = one->next) {
    if (!is_meant(v, one)) {
      continue;
    }
    curve[count] = (hol_curve){.name = hol_view_name(v, each, one), .color = count < COLORS ? count + 1 : 0};
    fill_curve(v, one, which, &curve[count]);
    name_still(v, which, &curve[count++]);
  }
  hol_chart chart = {
      .curve = curve, .curves = count, .title = title, .x = hol_view_axis_words(v, "", "axis_label", "axis_unit")};
  chart.y = which == PHASE ? "phase in degrees" : hol_view_axis_words(v, before, "label", "unit");
  if (count > 0 && which != PHASE) {
    fill_marks(v, each, &chart);
    bool is_size = which == MAGNITUDE || strcmp(hol_view_word(v, "role"), "density") == 0;
    chart.is_log = is_size && is_wide(curve, count);
  }
  hol_chart_draw(v->sheet, &chart);
}

/** The values in their plane, where a resonance is a circle; none of values that are real throughout. */
static void draw_plane(const hol_drawn_view *v)
{
  static const double nothing = 1e-9;
  const hol_plot_node *each = hol_view_told(v, v->record, "each"), *axis = hol_view_told(v, v->record, "axis");
  hol_curve *curve = hol_view_take(v, hol_plot_node_count(each), sizeof *curve);
  size_t curves = 0, color = 0, count = hol_plot_node_count(axis);
  double most[2] = {0};
  for (const hol_plot_node *one = each ? each->first : NULL; one && curve; one = one->next) {
    const hol_plot_node *value = hol_view_told(v, one, "value"), *row = value ? value->first : NULL;
    double *x = hol_view_take(v, count, sizeof *x), *y = hol_view_take(v, count, sizeof *y);
    color += is_meant(v, one);
    for (size_t k = 0; k < count && x && y && row && is_meant(v, one); k++, row = row ? row->next : NULL) {
      x[k] = hol_view_in_hertz(hol_view_word(v, "unit"), hol_plot_node_value(row, 0));
      y[k] = hol_view_in_hertz(hol_view_word(v, "unit"), hol_plot_node_value(row, 1));
      most[0] = fmax(most[0], isfinite(x[k]) ? fabs(x[k]) : 0);
      most[1] = fmax(most[1], isfinite(y[k]) ? fabs(y[k]) : 0);
    }
    if (x && y && is_meant(v, one)) {
      curve[curves++] = (hol_curve){
          .name = hol_view_name(v, each, one), .x = x, .y = y, .count = count, .color = color <= COLORS ? color : 0};
    }
  }
  const hol_chart chart = {.curve = curve,
                           .curves = curves,
                           .is_equal = true,
                           .x = hol_view_axis_words(v, "real part of ", "label", "unit"),
                           .y = "imaginary part"};
  if (most[1] > nothing * most[0] && most[0] > 0) {
    hol_chart_draw(v->sheet, &chart);
  }
}

static void draw_real(const hol_drawn_view *v)
{
  draw_values(v, REAL, "", hol_view_word(v, "title"));
}

static void draw_complex(const hol_drawn_view *v)
{
  draw_values(v, MAGNITUDE, "magnitude of ", hol_view_word(v, "title"));
  draw_values(v, PHASE, "", NULL);
  draw_plane(v);
}

/* -------------------------------------------------------------------------------------------------- "branches" */

/** The number of a kind of mark in a chart, added if it is new and there is room. */
static size_t kind_of(hol_chart *chart, const char *name)
{
  size_t k = 0;
  while (k < HOL_KINDS - 1 && chart->kind[k] && strcmp(chart->kind[k], name) != 0) {
    k++;
  }
  if (!chart->kind[k]) {
    chart->kind[k] = name;
  }
  return k;
}

/** The order of points along the axis. @return NULL without memory */
static size_t *order_of(const hol_drawn_view *v, const double *x, size_t count)
{
  size_t *order = hol_view_take(v, count, sizeof *order);
  for (size_t i = 0; order && i < count; i++) { /* most often they are in order already */
    size_t k = i;
    for (; k > 0 && x[order[k - 1]] > x[i]; k--) {
      order[k] = order[k - 1];
    }
    order[k] = i;
  }
  return order;
}

/** A table of rows as pointers, so that they can be had in any order. */
static const hol_plot_node **rows_of(const hol_drawn_view *v, const hol_plot_node *list)
{
  const hol_plot_node **row = hol_view_take(v, hol_plot_node_count(list), sizeof *row);
  size_t k = 0;
  for (const hol_plot_node *one = list && list->type == HOL_PLOT_NODE_LIST ? list->first : NULL; one && row;
       one = one->next) {
    row[k++] = one;
  }
  return row;
}

/** What a sweep over one axis is put together from. */
typedef struct table {
  size_t points, columns;
  double *x;
  size_t *order;
  const hol_plot_node **value, **branch;
  double first;
} table;

/** @param[in] record  the view's, or one that has the same names */
static bool read_table(const hol_drawn_view *v, const hol_plot_node *record, table *t)
{
  const hol_plot_node *value = hol_view_told(v, record, "value"), *branch = hol_view_told(v, record, "branch");
  const hol_plot_node **axis = rows_of(v, hol_view_told(v, record, "axis"));
  t->points = hol_plot_node_count(hol_view_told(v, record, "axis"));
  t->x = hol_view_take(v, t->points, sizeof *t->x);
  t->value = rows_of(v, value);
  t->branch = branch ? rows_of(v, branch) : NULL;
  t->first = hol_plot_node_number(hol_view_told(v, v->record, "first"));
  if (!axis || !t->x || !t->value || t->points < 2 || hol_plot_node_count(value) != t->points ||
      (branch && hol_plot_node_count(branch) != t->points)) {
    return false;
  }
  for (size_t k = 0; k < t->points; k++) {
    t->x[k] = hol_view_in_hertz(hol_view_word(v, "axis_unit"), hol_plot_node_value(axis[k], 0));
    t->columns = hol_plot_node_count(t->value[k]) > t->columns ? hol_plot_node_count(t->value[k]) : t->columns;
  }
  t->order = order_of(v, t->x, t->points);
  return t->order && (!branch || t->branch);
}

/** The number of the curve that a column belongs to at a point; 0: none. */
static size_t number_at(const table *t, size_t point, size_t column)
{
  double number =
      t->branch ? hol_plot_node_value(t->branch[point], column) : (double)column + (isnan(t->first) ? 1 : t->first);
  return number > 0 && number < 1e6 ? (size_t)number : 0;
}

static void fill_branch(const hol_drawn_view *v, const table *t, size_t number, size_t color, hol_curve *c)
{
  double *x = hol_view_take(v, t->points, sizeof *x), *y = hol_view_take(v, t->points, sizeof *y);
  char *name = hol_view_take(v, 24, 1);
  for (size_t i = 0; x && y && i < t->points; i++) {
    size_t point = t->order[i];
    x[i] = t->x[point];
    y[i] = NAN;
    for (size_t j = 0; j < t->columns; j++) {
      y[i] = number_at(t, point, j) == number
                 ? hol_view_in_hertz(hol_view_word(v, "unit"), hol_plot_node_value(t->value[point], j))
                 : y[i];
    }
  }
  if (name) {
    (void)snprintf(name, 24, "%zu", number);
  }
  *c = (hol_curve){.name = name, .x = x, .y = y, .count = x && y ? t->points : 0, .color = color};
}

/** Numbers of the curves of a sweep. */
typedef struct range {
  size_t least, count;
} range;

/** What an event is called on paper, if there is a loupe of one; NULL. */
static const char *loupe_words(const hol_drawn_view *v, size_t event)
{
  char *words = hol_view_told(v, v->record, "closer") ? hol_view_take(v, 24, 1) : NULL;
  if (words) {
    (void)snprintf(words, 24, "%zu", event + 1);
  }
  return words;
}

static void fill_events(const hol_drawn_view *v, hol_chart *chart)
{
  size_t number = 0;
  const hol_plot_node *marks = hol_view_told(v, v->record, "marks");
  hol_curve_mark *mark = hol_view_take(v, hol_plot_node_count(marks), sizeof *mark);
  for (const hol_plot_node *m = marks && marks->type == HOL_PLOT_NODE_LIST ? marks->first : NULL; m && mark;
       m = m->next) {
    mark[chart->marks++] = (hol_curve_mark){
        .x = hol_view_in_hertz(hol_view_word(v, "axis_unit"), hol_plot_node_number(hol_view_told(v, m, "mark_x"))),
        .y = hol_view_in_hertz(hol_view_word(v, "unit"), hol_plot_node_number(hol_view_told(v, m, "mark_y"))),
        .color = SIZE_MAX,
        .words = loupe_words(v, number++),
        .kind = kind_of(chart, hol_plot_node_text(hol_view_told(v, m, "mark_name")))};
  }
  chart->mark = mark;
}

/* Loupes: what happens at events, at more points around them. */

/** An event by its number. */
static const hol_plot_node *event_of(const hol_drawn_view *v, double number)
{
  const hol_plot_node *marks = hol_view_told(v, v->record, "marks"), *one = marks ? marks->first : NULL;
  for (size_t k = 0; one && (double)k < number; k++) {
    one = one->next;
  }
  return number >= 0 ? one : NULL;
}

/** Does an event concern this curve? Without a list of them it does. */
static bool concerns(const hol_drawn_view *v, const hol_plot_node *event, size_t number)
{
  const hol_plot_node *curves = hol_view_told(v, event, "mark_curves");
  bool is_in = !curves;
  for (size_t k = 0; k < hol_plot_node_count(curves); k++) {
    is_in = is_in || hol_plot_node_value(curves, k) == (double)number;
  }
  return is_in;
}

/** Fill the chart of a loupe. @return false: there is nothing to see */
static bool fill_loupe(const hol_drawn_view *v, const hol_plot_node *loupe, const range *of, hol_chart *chart)
{
  table t = {.points = 0};
  const hol_plot_node *event = event_of(v, hol_plot_node_number(hol_plot_node_get(loupe, "event")));
  hol_curve *curve = hol_view_take(v, of->count, sizeof *curve);
  char *title = hol_view_take(v, WORDS, 1), cell[HOL_SHORT];
  if (!event || !curve || !title || !read_table(v, loupe, &t)) {
    return false;
  }
  *chart = (hol_chart){.curve = curve, .title = title, .is_named_at_end = true, .tall = 62};
  for (size_t k = 0; k < of->count; k++) {
    if (concerns(v, event, of->least + k)) {
      fill_branch(v, &t, of->least + k, k < COLORS ? k + 1 : 0, &curve[chart->curves++]);
    }
  }
  hol_axis_short(
      hol_view_in_hertz(hol_view_word(v, "axis_unit"), hol_plot_node_number(hol_view_told(v, event, "mark_x"))), 6,
      cell);
  const char *words = loupe_words(v, (size_t)hol_plot_node_number(hol_plot_node_get(loupe, "event")));
  (void)snprintf(title, WORDS, "%s: %.60s at %s", words ? words : "",
                 hol_plot_node_text(hol_view_told(v, event, "mark_name")), cell);
  chart->x = hol_view_axis_words(v, "", "axis_label", "axis_unit");
  chart->y = strcmp(hol_view_word(v, "unit"), "rad/s") == 0 ? "Hz" : hol_view_word(v, "unit");
  chart->is_log_across = strcmp(hol_view_word(v, "spacing"), "log") == 0;
  return true;
}

static void draw_loupes(const hol_drawn_view *v, const range *of)
{
  enum { LOUPES = 8 };
  const hol_plot_node *loupes = hol_view_told(v, v->record, "closer");
  hol_chart pair[2];
  size_t count = 0, drawn = 0;
  for (const hol_plot_node *one = loupes ? loupes->first : NULL; one && drawn < LOUPES; one = one->next) {
    bool is_filled = fill_loupe(v, one, of, &pair[count]);
    count += is_filled;
    drawn += is_filled;
    if (count == 2) {
      hol_charts_draw(v->sheet, pair);
      count = 0;
    }
  }
  if (count == 1) {
    pair[1] = (hol_chart){.curves = 0};
    hol_charts_draw(v->sheet, pair);
  }
}

/** Which curves there are. */
static range range_of(const table *t)
{
  enum { MOST = 1000 };
  size_t least = SIZE_MAX, most = 0;
  for (size_t i = 0; i < t->points; i++) {
    for (size_t j = 0; j < t->columns; j++) {
      size_t number = number_at(t, i, j);
      least = number > 0 && number < least ? number : least;
      most = number > most ? number : most;
    }
  }
  bool has = least <= most && most - least < MOST;
  return (range){has ? least : 0, has ? most - least + 1 : 0};
}

static void draw_branches(const hol_drawn_view *v)
{
  table t = {.points = 0};
  if (!read_table(v, v->record, &t)) {
    return;
  }
  const range of = range_of(&t);
  hol_curve *curve = hol_view_take(v, of.count, sizeof *curve);
  for (size_t k = 0; curve && k < of.count; k++) {
    fill_branch(v, &t, of.least + k, k < COLORS ? k + 1 : 0, &curve[k]);
  }
  hol_chart chart = {.curve = curve,
                     .curves = curve ? of.count : 0,
                     .title = hol_view_word(v, "title"),
                     .is_named_at_end = true,
                     .is_log_across = strcmp(hol_view_word(v, "spacing"), "log") == 0};
  chart.x = hol_view_axis_words(v, "", "axis_label", "axis_unit");
  chart.y = hol_view_axis_words(v, "", "label", "unit");
  fill_events(v, &chart);
  hol_chart_draw(v->sheet, &chart);
  draw_loupes(v, &of);
}

/* ----------------------------------------------------------------------------------------------------- "curve" */

/** Numbers of one coordinate: a list for each, or one list. */
static const hol_plot_node *coordinate_of(const hol_plot_node *value, size_t coordinate)
{
  const hol_plot_node *one = value && value->type == HOL_PLOT_NODE_LIST ? value->first : value;
  for (; one && value->type == HOL_PLOT_NODE_LIST && coordinate > 0; coordinate--) {
    one = one->next;
  }
  return one;
}

/** Curves and marks in the making. */
typedef struct drawing {
  hol_chart chart;
  hol_curve *curve;
  hol_curve_mark *mark;
  size_t coordinate;
} drawing;

static void add_piece(const hol_drawn_view *v, const hol_plot_node *piece, const char *name, size_t color,
                      bool is_guide, drawing *d)
{
  const hol_plot_node *axis = hol_view_told(v, piece, "axis"),
                      *value = coordinate_of(hol_view_told(v, piece, "value"), d->coordinate);
  const hol_plot_node *flag = hol_view_told(v, piece, "flag");
  size_t count = hol_plot_node_count(axis);
  double *x = hol_view_take(v, count, sizeof *x), *y = hol_view_take(v, count, sizeof *y);
  bool *dashed = hol_view_take(v, count, sizeof *dashed);
  const hol_plot_node *node = value && value->type == HOL_PLOT_NODE_LIST ? value->first : NULL;
  for (size_t k = 0; x && y && dashed && k < count; k++) {
    x[k] = hol_view_in_hertz(hol_view_word(v, "axis_unit"), hol_plot_node_value(axis, k));
    y[k] =
        hol_view_in_hertz(hol_view_word(v, "unit"), node ? hol_plot_node_number(node) : hol_plot_node_value(value, k));
    dashed[k] = !is_guide && hol_plot_node_value(flag, k) > 0;
    node = node ? node->next : NULL;
  }
  d->curve[d->chart.curves++] = (hol_curve){.name = name,
                                            .x = x,
                                            .y = y,
                                            .flag = dashed,
                                            .count = x && y && dashed ? count : 0,
                                            .color = color,
                                            .is_guide = is_guide};
}

/** Where on the axis an event is. */
static const char *place_words(const hol_drawn_view *v, double at)
{
  char *words = hol_view_take(v, HOL_SHORT, 1);
  if (words) {
    hol_axis_short(hol_view_in_hertz(hol_view_word(v, "axis_unit"), at), 4, words);
  }
  return words;
}

static void add_events(const hol_drawn_view *v, const hol_plot_node *piece, size_t color, drawing *d)
{
  const hol_plot_node *marks = hol_view_told(v, piece, "marks");
  for (const hol_plot_node *m = marks && marks->type == HOL_PLOT_NODE_LIST ? marks->first : NULL; m; m = m->next) {
    const hol_plot_node *high = hol_view_told(v, m, "mark_y");
    d->mark[d->chart.marks++] = (hol_curve_mark){
        .x = hol_view_in_hertz(hol_view_word(v, "axis_unit"), hol_plot_node_number(hol_view_told(v, m, "mark_x"))),
        .y = hol_plot_node_count(high) ? hol_plot_node_value(high, d->coordinate) : hol_plot_node_number(high),
        .words = place_words(v, hol_plot_node_number(hol_view_told(v, m, "mark_x"))),
        .color = color,
        .kind = kind_of(&d->chart, hol_plot_node_text(hol_view_told(v, m, "mark_name")))};
  }
}

/** How many pieces and marks all records have. */
static void count_pieces(const hol_drawn_view *v, const hol_plot_node *each, size_t *pieces, size_t *marks)
{
  for (const hol_plot_node *one = each->first; one; one = one->next) {
    const hol_plot_node *within = hol_view_told(v, one, "within");
    *pieces += hol_plot_node_count(within);
    for (const hol_plot_node *piece = within ? within->first : NULL; piece; piece = piece->next) {
      *marks += hol_plot_node_count(hol_view_told(v, piece, "marks"));
    }
  }
}

static bool has_flag(const drawing *d)
{
  bool has = false;
  for (size_t i = 0; i < d->chart.curves; i++) {
    for (size_t k = 0; k < d->curve[i].count; k++) {
      has = has || d->curve[i].flag[k];
    }
  }
  return has;
}

static void draw_coordinate(const hol_drawn_view *v, const hol_plot_node *each, drawing *d)
{
  const hol_plot_node *guide = hol_view_told(v, hol_view_told(v, v->record, "guide"), "within");
  size_t pieces = hol_plot_node_count(guide), marks = 0, color = 0;
  count_pieces(v, each, &pieces, &marks);
  d->curve = hol_view_take(v, pieces, sizeof *d->curve);
  d->mark = hol_view_take(v, marks, sizeof *d->mark);
  if (!d->curve || !d->mark) {
    return;
  }
  for (const hol_plot_node *piece = guide ? guide->first : NULL; piece; piece = piece->next) {
    add_piece(v, piece, piece == guide->first ? hol_view_word(v, "guide") : NULL, 0, true, d);
  }
  for (const hol_plot_node *one = each->first; one; one = one->next) {
    const hol_plot_node *within = hol_view_told(v, one, "within");
    color++;
    for (const hol_plot_node *piece = within ? within->first : NULL; piece; piece = piece->next) {
      add_piece(v, piece, piece == within->first ? hol_view_name(v, each, one) : NULL, color <= COLORS ? color : 0,
                false, d);
      add_events(v, piece, color <= COLORS ? color : 0, d);
    }
  }
  char *y = hol_view_take(v, WORDS, 1);
  if (y) {
    (void)snprintf(y, WORDS, "%.100s%s", hol_view_axis_words(v, "", "label", "unit"),
                   has_flag(d) ? " (dashed: unstable)" : "");
  }
  d->chart.curve = d->curve;
  d->chart.mark = d->mark;
  d->chart.x = hol_view_axis_words(v, "", "axis_label", "axis_unit");
  d->chart.y = y ? y : "";
  hol_chart_draw(v->sheet, &d->chart);
}

static void draw_turning(const hol_drawn_view *v)
{
  const hol_plot_node *each = hol_view_told(v, v->record, "each"),
                      *within = each ? hol_view_told(v, each->first, "within") : NULL;
  const hol_plot_node *value = within ? hol_view_told(v, within->first, "value") : NULL;
  size_t coordinates = value && value->type == HOL_PLOT_NODE_LIST ? value->count : value ? 1 : 0;
  for (size_t k = 0; k < coordinates && k < CHARTS; k++) {
    drawing d = {.coordinate = k};
    char *title = hol_view_take(v, WORDS, 1);
    if (title) {
      (void)snprintf(title, WORDS, coordinates > 1 ? "%.100s, coordinate %zu" : "%.100s", hol_view_word(v, "title"),
                     k + 1);
      d.chart.title = title;
    }
    draw_coordinate(v, each, &d);
  }
}

/* ------------------------------------------------------------------------------------------ "column", "sample" */

/** "name in unit" of a record that has a column: by the view, else by itself. */
static const char *column_words(const hol_drawn_view *v, const hol_plot_node *one, size_t column)
{
  const hol_plot_node *names = hol_plot_node_get(v->view, "name"),
                      *name = hol_plot_node_get(one, names && names->first ? hol_plot_node_text(names->first) : "");
  const char *unit =
      *hol_view_word(v, "unit") ? hol_view_word(v, "unit") : hol_plot_node_text(hol_plot_node_get(one, "unit"));
  unit = strcmp(unit, "rad/s") == 0 ? "Hz" : strcmp(unit, "1") == 0 ? "" : unit;
  double id = hol_plot_node_number(name);
  char *words = hol_view_take(v, WORDS, 1);
  if (words && *hol_plot_node_text(name)) {
    (void)snprintf(words, WORDS, "%.60s%s%.40s", hol_plot_node_text(name), *unit ? " in " : "", unit);
  } else if (words) {
    (void)snprintf(words, WORDS, "%.60s %.0f%s%.40s", hol_view_word(v, "label"), isnan(id) ? (double)column + 1 : id,
                   *unit ? " in " : "", unit);
  }
  return words ? words : "";
}

/** The unit that the numbers of a record come in. */
static const char *unit_of(const hol_drawn_view *v, const hol_plot_node *one)
{
  return *hol_view_word(v, "unit") ? hol_view_word(v, "unit") : hol_plot_node_text(hol_plot_node_get(one, "unit"));
}

static void draw_column(const hol_drawn_view *v, const table *t, const hol_plot_node *one, size_t column,
                        const char *title)
{
  double *x = hol_view_take(v, t->points, sizeof *x), *y = hol_view_take(v, t->points, sizeof *y);
  for (size_t i = 0; x && y && i < t->points; i++) {
    x[i] = t->x[t->order[i]];
    y[i] = hol_view_in_hertz(unit_of(v, one), hol_plot_node_value(t->value[t->order[i]], column));
  }
  const hol_curve curve = {.x = x, .y = y, .count = x && y ? t->points : 0, .color = 1};
  const hol_chart chart = {.curve = &curve,
                           .curves = 1,
                           .title = title,
                           .is_log_across = strcmp(hol_view_word(v, "spacing"), "log") == 0,
                           .x = hol_view_axis_words(v, "", "axis_label", "axis_unit"),
                           .y = column_words(v, one, column)};
  hol_chart_draw(v->sheet, &chart);
}

static void draw_columns(const hol_drawn_view *v)
{
  const hol_plot_node *each = hol_view_told(v, v->record, "each");
  table t = {.points = 0};
  size_t column = 0;
  if (!read_table(v, v->record, &t)) {
    return;
  }
  for (const hol_plot_node *one = each ? each->first : NULL; one && column < 2 * CHARTS; one = one->next, column++) {
    draw_column(v, &t, one, column, column == 0 ? hol_view_word(v, "title") : NULL);
  }
}

/** The quantile of a probability. */
static double quantile_of(const hol_drawn_view *v, const hol_plot_node *one, double probability)
{
  const hol_plot_node *at = hol_view_told(v, v->record, "axis"), *quantile = hol_view_told(v, one, "marks");
  double found = NAN;
  for (size_t k = 0; k < hol_plot_node_count(at); k++) {
    found = fabs(hol_plot_node_value(at, k) - probability) < 1e-9 ? hol_plot_node_value(quantile, k) : found;
  }
  return hol_view_in_hertz(unit_of(v, one), found);
}

static hol_samples samples_of(const hol_drawn_view *v, const hol_plot_node *one, size_t column)
{
  const hol_plot_node *value = hol_view_told(v, v->record, "value");
  size_t count = 0;
  double *number = hol_view_take(v, hol_plot_node_count(value), sizeof *number);
  for (const hol_plot_node *row = value && value->type == HOL_PLOT_NODE_LIST ? value->first : NULL; row && number;
       row = row->next) {
    number[count++] = hol_view_in_hertz(unit_of(v, one), hol_plot_node_value(row, column));
  }
  return (hol_samples){.value = number,
                       .count = count,
                       .line = {quantile_of(v, one, 0.025), quantile_of(v, one, 0.975)},
                       .words = {"2.5 %", "97.5 %"},
                       .x = column_words(v, one, column)};
}

static void draw_samples(const hol_drawn_view *v)
{
  enum { MOST = 12 };
  const hol_plot_node *each = hol_view_told(v, v->record, "each"), *one = each ? each->first : NULL;
  hol_svg_fitted(&v->sheet->svg, (hol_spot){6, v->sheet->foot + 8}, hol_svg_letter, hol_sheet_width - 12,
                 hol_view_word(v, "title"));
  v->sheet->foot += 14;
  for (size_t column = 0; one && column < MOST; column += 2) {
    hol_samples pair[2] = {{.count = 0}, {.count = 0}};
    for (size_t k = 0; k < 2 && one; k++, one = one->next) {
      pair[k] = samples_of(v, one, column + k);
    }
    hol_histograms_draw(v->sheet, pair);
  }
}

/* ------------------------------------------------------------------------------------------------------- views */

static const struct {
  const char *name;
  void (*draw)(const hol_drawn_view *v);
} roles[] = {{"value", draw_real},     {"density", draw_real},  {"complex", draw_complex}, {"branches", draw_branches},
             {"column", draw_columns}, {"curve", draw_turning}, {"sample", draw_samples},  {"map", hol_view_maps}};

/** Draw what a record describes; a role that is not known is left out. */
static hol_status draw_views(hol_sheet *sheet, const hol_plot_node *record)
{
  const hol_plot_node *views = hol_plot_node_get(record, "views");
  for (const hol_plot_node *one = views ? views->first : NULL; one; one = one->next) {
    const hol_drawn_view v = {sheet, record, one};
    if (strcmp(hol_view_word(&v, "role"), "shape") == 0) {
      HOL_TRY(hol_view_shapes(&v));
    }
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
      if (strcmp(hol_view_word(&v, "role"), roles[i].name) == 0) {
        roles[i].draw(&v);
        hol_text_add(&sheet->what, "%.100s. ", hol_view_word(&v, "title"));
      }
    }
  }
  return HOL_OK;
}

hol_status hol_picture_views(hol_sheet *sheet)
{
  HOL_TRY(draw_views(sheet, sheet->result));
  for (const hol_plot_node *one = sheet->result->first; one; one = one->next) {
    HOL_TRY(draw_views(sheet, one));
  }
  return sheet->svg.failed ? HOL_MEMORY : HOL_OK;
}
