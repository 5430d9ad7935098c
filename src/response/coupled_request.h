/** @file coupled_request.h  Transfer functions of several loads, as damped motions are asked for them. Internal to room `response`. */
#ifndef RESPONSE_COUPLED_REQUEST_H
#define RESPONSE_COUPLED_REQUEST_H

#include "response/forced.h"
#include "response/response.h"

/** Displacements of receivers under loads of one, each by itself; then, for what is left out of sums, those of points where forces act, and
 *  forces at receivers: of R receivers and L loads the request has R receivers, then one for each force; L loads, then one for each
 *  receiver.
 *  @param[in]  asked    borrowed, must outlive the request
 *  @param[out] request  to be freed by hol_coupled_request_clear() in every case
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_coupled_request_make(const hol_forced_request *asked, hol_response_request *request);
void hol_coupled_request_clear(hol_response_request *request);

#endif
