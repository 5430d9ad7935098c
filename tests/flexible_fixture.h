/* SPDX-License-Identifier: BSD-3-Clause */
/** @file flexible_fixture.h  What must hold of the component modes of any flexible part. */
#ifndef HOLONOME_TESTS_FLEXIBLE_FIXTURE_H
#define HOLONOME_TESTS_FLEXIBLE_FIXTURE_H

#include "close.h"
#include "parts/sites.h"

#include <stdlib.h>
#include <string.h>

enum { FIXTURE_ORDERS = 4, FIXTURE_PORTS = 12 };

static inline hol_component_modes fixture_compute(const hol_substructure_class *kind, const void *part,
                                                  const hol_port *port, size_t ports, size_t modes)
{
  hol_component_modes own;
  hol_modes_request request = {.port = port, .ports = ports, .modes = modes};
  assert_int_equal(hol_component_modes_compute(kind, part, &request, &own), HOL_OK);
  assert_true(own.trusted >= modes);
  assert_true(own.modes >= own.trusted);
  assert_true(!own.has_all);
  assert_true(own.ports == ports);
  for (size_t k = 0; k < own.modes; k++) {
    assert_true(own.omega2[k] > 0);
    assert_true(k == 0 || own.omega2[k] >= own.omega2[k - 1]);
  }
  return own;
}

/** A symmetric matrix is positive semidefinite but for `slack` of its largest entry: Gauss without pivots of its
 *  own. */
static inline void fixture_check_positive(size_t n, const double *matrix, double slack)
{
  double a[FIXTURE_PORTS * FIXTURE_PORTS], largest = 0;
  memcpy(a, matrix, n * n * sizeof *a);
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(a[i * (n + 1)]));
  }
  for (size_t i = 0; i < n; i++) {
    a[i * (n + 1)] += slack * largest;
  }
  for (size_t k = 0; k < n; k++) {
    assert_true(largest == 0 || a[k * (n + 1)] > 0);
    for (size_t i = k + 1; i < n && largest > 0; i++) {
      double factor = a[i + k * n] / a[k * (n + 1)];
      for (size_t j = k; j < n; j++) {
        a[i + j * n] -= factor * a[k + j * n];
      }
    }
  }
}

/** Γ_j = Σ_{k ≤ kept} φφᵀ/ω^{2(j+1)} + what is left, the same for every `kept`; remainders symmetric and positive. */
static inline void fixture_check_sums(const hol_component_modes *own, double rtol, double *gamma)
{
  size_t n = own->ports, square = n * n, order = n * n;
  double left[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  assert_true(n <= FIXTURE_PORTS);
  for (size_t step = 0; step < 4; step++) {
    size_t kept = step * own->modes / 3;
    assert_int_equal(own->class->residual_flexibility(own, kept, FIXTURE_ORDERS, false, left), HOL_OK);
    for (size_t j = 0; j < FIXTURE_ORDERS; j++) {
      double *g = left + j * order;
      fixture_check_positive(n, g, 1e-9);
      for (size_t i = 0; i < square; i++) {
        assert_true(g[i] == g[i / n + i % n * n]);
      }
      for (size_t i = 0; i < square; i++) {
        size_t p = i % n, q = i / n;
        for (size_t k = 0; k < kept; k++) {
          const double *phi = own->phi + (own->rigid + k) * n;
          g[i] += phi[p] * phi[q] / pow(own->omega2[k], (double)(j + 1));
        }
        if (step == 0) {
          gamma[j * order + i] = g[i];
        }
      }
      for (size_t i = 0; i < square; i++) {
        double size = sqrt(fabs(gamma[j * order + i % n * (n + 1)] * gamma[j * order + i / n * (n + 1)]));
        assert_within(g[i], gamma[j * order + i], 0, rtol * size);
      }
    }
  }
}

/** Computed for more modes, the remainders after the same modes are the same. */
static inline void fixture_check_wishes(const hol_substructure_class *kind, const void *part, const hol_port *port,
                                        size_t ports, size_t few, size_t many, double rtol)
{
  hol_component_modes a = fixture_compute(kind, part, port, ports, few),
                      b = fixture_compute(kind, part, port, ports, many);
  double ra[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS], rb[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS];
  size_t kept = few;
  while (kept > 0 && b.omega2[kept] - b.omega2[kept - 1] < 1e-6 * b.omega2[kept]) {
    kept--; /* not between two of a pair */
  }
  assert_int_equal(kind->residual_flexibility(&a, kept, FIXTURE_ORDERS, false, ra), HOL_OK);
  assert_int_equal(kind->residual_flexibility(&b, kept, FIXTURE_ORDERS, false, rb), HOL_OK);
  assert_int_equal(a.rigid, b.rigid);
  assert_all_close(a.phi, b.phi, ports * a.rigid, 1e-12, 1e-12);
  assert_all_close(a.omega2, b.omega2, few, fmax(a.error, 1e-12), 0);
  for (size_t i = 0; i < FIXTURE_ORDERS * ports * ports; i++) {
    size_t at = i / (ports * ports) * ports * ports, p = i % ports, q = i / ports % ports;
    assert_within(ra[i], rb[i], 0, rtol * sqrt(fabs(rb[at + p * (ports + 1)] * rb[at + q * (ports + 1)])));
  }
  hol_component_modes_clear(&a);
  hol_component_modes_clear(&b);
}

/** At a place where a port is, the field of every mode is the port's row, the static field its compliance, and what is
 *  not known by modes makes up for the residual flexibility, order by order - to `later` of the static deflection. */
static inline void fixture_check_field(const hol_component_modes *own, size_t port, size_t place, int freedom,
                                       const double *gamma, double rtol, double later)
{
  size_t n = own->ports, modes = own->rigid + own->modes;
  double *q = calloc(modes, sizeof *q), force[FIXTURE_PORTS] = {0}, value[6];
  double left[FIXTURE_ORDERS * FIXTURE_PORTS * FIXTURE_PORTS], lambda = own->omega2[own->modes - 1] / 8;
  hol_flexible_motion motion = {.q = q, .force = force, .orders = 1};
  assert_non_null(q);
  for (size_t k = 0; k < modes; k++) {
    q[k] = 1;
    assert_int_equal(own->class->field(own, place, &motion, value), HOL_OK);
    double largest = 0;
    for (size_t p = 0; p < n; p++) {
      largest = fmax(largest, fabs(own->phi[p + k * n]));
    }
    assert_within(value[freedom], own->phi[port + k * n], 0, 1e-9 * largest + 1e-12);
    q[k] = 0;
  }
  assert_int_equal(own->class->residual_flexibility(own, own->modes, FIXTURE_ORDERS, false, left), HOL_OK);
  for (size_t p = 0; p < n; p++) {
    double size = sqrt(gamma[port * (n + 1)] * gamma[p * (n + 1)]);
    double beyond = 0;
    for (size_t j = FIXTURE_ORDERS; j-- > 0;) {
      beyond = beyond * lambda + left[(j * n + p) * n + port];
    }
    force[p] = 1;
    motion = (hol_flexible_motion){.q = q, .force = force, .lambda = lambda, .orders = FIXTURE_ORDERS};
    assert_int_equal(own->class->field(own, place, &motion, value), HOL_OK);
    assert_within(value[freedom], beyond, 0, later * size);
    for (size_t k = 0; k < own->modes; k++) {
      q[own->rigid + k] = own->phi[p + (own->rigid + k) * n] / own->omega2[k];
    }
    motion.orders = 1;
    assert_int_equal(own->class->field(own, place, &motion, value), HOL_OK);
    assert_within(value[freedom], gamma[port + p * n], 0, rtol * size);
    memset(q, 0, modes * sizeof *q);
    force[p] = 0;
  }
  free(q);
}

#endif
