/** @file bounds.h  What the numbers of a part come to between the places where they are looked at. Room `problem`.
 *
 *  Bounds of what expressions in xi take on stretches (expression/enclosure.h) tell what samples may miss. */
#ifndef PROBLEM_BOUNDS_H
#define PROBLEM_BOUNDS_H

#include "holonome/problem.h"

/** Is what varies in a piece the same all along it, to 1e-9, as far as samples do not tell: expressions that are not polynomials?
 *  @param[in] of  only expressions for these, and those of the section */
HOL_MUST_CHECK hol_status hol_part_is_constant(const hol_part *part, size_t piece, hol_properties of, bool *is_constant);

/** A place inside a piece, not at an end of the member towards which it falls off, where an expression that must be positive comes
 *  to less than 1e-13 of its mean: property HOL_PROPERTY_COUNT if there is none. */
typedef struct hol_vanishing {
  size_t property;
  double xi;
} hol_vanishing;
HOL_MUST_CHECK hol_status hol_part_vanishing(const hol_part *part, size_t piece, hol_properties of, hol_vanishing *v);

/** The mean size of a property over the member, as far as it is known: no more than it is; 0 for what follows from a section. */
double hol_part_mean(const hol_part *part, size_t property);

#endif
