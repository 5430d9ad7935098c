/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices of an imported part: products, factorisation. */
#include "parts/import/imported.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void hol_imported_free(hol_imported *body)
{
  if (!body || body->sharers-- > 0) {
    return;
  }
  hol_spd_free(body->factor);
  free(body->start);
  free(body->row);
  free(body->k);
  free(body->m);
  free(body->column);
  for (size_t p = 0; p < body->ports && body->port; p++) {
    hol_sparse_clear(&body->port[p]);
  }
  free(body->port);
  free(body->node_unknown);
  free(body->node_factor);
  free(body->R);
  free(body->MR);
  free(body->rigid_port);
  hol_imported_forget(body);
  free(body);
}

void hol_imported_forget(hol_imported *body)
{
  free(body->omega2);
  free(body->X);
  free(body->phi);
  free(body->terms[0]);
  free(body->terms[1]);
  free(body->light);
  body->omega2 = body->X = body->phi = body->terms[0] = body->terms[1] = body->light = NULL;
  body->modes = body->candidates = body->light_count = 0;
  body->has_all = false;
}

/** Columns that are multiplied at once, at the most. */
enum { SOME = 8 };

/** Some columns of a product at once, of which the compiler is to know the number. */
static inline void apply_some(const hol_imported *body, const double *value, size_t columns, const double *x, double *y)
{
  size_t n = body->n;
  memset(y, 0, n * columns * sizeof *y);
  for (size_t j = 0; j < n; j++) {
    double sum[SOME], xj[SOME];
    size_t e = body->start[j];
    for (size_t c = 0; c < columns; c++) {
      xj[c] = x[j + c * n];
      sum[c] = value[e] * xj[c]; /* the diagonal */
    }
    for (e++; e < body->start[j + 1]; e++) {
      size_t i = (size_t)body->row[e];
      for (size_t c = 0; c < columns; c++) {
        sum[c] += value[e] * x[i + c * n];
        y[i + c * n] += value[e] * xj[c];
      }
    }
    for (size_t c = 0; c < columns; c++) {
      y[j + c * n] += sum[c];
    }
  }
}

void hol_imported_apply(const hol_imported *body, bool mass, size_t columns, const double *x, double *y)
{
  const double *value = mass ? body->m : body->k;
  size_t first = 0, n = body->n;
  for (; first + SOME <= columns; first += SOME) {
    apply_some(body, value, SOME, x + first * n, y + first * n);
  }
  for (; first < columns; first++) {
    apply_some(body, value, 1, x + first * n, y + first * n);
  }
}

/** xᵀA x. */
static long double energy_of(const hol_imported *body, const double *value, const double *x, double *magnitude)
{
  long double sum = 0;
  double size = 0;
  for (size_t j = 0; j < body->n; j++) {
    long double column = 0;
    double absolute = 0;
    for (size_t e = body->start[j]; e < body->start[j + 1]; e++) {
      size_t i = (size_t)body->row[e];
      long double term = (long double)value[e] * x[i];
      column += i == j ? 0.5L * term : term;
      absolute += (i == j ? 0.5 : 1.0) * fabs(value[e] * x[i]);
    }
    sum += 2 * column * x[j];
    size += 2 * absolute * fabs(x[j]);
  }
  *magnitude = size;
  return sum;
}

long double hol_imported_energy(const hol_imported *body, const double *x, double *magnitude)
{
  return energy_of(body, body->k, x, magnitude);
}

long double hol_imported_mass(const hol_imported *body, const double *x)
{
  double magnitude;
  return energy_of(body, body->m, x, &magnitude);
}

void hol_imported_residual(const hol_imported *body, double lambda, const double *x, double *r, long double *sum)
{
  for (size_t i = 0; i < body->n; i++) {
    sum[i] = 0;
  }
  for (size_t j = 0; j < body->n; j++) {
    for (size_t e = body->start[j]; e < body->start[j + 1]; e++) {
      size_t i = (size_t)body->row[e];
      long double a = body->k[e] - (long double)lambda * body->m[e];
      sum[i] += a * x[j];
      sum[j] += i == j ? 0 : a * x[i];
    }
  }
  for (size_t i = 0; i < body->n; i++) {
    r[i] = (double)sum[i];
  }
}

hol_status hol_imported_terms(const hol_imported *body, bool mass, size_t columns, const double *x, double *size)
{
  size_t n = body->n;
  double *row = hol_alloc(n, sizeof *row);
  if (!row) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < n; j++) {
    for (size_t e = body->start[j]; e < body->start[j + 1]; e++) {
      size_t i = (size_t)body->row[e];
      double a = fabs(mass ? body->m[e] : body->k[e]);
      row[j] += a;
      row[i] += i == j ? 0 : a;
    }
  }
  for (size_t c = 0; c < columns; c++) {
    size[c] = 0;
    for (size_t i = 0; i < n; i++) {
      size[c] += row[i] * x[i + c * n] * x[i + c * n];
    }
  }
  free(row);
  return HOL_OK;
}

double hol_imported_value(const hol_imported *body, size_t column, const double *x)
{
  if (column >= body->ports) {
    return body->node_factor[column - body->ports] * x[body->node_unknown[column - body->ports]];
  }
  return hol_sparse_dot(&body->port[column], x);
}

void hol_imported_deflate(const hol_imported *body, size_t columns, double *x)
{
  for (size_t c = 0; c < columns; c++) {
    double *v = x + c * body->n;
    for (size_t r = 0; r < body->rigid; r++) {
      const double *R = body->R + r * body->n, *MR = body->MR + r * body->n;
      double sum = 0;
      for (size_t i = 0; i < body->n; i++) {
        sum += MR[i] * v[i];
      }
      for (size_t i = 0; i < body->n; i++) {
        v[i] -= sum * R[i];
      }
    }
  }
}

hol_status hol_imported_factorise(hol_imported *body, double shift, size_t *offender)
{
  size_t count = body->start[body->n];
  double *a = hol_alloc(count, sizeof *a);
  if (!body->factor) {
    body->factor = hol_spd_new(body->n, body->start, body->row);
  }
  hol_status status = a && body->factor ? HOL_OK : HOL_MEMORY;
  for (size_t e = 0; e < count && status == HOL_OK; e++) {
    a[e] = body->k[e] + shift * body->m[e];
  }
  status = status == HOL_OK ? hol_spd_factorise(body->factor, a, offender) : status;
  free(a);
  body->shift = shift;
  return status;
}
