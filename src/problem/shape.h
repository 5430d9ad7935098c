/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shape.h  Grammar of a shape of a cross-section: the reader is independent of shapes and follows their rows.
 *  Module `problem`; the rows are in module `parts`. */
#ifndef HOLONOME_PROBLEM_SHAPE_H
#define HOLONOME_PROBLEM_SHAPE_H

#include "problem/reader.h"

/** A section that is being read. */
typedef struct hol_section_draft {
  const hol_node *name;
  const hol_field *field; /**< [section->of->keys], in the order of the keys */
  hol_section *section;   /**< its numbers are settled: hol_settled() */
} hol_section_draft;

/** Grammar of a shape of a cross-section. */
typedef struct hol_shape_grammar {
  const char *name;          /**< the word after `shape:`; NULL: the row of sections without one */
  const hol_key *const *key; /**< [keys] `shape` first; the numbers of the others stand in hol_section.number */
  size_t keys;
  unsigned either; /**< bits of keys, of which exactly one is given; 0: there are none */
  /** Check its numbers together. Called when all that are required are there. NULL: nothing */
  void (*check)(hol_reader *reader, const hol_section_draft *draft);
} hol_shape_grammar;

/** Is the number of this key given? */
static inline bool hol_section_has(const hol_section *section, size_t key)
{
  return section->given >> key & 1u;
}

/** Require that a number is less than `factor` times another one; add a fault at its key if it is not. */
void hol_section_less(hol_reader *reader, const hol_section_draft *draft, size_t key, double factor, size_t other,
                      const char *hint, const char *message);

/** Keys of a material. */
extern const hol_key *const hol_material_key[];
extern const size_t hol_material_keys;

#endif
