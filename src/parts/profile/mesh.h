/* SPDX-License-Identifier: BSD-3-Clause */
/** @file mesh.h  Mesh of a member with varying properties, and its refinement. Internal to module `parts`. */
#ifndef PARTS_PROFILE_MESH_H
#define PARTS_PROFILE_MESH_H

#include "parts/profile/space.h"

/** Most elements of a member. */
enum { HOL_CELLS_MOST = 1200 };
/** Gauss points of an element beyond the number of its polynomials. */
enum { HOL_MARGIN = 14 };

/** The elements to be, rising. {0} is empty; `cell` is owned. */
typedef struct hol_mesh {
  hol_cell *cell;
  size_t count, capacity;
  double stiffest; /**< stiffness met so far */
  double lost;     /**< ξ where a property had no value, or changed too suddenly */
} hol_mesh;

/** How the strain coordinates of one element decay: largest over all vectors examined, relative to each as a whole. */
typedef struct hol_decay {
  double middle, last; /**< half-way and at the end of the series */
} hol_decay;

HOL_MUST_CHECK hol_status hol_mesh_append(hol_mesh *m, hol_cell cell);

/** Build the first mesh: elements between the ends of the pieces and the ports, halved until the properties are smooth
 *  on each, with enough polynomials for the modes requested of a uniform member.
 *  @param[in] cut  [pieces + ports + HOL_BREAKS_MOST] scratch */
HOL_MUST_CHECK hol_status hol_mesh_first(const hol_profile *profile, const hol_profile_request *request, double *cut,
                                         hol_mesh *m);

/** The same without ports and modes: where the properties are smooth. @param[out] m  {0} on entry, its cells to be
 *  freed in every case */
HOL_MUST_CHECK hol_status hol_profile_mesh(const hol_profile *profile, hol_mesh *m);

/** Raise the degree of elements whose strains have not decayed, or halve those where that would not help.
 *  @param[in]  d        [old->count]
 *  @param[out] m        {0} on entry
 *  @param[out] refined  anything done */
HOL_MUST_CHECK hol_status hol_mesh_refine(const hol_mesh *old, const hol_decay *d, double length, size_t modes,
                                          hol_mesh *m, bool *refined);

/** Return the unresisted rigid motions of a space as modes. @param[out] mode  [2] */
void hol_space_rigid_modes(const hol_space *space, hol_line_mode mode[2]);

#endif
