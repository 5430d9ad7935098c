/* SPDX-License-Identifier: BSD-3-Clause */
/** @file card.h  Records of a Universal File: lines with numbers in fields of fixed width, in Fortran notation. */
#ifndef REPORT_MEASURED_CARD_H
#define REPORT_MEASURED_CARD_H

#include <stdbool.h>
#include <stddef.h>

/** A line without its end. */
typedef struct hol_card {
  const char *at;
  size_t size;
  size_t line; /**< from 1 */
} hol_card;

/** Rest of a file that has not been read. Borrowed. */
typedef struct hol_cards {
  const char *at, *end;
  size_t line; /**< of the next card */
} hol_cards;

hol_cards hol_cards_of(const char *bytes, size_t size);
/** Read the next line. @return false: there is none */
bool hol_cards_next(hol_cards *cards, hol_card *card);
/** Is the line blank? */
bool hol_card_is_blank(const hol_card *card);
/** Is it the line before and behind a dataset: -1 and nothing else? */
bool hol_card_is_border(const hol_card *card);
/** Find the text in `width` columns from `first` (0, 1, ..) on, without blanks around. @return its length; 0 for a
 *  blank field */
size_t hol_card_words(const hol_card *card, size_t first, size_t width, const char **words);
/** Read a number in columns; exponents may have a D or, of three digits, no letter. @return false: it is none, or there
 *  is none */
bool hol_card_number(const hol_card *card, size_t first, size_t width, double *value);
/** Layout of a line: widths of consecutive fields. */
typedef struct hol_card_layout {
  size_t count;
  unsigned char width[8];
} hol_card_layout;
/** Read the numbers in all fields of a line; in a line that does not keep to columns, its words.
 *  @param[out] value  [count of the layout]; blank fields are 0
 *  @param[out] column  of HOL_CARD_WRONG: start of the invalid number, from 1
 *  @return how many there are up to the last that is not blank; HOL_CARD_WRONG */
size_t hol_card_numbers(const hol_card *card, const hol_card_layout *layout, double *value, size_t *column);
static const size_t HOL_CARD_WRONG = (size_t)-1;

#endif
