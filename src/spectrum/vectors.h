/* SPDX-License-Identifier: BSD-3-Clause */
/** @file vectors.h  Block inverse iteration on the nonlinear pencil S(λ + θ) ≈ S + θ S′. */
#ifndef SPECTRUM_VECTORS_H
#define SPECTRUM_VECTORS_H

#include "spectrum/roots.h"

/** Compute the k roots nearest λ of the linearised pencil, with S(λ) factorised in the counter
 *  (matrix with derivative).
 *  @param[out] V          [n*k] with −VᵀS′V = 1 and VᵀSV diagonal
 *  @param[out] theta      [k] rising: root estimates λ + theta
 *  @param[out] resolution largest rounding error of these roots, by their vectors and by counts
 *  @return HOL_NUMERICAL if the block is not independent enough. Cost O(k n²). */
HOL_MUST_CHECK hol_status hol_ritz(hol_sturm_counter *counter, size_t k, size_t iterations, double *V, double *theta,
                                   hol_resolution *resolution);

/** Normalise vectors that nearly fulfil −VᵀS′V = 1, found a little beside the root that S′ is of, with as little change
 *  as possible: V ← V L⁻ᵀ, LLᵀ = −VᵀS′V. What is off by more than a thousandth stays: S′ at the root is not to be
 *  trusted then.
 *  @param[in,out] V  [n*k] */
HOL_MUST_CHECK hol_status hol_normalise(const hol_matrix *matrix, size_t k, double *V);

/** Estimate by how much rounding of S(λ) as it stands may move the root of a vector, rad²/s²: hol_resolution.root of
 *  it. −vᵀS′v = 1
 *  @param[out] magnitude,y  [n] scratch */
double hol_rounding_of(const hol_system *system, const hol_matrix *matrix, const double *v, double *magnitude,
                       double *y);

/** Estimate the part of it that is not of the entries of S, but of terms whose differences the entries are. */
double hol_rounding_beside(const hol_system *system, const hol_matrix *matrix, const double *v);

/** Return by how much the root λ + theta of a vector may be off by its residual r = S v + θ S′v: Σ |v_i||r_i|
 *  (−vᵀS′v = 1), a first-order bound where the error of the functional is of second order. y is scratch [2n]. */
double hol_residual_weight(const hol_matrix *matrix, const double *v, double theta, double *y);

#endif
