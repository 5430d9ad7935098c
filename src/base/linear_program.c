/* SPDX-License-Identifier: BSD-3-Clause */
/* Dense linear programs handed to the plugin for CLP. */
#include "base/linear_program.h"

#include "base/memory.h"
#include "base/plugin/clp.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

/** The plugin is found beside the program (run path) or where it was installed; it stays loaded, as one program is
 *  followed by others. */
static hol_clp_function *load_plugin(void)
{
  enum { HOW = RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE };
  union {
    void *object;
    hol_clp_function *function;
  } symbol = {NULL};
  void *library = dlopen("libholonome_clp.so", HOW);
  library = library ? library : dlopen(HOLONOME_PLUGINS "/libholonome_clp.so", HOW);
  if (library) {
    symbol.object = dlsym(library, HOL_CLP_SYMBOL);
    (void)dlclose(library);
  }
  return symbol.function;
}

hol_status hol_linear_program(size_t rows, size_t columns, const double *a, const double *cost, const double *lower,
                              const double *upper, double most, double *x)
{
  hol_clp_function *solve = load_plugin();
  if (!solve) {
    return HOL_FILE;
  }
  if (rows > INT_MAX / (columns + 1)) {
    return HOL_MEMORY;
  }
  int *start = hol_alloc(columns + 1 + rows * columns, sizeof *start);
  if (!start) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j <= columns; j++) {
    start[j] = (int)(j * rows);
  }
  for (size_t i = 0; i < rows * columns; i++) {
    start[columns + 1 + i] = (int)(i % rows);
  }
  int failed = solve((int)rows, (int)columns, start, start + columns + 1, a, cost, lower, upper, most, x);
  free(start);
  return failed == 0 ? HOL_OK : failed == 2 ? HOL_INVALID : HOL_NUMERICAL;
}
