/* SPDX-License-Identifier: BSD-3-Clause */
/* Motions of drives: expressions in t, with the parameters of the file, as steps of the system's program. */
#include "base/memory.h"
#include "expression/quantity.h"
#include "motion/body.h"

#include <stdlib.h>
#include <string.h>

/** What a drive may say of a joint. */
static bool find_dimension(const hol_joint *driven, bool is_plane, hol_dimension *dimension)
{
  static const hol_dimension none = {0}, length = {.length = 1};
  bool turns = driven->kind == HOL_HINGE || driven->kind == HOL_PIN;
  bool moves = driven->kind == HOL_SLIDE || driven->kind == HOL_ROLLER || driven->kind == HOL_DISTANCE;
  *dimension = turns ? none : length;
  return (turns && (is_plane || driven->has_direction)) || moves;
}

/** Parameters as constants, and time. */
static hol_status open_scope(hol_assembly *a, hol_scope *scope)
{
  size_t number;
  bool is_taken;
  for (size_t i = 0; i < a->problem->parameter_count; i++) {
    const hol_parameter *parameter = &a->problem->parameter[i];
    HOL_TRY(hol_scope_add(scope, parameter->name, &number));
    scope->variable[number].quantity = (hol_quantity){.value = parameter->value, .dimension = parameter->dimension};
    scope->variable[number].state = HOL_VARIABLE_READY;
  }
  hol_scope_open_local(scope);
  HOL_TRY(hol_scope_add_local(scope, "t", &number, &is_taken));
  return is_taken ? HOL_OK
                  : hol_scope_set_state(scope, number, (uint16_t)hol_motion_time(), 0, (hol_dimension){.time = 1});
}

static hol_place part_of(hol_place place, const hol_complaint *complaint)
{
  if (complaint->length > 0) {
    place.column += complaint->offset;
    place.length = complaint->length;
  }
  return place;
}

/** The step of one drive; 0 after a fault. */
static hol_status compile(hol_assembly *a, hol_scope *scope, const hol_joint *drive, hol_step *step)
{
  const hol_joint *driven = &a->problem->joint[drive->driven];
  hol_dimension wanted;
  hol_quantity quantity;
  hol_complaint complaint = {0};
  *step = 0;
  if (!find_dimension(driven, a->is_plane, &wanted)) {
    hol_faults_add(a->faults, true, drive->driven_place, "a hinge or pin with an axis, slide, roller or distance",
                   "`%s` is no joint that a drive can move", driven->name);
    return HOL_OK;
  }
  hol_status status = hol_formula_compile(scope, drive->motion, 0, strlen(drive->motion), &quantity, &complaint);
  if (status == HOL_INVALID) {
    hol_faults_add(a->faults, true, part_of(drive->motion_place, &complaint), complaint.hint, "%s",
                   complaint.message ? complaint.message : "the motion of a drive cannot be computed");
  }
  if (status != HOL_OK) {
    return status == HOL_INVALID ? HOL_OK : status;
  }
  bool is_bare = hol_dimension_is_none(quantity.dimension) && !quantity.is_plain;
  if (!is_bare && !hol_dimension_equal(quantity.dimension, wanted) && !quantity.fits_all) {
    char name[HOL_DIMENSION_TEXT];
    hol_dimension_name(quantity.dimension, name);
    hol_faults_add(
        a->faults, true, drive->motion_place, hol_dimension_is_none(wanted) ? "w*t, with w: 2 rad/s" : "L + v*t",
        "`motion` of a drive must be %s, not %s", hol_dimension_is_none(wanted) ? "an angle" : "a length", name);
    return HOL_OK;
  }
  return hol_quantity_step(scope, &quantity, step);
}

static hol_status compile_all(hol_assembly *a, hol_scope *scope)
{
  HOL_TRY(open_scope(a, scope));
  for (size_t j = 0; j < a->problem->joint_count; j++) {
    const hol_joint *joint = &a->problem->joint[j];
    if (joint->kind == HOL_DRIVE && joint->motion) {
      HOL_TRY(compile(a, scope, joint, &a->drive[joint->driven]));
    }
  }
  return HOL_OK;
}

hol_status hol_drives_compile(hol_assembly *a)
{
  hol_arena arena = {0};
  hol_scope scope = {.arena = &arena};
  a->drive = hol_alloc(a->problem->joint_count, sizeof *a->drive);
  hol_status status = a->drive ? compile_all(a, &scope) : HOL_MEMORY;
  a->system->program = scope.program; /* the first steps of the system */
  scope.program = (hol_program){0};
  hol_scope_clear(&scope);
  hol_arena_clear(&arena);
  return status;
}
