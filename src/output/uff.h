/** @file uff.h  Modes as a Universal File Format: datasets 151 (head), 164 (units), 15 (nodes), 82 (trace lines), 55 (shapes).
 *  [SDRC, Universal File Datasets Summary; Structural Dynamics Research Lab, University of Cincinnati] Room `output`. */
#ifndef OUTPUT_UFF_H
#define OUTPUT_UFF_H

#include "holonome/output.h"
#include "holonome/solve.h"

/** Write all modes with shapes, in SI: of unit modal mass, six components a node in global axes. Numbers have the six digits of the format.
 *  @return HOL_MEMORY; HOL_INVALID without shapes */
HOL_MUST_CHECK hol_status hol_uff_write(const hol_result *result, hol_text *text);

#endif
