/** @file section.h  Cross-sections as numbers. Room `parts`. */
#ifndef PARTS_SECTION_H
#define PARTS_SECTION_H

#include "holonome/problem.h"

/** Geometry of a cross-section. Suffix z is bending in the local x–y plane, as in hol_section: I_z = ∫y²dA, and kappa_z
 *  is the coefficient for the shear force along y. */
typedef struct hol_section_values {
  double area, I_y, I_z, J, I_p, kappa_y, kappa_z;
} hol_section_values;

/** Area, second moments, torsion constant and polar moment of a section; shear coefficients after Cowper (1966), which
 *  need Poisson's ratio. Torsion constants: circle and tube exact; rectangle by the Saint-Venant series to rounding;
 *  I by Σ b t³/3 (thin-walled). Shear of an I along its flanges, for which Cowper gives nothing: the flanges alone carry
 *  it, as rectangles. Numbers that a direct section does not give stay 0; kappas are NAN when nu is and no kappa is given.
 *  @param[in] nu  Poisson's ratio, or NAN
 *  @return false if the shape lacks a number or has an impossible one (values are then all 0). Not collective. */
bool hol_section_resolve(const hol_section *section, double nu, hol_section_values *values);

#endif
