/* SPDX-License-Identifier: BSD-3-Clause */
/* Fields of flexible parts: their component modes, and what the modes that are not known give, order by order. */
#include "modes/fields.h"
#include "base/dense.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A port that is off its joint by less than this part of the motions of all modes there is at it. */
static const double at_joint = 1e-12;
/** Eigenvalues of a residual flexibility with unit diagonal that are rounding. */
static const double nothing = 1e-9;

void hol_flexible_field_clear(hol_flexible_field *field)
{
  free(field->q);
  free(field->force);
  *field = (hol_flexible_field){0};
}

/** Σ_{j<k} λ^j/ω^{2(j+1)}: what a mode that is left out moves under a force that it feels as 1. */
static double left_out(double lambda, double omega2, size_t orders)
{
  double sum = 0, term = 1 / omega2;
  for (size_t j = 0; j < orders; j++, term *= lambda / omega2) {
    sum += term;
  }
  return sum;
}

/** Put forces on the ports: modes that are known and left out follow. */
static void load_ports(const hol_modal *modal, const double *force, hol_flexible_field *field)
{
  const hol_component_modes *own = modal->component_modes;
  size_t kept = modal->force ? 0 : modal->modes - modal->rigid;
  for (size_t k = kept; k < own->modes; k++) {
    const double *phi = own->phi + (own->rigid + k) * own->ports;
    double felt = 0;
    for (size_t i = 0; i < own->ports; i++) {
      felt += phi[i] * force[i];
    }
    field->q[own->rigid + k] += felt * left_out(field->motion.lambda, own->omega2[k], field->motion.orders);
  }
  for (size_t i = 0; i < own->ports; i++) {
    field->force[i] += force[i];
  }
}

/** What the field has at a port. */
static hol_status port_value(const hol_modal *modal, hol_port port, const hol_flexible_motion *motion, double *out)
{
  const hol_sites *f = modal->member->sites;
  double value[6];
  HOL_TRY(modal->component_modes->class->field(modal->component_modes, f->point_sample + port.point, motion, value));
  if (port.component < HOL_EVEN_FROM) {
    *out = value[port.component];
    return HOL_OK;
  }
  double other[6];
  size_t from = (size_t)(port.component - HOL_EVEN_FROM);
  HOL_TRY(modal->component_modes->class->field(modal->component_modes, f->point_sample + from, motion, other));
  *out = 0;
  for (size_t k = 0; k < HOL_FREEDOM_COUNT; k++) {
    *out += f->even[port.point][k] * value[k] - f->even[from][k] * other[k];
  }
  return HOL_OK;
}

/** How far the ports are from their joints: [ports]; the largest displacement (0) and rotation (1) of that, and of the
 *  motions of all modes there. */
static hol_status measure_gaps(const hol_modal *modal, const double *v, const hol_flexible_field *field, double *off,
                               double gap[2], double size[2])
{
  const hol_component_modes *own = modal->component_modes;
  gap[0] = gap[1] = size[0] = size[1] = 0;
  for (size_t i = 0; i < own->ports; i++) {
    hol_port port = hol_member_port(modal->member, modal->port[i]);
    double value, joint = hol_sparse_dot(hol_modal_row(modal, i), v), terms = fabs(joint);
    size_t kind = port.component >= HOL_RX;
    HOL_TRY(port_value(modal, port, &field->motion, &value));
    for (size_t k = 0; k < own->rigid + own->modes; k++) {
      terms += fabs(own->phi[i + k * own->ports] * field->q[k]);
    }
    off[i] = joint - value;
    gap[kind] = fmax(gap[kind], fabs(off[i]));
    size[kind] = fmax(size[kind], terms);
  }
  return HOL_OK;
}

/** x ← R⁻¹ x in the space where R, of unit diagonal when scaled, is not rounding. a: [n²], value, y: [n] */
static hol_status solve_remainder(size_t n, const double *R, double *x, double *a, double *value, double *y)
{
  for (size_t i = 0; i < n * n; i++) {
    double size = sqrt(R[i % n * (n + 1)] * R[i / n * (n + 1)]);
    a[i] = size > 0 ? R[i] / size : 0;
  }
  HOL_TRY(hol_dense_eigen(n, a, value));
  memset(y, 0, n * sizeof *y);
  for (size_t k = 0; k < n; k++) {
    double part = 0;
    for (size_t i = 0; i < n && value[k] > nothing; i++) {
      double unit = sqrt(R[i * (n + 1)]);
      part += unit > 0 ? a[i + k * n] * x[i] / unit / value[k] : 0;
    }
    for (size_t i = 0; i < n; i++) {
      y[i] += part * a[i + k * n];
    }
  }
  for (size_t i = 0; i < n; i++) {
    double unit = sqrt(R[i * (n + 1)]);
    x[i] = unit > 0 ? y[i] / unit : 0;
  }
  return HOL_OK;
}

/** Is a gap more than rounding? */
static bool is_open(const double gap[2], const double size[2])
{
  return gap[0] > at_joint * size[0] || gap[1] > at_joint * size[1];
}

/** Where a kind lacks orders in its fields, or sums them less far than in its compliances, a field is not quite at its
 *  joints. What is missing belongs to modes of high frequency: it is taken as their static deflection under forces that
 *  close the gap, as long as it becomes smaller. scratch: [n (n + 4)] */
static hol_status close_gap(const hol_modal *modal, const double *v, double *scratch, hol_flexible_field *field)
{
  enum { STEPS = 4 };
  size_t n = modal->component_modes->ports;
  double size[2], gap[2], *off = scratch, *value = off + n, *y = value + n, *force = y + n, *a = force + n;
  HOL_TRY(measure_gaps(modal, v, field, off, field->gap, size));
  for (int step = 0; step < STEPS && !modal->force && is_open(field->gap, size); step++) {
    memcpy(force, off, n * sizeof *force);
    HOL_TRY(solve_remainder(n, modal->flexibility, force, a, value, y));
    load_ports(modal, force, field);
    HOL_TRY(measure_gaps(modal, v, field, off, gap, size));
    if (!(gap[0] <= field->gap[0] && gap[1] <= field->gap[1])) {
      for (size_t i = 0; i < n; i++) {
        force[i] = -force[i];
      }
      load_ports(modal, force, field);
      return HOL_OK;
    }
    memcpy(field->gap, gap, sizeof gap);
  }
  return HOL_OK;
}

static hol_status build_field(const hol_system *system, const hol_matrix *matrix, const double *v, size_t index,
                              double *amplitude, double *force, hol_flexible_field *field)
{
  const hol_modal *modal = &system->modal[index];
  const hol_component_modes *own = modal->component_modes;
  field->q = hol_alloc(own->rigid + own->modes, sizeof *field->q);
  field->force = hol_alloc(own->ports, sizeof *field->force);
  if (!field->q || !field->force) {
    return HOL_MEMORY;
  }
  field->motion = (hol_flexible_motion){field->q, field->force, matrix->lambda, modal->force ? 1 : modal->order};
  hol_fields_amplitudes(system, matrix, v, index, amplitude, force);
  memcpy(field->q, amplitude, (modal->force ? modal->rigid : modal->modes) * sizeof *field->q);
  load_ports(modal, force, field);
  double *scratch = hol_alloc(own->ports * (own->ports + 4), sizeof *scratch);
  hol_status status = scratch ? close_gap(modal, v, scratch, field) : HOL_MEMORY;
  free(scratch);
  return status;
}

hol_status hol_flexible_field_build(const hol_system *system, const hol_matrix *matrix, const double *v, size_t modal,
                                    hol_flexible_field *field)
{
  const hol_modal *m = &system->modal[modal];
  *field = (hol_flexible_field){0};
  double *amplitude = hol_alloc(m->modes + m->ports, sizeof *amplitude);
  hol_status status =
      amplitude ? build_field(system, matrix, v, modal, amplitude, amplitude + m->modes, field) : HOL_MEMORY;
  free(amplitude);
  return status;
}
