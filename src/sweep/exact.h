/* SPDX-License-Identifier: BSD-3-Clause */
/** @file exact.h  Roots of single structures of a reduction with exact compliances, root by root, without reading and
 *  building each. */
#ifndef SWEEP_EXACT_H
#define SWEEP_EXACT_H

#include "spectrum/roots.h"

/** Workspace to find the roots of one structure after the other. {0} is empty. */
typedef struct hol_exact {
  hol_sturm_counter counter;
  double *vector, *scratch; /**< null vector, [room]; [2 * room] */
  size_t room;
  size_t zero, wanted; /**< roots zero + 1 .. wanted are found */
  double *bracket;     /**< [2 * wanted] λ with fewer and with enough frequencies below */
} hol_exact;

HOL_MUST_CHECK hol_status hol_exact_start(size_t zero, size_t wanted, hol_exact *exact);
void hol_exact_clear(hol_exact *exact);

/** Find the roots of a structure.
 *  @param[in,out] lambda  [wanted] in: estimates; out: roots
 *  @param[out]    margin  [wanted] N(λ(1 − margin)) = number − 1, N(λ(1 + margin)) = number, by count, with room for
 * rounding
 *  @param[out]    found   all of them found and proved
 *  @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_exact_solve(hol_exact *exact, const hol_system *system, double *lambda, double *margin,
                                          bool *found);

#endif
