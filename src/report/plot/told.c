/* SPDX-License-Identifier: BSD-3-Clause */
/* Tree of a result in memory: the sink that builds it, and look-up by name. */
#include "report/plot/told.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void *take(hol_told_book *book, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size ? hol_arena_take(&book->arena, count * size) : NULL;
  book->failed = book->failed || !memory;
  return memory;
}

static const char *copy_text(hol_told_book *book, const char *text)
{
  const char *copy = text ? hol_arena_copy(&book->arena, text, strlen(text)) : NULL;
  book->failed = book->failed || (text && !copy);
  return copy;
}

/** Another member of what is open. NULL without memory. */
static hol_told *add(hol_told_book *book, const char *name, hol_told_type type)
{
  hol_told *told = book->failed ? NULL : take(book, 1, sizeof *told);
  if (!told) {
    return NULL;
  }
  *told = (hol_told){.type = type, .number = NAN, .parent = book->open, .name = copy_text(book, name)};
  if (!book->open) {
    book->all = book->all ? book->all : told;
    return told;
  }
  book->open->count++;
  if (book->open->last) {
    book->open->last->next = told;
  } else {
    book->open->first = told;
  }
  book->open->last = told;
  return told;
}

/** Of a list no member has a name, of a map each has its own. */
static const char *name_of(hol_told_book *book, const hol_quantity *quantity)
{
  const char *name = book->named ? book->named : quantity->name;
  book->named = NULL;
  return book->open && book->open->type == HOL_TOLD_LIST ? NULL : name;
}

static void open_in(void *to, const hol_quantity *quantity)
{
  hol_told_book *book = to;
  const char *name = book->forgotten ? NULL : name_of(book, quantity);
  if (book->forgotten || (book->forgets && name && book->forgets(book->open, name, book->context))) {
    book->forgotten++;
    return;
  }
  hol_told *told = add(book, name, quantity->type == HOL_LIST ? HOL_TOLD_LIST : HOL_TOLD_RECORD);
  book->open = told ? told : book->open;
}

static void item_in(void *to, const char *name)
{
  hol_told_book *book = to;
  book->named = book->forgotten ? NULL : name;
}

static void close_in(void *to)
{
  hol_told_book *book = to;
  if (book->forgotten) {
    book->forgotten--;
  } else {
    book->open = !book->failed && book->open ? book->open->parent : book->open;
  }
}

static double number_of(hol_quantity_type type, const void *value)
{
  size_t count = type == HOL_COUNT ? *(const size_t *)value : 0;
  switch (type) {
  case HOL_NUMBER:
    return isfinite(*(const double *)value) ? *(const double *)value : (double)NAN;
  case HOL_COUNT:
    return count == SIZE_MAX ? (double)NAN : (double)count;
  case HOL_TRUTH:
    return *(const bool *)value;
  default:
    return NAN;
  }
}

static hol_told_type type_of(hol_quantity_type type)
{
  return type == HOL_TEXT || type == HOL_CHOICE ? HOL_TOLD_TEXT : type == HOL_TRUTH ? HOL_TOLD_TRUTH : HOL_TOLD_NUMBER;
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  hol_told_book *book = to;
  if (book->forgotten) {
    return;
  }
  bool is_text = quantity->type == HOL_TEXT || quantity->type == HOL_CHOICE;
  hol_told *told = add(book, name_of(book, quantity), value ? type_of(quantity->type) : HOL_TOLD_NOTHING);
  if (told && value && is_text) {
    told->text = copy_text(book, quantity->type == HOL_TEXT ? value : quantity->word[*(const int *)value]);
  } else if (told && value) {
    told->number = number_of(quantity->type, value);
  }
}

static void put_numbers(hol_told_book *book, const char *name, const hol_quantity *quantity, size_t count, size_t step,
                        const char *value)
{
  hol_told *told = add(book, name, HOL_TOLD_NUMBERS);
  double *number = told ? take(book, count, sizeof *number) : NULL;
  for (size_t i = 0; number && i < count; i++) {
    number[i] = number_of(quantity->type, value + i * step);
  }
  if (number) {
    told->value = number;
    told->count = count;
  }
}

/** Values over axes as lists in lists. */
static void put_values(hol_told_book *book, const char *name, const hol_quantity *quantity, size_t rank,
                       const hol_sink_axis *const *over, size_t step, const char *value)
{
  bool is_text = quantity->type == HOL_TEXT || quantity->type == HOL_CHOICE;
  if (rank == 1 && !is_text) {
    put_numbers(book, name, quantity, over[0]->count, step, value);
    return;
  }
  size_t inner = hol_value_size(quantity->type);
  for (size_t i = 2; i < rank; i++) {
    inner *= over[i]->count;
  }
  hol_told *told = add(book, name, HOL_TOLD_LIST), *outer = book->open;
  book->open = told ? told : outer;
  for (size_t i = 0; told && i < over[0]->count; i++) {
    const char *one = value + i * step;
    if (rank > 1) {
      put_values(book, NULL, quantity, rank - 1, over + 1, inner, one);
    } else {
      put_in(book, quantity, quantity->type == HOL_TEXT ? *(const char *const *)(const void *)one : one);
    }
  }
  book->open = outer;
}

static void array_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  if (!((hol_told_book *)to)->forgotten) {
    put_values(to, name_of(to, quantity), quantity, rank, over, step, value);
  }
}

hol_sink hol_told_sink(hol_told_book *book)
{
  static const hol_sink_verbs verbs = {
      .open = open_in, .item = item_in, .close = close_in, .put = put_in, .array = array_in};
  return (hol_sink){&verbs, book};
}

void hol_told_clear(hol_told_book *book)
{
  hol_arena_clear(&book->arena);
  *book = (hol_told_book){.all = NULL};
}

const hol_told *hol_told_get(const hol_told *of, const char *name)
{
  const hol_told *one = of && of->type == HOL_TOLD_RECORD ? of->first : NULL;
  while (one && (!one->name || strcmp(one->name, name) != 0)) {
    one = one->next;
  }
  return one;
}

double hol_told_number(const hol_told *of)
{
  return of && (of->type == HOL_TOLD_NUMBER || of->type == HOL_TOLD_TRUTH) ? of->number : (double)NAN;
}

const char *hol_told_text(const hol_told *of)
{
  return of && of->text ? of->text : "";
}

bool hol_told_truth(const hol_told *of)
{
  return hol_told_number(of) > 0;
}

size_t hol_told_count(const hol_told *of)
{
  return of ? of->count : 0;
}

double hol_told_value(const hol_told *of, size_t i)
{
  if (!of || i >= of->count) {
    return NAN;
  }
  if (of->type == HOL_TOLD_NUMBERS) {
    return of->value[i];
  }
  const hol_told *one = of->type == HOL_TOLD_LIST ? of->first : NULL;
  for (; one && i > 0; i--) {
    one = one->next;
  }
  return hol_told_number(one);
}
