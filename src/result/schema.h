/** @file schema.h  What a result begins with: that it is one, and of which program. */
#ifndef RESULT_SCHEMA_H
#define RESULT_SCHEMA_H

#include "result/sink.h"

/** Raised where a reader of earlier results would be misled; what has changed is in holonome(1). */
enum { HOL_SCHEMA_VERSION = 2 };

/** Tell `schema`, `program` and `version`. */
void hol_put_schema(const hol_sink *sink);

#endif
