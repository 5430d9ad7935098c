/* SPDX-License-Identifier: BSD-3-Clause */
/** @file wave.h  Wave functions of a segment of a member, of x = (wave number × length)². Internal to room
 *  `parts`.
 *
 *  Every end relation of a uniform segment is made of ratios of two entire functions of x, 0 ≤ ξ ≤ 1 being the place:
 *
 *      SINE    u_ξ = sin(ξ√x)/√x        COSINE  v_ξ = cos(ξ√x)
 *
 *  (hyperbolic for x < 0), divided by u_1 (poles x = (nπ)², n ≥ 1) or v_1 (poles x = ((n−½)π)²). Bending has two
 *  values of x, the roots of x² − S x + Π = 0, and what is needed of a ratio F is symmetric in them: its divided
 *  difference and the value at 0 of the straight line through both points,
 *
 *      F[] = (F(x₁) − F(x₂))/(x₁ − x₂),      F{} = (x₁F(x₂) − x₂F(x₁))/(x₁ − x₂).
 *
 *  Both are analytic in S and Π: they stay finite and real through double and conjugate roots and through x = 0.
 *  They are evaluated as written where the roots are apart, and by Taylor series about a centre where they are close
 *  or small: F[] = Σ f_n h_{n−1}, F{} = f₀ − Π Σ f_n h_{n−2} with the complete homogeneous symmetric polynomials
 *  h_n = S h_{n−1} − Π h_{n−2} of the roots; so nothing cancels in short, stiff or massless segments. */
#ifndef PARTS_LINE_WAVE_H
#define PARTS_LINE_WAVE_H

#include "parts/line/dual.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum { HOL_WAVE_SINE, HOL_WAVE_COSINE } hol_wave;

/** A real x with the functions at ξ = 1; for x < −2 all functions are scaled by e^{−k}, which ratios do not feel. */
typedef struct hol_root {
  double x, k; /**< k = √|x| */
  double one;  /**< the scale: v_0 */
  double u1, v1;
  double du1, dv1; /**< derivatives with respect to x */
} hol_root;

hol_root hol_root_of(double x);
/** Compute the ratio numerator_ξ / denominator_1 at a root: value, and derivative with respect to x. */
hol_dual hol_root_ratio(const hol_root *root, hol_wave numerator, double xi, hol_wave denominator);
/** Compute both ratios without derivatives, to the same bits: [HOL_WAVE_SINE], [HOL_WAVE_COSINE]. */
void hol_root_values(const hol_root *root, double xi, hol_wave denominator, double value[2]);
/** Count the zeros of the denominator below x. */
size_t hol_root_count(double x, hol_wave denominator);

/** The same of a complex root, Im x > 0. */
typedef struct hol_complex_root {
  double complex x, k; /**< k = √x, Im k > 0; functions are scaled by e^{−Im k} */
  double complex u1, v1, du1, dv1;
  double one;
} hol_complex_root;

/** A symmetric pair of roots. */
typedef struct hol_pair {
  hol_dual S, P;    /**< sum and product, with their derivatives with respect to λ */
  bool is_complex;  /**< conjugate roots */
  hol_root root[2]; /**< real ones, falling */
  hol_complex_root complex_root;
  double size; /**< larger modulus */
} hol_pair;

/** F[] and F{} with their derivatives with respect to λ. */
typedef struct hol_line_through {
  hol_dual slope, at_zero;
  double rise; /**< F{} − F(0), which is small with the roots, without cancellation */
} hol_line_through;

hol_pair hol_pair_of(hol_dual S, hol_dual P);
/** As for one root, of both. */
double hol_pair_distance(const hol_pair *pair, hol_wave denominator);

/** Compute the symmetric values of the ratio numerator_ξ / denominator_1.
 *  Accurate where hol_pair_distance() to the denominator's zeros is not small. Cost below a microsecond. */
hol_line_through hol_pair_ratio(const hol_pair *pair, hol_wave numerator, double xi, hol_wave denominator);

/** Compute the first coefficients of the series about 0 of a ratio as a function of x.
 *  @param[in]  size  of the largest |x| at which it is to be right to rounding
 *  @param[out] f     [HOL_WAVE_TERMS] @return how many of them it takes */
enum { HOL_WAVE_TERMS = 27 };
size_t hol_wave_series(hol_wave numerator, double xi, hol_wave denominator, double size, double *f);

/** F[] and F{} alone. */
typedef struct hol_line_value {
  double slope, at_zero;
} hol_line_value;

/** A pair and a denominator D for many places: where the roots are small the numerators are short series in x, and all
 *  that is needed are (x^j/D)[] and (x^j/D){}. */
enum { HOL_PAIR_POWERS = 14 };
typedef struct hol_pair_places {
  const hol_pair *pair; /**< borrowed */
  hol_wave denominator;
  size_t powers; /**< 0: the roots are not small */
  hol_line_value power[HOL_PAIR_POWERS];
} hol_pair_places;

hol_pair_places hol_pair_places_of(const hol_pair *pair, hol_wave denominator);
/** As hol_pair_ratio(), of both numerators: value[HOL_WAVE_SINE], [HOL_WAVE_COSINE]. */
void hol_pair_values(const hol_pair_places *places, double xi, hol_line_value value[2]);

#endif
