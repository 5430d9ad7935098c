/* SPDX-License-Identifier: BSD-3-Clause */
/* Sticking and sliding of friction elements: patterns at zero slip, margins to the next change. */
#include "motion/friction.h"

#include "base/memory.h"
#include "motion/friction_choice.h"

#include <lapacke.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Directions of the acceleration of an element in a plane that begins to slide: repetitions. */
enum { REPEATED_MOST = 200 };
/** A friction force exceeds its limit by more than this beside it. */
static const double agrees = 1e-9;
/** Components in a plane have no limits of their own. */
static const double unlimited = 1e150;

/** Elements without slip, and how they answer friction forces. */
typedef struct choice {
  hol_motion_solver *solver;
  size_t *element; /**< [count] in a line each: elements of a plane are taken apart, by `component` */
  size_t *component;
  size_t count;
  hol_friction_choice friction;
  double *first, *size, *length, *limit, *coefficient; /**< [count] as in hol_friction_elements */
  double *w;                                           /**< [count count] */
  double *normal;                                      /**< [count rows] multipliers for a unit friction force */
  double *loose;                                       /**< [rows] multipliers without friction at these elements */
  size_t *at;                                          /**< [count] */
  int *sign; /**< [rows] of reactions that press elements that slide already; 0 of others */
  double *acceleration, *multiplier;
  hol_slip *slip; /**< [frictions] */
} choice;

static bool is_at(const hol_motion_element *element)
{
  return element->at != SIZE_MAX && !element->limit;
}

static double row_of(const choice *c, size_t k, const double *vector)
{
  const hol_motion_equations *e = c->solver->equations;
  size_t row = e->element[c->element[k]].row + c->component[k], n = e->coordinates;
  double sum = 0;
  for (size_t j = 0; j < n; j++) {
    sum += c->solver->numbers.gradient[row * n + j] * vector[j];
  }
  return sum;
}

/* ---- response ---------------------------------------------------------------------------------------------------- */

/** Length of a row in the metric of the masses, or of what binds coordinates without mass. */
static double length_of(const choice *c, const double *row)
{
  const hol_motion_solver *v = c->solver;
  int n = (int)v->equations->coordinates;
  double *d = c->acceleration, sum = 0;
  for (int j = 0; j < n; j++) {
    d[j] = row[j] * v->saddle.unit[j];
  }
  LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'N', 'N', n, 1, v->saddle.metric, n, d, n);
  for (int j = 0; j < n; j++) {
    sum += d[j] * d[j];
  }
  return sqrt(sum);
}

/** Limit of an element with its own normal force, or where that is a reaction. */
static void find_limit(choice *c, size_t k)
{
  const hol_motion_element *element = &c->solver->equations->element[c->element[k]];
  bool is_plane = element->slips == 2;
  c->coefficient[k] = hol_motion_value(&c->solver->numbers, element->fixed);
  c->at[k] = is_at(element) && !is_plane ? element->at : SIZE_MAX;
  c->limit[k] = is_plane         ? unlimited
                : is_at(element) ? 0
                                 : fmax(0, hol_motion_solver_limit(c->solver, c->element[k], true));
}

/** e0, W and the reactions, with the elements in question loose. */
static hol_status find_response(choice *c)
{
  hol_motion_solver *v = c->solver;
  const hol_motion_equations *e = v->equations;
  size_t n = e->coordinates;
  hol_motion_solver_set_slips(v, c->slip);
  HOL_TRY(hol_motion_solver_choose(v));
  HOL_TRY(hol_motion_solver_accelerate(v));
  memcpy(c->loose, v->multiplier, e->rows * sizeof *c->loose);
  for (size_t k = 0; k < c->count; k++) {
    size_t row = e->element[c->element[k]].row + c->component[k];
    c->first[k] = row_of(c, k, v->acceleration) - v->numbers.right[row];
    c->size[k] = fabs(v->numbers.right[row]);
    c->length[k] = length_of(c, v->numbers.gradient + row * n);
    find_limit(c, k);
    for (size_t j = 0; j < n; j++) {
      c->size[k] += fabs(v->numbers.gradient[row * n + j] * v->acceleration[j]);
    }
  }
  for (size_t k = 0; k < c->count; k++) {
    size_t row = e->element[c->element[k]].row + c->component[k];
    hol_motion_solver_respond(v, v->numbers.gradient + row * n, NULL, c->acceleration, c->multiplier);
    memcpy(c->normal + k * e->rows, c->multiplier, e->rows * sizeof *c->normal);
    for (size_t j = 0; j < c->count; j++) {
      c->w[j * c->count + k] = row_of(c, j, c->acceleration);
    }
  }
  return HOL_OK;
}

static hol_friction_elements elements_of(const choice *c)
{
  return (hol_friction_elements){.count = c->count,
                                 .contacts = c->solver->equations->rows,
                                 .w = c->w,
                                 .first = c->first,
                                 .size = c->size,
                                 .length = c->length,
                                 .limit = c->limit,
                                 .at = c->at,
                                 .coefficient = c->coefficient,
                                 .loose = c->loose,
                                 .normal = c->normal,
                                 .sign = c->sign};
}

/** The multiplier of a row for the present friction forces. */
static double reaction_of(const choice *c, size_t row)
{
  size_t rows = c->solver->equations->rows;
  double sum = c->loose[row];
  for (size_t k = 0; k < c->count; k++) {
    sum += c->friction.tau[k] * c->normal[k * rows + row];
  }
  return sum;
}

/** Static limit of the element of line k for the present friction forces. */
static double limit_of(const choice *c, size_t k)
{
  const hol_motion_element *element = &c->solver->equations->element[c->element[k]];
  return is_at(element) ? c->coefficient[k] * fabs(reaction_of(c, element->at))
                        : fmax(0, hol_motion_solver_limit(c->solver, c->element[k], true));
}

static double acceleration_of(const choice *c, size_t k)
{
  double sum = c->first[k];
  for (size_t j = 0; j < c->count; j++) {
    sum += c->w[k * c->count + j] * c->friction.tau[j];
  }
  return sum;
}

/* ---- choice ------------------------------------------------------------------------------------------------------ */

/** States and signs of reactions from the solution. What is at its limit without an acceleration is about to slip, and
 *  sticks. */
static void take_solution(choice *c)
{
  const hol_motion_equations *e = c->solver->equations;
  for (size_t k = 0; k < c->count; k++) {
    size_t f = c->element[k];
    int slide = e->element[f].slips == 1 ? c->friction.slide[k] : 0;
    c->slip[f] = slide > 0 ? HOL_SLIP_FORWARD : slide < 0 ? HOL_SLIP_BACKWARD : HOL_SLIP_STICKS;
    if (is_at(&e->element[f]) && c->sign[e->element[f].at] == 0) {
      c->solver->sign[e->element[f].at] = reaction_of(c, e->element[f].at) < 0 ? -1 : 1;
    }
  }
}

/** An element of a plane whose sticking force is beyond its limit slides the way it is pushed: u = e/|e|,
 *  e = e0 - limit W u, by repetition. */
static void release_planes(choice *c)
{
  const hol_motion_equations *e = c->solver->equations;
  for (size_t k = 0; k + 1 < c->count; k++) {
    size_t f = c->element[k];
    if (e->element[f].slips != 2 || c->component[k] != 0) {
      continue;
    }
    double limit = limit_of(c, k), size = hypot(c->friction.tau[k], c->friction.tau[k + 1]);
    if (size <= limit * (1 + agrees)) {
      continue;
    }
    double u[2] = {-c->friction.tau[k] / size, -c->friction.tau[k + 1] / size};
    for (int step = 0; step < REPEATED_MOST; step++) {
      c->friction.tau[k] = -limit * u[0];
      c->friction.tau[k + 1] = -limit * u[1];
      double a[2] = {acceleration_of(c, k), acceleration_of(c, k + 1)}, length = hypot(a[0], a[1]);
      u[0] = length > 0 ? a[0] / length : u[0];
      u[1] = length > 0 ? a[1] / length : u[1];
      limit = limit_of(c, k);
    }
    c->slip[f] = HOL_SLIP_PLANE;
    c->solver->course[2 * f] = u[0];
    c->solver->course[2 * f + 1] = u[1];
  }
}

/** An element that sticks at its limit begins to slide against its friction force. */
static void break_loose(choice *c, size_t f)
{
  const double *tau = c->solver->multiplier + c->solver->equations->element[f].row;
  double size = c->solver->equations->element[f].slips == 2 ? hypot(tau[0], tau[1]) : 0;
  c->slip[f] = size > 0 ? HOL_SLIP_PLANE : tau[0] < 0 ? HOL_SLIP_FORWARD : HOL_SLIP_BACKWARD;
  c->solver->course[2 * f] = size > 0 ? -tau[0] / size : 0;
  c->solver->course[2 * f + 1] = size > 0 ? -tau[1] / size : 0;
}

/** Lines of elements without slip; those that slip get their directions. */
static void sort_elements(choice *c, const double *zero, const bool *breaks)
{
  const hol_motion_equations *e = c->solver->equations;
  for (size_t f = 0; f < e->system->frictions; f++) {
    double s = hol_motion_solver_slip(c->solver, f, 0);
    bool is_plane = e->element[f].slips == 2;
    double size = is_plane ? hypot(s, hol_motion_solver_slip(c->solver, f, 1)) : fabs(s);
    if (breaks[f] && c->solver->slip[f] == HOL_SLIP_STICKS) {
      break_loose(c, f);
      continue;
    }
    c->slip[f] = size <= zero[f] ? HOL_SLIP_LOOSE
                 : is_plane      ? HOL_SLIP_PLANE
                 : s > 0         ? HOL_SLIP_FORWARD
                                 : HOL_SLIP_BACKWARD;
    c->solver->course[2 * f] = c->solver->course[2 * f + 1] = 0;
    for (size_t k = 0; size <= zero[f] && k < e->element[f].slips; k++) {
      c->element[c->count] = f;
      c->component[c->count++] = k;
    }
  }
}

static hol_status make(choice *c)
{
  const hol_motion_equations *e = c->solver->equations;
  size_t most = 2 * e->system->frictions, n = e->coordinates;
  HOL_TRY(hol_friction_choice_make(most, &c->friction));
  c->element = hol_alloc(most, sizeof *c->element);
  c->component = hol_alloc(most, sizeof *c->component);
  c->first = hol_alloc(5 * most, sizeof *c->first);
  c->w = hol_alloc(most * most, sizeof *c->w);
  c->normal = hol_alloc(most * e->rows, sizeof *c->normal);
  c->loose = hol_alloc(e->rows, sizeof *c->loose);
  c->at = hol_alloc(most, sizeof *c->at);
  c->sign = hol_alloc(e->rows, sizeof *c->sign);
  c->acceleration = hol_alloc(n, sizeof *c->acceleration);
  c->multiplier = hol_alloc(e->rows, sizeof *c->multiplier);
  c->slip = hol_alloc(e->system->frictions, sizeof *c->slip);
  if (!c->element || !c->component || !c->first || !c->w || !c->normal || !c->loose || !c->at || !c->sign ||
      !c->acceleration || !c->multiplier || !c->slip) {
    return HOL_MEMORY;
  }
  c->size = c->first + most;
  c->length = c->size + most;
  c->limit = c->length + most;
  c->coefficient = c->limit + most;
  return HOL_OK;
}

static void clear(choice *c)
{
  void *const owned[] = {c->element, c->component, c->first,        c->w,          c->normal, c->loose,
                         c->at,      c->sign,      c->acceleration, c->multiplier, c->slip};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
  hol_friction_choice_clear(&c->friction);
}

/** Signs of the reactions that press elements which slide: number `code` in base 2, 0 as they are; those of others
 *  follow. @return false: there are no more */
static bool set_signs(const choice *c, const hol_slip *sorted, const int *before, size_t code)
{
  const hol_motion_equations *e = c->solver->equations;
  for (size_t i = 0; i < e->system->constraints; i++) {
    bool presses = false;
    for (size_t f = 0; f < e->system->frictions; f++) {
      presses = presses || (is_at(&e->element[f]) && e->element[f].at == i && sorted[f] != HOL_SLIP_LOOSE);
    }
    c->sign[i] = 0;
    if (presses) {
      c->sign[i] = c->solver->sign[i] = code & 1 ? -before[i] : before[i];
      code >>= 1;
    }
  }
  return code == 0;
}

/** For the present signs. */
static hol_status try_signs(choice *c, const hol_slip *sorted, bool *found)
{
  hol_friction_answer answer = HOL_FRICTION_NO;
  memcpy(c->slip, sorted, c->solver->equations->system->frictions * sizeof *c->slip);
  HOL_TRY(find_response(c));
  const hol_friction_elements elements = elements_of(c);
  HOL_TRY(hol_friction_decide(&c->friction, &elements, &answer));
  *found = answer != HOL_FRICTION_NO;
  if (*found) {
    take_solution(c);
    release_planes(c);
  }
  return HOL_OK;
}

static hol_status check_unique(const choice *c, hol_friction_outcome *outcome, size_t *element)
{
  const hol_motion_equations *e = c->solver->equations;
  for (size_t f = 0; f < e->system->frictions; f++) {
    if (is_at(&e->element[f]) && !hol_motion_solver_is_unique(c->solver, e->element[f].at)) {
      *outcome = HOL_FRICTION_NOT_UNIQUE;
      *element = f;
    }
  }
  return HOL_OK;
}

static hol_status choose(choice *c, const double *zero, const bool *breaks, int *before, hol_slip *sorted,
                         hol_friction_outcome *outcome, size_t *element)
{
  const hol_motion_system *s = c->solver->equations->system;
  HOL_TRY(make(c));
  sort_elements(c, zero, breaks);
  memcpy(sorted, c->slip, s->frictions * sizeof *sorted);
  for (size_t i = 0; i < s->constraints; i++) {
    before[i] = c->solver->sign[i] ? c->solver->sign[i] : 1;
  }
  *outcome = HOL_FRICTION_NONE;
  *element = 0;
  bool found = false;
  for (size_t code = 0; !found && set_signs(c, sorted, before, code); code++) {
    hol_status status = try_signs(c, sorted, &found);
    if (status == HOL_MEMORY) {
      return status;
    }
  }
  if (!found) {
    for (size_t f = 0; f < s->frictions; f++) {
      *element = is_at(&c->solver->equations->element[f]) ? f : *element;
    }
    return HOL_OK;
  }
  *outcome = HOL_FRICTION_FOUND;
  hol_motion_solver_set_slips(c->solver, c->slip);
  HOL_TRY(hol_motion_solver_choose(c->solver));
  HOL_TRY(check_unique(c, outcome, element));
  return *outcome == HOL_FRICTION_FOUND ? hol_motion_solver_accelerate(c->solver) : HOL_OK;
}

hol_status hol_motion_friction_choose(hol_motion_solver *solver, const double *zero, const bool *breaks,
                                      hol_friction_outcome *outcome, size_t *element)
{
  const hol_motion_system *s = solver->equations->system;
  choice c = {.solver = solver};
  int *before = hol_alloc(s->constraints, sizeof *before);
  hol_slip *sorted = hol_alloc(s->frictions, sizeof *sorted);
  hol_status status = before && sorted ? choose(&c, zero, breaks, before, sorted, outcome, element) : HOL_MEMORY;
  clear(&c);
  free(before);
  free(sorted);
  return status;
}

/* ---- margins ----------------------------------------------------------------------------------------------------- */

double hol_motion_friction_margin(const hol_motion_solver *solver, size_t f)
{
  double s = hol_motion_solver_slip(solver, f, 0);
  switch (solver->slip[f]) {
  case HOL_SLIP_FORWARD:
    return s;
  case HOL_SLIP_BACKWARD:
    return -s;
  case HOL_SLIP_PLANE:
    return hypot(s, hol_motion_solver_slip(solver, f, 1));
  default:
    return hol_motion_solver_limit(solver, f, true) - fabs(solver->friction[f]);
  }
}
