/** @file schema.h  What a result begins with: that it is one, and of which program. */
#ifndef RESULT_SCHEMA_H
#define RESULT_SCHEMA_H

#include "result/sink.h"

/** Tell `schema`, `program` and `version`. */
void hol_put_schema(const hol_sink *sink);

#endif
