/* SPDX-License-Identifier: BSD-3-Clause */
/** @file relation.h  Dynamic stiffness relation of a segment in mixed form, and fields inside it. Room
 *  `parts`. */
#ifndef PARTS_RELATION_H
#define PARTS_RELATION_H

#include <stddef.h>

/** Exact relation between the end quantities of a segment of length h, at λ, in a mixed form that has no pole
 *  near λ (theory §4). Unknowns are n_mu multipliers followed by the
 *  end ports: axial/torsion (u₁, u₂); bending (w₁, ψ₁, w₂, ψ₂). The symmetric matrix S of the segment is such that
 *  eliminating the multipliers gives its dynamic stiffness matrix, and
 *
 *      (own frequencies below λ with all end ports held)  =  count + n₋(S restricted to the multipliers) − n_mu.
 *
 *  The multipliers are end moments or forces acting on the segment, chosen by the form: FIXED_FREE the force at x = h
 *  (bending: and the moment), FIXED_FIXED none, PINNED_PINNED the moments at 0 and h, PINNED_GUIDED the moment at 0 and
 *  the force at h; FREE_FIXED and GUIDED_PINNED are the mirror images of FIXED_FREE and PINNED_GUIDED.
 *  No entry is large for a stiff or massless segment. */
typedef enum {
  HOL_FORM_ANY,
  HOL_FORM_FIXED_FREE,
  HOL_FORM_FIXED_FIXED,
  HOL_FORM_PINNED_PINNED,
  HOL_FORM_PINNED_GUIDED,
  HOL_FORM_FREE_FIXED,
  HOL_FORM_GUIDED_PINNED
} hol_form;
enum { HOL_RELATION_MAX = 8 };
typedef struct hol_relation {
  hol_form form;
  double h, lambda;
  size_t n_mu, n_ports; /**< n_ports: 2 or 4 */
  size_t count;         /**< own frequencies of the form (its held and free end quantities) below λ */
  double S[HOL_RELATION_MAX][HOL_RELATION_MAX];  /**< [n_mu + n_ports]², symmetric */
  double dS[HOL_RELATION_MAX][HOL_RELATION_MAX]; /**< dS/dλ, same form */
  /** [0] of displacements, [1] of slopes: S of the port at the start plus S of the port at the end, in every row. What
   *  moves both ends alike deforms nothing, and at λ = 0 these are zero but for what resists beside the stiffness: they
   *  are known to rounding of themselves, not of the entries that they are sums of. */
  double sum[2][HOL_RELATION_MAX];
} hol_relation;

/** Coefficients for fields that depend neither on the place nor on the solution: the same for all segments of the same
 *  line and length. */
typedef struct hol_relation_waves {
  double h, c, phi, e, a, mu, rho, S, P; /**< length, stiffness, and numbers of the equation of motion */
} hol_relation_waves;

/** Contributions of the waves of both ends at one place; [0] is for the displacement, [1] for the slope. Where
 *  properties vary: shares of the multipliers and the ports held, in their order, in displacement and slope. */
typedef union hol_relation_sample {
  struct {
    struct {
      double slope, at_zero;
    } away[2], there[2]; /**< from the start, from the end */
  };
  double share[2][4];
} hol_relation_sample;

#endif
