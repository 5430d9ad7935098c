/** @file schema.h  A JSON Schema of problem files, for editors, from the rows that the reader follows. */
#ifndef CLI_SCHEMA_H
#define CLI_SCHEMA_H

#include "holonome/holonome.h"

/** Add the schema (draft 7). It refuses keys and kinds that there are not and what has the wrong form; what numbers and names mean, and what
 *  stands below the keys of `analysis` and `expect`, only the reader knows. */
void cli_schema_print(hol_text *text);

#endif
