/** @file follow.h  Do samples show all that the expressions of a part do on a stretch? Room `problem`.
 *
 *  A needle between samples is not seen by them, however many. What is known of the expressions themselves
 *  (expression/enclosure.h) tells where they are polynomials to rounding: the stretch is divided until they are so, or flat, on each
 *  part, and there few values compare them with the polynomial through the samples of the whole stretch. */
#ifndef PROBLEM_FOLLOW_H
#define PROBLEM_FOLLOW_H

#include "holonome/problem.h"

/** What was seen. */
typedef struct hol_following {
  bool follows; /**< on the stretch each expression is a polynomial of degree 23, to some 1e-12 of the largest there */
  bool jumps;
  double jump; /**< xi inside the stretch where the largest jump is, if one is known */
} hol_following;

/** Follow the expressions of a piece of a part that varies, and those of its section. Cost: one enclosure if all is smooth, some
 *  thousands at the most. Not thread-safe for one problem.
 *  @param[in] from,to  of the whole member, inside the piece
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_part_follow(const hol_part *part, size_t piece, double from, double to,
                                          hol_following *following);

/** Places inside a piece where its expressions, or those of its section, are put together of branches, or bend, as far as that shows: between them
 *  they may be smooth. @param[out] xi  [most] of the whole member, rising @return how many */
size_t hol_part_breaks(const hol_part *part, size_t piece, size_t most, double *xi);

/** May expressions of a piece, or of its section, jump? */
bool hol_part_may_jump(const hol_part *part, size_t piece);

/** What a stretch too short to be divided may hold. */
typedef struct hol_hidden {
  bool hides;      /**< more than can be left out */
  bool is_bounded; /**< no more than some number is known to be */
  size_t property; /**< of the expression; HOL_PROPERTY_COUNT: of a section */
} hol_hidden;

/** Could what a stretch too short to be divided holds be felt: more than some 1e-12 of the integral of an expression over the
 *  member, or of its inverse where it must be positive? At the ends of the member a stiffness may come to nothing. */
HOL_MUST_CHECK hol_status hol_part_may_hide(const hol_part *part, size_t piece, double from, double to,
                                            hol_hidden *hidden);

#endif
