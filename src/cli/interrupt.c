/* SPDX-License-Identifier: BSD-3-Clause */
/* Signal handlers of SIGINT and SIGTERM that set a flag and then restore the default action. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/** A signal handler has nothing else to write to. */
static volatile sig_atomic_t came;

static void note(int number)
{
  (void)number;
  came = 1;
}

/** Set the handler of a signal, unless whoever started the process wants it ignored. */
static void handle(int number, void (*handler)(int))
{
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | (int)SA_RESETHAND}, before;
  (void)sigemptyset(&action.sa_mask);
  if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
    (void)sigaction(number, &action, NULL);
  }
}

void cli_interrupt_watch(void)
{
  handle(SIGINT, note);
  handle(SIGTERM, note);
}

void cli_interrupt_unwatch(void)
{
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
}

bool cli_interrupt_came(void)
{
  return came != 0;
}
