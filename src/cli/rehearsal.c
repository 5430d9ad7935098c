/* SPDX-License-Identifier: BSD-3-Clause */
/* Fault injection for tests: parser of the environment variable HOLONOME_REHEARSAL. */
#include "cli/rehearsal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** One word, up to a space. */
static void take_word(const char *word, size_t rank, rehearsal *r)
{
  unsigned status;
  size_t of, number;
  double seconds;
  if (sscanf(word, "delay=%lf", &seconds) == 1) {
    r->delay = seconds;
  } else if (sscanf(word, "renewal=%lf", &seconds) == 1) {
    r->renewal = seconds;
  } else if (sscanf(word, "fail=%u@%zu:%zu", &status, &of, &number) == 3 && of == rank) {
    r->failure = (hol_status)status;
    r->fails_at = number;
  } else if (sscanf(word, "die=%zu:%zu", &of, &number) == 2 && of == rank) {
    r->dies_at = number;
  }
}

rehearsal rehearsal_read(size_t rank)
{
  rehearsal r = {.delay = -1, .renewal = -1};
  for (const char *word = getenv("HOLONOME_REHEARSAL"); word && *word;) {
    take_word(word, rank, &r);
    word += strcspn(word, " ");
    word += strspn(word, " ");
  }
  return r;
}
