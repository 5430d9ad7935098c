/* SPDX-License-Identifier: BSD-3-Clause */
/** @file describe.h  Geometry of a structure, written to a sink. */
#ifndef MODEL_DESCRIBE_H
#define MODEL_DESCRIBE_H

#include "holonome/problem.h"
#include "result/sink.h"

struct hol_geometry; /* see model/geometry.h */

/** Write it as the record `geometry`. @param[in] problem  that of the model @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_geometry_describe(const struct hol_geometry *geometry, const hol_problem *problem,
                                                const hol_sink *sink);

#endif
