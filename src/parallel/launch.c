/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank and size from the environment of the launcher, loading of the MPI plugin, start and end of MPI. */
#include "parallel/launch.h"

#include "parallel/plugin/mpi.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What launchers tell their processes. Slurm sets its own also where no step of several tasks is meant - in batch
 *  scripts and interactive shells - hence the number of tasks of the step; what runs under another launcher within a
 *  Slurm step is told by that one, which therefore comes first. */
static const struct launcher {
  const char *size, *rank;
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"PMI_SIZE", "PMI_RANK"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
};

/** A whole number from the environment.
 *  @return false if there is none */
static bool read_number(const char *name, size_t *value)
{
  const char *text = getenv(name);
  char *end = NULL;
  unsigned long long read = text && *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
  if (!end || *end) {
    return false;
  }
  *value = (size_t)read;
  return true;
}

parallel parallel_look(void)
{
  parallel p = {.size = 1, .comm = hol_comm_serial()};
  for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
    if (read_number(launchers[i].size, &p.size) && read_number(launchers[i].rank, &p.rank) && p.size > 0) {
      return p;
    }
  }
  p.rank = 0;
  p.size =
      read_number("PMIX_RANK", &p.rank) ? 0 : 1; /* some launcher of this kind, the number of processes is not told */
  return p;
}

/** The plugin is found beside the program (run path) or where it was installed. Global: libraries that MPI loads itself
 *  expect to find it. */
static void *load_plugin(void)
{
  void *library = dlopen("libholonome_mpi.so", RTLD_NOW | RTLD_GLOBAL);
  return library ? library : dlopen(HOLONOME_PLUGINS "/libholonome_mpi.so", RTLD_NOW | RTLD_GLOBAL);
}

/** A function of the plugin; a pointer to an object becomes one to a function by its bytes. */
static bool find_function(const parallel *p, const char *name, void *function, size_t size)
{
  void *symbol = p->library ? dlsym(p->library, name) : NULL;
  memcpy(function, &symbol, size);
  return symbol != NULL;
}

static hol_status complain(parallel *p, hol_text *complaint, const char *why)
{
  hol_text_add(complaint, "holonome: started as one of several processes (rank %zu of %zu), but %s\n", p->rank, p->size,
               why);
  p->library = NULL; /* nothing to end */
  p->comm = hol_comm_serial();
  return HOL_MEMORY;
}

/** Start MPI with the signals that end a run held back until it is over: a process that ends while the others are being
 *  met leaves these, and the launcher, waiting for ever. */
static hol_status start_undisturbed(hol_mpi_starter *start, hol_comm *comm)
{
  sigset_t held, before;
  (void)sigemptyset(&held);
  (void)sigaddset(&held, SIGINT);
  (void)sigaddset(&held, SIGTERM);
  (void)sigaddset(&held, SIGHUP);
  (void)sigprocmask(SIG_BLOCK, &held, &before);
  hol_status status = start(comm);
  (void)sigprocmask(SIG_SETMASK, &before, NULL);
  return status;
}

hol_status parallel_start(parallel *p, hol_text *complaint)
{
  hol_mpi_starter *start;
  if (p->size == 1) {
    return HOL_OK;
  }
  p->library = load_plugin();
  if (!find_function(p, "hol_mpi_start", &start, sizeof start)) {
    const char *why = dlerror();
    return complain(p, complaint, why ? why : "this program was built without MPI");
  }
  if (start_undisturbed(start, &p->comm) != HOL_OK) {
    return complain(p, complaint, "MPI cannot be started");
  }
  if (p->size != 0 && p->comm.size != p->size) {
    return complain(p, complaint,
                    "MPI knows nothing of the others: it is not that of the launcher (with srun, try "
                    "--mpi=pmix)");
  }
  p->rank = p->comm.rank;
  p->size = p->comm.size;
  return HOL_OK;
}

bool parallel_is_on_terminal(const parallel *p)
{
  if (isatty(STDERR_FILENO) || !p->library) {
    return isatty(STDERR_FILENO);
  }
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getppid(), STDERR_FILENO);
  int descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  bool is_terminal = descriptor != -1 && isatty(descriptor);
  if (descriptor != -1) {
    (void)close(descriptor);
  }
  return is_terminal;
}

hol_status parallel_end(parallel *p, hol_status status)
{
  hol_mpi_ender *end;
  hol_status worst = p->comm.agree(p->comm.handle, status);
  if (find_function(p, "hol_mpi_end", &end, sizeof end)) {
    end(worst);
  }
  p->comm = hol_comm_serial();
  return worst;
}
