/* SPDX-License-Identifier: BSD-3-Clause */
/* Symmetric matrices from files. */
#include "parts/import/matrix_file.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/** Entries on both sides of the diagonal may differ by this, relative to each other; and by less than what counts
 *  beside the diagonal, relative to √(a_ii a_jj). */
static const double same = 1e-9, nothing = 1e-13;

hol_status hol_file_refuse(hol_file_fault *fault, size_t line, const char *format, ...)
{
  va_list arguments;
  fault->line = line;
  va_start(arguments, format);
  (void)vsnprintf(fault->message, sizeof fault->message, format, arguments);
  va_end(arguments);
  return HOL_INVALID;
}

hol_status hol_import_file(const char *path, hol_file *file, hol_file_fault *fault)
{
  hol_status status = hol_file_load(path, HOL_IMPORT_SIZE_MOST, file);
  if (status == HOL_FILE) {
    bool is_misnamed = hol_file_is_misnamed(errno);
    hol_status refused = hol_file_refuse(fault, 0, "cannot be read: %s", hol_file_reason(errno));
    return is_misnamed ? refused : HOL_FILE;
  }
  return status;
}

void hol_matrix_file_clear(hol_matrix_file *matrix)
{
  free(matrix->entry);
  *matrix = (hol_matrix_file){0};
}

/** A file being read. */
typedef struct reader {
  const char *at, *end;
  size_t line;
  hol_file_fault *fault;
  hol_matrix_file *matrix;
  size_t capacity;
  bool is_general, is_array;
} reader;

/** The first byte from `c` on that is none of `set`, or is the end: what follows is not looked at, however long. */
static const char *skip(const char *c, const char *set)
{
  while (*c && strchr(set, *c)) {
    c++;
  }
  return c;
}

/** Go on to the next line. */
static void next_line(reader *r)
{
  const char *newline = r->at < r->end ? memchr(r->at, '\n', (size_t)(r->end - r->at)) : NULL;
  r->at = newline ? newline + 1 : r->end;
  r->line++;
}

/** Skip blank lines and comments. @return false at the end */
static bool find_line(reader *r)
{
  for (; r->at < r->end; next_line(r)) {
    const char *c = skip(r->at, " \t\r");
    if (c < r->end && *c != '\n' && *c != '%' && *c != '\0') {
      return true;
    }
    if (c < r->end && *c == '\0') {
      return true; /* a byte that is no text is refused where a number should be */
    }
  }
  return false;
}

/** A whole number in this line. */
static bool take_count(reader *r, size_t *value)
{
  const char *c = skip(r->at, " \t");
  size_t digits = (size_t)(skip(c, "0123456789") - c);
  if (digits == 0 || digits > 15) {
    return false;
  }
  *value = 0;
  for (size_t i = 0; i < digits; i++) {
    *value = *value * 10 + (size_t)(c[i] - '0');
  }
  r->at = c + digits;
  return *r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r' || r->at == r->end;
}

/** Decimal digits of a number as written, without leading zeros. */
static int digits_of(const char *c, const char *end)
{
  int digits = 0;
  bool leading = true;
  for (; c < end && *c != 'e' && *c != 'E' && *c != 'd' && *c != 'D'; c++) {
    if (isdigit((unsigned char)*c)) {
      leading = leading && *c == '0';
      digits += !leading;
    }
  }
  return digits;
}

/** A finite number in this line; Fortran's D is an exponent, too. */
static hol_status take_number(reader *r, double *value)
{
  char text[64];
  const char *c = skip(r->at, " \t");
  size_t length = 0;
  while (c[length] && !strchr(" \t\r\n", c[length])) {
    length++;
  }
  if (length == 0 || length >= sizeof text || c + length > r->end) {
    return hol_file_refuse(r->fault, r->line,
                           length             ? "this is no number"
                           : c < r->end && *c ? "a number is missing"
                                              : "the file ends within an entry: it is cut short");
  }
  memcpy(text, c, length);
  text[length] = '\0';
  for (size_t i = 0; i < length; i++) {
    text[i] = text[i] == 'd' || text[i] == 'D' ? 'e' : text[i];
  }
  char *end;
  *value = strtod(text, &end);
  if (*end != '\0') {
    return r->matrix->count > 0 /* then it is the file of a matrix, of others nothing is told */
               ? hol_file_refuse(r->fault, r->line, "`%.40s` is no number", text)
               : hol_file_refuse(r->fault, r->line, "what stands there is no number");
  }
  if (!isfinite(*value)) {
    return hol_file_refuse(r->fault, r->line, "the entry is not finite: `%.40s`", text);
  }
  int digits = digits_of(c, c + length);
  r->matrix->digits = digits > r->matrix->digits ? digits : r->matrix->digits;
  r->at = c + length;
  return HOL_OK;
}

/** Nothing more in this line. */
static hol_status end_line(reader *r)
{
  const char *c = skip(r->at, " \t\r");
  if (c < r->end && *c != '\n' && *c != '%') {
    return hol_file_refuse(r->fault, r->line, "there is more in the line than expected");
  }
  next_line(r);
  return HOL_OK;
}

static hol_status keep_entry(reader *r, size_t row, size_t column, size_t line, double value)
{
  hol_matrix_file *m = r->matrix;
  if (!hol_grow(&m->entry, &r->capacity, m->count + 1, sizeof *m->entry)) {
    return HOL_MEMORY;
  }
  m->entry[m->count++] = (hol_matrix_entry){(uint32_t)row, (uint32_t)column, (uint32_t)line, value};
  return HOL_OK;
}

/** `row column value`, as given. */
static hol_status take_entry(reader *r, size_t most)
{
  size_t row, column, line = r->line;
  double value;
  if (!take_count(r, &row) || !take_count(r, &column)) {
    return hol_file_refuse(r->fault, r->line, "an entry is a row, a column and a value");
  }
  if (row < 1 || column < 1 || row > most || column > most) {
    return hol_file_refuse(r->fault, r->line, "entry (%zu, %zu) is outside the matrix, which has %zu rows", row, column,
                           most);
  }
  HOL_TRY(take_number(r, &value));
  HOL_TRY(end_line(r));
  return keep_entry(r, row - 1, column - 1, line, value);
}

/* ---- Matrix Market ---------------------------------------------------------------------------------------------- */

static hol_status read_banner(reader *r)
{
  char word[5][32] = {{0}};
  if (sscanf(r->at, "%31s %31s %31s %31s %31s", word[0], word[1], word[2], word[3], word[4]) != 5 ||
      strcasecmp(word[1], "matrix") != 0) {
    return hol_file_refuse(r->fault, 1,
                           "the first line must be `%%%%MatrixMarket matrix coordinate real symmetric` or like it");
  }
  r->is_array = strcasecmp(word[2], "array") == 0;
  r->is_general = strcasecmp(word[4], "general") == 0;
  if (!r->is_array && strcasecmp(word[2], "coordinate") != 0) {
    return hol_file_refuse(r->fault, 1, "the form `%s` is not known: coordinate or array", word[2]);
  }
  if (strcasecmp(word[3], "real") != 0 && strcasecmp(word[3], "integer") != 0 && strcasecmp(word[3], "double") != 0) {
    return hol_file_refuse(r->fault, 1, "the numbers are `%s`: real ones are needed", word[3]);
  }
  if (!r->is_general && strcasecmp(word[4], "symmetric") != 0) {
    return hol_file_refuse(r->fault, 1, "the matrix is `%s`: symmetric or general is needed", word[4]);
  }
  next_line(r);
  return HOL_OK;
}

/** Values column by column: all of them, or those of the lower triangle. */
static hol_status read_array(reader *r)
{
  size_t n = r->matrix->n;
  for (size_t j = 0; j < n; j++) {
    for (size_t i = r->is_general ? 0 : j; i < n; i++) {
      double value;
      if (!find_line(r)) {
        return hol_file_refuse(r->fault, r->line, "the file ends before entry (%zu, %zu): it is cut short", i + 1,
                               j + 1);
      }
      size_t line = r->line;
      HOL_TRY(take_number(r, &value));
      HOL_TRY(end_line(r));
      if (value != 0) {
        HOL_TRY(keep_entry(r, i, j, line, value));
      }
    }
  }
  return find_line(r) ? hol_file_refuse(r->fault, r->line, "there are more entries than the matrix has places")
                      : HOL_OK;
}

static hol_status read_coordinates(reader *r, size_t count)
{
  for (size_t e = 0; e < count; e++) {
    if (!find_line(r)) {
      return hol_file_refuse(r->fault, r->line, "the file ends after %zu of %zu entries: it is cut short", e, count);
    }
    HOL_TRY(take_entry(r, r->matrix->n));
    const hol_matrix_entry *last = &r->matrix->entry[r->matrix->count - 1];
    if (!r->is_general && last->column > last->row) {
      return hol_file_refuse(r->fault, last->line,
                             "entry (%u, %u) is above the diagonal of a matrix given by its lower triangle",
                             last->row + 1, last->column + 1);
    }
  }
  return find_line(r) ? hol_file_refuse(r->fault, r->line,
                                        "there are more than the %zu entries that the size line promises", count)
                      : HOL_OK;
}

static hol_status read_market(reader *r)
{
  size_t rows, columns, count = 0;
  HOL_TRY(read_banner(r));
  if (!find_line(r)) {
    return hol_file_refuse(r->fault, r->line, "the file ends before the size of the matrix: it is cut short");
  }
  if (!take_count(r, &rows) || !take_count(r, &columns) || (!r->is_array && !take_count(r, &count))) {
    return hol_file_refuse(r->fault, r->line,
                           r->is_array ? "the size is `rows columns`" : "the size is `rows columns entries`");
  }
  if (rows != columns || rows == 0 || rows > INT_MAX / 2) {
    return hol_file_refuse(r->fault, r->line, "the matrix has %zu rows and %zu columns: a square one is needed", rows,
                           columns);
  }
  HOL_TRY(end_line(r));
  r->matrix->n = rows;
  return r->is_array ? read_array(r) : read_coordinates(r, count);
}

/* ---- a bare list ------------------------------------------------------------------------------------------------- */

static hol_status read_list(reader *r)
{
  hol_matrix_file *m = r->matrix;
  m->is_list = true;
  if (r->end[-1] != '\n') {
    size_t lines = 1;
    for (const char *c = r->at; c < r->end; c++) {
      lines += *c == '\n';
    }
    return hol_file_refuse(r->fault, lines, "the last line has no end: the file is cut short");
  }
  while (find_line(r)) {
    HOL_TRY(take_entry(r, INT_MAX / 2));
    const hol_matrix_entry *last = &m->entry[m->count - 1];
    size_t largest = last->row > last->column ? last->row : last->column;
    m->n = largest + 1 > m->n ? largest + 1 : m->n;
  }
  return m->count ? HOL_OK : hol_file_refuse(r->fault, 1, "the file holds no entries");
}

/* ---- one triangle ------------------------------------------------------------------------------------------------ */

/** By place in the lower triangle; of two entries that mirror each other the lower first. */
static int by_place(const void *a, const void *b)
{
  const hol_matrix_entry *x = a, *y = b;
  uint32_t xr = x->row > x->column ? x->row : x->column, xc = x->row > x->column ? x->column : x->row;
  uint32_t yr = y->row > y->column ? y->row : y->column, yc = y->row > y->column ? y->column : y->row;
  if (xc != yc) {
    return xc < yc ? -1 : 1;
  }
  if (xr != yr) {
    return xr < yr ? -1 : 1;
  }
  bool x_upper = x->column > x->row, y_upper = y->column > y->row;
  return x_upper != y_upper ? x_upper - y_upper : (x->line > y->line) - (x->line < y->line);
}

static bool is_mirrored(const hol_matrix_entry *a, const hol_matrix_entry *b)
{
  return a->row == b->column && a->column == b->row && a->row != a->column;
}

static double diagonal_of(const hol_matrix_file *m, size_t i)
{
  hol_matrix_entry key = {.row = (uint32_t)i, .column = (uint32_t)i};
  size_t low = 0, high = m->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (by_place(&m->entry[middle], &key) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < m->count && m->entry[low].row == i && m->entry[low].column == i ? fabs(m->entry[low].value) : 0;
}

/** Entries a (lower or upper) and b (its mirror, NULL: none) of a matrix given in both triangles. */
static hol_status check_pair(const reader *r, const hol_matrix_entry *a, const hol_matrix_entry *b)
{
  double other = b ? b->value : 0, gap = fabs(a->value - other);
  if (gap <= same * fmax(fabs(a->value), fabs(other)) ||
      gap <= nothing * sqrt(diagonal_of(r->matrix, a->row) * diagonal_of(r->matrix, a->column))) {
    return HOL_OK;
  }
  size_t line = b && b->line > a->line ? b->line : a->line;
  return hol_file_refuse(r->fault, line, "the matrix is not symmetric: entry (%u, %u) is %.9g, entry (%u, %u) is %.9g",
                         a->row + 1, a->column + 1, a->value, a->column + 1, a->row + 1, other);
}

/** Sort, join mirrored entries, refuse what is given twice. */
static hol_status settle_entries(reader *r)
{
  hol_matrix_file *m = r->matrix;
  bool both = r->is_general;
  if (m->count) {
    qsort(m->entry, m->count, sizeof *m->entry, by_place);
  }
  for (size_t i = 0; i < m->count; i++) {
    const hol_matrix_entry *a = &m->entry[i], *b = i + 1 < m->count ? &m->entry[i + 1] : NULL;
    if (b && a->row == b->row && a->column == b->column) {
      return hol_file_refuse(r->fault, b->line, "entry (%u, %u) is given again, first in line %u", b->row + 1,
                             b->column + 1, a->line);
    }
    bool pair = b && is_mirrored(a, b);
    if (pair && m->is_list) {
      both = true; /* a list of both triangles */
    }
    i += pair;
  }
  size_t kept = 0;
  for (size_t i = 0; i < m->count; i++) {
    hol_matrix_entry a = m->entry[i];
    const hol_matrix_entry *b = i + 1 < m->count && is_mirrored(&a, &m->entry[i + 1]) ? &m->entry[i + 1] : NULL;
    if (both && a.row != a.column) {
      HOL_TRY(check_pair(r, &a, b));
      a.value = 0.5 * (a.value + (b ? b->value : 0));
    }
    i += b != NULL;
    if (a.column > a.row) {
      uint32_t row = a.column;
      a.column = a.row;
      a.row = row;
    }
    m->entry[kept++] = a;
  }
  m->count = kept;
  return HOL_OK;
}

static hol_status read_in(reader *r)
{
  static const char banner[] = "%%MatrixMarket";
  size_t size = (size_t)(r->end - r->at);
  if (size == 0) {
    return hol_file_refuse(r->fault, 0, "the file is empty");
  }
  if (size / 2 > UINT32_MAX) {
    return hol_file_refuse(r->fault, 0, "the file is too large");
  }
  HOL_TRY(size >= strlen(banner) && strncasecmp(r->at, banner, strlen(banner)) == 0 ? read_market(r) : read_list(r));
  return settle_entries(r);
}

hol_status hol_matrix_file_read(const char *path, hol_matrix_file *matrix, hol_file_fault *fault)
{
  hol_file file;
  *matrix = (hol_matrix_file){0};
  HOL_TRY(hol_import_file(path, &file, fault));
  reader r = {.at = file.bytes, .end = file.bytes + file.size, .line = 1, .fault = fault, .matrix = matrix};
  hol_status status = read_in(&r);
  hol_file_clear(&file);
  if (status != HOL_OK) {
    hol_matrix_file_clear(matrix);
  }
  return status;
}
