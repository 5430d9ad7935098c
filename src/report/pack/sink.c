/* SPDX-License-Identifier: BSD-3-Clause */
/* Packing of a result from memory: one sink counts its numbers, another packs a large result; a small one is JSON. */
#include "report/pack/sink.h"

#include "output/json.h"
#include "report/pack/pack.h"
#include "report/scan.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/** State of one result being written. */
typedef struct packer {
  hol_text head;
  hol_json json; /**< writes `head` */
  hol_sink sink; /**< of `json` */
  hol_pack pack;
  hol_text part;                  /**< of the tree: the name of what comes next, as it stands in JSON */
  hol_text joint;                 /**< the same of a joint of the geometry */
  const char *named;              /**< of a map: the name of what comes next */
  size_t open;                    /**< of the tree that is open; 0: none */
  size_t depth, geometry, joints; /**< so many things are open; the depth of geometry and its joints, 0: not in them */
} packer;

/** A name as it stands in JSON between quotes. */
static void set_name(packer *t, hol_text *to, const char *name)
{
  hol_text_clear(to);
  hol_json_words(to, name);
  t->pack.failed = t->pack.failed || to->failed;
}

static hol_pack_kind kind_of(const hol_quantity *quantity)
{
  static const char *const name[] = {"shapes", "reactions", "energy"};
  for (size_t i = 0; quantity->type == HOL_MAP && quantity->name && i < sizeof name / sizeof *name; i++) {
    if (strcmp(quantity->name, name[i]) == 0) {
      return (hol_pack_kind)i;
    }
  }
  return HOL_PACK_KINDS;
}

static bool is_called(const hol_quantity *quantity, const char *name)
{
  return quantity->name && strcmp(quantity->name, name) == 0;
}

static void open_in(void *to, const hol_quantity *quantity)
{
  packer *t = to;
  t->depth++;
  if (t->open > 0) {
    t->open++;
    return;
  }
  hol_pack_kind kind = kind_of(quantity);
  if (kind != HOL_PACK_KINDS) {
    hol_pack_begin(&t->pack, kind);
    t->open = 1;
  }
  t->geometry = t->geometry == 0 && is_called(quantity, "geometry") ? t->depth : t->geometry;
  t->joints = t->geometry > 0 && t->depth == t->geometry + 1 && is_called(quantity, "joints") ? t->depth : t->joints;
  hol_open(&t->sink, quantity);
}

static void item_in(void *to, const char *name)
{
  packer *t = to;
  if (t->open == 0) {
    hol_put_name(&t->sink, name);
  } else if (t->open == 1) {
    set_name(t, &t->part, name);
    t->pack.is_line = false;
  }
}

/** Write the number of the tree that ends; an empty one stays. */
static void end_tree(packer *t)
{
  static const hol_quantity number = {.type = HOL_COUNT};
  size_t tree = hol_pack_end(&t->pack, 1);
  if (tree != SIZE_MAX) {
    hol_put_name(&t->sink, HOL_PACK_NAME);
    hol_put_count(&t->sink, &number, tree);
  }
}

static void close_in(void *to)
{
  packer *t = to;
  t->geometry = t->depth == t->geometry ? 0 : t->geometry;
  t->joints = t->depth == t->joints ? 0 : t->joints;
  t->depth--;
  if (t->open == 1) {
    end_tree(t);
  }
  t->open -= t->open > 0;
  if (t->open == 0) {
    hol_close(&t->sink);
  }
}

/** A number alone in a tree. */
static void put_in_tree(packer *t, const double *value)
{
  hol_pack_open(&t->pack, t->part.data, t->part.size, "", 0);
  hol_pack_value(&t->pack, value ? *value : (double)NAN);
  hol_pack_close(&t->pack, SIZE_MAX, 0);
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  packer *t = to;
  if (t->open > 0) {
    put_in_tree(t, value);
    return;
  }
  if (t->joints > 0 && t->depth == t->joints + 1) { /* of a joint */
    if (is_called(quantity, "name")) {
      set_name(t, &t->joint, value);
    } else if (is_called(quantity, "ground") && quantity->type == HOL_TRUTH) {
      hol_pack_joint(&t->pack, t->joint.data, t->joint.size, *(const bool *)value);
    }
  }
  t->sink.verbs->put(t->sink.to, quantity, value);
}

/** Numbers of an array, in their order. */
static void put_values(packer *t, const hol_quantity *quantity, size_t rows, size_t columns, size_t step,
                       const char *value)
{
  size_t size = hol_value_size(quantity->type);
  for (size_t i = 0; i < rows; i++) {
    for (size_t k = 0; k < columns; k++) {
      const char *at = value + i * step + k * size;
      size_t count = quantity->type == HOL_COUNT ? *(const size_t *)at : 0;
      hol_pack_value(&t->pack, quantity->type == HOL_NUMBER ? *(const double *)at
                               : count == SIZE_MAX          ? (double)NAN
                                                            : (double)count);
    }
  }
}

static void array_in_tree(packer *t, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                          size_t step, const void *value)
{
  const char *name = quantity->name ? quantity->name : "";
  bool is_place = t->pack.kind == HOL_PACK_SHAPES && (strlen(name) != 2 || (name[0] != 'u' && name[0] != 'r'));
  if (is_place) { /* which the geometry has: arc lengths of a line, or coordinates */
    t->pack.is_line = t->pack.is_line || strcmp(name, "s") == 0;
  } else if (rank == 1) {
    hol_pack_open(&t->pack, t->part.data, t->part.size, name, strlen(name));
    put_values(t, quantity, over[0]->count, 1, step, value);
    hol_pack_close(&t->pack, over[0]->count, 0);
  }
}

static void array_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  static const hol_quantity number = {.type = HOL_COUNT};
  packer *t = to;
  size_t rows = over[0]->count, columns = rank == 2 ? over[1]->count : 1;
  bool is_number = quantity->type == HOL_NUMBER || quantity->type == HOL_COUNT;
  if (t->open > 0) {
    array_in_tree(t, quantity, rank, over, step, value);
  } else if (is_number && rank <= 2 && rows * columns >= HOL_PACK_LIST) {
    hol_quantity place = *quantity;
    place.type = HOL_MAP;
    place.flags = 0;
    place.items = 0;
    hol_pack_begin(&t->pack, HOL_PACK_LISTS);
    hol_pack_open(&t->pack, "", 0, "", 0);
    put_values(t, quantity, rows, columns, step, value);
    hol_pack_close(&t->pack, rows, rank == 2 ? columns : 0);
    hol_open(&t->sink, &place);
    hol_put_name(&t->sink, HOL_PACK_NAME);
    hol_put_count(&t->sink, &number, hol_pack_end(&t->pack, 1));
    hol_close(&t->sink);
  } else {
    hol_put_array(&t->sink, quantity, rank, over, step, value);
  }
}

static const hol_sink_verbs verbs = {
    .open = open_in, .item = item_in, .close = close_in, .put = put_in, .array = array_in};

/** Only counts. */
static void count_put(void *to, const hol_quantity *quantity, const void *value)
{
  *(size_t *)to += value && (quantity->type == HOL_NUMBER || quantity->type == HOL_COUNT);
}

static void count_array(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over,
                        size_t step, const void *value)
{
  size_t count = quantity->type == HOL_NUMBER || quantity->type == HOL_COUNT;
  (void)step;
  (void)value;
  for (size_t i = 0; i < rank; i++) {
    count *= over[i]->count;
  }
  *(size_t *)to += count;
}

static hol_status put_packed(packer *t, hol_status (*describe)(const void *of, const hol_sink *sink), const void *of,
                             hol_text *text)
{
  hol_text title = {0};
  hol_scan scan = {0};
  t->json.text = &t->head;
  t->sink = hol_json_sink(&t->json);
  const hol_sink sink = {&verbs, t};
  HOL_TRY(describe(of, &sink));
  if (t->head.failed) {
    return HOL_MEMORY;
  }
  hol_status status = hol_scan_visit(t->head.data, t->head.size, NULL, &scan, &title);
  status = status == HOL_OK ? hol_pack_write(&t->pack, &t->head, &title, text) : status;
  hol_text_clear(&title);
  return status;
}

hol_status hol_pack_json(hol_status (*describe)(const void *of, const hol_sink *sink), const void *of, hol_text *text)
{
  static const hol_sink_verbs counting = {.put = count_put, .array = count_array};
  size_t numbers = 0;
  const hol_sink counter = {&counting, &numbers};
  HOL_TRY(describe(of, &counter));
  if (numbers < HOL_PACK_LEAST) {
    hol_json json = {.text = text};
    const hol_sink sink = hol_json_sink(&json);
    HOL_TRY(describe(of, &sink));
    return text->failed ? HOL_MEMORY : HOL_OK;
  }
  packer t = {.open = 0};
  hol_status status = put_packed(&t, describe, of, text);
  hol_text_put(text, "\n", 1);
  hol_pack_clear(&t.pack);
  hol_text_clear(&t.head);
  hol_text_clear(&t.part);
  hol_text_clear(&t.joint);
  return status == HOL_OK && text->failed ? HOL_MEMORY : status;
}
