/** @file plate_force.h  Static deflection of a rectangular plate under a point force. Internal to room `parts`. */
#ifndef PARTS_PLATE_FORCE_H
#define PARTS_PLATE_FORCE_H

#include "parts/plate_rectangle.h"
#include "parts/plate_span.h"

/** Derivatives of a deflection: w, w_x, w_y, w_xx, w_xy, w_yy, w_xxx, w_xxy, w_xyy, w_yyy. */
enum { HOL_JET = 10, HOL_CHAIN = 3 };

/** Re[ z̄^a z^b (α ln z + β) ]. */
typedef struct hol_power_term {
  int a, b;
  double alpha, beta;
} hol_power_term;

/** The singular part W_0 of the deflection under a unit force at a point: |z|² ln|z|/8πD inside the plate; on a free edge, z = 0
 *  there and Re z > 0 inside,
 *
 *      A Re[ z̄ z ln z − (1+ν)/(1−ν) z² ln z ],   A = 1/2πD(3+ν)
 *
 *  which leaves that edge a constant moment −2AD and no force but the unit force; at a corner of two free edges nothing: xy
 *  itself carries a force there. And the chain DΔ²W_j = ρh W_{j−1} of ever smoother functions. */
typedef struct hol_point_force {
  double at[2], length;
  double turn;            /**< direction of the inner normal, rad */
  bool is_corner;
  hol_power_term term[HOL_CHAIN][2]; /**< of z/length */
} hol_point_force;

hol_point_force hol_point_force_at(const hol_rectangle *plate, const double at[2]);
/** Jet of W_j at a place; at the point itself, what is finite there. */
void hol_point_force_jet(const hol_point_force *force, size_t j, const double place[2], double jet[HOL_JET]);

/** Plate, functions of both coordinates for the smooth rest, and who solves for them. Borrowed. */
typedef struct hol_plane {
  const hol_rectangle *plate;
  const hol_span *x, *y;
  /** rest ← K⁻¹ load, over the products that are free, 0 in the others; both [x->n * y->n]. With rigid-body modes any solution
   *  for loads that are in balance. */
  void (*solve)(const void *context, const double *load, double *rest);
  const void *context;
} hol_plane;

/** What products of functions lack of the deflections u_0 under forces and of u_j = K⁻¹M u_{j−1}: u_j − (u_j in products) =
 *  W_j + rest, orthogonal to the rigid-body modes. {0} is empty. */
typedef struct hol_deflection {
  size_t ports, n;        /**< n = x->n · y->n */
  hol_point_force *force; /**< [ports] */
  double *rest;           /**< [HOL_CHAIN][n * ports] */
  double *missing;        /**< [HOL_CHAIN][ports * ports] W_j + rest at the ports, column q: of force q; symmetric but for the
                               error of discretisation: what is missing in Γ_j */
  double *smooth;         /**< [n * ports] u_0 − W_0 */
} hol_deflection;

/** A rigid-body mode of unit mass: constant + slope (x or y). */
typedef struct hol_plate_rigid {
  int along;              /**< 0: x, 1: y, −1: neither */
  double constant, slope;
} hol_plate_rigid;

/** @param[out] rigid  [3]  @return their number */
size_t hol_plate_rigid_modes(const hol_rectangle *plate, hol_plate_rigid rigid[3]);
double hol_plate_rigid_at(const hol_plate_rigid *rigid, const double at[2]);

/** @param[in] at  [ports] points of the forces */
HOL_MUST_CHECK hol_status hol_deflection_build(const hol_plane *plane, size_t ports, const double (*at)[2],
                                               hol_deflection *deflection);
void hol_deflection_clear(hol_deflection *deflection);

/** Σ coefficient · product of functions at a place: w, w_x, w_y. @param[in] work [2 * (x->n + y->n)] */
void hol_plane_at(const hol_plane *plane, const double *coefficient, const double place[2], double *work,
                  double value[3]);

/** Stiffness of two products, from the integrals of their factors. */
double hol_plate_stiffness(const hol_rectangle *plate, double *const x[4], double *const y[4], size_t at_x, size_t at_y,
                           size_t back_x, size_t back_y);

#endif
