/* SPDX-License-Identifier: BSD-3-Clause */
/* Sink that extracts one number of a result by its path of names and indices. */
#include "result/pick.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hol_pick_clear(hol_pick *pick)
{
  hol_text_clear(&pick->told);
  *pick = (hol_pick){0};
}

/** Part i of the path. @return NULL: it has fewer */
static const char *part_of(const hol_pick *pick, size_t i, size_t *length)
{
  const char *at = pick->path;
  for (; i > 0 && at; i--) {
    at = strchr(at, '.');
    at = at ? at + 1 : NULL;
  }
  *length = at ? strcspn(at, ".") : 0;
  return at;
}

/** The number of an item, from 1; 0: the part is no number. */
static size_t number_of(const char *part, size_t length)
{
  size_t number = 0;
  for (size_t i = 0; i < length; i++) {
    if (part[i] < '0' || part[i] > '9' || number > 1000000000) {
      return 0;
    }
    number = 10 * number + (size_t)(part[i] - '0');
  }
  return number;
}

/** Does what is told now stand on the path? Everything that is open does, then it is counted. */
static bool meets(hol_pick *pick, const hol_quantity *quantity)
{
  struct hol_pick_level *level = &pick->level[pick->depth];
  if (pick->matched != pick->depth) {
    return false;
  }
  size_t length;
  const char *part = part_of(pick, pick->depth, &length), *name = level->type == HOL_MAP ? pick->named : quantity->name;
  level->items++;
  if (!part || level->is_met) {
    return false;
  }
  if (level->type == HOL_LIST) {
    level->is_met = number_of(part, length) == level->items;
  } else {
    level->is_met = strlen(name) == length && strncmp(name, part, length) == 0;
    hol_text_add(&pick->told, "%s%s", level->items > 1 ? ", " : "", name);
  }
  return level->is_met;
}

/** A level that is on the path is left, or a part of the path behind it leads nowhere. */
static void leave(hol_pick *pick)
{
  size_t length;
  const struct hol_pick_level *level = &pick->level[pick->depth];
  const char *part = part_of(pick, pick->depth, &length);
  bool may_be = level->type == HOL_LIST && part && number_of(part, length) > 0;
  if (!part) {
    pick->kind = HOL_PICK_OTHER;
  } else if (!level->is_met && !may_be) {
    pick->kind = HOL_PICK_UNKNOWN;
    pick->part = pick->depth;
  }
}

static void open_in(void *to, const hol_quantity *quantity)
{
  hol_pick *pick = to;
  bool is_met = meets(pick, quantity);
  pick->depth++;
  if (is_met && pick->depth < HOL_PICK_DEPTH) {
    pick->matched = pick->depth;
    pick->level[pick->depth] = (struct hol_pick_level){.type = quantity->type};
    hol_text_clear(&pick->told);
  }
}

static void close_in(void *to)
{
  hol_pick *pick = to;
  if (pick->matched == pick->depth) {
    leave(pick);
    pick->matched--;
  }
  pick->depth--;
}

static void item_in(void *to, const char *name)
{
  ((hol_pick *)to)->named = name;
}

/** The number that stands there; NAN: none. */
static double number_at(const hol_quantity *quantity, const void *value)
{
  if (quantity->type == HOL_NUMBER) {
    return *(const double *)value;
  }
  if (quantity->type == HOL_TRUTH) {
    return *(const bool *)value;
  }
  size_t count = *(const size_t *)value;
  return count < SIZE_MAX ? (double)count : (double)NAN;
}

/** One value of this type. */
static void pick_value(hol_pick *pick, const hol_quantity *quantity, const void *value)
{
  if (quantity->type != HOL_NUMBER && quantity->type != HOL_COUNT && quantity->type != HOL_TRUTH) {
    pick->kind = HOL_PICK_OTHER;
    return;
  }
  double x = number_at(quantity, value);
  if (isfinite(x)) {
    pick->kind = HOL_PICK_FOUND;
    pick->value = x;
    (void)snprintf(pick->unit, sizeof pick->unit, "%s", quantity->unit ? quantity->unit : "1");
  }
}

/** More parts than lead to a number. */
static void lead_on(hol_pick *pick, size_t part)
{
  pick->kind = HOL_PICK_UNKNOWN;
  pick->part = part;
  hol_text_clear(&pick->told);
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  hol_pick *pick = to;
  size_t length;
  if (!meets(pick, quantity) || !value) { /* of nothing there are no parts */
    return;
  }
  if (part_of(pick, pick->depth + 1, &length)) {
    lead_on(pick, pick->depth + 1);
  } else {
    pick_value(pick, quantity, value);
  }
}

static void array_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  hol_pick *pick = to;
  size_t at = 0, row = 0, length;
  if (!meets(pick, quantity)) {
    return;
  }
  if (quantity->type == HOL_TRUTH) { /* an array has them as int */
    pick->kind = HOL_PICK_OTHER;
    return;
  }
  for (size_t i = 0; i < rank; i++) {
    const char *part = part_of(pick, pick->depth + 1 + i, &length);
    size_t number = part ? number_of(part, length) : 0;
    if (number == 0) {
      lead_on(pick, pick->depth + 1 + i);
      pick->kind = part ? HOL_PICK_UNKNOWN : HOL_PICK_OTHER;
      return;
    }
    if (number > over[i]->count) {
      return;
    }
    row = i == 0 ? number - 1 : row;
    at = i == 0 ? 0 : at * over[i]->count + number - 1;
  }
  if (part_of(pick, pick->depth + 1 + rank, &length)) {
    lead_on(pick, pick->depth + 1 + rank);
  } else {
    pick_value(pick, quantity, (const char *)value + row * step + at * hol_value_size(quantity->type));
  }
}

hol_sink hol_pick_sink(hol_pick *pick)
{
  static const hol_sink_verbs verbs = {
      .open = open_in, .item = item_in, .close = close_in, .put = put_in, .array = array_in};
  pick->level[0] = (struct hol_pick_level){.type = HOL_RECORD};
  return (hol_sink){&verbs, pick};
}

hol_status hol_pick_end(hol_pick *pick)
{
  if (pick->matched == 0 && pick->depth == 0) {
    leave(pick);
  }
  return pick->told.failed ? HOL_MEMORY : HOL_OK;
}
