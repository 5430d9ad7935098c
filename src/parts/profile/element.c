/* SPDX-License-Identifier: BSD-3-Clause */
/* One element of a member with varying properties: orthonormal strain polynomials, fields, energies. */
#include "parts/profile/element.h"
#include "base/memory.h"
#include "parts/profile/legendre.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool hol_profile_is_bending(const hol_profile *profile)
{
  return profile->motion == HOL_BENDING_Y || profile->motion == HOL_BENDING_Z;
}

hol_status hol_profile_values_at(const hol_profile *profile, size_t piece, double x, hol_profile_values *values)
{
  *values = (hol_profile_values){0};
  HOL_TRY(profile->at(profile->context, piece, x / profile->length, values));
  const hol_profile_values *v = values;
  bool finite = isfinite(v->stiffness) && isfinite(v->mass) && isfinite(v->rotary) && isfinite(v->shear) &&
                isfinite(v->tension) && isfinite(v->foundation);
  bool in_range = v->stiffness > 0 && v->mass >= 0 && v->rotary >= 0 && v->shear >= 0 && v->foundation >= 0;
  if (!hol_profile_is_bending(profile)) {
    values->rotary = values->shear = values->tension = 0;
  }
  return finite && in_range ? HOL_OK : HOL_INVALID;
}

/** Workspace of the construction of an element. */
typedef struct workshop {
  size_t n; /**< Gauss points */
  bool bending;
  long double *s, *w;        /**< [n] points and weights on (−1, 1) */
  long double *P;            /**< [degree * n] Legendre polynomials at the points */
  hol_profile_values *value; /**< [n] */
  long double *weight;       /**< [n] of the energy product */
  long double *node;         /**< [n * p] orthonormal polynomials at the points */
  long double *series;       /**< [p * degree] the same as Legendre series, one after the other */
  long double *turn, *move;  /**< [degree] one field */
} workshop;

static double *column(hol_element *e, hol_field_kind field, size_t j)
{
  return e->field[field] + j * e->degree;
}

static void store(hol_element *e, hol_field_kind field, size_t j, const long double *series, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    column(e, field, j)[k] = (double)series[k];
  }
}

static long double dot(size_t n, const long double *weight, const long double *a, const long double *b)
{
  long double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += weight[i] * a[i] * b[i];
  }
  return sum;
}

static void subtract_polynomial(size_t n, long double factor, const long double *a, long double *b)
{
  for (size_t i = 0; i < n; i++) {
    b[i] -= factor * a[i];
  }
}

static void scale_polynomial(size_t n, long double factor, long double *a)
{
  for (size_t i = 0; i < n; i++) {
    a[i] *= factor;
  }
}

/** Polynomials of degrees 0..p−1, orthonormal in Σ weight·ab: each is s times the one before, made orthogonal to all
 * (twice: the recurrence alone loses it). Values and series go through the same steps. */
static hol_status orthonormalise_polynomials(const workshop *shop, size_t p, size_t degree)
{
  size_t n = shop->n;
  for (size_t k = 0; k < p; k++) {
    long double *v = shop->node + k * n, *c = shop->series + k * degree;
    for (size_t i = 0; i < n; i++) {
      v[i] = k ? shop->s[i] * (v - n)[i] : 1;
    }
    memset(c, 0, degree * sizeof *c);
    if (k) {
      hol_legendre_times_s(k, c - degree, c);
    } else {
      c[0] = 1;
    }
    for (size_t j = 0; j < 2 * k; j++) {
      const long double *other = shop->node + j % k * n;
      long double part = dot(n, shop->weight, v, other);
      subtract_polynomial(n, part, other, v);
      subtract_polynomial(degree, part, shop->series + j % k * degree, c);
    }
    long double norm = sqrtl(dot(n, shop->weight, v, v));
    if (!(norm > 0) || !isfinite(norm)) {
      return HOL_NUMERICAL;
    }
    scale_polynomial(n, 1 / norm, v);
    scale_polynomial(degree, 1 / norm, c);
  }
  return HOL_OK;
}

static void integrate_series(size_t count, long double half, const long double *series, long double *integral)
{
  hol_legendre_integrate(count, series, integral);
  for (size_t k = 0; k <= count; k++) {
    integral[k] *= half;
  }
}

/** The strain of coordinate j: bending or extension. */
static void keep_strain(const workshop *shop, hol_element *e, size_t j)
{
  long double half = (long double)e->h / 2;
  const long double *strain = shop->series + j * e->degree;
  store(e, HOL_FIELD_STRAIN, j, strain, e->p);
  integrate_series(e->p, half, strain, shop->turn);
  if (shop->bending) {
    store(e, HOL_FIELD_TURN, j, shop->turn, e->p + 1);
    integrate_series(e->p + 1, half, shop->turn, shop->move);
    store(e, HOL_FIELD_MOVE, j, shop->move, e->p + 2);
  } else {
    store(e, HOL_FIELD_MOVE, j, shop->turn, e->p + 1);
  }
}

static void keep_shear(const workshop *shop, hol_element *e, size_t j)
{
  const long double *shear = shop->series + j * e->degree;
  store(e, HOL_FIELD_SHEAR, e->p + j, shear, e->p);
  integrate_series(e->p, (long double)e->h / 2, shear, shop->move);
  store(e, HOL_FIELD_MOVE, e->p + j, shop->move, e->p + 1);
}

static hol_status fill_strains(workshop *shop, hol_element *e)
{
  for (int family = 0; family < 1 + e->shears; family++) {
    for (size_t i = 0; i < shop->n; i++) {
      double c = family ? shop->value[i].shear : shop->value[i].stiffness;
      shop->weight[i] = shop->w[i] * (long double)e->h / 2 * (long double)c;
    }
    HOL_TRY(orthonormalise_polynomials(shop, e->p, e->degree));
    for (size_t j = 0; j < e->p; j++) {
      if (family) {
        keep_shear(shop, e, j);
      } else {
        keep_strain(shop, e, j);
      }
    }
  }
  return HOL_OK;
}

/** A field of coordinate j at Gauss point i. */
static double at_point(const workshop *shop, const hol_element *e, hol_field_kind field, size_t j, size_t i)
{
  const double *c = e->field[field] + j * e->degree;
  long double sum = 0;
  for (size_t k = 0; k < e->degree; k++) {
    sum += (long double)c[k] * shop->P[i * e->degree + k];
  }
  return (double)sum;
}

/** One row of squares: factor × (displacement, rotation or slope w′) at a Gauss point. */
typedef enum { SQUARE_MOVE, SQUARE_TURN, SQUARE_SLOPE } square;

static void fill_row(const workshop *shop, const hol_element *e, square what, double factor, size_t i, double *row,
                     size_t stride)
{
  double along = 0.5 * e->h * (double)(1 + shop->s[i]);
  row[0] = what == SQUARE_MOVE ? factor : 0;
  row[stride] = !shop->bending ? 0 : what == SQUARE_MOVE ? factor * along : factor;
  for (size_t j = 0; j < e->n; j++) {
    double value = at_point(shop, e, what == SQUARE_MOVE ? HOL_FIELD_MOVE : HOL_FIELD_TURN, j, i);
    if (what == SQUARE_SLOPE && e->shears) {
      value += at_point(shop, e, HOL_FIELD_SHEAR, j, i);
    }
    row[(2 + j) * stride] = factor * value;
  }
}

static void fill_squares(const workshop *shop, hol_element *e)
{
  size_t row = 0, held = 0;
  for (size_t i = 0; i < shop->n; i++) {
    const hol_profile_values *v = &shop->value[i];
    double weight = 0.5 * e->h * (double)shop->w[i];
    fill_row(shop, e, SQUARE_MOVE, sqrt(weight * v->mass), i, e->kinetic + row++, e->rows);
    if (e->rows > shop->n) {
      fill_row(shop, e, SQUARE_TURN, sqrt(weight * v->rotary), i, e->kinetic + row++, e->rows);
    }
    if (e->held) {
      e->sign[held] = 1;
      fill_row(shop, e, SQUARE_MOVE, sqrt(weight * v->foundation), i, e->resist + held++, e->held);
      e->sign[held] = v->tension < 0 ? -1 : 1;
      if (shop->bending) {
        fill_row(shop, e, SQUARE_SLOPE, sqrt(weight * fabs(v->tension)), i, e->resist + held, e->held);
      }
      held++;
    }
  }
  for (size_t j = 0; j < e->n; j++) {
    for (size_t k = 0; k < e->degree; k++) { /* P_k(1) = 1 */
      e->end[2 * j] += column(e, HOL_FIELD_MOVE, j)[k];
      e->end[2 * j + 1] += shop->bending ? column(e, HOL_FIELD_TURN, j)[k] : 0;
    }
  }
}

/** Properties at the Gauss points; what kinds of energy there are. */
static hol_status sample(const hol_profile *profile, workshop *shop, hol_element *e)
{
  bool rotary = false;
  hol_gauss(shop->n, shop->s, shop->w);
  for (size_t i = 0; i < shop->n; i++) {
    hol_legendre(e->degree, shop->s[i], shop->P + i * e->degree);
    double x = e->start + 0.5 * e->h * (double)(1 + shop->s[i]);
    HOL_TRY(hol_profile_values_at(profile, e->piece, x, &shop->value[i]));
    rotary |= shop->value[i].rotary > 0;
    e->founded |= shop->value[i].foundation > 0;
    e->tense |= shop->value[i].tension < 0 || shop->value[i].tension > 0;
    if ((shop->value[i].shear > 0) != (shop->value[0].shear > 0)) {
      return HOL_INVALID;
    }
  }
  e->shears = shop->value[0].shear > 0;
  e->n = e->shears ? 2 * e->p : e->p;
  e->rows = rotary ? 2 * shop->n : shop->n;
  e->held = e->founded || e->tense ? 2 * shop->n : 0;
  return HOL_OK;
}

static hol_status allocate_fields(const workshop *shop, hol_element *e)
{
  bool ok = true;
  for (int f = 0; f < HOL_FIELD_COUNT; f++) {
    if ((f == HOL_FIELD_TURN && !shop->bending) || (f == HOL_FIELD_SHEAR && !e->shears)) {
      continue;
    }
    e->field[f] = hol_alloc(e->degree * e->n, sizeof *e->field[f]);
    ok = ok && e->field[f];
  }
  e->end = hol_alloc(2 * e->n, sizeof *e->end);
  e->kinetic = hol_alloc(e->rows * (2 + e->n), sizeof *e->kinetic);
  e->resist = hol_alloc(e->held * (2 + e->n), sizeof *e->resist);
  e->sign = hol_alloc(e->held, sizeof *e->sign);
  return ok && e->end && e->kinetic && e->resist && e->sign ? HOL_OK : HOL_MEMORY;
}

static hol_status build_element(const hol_profile *profile, workshop *shop, hol_element *e)
{
  HOL_TRY(sample(profile, shop, e));
  HOL_TRY(allocate_fields(shop, e));
  HOL_TRY(fill_strains(shop, e));
  fill_squares(shop, e);
  return HOL_OK;
}

hol_status hol_element_build(const hol_profile *profile, hol_element *e)
{
  assert(e->p > 0 && e->points >= e->p && e->h > 0);
  size_t n = e->points;
  e->degree = e->p + 2;
  workshop shop = {.n = n, .bending = hol_profile_is_bending(profile)};
  shop.value = hol_alloc(n, sizeof *shop.value);
  long double *all = hol_alloc(3 * n + n * e->degree + n * e->p + e->p * e->degree + 2 * e->degree, sizeof *all);
  shop.s = all;
  hol_status status = all && shop.value ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    shop.w = shop.s + n;
    shop.weight = shop.w + n;
    shop.P = shop.weight + n;
    shop.node = shop.P + n * e->degree;
    shop.series = shop.node + n * e->p;
    shop.turn = shop.series + e->p * e->degree;
    shop.move = shop.turn + e->degree;
    status = build_element(profile, &shop, e);
  }
  free(all);
  free(shop.value);
  return status;
}

void hol_element_clear(hol_element *e)
{
  for (int f = 0; f < HOL_FIELD_COUNT; f++) {
    free(e->field[f]);
  }
  free(e->end);
  free(e->kinetic);
  free(e->resist);
  free(e->sign);
  *e = (hol_element){0};
}

/** Sums of so many series at once, each in its order: additions of one wait for those before. */
enum { ABREAST = 4 };

static void sums_abreast(size_t degree, const double *series, const long double *P, double value[ABREAST])
{
  const double *a = series, *b = a + degree, *c = b + degree, *d = c + degree;
  long double p = 0, q = 0, r = 0, s = 0;
  for (size_t k = 0; k < degree; k++) {
    p += (long double)a[k] * P[k];
    q += (long double)b[k] * P[k];
    r += (long double)c[k] * P[k];
    s += (long double)d[k] * P[k];
  }
  value[0] = (double)p;
  value[1] = (double)q;
  value[2] = (double)r;
  value[3] = (double)s;
}

hol_status hol_element_row(const hol_element *e, hol_field_kind field, double x, double *value)
{
  long double *P = hol_alloc(e->degree, sizeof *P);
  if (!P) {
    return HOL_MEMORY;
  }
  long double s = 2 * ((long double)x - (long double)e->start) / (long double)e->h - 1;
  hol_legendre(e->degree, s, P);
  value[0] = field == HOL_FIELD_MOVE;
  value[1] = field == HOL_FIELD_MOVE ? x - e->start : field == HOL_FIELD_TURN;
  size_t j = 0;
  for (; j + ABREAST <= e->n && e->field[field]; j += ABREAST) {
    sums_abreast(e->degree, e->field[field] + j * e->degree, P, value + 2 + j);
  }
  for (; j < e->n; j++) {
    long double sum = 0;
    for (size_t k = 0; e->field[field] && k < e->degree; k++) {
      sum += (long double)e->field[field][j * e->degree + k] * P[k];
    }
    value[2 + j] = (double)sum;
  }
  free(P);
  return HOL_OK;
}
