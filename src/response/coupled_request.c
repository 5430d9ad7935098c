/* SPDX-License-Identifier: BSD-3-Clause */
/* Request for transfer functions under unit loads, with displacements at loads and unit loads at receivers. */
#include "response/coupled_request.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void hol_coupled_request_clear(hol_response_request *request)
{
  free(request->load);
  free(request->receiver);
  *request = (hol_response_request){.loads = 0};
}

static void add_receiver(hol_response_request *request, const hol_probe *probe)
{
  hol_receiver *made = &request->receiver[request->receivers++];
  *made = (hol_receiver){.turns = probe->turns, .point = probe->point, .place = probe->place};
  memcpy(made->direction, probe->direction, sizeof made->direction);
}

static void add_load(hol_response_request *request, const hol_probe *probe, bool is_ground)
{
  hol_response_load *load = &request->load[request->loads++];
  *load = (hol_response_load){
      .size = 1, .is_ground = is_ground, .turns = probe->turns, .point = probe->point, .place = probe->place};
  memcpy(load->direction, probe->direction, sizeof load->direction);
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
    add_receiver(request, &asked->receiver[r]);
  }
  for (size_t l = 0; l < asked->loads; l++) {
    const hol_driver *load = &asked->load[l];
    add_load(request, &load->probe, load->is_ground);
    if (!load->is_ground) {
      add_receiver(request, &load->probe);
    }
  }
  for (size_t r = 0; r < asked->receivers; r++) {
    add_load(request, &asked->receiver[r], false);
  }
  return HOL_OK;
}
