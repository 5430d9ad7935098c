/* SPDX-License-Identifier: BSD-3-Clause */
/** @file schema.h  JSON Schema of problem files, for editors, generated from the tables that the reader follows. */
#ifndef CLI_SCHEMA_H
#define CLI_SCHEMA_H

#include "holonome/holonome.h"

/** Add the schema (draft 7). It refuses unknown keys and kinds and values of the wrong form; only the reader checks the
 *  meaning of numbers and names. Keys inside the mappings of `analysis` are checked; below the keys of an entry of
 *  `expect` anything is allowed. */
void cli_schema_print(hol_text *text);

#endif
