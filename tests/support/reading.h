/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reading.h  A problem from the text of its file, for tests: faults are printed. */
#ifndef HOLONOME_TESTS_READING_H
#define HOLONOME_TESTS_READING_H

#include "problem/kind.h"

#include <stdbool.h>

/** A problem and what it was read with; {0} is empty. */
typedef struct reading {
  const hol_part_grammar *const *kind; /**< [kinds] those of the library's table */
  size_t kinds;
  hol_problem problem;
  hol_faults faults;
} reading;

/** Read a text. @return false after a fault; faults are printed to stderr with the text */
bool reading_of(const char *text, reading *r);
/** Read a file. @return false after a fault or if it cannot be read */
bool reading_of_file(const char *path, reading *r);
/** Free and make empty. Idempotent. */
void reading_clear(reading *r);

#endif
