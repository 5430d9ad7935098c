/* SPDX-License-Identifier: BSD-3-Clause */
/** @file model.h  The beam as numbers: masses, stiffnesses, forces and losses of its modes. Module `nonlinear`. */
#ifndef NONLINEAR_MODEL_H
#define NONLINEAR_MODEL_H

#include "holonome/solve.h"
#include "parts/line/line.h"

/** How the bar moves along itself while it bends. */
typedef enum {
  HOL_AXIAL_HELD, /**< as the von Kármán beam does: u vanishes at both ends and is driven by the strain ½w′² that
                                bending causes from place to place; U_r of u = Σ U_r sin(rπx/l), p_r = rπ/l √(EA/m), and
                                Q^r_kj = −2/(rπ) ∫X_k′X_j′ cos(rπx/l) dx */
  HOL_AXIAL_STRAIGHTENED /**< as the book has it (4.1)-(4.7): the bent beam is taken to be straight, held at its start,
                                and drawn by Λ at its end to the length it has; with all modes its inertia is that of u
                                = x/l times the stretch and more. U_r are the modes of (4.7) and the quasistatic rest
                                together with the stretch given; Q^r is proportional to S */
} hol_axial_inertia;

/** Where a beam is, for those who draw it. {0}: nobody has said. */
typedef struct hol_nonlinear_place {
  const char *name;      /**< of the part. Borrowed */
  size_t dimension;      /**< 2 or 3 */
  double from[3], to[3]; /**< m */
  double across[3];      /**< the direction in which it bends */
} hol_nonlinear_place;

/** Lateral modes first, then axial ones: N = lateral + axial coordinates. {0} is empty. */
typedef struct hol_nonlinear_model {
  size_t lateral, axial;
  double *mass;      /**< [N] modal masses, kg (bare equation: 1); > 0 */
  double *omega2;    /**< [N] rad²/s²; of axial modes p_r² > 0 */
  double *S;         /**< [lateral²] ∫X_k′X_j′dx, 1/m */
  double *form;      /**< [axial][lateral²] Q^r, 1/m: ½ qᵀQ^r q is U_r without inertia */
  double stiffness;  /**< c = EA/l, N/m */
  double *force;     /**< [N] N */
  double *force_nu2; /**< [N] N s² */
  double viscous;    /**< c_v, 1/s; ≥ 0 */
  double eta;        /**< loss factor, ≥ 0 */
  bool cubic_loss;   /**< (4.10) and (4.13); false: (4.14) */
  hol_axial_inertia inertia;
  hol_line_mode *shape; /**< [lateral] component modes of the beam, or NULL */
  double *shape_scale;  /**< [lateral] X_k = shape_scale · hol_line_mode_at(): largest displacement 1 */
  hol_line line;        /**< the beam, valid where shape is not NULL */
  hol_nonlinear_place place;
  char *name; /**< owned */
} hol_nonlinear_model;

/** Room for a model with everything zero except masses 1. The model must be {0}. */
HOL_MUST_CHECK hol_status hol_nonlinear_model_start(hol_nonlinear_model *model, size_t lateral, size_t axial);
/** Free everything, leave {0}. Idempotent. */
void hol_nonlinear_model_clear(hol_nonlinear_model *model);

/** μ of a lateral mode alone, μ = c S²/2M, 1/(m² s²): the stretch it causes is the cubic term of its equation. */
double hol_nonlinear_cubic(const hol_nonlinear_model *model, size_t k);

/** A uniform beam between supports that do not move along it. */
typedef struct hol_nonlinear_beam {
  double length;             /**< m, > 0 */
  double EA, EI;             /**< N, N m²; > 0 */
  double line_mass;          /**< kg/m, > 0 */
  double tension;            /**< initial, N; negative: compression */
  hol_end end[2];            /**< HOL_END_PINNED or HOL_END_CLAMPED */
  hol_axial_inertia inertia; /**< of axial modes that are dynamic */
  hol_nonlinear_place place;
} hol_nonlinear_beam;

/** The compression at which the beam buckles, N: (π, 4.4934…, 2π)² EI/l² for pinned, clamped-pinned and clamped
 *  ends. */
double hol_nonlinear_buckling_load(const hol_nonlinear_beam *beam);

/** The first `count` lateral modes under the initial tension, of unit modal mass, by the number of their half waves:
 *  rising up to the buckling load. In (nπ, (n+1)π] lies exactly one wave number a l of each (a² = −T/2EI + √(T²/4EI² +
 *  mλ/EI)), so none is missed. Under more compression as many of the first ones have λ < 0 as buckling loads are
 *  exceeded.
 *  @return HOL_INVALID if numbers or ends are not as above or a clamped beam is within rounding of buckling,
 *  HOL_NUMERICAL if not all modes with λ < 0 are found */
HOL_MUST_CHECK hol_status hol_nonlinear_beam_modes(const hol_nonlinear_beam *beam, size_t count, hol_line_mode *mode);

/** The model of a beam: `lateral` ≥ 1 modes under its tension, `axial` modes dynamic. Without forces and loss.
 *  S and Q^r in closed form from the modes; modes have largest displacement 1, so that q is a displacement.
 *  @param[out] model  {0} on entry; to be cleared by the caller in every case
 *  @return as hol_nonlinear_beam_modes(), HOL_MEMORY, HOL_NUMERICAL. Not collective. */
HOL_MUST_CHECK hol_status hol_nonlinear_from_beam(const hol_nonlinear_beam *beam, size_t lateral, size_t axial,
                                                  hol_nonlinear_model *model);

/** The bare equation q̈ + c_v q̇ + … + ω² q + μ q³ = (P + P₂ν²) cos νt, S = 1, c = 2μ. `model` is {0} on entry. */
HOL_MUST_CHECK hol_status hol_nonlinear_from_duffing(double omega2, double mu, hol_nonlinear_model *model);

/** X_k(x), largest magnitude 1. Needs a model from a beam. */
double hol_nonlinear_shape_at(const hol_nonlinear_model *model, size_t k, double x);
/** Add a harmonic point force of amplitude `force` (N) at x: F_k += force · X_k(x). */
void hol_nonlinear_add_point_force(hol_nonlinear_model *model, double x, double force);
/** Add a uniformly distributed harmonic force, N/m: F_k += load ∫X_k dx. */
void hol_nonlinear_add_distributed_force(hol_nonlinear_model *model, double load);
/** Add a lateral harmonic motion of both supports together, of amplitude `amplitude` (m); q is then the displacement
 *  relative to the supports: F_k += ν² m ∫X_k dx · amplitude. */
void hol_nonlinear_add_support_motion(hol_nonlinear_model *model, double amplitude);

#endif
