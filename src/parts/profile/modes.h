/* SPDX-License-Identifier: BSD-3-Clause */
/** @file modes.h  Singular value decomposition of the map from strains to weighted displacements. Internal to
 *  module `parts`. */
#ifndef PARTS_PROFILE_MODES_H
#define PARTS_PROFILE_MODES_H

#include "parts/profile/space.h"

/** G v_k = σ_k u_k, falling σ. {0} is empty. */
typedef struct hol_singular {
  size_t count;
  bool has_all;  /**< all n vectors, those of σ = 0 too */
  double unit;   /**< the largest σ after the last wide gap: what is right to rounding is so relative to it */
  double *sigma; /**< [count] */
  double *v;     /**< [n * count] orthonormal */
} hol_singular;

/** Compute the whole decomposition, to nearly full relative accuracy of every value. Cost n³.
 *  @param[in] requested  modes asked for: wide gaps among these are searched for */
HOL_MUST_CHECK hol_status hol_singular_dense(hol_space *space, size_t requested, hol_singular *singular);
/** Compute the leading `count` by ARPACK from a fixed start. */
HOL_MUST_CHECK hol_status hol_singular_leading(hol_space *space, size_t count, hol_singular *singular);
void hol_singular_clear(hol_singular *singular);

#endif
