/* SPDX-License-Identifier: BSD-3-Clause */
/* First members of every result: name and version of the schema, program and its version. */
#include "result/schema.h"

#include "holonome/holonome.h"

void hol_put_schema(const hol_sink *sink)
{
  static const hol_quantity schema = {.name = "schema", .type = HOL_RECORD}, name = {.name = "name", .type = HOL_TEXT},
                            number = {.name = "version", .type = HOL_COUNT};
  static const hol_quantity program = {.name = "program", .type = HOL_TEXT},
                            version = {.name = "version", .type = HOL_TEXT};
  hol_open(sink, &schema);
  hol_put_text(sink, &name, "holonome-result");
  hol_put_count(sink, &number, HOL_SCHEMA_VERSION);
  hol_close(sink);
  hol_put_text(sink, &program, "holonome");
  hol_put_text(sink, &version, HOLONOME_VERSION);
}
