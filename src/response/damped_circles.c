/* SPDX-License-Identifier: BSD-3-Clause */
/* Proved circles about undamped eigenvalues, each with one damped eigenvalue, where dashpots alone dissipate little. */
#include "base/memory.h"
#include "response/damped_search.h"
#include "response/dynamic.h"
#include "response/damping_models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 8, STEPS = 3 };
/** Frequency of the quasi-static solution over the first; rounding of powers and static compliances; relative distance
 *  of equal frequencies. */
static const double quasi_static = 1e-7, rounding = 1e-10, equal_frequencies = 1e-6;

/** The structure without its dashpots, and the rows of these. {0} is empty. */
typedef struct undamped_structure {
  hol_model *model; /**< borrowed */
  hol_system system;
  hol_dynamic dynamic;
  double *damping;        /**< [model.dashpot_count] N s/m */
  double complex *vector; /**< [2 n] scratch */
} undamped_structure;

static void clear(undamped_structure *a)
{
  hol_dynamic_clear(&a->dynamic);
  hol_system_clear(&a->system);
  free(a->damping);
  free(a->vector);
}

/** The structure without damping by its dashpots. */
static hol_status begin(hol_undamped *undamped, double last, undamped_structure *a, hol_faults *faults)
{
  a->model = &undamped->model;
  a->model->reach = 16 * last * last;
  HOL_TRY(hol_system_build(a->model, 0, ORDERS, HOL_BOUND_UPPER, &a->system));
  HOL_TRY(hol_dynamic_start(&a->system, NULL, 0, &a->dynamic, faults));
  a->dynamic.leaves_out_dashpots = true;
  a->damping = hol_alloc(a->model->dashpot_count, sizeof *a->damping);
  for (size_t i = 0; a->damping && i < a->model->dashpot_count; i++) {
    a->damping[i] = a->model->problem->joint[a->model->dashpot[i].joint].damping;
  }
  return a->damping ? HOL_OK : HOL_MEMORY;
}

static hol_status factorise(undamped_structure *a, double omega)
{
  HOL_TRY(hol_dynamic_fill(&a->dynamic, hol_complex(0, omega), false));
  HOL_TRY(hol_dynamic_factorise(&a->dynamic));
  free(a->vector);
  a->vector = hol_alloc(2 * a->dynamic.n, sizeof *a->vector);
  return a->vector ? HOL_OK : HOL_MEMORY;
}

static double complex along(const hol_sparse *row, const double complex *x)
{
  double complex sum = 0;
  for (size_t i = 0; i < row->count; i++) {
    sum += row->value[i] * x[row->index[i]];
  }
  return sum;
}

/** φᵀCφ of the mode at ω, of unit modal mass. */
static hol_status find_power(undamped_structure *a, double omega, double *power)
{
  const double aside = 1e-11;
  HOL_TRY(factorise(a, omega * (1 + aside)));
  hol_dynamic *d = &a->dynamic;
  double complex *v = a->vector, *y = v + d->n, sum = 0;
  for (size_t i = 0; i < d->n; i++) {
    v[i] = cos(1.7 * (double)i);
  }
  for (int k = 0; k < STEPS; k++) {
    double largest = 0;
    hol_dynamic_apply(d, true, v, y);
    HOL_TRY(hol_dynamic_solve(d, y, 1));
    for (size_t i = 0; i < d->n; i++) {
      largest = fmax(largest, cabs(y[i]));
    }
    for (size_t i = 0; i < d->n; i++) {
      v[i] = y[i] / largest;
    }
  }
  double complex mass = hol_dynamic_product(d, v, v) / (2 * d->s);
  for (size_t i = 0; i < a->model->dashpot_count; i++) {
    double complex phi = along(&a->model->dashpot[i].along.row, v);
    sum += a->damping[i] * phi * phi / mass;
  }
  *power = creal(sum);
  return isfinite(cabs(sum)) && fabs(cimag(sum)) <= equal_frequencies * cabs(sum) ? HOL_OK : HOL_NUMERICAL;
}

/** Residual flexibility at the dashpots: static compliance less that of the known modes. */
static hol_status find_residual_power(undamped_structure *a, const hol_dashpot_modes *m, double *rest)
{
  double all = 0, known = 0;
  HOL_TRY(factorise(a, quasi_static * m->omega[0]));
  for (size_t i = 0; i < a->model->dashpot_count; i++) {
    const hol_sparse *row = &a->model->dashpot[i].along.row;
    memset(a->vector, 0, a->dynamic.n * sizeof *a->vector);
    for (size_t k = 0; k < row->count; k++) {
      a->vector[row->index[k]] += row->value[k];
    }
    HOL_TRY(hol_dynamic_solve(&a->dynamic, a->vector, 1));
    all += a->damping[i] * creal(along(row, a->vector));
  }
  for (size_t k = 0; k < m->count; k++) {
    known += m->power[k] / (m->omega[k] * m->omega[k]);
  }
  *rest = fmax(all - known, 0) + rounding * all;
  return all - known >= -1e3 * rounding * all ? HOL_OK : HOL_NUMERICAL;
}

/** Assign the circle to the one damped mode in it; if there is another number of them, to none. */
static void assign_circle(hol_damped *found, double omega, double radius)
{
  hol_damped_motion *in = NULL;
  size_t count = 0;
  for (size_t i = 0; i < found->motions; i++) {
    if (hypot(found->motion[i].s[0], found->motion[i].s[1] - omega) <= radius) {
      in = &found->motion[i];
      count++;
    }
  }
  if (count == 1) {
    in->lower = omega - radius;
    in->upper = omega + radius;
    in->region = HOL_REGION_CIRCLE;
    in->centre[0] = 0;
    in->centre[1] = omega;
    in->radius = radius;
  }
}

/** Frequencies, all different, and powers φᵀCφ; [count] each. @return HOL_NUMERICAL: some are equal */
static hol_status find_modes(undamped_structure *a, const hol_undamped *undamped, double *omega, double *power)
{
  const hol_result *r = &undamped->result;
  for (size_t i = 0; i < r->mode_count; i++) {
    omega[i] = r->mode[i].omega;
    if (!(omega[i] > 0) || (i > 0 && !(omega[i] > omega[i - 1] * (1 + equal_frequencies)))) {
      return HOL_NUMERICAL;
    }
    HOL_TRY(find_power(a, omega[i], &power[i]));
    power[i] *= 1 + rounding;
  }
  return HOL_OK;
}

hol_status hol_damped_circles(hol_undamped *undamped, hol_damped *found, hol_faults *faults)
{
  const hol_result *r = &undamped->result;
  size_t count = r->mode_count;
  if (count == 0 || !undamped->is_proved) {
    return HOL_OK;
  }
  undamped_structure a = {.damping = NULL};
  double *omega = hol_alloc(2 * count, sizeof *omega), *power = omega ? omega + count : NULL;
  hol_status status = omega ? begin(undamped, r->mode[count - 1].omega, &a, faults) : HOL_MEMORY;
  status = status == HOL_OK ? find_modes(&a, undamped, omega, power) : status;
  hol_dashpot_modes modes = {.omega = omega, .power = power, .count = count, .beyond = undamped->covered};
  status = status == HOL_OK ? find_residual_power(&a, &modes, &modes.rest) : status;
  for (size_t k = 0; status == HOL_OK && k < count; k++) {
    double radius = hol_dashpot_circle(&modes, k);
    if (!isnan(radius)) {
      assign_circle(found, omega[k], radius + (r->mode[k].upper - r->mode[k].lower) + rounding * omega[k]);
    }
  }
  free(omega);
  clear(&a);
  return status == HOL_NUMERICAL ? HOL_OK : status;
}
