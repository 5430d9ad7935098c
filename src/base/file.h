/* SPDX-License-Identifier: BSD-3-Clause */
/** @file file.h  Bytes and SHA-256 of a regular file that is read beside another one: whole, or not at all. Room
 *  `base`.
 *
 *  A file is read once, into memory. What is not a regular file (a pipe, a device, a folder) is refused before anything
 *  is read from it; a read error, and a file that gets shorter meanwhile, are errors and never the end of the file. */
#ifndef HOLONOME_BASE_FILE_H
#define HOLONOME_BASE_FILE_H

#include "holonome/status.h"
#include "holonome/text.h"

#include <stdbool.h>
#include <stddef.h>

/** The bytes of a file. {0} is no file. */
typedef struct hol_file {
  char *bytes; /**< [size] and a final 0; owned */
  size_t size;
  char sha256[65]; /**< of the bytes, in hexadecimal */
} hol_file;

struct stat;

/** Open a regular file without waiting (a pipe would have no writer); one that is created has mode 0666 less the umask.
 *  @param[in]  flags  of open(2)
 *  @param[out] about  as fstat(2) gives it
 *  @return a descriptor to be closed by the caller; −1 with errno: that of open and fstat; EISDIR, ENXIO where it is no
 *          regular file */
int hol_file_open(const char *path, int flags, struct stat *about);
/** Read a regular file.
 *  @param[in]  path  0-terminated
 *  @param[in]  most  bytes of the largest file that is read
 *  @param[out] file  overwritten; {0} unless HOL_OK is returned
 *  @return HOL_FILE with errno: that of open and read; EISDIR, ENXIO where it is no regular file; EFBIG where it is too
 *          large; EIO where it got shorter. HOL_MEMORY. Cost linear in the size. Not collective */
HOL_MUST_CHECK hol_status hol_file_load(const char *path, size_t most, hol_file *file);
/** Compute the SHA-256 of a regular file without keeping its bytes: as hol_file_load().
 *  @param[out] sha256  [65]
 *  @return HOL_FILE with errno */
HOL_MUST_CHECK hol_status hol_file_digest(const char *path, size_t most, char *sha256);
/** Describe in a few words why hol_file_load() could not read a file, by errno. Static storage, or that of
 *  strerror(). */
const char *hol_file_reason(int reason);
/** Does this errno mean that the path is wrong - missing, not a regular file, not readable, or too large - and not that
 *  reading a good file has failed? */
bool hol_file_is_misnamed(int reason);
/** Read the first bytes of a regular file, however large. @param[in] most  bytes read if it has them
 *  @return as hol_file_load(), but for the digest */
HOL_MUST_CHECK hol_status hol_file_first(const char *path, size_t most, hol_file *file);
/** Read from a descriptor until its end, at most one byte more than the limit.
 *  @param[in,out] bytes  appended to; to be cleared in every case @return HOL_FILE with errno, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_file_take(int descriptor, size_t limit, hol_text *bytes);
/** Read `count` bytes, however often reads are interrupted or come short.
 *  @param[out] got  as many; fewer only where the file ends
 *  @return HOL_FILE with errno: a read has failed */
HOL_MUST_CHECK hol_status hol_file_read(int descriptor, void *bytes, size_t count, size_t *got);
/** Return the line of the first byte 0, which no text has (a disk that failed leaves zeros), from 1; 0: there is
 *  none. */
size_t hol_file_zero_line(const char *bytes, size_t size);
/** Free everything, leave {0}. Idempotent. */
void hol_file_clear(hol_file *file);

#endif
