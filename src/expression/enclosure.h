/* SPDX-License-Identifier: BSD-3-Clause */
/** @file enclosure.h  Interval and disc enclosures of the values of a program over an interval of xi, and their
 *  smoothness.
 *
 *  Samples miss a peak between them; an enclosure does not. Each step has two, both rounded outwards:
 *
 *  - an interval that contains its values for all real xi inside the stretch;
 *  - a disc |f(z) − middle| ≤ reach for all *complex* z of a disc around the stretch, `widening` times as wide, on
 *    which f is analytic. Its Taylor series, and so a polynomial through a few values, is then as good as Cauchy and
 *    Bernstein say (HOL_ENCLOSED_SAMPLES). All discs have real middles: what is real for real xi has them.
 *
 *  [R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis, SIAM 2009; L. N. Trefethen,
 *  Approximation Theory and Approximation Practice, SIAM 2013, theorem 8.2] */
#ifndef HOLONOME_EXPRESSION_ENCLOSURE_H
#define HOLONOME_EXPRESSION_ENCLOSURE_H

#include "expression/program.h"

/** Enclosure of a step: from −HUGE_VAL to HUGE_VAL where it may have no value. */
typedef struct hol_enclosure {
  double low, high;     /**< of the value, for real xi inside the stretch */
  double middle, reach; /**< of the disc; reach HUGE_VAL: f may not be analytic */
} hol_enclosure;

/** How much wider than the stretch the disc is. */
#define HOL_ENCLOSED_WIDENING 2.5

/** The polynomial through the values of f at 24 Chebyshev or Gauss points of a stretch is, all over it, no farther from
 *  f than this part of `reach`. The disc holds Bernstein's ellipse of ρ = 2.5 + √(2.5² − 1) = 4.79, so that the best
 *  polynomial of degree 23 is within 2 ρ^(−23)/(ρ − 1) = 1.2e-16, and the one through the points within 1 + Λ times
 *  that; Lebesgue's constant Λ is less than 9 for both. */
#define HOL_ENCLOSED_SAMPLES 24
#define HOL_ENCLOSED_PART 1.2e-15

/** Compute enclosures of all steps for from < xi < to.
 *  @param[in]  program  of xi alone: no parameters
 *  @param[out] value    [count + 1] */
void hol_program_enclose(const hol_program *program, double from, double to, hol_enclosure *value);

/** Compute the degrees of the steps as polynomials in xi, or in some of the states; HOL_NO_POLYNOMIAL: not a
 *  polynomial, or of a higher degree than that. What cancels is not seen: (x + 1)^2 - x^2 has degree 2.
 *  @param[in]  is_in   [highest state number + 1] 1 for the states meant, what else varies counts as constant; NULL: xi
 *  @param[out] degree  [count + 1] */
enum { HOL_NO_POLYNOMIAL = 24 };
void hol_program_degrees(const hol_program *program, const uint8_t *is_in, uint8_t *degree);

/** Find the xi where a program switches between branches, or has a kink: where the sides of a comparison, a minimum or
 *  a maximum, or what a size or a sign is taken of, meet as straight lines in xi. Places given by a
 *  number itself, as in xi < 0.4, are exact.
 *  @param[in]  degree  hol_program_degrees()
 *  @param[in,out] value  [count + 1] scratch
 *  @param[out] xi      [most], 0 < xi < 1, in no particular order  @return how many of them, at most `most` */
size_t hol_program_breaks(const hol_program *program, const uint8_t *degree, double *value, size_t most, double *xi);

/** Has a program steps that may jump: comparisons, choices, signs, whole numbers, angles? */
bool hol_program_may_jump(const hol_program *program);

#endif
