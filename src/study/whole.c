/* SPDX-License-Identifier: BSD-3-Clause */
/* Sink that forwards all records and merges the `complete` of the analyses into one for the file. */
#include "study/whole.h"

#include "result/quantities.h"

static void open_in(void *to, const hol_quantity *quantity)
{
  hol_whole *whole = to;
  whole->depth++;
  hol_open(whole->to, quantity);
}

static void item_in(void *to, const char *name)
{
  hol_put_name(((hol_whole *)to)->to, name);
}

static void close_in(void *to)
{
  hol_whole *whole = to;
  whole->depth--;
  hol_close(whole->to);
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  hol_whole *whole = to;
  if (whole->depth > 0 || quantity != &hol_quantity_complete) {
    whole->to->verbs->put(whole->to->to, quantity, value);
  } else if (!whole->is_told) {
    hol_put_truth(whole->to, quantity, whole->is_complete);
    whole->is_told = true;
  }
}

static void array_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  hol_put_array(((hol_whole *)to)->to, quantity, rank, over, step, value);
}

static void row_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t row,
                   const double *value)
{
  hol_put_row(((hol_whole *)to)->to, quantity, rank, over, row, value);
}

hol_sink hol_whole_sink(hol_whole *whole)
{
  static const hol_sink_verbs verbs = {
      .open = open_in, .item = item_in, .close = close_in, .put = put_in, .array = array_in, .row = row_in};
  return (hol_sink){&verbs, whole};
}
