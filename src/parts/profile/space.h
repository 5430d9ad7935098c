/* SPDX-License-Identifier: BSD-3-Clause */
/** @file space.h  Strain-based discretisation of a member with varying properties: coordinates in which the stiffness
 *  is the unit matrix, and the map G from them to displacements weighted by the mass. Internal to module `parts`.
 *
 *  z = (strain coordinates of all elements, amplitudes of rigid motions that foundation or tension resist). Rigid
 * motions that nothing resists are split off: G z is taken orthogonal to them (inertia relief), and the row of a port
 * likewise. Where K is not the unit matrix, K + sM = LLᵀ with a shift s ≥ 0, and v = Lᵀz takes its place. Own ends that
 * hold more than statically needed give ties, directions that v is kept orthogonal to. Then
 *
 *      modes   G v_k = σ_k u_k,  ω_k² = 1/σ_k² − s,      Γ(a, b) = row_a · row_b   (s = 0).                        */
#ifndef PARTS_PROFILE_SPACE_H
#define PARTS_PROFILE_SPACE_H

#include "parts/profile/element.h"

/** A piece of the member to be an element. */
typedef struct hol_cell {
  size_t piece;
  double from, to; /**< m */
  size_t p;        /**< polynomials of each strain */
} hol_cell;

/** A rigid motion a + b x. */
typedef struct hol_drift {
  double a, b;
} hol_drift;

typedef struct hol_space {
  hol_profile profile; /**< without its function after building */
  bool bending;
  size_t elements;
  hol_element *element; /**< [elements] along the member */
  size_t strains, rows; /**< Σ n, Σ rows of the elements */
  size_t n;             /**< coordinates: strains and resisted rigid motions */
  double *hold[2];      /**< [strains] the rigid motion a + b x that goes with each, so that own ends are held */
  double mass;          /**< of the member, kg (torsion: kg m²) */
  size_t rigid;         /**< unresisted rigid motions, M-orthonormal */
  hol_drift drift[2];
  size_t resisted;
  hol_drift resisted_drift[2];
  double *U;      /**< [rows * rigid] orthonormal: G of the unresisted rigid motions */
  double *relief; /**< [n * rigid] GᵀU before the relief */
  double *L;      /**< [n * n] lower; NULL: K is the unit matrix */
  double shift;   /**< s */
  size_t ties;
  double *tie;  /**< [n * ties] orthonormal, in v */
  double *work; /**< [n + rows] for nobody between calls */
} hol_space;

/** Build the elements and the rigid motions alone: `rigid`, `drift`, `mass`. To be cleared in any case. */
HOL_MUST_CHECK hol_status hol_space_begin(const hol_profile *profile, const hol_cell *cell, size_t cells, size_t margin,
                                          hol_space *space);
/** Build from cells that cover the member, with `margin` more Gauss points than polynomials.
 *  @return as hol_computed_build(); the space is to be cleared in every case. */
HOL_MUST_CHECK hol_status hol_space_build(const hol_profile *profile, const hol_cell *cell, size_t cells, size_t margin,
                                          hol_space *space);
void hol_space_clear(hol_space *space);

/** Compute out[rows] = G v; v[n] is not changed. */
void hol_space_apply(hol_space *space, const double *v, double *out);
/** Compute v[n] = Gᵀ u. */
void hol_space_transpose(hol_space *space, const double *u, double *v);
/** Compute the field at x as a functional of v: row[n]. order 0 displacement, 1 rotation of the section (axial:
 *  strain), 2 curvature (bending). NAN-free only for those. */
HOL_MUST_CHECK hol_status hol_space_row(hol_space *space, double x, int order, double *row);
/** Compute z = L⁻ᵀv in place. */
void hol_space_coordinates(const hol_space *space, double *v);

#endif
