/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraint rows of one joint, for callers that impose them themselves. */
#include "model/rows.h"

#include <math.h>
#include <stdlib.h>

/** Over the coordinates. What no coordinate carries is told. */
static hol_status reduce_row(const hol_model *model, hol_rigid_row *row)
{
  size_t n = 0;
  hol_sparse *r = &row->row;
  double largest = hol_sparse_max(r);
  HOL_TRY(hol_elimination_reduce(&model->constraints, r));
  for (size_t i = 0; i < r->count; i++) {
    size_t c = model->coordinate[r->index[i]];
    if (fabs(r->value[i]) <= HOL_GEOMETRY_ROUNDING * largest) {
      continue;
    }
    row->is_idle = row->is_idle || c == SIZE_MAX;
    if (c != SIZE_MAX) {
      r->index[n] = c;
      r->value[n++] = r->value[i];
    }
  }
  r->count = n;
  return HOL_OK;
}

void hol_rigid_rows_clear(hol_rigid_rows *rows)
{
  for (size_t i = 0; i < rows->count; i++) {
    hol_sparse_clear(&rows->row[i].row);
    free(rows->row[i].component);
  }
  free(rows->row);
  *rows = (hol_rigid_rows){.row = NULL};
}

hol_status hol_model_rigid_rows(hol_model *model, const hol_joint *joint, hol_rigid_rows *rows, hol_faults *faults)
{
  hol_filling filling = {.model = model, .faults = faults};
  hol_row_source source = {.filling = &filling, .model = model, .name = joint->name, .kept = rows};
  size_t errors = faults->errors;
  HOL_TRY(hol_rows_of_joint(&source, joint));
  for (size_t i = 0; i < rows->count; i++) {
    HOL_TRY(reduce_row(model, &rows->row[i]));
  }
  return faults->errors > errors ? HOL_INVALID : HOL_OK;
}
