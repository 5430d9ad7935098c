/* SPDX-License-Identifier: BSD-3-Clause */
/* Serialisation of counts, numbers and arrays: one function both writes and reads each field. */
#include "base/bytes.h"

#include "base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD = 8 };
static_assert(sizeof(double) == FIELD && sizeof(size_t) == FIELD, "numbers and counts are fields");

hol_bytes hol_bytes_of(const void *bytes, size_t count)
{
  return (hol_bytes){.takes = true, .next = bytes, .left = count};
}

void hol_bytes_clear(hol_bytes *bytes)
{
  hol_text_clear(&bytes->text);
  *bytes = (hol_bytes){0};
}

hol_status hol_bytes_end(const hol_bytes *bytes)
{
  return bytes->status == HOL_OK && bytes->left > 0 ? HOL_NUMERICAL : bytes->status;
}

void hol_bytes_fail(hol_bytes *bytes, hol_status status)
{
  bytes->status = bytes->status == HOL_OK ? status : bytes->status;
  bytes->left = 0;
}

/** So many fields, one after another. */
static void pass_fields(hol_bytes *bytes, void *fields, size_t count)
{
  if (!bytes->takes) {
    hol_text_put(&bytes->text, fields, count * FIELD);
    bytes->status = bytes->text.failed ? HOL_MEMORY : bytes->status;
    return;
  }
  if (bytes->status != HOL_OK || count > bytes->left / FIELD) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
    if (count > 0) {
      memset(fields, 0, count * FIELD);
    }
  } else if (count > 0) {
    memcpy(fields, bytes->next, count * FIELD);
    bytes->next += count * FIELD;
    bytes->left -= count * FIELD;
  }
}

void hol_bytes_count(hol_bytes *bytes, size_t *x)
{
  pass_fields(bytes, x, 1);
}

void hol_bytes_length(hol_bytes *bytes, size_t *x)
{
  pass_fields(bytes, x, 1);
  if (bytes->takes && *x > bytes->left / FIELD) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
    *x = 0;
  }
}

void hol_bytes_number(hol_bytes *bytes, double *x)
{
  pass_fields(bytes, x, 1);
}

void hol_bytes_fill(hol_bytes *bytes, double *x, size_t count)
{
  pass_fields(bytes, x, count);
}

int hol_bytes_choice(hol_bytes *bytes, int x, int end)
{
  size_t choice = (size_t)x;
  pass_fields(bytes, &choice, 1);
  if (choice >= (size_t)end) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
    choice = 0;
  }
  return (int)choice;
}

void hol_bytes_truth(hol_bytes *bytes, bool *x)
{
  *x = hol_bytes_choice(bytes, *x, 2) != 0;
}

/** Zeroed room for an array that is taken, never for more than is left. */
static void *room_for(hol_bytes *bytes, size_t count, size_t item_size)
{
  if (count > bytes->left / FIELD) {
    hol_bytes_fail(bytes, HOL_NUMERICAL);
  }
  void *room = bytes->status == HOL_OK ? hol_alloc(count, item_size) : NULL;
  if (!room) {
    hol_bytes_fail(bytes, HOL_MEMORY);
  }
  return room;
}

/** Fields in an array of their own, or none. @return the array */
static void *pass_array(hol_bytes *bytes, void *array, size_t count)
{
  bool is_there = array != NULL;
  hol_bytes_truth(bytes, &is_there);
  if (is_there && bytes->takes) {
    array = room_for(bytes, count, FIELD);
  }
  if (array) {
    pass_fields(bytes, array, count);
  }
  return array;
}

void hol_bytes_numbers(hol_bytes *bytes, double **x, size_t count)
{
  *x = pass_array(bytes, *x, count);
}

void hol_bytes_counts(hol_bytes *bytes, size_t **x, size_t count)
{
  *x = pass_array(bytes, *x, count);
}

void hol_bytes_array(hol_bytes *bytes, void *array, size_t *count, size_t item_size)
{
  hol_bytes_count(bytes, count);
  if (bytes->takes) {
    void *room = *count > 0 ? room_for(bytes, *count, item_size) : NULL;
    memcpy(array, &room, sizeof room);
    *count = room ? *count : 0;
  }
}
