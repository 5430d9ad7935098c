/** @file coupled_request.h  Transfer functions of several loads, as damped motions are asked for them. Internal to room `response`. */
#ifndef RESPONSE_COUPLED_REQUEST_H
#define RESPONSE_COUPLED_REQUEST_H

#include "response/response.h"
#include "response/superposition.h"

/** A force or moment of one, or an acceleration of one of all the ground. */
typedef struct hol_driver {
  bool is_ground;
  hol_probe probe; /**< of the ground its direction and place. Borrowed */
} hol_driver;

/** Displacements of receivers under loads of one, each by itself: of receiver r and load l the curve r * loads + l. Faults: joints whose
 *  feet cannot be moved here.
 *  @param[in]  receiver, driver  borrowed, must outlive the request
 *  @param[out] request  to be freed by hol_coupled_request_clear() in every case
 *  @return HOL_INVALID with faults, HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_coupled_request_make(const hol_problem *problem, const hol_probe *receiver,
                                                   size_t receivers, const hol_driver *driver, size_t drivers,
                                                   hol_place place, hol_response_request *request, hol_faults *faults);
void hol_coupled_request_clear(hol_response_request *request);

#endif
