/* SPDX-License-Identifier: BSD-3-Clause */
/** @file random_structure.h  Random problem files, valid by construction, the same for the same seed everywhere. */
#ifndef HOLONOME_TESTS_RANDOM_STRUCTURE_H
#define HOLONOME_TESTS_RANDOM_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What to draw from; {0} is a plane or one-dimensional structure of slender members with exact compliances. */
typedef struct random_options {
  bool spatial;    /**< six freedoms, or a grillage, or torsion; else plane, bending only, or axial only */
  bool degenerate; /**< equal numbers, right angles, masses at nodes of modes, repeated and dependent joints, copies */
  bool shear;      /**< some beams have a shear stiffness */
  bool loads;      /**< some beams are in tension or on a foundation */
  bool compressed; /**< most beams are under compression, some beyond buckling */
  size_t modes;    /**< compliance: {modes: N}; 0: exact */
} random_options;

/** The text of a problem file: one to six members, bodies, springs, joints of every kind, held or free, of one piece or
 *  several. Mechanisms and points without mass occur; faults do not.
 *  @return owned by the caller; NULL if memory is out */
char *random_structure(uint64_t seed, random_options options);

/** Options that go through every combination as the seed rises. */
random_options random_options_of(uint64_t seed);

#endif
