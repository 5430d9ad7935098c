/* SPDX-License-Identifier: BSD-3-Clause */
/** @file dimension.h  Physical dimensions: comparison, products, names and units. */
#ifndef HOLONOME_EXPRESSION_DIMENSION_H
#define HOLONOME_EXPRESSION_DIMENSION_H

#include "holonome/problem.h"

#define HOL_DIMENSION(length_, mass_, time_)                                                                           \
  ((hol_dimension){.length = (int8_t)(length_), .mass = (int8_t)(mass_), .time = (int8_t)(time_)})

/** Exponents are between this and its negative. */
enum { HOL_EXPONENT_MAX = 99 };

bool hol_dimension_equal(hol_dimension a, hol_dimension b);
bool hol_dimension_is_none(hol_dimension a);
/** Multiply two dimensions. @return false if an exponent is too large */
bool hol_dimension_multiply(hol_dimension a, hol_dimension b, hol_dimension *product);

enum { HOL_DIMENSION_TEXT = 48 };
/** Write the name of a dimension: "a length", "a stiffness", or the unit where it has no name of its own.
 *  @param[out] text  [HOL_DIMENSION_TEXT] */
void hol_dimension_name(hol_dimension a, char *text);
/** Write the SI unit: "m", "N/m", "kg m^2"; "1" for a plain number.
 *  @param[out] text  [HOL_DIMENSION_TEXT] */
void hol_dimension_unit(hol_dimension a, char *text);
/** Return an example of a quantity of this dimension: "1.5 m"; NULL if there is none. */
const char *hol_dimension_example(hol_dimension a);

#endif
