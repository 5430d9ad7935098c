/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bytes.h  Serialisation: values as bytes and back, for other ranks and for later runs.
 *
 *  A structure has one function for both ways: it goes through the fields, and each is put behind the bytes or taken
 *  from the front of them, whichever the bytes are for (as the filters of XDR do, RFC 4506). So what is read cannot
 *  differ from what is written. Every field is eight bytes as they are in memory - no padding, no pointers: the bytes
 *  mean something to the same program on the same kind of machine. The first failure is kept and checked once, at the
 *  end; after it every value read is zero and every array is absent, so that what was begun can be cleared. Not
 *  collective. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include "holonome/text.h"

/** {0} is empty, to be filled. */
typedef struct hol_bytes {
  hol_text text;     /**< what was put; owned */
  bool takes;        /**< fields are taken: */
  const char *next;  /**< from here, borrowed, */
  size_t left;       /**< so many */
  hol_status status; /**< HOL_NUMERICAL: the bytes are no such values; HOL_MEMORY */
} hol_bytes;

/** Return a reader of given bytes. They are borrowed; nothing to free. */
hol_bytes hol_bytes_of(const void *bytes, size_t count);
/** Free the bytes written, leave {0}. Idempotent. */
void hol_bytes_clear(hol_bytes *bytes);
/** Finish. @return the status; HOL_NUMERICAL if bytes are left that have not been read */
HOL_MUST_CHECK hol_status hol_bytes_end(const hol_bytes *bytes);

/** Set the status of a failed reading, unless there was a failure before. */
void hol_bytes_fail(hol_bytes *bytes, hol_status status);

void hol_bytes_count(hol_bytes *bytes, size_t *x);
/** Write or read the number of items that follow, each of one field at least: it cannot exceed the number of fields
 *  left. */
void hol_bytes_length(hol_bytes *bytes, size_t *x);
void hol_bytes_truth(hol_bytes *bytes, bool *x);
void hol_bytes_number(hol_bytes *bytes, double *x);
/** Write or read one of the values 0..end−1 of an enumeration.  @return the value written or read */
int hol_bytes_choice(hol_bytes *bytes, int x, int end);
/** Write or read numbers of an array that exists already. */
void hol_bytes_fill(hol_bytes *bytes, double *x, size_t count);
/** Write or read an array of numbers, or NULL. @param[in,out] x  NULL before an array is read, which the caller owns */
void hol_bytes_numbers(hol_bytes *bytes, double **x, size_t count);
/** Write or read an array of counts in the same way. */
void hol_bytes_counts(hol_bytes *bytes, size_t **x, size_t count);
/** Write or read the length of an array of structures, whose fields are to follow.
 *  @param[in,out] array  address of the pointer; zeroed room if any are taken, the caller's to free
 *  @param[in,out] count  zero where there is no such room */
void hol_bytes_array(hol_bytes *bytes, void *array, size_t *count, size_t item_size);

#endif
