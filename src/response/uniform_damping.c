/* SPDX-License-Identifier: BSD-3-Clause */
/* Test for uniform damping: the same mass damping, stiffness damping and loss factor everywhere, no other dashpots. */
#include "response/uniform_damping.h"
#include "base/near.h"
#include "model/damping.h"

#include <float.h>

/** Relative difference of numbers that differ by rounding alone. */
static const double rounding = 4 * DBL_EPSILON;

/** Test whether a spring has the model of the parts: viscous damping b times the stiffness. */
static bool has_model(const hol_joint *joint, hol_damping law)
{
  bool is_viscous = law.stiffness > 0 || joint->damping > 0;
  return hol_is_near(joint->loss_factor, law.loss_factor, rounding) &&
         (!is_viscous ||
          (joint->stiffness_count == 1 && hol_is_near(joint->damping, law.stiffness * joint->stiffness[0], rounding)));
}

/** Damping of the first with mass and the first with stiffness, and whether others differ. {0} is empty. */
typedef struct common_model {
  hol_damping law;
  bool has_mass, has_stiffness, differs;
} common_model;

static void compare_mass(common_model *c, double mass)
{
  c->law.mass = c->has_mass ? c->law.mass : mass;
  c->has_mass = true;
  c->differs = c->differs || !hol_is_near(mass, c->law.mass, rounding);
}

static void compare_stiffness(common_model *c, double loss_factor, double stiffness)
{
  if (!c->has_stiffness) {
    c->law.loss_factor = loss_factor;
    c->law.stiffness = stiffness;
  }
  c->has_stiffness = true;
  c->differs = c->differs || !hol_is_near(loss_factor, c->law.loss_factor, rounding) ||
               !hol_is_near(stiffness, c->law.stiffness, rounding);
}

static void compare_members(const hol_model *model, common_model *c)
{
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_damping own = hol_member_damping(model, &model->member[i]);
    compare_stiffness(c, own.loss_factor, own.stiffness);
    if (model->member[i].has_mass) {
      compare_mass(c, own.mass);
    }
    c->differs = c->differs || own.line > 0;
  }
}

static void compare_masses(const hol_model *model, common_model *c)
{
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_damping own = hol_mass_damping(model, &model->mass[i]);
    compare_mass(c, own.mass);
    c->differs = c->differs || own.line > 0;
  }
}

static void compare_springs(const hol_model *model, common_model *c)
{
  for (size_t i = 0; i < model->spring_count; i++) {
    const hol_joint *joint = &model->problem->joint[model->spring[i].joint];
    if (!c->has_stiffness) {
      compare_stiffness(c, joint->loss_factor, joint->stiffness_count == 1 ? joint->damping / joint->stiffness[0] : 0);
    }
    c->differs = c->differs || !has_model(joint, c->law);
  }
}

bool hol_uniform_damping(const hol_model *model, hol_damping *law)
{
  common_model c = {.differs = false};
  compare_members(model, &c);
  compare_masses(model, &c);
  compare_springs(model, &c);
  for (size_t i = 0; i < model->dashpot_count; i++) {
    c.differs = c.differs || model->problem->joint[model->dashpot[i].joint].kind == HOL_DASHPOT;
  }
  *law = c.law;
  return !c.differs;
}
