/** @file export.h  `output.export`: a reduced structure as files that the program can read, which it does before they are there. */
#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

#include "holonome/holonome.h"

/** What is exported; all borrowed. */
typedef struct cli_export {
  const hol_problem *problem; /**< solved, with an export */
  const char *folder;         /**< of its file; NULL: the current one */
  bool replaces;              /**< files that no export has made may be written over */
} cli_export;

/** Is the file that the export makes another than the problem's own, and does it replace nothing but exports? What has no export is all
 *  right.
 *  @param[in] path  the problem file @return HOL_INVALID with a fault added if it is not; HOL_MEMORY */
HOL_MUST_CHECK hol_status cli_export_check(const cli_export *what, const char *path, hol_faults *faults);

/** Is this one of the files that the export makes? A path that cannot be kept in memory is none. */
bool cli_export_makes(const cli_export *what, const char *path);

/** Reduce the structure, write its matrices into a folder of their own, read them as a part, solve that part alone, and compare it with
 *  the modes they were made of. Only then the files get to their places, and the problem file is written; otherwise nothing is left
 *  of them.
 *  @param[out] failed  the file of a failure that is not a fault; to be cleared in every case
 *  @return HOL_INVALID with faults added: what hinders the reduction, or why it could not be read again; HOL_FILE with errno,
 *  HOL_NUMERICAL, HOL_MEMORY. Rank 0 only. */
HOL_MUST_CHECK hol_status cli_export_write(const cli_export *what, hol_faults *faults, hol_text *failed);

#endif
