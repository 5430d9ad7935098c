/* SPDX-License-Identifier: BSD-3-Clause */
/* Request for transfer functions under unit loads, with displacements at loads and unit loads at receivers. */
#include "response/coupled_request.h"

#include "base/memory.h"

#include <stdlib.h>

void hol_coupled_request_clear(hol_response_request *request)
{
  free(request->load);
  free(request->receiver);
  *request = (hol_response_request){.loads = 0};
}

/** A load of size 1; its history and density are not of interest here. */
static hol_excitation unit_load(hol_excitation_kind kind, const hol_output *at)
{
  return (hol_excitation){.kind = kind, .at = *at, .size = 1};
}

hol_status hol_coupled_request_make(const hol_forced_request *asked, hol_response_request *request)
{
  size_t most = asked->loads + asked->receivers;
  *request = (hol_response_request){.quantity = HOL_RECEPTANCE, .is_separate = true, .place = asked->place};
  request->load = hol_alloc(most, sizeof *request->load);
  request->receiver = hol_alloc(most, sizeof *request->receiver);
  if (!request->load || !request->receiver) {
    return HOL_MEMORY;
  }
  for (size_t r = 0; r < asked->receivers; r++) {
    request->receiver[request->receivers++] = asked->receiver[r];
  }
  for (size_t l = 0; l < asked->loads; l++) {
    const hol_excitation *load = &asked->load[l];
    request->load[request->loads++] = unit_load(load->kind, &load->at);
    if (load->kind == HOL_POINT_LOAD) {
      request->receiver[request->receivers++] = load->at;
    }
  }
  for (size_t r = 0; r < asked->receivers; r++) {
    request->load[request->loads++] = unit_load(HOL_POINT_LOAD, &asked->receiver[r]);
  }
  return HOL_OK;
}
