/* SPDX-License-Identifier: BSD-3-Clause */
/** @file solved.h  A problem from words to modes in one call, for tests. */
#ifndef HOLONOME_TESTS_SOLVED_H
#define HOLONOME_TESTS_SOLVED_H

#include "close.h"
#include "reading.h"

#include "holonome/solve.h"
#include "holonome/text.h"

#include <stdarg.h>
#include <stdio.h>

/** A problem and what was found; {0} is empty. */
typedef struct solved {
  reading reading;
  hol_result result;
  hol_status status; /**< of the last solution */
} solved;

/** Solve what has been read (once more). */
static inline hol_status solve_again(solved *s)
{
  hol_faults faults = {0};
  hol_result_clear(&s->result);
  s->status = hol_solve(&s->reading.problem, (hol_solve_options){0}, &s->result, &faults);
  hol_faults_clear(&faults);
  return s->status;
}

/** Forget everything. Idempotent. */
static inline void forget(solved *s)
{
  hol_result_clear(&s->result);
  reading_clear(&s->reading);
}

/** Solve the problem in a text; the test fails if the text has faults. */
static inline hol_status solve_words(solved *s, const hol_text *text)
{
  forget(s);
  assert_false(text->failed);
  assert_true(reading_of(text->data, &s->reading));
  return solve_again(s);
}

/** The same with the text as printf() would write it. */
HOL_PRINTF(2, 3) static inline hol_status solve_text(solved *s, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  char text[8192];
  int size = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  assert_true(size > 0);
  assert_true((size_t)size < sizeof text);
  forget(s);
  assert_true(reading_of(text, &s->reading));
  return solve_again(s);
}

/** Solve the problem in a file; the test fails if the file has faults. */
static inline hol_status solve_file(solved *s, const char *path)
{
  forget(s);
  assert_true(reading_of_file(path, &s->reading));
  return solve_again(s);
}

/** The same; the test fails as well if not all of it is proved. */
static inline void solve_proved(solved *s, const char *path)
{
  assert_int_equal(solve_file(s, path), HOL_OK);
  assert_true(s->result.complete);
}

/** Frequency number n, from 1; the test fails if it is not there. */
static inline double omega_of(const solved *s, size_t n)
{
  assert_true(n >= 1);
  assert_true(n <= s->result.mode_count);
  return s->result.mode[n - 1].omega;
}

#endif
