/* SPDX-License-Identifier: BSD-3-Clause */
/* Accelerations and reactions at one state: choice of independent rows, solution of the saddle system. */
#include "motion/solver.h"

#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/** Pivots of rows, of length 1 in the metric of the mass matrix, that are no more than this beside 1 make a row
 *  redundant. */
static const double dependent = 1e-9;
/** A row is left out while its pivot is less than this beside the largest that it has had: the rows pass a singular
 *  position, where rounding over the pivot would be its reaction. */
static const double passing = 1e-5;

/** From so many unknowns on, accelerations and multipliers, one sparse factorisation takes less time than a dense one:
 *  two bodies in space have 40. */
enum { SPARSE_FROM = 40 };
/** From so many on rows are chosen by a sparse factorisation, too: a dense one would take longer than the evaluations
 *  of a step. */
enum { SPARSE_CHOICE_FROM = 150 };

/* ---- making ------------------------------------------------------------------------------------------------------ */

/** Is (1) symmetric, with the same rows at all times? */
static bool is_plain(const hol_motion_equations *e)
{
  bool is_symmetric = e->system->frictions == 0 && e->system->controls == 0;
  for (size_t r = 0; r < e->rows; r++) {
    is_symmetric = is_symmetric && !e->row[r].has_by;
  }
  return is_symmetric;
}

static hol_status make_sparse(const hol_motion_equations *e, hol_motion_solver *solver)
{
  hol_saddle_place *mass = hol_alloc(e->mass.count, sizeof *mass),
                   *gradient = hol_alloc(e->gradient.count, sizeof *gradient);
  hol_status status = mass && gradient ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < e->mass.count && status == HOL_OK; i++) {
    mass[i] = (hol_saddle_place){e->mass.entry[i].row, e->mass.entry[i].column};
  }
  for (size_t i = 0; i < e->gradient.count && status == HOL_OK; i++) {
    gradient[i] = (hol_saddle_place){e->gradient.entry[i].row, e->gradient.entry[i].column};
  }
  status = status == HOL_OK ? hol_sparse_saddle_new(e->coordinates, e->rows, mass, e->mass.count, gradient,
                                                    e->gradient.count, &solver->sparse)
                            : status;
  free(mass);
  free(gradient);
  return status;
}

hol_status hol_motion_solver_make(const hol_motion_equations *e, hol_motion_solver *solver)
{
  size_t n = e->coordinates, m = e->rows, constraints = e->system->constraints, all = n + m;
  solver->equations = e;
  HOL_TRY(hol_motion_numbers_make(e, &solver->numbers));
  HOL_TRY(hol_saddle_make(n, m, &solver->saddle));
  HOL_TRY(all >= SPARSE_FROM && is_plain(e) && !solver->is_dense ? make_sparse(e, solver) : HOL_OK);
  solver->is_sparsely_chosen = solver->sparse && all >= SPARSE_CHOICE_FROM;
  const struct {
    double **array;
    size_t count;
  } row[] = {{&solver->row, solver->sparse ? 0 : m * n},
             {&solver->column, solver->sparse ? 0 : m * n},
             {&solver->right, m},
             {&solver->load, n},
             {&solver->nonideal, n},
             {&solver->control, n},
             {&solver->acceleration, n},
             {&solver->multiplier, m},
             {&solver->held, n},
             {&solver->work, n * all},
             {&solver->solution, all + 2 * m},
             {&solver->course, 2 * e->system->frictions},
             {&solver->friction, e->system->frictions}};
  bool ok = true;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    *row[i].array = hol_alloc(row[i].count, sizeof(double));
    ok = ok && *row[i].array;
  }
  solver->slip = hol_alloc(e->system->frictions, sizeof *solver->slip);
  solver->sign = hol_alloc(constraints, sizeof *solver->sign);
  solver->active = hol_alloc(m, sizeof *solver->active);
  solver->which = hol_alloc(m, sizeof *solver->which);
  solver->takes = hol_alloc(m, sizeof *solver->takes);
  for (size_t i = 0; i < constraints && solver->active; i++) {
    solver->active[solver->actives++] = i;
  }
  if (solver->sparse) {
    free(solver->row);
    free(solver->column);
    solver->row = solver->column = solver->numbers.gradient;
  }
  return ok && solver->slip && solver->sign && solver->active && solver->which && solver->takes ? HOL_OK : HOL_MEMORY;
}

void hol_motion_solver_clear(hol_motion_solver *solver)
{
  void *const owned[] = {solver->control,  solver->row,          solver->column,     solver->right, solver->load,
                         solver->nonideal, solver->acceleration, solver->multiplier, solver->held,  solver->work,
                         solver->solution, solver->course,       solver->friction,   solver->slip,  solver->sign,
                         solver->active,   solver->takes,        solver->which};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    bool is_of_numbers = solver->sparse && owned[i] == solver->numbers.gradient;
    free(is_of_numbers ? NULL : owned[i]);
  }
  hol_sparse_saddle_free(solver->sparse);
  hol_saddle_clear(&solver->saddle);
  hol_motion_numbers_clear(&solver->numbers);
  hol_motion_freeing_clear(&solver->freeing);
  *solver = (hol_motion_solver){0};
}

/** The rows that hold now, with their numbers. */
static void gather(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  size_t n = e->coordinates;
  if (solver->sparse) {
    memcpy(solver->right, solver->numbers.right, e->rows * sizeof *solver->right);
    return;
  }
  for (size_t k = 0; k < solver->actives; k++) {
    size_t r = solver->active[k];
    const double *column = e->row[r].has_by ? solver->numbers.direction : solver->numbers.gradient;
    memcpy(solver->row + k * n, solver->numbers.gradient + r * n, n * sizeof(double));
    memcpy(solver->column + k * n, column + r * n, n * sizeof(double));
    solver->right[k] = solver->numbers.right[r];
  }
}

void hol_motion_solver_at(hol_motion_solver *solver, double t, const double *y)
{
  const hol_motion_equations *e = solver->equations;
  double *variable = solver->numbers.variable;
  size_t n = e->coordinates;
  variable[hol_motion_time()] = t;
  memcpy(variable + hol_motion_variable(e->system, 0, 0), y, 2 * n * sizeof *y);
  memcpy(variable + hol_motion_auxiliary(e->system, 0), y + 2 * n, e->states * sizeof *y);
  for (unsigned level = 0; !e->programs.is_gauss && level + 2 < e->programs.order; level++) {
    size_t c = e->system->controls;
    memcpy(variable + hol_motion_control(e->system, level, 0), y + 2 * n + e->states + level * c, c * sizeof *y);
  }
  hol_motion_numbers_at(e, &solver->numbers);
  gather(solver);
}

void hol_motion_solver_set_slips(hol_motion_solver *solver, const hol_slip *slip)
{
  const hol_motion_equations *e = solver->equations;
  solver->actives = e->system->constraints;
  for (size_t f = 0; f < e->system->frictions; f++) {
    solver->slip[f] = slip[f];
    for (size_t k = 0; slip[f] == HOL_SLIP_STICKS && k < e->element[f].slips; k++) {
      solver->active[solver->actives++] = e->element[f].row + k;
    }
  }
  gather(solver);
}

/* ---- friction of elements that slide ----------------------------------------------------------------------------- */

double hol_motion_solver_slip(const hol_motion_solver *solver, size_t f, size_t k)
{
  return hol_motion_value(&solver->numbers, solver->equations->row[solver->equations->element[f].row + k].velocity);
}

double hol_motion_solver_limit(const hol_motion_solver *solver, size_t f, bool is_static)
{
  const hol_motion_element *element = &solver->equations->element[f];
  double coefficient = hol_motion_value(&solver->numbers, is_static ? element->fixed : element->sliding);
  double normal = element->at == SIZE_MAX ? hol_motion_value(&solver->numbers, element->normal)
                                          : fabs(solver->multiplier[element->at]);
  return element->limit ? hol_motion_value(&solver->numbers, element->limit) : coefficient * normal;
}

/** Generalised force of element f per unit of its friction force, against its slip, added with a factor. */
static void add_direction(const hol_motion_solver *solver, size_t f, double factor, double *to)
{
  const hol_motion_equations *e = solver->equations;
  const hol_motion_element *element = &e->element[f];
  size_t n = e->coordinates;
  double course[2] = {solver->slip[f] == HOL_SLIP_BACKWARD ? -1 : 1, 0};
  if (element->slips == 2) {
    double s[2] = {hol_motion_solver_slip(solver, f, 0), hol_motion_solver_slip(solver, f, 1)},
           size = hypot(s[0], s[1]);
    bool has_course = fabs(solver->course[2 * f]) > 0 || fabs(solver->course[2 * f + 1]) > 0;
    for (int k = 0; k < 2; k++) {
      course[k] = has_course ? solver->course[2 * f + (size_t)k] : size > 0 ? s[k] / size : 0;
    }
  }
  for (size_t k = 0; k < element->slips; k++) {
    for (size_t j = 0; j < n; j++) {
      to[j] -= factor * course[k] * solver->numbers.gradient[(element->row + k) * n + j];
    }
  }
}

static bool slides(const hol_motion_solver *solver, size_t f)
{
  return solver->slip[f] != HOL_SLIP_STICKS && solver->slip[f] != HOL_SLIP_LOOSE;
}

/** Friction of a given size goes into the load, that of a reaction's size into the direction of its row. */
static void add_friction(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  size_t n = e->coordinates;
  for (size_t f = 0; f < e->system->frictions; f++) {
    const hol_motion_element *element = &e->element[f];
    if (!slides(solver, f)) {
      continue;
    }
    if (element->at == SIZE_MAX || element->limit) {
      add_direction(solver, f, hol_motion_solver_limit(solver, f, false), solver->load);
    } else {
      double coefficient = hol_motion_value(&solver->numbers, element->sliding);
      add_direction(solver, f, coefficient * solver->sign[element->at], solver->column + element->at * n);
    }
  }
}

/** The largest friction force beside its limit of rows that row j of the active ones shares its slip with, if x is
 *  moved to it from them. */
static double largest_share(const hol_motion_solver *solver, size_t j, double x, bool take)
{
  const hol_motion_equations *e = solver->equations;
  double most = 0;
  for (size_t f = 0; f < e->system->frictions; f++) {
    const hol_motion_element *element = &e->element[f];
    double limit = solver->slip[f] == HOL_SLIP_STICKS ? hol_motion_solver_limit(solver, f, true) : 0, sum = 0;
    for (size_t k = 0; limit > 0 && k < element->slips; k++) {
      size_t row = element->row + k;
      double change = row == solver->active[j] ? x : 0;
      for (size_t i = 0; i < solver->saddle.rank; i++) {
        size_t c = solver->saddle.chosen[i];
        double share =
            solver->saddle.combination[j * solver->actives + i] * solver->saddle.length[j] / solver->saddle.length[c];
        change -= solver->active[c] == row ? x * share : 0;
      }
      double tau = solver->multiplier[row] + change;
      sum = hypot(sum, tau);
      if (take) {
        solver->multiplier[row] = tau;
      }
    }
    most = fmax(most, limit > 0 ? sum / limit : 0);
  }
  return most;
}

/** Elements that share a slip: of all friction forces that give the same motion, those whose largest part of its limit
 *  is least. Row by row, by the golden section: convex. */
static void share_friction(hol_motion_solver *solver)
{
  const double golden = 0.6180339887498949;
  for (size_t j = solver->equations->system->constraints; j < solver->actives; j++) {
    bool is_chosen = false;
    double size = 0;
    for (size_t i = 0; i < solver->saddle.rank; i++) {
      is_chosen = is_chosen || solver->saddle.chosen[i] == j;
      size = fmax(size, fabs(solver->multiplier[solver->active[solver->saddle.chosen[i]]]));
    }
    double a = -4 * size, b = 4 * size;
    for (int step = 0; !is_chosen && step < 120; step++) {
      double x = b - golden * (b - a), y = a + golden * (b - a);
      bool is_left = largest_share(solver, j, x, false) < largest_share(solver, j, y, false);
      a = is_left ? a : x;
      b = is_left ? y : b;
    }
    if (!is_chosen) {
      (void)largest_share(solver, j, (a + b) / 2, true);
    }
  }
}

/** Friction forces of all elements, and their part in the forces that are not ideal. */
static void find_friction(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  size_t n = e->coordinates;
  for (size_t f = 0; f < e->system->frictions; f++) {
    const hol_motion_element *element = &e->element[f];
    const double *tau = solver->multiplier + element->row;
    double size = slides(solver, f) ? hol_motion_solver_limit(solver, f, false) : 0;
    if (solver->slip[f] == HOL_SLIP_STICKS) {
      solver->friction[f] = element->slips == 2 ? hypot(tau[0], tau[1]) : tau[0];
      for (size_t k = 0; k < element->slips; k++) {
        for (size_t j = 0; j < n; j++) {
          solver->nonideal[j] += tau[k] * solver->numbers.gradient[(element->row + k) * n + j];
        }
      }
    } else {
      solver->friction[f] = element->slips == 2 ? size : solver->slip[f] == HOL_SLIP_BACKWARD ? size : -size;
      add_direction(solver, f, size, solver->nonideal);
    }
  }
}

/* ---- sparse systems ---------------------------------------------------------------------------------------------- */

static void fill_sparse(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  double *mass = hol_sparse_saddle_mass(solver->sparse), *gradient = hol_sparse_saddle_gradient(solver->sparse);
  for (size_t i = 0; i < e->mass.count; i++) {
    mass[i] = solver->numbers.value[e->mass.entry[i].step];
  }
  for (size_t i = 0; i < e->gradient.count; i++) {
    gradient[i] = solver->numbers.value[e->gradient.entry[i].step];
  }
}

hol_status hol_motion_solver_sparse_metric(hol_motion_solver *solver, unsigned order, bool with_chosen, double floor,
                                           size_t *undetermined)
{
  const hol_motion_equations *e = solver->equations;
  HOL_TRY(solver->saddle.rank == 0 ? hol_motion_solver_choose(solver) : HOL_OK);
  for (size_t r = 0; r < e->rows; r++) {
    solver->takes[r] = !with_chosen && e->row[r].order <= order;
  }
  for (size_t i = 0; i < solver->saddle.rank && with_chosen; i++) {
    solver->takes[solver->saddle.chosen[i]] = e->row[solver->saddle.chosen[i]].order <= order;
  }
  fill_sparse(solver);
  hol_sparse_saddle_take(solver->sparse, solver->takes);
  return hol_sparse_saddle_factorise(solver->sparse, floor, undetermined);
}

/** Units and lengths as those of hol_saddle_scale(), by the entries alone. */
static void find_sparse_units(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  const double *value = solver->numbers.value;
  memset(solver->saddle.unit, 0, e->coordinates * sizeof *solver->saddle.unit);
  memset(solver->saddle.length, 0, e->rows * sizeof *solver->saddle.length);
  for (size_t i = 0; i < e->gradient.count; i++) {
    const hol_motion_entry *entry = &e->gradient.entry[i];
    solver->saddle.unit[entry->column] = fmax(solver->saddle.unit[entry->column], fabs(value[entry->step]));
  }
  for (size_t j = 0; j < e->coordinates; j++) {
    double mass = solver->numbers.mass[j * e->coordinates + j], largest = solver->saddle.unit[j];
    solver->saddle.unit[j] = mass > 0 ? 1 / sqrt(mass) : largest > 0 ? 1 / largest : 1;
  }
  for (size_t i = 0; i < e->gradient.count; i++) {
    const hol_motion_entry *entry = &e->gradient.entry[i];
    double x = value[entry->step] * solver->saddle.unit[entry->column];
    solver->saddle.length[entry->row] += x * x;
  }
  for (size_t r = 0; r < e->rows; r++) {
    solver->saddle.length[r] = solver->saddle.length[r] > 0 ? sqrt(solver->saddle.length[r]) : 1;
  }
}

/** Combinations in scaled form, as those of hol_saddle_choose(). */
static hol_status choose_sparse(hol_motion_solver *solver)
{
  size_t m = solver->actives;
  find_sparse_units(solver);
  fill_sparse(solver);
  HOL_TRY(hol_sparse_saddle_choose(solver->sparse));
  solver->saddle.rank = 0;
  solver->smallest = solver->least = 1;
  for (size_t r = 0; r < m; r++) {
    solver->saddle.falling[r] = r;
    solver->saddle.is_unique[r] = hol_sparse_saddle_is_unique(solver->sparse, r);
    if (!hol_sparse_saddle_is_redundant(solver->sparse, r)) {
      solver->saddle.chosen[solver->saddle.rank++] = r;
    }
  }
  for (size_t r = 0; r < m && solver->saddle.rank < m; r++) {
    double *combination = solver->saddle.combination + r * m;
    if (hol_sparse_saddle_is_redundant(solver->sparse, r)) {
      hol_sparse_saddle_combination(solver->sparse, r, solver->solution);
      for (size_t i = 0; i < solver->saddle.rank; i++) {
        size_t c = solver->saddle.chosen[i];
        combination[i] = solver->solution[c] * solver->saddle.length[c] / solver->saddle.length[r];
      }
    }
  }
  return HOL_OK;
}

/** Accelerations and multipliers for the present load, by the factors. */
static hol_status solve_sparse(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  HOL_TRY(
      hol_sparse_saddle_solve(solver->sparse, solver->load, solver->right, solver->acceleration, solver->multiplier));
  memset(solver->held, 0, e->coordinates * sizeof *solver->held);
  for (size_t i = 0; i < e->gradient.count; i++) {
    const hol_motion_entry *entry = &e->gradient.entry[i];
    solver->held[entry->column] += solver->multiplier[entry->row] * solver->numbers.value[entry->step];
  }
  return HOL_OK;
}

/* ---- choice ------------------------------------------------------------------------------------------------------ */

hol_status hol_motion_solver_metric(hol_motion_solver *solver)
{
  if (solver->is_sparsely_chosen) {
    find_sparse_units(solver);
    return HOL_OK;
  }
  solver->saddle.threshold = hol_motion_solver_threshold(solver);
  return hol_saddle_scale(&solver->saddle, solver->actives, solver->numbers.mass, solver->row);
}

hol_status hol_motion_solver_choose(hol_motion_solver *solver)
{
  hol_saddle *s = &solver->saddle;
  size_t usual = solver->usual_rank;
  if (solver->is_sparsely_chosen) {
    return choose_sparse(solver);
  }
  s->threshold = hol_motion_solver_threshold(solver);
  HOL_TRY(hol_saddle_choose(s, solver->actives, solver->numbers.mass, solver->row));
  solver->smallest = s->rank > 0 ? s->sine[s->rank - 1] : 1;
  solver->least = usual > 0 && usual <= s->n && usual <= s->rows ? s->sine[usual - 1] : 1;
  return HOL_OK;
}

void hol_motion_solver_note_rank(hol_motion_solver *solver)
{
  if (solver->saddle.rank > solver->usual_rank) {
    solver->usual_rank = solver->saddle.rank;
    solver->usual = solver->smallest;
  }
  solver->usual = solver->saddle.rank == solver->usual_rank ? fmax(solver->usual, solver->smallest) : solver->usual;
}

double hol_motion_solver_threshold(const hol_motion_solver *solver)
{
  return fmax(dependent, passing * solver->usual);
}

bool hol_motion_solver_is_unique(const hol_motion_solver *solver, size_t i)
{
  for (size_t k = 0; k < solver->actives; k++) {
    if (solver->active[k] == i) {
      return solver->saddle.is_unique[k];
    }
  }
  return true;
}

/* ---- solution ---------------------------------------------------------------------------------------------------- */

/** [M -B'; A 0] with the rows chosen, in units; factored. */
static hol_status factorise(hol_motion_solver *solver)
{
  if (solver->sparse) {
    hol_status status = hol_motion_solver_sparse_metric(solver, 2, true, 0, NULL);
    return status == HOL_INVALID ? HOL_NUMERICAL : status;
  }
  return hol_saddle_factor(&solver->saddle, solver->numbers.mass, solver->row, solver->column);
}

/** Solve for the present load. */
static hol_status substitute(hol_motion_solver *solver)
{
  size_t n = solver->equations->coordinates, constraints = solver->equations->system->constraints;
  double *multiplier = solver->solution;
  if (solver->sparse) {
    return solve_sparse(solver);
  }
  HOL_TRY(hol_saddle_solve(&solver->saddle, solver->load, solver->right, solver->acceleration, multiplier));
  memset(solver->multiplier, 0, solver->equations->rows * sizeof(double));
  memset(solver->held, 0, n * sizeof(double));
  for (size_t k = 0; k < solver->saddle.rank; k++) {
    size_t c = solver->saddle.chosen[k], number = solver->active[c];
    const double *own =
        (solver->equations->row[number].has_by ? solver->numbers.direction : solver->numbers.gradient) + number * n;
    solver->multiplier[number] = multiplier[c];
    for (size_t j = 0; j < n && number < constraints; j++) {
      solver->held[j] += multiplier[c] * own[j];
    }
  }
  return HOL_OK;
}

/** Forces of programs: direction times control. */
static void add_controls(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  const hol_motion_programs *p = &e->programs;
  memset(solver->control, 0, e->coordinates * sizeof *solver->control);
  for (size_t i = 0; !p->is_gauss && i < p->direction.count; i++) {
    const hol_motion_entry *entry = &p->direction.entry[i];
    double value = solver->numbers.variable[hol_motion_control(e->system, 0, entry->row)];
    solver->control[entry->column] += value * solver->numbers.value[entry->step];
  }
  for (size_t j = 0; j < e->coordinates; j++) {
    solver->load[j] += solver->control[j];
  }
}

/** C goes into the load. */
static void add_work(hol_motion_solver *solver)
{
  for (size_t j = 0; j < solver->equations->coordinates; j++) {
    solver->load[j] += solver->numbers.work[j];
    solver->nonideal[j] += solver->numbers.work[j];
  }
}

/** C for the ideal multipliers, which the first solution has given. */
static hol_status solve_with_work(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  double *variable = solver->numbers.variable;
  for (size_t i = 0; i < e->system->constraints; i++) {
    variable[hol_motion_reaction(e->system, i)] = solver->multiplier[i];
  }
  hol_motion_work_at(e, &solver->numbers);
  add_work(solver);
  return substitute(solver);
}

/** Forces that make the reactions vanish go into the load; how far the motion then is from that of the held system. */
static hol_status add_freeing(hol_motion_solver *solver)
{
  hol_motion_freeing *f = &solver->freeing;
  size_t n = solver->equations->coordinates, r = solver->saddle.rank;
  double *mass = solver->work, *row = solver->work + n * n, *right = solver->solution, *load = right + r;
  for (size_t i = 0; i < n; i++) {
    load[i] = solver->load[i] * solver->saddle.unit[i];
    for (size_t j = 0; j < n; j++) {
      mass[i * n + j] = solver->numbers.mass[i * n + j] * solver->saddle.unit[i] * solver->saddle.unit[j];
    }
  }
  for (size_t k = 0; k < r; k++) {
    size_t c = solver->saddle.chosen[k];
    right[k] = solver->right[c] / solver->saddle.length[c];
    for (size_t j = 0; j < n; j++) {
      row[k * n + j] = solver->row[c * n + j] * solver->saddle.unit[j] / solver->saddle.length[c];
    }
  }
  HOL_TRY(hol_motion_freeing_find(f, mass, row, right, r, load));
  double difference = 0, size = 0;
  memcpy(load, solver->acceleration, n * sizeof *load);
  for (size_t j = 0; j < n; j++) {
    size = fmax(size, fabs(load[j]) / solver->saddle.unit[j]);
    difference = fmax(difference, fabs(load[j] - f->free[j] * solver->saddle.unit[j]) / solver->saddle.unit[j]);
    f->force[j] /= solver->saddle.unit[j];
    solver->load[j] += f->force[j];
    solver->nonideal[j] += f->force[j];
  }
  f->difference = difference > 0 ? difference / fmax(size, difference) : 0;
  return substitute(solver);
}

hol_status hol_motion_solver_accelerate(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  memcpy(solver->load, solver->numbers.force, e->coordinates * sizeof(double));
  memset(solver->nonideal, 0, e->coordinates * sizeof(double));
  if (e->system->controls > 0) {
    add_controls(solver);
  }
  if (e->system->frictions > 0) {
    gather(solver);
    add_friction(solver);
  }
  if (e->has_work && !e->work_uses_reactions) {
    add_work(solver);
  }
  HOL_TRY(factorise(solver));
  HOL_TRY(substitute(solver));
  HOL_TRY(e->work_uses_reactions ? solve_with_work(solver) : HOL_OK);
  HOL_TRY(solver->freeing.is_chosen ? add_freeing(solver) : HOL_OK);
  if (solver->saddle.rank < solver->actives && solver->actives > e->system->constraints) {
    share_friction(solver);
  }
  if (e->system->frictions > 0) {
    find_friction(solver);
  }
  return HOL_OK;
}

void hol_motion_solver_respond(hol_motion_solver *solver, const double *load, const double *right, double *acceleration,
                               double *multiplier)
{
  size_t m = solver->actives;
  double *x = solver->solution, *given = x + m;
  if (solver->sparse) {
    memset(x, 0, m * sizeof *x);
    if (hol_sparse_saddle_solve(solver->sparse, load, right ? right : x, acceleration, multiplier) != HOL_OK) {
      acceleration[0] = (double)NAN;
    }
    return;
  }
  for (size_t k = 0; k < m; k++) {
    given[k] = right ? right[solver->active[k]] : 0;
  }
  if (hol_saddle_solve(&solver->saddle, load, given, acceleration, x) != HOL_OK) {
    acceleration[0] = (double)NAN;
  }
  memset(multiplier, 0, solver->equations->rows * sizeof *multiplier);
  for (size_t k = 0; k < m; k++) {
    multiplier[solver->active[k]] = x[k];
  }
}

/** By the principle of Gauss q'' is a state, and the force of the programs is M q'' - h. */
static void take_gauss(const hol_motion_solver *solver, const double *y, double *acceleration, double *control)
{
  const hol_motion_equations *e = solver->equations;
  size_t n = e->coordinates;
  memcpy(acceleration, y + 2 * n + e->states, n * sizeof *acceleration);
  for (size_t i = 0; i < n; i++) {
    control[i] = 0;
    for (size_t j = 0; j < n; j++) {
      control[i] += solver->numbers.mass[i * n + j] * (acceleration[j] - solver->acceleration[j]);
    }
  }
}

void hol_motion_solver_rate(const hol_motion_solver *solver, const double *y, double *rate)
{
  const hol_motion_equations *e = solver->equations;
  size_t n = e->coordinates, last = hol_motion_state_size(e) - 1;
  double power = hol_motion_value(&solver->numbers, e->explicit_power);
  memcpy(rate, y + n, n * sizeof *rate);
  memcpy(rate + n, solver->acceleration, n * sizeof *rate);
  if (e->programs.is_gauss) {
    take_gauss(solver, y, rate + n, solver->control);
  }
  for (size_t i = 0; i < e->states; i++) {
    rate[2 * n + i] = hol_motion_value(&solver->numbers, e->rate[i]);
  }
  for (size_t i = 0; i < n; i++) {
    double applied = hol_motion_value(&solver->numbers, e->applied[i]);
    power += (applied + solver->nonideal[i] + solver->held[i] + solver->control[i]) * y[n + i];
  }
  rate[last] = power;
}
