/** @file roots.h  Natural frequencies by counting.
 *
 *  Guaranteed (up to the rounding that the bracket of each root states): the roots returned with indices i..j are all
 *  natural frequencies with these indices - N(λ) counts them, multiplicity included, and every bracket is verified by a
 *  count on both sides. Not guaranteed: that a multiple root is not a cluster tighter than its bracket. */
#ifndef SPECTRUM_ROOTS_H
#define SPECTRUM_ROOTS_H

#include "compliance/decomposition.h"

/** One frequency, possibly multiple. λ in rad²/s². */
typedef struct hol_root {
  double lambda, lower, upper; /**< N(lower) = index − 1, N(upper) ≥ index − 1 + multiplicity, by count */
  size_t index;                /**< number of the first of its frequencies, from 1 */
  size_t multiplicity;
  bool is_cluster;             /**< members may differ within the bracket by more than rounding */
  double *vector;              /**< multiplicity 1: null vector of unit modal mass, [n]; owned by the list, may be NULL */
  size_t n;
  uint64_t form;               /**< of the matrix the vector belongs to */
} hol_root;

/** A list of roots, rising. */
typedef struct hol_roots {
  hol_root *item;
  size_t count, capacity;
} hol_roots;

/** A system with its workspace, and a place for progress. {0} with system set is valid. */
typedef struct hol_counter {
  const hol_system *system;
  hol_matrix matrix;
  hol_decomposition decomposition;
  size_t evaluations;      /**< matrices factorised */
  bool (*progress)(void *context, size_t found);
  void *context;
} hol_counter;

void hol_counter_clear(hol_counter *counter);

/** N(λ). Leaves the factorised S(λ) in the counter. */
HOL_MUST_CHECK hol_status hol_count(hol_counter *counter, double lambda, size_t *count);

/** A λ > 0 typical of the system: where to start looking. */
double hol_typical_lambda(const hol_system *system);

/** An interval of λ that holds the roots number zero+1..last: the same for all who share the search.
 *  @param[in] zero   number of modes without energy: indices 1..zero are not searched
 *  @param[in] last   as many frequencies are wanted
 *  @param[in] limit  no root above this λ is looked for (HUGE_VAL: none); fewer than `last` may then be in it
 *  @return HOL_NUMERICAL if more than `zero` frequencies stay below every λ. */
typedef struct hol_interval {
  double low, high;
  size_t low_count, high_count;
} hol_interval;
HOL_MUST_CHECK hol_status hol_interval_find(hol_counter *counter, size_t zero, size_t last, double limit,
                                            hol_interval *interval);

/** The roots with indices first..last (from 1) of an interval; a root of which only a part lies in that range is whole.
 *  Which λ are tried depends on the interval alone, so that a root comes out the same, to the last bit, whatever range it
 *  is found with.
 *  @param[out] roots appended, rising; neighbours whose brackets overlap still apart: see hol_roots_merge
 *  @return HOL_INCOMPLETE if progress said stop. */
HOL_MUST_CHECK hol_status hol_roots_find(hol_counter *counter, const hol_interval *interval, size_t first, size_t last,
                                         hol_roots *roots);
/** Neighbours closer than their brackets can tell apart become one frequency. */
void hol_roots_merge(hol_roots *roots);
void hol_roots_clear(hol_roots *roots);

/** Null vectors of S at a root: `multiplicity` columns of length matrix.n (the counter's matrix is then that of the
 *  root; the vector found with the root is used where it fits), with −VᵀS′V = 1, i.e. unit modal masses and M-orthogonal.
 *  @param[out] v  [n * multiplicity], owned by the caller, to be freed */
HOL_MUST_CHECK hol_status hol_root_vectors(hol_counter *counter, const hol_root *root, double **v);

#endif
