/* SPDX-License-Identifier: BSD-3-Clause */
/* JSON Schema (draft 7) of problem files, generated from the tables of keys that the reader follows. */
#include "cli/schema.h"

#include "base/memory.h"

#include "expression/dimension.h"
#include "parts/kinds.h"
#include "problem/joint.h"
#include "problem/keys.h"
#include "problem/shape.h"
#include "study/grammar.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void put_string(hol_text *text, const char *words)
{
  hol_text_add(text, "\"");
  for (; *words; words++) {
    hol_text_add(text, *words == '"' || *words == '\\' ? "\\%c" : "%c", *words);
  }
  hol_text_add(text, "\"");
}

#define TO(word) "\"$ref\": \"#/definitions/" word "\""

/** What stands under a key of a form that hol_key.form names; and under some keys more than that says. */
static const struct {
  const char *form, *schema;
} known_form[] = {
    {"text", TO("text")},
    {"word", TO("text")},
    {"name", TO("text")},
    {"file", TO("text")},
    {"count", TO("quantity")},
    {"truth", "\"type\": \"boolean\""},
    {"point", TO("quantities")},
    {"[m, m]", TO("quantities")},
    {"direction", "\"anyOf\": [{" TO("quantities") "}, {\"enum\": [\"x\", \"y\", \"z\"]}]"},
    {"a point", TO("point")},
    {"points", "\"type\": \"array\", \"items\": {" TO("point") "}"},
    {"point(s)", "\"anyOf\": [{" TO("point") "}, {\"type\": \"array\", \"items\": {" TO("point") "}}]"},
    {"N/m, N m", "\"type\": [\"number\", \"string\", \"array\"]"},
    {"number", TO("quantity")},
    {"number(s)", "\"anyOf\": [{" TO("quantity") "}, {" TO("quantities") "}]"},
    {"joints", "\"anyOf\": [{" TO("text") "}, {\"type\": \"array\", \"items\": {" TO("text") "}}]"},
    {"list", "\"type\": [\"array\", \"null\"]"},
    {"mapping", "\"type\": [\"object\", \"null\"]"},
    {"formula", TO("text")},
    {"formula(s)", "\"anyOf\": [{" TO("text") "}, {\"type\": \"array\", \"items\": {" TO("text") "}}]"},
    {"formulas", "\"type\": [\"object\", \"null\"], \"additionalProperties\": {" TO("text") "}"},
    {"system", TO("file.motion")},
    {"equation", TO("text")},
    {"equations", TO("text")}, /* each, or a mapping */
};
static const struct {
  const char *key, *schema;
} known_key[] = {
    {"parameters", "\"type\": [\"object\", \"null\"], \"additionalProperties\": {" TO("quantity") "}"},
    {"materials", "\"type\": [\"object\", \"null\"], \"additionalProperties\": {" TO("material") "}"},
    {"sections", "\"type\": [\"object\", \"null\"], \"additionalProperties\": {" TO("section") "}"},
    {"parts", "\"type\": \"object\", \"additionalProperties\": {" TO("part") "}"},
    {"joints", "\"type\": [\"array\", \"null\"], \"items\": {" TO("joint") "}"},
    {"loads", "\"type\": [\"array\", \"null\"], \"items\": {" TO("load") "}"},
    {"freedoms", "\"type\": \"array\", \"items\": {" TO("freedom") "}"},
    {"freedom", TO("freedom")},
    {"gravity", TO("quantities")},
    {"repeat", TO("repeat")},
    {"analysis", TO("analysis")},
    {"output", TO("output")},
    {"expect", "\"type\": [\"array\", \"null\"], \"items\": {" TO("expectation") "}"},
};

/** The schema of what stands under a key, without its braces. */
static const char *schema_of(const hol_key *key)
{
  for (size_t i = 0; i < sizeof known_key / sizeof *known_key; i++) {
    if (strcmp(known_key[i].key, key->name) == 0) {
      return known_key[i].schema;
    }
  }
  for (size_t i = 0; key->form && i < sizeof known_form / sizeof *known_form; i++) {
    if (strcmp(known_form[i].form, key->form) == 0) {
      return known_form[i].schema;
    }
  }
  return key->form   ? "\"$comment\": \"anything\""
         : key->read ? "\"type\": [\"number\", \"string\", \"array\"]"
                     : TO("quantity");
}

/* ---- things with keys -------------------------------------------------------------------------------------------- */

/** Its meaning, unit and default, as they are shown by an editor. */
static void put_description(hol_text *text, const hol_key *key)
{
  char unit[HOL_DIMENSION_TEXT];
  hol_text words = {0};
  hol_dimension_unit(key->dimension, unit);
  hol_text_add(&words, "%s", key->meaning);
  if (!key->form && strcmp(unit, "1") != 0) {
    hol_text_add(&words, "; %s", unit);
  }
  hol_text_add(&words, "%s%s%s", key->may_vary ? "; may be an expression in xi" : "",
               key->otherwise ? "; default: " : "", key->otherwise ? key->otherwise : "");
  text->failed = text->failed || words.failed;
  hol_text_add(text, ", \"description\": ");
  put_string(text, words.data ? words.data : "");
  hol_text_clear(&words);
}

/** `"properties": {...}, "required": [...], "additionalProperties": false`
 *  @param[in] word  what the first key is, if that is always the same; else NULL */
static void put_keys(hol_text *text, const hol_key *const *key, size_t count, const char *word)
{
  const char *before = "";
  hol_text_add(text, "\"type\": \"object\", \"properties\": {");
  for (size_t i = 0; i < count; i++) {
    hol_text_add(text, "%s\n      ", i ? "," : "");
    put_string(text, key[i]->name);
    hol_text_add(text, ": {");
    if (i == 0 && word) {
      hol_text_add(text, "\"const\": \"%s\"", word);
    } else {
      hol_text_add(text, "%s", schema_of(key[i]));
    }
    put_description(text, key[i]);
    hol_text_add(text, "}");
  }
  hol_text_add(text, "},\n      \"required\": [");
  for (size_t i = 0; i < count; i++) {
    if (key[i]->is_required) {
      hol_text_add(text, "%s\"%s\"", before, key[i]->name);
      before = ", ";
    }
  }
  hol_text_add(text, "], \"additionalProperties\": false");
}

static void put_definition(hol_text *text, const char *of, const char *word, const hol_key *const *key, size_t count,
                           bool is_const)
{
  hol_text_add(text, "    \"%s%s\": {", of, word);
  put_keys(text, key, count, is_const ? word : NULL);
  hol_text_add(text, "},\n");
}

/** Of several things one: that with this word under `key`, or whose key is the word.
 *  @param[in] key  NULL: the word is a key itself */
static void put_case(hol_text *text, const char *before, const char *key, const char *word, const char *of)
{
  hol_text_add(text, "%s\n      {\"if\": {", before);
  if (key) {
    hol_text_add(text, "\"properties\": {\"%s\": {\"const\": \"%s\"}}, ", key, word);
  }
  hol_text_add(text, "\"required\": [\"%s\"]}, \"then\": {\"$ref\": \"#/definitions/%s%s\"}}", key ? key : word, of,
               word);
}

/** `"a", "b"` */
static void put_words(hol_text *text, const char *const *word, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    hol_text_add(text, "%s\"%s\"", i ? ", " : "", word[i]);
  }
}

static void put_parts(hol_text *text)
{
  size_t kinds, count;
  const char *const *kind = hol_kinds(&kinds);
  for (size_t i = 0; i < kinds; i++) {
    const hol_key *const *key = hol_keys(kind[i], &count);
    put_definition(text, "part_", kind[i], key, count, true);
  }
  hol_text_add(
      text, "    \"part\": {\"type\": \"object\", \"anyOf\": [{\"required\": [\"repeat\"]}, {\"required\": [\"kind\"], "
            "\"properties\": {\"kind\": {\"enum\": [");
  put_words(text, kind, kinds);
  hol_text_add(text, "]}}}], \"allOf\": [\n      {\"if\": {\"required\": [\"repeat\"]}, \"then\": {" TO("group") "}}");
  for (size_t i = 0; i < kinds; i++) {
    put_case(text, ",", "kind", kind[i], "part_");
  }
  hol_text_add(text, "]},\n");
}

static void put_joints(hol_text *text)
{
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    const hol_joint_row *row = &hol_joint_rows[i];
    put_definition(text, "joint_", row->key[0]->name, row->key, row->keys, false);
  }
  hol_text_add(text, "    \"joint\": {\"type\": \"object\", \"anyOf\": [");
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    hol_text_add(text, "%s{\"required\": [\"%s\"]}", i ? ", " : "", hol_joint_rows[i].key[0]->name);
  }
  hol_text_add(text, "], \"allOf\": [");
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    put_case(text, i ? "," : "", NULL, hol_joint_rows[i].key[0]->name, "joint_");
  }
  hol_text_add(text, "]},\n");
}

static void put_sections(hol_text *text)
{
  size_t shapes, count;
  const char *const *shape = hol_shapes(&shapes);
  const hol_key *const *key = hol_keys("section", &count);
  put_definition(text, "section_", "any", key + 1, count - 1, false);
  for (size_t i = 0; i < shapes; i++) {
    key = hol_keys(shape[i], &count);
    put_definition(text, "section_", shape[i], key, count, true);
  }
  hol_text_add(text, "    \"section\": {\"type\": \"object\", \"properties\": {\"shape\": {\"enum\": [");
  put_words(text, shape, shapes);
  hol_text_add(text,
               "]}}, \"allOf\": [\n      {\"if\": {\"required\": [\"shape\"]}, \"else\": {" TO("section_any") "}}");
  for (size_t i = 0; i < shapes; i++) {
    put_case(text, ",", "shape", shape[i], "section_");
  }
  hol_text_add(text, "]},\n");
}

/** The mapping at this place; @param[in] by  is it the one that is told by a key? NULL: none */
static const hol_mapping *mapping_at(const hol_analysis_grammar *of, const char *place, bool by)
{
  for (size_t i = 0; i < of->mappings; i++) {
    if (strcmp(of->mapping[i].word, place) == 0 && (of->mapping[i].by != NULL) == by) {
      return &of->mapping[i];
    }
  }
  return NULL;
}

/** What stands at a place: a mapping, or what is short for it; or several; or by any name. Else what its form says. */
static void put_place(hol_text *text, const hol_analysis_grammar *of, const char *place, const char *schema)
{
  static const char of_short[] = "{\"type\": [\"number\", \"string\", \"boolean\", \"null\"]}";
  char *named = hol_format("%s.NAME", place);
  text->failed = text->failed || !named;
  if (named && mapping_at(of, named, false)) {
    bool is_mapping = strstr(schema, "object") != NULL; /* else what one may be short for */
    hol_text_add(text,
                 "\"type\": \"object\", \"additionalProperties\": {\"anyOf\": [{%s}, {\"$ref\": "
                 "\"#/definitions/%s\"}]}",
                 is_mapping ? TO("quantities") : schema, named);
  } else if (mapping_at(of, place, true)) {
    hol_text_add(
        text,
        "\"if\": {\"required\": [\"%s\"]}, \"then\": {\"$ref\": \"#/definitions/%s.%s\"}, \"else\": {\"$ref\": "
        "\"#/definitions/%s\"}",
        mapping_at(of, place, true)->by, place, mapping_at(of, place, true)->by, place);
  } else if (mapping_at(of, place, false)) {
    hol_text_add(
        text,
        "\"if\": {\"type\": \"object\"}, \"then\": {\"$ref\": \"#/definitions/%s\"}, \"else\": {\"anyOf\": [%s, "
        "{\"type\": \"array\", \"items\": {\"if\": {\"type\": \"object\"}, \"then\": {\"$ref\": "
        "\"#/definitions/%s\"}, \"else\": %s}}]}",
        place, of_short, place, of_short);
  } else {
    hol_text_add(text, "%s", schema);
  }
  free(named);
}

static void put_mapping(hol_text *text, const hol_analysis_grammar *of, const hol_mapping *mapping)
{
  const char *before = "";
  hol_text_add(text,
               mapping->by ? "    \"%s.%s\": {\"type\": \"object\", \"properties\": {"
                           : "    \"%s\": {\"type\": \"object\", \"properties\": {",
               mapping->word, mapping->by);
  for (size_t i = 0; i < mapping->keys; i++) {
    const hol_key *key = &mapping->key[i];
    char *place = hol_format("%s.%s", mapping->word, key->name);
    text->failed = text->failed || !place;
    hol_text_add(text, "%s\n      \"%s\": {", i ? "," : "", key->name);
    put_place(text, of, place ? place : "", schema_of(key));
    put_description(text, key);
    hol_text_add(text, "}");
    free(place);
  }
  hol_text_add(text, "},\n      \"required\": [");
  for (size_t i = 0; i < mapping->keys; i++) {
    if (mapping->key[i].is_required) {
      hol_text_add(text, "%s\"%s\"", before, mapping->key[i].name);
      before = ", ";
    }
  }
  hol_text_add(text, "], \"additionalProperties\": false},\n");
}

/** Keys of all analyses, and what stands below them. */
static void put_analyses(hol_text *text)
{
  const char *before = "";
  for (size_t i = 0; i < hol_all_analyses.count; i++) {
    const hol_analysis_grammar *of = hol_all_analyses.analysis[i];
    for (size_t m = 0; m < of->mappings; m++) {
      put_mapping(text, of, &of->mapping[m]);
    }
  }
  hol_text_add(text, "    \"analysis\": {\"type\": [\"object\", \"null\"], \"properties\": {");
  for (size_t i = 0; i < hol_all_analyses.count; i++) {
    const hol_analysis_grammar *of = hol_all_analyses.analysis[i];
    for (size_t k = 0; k < of->keys; k++) {
      const hol_key key = {.name = of->key[k].name, .form = of->key[k].form, .meaning = of->key[k].meaning};
      hol_text_add(text, "%s\n      \"%s\": {", before, key.name);
      put_place(text, of, key.name, schema_of(&key));
      put_description(text, &key);
      hol_text_add(text, "}");
      before = ",";
    }
  }
  hol_text_add(text, "}, \"additionalProperties\": false},\n");
}

/** Keys of an entry of `expect`, below which anything may stand. */
static void put_expected(hol_text *text)
{
  const char *before = "";
  hol_text_add(text, "    \"expectation\": {\"type\": [\"object\", \"null\"], \"properties\": {");
  for (size_t i = 0; i < hol_all_analyses.count; i++) {
    const hol_analysis_grammar *of = hol_all_analyses.analysis[i];
    for (size_t k = 0; k < of->expected_keys; k++) {
      hol_text_add(text, "%s\"%s\": true", before, of->expected[k].name);
      before = ", ";
    }
  }
  hol_text_add(text, "}, \"additionalProperties\": false},\n");
}

void cli_schema_print(hol_text *text)
{
  size_t count;
  const hol_key *const *material = hol_keys("material", &count);
  hol_text_add(
      text,
      "{\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n  \"title\": \"Problem file of holonome\",\n"
      "  \"definitions\": {\n"
      "    \"text\": {\"type\": [\"string\", \"number\", \"boolean\", \"null\"]},\n"
      "    \"quantity\": {\"type\": [\"number\", \"string\"]},\n"
      "    \"quantities\": {\"type\": \"array\", \"items\": {" TO(
          "quantity") "}},\n"
                      "    \"freedom\": {\"enum\": [\"ux\", \"uy\", \"uz\", \"rx\", \"ry\", \"rz\"]},\n"
                      "    \"point\": {\"anyOf\": [{\"type\": \"string\"}, {" TO("offset") "}]},\n");
  put_definition(text, "", "material", material, count, false);
  put_sections(text);
  put_parts(text);
  put_joints(text);
  for (size_t i = 1; hol_other_keys[i]; i++) { /* the first is the file */
    const hol_keys_row *row = hol_other_keys[i];
    put_definition(text, "", row->word, row->key, row->keys, false);
  }
  put_analyses(text);
  put_expected(text);
  hol_text_add(text, "    \"any\": {}\n  },\n  ");
  put_keys(text, hol_file_keys.key, hol_file_keys.keys, NULL);
  hol_text_add(text, "\n}\n");
}
