/** @file files.h  Reading problem files and writing results, with the system's reason where that fails. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "holonome/holonome.h"

/** Make sure that descriptors 0, 1 and 2 are taken, so that no file opened later is mistaken for standard output. */
void cli_files_guard_standard(void);

/** Does a path stand for standard input or output? */
bool cli_files_is_standard(const char *path);

/** Read a file, or standard input, as hol_file_take(). */
HOL_MUST_CHECK hol_status cli_files_read(const char *path, size_t limit, hol_text *bytes);

/** Add the name of the problem file that may have been meant by one that is not there: in its folder, with another extension or misspelt.
 *  Nothing is added if there is none. */
void cli_files_meant(const char *path, hol_text *text);

/** Write all bytes to a descriptor.
 *  @return HOL_FILE with errno. */
HOL_MUST_CHECK hol_status cli_files_put(int descriptor, const char *bytes, size_t size);

/** Write a text to standard error as it stands; that this fails cannot be told. */
void cli_files_show(const hol_text *text);
/** The same with control characters as `?`, of texts that have names of files. */
void cli_files_tell(const hol_text *text);

/** Could this file be written? Asked before a long computation; touches nothing.
 *  @return HOL_FILE with errno, HOL_MEMORY. */
HOL_MUST_CHECK hol_status cli_files_check(const char *path);

/** Bytes of a text that is too large to be kept in memory, in a file without a name in the folder of another one, or in /tmp. */
typedef struct cli_spill {
  const char *path; /**< of the other. Borrowed */
  int descriptor;   /**< 0: nothing is in it yet */
  int reason;       /**< errno, where it takes no more */
} cli_spill;
/** The drain of a hol_text whose context is a spill. */
bool cli_spill_take(void *context, const char *bytes, size_t size);
void cli_spill_close(cli_spill *spill);

/** Write a text to a descriptor, what has been spilt first. @param[in] spill  NULL: nothing has
 *  @return HOL_FILE with errno, HOL_MEMORY. */
HOL_MUST_CHECK hol_status cli_files_put_all(int descriptor, const cli_spill *spill, const hol_text *text);

/** Write a file under a temporary name beside it and rename it, so that it is there whole or not at all. What is there
 *  and no regular file (a terminal, a pipe) is written to directly. @param[in] spill  as in cli_files_put_all()
 *  @return HOL_FILE with errno, HOL_MEMORY. */
HOL_MUST_CHECK hol_status cli_files_write(const char *path, const cli_spill *spill, const hol_text *text);

/** The path of a file that a problem file names. @param[in] folder  of the problem file; NULL: the current one
 *  @param[out] path  added to @return false: no memory */
bool cli_files_beside(const char *folder, const char *name, hol_text *path);

/** Do both paths lead to the same file, there already or a name in the same folder? */
bool cli_files_same(const char *one, const char *other);

#endif
