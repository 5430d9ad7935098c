/** @file modes.h  Singular values and vectors of the map from strains to weighted displacements. Internal to
 * room `parts`. */
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

/** The whole decomposition; the leading `accurate` values to nearly full relative accuracy. Cost n³. */
HOL_MUST_CHECK hol_status hol_singular_dense(hol_space *space, size_t accurate, hol_singular *singular);
/** The leading `count` by ARPACK from a fixed start. */
HOL_MUST_CHECK hol_status hol_singular_leading(hol_space *space, size_t count, hol_singular *singular);
void hol_singular_clear(hol_singular *singular);

/** Make the columns of B = AV orthogonal by rotations from the right (one-sided Jacobi), taken over into V, and put
 * them in falling order of length: σ. Accurate to rounding relative to each column by itself.
 *  @param[in,out] B  [rows * k], V  [n * k] */
void hol_jacobi(size_t rows, size_t n, size_t k, double *B, double *V, double *sigma);

#endif
