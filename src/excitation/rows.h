/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rows.h  Rows of outputs and loads over the coordinates of a model: u = cᵀw, f = c p.
 *
 *  Module `excitation`. Points of outputs and loads are those that the model is made with (hol_model_request), each
 *  with a row for each of its six displacement components. */
#ifndef EXCITATION_ROWS_H
#define EXCITATION_ROWS_H

#include "base/complex.h"
#include "excitation/excitation.h"
#include "model/model.h"

/** Components of a unit vector below this are rounding. */
extern const double hol_axis_rounding;

/** Return a displacement component of a point; NULL: the point has none. @param[in] freedom  HOL_UX .. */
static inline const hol_functional *hol_point_component(const hol_model *model, size_t point, size_t freedom)
{
  const hol_functional *of = &model->outlet[HOL_FREEDOM_COUNT * point + freedom];
  return model->slot[freedom] != SIZE_MAX && of->full.count > 0 ? of : NULL;
}

/** Add the displacement of a point along a unit vector, or its rotation about it, to a row; components that
 *  the point does not have are left out. @param[in,out] row  to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_axis_row(const hol_model *model, size_t point, bool turns, const double unit[3],
                                       hol_sparse *row);
/** Make the row of an output, or of a load on it.
 *  @param[in]  point  its number among those of the model @param[in] is_load  for the fault
 *  @param[out] row    {0}; to be cleared in every case
 *  @return HOL_INVALID with a fault: the point does not have that component; HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_output_row(const hol_model *model, size_t point, const hol_output *output, bool is_load,
                                         hol_sparse *row, hol_faults *faults);

/** Component of a line load along an own axis of a part. */
typedef struct hol_line_load {
  double share;             /**< of the load along that axis */
  size_t column;            /**< of the rigid-body mode that bears it; SIZE_MAX: `member` does */
  const hol_member *member; /**< NULL: nothing bears it */
} hol_line_load;

/** Find what bears a line load along own axes of a part: a rigid-body mode of the part, or a member with `is_damped`
 *  its damped_load(), else its load().
 *  @param[in]  vector  its direction, of any size @param[in] place  of the load, for faults
 *  @param[out] load    [3] the components that are not 0 @param[out] loads  how many
 *  @return HOL_INVALID with a fault: nothing bears one of them */
HOL_MUST_CHECK hol_status hol_line_load_of(const hol_model *model, size_t part, const double vector[3], bool is_damped,
                                           hol_place place, hol_line_load load[3], size_t *loads, hol_faults *faults);
/** Make the row of a force on a rigid-body mode of a part. @param[in] column  of U
 *  @param[out] row  {0}, over the coordinates; to be cleared in every case @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_rigid_mode_row(const hol_model *model, size_t column, double force, hol_sparse *row);

/** x += factor c. @param[in] row  NULL: nothing */
static inline void hol_row_add(double complex *x, double complex factor, const hol_sparse *row)
{
  for (size_t i = 0; row && i < row->count; i++) {
    x[row->index[i]] += factor * row->value[i];
  }
}

/** cᵀx. @param[in] row  NULL: 0 */
static inline double complex hol_row_dot(const hol_sparse *row, const double complex *x)
{
  double complex sum = 0;
  for (size_t i = 0; row && i < row->count; i++) {
    sum += row->value[i] * x[row->index[i]];
  }
  return sum;
}

#endif
