/* SPDX-License-Identifier: BSD-3-Clause */
/** @file interrupt.h  Signals SIGINT (Ctrl-C) and SIGTERM (from a launcher), recorded so that a run ends in order. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/** Install handlers that record SIGINT and SIGTERM, for callers of cli_interrupt_came(). A second signal ends the
 *  process at once. */
void cli_interrupt_watch(void);
/** Restore the default action: these signals end the process again. */
void cli_interrupt_unwatch(void);
/** Has a signal been recorded? */
bool cli_interrupt_came(void);

#endif
