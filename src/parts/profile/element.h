/* SPDX-License-Identifier: BSD-3-Clause */
/** @file element.h  Strain-based finite element of a member with varying properties. Internal to module `parts`.
 *
 *  Its strain is a sum of polynomials that are orthonormal in its strain energy, ∫ c π_i π_j dx = δ_ij; with shear a
 * second family for the shear strain. Displacement and rotation of the section follow by integration from its start:
 *
 *      w = w₀ + (x − x₀) θ₀ + Σ y_j W_j,    ψ = θ₀ + Σ y_j Ψ_j,    Ψ′ = strain,  W′ = Ψ + shear strain (axial: W′ =
 * strain).
 *
 *  Energies other than that of strain are sums of squares over Gauss points, linear in (w₀, θ₀, y). */
#ifndef PARTS_PROFILE_ELEMENT_H
#define PARTS_PROFILE_ELEMENT_H

#include "parts/profile/profile.h"

/** A field as Legendre series on the element, one column per strain coordinate. */
typedef enum { HOL_FIELD_MOVE, HOL_FIELD_TURN, HOL_FIELD_STRAIN, HOL_FIELD_SHEAR, HOL_FIELD_COUNT } hol_field_kind;

typedef struct hol_element {
  size_t piece;
  double start, h; /**< m */
  size_t p;        /**< polynomials of each strain, degrees 0 .. p − 1 */
  size_t points;   /**< Gauss points */
  size_t n;        /**< strain coordinates: p, with shear 2p */
  bool shears;
  size_t degree;                  /**< Legendre coefficients of a field: p + 2 */
  double *field[HOL_FIELD_COUNT]; /**< [degree * n] column-major; NULL: none (axial motion turns nothing) */
  double *end;                    /**< [2 * n] W and Ψ at the far end, of each coordinate */
  size_t rows;                    /**< of `kinetic` */
  double *kinetic; /**< [rows * (2 + n)] columns w₀, θ₀, y: kinetic energy of unit frequency is ½ Σ (row·)² */
  bool founded, tense; /**< foundation, tension somewhere */
  size_t held;         /**< rows of `resist`; 0: neither tension nor foundation */
  double *resist;      /**< [held * (2 + n)] energy ½ Σ sign (row·)² */
  double *sign;        /**< [held] ±1 */
} hol_element;

/** Compute an element from piece, start, h, p and points, which are set. p ≤ points.
 *  @return HOL_INVALID where properties are out of range; the element is to be cleared in every case. Cost p²·points.
 */
HOL_MUST_CHECK hol_status hol_element_build(const hol_profile *profile, hol_element *element);
void hol_element_clear(hol_element *element);

/** Evaluate the field at x, for each coordinate and for (w₀, θ₀): value[2 + n]. */
HOL_MUST_CHECK hol_status hol_element_row(const hol_element *element, hol_field_kind field, double x, double *value);

/** Is the motion bending, so that sections turn? */
bool hol_profile_is_bending(const hol_profile *profile);
/** Evaluate the properties at x within a piece, checked. */
HOL_MUST_CHECK hol_status hol_profile_values_at(const hol_profile *profile, size_t piece, double x,
                                                hol_profile_values *values);

#endif
