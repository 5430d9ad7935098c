#include "cli/keys.h"

#include "expression/dimension.h"
#include "expression/names.h"
#include "problem/joint.h"
#include "problem/keys.h"
#include "result/words.h"

#include <stdio.h>
#include <string.h>

/** Columns of a cell, with the gap behind it; together they are a line. */
enum { KEY = 18, VALUE = 11, DEFAULT = 20, MEANING = 31 };

static void put_meaning(hol_text *text, const char *word, const char *meaning)
{
  char first[KEY];
  (void)snprintf(first, sizeof first, "%-12s", word);
  hol_words_wrap(text, first, strlen(first), meaning);
}

void cli_keys_list(hol_text *text)
{
  size_t count, keys;
  const char *const *kind = hol_kinds(&count);
  hol_text_add(text, "Kinds of parts:\n");
  for (size_t i = 0; i < count; i++) {
    put_meaning(text, kind[i], hol_keys(kind[i], &keys)[0]->meaning);
  }
  hol_text_add(text, "\nKinds of joints:\n");
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    const hol_key *key = hol_joint_rows[i].key[0];
    put_meaning(text, key->name, key->meaning);
  }
  hol_text_add(text, "\nWhat a part or joint may have: holonome keys %s\n", kind[0]);
  hol_text others = {0};
  for (size_t i = 0; hol_other_keys[i]; i++) {
    hol_text_add(&others, "%s, ", hol_other_keys[i]->word);
  }
  hol_text_add(&others, "material, section, and one that has a shape: ");
  const char *const *shape = hol_shapes(&count);
  for (size_t i = 0; i < count; i++) {
    hol_text_add(&others, "%s%s", i ? ", " : "", shape[i]);
  }
  text->failed = text->failed || others.failed;
  hol_words_wrap(text, "Likewise ", 0, others.data ? others.data : "");
  hol_text_clear(&others);
}

/** As many words as fit into a cell, filled up if another one follows; words are no longer than a cell. @return the rest of them */
static const char *put_cell(hol_text *text, const char *words, size_t columns, bool is_last)
{
  size_t length = strlen(words);
  for (size_t most = columns - 1; length > most;) {
    size_t fits = most;
    while (fits > 0 && words[fits] != ' ') {
      fits--;
    }
    length = fits > 0 ? fits : most;
  }
  hol_text_add(text, "%-*.*s", is_last ? 0 : (int)columns, (int)length, words);
  return words + length + strspn(words + length, " ");
}

static void put_row(hol_text *text, const char *name, const char *value, const char *otherwise, const char *meaning)
{
  hol_text_add(text, "%-*s%-*s", KEY, name, VALUE, value);
  while (*otherwise || *meaning) {
    bool is_last = *meaning == '\0';
    otherwise = put_cell(text, otherwise, DEFAULT, is_last);
    meaning = put_cell(text, meaning, MEANING, true);
    hol_text_add(text, "\n%*s", *otherwise || *meaning ? KEY + VALUE : 0, "");
  }
}

static void put_key(hol_text *text, const hol_key *key)
{
  char unit[HOL_DIMENSION_TEXT + 2];
  hol_dimension_unit(key->dimension, unit);
  strcat(unit, key->may_vary ? " *" : "");
  put_row(text, key->name, key->form ? key->form : unit,
          key->is_required ? "required"
          : key->otherwise ? key->otherwise
                           : "-",
          key->meaning);
}

hol_status cli_keys_print(const char *kind, hol_text *text, hol_text *complaint)
{
  size_t count, kinds;
  const hol_key *const *key = hol_keys(kind, &count);
  if (!key) {
    hol_nearest nearest = {.wanted = kind};
    const char *const *name = hol_kinds(&kinds);
    for (size_t i = 0; i < kinds; i++) {
      hol_nearest_offer(&nearest, name[i]);
    }
    const char *const *shape = hol_shapes(&kinds);
    for (size_t i = 0; i < kinds; i++) {
      hol_nearest_offer(&nearest, shape[i]);
    }
    for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
      hol_nearest_offer(&nearest, hol_joint_rows[i].key[0]->name);
    }
    for (size_t i = 0; hol_other_keys[i]; i++) {
      hol_nearest_offer(&nearest, hol_other_keys[i]->word);
    }
    hol_nearest_offer(&nearest, "section");
    hol_nearest_offer(&nearest, "material");
    hol_text_add(complaint, nearest.best ? "holonome: no kind `%s`; did you mean `%s`?\n" : "holonome: no kind `%s`\n",
                 kind, nearest.best);
    hol_text_add(complaint, "`holonome keys` lists them.\n");
    return HOL_USAGE;
  }
  bool may_vary = false;
  put_row(text, "key", "value", "default", "meaning");
  for (size_t i = 0; i < count; i++) {
    put_key(text, key[i]);
    may_vary = may_vary || key[i]->may_vary;
  }
  if (may_vary) {
    hol_text_add(text, "\n* may be an expression in xi, from 0 to 1 along the member\n");
  }
  return HOL_OK;
}
