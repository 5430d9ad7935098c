/* SPDX-License-Identifier: BSD-3-Clause */
/** @file files.h  Reading of problem files and writing of results, with the system's error (errno) on failure. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "holonome/holonome.h"

/** Make sure that descriptors 0, 1 and 2 are open, so that no file opened later is mistaken for standard output. */
void cli_files_guard_standard(void);

/** Does a path stand for standard input or output? */
bool cli_files_is_standard(const char *path);

/** Read a file, or standard input, as hol_file_take(). */
HOL_MUST_CHECK hol_status cli_files_read(const char *path, size_t limit, hol_text *bytes);

/** Suggest an existing problem file for a path that does not exist: in its folder, with another extension or misspelt.
 *  Its name is added to the text; nothing is added if there is none. */
void cli_files_meant(const char *path, hol_text *text);

/** Write all bytes to a descriptor.
 *  @return HOL_FILE with errno. */
HOL_MUST_CHECK hol_status cli_files_put(int descriptor, const char *bytes, size_t size);

/** Write a text to standard error unchanged; a failure cannot be reported. */
void cli_files_show(const hol_text *text);
/** Write a text to standard error with control characters as `?`, for texts that contain file names. */
void cli_files_tell(const hol_text *text);

/** Check before a long computation that this file could be written; changes nothing.
 *  @return HOL_FILE with errno, HOL_MEMORY. */
HOL_MUST_CHECK hol_status cli_files_check(const char *path);

/** Spill file of a text too large for memory: a file without a name in the folder of the output file, or in /tmp. */
typedef struct cli_spill {
  const char *path; /**< of the output file. Borrowed */
  int descriptor;   /**< 0: nothing is in it yet */
  int reason;       /**< errno of the write that failed */
} cli_spill;
/** Append bytes to a spill: the drain of a hol_text whose context is a cli_spill. */
bool cli_spill_take(void *context, const char *bytes, size_t size);
void cli_spill_close(cli_spill *spill);

/** Write a text to a descriptor, preceded by its spilt bytes. @param[in] spill  NULL: none
 *  @return HOL_FILE with errno, HOL_MEMORY. */
HOL_MUST_CHECK hol_status cli_files_put_all(int descriptor, const cli_spill *spill, const hol_text *text);

/** Write a file under a temporary name beside it and rename it, so that it is written whole or not at all. An existing
 *  file that is not regular (a terminal, a pipe) is written to directly. @param[in] spill  as in cli_files_put_all()
 *  @return HOL_FILE with errno, HOL_MEMORY. */
HOL_MUST_CHECK hol_status cli_files_write(const char *path, const cli_spill *spill, const hol_text *text);

/** Compose the path of a file named in a problem file. @param[in] folder  of the problem file; NULL: the current one
 *  @param[out] path  added to @return false: no memory */
bool cli_files_beside(const char *folder, const char *name, hol_text *path);

/** Do both paths lead to the same file, an existing one or the same name in the same folder? */
bool cli_files_same(const char *one, const char *other);

#endif
