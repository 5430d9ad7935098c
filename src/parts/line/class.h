/* SPDX-License-Identifier: BSD-3-Clause */
/** @file class.h  Motions of uniform members as substructures. Module `parts`. */
#ifndef PARTS_LINE_CLASS_H
#define PARTS_LINE_CLASS_H

#include "parts/line/line.h"
#include "parts/substructure.h"

/** One motion of a uniform member. Plain data. */
typedef struct hol_line_part {
  hol_line line;      /**< its own ends are free where rows of the structure hold them */
  double rigid[2][2]; /**< [rigid_count] rigid-body modes: displacement in the middle, slope; see
                           hol_line_part_mode() */
  size_t rigid_count;
} hol_line_part;

/** Functions of classes whose objects begin with a hol_line_part, by this line: that of the motion, or of its means
 *  along the member. */
const hol_line *hol_line_part_line(const void *of);
/** Store rigid-body modes: straight ones, c₀ = c₁ = b = 0. @param[in] mode  [count] */
void hol_line_part_keep(hol_line_part *part, size_t count, const hol_line_mode mode[2]);
/** Return rigid-body mode r, M-orthonormal. */
hol_line_mode hol_line_part_mode(const hol_line_part *part, size_t r);
double hol_line_part_rigid(const void *of, size_t r, hol_port at);
double hol_line_part_rigid_size(const void *of, size_t r, double length);
size_t hol_line_part_words(const void *of, hol_word word[HOL_WORDS]);
double hol_line_part_characteristic_eigenvalue(const void *of, double mass);
hol_added_stiffness hol_line_part_added_stiffness(const void *of);
bool hol_line_part_is_fixed(const void *of, hol_port port);

void hol_line_part_set(hol_line_part *part, const hol_line *line);

/** Return the class of such motions, each a hol_line_part; static storage. Component modes and static deflections are
 *  closed forms, sums of modes are truncated: the class has component modes where hol_line_component_modes() has, and
 *  HOL_INVALID elsewhere. */
const hol_substructure_class *hol_line_class(void);

/** Compute static deflections of a uniform member that meets the needs of hol_line_static(), which the caller ensures:
 *  exact to rounding. Not collective.
 *  @return HOL_MEMORY; deflections is to be cleared in every case */
HOL_MUST_CHECK hol_status hol_line_deflections(const hol_line *line, const hol_port *port, size_t ports,
                                               hol_deflections *deflections);

#endif
