/* SPDX-License-Identifier: BSD-3-Clause */
/** @file compliance_at.h  Compliance matrix of points of a structure at λ ≤ 0: the static one, and where nothing
 *  resonates. */
#ifndef RESPONSE_FORCED_COMPLIANCE_AT_H
#define RESPONSE_FORCED_COMPLIANCE_AT_H

#include "compliance/decomposition.h"
#include "model/layout.h"
#include "response/forced/superposition.h"

/** A structure with its probes. {0} is empty. */
typedef struct hol_compliance_at {
  const hol_problem *problem; /**< its outlets are the probes. Borrowed */
  hol_model model;
  hol_system system;
  hol_sparse *row; /**< [probes] over the coordinates */
  size_t probes;
  double reach; /**< rad²/s²: −λ up to which computed parts are to be right */
  double scale; /**< m, of rotations */
} hol_compliance_at;

/** Places λ < 0 that determine T(0) of a loose structure, and their weights. */
enum { HOL_PLACES_MOST = 10 };
/** Compute places and weights by which Σ weight T(place) is T(0): λ = 0 itself if nothing is loose; else places of an
 *  interpolation whose error is Π |place|/(next + |place|) of T(0), less than 1e-9.
 *  @param[in] last  λ of the last mode taken, which counts if there is no next one
 *  @return how many */
size_t hol_compliance_places(bool is_loose, double next, double last, double *place, double *weight);

/** Make model and system. Faults: components of points that nothing carries.
 *  @param[in]  probe  [problem->exported.outlets]
 *  @param[out] c      {0}; to be cleared in every case
 *  @return HOL_INVALID, HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_compliance_prepare(const hol_problem *problem, const hol_output *probe,
                                                 hol_compliance_at *c, hol_faults *faults);
/** Make the system anew, right up to another reach. @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_compliance_extend(hol_compliance_at *c, double reach);
/** Compute H(λ): the displacement of each probe under a unit load at each. @param[out] H  [probes * probes] */
HOL_MUST_CHECK hol_status hol_compliance_fill(const hol_compliance_at *c, double lambda, double *H);
/** Find the pairs of probes of which no force at the one moves the other, at any λ, since they share no block of S(λ).
 *  @param[out] apart  [probes * probes] @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_compliance_apart(const hol_compliance_at *c, double lambda, bool *apart);
void hol_compliance_clear(hol_compliance_at *c);

/** Compute static displacements of the probes relative to the ground, under a unit acceleration of the ground.
 *  @param[out] value  [outlets] @return HOL_INVALID with faults, HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_compliance_of_ground(const hol_problem *problem, const hol_output *probe,
                                                   const double direction[3], double *value, hol_faults *faults);

#endif
