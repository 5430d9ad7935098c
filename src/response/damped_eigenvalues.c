/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped eigenvalues by Newton's method on det S(s) with deflation of known roots, refined by inverse iteration. */
#include "response/damped_eigenvalues.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { STEPS = 60, POLISH = 8, CIRCLE_POINTS = 16, CIRCLES = 3, TRACE_SIZE_MAX = 40 };
/** Relative Newton step below which polishing takes over; relative distance of roots that are told apart by
 *  multiplicity alone; relative radius of the first circle for multiplicities. */
static const double converged = 1e-6, same_root = 1e-6, test_circle = 1e-3;
/** Reduction of the circle about a zero until neighbours do not disturb; tolerance of an integer multiplicity. */
static const double circle_reduction = 8, integer_tolerance = 0.1;
/** Relative step of difference quotients of determinants; relative Newton step by these below which polishing takes
 *  over. */
static const double difference_step = 1e-6, difference_converged = 1e-4;
/** Relative imaginary part below which a real eigenvalue is tried first. */
static const double nearly_real = 1e-6;

void hol_eigenvalues_clear(hol_eigenvalues *z)
{
  free(z->zero);
  free(z->residual);
  *z = (hol_eigenvalues){0};
}

/** Count a matrix and report progress. @return HOL_INCOMPLETE: progress said stop */
static hol_status count_evaluation(hol_eigenvalues *z)
{
  z->evaluations++;
  bool may_go_on = !z->watch.progress || z->watch.progress(z->watch.context, z->count, z->wanted, 0);
  return may_go_on ? HOL_OK : HOL_INCOMPLETE;
}

/** f'/f by a central difference of determinants. */
static hol_status slope_by_difference(hol_eigenvalues *z, double complex s, double complex *slope)
{
  double size[2], angle[2];
  for (int k = 0; k < 2; k++) {
    HOL_TRY(count_evaluation(z));
    HOL_TRY(hol_dynamic_fill(z->dynamic, s * (k ? 1 + difference_step : 1 - difference_step), true));
    HOL_TRY(hol_dynamic_factorise(z->dynamic));
    HOL_TRY(hol_complex_lu_determinant(&z->dynamic->lu, &size[k], &angle[k]));
  }
  *slope = hol_complex(size[1] - size[0], remainder(angle[1] - angle[0], 2 * acos(-1))) / (2 * difference_step * s);
  return HOL_OK;
}

hol_status hol_log_derivative(hol_eigenvalues *z, double complex s, bool keep_form, double complex *slope)
{
  HOL_TRY(hol_dynamic_fill(z->dynamic, s, keep_form));
  if (z->dynamic->n > TRACE_SIZE_MAX) {
    return slope_by_difference(z, s, slope);
  }
  HOL_TRY(count_evaluation(z));
  HOL_TRY(hol_dynamic_factorise(z->dynamic));
  return hol_dynamic_trace(z->dynamic, slope);
}

/** The part of f'/f that the known roots explain: deflation. */
static double complex known_roots_part(const hol_eigenvalues *z, double complex s)
{
  double complex sum = z->at_zero ? (double)z->at_zero / s : 0;
  for (size_t i = 0; i < z->count; i++) {
    sum += 1 / (s - z->zero[i]);
    sum += !z->is_lossy && cimag(z->zero[i]) > 0 ? 1 / (s - conj(z->zero[i])) : 0;
  }
  return sum;
}

/** Σ |u_i| |S_ij| |v_j|: rounding of uᵀS v is ε times this. */
static double size_of_terms(const hol_dynamic *d, const double complex *u, const double complex *v)
{
  double sum = 0;
  for (size_t i = 0; i < d->entry_count; i++) {
    const hol_complex_entry *e = &d->entry[i];
    double size = cabs(e->value);
    if (hol_dynamic_is_symmetric(d)) {
      sum += (e->row == e->column ? 1 : 2) * size * cabs(v[e->row]) * cabs(v[e->column]);
    } else {
      sum += size * cabs(u[e->row]) * cabs(v[e->column]);
      sum += hol_complex_entry_has_mirror(e) ? size * cabs(u[e->column]) * cabs(v[e->row]) : 0;
    }
  }
  return sum;
}

/** Factorise S at s, or, where S is singular to the last bit, next to it. @param[out] here  where */
static hol_status factorise_beside(hol_eigenvalues *z, double complex s, double complex *here)
{
  static const double offset[] = {0, 1e-14, 1e-12, 1e-10};
  hol_status status = HOL_NUMERICAL;
  for (size_t k = 0; k < sizeof offset / sizeof *offset && status == HOL_NUMERICAL; k++) {
    *here = s * (1 + offset[k]);
    HOL_TRY(count_evaluation(z));
    HOL_TRY(hol_dynamic_fill(z->dynamic, *here, false));
    status = hol_dynamic_factorise(z->dynamic);
  }
  return status;
}

/** The right vector of the eigenvalue next to the factorised matrix, or the left one, by inverse iteration.
 *  @param[out] v  [n] of largest entry 1; y: [n] scratch */
static hol_status iterate_vector(hol_dynamic *d, bool left, double complex *v, double complex *y)
{
  for (size_t i = 0; i < d->n; i++) {
    v[i] = hol_complex(cos(1.7 * (double)i), sin(2.3 * (double)i));
  }
  for (int k = 0; k < 3; k++) {
    double largest = 0;
    if (left) {
      hol_dynamic_apply_transposed(d, true, v, y);
      HOL_TRY(hol_dynamic_solve_transposed(d, y, 1));
    } else {
      hol_dynamic_apply(d, true, v, y);
      HOL_TRY(hol_dynamic_solve(d, y, 1));
    }
    for (size_t i = 0; i < d->n; i++) {
      largest = fmax(largest, cabs(y[i]));
    }
    if (!(largest > 0) || !isfinite(largest)) {
      return HOL_NUMERICAL;
    }
    for (size_t i = 0; i < d->n; i++) {
      v[i] = y[i] / largest;
    }
  }
  return HOL_OK;
}

/** One Newton step by the quotient uᵀS v/(uᵀS′v), with the left vector u: where S is symmetric, u = v.
 *  @param[out] v     [3n] scratch
 *  @param[out] step  to be subtracted from s; rounding: its rounding error */
static hol_status refine(hol_eigenvalues *z, double complex s, double complex *v, double complex *step,
                         double *rounding)
{
  hol_dynamic *d = z->dynamic;
  bool is_symmetric = hol_dynamic_is_symmetric(d);
  double complex here;
  HOL_TRY(factorise_beside(z, s, &here));
  double complex *y = v + d->n, *u = is_symmetric ? v : y + d->n, work = 0, slope;
  HOL_TRY(iterate_vector(d, false, v, y));
  HOL_TRY(is_symmetric ? HOL_OK : iterate_vector(d, true, u, y));
  hol_dynamic_apply(d, false, v, y);
  for (size_t i = 0; i < d->n; i++) {
    work += u[i] * y[i];
  }
  slope = hol_dynamic_product(d, u, v);
  *step = work / slope - (here - s);
  *rounding = DBL_EPSILON * size_of_terms(d, u, v) / cabs(slope);
  return isfinite(cabs(*step)) ? HOL_OK : HOL_NUMERICAL;
}

/** Newton steps down to rounding.
 *  @param[out] residual  the last step and rounding, relative
 *  @return HOL_NUMERICAL: no convergence, or rounding exceeds the tolerance */
static hol_status polish(hol_eigenvalues *z, double complex *s, double *residual)
{
  hol_dynamic *d = z->dynamic;
  double before = HUGE_VAL, rounding;
  *residual = HUGE_VAL;
  for (int k = 0; k < POLISH; k++) {
    double complex step;
    HOL_TRY(hol_dynamic_fill(d, *s, false)); /* the number of unknowns may change */
    double complex *v = hol_alloc(3 * d->n, sizeof *v);
    hol_status status = v ? refine(z, *s, v, &step, &rounding) : HOL_MEMORY;
    free(v);
    HOL_TRY(status);
    double size = cabs(step) / cabs(*s);
    if (!(size < before / 2)) {
      break;
    }
    before = size;
    *residual = size + rounding / cabs(*s);
    *s -= z->is_lossy || cimag(*s) > 0 ? step : creal(step);
    if (size < DBL_EPSILON) {
      break;
    }
  }
  return *residual < converged ? HOL_OK : HOL_NUMERICAL;
}

/** Newton's steps with deflation until they are short. @return HOL_NUMERICAL: no convergence */
static hol_status approach(hol_eigenvalues *z, double complex *s, double farthest)
{
  for (int k = 0; k < STEPS; k++) {
    double complex slope;
    hol_status status = hol_log_derivative(z, *s, false, &slope);
    if (status == HOL_NUMERICAL) { /* at a zero to the last bit */
      return HOL_OK;
    }
    HOL_TRY(status);
    double complex step = 1 / (slope - known_roots_part(z, *s));
    double size = cabs(step), most = 0.3 * cabs(*s);
    if (!isfinite(size)) {
      return HOL_NUMERICAL;
    }
    *s -= size > most ? step * (most / size) : step;
    *s = cimag(*s) < 0 && !z->is_lossy ? conj(*s) : *s;
    if (!(cabs(*s) < farthest)) {
      return HOL_NUMERICAL;
    }
    if (size < (z->dynamic->n > TRACE_SIZE_MAX ? difference_converged : converged) * cabs(*s)) {
      return HOL_OK;
    }
  }
  return HOL_NUMERICAL;
}

/** Multiplicity of s together with its neighbours, by the mean of (s − s₀) f'/f on a circle: a smaller circle where
 *  that is no integer because others are near its edge. @param[in] first  circle, from 0; @param[out] part  its
 *  radius over |s| */
static hol_status multiplicity_at(hol_eigenvalues *z, double complex s, int first, size_t *multiplicity, double *part)
{
  double complex mean = 0;
  for (int k = first; k < CIRCLES; k++) {
    *part = test_circle * pow(circle_reduction, -k);
    mean = 0;
    for (int i = 0; i < CIRCLE_POINTS; i++) {
      double angle = 2 * acos(-1) * (i + 0.5) / CIRCLE_POINTS;
      double complex away = *part * cabs(s) * hol_complex(cos(angle), sin(angle)), slope;
      HOL_TRY(hol_log_derivative(z, s + away, false, &slope));
      mean += away * slope / CIRCLE_POINTS;
    }
    if (cabs(mean - rint(creal(mean))) < integer_tolerance) {
      break;
    }
  }
  *multiplicity = creal(mean) > 0.5 ? (size_t)lround(creal(mean)) : 0;
  return HOL_OK;
}

/** Number of known roots within a relative distance of s, conjugates included. */
static size_t known_near(const hol_eigenvalues *z, double complex s, double part)
{
  size_t count = 0;
  for (size_t i = 0; i < z->count; i++) {
    count += cabs(z->zero[i] - s) < part * cabs(s);
    count += !z->is_lossy && cimag(z->zero[i]) > 0 && cabs(conj(z->zero[i]) - s) < part * cabs(s);
  }
  return count;
}

static hol_status add(hol_eigenvalues *z, double complex s, double residual)
{
  if (!hol_grow(&z->zero, &z->capacity, z->count + 1, sizeof *z->zero) ||
      !hol_grow(&z->residual, &z->residual_capacity, z->count + 1, sizeof *z->residual)) {
    return HOL_MEMORY;
  }
  z->zero[z->count] = s;
  z->residual[z->count++] = residual;
  return HOL_OK;
}

/** Test for a simple zero: f'/f next to s is that of one zero at s. Where f is rounding alone it is not. Closer to s
 *  the part of other zeros decreases: there the test is made on both sides. */
static hol_status is_single(hol_eigenvalues *z, double complex s, bool *is)
{
  double part = test_circle;
  *is = false;
  for (int k = 0; k < CIRCLES && !*is; k++, part /= circle_reduction) {
    *is = true;
    for (int side = 1; side >= (k ? -1 : 1) && *is; side -= 2) {
      double complex away = side * part * cabs(s) * hol_complex(0.6, 0.8), slope;
      HOL_TRY(hol_log_derivative(z, s + away, false, &slope));
      *is = cabs(away * slope - 1) < 0.3;
    }
  }
  return HOL_OK;
}

/** Test whether a converged value is a root not yet known. One equal to a known root is new only if the multiplicity in
 *  the smallest circle exceeds the known roots there: a larger circle may hold a neighbour, which is found by
 *  itself. */
static hol_status is_new_root(hol_eigenvalues *z, double complex s, bool *is_new)
{
  size_t all = 0, known = known_near(z, s, same_root);
  double part = test_circle;
  if (known == 0) {
    HOL_TRY(is_single(z, s, is_new));
  }
  if (known > 0 || !*is_new) {
    HOL_TRY(multiplicity_at(z, s, known > 0 ? CIRCLES - 1 : 0, &all, &part));
    *is_new = known_near(z, s, part) < all;
  }
  return HOL_OK;
}

/** Polish, on the real axis first where s is nearly real, and add the root if it is new. */
static hol_status accept(hol_eigenvalues *z, double complex s, bool *found)
{
  double residual;
  hol_status status = HOL_NUMERICAL;
  if (!z->is_lossy && cimag(s) < nearly_real * cabs(s)) {
    double complex real = creal(s);
    status = polish(z, &real, &residual);
    s = status == HOL_OK ? real : s;
  }
  status = status == HOL_NUMERICAL ? polish(z, &s, &residual) : status;
  if (status == HOL_OK && fabs(cimag(s)) <= 4 * residual * cabs(s)) { /* real within its error: no pair */
    s = creal(s);
  }
  if (status == HOL_OK && (z->is_lossy || !(cimag(s) < 0))) {
    status = is_new_root(z, s, found); /* undecided roots are left to the count */
    *found = status == HOL_OK && *found;
    return *found ? add(z, s, residual) : status == HOL_NUMERICAL ? HOL_OK : status;
  }
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

hol_status hol_eigenvalues_find(hol_eigenvalues *z, double complex guess, double farthest, bool *found)
{
  double complex s = guess;
  *found = false;
  HOL_TRY(accept(z, s, found)); /* the guess itself may be close to one */
  if (*found) {
    return HOL_OK;
  }
  hol_status status = approach(z, &s, farthest);
  return status == HOL_OK ? accept(z, s, found) : status == HOL_NUMERICAL ? HOL_OK : status;
}

bool hol_eigenvalue_region_contains(const hol_eigenvalue_region *region, double complex s)
{
  bool is = cabs(s) < region->radius;
  for (size_t i = 0; i < region->discs; i++) {
    is = is && !(cabs(s - region->centre[i]) < region->part * cabs(region->centre[i]));
  }
  return is;
}

size_t hol_eigenvalues_known_in(const hol_eigenvalues *z, const hol_eigenvalue_region *region)
{
  size_t count = z->at_zero;
  for (size_t i = 0; i < z->count; i++) {
    if (hol_eigenvalue_region_contains(region, z->zero[i])) {
      count += !z->is_lossy && cimag(z->zero[i]) > 0 ? 2 : 1;
    }
  }
  return count;
}
