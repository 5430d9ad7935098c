/* SPDX-License-Identifier: BSD-3-Clause */
/* Forces without geometric stiffness here: moments in beams, on rigid arms, and in parts that are not straight. */
#include "statics/neglected.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Reactions below this, relative to the largest force, are rounding; stations closer than that, relative to the
 *  structure, are at one place. */
static const double tiny = 1e-12, at_one_place = 1e-9;

const char *const hol_neglected_word[HOL_NEGLECTED_KINDS] = {
    "bending moments and torques of beams in space, under which these may give way sideways",
    "forces on rigid arms, which turn with them", "forces in rings, arcs, plates and imported parts"};

void hol_neglected_put(unsigned which, hol_text *text)
{
  const char *between = "";
  for (size_t i = 0; i < HOL_NEGLECTED_KINDS; i++) {
    if (which & 1U << i) {
      hol_text_add(text, "%s%s", between, hol_neglected_word[i]);
      between = "; ";
    }
  }
}

/* ---- beams in space ---------------------------------------------------------------------------------------------- */

/** Motions that a straight part has: across in its two planes, twist. */
enum { BENDS_Y = 1, BENDS_Z = 2, TWISTS = 4, ALL = BENDS_Y | BENDS_Z | TWISTS };

static unsigned motion_of(const hol_member *m)
{
  size_t freedom = m->component[0].freedom;
  if (m->orders == 2) {
    return freedom == HOL_UY ? BENDS_Y : BENDS_Z;
  }
  return m->orders == 1 && freedom == HOL_RX ? TWISTS : 0;
}

/** Does a motion other than the axial one bear anything? Of one in component modes it is not known. */
static bool bears(const hol_statics *s, const hol_member *m)
{
  bool is_loaded = m->is_modal;
  for (size_t i = 0; i < s->system.segment_count && !is_loaded; i++) {
    const double *force = s->force + i * HOL_RELATION_MAX;
    for (size_t k = 0; k < 2 * m->orders && s->system.segment[i].member == m; k++) {
      is_loaded = is_loaded || fabs(force[k]) > hol_statics_limit(s, i, k);
    }
  }
  return is_loaded;
}

static bool has_moments(const hol_statics *s)
{
  const hol_model *model = &s->model;
  for (size_t i = 0; i < model->member_count;) {
    size_t part = model->member[i].part;
    unsigned motions = 0;
    bool is_loaded = false;
    size_t end = i;
    for (; end < model->member_count && model->member[end].part == part; end++) {
      motions |= motion_of(&model->member[end]);
    }
    for (; i < end; i++) {
      bool counts = motions == ALL && motion_of(&model->member[i]) != 0;
      is_loaded = is_loaded || (counts && bears(s, &model->member[i]));
    }
    if (is_loaded) {
      return true;
    }
  }
  return false;
}

/* ---- rigid arms -------------------------------------------------------------------------------------------------- */

static bool is_arm(const hol_model *model, const double arm[3])
{
  return fabs(arm[0]) + fabs(arm[1]) + fabs(arm[2]) > at_one_place * model->extent;
}

/** Does a joint move points rigidly with each other that are apart, or take hold of one by an arm? */
static bool has_arm(const hol_model *model, const hol_joint *joint)
{
  bool is_plain = joint->kind == HOL_SPRING || joint->kind == HOL_TIE || joint->kind == HOL_GEAR ||
                  joint->kind == HOL_DASHPOT || joint->kind == HOL_CONSTRAINT;
  bool has = false;
  for (size_t k = 0; k < joint->point_count; k++) {
    const double *first = hol_model_station(model, &joint->point[0])->at;
    const double *at = hol_model_station(model, &joint->point[k])->at;
    double apart[3] = {at[0] - first[0], at[1] - first[1], at[2] - first[2]};
    has = has || is_arm(model, joint->point[k].offset) || (!is_plain && is_arm(model, apart));
  }
  return has;
}

static bool is_moment(const char *component)
{
  return component[0] == 'r' || strncmp(component, "about", 5) == 0;
}

static bool has_arms(const hol_statics *s)
{
  const hol_model *model = &s->model;
  const hol_joint *joint = model->problem->joint;
  bool turns = false, has = false;
  for (size_t f = HOL_RX; f < HOL_FREEDOM_COUNT; f++) {
    turns = turns || model->slot[f] != SIZE_MAX;
  }
  for (size_t i = 0; i < model->constraint_count && turns && !has; i++) {
    const hol_constraint *c = &model->layout->constraint[i];
    has = c->joint != SIZE_MAX && fabs(s->multiplier[i]) > tiny * s->largest && !is_moment(c->component) &&
          has_arm(model, &joint[c->joint]);
  }
  for (size_t i = 0; i < model->spring_count && turns && !has; i++) {
    has = fabs(hol_spring_force(&s->system, i, s->v)) > tiny * s->largest &&
          has_arm(model, &joint[model->spring[i].joint]);
  }
  return has;
}

/* ---- other parts ------------------------------------------------------------------------------------------------- */

/** A flexible part has all six freedoms at its points. */
static bool has_others(const hol_model *model)
{
  for (size_t i = 0; i < model->member_count; i++) {
    if (model->member[i].orders == HOL_FREEDOM_COUNT) {
      return true;
    }
  }
  return false;
}

unsigned hol_statics_neglected(const hol_statics *s)
{
  return (has_moments(s) ? HOL_NEGLECTED_MOMENTS : 0U) | (has_arms(s) ? HOL_NEGLECTED_ARMS : 0U) |
         (has_others(&s->model) ? HOL_NEGLECTED_PARTS : 0U);
}
