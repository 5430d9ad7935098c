/* SPDX-License-Identifier: BSD-3-Clause */
/* JSON scanner (RFC 8259): visits values without building a tree, and recognises results of this program. */
#include "report/scan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** The reader. */
typedef struct scanner {
  const char *at, *begin, *end;
  const char *what;
  hol_scan_path path;
  hol_scan_span title;
  size_t results;
  size_t items;                    /**< that may be results; an outermost list counts, too */
  const hol_scan_visitor *visitor; /**< NULL: none */
} scanner;

static bool fail(scanner *s, const char *what)
{
  s->what = s->what ? s->what : what;
  return false;
}

static void skip_blanks(scanner *s)
{
  while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\t' || *s->at == '\r')) {
    s->at++;
  }
}

/** The next byte behind blanks; 0 at the end. */
static char next_of(scanner *s)
{
  skip_blanks(s);
  return s->at < s->end ? *s->at : '\0';
}

static bool is_digit(const scanner *s)
{
  return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

static bool take_digits(scanner *s)
{
  if (!is_digit(s)) {
    return fail(s, "a digit is missing");
  }
  while (is_digit(s)) {
    s->at++;
  }
  return true;
}

static bool take_number(scanner *s)
{
  s->at += *s->at == '-';
  const char *first = s->at;
  if (!take_digits(s)) {
    return false;
  }
  if (*first == '0' && s->at > first + 1) {
    return fail(s, "a number begins with 0");
  }
  if (s->at < s->end && *s->at == '.') {
    s->at++;
    if (!take_digits(s)) {
      return false;
    }
  }
  if (s->at < s->end && (*s->at == 'e' || *s->at == 'E')) {
    s->at++;
    s->at += s->at < s->end && (*s->at == '+' || *s->at == '-');
    return take_digits(s);
  }
  return true;
}

/** The value of four hexadecimal digits; -1: they are none. */
static long hex_of(const char *at, const char *end)
{
  long value = 0;
  for (int i = 0; i < 4; i++, at++) {
    const char *digits = "0123456789abcdefABCDEF", *digit = at < end && *at ? strchr(digits, *at) : NULL;
    if (!digit) {
      return -1;
    }
    long place = digit - digits;
    value = 16 * value + (place < 16 ? place : place - 6);
  }
  return value;
}

static bool take_string(scanner *s, hol_scan_span *text)
{
  text->begin = ++s->at;
  for (; s->at < s->end && *s->at != '"'; s->at++) {
    if ((unsigned char)*s->at < 0x20) {
      return fail(s, "a control character in a text");
    }
    if (*s->at == '\\') {
      s->at++;
      if (s->at >= s->end || *s->at == '\0' || !strchr("\"\\/bfnrtu", *s->at) ||
          (*s->at == 'u' && hex_of(s->at + 1, s->end) < 0)) {
        return fail(s, "an escape that there is not");
      }
    }
  }
  if (s->at >= s->end) {
    return fail(s, "a text does not end");
  }
  text->size = (size_t)(s->at++ - text->begin);
  return true;
}

static bool take_word(scanner *s)
{
  static const char *const word[] = {"true", "false", "null"};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
    size_t length = strlen(word[i]);
    if ((size_t)(s->end - s->at) >= length && memcmp(s->at, word[i], length) == 0) {
      s->at += length;
      return true;
    }
  }
  return fail(s, "no value of JSON");
}

bool hol_scan_is_key(const hol_scan_path *path, size_t level, const char *name)
{
  return path->is_object[level] && path->key[level].size == strlen(name) &&
         memcmp(path->key[level].begin, name, path->key[level].size) == 0;
}

/** Is what comes next `outer.inner` of a result? A result is outermost, or in the outermost list. */
static bool is_place(const hol_scan_path *path, const char *outer, const char *inner)
{
  size_t first = path->depth > 0 && !path->is_object[0];
  return path->depth == first + 2 && hol_scan_is_key(path, first, outer) && hol_scan_is_key(path, first + 1, inner);
}

static void note_text(scanner *s, hol_scan_span text)
{
  if (s->visitor) {
    s->visitor->leaf(s->visitor->to, &s->path, HOL_SCAN_TEXT, text);
  }
  static const char schema[] = "holonome-result";
  if (!s->title.begin && is_place(&s->path, "problem", "title")) {
    s->title = text;
  }
  s->results += is_place(&s->path, "schema", "name") && text.size == sizeof schema - 1 &&
                memcmp(text.begin, schema, text.size) == 0;
}

static bool take_key(scanner *s)
{
  if (next_of(s) != '"') {
    return fail(s, "a name in quotes is missing");
  }
  if (!take_string(s, &s->path.key[s->path.depth - 1])) {
    return false;
  }
  if (next_of(s) != ':') {
    return fail(s, "a colon is missing");
  }
  s->at++;
  return true;
}

/** Take the bracket that ends what is open. */
static void close_one(scanner *s)
{
  s->at++;
  s->path.depth--;
  if (s->visitor && s->visitor->close) {
    s->visitor->close(s->visitor->to, &s->path, s->at);
  }
}

/** Open an object or a list. @return false if it failed; `is_empty`: it is closed again */
static bool take_open(scanner *s, bool *is_empty)
{
  bool is_object = *s->at == '{';
  if (s->path.depth == HOL_SCAN_DEPTH) {
    return fail(s, "too many things one in another");
  }
  if (s->visitor && s->visitor->open) {
    s->visitor->open(s->visitor->to, &s->path, s->at, is_object);
  }
  s->at++;
  s->path.key[s->path.depth] = (hol_scan_span){0};
  s->path.is_object[s->path.depth++] = is_object;
  *is_empty = next_of(s) == (is_object ? '}' : ']');
  if (*is_empty) {
    close_one(s);
    return true;
  }
  return !is_object || take_key(s);
}

/** What stands behind a value: the end of what is open, once or more, or what comes next. */
static bool take_behind(scanner *s)
{
  while (s->path.depth > 0) {
    bool is_object = s->path.is_object[s->path.depth - 1];
    char c = next_of(s);
    if (c == ',') {
      s->at++;
      return !is_object || take_key(s);
    }
    if (c != (is_object ? '}' : ']')) {
      return fail(s, is_object ? "a comma or a closing brace is missing" : "a comma or a closing bracket is missing");
    }
    close_one(s);
  }
  return true;
}

/** A number, or one of three words. */
static bool take_plain(scanner *s)
{
  const char *begin = s->at;
  bool is_number = s->at < s->end && (*s->at == '-' || is_digit(s));
  if (!(is_number ? take_number(s) : take_word(s))) {
    return false;
  }
  if (s->visitor) {
    s->visitor->leaf(s->visitor->to, &s->path, is_number ? HOL_SCAN_NUMBER : HOL_SCAN_WORD,
                     (hol_scan_span){begin, (size_t)(s->at - begin)});
  }
  return true;
}

static bool take_value(scanner *s)
{
  hol_scan_span text = {0};
  bool is_done = true;
  s->items += s->path.depth == 0 || (s->path.depth == 1 && !s->path.is_object[0]);
  switch (next_of(s)) {
  case '{':
  case '[':
    return take_open(s, &is_done) && (!is_done || take_behind(s));
  case '"':
    if (!take_string(s, &text)) {
      return false;
    }
    note_text(s, text);
    break;
  default:
    if (!take_plain(s)) {
      return false;
    }
  }
  return take_behind(s);
}

/** A code point as UTF-8. */
static void put_point(hol_text *text, uint32_t c)
{
  char bytes[4];
  size_t count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (size_t i = count; i-- > 1; c >>= 6) {
    bytes[i] = (char)(0x80 | (c & 0x3f));
  }
  bytes[0] = (char)(lead[count] | c);
  hol_text_put(text, bytes, count);
}

void hol_scan_decode(hol_text *text, hol_scan_span from)
{
  static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
  const char *end = from.begin + from.size;
  for (const char *at = from.begin; at < end; at++) {
    if (*at != '\\') {
      hol_text_put(text, at, 1);
      continue;
    }
    at++;
    const char *letter = strchr(letters, *at);
    if (*at != 'u') {
      hol_text_put(text, letter ? &controls[letter - letters] : at, 1);
      continue;
    }
    uint32_t c = (uint32_t)hex_of(at + 1, end);
    at += 4;
    long low = end - at > 6 && at[1] == '\\' && at[2] == 'u' ? hex_of(at + 3, end) : -1;
    if (c >= 0xd800 && c < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
      c = 0x10000 + ((c - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
      at += 6;
    }
    put_point(text, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
  }
}

/** Read to the end. @return false: see `what` */
static bool take_all(scanner *s)
{
  bool is_list = next_of(s) == '[';
  bool is_good = take_value(s);
  while (is_good && s->path.depth > 0) {
    is_good = take_value(s);
  }
  if (is_good && next_of(s) != '\0') {
    is_good = fail(s, "something behind the end");
  } else if (is_good && s->at < s->end) {
    is_good = fail(s, "a zero byte");
  }
  if (is_good && (s->results == 0 || s->results != s->items - (is_list))) {
    s->at = s->begin;
    is_good = fail(s, "this is no result of holonome, as --json writes it");
  }
  return is_good;
}

hol_status hol_scan_visit(const char *bytes, size_t size, const hol_scan_visitor *visitor, hol_scan *scan,
                          hol_text *title)
{
  scanner s = {.at = bytes, .begin = bytes, .end = bytes + size, .visitor = visitor};
  bool is_good = take_all(&s);
  *scan = (hol_scan){.results = s.results, .what = s.what, .at = (size_t)(s.at - s.begin)};
  if (is_good && title && s.title.begin) {
    hol_scan_decode(title, s.title);
  }
  return !is_good ? HOL_INVALID : title && title->failed ? HOL_MEMORY : HOL_OK;
}

hol_status hol_scan_result(const char *bytes, size_t size, hol_scan *scan, hol_text *title)
{
  return hol_scan_visit(bytes, size, NULL, scan, title);
}
