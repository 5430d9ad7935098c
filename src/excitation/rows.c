/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of outputs and loads over the coordinates of a model; what bears a line load along the axes of a part. */
#include "excitation/rows.h"

#include "base/vector.h"

#include <math.h>

const double hol_axis_rounding = 1e-12;

hol_status hol_axis_row(const hol_model *model, size_t point, bool turns, const double unit[3], hol_sparse *row)
{
  for (size_t k = 0; k < 3; k++) {
    if (fabs(unit[k]) > hol_axis_rounding) {
      const hol_functional *of = &model->outlet[HOL_FREEDOM_COUNT * point + (turns ? HOL_RX : HOL_UX) + k];
      HOL_TRY(hol_sparse_axpy(row, unit[k], &of->row));
    }
  }
  return HOL_OK;
}

hol_status hol_output_row(const hol_model *model, size_t point, const hol_output *output, bool is_load, hol_sparse *row,
                          hol_faults *faults)
{
  for (size_t k = 0; k < 3; k++) {
    size_t freedom = k + (output->turns ? HOL_RX : HOL_UX);
    if (fabs(output->direction[k]) > hol_axis_rounding && !hol_point_component(model, point, freedom)) {
      hol_faults_add(faults, true, output->place, "see `freedoms`, and what the part is made of",
                     "%sthere is no %s of %s", is_load ? "no part takes this load: " : "", hol_freedom_name[freedom],
                     output->point.text);
      return HOL_INVALID;
    }
  }
  return hol_axis_row(model, point, output->turns, output->direction, row);
}

/** Is there what bears a load along one of the own axes of a part? */
static bool find_bearer(const hol_model *model, size_t part, size_t axis, bool is_damped, hol_line_load *load)
{
  const hol_resolved *resolved = &model->resolved[part];
  for (size_t k = 0; k < resolved->rigid_dofs; k++) {
    if (resolved->rigid_dof[k] == axis) {
      load->column = model->own_column[part] + k;
      return true;
    }
  }
  for (size_t i = 0; i < model->member_count && !load->member; i++) {
    const hol_member *m = &model->member[i];
    bool bears = !m->is_modal && (is_damped ? m->class->damped_load != NULL
                                            : m->class->load != NULL && !m->class->is_load_weight_alone);
    load->member = m->part == part && m->component[0].freedom == axis && bears ? m : NULL;
  }
  return load->member != NULL;
}

hol_status hol_line_load_of(const hol_model *model, size_t part, const double vector[3], bool is_damped,
                            hol_place place, hol_line_load load[3], size_t *loads, hol_faults *faults)
{
  static const char *const name[] = {"x", "y", "z"};
  *loads = 0;
  for (size_t axis = 0; axis < 3; axis++) {
    double share = hol_dot(3, model->resolved[part].axis[axis], vector);
    if (fabs(share) <= hol_axis_rounding * hol_length(vector)) {
      continue;
    }
    load[*loads] = (hol_line_load){.share = share, .column = SIZE_MAX};
    if (!find_bearer(model, part, axis, is_damped, &load[(*loads)++])) {
      hol_faults_add(faults, true, place,
                     is_damped ? "uniform beams in exact compliances bear them, bars along themselves"
                               : "uniform beams bear them, bars along themselves",
                     "`%s` takes no line load along its own %s", model->problem->part[part].name, name[axis]);
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

hol_status hol_rigid_mode_row(const hol_model *model, size_t column, double force, hol_sparse *row)
{
  size_t count = 0;
  HOL_TRY(hol_sparse_add(row, column, force));
  HOL_TRY(hol_elimination_reduce(&model->constraints, row));
  for (size_t i = 0; i < row->count; i++) {
    size_t w = model->coordinate[row->index[i]];
    if (w != SIZE_MAX) {
      row->index[count] = w;
      row->value[count++] = row->value[i];
    }
  }
  row->count = count;
  return HOL_OK;
}
