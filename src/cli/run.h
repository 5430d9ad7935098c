/* SPDX-License-Identifier: BSD-3-Clause */
/** @file run.h  The commands run and check: from problem files to results and an exit status. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/options.h"

/** Execute the command; messages go to standard error, progress too if that is `on_terminal`. Rank 0 alone reads files,
 *  writes results and prints messages.
 *  @return the worst status of all files and ranks, the same on every rank. Collective. */
HOL_MUST_CHECK hol_status cli_run(const cli_options *options, const hol_comm *comm, bool on_terminal);

#endif
