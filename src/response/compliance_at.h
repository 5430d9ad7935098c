/** @file compliance_at.h  What the points of a structure do under forces at λ ≤ 0: at rest, and where nothing resonates. */
#ifndef RESPONSE_COMPLIANCE_AT_H
#define RESPONSE_COMPLIANCE_AT_H

#include "compliance/decomposition.h"
#include "model/layout.h"
#include "response/superposition.h"

/** A structure with its probes. {0} is empty. */
typedef struct hol_compliance_at {
  const hol_problem *problem; /**< its outlets are the probes. Borrowed */
  hol_layout layout;
  hol_model model;
  hol_system system;
  hol_sparse *row; /**< [probes] over the coordinates */
  size_t probes;
  double reach; /**< rad²/s², to be set before: −λ up to which computed parts are to be right */
  double scale; /**< m, of rotations */
} hol_compliance_at;

/** Places λ < 0 that determine T(0) of a loose structure, and their weights. */
enum { HOL_PLACES_MOST = 10 };
/** Where T is to be had so that Σ weight T(place) is T(0): there itself if nothing is loose; else the error is
 *  Π |place|/(next + |place|) of T(0), less than 1e-9.
 *  @param[in] last  λ of the last mode taken, which counts if there is no next one
 *  @return how many */
size_t hol_compliance_places(bool is_loose, double next, double last, double *place, double *weight);

/** Model and system. Faults: components of points that nothing carries.
 *  @param[in]  probe  [problem->exported.outlets]
 *  @param[out] c      {0} but for reach; to be cleared in every case
 *  @return HOL_INVALID, HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_compliance_prepare(const hol_problem *problem, const hol_probe *probe,
                                                 hol_compliance_at *c, hol_faults *faults);
/** H(λ): what each probe does under one at each. @param[out] H  [probes * probes] */
HOL_MUST_CHECK hol_status hol_compliance_fill(const hol_compliance_at *c, double lambda, double *H);
/** Which probes no force at another moves, at any λ, as S(λ) falls into blocks of which they have none in common.
 *  @param[out] apart  [probes * probes] @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_compliance_apart(const hol_compliance_at *c, double lambda, bool *apart);
void hol_compliance_clear(hol_compliance_at *c);

/** What the probes do at rest, relative to the ground, while that is accelerated by one.
 *  @param[out] value  [outlets] @return HOL_INVALID with faults, HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_compliance_of_ground(const hol_problem *problem, const hol_probe *probe,
                                                   const double direction[3], double *value, hol_faults *faults);

#endif
