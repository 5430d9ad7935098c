#include "report/scan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** A text of the file, between its quotes. */
typedef struct span {
  const char *begin;
  size_t size;
} span;

/** The reader. What is open: objects and lists in turn, of an object the key of what comes next. */
typedef struct scanner {
  const char *at, *begin, *end;
  const char *what;
  size_t depth;
  bool is_object[HOL_SCAN_DEPTH];
  span key[HOL_SCAN_DEPTH];
  span title;
  size_t results;
  size_t items;                      /**< that may be results; an outermost list counts, too */
  const hol_scan_listener *listener; /**< NULL: nobody listens */
  hol_text name, words;              /**< room for what is told. Owned */
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

/** A text of the file without its escapes. */
static void put_decoded(hol_text *text, span from)
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

static bool take_string(scanner *s, span *text)
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

/* ------------------------------------------------------------------------------------------------ listeners */

static const char *decode(hol_text *text, span from)
{
  text->size = 0;
  put_decoded(text, from);
  return text->data ? text->data : "";
}

/** The name of what is read, NULL in a list. */
static const char *name_now(scanner *s)
{
  return s->depth > 0 && s->is_object[s->depth - 1] ? decode(&s->name, s->key[s->depth - 1]) : NULL;
}

static void tell_open(scanner *s, bool is_object)
{
  if (s->listener) {
    s->listener->open(s->listener->to, name_now(s), is_object);
  }
}

static void tell_close(scanner *s)
{
  if (s->listener) {
    s->listener->close(s->listener->to);
  }
}

static void tell_words(scanner *s, span text)
{
  if (s->listener) {
    const char *name = name_now(s);
    s->listener->words(s->listener->to, name, decode(&s->words, text));
  }
}

/** A number or a word without quotes, which ends where it was read to. */
static void tell_plain(scanner *s, const char *from)
{
  enum { LONGEST = 63 };
  size_t size = (size_t)(s->at - from);
  if (!s->listener) {
    return;
  }
  const char *name = name_now(s);
  if (*from == 't' || *from == 'f') {
    s->listener->truth(s->listener->to, name, *from == 't');
    return;
  }
  char digits[LONGEST + 1] = ""; /* of longer numbers the digits behind do not matter, unless there is an exponent */
  hol_text all = {0};
  bool is_long = size > LONGEST;
  hol_text_put(&all, from, is_long ? size : 0);
  memcpy(digits, from, is_long ? 0 : size);
  s->words.failed = s->words.failed || all.failed;
  double x = *from == 'n' || all.failed ? (double)NAN : strtod(is_long ? all.data : digits, NULL);
  s->listener->number(s->listener->to, name, isfinite(x) ? x : (double)NAN);
  hol_text_clear(&all);
}

static bool is_key(const scanner *s, size_t level, const char *name)
{
  return s->is_object[level] && s->key[level].size == strlen(name) &&
         memcmp(s->key[level].begin, name, s->key[level].size) == 0;
}

/** Is what comes next `outer.inner` of a result? A result is outermost, or in the outermost list. */
static bool is_place(const scanner *s, const char *outer, const char *inner)
{
  size_t first = s->depth > 0 && !s->is_object[0];
  return s->depth == first + 2 && is_key(s, first, outer) && is_key(s, first + 1, inner);
}

static void note_text(scanner *s, span text)
{
  static const char schema[] = "holonome-result";
  if (!s->title.begin && is_place(s, "problem", "title")) {
    s->title = text;
  }
  s->results +=
      is_place(s, "schema", "name") && text.size == sizeof schema - 1 && memcmp(text.begin, schema, text.size) == 0;
}

static bool take_key(scanner *s)
{
  if (next_of(s) != '"') {
    return fail(s, "a name in quotes is missing");
  }
  if (!take_string(s, &s->key[s->depth - 1])) {
    return false;
  }
  if (next_of(s) != ':') {
    return fail(s, "a colon is missing");
  }
  s->at++;
  return true;
}

/** Open an object or a list. @return false if it failed; `is_empty`: it is closed again */
static bool take_open(scanner *s, bool *is_empty)
{
  bool is_object = *s->at == '{';
  if (s->depth == HOL_SCAN_DEPTH) {
    return fail(s, "too many things one in another");
  }
  tell_open(s, is_object);
  s->at++;
  s->key[s->depth] = (span){0};
  s->is_object[s->depth++] = is_object;
  *is_empty = next_of(s) == (is_object ? '}' : ']');
  if (*is_empty) {
    s->at++;
    s->depth--;
    tell_close(s);
    return true;
  }
  return !is_object || take_key(s);
}

/** What stands behind a value: the end of what is open, once or more, or what comes next. */
static bool take_behind(scanner *s)
{
  while (s->depth > 0) {
    bool is_object = s->is_object[s->depth - 1];
    char c = next_of(s);
    if (c == ',') {
      s->at++;
      return !is_object || take_key(s);
    }
    if (c != (is_object ? '}' : ']')) {
      return fail(s, is_object ? "a comma or a closing brace is missing" : "a comma or a closing bracket is missing");
    }
    s->at++;
    s->depth--;
    tell_close(s);
  }
  return true;
}

static bool take_value(scanner *s)
{
  span text = {0};
  const char *from;
  bool is_done = true;
  s->items += s->depth == 0 || (s->depth == 1 && !s->is_object[0]);
  switch (next_of(s)) {
  case '{':
  case '[':
    return take_open(s, &is_done) && (!is_done || take_behind(s));
  case '"':
    if (!take_string(s, &text)) {
      return false;
    }
    note_text(s, text);
    tell_words(s, text);
    break;
  default:
    from = s->at;
    if (!(s->at < s->end && (*s->at == '-' || is_digit(s)) ? take_number(s) : take_word(s))) {
      return false;
    }
    tell_plain(s, from);
  }
  return take_behind(s);
}

/** Read a text to its end. @return is it a result */
static bool read(scanner *s)
{
  bool is_list = next_of(s) == '[';
  bool is_good = take_value(s);
  while (is_good && s->depth > 0) {
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

hol_status hol_scan_result(const char *bytes, size_t size, hol_scan *scan, hol_text *title)
{
  scanner s = {.at = bytes, .begin = bytes, .end = bytes + size};
  bool is_good = read(&s);
  *scan = (hol_scan){.results = s.results, .what = s.what, .at = (size_t)(s.at - s.begin)};
  if (is_good && title && s.title.begin) {
    put_decoded(title, s.title);
  }
  return !is_good ? HOL_INVALID : title && title->failed ? HOL_MEMORY : HOL_OK;
}

hol_status hol_scan_tell(const char *bytes, size_t size, hol_scan *scan, const hol_scan_listener *listener)
{
  scanner s = {.at = bytes, .begin = bytes, .end = bytes + size, .listener = listener};
  bool is_good = read(&s), has_failed = s.name.failed || s.words.failed;
  *scan = (hol_scan){.results = s.results, .what = s.what, .at = (size_t)(s.at - s.begin)};
  hol_text_clear(&s.name);
  hol_text_clear(&s.words);
  return !is_good ? HOL_INVALID : has_failed ? HOL_MEMORY : HOL_OK;
}
