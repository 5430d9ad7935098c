/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps that others need: marked, copied, searched for states and for branches. */
#include "expression/extract.h"
#include "base/memory.h"
#include "expression/decimal.h"
#include "expression/fold.h"

#include <stdlib.h>
#include <string.h>

static hol_step second(const hol_operation *o)
{
  return o->code == HOL_STEP_FUNCTION ? 0 : o->b;
}

void hol_program_needed(const hol_program *program, const hol_step *root, size_t roots, uint8_t *needed)
{
  memset(needed, 0, program->count + 1);
  for (size_t i = 0; i < roots; i++) {
    needed[root[i]] = 1;
  }
  for (size_t i = program->count; i > 0; i--) {
    if (needed[i]) {
      const hol_operation *o = &program->step[i];
      needed[o->a] = needed[o->c] = 1;
      needed[second(o)] = 1;
    }
  }
  needed[0] = 0;
}

void hol_program_depends(const hol_program *program, const hol_step *root, size_t roots, uint8_t *needed, size_t states,
                         uint8_t *depends)
{
  memset(depends, 0, states);
  hol_program_needed(program, root, roots, needed);
  for (size_t i = 1; i <= program->count; i++) {
    const hol_operation *o = &program->step[i];
    if (needed[i] && o->code == HOL_STEP_STATE && o->number < states) {
      depends[o->number] = 1;
    }
  }
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static hol_status copy_variable(hol_program *to, const hol_operation *o, const double *variable, hol_step *copy)
{
  if (variable) {
    return hol_program_number(to, o->a ? hol_decimal_near(variable[o->a]) : (hol_dd){variable[0], 0}, copy);
  }
  return o->a ? hol_program_parameter_at(to, o->a, o->value.value, copy) : hol_program_xi(to, o->value.value, copy);
}

static hol_status copy_step(hol_program *to, const hol_operation *o, const double *variable, const hol_step *at,
                            hol_step *copy)
{
  switch ((hol_step_code)o->code) {
  case HOL_STEP_CONSTANT:
    return hol_program_number(to, o->value, copy);
  case HOL_STEP_VARIABLE:
    return copy_variable(to, o, variable, copy);
  case HOL_STEP_STATE:
    return hol_program_state(to, o->number, o->value.value, (hol_dimension){0}, copy);
  default:
    return hol_program_fold(to, (hol_step_code)o->code, at[o->a], o->code == HOL_STEP_FUNCTION ? o->b : at[o->b],
                            at[o->c], copy);
  }
}

/** @param[out] at  [from->count + 1] the copies @param[out] needed  likewise */
static hol_status copy_in(hol_program *to, const hol_program *from, const double *variable, const hol_step *root,
                          size_t roots, hol_step *at, uint8_t *needed, hol_step *copy)
{
  hol_program_needed(from, root, roots, needed);
  for (size_t i = 1; i <= from->count; i++) {
    HOL_TRY(needed[i] ? copy_step(to, &from->step[i], variable, at, &at[i]) : HOL_OK);
  }
  for (size_t i = 0; i < roots; i++) {
    copy[i] = at[root[i]];
  }
  return HOL_OK;
}

static hol_status copy_needed(hol_program *to, const hol_program *from, const double *variable, const hol_step *root,
                              size_t roots, hol_step *copy)
{
  hol_step *at = hol_alloc(from->count + 1, sizeof *at);
  uint8_t *needed = hol_alloc(from->count + 1, sizeof *needed);
  hol_status status = at && needed ? copy_in(to, from, variable, root, roots, at, needed, copy) : HOL_MEMORY;
  free(at);
  free(needed);
  return status;
}

/** Twice: what was folded the first time is left out the second time. */
hol_status hol_program_extract(hol_program *to, const hol_program *from, const double *variable, const hol_step *root,
                               size_t roots, hol_step *copy)
{
  hol_program folded = {0};
  hol_status status = copy_needed(&folded, from, variable, root, roots, copy);
  if (status == HOL_OK) {
    status = copy_needed(to, &folded, NULL, copy, roots, copy);
  }
  hol_program_clear(&folded);
  return status;
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

void hol_switches_clear(hol_switches *switches)
{
  free(switches->item);
  *switches = (hol_switches){0};
}

static hol_status take_switch(const hol_program *program, hol_step step, bool may_jump, hol_switches *switches)
{
  if (!(program->step[step].flags & HOL_STEP_OF_STATE)) {
    return HOL_OK;
  }
  for (size_t i = 0; i < switches->count; i++) {
    if (switches->item[i].step == step) {
      switches->item[i].may_jump = switches->item[i].may_jump || may_jump;
      return HOL_OK;
    }
  }
  if (!hol_grow(&switches->item, &switches->capacity, switches->count + 1, sizeof *switches->item)) {
    return HOL_MEMORY;
  }
  switches->item[switches->count++] = (hol_switch){.step = step, .may_jump = may_jump};
  return HOL_OK;
}

/** A step that is zero where rint jumps, at halves. */
static hol_status find_halves(hol_program *program, hol_step x, hol_step *step)
{
  static const char cosine[] = "cos";
  const hol_step function = (hol_step)(hol_function_find(cosine, sizeof cosine - 1) - hol_functions());
  hol_dd value = {0};
  hol_step pi;
  (void)hol_constant_find("pi", 2, &value);
  HOL_TRY(hol_program_number(program, value, &pi));
  HOL_TRY(hol_program_fold(program, HOL_STEP_MULTIPLY, pi, x, 0, &x));
  return hol_program_fold(program, HOL_STEP_FUNCTION, x, function, 0, step);
}

static hol_status find_switch(hol_program *program, const hol_operation *o, hol_switches *switches)
{
  const char *name = o->code == HOL_STEP_FUNCTION ? hol_functions()[o->b].name : "";
  bool is_order = o->code >= HOL_STEP_LESS && o->code <= HOL_STEP_GREATER_EQUAL;
  hol_step step = o->a;
  if (is_order || o->code == HOL_STEP_LEAST || o->code == HOL_STEP_GREATEST) {
    HOL_TRY(hol_program_fold(program, HOL_STEP_SUBTRACT, o->a, o->b, 0, &step));
    return take_switch(program, step, is_order, switches);
  }
  if (strcmp(name, "rint") == 0) {
    HOL_TRY(find_halves(program, o->a, &step));
    return take_switch(program, step, true, switches);
  }
  bool is_sign = strcmp(name, "sign") == 0;
  return is_sign || o->code == HOL_STEP_ATAN2 || strcmp(name, "abs") == 0
             ? take_switch(program, step, is_sign || o->code == HOL_STEP_ATAN2, switches)
             : HOL_OK;
}

hol_status hol_program_switches(hol_program *program, const hol_step *root, size_t roots, hol_switches *switches)
{
  uint8_t *needed = hol_alloc(program->count + 1, sizeof *needed);
  size_t count = program->count;
  if (!needed) {
    return HOL_MEMORY;
  }
  hol_program_needed(program, root, roots, needed);
  hol_status status = HOL_OK;
  for (size_t i = 1; i <= count && status == HOL_OK; i++) {
    const hol_operation o = program->step[i];
    status = needed[i] ? find_switch(program, &o, switches) : HOL_OK;
  }
  free(needed);
  return status;
}
