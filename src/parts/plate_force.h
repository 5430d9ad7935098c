/** @file plate_force.h  Static deflection of a rectangular plate under a point force. Internal to room `parts`. */
#ifndef PARTS_PLATE_FORCE_H
#define PARTS_PLATE_FORCE_H

#include "parts/plate_rectangle.h"
#include "parts/plate_span.h"

/** Derivatives of a deflection: w, w_x, w_y, w_xx, w_xy, w_yy, w_xxx, w_xxy, w_xyy, w_yyy. */
enum { HOL_JET = 10 };

/** The singular part of the deflection under a unit force at a point: |z|² ln|z|/8πD inside the plate; on a free edge, z = 0
 *  there and Re z > 0 inside,
 *
 *      A Re[ z̄ z ln z − (1+ν)/(1−ν) z² ln z ],   A = 1/2πD(3+ν)
 *
 *  which leaves that edge a constant moment −2AD and no force but the unit force; at a corner of two free edges nothing: xy
 *  itself carries a force there. */
typedef struct hol_point_force {
  double at[2], length;
  double A, B;            /**< of z̄ z ln z and of z² ln z */
  double turn;            /**< direction of the inner normal, rad */
} hol_point_force;

hol_point_force hol_point_force_at(const hol_rectangle *plate, const double at[2]);
/** Jet at a place; at the point itself, what is finite there. */
void hol_point_force_jet(const hol_point_force *force, const double place[2], double jet[HOL_JET]);

/** Plate and functions of both coordinates for the smooth rest; what they are held by. Borrowed. */
typedef struct hol_plane {
  const hol_rectangle *plate;
  const hol_span *x, *y;
} hol_plane;

/** Deflections under forces, as coefficients of products of functions, beside their singular parts. {0} is empty. */
typedef struct hol_deflection {
  size_t ports, n;        /**< n = x->n · y->n */
  hol_point_force *force; /**< [ports] */
  double *rest;           /**< [n * ports] */
  double *gamma;          /**< [ports * ports] column q: deflections under force q, under inertia relief and M-orthogonal to the
                               rigid-body modes; symmetric but for the error of discretisation */
} hol_deflection;

/** A rigid-body mode of unit mass: constant + slope (x or y). */
typedef struct hol_plate_rigid {
  int along;              /**< 0: x, 1: y, −1: neither */
  double constant, slope;
} hol_plate_rigid;

/** @param[out] rigid  [3]  @return their number */
size_t hol_plate_rigid_modes(const hol_rectangle *plate, hol_plate_rigid rigid[3]);
double hol_plate_rigid_at(const hol_plate_rigid *rigid, const double at[2]);

/** Cost (n_x n_y)³/3.
 *  @param[in] at  [ports] points of the forces */
HOL_MUST_CHECK hol_status hol_deflection_build(const hol_plane *plane, size_t ports, const double (*at)[2],
                                               hol_deflection *deflection);
void hol_deflection_clear(hol_deflection *deflection);

/** Σ coefficient · product of functions at a place: w, w_x, w_y. @param[in] work [2 * (x->n + y->n)] */
void hol_plane_at(const hol_plane *plane, const double *coefficient, const double place[2], double *work,
                  double value[3]);

/** Stiffness and mass per unit of two products, from the integrals of their factors. */
double hol_plate_stiffness(const hol_rectangle *plate, double *const x[4], double *const y[4], size_t at_x, size_t at_y,
                           size_t back_x, size_t back_y);

#endif
