/* SPDX-License-Identifier: BSD-3-Clause */
/** @file arc.h  Uniform circular arcs. Internal to module `parts`.
 *
 *  Own axes: origin at the start, x along the tangent t there, y towards the centre, z = x × y; s is the arc length, k
 *  the curvature, n = z × t. k may be as small as one likes: an arc of no curvature is a straight beam. Two motions,
 *  each of three displacements d and the forces f that do work on them, along and about t, n, z:
 *
 *      in its plane   d = (u, w, ψ)   along t, along n, about z     f = (N, Q, M)
 *      across it      d = (v, β, χ)   along z, about t, about n     f = (V, T, M)
 *
 *      d′ = B d + C f,   f′ = −Bᵀ f − λ R d,   C = diag(flexibility), R = diag(inertia)                      (1)
 *      B = [0 k 0; −k 0 1; 0 0 0] in its plane,  [0 0 −1; 0 0 k; 0 −k 0] across it
 *
 *  Strains are C f: extension, shear and curvature in its plane; shear, twist and curvature across it. A flexibility of
 *  0 leaves the strain out: no shear after Euler and Bernoulli, no extension, no twist. Rotary inertia and shear are
 *  those of Timoshenko's beam, so the arc is to him, or to Euler and Bernoulli, what the ring of ring.h is. [Love, A
 *  Treatise on the Mathematical Theory of Elasticity, §§ 289-293; with shear and rotary inertia: Morley 1958, Issa,
 *  Wang and Hsiao 1987] */
#ifndef PARTS_ARC_ARC_H
#define PARTS_ARC_ARC_H

#include "parts/sites.h"

/** Displacements (and forces, and strains) of a motion. */
enum { HOL_ARC_SIZE = 3 };
typedef enum { HOL_ARC_IN_PLANE, HOL_ARC_ACROSS } hol_arc_plane;
enum { HOL_ARC_PLANES = 2 };

typedef struct hol_arc {
  double length, curvature;                         /**< m, > 0; 1/m, ≥ 0 */
  bool moves[HOL_ARC_PLANES];                       /**< motions considered */
  double flexibility[HOL_ARC_PLANES][HOL_ARC_SIZE]; /**< 1/EA, 1/kGA, 1/EI; 1/kGA, 1/GJ, 1/EI */
  double inertia[HOL_ARC_PLANES][HOL_ARC_SIZE];     /**< per length: m, m, r; m, j, r. m > 0 */
  double error; /**< relative, of ω²: by neglected effects; 0: none is neglected */
} hol_arc;

/** Type of hol_sites.part of an arc. From hol_alloc(). */
typedef struct hol_arc_part {
  hol_arc arc;
  size_t points;
  double *s; /**< [points] arc lengths, m; owned */
  size_t places;
  double *place; /**< [places] those of samples, then of points; owned */
} hol_arc_part;

/** The class of arcs; static storage. Ports: all components of the motions considered, and differences of β + k v
 *  (HOL_EVEN_FROM). */
const hol_substructure_class *hol_arc_class(void);

/** Return the motion of a component HOL_UX .. HOL_RZ in own axes, and its number in that motion: ux, uy, rz; uz, rx,
 *  ry. */
hol_arc_plane hol_arc_plane_of(int freedom);
size_t hol_arc_row_of(int freedom);

/** Compute a point of the axis and the tangent there, in own axes. */
void hol_arc_at(const hol_arc *arc, long double s, long double at[2], long double tangent[2]);
/** Compute the displacements behind `from` by a unit of strain i there: in components of own axes, ux, uy, rz or uz,
 *  rx, ry. */
void hol_arc_carry(const hol_arc *arc, hol_arc_plane plane, size_t i, long double from, long double s,
                   long double motion[HOL_ARC_SIZE]);
/** Convert such components to those along and about t, n and z there: d. */
void hol_arc_localise(const hol_arc *arc, hol_arc_plane plane, long double s, const long double motion[HOL_ARC_SIZE],
                      long double d[HOL_ARC_SIZE]);
/** Rigid-body mode r < 3 of unit modal mass at s, in components of own axes: along or about the tangent and the normal
 *  of its middle, and along or about z, through its centre of mass. They do not depend on anything but the arc. */
typedef struct hol_arc_rigid {
  long double centre[2], axis[2];                 /**< of mass, m; tangent of the middle */
  long double size[HOL_ARC_PLANES][HOL_ARC_SIZE]; /**< 1/√ of modal masses; 0: the motion is not considered */
} hol_arc_rigid;
hol_arc_rigid hol_arc_rigid_of(const hol_arc *arc);
void hol_arc_rigid_at(const hol_arc *arc, const hol_arc_rigid *rigid, hol_arc_plane plane, size_t r, long double s,
                      long double motion[HOL_ARC_SIZE]);

/** Count natural frequencies of the free arc with ω² < λ in one motion, rigid-body modes included: by (1),
 *  independently of component modes. See count.c for why it is exact. Cost: a few microseconds for every wave length.
 *  @return HOL_NUMERICAL where it would take too many steps */
HOL_MUST_CHECK hol_status hol_arc_count(const hol_arc *arc, hol_arc_plane plane, double lambda, size_t *count);

#endif
