/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lexer.h  Lexer of quantities: tokens, and the boundary between the expression and the unit. */
#ifndef HOLONOME_EXPRESSION_LEXER_H
#define HOLONOME_EXPRESSION_LEXER_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  HOL_TOKEN_NUMBER,
  HOL_TOKEN_NAME,     /**< a word, also with primes: x, x', x''; or `reaction(NAME)`. Not followed by `(` */
  HOL_TOKEN_FUNCTION, /**< a word followed by `(` */
  HOL_TOKEN_OPEN,
  HOL_TOKEN_CLOSE,
  HOL_TOKEN_OPERATOR,
  HOL_TOKEN_OTHER /**< a character that is none of these */
} hol_token_kind;

typedef struct hol_token {
  hol_token_kind kind;
  size_t start, length; /**< bytes */
} hol_token;

/** Find the token at or after `from`, before `end`. @return false if only spaces are left */
bool hol_lexer_next(const char *text, size_t end, size_t from, hol_token *token);
/** Write the bytes of a name as it is looked up, without spaces: `reaction(wire)` for `reaction ( wire )`.
 *  @param[out] name  [size], 0-terminated  @return its length; 0: there is no room, and name is unspecified */
size_t hol_lexer_name(const char *text, size_t length, char *name, size_t size);
/** Return the bytes of the decimal number at the start of the text, with its sign; 0 if there is none. */
size_t hol_lexer_number_end(const char *text);
/** Return the byte at which the unit begins, i.e. where an operand follows an operand outside brackets; the length of
 *  the text if there is no unit. Spaces before the unit belong to the expression. */
size_t hol_lexer_expression_end(const char *text);
/** Find a last factor in brackets in the text from a unit on, as in `mm*(1 - 0.3*xi)`: the byte of its `*`. 0: there is
 *  none */
size_t hol_lexer_factor_start(const char *unit);
/** Find `=` that is not part of a comparison, as in `left = right`.
 *  @param[out] at  the bytes of the first and of the second @return how many there are */
size_t hol_lexer_equals(const char *text, size_t at[2]);
/** Find the first character that no expression may contain (also `=` alone, and a comma outside brackets); the length
 *  if there is none. */
size_t hol_lexer_bad_character(const char *expression);

#endif
