/* SPDX-License-Identifier: BSD-3-Clause */
/** @file truth_structure.h  Random problem files of the kinds that proofs have failed on; the same for the same
 *  seed. */
#ifndef HOLONOME_CAMPAIGN_TRUTH_STRUCTURE_H
#define HOLONOME_CAMPAIGN_TRUTH_STRUCTURE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  TRUTH_MEMBERS,    /**< bars, shafts, beams, bodies; every joint */
  TRUTH_COMPRESSED, /**< the same with compression */
  TRUTH_IMPORTED,   /**< matrices with singular masses; springs of mixed units */
  TRUTH_RINGS,      /**< one or two rings with two to five joints */
  TRUTH_PLATES,     /**< one or two plates with two to five joints */
  TRUTH_KINDS
} truth_kind;

extern const char *const truth_kind_name[TRUTH_KINDS];

/** A third compressed, a sixth imported, a tenth rings and plates. */
truth_kind truth_kind_of(uint64_t seed);

/** Write the problem file of a seed as `structure.yaml` into a folder that exists, and its matrices beside it.
 *  @return false if it cannot be written */
bool truth_structure_write(uint64_t seed, const char *folder);

#endif
