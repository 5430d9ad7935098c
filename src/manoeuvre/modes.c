/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes of a structure whose hub is moved: frequencies, participation by the reaction of the hub, moving mass,
   poles. */
#include "manoeuvre/manoeuvre.h"

#include "base/memory.h"
#include "base/vector.h"
#include "modes/components.h"
#include "problem/ground.h"
#include "response/damped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Modes beside the quiet ones of which is told what is left. */
enum { FURTHER = 20 };
/** Components of directions below this are rounding. */
static const double rounding = 1e-12;

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

/** Is nothing else held to the ground? */
static bool is_alone(const hol_problem *problem, size_t hub)
{
  bool is = true;
  for (size_t j = 0; j < problem->joint_count; j++) {
    is = is && (j == hub || (!hol_joint_is_to_ground(&problem->joint[j]) && problem->joint[j].term_count == 0));
  }
  for (size_t i = 0; i < problem->part_count; i++) {
    is = is && !(problem->part[i].value[HOL_P_FOUNDATION] > 0);
  }
  return is;
}

static void ask_for_masses(const hol_manoeuvre *m, hol_ground_motions *motions)
{
  const hol_output *hub = &m->request->hub;
  const hol_point *point = &m->problem->joint[hub->joint].point[0];
  const hol_part *part = &m->problem->part[point->part];
  *motions = (hol_ground_motions){.is_asked = true, .place = hub->place};
  for (size_t k = 0; k < 3; k++) {
    motions->unit[k + (hub->turns ? 3 : 0)] = hub->direction[k];
    motions->about[k] = part->from[k] + point->xi * (part->to[k] - part->from[k]) + point->offset[k];
  }
}

static void ask(hol_manoeuvre *m, size_t count, double below)
{
  hol_analysis *a = &m->asked.analysis;
  m->asked = *m->problem;
  m->asked.exported = (hol_export){.outlet = NULL};
  m->asked.output_shapes = false;
  if (m->request->is_force) {
    m->hub = (hol_outlet){.point = m->request->hub.point};
    m->asked.exported = (hol_export){.outlet = &m->hub, .outlets = 1};
  }
  a->frequencies = below > 0 ? HOL_FREQUENCIES_BELOW : HOL_FREQUENCIES_COUNT;
  a->is_told = false;
  a->count = count;
  a->to = below;
  a->exact = true;
  a->reactions = HOL_REACTIONS_NONE;
  a->tolerance = 0;
  a->sensitivity_count = 0;
  a->effective = (hol_ground_motions){.is_asked = false};
  if (!m->request->is_force && is_alone(m->problem, m->request->hub.joint)) {
    ask_for_masses(m, &a->effective);
  }
}

/* ---- participation ----------------------------------------------------------------------------------------------- */

/** "along (0.6, 0.8)" to a unit vector. */
static bool read_along(const char *word, double unit[3])
{
  double v[3] = {0};
  if (strncmp(word, "along (", 7) != 0) {
    return false;
  }
  word += 7;
  for (size_t k = 0; k < 3 && *word && *word != ')'; k++) {
    char *end;
    v[k] = strtod(word, &end);
    word = *end == ',' ? end + 1 : end;
  }
  hol_unit_vector(v, unit);
  return true;
}

/** Weights of the components of the hub's reaction in the force along its motion; false: it does not hold that. */
static bool find_weights(const hol_output *hub, const hol_components *all, double *weight)
{
  size_t first = all->first[hub->joint], count = all->first[hub->joint + 1] - first;
  double left[3] = {hub->direction[0], hub->direction[1], hub->direction[2]};
  for (size_t i = 0; i < count; i++) {
    double unit[3];
    for (size_t k = 0; k < 3; k++) {
      if (strcmp(all->word[first + i], hol_freedom_name[k + (hub->turns ? HOL_RX : HOL_UX)]) == 0) {
        weight[i] = hub->direction[k];
        left[k] = 0;
      }
    }
    if (!hub->turns && read_along(all->word[first + i], unit) &&
        fabs(hol_dot(3, unit, hub->direction)) > 1 - rounding) {
      weight[i] = hol_dot(3, unit, hub->direction) > 0 ? 1 : -1;
      left[0] = left[1] = left[2] = 0;
    }
  }
  return fabs(left[0]) + fabs(left[1]) + fabs(left[2]) <= rounding;
}

static hol_status refuse(hol_place place, hol_faults *faults, const char *hint, const char *text, const char *name)
{
  hol_faults_add(faults, true, place, hint, text, name);
  return HOL_INVALID;
}

static hol_status take_reactions(hol_manoeuvre *m, hol_components *all, hol_faults *faults)
{
  enum { MOST = 16 };
  const hol_output *hub = &m->request->hub;
  double weight[MOST] = {0};
  HOL_TRY(hol_components_make(&m->result, all));
  if (all->first[hub->joint + 1] - all->first[hub->joint] > MOST || !find_weights(hub, all, weight)) {
    return refuse(hub->place, faults, "a joint that holds along or about the axis of the motion",
                  "`%s` does not hold what is to be moved", m->problem->joint[hub->joint].name);
  }
  for (size_t k = 0; k < m->modes; k++) {
    const hol_mode *mode = &m->result.mode[k];
    hol_reaction reaction = hol_reaction_of(&m->result, mode, hub->joint);
    double force = 0;
    for (size_t i = 0; i < reaction.count; i++) {
      force += weight[i] * reaction.value[i];
    }
    m->mode[k].participation = -force / (mode->omega * mode->omega);
  }
  return HOL_OK;
}

/** Displacement of the hub in a mode. */
static double moved(const hol_manoeuvre *m, const hol_mode *mode)
{
  const hol_output *hub = &m->request->hub;
  return mode->outlet ? hol_dot(3, hub->direction, mode->outlet + (hub->turns ? HOL_RX : HOL_UX)) : 0;
}

/** Of one rigid-body mode. */
static hol_status take_force(hol_manoeuvre *m, hol_faults *faults)
{
  double rigid = moved(m, &m->result.mode[0]);
  if (m->result.rigid_modes != 1 || !(fabs(rigid) > 0)) {
    return refuse(m->request->hub.place, faults, "leave out with `freedoms` what is not looked at",
                  "under a force a structure must be loose in one motion alone, that of the hub%s", "");
  }
  m->force_mass = 1 / (rigid * rigid);
  for (size_t k = 0; k < m->modes; k++) {
    m->mode[k].participation = -moved(m, &m->result.mode[k + 1]) * m->force_mass;
  }
  return HOL_OK;
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

static hol_status fill(hol_manoeuvre *m)
{
  size_t rigid = m->request->is_force && m->result.rigid_modes > 0 ? 1 : 0;
  m->modes = m->result.mode_count - rigid;
  m->mode = hol_alloc(m->modes, sizeof *m->mode);
  if (!m->mode) {
    return HOL_MEMORY;
  }
  for (size_t k = 0; k < m->modes; k++) {
    const hol_mode *mode = &m->result.mode[k + rigid];
    double lambda = mode->omega * mode->omega, c = hol_proportional_damping(m->law, lambda);
    m->mode[k] = (hol_manoeuvre_mode){.number = k + 1,
                                      .is_quiet = k < m->quiet,
                                      .omega = mode->omega,
                                      .lower = mode->lower,
                                      .upper = mode->upper,
                                      .damping_ratio = c / (2 * mode->omega),
                                      .pole = c * c < 4 * lambda ? hol_complex(-c / 2, sqrt(lambda - c * c / 4))
                                                                 : hol_complex(-c / 2 - sqrt(c * c / 4 - lambda), 0)};
  }
  m->next = m->modes > m->quiet ? m->mode[m->quiet].lower : m->result.exhausted ? HUGE_VAL : (double)NAN;
  return HOL_OK;
}

static void take_masses(hol_manoeuvre *m)
{
  m->moving_mass = m->rest_mass = (double)NAN;
  if (m->result.effective_count == 0) {
    return;
  }
  const hol_effective_mass *e = &m->result.effective[0];
  m->moving_mass = e->total;
  m->rest_mass = e->total * (1 + rounding) - e->fixed;
  for (size_t k = 0; k < m->quiet; k++) {
    m->rest_mass -= m->mode[k].participation * m->mode[k].participation;
  }
  m->rest_mass = fmax(m->rest_mass, rounding * e->total);
}

static hol_status check_modes(const hol_manoeuvre *m, hol_faults *faults)
{
  const hol_manoeuvre_request *request = m->request;
  if (m->result.growing + m->result.neutral > 0) {
    return refuse(request->place, faults, NULL, "the structure is unstable: it does not come to rest%s", "");
  }
  if (!request->is_force && m->result.rigid_modes > 0) {
    return refuse(request->hub.place, faults, "hold it by joints, or leave out with `freedoms` what is not looked at",
                  "with the hub held the structure is loose%s", "");
  }
  if (request->is_force && m->result.rigid_modes == 0) {
    return refuse(request->hub.place, faults, "{joint: .., direction: ..} moves a joint",
                  "a force moves a structure that is loose along the motion, and this one is held%s", "");
  }
  return HOL_OK;
}

/** As many modes as are to be quiet, and some more. */
static hol_status solve(hol_manoeuvre *m, hol_solve_options options, hol_faults *faults)
{
  hol_status status = HOL_OK;
  size_t rigid = m->request->is_force ? 1 : 0;
  m->quiet = m->request->quiet;
  if (m->request->below > 0) {
    ask(m, 0, m->request->below);
    status = hol_solve(&m->asked, options, &m->result, faults);
    if (status > HOL_INCOMPLETE || m->result.stopped) {
      return status;
    }
    m->quiet = m->result.mode_count > rigid ? m->result.mode_count - rigid : 0;
    if (m->quiet == 0 || m->quiet > HOL_QUIET_MOST) {
      hol_faults_add(faults, true, m->request->quiet_place, NULL, "%zu modes lie below: 1 to %d can be quiet", m->quiet,
                     HOL_QUIET_MOST);
      return HOL_INVALID;
    }
    hol_result_clear(&m->result);
  }
  ask(m, m->quiet + rigid + FURTHER, 0);
  return hol_solve(&m->asked, options, &m->result, faults);
}

static hol_status find_undamped(hol_manoeuvre *m, hol_solve_options options, hol_faults *faults)
{
  hol_components all = {0};
  hol_status status = solve(m, options, faults);
  m->is_stopped = m->result.stopped;
  m->is_complete = m->result.complete;
  if (status > HOL_INCOMPLETE || m->is_stopped || m->result.mode_count == 0) {
    return status == HOL_OK ? HOL_NUMERICAL : status;
  }
  HOL_TRY(check_modes(m, faults));
  HOL_TRY(fill(m));
  m->quiet = m->quiet < m->modes ? m->quiet : m->modes;
  hol_status taken = m->request->is_force ? take_force(m, faults) : take_reactions(m, &all, faults);
  hol_components_clear(&all);
  HOL_TRY(taken);
  take_masses(m);
  return status;
}

static hol_status find_damped(hol_manoeuvre *m, hol_solve_options options, hol_faults *faults)
{
  hol_damped found;
  const hol_damped_request request = {
      .count = m->request->quiet, .below = m->request->below, .place = m->request->place};
  hol_status status = hol_damped_find(m->problem, options.watch, &request, &found, faults);
  m->is_stopped = found.is_stopped;
  m->is_complete = status == HOL_OK;
  if (status <= HOL_INCOMPLETE && !found.is_stopped) {
    m->modes = m->quiet = found.motions < HOL_QUIET_MOST ? found.motions : HOL_QUIET_MOST;
    m->mode = hol_alloc(m->modes, sizeof *m->mode);
    status = m->mode ? status : HOL_MEMORY;
    for (size_t k = 0; m->mode && k < m->modes; k++) {
      const hol_damped_motion *motion = &found.motion[k];
      m->mode[k] = (hol_manoeuvre_mode){.number = motion->number,
                                        .is_quiet = true,
                                        .omega = motion->omega,
                                        .lower = motion->lower,
                                        .upper = motion->upper,
                                        .damping_ratio = motion->damping_ratio,
                                        .pole = hol_complex(motion->s[0], motion->s[1]),
                                        .participation = (double)NAN};
    }
  }
  m->next = m->moving_mass = m->rest_mass = (double)NAN;
  hol_damped_row.clear(&found);
  return status;
}

hol_status hol_manoeuvre_find_modes(hol_manoeuvre *m, hol_solve_options options, hol_faults *faults)
{
  HOL_TRY(hol_proportional_find(m->problem, m->request->law, &m->is_coupled, &m->law, faults));
  return m->is_coupled ? find_damped(m, options, faults) : find_undamped(m, options, faults);
}
