/* SPDX-License-Identifier: BSD-3-Clause */
/** @file arcs.h  Another road to structures of rings and beams, for tests: polynomials piece by piece.
 *
 *  Rings are cut into arcs, beams are one piece each; in every piece every field is a sum of Legendre polynomials. That
 *  the pieces fit, that supports hold and that joints join are equations on the coefficients, taken out by an
 *  orthonormal basis of their null space (QR with pivots), and what is left is a dense eigenproblem. No code is shared
 *  with the library. Frequencies converge to about 1e-10 of the largest of those looked at. */
#ifndef HOLONOME_TESTS_ARCS_H
#define HOLONOME_TESTS_ARCS_H

#include <stdbool.h>
#include <stddef.h>

/** A thin ring about `centre`, normal to z. 0 for EA, GJ: does not stretch, does not twist. */
typedef struct arcs_ring {
  double centre[3], radius, EA, EI_in, EI_across, GJ, line_mass, polar_inertia;
  const double *cut; /**< [cuts] rising, in turns: its points are there */
  size_t cuts;
} arcs_ring;

/** A slender beam; 0 for EA, GJ: rigid in that motion. Its ends are points 0 and 1. */
typedef struct arcs_beam {
  double from[3], to[3], EA, EI_y, EI_z, GJ, line_mass, polar_inertia;
} arcs_beam;

/** A point of a part. */
typedef struct arcs_point {
  bool is_beam;
  size_t part, point;
} arcs_point;

typedef struct arcs arcs;

/** @param[in] freedoms  bit f: freedom f (ux, uy, uz, rx, ry, rz) occurs; beams need all. Parts are borrowed. NULL if
 *  memory is out */
arcs *arcs_new(const arcs_ring *ring, size_t rings, const arcs_beam *beam, size_t beams, unsigned freedoms);
void arcs_free(arcs *a);
/** A freedom of a point is held. */
void arcs_hold(arcs *a, arcs_point p, int freedom);
/** All freedoms of two points are those of one rigid body. */
void arcs_weld(arcs *a, arcs_point p, arcs_point q);
/** Spring between a freedom of p and, unless q is NULL, the same of q. */
void arcs_spring(arcs *a, arcs_point p, const arcs_point *q, int freedom, double stiffness);
/** The lowest circular frequencies, those of no stiffness as rounding leaves them.
 *  @return their number; 0 if something went wrong */
size_t arcs_solve(arcs *a, size_t count, double *omega);

#endif
