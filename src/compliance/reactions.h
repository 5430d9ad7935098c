/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reactions.h  Joint reactions as generalised coordinates (book, appendix F): Rayleigh-Ritz on quasistatic
 *  shapes.
 *  A member moves as its rigid-body modes and its static deflections under forces a on its ports, u = X q + Γ(x, ·) a,
 *  with the energies ½ aᵀΓ₀a and ½ q̇ᵀq̇ + ½ ȧᵀΓ₁ȧ. Its ports move by φ q + Γ₀a, so that its dynamic compliance is
 *
 *      rigid terms + Γ₀ (Γ₀ − λΓ₁)⁻¹ Γ₀ = Σ φ_k φ_kᵀ/(ω_k² − λ),      Γ₀x = ω²Γ₁x,  xᵀΓ₁x = 1,  φ = Γ₀x,
 *
 *  that of a member with these few modes and no residual flexibility. Joints are met exactly and nothing else is
 *  approximated: the k-th root is an upper bound of the k-th frequency.
 *
 *  Separate reactions: every port of every member has its own. Shared ones, as in the book: the forces a on all that
 *  meets at a joint balance, as reactions without inertia do,
 *
 *      Tᵀa + K w = 0   in all motions of the joints w without mass     (K: springs and massless members),
 *
 *  forces that deflect nothing left free: a part of few masses has them, each mass times the same acceleration.
 *
 *  Solved for the a that can follow from the others, these are rows  a_i = N r + G w  with the reactions r as
 *  coordinates; x_k q_k stands on their left. They are taken like ports, with multipliers of their own. */
#ifndef COMPLIANCE_REACTIONS_H
#define COMPLIANCE_REACTIONS_H

#include "compliance/system.h"

/** Fill a modal, whose ports are chosen, with its modes of static deflections. @return HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_modal_reactions(hol_system *system, hol_modal *modal);
/** Compute coordinates and rows of shared reactions, and the number of frequencies, once all modals are filled. */
HOL_MUST_CHECK hol_status hol_system_reactions(hol_system *system);

/** Compute the modes of static deflections.
 *  @param[in]  d       its H and G are overwritten
 *  @param[out] count   modes, at most one for each port: fewer where deflections cannot be told apart from rounding
 *  @param[out] which   [ports] the first `count`: ports whose forces make up the modes
 *  @param[out] omega2  [ports] rising
 *  @param[out] phi     [ports * ports] displacements of all ports, a column each mode
 *  @param[out] force   [ports * ports] column-major: of mode k the force on port which[i]
 *  @param[out] idle    [ports * ports] column-major, ports − count columns: forces on all ports that deflect nothing */
HOL_MUST_CHECK hol_status hol_deflection_modes(hol_deflections *d, size_t *count, size_t *which, double *omega2,
                                               double *phi, double *force, double *idle);

#endif
