/* SPDX-License-Identifier: BSD-3-Clause */
/** @file faults.h  What is wrong in a problem file, or worth a remark, and where it stands.
 *
 *  Functions that find faults add them and go on: a user sees all of them at once. None of these is collective. */
#ifndef HOLONOME_FAULTS_H
#define HOLONOME_FAULTS_H

#include "holonome/status.h"
#include "holonome/text.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where something stands in the problem file; line and column from 1, 0 = nowhere. */
typedef struct hol_place {
  size_t line, column, length;
} hol_place;

/** One fault or remark. */
typedef struct hol_finding {
  bool is_error; /**< false: a remark that stops nothing */
  hol_place place;
  char *message; /**< owned; one sentence without full stop */
  char *hint;    /**< owned; what would be right, or NULL */
} hol_finding;

/** Faults of one file that are kept, half of them remarks at most; of the others only the errors are counted. */
enum { HOL_FAULTS_MOST = 1000 };

/** All faults of one file, in the order found; {0} is empty. */
typedef struct hol_faults {
  hol_finding *item; /**< [count], owned */
  size_t count, capacity, errors;
} hol_faults;

/** Add one fault (or remark). `hint` may be NULL and is copied. Running out of memory counts as an error but keeps
 *  what is there. Not collective. */
void hol_faults_add(hol_faults *all, bool is_error, hol_place place, const char *hint, const char *format, ...)
    HOL_PRINTF(5, 6);
/** Order by place in the file (stable). */
void hol_faults_sort(hol_faults *all);
/** Free all and make empty. Idempotent. */
void hol_faults_clear(hol_faults *all);
/** The faults of one file as text, GCC-clickable: `file:line:column: error: …`, the line, a caret, what would be right;
 *  at the end the number of errors. Added to `text`.
 *  @param[in] file        as named by the user
 *  @param[in] bytes,size  of the file, as hol_problem has them
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_faults_text(const hol_faults *faults, const char *file, const char *bytes, size_t size,
                                          hol_text *text);

#ifdef __cplusplus
}
#endif

#endif
