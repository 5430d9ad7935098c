/* SPDX-License-Identifier: BSD-3-Clause */
/** @file rigid.h  What the file says of a rigid body beside mass and inertia: its velocities at the start of a motion.
 *  Module `parts`. */
#ifndef HOLONOME_PARTS_RIGID_H
#define HOLONOME_PARTS_RIGID_H

#include "holonome/problem.h"

/** hol_part.own of a body and of a disk. */
typedef struct hol_rigid_start {
  double velocity[3]; /**< m/s, of the mass centre */
  double spin[3];     /**< rad/s, angular velocity, global components; in a plane the third is it */
} hol_rigid_start;

/** Velocities at the start of a body or a disk; 0 of a part that was not read. Borrowed, or static storage. */
const hol_rigid_start *hol_rigid_start_of(const hol_part *part);

/** Is the part rigid: a body or a disk? */
bool hol_part_is_rigid(const hol_part *part);

/** Own axes of a body, about which its three inertias are; of a disk the first is its axis.
 *  @param[out] axis  rows, of size 1 @return false after a fault: they are not determined */
bool hol_rigid_axes(const hol_part *part, hol_faults *faults, double axis[3][3]);

/** Where a disk touches a plane that it rolls on.
 *  @param[in]  normal  of the plane, towards the disk; any length > 0
 *  @param[out] axis    of size 1: z in a plane
 *  @param[out] arm     m, from its centre
 *  @return false: it has no radius, or lies flat on the plane */
bool hol_rigid_contact(const hol_part *part, bool is_plane, const double normal[3], double axis[3], double arm[3]);

#endif
