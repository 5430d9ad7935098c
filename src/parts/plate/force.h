/* SPDX-License-Identifier: BSD-3-Clause */
/** @file force.h  Static deflection of a rectangular plate under a point force. Internal to module `parts`. */
#ifndef PARTS_PLATE_FORCE_H
#define PARTS_PLATE_FORCE_H

#include "parts/plate/pole.h"
#include "parts/plate/rectangle.h"
#include "parts/plate/span.h"

enum { HOL_POLES_MOST = 9 };

/** The singular part W_0 of the deflection under a unit force at a point: |z|² ln|z|/8πD, its images in all four edges,
 *  and the images of those in the short edges in the long ones (plate/pole.h), so that W_0 fulfils the conditions on
 *  the edge next to the force and all but fulfils them on the others: what is left is smooth however near the edge the
 *  force is, on a free edge, too, where it falls together with its image. At a corner of two free edges nothing: xy
 *  itself carries a force there. And the smoother W_1 with DΔ²W_1 = ρh W_0. */
typedef struct hol_point_force {
  double at[2], length;
  bool is_corner;
  size_t poles;
  hol_pole pole[HOL_POLES_MOST]; /**< of z/length */
} hol_point_force;

/** Compute the jet of W_j at a place; at the point itself, what is finite there. */
void hol_point_force_jet(const hol_point_force *force, size_t j, const double place[2], double jet[HOL_JET]);

/** Plate, functions of both coordinates for the smooth rest, and the solver for them. Borrowed. */
typedef struct hol_plane {
  const hol_rectangle *plate;
  const hol_span *x, *y;
  const bool *there; /**< [x->n * y->n] products that are in use */
  /** rest ← K⁻¹ load, over the products that are free, 0 in the others; both [x->n * y->n]. With rigid-body modes any
   *  solution for loads that are in balance. */
  void (*solve)(const void *context, const double *load, double *rest);
  const void *context;
} hol_plane;

/** Loads of the singular parts on the products, whichever of them are in use. {0} is empty. */
typedef struct hol_edge_loads {
  size_t ports, n;        /**< n = x->n · y->n */
  hol_point_force *force; /**< [ports] */
  double *load, *held;    /**< [n * ports] −B(W, v); −W where edges are held */
  double *free;           /**< [n * ports] −B(W, v) of what is not held only; at a corner v */
  double *inertia;        /**< [n * ports] m∫Wv */
  double *own[2];         /**< [ports * ports] what the W of two forces give Γ_0 and Γ_1 by themselves */
} hol_edge_loads;

/** The deflection under forces, and the parts of Γ_0 and Γ_1 that products of functions do not represent. {0} is
 *  empty. */
typedef struct hol_deflection {
  size_t ports, n;
  double *smooth;     /**< [n * ports] deflection less W, orthogonal to the rigid-body modes together with it */
  double *missing[2]; /**< [ports * ports] of Γ_0, of Γ_1 without the first modes; symmetric, with an error of the
                               square of that of `smooth` */
} hol_deflection;

/** A rigid-body mode of unit mass: constant + slope (x or y). */
typedef struct hol_plate_rigid {
  int along; /**< 0: x, 1: y, −1: neither */
  double constant, slope;
} hol_plate_rigid;

/** Compute the rigid-body modes. @param[out] rigid  [3]  @return their number */
size_t hol_plate_rigid_modes(const hol_rectangle *plate, hol_plate_rigid rigid[3]);
double hol_plate_rigid_at(const hol_plate_rigid *rigid, const double at[2]);

/** Compute the loads of the singular parts. @param[in] at  [ports] points of the forces */
HOL_MUST_CHECK hol_status hol_edge_loads_build(const hol_rectangle *plate, const hol_span *x, const hol_span *y,
                                               size_t ports, const double (*at)[2], hol_edge_loads *loads);
void hol_edge_loads_clear(hol_edge_loads *loads);
/** Compute the deflection.
 *  @param[in] at   [ports] as given to the loads
 *  @param[in] low  [n * ports] what the first modes of the products give the deflections: their errors are not to be in
 *                  what is missing in Γ_1 */
HOL_MUST_CHECK hol_status hol_deflection_build(const hol_plane *plane, const hol_edge_loads *loads,
                                               const double (*at)[2], const double *low, hol_deflection *deflection);
void hol_deflection_clear(hol_deflection *deflection);

/** Evaluate Σ coefficient · product of functions at a place: w, w_x, w_y. @param[in] work [3 * (x->n + y->n)] */
void hol_plane_at(const hol_plane *plane, const double *coefficient, const double place[2], double *work,
                  double value[3]);

/** Compute the stiffness of two products, from the integrals of their factors. */
double hol_plate_stiffness(const hol_rectangle *plate, double *const x[4], double *const y[4], size_t at_x, size_t at_y,
                           size_t back_x, size_t back_y);

#endif
