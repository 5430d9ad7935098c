/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tasks.h  The tasks of a request, one after another. */
#ifndef NONLINEAR_TASKS_H
#define NONLINEAR_TASKS_H

#include "farm/farm.h"
#include "holonome/solve.h"
#include "nonlinear/request.h"

/** A computation that fails is the failure of its part of the result, not of all of it: mark the curve.
 *  @return HOL_OK for HOL_NUMERICAL, anything else as it is */
HOL_MUST_CHECK hol_status hol_curve_failure(hol_status status, hol_nonlinear_curve *curve);

/** The model at a level of the forces and with a loss. `model` is {0} on entry. @return as hol_nonlinear_model_of() */
HOL_MUST_CHECK hol_status hol_case_model(const hol_nonlinear_request *request, double level,
                                         const hol_nonlinear_loss *loss, hol_nonlinear_model *model);

/** hol_nonlinear_case_solve() as a long item of a farm, which may be NULL.
 *  @return besides HOL_INCOMPLETE if it is told to stop */
HOL_MUST_CHECK hol_status hol_case_solve(const hol_nonlinear_request *request, size_t k, hol_farm *farm,
                                         hol_nonlinear_case *item);

/** Search number k of hol_nonlinear_finds(), as a task in the same way. */
HOL_MUST_CHECK hol_status hol_vanishing_solve(const hol_nonlinear_request *request, size_t k, hol_farm *farm,
                                              hol_nonlinear_found *found);

/** First resonance number k of hol_nonlinear_resonances(), in the same way. */
HOL_MUST_CHECK hol_status hol_resonance_solve(const hol_nonlinear_request *request, size_t k, hol_farm *farm,
                                              hol_nonlinear_resonance *resonance);

/** The rest of a result whose curves are there: model, completeness, and the backbone as a long item of the farm. */
HOL_MUST_CHECK hol_status hol_request_finish(const hol_nonlinear_request *request, hol_farm *farm,
                                             hol_nonlinear_result *result);

#endif
