/* SPDX-License-Identifier: BSD-3-Clause */
/** @file export.h  Export of a reduced structure (`output.export`): matrices and a problem file, which the program
 *  reads and solves before it moves them to their paths. */
#ifndef CLI_EXPORT_H
#define CLI_EXPORT_H

#include "holonome/holonome.h"

/** What is exported; all borrowed. */
typedef struct cli_export {
  const hol_problem *problem; /**< solved, with an export */
  const char *folder;         /**< of its file; NULL: the current one */
  bool replaces;              /**< files that no export has made may be written over */
} cli_export;

/** Check that the exported file is not the problem file itself and replaces only earlier exports. A problem without
 *  export passes.
 *  @param[in] path  the problem file @return HOL_INVALID with a fault added if it is not; HOL_MEMORY */
HOL_MUST_CHECK hol_status cli_export_check(const cli_export *what, const char *path, hol_faults *faults);

/** Is this one of the files that the export makes? False for a path that does not fit in memory. */
bool cli_export_makes(const cli_export *what, const char *path);

/** Reduce the structure, write its matrices into a temporary folder, read them as a part, solve that part alone, and
 *  compare its modes with those from which it was made. Only then the files are moved to their paths, and the problem
 *  file is written; otherwise they are removed.
 *  @param[out] failed  the file of a failure that is not a fault; to be cleared in every case
 *  @return HOL_INVALID with faults added: what hinders the reduction, or why it could not be read again; HOL_FILE with
 *  errno, HOL_NUMERICAL, HOL_MEMORY. Rank 0 only. */
HOL_MUST_CHECK hol_status cli_export_write(const cli_export *what, hol_faults *faults, hol_text *failed);

#endif
