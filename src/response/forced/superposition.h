/* SPDX-License-Identifier: BSD-3-Clause */
/** @file superposition.h  Mode superposition: the lowest modes of a structure, proved complete, and the residual
 *  flexibility of all the others.
 *
 *  Module `response`. Under forces f_d(t) at points, and as the ground moves,
 *
 *      u_r(t) = Σ_{k ≤ n} φ_rk q_k(t) + Σ_d T_rd f_d(t) + what is left out,      T = H(0) − Σ_{k ≤ n} φ φᵀ/λ_k
 *
 *  with modes of unit modal mass; H(0) is the solution at rest. Of a structure with zero-energy modes H has a pole
 *  at λ = 0, and T(0) follows from T(λ) at places λ < 0, which has none below λ_{n+1}. What is left out is bounded by
 *  the T_rr, T_dd and λ_{n+1}, see truncation.h. The ground moves by one along a direction, u is relative to it: the
 *  force is −M r, and of the modes left out Σ φ²/λ ≤ T_rr and Σ L² ≤ mass. */
#ifndef RESPONSE_FORCED_SUPERPOSITION_H
#define RESPONSE_FORCED_SUPERPOSITION_H

#include "excitation/excitation.h"
#include "holonome/solve.h"
#include "statics/prestress.h"

/** Request of a superposition. */
typedef struct hol_superposition_request {
  const hol_problem *problem; /**< borrowed, must outlive what is made of it */
  const hol_output *probe;    /**< [probes] borrowed likewise */
  size_t probes;
  bool moves_ground;
  bool accepts_bounds; /**< computed parts may be known to few digits, as hol_solve_options */
  double ground[3];    /**< its direction, of size 1 */
  hol_place ground_place;
} hol_superposition_request;

/** {0} is empty. */
typedef struct hol_superposition {
  hol_prestressed prestressed; /**< if that is asked for */
  hol_problem problem;         /**< as requested, but its outlets are the probes; what else it has is borrowed */
  hol_result result;           /**< frequencies, and one more than `modes` if there is one */
  size_t modes;                /**< in the sum, zero-energy modes first */
  size_t rigid;                /**< zero-energy modes among them */
  const hol_output *probe;     /**< [probes] as requested. Borrowed */
  size_t probes;
  double *lambda; /**< [modes] rad²/s² */
  double *phi;    /**< [probes * modes] column-major */
  double *width;  /**< [modes] rad/s, error bound of the frequency */
  double *known;  /**< [modes] relative error of products of two of φ and participation: rounding, and of computed
                      parts */
  double *participation; /**< [modes] of the ground; NULL: it is at rest */
  double next;           /**< rad²/s², a lower bound of those of the modes left out; HUGE_VAL: there are none */
  double *rest;          /**< [probes * probes] T(0); its diagonal is no less than that, whatever rounding does */
  double *ground_rest;   /**< [probes] the same for unit acceleration of the ground; NULL: it is at rest */
  double *doubt;         /**< [probes * probes] error bound of `rest`, by rounding and by the bounds of the modes */
  bool *apart;           /**< [probes * probes] no force at the one moves the other */
  double *ground_doubt;  /**< [probes] the same of ground_rest */
  double mass;           /**< kg, Σ L² of the modes left out, from above */
  double computed;       /**< relative error of the energy of any motion, by computed parts; 0: there are none */
  bool is_complete;      /**< counting proves the modes, and none seems to be missing in what they leave of H(0) */
} hol_superposition;

/** Find `modes` modes, zero-energy modes among them and one more at least, and the residual flexibility. On rank 0;
 *  elsewhere only the status is known.
 *  @param[in]  options  of the search for modes
 *  @param[out] s        {0}; to be cleared in every case
 *  @return HOL_INVALID with faults: what bears no force, an unstable structure, a loose one on ground that moves;
 *          HOL_INCOMPLETE: not everything is proved, or progress said stop (result.stopped); HOL_NUMERICAL, HOL_MEMORY.
 *          Collective. */
HOL_MUST_CHECK hol_status hol_superposition_make(const hol_superposition_request *spec, size_t modes,
                                                 hol_solve_options options, hol_superposition *s, hol_faults *faults);
void hol_superposition_clear(hol_superposition *s);

/** Find faults of the problem and the request, without solving. @param[out] loose  number of zero-energy modes
 *  @return HOL_INVALID, HOL_NUMERICAL, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_superposition_check(const hol_superposition_request *spec, size_t *loose,
                                                  hol_faults *faults);

#endif
