/** @file report.h  `holonome report`: a page of results that are there as JSON. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/options.h"

/** Read the results, write the page; what is wrong is told.
 *  @param[in,out] complaint  for what is told
 *  @return HOL_FILE, HOL_INVALID: a file is no result, HOL_MEMORY. Rank 0 only. */
HOL_MUST_CHECK hol_status cli_report(const cli_options *options, hol_text *complaint);

#endif
