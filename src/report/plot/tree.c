/* SPDX-License-Identifier: BSD-3-Clause */
/* Tree of a result in memory: the sink that builds it, and look-up by name. */
#include "report/plot/tree.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void *allocate_in_tree(hol_plot_tree *tree, size_t count, size_t size)
{
  void *memory = count < SIZE_MAX / size ? hol_arena_take(&tree->arena, count * size) : NULL;
  tree->failed = tree->failed || !memory;
  return memory;
}

static const char *copy_text(hol_plot_tree *tree, const char *text)
{
  const char *copy = text ? hol_arena_copy(&tree->arena, text, strlen(text)) : NULL;
  tree->failed = tree->failed || (text && !copy);
  return copy;
}

/** Another member of what is open. NULL without memory. */
static hol_plot_node *add(hol_plot_tree *tree, const char *name, hol_plot_node_type type)
{
  hol_plot_node *node = tree->failed ? NULL : allocate_in_tree(tree, 1, sizeof *node);
  if (!node) {
    return NULL;
  }
  *node = (hol_plot_node){.type = type, .number = NAN, .parent = tree->open, .name = copy_text(tree, name)};
  if (!tree->open) {
    tree->all = tree->all ? tree->all : node;
    return node;
  }
  tree->open->count++;
  if (tree->open->last) {
    tree->open->last->next = node;
  } else {
    tree->open->first = node;
  }
  tree->open->last = node;
  return node;
}

/** Of a list no member has a name, of a map each has its own. */
static const char *name_of(hol_plot_tree *tree, const hol_quantity *quantity)
{
  const char *name = tree->named ? tree->named : quantity->name;
  tree->named = NULL;
  return tree->open && tree->open->type == HOL_PLOT_NODE_LIST ? NULL : name;
}

static void open_in(void *to, const hol_quantity *quantity)
{
  hol_plot_tree *tree = to;
  const char *name = tree->forgotten ? NULL : name_of(tree, quantity);
  if (tree->forgotten || (tree->forgets && name && tree->forgets(tree->open, name, tree->context))) {
    tree->forgotten++;
    return;
  }
  hol_plot_node *node = add(tree, name, quantity->type == HOL_LIST ? HOL_PLOT_NODE_LIST : HOL_PLOT_NODE_RECORD);
  tree->open = node ? node : tree->open;
}

static void item_in(void *to, const char *name)
{
  hol_plot_tree *tree = to;
  tree->named = tree->forgotten ? NULL : name;
}

static void close_in(void *to)
{
  hol_plot_tree *tree = to;
  if (tree->forgotten) {
    tree->forgotten--;
  } else {
    tree->open = !tree->failed && tree->open ? tree->open->parent : tree->open;
  }
}

static double number_of(hol_quantity_type type, const void *value)
{
  size_t count = type == HOL_COUNT ? *(const size_t *)value : 0;
  switch (type) {
  case HOL_NUMBER:
    return isfinite(*(const double *)value) ? *(const double *)value : (double)NAN;
  case HOL_COUNT:
    return count == SIZE_MAX ? (double)NAN : (double)count;
  case HOL_TRUTH:
    return *(const bool *)value;
  default:
    return NAN;
  }
}

static hol_plot_node_type type_of(hol_quantity_type type)
{
  return type == HOL_TEXT || type == HOL_CHOICE ? HOL_PLOT_NODE_TEXT
         : type == HOL_TRUTH                    ? HOL_PLOT_NODE_TRUTH
                                                : HOL_PLOT_NODE_NUMBER;
}

static void put_in(void *to, const hol_quantity *quantity, const void *value)
{
  hol_plot_tree *tree = to;
  if (tree->forgotten) {
    return;
  }
  bool is_text = quantity->type == HOL_TEXT || quantity->type == HOL_CHOICE;
  hol_plot_node *node = add(tree, name_of(tree, quantity), value ? type_of(quantity->type) : HOL_PLOT_NODE_NOTHING);
  if (node && value && is_text) {
    node->text = copy_text(tree, quantity->type == HOL_TEXT ? value : quantity->word[*(const int *)value]);
  } else if (node && value) {
    node->number = number_of(quantity->type, value);
  }
}

static void put_numbers(hol_plot_tree *tree, const char *name, const hol_quantity *quantity, size_t count, size_t step,
                        const char *value)
{
  hol_plot_node *node = add(tree, name, HOL_PLOT_NODE_NUMBERS);
  double *number = node ? allocate_in_tree(tree, count, sizeof *number) : NULL;
  for (size_t i = 0; number && i < count; i++) {
    number[i] = number_of(quantity->type, value + i * step);
  }
  if (number) {
    node->value = number;
    node->count = count;
  }
}

/** Values over axes as lists in lists. */
static void put_values(hol_plot_tree *tree, const char *name, const hol_quantity *quantity, size_t rank,
                       const hol_sink_axis *const *over, size_t step, const char *value)
{
  bool is_text = quantity->type == HOL_TEXT || quantity->type == HOL_CHOICE;
  if (rank == 1 && !is_text) {
    put_numbers(tree, name, quantity, over[0]->count, step, value);
    return;
  }
  size_t inner = hol_value_size(quantity->type);
  for (size_t i = 2; i < rank; i++) {
    inner *= over[i]->count;
  }
  hol_plot_node *node = add(tree, name, HOL_PLOT_NODE_LIST), *outer = tree->open;
  tree->open = node ? node : outer;
  for (size_t i = 0; node && i < over[0]->count; i++) {
    const char *one = value + i * step;
    if (rank > 1) {
      put_values(tree, NULL, quantity, rank - 1, over + 1, inner, one);
    } else {
      put_in(tree, quantity, quantity->type == HOL_TEXT ? *(const char *const *)(const void *)one : one);
    }
  }
  tree->open = outer;
}

static void array_in(void *to, const hol_quantity *quantity, size_t rank, const hol_sink_axis *const *over, size_t step,
                     const void *value)
{
  if (!((hol_plot_tree *)to)->forgotten) {
    put_values(to, name_of(to, quantity), quantity, rank, over, step, value);
  }
}

hol_sink hol_plot_tree_sink(hol_plot_tree *tree)
{
  static const hol_sink_verbs verbs = {
      .open = open_in, .item = item_in, .close = close_in, .put = put_in, .array = array_in};
  return (hol_sink){&verbs, tree};
}

void hol_plot_tree_clear(hol_plot_tree *tree)
{
  hol_arena_clear(&tree->arena);
  *tree = (hol_plot_tree){.all = NULL};
}

const hol_plot_node *hol_plot_node_get(const hol_plot_node *of, const char *name)
{
  const hol_plot_node *one = of && of->type == HOL_PLOT_NODE_RECORD ? of->first : NULL;
  while (one && (!one->name || strcmp(one->name, name) != 0)) {
    one = one->next;
  }
  return one;
}

double hol_plot_node_number(const hol_plot_node *of)
{
  return of && (of->type == HOL_PLOT_NODE_NUMBER || of->type == HOL_PLOT_NODE_TRUTH) ? of->number : (double)NAN;
}

const char *hol_plot_node_text(const hol_plot_node *of)
{
  return of && of->text ? of->text : "";
}

bool hol_plot_node_truth(const hol_plot_node *of)
{
  return hol_plot_node_number(of) > 0;
}

size_t hol_plot_node_count(const hol_plot_node *of)
{
  return of ? of->count : 0;
}

double hol_plot_node_value(const hol_plot_node *of, size_t i)
{
  if (!of || i >= of->count) {
    return NAN;
  }
  if (of->type == HOL_PLOT_NODE_NUMBERS) {
    return of->value[i];
  }
  const hol_plot_node *one = of->type == HOL_PLOT_NODE_LIST ? of->first : NULL;
  for (; one && i > 0; i--) {
    one = one->next;
  }
  return hol_plot_node_number(one);
}
