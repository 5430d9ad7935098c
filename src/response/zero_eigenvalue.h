/* SPDX-License-Identifier: BSD-3-Clause */
/** @file zero_eigenvalue.h  Multiplicity of s = 0 as a zero of the determinant of a damped structure. Module
 `response`. *
 *  In det(s²M + s C + K), K and C positive semidefinite, those are dim ker K + dim (ker K ∩ ker C): a motion without
 *  energy that nothing damps is a double zero, one that is damped a single one, since vᵀCv = 0 is Cv = 0. The first
 *  number is that of the zero-energy modes, the second what the rows of dashpots and of masses that are damped
 *  leave of them. */
#ifndef RESPONSE_ZERO_EIGENVALUE_H
#define RESPONSE_ZERO_EIGENVALUE_H

#include "model/model.h"

/** @param[in] model  with its zero-energy modes, found
 *  @return HOL_MEMORY. Cost O(rows) times the square of their number */
HOL_MUST_CHECK hol_status hol_zero_eigenvalues(const hol_model *model, size_t *count);

#endif
