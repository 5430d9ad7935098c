/* SPDX-License-Identifier: BSD-3-Clause */
/* What a result in a page is made of, and how much of it there is room for. */
#include "report/pack/pack.h"

#include "base/memory.h"
#include "output/json.h"
#include "report/pack/base64.h"
#include "report/pack/planes.h"
#include "result/number.h"
#include "result/schema.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  SELECTIONS = 3, /* arrays of a tree of shapes: displacements, rotations of points, rotations along parts */
  MANY_JOINTS = 100,
  SAMPLES = 5, /* trees of each kind whose size estimates that of all */
  ORDER = 4,
  TURN_BITS = 8,
  TURN_ORDER = 3
};

/** What is taken into a page. */
typedef struct choice {
  unsigned bits;
  bool has_inner, has_turns;
  size_t step;  /**< of stations along parts */
  size_t modes; /**< with shapes */
} choice;

/** An array of a layout: the lists that are of one selection. */
typedef struct selected {
  hol_series *series; /**< [count], of values from the first of a tree on. Owned */
  size_t count;
  size_t id; /**< among the layouts that are written; SIZE_MAX: not written yet */
} selected;

/** One writing. */
typedef struct writer {
  const hol_pack *pack;
  choice take;
  selected *of; /**< [SELECTIONS x layouts]. Owned */
  hol_text early, trees, arrays, layouts, chunks;
  size_t chunk_count, array_count, layout_count;
  size_t seen[HOL_PACK_KINDS]; /**< trees of each kind so far */
} writer;

static const hol_pack_layout *layout_of(const writer *w, size_t tree)
{
  return &w->pack->layout[w->pack->tree[tree].layout];
}

static size_t size_of(const hol_pack_leaf *leaf)
{
  return leaf->rows == SIZE_MAX ? 1 : leaf->rows * (leaf->columns ? leaf->columns : 1);
}

/** The stations that are kept of so many: those that a step divides evenly. */
static size_t step_of(const writer *w, const hol_pack_layout *layout, const hol_pack_leaf *leaf)
{
  bool can = layout->kind == HOL_PACK_SHAPES && leaf->is_line && leaf->rows > 2;
  size_t step = w->take.step;
  while (can && step > 1 && (leaf->rows - 1) % step != 0) {
    step--;
  }
  return can ? step : 1;
}

static bool is_ground(const hol_pack *pack, const char *name)
{
  for (size_t i = 0; i < pack->grounds; i++) {
    if (strcmp(pack->words.data + pack->ground[i], name) == 0) {
      return true;
    }
  }
  return false;
}

static bool is_selected(const writer *w, const hol_pack_layout *layout, const hol_pack_leaf *leaf, size_t selection)
{
  const char *words = w->pack->words.data, *name = words + leaf->name;
  if (layout->kind == HOL_PACK_SHAPES) {
    size_t own = name[0] == 'u' ? 0 : leaf->rows == 1 ? 1 : 2;
    return own == selection && (own < 2 || w->take.has_turns);
  }
  return selection == 0 &&
         (layout->kind != HOL_PACK_REACTIONS || w->take.has_inner || is_ground(w->pack, words + leaf->part));
}

/** Number of the component: the letter behind u or r. */
static size_t group_of(const hol_pack_layout *layout, const char *name)
{
  return layout->kind == HOL_PACK_SHAPES && name[0] != '\0' && name[1] >= 'x' && name[1] <= 'z'
             ? (size_t)(name[1] - 'x')
             : 0;
}

/** Find the lists of a selection. */
static hol_status select_lists(writer *w, const hol_pack_layout *layout, size_t selection, selected *to)
{
  size_t first = 0;
  to->series = hol_alloc(layout->count, sizeof *to->series);
  to->id = SIZE_MAX;
  if (!to->series) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < layout->count; i++) {
    const hol_pack_leaf *leaf = &w->pack->leaf[layout->first + i];
    if (is_selected(w, layout, leaf, selection)) {
      size_t step = step_of(w, layout, leaf);
      to->series[to->count++] = (hol_series){first, step, size_of(leaf) > 0 ? (size_of(leaf) - 1) / step + 1 : 0,
                                             group_of(layout, w->pack->words.data + leaf->name)};
    }
    first += size_of(leaf);
  }
  return HOL_OK;
}

static void put_size(hol_text *text, const hol_pack_leaf *leaf, size_t step)
{
  if (leaf->rows == SIZE_MAX) {
    hol_text_add(text, "null");
  } else if (leaf->columns) {
    hol_text_add(text, "[%zu, %zu]", leaf->rows, leaf->columns);
  } else {
    hol_text_add(text, "%zu", leaf->rows > 0 ? (leaf->rows - 1) / step + 1 : 0);
  }
}

/** The words of a pair and its bracket: `["name", `. */
static void put_pair(hol_text *text, const char *gap, const char *words)
{
  hol_text_put(text, gap, strlen(gap));
  hol_text_put(text, "[\"", 2);
  hol_text_put(text, words, strlen(words));
  hol_text_put(text, "\", ", 3);
}

/** A layout as JSON: names and counts in pairs, since names that are numbers lose their order in objects. */
static void put_layout(writer *w, const hol_pack_layout *layout, size_t selection)
{
  hol_text *text = &w->layouts;
  const char *words = w->pack->words.data, *part = NULL;
  bool is_one = layout->kind == HOL_PACK_LISTS, has_names = layout->kind == HOL_PACK_SHAPES;
  hol_text_add(text, "%s%s", w->layout_count ? ",\n" : "", is_one ? "" : "[");
  for (size_t i = 0; i < layout->count; i++) {
    const hol_pack_leaf *leaf = &w->pack->leaf[layout->first + i];
    if (!is_selected(w, layout, leaf, selection)) {
      continue;
    }
    bool is_new = !part || !has_names || strcmp(part, words + leaf->part) != 0;
    if (!is_one && is_new) {
      put_pair(text, !part ? "" : has_names ? "]], " : ", ", words + leaf->part);
    }
    if (has_names) {
      put_pair(text, is_new ? "[" : ", ", words + leaf->name);
    }
    put_size(text, leaf, step_of(w, layout, leaf));
    hol_text_add(text, is_one ? "" : "]");
    part = words + leaf->part;
  }
  hol_text_add(text, is_one ? "" : part && has_names ? "]]]" : "]");
}

static hol_planes planes_of(const writer *w, hol_pack_kind kind, size_t selection, const double *value,
                            const selected *of)
{
  unsigned bits = kind == HOL_PACK_REACTIONS || kind == HOL_PACK_LISTS ? 64 : selection == 2 ? TURN_BITS : w->take.bits;
  unsigned order = kind != HOL_PACK_SHAPES || selection == 1 ? 0 : selection == 2 ? TURN_ORDER : ORDER;
  return hol_planes_of(value, of->series, of->count, bits, order);
}

/** Add the arrays of a tree to the bytes of a chunk. */
static hol_status put_tree(writer *w, size_t tree, size_t chunk, hol_text *bytes)
{
  const hol_pack_layout *layout = layout_of(w, tree);
  const double *value = w->pack->value + w->pack->tree[tree].first;
  const char *gap = "";
  hol_text_add(&w->trees, w->trees.size ? ", [" : "[");
  for (size_t s = 0; s < (layout->kind == HOL_PACK_SHAPES ? SELECTIONS : 1); s++) {
    selected *of = &w->of[SELECTIONS * w->pack->tree[tree].layout + s];
    if (!of->series) {
      HOL_TRY(select_lists(w, layout, s, of));
    }
    if (of->count == 0) {
      continue;
    }
    if (of->id == SIZE_MAX) {
      put_layout(w, layout, s);
      of->id = w->layout_count++;
    }
    hol_planes planes = planes_of(w, layout->kind, s, value, of);
    hol_text_add(&w->arrays, "%s{\"chunk\": %zu, \"at\": %zu, \"bits\": %u, \"order\": %u, \"scale\": ",
                 w->array_count ? ",\n" : "", chunk, bytes->size, planes.bits, planes.order);
    hol_number_add(&w->arrays, planes.scale, "0");
    hol_text_add(&w->arrays, ", \"layout\": %zu}", of->id);
    hol_text_add(&w->trees, "%s%zu", gap, w->array_count++);
    gap = ", ";
    HOL_TRY(hol_planes_put(bytes, &planes, value, of->series, of->count));
  }
  hol_text_add(&w->trees, "]");
  return HOL_OK;
}

static hol_status put_chunk(writer *w, const hol_text *bytes)
{
  hol_text_add(&w->chunks, w->chunks.size ? ",\n\"" : "\"");
  HOL_TRY(hol_deflate_base64(bytes, &w->chunks));
  hol_text_add(&w->chunks, "\"");
  return HOL_OK;
}

/** A tree in a chunk of its own. */
static hol_status put_alone(writer *w, size_t tree)
{
  hol_text bytes = {0};
  hol_status status = put_tree(w, tree, w->chunk_count, &bytes);
  if (status == HOL_OK) {
    status = put_chunk(w, &bytes);
    w->chunk_count++;
  }
  hol_text_clear(&bytes);
  return status;
}

/** All trees. The chunk of lists and energies is the first, and is known last. @param[out] first  its characters */
static hol_status put_trees(writer *w, hol_text *first)
{
  w->chunk_count = 1;
  for (size_t i = 0; i < w->pack->trees; i++) {
    hol_pack_kind kind = layout_of(w, i)->kind;
    bool is_left_out = kind == HOL_PACK_SHAPES && w->seen[kind] >= w->take.modes;
    w->seen[kind]++;
    if (is_left_out) {
      hol_text_add(&w->trees, w->trees.size ? ", null" : "null");
    } else {
      HOL_TRY(kind < HOL_PACK_ENERGY ? put_alone(w, i) : put_tree(w, i, 0, &w->early));
    }
  }
  return hol_deflate_base64(&w->early, first);
}

static void writer_clear(writer *w)
{
  for (size_t i = 0; w->of && i < SELECTIONS * w->pack->layouts; i++) {
    free(w->of[i].series);
  }
  free(w->of);
  hol_text_clear(&w->early);
  hol_text_clear(&w->trees);
  hol_text_clear(&w->arrays);
  hol_text_clear(&w->layouts);
  hol_text_clear(&w->chunks);
  *w = (writer){0};
}

static hol_status writer_make(writer *w, const hol_pack *pack, choice take)
{
  *w = (writer){.pack = pack, .take = take};
  w->of = hol_alloc(SELECTIONS * pack->layouts, sizeof *w->of);
  return w->of ? HOL_OK : HOL_MEMORY;
}

static size_t count_of(const hol_pack *pack, hol_pack_kind kind)
{
  size_t count = 0;
  for (size_t i = 0; i < pack->trees; i++) {
    count += pack->layout[pack->tree[i].layout].kind == kind;
  }
  return count;
}

/** Characters of all trees of a kind, from a few of them. */
static hol_status guess_kind(writer *w, hol_pack_kind kind, double *characters)
{
  size_t count = count_of(w->pack, kind), every = count / SAMPLES + 1, k = 0, taken = 0, before = w->chunks.size;
  for (size_t i = 0; i < w->pack->trees; i++) {
    if (layout_of(w, i)->kind == kind && k++ % every == every / 2) {
      HOL_TRY(put_alone(w, i));
      taken++;
    }
  }
  size_t kept = kind == HOL_PACK_SHAPES && w->take.modes < count ? w->take.modes : count;
  *characters += taken ? (double)(w->chunks.size - before) / (double)taken * (double)kept : 0;
  return HOL_OK;
}

/** About how large the trees with chunks of their own become. */
static hol_status guess(const hol_pack *pack, choice take, double *characters)
{
  writer w;
  HOL_TRY(writer_make(&w, pack, take));
  hol_status status = guess_kind(&w, HOL_PACK_SHAPES, characters);
  status = status == HOL_OK ? guess_kind(&w, HOL_PACK_REACTIONS, characters) : status;
  writer_clear(&w);
  return status;
}

/** Take less. @return false: there is nothing that could be left out */
static bool take_less(const hol_pack *pack, choice *take, double size)
{
  if (take->bits == 21) {
    take->bits = 16;
  } else if (take->has_inner && pack->joints > MANY_JOINTS && count_of(pack, HOL_PACK_REACTIONS) > 0) {
    take->has_inner = false;
  } else if (take->has_turns) {
    take->has_turns = false;
  } else if (take->step < 20) {
    take->step = take->step == 1 ? 2 : take->step == 2 ? 4 : take->step == 4 ? 10 : 20;
  } else if (take->modes > 1) {
    size_t fewer = (size_t)((double)take->modes * (double)HOL_PACK_MOST / size);
    take->modes = fewer < 1 ? 1 : fewer < take->modes ? fewer : take->modes - 1;
  } else {
    return false;
  }
  return true;
}

/** What there is room for beside `rest` characters. */
static hol_status choose(const hol_pack *pack, double rest, choice *take)
{
  *take = (choice){21, true, true, 1, count_of(pack, HOL_PACK_SHAPES)};
  for (;;) {
    double size = rest;
    HOL_TRY(guess(pack, *take, &size));
    double most = take->bits == 21 ? HOL_PACK_FINE : HOL_PACK_MOST;
    if (size <= most || !take_less(pack, take, size)) {
      return HOL_OK;
    }
  }
}

/** What is left out, in numbers. */
static void put_left_out(hol_text *text, const hol_pack *pack, const choice *take)
{
  size_t shapes = count_of(pack, HOL_PACK_SHAPES);
  hol_text_add(text, "{\"bits\": %u, \"step\": %zu, \"shapes\": %zu, \"modes\": %zu, \"joints\": %zu, \"turns\": %s}",
               take->bits, take->step, take->modes < shapes ? take->modes : shapes, shapes,
               take->has_inner ? 0 : pack->joints - pack->grounds, take->has_turns ? "false" : "true");
}

/** The remaining JSON with the tables of what was taken out of it. */
static hol_status put_head(const writer *w, const hol_text *head, hol_text *base64)
{
  size_t end = head->size;
  while (end > 0 && head->data[end - 1] != '}') {
    end--;
  }
  hol_text whole = {0};
  hol_text_put(&whole, head->data, end > 0 ? end - 1 : 0);
  hol_text_add(&whole, ",\n  \"packed\": {\"trees\": [");
  hol_text_put(&whole, w->trees.data, w->trees.size);
  hol_text_add(&whole, "],\n\"arrays\": [");
  hol_text_put(&whole, w->arrays.data, w->arrays.size);
  hol_text_add(&whole, "],\n\"layouts\": [");
  hol_text_put(&whole, w->layouts.data, w->layouts.size);
  hol_text_add(&whole, "],\n\"left_out\": ");
  put_left_out(&whole, w->pack, &w->take);
  hol_text_add(&whole, "}}\n");
  hol_status status = hol_deflate_base64(&whole, base64);
  hol_text_clear(&whole);
  return status;
}

/** Has a table or a chunk not been written to its end? */
static bool is_cut(const writer *w)
{
  return w->trees.failed || w->arrays.failed || w->layouts.failed || w->chunks.failed;
}

static hol_status write_with(writer *w, const hol_text *head, const hol_text *title, hol_text *text)
{
  hol_text first = {0}, base64 = {0};
  hol_status status = put_trees(w, &first);
  status = status == HOL_OK && is_cut(w) ? HOL_MEMORY : status;
  status = status == HOL_OK ? put_head(w, head, &base64) : status;
  hol_text_add(text, "{\"schema\": {\"name\": \"holonome-result\", \"version\": %d}, \"problem\": {\"title\": \"",
               HOL_SCHEMA_VERSION);
  hol_json_words(text, title->data ? title->data : "");
  hol_text_add(text, "\"}, \"packed\": {\"head\": \"");
  hol_text_put(text, base64.data, base64.size);
  hol_text_add(text, "\", \"chunks\": [\"");
  hol_text_put(text, first.data, first.size);
  hol_text_add(text, w->chunks.size ? "\",\n" : "\"");
  hol_text_put(text, w->chunks.data, w->chunks.size);
  hol_text_add(text, "]}}");
  hol_text_clear(&first);
  hol_text_clear(&base64);
  return status == HOL_OK && text->failed ? HOL_MEMORY : status;
}

/** Characters of what is neither shape nor reaction. */
static hol_status measure_rest(const hol_pack *pack, const hol_text *head, double *size)
{
  writer w;
  hol_text base64 = {0};
  HOL_TRY(writer_make(&w, pack, (choice){.bits = 16}));
  hol_status status = HOL_OK;
  for (size_t i = 0; status == HOL_OK && i < pack->trees; i++) {
    status = layout_of(&w, i)->kind < HOL_PACK_ENERGY ? HOL_OK : put_tree(&w, i, 0, &w.early);
  }
  status = status == HOL_OK ? hol_deflate_base64(&w.early, &base64) : status;
  status = status == HOL_OK ? hol_deflate_base64(head, &base64) : status;
  *size = (double)base64.size;
  hol_text_clear(&base64);
  writer_clear(&w);
  return status;
}

hol_status hol_pack_write(const hol_pack *pack, const hol_text *head, const hol_text *title, hol_text *text)
{
  choice take;
  writer w;
  double rest = 0;
  size_t start = text->size;
  if (pack->failed || head->failed) {
    return HOL_MEMORY;
  }
  HOL_TRY(measure_rest(pack, head, &rest));
  HOL_TRY(choose(pack, rest, &take));
  for (;;) {
    HOL_TRY(writer_make(&w, pack, take));
    hol_status status = write_with(&w, head, title, text);
    writer_clear(&w);
    double size = (double)(text->size - start);
    if (status != HOL_OK || size <= HOL_PACK_MOST || !take_less(pack, &take, size)) {
      return status;
    }
    text->size = start;
  }
}
