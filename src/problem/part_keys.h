/** @file part_keys.h  What the reader has to know of the kinds of parts, which it does not know itself. Room `problem`. */
#ifndef HOLONOME_PROBLEM_PART_KEYS_H
#define HOLONOME_PROBLEM_PART_KEYS_H

#include "holonome/problem.h"

/** The keys of a kind; the kinds themselves are in room `parts`. */
typedef struct hol_part_keys {
  const char *name;          /**< the word after `kind:` */
  bool is_member;            /**< placed by `from`, `to` or `length`; else by `at` */
  hol_properties properties; /**< numeric keys it takes */
  bool takes_material, takes_section, takes_theory, takes_ends, takes_up, takes_inertia, takes_axis, takes_supports;
  bool takes_matrices; /**< files of matrices and `ports`, see src/problem/matrices.h */
  bool takes_points;   /**< named points in its own axes, under `points`; joints name `part.point` */
  const char *z_axis;  /**< it has axes of its own, turned by `x_axis` and this key (`normal`, `z_axis`); NULL: not */
  bool takes_plate;    /**< sides, edges, rim, inner_edge */
  bool takes_stations; /**< its points are fractions of its circumference, `part@0.3` too; takes_points as well */
} hol_part_keys;

#endif
