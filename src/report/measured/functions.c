/* SPDX-License-Identifier: BSD-3-Clause */
/* Dataset 58, as text and binary: functions over frequency. */
#include "report/measured/reader.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { RESPONSE = 4, FREQUENCY = 18 }; /* types of functions and of abscissas */
enum { REAL_SINGLE = 2, REAL_DOUBLE = 4, COMPLEX_SINGLE = 5, COMPLEX_DOUBLE = 6 };

/** What its records say. */
typedef struct form {
  bool is_binary, is_big; /**< bytes of numbers: the highest first */
  size_t bytes;           /**< of binary numbers */
  size_t type, data, count;
  bool is_even;
  double first, step;
  int length[2], force[2]; /**< exponents of units, numerator and denominator */
  size_t of[2];            /**< what numerator and denominator are */
  size_t abscissa;
} form;

static bool is_complex(const form *f)
{
  return f->data == COMPLEX_SINGLE || f->data == COMPLEX_DOUBLE;
}

static bool is_double(const form *f)
{
  return f->data == REAL_DOUBLE || f->data == COMPLEX_DOUBLE;
}

/** The line with the number of the dataset: of binary ones how numbers are written. */
static hol_status read_head(hol_uff *r, const hol_card *head, form *f)
{
  const char *words;
  size_t size = hol_card_words(head, 6, 1, &words);
  double value[4];
  static const size_t from[] = {7, 13, 19, 31}, width[] = {6, 6, 12, 12};
  f->is_binary = size == 1 && (*words == 'b' || *words == 'B');
  for (size_t i = 0; i < 4 && f->is_binary; i++) {
    if (!hol_card_number(head, from[i], width[i], &value[i])) {
      return hol_uff_fail(r, head->line, from[i] + 1, "behind 58b there must be four numbers");
    }
  }
  if (!f->is_binary) {
    return HOL_OK;
  }
  if (value[1] != 2 || (value[0] != 1 && value[0] != 2)) {
    return hol_uff_fail(r, head->line, 8,
                        "binary numbers must be those of IEEE 754 (2), lowest or highest byte first (1, 2)");
  }
  if (value[2] != 11) {
    return hol_uff_fail(r, head->line, 20, "before binary numbers there must be 11 lines");
  }
  f->is_big = value[0] == 2;
  return hol_uff_count(r, head, value[3], "the number of bytes", &f->bytes);
}

/** "12 +Z" of a node and a direction. */
static const char *place_of(hol_uff *r, double node, double direction)
{
  static const char *const name[] = {"", "X", "Y", "Z", "RX", "RY", "RZ"};
  double size = fabs(direction);
  const char *axis = size <= 6 && size == floor(size) ? name[(size_t)size] : "?";
  return hol_arena_print(&r->m->arena, "%.0f %s%s", node, *axis ? direction < 0 ? "-" : "+" : "", axis);
}

/** Record 6: of what, and where. */
static hol_status read_places(hol_uff *r, form *f, hol_measured_function *function)
{
  static const size_t from[] = {0, 41, 51, 66, 76}, width[] = {5, 10, 4, 10, 4};
  double value[5];
  hol_card card;
  HOL_TRY(hol_uff_next(r, &card, NULL));
  for (size_t i = 0; i < 5; i++) {
    const char *words;
    if (hol_card_words(&card, from[i], width[i], &words) == 0) {
      value[i] = 0;
    } else if (!hol_card_number(&card, from[i], width[i], &value[i])) {
      return hol_uff_fail(r, card.line, from[i] + 1, "a number is wanted in columns %zu to %zu", from[i] + 1,
                          from[i] + width[i]);
    }
  }
  HOL_TRY(hol_uff_count(r, &card, value[0], "the type of a function", &f->type));
  function->response = place_of(r, value[1], value[2]);
  function->reference = place_of(r, value[3], value[4]);
  return function->response && function->reference ? HOL_OK : HOL_MEMORY;
}

/** Record 7: how many numbers, and of which form. */
static hol_status read_count(hol_uff *r, form *f)
{
  static const hol_card_layout layout = {6, {10, 10, 10, 13, 13, 13}};
  hol_card card;
  double value[6];
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &layout, 3, value));
  HOL_TRY(hol_uff_count(r, &card, value[0], "the type of the numbers", &f->data));
  HOL_TRY(hol_uff_count(r, &card, value[1], "how many values there are", &f->count));
  if (f->data != REAL_SINGLE && f->data != REAL_DOUBLE && !is_complex(f)) {
    return hol_uff_fail(r, card.line, 1, "numbers are of type 2, 4, 5 or 6, not %zu", f->data);
  }
  if (f->count > (size_t)(r->cards.end - r->cards.at)) {
    return hol_uff_fail(r, card.line, 11, "the file has not so many values");
  }
  f->is_even = value[2] != 0;
  f->first = value[3];
  f->step = value[4];
  return HOL_OK;
}

/** Records 8 to 11: what the axes are. */
static hol_status read_axis(hol_uff *r, form *f, size_t record)
{
  static const size_t from[] = {0, 10, 15}, width[] = {10, 5, 5};
  double value[3];
  hol_card card;
  size_t what;
  HOL_TRY(hol_uff_next(r, &card, NULL));
  for (size_t i = 0; i < 3; i++) {
    const char *words;
    if (hol_card_words(&card, from[i], width[i], &words) == 0) {
      value[i] = 0;
    } else if (!hol_card_number(&card, from[i], width[i], &value[i]) || fabs(value[i]) > 1000) {
      return hol_uff_fail(r, card.line, from[i] + 1, "a small number is wanted in columns %zu to %zu", from[i] + 1,
                          from[i] + width[i]);
    }
  }
  HOL_TRY(hol_uff_count(r, &card, value[0], "what an axis is of", &what));
  if (record == 8) {
    f->abscissa = what;
  } else if (record < 11) {
    f->of[record - 9] = what;
    f->length[record - 9] = (int)value[1];
    f->force[record - 9] = (int)value[2];
  }
  return HOL_OK;
}

/** A number of so many bytes. */
static double number_at(const char *at, size_t bytes, bool is_big)
{
  uint64_t bits = 0;
  for (size_t k = 0; k < bytes; k++) {
    bits = bits << 8 | (unsigned char)at[is_big ? k : bytes - 1 - k];
  }
  if (bytes == sizeof(double)) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
  uint32_t few = (uint32_t)bits;
  float x;
  memcpy(&x, &few, sizeof x);
  return (double)x;
}

/** Numbers of a value: abscissa where they are uneven, real part, imaginary part. */
static size_t numbers_of(const form *f)
{
  return (size_t)!f->is_even + 1 + is_complex(f);
}

/** Binary numbers, up to the border behind them. @param[out] value  [count * numbers] */
static hol_status read_binary(hol_uff *r, const form *f, double *value)
{
  bool is_mixed = is_double(f) && !f->is_even; /* abscissas have four bytes */
  size_t wide = is_double(f) ? 8 : 4, numbers = numbers_of(f);
  size_t one = numbers * wide - (is_mixed ? 4 : 0), needed = f->count * one;
  hol_card card = {.line = r->begun};
  if (f->bytes != needed || f->bytes > (size_t)(r->cards.end - r->cards.at)) {
    return hol_uff_fail(r, r->begun, 32, "%zu values are %zu bytes, not %zu, and the file has %zu", f->count, needed,
                        f->bytes, (size_t)(r->cards.end - r->cards.at));
  }
  const char *at = r->cards.at;
  for (size_t i = 0; i < f->count * numbers; i++) {
    size_t bytes = is_mixed && i % numbers == 0 ? 4 : wide;
    value[i] = number_at(at, bytes, f->is_big);
    at += bytes;
    if (!isfinite(value[i])) {
      return hol_uff_fail(r, r->begun, 0, "value %zu of the function is no number", i / numbers + 1);
    }
  }
  for (const char *c = r->cards.at; c < at; c++) {
    r->cards.line += *c == '\n';
  }
  r->cards.at = at;
  bool is_end = false;
  for (size_t i = 0; i < 2 && !is_end; i++) { /* there may be an end of line behind the numbers */
    HOL_TRY(hol_uff_next(r, &card, &is_end));
    if (!is_end && !hol_card_is_blank(&card)) {
      break;
    }
  }
  return is_end ? HOL_OK : hol_uff_fail(r, card.line, 0, "there is more than the %zu bytes of the function", f->bytes);
}

/** The same as text. */
static hol_status read_text(hol_uff *r, const form *f, double *value)
{
  static const hol_card_layout even = {4, {20, 20, 20, 20}}, real = {4, {13, 20, 13, 20}}, triple = {3, {13, 20, 20}};
  const hol_card_layout *layout = !is_double(f) ? &hol_uff_sixes : f->is_even ? &even : is_complex(f) ? &triple : &real;
  hol_card card;
  bool is_end = false;
  HOL_TRY(hol_uff_values(r, layout, f->count * numbers_of(f), value));
  HOL_TRY(hol_uff_next(r, &card, &is_end));
  return is_end ? HOL_OK : hol_uff_fail(r, card.line, 0, "the function has more than its %zu values", f->count);
}

/** A name for what is over what. */
static void name_values(const form *f, hol_measured_function *function)
{
  static const struct {
    size_t type;
    const char *label, *unit;
  } known[] = {{8, "receptance", "m N-1"}, {11, "mobility", "m s-1 N-1"}, {12, "accelerance", "m s-2 N-1"}};
  bool is_of_force = f->of[1] == 9 || f->of[1] == 13;
  function->label = "function";
  function->unit = "";
  for (size_t i = 0; i < 3; i++) {
    if (is_of_force && known[i].type == f->of[0]) {
      function->label = known[i].label;
      function->unit = known[i].unit;
    }
  }
}

static hol_status keep(hol_uff *r, const form *f, const double *value, hol_measured_function *function)
{
  hol_measured_function **last = &r->m->function;
  size_t numbers = numbers_of(f);
  function->omega = hol_uff_take(r, f->count, sizeof *function->omega);
  function->value = hol_uff_take(r, f->count, sizeof *function->value);
  if (!function->omega || !function->value) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < f->count; i++) {
    const double *one = value + i * numbers, *z = one + !f->is_even;
    function->omega[i] = 2 * M_PI * (f->is_even ? f->first + (double)i * f->step : one[0]);
    function->value[i] = hol_complex(z[0], is_complex(f) ? z[1] : 0);
  }
  function->count = f->count;
  function->line = r->begun;
  function->scale[0] = f->length[0] - f->length[1];
  function->scale[1] = f->force[0] - f->force[1];
  name_values(f, function);
  while (*last) {
    last = &(*last)->next;
  }
  *last = function;
  r->m->functions++;
  return HOL_OK;
}

hol_status hol_uff_function(hol_uff *r, const hol_card *head)
{
  form f = {0};
  hol_card card;
  hol_measured_function *function = hol_uff_take(r, 1, sizeof *function);
  if (!function) {
    return HOL_MEMORY;
  }
  HOL_TRY(read_head(r, head, &f));
  for (size_t i = 0; i < 5; i++) { /* words */
    HOL_TRY(hol_uff_next(r, &card, NULL));
  }
  HOL_TRY(read_places(r, &f, function));
  HOL_TRY(read_count(r, &f));
  for (size_t record = 8; record <= 11; record++) {
    HOL_TRY(read_axis(r, &f, record));
  }
  double *value = hol_uff_take(r, f.count * numbers_of(&f), sizeof *value);
  if (!value) {
    return HOL_MEMORY;
  }
  HOL_TRY(f.is_binary ? read_binary(r, &f, value) : read_text(r, &f, value));
  if (f.type == RESPONSE && f.abscissa == FREQUENCY && f.count > 1) {
    return keep(r, &f, value, function);
  }
  r->m->other_functions++;
  return HOL_OK;
}
