/* SPDX-License-Identifier: BSD-3-Clause */
/** @file neglected.h  Static forces whose geometric stiffness is neglected here. Internal to module `statics`.
 *
 *  The second variation of the energy of a structure under loads has, besides the axial forces of beams, N w′²: bending
 *  moments and torques of beams in space, which couple bending across them with twist (a strip under a force across its
 *  strong side falls sideways); forces on rigid arms, F·θ×(θ×r); and whatever rings, arcs, plates and imported parts
 *  bear. None of these terms is in the theory of this program. A structure in which all of them are zero is one of
 *  which the axial forces tell everything. */
#ifndef STATICS_NEGLECTED_H
#define STATICS_NEGLECTED_H

#include "statics/statics.h"

/** Flags. */
enum {
  HOL_NEGLECTED_MOMENTS = 1, /**< of beams that can bend in both planes and twist */
  HOL_NEGLECTED_ARMS = 2,    /**< forces on rigid arms of joints */
  HOL_NEGLECTED_PARTS = 4    /**< forces in parts other than straight ones */
};
enum { HOL_NEGLECTED_KINDS = 3 };

/** Return the flags of those forces that are not zero, beyond rounding.
 *  @param[in] statics  solved, with rounding. Not collective. */
unsigned hol_statics_neglected(const hol_statics *statics);
/** In words, [HOL_NEGLECTED_KINDS]: flag 1 << kind. */
extern const char *const hol_neglected_word[HOL_NEGLECTED_KINDS];
/** Append the words of the flags that are set, one after the other. */
void hol_neglected_put(unsigned which, hol_text *text);

#endif
