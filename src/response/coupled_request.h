/** @file coupled_request.h  Transfer functions of several loads, as damped motions are asked for them. Internal to room `response`. */
#ifndef RESPONSE_COUPLED_REQUEST_H
#define RESPONSE_COUPLED_REQUEST_H

#include "response/forced.h"
#include "response/response.h"

/** Displacements of receivers under loads of one, each by itself: of receiver r and load l the curve r * loads + l. Faults: joints whose
 *  feet cannot be moved here.
 *  @param[in]  asked    borrowed, must outlive the request
 *  @param[out] request  to be freed by hol_coupled_request_clear() in every case
 *  @return HOL_INVALID with faults, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_coupled_request_make(const hol_problem *problem, const hol_forced_request *asked,
                                                   hol_response_request *request, hol_faults *faults);
void hol_coupled_request_clear(hol_response_request *request);

#endif
