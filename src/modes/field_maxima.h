/* SPDX-License-Identifier: BSD-3-Clause */
/** @file field_maxima.h  Largest component of a mode: of its field all along members and rings, not only where they are
 *  sampled. */
#ifndef MODES_FIELD_MAXIMA_H
#define MODES_FIELD_MAXIMA_H

#include "modes/sample_maxima.h"

/** Raise the largest displacement (0) or rotation (1) of the samples to that of the fields of all members, and of rings
 *  as the trigonometric polynomials through their samples give it. Between two places with nothing discontinuous
 *  between them, close enough together to resolve every wave at λ, a largest value is sought with as many digits as
 *  rounding leaves.
 *  @param[in]     rotations  which of the two
 *  @param[in,out] top        m or rad: the largest of the samples, then of the fields
 *  @return HOL_MEMORY, HOL_NUMERICAL. Not collective. */
HOL_MUST_CHECK hol_status hol_field_maxima(hol_sample_maxima *maxima, double lambda, bool rotations, double *top);

#endif
