/* SPDX-License-Identifier: BSD-3-Clause */
/** @file report.h  The command `holonome report`: an HTML page of results stored as JSON. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/options.h"

/** Read the results, write the page; report errors.
 *  @param[in,out] complaint  error messages are added
 *  @return HOL_FILE, HOL_INVALID: a file is no result, HOL_MEMORY. Rank 0 only. */
HOL_MUST_CHECK hol_status cli_report(const cli_options *options, hol_text *complaint);

#endif
