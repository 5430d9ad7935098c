/* SPDX-License-Identifier: BSD-3-Clause */
/* Universal File reader: nodes, coordinate systems, trace lines, title, units; dispatch by number of the dataset. */
#include "report/measured/reader.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ nodes, lines, units */

static hol_status add_node(hol_uff *r, const hol_card *card, const double head[4], const double at[3])
{
  hol_measured *m = r->m;
  hol_measured_node node = {.line = card->line};
  HOL_TRY(hol_uff_count(r, card, head[0], "the number of a node", &node.label));
  HOL_TRY(hol_uff_count(r, card, head[1], "the number of axes", &node.placed));
  HOL_TRY(hol_uff_count(r, card, head[2], "the number of axes", &node.axes));
  memcpy(node.at, at, sizeof node.at);
  if (m->nodes == m->room) {
    size_t room = 2 * m->room + 64;
    hol_measured_node *more = hol_uff_take(r, room, sizeof *more);
    if (!more) {
      return HOL_MEMORY;
    }
    if (m->nodes > 0) {
      memcpy(more, m->node, m->nodes * sizeof *more);
    }
    m->node = more;
    m->room = room;
  }
  m->node[m->nodes++] = node;
  return HOL_OK;
}

/** 15 */
static hol_status read_nodes(hol_uff *r)
{
  static const hol_card_layout layout = {7, {10, 10, 10, 10, 13, 13, 13}};
  bool is_end = false;
  hol_card card;
  HOL_TRY(hol_uff_next(r, &card, &is_end));
  while (!is_end) {
    double value[7];
    HOL_TRY(hol_uff_numbers(r, &card, &layout, 7, value));
    HOL_TRY(add_node(r, &card, value, value + 4));
    HOL_TRY(hol_uff_next(r, &card, &is_end));
  }
  return HOL_OK;
}

/** 2411 */
static hol_status read_long_nodes(hol_uff *r)
{
  bool is_end = false;
  hol_card card;
  HOL_TRY(hol_uff_next(r, &card, &is_end));
  while (!is_end) {
    double head[8], at[3];
    HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_integers, 3, head));
    HOL_TRY(hol_uff_values(r, &hol_uff_long, 3, at));
    HOL_TRY(add_node(r, &card, head, at));
    HOL_TRY(hol_uff_next(r, &card, &is_end));
  }
  return HOL_OK;
}

/** 2420: rows one to three are unit vectors, the fourth is the origin. */
static hol_status read_axes(hol_uff *r)
{
  bool is_end = false;
  hol_card card;
  for (size_t i = 0; i < 2; i++) { /* of the part: number, name */
    HOL_TRY(hol_uff_next(r, &card, NULL));
  }
  HOL_TRY(hol_uff_next(r, &card, &is_end));
  while (!is_end) {
    double head[8];
    hol_measured_axes *axes = hol_uff_take(r, 1, sizeof *axes);
    if (!axes) {
      return HOL_MEMORY;
    }
    HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_integers, 2, head));
    HOL_TRY(hol_uff_count(r, &card, head[0], "the number of axes", &axes->number));
    axes->is_cartesian = head[1] == 0;
    HOL_TRY(hol_uff_next(r, &card, NULL)); /* their name */
    for (size_t k = 0; k < 3; k++) {
      HOL_TRY(hol_uff_values(r, &hol_uff_long, 3, axes->row[k]));
    }
    HOL_TRY(hol_uff_values(r, &hol_uff_long, 3, axes->origin));
    axes->next = r->m->axes;
    r->m->axes = axes;
    HOL_TRY(hol_uff_next(r, &card, &is_end));
  }
  return HOL_OK;
}

/** The nodes of a trace line, eight on each; 0 lifts the pen. */
static hol_status read_trace_nodes(hol_uff *r, hol_measured_trace *trace)
{
  for (size_t done = 0; done < trace->count;) {
    hol_card card;
    double row[8];
    size_t wanted = trace->count - done < 8 ? trace->count - done : 8;
    HOL_TRY(hol_uff_next(r, &card, NULL));
    HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_integers, wanted, row));
    for (size_t k = 0; k < wanted; k++, done++) {
      HOL_TRY(hol_uff_count(r, &card, row[k], "the number of a node", &trace->node[done]));
      trace->node[done] = trace->node[done] > 0 ? trace->node[done] : SIZE_MAX;
    }
  }
  return HOL_OK;
}

/** 82 */
static hol_status read_trace(hol_uff *r)
{
  hol_card card;
  double head[8];
  bool is_end = false;
  hol_measured_trace *trace = hol_uff_take(r, 1, sizeof *trace), **last = &r->m->trace;
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_integers, 2, head));
  if (!trace) {
    return HOL_MEMORY;
  }
  trace->line = card.line;
  HOL_TRY(hol_uff_count(r, &card, head[1], "how many nodes a line has", &trace->count));
  HOL_TRY(hol_uff_next(r, &card, NULL));
  trace->name = hol_uff_words(r, &card, 0, card.size);
  if (trace->count > (size_t)(r->cards.end - r->cards.at)) {
    return hol_uff_fail(r, trace->line, 0, "a line of %zu nodes, which the file has not", trace->count);
  }
  trace->node = hol_uff_take(r, trace->count, sizeof *trace->node);
  if (!trace->node || !trace->name) {
    return HOL_MEMORY;
  }
  HOL_TRY(read_trace_nodes(r, trace));
  while (*last) {
    last = &(*last)->next;
  }
  *last = trace;
  HOL_TRY(hol_uff_next(r, &card, &is_end));
  return is_end ? HOL_OK : hol_uff_fail(r, card.line, 0, "the line has more than its %zu nodes", trace->count);
}

/** Lines up to the end of a dataset. */
static hol_status pass_over(hol_uff *r)
{
  hol_card card;
  bool is_end = false;
  while (!is_end) {
    HOL_TRY(hol_uff_next(r, &card, &is_end));
  }
  return HOL_OK;
}

/** 151: the name of the model, and more. */
static hol_status read_title(hol_uff *r)
{
  hol_card card;
  HOL_TRY(hol_uff_next(r, &card, NULL));
  const char *words = hol_uff_words(r, &card, 0, card.size);
  if (!words) {
    return HOL_MEMORY;
  }
  r->m->title = *r->m->title ? r->m->title : words;
  return pass_over(r);
}

/** 164: numbers of the file over these are in SI units. */
static hol_status read_units(hol_uff *r)
{
  hol_card card;
  double factor[3];
  HOL_TRY(hol_uff_next(r, &card, NULL));
  r->m->unit = hol_uff_words(r, &card, 10, 20);
  if (!r->m->unit) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_uff_next(r, &card, NULL));
  HOL_TRY(hol_uff_numbers(r, &card, &hol_uff_long, 2, factor));
  if (!(factor[0] > 0 && factor[1] > 0)) {
    return hol_uff_fail(r, card.line, 0, "factors of units must be positive");
  }
  if (r->m->has_units && (factor[0] != r->m->length || factor[1] != r->m->force)) {
    return hol_uff_fail(r, card.line, 0, "the file has two systems of units");
  }
  r->m->length = factor[0];
  r->m->force = factor[1];
  r->m->has_units = true;
  return pass_over(r);
}

/* ----------------------------------------------------------------------------------------------------- datasets */

/** Datasets that are not known are noted once each. */
static hol_status read_unknown(hol_uff *r, size_t seen[], size_t *kinds)
{
  enum { MOST = 20 };
  bool is_new = true;
  for (size_t i = 0; i < *kinds; i++) {
    is_new = is_new && seen[i] != (size_t)r->number;
  }
  if (is_new && *kinds < MOST) {
    seen[(*kinds)++] = (size_t)r->number;
    HOL_TRY(hol_uff_note(r, "dataset %d in line %zu is not read", r->number, r->begun));
  }
  return pass_over(r);
}

/** A dataset whose first line has been read. */
static hol_status read_dataset(hol_uff *r, const hol_card *head, size_t seen[], size_t *kinds)
{
  switch (r->number) {
  case 15:
    return read_nodes(r);
  case 55:
    return hol_uff_mode(r);
  case 58:
    return hol_uff_function(r, head);
  case 82:
    return read_trace(r);
  case 151:
    return read_title(r);
  case 164:
    return read_units(r);
  case 2411:
    return read_long_nodes(r);
  case 2414:
    return hol_uff_long_mode(r);
  case 2420:
    return read_axes(r);
  default:
    return read_unknown(r, seen, kinds);
  }
}

static hol_status read_all(hol_uff *r)
{
  enum { KINDS = 20 };
  size_t seen[KINDS] = {0}, kinds = 0;
  hol_card card;
  while (hol_cards_next(&r->cards, &card)) {
    double number;
    if (hol_card_is_blank(&card)) {
      continue;
    }
    if (!hol_card_is_border(&card)) {
      return hol_uff_fail(r, card.line, 0, "a dataset begins with -1 in columns 5 and 6");
    }
    if (!hol_cards_next(&r->cards, &card)) {
      return hol_uff_fail(r, card.line, 0, "behind this -1 there is no dataset");
    }
    if (!hol_card_number(&card, 0, 6, &number) || !(number > 0 && number < 1e6 && number == floor(number))) {
      return hol_uff_fail(r, card.line, 1, "the number of a dataset stands in columns 1 to 6");
    }
    r->number = (int)number;
    r->begun = card.line;
    HOL_TRY(read_dataset(r, &card, seen, &kinds));
  }
  return hol_uff_settle(r);
}

bool hol_measured_is(const char *bytes, size_t size)
{
  hol_cards cards = hol_cards_of(bytes, size);
  hol_card card;
  while (hol_cards_next(&cards, &card)) {
    if (!hol_card_is_blank(&card)) {
      return hol_card_is_border(&card);
    }
  }
  return false;
}

hol_status hol_measured_read(const char *bytes, size_t size, hol_measured *measured, hol_measured_fault *fault)
{
  *measured = (hol_measured){.title = "", .unit = "", .length = 1, .force = 1};
  hol_uff r = {.cards = hol_cards_of(bytes, size), .m = measured, .fault = fault};
  return read_all(&r);
}

void hol_measured_clear(hol_measured *measured)
{
  hol_arena_clear(&measured->arena);
  *measured = (hol_measured){.title = NULL};
}
