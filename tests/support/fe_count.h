/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fe_count.h  Counting on the second road: how many eigenvalues of a whole problem lie below any number.
 *
 *  By the inertia of K - λM with pivots of `real` (fe_real.h). Unlike fe_solve(), energies may be negative: members
 *  under compression are counted with the motions that grow. Rings, full plates and imported matrices are known,
 *  too. */
#ifndef HOLONOME_TESTS_FE_COUNT_H
#define HOLONOME_TESTS_FE_COUNT_H

#include "fe_system.h"
#include "problem/kind.h"

/** {0} is empty. */
typedef struct fe_counter {
  fe_pool pool;
  fe_model model;
  fe_system system;
  bool is_empty;     /**< nothing has mass or stiffness */
  size_t lone;       /**< as fe_reduction: not counted */
  const char *fault; /**< what is not known, or NULL */
} fe_counter;

/** @param[in] omega  highest frequency that will be asked about
 *  @param[in] extra  degrees above those that this asks for
 *  @return false if the problem asks for something that is not known: see fault */
bool fe_counter_open(const hol_problem *problem, const hol_part_grammar *const *kinds, double omega, size_t extra,
                     fe_counter *counter);
/** Eigenvalues below λ, negative ones and zeros included where they are. */
size_t fe_counter_below(const fe_counter *counter, real lambda);
/** Free everything. Idempotent. */
void fe_counter_clear(fe_counter *counter);

#endif
