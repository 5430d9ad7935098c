/* SPDX-License-Identifier: BSD-3-Clause */
/** @file match.h  Mode matching of two snapshots by the M-products of their shapes, the mass-weighted form of the
 *  MAC. */
#ifndef SWEEP_MATCH_H
#define SWEEP_MATCH_H

#include "sweep/point.h"

/** Modes a (rows) of an earlier and b (columns) of a later snapshot; {0} is empty, reused. */
typedef struct hol_match {
  size_t na, nb;
  double *product; /**< [na * nb] column-major: shape i of a times shape j of b; shapes of multiple frequencies turned
                        among themselves so as to agree as far as they can */
  size_t *from;    /**< [nb] mode of a that mode j of b comes from, SIZE_MAX: none */
  bool is_clear;   /**< every mode that must have a partner has one, beyond doubt */
  size_t lowest;   /**< not clear: index in b of the lowest without partner */
  size_t product_capacity, from_capacity;
} hol_match;
void hol_match_clear(hol_match *match);

/** Match two snapshots.
 *  @param[in] spare  as many of the highest modes of both may be without partner
 *  @return HOL_MEMORY, HOL_NUMERICAL (LAPACK failed). Snapshots of different structures are not clear. */
HOL_MUST_CHECK hol_status hol_match_find(const hol_snapshot *a, const hol_snapshot *b, size_t spare, hol_match *match);

/** Frequencies closer than this, relatively, count as one: their individual shapes are arbitrary and their gap is
 *  zero. */
static const double hol_gap_least = 1e-8;
/** Shapes that turn by more than this (rad) while the gap has a dip veer. */
static const double hol_veering_turn = 0.5;

/** Are neighbouring modes i and i + 1 one multiple frequency? */
bool hol_is_multiple(const hol_snapshot *s, size_t i);

#endif
