/* SPDX-License-Identifier: BSD-3-Clause */
/* Error recovery while YAML is read: entries with a syntax error are blanked, and the rest is parsed again. */
#include "problem/yaml.h"

#include "base/memory.h"
#include "problem/lines.h"
#include "problem/tree.h"

#include <stdlib.h>
#include <string.h>

static hol_span find_line(const char *bytes, size_t size, size_t line)
{
  hol_span at = hol_line_at(bytes, size, 0);
  for (size_t i = 1; i < line && at.end + 1 < size; i++) {
    at = hol_line_at(bytes, size, at.end + 1);
  }
  return at;
}

static bool is_blank(const char *bytes, hol_span line)
{
  size_t i = hol_first_word(bytes, line);
  return i == line.end || bytes[i] == '#';
}

/** The entry that begins in a line: the line and what belongs to it, which are lines indented deeper and the closing
 *  brackets that end it.
 *  @param[out] last  number of its last line that is not blank
 *  @return the bytes of the entry; empty if the line is blank */
static hol_span find_entry(const char *bytes, size_t size, size_t line, size_t *last)
{
  hol_span at = find_line(bytes, size, line), entry = {.start = at.start, .end = at.start};
  size_t indent = hol_first_word(bytes, at) - at.start;
  bool belongs = !is_blank(bytes, at);
  *last = line;
  while (belongs) {
    if (!is_blank(bytes, at)) {
      *last = line;
      entry.end = at.end;
    }
    if (at.end + 1 >= size) {
      break;
    }
    at = hol_line_at(bytes, size, at.end + 1);
    line++;
    size_t word = hol_first_word(bytes, at);
    bool is_closing = word < at.end && strchr("]},", bytes[word]) != NULL;
    belongs = is_blank(bytes, at) || word - at.start > indent || is_closing;
  }
  return entry;
}

static void blank(char *bytes, hol_span entry)
{
  for (size_t i = entry.start; i < entry.end; i++) {
    bytes[i] = bytes[i] == '\n' ? '\n' : ' ';
  }
}

/** Hints for the most frequent syntax errors. */
static const char *hint_for(const char *message)
{
  static const struct {
    const char *part, *hint;
  } row[] = {
      {"invalid nested block mapping", "a text that contains `: ` needs quotes"},
      {"invalid multiline plain key",
       "is a colon with a space behind a key missing, the next line indented too far, or are quotes missing?"},
      {"could not find expected ':'", "an entry is written `key: value`"},
      {"double-quoted scalar", "is the closing quote missing?"},
      {"single-quoted scalar", "is the closing quote missing?"},
      {"missing comma", "is a comma missing, or are quotes around a name with brackets such as \"cell[1].beam\"?"},
      {"tab character", "indent with spaces"},
      {"plain scalar cannot start", "a text that begins with this character needs quotes"},
      {"mismatched flow", "every [ is closed by a ], every { by a }"},
  };
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    if (strstr(message, row[i].part)) {
      return row[i].hint;
    }
  }
  return NULL;
}

/** An error outside the entry in which a bracket was opened is that of the bracket.
 *  @param[in] last  number of the last line of the entry that holds the error, or the outermost open bracket */
static void report_error(const hol_syntax_error *error, size_t last, hol_faults *faults)
{
  hol_place place = {.line = error->line, .column = error->column, .length = 1};
  if (error->open_line > 0 && error->line > last) {
    place.line = error->open_line;
    place.column = error->open_column;
    hol_faults_add(faults, true, place, NULL, "not valid YAML: this bracket is never closed");
  } else {
    hol_faults_add(faults, true, place, hint_for(error->message), "not valid YAML: %s", error->message);
  }
}

static void append(hol_faults *to, const hol_faults *from)
{
  for (size_t i = 0; i < from->count; i++) {
    const hol_finding *d = &from->item[i];
    hol_faults_add(to, d->is_error, d->place, d->hint, "%s", d->message);
  }
}

enum { READINGS_MAX = 20 };

/** Read again and again with the faulty entries blanked in `copy`; `found` takes the faults other than of syntax,
 *  those of the last reading only. */
static hol_status read_rest(char *copy, size_t size, hol_arena *arena, hol_faults *faults, hol_faults *found,
                            hol_node *root, hol_syntax_error error)
{
  for (size_t reading = 1; error.line > 0; reading++) {
    size_t last;
    hol_span entry = find_entry(copy, size, error.open_line ? error.open_line : error.line, &last);
    report_error(&error, last, faults);
    *root = (hol_node){.kind = HOL_NODE_BAD};
    hol_faults_clear(found);
    if (reading == READINGS_MAX || entry.end == entry.start) {
      return HOL_OK;
    }
    blank(copy, entry);
    error = (hol_syntax_error){0};
    HOL_TRY(hol_tree_read(copy, size, arena, found, root, &error));
  }
  return HOL_OK;
}

hol_status hol_yaml_read(const char *bytes, size_t size, hol_arena *arena, hol_faults *faults, hol_node *root,
                         bool *damaged)
{
  hol_syntax_error error = {0};
  hol_faults found = {0};
  *root = (hol_node){0};
  hol_status status = hol_tree_read(bytes, size, arena, &found, root, &error);
  *damaged = error.line > 0;
  if (status == HOL_OK && *damaged) {
    char *copy = hol_alloc_copy(bytes, size, 1);
    status = copy ? read_rest(copy, size, arena, faults, &found, root, error) : HOL_MEMORY;
    free(copy);
  }
  append(faults, &found);
  hol_faults_clear(&found);
  return status;
}
