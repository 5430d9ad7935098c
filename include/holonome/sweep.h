/** @file sweep.h  The same structure for many values of its parameters: grids, random samples, modes followed.
 *
 *  Room `sweep`. A problem file asks for it:
 *
 *      analysis:
 *        sweep: {over: {r: {from: 0 m, to: 0.5 m, points: 101}, L: [1 m, 2 m]}, follow: true}
 *        sweep: {sample: {E: {mean: 210 GPa, deviation: 5 GPa}, L: {uniform: [1 m, 1.1 m]}}, count: 1000, seed: 7}
 *
 *  `over` is a grid, every value of each parameter with every value of the others (`spacing: log` in place of equal
 * steps; the last parameter runs fastest). `sample` draws all its parameters independently; sample i depends on the
 * seed and i alone. Results are those of hol_solve() at each point, and the same to the last bit for any number of
 * ranks. */
#ifndef HOLONOME_SWEEP_H
#define HOLONOME_SWEEP_H

#include "holonome/comm.h"
#include "holonome/problem.h"
#include "holonome/text.h"
#include "holonome/watch.h"

/** How a frequency list changed between two neighbouring points of a grid. */
#define HOL_SWEEP_EVENT_LIST(X)                                                                                        \
  X(CROSSING, "crossing", "two frequencies pass through each other, shapes unchanged")                                 \
  X(VEERING, "veering", "two frequencies come close and turn away, exchanging their shapes")                           \
  X(UNCLEAR, "unclear", "shapes change so much that they cannot be followed; order is kept")
#define X(id, ...) HOL_SWEEP_##id,
typedef enum { HOL_SWEEP_EVENT_LIST(X) HOL_SWEEP_EVENT_KINDS } hol_sweep_event_kind;
#undef X

/** One such change. */
typedef struct hol_sweep_event {
  hol_sweep_event_kind kind;
  size_t point;     /**< the later of the two points */
  size_t axis;      /**< along which they are neighbours */
  size_t number;    /**< mode number, from 1, of the lower frequency before the event; UNCLEAR: of the lowest lost */
  size_t branch[2]; /**< of the lower and the upper frequency before the event; UNCLEAR: 0 */
  double at;        /**< value of the axis' parameter there, SI */
  double omega;     /**< rad/s, mean of the two there */
  double gap;       /**< rad/s, least difference of the two; 0 for a crossing */
} hol_sweep_event;

enum { HOL_SWEEP_QUANTILES = 7 };
/** One frequency over all samples at which it is known, and the motion oscillates. */
typedef struct hol_sweep_statistics {
  size_t count;
  double mean, deviation, least, greatest; /**< rad/s; deviation with count - 1, NAN for fewer than two */
  double quantile[HOL_SWEEP_QUANTILES];    /**< rad/s, linear between order statistics; of probability 0.025, 0.05,
                                                  0.25, 0.5, 0.75, 0.95, 0.975 */
} hol_sweep_statistics;

/** One parameter of the sweep. */
typedef struct hol_sweep_axis {
  char *name;    /**< owned */
  char unit[48]; /**< SI, "1" for plain numbers */
  size_t count;  /**< grid: values */
  double *value; /**< grid: [count], owned; random: NULL */
} hol_sweep_axis;

/** What a sweep has found; {0} is empty. Column c belongs to mode number first + c. */
typedef struct hol_sweep {
  char *title;      /**< of the problem, may be NULL */
  char *compliance; /**< in words, as hol_result */
  hol_sweep_axis *axis;
  size_t axis_count;
  bool is_random;
  uint64_t seed;
  size_t points, columns, first;
  double *parameter;             /**< [points * axis_count] SI */
  hol_status *status;            /**< [points] as hol_solve(): OK and INCOMPLETE have frequencies */
  double *omega, *lower, *upper; /**< [points * columns] rad/s, NAN where there is none or no bound is known */
  double *growth;                /**< [points * columns] 1/s: rates of motions that grow, whose omega is 0; else 0 */
  size_t unstable;               /**< points with motions that grow */
  size_t *branch;                /**< [points * columns] from 1, 0 where there is none; NULL unless followed */
  size_t branches;
  hol_sweep_event *event;
  size_t event_count;
  hol_sweep_statistics *statistics; /**< [columns], NULL for grids */
  size_t solved;                    /**< points with every frequency found and proved */
  size_t batched;                   /**< points done side by side */
  double seconds;                   /**< wall time */
} hol_sweep;

typedef struct hol_sweep_options {
  const hol_comm *comm; /**< NULL: one process. Borrowed */
  hol_watch watch;      /**< points are told, and kept */
  bool one_by_one;      /**< every point by hol_solve(), nothing in batches */
} hol_sweep_options;

/** Do the sweep a problem file asks for.
 *  @param[in]  problem  as it was read, with a sweep; borrowed
 *  @param[out] sweep    {0} or filled (on every rank); to be cleared by the caller in every case
 *  @param[out] faults   of the first point that is not valid, as remarks
 *  @return HOL_OK; HOL_USAGE: the problem asks for no sweep; HOL_INCOMPLETE: some points are not solved, see their statuses, or progress said stop (the sweep is
 * then empty); the status of the points if none is solved; HOL_MEMORY; what a record returned. The same on every rank.
 *  Collective. */
HOL_MUST_CHECK hol_status hol_sweep_run(const hol_problem *problem, hol_sweep_options options, hol_sweep *sweep,
                                        hol_diagnostics *faults);
/** Free everything, leave {0}. Idempotent. */
void hol_sweep_clear(hol_sweep *sweep);

#endif
