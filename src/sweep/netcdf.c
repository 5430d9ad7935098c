/* Sweeps as NetCDF files. The library takes longer to load than a small problem takes to solve: it is in a plugin. */
#include "holonome/holonome.h"
#include "sweep/describe.h"
#include "sweep/plugin/netcdf.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static hol_status write_with(hol_netcdf_writer *writer, const hol_sweep *sweep, hol_text *bytes)
{
  void *memory;
  size_t size = 0;
  const hol_netcdf_task task = {sweep, "holonome " HOLONOME_VERSION, hol_sweep_probability};
  int error = writer(&task, &memory, &size);
  if (error) {
    return HOL_NUMERICAL;
  }
  hol_text_put(bytes, memory, size);
  free(memory);
  return bytes->failed ? HOL_MEMORY : HOL_OK;
}

hol_status hol_sweep_netcdf(const hol_sweep *sweep, hol_text *bytes)
{
  void *library = dlopen("libholonome_netcdf.so", RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    library = dlopen(HOLONOME_PLUGINS "/libholonome_netcdf.so", RTLD_LAZY | RTLD_LOCAL);
  }
  void *symbol = library ? dlsym(library, HOL_NETCDF_SYMBOL) : NULL;
  hol_netcdf_writer *writer;
  memcpy(&writer, &symbol, sizeof writer);
  hol_status status = symbol ? write_with(writer, sweep, bytes) : HOL_FILE;
  if (library) {
    (void)dlclose(library);
  }
  return status;
}
