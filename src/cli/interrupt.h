/** @file interrupt.h  Ctrl-C and the launcher's request to end: noted, so that a run ends in order. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/** Note SIGINT and SIGTERM from now on, where somebody asks whether one has come. A second one ends the process at once. */
void cli_interrupt_watch(void);
/** Let them end the process again. */
void cli_interrupt_unwatch(void);
/** Has one come? */
bool cli_interrupt_came(void);

#endif
