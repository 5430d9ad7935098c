/* SPDX-License-Identifier: BSD-3-Clause */
/** @file grid.h  Rayleigh-Ritz discretisation of a rectangular plate in products of functions, on two levels. Internal
 *  to module `parts`.
 *
 *  Ritz: K x = λ M x in separate classes of what is even and odd where edges allow, elastic motions only (M less what
 *  rigid-body modes take). With K = LLᵀ the operator A = L⁻¹ML⁻ᵀ has eigenvalues μ = 1/ω²; of its eigenvectors a block
 *  Krylov space gives the first, begun with the port rows L⁻¹φ, so that Γ_0, Γ_1, ... of twice as many orders as it has
 *  steps are those of the whole discretisation, and with some vectors that favour nothing, so that motions with nodes
 *  at the ports are there, too. That none below the cut-off is missing is counted by the signs of K − λM.
 *
 *  The coarse level is a part of the fine one: functions of lower degree, fewer layers. Their difference is the error
 *  estimate. */
#ifndef PARTS_PLATE_GRID_H
#define PARTS_PLATE_GRID_H

#include "base/cancellation.h"
#include "parts/plate/force.h"

enum { HOL_GRID_COARSE, HOL_GRID_FINE, HOL_GRID_LEVELS };
enum { HOL_GRID_CLASSES = 4 };

/** A class on one level. */
typedef struct hol_grid_solution {
  size_t all;         /**< unknowns of the level */
  size_t n, *unknown; /**< [n] those that stand for all, in the order of the factor; room for `all` */
  double *L;          /**< [all * all] UKU = LLᵀ, by scale U; leading n rows and columns */
  size_t count;       /**< terms: 1/ω² falling */
  double *mu, *psi;   /**< [count], [ports * count] φ/ω */
  size_t known;       /**< terms with coefficients */
  double *x;          /**< [hol_grid_class.n * known] of terms of unit strain energy, 1/2 xᵀKx */
} hol_grid_solution;

typedef struct hol_grid_class {
  hol_subspan x, y;
  size_t n, rigid;
  size_t *pair;            /**< [n] elastic unknowns, those of the coarse level first: i + j·x.n */
  hol_plate_rigid mode[3]; /**< [rigid] */
  double *lift;            /**< [n * rigid] their mass products with the unknowns */
  double *K, *M;           /**< [n * n] while it is being solved */
  double *scale, *rows;    /**< [n] U; [n * ports] φ of the ports */
  hol_grid_solution level[HOL_GRID_LEVELS];
} hol_grid_class;

/** {0} is empty. */
typedef struct hol_grid {
  const hol_rectangle *plate;           /**< borrowed */
  const hol_cancellation *cancellation; /**< borrowed, while it is solved */
  hol_span x, y;
  bool *there[HOL_GRID_LEVELS]; /**< [x.n * y.n] products of a level */
  size_t classes;
  hol_grid_class class[HOL_GRID_CLASSES];
  double *column; /**< [x.n * y.n] workspace */
} hol_grid;

/** Compute the terms of both levels.
 *  @param[in] cutoff  ω² up to which terms are the modes, counted
 *  @param[in] given   ω² up to which terms of the fine level have coefficients; HUGE_VAL: all
 *  @param[in] cancellation  asked on the way; NULL: nobody
 *  @return HOL_NUMERICAL where it would take too many unknowns, or the count disagrees; HOL_INCOMPLETE if cancellation
 *                        ended; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_grid_solve(const hol_rectangle *plate, double cutoff, double given, size_t ports,
                                         const double (*at)[2], const hol_cancellation *cancellation, hol_grid *grid);
void hol_grid_clear(hol_grid *grid);

/** Count the terms of the fine level with ω² ≤ cutoff. */
size_t hol_grid_below(const hol_grid *grid, double cutoff);
/** Solve rest ← K⁻¹ load of a level, see hol_plane.solve. */
void hol_grid_static(const hol_grid *grid, size_t level, const double *load, double *rest);
/** Sum φφ(ξ)/ω² over the terms of a level with ω² ≤ cutoff, but for rigid motions.
 *  @param[out] low  [x.n * y.n * ports] */
HOL_MUST_CHECK hol_status hol_grid_low(const hol_grid *grid, size_t level, double cutoff, size_t ports, double *low);
/** Evaluate w, w_x, w_y of all unknowns of a class at a place, less their rigid part.
 *  @param[in] work  [3 * (x.n + y.n)]  @param[out] rows  [3][n] */
void hol_grid_rows(const hol_grid *grid, const hol_grid_class *class, const double at[2], double *work,
                   double *const rows[3]);

#endif
