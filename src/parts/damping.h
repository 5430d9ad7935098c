/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damping.h  Damping law of a part: structural, Rayleigh and line damping. Module `parts`. */
#ifndef PARTS_DAMPING_H
#define PARTS_DAMPING_H

#include "holonome/problem.h"

/** The law of a part: its stiffness times 1 + iη sgn(Im s) + b s, its mass s² plus a s, and a force c per length
 *  against displacements of a member. {0}: it is not damped. */
typedef struct hol_damping {
  double loss_factor; /**< η, that of the part, else of its material */
  double mass;        /**< a of Rayleigh's law, 1/s */
  double stiffness;   /**< b of Rayleigh's law or after Kelvin and Voigt, s */
  double line;        /**< c, N s/m² */
} hol_damping;

/** Return the damping law of a part as written. Of a member in pieces the law is one for all of them; materials of
 *  pieces that have a loss factor of their own are refused when the file is read. Cost O(1). */
hol_damping hol_part_damping(const hol_part *part);
/** Is there any? */
bool hol_damping_is_any(hol_damping damping);

#endif
