/* SPDX-License-Identifier: BSD-3-Clause */
/* Multiplicity of the eigenvalue s = 0: number of zero-energy modes, and the part of them that nothing damps. */
#include "response/zero_eigenvalue.h"
#include "model/damping.h"
#include "model/mass_stiffness_rows.h"
#include "model/layout.h"

#include <math.h>

/** Rank of the damping over the rigid-body modes and mechanisms. */
typedef struct damped_rank {
  const hol_model *model;
  hol_elimination elimination;
  hol_sparse row; /**< [zero_count] */
} damped_rank;

/** Add the entry of one zero-energy mode if it exceeds rounding of terms of a size. */
static hol_status add_share(damped_rank *d, size_t motion, double value, double size)
{
  return fabs(value) > 10 * HOL_GEOMETRY_ROUNDING * size ? hol_sparse_add(&d->row, motion, value / size) : HOL_OK;
}

static hol_status add_row_of_shares(damped_rank *d)
{
  hol_row_collector to = {.elimination = &d->elimination};
  hol_status status = d->row.count > 0 ? hol_collect_row(&to, &d->row) : HOL_OK;
  d->row.count = 0;
  return status;
}

/** Add a row over w. */
static hol_status add_functional(damped_rank *d, const hol_sparse *row)
{
  for (size_t i = 0; i < d->model->zero_count; i++) {
    const double *w = d->model->zero_mode[i].w;
    double size = 0;
    for (size_t k = 0; k < row->count; k++) {
      size += fabs(row->value[k] * w[row->index[k]]);
    }
    HOL_TRY(add_share(d, i, hol_sparse_dot(row, w), size));
  }
  return add_row_of_shares(d);
}

/** The rigid-body modes of a member, from one on. Motions without energy have unit modal mass, and these are shares of
 *  it. */
static hol_status add_member(damped_rank *d, size_t first, size_t count)
{
  for (size_t q = first; q < first + count; q++) {
    for (size_t i = 0; i < d->model->zero_count; i++) {
      HOL_TRY(add_share(d, i, d->model->zero_mode[i].q[q], 1));
    }
    HOL_TRY(add_row_of_shares(d));
  }
  return HOL_OK;
}

static bool is_resisted(hol_damping law)
{
  return law.mass > 0 || law.line > 0;
}

static hol_status add_damped(damped_rank *d)
{
  const hol_model *model = d->model;
  for (size_t i = 0; i < model->dashpot_count; i++) {
    HOL_TRY(add_functional(d, &model->dashpot[i].along.row));
  }
  for (size_t i = 0; i < model->mass_count; i++) {
    bool is = is_resisted(hol_mass_damping(model, &model->mass[i]));
    HOL_TRY(is ? add_functional(d, &model->mass[i].along.row) : HOL_OK);
  }
  size_t first = 0;
  for (size_t i = 0; i < model->member_count; i++) {
    const hol_member *m = &model->member[i];
    bool is = is_resisted(hol_member_damping(model, m));
    HOL_TRY(is ? add_member(d, first, m->rigid_count) : HOL_OK);
    first += m->rigid_count;
  }
  return HOL_OK;
}

hol_status hol_zero_eigenvalues(const hol_model *model, size_t *count)
{
  damped_rank d = {.model = model};
  hol_status status = hol_elimination_start(&d.elimination, model->zero_count);
  status = status == HOL_OK ? add_damped(&d) : status;
  *count = 2 * model->zero_count - (status == HOL_OK ? d.elimination.pivots : 0);
  hol_sparse_clear(&d.row);
  hol_elimination_clear(&d.elimination);
  return status;
}
