/** @file pieces.h  A number of a part, of all of it or of one piece. Room `problem`. */
#ifndef PROBLEM_PIECES_H
#define PROBLEM_PIECES_H

#include "problem/reader.h"

/** Where a number of a key goes, which is not `is_own`. */
typedef struct hol_property_slot {
  const hol_key *key;
  hol_number stretch[2]; /**< xi */
  struct hol_varying **varying;
  hol_properties *given;
  double *value; /**< [HOL_PROPERTY_COUNT] */
} hol_property_slot;

/** Read it, as an expression in xi if the key may vary. */
void hol_read_property(hol_reader *reader, const hol_node *node, const hol_property_slot *n);

#endif
