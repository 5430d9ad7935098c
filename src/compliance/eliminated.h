/* SPDX-License-Identifier: BSD-3-Clause */
/** @file eliminated.h  Elimination of the multipliers of exact segments, kind by kind.
 *
 *  With S of a segment in blocks μ (multipliers) and u (end ports),
 *
 *      n₋(S) = n₋(S_μμ) + n₋(S_uu − S_uμS_μμ⁻¹S_μu)                                                       (Haynsworth)
 *
 *  and all of it is the same for segments that are alike: only where their ports are differs. A large structure has
 *  many more segments than kinds, or none that are alike; either way no segment has entries of its own here but the
 *  places of its ports in the matrix that is left. */
#ifndef COMPLIANCE_ELIMINATED_H
#define COMPLIANCE_ELIMINATED_H

#include "compliance/system.h"

/** A kind of segment. */
typedef struct hol_eliminated_kind {
  uint32_t multipliers, ports, negative; /**< negative: n₋(S_μμ) */
  size_t at; /**< of hol_eliminated.number: S_μμ⁻¹ [multipliers²], S_μu [multipliers * ports], what is left [ports²] */
} hol_eliminated_kind;

/** {0} is empty; reused from one λ to the next. */
typedef struct hol_eliminated {
  const hol_system *system;  /**< of what was eliminated last; borrowed */
  hol_eliminated_kind *kind; /**< [system->example_count] */
  size_t kind_capacity;
  double *number;
  size_t number_capacity;
} hol_eliminated;

void hol_eliminated_clear(hol_eliminated *e);
/** D ← D⁻¹ of one row or two. @param[in] reach  the most that D⁻¹ may be of a single row, HUGE_VAL: no matter
 *  @param[out] negative  n₋(D) @return false if it is too close to singular */
bool hol_invert_small(size_t n, double *D, double reach, size_t *negative);

/** Return the place of a pair in the lower triangle of order n as one number: places sort by column, then row. */
static inline size_t hol_lower_place(size_t n, size_t i, size_t j)
{
  return i > j ? j * n + i : i * n + j;
}

/** List the pairs of coordinates that segments couple, by their places in the lower triangle of order n.
 *  @param[out] place  NULL: they are counted only @return how many, some of them more than once */
size_t hol_eliminated_places(const hol_system *system, size_t n, size_t *place);
/** Continue a hash with the positions of the ports and multipliers of segments. */
uint64_t hol_eliminated_hash(const hol_system *system, uint64_t hash);
/** Eliminate the multipliers of all segments. @param[in] matrix  S(λ); its relations @param[in] scale,growth  as
 *  hol_condense() has them
 *  @param[out] negative  n₋ of all multipliers @return HOL_MEMORY; HOL_NUMERICAL: elimination without pivoting is not
 *                        trustworthy here */
HOL_MUST_CHECK hol_status hol_eliminate(const hol_system *system, const hol_matrix *matrix, const double *scale,
                                        double growth, hol_eliminated *e, size_t *negative);
/** Add the Schur complements to a matrix. @param[in] target  where each pair of hol_eliminated_places() goes
 *  @param[in,out] value  by target */
void hol_eliminated_add(const hol_eliminated *e, const uint32_t *target, double *value);
/** y_μ = S_μμ⁻¹x_μ. @param[in] x  by unknowns of S, as all that follow @param[out] y  it may be x */
void hol_eliminated_apply(const hol_eliminated *e, const double *x, double *y);
/** rest −= S_uμ y_μ. @param[in,out] rest  by coordinates */
void hol_eliminated_couple_back(const hol_eliminated *e, const double *y, double *rest);
/** x_μ −= S_μu rest. */
void hol_eliminated_couple_to(const hol_eliminated *e, const double *rest, double *x);
/** |u|ᵀ|S_uμ||S_μμ⁻¹||S_μu||u|. */
double hol_eliminated_energy(const hol_eliminated *e, const double *v);

#endif
