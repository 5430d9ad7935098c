/* SPDX-License-Identifier: BSD-3-Clause */
/* The NetCDF library takes longer to load than a small problem takes to solve: it is in a plugin. */
#include "output/netcdf.h"

#include "base/beside.h"
#include "output/plugin/netcdf.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What is told and to whom. */
typedef struct telling {
  hol_status (*tell)(const void *of, const hol_sink *sink);
  const void *of;
} telling;

static hol_status write_in_memory(const hol_netcdf_plugin *plugin, telling what, hol_text *bytes)
{
  hol_sink sink;
  void *memory;
  size_t size = 0;
  if (plugin->begin(NULL, &sink)) {
    return HOL_NUMERICAL;
  }
  hol_status told = what.tell(what.of, &sink);
  int error = plugin->end(&sink, &memory, &size);
  if (!error) {
    hol_text_put(bytes, memory, size);
    free(memory);
  }
  return told != HOL_OK ? told : error ? HOL_NUMERICAL : bytes->failed ? HOL_MEMORY : HOL_OK;
}

/** All that is in a file. */
static hol_status copy_file(int descriptor, hol_text *bytes)
{
  enum { AT_ONCE = 1 << 16 };
  char some[AT_ONCE];
  ssize_t got = lseek(descriptor, 0, SEEK_SET) == 0 ? 1 : -1;
  while (got > 0 || (got < 0 && errno == EINTR)) {
    got = read(descriptor, some, sizeof some);
    if (got > 0) {
      hol_text_put(bytes, some, (size_t)got);
    }
  }
  return got < 0 ? HOL_NUMERICAL : bytes->failed ? HOL_MEMORY : HOL_OK;
}

/** By way of a file that has lost its name as soon as it is open: whatever happens nothing is left behind. */
static hol_status write_by_file(const hol_netcdf_plugin *plugin, telling what, int descriptor, const char *name,
                                hol_text *bytes)
{
  hol_sink sink;
  void *memory;
  size_t size;
  int error = plugin->begin(name, &sink);
  (void)unlink(name);
  if (error) {
    return HOL_NUMERICAL;
  }
  hol_status told = what.tell(what.of, &sink);
  error = plugin->end(&sink, &memory, &size);
  return told != HOL_OK ? told : error ? HOL_NUMERICAL : copy_file(descriptor, bytes);
}

static hol_status write_with(const hol_netcdf_plugin *plugin, telling what, hol_text *bytes)
{
  char *name = NULL;
  int descriptor = bytes->drain && bytes->beside ? hol_open_beside(bytes->beside, &name) : -1;
  descriptor = bytes->drain && descriptor == -1 ? hol_open_beside("/tmp/", &name) : descriptor;
  if (descriptor == -1) {
    return write_in_memory(plugin, what, bytes);
  }
  hol_status status = write_by_file(plugin, what, descriptor, name, bytes);
  (void)close(descriptor);
  free(name);
  /* a full disk: in memory it can be made all the same, and where it is to be written the reason is known */
  return status == HOL_NUMERICAL ? write_in_memory(plugin, what, bytes) : status;
}

/** The plugin, which stays loaded. Where a disk is full HDF5 keeps files that it could not close, and it crashes over
 *  them when it is unloaded or the process ends; it is to do nothing then, for all that is written has been closed. */
static const hol_netcdf_plugin *load_plugin(void)
{
  enum { HOW = RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE };
  int (*stay)(void);
  void *library = dlopen("libholonome_netcdf.so", HOW);
  library = library ? library : dlopen(HOLONOME_PLUGINS "/libholonome_netcdf.so", HOW);
  if (!library) {
    return NULL;
  }
  void *symbol = dlsym(library, "H5dont_atexit");
  if (symbol) {
    memcpy(&stay, &symbol, sizeof stay);
    (void)stay();
  }
  const hol_netcdf_plugin *plugin = dlsym(library, HOL_NETCDF_SYMBOL);
  (void)dlclose(library);
  return plugin;
}

bool hol_netcdf_can(const char *path)
{
  (void)path;
  return load_plugin() != NULL;
}

hol_status hol_netcdf_write(hol_status (*tell)(const void *of, const hol_sink *sink), const void *of, hol_text *bytes)
{
  const hol_netcdf_plugin *plugin = load_plugin();
  return plugin ? write_with(plugin, (telling){tell, of}, bytes) : HOL_FILE;
}
