/* SPDX-License-Identifier: BSD-3-Clause */
/** @file components.h  Names of the components of the reactions of joints, in the order of hol_reaction. */
#ifndef MODES_COMPONENTS_H
#define MODES_COMPONENTS_H

#include "holonome/solve.h"

/** {0} is empty. */
typedef struct hol_components {
  size_t *first;     /**< [joints + 1] of `word`: those of joint j are first[j] .. first[j + 1] - 1. Owned */
  const char **word; /**< [first[joints]] "ux", "along (0, 1, 0)". Owned, what they point to is the result's */
} hol_components;

/** List the components of every joint: those of its constraints, then those of its springs.
 *  @param[out] all  {0} on entry; to be cleared in every case
 *  @return HOL_MEMORY. Not collective. */
HOL_MUST_CHECK hol_status hol_components_make(const hol_result *result, hol_components *all);
/** Free and make empty. Idempotent. */
void hol_components_clear(hol_components *all);

#endif
