/* SPDX-License-Identifier: BSD-3-Clause */
/** @file schema.h  First members of a result, which identify its schema and the program. */
#ifndef RESULT_SCHEMA_H
#define RESULT_SCHEMA_H

#include "result/sink.h"

/** Version, raised where a reader of earlier results would be misled; changes are listed in holonome(1). */
enum { HOL_SCHEMA_VERSION = 2 };

/** Write the record `schema` (name, version), `program` and its `version`. */
void hol_put_schema(const hol_sink *sink);

#endif
