/* SPDX-License-Identifier: BSD-3-Clause */
/* A text that somebody takes away piece by piece is the same text. */
#include "close.h"

#include "holonome/text.h"

#include <string.h>

/** What has been taken. */
typedef struct taken {
  hol_text all;
  size_t times, most; /**< it may be taken so many times */
} taken;

static bool take(void *context, const char *bytes, size_t size)
{
  taken *t = context;
  hol_text_put(&t->all, bytes, size);
  return ++t->times <= t->most;
}

static void write_lines(hol_text *text, size_t lines)
{
  for (size_t i = 0; i < lines; i++) {
    hol_text_add(text, "%zu: ", i);
    hol_text_put(text, "words, words\n", 13);
  }
}

enum { LINES = 1000000 };

static void test_text_in_pieces_is_the_same(void **state)
{
  (void)state;
  taken t = {.most = 100};
  hol_text whole = {0}, pieces = {.drain = take, .context = &t};
  write_lines(&whole, LINES);
  write_lines(&pieces, LINES);
  assert_false(pieces.failed);
  assert_true(t.times >= 3);
  assert_true(pieces.size < 2 * HOL_TEXT_KEPT);
  assert_int_equal(pieces.drained, t.all.size);
  hol_text_put(&t.all, pieces.data, pieces.size);
  assert_int_equal(t.all.size, whole.size);
  assert_memory_equal(t.all.data, whole.data, whole.size);
  hol_text_clear(&pieces);
  hol_text_clear(&t.all);
  hol_text_clear(&whole);
}

static void test_text_that_cannot_be_taken_fails(void **state)
{
  (void)state;
  taken t = {.most = 1};
  hol_text text = {.drain = take, .context = &t};
  write_lines(&text, LINES);
  assert_true(text.failed);
  assert_int_equal(t.times, 2);
  hol_text_clear(&text);
  hol_text_clear(&t.all);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text_in_pieces_is_the_same),
                                     cmocka_unit_test(test_text_that_cannot_be_taken_fails)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
