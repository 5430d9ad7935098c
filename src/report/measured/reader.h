/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reader.h  State of the reading of a Universal File, and functions common to its datasets. Internal to
 *  `report/measured`. */
#ifndef REPORT_MEASURED_READER_H
#define REPORT_MEASURED_READER_H

#include "report/measured/card.h"
#include "report/measured/measured.h"

/** Values of a mode at one node. */
typedef struct hol_measured_entry {
  size_t node, line; /**< label */
  double complex value[HOL_MEASURED_FREEDOMS];
  struct hol_measured_entry *next;
} hol_measured_entry;

typedef struct hol_uff {
  hol_cards cards;
  hol_measured *m;
  hol_measured_fault *fault;
  int number;   /**< of the dataset that is read */
  size_t begun; /**< in this line */
} hol_uff;

/** 6E13.5, 8I10, 3D25.17 */
extern const hol_card_layout hol_uff_sixes, hol_uff_integers, hol_uff_long;

/** @param[in] column  from 1; 0: the whole line @return HOL_INVALID, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_uff_fail(hol_uff *r, size_t line, size_t column, const char *format, ...)
    HOL_PRINTF(4, 5);
/** Add a note on skipped data. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_uff_note(hol_uff *r, const char *format, ...) HOL_PRINTF(2, 3);
/** Allocate zeroed memory of the arena; NULL without memory. */
void *hol_uff_take(hol_uff *r, size_t count, size_t size);
/** Copy the text in columns of a line to the arena, at most 80 bytes. NULL without memory. */
const char *hol_uff_words(hol_uff *r, const hol_card *card, size_t first, size_t width);

/** Read the next line of the dataset. @param[out] is_end  it was the last; NULL: it must not be
 *  @return HOL_INVALID */
HOL_MUST_CHECK hol_status hol_uff_next(hol_uff *r, hol_card *card, bool *is_end);
/** Read the numbers of a line. @param[in] least  so many must be there @param[out] value  [count of the layout] @return
 *  HOL_INVALID */
HOL_MUST_CHECK hol_status hol_uff_numbers(hol_uff *r, const hol_card *card, const hol_card_layout *layout, size_t least,
                                          double *value);
/** Read `count` numbers on as many lines as they need. @param[out] value  [count] */
HOL_MUST_CHECK hol_status hol_uff_values(hol_uff *r, const hol_card_layout *layout, size_t count, double *value);
/** Check that a number is a count. */
HOL_MUST_CHECK hol_status hol_uff_count(hol_uff *r, const hol_card *card, double value, const char *what,
                                        size_t *count);

/* ---- datasets: read up to the line behind them */
HOL_MUST_CHECK hol_status hol_uff_mode(hol_uff *r);                           /**< 55 */
HOL_MUST_CHECK hol_status hol_uff_long_mode(hol_uff *r);                      /**< 2414 */
HOL_MUST_CHECK hol_status hol_uff_function(hol_uff *r, const hol_card *head); /**< 58 and 58b */

/** Convert labels to indices, positions and displacements to global axes, units to SI, after all datasets are read. */
HOL_MUST_CHECK hol_status hol_uff_settle(hol_uff *r);

#endif
