#include "output/csv.h"

#include "result/number.h"
#include "result/quantities.h"

#include <assert.h>
#include <stdint.h>
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

static void put_cell(hol_text *text, hol_quantity_type type, const void *value)
{
  if (type == HOL_NUMBER) {
    hol_number_add(text, *(const double *)value, "");
  } else if (type == HOL_TRUTH) {
    hol_text_put(text, *(const bool *)value ? "1" : "0", 1);
  } else if (type == HOL_TEXT) {
    put_words(text, value);
  } else if (*(const size_t *)value != SIZE_MAX) {
    hol_text_add(text, "%zu", *(const size_t *)value);
  }
}

static void put_header(hol_text *text, const hol_quantity *list)
{
  for (size_t c = 0; list->column[c]; c++) {
    hol_text_put(text, ",", c == 0 ? 0 : 1);
    put_words(text, list->column[c]->name);
  }
  hol_text_put(text, "\n", 1);
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  hol_csv *csv = to;
  if (quantity == &hol_quantity_file) {
    csv->file = value;
  }
  for (size_t c = 0; csv->depth == 1 && value && csv->list->column[c]; c++) {
    if (csv->list->column[c] == quantity) {
      csv->start[c] = csv->row.size;
      put_cell(&csv->row, quantity->type, value);
      csv->size[c] = csv->row.size - csv->start[c];
      return;
    }
  }
}

static void open_in(void *to, const hol_quantity *quantity)
{
  hol_csv *csv = to;
  if (!csv->list) {
    csv->list = quantity->column ? quantity : NULL;
    if (csv->list && !(quantity->flags & HOL_ONE_HEADER && csv->text->size > 0)) {
      put_header(csv->text, quantity);
    }
  } else if (++csv->depth == 1) {
    csv->row.size = 0;
    memset(csv->size, 0, sizeof csv->size);
    put_in(csv, &hol_quantity_file, csv->file);
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
  for (size_t c = 0; csv->list->column[c]; c++) {
    assert(c < HOL_CSV_COLUMNS);
    hol_text_put(csv->text, ",", c == 0 ? 0 : 1);
    hol_text_put(csv->text, csv->size[c] ? csv->row.data + csv->start[c] : "", csv->size[c]);
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
}
