/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shape.h  Shape functions of plate elements along one coordinate. Internal to module `parts`. */
#ifndef PARTS_PLATE_SHAPE_H
#define PARTS_PLATE_SHAPE_H

#include <stddef.h>

/** Evaluate the functions of an element of length h at −1 ≤ s ≤ 1 and their first and second derivatives in x: value
 *  and slope at the start, value and slope at the end, then degree − 3 that vanish there with their slopes, with
 *  orthogonal second derivatives.
 *  @param[out] value [3][degree + 1] */
void hol_plate_shape(size_t degree, double s, double h, double value[3][48]);

#endif
