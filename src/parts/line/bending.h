/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bending.h  Bending of a uniform segment at λ: coefficients of its dynamic stiffness relation.
 *  Internal to module `parts`.
 *
 *  Deflection w, rotation ψ of the section, moment M and transverse force V (conjugate to ψ and w):
 *
 *      V′ + μ w = 0,   V = (w′ − ψ)/φ + T w′,   M′ + (w′ − ψ)/φ + λ r ψ = 0,   M = EI ψ′
 *
 *  with μ = λm − f, shear compliance φ = 1/κGA (0: ψ = w′). Waves w ~ cos, sin(√σ x) have, with e = 1 + φT and
 *  ρ = 1 − λrφ,
 *
 *      a σ² − b σ − μρ = 0,   a = EI e,   b = λ r e + EI φ μ − T;      S = b/a,   Π = −μρ/a.
 *
 *  [Timoshenko, Phil. Mag. 41 (1921) 744; with axial force after Engesser: T works on w′] */
#ifndef PARTS_LINE_BENDING_H
#define PARTS_LINE_BENDING_H

#include "parts/line/line.h"
#include "parts/line/wave.h"

typedef struct hol_bending {
  double h, EI, phi, e, a;
  hol_dual mu, rho;
  hol_dual turn; /**< T − λ r e, N */
  hol_pair pair; /**< of σ h² */
} hol_bending;

/** Compute the coefficients at λ.
 *  @pre e > 0: the segment is not compressed beyond its shear stiffness */
hol_bending hol_bending_of(const hol_line *line, double h, double lambda);

/** Compute the relation of a segment whose axial force is linear.
 *  @param[in]     wanted    HOL_FORM_ANY: the best one
 *  @param[in,out] relation  h and lambda set
 *  @return HOL_NUMERICAL at a pole of the form, with mass or a foundation, and where compression reaches the shear
 *                        stiffness */
HOL_MUST_CHECK hol_status hol_line_pulled(const hol_line *line, hol_form wanted, hol_relation *relation);

#endif
