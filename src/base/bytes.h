/** @file bytes.h  Values as bytes and back, for other ranks and for later runs.
 *
 *  A structure has one function for both ways: it goes through the fields, and each is put behind the bytes or taken
 *  from the front of them, whichever the bytes are for (as the filters of XDR do, RFC 4506). So what is read cannot
 *  differ from what is written. Every field is eight bytes as they are in memory - no padding, no pointers: the bytes
 *  mean something to the same program on the same kind of machine. The first failure stays and is looked at once, at the
 *  end; from then on everything taken is zero and no array is there, so that what was begun can be cleared. Not
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

/** Bytes to be taken from. Borrowed, nothing to free. */
hol_bytes hol_bytes_of(const void *bytes, size_t count);
/** Free what was put, leave {0}. Idempotent. */
void hol_bytes_clear(hol_bytes *bytes);
/** @return the status; HOL_NUMERICAL if bytes are left that nobody has taken */
HOL_MUST_CHECK hol_status hol_bytes_end(const hol_bytes *bytes);

/** Taking fails, as far as nothing has failed before. */
void hol_bytes_fail(hol_bytes *bytes, hol_status status);

void hol_bytes_count(hol_bytes *bytes, size_t *x);
/** A count of what follows, each of one field at least: not more than there is. */
void hol_bytes_length(hol_bytes *bytes, size_t *x);
void hol_bytes_truth(hol_bytes *bytes, bool *x);
void hol_bytes_number(hol_bytes *bytes, double *x);
/** One of the values 0..end−1 of an enumeration.  @return the one that was put, or taken */
int hol_bytes_choice(hol_bytes *bytes, int x, int end);
/** Numbers that have their place. */
void hol_bytes_fill(hol_bytes *bytes, double *x, size_t count);
/** An array of numbers, or NULL. @param[in,out] x  NULL before one is taken, which is the caller's to free */
void hol_bytes_numbers(hol_bytes *bytes, double **x, size_t count);
/** An array of counts in the same way. */
void hol_bytes_counts(hol_bytes *bytes, size_t **x, size_t count);
/** The length of an array of structures, whose fields are to follow.
 *  @param[in,out] array  address of the pointer; zeroed room if any are taken, the caller's to free
 *  @param[in,out] count  zero where there is no such room */
void hol_bytes_array(hol_bytes *bytes, void *array, size_t *count, size_t item_size);

#endif
