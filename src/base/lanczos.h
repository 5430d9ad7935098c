/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lanczos.h  A few eigenvectors of a large symmetric operator: ARPACK-NG's implicitly restarted Lanczos
 *  iteration.
 *  Standard:     A x = ν x,           the largest ν; apply(x) = A x
 *  Generalised:  K x = λ M x by shift and invert, (K + σM)⁻¹ M x = ν x, the largest ν = 1/(λ + σ), hence λ nearest −σ;
 *                mass(x) = M x, apply(z) = (K + σM)⁻¹ z
 *
 *  It begins with a fixed vector, so every run is the same. It is for the caller to check by a Sturm count
 *  whether an eigenvalue has been missed. */
#ifndef BASE_LANCZOS_H
#define BASE_LANCZOS_H

#include "base/cancellation.h"
#include "holonome/status.h"

#include <stddef.h>

typedef struct hol_lanczos {
  size_t n;
  size_t wanted; /**< eigenvectors, 0 < wanted < n */
  size_t basis;  /**< vectors of the Krylov space, wanted < basis ≤ n */
  int restarts;  /**< the most */
  double sigma;  /**< generalised: the shift; plays no part otherwise */
  /** y = A x, or (K + σM)⁻¹ x. x and y do not overlap */
  hol_status (*apply)(void *context, const double *x, double *y);
  hol_status (*mass)(void *context, const double *x, double *y); /**< y = M x; NULL: standard */
  void (*prepare)(void *context, double *start); /**< takes out of the first vector what is not to come up; NULL:
                                                      nothing */
  void *context;                                 /**< borrowed */
  const hol_cancellation *cancellation;          /**< asked before every application; NULL: nobody. Borrowed */
} hol_lanczos;

/** Run the iteration.
 *  @param[out] vectors  [n * wanted] eigenvectors, in no particular order, to the rounding of the operators; owned by
 *                       the caller, who may sharpen them
 *  @return HOL_NUMERICAL where the iteration does not converge or the problem is too large for ARPACK's numbers,
 *          HOL_MEMORY, HOL_INCOMPLETE if cancelled, or what apply or mass return. Cost: some (basis +
 *          restarts·wanted) applications. Not collective. */
HOL_MUST_CHECK hol_status hol_lanczos_run(const hol_lanczos *lanczos, double *vectors);

#endif
