/* SPDX-License-Identifier: BSD-3-Clause */
/** @file samples.h  Exact transforms of the straight lines between samples of the basis of a manoeuvre.
 *
 *  Module `manoeuvre`. Drives get tables. Of N samples φ_k(x_j) at equal distances δ = 2/(N − 1), with straight lines
 *  between them and 0 outside, the integral with e^{iκx} is
 *
 *      δ Σ_j φ_k(x_j) e^{iκx_j} (E(κδ) [j < N − 1] + E(−κδ) [j > 0])
 *      E(z) = Σ_n (iz)^n/(n + 2)! = (1 + iz − e^{iz})/z² */
#ifndef MANOEUVRE_SAMPLES_H
#define MANOEUVRE_SAMPLES_H

#include "manoeuvre/basis.h"

/** As hol_basis_transform(), of the lines between `samples` ≥ 2 samples. Both are always computed.
 *  Cost: samples times degree */
void hol_samples_transform(size_t samples, size_t m, size_t degree, double complex kappa, double complex *value,
                           double complex *slope);
/** Compute the integrals with 1 and with x. @param[out] area, moment  [degree + 1] real */
void hol_samples_moments(size_t samples, size_t m, size_t degree, double complex *area, double complex *moment);

#endif
