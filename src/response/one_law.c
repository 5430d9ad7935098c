/* SPDX-License-Identifier: BSD-3-Clause */
/* Test for uniform damping: the same mass damping, stiffness damping and loss factor everywhere, no other dashpots. */
#include "response/one_law.h"
#include "model/damping.h"

#include <float.h>
#include <math.h>

static bool is_same(double a, double b)
{
  return fabs(a - b) <= 4 * DBL_EPSILON * fmax(fabs(a), fabs(b));
}

/** Springs with the law of the parts: their viscous part is b times the stiffness. */
static bool has_law(const hol_joint *joint, hol_damping law)
{
  bool is_viscous = law.stiffness > 0 || joint->damping > 0;
  return is_same(joint->loss_factor, law.loss_factor) &&
         (!is_viscous || (joint->stiffness_count == 1 && is_same(joint->damping, law.stiffness * joint->stiffness[0])));
}

/** What the first that has it says, and whether the others say the same. {0} has nothing yet. */
typedef struct common {
  hol_damping law;
  bool has_mass, has_stiffness, differs;
} common;

static void take_mass(common *c, double mass)
{
  c->law.mass = c->has_mass ? c->law.mass : mass;
  c->has_mass = true;
  c->differs = c->differs || !is_same(mass, c->law.mass);
}

static void take_stiffness(common *c, double loss_factor, double stiffness)
{
  if (!c->has_stiffness) {
    c->law.loss_factor = loss_factor;
    c->law.stiffness = stiffness;
  }
  c->has_stiffness = true;
  c->differs = c->differs || !is_same(loss_factor, c->law.loss_factor) || !is_same(stiffness, c->law.stiffness);
}

static void take_members(const hol_model *model, common *c)
{
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_damping own = hol_member_damping(model, &model->member[i]);
    take_stiffness(c, own.loss_factor, own.stiffness);
    if (model->member[i].has_mass) {
      take_mass(c, own.mass);
    }
    c->differs = c->differs || own.line > 0;
  }
}

static void take_masses(const hol_model *model, common *c)
{
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_damping own = hol_mass_damping(model, &model->mass[i]);
    take_mass(c, own.mass);
    c->differs = c->differs || own.line > 0;
  }
}

static void take_springs(const hol_model *model, common *c)
{
  for (size_t i = 0; i < model->spring_count; i++) {
    const hol_joint *joint = &model->problem->joint[model->spring[i].joint];
    if (!c->has_stiffness) {
      take_stiffness(c, joint->loss_factor, joint->stiffness_count == 1 ? joint->damping / joint->stiffness[0] : 0);
    }
    c->differs = c->differs || !has_law(joint, c->law);
  }
}

bool hol_one_law(const hol_model *model, hol_damping *law)
{
  common c = {.differs = false};
  take_members(model, &c);
  take_masses(model, &c);
  take_springs(model, &c);
  for (size_t i = 0; i < model->dashpot_count; i++) {
    c.differs = c.differs || model->problem->joint[model->dashpot[i].joint].kind == HOL_DASHPOT;
  }
  *law = c.law;
  return !c.differs;
}
