/* SPDX-License-Identifier: BSD-3-Clause */
/* Sections: their numbers by the keys of their shape. */
#include "base/memory.h"
#include "problem/draft.h"
#include "problem/shape.h"
#include "problem/varying.h"

#include <assert.h>
#include <string.h>

#define BIT(i) (1u << (i))

/** Most keys that sections have by all shapes. */
enum { ALL_KEYS = 32, SHAPES_MAX = 24 };

/** A section being read: what stands under all keys that sections have. */
typedef struct written {
  hol_field field[ALL_KEYS]; /**< `shape` first */
  size_t count;
} written;

static hol_field *field_of(written *w, const char *key)
{
  for (size_t i = 0; i < w->count; i++) {
    if (strcmp(w->field[i].key, key) == 0) {
      return &w->field[i];
    }
  }
  return NULL;
}

/** The keys of all shapes, each once. */
static void list_keys(const hol_reader *reader, written *w)
{
  *w = (written){.field[0].key = "shape", .count = 1};
  for (size_t s = 0; s < reader->shape_count; s++) {
    const hol_shape_grammar *of = reader->shape[s];
    for (size_t i = 0; i < of->keys; i++) {
      if (!field_of(w, of->key[i]->name)) {
        assert(w->count < ALL_KEYS);
        w->field[w->count++].key = of->key[i]->name;
      }
    }
  }
}

static size_t index_of(const hol_shape_grammar *of, const char *key)
{
  size_t i = 0;
  while (i < of->keys && strcmp(of->key[i]->name, key) != 0) {
    i++;
  }
  return i;
}

static bool is_number(const hol_key *key)
{
  return key->what != NULL;
}

static const char *keys_text(hol_reader *reader, const hol_shape_grammar *of, unsigned keys, const char *between)
{
  const char *text = "";
  for (size_t i = 0; i < of->keys && text; i++) {
    if (keys & BIT(i)) {
      text = hol_arena_print(reader->arena, "%s%s`%s`", text, text[0] ? between : "", of->key[i]->name);
    }
  }
  return text ? text : "";
}

static size_t bit_count(unsigned bits)
{
  size_t n = 0;
  for (; bits; bits &= bits - 1) {
    n++;
  }
  return n;
}

/** The keys by which the shape is told from others: all but what they have in common. */
static unsigned own_keys(const hol_shape_grammar *of)
{
  unsigned keys = 0;
  for (size_t i = 0; i < of->keys; i++) {
    keys |= is_number(of->key[i]) && strcmp(of->key[i]->name, "kappa") != 0 ? BIT(i) : 0;
  }
  return keys;
}

/** Keys that belong to other shapes are faults. @return how many there are */
static size_t check_strange(hol_reader *reader, const written *w, const hol_shape_grammar *of)
{
  size_t strange = 0;
  for (size_t i = 1; i < w->count; i++) {
    const hol_field *field = &w->field[i];
    if (!field->value || index_of(of, field->key) < of->keys) {
      continue;
    }
    strange++;
    if (of->name) {
      hol_fault(reader, field->name,
                hol_arena_print(reader->arena, "it takes %s", keys_text(reader, of, own_keys(of), ", ")),
                "`%s` does not belong to the shape `%s`", field->key, of->name);
    } else {
      hol_fault(reader, field->name, "e.g. shape: rectangle", "`%s` has no meaning without a `shape`", field->key);
    }
  }
  return strange;
}

/** Has the shape the numbers that it needs? */
static bool check_needed(hol_reader *reader, const hol_node *name, const hol_shape_grammar *of, unsigned written_keys)
{
  unsigned missing = 0;
  for (size_t i = 0; i < of->keys; i++) {
    missing |= is_number(of->key[i]) && of->key[i]->is_required && !(written_keys & BIT(i)) ? BIT(i) : 0;
  }
  if (missing) {
    hol_fault_missing(reader, name, NULL, "the shape `%s` needs %s", of->name, keys_text(reader, of, missing, " and "));
    return false;
  }
  if (of->either && bit_count(written_keys & of->either) != 1) {
    const char *words = hol_arena_print(reader->arena, "the shape `%s` needs either %s", of->name,
                                        keys_text(reader, of, of->either, " or "));
    const hol_node *given = written_keys & of->either ? name : NULL;
    (void)hol_check_either(reader, name, given, given, NULL, words ? words : "");
    return false;
  }
  return true;
}

static bool read_number(hol_reader *reader, const hol_node *node, const hol_key *key, size_t i, hol_section *section)
{
  hol_wanted wanted = hol_key_wanted(key);
  if (!hol_is_varying(node)) {
    hol_quantity quantity;
    bool is_good = hol_read_wanted(reader, node, wanted, &quantity);
    if (is_good) {
      hol_settle_both(reader, hol_number_of(&quantity), key->least, &section->number[i], HOL_SECTION_NUMBERS);
    }
    return is_good;
  }
  wanted.least = 2; /* which stretch of a member it is for is not known yet: it may be anything elsewhere */
  return hol_read_varying(reader, node, wanted, NULL, i, &section->varying, &section->number[i]);
}

/** Read the numbers of the shape. @param[out] field  [of->keys] @return which keys are written */
static unsigned read_numbers(hol_reader *reader, written *w, hol_section *section, hol_field *field)
{
  unsigned keys = 0;
  for (size_t i = 0; i < section->of->keys; i++) {
    const hol_key *key = section->of->key[i];
    field[i] = *field_of(w, key->name);
    if (is_number(key) && field[i].value) {
      keys |= BIT(i);
      section->given |= read_number(reader, field[i].value, key, i, section) ? BIT(i) : 0;
    }
  }
  return keys;
}

/** The row of the shape that is written, or of none; NULL after a fault. */
static const hol_shape_grammar *find_shape(hol_reader *reader, const hol_node *shape)
{
  const char *word[SHAPES_MAX];
  size_t row = 0, words = 0;
  for (size_t i = 1; i < reader->shape_count && words < SHAPES_MAX; i++) {
    word[words++] = reader->shape[i]->name;
  }
  if (!shape) {
    return reader->shape[0];
  }
  return hol_read_choice(reader, shape, "the shape of a section", word, words, &row) ? reader->shape[row + 1] : NULL;
}

/** Nothing at all is written that says what the section is. */
static void fault_empty(hol_reader *reader, const hol_node *name)
{
  const char *words = "";
  for (size_t i = 1; i < reader->shape_count && words; i++) {
    words = hol_arena_print(reader->arena, "%s%s%s", words,
                            i == 1                        ? ""
                            : i + 1 < reader->shape_count ? ", "
                                                          : " or ",
                            reader->shape[i]->name);
  }
  const char *hint =
      words ? hol_arena_print(reader->arena, "shape: %s; or area, I_y, I_z, J, I_p directly", words) : NULL;
  hol_fault_missing(reader, name, hint, "section `%s` has neither a shape nor any number", name->text);
}

static void fill_section(hol_reader *reader, const hol_node *name, written *w, hol_section *section)
{
  hol_field field[ALL_KEYS];
  unsigned keys = read_numbers(reader, w, section, field);
  size_t strange = check_strange(reader, w, section->of);
  if (!section->of->name && !strange && !(keys & own_keys(section->of))) {
    fault_empty(reader, name);
  }
  const hol_section_draft draft = {name, field, section};
  if (check_needed(reader, name, section->of, keys) && !strange && keys == section->given && section->of->check) {
    section->of->check(reader, &draft);
  }
}

static void read_section(hol_reader *reader, const hol_node *name, const hol_node *node)
{
  written w;
  list_keys(reader, &w);
  if (!hol_fields_take(reader, node, "a section", w.field, w.count)) {
    return;
  }
  hol_problem *problem = reader->problem;
  hol_section section = {.of = find_shape(reader, w.field[0].value), .place = hol_node_place(name)};
  if (!section.of) {
    return;
  }
  assert(section.of->keys <= HOL_SECTION_NUMBERS);
  const hol_home outer = hol_enter(reader, HOL_TABLE_SECTION, problem->section_count, &section, sizeof section);
  fill_section(reader, name, &w, &section);
  reader->home = outer;
  void *room = hol_reader_grow(reader, problem->section, problem->section_count, &reader->section_capacity,
                               sizeof *problem->section);
  if (!room) {
    hol_varying_free(section.varying);
    return;
  }
  problem->section = room;
  section.name = hol_own_text(reader, name->text);
  problem->section[problem->section_count++] = section;
}

void hol_read_sections(hol_reader *reader, const hol_node *node)
{
  static const char *const what[] = {"`sections`", "a section"};
  hol_read_entries(reader, node, what, &reader->sections, &reader->problem->section_count, read_section);
}

void hol_section_less(hol_reader *reader, const hol_section_draft *draft, size_t key, double factor, size_t other,
                      const char *hint, const char *message)
{
  const double *number = draft->section->number;
  hol_number left = hol_settled(reader, &number[key]), right = hol_settled(reader, &number[other]);
  if (factor != 1) {
    left = hol_compute(reader, HOL_STEP_MULTIPLY, hol_plain(factor), left);
  }
  if (!hol_holds(reader, HOL_STEP_LESS, left, right)) {
    hol_fault(reader, draft->field[key].value, hint, "%s", message);
  }
}

hol_status hol_section_at(const hol_section *section, double xi, hol_section *at)
{
  *at = *section;
  at->varying = NULL;
  return hol_varying_at(section->varying, xi, at->number);
}
