#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler has nothing else to write to. */
static volatile sig_atomic_t came;

static void note(int signal)
{
  (void)signal;
  came = 1;
}

void cli_interrupt_watch(void)
{
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART | (int)SA_RESETHAND};
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
}

bool cli_interrupt_came(void)
{
  return came != 0;
}
