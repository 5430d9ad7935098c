/* SPDX-License-Identifier: BSD-3-Clause */
/** @file follow.h  Check that samples resolve the expressions of a part on an interval. Module `problem`.
 *
 *  Samples, however many, miss a needle between them. Enclosures of the expressions (expression/enclosure.h) show where
 *  these are polynomials to rounding: the interval is divided until they are so, or flat, on each subinterval, and
 *  there few values compare them with the polynomial through the samples of the whole interval. */
#ifndef PROBLEM_FOLLOW_H
#define PROBLEM_FOLLOW_H

#include "holonome/problem.h"

/** Outcome of the check. */
typedef struct hol_following {
  bool follows; /**< on the stretch each expression is a polynomial of degree 23, to some 1e-12 of the largest there */
  bool jumps;
  double jump; /**< xi inside the stretch where the largest jump is, if one is known */
} hol_following;

/** Check the expressions of a piece of a part that varies, and those of its section. Cost: one enclosure if all is
 *  smooth, some thousands at the most. Not thread-safe for one problem.
 *  @param[in] from,to  of the whole member, inside the piece
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_part_follow(const hol_part *part, size_t piece, double from, double to,
                                          hol_following *following);

/** Find points inside a piece where its expressions, or those of its section, change branches or have kinks, as far as
 *  the expressions show them: between these points they may be smooth. @param[out] xi  [most] of the whole member,
 *  rising @return how many */
size_t hol_part_breaks(const hol_part *part, size_t piece, size_t most, double *xi);

/** May expressions of a piece, or of its section, jump? */
bool hol_part_may_jump(const hol_part *part, size_t piece);

/** Features that an interval too short to be divided may contain. */
typedef struct hol_hidden {
  bool hides;      /**< more than can be left out */
  bool is_bounded; /**< no more than some number is known to be */
  size_t property; /**< of the expression; HOL_PROPERTY_COUNT: of a section */
} hol_hidden;

/** Determine whether an interval too short to be divided may contain more than some 1e-12 of the integral of an
 *  expression over the member, or of its inverse where it must be positive. At the ends of the member a stiffness may
 *  vanish. */
HOL_MUST_CHECK hol_status hol_part_may_hide(const hol_part *part, size_t piece, double from, double to,
                                            hol_hidden *hidden);

#endif
