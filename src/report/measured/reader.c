/* SPDX-License-Identifier: BSD-3-Clause */
/* What datasets of a Universal File share. */
#include "report/measured/reader.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const hol_card_layout hol_uff_sixes = {6, {13, 13, 13, 13, 13, 13}},
                      hol_uff_integers = {8, {10, 10, 10, 10, 10, 10, 10, 10}}, hol_uff_long = {3, {25, 25, 25}};

static const char *print(hol_arena *arena, const char *format, va_list list)
{
  char *words = hol_format_list(format, list), *kept = words ? hol_arena_copy(arena, words, strlen(words)) : NULL;
  free(words);
  return kept;
}

hol_status hol_uff_fail(hol_uff *r, size_t line, size_t column, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  *r->fault = (hol_measured_fault){line, column, print(&r->m->arena, format, list)};
  va_end(list);
  return r->fault->what ? HOL_INVALID : HOL_MEMORY;
}

hol_status hol_uff_note(hol_uff *r, const char *format, ...)
{
  hol_measured_note *note = hol_uff_take(r, 1, sizeof *note), **last = &r->m->note;
  va_list list;
  if (!note) {
    return HOL_MEMORY;
  }
  va_start(list, format);
  note->words = print(&r->m->arena, format, list);
  va_end(list);
  while (*last) {
    last = &(*last)->next;
  }
  *last = note;
  return note->words ? HOL_OK : HOL_MEMORY;
}

void *hol_uff_take(hol_uff *r, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size - 1 ? hol_arena_take(&r->m->arena, (count + 1) * size) : NULL;
  return memory ? memset(memory, 0, (count + 1) * size) : NULL;
}

const char *hol_uff_words(hol_uff *r, const hol_card *card, size_t first, size_t width)
{
  enum { MOST = 80 };
  const char *words;
  size_t size = hol_card_words(card, first, width, &words);
  return hol_arena_copy(&r->m->arena, words, size < MOST ? size : MOST);
}

hol_status hol_uff_next(hol_uff *r, hol_card *card, bool *is_end)
{
  if (!hol_cards_next(&r->cards, card)) {
    return hol_uff_fail(r, r->begun, 0, "dataset %d does not end: no line has -1 alone", r->number);
  }
  bool is_border = hol_card_is_border(card);
  if (is_border && !is_end) {
    return hol_uff_fail(r, card->line, 0, "dataset %d of line %zu ends too early", r->number, r->begun);
  }
  if (is_end) {
    *is_end = is_border;
  }
  return HOL_OK;
}

hol_status hol_uff_numbers(hol_uff *r, const hol_card *card, const hol_card_layout *layout, size_t least, double *value)
{
  size_t column = 0, found = hol_card_numbers(card, layout, value, &column);
  if (found == HOL_CARD_WRONG) {
    return hol_uff_fail(r, card->line, column, "at most %zu numbers are wanted here", layout->count);
  }
  return found >= least ? HOL_OK
                        : hol_uff_fail(r, card->line, 0, "there are %zu numbers in place of %zu", found, least);
}

hol_status hol_uff_values(hol_uff *r, const hol_card_layout *layout, size_t count, double *value)
{
  for (size_t done = 0; done < count;) {
    double row[8];
    hol_card card;
    size_t wanted = count - done < layout->count ? count - done : layout->count;
    HOL_TRY(hol_uff_next(r, &card, NULL));
    HOL_TRY(hol_uff_numbers(r, &card, layout, wanted, row));
    memcpy(value + done, row, wanted * sizeof *row);
    done += wanted;
  }
  return HOL_OK;
}

hol_status hol_uff_count(hol_uff *r, const hol_card *card, double value, const char *what, size_t *count)
{
  const double most = 1e15;
  if (!(value >= 0 && value < most && value == floor(value))) {
    return hol_uff_fail(r, card->line, 0, "%s must be a whole number, not %g", what, value);
  }
  *count = (size_t)value;
  return HOL_OK;
}
