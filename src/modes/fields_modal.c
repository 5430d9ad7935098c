/* SPDX-License-Identifier: BSD-3-Clause */
/* Displacement fields of members in component modes: tables of mode shapes and residual attachment shapes. */
#include "base/memory.h"
#include "base/vector.h"
#include "modes/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Numbers that are kept in tables at most; more are made again in every mode. */
static const size_t kept_most = (size_t)1 << 21;

void hol_field_tables_clear(hol_field_tables *tables)
{
  for (size_t i = 0; tables->table && i < tables->count; i++) {
    free(tables->table[i].residual.block);
  }
  free(tables->table_of);
  free(tables->table);
  free(tables->value);
  free(tables->amplitude);
  *tables = (hol_field_tables){0};
}

void hol_fields_add_gap(hol_fields *fields, const double gap[2])
{
  for (int i = 0; i < 2; i++) {
    fields->gap[i] = fmax(fields->gap[i], gap[i]);
  }
}

/* A table has a row for each place and order: the modes', then the ports' numbers Γ_0, Γ_1, ..; and a row for each
 * port, to see whether the field is at its joints. */

/** Modes with a shape of their own: where joint reactions are coordinates the others are static deflections. */
static size_t modes_of(const hol_modal *modal)
{
  return modal->force ? modal->rigid : modal->modes;
}

static size_t ports_of(const hol_modal *modal)
{
  return modal->ports - modal->reactions;
}

static size_t row_of(const hol_modal *modal)
{
  return modes_of(modal) + ports_of(modal) * hol_modal_orders(modal);
}

static size_t size_of(const hol_modal *modal, size_t points)
{
  return hol_modal_has_field(modal) ? 0 : (points * modal->member->orders + ports_of(modal)) * row_of(modal);
}

/* ------------------------------------------------------------------------------------------------ members alike */

/** Those with the same component modes, which have the same ports, stand together; those without have none in
 *  common. */
static int compare_modals(const void *a, const void *b)
{
  const hol_modal *x = *(hol_modal *const *)a, *y = *(hol_modal *const *)b;
  uintptr_t p = (uintptr_t)x->component_modes, q = (uintptr_t)y->component_modes;
  return p != q ? (p > q) - (p < q) : (x > y) - (x < y);
}

/** Give members alike one table, and keep it as long as there is room. */
static void give_tables(const hol_system *system, size_t points, const hol_modal **sorted, hol_field_tables *tables)
{
  size_t n = system->modal_count;
  for (size_t i = 0; i < n; i++) {
    sorted[i] = &system->modal[i];
  }
  if (n) {
    qsort(sorted, n, sizeof *sorted, compare_modals);
  }
  for (size_t i = 0, end = 0; i < n; i = end) {
    for (end = i; end < n && (end == i || (sorted[i]->component_modes &&
                                           sorted[i]->component_modes == sorted[end]->component_modes));
         end++) {
      tables->table_of[sorted[end] - system->modal] = tables->count;
    }
    size_t size = size_of(sorted[i], points);
    bool is_kept = tables->kept + size <= kept_most;
    tables->table[tables->count++].from = is_kept ? tables->kept : SIZE_MAX;
    tables->kept += is_kept ? size : 0;
  }
}

hol_status hol_field_tables_build(const hol_system *system, size_t points, hol_field_tables *tables)
{
  size_t n = system->modal_count, largest = 0, longest = 0;
  const hol_modal **sorted = hol_alloc(n, sizeof *sorted);
  tables->table_of = hol_alloc(n, sizeof *tables->table_of);
  tables->table = hol_alloc(n, sizeof *tables->table);
  bool ok = sorted && tables->table_of && tables->table;
  if (ok) {
    give_tables(system, points, sorted, tables);
  }
  free(sorted);
  for (size_t i = 0; i < n; i++) {
    size_t size = size_of(&system->modal[i], points), row = system->modal[i].modes + row_of(&system->modal[i]);
    largest = size > largest ? size : largest;
    longest = row > longest ? row : longest;
  }
  largest = largest > longest ? largest : longest;
  tables->value = ok ? hol_alloc(tables->kept + largest, sizeof *tables->value) : NULL;
  tables->amplitude = hol_alloc(longest, sizeof *tables->amplitude);
  return tables->value && tables->amplitude ? HOL_OK : HOL_MEMORY;
}

/* ------------------------------------------------------------------------------------------------ tables */

/** The whole row of a place. */
static hol_status fill_row(const hol_modal *modal, const hol_residual_shapes *later, hol_port at, size_t terms,
                           double *row)
{
  const hol_member *m = modal->member;
  size_t elastic = modes_of(modal) - modal->rigid;
  for (size_t k = 0; k < modal->rigid; k++) {
    row[k] = m->class->rigid(m->of, k, at);
  }
  HOL_TRY(elastic ? m->class->row(modal->component_modes, at, elastic, row + modal->rigid) : HOL_OK);
  return ports_of(modal) ? m->class->residual_field(modal->component_modes, later, at, terms, row + modes_of(modal))
                         : HOL_OK;
}

static hol_status fill_table(const hol_modal *modal, const hol_residual_shapes *later, size_t points, const double *x,
                             double *table)
{
  size_t orders = modal->member->orders, row = row_of(modal);
  for (size_t i = 0; i < points * orders; i++) {
    hol_port at = {.x = x[i / orders], .component = (int)(i % orders)};
    HOL_TRY(fill_row(modal, later, at, SIZE_MAX, table + i * row));
  }
  table += points * orders * row;
  for (size_t i = 0; i < ports_of(modal); i++) {
    HOL_TRY(fill_row(modal, later, hol_member_port(modal->member, modal->port[i]), SIZE_MAX, table + i * row));
  }
  return HOL_OK;
}

/** Of a table, made now if need be. */
static hol_status take_later(hol_field_tables *tables, struct hol_field_table *table, const hol_modal *modal)
{
  if (table->has_residual) {
    return HOL_OK;
  }
  HOL_TRY(hol_modal_residual_shapes(modal, &table->residual));
  table->has_residual = true;
  tables->residual_kept += table->residual.bytes / sizeof(double);
  return HOL_OK;
}

/** After use: there is room for some of them only. */
static void leave_later(hol_field_tables *tables, struct hol_field_table *table)
{
  if (tables->residual_kept > kept_most || !table->has_residual) {
    tables->residual_kept -= table->has_residual ? table->residual.bytes / sizeof(double) : 0;
    free(table->residual.block);
    table->residual = (hol_residual_shapes){0};
    table->has_residual = false;
  }
}

/* ------------------------------------------------------------------------------------------------ fields */

/** Joint reaction on port i, as a coordinate. q: amplitudes of the modes. */
static double reaction_on(const hol_modal *modal, const double *q, size_t i)
{
  double force = 0;
  for (size_t k = modal->rigid; k < modal->modes; k++) {
    force += q[k] * modal->force[i + k * ports_of(modal)];
  }
  return force;
}

void hol_fields_amplitudes(const hol_system *system, const hol_matrix *matrix, const double *v, size_t modal, double *q,
                           double *force)
{
  const hol_modal *m = &system->modal[modal];
  for (size_t k = 0; k < m->modes; k++) {
    q[k] = hol_modal_amplitude(system, matrix, modal, k, v);
  }
  for (size_t i = 0; i < ports_of(m); i++) {
    force[i] = m->force ? reaction_on(m, q, i) : v[m->first_unknown + i];
  }
  for (size_t k = m->rigid; k < m->modes && m->force; k++) {
    q[k] = 0;
  }
}

/** What the numbers of a row are multiplied with: amplitudes of the modes, forces on the ports, λ times them, ..
 *  [row] */
static void multipliers(const hol_system *system, const hol_matrix *matrix, const double *v, size_t modal, double *q,
                        double *out)
{
  const hol_modal *m = &system->modal[modal];
  size_t modes = modes_of(m), ports = ports_of(m);
  double *force = out + modes;
  hol_fields_amplitudes(system, matrix, v, modal, q, force);
  for (size_t k = 0; k < modes; k++) {
    out[k] = q[k];
    for (size_t i = 0; i < ports && k >= m->rigid && m->member->class->residual_is_static; i++) {
      out[k] -= m->phi[i + k * m->ports] * force[i] / m->omega2[k];
    }
  }
  for (size_t j = 1; j < hol_modal_orders(m); j++, force += ports) {
    for (size_t i = 0; i < ports; i++) {
      force[ports + i] = matrix->lambda * force[i];
    }
  }
}

hol_status hol_fields_modal(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, const double *v,
                            size_t modal, const double *x, double *value, double *slope)
{
  const hol_modal *m = &system->modal[modal];
  hol_field_tables *all = &fields->tables;
  struct hol_field_table *table = &all->table[all->table_of[modal]];
  bool is_kept = table->from != SIZE_MAX;
  double *row = all->value + (is_kept ? table->from : all->kept), *q = all->amplitude, *factor = q + m->modes;
  if (!table->is_made) {
    hol_status status = take_later(all, table, m);
    status = status == HOL_OK ? fill_table(m, &table->residual, fields->points, x, row) : status;
    leave_later(all, table);
    HOL_TRY(status);
    table->is_made = is_kept;
  }
  multipliers(system, matrix, v, modal, q, factor);
  size_t orders = m->member->orders, length = row_of(m);
  for (size_t i = 0; i < fields->points * orders; i++, row += length) {
    (i % orders ? slope : value)[i / orders] = hol_dot(length, factor, row);
  }
  for (size_t i = 0; i < ports_of(m); i++, row += length) {
    double gap[2] = {0};
    gap[hol_member_turns(m->member, m->port[i])] =
        fabs(hol_sparse_dot(hol_modal_row(m, i), v) - hol_dot(length, factor, row));
    hol_fields_add_gap(fields, gap);
  }
  return HOL_OK;
}

hol_status hol_fields_modal_at(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, const double *v,
                               size_t modal, double x, int order, size_t terms, double *value)
{
  const hol_modal *m = &system->modal[modal];
  hol_field_tables *all = &fields->tables;
  struct hol_field_table *table = &all->table[all->table_of[modal]];
  double *row = all->value + all->kept, *q = all->amplitude, *factor = q + m->modes;
  hol_status status = take_later(all, table, m);
  status =
      status == HOL_OK ? fill_row(m, &table->residual, (hol_port){.x = x, .component = order}, terms, row) : status;
  leave_later(all, table);
  HOL_TRY(status);
  multipliers(system, matrix, v, modal, q, factor);
  *value = hol_dot(row_of(m), factor, row);
  return HOL_OK;
}
