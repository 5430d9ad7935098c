/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shapes.h  Table of the shapes of sections, a row each, and their common functions. Internal to room
 *  `parts`. */
#ifndef HOLONOME_PARTS_SHAPES_H
#define HOLONOME_PARTS_SHAPES_H

#include "parts/section.h"

/** A shape. */
typedef struct hol_section_shape {
  hol_shape_grammar grammar;
  /** Its values from numbers that are positive where they are given; `values` is zeroed, and kappa is ignored.
   *  @return false if these numbers are impossible together */
  bool (*values)(const hol_section *section, double nu, hol_section_values *values);
} hol_section_shape;

/** The shapes in the order of messages, each a row hol_shape_<name>, in shape_*.c. */
#define HOL_SHAPES(X) X(rectangle) X(square) X(circle) X(tube) X(I) X(box) X(angle) X(channel) X(T)
#define X(name) extern const hol_section_shape hol_shape_##name;
X(none)
HOL_SHAPES(X)
#undef X

/** Keys of several shapes: common fields, without those that differ by shape. */
#define HOL_SHAPE_KEY(key, words, power)                                                                               \
  .name = key, .what = words, .dimension = {power, 0, 0}, .least = 1, .may_vary = true
#define HOL_SHAPE_LENGTH(key, words) HOL_SHAPE_KEY(key, words, 1)

/** The key that comes first, and the one that all shapes have. */
#define HOL_SHAPE_WORD(shape, words)                                                                                   \
  {                                                                                                                    \
    .name = "shape", .form = shape, .is_required = true, .meaning = words                                              \
  }
extern const hol_key hol_key_kappa_cowper, hol_key_kappa_asked;

/** Shear coefficient of a rectangle. [Cowper 1966] */
double hol_rectangle_kappa(double nu);

/** A rectangle of a section that is made of some: its middle in the axes of the shape, its sides along them. A side is
 *  no difference of corners, so that thin walls keep their digits. */
typedef struct hol_wall {
  double y, z, height, width;
} hol_wall;

/** Area, centroid and second moments about it of rectangles that do not overlap. */
typedef struct hol_walls_sum {
  double area, y, z, I_z, I_y, I_yz;
} hol_walls_sum;
hol_walls_sum hol_walls_add(const hol_wall *wall, size_t count);

#endif
