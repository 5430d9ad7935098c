/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rectangle.h  Rectangular Kirchhoff plates. Internal to module `parts`.
 *
 *  Own axes: x and y along the sides from a corner, z normal to the plate. Transverse motion w(x, y); strain energy
 *
 *      U = D/2 ∫∫ [ w_xx² + w_yy² + 2ν w_xx w_yy + 2(1−ν) w_xy² ] dx dy
 *
 *  Component modes by Rayleigh-Ritz in products of polynomials of high degree, in separate classes of what is even and
 *  odd where edges allow. Where a free edge meets a held one the motion is not smooth at the corner, and frequencies
 *  converge as a power of the degree; hol_component_modes.error states the error.
 *
 *  Static compliances: the deflection under a force is a known one, singular there, of an unbounded plate (of a
 *  half-plane, for a force on a free edge), and a smooth rest, which polynomials give. */
#ifndef PARTS_PLATE_RECTANGLE_H
#define PARTS_PLATE_RECTANGLE_H

#include "parts/plate/round.h"

typedef struct hol_rectangle {
  double side[2];         /**< m */
  hol_plate_edge edge[4]; /**< x = 0, x = a, y = 0, y = b */
  double D, nu;           /**< N m; |ν| < 1 */
  double mass;            /**< kg/m² */
} hol_rectangle;

/** Type of hol_sites.part of a rectangular plate. From hol_alloc(). */
typedef struct hol_rectangle_part {
  hol_rectangle plate;
  size_t points;
  double (*at)[2]; /**< [points] x, y; owned */
  size_t places;
  double (*place)[2]; /**< [places] of samples, then of points; owned */
} hol_rectangle_part;

/** The class of rectangular plates; static storage. Ports: uz at points off the held edges. */
const hol_substructure_class *hol_rectangle_class(void);

/** Does the point lie on a held edge? */
bool hol_rectangle_holds(const hol_rectangle *plate, const double at[2]);

#endif
