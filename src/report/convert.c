/* SPDX-License-Identifier: BSD-3-Clause */
/* librsvg and what it needs take longer to load than a small problem takes to solve: they are in a plugin. */
#include "report/convert.h"

#include "report/plugin/rsvg.h"

#include <dlfcn.h>
#include <string.h>

const char *const hol_picture_endings[] = {".svg", ".pdf", ".png", NULL};

static bool is_ended(const char *path, const char *ending)
{
  size_t size = strlen(path), last = strlen(ending);
  return size >= last && strcmp(path + size - last, ending) == 0;
}

/** @param[out] library  to be closed if it is not NULL */
static const hol_rsvg_plugin *open_plugin(void **library)
{
  *library = dlopen("libholonome_plot.so", RTLD_LAZY | RTLD_LOCAL);
  if (!*library) {
    *library = dlopen(HOLONOME_PLUGINS "/libholonome_plot.so", RTLD_LAZY | RTLD_LOCAL);
  }
  return *library ? dlsym(*library, HOL_RSVG_SYMBOL) : NULL;
}

bool hol_picture_can(const char *path)
{
  void *library = NULL;
  bool can = is_ended(path, ".svg") || open_plugin(&library);
  if (library) {
    (void)dlclose(library);
  }
  return can;
}

static bool put(void *to, const void *bytes, size_t size)
{
  hol_text *text = to;
  hol_text_put(text, bytes, size);
  return !text->failed;
}

hol_status hol_picture_convert(const char *path, hol_text *text)
{
  if (is_ended(path, ".svg") || text->failed) {
    return text->failed ? HOL_MEMORY : HOL_OK;
  }
  void *library;
  const hol_rsvg_plugin *plugin = open_plugin(&library);
  hol_text made = {0};
  hol_status status = HOL_FILE;
  if (plugin) {
    bool is_made = plugin->convert(text->data ? text->data : "", text->size, is_ended(path, ".pdf"), put, &made);
    status = made.failed ? HOL_MEMORY : is_made ? HOL_OK : HOL_NUMERICAL;
  }
  hol_text_clear(text);
  *text = made;
  if (library) {
    (void)dlclose(library);
  }
  return status;
}
