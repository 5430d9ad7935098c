/* SPDX-License-Identifier: BSD-3-Clause */
/* Do the reactions of the ground balance the loads? Another road than that of the solution: places and directions of
   joints, and the mass and its centre, no stiffness. */
#include "base/memory.h"
#include "base/vector.h"
#include "problem/ground.h"
#include "statics/statics.h"

#include <math.h>
#include <string.h>

/** Forces and moments about the origin, and the sum of their sizes. */
typedef struct sums {
  double force[3], moment[3], forces, moments;
  double extent;
} sums;

static void add(sums *to, const double at[3], const double force[3], const double moment[3])
{
  double arm[3];
  hol_cross(at, force, arm);
  for (int k = 0; k < 3; k++) {
    to->force[k] += force[k];
    to->moment[k] += arm[k] + moment[k];
    to->forces += fabs(force[k]);
    to->moments += fabs(arm[k]) + fabs(moment[k]) + fabs(force[k]) * to->extent;
  }
}

static const double none[3];

static void add_loads(const hol_statics *s, sums *to)
{
  const hol_model *model = &s->model;
  for (size_t i = 0; i < s->problem->load_count; i++) {
    const hol_load *load = &s->problem->load[i];
    double along = load->is_along ? model->resolved[load->part].length : 1, vector[3], at[3];
    for (int k = 0; k < 3; k++) {
      vector[k] = along * load->size * load->direction[k] / hol_length(load->direction);
      at[k] = load->is_along ? (model->from[load->part][k] + model->to[load->part][k]) / 2
                             : hol_model_station(model, &load->point)->at[k];
    }
    add(to, at, load->turns ? none : vector, load->turns ? vector : none);
  }
  double mass, centre[3], inertia[6], weight[3];
  hol_model_mass_properties(model, &mass, centre, inertia);
  for (int k = 0; k < 3; k++) {
    weight[k] = mass * s->problem->gravity[k];
  }
  add(to, centre, weight, none);
}

/** What an equation of a joint to the ground holds, as a unit force or moment. @return false: it does not tell */
static bool unit_of(const hol_joint *joint, const char *component, double force[3], double moment[3])
{
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (strcmp(component, hol_freedom_name[f]) == 0) {
      (f < HOL_RX ? force : moment)[f % 3] = 1;
      return true;
    }
  }
  bool is_along =
      joint->has_direction && (joint->kind == HOL_ROLLER || joint->kind == HOL_SPRING || joint->kind == HOL_TIE);
  for (int k = 0; k < 3 && is_along; k++) {
    (joint->rotation ? moment : force)[k] = joint->direction[k] / hol_length(joint->direction);
  }
  return is_along;
}

/** Does a joint hold the ground in a way that tells here? Those between points need not be asked, but for moments. */
static bool add_reaction(const hol_statics *s, const hol_joint *joint, const char *component, double value, sums *to)
{
  double force[3] = {0}, moment[3] = {0}, at[3];
  if (!unit_of(joint, component, force, moment)) {
    return false;
  }
  const hol_station *station = hol_model_station(&s->model, &joint->point[0]);
  for (int k = 0; k < 3; k++) {
    at[k] = station->at[k] + joint->point[0].offset[k];
    force[k] *= value;
    moment[k] *= value;
  }
  add(to, at, force, moment);
  return true;
}

/** Is a property given, for all of a part or a piece of it? */
static bool has(const hol_part *part, hol_properties property)
{
  bool is = (part->given & property) != 0;
  for (size_t i = 0; i < part->piece_count; i++) {
    is = is || part->piece[i].given & property;
  }
  return is;
}

/** Joints between points that may be apart, as plain equations: what they hold need not be in equilibrium with
 *  itself. */
static bool is_plain(const hol_joint *joint)
{
  return joint->kind == HOL_SPRING || joint->kind == HOL_GEAR || joint->kind == HOL_TIE || joint->kind == HOL_SLIDE;
}

hol_status hol_statics_balance(const hol_statics *s, double balance[2])
{
  const hol_model *model = &s->model;
  const hol_problem *p = model->problem;
  sums all = {.extent = 1e-3 * model->extent};
  bool tells = true, turns = true;
  add_loads(s, &all);
  for (size_t i = 0; i < model->constraint_count; i++) {
    const hol_constraint *c = &model->layout->constraint[i];
    const hol_joint *joint = c->joint == SIZE_MAX ? NULL : &p->joint[c->joint];
    double value = model->reaction_sign[i] * s->multiplier[i];
    bool is_told = !joint || !hol_joint_is_to_ground(joint) || add_reaction(s, joint, c->component, value, &all);
    tells = tells && is_told && (!joint || joint->term_count == 0);
    turns = turns && (!joint || hol_joint_is_to_ground(joint) || !is_plain(joint));
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    const hol_spring *spring = &model->spring[i];
    const hol_joint *joint = &p->joint[spring->joint];
    double value = -spring->reaction_sign * hol_spring_force(&s->system, i, s->v);
    const char *word = joint->freedom >= 0 ? hol_freedom_name[joint->freedom] : "";
    bool is_single = joint->stiffness_count <= 1;
    tells = tells && joint->term_count == 0 && is_single &&
            (!hol_joint_is_to_ground(joint) || add_reaction(s, joint, word, value, &all));
    turns = turns && hol_joint_is_to_ground(joint);
  }
  for (size_t i = 0; i < p->part_count; i++) {
    tells = tells && !p->part[i].has_ends && !has(&p->part[i], HOL_P(FOUNDATION));
    turns = turns && !has(&p->part[i], HOL_P(AXIAL_FORCE)); /* it turns with the member, and bears on the ground so */
  }
  double worst[2] = {0, 0};
  for (size_t k = 0; k < 3; k++) {
    bool turns_here = model->slot[HOL_RX + k] != SIZE_MAX && model->slot[(k + 1) % 3] != SIZE_MAX &&
                      model->slot[(k + 2) % 3] != SIZE_MAX;
    worst[0] = fmax(worst[0], model->slot[k] == SIZE_MAX ? 0 : fabs(all.force[k]));
    worst[1] = fmax(worst[1], turns_here ? fabs(all.moment[k]) : 0);
  }
  double forces =
      all.forces + (model->extent > 0 ? all.moments / model->extent : 0); /* moments are borne by pairs of forces */
  balance[0] = !tells ? (double)NAN : forces > 0 ? worst[0] / forces : 0;
  balance[1] = !tells || !turns ? (double)NAN : all.moments > 0 ? worst[1] / all.moments : 0;
  return HOL_OK;
}
