/* SPDX-License-Identifier: BSD-3-Clause */
/* Accelerations and reactions at one state: choice of independent rows, solution of the saddle system. */
#include "motion/solver.h"

#include "base/memory.h"

#include <lapacke.h>
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
             {&solver->combination, m * m},
             {&solver->work, all * all},
             {&solver->matrix, all * all},
             {&solver->solution, all},
             {&solver->unit, n},
             {&solver->length, m},
             {&solver->metric, n * n},
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
  solver->chosen = hol_alloc(m, sizeof *solver->chosen);
  solver->order = hol_alloc(m, sizeof *solver->order);
  solver->is_unique = hol_alloc(m, sizeof *solver->is_unique);
  solver->takes = hol_alloc(m, sizeof *solver->takes);
  solver->pivot = hol_alloc(all, sizeof *solver->pivot);
  for (size_t i = 0; i < constraints && solver->active; i++) {
    solver->active[solver->actives++] = i;
  }
  if (solver->sparse) {
    free(solver->row);
    free(solver->column);
    solver->row = solver->column = solver->numbers.gradient;
  }
  return ok && solver->slip && solver->sign && solver->active && solver->chosen && solver->order && solver->is_unique &&
                 solver->takes && solver->pivot
             ? HOL_OK
             : HOL_MEMORY;
}

void hol_motion_solver_clear(hol_motion_solver *solver)
{
  void *const owned[] = {solver->order,      solver->control,  solver->row,         solver->column,
                         solver->right,      solver->load,     solver->nonideal,    solver->acceleration,
                         solver->multiplier, solver->held,     solver->combination, solver->work,
                         solver->matrix,     solver->solution, solver->metric,      solver->course,
                         solver->friction,   solver->unit,     solver->length,      solver->slip,
                         solver->sign,       solver->active,   solver->chosen,      solver->is_unique,
                         solver->pivot,      solver->takes};
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) {
    bool is_of_numbers = solver->sparse && owned[i] == solver->numbers.gradient;
    free(is_of_numbers ? NULL : owned[i]);
  }
  hol_sparse_saddle_free(solver->sparse);
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
      for (size_t i = 0; i < solver->rank; i++) {
        size_t c = solver->chosen[i];
        double share = solver->combination[j * solver->actives + i] * solver->length[j] / solver->length[c];
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
    for (size_t i = 0; i < solver->rank; i++) {
      is_chosen = is_chosen || solver->chosen[i] == j;
      size = fmax(size, fabs(solver->multiplier[solver->active[solver->chosen[i]]]));
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

/* ---- scales ------------------------------------------------------------------------------------------------------ */

/** Units of the coordinates in which masses have diagonal 1; of one without mass, its largest entry in a row. Lengths
 *  of the rows in these units. */
static void find_units(hol_motion_solver *solver)
{
  size_t n = solver->equations->coordinates;
  for (size_t j = 0; j < n; j++) {
    double mass = solver->numbers.mass[j * n + j], largest = 0;
    for (size_t k = 0; k < solver->actives; k++) {
      largest = fmax(largest, fabs(solver->row[k * n + j]));
    }
    solver->unit[j] = mass > 0 ? 1 / sqrt(mass) : largest > 0 ? 1 / largest : 1;
  }
  for (size_t k = 0; k < solver->actives; k++) {
    double sum = 0;
    for (size_t j = 0; j < n; j++) {
      double entry = solver->row[k * n + j] * solver->unit[j];
      sum += entry * entry;
    }
    solver->length[k] = sum > 0 ? sqrt(sum) : 1;
  }
}

/** W = M + A'A/2 in these units, lower triangle, row after row: positive definite if accelerations are determined. */
static void fill_metric(const hol_motion_solver *solver, double *w)
{
  size_t n = solver->equations->coordinates;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < solver->actives; k++) {
        sum += solver->row[k * n + i] * solver->row[k * n + j] / (solver->length[k] * solver->length[k]);
      }
      w[i * n + j] = (solver->numbers.mass[i * n + j] + sum / 2) * solver->unit[i] * solver->unit[j];
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
  HOL_TRY(solver->rank == 0 ? hol_motion_solver_choose(solver) : HOL_OK);
  for (size_t r = 0; r < e->rows; r++) {
    solver->takes[r] = !with_chosen && e->row[r].order <= order;
  }
  for (size_t i = 0; i < solver->rank && with_chosen; i++) {
    solver->takes[solver->chosen[i]] = e->row[solver->chosen[i]].order <= order;
  }
  fill_sparse(solver);
  hol_sparse_saddle_take(solver->sparse, solver->takes);
  return hol_sparse_saddle_factorise(solver->sparse, floor, undetermined);
}

/** find_units() by the entries alone. */
static void find_sparse_units(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  const double *value = solver->numbers.value;
  memset(solver->unit, 0, e->coordinates * sizeof *solver->unit);
  memset(solver->length, 0, e->rows * sizeof *solver->length);
  for (size_t i = 0; i < e->gradient.count; i++) {
    const hol_motion_entry *entry = &e->gradient.entry[i];
    solver->unit[entry->column] = fmax(solver->unit[entry->column], fabs(value[entry->step]));
  }
  for (size_t j = 0; j < e->coordinates; j++) {
    double mass = solver->numbers.mass[j * e->coordinates + j], largest = solver->unit[j];
    solver->unit[j] = mass > 0 ? 1 / sqrt(mass) : largest > 0 ? 1 / largest : 1;
  }
  for (size_t i = 0; i < e->gradient.count; i++) {
    const hol_motion_entry *entry = &e->gradient.entry[i];
    double x = value[entry->step] * solver->unit[entry->column];
    solver->length[entry->row] += x * x;
  }
  for (size_t r = 0; r < e->rows; r++) {
    solver->length[r] = solver->length[r] > 0 ? sqrt(solver->length[r]) : 1;
  }
}

/** Combinations in scaled form, as those of find_combinations(). */
static hol_status choose_sparse(hol_motion_solver *solver)
{
  size_t m = solver->actives;
  find_sparse_units(solver);
  fill_sparse(solver);
  HOL_TRY(hol_sparse_saddle_choose(solver->sparse));
  solver->rank = 0;
  solver->smallest = solver->least = 1;
  for (size_t r = 0; r < m; r++) {
    solver->order[r] = r;
    solver->is_unique[r] = hol_sparse_saddle_is_unique(solver->sparse, r);
    if (!hol_sparse_saddle_is_redundant(solver->sparse, r)) {
      solver->chosen[solver->rank++] = r;
    }
  }
  for (size_t r = 0; r < m && solver->rank < m; r++) {
    double *combination = solver->combination + r * m;
    if (hol_sparse_saddle_is_redundant(solver->sparse, r)) {
      hol_sparse_saddle_combination(solver->sparse, r, solver->solution);
      for (size_t i = 0; i < solver->rank; i++) {
        size_t c = solver->chosen[i];
        combination[i] = solver->solution[c] * solver->length[c] / solver->length[r];
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

/** Combinations of the other rows from the triangle R of the pivoted QR. */
static void find_combinations(hol_motion_solver *solver, const double *r)
{
  size_t m = solver->actives, n = solver->equations->coordinates;
  for (size_t k = 0; k < m; k++) {
    solver->is_unique[k] = false;
  }
  for (size_t i = 0; i < solver->rank; i++) {
    solver->chosen[i] = (size_t)solver->pivot[i] - 1;
    solver->is_unique[solver->chosen[i]] = true;
  }
  for (size_t c = solver->rank; c < m; c++) {
    double *combination = solver->combination + ((size_t)solver->pivot[c] - 1) * m;
    for (size_t i = solver->rank; i-- > 0;) {
      double sum = r[c * n + i];
      for (size_t k = i + 1; k < solver->rank; k++) {
        sum -= r[k * n + i] * combination[k];
      }
      combination[i] = sum / r[i * n + i];
      if (fabs(combination[i]) > dependent) {
        solver->is_unique[solver->chosen[i]] = false;
      }
    }
  }
}

hol_status hol_motion_solver_metric(hol_motion_solver *solver)
{
  int n = (int)solver->equations->coordinates;
  if (solver->is_sparsely_chosen) {
    find_sparse_units(solver);
    return HOL_OK;
  }
  find_units(solver);
  for (int j = 0; solver->is_fixed && j < n; j++) {
    solver->unit[j] = solver->is_fixed[j] ? 0 : solver->unit[j];
  }
  fill_metric(solver, solver->metric);
  for (int j = 0; solver->is_fixed && j < n; j++) {
    solver->metric[j * n + j] = solver->is_fixed[j] ? 1 : solver->metric[j * n + j];
  }
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, solver->metric, n) == 0 ? HOL_OK : HOL_NUMERICAL;
}

hol_status hol_motion_solver_choose(hol_motion_solver *solver)
{
  size_t n = solver->equations->coordinates, m = solver->actives;
  double *w = solver->metric, *b = solver->work;
  if (solver->is_sparsely_chosen) {
    return choose_sparse(solver);
  }
  solver->rank = 0;
  HOL_TRY(hol_motion_solver_metric(solver));
  for (size_t k = 0; k < m; k++) {
    for (size_t j = 0; j < n; j++) {
      b[k * n + j] = solver->row[k * n + j] * solver->unit[j] / solver->length[k];
    }
    solver->pivot[k] = 0;
  }
  if (m == 0) {
    return HOL_OK;
  }
  LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'N', 'N', (int)n, (int)m, w, (int)n, b, (int)n);
  double *tau = solver->solution, *scratch = solver->matrix;
  if (LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, (int)n, (int)m, b, (int)n, solver->pivot, tau, scratch,
                          (int)((n + m) * (n + m))) != 0) {
    return HOL_NUMERICAL;
  }
  double first = fabs(b[0]);
  double least = fmax(dependent, passing * solver->usual);
  while (solver->rank < m && solver->rank < n && fabs(b[solver->rank * n + solver->rank]) > least * first) {
    solver->smallest = fabs(b[solver->rank * n + solver->rank]) / first;
    solver->rank++;
  }
  size_t usual = solver->usual_rank;
  solver->least = usual > 0 && usual <= n && usual <= m ? fabs(b[(usual - 1) * n + usual - 1]) / first : 1;
  for (size_t k = 0; k < m; k++) {
    solver->order[k] = (size_t)solver->pivot[k] - 1;
  }
  find_combinations(solver, b);
  return HOL_OK;
}

void hol_motion_solver_note_rank(hol_motion_solver *solver)
{
  if (solver->rank > solver->usual_rank) {
    solver->usual_rank = solver->rank;
    solver->usual = solver->smallest;
  }
  solver->usual = solver->rank == solver->usual_rank ? fmax(solver->usual, solver->smallest) : solver->usual;
}

double hol_motion_solver_threshold(const hol_motion_solver *solver)
{
  return fmax(dependent, passing * solver->usual);
}

bool hol_motion_solver_is_unique(const hol_motion_solver *solver, size_t i)
{
  for (size_t k = 0; k < solver->actives; k++) {
    if (solver->active[k] == i) {
      return solver->is_unique[k];
    }
  }
  return true;
}

/* ---- solution ---------------------------------------------------------------------------------------------------- */

/** [M -B'; A 0] with the rows chosen, in units; factored. */
static hol_status factorise(hol_motion_solver *solver)
{
  size_t n = solver->equations->coordinates, r = solver->rank, all = n + r;
  if (solver->sparse) {
    hol_status status = hol_motion_solver_sparse_metric(solver, 2, true, 0, NULL);
    return status == HOL_INVALID ? HOL_NUMERICAL : status;
  }
  double *a = solver->matrix;
  memset(a, 0, all * all * sizeof *a);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      a[j * all + i] = solver->numbers.mass[i * n + j] * solver->unit[i] * solver->unit[j];
    }
  }
  for (size_t k = 0; k < r; k++) {
    size_t c = solver->chosen[k];
    for (size_t j = 0; j < n; j++) {
      a[(n + k) * all + j] = -solver->column[c * n + j] * solver->unit[j] / solver->length[c];
      a[j * all + n + k] = solver->row[c * n + j] * solver->unit[j] / solver->length[c];
    }
  }
  return LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (int)all, (int)all, a, (int)all, solver->pivot) == 0 ? HOL_OK
                                                                                                    : HOL_NUMERICAL;
}

/** Solve for the present load. */
static hol_status substitute(hol_motion_solver *solver)
{
  size_t n = solver->equations->coordinates, r = solver->rank, all = n + r,
         constraints = solver->equations->system->constraints;
  double *x = solver->solution;
  if (solver->sparse) {
    return solve_sparse(solver);
  }
  for (size_t j = 0; j < n; j++) {
    x[j] = solver->load[j] * solver->unit[j];
  }
  for (size_t k = 0; k < r; k++) {
    x[n + k] = solver->right[solver->chosen[k]] / solver->length[solver->chosen[k]];
  }
  LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', (int)all, 1, solver->matrix, (int)all, solver->pivot, x, (int)all);
  memset(solver->multiplier, 0, solver->equations->rows * sizeof(double));
  memset(solver->held, 0, n * sizeof(double));
  bool is_finite = true;
  for (size_t j = 0; j < n; j++) {
    solver->acceleration[j] = x[j] * solver->unit[j];
    is_finite = is_finite && isfinite(solver->acceleration[j]);
  }
  for (size_t k = 0; k < r; k++) {
    size_t c = solver->chosen[k], number = solver->active[c];
    const double *own =
        (solver->equations->row[number].has_by ? solver->numbers.direction : solver->numbers.gradient) + number * n;
    solver->multiplier[number] = x[n + k] / solver->length[c];
    for (size_t j = 0; j < n && number < constraints; j++) {
      solver->held[j] += solver->multiplier[number] * own[j];
    }
  }
  return is_finite ? HOL_OK : HOL_NUMERICAL;
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

/** C for the ideal multipliers, which the first solution has given. */
static hol_status add_work(hol_motion_solver *solver)
{
  const hol_motion_equations *e = solver->equations;
  double *variable = solver->numbers.variable;
  for (size_t i = 0; i < e->system->constraints; i++) {
    variable[hol_motion_reaction(e->system, i)] = solver->multiplier[i];
  }
  hol_motion_work_at(e, &solver->numbers);
  for (size_t j = 0; j < e->coordinates; j++) {
    solver->load[j] += solver->numbers.work[j];
    solver->nonideal[j] += solver->numbers.work[j];
  }
  return substitute(solver);
}

/** Forces that make the reactions vanish go into the load; how far the motion then is from that of the held system. */
static hol_status add_freeing(hol_motion_solver *solver)
{
  hol_motion_freeing *f = &solver->freeing;
  size_t n = solver->equations->coordinates, r = solver->rank;
  double *mass = solver->work, *row = solver->work + n * n, *right = solver->solution, *load = right + r;
  for (size_t i = 0; i < n; i++) {
    load[i] = solver->load[i] * solver->unit[i];
    for (size_t j = 0; j < n; j++) {
      mass[i * n + j] = solver->numbers.mass[i * n + j] * solver->unit[i] * solver->unit[j];
    }
  }
  for (size_t k = 0; k < r; k++) {
    size_t c = solver->chosen[k];
    right[k] = solver->right[c] / solver->length[c];
    for (size_t j = 0; j < n; j++) {
      row[k * n + j] = solver->row[c * n + j] * solver->unit[j] / solver->length[c];
    }
  }
  HOL_TRY(hol_motion_freeing_find(f, mass, row, right, r, load));
  double difference = 0, size = 0;
  memcpy(load, solver->acceleration, n * sizeof *load);
  for (size_t j = 0; j < n; j++) {
    size = fmax(size, fabs(load[j]) / solver->unit[j]);
    difference = fmax(difference, fabs(load[j] - f->free[j] * solver->unit[j]) / solver->unit[j]);
    f->force[j] /= solver->unit[j];
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
  HOL_TRY(factorise(solver));
  HOL_TRY(substitute(solver));
  HOL_TRY(e->has_work ? add_work(solver) : HOL_OK);
  HOL_TRY(solver->freeing.is_chosen ? add_freeing(solver) : HOL_OK);
  if (solver->rank < solver->actives && solver->actives > e->system->constraints) {
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
  size_t n = solver->equations->coordinates, r = solver->rank, all = n + r;
  double *x = solver->solution;
  if (solver->sparse) {
    memset(x, 0, solver->actives * sizeof *x);
    if (hol_sparse_saddle_solve(solver->sparse, load, right ? right : x, acceleration, multiplier) != HOL_OK) {
      acceleration[0] = (double)NAN;
    }
    return;
  }
  for (size_t j = 0; j < n; j++) {
    x[j] = load[j] * solver->unit[j];
  }
  for (size_t k = 0; k < r; k++) {
    size_t c = solver->chosen[k];
    x[n + k] = right ? right[solver->active[c]] / solver->length[c] : 0;
  }
  LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', (int)all, 1, solver->matrix, (int)all, solver->pivot, x, (int)all);
  memset(multiplier, 0, solver->equations->rows * sizeof *multiplier);
  for (size_t j = 0; j < n; j++) {
    acceleration[j] = x[j] * solver->unit[j];
  }
  for (size_t k = 0; k < r; k++) {
    size_t c = solver->chosen[k];
    multiplier[solver->active[c]] = x[n + k] / solver->length[c];
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
