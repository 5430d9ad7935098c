/* SPDX-License-Identifier: BSD-3-Clause */
/** @file quad.h  Small dense problems in 113 bits, by roads of their own: a referee for what is computed in 53. */
#ifndef HOLONOME_TESTS_QUAD_H
#define HOLONOME_TESTS_QUAD_H

#include <stddef.h>

__extension__ typedef __float128 quad;

/** Square root; 0 of what is not positive. */
quad quad_sqrt(quad x);

/** Eigenvalues (rising) of a symmetric matrix of order n (destroyed), by Jacobi rotations: of a positive definite one
 *  each to its own digits where its rows scaled to a diagonal of ones are well conditioned. */
void quad_eigen(size_t n, quad *a, quad *value);

/** Finite eigenvalues of K x = λ M x, both positive semidefinite of order n (destroyed), numbers whose ranks show far
 *  above 1e-33: what has no mass is condensed, what has neither is left out.
 *  @param[out] lambda  [n] rising
 *  @return how many there are: the rank of M */
size_t quad_pencil(size_t n, quad *K, quad *M, quad *lambda);

#endif
