/* SPDX-License-Identifier: BSD-3-Clause */
/* Computed members in use: modes and compliances at any place, remainders. */
#include "base/memory.h"
#include "base/vector.h"
#include "parts/profile/space.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

hol_status hol_computed_products_at(const hol_computed *c, double x, int order, size_t count, const double *vector,
                                    double *value)
{
  double *row = hol_alloc(c->unknowns, sizeof *row);
  hol_status status = row ? hol_space_row(c->space, x, order, row) : HOL_MEMORY;
  for (size_t k = 0; k < count && status == HOL_OK; k++) {
    value[k] = hol_dot(c->unknowns, row, vector + k * c->unknowns);
  }
  free(row);
  return status;
}

hol_status hol_computed_modes_at(const hol_computed *c, double x, int order, double *value)
{
  return hol_computed_products_at(c, x, order, c->modes, c->shape, value);
}

double hol_computed_mode_at(const hol_computed *c, size_t mode, double x, int order)
{
  assert(mode < c->modes);
  double *row = hol_alloc(c->unknowns, sizeof *row), value = nan("");
  if (row && hol_space_row(c->space, x, order, row) == HOL_OK) {
    value = hol_dot(c->unknowns, row, c->shape + mode * c->unknowns);
  }
  free(row);
  return value;
}

/** Σ over modes of what the shift hides from the product of two rows: φφ s σ²/ω². */
static double hidden(const hol_computed *c, const double *a, const double *b)
{
  double sum = 0, s = c->space->shift;
  for (size_t k = 0; k < c->modes && s > 0; k++) {
    const double *shape = c->shape + k * c->unknowns;
    sum += hol_dot(c->unknowns, shape, a) * hol_dot(c->unknowns, shape, b) * s / ((c->omega2[k] + s) * c->omega2[k]);
  }
  return sum;
}

double hol_computed_static(const hol_computed *c, hol_port a, hol_port b)
{
  size_t n = c->unknowns;
  double *row = hol_alloc(2 * n, sizeof *row), value = nan("");
  if (row && hol_space_row(c->space, a.x, a.component, row) == HOL_OK &&
      hol_space_row(c->space, b.x, b.component, row + n) == HOL_OK) {
    value = hol_dot(n, row, row + n) + hidden(c, row, row + n);
  }
  free(row);
  return value;
}

/** Take the kept modes out of a row: v_k = σ_k shape_k are orthonormal. */
static void deflate(const hol_computed *c, size_t kept, double *row)
{
  for (size_t k = 0; k < kept; k++) {
    const double *shape = c->shape + k * c->unknowns;
    double factor = hol_dot(c->unknowns, shape, row) / (c->omega2[k] + c->space->shift);
    for (size_t i = 0; i < c->unknowns; i++) {
      row[i] -= factor * shape[i];
    }
  }
}

/** Γ_j over the modes left out = row·(GᵀG)^j·row with rows freed of the modes kept: no mode needs to be known.
 *  power[i] holds (GᵀG)^i of all rows, [n * ports] each. */
static void moments(const hol_computed *c, size_t ports, size_t kept, size_t orders, double *power, double *image,
                    double *gamma)
{
  size_t n = c->unknowns, block = n * ports;
  for (size_t j = 0; j < orders; j++) {
    size_t low = j / 2, high = j - low;
    for (size_t i = 0; i < ports && high > 0 && high > low; i++) {
      double *next = power + high * block + i * n;
      hol_space_apply(c->space, next - block, image);
      hol_space_transpose(c->space, image, next);
      deflate(c, kept, next);
    }
    for (size_t a = 0; a < ports; a++) {
      for (size_t b = 0; b <= a; b++) {
        double value = hol_dot(n, power + low * block + a * n, power + high * block + b * n);
        gamma[(j * ports + b) * ports + a] = gamma[(j * ports + a) * ports + b] = value;
      }
    }
  }
}

/** The same under a shift, mode by mode; what has no mass is in Γ_0 alone. */
static void sums(const hol_computed *c, size_t ports, size_t kept, size_t orders, double *row, double *gamma)
{
  size_t n = c->unknowns;
  for (size_t a = 0; a < ports; a++) {
    for (size_t b = 0; b <= a; b++) {
      for (size_t j = 0; j < orders; j++) {
        double value = 0;
        for (size_t k = kept; k < c->modes; k++) {
          const double *shape = c->shape + k * n;
          value += hol_dot(n, shape, row + a * n) * hol_dot(n, shape, row + b * n) / pow(c->omega2[k], (double)(j + 1));
        }
        gamma[(j * ports + b) * ports + a] = gamma[(j * ports + a) * ports + b] = value;
      }
    }
  }
  for (size_t a = 0; a < ports; a++) {
    deflate(c, c->modes, row + a * n);
  }
  for (size_t a = 0; a < ports; a++) {
    for (size_t b = 0; b < ports; b++) {
      gamma[b * ports + a] += hol_dot(n, row + a * n, row + b * n);
    }
  }
}

hol_status hol_computed_residual_flexibility(const hol_computed *c, const hol_port *port, size_t ports, size_t kept,
                                             size_t orders, double *gamma)
{
  assert(kept <= c->modes && orders > 0);
  size_t n = c->unknowns;
  double *power = hol_alloc((orders / 2 + 1) * n * ports, sizeof *power);
  double *image = hol_alloc(c->space->rows, sizeof *image);
  hol_status status = power && image ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < ports && status == HOL_OK; i++) {
    status = hol_space_row(c->space, port[i].x, port[i].component, power + i * n);
    if (status == HOL_OK && !(c->space->shift > 0)) {
      deflate(c, kept, power + i * n);
    }
  }
  if (status == HOL_OK && c->space->shift > 0) {
    sums(c, ports, kept, orders, power, gamma);
  } else if (status == HOL_OK) {
    moments(c, ports, kept, orders, power, image, gamma);
  }
  free(power);
  free(image);
  return status;
}

/** (GᵀG)^j row, j < orders, of a port's row freed of the kept modes. image: [rows] */
static void powers(const hol_computed *c, size_t kept, size_t orders, size_t stride, const double *row, double *image,
                   double *vector)
{
  memcpy(vector, row, c->unknowns * sizeof *row);
  deflate(c, kept, vector);
  for (size_t j = 1; j < orders; j++) {
    double *next = vector + j * stride;
    hol_space_apply(c->space, next - stride, image);
    hol_space_transpose(c->space, image, next);
    deflate(c, kept, next);
  }
}

/** The same under a shift, mode by mode; what has no mass is in Γ_0 alone. */
static void mode_sums(const hol_computed *c, size_t kept, size_t orders, size_t stride, const double *row,
                      double *vector)
{
  size_t n = c->unknowns;
  memcpy(vector, row, n * sizeof *row);
  deflate(c, c->modes, vector);
  for (size_t j = 1; j < orders; j++) {
    memset(vector + j * stride, 0, n * sizeof *vector);
  }
  for (size_t k = kept; k < c->modes; k++) {
    const double *shape = c->shape + k * n;
    double factor = hol_dot(n, shape, row);
    for (size_t j = 0; j < orders; j++) {
      factor /= c->omega2[k];
      hol_add_scaled(n, factor, shape, vector + j * stride);
    }
  }
}

hol_status hol_computed_vectors(const hol_computed *c, const hol_port *port, size_t ports, size_t kept, size_t orders,
                                double *vector)
{
  assert(kept <= c->modes);
  size_t n = c->unknowns, stride = n * ports;
  double *row = hol_alloc(n + c->space->rows, sizeof *row);
  hol_status status = row ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < ports && status == HOL_OK; i++) {
    status = hol_space_row(c->space, port[i].x, port[i].component, row);
    if (status == HOL_OK && c->space->shift > 0) {
      mode_sums(c, kept, orders, stride, row, vector + i * n);
    } else if (status == HOL_OK) {
      powers(c, kept, orders, stride, row, row + n, vector + i * n);
    }
  }
  free(row);
  return status;
}
