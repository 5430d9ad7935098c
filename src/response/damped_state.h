/* SPDX-License-Identifier: BSD-3-Clause */
/** @file damped_state.h  State and steps of a search for damped eigenvalues. Internal to module `response`.
 *
 *  Prepare (damped_prepare.c), search and count (damped_count.c), choose regions (damped_regions.c), prove by discs
 *  (damped_discs.c). */
#ifndef RESPONSE_DAMPED_STATE_H
#define RESPONSE_DAMPED_STATE_H

#include "response/damped_eigenvalues.h"
#include "response/damped_search.h"
#include "response/dynamic.h"

/** Everything that one search owns. {0} is empty. */
typedef struct hol_damped_state {
  hol_undamped *undamped;
  const hol_damped_kind *kind;
  const hol_damped_request *request;
  hol_model *model; /**< that of `undamped` */
  hol_system system;
  hol_dynamic dynamic;
  hol_eigenvalues zeros;
  hol_eigenvalue_region discs; /**< accumulation points, and the largest radius with a count */
  double *size;                /**< [listed] |s| rising, of zeros that are motions and not in discs */
  size_t listed;
  double complex *pole; /**< [poles] damped component modes, as of the last count. Owned */
  size_t poles;
  size_t rigid;  /**< motions at s = 0 */
  size_t degree; /**< of the determinant where it is a polynomial: so many zeros has it; else 0 */
  double first;  /**< lowest nonzero undamped frequency */
} hol_damped_state;

/** Prepare the search: the system of all undamped modes, the degree of det S where it is a polynomial, discs about
 *  accumulation points.
 *  @param[in,out] s  its `undamped` are solved */
HOL_MUST_CHECK hol_status hol_damped_prepare(hol_damped_state *s, hol_faults *faults);
/** Search from every undamped mode. */
HOL_MUST_CHECK hol_status hol_damped_search_from_undamped(hol_damped_state *s);
/** Search on the real axis. */
HOL_MUST_CHECK hol_status hol_damped_search_real_axis(hol_damped_state *s);
/** Search below the real axis, where continued loss factors excite, from the known eigenvalues above. */
HOL_MUST_CHECK hol_status hol_damped_search_lower_half(hol_damped_state *s);
/** Compare known zeros with the winding number, and search until they agree.
 *  @param[out] found  `known`, `is_exhausted`, `reason` */
HOL_MUST_CHECK hol_status hol_damped_count_zeros(hol_damped_state *s, hol_damped *found);
/** Test whether a zero is a motion, and not next to an accumulation point. */
bool hol_damped_is_listed(const hol_damped_state *s, double complex zero);
/** Sort |s| of all listed eigenvalues. */
HOL_MUST_CHECK hol_status hol_damped_sort_sizes(hol_damped_state *s);
/** Range of radii for the circle about all wanted eigenvalues. @param[in] wide  if fewer than wanted are known: |s|
 *  of all known */
void hol_damped_radius_range(const hol_damped_state *s, double wide, double *low, double *high);
/** Choose a region with its circle in a range, far from poles and zeros. @return HOL_NUMERICAL: there is none */
HOL_MUST_CHECK hol_status hol_damped_choose_region(hol_damped_state *s, double low, double high,
                                                   hol_eigenvalue_region *region);
/** List the accumulation points within the range of the list. */
void hol_damped_list_accumulations(const hol_damped_state *s, hol_damped *found);
/** Number of eigenvalues proved by groups of discs, from the first on; these are assigned their discs. */
size_t hol_damped_prove_by_discs(const hol_damped_state *s, hol_damped *found);

#endif
