/** @file parts.h  The kinds of parts.
 *
 *  Room `parts`. A part kind is one file and one row of the table behind hol_part_kinds(). */
#ifndef HOLONOME_PARTS_H
#define HOLONOME_PARTS_H

#include "holonome/problem.h"

/** A part as mechanics, see src/parts/resolve.h. */
typedef struct hol_piece hol_piece;

/** A part kind. */
typedef struct hol_part_kind {
  hol_part_keys keys;
  const char *theory; /**< what the kind is in words, e.g. "bar: one-dimensional axial wave equation" */
  /** Resolve a part. Faults (missing properties, impossible combinations) are added with the part's places; the piece is
   *  then partly filled and must not be used. Only what the motions present need is asked for. Not collective. */
  void (*resolve)(const hol_part *part, hol_freedoms freedoms, hol_piece *piece, hol_diagnostics *faults);
} hol_part_kind;

/** The table of kinds; static storage.
 *  @param[out] count  number of kinds */
const hol_part_kind *hol_part_kinds(size_t *count);

#endif
