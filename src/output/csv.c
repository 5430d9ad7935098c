/* SPDX-License-Identifier: BSD-3-Clause */
/* CSV sink (RFC 4180): each record of a list with columns becomes a row; text is quoted where necessary. */
#include "output/csv.h"

#include "base/memory.h"
#include "result/number.h"
#include "result/quantities.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Add a text, quoted where it has to be. */
static void put_words(hol_text *text, const char *words)
{
  if (!words[strcspn(words, ",\"\r\n")]) {
    hol_text_put(text, words, strlen(words));
    return;
  }
  hol_text_put(text, "\"", 1);
  for (const char *c = words; *c; c++) {
    hol_text_put(text, c, 1);
    if (*c == '"') {
      hol_text_put(text, c, 1);
    }
  }
  hol_text_put(text, "\"", 1);
}

static void put_cell(hol_text *text, const hol_quantity *quantity, const void *value)
{
  if (quantity->type == HOL_NUMBER) {
    hol_number_add(text, *(const double *)value, "");
  } else if (quantity->type == HOL_TRUTH) {
    hol_text_put(text, *(const bool *)value ? "1" : "0", 1);
  } else if (quantity->type == HOL_TEXT) {
    put_words(text, value);
  } else if (quantity->type == HOL_CHOICE) {
    put_words(text, quantity->word[*(const int *)value]);
  } else if (*(const size_t *)value != SIZE_MAX) {
    hol_text_add(text, "%zu", *(const size_t *)value);
  }
}

static void put_header(hol_text *text, const hol_quantity *list)
{
  for (size_t c = 0; list->column[c]; c++) {
    const hol_quantity *column = list->column[c];
    hol_text_put(text, ",", c == 0 ? 0 : 1);
    put_words(text, column->name);
    if (column->flags & HOL_SHOW_UNIT && strcmp(column->unit, "1") != 0) {
      hol_text_add(text, " [%s]", column->unit); /* units have neither commas nor quotes */
    }
  }
  hol_text_put(text, "\n", 1);
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  hol_csv *csv = to;
  if (quantity == &hol_quantity_file) {
    csv->file = value;
  }
  for (size_t i = 0; csv->depth == 1 && value && i < csv->columns; i++) {
    size_t c = (csv->next + i) % csv->columns; /* most are told in the order of their columns */
    if (csv->list->column[c] == quantity) {
      csv->cell[c].start = csv->row.size;
      put_cell(&csv->row, quantity, value);
      csv->cell[c].size = csv->row.size - csv->cell[c].start;
      csv->next = c + 1;
      return;
    }
  }
}

static void open_list(hol_csv *csv, const hol_quantity *list)
{
  csv->columns = 0;
  while (list->column[csv->columns]) {
    csv->columns++;
  }
  free(csv->cell);
  csv->cell = hol_alloc(csv->columns, sizeof *csv->cell);
  csv->list = csv->cell ? list : NULL;
  csv->text->failed = csv->text->failed || !csv->cell;
  if (!(list->flags & HOL_ONE_HEADER && csv->text->size > 0)) {
    put_header(csv->text, list);
  }
}

static void open_in(void *to, const hol_quantity *quantity)
{
  hol_csv *csv = to;
  if (csv->list && ++csv->depth == 1) {
    csv->row.size = csv->next = 0;
    memset(csv->cell, 0, csv->columns * sizeof *csv->cell);
    put_in(csv, &hol_quantity_file, csv->file);
  } else if (!csv->list && quantity->column) {
    open_list(csv, quantity);
  }
}

static void close_in(void *to)
{
  hol_csv *csv = to;
  if (!csv->list || csv->depth == 0) {
    csv->list = NULL;
    return;
  }
  if (--csv->depth > 0) {
    return;
  }
  for (size_t c = 0; c < csv->columns; c++) {
    hol_text_put(csv->text, ",", c == 0 ? 0 : 1);
    hol_text_put(csv->text, csv->cell[c].size ? csv->row.data + csv->cell[c].start : "", csv->cell[c].size);
  }
  hol_text_put(csv->text, "\n", 1);
  csv->text->failed = csv->text->failed || csv->row.failed;
}

hol_sink hol_csv_sink(hol_csv *csv)
{
  static const hol_sink_verbs verbs = {.open = open_in, .close = close_in, .put = put_in};
  return (hol_sink){&verbs, csv};
}

void hol_csv_clear(hol_csv *csv)
{
  hol_text_clear(&csv->row);
  free(csv->cell);
  csv->cell = NULL;
}
