#include "report/plot/recall.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** Between a text and a sink. Numbers that follow one another in a list are held back: a list of nothing else is one array. */
typedef struct recall {
  const hol_sink *sink;
  hol_text list_name;     /**< of the list that is held back */
  bool is_held, is_named; /**< a list is open that is not told yet */
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

static void open_in(void *to, const char *name, bool is_object)
{
  recall *r = to;
  let_go(r);
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

static void close_in(void *to)
{
  recall *r = to;
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

static void number_in(void *to, const char *name, double x)
{
  recall *r = to;
  const hol_quantity number = quantity_of(name, HOL_NUMBER);
  if (r->is_held) {
    hold(r, x);
  } else if (isnan(x)) {
    hol_put_nothing(r->sink, &number);
  } else {
    hol_put_number(r->sink, &number, x);
  }
}

static void truth_in(void *to, const char *name, bool is)
{
  recall *r = to;
  const hol_quantity truth = quantity_of(name, HOL_TRUTH);
  if (r->is_held) {
    hold(r, is);
  } else {
    hol_put_truth(r->sink, &truth, is);
  }
}

static void words_in(void *to, const char *name, const char *words)
{
  recall *r = to;
  const hol_quantity text = quantity_of(name, HOL_TEXT);
  let_go(r);
  hol_put_text(r->sink, &text, words);
}

hol_status hol_told_recall(const char *bytes, size_t size, const hol_sink *sink, hol_scan *scan)
{
  recall r = {.sink = sink};
  const hol_scan_listener listener = {open_in, close_in, number_in, truth_in, words_in, &r};
  hol_status status = hol_scan_tell(bytes, size, scan, &listener);
  status = status == HOL_OK && r.failed ? HOL_MEMORY : status;
  hol_text_clear(&r.list_name);
  free(r.number);
  return status;
}
