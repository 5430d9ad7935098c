/* SPDX-License-Identifier: BSD-3-Clause */
/** @file roots.h  Natural frequencies by Sturm (Wittrick-Williams) counts N(λ).
 *
 *  Guaranteed (up to the rounding that the bracket of each root states): the roots returned with indices i..j are all
 *  natural frequencies with these indices - N(λ) counts them, multiplicity included, and every bracket is verified by a
 *  count on both sides. Not guaranteed: that a multiple root is not a cluster tighter than its bracket. */
#ifndef SPECTRUM_ROOTS_H
#define SPECTRUM_ROOTS_H

#include "compliance/decomposition.h"

/** One frequency, possibly multiple. λ in rad²/s². Plain data: ranks send it to each other as it is. */
typedef struct hol_root {
  double lambda, lower, upper; /**< N(lower) = index − 1, N(upper) ≥ index − 1 + multiplicity, by count */
  size_t index;                /**< number of the first of its frequencies, from 1 */
  size_t multiplicity;
  bool is_cluster; /**< members may differ within the bracket by more than rounding */
  double at;       /**< λ at which the null vector of a single root was computed, and can be again to the last bit; 0:
                        none */
  size_t holder;   /**< rank that made that vector and may still have it; SIZE_MAX: none */
  size_t maker;    /**< rank that computes its modes, once they are distributed */
  double from,
      to; /**< ends of the interval in which it is proved with all others, by trial functions; both 0: by counts beside
               it */
  double residual; /**< then, of its trial function: hol_mode.field_residual */
} hol_root;

/** A list of roots, rising. */
typedef struct hol_roots {
  hol_root *item;
  size_t count, capacity;
} hol_roots;

/** Null vectors kept from the search until the modes are made of them. */
typedef struct hol_vectors {
  struct hol_vector {
    size_t index, n, columns; /**< of the root; length; as many as its multiplicity */
    uint64_t signature;       /**< of the matrix they belong to */
    double *value;            /**< [n * columns], unit modal masses; owned */
  } * item;                   /**< [count] */
  size_t count, capacity;
  size_t bytes;
  bool is_sorted;
} hol_vectors;

/** Counts that contradict each other. Plain data. */
typedef struct hol_contradiction {
  enum { HOL_COUNTS_AGREE, HOL_COUNT_NEGATIVE, HOL_COUNT_FALLS, HOL_COUNT_STAYS } kind;
  double from, at; /**< rad²/s²: the count at `at` is negative, or smaller than at `from` < `at`; or it exceeds the
                        number `before` of zero-energy modes however small `at` is */
  size_t before, count; /**< the count at `from`, at `at` */
} hol_contradiction;

/** A system with its workspace. {0} with system set is valid.
 *
 *  `mirrored`: the search goes below zero. All λ of tasks, intervals and roots are then μ = −λ > 0, and what is counted
 *  are the frequencies with −μ < λ < 0: growing − N(−μ). It rises with μ as N does with λ, so that the same search
 *  finds rates √μ. */
typedef struct hol_sturm_counter {
  const hol_system *system;
  bool mirrored;
  size_t growing;                  /**< frequencies with λ < 0, for the mirrored count */
  hol_contradiction contradiction; /**< why HOL_NUMERICAL was returned, if by a count */
  hol_matrix matrix;
  hol_decomposition decomposition;
  hol_vectors vectors;
  size_t evaluations;             /**< matrices factorised */
  bool (*proceed)(void *context); /**< called before each; false: cancel with HOL_INCOMPLETE. May be NULL */
  void *context;
} hol_sturm_counter;

void hol_sturm_counter_clear(hol_sturm_counter *counter);
/** Free S(λ) and its factors where they are large: the next count makes them anew. Vectors are kept. */
void hol_sturm_counter_release(hol_sturm_counter *counter);

/** Compute N(λ), mirrored or not. Leaves the factorised S(λ) in the counter.
 *  @return HOL_NUMERICAL too, with the contradiction noted, if the count is less than none */
HOL_MUST_CHECK hol_status hol_sturm_count(hol_sturm_counter *counter, double lambda, size_t *count);
/** Compute the same with S′(λ), as null vectors need it. */
HOL_MUST_CHECK hol_status hol_sturm_count_with_slope(hol_sturm_counter *counter, double lambda, size_t *count);
/** Record that the count falls between two λ.  @return HOL_NUMERICAL */
hol_status hol_contradict(hol_sturm_counter *counter, double from, size_t before, double at, size_t count);

/** Return a λ > 0 typical of the system, from which searches start. */
double hol_typical_lambda(const hol_system *system);

/** An interval of λ with the counts at its ends. Plain data. */
typedef struct hol_interval {
  double low, high;
  size_t low_count, high_count;
} hol_interval;

/** Find an interval of λ that holds the roots number zero+1..last: the same on all ranks that share the search.
 *  @param[in] zero   number of modes without energy: indices 1..zero are not searched
 *  @param[in] last   as many frequencies are wanted
 *  @param[in] limit  no root above this λ is looked for (HUGE_VAL: none); fewer than `last` may then be in it
 *  @return HOL_NUMERICAL if more than `zero` frequencies stay below every λ. */
HOL_MUST_CHECK hol_status hol_interval_find(hol_sturm_counter *counter, size_t zero, size_t last, double limit,
                                            hol_interval *interval);
/** Find the same where a λ > 0 is known below which there are `zero` frequencies, whatever they are. */
HOL_MUST_CHECK hol_status hol_interval_above(hol_sturm_counter *counter, double low, size_t zero, size_t last,
                                             double limit, hol_interval *interval);

/** Resolution of a root, limited by rounding, rad²/s². Plain data. */
typedef struct hol_resolution {
  double root; /**< from its vector v, whose energies are those of S as it stands: 4 ε |v|ᵀ|S||v|, or what v lacks */
  double count; /**< from counts, which are those of the factors: ½ ε |v|ᵀ|F||v| with F the terms whose differences they
                     are. A count so close to the root, or some times as far, may have it on either side */
} hol_resolution;

typedef enum { HOL_SEEK, HOL_REFINE, HOL_PROVE_LOWER, HOL_PROVE_UPPER, HOL_FOUND } hol_phase;

/** A task of the search: an interval and its phase. Plain data; the result is the same to the last bit, whichever rank
 *  takes the next step, and in whichever order tasks are worked on. */
typedef struct hol_task {
  hol_phase phase;
  hol_interval in;
  hol_root found;     /**< from HOL_REFINE on; complete at HOL_FOUND */
  hol_interval outer; /**< the interval when the refinement began: its ends were counted far from the root */
  double last;        /**< step before, rad²/s² */
  double count_above, count_below; /**< highest λ whose count has the root above it, lowest that has it below */
  hol_resolution resolution;       /**< of the root */
  double width;                    /**< first half width of the bracket to be proved */
  size_t tries;                    /**< in this phase */
} hol_task;

/** Take one step of a task: at most one matrix.
 *  @param[in,out] task   cut in two, it is the lower half
 *  @param[out]    upper  the upper half. A piece with high_count == low_count holds nothing: here, if it was not cut
 *  @param[in]     rank   who works on it, for `holder` */
HOL_MUST_CHECK hol_status hol_task_step(hol_sturm_counter *counter, size_t rank, hol_task *task, hol_task *upper);
/** Estimate how many steps a task may still take. */
size_t hol_task_weight(const hol_task *task);

/** Merge neighbours whose brackets overlap into one frequency. */
void hol_roots_merge(hol_roots *roots);
/** Append a root. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_roots_append(hol_roots *roots, const hol_root *root);
void hol_roots_clear(hol_roots *roots);

/** Return the vectors kept with a root, NULL if there are none. Valid until another is kept. */
const struct hol_vector *hol_vector_of(hol_sturm_counter *counter, const hol_root *root);
/** Append the vectors of a root. Their numbers are taken over, even on failure. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_vectors_append(hol_vectors *all, struct hol_vector vector);

/** Is there room for so many vectors of length n? */
bool hol_vectors_fit(size_t count, size_t n);
void hol_vectors_clear(hol_vectors *vectors);
/** Discard the vector of a root whose modes are made. */
void hol_vector_discard(hol_sturm_counter *counter, const hol_root *root);
/** Discard all vectors that are kept. */
void hol_vectors_discard(hol_sturm_counter *counter);

/** Compute the null vectors of S at a root: `multiplicity` columns of length matrix.n (the counter's matrix is then
 *  that of the root; the vector found with the root is used where it fits), with −VᵀS′V = 1 at the root, i.e. unit
 *  modal masses and M-orthogonal.
 *  @param[out] v  [n * multiplicity], owned by the caller, to be freed */
HOL_MUST_CHECK hol_status hol_root_vectors(hol_sturm_counter *counter, const hol_root *root, double **v);

#endif
