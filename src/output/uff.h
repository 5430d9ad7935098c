/* SPDX-License-Identifier: BSD-3-Clause */
/** @file uff.h  Modes and responses as a Universal File: datasets 151 (head), 164 (units), 15 (nodes), 82 (trace
 *  lines), 55 (shapes), 58 (functions). [SDRC, Universal File Datasets Summary; Structural Dynamics Research Lab,
 *  University of Cincinnati] Module `output`. */
#ifndef OUTPUT_UFF_H
#define OUTPUT_UFF_H

#include "holonome/output.h"
#include "holonome/solve.h"

typedef struct hol_response hol_response; /* see response/steady/response.h */

/** Write modes and responses in SI units: all modes with shapes, of unit modal mass, six components per node in global
 *  axes, with the six digits of the format; responses of displacements and rotations at the computed frequencies, which
 *  have six digits, with their values in thirteen. A response to one force is written as a frequency response function,
 *  divided by it.
 *  @param[in] result, response  NULL: there is none
 *  @return HOL_MEMORY; HOL_INVALID: the result has no shapes */
HOL_MUST_CHECK hol_status hol_uff_write(const hol_problem *problem, const hol_result *result,
                                        const hol_response *response, hol_text *text);

#endif
