/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pole.h  Singular solutions of the biharmonic equation and their images in straight edges. Internal to room
 *  `parts`.
 *  With complex coordinates every biharmonic w is Re[ z̄ φ(z) + χ(z) ] (Goursat). About a centre c, ζ = z − c,
 *
 *      w = Re[ ζ̄ φ(ζ) + χ(ζ) ],   φ, χ = Σ_b (l_b L + p_b) ζ^b,   L = ln(ζ e^{−iτ}),
 *
 *  with the cut of L in the direction −e^{iτ}. On an edge Re s = 0, where s̄ = −s, with h*(s) = conj(h(−s̄)) and ψ =
 *  χ′,
 *      clamped   w = 0, w_x + iw_y = 0:  κ φ* − sφ′ + ψ = 0 with κ = 1
 *      free      no moment, no force:    the same with κ = −(3+ν)/(1−ν)  (Muskhelishvili's condition)
 *
 *  Given (φ, ψ), singular on one side, the image that meets the condition together with it is singular at the mirrored
 *  point only:
 *
 *      φ₁ = −( s(φ′)* + ψ* )/κ,   ψ₁ = sφ₁′ − κφ*;
 *
 *  on a supported edge it is the odd mirror image, φ₁ = φ*, χ₁ = −χ*. For a force at a distance d from a clamped edge
 *  that is Boggio's function, at d = 0 on a free edge |ζ|² ln|ζ| and Re ζ² ln ζ as for a half-plane loaded on its
 *  rim. */
#ifndef PARTS_PLATE_POLE_H
#define PARTS_PLATE_POLE_H

#include "parts/plate/round.h"

#include <complex.h>

/** Derivatives of a deflection: w, w_x, w_y, w_xx, w_xy, w_yy, w_xxx, w_xxy, w_xyy, w_yyy. */
enum { HOL_JET = 10, HOL_CHAIN = 2 };

/** Exponents of a series begin here; how many there are. */
enum { HOL_POLE_LEAST = -2, HOL_POLE_TERMS = 9 };

/** Σ (log_b L + pure_b) ζ^b. */
typedef struct hol_pole_series {
  double complex log[HOL_POLE_TERMS], pure[HOL_POLE_TERMS];
} hol_pole_series;

/** A chain W_0, W_1 about one centre, W_j = Re[ ζ̄^{2j} part[j][0] + ζ̄^{2j+1} part[j][1] ]; W_0 is biharmonic. */
typedef struct hol_pole {
  double complex at;
  double turn, cut[2]; /**< τ; its cosine and sine */
  hol_pole_series part[HOL_CHAIN][2];
} hol_pole;

/** A straight edge: a point of it, direction of its normal into the plate. */
typedef struct hol_pole_edge {
  hol_plate_edge kind;
  double nu;
  double complex at;
  double normal;
} hol_pole_edge;

/** Return the point source amplitude · |ζ|² ln|ζ|, the only pole whose cut does not matter. */
hol_pole hol_pole_source(double complex at, double amplitude);
/** Return the image of W_0 that meets the edge conditions together with it; on a held edge w = 0, too. */
hol_pole hol_pole_image(const hol_pole *pole, const hol_pole_edge *edge, bool is_source);
/** Compute W_1 with Δ²W_1 = factor W_0. */
void hol_pole_chain(hol_pole *pole, double factor);
/** Add the jet of W_j at z; at the centre the value and the slopes, as far as they are finite. */
void hol_pole_jet(const hol_pole *pole, size_t j, double complex z, double jet[HOL_JET]);
/** Evaluate W_0 at z, off the centre. */
double hol_pole_value(const hol_pole *pole, double complex z);

#endif
