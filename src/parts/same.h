/* SPDX-License-Identifier: BSD-3-Clause */
/** @file same.h  Comparison of parts, and a varying part evaluated at one place. Module `parts`. */
#ifndef PARTS_SAME_H
#define PARTS_SAME_H

#include "holonome/problem.h"

/** Evaluate a part that varies at one place: a copy with the values and the section there, uniform.
 *  @param[in]  piece    index of the piece that holds xi
 *  @param[out] at       borrows from part and section
 *  @param[out] section  where the section is kept if it varies
 *  @return HOL_INVALID where an expression has no finite value. Not thread-safe for one problem. */
HOL_MUST_CHECK hol_status hol_part_at(const hol_part *part, size_t piece, double xi, hol_part *at,
                                      hol_section *section);

/** Are two parts, of one problem or of two, the same in all that determines their component modes in own axes: kind,
 *  numbers bit by bit, points, files by their paths? Where they lie may differ. Never true of parts that vary. */
bool hol_part_is_same(const hol_part *a, const hol_part *b);

#endif
