/* SPDX-License-Identifier: BSD-3-Clause */
/* After a computation that failed: which number of the problem is farthest from all others, if any is so far that this
   may be why. */
#include "problem/kind.h"
#include "problem/shape.h"
#include "modes/run.h"

#include <math.h>
#include <stdlib.h>

/** Decimal exponents in SI beyond which a number is out of the ordinary. */
static const double ordinary = 15;

#define X(id, key) key,
static const char *const key_of[] = {HOL_PROPERTY_LIST(X)};
#undef X

/** The number farthest from one, so far. */
typedef struct farthest {
  double digits, value;
  hol_place place;
  const char *what, *of; /**< of: a part, joint, material or section; static or borrowed */
} farthest;

static void compare(farthest *f, double value, hol_place place, const char *what, const char *of)
{
  double digits = value != 0 && isfinite(value) ? fabs(log10(fabs(value))) : 0;
  if (digits > f->digits) {
    *f = (farthest){digits, value, place, what, of};
  }
}

static void compare_materials(const hol_problem *problem, farthest *f)
{
  for (size_t i = 0; i < problem->material_count; i++) {
    const hol_material *m = &problem->material[i];
    compare(f, m->E, m->place, "E", m->name);
    compare(f, m->density, m->place, "density", m->name);
  }
  for (size_t i = 0; i < problem->section_count; i++) {
    const hol_section *s = &problem->section[i];
    for (size_t k = 0; k < s->of->keys; k++) {
      const int power = s->of->key[k]->dimension.length;
      compare(f, power > 0 ? pow(s->number[k], 1.0 / power) : 0, s->place, "size", s->name);
    }
  }
}

/** The numbers that only its kind has. */
static void compare_own(const hol_part *part, farthest *f)
{
  for (size_t i = 0; part->own && i < part->of->keys; i++) {
    const hol_key *key = part->of->key[i];
    const char *own = part->own;
    for (size_t k = 0; key->is_own && k < (key->count ? key->count : 1); k++) {
      const double *number = (const double *)(const void *)(own + key->at);
      compare(f, number[k], *(const hol_place *)(const void *)(own + key->place), key->name, part->name);
    }
  }
}

static void compare_part(const hol_run *run, size_t index, farthest *f)
{
  const hol_part *part = &run->problem->part[index];
  for (size_t p = 0; p < HOL_PROPERTY_COUNT; p++) {
    bool has_place = hol_place_of_property(part, p).line > 0;
    compare(f, part->value[p], has_place ? hol_place_of_property(part, p) : part->place, key_of[p], part->name);
  }
  for (size_t i = 0; i < part->piece_count; i++) {
    for (size_t p = 0; p < HOL_PROPERTY_COUNT; p++) {
      bool is_given = part->piece[i].given >> p & 1u;
      compare(f, is_given ? part->piece[i].value[p] : 0, part->place, key_of[p], part->name);
    }
  }
  for (size_t k = 0; k < 3; k++) {
    compare(f, part->from[k], part->place, "place", part->name);
    compare(f, part->to[k], part->place, "place", part->name);
    compare(f, k < part->inertia_count ? part->inertia[k] : 0, part->place, "inertia", part->name);
  }
  compare_own(part, f);
  compare(f, run->model.resolved ? hol_resolved_sites(&run->model.resolved[index])->farthest : 0, part->place,
          "matrices", part->name);
}

static void compare_joints(const hol_problem *problem, farthest *f)
{
  for (size_t i = 0; i < problem->joint_count; i++) {
    const hol_joint *joint = &problem->joint[i];
    bool is_list = joint->kind == HOL_BUSHING; /* else the diagonal of a matrix */
    size_t rows = is_list ? joint->stiffness_count : (size_t)lround(sqrt((double)joint->stiffness_count));
    for (size_t k = 0; k < rows; k++) {
      compare(f, joint->stiffness[is_list ? k : k * (rows + 1)], joint->place, "stiffness", joint->name);
    }
    compare(f, joint->compliance, joint->place, "compliance", joint->name);
  }
}

/** A foundation or an axial force that is all that resists a motion of a member, and lost beside its stiffness. */
static bool fault_faint(const hol_run *run, hol_faults *faults)
{
  static const double faint_digits = -9;
  double least = faint_digits;
  size_t property = 0;
  const hol_part *part = NULL;
  for (size_t i = 0; i < run->model.member_count; i++) {
    const hol_member *m = &run->model.member[i];
    hol_added_stiffness beside =
        m->class && m->class->added_stiffness ? m->class->added_stiffness(m->of) : (hol_added_stiffness){0};
    bool by_force = beside.force && !beside.foundation;
    double digits = by_force ? beside.force_digits : beside.foundation ? beside.foundation_digits : 0;
    if (digits < least) {
      least = digits;
      property = by_force ? HOL_P_AXIAL_FORCE : HOL_P_FOUNDATION;
      part = &run->problem->part[m->part];
    }
  }
  if (part) {
    bool has_place = hol_place_of_property(part, property).line > 0;
    hol_faults_add(
        faults, true, has_place ? hol_place_of_property(part, property) : part->place,
        "leave it out, or check the units",
        "the %s of `%s` is 1e%.0f times what it resists with by itself: motions that nothing else resists cannot "
        "be computed",
        property == HOL_P_FOUNDATION ? "foundation" : "axial force", part->name, least);
  }
  return part != NULL;
}

hol_status hol_run_fault_unusual_number(const hol_run *run, hol_faults *faults)
{
  if (fault_faint(run, faults)) {
    return HOL_INVALID;
  }
  farthest f = {.digits = ordinary};
  compare_materials(run->problem, &f);
  for (size_t i = 0; i < run->problem->part_count; i++) {
    compare_part(run, i, &f);
  }
  compare_joints(run->problem, &f);
  if (!f.what) {
    return HOL_NUMERICAL;
  }
  hol_faults_add(faults, true, f.place, "check the units, or leave out what is as good as rigid, at rest or nothing",
                 "numbers so far apart cannot be computed with: the %s of `%s` is %.3g in SI", f.what, f.of, f.value);
  return HOL_INVALID;
}
