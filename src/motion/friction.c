/* SPDX-License-Identifier: BSD-3-Clause */
/* Sticking and sliding of friction elements: patterns at zero slip, margins to the next change. */
#include "motion/friction.h"

#include "base/memory.h"

#include <lapacke.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Elements for which all patterns are tried; beyond, limits are repeated from the last reactions. */
enum { PATTERNS_MOST = 6, REPEATED_MOST = 200 };
/** Forces and slip accelerations agree with a pattern up to this beside their sizes. */
static const double agrees = 1e-9;

/** Elements without slip, and how they answer friction forces. */
typedef struct choice {
  hol_motion_solver *solver;
  size_t *element; /**< [count] in a line each: elements of a plane are taken apart, by `component` */
  size_t *component;
  size_t count;
  double *first;   /**< [count] e0 */
  double *size;    /**< [count] of the terms of e0 */
  double *w;       /**< [count count] W */
  double *normal;  /**< [count constraints] multipliers for a unit friction force */
  double *loose;   /**< [rows] multipliers without friction at these elements */
  int8_t *pattern; /**< [count] 0 sticks, +1, -1 slides */
  double *tau;     /**< [count] */
  double *matrix, *acceleration, *load, *multiplier;
  int *pivot;
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
  for (size_t j = 0; j < c->count; j++) { /* rounding of slips that are held by constraints */
    for (size_t k = 0; k < c->count; k++) {
      double scale = sqrt(fabs(c->w[j * c->count + j] * c->w[k * c->count + k]));
      c->w[j * c->count + k] = fabs(c->w[j * c->count + k]) > 1e-11 * scale ? c->w[j * c->count + k] : 0;
    }
  }
  return HOL_OK;
}

/** The reaction of the constraint of line k, for the present tau. */
static double reaction_of(const choice *c, size_t at)
{
  size_t rows = c->solver->equations->rows;
  double sum = c->loose[at];
  for (size_t k = 0; k < c->count; k++) {
    sum += c->tau[k] * c->normal[k * rows + at];
  }
  return sum;
}

static double limit_of(const choice *c, size_t k)
{
  const hol_motion_element *element = &c->solver->equations->element[c->element[k]];
  double coefficient = hol_motion_value(&c->solver->numbers, element->fixed);
  return is_at(element) ? coefficient * fabs(reaction_of(c, element->at))
                        : fmax(0, hol_motion_solver_limit(c->solver, c->element[k], true));
}

static double acceleration_of(const choice *c, size_t k)
{
  double sum = c->first[k];
  for (size_t j = 0; j < c->count; j++) {
    sum += c->w[k * c->count + j] * c->tau[j];
  }
  return sum;
}

/* ---- one pattern ------------------------------------------------------------------------------------------------- */

/** Friction forces of a pattern: zero slip acceleration of what sticks, the limit of what slides. By least squares,
 *  where elements share a slip. */
static hol_status solve_pattern(choice *c)
{
  const hol_motion_equations *e = c->solver->equations;
  int n = (int)c->count, rank = 0;
  for (size_t j = 0; j < c->count; j++) {
    const hol_motion_element *element = &e->element[c->element[j]];
    double coefficient = hol_motion_value(&c->solver->numbers, element->fixed);
    bool couples = c->pattern[j] && is_at(element);
    double sign = couples ? c->solver->sign[element->at] : 0;
    for (size_t k = 0; k < c->count; k++) {
      double entry = c->pattern[j] ? (double)(j == k) : c->w[j * c->count + k];
      entry += couples ? c->pattern[j] * coefficient * sign * c->normal[k * e->rows + element->at] : 0;
      c->matrix[k * c->count + j] = entry;
    }
    c->tau[j] = !c->pattern[j] ? -c->first[j]
                : couples      ? -c->pattern[j] * coefficient * sign * c->loose[element->at]
                               : -c->pattern[j] * fmax(0, hol_motion_solver_limit(c->solver, c->element[j], true));
    c->pivot[j] = 0;
  }
  bool ok = n == 0 || LAPACKE_dgelsy(LAPACK_COL_MAJOR, n, n, 1, c->matrix, n, c->tau, n, c->pivot, 1e-11, &rank) == 0;
  return ok ? HOL_OK : HOL_NUMERICAL;
}

/** Does the pattern agree with itself? */
static bool is_consistent(const choice *c)
{
  const hol_motion_equations *e = c->solver->equations;
  bool agree = true;
  for (size_t k = 0; k < c->count; k++) {
    double limit = limit_of(c, k), acceleration = acceleration_of(c, k);
    double room = agrees * (c->size[k] + fabs(acceleration - c->first[k]));
    agree = agree && isfinite(c->tau[k]);
    agree = agree && (c->pattern[k] ? c->pattern[k] * acceleration >= -room
                                    : fabs(c->tau[k]) <= limit * (1 + agrees) && fabs(acceleration) <= room);
  }
  for (size_t f = 0; f < e->system->frictions; f++) {
    const hol_motion_element *element = &e->element[f];
    double reaction = is_at(element) ? reaction_of(c, element->at) : 0;
    agree =
        agree && (!is_at(element) || c->solver->sign[element->at] * reaction >= -agrees * fabs(c->loose[element->at]));
  }
  return agree;
}

/** Number `code` in base 3 as a pattern, patterns with few slides first are tried by the caller. */
static size_t set_pattern(choice *c, size_t code)
{
  size_t slides = 0;
  for (size_t k = 0; k < c->count; k++, code /= 3) {
    c->pattern[k] = (int8_t)(code % 3 == 0 ? 0 : code % 3 == 1 ? 1 : -1);
    slides += c->pattern[k] != 0;
  }
  return slides;
}

static hol_status try_patterns(choice *c, bool *found)
{
  size_t codes = 1;
  for (size_t k = 0; k < c->count; k++) {
    codes *= 3;
  }
  *found = false;
  for (size_t wanted = 0; wanted <= c->count && !*found; wanted++) {
    for (size_t code = 0; code < codes && !*found; code++) {
      if (set_pattern(c, code) == wanted) {
        HOL_TRY(solve_pattern(c));
        *found = is_consistent(c);
      }
    }
  }
  return HOL_OK;
}

/** Of many elements: projected Gauss-Seidel on the box-constrained quadratic program, limits from the last tau. */
static bool relax(choice *c)
{
  memset(c->tau, 0, c->count * sizeof *c->tau);
  for (int step = 0; step < 100 * REPEATED_MOST; step++) {
    double change = 0;
    for (size_t k = 0; k < c->count; k++) {
      double limit = limit_of(c, k), w = c->w[k * c->count + k], before = c->tau[k];
      c->tau[k] = w > 0 ? fmin(limit, fmax(-limit, before - acceleration_of(c, k) / w)) : 0;
      change = fmax(change, fabs(c->tau[k] - before) / (fabs(limit) + fabs(before) + 1e-300));
    }
    if (change < 1e-13) {
      break;
    }
  }
  for (size_t k = 0; k < c->count; k++) {
    double acceleration = acceleration_of(c, k);
    bool is_zero = fabs(acceleration) <= 1e-7 * (c->size[k] + fabs(acceleration - c->first[k]));
    c->pattern[k] = (int8_t)(is_zero ? 0 : acceleration > 0 ? 1 : -1);
  }
  return true;
}

/* ---- choice ------------------------------------------------------------------------------------------------------ */

/** States from the pattern. What is at its limit without an acceleration is about to slip, and sticks. */
static void take_pattern(choice *c)
{
  const hol_motion_equations *e = c->solver->equations;
  for (size_t k = 0; k < c->count; k++) {
    size_t f = c->element[k];
    double acceleration = acceleration_of(c, k);
    bool moves = c->pattern[k] && fabs(acceleration) > agrees * (c->size[k] + fabs(acceleration - c->first[k]));
    c->slip[f] = moves && e->element[f].slips == 1 ? (c->pattern[k] > 0 ? HOL_SLIP_FORWARD : HOL_SLIP_BACKWARD)
                                                   : HOL_SLIP_STICKS;
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
    double limit = limit_of(c, k), size = hypot(c->tau[k], c->tau[k + 1]);
    if (size <= limit * (1 + agrees)) {
      continue;
    }
    double u[2] = {-c->tau[k] / size, -c->tau[k + 1] / size};
    for (int step = 0; step < REPEATED_MOST; step++) {
      c->tau[k] = -limit * u[0];
      c->tau[k + 1] = -limit * u[1];
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
  c->element = hol_alloc(most, sizeof *c->element);
  c->component = hol_alloc(most, sizeof *c->component);
  c->first = hol_alloc(most, sizeof *c->first);
  c->size = hol_alloc(most, sizeof *c->size);
  c->w = hol_alloc(most * most, sizeof *c->w);
  c->normal = hol_alloc(most * e->rows, sizeof *c->normal);
  c->loose = hol_alloc(e->rows, sizeof *c->loose);
  c->pattern = hol_alloc(most, sizeof *c->pattern);
  c->tau = hol_alloc(most, sizeof *c->tau);
  c->matrix = hol_alloc(most * most, sizeof *c->matrix);
  c->acceleration = hol_alloc(n, sizeof *c->acceleration);
  c->load = hol_alloc(n, sizeof *c->load);
  c->multiplier = hol_alloc(e->rows, sizeof *c->multiplier);
  c->pivot = hol_alloc(most, sizeof *c->pivot);
  c->slip = hol_alloc(e->system->frictions, sizeof *c->slip);
  return c->element && c->component && c->first && c->size && c->w && c->normal && c->loose && c->pattern && c->tau &&
                 c->matrix && c->acceleration && c->load && c->multiplier && c->pivot && c->slip
             ? HOL_OK
             : HOL_MEMORY;
}

static void clear(choice *c)
{
  void *const owned[] = {c->element,      c->component, c->first,      c->size,  c->w,
                         c->normal,       c->loose,     c->pattern,    c->tau,   c->matrix,
                         c->acceleration, c->load,      c->multiplier, c->pivot, c->slip};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    free(owned[i]);
  }
}

/** Signs of the reactions that press: number `code` in base 2, 0 as they are. @return false: there are no more */
static bool set_signs(const choice *c, const int *before, size_t code)
{
  const hol_motion_equations *e = c->solver->equations;
  size_t last = SIZE_MAX;
  for (size_t i = 0; i < e->system->constraints; i++) {
    bool presses = false;
    for (size_t f = 0; f < e->system->frictions; f++) {
      presses = presses || (is_at(&e->element[f]) && e->element[f].at == i);
    }
    if (presses) {
      c->solver->sign[i] = code & 1 ? -before[i] : before[i];
      code >>= 1;
      last = i;
    }
  }
  (void)last;
  return code == 0;
}

/** For the present signs. */
static hol_status try_signs(choice *c, const hol_slip *sorted, bool *found)
{
  memcpy(c->slip, sorted, c->solver->equations->system->frictions * sizeof *c->slip);
  HOL_TRY(find_response(c));
  memset(c->tau, 0, c->count * sizeof *c->tau);
  bool has_plane = false;
  for (size_t k = 0; k < c->count; k++) {
    has_plane = has_plane || c->component[k] == 1;
  }
  if (has_plane) { /* sticks, or slides alone */
    memset(c->pattern, 0, c->count);
    HOL_TRY(solve_pattern(c));
    *found = true;
    take_pattern(c);
    release_planes(c);
    return HOL_OK;
  }
  if (c->count <= PATTERNS_MOST) {
    HOL_TRY(try_patterns(c, found));
  } else {
    *found = relax(c);
  }
  if (*found) {
    take_pattern(c);
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
  for (size_t code = 0; !found && set_signs(c, before, code); code++) {
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
