/* SPDX-License-Identifier: BSD-3-Clause */
/** @file keys.h  Keys that several kinds of parts have in a problem file, beside those of problem/draft.h. Room
 *  `parts`. */
#ifndef HOLONOME_PARTS_KEYS_H
#define HOLONOME_PARTS_KEYS_H

#include "problem/draft.h"
#include "problem/kind.h"

/** `at` of a part that is one point; of one with own axes. */
extern const hol_key hol_key_at, hol_key_origin;

/** Members: how they are held in their component modes, and their numbers, which may vary. */
extern const hol_key hol_key_ends, hol_key_EA, hol_key_GJ, hol_key_line_mass, hol_key_added_mass, hol_key_polar_inertia;

/** How motions of a part are damped. */
extern const hol_key hol_key_loss_factor, hol_key_rayleigh, hol_key_line_damping;

/** `theory` of bending: euler, rayleigh, timoshenko. */
extern const hol_key hol_key_theory;

/** Mass and inertia at a point. */
extern const hol_key hol_key_mass, hol_key_inertia;

/** Velocities at the start of a motion of a rigid body: hol_rigid_start. */
extern const hol_key hol_key_velocity, hol_key_spin;

/** Own axes: z along `normal` or `z_axis`, x as near to `x_axis` as is normal to it. */
extern const hol_key hol_key_x_axis, hol_key_normal, hol_key_z_axis;

#endif
