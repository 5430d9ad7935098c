/* SPDX-License-Identifier: BSD-3-Clause */
/** @file alignment.h  Component modes of a part and of the same part changed a little, aligned in one basis.
 *
 *  Component modes are known up to their signs, and repeated ones up to a rotation; where two frequencies cross they
 *  change places. So modes X of a part and X̃ of a moved one do not correspond one by one, but the spaces that they
 *  span do. Seen at the same places of both, P and P̃, the rotation nearest to carrying one into the other is the polar
 *  factor
 *      X̃ Q ≈ X,   Q = M (MᵀM)^{−1/2},   M = P̃ᵀP                  [orthogonal Procrustes problem, Schönemann 1966]
 *
 *  which depends on the spaces alone, smoothly, and is 1 where nothing is moved. Any places will do at which no two
 *  motions agree. */
#ifndef MODES_ALIGNMENT_H
#define MODES_ALIGNMENT_H

#include "compliance/system.h"

/** Transform amplitudes of kept modes of a part to those of the moved part: q ← Q q.
 *  @param[in]     kept  [count] modes of one part, the same of both: rigid-body modes or others, not some of each
 *  @param[in,out] q     [count]
 *  @return HOL_NUMERICAL where the spaces cannot be compared, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_align(const hol_system *system, const hol_system *moved, const hol_kept *kept,
                                    size_t count, double *q);

#endif
