/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers so far apart that no frequency can be computed from them: whose they are. */
#include "modes/run.h"

#include <math.h>

/** Decimal exponents of λ, rad²/s², beyond which its powers and those of lengths and masses beside it are no longer
 *  numbers. */
static const double most_digits = 140;
/** A foundation, or an axial force, so many times as stiff as the member itself leaves nothing of the member in the
 *  sum. */
static const double most_share = 1e17;
/** In component modes so many times leaves too little of the distances between frequencies for a residual
 *  flexibility. */
static const double most_by_modes = 1e11;

/** Component modes that grow under compression, one for each half wave, ∫√(−T/EI) dx/π, have to be computed all; so
 *  many take too long. */
static const double most_growing = 200;

/** What is worst of all, so far. */
typedef struct worst {
  double digits; /**< |log10 λ| */
  hol_place place;
  const char *name;
} worst;

static void weigh_number(worst *w, double digits, hol_place place, const char *name)
{
  if (fabs(digits) > fabs(w->digits)) {
    *w = (worst){digits, place, name};
  }
}

/** Mean of the logarithms of the lumped masses. */
static double mean_mass(const hol_model *model)
{
  double sum = 0;
  for (size_t i = 0; i < model->mass_count; i++) {
    sum += log10(model->mass[i].mass) / (double)model->mass_count;
  }
  return sum;
}

/** A member, or a joint, whose own frequencies are out of all measure. */
static worst find_worst(const hol_model *model)
{
  worst w = {0};
  double mass = mean_mass(model);
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    const hol_part *part = &model->problem->part[m->part];
    if (m->has_mass || model->mass_count) {
      weigh_number(&w,
                   m->class->characteristic_eigenvalue
                       ? m->class->characteristic_eigenvalue(m->of, mass * M_LN10) / M_LN10
                       : m->digits,
                   part->place, part->name);
    }
  }
  for (size_t i = 0; i < model->spring_count && model->mass_count; i++) {
    const hol_joint *joint = &model->problem->joint[model->spring[i].joint];
    weigh_number(&w, -log10(model->spring[i].compliance) - mass, joint->place, joint->name);
  }
  return w;
}

/** Does a foundation or an axial force hide the stiffness of a member itself? */
static bool is_hidden(const hol_problem *problem, const hol_member *m, hol_faults *faults)
{
  const hol_part *part = &problem->part[m->part];
  hol_added_stiffness beside = m->class->added_stiffness ? m->class->added_stiffness(m->of) : (hol_added_stiffness){0};
  bool by_foundation = beside.foundation && beside.foundation_digits > log10(m->is_modal ? most_by_modes : most_share);
  bool by_force = beside.force && beside.force_digits > log10(most_share);
  if (by_foundation || by_force) {
    size_t property = by_foundation ? HOL_P_FOUNDATION : HOL_P_AXIAL_FORCE;
    hol_faults_add(
        faults, true, hol_place_of_property(part, property).line ? hol_place_of_property(part, property) : part->place,
        m->is_modal ? "leave the stiffness out that does nothing, check the units, or try `compliance: exact`"
                    : "leave the stiffness out that does nothing, or check the units",
        "the %s of `%s` is 1e%.0f times what it resists with by itself: its frequencies cannot be told apart",
        by_foundation ? "foundation" : "axial force", part->name,
        by_foundation ? beside.foundation_digits : beside.force_digits);
  }
  return by_foundation || by_force;
}

/** Is a member in component modes compressed so far beyond buckling that too many of them grow? */
static bool is_crumpled(const hol_model *model, const hol_member *m, hol_faults *faults)
{
  const hol_part *part = &model->problem->part[m->part];
  bool is_compressed = m->is_modal && m->class->added_stiffness && m->class->compressed && m->class->compressed(m->of);
  hol_added_stiffness beside = is_compressed ? m->class->added_stiffness(m->of) : (hol_added_stiffness){0};
  double growing = beside.half_waves;
  if (growing > most_growing) {
    hol_place place = hol_place_of_property(part, HOL_P_AXIAL_FORCE);
    hol_faults_add(
        faults, true, place.line ? place : part->place,
        model->exact ? "check the units" : "check the units; with `compliance: exact` none of a uniform member are",
        "about %.0f own modes of `%s` grow under its axial force: too many to be computed", growing, part->name);
  }
  return growing > most_growing;
}

hol_status hol_run_fault_compression(const hol_run *run, hol_faults *faults)
{
  static const double few = 8;
  const hol_model *model = &run->model;
  const hol_part *part = NULL;
  double growing = few;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    bool is_compressed =
        m->is_modal && m->class->added_stiffness && m->class->compressed && m->class->compressed(m->of);
    hol_added_stiffness beside = is_compressed ? m->class->added_stiffness(m->of) : (hol_added_stiffness){0};
    part = beside.half_waves > growing ? &model->problem->part[m->part] : part;
    growing = fmax(growing, beside.half_waves);
  }
  if (!part) {
    return HOL_NUMERICAL;
  }
  hol_place place = hol_place_of_property(part, HOL_P_AXIAL_FORCE);
  hol_faults_add(
      faults, true, place.line ? place : part->place, "check the units",
      "own modes of `%s` cannot be computed: about %.0f grow under its axial force, beside what varies along it",
      part->name, growing);
  return HOL_INVALID;
}

hol_status hol_run_check_magnitudes(const hol_run *run, hol_faults *faults)
{
  const hol_model *model = &run->model;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    if (is_hidden(model->problem, m, faults) || is_crumpled(model, m, faults)) {
      return HOL_INVALID;
    }
  }
  worst w = find_worst(model);
  if (!(fabs(w.digits) > most_digits)) {
    return HOL_OK;
  }
  hol_faults_add(faults, true, w.place, "numbers from 1e-70 to 1e70 rad/s can be computed: check the units",
                 "`%s` would have frequencies of about 1e%.0f rad/s by its stiffness, length and mass", w.name,
                 0.5 * w.digits);
  return HOL_INVALID;
}
