/* SPDX-License-Identifier: BSD-3-Clause */
/** @file disc.h  Truncation bound of a damped response that is computed with N component modes of each part.
 *
 *  Module `response`. A part's compliance at s is that of its N modes and a residual flexibility of order k, and what
 *  its higher modes do beside that:
 *
 *      α = α_N + R^½ E R^½,   ‖E‖ ≤ ε,   R = Σ φφᵀ/ω^{2k} over the modes left out,   ε = |λ_e|^k / (|g| |λ_c − λ_e|),
 *
 *  with λ_c no more than the first ω² left out; beyond it |Im λ_e| stands for the distance. Let S be the matrix of the
 *  whole by N modes, with −α_N on the ports, x_r = S⁻ᵀc and x_d = S⁻¹f on the ports of the receiver's and the load's
 *  vectors, G what S⁻¹ has there, and R̄ = ε R of all parts. By Woodbury's identity
 *
 *      |H − H_N| ≤ ‖R̄^½ x_r‖ ‖R̄^½ x_d‖ / (1 − κ),    κ = ‖R̄^½ G R̄^½‖ < 1.
 *
 *  Taken with Frobenius' norm, which is no less than κ and needs no roots: κ² ≤ tr R̄ Gᴴ R̄ G = Σ conj(P_ij) P_ji, P =
 *  R̄ G, where S and so G is symmetric; else with R̄ Gᵀ in place of the first P. A bound of the truncation: what S was
 *  rounded by is not in it, see response_disc.c. */
#ifndef RESPONSE_DISC_H
#define RESPONSE_DISC_H

#include <complex.h>
#include <stddef.h>

/** R̄ of one part: ports first .. first + ports. */
typedef struct hol_disc_block {
  size_t first, ports;
  double epsilon;
  const double *rest;  /**< [ports * ports] R, symmetric, positive semidefinite; borrowed */
  const double *terms; /**< [ports * ports] size of the terms whose difference R is; NULL: its own. Borrowed */
} hol_disc_block;

/** Return ε of a part, infinite where it has no bound.
 *  @param[in] lambda  λ_e = −(s² + a s)/g
 *  @param[in] next    λ_c; infinite: no mode is left out
 *  @param[in] g       factor of stiffness at s
 *  @param[in] order   k ≥ 1 */
double hol_disc_higher(double complex lambda, double next, double complex g, size_t order);
/** Return an upper bound of κ.
 *  @param[in] G           [ports * ports] of all, by rows
 *  @param[in] transposed  Gᵀ; the same array where S is symmetric */
double hol_disc_kappa(const hol_disc_block *block, size_t blocks, size_t ports, const double complex *G,
                      const double complex *transposed);
/** Return an upper bound of ‖R̄^½ x‖. @param[in] x  on all ports */
double hol_disc_norm(const hol_disc_block *block, size_t blocks, const double complex *x);

#endif
