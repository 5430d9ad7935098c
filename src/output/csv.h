/* SPDX-License-Identifier: BSD-3-Clause */
/** @file csv.h  Sink that writes CSV (RFC 4180): of a result, the lists of records that have columns.
 *
 *  A record is a row. A column without a value in it stays empty; values without a column are skipped. */
#ifndef OUTPUT_CSV_H
#define OUTPUT_CSV_H

#include "holonome/text.h"
#include "result/sink.h"

/** State of a CSV writer; initialised as {.text = &text}, to be cleared by hol_csv_clear(). */
typedef struct hol_csv {
  hol_text *text;           /**< added to; its `failed` is that of the sink. Borrowed */
  const char *file;         /**< told before the list, and the same in all rows. Borrowed */
  const hol_quantity *list; /**< whose records are rows; NULL: none is open */
  size_t depth;             /**< things open in it */
  hol_text row;             /**< cells in the order in which they are told */
  struct hol_csv_cell {
    size_t start, size; /**< in the row */
  } * cell;             /**< [columns], owned */
  size_t columns, next; /**< the column that is looked for first */
} hol_csv;

/** Return the sink of a writer, which is borrowed. */
hol_sink hol_csv_sink(hol_csv *csv);
/** Free the memory of a writer. */
void hol_csv_clear(hol_csv *csv);

#endif
