/** @file later.h  What the modes that a member leaves out do to its field.
 *
 *  A part in N own modes and a remainder of order k (theory §3) moves under the forces Λ on its ports as
 *
 *      X(x) = Σ_{σ ≤ N} X_σ φ_σᵀΛ/(ω_σ² − λ) + Σ_{j<k} λ^j Γ_j(x)Λ,      Γ_j(x) = Σ_{σ > N} X_σ(x) φ_σᵀ/ω_σ^{2(j+1)}
 *
 *  and only with all these terms does it reach its joints where the solution has them. They come from the same sums as
 *  hol_modal.remainder. */
#ifndef COMPLIANCE_LATER_H
#define COMPLIANCE_LATER_H

#include "compliance/system.h"

/** {0} is empty; to be freed with hol_later_clear(). */
typedef struct hol_later {
  size_t orders, ports;
  size_t terms;        /**< closed forms: modes summed for Γ_1, Γ_2, .. */
  hol_line_mode *mode; /**< [terms] */
  double *phi;         /**< [ports * terms] their port values */
  size_t unknowns;     /**< computed members */
  double *vector;      /**< [orders][unknowns * ports] Γ_j(x) = row at x times these */
} hol_later;

/** Orders k of the remainder of a member; 1 where joint reactions are coordinates. */
size_t hol_later_orders(const hol_modal *modal);

/** Number of modes that Γ_1, Γ_2, .. of a member with closed forms are summed over, one by one. */
size_t hol_later_terms(const hol_line *line);

/** @param[in] modal  of a line, not of a flexible part
 *  @return HOL_MEMORY, HOL_NUMERICAL; to be cleared in every case. Not collective. */
HOL_MUST_CHECK hol_status hol_later_build(const hol_modal *modal, hol_later *later);
void hol_later_clear(hol_later *later);

/** Γ_0, Γ_1, .. at a place. Of closed forms Γ_0 is the whole static deflection, modes kept included: Γ(0).
 *  @param[in]  order  0: displacement, 1: (bending) slope
 *  @param[in]  terms  closed forms: no more than so many of the modes, for an estimate; SIZE_MAX: all
 *  @param[out] row    [orders][ports]
 *  @return HOL_MEMORY, HOL_NUMERICAL. Not collective. */
HOL_MUST_CHECK hol_status hol_later_at(const hol_modal *modal, const hol_later *later, double x, int order,
                                       size_t terms, double *row);

#endif
