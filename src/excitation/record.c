/* SPDX-License-Identifier: BSD-3-Clause */
/* Readers of time histories and spectral densities in problem files, and of two-column files of numbers. */
#include "excitation/record.h"

#include "base/file.h"
#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 1 << 28, LINE_MOST = 200, SAMPLES_LEAST = 2 };

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/** A file of columns while it is read. */
typedef struct columns {
  const char *at, *end;
  size_t line;
  bool is_long; /**< the line has more than is looked at */
  double *x, *y;
  size_t count, x_room, y_room;
} columns;

/** The next line, without blanks around it. @return false: there is none */
static bool next_line(columns *c, char text[LINE_MOST])
{
  if (c->at >= c->end) {
    return false;
  }
  const char *newline = memchr(c->at, '\n', (size_t)(c->end - c->at)), *stop = newline ? newline : c->end;
  const char *from = c->at;
  while (from < stop && isspace((unsigned char)*from)) {
    from++;
  }
  while (stop > from && isspace((unsigned char)stop[-1])) {
    stop--;
  }
  c->is_long = stop - from > LINE_MOST - 1;
  size_t length = c->is_long ? LINE_MOST - 1 : (size_t)(stop - from);
  memcpy(text, from, length);
  text[length] = '\0';
  c->at = newline ? newline + 1 : c->end;
  c->line++;
  return true;
}

/** A number with blanks around it, up to a comma or the end. */
static bool take_number(const char **at, double *value)
{
  char *end;
  *value = strtod(*at, &end);
  bool is_number = end != *at;
  end += strspn(end, " \t");
  *at = end;
  return is_number && (*end == ',' || *end == '\0');
}

/** @return what is wrong with a line of numbers, NULL: nothing */
static const char *take_line(columns *c, const char *text, double least)
{
  double x, y;
  if (c->is_long) {
    return "the line is too long for two numbers";
  }
  if (!take_number(&text, &x)) {
    return "these are no two numbers with a comma between";
  }
  if (*text != ',') {
    return "there is one column, not two";
  }
  text++;
  if (!take_number(&text, &y)) {
    return "these are no two numbers with a comma between";
  }
  if (*text == ',') {
    return "there are more than two columns";
  }
  if (!isfinite(x) || !isfinite(y)) {
    return "a number is not finite";
  }
  if (c->count == 0 && x < least) {
    return "the first column begins too low";
  }
  if (c->count > 0 && !(x > c->x[c->count - 1])) {
    return "the first column does not rise";
  }
  if (!hol_grow(&c->x, &c->x_room, c->count + 1, sizeof *c->x) ||
      !hol_grow(&c->y, &c->y_room, c->count + 1, sizeof *c->y)) {
    return "";
  }
  c->x[c->count] = x;
  c->y[c->count++] = y;
  return NULL;
}

/** A first line that does not begin with a number names the columns. */
static bool is_head(const columns *c, const char *text)
{
  double x;
  return c->line == 1 && !take_number(&text, &x);
}

bool hol_columns_parse(const char *bytes, size_t size, double least, double **x, double **y, size_t *count,
                       size_t *line, hol_text *fault)
{
  columns c = {.at = bytes, .end = bytes + size};
  char text[LINE_MOST];
  size_t broken = hol_file_zero_line(bytes, size);
  const char *wrong = broken ? "there is a byte 0: the file is broken, or no text" : NULL;
  c.line = broken;
  while (!wrong && next_line(&c, text)) {
    if (text[0] && text[0] != '#' && !is_head(&c, text)) {
      wrong = take_line(&c, text, least);
    }
  }
  *line = c.line;
  if (!wrong && c.count < SAMPLES_LEAST) {
    wrong = "there are fewer than two lines of numbers";
    *line = 0;
  }
  *x = c.x;
  *y = c.y;
  *count = c.count;
  if (wrong) {
    hol_text_add(fault, "%s", wrong);
  }
  return !wrong;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool parse(hol_reader *reader, const hol_node *node, const char *text, const char *bytes, size_t size,
                  double least, double **x, double **y, size_t *count)
{
  hol_text fault = {0};
  size_t line = 0;
  bool is_good = hol_columns_parse(bytes, size, least, x, y, count, &line, &fault);
  if (!is_good && fault.size == 0) {
    reader->status = HOL_MEMORY;
  } else if (!is_good && line > 0) {
    hol_fault(reader, node, "two numbers in each line, with a comma between: 0.01, 2.5", "%s:%zu: %s", text, line,
              fault.data);
  } else if (!is_good) {
    hol_fault(reader, node, "two numbers in each line, with a comma between: 0.01, 2.5", "%s: %s", text, fault.data);
  }
  hol_text_clear(&fault);
  return is_good;
}

bool hol_columns_read(hol_reader *reader, const hol_node *node, double least, double **x, double **y, size_t *count)
{
  const char *text = hol_read_text(reader, node, "the name of a file");
  if (!text) {
    return false;
  }
  hol_file file;
  const char *path = hol_beside_path(reader, node, text);
  hol_status status = path ? hol_file_load(path, SIZE_MOST, &file) : HOL_INVALID;
  if (status == HOL_FILE) {
    hol_beside_unread(reader, node, text);
  }
  if (status != HOL_OK) {
    return status == HOL_MEMORY ? hol_note(reader, HOL_MEMORY) : false;
  }
  bool is_good = hol_keep_digest(reader, text, file.sha256) &&
                 parse(reader, node, text, file.bytes, file.size, least, x, y, count);
  hol_file_clear(&file);
  return is_good;
}

/* ---- histories --------------------------------------------------------------------------------------------------- */

enum { STEP, IMPULSE, HALF_SINE, RECORD, UNIT, KEYS };

const hol_key hol_history_keys[HOL_HISTORY_KEYS] = {
    {.name = "step", .form = "number", .meaning = "what is there from zero on"},
    {.name = "impulse", .form = "number", .meaning = "a force times the time it lasts, all at once"},
    {.name = "half_sine", .form = "list", .meaning = "its largest value and how long it lasts"},
    {.name = "file", .form = "file", .meaning = "CSV: times in s and values, joined by straight lines"},
    {.name = "unit", .form = "number", .otherwise = "1 in SI", .meaning = "of the values of `file`"},
};

static const char forms[] = "{step: 1 N}, {impulse: 1 N s}, {half_sine: [10 N, 5 ms]} or {file: force.csv, unit: 1 kN}";

/** [10 N, 5 ms]. */
static bool read_half_sine(hol_reader *reader, const hol_node *node, hol_dimension dimension, hol_history *h)
{
  if (node->kind != HOL_NODE_LIST || node->count != 2) {
    hol_fault(reader, node, "[10 N, 5 ms]", "`half_sine` is its largest value and how long it lasts");
    return false;
  }
  const hol_wanted top = {.what = "value", .dimension = dimension, .least = 2};
  const hol_wanted duration = {.what = "duration", .dimension = HOL_DIMENSION(0, 0, 1), .least = 1};
  return hol_read_quantity(reader, &node->item[0], top, &h->size) &&
         hol_read_quantity(reader, &node->item[1], duration, &h->duration);
}

/** A first sample that is not at rest is a jump, and so is a last one. */
static bool read_record(hol_reader *reader, const hol_field *field, hol_dimension dimension, hol_history *h)
{
  const hol_wanted unit = {.what = "value", .dimension = dimension, .least = 2};
  h->size = 1;
  bool is_good = !field[UNIT].value || hol_read_quantity(reader, field[UNIT].value, unit, &h->size);
  return hol_columns_read(reader, field[RECORD].value, 0, &h->time, &h->value, &h->count) && is_good;
}

bool hol_history_read(hol_reader *reader, const hol_node *node, const char *what, hol_dimension dimension,
                      hol_history *h)
{
  hol_field field[KEYS];
  const hol_mapping mapping = {"", what, NULL, HOL_KEYS_OF(hol_history_keys)};
  hol_wanted wanted = {.what = "value", .dimension = dimension, .least = 2};
  size_t given = 0;
  if (!hol_mapping_take(reader, node, &mapping, field)) {
    return false;
  }
  for (size_t k = STEP; k <= RECORD; k++) {
    given += field[k].value != NULL;
    h->kind = field[k].value ? (hol_history_kind)k : h->kind;
  }
  if (given != 1) {
    (given ? hol_fault : hol_fault_missing)(reader, node, forms,
                                            "%s is one of `step`, `impulse`, `half_sine` and `file`", what);
    return false;
  }
  if (field[UNIT].value && h->kind != HOL_HISTORY_RECORD) {
    hol_fault(reader, field[UNIT].name, NULL, "`unit` belongs to `file`");
    return false;
  }
  switch (h->kind) {
  case HOL_HISTORY_IMPULSE:
    wanted.what = "value times time";
    wanted.dimension.time = (int8_t)(dimension.time + 1);
    return hol_read_quantity(reader, field[IMPULSE].value, wanted, &h->size);
  case HOL_HISTORY_HALF_SINE:
    return read_half_sine(reader, field[HALF_SINE].value, dimension, h);
  case HOL_HISTORY_RECORD:
    return read_record(reader, field, dimension, h);
  case HOL_HISTORY_STEP:
    break;
  }
  return hol_read_quantity(reader, field[STEP].value, wanted, &h->size);
}

/* ---- densities --------------------------------------------------------------------------------------------------- */

const hol_key hol_density_keys[HOL_DENSITY_KEYS] = {
    {.name = "file", .form = "file", .meaning = "CSV: frequencies in Hz and densities", .is_required = true},
    {.name = "unit", .form = "number", .otherwise = "SI per Hz", .meaning = "of the densities"},
};

/** A density in SI per rad/s. A bare number is per Hz, as bare densities of files are, which is told. */
static bool read_density_value(hol_reader *reader, const hol_node *node, hol_dimension dimension, int least,
                               double *value)
{
  const hol_wanted wanted = {.what = "density", .dimension = dimension, .least = least};
  hol_quantity quantity;
  if (!hol_read_wanted(reader, node, wanted, &quantity)) {
    return false;
  }
  bool is_bare = hol_dimension_is_none(quantity.dimension) && quantity.value > 0;
  hol_number number = hol_number_of(&quantity);
  if (is_bare) {
    number = hol_compute(reader, HOL_STEP_DIVIDE, number, hol_plain(2 * M_PI));
    hol_faults_add(reader->faults, false, hol_node_place(node), "density: 2 N^2/Hz, or 2 m^2/s^4/Hz of the ground",
                   "a density without a unit is taken in SI per Hz");
  }
  hol_settle(reader, number, least, value);
  return true;
}

/** Hz and values in units of one per Hz, or what is said, become rad/s and SI per rad/s. */
static bool read_density_file(hol_reader *reader, const hol_field *field, hol_dimension dimension, hol_density *d)
{
  double unit = 1 / (2 * M_PI);
  if (field[1].value && !read_density_value(reader, field[1].value, dimension, 1, &unit)) {
    return false;
  }
  if (!hol_columns_read(reader, field[0].value, 0, &d->omega, &d->value, &d->count)) {
    return false;
  }
  for (size_t i = 0; i < d->count; i++) {
    if (d->value[i] < 0) {
      hol_fault(reader, field[0].value, "frequency in Hz, density: 20, 0.01", "a density is negative at %.6g Hz",
                d->omega[i]);
      return false;
    }
    d->omega[i] *= 2 * M_PI;
    d->value[i] *= unit;
  }
  return true;
}

void hol_density_read(hol_reader *reader, const hol_node *node, hol_dimension of, hol_density *d)
{
  static const hol_mapping mapping = {"", "`density`", NULL, HOL_KEYS_OF(hol_density_keys)};
  hol_dimension dimension = of;
  hol_field field[HOL_DENSITY_KEYS];
  dimension.length = (int8_t)(2 * of.length);
  dimension.mass = (int8_t)(2 * of.mass);
  dimension.time = (int8_t)(2 * of.time + 1);
  if (node->kind == HOL_NODE_MAP) {
    if (hol_mapping_take(reader, node, &mapping, field) && field[0].value) {
      (void)read_density_file(reader, field, dimension, d);
    } else if (!field[0].value) {
      hol_fault_missing(reader, node, "{file: psd.csv, unit: 1 N^2/Hz}", "`density` needs `file`");
    }
    return;
  }
  d->omega = hol_alloc(1, sizeof *d->omega);
  d->value = hol_alloc(1, sizeof *d->value);
  if (!d->omega || !d->value) {
    (void)hol_note(reader, HOL_MEMORY);
    return;
  }
  d->count = 1;
  (void)read_density_value(reader, node, dimension, 0, d->value);
}
