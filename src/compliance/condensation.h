/* SPDX-License-Identifier: BSD-3-Clause */
/** @file condensation.h  Condensed multipliers (exact dynamic condensation): they follow from the ports of their
 *  segment.
 *  With S of a segment in blocks μ (multipliers), u (end ports) and T(λ) = −S_μμ⁻¹S_μu, no force is left on multipliers
 *  where μ = T u, and
 *      S x = (D u, 0),     D(λ) = S_uu + S_uμT,     D′ = (Tᵀ 1) S′ (T; 1)
 *      (1)
 *
 *  are all that S and S′ do on the rest. Vectors without those multipliers are about a third as long. Which of them are
 *  left out is one choice for an interval: those of segments that have no frequency with held ends in it, so that D
 *  has no pole there. */
#ifndef COMPLIANCE_CONDENSATION_H
#define COMPLIANCE_CONDENSATION_H

#include "compliance/system.h"

/** Frequencies with held ends are not close if they are so many times as far from σ as the λ up to which multipliers
 *  are left out; at most a few may be closer. */
enum { HOL_CONDENSATION_FAR = 6 };

/** Ports of an order that a segment has at either end, and at both. */
enum { HOL_CONDENSATION_ORDERS = 2, HOL_CONDENSATION_PORTS = 2 * HOL_CONDENSATION_ORDERS };

/** A kind of segment. */
typedef struct hol_condensation_kind {
  bool is_condensed; /**< are its multipliers? If so: */
  size_t multipliers;
  double T[2 * HOL_RELATION_MAX];           /**< [multipliers * ports] */
  double both[2 * HOL_CONDENSATION_ORDERS]; /**< [multipliers * orders] of start and end alike, by hol_relation.sum */
  double slope[HOL_CONDENSATION_PORTS * HOL_CONDENSATION_PORTS]; /**< [ports * ports] D′ */
} hol_condensation_kind;

/** {0} is empty. */
typedef struct hol_condensation {
  const hol_system *system;    /**< borrowed */
  size_t n, all;               /**< unknowns that are left, unknowns of S */
  uint32_t *unknown;           /**< [n] which of S an unknown is that is left */
  uint32_t *number;            /**< [all] and back; UINT32_MAX: it is left out */
  hol_condensation_kind *kind; /**< [system->example_count]; T and D′ of the λ that was taken last */
} hol_condensation;

/** Compute T of a relation [n_mu * n_ports]. @param[out] negative  n₋(S_μμ)
 *  @return HOL_NUMERICAL where S_μμ is next to singular, or has more than two rows */
HOL_MUST_CHECK hol_status hol_condense_ports(const hol_relation *relation, double *T, size_t *negative);
/** Compute D′ of (1) [n_ports * n_ports]. @param[in] relation  with slopes @param[in] T  its own */
void hol_condense_slope(const hol_relation *relation, const double *T, double *slope);
/** Count the frequencies below λ of a segment with held ends. @return HOL_NUMERICAL */
HOL_MUST_CHECK hol_status hol_fixed_interface_count(const hol_segment *segment, double lambda, size_t *count);

/** Leave out the multipliers of segments whose frequencies with held ends are all above `top`, not many of them close
 *  above it.
 *  @param[in] matrix  S(σ), σ < top @param[in] top  rad²/s²; 0: nothing is left out
 *  @return HOL_MEMORY. Cost: some relations of each kind, one pass. */
HOL_MUST_CHECK hol_status hol_condensation_choose(const hol_system *system, const hol_matrix *matrix, double top,
                                                  hol_condensation *f);
/** Apply the same choice to another structure of equal topology, whose segments may fall into other kinds.
 *  @return HOL_MEMORY, HOL_NUMERICAL: segments that are alike now were not treated alike */
HOL_MUST_CHECK hol_status hol_condensation_move(hol_condensation *f, const hol_system *system);
void hol_condensation_clear(hol_condensation *f);
/** Compute T and - if there are slopes - D′ of the relations of a matrix of the same forms, S(λ) or what
 *  hol_system_matrix_rest() makes. @return HOL_NUMERICAL where one that is needed is next to singular */
HOL_MUST_CHECK hol_status hol_condensation_at(hol_condensation *f, const hol_matrix *matrix);
/** Pick the unknowns that are left. @param[in] x  [all] @param[out] v  [n]; it may be x, or begin before it */
void hol_condensation_pick(const hol_condensation *f, const double *x, double *v);
/** Extend a vector by zeros where unknowns have been left out. @param[in] v  [n] @param[out] x  [all] */
void hol_condensation_spread(const hol_condensation *f, const double *v, double *x);

#endif
