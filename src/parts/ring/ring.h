/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ring.h  Thin uniform circular rings. Internal to module `parts`.
 *
 *  Own axes: origin at the centre, z normal to the plane of the ring; θ from x. Radial displacement w, tangential u,
 *  normal v, twist β about the tangent. In the plane extension ε = (u′ + w)/R and curvature κ = (w″ − u′)/R², primes in
 *  θ; across it curvature (v″/R − β)/R and twist (β′ + v′/R)/R. Sections turn with the axis of the ring (no shear),
 *  their rotary inertia is left out. By nodal diameters n
 *
 *      a = nU + W, b = nW + U:    U_strain = π/2 [EA/R a² + EI n²/R³ b²],      in the plane
 *      a = n²V/R + B, b = B + V/R: U_strain = π/2R [EI a² + GJ n² b²],          across it
 *
 *  two modes each, in closed form, twice for n ≥ 1. Without EA the ring does not stretch (a = 0 in the plane), without
 *  GJ it does not twist (b = 0 across it). */
#ifndef PARTS_RING_RING_H
#define PARTS_RING_RING_H

#include "parts/sites.h"

typedef struct hol_ring {
  double radius;           /**< m */
  bool in_plane, across;   /**< motions considered */
  double EA;               /**< N; 0: does not stretch */
  double EI_in, EI_across; /**< N m², of the motions considered */
  double GJ;               /**< N m²; 0: does not twist */
  double line_mass;        /**< kg/m, > 0 */
  double polar_inertia;    /**< kg m; may be 0 */
  double error;            /**< relative, of ω²: by neglected effects; 0: none is neglected */
} hol_ring;

/** Type of hol_sites.part of a ring. From hol_alloc(). */
typedef struct hol_ring_part {
  hol_ring ring;
  size_t points;
  double *theta; /**< [points] owned */
  size_t places;
  double *place; /**< [places] θ of samples, then of points; owned */
} hol_ring_part;

/** The class of rings; static storage. Ports: all components of the motions considered, and differences of τ = β + v/R
 *  (HOL_EVEN_FROM). */
const hol_substructure_class *hol_ring_class(void);

#endif
