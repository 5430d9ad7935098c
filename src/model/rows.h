/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rows.h  Rows of constraints and springs of a structure. They are written as joints and parts have them, and
 *  offered to the elimination. */
#ifndef MODEL_ROWS_H
#define MODEL_ROWS_H

#include "model/internal.h"

/** Where the rows that are being written come from. */
typedef struct hol_row_source {
  hol_filling *filling;
  hol_model *model;
  size_t joint; /**< SIZE_MAX: a part */
  size_t part;
  const char *name;
  size_t equation;      /**< running number within the joint */
  hol_rigid_rows *kept; /**< rigid rows go there and nowhere else, springs are forgotten; NULL: they are offered */
} hol_row_source;

/** End of a joint: a place rigidly connected to its station. */
typedef struct hol_joint_end {
  const hol_station *station;
  const hol_station *rim[3]; /**< of a patch, the first is `station`; NULL: it is the station itself */
  size_t part;
  double radius;        /**< of the patch, m */
  double centre[6];     /**< place of the station or the middle of the patch, m */
  double at[6];         /**< with the offset */
  const double *offset; /**< [3] from there; NULL: none. Borrowed */
} hol_joint_end;

hol_joint_end hol_joint_end_of(const hol_model *model, const hol_point *point);
/** row += coefficient × (freedom of the end), physical units. */
HOL_MUST_CHECK hol_status hol_joint_end_component(const hol_model *model, const hol_joint_end *end, size_t freedom,
                                                  double coefficient, hol_sparse *row);
/** row += coefficient × (displacement (offset 0) or rotation (offset 3) along a direction). */
HOL_MUST_CHECK hol_status hol_joint_end_along(const hol_model *model, const hol_joint_end *end, size_t offset,
                                              const double direction[3], double coefficient, hol_sparse *row);
/** row += coefficient × displacement along d of the end, carried rigidly to the place `to`. */
HOL_MUST_CHECK hol_status hol_joint_end_carried(const hol_model *model, const double to[6], const hol_joint_end *end,
                                                const double d[3], double coefficient, hol_sparse *row);
/** The same of a station. */
HOL_MUST_CHECK hol_status hol_row_carried(const hol_model *model, const double to[6], const hol_station *station,
                                          const double d[3], double coefficient, hol_sparse *row);

/** Offer one row to the elimination and keep its record. */
HOL_MUST_CHECK hol_status hol_row_add_constraint(hol_row_source *source, const hol_sparse *row, double sign,
                                                 const char *component);
/** Keep one scalar spring, which takes over the row; a spring that acts on nothing is left out with a remark. */
HOL_MUST_CHECK hol_status hol_row_add_spring(hol_row_source *source, hol_sparse *row, double sign, double compliance,
                                             const char *component);

/** Keep one dashpot along a row, which is copied; none where the joint has no damping. One that acts on no free
 *  component is left out, with a remark if the joint is a dashpot; the damping of a spring is left out without one. */
HOL_MUST_CHECK hol_status hol_row_add_dashpot(hol_row_source *source, const hol_joint *joint, const hol_sparse *row);

/** Return whether a joint is a spring that is given as a matrix. */
bool hol_joint_is_matrix(const hol_joint *joint);
/** Write the springs of a stiffness matrix over the freedoms of the joint's points. Constraints of all joints must be
 *  known. */
HOL_MUST_CHECK hol_status hol_rows_of_matrix(hol_row_source *source, const hol_joint *joint);
/** Write the rows of a part. */
HOL_MUST_CHECK hol_status hol_rows_of_part(hol_row_source *source);
/** Write all rows and springs of a joint. */
HOL_MUST_CHECK hol_status hol_rows_of_joint(hol_row_source *source, const hol_joint *joint);

#endif
