/* SPDX-License-Identifier: BSD-3-Clause */
/* Temporary files in the folder of another file, by mkstemp(). */
#include "base/beside.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char temporary[] = ".holonome-XXXXXX"; /* short, for a name that is itself as long as may be */

/** A template of mkstemp() in the folder of a path. NULL if memory is out. */
static char *name_beside(const char *path)
{
  const char *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
  char *name = hol_alloc(folder + sizeof temporary, 1);
  if (name) {
    memcpy(name, path, folder);
    memcpy(name + folder, temporary, sizeof temporary);
  }
  return name;
}

int hol_open_beside(const char *path, char **name)
{
  *name = name_beside(path);
  int descriptor = *name ? mkstemp(*name) : -1, reason = errno;
  if (descriptor == -1) {
    free(*name);
    *name = NULL;
  }
  errno = reason;
  return descriptor;
}
