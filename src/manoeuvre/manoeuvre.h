/* SPDX-License-Identifier: BSD-3-Clause */
/** @file manoeuvre.h  Analysis `manoeuvre`: a hub is moved from rest to rest, and chosen modes are at rest at the end.
 *
 *  Module `manoeuvre`. The hub is a joint to the ground that moves along or about an axis by a prescribed
 *  acceleration u, or a point that a force moves. With modes of unit modal mass, the hub held,
 *
 *      q̈ + c q̇ + ω² q = −G u,     G = −R/ω²
 *
 *  R the reaction of the hub along its motion in the mode [the participation factor; other supports may stay]. Under a
 *  force on a structure with one rigid-body motion along the axis, G = −φ M with M = 1/φ_r² and F = M u: u is then the
 *  acceleration of the rigid-body motion. Where damping couples the modes, quiet are the first damped motions e^{st},
 *  of which no participation is needed. */
#ifndef MANOEUVRE_MANOEUVRE_H
#define MANOEUVRE_MANOEUVRE_H

#include "excitation/excitation.h"
#include "manoeuvre/bounds.h"
#include "manoeuvre/limits.h"
#include "response/forced/proportional.h"
#include "result/analysis.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

typedef enum { HOL_DEGREE_AUTO, HOL_DEGREE_LEAST, HOL_DEGREE_GIVEN, HOL_DEGREE_LEAST_EFFORT } hol_degree_kind;

/** What a file asks for. */
typedef struct hol_manoeuvre_request {
  bool is_bare;   /**< frequencies and participations stand in the file, there is no structure */
  bool is_force;  /**< the hub is a point under a force */
  hol_output hub; /**< its joint, or point, and its axis */
  double by, in;  /**< m or rad; s */
  size_t quiet;   /**< modes; 0: those below */
  double below;   /**< rad/s */
  size_t smooth;
  hol_degree_kind degree_kind;
  size_t degree;  /**< where it is given */
  size_t *robust; /**< [robusts] modes with a double zero, from 1. Owned */
  size_t robusts;
  double *start, *start_speed; /**< [starts], [start_speeds] modal coordinates of unit modal mass. Owned */
  size_t starts, start_speeds;
  double sampled;  /**< s; 0: no table */
  bool has_limits; /**< the time is sought, `in` is not given */
  hol_plan_limits limits;
  double *omega, *participation; /**< [quiet] of a bare one. Owned */
  hol_proportional_request law;
  hol_place limits_place;
  hol_place place, in_place, quiet_place, degree_place, sampled_place;
} hol_manoeuvre_request;

/** Numbers that can be expected. */
typedef enum {
  HOL_EXPECT_REST,
  HOL_EXPECT_EFFORT_RATIO,
  HOL_EXPECT_DURATION,
  HOL_EXPECT_DEGREE,
  HOL_EXPECT_UNMODELLED,
  HOL_EXPECT_NO_PLAN_BELOW
} hol_manoeuvre_number;

/** What an entry of `expect` has. */
typedef struct hol_manoeuvre_expected {
  bool has_number, is_most;
  hol_manoeuvre_number number;
  double value;
  double *coefficient; /**< [coefficients] of degree 1, 2, .. over `by`. Owned */
  size_t coefficients;
} hol_manoeuvre_expected;

/** A mode beside the plan. */
typedef struct hol_manoeuvre_mode {
  size_t number; /**< from 1 */
  bool is_quiet;
  double omega, lower, upper; /**< rad/s; bounds NAN: not known */
  double damping_ratio;
  double complex pole;
  double participation; /**< √kg, √(kg m²), or as written; NAN: of a damped motion that others couple to */
  double rest;          /**< |e^{sT} ∫ u e^{−st} dt|, m/s or rad/s: velocity left per participation */
  double rest_bound;    /**< an upper bound of it between both bounds of omega; NAN: they are not known */
} hol_manoeuvre_mode;

/** A plan of the field beside this one, or this one. */
typedef struct hol_manoeuvre_rival {
  const char *name;             /**< static */
  double duration;              /**< s */
  double rest, rest_5, rest_10; /**< the largest of quiet modes, and where frequencies are off by 5 % and 10 % */
} hol_manoeuvre_rival;
enum { HOL_RIVALS = 5 };

/** {0} is empty. */
typedef struct hol_manoeuvre {
  const hol_problem *problem;           /**< borrowed */
  const hol_manoeuvre_request *request; /**< of it */
  hol_plan plan;
  hol_plan_peaks peaks;
  double effort, least_effort; /**< ∫ u² dt, and the least of all */
  hol_manoeuvre_mode *mode;    /**< [modes] quiet ones first. Owned */
  size_t modes, quiet;
  double moving_mass; /**< Σ G² of all modes; NAN: not known */
  double rest_mass;   /**< of it that of all modes that are not quiet; NAN */
  double force_mass;  /**< kg or kg m², F = mass times u; 0: the hub is moved by itself */
  double next;        /**< rad/s, a lower bound of the first mode that is not quiet; HUGE_VAL: there is none;
                                       NAN: not known */
  double rest_above;  /**< bound of `rest` of all modes that are not quiet; NAN */
  double rest_energy; /**< J, bound of the energy left in them; NAN */
  double singular[8]; /**< [singulars] s, durations near this one at which the least degree does not exist */
  size_t singulars;
  double *table; /**< [5 * rows] t, hub, speed, acceleration, jerk, column by column. Owned */
  size_t rows;
  hol_problem asked; /**< for modes: what it owns is `hub` */
  hol_outlet hub;    /**< the point under a force; borrowed */
  hol_proportional law;
  bool is_coupled;                       /**< damping couples the modes: quiet are damped motions */
  hol_result result;                     /**< of the modes */
  double no_plan_below;                  /**< s, within limits; NAN without them */
  hol_manoeuvre_rival rival[HOL_RIVALS]; /**< [rivals] of plans within limits, the last one this one */
  size_t rivals;
  bool is_complete, is_stopped;
} hol_manoeuvre;

HOL_MUST_CHECK hol_status hol_manoeuvre_check(const hol_problem *problem, hol_faults *faults);
/** Compute the plan. @param[out] result  to be cleared in every case
 *  @return HOL_INVALID with faults: a hub that does not hold, a duration without a plan of the degree, ..;
 *          HOL_INCOMPLETE: modes are not all proved; HOL_NUMERICAL, HOL_MEMORY. Collective. */
HOL_MUST_CHECK hol_status hol_manoeuvre_run(const hol_problem *problem, hol_solve_options options,
                                            hol_manoeuvre *result, hol_faults *faults);
void hol_manoeuvre_clear(hol_manoeuvre *result);

/** Find the modes of the structure with its hub held, or free under a force. Collective.
 *  @param[in,out] m  problem and request set */
HOL_MUST_CHECK hol_status hol_manoeuvre_find_modes(hol_manoeuvre *m, hol_solve_options options, hol_faults *faults);

HOL_MUST_CHECK hol_status hol_manoeuvre_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_manoeuvre_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_manoeuvre_arrays(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_manoeuvre_table(const hol_manoeuvre *result, hol_text *text);
/** Compare with what is expected of it. */
void hol_manoeuvre_compare(const hol_manoeuvre *result, hol_comparison *comparison);

extern const struct hol_analysis_grammar hol_manoeuvre_grammar;
extern const hol_analysis_row hol_manoeuvre_row;

#endif
