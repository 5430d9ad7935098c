/* SPDX-License-Identifier: BSD-3-Clause */
/** @file seismic.h  Response spectrum analysis: estimates of the largest motions of a structure under base excitation.
 *
 *  Mode k of participation L and circular frequency ω moves a point by no more than φ L S(ω)/ω², S the
 *  pseudo-acceleration: ω² times the largest motion of an oscillator under the same ground. When that is in each mode
 *  is not told by a spectrum. Their maxima are combined by the root of the sum of squares (SRSS), and complete
 *  quadratically (CQC, Der Kiureghian 1981) with
 *      ρ = 8 √(ζ_i ζ_j) (ζ_i + x ζ_j) x^{3/2} / ((1 − x²)² + 4 ζ_i ζ_j x (1 + x²) + 4 (ζ_i² + ζ_j²) x²),   x = ω_j/ω_i.
 *
 *  Modes left out follow the ground as they would at rest, with its largest acceleration: the missing mass, added as
 *  one more square. It is an estimate by nature, no bound. */
#ifndef RESPONSE_SHOCK_SEISMIC_H
#define RESPONSE_SHOCK_SEISMIC_H

#include "result/analysis.h"
#include "excitation/history.h"
#include "response/forced/proportional.h"
#include "response/forced/superposition.h"

struct hol_analysis_grammar; /* see problem/grammar.h */

/** What a file asks for. */
typedef struct hol_seismic_request {
  hol_output ground;                /**< its direction and place */
  bool is_record;                   /**< an acceleration in time; else a spectrum */
  hol_history record;               /**< of that the acceleration, m/s² */
  double *frequency, *acceleration; /**< [points] of a spectrum, Hz, and as written; owned */
  size_t points;
  double unit; /**< m/s², of its accelerations */
  hol_place spectrum_place;
  hol_output *receiver; /**< [receivers] owned, with their texts */
  size_t receivers;
  size_t count; /**< modes */
  hol_proportional_request law;
} hol_seismic_request;

/** What an entry of `expect` has: of all receivers in their order, then the base shear. */
typedef struct hol_seismic_expected {
  double *value; /**< [count] owned */
  size_t count;
} hol_seismic_expected;

/** A mode under the spectrum. */
typedef struct hol_seismic_mode {
  double omega;        /**< rad/s */
  double ratio;        /**< of its damping */
  double acceleration; /**< m/s² */
  double mass;         /**< kg, effective */
} hol_seismic_mode;

/** Maxima combined: m or rad, or N. */
typedef struct hol_seismic_estimate {
  double srss, cqc;
  double missing; /**< of the modes left out */
  double total;   /**< √(cqc² + missing²) */
} hol_seismic_estimate;

/** {0} is empty. */
typedef struct hol_seismic {
  const hol_problem *problem;         /**< borrowed */
  const hol_seismic_request *request; /**< of it */
  hol_superposition modes;
  hol_proportional law;
  hol_seismic_mode *mode;         /**< [modes.modes] owned */
  hol_seismic_estimate *estimate; /**< [receivers + 1] the last the base shear. Owned */
  size_t estimates;
  double peak;    /**< m/s², zero-period acceleration */
  double missing; /**< kg, of the modes left out */
  bool stopped;
} hol_seismic;

/** Return the correlation coefficient ρ of two modes. */
double hol_seismic_correlation(const hol_seismic_mode *a, const hol_seismic_mode *b);
/** @return as hol_superposition_make(); HOL_INVALID too if a mode lies below the spectrum. Collective. */
HOL_MUST_CHECK hol_status hol_seismic_run(const hol_problem *problem, hol_solve_options options, hol_seismic *result,
                                          hol_faults *faults);
/** Find faults of the problem and the request, without solving. Not collective. */
HOL_MUST_CHECK hol_status hol_seismic_check(const hol_problem *problem, hol_faults *faults);
void hol_seismic_clear(hol_seismic *result);

HOL_MUST_CHECK hol_status hol_seismic_describe(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_seismic_rows(const void *result, const hol_sink *sink);
HOL_MUST_CHECK hol_status hol_seismic_table(const hol_seismic *result, hol_text *text);
/** Compare with what is expected of it. */
void hol_seismic_compare(const hol_seismic *result, hol_comparison *comparison);

extern const struct hol_analysis_grammar hol_seismic_grammar;
extern const hol_analysis_row hol_seismic_row;

#endif
