/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damping_models.h  Proved enclosures of damped eigenvalues from undamped ones, by damping model.
 *
 *  Module `response`. Motions are e^{st}, λ = −s²; undamped λ_k are proved. Three theorems:
 *
 *  Uniform damping. Undamped modes stay uncoupled, and s² + a s + λ_k (1 + iη + b s) = 0. For an interval of λ_k a root
 *  is in a circle about that of its midpoint (Rouché: |(s − s₁)(s − s₂)| > |δ| |1 + iη + b s| on the circle).
 *
 *  Differing loss factors, and no other damping. With c = 1 + i (η_max + η_min)/2 and r = (η_max − η_min)/2 every λ is
 *  in one of the discs |λ − c λ_k| ≤ r λ_k, since ‖K^{−1/2} (G − η_mid K) K^{−1/2}‖ ≤ r; m discs disjoint from all
 *  others hold m eigenvalues.
 *
 *  Dashpots alone, with little dissipation. With p_j = φ_jᵀCφ_j at unit modal mass the circle |s − iω_k| = ρ holds as
 *  many damped eigenvalues as undamped ones if |s| Σ p_j/|ω_j² + s²| < 1 all along it; modes beyond the known ones
 *  enter by their residual flexibility. */
#ifndef RESPONSE_DAMPING_MODELS_H
#define RESPONSE_DAMPING_MODELS_H

#include "base/complex.h"
#include "parts/damping.h"

#include <stdbool.h>
#include <stddef.h>

/** A root, and how far from it the true one may be. */
typedef struct hol_damping_root {
  double complex s; /**< Im s ≥ 0 */
  double radius;
} hol_damping_root;

/** Compute the damped eigenvalues of an undamped mode under one law: of a pair of complex conjugates that with Im s >
 *  0, of real ones both; with a loss factor those with Im s > 0, since none else are motions. A pair of zeros is one.
 *  @param[in] lower, upper  bounds of the undamped λ; both 0: a zero-energy mode
 *  @return how many, 1 or 2 */
size_t hol_damping_roots(hol_damping law, double lower, double upper, hol_damping_root root[2]);
/** Return an upper bound of the undamped λ to which motions with |s| ≤ size and |1 + iη + b s| ≥ `outside` belong. */
double hol_damping_reach(hol_damping law, double size, double outside);

/** A disc of λ. */
typedef struct hol_loss_disc {
  double complex centre;
  double radius;
} hol_loss_disc;

/** Return the disc for an interval of an undamped λ and loss factors between two. */
hol_loss_disc hol_loss_disc_of(double least, double most, double lower, double upper);
/** Return whether two discs are disjoint. */
bool hol_loss_discs_are_apart(hol_loss_disc a, hol_loss_disc b);

/** Undamped modes, and their modal damping by dashpots. */
typedef struct hol_dashpot_modes {
  const double *omega; /**< [count] rad/s, rising, all different and positive: all below `beyond` */
  const double *power; /**< [count] p, 1/s */
  size_t count;
  double rest;   /**< Σ p_j/ω_j² of all others, s */
  double beyond; /**< λ that all others have at least; INFINITY: there are none */
} hol_dashpot_modes;

/** Find the smallest circle about iω_k that is proved to contain one damped eigenvalue.
 *  @return its radius, rad/s; NAN: none is known */
double hol_dashpot_circle(const hol_dashpot_modes *modes, size_t k);

#endif
