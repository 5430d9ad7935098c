/** @file reduced.h  A structure reduced to points by which it can be joined, as matrices: parts for other problems.
 *
 *  Room `spectrum`. With N modes Φ (rigid-body modes among them) of the structure whose exported points are free, and what the
 *  others give statically and in first order, R = Γ₀ and Γ₁ (src/parts/flexible.h), the points move by u = Φq + Rf. Taken as coordinates
 *  in place of as many modes this is the reduction of MacNeal (stiffness) and Rubin (mass): a Rayleigh-Ritz method, so that
 *  frequencies computed with it are upper bounds but for rounding. */
#ifndef HOLONOME_REDUCED_H
#define HOLONOME_REDUCED_H

#include "holonome/problem.h"
#include "holonome/text.h"

/** A reduced structure; SI. {0} is empty; to be freed with hol_reduced_clear(). */
typedef struct hol_reduced {
  size_t n;            /**< unknowns: components of points first, then amplitudes */
  size_t rows;         /**< components of points */
  size_t *outlet;      /**< [rows] index into hol_export.outlet */
  int *freedom;        /**< [rows] */
  double (*at)[3];     /**< [hol_export.outlets] global coordinates, m */
  size_t rigid, modes; /**< rigid-body modes; elastic modes kept */
  size_t statics;      /**< static deflections kept */
  double *omega;       /**< [rigid + modes] rad/s, rising; 0 for rigid-body modes */
  double cutoff;       /**< rad/s, of the first mode left out; 0: none is */
  double *K, *M;       /**< [n * n] */
} hol_reduced;

void hol_reduced_clear(hol_reduced *reduced);

/** Reduce the structure as its problem's `output.export` says. Points that are held are left out with a remark, and so are components
 *  at which no force can act, such as rotations of a thin plate at a point. Cost: one solution for its modes, and ten matrices.
 *  @return HOL_INVALID with faults added (components of points that depend on each other); HOL_NUMERICAL, HOL_MEMORY. Not
 *  collective. */
HOL_MUST_CHECK hol_status hol_reduce(const hol_problem *problem, hol_reduced *reduced, hol_diagnostics *faults);

/** A matrix as Matrix Market, 17 digits. */
HOL_MUST_CHECK hol_status hol_output_market(const hol_problem *problem, const hol_reduced *reduced, bool mass,
                                            hol_text *text);
/** A problem file with the reduced structure as its part. @param[in] stem  name of the matrices without -k.mtx, -m.mtx */
HOL_MUST_CHECK hol_status hol_output_reduced(const hol_problem *problem, const hol_reduced *reduced, const char *stem,
                                             hol_text *text);

#endif
