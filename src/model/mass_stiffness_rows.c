/* SPDX-License-Identifier: BSD-3-Clause */
/* Mass and stiffness as rows over the columns that constraints leave. */
#include "model/mass_stiffness_rows.h"
#include "base/memory.h"
#include "model/internal.h"

#include <math.h>

static hol_status keep_row(hol_row_collector *to, const hol_sparse *row)
{
  if (!hol_grow(&to->row, &to->capacity, to->count + 1, sizeof *to->row)) {
    return HOL_MEMORY;
  }
  hol_sparse *kept = &to->row[to->count++];
  *kept = (hol_sparse){0};
  return hol_sparse_axpy(kept, 1.0 / hol_sparse_max(row), row);
}

hol_status hol_collect_row(hol_row_collector *to, const hol_sparse *row)
{
  bool redundant;
  if (!row->count) {
    return HOL_OK;
  }
  return to->elimination ? hol_elimination_offer(to->elimination, row, HOL_GEOMETRY_ROUNDING, &redundant, NULL)
                         : keep_row(to, row);
}

hol_status hol_collect_difference(hol_row_collector *to, hol_sparse *row, double size)
{
  size_t n = 0;
  for (size_t i = 0; i < row->count; i++) {
    if (fabs(row->value[i]) > HOL_GEOMETRY_ROUNDING * size) {
      row->index[n] = row->index[i];
      row->value[n++] = row->value[i];
    }
  }
  row->count = n;
  return hol_collect_row(to, row);
}

/** Deformation of a massless or exact segment between stations i and i+1, as rows that vanish in a rigid motion. With a
 *  foundation every displacement costs energy, with an axial force every rotation does. */
static hol_status segment_rows(const hol_model *model, const hol_member *m, size_t i, hol_row_collector *to)
{
  const hol_functional *a = &m->port[i * m->orders], *b = &m->port[(i + 1) * m->orders];
  double h = hol_member_span(m, i);
  hol_added_stiffness beside = m->class->added_stiffness(m->of);
  bool chord = m->orders == 2 && !beside.force && !beside.foundation;
  double size = fmax(hol_sparse_max(&a[0].row), hol_sparse_max(&b[0].row));
  hol_sparse row = {0};
  hol_status status = hol_sparse_copy(&row, &b[0].row);
  status = status == HOL_OK ? hol_sparse_axpy(&row, -1.0, &a[0].row) : status;
  if (!chord && status == HOL_OK) {
    status = hol_collect_difference(to, &row, size);
  }
  for (size_t k = 0; k < 2 && m->orders == 2 && status == HOL_OK; k++) {
    hol_sparse slope = {0}; /* scale·(slope − chord) */
    status = hol_sparse_copy(&slope, chord ? &row : &(hol_sparse){0});
    for (size_t j = 0; j < slope.count; j++) {
      slope.value[j] *= -model->scale / h;
    }
    status = status == HOL_OK ? hol_sparse_axpy(&slope, model->scale, k ? &b[1].row : &a[1].row) : status;
    double terms =
        fmax(chord ? size * model->scale / h : 0.0, model->scale * hol_sparse_max(k ? &b[1].row : &a[1].row));
    status = status == HOL_OK ? hol_collect_difference(to, &slope, terms) : status;
    hol_sparse_clear(&slope);
  }
  hol_sparse_clear(&row);
  if (status == HOL_OK && beside.foundation) {
    HOL_TRY(hol_collect_row(to, &a[0].row));
    status = hol_collect_row(to, &b[0].row);
  }
  return status;
}

hol_status hol_collect_segments(const hol_model *model, const hol_member *m, hol_row_collector *to)
{
  for (size_t i = 0; i + 1 < m->stations; i++) {
    HOL_TRY(segment_rows(model, m, i, to));
  }
  return HOL_OK;
}

static hol_status offer_masses(const hol_model *model, bool of_chords, hol_row_collector *to)
{
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    bool is_of_chord = model->resolved[mass->part].lumped_mass[mass->lumped_mass].by == HOL_BY_CHORD;
    HOL_TRY(is_of_chord == of_chords ? hol_collect_row(to, &mass->along.row) : HOL_OK);
  }
  return HOL_OK;
}

hol_status hol_collect_other_rows(const hol_model *model, hol_row_collector *to)
{
  HOL_TRY(offer_masses(model, false, to)); /* first: rows of one entry, which keep the others short */
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    if (!m->has_mass) {
      HOL_TRY(hol_collect_segments(model, m, to));
      continue;
    }
    for (size_t k = 0; k < m->stations * m->orders; k++) {
      HOL_TRY(hol_collect_row(to, &m->port[k].row));
    }
  }
  for (size_t i = 0; i < model->spring_count; i++) {
    HOL_TRY(hol_collect_row(to, &model->spring[i].along.row));
  }
  return HOL_OK;
}

hol_status hol_collect_mass_stiffness_rows(const hol_model *model, hol_row_collector *to)
{
  HOL_TRY(hol_collect_other_rows(model, to));
  return offer_masses(model, true, to);
}
