/* What a result describes as to be drawn (result/view.h), by role. No analysis is known here. */
#include "report/plot/axes.h"
#include "report/plot/chart.h"
#include "result/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/** From here on the greatest is so many times the least that a straight axis shows nothing of it. */
static const double wide = 30;
/** So many curves have names below them, with colours of their own. */
enum { COLORS = HOL_SVG_COLORS, CHARTS = 6, WORDS = 160 };

/** A view and the record it stands in. */
typedef struct view {
  hol_sheet *sheet;
  const hol_told *record, *view;
} view;

static void *take(const view *v, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size - 1 ? hol_arena_take(v->sheet->arena, (count + 1) * size) : NULL;
  if (memory) {
    memset(memory, 0, (count + 1) * size);
  }
  v->sheet->svg.failed = v->sheet->svg.failed || !memory;
  return memory;
}

static const char *word(const view *v, const char *key)
{
  return hol_told_text(hol_told_get(v->view, key));
}

/** What the record has under the name that the view has under a key. */
static const hol_told *told(const view *v, const hol_told *record, const char *key)
{
  return hol_told_get(record, word(v, key));
}

/** rad/s are shown as Hz. */
static double in_hertz(const char *unit, double x)
{
  return strcmp(unit, "rad/s") == 0 ? hol_number_hertz(x) : x;
}

/** "label in unit". */
static const char *axis_words(const view *v, const char *before, const char *label, const char *unit)
{
  const char *name = *word(v, label) ? word(v, label) : word(v, strcmp(label, "label") == 0 ? "value" : "axis"),
             *in = word(v, unit);
  in = strcmp(in, "rad/s") == 0 ? "Hz" : in;
  char *words = take(v, WORDS, 1);
  if (words) {
    (void)snprintf(words, WORDS, "%s%.80s%s%.40s", before, name, *in ? " in " : "", in);
  }
  return words ? words : "";
}

/** Does a member differ between the records? */
static bool differs(const hol_told *each, const char *key)
{
  const hol_told *first = hol_told_get(each->first, key);
  for (const hol_told *one = each->first; one; one = one->next) {
    const hol_told *other = hol_told_get(one, key);
    double a = hol_told_number(first), b = hol_told_number(other);
    if (strcmp(hol_told_text(first), hol_told_text(other)) != 0 || (a != b && !(isnan(a) && isnan(b)))) {
      return true;
    }
  }
  return false;
}

/** A member as a word of a name: a text as it is, a number with its key, a truth by its key. @return characters written */
static int put_word(const hol_told *member, const char *key, char *words, size_t room)
{
  char cell[HOL_SHORT];
  double number = hol_told_number(member);
  if (isnan(number)) {
    return snprintf(words, room, "%.60s", hol_told_text(member));
  }
  hol_axis_short(number, 6, cell);
  int size = member->type == HOL_TOLD_TRUTH ? snprintf(words, room, "%s%.60s", number > 0 ? "" : "no ", key)
                                            : snprintf(words, room, "%.60s %s", key, cell);
  for (char *at = words; *at; at++) {
    *at = *at == '_' ? ' ' : *at;
  }
  return size;
}

/** What distinguishes one record from the others. */
static const char *name_of(const view *v, const hol_told *each, const hol_told *one)
{
  const hol_told *names = hol_told_get(v->view, "name");
  char *words = take(v, WORDS, 1);
  size_t used = 0;
  for (const hol_told *key = names ? names->first : NULL; key && words && used + 2 < WORDS; key = key->next) {
    const hol_told *member = hol_told_get(one, hol_told_text(key));
    if (!member || member->type == HOL_TOLD_NOTHING || !differs(each, hol_told_text(key))) {
      continue;
    }
    const char *comma = used ? ", " : "";
    size_t begin = used + strlen(comma);
    int size = put_word(member, hol_told_text(key), words + begin, WORDS - begin);
    memcpy(words + used, comma, strlen(comma));
    used = size > 0 && (size_t)size < WORDS - begin ? begin + (size_t)size : WORDS;
  }
  return words ? words : "";
}

/* -------------------------------------------------------------------------------------- "value" and "complex" */

typedef enum { REAL, MAGNITUDE, PHASE } part;

static double value_at(const hol_told *value, const hol_told *row, size_t k, part which)
{
  double re = hol_told_value(row, 0), im = hol_told_value(row, 1);
  if (which == PHASE) { /* nothing has none */
    return hypot(re, im) > 0 ? atan2(im, re) * 180 / M_PI : (double)NAN;
  }
  return which == REAL ? hol_told_value(value, k) : hypot(re, im);
}

/** One record as a curve. */
static void fill_curve(const view *v, const hol_told *one, part which, hol_curve *c)
{
  const hol_told *axis = told(v, v->record, "axis"), *value = told(v, one, "value"), *radius = told(v, one, "radius");
  const char *unit = word(v, "axis_unit"), *of = word(v, "unit");
  const hol_told *row = which == REAL || !value ? NULL : value->first;
  size_t count = hol_told_count(axis);
  double *x = take(v, count, sizeof *x), *y = take(v, count, sizeof *y), *r = take(v, count, sizeof *r);
  if (!x || !y || !r) {
    return;
  }
  for (size_t k = 0; k < count; k++) {
    x[k] = in_hertz(unit, hol_told_value(axis, k));
    y[k] = in_hertz(of, value_at(value, row, k, which));
    r[k] = in_hertz(of, hol_told_value(radius, k));
    bool turns = which == PHASE && k > 0 && fabs(y[k] - y[k - 1]) > 180; /* from -180 to 180 no line leads */
    y[k] = turns ? (double)NAN : y[k];
    row = row ? row->next : NULL;
  }
  c->x = x;
  c->y = y;
  c->radius = which == PHASE || !hol_told_count(radius) ? NULL : r;
  c->count = count;
}

static size_t count_marks(const view *v, const hol_told *each)
{
  size_t count = 0;
  for (const hol_told *one = each->first; one; one = one->next) {
    count += hol_told_count(told(v, one, "marks"));
  }
  return count;
}

/** "mode 3", or a word as it is. */
static const char *words_of(const view *v, const hol_told *name)
{
  char cell[HOL_SHORT];
  double number = hol_told_number(name);
  char *words = isnan(number) ? NULL : take(v, WORDS, 1);
  if (words) {
    hol_axis_short(number, 6, cell);
    (void)snprintf(words, WORDS, "%.60s %s", word(v, "mark_name"), cell);
  }
  return words ? words : name && *hol_told_text(name) ? hol_told_text(name) : NULL;
}

static void fill_marks(const view *v, const hol_told *each, hol_chart *chart)
{
  hol_curve_mark *mark = take(v, count_marks(v, each), sizeof *mark);
  size_t color = 0;
  for (const hol_told *one = each->first; one && mark; one = one->next) {
    const hol_told *marks = told(v, one, "marks");
    color++;
    for (const hol_told *m = marks && marks->type == HOL_TOLD_LIST ? marks->first : NULL; m; m = m->next) {
      mark[chart->marks++] = (hol_curve_mark){.x = in_hertz(word(v, "axis_unit"), hol_told_number(told(v, m, "mark_x"))),
                                              .y = in_hertz(word(v, "unit"), hol_told_number(told(v, m, "mark_y"))),
                                              .words = words_of(v, told(v, m, "mark_name")),
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
static void name_still(const view *v, part which, hol_curve *c)
{
  double most = 0;
  for (size_t k = 0; k < c->count; k++) {
    most = fmax(most, isnan(c->y[k]) && which != PHASE ? HUGE_VAL : fabs(c->y[k])); /* of 0 there is no phase */
  }
  char *words = most > 0 ? NULL : take(v, 2 * WORDS, 1);
  if (words) {
    (void)snprintf(words, 2 * WORDS, "%s%s0 everywhere", c->name, *c->name ? ": " : "");
    c->name = words;
  }
}

/** Is a record one of those that the view is of? */
static bool is_meant(const view *v, const hol_told *one)
{
  return !*word(v, "only") || strcmp(hol_told_text(told(v, one, "only")), word(v, "only_word")) == 0;
}

static void draw_values(const view *v, part which, const char *before, const char *title)
{
  const hol_told *each = told(v, v->record, "each");
  hol_curve *curve = take(v, hol_told_count(each), sizeof *curve);
  size_t count = 0;
  for (const hol_told *one = each ? each->first : NULL; one && curve; one = one->next) {
    if (!is_meant(v, one)) {
      continue;
    }
    curve[count] = (hol_curve){.name = name_of(v, each, one), .color = count < COLORS ? count + 1 : 0};
    fill_curve(v, one, which, &curve[count]);
    name_still(v, which, &curve[count++]);
  }
  hol_chart chart = {.curve = curve, .curves = count, .title = title, .x = axis_words(v, "", "axis_label", "axis_unit")};
  chart.y = which == PHASE ? "phase in degrees" : axis_words(v, before, "label", "unit");
  if (count > 0 && which != PHASE) {
    fill_marks(v, each, &chart);
    bool is_size = which == MAGNITUDE || strcmp(word(v, "role"), "density") == 0;
    chart.is_log = is_size && is_wide(curve, count);
  }
  hol_chart_draw(v->sheet, &chart);
}

static void draw_real(const view *v)
{
  draw_values(v, REAL, "", word(v, "title"));
}

static void draw_complex(const view *v)
{
  draw_values(v, MAGNITUDE, "magnitude of ", word(v, "title"));
  draw_values(v, PHASE, "", NULL);
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
static size_t *order_of(const view *v, const double *x, size_t count)
{
  size_t *order = take(v, count, sizeof *order);
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
static const hol_told **rows_of(const view *v, const hol_told *list)
{
  const hol_told **row = take(v, hol_told_count(list), sizeof *row);
  size_t k = 0;
  for (const hol_told *one = list && list->type == HOL_TOLD_LIST ? list->first : NULL; one && row; one = one->next) {
    row[k++] = one;
  }
  return row;
}

/** What a sweep over one axis is put together from. */
typedef struct table {
  size_t points, columns;
  double *x;
  size_t *order;
  const hol_told **value, **branch;
  double first;
} table;

static bool read_table(const view *v, table *t)
{
  const hol_told *value = told(v, v->record, "value"), *branch = told(v, v->record, "branch");
  const hol_told **axis = rows_of(v, told(v, v->record, "axis"));
  t->points = hol_told_count(told(v, v->record, "axis"));
  t->x = take(v, t->points, sizeof *t->x);
  t->value = rows_of(v, value);
  t->branch = branch ? rows_of(v, branch) : NULL;
  t->first = hol_told_number(told(v, v->record, "first"));
  if (!axis || !t->x || !t->value || t->points < 2 || hol_told_count(value) != t->points ||
      (branch && hol_told_count(branch) != t->points)) {
    return false;
  }
  for (size_t k = 0; k < t->points; k++) {
    t->x[k] = in_hertz(word(v, "axis_unit"), hol_told_value(axis[k], 0));
    t->columns = hol_told_count(t->value[k]) > t->columns ? hol_told_count(t->value[k]) : t->columns;
  }
  t->order = order_of(v, t->x, t->points);
  return t->order && (!branch || t->branch);
}

/** The number of the curve that a column belongs to at a point; 0: none. */
static size_t number_at(const table *t, size_t point, size_t column)
{
  double number =
      t->branch ? hol_told_value(t->branch[point], column) : (double)column + (isnan(t->first) ? 1 : t->first);
  return number > 0 && number < 1e6 ? (size_t)number : 0;
}

static void fill_branch(const view *v, const table *t, size_t number, size_t color, hol_curve *c)
{
  double *x = take(v, t->points, sizeof *x), *y = take(v, t->points, sizeof *y);
  char *name = take(v, 24, 1);
  for (size_t i = 0; x && y && i < t->points; i++) {
    size_t point = t->order[i];
    x[i] = t->x[point];
    y[i] = NAN;
    for (size_t j = 0; j < t->columns; j++) {
      y[i] = number_at(t, point, j) == number ? in_hertz(word(v, "unit"), hol_told_value(t->value[point], j)) : y[i];
    }
  }
  if (name) {
    (void)snprintf(name, 24, "%zu", number);
  }
  *c = (hol_curve){.name = name, .x = x, .y = y, .count = x && y ? t->points : 0, .color = color};
}

static void fill_events(const view *v, hol_chart *chart)
{
  const hol_told *marks = told(v, v->record, "marks");
  hol_curve_mark *mark = take(v, hol_told_count(marks), sizeof *mark);
  for (const hol_told *m = marks && marks->type == HOL_TOLD_LIST ? marks->first : NULL; m && mark; m = m->next) {
    mark[chart->marks++] = (hol_curve_mark){.x = in_hertz(word(v, "axis_unit"), hol_told_number(told(v, m, "mark_x"))),
                                            .y = in_hertz(word(v, "unit"), hol_told_number(told(v, m, "mark_y"))),
                                            .color = SIZE_MAX,
                                            .kind = kind_of(chart, hol_told_text(told(v, m, "mark_name")))};
  }
  chart->mark = mark;
}

static void draw_branches(const view *v)
{
  enum { MOST = 1000 };
  table t = {.points = 0};
  if (!read_table(v, &t)) {
    return;
  }
  size_t least = SIZE_MAX, most = 0, count = 0;
  for (size_t i = 0; i < t.points; i++) {
    for (size_t j = 0; j < t.columns; j++) {
      size_t number = number_at(&t, i, j);
      least = number > 0 && number < least ? number : least;
      most = number > most ? number : most;
    }
  }
  size_t curves = least <= most ? most - least + 1 : 0;
  hol_curve *curve = curves <= MOST ? take(v, curves, sizeof *curve) : NULL;
  for (size_t k = 0; curve && k < curves; k++, count++) {
    fill_branch(v, &t, least + k, k < COLORS ? k + 1 : 0, &curve[k]);
  }
  hol_chart chart = {.curve = curve, .curves = count, .title = word(v, "title"), .is_named_at_end = true};
  chart.x = axis_words(v, "", "axis_label", "axis_unit");
  chart.y = axis_words(v, "", "label", "unit");
  fill_events(v, &chart);
  hol_chart_draw(v->sheet, &chart);
}

/* ----------------------------------------------------------------------------------------------------- "curve" */

/** Numbers of one coordinate: a list for each, or one list. */
static const hol_told *coordinate_of(const hol_told *value, size_t coordinate)
{
  const hol_told *one = value && value->type == HOL_TOLD_LIST ? value->first : value;
  for (; one && value->type == HOL_TOLD_LIST && coordinate > 0; coordinate--) {
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

static void add_piece(const view *v, const hol_told *piece, const char *name, size_t color, bool is_guide, drawing *d)
{
  const hol_told *axis = told(v, piece, "axis"), *value = coordinate_of(told(v, piece, "value"), d->coordinate);
  const hol_told *flag = told(v, piece, "flag");
  size_t count = hol_told_count(axis);
  double *x = take(v, count, sizeof *x), *y = take(v, count, sizeof *y);
  bool *dashed = take(v, count, sizeof *dashed);
  const hol_told *item = value && value->type == HOL_TOLD_LIST ? value->first : NULL;
  for (size_t k = 0; x && y && dashed && k < count; k++) {
    x[k] = in_hertz(word(v, "axis_unit"), hol_told_value(axis, k));
    y[k] = in_hertz(word(v, "unit"), item ? hol_told_number(item) : hol_told_value(value, k));
    dashed[k] = !is_guide && hol_told_value(flag, k) > 0;
    item = item ? item->next : NULL;
  }
  d->curve[d->chart.curves++] = (hol_curve){.name = name,
                                            .x = x,
                                            .y = y,
                                            .flag = dashed,
                                            .count = x && y && dashed ? count : 0,
                                            .color = color,
                                            .is_guide = is_guide};
}

static void add_events(const view *v, const hol_told *piece, size_t color, drawing *d)
{
  const hol_told *marks = told(v, piece, "marks");
  for (const hol_told *m = marks && marks->type == HOL_TOLD_LIST ? marks->first : NULL; m; m = m->next) {
    const hol_told *high = told(v, m, "mark_y");
    d->mark[d->chart.marks++] =
        (hol_curve_mark){.x = in_hertz(word(v, "axis_unit"), hol_told_number(told(v, m, "mark_x"))),
                         .y = hol_told_count(high) ? hol_told_value(high, d->coordinate) : hol_told_number(high),
                         .color = color,
                         .kind = kind_of(&d->chart, hol_told_text(told(v, m, "mark_name")))};
  }
}

/** How many pieces and marks all records have. */
static void count_pieces(const view *v, const hol_told *each, size_t *pieces, size_t *marks)
{
  for (const hol_told *one = each->first; one; one = one->next) {
    const hol_told *within = told(v, one, "within");
    *pieces += hol_told_count(within);
    for (const hol_told *piece = within ? within->first : NULL; piece; piece = piece->next) {
      *marks += hol_told_count(told(v, piece, "marks"));
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

static void draw_coordinate(const view *v, const hol_told *each, drawing *d)
{
  const hol_told *guide = told(v, told(v, v->record, "guide"), "within");
  size_t pieces = hol_told_count(guide), marks = 0, color = 0;
  count_pieces(v, each, &pieces, &marks);
  d->curve = take(v, pieces, sizeof *d->curve);
  d->mark = take(v, marks, sizeof *d->mark);
  if (!d->curve || !d->mark) {
    return;
  }
  for (const hol_told *piece = guide ? guide->first : NULL; piece; piece = piece->next) {
    add_piece(v, piece, piece == guide->first ? word(v, "guide") : NULL, 0, true, d);
  }
  for (const hol_told *one = each->first; one; one = one->next) {
    const hol_told *within = told(v, one, "within");
    color++;
    for (const hol_told *piece = within ? within->first : NULL; piece; piece = piece->next) {
      add_piece(v, piece, piece == within->first ? name_of(v, each, one) : NULL, color <= COLORS ? color : 0, false, d);
      add_events(v, piece, color <= COLORS ? color : 0, d);
    }
  }
  char *y = take(v, WORDS, 1);
  if (y) {
    (void)snprintf(y, WORDS, "%.100s%s", axis_words(v, "", "label", "unit"), has_flag(d) ? " (dashed: unstable)" : "");
  }
  d->chart.curve = d->curve;
  d->chart.mark = d->mark;
  d->chart.x = axis_words(v, "", "axis_label", "axis_unit");
  d->chart.y = y ? y : "";
  hol_chart_draw(v->sheet, &d->chart);
}

static void draw_turning(const view *v)
{
  const hol_told *each = told(v, v->record, "each"), *within = each ? told(v, each->first, "within") : NULL;
  const hol_told *value = within ? told(v, within->first, "value") : NULL;
  size_t coordinates = value && value->type == HOL_TOLD_LIST ? value->count : value ? 1 : 0;
  for (size_t k = 0; k < coordinates && k < CHARTS; k++) {
    drawing d = {.coordinate = k};
    char *title = take(v, WORDS, 1);
    if (title) {
      (void)snprintf(title, WORDS, coordinates > 1 ? "%.100s, coordinate %zu" : "%.100s", word(v, "title"), k + 1);
      d.chart.title = title;
    }
    draw_coordinate(v, each, &d);
  }
}

/* ------------------------------------------------------------------------------------------ "column", "sample" */

/** "name in unit" of a record that has a column: by the view, else by itself. */
static const char *column_words(const view *v, const hol_told *one, size_t column)
{
  const hol_told *names = hol_told_get(v->view, "name"),
                 *name = hol_told_get(one, names && names->first ? hol_told_text(names->first) : "");
  const char *unit = *word(v, "unit") ? word(v, "unit") : hol_told_text(hol_told_get(one, "unit"));
  unit = strcmp(unit, "rad/s") == 0 ? "Hz" : strcmp(unit, "1") == 0 ? "" : unit;
  double id = hol_told_number(name);
  char *words = take(v, WORDS, 1);
  if (words && *hol_told_text(name)) {
    (void)snprintf(words, WORDS, "%.60s%s%.40s", hol_told_text(name), *unit ? " in " : "", unit);
  } else if (words) {
    (void)snprintf(words, WORDS, "%.60s %.0f%s%.40s", word(v, "label"), isnan(id) ? (double)column + 1 : id,
                   *unit ? " in " : "", unit);
  }
  return words ? words : "";
}

/** The unit that the numbers of a record come in. */
static const char *unit_of(const view *v, const hol_told *one)
{
  return *word(v, "unit") ? word(v, "unit") : hol_told_text(hol_told_get(one, "unit"));
}

static void draw_column(const view *v, const table *t, const hol_told *one, size_t column, const char *title)
{
  double *x = take(v, t->points, sizeof *x), *y = take(v, t->points, sizeof *y);
  for (size_t i = 0; x && y && i < t->points; i++) {
    x[i] = t->x[t->order[i]];
    y[i] = in_hertz(unit_of(v, one), hol_told_value(t->value[t->order[i]], column));
  }
  const hol_curve curve = {.x = x, .y = y, .count = x && y ? t->points : 0, .color = 1};
  const hol_chart chart = {.curve = &curve,
                           .curves = 1,
                           .title = title,
                           .x = axis_words(v, "", "axis_label", "axis_unit"),
                           .y = column_words(v, one, column)};
  hol_chart_draw(v->sheet, &chart);
}

static void draw_columns(const view *v)
{
  const hol_told *each = told(v, v->record, "each");
  table t = {.points = 0};
  size_t column = 0;
  if (!read_table(v, &t)) {
    return;
  }
  for (const hol_told *one = each ? each->first : NULL; one && column < 2 * CHARTS; one = one->next, column++) {
    draw_column(v, &t, one, column, column == 0 ? word(v, "title") : NULL);
  }
}

/** The quantile of a probability. */
static double quantile_of(const view *v, const hol_told *one, double probability)
{
  const hol_told *at = told(v, v->record, "axis"), *quantile = told(v, one, "marks");
  double found = NAN;
  for (size_t k = 0; k < hol_told_count(at); k++) {
    found = fabs(hol_told_value(at, k) - probability) < 1e-9 ? hol_told_value(quantile, k) : found;
  }
  return in_hertz(unit_of(v, one), found);
}

static hol_samples samples_of(const view *v, const hol_told *one, size_t column)
{
  const hol_told *value = told(v, v->record, "value");
  size_t count = 0;
  double *number = take(v, hol_told_count(value), sizeof *number);
  for (const hol_told *row = value && value->type == HOL_TOLD_LIST ? value->first : NULL; row && number; row = row->next) {
    number[count++] = in_hertz(unit_of(v, one), hol_told_value(row, column));
  }
  return (hol_samples){.value = number,
                       .count = count,
                       .line = {quantile_of(v, one, 0.025), quantile_of(v, one, 0.975)},
                       .words = {"2.5 %", "97.5 %"},
                       .x = column_words(v, one, column)};
}

static void draw_samples(const view *v)
{
  enum { MOST = 12 };
  const hol_told *each = told(v, v->record, "each"), *one = each ? each->first : NULL;
  hol_svg_fitted(&v->sheet->svg, (hol_spot){6, v->sheet->foot + 8}, hol_svg_letter, hol_sheet_width - 12,
                 word(v, "title"));
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
  void (*draw)(const view *v);
} roles[] = {{"value", draw_real},     {"density", draw_real},  {"complex", draw_complex}, {"branches", draw_branches},
             {"column", draw_columns}, {"curve", draw_turning}, {"sample", draw_samples}};

/** Draw what a record describes; a role that is not known is left out. */
static void draw_views(hol_sheet *sheet, const hol_told *record)
{
  const hol_told *views = hol_told_get(record, "views");
  for (const hol_told *one = views ? views->first : NULL; one; one = one->next) {
    const view v = {sheet, record, one};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
      if (strcmp(word(&v, "role"), roles[i].name) == 0) {
        roles[i].draw(&v);
        hol_text_add(&sheet->what, "%.100s. ", word(&v, "title"));
      }
    }
  }
}

hol_status hol_picture_views(hol_sheet *sheet)
{
  draw_views(sheet, sheet->result);
  for (const hol_told *one = sheet->result->first; one; one = one->next) {
    draw_views(sheet, one);
  }
  return sheet->svg.failed ? HOL_MEMORY : HOL_OK;
}
