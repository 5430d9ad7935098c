/* SPDX-License-Identifier: BSD-3-Clause */
/* Hash table from names to numbers, and the nearest name by edit distance. */
#include "expression/names.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const char *name)
{
  uint64_t h = HOL_HASH_START;
  for (; *name; name++) {
    h = hol_hash(h, (unsigned char)*name);
  }
  return (size_t)(h ^ (h >> 32));
}

/** The slot of the name, or the empty one where it belongs. capacity is a power of two, never full. */
static size_t slot_of(const hol_names *names, const char *name, size_t name_hash)
{
  size_t i = name_hash & (names->capacity - 1);
  while (names->slot[i].name && (names->slot[i].hash != name_hash || strcmp(names->slot[i].name, name) != 0)) {
    i = (i + 1) & (names->capacity - 1);
  }
  return i;
}

size_t *hol_names_number(const hol_names *names, const char *name)
{
  if (names->count == 0) {
    return NULL;
  }
  hol_names_slot *slot = &names->slot[slot_of(names, name, hash(name))];
  return slot->name ? &slot->value : NULL;
}

bool hol_names_find(const hol_names *names, const char *name, size_t *value)
{
  const size_t *number = hol_names_number(names, name);
  if (number && value) {
    *value = *number;
  }
  return number != NULL;
}

static hol_status grow(hol_names *names)
{
  hol_names larger = {.capacity = names->capacity ? 2 * names->capacity : 16, .count = names->count};
  larger.slot = hol_alloc(larger.capacity, sizeof *larger.slot);
  if (!larger.slot) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < names->capacity; i++) {
    if (names->slot[i].name) {
      larger.slot[slot_of(&larger, names->slot[i].name, names->slot[i].hash)] = names->slot[i];
    }
  }
  free(names->slot);
  *names = larger;
  return HOL_OK;
}

hol_status hol_names_add(hol_names *names, const char *name, size_t value, bool *existed)
{
  if (2 * (names->count + 1) > names->capacity) {
    HOL_TRY(grow(names));
  }
  hol_names_slot *slot = &names->slot[slot_of(names, name, hash(name))];
  *existed = slot->name != NULL;
  if (!slot->name) {
    *slot = (hol_names_slot){.name = name, .hash = hash(name), .value = value};
    names->count++;
  }
  return HOL_OK;
}

void hol_names_clear(hol_names *names)
{
  free(names->slot);
  *names = (hol_names){0};
}

enum { NAME_MAX_COMPARED = 40 };

static char lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
  return a < b ? a : b;
}

/** Levenshtein's distance with neighbours exchanged counted once; letters that differ in case only count nothing. */
static size_t edit_distance(const char *a, size_t n, const char *b, size_t m)
{
  size_t row[3][NAME_MAX_COMPARED + 1]; /* the last two rows and the one being made */
  size_t *before = row[0], *last = row[1], *now = row[2];
  for (size_t j = 0; j <= m; j++) {
    before[j] = last[j] = j;
  }
  for (size_t i = 1; i <= n; i++) {
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t change = last[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
      now[j] = least(change, least(last[j], now[j - 1]) + 1);
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        now[j] = least(now[j], before[j - 2] + 1);
      }
    }
    size_t *oldest = before;
    before = last;
    last = now;
    now = oldest;
  }
  return last[m];
}

void hol_nearest_offer(hol_nearest *nearest, const char *name)
{
  size_t n = strlen(nearest->wanted), m = strlen(name);
  if (n == 0 || m == 0 || n > NAME_MAX_COMPARED || m > NAME_MAX_COMPARED) {
    return;
  }
  size_t distance = edit_distance(nearest->wanted, n, name, m), shorter = least(n, m);
  size_t allowed = shorter <= 2 ? 1 : shorter <= 5 ? 2 : 3;
  if (distance <= allowed && distance < (n > m ? n : m) && (!nearest->best || distance < nearest->distance)) {
    nearest->best = name;
    nearest->distance = distance;
  }
}
