/* SPDX-License-Identifier: BSD-3-Clause */
/* Zeros of the determinant, one after another, by Newton steps that keep away from those known. */
#include "response/zeros.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { STEPS = 60, POLISH = 8, AROUND = 16, CIRCLES = 3, TRACE_MOST = 40 };
/** A step so short, relatively, is taken over by polishing. Zeros closer than `same` are told apart by how often the
 *  value is one. */
static const double close = 1e-6, same = 1e-6, around = 1e-3;
/** Circles about a zero become so much narrower until others do not disturb, and its multiplicity is whole but for so
 *  much. */
static const double narrower = 8, whole = 0.1;
/** Determinants whose difference is a derivative, relatively aside; steps of such derivatives are taken over by
 *  polishing earlier. */
static const double aside = 1e-6, less_close = 1e-4;
/** Imaginary parts below this, relatively, are tried as none. */
static const double thin = 1e-6;

void hol_zeros_clear(hol_zeros *z)
{
  free(z->zero);
  free(z->residual);
  *z = (hol_zeros){0};
}

/** Before every matrix. @return HOL_INCOMPLETE: it is to stop */
static hol_status go_on(hol_zeros *z)
{
  z->evaluations++;
  bool may_go_on = !z->watch.progress || z->watch.progress(z->watch.context, z->count, z->wanted, 0);
  return may_go_on ? HOL_OK : HOL_INCOMPLETE;
}

/** By determinants a little aside. */
static hol_status slope_by_difference(hol_zeros *z, double complex s, double complex *slope)
{
  double size[2], angle[2];
  for (int k = 0; k < 2; k++) {
    HOL_TRY(go_on(z));
    HOL_TRY(hol_dynamic_fill(z->dynamic, s * (k ? 1 + aside : 1 - aside), true));
    HOL_TRY(hol_dynamic_factorise(z->dynamic));
    HOL_TRY(hol_complex_lu_determinant(&z->dynamic->lu, &size[k], &angle[k]));
  }
  *slope = hol_complex(size[1] - size[0], remainder(angle[1] - angle[0], 2 * acos(-1))) / (2 * aside * s);
  return HOL_OK;
}

hol_status hol_zeros_slope(hol_zeros *z, double complex s, bool keep_form, double complex *slope)
{
  HOL_TRY(hol_dynamic_fill(z->dynamic, s, keep_form));
  if (z->dynamic->n > TRACE_MOST) {
    return slope_by_difference(z, s, slope);
  }
  HOL_TRY(go_on(z));
  HOL_TRY(hol_dynamic_factorise(z->dynamic));
  return hol_dynamic_trace(z->dynamic, slope);
}

/** What zeros known have of f'/f. */
static double complex known_at(const hol_zeros *z, double complex s)
{
  double complex sum = z->at_zero ? (double)z->at_zero / s : 0;
  for (size_t i = 0; i < z->count; i++) {
    sum += 1 / (s - z->zero[i]);
    sum += !z->is_lossy && cimag(z->zero[i]) > 0 ? 1 / (s - conj(z->zero[i])) : 0;
  }
  return sum;
}

/** Σ |v_i| |S_ij| |v_j|: rounding of vᵀS v is ε times this. */
static double size_of_terms(const hol_dynamic *d, const double complex *v)
{
  double sum = 0;
  for (size_t i = 0; i < d->entry_count; i++) {
    const hol_complex_entry *e = &d->entry[i];
    sum += (e->row == e->column ? 1 : 2) * cabs(e->value) * cabs(v[e->row]) * cabs(v[e->column]);
  }
  return sum;
}

/** Factors at s, or where S is singular to the last bit a little aside. @param[out] here  where */
static hol_status factorise_beside(hol_zeros *z, double complex s, double complex *here)
{
  static const double asides[] = {0, 1e-14, 1e-12, 1e-10};
  hol_status status = HOL_NUMERICAL;
  for (size_t k = 0; k < sizeof asides / sizeof *asides && status == HOL_NUMERICAL; k++) {
    *here = s * (1 + asides[k]);
    HOL_TRY(go_on(z));
    HOL_TRY(hol_dynamic_fill(z->dynamic, *here, false));
    status = hol_dynamic_factorise(z->dynamic);
  }
  return status;
}

/** One step with the motion at s. @param[out] step  s less it is closer; rounding: what it leaves of it */
static hol_status refine(hol_zeros *z, double complex s, double complex *v, double complex *step, double *rounding)
{
  hol_dynamic *d = z->dynamic;
  double complex here;
  HOL_TRY(factorise_beside(z, s, &here));
  double complex *y = v + d->n, work = 0, slope;
  for (size_t i = 0; i < d->n; i++) {
    v[i] = hol_complex(cos(1.7 * (double)i), sin(2.3 * (double)i));
  }
  for (int k = 0; k < 3; k++) {
    double largest = 0;
    hol_dynamic_apply(d, true, v, y);
    HOL_TRY(hol_dynamic_solve(d, y, 1));
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
  hol_dynamic_apply(d, false, v, y);
  for (size_t i = 0; i < d->n; i++) {
    work += v[i] * y[i];
  }
  slope = hol_dynamic_product(d, v, v);
  *step = work / slope - (here - s);
  *rounding = DBL_EPSILON * size_of_terms(d, v) / cabs(slope);
  return isfinite(cabs(*step)) ? HOL_OK : HOL_NUMERICAL;
}

/** Steps until they are as short as rounding leaves them.
 *  @param[out] residual  the last one and rounding, relative
 *  @return HOL_NUMERICAL: s is no zero, or rounding does not tell */
static hol_status polish(hol_zeros *z, double complex *s, double *residual)
{
  hol_dynamic *d = z->dynamic;
  double before = HUGE_VAL, rounding;
  *residual = HUGE_VAL;
  for (int k = 0; k < POLISH; k++) {
    double complex step;
    HOL_TRY(hol_dynamic_fill(d, *s, false)); /* the number of unknowns may change */
    double complex *v = hol_alloc(2 * d->n, sizeof *v);
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
  return *residual < close ? HOL_OK : HOL_NUMERICAL;
}

/** Newton's steps until they are short. @return HOL_NUMERICAL: they do not become so */
static hol_status approach(hol_zeros *z, double complex *s, double farthest)
{
  for (int k = 0; k < STEPS; k++) {
    double complex slope;
    hol_status status = hol_zeros_slope(z, *s, false, &slope);
    if (status == HOL_NUMERICAL) { /* at a zero, to the last bit */
      return HOL_OK;
    }
    HOL_TRY(status);
    double complex step = 1 / (slope - known_at(z, *s));
    double size = cabs(step), most = 0.3 * cabs(*s);
    if (!isfinite(size)) {
      return HOL_NUMERICAL;
    }
    *s -= size > most ? step * (most / size) : step;
    *s = cimag(*s) < 0 && !z->is_lossy ? conj(*s) : *s;
    if (!(cabs(*s) < farthest)) {
      return HOL_NUMERICAL;
    }
    if (size < (z->dynamic->n > TRACE_MOST ? less_close : close) * cabs(*s)) {
      return HOL_OK;
    }
  }
  return HOL_NUMERICAL;
}

/** How often s is a zero with all that is close to it, by the mean of (s − s₀) f'/f on a circle: a smaller one where
 *  that is no whole number, since others are near its edge. @param[in] first  circle, from 0; @param[out] part  its
 *  radius over |s| */
static hol_status multiplicity_at(hol_zeros *z, double complex s, int first, size_t *multiplicity, double *part)
{
  double complex mean = 0;
  for (int k = first; k < CIRCLES; k++) {
    *part = around * pow(narrower, -k);
    mean = 0;
    for (int i = 0; i < AROUND; i++) {
      double angle = 2 * acos(-1) * (i + 0.5) / AROUND;
      double complex away = *part * cabs(s) * hol_complex(cos(angle), sin(angle)), slope;
      HOL_TRY(hol_zeros_slope(z, s + away, false, &slope));
      mean += away * slope / AROUND;
    }
    if (cabs(mean - rint(creal(mean))) < whole) {
      break;
    }
  }
  *multiplicity = creal(mean) > 0.5 ? (size_t)lround(creal(mean)) : 0;
  return HOL_OK;
}

/** Zeros known within a part of s; conjugates too. */
static size_t known_near(const hol_zeros *z, double complex s, double part)
{
  size_t count = 0;
  for (size_t i = 0; i < z->count; i++) {
    count += cabs(z->zero[i] - s) < part * cabs(s);
    count += !z->is_lossy && cimag(z->zero[i]) > 0 && cabs(conj(z->zero[i]) - s) < part * cabs(s);
  }
  return count;
}

static hol_status add(hol_zeros *z, double complex s, double residual)
{
  if (!hol_grow(&z->zero, &z->capacity, z->count + 1, sizeof *z->zero) ||
      !hol_grow(&z->residual, &z->residual_capacity, z->count + 1, sizeof *z->residual)) {
    return HOL_MEMORY;
  }
  z->zero[z->count] = s;
  z->residual[z->count++] = residual;
  return HOL_OK;
}

/** Is f'/f a little aside that of one zero at s? Where f is nothing but rounding it is not. What others add gets less
 *  closer to s: there on both sides. */
static hol_status is_single(hol_zeros *z, double complex s, bool *is)
{
  double part = around;
  *is = false;
  for (int k = 0; k < CIRCLES && !*is; k++, part /= narrower) {
    *is = true;
    for (int side = 1; side >= (k ? -1 : 1) && *is; side -= 2) {
      double complex away = side * part * cabs(s) * hol_complex(0.6, 0.8), slope;
      HOL_TRY(hol_zeros_slope(z, s + away, false, &slope));
      *is = cabs(away * slope - 1) < 0.3;
    }
  }
  return HOL_OK;
}

/** A value that came out: is it a zero that is not known? One that is known is another one only if it is double in the
 *  smallest circle: in a larger one there may be a neighbour, which is to be found by itself. */
static hol_status judge(hol_zeros *z, double complex s, bool *is_new)
{
  size_t all = 0, known = known_near(z, s, same);
  double part = around;
  if (known == 0) {
    HOL_TRY(is_single(z, s, is_new));
  }
  if (known > 0 || !*is_new) {
    HOL_TRY(multiplicity_at(z, s, known > 0 ? CIRCLES - 1 : 0, &all, &part));
    *is_new = known_near(z, s, part) < all;
  }
  return HOL_OK;
}

/** Polish, on the real axis too, and keep what is new. */
static hol_status take(hol_zeros *z, double complex s, bool *found)
{
  double residual;
  hol_status status = HOL_NUMERICAL;
  if (!z->is_lossy && cimag(s) < thin * cabs(s)) {
    double complex real = creal(s);
    status = polish(z, &real, &residual);
    s = status == HOL_OK ? real : s;
  }
  status = status == HOL_NUMERICAL ? polish(z, &s, &residual) : status;
  if (status == HOL_OK && fabs(cimag(s)) <= 4 * residual * cabs(s)) { /* real as far as is known: no pair */
    s = creal(s);
  }
  if (status == HOL_OK && (z->is_lossy || !(cimag(s) < 0))) {
    status = judge(z, s, found); /* what it cannot tell is left to the count */
    *found = status == HOL_OK && *found;
    return *found ? add(z, s, residual) : status == HOL_NUMERICAL ? HOL_OK : status;
  }
  return status == HOL_NUMERICAL ? HOL_OK : status;
}

hol_status hol_zeros_seek(hol_zeros *z, double complex guess, double farthest, bool *found)
{
  double complex s = guess;
  *found = false;
  HOL_TRY(take(z, s, found)); /* the nearest one, if it is near */
  if (*found) {
    return HOL_OK;
  }
  hol_status status = approach(z, &s, farthest);
  return status == HOL_OK ? take(z, s, found) : status == HOL_NUMERICAL ? HOL_OK : status;
}

bool hol_zeros_is_in(const hol_zeros_region *region, double complex s)
{
  bool is = cabs(s) < region->radius;
  for (size_t i = 0; i < region->discs; i++) {
    is = is && !(cabs(s - region->centre[i]) < region->part * cabs(region->centre[i]));
  }
  return is;
}

size_t hol_zeros_within(const hol_zeros *z, const hol_zeros_region *region)
{
  size_t count = z->at_zero;
  for (size_t i = 0; i < z->count; i++) {
    if (hol_zeros_is_in(region, z->zero[i])) {
      count += !z->is_lossy && cimag(z->zero[i]) > 0 ? 2 : 1;
    }
  }
  return count;
}
