/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tracer.h  A path in the making, shared by the files of the room: one step, its events, its records. */
#ifndef CONTINUATION_TRACER_H
#define CONTINUATION_TRACER_H

#include "continuation/corrector.h"

/** How far the tangent may turn in one step. */
static const double HOL_TURN_LIMIT = 0.30;

typedef struct hol_tracer {
  const hol_equation *equation;
  const hol_path_options *options;
  hol_path *path;
  hol_corrector corrector;
  size_t n;
  double largest;          /**< |x| so far */
  double *row, *bend;      /**< [n] unit tangent and its derivative at the base point, in units */
  double *z, *t;           /**< [n] the new point and its unit tangent */
  double *other, *other_t; /**< [n] points of searches */
  double *start;           /**< [n] */
  double *known;           /**< [3n] points about a branch point */
  double log_unit;         /**< of determinants */
  bool is_last;            /**< the new point ends the path */
} hol_tracer;

/** Outcome of a step: its new point is taken, it has to be shorter, or the computation fails for want of memory. */
typedef enum { HOL_STEP_FINE, HOL_STEP_DOUBTFUL, HOL_STEP_FAILED } hol_step_verdict;

/** Where a path stands: everything that its points do not tell, so that it can be continued. */
typedef struct hol_path_state {
  size_t points, events; /**< so far */
  double largest, step;
  bool goes_on;
} hol_path_state;

/** The last point [n] of the path, from which the next step starts. */
static inline const double *hol_tracer_base(const hol_tracer *k)
{
  return k->path->z + (k->path->points - 1) * k->n;
}

static inline bool hol_signs_differ(double x, double y)
{
  return (x < 0) != (y < 0);
}

/** Prepare steps from point `at`: units, unit tangent, curvature from the point before. */
void hol_tracer_set_base(hol_tracer *k, size_t at);
/** Set units of x and p at a point with tangent t (any length). */
void hol_tracer_set_units(hol_tracer *k, const double *z, const double *t);
/** Predict and correct the point at `length` from base point `at`. @param[out] z  [n] */
hol_correction hol_tracer_correct(hol_tracer *k, size_t at, double length, double *z);
/** Tangent and test functions of a solution z whose tangent is near `row`.
 *  @param[out] t  [n] in units
 *  @return as the equation's stability() */
HOL_MUST_CHECK hol_status hol_tracer_test(hol_tracer *k, const double *z, double *t, bool with_inertia,
                                          bool with_stability, hol_path_point *point);
/** Append a point to the path. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_tracer_append(hol_tracer *k, const double *z, const double *t,
                                            const hol_path_point *point);

/** Locate all events between the base point a and the new point b, and record them. */
hol_step_verdict hol_tracer_locate_events(hol_tracer *k, const hol_path_point *a, const hol_path_point *b, double step);
/** Where dp/ds came close to zero without changing sign between three points, locate two folds. */
hol_step_verdict hol_tracer_locate_fold_pair(hol_tracer *k, size_t middle);
/** The length at which the limit of the equation passes 0 between two values of different sign; the point there into
 *  `other`. @return false where a point cannot be computed */
bool hol_tracer_find_limit(hol_tracer *k, double step, double low, double high, double *where);

/** Record what has been added since `from`. @return as hol_farm_keep() */
HOL_MUST_CHECK hol_status hol_path_record(hol_tracer *k, size_t operation, size_t *chunk, const hol_path_state *from,
                                          hol_path_state *to);
/** Take the records of an earlier run. @param[out] at  where it stood */
HOL_MUST_CHECK hol_status hol_path_restore(hol_tracer *k, size_t operation, size_t *chunk, hol_path_state *at);

#endif
