#include "base/memory.h"
#include "base/vector.h"
#include "spectrum/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Numbers that are kept in tables at most; more are made again in every mode. */
static const size_t kept_most = (size_t)1 << 21;

void hol_field_tables_clear(hol_field_tables *tables)
{
  for (size_t i = 0; tables->table && i < tables->count; i++) {
    hol_later_clear(&tables->table[i].later);
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

/* A table has a row for each place and order: the modes', then the ports' numbers Γ_0, Γ_1, ..; and a row for each port, to see
 * whether the field is at its joints. */

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
  return modes_of(modal) + ports_of(modal) * hol_later_orders(modal);
}

static size_t size_of(const hol_modal *modal, size_t points)
{
  return hol_modal_has_field(modal) ? 0 : (points * modal->member->orders + ports_of(modal)) * row_of(modal);
}

/* ------------------------------------------------------------------------------------------------ members alike */

enum { TRAITS = 13 };

/** What own modes and static deflections of uniform members follow from, but for the places of the ports. */
static void traits_of(const hol_system *system, const hol_modal *modal, double trait[TRAITS])
{
  const hol_line *l = &modal->member->line;
  const double all[TRAITS] = {(double)l->motion,
                              (double)l->end[0],
                              (double)l->end[1],
                              l->length,
                              l->stiffness,
                              l->mass,
                              l->rotary,
                              (double)modes_of(modal),
                              (double)modal->rigid,
                              (double)ports_of(modal),
                              system->model->piece[modal->member->part].length,
                              (double)hol_later_orders(modal),
                              modal->own ? (double)(modal - system->modal) + 1 : 0};
  memcpy(trait, all, sizeof all);
}

typedef struct candidate {
  const hol_system *system;
  const hol_modal *modal;
} candidate;

static int compare_numbers(double x, double y)
{
  return (x > y) - (x < y);
}

static int compare_candidates(const void *a, const void *b)
{
  const candidate *x = a, *y = b;
  double p[TRAITS], q[TRAITS];
  traits_of(x->system, x->modal, p);
  traits_of(y->system, y->modal, q);
  int order = 0;
  for (size_t i = 0; i < TRAITS && order == 0; i++) {
    order = compare_numbers(p[i], q[i]);
  }
  for (size_t i = 0; i < ports_of(x->modal) && order == 0; i++) {
    size_t j = x->modal->port[i], k = y->modal->port[i],
           orders = x->modal->member->orders; /* of one motion, so the same */
    order = compare_numbers((double)(j % orders), (double)(k % orders));
    order = order ? order
                  : compare_numbers(x->modal->member->station[j / orders].x, y->modal->member->station[k / orders].x);
  }
  return order;
}

/** Give members alike one table, and keep it as long as there is room. */
static void give_tables(const hol_system *system, size_t points, candidate *sorted, hol_field_tables *tables)
{
  size_t n = system->modal_count;
  for (size_t i = 0; i < n; i++) {
    sorted[i] = (candidate){system, &system->modal[i]};
  }
  if (n) {
    qsort(sorted, n, sizeof *sorted, compare_candidates);
  }
  for (size_t i = 0, end = 0; i < n; i = end) {
    for (end = i; end < n && compare_candidates(&sorted[i], &sorted[end]) == 0; end++) {
      tables->table_of[sorted[end].modal - system->modal] = tables->count;
    }
    size_t size = size_of(sorted[i].modal, points);
    bool is_kept = tables->kept + size <= kept_most;
    tables->table[tables->count++].from = is_kept ? tables->kept : SIZE_MAX;
    tables->kept += is_kept ? size : 0;
  }
}

hol_status hol_field_tables_build(const hol_system *system, size_t points, hol_field_tables *tables)
{
  size_t n = system->modal_count, largest = 0, longest = 0;
  candidate *sorted = hol_alloc(n, sizeof *sorted);
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

/** Modes of a computed member. shape: [modes that are known of it] scratch. */
static hol_status computed_modes(const hol_modal *modal, double x, int order, double *shape, double *row)
{
  HOL_TRY(modal->own->class->row(modal->own, (hol_port){.x = x, .component = order}, shape));
  memcpy(row, shape, (modes_of(modal) - modal->rigid) * sizeof *row);
  return HOL_OK;
}

/** The whole row of a place. */
static hol_status fill_row(const hol_modal *modal, const hol_later *later, double x, int order, size_t terms, double *row)
{
  size_t closed = modal->own ? modal->rigid : modes_of(modal);
  for (size_t k = 0; k < closed; k++) {
    row[k] = hol_line_mode_at(&modal->member->line, &modal->mode[k], x, order);
  }
  if (closed < modes_of(modal)) {
    double *shape = hol_alloc(modal->own->modes, sizeof *shape);
    hol_status status = shape ? computed_modes(modal, x, order, shape, row + closed) : HOL_MEMORY;
    free(shape);
    HOL_TRY(status);
  }
  return hol_later_at(modal, later, x, order, terms, row + modes_of(modal));
}

static hol_status fill_table(const hol_modal *modal, const hol_later *later, size_t points, const double *x, double *table)
{
  size_t orders = modal->member->orders, row = row_of(modal);
  for (size_t i = 0; i < points * orders; i++) {
    HOL_TRY(fill_row(modal, later, x[i / orders], (int)(i % orders), SIZE_MAX, table + i * row));
  }
  table += points * orders * row;
  for (size_t i = 0; i < ports_of(modal); i++) {
    size_t p = modal->port[i];
    HOL_TRY(fill_row(modal, later, modal->member->station[p / orders].x, (int)(p % orders), SIZE_MAX, table + i * row));
  }
  return HOL_OK;
}

/** Numbers in what a member has of later orders. */
static size_t later_size(const hol_later *later)
{
  return later->terms * (sizeof *later->mode / sizeof(double) + later->ports) +
         later->orders * later->unknowns * later->ports;
}

/** Of a table, made now if need be. */
static hol_status take_later(hol_field_tables *tables, struct hol_field_table *table, const hol_modal *modal)
{
  if (table->has_later) {
    return HOL_OK;
  }
  HOL_TRY(hol_later_build(modal, &table->later));
  table->has_later = true;
  tables->later_kept += later_size(&table->later);
  return HOL_OK;
}

/** After use: there is room for some of them only. */
static void leave_later(hol_field_tables *tables, struct hol_field_table *table)
{
  if (tables->later_kept > kept_most || !table->has_later) {
    tables->later_kept -= table->has_later ? later_size(&table->later) : 0;
    hol_later_clear(&table->later);
    table->has_later = false;
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

/** What the numbers of a row are multiplied with: amplitudes of the modes, forces on the ports, λ times them, .. [row] */
static void multipliers(const hol_system *system, const hol_matrix *matrix, const double *v, size_t modal, double *q,
                        double *out)
{
  const hol_modal *m = &system->modal[modal];
  size_t modes = modes_of(m), ports = ports_of(m);
  double *force = out + modes;
  hol_fields_amplitudes(system, matrix, v, modal, q, force);
  for (size_t k = 0; k < modes; k++) {
    out[k] = q[k];
    for (size_t i = 0; i < ports && k >= m->rigid && !m->own; i++) { /* closed forms have Γ(0) instead of Γ_0 */
      out[k] -= m->phi[i + k * m->ports] * force[i] / m->mode[k].omega2;
    }
  }
  for (size_t j = 1; j < hol_later_orders(m); j++, force += ports) {
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
    status = status == HOL_OK ? fill_table(m, &table->later, fields->points, x, row) : status;
    leave_later(all, table);
    HOL_TRY(status);
    table->is_made = is_kept;
  }
  multipliers(system, matrix, v, modal, q, factor);
  size_t orders = m->member->orders, length = row_of(m);
  for (size_t i = 0; i < fields->points * orders; i++, row += length) {
    (i % orders ? slope : value)[i / orders] = hol_dot(length, factor, row);
  }
  bool is_turn = m->member->line.motion == HOL_TORSION;
  for (size_t i = 0; i < ports_of(m); i++, row += length) {
    double gap[2] = {0};
    gap[is_turn || m->port[i] % orders] = fabs(hol_sparse_dot(hol_modal_row(m, i), v) - hol_dot(length, factor, row));
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
  status = status == HOL_OK ? fill_row(m, &table->later, x, order, terms, row) : status;
  leave_later(all, table);
  HOL_TRY(status);
  multipliers(system, matrix, v, modal, q, factor);
  *value = hol_dot(row_of(m), factor, row);
  return HOL_OK;
}
