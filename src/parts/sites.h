/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sites.h  Parts with points that can be joined anywhere: imported matrices, plates, rings.
 *
 *  Module `parts`. Such a part is one substructure (substructure.h) with ports at its points: the displacement along
 *  one of its own axes, or the rotation about it. */
#ifndef PARTS_SITES_H
#define PARTS_SITES_H

#include "holonome/problem.h"
#include "parts/substructure.h"

/** As component of a port, HOL_EVEN_FROM + i: the combination hol_sites.even at its point less that at point i. */
enum { HOL_EVEN_FROM = HOL_FREEDOM_COUNT };

/** The points of a part, its own constraints, and where its shapes are sampled. {0} is that of a part without points:
 *  all of it is empty.
 *
 *  Rigid-body modes must not depend on the request: computed again, for other ports or more modes, they are the same.
 *  Two points that could be told apart by no port (the same components at the same place) must be refused by the kind:
 *  their displacements would be equal by nature, and constraints between them redundant unseen. */
typedef struct hol_sites {
  const hol_substructure_class *class;
  void *part; /**< owned until hol_resolved_take(); what the functions of the class work on */
  size_t points;
  double (*at)[3];        /**< [points] coordinates in the part's own axes, m; owned */
  hol_freedoms *freedoms; /**< [points] components that the part carries there; the others are neither shared nor
                               resisted; owned */
  hol_freedoms rigid_in;  /**< components in own axes with which it moves as a rigid body, at all points alike, none of
                                 them carried by its modes: ux, uy and rz of a plate that is rigid in its plane; 0:
                                 none. Its mass and centre count */
  bool rigid_held;        /**< these are held */
  size_t *leader; /**< [points] 1 + the point that it moves with as one rigid body, in all components carried; 0: none;
                               NULL: all 0. Owned. The structure gets this as rows, and such a point is no port */
  double (*even)[HOL_FREEDOM_COUNT]; /**< [points] a combination of components of each point, in own axes and carried
                               there, one rotation at least among them, that differs little from point to point, or not
                               at all: compliances of the components themselves would be singular or near it at every
                               frequency. At all points but one it takes the place of a rotation: its difference from
                               that of the first point. NULL: none. Owned */
  const char *even_name; /**< the differences are 0, and rows of the structure with this name (static text): "own
                               twist". NULL: they are ports, see HOL_EVEN_FROM */
  size_t
      mechanisms; /**< independent motions with neither stiffness nor mass. The part's modes and compliances are those
                               with some stiffness in them; the structure gets them as coordinates beside, which all
                               points follow */
  double (
      *mechanism_at)[HOL_FREEDOM_COUNT]; /**< [samples * mechanisms] components of each sample in each of them, in own
                               axes; of the order of 1 as lengths. Owned */
  double *mechanism_terms; /**< [2 * mechanisms] terms whose sums are their energies, as in terms(): by K, then by M.
                            Owned */
  size_t samples;          /**< places where shapes are sampled, at least one */
  double (*sample)[3];     /**< [samples] coordinates in the part's own axes, m; owned */
  size_t rows;             /**< of a mesh, samples of one row after another; 0: they are places by themselves */
  bool wraps;              /**< behind the last of a row comes its first */
  bool is_circle;          /**< samples lie evenly on a circle round the centre, and fields are as smooth as they */
  size_t point_sample;     /**< the place at which field() has the first point; the others follow */
  double digits;   /**< decimal exponent of λ of its own motions, rad²/s², as far from 0 as it gets; 0: not known */
  double farthest; /**< of the numbers of its matrices the one farthest from one, SI, for words about it; 0: it has
                        none */
  double mass;     /**< kg; of an imported part that is held by itself 0: it is not known */
  double gross; /**< of an imported part, no less than the sum of the sizes of its masses: a modal mass is at most this
                     times the square of the largest of its displacements; else 0 */
  double centre[3];     /**< m, own axes */
  double inertia[3][3]; /**< kg m² about the centre, own axes */
} hol_sites;

#endif
