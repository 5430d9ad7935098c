/* SPDX-License-Identifier: BSD-3-Clause */
/* Records of a Universal File: lines, fields of fixed width, and numbers in Fortran notation. */
#include "report/measured/card.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_cards hol_cards_of(const char *bytes, size_t size)
{
  return (hol_cards){bytes, bytes + size, 1};
}

bool hol_cards_next(hol_cards *cards, hol_card *card)
{
  size_t left = (size_t)(cards->end - cards->at);
  if (left == 0) {
    return false;
  }
  const char *end = memchr(cards->at, '\n', left);
  size_t size = end ? (size_t)(end - cards->at) : left;
  *card = (hol_card){cards->at, size, cards->line++};
  card->size -= size > 0 && cards->at[size - 1] == '\r';
  cards->at += size + (end != NULL);
  return true;
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

size_t hol_card_words(const hol_card *card, size_t first, size_t width, const char **words)
{
  size_t from = first < card->size ? first : card->size;
  size_t last = width < card->size - from ? from + width : card->size;
  while (from < last && is_blank(card->at[from])) {
    from++;
  }
  while (last > from && is_blank(card->at[last - 1])) {
    last--;
  }
  *words = card->at + from;
  return last - from;
}

bool hol_card_is_blank(const hol_card *card)
{
  const char *words;
  return hol_card_words(card, 0, card->size, &words) == 0;
}

bool hol_card_is_border(const hol_card *card)
{
  const char *words;
  return hol_card_words(card, 0, card->size, &words) == 2 && memcmp(words, "-1", 2) == 0;
}

/** A number as Fortran may write it. */
static bool read_number(const char *words, size_t size, double *value)
{
  enum { LONGEST = 60 };
  char c[LONGEST + 2];
  size_t used = 0;
  bool has_exponent = false;
  if (size == 0 || size >= LONGEST) {
    return false;
  }
  for (size_t i = 0; i < size; i++) {
    bool is_letter = strchr("EeDd", words[i]) && words[i];
    bool is_sign = words[i] == '+' || words[i] == '-';
    if (!is_letter && !is_sign && words[i] != '.' && !(words[i] >= '0' && words[i] <= '9')) {
      return false;
    }
    if (is_sign && i > 0 && !has_exponent) {
      c[used++] = 'E';
    }
    has_exponent = has_exponent || is_letter || (is_sign && i > 0);
    c[used++] = is_letter ? 'E' : words[i];
  }
  c[used] = '\0';
  char *end;
  *value = strtod(c, &end);
  return end == c + used && isfinite(*value);
}

bool hol_card_number(const hol_card *card, size_t first, size_t width, double *value)
{
  const char *words;
  size_t size = hol_card_words(card, first, width, &words);
  return read_number(words, size, value);
}

/** A number that goes on behind the end of its field does not keep to columns. */
static bool read_columns(const hol_card *card, const hol_card_layout *layout, double *value, size_t *found)
{
  size_t first = 0;
  const char *words;
  *found = 0;
  for (size_t i = 0; i < layout->count; i++) {
    size_t width = layout->width[i], end = first + width, size = hol_card_words(card, first, width, &words);
    bool goes_on = end < card->size && !is_blank(card->at[end - 1]) && !is_blank(card->at[end]) && card->at[end] != '-';
    value[i] = 0;
    if (goes_on || (size > 0 && !read_number(words, size, &value[i]))) {
      return false;
    }
    *found = size > 0 ? i + 1 : *found;
    first = end;
  }
  return hol_card_words(card, first, card->size, &words) == 0;
}

size_t hol_card_numbers(const hol_card *card, const hol_card_layout *layout, double *value, size_t *column)
{
  size_t found = 0;
  if (read_columns(card, layout, value, &found)) {
    return found;
  }
  found = 0;
  for (size_t at = 0; at < card->size;) {
    size_t from = at;
    while (at < card->size && !is_blank(card->at[at])) {
      at++;
    }
    *column = from + 1;
    if (at > from && (found == layout->count || !read_number(card->at + from, at - from, &value[found++]))) {
      return HOL_CARD_WRONG;
    }
    at += at == from;
  }
  for (size_t i = found; i < layout->count; i++) {
    value[i] = 0;
  }
  return found;
}
