/* SPDX-License-Identifier: BSD-3-Clause */
/* The command `keys`: tables of keys of parts, joints, sections, materials and analyses: unit, default, meaning. */
#include "cli/keys.h"

#include "expression/dimension.h"
#include "expression/names.h"
#include "problem/joint.h"
#include "problem/keys.h"
#include "result/words.h"
#include "study/grammar.h"

#include <stdio.h>
#include <string.h>

/** Columns of a cell, with the gap behind it; together they are a line. */
enum { KEY = 18, VALUE = 11, DEFAULT = 20, MEANING = 31, SHORT = 12 };

static void put_meaning(hol_text *text, int columns, const char *word, const char *meaning)
{
  char first[KEY + 1];
  (void)snprintf(first, sizeof first, "%-*s", columns, word);
  hol_words_wrap(text, first, strlen(first), meaning);
}

void cli_keys_list(hol_text *text)
{
  size_t count, keys;
  const char *const *kind = hol_kinds(&count);
  hol_text_add(text, "Kinds of parts:\n");
  for (size_t i = 0; i < count; i++) {
    put_meaning(text, SHORT, kind[i], hol_keys(kind[i], &keys)[0]->meaning);
  }
  hol_text_add(text, "\nKinds of joints:\n");
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    const hol_key *key = hol_joint_rows[i].key[0];
    put_meaning(text, SHORT, key->name, key->meaning);
  }
  hol_text_add(text, "\nAnalyses:\n");
  for (size_t i = 0; i < hol_all_analyses.count; i++) {
    const hol_analysis_grammar *of = hol_all_analyses.analysis[i];
    for (size_t k = 0; k < of->keys; k++) {
      put_meaning(text, KEY, of->key[k].name, of->key[k].meaning);
    }
  }
  hol_text_add(text, "\nWhat a part, a joint or an analysis may have: holonome keys %s\n", kind[0]);
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

/** As many words as fit into a cell, filled up if another one follows; words are no longer than a cell. @return the
 *  rest of them */
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

/** Is a word that of something right below this place, or below that? */
static bool is_below(const char *word, const char *place)
{
  size_t length = strlen(place);
  return strncmp(word, place, length) == 0 && word[length] == '.';
}

/** Is it what an analysis has at the top of the file, under its own name? */
static bool is_section(const hol_analysis_grammar *of, const char *word, const char *place)
{
  static const char top[] = "file.";
  return of->section && strcmp(of->section, place) == 0 && strncmp(word, top, strlen(top)) == 0 &&
         strcmp(word + strlen(top), place) == 0;
}

static void put_head(hol_text *text)
{
  put_row(text, "key", "value", "default", "meaning");
}

static void put_mapping(hol_text *text, const hol_mapping *mapping)
{
  if (mapping->by) {
    hol_text_add(text, "\nWith `%s`:\n", mapping->by);
  }
  put_head(text);
  for (size_t i = 0; i < mapping->keys; i++) {
    put_key(text, &mapping->key[i]);
  }
}

/** The mappings of an analysis at this place, and the names of those below. @return are there any? */
static bool put_mappings(hol_text *text, const hol_analysis_grammar *of, const char *place)
{
  const char *before = "\nBelow: holonome keys ";
  bool is_found = false;
  for (size_t i = 0; i < of->mappings; i++) {
    if (strcmp(of->mapping[i].word, place) == 0) {
      put_mapping(text, &of->mapping[i]);
      is_found = true;
    }
  }
  for (size_t i = 0; i < of->mappings && is_found; i++) {
    if (is_below(of->mapping[i].word, place) || is_section(of, of->mapping[i].word, place)) {
      hol_text_add(text, "%s%s\n", before, of->mapping[i].word);
      before = "                     ";
    }
  }
  return is_found;
}

/** What stands under a key that has no mapping. @return is it one of this analysis? */
static bool put_value(hol_text *text, const hol_analysis_grammar *of, const char *name)
{
  for (size_t i = 0; i < of->keys; i++) {
    if (strcmp(of->key[i].name, name) == 0) {
      put_head(text);
      put_row(text, name, of->key[i].form, "-", of->key[i].meaning);
      return true;
    }
  }
  return false;
}

static bool put_analysis(hol_text *text, const char *place)
{
  for (size_t i = 0; i < hol_all_analyses.count; i++) {
    if (put_mappings(text, hol_all_analyses.analysis[i], place) ||
        put_value(text, hol_all_analyses.analysis[i], place)) {
      return true;
    }
  }
  return false;
}

static void offer_all(hol_nearest *nearest)
{
  size_t count;
  const char *const *word = hol_kinds(&count);
  for (size_t i = 0; i < count; i++) {
    hol_nearest_offer(nearest, word[i]);
  }
  word = hol_shapes(&count);
  for (size_t i = 0; i < count; i++) {
    hol_nearest_offer(nearest, word[i]);
  }
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    hol_nearest_offer(nearest, hol_joint_rows[i].key[0]->name);
  }
  for (size_t i = 0; hol_other_keys[i]; i++) {
    hol_nearest_offer(nearest, hol_other_keys[i]->word);
  }
  for (size_t i = 0; i < hol_all_analyses.count; i++) {
    const hol_analysis_grammar *of = hol_all_analyses.analysis[i];
    for (size_t k = 0; k < of->keys; k++) {
      hol_nearest_offer(nearest, of->key[k].name);
    }
    for (size_t m = 0; m < of->mappings; m++) {
      hol_nearest_offer(nearest, of->mapping[m].word);
    }
  }
  hol_nearest_offer(nearest, "section");
  hol_nearest_offer(nearest, "material");
}

hol_status cli_keys_print(const char *kind, hol_text *text, hol_text *complaint)
{
  size_t count;
  const hol_key *const *key = hol_keys(kind, &count);
  if (!key && put_analysis(text, kind)) {
    return HOL_OK;
  }
  if (!key) {
    hol_nearest nearest = {.wanted = kind};
    offer_all(&nearest);
    hol_text_add(complaint, nearest.best ? "holonome: no kind `%s`; did you mean `%s`?\n" : "holonome: no kind `%s`\n",
                 kind, nearest.best);
    hol_text_add(complaint, "`holonome keys` lists them.\n");
    return HOL_USAGE;
  }
  bool may_vary = false;
  put_head(text);
  for (size_t i = 0; i < count; i++) {
    put_key(text, key[i]);
    may_vary = may_vary || key[i]->may_vary;
  }
  if (may_vary) {
    hol_text_add(text, "\n* may be an expression in xi, from 0 to 1 along the member\n");
  }
  return HOL_OK;
}
