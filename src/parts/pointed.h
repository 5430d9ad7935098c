/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pointed.h  Parts known at points: rings, arcs, plates. Internal to module `parts`. */
#ifndef PARTS_POINTED_H
#define PARTS_POINTED_H

#include "parts/kinds.h"

/** Properties of one kind of these parts. */
typedef struct hol_pointed {
  const hol_substructure_class *class;
  size_t size;          /**< bytes of hol_sites.part */
  size_t samples;       /**< places at which shapes are sampled */
  size_t width;         /**< own coordinates of a place */
  hol_freedoms carried; /**< components that the part carries at every point */
  bool has_even;        /**< hol_sites.even */
  bool has_leaders;     /**< hol_sites.leader */
} hol_pointed;

/** Start the sites of a part, with its points, and their hol_sites.part: one block, freed by free(), of a struct of
 *  `size` bytes, then `width` doubles for every sample and every point, then a byte for every point; all 0.
 *  @return that block; NULL after a fault, out of memory */
void *hol_pointed_start(const hol_resolving *r, const hol_pointed *pointed, hol_resolved *resolved);

#endif
