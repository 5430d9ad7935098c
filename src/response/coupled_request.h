/* SPDX-License-Identifier: BSD-3-Clause */
/** @file coupled_request.h  Request for transfer functions of several unit loads, for an expansion in damped modes.
 *  Internal to room `response`. */
#ifndef RESPONSE_COUPLED_REQUEST_H
#define RESPONSE_COUPLED_REQUEST_H

#include "response/forced.h"
#include "response/response.h"

/** Make the request: displacements of receivers under unit loads, each by itself; then, for the truncation error of
 *  sums, displacements of points where forces act, and forces at receivers. Of R receivers and L loads the request has
 *  R receivers, then one for each force; L loads, then one for each receiver.
 *  @param[in]  asked    borrowed, must outlive the request
 *  @param[out] request  to be freed by hol_coupled_request_clear() in every case
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_coupled_request_make(const hol_forced_request *asked, hol_response_request *request);
void hol_coupled_request_clear(hol_response_request *request);

#endif
