/* SPDX-License-Identifier: BSD-3-Clause */
/** @file laws.h  Regions that are proved to enclose damped eigenvalues, from the undamped ones. Room `response`.
 *
 *  Motions are e^{st}, λ = −s². These sentences take proved undamped λ_k and give regions that hold damped motions:
 *
 *  One law for all. Every undamped motion stays as it is, and s² + a s + λ_k (1 + iη + b s) = 0. What an interval of
 *  λ_k makes of a root is in a circle about it (Rouché: |(s − s₁)(s − s₂)| > |δ| |1 + iη + b s| on its edge).
 *
 *  Loss factors that differ, and nothing else. With c = 1 + i (η_max + η_min)/2 and r = (η_max − η_min)/2 every λ is in
 *  one of the discs
 *  |λ − c λ_k| ≤ r λ_k, and so many discs apart from all others hold as many λ: K^{−1/2} (G − η_mid K) K^{−1/2} is no
 larger than r. *
 *  Dashpots alone, that take little. With p_j = φ_jᵀCφ_j at unit modal mass the circle |s − iω_k| = ρ holds as many
 *  damped motions as undamped ones if |s| Σ p_j/|ω_j² + s²| < 1 all along it; modes beyond those known enter by what
 *  they leave of the static compliance. */
#ifndef RESPONSE_LAWS_H
#define RESPONSE_LAWS_H

#include "base/complex.h"
#include "parts/damping.h"

#include <stdbool.h>
#include <stddef.h>

/** A root, and how far from it the true one may be. */
typedef struct hol_law_root {
  double complex s; /**< Im s ≥ 0 */
  double radius;
} hol_law_root;

/** Compute the damped eigenvalues of an undamped one under one law: of a pair of complex conjugates that with Im s > 0,
 *  of real ones both; with a loss factor those with Im s > 0, since none else are motions. A pair of zeros is one.
 *  @param[in] lower, upper  bounds of the undamped λ; both 0: a motion without energy
 *  @return how many, 1 or 2 */
size_t hol_law_roots(hol_damping law, double lower, double upper, hol_law_root root[2]);
/** Return an upper bound of the undamped λ to which motions with |s| ≤ size and |1 + iη + b s| ≥ `outside` belong. */
double hol_law_reach(hol_damping law, double size, double outside);

/** A disc of λ. */
typedef struct hol_loss_disc {
  double complex centre;
  double radius;
} hol_loss_disc;

/** Return the disc for an interval of an undamped λ and loss factors between two. */
hol_loss_disc hol_loss_disc_of(double least, double most, double lower, double upper);
/** Return whether two discs are disjoint. */
bool hol_loss_discs_are_apart(hol_loss_disc a, hol_loss_disc b);

/** Undamped motions and what dashpots take of them. */
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
