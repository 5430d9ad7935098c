/* SPDX-License-Identifier: BSD-3-Clause */
/** @file corrector.h  One point of a curve by Newton's method on the bordered system: its tangent, inertia and, at a
 *  branch point, the other tangent. Module `continuation`. */
#ifndef CONTINUATION_CORRECTOR_H
#define CONTINUATION_CORRECTOR_H

#include "continuation/path.h"

/** Workspace and units of a step. */
typedef struct hol_corrector {
  const hol_equation *equation;
  size_t n; /**< d + 1 */
  double unit_x, unit_p;
  double *matrix;        /**< [n·n] */
  double *scale, *right; /**< [n] */
  double *symmetric;     /**< [d·d] */
  size_t *pivot;
  hol_determinant bordered;
} hol_corrector;

/** How Newton's method went. */
typedef struct hol_correction {
  bool converged;
  double first;       /**< length of the first correction */
  double contraction; /**< second over first correction */
} hol_correction;

HOL_MUST_CHECK hol_status hol_corrector_start(hol_corrector *c, const hol_equation *equation);
void hol_corrector_clear(hol_corrector *c);

/** The unit vector along t, in units of the corrector. @param[out] row  [n] */
void hol_corrector_row(const hol_corrector *c, const double *t, double *row);

/** Solve R = 0 and row·(z − origin)/units = length, from z, in place.
 *  @param[in] row  [n] in units of the corrector */
hol_correction hol_corrector_solve(hol_corrector *c, const double *row, const double *origin, double length, double *z);

/** At a solution: factorise [∂R ; row] and take its null direction with row·t > 0, of unit length.
 *  @param[out] t         [n] in units; may be row itself
 *  @param[out] negative  negative eigenvalues of the symmetric part; NULL: not wanted */
void hol_corrector_tangent(hol_corrector *c, const double *z, const double *row, double *t, size_t *negative);

/** After hol_corrector_tangent() at a branch point with row = tangent: the other null direction, orthogonal to it.
 *  @param[out] other  [n] in units, unit length */
void hol_corrector_other_tangent(hol_corrector *c, const double *row, double *other);

/** Component i's unit. */
static inline double hol_corrector_unit(const hol_corrector *c, size_t i)
{
  return i + 1 < c->n ? c->unit_x : c->unit_p;
}

#endif
