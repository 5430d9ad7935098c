#include "response/one_law.h"

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

bool hol_one_law(const hol_model *model, hol_damping *law)
{
  const hol_problem *problem = model->problem;
  bool is_one = true;
  *law = (hol_damping){.loss_factor = 0};
  for (size_t i = 0; i < model->member_count; i++) {
    hol_damping own = hol_part_damping(&problem->part[model->member[i].part]);
    *law = i == 0 ? own : *law;
    is_one = is_one && is_same(own.loss_factor, law->loss_factor) && !(own.line > 0) && is_same(own.mass, law->mass) &&
             is_same(own.stiffness, law->stiffness);
  }
  if (model->member_count == 0 && model->spring_count > 0) {
    const hol_joint *first = &problem->joint[model->spring[0].joint];
    law->loss_factor = first->loss_factor;
    law->stiffness = first->stiffness_count == 1 ? first->damping / first->stiffness[0] : 0;
    law->mass = model->mass_count > 0 ? hol_part_damping(&problem->part[model->mass[0].part]).mass : 0;
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    hol_damping own = hol_part_damping(&problem->part[model->mass[i].part]);
    is_one = is_one && is_same(own.mass, law->mass) && !(own.line > 0);
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    is_one = is_one && has_law(&problem->joint[model->spring[i].joint], *law);
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    is_one = is_one && problem->joint[model->dashpot[i].joint].kind != HOL_DASHPOT;
  }
  return is_one;
}
