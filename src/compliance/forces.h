/* SPDX-License-Identifier: BSD-3-Clause */
/** @file forces.h  Products S(λ)x and energies xᵀS(λ)y, segment by segment, computed through deformations.
 *
 *  A structure that sways moves its members far and deforms them little: entries of S times displacements are terms
 *  much larger than what is left of them at the joints, and S·x has rounding of the former. What a segment feels of its
 *  ends is
 *      S_i1 u₁ + S_i2 u₂ = S_i2 (u₂ − u₁) + (S_i1 + S_i2) u₁
 *
 *  in every row i of its relation. The difference of two numbers that are stored is exact but for its last bit,
 *  whatever their size, and the sum in brackets, which is of inertia and of what resists beside the stiffness, is known
 *  to rounding of itself (hol_relation.sum). So energies
 *
 *      xᵀS(λ)y = Σ over segments  μᵀS_μμ μ + 2 μᵀd + uᵀS_uu u,      d = S_μu u as above,
 *
 *  have rounding of what is stored in the members and of what moves, not of the size of the motion.
 *
 *  Entries are not formed: what several x at one λ cost is a fraction of their matrix. */
#ifndef COMPLIANCE_FORCES_H
#define COMPLIANCE_FORCES_H

#include "compliance/condensation.h"

/** A term of the ports of a segment: value · x_first of the port at the start, value · x_second of that at the end;
 *  either may be absent. */
typedef struct hol_port_term {
  uint32_t first, second; /**< unknowns; UINT32_MAX: absent */
  double value;
} hol_port_term;

/** {0} is empty. */
typedef struct hol_forces {
  const hol_system *system; /**< borrowed */
  hol_port_term *term;      /**< those of a port order of a segment one after the other */
  size_t *end;              /**< where they end: of each order of each segment */
} hol_forces;

/** Find where the ports of segments are. Cost: one pass. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_forces_make(const hol_system *system, hol_forces *forces);
void hol_forces_clear(hol_forces *forces);
/** Compute the force y = S(λ)x and the slope z = S′(λ)x.
 *  @param[in]  rest  of hol_system_matrix_rest(), at λ @param[in] x  [rest->n] @param[out] y,z  [rest->n] */
void hol_forces_apply(const hol_forces *forces, const hol_matrix *rest, const double *x, double *y, double *z);
/** Expand a vector to all unknowns of S: (u, T u), with T as it was taken last. @param[in] v  [condensation->n]
 *  @param[out] x  [condensation->all] */
void hol_forces_expand(const hol_forces *forces, const hol_condensation *condensation, const double *v, double *x);
/** Compute the force y = D(λ)v and the slope z = D′(λ)v of (1) in followers.h, which were taken at λ: a fifth of the
 *  work of S(λ)x and S′(λ)x with all unknowns.
 *  @param[in] rest  as above @param[in] v  [condensation->n] @param[out] y,z  [condensation->n] @param[out] work  [2 *
 *                   condensation->all] scratch */
void hol_forces_apply_condensed(const hol_forces *forces, const hol_condensation *condensation, const hol_matrix *rest,
                                const double *v, double *y, double *z, double *work);
/** Return −vᵀD′(λ)v, the modal mass of a field. As above. */
double hol_forces_mass_condensed(const hol_forces *forces, const hol_condensation *condensation, const hol_matrix *rest,
                                 const double *v, double *work);
/** Return xᵀS(λ)y. @param[in] rest  as above
 *  @param[out] size  the sum of the sizes of all terms: rounding is a few ε times this; NULL: not asked for
 *  @param[out] work  [2 * rest->n] scratch */
double hol_forces_energy(const hol_forces *forces, const hol_matrix *rest, const double *x, const double *y,
                         double *size, double *work);

#endif
