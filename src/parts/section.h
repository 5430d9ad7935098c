/* SPDX-License-Identifier: BSD-3-Clause */
/** @file section.h  Properties of cross-sections: area, second moments, torsion constant, shear coefficients. Room
 *  `parts`. */
#ifndef PARTS_SECTION_H
#define PARTS_SECTION_H

#include "problem/shape.h"

/** Geometry of a cross-section. Suffix z is bending in the local x–y plane: I_z = ∫y²dA, and kappa_z is the coefficient
 *  for the shear force along y. Local y and z are principal axes. */
typedef struct hol_section_values {
  double area, I_y, I_z, J, I_p, kappa_y, kappa_z;
  double turn;             /**< about local x, from the y that the shape is described in to the local one, in radians */
  double y_shear, z_shear; /**< from the centroid to the shear centre, m, in the axes that the shape is described in */
} hol_section_values;

/** Compute area, second moments, torsion constant and polar moment of a section; shear coefficients after Cowper
 *  (1966), which need Poisson's ratio. What each shape takes stands with it, in shape_*.c. Numbers that a section
 *  without a shape does not give stay 0; kappas are NAN where nothing is published, and when nu is, unless kappa is
 *  given.
 *  @param[in] nu  Poisson's ratio, or NAN
 *  @return false if the shape lacks a number or has an impossible one (values are then all 0). Not collective. */
bool hol_section_resolve(const hol_section *section, double nu, hol_section_values *values);

/** Rows of shapes in the order of messages; the first is of sections without one. [count], static storage. Not
 *  collective. */
const hol_shape_grammar *const *hol_shape_grammars(size_t *count);

#endif
