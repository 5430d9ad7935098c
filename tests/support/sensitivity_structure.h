/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sensitivity_structure.h  Random problem files with parameters to differentiate by: all kinds of parts. */
#ifndef HOLONOME_TESTS_SENSITIVITY_STRUCTURE_H
#define HOLONOME_TESTS_SENSITIVITY_STRUCTURE_H

#include <stdbool.h>
#include <stdint.h>

/** Which kinds of structures: members, bodies and springs as in random_structure.h; round plates and rings; members
 *  that vary; rectangular plates; a part imported from matrices beside members. */
typedef enum {
  SENSITIVE_MEMBERS,
  SENSITIVE_ROUND,
  SENSITIVE_VARYING,
  SENSITIVE_RECTANGLE,
  SENSITIVE_IMPORTED
} sensitive_kind;

/** The kind for a seed: a fifth with plates and rings, a rectangular one now and then. */
sensitive_kind sensitive_kind_of(uint64_t seed);

/** A problem file with two to four parameters, all of them in `sensitivities`: single properties, a factor on all of a
 *  kind, the scale of all coordinates, the place of a joint, numbers at the end of their range. Compliances of every
 *  sort.
 *  @return owned by the caller; NULL if memory is out */
char *sensitivity_structure(uint64_t seed, sensitive_kind kind);

#endif
