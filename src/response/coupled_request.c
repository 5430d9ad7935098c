#include "response/coupled_request.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/** All joints to the ground, which move with it. */
static hol_status hold_ground(const hol_problem *problem, hol_response_load *load, hol_faults *faults)
{
  load->joint = hol_alloc(problem->joint_count, sizeof *load->joint);
  if (!load->joint) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    if (problem->joint[j].point_count == 1 && !hol_response_holds(&problem->joint[j])) {
      hol_faults_add(faults, true, problem->joint[j].place, "fix, pin, roller, spring or dashpot of one point",
                     "`%s` cannot move with the ground where damping couples the modes", problem->joint[j].name);
      return HOL_INVALID;
    }
    if (problem->joint[j].point_count == 1) {
      load->joint[load->joints++] = j;
    }
  }
  return HOL_OK;
}

void hol_coupled_request_clear(hol_response_request *request)
{
  for (size_t i = 0; request->load && i < request->loads; i++) {
    free(request->load[i].joint);
  }
  free(request->load);
  free(request->receiver);
  *request = (hol_response_request){.loads = 0};
}

hol_status hol_coupled_request_make(const hol_problem *problem, const hol_forced_request *asked,
                                    hol_response_request *request, hol_faults *faults)
{
  *request = (hol_response_request){.quantity = HOL_RECEPTANCE, .is_separate = true, .place = asked->place};
  request->load = hol_alloc(asked->loads, sizeof *request->load);
  request->receiver = hol_alloc(asked->receivers, sizeof *request->receiver);
  if (!request->load || !request->receiver) {
    return HOL_MEMORY;
  }
  for (; request->receivers < asked->receivers; request->receivers++) {
    const hol_probe *probe = &asked->receiver[request->receivers];
    hol_receiver *made = &request->receiver[request->receivers];
    *made = (hol_receiver){.turns = probe->turns, .point = probe->point, .place = probe->place};
    memcpy(made->direction, probe->direction, sizeof made->direction);
  }
  for (; request->loads < asked->loads; request->loads++) {
    const hol_probe *probe = &asked->load[request->loads].probe;
    hol_response_load *load = &request->load[request->loads];
    *load = (hol_response_load){.size = 1, .turns = probe->turns, .point = probe->point, .place = probe->place};
    memcpy(load->direction, probe->direction, sizeof load->direction);
    load->is_base = load->is_acceleration = asked->load[request->loads].is_ground;
    if (load->is_base) {
      hol_status status = hold_ground(problem, load, faults);
      request->loads += status != HOL_OK; /* its joints are freed with it */
      HOL_TRY(status);
    }
  }
  return HOL_OK;
}
