/* SPDX-License-Identifier: BSD-3-Clause */
/** @file transfer.h  Transfer function by poles and residues: its values, and integrals of its square. */
#ifndef RESPONSE_RANDOM_TRANSFER_H
#define RESPONSE_RANDOM_TRANSFER_H

#include "base/complex.h"
#include "holonome/status.h"

#include <stddef.h>

/** H(s) = rest + Σ residue/(s − pole), real for real s, poles left of the axis. {0} is empty. */
typedef struct hol_transfer {
  double rest;
  double complex *pole, *residue; /**< [poles] owned */
  size_t poles;
} hol_transfer;

/** Allocate room for the poles of `modes` modes, none of which is there yet. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_transfer_start(hol_transfer *transfer, size_t modes);
void hol_transfer_clear(hol_transfer *transfer);
/** Add (a s + b)/(s² + c s + λ), c > 0. Where both poles are the same c is taken 1e-7 of it larger. λ = 0: b must be 0,
 *  the term is a/(s + c). */
void hol_transfer_add(hol_transfer *transfer, double a, double b, double c, double lambda);
/** Return H(s). */
double complex hol_transfer_at(const hol_transfer *transfer, double complex s);
/** What is looked at: direct + s^order H. {0} is H itself. */
typedef struct hol_transfer_rate {
  int order;     /**< 0, 1, 2 */
  double direct; /**< of order 2: what moves with the ground; else 0 */
} hol_transfer_rate;

/** Compute ∫ G |direct + s^order H|² dω where G is linear between two ω, by partial fractions of H(s) H(−s):
 *  ω² 2z/(z² + ω²) = 2z − z² 2z/(z² + ω²), or its series where ω is small beside z. @param[in] omega, G  [2]
 *  @param[in,out] size  the sizes of the terms it is a sum of are added: rounding is some ε of that */
double hol_transfer_square(const hol_transfer *transfer, hol_transfer_rate rate, const double omega[2],
                           const double G[2], double *size);
/** Compute ∫ |H − rest|² dω over all ω ≥ 0. @param[in,out] size  as above */
double hol_transfer_whole(const hol_transfer *transfer, double *size);

#endif
