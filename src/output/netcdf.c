/* The NetCDF library takes longer to load than a small problem takes to solve: it is in a plugin. */
#include "output/netcdf.h"

#include "output/plugin/netcdf.h"

#include <dlfcn.h>
#include <stdlib.h>

static hol_status write_with(const hol_netcdf_plugin *plugin, hol_status (*tell)(const void *of, const hol_sink *sink),
                             const void *of, hol_text *bytes)
{
  hol_sink sink;
  void *memory;
  size_t size = 0;
  if (plugin->begin(&sink)) {
    return HOL_NUMERICAL;
  }
  hol_status told = tell(of, &sink);
  int error = plugin->end(&sink, &memory, &size);
  if (!error) {
    hol_text_put(bytes, memory, size);
    free(memory);
  }
  return told != HOL_OK ? told : error ? HOL_NUMERICAL : bytes->failed ? HOL_MEMORY : HOL_OK;
}

hol_status hol_netcdf_write(hol_status (*tell)(const void *of, const hol_sink *sink), const void *of, hol_text *bytes)
{
  void *library = dlopen("libholonome_netcdf.so", RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    library = dlopen(HOLONOME_PLUGINS "/libholonome_netcdf.so", RTLD_LAZY | RTLD_LOCAL);
  }
  const hol_netcdf_plugin *plugin = library ? dlsym(library, HOL_NETCDF_SYMBOL) : NULL;
  hol_status status = plugin ? write_with(plugin, tell, of, bytes) : HOL_FILE;
  if (library) {
    (void)dlclose(library);
  }
  return status;
}
