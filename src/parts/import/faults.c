/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults of files of an imported part. */
#include "parts/import/import.h"

#include <stdarg.h>
#include <stdio.h>

const char hol_import_mechanism_hint[] = "give its rows some mass, or hold them by stiffness of the part itself";

hol_status hol_import_refuse_at(const hol_import *import, hol_place place, const char *hint, const char *format, ...)
{
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  hol_faults_add(import->r->faults, true, place.line ? place : import->r->part->place, hint, "%s", text);
  return HOL_INVALID;
}

hol_status hol_import_refuse(const hol_import *import, const hol_matrix_source *source, size_t line, const char *hint,
                             const char *format, ...)
{
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return line ? hol_import_refuse_at(import, source->place, hint, "%s:%zu: %s", source->name, line, text)
              : hol_import_refuse_at(import, source->place, hint, "%s: %s", source->name, text);
}

hol_status hol_import_pass(const hol_import *import, const hol_matrix_source *source, hol_status status,
                           const hol_file_fault *fault)
{
  if (status != HOL_INVALID && status != HOL_FILE) {
    return status;
  }
  hol_status refused = hol_import_refuse(import, source, fault->line, NULL, "%s", fault->message);
  return refused == HOL_INVALID ? status : refused;
}
