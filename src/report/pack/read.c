/* SPDX-License-Identifier: BSD-3-Clause */
/* Packing of a result given as JSON: trees of numbers are found while it is scanned and replaced by references. */
#include "report/pack/read.h"

#include "report/pack/decimal.h"
#include "report/pack/pack.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/** The reader. Depths are those of the path. */
typedef struct reader {
  hol_pack pack;
  hol_text head, title; /**< what remains of the result, and its title */
  hol_text *packed;
  const char *begin, *copied, *taken; /**< of the result; of the text, up to where it is in `packed`, in `head` */
  size_t depth, numbers;              /**< of the result */
  bool is_in;                         /**< a result is open */
  bool is_tree, is_list;              /**< a tree is open; a list of numbers in it */
  bool is_skipped;                    /**< of a shape: a list that is not needed */
  hol_pack_kind kind;
  size_t tree_depth, list_depth;
  const char *tree_begin;
  size_t rows, columns, column; /**< of the list; of a list of lists, and so far of its last one */
  hol_scan_span joint;
  hol_status status;
} reader;

static bool is_displacement(hol_scan_span name)
{
  return name.size == 2 && (name.begin[0] == 'u' || name.begin[0] == 'r') && name.begin[1] >= 'x' &&
         name.begin[1] <= 'z';
}

static void begin_tree(reader *r, const hol_scan_path *path, const char *at, hol_pack_kind kind)
{
  hol_pack_begin(&r->pack, kind);
  r->is_tree = true;
  r->kind = kind;
  r->tree_depth = path->depth;
  r->tree_begin = at;
  r->is_list = r->is_skipped = false;
}

static void begin_list(reader *r, const hol_scan_path *path, hol_scan_span part, hol_scan_span name)
{
  hol_pack_open(&r->pack, part.begin ? part.begin : "", part.size, name.begin ? name.begin : "", name.size);
  r->is_list = true;
  r->list_depth = path->depth;
  r->rows = r->columns = r->column = 0;
}

/** It is no tree of numbers after all: it stays where it is. */
static void abandon(reader *r)
{
  hol_pack_forget(&r->pack);
  r->is_tree = r->is_list = r->is_skipped = false;
}

/** The kind of a tree by its name; HOL_PACK_KINDS: none. */
static hol_pack_kind kind_of(const reader *r, const hol_scan_path *path)
{
  static const char *const name[] = {"shapes", "reactions", "energy"};
  for (size_t i = 0; path->depth > r->depth && i < sizeof name / sizeof *name; i++) {
    if (hol_scan_is_key(path, path->depth - 1, name[i])) {
      return (hol_pack_kind)i;
    }
  }
  return HOL_PACK_KINDS;
}

static void open_result(reader *r, const hol_scan_path *path, const char *at)
{
  r->is_in = true;
  r->depth = path->depth;
  r->begin = r->taken = at;
  r->numbers = 0;
  r->joint = (hol_scan_span){0};
}

/** Something is opened in a tree. */
static void open_in_tree(reader *r, const hol_scan_path *path, bool is_object)
{
  size_t below = path->depth - r->tree_depth;
  if (r->is_skipped) {
    return;
  }
  if (r->kind == HOL_PACK_SHAPES && below == 1 && is_object) {
    r->pack.is_line = false;
    return; /* a part */
  }
  if (r->kind == HOL_PACK_SHAPES && below == 2 && !is_object && path->is_object[path->depth - 1]) {
    hol_scan_span name = path->key[path->depth - 1];
    if (is_displacement(name)) {
      begin_list(r, path, path->key[path->depth - 2], name);
    } else {
      r->is_skipped = true; /* places, which the geometry has: arc lengths of a line, or coordinates */
      r->pack.is_line = r->pack.is_line || (name.size == 1 && *name.begin == 's');
      r->list_depth = path->depth;
    }
  } else if (r->kind == HOL_PACK_REACTIONS && below == 1 && !is_object) {
    begin_list(r, path, path->key[path->depth - 1], (hol_scan_span){0});
  } else if (r->kind == HOL_PACK_LISTS && below == 1 && !is_object && r->column == 0 &&
             (r->rows == 0 || r->columns > 0)) {
    r->rows++;
  } else {
    abandon(r);
  }
}

static void visit_open(void *to, const hol_scan_path *path, const char *at, bool is_object)
{
  reader *r = to;
  if (!r->is_in) {
    if (is_object) {
      open_result(r, path, at);
    }
    return;
  }
  if (r->is_tree) {
    open_in_tree(r, path, is_object);
  }
  if (r->is_tree) {
    return;
  }
  hol_pack_kind kind = kind_of(r, path);
  if (is_object && kind != HOL_PACK_KINDS) {
    begin_tree(r, path, at, kind);
  } else if (!is_object) {
    begin_tree(r, path, at, HOL_PACK_LISTS);
    begin_list(r, path, (hol_scan_span){0}, (hol_scan_span){0});
  }
}

/** Write what stands before a tree, and its number. */
static void replace(reader *r, size_t tree, const char *end)
{
  hol_text_put(&r->head, r->taken, (size_t)(r->tree_begin - r->taken));
  hol_text_add(&r->head, "{\"" HOL_PACK_NAME "\": %zu}", tree);
  r->taken = end;
}

static void close_result(reader *r, const char *end)
{
  r->is_in = false;
  if (r->numbers >= HOL_PACK_LEAST && r->status == HOL_OK) {
    hol_text_put(&r->head, r->taken, (size_t)(end - r->taken));
    hol_text_put(r->packed, r->copied, (size_t)(r->begin - r->copied));
    r->status = r->title.failed ? HOL_MEMORY : hol_pack_write(&r->pack, &r->head, &r->title, r->packed);
    r->copied = end;
  }
  hol_pack_clear(&r->pack);
  hol_text_clear(&r->head);
  hol_text_clear(&r->title);
}

/** A list of a tree ends, or one in it. */
static void close_in_tree(reader *r, const hol_scan_path *path)
{
  if (r->is_skipped) {
    r->is_skipped = path->depth != r->list_depth;
  } else if (r->is_list && path->depth == r->list_depth) {
    hol_pack_close(&r->pack, r->rows, r->columns);
    r->is_list = false;
  } else if (r->is_list) {
    bool is_alike = r->column > 0 && (r->rows == 1 || r->column == r->columns);
    r->columns = r->column;
    r->column = 0;
    if (!is_alike) {
      abandon(r);
    }
  }
}

static void visit_close(void *to, const hol_scan_path *path, const char *end)
{
  reader *r = to;
  if (r->is_tree) {
    close_in_tree(r, path);
  }
  if (r->is_tree && path->depth == r->tree_depth) {
    r->is_tree = false;
    size_t tree = hol_pack_end(&r->pack, r->kind == HOL_PACK_LISTS ? HOL_PACK_LIST : 1);
    if (tree != SIZE_MAX) {
      replace(r, tree, end);
    }
  } else if (r->is_in && !r->is_tree && path->depth == r->depth) {
    close_result(r, end);
  }
}

/** A number of a tree, or none. */
static void take_number(reader *r, const hol_scan_path *path, double value)
{
  size_t below = path->depth - r->tree_depth;
  if (r->is_skipped) {
    return;
  }
  if (r->kind == HOL_PACK_ENERGY && below == 1) {
    begin_list(r, path, path->key[path->depth - 1], (hol_scan_span){0});
    hol_pack_value(&r->pack, value);
    hol_pack_close(&r->pack, SIZE_MAX, 0);
    r->is_list = false;
  } else if (!r->is_list || path->depth > r->list_depth + 2 || (path->depth == r->list_depth + 1 && r->columns > 0)) {
    abandon(r);
  } else {
    hol_pack_value(&r->pack, value);
    bool is_inner = path->depth == r->list_depth + 2;
    r->column += is_inner;
    r->rows += !is_inner;
  }
}

/** Of the result itself: its title; of its geometry: joints. */
static void note_text(reader *r, const hol_scan_path *path, hol_scan_kind kind, hol_scan_span value)
{
  size_t first = r->depth;
  if (path->depth == first + 2 && kind == HOL_SCAN_TEXT && r->title.size == 0 &&
      hol_scan_is_key(path, first, "problem") && hol_scan_is_key(path, first + 1, "title")) {
    hol_scan_decode(&r->title, value);
  }
  if (path->depth == first + 4 && hol_scan_is_key(path, first, "geometry") &&
      hol_scan_is_key(path, first + 1, "joints")) {
    if (kind == HOL_SCAN_TEXT && hol_scan_is_key(path, first + 3, "name")) {
      r->joint = value;
    } else if (kind == HOL_SCAN_WORD && r->joint.begin && hol_scan_is_key(path, first + 3, "ground")) {
      hol_pack_joint(&r->pack, r->joint.begin, r->joint.size, *value.begin == 't');
    }
  }
}

static void visit_leaf(void *to, const hol_scan_path *path, hol_scan_kind kind, hol_scan_span value)
{
  reader *r = to;
  bool is_null = kind == HOL_SCAN_WORD && *value.begin == 'n';
  r->numbers += kind == HOL_SCAN_NUMBER;
  if (r->is_tree && (kind == HOL_SCAN_NUMBER || is_null)) {
    take_number(r, path, is_null ? (double)NAN : r->is_skipped ? 0 : hol_decimal(value));
  } else if (r->is_in) {
    if (r->is_tree && !r->is_skipped) {
      abandon(r);
    }
    note_text(r, path, kind, value);
  }
}

hol_status hol_pack_read(const char *bytes, size_t size, hol_text *packed, hol_scan *scan, hol_text *title)
{
  reader r = {.packed = packed, .copied = bytes};
  const hol_scan_visitor visitor = {&r, visit_open, visit_close, visit_leaf};
  hol_status status = hol_scan_visit(bytes, size, &visitor, scan, title);
  status = status == HOL_OK ? r.status : status;
  if (status == HOL_OK && r.copied > bytes) {
    hol_text_put(packed, r.copied, (size_t)(bytes + size - r.copied));
    status = packed->failed ? HOL_MEMORY : HOL_OK;
  }
  hol_pack_clear(&r.pack);
  hol_text_clear(&r.head);
  hol_text_clear(&r.title);
  return status;
}
