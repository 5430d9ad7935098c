/* SPDX-License-Identifier: BSD-3-Clause */
/* How many frequencies a system has whose parts have finitely many modes. */
#include "base/memory.h"
#include "compliance/system.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Ports of a part as motions of it: what they are in motions that follow no kept mode (left-out modes, motions without
 *  mass), then in the kept ones. Rows are scaled to one; what has been done to them is kept. */
typedef struct table {
  size_t ports, loose, columns; /**< the first `loose` columns are those of motions that follow no kept mode */
  double *F;                    /**< [columns][ports] */
  double *scale;                /**< [ports] what scaled a row of F to one */
  double *C;                    /**< [ports][ports] row i of F as it is now: Σ_j C_ij scale_j × port j */
  bool *is_pivot;               /**< [ports] */
} table;

static void clear_table(table *t)
{
  free(t->F);
  free(t->scale);
  free(t->C);
  free(t->is_pivot);
  *t = (table){0};
}

/** Are the motions of a part known so well that combinations of its ports can be equations on its modes? */
static bool is_known_well(const hol_system *system, const hol_modal *modal)
{
  return system->by_reactions || (modal->component_modes && modal->component_modes->has_all);
}

/** Scale row i, its combination with it. */
static void scale_row(table *t, size_t i)
{
  double sum = 0;
  for (size_t c = 0; c < t->columns; c++) {
    sum += t->F[i + c * t->ports] * t->F[i + c * t->ports];
  }
  t->scale[i] = sum > 0 ? 1 / sqrt(sum) : 1;
  for (size_t c = 0; c < t->columns; c++) {
    t->F[i + c * t->ports] *= t->scale[i];
  }
  t->C[i * (t->ports + 1)] = 1;
}

/** With joint reactions as coordinates no port moves but as the modes do. */
static hol_status fill_table(const hol_system *system, const hol_modal *modal, table *t)
{
  const hol_component_modes *own = system->by_reactions ? NULL : modal->component_modes;
  size_t n = modal->ports, elastic = own ? own->modes + own->rigid - modal->modes : 0,
         light = own ? own->massless_count : 0;
  *t = (table){.ports = n, .loose = light + elastic, .columns = light + elastic + modal->modes};
  t->F = hol_alloc(t->columns * n, sizeof *t->F);
  t->scale = hol_alloc(n, sizeof *t->scale);
  t->C = hol_alloc(n * n, sizeof *t->C);
  t->is_pivot = hol_alloc(n, sizeof *t->is_pivot);
  if (!t->F || !t->scale || !t->C || !t->is_pivot) {
    return HOL_MEMORY;
  }
  if (light && n) {
    memcpy(t->F, own->massless, light * n * sizeof *t->F);
  }
  if (elastic && n) {
    memcpy(t->F + light * n, own->phi + modal->modes * n, elastic * n * sizeof *t->F);
  }
  if (modal->modes && n) {
    memcpy(t->F + t->loose * n, modal->phi, modal->modes * n * sizeof *t->F);
  }
  for (size_t i = 0; i < n; i++) {
    scale_row(t, i);
  }
  return HOL_OK;
}

/** The largest entry of columns from..to in rows that have no pivot. @return false if all of them are rounding */
static bool find_pivot(const table *t, size_t from, size_t to, size_t *row, size_t *column)
{
  double largest = HOL_GEOMETRY_ROUNDING;
  for (size_t c = from; c < to; c++) {
    for (size_t i = 0; i < t->ports; i++) {
      double size = fabs(t->F[i + c * t->ports]);
      if (!t->is_pivot[i] && size > largest) {
        largest = size;
        *row = i;
        *column = c;
      }
    }
  }
  return largest > HOL_GEOMETRY_ROUNDING;
}

/** Take a pivot row out of those that have none. */
static void subtract_pivot(table *t, size_t row, size_t column)
{
  size_t n = t->ports;
  t->is_pivot[row] = true;
  for (size_t i = 0; i < n; i++) {
    double factor = t->is_pivot[i] ? 0 : t->F[i + column * n] / t->F[row + column * n];
    for (size_t c = 0; c < t->columns && factor != 0; c++) {
      t->F[i + c * n] -= factor * t->F[row + c * n];
    }
    for (size_t j = 0; j < n && factor != 0; j++) {
      t->C[j + i * n] -= factor * t->C[j + row * n];
    }
  }
}

/** Eliminate by the columns from..to. @return rows left without a pivot */
static size_t eliminate_columns(table *t, size_t from, size_t to)
{
  size_t row, column, left = 0;
  while (find_pivot(t, from, to, &row, &column)) {
    subtract_pivot(t, row, column);
  }
  for (size_t i = 0; i < t->ports; i++) {
    left += !t->is_pivot[i];
  }
  return left;
}

static hol_status offer(hol_elimination *e, const hol_sparse *row)
{
  bool redundant;
  return row->count ? hol_elimination_offer(e, row, HOL_GEOMETRY_ROUNDING, &redundant, NULL) : HOL_OK;
}

/** Combination i of the ports as a functional of w. Ports that take part by rounding only take none, and where the
 *  terms of the others cancel to rounding nothing is left. */
static hol_status combine(const hol_modal *modal, const table *t, size_t i, hol_sparse *row)
{
  const double *C = t->C + i * t->ports;
  double largest = 0, size = 0;
  for (size_t j = 0; j < t->ports; j++) {
    largest = fmax(largest, fabs(C[j]));
  }
  for (size_t j = 0; j < t->ports; j++) {
    double factor = fabs(C[j]) > HOL_GEOMETRY_ROUNDING * largest ? C[j] * t->scale[j] : 0;
    size = fmax(size, fabs(factor) * hol_sparse_max(hol_modal_row(modal, j)));
    HOL_TRY(factor != 0 ? hol_sparse_axpy(row, factor, hol_modal_row(modal, j)) : HOL_OK);
  }
  if (!(hol_sparse_max(row) > HOL_GEOMETRY_ROUNDING * size)) {
    row->count = 0;
  }
  return HOL_OK;
}

/** The combinations of ports that have no pivot. */
static hol_status offer_left(const hol_modal *modal, const table *t, hol_elimination *e)
{
  for (size_t i = 0; i < t->ports; i++) {
    hol_sparse row = {0};
    hol_status status = t->is_pivot[i] ? HOL_OK : combine(modal, t, i, &row);
    status = status == HOL_OK ? offer(e, &row) : status;
    hol_sparse_clear(&row);
    HOL_TRY(status);
  }
  return HOL_OK;
}

/** What is counted, over all parts. */
typedef struct tally {
  size_t modes, equations; /**< equations: combinations of ports that move with kept modes only, and do */
  hol_elimination followed,
      void_ports; /**< combinations that move with kept modes only; those of them that never move */
} tally;

static hol_status add_part(const hol_system *system, const hol_modal *modal, tally *all)
{
  table t = {0};
  all->modes += modal->modes;
  if (!is_known_well(system, modal)) {
    return HOL_OK;
  }
  hol_status status = fill_table(system, modal, &t);
  if (status == HOL_OK) {
    size_t followed = eliminate_columns(&t, 0, t.loose);
    status = offer_left(modal, &t, &all->followed);
    size_t still = eliminate_columns(&t, t.loose, t.columns);
    all->equations += followed - still;
    status = status == HOL_OK ? offer_left(modal, &t, &all->void_ports) : status;
  }
  clear_table(&t);
  return status;
}

static hol_status count(const hol_system *system, tally *all)
{
  const hol_model *model = system->model;
  HOL_TRY(hol_elimination_start(&all->followed, model->coordinates));
  HOL_TRY(hol_elimination_start(&all->void_ports, model->coordinates));
  for (size_t m = 0; m < system->modal_count; m++) {
    HOL_TRY(add_part(system, &system->modal[m], all));
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    HOL_TRY(offer(&all->followed, &model->mass[i].along.row));
  }
  return HOL_OK;
}

hol_status hol_system_count_roots(hol_system *system)
{
  tally all = {0};
  hol_status status = count(system, &all);
  system->finite_roots = all.modes - all.equations + all.followed.pivots - all.void_ports.pivots;
  hol_elimination_clear(&all.followed);
  hol_elimination_clear(&all.void_ports);
  return status;
}
