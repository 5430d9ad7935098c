/* SPDX-License-Identifier: BSD-3-Clause */
/** @file trial.h  Trial functions between two ends of an interval: their improvement, and the list of roots
 *  that they prove.
 *
 *  The trial functions of lehmann.h with the forces they leave at the joints, their products, and the solutions at both
 *  ends. They start from the vectors of estimates of the roots. */
#ifndef SPECTRUM_TRIAL_H
#define SPECTRUM_TRIAL_H

#include "base/cancellation.h"
#include "base/symmetric.h"
#include "compliance/decomposition.h"
#include "compliance/forces.h"

/** One end of an interval: the factors of S(σ), its count, and S(σ) with S′(σ) but for the entries of segments. {0} is
 *  empty; reused. */
typedef struct hol_shift {
  double lambda;
  size_t count;
  hol_matrix matrix; /**< less the entries of segments: hol_matrix_drop_segments() */
  hol_decomposition decomposition;
  double *weight; /**< [matrix.n] (|S|d)_i/d_i with the sizes d of the unknowns: |v|ᵀ|S||v| ≤ Σ v_i² weight_i */
  size_t weight_capacity;
} hol_shift;

/** Factorise S(σ) at an end, and count. @param[in] as  λ whose forms are taken @return HOL_NUMERICAL, HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_shift_factorise(const hol_system *system, double lambda, double as, hol_shift *end);
void hol_shift_clear(hol_shift *end);
/** Release the factors, but keep the symbolic analysis for the next shift of the same pattern. */
void hol_shift_release(hol_shift *end);

/** Trial functions of one interval, those that stand for a root inside first. Of a trial function of λ = θ the unknowns
 *  are kept that do not follow others at θ: no force is left on those that do, and all of it is as in S with D in its
 *  place (compliance/condensation.h). {0} is empty; what is borrowed is to be set. */
typedef struct hol_trial {
  const hol_system *system;       /**< borrowed, as are the next */
  const hol_forces *forces;       /**< of the same system */
  hol_condensation *condensation; /**< multipliers that trial functions do without, chosen for λ up to the high end */
  const hol_symmetric *mass; /**< −S′ at some end on what is kept, for what is measured roughly; NULL: it is taken
                                  without */
  hol_shift *low, *high;     /**< in the same forms */
  double as;                 /**< λ whose forms they have */
  const hol_cancellation *cancellation;
  size_t n, count, inside; /**< condensation->n; trial functions */
  bool *is_active;         /**< [count] still improved; else converged and locked */
  double *x, *r;           /**< [n * count] */
  double *y;               /**< [n * count] S(σ)⁻¹r between both ends: see trial.c */
  bool is_first;           /**< y is to leave nothing of rounding that is far away (blend.h) */
  double *change;          /**< [count] by the last improvement that was found, of unit modal mass */
  bool has_pending;        /**< the improvement x − y of those inside is known, but not applied: products are not of
                                it */
  double above, below;     /**< estimated bounds of the roots that are not in the block */
  double *theta;           /**< [count] */
  double *resolution;      /**< [count] rounding of each root by its energies */
  double *residual;      /**< [count] ‖z‖/‖w‖ of (2) in lehmann.h by the end that is farther; of those inside */
  double *G;             /**< [count²] */
  double *along;         /**< [count²] r_iᵀx_j */
  double *C[2], *Q[2];   /**< [count²] r_iᵀS(σ)⁻¹r_j at both ends, and along − C */
  size_t all, capacity;  /**< condensation->all; trial functions that there is room for */
  double *lower, *upper; /**< [inside] proved bounds, without room for rounding */
  hol_matrix matrix;     /**< at a trial function */
  double *scratch, *square;   /**< [all * some], [count²] */
  size_t solves, evaluations; /**< with factors; of matrices, so far */
  const char *why;            /**< reason of HOL_NUMERICAL in words; NULL: a computation failed */
} hol_trial;

/** Allocate trial functions, whose vectors and θ the caller fills in: first those of roots inside, rising. Earlier
 *  contents are discarded.
 *  @pre condensed multipliers are set */
HOL_MUST_CHECK hol_status hol_trial_start(hol_trial *t, size_t count);
void hol_trial_clear(hol_trial *t);
/** Improve the trial functions until that changes next to nothing. @return HOL_NUMERICAL (they do not converge),
 *  HOL_MEMORY, HOL_INCOMPLETE */
HOL_MUST_CHECK hol_status hol_trial_refine(hol_trial *t);
/** Prove by (3) of lehmann.h that there are as many roots between the ends as trial functions inside, each between its
 *  bounds.
 *  @pre the counts at the ends differ by t->inside
 *  @return HOL_NUMERICAL if they do not, HOL_MEMORY, HOL_INCOMPLETE */
HOL_MUST_CHECK hol_status hol_trial_prove(hol_trial *t);
/** Free the products after the proof.
 *  @post only hol_trial_vectors(), hol_trial_root() and hol_trial_clear() are allowed until hol_trial_start() */
void hol_trial_close(hol_trial *t);
/** Compute trial functions of one root with all unknowns of S, multipliers as exact as all else: T u has rounding of
 *  displacements that may be much larger than what is deformed; the forces that are left at the joints tell it.
 *  @pre proved. The first that is nearer to the high end gives back the factors of the low one: all after it do with
 *               those of the high end
 *  @param[out] x  [all * count] @return HOL_NUMERICAL, HOL_INCOMPLETE. Cost: a relation of each kind, a solution for
 *                 each */
HOL_MUST_CHECK hol_status hol_trial_vectors(hol_trial *t, size_t from, size_t count, double *x);
/** Compute bounds of one root, or of several that rounding leaves as one, that begins with trial function `from`.
 *  @param[out] lower,upper  with room for rounding, rad²/s² @return the trial function after the last that is in it */
size_t hol_trial_root(const hol_trial *t, size_t from, double *lower, double *upper);

#endif
