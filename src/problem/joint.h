/* SPDX-License-Identifier: BSD-3-Clause */
/** @file joint.h  Keys of joints, and functions common to the readers of joints. */
#ifndef PROBLEM_JOINT_H
#define PROBLEM_JOINT_H

#include "problem/reader.h"

/** The keys of a joint: its kind, and these. */
enum {
  HOL_JOINT_NAME = HOL_CONSTRAINT + 1,
  HOL_JOINT_FREEDOMS,
  HOL_JOINT_FREEDOM,
  HOL_JOINT_DIRECTION,
  HOL_JOINT_ROTATION,
  HOL_JOINT_STIFFNESS,
  HOL_JOINT_LOSS_FACTOR,
  HOL_JOINT_DAMPING,
  HOL_JOINT_AXIS,
  HOL_JOINT_AXES,
  HOL_JOINT_UP,
  HOL_JOINT_RATIO,
  HOL_JOINT_LENGTH,
  HOL_JOINT_MOTION,
  HOL_JOINT_FIELDS
};

/** Grammar of one kind of joint: its keys and its number of points. */
typedef struct hol_joint_row {
  const hol_key *const *key; /**< [keys] the first is that of the kind itself */
  size_t keys;
  size_t least, most; /**< points */
} hol_joint_row;
extern const hol_joint_row hol_joint_rows[HOL_CONSTRAINT + 1];

/** Does a kind of joint have this key besides its own? */
bool hol_joint_takes(hol_joint_kind kind, const char *word);
/** Return the row of a kind of joint by its word; NULL: there is no such kind. */
const hol_joint_row *hol_joint_row_of(const char *word);

/** Are all these freedoms considered in the file? Adds a fault if not. */
bool hol_check_freedoms(hol_reader *reader, const hol_node *node, hol_freedoms freedoms);
/** Has a direction any component among the freedoms of the file? */
bool hol_check_direction(hol_reader *reader, const hol_node *node, const double *direction, bool is_rotation);

/** Read a point, or `{point: .., offset: ..}`. */
hol_point_outcome hol_read_joint_point(hol_reader *reader, const hol_node *node, hol_point *point);
/** Read the keys of a joint other than its points.
 *  @param[in] key    the key of the kind
 *  @param[in] field  [HOL_JOINT_FIELDS] */
void hol_read_joint_details(hol_reader *reader, const hol_node *key, const hol_field *field, hol_joint *joint);
/** Read a joint in general form, a linear equation. @return as hol_read_point(), the worst of all terms */
hol_point_outcome hol_read_constraint(hol_reader *reader, const hol_node *key, const hol_node *node, hol_joint *joint);

#endif
