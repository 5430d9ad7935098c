/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that write to a sink: records, lists, maps, single values, arrays, rows and columns. */
#include "result/sink.h"

#include <assert.h>

void hol_open(const hol_sink *sink, const hol_quantity *quantity)
{
  assert(quantity->type >= HOL_RECORD);
  if (sink->verbs->open) {
    sink->verbs->open(sink->to, quantity);
  }
}

void hol_put_name(const hol_sink *sink, const char *name)
{
  if (sink->verbs->item) {
    sink->verbs->item(sink->to, name);
  }
}

void hol_close(const hol_sink *sink)
{
  if (sink->verbs->close) {
    sink->verbs->close(sink->to);
  }
}

void hol_put_number(const hol_sink *sink, const hol_quantity *quantity, double value)
{
  assert(quantity->type == HOL_NUMBER);
  sink->verbs->put(sink->to, quantity, &value);
}

void hol_put_count(const hol_sink *sink, const hol_quantity *quantity, size_t value)
{
  assert(quantity->type == HOL_COUNT);
  sink->verbs->put(sink->to, quantity, &value);
}

void hol_put_truth(const hol_sink *sink, const hol_quantity *quantity, bool value)
{
  assert(quantity->type == HOL_TRUTH);
  sink->verbs->put(sink->to, quantity, &value);
}

void hol_put_text(const hol_sink *sink, const hol_quantity *quantity, const char *value)
{
  assert(quantity->type == HOL_TEXT);
  sink->verbs->put(sink->to, quantity, value);
}

void hol_put_choice(const hol_sink *sink, const hol_quantity *quantity, int value)
{
  assert(quantity->type == HOL_CHOICE);
  sink->verbs->put(sink->to, quantity, &value);
}

void hol_put_nothing(const hol_sink *sink, const hol_quantity *quantity)
{
  sink->verbs->put(sink->to, quantity, NULL);
}

void hol_put_members(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *of)
{
  for (size_t i = 0; i < count; i++) {
    const void *value = (const char *)of + quantity[i].at;
    sink->verbs->put(sink->to, &quantity[i], quantity[i].type == HOL_TEXT ? *(char *const *)value : value);
  }
}

void hol_put_row(const hol_sink *sink, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                 size_t row, const double *value)
{
  assert(quantity->type == HOL_NUMBER && rank > 1);
  if (sink->verbs->row) {
    sink->verbs->row(sink->to, quantity, rank, over, row, value);
  }
}

void hol_put_array(const hol_sink *sink, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                   size_t step, const void *value)
{
  size_t inner = hol_value_size(quantity->type);
  for (size_t i = 1; i < rank; i++) {
    inner *= over[i]->count;
  }
  if (sink->verbs->array) {
    sink->verbs->array(sink->to, quantity, rank, over, step ? step : inner, value);
  }
}

void hol_put_columns(const hol_sink *sink, const hol_quantity *quantity, size_t count, const hol_sink_axis *axis,
                     size_t size, const void *of)
{
  for (size_t i = 0; i < count; i++) {
    hol_put_array(sink, &quantity[i], 1, &axis, size, (const char *)of + quantity[i].at);
  }
}

void hol_put_list(const hol_sink *sink, const hol_quantity *quantity, size_t count, const void *value)
{
  const hol_sink_axis item = {.count = count}, *const over[] = {&item};
  hol_put_array(sink, quantity, 1, over, 0, value);
}

void hol_put_rows(const hol_sink *sink, const hol_quantity *quantity, size_t rows, size_t columns, const void *value)
{
  const hol_sink_axis row = {.count = rows}, column = {.count = columns}, *const over[] = {&row, &column};
  hol_put_array(sink, quantity, 2, over, 0, value);
}
