/* SPDX-License-Identifier: BSD-3-Clause */
/* Proportional damping: the law that all parts and joints share, or a damping ratio of all modes. */
#include "response/forced/proportional.h"

#include "base/near.h"
#include "model/damping.h"
#include "model/layout.h"
#include "parts/damping.h"

#include <math.h>

/** Numbers of laws that differ by less are the same in two units. */
static const double same = 1e-12;

static const char hint[] = "one `rayleigh` for all parts, springs whose damping is its `stiffness` times theirs; or "
                           "`damping_ratio` here, and no damping elsewhere";

static const char of_one_frequency[] = "loss factors tell of motions at one frequency, not of motions in time";

double hol_proportional_damping(hol_proportional law, double lambda)
{
  return law.mass + law.stiffness * lambda + 2 * law.ratio * sqrt(lambda);
}

static bool is_elastic(const hol_joint *joint)
{
  return joint->stiffness_count > 0 || joint->compliance > 0;
}

/** Is anything of the file damped? */
static bool is_damped(const hol_problem *problem)
{
  bool is = false;
  for (size_t i = 0; i < problem->part_count; i++) {
    is = is || hol_damping_is_any(hol_part_damping(&problem->part[i]));
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    is = is || problem->joint[j].loss_factor > 0 || problem->joint[j].damping > 0;
  }
  return is;
}

static void refuse(const char *name, hol_place place, hol_faults *faults)
{
  hol_faults_add(faults, true, place, hint,
                 "`%s` is damped by another law than the rest: its modes would not stay apart", name);
}

/** Mass damping of the first that is heavy. */
static double first_mass(const hol_model *model)
{
  for (size_t i = 0; i < model->member_count; i++) {
    if (model->member[i].has_mass) {
      return hol_member_damping(model, &model->member[i]).mass;
    }
  }
  return model->mass_count > 0 ? hol_mass_damping(model, &model->mass[0]).mass : 0;
}

/** The law of the first part that is heavy, and of the first that is deformed; where there is none, of the first
 *  spring. */
static hol_damping first_law(const hol_model *model)
{
  const hol_problem *problem = model->problem;
  hol_damping law = {.mass = first_mass(model)};
  if (model->member_count > 0) {
    const hol_damping first = hol_part_damping(&problem->part[model->member[0].part]);
    law.loss_factor = first.loss_factor;
    law.stiffness = first.stiffness;
    return law;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    if (joint->stiffness_count == 1) {
      law.loss_factor = joint->loss_factor;
      law.stiffness = joint->damping / joint->stiffness[0];
      return law;
    }
  }
  return law;
}

/** Are all motions and all masses of a part damped by the law? */
static bool has_law(const hol_model *model, size_t part, hol_damping law)
{
  bool has = true;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    const hol_damping own = m->part == part ? hol_member_damping(model, m) : law;
    has = has && (hol_is_near(own.mass, law.mass, same) || !m->has_mass) &&
          hol_is_near(own.stiffness, law.stiffness, same) && hol_is_near(own.loss_factor, law.loss_factor, same) &&
          !(own.line > 0);
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_damping own = model->mass[i].part == part ? hol_mass_damping(model, &model->mass[i]) : law;
    has = has && hol_is_near(own.mass, law.mass, same) && !(own.line > 0);
  }
  return has;
}

/** Parts of another law. */
static void check_parts(const hol_model *model, hol_damping law, hol_faults *faults)
{
  for (size_t i = 0; i < model->problem->part_count; i++) {
    const hol_part *part = &model->problem->part[i];
    if (hol_damping_is_any(hol_part_damping(part)) || hol_damping_is_any(law)) {
      if (!has_law(model, i, law)) {
        refuse(part->name, part->place, faults);
      }
    }
  }
}

/** Springs whose damping does not go with their stiffness, and dashpots. */
static void check_joints(const hol_problem *problem, hol_damping law, hol_faults *faults)
{
  for (size_t j = 0; j < problem->joint_count; j++) {
    const hol_joint *joint = &problem->joint[j];
    double wanted = is_elastic(joint) && joint->stiffness_count == 1 ? law.stiffness * joint->stiffness[0] : 0;
    bool is_good = hol_is_near(joint->damping, wanted, same);
    if (is_elastic(joint)) {
      is_good = is_good && hol_is_near(joint->loss_factor, law.loss_factor, same) &&
                (joint->stiffness_count == 1 || !(law.stiffness > 0));
    }
    if (!is_good) {
      refuse(joint->name, joint->place, faults);
    }
  }
}

/** Has anything a loss factor? */
static bool is_lossy(const hol_problem *problem)
{
  bool is = false;
  for (size_t i = 0; i < problem->part_count; i++) {
    is = is || hol_part_damping(&problem->part[i]).loss_factor > 0;
  }
  for (size_t j = 0; j < problem->joint_count; j++) {
    is = is || problem->joint[j].loss_factor > 0;
  }
  return is;
}

static hol_status find_in(const hol_model *model, hol_proportional_request spec, bool *couples, hol_proportional *law,
                          hol_faults *faults)
{
  hol_damping first = first_law(model);
  hol_faults differing = {0};
  check_parts(model, first, &differing);
  check_joints(model->problem, first, &differing);
  bool is_one = differing.errors == 0;
  hol_faults_clear(&differing);
  if (!is_one && couples && is_lossy(model->problem)) {
    hol_faults_add(faults, true, spec.place, "`rayleigh`, dashpots and `damping` of springs instead of `loss_factor`",
                   "%s", of_one_frequency);
    return HOL_INVALID;
  }
  if (!is_one && couples) {
    *couples = true;
    return HOL_OK;
  }
  size_t before = faults->errors;
  check_parts(model, first, faults);
  check_joints(model->problem, first, faults);
  if (faults->errors == before && first.loss_factor > 0 && !spec.is_viscous) {
    hol_faults_add(faults, true, spec.place,
                   "`loss_factors: viscous` takes them for a damping ratio of half their size in all modes", "%s",
                   of_one_frequency);
  }
  *law = (hol_proportional){first.mass, first.stiffness, first.loss_factor / 2};
  return faults->errors > before ? HOL_INVALID : HOL_OK;
}

hol_status hol_proportional_find(const hol_problem *problem, hol_proportional_request spec, bool *couples,
                                 hol_proportional *law, hol_faults *faults)
{
  if (couples) {
    *couples = false;
  }
  *law = (hol_proportional){.ratio = isnan(spec.ratio) ? 0 : spec.ratio};
  if (!is_damped(problem)) {
    return HOL_OK;
  }
  if (!isnan(spec.ratio)) {
    hol_faults_add(faults, true, spec.place, "leave out one of them",
                   "`damping_ratio` damps all modes: parts and joints have damping of their own");
    return HOL_INVALID;
  }
  hol_model model = {.exact = true};
  hol_status status = hol_model_make(problem, (hol_model_request){.exact = true}, &model, faults);
  status = status == HOL_OK ? find_in(&model, spec, couples, law, faults) : status;
  hol_model_clear(&model);
  return status;
}
