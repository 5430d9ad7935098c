/* SPDX-License-Identifier: BSD-3-Clause */
/** @file search.h  The search for all branches of steady motions: starts in a queue, branches followed, indices summed.
 *  Shared by seeds.c, follow.c, index.c and trace.c. */
#ifndef NONLINEAR_SEARCH_H
#define NONLINEAR_SEARCH_H

#include "farm/farm.h"
#include "nonlinear/branches.h"
#include "nonlinear/spectra.h"

static const double HOL_LARGEST_STEP = 0.1; /**< length of any step */
static const double HOL_ENOUGH = 1e-6;      /**< largest relative size of the truncated harmonics */
enum {
  HOL_GRID = 12,          /**< initial states along each axis, for integration in time */
  HOL_CHAOS = 16,         /**< unstable motions of several periods at a frequency, beyond which they are not followed */
  HOL_ROUNDS = 3,         /**< of a search, with more harmonics or a finer grid each */
  HOL_PERIOD_MAX = 64,    /**< periods of the force in one of the motion */
  HOL_USUAL_HARMONICS = 7 /**< of several modes and of backbones */
};

/** A motion from which a branch is to be followed. */
typedef struct hol_seed {
  size_t period, parent;
  size_t cycle; /**< found by integration in time: its number, from 1; 0: otherwise */
  double *z;    /**< [unknowns + 1] */
  double
      *direction; /**< [unknowns + 1] of a branch that leaves another, as hol_path_beside(); NULL: along ν, both ways */
} hol_seed;

/** {0} but for model, options and curve before the start. */
typedef struct hol_curve_search {
  const hol_nonlinear_model *model;
  hol_nonlinear_options options;
  hol_nonlinear_curve *curve;
  size_t branch_capacity;
  hol_steady *steady; /**< [period] for 1.. periods of the force, started when needed */
  bool started[HOL_PERIOD_MAX];
  hol_seed *queue;
  size_t queued, taken, queue_capacity;
  size_t tries;                     /**< of several modes, left */
  hol_farm *farm;                   /**< or NULL; borrowed */
  size_t harmonics[HOL_PERIOD_MAX]; /**< of motions with 1.. periods of the force */
  double *at;
  size_t ats;         /**< searched frequencies; owned */
  hol_spectra cycles; /**< one mode: the motions found there by integration in time */
  size_t cycle_seeds; /**< of the cycles those that have been queued */
  double chaos_nu;    /**< where the last cycles were left aside */
} hol_curve_search;

/** One lateral mode and no axial one: motions are found by integration in time, too. */
static inline bool hol_search_has_one_mode(const hol_curve_search *s)
{
  return s->model->lateral == 1 && s->model->axial == 0;
}

/** Options with their defaults. */
hol_nonlinear_options hol_options_completed(hol_nonlinear_options options);

/** The equations of motions with `period` periods of the force, started when first needed. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_search_steady(hol_curve_search *s, size_t period, hol_steady **steady);
/** Queue a start with room for its numbers, all zero. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_seed_new(hol_curve_search *s, size_t period, bool with_direction, hol_seed **added);
/** Queue the starts that need no branches: out of rest at both ends of the range, of one mode in closed form, of
 *  several modes each mode alone. */
HOL_MUST_CHECK hol_status hol_seeds_first(hol_curve_search *s);
/** Find periodic motions of one mode at ν by integration in time, and add them to the cycles. */
HOL_MUST_CHECK hol_status hol_seeds_find_cycles(hol_curve_search *s, double nu, hol_cycle_search how);
/** Find motions on isolated branches from those at ν with less loss, and add them to the cycles at their own
 *  frequencies. */
HOL_MUST_CHECK hol_status hol_seeds_find_isolas(hol_curve_search *s, double nu);
/** How many unstable motions of several periods have been found at the frequency of this one. */
size_t hol_seeds_unstable_beside(const hol_curve_search *s, const hol_spectrum *one);
/** Queue the cycles of one period from number `from` on: stable ones first. */
HOL_MUST_CHECK hol_status hol_seeds_of_period(hol_curve_search *s, size_t from, size_t period);

/** Follow all starts of the queue, and those they add. */
HOL_MUST_CHECK hol_status hol_search_follow_all(hol_curve_search *s);
/** Queue and follow the cycles that have not been queued, from the shortest period on. */
HOL_MUST_CHECK hol_status hol_search_follow_cycles(hol_curve_search *s);
/** Sum the indices, apply the uniqueness theorem, and set `coexisting` of the curve. */
HOL_MUST_CHECK hol_status hol_search_count(hol_curve_search *s);

#endif
