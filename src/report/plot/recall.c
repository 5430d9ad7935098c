/* SPDX-License-Identifier: BSD-3-Clause */
/* Replay of a result in JSON to a sink; a list of numbers alone becomes one array. */
#include "report/plot/recall.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** Between a text and a sink. Numbers that follow one another in a list are held back: a list of nothing else is one
 *  array. */
typedef struct recall {
  const hol_sink *sink;
  hol_text name, words;   /**< room for what is read */
  hol_text list_name;     /**< of the list that is held back */
  bool is_held, is_named; /**< a list is open that is not passed on yet */
  double *number;         /**< [count] of it. Owned */
  size_t count, capacity;
  bool failed;
} recall;

static hol_quantity quantity_of(const char *name, hol_quantity_type type)
{
  return (hol_quantity){.name = name, .type = type};
}

/** What was held back is no list of numbers alone, or ends. */
static void let_go(recall *r)
{
  const hol_quantity list = quantity_of(r->is_named ? r->list_name.data : NULL, HOL_LIST), item = {.type = HOL_NUMBER};
  if (!r->is_held) {
    return;
  }
  r->is_held = false;
  hol_open(r->sink, &list);
  for (size_t i = 0; i < r->count; i++) {
    hol_put_number(r->sink, &item, r->number[i]);
  }
}

/** The name of what is read next; NULL in a list. */
static const char *name_of(recall *r, const hol_scan_path *path)
{
  bool is_member = path->depth > 0 && path->is_object[path->depth - 1];
  r->name.size = 0;
  if (is_member) {
    hol_text_add(&r->name, "%s", "");
    hol_scan_decode(&r->name, path->key[path->depth - 1]);
    r->failed = r->failed || r->name.failed;
  }
  return !is_member ? NULL : r->name.failed ? "" : r->name.data;
}

static void open_in(void *to, const hol_scan_path *path, const char *at, bool is_object)
{
  recall *r = to;
  (void)at;
  let_go(r);
  const char *name = name_of(r, path);
  if (is_object) {
    const hol_quantity record = quantity_of(name, HOL_RECORD);
    hol_open(r->sink, &record);
    return;
  }
  r->is_held = true;
  r->is_named = name != NULL;
  r->count = 0;
  r->list_name.size = 0;
  hol_text_add(&r->list_name, "%s", name ? name : "");
  r->failed = r->failed || r->list_name.failed;
}

static void close_in(void *to, const hol_scan_path *path, const char *end)
{
  recall *r = to;
  (void)path;
  (void)end;
  if (r->is_held && r->count > 0) {
    const hol_quantity numbers = quantity_of(r->is_named ? r->list_name.data : NULL, HOL_NUMBER);
    hol_put_list(r->sink, &numbers, r->count, r->number);
    r->is_held = false;
    return;
  }
  let_go(r);
  hol_close(r->sink);
}

static void hold(recall *r, double x)
{
  if (hol_grow(&r->number, &r->capacity, r->count + 1, sizeof *r->number)) {
    r->number[r->count++] = x;
  } else {
    r->failed = true;
  }
}

/** A text between its quotes. */
static void put_words(recall *r, const hol_scan_path *path, hol_scan_span value)
{
  const hol_quantity text = quantity_of(name_of(r, path), HOL_TEXT);
  let_go(r);
  r->words.size = 0;
  hol_text_add(&r->words, "%s", "");
  hol_scan_decode(&r->words, value);
  r->failed = r->failed || r->words.failed;
  hol_put_text(r->sink, &text, r->words.failed ? "" : r->words.data);
}

static void leaf_in(void *to, const hol_scan_path *path, hol_scan_kind kind, hol_scan_span value)
{
  recall *r = to;
  bool is_truth = kind == HOL_SCAN_WORD && *value.begin != 'n';
  double x = kind == HOL_SCAN_NUMBER ? strtod(value.begin, NULL) : is_truth ? *value.begin == 't' : (double)NAN;
  if (kind == HOL_SCAN_TEXT) {
    put_words(r, path, value);
  } else if (r->is_held) {
    hold(r, isfinite(x) ? x : (double)NAN);
  } else {
    const hol_quantity quantity = quantity_of(name_of(r, path), is_truth ? HOL_TRUTH : HOL_NUMBER);
    if (is_truth) {
      hol_put_truth(r->sink, &quantity, x > 0);
    } else if (isfinite(x)) {
      hol_put_number(r->sink, &quantity, x);
    } else {
      hol_put_nothing(r->sink, &quantity);
    }
  }
}

hol_status hol_plot_node_recall(const char *bytes, size_t size, const hol_sink *sink, hol_scan *scan)
{
  recall r = {.sink = sink};
  const hol_scan_visitor visitor = {.to = &r, .open = open_in, .close = close_in, .leaf = leaf_in};
  hol_status status = hol_scan_visit(bytes, size, &visitor, scan, NULL);
  status = status == HOL_OK && r.failed ? HOL_MEMORY : status;
  hol_text_clear(&r.name);
  hol_text_clear(&r.words);
  hol_text_clear(&r.list_name);
  free(r.number);
  return status;
}
