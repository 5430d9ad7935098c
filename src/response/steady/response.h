/* SPDX-License-Identifier: BSD-3-Clause */
/** @file response.h  Frequency response, the steady state under harmonic loads: the analysis `response`, its request
 *  and its result.
 *
 *  Module `response`. With S(s) x = f(s) at s = iω (dynamic.h) a displacement is H = c·x, times s for mobility and s²
 *  for accelerance. Joints to the ground that move, or whose forces are asked for, are rows held from outside: c·x =
 *  u₀, and the force on the structure is the unknown of that row. A spring or dashpot whose foot moves by u₀ loads the
 *  structure with (k (1 + iη) + c s) u₀. Where all of the ground moves, displacements relative to it are those of the
 *  structure at rest under −M r times its acceleration (inertia_load.h). Derivatives come with the same factors: S x′ =
 *  f′ − S′ x. */
#ifndef RESPONSE_STEADY_RESPONSE_H
#define RESPONSE_STEADY_RESPONSE_H

#include "excitation/excitation.h"
#include "model/layout.h"
#include "response/dynamic.h"
#include "response/steady/inertia_load.h"
#include "result/analysis.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

typedef enum { HOL_RECEPTANCE, HOL_MOBILITY, HOL_ACCELERANCE } hol_response_quantity;

/** What a file asks for. Arrays are owned. */
typedef struct hol_response_request {
  hol_excitation *load; /**< [loads] */
  size_t loads;
  hol_output *receiver; /**< [receivers] */
  size_t receivers;
  hol_response_quantity quantity;
  bool is_separate; /**< every load by itself */
  double *omega;    /**< [count] rad/s; NULL: a range */
  size_t count;
  double from, to;  /**< rad/s */
  double tolerance; /**< of the interpolation between frequencies, relative to |H|, which counts from 1e-6 of its
                         largest value on */
  hol_place place;
} hol_response_request;

/** A maximum of |H| over ω. */
typedef struct hol_peak {
  double omega, magnitude;
  double width; /**< between the places where |H| is 1/√2 of it, rad/s; NAN: one of them is beyond the range */
  size_t mode;  /**< number of the undamped mode next to it; SIZE_MAX: none is known */
} hol_peak;

/** A minimum of |H| over ω. */
typedef struct hol_antiresonance {
  double omega, magnitude;
  double zero[2]; /**< s next to it where H is 0, rad/s, real and imaginary part: without damping on the axis; NAN: none
                      is found from there */
} hol_antiresonance;

/** A component of what is looked at, under one load or all. Arrays are owned. */
typedef struct hol_response_curve {
  size_t receiver, load; /**< SIZE_MAX: all loads together */
  char *component;       /**< of a reaction; NULL. Owned */
  double complex *value; /**< [count of the result] */
  double complex *slope; /**< [count] dH/dω */
  double *radius;        /**< [count] how far the exact value can be; infinite: not known. Owned */
  hol_peak *peak;
  size_t peaks, peak_capacity;
  hol_antiresonance *dip;
  size_t dips, dip_capacity;
} hol_response_curve;

/** {0} is empty. */
typedef struct hol_response {
  const hol_problem *problem;          /**< borrowed */
  const hol_response_request *request; /**< borrowed */
  double *omega;                       /**< [count] rising where they follow from a range; owned */
  size_t count, capacity;
  hol_response_curve *curve;
  size_t curves;
  double *natural; /**< [naturals] proved undamped frequencies in 1.3 times the range, rad/s; owned */
  size_t naturals;
  double *infinite; /**< [infinites] of these: where nothing is damped and |H| has no bound; owned */
  size_t infinites;
  double difference; /**< the largest between exact values in the middle of two frequencies and what interpolation had
                          there, over the tolerance's scale; NAN: frequencies were given */
  double bound; /**< the most that the cubic can be off between any two frequencies, rounding of values included, over
                     the smaller magnitude there, or 1e-6 of the largest of the curve, and no less than the difference;
                     NAN: it is not known, the difference is all there is */
  double parts_error; /**< what parts that are computed state of their component modes and compliances, relative; 0:
                           there are none */
  size_t factorisations;
  size_t modes;     /**< of each part; 0: compliances are exact */
  size_t unbounded; /**< values whose radius is not known */
  size_t sharp; /**< frequencies given that are so near to one that nothing damps that rounding moves a value by more
                               than the tolerance, relatively */
  double sharpest, rounding; /**< rad/s, that of these which it moves most, and how much; 0: there is none */
  double (*place)[3];        /**< [receivers + loads] m, of their points; NAN where there is no point. Owned */
  bool is_filled, is_met;    /**< is_met: within the tolerance everywhere, and every radius known */
} hol_response;

/** The structure as it is solved at one frequency after the other. {0} is empty. */
typedef struct hol_response_system {
  const hol_response_request *request;
  const hol_problem *problem;       /**< borrowed */
  bool *released;                   /**< [problem->joint_count] constraints that are named: rows here, not of the model.
                                         Owned */
  size_t output_point, joint_point; /**< the first point of the model of an output, of a joint left out */
  hol_model model;
  hol_system system;
  hol_dynamic dynamic;
  struct hol_response_row *row; /**< [rows] constraint rows of joints that are named; owned */
  size_t rows;
  struct hol_response_load *load;   /**< [request->loads] owned */
  struct hol_response_value *value; /**< [values] what every receiver consists of */
  size_t values;
  size_t columns;    /**< load cases: 1, or one for each load */
  double complex *x; /**< [2 * columns * n]: solutions, their derivatives */
  size_t capacity;
} hol_response_system;

/** Return the number of component modes of each part with which a response is asked for; 0: exact. */
size_t hol_response_modes(const hol_problem *problem);
/** Make the system: compliances are exact, but with `{modes: N}` those of N component modes of each part.
 *  @param[in]  reach  rad/s: frequencies up to which parts in component modes must be right
 *  @param[out] system  to be cleared in every case
 *  @return HOL_INVALID with faults, HOL_MEMORY, HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_response_begin(const hol_problem *problem, const hol_response_request *request,
                                             double reach, hol_response_system *system, hol_faults *faults);
void hol_response_end(hol_response_system *system);
/** Return the number of curves: components of receivers times load cases. */
size_t hol_response_curves(const hol_response_system *system);
/** Get receiver, load and component of curve i.
 *  @param[out] component  static, or of the layout; NULL of a displacement */
void hol_response_curve_of(const hol_response_system *system, size_t i, size_t *receiver, size_t *load,
                           const char **component);
/** Compute all curves at ω, and dH/dω. @param[out] value,slope  [curves]; slope may be NULL
 *  @return HOL_NUMERICAL where S(iω) is singular. Cost one factorisation */
HOL_MUST_CHECK hol_status hol_response_at(hol_response_system *system, double omega, double complex *value,
                                          double complex *slope);
/** Add the output row c of curve i at the last s: H = cᵀx + the effect of the support motion of a spring.
 *  @param[in,out] c  [dynamic.n] @return the size of what is added to cᵀx */
double hol_response_output_row(const hol_response_system *system, size_t i, double complex *c);
/** Compute error radii of the values of the last hol_response_at(): truncation by N component modes of each part
 *  (disc.h), rounding, and errors of computed parts; infinite: not known.
 *  @param[in]  value   [curves] those values
 *  @param[out] radius  [curves] @return HOL_NUMERICAL, HOL_MEMORY. Cost: a solution for each receiver, of N component
 *                      modes for each port */
HOL_MUST_CHECK hol_status hol_response_radii(hol_response_system *system, const double complex *value, double *radius);
/** Compute all curves at any s that is no pole.
 *  @param[out] value  [curves]
 *  @return HOL_NUMERICAL where S(s) is singular */
HOL_MUST_CHECK hol_status hol_response_transfer(hol_response_system *system, double complex s, double complex *value);
/** Find the damped eigenvalue next to `start` by inverse iteration; NAN if it does not converge. */
HOL_MUST_CHECK hol_status hol_response_pole(hol_response_system *system, double complex start, double complex *pole);

HOL_MUST_CHECK hol_status hol_response_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_response_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_response_table(const hol_study *study, const void *result, hol_text *text);
HOL_MUST_CHECK hol_status hol_response_compare(const hol_study *study, const void *result, hol_status status,
                                               hol_comparison *comparison);

/** What an entry of `expect` is about. */
typedef struct hol_response_expected {
  size_t curve;  /**< from 0 */
  bool is_peaks; /**< pairs are ω and |H| of peaks; else real and imaginary parts at the frequencies given */
  size_t count;
  double (*pair)[2]; /**< [count] owned */
} hol_response_expected;

extern const struct hol_analysis_grammar hol_response_grammar;
extern const hol_analysis_row hol_response_row;

#endif
