/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pieces.h  Properties of a part, for the whole part or one piece of it. Module `problem`. */
#ifndef PROBLEM_PIECES_H
#define PROBLEM_PIECES_H

#include "problem/reader.h"

/** Destination of the number under a key that is not `is_own`. */
typedef struct hol_property_slot {
  const hol_key *key;
  hol_number stretch[2]; /**< xi */
  struct hol_varying **varying;
  hol_properties *given;
  double *value; /**< [HOL_PROPERTY_COUNT] */
} hol_property_slot;

/** Read the property, as an expression in xi if the key may vary. */
void hol_read_property(hol_reader *reader, const hol_node *node, const hol_property_slot *n);

#endif
