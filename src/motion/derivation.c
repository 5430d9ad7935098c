/* SPDX-License-Identifier: BSD-3-Clause */
/* Symbolic derivation of the equations of motion: mass matrix, forces, rows of constraints of order 0 to 2, power. */
#include "motion/derivation.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef hol_motion_derivation derivation;

/** Step 0 stands for a number that is 0 identically. */
static hol_step without_zero(const derivation *d, hol_step step)
{
  const hol_operation *o = &d->all.step[step];
  bool is_zero = o->code == HOL_STEP_CONSTANT && !(fabs(o->value.value) > 0) && !(fabs(o->value.rest) > 0);
  return is_zero ? 0 : step;
}

/** Memory of derivatives by all variables at most, bytes: of larger systems only those by the last one are kept. */
static const double remembered = 64e6;

/** Mark the variables that a step depends on: most derivatives of a long chain are 0, and seen to be so here. */
static hol_status look_at(hol_motion_derivation *d, hol_step f)
{
  size_t variables = hol_motion_variables(d->system);
  d->depends = d->depends ? d->depends : hol_alloc(variables, sizeof *d->depends);
  if (!d->depends || !hol_grow(&d->needed, &d->room, (size_t)f + 1, sizeof *d->needed)) {
    return HOL_MEMORY;
  }
  memset(d->depends, 0, variables * sizeof *d->depends);
  memset(d->needed, 0, ((size_t)f + 1) * sizeof *d->needed);
  d->needed[f] = true;
  for (size_t i = f; i > 0; i--) {
    const hol_operation *o = &d->all.step[i];
    if (!d->needed[i]) {
      continue;
    }
    if (o->code == HOL_STEP_STATE) {
      d->depends[o->number] = true;
    } else if (o->code != HOL_STEP_CONSTANT && o->code != HOL_STEP_VARIABLE) {
      d->needed[o->a] = d->needed[o->code == HOL_STEP_FUNCTION ? 0 : o->b] = d->needed[o->c] = true;
    }
  }
  d->looked = f;
  return HOL_OK;
}

hol_status hol_motion_derivative(hol_motion_derivation *d, hol_step f, size_t variable, hol_step *result)
{
  HOL_TRY(f && f != d->looked ? look_at(d, f) : HOL_OK);
  if (!f || !d->depends[variable]) {
    *result = 0;
    return HOL_OK;
  }
  bool is_large = (double)d->all.count * (double)hol_motion_variables(d->system) * sizeof(hol_step) > remembered;
  *result = 0;
  if (is_large && d->last != variable) {
    hol_derivatives_clear(&d->memo[d->last]);
  }
  d->last = variable;
  if (f) {
    d->memo[variable].state = (uint16_t)variable;
    HOL_TRY(hol_program_derivative(&d->all, &d->memo[variable], f, result));
    *result = without_zero(d, *result);
  }
  return HOL_OK;
}

hol_status hol_motion_total_derivative(hol_motion_derivation *d, hol_step f, hol_step *result)
{
  *result = 0;
  if (f) {
    d->total.rate = d->rate;
    d->total.states = hol_motion_variables(d->system);
    HOL_TRY(hol_program_derivative(&d->all, &d->total, f, result));
    *result = without_zero(d, *result);
  }
  return HOL_OK;
}

/** a + b, a - b or a b, of steps that may be 0. */
hol_status hol_motion_combine(hol_motion_derivation *d, hol_step_code code, hol_step a, hol_step b, hol_step *result)
{
  if (code == HOL_STEP_MULTIPLY && (!a || !b)) {
    *result = 0;
  } else if (!b) {
    *result = a;
  } else if (!a && code == HOL_STEP_ADD) {
    *result = b;
  } else {
    HOL_TRY(hol_program_fold(&d->all, a ? code : HOL_STEP_NEGATE, a ? a : b, a ? b : 0, 0, result));
    *result = without_zero(d, *result);
  }
  return HOL_OK;
}

hol_status hol_motion_put(hol_motion_matrix *matrix, size_t row, size_t column, hol_step step)
{
  if (!step) {
    return HOL_OK;
  }
  if (!hol_grow(&matrix->entry, &matrix->capacity, matrix->count + 1, sizeof *matrix->entry)) {
    return HOL_MEMORY;
  }
  matrix->entry[matrix->count++] = (hol_motion_entry){row, column, step};
  return HOL_OK;
}

/* ---- energies ---------------------------------------------------------------------------------------------------- */

/** Row i of M, and h_i without Q: dT/dq - dPi/dq - d/dt dT/dq', the last without accelerations. */
static hol_status derive_coordinate(derivation *d, size_t i, hol_step *energy)
{
  const hol_motion_system *s = d->system;
  hol_step momentum, kinetic, potential, change, product, second;
  HOL_TRY(hol_motion_derivative(d, s->kinetic, hol_motion_variable(s, 1, i), &momentum));
  for (size_t j = 0; momentum && j <= i; j++) {
    HOL_TRY(hol_motion_derivative(d, momentum, hol_motion_variable(s, 1, j), &second));
    HOL_TRY(hol_motion_put(&d->to->mass, i, j, second));
  }
  HOL_TRY(hol_motion_derivative(d, s->kinetic, hol_motion_variable(s, 0, i), &kinetic));
  HOL_TRY(hol_motion_derivative(d, s->potential, hol_motion_variable(s, 0, i), &potential));
  HOL_TRY(hol_motion_total_derivative(d, momentum, &change));
  hol_step force = s->coordinate[i].force;
  d->to->applied[i] = force;
  HOL_TRY(hol_motion_combine(d, HOL_STEP_ADD, force, kinetic, &force));
  HOL_TRY(hol_motion_combine(d, HOL_STEP_SUBTRACT, force, potential, &force));
  HOL_TRY(hol_motion_combine(d, HOL_STEP_SUBTRACT, force, change, &force));
  d->to->force[i] = force;
  HOL_TRY(hol_motion_combine(d, HOL_STEP_MULTIPLY, momentum, d->rate[hol_motion_variable(s, 0, i)], &product));
  return hol_motion_combine(d, HOL_STEP_ADD, *energy, product, energy);
}

/** -d(T - Pi)/dt by explicit time and auxiliary states. */
static hol_status derive_power(derivation *d)
{
  const hol_motion_system *s = d->system;
  hol_step difference, part, product, sum = 0;
  HOL_TRY(hol_motion_combine(d, HOL_STEP_SUBTRACT, s->potential, s->kinetic, &difference));
  HOL_TRY(hol_motion_derivative(d, difference, hol_motion_time(), &sum));
  for (size_t i = 0; i < s->states; i++) {
    HOL_TRY(hol_motion_derivative(d, difference, hol_motion_auxiliary(s, i), &part));
    HOL_TRY(hol_motion_combine(d, HOL_STEP_MULTIPLY, part, s->state[i].rate, &product));
    HOL_TRY(hol_motion_combine(d, HOL_STEP_ADD, sum, product, &sum));
  }
  d->to->explicit_power = sum;
  return HOL_OK;
}

static hol_status derive_energies(derivation *d)
{
  hol_motion_equations *to = d->to;
  const hol_motion_system *s = d->system;
  hol_step energy = 0;
  for (size_t i = 0; i < to->coordinates; i++) {
    HOL_TRY(derive_coordinate(d, i, &energy));
    to->work[i] = s->coordinate[i].work;
    to->has_work = to->has_work || to->work[i];
  }
  HOL_TRY(hol_motion_combine(d, HOL_STEP_SUBTRACT, energy, s->kinetic, &energy));
  HOL_TRY(hol_motion_combine(d, HOL_STEP_ADD, energy, s->potential, &to->energy));
  to->kinetic = s->kinetic;
  to->potential = s->potential;
  return derive_power(d);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static hol_status negate(derivation *d, hol_step a, hol_step *result)
{
  return hol_motion_combine(d, HOL_STEP_SUBTRACT, 0, a, result);
}

/** Row `number` of an equation of this order: gradient, b and residuals. */
static hol_status derive_row(derivation *d, size_t number, hol_step equation, unsigned order)
{
  const hol_motion_system *s = d->system;
  hol_motion_equation *row = &d->to->row[number];
  hol_step entry, second = equation;
  row->order = order;
  for (size_t i = 0; i < s->coordinates; i++) {
    HOL_TRY(hol_motion_derivative(d, equation, hol_motion_variable(s, order, i), &entry));
    HOL_TRY(hol_motion_put(&d->to->gradient, number, i, entry));
  }
  if (order == 0) {
    row->position = equation;
    HOL_TRY(hol_motion_total_derivative(d, equation, &row->velocity));
    HOL_TRY(hol_motion_total_derivative(d, row->velocity, &second));
  } else if (order == 1) {
    row->velocity = equation;
    HOL_TRY(hol_motion_total_derivative(d, equation, &second));
  }
  return negate(d, second, &row->right);
}

static hol_status derive_rows(derivation *d)
{
  const hol_motion_system *s = d->system;
  size_t number = 0;
  for (size_t c = 0; c < s->constraints; c++, number++) {
    const hol_motion_constraint *constraint = &s->constraint[c];
    HOL_TRY(derive_row(d, number, constraint->equation, constraint->order));
    d->to->row[number].has_by = constraint->by != NULL;
    for (size_t i = 0; constraint->by && i < s->coordinates; i++) {
      HOL_TRY(hol_motion_put(&d->to->direction, number, i, constraint->by[i]));
    }
  }
  for (size_t f = 0; f < s->frictions; f++) {
    const hol_motion_friction *friction = &s->friction[f];
    d->to->element[f] = (hol_motion_element){.row = number,
                                             .slips = friction->slip[1] ? 2 : 1,
                                             .at = friction->at,
                                             .normal = friction->normal,
                                             .fixed = friction->fixed ? friction->fixed : friction->sliding,
                                             .sliding = friction->sliding ? friction->sliding : friction->fixed,
                                             .limit = friction->limit};
    for (int k = 0; k < 2 && friction->slip[k]; k++, number++) {
      HOL_TRY(derive_row(d, number, friction->slip[k], 1));
    }
  }
  return HOL_OK;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static hol_status make_rates(derivation *d)
{
  static const double none[3] = {0};
  const hol_motion_system *s = d->system;
  d->rate = hol_alloc(hol_motion_variables(s), sizeof *d->rate);
  d->memo = hol_alloc(hol_motion_variables(s), sizeof *d->memo);
  if (!d->rate || !d->memo) {
    return HOL_MEMORY;
  }
  HOL_TRY(hol_program_constant(&d->all, (hol_dd){1, 0}, none, 0, &d->rate[hol_motion_time()]));
  for (size_t i = 0; i < s->coordinates; i++) {
    HOL_TRY(hol_program_state(&d->all, (uint16_t)hol_motion_variable(s, 1, i), 0, (hol_dimension){0},
                              &d->rate[hol_motion_variable(s, 0, i)]));
  }
  for (size_t i = 0; i < s->states; i++) {
    d->rate[hol_motion_auxiliary(s, i)] = s->state[i].rate;
  }
  return HOL_OK;
}

static hol_status make_room(const hol_motion_system *s, hol_motion_equations *to)
{
  to->system = s;
  to->coordinates = s->coordinates;
  to->states = s->states;
  to->rows = s->constraints;
  for (size_t f = 0; f < s->frictions; f++) {
    to->rows += s->friction[f].slip[1] ? 2 : 1;
  }
  to->element = hol_alloc(s->frictions, sizeof *to->element);
  to->row = hol_alloc(to->rows, sizeof *to->row);
  to->force = hol_alloc(s->coordinates, sizeof *to->force);
  to->applied = hol_alloc(s->coordinates, sizeof *to->applied);
  to->work = hol_alloc(s->coordinates, sizeof *to->work);
  to->rate = hol_alloc(s->states, sizeof *to->rate);
  to->output = hol_alloc(s->outputs, sizeof *to->output);
  return to->row && to->element && to->force && to->applied && to->work && to->rate && to->output ? HOL_OK : HOL_MEMORY;
}

/** Does C depend on the ideal multipliers? Else one solution gives the accelerations. */
static hol_status find_reactions_in_work(hol_motion_derivation *d)
{
  const hol_motion_system *s = d->system;
  size_t states = hol_motion_reaction(s, s->constraints);
  uint8_t *needed = hol_alloc(d->all.count + 1, sizeof *needed), *depends = hol_alloc(states, sizeof *depends);
  hol_status status = needed && depends ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    hol_program_depends(&d->all, d->to->work, d->to->coordinates, needed, states, depends);
    for (size_t k = 0; k < s->constraints; k++) {
      d->to->work_uses_reactions = d->to->work_uses_reactions || depends[hol_motion_reaction(s, k)];
    }
  }
  free(needed);
  free(depends);
  return status;
}

hol_status hol_motion_derive(hol_motion_derivation *d)
{
  const hol_motion_system *s = d->system;
  HOL_TRY(make_room(s, d->to));
  HOL_TRY(hol_program_copy(&d->all, &s->program));
  HOL_TRY(make_rates(d));
  HOL_TRY(derive_energies(d));
  HOL_TRY(d->to->has_work ? find_reactions_in_work(d) : HOL_OK);
  HOL_TRY(derive_rows(d));
  for (size_t i = 0; i < s->states; i++) {
    d->to->rate[i] = s->state[i].rate;
  }
  for (size_t i = 0; i < s->outputs; i++) {
    d->to->output[i] = s->output[i].value;
  }
  return HOL_OK;
}

void hol_motion_derivation_clear(hol_motion_derivation *d)
{
  free(d->depends);
  free(d->needed);
  hol_program_clear(&d->all);
  for (size_t i = 0; d->memo && i < hol_motion_variables(d->system); i++) {
    hol_derivatives_clear(&d->memo[i]);
  }
  hol_derivatives_clear(&d->total);
  free(d->memo);
  free(d->rate);
  *d = (hol_motion_derivation){0};
}

/* ---- residuals --------------------------------------------------------------------------------------------------- */

hol_status hol_motion_state_step(hol_motion_derivation *d, size_t number, hol_step *step)
{
  return hol_program_state(&d->all, (uint16_t)number, 0, (hol_dimension){0}, step);
}

hol_status hol_motion_add_product(hol_motion_derivation *d, hol_step_code code, hol_step factor, size_t number,
                                  hol_step *sum)
{
  hol_step x, product;
  HOL_TRY(hol_motion_state_step(d, number, &x));
  HOL_TRY(hol_motion_combine(d, HOL_STEP_MULTIPLY, factor, x, &product));
  return hol_motion_combine(d, code, *sum, product, sum);
}

hol_status hol_motion_derive_residual(hol_motion_derivation *d, size_t i, hol_step *residual)
{
  const hol_motion_system *s = d->system;
  hol_step sum;
  HOL_TRY(hol_motion_combine(d, HOL_STEP_SUBTRACT, 0, d->to->force[i], &sum));
  HOL_TRY(hol_motion_combine(d, HOL_STEP_SUBTRACT, sum, d->to->work[i], &sum));
  for (size_t k = 0; k < d->to->mass.count; k++) {
    const hol_motion_entry e = d->to->mass.entry[k];
    if (e.row == i || e.column == i) {
      size_t other = e.row == i ? e.column : e.row;
      HOL_TRY(hol_motion_add_product(d, HOL_STEP_ADD, e.step, hol_motion_variable(s, 2, other), &sum));
    }
  }
  for (size_t k = 0; k < d->to->gradient.count + d->to->direction.count; k++) {
    bool is_direction = k >= d->to->gradient.count;
    const hol_motion_entry e =
        is_direction ? d->to->direction.entry[k - d->to->gradient.count] : d->to->gradient.entry[k];
    if (e.column == i && e.row < s->constraints && d->to->row[e.row].has_by == is_direction) {
      HOL_TRY(hol_motion_add_product(d, HOL_STEP_SUBTRACT, e.step, hol_motion_multiplier(s, 0, e.row), &sum));
    }
  }
  *residual = sum;
  return HOL_OK;
}

hol_status hol_motion_derive_second(hol_motion_derivation *d, size_t row, hol_step *second)
{
  hol_step sum;
  HOL_TRY(hol_motion_combine(d, HOL_STEP_SUBTRACT, 0, d->to->row[row].right, &sum));
  for (size_t k = 0; k < d->to->gradient.count; k++) {
    const hol_motion_entry e = d->to->gradient.entry[k];
    if (e.row == row) {
      HOL_TRY(hol_motion_add_product(d, HOL_STEP_ADD, e.step, hol_motion_variable(d->system, 2, e.column), &sum));
    }
  }
  *second = sum;
  return HOL_OK;
}

/* ---- changes of branches ----------------------------------------------------------------------------------------- */

static hol_status copy_steps(const hol_motion_equations *to, const hol_motion_system *s, hol_step *root, size_t *count)
{
  size_t n = 0;
  for (size_t i = 0; i < to->coordinates; i++) {
    root[n++] = to->force[i];
    root[n++] = to->work[i];
  }
  for (size_t i = 0; i < to->rows; i++) {
    root[n++] = to->row[i].right;
    root[n++] = to->row[i].velocity;
  }
  for (size_t i = 0; i < to->states; i++) {
    root[n++] = s->state[i].rate;
  }
  for (size_t f = 0; f < s->frictions; f++) {
    root[n++] = to->element[f].normal;
    root[n++] = to->element[f].limit;
    root[n++] = to->element[f].fixed;
    root[n++] = to->element[f].sliding;
  }
  for (size_t i = 0; i < to->direction.count; i++) {
    root[n++] = to->direction.entry[i].step;
  }
  *count = n;
  return HOL_OK;
}

hol_status hol_motion_derive_changes(hol_motion_derivation *d)
{
  hol_motion_equations *to = d->to;
  const hol_motion_system *s = d->system;
  size_t most = 2 * to->coordinates + 2 * to->rows + to->states + 4 * s->frictions + to->direction.count, count = 0;
  hol_step *root = hol_alloc(most, sizeof *root);
  hol_switches switches = {0};
  hol_status status = root ? copy_steps(to, s, root, &count) : HOL_MEMORY;
  status = status == HOL_OK ? hol_program_switches(&d->all, root, count, &switches) : status;
  if (status == HOL_OK) {
    to->change = hol_alloc(switches.count, sizeof *to->change);
    status = to->change ? HOL_OK : HOL_MEMORY;
  }
  for (size_t i = 0; status == HOL_OK && i < switches.count; i++) {
    hol_step step = without_zero(d, switches.item[i].step);
    to->change[to->changes] = step;
    to->changes += step != 0;
  }
  hol_switches_clear(&switches);
  free(root);
  return status;
}

/* ---- steps that are needed --------------------------------------------------------------------------------------- */

static hol_status want(hol_motion_roots *r, hol_step *step)
{
  if (!*step) {
    return HOL_OK;
  }
  if (!hol_grow(&r->root, &r->capacity, r->count + 1, sizeof *r->root)) {
    return HOL_MEMORY;
  }
  r->root[r->count++] = step;
  return HOL_OK;
}

hol_status hol_motion_want(hol_motion_roots *r, hol_step *step, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    HOL_TRY(want(r, &step[i]));
  }
  return HOL_OK;
}

hol_status hol_motion_want_matrix(hol_motion_roots *r, hol_motion_matrix *matrix)
{
  for (size_t i = 0; i < matrix->count; i++) {
    HOL_TRY(want(r, &matrix->entry[i].step));
  }
  return HOL_OK;
}

hol_status hol_motion_want_equations(hol_motion_roots *r, hol_motion_equations *to)
{
  HOL_TRY(hol_motion_want_matrix(r, &to->mass));
  HOL_TRY(hol_motion_want_matrix(r, &to->gradient));
  HOL_TRY(hol_motion_want_matrix(r, &to->direction));
  for (size_t i = 0; i < to->rows; i++) {
    HOL_TRY(want(r, &to->row[i].position));
    HOL_TRY(want(r, &to->row[i].velocity));
    HOL_TRY(want(r, &to->row[i].right));
  }
  for (size_t f = 0; f < to->system->frictions; f++) {
    HOL_TRY(want(r, &to->element[f].normal));
    HOL_TRY(want(r, &to->element[f].fixed));
    HOL_TRY(want(r, &to->element[f].sliding));
    HOL_TRY(want(r, &to->element[f].limit));
  }
  HOL_TRY(hol_motion_want(r, to->force, to->coordinates));
  HOL_TRY(hol_motion_want(r, to->applied, to->coordinates));
  HOL_TRY(hol_motion_want(r, to->work, to->coordinates));
  HOL_TRY(hol_motion_want(r, to->rate, to->states));
  HOL_TRY(hol_motion_want(r, to->output, to->system->outputs));
  HOL_TRY(hol_motion_want(r, to->change, to->changes));
  HOL_TRY(want(r, &to->explicit_power));
  HOL_TRY(want(r, &to->kinetic));
  HOL_TRY(want(r, &to->potential));
  return want(r, &to->energy);
}

hol_status hol_motion_extract(hol_motion_derivation *d, hol_motion_roots *roots, hol_program *to)
{
  hol_step *root = hol_alloc(roots->count, sizeof *root), *copy = hol_alloc(roots->count, sizeof *copy);
  hol_status status = root && copy ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < roots->count; i++) {
    root[i] = *roots->root[i];
  }
  status = status == HOL_OK ? hol_program_extract(to, &d->all, NULL, root, roots->count, copy) : status;
  for (size_t i = 0; status == HOL_OK && i < roots->count; i++) {
    *roots->root[i] = copy[i];
  }
  free(root);
  free(copy);
  free(roots->root);
  *roots = (hol_motion_roots){0};
  return status;
}
