/* SPDX-License-Identifier: BSD-3-Clause */
/* Lexer of quantities: tokens, end of a number, boundary between expression and unit. */
#include "expression/lexer.h"

#include <string.h>

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_name_start(char c)
{
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/** Length of the unsigned number at s: digits, point, exponent; 0 if there is none. */
static size_t number_length(const char *s)
{
  size_t i = 0, digits = 0;
  for (; is_digit(s[i]); i++) {
    digits++;
  }
  if (s[i] == '.') {
    i++;
    for (; is_digit(s[i]); i++) {
      digits++;
    }
  }
  if (digits == 0) {
    return 0;
  }
  if (s[i] == 'e' || s[i] == 'E') {
    size_t sign = s[i + 1] == '+' || s[i + 1] == '-';
    if (is_digit(s[i + 1 + sign])) {
      for (i += 2 + sign; is_digit(s[i]); i++) {
      }
    }
  }
  return i;
}

size_t hol_lexer_number_end(const char *text)
{
  size_t sign = text[0] == '+' || text[0] == '-';
  size_t n = number_length(text + sign);
  return n > 0 ? sign + n : 0;
}

static size_t skip_spaces(const char *text, size_t end, size_t from)
{
  while (from < end && strchr(" \t\r\n", text[from])) {
    from++;
  }
  return from;
}

static hol_token_kind kind_of(char c)
{
  return c == '('                      ? HOL_TOKEN_OPEN
         : c == ')'                    ? HOL_TOKEN_CLOSE
         : strchr("+-*/^<>=!&|?:,", c) ? HOL_TOKEN_OPERATOR
                                       : HOL_TOKEN_OTHER;
}

/** Length of letters, digits, `_` and what else is allowed at s. */
static size_t word_length(const char *s, char also)
{
  size_t n = 0;
  while (is_name_start(s[n]) || is_digit(s[n]) || (n > 0 && s[n] == also)) {
    n++;
  }
  return n;
}

/** The end of a name in brackets, as that of `reaction(left-wire)`, which begin at or after a byte; 0: there is none.
 */
static size_t bracketed_end(const char *text, size_t end, size_t from)
{
  size_t open = skip_spaces(text, end, from), name = open < end ? skip_spaces(text, end, open + 1) : end;
  if (name >= end || text[open] != '(' || !is_name_start(text[name])) {
    return 0;
  }
  size_t close = skip_spaces(text, end, name + word_length(text + name, '-'));
  return close < end && text[close] == ')' ? close + 1 : 0;
}

/** The end of the name that starts at a byte: a word with primes, or `reaction(NAME)`. */
static size_t name_end(const char *text, size_t end, size_t start)
{
  static const char of_name[] = "reaction";
  size_t i = start + word_length(text + start, '_');
  if (i - start == sizeof of_name - 1 && strncmp(text + start, of_name, sizeof of_name - 1) == 0) {
    size_t close = bracketed_end(text, end, i);
    if (close > 0) {
      return close;
    }
  }
  return i + strspn(text + i, "'");
}

size_t hol_lexer_name(const char *text, size_t length, char *name, size_t size)
{
  size_t n = 0;
  for (size_t i = 0; i < length; i++) {
    bool is_space = strchr(" \t\r\n", text[i]) != NULL;
    if (!is_space && n + 1 >= size) {
      return 0;
    }
    name[n] = text[i];
    n += !is_space;
  }
  name[n] = '\0';
  return n;
}

bool hol_lexer_next(const char *text, size_t end, size_t from, hol_token *token)
{
  size_t i = skip_spaces(text, end, from);
  if (i >= end) {
    return false;
  }
  *token = (hol_token){.kind = HOL_TOKEN_NUMBER, .start = i, .length = number_length(text + i)};
  if (token->length > 0) {
    return true;
  }
  token->length = 1;
  token->kind = kind_of(text[i]);
  if (is_name_start(text[i])) {
    size_t last = name_end(text, end, i), next = skip_spaces(text, end, last);
    bool is_plain = is_name_start(text[last - 1]) || is_digit(text[last - 1]);
    token->length = last - i;
    token->kind = is_plain && next < end && text[next] == '(' ? HOL_TOKEN_FUNCTION : HOL_TOKEN_NAME;
  }
  return true;
}

static bool ends_operand(hol_token_kind kind)
{
  return kind == HOL_TOKEN_NUMBER || kind == HOL_TOKEN_NAME || kind == HOL_TOKEN_CLOSE;
}

static bool starts_operand(hol_token_kind kind)
{
  return kind == HOL_TOKEN_NUMBER || kind == HOL_TOKEN_NAME || kind == HOL_TOKEN_FUNCTION || kind == HOL_TOKEN_OPEN ||
         kind == HOL_TOKEN_OTHER; /* units such as % and degree signs are made of other characters */
}

size_t hol_lexer_expression_end(const char *text)
{
  size_t end = strlen(text), from = 0, depth = 0;
  hol_token token;
  bool after_operand = false;
  while (hol_lexer_next(text, end, from, &token)) {
    if (depth == 0 && after_operand && starts_operand(token.kind)) {
      return token.start;
    }
    depth += token.kind == HOL_TOKEN_OPEN;
    depth -= token.kind == HOL_TOKEN_CLOSE && depth > 0;
    after_operand = ends_operand(token.kind);
    from = token.start + token.length;
  }
  return end;
}

size_t hol_lexer_factor_start(const char *unit)
{
  size_t n = strlen(unit), depth = 0, start = 0;
  for (size_t i = 0; i < n; i++) {
    start = depth == 0 && i > 0 && unit[i] == '*' && unit[i + 1 + strspn(unit + i + 1, " ")] == '(' ? i : start;
    depth += unit[i] == '(';
    depth -= unit[i] == ')' && depth > 0;
    if (start > 0 && depth == 0 && unit[i] == ')' && unit[i + 1 + strspn(unit + i + 1, " ")] != '\0') {
      start = 0; /* the bracket does not close at the end */
    }
  }
  return depth == 0 ? start : 0;
}

/** Is this the `=` of an equation, not of == <= >= !=? */
static bool is_equals(const char *text, size_t at)
{
  char before = at > 0 ? text[at - 1] : ' ';
  return text[at] == '=' && text[at + 1] != '=' && !strchr("=<>!", before);
}

size_t hol_lexer_equals(const char *text, size_t at[2])
{
  size_t count = 0;
  for (size_t i = 0; text[i]; i++) {
    if (is_equals(text, i)) {
      at[count > 0 ? 1 : 0] = count < 2 ? i : at[1];
      count++;
    }
  }
  return count;
}

size_t hol_lexer_bad_character(const char *expression)
{
  size_t end = strlen(expression), from = 0, depth = 0;
  hol_token token;
  while (hol_lexer_next(expression, end, from, &token)) {
    char c = expression[token.start];
    if (token.kind == HOL_TOKEN_OTHER || is_equals(expression, token.start) || (c == ',' && depth == 0)) {
      return token.start;
    }
    depth += token.kind == HOL_TOKEN_OPEN;
    depth -= token.kind == HOL_TOKEN_CLOSE && depth > 0;
    from = token.start + token.length;
  }
  return end;
}
