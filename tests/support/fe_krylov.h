/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_krylov.h  The lowest eigenvalues of a system, all of them, by Rayleigh–Ritz on a block Krylov space. */
#ifndef HOLONOME_TESTS_FE_KRYLOV_H
#define HOLONOME_TESTS_FE_KRYLOV_H

#include "fe_system.h"

/** Eigenvalues found. */
typedef struct fe_spectrum {
  size_t count;
  real *lambda;   /**< [count] rising, the pool's */
  bool exhausted; /**< the system has no more finite ones */
  size_t order;   /**< of the system */
} fe_spectrum;

/** What is known of a system beforehand. */
typedef struct fe_known {
  bool is_continuous; /**< fe_system_is_continuous() of its model */
  bool is_difficult;  /**< Krylov spaces have not been good enough: solve it dense */
  size_t zeros;       /**< fe_system_zeros() of it */
  real shift;         /**< near the lowest eigenvalue that is not zero */
} fe_known;

/** The lowest `count` eigenvalues, more if the last is multiple, fewer if there are no more.
 *
 *  The space is built with (K + shift M)⁻¹M from random vectors and is orthonormal in K + shift M, so massless
 *  unknowns do no harm. It grows until every wanted pair has a small residual and the inertia of K - σM, σ just above
 *  the last, confirms the number; a missing copy of a multiple eigenvalue makes fresh random vectors join.
 *  Small systems, and those of lumped masses only, are solved as dense ones instead.
 *  @param[in,out] system  factored here with the shift
 *  @return false if K + shift M is not positive definite or the iteration does not end. */
bool fe_lowest(fe_system *system, const fe_known *known, size_t count, fe_spectrum *spectrum);

#endif
