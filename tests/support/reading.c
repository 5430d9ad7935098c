/* SPDX-License-Identifier: BSD-3-Clause */
#include "reading.h"

#include "parts/resolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_faults(const reading *r, const char *text)
{
  for (size_t i = 0; i < r->faults.count; i++) {
    const hol_finding *d = &r->faults.item[i];
    fprintf(stderr, "%zu:%zu: %s: %s\n", d->place.line, d->place.column, d->is_error ? "error" : "note", d->message);
  }
  fprintf(stderr, "%s\n", text);
}

static bool read_beside(const char *text, const char *folder, reading *r)
{
  r->kind = hol_part_grammars(&r->kinds);
  if (hol_read(text, strlen(text), (hol_read_options){.folder = folder}, &r->problem, &r->faults) == HOL_OK) {
    return true;
  }
  print_faults(r, text);
  return false;
}

bool reading_of(const char *text, reading *r)
{
  return read_beside(text, NULL, r);
}

/** The whole of a file with a final 0; NULL if it cannot be read. */
static char *contents(FILE *file)
{
  if (fseek(file, 0, SEEK_END) != 0) {
    return NULL;
  }
  long size = ftell(file);
  char *text = size < 0 ? NULL : calloc((size_t)size + 1, 1);
  rewind(file);
  if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    return NULL;
  }
  return text;
}

bool reading_of_file(const char *path, reading *r)
{
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "%s cannot be opened\n", path);
    return false;
  }
  char *text = contents(file);
  fclose(file);
  const char *slash = strrchr(path, '/');
  char *folder = slash ? strndup(path, (size_t)(slash - path)) : NULL;
  bool good = text && (folder || !slash) && read_beside(text, folder, r);
  free(folder);
  free(text);
  return good;
}

void reading_clear(reading *r)
{
  hol_problem_clear(&r->problem);
  hol_faults_clear(&r->faults);
  *r = (reading){0};
}
