/** @file fe_krylov.h  The lowest eigenvalues of a system, all of them, by Rayleigh–Ritz on a block Krylov space. */
#ifndef HOLONOME_TESTS_FE_KRYLOV_H
#define HOLONOME_TESTS_FE_KRYLOV_H

#include "fe_system.h"

/** Eigenvalues found. */
typedef struct fe_spectrum {
  size_t count;
  real *lambda;        /**< [count] rising, the pool's */
  bool exhausted;      /**< the system has no more finite ones */
} fe_spectrum;

/** The lowest `count` eigenvalues, more if the last is multiple, fewer if there are no more.
 *
 *  The space is built with (K + shift M)⁻¹M from random vectors and is orthonormal in K + shift M, so massless
 *  unknowns do no harm. It grows until every wanted pair has a small residual and the inertia of K - σM, σ just above
 *  the last, confirms the number; a missing copy of a multiple eigenvalue makes fresh random vectors join.
 *  @param[in,out] system  factored here with the shift
 *  @return false if K + shift M is not positive definite or the iteration does not end. */
bool fe_lowest(fe_system *system, real shift, size_t count, fe_spectrum *spectrum);

#endif
