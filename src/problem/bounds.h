/* SPDX-License-Identifier: BSD-3-Clause */
/** @file bounds.h  Bounds of a part's properties between sampling points. Module `problem`.
 *
 *  Enclosures of expressions in xi on intervals (expression/enclosure.h) show what samples may miss. */
#ifndef PROBLEM_BOUNDS_H
#define PROBLEM_BOUNDS_H

#include "holonome/problem.h"

/** Determine whether the expressions of a piece that are not polynomials are constant along it, to 1e-9; polynomials
 *  are judged by samples.
 *  @param[in] of  only expressions for these, and those of the section */
HOL_MUST_CHECK hol_status hol_part_is_constant(const hol_part *part, size_t piece, hol_properties of,
                                               bool *is_constant);

/** A point inside a piece, not at an end of the member towards which it decays, where an expression that must be
 *  positive is less than 1e-13 of its mean: property HOL_PROPERTY_COUNT if there is none. */
typedef struct hol_vanishing {
  size_t property;
  double xi;
} hol_vanishing;
HOL_MUST_CHECK hol_status hol_part_vanishing(const hol_part *part, size_t piece, hol_properties of, hol_vanishing *v);

/** Return the mean magnitude of a property over the member, a scale and no bound: of expressions that of
 *  hol_varying_size(); 0 for properties that follow from a section. */
double hol_part_mean(const hol_part *part, size_t property);

#endif
