#include "base/memory.h"
#include "spectrum/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Numbers that are kept in tables at most; more are made again in every mode. */
static const size_t kept_most = (size_t)1 << 21;

void hol_field_tables_clear(hol_field_tables *tables)
{
  free(tables->table_of);
  free(tables->table);
  free(tables->value);
  free(tables->amplitude);
  *tables = (hol_field_tables){0};
}

/* A table has a row for each place and order: the modes', then the ports' numbers. */

/** Modes with a shape of their own: where joint reactions are coordinates the others are static deflections. */
static size_t modes_of(const hol_modal *modal)
{
  return modal->force ? modal->rigid : modal->modes;
}

static size_t ports_of(const hol_modal *modal)
{
  return modal->ports - modal->shares;
}

static size_t row_of(const hol_modal *modal)
{
  return modes_of(modal) + ports_of(modal);
}

static size_t size_of(const hol_modal *modal, size_t points)
{
  return modal->own ? 0 : points * modal->member->orders * row_of(modal);
}

/* ------------------------------------------------------------------------------------------------ members alike */

enum { TRAITS = 12 };

/** What own modes and static deflections of uniform members follow from, but for the places of the ports. */
static void traits_of(const hol_system *system, const hol_modal *modal, double trait[TRAITS])
{
  const hol_line *l = &modal->member->line;
  const double all[TRAITS] = {(double)l->motion, (double)l->end[0], (double)l->end[1], l->length, l->stiffness, l->mass,
                              l->rotary, (double)modes_of(modal), (double)modal->rigid, (double)ports_of(modal),
                              system->model->piece[modal->member->part].length,
                              modal->computed || modal->own ? (double)(modal - system->modal) + 1 : 0};
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
    size_t j = x->modal->port[i], k = y->modal->port[i], orders = x->modal->member->orders; /* of one motion, so the same */
    order = compare_numbers((double)(j % orders), (double)(k % orders));
    order = order ? order
                  : compare_numbers(x->modal->member->station[j / orders].x, y->modal->member->station[k / orders].x);
  }
  return order;
}

/** Give members alike one table, and keep it as long as there is room. */
static void share(const hol_system *system, size_t points, candidate *sorted, hol_field_tables *tables)
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
    share(system, points, sorted, tables);
  }
  free(sorted);
  for (size_t i = 0; i < n; i++) {
    size_t size = size_of(&system->modal[i], points), row = system->modal[i].modes + system->modal[i].ports;
    largest = size > largest ? size : largest;
    longest = row > longest ? row : longest;
  }
  tables->value = ok ? hol_alloc(tables->kept + largest, sizeof *tables->value) : NULL;
  tables->amplitude = hol_alloc(longest, sizeof *tables->amplitude);
  return tables->value && tables->amplitude ? HOL_OK : HOL_MEMORY;
}

/* ------------------------------------------------------------------------------------------------ tables */

/** A row of a member with closed forms. */
static void closed_row(const hol_modal *modal, double x, int order, double *row)
{
  const hol_member *m = modal->member;
  size_t modes = modes_of(modal);
  for (size_t k = 0; k < modes; k++) {
    row[k] = hol_line_mode_at(&m->line, &modal->mode[k], x, order);
  }
  for (size_t i = 0; i < ports_of(modal); i++) {
    size_t p = modal->port[i];
    row[modes + i] = hol_line_static(&m->line, x, order, m->station[p / m->orders].x, (int)(p % m->orders));
  }
}

/** The same of a computed member. shape: [modes that are known of it] scratch. */
static hol_status computed_row(const hol_modal *modal, double x, int order, double *shape, double *row)
{
  const hol_member *m = modal->member;
  size_t modes = modes_of(modal);
  HOL_TRY(modes > modal->rigid ? hol_computed_modes_at(modal->computed, x, order, shape) : HOL_OK);
  for (size_t k = 0; k < modes; k++) {
    row[k] = k < modal->rigid ? hol_line_mode_at(&m->line, &modal->mode[k], x, order) : shape[k - modal->rigid];
  }
  for (size_t i = 0; i < ports_of(modal); i++) {
    size_t p = modal->port[i];
    row[modes + i] = hol_computed_static(modal->computed, (hol_profile_port){x, order},
                                                (hol_profile_port){m->station[p / m->orders].x, (int)(p % m->orders)});
  }
  return HOL_OK;
}

static hol_status fill(const hol_modal *modal, size_t points, const double *x, double *table)
{
  size_t orders = modal->member->orders, row = row_of(modal);
  double *shape = modal->computed ? hol_alloc(modal->computed->modes, sizeof *shape) : NULL;
  hol_status status = shape || !modal->computed ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < points * orders && status == HOL_OK; i++) {
    double at = x[i / orders];
    int order = (int)(i % orders);
    if (modal->computed) {
      status = computed_row(modal, at, order, shape, table + i * row);
    } else {
      closed_row(modal, at, order, table + i * row);
    }
  }
  free(shape);
  return status;
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
    for (size_t i = 0; i < m->ports && k >= m->rigid && !m->force; i++) {
      q[k] -= m->phi[i + k * m->ports] * v[m->first_unknown + i] / m->mode[k].omega2;
    }
  }
  for (size_t i = 0; i < ports_of(m); i++) {
    force[i] = m->force ? reaction_on(m, q, i) : v[m->first_unknown + i];
  }
  for (size_t k = m->rigid; k < m->modes && m->force; k++) {
    q[k] = 0;
  }
}

hol_status hol_fields_modal(hol_fields *fields, const hol_system *system, const hol_matrix *matrix, const double *v,
                            size_t modal, const double *x, double *value, double *slope)
{
  const hol_modal *m = &system->modal[modal];
  hol_field_tables *all = &fields->tables;
  struct hol_field_table *table = &all->table[all->table_of[modal]];
  bool is_kept = table->from != SIZE_MAX;
  double *row = all->value + (is_kept ? table->from : all->kept), *q = all->amplitude, *force = q + m->modes;
  if (!table->is_made) {
    HOL_TRY(fill(m, fields->points, x, row));
    table->is_made = is_kept;
  }
  hol_fields_amplitudes(system, matrix, v, modal, q, force);
  size_t orders = m->member->orders, modes = modes_of(m), ports = ports_of(m);
  for (size_t i = 0; i < fields->points * orders; i++, row += modes + ports) {
    double sum = 0;
    for (size_t k = 0; k < modes; k++) {
      sum += q[k] * row[k];
    }
    for (size_t k = 0; k < ports; k++) {
      sum += force[k] * row[modes + k];
    }
    (i % orders ? slope : value)[i / orders] = sum;
  }
  return HOL_OK;
}
