#include "reading.h"

#include "holonome/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_faults(const reading *r, const char *text)
{
  for (size_t i = 0; i < r->faults.count; ++i) {
    const hol_diagnostic *d = &r->faults.item[i];
    fprintf(stderr, "%zu:%zu: %s: %s\n", d->place.line, d->place.column, d->is_error ? "error" : "note", d->message);
  }
  fprintf(stderr, "%s\n", text);
}

bool reading_of(const char *text, reading *r)
{
  const hol_part_kind *kind = hol_part_kinds(&r->kinds);
  if (r->kinds > READING_KINDS) {
    return false;
  }
  for (size_t i = 0; i < r->kinds; ++i) {
    r->kind[i] = kind[i].keys;
  }
  if (hol_problem_read(text, strlen(text), r->kind, r->kinds, NULL, 0, &r->problem, &r->faults) == HOL_OK) {
    return true;
  }
  print_faults(r, text);
  return false;
}

/* The whole of a file with a final 0; NULL if it cannot be read. */
static char *contents(FILE *file)
{
  if (fseek(file, 0, SEEK_END) != 0) {
    return NULL;
  }
  const long size = ftell(file);
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
  const bool good = text && reading_of(text, r);
  free(text);
  return good;
}

void reading_clear(reading *r)
{
  hol_problem_clear(&r->problem);
  hol_diagnostics_clear(&r->faults);
  *r = (reading){0};
}
