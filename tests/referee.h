/* SPDX-License-Identifier: BSD-3-Clause */
/** @file referee.h  Structures drawn at random, solved, and judged by frequencies from another road. */
#ifndef HOLONOME_TESTS_REFEREE_H
#define HOLONOME_TESTS_REFEREE_H

#include "solved.h"

/** What is wrong with a solution, or NULL. @param[in] right  [count] frequencies, rising */
typedef const char *judgement(const solved *s, const double *right, size_t count);

/** Solve a structure and have it judged; says what is wrong, with the structure.
 *  @param[in] number  what it was drawn from, to be said */
static inline bool agrees(size_t number, const char *text, const double *right, size_t count, judgement *judge)
{
  solved s = {0};
  assert_true(reading_of(text, &s.reading));
  (void)solve_again(&s);
  const char *fault = judge(&s, right, count);
  if (fault) {
    print_error("structure %zu: %s, status %d\n%s", number, fault, (int)s.status, text);
  }
  for (size_t k = 0; fault && k < count; k++) {
    print_error("  right %.12g, given %.12g\n", right[k],
                k < s.result.mode_count ? s.result.mode[k].omega : (double)NAN);
  }
  forget(&s);
  return !fault;
}

#endif
