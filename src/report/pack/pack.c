/* SPDX-License-Identifier: BSD-3-Clause */
/* Collection of the trees of numbers of a result: values, names, and layouts shared by equal trees. */
#include "report/pack/pack.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Copy a name to the words. @return where it begins */
static size_t keep_name(hol_pack *pack, const char *name, size_t size)
{
  size_t at = pack->words.size;
  hol_text_put(&pack->words, name, size);
  hol_text_put(&pack->words, "", 1);
  pack->failed = pack->failed || pack->words.failed;
  return at;
}

static bool is_name(const hol_pack *pack, size_t at, const char *name, size_t size)
{
  return !pack->words.failed && strncmp(pack->words.data + at, name, size) == 0 && pack->words.data[at + size] == '\0';
}

/** The leaf at the same place of the last tree of this kind; NULL: there is none, or they differ already. */
static const hol_pack_leaf *model_of(const hol_pack *pack, size_t i)
{
  const hol_pack_layout *last = pack->last[pack->kind] ? &pack->layout[pack->last[pack->kind] - 1] : NULL;
  return pack->is_same && last && i < last->count ? &pack->leaf[last->first + i] : NULL;
}

void hol_pack_begin(hol_pack *pack, hol_pack_kind kind)
{
  pack->kind = kind;
  pack->first_leaf = pack->leaves;
  pack->first_value = pack->values;
  pack->is_same = pack->last[kind] > 0;
  pack->is_line = false;
}

void hol_pack_open(hol_pack *pack, const char *part, size_t part_size, const char *name, size_t name_size)
{
  if (pack->failed || !hol_grow(&pack->leaf, &pack->leaf_room, pack->leaves + 1, sizeof *pack->leaf)) {
    pack->failed = true;
    return;
  }
  const hol_pack_leaf *model = model_of(pack, pack->leaves - pack->first_leaf);
  hol_pack_leaf *leaf = &pack->leaf[pack->leaves++];
  if (model && is_name(pack, model->part, part, part_size) && is_name(pack, model->name, name, name_size) &&
      model->is_line == pack->is_line) {
    *leaf = *model;
    return;
  }
  pack->is_same = false;
  leaf->part = keep_name(pack, part, part_size);
  leaf->name = keep_name(pack, name, name_size);
  leaf->is_line = pack->is_line;
}

void hol_pack_value(hol_pack *pack, double value)
{
  if (pack->values == pack->value_room &&
      (pack->failed || !hol_grow(&pack->value, &pack->value_room, pack->values + 1, sizeof *pack->value))) {
    pack->failed = true;
    return;
  }
  pack->value[pack->values++] = value;
}

void hol_pack_close(hol_pack *pack, size_t rows, size_t columns)
{
  if (!pack->failed) {
    hol_pack_leaf *leaf = &pack->leaf[pack->leaves - 1];
    const hol_pack_leaf *model = model_of(pack, pack->leaves - 1 - pack->first_leaf);
    pack->is_same = model && model->rows == rows && model->columns == columns;
    leaf->rows = rows;
    leaf->columns = columns;
  }
}

void hol_pack_forget(hol_pack *pack)
{
  pack->leaves = pack->first_leaf;
  pack->values = pack->first_value;
}

/** The layout of the tree that ends. @return SIZE_MAX without memory */
static size_t layout_of(hol_pack *pack)
{
  size_t count = pack->leaves - pack->first_leaf, last = pack->last[pack->kind];
  if (pack->is_same && pack->layout[last - 1].count == count) {
    pack->leaves = pack->first_leaf;
    return last - 1;
  }
  if (!hol_grow(&pack->layout, &pack->layout_room, pack->layouts + 1, sizeof *pack->layout)) {
    return SIZE_MAX;
  }
  pack->layout[pack->layouts] = (hol_pack_layout){pack->kind, pack->first_leaf, count};
  pack->last[pack->kind] = ++pack->layouts;
  return pack->layouts - 1;
}

size_t hol_pack_end(hol_pack *pack, size_t least)
{
  if (pack->failed || pack->values - pack->first_value < least) {
    hol_pack_forget(pack);
    return SIZE_MAX;
  }
  size_t layout = layout_of(pack);
  if (layout == SIZE_MAX || !hol_grow(&pack->tree, &pack->tree_room, pack->trees + 1, sizeof *pack->tree)) {
    pack->failed = true;
    return SIZE_MAX;
  }
  pack->tree[pack->trees] = (hol_pack_tree){layout, pack->first_value};
  return pack->trees++;
}

void hol_pack_joint(hol_pack *pack, const char *name, size_t size, bool is_ground)
{
  pack->joints++;
  if (is_ground) {
    if (!hol_grow(&pack->ground, &pack->ground_room, pack->grounds + 1, sizeof *pack->ground)) {
      pack->failed = true;
      return;
    }
    pack->ground[pack->grounds++] = keep_name(pack, name, size);
  }
}

void hol_pack_clear(hol_pack *pack)
{
  hol_text_clear(&pack->words);
  free(pack->leaf);
  free(pack->layout);
  free(pack->tree);
  free(pack->value);
  free(pack->ground);
  *pack = (hol_pack){0};
}
