/* SPDX-License-Identifier: BSD-3-Clause */
/** @file batch.h  Batched solution of a sweep: several points side by side in vectors. */
#ifndef SWEEP_BATCH_H
#define SWEEP_BATCH_H

#include "sweep/exact.h"
#include "sweep/near.h"
#include "sweep/plan.h"
#include "sweep/reduction.h"
#include "sweep/lane_roots.h"

/** Numbers of a member: see batch.c. */
typedef struct hol_batch_scales {
  hol_lane square; /**< ω² of the member to that of the unit line */
  hol_lane a, b, c, inverse;
} hol_batch_scales;

/** A reduction with the workspace of one vector of structures. {0} is empty. */
typedef struct hol_batch {
  const hol_plan *plan;
  hol_reduction reduction;
  hol_exact exact;        /**< with exact compliances, in place of what follows up to `scale` */
  hol_near near;          /**< the same, where a neighbour's fields serve */
  hol_lane_system system; /**< of the structures at hand; arrays owned */
  hol_lane_roots roots;
  hol_lane *shape;             /**< per member the forms of its modes at its ports, reduced: see batch.c */
  hol_lane *compliance;        /**< [springs] */
  hol_lane *mass;              /**< [groups] */
  hol_batch_scales *scale;     /**< [members] */
  hol_lane *axis;              /**< [1 + axes] */
  hol_lane_dd *step;           /**< [1 + program.count] */
  double *value;               /**< [axes] */
  double typical[HOL_LANES];   /**< of each structure, a size that its λ are roughly proportional to */
  size_t wanted;               /**< frequencies, rigid-body modes counted */
  double *base, *last, *trial; /**< [wanted] λ of one place, of the last structure solved, of the one at hand */
  double base_typical, last_typical;
  double *margin; /**< [wanted] */
  double *base_x; /**< [wanted * HOL_LANES_ORDER] vectors of one place */
} hol_batch;

/** Prepare batches, if the sweep allows them, and check them against hol_solve() at some places.
 *  @return HOL_INVALID: it does not, points are to be solved one by one; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_batch_start(hol_solver *solver, hol_batch *batch);
void hol_batch_clear(hol_batch *batch);

/** Discard the estimates from neighbours solved before: results depend only on the points since then. */
void hol_batch_restart(hol_batch *batch);
/** Solve the points with numbers first .. first + count - 1, count <= HOL_LANES.
 *  @param[out] outcome  [count] filled where solved; must be empty
 *  @param[out] solved   [count] false: to be solved by hol_solve() */
HOL_MUST_CHECK hol_status hol_batch_solve(hol_batch *batch, size_t first, size_t count, hol_outcome *outcome,
                                          bool *solved);

#endif
